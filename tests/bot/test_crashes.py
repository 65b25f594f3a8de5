"""Tests for crashes: when a process is killed at any point, the next one completes its work without repeating any.

Each test repeats a scenario. In each repetition, the process performs one more operation before it is killed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from inspect import iscoroutinefunction
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.discord import pending_responses, router
from bot.errors import MessageGone
from bot.handlers.requests import MatchRequest
from bot.matches.model import Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.preferences import PlayerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS
from games import GAMES
from games.match import RESIGN
from storage import Database, Store
from storage.statement import BoundStatement, Row
from tests.bot.database_marks import both_databases
from tests.bot.traffic_recorder import RecordedBot
from tests.effort_level import IS_LITTLE_EFFORT, IS_MOST_EFFORT
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, next_interaction_id, play_token
from tests.kit.scene_reading import read_text
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_with_ben,
    create_world,
    offer_match_to_ben,
    play_first_legal_move,
)

MOVES_PLAYED: Final = 3
CLICK_IDS: Final = count(500_000)


class Killed(asyncio.CancelledError):
    """Raised to simulate that the process was killed. Like a cancellation, `except Exception` does not catch it."""


@dataclass
class KillSwitch:
    """Kills a process after a number of operations, which are writes to the store and requests to Discord."""

    operations_left: int
    after_operation: Callable[[], object] = bool
    """A function to call after each operation."""

    @property
    def is_dead(self) -> bool:
        return self.operations_left <= 0

    async def perform_or_kill(self, operation: Callable[[], Awaitable[Any]]) -> Any:
        if self.is_dead:
            raise Killed
        self.operations_left -= 1
        result = await operation()
        self.after_operation()
        if self.is_dead:
            raise Killed
        return result


class MortalDatabase:
    """A database connection that fails once the kill switch has killed its process."""

    def __init__(self, database: Database, kill_switch: KillSwitch) -> None:
        self.database = database
        self.kill_switch = kill_switch

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        return list(await self.kill_switch.perform_or_kill(lambda: self.database.write(*writes)))

    async def read(self, *queries: BoundStatement) -> list[list[Row]]:
        if self.kill_switch.is_dead:
            raise Killed
        return await self.database.read(*queries)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


class MortalDiscord:
    """A Discord connection that fails once the kill switch has killed its process."""

    def __init__(self, discord: FakeDiscord, kill_switch: KillSwitch) -> None:
        self.discord = discord
        self.kill_switch = kill_switch

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.discord, name)
        if not iscoroutinefunction(method):
            return method
        return lambda *args: self.kill_switch.perform_or_kill(lambda: method(*args))


def create_mortal_store(store: Store, kill_switch: KillSwitch) -> Store:
    database: Any = MortalDatabase(store.database, kill_switch)
    return Store(database)


def create_mortal_world(
    store: Store, shared_discord: FakeDiscord, time_ms: list[int], kill_switch: KillSwitch
) -> World:
    discord: Any = MortalDiscord(shared_discord, kill_switch)
    return create_world(create_mortal_store(store, kill_switch), discord, time_ms)


# Notifications


async def refresh_and_wait(world: World, match_id: int) -> None:
    """Refresh the match, wait until both players count as inactive, and fire the deadlines that are due by then."""
    with suppress(Killed):
        await world.refresh(match_id)
        world.time_ms[0] += ACTIVE_WINDOW_MS
        await world.advance_time(world.time_ms[0])
    await world.delivery.wait_until_delivered()


def list_games_and_prompts() -> Iterator[pytest.ParameterSet]:
    """Yield each game with each kind of notification. Each case takes many runs, so PostgreSQL gets one game only."""
    for game in [key for key in GAMES if key != "morra"]:
        for prompts in ("dm", "here"):
            quick = (game, prompts) == ("schamanen", "here")
            yield pytest.param("sqlite", game, prompts, marks=[] if quick else [pytest.mark.gate])
    for prompts in ("dm", "here"):
        yield pytest.param("postgres", "schnick", prompts, marks=pytest.mark.gate)


@pytest.mark.again
@pytest.mark.parametrize(("database_kind", "game", "prompts"), [*list_games_and_prompts()], indirect=["database_kind"])
async def test_player_to_move_is_notified_once_despite_a_crash(matches: MatchService, game: str, prompts: str) -> None:
    """The matches have no clock, so a lost notification would never be sent later.

    Unless the effort is "most", only every third operation is tried as the last one. The offset depends on the game.
    """
    time_ms, has_survived = [NOON_MS], False
    stride = 1 if IS_MOST_EFFORT else 3
    operation_count = (list(GAMES).index(game) + (not IS_LITTLE_EFFORT)) % stride
    for person_id in (ANN, BEN):
        await create_world(matches.store, FakeDiscord(lambda: time_ms[0]), time_ms).preferences.update_player(
            person_id, PlayerPreferences.model_validate({"prompts": prompts})
        )
    while not has_survived:
        time_ms[0] += DAY_MS
        kill_switch, discord = KillSwitch(operation_count), FakeDiscord(lambda: time_ms[0])
        world = create_mortal_world(matches.store, discord, time_ms, kill_switch)
        match: StartedMatch = await begin_match_with_ben(matches, game)
        pings_before = {ANN: 0, BEN: 0}
        for _ in range(MOVES_PLAYED):
            await refresh_and_wait(world, match.id)
            if kill_switch.is_dead:
                # The next process knows only what is stored.
                world = create_world(matches.store, discord, time_ms)
                await world.delivery.catch_up()
                await refresh_and_wait(world, match.id)
            # The refresh may have played forced moves.
            refreshed = await matches.find_match(match.id)
            assert isinstance(refreshed, RunningMatch)
            for seat in refreshed.engine.to_move:
                person_id = refreshed.player_ids[seat] or 0
                assert discord.count_pings(person_id) == pings_before[person_id] + 1, (person_id, refreshed.engine.step)
            mover_id = refreshed.player_ids[max(refreshed.engine.to_move)] or 0
            pings_before[mover_id] = discord.count_pings(mover_id)
            match = await play_first_legal_move(matches, match.id, mover_id, time_ms[0])
        has_survived = not kill_switch.is_dead
        operation_count += stride
        await play_token(matches, match, 0, "!resign", now_ms=time_ms[0])
        await create_world(matches.store, discord, time_ms).refresh(match.id)
    assert operation_count > MOVES_PLAYED


# Threads


async def play_with_interaction_id(world: World, match_id: int, person_id: int, interaction_id: int) -> None:
    match = await world.matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    seat = match.find_seat(person_id)
    if seat in match.engine.to_move:
        move = match.engine.legal_moves(seat)[0]
        await world.matches.play_move(
            match_id, person_id, move, step=None, interaction_id=interaction_id, now_ms=INACTIVE_SINCE_MS
        )


async def play_in_a_thread(store: Store, discord: FakeDiscord, kill_switch: KillSwitch) -> bool:
    """Play a match in a thread, and check its messages after each step. Return whether the process was killed.

    After a kill, a new process repeats the step.
    """
    time_ms = [NOON_MS]
    world = create_mortal_world(store, discord, time_ms, kill_switch)
    match_id = (await offer_match_to_ben(create_world(store, discord, time_ms).matches)).id
    join_id, ann_id, ben_id, resign_id = (next_interaction_id() for _ in range(4))
    steps: list[Callable[[World], Awaitable[Any]]] = [
        lambda world: world.matches.find_match(match_id),
        lambda world: world.matches.join_offer(match_id, BEN, interaction_id=join_id, now_ms=INACTIVE_SINCE_MS),
        lambda world: play_with_interaction_id(world, match_id, ANN, ann_id),
        lambda world: play_with_interaction_id(world, match_id, BEN, ben_id),
        lambda world: world.matches.play_move(
            match_id, ANN, RESIGN, step=None, interaction_id=resign_id, now_ms=INACTIVE_SINCE_MS
        ),
    ]
    for step in steps:
        with suppress(Killed):
            await step(world)
            await world.refresh(match_id)
        if kill_switch.is_dead and world.store is not store:
            world = create_world(store, discord, time_ms)
            await step(world)
            await world.refresh(match_id)
        assert len(discord.list_live_messages()) == 1
    ((card, result),) = discord.list_live_messages()
    thread = next(iter(discord.thread_names))
    assert "🏆" in read_text(result)
    assert card == MessageLocation(CHANNEL_ID, thread), "the message above the thread shows the result"
    assert [len(discord.list_scenes(channel_id)) for channel_id in (CHANNEL_ID, thread)] == [1, 1]
    assert await store.cleanup.list_of_match(match_id) == []
    result_pings = [
        scene.pinged_ids for channel_id, scene in discord.posted_messages if channel_id == thread and not scene.rows
    ]
    assert result_pings == [{ANN, BEN}]
    return kill_switch.is_dead


@pytest.mark.gate
@both_databases
async def test_thread_and_card_are_correct_despite_a_crash(world: World) -> None:
    for operation_count in count(1):
        discord = FakeDiscord(lambda: NOON_MS, can_create_threads=True)
        kill_switch = KillSwitch(operation_count, partial(check_one_card, discord))
        if not await play_in_a_thread(world.store, discord, kill_switch):
            break
    assert operation_count > 20


def check_one_card(discord: FakeDiscord) -> None:
    """Check that the card and the message above the thread never have buttons at the same time."""
    assert len(discord.list_live_messages()) <= 1


# In a conversation without the bot, where it can ping nobody


@dataclass
class Conversation:
    """The messages in a conversation where only a user has installed the bot. They outlive the bot's process."""

    card_id: int = 0
    """The ID of the public response to the challenge."""
    message_owners: dict[int, int] = field(default_factory=dict)
    """The person who sees each private message, by message ID."""


