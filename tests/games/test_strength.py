"""The levels of the computer opponent beat those below them, and the baselines."""

from __future__ import annotations

import json
from statistics import fmean

import pytest

from bot.cli.arena import ArenaPairing, play_arena_match

gate = pytest.mark.gate
WITHOUT_LIMIT_S = 600.0


@pytest.mark.parametrize(
    ("game", "options", "stronger", "weaker", "thinking_time_s", "matches", "min_score"),
    [
        # Without time, the hard level falls back to a shallow search.
        ("schamanen", {"placement": "random"}, "hard", "random", 0.0, 10, 0.7),
        # Matches of Schnick are mostly luck.
        pytest.param("schnick", {}, "hard", "random", WITHOUT_LIMIT_S, 20, 0.35, marks=gate),
        ("shamanic_chess", {}, "medium", "greedy", WITHOUT_LIMIT_S, 4, 0.75),
        pytest.param("shamanic_chess", {}, "easy", "random", WITHOUT_LIMIT_S, 12, 0.6, marks=gate),
        pytest.param("shamanic_chess", {"variant": "free"}, "medium", "greedy", WITHOUT_LIMIT_S, 4, 0.75, marks=gate),
        *(
            pytest.param("woodwalkers", {"variant": variant}, *players, WITHOUT_LIMIT_S, matches, score, marks=gate)
            for variant in ("day", "midnight")
            for *players, matches, score in (
                ("medium", "easy", 6, 0.66),
                ("greedy", "random", 6, 0.66),
                ("easy", "random", 60, 0.51),
            )
        ),
    ],
)
def test_stronger_player_scores_enough(
    game: str,
    options: dict[str, str],
    stronger: str,
    weaker: str,
    thinking_time_s: float,
    matches: int,
    min_score: float,
) -> None:
    pairing = ArenaPairing(game, json.dumps(options), 2, stronger, weaker, seed=1, thinking_time_s=thinking_time_s)
    assert fmean(play_arena_match(pairing, number).score for number in range(matches)) >= min_score
