"""The pictures of the board with its panels, and of a duel."""

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
from tests.drawing_text import list_text_styles
from tests.games.match_lines import list_move_texts
from tests.games.schamanen.boards import (
    RULES_BOARD,
    STACKED_BOARD,
    VIEWERS,
    begin_duel,
    draft_board,
    join_rows,
    play_lines,
    play_randomly,
)
from tests.games.schamanen.scenes import ALL_NINE_STONES, ALL_STONES_ON_A1, SCENES, get_scene
from tests.laws.legibility import compute_box
from tests.laws.painted_boards import open_image

READABLE_SIZE: Final = 50
"""The smallest font size that is readable when the picture is shown 350 pixels wide."""
THREE_STONE_STACKS: Final = "7+8+9/7+8+9 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/1+2 1+2+3+4+5+6/3+4+5+6"
NINE_AGAINST_ONE: Final = f"{ALL_NINE_STONES}/1 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/2 0/3+4+5+6+7+8+9"


def list_marks(match: Match, seat: int | None = None) -> tuple[PlacedMark, ...]:
    return GAME.draw_board(match.view_of(seat)).marks


def find_space(left: int, top: int) -> str | None:
    """Return the space that contains this point, or `None` for a point outside the board."""
    if BOARD_LEFT_PX <= left < BOARD_LEFT_PX + 3 * CELL_PITCH_PX - 8 and top >= BOARD_TOP_PX:
        return SPACES[(top - BOARD_TOP_PX) // CELL_PITCH_PX * 3 + (left - BOARD_LEFT_PX) // CELL_PITCH_PX]
    return None


def test_open_and_hidden_stones_lie_on_their_spaces() -> None:
    """Everything else in the pictures is compared with `pictures.txt`."""
    cells = [cell.split("/") for cell in RULES_BOARD.replace("|", " ").split()]
    stones = {space: [f"bison {one}", f"wolf {other}"] for space, (one, other) in zip(SPACES, cells, strict=True)}
    backs = {space: ["bison_back", "wolf_back"] for space in SPACES}
    assert list_stones(get_scene("mask")) == stones
    assert list_stones(get_scene("memory swap")) == backs | {"c3": ["bison 7", "wolf 3"]}
    assert list_stones(get_scene("memory swapped")) == backs


def list_stones(match: Match) -> dict[str, list[str]]:
    stones: dict[str, list[str]] = {}
    for mark, left, top in list_marks(match):
        if isinstance(mark, Sprite) and mark.name.startswith(("bison", "wolf")) and (space := find_space(left, top)):
            stones.setdefault(space, []).append(f"{mark.name} {mark.text}".strip())
    return stones


def test_values_of_the_largest_stacks_lie_on_their_space() -> None:
    for mark, left, top in list_marks(begin_duel(board=ALL_STONES_ON_A1, variant="pro_stacks")):
        if isinstance(mark, Letters) and left < BOARD_RIGHT_PX:
            # Digits have no descenders, so they do not fill the bottom of their box.
            assert find_space(left, top + 4) == find_space(left + mark.width, top + mark.height - 8) == "a1"


@pytest.mark.parametrize("pile", ["1+2+3", "2+3+6+7+8", ALL_NINE_STONES])
@pytest.mark.parametrize("space", [0, 8])
def test_values_of_stacks_do_not_overlap_anything(pile: str, space: int) -> None:
    cells = ["0/0"] * 9
    other_values = "+".join(value for value in "123456789" if value not in pile) or "0"
    cells[space], cells[(space + 1) % 9] = f"{pile}/{pile}", f"{other_values}/{other_values}"
    picture = GAME.draw_board(begin_duel(board=join_rows(cells), variant="pro_stacks").view_of(None))
    ground = open_image(
        canvas.paint_png(replace(picture, marks=tuple(it for it in picture.marks if not isinstance(it[0], Letters))))
    )
    for mark, left, top in picture.marks:
        if isinstance(mark, Letters) and left < BOARD_RIGHT_PX:
            assert find_space(left, top + mark.height // 2) in (SPACES[space], SPACES[(space + 1) % 9])
            below = ground.crop(compute_box(picture, mark, left, top))
            assert below.getcolors() == [(below.width * below.height, (0xF4, 0xEE, 0xE0))], mark


@pytest.mark.parametrize("side", ["bison", "wolf"])
def test_arrow_of_an_exchange_leads_from_stone_to_stone_and_covers_no_other(side: str) -> None:
    for move in [move for move in list_move_texts(get_scene("pro swap"), 0) if side in move]:
        match = play_lines(get_scene("pro swap"), f"0 {move}")
        spaces = move.split()[2:]
        heads = [find_center(*mark) for mark in list_marks(match) if getattr(mark[0], "name", "") == "exchanged"]
        ends = [
            find_center(mark, left, top)
            for space in spaces
            for mark, left, top in list_marks(match)
            if isinstance(mark, Sprite) and mark.name == side and find_space(left, top) == space
        ]
        assert [50 < dist(head, end) < 80 for head, end in zip(heads, ends, strict=True)] == [True, True], move
        # The dots lie below all stones.
        over = [
            i for i, (mark, *_) in enumerate(list_marks(match)) if isinstance(mark, Rectangle) and mark.rim == LIGHT
        ]
        stones = [
            i
            for i, (mark, *_) in enumerate(list_marks(match))
            if isinstance(mark, Sprite) and mark.width == STONE_WIDTH_PX
        ]
        assert max(over, default=0) < min(stones), move


def find_center(mark: Drawable, left: int, top: int) -> tuple[int, int]:
    return left + mark.width // 2, top + mark.width // 2


@pytest.mark.parametrize("name", [name for name in SCENES if name not in ("stacks heaped", "stacks moved")])
def test_board_is_separate_from_the_panels_and_readable_at_350_pixels(name: str) -> None:
    """The excluded scenes have smaller text, on stacks of more than three stones or on moved stones."""
    for seat in VIEWERS:
        picture = GAME.draw_board(get_scene(name).view_of(seat))
        assert picture.board == (0, 0, BOARD_RIGHT_PX, art.BOARD_HEIGHT)
        for mark, left, _ in picture.marks:
            assert left >= BOARD_RIGHT_PX or left + mark.width <= BOARD_RIGHT_PX
            assert not isinstance(mark, PlayerName) or left >= BOARD_RIGHT_PX
            if isinstance(mark, Letters):
                assert mark.height * art.FONT_SIZE_RATIO >= READABLE_SIZE, mark
            elif isinstance(mark, Sprite) and mark.text and (left < BOARD_RIGHT_PX or mark.name in ("bison", "wolf")):
                assert all(size >= READABLE_SIZE for size, _, _ in list_text_styles(PALETTE, mark)), mark


# The picture of a duel


def draw_reveal(match: Match, seat: int | None = None) -> Picture:
    picture = GAME.draw_reveal(match.view_of(seat))
    assert picture
    return picture


def list_sprites(picture: Picture, *names: str) -> Sequence[Sprite]:
    return [mark for mark, _, _ in picture.marks if isinstance(mark, Sprite) and mark.name.startswith(names)]


@pytest.mark.parametrize(("space", "winner"), [("b3", 1), ("c1", 0)])
def test_gain_is_on_the_side_of_the_winner(space: str, winner: int) -> None:
    picture = draw_reveal(play_lines(begin_duel(board=RULES_BOARD), space))
    (gain,) = [left + mark.width // 2 for mark, left, _ in picture.marks if getattr(mark, "text", "")[:1] == "+"]
    assert (gain > picture.width // 2) == (winner == 1)
    # Bison's shells lie to the left of the mark, Wolf's to the right.
    beads = [
        (mark.ink, left) for mark, left, _ in picture.marks if isinstance(mark, Rectangle) and mark.ground == art.PANEL
    ]
    (mark,) = [left for mark, left, _ in picture.marks if isinstance(mark, Rectangle) and mark.width == 8]
    assert [(ink == "#d55e00") for ink, _ in beads] == [left < mark for _, left in beads]


@pytest.mark.parametrize(
    ("board", "shells", "space"),
    [
        (ALL_STONES_ON_A1, [9, 9], "a1"),
        (NINE_AGAINST_ONE, [1, 17], "a1"),
        (NINE_AGAINST_ONE, [17, 1], "c3"),
        (THREE_STONE_STACKS, [9, 9], "a1"),
    ],
)
def test_largest_stacks_fit_into_the_picture_of_their_duel(board: str, shells: list[int], space: str) -> None:
    picture = draw_reveal(play_lines(begin_duel(board=board, shells=shells, variant="pro_stacks"), space))
    for mark, left, top in picture.marks:
        assert 0 <= left <= left + mark.width <= picture.width, mark
        assert 0 <= top <= top + canvas.drawable_height(PALETTE, mark) <= picture.height, mark
    apart = sorted(
        (left, left + mark.width)
        for mark, left, _ in picture.marks
        if (isinstance(mark, Rectangle) and mark.ink == art.INK) or (isinstance(mark, Sprite) and "_met" in mark.name)
    )
    assert all(one[1] <= other[0] for one, other in pairwise(apart))


@pytest.mark.parametrize(("board", "space"), [(RULES_BOARD, "b3"), (STACKED_BOARD, "c3"), (ALL_STONES_ON_A1, "a1")])
def test_duel_is_readable_at_350_pixels(board: str, space: str) -> None:
    picture = draw_reveal(play_lines(begin_duel(board=board, variant="pro_stacks"), space))
    for mark in list_sprites(picture, "bison_hit", "wolf_hit", "row_met", "column_met"):
        ((size, _, _),) = list_text_styles(PALETTE, mark)
        assert size >= READABLE_SIZE, mark
    for each, _, _ in picture.marks:
        # Only the values of stacks of more than three are smaller.
        if isinstance(each, Letters) and each.text.count("+") < 3:
            assert each.bold
            assert each.height * art.FONT_SIZE_RATIO >= READABLE_SIZE, each


def test_resigned_match_shows_no_duel() -> None:
    match = play_lines(begin_duel(board=RULES_BOARD), "b3")
    assert GAME.draw_reveal(match.view_of(None))
    assert not GAME.draw_reveal(match.play_move(0, RESIGN).view_of(None))


@pytest.mark.parametrize("options", [{"board": RULES_BOARD}, {"board": RULES_BOARD, "memory_help": "own"}])
def test_duel_in_memory_is_shown_until_the_next_move(options: dict[str, object]) -> None:
    match = play_lines(begin_duel(variant="memory", prize="one", **options), "b2")
    pictures = [draw_reveal(match, seat) for seat in VIEWERS]
    assert pictures[0] == pictures[1] == pictures[2]
    after = play_lines(match, "0 swap a1 a2")
    for seat in VIEWERS:
        assert not GAME.draw_reveal(GAME.forget(match.view_of(seat)))
        assert not GAME.draw_reveal(after.view_of(seat))
        assert not GAME.draw_reveal(play_lines(after, "1 mask a").view_of(seat))


def test_last_duel_in_memory_stays_open() -> None:
    end = play_lines(draft_board(RULES_BOARD, variant="memory", duel_limit=1), "b2")
    for seat in VIEWERS:
        assert GAME.draw_reveal(GAME.forget(end.view_of(seat))) == draw_reveal(end, seat)


@pytest.mark.parametrize("options", [{"variant": "memory", "placement": "random"}, {"variant": "pro_stacks"}])
def test_exactly_the_duels_of_a_match_are_shown(options: dict[str, object]) -> None:
    for match in play_randomly(3, prize="one", duel_limit=9, **options):
        picture, event = GAME.draw_reveal(match.view_of(None)), match.view_of(None).latest_event
        assert bool(picture) == isinstance(event, DuelFought)
        if picture and isinstance(event, DuelFought):
            texts_by_side = {mark.name[0]: mark.text for mark in list_sprites(picture, "bison_hit", "wolf_hit")}
            assert texts_by_side == {"b": str(sum(event.values[0])), "w": str(sum(event.values[1]))}
            assert SPACES[event.space].upper() in [getattr(mark, "text", "") for mark, _, _ in picture.marks]
