"""The only memory of the house: words and numbers, kept. It knows no game.

A value stands beside the statements that read and write it. Times are milliseconds; ids are Discord's.
"""

from storage.database import Busy, Conflict, Damaged, Database, Denied, Doubted, Unstored
from storage.deadline import NO_SEAT, Deadline, Holiday
from storage.hand import ASIDE, LOOK, Door, Hand, Presence
from storage.header import Crowd, Header
from storage.journal import UNCHANGED, Appended, Change, Event, Journal, Opening, Seated
from storage.ladder import Rating, Standing
from storage.leftover import CARD, Leftover, Posting
from storage.outlook import Company, Outlook
from storage.person import Attended
from storage.played import Meetings, Played, Rated
from storage.result import Met, OneSided, Result, Weighed
from storage.season import Award, News, Season
from storage.store import Store, folder
