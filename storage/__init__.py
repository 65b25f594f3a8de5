"""The only memory of the house: words and numbers, kept. It knows no game."""

from storage.database import Busy, Conflict, Damaged, Database, Unstored
from storage.played import Played, Rated
from storage.store import Store, folder
from storage.values import (
    NO_SEAT,
    UNCHANGED,
    Appended,
    Change,
    Deadline,
    Event,
    Header,
    Journal,
    Met,
    Opening,
    Prompt,
    Rating,
    Result,
    Season,
    Seated,
    Standing,
    Week,
)

__all__ = [
    "NO_SEAT",
    "UNCHANGED",
    "Appended",
    "Busy",
    "Change",
    "Conflict",
    "Damaged",
    "Database",
    "Deadline",
    "Event",
    "Header",
    "Journal",
    "Met",
    "Opening",
    "Played",
    "Prompt",
    "Rated",
    "Rating",
    "Result",
    "Season",
    "Seated",
    "Standing",
    "Store",
    "Unstored",
    "Week",
    "folder",
]
