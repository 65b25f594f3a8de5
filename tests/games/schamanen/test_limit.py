"""How a match of the Duel ends when nobody loses all the shells."""

import pytest

from games.match import TIME, Match
from tests.games.lines import refusal
from tests.games.schamanen.drawn import TWINS, VECTOR, said, table


def tied(match: Match, duels: int) -> Match:
    """So many ties on C3, and the exchanges between them, which change nothing there."""
    for duel in range(duels):
        if duel:
            match = said(match, f"{min(match.awaited)} swap a1 b1")
        match = said(match, "c3")
    return match


def test_nine_all_after_21_duels_is_a_draw() -> None:
    match = table(board=TWINS, variant="memory")
    assert not tied(match, 20).result
    end = tied(match, 21).result
    assert end
    assert (end.ranks, end.scores, end.reason) == ((1, 1), (9, 9), "limit")


@pytest.mark.parametrize("limit", [1, 3, 11, 15, 31, 201])
def test_the_limit_counts_duels(limit: int) -> None:
    match = table(board=TWINS, variant="memory", duel_limit=limit)
    assert not tied(match, limit - 1).result
    assert tied(match, limit).result


def test_no_limit_still_stops_at_201() -> None:
    match = table(board=TWINS, variant="memory", duel_limit="none")
    assert not tied(match, 200).result
    end = tied(match, 201).result
    assert end
    assert (end.ranks, end.reason) == ((1, 1), "limit")


@pytest.mark.parametrize(
    ("shells", "space", "ranks", "scores"),
    [
        ([9, 9], "c1", (1, 2), (10, 8)),
        ([9, 9], "a3", (2, 1), (8, 10)),
        ([10, 8], "a3", (1, 1), (9, 9)),
        ([11, 7], "a3", (1, 2), (10, 8)),
    ],
)
def test_more_shells_win_at_the_limit(
    shells: list[int], space: str, ranks: tuple[int, int], scores: tuple[int, int]
) -> None:
    end = said(table(board=VECTOR, shells=shells, duel_limit=1), space).result
    assert end
    assert (end.ranks, end.scores, end.reason) == (ranks, scores, "limit")


def test_all_the_shells_at_the_limit_are_won_as_shells() -> None:
    end = said(table(board=VECTOR, shells=[14, 4], duel_limit=1), "c3").result
    assert end
    assert (end.scores, end.reason) == ((18, 0), "shells")


def test_when_the_time_is_up_shells_count_and_a_lone_mask_is_void() -> None:
    match = said(table(board=VECTOR), "c1", "0 swap a1 a2", "0 mask 3")
    match.check(None, TIME)
    end = match.said(None, TIME)
    assert end.result
    assert (end.result.ranks, end.result.scores, end.result.reason) == ((1, 2), (10, 8), "time")
    assert end.sealed == {}
    assert refusal(end, "1 mask a") == "ended"


def test_when_the_time_is_up_in_the_placement_nobody_has_won() -> None:
    end = table().said(None, TIME)
    assert end.result
    assert (end.result.ranks, end.result.scores) == ((1, 1), (9, 9))
