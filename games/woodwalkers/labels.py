"""Questions to players, and the labels and layout of the buttons that answer these questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.art import Emblem
from games.core import Move
from games.grid import ROWS_MAX, Place, arrange_grid
from games.woodwalkers.descriptions import animal_name, seat_name
from games.woodwalkers.figures import MODES, Mode
from games.woodwalkers.legal_moves import legal_moves, list_arrangements
from games.woodwalkers.pieces import ALL_ANIMALS, ANIMALS, FACE_DOWN, duel_value
from games.woodwalkers.spaces import SPACE_BY_NAME, SPACE_NAMES, START_SPACES
from games.woodwalkers.state import View, say

NUMBERED_MOVES_MAX: Final = 5
"""The maximum number of destinations that are buttons with numbers. They fit on two rows of a phone."""
EMBLEMS: Final = tuple(Emblem(name) for name in (*ANIMALS, *MODES))


def move_emblem(view: View, prefix: Move) -> Emblem | None:
    match prefix:
        case ("set", *_, name) | ("heal" | "guess" | "mode", name):
            return Emblem(name)
        case ("move", origin):
            occupant = view.animal_on(SPACE_BY_NAME[origin])
            return Emblem(ANIMALS[occupant[1]]) if occupant and occupant[1] != FACE_DOWN else None
    return None


def arrange_buttons(view: View, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
    """Arrange the buttons for spaces as on the board. Put all other choices in a row below them.

    Return an empty sequence if the choices do not fit this layout.
    """
    on_board = [choice for choice in choices if choice[-1] in SPACE_BY_NAME]
    if not on_board or any(choice[:-1] != on_board[0][:-1] for choice in on_board):
        return ()
    rows = arrange_grid({choice: _grid_place(choice[-1]) for choice in on_board}, _blank_label)
    others = [choice for choice in choices if choice not in on_board]
    if not rows or not others:
        return rows
    return [*rows, others] if len(rows) < ROWS_MAX else ()


def _grid_place(space: str) -> Place:
    return ord(space[0]) - ord("a"), 9 - int(space[1])


def _blank_label(place: Place) -> str:
    column, row = place
    return f"{'ABCDEFGHI'[column]}{9 - row}"


def move_label(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case (verb,):
            return say(f"verb-{verb}", locale)
        case ("set", *_, name):
            return f"{_start_space_name(view, len(prefix) - 2)} · {say(f'animal-{name}', locale)}"
        case ("mode", mode) if len(legal_moves(view)) > 1:
            return _mode_label(mode, locale)
        case ("mode", mode):
            return say(f"mode-{mode}", locale)
        case ("heal", name):
            wounds = view.teams[view.mover].wounds[ANIMALS.index(name)]
            return f"{say(f'animal-{name}', locale)} · {say('wound', locale, wounds=wounds)}"
        case ("guess", name):
            return say(f"animal-{name}", locale)
        case ("move", origin):
            return _origin_label(view, origin, locale)
        case ("move", _, space):
            return f"→ {_target_label(view, space, locale)}"
        case (*_, space):
            return space.upper()
    return ""


def _mode_label(mode: Mode, locale: str) -> str:
    """Return a battle mode's name with the two animals that have the highest values in it."""
    best = sorted(ALL_ANIMALS, key=lambda animal: -duel_value(animal, mode, 0))[:2]
    values = ", ".join(f"{animal_name(animal, locale)} {duel_value(animal, mode, 0)}" for animal in best)
    return f"{say(f'mode-{mode}', locale)} · {values}"


def _ask_home(view: View, locale: str) -> str:
    """Ask the loser of the duel for a start space, by the animal's name if it is visible."""
    animal = view.duel.animals[view.duel.losing_side] if view.duel else FACE_DOWN
    if animal == FACE_DOWN:
        return say("ask-home", locale, animal="back", name="")
    return say("ask-home", locale, animal=ANIMALS[animal], name=animal_name(animal, locale))


