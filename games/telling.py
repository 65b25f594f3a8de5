"""Of whom something is told: people by name, and whoever reads it as “you”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from games.words import Words

SHAPES: Final = "●◆▲■★⬢"
"""By seat, the shapes of pictures as letters can show them."""
Who: TypeAlias = int | Sequence[int]
"""A seat, several that did something together, or nobody."""


class Telling:
    """What happened at a table, for one reader or for everybody.

    A text that speaks of people is written for each who may read it: `KEY` names everybody, `KEY-you` is for whoever
    did it, alone or with others, `KEY-to-you` for the rival to whom it was done. Each is a whole text, since “you”
    changes the verb, too. `$who` lists those who did it, the reader first, and `$count` counts them.

    A name is what people are called where it is read: a mention, “the house”, the colour of a seat. No text can inflect
    it: German names nobody in the dative or the genitive (“das Haus”), French nobody after a word that would elide.
    """

    def __init__(self, say: Words, locale: str, names: Sequence[str], reader: int | None = None) -> None:
        self._say: Final = say
        self._locale: Final = locale
        self._names: Final = names
        self._reader: Final = reader
        """The seat of whoever reads it; None where all may."""

    def __call__(self, key: str, who: Who, rival: int | None = None, /, **facts: str | int) -> str:
        """A sentence: it begins with a capital, also where it begins with “the house”."""
        return capital(self.part(key, who, rival, **facts))

    def part(self, key: str, who: Who, rival: int | None = None, /, **facts: str | int) -> str:
        """The same in the middle of a sentence."""
        seats = (who,) if isinstance(who, int) else who
        if rival is not None:
            facts["rival"] = self._names[rival]
        names = [self._names[seat] for seat in seats if seat != self._reader]
        whose = ""
        if len(names) < len(seats):
            names.insert(0, self._say("you", self._locale))
            whose = "-you"
        elif rival is not None and rival == self._reader:
            whose = "-to-you"
        listed = self._say.listed(names, self._locale)
        return self._say(f"{key}{whose}", self._locale, who=listed, count=len(seats), **facts)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def seats(say: Words, count: int, locale: str) -> tuple[str, ...]:
    """What the seats of a game are called: the names where nobody has another."""
    return tuple(say(f"seat-{seat}", locale) for seat in range(count))
