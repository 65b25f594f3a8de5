"""Texts by key and locale; the prose is in the catalogues, `words/<locale>.ftl` of each package."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count, takewhile
from typing import Any, Final, Literal, TypeAlias, get_args

from games.refused import Refused

Locale: TypeAlias = Literal["en", "de", "fr"]
LOCALES: Final[tuple[Locale, ...]] = get_args(Locale)


class Words:
    """The texts of a package, over those that all share."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, locale: str, **facts: str | int) -> str:
        return _text(self.package, _spoken(locale), key, **facts)

    def pages(self, key: str, locale: str) -> list[str]:
        """A text of several pages: `key-1`, `key-2` and so on."""
        bundle = _bundle(self.package, _spoken(locale))
        return [
            self(f"{key}-{page}", locale) for page in takewhile(lambda n: bundle.has_message(f"{key}-{n}"), count(1))
        ]

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
    from fluent.runtime.types import fluent_number  # noqa: PLC0415 - as in `_bundle`

    message = _bundle(package, locale).get_message(key)
    if message.value is None:
        raise LookupError(key)
    # Numbers choose plurals, and are told as they are: an id is no quantity to group in thousands.
    told = {
        name: fluent_number(fact, useGrouping=False) if isinstance(fact, int) else fact for name, fact in facts.items()
    }
    text, errors = _bundle(package, locale).format_pattern(message.value, told)
    if errors:
        raise errors[0]
    return str(text)


def catalogue(package: str, locale: str) -> str:
    return files(package).joinpath("words", f"{locale}.ftl").read_text("utf-8")


def _spoken(locale: str) -> str:
    """Discord says en-GB, and knows languages that nobody has written for yet."""
    language = locale[:2]
    return language if language in LOCALES else LOCALES[0]


@cache
def _bundle(package: str, locale: str) -> Any:
    # Fluent takes as long to come as a small command does; who only names the languages there are needs none of it.
    from fluent.runtime import FluentBundle, FluentResource  # noqa: PLC0415

    # Isolation marks would stand in the middle of what players copy; no text here is right to left.
    bundle = FluentBundle([locale], use_isolating=False)
    for source in dict.fromkeys((__package__, package)):
        bundle.add_resource(FluentResource(catalogue(source, locale)))
    return bundle


HOUSE = Words(__package__)
