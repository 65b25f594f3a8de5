"""What a player typed, matched to the words they may say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from games.refused import Refused

if TYPE_CHECKING:
    from games.core import Word

SUGGESTED: Final = 3
_ALIKE: Final = 0.5
_TOKENS: Final = 8
_LETTERS: Final = 16
"""So much of somebody's junk is looked at; no word has more."""


def spelt(typed: str, spellings: Iterable[Sequence[str]], legal: Sequence[Word]) -> Word:
    """The first spelling that is one legal word, with the verb or without; else a refusal with the nearest words."""
    tokens: Sequence[str] = ()
    words, verbs = frozenset(legal), {word[0] for word in legal}
    # Nothing at all is left out: it would be the rest of every word of one token.
    for spelling in filter(None, map(tuple, spellings)):
        meant = words.intersection((spelling, *((verb, *spelling) for verb in verbs)))
        if len(meant) == 1:
            return next(iter(meant))
        tokens = tokens or spelling
    if not legal:
        raise Refused("not-asked")
    near = ", ".join(" ".join(each) for each in _nearest(tokens, legal))
    raise Refused("unread", typed=typed, near=near) if near else Refused("illegal", word=typed)


def parted(token: str, parts: re.Pattern[str]) -> Sequence[str]:
    """What was typed without blanks, where it is nothing but such parts."""
    found = parts.findall(token)
    return found if "".join(found) == token else [token]


def _nearest(tokens: Iterable[str], legal: Sequence[Word]) -> list[Word]:
    """By shared tokens first: comparing letters with ten thousand words would take a second."""
    wanted = [token[:_LETTERS] for token in dict.fromkeys(tokens)][:_TOKENS]
    shared = {word: sum(token in word for token in wanted) for word in legal}
    best = sorted(legal, key=lambda word: -shared[word])[:50]
    typed = " ".join(wanted)

    def likeness(word: Word) -> float:
        return shared[word] + SequenceMatcher(None, typed, " ".join(word)).ratio()

    alike = sorted(((likeness(word), word) for word in best), key=lambda each: -each[0])
    return [word for rank, word in alike[:SUGGESTED] if rank > _ALIKE]
