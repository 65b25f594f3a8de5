"""Pictures that are shown before the board: all arrangements by day, and the two animals of a duel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    Alignment,
    Color,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
    seat_badge,
)
from games.core import Seat
from games.woodwalkers.events import AnimalsArranged, Duel
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.picture_kit import (
    BOARD_COLORS,
    DARK_SEAT_COLORS,
    PALETTE,
    animal_sprite_name,
    digits_width,
    tile_sprite_name,
)
from games.woodwalkers.pieces import ANIMALS
from games.woodwalkers.spaces import SPACE_NAMES, Space
from games.woodwalkers.state import View

POINTS_STRIP_HEIGHT_PX: Final = 140
"""The height of the strip at the bottom of a duel picture, with both players' points and the winner's gain."""
DUEL_TILE_WIDTH_PX: Final = 254
MIDDLE_X_PX: Final = BOARD_WIDTH // 2
MIDDLE_Y_PX: Final = BOARD_HEIGHT // 2
SIDE_COLUMN_WIDTH_PX: Final = 166
"""The width of the column for an arrangement in the west or east."""
BADGE_WIDTH_PX: Final = 66
"""The width and height of a seat badge in the picture of all arrangements."""
SIDE_NAME_WIDTH_PX: Final = 210
"""The width available for a player's name beside the column of an arrangement in the west or east."""
MODE_PLATE_WIDTH_PX: Final = 420
"""The width of the plate that names the battle mode above a duel."""
GUESS_PLATE_WIDTH_PX: Final = 400
SPACE_LABEL_HEIGHT_PX: Final = 42
FLAG_WIDTH_PX: Final = 120
ARROW_WIDTH_PX: Final = 200


def draw_reveal(view: View) -> Picture | None:
    """Draw a duel after each of its rolls, or all arrangements. Return None after any other step.

    A duel is not drawn while its animals are face down, or after the loser has returned to a start space.
    """
    if duel := _find_duel(view):
        return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, tuple(_draw_duel(view, duel)))
    if _shows_arrangement(view):
        return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, tuple(_draw_arrangements(view)))
    return None


def _shows_arrangement(view: View) -> bool:
    """Return whether all players have just arranged their animals face up. At midnight, arrangements stay face down."""
    return view.phase == "mode" and view.turn_events[-1:] == (AnimalsArranged(),) and not view.terms.is_midnight


def _find_duel(view: View) -> Duel | None:
    """Return the duel of the latest step. Return None if there is no such duel, or if its animals are face down."""
    events = view.turn_events[:-1] if view.has_ended_by_rules else view.turn_events
    if not events or (view.phase == "over" and not view.has_ended_by_rules):
        return None
    duel = events[-1]
    if not isinstance(duel, Duel) or not duel.is_face_up:
        return None
    challenger = view.teams[duel.seats[0]]
    # If the challenger could have healed but the phase for healing is over, the latest step was the choice not to heal.
    declined = challenger.medicine_tiles and challenger.wounded and view.phase not in ("rest", "duel", "home")
    return None if declined else duel


# Duels


def _draw_duel(view: View, duel: Duel) -> Iterator[PlacedMark]:
    for half, seat in enumerate(duel.seats):
        left = half * MIDDLE_X_PX
        yield Rectangle(MIDDLE_X_PX, BOARD_HEIGHT - POINTS_STRIP_HEIGHT_PX, DARK_SEAT_COLORS[seat]), left, 0
    for half, seat in enumerate(duel.seats):
        yield from _draw_player(seat, half)
        yield from _draw_animal(view, duel, half)
        yield from _draw_total(view, duel, half)
    yield from _draw_mode_and_guess(view, duel)
    yield from _draw_points(view, duel)


def _draw_player(seat: Seat, half: int) -> Iterator[PlacedMark]:
    """Draw a player's badge and name.

    `half` is 0 for the challenger on the left, and 1 for the defender on the right.
    """
    yield seat_badge(seat, 76, DARK_SEAT_COLORS[seat]), (14, BOARD_WIDTH - 90)[half], 12
    alignment: Alignment = "right" if half else "left"
    yield PlayerName(seat, 370, 64, LIGHT, DARK_SEAT_COLORS[seat], alignment), (100, BOARD_WIDTH - 470)[half], 18


