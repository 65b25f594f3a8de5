"""People who wait in a server's lobby for an opponent. At most one person waits on each server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class QuickMatch:
    server_id: int
    person_id: int
    game: str
    interaction_id: int
    """The click with which the person began to wait. It identifies the offer that is made for them."""
    message_id: int | None
    """The clicked message."""
    token: str
    """The token of the click, with which the bot can send the person a private message."""
    since_ms: int


_COLUMNS: Final = "server_id, person_id, game, interaction_id, message_id, token, since_ms"
_SELECT_QUICK_MATCH: Final = build_select(
    _COLUMNS, "FROM quick_match WHERE server_id = :server_id AND since_ms > :since_ms"
)
_UPSERT_QUICK_MATCH: Final = build_insert(
    "quick_match",
    _COLUMNS,
    """ON CONFLICT (server_id) DO UPDATE SET person_id = excluded.person_id, game = excluded.game,
    interaction_id = excluded.interaction_id, message_id = excluded.message_id, token = excluded.token,
    since_ms = excluded.since_ms""",
)
_DELETE_QUICK_MATCH: Final = Statement(
    "DELETE FROM quick_match WHERE server_id = :server_id AND person_id = :person_id", must_match=True
)


class QuickMatchRepository(Repository):
    async def find_waiting(self, server_id: int, since_ms: int) -> QuickMatch | None:
        """Return who has been waiting on a server and began after `since_ms`."""
        rows = await self.fetch_rows(_SELECT_QUICK_MATCH(server_id=server_id, since_ms=since_ms))
        return QuickMatch(*rows[0]) if rows else None

    async def save(self, quick_match: QuickMatch) -> None:
        await self.database.write(_UPSERT_QUICK_MATCH(**to_values(quick_match)))

    async def delete(self, server_id: int, person_id: int) -> bool:
        """Stop waiting. Return False if this person was not waiting."""
        return await self.try_write(_DELETE_QUICK_MATCH(server_id=server_id, person_id=person_id))
