"""Whatever the board has to show, nothing is clipped, covered or heavy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import canvas, typeface
from games.art import Letters, Name, Picture, Sprite
from games.woodwalkers import GAME
from games.woodwalkers.frame import ASIDE
from tests.games.lines import said
from tests.games.woodwalkers.drawn import crowd, wandering
from tests.games.woodwalkers.marks import crowded, picture
from tests.games.woodwalkers.scenes import SCENES
from tests.laws.legibility import apart
from tests.laws.legibility import within as clipped_nowhere
from tests.laws.painted import HEAVIEST, LONG


def seen() -> Iterator[Picture]:
    for where in SCENES:
        yield from (picture(where, seat) for seat in (0, 1, None))
    yield GAME.picture(crowd().view(None))
    yield from map(GAME.picture, crowded())
    for seats in (2, 3, 4):
        for variant in ("day", "midnight"):
            matches = list(wandering(seats, seats, lively=True, variant=variant))
            yield from (GAME.picture(match.view(min(match.waiting, default=None))) for match in matches[::23])


@pytest.mark.gate
def test_nothing_is_clipped_and_nothing_lies_upon_type() -> None:
    for board in seen():
        clipped_nowhere(board, board.marks)
        apart(board, board.marks)
        for what, _, _ in board.marks:
            if isinstance(what, Letters):
                assert typeface.length(what) <= what.width, what
            assert not isinstance(what, Letters | Name) or what.width > 0


def test_cards_do_not_lie_upon_each_other() -> None:
    """Neither kept tiles nor animals, however many."""
    for view in crowded():
        small = [
            (left, left + what.width, top)
            for what, left, top in GAME.picture(view).marks
            if left >= ASIDE and isinstance(what, Sprite) and what.name in {"medicine", "die", "bear", "wolf", "deer"}
        ]
        for one, end, top in small:
            assert not [start for start, _, down in small if one < start < end and abs(top - down) < 20]


def test_a_crowded_board_is_small() -> None:
    mode = crowd().view(None).open[0]
    match = said(crowd(), f"0 mode {mode}", "1 roll")
    for view in (crowd().view(None), match.view(1), *crowded()):
        assert len(canvas.png(GAME.picture(view), LONG)) <= HEAVIEST


@pytest.mark.parametrize("where", SCENES)
def test_names_have_room(where: str) -> None:
    """For some ten letters, of whoever has three digits of points too."""
    assert all(what.width >= 120 for what, _, _ in picture(where).marks if isinstance(what, Name))
