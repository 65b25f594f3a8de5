"""What a player is asked and answers: labels of buttons, typed words, a suggestion."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final

from games.art import Emblem
from games.core import Move
from games.grid import ROWS_MAX, Place, arrange_grid
from games.refused import Refused
from games.spelling import match_spelling, split_token
from games.woodwalkers.descriptions import animal_name, seat_name
from games.woodwalkers.figures import MODES
from games.woodwalkers.legal_moves import legal_moves, list_arrangements
from games.woodwalkers.pieces import ALL_ANIMALS, ANIMALS, FACE_DOWN, duel_value
from games.woodwalkers.spaces import SPACE_BY_NAME, SPACE_NAMES, START_SPACES
from games.woodwalkers.state import View, say
from games.words import LOCALES

EMBLEMS: Final = tuple(Emblem(name) for name in (*ANIMALS, *MODES))


def move_emblem(view: View, prefix: Move) -> Emblem | None:
    match prefix:
        case ("set", *_, name) | ("heal" | "guess" | "mode", name):
            return Emblem(name)
        case ("move", origin):
            standing = view.animal_on(SPACE_BY_NAME[origin])
            return Emblem(ANIMALS[standing[1]]) if standing and standing[1] != FACE_DOWN else None
    return None


def arrange_buttons(view: View, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
    there = [word for word in choices if word[-1] in SPACE_BY_NAME]
    if not there or any(word[:-1] != there[0][:-1] for word in there):
        return ()
    found = arrange_grid({word: _grid_place(word[-1]) for word in there}, _blank_label)
    others = [word for word in choices if word not in there]
    if not found or not others:
        return found
    return [*found, others] if len(found) < ROWS_MAX else ()


def _grid_place(space: str) -> Place:
    return ord(space[0]) - ord("a"), 9 - int(space[1])


def _blank_label(place: Place) -> str:
    right, down = place
    return f"{'ABCDEFGHI'[right]}{9 - down}"


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


def _mode_label(name: str, locale: str) -> str:
    """And who is best at it: that is what it is chosen for."""
    mode = next(each for each in MODES if each == name)
    best = sorted(ALL_ANIMALS, key=lambda animal: -duel_value(animal, mode, 0))[:2]
    told = ", ".join(f"{animal_name(animal, locale)} {duel_value(animal, mode, 0)}" for animal in best)
    return f"{say(f'mode-{mode}', locale)} · {told}"


def group_label(view: View, prefix: Move, locale: str) -> str:
    """Spaces by their column."""
    return say("label-column", locale, column=prefix[-1].upper()) if len(prefix[-1]) == 1 else ""


def ask_next_token(view: View, said: Move, locale: str) -> str:
    match said:
        case () if view.phase == "move":
            return say("ask-move", locale, die=view.die)
        case ("move", origin):
            standing = view.animal_on(SPACE_BY_NAME[origin])
            seen = standing and standing[1] != FACE_DOWN
            animal = ANIMALS[standing[1]] if standing and seen else "back"
            return _explain_blanks(view, said, say("ask-goal", locale, animal=animal, space=origin.upper()), locale)
        case ("set", *order):
            return say("ask-set", locale, space=_start_space_name(view, len(order)))
        case ("home",):
            return _explain_blanks(view, said, say("ask-home", locale), locale)
        case _ if view.phase in ("mode", "roll", "reroll", "duel", "guess", "home", "rest"):
            return say(f"ask-{view.phase}", locale, die=view.die)
    return ""


def _explain_blanks(view: View, said: Move, question: str, locale: str) -> str:
    """And why one does not get to what lies between the spaces to which one gets, where anything does."""
    laid = arrange_buttons(view, [word for word in legal_moves(view) if word[: len(said)] == said])
    grey = any(isinstance(what, str) for row in laid for what in row)
    return f"{question}\n-# {say(f'grey-{said[0]}', locale)}" if grey else question


def _start_space_name(view: View, place: int) -> str:
    side = view.terms.sides[view.seat or 0]
    return SPACE_NAMES[START_SPACES[side][place]].upper()


def _origin_label(view: View, space: str, locale: str) -> str:
    """A space, and who is on it where that may be seen."""
    standing = view.animal_on(SPACE_BY_NAME[space])
    seen = standing and standing[1] != FACE_DOWN
    return f"{space.upper()} · {animal_name(standing[1], locale)}" if standing and seen else space.upper()


def _target_label(view: View, name: str, locale: str) -> str:
    """A space, and what waits there: a duel, a flag, a face-down tile."""
    space, parts = SPACE_BY_NAME[name], [name.upper()]
    if standing := view.animal_on(space):
        seat, animal = standing
        rival = (
            seat_name(seat, locale)
            if animal == FACE_DOWN
            else f"{seat_name(seat, locale)} {animal_name(animal, locale)}"
        )
        parts.append(say("target-duel", locale, rival=rival))
    flag = dict(view.flags).get(space)
    if flag:
        parts.append(say("target-flag", locale, value=flag))
    if space in dict(view.forest):
        parts.append(say("target-tile", locale))
    return " · ".join(parts)


_JOINED_TOKENS: Final = re.compile(r"[a-i][1-9]|[^\W\d]{3,}|[^\s]+")
"""What a token may hold that was typed without blanks: c1d4."""
_MAX_COMPARED_LETTERS: Final = 16
"""So much of somebody's junk is looked at; no animal has more."""
_SEPARATORS: Final = re.compile(r"[\s,;:·→>-]+")


