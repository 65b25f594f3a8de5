"""What is laid open, as a picture of its own: everybody's arrangement by day, and two animals that meet in a duel."""

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
"""Below: what it is worth, and what each has now."""
DUEL_TILE_WIDTH_PX: Final = 254
MIDDLE_X_PX: Final = BOARD_WIDTH // 2
MIDDLE_Y_PX: Final = BOARD_HEIGHT // 2
SIDE_COLUMN_WIDTH_PX: Final = 166
"""How wide the animals stand that are seen from their side."""
BADGE_WIDTH_PX: Final = 66
"""How high badges are in a morning."""
SIDE_NAME_WIDTH_PX: Final = 210
"""Room for a name beside it."""
MODE_PLATE_WIDTH_PX: Final = 420
"""How wide what counts stands above a duel."""
GUESS_PLATE_WIDTH_PX: Final = 400
FLAG_WIDTH_PX: Final = 120
ARROW_WIDTH_PX: Final = 200


def draw_reveal(view: View) -> Picture | None:
    """Of a duel each time its dice lie; nothing where it is covered, and nothing once the loser is at home."""
    if duel := _find_duel(view):
        return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, tuple(_draw_duel(view, duel)))
    if _shows_arrangement(view):
        return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, tuple(_draw_arrangements(view)))
    return None


def _shows_arrangement(view: View) -> bool:
    """At midnight the animals stay face down."""
    return view.phase == "mode" and view.turn_events[-1:] == (AnimalsArranged(),) and not view.terms.is_midnight


def _find_duel(view: View) -> Duel | None:
    """The duel of the newest step, if both animals are seen."""
    last = view.turn_events[:-1] if view.has_ended_by_rules else view.turn_events
    if not last or (view.phase == "over" and not view.has_ended_by_rules):
        return None
    duel = last[-1]
    if not isinstance(duel, Duel) or not duel.is_face_up:
        return None
    challenger = view.teams[duel.seats[0]]
    # Where the challenger could have healed, and is asked no more, the newest word was that they would not.
    done = challenger.medicine_tiles and challenger.wounded and view.phase not in ("rest", "duel", "home")
    return None if done else duel


# Two animals


def _draw_duel(view: View, duel: Duel) -> Iterator[PlacedMark]:
    for at, seat in enumerate(duel.seats):
        yield Rectangle(MIDDLE_X_PX, BOARD_HEIGHT - POINTS_STRIP_HEIGHT_PX, DARK_SEAT_COLORS[seat]), at * MIDDLE_X_PX, 0
    for at, seat in enumerate(duel.seats):
        yield from _draw_player(seat, at)
        yield from _draw_animal(view, duel, at)
        yield from _draw_total(view, duel, at)
    yield from _draw_mode_and_guess(view, duel)
    yield from _draw_points(view, duel)


def _draw_player(seat: Seat, at: int) -> Iterator[PlacedMark]:
    yield seat_badge(seat, 76, DARK_SEAT_COLORS[seat]), (14, BOARD_WIDTH - 90)[at], 12
    lie: Alignment = "right" if at else "left"
    yield PlayerName(seat, 370, 64, LIGHT, DARK_SEAT_COLORS[seat], lie), (100, BOARD_WIDTH - 470)[at], 18


def _draw_animal(view: View, duel: Duel, at: int) -> Iterator[PlacedMark]:
    """The winner shines; the loser sees stars, bleeds, or has left the game."""
    seat, animal = duel.seats[at], duel.animals[at]
    left, top = (34, BOARD_WIDTH - 34 - DUEL_TILE_WIDTH_PX)[at], 128
    won = duel.winner == seat
    lost = duel.winner not in (None, seat)
    if won:
        yield Sprite("burst", DUEL_TILE_WIDTH_PX + 60, DARK_SEAT_COLORS[seat]), left - 30, top - 30
    out = " gone" if lost and duel.is_loser_removed else ""
    yield (
        Sprite(tile_sprite_name(seat, animal) + out, DUEL_TILE_WIDTH_PX, GOLD if won else DARK_SEAT_COLORS[seat]),
        left,
        top,
    )
    if not lost or duel.is_loser_removed:
        return
    yield Sprite("dizzy", 150, DARK_SEAT_COLORS[seat]), left + (DUEL_TILE_WIDTH_PX - 150) // 2, top - 22
    for wound in range(view.teams[seat].wounds[animal]):
        yield (
            Sprite("drop", 74, DARK_SEAT_COLORS[seat]),
            left + DUEL_TILE_WIDTH_PX - 80 - wound * 70,
            top + DUEL_TILE_WIDTH_PX - 72,
        )


