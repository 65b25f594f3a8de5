"""Typed moves: names of animals and modes in any language, and suggestions where a text is no legal move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final

from games.core import Move
from games.refused import Refused
from games.spelling import match_spelling, split_token
from games.woodwalkers.figures import MODES
from games.woodwalkers.legal_moves import legal_moves
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN
from games.woodwalkers.spaces import SPACE_NAMES
from games.woodwalkers.state import View, say
from games.words import LOCALES

_JOINED_TOKENS: Final = re.compile(r"[a-i][1-9]|[^\W\d]{3,}|[^\s]+")
"""The parts of a text that was typed without blanks, e.g. "c1d4"."""
_COMPARED_LETTERS_MAX: Final = 16
"""Longer texts are cut off before they are compared with the names of animals, which are all shorter."""
_SEPARATORS: Final = re.compile(r"[\s,;:·→>-]+")


@cache
def _tokens_by_name() -> Mapping[str, str]:
    """Return the token of each animal and mode by its name in each language."""
    return {
        say(f"{kind}-{name}", locale).lower(): name
        for locale in LOCALES
        for kind, names in (("animal", ANIMALS), ("mode", MODES))
        for name in names
    }


def parse_move(view: View, typed: str) -> Move:
    """Parse a typed move. Animals and modes may be named in any language.

    In a move of an animal, its name may stand for its space if the animal is seen.
    """
    tokens = [token for token in _SEPARATORS.split(typed.strip().lower()) if token]
    try:
        return match_spelling(typed, _list_spellings(view, tokens), legal_moves(view))
    except Refused as refused:
        if view.phase == "arrange" and refused.key == "unread":
            raise say.make_refusal("unread", typed=typed, near=" ".join(_guess_arrangement(tokens))) from refused
        raise


def _guess_arrangement(tokens: Sequence[str]) -> Move:
    """Return the arrangement that was probably meant.

    Each animal is where it is named first; animals that are not named fill the gaps.
    """
    order: list[str] = []
    for token in tokens[tokens[:1] == ["set"] :][: len(ANIMALS)]:
        similar = get_close_matches(_tokens_by_name().get(token, token[:_COMPARED_LETTERS_MAX]), ANIMALS, 1)
        order.append(similar[0] if similar and similar[0] not in order else "")
    missing = [name for name in ANIMALS if name not in order]
    return "set", *(name or missing.pop(0) for name in order), *missing


def _list_spellings(view: View, tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield what the tokens may mean, the literal reading first."""
    yield tokens
    translated = [_tokens_by_name().get(part, part) for token in tokens for part in split_token(token, _JOINED_TOKENS)]
    yield translated
    missing = [name for name in ANIMALS if name not in translated]
    if view.phase == "arrange" and len(missing) == 1:
        # Only one space is left for the animal that was not named.
        yield [*translated, *missing]
    if view.phase == "move":
        spaces_by_animal = {
            ANIMALS[animal]: SPACE_NAMES[space]
            for space, animal in view.teams[view.mover].shown_tiles
            if animal != FACE_DOWN
        }
        yield [spaces_by_animal.get(token, token) for token in translated]
