"""The panel that shows the latest event, such as a duel with its dice, a found tile, or a rolled die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import (
    FAINT,
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Letters,
    PlacedMark,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.woodwalkers.events import (
    AnimalHealed,
    DieRolled,
    Duel,
    Event,
    ModeChosen,
    NobodyMoved,
    TileFound,
    TurnSkipped,
)
from games.woodwalkers.picture_kit import (
    PANEL_LEFT_PX,
    PANEL_WIDTH_PX,
    animal_sprite_name,
    make_panel,
    tile_sprite_name,
)
from games.woodwalkers.pieces import flag_value
from games.woodwalkers.state import View

PANEL_HEIGHT_PX: Final = 142
TILE_WIDTH_PX: Final = 78
TOTAL_WIDTH_PX: Final = 82


def draw_last_event(view: View, top: int) -> Iterator[PlacedMark]:
    """Draw the panel with the most important event of the latest turn."""
    yield make_panel(PANEL_WIDTH_PX, PANEL_HEIGHT_PX), PANEL_LEFT_PX, top
    for event_type in (Duel, TileFound, NobodyMoved, TurnSkipped, DieRolled, AnimalHealed, ModeChosen):
        event = next((event for event in reversed(view.turn_events) if isinstance(event, event_type)), None)
        if isinstance(event, Duel):
            yield from _draw_duel(view, event, top)
            return
        if event:
            yield from _draw_event(event, top)
            return


def _draw_event(event: Event, top: int) -> Iterator[PlacedMark]:
    """Draw the player's badge and a sign for the player's action. Duels are not drawn here, but by `_draw_duel`."""
    middle = PANEL_LEFT_PX + PANEL_WIDTH_PX // 2
    match event:
        case TileFound(seat, _, tile) if flag_value(tile):
            yield Sprite("flag_large", 116, PANEL, str(flag_value(tile))), middle + 14, top + 14
        case TileFound(seat, _, tile):
            yield Sprite(tile, 104, PANEL), middle + 20, top + (30 if tile == "point" else 20)
        case DieRolled(seat, die):
            yield Sprite(f"die_{die}", 104, PANEL), middle + 20, top + 20
        case AnimalHealed(seat, animal):
            yield Sprite(animal_sprite_name(animal), 104, PANEL), middle + 20, top + 20
            yield Sprite("medicine", 44, PANEL), middle + 102, top + 86
        case ModeChosen(seat, mode):
            yield Sprite(mode, 96, PANEL), middle + 24, top + 24
        case NobodyMoved(seat) | TurnSkipped(seat):
            yield Sprite("stay", 104, PANEL), middle + 20, top + 20
        case _:
            return
    yield seat_badge(seat, 104, PANEL), middle - 124, top + 20


def _draw_duel(view: View, duel: Duel, top: int) -> Iterator[PlacedMark]:
    """Draw each animal of a duel in its half of the panel.

    A face-up animal has its total, with the parts of the total below it. A face-down animal has only its die or, before
    the roll, a question mark. The winner's total is gold, and a drop of blood marks a wounded loser.
    """
    half_width = PANEL_WIDTH_PX // 2
    flag = dict(view.flags).get(duel.space) if duel.winner is None and not duel.is_face_up else None
    if not duel.is_face_up and not flag:
        top += (PANEL_HEIGHT_PX - TILE_WIDTH_PX) // 2 - 8
    for half, seat in enumerate(duel.seats):
        left = PANEL_LEFT_PX + half * half_width
        animal_left, total_left = (
            (left + 10, left + 92) if half == 0 else (left + half_width - 10 - TILE_WIDTH_PX, left + 21)
        )
        has_lost = duel.winner not in (None, seat)
        suffix = " gone" if has_lost and duel.is_loser_removed else ""
        sprite_name = tile_sprite_name(seat, duel.animals[half]) + suffix
        yield Sprite(sprite_name, TILE_WIDTH_PX, PANEL), animal_left, top + 5
        if has_lost and not duel.is_loser_removed:
            yield Sprite("drop", 34, PANEL), animal_left + 50, top + 49
        ink = GOLD if duel.winner == seat else LIGHT
        if duel.is_face_up:
            yield Letters(str(duel.totals[half]), TOTAL_WIDTH_PX, 82, ink, PANEL), total_left, top + 3
            yield from _draw_total_parts(view, duel, half, left + 6, top + 82)
        elif duel.is_rolled:
            yield Sprite(f"die_{duel.dice[half]}", 64, PANEL), total_left + 9, top + 15
        elif half == 0:
            yield Letters("?", TOTAL_WIDTH_PX, 82, GOLD, PANEL), total_left, top + 6
    yield Sprite("swords", 36, PANEL), PANEL_LEFT_PX + half_width - 18, top + 26
    if duel.is_face_up:
        yield Rectangle(4, PANEL_HEIGHT_PX - 98, SLATE), PANEL_LEFT_PX + half_width - 2, top + 90
    elif flag:
        yield Sprite("pennant", 84, PANEL, str(flag)), PANEL_LEFT_PX + half_width - 42, top + 88


def _draw_total_parts(view: View, duel: Duel, half: int, left: int, top: int) -> Iterator[PlacedMark]:
    """Draw the parts of a total: the animal's value, the die, and any bonus for the guess."""
    parts: list[tuple[Letters | Sprite, int]] = [
        (Sprite(view.chosen_modes[-1], 34, PANEL), 16),
        (Letters(str(duel.values[half]), 36, 65, LIGHT, PANEL), 0),
        (Letters("+", 26, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False), 12),
        (Sprite(f"die_{duel.dice[half]}", 46, PANEL), 10),
    ]
    if duel.guess_bonus[half]:
        parts.append((Letters("+1", 40, SMALL_TYPE_HEIGHT, LIGHT, PANEL, bold=False), 12))
    left += (PANEL_WIDTH_PX // 2 - 12 - sum(part.width for part, _ in parts)) // 2
    for part, y in parts:
        yield part, left, top + y
        left += part.width
