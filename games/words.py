"""Texts by key and locale; the prose is in the catalogues, `words/<locale>.ftl` of each package."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count, takewhile
from typing import Any, Final, Literal, TypeAlias, get_args

from games.refused import Refused

Locale: TypeAlias = Literal["en", "de", "fr"]
_ENTRY: Final = re.compile(r"^(?=[a-z][a-z0-9_-]* =)", re.MULTILINE)
_NAMED: Final = re.compile(r"\{ ?([a-z][a-z0-9_-]*) ?(?:\}|->)")
"""A text that is part of another; what whoever asks knows has a $ before it."""
LOCALES: Final[tuple[Locale, ...]] = get_args(Locale)


class Words:
    """The texts of a package, over those that all share."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, locale: str, **facts: str | int) -> str:
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
def _text(package: str, locale: str, key: str, /, **facts: str | int) -> str:
    """The same facts are the same text: a table says most of it again with each message."""
    from fluent.runtime.types import fluent_number  # noqa: PLC0415 - as in `_Shelf`

    bundle = _shelf(package, locale).opened(key)
    message = bundle.get_message(key)
    if message.value is None:
        raise LookupError(key)
    # Numbers choose plurals, and are told as they are: an id is no quantity to group in thousands.
    told = {
        name: fluent_number(fact, useGrouping=False) if isinstance(fact, int) else fact for name, fact in facts.items()
    }
    text, errors = bundle.format_pattern(message.value, told)
    if errors:
        raise errors[0]
    return str(text)


def catalogue(package: str, locale: str) -> str:
    return files(package).joinpath("words", f"{locale}.ftl").read_text("utf-8")


def _spoken(locale: str) -> str:
    """Discord says en-GB, and knows languages that nobody has written for yet."""
    language = locale[:2]
    return language if language in LOCALES else LOCALES[0]


class _Shelf:
    """The texts of a package in one language, each understood when it is first read: that takes half a second for all,
    and a start needs few.
    """

    def __init__(self, package: str, locale: str) -> None:
        # Fluent takes as long to come as a small command does; who only names the languages there are needs none of it.
        from fluent.runtime import FluentBundle  # noqa: PLC0415

        self.written: dict[str, str] = {}
        for source in dict.fromkeys((__package__, package)):
            for text in _ENTRY.split(catalogue(source, locale))[1:]:
                self.written[text[: text.index(" ")]] = text
        # Isolation marks would stand in the middle of what players copy; no text here is right to left.
        self._bundle = FluentBundle([locale], use_isolating=False)

    def opened(self, key: str) -> Any:
        """A bundle that has this text and those that it names."""
        from fluent.runtime import FluentResource  # noqa: PLC0415

        if not self._bundle.has_message(key):
            text = self.written[key]
            self._bundle.add_resource(FluentResource(text))
            for named in _NAMED.findall(text):
                self.opened(named)
        return self._bundle


@cache
def _shelf(package: str, locale: str) -> _Shelf:
    return _Shelf(package, locale)


HOUSE = Words(__package__)