def _draw_total(view: View, duel: Duel, at: int) -> Iterator[PlacedMark]:
    """Large the sum, and what it is made of: the animal's value by what counts, the die, what a guess has added."""
    seat = duel.seats[at]
    ground = DARK_SEAT_COLORS[seat]
    ink = GOLD if duel.winner == seat else LIGHT
    yield Letters(str(duel.totals[at]), 176, 190, ink, ground), (MIDDLE_X_PX - 44 - 176, MIDDLE_X_PX + 44)[at], 158
    parts: list[Letters | Sprite] = [
        Sprite(view.chosen_modes[-1], 64, ground),
        Letters(str(duel.values[at]), 64, 124, LIGHT, ground),
        Letters("+", 60, 100, LIGHT, ground),
        Sprite(f"die_{duel.dice[at]}", 100, ground),
    ]
    if duel.guess_bonus[at]:
        parts.append(Letters("+1", 110, 100, GOLD, ground))
    wide = sum(part.width for part in parts)
    left = (MIDDLE_X_PX - 46 - wide, MIDDLE_X_PX + 46)[at]
    for part in parts:
        high = part.height if isinstance(part, Letters) else part.width
        yield part, left, 466 - high // 2
        left += part.width


def _draw_mode_and_guess(view: View, duel: Duel) -> Iterator[PlacedMark]:
    """What counts, and whether the defender guessed the challenger."""
    ground, mode = BOARD_COLORS[view.terms.variant], view.chosen_modes[-1]
    left = MIDDLE_X_PX - MODE_PLATE_WIDTH_PX // 2
    yield Rectangle(MODE_PLATE_WIDTH_PX, 72, ground, SLATE, corner=20), left, 92
    for place in (left + 12, left + MODE_PLATE_WIDTH_PX - 68):
        yield Sprite(f"{mode}_now", 56, ground), place, 100
    yield TranslatedWord(f"mode-{mode}", MODE_PLATE_WIDTH_PX - 140, 50, INK, ground, "middle"), left + 70, 103
    yield Sprite("swords", 76, SLATE), MIDDLE_X_PX - 38, 215
    if duel.guessed_animal is not None:
        key = "shown-guessed" if duel.is_guess_right else "shown-missed"
        yield (
            Rectangle(GUESS_PLATE_WIDTH_PX, 76, PANEL, SLATE, corner=20, rim=GOLD if duel.is_guess_right else ""),
            MIDDLE_X_PX - GUESS_PLATE_WIDTH_PX // 2,
            330,
        )
        yield (
            Sprite(animal_sprite_name(duel.guessed_animal), 82, PANEL),
            MIDDLE_X_PX - GUESS_PLATE_WIDTH_PX // 2 + 6,
            325,
        )
        if not duel.is_guess_right:
            yield Sprite("lost", 36, PANEL), MIDDLE_X_PX - GUESS_PLATE_WIDTH_PX // 2 + 58, 364
        yield (
            TranslatedWord(key, GUESS_PLATE_WIDTH_PX - 116, 44, LIGHT, PANEL, "middle"),
            MIDDLE_X_PX - GUESS_PLATE_WIDTH_PX // 2 + 100,
            346,
        )


