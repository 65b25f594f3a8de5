"""AI players make legal moves within the time limit, based only on the view of their seat."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from bot.cli.arena import play_arena_match
from games import GAMES
from games.ai_players import find_player
from games.core import Game, Level, Seat
from games.dice import Dice
from games.match import Match
from games.refused import Refused
from games.words import LOCALES
from tests.games.match_lines import make_timer
from tests.games.morra import GAME as MORRA
from tests.laws.law_tables import LawTable, sample_positions
from tests.tools.bench.newcomers import SERIES, NewcomerSeries

MAX_TIME_CHECKS = 3
"""The number of times that an AI player can check the time before none is left."""


def list_seats_to_move(table: LawTable, max_positions: int = 6) -> Iterator[tuple[Match, Seat]]:
    for match in sample_positions(table, max_positions):
        for seat in sorted(match.seats_asked):
            yield match, seat


@pytest.mark.parametrize("level", Level)
def test_ai_move_is_legal_and_has_a_reason(table: LawTable, level: Level) -> None:
    for match, seat in list_seats_to_move(table):
        thought = table.game.think(match.view_of(seat), level, Dice(b"a thought"), make_timer(MAX_TIME_CHECKS))
        assert thought.move in match.legal_moves(seat)
        for locale in LOCALES:
            assert table.game.say(thought.why, locale, **thought.facts)


@pytest.mark.parametrize("level", Level)
def test_ai_without_time_returns_a_legal_move(table: LawTable, level: Level) -> None:
    for match, seat in list_seats_to_move(table, 3):
        thought = table.game.think(match.view_of(seat), level, Dice(b"late"), make_timer(0))
        assert thought.move in match.legal_moves(seat)


def test_same_view_and_dice_give_the_same_ai_move(table: LawTable) -> None:
    """Compare the move for a view with that for an equal view, from a resampled state and pickled for a process."""
    for match, seat in list_seats_to_move(table, 4):
        original_view = match.view_of(seat)
        other = table.game.view(table.game.resample(original_view, Dice(b"another world")), seat)
        for level in Level:
            first_thought, second_thought = (
                table.game.think(view, level, Dice(b"the same dice"), make_timer(MAX_TIME_CHECKS))
                for view in (original_view, pickle.loads(pickle.dumps(other)))  # noqa: S301 - dumped here
            )
            assert first_thought == second_thought


def test_baseline_players_make_legal_moves(table: LawTable) -> None:
    assert {"random", "greedy"} <= table.game.baselines.keys()
    for match, seat in list_seats_to_move(table, 3):
        for name in table.game.baselines:
            player = find_player(table.game, name)
            move = player(match.view_of(seat), Dice(name.encode()), make_timer(MAX_TIME_CHECKS))
            assert move in match.legal_moves(seat)


def test_only_levels_of_the_game_have_players(table: LawTable) -> None:
    """Every game must have the default level and list its levels in ascending order."""
    levels = table.game.LEVELS
    assert Level.MEDIUM in levels, "LEVELS must include Level.MEDIUM, the default level"
    assert list(levels) == [level for level in Level if level in levels]
    for level in levels:
        find_player(table.game, level)
    for level in set(Level) - {*levels}:
        with pytest.raises(Refused, match="player-unknown"):
            find_player(table.game, level)


def test_unknown_player_is_refused() -> None:
    game: Game[Any, Any, Any] = MORRA
    with pytest.raises(Refused, match="player-unknown"):
        find_player(game, "the owl")


@pytest.mark.gate
@pytest.mark.parametrize("series", [it for it in SERIES if it.game in GAMES], ids=str)
def test_newcomers_win_some_first_practices(series: NewcomerSeries) -> None:
    scores = [play_arena_match(series.pairing, number).score for number in range(series.matches // 10)]
    assert 0.1 < sum(scores) / len(scores) < 0.65
