"""The pictures of the daily duel: the board with the chosen lines, and the people beside the lines they chose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from games.art import (
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    PAPER,
    SLATE,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
)
from games.daily import DailyChoice, PersonNumber
from games.schamanen.board_picture import (
    BOARD_LEFT_PX,
    BOARD_RIGHT_PX,
    BOARD_TOP_PX,
    CELL_PITCH_PX,
    CELL_SIZE_PX,
    MASK_WIDTH_PX,
    STONE_MARGIN_PX,
    STONE_WIDTH_PX,
)
from games.schamanen.daily import SchamanenDailyBoard
from games.schamanen.side_panel import PALETTE, PLACEHOLDER_COLOR, draw_mask, draw_shell, draw_stone
from games.schamanen.state import BISON, SIDES, SPACES, WOLF

NAMED_PEOPLE_MAX: Final = 12
"""The maximum number of people whom the reveal shows one by one. If there are more, it only counts them by line."""
DAILY_PALETTE: Final = replace(
    PALETTE, grounds=(*PALETTE.grounds, INK), shared_folders=(*PALETTE.shared_folders, ("games", "heads"))
)
HEAD_COUNT: Final = 6
"""The number of different drawings of heads. The next person after these gets the first head again."""

BOARD_BOTTOM_PX: Final = BOARD_TOP_PX + 3 * CELL_PITCH_PX
GAP_PX: Final = 8
BAND_MARGIN_PX: Final = CELL_PITCH_PX - CELL_SIZE_PX
"""How far the gold band of a marked line extends beyond its spaces."""
SHELL_STRIP_HEIGHT_PX: Final = 116
SIDE_HEAD_WIDTH_PX: Final = 96

CHIP_HEIGHT_PX: Final = 46
CHIP_PITCH_PX: Final = CHIP_HEIGHT_PX + 4
CHIP_HEAD_WIDTH_PX: Final = 44
CHIP_NAME_MIN_HEIGHT_PX: Final = 42
ROW_AREA_LEFT_PX: Final = BOARD_RIGHT_PX + GAP_PX
CHIPS_PER_STACK: Final = CELL_SIZE_PX // CHIP_PITCH_PX
"""How many chips fit below each other beside a row. A chip shows one person's head and name."""
STACKS_MAX: Final = 2
"""The maximum number of stacks of chips beside a row. If one is enough, the picture is narrower and appears larger."""
COLUMN_CHIPS_MAX: Final = 6

COUNT_HEIGHT_PX: Final = 76
COUNT_WIDTH_PX: Final = 140
ROW_BAR_HEIGHT_PX: Final = 56
COLUMN_BAR_WIDTH_PX: Final = 84
COLUMN_BAR_MAX_PX: Final = 130
ROW_BAR_MAX_PX: Final = 230
BEST_MASK_WIDTH_PX: Final = 76
BEST_AREA_HEIGHT_PX: Final = 180


def draw_daily_board(board: SchamanenDailyBoard, row: int | None = None, column: int | None = None) -> Picture:
    """Draw a board and mark the chosen row and column. At match point, both sides' shells are below the board."""
    marks = [*_draw_lines(board, row, column)]
    height = BOARD_BOTTOM_PX
    if board.is_match_point:
        marks += _draw_shell_strip(board, BOARD_BOTTOM_PX)
        height += SHELL_STRIP_HEIGHT_PX + GAP_PX
    return Picture(DAILY_PALETTE, BOARD_RIGHT_PX, height, SLATE, tuple(marks))


