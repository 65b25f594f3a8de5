"""The card of what just happened: a duel with its dice, a tile that was found, a die that was rolled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import FAINT, GOLD, INK, LIGHT, PANEL, Box, Letters, Mark, Sprite
from games.woodwalkers.frame import ACROSS, ASIDE, badge, face, panel, piece
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import View
from games.woodwalkers.story import Chosen, Duel, Fact, Found, Healed, Rolled, Skipped, Stayed
from games.woodwalkers.things import worth

CARD: Final = 139
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
            yield Sprite("flag", 116, PANEL, str(worth(tile))), middle + 14, top + 13
        case Found(seat, _, tile):
            yield Sprite(tile, 104, PANEL), middle + 20, top + (29 if tile == "point" else 19)
        case Rolled(seat, die):
            yield Sprite(f"die_{die}", 104, PANEL), middle + 20, top + 19
        case Healed(seat, animal):
            yield Sprite(face(animal), 104, PANEL), middle + 20, top + 19
            yield Sprite("medicine", 44, PANEL), middle + 102, top + 85
        case Chosen(seat, mode):
            yield Sprite(mode, 96, PANEL), middle + 24, top + 23
        case Stayed(seat) | Skipped(seat):
            yield Sprite("stay", 104, PANEL), middle + 20, top + 19
        case _:
            return
    yield Sprite(badge(seat), 104, PANEL, str(seat + 1)), middle - 124, top + 19


def _duel(view: View, duel: Duel, top: int) -> Iterator[Mark]:
    """Both animals, both sums, what they are made of: the winner's is gold, and the loser bleeds."""
    middle = ASIDE + ACROSS // 2
    for at, seat in enumerate(duel.seats):
        left = ASIDE + 8 if at == 0 else ASIDE + ACROSS - 8 - TILE
        lost = duel.winner not in (None, seat)
        out = " gone" if lost and duel.removed else ""
        yield Sprite(piece(seat, duel.animals[at]) + out, TILE, PANEL), left, top + 4
        if lost and not duel.removed:
            yield Sprite("drop", 34, PANEL), left + 50, top + 48
        place = middle - 20 - SUM if at == 0 else middle + 20
        ink = GOLD if duel.winner == seat else LIGHT
        if duel.open:
            yield Letters(str(duel.sums[at]), SUM, 82, ink, PANEL), place, top + 2
        elif duel.rolled:
            yield Sprite(f"die_{duel.dice[at]}", 64, PANEL), place + 9, top + 11
        elif at == 0:
            yield Letters("?", SUM, 82, GOLD, PANEL), place, top + 2
    yield Sprite("swords", 36, PANEL), middle - 18, top + 25
    yield from _parts(duel, 0, ASIDE + 12, 1, top + 75)
    yield from _parts(duel, 1, ASIDE + ACROSS - 12, -1, top + 75)
    yield from _stake(view, duel, middle, top + 75)


def _stake(view: View, duel: Duel, middle: int, top: int) -> Iterator[Mark]:
    """Between what both have thrown: the points, gold; before them the flag that is fought for."""
    shift = 29 * (duel.bonus[0] - duel.bonus[1]) if duel.open else 0
    flag = dict(view.flags).get(duel.space)
    if duel.winner is not None:
        yield Box(76, 50, GOLD, PANEL, corner=10), middle - 38 + shift, top + 7
        yield Letters(f"+{HOUSE.duel_points}", 62, 65, INK, GOLD), middle - 31 + shift, top
    elif flag:
        yield Sprite("pennant", 66, PANEL, str(flag)), middle - 33 + shift, top + 10


def _parts(duel: Duel, at: int, edge: int, way: int, top: int) -> Iterator[Mark]:
    """From the edge inwards: what the animal brings, the die, and what a guess has added."""
    if not duel.open:
        return
    parts: list[tuple[Letters | Sprite, int]] = [
        (Letters(str(duel.values[at]), 32, 65, LIGHT, PANEL), 0),
        (Letters("+", 30, 65, FAINT, PANEL), 0),
        (Sprite(f"die_{duel.dice[at]}", 48, PANEL), 9),
    ]
    if duel.bonus[at]:
        parts.append((Letters("+1", 60, 65, GOLD, PANEL), 0))
    wide = sum(what.width for what, _ in parts)
    left = edge if way > 0 else edge - wide
    for what, down in parts:
        yield what, left, top + down
        left += what.width
