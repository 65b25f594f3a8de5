"""People at a playground who play automatically.

`join_new_servers` adds them to servers that have the bot, and a `PlayerGroup` plays match after match with random
legal choices. Failures do not raise: a press that is not answered is repeated later. A `Recorder` stores when each
choice was pressed, acknowledged and seen by another player.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import aiohttp

from bot.i18n import say
from bot.screens.custom_ids import Action
from discord_playground.client import (
    JSON,
    InteractionResult,
    PersonClient,
    Playground,
    PlaygroundError,
    full_text,
)
from discord_playground.client.api_client import ApiClient
from games.words import LOCALES
from tests.kit.wire_person import (
    DEFERRED_RESPONSE,
    DEFERRED_UPDATE_RESPONSE,
    EPHEMERAL_FLAG,
    WirePerson,
    get_button_step,
    has_button_for,
    index_by_action,
    list_custom_ids,
    list_move_buttons,
    map_menu_entries_to_menus,
)

T = TypeVar("T")
DEFERRED_TIMEOUT_S: Final = 6.0
"""The time that a person waits for a deferred response."""
CARD_TIMEOUT_S: Final = 3.0
RETRY_AFTER_S: Final = 1.0
"""The time after which a press that had no effect is repeated."""
ENDED_STEP: Final = 1 << 30
"""A step number that represents the end of a match. It is greater than all real step numbers."""
PLAYING_ACTIONS: Final = frozenset(
    {Action.PICK_MOVE, Action.OPEN_MATCH, Action.SHOW_MORE, Action.OFFER_REMATCH, Action.CHANGE_MOVE, Action.JOIN_OFFER}
)


@dataclass(slots=True)
class MovePress:
    """A press of a button with which a player picks a move or a part of it."""

    person_id: int
    match_id: int
    step: int
    interaction_id: int
    custom_id: str
    move: tuple[str, ...] = ()
    """The tokens of the move. If the button only opens another page, these are the tokens chosen so far."""
    screen: str = ""
    """The text of the message that the bot showed in response to the press."""
    is_revision: bool = False
    was_deferred: bool = False
    acknowledged: bool = False
    """Whether the response proves that this press had an effect, and not an earlier one."""
    pressed_s: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResolvedStep:
    """A new step of a match that one player has seen and another has not yet seen."""

    match_id: int
    step: int
    first_viewer_id: int
    since_s: float


@dataclass
class Recorder:
    """Records the actions of simulated people and the steps they saw. Times are those of `time.monotonic`."""

    presses: list[MovePress] = field(default_factory=list)
    clicks: int = 0
    """The number of presses and commands to which the bot responded."""
    failures: int = 0
    match_ids: set[int] = field(default_factory=set)
    """The IDs of the matches whose card the host has seen."""
    unseen_steps: list[ResolvedStep] = field(default_factory=list)
    seen_after_s: list[float] = field(default_factory=list)
    """The times in seconds between the first player seeing a new step and another player seeing it."""
    _last_steps: dict[int, int] = field(default_factory=dict)

    def wait_for_slot(self) -> AbstractAsyncContextManager[None]:
        """Return a context manager in which a press is sent. Subclasses can limit the number of concurrent presses."""
        return nullcontext()

    def add_answer(self, person_id: int, answer: InteractionResult) -> None:
        del person_id, answer
        self.clicks += 1

    def add_failure(self, person: DrivenPerson, description: str, began_s: float, answer: InteractionResult) -> None:
        del person, description, began_s, answer
        self.failures += 1

    def add_message(self, person: DrivenPerson, message: JSON, *, is_new: bool) -> None:
        """Record that a person sees a new or changed message."""
        del is_new
        for action, match_id, step in list_match_buttons(message):
            self.record_seen_step(person.person_id, match_id, ENDED_STEP if action == Action.OFFER_REMATCH else step)

    def record_resolved_step(self, match_id: int, step: int, person_id: int) -> None:
        """Record that a person has seen this step of a match, if nobody has seen it before."""
        if step > self._last_steps.get(match_id, 0):
            self._last_steps[match_id] = step
            self.unseen_steps.append(ResolvedStep(match_id, step, person_id, time.monotonic()))

    def record_seen_step(self, person_id: int, match_id: int, step: int) -> None:
        for resolved in self.pop_seen_steps(person_id, match_id, step):
            self.seen_after_s.append(time.monotonic() - resolved.since_s)

    def pop_seen_steps(self, person_id: int, match_id: int, step: int) -> list[ResolvedStep]:
        seen = [
            it
            for it in self.unseen_steps
            if it.match_id == match_id and it.step <= step and it.first_viewer_id != person_id
        ]
        self.unseen_steps = [it for it in self.unseen_steps if it not in seen]
        return seen

    def add_note(self, line: str) -> None:
        """Add a line to the log of events. This class has no log, so the line is ignored."""


class DrivenPerson(WirePerson):
    """A person whose failed presses do not raise errors, and whose actions are recorded by a `Recorder`."""

    def __init__(
        self,
        api_client: ApiClient,
        name: str,
        person_id: int,
        bot_name: str,
        recorder: Recorder,
        notification_mode: str = "both",
    ) -> None:
        super().__init__(api_client, name, str(person_id), bot_name)
        self.person_id = person_id
        self.recorder = recorder
        self.notification_mode = notification_mode
        self._known_message_ids: set[str] = set()

    def on_message(self, message: JSON) -> None:
        if message["author"]["bot"]:
            is_new = message["id"] not in self._known_message_ids
            self._known_message_ids.add(message["id"])
            self.recorder.add_message(self, message, is_new=is_new)

    def is_dm(self, message: JSON) -> bool:
        channel = self.watch.find_channel(self.dm_channel)
        return channel is not None and message["channel_id"] == channel["id"]

    async def wait_for_news(self, seconds: float) -> None:
        """Wait until a message is new or changed, for at most this many seconds."""
        self.news_event.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.news_event.wait()

    async def wait_for(self, find: Callable[[], T | None], seconds: float = DEFERRED_TIMEOUT_S) -> T | None:
        end_s = time.monotonic() + seconds
        while (result := find()) is None and time.monotonic() < end_s:
            await self.wait_for_news(end_s - time.monotonic())
        return result

    async def press_button(
        self, message: JSON, custom_id: str, *, replaces_message: bool = True
    ) -> InteractionResult | None:
        """Press a button or select a menu entry, and return the result.

        Return None if this was not possible or the bot did not respond. If the bot defers a response that replaces the
        message, wait for it.
        """
        if menu_id := map_menu_entries_to_menus(message).get(custom_id):
            request = self.select_values(message, menu_id, [custom_id])
        else:
            request = PersonClient.click(self, message, custom_id=custom_id)
        return await self._await_answer(f"press {custom_id}", request, message if replaces_message else None)

    async def send_command(self, channel: str, command: str, **options: Any) -> InteractionResult | None:
        return await self._await_answer(
            f"/{command}", PersonClient.run_command(self, channel, command, bot=self.bot_name, **options)
        )

    async def _await_answer(
        self, description: str, request: Coroutine[Any, Any, InteractionResult], replaced_message: JSON | None = None
    ) -> InteractionResult | None:
        async with self.recorder.wait_for_slot():
            began_s = time.monotonic()
            try:
                answer = await request
            except (PlaygroundError, aiohttp.ClientError):
                return None
        if answer.state == "failed":
            self.recorder.add_failure(self, description, began_s, answer)
            return answer
        self.recorder.add_answer(self.person_id, answer)
        deferred = {DEFERRED_RESPONSE: answer.body.get("message"), DEFERRED_UPDATE_RESPONSE: replaced_message}.get(
            answer.callback_type
        )
        if not deferred:
            return answer
        message_id, before = deferred["id"], deferred["components"]
        shown = await self.wait_for(
            lambda: next(
                (it for it in self.list_messages() if it["id"] == message_id and it["components"] != before), None
            )
        )
        return InteractionResult(JSON(answer.body | {"message": shown}))


@dataclass
class MatchPlayer:
    """A person in one match, who makes random legal choices."""

    person: DrivenPerson
    match_id: int
    channel: str
    dice: random.Random
    draw_think_time_s: Callable[[random.Random], float] = lambda _: 0.0
    """A function that returns the length of the pause before a choice."""
    revision_probability: float = 0.0
    """The probability that the person changes a sealed choice in the same step."""
    impatience_probability: float = 0.1
    """The probability, at each check, that a person who waits for a private message uses the card instead.

    Players get no direct message within two minutes of their last press, so otherwise most matches would not progress.
    """
    last_chosen_step: int = -1
    """The step of the last choice to which the bot responded."""
    doubted_steps: set[int] = field(default_factory=set)
    """The steps with a press whose effect did not show. It may have had an effect nevertheless."""
    _retry_at: dict[tuple[str, int], float] = field(default_factory=dict)
    """The earliest time for another press on a message, by message ID and step."""
    _reconsidered_steps: set[int] = field(default_factory=set)

    def is_over(self) -> bool:
        return any(map(has_button_for(Action.OFFER_REMATCH, self.match_id), self.person.list_messages()))

    async def play_until_over(self, leave: asyncio.Event) -> None:
        """Play until the match is over or `leave` is set."""
        while not leave.is_set() and not self.is_over():
            await self._act_once()

    async def choose_once(self) -> None:
        """Wait until the bot asks this player for a choice, and make the choice."""
        while self.last_chosen_step < 0:
            await self._act_once()

    async def _act_once(self) -> None:
        if message := self._find_player_message():
            await asyncio.sleep(self.draw_think_time_s(self.dice))
            if await self.choose_move(message):
                await self.revise_choice()
        elif card := self._find_card():
            await self._open_player_message(card)
        else:
            await self.person.wait_for_news(1.0)

    async def choose_move(self, message: JSON, *, is_revision: bool = False) -> bool:
        """Press move buttons, page by page, until a complete move is chosen. Return whether that succeeded."""
        step, shown = get_button_step(message, Action.PICK_MOVE), message
        while True:
            custom_id = self.dice.choice(list_move_buttons(shown))
            result = await self._press_choice(shown, custom_id, step)
            if result is None:
                return self._postpone_retry(message, Action.PICK_MOVE)
            press, shown = result
            buttons = [it for it in list_match_buttons(shown) if it[1] == self.match_id]
            if not buttons or is_too_late_answer(shown):
                # The choice may be stored nevertheless, for example if the bot lost its connection to the database.
                self.doubted_steps.add(step)
                return self._postpone_retry(message, Action.PICK_MOVE, 3 * RETRY_AFTER_S)
            prefix = f"{Action.PICK_MOVE}:{self.match_id}:{step}:"
            pages = [it for it in list_custom_ids(shown) if it.startswith(prefix)]
            if not pages:
                break
            rest = custom_id.split(":", 3)[3]
            if not any(it.split(":", 3)[3].startswith(rest) for it in pages if it != custom_id):
                # After a deferral, the change may be another edit of the message, and the choice may be stored later.
                self.doubted_steps.add(step)
                return self._postpone_retry(message, Action.PICK_MOVE)
        new_step = max(ENDED_STEP if action == Action.OFFER_REMATCH else it for action, _, it in buttons)
        # If an earlier press got no response, this response may be the effect of the earlier press. A changed choice
        # does not end the step, so if the step is over, the change came too late, and the response shows the new state.
        is_doubtful = step in self.doubted_steps and (press.was_deferred or new_step > step)
        press.acknowledged = not is_doubtful and not (is_revision and new_step > step)
        press.is_revision, press.screen = is_revision, full_text(shown)
        self.person.recorder.add_note(f"{self.person.user_id} at match {self.match_id}, step {step}: {press.note}")
        self.last_chosen_step = step
        if new_step > step:
            self.person.recorder.record_resolved_step(self.match_id, new_step, self.person.person_id)
        return True

    async def revise_choice(self) -> bool:
        """Change a sealed choice with some probability, at most once per step. Return whether a button was pressed."""
        can_change = has_button_for(Action.CHANGE_MOVE, self.match_id, self.last_chosen_step)
        sealed = self.person.find_private_message(
            lambda it: can_change(it) and get_button_step(it, Action.CHANGE_MOVE) == self.last_chosen_step
        )
        if sealed is None or self.last_chosen_step in self._reconsidered_steps:
            return False
        self._reconsidered_steps.add(self.last_chosen_step)
        if self.dice.random() >= self.revision_probability:
            return False
        self.person.recorder.add_note(
            f"{self.person.user_id} reconsiders at match {self.match_id}, step {self.last_chosen_step}"
        )
        answer = await self.person.press_button(sealed, index_by_action(sealed)[Action.CHANGE_MOVE])
        message = answer.body.get("message") if answer and answer.state == "answered" else None
        # The step may already be over.
        if (
            message
            and has_button_for(Action.PICK_MOVE, self.match_id)(message)
            and get_button_step(message, Action.PICK_MOVE) == self.last_chosen_step
        ):
            await self.choose_move(message, is_revision=True)
        return True

    def _find_player_message(self) -> JSON | None:
        asks_for_move = has_button_for(Action.PICK_MOVE, self.match_id, self.last_chosen_step + 1)
        only_in_channel = self.person.notification_mode in {"here", "none"}
        return self.person.find_private_message(
            lambda it: (
                asks_for_move(it)
                and self._can_press(it, Action.PICK_MOVE)
                and not (only_in_channel and self.person.is_dm(it))
            )
        )

    def _find_card(self) -> JSON | None:
        waits_for_message = self.person.notification_mode == "dm" or self.person.find_private_message(
            has_button_for(Action.SHOW_MORE, self.match_id)
        )
        if waits_for_message and self.dice.random() >= self.impatience_probability:
            return None
        is_card = has_button_for(Action.OPEN_MATCH, self.match_id, self.last_chosen_step + 1)
        card = self.person.watch.newest_message(
            self.channel, lambda it: is_card(it) and self._can_press(it, Action.OPEN_MATCH)
        )
        # Use only some opportunities, because most of these people cannot choose yet.
        return card if card and self.dice.random() < 0.5 else None

    async def _open_player_message(self, card: JSON) -> None:
        self._postpone_retry(card, Action.OPEN_MATCH, 3 * RETRY_AFTER_S)
        old_ids = {it["id"] for it in self.person.list_messages()}
        is_player_message = has_button_for(Action.SHOW_MORE, self.match_id)
        custom_id = index_by_action(card)[Action.OPEN_MATCH]
        answer = await self.person.press_button(card, custom_id, replaces_message=False)
        if answer and answer.state == "answered":
            await self.person.wait_for(
                lambda: self.person.find_private_message(lambda it: it["id"] not in old_ids and is_player_message(it))
            )

    async def _press_choice(self, current_message: JSON, custom_id: str, step: int) -> tuple[MovePress, JSON] | None:
        """Press a move button. Return the press and the message shown in response, or None if there is no message."""
        pressed_s = time.monotonic()
        answer = await self.person.press_button(current_message, custom_id)
        if answer is None or not answer.body.get("message"):
            self.doubted_steps.add(step)
        if answer is None:
            return None
        # Each token ends with a dot, including the last one of a whole move.
        move = tuple(custom_id.split(":", 3)[3].split(".")[:-1])
        press = MovePress(
            self.person.person_id, self.match_id, step, int(answer.interaction_id), custom_id, move,
            was_deferred=answer.callback_type == DEFERRED_UPDATE_RESPONSE, pressed_s=pressed_s,
        )  # fmt: skip
        self.person.recorder.presses.append(press)
        message = answer.body.get("message")
        shown = " ".join(list_custom_ids(message)[:4]) if message else answer.error
        press.note = f"{custom_id}, type {answer.callback_type}: {shown}"
        return (press, message) if answer.state == "answered" and message else None

    def _can_press(self, message: JSON, action: str) -> bool:
        return self._retry_at.get((message["id"], get_button_step(message, action)), 0) < time.monotonic()

    def _postpone_retry(self, message: JSON, action: str, seconds: float = RETRY_AFTER_S) -> bool:
        self._retry_at[message["id"], get_button_step(message, action)] = (
            time.monotonic() + self.dice.uniform(1, 2) * seconds
        )
        return False


@dataclass
class PlayerGroup:
    """A group of people who play one match after another against each other."""

    people: Sequence[DrivenPerson]
    channel: str
    options: Mapping[str, str]
    """The options of the command `/duel challenge`, by name."""
    dice: random.Random
    draw_think_time_s: Callable[[random.Random], float] = lambda _: 0.0
    revision_probability: float = 0.0
    match_ids: list[int] = field(default_factory=list)
    has_begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def play_matches(self, leave: asyncio.Event) -> None:
        while not leave.is_set():
            match_id = await self.begin_match(leave)
            if match_id is not None:
                await self.play_match(match_id, leave)

    async def play_match(self, match_id: int, leave: asyncio.Event) -> None:
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                dice = random.Random(f"{self.dice.random()}")
                player = MatchPlayer(
                    person, match_id, self.channel, dice, self.draw_think_time_s, self.revision_probability
                )
                group.create_task(player.play_until_over(leave))

    async def begin_match(self, leave: asyncio.Event) -> int | None:
        """Let one person challenge the others, and let them accept.

        Return the ID of the match, or None if no card was posted.
        """
        host, *others = self.people
        opponents = {f"opponent{n}" if n > 1 else "opponent": other.user_id for n, other in enumerate(others, 1)}
        answer = await host.send_command(self.channel, "duel challenge", **opponents, **self.options, clock="none")
        # The card may have been posted even if there was no response.
        card = await host.wait_for(self._find_offer, CARD_TIMEOUT_S)
        if answer is None or card is None:
            return None
        match_id = next(it for action, it, _ in list_match_buttons(card) if action == Action.JOIN_OFFER)
        self.match_ids.append(match_id)
        host.recorder.match_ids.add(match_id)
        while not leave.is_set():
            for person in others:
                if card := person.watch.newest_message(self.channel, has_button_for(Action.JOIN_OFFER, match_id)):
                    await person.press_button(card, index_by_action(card)[Action.JOIN_OFFER])
            if await host.wait_for(lambda: self._find_playing(match_id), 2.0):
                self.has_begun.set()
                return match_id
        return None

    def _find_offer(self) -> JSON | None:
        def is_ours(message: JSON) -> bool:
            offers = {match_id for action, match_id, _ in list_match_buttons(message) if action == Action.JOIN_OFFER}
            text = full_text(message)
            return (
                bool(offers.difference(self.match_ids))
                and not message["flags"] & EPHEMERAL_FLAG
                and all(person.mention in text for person in self.people)
            )

        return self.people[0].watch.newest_message(self.channel, is_ours)

    def _find_playing(self, match_id: int) -> JSON | None:
        actions = (Action.OPEN_MATCH, Action.PICK_MOVE, Action.OFFER_REMATCH)
        checks = [has_button_for(action, match_id) for action in actions]
        return next((it for it in self.people[0].list_messages() if any(check(it) for check in checks)), None)


@dataclass
class ServerGroup:
    """A server with one channel and its people."""

    server_id: str
    channel: str
    people: list[DrivenPerson]


@asynccontextmanager
async def connect_to_playground(url: str) -> AsyncIterator[Playground]:
    """Connect to a running playground. There is no limit on connections, because each person keeps one open."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        yield Playground(ApiClient(url, session))


