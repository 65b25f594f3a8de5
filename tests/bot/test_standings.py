"""What is shown of a ladder, to whom, and what the end of a match says about it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest

from bot.errors import Unavailable
from bot.ladder import rating as ladder
from bot.ladder.rating import EVERYTHING, unsure
from bot.ladder.standings import PAGE, Page, Standings
from bot.preferences import Player, Preferences
from bot.rooms import Rooms
from bot.scenes import ladder as scenes
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Board
from bot.table.tables import Tables
from bot.time import WEEK
from games import art, canvas
from games.art import Name
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Change, Store
from tests.bot.databases import both_databases
from tests.games.morra import KEY
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, NOON, SERVER, asked, duel
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG
from tests.storage.matches import chose, opening

MANY: Final = 34


async def crowd(store: Store, *points: float) -> None:
    """The first has the number 100."""
    new = ladder.newcomer(SERVER, EVERYTHING, 0, 0)
    ratings = [
        replace(new, player=100 + at, rating=each, mu=(each - 250) / 30, matches=8, at=1)
        for at, each in enumerate(points)
    ]
    for start in range(0, len(ratings), 20):
        await store.create(opening(), [chose("x")], Change(ratings=tuple(ratings[start : start + 20])))


def players(page: Page) -> list[int]:
    return [line.rating.player for line in page.lines]


def buttons(page: Page) -> list[str]:
    """Where the first page, the one before and the next start."""
    [row] = scenes.shown(page, "en").rows
    return [button.to.rpartition(".")[2] for button in row]  # type: ignore[union-attr]


async def turned(standings: Standings, start: str) -> Page:
    return await standings.page(SERVER, EVERYTHING, 0, None, NOON, start=int(start or 0))


@both_databases
async def test_pages_follow_each_other_and_lead_back(store: Store, standings: Standings) -> None:
    await crowd(store, *(float(at // 3) for at in range(MANY)))
    seen = [await turned(standings, "")]
    while seen[-1].more:
        seen.append(await turned(standings, buttons(seen[-1])[2]))
    assert [len(page.lines) for page in seen] == [PAGE, PAGE, PAGE, MANY - 3 * PAGE]
    whole = [line.standing for page in seen for line in page.lines]
    assert whole == await store.top(SERVER, EVERYTHING, 0, MANY)
    for before, page in pairwise(seen):
        assert (await turned(standings, buttons(page)[1])).lines == before.lines
        assert (await turned(standings, buttons(page)[0])).lines == seen[0].lines


@both_databases
@pytest.mark.parametrize("newer", [0, 3, PAGE + 2])
async def test_the_way_back_ends_with_whoever_is_first_by_then(store: Store, standings: Standings, newer: int) -> None:
    """Whoever has come since the page was opened stands there, too, and nobody's rank is less than one."""
    await crowd(store, *(float(MANY - at) for at in range(MANY)))
    came = range(100, 100 + newer)
    for player in came:
        await store.hide(player, hidden=True)
    first = await standings.page(SERVER, EVERYTHING, 0, None, NOON)
    second = await turned(standings, buttons(first)[2])
    for player in came:
        await store.hide(player, hidden=False)
    page = await turned(standings, buttons(second)[1])
    assert players(page) == list(range(100, 100 + PAGE))
    assert [line.rank for line in page.lines] == list(range(1, PAGE + 1))


@pytest.mark.parametrize("back", [False, True])
async def test_a_page_that_everybody_has_left_is_not_an_empty_ladder(
    store: Store, standings: Standings, back: bool
) -> None:
    await crowd(store, *(float(MANY - at) for at in range(MANY)))
    page = await turned(standings, "20" if back else "10")
    for player in range(110, 100 + MANY):
        await store.hide(player, hidden=True)
    assert len((await turned(standings, buttons(page)[1 if back else 2])).lines) == PAGE


