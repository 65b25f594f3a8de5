"""The battle-mode panel, which shows the round, the battle mode, and each animal's value in the mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import GOLD, INK, LIGHT, PANEL, SLATE, Letters, PlacedMark, Rectangle, Sprite, TranslatedWord
from games.woodwalkers.events import Duel
from games.woodwalkers.figures import MODES, Mode
from games.woodwalkers.picture_kit import BOARD_COLORS, PANEL_GAP_PX, PANEL_LEFT_PX, PANEL_WIDTH_PX, make_panel
from games.woodwalkers.pieces import ALL_ANIMALS, ANIMALS, Animal, duel_value
from games.woodwalkers.state import View

HEADER_HEIGHT_PX: Final = 52
ANIMAL_WIDTH_PX: Final = 54
"""The width of the drawing of an animal above its values. Drawings have margins, so neighboring ones can overlap."""
ONE_MODE_HEIGHT_PX: Final = 148
"""The height of the panel when it shows only the current mode."""
ALL_MODES_HEIGHT_PX: Final = 298
"""The height of the panel with several modes: the modes to choose from or, during the arrangement, all four modes."""


def draw_modes(view: View, top: int) -> Iterator[PlacedMark]:
    """Draw the panel with the current mode or, while there is none, with the modes that can be chosen."""
    if view.mode:
        yield make_panel(PANEL_WIDTH_PX, ONE_MODE_HEIGHT_PX), PANEL_LEFT_PX, top
        yield from draw_header(view, top)
        yield from _draw_current_mode(view, view.mode, top + HEADER_HEIGHT_PX)
        return
    modes = [mode for mode in MODES if mode in view.open_modes] or list(MODES)
    yield make_panel(PANEL_WIDTH_PX, ALL_MODES_HEIGHT_PX), PANEL_LEFT_PX, top
    yield from draw_header(view, top)
    yield from _draw_mode_rows(view, modes, top + HEADER_HEIGHT_PX)


def draw_header(view: View, top: int) -> Iterator[PlacedMark]:
    """Draw the name of the mode or the title of the panel, the round, and the number of rounds."""
    ground = BOARD_COLORS[view.terms.variant]
    yield Rectangle(PANEL_WIDTH_PX, HEADER_HEIGHT_PX, ground, SLATE, corner=16), PANEL_LEFT_PX, top
    yield Rectangle(PANEL_WIDTH_PX, 18, ground), PANEL_LEFT_PX, top + HEADER_HEIGHT_PX - 18
    if view.mode:
        yield Sprite(f"{view.mode}_now", 44, ground), PANEL_LEFT_PX + 14, top + 4
        yield TranslatedWord(f"mode-{view.mode}", 204, 44, INK, ground), PANEL_LEFT_PX + 66, top + 4
    elif view.phase == "mode":
        yield TranslatedWord("shown-mode", 254, 44, INK, ground), PANEL_LEFT_PX + 16, top + 4
    elif view.phase == "arrange":
        yield TranslatedWord("shown-values", 254, 44, INK, ground), PANEL_LEFT_PX + 16, top + 4
    rounds = f"{view.round}/{view.rounds_total}"
    yield (
        Letters(rounds, 100, 44, INK, ground, bold=False, align="right"),
        PANEL_LEFT_PX + PANEL_WIDTH_PX - 114,
        top + 4,
    )


def _draw_current_mode(view: View, mode: Mode, top: int) -> Iterator[PlacedMark]:
    """Draw each animal's value in the mode. Animals that fought a duel in the latest turn are highlighted."""
    fighting = {animal for event in view.turn_events if isinstance(event, Duel) for animal in event.animals}
    for animal in ALL_ANIMALS:
        left = animal_left(animal)
        ground, ink = (GOLD, INK) if animal in fighting else (PANEL, LIGHT)
        if animal in fighting:
            yield Rectangle(53, 92, GOLD, PANEL, corner=10), left, top + 1
        yield Sprite(ANIMALS[animal], ANIMAL_WIDTH_PX, ground), left, top - 5
        yield Letters(str(duel_value(animal, mode, 0)), 53, 65, ink, ground), left, top + 36


def animal_left(animal: Animal) -> int:
    """Return the left edge of an animal's column in the panel."""
    return PANEL_LEFT_PX + PANEL_GAP_PX + round(animal * (PANEL_WIDTH_PX - 2 * PANEL_GAP_PX) / len(ANIMALS))


def draw_animals(top: int) -> Iterator[PlacedMark]:
    """Draw all animals in a row, each at the top of its column."""
    for animal in ALL_ANIMALS:
        yield Sprite(ANIMALS[animal], ANIMAL_WIDTH_PX, PANEL), animal_left(animal), top


def _draw_mode_rows(view: View, modes: list[Mode], top: int) -> Iterator[PlacedMark]:
    """Draw a row for each mode: the mode's open tiles, followed by each animal's value in the mode."""
    label_width = 66
    column_width = (PANEL_WIDTH_PX - label_width - PANEL_GAP_PX) / len(ANIMALS)
    for animal in ALL_ANIMALS:
        yield (
            Sprite(ANIMALS[animal], ANIMAL_WIDTH_PX, PANEL),
            PANEL_LEFT_PX + label_width - 5 + round(animal * column_width),
            top - 4,
        )
    pitch = min(84, (ALL_MODES_HEIGHT_PX - HEADER_HEIGHT_PX - 50 - 4) // len(modes))
    for row, mode in enumerate(modes):
        row_top = top + 48 + row * pitch + (pitch - 65) // 2
        tiles = view.open_modes.count(mode)
        for depth in reversed(range(tiles)):
            # The edges of lower tiles are visible below the top tile.
            yield (
                Rectangle(46, 46, BOARD_COLORS[view.terms.variant], PANEL, corner=10, rim=PANEL, rim_width=2),
                PANEL_LEFT_PX + 8 + depth * 6,
                row_top + 9 + depth * 6,
            )
        if tiles:
            yield Sprite(f"{mode}_now", 34, BOARD_COLORS[view.terms.variant]), PANEL_LEFT_PX + 14, row_top + 15
        else:
            yield Sprite(mode, 34, PANEL), PANEL_LEFT_PX + 14, row_top + 15
        for animal in ALL_ANIMALS:
            left = PANEL_LEFT_PX + label_width + round(animal * column_width)
            yield Letters(str(duel_value(animal, mode, 0)), 44, 65, LIGHT, PANEL), left, row_top
