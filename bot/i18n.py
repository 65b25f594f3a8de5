"""Translations of the bot's texts, and the choice of a language."""

from __future__ import annotations

from typing import Final

from games.words import LOCALES, Locale, Words

say: Final = Words("bot")
"""Returns a text from `words/*.ftl`, as in `say(key, locale, name=value)`."""


def choose_locale(*wanted: str | None) -> Locale:
    """Return the first wanted language that the bot supports, or the default language if there is none.

    Regions are ignored, so `de-AT` is German.
    """
    for locale in wanted:
        for known in LOCALES:
            if locale and locale[:2] == known:
                return known
    return LOCALES[0]
