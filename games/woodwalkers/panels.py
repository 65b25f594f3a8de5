"""What stands below the board: cards and battle modes, the last duel, what each seat has, the score track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.art import FAINT, GOLD, INK, LIGHT, PANEL, SLATE, Colour, Letters, Mark, Palette, Sprite
from games.core import Seat
from games.woodwalkers.house import HOUSE, MODES
from games.woodwalkers.state import View
from games.woodwalkers.story import Duel
from games.woodwalkers.things import ANIMALS, BACK, EVERY, Animal, lap, value

WIDTH: Final = 900
MARGIN: Final = 14
GAP: Final = 8

SHAPES: Final = ("disc", "diamond", "triangle", "square")
INKS: Final[tuple[Colour, ...]] = ("#d55e00", "#0072b2", "#009e73", "#aa4499")
COLOURS: Final[tuple[Colour, ...]] = ("#f2cfb6", "#b3d3e8", "#b0ddcd", "#e0bfda")
"""The start spaces of each seat."""
GROUNDS: Final[Mapping[str, tuple[str, Colour]]] = {
    "day": ("space_day", "#cfdbc0"),
    "midnight": ("space_night", "#b4bfd3"),
}
LIT: Final = ("space_lit", GOLD)
UNUSED: Final = ("space_unused", PANEL)
PALETTE: Final = Palette(
    "games.woodwalkers",
    grounds=(SLATE, PANEL, GOLD, *(colour for _, colour in GROUNDS.values())),
    inks=(LIGHT, INK, GOLD, FAINT),
    most=72,
)

CARDS: Final = 186
DUEL: Final = 104
SEATS: Final = 106
TRACK: Final = 84


def height(view: View) -> int:
    return CARDS + DUEL + _seats_height(view) + TRACK + 3 * GAP + 12


def _seats_height(view: View) -> int:
    """At midnight there is room for the cards with wounds: the board does not show them."""
    if not view.terms.hidden:
        return SEATS
    return SEATS + (50 if view.terms.seats == 2 else 98)


def piece(seat: Seat, animal: Animal) -> str:
    """The drawings of an animal's tile: the seat's shape, and upon it the animal or the paw of a back."""
    return f"{SHAPES[seat]} {'paw' if animal == BACK else ANIMALS[animal]}"


def panels(view: View, top: int) -> Iterator[Mark]:
    yield from _cards(view, top)
    top += CARDS + GAP
    yield from _duel(view, top)
    top += DUEL + GAP
    yield from _seats(view, top)
    top += _seats_height(view) + GAP
    yield from _track(view, top)


def _cards(view: View, top: int) -> Iterator[Mark]:
    """What each animal brings in each mode; the round's mode is gold, and beside each mode lie its open tiles."""
    yield Sprite("cards", WIDTH - 2 * MARGIN, SLATE), MARGIN, top
    left = MARGIN + 78
    for at, name in enumerate(ANIMALS):
        yield Sprite(name, 54, PANEL), left + at * 76 + 9, top - 1
    for row, mode in enumerate(MODES):
        down = top + 50 + row * 33
        now = mode == view.mode
        ink, ground = (INK, GOLD) if now else (LIGHT, PANEL)
        if now:
            yield Sprite("row_now", 604, PANEL), MARGIN + 8, down - 1
        yield Sprite(f"{mode}_now" if now else mode, 26, ground), MARGIN + 26, down + 2
        for animal in EVERY:
            yield Letters(str(value(animal, mode, 0)), 72, 38, ink, ground), left + animal * 76, down - 3
        for at in range(view.open.count(mode)):
            drawing = "open_choice" if view.phase == "mode" else "open"
            yield Sprite(drawing, 26, PANEL), MARGIN + 626 + at * 28, down + 2
    yield from _round(view, top)


def _round(view: View, top: int) -> Iterator[Mark]:
    """Which round of how many, and who chose or chooses its mode."""
    holder = (view.round - 1) % view.terms.seats
    yield Sprite(f"{SHAPES[holder]} marker", 68, PANEL), WIDTH - 128, top + 24
    yield Letters(f"{view.round}/{view.rounds}", 150, 50, LIGHT, PANEL), WIDTH - 169, top + 108


def _duel(view: View, top: int) -> Iterator[Mark]:
    """The newest duel: both animals, what they brought and rolled, both sums; the winner's is gold."""
    yield Sprite("duel", WIDTH - 2 * MARGIN, SLATE), MARGIN, top
    yield Sprite("swords", 60, PANEL), WIDTH // 2 - 30, top + 22
    duel = view.duel
    if duel is None:
        return
    for at, seat in enumerate(duel.seats):
        lost = duel.winner not in (None, seat)
        ink = GOLD if duel.winner == seat else LIGHT
        tile = MARGIN + 10 if at == 0 else WIDTH - MARGIN - 10 - 88
        yield Sprite(piece(seat, duel.animals[at]), 88, PANEL), tile, top + 8
        if lost and duel.removed:
            yield Sprite("gone", 88, PANEL), tile, top + 8
        elif lost:
            yield Sprite("drop", 34, PANEL), tile + 60, top + 64
        sum_left = 302 if at == 0 else WIDTH - 302 - 96
        parts_left = 118 if at == 0 else WIDTH - 118 - 176
        if duel.open:
            yield Letters(str(duel.sums[at]), 96, 84, ink, PANEL), sum_left, top + 10
            yield Letters(_parts(duel, at), 176, 44, FAINT, PANEL, bold=False), parts_left, top + 30
        elif duel.rolled:
            yield Sprite(f"die_{duel.dice[at]}", 64, PANEL), sum_left + 16, top + 20
        if not duel.open and duel.winner == seat:
            yield Letters(f"+{HOUSE.duel_points}", 120, 60, GOLD, PANEL), parts_left + 28, top + 22


