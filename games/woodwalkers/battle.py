"""The card of the battle mode: what each animal brings, and how far the match has come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import INK, LIGHT, PANEL, SLATE, Box, Letters, Mark, Sprite
from games.woodwalkers.frame import ACROSS, ASIDE, GAP, GROUNDS, badge, panel
from games.woodwalkers.house import MODES, Mode
from games.woodwalkers.state import View
from games.woodwalkers.story import Duel
from games.woodwalkers.things import ANIMALS, EVERY, value

HEAD: Final = 50
CARD: Final = 152
"""How high it is with the one mode that counts."""
WHOLE: Final = 320
"""With those that can be chosen; while all arrange, with all four."""


def battle(view: View, top: int) -> Iterator[Mark]:
    """Of the four modes only those that matter now."""
    if view.mode:
        yield panel(ACROSS, CARD), ASIDE, top
        yield from _head(view, top)
        yield from _counting(view, view.mode, top + HEAD)
        return
    modes = [mode for mode in MODES if mode in view.open] or list(MODES)
    yield panel(ACROSS, WHOLE), ASIDE, top
    yield from _head(view, top)
    yield from _choices(view, modes, top + HEAD)


def _head(view: View, top: int) -> Iterator[Mark]:
    """The mode that counts, whose it is, and which round of how many."""
    ground = GROUNDS[view.terms.variant]
    yield Box(ACROSS, HEAD, ground, SLATE, corner=16), ASIDE, top
    yield Box(ACROSS, 18, ground), ASIDE, top + HEAD - 18
    left = ASIDE + 16
    if view.mode:
        yield Sprite(f"{view.mode}_now", 42, ground), left, top + 5
        left += 52
    if view.phase != "arrange":
        yield Sprite(badge((view.round - 1) % view.terms.seats), 40, ground), left, top + 6
        left += 60
    if view.mode:
        yield from _to_come(view, left, top + 8)
    rounds = f"{view.round}/{view.rounds}"
    yield Letters(rounds, 150, 46, INK, ground, bold=False, lie="right"), ASIDE + ACROSS - 166, top + 3


def _to_come(view: View, left: int, top: int) -> Iterator[Mark]:
    """Quietly what the next choice is among."""
    if view.open:
        yield Box(12 + 34 * len(view.open), 34, PANEL, GROUNDS[view.terms.variant], corner=12), left, top
        for at, mode in enumerate(view.open):
            yield Sprite(mode, 26, PANEL), left + 10 + 34 * at, top + 4


def _counting(view: View, mode: Mode, top: int) -> Iterator[Mark]:
    """Those who fight in the newest turn stand out."""
    fighting = {animal for fact in view.last if isinstance(fact, Duel) for animal in fact.animals}
    across = (ACROSS - 2 * GAP) / len(ANIMALS)
    for animal in EVERY:
        left = ASIDE + GAP + round(animal * across)
        ground = SLATE if animal in fighting else PANEL
        if animal in fighting:
            yield Box(53, 92, SLATE, PANEL, corner=10), left, top + 2
        yield Sprite(ANIMALS[animal], 47, ground), left + 3, top + 2
        yield Letters(str(value(animal, mode, 0)), 53, 65, LIGHT, ground), left, top + 37


def _choices(view: View, modes: list[Mode], top: int) -> Iterator[Mark]:
    """A row for each; light where somebody is to choose, and of which there is more than one lies more than one."""
    label = 66
    across = (ACROSS - label - GAP) / len(ANIMALS)
    for animal in EVERY:
        yield Sprite(ANIMALS[animal], 44, PANEL), ASIDE + label + round(animal * across), top + 2
    pitch = min(84, (WHOLE - HEAD - 50 - 4) // len(modes))
    for row, mode in enumerate(modes):
        down = top + 48 + row * pitch + (pitch - 65) // 2
        tiles = view.open.count(mode)
        for behind in reversed(range(tiles)):
            # Those below peep out.
            yield (
                Box(46, 46, GROUNDS[view.terms.variant], PANEL, corner=10, rim=PANEL, thick=2),
                ASIDE + 8 + behind * 6,
                down + 9 + behind * 6,
            )
        if tiles:
            yield Sprite(f"{mode}_now", 34, GROUNDS[view.terms.variant]), ASIDE + 14, down + 15
        else:
            yield Sprite(mode, 34, PANEL), ASIDE + 14, down + 15
        for animal in EVERY:
            place = ASIDE + label + round(animal * across)
            yield Letters(str(value(animal, mode, 0)), 44, 65, LIGHT, PANEL), place, down
