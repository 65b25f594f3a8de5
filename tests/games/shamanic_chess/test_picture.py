"""What lies where in the picture, beside what is approved of each scene in `pictures.txt`."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.art import GOLD, Box, Letters, Name, Sprite, Written
from games.match import Match
from games.shamanic_chess import GAME
from games.shamanic_chess.beside import LEFT as BESIDE
from games.shamanic_chess.board import CELL, LEFT, MARKED, PARCHMENT, PURPLE, RED, SIDE, TOP, WOOD, arc
from games.shamanic_chess.position import NAMES
from tests.games.shamanic_chess.drawn import KIWI, initial, said, table
from tests.games.shamanic_chess.scenes import scene

GROUNDS = {PARCHMENT: "parchment", WOOD: "wood", GOLD: "gold", MARKED: "marked", RED: "red"}


def list_squares(match: Match, seat: int | None = None) -> dict[str, list[str]]:
    """List what lies on each square, its ground first; a dot of a journey is a dot."""
    found: dict[str, list[str]] = {}
    for what, left, top in GAME.picture(match.view(seat)).marks:
        if (
            isinstance(what, Sprite | Box)
            and what.width <= CELL
            and LEFT <= left < LEFT + SIDE
            and TOP <= top < TOP + SIDE
        ):
            right, down = (left + what.width // 2 - LEFT) // CELL, (top + what.width // 2 - TOP) // CELL
            square = NAMES[(7 - down) * 8 + right] if seat != 1 else NAMES[down * 8 + 7 - right]
            name = what.name if isinstance(what, Sprite) else "dot" if what.ink == PURPLE else GROUNDS[what.ink]
            found.setdefault(square, []).append(name)
    return found


@pytest.mark.parametrize(("seat", "corner", "below"), [(0, "a8", 0), (1, "h1", 1), (None, "a8", 0)])
def test_board_is_turned_to_who_looks_at_it(seat: int | None, corner: str, below: int) -> None:
    on, marks = list_squares(initial(), seat), GAME.picture(initial().view(seat)).marks
    assert len(on) == 64
    assert on["a1"] == ["wood", "white_rook"]
    assert on["d1"] == ["parchment", "white_queen"]
    assert on["e8"] == ["parchment", "black_king"]
    assert on["e4"] == ["parchment"]
    letters = [what.text for what, *_ in marks if isinstance(what, Letters)]
    assert letters[:2] == [*corner]
    assert sorted(letters) == sorted([*"abcdefgh", *"12345678"])
    assert max((top, what.seat) for what, _, top in marks if isinstance(what, Name))[1] == below


@pytest.mark.parametrize(
    ("typed", "lit"),
    [
        ("Qxf6", {"f3": "gold", "f6": "marked"}),
        ("O-O", {"e1": "marked", "g1": "marked"}),
        ("Nc3~b5", {"c3": "marked", "b5": "gold"}),
        ("Nc3~b5 c5 b5^", {"b5": "gold"}),
    ],
)
def test_last_turn_is_lit_and_dark_squares_still_differ(typed: str, lit: dict[str, str]) -> None:
    on = list_squares(said(table(KIWI), typed))
    assert {square: things[0] for square, things in on.items() if things[0] in ("gold", "marked")} == lit


@pytest.mark.parametrize("seat", [0, 1])
def test_journey_is_dotted_from_square_to_square(seat: int) -> None:
    on = list_squares(scene("journeyed"), seat)
    assert on["b1"] == ["gold", "departed"]
    assert on["e4"][1] == "white_knight_trance"
    # Above what stands between, and off the straight line.
    assert {square for square, things in on.items() if "dot" in things} >= {"c3", "d4"} if seat == 0 else {"c2"}
    assert all(things[-1] == "dot" for things in on.values() if "dot" in things)


def test_no_journey_leaves_the_board() -> None:
    middles = [(LEFT + CELL // 2 + CELL * (at % 8), TOP + CELL // 2 + CELL * (at // 8)) for at in range(64)]
    for start, goal in permutations(middles, 2):
        for across, along in arc(start, goal):
            assert LEFT < across - 8 < across + 8 < LEFT + SIDE
            assert TOP < along - 8 < along + 8 < TOP + SIDE


def test_no_place_is_kept_for_what_is_not_there() -> None:
    """An empty one would have to mean something."""
    found = [type(what) for what, left, _ in GAME.picture(initial().view(None)).marks if left >= BESIDE]
    assert found == [Box, Sprite, Name, Box, Sprite, Name, Sprite, Written]


def test_fullest_panels_fit() -> None:
    crowd = "/".join(["R~R~B~B~N~N~Q~Q~"] * 2)
    for match in (table(f"k7/8/8/8/{crowd}/PPPPPPPP/K7 w - - 0 1"), table("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
        picture = GAME.picture(match.view(None))
        assert max(left + what.width for what, left, _ in picture.marks) <= picture.width - 8
