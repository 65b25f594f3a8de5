"""Creates and connects the services that are independent of Discord and the host.

These are matches, ratings, the AI, delivery and handlers. Each service receives its dependencies as constructor
arguments.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.ai.coach import Coach
from bot.ai.opponent_history import OpponentHistory
from bot.ai.seats import AiSeats
from bot.ai.workers import AiWorkers
from bot.daily.service import DailyService
from bot.delivery.card import CardDelivery
from bot.delivery.card_messages import CardMessages
from bot.delivery.card_state import EDIT_INTERVAL_S, CardTracker
from bot.delivery.daily_delivery import DailyDelivery
from bot.delivery.follow_delivery import FollowDelivery
from bot.delivery.greeting import ServerGreeter
from bot.delivery.lobby import LobbyCards
from bot.delivery.message_cleanup import MessageCleanup
from bot.delivery.notifications import TurnNotifier
from bot.delivery.player_messages import PlayerMessages
from bot.delivery.refresh import MatchRefresher
from bot.delivery.reveal_covering import RevealCovering
from bot.delivery.scheduler import DeliveryScheduler
from bot.delivery.season_posts import SeasonPosts
from bot.delivery.send_recovery import SendRecovery
from bot.delivery.standing_cards import StandingCards
from bot.delivery.sweep_schedule import SweepSchedule
from bot.delivery.threads import Threads
from bot.delivery.tournament_delivery import TournamentDelivery
from bot.handlers.daily import DailyHandler
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.follows import FollowHandler
from bot.handlers.front_door import FrontDoorHandler
from bot.handlers.ladder import LadderHandler
from bot.handlers.lobby import LobbyHandler
from bot.handlers.match_actions import MatchActionHandler
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.offers import OfferHandler
from bot.handlers.practice import PracticeHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.rate_limit import NO_RATE_LIMITS, RateLimits
from bot.handlers.response_recorder import ResponseRecorder
from bot.handlers.review import ReviewHandler
from bot.handlers.settings import SettingsHandler
from bot.handlers.tournaments import TournamentHandler
from bot.handlers.watch import WatchHandler
from bot.matches.deadline_loop import MatchPartition
from bot.matches.holidays import Holidays
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.ratings.awards import AwardService
from bot.ratings.ladder import Ladder
from bot.ratings.rating_policy import RatingPolicy
from bot.ratings.seasons import Seasons
from bot.rendering.attendance import Attendance
from bot.rendering.card_renderer import CardRenderer
from bot.rendering.player_renderer import PlayerRenderer
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.tournaments.service import TournamentService
from storage import Store


class Services:
    def __init__(  # noqa: PLR0915 - one statement per service
        self,
        store: Store,
        messenger: Messenger,
        ai_workers: AiWorkers,
        now: Callable[[], int],
        wait_until_idle: Callable[[], Awaitable[None]],
        card_edit_interval_s: float = EDIT_INTERVAL_S,
        rate_limits: RateLimits = NO_RATE_LIMITS,
    ) -> None:
        self.store = store
        self.preferences = Preferences(store)
        self.matches = MatchService(store, Absences(), RatingPolicy(store, self.preferences).rate_match)
        self.ladder = Ladder(store, self.preferences, messenger.fetch_member_name)
        self.seasons = Seasons(store, self.preferences)
        # The scheduler needs the AI seats and the notifier, which both need the scheduler. They get
        # `_schedule_refresh`, because the scheduler is created after them.
        opponent_history = OpponentHistory(store, self.preferences)
        self.ai_seats = AiSeats(self.matches, ai_workers, opponent_history, now, self._schedule_refresh)
        temporary_reveal = TemporaryReveal(store, now)
        attendance = Attendance(self.matches, store, messenger.fetch_member_name, now)
        self.player_renderer = PlayerRenderer(
            self.matches, store, attendance, self.ladder, opponent_history.judge_reading, now
        )
        self.card_renderer = CardRenderer(
            self.matches,
            store,
            self.preferences,
            temporary_reveal,
            attendance,
            self.ladder,
            messenger.fetch_server_locale,
            now,
        )
        self.player_messages = PlayerMessages(
            self.matches,
            store,
            messenger,
            self.preferences,
            temporary_reveal,
            self.player_renderer,
            self._schedule_refresh,
            now,
        )
        self.notifier = TurnNotifier(
            self.matches,
            store,
            messenger,
            self.preferences,
            self.player_renderer,
            attendance,
            self._schedule_refresh,
            now,
        )
        send_recovery = SendRecovery(store, messenger, now)
        message_cleanup = MessageCleanup(store, messenger, now)
        self.card_tracker = CardTracker(now, card_edit_interval_s)
        card_messages = CardMessages(store, messenger, self.card_tracker, now)
        threads = Threads(store, messenger, card_messages, now)
        self.card_delivery = CardDelivery(
            store,
            messenger,
            self.preferences,
            self.card_tracker,
            temporary_reveal,
            attendance,
            self.card_renderer,
            message_cleanup,
            card_messages,
            threads,
            now,
        )
        reveal_covering = RevealCovering(store, temporary_reveal, self.card_delivery)
        self.match_partition = MatchPartition()
        self.sweep_schedule = SweepSchedule(self.match_partition)
        self.refresher = MatchRefresher(
            self.matches,
            store,
            self.card_tracker,
            self.card_delivery,
            self.player_messages,
            self.notifier,
            temporary_reveal,
            reveal_covering,
            send_recovery,
            message_cleanup,
            self.ai_seats.advance_match,
            now,
        )
        self.scheduler = DeliveryScheduler(
            self.matches,
            store,
            messenger.check_can_post,
            self.refresher,
            self.card_tracker,
            self.notifier,
            reveal_covering,
            threads,
            self.sweep_schedule,
            wait_until_idle,
            now,
        )
        award_service = AwardService(store, self.ladder)
        self.season_posts = SeasonPosts(
            self.matches, store, messenger, self.preferences, self.seasons, self.ladder, award_service
        )
        self.standing_cards = StandingCards(store, messenger, now)
        self.lobby_cards = LobbyCards(self.matches, store, messenger, self.preferences, self.standing_cards, now)
        self.follow_delivery = FollowDelivery(self.matches, store, messenger, self.preferences, now)
        self.greeter = ServerGreeter(store, messenger, self.preferences, now)
        self.tournaments = TournamentService(store, self.matches, self.ladder.load_points, self._schedule_refresh)
        self.tournament_delivery = TournamentDelivery(
            self.tournaments,
            store,
            messenger,
            self.preferences,
            self.standing_cards,
            self.notifier,
            now,
        )
        self.daily = DailyService(store, self.preferences)
        self.daily_delivery = DailyDelivery(self.daily, store, messenger, self.preferences, now)
        self.response_recorder = ResponseRecorder(store, self._schedule_refresh)
        self.match_lookup = MatchLookup(self.matches, store)
        self.watch = WatchHandler(self.matches, store, self.preferences, self.card_renderer)
        self.moves = MoveHandler(
            self.matches,
            store,
            self.match_lookup,
            self.watch,
            self.player_renderer,
            ai_workers,
            opponent_history,
            self.ai_seats.seal_ai_moves,
            self.notifier.has_closed_dms,
        )
        self.practice = PracticeHandler(self.matches, store, self.moves)
        self.offers = OfferHandler(
            self.matches,
            store,
            self.preferences,
            self.match_lookup,
            self.moves,
            self.practice,
            rate_limits,
        )
        self.front_door = FrontDoorHandler(
            self.offers, self.match_lookup, self.preferences, messenger.list_open_channels
        )
        self.match_actions = MatchActionHandler(
            self.matches,
            store,
            self.match_lookup,
            self.moves,
            self.watch,
            self.card_renderer,
            self.scheduler.repost_card,
        )
        self.coach = Coach(self.matches, store, ai_workers)
        self.review = ReviewHandler(self.matches, store, self.match_lookup, self.moves, self.coach, self.card_renderer)
        holidays = Holidays(self.matches, store, self.scheduler.schedule_card_update)
        self.settings = SettingsHandler(
            self.matches, store, self.preferences, self.seasons, holidays, self._schedule_refresh,
            messenger.check_can_post, self.lobby_cards.wake,
        )  # fmt: skip
        self.lobby = LobbyHandler(
            self.matches, store, self.match_lookup, self.offers, self.moves, self.lobby_cards.wake
        )
        self.ladder_handler = LadderHandler(
            store, self.preferences, self.ladder, self.seasons, messenger.fetch_server_locale
        )
        self.profiles = ProfileHandler(
            self.matches, store, self.preferences, self.ladder, self.coach, messenger.fetch_server_locale
        )
        self.tournament_handler = TournamentHandler(
            self.tournaments, store, self.preferences, self.moves, self.tournament_delivery.wake
        )
        self.follows = FollowHandler(
            self.matches, store, self.preferences, self.match_lookup, messenger.is_open_channel
        )
        self.daily_handler = DailyHandler(self.daily, store, self.preferences, messenger.fetch_server_locale)
        action_handlers = (
            self.front_door, self.offers, self.practice, self.moves, self.match_actions, self.review, self.settings,
            self.ladder_handler, self.profiles, self.lobby, self.tournament_handler, self.follows, self.watch,
            self.daily_handler,
        )  # fmt: skip
        handlers = {action: handler for owner in action_handlers for action, handler in owner.handlers.items()}
        self.dispatcher = Dispatcher(
            handlers,
            self.match_lookup.check_access,
            self.card_tracker.remember_clicked_location,
            self.matches.close_failed_match,
        )

    def _schedule_refresh(self, match_id: int) -> None:
        self.scheduler.schedule_refresh(match_id)
