"""The pictures of the Duel: the board with its panels, and the masks that meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Final

import pytest

from games import art, canvas
from games.art import LIGHT, Drawable, Letters, Picture, PlacedMark, PlayerName, Rectangle, Sprite
from games.match import RESIGN, Match
from games.schamanen import GAME
from games.schamanen.board_picture import BOARD_LEFT_PX, BOARD_RIGHT_PX, BOARD_TOP_PX, CELL_PITCH_PX, STONE_WIDTH_PX
from games.schamanen.side_panel import PALETTE
from games.schamanen.state import SPACES, DuelFought
from tests.games.lines import words
from tests.games.schamanen.boards import (
    RULES_BOARD,
    STACKED_BOARD,
    VIEWERS,
    begin_duel,
    draft_to,
    join_rows,
    play_lines,
    play_randomly,
)
from tests.games.schamanen.scenes import HEAPED, NINE, SCENES, scene
from tests.laws.legibility import box
from tests.laws.painted import opened
from tests.lettering import lettering

READ: Final = 50
"""The least size of type that is read at 350."""
THREE: Final = "7+8+9/7+8+9 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/1+2 1+2+3+4+5+6/3+4+5+6"
FEWER: Final = f"{NINE}/1 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/2 0/3+4+5+6+7+8+9"


def marks(match: Match, seat: int | None = None) -> tuple[PlacedMark, ...]:
    return GAME.draw_board(match.view_of(seat)).marks


def space_at(left: int, top: int) -> str | None:
    """Return the space that begins at this point or has it within."""
    if BOARD_LEFT_PX <= left < BOARD_LEFT_PX + 3 * CELL_PITCH_PX - 8 and top >= BOARD_TOP_PX:
        return SPACES[(top - BOARD_TOP_PX) // CELL_PITCH_PX * 3 + (left - BOARD_LEFT_PX) // CELL_PITCH_PX]
    return None


def test_stones_and_backs_lie_on_their_spaces() -> None:
    """What else lies there in each scene is approved in `pictures.txt`."""
    cells = [cell.split("/") for cell in RULES_BOARD.replace("|", " ").split()]
    stones = {space: [f"bison {one}", f"wolf {other}"] for space, (one, other) in zip(SPACES, cells, strict=True)}
    backs = {space: ["bison_back", "wolf_back"] for space in SPACES}
    assert list_stones(scene("mask")) == stones
    assert list_stones(scene("memory swap")) == backs | {"c3": ["bison 7", "wolf 3"]}
    assert list_stones(scene("memory swapped")) == backs


def list_stones(match: Match) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for what, left, top in marks(match):
        if isinstance(what, Sprite) and what.name.startswith(("bison", "wolf")) and (space := space_at(left, top)):
            found.setdefault(space, []).append(f"{what.name} {what.text}".strip())
    return found


def test_summands_of_the_largest_piles_lie_on_their_space() -> None:
    for what, left, top in marks(begin_duel(board=HEAPED, variant="pro_stacks")):
        if isinstance(what, Letters) and left < BOARD_RIGHT_PX:
            # Its type, which has nothing below the line, is a little lower than its box.
            assert space_at(left, top + 4) == space_at(left + what.width, top + what.height - 8) == "a1"


@pytest.mark.parametrize("pile", ["1+2+3", "2+3+6+7+8", NINE])
@pytest.mark.parametrize("space", [0, 8])
def test_summands_lie_clear_of_all_else(pile: str, space: int) -> None:
    cells = ["0/0"] * 9
    rest = "+".join(value for value in "123456789" if value not in pile) or "0"
    cells[space], cells[(space + 1) % 9] = f"{pile}/{pile}", f"{rest}/{rest}"
    picture = GAME.draw_board(begin_duel(board=join_rows(cells), variant="pro_stacks").view_of(None))
    ground = opened(
        canvas.paint_png(replace(picture, marks=tuple(it for it in picture.marks if not isinstance(it[0], Letters))))
    )
    for what, left, top in picture.marks:
        if isinstance(what, Letters) and left < BOARD_RIGHT_PX:
            assert space_at(left, top + what.height // 2) in (SPACES[space], SPACES[(space + 1) % 9])
            below = ground.crop(box(picture, what, left, top))
            assert below.getcolors() == [(below.width * below.height, (0xF4, 0xEE, 0xE0))], what


@pytest.mark.parametrize("side", ["bison", "wolf"])
def test_exchange_is_an_arrow_from_stone_to_stone_beside_those_between(side: str) -> None:
    for word in [word for word in words(scene("pro swap"), 0) if side in word]:
        match = play_lines(scene("pro swap"), f"0 {word}")
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
        over = [at for at, (what, *_) in enumerate(marks(match)) if isinstance(what, Rectangle) and what.rim == LIGHT]
        stones = [
            at
            for at, (what, *_) in enumerate(marks(match))
            if isinstance(what, Sprite) and what.width == STONE_WIDTH_PX
        ]
        assert max(over, default=0) < min(stones), word


def find_center(what: Drawable, left: int, top: int) -> tuple[int, int]:
    return left + what.width // 2, top + what.width // 2


@pytest.mark.parametrize("name", [name for name in SCENES if name not in ("stacks heaped", "stacks moved")])
def test_board_is_apart_from_the_panels_and_read_at_350(name: str) -> None:
    """Only what piles of four or more are made of, and stones that have moved, are less."""
    for seat in VIEWERS:
        picture = GAME.draw_board(scene(name).view_of(seat))
        assert picture.board == (0, 0, BOARD_RIGHT_PX, art.BOARD_HEIGHT)
        for what, left, _ in picture.marks:
            assert left >= BOARD_RIGHT_PX or left + what.width <= BOARD_RIGHT_PX
            assert not isinstance(what, PlayerName) or left >= BOARD_RIGHT_PX
            if isinstance(what, Letters):
                assert what.height * art.FONT_SIZE_RATIO >= READ, what
            elif isinstance(what, Sprite) and what.text and (left < BOARD_RIGHT_PX or what.name in ("bison", "wolf")):
                assert all(size >= READ for size, _, _ in lettering(PALETTE, what)), what


# The masks that meet


def reveal(match: Match, seat: int | None = None) -> Picture:
    picture = GAME.draw_reveal(match.view_of(seat))
    assert picture
    return picture


def sprites(picture: Picture, *names: str) -> Sequence[Sprite]:
    return [what for what, _, _ in picture.marks if isinstance(what, Sprite) and what.name.startswith(names)]


@pytest.mark.parametrize(("space", "winner"), [("b3", 1), ("c1", 0)])
def test_gain_stands_on_the_side_of_the_winner(space: str, winner: int) -> None:
    picture = reveal(play_lines(begin_duel(board=RULES_BOARD), space))
    (gain,) = [left + what.width // 2 for what, left, _ in picture.marks if getattr(what, "text", "")[:1] == "+"]
    assert (gain > picture.width // 2) == (winner == 1)
    # Bison's shells lie left of the mark, Wolf's right.
    beads = [
        (what.ink, left) for what, left, _ in picture.marks if isinstance(what, Rectangle) and what.ground == art.PANEL
    ]
    (mark,) = [left for what, left, _ in picture.marks if isinstance(what, Rectangle) and what.width == 8]
    assert [(ink == "#d55e00") for ink, _ in beads] == [left < mark for _, left in beads]


@pytest.mark.parametrize(
    ("board", "shells", "space"),
    [(HEAPED, [9, 9], "a1"), (FEWER, [1, 17], "a1"), (FEWER, [17, 1], "c3"), (THREE, [9, 9], "a1")],
)
def test_largest_piles_that_meet_have_room(board: str, shells: list[int], space: str) -> None:
    picture = reveal(play_lines(begin_duel(board=board, shells=shells, variant="pro_stacks"), space))
    for what, left, top in picture.marks:
        assert 0 <= left <= left + what.width <= picture.width, what
        assert 0 <= top <= top + canvas.drawable_height(PALETTE, what) <= picture.height, what
    apart = sorted(
        (left, left + what.width)
        for what, left, _ in picture.marks
        if (isinstance(what, Rectangle) and what.ink == art.INK) or (isinstance(what, Sprite) and "_met" in what.name)
    )
    assert all(one[1] <= other[0] for one, other in pairwise(apart))


@pytest.mark.parametrize(("board", "space"), [(RULES_BOARD, "b3"), (STACKED_BOARD, "c3"), (HEAPED, "a1")])
def test_duel_is_read_at_350(board: str, space: str) -> None:
    picture = reveal(play_lines(begin_duel(board=board, variant="pro_stacks"), space))
    for what in sprites(picture, "bison_hit", "wolf_hit", "row_met", "column_met"):
        ((size, _, _),) = lettering(PALETTE, what)
        assert size >= READ, what
    for each, _, _ in picture.marks:
        # All but what the sums of more than three are made of.
        if isinstance(each, Letters) and each.text.count("+") < 3:
            assert each.bold
            assert each.height * art.FONT_SIZE_RATIO >= READ, each


def test_match_that_ends_otherwise_shows_no_duel() -> None:
    match = play_lines(begin_duel(board=RULES_BOARD), "b3")
    assert GAME.draw_reveal(match.view_of(None))
    assert not GAME.draw_reveal(match.play_move(0, RESIGN).view_of(None))


@pytest.mark.parametrize("options", [{"board": RULES_BOARD}, {"board": RULES_BOARD, "memory_help": "own"}])
def test_duel_in_memory_is_shown_to_everybody_until_the_next_choice(options: dict[str, object]) -> None:
    match = play_lines(begin_duel(variant="memory", prize="one", **options), "b2")
    pictures = [reveal(match, seat) for seat in VIEWERS]
    assert pictures[0] == pictures[1] == pictures[2]
    after = play_lines(match, "0 swap a1 a2")
    for seat in VIEWERS:
        assert not GAME.draw_reveal(GAME.forget(match.view_of(seat)))
        assert not GAME.draw_reveal(after.view_of(seat))
        assert not GAME.draw_reveal(play_lines(after, "1 mask a").view_of(seat))


def test_last_duel_in_memory_stays_open() -> None:
    end = play_lines(draft_to(RULES_BOARD, variant="memory", duel_limit=1), "b2")
    for seat in VIEWERS:
        assert GAME.draw_reveal(GAME.forget(end.view_of(seat))) == reveal(end, seat)


@pytest.mark.parametrize("options", [{"variant": "memory", "placement": "random"}, {"variant": "pro_stacks"}])
def test_each_duel_of_a_match_and_nothing_else_is_shown(options: dict[str, object]) -> None:
    for match in play_randomly(3, prize="one", duel_limit=9, **options):
        picture, newest = GAME.draw_reveal(match.view_of(None)), match.view_of(None).latest_event
        assert bool(picture) == isinstance(newest, DuelFought)
        if picture and isinstance(newest, DuelFought):
            met = {what.name[0]: what.text for what in sprites(picture, "bison_hit", "wolf_hit")}
            assert met == {"b": str(sum(newest.values[0])), "w": str(sum(newest.values[1]))}
            assert SPACES[newest.space].upper() in [getattr(what, "text", "") for what, _, _ in picture.marks]
