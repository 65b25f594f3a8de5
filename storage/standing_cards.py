"""Public messages that stay in a channel and always show the current state of something, such as a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class StandingCard:
    kind: str
    """What the message shows, for example 'tournament'."""
    subject_id: int
    """The ID of the tournament, or of whatever else the message shows."""
    channel_id: int
    message_id: int
    content_key: str
    """Identifies the content of the message; '' if it is unknown."""
    edited_ms: int
    refused_ms: int | None = None
    """When Discord first refused to edit the message because it is old; None if it has not."""


_COLUMNS: Final = "kind, subject_id, channel_id, message_id, content_key, edited_ms, refused_ms"
_WHERE_CARD: Final = "kind = :kind AND subject_id = :subject_id"
_SELECT_CARD: Final = build_select(_COLUMNS, f"FROM standing_card WHERE {_WHERE_CARD}")
_SELECT_SUBJECTS: Final = build_select("subject_id", "FROM standing_card WHERE kind = :kind ORDER BY subject_id")
_UPSERT_CARD: Final = build_insert(
    "standing_card",
    _COLUMNS,
    """ON CONFLICT (kind, subject_id) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id,
    content_key = excluded.content_key, edited_ms = excluded.edited_ms, refused_ms = excluded.refused_ms""",
)
_DELETE_CARD: Final = Statement(f"DELETE FROM standing_card WHERE {_WHERE_CARD}")  # noqa: S608 - names of ours


class StandingCardRepository(Repository):
    async def list_subjects(self, kind: str) -> list[int]:
        """Return the subject IDs of all cards of a kind, such as the IDs of the tournaments that have a card."""
        return [subject_id for (subject_id,) in await self.fetch_rows(_SELECT_SUBJECTS(kind=kind))]

    async def load(self, kind: str, subject_id: int) -> StandingCard | None:
        row = await self.fetch_row(_SELECT_CARD(kind=kind, subject_id=subject_id))
        return StandingCard(*row) if row else None

    async def save(self, card: StandingCard) -> None:
        await self.database.write(_UPSERT_CARD(**to_values(card)))

    async def delete(self, kind: str, subject_id: int) -> None:
        await self.database.write(_DELETE_CARD(kind=kind, subject_id=subject_id))
