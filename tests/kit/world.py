"""A complete bot in the test process, with a real store, a fake Discord and a clock that the test sets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from typing import Any

from bot.ai.workers import AiWorkers
from bot.delivery.scheduler import DeliveryScheduler
from bot.handlers.rate_limit import NO_RATE_LIMITS, RateLimits
from bot.handlers.requests import Request, Response
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.preferences import PlayerPreferences, Preferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.scene import Scene
from bot.wiring import Services
from games import GAMES
from games.words import Locale
from storage import Deadline, MatchHeader, PlayerMessage, Store
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import (
    ANN,
    BEN,
    CHANNEL_ID,
    NOON_MS,
    SERVER_ID,
    begin_match,
    create_request,
    next_interaction_id,
    offer_match,
    play_move,
)
from tests.kit.person import Person

INACTIVE_SINCE_MS = NOON_MS - ACTIVE_WINDOW_MS
"""At noon, a player who was last active at this time counts as inactive."""


async def offer_match_to_ben(
    matches: MatchService, game: str = "woodwalkers", clock: int | None = None, **options: object
) -> MatchState:
    """Have Ann challenge Ben."""
    return await offer_match(matches, BEN, game=game, options=options, clock=clock, now_ms=INACTIVE_SINCE_MS)


async def begin_match_with_ben(
    matches: MatchService, game: str = "woodwalkers", clock: int | None = None, **options: object
) -> RunningMatch:
    return await begin_match(matches, BEN, game=game, options=options, clock=clock, now_ms=INACTIVE_SINCE_MS)


async def play_first_legal_move(
    matches: MatchService, match_id: int, person_id: int, now_ms: int = INACTIVE_SINCE_MS
) -> StartedMatch:
    match = await matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    seat = match.find_seat(person_id)
    assert seat is not None
    return await play_move(matches, match_id, person_id, *match.engine.legal_moves(seat)[0], now_ms=now_ms)


async def play_first_legal_moves_of_both(
    matches: MatchService, match_id: int, now_ms: int = INACTIVE_SINCE_MS
) -> StartedMatch:
    for person_id in (ANN, BEN):
        match = await play_first_legal_move(matches, match_id, person_id, now_ms)
    return match


async def begin_match_where_both_choose(world: World) -> RunningMatch:
    """Begin a match in which Ann and Ben choose a move at the same time."""
    match = await begin_match_with_ben(world.matches, "schamanen", placement="random")
    assert len(match.engine.to_move) == 2
    return match


def create_private_request(
    person_id: int = ANN, *, server_id: int | None = SERVER_ID, is_private: bool = True, locale: Locale = "en"
) -> Request:
    """Create the request for a button press in a private message."""
    return create_request(person_id, locale, server_id=server_id, message_id=77, is_private=is_private)


@dataclass
class World:
    """The services of one bot process, and the fake Discord that they use."""

    services: Services
    matches: MatchService
    discord: FakeDiscord
    time_ms: list[int]
    """The current time in milliseconds, as the only element of a list. Tests set it, and all services read it."""

    @property
    def delivery(self) -> DeliveryScheduler:
        return self.services.scheduler

    @property
    def preferences(self) -> Preferences:
        return self.services.preferences

    @property
    def store(self) -> Store:
        return self.matches.store

    async def begin_match(self, game: str = "woodwalkers", clock: int | None = None, **options: object) -> RunningMatch:
        """Begin a match between Ann and Ben, and post its messages."""
        match = await begin_match_with_ben(self.matches, game, clock, **options)
        await self.refresh(match.id)
        return match

    async def load_header(self, match_id: int) -> MatchHeader:
        header = await self.store.matches.load_header(match_id)
        assert header
        return header

    async def load_player_messages(self, match_id: int, person_id: int) -> list[PlayerMessage]:
        """Return a person's player messages for a match from the store."""
        return [it for it in await self.store.player_messages.list_of_match(match_id) if it.person_id == person_id]

    async def save_ephemeral_message(self, match_id: int, person_id: int, message_id: int, **fields: Any) -> None:
        """Store an ephemeral player message, as the bot does when it responds to a click."""
        message = PlayerMessage(match_id, person_id, message_id, None, 0, self.time_ms[0], f"token {message_id}")
        await self.store.player_messages.save_message(replace(message, **fields))

    async def load_running_match(self, match_id: int) -> RunningMatch:
        match = await self.matches.find_match(match_id)
        assert isinstance(match, RunningMatch)
        return match

    async def load_shown_match(self, response: Response) -> RunningMatch:
        """Return the running match that a response shows to one of its players."""
        assert response.player_message
        return await self.load_running_match(response.player_message.match_id)

    async def list_deadlines(self, match_id: int, kind: DeadlineKind) -> list[Deadline]:
        return [it for it in await self.store.deadlines.list_of_match(match_id) if it.kind == kind]

    def count_pings(self, *person_ids: int) -> list[int]:
        """Return how often each of these people was pinged. By default, they are Ann and Ben."""
        return [self.discord.count_pings(person_id) for person_id in person_ids or (ANN, BEN)]

    async def post_chatter(self) -> MessageLocation:
        """Post a message from another user at the end of the channel."""
        return (
            await self.discord.post_message(CHANNEL_ID, Scene(above=("Hello",)), f"hello {next_interaction_id()}")
        ).location

    def person(self, person_id: int = ANN, **request_fields: Any) -> Person:
        """Return a user of this world. See `Person.with_context` for the fields."""
        return Person(self, person_id, request_fields)

    async def refresh(self, match_id: int) -> None:
        """Bring the card and all player messages of a match up to date."""
        self.delivery.schedule_refresh(match_id)
        await self.delivery.wait_until_delivered()

    async def sweep_matches(self) -> None:
        """Run one sweep, which refreshes every match whose events, notifications or deletions are still pending."""
        await self.delivery.sweep_all_matches()
        await self.delivery.wait_until_delivered()

    async def wait_until_idle(self) -> None:
        """Wait until the AI has no more moves to make and all messages are up to date."""
        await self.services.ai_seats.wait_until_idle()
        while self.delivery.queue_length:
            await self.delivery.wait_until_delivered()
            await self.services.ai_seats.wait_until_idle()

    async def advance_time(self, now_ms: int) -> None:
        self.time_ms[0] = now_ms
        await DeadlineLoop(self.matches, self.services.store, "one", self.delivery.handle_deadline).fire_due_deadlines(
            now_ms
        )
        await self.delivery.wait_until_delivered()


