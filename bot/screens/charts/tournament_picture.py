"""Draws the standings and the bracket of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.charts.chart_kit import CHART_PALETTE, PANEL_GAP, draw_panel
from games.art import (
    BOARD_WIDTH,
    FAINT,
    GOLD,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SLATE,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
)

ROW_HEIGHT: Final = 65
ROW_PITCH: Final = 69
NAME_HEIGHT: Final = 52
MAX_MEDAL_PLACE: Final = 3
PLACE_COLUMN: Final = (14, 104)
"""The left edge and the width of a column."""
NAME_LEFT: Final = 126
POINTS_WIDTH: Final = 132
CELL_PITCH: Final = 58
CELL_SIZE: Final = (50, 53)
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
    """The results of single pairings: 1, ½, 0, – for a bye, · for one that is open, and "" for none."""
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """One pairing of a knockout."""

    name_indexes: tuple[int | None, int | None]
    """The indexes of the players' names; None for a player who is not known yet."""
    winner: int | None = None
    """0 or 1, or None while the pairing is undecided."""


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
        yield from _draw_place(row.place, top)
        name = PlayerName(row.name_index, points_left - NAME_LEFT - 10, NAME_HEIGHT, ink, PANEL, instead="…")
        yield name, NAME_LEFT, _center(top, NAME_HEIGHT)
        points = Letters(row.points, POINTS_WIDTH, LARGE_TYPE_HEIGHT, ink, PANEL)
        yield points, points_left, _center(top, LARGE_TYPE_HEIGHT)
        for column, cell in enumerate(row.cells[-MAX_CELLS:]):
            if cell:
                yield from _draw_cell(cell, points_left + POINTS_WIDTH + column * CELL_PITCH, top)


def _draw_place(place: int, top: int) -> Iterator[PlacedMark]:
    left, width = PLACE_COLUMN
    if place <= MAX_MEDAL_PLACE:
        yield Sprite(f"medal_{place}", 60, PANEL), left + (width - 60) // 2, _center(top, 60)
    else:
        yield Letters(str(place), width, LARGE_TYPE_HEIGHT, LIGHT, PANEL), left, _center(top, LARGE_TYPE_HEIGHT)


def _draw_cell(cell: str, left: int, top: int) -> Iterator[PlacedMark]:
    width, height = CELL_SIZE
    yield Rectangle(width, height, SLATE, PANEL, corner=10), left, _center(top, height)
    ink = GOLD if cell == "1" else LIGHT if cell == "½" else FAINT
    yield Letters(cell, width, LARGE_TYPE_HEIGHT, ink, SLATE), left, _center(top, LARGE_TYPE_HEIGHT)


def _center(top: int, height: int) -> int:
    return top + (ROW_HEIGHT - height) // 2


def draw_bracket(columns: Sequence[Sequence[BracketBox]]) -> Picture:
    """Draw the last rounds of a knockout, from left to right. Each has half as many pairings as the one before."""
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
                line_top = top + side * ROW_HEIGHT
                name = PlayerName(name_index, width - 2 * 14, NAME_HEIGHT, ink, PANEL, instead="…")
                yield name, left + 14, _center(line_top, NAME_HEIGHT)