@cache
def _tokens_by_name() -> Mapping[str, str]:
    """Animals and modes as each language calls them."""
    return {
        say(f"{kind}-{name}", locale).lower(): name
        for locale in LOCALES
        for kind, names in (("animal", ANIMALS), ("mode", MODES))
        for name in names
    }


def parse_move(view: View, typed: str) -> Move:
    """Animals and modes in any of the languages; where an animal lies open it may be named for its space."""
    tokens = [token for token in _SEPARATORS.split(typed.strip().lower()) if token]
    try:
        return match_spelling(typed, _list_spellings(view, tokens), legal_moves(view))
    except Refused as no:
        if view.phase == "arrange" and no.key == "unread":
            raise say.make_refusal("unread", typed=typed, near=" ".join(_guess_arrangement(tokens))) from no
        raise


def _guess_arrangement(tokens: Sequence[str]) -> Move:
    """The arrangement that was probably meant: each animal once, where it is first named."""
    order: list[str] = []
    for token in tokens[tokens[:1] == ["set"] :][: len(ANIMALS)]:
        near = get_close_matches(_tokens_by_name().get(token, token[:_MAX_COMPARED_LETTERS]), ANIMALS, 1)
        order.append(near[0] if near and near[0] not in order else "")
    missing = [name for name in ANIMALS if name not in order]
    return "set", *(name or missing.pop(0) for name in order), *missing


def _list_spellings(view: View, tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """As typed first."""
    yield tokens
    named = [_tokens_by_name().get(part, part) for token in tokens for part in split_token(token, _JOINED_TOKENS)]
    yield named
    missing = [name for name in ANIMALS if name not in named]
    if view.phase == "arrange" and len(missing) == 1:
        # The last animal goes where space is left.
        yield [*named, *missing]
    if view.phase == "move":
        lies = {
            ANIMALS[animal]: SPACE_NAMES[space]
            for space, animal in view.teams[view.mover].shown_tiles
            if animal != FACE_DOWN
        }
        yield [lies.get(token, token) for token in named]


def suggest_move(view: View) -> Move | None:
    """All the animals at home in the order of their cards; nothing else here takes more than a few clicks."""
    return list_arrangements()[0] if view.is_to_move and view.phase == "arrange" else None
