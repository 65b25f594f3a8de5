"""Tests for ladder pages: the listed players, their order, and the picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest

from bot.errors import DiscordUnavailable
from bot.matches.service import MatchService
from bot.preferences import PlayerPreferences, Preferences
from bot.ratings import rating_updates
from bot.ratings.ladder import PAGE_SIZE, Ladder, LadderPage
from bot.ratings.rating_updates import ALL_GAMES, compute_points_margin
from bot.screens import ladder as scenes
from bot.screens.custom_ids import Action
from bot.screens.scene import SceneImage
from bot.wall_clock import WEEK_MS
from games import art, canvas
from games.art import PlayerName
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import MatchChange, Store
from tests.bot.database_marks import both_databases
from tests.games.morra import KEY
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CAT, NOON_MS, SERVER_ID, play_until_resigned
from tests.kit.world import World
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable
from tests.laws.painted_boards import LONG_NAMES
from tests.storage.stored_matches import make_choice_event, make_new_match

MANY_PLAYERS: Final = 34


async def rate_players(store: Store, *points: float) -> None:
    """Store ratings with these points for the players with IDs 100, 101, and so on."""
    new = rating_updates.create_newcomer_rating(SERVER_ID, ALL_GAMES, 0, 0)
    ratings = [
        replace(new, person_id=100 + index, rating=rating, mu=(rating - 250) / 30, match_count=8, updated_ms=1)
        for index, rating in enumerate(points)
    ]
    for start in range(0, len(ratings), 20):
        await store.journal.create_match(
            make_new_match(), [make_choice_event("x")], MatchChange(ratings=tuple(ratings[start : start + 20]))
        )


async def rate_many_players(store: Store) -> None:
    await rate_players(store, *(float(MANY_PLAYERS - index) for index in range(MANY_PLAYERS)))


async def load_page(ladder: Ladder, viewer: int | None = None, start: str | int = 0) -> LadderPage:
    return await ladder.load_page(SERVER_ID, ALL_GAMES, 0, viewer, NOON_MS, start=int(start or 0))


def list_players(page: LadderPage) -> list[int]:
    return [line.rating.person_id for line in page.rows]


def list_page_starts(page: LadderPage) -> list[str]:
    """Return where the first, previous and next page start, according to their buttons."""
    [row] = scenes.render_ladder(page, "en").rows
    return [button.custom_id.rpartition(".")[2] for button in row]  # type: ignore[union-attr]


@both_databases
async def test_next_and_previous_buttons_reach_every_page(store: Store, ladder: Ladder) -> None:
    await rate_players(store, *(float(index // 3) for index in range(MANY_PLAYERS)))
    pages = [await load_page(ladder)]
    while pages[-1].has_next_page:
        pages.append(await load_page(ladder, start=list_page_starts(pages[-1])[2]))
    assert [len(page.rows) for page in pages] == [PAGE_SIZE, PAGE_SIZE, PAGE_SIZE, MANY_PLAYERS - 3 * PAGE_SIZE]
    places = [line.ladder_place for page in pages for line in page.rows]
    assert places == await store.ratings.list_ladder_page(SERVER_ID, ALL_GAMES, 0, MANY_PLAYERS)
    for previous, page in pairwise(pages):
        assert (await load_page(ladder, start=list_page_starts(page)[1])).rows == previous.rows
        assert (await load_page(ladder, start=list_page_starts(page)[0])).rows == pages[0].rows
    for locale in LOCALES:
        scene = scenes.render_ladder(pages[0], locale)
        assert sum(map(len, (*scene.above, *scene.below, scene.footer))) < 4000
        row: Any = scene.rows[0]
        assert len({button.custom_id for button in row}) == len(row)


@pytest.mark.parametrize("player_count", [PAGE_SIZE, PAGE_SIZE + 1])
async def test_full_page_has_page_buttons_only_if_players_remain(
    store: Store, ladder: Ladder, player_count: int
) -> None:
    await rate_players(store, *map(float, range(player_count)))
    page = await load_page(ladder)
    assert page.has_next_page == bool(scenes.render_ladder(page, "en").rows) == (player_count > PAGE_SIZE)


@both_databases
@pytest.mark.parametrize("added", [0, 3, PAGE_SIZE + 2])
async def test_previous_page_includes_players_added_since(store: Store, ladder: Ladder, added: int) -> None:
    await rate_many_players(store)
    new_players = range(100, 100 + added)
    for player in new_players:
        await store.ratings.set_hidden(player, is_hidden=True)
    second = await load_page(ladder, start=list_page_starts(await load_page(ladder))[2])
    for player in new_players:
        await store.ratings.set_hidden(player, is_hidden=False)
    page = await load_page(ladder, start=list_page_starts(second)[1])
    assert list_players(page) == list(range(100, 100 + PAGE_SIZE))
    assert [line.rank for line in page.rows] == list(range(1, PAGE_SIZE + 1))


@pytest.mark.parametrize("goes_back", [False, True])
async def test_first_page_replaces_a_page_without_players(store: Store, ladder: Ladder, goes_back: bool) -> None:
    await rate_many_players(store)
    page = await load_page(ladder, start=20 if goes_back else 10)
    for player in range(110, 100 + MANY_PLAYERS):
        await store.ratings.set_hidden(player, is_hidden=True)
    assert len((await load_page(ladder, start=list_page_starts(page)[1 if goes_back else 2])).rows) == PAGE_SIZE


@both_databases
@pytest.mark.parametrize("place", [1, 5, 6, 20, MANY_PLAYERS])
async def test_own_row_is_on_every_page_and_links_to_its_page(store: Store, ladder: Ladder, place: int) -> None:
    await rate_many_players(store)
    own_id = 99 + place
    first = await load_page(ladder, own_id)
    assert first.own_row
    assert (first.own_row.rating.person_id, first.own_row.rank) == (own_id, place)
    assert (first.own_row in first.rows) == (place <= PAGE_SIZE)
    own_page = await load_page(ladder, own_id, await ladder.find_page_start(SERVER_ID, ALL_GAMES, 0, own_id))
    # The viewer's own row is in the middle of its page, except near the top of the ladder.
    assert list_players(own_page).index(own_id) == min(place - 1, PAGE_SIZE // 2)


@both_databases
async def test_player_who_left_the_server_is_not_listed_until_they_return(
    store: Store, ladder: Ladder, fake_discord: FakeDiscord
) -> None:
    await rate_many_players(store)
    fake_discord.departed_person_ids |= {100, 103, 110}
    page = await load_page(ladder)
    remaining_ids = [100 + at for at in range(MANY_PLAYERS) if 100 + at not in fake_discord.departed_person_ids]
    assert list_players(page) == remaining_ids[:PAGE_SIZE]
    assert [line.rank for line in page.rows] == list(range(1, PAGE_SIZE + 1))
    # Only the members on the page are looked up, once each.
    assert sorted(fake_discord.looked_up_person_ids) == list(range(100, 100 + PAGE_SIZE + 3))
    assert list_players(await load_page(ladder)) == remaining_ids[:PAGE_SIZE]
    assert len(fake_discord.looked_up_person_ids) == PAGE_SIZE + 3
    fake_discord.departed_person_ids.clear()
    assert list_players(await load_page(ladder, 100))[0] == 100


async def test_player_is_listed_while_discord_does_not_answer(
    store: Store, ladder: Ladder, fake_discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Shortly after the machine has booted, the monotonic clock is below the lifetime of cache entries.
    monkeypatch.setattr("bot.caches.time.monotonic", lambda: 0.0)
    await rate_players(store, 3.0, 2.0)
    fake_discord.departed_person_ids.add(101)
    fake_discord.fail_next("fetch_member_name", DiscordUnavailable("no"), DiscordUnavailable("no"))
    assert list_players(await load_page(ladder)) == [100, 101]
    page = await load_page(ladder)
    assert (list_players(page), page.player_count) == ([100], 1)


@both_databases
async def test_hidden_player_is_shown_only_to_themselves(store: Store, ladder: Ladder) -> None:
    await rate_players(store, 3.0, 2.0, 1.0)
    await ladder.preferences.update_player(101, PlayerPreferences(listed=False))
    await store.ratings.set_hidden(101, is_hidden=True)
    assert list_players(await load_page(ladder, 102)) == [100, 102]
    own_page = await load_page(ladder, 101)
    assert list_players(own_page) == [100, 102]
    assert own_page.own_row
    assert (own_page.own_row.rank, own_page.player_count) == (2, 2)
    assert all("/" in "".join(scenes.render_ladder(own_page, locale).below) for locale in LOCALES)


@both_databases
@pytest.mark.parametrize("rated_first", [True, False], ids=["rated before hiding", "rated after hiding"])
async def test_player_hidden_by_another_process_is_on_no_page(store: Store, ladder: Ladder, rated_first: bool) -> None:
    if rated_first:
        await rate_players(store, 3.0, 2.0)
        await load_page(ladder, 100)
        assert (await ladder.preferences.load_player(100)).listed
    await Preferences(store).update_player(100, PlayerPreferences(listed=False))
    await store.ratings.set_hidden(100, is_hidden=True)
    if not rated_first:
        await rate_players(store, 3.0, 2.0)
    for viewer in (100, 101):
        assert list_players(await load_page(ladder, viewer)) == [101]


async def test_page_shows_recent_form_and_points_gained_this_week(
    matches: MatchService, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Players get a rank after one match, so that few matches are enough.
    monkeypatch.setattr(rating_updates, "RANK_MIN_MATCHES", 1)
    now = NOON_MS
    for loser in (BEN, BEN, CAT):
        await play_until_resigned(matches, ANN, loser, now)
    page = await ladder.load_page(SERVER_ID, KEY, 0, None, now)
    assert [row.points_gained_this_week for row in page.rows] == [None] * 3
    assert [len(row.recent_form) for row in page.rows] == [3, 1, 2]
    now += WEEK_MS
    page = await ladder.load_page(SERVER_ID, KEY, 0, None, now)
    assert {row.points_gained_this_week for row in page.rows} == {0}
    first, second, last = list_players(page)
    points_before = {row.rating.person_id: rating_updates.get_displayed_points(row.rating) for row in page.rows}
    for _ in range(3):
        await play_until_resigned(matches, last, second, now)
    page = await ladder.load_page(SERVER_ID, KEY, 0, None, now)
    gained = {row.rating.person_id: row.points_gained_this_week or 0 for row in page.rows}
    assert gained == {
        row.rating.person_id: rating_updates.get_displayed_points(row.rating) - points_before[row.rating.person_id]
        for row in page.rows
    }
    assert gained[last] > 0 == gained[first] > gained[second]
    last_row = next(row for row in page.rows if row.rating.person_id == last)
    assert [scenes.format_place(result) for result in last_row.recent_form] == ["1"] * 3 + ["2"] * 2


async def test_picture_is_legible_and_names_the_player_of_each_row(store: Store, ladder: Ladder) -> None:
    await rate_players(store, *(2000.0 - 37 * index for index in range(MANY_PLAYERS)))
    page = await load_page(ladder, 120)
    assert page.own_row
    ladder_place = replace(page.own_row.ladder_place, rank=123_456)
    wide_row = replace(page.own_row, ladder_place=ladder_place, points_gained_this_week=-123_456)
    for own_row in (page.rows[2], page.own_row, wide_row):
        picture = scenes.draw_ladder(page.rows, own_row)
        assert len(canvas.paint_png(picture, LONG_NAMES)) < 60_000
        assert picture.width == art.BOARD_WIDTH
        check_text_is_readable(picture, picture.marks)
        check_nothing_covers_text(picture, picture.marks)
    board = scenes.render_ladder(page, "en").board
    assert isinstance(board, SceneImage)
    assert board.names == (*list_players(page), 120)
    names = [(mark.seat, top, mark.fallback) for mark, _, top in board.picture.marks if isinstance(mark, PlayerName)]
    tops = [top for _, top, _ in sorted(names)]
    assert len(tops) == len(board.names)
    assert tops == sorted(tops)
    # Each name has a fallback text, because a number would look like a rank.
    assert all(fallback for *_, fallback in names)
    texts = [mark.text for mark, _, _ in board.picture.marks if isinstance(mark, art.Letters)]
    assert all(text.strip("−±()").isdecimal() or text == "=" for text in texts)
    assert {f"±{compute_points_margin(row.rating)}" for row in page.rows} <= set(texts)


@pytest.mark.parametrize("start", ["x", "-1", "1.5", "٣", "9" * 10, ".", "10."])
async def test_forged_page_is_refused(world: World, start: str) -> None:
    await rate_players(world.store, 3.0, 2.0)
    ann = world.person(ANN)
    for page in ("", "0", "10", "9" * 9, "own"):
        assert (await ann.click(Action.SHOW_LADDER, 0, 0, f".{page}")).scene
    with pytest.raises(Refused, match="button"):
        await ann.click(Action.SHOW_LADDER, 0, 0, f".{start}")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("players", [2, 4])
async def test_players_without_rank_have_a_provisional_order(ladder: Ladder, players: int, locale: Locale) -> None:
    """A rank takes three opponents, so nobody on a ladder of two has one."""
    store = ladder.store
    new = rating_updates.create_newcomer_rating(SERVER_ID, ALL_GAMES, 1, 0)
    ratings = tuple(
        replace(
            new,
            person_id=100 + index,
            mu=25.0 + index,
            rating=index - rating_updates.UNRANKED_OFFSET * (players < 4),
            match_count=9,
            opponent_count=players - 1,
            updated_ms=1,
        )
        for index in range(players)
    )
    await store.seasons.begin_season(SERVER_ID, "", NOON_MS)
    await store.journal.create_match(make_new_match(), [make_choice_event("x")], MatchChange(ratings=ratings))
    page = await ladder.load_page(SERVER_ID, ALL_GAMES, 1, 101, NOON_MS)
    scene = scenes.render_ladder(page, locale)
    assert len([line for line in scene.above if line.startswith("🌱")]) == (players < 4)
    assert isinstance(scene.board, SceneImage)
    drawn = [mark.text for mark, _, _ in scene.board.picture.marks if isinstance(mark, art.Letters)]
    [own_row] = scene.below
    if players < 4:
        assert own_row.startswith("**(1)** <@101>")
        assert {"(1)", "(2)"} <= set(drawn)
        assert scene.board.alt.index("(1) <@101>") < scene.board.alt.index("(2) <@100>")
    else:
        assert own_row.startswith("**3.** <@101>")
        assert not any(text.startswith("(") for text in drawn)
    assert (await ladder.load_page(SERVER_ID, ALL_GAMES, 1, None, NOON_MS)).own_row is None
