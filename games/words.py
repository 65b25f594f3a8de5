"""Texts by key and locale, from the files `words/<locale>.ftl` in each package.

A text that a package lacks in one language is in English instead. Tests check that our own packages lack none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count, takewhile
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from games.refused import Refused

if TYPE_CHECKING:
    from games.message_format import Fact, Formatter

Locale: TypeAlias = Literal["en", "de", "fr"]
_ENTRY: Final = re.compile(r"^(?=[a-z][a-z0-9_-]* =)", re.MULTILINE)
LOCALES: Final[tuple[Locale, ...]] = get_args(Locale)


class Words:
    """A package's texts, with the shared texts as a fallback. Call it as `say("key", locale, name=value)`."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, locale: str, /, **facts: str | int) -> str:
        return _format_text(self.package, _closest_locale(locale), key, **facts)

    def has_text(self, key: str) -> bool:
        """Return whether the package has this text, at least in English, to which all languages fall back."""
        return key in _load_catalog(self.package, LOCALES[0]).sources

    def format_pages(self, key: str, locale: str, **facts: str | int) -> list[str]:
        """Return the texts `key-1`, `key-2` and so on."""
        keys = _load_catalog(self.package, _closest_locale(locale)).sources
        return [self(f"{key}-{page}", locale, **facts) for page in takewhile(lambda n: f"{key}-{n}" in keys, count(1))]

    def format_list(self, names: Sequence[str], locale: str) -> str:
        """Join names into a list such as "Ann, Ben and Cat"."""
        if len(names) < 2:
            return "".join(names)
        return self("list", locale, some=", ".join(names[:-1]), last=names[-1])

    def make_refusal(self, key: str, **facts: str | int) -> Refused:
        """Return a refusal whose message is one of this package's texts."""
        return Refused(key, self.package, **facts)

    def format_refusal(self, refused: Refused, locale: str) -> str:
        """Return the message of a refusal."""
        return _format_text(
            refused.package or self.package, _closest_locale(locale), f"no-{refused.key}", **refused.facts
        )


@lru_cache(maxsize=4096, typed=True)
def _format_text(package: str, locale: str, key: str, /, **facts: Fact) -> str:
    """Format a text. Results are cached, since consecutive messages of a match repeat most texts."""
    return _load_catalog(package, locale).compile_text(key)(facts)


def load_catalog(package: str, locale: str) -> str:
    """Return the source of a package's texts in one language, or "" if the package is not translated to it.

    Raises `LookupError` if the English texts are missing.
    """
    try:
        return files(package).joinpath("words", f"{locale}.ftl").read_text("utf-8")
    except FileNotFoundError:
        if locale != LOCALES[0]:
            return ""
        raise LookupError(f"{package}: words/{locale}.ftl is missing; a game needs its texts in English") from None


def _closest_locale(locale: str) -> str:
    """Return the supported locale for one of Discord's locales, for example `en` for `en-GB`."""
    language = locale[:2]
    return language if language in LOCALES else LOCALES[0]


class _Catalog:
    """A package's texts in one language.

    Each text is compiled when it is first used. Compiling all texts takes half a second, and only a few are needed at
    startup.
    """

    def __init__(self, package: str, locale: str) -> None:
        self.sources: dict[str, str] = {}
        """The Fluent source of each message, by key."""
        self._package = package
        self._locale_by_key: dict[str, str] = {}
        """The language of each message. A message that is not translated is in English."""
        for source in dict.fromkeys((__package__, package)):
            for language in dict.fromkeys((LOCALES[0], locale)):
                for text in _ENTRY.split(load_catalog(source, language))[1:]:
                    key = text[: text.index(" ")]
                    self.sources[key], self._locale_by_key[key] = text, language
        self._formatters: dict[str, Formatter] = {}

    def compile_text(self, key: str) -> Formatter:
        """Compile a text and all texts that it refers to."""
        if key not in self._formatters:
            # Imported here because importing Fluent takes as long as a small command.
            from fluent.syntax import FluentParser  # noqa: PLC0415

            from games.message_format import compile_entry  # noqa: PLC0415

            if key not in self.sources:
                raise LookupError(f"{self._package}: words/{LOCALES[0]}.ftl has no text {key}")
            entry = FluentParser().parse_entry(self.sources[key])
            self._formatters[key] = compile_entry(entry, self._locale_by_key[key], self.compile_text)
        return self._formatters[key]


@cache
def _load_catalog(package: str, locale: str) -> _Catalog:
    return _Catalog(package, locale)


SHARED_WORDS = Words(__package__)


SEAT_SHAPES: Final = "●◆▲■★⬢"
"""The seats' shapes as characters, by seat."""
SeatOrSeats: TypeAlias = int | Sequence[int]
"""A seat, or several seats that did something together."""


class StepNarrator:
    """Formatter of texts about what players did, for one reader or for everybody.

    A text about players has up to three variants. `KEY` names all players, `KEY-you` addresses a reader who acted,
    alone or with others, and `KEY-to-you` addresses the reader whom the action affected. Each variant is a complete
    text, since “you” also changes the verb. `$who` lists the players who acted, the reader first, and `$count` is their
    number.

    A name is a mention, “the house” or the color of a seat. Texts must not require a name to be inflected: German texts
    can use a name only in the nominative, and French texts cannot use a name after a word that would elide.
    """

    def __init__(self, say: Words, locale: str, names: Sequence[str], reader: int | None = None) -> None:
        self._say: Final = say
        self._locale: Final = locale
        self._names: Final = names
        self._reader: Final = reader
        """The reader's seat, or None if the text is for everybody."""

    def __call__(self, key: str, who: SeatOrSeats, rival: int | None = None, /, **facts: str | int) -> str:
        """Return a sentence about the seats in `who`, with a capital first letter even if it begins with “the house”.

        `rival` is the seat that the action affected, if any.
        """
        return capitalize(self.describe_part(key, who, rival, **facts))

    def describe_part(self, key: str, who: SeatOrSeats, rival: int | None = None, /, **facts: str | int) -> str:
        """Return the same text as calling the narrator, but not capitalized, for the middle of a sentence."""
        seats = (who,) if isinstance(who, int) else who
        if rival is not None:
            facts["rival"] = self._names[rival]
        names = [self._names[seat] for seat in seats if seat != self._reader]
        variant = ""
        if len(names) < len(seats):
            names.insert(0, self._say("you", self._locale))
            variant = "-you"
        elif rival is not None and rival == self._reader:
            variant = "-to-you"
        listed = self._say.format_list(names, self._locale)
        return self._say(f"{key}{variant}", self._locale, who=listed, count=len(seats), **facts)


def capitalize(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def seat_names(say: Words, count: int, locale: str) -> tuple[str, ...]:
    """Return the seats' default names, for example their colors."""
    return tuple(say(f"seat-{seat}", locale) for seat in range(count))
