"""Texts by key and locale, from the catalogues `words/<locale>.ftl` of each package."""

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
    """The texts of a package, with the shared ones as fallback: `say("key", locale, name=value)`."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, locale: str, /, **facts: str | int) -> str:
        return _format_text(self.package, _closest_locale(locale), key, **facts)

    def format_pages(self, key: str, locale: str, **facts: str | int) -> list[str]:
        """Return the texts `key-1`, `key-2` and so on."""
        keys = _load_catalogue(self.package, _closest_locale(locale)).sources
        return [self(f"{key}-{page}", locale, **facts) for page in takewhile(lambda n: f"{key}-{n}" in keys, count(1))]

    def format_list(self, names: Sequence[str], locale: str) -> str:
        """Join names as in "Ann, Ben and Cat"."""
        if len(names) < 2:
            return "".join(names)
        return self("list", locale, some=", ".join(names[:-1]), last=names[-1])

    def make_refusal(self, key: str, **facts: str | int) -> Refused:
        """Return a refusal whose message is in this package."""
        return Refused(key, self.package, **facts)

    def format_refusal(self, refused: Refused, locale: str) -> str:
        """Return the message of a refusal."""
        return _format_text(
            refused.package or self.package, _closest_locale(locale), f"no-{refused.key}", **refused.facts
        )


@lru_cache(maxsize=4096, typed=True)
def _format_text(package: str, locale: str, key: str, /, **facts: Fact) -> str:
    """Format a text; cached, since consecutive messages of a match repeat most texts."""
    return _load_catalogue(package, locale).compile_text(key)(facts)


def load_catalogue(package: str, locale: str) -> str:
    try:
        return files(package).joinpath("words", f"{locale}.ftl").read_text("utf-8")
    except FileNotFoundError:
        path = f"{package.replace('.', '/')}/words/{locale}.ftl"
        raise LookupError(f"{path} is missing: a package has its texts in all of {', '.join(LOCALES)}") from None


def _closest_locale(locale: str) -> str:
    """Return the locale that we have for one of Discord's, e.g. en for en-GB."""
    language = locale[:2]
    return language if language in LOCALES else LOCALES[0]


class _Catalogue:
    """The texts of a package in one language.

    Each is compiled when it is first used. Compiling all takes half a second, and few are needed at first.
    """

    def __init__(self, package: str, locale: str) -> None:
        self.sources: dict[str, str] = {}
        """The text of each message, by key."""
        for source in dict.fromkeys((__package__, package)):
            for text in _ENTRY.split(load_catalogue(source, locale))[1:]:
                self.sources[text[: text.index(" ")]] = text
        self._locale = locale
        self._formatters: dict[str, Formatter] = {}

    def compile_text(self, key: str) -> Formatter:
        """Compile a text and those that it refers to."""
        if key not in self._formatters:
            # Importing Fluent takes as long as a small command.
            from fluent.syntax import FluentParser  # noqa: PLC0415

            from games.message_format import compile_entry  # noqa: PLC0415

            entry = FluentParser().parse_entry(self.sources[key])
            self._formatters[key] = compile_entry(entry, self._locale, self.compile_text)
        return self._formatters[key]


@cache
def _load_catalogue(package: str, locale: str) -> _Catalogue:
    return _Catalogue(package, locale)


SHARED_WORDS = Words(__package__)


SEAT_SHAPES: Final = "●◆▲■★⬢"
"""The shapes of the seats as characters."""
SeatOrSeats: TypeAlias = int | Sequence[int]
"""A seat, or several that did something together."""


class StepNarrator:
    """Describes what players did, for one reader or for everybody.

    A text about players has a variant for each reader: `KEY` names everybody, `KEY-you` addresses a player who did it,
    alone or with others, and `KEY-to-you` addresses the player it was done to. Each variant is a whole text, since
    “you” changes the verb, too. `$who` lists those who did it, the reader first, and `$count` is their number.

    A name is a mention, “the house” or the color of a seat. Texts cannot inflect it: German must not use it in the
    dative or genitive, and French not after a word that would elide.
    """

    def __init__(self, say: Words, locale: str, names: Sequence[str], reader: int | None = None) -> None:
        self._say: Final = say
        self._locale: Final = locale
        self._names: Final = names
        self._reader: Final = reader
        """The seat of the reader; None for everybody."""

    def __call__(self, key: str, who: SeatOrSeats, rival: int | None = None, /, **facts: str | int) -> str:
        """Return a sentence. It begins with a capital even if it begins with “the house”."""
        return capitalize(self.describe_part(key, who, rival, **facts))

    def describe_part(self, key: str, who: SeatOrSeats, rival: int | None = None, /, **facts: str | int) -> str:
        """Return the same for the middle of a sentence."""
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
    """Return the default names of the seats, e.g. their colors."""
    return tuple(say(f"seat-{seat}", locale) for seat in range(count))