def draw_daily_reveal(
    board: SchamanenDailyBoard,
    rows: Sequence[Sequence[PersonNumber]],
    columns: Sequence[Sequence[PersonNumber]],
    best: DailyChoice,
    own: PersonNumber = None,
) -> Picture:
    """Draw a board with the people, or their number, beside the row and column that they chose.

    A crown marks the best row and the best column, and a frame the reader, whose number is `own`.
    """
    if sum(map(len, rows)) <= NAMED_PEOPLE_MAX:
        stack_count = min(STACKS_MAX, -(-max(map(len, rows)) // CHIPS_PER_STACK))
        area_width = stack_count * (CELL_SIZE_PX + GAP_PX)
        people_marks, people_height = _draw_people(rows, columns, own)
    else:
        area_width = ROW_BAR_MAX_PX + COUNT_WIDTH_PX + 2 * GAP_PX
        people_marks, people_height = _draw_counts(rows, columns, best)
    marks = [*_draw_lines(board, best.row, best.column, is_best=True), *people_marks]
    height = BOARD_BOTTOM_PX + max(people_height, BEST_AREA_HEIGHT_PX)
    marks += _draw_best(best, BOARD_BOTTOM_PX, area_width - GAP_PX)
    if board.is_match_point:
        marks += _draw_shell_strip(board, height + GAP_PX)
        height += SHELL_STRIP_HEIGHT_PX + GAP_PX
    return Picture(DAILY_PALETTE, ROW_AREA_LEFT_PX + area_width, height + GAP_PX, SLATE, tuple(marks))


# The board


def _draw_lines(
    board: SchamanenDailyBoard, row: int | None, column: int | None, *, is_best: bool = False
) -> Iterator[PlacedMark]:
    """Draw the board with its masks. Marked lines lie on gold bands, and the best lines have a crown."""
    length, thickness = BOARD_RIGHT_PX - 4, CELL_SIZE_PX + 2 * BAND_MARGIN_PX
    if row is not None:
        top = BOARD_TOP_PX + row * CELL_PITCH_PX - BAND_MARGIN_PX
        yield Rectangle(length, thickness, GOLD), 0, top
    if column is not None:
        left = BOARD_LEFT_PX + column * CELL_PITCH_PX - BAND_MARGIN_PX
        yield Rectangle(thickness, length, GOLD), left, 0
    for line in range(3):
        offset = line * CELL_PITCH_PX + (CELL_SIZE_PX - MASK_WIDTH_PX) // 2
        is_row, is_column = line == row, line == column
        yield _draw_line_mask(BISON, line, is_marked=is_row), 1, BOARD_TOP_PX + offset
        yield _draw_line_mask(WOLF, line, is_marked=is_column), BOARD_LEFT_PX + offset, 1
        if is_best and is_row:
            yield from _draw_crown(7, BOARD_TOP_PX + offset - 56)
        if is_best and is_column:
            yield from _draw_crown(BOARD_LEFT_PX + offset - 62, 14)
    for space in range(len(SPACES)):
        space_row, space_column = divmod(space, 3)
        left, top = BOARD_LEFT_PX + space_column * CELL_PITCH_PX, BOARD_TOP_PX + space_row * CELL_PITCH_PX
        ground = GOLD if space_row == row or space_column == column else SLATE
        yield Rectangle(CELL_SIZE_PX, CELL_SIZE_PX, PAPER, ground, corner=16), left, top
        shift = CELL_SIZE_PX - STONE_WIDTH_PX - STONE_MARGIN_PX
        yield (
            draw_stone(BISON, board.bison[space], STONE_WIDTH_PX, PAPER),
            left + STONE_MARGIN_PX,
            top + STONE_MARGIN_PX,
        )
        yield draw_stone(WOLF, board.wolf[space], STONE_WIDTH_PX, PAPER), left + shift, top + shift


def _draw_line_mask(side: int, line: int, *, is_marked: bool) -> Sprite:
    return draw_mask(side, line, MASK_WIDTH_PX, GOLD if is_marked else SLATE)


def _draw_crown(left: int, top: int) -> Iterator[PlacedMark]:
    """Draw a crown on a dark tile, because it would hardly be visible on gold."""
    yield Rectangle(64, 52, SLATE, GOLD, corner=14), left, top
    yield Sprite("crown", 52, SLATE), left + 6, top + 7


def _draw_shell_strip(board: SchamanenDailyBoard, top: int) -> Iterator[PlacedMark]:
    """Draw both sides' shells in a strip as wide as the board."""
    width = (BOARD_RIGHT_PX - 3 * GAP_PX) // 2
    for side in (BISON, WOLF):
        left = GAP_PX + side * (width + GAP_PX)
        yield Rectangle(width, SHELL_STRIP_HEIGHT_PX, PANEL, SLATE, corner=18), left, top
        name = SIDES[side]
        yield Sprite(f"{name}_head {name}_fierce", SIDE_HEAD_WIDTH_PX, PANEL), left + 12, top + 10
        yield draw_shell(64, PANEL), left + 126, top + 32
        yield Letters(str(board.shells[side]), 120, 100, LIGHT, PANEL, align="left"), left + 202, top + 8


# The people


def _draw_people(
    rows: Sequence[Sequence[PersonNumber]], columns: Sequence[Sequence[PersonNumber]], own: PersonNumber
) -> tuple[list[PlacedMark], int]:
    """Return a chip for each person beside their row and below their column, and the height of the area below."""
    marks: list[PlacedMark] = []
    for row, people in enumerate(rows):
        for index, chip in enumerate(_list_chips(people, STACKS_MAX * CHIPS_PER_STACK, own)):
            stack, line = divmod(index, CHIPS_PER_STACK)
            left = ROW_AREA_LEFT_PX + stack * (CELL_SIZE_PX + GAP_PX)
            top = BOARD_TOP_PX + row * CELL_PITCH_PX + line * CHIP_PITCH_PX
            marks += _draw_chip(chip, left, top, is_own=chip == own)
    for column, people in enumerate(columns):
        left = BOARD_LEFT_PX + column * CELL_PITCH_PX
        for line, chip in enumerate(_list_chips(people, COLUMN_CHIPS_MAX, own)):
            marks += _draw_chip(chip, left, BOARD_BOTTOM_PX + line * CHIP_PITCH_PX, is_own=chip == own)
    return marks, CHIP_PITCH_PX * max(min(len(people), COLUMN_CHIPS_MAX) for people in columns)


def _list_chips(people: Sequence[PersonNumber], max_count: int, own: PersonNumber) -> list[int | str]:
    """Return the people with a chip of their own and, if anybody is left over, the text of a last chip such as `+3`.

    People are left over if they have no name or no room. The reader comes first, so there is always room for them.
    """
    named = sorted((number for number in people if number is not None), key=lambda number: number != own)
    shown: list[int | str] = [*named] if len(named) == len(people) <= max_count else [*named[: max_count - 1]]
    rest = len(people) - len(shown)
    return [*shown, f"+{rest}"] if rest else shown


def _draw_chip(chip: int | str, left: int, top: int, *, is_own: bool) -> Iterator[PlacedMark]:
    """Draw a person's head and name, or a text such as `+3` for all others. The reader's chip has a frame."""
    rim = LIGHT if is_own else ""
    yield Rectangle(CELL_SIZE_PX, CHIP_HEIGHT_PX, PANEL, SLATE, corner=12, rim=rim), left, top
    if isinstance(chip, str):
        yield Letters(chip, CELL_SIZE_PX - 16, CHIP_HEIGHT_PX, LIGHT, PANEL, bold=False), left + 8, top
        return
    head = Sprite(f"head_{chip % HEAD_COUNT} face_glad", CHIP_HEAD_WIDTH_PX, PANEL)
    yield head, left + 3, top + 2
    name_left = CHIP_HEAD_WIDTH_PX + 8
    name_width = CELL_SIZE_PX - name_left - 6
    name = PlayerName(chip, name_width, CHIP_HEIGHT_PX, LIGHT, PANEL, fallback="…", min_height=CHIP_NAME_MIN_HEIGHT_PX)
    yield name, left + name_left, top


def _draw_counts(
    rows: Sequence[Sequence[PersonNumber]], columns: Sequence[Sequence[PersonNumber]], best: DailyChoice
) -> tuple[list[PlacedMark], int]:
    """Return a bar with the number of people for each row and column, and the height of the area below the board."""
    marks: list[PlacedMark] = []
    most = max(len(people) for people in (*rows, *columns))
    for row, people in enumerate(rows):
        middle = BOARD_TOP_PX + row * CELL_PITCH_PX + CELL_SIZE_PX // 2
        length = max(GAP_PX, ROW_BAR_MAX_PX * len(people) // most)
        bar = Rectangle(length, ROW_BAR_HEIGHT_PX, GOLD if row == best.row else PLACEHOLDER_COLOR)
        marks.append((bar, ROW_AREA_LEFT_PX, middle - ROW_BAR_HEIGHT_PX // 2))
        count = Letters(str(len(people)), COUNT_WIDTH_PX, COUNT_HEIGHT_PX, LIGHT, SLATE, align="left")
        marks.append((count, ROW_AREA_LEFT_PX + length + GAP_PX, middle - COUNT_HEIGHT_PX // 2))
    for column, people in enumerate(columns):
        middle = BOARD_LEFT_PX + column * CELL_PITCH_PX + CELL_SIZE_PX // 2
        length = max(GAP_PX, COLUMN_BAR_MAX_PX * len(people) // most)
        bar = Rectangle(COLUMN_BAR_WIDTH_PX, length, GOLD if column == best.column else PLACEHOLDER_COLOR)
        marks.append((bar, middle - COLUMN_BAR_WIDTH_PX // 2, BOARD_BOTTOM_PX))
        count = Letters(str(len(people)), COUNT_WIDTH_PX, COUNT_HEIGHT_PX, LIGHT, SLATE)
        marks.append((count, middle - COUNT_WIDTH_PX // 2, BOARD_BOTTOM_PX + length))
    return marks, COLUMN_BAR_MAX_PX + COUNT_HEIGHT_PX


def _draw_best(best: DailyChoice, top: int, width: int) -> Iterator[PlacedMark]:
    """Draw the masks of the best row and column with a crown, in the corner to the right of the columns' people."""
    yield Rectangle(width, BEST_AREA_HEIGHT_PX, PANEL, SLATE, corner=18), ROW_AREA_LEFT_PX, top
    middle, mask_top = ROW_AREA_LEFT_PX + width // 2, top + 80
    yield Sprite("crown", 72, PANEL), middle - 36, top + 18
    for side, line in enumerate(best):
        mask = draw_mask(side, line, BEST_MASK_WIDTH_PX, PANEL, was_chosen=True)
        yield mask, middle + (-BEST_MASK_WIDTH_PX - 18, 18)[side], mask_top
    yield Letters("+", 34, LARGE_TYPE_HEIGHT, LIGHT, PANEL), middle - 17, mask_top + 6
