"""A parser for typed moves. It accepts animal and mode names in any language, and suggests moves for illegal input."""

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
"""Matches the tokens of text that was typed without blanks, for example "c1d4"."""
_COMPARED_LETTERS_MAX: Final = 16
"""The maximum number of letters of a token that are compared with animal names. All these names are shorter."""
_SEPARATORS: Final = re.compile(r"[\s,;:·→>-]+")


@cache
def _tokens_by_name() -> Mapping[str, str]:
    """Return a mapping from the name of each animal and mode, in each language, to its token in a move."""
    return {
        say(f"{kind}-{name}", locale).lower(): name
        for locale in LOCALES
        for kind, names in (("animal", ANIMALS), ("mode", MODES))
        for name in names
    }


def parse_move(view: View, typed: str) -> Move:
    """Parse a typed move, with animal and mode names in any language.

    To move a visible animal, players can type its name instead of its space.
    """
    tokens = [token for token in _SEPARATORS.split(typed.strip().lower()) if token]
    try:
        return match_spelling(typed, _list_spellings(view, tokens), legal_moves(view))
    except Refused as refused:
        if view.phase == "arrange" and refused.key == "unread":
            raise say.make_refusal("unread", typed=typed, near=" ".join(_guess_arrangement(tokens))) from refused
        raise


def _guess_arrangement(tokens: Sequence[str]) -> Move:
    """Return the arrangement that the player probably meant.

    Each animal gets the place at which the player first named it. Animals that were not named fill the gaps.
    """
    order: list[str] = []
    for token in tokens[tokens[:1] == ["set"] :][: len(ANIMALS)]:
        similar = get_close_matches(_tokens_by_name().get(token, token[:_COMPARED_LETTERS_MAX]), ANIMALS, 1)
        order.append(similar[0] if similar and similar[0] not in order else "")
    missing = [name for name in ANIMALS if name not in order]
    return "set", *(name or missing.pop(0) for name in order), *missing


def _list_spellings(view: View, tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the possible readings of the typed tokens, beginning with the literal reading."""
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
