"""Start, play and finish matches through `MatchService`, without Discord."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypedDict

import pytest

from bot.handlers.requests import Request
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.preferences import Preferences
from bot.ratings.rating_policy import RatingPolicy
from bot.screens import review_positions
from bot.wall_clock import DISCORD_EPOCH_MS
from games import GAMES
from games.core import Move, Seat
from games.match import Match
from games.refused import Refused
from games.words import Locale
from storage import Deadline, Journal, SeatResult, Store
from tests.games.morra import GAME, KEY
from tests.seeded_dice import seed_dice

ANN, BEN, CAT, DAN = 11, 22, 33, 44
SERVER_ID, CHANNEL_ID = 1, 2
NOON_MS = DISCORD_EPOCH_MS + 1_000_000_000_000
INTERACTION_IDS = count(100_001)

DeadlineHandler: TypeAlias = Callable[[Deadline], Awaitable[None]]
"""A function that a `DeadlineLoop` calls for each deadline that fires."""
FIRST_PERSON_ID: Final = 1_234_567_890_123_456_780
"""IDs on Discord have 19 digits, so mentions of these people are as long as real ones."""


def create_match_service(store: Store, capacity: int | None = None) -> MatchService:
    """Create a match service with its own cache, as in another process."""
    return MatchService(store, Absences(), RatingPolicy(store, Preferences(store)).rate_match, capacity)


def get_seat(match: MatchState, person_id: int) -> Seat:
    assert isinstance(match, StartedMatch)
    return match.player_ids.index(person_id)


def next_interaction_id() -> int:
    return next(INTERACTION_IDS)


class Click(TypedDict):
    """The arguments of a service's method that say which interaction caused the call, and when."""

    interaction_id: int
    now_ms: int


def make_click(now_ms: int = NOON_MS) -> Click:
    """Make a new click, to be passed as in `matches.leave_offer(match_id, BEN, **make_click())`."""
    return {"interaction_id": next_interaction_id(), "now_ms": now_ms}


def create_request(
    person_id: int = ANN,
    locale: Locale = "en",
    *,
    server_id: int | None = SERVER_ID,
    channel_id: int = CHANNEL_ID,
    **fields: Any,
) -> Request:
    return Request(person_id, locale, server_id, channel_id, next_interaction_id(), NOON_MS, **fields)


async def offer_morra(
    matches: MatchService,
    *opponent_ids: int,
    challenger_id: int = ANN,
    now_ms: int = NOON_MS,
    options: Mapping[str, Any] = MappingProxyType({}),
    **terms_fields: Any,
) -> MatchState:
    """Offer a match of Morra. By default it is a challenge. `terms_fields` are fields of `MatchTerms`."""
    terms = MatchTerms(**{"seats": len(opponent_ids) + 1, **terms_fields})
    done = await matches.create_offer(
        challenger_id,
        opponent_ids,
        GAME,
        options,
        terms,
        server_id=SERVER_ID,
        channel_id=CHANNEL_ID,
        **make_click(now_ms),
    )
    return done.match


async def offer_match(
    matches: MatchService,
    *guest_ids: int,
    game: str = "schnick",
    options: Mapping[str, Any] = MappingProxyType({}),
    host_id: int = ANN,
    server_id: int | None = SERVER_ID,
    channel_id: int = CHANNEL_ID,
    now_ms: int = NOON_MS,
    **terms_fields: Any,
) -> MatchState:
    """Offer a match. By default it is a challenge without a clock. `terms_fields` are fields of `MatchTerms`."""
    terms = MatchTerms(**{"seats": len(guest_ids) + 1, "clock": None, **terms_fields})
    opponent_ids = guest_ids if terms.kind == "challenge" else ()
    done = await matches.create_offer(
        host_id,
        opponent_ids,
        GAMES[game],
        options,
        terms,
        server_id=server_id,
        channel_id=channel_id,
        **make_click(now_ms),
    )
    return done.match


async def accept_offer(matches: MatchService, match: MatchState, *person_ids: int, now_ms: int = NOON_MS) -> MatchState:
    for person_id in person_ids:
        match = (await matches.join_offer(match.id, person_id, **make_click(now_ms))).match
    return match


async def start_offer(matches: MatchService, match: MatchState, seats: int, host_id: int = ANN) -> MatchState:
    return (await matches.start_match(match.id, host_id, seats, **make_click())).match


