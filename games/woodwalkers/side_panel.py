"""What stands beside the board: the mode that counts, what just happened, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    FAINT,
    GOLD,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SMALL_TYPE_HEIGHT,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
    seat_badge,
)
from games.core import Seat
from games.woodwalkers import battle_mode_panel, last_event_panel
from games.woodwalkers.descriptions import list_held_flags, list_winners
from games.woodwalkers.picture_kit import (
    PANEL_GAP_PX,
    PANEL_INSET_PX,
    PANEL_LEFT_PX,
    PANEL_WIDTH_PX,
    PLAYER_GAP_PX,
    digits_width,
    make_panel,
    tile_sprite_name,
)
from games.woodwalkers.pieces import ALL_ANIMALS, FACE_DOWN
from games.woodwalkers.player_panels import draw_players
from games.woodwalkers.probabilities import PossibleAnimals
from games.woodwalkers.state import View

MAX_SINGLE_FLAGS: Final = 3
"""So many flags stand one by one."""
SUM_LINE_HEIGHT_PX: Final = 54
"""How high the line is that says what the points are made of."""
PODIUM_HEIGHTS_PX: Final = {2: (64, 120), 3: (56, 110), 4: (48, 90)}
"""How high names and points are."""


def draw_podium(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """What each has come to: the points, and the flags they lie on one by one."""
    name, high = PODIUM_HEIGHTS_PX[view.terms.seats]
    shape = name + high * 3 // 4 - 10
    pitch = (bottom - top + PLAYER_GAP_PX) // view.terms.seats
    best = list_winners(view) if view.has_ended_by_rules else []
    left, right = PANEL_LEFT_PX + PANEL_INSET_PX, PANEL_LEFT_PX + PANEL_WIDTH_PX - PANEL_INSET_PX
    beside = left + shape + 8
    for seat, camp in enumerate(view.teams):
        first = seat in best
        yield make_panel(PANEL_WIDTH_PX, pitch - PLAYER_GAP_PX), PANEL_LEFT_PX, top
        flags = list_held_flags(view, seat) if view.has_ended_by_rules else ()
        line = top + (pitch - PLAYER_GAP_PX - shape - (SUM_LINE_HEIGHT_PX + 4 if flags else 10)) // 2
        yield seat_badge(seat, shape, PANEL, met=first), left, line + 5
        edge = right
        if first:
            edge -= name + 4
            yield Sprite("crown", name, PANEL), edge, line + name // 10
        yield PlayerName(seat, edge - beside - 4, name, LIGHT, PANEL), beside, line
        points = str(camp.points)
        figure = high if len(points) < 4 else PODIUM_HEIGHTS_PX[4][1]
        wide = digits_width(points, figure)
        ink = GOLD if first else LIGHT
        down = line + name + 2 + high * 3 // 8 - figure // 2
        yield Letters(points, wide, figure, ink, PANEL, lie="right"), right - wide, down
        if flags:
            yield from _draw_point_sum(camp.points - sum(flags), flags, right, line + shape + SUM_LINE_HEIGHT_PX - 34)
        top += pitch


def _draw_point_sum(points: int, flags: Sequence[int], right: int, top: int) -> Iterator[PlacedMark]:
    """What they had, and what their flags have added to it."""
    tall, wide = 34, 58
    each = [Sprite("pennant", wide, PANEL, str(value)) for value in flags]
    own = f"{points} +"
    parts: list[Letters | Sprite] = [
        Letters(own, digits_width(own, LARGE_TYPE_HEIGHT), LARGE_TYPE_HEIGHT, LIGHT, PANEL, lie="right")
    ]
    parts += each if len(each) <= MAX_SINGLE_FLAGS else [Sprite("flags", 74, PANEL, f"+{sum(flags)}")]
    left = right - sum(part.width + 4 for part in parts)
    for part in parts:
        high = part.height if isinstance(part, Letters) else tall
        yield part, left, top + (tall - high) // 2
        left += part.width + 4


CAPTION_HEIGHT_PX: Final = 44
MAX_ROW_HEIGHT_PX: Final = 50
"""How high a row is where there is room."""


def draw_unrevealed(view: View, unseen: Mapping[Seat, PossibleAnimals]) -> Iterator[PlacedMark]:
    """Below the mode that counts, each back below what it may bring; while somebody chooses one, in place of all."""
    top, height = (
        (PANEL_GAP_PX + battle_mode_panel.ONE_MODE_HEIGHT_PX + PANEL_GAP_PX, last_event_panel.PANEL_HEIGHT_PX)
        if view.mode
        else (PANEL_GAP_PX, battle_mode_panel.ALL_MODES_HEIGHT_PX)
    )
    yield make_panel(PANEL_WIDTH_PX, height), PANEL_LEFT_PX, top
    faces = 0
    if not view.mode:
        yield from battle_mode_panel.draw_header(view, top)
        top, height, faces = (
            top + battle_mode_panel.HEADER_HEIGHT_PX,
            height - battle_mode_panel.HEADER_HEIGHT_PX,
            battle_mode_panel.ANIMAL_WIDTH_PX,
        )
    pitch = min(MAX_ROW_HEIGHT_PX, (height - CAPTION_HEIGHT_PX - faces - 8) // len(unseen))
    top += (height - CAPTION_HEIGHT_PX - faces - pitch * len(unseen)) // 2
    yield TranslatedWord("shown-covered", PANEL_WIDTH_PX - 36, SMALL_TYPE_HEIGHT, LIGHT, PANEL), PANEL_LEFT_PX + 18, top
    if faces:
        yield from battle_mode_panel.draw_animals(top + CAPTION_HEIGHT_PX)
    for row, (seat, could) in enumerate(unseen.items()):
        yield from _draw_unrevealed_row(seat, could, top + CAPTION_HEIGHT_PX + faces + row * pitch, pitch)


def _draw_unrevealed_row(seat: Seat, could: PossibleAnimals, top: int, height: int) -> Iterator[PlacedMark]:
    """Each animal has a place of its own, so that one sees which were turned up."""
    wide = min(height, battle_mode_panel.ANIMAL_WIDTH_PX) - 2
    for animal in ALL_ANIMALS:
        middle = battle_mode_panel.animal_left(animal) + battle_mode_panel.ANIMAL_WIDTH_PX // 2
        if animal in could:
            yield Sprite(tile_sprite_name(seat, FACE_DOWN), wide, PANEL), middle - wide // 2, top
        else:
            yield Rectangle(8, 8, FAINT, PANEL, corner=4), middle - 4, top + height // 2 - 5


def draw_side_panel(view: View, unseen: Mapping[Seat, PossibleAnimals]) -> Iterator[PlacedMark]:
    """When it is over, the players alone."""
    if view.phase == "over":
        yield from draw_podium(view, PANEL_GAP_PX, BOARD_HEIGHT - PANEL_GAP_PX)
        return
    if view.mode or not unseen:
        yield from battle_mode_panel.draw_modes(view, PANEL_GAP_PX)
    if unseen:
        yield from draw_unrevealed(view, unseen)
    elif view.mode:
        yield from last_event_panel.draw_last_event(
            view, PANEL_GAP_PX + battle_mode_panel.ONE_MODE_HEIGHT_PX + PANEL_GAP_PX
        )
    yield from draw_players(
        view, PANEL_GAP_PX + battle_mode_panel.ALL_MODES_HEIGHT_PX + PANEL_GAP_PX, BOARD_HEIGHT - PANEL_GAP_PX
    )