def number_moves(view: View, prefix: Move) -> Sequence[Move]:
    """Return the moves of the picked animal to spaces with something on them: flags by value, tiles, and duels."""
    if len(prefix) != 2 or prefix[0] != "move":
        return ()
    flags, tiles = dict(view.flags), dict(view.forest)

    def rank(move: Move) -> tuple[int, bool, bool]:
        space = SPACE_BY_NAME[move[2]]
        return -flags.get(space, 0), space not in tiles, view.animal_on(space) is None

    ranked = sorted((move for move in legal_moves(view) if move[:2] == prefix), key=rank)
    return [move for move in ranked if rank(move) != (0, True, True)][:NUMBERED_MOVES_MAX]


def group_label(view: View, prefix: Move, locale: str) -> str:
    """Return the label for a group of spaces in the same column. For all other groups, return an empty string."""
    return say("label-column", locale, column=prefix[-1].upper()) if len(prefix[-1]) == 1 else ""


def ask_next_token(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case () if view.phase == "move":
            return say("ask-move", locale, die=view.die)
        case ("move", origin):
            occupant = view.animal_on(SPACE_BY_NAME[origin])
            animal = ANIMALS[occupant[1]] if occupant and occupant[1] != FACE_DOWN else "back"
            return _explain_blanks(view, prefix, say("ask-goal", locale, animal=animal, space=origin.upper()), locale)
        case ("set", *order):
            # From the third space on, one button can place several animals at once.
            others = "-others" if len(order) > 1 else ""
            question = say(f"ask-set{others}", locale, space=_start_space_name(view, len(order)))
            return f"{question}\n-# {say('legend-modes', locale)}"
        case ("home",):
            return _explain_blanks(view, prefix, _ask_home(view, locale), locale)
        case _ if view.phase in ("mode", "roll", "reroll", "duel", "guess", "home", "rest"):
            return say(f"ask-{view.phase}", locale, die=view.die)
    return ""


def _explain_blanks(view: View, prefix: Move, question: str, locale: str) -> str:
    """Add a note to the question if there are gray buttons between the choices."""
    rows = arrange_buttons(view, [move for move in legal_moves(view) if move[: len(prefix)] == prefix])
    has_blanks = any(isinstance(button, str) for row in rows for button in row)
    return f"{question}\n-# {say(f'blocked-{prefix[0]}', locale)}" if has_blanks else question


def _start_space_name(view: View, index: int) -> str:
    side = view.terms.sides[view.seat or 0]
    return SPACE_NAMES[START_SPACES[side][index]].upper()


def _origin_label(view: View, space: str, locale: str) -> str:
    """Return a space's name. If the animal on the space is visible, add its name."""
    occupant = view.animal_on(SPACE_BY_NAME[space])
    if not occupant or occupant[1] == FACE_DOWN:
        return space.upper()
    return f"{space.upper()} · {animal_name(occupant[1], locale)}"


def _target_label(view: View, name: str, locale: str) -> str:
    """Return a space's name, followed by the result of moving there: a duel, a flag or a face-down tile."""
    space, parts = SPACE_BY_NAME[name], [name.upper()]
    if occupant := view.animal_on(space):
        seat, animal = occupant
        if animal == FACE_DOWN:
            parts.append(say("target-duel", locale, rival=seat_name(seat, locale)))
        else:
            parts.append(say("target-duel-animal", locale, seat=seat, animal=ANIMALS[animal]))
    flag = dict(view.flags).get(space)
    if flag:
        parts.append(say("target-flag", locale, value=flag))
    if space in dict(view.forest):
        parts.append(say("target-tile", locale))
    return " · ".join(parts)


def suggest_move(view: View) -> Move | None:
    """Suggest an arrangement in the order of `ANIMALS` to a seat that still has to arrange its animals.

    All other moves take few clicks and need no suggestion.
    """
    return list_arrangements()[0] if view.is_to_move and view.phase == "arrange" else None
