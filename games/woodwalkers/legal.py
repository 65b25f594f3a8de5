"""What may be said: the words of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final

from games.core import Move, Seat
from games.woodwalkers.ground import SPACES, STARTS, Space, ways
from games.woodwalkers.house import MODES
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS

ROLL: Final[Move] = ("roll",)
SKIP: Final[Move] = ("skip",)
REROLL: Final[Move] = ("reroll",)
KEEP: Final[Move] = ("keep",)
STAY: Final[Move] = ("stay",)
PASS: Final[Move] = ("pass",)
DONE: Final[Move] = ("done",)


def legal(view: View) -> Sequence[Move]:
    if not view.awaited or view.seat is None:
        return ()
    match view.phase:
        case "arrange":
            return arrangements()
        case "mode":
            return [("mode", mode) for mode in MODES if mode in view.open]
        case "roll":
            return [ROLL, SKIP, *_heals(view)]
        case "reroll" | "duel":
            return [REROLL, KEEP]
        case "move":
            return [*_moves(view), STAY]
        case "guess":
            return [*_guesses(view), PASS]
        case "home":
            return [("home", SPACES[space]) for space in _free_starts(view, view.seat)]
        case _:
            return [*_heals(view), DONE]


@cache
def arrangements() -> tuple[Move, ...]:
    """All 5,040, made once: a thousand tables that arrange share them."""
    return tuple(("set", *order) for order in permutations(ANIMALS))


@cache
def move(origin: Space, space: Space) -> Move:
    """One word for all tables: of the few thousand there are, a match in progress only points to some."""
    return "move", SPACES[origin], SPACES[space]


def _moves(view: View) -> Iterator[Move]:
    own = view.camps[view.mover].spaces
    foreign = frozenset(space for seat, camp in enumerate(view.camps) if seat != view.mover for space in camp.spaces)
    for origin in own:
        for space in sorted(ways(origin, view.die, own, foreign)):
            yield move(origin, space)


def _heals(view: View) -> list[Move]:
    camp = view.camps[view.mover]
    return [("heal", ANIMALS[animal]) for animal in camp.wounded] if camp.medicine else []


def _guesses(view: View) -> list[Move]:
    """Whatever the challenger has in play; what has left the game cannot attack."""
    gone = view.camps[view.mover].out
    return [("guess", name) for animal, name in enumerate(ANIMALS) if animal not in gone]


def _free_starts(view: View, seat: Seat) -> list[Space]:
    taken = view.camps[seat].spaces
    return [space for space in STARTS[view.terms.sides[seat]] if space not in taken]
