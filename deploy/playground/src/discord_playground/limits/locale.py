"""The locales that Discord supports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors
from discord_playground.limits.field_errors import FieldPath

LOCALE_NAMES: Final = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi"
    " zh-CN zh-TW"
)
DISCORD_LOCALES: Final = tuple(LOCALE_NAMES.split())


def check_translation_locales(command_or_option: Any, path: FieldPath) -> Iterator[FieldError]:
    """Yield an error for each translation into a locale that Discord does not support."""
    for field in ("name_localizations", "description_localizations"):
        texts = command_or_option.get(field) if isinstance(command_or_option, dict) else None
        for locale in texts if isinstance(texts, dict) else ():
            if locale not in DISCORD_LOCALES:
                yield field_errors.not_one_of((*path, field, locale), DISCORD_LOCALES)
