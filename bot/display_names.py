"""The names shown for people in pictures.

The names come with each interaction and are stored after the response. They are never requested from Discord.
"""

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
"""How long a cached name can be outdated after another process changes the name or deletes the person's data."""
_HIDDEN_CHARACTERS: Final = re.compile(r"[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Characters that have no width or change the text direction. Joiners are not included, because emoji need them."""
_BLANK_CHARACTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are displayed as blanks."""


def choose_display_name(*names: str | None) -> str:
    """Return the first visible name, as one line without hidden characters, or "" if no name is visible."""
    return next(filter(None, map(_clean_name, names)), "")


def _clean_name(name: str | None) -> str:
    cleaned = " ".join(_HIDDEN_CHARACTERS.sub("", name or "").split())
    is_visible = any(
        # Separators (Z), control characters (C) and combining marks (M) are not visible by themselves.
        unicodedata.category(character)[0] not in "ZCM" and character not in _BLANK_CHARACTERS
        for character in cleaned
    )
    return cleaned if is_visible else ""


class DisplayNames:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._cached_names: TtlCache[int, str] = TtlCache(NAME_CACHE_TTL_S)
        """By person ID: the person's name, or "" if it is unknown."""
        self._unsaved_names: dict[int, str] = {}

    def remember_names(self, names: Mapping[int, str]) -> None:
        """Cache these names. Call `save_new_names` to store them."""
        for person_id, name in names.items():
            if self._cached_names.get(person_id) != name:
                self._cached_names[person_id] = name
                self._unsaved_names[person_id] = name

    def forget_person(self, person_id: int) -> None:
        """Remove a person's name from the cache and from the names to be stored."""
        self._cached_names.discard(person_id)
        self._unsaved_names.pop(person_id, None)

    async def save_new_names(self) -> None:
        """Store the remembered names that differ from the stored ones."""
        unsaved, self._unsaved_names = self._unsaved_names, {}
        if not unsaved:
            return
        try:
            stored = await self._store.people.load_names(unsaved)
            if new := {person_id: name for person_id, name in unsaved.items() if stored.get(person_id) != name}:
                await self._store.people.save_names(new)
        except (DatabaseUnusable, StoreUnavailable):
            log.info("%d names could not be saved", len(unsaved), exc_info=True)
            for person_id in unsaved:
                # Without a cached name, the person's next interaction tries to store the name again.
                self._cached_names.discard(person_id)

    async def load_names(self, person_ids: Iterable[int]) -> dict[int, str]:
        """Return the known names of these people. If the store fails, return only cached names."""
        names = {person_id: self._cached_names.get(person_id) for person_id in person_ids}
        if unknown := [person_id for person_id, name in names.items() if name is None]:
            try:
                stored = await self._store.people.load_names(unknown)
            except (DatabaseUnusable, StoreUnavailable):
                log.info("%d names could not be loaded", len(unknown), exc_info=True)
            else:
                for person_id in unknown:
                    # A name that was cached in the meantime is newer.
                    if person_id not in self._cached_names:
                        self._cached_names[person_id] = stored.get(person_id, "")
                    names[person_id] = self._cached_names[person_id]
        return {person_id: name for person_id, name in names.items() if name}
