"""The bot's texts in all languages, and the choice of a language."""

from __future__ import annotations

from typing import Final

from games.words import LOCALES, Locale, Words

say: Final = Words("bot")
"""`say(key, locale, …)` returns a text from `words/*.ftl`."""


def choose_locale(*wanted: str | None) -> Locale:
    """Return the first of these languages that the bot has texts for, or else its default.

    Regions are ignored: `de-AT` is German.
    """
    for locale in wanted:
        for known in LOCALES:
            if locale and locale[:2] == known:
                return known
    return LOCALES[0]
