"""The pictures and texts of the daily duel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from games import art, canvas
from games.art import FONT_SIZE_RATIO, Letters, Picture, PlayerName, Sprite
from games.daily import DailyChoice, DailyDuel, PersonNumber
from games.schamanen.board_picture import BOARD_LEFT_PX, BOARD_TOP_PX, CELL_PITCH_PX
from games.schamanen.daily import SchamanenDailyBoard
from games.schamanen.daily_duel import SchamanenDailyDuel
from games.schamanen.daily_picture import BOARD_BOTTOM_PX, NAMED_PEOPLE_MAX, ROW_AREA_LEFT_PX
from games.words import LOCALES
from tests.drawing_text import list_text_styles
from tests.games.approved_files import assert_file_approved, describe_picture
from tests.laws.legibility import (
    check_nothing_covers_text,
    check_nothing_is_clipped,
    check_text_is_legible,
    compute_box,
)

DAILY: Final[DailyDuel] = SchamanenDailyDuel()
BOARD: Final = SchamanenDailyBoard((9, 1, 5, 2, 8, 4, 6, 3, 7), (1, 9, 4, 8, 2, 5, 7, 6, 3))
MATCH_POINT_BOARD: Final = SchamanenDailyBoard(BOARD.bison, BOARD.wolf, (11, 7))
BEST: Final = DailyChoice(2, 0)
PHONE_WIDTH_PX: Final = 350
MIN_CAP_HEIGHT_PX: Final = 7
"""The minimum height of capitals on a phone."""

CROWDS: Final[dict[str, tuple[Sequence[Sequence[PersonNumber]], Sequence[Sequence[PersonNumber]]]]] = {
    "three": ([[0], [1], [2]], [[0, 1, 2], [], []]),
    "some without a name": ([[0, 1], [None, 2, None], []], [[None], [None, 0], [1, 2]]),
    "twelve in one place": ([[*range(12)], [], []], [[], [*range(12)], []]),
    "twelve": ([[*range(4)], [*range(4, 8)], [*range(8, 12)]], [[*range(6)], [], [*range(6, 12)]]),
    "thirteen": ([[*range(6)], [*range(6, 13)], []], [[0], [*range(1, 12)], [12]]),
    "thousand": ([[None] * 900, [None] * 80, [None] * 20], [[None] * 1000, [], []]),
}


def draw_crowd(crowd: str, board: SchamanenDailyBoard = BOARD) -> Picture:
    return DAILY.draw_reveal(board, *CROWDS[crowd], BEST)


PICTURES: Final[dict[str, Picture]] = {
    "board": DAILY.draw_board(BOARD),
    "row": DAILY.draw_board(BOARD, 1),
    "row and column": DAILY.draw_board(BOARD, 1, 2),
    "match point": DAILY.draw_board(MATCH_POINT_BOARD, 0, 0),
    **{crowd: draw_crowd(crowd) for crowd in CROWDS},
    "reader among twelve": DAILY.draw_reveal(BOARD, *CROWDS["twelve"], BEST, 10),
    "three at match point": draw_crowd("three", MATCH_POINT_BOARD),
}


def test_pictures_are_approved() -> None:
    lines = (f"{name}: {describe_picture(picture)}" for name, picture in PICTURES.items())
    assert_file_approved(Path(__file__).with_name("daily_pictures.txt"), lines)


def test_texts_are_approved() -> None:
    def list_lines() -> Sequence[str]:
        return [
            line
            for locale in LOCALES
            for line in (
                *DAILY.describe_board(MATCH_POINT_BOARD, locale),
                *DAILY.describe_reveal(
                    [["Otter", "Lynx", ""], [], ["Hare"]], [["Otter"], ["", "Hare", ""], [""]], BEST, locale
                ),
                *DAILY.describe_reveal([["Otter"] * 13, [], []], [["Otter"] * 12, ["Otter"], []], BEST, locale),
            )
        ]

    assert_file_approved(Path(__file__).with_name("daily_texts.txt"), list_lines())


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_legible(name: str) -> None:
    picture = PICTURES[name]
    check_nothing_is_clipped(picture, picture.marks)
    check_nothing_covers_text(picture, picture.marks)
    check_text_is_legible(picture, picture.marks)
    for drawable, _, _ in picture.marks:
        sizes = (
            [size for size, _, _ in list_text_styles(picture.palette, drawable)] if isinstance(drawable, Sprite) else []
        )
        if isinstance(drawable, Letters | PlayerName):
            height = drawable.min_height if isinstance(drawable, PlayerName) else drawable.height
            sizes = [height * FONT_SIZE_RATIO]
        for size in sizes:
            assert size * art.CAP_HEIGHT_RATIO * PHONE_WIDTH_PX / picture.width >= MIN_CAP_HEIGHT_PX, drawable


@pytest.mark.parametrize("board", [BOARD, MATCH_POINT_BOARD])
def test_every_stone_lies_on_its_space(board: SchamanenDailyBoard) -> None:
    for picture in (DAILY.draw_board(board), draw_crowd("three", board)):
        found: dict[str, dict[int, int]] = {"bison": {}, "wolf": {}}
        for mark, left, top in picture.marks:
            if isinstance(mark, Sprite) and mark.name in found:
                column, row = (left - BOARD_LEFT_PX) // CELL_PITCH_PX, (top - BOARD_TOP_PX) // CELL_PITCH_PX
                found[mark.name][3 * row + column] = int(mark.text)
        assert found == {"bison": dict(enumerate(board.bison)), "wolf": dict(enumerate(board.wolf))}


def test_marks_of_chosen_lines_differ_in_shape() -> None:
    """A marked line has a band from its mask to the other edge of the board; the best lines also have a crown."""

    def list_bands(picture: Picture) -> list[tuple[int, int]]:
        return [
            (left, top) for mark, left, top in picture.marks if isinstance(mark, art.Rectangle) and mark.ink == art.GOLD
        ]

    assert not list_bands(DAILY.draw_board(BOARD))
    rows = [list_bands(DAILY.draw_board(BOARD, row)) for row in range(3)]
    columns = [list_bands(DAILY.draw_board(BOARD, None, column)) for column in range(3)]
    assert [band for bands in rows for band in bands] == [(0, 70), (0, 278), (0, 486)]
    assert [band for bands in columns for band in bands] == [(70, 0), (278, 0), (486, 0)]
    crowns = [(left, top) for mark, left, top in draw_crowd("three").marks if getattr(mark, "name", "") == "crown"]
    column_crown, row_crown, _ = crowns
    assert row_crown[0] < BOARD_LEFT_PX
    assert (row_crown[1] - BOARD_TOP_PX) // CELL_PITCH_PX == BEST.row
    assert column_crown[1] < BOARD_TOP_PX
    assert (column_crown[0] - BOARD_LEFT_PX) // CELL_PITCH_PX == BEST.column


@pytest.mark.parametrize(
    "crowd", [crowd for crowd, (rows, _) in CROWDS.items() if sum(map(len, rows)) <= NAMED_PEOPLE_MAX]
)
def test_people_are_beside_the_lines_they_chose(crowd: str) -> None:
    rows, columns = CROWDS[crowd]
    shown_rows: list[list[int]] = [[], [], []]
    shown_columns: list[list[int]] = [[], [], []]
    hidden_rows, hidden_columns = [0, 0, 0], [0, 0, 0]
    for mark, left, top in draw_crowd(crowd).marks:
        row, column = (top - BOARD_TOP_PX) // CELL_PITCH_PX, (left - BOARD_LEFT_PX) // CELL_PITCH_PX
        is_row = left >= ROW_AREA_LEFT_PX
        if isinstance(mark, PlayerName):
            (shown_rows[row] if is_row else shown_columns[column]).append(mark.seat)
        elif isinstance(mark, Letters) and mark.text[1:].isdecimal():
            (hidden_rows if is_row else hidden_columns)[row if is_row else column] += int(mark.text)
    for chosen, shown, hidden in ((rows, shown_rows, hidden_rows), (columns, shown_columns, hidden_columns)):
        for people, numbers, count in zip(chosen, shown, hidden, strict=True):
            assert len(numbers) + count == len(people)
            assert numbers == [number for number in people if number is not None][: len(numbers)]
            assert count == people.count(None) or len(numbers) >= 5, crowd


@pytest.mark.parametrize("crowd", ["three", "twelve in one place"])
def test_chips_of_the_reader_have_a_frame(crowd: str) -> None:
    """The reader is always named, even in a crowd of which others are only counted."""
    for own in (1, None):
        marks = DAILY.draw_reveal(BOARD, *CROWDS[crowd], BEST, own).marks
        framed = {(left, top) for mark, left, top in marks if isinstance(mark, art.Rectangle) and mark.rim}
        names = [(mark.seat, left, top) for mark, left, top in marks if isinstance(mark, PlayerName)]
        in_frames = [seat for seat, left, top in names if any((left - x, top - y) == (52, 0) for x, y in framed)]
        assert in_frames == ([] if own is None else [own, own])


def test_last_of_many_readers_is_not_left_out() -> None:
    marks = DAILY.draw_reveal(BOARD, *CROWDS["twelve in one place"], BEST, 11).marks
    assert [mark.seat for mark, _, _ in marks if isinstance(mark, PlayerName)].count(11) == 2


@pytest.mark.parametrize("crowd", ["thirteen", "thousand"])
def test_a_crowd_is_counted_and_not_named(crowd: str) -> None:
    picture = draw_crowd(crowd)
    assert not picture.has_names
    counts = [int(mark.text) for mark, _, _ in picture.marks if isinstance(mark, Letters) and mark.text.isdecimal()]
    assert counts == [len(people) for lines in CROWDS[crowd] for people in lines]
    assert canvas.paint_png(picture)


def test_names_of_any_length_stay_on_their_chip() -> None:
    picture = draw_crowd("twelve")
    for mark, left, top in picture.marks:
        if isinstance(mark, PlayerName):
            right = compute_box(picture, mark, left, top)[2]
            assert right <= (picture.width if left >= ROW_AREA_LEFT_PX else BOARD_LEFT_PX + 3 * CELL_PITCH_PX)
            assert left >= ROW_AREA_LEFT_PX or top >= BOARD_BOTTOM_PX


def test_picture_is_small_enough_for_a_phone() -> None:
    names = [f"Somebody with a long name {number}" for number in range(12)]
    assert max(len(canvas.paint_png(picture, names)) for picture in PICTURES.values()) < 125_000
