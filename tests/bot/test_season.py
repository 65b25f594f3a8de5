"""Tests for seasons: their start and end, announcements, awards and roles."""

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
from bot.screens import ladder as scenes
from bot.screens import season_posts
from bot.screens.custom_ids import Action
from bot.screens.scene import Button, Scene, SceneImage
from bot.wall_clock import DAY_MS, MINUTE_MS
from games import GAMES
from games.art import Sprite
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Award, Event, NewMatch, Season, Store
from storage.statement import Statement
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    SERVER_ID,
    begin_morra,
    catch_refusal_key,
    get_seat,
    play_morra_round,
    play_token,
    play_until_resigned,
)
from tests.kit.scene_reading import read_text
from tests.kit.world import World, create_services
from tests.waiting import TEST_TIMEOUT_S

FAR_FUTURE_MS = 1 << 60
MONTHLY_SEASONS = ServerPreferences(season=1)


@pytest.fixture(autouse=True)
def no_picture_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the picture of all games, because Morra has no texts for it."""
    monkeypatch.setattr(season_posts, "render_game_list_image", lambda _: None)


async def load_running_season(store: Store, server_id: int = SERVER_ID) -> Season:
    running = await store.seasons.load_season(server_id)
    assert running
    return running


async def end_running_season(seasons: Seasons, now_ms: int) -> None:
    await seasons.end_season(SERVER_ID, (await load_running_season(seasons.store)).number, now_ms)


@pytest.fixture
def seasons(world: World) -> Seasons:
    return world.services.seasons


@pytest.fixture
def posts(world: World) -> SeasonPosts:
    return world.services.season_posts


def make_timestamp_ms(*date_parts: int) -> int:
    return int(datetime(*date_parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


def create_season_posters(store: Store, discord: FakeDiscord, count: int = 3) -> list[SeasonPosts]:
    return [create_services(store, discord, lambda: NOON_MS).season_posts for _ in range(count)]


async def post_from_all(posters: Sequence[SeasonPosts], now_ms: int) -> None:
    """Post what is due from several processes at the same time."""
    await asyncio.gather(*(poster.post_due_announcements(now_ms) for poster in posters))


async def store_rated_match(
    store: Store, ended_ms: int, *person_ids: int, game: str = "schnick", server_id: int = SERVER_ID
) -> None:
    """Store a rated match won by the first person."""
    match: Any = SimpleNamespace(
        server_id=server_id,
        player_ids=person_ids,
        game=GAMES[game],
        result=SimpleNamespace(ranks=(1, 2), scores=(0, 0), reason="points"),
        options=SimpleNamespace(is_preset=False),
        terms=SimpleNamespace(rated=True, tournament=None),
        engine=SimpleNamespace(step=9, left_seats=()),
        unrated_reason="",
    )
    # The match itself is of an unknown game, so that nobody tries to read its moves.
    opening = NewMatch(server_id, CHANNEL_ID, "unknown", 1, "{}", "{}", "5eed", "over", ended_ms)
    change = await RatingPolicy(store, Preferences(store)).rate_match(match, ended_ms)
    await store.journal.create_match(
        opening, [Event("offered", "", ended_ms, person_id=person_ids[0])], replace(change, is_live=False)
    )


async def store_victories(
    store: Store, start_ms: int, winner_id: int, loser_id: int, server_id: int = SERVER_ID
) -> None:
    """Store victories of one player over the loser and two more people, since a rank needs three opponents."""
    for number, opponent_id in enumerate((*[loser_id] * 6, 771, 772)):
        await store_rated_match(store, start_ms + number, winner_id, opponent_id, server_id=server_id)


async def store_season(store: Store, start_ms: int) -> None:
    """Store a season that Ann wins. She beats Ben, Cat and Dan repeatedly, and loses once to Dan."""
    await Preferences(store).update_server(SERVER_ID, ServerPreferences(pair=None))
    for number in range(6):
        for offset_ms, loser_id in enumerate((BEN, CAT, DAN)):
            await store_rated_match(store, start_ms + 10 * number + offset_ms, ANN, loser_id)
        await store_rated_match(store, start_ms + 10 * number + 4, BEN, CAT)
        await store_rated_match(store, start_ms + 10 * number + 5, CAT, DAN, game="schamanen")
    await store_rated_match(store, start_ms + 80, BEN, DAN)
    await store_rated_match(store, start_ms + 90, DAN, ANN)


# The calendar


def test_seasons_last_calendar_months() -> None:
    start_ms = make_timestamp_ms(2024, 1, 31, 12)
    ends_ms = [compute_season_end(start_ms, 1, start_ms)]
    for _ in range(12):
        ends_ms.append(compute_season_end(start_ms, 1, ends_ms[-1] or 0))
    assert ends_ms[:4] == [
        make_timestamp_ms(2024, 2, 29, 12),
        make_timestamp_ms(2024, 3, 31, 12),
        make_timestamp_ms(2024, 4, 30, 12),
        make_timestamp_ms(2024, 5, 31, 12),
    ]
    assert all((earlier or 0) < (later or 0) for earlier, later in pairwise(ends_ms))
    assert compute_season_end(start_ms, 12, start_ms) == make_timestamp_ms(2025, 1, 31, 12)
    assert compute_season_end(start_ms, 3, make_timestamp_ms(2024, 9, 1)) == make_timestamp_ms(2024, 10, 31, 12)
    assert compute_season_end(start_ms, None, start_ms) is None


async def test_new_season_length_moves_or_cancels_last_week_post(world: World, seasons: Seasons) -> None:
    start_ms = make_timestamp_ms(2026, 3, 1)

    async def list_last_week_posts_ms() -> list[int]:
        return [
            it.due_ms
            for it in await world.store.seasons.list_due_announcements(FAR_FUTURE_MS, FAR_FUTURE_MS)
            if it.kind == "last_week"
        ]

    await world.preferences.update_server(SERVER_ID, MONTHLY_SEASONS)
    await seasons.begin_season(SERVER_ID, "", start_ms)
    assert await list_last_week_posts_ms() == [make_timestamp_ms(2026, 3, 25)]
    for months, now_ms, expected_ms in (
        (3, start_ms, [make_timestamp_ms(2026, 5, 25)]),
        (None, start_ms, []),
        (1, make_timestamp_ms(2026, 3, 26), []),
    ):
        await seasons.change_season_length(SERVER_ID, months, now_ms)
        assert await list_last_week_posts_ms() == expected_ms
    await end_running_season(seasons, make_timestamp_ms(2026, 3, 27))
    assert await world.store.seasons.list_due_announcements(FAR_FUTURE_MS, FAR_FUTURE_MS) == [], (
        "the start is not announced any more, either"
    )


@both_databases
async def test_one_process_ends_a_season_and_starts_the_next(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    store, start_ms = world.store, make_timestamp_ms(2026, 1, 31)
    await world.preferences.update_server(SERVER_ID, MONTHLY_SEASONS)
    assert (await seasons.begin_season(SERVER_ID, "First", start_ms)).scheduled_end_ms == make_timestamp_ms(2026, 2, 28)
    await posts.post_due_announcements(make_timestamp_ms(2026, 2, 28) - 1)
    assert len(await store.seasons.list_seasons(SERVER_ID)) == 1
    now_ms = make_timestamp_ms(2026, 2, 28) + 1
    await post_from_all((posts, *create_season_posters(store, FakeDiscord(lambda: NOON_MS))), now_ms)
    first, second = await store.seasons.list_seasons(SERVER_ID)
    assert (first.ended_ms, second.started_ms, second.name, second.ended_ms) == (now_ms, now_ms, "", None)
    assert second.scheduled_end_ms == make_timestamp_ms(2026, 3, 31)
    for months, expected_end_ms in ((3, compute_season_end(now_ms, 3, now_ms)), (None, None)):
        await seasons.change_season_length(SERVER_ID, months, now_ms)
        assert (await store.seasons.list_seasons(SERVER_ID))[1].scheduled_end_ms == expected_end_ms
    assert await store.seasons.list_due(FAR_FUTURE_MS) == []


@pytest.mark.parametrize("delays_ms", [(0, 0, 0), (40_000, 10_000, 50_000), (1, 3 * DAY_MS, 0)])
async def test_seasons_keep_their_day_of_month_despite_late_ends(
    world: World, seasons: Seasons, posts: SeasonPosts, delays_ms: tuple[int, ...]
) -> None:
    async def load_scheduled_end() -> int:
        return (await load_running_season(world.store)).scheduled_end_ms or 0

    await world.preferences.update_server(SERVER_ID, MONTHLY_SEASONS)
    await seasons.begin_season(SERVER_ID, "", make_timestamp_ms(2025, 12, 31, 18))
    for number, day in enumerate((31, 28, 31, 30, 31, 30)):
        due_ms = await load_scheduled_end()
        assert due_ms == make_timestamp_ms(2026, number + 1, day, 18)
        await posts.post_due_announcements(due_ms + delays_ms[number % len(delays_ms)])
    # A season that is started by hand has its own day, and a new length counts from its start.
    await seasons.begin_season(SERVER_ID, "", make_timestamp_ms(2026, 7, 3))
    await posts.post_due_announcements(make_timestamp_ms(2026, 8, 3) + 1)
    await world.preferences.update_server(SERVER_ID, ServerPreferences(season=3))
    await posts.post_due_announcements(make_timestamp_ms(2026, 9, 3) + 1)
    assert await load_scheduled_end() == make_timestamp_ms(2026, 12, 3)


@both_databases
async def test_unreadable_settings_of_one_server_do_not_affect_others(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    for server_id in (1, 2):
        await world.preferences.update_server(server_id, MONTHLY_SEASONS)
        await seasons.begin_season(server_id, "", make_timestamp_ms(2026, 1, server_id))
    await world.store.people.change_server_settings(1, {"season": "for ever"})
    await posts.post_due_announcements(make_timestamp_ms(2026, 2, 3))
    assert [len(await world.store.seasons.list_seasons(server_id)) for server_id in (1, 2)] == [1, 2]


@pytest.mark.parametrize("poll_interval_s", [3600.0, 0.001], ids=["after changes", "periodically"])
async def test_due_announcements_are_polled_and_checked_after_changes(
    world: World, seasons: Seasons, posts: SeasonPosts, poll_interval_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    polls: asyncio.Queue[None] = asyncio.Queue()
    post_due_announcements = posts.post_due_announcements

    async def post_and_report(now_ms: int) -> None:
        await post_due_announcements(now_ms)
        polls.put_nowait(None)

    monkeypatch.setattr("bot.delivery.season_posts.POLL_INTERVAL_S", poll_interval_s)
    monkeypatch.setattr(posts, "post_due_announcements", post_and_report)
    running = asyncio.create_task(posts.run())
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await polls.get()
        if poll_interval_s > 1:
            await seasons.begin_season(SERVER_ID, "", NOON_MS)
            await end_running_season(seasons, NOON_MS)
        await polls.get()
        while await world.store.seasons.list_unannounced(FAR_FUTURE_MS):
            await polls.get()
    running.cancel()


@both_databases
async def test_match_ending_during_season_change_is_rated_once(world: World, seasons: Seasons) -> None:
    matches = world.matches
    await seasons.begin_season(SERVER_ID, "", NOON_MS)
    almost_over = [
        await play_morra_round(matches, await play_morra_round(matches, await begin_morra(matches, BEN)))
        for _ in range(4)
    ]
    ends = [play_token(matches, match, get_seat(match, ANN), "!resign") for match in almost_over]
    await asyncio.gather(ends[0], ends[1], seasons.begin_season(SERVER_ID, "", NOON_MS + 1), ends[2], ends[3])
    ratings = [await matches.store.ratings.load_rating(SERVER_ID, "", number, ANN) for number in (1, 2)]
    assert sum(rating.match_count for rating in ratings if rating) == 4
    results = [it for match in almost_over for it in await matches.store.results.list_of_match(match.id)]
    assert {it.season_number for it in results} <= {1, 2}
    assert await correct_all_ratings(matches.store) == 0


# Announcements


@both_databases
async def test_season_end_is_announced_once_in_channel_of_latest_match(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    discord = world.discord
    await seasons.begin_season(SERVER_ID, "  Spring \n time ", NOON_MS)
    await store_season(world.store, NOON_MS)
    await posts.post_due_announcements(NOON_MS + 100)
    discord.posted_messages.clear()
    await end_running_season(seasons, NOON_MS + 100)
    await post_from_all((posts, *create_season_posters(world.store, discord)), NOON_MS + 102)
    await posts.post_due_announcements(NOON_MS + 2 * CLAIM_TIMEOUT_MS + 200)
    [(channel_id, scene)] = discord.posted_messages
    assert channel_id == CHANNEL_ID
    assert "Spring time (season 1) is over" in scene.above[0]
    text = read_text(scene)
    for line in (
        f"🏆 <@{ANN}> is the champion of all games!",
        f"**Duel of the Shamans** <@{CAT}>",
        f"**Schnick Schnack Schnuck** <@{ANN}>",
        f"Rivalry: <@{ANN}> and <@{DAN}>, 7 matches, 6 to 1",
        f"Upset: <@{DAN}> beat <@{ANN}>",
    ):
        assert line in text
    assert re.search(rf"🥇 <@{ANN}> .*\n🥈 <@{BEN}> .*\n🥉 <@{CAT}> ", text)
    assert scene.pinged_ids == {ANN, BEN, CAT, DAN}
    assert scene.board
    [[button]] = scene.rows  # type: ignore[misc]
    assert isinstance(button, Button)
    with pytest.raises(Refused, match="season-changed"):
        await seasons.end_season(SERVER_ID, 1, NOON_MS)


async def test_new_season_is_announced_although_the_season_before_had_no_matches(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    await store_season(world.store, NOON_MS)
    await seasons.begin_season(SERVER_ID, "Spring", NOON_MS + 100)
    await posts.post_due_announcements(NOON_MS + 100)
    await seasons.replace_season(SERVER_ID, 1, "Summer", NOON_MS + 200)
    await posts.post_due_announcements(NOON_MS + 200)
    assert [channel_id for channel_id, _ in world.discord.posted_messages] == [CHANNEL_ID, CHANNEL_ID]
    assert "Summer (season 2) is on" in world.discord.posted_messages[-1][1].above[0]


async def test_sleeping_unlisted_and_absent_players_are_not_pinged(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    now_ms = make_timestamp_ms(2026, 5, 5, 23)
    await seasons.begin_season(SERVER_ID, "", now_ms - DAY_MS)
    await store_season(world.store, now_ms - DAY_MS)
    await world.preferences.update_player(BEN, PlayerPreferences(quiet=(22, 7)))
    await world.preferences.update_player(CAT, PlayerPreferences(listed=False))
    world.discord.departed_person_ids.add(DAN)
    await world.store.holidays.start_holiday(ANN, now_ms - 1, now_ms + DAY_MS)
    await world.matches.refresh_holidays(now_ms)
    await end_running_season(seasons, now_ms)
    await posts.post_due_announcements(now_ms)
    scene = world.discord.posted_messages[-1][1]
    assert scene.pinged_ids == frozenset()
    text = read_text(scene)
    assert [person_id for person_id in (ANN, BEN, CAT, DAN) if f"<@{person_id}>" in text] == [ANN, BEN]


class Crash(BaseException):
    """Raised to simulate a crash. The bot must not catch it."""


class CrashingDatabase:
    """A database that crashes the bot at one of its writes, either before or after the write is stored."""

    def __init__(self, database: Any, writes_left: int, *, is_stored: bool) -> None:
        self._database = database
        self._writes_left = writes_left
        self._is_stored = is_stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def write(self, *writes: Any) -> Any:
        self._writes_left -= 1
        if self._writes_left == 0 and not self._is_stored:
            raise Crash
        rows = await self._database.write(*writes)
        if self._writes_left == 0:
            raise Crash
        return rows


@both_databases
@pytest.mark.parametrize("is_stored", [False, True])
async def test_season_end_is_announced_once_despite_crash_at_any_write(
    world: World, seasons: Seasons, posts: SeasonPosts, is_stored: bool
) -> None:
    """The announced awards must be the same as without a crash."""
    store, discord = world.store, world.discord
    post_texts, crash_count = set(), 0
    for fatal_write in range(1, 40):
        server_id = SERVER_ID + fatal_write
        world.time_ms[0] = now_ms = make_timestamp_ms(2026, 1, 1) + fatal_write * 100 * DAY_MS
        await world.preferences.update_server(server_id, ServerPreferences(season=1, pair=None))
        await seasons.begin_season(server_id, "", now_ms)
        await store_victories(store, now_ms, ANN, BEN, server_id)
        await posts.post_due_announcements(now_ms + 100)
        end_ms = (await load_running_season(store, server_id)).scheduled_end_ms
        assert end_ms
        discord.posted_messages.clear()
        discord.location_by_nonce.clear()
        crashing_database: Any = CrashingDatabase(store.database, fatal_write, is_stored=is_stored)
        world.time_ms[0] = end_ms
        has_crashed = False
        try:
            await create_services(
                Store(crashing_database), discord, lambda: NOON_MS
            ).season_posts.post_due_announcements(end_ms)
        except Crash:
            has_crashed = True
            crash_count += 1
        # Discord forgets nonces after some minutes.
        discord.location_by_nonce.clear()
        for number in (1, 2, 3):
            world.time_ms[0] = now_ms = end_ms + number * (CLAIM_TIMEOUT_MS + 1)
            await create_season_posters(store, discord, 1)[0].post_due_announcements(now_ms)
        [end_post] = [scene for _, scene in discord.posted_messages if scene.pinged_ids]
        [start_post] = [scene for _, scene in discord.posted_messages if not scene.pinged_ids]
        assert discord.count_pings(ANN) == 1
        assert len(await store.seasons.list_seasons(server_id)) == 2
        post_texts.add((end_post.below, start_post.above[0]))
        assert [it for it in await store.seasons.list_awards_of_person(ANN, server_id) if it.kind == "place"] != []
        # Without a season length, nothing else becomes due on this server.
        await seasons.change_season_length(server_id, None, now_ms)
        if not has_crashed:
            break
    assert crash_count == 6
    assert len(post_texts) == 1


@both_databases
async def test_crash_after_the_announcement_does_not_repeat_it(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    discord = world.discord
    await seasons.begin_season(SERVER_ID, "", NOON_MS)
    await store_season(world.store, NOON_MS)
    await posts.post_due_announcements(NOON_MS + 100)
    await end_running_season(seasons, NOON_MS + 100)
    discord.posted_messages.clear()

    class CrashingDiscord(FakeDiscord):
        """A fake Discord that crashes the bot right after it has stored a post."""

        async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
            await discord.post_message(channel_id, scene, nonce_key)
            raise Crash

    with pytest.raises(Crash):
        await create_season_posters(world.store, CrashingDiscord(lambda: NOON_MS), 1)[0].post_due_announcements(
            NOON_MS + 101
        )
    assert len(discord.posted_messages) == 1
    discord.location_by_nonce.clear()
    await posts.post_due_announcements(NOON_MS + 102 + CLAIM_TIMEOUT_MS)
    assert len(discord.posted_messages) == 1
    assert await world.store.seasons.list_unannounced(FAR_FUTURE_MS) == []


@both_databases
async def test_claimed_announcement_is_left_to_its_process(world: World, seasons: Seasons) -> None:
    await seasons.begin_season(SERVER_ID, "", NOON_MS)
    await play_until_resigned(world.matches, ANN, BEN, NOON_MS)
    await end_running_season(seasons, NOON_MS)
    is_posting, may_go_on, post_count = asyncio.Event(), asyncio.Event(), 0

    class SlowDiscord(FakeDiscord):
        async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
            nonlocal post_count
            post_count += 1
            if post_count == 1:
                is_posting.set()
                await may_go_on.wait()
            return await super().post_message(channel_id, scene, nonce_key)

    first_poster, second_poster = create_season_posters(world.store, SlowDiscord(lambda: NOON_MS), 2)
    first_task = asyncio.create_task(first_poster.post_due_announcements(NOON_MS + 1))
    await is_posting.wait()
    await second_poster.post_due_announcements(NOON_MS + MINUTE_MS)
    may_go_on.set()
    await first_task
    assert post_count == 1


async def test_season_start_and_last_week_are_announced_once_without_pings(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    start_ms, discord = make_timestamp_ms(2026, 3, 1), world.discord
    settings = ServerPreferences(season=1, standing=(77,))
    await world.preferences.update_server(SERVER_ID, settings)
    await seasons.begin_season(SERVER_ID, "", start_ms)
    others = create_season_posters(world.store, discord)
    await post_from_all((posts, *others), start_ms + 1)
    [(channel_id, start_scene)] = discord.posted_messages
    assert channel_id == 77
    assert "Season 1 is on" in start_scene.above[0]
    await store_season(world.store, start_ms)
    await world.preferences.update_server(SERVER_ID, settings)
    await posts.post_due_announcements(make_timestamp_ms(2026, 3, 25) - 1)
    assert len(discord.posted_messages) == 1
    await post_from_all((posts, *others), make_timestamp_ms(2026, 3, 25))
    [_, (channel_id, last_week_scene)] = discord.posted_messages
    assert channel_id == 77
    assert "Last week of Season 1" in last_week_scene.above[0]
    assert last_week_scene.below[0].startswith(f"🥇 <@{ANN}>")
    for number in range(1, 4):
        await posts.post_due_announcements(make_timestamp_ms(2026, 3, 25) + number * (CLAIM_TIMEOUT_MS + 1))
    assert len(discord.posted_messages) == 2
    assert not any(scene.pinged_ids for _, scene in discord.posted_messages)


async def test_weekly_ladder_is_posted_without_pings_if_enabled(world: World, posts: SeasonPosts) -> None:
    store, monday_ms, discord = world.store, make_timestamp_ms(2026, 3, 2), world.discord
    world.time_ms[0] = monday_ms + DAY_MS
    manager = world.person(ANN, can_manage_server=True)
    for _ in range(2):
        await manager.click(Action.CHANGE_SETTING, 0, 0, "ladder.weekly", selected_values=("yes",))
    await store_season(store, monday_ms + 2 * DAY_MS)
    await posts.post_due_announcements(monday_ms + 7 * DAY_MS - 1)
    assert discord.posted_messages == []
    await post_from_all((posts, *create_season_posters(store, discord)), monday_ms + 7 * DAY_MS)
    [(channel_id, scene)] = discord.posted_messages
    assert channel_id == CHANNEL_ID
    assert not scene.pinged_ids
    assert "The week on the ladder" in scene.above[0]
    assert isinstance(scene.board, SceneImage)
    assert f"1. <@{ANN}>" in scene.board.alt
    # Nobody played, so nothing is posted, but the next week is due anyway.
    await posts.post_due_announcements(monday_ms + 14 * DAY_MS)
    assert len(discord.posted_messages) == 1
    await store_rated_match(store, monday_ms + 15 * DAY_MS, BEN, ANN)
    await posts.post_due_announcements(monday_ms + 21 * DAY_MS + CLAIM_TIMEOUT_MS)
    assert len(discord.posted_messages) == 2
    board = discord.posted_messages[-1][1].board
    assert isinstance(board, SceneImage)
    assert "risen" in {mark.name for mark, _, _ in board.picture.marks if isinstance(mark, Sprite)}
    await manager.click(Action.CHANGE_SETTING, 0, 0, "ladder.weekly", selected_values=("no",))
    await store_rated_match(store, monday_ms + 22 * DAY_MS, BEN, ANN)
    await posts.post_due_announcements(monday_ms + 28 * DAY_MS)
    assert len(discord.posted_messages) == 2
    assert await store.seasons.list_due_announcements(FAR_FUTURE_MS, FAR_FUTURE_MS) == []


async def test_announcements_use_channel_and_language_of_server(
    world: World, seasons: Seasons, posts: SeasonPosts
) -> None:
    titles = []
    for number, locale in enumerate(LOCALES):
        await world.preferences.update_server(SERVER_ID, ServerPreferences(standing=(77,), locale=locale))
        await seasons.begin_season(SERVER_ID, "", NOON_MS + number)
        await play_until_resigned(world.matches, ANN, BEN, NOON_MS + number)
        await end_running_season(seasons, NOON_MS + number)
        await posts.post_due_announcements(NOON_MS + number)
        channel_id, scene = world.discord.posted_messages[-1]
        assert channel_id == 77
        titles.append(scene.above[0])
    assert titles == ["### Season 1 is over", "### Saison 2 ist zu Ende", "### Saison 3\u202f: c’est terminé"]


@pytest.mark.parametrize(
    ("error", "expected_posts"),
    [(DiscordUnavailable("no"), 1), (DestinationUnreachable("unreachable-channel"), 0)],
    ids=["unavailable", "forbidden"],
)
async def test_announcement_is_retried_unless_the_channel_is_unreachable(
    world: World, seasons: Seasons, posts: SeasonPosts, error: Any, expected_posts: int
) -> None:
    await seasons.begin_season(SERVER_ID, "", NOON_MS)
    # Nothing is posted about the first season, in which nobody played.
    await seasons.begin_season(SERVER_ID, "", NOON_MS)
    await play_until_resigned(world.matches, ANN, BEN, NOON_MS)
    await end_running_season(seasons, NOON_MS)
    world.discord.fail_next("post_message", error)
    await posts.post_due_announcements(NOON_MS)
    assert world.discord.posted_messages == []
    for number in (1, 2):
        await posts.post_due_announcements(NOON_MS + number * (CLAIM_TIMEOUT_MS + 1))
    assert len(world.discord.posted_messages) == expected_posts
    assert await world.store.seasons.list_unannounced(FAR_FUTURE_MS) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_markdown_in_season_name_is_escaped(locale: Locale) -> None:
    season = Season(SERVER_ID, 3, "# @everyone **<@1>** [x](http://y)", NOON_MS, None, None)
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
async def test_champion_of_each_season_gets_role_and_titles(world: World, seasons: Seasons, posts: SeasonPosts) -> None:
    await world.preferences.update_server(SERVER_ID, ServerPreferences(crown=(500,), pair=None))
    role_holders: list[set[int]] = []
    scenes: list[Scene] = []
    for person_ids in ((ANN, BEN), (CAT, DAN), (CAT, ANN)):
        await seasons.begin_season(SERVER_ID, "", NOON_MS)
        await store_victories(world.store, NOON_MS, *person_ids)
        await end_running_season(seasons, NOON_MS + 9)
        await posts.post_due_announcements(NOON_MS + 9)
        role_holders.append(set(world.discord.role_holders[500]))
        scenes.append(world.discord.posted_messages[-1][1])
        assert "👑 <@&500> goes with it" in read_text(scenes[-1])
    assert role_holders == [{ANN}, {CAT}, {CAT}]
    first_scene, second_scene, _ = scenes
    assert [{*scene.pinged_ids} for scene in (first_scene, second_scene)] == [{ANN, BEN}, {CAT, DAN}]
    assert not {line for line in first_scene.below if "500" not in line} & {*second_scene.below}
    assert first_scene.board != second_scene.board


@both_databases
async def test_awards_are_stored_once_and_independent_of_page_size(
    world: World, seasons: Seasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of results may end in the middle of a match. Results of the seasons before and after must not count."""
    store = world.store
    for number in range(3):
        start_ms = NOON_MS + 1000 * number
        await seasons.begin_season(SERVER_ID, "", start_ms)
        await (store_season(store, start_ms) if number == 1 else store_rated_match(store, start_ms, DAN, BEN))
    season = (await store.seasons.list_seasons(SERVER_ID))[1]
    awards_by_page_size: list[Sequence[Award]] = []
    for page_size in (1, 2, 3, 7, 2000):
        monkeypatch.setattr(awards, "RESULTS_PAGE_SIZE", page_size)
        # Awards are only counted once, and nothing in the bot deletes them.
        await store.database.write(Statement("DELETE FROM award WHERE server_id = :server_id")(server_id=SERVER_ID))
        await store.database.write(
            Statement("UPDATE season SET has_awards = 0 WHERE server_id = :server_id")(server_id=SERVER_ID)
        )
        awards_by_page_size.append(
            await awards.AwardService(store, world.services.ladder).load_awards(season, NOON_MS + 5000)
        )
    assert all(season_awards == awards_by_page_size[0] for season_awards in awards_by_page_size)
    assert [(it.person_id, it.value, it.second_value) for it in awards_by_page_size[0] if it.kind == "rival"] == [
        (DAN, 1, 7),
        (ANN, 6, 7),
    ]
    stored_awards = await store.seasons.load_awards(season)
    assert stored_awards
    await store.seasons.save_awards(season, [Award(CAT, SERVER_ID, season.number, "place", "", 1, 9999)])
    assert await store.seasons.load_awards(season) == stored_awards


