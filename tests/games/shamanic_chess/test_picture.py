"""What lies where in the picture, beside what is approved of each scene in `pictures.txt`."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.art import Letters, PlayerName, Rectangle, Sprite, TranslatedWord
from games.match import Match
from games.shamanic_chess import GAME
from games.shamanic_chess.beside import LEFT as BESIDE
from games.shamanic_chess.board import CELL, LEFT, SIDE, TOP, arc
from games.shamanic_chess.position import NAMES
from tests.games.shamanic_chess.drawn import initial, table


def list_pieces(match: Match, seat: int | None) -> dict[str, str]:
    """Name the drawing on each square."""
    found: dict[str, str] = {}
    for what, left, top in GAME.draw_board(match.view_of(seat)).marks:
        if isinstance(what, Sprite) and LEFT <= left < LEFT + SIDE and TOP <= top < TOP + SIDE:
            right, down = (left + what.width // 2 - LEFT) // CELL, (top + what.width // 2 - TOP) // CELL
            found[NAMES[(7 - down) * 8 + right] if seat != 1 else NAMES[down * 8 + 7 - right]] = what.name
    return found


@pytest.mark.parametrize(("seat", "corner", "below"), [(0, "a8", 0), (1, "h1", 1), (None, "a8", 0)])
def test_board_is_turned_to_who_looks_at_it(seat: int | None, corner: str, below: int) -> None:
    on, marks = list_pieces(initial(), seat), GAME.draw_board(initial().view_of(seat)).marks
    assert len(on) == 32
    assert [on[square] for square in ("a1", "d1", "e8")] == ["white_rook", "white_queen", "black_king"]
    letters = [what.text for what, *_ in marks if isinstance(what, Letters)]
    assert letters[:2] == [*corner]
    assert sorted(letters) == sorted([*"abcdefgh", *"12345678"])
    assert max((top, what.seat) for what, _, top in marks if isinstance(what, PlayerName))[1] == below


def test_no_journey_leaves_the_board() -> None:
    middles = [(LEFT + CELL // 2 + CELL * (at % 8), TOP + CELL // 2 + CELL * (at // 8)) for at in range(64)]
    for start, goal in permutations(middles, 2):
        for across, along in arc(start, goal):
            assert LEFT < across - 8 < across + 8 < LEFT + SIDE
            assert TOP < along - 8 < along + 8 < TOP + SIDE


def test_no_place_is_kept_for_what_is_not_there() -> None:
    """An empty one would have to mean something."""
    found = [type(what) for what, left, _ in GAME.draw_board(initial().view_of(None)).marks if left >= BESIDE]
    assert found == [Rectangle, Sprite, PlayerName, Rectangle, Sprite, PlayerName, Sprite, TranslatedWord]


def test_fullest_panels_fit() -> None:
    crowd = "/".join(["R~R~B~B~N~N~Q~Q~"] * 2)
    for match in (table(f"k7/8/8/8/{crowd}/PPPPPPPP/K7 w - - 0 1"), table("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
        picture = GAME.draw_board(match.view_of(None))
        assert max(left + what.width for what, left, _ in picture.marks) <= picture.width - 8
