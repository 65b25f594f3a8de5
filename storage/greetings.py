"""Which servers the bot has greeted after joining them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class Greeting:
    server_id: int
    pending_channel_id: int | None
    """The channel in which the greeting is being sent; None if it was sent, or if it could not be sent anywhere."""
    started_ms: int


_COLUMNS: Final = "server_id, pending_channel_id, started_ms"
_SELECT_GREETING: Final = build_select(_COLUMNS, "FROM greeting WHERE server_id = :server_id")
_INSERT_GREETING: Final = build_insert("greeting", _COLUMNS)
_FINISH_GREETING: Final = Statement("UPDATE greeting SET pending_channel_id = NULL WHERE server_id = :server_id")


class GreetingRepository(Repository):
    async def load_greeting(self, server_id: int) -> Greeting | None:
        """Return the greeting of a server, or None if no process has begun to greet the server."""
        row = await self.fetch_row(_SELECT_GREETING(server_id=server_id))
        return Greeting(*row) if row else None

    async def begin_greeting(self, greeting: Greeting) -> None:
        await self.database.write(_INSERT_GREETING(**to_values(greeting)))

    async def finish_greeting(self, server_id: int) -> None:
        await self.database.write(_FINISH_GREETING(server_id=server_id))