@both_databases
@pytest.mark.parametrize("place", [1, 5, 6, 20, MANY])
async def test_one_s_own_row_is_on_every_page_and_one_can_go_there(
    store: Store, standings: Standings, place: int
) -> None:
    await crowd(store, *(float(MANY - at) for at in range(MANY)))
    me = 99 + place
    first = await standings.page(SERVER, EVERYTHING, 0, me, NOON)
    assert first.own
    assert (first.own.rating.player, first.own.rank) == (me, place)
    assert (first.own in first.lines) == (place <= PAGE)
    start = await standings.start_around(SERVER, EVERYTHING, 0, me)
    around = await standings.page(SERVER, EVERYTHING, 0, me, NOON, start=start)
    # In the middle, or with all who stand higher above it.
    assert players(around).index(me) == min(place - 1, PAGE // 2)


@both_databases
async def test_who_has_left_is_left_out_and_the_next_fill_the_page(
    store: Store, standings: Standings, board: Discord
) -> None:
    await crowd(store, *(float(MANY - at) for at in range(MANY)))
    board.left |= {100, 103, 110}
    page = await standings.page(SERVER, EVERYTHING, 0, None, NOON)
    stayed = [100 + at for at in range(MANY) if 100 + at not in board.left]
    assert players(page) == stayed[:PAGE]
    assert [line.rank for line in page.lines] == list(range(1, PAGE + 1))
    # Asked about those on the page, once, and about nobody else.
    assert sorted(board.asked) == list(range(100, 100 + PAGE + 3))
    assert players(await standings.page(SERVER, EVERYTHING, 0, None, NOON)) == stayed[:PAGE]
    assert len(board.asked) == PAGE + 3
    # Who asks is there again.
    board.left.clear()
    back = await standings.page(SERVER, EVERYTHING, 0, 100, NOON)
    assert players(back)[0] == 100


async def test_a_machine_that_has_just_started_remembers_nothing(
    store: Store, standings: Standings, board: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock has run for less than anything is kept."""
    monkeypatch.setattr("bot.lru.time.monotonic", lambda: 0.0)
    await crowd(store, 3.0, 2.0, 1.0)
    board.left.add(101)
    page = await standings.page(SERVER, EVERYTHING, 0, None, NOON)
    assert (players(page), page.players) == ([100, 102], 2)


async def test_nobody_is_left_out_because_discord_does_not_answer(
    store: Store, standings: Standings, board: Discord
) -> None:
    await crowd(store, 3.0, 2.0)
    board.fails("member", Unavailable("no"), Unavailable("no"))
    assert players(await standings.page(SERVER, EVERYTHING, 0, None, NOON)) == [100, 101]


@both_databases
async def test_who_does_not_want_to_be_seen_sees_themselves(store: Store, standings: Standings) -> None:
    await crowd(store, 3.0, 2.0, 1.0)
    await standings.preferences.set_player(101, Player(listed=False))
    await store.hide(101, hidden=True)
    assert players(await standings.page(SERVER, EVERYTHING, 0, 102, NOON)) == [100, 102]
    mine = await standings.page(SERVER, EVERYTHING, 0, 101, NOON)
    assert players(mine) == [100, 102]
    assert mine.own
    assert (mine.own.rank, mine.players) == (2, 2)
    for locale in LOCALES:
        assert "/" in "".join(scenes.shown(mine, locale).below)


@both_databases
async def test_what_another_process_remembers_shows_nobody(store: Store, standings: Standings) -> None:
    """They have just said it elsewhere, and look at once."""
    await crowd(store, 3.0, 2.0)
    await standings.page(SERVER, EVERYTHING, 0, 100, NOON)
    assert (await standings.preferences.player(100)).listed
    await Preferences(store).set_player(100, Player(listed=False))
    await store.hide(100, hidden=True)
    assert players(await standings.page(SERVER, EVERYTHING, 0, 100, NOON)) == [101]
    assert players(await standings.page(SERVER, EVERYTHING, 0, 101, NOON)) == [101]


@both_databases
async def test_whose_match_ended_while_they_said_it_is_hidden_all_the_same(store: Store, standings: Standings) -> None:
    """The rating was on its way already."""
    await Preferences(store).set_player(100, Player(listed=False))
    await store.hide(100, hidden=True)
    await crowd(store, 3.0, 2.0)
    assert players(await standings.page(SERVER, EVERYTHING, 0, 101, NOON)) == [101]


async def test_form_and_movement_are_told(
    tables: Tables, standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "PLACED", 1)
    now = NOON
    for loser in (BEN, BEN, CAT):
        await duel(tables, ANN, loser, now)
    page = await standings.page(SERVER, KEY, 0, None, now)
    assert [(line.moved, len(line.form)) for line in page.lines] == [(None, 3), (None, 1), (None, 2)]
    now += WEEK
    assert {it.moved for it in (await standings.page(SERVER, KEY, 0, None, now)).lines} == {0}
    before = players(page)
    had = {line.rating.player: ladder.figure(line.rating) for line in page.lines}
    for _ in range(3):
        await duel(tables, before[-1], before[-2], now)
    page = await standings.page(SERVER, KEY, 0, None, now)
    moved = {it.rating.player: it.moved for it in page.lines}
    assert moved == {it.rating.player: ladder.figure(it.rating) - had[it.rating.player] for it in page.lines}
    assert (moved[before[-1]] or 0) > 0 > (moved[before[-2]] or 0)
    assert moved[before[0]] == 0
    best = next(line for line in page.lines if line.rating.player == before[-1])
    assert [scenes.placed(met) for met in best.form] == ["1"] * 3 + ["2"] * 2


async def test_a_page_is_painted_small_and_can_be_read(store: Store, standings: Standings) -> None:
    await crowd(store, *(2000.0 - 137 * at for at in range(MANY)))
    page = await standings.page(SERVER, EVERYTHING, 0, 120, NOON)
    assert page.own
    far = replace(page.own, standing=replace(page.own.standing, rank=123_456), moved=-123_456)
    for own in (page.lines[2], page.own, far):
        picture = scenes.draw_ladder(page.lines, own)
        assert len(canvas.png(picture, LONG)) < 60_000
        assert picture.width == art.WIDTH
        readable(picture, picture.marks)
        apart(picture, picture.marks)


async def test_a_page_names_everybody_in_their_row(store: Store, standings: Standings) -> None:
    await crowd(store, *(2000.0 - 37 * at for at in range(MANY)))
    page = await standings.page(SERVER, EVERYTHING, 0, 120, NOON)
    board = scenes.shown(page, "en").board
    assert isinstance(board, Board)
    assert board.names == (*players(page), 120)
    tops = [
        top for _, top in sorted((what.seat, top) for what, _, top in board.picture.marks if isinstance(what, Name))
    ]
    assert len(tops) == len(board.names)
    assert tops == sorted(tops)
    # A number in the place of a name would be taken for a rank.
    assert all(what.instead for what, _, _ in board.picture.marks if isinstance(what, Name))
    # The same page of others is the same picture.
    digits = [what.text for what, _, _ in board.picture.marks if isinstance(what, art.Letters)]
    assert all(text.lstrip("−±").isdecimal() or text == "=" for text in digits)
    # And how unsure each is, as the words say it.
    assert {f"±{unsure(line.rating)}" for line in page.lines} <= set(digits)


async def test_all_pages_fit_discord_in_every_language(store: Store, standings: Standings) -> None:
    await crowd(store, *(float(at) for at in range(MANY)))
    page = await standings.page(SERVER, EVERYTHING, 0, 100, NOON)
    for locale in LOCALES:
        scene = scenes.shown(page, locale)
        assert sum(map(len, (*scene.above, *scene.below, scene.small))) < 4000
        [row] = scene.rows
        ids = [button.to for button in row]  # type: ignore[union-attr]
        assert len(set(ids)) == len(ids) == 4


@pytest.mark.parametrize("start", ["x", "-1", "1.5", "٣", "9" * 10, ".", "10."])
async def test_a_page_that_no_button_leads_to_is_refused(rooms: Rooms, start: str) -> None:
    await crowd(rooms.store, 3.0, 2.0)
    for page in ("", "0", "10", "9" * 9, "own"):
        assert (await rooms.ladders.turned(asked(), Address(Verb.LADDER, 0, 0, f".{page}"))).scene
    with pytest.raises(Refused, match="button"):
        await rooms.ladders.turned(asked(), Address(Verb.LADDER, 0, 0, f".{start}"))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_couple_or_three_are_told_what_their_ladder_is(
    standings: Standings, players: int, locale: Locale
) -> None:
    """They cannot have met as many as a rank takes: that is said once, and not of each as if they had missed it."""
    store = standings.store
    new = ladder.newcomer(SERVER, EVERYTHING, 1, 0)
    ratings = tuple(
        replace(new, player=100 + at, mu=25.0 + at, rating=at - ladder.BELOW, matches=9, opponents=players - 1, at=1)
        for at in range(players)
    )
    await store.begin_season(SERVER, "", NOON)
    await store.create(opening(), [chose("x")], Change(ratings=ratings))
    page = await standings.page(SERVER, EVERYTHING, 1, 101, NOON)
    running = scenes.shown(page, locale)
    few = [line for line in running.above if line.startswith("🌱")]
    assert len(few) == (players < 4)
    assert all("9" in line for line in running.below)
    assert not re.search(r"\b(rank|Rang|rang)\b", "".join(running.below) if few else "")
    assert page.season
    over = scenes.shown(replace(page, season=replace(page.season, ended=NOON + 1)), locale)
    assert len([line for line in over.above if line.startswith("🌱") and line not in few]) == (players < 4)
