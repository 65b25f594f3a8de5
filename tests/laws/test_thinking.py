"""Whoever plays for the house plays by the rules, in time, and by what its seat may know."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.ai_players import find_player
from games.core import Game, Level, Seat
from games.dice import Dice
from games.match import Match
from games.refused import Refused
from games.words import LOCALES
from tests.games.morra import GAME as MORRA
from tests.laws.law_tables import LawTable, sample_positions

MAX_TIME_CHECKS = 3
"""How often an opponent may look at the time before it is up."""


def make_timer(checks: int) -> Callable[[], float]:
    """A time that runs by being looked at, so that a thought can be had again."""
    left = iter(range(checks, 0, -1))
    return lambda: float(next(left, 0))


def list_seats_to_move(table: LawTable, max_positions: int = 6) -> Iterator[tuple[Match, Seat]]:
    for engine in sample_positions(table, max_positions):
        for seat in sorted(engine.seats_asked):
            yield engine, seat


@pytest.mark.parametrize("level", Level)
def test_the_house_says_legal_words_and_why(table: LawTable, level: Level) -> None:
    for engine, seat in list_seats_to_move(table):
        thought = table.game.think(engine.view_of(seat), level, Dice(b"a thought"), make_timer(MAX_TIME_CHECKS))
        assert thought.move in engine.legal_moves(seat)
        for locale in LOCALES:
            assert table.game.say(thought.why, locale, **thought.facts)


@pytest.mark.parametrize("level", Level)
def test_without_time_it_says_something_all_the_same(table: LawTable, level: Level) -> None:
    for engine, seat in list_seats_to_move(table, 3):
        assert table.game.think(engine.view_of(seat), level, Dice(b"late"), make_timer(0)).move in engine.legal_moves(
            seat
        )


def test_what_looks_alike_gets_the_same_thought(table: LawTable) -> None:
    """Also where the world behind it is another, and where the view has come from another process."""
    for engine, seat in list_seats_to_move(table, 4):
        seen = engine.view_of(seat)
        other = table.game.view(table.game.resample(seen, Dice(b"another world")), seat)
        for level in Level:
            thought, again = (
                table.game.think(view, level, Dice(b"the same dice"), make_timer(MAX_TIME_CHECKS))
                for view in (seen, pickle.loads(pickle.dumps(other)))  # noqa: S301 - our own, a line ago
            )
            assert thought == again


def test_every_rival_plays_by_the_rules(table: LawTable) -> None:
    assert {"random", "greedy"} <= table.game.baselines.keys()
    for engine, seat in list_seats_to_move(table, 3):
        for name in table.game.baselines:
            assert find_player(table.game, name)(
                engine.view_of(seat), Dice(name.encode()), make_timer(MAX_TIME_CHECKS)
            ) in engine.legal_moves(seat)


def test_the_house_can_be_asked_at_its_levels_and_at_no_other(table: LawTable) -> None:
    """The one that everybody begins with is everywhere, and each is better than the one before."""
    known = table.game.LEVELS
    assert Level.STEADY in known
    assert list(known) == [level for level in Level if level in known]
    for level in known:
        find_player(table.game, level)
    for level in set(Level) - {*known}:
        with pytest.raises(Refused, match="player-unknown"):
            find_player(table.game, level)


def test_nobody_else_can_be_asked_to_play() -> None:
    game: Game[Any, Any, Any] = MORRA
    with pytest.raises(Refused, match="player-unknown"):
        find_player(game, "the owl")
