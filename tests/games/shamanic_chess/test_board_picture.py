"""What lies where in the picture, beside what is approved of each scene in `pictures.txt`."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.art import Letters, PlayerName, Rectangle, Sprite, TranslatedWord
from games.match import Match
from games.shamanic_chess import GAME
from games.shamanic_chess.board_picture import (
    BOARD_LEFT_PX,
    BOARD_SIZE_PX,
    BOARD_TOP_PX,
    SQUARE_SIZE_PX,
    place_journey_dots,
)
from games.shamanic_chess.position import SQUARE_NAMES
from games.shamanic_chess.side_panel import PANEL_LEFT_PX as BESIDE
from tests.games.shamanic_chess.positions import begin_chess, begin_initial_match


def list_pieces(match: Match, seat: int | None) -> dict[str, str]:
    """Name the drawing on each square."""
    found: dict[str, str] = {}
    for what, left, top in GAME.draw_board(match.view_of(seat)).marks:
        if (
            isinstance(what, Sprite)
            and BOARD_LEFT_PX <= left < BOARD_LEFT_PX + BOARD_SIZE_PX
            and BOARD_TOP_PX <= top < BOARD_TOP_PX + BOARD_SIZE_PX
        ):
            right, down = (
                (left + what.width // 2 - BOARD_LEFT_PX) // SQUARE_SIZE_PX,
                (top + what.width // 2 - BOARD_TOP_PX) // SQUARE_SIZE_PX,
            )
            found[SQUARE_NAMES[(7 - down) * 8 + right] if seat != 1 else SQUARE_NAMES[down * 8 + 7 - right]] = what.name
    return found


@pytest.mark.parametrize(("seat", "corner", "below"), [(0, "a8", 0), (1, "h1", 1), (None, "a8", 0)])
def test_board_is_turned_to_who_looks_at_it(seat: int | None, corner: str, below: int) -> None:
    on, marks = list_pieces(begin_initial_match(), seat), GAME.draw_board(begin_initial_match().view_of(seat)).marks
    assert len(on) == 32
    assert [on[square] for square in ("a1", "d1", "e8")] == ["white_rook", "white_queen", "black_king"]
    letters = [what.text for what, *_ in marks if isinstance(what, Letters)]
    assert letters[:2] == [*corner]
    assert sorted(letters) == sorted([*"abcdefgh", *"12345678"])
    assert max((top, what.seat) for what, _, top in marks if isinstance(what, PlayerName))[1] == below


def test_no_journey_leaves_the_board() -> None:
    middles = [
        (
            BOARD_LEFT_PX + SQUARE_SIZE_PX // 2 + SQUARE_SIZE_PX * (at % 8),
            BOARD_TOP_PX + SQUARE_SIZE_PX // 2 + SQUARE_SIZE_PX * (at // 8),
        )
        for at in range(64)
    ]
    for start, goal in permutations(middles, 2):
        for across, along in place_journey_dots(start, goal):
            assert BOARD_LEFT_PX < across - 8 < across + 8 < BOARD_LEFT_PX + BOARD_SIZE_PX
            assert BOARD_TOP_PX < along - 8 < along + 8 < BOARD_TOP_PX + BOARD_SIZE_PX


def test_no_place_is_kept_for_what_is_not_there() -> None:
    """An empty one would have to mean something."""
    found = [
        type(what) for what, left, _ in GAME.draw_board(begin_initial_match().view_of(None)).marks if left >= BESIDE
    ]
    assert found == [Rectangle, Sprite, PlayerName, Rectangle, Sprite, PlayerName, Sprite, TranslatedWord]


def test_fullest_panels_fit() -> None:
    crowd = "/".join(["R~R~B~B~N~N~Q~Q~"] * 2)
    for match in (begin_chess(f"k7/8/8/8/{crowd}/PPPPPPPP/K7 w - - 0 1"), begin_chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
        picture = GAME.draw_board(match.view_of(None))
        assert max(left + what.width for what, left, _ in picture.marks) <= picture.width - 8
