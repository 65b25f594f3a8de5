"""What players type, as words of the game."""

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
_MIN_SIMILARITY: Final = 0.7


def parse_move(view: View, typed: str) -> Move:
    """Cards and seats by their name in any of our languages, by letter or number; the verb only where it is needed."""
    given = [token for token in _SEPARATORS.split(typed.casefold(), maxsplit=_MAX_TOKENS) if token]
    words = legal_moves(view)
    tokens = [_list_spellings().get(token, token) for token in given]
    if words and tokens in (["joker"], ["card", "joker"], [JOKER]):
        raise say.make_refusal("joker")
    try:
        return match_spelling(typed, [tokens], words)
    except Refused as no:
        meant = tuple(_correct_token(token) for token in given)
        near = [word for word in words if meant in (word, word[1:])]
        if words and (near or no.key == "illegal"):
            # There are never more than five, so all that may be said can be told.
            raise say.make_refusal("unread", typed=typed, near=", ".join(map(" ".join, near or words))) from None
        raise


@cache
def _list_spellings() -> Mapping[str, str]:
    """What a card or a seat may be called, and its token."""
    called = dict(NAME_BY_SYMBOL) | {"rock": "stone"} | {shape: str(seat) for seat, shape in enumerate(SEAT_SHAPES)}
    for locale in LOCALES:
        called |= {say(f"card-{name}", locale).casefold(): name for name in NAME_BY_SYMBOL.values()}
        called |= {say(f"seat-{seat}", locale).casefold(): str(seat) for seat in range(len(SEAT_SHAPES))}
    return called


def _correct_token(token: str) -> str:
    """The token that somebody probably wanted to type."""
    if token in _list_spellings():
        return _list_spellings()[token]
    near = get_close_matches(
        token[:16], [*_list_spellings(), "redeal", "keep", "challenge", "card", "sign"], 1, _MIN_SIMILARITY
    )
    return _list_spellings().get(near[0], near[0]) if near else token
