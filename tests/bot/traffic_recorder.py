"""Every byte that a bot sends to anybody, in its order: the bot is whole, and only Discord is played.

It is two ends of one wire: what a tower hears at Discord is played here, and so must be whatever comes back for it.
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
from tests.kit.discord import DIRECT, NAMES, Discord
from tests.kit.match import CHANNEL, SERVER

EVERYBODY: Final = 0
LOCALES: Final = {11: "en-US", 22: "de", 33: "fr", 44: "en-GB"}
_TAKEN: Final = re.compile(r"(_(?:sum|bucket|created)\b|process_|duel_commit_)")
"""Of what is measured: how long, and by whom; only how often can be compared. How many notes share a commit depends on
how long the last one took.
"""

_ABOUT: Final = re.compile(r'"custom_id": "[a-z]{2}:(\d+):')


@dataclass(frozen=True, slots=True)
class Heard:
    to: int
    """A person, or everybody in a channel."""
    how: str
    what: str

    @property
    def match(self) -> int:
        """That it is about."""
        found = _ABOUT.search(self.what)
        return int(found[1]) if found else 0

    def __str__(self) -> str:
        return f"{self.how} to {self.to or 'everybody'}: {self.what}"


class Ready(AiWorkers):
    """They think at once, and not for long."""

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
        """When all lies open the coach has no secrets, and takes its time."""
        del finished_record
        return None


@dataclass
class Ear(Discord):
    """What stands in channels, and whatever is done there is heard."""

    log: list[Heard] = field(default_factory=list)
    painter: SceneSender | None = None
    come: Counter[int] = field(default_factory=Counter)

    def numbered(self, channel_id: int, once: str) -> int:
        """Of two matches nobody knows which is told first: how many messages came before tells nothing."""
        about = 100 * (int(once.split(maxsplit=1)[0]) % 10_000) + channel_id % 97
        self.come[about] += 1
        return ((self.now() - DISCORD_EPOCH_MS) << 22) + 10_000 + 100 * about + self.come[about]

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await self._hear(_of(channel_id), f"post in {channel_id} once {nonce_key}", scene)
        return await super().post_message(channel_id, scene, nonce_key)

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        await self._hear(_of(location.channel_id), f"edit {location.message_id}", scene)
        await super().edit_message(location, scene)

    async def delete_message(self, location: MessageLocation) -> None:
        await self._hear(_of(location.channel_id), f"remove {location.message_id}")
        await super().delete_message(location)

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        await self._hear(_whose(token), f"edit private {message_id}", scene)
        await super().edit_by_token(token, message_id, scene)

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        await self._hear(_whose(token), "open", scene)
        return await super().send_ephemeral(token, scene)

    async def delete_by_token(self, token: str, message_id: int) -> None:
        await self._hear(_whose(token), f"take back {message_id}")
        await super().delete_by_token(token, message_id)

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        await self._hear(EVERYBODY, f"thread {name}")
        return await super().create_thread(location, name)

    async def _hear(self, to: int, how: str, scene: Scene | None = None) -> None:
        assert self.painter
        what = (
            "" if scene is None else told(render_layout(scene), await self.painter.paint_files(scene), scene.pinged_ids)
        )
        self.log.append(Heard(to, how, what))


class Mouth(Messages):
    """What is shared is posted there, too."""

    ear: Ear

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        return await self.ear.post_message(channel_id, scene, nonce_key)


def _of(channel_id: int) -> int:
    return channel_id - DIRECT if DIRECT <= channel_id < 2 * DIRECT else EVERYBODY


def _whose(token: str) -> int:
    return int(token.split(maxsplit=1)[0])


def told(view: SceneLayout, files: Iterable[discord.File], called: Iterable[int] = ()) -> str:
    """Every byte of a message."""
    brought = []
    for file in files:
        assert isinstance(file.fp, BytesIO)
        brought.append((file.filename, file.description, sha256(file.fp.getvalue()).hexdigest()))
    shown = view.to_components()
    return json.dumps([shown, brought, sorted(called)], ensure_ascii=False)


class Tower:
    """A process of the bot, from what it hears at Discord to what it says there, at an hour that stands still."""

    def __init__(self, store: Store, board: Discord, hour: int) -> None:
        self.hour = hour
        self.gauges = Metrics()
        self.store = Store(cast(Database, TimedDatabase(store.database, self.gauges.commit_seconds)))
        known = DisplayNames(self.store)
        known.remember_names(NAMES)
        client = discord.Client(intents=discord.Intents.none())
        sender = SceneSender(Painter(stopwatch=self.gauges.time_painting), known, EmojiCache(str))
        messages = Mouth(client, sender, self.store)
        self.ear = Ear(
            self.now,
            messages=dict(board.messages),
            private=dict(board.private),
        )
        self.ear.painter = sender
        messages.ear = self.ear
        self.waiting = PendingResponses()
        self.rooms = Services(
            self.store, self.ear, Ready(), self.now, self.waiting.wait_until_idle, card_edit_interval_s=0
        )
        reply = Responder(
            messages,
            sender,
            self.rooms.card_renderer,
            self.rooms.response_recorder,
            self.rooms.scheduler.schedule_refresh,
        )
        self.router = Router(
            self.rooms.dispatcher,
            RateLimiter(0.0),
            self.rooms.preferences,
            known,
            messages.remember_server_locale,
            reply,
            self.waiting,
            self.gauges,
        )
        self._causes = count(900_000)

    def now(self) -> int:
        return self.hour

    @property
    def log(self) -> list[Heard]:
        return self.ear.log

    def begins_at(self, cause: int) -> None:
        """The number of the next interaction."""
        self._causes = count(cause)

    async def settles(self) -> None:
        while True:
            before = len(self.log)
            await self.rooms.ai_seats.wait_until_idle()
            await self.rooms.scheduler.wait_until_delivered()
            await self.rooms.coach.wait_for_backlog()
            if len(self.log) == before:
                return

    async def presses(self, person_id: int, to: str, *, message_id: int = 700, values: Sequence[str] = ()) -> None:
        """A button of a private message, or one of the card."""
        pressed = self._pressed(person_id, message_id, {"custom_id": to, "component_type": 2, "values": [*values]})
        await self.router.route_click_or_form(pressed)
        await self.settles()

    def asked(self, person_id: int) -> Request:
        return Request(person_id, "en", SERVER, CHANNEL, next(self._causes), self.hour)

    async def says(
        self, person_id: int, do: Callable[[Request], Awaitable[Response]], name: str, *, looks_back: bool = False
    ) -> None:
        handle = self.router.handle_with_auto_defer if looks_back else self.router.handle_interaction
        await handle(self._pressed(person_id, 0, {"name": name}), do)
        await self.settles()

    async def types(self, person_id: int, find: Callable[[Request], Awaitable[Iterable[Any]]], name: str) -> None:
        """What is completed, and how."""

        async def found(request: Request) -> list[discord.app_commands.Choice[str]]:
            return [discord.app_commands.Choice(name=str(it), value="") for it in await find(request)]

        shown = await self.router.handle_autocomplete(self._pressed(person_id, 0, {"name": name}), found)
        self.log.append(Heard(person_id, f"completes {name}", " | ".join(each.name for each in shown)))

    async def waits(self, until: int) -> None:
        """Whatever is due by then."""
        self.hour = until
        await DeadlineLoop(
            self.rooms.matches, self.store, "one", self.rooms.scheduler.handle_deadline
        ).fire_due_deadlines(until)
        await self.settles()

    def measured(self) -> list[str]:
        """All that is counted, and nothing of how long it took."""
        return [line for line in self.gauges.format_for_prometheus().decode().splitlines() if not _TAKEN.search(line)]

    def _pressed(self, person_id: int, message_id: int, data: Mapping[str, Any]) -> discord.Interaction:
        cause = next(self._causes)
        heard = partial(self._answered, person_id)
        shown = SimpleNamespace(
            id=message_id, flags=SimpleNamespace(ephemeral=message_id in self.ear.private), interaction_metadata=None
        )
        done: list[str] = []

        async def respond(how: str, **sent: Any) -> SimpleNamespace:
            if not done:
                response.type = (
                    DEFERRED_MESSAGE_TYPE if sent.get("thinking") else discord.InteractionResponseType.message_update
                )
            done.append(how)
            heard(how, **sent)
            return SimpleNamespace(message_id=cause, id=cause)

        response = SimpleNamespace(
            type=None,
            is_done=lambda: bool(done),
            defer=partial(respond, "defer"),
            send_message=partial(respond, "send"),
            edit_message=partial(respond, "edit"),
        )
        return cast(
            discord.Interaction,
            SimpleNamespace(
                id=cause,
                type=discord.InteractionType.component,
                user=SimpleNamespace(id=person_id, global_name=NAMES[person_id], name=NAMES[person_id]),
                locale=LOCALES[person_id],
                guild_id=SERVER,
                guild_locale=None,
                is_guild_integration=lambda: True,
                channel_id=CHANNEL,
                channel=None,
                app_permissions=discord.Permissions.all(),
                permissions=discord.Permissions.all(),
                message=shown if message_id else None,
                data=data,
                token=f"{person_id} {cause}",
                response=response,
                followup=SimpleNamespace(send=partial(respond, "follow")),
                edit_original_response=partial(respond, "later"),
                original_response=partial(respond, "original"),
            ),
        )

    def _answered(
        self,
        person_id: int,
        how: str,
        *,
        view: SceneLayout | None = None,
        files: Iterable[discord.File] = (),
        attachments: Iterable[discord.File] = (),
        **more: Any,
    ) -> None:
        if more.get("thinking"):
            how = "promise"
        public = how == "send" and not more.get("ephemeral")
        what = "" if view is None else told(view, [*files, *attachments])
        self.log.append(Heard(EVERYBODY if public else person_id, f"answer: {how}", what))
