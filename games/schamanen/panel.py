"""What stands beside the board for a side: who it is, what they hold, what they won just now, what they are to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    PAPER,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Colour,
    Letters,
    Palette,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
)
from games.core import Seat
from games.schamanen.legal import stones_left
from games.schamanen.state import BACK, BISON, COLUMNS, ROWS, SIDES, VALUES, WOLF, Fought, Moved, View

GONE: Final[Colour] = "#5a6377"
"""Where something is not, or may be."""
PALETTE: Final = Palette("games.schamanen", grounds=(SLATE, PANEL, PAPER, GOLD), inks=(LIGHT, INK, GOLD, FAINT, GONE))

MASKS: Final = (ROWS, COLUMNS.upper())
"""By side: Bison’s are the rows, Wolf’s the columns."""
_MASKS: Final = ("row", "column")


def stone(side: int, value: int, width: int, ground: Colour) -> Sprite:
    if value == BACK:
        return Sprite(f"{SIDES[side]}_back", width, ground)
    return valued(SIDES[side], value, width, ground)


def blank(side: int, width: int, ground: Colour) -> Sprite:
    """Any stone of a side."""
    return Sprite(SIDES[side], width, ground)


def valued(drawing: str, value: int, width: int, ground: Colour) -> Sprite:
    """Sums have two figures, and a drawing of their own for them."""
    return Sprite(drawing if value < 10 else f"{drawing}_sum", width, ground, str(value))


def maybe(side: int, values: Sequence[int], width: int, ground: Colour) -> Sprite:
    """A stone that is one of two."""
    return Sprite(f"{SIDES[side]}_maybe", width, ground, "/".join(map(str, values)))


def mask(side: int, line: int, width: int, ground: Colour, *, met: bool = False) -> Sprite:
    return Sprite(f"{_MASKS[side]}_{'met' if met else 'mask'}", width, ground, MASKS[side][line])


def shell(width: int, ground: Colour, *, won: bool = False) -> Sprite:
    return Sprite("shell_won" if won else "shell", width, ground)


def head(view: View, side: Seat, width: int, ground: Colour) -> Sprite:
    """One sees in their faces how it went; whoever has won the game wears a crown."""
    name = SIDES[side]
    crown = " crowned" if view.decided and view.shells[side] > view.shells[1 - side] else ""
    return Sprite(f"{name}_head {name}_{_mood(view, side)}{crown}", width, ground)


def _mood(view: View, side: Seat) -> str:
    """Where nobody has won they stare at one another."""
    newest = view.newest
    more = view.shells[side] - view.shells[1 - side] if view.decided else 0
    if not more and isinstance(newest, Fought) and not view.decided and newest.winner is not None:
        more = 1 if newest.winner == side else -1
    return "glad" if more > 0 else "beaten" if more < 0 else "fierce"


Unseen: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""By side, the stones of which whoever looks back could not know which lies where."""
NONE: Final[Unseen] = ((), ())

GAP: Final = 8
LOW: Final = 78
"""Where the panels begin below the count of duels."""
HEAD: Final = 122
BESIDE: Final = 136
"""What stands right of the head."""
SHELL: Final = 48
HELD: Final = 84
"""A stone that is not placed yet: its figure is as large as one decides by."""
SIGN: Final = 56
EYE: Final = 60
PITCH: Final = 40
"""From shell to shell, and from value to value."""
MINUS: Final = "−"


def panels(view: View, left: int, unseen: Unseen) -> Iterator[PlacedMark]:
    top = GAP if view.phase == "place" else LOW
    width, height = BOARD_WIDTH - left - GAP, (BOARD_HEIGHT - top - 2 * GAP) // 2
    for side in (BISON, WOLF):
        for what, right, down in _panel(view, side, width, height, unseen[side]):
            yield what, left + right, top + side * (height + GAP) + down


def _awaited(view: View, side: Seat) -> bool:
    return view.phase == "mask" or view.mover == side


def _panel(view: View, side: Seat, width: int, height: int, unseen: Sequence[int]) -> Iterator[PlacedMark]:
    """A gold rim says whose turn it is, and a sign on gold what for."""
    now = _awaited(view, side)
    yield Rectangle(width, height, PANEL, SLATE, corner=18, rim=GOLD if now else ""), 0, 0
    yield head(view, side, HEAD, PANEL), 8, 6
    eye = EYE + 8 if _peeks(view, side) else 0
    yield PlayerName(side, width - BESIDE - 16 - eye, 54, LIGHT, PANEL), BESIDE, 7
    if eye:
        yield Sprite("eye", EYE, PANEL), width - EYE - 14, 8
    if view.phase == "place":
        yield from _supply(view, side)
        if now:
            yield from _placing(view, side)
        return
    yield from _held(view, side, width)
    if unseen:
        yield from _covered(side, unseen, width)
    else:
        yield from _shells(view, side)
        if now:
            yield Rectangle(width - 28, SIGN + 4, GOLD, PANEL, corner=14), 14, height - SIGN - 15
            yield from _row(_task(view, side), width, height - SIGN - 13)


