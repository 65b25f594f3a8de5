"""What may be said: the words of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final

from games.core import Move, Seat
from games.woodwalkers.figures import MODES
from games.woodwalkers.pieces import ANIMALS
from games.woodwalkers.spaces import SPACE_NAMES, START_SPACES, Space, find_reachable
from games.woodwalkers.state import View

ROLL: Final[Move] = ("roll",)
SKIP: Final[Move] = ("skip",)
REROLL: Final[Move] = ("reroll",)
KEEP: Final[Move] = ("keep",)
STAY: Final[Move] = ("stay",)
PASS: Final[Move] = ("pass",)
DONE: Final[Move] = ("done",)


def legal_moves(view: View) -> Sequence[Move]:
    if not view.is_to_move or view.seat is None:
        return ()
    match view.phase:
        case "arrange":
            return list_arrangements()
        case "mode":
            return [("mode", mode) for mode in MODES if mode in view.open_modes]
        case "roll":
            return [ROLL, SKIP, *_list_heals(view)]
        case "reroll" | "duel":
            return [REROLL, KEEP]
        case "move":
            return [*_list_animal_moves(view), STAY]
        case "guess":
            return [*_list_guesses(view), PASS]
        case "home":
            return [("home", SPACE_NAMES[space]) for space in _list_free_starts(view, view.seat)]
        case _:
            return [*_list_heals(view), DONE]


@cache
def list_arrangements() -> tuple[Move, ...]:
    """All 5,040, made once: a thousand tables that arrange share them."""
    return tuple(("set", *order) for order in permutations(ANIMALS))


@cache
def make_move(origin: Space, space: Space) -> Move:
    """One word for all tables: of the few thousand there are, a match in progress only points to some."""
    return "move", SPACE_NAMES[origin], SPACE_NAMES[space]


def _list_animal_moves(view: View) -> Iterator[Move]:
    own = view.teams[view.mover].spaces
    foreign = frozenset(space for seat, camp in enumerate(view.teams) if seat != view.mover for space in camp.spaces)
    for origin in own:
        for space in sorted(find_reachable(origin, view.die, own, foreign)):
            yield make_move(origin, space)


def _list_heals(view: View) -> list[Move]:
    camp = view.teams[view.mover]
    return [("heal", ANIMALS[animal]) for animal in camp.wounded] if camp.medicine_tiles else []


def _list_guesses(view: View) -> list[Move]:
    """Whatever the challenger has in play; what has left the game cannot attack."""
    gone = view.teams[view.mover].removed
    return [("guess", name) for animal, name in enumerate(ANIMALS) if animal not in gone]


def _list_free_starts(view: View, seat: Seat) -> list[Space]:
    taken = view.teams[seat].spaces
    return [space for space in START_SPACES[view.terms.sides[seat]] if space not in taken]
