"""What lies where in the picture."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.art import GOLD, Box, Letters, Name, Sprite, What, Written
from games.match import RESIGN, Match
from games.shamanic_chess import GAME
from games.shamanic_chess.beside import DOWN, LAST, MIDDLE
from games.shamanic_chess.beside import LEFT as BESIDE
from games.shamanic_chess.board import CELL, LEFT, MARKED, PARCHMENT, PURPLE, RED, SIDE, TOP, WOOD, arc
from games.shamanic_chess.position import NAMES
from tests.games.shamanic_chess.drawn import CROWDED, KIWI, initial, said, table

GROUNDS = {PARCHMENT: "parchment", WOOD: "wood", GOLD: "gold", MARKED: "marked", RED: "red"}


def lying(match: Match, seat: int | None = None) -> dict[str, list[str]]:
    """What lies on each square, its ground first; a dot of a journey is a dot."""
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


def beside(match: Match, top: int, height: int, seat: int | None = None) -> list[What]:
    marks = GAME.picture(match.view(seat)).marks
    return [what for what, left, down in marks if left >= BESIDE and top <= down < top + height]


def panel(match: Match, side: int, seat: int | None = None) -> list[str]:
    """What stands beside the board for that side."""
    (top,) = (
        top - 8
        for what, _, top in GAME.picture(match.view(seat)).marks
        if isinstance(what, Sprite) and what.name == f"emblem_{('white', 'black')[side]}"
    )
    found = [what for what in beside(match, top, DOWN, seat) if isinstance(what, Sprite | Letters)]
    return [what.name if isinstance(what, Sprite) else what.text for what in found]


def framed(match: Match) -> list[int]:
    """Whose panel has a golden rim, by their names."""
    marks = GAME.picture(match.view(None)).marks
    tops = [top for what, _, top in marks if isinstance(what, Box) and what.rim == GOLD]
    return [
        what.seat for what, _, down in marks if isinstance(what, Name) and any(top <= down < top + DOWN for top in tops)
    ]


def last(match: Match, seat: int | None = None) -> list[str]:
    """The last turn as it is written beside the board."""
    found = beside(match, MIDDLE, LAST, seat)
    return [
        what.name if isinstance(what, Sprite) else what.text for what in found if isinstance(what, Sprite | Letters)
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
    assert sum(len(things) - 1 for things in on.values()) == 32


def test_coordinates_are_as_the_board_is_turned() -> None:
    for seat, first in ((0, "a8"), (None, "a8"), (1, "h1")):
        letters = [what.text for what, *_ in GAME.picture(initial().view(seat)).marks if isinstance(what, Letters)]
        assert (letters[0], letters[1]) == (first[0], first[1])
        assert sorted(letters) == sorted([*"abcdefgh", *"12345678"])


def test_one_sits_below_oneself() -> None:
    for seat, below in ((0, 0), (None, 0), (1, 1)):
        names = [
            (top, what.seat) for what, _, top in GAME.picture(initial().view(seat)).marks if isinstance(what, Name)
        ]
        assert max(names)[1] == below
        assert len(names) == 2


def test_a_shaman_has_a_drawing_of_its_own() -> None:
    on = lying(table("4k3/8/8/q~r~b~n~4/Q~R~B~N~4/8/8/4K3 w - - 0 1"))
    for square, kind in zip("abcd", ("queen", "rook", "bishop", "knight"), strict=True):
        assert on[f"{square}5"][1] == f"black_{kind}_trance"
        assert on[f"{square}4"][1] == f"white_{kind}_trance"


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
    grounds = {square: things[0] for square, things in on.items() if things[0] in ("gold", "marked")}
    assert grounds == {square: {"wood": "marked", "parchment": "gold"}[usual] for square, usual in lit.items()}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_journey_is_dotted_from_square_to_square(seat: int) -> None:
    on = lying(said(initial(), "Nb1~e4"), seat)
    assert on["b1"] == ["gold", "departed"]
    assert on["e4"][1] == "white_knight_trance"
    # Above what stands between, and off the straight line.
    assert {square for square, things in on.items() if "dot" in things} >= {"c3", "d4"} if seat == 0 else {"c2"}
    assert all(things[-1] == "dot" for things in on.values() if "dot" in things)
    assert not any("dot" in things for things in lying(said(initial(), "Nb1-c3"), seat).values())


def test_no_journey_leaves_the_board() -> None:
    middles = [(LEFT + CELL // 2 + CELL * (at % 8), TOP + CELL // 2 + CELL * (at // 8)) for at in range(64)]
    for start, goal in permutations(middles, 2):
        for across, along in arc(start, goal):
            assert LEFT < across - 8 < across + 8 < LEFT + SIDE
            assert TOP < along - 8 < along + 8 < TOP + SIDE


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Bxa6", ["white_bishop", "e2", "moves", "a6", "takes", "black_bishop"]),
        ("a3", ["white_pawn", "a2", "moves", "a3"]),
        ("O-O-O", ["white_king", "e1", "moves", "c1", "white_rook"]),
        ("Nc3~b5", ["white_knight_trance", "c3", "journeys", "b5"]),
        ("Nc3~b5 c5 b5^", ["white_knight_trance", "moves", "white_knight", "b5"]),
        ("a3 hxg2 a4 gxh1=N", ["black_pawn", "g2", "moves", "h1", "takes", "white_rook"]),
    ],
)
def test_the_last_turn_is_written_beside_the_board(typed: str, written: list[str]) -> None:
    assert last(said(table(KIWI), typed)) == written


def test_the_first_turn_has_none_before_it() -> None:
    assert last(initial()) == []


def test_check_is_red_with_a_sign() -> None:
    match = said(table("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), "Qa4")
    on = lying(match)
    assert on["e8"] == ["red", "black_king", "alarm"]
    assert [square for square, things in on.items() if "red" in things] == ["e8"]
    assert "alarm" in panel(match, 1)
    assert "alarm" not in panel(match, 0)
    assert not any("red" in things for things in lying(said(match, "Kd8")).values())


def test_the_panel_tells_whose_turn_it_is() -> None:
    assert panel(initial(), 0) == ["emblem_white", "turn"]
    assert panel(initial(), 1) == ["emblem_black"]
    assert framed(initial()) == [0]
    moved = said(initial(), "e4")
    assert framed(moved) == [1]
    assert "turn" in panel(moved, 1)
    ended = moved.said(1, RESIGN)
    assert framed(ended) == []
    assert [panel(ended, seat)[1:] for seat in (0, 1)] == [["stopped"], ["stopped"]]


def test_of_what_there_is_nothing_no_place_is_kept() -> None:
    """An empty one would have to mean something."""
    assert [type(what) for what in beside(initial(), 0, 700)] == [Box, Sprite, Name, Box, Sprite, Name, Sprite, Written]


def test_what_was_taken_is_counted() -> None:
    match = table("rnb1k2r/ppppp3/8/8/8/8/PPPPPPPP/R~NBQK3 w - - 0 1")
    assert panel(match, 0)[3:] == ["black_queen", "1", "black_bishop", "1", "black_knight", "1", "black_pawn", "3"]
    assert panel(match, 1)[1:] == ["white_rook", "1", "white_bishop", "1", "white_knight", "1"]
    assert sum(isinstance(what, Sprite) for what in beside(table("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 575, 108)) == 5


def test_what_was_taken_last_is_gold() -> None:
    def gold(match: Match) -> list[str]:
        return [
            what.name
            for side in (0, 1)
            for what in beside(match, (410, 8)[side], DOWN)
            if isinstance(what, Sprite) and what.ground == GOLD
        ]

    assert gold(said(table(KIWI), "Bxa6")) == ["black_bishop"]
    assert gold(said(table(KIWI), "Bxa6 hxg2")) == ["white_pawn"]
    assert gold(said(table(KIWI), "Bxa6 hxg2 a3")) == []


def test_a_pawn_that_became_a_queen_was_not_taken() -> None:
    match = said(table("rnbqkbn1/pppppppP/8/8/8/8/PPPPPPP1/RNBQKBNR w KQq - 0 1"), "hxg8=Q")
    assert panel(match, 1)[1:] == ["turn"]
    assert panel(match, 0)[1:] == ["black_rook", "1", "black_knight", "1", "black_pawn", "1"]


def test_of_more_than_four_in_trance_the_number_is_shown() -> None:
    match = table("4k3/8/8/q~r~b~5/Q~R~B~N~4/8/8/4K3 w - - 0 1")
    kinds = ("queen", "rook", "bishop", "knight")
    assert panel(match, 0)[1:5] == [f"white_{kind}_trance" for kind in kinds]
    assert panel(match, 1)[1:4] == [f"black_{kind}_trance" for kind in kinds[:3]]
    assert panel(table(CROWDED), 1)[1:3] == ["shamans", "×7"]


def test_what_a_purple_piece_is_stands_beside_it_while_there_is_room() -> None:
    for pieces, told in (("4k3/8/8/8", 0), ("4k3/8/8/Q~7", 1), ("4k3/8/8/Q~R~6", 1), ("4k3/8/8/Q~R~B~5", 0)):
        match = table(f"{pieces}/8/8/8/4K3 w - - 0 1")
        assert written(match).count("shown-trance") == told
    assert written(table(CROWDED)).count("shown-trance") == 2


def written(match: Match) -> list[str]:
    return [what.key for what in beside(match, 0, 700) if isinstance(what, Written)]


def test_who_mates_gets_a_crown_and_the_king_falls() -> None:
    end = said(table("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"), "a8^")
    assert "crown" in panel(end, 0)
    assert "crown" not in panel(end, 1)
    assert lying(end)["g8"] == ["red", "black_king_fallen", "alarm"]
    assert framed(end) == []
    assert not any("crown" in panel(initial().said(0, RESIGN), seat) for seat in (0, 1))


def test_a_draw_has_the_same_sign_for_both() -> None:
    end = said(table("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1"), "Kg6")
    assert all("drawn" in panel(end, seat) for seat in (0, 1))


def test_the_fullest_panels_fit() -> None:
    crowd = "/".join(["R~R~B~B~N~N~Q~Q~"] * 2)
    for match in (table(f"k7/8/8/8/{crowd}/PPPPPPPP/K7 w - - 0 1"), table("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
        picture = GAME.picture(match.view(None))
        assert max(left + what.width for what, left, _ in picture.marks) <= picture.width - 8
