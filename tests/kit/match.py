"""Start, play and finish matches through the service of matches, without Discord."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import pytest

from bot.handlers.requests import Asked
from bot.matches.deadline_loop import Clock
from bot.matches.model import Begun, Over, Play, Table
from bot.matches.service import Done, Tables
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences
from bot.preferences import Preferences
from bot.ratings.rating_policy import Umpire
from bot.screens import review_positions
from bot.wall_clock import EPOCH
from games import GAMES
from games.core import Move, Seat
from games.match import Match
from games.refused import Refused
from games.words import Locale
from storage import Deadline, Journal, Result, Store
from tests.dice import seed_dice
from tests.games.morra import GAME, KEY

ANN, BEN, CAT, DAN = 11, 22, 33, 44
SERVER, CHANNEL = 1, 2
NOON = EPOCH + 1_000_000_000_000
CAUSES = count(100_001)

Told: TypeAlias = Callable[[Deadline], Awaitable[None]]
"""Who hears from a clock what it did."""


def tabled(store: Store, keep: int | None = None) -> Tables:
    """The tables of a process of its own."""
    return Tables(store, Absences(), Umpire(store, Preferences(store)).ruled, keep)


def seat_of(table: Table, person: int) -> Seat:
    assert isinstance(table, Begun)
    return table.people.index(person)


def cause() -> int:
    """A new interaction."""
    return next(CAUSES)


def asked(
    person: int = ANN,
    locale: Locale = "en",
    *,
    server: int | None = SERVER,
    channel: int = CHANNEL,
    **told: Any,
) -> Asked:
    return Asked(person, locale, server, channel, cause(), NOON, **told)


async def challenge(
    tables: Tables,
    *named: int,
    by: int = ANN,
    now: int = NOON,
    options: Mapping[str, Any] = MappingProxyType({}),
    **agreed: Any,
) -> Table:
    agreement = Agreement(**{"kind": "challenge", "seats": len(named) + 1, **agreed})
    return await offered(tables, by, named, agreement, now, options)


async def offered(
    tables: Tables,
    by: int,
    named: tuple[int, ...],
    agreement: Agreement,
    now: int = NOON,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Table:
    done = await tables.offer(
        by, named, GAME, options, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=now
    )
    return done.table


async def offer_match(
    tables: Tables,
    *guests: int,
    game: str = "schnick",
    options: Mapping[str, Any] = MappingProxyType({}),
    by: int = ANN,
    server: int | None = SERVER,
    channel: int = CHANNEL,
    now: int = NOON,
    **agreed: Any,
) -> Table:
    """Offer a match; `agreed` holds fields of `Agreement`. A challenge without a clock, unless it says otherwise."""
    agreement = Agreement(**{"seats": len(guests) + 1, "clock": None, **agreed})
    named = guests if agreement.kind == "challenge" else ()
    done = await tables.offer(
        by, named, GAMES[game], options, agreement, server=server, channel=channel, cause=cause(), now=now
    )
    return done.table


async def accept_offer(tables: Tables, table: Table, *people: int, now: int = NOON) -> Table:
    for person in people:
        table = (await tables.sit(table.id, person, cause=cause(), now=now)).table
    return table


async def begin_match(tables: Tables, *guests: int, now: int = NOON, **offered: Any) -> Play:
    """Offer a match that all guests accept; see `offer_match`."""
    table = await accept_offer(tables, await offer_match(tables, *guests, now=now, **offered), *guests, now=now)
    assert isinstance(table, Play)
    return table


async def begin_practice(tables: Tables, game: str = "schnick", **offered: Any) -> Play:
    return await begin_match(tables, game=game, kind="practice", seats=2, house=1, rated=False, **offered)


async def say_word(tables: Tables, match: int, person: int, *word: str, now: int = NOON) -> Begun:
    table = (await tables.say(match, person, word, step=None, cause=cause(), now=now)).table
    assert isinstance(table, Begun)
    return table


async def begun(tables: Tables, *named: int, by: int = ANN, now: int = NOON, **agreed: Any) -> Table:
    """A match that all who were challenged have accepted."""
    return await accept_offer(tables, await challenge(tables, *named, by=by, now=now, **agreed), *named, now=now)


async def show(
    tables: Tables, table: Table, seat: Seat, fingers: int = 1, now: int = NOON, step: int | None = None
) -> Done:
    """Whoever sits there, the house included, shows some fingers."""
    word = ("show", str(fingers))
    assert isinstance(table, Begun)
    person = table.people[seat]
    if person is None or seat in table.housed:
        return await tables.say_for_the_house(table.id, seat, word, step=table.match.step, now=now)
    return await tables.say(table.id, person, word, step=step, cause=cause(), now=now)


async def round_of(tables: Tables, table: Table, now: int = NOON) -> Table:
    """Everybody shows one finger, the house first; for whom dice have chosen already, nobody does."""
    assert isinstance(table, Begun)
    housed = table.housed
    for seat in sorted(range(len(table.people)), key=lambda seat: (seat not in housed, seat)):
        table = await tables.table(table.id)
        assert isinstance(table, Begun)
        if seat not in housed & table.match.sealed.keys():
            table = (await show(tables, table, seat, now=now)).table
    return table


async def said(tables: Tables, table: Table, seat: Seat, word: str, now: int = NOON) -> Done:
    assert isinstance(table, Begun)
    person = table.people[seat]
    assert person is not None
    return await tables.say(table.id, person, (word,), step=None, cause=cause(), now=now)


async def duel(tables: Tables, winner: int, loser: int, now: int, rounds: int = 2) -> int:
    """The number of a match of two, which the loser gives up after some rounds."""
    table = await begun(tables, loser, by=winner, now=now)
    for _ in range(rounds):
        table = await round_of(tables, table, now)
    assert isinstance(table, Begun)
    return (await said(tables, table, table.people.index(loser), "!resign", now)).table.id


async def of_three(tables: Tables) -> Table:
    """Ann, Ben and Cat, at a game with texts of its own."""
    return await begin_match(tables, BEN, CAT)


async def refusal(call: object) -> str:
    with pytest.raises(Refused) as no:
        await call  # type: ignore[misc]  # any of the service's calls
    return no.value.key


async def fired(tables: Tables, now: int) -> None:
    async def told(deadline: Deadline) -> None:
        pass

    await Clock(tables, tables.store, "one", told).tick(now)


Chooser: TypeAlias = Callable[[Match, Seat], Move]
Past: TypeAlias = tuple[Begun, Journal, Sequence[Match]]
NOTHING: Final[Mapping[str, Any]] = {}
_LOOKED_BACK_UPON: Final[dict[tuple[type, str, int], Past]] = {}


def by_dice(seed: int) -> Chooser:
    dice = random.Random(seed)
    return lambda match, seat: dice.choice(list(match.legal_moves(seat)))


async def played(
    tables: Tables,
    people: Sequence[int],
    game: str,
    options: Mapping[str, Any] = NOTHING,
    *,
    choose: Chooser,
    now: int = NOON,
    server: int = SERVER,
    channel: int = CHANNEL,
) -> int:
    """In this order round the table; returns its number."""
    host, *guests = people
    agreement = Agreement(seats=len(people), clock=None, order=tuple(range(len(people))))
    done = await tables.offer(
        host, guests, GAMES[game], options, agreement, server=server, channel=channel, cause=cause(), now=now
    )
    table = await accept_offer(tables, done.table, *guests, now=now)
    return (await finished(tables, table, choose, now)).id


async def finished(tables: Tables, table: Table, choose: Chooser, now: int = NOON) -> Over:
    """All that is left to be played there; the house chooses as they do."""
    while not isinstance(table, Over):
        assert isinstance(table, Begun)
        # The house first, where several choose.
        seat = min(table.match.to_move & table.housed or table.match.to_move)
        person, word, step = table.people[seat], choose(table.match, seat), table.match.step
        if person is None:
            done = await tables.say_for_the_house(table.id, seat, word, step=step, now=now)
        else:
            done = await tables.say(table.id, person, word, step=None, cause=cause(), now=now)
        table = done.table
    return table


async def past_one(tables: Tables, game: str, seed: int) -> Past:
    """For those who only look back upon it: to play it anew for each of them takes longer than to look."""
    key = (type(tables.store.database), game, seed)
    if key not in _LOOKED_BACK_UPON:
        with seed_dice(f"{game} {seed}"):
            match = await played(tables, (ANN, BEN), game, choose=by_dice(seed))
        table, journal = await tables.table(match), await tables.journal(match)
        assert isinstance(table, Begun)
        _LOOKED_BACK_UPON[key] = (table, journal, review_positions.passed(journal))
    return _LOOKED_BACK_UPON[key]


async def looked(tables: Tables, game: str) -> Past:
    return await past_one(tables, game, 5)


def at_first(*games: str) -> list[pytest.ParameterSet]:
    """These at every change, all others at the gate."""
    return [pytest.param(game, marks=[] if game in games else [pytest.mark.gate]) for game in GAMES]


def ranked_results(*ranks: int, at: int = 5, number: int = 1, people: tuple[int, ...] = ()) -> list[Result]:
    people = people or tuple(range(100, 100 + len(ranks)))
    return [
        Result(seat, person, SERVER, KEY, 0, rank, 0, "points", True, at, match_id=number)
        for seat, (person, rank) in enumerate(zip(people, ranks, strict=True))
    ]
