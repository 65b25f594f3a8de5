"""The pictures of a tournament: its standings, and the bracket of a knockout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.charts.chart_kit import (
    CHART_PALETTE,
    PANEL_GAP,
    ROW_HEIGHT,
    center_in_row,
    draw_name,
    draw_panel,
    draw_place,
    draw_result_tile,
)
from games.art import BOARD_WIDTH, FAINT, GOLD, LARGE_TYPE_HEIGHT, LIGHT, PANEL, SLATE, Letters, Picture, PlacedMark

ROW_PITCH: Final = 69
PLACE_COLUMN: Final = (14, 104)
"""The left edge and the width of the column with the places."""
NAME_LEFT: Final = 126
POINTS_WIDTH: Final = 132
CELL_PITCH: Final = 58
CELL_WIDTH: Final = 50
MAX_CELLS: Final = 8
BRACKET_COLUMNS: Final = 3
BOX_GAP: Final = 16
BOX_HEIGHT: Final = 2 * ROW_HEIGHT


@dataclass(frozen=True, slots=True)
class StandingsRow:
    place: int
    name_index: int
    """The index of the player's name in the names of the picture."""
    points: str
    cells: tuple[str, ...] = ()
    """The results of single pairings: "1", "½", "0", "–" for a bye, "·" for an open pairing, or "" for none."""
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """One pairing in the bracket of a knockout."""

    name_indexes: tuple[int | None, int | None]
    """The indexes of the players' names; None for a player who is not known yet."""
    winner: int | None = None
    """The index of the winner in `name_indexes`, or None while the pairing is undecided."""


def draw_standings(rows: Sequence[StandingsRow]) -> Picture:
    height = 2 * PANEL_GAP + ROW_PITCH * len(rows) - (ROW_PITCH - ROW_HEIGHT)
    return Picture(CHART_PALETTE, BOARD_WIDTH, height, SLATE, tuple(_draw_rows(rows)))


def _draw_rows(rows: Sequence[StandingsRow]) -> Iterator[PlacedMark]:
    cell_count = min(MAX_CELLS, max((len(row.cells) for row in rows), default=0))
    points_left = BOARD_WIDTH - PANEL_GAP - 14 - cell_count * CELL_PITCH - POINTS_WIDTH
    for index, row in enumerate(rows):
        top = PANEL_GAP + index * ROW_PITCH
        ink = FAINT if row.has_left else LIGHT
        yield draw_panel(BOARD_WIDTH - 2 * PANEL_GAP, ROW_HEIGHT, PANEL_GAP, top)
        yield draw_place(row.place, *PLACE_COLUMN, top)
        yield draw_name(row.name_index, NAME_LEFT, points_left - NAME_LEFT - 10, top, ink)
        points = Letters(row.points, POINTS_WIDTH, LARGE_TYPE_HEIGHT, ink, PANEL)
        yield points, points_left, center_in_row(top, LARGE_TYPE_HEIGHT)
        for column, cell in enumerate(row.cells[-MAX_CELLS:]):
            if cell:
                left = points_left + POINTS_WIDTH + column * CELL_PITCH
                cell_ink = GOLD if cell == "1" else LIGHT if cell == "½" else FAINT
                yield from draw_result_tile(cell, left, CELL_WIDTH, top, cell_ink)


def draw_bracket(columns: Sequence[Sequence[BracketBox]]) -> Picture:
    """Draw the last rounds of a knockout from left to right. Each column has half as many boxes as the one before."""
    tallest = len(columns[0])
    height = 2 * PANEL_GAP + tallest * BOX_HEIGHT + (tallest - 1) * BOX_GAP
    return Picture(CHART_PALETTE, BOARD_WIDTH, height, SLATE, tuple(_draw_columns(columns, height)))


def _draw_columns(columns: Sequence[Sequence[BracketBox]], height: int) -> Iterator[PlacedMark]:
    width = (BOARD_WIDTH - 2 * PANEL_GAP - (len(columns) - 1) * BOX_GAP) // len(columns)
    for column, boxes in enumerate(columns):
        left = PANEL_GAP + column * (width + BOX_GAP)
        space = (height - 2 * PANEL_GAP) // len(boxes)
        for index, box in enumerate(boxes):
            top = PANEL_GAP + index * space + (space - BOX_HEIGHT) // 2
            yield draw_panel(width, BOX_HEIGHT, left, top)
            for side, name_index in enumerate(box.name_indexes):
                if name_index is None:
                    continue
                has_won = box.winner == side
                ink = FAINT if box.winner is not None and not has_won else GOLD if has_won else LIGHT
                yield draw_name(name_index, left + 14, width - 2 * 14, top + side * ROW_HEIGHT, ink)