def _draw_animal(view: View, duel: Duel, half: int) -> Iterator[PlacedMark]:
    """Draw an animal of a duel. A winner has a glow behind it.

    A loser is dizzy, with a drop of blood for each wound. An animal that left the game is drawn as removed instead.
    """
    seat, animal = duel.seats[half], duel.animals[half]
    left, top = (34, BOARD_WIDTH - 34 - DUEL_TILE_WIDTH_PX)[half], 128
    has_won = duel.winner == seat
    has_lost = duel.winner not in (None, seat)
    if has_won:
        yield Sprite("burst", DUEL_TILE_WIDTH_PX + 60, DARK_SEAT_COLORS[seat]), left - 30, top - 30
    suffix = " gone" if has_lost and duel.is_loser_removed else ""
    ground = GOLD if has_won else DARK_SEAT_COLORS[seat]
    yield Sprite(tile_sprite_name(seat, animal) + suffix, DUEL_TILE_WIDTH_PX, ground), left, top
    if not has_lost or duel.is_loser_removed:
        return
    yield Sprite("dizzy", 150, DARK_SEAT_COLORS[seat]), left + (DUEL_TILE_WIDTH_PX - 150) // 2, top - 22
    for wound in range(view.teams[seat].wounds[animal]):
        yield (
            Sprite("drop", 74, DARK_SEAT_COLORS[seat]),
            left + DUEL_TILE_WIDTH_PX - 80 - wound * 70,
            top + DUEL_TILE_WIDTH_PX - 72,
        )


def _draw_total(view: View, duel: Duel, half: int) -> Iterator[PlacedMark]:
    """Draw a side's total and, below it, the parts: the animal's value, the die, and any bonus for the guess."""
    seat = duel.seats[half]
    ground = DARK_SEAT_COLORS[seat]
    ink = GOLD if duel.winner == seat else LIGHT
    yield Letters(str(duel.totals[half]), 176, 190, ink, ground), (MIDDLE_X_PX - 44 - 176, MIDDLE_X_PX + 44)[half], 158
    parts: list[Letters | Sprite] = [
        Sprite(view.chosen_modes[-1], 64, ground),
        Letters(str(duel.values[half]), 64, 124, LIGHT, ground),
        Letters("+", 60, 100, LIGHT, ground),
        Sprite(f"die_{duel.dice[half]}", 100, ground),
    ]
    if duel.guess_bonus[half]:
        parts.append(Letters("+1", 110, 100, GOLD, ground))
    width = sum(part.width for part in parts)
    left = (MIDDLE_X_PX - 46 - width, MIDDLE_X_PX + 46)[half]
    for part in parts:
        height = part.height if isinstance(part, Letters) else part.width
        yield part, left, 466 - height // 2
        left += part.width


def _draw_mode_and_guess(view: View, duel: Duel) -> Iterator[PlacedMark]:
    """Draw the battle mode. If the defender guessed an animal, draw that animal too."""
    ground, mode = BOARD_COLORS[view.terms.variant], view.chosen_modes[-1]
    left = MIDDLE_X_PX - MODE_PLATE_WIDTH_PX // 2
    yield Rectangle(MODE_PLATE_WIDTH_PX, 72, ground, SLATE, corner=20), left, 92
    for sign_left in (left + 12, left + MODE_PLATE_WIDTH_PX - 68):
        yield Sprite(f"{mode}_now", 56, ground), sign_left, 100
    yield TranslatedWord(f"mode-{mode}", MODE_PLATE_WIDTH_PX - 140, 50, INK, ground, "middle"), left + 70, 103
    yield Sprite("swords", 76, SLATE), MIDDLE_X_PX - 38, 215
    if duel.guessed_animal is not None:
        key = "shown-guessed" if duel.is_guess_right else "shown-missed"
        left, rim = MIDDLE_X_PX - GUESS_PLATE_WIDTH_PX // 2, GOLD if duel.is_guess_right else ""
        yield Rectangle(GUESS_PLATE_WIDTH_PX, 76, PANEL, SLATE, corner=20, rim=rim), left, 330
        yield Sprite(animal_sprite_name(duel.guessed_animal), 82, PANEL), left + 6, 325
        if not duel.is_guess_right:
            yield Sprite("lost", 36, PANEL), left + 58, 364
        yield TranslatedWord(key, GUESS_PLATE_WIDTH_PX - 116, 44, LIGHT, PANEL, "middle"), left + 100, 346


