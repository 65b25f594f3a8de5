"""Absent players: clocks stop and notifications wait on a holiday, and a match can end without players who left."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from bot.cli.doctor import find_problems
from bot.errors import DiscordUnavailable
from bot.matches.deadlines import DeadlineKind
from bot.matches.holidays import HOLIDAY_DAYS_MAX, HOLIDAY_PERIOD_MS, Holidays, HolidayStatus
from bot.matches.model import EventType, FinishedMatch, Installation, MatchState, RunningMatch, StartedMatch
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
from storage import Holiday, PlayerMessage, Store
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, cause, said
from tests.kit.scenes import buttons
from tests.kit.world import EARLIER, World, begun, challenge, chosen, create_world, restart_world, round_of
from tests.storage.stores import record_presence

AWAY = f"🏖️ <@{BEN}> is away until <t:{(NOON + 3 * DAY_MS) // 1000}:D>."


def holidays(world: World) -> Holidays:
    return Holidays(world.tables, world.store, world.herald.schedule_card_update)


async def begin_with_ben_to_move(world: World) -> int:
    """Begin a match in which Ben is to move and has a day."""
    match_id = (await begun(world.tables, clock=DAY_MS)).id
    await chosen(world.tables, match_id, ANN)
    return match_id


async def find_due(world: World, match_id: int) -> list[int]:
    return sorted(
        it.due_ms for it in await world.store.deadlines.list_of_match(match_id) if it.kind == DeadlineKind.TURN
    )


# Clocks


@both_databases
async def test_clock_stops_during_a_holiday(world: World) -> None:
    match_id = await begin_with_ben_to_move(world)
    await holidays(world).start_holiday(BEN, 3, NOON)
    for now in (EARLIER + DAY_MS, NOON + 2 * DAY_MS, EARLIER + 4 * DAY_MS - 1):
        await world.clock(now)
        await world.load_play(match_id)
    assert await find_due(world, match_id) == [EARLIER + 4 * DAY_MS]
    await world.clock(EARLIER + 4 * DAY_MS)
    assert isinstance(await world.tables.find_match(match_id), FinishedMatch)


@both_databases
async def test_clocks_of_other_players_go_on(world: World) -> None:
    match_id = (await begun(world.tables, clock=DAY_MS)).id
    await holidays(world).start_holiday(BEN, 3, NOON)
    match = await world.load_play(match_id)
    left = {
        match.player_ids[seat]: match.compute_seat_deadline(seat, world.tables.absences)
        for seat in match.engine.to_move
    }
    assert left == {ANN: EARLIER + DAY_MS, BEN: EARLIER + 4 * DAY_MS}
    await world.clock(EARLIER + DAY_MS)
    assert isinstance(await world.tables.find_match(match_id), FinishedMatch)


@pytest.mark.parametrize("knows_match", [True, False])
async def test_move_during_a_holiday_costs_no_time(world: World, knows_match: bool) -> None:
    match_id = (await begun(world.tables, "morra", clock=DAY_MS)).id
    process = world if knows_match else restart_world(world)
    await process.tables.find_match(match_id)
    await holidays(world).start_holiday(BEN, 3, NOON)
    await chosen(process.tables, match_id, BEN, now_ms=NOON + HOUR_MS)
    await process.tables.refresh_holidays(NOON + HOUR_MS)
    match = await process.tables.find_match(match_id)
    assert isinstance(match, StartedMatch)
    assert [it.spent_ms for it in match.time_budgets.values() if it.running_since_ms is None] == [NOON - EARLIER]


@both_databases
@pytest.mark.parametrize("trigger", ["deadline", "move"])
async def test_other_process_learns_of_a_holiday_before_time_runs_out(world: World, trigger: str) -> None:
    match_id = await begin_with_ben_to_move(world)
    other = restart_world(world)
    before = (await other.tables.find_match(match_id)).event_count
    await holidays(world).start_holiday(BEN, 3, NOON)
    if trigger == "deadline":
        await other.clock(EARLIER + DAY_MS)
        await other.load_play(match_id)
    else:
        assert (await chosen(other.tables, match_id, BEN, now_ms=EARLIER + DAY_MS)).event_count > before


@both_databases
async def test_deadline_moves_forward_after_an_early_return(world: World) -> None:
    match_id = await begin_with_ben_to_move(world)
    await holidays(world).start_holiday(BEN, 3, NOON)
    await world.clock(EARLIER + DAY_MS)
    assert await find_due(world, match_id) == [EARLIER + 4 * DAY_MS]
    return_ms = NOON + DAY_MS + HOUR_MS
    await holidays(world).end_holiday(BEN, return_ms)
    await world.clock(return_ms)
    expected_ms = return_ms + DAY_MS - (NOON - EARLIER)
    assert await find_due(world, match_id) == [expected_ms]
    # Also in a process that has not learned of the return.
    other = restart_world(world)
    await other.clock(expected_ms)
    assert isinstance(await other.tables.find_match(match_id), FinishedMatch)


@both_databases
async def test_step_of_a_process_unaware_of_a_return_is_not_due_too_late(world: World) -> None:
    match_id = (await begun(world.tables, "morra", clock=DAY_MS)).id
    other = restart_world(world)
    await holidays(world).start_holiday(BEN, 3, NOON)
    await other.tables.refresh_holidays(NOON)
    await holidays(world).end_holiday(BEN, NOON + HOUR_MS)
    await chosen(world.tables, match_id, BEN, now_ms=NOON + HOUR_MS)
    # This completes the step, and Ben is to move in the next one.
    await chosen(other.tables, match_id, ANN, now_ms=NOON + HOUR_MS)
    turns = await find_due(world, match_id)
    assert len(turns) == 2
    assert max(turns) <= NOON + HOUR_MS + DAY_MS


@both_databases
async def test_return_while_a_deadline_is_corrected_is_not_missed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await begin_with_ben_to_move(world)
    await holidays(world).start_holiday(BEN, 3, NOON)
    other = restart_world(world)
    list_changed, return_ms = world.store.holidays.list_changed, EARLIER + DAY_MS

    async def list_before_return(since: int, after: int) -> list[Holiday]:
        monkeypatch.setattr(world.store.holidays, "list_changed", list_changed)
        changed = await list_changed(since, after)
        await holidays(world).end_holiday(BEN, return_ms + 1)
        return changed

    monkeypatch.setattr(world.store.holidays, "list_changed", list_before_return)
    (deadline,) = [it for it in await world.store.deadlines.list_of_match(match_id) if it.kind == DeadlineKind.TURN]
    await other.tables.fire_deadline(deadline, return_ms)
    assert max(await find_due(world, match_id)) <= return_ms + 1 + DAY_MS


@both_databases
@pytest.mark.parametrize("seed", [0, 1, 7, *[pytest.param(seed, marks=pytest.mark.gate) for seed in range(2, 7)]])
async def test_no_deadline_is_ever_too_late_and_nobody_loses_time(
    matches: MatchService, seed: int, tmp_path: Path
) -> None:
    dice, hour = random.Random(seed), [NOON]
    board = Discord(lambda: hour[0])
    worlds = [create_world(matches.store, board, hour) for _ in range(2)]
    match_id = (await begun(worlds[0].tables, "schnick", clock=DAY_MS)).id
    for _ in range(40):
        hour[0] += dice.choice((MINUTE_MS, HOUR_MS, 9 * HOUR_MS, DAY_MS))
        one, person_id = dice.choice(worlds), dice.choice((ANN, BEN))
        event = dice.choice(("start holiday", "end holiday", "move", "move", "nothing"))
        status = await holidays(one).load_status(person_id, hour[0])
        if event == "start holiday" and status.days_left and status.until_ms is None:
            await holidays(one).start_holiday(person_id, dice.randint(1, status.days_left), hour[0])
        elif event == "end holiday":
            await holidays(one).end_holiday(person_id, hour[0])
        elif event == "move":
            match = await one.tables.find_match(match_id)
            seat = match.find_seat(person_id) if isinstance(match, RunningMatch) else None
            if isinstance(match, RunningMatch) and seat in match.engine.to_move:
                move = dice.choice(list(match.engine.legal_moves(seat)))
                with suppress(Refused):
                    await one.tables.play_move(
                        match_id, person_id, move, step=None, interaction_id=cause(), now_ms=hour[0]
                    )
        await one.clock(hour[0])
        assert [it async for it in find_problems(matches.store, tmp_path, NOON)] == []
        if (await one.tables.find_match(match_id)).is_over:
            break
    await check_lapses(matches.store, match_id)


async def check_lapses(store: Store, match_id: int) -> None:
    """Check that players who ran out of time had a whole day, not counting holidays."""
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
    service = holidays(world)
    assert await service.load_status(BEN, NOON) == HolidayStatus(None, HOLIDAY_DAYS_MAX)
    await service.start_holiday(BEN, 2, NOON)
    assert await service.load_status(BEN, NOON) == HolidayStatus(NOON + 2 * DAY_MS, HOLIDAY_DAYS_MAX - 2)
    await service.end_holiday(BEN, NOON + MINUTE_MS)
    assert await service.load_status(BEN, NOON + MINUTE_MS) == HolidayStatus(None, HOLIDAY_DAYS_MAX - 1)
    with pytest.raises(Refused, match="holiday-used"):
        await service.start_holiday(BEN, HOLIDAY_DAYS_MAX, NOON + MINUTE_MS)
    await service.start_holiday(BEN, HOLIDAY_DAYS_MAX - 1, NOON + HOUR_MS)
    # A holiday cannot start during another one.
    with pytest.raises(Refused, match="holiday-used"):
        await service.start_holiday(BEN, 1, NOON + HOUR_MS)
    assert await service.load_status(BEN, NOON + HOLIDAY_PERIOD_MS) == HolidayStatus(None, 1)
    assert await service.load_status(BEN, NOON + HOLIDAY_PERIOD_MS + HOUR_MS) == HolidayStatus(None, HOLIDAY_DAYS_MAX)


async def choose_holiday(world: World, *chosen: str) -> SelectMenu:
    response = await world.person(BEN).click(Action.CHANGE_SETTING, detail="me.holiday", chosen=chosen)
    assert response.scene
    row = response.scene.rows[-2]
    assert isinstance(row, SelectMenu)
    return row


async def test_holiday_is_started_and_ended_in_the_settings(world: World) -> None:
    menu = await choose_holiday(world, "3")
    assert f"<t:{(NOON + 3 * DAY_MS) // 1000}:D>" in menu.heading
    assert ([it for it, _ in menu.choices], menu.chosen) == (["away", "back"], "away")
    assert await choose_holiday(world, "away") == menu
    menu = await choose_holiday(world, "back")
    assert "4 left" not in menu.heading
    assert [it for it, _ in menu.choices] == ["back", *map(str, range(1, 8))]
    for invalid in ("8", "-1", "x"):
        with pytest.raises(Refused, match="button"):
            await choose_holiday(world, invalid)


@pytest.mark.parametrize("chosen", [(), ("3", "7"), ("a", "b", "c"), ("2.5",), ("",), ("٣",)])
def test_length_that_is_not_offered_is_refused(chosen: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="button"):
        settings.parse_holiday_choice(chosen)


# Notifications, and what other players see


async def test_nobody_is_notified_on_a_holiday(world: World) -> None:
    await holidays(world).start_holiday(BEN, 3, EARLIER)
    match_id = await begin_with_ben_to_move(world)
    await world.refresh(match_id)
    await world.clock(NOON + DAY_MS)
    assert world.count_pings(BEN) == [0]
    await world.clock(EARLIER + 3 * DAY_MS)
    assert world.count_pings(BEN) == [1]


async def test_challenge_and_result_do_not_ping_players_on_holiday(world: World) -> None:
    await holidays(world).start_holiday(BEN, 3, NOON)
    await world.refresh((await challenge(world.tables)).id)
    (card,) = world.discord.at(CHANNEL)
    assert AWAY in card.below
    match_id = await begin_with_ben_to_move(world)
    await world.tables.play_move(match_id, ANN, ("!resign",), step=None, interaction_id=cause(), now_ms=NOON)
    world.hour[0] += HOUR_MS
    await world.refresh(match_id)
    assert world.count_pings(BEN) == [0]


async def test_holiday_of_a_player_who_has_left_the_match_is_not_shown(world: World) -> None:
    done = await world.tables.create_offer(
        ANN, (BEN, CAT, DAN), GAMES["woodwalkers"], {}, MatchTerms(seats=4), server_id=SERVER, channel_id=CHANNEL,
        interaction_id=cause(), now_ms=EARLIER,
    )  # fmt: skip
    match_id = done.match.id
    await world.tables.decline_offer(match_id, BEN, interaction_id=cause(), now_ms=EARLIER)
    for person_id in (CAT, DAN):
        await world.tables.join_offer(match_id, person_id, interaction_id=cause(), now_ms=EARLIER)
    await world.tables.start_match(match_id, ANN, 3, interaction_id=cause(), now_ms=EARLIER)
    await world.tables.play_move(match_id, DAN, ("!resign",), step=None, interaction_id=cause(), now_ms=EARLIER)
    for person_id in (BEN, CAT, DAN):
        await holidays(world).start_holiday(person_id, 3, NOON)
    await world.refresh(match_id)
    (card,) = world.discord.at(CHANNEL)
    assert [line for line in card.below if "🏖️" in line] == [AWAY.replace(str(BEN), str(CAT), 1)]


async def test_card_and_messages_of_opponents_show_a_holiday(world: World) -> None:
    match_id = await begin_with_ben_to_move(world)
    for person_id in (ANN, BEN):
        await world.store.player_messages.save_message(
            PlayerMessage(match_id, person_id, person_id, None, 0, NOON, "token")
        )
    await world.refresh(match_id)
    for detail, is_shown in (("3", True), ("back", False)):
        world.hour[0] += MINUTE_MS
        await choose_holiday(world, detail)
        await world.herald.wait_until_delivered()
        (card,) = world.discord.at(CHANNEL)
        scenes = [card, world.discord.private[ANN], world.discord.private[BEN]]
        assert ["🏖️" in str(scene.below) for scene in scenes] == [is_shown, is_shown, False]


async def test_holiday_requests_no_lasting_card_update_in_a_user_installed_match(world: World) -> None:
    done = await world.tables.create_offer(
        ANN, [BEN], GAMES["schamanen"], {}, MatchTerms(kind="challenge", seats=2, clock=DAY_MS), server_id=None,
        channel_id=CHANNEL, interaction_id=cause(), now_ms=NOON, installation=Installation.USER,
    )  # fmt: skip
    match_id = (await world.tables.join_offer(done.match.id, BEN, interaction_id=cause(), now_ms=NOON)).match.id
    await holidays(world).start_holiday(BEN, 3, NOON)
    assert world.herald.card_tracker.has_request(match_id)
    await world.refresh(match_id)
    assert not world.herald.card_tracker.has_request(match_id)


# Players who have left the server


LEFT = f"🚪 <@{BEN}> has left the server: the match can be cancelled without them."


async def cancel(world: World, match_id: int, person_id: int) -> MatchState:
    return (
        await world.tables.play_move(match_id, person_id, CANCEL, step=None, interaction_id=cause(), now_ms=NOON)
    ).match


async def set_membership(world: World, person_id: int, *, has_left: bool = True) -> None:
    await world.store.people.save_membership(SERVER, person_id, NOON, has_left=has_left)


async def test_player_who_left_is_not_notified_and_the_others_see_it(world: World) -> None:
    world.discord.left.add(BEN)
    await world.begin_match()
    assert world.count_pings() == [1, 0]
    (card,) = world.discord.at(CHANNEL)
    (dm,) = world.discord.direct(ANN)
    assert LEFT in card.below
    assert LEFT in dm.below
    assert [button.label for button in buttons(dm)].count("Cancel the match") == 1


@pytest.mark.parametrize("old", [False, True])
async def test_card_and_player_message_show_later_that_somebody_left(world: World, old: bool) -> None:
    world.hour[0] = EARLIER
    match_id = (await world.begin_match()).id
    world.hour[0] = now = NOON + old * HOUR_MS
    await chosen(world.tables, match_id, ANN, EARLIER)
    await record_presence(world.store, [BEN], now)
    await world.store.player_messages.save_message(PlayerMessage(match_id, ANN, 7, None, 0, now, "token"))
    await world.refresh(match_id)
    world.discord.left.add(BEN)
    await world.clock(now + ACTIVE_WINDOW_MS)
    (card,) = world.discord.at(CHANNEL)
    assert LEFT in card.below
    assert card.rows
    assert LEFT in world.discord.private[7].below


async def test_player_message_shows_a_departure_after_any_press(world: World) -> None:
    world.hour[0] = EARLIER
    match_id = (await begun(world.tables)).id
    await set_membership(world, BEN)
    await world.store.player_messages.save_message(PlayerMessage(match_id, ANN, 7, None, 0, EARLIER, "token"))
    await world.refresh(match_id)
    (content_key,) = [it.content_key for it in await world.load_hands(match_id, ANN) if it.message_id == 7]
    assert LEFT in world.discord.private[7].below
    for action in (Action.OPEN_MATCH, Action.PICK_MOVE, Action.SHOW_INBOX):
        response = await world.person(ANN).click(action, match_id, 0, message_id=7)
        assert response.scene
        assert LEFT in response.scene.below, action
        assert response.player_message
        assert response.player_message.content_key == content_key, action


@both_databases
async def test_discord_is_asked_about_a_player_once_a_day(world: World) -> None:
    world.discord.left.add(BEN)
    for _ in range(2):
        await world.begin_match()
        # The answer is stored, so that it also serves other processes.
        world = restart_world(world)
    assert sorted(world.discord.asked) == [ANN, BEN]
    world.hour[0] += DAY_MS
    await world.begin_match()
    assert world.discord.asked.count(BEN) == 2


async def test_player_who_does_something_counts_as_present_again(world: World) -> None:
    world.discord.left.add(BEN)
    match_id = (await world.begin_match()).id
    await chosen(world.tables, match_id, BEN, now_ms=NOON + 1)
    world.hour[0] += MINUTE_MS
    await world.refresh(match_id)
    assert LEFT not in world.discord.at(CHANNEL)[0].below
    await begun(world.tables)
    await world.clock(NOON + ACTIVE_WINDOW_MS + MINUTE_MS)
    assert world.count_pings(BEN) == [1]


async def test_everybody_counts_as_present_during_an_outage(world: World) -> None:
    world.discord.fails("member", DiscordUnavailable("away"), DiscordUnavailable("away"))
    await world.begin_match()
    assert world.count_pings() == [1, 1]


async def test_result_does_not_ping_a_player_who_left(world: World) -> None:
    match = await world.begin_match()
    world.discord.left.add(BEN)
    await said(world.tables, match, 0, "!resign", now_ms=NOON)
    world.hour[0] += DAY_MS
    await world.refresh(match.id)
    assert world.count_pings(BEN) == [1]


@both_databases
async def test_match_is_cancelled_without_a_player_who_left(world: World) -> None:
    match_id = (await begun(world.tables)).id
    await round_of(world.tables, match_id)
    await set_membership(world, BEN, has_left=False)
    assert isinstance(await cancel(world, match_id, ANN), RunningMatch), "everybody has to agree"
    with pytest.raises(Refused, match="said-so"):
        await cancel(world, match_id, ANN)
    await set_membership(world, BEN)
    finished = await cancel(world, match_id, ANN)
    assert isinstance(finished, FinishedMatch)
    assert finished.result.reason == "cancelled"


async def test_all_remaining_players_have_to_agree(world: World) -> None:
    done = await world.tables.create_offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, MatchTerms(seats=3), server_id=SERVER, channel_id=CHANNEL,
        interaction_id=cause(),
        now_ms=EARLIER,
    )  # fmt: skip
    match_id = done.match.id
    for person_id in (BEN, CAT):
        await world.tables.join_offer(match_id, person_id, interaction_id=cause(), now_ms=EARLIER)
    for person_id in (ANN, BEN, CAT):
        await chosen(world.tables, match_id, person_id)
    await set_membership(world, BEN)
    assert isinstance(await cancel(world, match_id, CAT), RunningMatch)
    assert isinstance(await cancel(world, match_id, ANN), FinishedMatch)
