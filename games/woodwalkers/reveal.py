"""What is laid open, as a picture of its own: everybody's arrangement by day, and two animals that meet in a duel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import GOLD, HEIGHT, LIGHT, PANEL, SLATE, WIDTH, Box, Letters, Lie, Mark, Name, Picture, Sprite
from games.core import Seat
from games.woodwalkers.frame import DARK, PALETTE, badge, broad, face, piece
from games.woodwalkers.ground import SPACES
from games.woodwalkers.house import HOUSE
from games.woodwalkers.players import worth_now
from games.woodwalkers.state import View
from games.woodwalkers.story import Arranged, Duel
from games.woodwalkers.things import ANIMALS

STRIP: Final = 140
"""Below: what it is worth, and what each has now."""
TILE: Final = 254
MIDDLE: Final = WIDTH // 2


def reveal(view: View) -> Picture | None:
    """Of a duel each time its dice lie; nothing where it is covered, and nothing once the loser is at home."""
    if duel := _met(view):
        return Picture(PALETTE, WIDTH, HEIGHT, SLATE, tuple(_duel(view, duel)))
    if _laid_open(view):
        return Picture(PALETTE, WIDTH, HEIGHT, SLATE, tuple(_arranged(view)))
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


def _duel(view: View, duel: Duel) -> Iterator[Mark]:
    for at, seat in enumerate(duel.seats):
        yield Box(MIDDLE, HEIGHT - STRIP, DARK[seat]), at * MIDDLE, 0
    for at, seat in enumerate(duel.seats):
        yield from _person(seat, at)
        yield from _animal(view, duel, at)
        yield from _sum(duel, at)
    yield from _between(view, duel)
    yield from _gained(view, duel)


def _person(seat: Seat, at: int) -> Iterator[Mark]:
    yield Sprite(badge(seat), 76, DARK[seat], str(seat + 1)), (14, WIDTH - 90)[at], 12
    lie: Lie = "right" if at else "left"
    yield Name(seat, 370, 64, LIGHT, DARK[seat], lie), (100, WIDTH - 470)[at], 18


def _animal(view: View, duel: Duel, at: int) -> Iterator[Mark]:
    """The winner shines; the loser sees stars, bleeds, or has left the game."""
    seat, animal = duel.seats[at], duel.animals[at]
    left, top = (34, WIDTH - 34 - TILE)[at], 128
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


def _sum(duel: Duel, at: int) -> Iterator[Mark]:
    """Large the sum, and what it is made of: the animal's value, the die, what a guess has added."""
    seat = duel.seats[at]
    ground = DARK[seat]
    ink = GOLD if duel.winner == seat else LIGHT
    yield Letters(str(duel.sums[at]), 176, 190, ink, ground), (MIDDLE - 44 - 176, MIDDLE + 44)[at], 158
    parts: list[Letters | Sprite] = [
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


def _between(view: View, duel: Duel) -> Iterator[Mark]:
    """What counts, and what the defender took the challenger for."""
    yield Box(88, 88, GOLD, SLATE, corner=24), MIDDLE - 44, 12
    yield Sprite(f"{view.spent[-1]}_now", 68, GOLD), MIDDLE - 34, 22
    yield Sprite("swords", 76, SLATE), MIDDLE - 38, 215
    if duel.guessed is not None:
        yield Box(90, 90, PANEL, SLATE, corner=20, rim=GOLD if duel.right else ""), MIDDLE - 45, 325
        yield Sprite(face(duel.guessed), 78, PANEL), MIDDLE - 39, 330
        if not duel.right:
            yield Sprite("lost", 40, PANEL), MIDDLE + 12, 374


def _gained(view: View, duel: Duel) -> Iterator[Mark]:
    """To the winner the points and the flag that changes hands; of whoever may roll again the tile for it."""
    top = HEIGHT - STRIP
    for at, seat in enumerate(duel.seats):
        points = str(worth_now(view, seat))
        ink = GOLD if duel.winner == seat else LIGHT
        wide = broad(points, 130)
        yield Letters(points, wide, 130, ink, SLATE), (40, WIDTH - 40 - wide)[at], top + 5
    flag = dict(view.flags).get(duel.space)
    if duel.winner is None:
        behind = duel.behind
        yield Sprite("die", 92, SLATE), (MIDDLE - 200, MIDDLE + 108)[behind], top + 24
        return
    won = duel.seats.index(duel.winner)
    parts: list[Letters | Sprite] = [Letters(f"+{HOUSE.duel_points}", 170, 138, GOLD, SLATE)]
    if flag and won == 0:
        parts.append(Sprite("flag", 120, SLATE, str(flag)))
    arrow = Sprite(("gains", "gains_right")[won], 48, SLATE)
    parts = [arrow, *parts] if won == 0 else [*parts, arrow]
    left = MIDDLE - sum(part.width + 16 for part in parts) // 2
    for part in parts:
        high = part.height if isinstance(part, Letters) else part.width * (4 if part is arrow else 3) // 3
        yield part, left, top + (STRIP - high) // 2
        left += part.width + 16


# All arrangements


def _arranged(view: View) -> Iterator[Mark]:
    """A row a seat, as its animals stand on its side of the board."""
    seats = view.terms.seats
    high = HEIGHT // seats
    # Two have room enough to be named above their animals.
    aside, above = (0, 84) if seats == 2 else (250, 0)
    pitch = (WIDTH - 16 - aside) // len(ANIMALS)
    tile = pitch - 10
    for seat, camp in enumerate(view.camps):
        ground = DARK[seat]
        top = seat * high
        yield Box(WIDTH, high, ground), 0, top
        top += (high - above - tile - 42) // 2
        yield Sprite(badge(seat), 76, ground, str(seat + 1)), 14, top
        if aside:
            yield Name(seat, aside - 20, 48, LIGHT, ground), 14, top + 84
        else:
            yield Name(seat, 900, 60, LIGHT, ground), 102, top + 8
        for at, (space, animal) in enumerate(camp.tiles):
            left = 8 + aside + at * pitch + 5
            yield Sprite(piece(seat, animal), tile, ground), left, top + above
            yield Letters(SPACES[space].upper(), tile, 42, LIGHT, ground, bold=False), left, top + above + tile
