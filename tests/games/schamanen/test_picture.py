"""What lies where in the picture.

Board, stones and what stands beside them are one picture, read by the same few questions to its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import dist
from typing import Final

import pytest

from games import art, canvas
from games.art import GOLD, LIGHT, PAPER, Box, Letters, Mark, Name, Sprite, What
from games.match import RESIGN, Match
from games.schamanen import GAME
from games.schamanen.board import BESIDE, CELL, LEFT, PITCH, STONE, TOP
from games.schamanen.panel import PALETTE
from games.schamanen.state import SPACES
from tests.games.lines import words
from tests.games.schamanen.drawn import PILED, TWINS, VECTOR, drafted, ruled, said, table
from tests.games.schamanen.scenes import SCENES, scene
from tests.laws.legibility import box
from tests.laws.painted import opened
from tests.lettering import lettering

READ: Final = 50
"""The least size of type that is read at 350."""


def lying(match: Match, seat: int | None = None) -> dict[str, list[str]]:
    """The stones on each space, as `name text`."""
    found: dict[str, list[str]] = {}
    for what, left, top in marks(match, seat):
        if isinstance(what, Sprite) and what.name.startswith(("bison", "wolf")) and (space := on(left, top)):
            found.setdefault(space, []).append(f"{what.name} {what.text}".strip())
    return found


def on(left: int, top: int) -> str | None:
    """The space that begins with this point or has it within."""
    if LEFT <= left < LEFT + 3 * PITCH - 8 and top >= TOP:
        return SPACES[(top - TOP) // PITCH * 3 + (left - LEFT) // PITCH]
    return None


def marks(match: Match, seat: int | None = None) -> tuple[Mark, ...]:
    return GAME.picture(match.view(seat)).marks


def sprites(match: Match) -> Iterator[Sprite]:
    return (what for what, _, _ in marks(match) if isinstance(what, Sprite))


def letters(match: Match) -> list[str]:
    """What is written beside the board."""
    return [what.text for what, left, _ in marks(match) if isinstance(what, Letters) and left >= BESIDE]


def beside(match: Match, side: int, seat: int | None = None) -> Iterator[What]:
    """What belongs to a side: from its panel on, up to the next."""
    panels = -1
    for what, left, _ in marks(match, seat):
        panels += isinstance(what, Box) and what.ink == art.PANEL and left >= BESIDE
        if panels == side:
            yield what


def dotted(match: Match, seat: int | None) -> set[str | None]:
    """Where a dot lies."""
    return {on(left, top) for what, left, top in marks(match, seat) if isinstance(what, Box) and what.width < 40} - {
        None
    }


def lit(match: Match) -> set[str | None]:
    grounds = [(what, left, top) for what, left, top in marks(match) if isinstance(what, Box) and what.width == CELL]
    assert len(grounds) == len(SPACES)
    assert {what.ink for what, _, _ in grounds} <= {GOLD, PAPER}
    return {on(left, top) for what, left, top in grounds if GOLD in (what.ink, what.rim)}


def left_behind(match: Match) -> set[str | None]:
    return {on(left, top) for what, left, top in marks(match) if isinstance(what, Box) and what.rim == GOLD} - {None}


def test_every_stone_lies_on_its_space() -> None:
    cells = [cell.split("/") for cell in VECTOR.replace("|", " ").split()]
    assert lying(table(board=VECTOR)) == {
        space: [f"bison {bison}", f"wolf {wolf}"] for space, (bison, wolf) in zip(SPACES, cells, strict=True)
    }


def test_memory_shows_backs_but_for_the_duel() -> None:
    match = said(table(board=VECTOR, variant="memory"), "b2")
    backs = {space: ["bison_back", "wolf_back"] for space in SPACES}
    assert lying(match) == backs | {"b2": ["bison 8", "wolf 2"]}
    assert lying(said(match, "0 swap a1 b2")) == backs


def test_piles_show_their_sum_and_their_stones() -> None:
    match = table(board=PILED, variant="pro_stacks")
    stones = lying(match)
    assert (stones["a1"], stones["c3"], stones["b2"]) == (["bison_sum 17"], ["bison 7", "wolf 4"], ["wolf 2"])
    told = [
        (on(left, top), what.text) for what, left, top in marks(match) if isinstance(what, Letters) and left < BESIDE
    ]
    assert told == [("a1", "8+9"), ("c3", "1+3")]


def test_no_plus_is_lost_between_two_lines() -> None:
    match = table(board="4/1 5/2 6/3 | 7/4 1+2+3/5 8/6 | 9/7 0/8 0/9", variant="pro_stacks")
    told = [what.text for what, left, _ in marks(match) if isinstance(what, Letters) and left < BESIDE]
    assert told == ["1+2", "+3"]


def test_eighteen_stones_on_a_space_are_all_there() -> None:
    nine = "1+2+3+4+5+6+7+8+9"
    match = table(board=f"0/0 0/0 0/0 | 0/0 {nine}/{nine} 0/0 | 0/0 0/0 0/0", variant="pro_stacks")
    assert lying(match) == {"b2": ["bison_sum 45", "wolf_sum 45"]}
    told = [(what, left, top) for what, left, top in marks(match) if isinstance(what, Letters) and left < BESIDE]
    assert "".join(what.text for what, _, _ in told) == "123456789" * 2
    for what, left, top in told:
        # Its type, which has nothing below the line, is a little lower than its box.
        assert on(left, top + 4) == on(left + what.width, top + what.height - 8) == "b2"


@pytest.mark.parametrize("pile", ["8+9", "1+2+3", "4+6+7+8", "2+3+6+7+8", "1+2+3+4+5+6+7+8+9"])
@pytest.mark.parametrize("space", range(9))
def test_what_makes_a_sum_lies_clear_of_all_else(pile: str, space: int) -> None:
    cells = ["0/0"] * 9
    rest = "+".join(value for value in "123456789" if value not in pile) or "0"
    cells[space], cells[(space + 1) % 9] = f"{pile}/{pile}", f"{rest}/{rest}"
    picture = GAME.picture(table(board=ruled(cells), variant="pro_stacks").view(None))
    ground = opened(
        canvas.png(replace(picture, marks=tuple(it for it in picture.marks if not isinstance(it[0], Letters))))
    )
    for what, left, top in picture.marks:
        if isinstance(what, Letters) and left < BESIDE:
            assert on(left, top + what.height // 2) in (SPACES[space], SPACES[(space + 1) % 9])
            below = ground.crop(box(picture, what, left, top))
            assert below.getcolors() == [(below.width * below.height, (0xF4, 0xEE, 0xE0))], what


def test_who_places_sees_where_one_may() -> None:
    # All but Bison's own space.
    match = drafted("9/1 -/- -/- | -/- -/- -/- | -/- -/- -/3")
    assert dotted(match, 0) == set(SPACES) - {"a1"}
    assert not dotted(match, None)


def test_no_dots_stand_anywhere_else() -> None:
    match = said(table(board=VECTOR), "c1")
    assert match.legal(0)
    assert not dotted(match, 0)


@pytest.mark.parametrize("shells", [[9, 9], [1, 17], [17, 1]])
def test_shells_can_be_counted(shells: list[int]) -> None:
    match = table(board=VECTOR, shells=shells)
    for side in (0, 1):
        drawn = [what.name for what in beside(match, side) if isinstance(what, Sprite) and what.name[:5] == "shell"]
        assert drawn == ["shell"] * shells[side]
    assert letters(match)[1:] == [str(each) for each in shells]


def test_what_was_won_just_now_is_gold() -> None:
    match = said(table(board=VECTOR), "c1")
    won = [[what for what in beside(match, side) if getattr(what, "name", "") == "shell_won"] for side in (0, 1)]
    assert list(map(len, won)) == [1, 0]
    assert letters(match)[1:] == ["10", "+1", "8", "−1"]
    # A tie pays nothing, and the next choice is no win.
    assert letters(said(table(board=TWINS, variant="memory"), "c1"))[1:] == ["9", "=", "9", "="]
    assert letters(said(match, "0 swap a1 a2"))[1:] == ["10", "8"]


@pytest.mark.parametrize(
    ("options", "lines", "shown"),
    [
        ({}, [], "1 / 21"),
        ({}, ["c1"], "1 / 21"),
        ({}, ["c1", "0 swap a1 a2"], "2 / 21"),
        ({"duel_limit": 1}, ["c1"], "1 / 1"),
        ({"duel_limit": "none"}, ["c1", "0 swap a1 a2"], "2"),
    ],
)
def test_which_duel_it_is(options: dict[str, object], lines: list[str], shown: str) -> None:
    match = said(table(board=VECTOR, **options), *lines)
    assert letters(match)[0] == shown
    assert "duel" in [what.name for what in sprites(match)]
    assert ("finish" in [what.name for what in sprites(match)]) == ("/" in shown)


def test_before_the_duels_there_is_no_number() -> None:
    assert letters(scene("place")) == []


def test_supplies_lie_where_one_sees_what_is_gone() -> None:
    full, left = held(table()), held(scene("place"))
    assert {value for _, value, *_ in full} == set("123456789")
    assert left == full - {place for place in full if place[:2] in {(0, "9"), (1, "1"), (1, "8")}}
    assert len(left) == 18 - 3


def held(match: Match) -> set[tuple[int, str, int, int]]:
    """Whose stones are not placed yet, and where they lie."""
    return {
        (("bison", "wolf").index(what.name), what.text, left, top)
        for what, left, top in marks(match)
        if isinstance(what, Sprite) and what.text and left >= BESIDE
    }


@pytest.mark.parametrize(
    ("name", "turns", "signs"),
    [
        ("empty", {0}, ["bison", "down", "free"]),
        ("place", {0}, ["bison", "bison", "down", "free"]),
        ("pro empty", {0}, ["bison", "wolf", "down", "free"]),
        ("mask", {0, 1}, ["row_mask", "row_mask", "row_mask", "column_mask", "column_mask", "column_mask"]),
        ("swap", {0}, ["bison", "swap", "bison"]),
        ("wolf swap", {1}, ["wolf", "swap", "wolf"]),
        ("pro swap", {0}, ["bison", "swap", "bison", "wolf", "swap", "wolf"]),
        ("stacks move", {0}, ["bison", "way", "free", "wolf", "way", "free"]),
        ("over", set(), []),
    ],
)
def test_whose_turn_it_is_has_a_gold_rim_and_a_sign_what_for(name: str, turns: set[int], signs: list[str]) -> None:
    found = [what for side in (0, 1) for what in beside(scene(name), side)]
    rims = [what.rim for what in found if isinstance(what, Box) and what.ink == art.PANEL]
    assert rims == [GOLD if side in turns else "" for side in (0, 1)]
    assert [what.name for what in found if isinstance(what, Sprite) and what.ground == GOLD] == signs


def test_the_masks_that_met_are_gold() -> None:
    match = said(table(board=VECTOR), "c1")
    met = [(what.name, what.text) for what in sprites(match) if what.name.endswith("_met")]
    assert met == [("row_met", "1"), ("column_met", "C")]
    assert lit(match) == {"c1"}


@pytest.mark.parametrize("side", ["bison", "wolf"])
def test_an_exchange_is_an_arrow_from_stone_to_stone(side: str) -> None:
    swaps = [word for word in words(scene("pro swap"), 0) if side in word]
    assert len(swaps) > 20
    for word in swaps:
        match = said(scene("pro swap"), f"0 {word}")
        spaces = word.split()[2:]
        assert lit(match) == set(spaces)
        heads = [centre(*mark) for mark in marks(match) if getattr(mark[0], "name", "") == "exchanged"]
        ends = [
            centre(what, left, top)
            for space in spaces
            for what, left, top in marks(match)
            if isinstance(what, Sprite) and what.name == side and on(left, top) == space
        ]
        # Beside the stones, and upon no figure, of those between neither.
        over = [at for at, (what, left, top) in enumerate(marks(match)) if isinstance(what, Box) and what.rim == LIGHT]
        stones = [at for at, (what, *_) in enumerate(marks(match)) if isinstance(what, Sprite) and what.width == STONE]
        assert max(over, default=0) < min(stones), word
        assert [50 < dist(head, end) < 80 for head, end in zip(heads, ends, strict=True)] == [True, True], word


def centre(what: What, left: int, top: int) -> tuple[int, int]:
    return left + what.width // 2, top + what.width // 2


@pytest.mark.parametrize("side", [0, 1])
def test_an_eye_says_whose_stones_nobody_else_sees(side: int) -> None:
    match = table(board=VECTOR, variant="memory", memory_help="own")
    eyes = [[getattr(what, "name", "") for what in beside(match, each, side)].count("eye") for each in (0, 1)]
    assert eyes == [side == 0, side == 1]
    assert "eye" not in [what.name for what in sprites(match)]
    assert "eye" not in [getattr(what, "name", "") for what, _, _ in marks(table(board=VECTOR), side)]


def test_a_move_lights_where_its_stones_came_from_and_went() -> None:
    match = said(table(board=PILED, variant="pro_stacks"), "c3", "0 move b1 a2 w9 c1")
    assert lit(match) == {"b1", "a2", "c1"}
    assert left_behind(match) == {"b1"}
    moved = [
        (what.name, what.text)
        for what in beside(match, 0)
        if isinstance(what, Sprite) and what.ground == art.PANEL and what.text
    ]
    assert moved == [("bison", "1"), ("wolf", "9")]


@pytest.mark.parametrize(
    ("match", "faces"),
    [
        (lambda: table(board=VECTOR), ["fierce", "fierce"]),
        (lambda: said(table(board=VECTOR), "c1"), ["glad", "beaten"]),
        (lambda: said(table(board=VECTOR), "a2"), ["beaten", "glad"]),
        (lambda: said(table(board=TWINS, variant="memory"), "c1"), ["fierce", "fierce"]),
        (lambda: said(table(board=VECTOR, duel_limit=1), "a2"), ["beaten", "glad crowned"]),
        # The last duel does not decide the match.
        (lambda: said(table(board=VECTOR, duel_limit=1, shells=[16, 2]), "c2"), ["glad crowned", "beaten"]),
        (lambda: said(table(board=TWINS, variant="memory", duel_limit=1), "c1"), ["fierce", "fierce"]),
        (lambda: table(board=VECTOR, shells=[10, 8]).said(0, RESIGN), ["fierce", "fierce"]),
    ],
)  # fmt: skip
def test_faces_tell_how_it_went(match: Callable[[], Match], faces: list[str]) -> None:
    heads = [what.name for what in sprites(match()) if "_head" in what.name]
    assert heads == [
        " ".join([f"{side}_head", *(f"{side}_{each}" if each != "crowned" else each for each in face.split())])
        for side, face in zip(("bison", "wolf"), faces, strict=True)
    ]


@pytest.mark.parametrize("name", SCENES)
def test_the_board_is_apart_from_who_plays_on_it(name: str) -> None:
    picture = GAME.picture(scene(name).view(None))
    assert picture.board == (0, 0, BESIDE, art.HEIGHT)
    for what, left, _ in picture.marks:
        assert left >= BESIDE or left + what.width <= BESIDE
        assert not isinstance(what, Name) or left >= BESIDE


@pytest.mark.parametrize("name", SCENES)
def test_what_one_decides_by_is_read_at_350(name: str) -> None:
    """Stones on the board and in hand, masks, sums, shells; only what piles of five or more are made of is less."""
    for seat in (0, 1, None):
        for what, left, _ in GAME.picture(scene(name).view(seat)).marks:
            if isinstance(what, Letters):
                assert what.height * art.SIZE >= READ, what
            elif isinstance(what, Sprite) and what.text and (left < BESIDE or what.name in ("bison", "wolf")):
                for size, _, _ in lettering(PALETTE, what):
                    assert size >= READ, what