def _draw_points(view: View, duel: Duel) -> Iterator[PlacedMark]:
    """To the winner the points, and before the arrow the flag they take; to whoever may roll again the tile for it."""
    top = BOARD_HEIGHT - POINTS_STRIP_HEIGHT_PX
    edges = []
    for at, seat in enumerate(duel.seats):
        points = str(view.teams[seat].points)
        wide = digits_width(points, 130)
        edges.append((40 + wide, BOARD_WIDTH - 40 - wide)[at])
        yield Letters(points, wide, 130, LIGHT, SLATE), (40, BOARD_WIDTH - 40 - wide)[at], top + 5
    flag = dict(view.flags).get(duel.space)
    if duel.winner is None:
        behind = duel.losing_side
        yield Sprite("die", 92, SLATE), (MIDDLE_X_PX - 200, MIDDLE_X_PX + 108)[behind], top + 24
        return
    won = duel.seats.index(duel.winner)
    arrow = Sprite(("gains", "gains_right")[won], ARROW_WIDTH_PX, SLATE, f"+{FIGURES.duel_points}")
    yield arrow, MIDDLE_X_PX - ARROW_WIDTH_PX // 2, top + (POINTS_STRIP_HEIGHT_PX - 120) // 2
    # Whoever is challenged upon a flag has it already.
    if flag and won == 0:
        yield (
            Sprite("flag_large", FLAG_WIDTH_PX, SLATE, str(flag)),
            (edges[0] + MIDDLE_X_PX - ARROW_WIDTH_PX // 2 - FLAG_WIDTH_PX) // 2,
            top + 10,
        )


# All arrangements


def _draw_arrangements(view: View) -> Iterator[PlacedMark]:
    """As on the board each at their side, about a morning on which nothing has happened yet: not one below the other,
    which would look like a ranking.
    """
    sides = view.terms.sides
    left = SIDE_COLUMN_WIDTH_PX if "west" in sides else 0
    right = BOARD_WIDTH - (SIDE_COLUMN_WIDTH_PX if "east" in sides else 0)
    pitch = (right - left) // len(ANIMALS)
    band = pitch + 46
    for seat, side in enumerate(sides):
        if side in ("west", "east"):
            yield from _draw_column(view, seat, 0 if side == "west" else right)
        else:
            yield from _draw_row(view, seat, left, 0 if side == "north" else BOARD_HEIGHT - band, right - left)
    high = BOARD_HEIGHT - 2 * (band + 12 + BADGE_WIDTH_PX)
    wide = min(330, high * 3 // 2)
    yield Sprite("dawn", wide, SLATE), (left + right - wide) // 2, (BOARD_HEIGHT - wide * 2 // 3) // 2
    for seat, side in enumerate(sides):
        if side in ("west", "east"):
            place = left + 10 if side == "west" else right - 10 - SIDE_NAME_WIDTH_PX
            yield (
                seat_badge(seat, BADGE_WIDTH_PX, SLATE),
                place + (SIDE_NAME_WIDTH_PX - BADGE_WIDTH_PX) // 2,
                MIDDLE_Y_PX - BADGE_WIDTH_PX,
            )
            yield PlayerName(seat, SIDE_NAME_WIDTH_PX, 54, LIGHT, SLATE, "middle"), place, MIDDLE_Y_PX + 4
        else:
            place = (left + right) // 2 - 170
            top = band + 8 if side == "north" else BOARD_HEIGHT - band - 8 - BADGE_WIDTH_PX
            yield seat_badge(seat, BADGE_WIDTH_PX, SLATE), place, top
            yield PlayerName(seat, 360, 58, LIGHT, SLATE), place + BADGE_WIDTH_PX + 12, top + 4


def _draw_row(view: View, seat: Seat, left: int, top: int, across: int) -> Iterator[PlacedMark]:
    pitch = across // len(ANIMALS)
    tile = pitch - 12
    yield Rectangle(across, pitch + 46, DARK_SEAT_COLORS[seat]), left, top
    left += (across - len(ANIMALS) * pitch) // 2 + 6
    for at, (space, animal) in enumerate(view.teams[seat].shown_tiles):
        yield Sprite(tile_sprite_name(seat, animal), tile, DARK_SEAT_COLORS[seat]), left + at * pitch, top + 8
        yield _space_label(space, tile, seat), left + at * pitch, top + pitch


def _draw_column(view: View, seat: Seat, left: int) -> Iterator[PlacedMark]:
    """From the north southwards, as numbers of rows run."""
    pitch = BOARD_HEIGHT // len(ANIMALS)
    tile = pitch - 12
    yield Rectangle(SIDE_COLUMN_WIDTH_PX, BOARD_HEIGHT, DARK_SEAT_COLORS[seat]), left, 0
    for at, (space, animal) in enumerate(reversed(view.teams[seat].shown_tiles)):
        yield Sprite(tile_sprite_name(seat, animal), tile, DARK_SEAT_COLORS[seat]), left + 8, at * pitch + 6
        yield (
            _space_label(space, SIDE_COLUMN_WIDTH_PX - tile - 20, seat),
            left + tile + 14,
            at * pitch + (pitch - 42) // 2,
        )


def _space_label(space: Space, wide: int, seat: Seat) -> Letters:
    return Letters(SPACE_NAMES[space].upper(), wide, 42, LIGHT, DARK_SEAT_COLORS[seat], bold=False)
