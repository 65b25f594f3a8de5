import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Final

import pytest

from bot.ai import seats
from bot.delivery import scheduler as heralds
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.preferences import Preferences
from bot.ratings.leaderboard import Leaderboard
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS, snowflake_time_ms
from bot.wiring import Services
from games import GAMES
from storage import Deadline, Store
from tests.games import morra
from tests.kit.discord import Discord
from tests.kit.match import NOON, Told, tabled
from tests.kit.world import World, create_rooms, create_world
from tests.patience import PATIENCE
from tests.storage.stores import bare, blank, postgres, slate, store, url

__all__ = ["bare", "blank", "postgres", "slate", "store", "url"]


SOME: Final = 2


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """SQLite, unless the test is marked with `both_databases`."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture(autouse=True)
def young(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A law for whatever is tried here: nowhere is a message edited that is older than an hour, but for the line that a
    thread hangs on, which can neither move nor go; some edits are taken.
    """
    edits, late = Discord.edit_message, Counter[MessageLocation]()

    async def edit(self: Discord, location: MessageLocation, scene: Scene) -> None:
        await edits(self, location, scene)
        if self.now() - snowflake_time_ms(location.message_id) > HOUR_MS:
            late[location] += 1 if location.message_id in self.threads else SOME + 1

    monkeypatch.setattr(Discord, "edit_message", edit)
    yield
    assert all(times <= SOME for times in late.values()), late


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, the house is waited for, unless a test is about that."""
    monkeypatch.setattr(seats, "AI_SEAL_TIMEOUT_S", PATIENCE)


@pytest.fixture
async def tasks_end() -> AsyncIterator[None]:
    """Cancel what the bots of a test still do. A task that is left over would fail whichever test runs next."""
    yield
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def matches(store: Store, tasks_end: None, monkeypatch: pytest.MonkeyPatch) -> MatchService:
    """The service on an empty store, with a small game for two to four on its shelf."""
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)
    return tabled(store)


@pytest.fixture
def without_morra(matches: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on the shelf of players: the small game has neither a name nor rules to read."""
    monkeypatch.delitem(GAMES, morra.KEY)


@pytest.fixture
def services(matches: MatchService) -> Services:
    """It stays noon there."""
    return create_rooms(matches.store, Discord(lambda: NOON), lambda: NOON)


@pytest.fixture
def world(matches: MatchService) -> World:
    """It is noon there, until somebody moves its hour on."""
    hour = [NOON]
    return create_world(matches.store, Discord(lambda: hour[0]), hour)


@pytest.fixture
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong is tried again at once."""
    monkeypatch.setattr(heralds, "RETRY_DELAYS_S", (0.05,))


@pytest.fixture
def heard() -> list[tuple[str, int]]:
    """What the clock told, and of which match."""
    return []


@pytest.fixture
def told(matches: MatchService, heard: list[tuple[str, int]]) -> Told:
    async def told(deadline: Deadline) -> None:
        if deadline.kind == DeadlineKind.NOTIFICATION:
            # As the herald does; whom it calls, and when, is its own affair.
            await matches.store.deadlines.claim_and_remove(deadline)
            return
        heard.append((deadline.kind, deadline.match_id))

    return told


@pytest.fixture
def clock(matches: MatchService, told: Told) -> DeadlineLoop:
    return DeadlineLoop(matches, matches.store, "one", told)


@pytest.fixture
def board() -> Discord:
    return Discord(lambda: NOON)


@pytest.fixture
def leaderboard(store: Store, board: Discord) -> Leaderboard:
    return Leaderboard(store, Preferences(store), board.fetch_member_name)
