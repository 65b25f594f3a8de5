"""Discord's languages, and texts by language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deploy.playground.limits import phrases
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Text
from deploy.playground.refusal import Fault

NAMES = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi"
    " zh-CN zh-TW"
)
LOCALES = tuple(NAMES.split())


@dataclass(frozen=True, slots=True)
class Localised:
    least: int
    most: int

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield phrases.no_dict(place)
            return
        for locale, text in value.items():
            if locale not in LOCALES:
                yield phrases.not_among((*place, locale), LOCALES)
            yield from Text(self.least, self.most).faults(text, (*place, locale))