async def begin_match(
    matches: MatchService, *guest_ids: int, now_ms: int = NOON_MS, **offer_fields: Any
) -> RunningMatch:
    """Offer a match and accept it for all guests. `offer_fields` are passed to `offer_match`."""
    match = await accept_offer(
        matches, await offer_match(matches, *guest_ids, now_ms=now_ms, **offer_fields), *guest_ids, now_ms=now_ms
    )
    assert isinstance(match, RunningMatch)
    return match


async def begin_practice(matches: MatchService, game: str = "schnick", **offer_fields: Any) -> RunningMatch:
    return await begin_match(matches, game=game, kind="practice", seats=2, house=1, rated=False, **offer_fields)


async def play_move(
    matches: MatchService,
    match_id: int,
    person_id: int,
    *move: str,
    now_ms: int = NOON_MS,
    step: int | None = None,
) -> StartedMatch:
    match = (await matches.play_move(match_id, person_id, move, step=step, **make_click(now_ms))).match
    assert isinstance(match, StartedMatch)
    return match


async def play_for_seat(
    matches: MatchService,
    match: StartedMatch,
    seat: Seat,
    move: Move,
    now_ms: int = NOON_MS,
    step: int | None = None,
) -> StartedMatch:
    """Play a move for the person or AI in this seat."""
    person_id = match.player_ids[seat]
    if person_id is not None and seat not in match.ai_controlled_seats:
        return await play_move(matches, match.id, person_id, *move, now_ms=now_ms, step=step)
    after = (await matches.play_ai_move(match.id, seat, move, step=match.engine.step, now_ms=now_ms)).match
    assert isinstance(after, StartedMatch)
    return after


async def begin_morra(
    matches: MatchService, *opponent_ids: int, challenger_id: int = ANN, now_ms: int = NOON_MS, **terms_fields: Any
) -> RunningMatch:
    """Offer a match of Morra and accept it for all opponents."""
    match = await accept_offer(
        matches,
        await offer_morra(matches, *opponent_ids, challenger_id=challenger_id, now_ms=now_ms, **terms_fields),
        *opponent_ids,
        now_ms=now_ms,
    )
    assert isinstance(match, RunningMatch)
    return match


async def show_fingers(
    matches: MatchService,
    match: MatchState,
    seat: Seat,
    fingers: int = 1,
    now_ms: int = NOON_MS,
    step: int | None = None,
) -> StartedMatch:
    """Play a move of Morra for the person or AI in this seat."""
    assert isinstance(match, StartedMatch)
    return await play_for_seat(matches, match, seat, ("show", str(fingers)), now_ms, step)


async def play_morra_round(matches: MatchService, match: MatchState, now_ms: int = NOON_MS) -> StartedMatch:
    """Show one finger for each seat, AI seats first. AI seats that have already sealed a move are skipped."""
    assert isinstance(match, StartedMatch)
    ai_seats = match.ai_controlled_seats
    for seat in sorted(range(len(match.player_ids)), key=lambda seat: (seat not in ai_seats, seat)):
        match = await matches.find_match(match.id)
        assert isinstance(match, StartedMatch)
        if seat not in ai_seats & match.engine.sealed.keys():
            match = await show_fingers(matches, match, seat, now_ms=now_ms)
    return match


async def play_token(
    matches: MatchService, match: MatchState, seat: Seat, token: str, now_ms: int = NOON_MS
) -> StartedMatch:
    assert isinstance(match, StartedMatch)
    person_id = match.player_ids[seat]
    assert person_id is not None
    return await play_move(matches, match.id, person_id, token, now_ms=now_ms)


async def play_until_resigned(
    matches: MatchService, winner_id: int, loser_id: int, now_ms: int, rounds: int = 2
) -> int:
    """Play some rounds of a two-player match and let the loser resign. Return the match ID."""
    match: MatchState = await begin_morra(matches, loser_id, challenger_id=winner_id, now_ms=now_ms)
    for _ in range(rounds):
        match = await play_morra_round(matches, match, now_ms)
    assert isinstance(match, StartedMatch)
    return (await play_token(matches, match, match.player_ids.index(loser_id), "!resign", now_ms)).id


async def begin_match_of_three(matches: MatchService) -> RunningMatch:
    """Begin a match between Ann, Ben and Cat."""
    return await begin_match(matches, BEN, CAT)


async def catch_refusal_key(call: object) -> str:
    with pytest.raises(Refused) as refusal:
        await call  # type: ignore[misc]  # any call of the service
    return refusal.value.key