def _parts(duel: Duel, at: int) -> str:
    return f"{duel.values[at]}+{duel.dice[at]}{'+1' if duel.bonus[at] else ''}"


def _seats(view: View, top: int) -> Iterator[Mark]:
    seats = view.terms.seats
    width = (WIDTH - 2 * MARGIN - GAP * (seats - 1)) // seats
    for seat in range(seats):
        left = MARGIN + seat * (width + GAP)
        awaited = "_awaited" if view.phase == "arrange" or view.asked == seat else ""
        yield Sprite(f"seat_{seats}_{view.terms.variant}{awaited}", width, SLATE), left, top
        yield from _holdings(view, seat, left, top, width)
        yield from _losses(view, seat, left, top, width)


def _holdings(view: View, seat: Seat, left: int, top: int, width: int) -> Iterator[Mark]:
    """Shape, points, the die just rolled, tiles kept."""
    camp = view.camps[seat]
    yield Sprite(SHAPES[seat], 48, PANEL), left + 12, top + 9
    yield Letters(str(camp.points), 70, 56, LIGHT, PANEL), left + 64, top + 5
    if view.die and seat == view.mover:
        yield Sprite(f"die_{view.die}", 46, PANEL), left + width - 58, top + 10
    right = left + 12
    for tile, count in (("medicine", camp.medicine), ("die", camp.dice)):
        if count:
            yield Sprite(tile, 34, PANEL), right, top + 64
            yield Letters(str(count), 24, 38, LIGHT, PANEL), right + 36, top + 62
            right += 64


def _losses(view: View, seat: Seat, left: int, top: int, width: int) -> Iterator[Mark]:
    """Who has left the game; at midnight also who is wounded, since tiles do not tell."""
    camp = view.camps[seat]
    if not view.terms.hidden:
        kept = 12 + 64 * (bool(camp.medicine) + bool(camp.dice))
        slot = min(44, (width - kept - 10) // max(len(camp.out), 1))
        for at, animal in enumerate(camp.out, 1):
            yield from _lost(animal, left + width - 8 - at * slot, top + 58 + (44 - slot) // 2, slot)
        return
    shown = [animal for animal in EVERY if camp.wounds[animal] or animal in camp.out]
    a_row = (width - 12) // 50
    for at, animal in enumerate(shown):
        down, right = divmod(at, a_row)
        x, y = left + 8 + right * 50, top + SEATS - 4 + down * 48
        if animal in camp.out:
            yield from _lost(animal, x, y, 46)
        else:
            yield Sprite(ANIMALS[animal], 46, PANEL), x, y
            for wound in range(camp.wounds[animal]):
                yield Sprite("drop", 19, PANEL), x + 31 - wound * 15, y + 28


def _lost(animal: Animal, left: int, top: int, width: int) -> Iterator[Mark]:
    yield Sprite(ANIMALS[animal], width, PANEL), left, top
    yield Sprite("gone", width, PANEL), left, top


def _track(view: View, top: int) -> Iterator[Mark]:
    """The start and two rows of spaces; a marker tells its lap from the second on."""
    yield Sprite("track", WIDTH - 2 * MARGIN, SLATE), MARGIN, top
    yield Sprite("start_now", 70, PANEL), MARGIN + 10, top + 8
    half = HOUSE.score_track // 2
    for space in range(1, HOUSE.score_track + 1):
        left, down = _slot(space, half)
        yield Sprite("tick", 28, PANEL), left, top + down
        if space % 10 == 0:
            yield Letters(str(space), 32, 36, FAINT, SLATE), left - 2, top + down - 2
    spots: dict[int, list[Seat]] = {}
    for seat, camp in enumerate(view.camps):
        spots.setdefault(lap(camp.points)[0], []).append(seat)
    for space, seats in spots.items():
        for at, seat in enumerate(seats):
            yield from _marker(view, seat, space, at, len(seats), top, half)


def _slot(space: int, half: int) -> tuple[int, int]:
    row, column = divmod(space - 1, half)
    return MARGIN + 88 + column * 31, 8 + row * 36


def _marker(view: View, seat: Seat, space: int, at: int, shared: int, top: int, half: int) -> Iterator[Mark]:
    """Alone it fills its space; several lie beside and below each other."""
    if space == 0:
        yield Sprite(SHAPES[seat], 30, SLATE), MARGIN + 14 + at % 2 * 33, top + 11 + at // 2 * 32
        return
    left, down = _slot(space, half)
    if shared == 1:
        yield Sprite(SHAPES[seat], 28, SLATE), left, top + down + 2
        laps = lap(view.camps[seat].points)[1]
        if laps > 1:
            yield Letters(str(laps), 16, 26, LIGHT, INKS[seat]), left + 6, top + down + 4
    else:
        yield Sprite(SHAPES[seat], 16, SLATE), left + at % 2 * 13, top + down + at // 2 * 16
