"""Run a complete bot against a simulated Discord, and record every byte that the bot sends, in order.

Only the interactions from Discord and the requests to Discord are simulated.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import count
from types import SimpleNamespace
from typing import Any, Final, cast

import discord

from bot.ai.workers import AiWorkers, ChoicesByMatch
from bot.discord.layout import SceneLayout, render_layout
from bot.discord.messages import Messages
from bot.discord.pending_responses import PendingResponses
from bot.discord.responses import DEFERRED_MESSAGE_TYPE, Responder
from bot.discord.router import Router
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.handlers.rate_limit import RateLimiter
from bot.handlers.requests import Request, Response
from bot.matches.deadline_loop import DeadlineLoop
from bot.messenger import MessageLocation, SentMessage
from bot.ops.metrics import Metrics, TimedDatabase
from bot.painting import Painter
from bot.screens.scene import Scene
from bot.wall_clock import DISCORD_EPOCH_MS
from bot.wiring import Services
from games.core import Game, Level, Suggestion
from games.dice import Dice
from games.record import Record
from games.review import Review
from storage import Database, Store
from tests.kit.fake_discord import DISPLAY_NAMES, DM_CHANNEL_OFFSET, FakeDiscord
from tests.kit.matches import CHANNEL_ID, SERVER_ID

EVERYBODY_ID: Final = 0
"""The recipient ID of messages that everybody in a channel can see."""
LOCALE_BY_PERSON: Final = {11: "en-US", 22: "de", 33: "fr", 44: "en-GB"}
_VARYING_METRIC_PATTERN: Final = re.compile(r"(_(?:sum|bucket|created)\b|process_|duel_commit_)")
"""Metrics that differ between equal runs, because they depend on time or on how writes are grouped into commits."""

_MATCH_ID_PATTERN: Final = re.compile(r'"custom_id": "[a-z]{2}:(\d+):')


@dataclass(frozen=True, slots=True)
class RecordedOutput:
    """One message, edit, deletion or response that the bot sent."""

    recipient_id: int
    """The ID of a person, or `EVERYBODY_ID`."""
    action: str
    content: str

    @property
    def match_id(self) -> int:
        """The match ID in the first button, or 0 if there are no buttons."""
        button_match = _MATCH_ID_PATTERN.search(self.content)
        return int(button_match[1]) if button_match else 0

    def __str__(self) -> str:
        return f"{self.action} to {self.recipient_id or 'everybody'}: {self.content}"


class InstantAiWorkers(AiWorkers):
    """AI workers that move at once, in this process."""

    async def choose_move(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        time_limit_s: float = 0.0,
        choices_by_match: ChoicesByMatch | None = None,
    ) -> Suggestion:
        del time_limit_s
        if choices_by_match is not None:
            return game.exploit(view, choices_by_match, dice, lambda: 0.0)
        return game.think(view, level, dice, lambda: 0.0)

    async def review_match(self, finished_record: Record) -> Review | None:
        """Skip the review, because finished matches have no secrets and reviews take long."""
        del finished_record
        return None


@dataclass
class RecordingDiscord(FakeDiscord):
    """A fake Discord that records each request."""

    output: list[RecordedOutput] = field(default_factory=list)
    painter: SceneSender | None = None
    message_counts: Counter[int] = field(default_factory=Counter)

    def make_message_id(self, channel_id: int, nonce_key: str) -> int:
        """Return an ID that is the same in each run, although the order in which matches are refreshed varies."""
        number = 100 * (int(nonce_key.split(maxsplit=1)[0]) % 10_000) + channel_id % 97
        self.message_counts[number] += 1
        return ((self.now_ms() - DISCORD_EPOCH_MS) << 22) + 10_000 + 100 * number + self.message_counts[number]

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await self._record_output(_find_recipient(channel_id), f"post in {channel_id} once {nonce_key}", scene)
        return await super().post_message(channel_id, scene, nonce_key)

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        await self._record_output(_find_recipient(location.channel_id), f"edit {location.message_id}", scene)
        await super().edit_message(location, scene)

    async def delete_message(self, location: MessageLocation) -> None:
        await self._record_output(_find_recipient(location.channel_id), f"remove {location.message_id}")
        await super().delete_message(location)

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        await self._record_output(_find_token_owner(token), f"edit private {message_id}", scene)
        await super().edit_by_token(token, message_id, scene)

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        await self._record_output(_find_token_owner(token), "open", scene)
        return await super().send_ephemeral(token, scene)

    async def delete_by_token(self, token: str, message_id: int) -> None:
        await self._record_output(_find_token_owner(token), f"take back {message_id}")
        await super().delete_by_token(token, message_id)

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        await self._record_output(EVERYBODY_ID, f"thread {name}")
        return await super().create_thread(location, name)

    async def _record_output(self, recipient_id: int, action: str, scene: Scene | None = None) -> None:
        assert self.painter
        content = ""
        if scene is not None:
            files = await self.painter.paint_files(scene)
            content = serialize_message(render_layout(scene), files, scene.pinged_ids)
        self.output.append(RecordedOutput(recipient_id, action, content))


class RecordingMessages(Messages):
    """A `Messages` service that sends posts and late edits through the recording Discord."""

    recorder: RecordingDiscord

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        return await self.recorder.post_message(channel_id, scene, nonce_key)

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        await self.recorder.edit_by_token(token, message_id, scene)


def _find_recipient(channel_id: int) -> int:
    return channel_id - DM_CHANNEL_OFFSET if DM_CHANNEL_OFFSET <= channel_id < 2 * DM_CHANNEL_OFFSET else EVERYBODY_ID


def _find_token_owner(token: str) -> int:
    return int(token.split(maxsplit=1)[0])


def serialize_message(view: SceneLayout, files: Iterable[discord.File], pinged_ids: Iterable[int] = ()) -> str:
    """Serialize a message to JSON, with its pings and a hash of each file."""
    attachments = []
    for file in files:
        assert isinstance(file.fp, BytesIO)
        attachments.append((file.filename, file.description, sha256(file.fp.getvalue()).hexdigest()))
    return json.dumps([view.to_components(), attachments, sorted(pinged_ids)], ensure_ascii=False)


class RecordedBot:
    """A complete bot process with recorded output. Its clock stands still until `advance_time` is called."""

    def __init__(self, store: Store, initial_discord: FakeDiscord, now_ms: int) -> None:
        self.time_ms = now_ms
        self.metrics = Metrics()
        self.store = Store(cast(Database, TimedDatabase(store.database, self.metrics.commit_seconds)))
        names = DisplayNames(self.store)
        names.remember_names(DISPLAY_NAMES)
        client = discord.Client(intents=discord.Intents.none())
        sender = SceneSender(Painter(stopwatch=self.metrics.time_painting), names, EmojiCache(str))
        messages = RecordingMessages(client, sender, self.store)
        self.discord = RecordingDiscord(
            self.get_now_ms,
            messages=dict(initial_discord.messages),
            ephemeral_scenes=dict(initial_discord.ephemeral_scenes),
        )
        self.discord.painter = sender
        messages.recorder = self.discord
        self.pending_responses = PendingResponses()
        self.services = Services(
            self.store,
            self.discord,
            InstantAiWorkers(),
            self.get_now_ms,
            self.pending_responses.wait_until_idle,
            card_edit_interval_s=0,
        )
        self.responder = Responder(
            messages,
            sender,
            self.services.card_renderer,
            self.services.response_recorder,
            self.services.scheduler.schedule_refresh,
            self.services.player_messages.wait_for_edit,
        )
        self.router = Router(
            self.services.dispatcher,
            RateLimiter(0.0),
            self.services.preferences,
            names,
            messages.remember_server_locale,
            self.responder,
            self.pending_responses,
            self.metrics,
        )
        self._interaction_ids = count(900_000)

    def get_now_ms(self) -> int:
        return self.time_ms

    @property
    def output(self) -> list[RecordedOutput]:
        return self.discord.output

    def set_next_interaction_id(self, interaction_id: int) -> None:
        self._interaction_ids = count(interaction_id)

    async def wait_until_idle(self) -> None:
        while True:
            before = len(self.output)
            await self.services.ai_seats.wait_until_idle()
            await self.services.scheduler.wait_until_delivered()
            await self.services.coach.wait_for_backlog()
            if len(self.output) == before:
                return

    async def press_button(
        self, person_id: int, custom_id: str, *, message_id: int = 700, values: Sequence[str] = ()
    ) -> None:
        """Press a button of a private message or of the card, and wait until the bot is idle."""
        data = {"custom_id": custom_id, "component_type": 2, "values": [*values]}
        await self.router.route_click_or_form(self._build_interaction(person_id, message_id, data))
        await self.wait_until_idle()

    async def run_command(
        self, person_id: int, handler: Callable[[Request], Awaitable[Response]], name: str, *, auto_defer: bool = False
    ) -> None:
        handle = self.router.handle_with_auto_defer if auto_defer else self.router.handle_interaction
        await handle(self._build_interaction(person_id, 0, {"name": name}), handler)
        await self.wait_until_idle()

    async def click(
        self, person_id: int, handler: Callable[[Request], Awaitable[Response]], *, message_id: int
    ) -> None:
        """Have `handler` answer a click on a message."""
        interaction = self._build_interaction(person_id, message_id, {"custom_id": "", "component_type": 2})
        await self.router.handle_interaction(interaction, handler)

    async def complete_input(
        self, person_id: int, handler: Callable[[Request], Awaitable[Iterable[Any]]], name: str
    ) -> None:
        """Record the choices that Discord would suggest while a person types a command."""

        async def list_choices(request: Request) -> list[discord.app_commands.Choice[str]]:
            return [discord.app_commands.Choice(name=str(it), value="") for it in await handler(request)]

        interaction = self._build_interaction(person_id, 0, {"name": name})
        choices = await self.router.handle_autocomplete(interaction, list_choices)
        self.output.append(RecordedOutput(person_id, f"completes {name}", " | ".join(it.name for it in choices)))

    async def advance_time(self, now_ms: int) -> None:
        """Set the clock, fire the deadlines that are due, and wait until the bot is idle."""
        self.time_ms = now_ms
        await DeadlineLoop(
            self.services.matches, self.store, "one", self.services.scheduler.handle_deadline
        ).fire_due_deadlines(now_ms)
        await self.wait_until_idle()

    def list_metrics(self) -> list[str]:
        """Return the lines of all metrics, except those that differ between equal runs."""
        lines = self.metrics.format_for_prometheus().decode().splitlines()
        return [line for line in lines if not _VARYING_METRIC_PATTERN.search(line)]

    def _build_interaction(self, person_id: int, message_id: int, data: Mapping[str, Any]) -> discord.Interaction:
        interaction_id = next(self._interaction_ids)
        record = partial(self._record_response, person_id)
        message = SimpleNamespace(
            id=message_id,
            flags=SimpleNamespace(ephemeral=message_id in self.discord.ephemeral_scenes),
            interaction_metadata=None,
        )
        responses: list[str] = []

        async def respond(method: str, **fields: Any) -> SimpleNamespace:
            if not responses:
                response.type = (
                    DEFERRED_MESSAGE_TYPE if fields.get("thinking") else discord.InteractionResponseType.message_update
                )
            responses.append(method)
            record(method, **fields)
            return SimpleNamespace(message_id=interaction_id, id=interaction_id)

        response = SimpleNamespace(
            type=None,
            is_done=lambda: bool(responses),
            defer=partial(respond, "defer"),
            send_message=partial(respond, "send"),
            edit_message=partial(respond, "edit"),
            send_modal=lambda modal: respond("form", form=modal),
        )
        return cast(
            discord.Interaction,
            SimpleNamespace(
                id=interaction_id,
                type=discord.InteractionType.component,
                client=SimpleNamespace(user=None),
                user=SimpleNamespace(id=person_id, global_name=DISPLAY_NAMES[person_id], name=DISPLAY_NAMES[person_id]),
                locale=LOCALE_BY_PERSON[person_id],
                guild_id=SERVER_ID,
                guild_locale=None,
                is_guild_integration=lambda: True,
                channel_id=CHANNEL_ID,
                channel=None,
                app_permissions=discord.Permissions.all(),
                permissions=discord.Permissions.all(),
                message=message if message_id else None,
                data=data,
                token=f"{person_id} {interaction_id}",
                response=response,
                followup=SimpleNamespace(send=partial(respond, "follow")),
                edit_original_response=partial(respond, "later"),
                original_response=partial(respond, "original"),
            ),
        )

    def _record_response(
        self,
        person_id: int,
        action: str,
        *,
        view: SceneLayout | None = None,
        files: Iterable[discord.File] = (),
        attachments: Iterable[discord.File] = (),
        form: discord.ui.Modal | None = None,
        **fields: Any,
    ) -> None:
        if fields.get("thinking"):
            action = "promise"
        is_public = action == "send" and not fields.get("ephemeral")
        content = "" if view is None else serialize_message(view, [*files, *attachments])
        if form is not None:
            content = json.dumps(form.to_dict(), ensure_ascii=False)
        self.output.append(RecordedOutput(EVERYBODY_ID if is_public else person_id, f"answer: {action}", content))
