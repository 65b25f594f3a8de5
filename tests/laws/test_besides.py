"""What holds for every game that can do more than the contract asks."""

import pytest

from games import record
from games.core import Awarding, Counted, Notated
from games.match import AGREE, CANCEL, LAPSE, OFFER, RESIGN
from games.record import Record
from tests.laws.positions import TABLES, Table, played, sampled

COUNTED = [table for table in TABLES if isinstance(table.game, Counted)]
NOTATED = [table for table in TABLES if isinstance(table.game, Notated)]
AWARDING = [table for table in TABLES if isinstance(table.game, Awarding)]


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


@pytest.mark.parametrize("awarding", AWARDING, ids=str)
def test_what_players_end_is_awarded(awarding: Table) -> None:
    match = sampled(awarding)[0]
    assert isinstance(awarding.game, Awarding)
    for word, ranks in ((RESIGN, (2, 1)), (LAPSE, (2, 1))):
        result = match.said(0, word).result
        assert result
        assert (result.ranks, result.scores) == (ranks, awarding.game.awarded(ranks))
        assert result.scores[1] > result.scores[0]
    drawn = match.said(0, OFFER).said(1, AGREE).result
    assert drawn
    assert drawn.scores[0] == drawn.scores[1] > 0
    cancelled = match.said(0, CANCEL).result
    assert cancelled
    assert not any(cancelled.scores)
