import asyncio
import inspect
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Final

import pytest

from bot.ai import seats
from bot.delivery import scheduler
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.preferences import Preferences
from bot.ratings.ladder import Ladder
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS, snowflake_time_ms
from games import GAMES
from storage import Deadline, Store
from tests.games import morra
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import NOON_MS, DeadlineHandler, create_match_service
from tests.kit.world import World, create_world
from tests.storage.database_fixtures import (
    database_url,
    empty_sqlite_file,
    postgres_url,
    reusable_postgres,
    store,
    url_without_tables,
)
from tests.waiting import TEST_TIMEOUT_S

__all__ = ["database_url", "empty_sqlite_file", "postgres_url", "reusable_postgres", "store", "url_without_tables"]


MAX_OLD_EDITS: Final = 2


@pytest.fixture
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of database: SQLite, unless the test is marked with `both_databases`."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture(autouse=True)
def old_message_edit_check(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check after every test that no message older than an hour was edited.

    The message above a thread may be edited a few times, since no other message can replace it. The card of an offer
    may be edited when it is closed, and the message of a player when they leave, which removes the buttons.
    """
    edit_message, old_edits = FakeDiscord.edit_message, Counter[MessageLocation]()

    async def edit_and_count(self: FakeDiscord, location: MessageLocation, scene: Scene) -> None:
        await edit_message(self, location, scene)
        if self.now_ms() - snowflake_time_ms(location.message_id) > HOUR_MS:
            is_allowed = location.message_id in self.thread_names or not scene.rows
            old_edits[location] += 1 if is_allowed else MAX_OLD_EDITS + 1

    monkeypatch.setattr(FakeDiscord, "edit_message", edit_and_count)
    yield
    assert all(edit_count <= MAX_OLD_EDITS for edit_count in old_edits.values()), old_edits


@pytest.fixture(autouse=True)
def long_ai_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the AI enough time to choose a move on a busy machine."""
    monkeypatch.setattr(seats, "AI_SEAL_TIMEOUT_S", TEST_TIMEOUT_S)


@pytest.fixture
async def task_cleanup() -> AsyncIterator[None]:
    """Cancel the tasks of the bots after each test. A leftover task would make the next test fail."""
    yield
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        coroutine = task.get_coro()
        # asyncpg releases connections in tasks of its own. Its pool could not be closed if they were cancelled.
        if not (inspect.iscoroutine(coroutine) and "asyncpg" in coroutine.cr_code.co_filename):
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def matches(store: Store, task_cleanup: None, monkeypatch: pytest.MonkeyPatch) -> MatchService:
    """A match service on an empty store. Morra, a small game for two to four players, is added to the games."""
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)
    return create_match_service(store)


@pytest.fixture
def without_morra(matches: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove Morra from the games, for tests of texts that Morra does not have, such as its name."""
    monkeypatch.delitem(GAMES, morra.KEY)


@pytest.fixture
def world(matches: MatchService) -> World:
    """A world in which it is noon until the test changes `time_ms`."""
    time_ms = [NOON_MS]
    return create_world(matches.store, FakeDiscord(lambda: time_ms[0]), time_ms)


@pytest.fixture
def short_retry_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the scheduler retry almost immediately after an outage."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_S", (0.05,))


@pytest.fixture
def fired_deadlines() -> list[tuple[str, int]]:
    """The kind and match ID of each deadline that fired."""
    return []


@pytest.fixture
def deadline_handler(matches: MatchService, fired_deadlines: list[tuple[str, int]]) -> DeadlineHandler:
    async def handle_deadline(deadline: Deadline) -> None:
        if deadline.kind == DeadlineKind.NOTIFICATION:
            # In a real bot, the scheduler removes this deadline and notifies the player.
            await matches.store.deadlines.claim_and_remove(deadline)
            return
        fired_deadlines.append((deadline.kind, deadline.match_id))

    return handle_deadline


@pytest.fixture
def deadline_loop(matches: MatchService, deadline_handler: DeadlineHandler) -> DeadlineLoop:
    return DeadlineLoop(matches, matches.store, "one", deadline_handler)


@pytest.fixture
def fake_discord() -> FakeDiscord:
    return FakeDiscord(lambda: NOON_MS)


@pytest.fixture
def ladder(store: Store, fake_discord: FakeDiscord) -> Ladder:
    return Ladder(store, Preferences(store), fake_discord.fetch_member_name)
