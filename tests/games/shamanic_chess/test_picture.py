"""What lies where in the picture."""

from __future__ import annotations

import pytest

from games.art import Letters, Sprite
from games.match import RESIGN, Match
from games.shamanic_chess import GAME
from games.shamanic_chess.board import BOARD, CELL, MARGIN
from games.shamanic_chess.position import NAMES
from tests.games.shamanic_chess.drawn import KIWI, initial, said, table

GROUNDS = {"parchment", "wood", "gold", "marked", "red"}


def lying(match: Match, seat: int | None = None) -> dict[str, list[str]]:
    """The sprites on each square, its ground first."""
    found: dict[str, list[str]] = {}
    for what, left, top in GAME.picture(match.view(seat)).marks:
        if isinstance(what, Sprite) and MARGIN <= left < BOARD - MARGIN and MARGIN <= top < BOARD - MARGIN:
            right, down = (left - MARGIN) // CELL, (top - MARGIN) // CELL
            square = NAMES[(7 - down) * 8 + right] if seat != 1 else NAMES[down * 8 + 7 - right]
            found.setdefault(square, []).append(what.name)
    return found


def panel(match: Match, seat: int) -> list[str]:
    """What stands below the board for that side."""
    marks = [each for each in GAME.picture(match.view(None)).marks if each[2] >= BOARD]
    return [
        what.name if isinstance(what, Sprite) else what.text
        for what, left, _ in marks
        if isinstance(what, Sprite | Letters) and (left >= 450) == (seat == 1)
    ]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_piece_stands_on_its_square(seat: int | None) -> None:
    on = lying(initial(), seat)
    assert len(on) == 64
    assert on["a1"] == ["wood", "white_rook"]
    assert on["h1"] == ["parchment", "white_rook"]
    assert on["d1"] == ["parchment", "white_queen"]
    assert on["e8"] == ["parchment", "black_king"]
    assert on["c7"] == ["wood", "black_pawn"]
    assert on["e4"] == ["parchment"]
    assert sum(len(sprites) - 1 for sprites in on.values()) == 32


def test_coordinates_are_as_the_board_is_turned() -> None:
    for seat, first in ((0, "a8"), (None, "a8"), (1, "h1")):
        letters = [what.text for what, *_ in GAME.picture(initial().view(seat)).marks if isinstance(what, Letters)]
        assert (letters[0], letters[1]) == (first[0], first[1])
        assert sorted(letters) == sorted([*"abcdefgh", *"12345678"] * 2)


def test_a_shaman_has_a_drawing_of_its_own() -> None:
    on = lying(table("4k3/8/8/q~r~b~n~4/Q~R~B~N~4/8/8/4K3 w - - 0 1"))
    for square, piece in zip("abcd", ("queen", "rook", "bishop", "knight"), strict=True):
        assert on[f"{square}5"][1] == f"black_{piece}_trance"
        assert on[f"{square}4"][1] == f"white_{piece}_trance"


@pytest.mark.parametrize(
    ("typed", "lit"),
    [
        ("Qxf6", {"f3": "parchment", "f6": "wood"}),
        ("O-O", {"e1": "wood", "g1": "wood"}),
        ("Nc3~b5", {"c3": "wood", "b5": "parchment"}),
        ("Nc3~b5 c5 b5^", {"b5": "parchment"}),
    ],
)
def test_the_last_turn_is_lit(typed: str, lit: dict[str, str]) -> None:
    """In gold, by which one still sees which squares are dark."""
    on = lying(said(table(KIWI), typed))
    grounds = {square: sprites[0] for square, sprites in on.items() if sprites[0] in ("gold", "marked")}
    assert grounds == {square: {"wood": "marked", "parchment": "gold"}[usual] for square, usual in lit.items()}


def test_check_is_red_with_a_sign() -> None:
    match = said(table("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), "Qa4")
    on = lying(match)
    assert on["e8"] == ["red", "black_king", "alarm"]
    assert [square for square, sprites in on.items() if "red" in sprites] == ["e8"]
    assert not any("red" in sprites for sprites in lying(said(match, "Kd8")).values())


def test_the_panel_tells_whose_turn_it_is() -> None:
    assert panel(initial(), 0) == ["panel_awaited", "white_king"]
    assert panel(initial(), 1) == ["panel", "black_king"]
    moved = said(initial(), "e4")
    assert panel(moved, 1)[0] == "panel_awaited"
    assert panel(moved.said(1, RESIGN), 1)[0] == "panel"


def test_the_panel_tells_what_one_side_has_more() -> None:
    match = table("rnb1k2r/ppppp3/8/8/8/8/PPPPPPPP/R~NBQK3 w - - 0 1")
    assert panel(match, 0)[2:] == ["black_queen", "black_pawn", "3"]
    assert panel(match, 1)[2:] == ["white_rook"]


def test_who_mates_gets_a_star() -> None:
    end = said(table("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"), "a8^")
    assert "won" in panel(end, 0)
    assert "won" not in panel(end, 1)
    assert lying(end)["g8"][0] == "red"
    assert not any("won" in panel(initial().said(0, RESIGN), seat) for seat in (0, 1))


def test_the_widest_panel_fits() -> None:
    crowd = "/".join(["R~R~B~B~N~N~Q~Q~"] * 2)
    match = table(f"k7/8/8/8/{crowd}/PPPPPPPP/K7 w - - 0 1")
    picture = GAME.picture(match.view(None))
    edges = [left + what.width for what, left, top in picture.marks if top >= BOARD and left < 446]
    assert max(edges) <= 8 + (900 - 24) // 2