class UserInstalledBot(RecordedBot):
    """A bot that only a user has installed in a conversation, and whose process the kill switch can kill."""

    def __init__(self, store: Store, conversation: Conversation, kill_switch: KillSwitch) -> None:
        super().__init__(create_mortal_store(store, kill_switch), FakeDiscord(lambda: NOON_MS), NOON_MS)
        self.real_store = store
        self.conversation = conversation
        self.kill_switch = kill_switch
        replacements: dict[str, Callable[..., Any]] = {
            "send_ephemeral": self._send_ephemeral,
            "edit_by_token": self._edit_by_token,
            "fetch_reply_id": self._fetch_reply_id,
        }
        for name, replacement in replacements.items():
            setattr(self.discord, name, partial(self._perform_or_kill, replacement))

    async def challenge_ben(self) -> None:
        match_request = MatchRequest("shamanic_chess")
        with suppress(Killed):
            await self.run_command(
                ANN,
                lambda request: self.services.offers.challenge_players(request, (BEN,), match_request),
                "duel challenge",
            )

    async def press_as_ben(self, action: Action, match_id: int) -> None:
        with suppress(Killed):
            await self.press_button(BEN, str(CustomId(action, match_id, 0)), message_id=self.conversation.card_id)

    async def replace_if_dead(self) -> UserInstalledBot:
        if not self.kill_switch.is_dead:
            return self
        restarted = UserInstalledBot(self.real_store, self.conversation, KillSwitch(10_000))
        await restarted.services.scheduler.catch_up()
        await restarted.wait_until_idle()
        return restarted

    async def _perform_or_kill(self, operation: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await self.kill_switch.perform_or_kill(partial(operation, *args, **kwargs))

    async def _send_ephemeral(self, token: str, scene: Scene) -> int:
        assert scene.rows
        message_id = next(CLICK_IDS)
        self.conversation.message_owners[message_id] = find_token_owner(token)
        return message_id

    async def _edit_by_token(self, token: str, message_id: int, scene: Scene) -> None:
        if message_id != self.conversation.card_id:
            assert self.conversation.message_owners[message_id] == find_token_owner(token), scene

    async def _fetch_reply_id(self, token: str) -> int:
        if int(token.split()[1]) != self.conversation.card_id:
            raise MessageGone
        return self.conversation.card_id

    def _build_interaction(self, person_id: int, message_id: int, data: Any) -> Any:
        interaction_id = next(CLICK_IDS)
        responses: list[str] = []

        async def respond(method: str, **fields: Any) -> SimpleNamespace:
            responses.append(method)
            if method == "send" and not fields.get("ephemeral"):
                self.conversation.card_id = interaction_id
            elif method in {"send", "follow"}:
                self.conversation.message_owners[interaction_id] = person_id
            return SimpleNamespace(message_id=interaction_id, id=interaction_id)

        interaction: Any = super()._build_interaction(person_id, message_id, data)
        interaction.id, interaction.token = interaction_id, f"{person_id} {interaction_id}"
        interaction.guild_id, interaction.context = None, SimpleNamespace(private_channel=True)
        methods = {name: partial(self._perform_or_kill, respond, name) for name in ("follow", "defer", "send", "edit")}
        interaction.followup = SimpleNamespace(send=methods["follow"])
        interaction.response = SimpleNamespace(
            is_done=lambda: bool(responses),
            defer=methods["defer"],
            send_message=methods["send"],
            edit_message=methods["edit"],
        )
        if interaction.message:
            interaction.message.flags.ephemeral = message_id in self.conversation.message_owners
        return interaction


def find_token_owner(token: str) -> int:
    return int(token.split(maxsplit=1)[0])


@pytest.mark.gate
@both_databases
async def test_both_players_get_their_messages_despite_a_crash(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    # The clock and the delays cannot be passed to a complete bot as arguments.
    monkeypatch.setattr(router, "current_time_ms", lambda: NOON_MS)
    monkeypatch.setattr(pending_responses, "MAX_WAIT_FOR_LATER_CLICKS_S", 0.0)
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 0.0)
    response_count = 0
    for operation_count in count(1):
        kill_switch, conversation = KillSwitch(operation_count), Conversation()
        bot = UserInstalledBot(store, conversation, kill_switch)
        await bot.challenge_ben()
        if not conversation.card_id:
            # Ann sees no response, so she repeats the command.
            continue
        response_count += 1
        bot = await bot.replace_if_dead()
        match_id = max(it.id for it in await store.matches.list_live_of_person(ANN))
        await bot.press_as_ben(Action.JOIN_OFFER, match_id)
        bot = await bot.replace_if_dead()
        if isinstance(await bot.services.matches.find_match(match_id), Offer):
            await bot.press_as_ben(Action.JOIN_OFFER, match_id)
        header = await store.matches.load_header(match_id)
        assert header
        assert (header.card_message_id, header.events_shown) == (conversation.card_id, header.event_count), (
            operation_count
        )
        messages = [it for it in await store.player_messages.list_of_match(match_id) if it.person_id == BEN]
        if not messages:
            await bot.press_as_ben(Action.OPEN_MATCH, match_id)
        for person_id in (ANN, BEN):
            message_ids = [
                it.message_id for it in await store.player_messages.list_of_match(match_id) if it.person_id == person_id
            ]
            assert message_ids, (operation_count, person_id)
            assert {conversation.message_owners.get(it) for it in message_ids} == {person_id}, operation_count
        if not kill_switch.is_dead:
            break
    assert response_count > 5
