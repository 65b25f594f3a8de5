"""The card of the battle mode: what each animal brings, and how far the match has come."""

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
"""How wide an animal is above its values; what is drawn is smaller than its box."""
ONE_MODE_HEIGHT_PX: Final = 148
"""How high it is with the one mode that counts."""
ALL_MODES_HEIGHT_PX: Final = 298
"""With those that can be chosen; while all arrange, with all four."""


def draw_modes(view: View, top: int) -> Iterator[PlacedMark]:
    """Of the four modes only those that matter now."""
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
    """The mode that counts, and which round of how many."""
    ground = BOARD_COLORS[view.terms.variant]
    yield Rectangle(PANEL_WIDTH_PX, HEADER_HEIGHT_PX, ground, SLATE, corner=16), PANEL_LEFT_PX, top
    yield Rectangle(PANEL_WIDTH_PX, 18, ground), PANEL_LEFT_PX, top + HEADER_HEIGHT_PX - 18
    if view.mode:
        yield Sprite(f"{view.mode}_now", 44, ground), PANEL_LEFT_PX + 14, top + 4
        yield TranslatedWord(f"mode-{view.mode}", 204, 44, INK, ground), PANEL_LEFT_PX + 66, top + 4
    elif view.phase == "mode":
        yield TranslatedWord("shown-mode", 254, 44, INK, ground), PANEL_LEFT_PX + 16, top + 4
    rounds = f"{view.round}/{view.rounds_total}"
    yield Letters(rounds, 100, 44, INK, ground, bold=False, lie="right"), PANEL_LEFT_PX + PANEL_WIDTH_PX - 114, top + 4


def _draw_current_mode(view: View, mode: Mode, top: int) -> Iterator[PlacedMark]:
    """Those who fight in the newest turn stand out."""
    fighting = {animal for fact in view.turn_events if isinstance(fact, Duel) for animal in fact.animals}
    for animal in ALL_ANIMALS:
        left = animal_left(animal)
        ground, ink = (GOLD, INK) if animal in fighting else (PANEL, LIGHT)
        if animal in fighting:
            yield Rectangle(53, 92, GOLD, PANEL, corner=10), left, top + 1
        yield Sprite(ANIMALS[animal], ANIMAL_WIDTH_PX, ground), left, top - 5
        yield Letters(str(duel_value(animal, mode, 0)), 53, 65, ink, ground), left, top + 36


def animal_left(animal: Animal) -> int:
    return PANEL_LEFT_PX + PANEL_GAP_PX + round(animal * (PANEL_WIDTH_PX - 2 * PANEL_GAP_PX) / len(ANIMALS))


def draw_animals(top: int) -> Iterator[PlacedMark]:
    for animal in ALL_ANIMALS:
        yield Sprite(ANIMALS[animal], ANIMAL_WIDTH_PX, PANEL), animal_left(animal), top


def _draw_mode_rows(view: View, modes: list[Mode], top: int) -> Iterator[PlacedMark]:
    """A row for each; light where somebody is to choose, and of which there is more than one lies more than one."""
    label = 66
    across = (PANEL_WIDTH_PX - label - PANEL_GAP_PX) / len(ANIMALS)
    for animal in ALL_ANIMALS:
        yield (
            Sprite(ANIMALS[animal], ANIMAL_WIDTH_PX, PANEL),
            PANEL_LEFT_PX + label - 5 + round(animal * across),
            top - 4,
        )
    pitch = min(84, (ALL_MODES_HEIGHT_PX - HEADER_HEIGHT_PX - 50 - 4) // len(modes))
    for row, mode in enumerate(modes):
        down = top + 48 + row * pitch + (pitch - 65) // 2
        tiles = view.open_modes.count(mode)
        for behind in reversed(range(tiles)):
            # Those below peep out.
            yield (
                Rectangle(46, 46, BOARD_COLORS[view.terms.variant], PANEL, corner=10, rim=PANEL, thick=2),
                PANEL_LEFT_PX + 8 + behind * 6,
                down + 9 + behind * 6,
            )
        if tiles:
            yield Sprite(f"{mode}_now", 34, BOARD_COLORS[view.terms.variant]), PANEL_LEFT_PX + 14, down + 15
        else:
            yield Sprite(mode, 34, PANEL), PANEL_LEFT_PX + 14, down + 15
        for animal in ALL_ANIMALS:
            place = PANEL_LEFT_PX + label + round(animal * across)
            yield Letters(str(duel_value(animal, mode, 0)), 44, 65, LIGHT, PANEL), place, down
