"""The card of the battle mode: what each animal brings, and how far the match has come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import GOLD, INK, LIGHT, PANEL, SLATE, Letters, PlacedMark, Rectangle, Sprite, TranslatedWord
from games.woodwalkers.frame import ACROSS, ASIDE, GAP, GROUNDS, panel
from games.woodwalkers.house import MODES, Mode
from games.woodwalkers.state import View
from games.woodwalkers.story import Duel
from games.woodwalkers.things import ANIMALS, EVERY, Animal, value

HEAD: Final = 52
FACE: Final = 54
"""How wide an animal is above its values; what is drawn is smaller than its box."""
CARD: Final = 148
"""How high it is with the one mode that counts."""
WHOLE: Final = 298
"""With those that can be chosen; while all arrange, with all four."""


def battle(view: View, top: int) -> Iterator[PlacedMark]:
    """Of the four modes only those that matter now."""
    if view.mode:
        yield panel(ACROSS, CARD), ASIDE, top
        yield from head(view, top)
        yield from _counting(view, view.mode, top + HEAD)
        return
    modes = [mode for mode in MODES if mode in view.open] or list(MODES)
    yield panel(ACROSS, WHOLE), ASIDE, top
    yield from head(view, top)
    yield from _choices(view, modes, top + HEAD)


def head(view: View, top: int) -> Iterator[PlacedMark]:
    """The mode that counts, and which round of how many."""
    ground = GROUNDS[view.terms.variant]
    yield Rectangle(ACROSS, HEAD, ground, SLATE, corner=16), ASIDE, top
    yield Rectangle(ACROSS, 18, ground), ASIDE, top + HEAD - 18
    if view.mode:
        yield Sprite(f"{view.mode}_now", 44, ground), ASIDE + 14, top + 4
        yield TranslatedWord(f"mode-{view.mode}", 204, 44, INK, ground), ASIDE + 66, top + 4
    elif view.phase == "mode":
        yield TranslatedWord("shown-mode", 254, 44, INK, ground), ASIDE + 16, top + 4
    rounds = f"{view.round}/{view.rounds}"
    yield Letters(rounds, 100, 44, INK, ground, bold=False, lie="right"), ASIDE + ACROSS - 114, top + 4


def _counting(view: View, mode: Mode, top: int) -> Iterator[PlacedMark]:
    """Those who fight in the newest turn stand out."""
    fighting = {animal for fact in view.last if isinstance(fact, Duel) for animal in fact.animals}
    for animal in EVERY:
        left = column(animal)
        ground, ink = (GOLD, INK) if animal in fighting else (PANEL, LIGHT)
        if animal in fighting:
            yield Rectangle(53, 92, GOLD, PANEL, corner=10), left, top + 1
        yield Sprite(ANIMALS[animal], FACE, ground), left, top - 5
        yield Letters(str(value(animal, mode, 0)), 53, 65, ink, ground), left, top + 36


def column(animal: Animal) -> int:
    return ASIDE + GAP + round(animal * (ACROSS - 2 * GAP) / len(ANIMALS))


def faces(top: int) -> Iterator[PlacedMark]:
    for animal in EVERY:
        yield Sprite(ANIMALS[animal], FACE, PANEL), column(animal), top


def _choices(view: View, modes: list[Mode], top: int) -> Iterator[PlacedMark]:
    """A row for each; light where somebody is to choose, and of which there is more than one lies more than one."""
    label = 66
    across = (ACROSS - label - GAP) / len(ANIMALS)
    for animal in EVERY:
        yield Sprite(ANIMALS[animal], FACE, PANEL), ASIDE + label - 5 + round(animal * across), top - 4
    pitch = min(84, (WHOLE - HEAD - 50 - 4) // len(modes))
    for row, mode in enumerate(modes):
        down = top + 48 + row * pitch + (pitch - 65) // 2
        tiles = view.open.count(mode)
        for behind in reversed(range(tiles)):
            # Those below peep out.
            yield (
                Rectangle(46, 46, GROUNDS[view.terms.variant], PANEL, corner=10, rim=PANEL, thick=2),
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
