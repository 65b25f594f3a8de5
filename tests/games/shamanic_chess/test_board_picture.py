"""Positions of drawings on the board, in addition to the approved pictures of the scenes in `pictures.txt`."""

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
    """Return the names of the drawn pieces by square."""
    pieces: dict[str, str] = {}
    for mark, left, top in GAME.draw_board(match.view_of(seat)).marks:
        if (
            isinstance(mark, Sprite)
            and BOARD_LEFT_PX <= left < BOARD_LEFT_PX + BOARD_SIZE_PX
            and BOARD_TOP_PX <= top < BOARD_TOP_PX + BOARD_SIZE_PX
        ):
            right, down = (
                (left + mark.width // 2 - BOARD_LEFT_PX) // SQUARE_SIZE_PX,
                (top + mark.width // 2 - BOARD_TOP_PX) // SQUARE_SIZE_PX,
            )
            pieces[SQUARE_NAMES[(7 - down) * 8 + right] if seat != 1 else SQUARE_NAMES[down * 8 + 7 - right]] = (
                mark.name
            )
    return pieces


@pytest.mark.parametrize(("seat", "corner", "below"), [(0, "a8", 0), (1, "h1", 1), (None, "a8", 0)])
def test_board_is_turned_toward_the_viewer(seat: int | None, corner: str, below: int) -> None:
    on, marks = list_pieces(begin_initial_match(), seat), GAME.draw_board(begin_initial_match().view_of(seat)).marks
    assert len(on) == 32
    assert [on[square] for square in ("a1", "d1", "e8")] == ["white_rook", "white_queen", "black_king"]
    letters = [mark.text for mark, *_ in marks if isinstance(mark, Letters)]
    assert letters[:2] == [*corner]
    assert sorted(letters) == sorted([*"abcdefgh", *"12345678"])
    assert max((top, mark.seat) for mark, _, top in marks if isinstance(mark, PlayerName))[1] == below


def test_no_journey_leaves_the_board() -> None:
    middles = [
        (
            BOARD_LEFT_PX + SQUARE_SIZE_PX // 2 + SQUARE_SIZE_PX * (square % 8),
            BOARD_TOP_PX + SQUARE_SIZE_PX // 2 + SQUARE_SIZE_PX * (square // 8),
        )
        for square in range(64)
    ]
    for start, end in permutations(middles, 2):
        for left, top in place_journey_dots(start, end):
            assert BOARD_LEFT_PX < left - 8 < left + 8 < BOARD_LEFT_PX + BOARD_SIZE_PX
            assert BOARD_TOP_PX < top - 8 < top + 8 < BOARD_TOP_PX + BOARD_SIZE_PX


def test_empty_sections_of_the_panel_are_not_drawn() -> None:
    drawable_types = [
        type(mark) for mark, left, _ in GAME.draw_board(begin_initial_match().view_of(None)).marks if left >= BESIDE
    ]
    assert drawable_types == [Rectangle, Sprite, PlayerName, Rectangle, Sprite, PlayerName, Sprite, TranslatedWord]


def test_fullest_panels_fit_into_the_picture() -> None:
    crowd = "/".join(["R~R~B~B~N~N~Q~Q~"] * 2)
    for match in (begin_chess(f"k7/8/8/8/{crowd}/PPPPPPPP/K7 w - - 0 1"), begin_chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
        picture = GAME.draw_board(match.view_of(None))
        assert max(left + mark.width for mark, left, _ in picture.marks) <= picture.width - 8
