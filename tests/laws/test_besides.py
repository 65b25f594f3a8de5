"""What holds for every game that can do more than the contract asks."""

import pytest

from games import record
from games.core import Counted, Notated
from games.record import Record
from tests.laws.positions import TABLES, Table, played, sampled

COUNTED = [table for table in TABLES if isinstance(table.game, Counted)]
NOTATED = [table for table in TABLES if isinstance(table.game, Notated)]


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_one_step_is_counted_as_it_is_listed(counted: Table) -> None:
    assert isinstance(counted.game, Counted)
    for match in sampled(counted):
        for seat in match.awaited:
            assert counted.game.perft(match.state, 1) == dict.fromkeys(match.legal(seat), 1)


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_two_steps_are_counted_as_they_are_played(counted: Table) -> None:
    assert isinstance(counted.game, Counted)
    match = sampled(counted)[0]
    (seat,) = match.awaited
    for word, ways in counted.game.perft(match.state, 2).items():
        after = match.said(seat, word)
        assert ways == sum(len(after.legal(each)) for each in after.awaited)


@pytest.mark.parametrize("notated", NOTATED, ids=str)
def test_a_match_survives_its_pgn(notated: Table) -> None:
    before = Record(notated.game, notated.options, notated.seats, played(notated).lines)
    assert str(record.read(record.pgn(before))) == str(before)
