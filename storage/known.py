"""What people were called when they were last seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from storage.part import Part
from storage.statement import Statement, insert

_KNOW: Final = insert("known", "person, name", "ON CONFLICT (person) DO UPDATE SET name = excluded.name")
KNOWN: Final = Statement("SELECT person, name FROM known WHERE person = :person")


class Names(Part):
    async def know(self, names: Mapping[int, str]) -> None:
        # In one order: two processes that hear of the same people do not wait for each other.
        await self.database.write(*(_KNOW(person=person, name=names[person]) for person in sorted(names)))

    async def known(self, people: Iterable[int]) -> dict[int, str]:
        """The names of those who have been seen."""
        found = await self.database.read(*(KNOWN(person=person) for person in people))
        return {person: name for rows in found for person, name in rows}
