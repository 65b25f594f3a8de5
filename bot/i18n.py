"""The bot's own texts, in every language: `say(key, locale, …)` reads them from `words/*.ftl`."""

from __future__ import annotations

from typing import Final

from games.words import Words

say: Final = Words("bot")
