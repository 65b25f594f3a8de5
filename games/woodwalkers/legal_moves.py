"""The legal moves of the seat that a view belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
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
            return [ROLL, SKIP, *_list_heal_moves(view)]
        case "reroll" | "duel":
            return [REROLL, KEEP]
        case "move":
            return [*_list_animal_moves(view), STAY]
        case "guess":
            return [*_list_guess_moves(view), PASS]
        case "home":
            return [("home", SPACE_NAMES[space]) for space in _list_free_starts(view, view.seat)]
        case _:
            return [*_list_heal_moves(view), DONE]


def list_public_choices(view: View, seat: Seat) -> Sequence[Move]:
    """Return the moves among which onlookers can predict a seat's choice of a battle mode, a reroll or a start space.

    At midnight, there are none, because the animals are hidden.
    """
    if view.phase not in ("mode", "reroll", "duel", "home") or view.terms.is_midnight:
        return ()
    return legal_moves(replace(view, seat=seat))


def find_automatic_move(view: View) -> Move | None:
    """Return the only legal move, or the roll if the only other move is to skip the turn.

    The roll decides nothing, because the player can stay after it. A player who can also heal is asked first.
    """
    match legal_moves(view):
        case [move] | [("roll",) as move, ("skip",)]:
            return move
    return None


@cache
def list_arrangements() -> tuple[Move, ...]:
    """Return all 5,040 orders of the seven animals. The cached result is shared by all matches."""
    return tuple(("set", *order) for order in permutations(ANIMALS))


@cache
def make_move(origin: Space, space: Space) -> Move:
    """Return the move from one space to another. The few thousand possible moves are cached for all matches."""
    return "move", SPACE_NAMES[origin], SPACE_NAMES[space]


def _list_animal_moves(view: View) -> Iterator[Move]:
    """Yield a move for each of the mover's animals and each space where the animal can end its move.

    An animal can move up to as many steps as the die shows.
    """
    own = view.teams[view.mover].spaces
    foreign = frozenset(space for seat, team in enumerate(view.teams) if seat != view.mover for space in team.spaces)
    for origin in own:
        for space in sorted(find_reachable(origin, view.die, own, foreign)):
            yield make_move(origin, space)


def _list_heal_moves(view: View) -> list[Move]:
    """List a healing move for each wounded animal of the mover, if the mover has a Medicine tile."""
    team = view.teams[view.mover]
    return [("heal", ANIMALS[animal]) for animal in team.wounded] if team.medicine_tiles else []


def _list_guess_moves(view: View) -> list[Move]:
    """List a guess for each animal that the challenger still has in play."""
    removed = view.teams[view.mover].removed
    return [("guess", name) for animal, name in enumerate(ANIMALS) if animal not in removed]


def _list_free_starts(view: View, seat: Seat) -> list[Space]:
    occupied = view.teams[seat].spaces
    return [space for space in START_SPACES[view.terms.sides[seat]] if space not in occupied]
