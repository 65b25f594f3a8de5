"""Seasons: when they start and end, what is announced about them, and the awards and roles that players win."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.season_posts import CLAIM_TIMEOUT_MS, SeasonPosts
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.messenger import SentMessage
from bot.preferences import PlayerPreferences, Preferences, ServerPreferences
from bot.ratings import awards
from bot.ratings.rating_policy import RatingPolicy
from bot.ratings.rebuild import correct_all_ratings
from bot.ratings.seasons import Seasons, compute_season_end
from bot.screens import leaderboard as scenes
from bot.screens import season_posts
from bot.screens.custom_ids import Action
from bot.screens.scene import Button, Scene
from bot.wall_clock import DAY_MS, MINUTE_MS
from games import GAMES
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Award, Event, NewMatch, Season, Store
from storage.statement import Statement
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, begun, duel, round_of, said, seat_of
from tests.kit.world import World, create_rooms
from tests.patience import PATIENCE

FOREVER = 1 << 60
EVERY_MONTH = ServerPreferences(season=1)


@pytest.fixture
def seasons(world: World) -> Seasons:
    return world.rooms.seasons


@pytest.fixture
def poster(world: World) -> SeasonPosts:
    return world.rooms.season_posts


def at(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


def text(scene: Scene) -> str:
    return "\n".join((*scene.above, *scene.below))


def other_processes(store: Store, board: Discord, number: int = 3) -> list[SeasonPosts]:
    return [create_rooms(store, board, lambda: NOON).season_posts for _ in range(number)]


async def count_match(store: Store, at: int, *people: int, game: str = "schnick", server_id: int = SERVER) -> None:
    """Store a rated match that the first person won."""
    match: Any = SimpleNamespace(
        server_id=server_id,
        player_ids=people,
        game=GAMES[game],
        result=SimpleNamespace(ranks=(1, 2), scores=(0, 0), reason="points"),
        options=SimpleNamespace(is_preset=False),
        terms=SimpleNamespace(rated=True),
        engine=SimpleNamespace(step=9, left_seats=()),
        unrated_reason="",
    )
    opening = NewMatch(server_id, CHANNEL, game, 1, "{}", "{}", "5eed", "over", at)
    change = await RatingPolicy(store, Preferences(store)).rate_match(match, at)
    await store.journal.create_match(
        opening, [Event("offered", "", at, person_id=people[0])], replace(change, is_live=False)
    )


async def crown(store: Store, began: int, winner: int, loser: int, server_id: int = SERVER) -> None:
    """Store victories of the winner, also against two more people, as a rank takes three opponents."""
    for at, other in enumerate((*[loser] * 6, 771, 772)):
        await count_match(store, began + at, winner, other, server_id=server_id)


async def play_season(store: Store, began: int) -> None:
    """Store a season that Ann wins against Ben, Cat and Dan; Dan beats her once."""
    await Preferences(store).update_server(SERVER, ServerPreferences(pair=None))
    for number in range(6):
        for at, loser in enumerate((BEN, CAT, DAN)):
            await count_match(store, began + 10 * number + at, ANN, loser)
        await count_match(store, began + 10 * number + 4, BEN, CAT)
        await count_match(store, began + 10 * number + 5, CAT, DAN, game="schamanen")
    await count_match(store, began + 80, BEN, DAN)
    await count_match(store, began + 90, DAN, ANN)


# The calendar


def test_seasons_last_calendar_months() -> None:
    began = at(2024, 1, 31, 12)
    closed = [compute_season_end(began, 1, began)]
    for _ in range(12):
        closed.append(compute_season_end(began, 1, closed[-1] or 0))
    assert closed[:4] == [at(2024, 2, 29, 12), at(2024, 3, 31, 12), at(2024, 4, 30, 12), at(2024, 5, 31, 12)]
    assert all((one or 0) < (other or 0) for one, other in pairwise(closed))
    assert compute_season_end(began, 12, began) == at(2025, 1, 31, 12)
    assert compute_season_end(began, 3, at(2024, 9, 1)) == at(2024, 10, 31, 12)
    assert compute_season_end(began, None, began) is None


async def test_new_length_moves_or_cancels_the_last_week_post(world: World, seasons: Seasons) -> None:
    began = at(2026, 3, 1)

    async def last() -> list[int]:
        return [
            it.due_ms
            for it in await world.store.seasons.list_due_announcements(FOREVER, FOREVER)
            if it.kind == "last_week"
        ]

    await world.preferences.update_server(SERVER, EVERY_MONTH)
    await seasons.begin_season(SERVER, "", began)
    assert await last() == [at(2026, 3, 25)]
    for months, now, due in ((3, began, [at(2026, 5, 25)]), (None, began, []), (1, at(2026, 3, 26), [])):
        await seasons.change_season_length(SERVER, months, now)
        assert await last() == due
    await seasons.end_season(SERVER, at(2026, 3, 27))
    assert await world.store.seasons.list_due_announcements(FOREVER, FOREVER) == [], (
        "nor is its beginning announced any more"
    )


@both_databases
async def test_one_process_ends_a_season_and_starts_the_next(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    store, began = world.store, at(2026, 1, 31)
    await world.preferences.update_server(SERVER, EVERY_MONTH)
    assert (await seasons.begin_season(SERVER, "First", began)).scheduled_end_ms == at(2026, 2, 28)
    await poster.post_due_announcements(at(2026, 2, 28) - 1)
    assert len(await store.seasons.list_seasons(SERVER)) == 1
    now = at(2026, 2, 28) + 1
    await asyncio.gather(
        *(each.post_due_announcements(now) for each in (poster, *other_processes(store, Discord(lambda: NOON))))
    )
    first, second = await store.seasons.list_seasons(SERVER)
    assert (first.ended_ms, second.started_ms, second.name, second.ended_ms) == (now, now, "", None)
    assert second.scheduled_end_ms == at(2026, 3, 31)
    for months, due in ((3, compute_season_end(now, 3, now)), (None, None)):
        await seasons.change_season_length(SERVER, months, now)
        assert (await store.seasons.list_seasons(SERVER))[1].scheduled_end_ms == due
    assert await store.seasons.list_due(FOREVER) == []


@pytest.mark.parametrize("late", [(0, 0, 0), (40_000, 10_000, 50_000), (1, 3 * DAY_MS, 0)])
async def test_seasons_keep_their_day_of_the_month_even_if_they_end_late(
    world: World, seasons: Seasons, poster: SeasonPosts, late: tuple[int, ...]
) -> None:
    async def load_due() -> int:
        running = await world.store.seasons.load_season(SERVER)
        assert running
        assert running.scheduled_end_ms
        return running.scheduled_end_ms

    await world.preferences.update_server(SERVER, EVERY_MONTH)
    await seasons.begin_season(SERVER, "", at(2025, 12, 31, 18))
    for number, day in enumerate((31, 28, 31, 30, 31, 30)):
        due = await load_due()
        assert due == at(2026, number + 1, day, 18)
        await poster.post_due_announcements(due + late[number % len(late)])
    # A season that is started by hand has its own day, and a new length counts from its start.
    await seasons.begin_season(SERVER, "", at(2026, 7, 3))
    await poster.post_due_announcements(at(2026, 8, 3) + 1)
    await world.preferences.update_server(SERVER, ServerPreferences(season=3))
    await poster.post_due_announcements(at(2026, 9, 3) + 1)
    assert await load_due() == at(2026, 12, 3)


@both_databases
async def test_unreadable_settings_of_one_server_do_not_affect_others(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    for server_id in (1, 2):
        await world.preferences.update_server(server_id, EVERY_MONTH)
        await seasons.begin_season(server_id, "", at(2026, 1, server_id))
    await world.store.people.change_server_settings(1, {"season": "for ever"})
    await poster.post_due_announcements(at(2026, 2, 3))
    assert [len(await world.store.seasons.list_seasons(server_id)) for server_id in (1, 2)] == [1, 2]


@pytest.mark.parametrize("pause", [3600.0, 0.001], ids=["when something changed", "now and then"])
async def test_due_announcements_are_polled_and_checked_after_changes(
    world: World, seasons: Seasons, poster: SeasonPosts, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    polls: asyncio.Queue[None] = asyncio.Queue()
    post_due_announcements = poster.post_due_announcements

    async def post_and_report(now_ms: int) -> None:
        await post_due_announcements(now_ms)
        polls.put_nowait(None)

    monkeypatch.setattr("bot.delivery.season_posts.POLL_INTERVAL_S", pause)
    monkeypatch.setattr(poster, "post_due_announcements", post_and_report)
    running = asyncio.create_task(poster.run())
    async with asyncio.timeout(PATIENCE):
        await polls.get()
        if pause > 1:
            await seasons.begin_season(SERVER, "", NOON)
            await seasons.end_season(SERVER, NOON)
        await polls.get()
        while await world.store.seasons.list_unannounced(FOREVER):
            await polls.get()
    running.cancel()


@both_databases
async def test_match_that_ends_while_a_season_ends_counts_once(world: World, seasons: Seasons) -> None:
    matches = world.tables
    await seasons.begin_season(SERVER, "", NOON)
    ready = [await round_of(matches, await round_of(matches, await begun(matches, BEN))) for _ in range(4)]
    ends = [said(matches, match, seat_of(match, ANN), "!resign") for match in ready]
    await asyncio.gather(ends[0], ends[1], seasons.begin_season(SERVER, "", NOON + 1), ends[2], ends[3])
    counted = [await matches.store.ratings.load_rating(SERVER, "", number, ANN) for number in (1, 2)]
    assert sum(each.match_count for each in counted if each) == 4
    assert {it.season_number for match in ready for it in await matches.store.results.list_of_match(match.id)} <= {1, 2}
    assert await correct_all_ratings(matches.store) == 0


# Announcements


@both_databases
async def test_end_of_a_season_is_announced_once_in_the_channel_of_the_last_match(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    board = world.discord
    await seasons.begin_season(SERVER, "  Spring \n time ", NOON)
    await play_season(world.store, NOON)
    await poster.post_due_announcements(NOON + 100)
    board.posted.clear()
    await seasons.end_season(SERVER, NOON + 100)
    await asyncio.gather(
        *(each.post_due_announcements(NOON + 102) for each in (poster, *other_processes(world.store, board)))
    )
    await poster.post_due_announcements(NOON + 2 * CLAIM_TIMEOUT_MS + 200)
    [(channel_id, scene)] = board.posted
    assert channel_id == CHANNEL
    assert "Spring time (season 1) is over" in scene.above[0]
    post = text(scene)
    for line in (
        f"🏆 <@{ANN}> is the champion of all games together!",
        f"**Duel of the Shamans** <@{CAT}>",
        f"**Schnick Schnack Schnuck** <@{ANN}>",
        f"Rivalry: <@{ANN}> and <@{DAN}>, 7 matches, 6 to 1",
        f"Upset: <@{DAN}> beat <@{ANN}>",
    ):
        assert line in post
    assert re.search(rf"🥇 <@{ANN}> .*\n🥈 <@{BEN}> .*\n🥉 <@{CAT}> ", post)
    assert scene.pinged_ids == {ANN, BEN, CAT, DAN}
    assert scene.board
    [[button]] = scene.rows  # type: ignore[misc]
    assert isinstance(button, Button)
    with pytest.raises(Refused, match="no-season"):
        await seasons.end_season(SERVER, NOON)


async def test_sleeping_unlisted_and_absent_players_are_not_pinged(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    now = at(2026, 5, 5, 23)
    await seasons.begin_season(SERVER, "", now - DAY_MS)
    await play_season(world.store, now - DAY_MS)
    await world.preferences.update_player(BEN, PlayerPreferences(quiet=(22, 7)))
    await world.preferences.update_player(CAT, PlayerPreferences(listed=False))
    world.discord.left.add(DAN)
    await world.store.holidays.start_holiday(ANN, now - 1, now + DAY_MS)
    await world.tables.refresh_holidays(now)
    await seasons.end_season(SERVER, now)
    await poster.post_due_announcements(now)
    scene = world.discord.posted[-1][1]
    assert scene.pinged_ids == frozenset()
    assert [f"<@{who}>" in text(scene) for who in (ANN, BEN, CAT, DAN)] == [True, True, False, False]


class Killed(BaseException):
    """A crash. The bot must not catch it."""


class MortalDatabase:
    """A database that kills its process at one of its writes, before or after it is stored."""

    def __init__(self, database: Any, writes_left: int, *, is_stored: bool) -> None:
        self._database = database
        self._writes_left = writes_left
        self._is_stored = is_stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def write(self, *writes: Any) -> Any:
        self._writes_left -= 1
        if self._writes_left == 0 and not self._is_stored:
            raise Killed
        rows = await self._database.write(*writes)
        if self._writes_left == 0:
            raise Killed
        return rows


@both_databases
@pytest.mark.parametrize("is_stored", [False, True])
async def test_end_is_announced_once_after_a_crash_at_any_write(
    world: World, seasons: Seasons, poster: SeasonPosts, is_stored: bool
) -> None:
    """The awards are the same as without a crash, since the bot stores everything it needs."""
    store, board = world.store, world.discord
    post_texts, crash_count = set(), 0
    for fatal_write in range(1, 40):
        server_id = SERVER + fatal_write
        world.hour[0] = now = at(2026, 1, 1) + fatal_write * 100 * DAY_MS
        await world.preferences.update_server(server_id, ServerPreferences(season=1, pair=None))
        await seasons.begin_season(server_id, "", now)
        await crown(store, now, ANN, BEN, server_id)
        await poster.post_due_announcements(now + 100)
        running = await store.seasons.load_season(server_id)
        assert running
        assert running.scheduled_end_ms
        board.posted.clear()
        board.nonces.clear()
        mortal: Any = MortalDatabase(store.database, fatal_write, is_stored=is_stored)
        world.hour[0] = running.scheduled_end_ms
        has_crashed = False
        try:
            await create_rooms(Store(mortal), board, lambda: NOON).season_posts.post_due_announcements(
                running.scheduled_end_ms
            )
        except Killed:
            has_crashed = True
            crash_count += 1
        # Discord forgets nonces after some minutes.
        board.nonces.clear()
        for later in (1, 2, 3):
            world.hour[0] = now = running.scheduled_end_ms + later * (CLAIM_TIMEOUT_MS + 1)
            await other_processes(store, board, 1)[0].post_due_announcements(now)
        [end_post] = [scene for _, scene in board.posted if scene.pinged_ids]
        [start_post] = [scene for _, scene in board.posted if not scene.pinged_ids]
        assert board.pings(ANN) == 1
        assert len(await store.seasons.list_seasons(server_id)) == 2
        post_texts.add((end_post.below, start_post.above[0]))
        assert [it for it in await store.seasons.list_awards_of_person(ANN, server_id) if it.kind == "place"] != []
        # Let nothing become due on this server any more.
        await seasons.change_season_length(server_id, None, now)
        if not has_crashed:
            break
    assert crash_count == 6
    assert len(post_texts) == 1


@both_databases
async def test_crash_after_the_announcement_does_not_repeat_it(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    board = world.discord
    await seasons.begin_season(SERVER, "", NOON)
    await play_season(world.store, NOON)
    await poster.post_due_announcements(NOON + 100)
    await seasons.end_season(SERVER, NOON + 100)
    board.posted.clear()

    class CrashingDiscord(Discord):
        """A Discord during whose response the process crashes."""

        async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
            await board.post_message(channel_id, scene, nonce_key)
            raise Killed

    with pytest.raises(Killed):
        await other_processes(world.store, CrashingDiscord(lambda: NOON), 1)[0].post_due_announcements(NOON + 101)
    assert len(board.posted) == 1
    board.nonces.clear()
    await poster.post_due_announcements(NOON + 102 + CLAIM_TIMEOUT_MS)
    assert len(board.posted) == 1
    assert await world.store.seasons.list_unannounced(FOREVER) == []


@both_databases
async def test_claimed_announcement_is_left_to_its_process(world: World, seasons: Seasons) -> None:
    await seasons.begin_season(SERVER, "", NOON)
    await duel(world.tables, ANN, BEN, NOON)
    await seasons.end_season(SERVER, NOON)
    is_posting, may_go_on, post_count = asyncio.Event(), asyncio.Event(), 0

    class SlowDiscord(Discord):
        async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
            nonlocal post_count
            post_count += 1
            if post_count == 1:
                is_posting.set()
                await may_go_on.wait()
            return await super().post_message(channel_id, scene, nonce_key)

    one, other = other_processes(world.store, SlowDiscord(lambda: NOON), 2)
    first = asyncio.create_task(one.post_due_announcements(NOON + 1))
    await is_posting.wait()
    await other.post_due_announcements(NOON + MINUTE_MS)
    may_go_on.set()
    await first
    assert post_count == 1


async def test_start_and_last_week_are_announced_once_without_pings(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    began, board = at(2026, 3, 1), world.discord
    settings = ServerPreferences(season=1, standing=(77,))
    await world.preferences.update_server(SERVER, settings)
    await seasons.begin_season(SERVER, "", began)
    others = other_processes(world.store, board)
    await asyncio.gather(*(each.post_due_announcements(began + 1) for each in (poster, *others)))
    [(channel_id, begun)] = board.posted
    assert channel_id == 77
    assert "Season 1 is on" in begun.above[0]
    await play_season(world.store, began)
    await world.preferences.update_server(SERVER, settings)
    await poster.post_due_announcements(at(2026, 3, 25) - 1)
    assert len(board.posted) == 1
    await asyncio.gather(*(each.post_due_announcements(at(2026, 3, 25)) for each in (poster, *others)))
    [_, (channel_id, last)] = board.posted
    assert channel_id == 77
    assert "last week of Season 1" in last.above[0]
    assert last.below[0].startswith(f"🥇 <@{ANN}>")
    for later in range(1, 4):
        await poster.post_due_announcements(at(2026, 3, 25) + later * (CLAIM_TIMEOUT_MS + 1))
    assert len(board.posted) == 2
    assert not any(scene.pinged_ids for _, scene in board.posted)


async def test_weekly_leaderboard_is_posted_without_pings_if_enabled(world: World, poster: SeasonPosts) -> None:
    store, monday, board = world.store, at(2026, 3, 2), world.discord
    world.hour[0] = monday + DAY_MS
    manager = world.person(ANN, can_manage_server=True)
    for _ in range(2):
        await manager.click(Action.CHANGE_SETTING, 0, 0, "server.weekly", chosen=("yes",))
    await play_season(store, monday + 2 * DAY_MS)
    await poster.post_due_announcements(monday + 7 * DAY_MS - 1)
    assert board.posted == []
    await asyncio.gather(
        *(each.post_due_announcements(monday + 7 * DAY_MS) for each in (poster, *other_processes(store, board)))
    )
    [(channel_id, card)] = board.posted
    assert channel_id == CHANNEL
    assert not card.pinged_ids
    assert "The week on the ladder" in card.above[0]
    assert re.search(rf"\*\*1\.\*\* <@{ANN}> .* new", card.below[0])
    # Nobody played, so nothing is posted, but the next week is due anyway.
    await poster.post_due_announcements(monday + 14 * DAY_MS)
    assert len(board.posted) == 1
    await count_match(store, monday + 15 * DAY_MS, BEN, ANN)
    await poster.post_due_announcements(monday + 21 * DAY_MS + CLAIM_TIMEOUT_MS)
    assert len(board.posted) == 2
    assert re.search(rf"<@{BEN}> .*▲", "\n".join(board.posted[-1][1].below))
    await manager.click(Action.CHANGE_SETTING, 0, 0, "server.weekly", chosen=("no",))
    await count_match(store, monday + 22 * DAY_MS, BEN, ANN)
    await poster.post_due_announcements(monday + 28 * DAY_MS)
    assert len(board.posted) == 2
    assert await store.seasons.list_due_announcements(FOREVER, FOREVER) == []


async def test_server_settings_decide_channel_and_language_of_announcements(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    titles = []
    for number, locale in enumerate(LOCALES):
        await world.preferences.update_server(SERVER, ServerPreferences(standing=(77,), locale=locale))
        await seasons.begin_season(SERVER, "", NOON + number)
        await duel(world.tables, ANN, BEN, NOON + number)
        await seasons.end_season(SERVER, NOON + number)
        await poster.post_due_announcements(NOON + number)
        channel_id, scene = world.discord.posted[-1]
        assert channel_id == 77
        titles.append(scene.above[0])
    assert titles == ["### Season 1 is over", "### Saison 2 ist zu Ende", "### Saison 3\u202f: c’est terminé"]


@pytest.mark.parametrize(
    ("error", "announced"),
    [(DiscordUnavailable("no"), 1), (DestinationUnreachable("unreachable-channel"), 0)],
    ids=["unavailable", "forbidden"],
)
async def test_announcement_is_retried_unless_the_channel_is_unreachable(
    world: World, seasons: Seasons, poster: SeasonPosts, error: Any, announced: int
) -> None:
    await seasons.begin_season(SERVER, "", NOON)
    # Nothing is posted about the first season, in which nobody played.
    await seasons.begin_season(SERVER, "", NOON)
    await duel(world.tables, ANN, BEN, NOON)
    await seasons.end_season(SERVER, NOON)
    world.discord.fails("post", error)
    await poster.post_due_announcements(NOON)
    assert world.discord.posted == []
    for late in (1, 2):
        await poster.post_due_announcements(NOON + late * (CLAIM_TIMEOUT_MS + 1))
    assert len(world.discord.posted) == announced
    assert await world.store.seasons.list_unannounced(FOREVER) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_markdown_in_the_name_of_a_season_is_escaped(locale: Locale) -> None:
    season = Season(SERVER, 3, "# @everyone **<@1>** [x](http://y)", NOON, None, None)
    escaped = r"\# \@everyone \*\*\<\@1\>\*\* \[x\]\(http\:\/\/y\)"
    for scene in (
        season_posts.render_season_start(season, locale),
        season_posts.render_season_end_confirmation(season, locale),
    ):
        assert escaped in scene.above[0]
        assert not scene.pinged_ids
    # Menus do not interpret Markdown.
    assert season.name in scenes.format_season_name(season, locale, escaped=False)


# Roles and awards


@both_databases
async def test_role_and_titles_go_to_the_champion_of_each_season(
    world: World, seasons: Seasons, poster: SeasonPosts
) -> None:
    await world.preferences.update_server(SERVER, ServerPreferences(crown=(500,), pair=None))
    role_holders: list[set[int]] = []
    posts: list[Scene] = []
    for people in ((ANN, BEN), (CAT, DAN), (CAT, ANN)):
        await seasons.begin_season(SERVER, "", NOON)
        await crown(world.store, NOON, *people)
        await seasons.end_season(SERVER, NOON + 9)
        await poster.post_due_announcements(NOON + 9)
        role_holders.append(set(world.discord.worn[500]))
        posts.append(world.discord.posted[-1][1])
        assert "👑 <@&500> goes with it" in text(posts[-1])
    assert role_holders == [{ANN}, {CAT}, {CAT}]
    one, other, _ = posts
    assert [{*post.pinged_ids} for post in (one, other)] == [{ANN, BEN}, {CAT, DAN}]
    assert not {it for it in one.below if "500" not in it} & {*other.below}
    assert one.board != other.board


@both_databases
async def test_awards_do_not_depend_on_the_page_size_and_are_stored_once(
    world: World, seasons: Seasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages may end within a match, and there are seasons before and after this one."""
    store = world.store
    for number in range(3):
        began = NOON + 1000 * number
        await seasons.begin_season(SERVER, "", began)
        await (play_season(store, began) if number == 1 else count_match(store, began, DAN, BEN))
    season = (await store.seasons.list_seasons(SERVER))[1]
    counts: list[Sequence[Award]] = []
    for page_size in (1, 2, 3, 7, 2000):
        monkeypatch.setattr(awards, "RESULTS_PAGE_SIZE", page_size)
        # Awards are only counted once, and nothing in the bot deletes them.
        await store.database.write(Statement("DELETE FROM award WHERE server_id = :server_id")(server_id=SERVER))
        await store.database.write(
            Statement("UPDATE season SET has_awards = 0 WHERE server_id = :server_id")(server_id=SERVER)
        )
        counts.append(await awards.AwardService(store, world.rooms.leaderboard).load_awards(season, NOON + 5000))
    assert all(counted == counts[0] for counted in counts)
    assert [(it.person_id, it.value, it.second_value) for it in counts[0] if it.kind == "rival"] == [
        (DAN, 1, 7),
        (ANN, 6, 7),
    ]
    before = await store.seasons.load_awards(season)
    assert before
    await store.seasons.save_awards(season, [Award(CAT, SERVER, season.number, "place", "", 1, 9999)])
    assert await store.seasons.load_awards(season) == before
