"""Tests for the daily duel: the question, the reveal, the result, and that nothing is visible too early."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest

from bot.daily import calendar
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.handlers.requests import Response
from bot.i18n import say
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens import daily as screens
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene, SceneImage
from bot.wall_clock import DAY_MS, DISCORD_EPOCH_MS, HOUR_MS
from games.daily import DailyChoice
from games.refused import Refused
from games.words import LOCALES, capitalize
from storage import MonthTotal, StoredChoice, StoredDay, StoreUnavailable
from storage.statement import BoundStatement, Row
from tests.bot.database_marks import both_databases
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, DAN, SERVER_ID
from tests.kit.scene_reading import index_by_action, list_custom_ids
from tests.kit.world import World, create_world, restart_world

FOUR_CHOICES: Mapping[int, DailyChoice] = {
    ANN: DailyChoice(0, 0),
    BEN: DailyChoice(1, 2),
    CAT: DailyChoice(2, 1),
    DAN: DailyChoice(0, 1),
}


async def set_up_server(world: World, **settings: object) -> None:
    settings = {"daily_channel": (CHANNEL_ID,)} | settings
    await world.preferences.update_server(SERVER_ID, ServerPreferences.model_validate(settings))


async def choose(world: World, choices: Mapping[int, DailyChoice] = FOUR_CHOICES) -> StoredDay:
    """Let each person choose a row and a column on the current day, and return the day."""
    for person_id, (row, column) in choices.items():
        person = world.person(person_id)
        question = await person.click(Action.SHOW_DAILY)
        if Action.CHANGE_DAILY in index_by_action(question.scene):
            question = await person.click_action(question, Action.CHANGE_DAILY)
        day_id = next(it.daily_id for it in list_custom_ids(question.scene) if it.action == Action.PICK_DAILY_ROW)
        await person.click(Action.PICK_DAILY_ROW, day_id, row)
        await person.click(Action.PICK_DAILY_COLUMN, day_id, column, str(row))
    day = await world.store.daily.load_last_day(SERVER_ID)
    assert day
    return day


async def close_day(world: World, day: StoredDay, after_ms: int = 1000) -> None:
    """Move the clock past the end of a day, and let the bot close the day and deliver its results."""
    world.time_ms[0] = day.closes_ms + after_ms
    await world.services.daily_delivery.close_due_days()


async def play_day(world: World, choices: Mapping[int, DailyChoice] = FOUR_CHOICES) -> StoredDay:
    day = await choose(world, choices)
    await close_day(world, day)
    return day


async def load_choice(world: World, day: StoredDay, person_id: int) -> StoredChoice:
    choice = await world.store.daily.load_choice(day.id, person_id)
    assert choice
    return choice


def get_text(response: Response | Scene | None) -> str:
    scene = response.scene if isinstance(response, Response) else response
    assert scene
    alts = [image.alt for image in (scene.reveal, scene.board) if isinstance(image, SceneImage)]
    return "\n".join((*scene.above, *alts, *scene.between, *scene.below, scene.footer))


def list_posts(world: World) -> list[Scene]:
    return world.discord.list_scenes(CHANNEL_ID)


async def test_choice_takes_two_clicks_and_may_change_until_the_reveal(world: World) -> None:
    await set_up_server(world)
    ann = world.person(ANN)
    question = await ann.click(Action.SHOW_DAILY)
    assert "Pick a row" in get_text(question)
    column_question = await ann.click_action(question, Action.PICK_DAILY_ROW)
    assert "**Row 3**" in get_text(column_question)
    locked = await ann.click_action(column_question, Action.PICK_DAILY_COLUMN)
    assert "**Row 3, Column C**" in get_text(locked)
    assert "Nobody else so far" in get_text(locked)
    await choose(world, {ANN: DailyChoice(0, 1), BEN: DailyChoice(1, 1)})
    locked = await ann.click(Action.SHOW_DAILY)
    assert "**Row 1, Column B**" in get_text(locked)
    assert "1 other so far" in get_text(locked)
    question = await ann.click_action(locked, Action.CHANGE_DAILY)
    column_question = await ann.click_action(question, Action.PICK_DAILY_ROW)
    for page in (question, column_question):
        assert "Still counts: **Row 1, Column B**" in get_text(page)


async def test_reveal_is_posted_once_and_pings_nobody(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world)
    await close_day(world, day)
    (post,) = list_posts(world)
    assert post.pinged_ids == frozenset()
    assert "was best" in get_text(post)
    assert all(f"<@{person_id}>" in get_text(post) for person_id in FOUR_CHOICES)
    assert await world.store.daily.list_due(world.time_ms[0]) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_result_explains_score_place_meetings_and_month(world: World, locale: str) -> None:
    await set_up_server(world)
    day = await play_day(world)
    ann = world.person(ANN, locale=locale)
    result = await ann.click(Action.SHOW_DAILY_RESULT, day.id)
    choice = await load_choice(world, day, ANN)
    assert choice.score is not None
    assert choice.met_count == 3
    assert screens.format_score_line(choice, locale) in get_text(result)
    assert capitalize(screens.format_month(day, locale)) in get_text(result)
    for action in (Action.EXPLAIN_DAILY, Action.SHOW_DAILY_MONTH):
        page = await ann.click_action(result, action)
        assert get_text(await ann.click_action(page, Action.SHOW_DAILY_RESULT)) == get_text(result)


async def test_explanation_shows_both_duels_of_the_best_meeting(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world)
    result = await world.person(ANN).click(Action.SHOW_DAILY_RESULT, day.id)
    (text,) = [line for line in get_text(result).splitlines() if line.startswith("Best meeting")]
    best, opponents = text.removeprefix("Best meeting: ").split(". Worst")[0].split(" against ")
    explanation = get_text(await world.person(ANN).click(Action.EXPLAIN_DAILY, day.id))
    (example,) = [line for line in explanation.splitlines() if line.startswith("Against")]
    opponent_id = next(person_id for person_id in (BEN, CAT, DAN) if f"<@{person_id}>" in example)
    assert f"<@{opponent_id}>" in opponents
    payoffs = calendar.find_daily_game().decode_board(day.board).payoffs
    own, other = FOUR_CHOICES[ANN], FOUR_CHOICES[opponent_id]
    as_row, as_column = payoffs[own.row][other.column], -payoffs[other.row][own.column]
    assert (
        f"Row {own.row + 1} met Column {'ABC'[other.column]}, {as_row:+}".replace("-", "−").replace("+0", "0")
        in example
    )
    assert f"met Row {other.row + 1}, {as_column:+}".replace("-", "−").replace("+0", "0") in example
    assert example.endswith(f"Together {best}.")


async def test_explanation_adds_up_the_row_and_the_column(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world)
    payoffs = calendar.find_daily_game().decode_board(day.board).payoffs
    own, others = FOUR_CHOICES[ANN], [FOUR_CHOICES[person_id] for person_id in (BEN, CAT, DAN)]
    as_row = sum(payoffs[own.row][other.column] for other in others)
    as_column = -sum(payoffs[other.row][own.column] for other in others)
    won = [screens.format_shells(number) for number in (as_row, as_column, as_row + as_column)]
    explanation = get_text(await world.person(ANN).click(Action.EXPLAIN_DAILY, day.id))
    row, column = f"Row {own.row + 1}", f"Column {'ABC'[own.column]}"
    assert f"Your {row} won {won[0]}, your {column} {won[1]}: {won[2]} in 6 duels." in explanation.splitlines()
    choice = await load_choice(world, day, ANN)
    assert choice.score == pytest.approx((as_row + as_column) / 6)


@both_databases
async def test_average_of_all_scores_is_zero_and_the_month_adds_them_up(world: World) -> None:
    await set_up_server(world)
    for choices in (FOUR_CHOICES, {**FOUR_CHOICES, ANN: DailyChoice(2, 2)}):
        day = await play_day(world, choices)
        scores = [choice.score or 0 for choice in await world.store.daily.list_choices(day.id)]
        assert sum(scores) == pytest.approx(0)
    month = await world.services.daily.load_month(day)
    if calendar.find_month(day.number)[0] != day.number:
        assert {each.day_count for each in month} == {2}
    assert sum(each.total for each in month) == pytest.approx(0)


def test_equal_totals_share_a_place_in_the_month_and_on_its_page() -> None:
    totals = {ANN: 0.1 + 0.2, BEN: 0.3, CAT: -0.1}
    month = [MonthTotal(person_id, total, 2) for person_id, total in totals.items()]
    assert [screens.find_month_place(month, person_id) for person_id in totals] == [1, 1, 3]
    day = StoredDay(1, SERVER_ID, 1, "", 0, 0, "done", None)
    page = screens.render_month(day, month, frozenset(totals), ANN, "en")
    # Discord would renumber lines that begin with a number and a period.
    assert [line.partition(" ")[0] for line in page.below] == ["**1.**", "**1.**", "**3.**"]


async def test_nobody_sees_anything_of_a_choice_before_the_reveal(world: World) -> None:
    """Everything that Ann and the channel get is the same, whatever Ben and Cat choose."""

    async def list_what_ann_sees(server_id: int, hidden: tuple[DailyChoice, DailyChoice]) -> list[str]:
        seen = []
        ann = world.person(ANN, server_id=server_id)
        day = (await world.services.daily.load_open_day(server_id, ANN, world.time_ms[0])).day
        for person_id, choice in zip((BEN, CAT), hidden, strict=True):
            person = world.person(person_id, server_id=server_id)
            await person.click(Action.PICK_DAILY_COLUMN, day.id, choice.column, str(choice.row))
            seen.append(repr((await ann.click(Action.SHOW_DAILY)).scene))
        seen.append(repr((await ann.click(Action.SHOW_DAILY_RESULT, day.id)).scene))
        await ann.click(Action.PICK_DAILY_COLUMN, day.id, 1, "1")
        seen.append(repr((await ann.click(Action.SHOW_DAILY)).scene))
        seen.append(repr((await ann.click(Action.SHOW_DAILY_MONTH, day.id)).scene))
        await world.services.daily_delivery.close_due_days()
        return [text.replace(f":{day.id}:", ":day:") for text in seen]

    choices = [DailyChoice(row, column) for row, column in product(range(3), repeat=2)]
    first = await list_what_ann_sees(100, (choices[0], choices[0]))
    for number, choice in enumerate(choices):
        assert await list_what_ann_sees(101 + number, (choice, choices[-number])) == first
    assert world.discord.posted_messages == []


async def test_choice_after_the_hour_does_not_count_even_if_the_bot_closes_late(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    world.time_ms[0] = day.closes_ms
    answer = await world.person(ANN).click(Action.PICK_DAILY_COLUMN, day.id, 2, "2")
    assert "has closed" in get_text(answer)
    late = create_world(world.store, world.discord, world.time_ms)
    await close_day(late, day, 3 * HOUR_MS)
    choice = await load_choice(world, day, ANN)
    assert choice.lines == FOUR_CHOICES[ANN]
    assert len(list_posts(world)) == 1


@both_databases
async def test_two_processes_close_a_day_once(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    world.time_ms[0] = day.closes_ms
    other = restart_world(world)
    await asyncio.gather(*(it.services.daily_delivery.close_due_days() for it in (world, other)))
    assert len(list_posts(world)) == 1


@pytest.mark.parametrize("when", ["before", "after"])
async def test_outage_during_the_post_neither_loses_nor_repeats_it(world: World, when: str) -> None:
    await set_up_server(world)
    day = await choose(world)
    if when == "before":
        world.discord.fail_next("post_message", DiscordUnavailable("down"))
    else:
        # The post arrives, but the process dies before it can store that.
        await world.services.daily.close_day(day)
        await world.store.daily.advance_status(day.id, "scored", "posting")
        closed = await world.services.daily.load_closed_day(await world.services.daily.load_day(day.id))
        assert closed
        world.time_ms[0] = day.closes_ms
        await world.discord.post_message(CHANNEL_ID, screens.render_reveal(closed, frozenset(), "en"), "earlier")
    await close_day(world, day)
    await close_day(restart_world(world), day, HOUR_MS)
    assert len(list_posts(world)) == 1
    assert await world.store.daily.list_due(world.time_ms[0]) == []


@pytest.mark.gate
async def test_failed_write_at_any_point_of_closing_loses_and_repeats_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await set_up_server(world)
    await world.preferences.update_player(ANN, PlayerPreferences(daily_dm=True))
    days, database, write = 0, world.store.database, world.store.database.write
    has_failed = True
    while has_failed:
        day = await choose(world)
        has_failed, writes_left = False, days

        async def write_or_fail(*statements: BoundStatement) -> list[list[Row]]:
            nonlocal has_failed, writes_left
            writes_left -= 1
            if writes_left < 0 and not has_failed:
                has_failed = True
                raise StoreUnavailable("the disk is full")
            return await write(*statements)

        world.time_ms[0] = day.closes_ms
        with monkeypatch.context() as patch, suppress(StoreUnavailable):
            patch.setattr(database, "write", write_or_fail)
            await world.services.daily_delivery.close_due_days()
        await close_day(restart_world(world), day)
        days += 1
        assert len(list_posts(world)) == days
        assert len(world.discord.list_dms(ANN)) == days
        assert {choice.met_count for choice in await world.store.daily.list_choices(day.id)} == {3}
    assert days > 5


async def test_few_people_meet_the_house_and_get_no_post(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world, {ANN: DailyChoice(0, 0), BEN: DailyChoice(1, 1)})
    assert list_posts(world) == []
    result = await world.person(ANN).click(Action.SHOW_DAILY_RESULT, day.id)
    assert "Fewer than 4 played, so the house joined" in get_text(result)
    assert "newcomer" not in get_text(result)
    for level in ("Easy", "Medium", "Hard"):
        assert get_text(result).count(level) == 2, "its row and its column"
    assert "of 4" in get_text(result), "one person and three levels of the house"
    assert await world.services.daily.load_month(day) == []


async def test_no_message_if_nobody_played(world: World) -> None:
    await set_up_server(world)
    await world.person(ANN).click(Action.SHOW_DAILY)
    day = await world.store.daily.load_last_day(SERVER_ID)
    assert day
    await close_day(world, day)
    assert world.discord.posted_messages == []
    assert await world.store.daily.list_due(world.time_ms[0]) == []


async def test_result_is_sent_with_the_next_board_to_those_who_asked(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    for person_id in (ANN, BEN):
        await world.person(person_id).click(Action.NOTIFY_DAILY, day.id, argument=screens.NOTIFY_ON)
    await world.person(BEN).click(Action.NOTIFY_DAILY, day.id, argument=screens.NOTIFY_OFF)
    await close_day(world, day)
    await close_day(world, day, HOUR_MS)
    assert [len(world.discord.list_dms(person_id)) for person_id in FOUR_CHOICES] == [1, 0, 0, 0]
    (message,) = world.discord.list_dms(ANN)
    assert "of 3" in get_text(message)
    assert message.between == (screens.format_title(replace(day, number=day.number + 1), "en"),)
    assert Action.SHARE_DAILY not in index_by_action(message)
    in_dm = world.person(ANN, server_id=None)
    for action in (Action.EXPLAIN_DAILY, Action.SHOW_DAILY_MONTH):
        answer = await in_dm.click_action(message, action)
        assert not answer.replaces_clicked_message, "the next board would be gone"
    explanation = await in_dm.click_action(message, Action.EXPLAIN_DAILY)
    result = await in_dm.click_action(explanation, Action.SHOW_DAILY_RESULT)
    assert Action.SHARE_DAILY not in index_by_action(result.scene)
    locked = await in_dm.click_action(
        await in_dm.click_action(message, Action.PICK_DAILY_ROW), Action.PICK_DAILY_COLUMN
    )
    assert "Locked in" in get_text(locked)


@pytest.mark.parametrize("locale", LOCALES)
async def test_sundays_say_match_point_and_weekdays_explain_the_difference(world: World, locale: str) -> None:
    await set_up_server(world, locale=locale)
    ann, match_point, difference = (
        world.person(ANN, locale=locale), say("daily-match-point", locale), say("daily-difference", locale)
    )  # fmt: skip
    stakes: dict[bool, list[tuple[bool, bool]]] = {True: [], False: []}
    for _ in range(7):
        question = await ann.click(Action.SHOW_DAILY)
        day = await play_day(world)
        result = await ann.click(Action.SHOW_DAILY_RESULT, day.id)
        is_sunday = calendar.find_daily_game().decode_board(day.board).is_match_point
        for shown in (question, result, list_posts(world)[-1]):
            text = get_text(shown)
            stakes[is_sunday].append((match_point in text, difference in text))
    assert stakes == {True: [(True, False)] * 3, False: [(False, True), *[(False, False)] * 2] * 6}


async def test_closed_direct_messages_switch_the_results_off(world: World) -> None:
    await set_up_server(world)
    await world.preferences.update_player(ANN, PlayerPreferences(daily_dm=True))
    day = await choose(world)
    world.discord.fail_next("send_dm", DestinationUnreachable("no-dm"))
    await close_day(world, day)
    assert not (await world.preferences.reload_player(ANN)).daily_dm
    assert await world.store.daily.list_due_dms(9) == []


@both_databases
async def test_people_who_hide_or_left_or_were_forgotten_count_without_a_name(world: World) -> None:
    await set_up_server(world)
    await world.preferences.update_player(ANN, PlayerPreferences(listed=False))
    world.discord.departed_person_ids.add(BEN)
    day = await play_day(world)
    await world.services.matches.forget_person(CAT, world.time_ms[0])
    (post,) = list_posts(world)
    result = await world.person(DAN).click(Action.SHOW_DAILY_RESULT, day.id)
    month = await world.person(DAN).click(Action.SHOW_DAILY_MONTH, day.id)
    for text in (get_text(post), get_text(result), get_text(month)):
        assert f"<@{ANN}>" not in text
        assert f"<@{BEN}>" not in text
    assert f"<@{CAT}>" not in get_text(result) + get_text(month)
    assert "of 4" in get_text(result)
    choice = await load_choice(world, day, DAN)
    assert choice.met_count == 3


async def test_forgotten_people_take_an_open_choice_with_them(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    await world.services.matches.forget_person(CAT, world.time_ms[0])
    assert await world.store.daily.count_choices(day.id) == 3


@both_databases
async def test_new_accounts_and_beginners_play_but_nobody_meets_them(world: World) -> None:
    await set_up_server(world)
    for _ in range(4):
        await play_day(world)
    day = await choose(world)
    new_account = (world.time_ms[0] - DAY_MS - DISCORD_EPOCH_MS) << 22
    beginner = 55
    await choose(world, {new_account: DailyChoice(0, 0), beginner: DailyChoice(1, 1)})
    await close_day(world, day)
    for person_id in (new_account, beginner):
        choice = await load_choice(world, day, person_id)
        assert (choice.is_ranked, choice.place, choice.met_count) == (False, None, 4)
        result = await world.person(person_id).click(Action.SHOW_DAILY_RESULT, day.id)
        assert "Others meet you once" in get_text(result)
    ann = await load_choice(world, day, ANN)
    assert ann.met_count == 3
    assert len(await world.services.daily.load_month(day)) == 4
    assert "2 newcomers played along" in get_text(list_posts(world)[-1])


async def test_last_result_is_shown_once(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world)
    ann = world.person(ANN)
    number = f"Daily {day.number}:"
    first = await ann.click(Action.SHOW_DAILY)
    assert number in get_text(first)
    assert number not in get_text(await ann.click(Action.SHOW_DAILY))
    result = await ann.click_action(first, Action.SHOW_DAILY_RESULT)
    assert f"Daily duel {day.number}\n" in get_text(result)


async def test_streak_counts_days_on_all_servers(world: World) -> None:
    await set_up_server(world)
    for _ in range(3):
        day = await play_day(world)
    assert "🔥 3" in get_text(await world.person(ANN).click(Action.SHOW_DAILY_RESULT, day.id))
    assert await world.services.daily.count_streak(ANN, replace(day, server_id=SERVER_ID + 1)) == 3


async def test_day_on_which_the_bot_was_away_does_not_break_a_streak(world: World) -> None:
    await set_up_server(world)
    first = await play_day(world)
    away_until_ms = first.closes_ms + 4 * DAY_MS + HOUR_MS
    await world.store.heartbeats.record_heartbeat("one", first.closes_ms, 30_000)
    await world.store.heartbeats.record_heartbeat("one", away_until_ms, 30_000)
    world.time_ms[0] = away_until_ms
    day = await play_day(world)
    assert day.number == first.number + 5
    assert await world.services.daily.count_streak(ANN, day) == 2


async def test_shared_line_shows_the_score_but_not_the_board(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world)
    answer = await world.person(ANN, locale="fr").click(Action.SHARE_DAILY, day.id)
    assert answer.channel_post
    text = get_text(answer.channel_post)
    assert "of 3" in text, "in the language of the server"
    assert "Row" not in text
    assert answer.channel_post.board is None


async def test_direct_messages_use_the_last_server_or_ask(world: World) -> None:
    await set_up_server(world)
    with pytest.raises(Refused, match="daily-where"):
        await world.person(ANN, server_id=None).click(Action.SHOW_DAILY)
    await choose(world)
    assert "Locked in" in get_text(await world.person(ANN, server_id=None).click(Action.SHOW_DAILY))


async def test_buttons_of_yesterday_lead_to_today(world: World) -> None:
    await set_up_server(world)
    day = await play_day(world)
    for action, argument in (
        (Action.CHANGE_DAILY, ""),
        (Action.PICK_DAILY_ROW, ""),
        (Action.PICK_DAILY_COLUMN, "1"),
        (Action.NOTIFY_DAILY, screens.NOTIFY_OFF),
    ):
        answer = await world.person(ANN).click(action, day.id, 1, argument)
        assert "has closed" in get_text(answer)
        assert f"Daily duel {day.number + 1}" in get_text(answer)


async def test_forged_and_foreign_buttons_are_refused(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    ann = world.person(ANN)
    for action, day_id, number, argument in (
        (Action.PICK_DAILY_ROW, day.id, 3, ""),
        (Action.PICK_DAILY_COLUMN, day.id, 3, "1"),
        (Action.PICK_DAILY_COLUMN, day.id, 1, "3"),
        (Action.PICK_DAILY_COLUMN, day.id, 1, "x"),
        (Action.PICK_DAILY_COLUMN, day.id + 1, 1, "1"),
    ):
        with pytest.raises(Refused, match="button"):
            await ann.click(action, day_id, number, argument)
    stranger = world.person(55, server_id=SERVER_ID + 1)
    for action in (
        Action.CHANGE_DAILY,
        Action.NOTIFY_DAILY,
        Action.SHOW_DAILY_RESULT,
        Action.SHOW_DAILY_MONTH,
        Action.SHARE_DAILY,
    ):
        with pytest.raises(Refused, match="button"):
            await stranger.click(action, day.id, argument=screens.NOTIFY_ON)
        with pytest.raises(Refused, match="button"):
            await stranger.with_context(server_id=None).click(action, day.id, argument=screens.NOTIFY_ON)
    assert not (await world.preferences.load_player(55)).daily_dm
    choice = await load_choice(world, day, ANN)
    assert choice.lines == FOUR_CHOICES[ANN]


async def test_server_can_switch_the_daily_off(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    await set_up_server(world, daily=False)
    with pytest.raises(Refused, match="daily-off"):
        await world.person(ANN).click(Action.SHOW_DAILY)
    await close_day(world, day)
    assert list_posts(world) == []


async def test_unreachable_channel_loses_no_result(world: World) -> None:
    await set_up_server(world)
    day = await choose(world)
    world.discord.fail_next("post_message", DestinationUnreachable("no-access"))
    await close_day(world, day)
    assert "of 3" in get_text(await world.person(ANN).click(Action.SHOW_DAILY_RESULT, day.id))
    assert await world.store.daily.list_due(world.time_ms[0]) == []
