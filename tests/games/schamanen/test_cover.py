"""What must be forgotten of a view before it may be kept or shown again."""

from __future__ import annotations

import pytest

from games.schamanen import GAME
from games.schamanen.state import Fought, Placed
from tests.games.schamanen.drawn import EYES, VECTOR, drafted, drawing, said, table

BACKS = "?/? ?/? ?/? | ?/? ?/? ?/? | ?/? ?/? ?/?"


@pytest.mark.parametrize("seat", EYES)
def test_covering_turns_the_stones_down_and_drops_the_recall(seat: int | None) -> None:
    match = said(drafted(VECTOR, variant="memory", prize="one"), "b2", "0 swap b2 c3", "a1")
    cover = GAME.forget(match.view(seat))
    assert drawing(cover) == drawing(cover, known=True) == BACKS
    assert cover.seen == (frozenset(), frozenset())
    (fought,) = cover.last
    assert isinstance(fought, Fought)
    # That, where and how much was paid may stay.
    assert (fought.values, fought.space, fought.paid) == (((0,), (0,)), 0, 1)
    assert (cover.shells, cover.duels, cover.phase) == ((11, 7), 2, "exchange")


def test_covering_hides_the_stone_just_placed_from_its_owner() -> None:
    cover = GAME.forget(said(table(variant="memory"), "0 place 5 b2").view(0))
    assert drawing(cover) == "-/- -/- -/- | -/- ?/- -/- | -/- -/- -/-"
    assert [fact.value for fact in cover.last if isinstance(fact, Placed)] == [0]


def test_covering_leaves_what_help_shows() -> None:
    match = said(table(variant="memory", memory_help="own", board=VECTOR, prize="one"), "b2")
    cover = GAME.forget(match.view(1))
    assert drawing(cover) == drawing(cover, known=True) == "?/1 ?/9 ?/4 | ?/8 ?/2 ?/5 | ?/7 ?/6 ?/3"


def test_covering_leaves_the_end_open() -> None:
    end = said(table(variant="memory", board=VECTOR, duel_limit=1), "a1").view(None)
    assert GAME.forget(end) == end


@pytest.mark.parametrize("variant", ["classic", "pro", "pro_stacks"])
def test_where_stones_lie_open_there_is_nothing_to_cover(variant: str) -> None:
    view = said(table(variant=variant, board=VECTOR), "c3").view(0)
    assert GAME.forget(view) == view
