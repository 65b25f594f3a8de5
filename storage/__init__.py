"""The store: everything that the bot remembers, in SQLite or PostgreSQL.

`Store` holds one repository per subject (`store.journal`, `store.matches`, `store.ratings`, …), each in a file with its
row classes and its SQL. `Database` is the interface that `sqlite.py` and `postgres.py` implement; `statement.py` makes
the same SQL run on both. The package depends on neither the games nor Discord. Times are in milliseconds. The IDs of
people, servers, channels and messages are Discord IDs.
"""

from storage.backup import find_last_backup_time
from storage.daily import MonthTotal, PlayedDay, StoredChoice, StoredDay
from storage.database import (
    AccessDenied,
    ClockDoubted,
    Conflict,
    Database,
    DatabaseInUse,
    DatabaseUnusable,
    StoreUnavailable,
)
from storage.deadlines import WHOLE_MATCH, Deadline, DeadlineOutcome
from storage.delivery_state import MatchDeliveryState, PlayerContext
from storage.follows import FollowNotice, FollowReasons
from storage.greetings import Greeting
from storage.history import HeadToHead, PastResult, RatingPoint
from storage.holidays import Holiday
from storage.journal import (
    NO_CHANGE,
    OWN_INTERACTION_IDS,
    AppendResult,
    Event,
    Journal,
    MatchChange,
    NewMatch,
    SeatStatus,
    StoredSeat,
)
from storage.matches import ActivityCounts, MatchHeader
from storage.message_cleanup import CARD, ObsoleteMessage, PendingSend
from storage.people import ServerMembership
from storage.player_messages import OFFER_PANEL, PLAY, InteractionToken, PlayerMessage, Presence
from storage.predictions import Calibration, ResolvedChoice, ScoredPrediction, SeerTally, StoredPrediction
from storage.quick_matches import QuickMatch, build_quick_match_lock_name
from storage.ratings import LadderPlace, Rating
from storage.results import LuckAndPlay, OneSidedPair, RatedOutcome, SeatResult
from storage.seasons import NO_SEASON, Announcement, Award, Season
from storage.standing_cards import StandingCard
from storage.store import Store, find_folder
from storage.tournaments import (
    NewTournament,
    StoredEntrant,
    StoredFixture,
    StoredTournament,
    TournamentHeader,
    TournamentStatus,
)