def create_world(
    store: Store,
    discord: FakeDiscord,
    time_ms: list[int],
    rate_limits: RateLimits = NO_RATE_LIMITS,
    ai_workers: AiWorkers | None = None,
) -> World:
    """Start a bot on this store. It reads the time from `time_ms`."""
    services = create_services(store, discord, lambda: time_ms[0], rate_limits, ai_workers)
    return World(services, services.matches, discord, time_ms)


def restart_world(world: World) -> World:
    """Start another bot that knows only what is in the store and on Discord."""
    return create_world(world.matches.store, world.discord, world.time_ms)


async def sweep_after(world: World, after_ms: int) -> None:
    world.time_ms[0] += after_ms
    await world.sweep_matches()


async def set_notification_modes(world: World, mode: str, *person_ids: int) -> None:
    """Set the notification mode of these people. By default, they are Ann and Ben."""
    for person_id in person_ids or (ANN, BEN):
        await world.preferences.update_player(person_id, PlayerPreferences.model_validate({"prompts": mode}))


def count_live_messages(world: World) -> int:
    """Count the messages in the channel that have buttons."""
    return sum(bool(scene.rows) for scene in world.discord.list_scenes(CHANNEL_ID))


def create_services(
    store: Store,
    discord: FakeDiscord,
    now_ms: Callable[[], int],
    rate_limits: RateLimits = NO_RATE_LIMITS,
    ai_workers: AiWorkers | None = None,
) -> Services:
    """Create all services of a bot. Where the real bot pauses between retries or edits, they do not wait."""

    async def skip_pause() -> None:
        await asyncio.sleep(0)

    return Services(
        store,
        discord,
        ai_workers or AiWorkers(process_context=_create_fork_server_context()),
        now_ms,
        skip_pause,
        rate_limits=rate_limits,
    )


@cache
def _create_fork_server_context() -> ForkServerContext:
    """Fork AI workers from a process that has imported everything. A new interpreter would be slow to start."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["bot.ai.workers", *(f"games.{key}" for key in GAMES)])
    return context
