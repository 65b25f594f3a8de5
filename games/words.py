"""Texts by key and locale, from the catalogues `words/<locale>.ftl` of each package, and texts about players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count, takewhile
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from games.refused import Refused

if TYPE_CHECKING:
    from games.pattern import Fact, Told

Locale: TypeAlias = Literal["en", "de", "fr"]
_ENTRY: Final = re.compile(r"^(?=[a-z][a-z0-9_-]* =)", re.MULTILINE)
LOCALES: Final[tuple[Locale, ...]] = get_args(Locale)


class Words:
    """The texts of a package, over those that all share."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, locale: str, /, **facts: str | int) -> str:
        return _text(self.package, _spoken(locale), key, **facts)

    def pages(self, key: str, locale: str, **facts: str | int) -> list[str]:
        """A text of several pages: `key-1`, `key-2` and so on."""
        known = _shelf(self.package, _spoken(locale)).written
        return [self(f"{key}-{page}", locale, **facts) for page in takewhile(lambda n: f"{key}-{n}" in known, count(1))]

    def listed(self, names: Sequence[str], locale: str) -> str:
        """One, one and another, one, another and a third."""
        if len(names) < 2:
            return "".join(names)
        return self("list", locale, some=", ".join(names[:-1]), last=names[-1])

    def refused(self, key: str, **facts: str | int) -> Refused:
        """A no in these words, whoever tells it."""
        return Refused(key, self.package, **facts)

    def no(self, refused: Refused, locale: str) -> str:
        """The sentence for a refusal, in the words of whoever said it."""
        return _text(refused.package or self.package, _spoken(locale), f"no-{refused.key}", **refused.facts)


@lru_cache(maxsize=4096, typed=True)
def _text(package: str, locale: str, key: str, /, **facts: Fact) -> str:
    """The same facts are the same text: a table says most of it again with each message."""
    return _shelf(package, locale).opened(key)(facts)


def catalogue(package: str, locale: str) -> str:
    try:
        return files(package).joinpath("words", f"{locale}.ftl").read_text("utf-8")
    except FileNotFoundError:
        path = f"{package.replace('.', '/')}/words/{locale}.ftl"
        raise LookupError(f"{path} is missing: a package has its texts in all of {', '.join(LOCALES)}") from None


def _spoken(locale: str) -> str:
    """Discord says en-GB, and knows languages that nobody has written for yet."""
    language = locale[:2]
    return language if language in LOCALES else LOCALES[0]


class _Shelf:
    """The texts of a package in one language, each understood when it is first read: that takes half a second for all,
    and a start needs few.
    """

    def __init__(self, package: str, locale: str) -> None:
        self.written: dict[str, str] = {}
        for source in dict.fromkeys((__package__, package)):
            for text in _ENTRY.split(catalogue(source, locale))[1:]:
                self.written[text[: text.index(" ")]] = text
        self._locale = locale
        self._opened: dict[str, Told] = {}

    def opened(self, key: str) -> Told:
        """This text, and with it those that it names."""
        if key not in self._opened:
            # Fluent takes as long to come as a small command does; who only names the languages needs none of it.
            from fluent.syntax import FluentParser  # noqa: PLC0415

            from games.pattern import understood  # noqa: PLC0415

            entry = FluentParser().parse_entry(self.written[key])
            self._opened[key] = understood(entry, self._locale, self.opened)
        return self._opened[key]


@cache
def _shelf(package: str, locale: str) -> _Shelf:
    return _Shelf(package, locale)


HOUSE = Words(__package__)


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
