"""Searches for an opponent: the people who wait in a server's lobby, and the private message that tells each so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class QuickMatch:
    """One person's search for an opponent."""

    interaction_id: int
    """The click that began the search. If somebody else joins, this click counts as the one that offered the match."""
    server_id: int
    person_id: int
    game: str
    token: str
    """The token of the click, which can edit the private message or send another one."""
    since_ms: int
    message_id: int | None = None
    """The private message that shows the search; None until it has been sent."""
    state: str = "waiting"
    """'waiting', 'bot_offered' once the message offers to play the bot, or 'over' if the message must be deleted."""


def build_quick_match_lock_name(server_id: int) -> str:
    """Return the name of the lock to hold while a search begins or ends on a server, or while its message is edited."""
    return f"quick match {server_id}"


_COLUMNS: Final = "interaction_id, server_id, person_id, game, token, since_ms, message_id, state"
_SELECT_WAITING: Final = build_select(
    _COLUMNS,
    """FROM quick_match WHERE server_id = :server_id AND state <> 'over' AND since_ms > :since_ms
    ORDER BY since_ms, interaction_id""",
)
_SELECT_UNSHOWN: Final = build_select(
    _COLUMNS,
    """FROM quick_match WHERE state = 'over' OR since_ms <= :lapsed_ms
        OR (state = 'waiting' AND since_ms <= :bot_offer_ms AND message_id IS NOT NULL)
    ORDER BY since_ms, interaction_id""",
)
_INSERT_QUICK_MATCH: Final = build_insert("quick_match", _COLUMNS, "ON CONFLICT DO NOTHING")
_SET_MESSAGE: Final = Statement(
    "UPDATE quick_match SET message_id = :message_id WHERE interaction_id = :interaction_id"
)
_SET_STATE: Final = Statement("UPDATE quick_match SET state = :state WHERE interaction_id = :interaction_id")
_END_SEARCHES: Final = Statement(
    "UPDATE quick_match SET state = 'over' WHERE server_id = :server_id AND person_id = :person_id"
)
_DELETE_QUICK_MATCH: Final = Statement(
    "DELETE FROM quick_match WHERE interaction_id = :interaction_id", must_match=True
)


class QuickMatchRepository(Repository):
    async def list_waiting(self, server_id: int, since_ms: int) -> list[QuickMatch]:
        """Return the searches on a server that are not over and began after `since_ms`, oldest first."""
        rows = await self.fetch_rows(_SELECT_WAITING(server_id=server_id, since_ms=since_ms))
        return [QuickMatch(*row) for row in rows]

    async def list_with_outdated_message(self, bot_offer_ms: int, lapsed_ms: int) -> list[QuickMatch]:
        """Return the searches, on any server, whose private message must be edited or deleted.

        These are the searches that have ended or began by `lapsed_ms`, and the waiting ones that began by
        `bot_offer_ms`, whose messages must now offer to play the bot.
        """
        rows = await self.fetch_rows(_SELECT_UNSHOWN(bot_offer_ms=bot_offer_ms, lapsed_ms=lapsed_ms))
        return [QuickMatch(*row) for row in rows]

    async def begin_search(self, quick_match: QuickMatch) -> None:
        """Store a search, and end the person's earlier searches on the same server."""
        await self.database.write(
            _END_SEARCHES(server_id=quick_match.server_id, person_id=quick_match.person_id),
            _INSERT_QUICK_MATCH(**to_values(quick_match)),
        )

    async def set_message(self, interaction_id: int, message_id: int) -> None:
        """Record which private message shows a search."""
        await self.database.write(_SET_MESSAGE(interaction_id=interaction_id, message_id=message_id))

    async def set_state(self, interaction_id: int, state: str) -> None:
        await self.database.write(_SET_STATE(interaction_id=interaction_id, state=state))

    async def end_searches(self, server_id: int, person_id: int) -> None:
        """End a person's searches on a server. They stay stored until their private messages have been deleted."""
        await self.database.write(_END_SEARCHES(server_id=server_id, person_id=person_id))

    async def delete_search(self, interaction_id: int) -> bool:
        return await self.try_write(_DELETE_QUICK_MATCH(interaction_id=interaction_id))
