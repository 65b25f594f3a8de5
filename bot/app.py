"""Starts and stops the bot for `duel run` and `duel serve`.

`Bot` creates all objects that exist as long as the bot runs, and passes them their dependencies.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Final, cast

from bot.ai.workers import AiWorkers
from bot.discord.client import Client
from bot.discord.commands import context_menus
from bot.discord.commands.definitions import IsThisBot, TopLevelCommand
from bot.discord.commands.duel import DuelCommands
from bot.discord.commands.ladder import LadderCommands
from bot.discord.commands.settings import SettingsCommands
from bot.discord.commands.standalone import build_daily_command, build_front_door_command
from bot.discord.commands.tournament import TournamentCommands
from bot.discord.emoji_upload import EmojiUploader
from bot.discord.http_server import InteractionServer
from bot.discord.interaction_bridge import InteractionBridge
from bot.discord.messages import Messages
from bot.discord.pending_responses import PendingResponses
from bot.discord.request_metrics import RequestMetrics
from bot.discord.responses import Responder
from bot.discord.router import Router
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.errors import ConfigError, StartupUnavailable
from bot.handlers.rate_limit import RateLimiter, RateLimits
from bot.matches.deadline_loop import HEALTHY_TICK_AGE_MS, DeadlineLoop
from bot.ops import runtime, systemd
from bot.ops.config import Environment
from bot.ops.health import serve_health
from bot.ops.invite_links import server_invite_url
from bot.ops.metrics import Metrics, TimedDatabase
from bot.ops.playground_clock import follow_playground_clock
from bot.painting import Painter
from bot.wall_clock import WALL_CLOCK, current_time_ms
from bot.wiring import Services
from games import GAMES
from storage import (
    AccessDenied,
    ClockDoubted,
    Database,
    DatabaseInUse,
    DatabaseUnusable,
    Store,
    StoreUnavailable,
    find_folder,
    find_last_backup_time,
)

log: Final = logging.getLogger(__name__)

SHUTDOWN_TIMEOUT_S: Final = 10.0
"""How long the bot may take to finish pending responses and deliveries after it is asked to stop."""
DAMAGE_CHECK_INTERVAL_S: Final = 86_400.0
"""The time between two checks of the whole database file. The first check runs at the start."""


async def run(environment: Environment, print_line: Callable[[str], None], *, via_http: bool = False) -> None:
    """Run the bot until it is stopped. Once the bot has logged in, `print_line` is called with its invite link.

    With `via_http`, Discord sends interactions to the bot's HTTP server. Otherwise, it sends them through the gateway.
    """
    metrics = Metrics()
    for key, reason in GAMES.refused_plugins.items():
        log.error("the game %s is not available: %s", key, reason)
    if via_http and environment.duel_shards:
        raise ConfigError("DUEL_SHARDS cannot be used with duel serve, which has no gateway connection")
    if environment.duel_shards and not environment.duel_shards.covers_all and find_folder(environment.database_url):
        raise ConfigError("DUEL_SHARDS must cover all shards with SQLite; several processes need PostgreSQL")
    try:
        opened = await Store.open(environment.database_url)
    except (
        DatabaseUnusable,
        AccessDenied,
        FileNotFoundError,
        NotADirectoryError,
        PermissionError,
        ValueError,
    ) as error:
        raise ConfigError(str(error)) from error
    except (DatabaseInUse, StoreUnavailable, OSError) as error:
        raise StartupUnavailable(str(error)) from error
    async with Store(cast(Database, TimedDatabase(opened.database, metrics.commit_seconds))) as store:
        try:
            await Bot(environment, store, metrics, print_line, via_http=via_http).run_until_stopped()
        except DatabaseUnusable as error:
            raise ConfigError(str(error)) from error


def build_commands(router: Router, is_this_bot: IsThisBot, services: Services) -> tuple[TopLevelCommand, ...]:
    return (
        build_front_door_command("play", router, services.front_door),
        build_front_door_command("help", router, services.front_door),
        build_daily_command(router, services.daily_handler),
        DuelCommands(
            router,
            is_this_bot,
            services.offers,
            services.practice,
            services.moves,
            services.match_actions,
            services.review,
            services.match_lookup,
        ),
        LadderCommands(router, services.ladder_handler, services.profiles),
        TournamentCommands(router, services.tournament_handler, services.offers),
        SettingsCommands(router, services.settings),
        context_menus.build_challenge_menu(router, is_this_bot, services.offers),
        context_menus.build_profile_menu(router, services.profiles),
        *(
            context_menus.build_review_menu(action, router, is_this_bot, services.dispatcher, services.match_lookup)
            for action in context_menus.REVIEW_MENU_KEYS
        ),
    )


class Bot:
    def __init__(
        self,
        environment: Environment,
        store: Store,
        metrics: Metrics,
        print_line: Callable[[str], None],
        *,
        via_http: bool,
    ) -> None:
        self.environment = environment
        self.store = store
        self.pending_responses = PendingResponses()
        request_metrics = RequestMetrics(metrics.requests)
        bridge = InteractionBridge() if via_http else None
        self.http_server = InteractionServer(bridge.deliver_interaction) if bridge else None
        command_mentions: dict[str, str] = {}
        self.client = Client(environment, request_metrics, command_mentions, bridge)
        display_names = DisplayNames(store)
        emoji_cache = EmojiCache(metrics.emoji_refusals.inc)
        self.emoji_uploader = EmojiUploader(self.client, emoji_cache, store.hold_lock)
        painter = Painter(stopwatch=metrics.time_painting)
        scene_sender = SceneSender(painter, display_names, emoji_cache, command_mentions)
        messages = Messages(self.client, scene_sender, store)
        ai_workers = AiWorkers(environment.duel_minds, environment.duel_pause)
        rate_limits = RateLimits(environment.duel_presses, environment.duel_offers, environment.duel_matches)
        self.services = services = Services(
            store, messages, ai_workers, current_time_ms, self._wait_until_idle, environment.duel_trail, rate_limits
        )
        responder = Responder(
            messages,
            scene_sender,
            services.card_renderer,
            services.response_recorder,
            services.scheduler.schedule_refresh,
            services.player_messages.wait_for_edit,
        )
        router = Router(
            services.dispatcher,
            RateLimiter(rate_limits.presses_per_second),
            services.preferences,
            display_names,
            messages.remember_server_locale,
            responder,
            self.pending_responses,
            metrics,
        )
        for command in build_commands(router, self.client.is_this_bot, services):
            self.client.tree.add_command(command)
        self.client.set_handlers(
            router.route_click_or_form,
            self._on_connected,
            services.scheduler.retry_waiting_now,
            services.greeter.add_server,
        )
        read_database_time = None if environment.duel_clock else store.read_database_time
        self.deadline_loop = DeadlineLoop(
            services.matches,
            store,
            secrets.token_hex(8),
            services.scheduler.handle_deadline,
            read_database_time,
            services.match_partition,
            systemd.reset_watchdog,
        )
        metrics.register_live_gauges(
            lambda: services.scheduler.queue_length,
            lambda: services.scheduler.stuck_deletions,
            request_metrics.count_requests_left,
            self.client.heartbeat_latencies,
        )
        self._metrics = metrics
        self._print_line = print_line
        self._logged_in = asyncio.Event()
        self._first_connected = asyncio.Event()
        """Set when the bot first connects to Discord, and never cleared."""

    async def run_until_stopped(self) -> None:
        """Run until a signal asks the bot to stop, then finish pending work. If a task fails, raise its error."""
        stop_requested = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop_requested.set)
        http_server = self.http_server.serve_interactions(self.environment) if self.http_server else nullcontext()
        checks = {
            "address" if self.http_server else "gateway": self._can_receive_interactions,
            "store": self._is_store_healthy,
            "clock": self._is_deadline_loop_healthy,
        }
        health = serve_health(self.environment, self._metrics, checks, self._update_store_gauges)
        clock = follow_playground_clock(self.environment.duel_clock, WALL_CLOCK, self._on_clock_moved)
        async with clock, health, http_server:
            # This comes first, so that no player's time limit includes the time while the bot was down.
            try:
                await self.deadline_loop.record_heartbeat(current_time_ms())
            except (ClockDoubted, StoreUnavailable) as error:
                raise StartupUnavailable(str(error)) from error
            token = self.environment.discord_token.get_secret_value()
            client_task = asyncio.create_task(self.client.run_until_closed(token, self._on_login))
            stop_task = asyncio.create_task(stop_requested.wait())
            background_tasks = [
                asyncio.create_task(self.deadline_loop.run()),
                asyncio.create_task(self.services.scheduler.run_sweeps()),
                asyncio.create_task(
                    self.store.listen_for_changes(
                        self.services.sweep_schedule.schedule_check, self.services.sweep_schedule.set_listening
                    )
                ),
                asyncio.create_task(self._run_when_connected(self.services.season_posts.run)),
                asyncio.create_task(self._run_when_connected(self.services.tournament_delivery.run)),
                asyncio.create_task(self._run_when_connected(self.services.follow_delivery.run)),
                asyncio.create_task(self._run_when_connected(self.services.daily_delivery.run)),
                asyncio.create_task(self.services.greeter.run()),
                asyncio.create_task(self._run_when_connected(self.services.lobby_cards.run)),
                asyncio.create_task(self.emoji_uploader.sync_forever()),
                asyncio.create_task(self._check_for_damage_daily()),
                asyncio.create_task(runtime.release_free_memory_regularly()),
            ]
            tasks = (client_task, *background_tasks, stop_task)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if stop_task.done():
                await self._finish_pending_work(*background_tasks)
            self.services.ai_seats.stop_thinking()
            await self.services.scheduler.cancel_deliveries()
            # Closing the client makes its task fail, so find out which tasks ended before that.
            ended_tasks = [task for task in tasks if task.done()]
            await self.client.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for task in ended_tasks:
                if not task.cancelled():
                    # If the task failed, this raises its exception.
                    task.result()

    async def _finish_pending_work(self, *background_tasks: asyncio.Task[None]) -> None:
        """Finish responses and deliveries within the time limit. Unfinished deliveries follow after the next start."""
        log.info("shutting down")
        if self.http_server:
            await self.http_server.stop_accepting()
        for task in background_tasks:
            task.cancel()
        try:
            async with asyncio.timeout(SHUTDOWN_TIMEOUT_S):
                await self.pending_responses.drain_for_shutdown()
                if self._logged_in.is_set():
                    await self.services.scheduler.deliver_everything()
        except TimeoutError:
            log.warning("%d matches will be refreshed after the next start", self.services.scheduler.queue_length)

    async def _run_when_connected(self, run: Callable[[], Awaitable[None]]) -> None:
        await self._first_connected.wait()
        await run()

    async def _check_for_damage_daily(self) -> None:
        """Check the database file for damage every day. If it is damaged, stop the bot: writes could make it worse."""
        while True:
            if problems := await self.store.find_file_damage():
                raise ConfigError(
                    f"the database is damaged; use duel restore to restore a backup: {'; '.join(problems)}"
                )
            await asyncio.sleep(DAMAGE_CHECK_INTERVAL_S)

    async def _on_connected(self) -> None:
        self._first_connected.set()
        self.emoji_uploader.on_connected()
        await self.services.scheduler.catch_up()
        runtime.freeze_live_objects()

    async def _wait_until_idle(self) -> None:
        """Wait until the bot has logged in and no responses are pending. Deliveries can start then.

        The login is needed because it provides the application ID, by which private messages are looked up.
        """
        await self._logged_in.wait()
        await self.pending_responses.wait_until_idle()

    def _on_login(self, application_id: int, public_key_hex: str) -> None:
        self._logged_in.set()
        systemd.notify_ready()
        if self.http_server:
            self.http_server.set_public_key(public_key_hex)
        if not self.environment.duel_gateway:
            # On a playground, the link would lead to Discord, which does not know this application.
            self._print_line(f"Invite the bot to a server: {server_invite_url(application_id)}")

    def _on_clock_moved(self, delta_ms: int) -> None:
        self.deadline_loop.skip_time(delta_ms)
        self.services.seasons.changed.set()
        self.services.lobby_cards.wake()
        self.services.tournament_delivery.wake()
        self.services.daily_delivery.wake()

    async def _can_receive_interactions(self) -> bool:
        if self.http_server:
            return self.http_server.is_accepting
        latencies = self.client.heartbeat_latencies()
        return bool(latencies) and None not in latencies.values()

    async def _is_store_healthy(self) -> bool:
        await self.store.deadlines.find_next_due()
        return True

    async def _update_store_gauges(self) -> None:
        if folder := self.environment.duel_backups:
            time_s = await asyncio.to_thread(find_last_backup_time, folder)
            self._metrics.set_last_backup_time(time_s or 0)
        self._metrics.set_store_gauges(await self.store.matches.count_live_by_status(), await self.store.measure_size())

    async def _is_deadline_loop_healthy(self) -> bool:
        return current_time_ms() - self.deadline_loop.last_tick_ms < HEALTHY_TICK_AGE_MS
