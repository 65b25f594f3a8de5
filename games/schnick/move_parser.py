"""Parsing of moves that players type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final

from games.core import Move
from games.refused import Refused
from games.schnick.rules import legal_moves
from games.schnick.state import JOKER, NAME_BY_SYMBOL, View, say
from games.spelling import match_spelling
from games.words import LOCALES, SEAT_SHAPES

_SEPARATORS: Final = re.compile(r"[\s,;:.·#!]+")
_MAX_TOKENS: Final = 8
"""The maximum number of times that typed input is split. It limits the work, and no move has more than two tokens."""
_MAX_COMPARED_LETTERS: Final = 16
"""The maximum number of letters of a typed token that are compared with spellings. It saves time for long tokens."""
_MIN_SIMILARITY: Final = 0.7
"""The minimum similarity (0 to 1) at which a token counts as a typo of a spelling; see `difflib.get_close_matches`."""


def parse_move(view: View, typed: str) -> Move:
    """Return the move that a player typed.

    Players can type a card's name or letter, or a seat's name, symbol or number. Names can be in any supported
    language. Players can omit the first token of a move if the rest is unambiguous. Raise `Refused`, with the closest
    legal moves if there are any, for all other input.
    """
    typed_tokens = [token for token in _SEPARATORS.split(typed.casefold(), maxsplit=_MAX_TOKENS) if token]
    moves = legal_moves(view)
    tokens = [_list_spellings().get(token, token) for token in typed_tokens]
    if moves and tokens in (["joker"], ["card", "joker"], [JOKER]):
        raise say.make_refusal("joker")
    try:
        return match_spelling(typed, [tokens], moves)
    except Refused as refused:
        corrected = tuple(_correct_token(token) for token in typed_tokens)
        near = [move for move in moves if corrected in (move, move[1:])]
        if moves and (near or refused.key == "illegal"):
            # There are never more than five legal moves, so the message can list all of them.
            raise say.make_refusal("unread", typed=typed, near=", ".join(map(" ".join, near or moves))) from None
        raise


@cache
def _list_spellings() -> Mapping[str, str]:
    """Return a mapping from each spelling of a card or seat to its token in a move."""
    spellings = dict(NAME_BY_SYMBOL) | {"rock": "stone"} | {shape: str(seat) for seat, shape in enumerate(SEAT_SHAPES)}
    for locale in LOCALES:
        spellings |= {say(f"card-{name}", locale).casefold(): name for name in NAME_BY_SYMBOL.values()}
        spellings |= {say(f"seat-{seat}", locale).casefold(): str(seat) for seat in range(len(SEAT_SHAPES))}
    return spellings


def _correct_token(token: str) -> str:
    """Return the token that the player probably meant. If no spelling is similar, return the token as typed."""
    if token in _list_spellings():
        return _list_spellings()[token]
    spellings = [*_list_spellings(), "redeal", "keep", "challenge", "card", "sign"]
    near = get_close_matches(token[:_MAX_COMPARED_LETTERS], spellings, 1, _MIN_SIMILARITY)
    return _list_spellings().get(near[0], near[0]) if near else token
