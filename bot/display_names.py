"""What people are called in pictures: heard with what they do, never asked for, and stored after their answer."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from bot.caches import TtlCache
from storage import DatabaseUnusable, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

NAME_CACHE_TTL_S: Final = 600.0
"""Seconds; another process may have heard of a new name since, or somebody may have been forgotten."""


_HIDDEN_CHARACTERS: Final = re.compile(r"[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Signs that take no room, or turn the text behind them around. Joiners stay: emoji and some scripts need them."""
_BLANK_CHARACTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like a space."""


def choose_display_name(*names: str | None) -> str:
    """Return the first of somebody's names that can be seen, on one line and without hidden signs."""
    return next(filter(None, map(_clean_name, names)), "")


def _clean_name(name: str | None) -> str:
    shown = " ".join(_HIDDEN_CHARACTERS.sub("", name or "").split())
    # Separators, controls and marks alone show nothing.
    return (
        shown if any(unicodedata.category(it)[0] not in "ZCM" and it not in _BLANK_CHARACTERS for it in shown) else ""
    )


class DisplayNames:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._cached_names: TtlCache[int, str] = TtlCache(NAME_CACHE_TTL_S)
        """As they were heard or looked up; nothing where nobody has seen them yet."""
        self._unsaved_names: dict[int, str] = {}
        """What may not be stored yet."""

    def remember_names(self, names: Mapping[int, str]) -> None:
        """From here on that is what they are called."""
        for person_id, name in names.items():
            if self._cached_names.get(person_id) != name:
                self._cached_names[person_id] = name
                self._unsaved_names[person_id] = name

    def forget_person(self, person_id: int) -> None:
        """What was heard of them just now is not to be stored either."""
        self._cached_names.discard(person_id)
        self._unsaved_names.pop(person_id, None)

    async def save_new_names(self) -> None:
        """What was heard and is not as it is stored; mostly nothing."""
        heard, self._unsaved_names = self._unsaved_names, {}
        if not heard:
            return
        try:
            stored = await self._store.people.load_names(heard)
            if new := {person_id: name for person_id, name in heard.items() if stored.get(person_id) != name}:
                await self._store.people.save_names(new)
        except (DatabaseUnusable, StoreUnavailable):
            log.info("%d names are not kept", len(heard), exc_info=True)
            for person_id in heard:
                # So that the next thing they do is heard again.
                self._cached_names.discard(person_id)

    async def load_names(self, person_ids: Iterable[int]) -> dict[int, str]:
        """Of those whom somebody has seen: nobody waits for a picture because of a name."""
        found = {person_id: self._cached_names.get(person_id) for person_id in person_ids}
        if unknown := [person_id for person_id, name in found.items() if name is None]:
            try:
                stored = await self._store.people.load_names(unknown)
            except (DatabaseUnusable, StoreUnavailable):
                log.info("%d names are not to be had", len(unknown), exc_info=True)
            else:
                for person_id in unknown:
                    # Whoever was heard of meanwhile is called by what was heard.
                    if person_id not in self._cached_names:
                        self._cached_names[person_id] = stored.get(person_id, "")
                    found[person_id] = self._cached_names[person_id]
        return {person_id: name for person_id, name in found.items() if name}
