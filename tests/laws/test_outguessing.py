"""Whoever reads others for the house goes by what its own seat saw, and plays as ever where that tells nothing."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from games import GAMES
from games.core import Level, Seat
from games.dice import Dice
from games.insight import OpponentChoice
from games.match import Match
from games.words import LOCALES
from tests.laws.law_tables import TABLES, LawTable, get_random_match, sample_positions

EMPTY_HISTORIES: tuple[list[list[OpponentChoice]], ...] = ([], [[]])
TABLES_WITH_EXPLOIT = [table for table in TABLES if table.game.can_exploit and table.seats == 2]


def list_steps(table: LawTable) -> Iterator[tuple[Match, Match, dict[Seat, tuple[str, ...]]]]:
    """Each step of a random match: as it was before, after, and what was said."""
    joint: dict[Seat, tuple[str, ...]] = {}
    begun = get_random_match(table).matches[0]
    for engine, after, line in zip(
        get_random_match(table).matches,
        get_random_match(table).matches[1:],
        get_random_match(table).lines,
        strict=False,
    ):
        assert line.seat is not None
        joint[line.seat] = line.move
        if after.step > engine.step:
            yield begun, after, joint
            joint, begun = {}, after


def list_observed_choices(table: LawTable, seat: Seat) -> list[OpponentChoice]:
    found = (
        table.game.observe_opponent(before.view_of(seat), after.view_of(seat), joint)
        for before, after, joint in list_steps(table)
    )
    return [met for met in found if met]


def test_some_game_is_read() -> None:
    assert {table.game.KEY for table in TABLES_WITH_EXPLOIT} == {"schamanen", "schnick"} & {*GAMES}


@pytest.mark.parametrize("at", TABLES_WITH_EXPLOIT, ids=str)
def test_what_met_is_told_by_the_same_symbols_from_either_side(at: LawTable) -> None:
    mine, theirs = list_observed_choices(at, 0), list_observed_choices(at, 1)
    assert len(mine) == len(theirs)
    for one, other in zip(mine, theirs, strict=True):
        assert (one.symbol, one.answer) == (other.answer, other.symbol)
        assert one.won == -other.won
        assert one.usual.keys() == other.usual.keys()
        assert {one.symbol, one.answer, one.plain, *one.beats} <= set(one.usual)
        assert sum(one.usual.values()) == pytest.approx(1)


@pytest.mark.parametrize("at", TABLES_WITH_EXPLOIT, ids=str)
def test_what_met_says_nothing_that_this_seat_does_not_know(at: LawTable) -> None:
    """The same from another world in which this seat would have seen the same."""
    for before, after, joint in [*list_steps(at)][:12]:
        view = before.view_of(0)
        other = at.game.view(at.game.resample(view, Dice(b"another world")), 0)
        assert at.game.observe_opponent(view, after.view_of(0), joint) == at.game.observe_opponent(
            other, after.view_of(0), joint
        )


@pytest.mark.parametrize("at", TABLES_WITH_EXPLOIT, ids=str)
def test_whatever_was_read_its_words_are_legal_and_have_a_reason(at: LawTable) -> None:
    for engine in sample_positions(at, 6):
        for seat in sorted(engine.seats_asked):
            runs = [list_observed_choices(at, seat)] * 6
            thought, again = (
                at.game.exploit(view, known, Dice(b"a thought"), lambda: 0.0)
                for view, known in (
                    (engine.view_of(seat), runs),
                    pickle.loads(pickle.dumps((engine.view_of(seat), runs))),  # noqa: S301 - our own, a line ago
                )
            )
            assert thought == again
            assert thought.move in engine.legal_moves(seat)
            for locale in LOCALES:
                assert at.game.say(thought.why, locale, **thought.facts)


@pytest.mark.parametrize("at", TABLES_WITH_EXPLOIT, ids=str)
def test_where_nothing_was_read_it_plays_as_strongly_as_ever(at: LawTable) -> None:
    for engine in sample_positions(at, 9):
        for seat in sorted(engine.seats_asked):
            strong = at.game.think(engine.view_of(seat), Level.STRONG, Dice(b"a thought"), lambda: 0.0)
            for runs in EMPTY_HISTORIES:
                assert at.game.exploit(engine.view_of(seat), runs, Dice(b"a thought"), lambda: 0.0) == strong
