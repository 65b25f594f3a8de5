"""The card of what just happened: a duel with its dice, a tile that was found, a die that was rolled."""

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
from games.woodwalkers.frame import ACROSS, ASIDE, face, panel, piece
from games.woodwalkers.state import View
from games.woodwalkers.story import Chosen, Duel, Fact, Found, Healed, Rolled, Skipped, Stayed
from games.woodwalkers.things import worth

CARD: Final = 142
TILE: Final = 78
SUM: Final = 82


def news(view: View, top: int) -> Iterator[PlacedMark]:
    yield panel(ACROSS, CARD), ASIDE, top
    for kind in (Duel, Found, Stayed, Skipped, Rolled, Healed, Chosen):
        fact = next((fact for fact in reversed(view.last) if isinstance(fact, kind)), None)
        if isinstance(fact, Duel):
            yield from _duel(view, fact, top)
            return
        if fact:
            yield from _deed(view, fact, top)
            return


def _deed(view: View, fact: Fact, top: int) -> Iterator[PlacedMark]:
    """Who, and what they did."""
    middle = ASIDE + ACROSS // 2
    match fact:
        case Found(seat, _, tile) if worth(tile):
            yield Sprite("flag_large", 116, PANEL, str(worth(tile))), middle + 14, top + 14
        case Found(seat, _, tile):
            yield Sprite(tile, 104, PANEL), middle + 20, top + (30 if tile == "point" else 20)
        case Rolled(seat, die):
            yield Sprite(f"die_{die}", 104, PANEL), middle + 20, top + 20
        case Healed(seat, animal):
            yield Sprite(face(animal), 104, PANEL), middle + 20, top + 20
            yield Sprite("medicine", 44, PANEL), middle + 102, top + 86
        case Chosen(seat, mode):
            yield Sprite(mode, 96, PANEL), middle + 24, top + 24
        case Stayed(seat) | Skipped(seat):
            yield Sprite("stay", 104, PANEL), middle + 20, top + 20
        case _:
            return
    yield seat_badge(seat, 104, PANEL), middle - 124, top + 20


def _duel(view: View, duel: Duel, top: int) -> Iterator[PlacedMark]:
    """A half each: the animal and its sum, and below what it is made of. The winner's is gold, and the loser bleeds."""
    half = ACROSS // 2
    flag = dict(view.flags).get(duel.space) if duel.winner is None and not duel.open else None
    if not duel.open and not flag:
        top += (CARD - TILE) // 2 - 8
    for at, seat in enumerate(duel.seats):
        left = ASIDE + at * half
        animal, total = (left + 10, left + 92) if at == 0 else (left + half - 10 - TILE, left + 21)
        lost = duel.winner not in (None, seat)
        out = " gone" if lost and duel.removed else ""
        yield Sprite(piece(seat, duel.animals[at]) + out, TILE, PANEL), animal, top + 5
        if lost and not duel.removed:
            yield Sprite("drop", 34, PANEL), animal + 50, top + 49
        ink = GOLD if duel.winner == seat else LIGHT
        if duel.open:
            yield Letters(str(duel.sums[at]), SUM, 82, ink, PANEL), total, top + 3
            yield from _parts(view, duel, at, left + 6, top + 82)
        elif duel.rolled:
            yield Sprite(f"die_{duel.dice[at]}", 64, PANEL), total + 9, top + 15
        elif at == 0:
            yield Letters("?", SUM, 82, GOLD, PANEL), total, top + 6
    yield Sprite("swords", 36, PANEL), ASIDE + half - 18, top + 26
    if duel.open:
        yield Rectangle(4, CARD - 98, SLATE), ASIDE + half - 2, top + 90
    elif flag:
        yield Sprite("pennant", 84, PANEL, str(flag)), ASIDE + half - 42, top + 88


def _parts(view: View, duel: Duel, at: int, left: int, top: int) -> Iterator[PlacedMark]:
    """In the middle of its half: what the animal brings by the mode that counts, the die, what a guess has added."""
    parts: list[tuple[Letters | Sprite, int]] = [
        (Sprite(view.spent[-1], 34, PANEL), 16),
        (Letters(str(duel.values[at]), 36, 65, LIGHT, PANEL), 0),
        (Letters("+", 26, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False), 12),
        (Sprite(f"die_{duel.dice[at]}", 46, PANEL), 10),
    ]
    if duel.bonus[at]:
        parts.append((Letters("+1", 40, SMALL_TYPE_HEIGHT, LIGHT, PANEL, bold=False), 12))
    left += (ACROSS // 2 - 12 - sum(what.width for what, _ in parts)) // 2
    for what, down in parts:
        yield what, left, top + down
        left += what.width
