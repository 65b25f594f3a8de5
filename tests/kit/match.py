"""Start, play and finish matches through the service of matches, without Discord."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import pytest

from bot.handlers.requests import Request
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import ActionResult, MatchService
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
from tests.dice import seed_dice
from tests.games.morra import GAME, KEY

ANN, BEN, CAT, DAN = 11, 22, 33, 44
SERVER, CHANNEL = 1, 2
NOON = DISCORD_EPOCH_MS + 1_000_000_000_000
CAUSES = count(100_001)

Told: TypeAlias = Callable[[Deadline], Awaitable[None]]
"""Who hears from a clock what it did."""


def tabled(store: Store, keep: int | None = None) -> MatchService:
    """The tables of a process of its own."""
    return MatchService(store, Absences(), RatingPolicy(store, Preferences(store)).rate_match, keep)


def seat_of(match: MatchState, person_id: int) -> Seat:
    assert isinstance(match, StartedMatch)
    return match.player_ids.index(person_id)


def cause() -> int:
    """A new interaction."""
    return next(CAUSES)


def asked(
    person_id: int = ANN,
    locale: Locale = "en",
    *,
    server_id: int | None = SERVER,
    channel_id: int = CHANNEL,
    **told: Any,
) -> Request:
    return Request(person_id, locale, server_id, channel_id, cause(), NOON, **told)


async def challenge(
    matches: MatchService,
    *named: int,
    by: int = ANN,
    now_ms: int = NOON,
    options: Mapping[str, Any] = MappingProxyType({}),
    **agreed: Any,
) -> MatchState:
    terms = MatchTerms(**{"kind": "challenge", "seats": len(named) + 1, **agreed})
    return await offered(matches, by, named, terms, now_ms, options)


async def offered(
    matches: MatchService,
    by: int,
    named: tuple[int, ...],
    terms: MatchTerms,
    now_ms: int = NOON,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> MatchState:
    done = await matches.create_offer(
        by, named, GAME, options, terms, server_id=SERVER, channel_id=CHANNEL, interaction_id=cause(), now_ms=now_ms
    )
    return done.match


async def offer_match(
    matches: MatchService,
    *guests: int,
    game: str = "schnick",
    options: Mapping[str, Any] = MappingProxyType({}),
    by: int = ANN,
    server_id: int | None = SERVER,
    channel_id: int = CHANNEL,
    now_ms: int = NOON,
    **agreed: Any,
) -> MatchState:
    """Offer a match; `agreed` holds fields of `MatchTerms`. A challenge without a clock, unless it says otherwise."""
    terms = MatchTerms(**{"seats": len(guests) + 1, "clock": None, **agreed})
    named = guests if terms.kind == "challenge" else ()
    done = await matches.create_offer(
        by,
        named,
        GAMES[game],
        options,
        terms,
        server_id=server_id,
        channel_id=channel_id,
        interaction_id=cause(),
        now_ms=now_ms,
    )
    return done.match


async def accept_offer(matches: MatchService, match: MatchState, *people: int, now_ms: int = NOON) -> MatchState:
    for person_id in people:
        match = (await matches.join_offer(match.id, person_id, interaction_id=cause(), now_ms=now_ms)).match
    return match


async def begin_match(matches: MatchService, *guests: int, now_ms: int = NOON, **offered: Any) -> RunningMatch:
    """Offer a match that all guests accept; see `offer_match`."""
    match = await accept_offer(
        matches, await offer_match(matches, *guests, now_ms=now_ms, **offered), *guests, now_ms=now_ms
    )
    assert isinstance(match, RunningMatch)
    return match


async def begin_practice(matches: MatchService, game: str = "schnick", **offered: Any) -> RunningMatch:
    return await begin_match(matches, game=game, kind="practice", seats=2, house=1, rated=False, **offered)


async def say_word(
    matches: MatchService, match_id: int, person_id: int, *word: str, now_ms: int = NOON
) -> StartedMatch:
    match = (await matches.play_move(match_id, person_id, word, step=None, interaction_id=cause(), now_ms=now_ms)).match
    assert isinstance(match, StartedMatch)
    return match


async def begun(matches: MatchService, *named: int, by: int = ANN, now_ms: int = NOON, **agreed: Any) -> MatchState:
    """A match that all who were challenged have accepted."""
    return await accept_offer(
        matches, await challenge(matches, *named, by=by, now_ms=now_ms, **agreed), *named, now_ms=now_ms
    )


async def show(
    matches: MatchService, match: MatchState, seat: Seat, fingers: int = 1, now_ms: int = NOON, step: int | None = None
) -> ActionResult:
    """Whoever sits there, the house included, shows some fingers."""
    word = ("show", str(fingers))
    assert isinstance(match, StartedMatch)
    person_id = match.player_ids[seat]
    if person_id is None or seat in match.ai_controlled_seats:
        return await matches.play_ai_move(match.id, seat, word, step=match.engine.step, now_ms=now_ms)
    return await matches.play_move(match.id, person_id, word, step=step, interaction_id=cause(), now_ms=now_ms)


async def round_of(matches: MatchService, match: MatchState, now_ms: int = NOON) -> MatchState:
    """Everybody shows one finger, the house first; for whom dice have chosen already, nobody does."""
    assert isinstance(match, StartedMatch)
    housed = match.ai_controlled_seats
    for seat in sorted(range(len(match.player_ids)), key=lambda seat: (seat not in housed, seat)):
        match = await matches.find_match(match.id)
        assert isinstance(match, StartedMatch)
        if seat not in housed & match.engine.sealed.keys():
            match = (await show(matches, match, seat, now_ms=now_ms)).match
    return match


async def said(matches: MatchService, match: MatchState, seat: Seat, word: str, now_ms: int = NOON) -> ActionResult:
    assert isinstance(match, StartedMatch)
    person_id = match.player_ids[seat]
    assert person_id is not None
    return await matches.play_move(match.id, person_id, (word,), step=None, interaction_id=cause(), now_ms=now_ms)


async def duel(matches: MatchService, winner: int, loser: int, now_ms: int, rounds: int = 2) -> int:
    """The number of a match of two, which the loser gives up after some rounds."""
    match = await begun(matches, loser, by=winner, now_ms=now_ms)
    for _ in range(rounds):
        match = await round_of(matches, match, now_ms)
    assert isinstance(match, StartedMatch)
    return (await said(matches, match, match.player_ids.index(loser), "!resign", now_ms)).match.id


async def of_three(matches: MatchService) -> MatchState:
    """Ann, Ben and Cat, at a game with texts of its own."""
    return await begin_match(matches, BEN, CAT)


async def refusal(call: object) -> str:
    with pytest.raises(Refused) as no:
        await call  # type: ignore[misc]  # any of the service's calls
    return no.value.key


async def fired(matches: MatchService, now_ms: int) -> None:
    async def told(deadline: Deadline) -> None:
        pass

    await DeadlineLoop(matches, matches.store, "one", told).fire_due_deadlines(now_ms)


Chooser: TypeAlias = Callable[[Match, Seat], Move]
Past: TypeAlias = tuple[StartedMatch, Journal, Sequence[Match]]
NOTHING: Final[Mapping[str, Any]] = {}
_LOOKED_BACK_UPON: Final[dict[tuple[type, str, int], Past]] = {}


def by_dice(seed: int) -> Chooser:
    dice = random.Random(seed)
    return lambda engine, seat: dice.choice(list(engine.legal_moves(seat)))


async def played(
    matches: MatchService,
    people: Sequence[int],
    game: str,
    options: Mapping[str, Any] = NOTHING,
    *,
    choose: Chooser,
    now_ms: int = NOON,
    server_id: int = SERVER,
    channel_id: int = CHANNEL,
) -> int:
    """In this order round the table; returns its number."""
    host, *guests = people
    terms = MatchTerms(seats=len(people), clock=None, order=tuple(range(len(people))))
    done = await matches.create_offer(
        host,
        guests,
        GAMES[game],
        options,
        terms,
        server_id=server_id,
        channel_id=channel_id,
        interaction_id=cause(),
        now_ms=now_ms,
    )
    match = await accept_offer(matches, done.match, *guests, now_ms=now_ms)
    return (await finished(matches, match, choose, now_ms)).id


async def finished(matches: MatchService, match: MatchState, choose: Chooser, now_ms: int = NOON) -> FinishedMatch:
    """All that is left to be played there; the house chooses as they do."""
    while not isinstance(match, FinishedMatch):
        assert isinstance(match, StartedMatch)
        # The house first, where several choose.
        seat = min(match.engine.to_move & match.ai_controlled_seats or match.engine.to_move)
        person_id, word, step = match.player_ids[seat], choose(match.engine, seat), match.engine.step
        if person_id is None:
            done = await matches.play_ai_move(match.id, seat, word, step=step, now_ms=now_ms)
        else:
            done = await matches.play_move(match.id, person_id, word, step=None, interaction_id=cause(), now_ms=now_ms)
        match = done.match
    return match


async def past_one(matches: MatchService, game: str, seed: int) -> Past:
    """For those who only look back upon it: to play it anew for each of them takes longer than to look."""
    key = (type(matches.store.database), game, seed)
    if key not in _LOOKED_BACK_UPON:
        with seed_dice(f"{game} {seed}"):
            match_id = await played(matches, (ANN, BEN), game, choose=by_dice(seed))
        match, journal = await matches.find_match(match_id), await matches.load_journal(match_id)
        assert isinstance(match, StartedMatch)
        _LOOKED_BACK_UPON[key] = (match, journal, review_positions.list_positions(journal))
    return _LOOKED_BACK_UPON[key]


async def looked(matches: MatchService, game: str) -> Past:
    return await past_one(matches, game, 5)


def at_first(*games: str) -> list[pytest.ParameterSet]:
    """These at every change, all others at the gate."""
    return [pytest.param(game, marks=[] if game in games else [pytest.mark.gate]) for game in GAMES]


def ranked_results(*ranks: int, at: int = 5, number: int = 1, people: tuple[int, ...] = ()) -> list[SeatResult]:
    people = people or tuple(range(100, 100 + len(ranks)))
    return [
        SeatResult(seat, person_id, SERVER, KEY, 0, rank, 0, "points", True, at, match_id=number)
        for seat, (person_id, rank) in enumerate(zip(people, ranks, strict=True))
    ]
