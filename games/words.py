"""Texts by key and locale; the prose is in the catalogues, `words/<locale>.ftl` of each package."""

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