async def test_season_begins_with_a_picture_and_leads_to_the_games(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without Morra and without the fixture above.
    monkeypatch.undo()
    response = await world.person(ANN, can_manage_server=True).begin_season("Spring")
    assert response.scene
    assert isinstance(response.scene.board, SceneImage)
    games = await world.person(BEN).click_action(response, Action.SHOW_GAME)
    assert not games.replaces_clicked_message
    assert games.scene
    assert games.scene.board == response.scene.board


@both_databases
@pytest.mark.usefixtures("without_morra")
async def test_managers_are_asked_before_a_running_season_ends(world: World) -> None:
    ann = world.person(ANN)
    manager = ann.with_context(can_manage_server=True, message_id=77, is_private=True)
    assert await catch_refusal_key(ann.end_season()) == "no-season"
    await ann.begin_season("Spring")
    question = await ann.end_season()
    form = await ann.begin_season("Summer: 7 nights")
    assert form.form
    assert "Spring" in form.form.note
    running = await load_running_season(world.store)
    assert (running.number, running.ended_ms) == (1, None)
    ladder = await manager.click_action(question, Action.SHOW_LADDER)
    assert "Spring" in read_text(ladder.scene)

    # Only people who manage the server can confirm.
    assert await catch_refusal_key(ann.click_action(question, Action.END_SEASON)) == "not-manager"
    assert await catch_refusal_key(ann.submit_form(form)) == "not-manager"
    assert await world.store.seasons.load_season(SERVER_ID) == running

    started = await manager.submit_form(form)
    assert "7 nights (season 2) is on" in read_text(started.scene)
    # Both questions were about the first season.
    assert await catch_refusal_key(manager.submit_form(form)) == "season-changed"
    assert await catch_refusal_key(manager.click_action(question, Action.END_SEASON)) == "season-changed"
    assert (await load_running_season(world.store)).number == 2

    ended = await manager.click_action(await ann.end_season(), Action.END_SEASON)
    assert ended.replaces_clicked_message
    assert await world.store.seasons.load_season(SERVER_ID) is None
    assert await catch_refusal_key(manager.submit_form(form)) == "season-changed"


@both_databases
async def test_season_is_replaced_once_by_simultaneous_confirmations(world: World) -> None:
    manager = world.person(ANN).with_context(can_manage_server=True)
    await manager.begin_season("Spring")
    form, question = await manager.begin_season("Summer"), await manager.end_season()
    outcomes = await asyncio.gather(
        manager.submit_form(form),
        manager.submit_form(form),
        manager.click_action(question, Action.END_SEASON),
        return_exceptions=True,
    )
    assert sum(isinstance(it, Refused) and it.key == "season-changed" for it in outcomes) == 2
    assert len(await world.store.seasons.list_seasons(SERVER_ID)) <= 2
