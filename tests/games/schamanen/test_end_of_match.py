"""The end of a match by the duel limit or by time, before a player has lost all shells."""

import pytest

from games.match import MATCH_TIME_OVER, Match
from tests.games.match_lines import find_refusal_key
from tests.games.schamanen.boards import EQUAL_VALUES_BOARD, RULES_BOARD, begin_duel, play_lines


def play_ties(match: Match, duels: int) -> Match:
    """Play this many ties on C3. The exchanges between them do not change C3."""
    for duel in range(duels):
        if duel:
            match = play_lines(match, f"{min(match.seats_asked)} swap a1 b1")
        match = play_lines(match, "c3")
    return match


@pytest.mark.parametrize(
    ("options", "duels"),
    [({}, 21), ({"duel_limit": 1}, 1), ({"duel_limit": 15}, 15), ({"duel_limit": "none"}, 201)],
)
def test_nine_all_at_the_limit_is_a_draw(options: dict[str, object], duels: int) -> None:
    before = play_ties(begin_duel(board=EQUAL_VALUES_BOARD, variant="memory", **options), duels - 1)
    assert not before.result
    end = play_lines(before, *([f"{min(before.seats_asked)} swap a1 b1"] if duels > 1 else []), "c3").result
    assert end
    assert (end.ranks, end.scores, end.reason) == ((1, 1), (9, 9), "limit")


@pytest.mark.parametrize(
    ("shells", "space", "ranks", "scores", "reason"),
    [
        ([9, 9], "c1", (1, 2), (10, 8), "limit"),
        ([9, 9], "a3", (2, 1), (8, 10), "limit"),
        ([10, 8], "a3", (1, 1), (9, 9), "limit"),
        ([11, 7], "a3", (1, 2), (10, 8), "limit"),
        ([14, 4], "c3", (1, 2), (18, 0), "shells"),
    ],
)
def test_more_shells_win_at_the_limit(
    shells: list[int], space: str, ranks: tuple[int, int], scores: tuple[int, int], reason: str
) -> None:
    end = play_lines(begin_duel(board=RULES_BOARD, shells=shells, duel_limit=1), space).result
    assert end
    assert (end.ranks, end.scores, end.reason) == (ranks, scores, reason)


def test_when_time_is_up_shells_count_and_a_single_mask_is_void() -> None:
    match = play_lines(begin_duel(board=RULES_BOARD), "c1", "0 swap a1 a2", "0 mask 3")
    match.check_move(None, MATCH_TIME_OVER)
    end = match.play_move(None, MATCH_TIME_OVER)
    assert end.result
    assert (end.result.ranks, end.result.scores, end.result.reason) == ((1, 2), (10, 8), "time")
    assert end.sealed == {}
    assert find_refusal_key(end, "1 mask a") == "ended"


def test_time_up_during_the_placement_is_a_draw() -> None:
    end = begin_duel().play_move(None, MATCH_TIME_OVER)
    assert end.result
    assert (end.result.ranks, end.result.scores) == ((1, 1), (9, 9))
