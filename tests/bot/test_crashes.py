"""Wherever a process dies the next one does the rest, and nothing twice: each of its deeds is once the last."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
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
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS
from games import GAMES
from games.match import RESIGN
from storage import Database, Store
from storage.statement import BoundStatement, Row
from tests.bot.databases import both_databases
from tests.bot.traffic_recorder import RecordedBot
from tests.effort import LITTLE, MOST
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause, said
from tests.kit.world import EARLIER, World, begun, challenge, chosen, create_world

CHOICES: Final = 3
CAUSES: Final = count(500_000)


class Killed(asyncio.CancelledError):
    """Nobody catches it, as nobody catches a kill."""


@dataclass
class Life:
    """A process that does so many deeds: it is killed before the next, or after the last is stored."""

    left: int
    check: Callable[[], object] = bool
    """What is checked after each deed."""

    @property
    def over(self) -> bool:
        return self.left <= 0

    async def do(self, deed: Callable[[], Awaitable[Any]]) -> Any:
        if self.over:
            raise Killed
        self.left -= 1
        came = await deed()
        self.check()
        if self.over:
            raise Killed
        return came


class MortalDatabase:
    """A database that a process writes to until it is killed."""

    def __init__(self, database: Database, life: Life) -> None:
        self.database = database
        self.life = life

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        return list(await self.life.do(lambda: self.database.write(*writes)))

    async def read(self, *queries: BoundStatement) -> list[list[Row]]:
        if self.life.over:
            raise Killed
        return await self.database.read(*queries)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


class MortalDiscord:
    """Discord, as far as a process reaches it until it is killed."""

    def __init__(self, board: Discord, life: Life) -> None:
        self.board = board
        self.life = life

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.board, name)
        return lambda *given: self.life.do(lambda: asked(*given))


def create_mortal_store(store: Store, life: Life) -> Store:
    database: Any = MortalDatabase(store.database, life)
    return Store(database)


def create_mortal_world(store: Store, board: Discord, hour: list[int], life: Life) -> World:
    discord: Any = MortalDiscord(board, life)
    return create_world(create_mortal_store(store, life), discord, hour)


# Calls


async def refresh_and_wait(world: World, match_id: int) -> None:
    """And the clocks that ring when nobody is at it any more."""
    with suppress(Killed):
        await world.refresh(match_id)
        world.hour[0] += ACTIVE_WINDOW_MS
        await world.clock(world.hour[0])
    await world.herald.wait_until_delivered()


def games_and_prompts() -> Iterator[pytest.ParameterSet]:
    """Every game, however people are called. It dies some hundred times: on PostgreSQL in one game only."""
    for game in [key for key in GAMES if key != "morra"]:
        for prompts in ("dm", "here"):
            quick = (game, prompts) == ("schamanen", "here")
            yield pytest.param("sqlite", game, prompts, marks=[] if quick else [pytest.mark.gate])
    for prompts in ("dm", "here"):
        yield pytest.param("postgres", "schnick", prompts, marks=pytest.mark.gate)


@pytest.mark.again
@pytest.mark.parametrize(("database", "game", "prompts"), [*games_and_prompts()], indirect=["database"])
async def test_awaited_player_is_called_once_wherever_the_bot_dies(
    matches: MatchService, game: str, prompts: str
) -> None:
    """Without a clock nothing else would ever ask them. With little effort every third deed is once the last, in
    another game another third, and with more the third that comes after it.
    """
    hour, survived = [NOON], False
    each = 1 if MOST else 3
    deeds = (list(GAMES).index(game) + (not LITTLE)) % each
    for person_id in (ANN, BEN):
        await create_world(matches.store, Discord(lambda: hour[0]), hour).preferences.update_player(
            person_id, PlayerPreferences.model_validate({"prompts": prompts})
        )
    while not survived:
        hour[0] += DAY_MS
        life, board = Life(deeds), Discord(lambda: hour[0])
        world = create_mortal_world(matches.store, board, hour, life)
        match = await begun(matches, game)
        since = {ANN: 0, BEN: 0}
        for _ in range(CHOICES):
            await refresh_and_wait(world, match.id)
            if life.over:
                # The next process finds what the store holds.
                world = create_world(matches.store, board, hour)
                await world.herald.catch_up()
                await refresh_and_wait(world, match.id)
            # What goes without asking has been said meanwhile.
            now = await matches.find_match(match.id)
            assert isinstance(now, RunningMatch)
            for seat in now.engine.to_move:
                person_id = now.player_ids[seat] or 0
                assert board.pings(person_id) == since[person_id] + 1, (person_id, now.engine.step)
            asked = now.player_ids[max(now.engine.to_move)] or 0
            since[asked] = board.pings(asked)
            match = await chosen(matches, match.id, asked, hour[0])
        survived = not life.over
        deeds += each
        await said(matches, match, 0, "!resign", now_ms=hour[0])
        await create_world(matches.store, board, hour).refresh(match.id)
    assert deeds > CHOICES


# Threads


async def speak(world: World, match_id: int, person_id: int, by: int) -> None:
    match = await world.tables.find_match(match_id)
    assert isinstance(match, StartedMatch)
    seat = match.find_seat(person_id)
    if seat in match.engine.to_move:
        word = match.engine.legal_moves(seat)[0]
        await world.tables.play_move(match_id, person_id, word, step=None, interaction_id=by, now_ms=EARLIER)


async def play_in_a_thread(store: Store, board: Discord, life: Life) -> bool:
    """From the challenge to the end; whoever is killed is followed by another, who does the same. Was one?"""
    hour = [NOON]
    world = create_mortal_world(store, board, hour, life)
    match_id = (await challenge(create_world(store, board, hour).tables)).id
    sat, ann, ben, resigned = (cause() for _ in range(4))
    steps: list[Callable[[World], Awaitable[Any]]] = [
        lambda world: world.tables.find_match(match_id),
        lambda world: world.tables.join_offer(match_id, BEN, interaction_id=sat, now_ms=EARLIER),
        lambda world: speak(world, match_id, ANN, ann),
        lambda world: speak(world, match_id, BEN, ben),
        lambda world: world.tables.play_move(match_id, ANN, RESIGN, step=None, interaction_id=resigned, now_ms=EARLIER),
    ]
    for step in steps:
        with suppress(Killed):
            await step(world)
            await world.refresh(match_id)
        if life.over and world.store is not store:
            world = create_world(store, board, hour)
            await step(world)
            await world.refresh(match_id)
        assert len(board.alive()) == 1
    ((card, end),) = board.alive()
    thread = next(iter(board.threads))
    assert "🏆" in end.above[0]
    assert card == MessageLocation(CHANNEL, thread), "the first message is the end"
    assert [len(board.at(channel_id)) for channel_id in (CHANNEL, thread)] == [1, 1]
    assert await store.cleanup.list_of_match(match_id) == []
    ends = [scene.pinged_ids for channel_id, scene in board.posted if channel_id == thread and not scene.rows]
    assert ends == [{ANN, BEN}], "each is called to the end once"
    return life.over


@pytest.mark.gate
@both_databases
async def test_thread_and_card_are_right_wherever_the_bot_dies(world: World) -> None:
    await world.preferences.update_server(SERVER, ServerPreferences(threads=True))
    for deeds in count(1):
        board = Discord(lambda: NOON)
        # Of line and card one at the most has buttons.
        if not await play_in_a_thread(world.store, board, Life(deeds, partial(check_one_card, board))):
            break
    assert deeds > 20


def check_one_card(board: Discord) -> None:
    assert len(board.alive()) <= 1


# In a conversation of others, where nobody can be called


@dataclass
class Conversation:
    """What stands there whichever process of ours lives."""

    card: int = 0
    """What answered the challenge, for all to see."""
    hands: dict[int, int] = field(default_factory=dict)
    """Whose each private message is."""


class Guest(RecordedBot):
    """A process of the bot there, which does so many deeds and no more."""

    def __init__(self, store: Store, place: Conversation, life: Life) -> None:
        super().__init__(create_mortal_store(store, life), Discord(lambda: NOON), NOON)
        self.kept = store
        self.place = place
        self.life = life
        asked: dict[str, Callable[..., Any]] = {
            "send_ephemeral": self._open,
            "edit_by_token": self._edit,
            "fetch_reply_id": self._answered_by,
        }
        for name, deed in asked.items():
            setattr(self.discord, name, partial(self._do, deed))

    async def challenge(self) -> None:
        match_request = MatchRequest("shamanic_chess")
        with suppress(Killed):
            await self.run_command(
                ANN,
                lambda request: self.services.offers.challenge_players(request, (BEN,), match_request),
                "duel challenge",
            )

    async def press(self, verb: Action, match_id: int) -> None:
        with suppress(Killed):
            await self.press_button(BEN, str(CustomId(verb, match_id, 0)), message_id=self.place.card)

    async def replace_if_dead(self) -> Guest:
        if not self.life.over:
            return self
        another = Guest(self.kept, self.place, Life(10_000))
        await another.services.scheduler.catch_up()
        await another.wait_until_idle()
        return another

    async def _do(self, deed: Callable[..., Any], *given: Any, **more: Any) -> Any:
        return await self.life.do(partial(deed, *given, **more))

    async def _open(self, token: str, scene: Scene) -> int:
        assert scene.rows
        message_id = next(CAUSES)
        self.place.hands[message_id] = find_owner(token)
        return message_id

    async def _edit(self, token: str, message_id: int, scene: Scene) -> None:
        assert message_id == self.place.card or self.place.hands[message_id] == find_owner(token), scene

    async def _answered_by(self, token: str) -> int:
        if int(token.split()[1]) != self.place.card:
            raise MessageGone
        return self.place.card

    def _build_interaction(self, person_id: int, message_id: int, data: Any) -> Any:
        cause = next(CAUSES)
        done: list[str] = []

        async def respond(how: str, **sent: Any) -> SimpleNamespace:
            done.append(how)
            if how == "send" and not sent.get("ephemeral"):
                self.place.card = cause
            elif how in {"send", "follow"}:
                self.place.hands[cause] = person_id
            return SimpleNamespace(message_id=cause, id=cause)

        interaction: Any = super()._build_interaction(person_id, message_id, data)
        interaction.id, interaction.token = cause, f"{person_id} {cause}"
        interaction.guild_id, interaction.context = None, SimpleNamespace(private_channel=True)
        methods = {name: partial(self._do, respond, name) for name in ("follow", "defer", "send", "edit")}
        interaction.followup = SimpleNamespace(send=methods["follow"])
        interaction.response = SimpleNamespace(
            is_done=lambda: bool(done),
            defer=methods["defer"],
            send_message=methods["send"],
            edit_message=methods["edit"],
        )
        if interaction.message:
            interaction.message.flags.ephemeral = message_id in self.place.hands
        return interaction


def find_owner(token: str) -> int:
    return int(token.split(maxsplit=1)[0])


@pytest.mark.gate
@both_databases
async def test_both_players_have_their_messages_wherever_the_bot_dies(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The whole bot reads these when it starts; here they take no time.
    monkeypatch.setattr(router, "current_time_ms", lambda: NOON)
    monkeypatch.setattr(pending_responses, "MAX_WAIT_FOR_LATER_CLICKS_S", 0.0)
    monkeypatch.setattr(pending_responses, "RESPONSE_DEADLINE_S", 0.0)
    answered = 0
    for deeds in count(1):
        life, place = Life(deeds), Conversation()
        one = Guest(store, place, life)
        await one.challenge()
        if not place.card:
            # Nobody has anything before them: she asks once more.
            continue
        answered += 1
        one = await one.replace_if_dead()
        match_id = max(it.id for it in await store.matches.list_live_of_person(ANN))
        await one.press(Action.JOIN_OFFER, match_id)
        one = await one.replace_if_dead()
        if isinstance(await one.services.matches.find_match(match_id), Offer):
            await one.press(Action.JOIN_OFFER, match_id)
        header = await store.matches.load_header(match_id)
        assert header
        assert (header.card_message_id, header.events_shown) == (place.card, header.event_count), deeds
        messages = [it for it in await store.player_messages.list_of_match(match_id) if it.person_id == BEN]
        if not messages:
            await one.press(Action.OPEN_MATCH, match_id)
        for person_id in (ANN, BEN):
            mine = [
                it.message_id for it in await store.player_messages.list_of_match(match_id) if it.person_id == person_id
            ]
            assert mine, (deeds, person_id)
            assert {place.hands.get(it) for it in mine} == {person_id}, deeds
        if not life.over:
            break
    assert answered > 5