async def fire_deadlines(matches: MatchService, now_ms: int) -> None:
    async def ignore_deadline(deadline: Deadline) -> None:
        pass

    await DeadlineLoop(matches, matches.store, "one", ignore_deadline).fire_due_deadlines(now_ms)


MatchMoveChooser: TypeAlias = Callable[[Match, Seat], Move]
PlayedMatch: TypeAlias = tuple[StartedMatch, Journal, Sequence[Match]]
NO_OPTIONS: Final[Mapping[str, Any]] = {}
_PLAYED_MATCHES: Final[dict[tuple[type, str, int], PlayedMatch]] = {}


def make_random_chooser(seed: int) -> MatchMoveChooser:
    dice = random.Random(seed)
    return lambda engine, seat: dice.choice(list(engine.legal_moves(seat)))


async def play_match(
    matches: MatchService,
    person_ids: Sequence[int],
    game: str,
    options: Mapping[str, Any] = NO_OPTIONS,
    *,
    choose_move: MatchMoveChooser,
    now_ms: int = NOON_MS,
    server_id: int = SERVER_ID,
    channel_id: int = CHANNEL_ID,
) -> int:
    """Play a match to its end, with the people seated in this order. Return the match ID."""
    host_id, *guest_ids = person_ids
    match = await begin_match(
        matches,
        *guest_ids,
        game=game,
        options=options,
        host_id=host_id,
        server_id=server_id,
        channel_id=channel_id,
        now_ms=now_ms,
        order=tuple(range(len(person_ids))),
    )
    return (await play_to_end(matches, match, choose_move, now_ms)).id


async def play_to_end(
    matches: MatchService, match: MatchState, choose_move: MatchMoveChooser, now_ms: int = NOON_MS
) -> FinishedMatch:
    """Play the rest of a match. `choose_move` also chooses the moves of AI seats."""
    while not isinstance(match, FinishedMatch):
        assert isinstance(match, StartedMatch)
        # The AI moves first.
        seat = min(match.engine.to_move & match.ai_controlled_seats or match.engine.to_move)
        match = await play_for_seat(matches, match, seat, choose_move(match.engine, seat), now_ms)
    return match


async def get_played_match(matches: MatchService, game: str, seed: int) -> PlayedMatch:
    """Return a finished match for tests that only read it. Each match is played only once per process to save time."""
    key = (type(matches.store.database), game, seed)
    if key not in _PLAYED_MATCHES:
        with seed_dice(f"{game} {seed}"):
            match_id = await play_match(matches, (ANN, BEN), game, choose_move=make_random_chooser(seed))
        match, journal = await matches.find_match(match_id), await matches.load_journal(match_id)
        assert isinstance(match, StartedMatch)
        _PLAYED_MATCHES[key] = (match, journal, review_positions.list_positions(journal))
    return _PLAYED_MATCHES[key]


async def get_sample_match(matches: MatchService, game: str) -> PlayedMatch:
    return await get_played_match(matches, game, 5)


def mark_other_games_as_gate(*games: str) -> list[pytest.ParameterSet]:
    """Return all games as test parameters. All except the given games are marked as `gate`."""
    return [pytest.param(game, marks=[] if game in games else [pytest.mark.gate]) for game in GAMES]


def make_ranked_results(
    *ranks: int, finished_ms: int = 5, match_id: int = 1, person_ids: tuple[int, ...] = ()
) -> list[SeatResult]:
    person_ids = person_ids or tuple(range(100, 100 + len(ranks)))
    return [
        SeatResult(seat, person_id, SERVER_ID, KEY, 0, rank, 0, "points", True, finished_ms, match_id=match_id)
        for seat, (person_id, rank) in enumerate(zip(person_ids, ranks, strict=True))
    ]


def make_finished_match(engine: Match) -> FinishedMatch:
    player_ids = tuple(FIRST_PERSON_ID + seat for seat in range(engine.seats))
    return FinishedMatch(
        id=987_654,
        server_id=1,
        channel_id=2,
        game=engine.game,
        options=engine.options,
        terms=MatchTerms(kind="challenge", seats=engine.seats),
        seed=bytes(32),
        offered_ms=0,
        forget_count=0,
        event_count=9,
        host_id=player_ids[0],
        invited_ids=player_ids[1:],
        seal=bytes(32),
        public_seal=bytes(32),
        engine=engine,
        player_ids=player_ids,
        began_ms=0,
        step_began_ms=0,
    )
