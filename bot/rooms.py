"""Where all rooms are put together that know neither Discord nor the host: tables, ladders, house, herald and desk.

Each part is handed what it needs, and reaches through nobody to get it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.desk.asides import Asides
from bot.desk.desk import Desk
from bot.desk.ladders import Ladders
from bot.desk.lookback import LookBack
from bot.desk.moves import Moves
from bot.desk.offers import Offers
from bot.desk.panels import Panels
from bot.desk.practice import Practice
from bot.desk.profiles import Profiles
from bot.desk.usher import FREE, Fair
from bot.desk.which import Which
from bot.herald.attendance import Attendance
from bot.herald.channels import Channels
from bot.herald.crier import Crier
from bot.herald.ear import Ear
from bot.herald.face import Face
from bot.herald.finale import Finale
from bot.herald.hands import Hands
from bot.herald.herald import Herald
from bot.herald.leftovers import Leftovers
from bot.herald.notice import TRAILS, Notice
from bot.herald.round import Rounds
from bot.herald.send_recovery import SendRecovery
from bot.herald.veil import Veil
from bot.house.acquaintance import Acquaintance
from bot.house.coach import Coach
from bot.house.minds import Minds
from bot.house.seats import House
from bot.ladder.honours import Honours
from bot.ladder.season import Seasons
from bot.ladder.standings import Standings
from bot.ladder.umpire import Umpire
from bot.preferences import Preferences
from bot.table.allowance import Absences
from bot.table.clock import Share
from bot.table.holiday import Holidays
from bot.table.tables import Tables
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
