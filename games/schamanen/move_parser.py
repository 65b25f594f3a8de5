"""A parser for typed moves that accepts spaces and stones in any order, and needs neither the verb nor blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.core import Move
from games.schamanen.legal_moves import legal_moves
from games.schamanen.state import View
from games.spelling import match_spelling, split_token

_TOKEN_PATTERN: Final = re.compile(r"[abc][123]|[bw][1-9]|[a-z]{3,}|[1-9abc]")
"""Matches the parts of a move typed without blanks, such as `5b2`: a space, stone, verb, side, value or line."""
_SEPARATOR_PATTERN: Final = re.compile(r"[\s,;·⇄→>↔-]+")
_PLACEMENT_PATTERN: Final = re.compile(r"[bw]?[1-9] [abc][123]")
"""Matches a stone followed by the space where it is placed."""


def parse_move(view: View, typed: str) -> Move:
    """Parse a typed move. The verb is optional: for example, `c3 a1` means `swap a1 c3`."""
    tokens = [token for token in _SEPARATOR_PATTERN.split(typed.strip().lower()) if token]
    return match_spelling(typed, _list_spellings(view, tokens), legal_moves(view))


def _list_spellings(view: View, tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the tokens in the order in which they were typed, then in the other accepted orders.

    The two spaces of a swap, two stones with their spaces, and a stone and its space can be in either order.
    """
    split_tokens = [part for token in tokens for part in split_token(token, _TOKEN_PATTERN)]
    for spelling in (tokens, split_tokens):
        yield spelling
        if view.phase == "exchange" and not view.terms.allows_stacks:
            yield [*spelling[:-2], *spelling[:-3:-1]]
        else:
            head, first, second = spelling[:-4], _put_stone_first(spelling[-4:-2]), _put_stone_first(spelling[-2:])
            yield [*head, *first, *second]
            yield [*head, *second, *first]


def _put_stone_first(pair: Sequence[str]) -> Sequence[str]:
    """Return a pair of tokens with the stone before the space.

    A pair that can already be read in that order stays as typed. In the professional variants, `b1` is both a space and
    a stone.
    """
    is_ordered, is_reversed = (_PLACEMENT_PATTERN.fullmatch(" ".join(order)) for order in (pair, pair[::-1]))
    return pair[::-1] if is_reversed and not is_ordered else pair
