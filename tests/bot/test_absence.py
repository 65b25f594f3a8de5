"""Tests for absent players: holidays stop clocks and notifications, and matches can end without players who left."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from bot.errors import DiscordUnavailable
from bot.matches.deadlines import DeadlineKind
from bot.matches.holidays import HOLIDAY_DAYS_MAX, HOLIDAY_PERIOD_MS, Holidays, HolidayStatus
from bot.matches.model import EventType, FinishedMatch, Installation, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens import settings
from bot.screens.custom_ids import Action
from bot.screens.scene import SelectMenu
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from games.match import CANCEL
from games.refused import Refused
from storage import Holiday, Store
from tests.bot.cli_runner import run_doctor
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
    accept_offer,
    begin_match,
    make_click,
    offer_match,
    play_move,
    play_token,
    start_offer,
)
from tests.kit.scene_reading import list_buttons
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_with_ben,
    create_world,
    offer_match_to_ben,
    play_first_legal_move,
    play_first_legal_moves_of_both,
    restart_world,
)
from tests.storage.database_fixtures import record_presence

AWAY_TEXT = f"🏖️ <@{BEN}> is away until <t:{(NOON_MS + 3 * DAY_MS) // 1000}:D>."


def create_holidays(world: World) -> Holidays:
    return Holidays(world.matches, world.store, world.delivery.schedule_card_update)


async def begin_with_ben_to_move(world: World) -> int:
    """Begin a match in which Ben is to move within a day."""
    match_id = (await begin_match_with_ben(world.matches, clock=DAY_MS)).id
    await play_first_legal_move(world.matches, match_id, ANN)
    return match_id


async def list_due_times(world: World, match_id: int) -> list[int]:
    return sorted(it.due_ms for it in await world.list_deadlines(match_id, DeadlineKind.TURN))


# Clocks


@both_databases
async def test_clock_stops_during_a_holiday(world: World) -> None:
    match_id = await begin_with_ben_to_move(world)
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    for now in (INACTIVE_SINCE_MS + DAY_MS, NOON_MS + 2 * DAY_MS, INACTIVE_SINCE_MS + 4 * DAY_MS - 1):
        await world.advance_time(now)
        await world.load_running_match(match_id)
    assert await list_due_times(world, match_id) == [INACTIVE_SINCE_MS + 4 * DAY_MS]
    await world.advance_time(INACTIVE_SINCE_MS + 4 * DAY_MS)
    assert isinstance(await world.matches.find_match(match_id), FinishedMatch)


@both_databases
async def test_clocks_of_other_players_go_on(world: World) -> None:
    match_id = (await begin_match_with_ben(world.matches, clock=DAY_MS)).id
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    match = await world.load_running_match(match_id)
    deadline_by_person = {
        match.player_ids[seat]: match.compute_seat_deadline(seat, world.matches.absences)
        for seat in match.engine.to_move
    }
    assert deadline_by_person == {ANN: INACTIVE_SINCE_MS + DAY_MS, BEN: INACTIVE_SINCE_MS + 4 * DAY_MS}
    await world.advance_time(INACTIVE_SINCE_MS + DAY_MS)
    assert isinstance(await world.matches.find_match(match_id), FinishedMatch)


@pytest.mark.parametrize("knows_match", [True, False])
async def test_move_during_a_holiday_costs_no_time(world: World, knows_match: bool) -> None:
    match_id = (await begin_match_with_ben(world.matches, "morra", clock=DAY_MS)).id
    process = world if knows_match else restart_world(world)
    await process.matches.find_match(match_id)
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    await play_first_legal_move(process.matches, match_id, BEN, now_ms=NOON_MS + HOUR_MS)
    await process.matches.refresh_holidays(NOON_MS + HOUR_MS)
    match = await process.matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    assert [it.spent_ms for it in match.time_budgets.values() if it.running_since_ms is None] == [
        NOON_MS - INACTIVE_SINCE_MS
    ]


@both_databases
@pytest.mark.parametrize("trigger", ["deadline", "move"])
async def test_other_process_learns_of_a_holiday_before_time_runs_out(world: World, trigger: str) -> None:
    match_id = await begin_with_ben_to_move(world)
    other = restart_world(world)
    event_count = (await other.matches.find_match(match_id)).event_count
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    if trigger == "deadline":
        await other.advance_time(INACTIVE_SINCE_MS + DAY_MS)
        await other.load_running_match(match_id)
    else:
        assert (
            await play_first_legal_move(other.matches, match_id, BEN, now_ms=INACTIVE_SINCE_MS + DAY_MS)
        ).event_count > event_count


@both_databases
async def test_deadline_moves_forward_after_an_early_return(world: World) -> None:
    match_id = await begin_with_ben_to_move(world)
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    await world.advance_time(INACTIVE_SINCE_MS + DAY_MS)
    assert await list_due_times(world, match_id) == [INACTIVE_SINCE_MS + 4 * DAY_MS]
    return_ms = NOON_MS + DAY_MS + HOUR_MS
    await create_holidays(world).end_holiday(BEN, return_ms)
    await world.advance_time(return_ms)
    expected_ms = return_ms + DAY_MS - (NOON_MS - INACTIVE_SINCE_MS)
    assert await list_due_times(world, match_id) == [expected_ms]
    # The match also ends in a process that has not been notified of the return.
    other = restart_world(world)
    await other.advance_time(expected_ms)
    assert isinstance(await other.matches.find_match(match_id), FinishedMatch)


@both_databases
async def test_outdated_process_sets_no_late_deadline_after_a_return(world: World) -> None:
    match_id = (await begin_match_with_ben(world.matches, "morra", clock=DAY_MS)).id
    other = restart_world(world)
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    await other.matches.refresh_holidays(NOON_MS)
    await create_holidays(world).end_holiday(BEN, NOON_MS + HOUR_MS)
    await play_first_legal_move(world.matches, match_id, BEN, now_ms=NOON_MS + HOUR_MS)
    # This completes the step, and Ben is to move in the next one.
    await play_first_legal_move(other.matches, match_id, ANN, now_ms=NOON_MS + HOUR_MS)
    turns = await list_due_times(world, match_id)
    assert len(turns) == 2
    assert max(turns) <= NOON_MS + HOUR_MS + DAY_MS


@both_databases
async def test_return_during_a_deadline_correction_is_not_missed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await begin_with_ben_to_move(world)
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    other = restart_world(world)
    list_changed, return_ms = world.store.holidays.list_changed, INACTIVE_SINCE_MS + DAY_MS

    async def list_before_return(since: int, after: int) -> list[Holiday]:
        monkeypatch.setattr(world.store.holidays, "list_changed", list_changed)
        changed = await list_changed(since, after)
        await create_holidays(world).end_holiday(BEN, return_ms + 1)
        return changed

    monkeypatch.setattr(world.store.holidays, "list_changed", list_before_return)
    (deadline,) = await world.list_deadlines(match_id, DeadlineKind.TURN)
    await other.matches.fire_deadline(deadline, return_ms)
    assert max(await list_due_times(world, match_id)) <= return_ms + 1 + DAY_MS


@both_databases
@pytest.mark.parametrize("seed", [0, 1, 7, *[pytest.param(seed, marks=pytest.mark.gate) for seed in range(2, 7)]])
async def test_random_holidays_neither_delay_deadlines_nor_cost_time(
    matches: MatchService, seed: int, tmp_path: Path
) -> None:
    dice, time_ms = random.Random(seed), [NOON_MS]
    discord = FakeDiscord(lambda: time_ms[0])
    worlds = [create_world(matches.store, discord, time_ms) for _ in range(2)]
    match_id = (await begin_match_with_ben(worlds[0].matches, "schnick", clock=DAY_MS)).id
    for _ in range(40):
        time_ms[0] += dice.choice((MINUTE_MS, HOUR_MS, 9 * HOUR_MS, DAY_MS))
        process, person_id = dice.choice(worlds), dice.choice((ANN, BEN))
        event = dice.choice(("start holiday", "end holiday", "move", "move", "nothing"))
        status = await create_holidays(process).load_status(person_id, time_ms[0])
        if event == "start holiday" and status.days_left and status.until_ms is None:
            await create_holidays(process).start_holiday(person_id, dice.randint(1, status.days_left), time_ms[0])
        elif event == "end holiday":
            await create_holidays(process).end_holiday(person_id, time_ms[0])
        elif event == "move":
            match = await process.matches.find_match(match_id)
            seat = match.find_seat(person_id) if isinstance(match, RunningMatch) else None
            if isinstance(match, RunningMatch) and seat in match.engine.to_move:
                move = dice.choice(list(match.engine.legal_moves(seat)))
                with suppress(Refused):
                    await play_move(process.matches, match_id, person_id, *move, now_ms=time_ms[0])
        await process.advance_time(time_ms[0])
        assert await run_doctor(matches.store, tmp_path) == []
        if (await process.matches.find_match(match_id)).is_over:
            break
    await check_timed_out_players_had_a_day(matches.store, match_id)


async def check_timed_out_players_had_a_day(store: Store, match_id: int) -> None:
    """Check that every player who ran out of time had a full day, not counting holidays."""
    journal = await store.journal.load_match(match_id)
    assert journal
    lapses = [event for event in journal.events if event.kind == EventType.MOVED and event.payload == "!lapse"]
    for lapse in lapses:
        began_ms = max(it.created_ms for it in journal.events if it.kind == EventType.JOINED)
        periods = [(it.start_ms, it.end_ms) for seat in journal.seats if seat.seat == lapse.seat and seat.person_id
                for it in await store.holidays.list_of_person(seat.person_id)]  # fmt: skip
        used_ms = sum(
            MINUTE_MS
            for minute_ms in range(began_ms, lapse.created_ms, MINUTE_MS)
            if not any(start_ms <= minute_ms < end_ms for start_ms, end_ms in periods)
        )
        assert used_ms >= DAY_MS


# The number of days


async def test_each_started_day_of_a_holiday_counts(world: World) -> None:
    service = create_holidays(world)
    assert await service.load_status(BEN, NOON_MS) == HolidayStatus(None, HOLIDAY_DAYS_MAX)
    await service.start_holiday(BEN, 2, NOON_MS)
    assert await service.load_status(BEN, NOON_MS) == HolidayStatus(NOON_MS + 2 * DAY_MS, HOLIDAY_DAYS_MAX - 2)
    await service.end_holiday(BEN, NOON_MS + MINUTE_MS)
    assert await service.load_status(BEN, NOON_MS + MINUTE_MS) == HolidayStatus(None, HOLIDAY_DAYS_MAX - 1)
    with pytest.raises(Refused, match="holiday-used"):
        await service.start_holiday(BEN, HOLIDAY_DAYS_MAX, NOON_MS + MINUTE_MS)
    await service.start_holiday(BEN, HOLIDAY_DAYS_MAX - 1, NOON_MS + HOUR_MS)
    # A holiday cannot start during another one.
    with pytest.raises(Refused, match="holiday-used"):
        await service.start_holiday(BEN, 1, NOON_MS + HOUR_MS)
    assert await service.load_status(BEN, NOON_MS + HOLIDAY_PERIOD_MS) == HolidayStatus(None, 1)
    assert await service.load_status(BEN, NOON_MS + HOLIDAY_PERIOD_MS + HOUR_MS) == HolidayStatus(
        None, HOLIDAY_DAYS_MAX
    )


async def choose_holiday(world: World, *selected_values: str) -> SelectMenu:
    response = await world.person(BEN).click(
        Action.CHANGE_SETTING, argument="me.holiday", selected_values=selected_values
    )
    assert response.scene
    row = response.scene.rows[-2]
    assert isinstance(row, SelectMenu)
    return row


async def test_holiday_is_started_and_ended_in_the_settings(world: World) -> None:
    menu = await choose_holiday(world, "3")
    assert f"<t:{(NOON_MS + 3 * DAY_MS) // 1000}:D>" in menu.heading
    assert ([it for it, _ in menu.choices], menu.chosen) == (["away", "back"], "away")
    assert await choose_holiday(world, "away") == menu
    menu = await choose_holiday(world, "back")
    assert "4 left" not in menu.heading
    assert [it for it, _ in menu.choices] == ["back", *map(str, range(1, 8))]
    for invalid in ("8", "-1", "x"):
        with pytest.raises(Refused, match="button"):
            await choose_holiday(world, invalid)


@pytest.mark.parametrize("chosen", [(), ("3", "7"), ("a", "b", "c"), ("2.5",), ("",), ("٣",)])
def test_invalid_holiday_length_is_refused(chosen: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="button"):
        settings.parse_holiday_choice(chosen)


# Notifications, and what other players see


async def test_player_on_holiday_is_not_notified(world: World) -> None:
    await create_holidays(world).start_holiday(BEN, 3, INACTIVE_SINCE_MS)
    match_id = await begin_with_ben_to_move(world)
    await world.refresh(match_id)
    await world.advance_time(NOON_MS + DAY_MS)
    assert world.count_pings(BEN) == [0]
    await world.advance_time(INACTIVE_SINCE_MS + 3 * DAY_MS)
    assert world.count_pings(BEN) == [1]


async def test_challenge_and_result_do_not_ping_players_on_holiday(world: World) -> None:
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    await world.refresh((await offer_match_to_ben(world.matches)).id)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert AWAY_TEXT in card.below
    match_id = await begin_with_ben_to_move(world)
    await play_move(world.matches, match_id, ANN, "!resign")
    world.time_ms[0] += HOUR_MS
    await world.refresh(match_id)
    assert world.count_pings(BEN) == [0]


async def test_holiday_of_a_player_after_resigning_is_not_shown(world: World) -> None:
    offer = await offer_match(world.matches, BEN, CAT, DAN, game="woodwalkers", now_ms=INACTIVE_SINCE_MS)
    await world.matches.decline_offer(offer.id, BEN, **make_click(INACTIVE_SINCE_MS))
    await accept_offer(world.matches, offer, CAT, DAN, now_ms=INACTIVE_SINCE_MS)
    await start_offer(world.matches, offer, 3)
    await play_move(world.matches, offer.id, DAN, "!resign")
    for person_id in (BEN, CAT, DAN):
        await create_holidays(world).start_holiday(person_id, 3, NOON_MS)
    await world.refresh(offer.id)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert [line for line in card.below if "🏖️" in line] == [AWAY_TEXT.replace(str(BEN), str(CAT), 1)]


async def test_card_and_messages_of_opponents_show_a_holiday(world: World) -> None:
    match_id = await begin_with_ben_to_move(world)
    for person_id in (ANN, BEN):
        await world.save_ephemeral_message(match_id, person_id, message_id=person_id)
    await world.refresh(match_id)
    for detail, is_shown in (("3", True), ("back", False)):
        world.time_ms[0] += MINUTE_MS
        await choose_holiday(world, detail)
        await world.delivery.wait_until_delivered()
        (card,) = world.discord.list_scenes(CHANNEL_ID)
        scenes = [card, world.discord.ephemeral_scenes[ANN], world.discord.ephemeral_scenes[BEN]]
        assert ["🏖️" in str(scene.below) for scene in scenes] == [is_shown, is_shown, False]


async def test_holiday_leaves_no_card_request_in_a_user_installed_match(world: World) -> None:
    done = await world.matches.create_offer(
        ANN, [BEN], GAMES["schamanen"], {}, MatchTerms(kind="challenge", seats=2, clock=DAY_MS), server_id=None,
        channel_id=CHANNEL_ID, **make_click(), installation=Installation.USER,
    )  # fmt: skip
    match_id = (await accept_offer(world.matches, done.match, BEN)).id
    await create_holidays(world).start_holiday(BEN, 3, NOON_MS)
    assert world.delivery.card_tracker.has_request(match_id)
    await world.refresh(match_id)
    assert not world.delivery.card_tracker.has_request(match_id)


# Players who have left the server


LEFT_TEXT = f"🚪 <@{BEN}> has left the server: you can cancel without them."


async def set_membership(world: World, person_id: int, *, has_left: bool = True) -> None:
    await world.store.people.save_membership(SERVER_ID, person_id, NOON_MS, has_left=has_left)


async def test_departed_player_is_not_notified_and_opponents_see_it(world: World) -> None:
    world.discord.departed_person_ids.add(BEN)
    await world.begin_match()
    assert world.count_pings() == [1, 0]
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    (dm,) = world.discord.list_dms(ANN)
    assert LEFT_TEXT in card.below
    assert LEFT_TEXT in dm.below
    assert [button.label for button in list_buttons(dm)].count("Cancel the match") == 1


@pytest.mark.parametrize("has_old_card", [False, True])
async def test_card_and_player_message_show_a_later_departure(world: World, has_old_card: bool) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS
    match_id = (await world.begin_match()).id
    world.time_ms[0] = now = NOON_MS + has_old_card * HOUR_MS
    await play_first_legal_move(world.matches, match_id, ANN, INACTIVE_SINCE_MS)
    await record_presence(world.store, [BEN], now, match_id)
    await world.save_ephemeral_message(match_id, ANN, message_id=7)
    await world.refresh(match_id)
    world.discord.departed_person_ids.add(BEN)
    await world.advance_time(now + ACTIVE_WINDOW_MS)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert LEFT_TEXT in card.below
    assert card.rows
    assert LEFT_TEXT in world.discord.ephemeral_scenes[7].below


async def test_player_message_shows_a_departure_after_any_press(world: World) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS
    match_id = (await begin_match_with_ben(world.matches)).id
    await set_membership(world, BEN)
    await world.save_ephemeral_message(match_id, ANN, message_id=7)
    await world.refresh(match_id)
    (content_key,) = [it.content_key for it in await world.load_player_messages(match_id, ANN) if it.message_id == 7]
    assert LEFT_TEXT in world.discord.ephemeral_scenes[7].below
    for action in (Action.OPEN_MATCH, Action.PICK_MOVE, Action.SHOW_INBOX):
        response = await world.person(ANN).click(action, match_id, 0, message_id=7)
        assert response.scene
        assert LEFT_TEXT in response.scene.below, action
        assert response.player_message
        assert response.player_message.content_key == content_key, action


@both_databases
async def test_membership_is_fetched_from_discord_once_a_day(world: World) -> None:
    world.discord.departed_person_ids.add(BEN)
    for _ in range(2):
        await world.begin_match()
        # Membership is stored so that other processes know it too.
        world = restart_world(world)
    assert sorted(world.discord.looked_up_person_ids) == [ANN, BEN]
    world.time_ms[0] += DAY_MS
    await world.begin_match()
    assert world.discord.looked_up_person_ids.count(BEN) == 2


async def test_active_player_counts_as_present_again(world: World) -> None:
    world.discord.departed_person_ids.add(BEN)
    match_id = (await world.begin_match()).id
    await play_first_legal_move(world.matches, match_id, BEN, now_ms=NOON_MS + 1)
    world.time_ms[0] += MINUTE_MS
    await world.refresh(match_id)
    assert LEFT_TEXT not in world.discord.list_scenes(CHANNEL_ID)[0].below
    await begin_match_with_ben(world.matches)
    await world.advance_time(NOON_MS + ACTIVE_WINDOW_MS + MINUTE_MS)
    assert world.count_pings(BEN) == [1]


async def test_all_players_count_as_present_during_an_outage(world: World) -> None:
    world.discord.fail_next("fetch_member_name", DiscordUnavailable("away"), DiscordUnavailable("away"))
    await world.begin_match()
    assert world.count_pings() == [1, 1]


async def test_result_does_not_ping_a_departed_player(world: World) -> None:
    match = await world.begin_match()
    world.discord.departed_person_ids.add(BEN)
    await play_token(world.matches, match, 0, "!resign", now_ms=NOON_MS)
    world.time_ms[0] += DAY_MS
    await world.refresh(match.id)
    assert world.count_pings(BEN) == [1]


@both_databases
async def test_match_is_canceled_without_a_departed_player(world: World) -> None:
    match_id = (await begin_match_with_ben(world.matches)).id
    await play_first_legal_moves_of_both(world.matches, match_id)
    await set_membership(world, BEN, has_left=False)
    assert isinstance(await play_move(world.matches, match_id, ANN, *CANCEL), RunningMatch), "Ben has to agree"
    with pytest.raises(Refused, match="said-so"):
        await play_move(world.matches, match_id, ANN, *CANCEL)
    await set_membership(world, BEN)
    finished = await play_move(world.matches, match_id, ANN, *CANCEL)
    assert isinstance(finished, FinishedMatch)
    assert finished.result.reason == "cancelled"


async def test_canceling_needs_all_remaining_players(world: World) -> None:
    match_id = (await begin_match(world.matches, BEN, CAT, game="woodwalkers", now_ms=INACTIVE_SINCE_MS)).id
    for person_id in (ANN, BEN, CAT):
        await play_first_legal_move(world.matches, match_id, person_id)
    await set_membership(world, BEN)
    assert isinstance(await play_move(world.matches, match_id, CAT, *CANCEL), RunningMatch)
    assert isinstance(await play_move(world.matches, match_id, ANN, *CANCEL), FinishedMatch)