@asynccontextmanager
async def join_new_servers(
    playground: Playground,
    bot_name: str,
    count: int,
    recorder: Recorder,
    *,
    per_server: int = 6,
    notification_modes: Sequence[str] = ("both",),
    name: str = "",
) -> AsyncIterator[list[ServerGroup]]:
    """Create new people in new servers with the bot, and yield the servers.

    The names of people and servers begin with `name`, which is the bot's name by default.
    """
    name = name or bot_name
    async with AsyncExitStack() as stack:
        groups = []
        for number in range(-(-count // per_server)):
            size = min(per_server, count - number * per_server)
            names = [f"{name}-{number}-{index}".lower().replace(" ", "") for index in range(size)]
            people = []
            for index, person_name in enumerate(names):
                locale = ("en-US", "de", "fr")[(number + index) % 3]
                created_user = await playground.control("create_user", name=person_name, locale=locale)
                people.append(
                    DrivenPerson(
                        playground.api_client,
                        person_name,
                        int(created_user["user"]["id"]),
                        bot_name,
                        recorder,
                        notification_modes[index % len(notification_modes)],
                    )
                )
            created = await playground.control(
                "create_server",
                name=f"{name} {number}",
                members=names,
                bots=[bot_name],
                channels=[f"duels-{number}"],
            )
            for person in people:
                await stack.enter_async_context(person)
            server = next(it for it in people[0].watch.view["servers"] if it["id"] == created["server"]["id"])
            # The people look for their matches in the channel, not in threads.
            [channel] = server["channels"]
            await playground.control("set_permissions", channel=channel["id"], deny=["create_public_threads"])
            groups.append(ServerGroup(server["id"], server["channels"][0]["id"], people))
        await groups[0].people[0].wait_for_command("duel", bot_name)
        yield groups


def list_match_buttons(message: JSON) -> Iterator[tuple[str, int, int]]:
    """Yield the action, the match ID and the step of each button that belongs to a match."""
    for custom_id in list_custom_ids(message):
        action, match_id, step, *_ = custom_id.split(":")
        if action in PLAYING_ACTIONS:
            yield action, int(match_id), int(step)


def is_too_late_answer(message: JSON) -> bool:
    """Return whether a message says that a press came too late. Such a message does not show if the choice counts."""
    return any(say("no-stale", locale) in full_text(message) for locale in LOCALES)