def _draw_points(view: View, duel: Duel) -> Iterator[PlacedMark]:
    """Draw both players' points and, between them, an arrow with the points that the winner gains.

    A flag that the challenger wins is drawn beside the arrow. Until the duel is settled, a Die tile replaces the arrow,
    on the side that can use it for a reroll.
    """
    top = BOARD_HEIGHT - POINTS_STRIP_HEIGHT_PX
    inner_edges = []
    for half, seat in enumerate(duel.seats):
        points = str(view.teams[seat].points)
        width = digits_width(points, 130)
        inner_edges.append((40 + width, BOARD_WIDTH - 40 - width)[half])
        yield Letters(points, width, 130, LIGHT, SLATE), (40, BOARD_WIDTH - 40 - width)[half], top + 5
    flag = dict(view.flags).get(duel.space)
    if duel.winner is None:
        yield Sprite("die", 92, SLATE), (MIDDLE_X_PX - 200, MIDDLE_X_PX + 108)[duel.losing_side], top + 24
        return
    winning_half = duel.seats.index(duel.winner)
    arrow = Sprite(("gains", "gains_right")[winning_half], ARROW_WIDTH_PX, SLATE, f"+{FIGURES.duel_points}")
    yield arrow, MIDDLE_X_PX - ARROW_WIDTH_PX // 2, top + (POINTS_STRIP_HEIGHT_PX - 120) // 2
    # A winning defender already holds the flag on the space.
    if flag and winning_half == 0:
        yield (
            Sprite("flag_large", FLAG_WIDTH_PX, SLATE, str(flag)),
            (inner_edges[0] + MIDDLE_X_PX - ARROW_WIDTH_PX // 2 - FLAG_WIDTH_PX) // 2,
            top + 10,
        )


# Arrangements


def _draw_arrangements(view: View) -> Iterator[PlacedMark]:
    """Draw each player's animals on the player's side of the board, and a sunrise in the middle.

    A list of players below each other would look like a ranking.
    """
    sides = view.terms.sides
    left = SIDE_COLUMN_WIDTH_PX if "west" in sides else 0
    right = BOARD_WIDTH - (SIDE_COLUMN_WIDTH_PX if "east" in sides else 0)
    pitch = (right - left) // len(ANIMALS)
    row_height = pitch + SPACE_LABEL_HEIGHT_PX + 4
    for seat, side in enumerate(sides):
        if side in ("west", "east"):
            yield from _draw_column(view, seat, 0 if side == "west" else right)
        else:
            yield from _draw_row(view, seat, left, 0 if side == "north" else BOARD_HEIGHT - row_height, right - left)
    height = BOARD_HEIGHT - 2 * (row_height + 12 + BADGE_WIDTH_PX)
    width = min(330, height * 3 // 2)
    yield Sprite("dawn", width, SLATE), (left + right - width) // 2, (BOARD_HEIGHT - width * 2 // 3) // 2
    for seat, side in enumerate(sides):
        if side in ("west", "east"):
            name_left = left + 10 if side == "west" else right - 10 - SIDE_NAME_WIDTH_PX
            yield (
                seat_badge(seat, BADGE_WIDTH_PX, SLATE),
                name_left + (SIDE_NAME_WIDTH_PX - BADGE_WIDTH_PX) // 2,
                MIDDLE_Y_PX - BADGE_WIDTH_PX,
            )
            yield PlayerName(seat, SIDE_NAME_WIDTH_PX, 54, LIGHT, SLATE, "middle"), name_left, MIDDLE_Y_PX + 4
        else:
            badge_left = (left + right) // 2 - 170
            top = row_height + 8 if side == "north" else BOARD_HEIGHT - row_height - 8 - BADGE_WIDTH_PX
            yield seat_badge(seat, BADGE_WIDTH_PX, SLATE), badge_left, top
            yield PlayerName(seat, 360, 58, LIGHT, SLATE), badge_left + BADGE_WIDTH_PX + 12, top + 4


def _draw_row(view: View, seat: Seat, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    """Draw an arrangement in the north or south as a row, with the name of its space below each animal."""
    ground = DARK_SEAT_COLORS[seat]
    pitch = width // len(ANIMALS)
    tile_width = pitch - 12
    yield Rectangle(width, pitch + SPACE_LABEL_HEIGHT_PX + 4, ground), left, top
    left += (width - len(ANIMALS) * pitch) // 2 + 6
    for column, (space, animal) in enumerate(view.teams[seat].shown_tiles):
        yield Sprite(tile_sprite_name(seat, animal), tile_width, ground), left + column * pitch, top + 8
        yield _space_label(space, tile_width, ground), left + column * pitch, top + pitch


def _draw_column(view: View, seat: Seat, left: int) -> Iterator[PlacedMark]:
    """Draw an arrangement in the west or east, from north to south, with the name of its space beside each animal."""
    ground = DARK_SEAT_COLORS[seat]
    pitch = BOARD_HEIGHT // len(ANIMALS)
    tile_width = pitch - 12
    yield Rectangle(SIDE_COLUMN_WIDTH_PX, BOARD_HEIGHT, ground), left, 0
    for row, (space, animal) in enumerate(reversed(view.teams[seat].shown_tiles)):
        yield Sprite(tile_sprite_name(seat, animal), tile_width, ground), left + 8, row * pitch + 6
        yield (
            _space_label(space, SIDE_COLUMN_WIDTH_PX - tile_width - 20, ground),
            left + tile_width + 14,
            row * pitch + (pitch - SPACE_LABEL_HEIGHT_PX) // 2,
        )


def _space_label(space: Space, width: int, ground: Color) -> Letters:
    return Letters(SPACE_NAMES[space].upper(), width, SPACE_LABEL_HEIGHT_PX, LIGHT, ground, bold=False)
