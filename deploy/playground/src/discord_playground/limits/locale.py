"""Discord's languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord_playground.limits import phrases
from discord_playground.limits.phrases import Place
from discord_playground.refusal import Fault

NAMES: Final = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi"
    " zh-CN zh-TW"
)
LOCALES: Final = tuple(NAMES.split())


def unknown(translated: Any, place: Place) -> Iterator[Fault]:
    """Report translations into languages that Discord does not have."""
    for field in ("name_localizations", "description_localizations"):
        texts = translated.get(field) if isinstance(translated, dict) else None
        for locale in texts if isinstance(texts, dict) else ():
            if locale not in LOCALES:
                yield phrases.not_among((*place, field, locale), LOCALES)
