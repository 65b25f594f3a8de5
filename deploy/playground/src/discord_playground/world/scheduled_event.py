"""A server's scheduled events, which take place outside Discord (type EXTERNAL)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from discord_playground.world.clock import format_timestamp

EXTERNAL_EVENT: Final = 3
GUILD_ONLY: Final = 2


class EventStatus(IntEnum):
    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(slots=True)
class ScheduledEvent:
    id: str
    guild_id: str
    creator_id: str
    name: str
    description: str | None
    location: str
    start_at: float
    """The start and the end are in seconds of Unix time."""
    end_at: float
    status: EventStatus = EventStatus.SCHEDULED

    @property
    def is_open(self) -> bool:
        """Whether the event is still going to start or to end."""
        return self.status in (EventStatus.SCHEDULED, EventStatus.ACTIVE)

    def to_api_json(self, creator: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": self.id,
            "guild_id": self.guild_id,
            "channel_id": None,
            "creator_id": self.creator_id,
            "creator": creator,
            "name": self.name,
            "description": self.description,
            "image": None,
            "scheduled_start_time": format_timestamp(self.start_at),
            "scheduled_end_time": format_timestamp(self.end_at),
            "privacy_level": GUILD_ONLY,
            "status": self.status,
            "entity_type": EXTERNAL_EVENT,
            "entity_id": None,
            "entity_metadata": {"location": self.location},
            "recurrence_rule": None,
            "guild_scheduled_event_exceptions": [],
        }
