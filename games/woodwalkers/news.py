"""The card of what just happened: a duel with its dice, a tile that was found, a die that was rolled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import FAINT, GOLD, LIGHT, PANEL, SLATE, Box, Letters, Mark, Sprite
from games.woodwalkers.frame import ACROSS, ASIDE, badge, face, panel, piece
from games.woodwalkers.state import View
from games.woodwalkers.story import Chosen, Duel, Fact, Found, Healed, Rolled, Skipped, Stayed
from games.woodwalkers.things import worth

CARD: Final = 160
TILE: Final = 78
SUM: Final = 82


def news(view: View, top: int) -> Iterator[Mark]:
    yield panel(ACROSS, CARD), ASIDE, top
    for kind in (Duel, Found, Stayed, Skipped, Rolled, Healed, Chosen):
        fact = next((fact for fact in reversed(view.last) if isinstance(fact, kind)), None)
        if isinstance(fact, Duel):
            yield from _duel(view, fact, top)
            return
        if fact:
            yield from _deed(view, fact, top)
            return


def _deed(view: View, fact: Fact, top: int) -> Iterator[Mark]:
    """Who, and what they did."""
    middle = ASIDE + ACROSS // 2
    match fact:
        case Found(seat, _, tile) if worth(tile):
            yield Sprite("flag", 116, PANEL, str(worth(tile))), middle + 14, top + 23
        case Found(seat, _, tile):
            yield Sprite(tile, 104, PANEL), middle + 20, top + (39 if tile == "point" else 29)
        case Rolled(seat, die):
            yield Sprite(f"die_{die}", 104, PANEL), middle + 20, top + 29
        case Healed(seat, animal):
            yield Sprite(face(animal), 104, PANEL), middle + 20, top + 29
            yield Sprite("medicine", 44, PANEL), middle + 102, top + 95
        case Chosen(seat, mode):
            yield Sprite(mode, 96, PANEL), middle + 24, top + 33
        case Stayed(seat) | Skipped(seat):
            yield Sprite("stay", 104, PANEL), middle + 20, top + 29
        case _:
            return
    yield Sprite(badge(seat), 104, PANEL, str(seat + 1)), middle - 124, top + 29


def _duel(view: View, duel: Duel, top: int) -> Iterator[Mark]:
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
        yield Sprite(piece(seat, duel.animals[at]) + out, TILE, PANEL), animal, top + 8
        if lost and not duel.removed:
            yield Sprite("drop", 34, PANEL), animal + 50, top + 52
        ink = GOLD if duel.winner == seat else LIGHT
        if duel.open:
            yield Letters(str(duel.sums[at]), SUM, 82, ink, PANEL), total, top + 6
            yield from _parts(duel, at, left + 6, top + 90)
        elif duel.rolled:
            yield Sprite(f"die_{duel.dice[at]}", 64, PANEL), total + 9, top + 15
        elif at == 0:
            yield Letters("?", SUM, 82, GOLD, PANEL), total, top + 6
    yield Sprite("swords", 36, PANEL), ASIDE + half - 18, top + 29
    if duel.open:
        yield Box(4, CARD - 98, SLATE), ASIDE + half - 2, top + 88
    elif flag:
        yield Sprite("pennant", 84, PANEL, str(flag)), ASIDE + half - 42, top + 94


def _parts(duel: Duel, at: int, left: int, top: int) -> Iterator[Mark]:
    """In the middle of its half: what the animal brings, the die, and what a guess has added."""
    parts: list[tuple[Letters | Sprite, int]] = [
        (Letters(str(duel.values[at]), 34, 65, LIGHT, PANEL), 0),
        (Letters("+", 30, 65, FAINT, PANEL), 0),
        (Sprite(f"die_{duel.dice[at]}", 48, PANEL), 9),
    ]
    if duel.bonus[at]:
        parts.append((Letters("+1", 66, 65, LIGHT, PANEL), 0))
    left += (ACROSS // 2 - 12 - sum(what.width for what, _ in parts)) // 2
    for what, down in parts:
        yield what, left, top + down
        left += what.width
