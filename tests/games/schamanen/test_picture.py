"""The pictures of the Duel: the board with its panels, and the masks that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from math import dist
from pathlib import Path
from typing import Final

import pytest

from games import art, canvas
from games.art import GOLD, LIGHT, Box, Letters, Mark, Name, Picture, Sprite, What, Written
from games.match import RESIGN, Match
from games.schamanen import GAME
from games.schamanen.board import BESIDE, CELL, LEFT, PITCH, STONE, TOP
from games.schamanen.panel import PALETTE
from games.schamanen.state import SPACES, Fought
from tests.games.lines import words
from tests.games.schamanen.drawn import (
    EYES,
    PILED,
    SCENES,
    TWINS,
    VECTOR,
    drafted,
    ruled,
    said,
    scene,
    table,
    wandering,
)
from tests.games.transcript import check_approved
from tests.laws.legibility import box
from tests.laws.painted import opened
from tests.lettering import lettering

READ: Final = 50
"""The least size of type that is read at 350."""
NINE: Final = "1+2+3+4+5+6+7+8+9"
HEAPED: Final = f"{NINE}/{NINE} 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/0 0/0"
THREE: Final = "7+8+9/7+8+9 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/1+2 1+2+3+4+5+6/3+4+5+6"
FEWER: Final = f"{NINE}/1 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/2 0/3+4+5+6+7+8+9"


def marks(match: Match, seat: int | None = None) -> tuple[Mark, ...]:
    return GAME.picture(match.view(seat)).marks


def space_at(left: int, top: int) -> str | None:
    """Return the space that begins at this point or has it within."""
    if LEFT <= left < LEFT + 3 * PITCH - 8 and top >= TOP:
        return SPACES[(top - TOP) // PITCH * 3 + (left - LEFT) // PITCH]
    return None


def describe(what: What) -> str:
    match what:
        case Sprite(name, _, ground, text):
            return f"{name} {text}".strip() + " on gold" * (ground == GOLD)
        case Letters(text):
            return f"“{text}”"
        case Name(seat):
            return f"name {seat}"
        case Written(key):
            return key
        case Box(rim=rim, ink=ink):
            return "gold rim" if rim == GOLD else "gold box" if ink == GOLD else ""
    raise AssertionError(what)


def join(found: Iterable[str]) -> str:
    """Describe equal marks in a row as one."""
    rows = [(each, len([*same])) for each, same in groupby(filter(None, found))]
    return ", ".join(f"{each} × {many}" if many > 1 else each for each, many in rows)


def describe_board(match: Match, seat: int | None) -> Iterator[str]:
    """Yield what lies on each space, what goes across them, and what stands in each panel."""
    on: dict[str, list[str]] = {space: [] for space in SPACES}
    across, panels = list[str](), [list[str]()]
    for what, left, top in marks(match, seat):
        space = space_at(left, top + 4)
        if isinstance(what, Box) and what.ink == art.PANEL and left >= BESIDE:
            panels.append([])
        if left >= BESIDE:
            panels[-1].append(describe(what))
        elif not space or (isinstance(what, Box) and what.rim == LIGHT) or describe(what).startswith("exchanged"):
            across.append("dot" if isinstance(what, Box) else describe(what))
        else:
            on[space].append(describe(what) or ("dot" if what.width < CELL else ""))
    yield "board: " + "; ".join(f"{space} {join(found)}" for space, found in on.items() if any(found))
    yield f"around: {join(each for each in (*across, *panels[0]) if each != 'dot')}"
    yield f"Bison: {join(panels[1])}"
    yield f"Wolf: {join(panels[2])}"


def describe_duel(match: Match) -> str:
    picture = reveal(match)
    rope = "#d55e00", "#0072b2"
    names = ("of Bison", "of Wolf")
    return join(
        names[rope.index(what.ink)] if isinstance(what, Box) and what.ink in rope else describe(what)
        for what, _, _ in sorted(picture.marks, key=lambda mark: isinstance(mark[0], Box))
    )


ALIKE: Final = {"relocate", "dealt", "memory mask", "pro late", "pro wolf swap"}
ENDING: Final = {"board": VECTOR, "duel_limit": 1}
SHOWN: Final[dict[str, tuple[Callable[[], Match], int | None]]] = {
    **{name: (partial(scene, name), None) for name in SCENES if name not in ALIKE},
    "placing, to Bison": (lambda: drafted("9/1 -/- -/- | -/- -/- -/- | -/- -/- -/3"), 0),
    "own stones, to Wolf": (lambda: table(board=VECTOR, variant="memory", memory_help="own"), 1),
    "Wolf gains": (lambda: said(table(board=VECTOR), "a2"), None),
    "tie": (lambda: said(table(board=TWINS, variant="memory"), "c1"), None),
    "exchanged": (lambda: said(table(board=VECTOR), "c1", "0 swap a1 a2"), None),
    "without a limit": (lambda: said(table(board=VECTOR, duel_limit="none"), "c1", "0 swap a1 a2"), None),
    "moved": (lambda: said(table(board=PILED, variant="pro_stacks"), "c3", "0 move b1 a2 w9 c1"), None),
    "eighteen on a space": (lambda: table(board=HEAPED, variant="pro_stacks"), None),
    "three lines": (lambda: table(board="4/1 5/2 6/3 | 7/4 1+2+3/5 8/6 | 9/7 0/8 0/9", variant="pro_stacks"), None),
    "Wolf wins": (lambda: said(table(**ENDING), "a2"), None),
    "last duel does not decide": (lambda: said(table(shells=[16, 2], **ENDING), "c2"), None),
    "drawn": (lambda: said(table(board=TWINS, variant="memory", duel_limit=1), "c1"), None),
    "resigned": (lambda: table(board=VECTOR, shells=[10, 8]).said(0, RESIGN), None),
}
DUELS: Final[dict[str, tuple[dict[str, object], str]]] = {
    "Wolf gains": ({}, "b3"),
    "Bison gains": ({}, "c1"),
    "Bison gains eight": ({}, "a1"),
    "Wolf wins": ({"shells": [3, 15]}, "a2"),
    "Bison wins the last": ({"shells": [17, 1]}, "a1"),
    "tie": ({"board": TWINS, "variant": "memory"}, "b2"),
    "piles": ({"board": PILED, "variant": "pro_stacks"}, "c3"),
    "pile and nothing": ({"board": PILED, "variant": "pro_stacks"}, "a1"),
}


def test_approved_pictures() -> None:
    boards = {name: [*describe_board(match(), seat)] for name, (match, seat) in SHOWN.items()}
    duels = {
        f"duel: {name}": [describe_duel(said(table(**{"board": VECTOR, **options}), space))]
        for name, (options, space) in DUELS.items()
    }
    check_approved(Path(__file__).with_name("pictures.txt"), boards | duels)


def test_summands_of_the_largest_piles_lie_on_their_space() -> None:
    for what, left, top in marks(table(board=HEAPED, variant="pro_stacks")):
        if isinstance(what, Letters) and left < BESIDE:
            # Its type, which has nothing below the line, is a little lower than its box.
            assert space_at(left, top + 4) == space_at(left + what.width, top + what.height - 8) == "a1"


@pytest.mark.parametrize("pile", ["1+2+3", "2+3+6+7+8", NINE])
@pytest.mark.parametrize("space", [0, 8])
def test_summands_lie_clear_of_all_else(pile: str, space: int) -> None:
    cells = ["0/0"] * 9
    rest = "+".join(value for value in "123456789" if value not in pile) or "0"
    cells[space], cells[(space + 1) % 9] = f"{pile}/{pile}", f"{rest}/{rest}"
    picture = GAME.picture(table(board=ruled(cells), variant="pro_stacks").view(None))
    ground = opened(
        canvas.png(replace(picture, marks=tuple(it for it in picture.marks if not isinstance(it[0], Letters))))
    )
    for what, left, top in picture.marks:
        if isinstance(what, Letters) and left < BESIDE:
            assert space_at(left, top + what.height // 2) in (SPACES[space], SPACES[(space + 1) % 9])
            below = ground.crop(box(picture, what, left, top))
            assert below.getcolors() == [(below.width * below.height, (0xF4, 0xEE, 0xE0))], what


def test_stones_in_hand_keep_their_places() -> None:
    """So that one sees what is gone."""
    full, left = ({mark for mark in marks(scene(name)) if is_held(*mark)} for name in ("empty", "place"))
    assert len(full) == 18
    gone = {(what.name, what.text) for what, _, _ in full - left if isinstance(what, Sprite)}
    assert (gone, left - full) == ({("bison", "9"), ("wolf", "1"), ("wolf", "8")}, set())


def is_held(what: What, left: int, _: int) -> bool:
    return isinstance(what, Sprite) and bool(what.text) and left >= BESIDE


@pytest.mark.parametrize("side", ["bison", "wolf"])
def test_exchange_is_an_arrow_from_stone_to_stone_beside_those_between(side: str) -> None:
    for word in [word for word in words(scene("pro swap"), 0) if side in word]:
        match = said(scene("pro swap"), f"0 {word}")
        spaces = word.split()[2:]
        heads = [find_center(*mark) for mark in marks(match) if getattr(mark[0], "name", "") == "exchanged"]
        ends = [
            find_center(what, left, top)
            for space in spaces
            for what, left, top in marks(match)
            if isinstance(what, Sprite) and what.name == side and space_at(left, top) == space
        ]
        assert [50 < dist(head, end) < 80 for head, end in zip(heads, ends, strict=True)] == [True, True], word
        # Upon no figure, of those between neither.
        over = [at for at, (what, *_) in enumerate(marks(match)) if isinstance(what, Box) and what.rim == LIGHT]
        stones = [at for at, (what, *_) in enumerate(marks(match)) if isinstance(what, Sprite) and what.width == STONE]
        assert max(over, default=0) < min(stones), word


def find_center(what: What, left: int, top: int) -> tuple[int, int]:
    return left + what.width // 2, top + what.width // 2


@pytest.mark.parametrize("name", SCENES)
def test_board_is_apart_from_the_panels_and_read_at_350(name: str) -> None:
    """Stones on the board and in hand, masks, sums, shells; only what piles of five or more are made of is less."""
    for seat in EYES:
        picture = GAME.picture(scene(name).view(seat))
        assert picture.board == (0, 0, BESIDE, art.HEIGHT)
        for what, left, _ in picture.marks:
            assert left >= BESIDE or left + what.width <= BESIDE
            assert not isinstance(what, Name) or left >= BESIDE
            if isinstance(what, Letters):
                assert what.height * art.SIZE >= READ, what
            elif isinstance(what, Sprite) and what.text and (left < BESIDE or what.name in ("bison", "wolf")):
                assert all(size >= READ for size, _, _ in lettering(PALETTE, what)), what


# The masks that meet


def reveal(match: Match, seat: int | None = None) -> Picture:
    picture = GAME.reveal(match.view(seat))
    assert picture
    return picture


def sprites(picture: Picture, *names: str) -> Sequence[Sprite]:
    return [what for what, _, _ in picture.marks if isinstance(what, Sprite) and what.name.startswith(names)]


@pytest.mark.parametrize(("space", "winner"), [("b3", 1), ("c1", 0)])
def test_gain_stands_on_the_side_of_the_winner(space: str, winner: int) -> None:
    picture = reveal(said(table(board=VECTOR), space))
    (gain,) = [left + what.width // 2 for what, left, _ in picture.marks if getattr(what, "text", "")[:1] == "+"]
    assert (gain > picture.width // 2) == (winner == 1)
    # Bison's shells lie left of the mark, Wolf's right.
    beads = [(what.ink, left) for what, left, _ in picture.marks if isinstance(what, Box) and what.ground == art.PANEL]
    (mark,) = [left for what, left, _ in picture.marks if isinstance(what, Box) and what.width == 8]
    assert [(ink == "#d55e00") for ink, _ in beads] == [left < mark for _, left in beads]


@pytest.mark.parametrize(
    ("board", "shells", "space"),
    [(HEAPED, [9, 9], "a1"), (FEWER, [1, 17], "a1"), (FEWER, [17, 1], "c3"), (THREE, [9, 9], "a1")],
)
def test_largest_piles_that_meet_have_room(board: str, shells: list[int], space: str) -> None:
    picture = reveal(said(table(board=board, shells=shells, variant="pro_stacks"), space))
    for what, left, top in picture.marks:
        assert 0 <= left <= left + what.width <= picture.width, what
        assert 0 <= top <= top + canvas.height(PALETTE, what) <= picture.height, what
    apart = sorted(
        (left, left + what.width)
        for what, left, _ in picture.marks
        if (isinstance(what, Box) and what.ink == art.INK) or (isinstance(what, Sprite) and "_met" in what.name)
    )
    assert all(one[1] <= other[0] for one, other in pairwise(apart))


@pytest.mark.parametrize(("board", "space"), [(VECTOR, "b3"), (PILED, "c3"), (HEAPED, "a1")])
def test_duel_is_read_at_350(board: str, space: str) -> None:
    picture = reveal(said(table(board=board, variant="pro_stacks"), space))
    for what in sprites(picture, "bison_hit", "wolf_hit", "row_met", "column_met"):
        ((size, _, _),) = lettering(PALETTE, what)
        assert size >= READ, what
    for each, _, _ in picture.marks:
        # All but what the sums of more than three are made of.
        if isinstance(each, Letters) and each.text.count("+") < 3:
            assert each.bold
            assert each.height * art.SIZE >= READ, each


def test_match_that_ends_otherwise_shows_no_duel() -> None:
    match = said(table(board=VECTOR), "b3")
    assert GAME.reveal(match.view(None))
    assert not GAME.reveal(match.said(0, RESIGN).view(None))


@pytest.mark.parametrize("options", [{"board": VECTOR}, {"board": VECTOR, "memory_help": "own"}])
def test_duel_in_memory_is_shown_to_everybody_until_the_next_choice(options: dict[str, object]) -> None:
    match = said(table(variant="memory", prize="one", **options), "b2")
    pictures = [reveal(match, seat) for seat in EYES]
    assert pictures[0] == pictures[1] == pictures[2]
    after = said(match, "0 swap a1 a2")
    for seat in EYES:
        assert not GAME.reveal(GAME.forget(match.view(seat)))
        assert not GAME.reveal(after.view(seat))
        assert not GAME.reveal(said(after, "1 mask a").view(seat))


def test_last_duel_in_memory_stays_open() -> None:
    end = said(drafted(VECTOR, variant="memory", duel_limit=1), "b2")
    for seat in EYES:
        assert GAME.reveal(GAME.forget(end.view(seat))) == reveal(end, seat)


@pytest.mark.parametrize("options", [{"variant": "memory", "placement": "random"}, {"variant": "pro_stacks"}])
def test_each_duel_of_a_match_and_nothing_else_is_shown(options: dict[str, object]) -> None:
    for match in wandering(3, prize="one", duel_limit=9, **options):
        picture, newest = GAME.reveal(match.view(None)), match.view(None).newest
        assert bool(picture) == isinstance(newest, Fought)
        if picture and isinstance(newest, Fought):
            met = {what.name[0]: what.text for what in sprites(picture, "bison_hit", "wolf_hit")}
            assert met == {"b": str(sum(newest.values[0])), "w": str(sum(newest.values[1]))}
            assert f"“{SPACES[newest.space].upper()}”" in map(describe, (what for what, _, _ in picture.marks))
