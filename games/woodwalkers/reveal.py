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
from games.woodwalkers.frame import DARK, GROUNDS, PALETTE, broad, face, piece
from games.woodwalkers.ground import SPACES, Space
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import View
from games.woodwalkers.story import Arranged, Duel
from games.woodwalkers.things import ANIMALS

STRIP: Final = 140
"""Below: what it is worth, and what each has now."""
TILE: Final = 254
MIDDLE: Final = BOARD_WIDTH // 2
MIDDLING: Final = BOARD_HEIGHT // 2
COLUMN: Final = 166
"""How wide the animals stand that are seen from their side."""
CALLED: Final = 66
"""How high badges are in a morning."""
ASIDE: Final = 210
"""Room for a name beside it."""
PLATE: Final = 420
"""How wide what counts stands above a duel."""
GUESS: Final = 400
FLAG: Final = 120
GAINS: Final = 200


def reveal(view: View) -> Picture | None:
    """Of a duel each time its dice lie; nothing where it is covered, and nothing once the loser is at home."""
    if duel := _met(view):
        return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, tuple(_duel(view, duel)))
    if _laid_open(view):
        return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, tuple(_arranged(view)))
    return None


def _laid_open(view: View) -> bool:
    """At midnight the animals stay face down."""
    return view.phase == "mode" and view.last[-1:] == (Arranged(),) and not view.terms.hidden


def _met(view: View) -> Duel | None:
    """The duel of the newest step, if both animals are seen."""
    last = view.last[:-1] if view.decided else view.last
    if not last or (view.phase == "over" and not view.decided):
        return None
    duel = last[-1]
    if not isinstance(duel, Duel) or not duel.open:
        return None
    challenger = view.camps[duel.seats[0]]
    # Where the challenger could have healed, and is asked no more, the newest word was that they would not.
    done = challenger.medicine and challenger.wounded and view.phase not in ("rest", "duel", "home")
    return None if done else duel


# Two animals


def _duel(view: View, duel: Duel) -> Iterator[PlacedMark]:
    for at, seat in enumerate(duel.seats):
        yield Rectangle(MIDDLE, BOARD_HEIGHT - STRIP, DARK[seat]), at * MIDDLE, 0
    for at, seat in enumerate(duel.seats):
        yield from _person(seat, at)
        yield from _animal(view, duel, at)
        yield from _sum(view, duel, at)
    yield from _between(view, duel)
    yield from _gained(view, duel)


def _person(seat: Seat, at: int) -> Iterator[PlacedMark]:
    yield seat_badge(seat, 76, DARK[seat]), (14, BOARD_WIDTH - 90)[at], 12
    lie: Alignment = "right" if at else "left"
    yield PlayerName(seat, 370, 64, LIGHT, DARK[seat], lie), (100, BOARD_WIDTH - 470)[at], 18


def _animal(view: View, duel: Duel, at: int) -> Iterator[PlacedMark]:
    """The winner shines; the loser sees stars, bleeds, or has left the game."""
    seat, animal = duel.seats[at], duel.animals[at]
    left, top = (34, BOARD_WIDTH - 34 - TILE)[at], 128
    won = duel.winner == seat
    lost = duel.winner not in (None, seat)
    if won:
        yield Sprite("burst", TILE + 60, DARK[seat]), left - 30, top - 30
    out = " gone" if lost and duel.removed else ""
    yield Sprite(piece(seat, animal) + out, TILE, GOLD if won else DARK[seat]), left, top
    if not lost or duel.removed:
        return
    yield Sprite("dizzy", 150, DARK[seat]), left + (TILE - 150) // 2, top - 22
    for wound in range(view.camps[seat].wounds[animal]):
        yield Sprite("drop", 74, DARK[seat]), left + TILE - 80 - wound * 70, top + TILE - 72


def _sum(view: View, duel: Duel, at: int) -> Iterator[PlacedMark]:
    """Large the sum, and what it is made of: the animal's value by what counts, the die, what a guess has added."""
    seat = duel.seats[at]
    ground = DARK[seat]
    ink = GOLD if duel.winner == seat else LIGHT
    yield Letters(str(duel.sums[at]), 176, 190, ink, ground), (MIDDLE - 44 - 176, MIDDLE + 44)[at], 158
    parts: list[Letters | Sprite] = [
        Sprite(view.spent[-1], 64, ground),
        Letters(str(duel.values[at]), 64, 124, LIGHT, ground),
        Letters("+", 60, 100, LIGHT, ground),
        Sprite(f"die_{duel.dice[at]}", 100, ground),
    ]
    if duel.bonus[at]:
        parts.append(Letters("+1", 110, 100, GOLD, ground))
    wide = sum(part.width for part in parts)
    left = (MIDDLE - 46 - wide, MIDDLE + 46)[at]
    for part in parts:
        high = part.height if isinstance(part, Letters) else part.width
        yield part, left, 466 - high // 2
        left += part.width


