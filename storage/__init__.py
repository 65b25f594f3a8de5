"""The only memory of the house: words and numbers, kept. It knows no game."""

from storage.database import Busy, Conflict, Damaged, Database, Unstored
from storage.played import Played, Rated
from storage.store import Store, folder
from storage.values import (
    NO_SEAT,
    Appended,
    Change,
    Deadline,
    Event,
    Header,
    Journal,
    Opening,
    Prompt,
    Rating,
    Result,
    Season,
    Seated,
    Standing,
)

__all__ = [
    "NO_SEAT",
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
    "folder",
]
