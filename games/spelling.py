"""Matching a player's typed text to legal moves."""

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
"""The similarity that a suggested move must exceed: difflib's ratio, plus 1 for each shared token."""
_CANDIDATES_MAX: Final = 50
"""The maximum number of moves that are compared letter by letter."""
_TOKENS_COMPARED_MAX: Final = 8
_LETTERS_COMPARED_MAX: Final = 16
"""How many tokens of a typed text, and how many letters of each token, are compared.

No move is longer. The limits bound the work for long texts that are not moves.
"""


def match_spelling(typed: str, spellings: Iterable[Sequence[str]], legal: Sequence[Move]) -> Move:
    """Return the legal move that a typed text means. The first token of a move can be omitted.

    `spellings` are the interpretations of the text. The first one that matches exactly one move is used. If there is
    none, raise `Refused` with the most similar moves.
    """
    tokens: Sequence[str] = ()
    moves, verbs = frozenset(legal), {move[0] for move in legal}
    # An empty spelling would match every move that is a single verb.
    for spelling in filter(None, map(tuple, spellings)):
        meanings = moves.intersection((spelling, *((verb, *spelling) for verb in verbs)))
        if len(meanings) == 1:
            return next(iter(meanings))
        tokens = tokens or spelling
    if not legal:
        raise Refused("not-asked")
    near = ", ".join(" ".join(move) for move in _find_similar_moves(tokens, legal))
    raise Refused("unread", typed=typed, near=near) if near else Refused("illegal", word=typed)


def split_token(token: str, pattern: re.Pattern[str]) -> Sequence[str]:
    """Split a token into matches of a pattern, for example "a1c3" into "a1" and "c3".

    A token that does not entirely consist of matches is returned whole.
    """
    split = pattern.findall(token)
    return split if "".join(split) == token else [token]


def _find_similar_moves(tokens: Iterable[str], legal: Sequence[Move]) -> list[Move]:
    """Return the legal moves that are most similar to the typed tokens.

    The moves are preselected by shared tokens, because comparing the letters of ten thousand moves would take a second.
    """
    wanted = [token[:_LETTERS_COMPARED_MAX] for token in dict.fromkeys(tokens)][:_TOKENS_COMPARED_MAX]
    shared_counts = {move: sum(token in move for token in wanted) for move in legal}
    candidates = sorted(legal, key=lambda move: -shared_counts[move])[:_CANDIDATES_MAX]
    typed = " ".join(wanted)

    def rate_similarity(move: Move) -> float:
        return shared_counts[move] + SequenceMatcher(None, typed, " ".join(move)).ratio()

    ranked = sorted(((rate_similarity(move), move) for move in candidates), key=lambda pair: -pair[0])
    return [move for similarity, move in ranked[:SUGGESTIONS_MAX] if similarity > _MIN_SIMILARITY]
