"""Whole matches of any game, played to their end by people who choose as they are told to."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import pytest

from bot.scenes import positions
from bot.table.agreement import Agreement
from bot.table.table import Begun, Over, Table
from bot.table.tables import Tables
from games import GAMES
from games.core import Seat, Word
from games.match import Match
from storage import Journal
from tests.bot.sitting import ANN, BEN, CHANNEL, NOON, SERVER, cause
from tests.dice import falling

Chooser: TypeAlias = Callable[[Match, Seat], Word]
Past: TypeAlias = tuple[Begun, Journal, Sequence[Match]]
NOTHING: Final[Mapping[str, Any]] = {}
_LOOKED_BACK_UPON: Final[dict[tuple[type, str, int], Past]] = {}


def by_dice(seed: int) -> Chooser:
    dice = random.Random(seed)
    return lambda match, seat: dice.choice(list(match.legal(seat)))


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
    table = done.table
    for guest in guests:
        table = (await tables.sit(table.id, guest, cause=cause(), now=now)).table
    return (await finished(tables, table, choose, now)).id


async def finished(tables: Tables, table: Table, choose: Chooser, now: int = NOON) -> Over:
    """All that is left to be played there; the house chooses as they do."""
    while not isinstance(table, Over):
        assert isinstance(table, Begun)
        # The house first, where several choose.
        seat = min(table.match.waiting & table.housed or table.match.waiting)
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
        with falling(f"{game} {seed}"):
            match = await played(tables, (ANN, BEN), game, choose=by_dice(seed))
        table, journal = await tables.table(match), await tables.journal(match)
        assert isinstance(table, Begun)
        _LOOKED_BACK_UPON[key] = (table, journal, positions.passed(journal))
    return _LOOKED_BACK_UPON[key]


async def looked(tables: Tables, game: str) -> Past:
    return await past_one(tables, game, 5)


def at_first(*games: str) -> list[pytest.ParameterSet]:
    """These at every change, all others at the gate."""
    return [pytest.param(game, marks=[] if game in games else [pytest.mark.gate]) for game in GAMES]
