"""Where all rooms are put together that know neither Discord nor the host: tables, ladders, house, herald and desk.

Each part is handed what it needs, and reaches through nobody to get it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.ai.coach import Coach
from bot.ai.opponent_history import Acquaintance
from bot.ai.seats import House
from bot.ai.workers import Minds
from bot.delivery.attendance import Attendance
from bot.delivery.card import TRAILS, Notice
from bot.delivery.card_screen import Face
from bot.delivery.change_listener import Ear
from bot.delivery.message_cleanup import Leftovers
from bot.delivery.messenger import Channels
from bot.delivery.notifications import Crier
from bot.delivery.player_messages import Hands
from bot.delivery.refresh import Rounds
from bot.delivery.scheduler import Herald
from bot.delivery.season_posts import Finale
from bot.delivery.send_recovery import SendRecovery
from bot.delivery.temporary_reveal import Veil
from bot.handlers.dispatcher import Desk
from bot.handlers.leaderboards import Ladders
from bot.handlers.match_actions import Asides
from bot.handlers.match_lookup import Which
from bot.handlers.moves import Moves
from bot.handlers.offers import Offers
from bot.handlers.practice import Practice
from bot.handlers.profiles import Profiles
from bot.handlers.rate_limit import FREE, Fair
from bot.handlers.review import LookBack
from bot.handlers.settings import Panels
from bot.matches.deadline_loop import Share
from bot.matches.holidays import Holidays
from bot.matches.service import Tables
from bot.matches.time_budget import Absences
from bot.preferences import Preferences
from bot.ratings.awards import Honours
from bot.ratings.leaderboard import Standings
from bot.ratings.rating_policy import Umpire
from bot.ratings.seasons import Seasons
from storage import Store


class Rooms:
    def __init__(
        self,
        store: Store,
        channels: Channels,
        minds: Minds,
        now: Callable[[], int],
        lull: Callable[[], Awaitable[None]],
        trails: float = TRAILS,
        fair: Fair = FREE,
    ) -> None:
        self.store = store
        self.preferences = Preferences(store)
        # what people do at tables, and what it comes to
        self.tables = Tables(store, Absences(), Umpire(store, self.preferences).ruled)
        self.standings = Standings(store, self.preferences, channels.member)
        self.seasons = Seasons(store, self.preferences)
        # Whoever thinks for the house, and whoever calls somebody who has another hand before them, says so to the
        # herald, which asks both of them: they need each other.
        acquaintance = Acquaintance(store, self.preferences)
        self.house = House(self.tables, minds, acquaintance, now, self._stir)
        # what channels and people are told of it
        veil = Veil(store, now)
        attendance = Attendance(self.tables, store, channels, now)
        self.hands = Hands(
            self.tables, store, channels, self.preferences, veil, attendance, acquaintance.verdict, self._stir, now
        )
        self.crier = Crier(self.tables, store, channels, self.preferences, self.hands, attendance, self._stir, now)
        recovery = SendRecovery(store, channels, now)
        face = Face(self.tables, veil, attendance, self.standings, now)
        leftovers = Leftovers(store, channels, now)
        self.notice = Notice(store, channels, self.preferences, veil, attendance, face, leftovers, now, trails)
        self.share = Share()
        self.ear = Ear(self.share)
        self.rounds = Rounds(
            self.tables, store, self.notice, self.hands, self.crier, veil, recovery, leftovers, self.house.follow, now
        )
        self.herald = Herald(
            self.tables, store, channels.check, self.rounds, self.notice, self.crier, veil, self.ear, lull, now
        )
        honours = Honours(store, self.standings)
        self.finale = Finale(self.tables, store, channels, self.preferences, self.seasons, self.standings, honours)
        # what they ask for
        self.which = Which(self.tables, store)
        self.moves = Moves(
            self.tables, store, self.which, self.hands, self.crier, minds, acquaintance, self.house.ready
        )
        self.practice = Practice(self.tables, store, self.moves)
        self.offers = Offers(
            self.tables, store, self.preferences, self.which, self.moves, self.practice, fair, channels.check
        )
        self.asides = Asides(self.tables, store, self.which, self.moves, self.herald.again)
        self.coach = Coach(self.tables, store, minds)
        self.lookback = LookBack(self.tables, store, self.which, self.moves, self.coach, self.notice)
        holidays = Holidays(self.tables, store, self.herald.renew)
        self.panels = Panels(self.tables, store, self.preferences, self.seasons, holidays, self._stir)
        self.ladders = Ladders(store, self.standings, self.seasons)
        self.profiles = Profiles(self.tables, store, self.preferences, self.standings, self.coach, channels.locale)
        parts = (
            self.offers, self.practice, self.moves, self.asides, self.lookback, self.panels, self.ladders, self.profiles
        )  # fmt: skip
        deeds = {verb: deed for part in parts for verb, deed in part.deeds.items()}
        self.desk = Desk(deeds, self.which.check_theirs, self.notice.clicked)

    def _stir(self, match: int) -> None:
        self.herald.stir(match)
