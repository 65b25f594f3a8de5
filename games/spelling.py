"""Matching what a player typed to legal moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from games.refused import Refused

if TYPE_CHECKING:
    from games.core import Move

SUGGESTIONS_MAX: Final = 3
_MIN_SIMILARITY: Final = 0.5
_TOKENS_COMPARED_MAX: Final = 8
_LETTERS_COMPARED_MAX: Final = 16
"""Limits for nonsense; no move is longer."""


def match_spelling(typed: str, spellings: Iterable[Sequence[str]], legal: Sequence[Move]) -> Move:
    """Return the move that the first matching spelling means, with or without its verb.

    Raises `Refused` with the most similar moves if none matches.
    """
    tokens: Sequence[str] = ()
    words, verbs = frozenset(legal), {word[0] for word in legal}
    # An empty spelling would match every move that is a single verb.
    for spelling in filter(None, map(tuple, spellings)):
        meant = words.intersection((spelling, *((verb, *spelling) for verb in verbs)))
        if len(meant) == 1:
            return next(iter(meant))
        tokens = tokens or spelling
    if not legal:
        raise Refused("not-asked")
    near = ", ".join(" ".join(each) for each in _find_nearest(tokens, legal))
    raise Refused("unread", typed=typed, near=near) if near else Refused("illegal", word=typed)


def split_token(token: str, parts: re.Pattern[str]) -> Sequence[str]:
    """Split a token that consists of such parts without blanks, e.g. "a1c3"."""
    found = parts.findall(token)
    return found if "".join(found) == token else [token]


def _find_nearest(tokens: Iterable[str], legal: Sequence[Move]) -> list[Move]:
    """Return the most similar moves.

    Preselects by shared tokens, since comparing the letters of ten thousand moves would take a second.
    """
    wanted = [token[:_LETTERS_COMPARED_MAX] for token in dict.fromkeys(tokens)][:_TOKENS_COMPARED_MAX]
    shared = {word: sum(token in word for token in wanted) for word in legal}
    best = sorted(legal, key=lambda word: -shared[word])[:50]
    typed = " ".join(wanted)

    def likeness(word: Move) -> float:
        return shared[word] + SequenceMatcher(None, typed, " ".join(word)).ratio()

    alike = sorted(((likeness(word), word) for word in best), key=lambda each: -each[0])
    return [word for rank, word in alike[:SUGGESTIONS_MAX] if rank > _MIN_SIMILARITY]