def _between(view: View, duel: Duel) -> Iterator[PlacedMark]:
    """What counts, and whether the defender guessed the challenger."""
    ground, mode = GROUNDS[view.terms.variant], view.spent[-1]
    left = MIDDLE - PLATE // 2
    yield Rectangle(PLATE, 72, ground, SLATE, corner=20), left, 92
    for place in (left + 12, left + PLATE - 68):
        yield Sprite(f"{mode}_now", 56, ground), place, 100
    yield TranslatedWord(f"mode-{mode}", PLATE - 140, 50, INK, ground, "middle"), left + 70, 103
    yield Sprite("swords", 76, SLATE), MIDDLE - 38, 215
    if duel.guessed is not None:
        key = "shown-guessed" if duel.right else "shown-missed"
        yield Rectangle(GUESS, 76, PANEL, SLATE, corner=20, rim=GOLD if duel.right else ""), MIDDLE - GUESS // 2, 330
        yield Sprite(face(duel.guessed), 82, PANEL), MIDDLE - GUESS // 2 + 6, 325
        if not duel.right:
            yield Sprite("lost", 36, PANEL), MIDDLE - GUESS // 2 + 58, 364
        yield TranslatedWord(key, GUESS - 116, 44, LIGHT, PANEL, "middle"), MIDDLE - GUESS // 2 + 100, 346


def _gained(view: View, duel: Duel) -> Iterator[PlacedMark]:
    """To the winner the points, and before the arrow the flag they take; to whoever may roll again the tile for it."""
    top = BOARD_HEIGHT - STRIP
    edges = []
    for at, seat in enumerate(duel.seats):
        points = str(view.camps[seat].points)
        wide = broad(points, 130)
        edges.append((40 + wide, BOARD_WIDTH - 40 - wide)[at])
        yield Letters(points, wide, 130, LIGHT, SLATE), (40, BOARD_WIDTH - 40 - wide)[at], top + 5
    flag = dict(view.flags).get(duel.space)
    if duel.winner is None:
        behind = duel.behind
        yield Sprite("die", 92, SLATE), (MIDDLE - 200, MIDDLE + 108)[behind], top + 24
        return
    won = duel.seats.index(duel.winner)
    arrow = Sprite(("gains", "gains_right")[won], GAINS, SLATE, f"+{HOUSE.duel_points}")
    yield arrow, MIDDLE - GAINS // 2, top + (STRIP - 120) // 2
    # Whoever is challenged upon a flag has it already.
    if flag and won == 0:
        yield Sprite("flag_large", FLAG, SLATE, str(flag)), (edges[0] + MIDDLE - GAINS // 2 - FLAG) // 2, top + 10


# All arrangements


def _arranged(view: View) -> Iterator[PlacedMark]:
    """As on the board each at their side, about a morning on which nothing has happened yet: not one below the other,
    which would look like a ranking.
    """
    sides = view.terms.sides
    left = COLUMN if "west" in sides else 0
    right = BOARD_WIDTH - (COLUMN if "east" in sides else 0)
    pitch = (right - left) // len(ANIMALS)
    band = pitch + 46
    for seat, side in enumerate(sides):
        if side in ("west", "east"):
            yield from _column(view, seat, 0 if side == "west" else right)
        else:
            yield from _row(view, seat, left, 0 if side == "north" else BOARD_HEIGHT - band, right - left)
    high = BOARD_HEIGHT - 2 * (band + 12 + CALLED)
    wide = min(330, high * 3 // 2)
    yield Sprite("dawn", wide, SLATE), (left + right - wide) // 2, (BOARD_HEIGHT - wide * 2 // 3) // 2
    for seat, side in enumerate(sides):
        if side in ("west", "east"):
            place = left + 10 if side == "west" else right - 10 - ASIDE
            yield seat_badge(seat, CALLED, SLATE), place + (ASIDE - CALLED) // 2, MIDDLING - CALLED
            yield PlayerName(seat, ASIDE, 54, LIGHT, SLATE, "middle"), place, MIDDLING + 4
        else:
            place = (left + right) // 2 - 170
            top = band + 8 if side == "north" else BOARD_HEIGHT - band - 8 - CALLED
            yield seat_badge(seat, CALLED, SLATE), place, top
            yield PlayerName(seat, 360, 58, LIGHT, SLATE), place + CALLED + 12, top + 4


def _row(view: View, seat: Seat, left: int, top: int, across: int) -> Iterator[PlacedMark]:
    pitch = across // len(ANIMALS)
    tile = pitch - 12
    yield Rectangle(across, pitch + 46, DARK[seat]), left, top
    left += (across - len(ANIMALS) * pitch) // 2 + 6
    for at, (space, animal) in enumerate(view.camps[seat].tiles):
        yield Sprite(piece(seat, animal), tile, DARK[seat]), left + at * pitch, top + 8
        yield _where(space, tile, seat), left + at * pitch, top + pitch


def _column(view: View, seat: Seat, left: int) -> Iterator[PlacedMark]:
    """From the north southwards, as numbers of rows run."""
    pitch = BOARD_HEIGHT // len(ANIMALS)
    tile = pitch - 12
    yield Rectangle(COLUMN, BOARD_HEIGHT, DARK[seat]), left, 0
    for at, (space, animal) in enumerate(reversed(view.camps[seat].tiles)):
        yield Sprite(piece(seat, animal), tile, DARK[seat]), left + 8, at * pitch + 6
        yield _where(space, COLUMN - tile - 20, seat), left + tile + 14, at * pitch + (pitch - 42) // 2


def _where(space: Space, wide: int, seat: Seat) -> Letters:
    return Letters(SPACES[space].upper(), wide, 42, LIGHT, DARK[seat], bold=False)