def _peeks(view: View, side: Seat) -> bool:
    """Does this picture show whose it is what nobody else sees?"""
    if view.seat != side or not view.terms.hidden or view.phase == "over":
        return False
    met = view.newest.space if isinstance(view.newest, Fought) else None
    return any(value != BACK for space, pile in enumerate(view.stones[side]) if space != met for value in pile)


def _supply(view: View, side: Seat) -> Iterator[PlacedMark]:
    """Three by three, each value in a place of its own, so that one sees what is gone."""
    for at, value in enumerate(view.supply[side]):
        slot = at if value == BACK else value - 1
        yield stone(side, value, HELD, PANEL), BESIDE - 16 + slot % 3 * 86, 68 + slot // 3 * 87


def _placing(view: View, side: Seat) -> Iterator[PlacedMark]:
    """As many stones as the turn still takes; among professionals one of either side."""
    sides = (BISON, WOLF) if view.terms.both else (side,) * stones_left(view)
    yield Rectangle(98, 192, GOLD, PANEL, corner=14), 14, 136
    for at, each in enumerate(sides):
        width = 66 if len(sides) == 1 else 46
        yield blank(each, width, GOLD), 63 - len(sides) * width // 2 + at * width, 144 + (66 - width) // 2
    yield Sprite("down", 44, GOLD), 41, 212
    yield Sprite("free", 58, GOLD), 34, 262


def _gained(view: View, side: Seat) -> int:
    newest = view.newest
    return newest.paid if isinstance(newest, Fought) and newest.winner == side else 0


def _held(view: View, side: Seat, width: int) -> Iterator[PlacedMark]:
    """The shells as a number, and what has just changed."""
    newest, gained = view.newest, _gained(view, side)
    yield Letters(str(view.shells[side]), 112, 100, LIGHT, PANEL, lie="left"), BESIDE - 2, 49
    if isinstance(newest, Fought):
        change = "=" if not newest.paid else f"+{gained}" if gained else f"{MINUS}{newest.paid}"
        ink = GOLD if gained else FAINT
        yield Letters(change, 120, 78, ink, PANEL, lie="right"), width - 138, 58
    if isinstance(newest, Moved) and newest.seat == side:
        for at, ((each, value), _, _) in enumerate(newest.ways):
            yield stone(each, value, 64, PANEL), width - 14 - (2 - at) * 64, 66


def _shells(view: View, side: Seat) -> Iterator[PlacedMark]:
    """To be counted; those won just now are gold."""
    held = view.shells[side]
    for at in range(18):
        left, top = 14 + at % 9 * PITCH, 137 + at // 9 * 44
        if at < held:
            yield shell(SHELL, PANEL, won=at >= held - _gained(view, side)), left - 5, top
        else:
            yield Rectangle(10, 10, GONE, PANEL, corner=5), left + 14, top + 19


def _covered(side: Seat, unseen: Sequence[int], width: int) -> Iterator[PlacedMark]:
    """What may lie beneath its backs, each value in a place of its own, and how likely each is beneath each of them."""
    yield stone(side, BACK, 54, PANEL), 14, 132
    yield TranslatedWord("shown-covered", width - 96, SMALL_TYPE_HEIGHT, LIGHT, PANEL), 82, 142
    for at, value in enumerate(VALUES):
        left = 14 + at * PITCH
        if value in unseen:
            yield Letters(str(value), PITCH, LARGE_TYPE_HEIGHT, LIGHT, PANEL), left, 186
        else:
            yield Rectangle(10, 10, GONE, PANEL, corner=5), left + 14, 214
    yield TranslatedWord("shown-each", width - 122, SMALL_TYPE_HEIGHT, FAINT, PANEL), 18, 250
    yield Letters(f"1/{len(unseen)}", 90, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False, lie="right"), width - 108, 250


def _task(view: View, side: Seat) -> Sequence[Sprite]:
    """Three masks to choose from, two stones that change places, or two stones that go their ways."""
    if view.phase == "mask":
        return [mask(side, line, SIGN, GOLD) for line in range(3)]
    sides = (BISON, WOLF) if view.terms.both else (side,)
    width = SIGN if len(sides) == 1 else SIGN - 8
    signs: list[Sprite] = []
    for each in sides:
        one = blank(each, width, GOLD)
        if view.terms.stacks:
            signs += [one, Sprite("way", width, GOLD), Sprite("free", width, GOLD)]
        else:
            signs += [one, Sprite("swap", width, GOLD), one]
    return signs


def _row(signs: Sequence[Sprite], width: int, top: int) -> Iterator[PlacedMark]:
    """In the middle, with as much room as there is, but no more than belongs together."""
    gap = min(24, (width - 40 - sum(sign.width for sign in signs)) // (len(signs) - 1))
    left = (width - sum(sign.width for sign in signs) - gap * (len(signs) - 1)) // 2
    for sign in signs:
        yield sign, left, top + (SIGN - sign.width) // 2
        left += sign.width + gap
