"""The only memory of the house: words and numbers, kept. It knows no game.

A value stands beside the statements that read and write it. Times are milliseconds; ids are Discord's.
"""

from storage.attendance import Attended
from storage.database import Busy, Conflict, Damaged, Database, Denied, Doubted, Unstored
from storage.deadline import NO_SEAT, Deadline
from storage.event import Event
from storage.hand import ASIDE, HAND, LOOK, Door, Hand, Presence
from storage.header import Crowd, Header
from storage.holiday import Holiday
from storage.journal import UNCHANGED, Appended, Change, Journal, Opening, Seated
from storage.ladder import Rating, Standing
from storage.leftover import CARD, Leftover, Posting
from storage.outlook import Company, Outlook
from storage.played import Meetings, Played, Rated
from storage.result import Met, OneSided, Result
from storage.season import Award, News, Season
from storage.store import Store, folder
from storage.verdict import Weighed

__all__ = [
    "ASIDE",
    "CARD",
    "HAND",
    "LOOK",
    "NO_SEAT",
    "UNCHANGED",
    "Appended",
    "Attended",
    "Award",
    "Busy",
    "Change",
    "Company",
    "Conflict",
    "Crowd",
    "Damaged",
    "Database",
    "Deadline",
    "Denied",
    "Door",
    "Doubted",
    "Event",
    "Hand",
    "Header",
    "Holiday",
    "Journal",
    "Leftover",
    "Meetings",
    "Met",
    "News",
    "OneSided",
    "Opening",
    "Outlook",
    "Played",
    "Posting",
    "Presence",
    "Rated",
    "Rating",
    "Result",
    "Season",
    "Seated",
    "Standing",
    "Store",
    "Unstored",
    "Weighed",
    "folder",
]
