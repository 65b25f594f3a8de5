"""Tests for player messages: they always show the stored match, and are paused before their token expires."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.errors import DiscordUnavailable, MessageGone
from bot.handlers.requests import Response
from bot.matches.deadlines import PAUSE_DELAY_MS, DeadlineKind
from bot.matches.model import RunningMatch, StartedMatch
from bot.messenger import TOKEN_LIFETIME_MS, MessageLocation
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action
from bot.screens.player_screen_state import DEFAULT_CONTEXT, FINISHED_STATE, PlayerScreenContext, encode_screen_state
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS, MINUTE_MS
from games import GAMES
from games.match import RESIGN
from storage import OFFER_PANEL, InteractionToken, MatchHeader, PlayerMessage
from tests.bot.channel_events import apply_event, cycle_events, play_random_move, refresh_and_sweep
from tests.kit.calls import record_calls
from tests.kit.fake_discord import DM_CHANNEL_OFFSET
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    NOON_MS,
    begin_match,
    catch_refusal_key,
    make_click,
    play_move,
    play_token,
)
from tests.kit.scene_reading import index_by_action
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_with_ben,
    offer_match_to_ben,
    play_first_legal_move,
    restart_world,
)
from tests.storage.stored_matches import list_tokens

pytestmark = pytest.mark.usefixtures("short_retry_delays")

STEP_COUNT = 12
REFUSED_TOKEN = "a token that is refused"  # noqa: S105 - not a password
PAUSED_SIGN = "⏸️"


async def begin_match_with_absent_players(world: World, **options: Any) -> int:
    """Begin a match in which both players are to move and both are inactive."""
    return (await world.begin_match("schamanen", placement="random", **options)).id


async def record_click(world: World, match_id: int, person_id: int, message_id: int = 700) -> None:
    """Record that a person clicked a button of an ephemeral message, as the bot does when it responds."""
    await world.save_ephemeral_message(match_id, person_id, message_id)
    await world.refresh(match_id)


async def open_match(world: World, match_id: int, message_id: int) -> tuple[Response, PlayerMessage]:
    """Open a match in one of Ann's private messages. Also return what the bot stores once it has responded."""
    response = await world.person(ANN).click(Action.OPEN_MATCH, match_id, message_id=message_id)
    shown = response.player_message
    assert shown
    content_key = shown.content_key
    return response, PlayerMessage(match_id, ANN, message_id, None, shown.step, world.time_ms[0], "newer", content_key)


async def resign_match(world: World, match_id: int, person_id: int) -> None:
    await play_move(world.matches, match_id, person_id, *RESIGN, now_ms=world.time_ms[0])


async def check_private_messages(world: World, match_id: int) -> None:
    """Check that all ephemeral messages with a valid token are up to date, so that a refresh edits none of them."""
    match = await world.matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    player_renderer = world.services.player_renderer
    for message in await world.store.player_messages.list_of_match(match_id):
        seat = match.find_view_seat(message.person_id)
        assert seat is not None
        if message.channel_id or world.time_ms[0] - message.last_used_ms >= PAUSE_DELAY_MS:
            continue
        context = await player_renderer.build_context(match, message.person_id)
        expected = await player_renderer.render_player_message(match, seat, "en", context)
        shown = world.discord.ephemeral_scenes[message.message_id]
        assert (shown.rows, shown.below) == (expected.rows, expected.below)
    before = dict(world.discord.ephemeral_scenes)
    await world.refresh(match_id)
    assert all(world.discord.ephemeral_scenes[it] is scene for it, scene in before.items())


async def check_notifications(world: World, match_id: int, pings_before: dict[int, int]) -> None:
    """Check that each player to move has exactly one direct message and was notified exactly once about this step."""
    await world.advance_time(world.time_ms[0] + ACTIVE_WINDOW_MS)
    match = await world.matches.find_match(match_id)
    messages = await world.store.player_messages.list_of_match(match_id)
    # After an outage, a replaced message may wait for the next sweep.
    obsolete = {(it.channel_id, it.message_id) for it in await world.store.cleanup.list_of_match(match_id)}
    for person_id in (ANN, BEN):
        direct_messages = [it for it in messages if it.person_id == person_id and it.channel_id]
        posted = {it for it in world.discord.messages if it.channel_id == DM_CHANNEL_OFFSET + person_id}
        assert posted - obsolete == {(it.channel_id, it.message_id) for it in direct_messages}
        if isinstance(match, RunningMatch) and match.find_seat(person_id) in match.engine.to_move:
            assert [it.step for it in direct_messages] == [match.engine.step]
            assert world.count_pings(person_id) == [pings_before[person_id] + 1], match.engine.step


@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_player_messages_stay_up_to_date_through_random_events(world: World, game: str) -> None:
    dice, pings_before = random.Random(game), {ANN: 0, BEN: 0}
    match_id = (await world.begin_match(game)).id
    for step_index, event in zip(range(STEP_COUNT), cycle_events(dice), strict=False):
        await check_notifications(world, match_id, pings_before)
        for number, person_id in enumerate((ANN, ANN, BEN)):
            if step_index == 0 or dice.random() < 0.3:
                await record_click(world, match_id, person_id, 700 + number)
        if event == "hour":
            # Messages are too old to edit then, and the next notification brings a new one.
            world.time_ms[0] += 2 * HOUR_MS
        if event == "outage":
            world.discord.fail_next("edit_by_token", DiscordUnavailable("away"))
        world = await apply_event(event, world, match_id, dice)
        match = await world.matches.find_match(match_id)
        if not isinstance(match, RunningMatch):
            break
        person_id = match.player_ids[min(match.engine.to_move)] or 0
        pings_before[person_id] = world.discord.count_pings(person_id)
        await play_random_move(world, match_id, dice)
        await refresh_and_sweep(world, match_id)
        await check_private_messages(world, match_id)
    assert world.discord.ephemeral_scenes
    if not (match := await world.matches.find_match(match_id)).is_over:
        await play_token(world.matches, match, 0, "!resign", now_ms=world.time_ms[0])
    await refresh_and_sweep(world, match_id)
    world.discord.planned_errors.clear()
    await refresh_and_sweep(world, match_id)
    assert await world.store.matches.list_unshown() == []
    assert await world.store.player_messages.list_of_match(match_id) == []
    assert await world.store.cleanup.list_of_match(match_id) == []
    assert not any(
        Action.PICK_MOVE in index_by_action(scene)
        for person_id in (ANN, BEN)
        for scene in world.discord.list_dms(person_id)
    )


# Pauses


async def test_message_is_paused_after_14_minutes(world: World) -> None:
    """The token of an ephemeral message expires after 15 minutes. Messages that show a hint are paused too."""
    match_id = await begin_match_with_absent_players(world)
    await record_click(world, match_id, ANN)
    await record_click(world, match_id, BEN, 701)
    world.services.player_renderer.mark_hint(701, 0)
    for after_ms, is_paused in ((PAUSE_DELAY_MS - 1, False), (PAUSE_DELAY_MS, True), (TOKEN_LIFETIME_MS, True)):
        await world.advance_time(NOON_MS + after_ms)
        for message_id in (700, 701):
            assert world.discord.ephemeral_scenes[message_id].above[-1].startswith(PAUSED_SIGN) == is_paused
    assert [
        it for it in await world.store.deadlines.list_due(NOON_MS + HOUR_MS) if it.kind == DeadlineKind.TOKEN_EXPIRY
    ] == []


async def test_message_opened_for_a_player_is_paused_in_time(world: World) -> None:
    """The bot opens a message only once, and only for a player who clicked the card recently."""
    match_id = (await begin_match_with_ben(world.matches, "schamanen", placement="random")).id
    for person_id, clicked_ms in ((ANN, NOON_MS), (BEN, NOON_MS - PAUSE_DELAY_MS)):
        await world.store.player_messages.save_token(
            InteractionToken(match_id, person_id, 900, f"token {person_id}", clicked_ms)
        )
    for _ in range(2):
        await world.refresh(match_id)
    (message_id,) = world.discord.ephemeral_scenes
    (message,) = [it for it in await world.store.player_messages.list_of_match(match_id) if not it.channel_id]
    assert (message.person_id, message.token, message.last_used_ms) == (ANN, f"token {ANN}", NOON_MS)
    for after_ms, is_paused in ((PAUSE_DELAY_MS - 1, False), (PAUSE_DELAY_MS, True)):
        await world.advance_time(NOON_MS + after_ms)
        assert world.discord.ephemeral_scenes[message_id].above[-1].startswith(PAUSED_SIGN) == is_paused


async def test_message_clicked_again_is_paused_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await begin_match_with_absent_players(world)
    await record_click(world, match_id, ANN)
    world.time_ms[0] += PAUSE_DELAY_MS - MINUTE_MS
    await world.save_ephemeral_message(match_id, ANN, message_id=700, token="newer")  # noqa: S106 - not a password
    refresh_times: set[int] = set()
    loads = record_calls(monkeypatch, world.store.delivery_states, "load_state")
    pause_ms = world.time_ms[0] + PAUSE_DELAY_MS
    while world.time_ms[0] < pause_ms:
        assert not world.discord.ephemeral_scenes[700].above[-1].startswith(PAUSED_SIGN)
        loads.clear()
        await world.advance_time(world.time_ms[0] + MINUTE_MS)
        refresh_times |= {world.time_ms[0]} if loads else set()
    assert world.discord.ephemeral_scenes[700].above[-1].startswith(PAUSED_SIGN)
    assert sorted(refresh_times) == [NOON_MS + PAUSE_DELAY_MS, pause_ms]


async def test_newest_message_of_a_player_replaces_the_older_ones(world: World) -> None:
    """Each typed move opens a new message. The one before it is deleted, also when the move ends the match."""
    match_id = await begin_match_with_absent_players(world)
    for message_id in range(700, 704):
        world.time_ms[0] += 1
        await record_click(world, match_id, ANN, message_id)
    await record_click(world, match_id, BEN, 710)
    assert [it.message_id for it in await world.load_player_messages(match_id, ANN) if not it.channel_id] == [703]
    assert world.discord.ephemeral_scenes.keys() & {700, 701, 702} == set()
    await play_random_move(world, match_id, random.Random("typed"))
    await world.refresh(match_id)
    await check_private_messages(world, match_id)
    world.time_ms[0] += 1
    await resign_match(world, match_id, ANN)
    await world.services.response_recorder.save_player_message(
        PlayerMessage(match_id, ANN, 720, None, 0, world.time_ms[0], "token 720", FINISHED_STATE), 9, None
    )
    await world.delivery.wait_until_delivered()
    assert 720 not in world.discord.ephemeral_scenes, "the response showed the result, so it needs no edit"
    assert world.discord.ephemeral_scenes.keys() & {703, 710} == {710}
    assert Action.OFFER_REMATCH in index_by_action(world.discord.ephemeral_scenes[710])
    assert await world.store.player_messages.list_of_match(match_id) == []


async def test_superseded_message_with_an_expired_token_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await begin_match_with_absent_players(world)
    deletions = record_calls(monkeypatch, world.discord, "delete_by_token")
    await record_click(world, match_id, ANN, 700)
    world.time_ms[0] += TOKEN_LIFETIME_MS
    await record_click(world, match_id, ANN, 701)
    assert deletions == []
    assert [it.message_id for it in await world.load_player_messages(match_id, ANN) if not it.channel_id] == [701]


# Clicks during an edit


@pytest.mark.parametrize("loses_response", [False, True])
@pytest.mark.parametrize("in_other_match", [False, True])
async def test_click_during_an_edit_determines_the_final_content(
    world: World, in_other_match: bool, loses_response: bool
) -> None:
    dice = random.Random("press")
    match_id, other = [await begin_match_with_absent_players(world) for _ in range(2)]
    await record_click(world, match_id, ANN)
    opened_id = other if in_other_match else match_id

    async def click_during_edit(message_id: int) -> None:
        world.discord.callbacks_before.clear()
        await play_random_move(world, match_id, dice)
        world.delivery.schedule_refresh(match_id)
        world.time_ms[0] += 1
        response, message = await open_match(world, opened_id, message_id)
        assert response.scene
        await world.store.player_messages.save_message(message, was_pressed=True)
        if loses_response:
            world.discord.ephemeral_scenes[message_id] = response.scene
            raise DiscordUnavailable("away")

    world.discord.callbacks_before["edit_by_token"] = click_during_edit
    await play_random_move(world, match_id, dice)
    await world.refresh(match_id)
    assert not world.discord.callbacks_before
    assert [it.message_id for it in await world.load_player_messages(opened_id, ANN) if not it.channel_id] == [700]
    await check_private_messages(world, opened_id)


async def test_message_overwritten_by_a_late_response_is_edited_again(world: World) -> None:
    match_id = await begin_match_with_absent_players(world)
    await record_click(world, match_id, ANN)
    (message,) = [it for it in await world.store.player_messages.list_of_match(match_id) if it.message_id == 700]
    seen_events = (await world.matches.find_match(match_id)).event_count
    await play_random_move(world, match_id, random.Random("once more"))
    await world.refresh(match_id)
    # The response to an earlier click arrives late and shows the match as it was then.
    world.discord.ephemeral_scenes[700] = Scene(above=("outdated",))
    await world.services.response_recorder.save_player_message(
        replace(message, content_key="outdated"), seen_events, None
    )
    await world.delivery.wait_until_delivered()
    assert world.discord.ephemeral_scenes[700].above != ("outdated",)


async def test_late_response_for_another_match_does_not_take_over_the_message(world: World) -> None:
    match_id = await begin_match_with_absent_players(world)
    other = await world.begin_match("schamanen", placement="random")
    await record_click(world, match_id, ANN)
    (message,) = [it for it in await world.store.player_messages.list_of_match(match_id) if it.message_id == 700]
    world.discord.ephemeral_scenes[700] = Scene(above=("elsewhere",))
    await world.services.response_recorder.save_player_message(
        replace(message, match_id=other.id, last_used_ms=message.last_used_ms - 1), other.event_count, None
    )
    await world.delivery.wait_until_delivered()
    assert [
        it.match_id for it in await world.store.player_messages.list_of_match(other.id) if it.message_id == 700
    ] == []
    await check_private_messages(world, match_id)


@pytest.mark.parametrize("recorded", ["before", "after", "never"])
async def test_result_shown_by_a_click_during_an_edit_stays(world: World, recorded: str) -> None:
    """An older edit reaches Discord after the result. It is recorded before or after the click's response, or never."""
    match_id = await begin_match_with_absent_players(world)
    await record_click(world, match_id, ANN)
    responses: list[Awaitable[None]] = []

    async def resign_and_click(message_id: int) -> None:
        world.discord.callbacks_before.clear()
        world.time_ms[0] += 1
        await resign_match(world, match_id, BEN)
        response, message = await open_match(world, match_id, message_id)
        assert message.content_key == FINISHED_STATE
        assert response.player_message
        responses.append(
            world.services.response_recorder.save_player_message(message, response.player_message.event_count, None)
        )
        if recorded != "before":
            await responses[0]
        if recorded == "never":
            raise DiscordUnavailable("away")

    world.discord.callbacks_before["edit_by_token 700"] = resign_and_click
    await play_random_move(world, match_id, random.Random("end"))
    await world.refresh(match_id)
    if recorded == "before":
        await responses[0]
        await world.delivery.wait_until_delivered()
    assert Action.OFFER_REMATCH in index_by_action(world.discord.ephemeral_scenes[700])
    assert await world.store.player_messages.list_of_match(match_id) == []


# Old messages, and the end


@pytest.mark.parametrize("is_old", [False, True])
async def test_direct_message_is_edited_by_token_if_discord_accepts_it(world: World, is_old: bool) -> None:
    match_id = await begin_match_with_absent_players(world)
    (message,) = await world.load_player_messages(match_id, ANN)
    location = MessageLocation(message.channel_id or 0, message.message_id)
    world.time_ms[0] += 2 * HOUR_MS * is_old
    await world.store.player_messages.save_message(replace(message, token=REFUSED_TOKEN, last_used_ms=world.time_ms[0]))
    await play_first_legal_move(world.matches, match_id, BEN, world.time_ms[0])
    await world.refresh(match_id)
    assert message.message_id in world.discord.ephemeral_scenes
    before = world.discord.messages[location]
    world.discord.fail_next("edit_by_token", MessageGone())
    await world.store.player_messages.save_message(
        replace(message, token=REFUSED_TOKEN, last_used_ms=world.time_ms[0], content_key=REFUSED_TOKEN)
    )
    await world.refresh(match_id)
    assert not world.discord.planned_errors["edit_by_token"]
    assert (world.discord.messages[location] == before) == is_old
    assert world.count_pings(ANN) == [1]
    world.discord.fail_next("delete_by_token", MessageGone())
    (kept,) = await world.load_player_messages(match_id, ANN)
    await world.delivery.refresher.player_messages.delete_replaced_dm(kept)
    assert location not in world.discord.messages
    assert await world.load_player_messages(match_id, ANN) == []


async def test_old_message_with_an_open_board_is_deleted(world: World) -> None:
    match_id = await begin_match_with_absent_players(world, variant="memory")
    (message,) = await world.load_player_messages(match_id, ANN)
    world.time_ms[0] += 2 * HOUR_MS
    match = await world.load_running_match(match_id)
    seat = match.find_seat(ANN)
    assert seat is not None
    content_key = encode_screen_state(match, seat, "en", PlayerScreenContext(uncovered=True))
    await world.store.player_messages.save_message(replace(message, content_key=content_key))
    await world.refresh(match_id)
    assert MessageLocation(message.channel_id or 0, message.message_id) not in world.discord.messages


async def test_result_shown_in_a_direct_message_stays(world: World) -> None:
    match_id = await begin_match_with_absent_players(world)
    await record_click(world, match_id, ANN)
    (message,) = await world.load_player_messages(match_id, BEN)
    await resign_match(world, match_id, ANN)
    await world.store.player_messages.save_message(
        replace(message, last_used_ms=world.time_ms[0], token=REFUSED_TOKEN, content_key=FINISHED_STATE)
    )
    await world.store.player_messages.save_token(InteractionToken(match_id, BEN, 900, "token", NOON_MS))
    world.time_ms[0] += 3 * HOUR_MS
    await world.refresh(match_id)
    assert MessageLocation(message.channel_id or 0, message.message_id) in world.discord.messages
    assert await world.store.player_messages.list_of_match(match_id) == []
    assert await list_tokens(world.store, match_id) == []


@pytest.mark.parametrize("is_dm", [False, True], ids=["ephemeral", "old DM"])
@pytest.mark.parametrize(
    ("times_out", "text", "refusal_key"),
    [
        (True, "⌛ You ran out of time – the house plays on.", "has-timed-out"),
        (False, "🚪 You left – the house plays on.", "has-left"),
    ],
)
async def test_player_who_left_a_running_match_is_told_in_their_last_message(
    world: World, times_out: bool, text: str, refusal_key: str, is_dm: bool
) -> None:
    """The message has no more buttons, and pressing an old one gives the same reason."""
    match = await begin_match(world.matches, BEN, CAT, game="woodwalkers", clock=2 * HOUR_MS, now_ms=INACTIVE_SINCE_MS)
    for other_id in (ANN, CAT):
        await play_first_legal_move(world.matches, match.id, other_id, INACTIVE_SINCE_MS)
    await world.refresh(match.id)
    if not is_dm:
        (message,) = await world.load_player_messages(match.id, BEN)
        await world.delivery.refresher.player_messages.delete_replaced_dm(message)
        world.time_ms[0] += HOUR_MS + 50 * MINUTE_MS
        await record_click(world, match.id, BEN)
    (message,) = await world.load_player_messages(match.id, BEN)
    if not times_out:
        world.time_ms[0] += MINUTE_MS
        await resign_match(world, match.id, BEN)
        await world.refresh(match.id)
    else:
        await world.advance_time(INACTIVE_SINCE_MS + 2 * HOUR_MS)
    assert await world.load_player_messages(match.id, BEN) == []
    if is_dm:
        (shown,) = world.discord.list_scenes(DM_CHANNEL_OFFSET + BEN)
    else:
        shown = world.discord.ephemeral_scenes[message.message_id]
    assert shown.above[-1] == text
    assert not shown.rows
    click = world.person(BEN).click(Action.ASK_TO_END_MATCH, match.id, match.engine.step, "resign")
    assert await catch_refusal_key(click) == refusal_key


# Content


async def test_no_history_is_loaded_while_a_move_is_being_entered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.begin_match("schamanen")
    seat, player_renderer = min(match.engine.to_move), world.services.player_renderer
    looked_up = record_calls(monkeypatch, world.store.history, "list_newest_matches")
    assert await player_renderer.add_history(match, seat, PlayerScreenContext(move_prefix="a")) == PlayerScreenContext(
        move_prefix="a"
    )
    assert not looked_up
    assert await player_renderer.add_history(match, seat, DEFAULT_CONTEXT) == PlayerScreenContext(is_first_match=True)
    assert looked_up == [match.player_ids[seat]]


@pytest.mark.parametrize("hinted", [False, True])
async def test_hint_stays_until_its_player_moves(world: World, hinted: bool) -> None:
    match_id = (await world.begin_match()).id
    before = world.discord.list_dms(ANN)
    if hinted:
        (message,) = await world.load_player_messages(match_id, ANN)
        world.services.player_renderer.mark_hint(message.message_id, 0)
    for person_id, is_unchanged in ((BEN, hinted), (ANN, False)):
        await play_first_legal_move(world.matches, match_id, person_id)
        await world.refresh(match_id)
        assert (world.discord.list_dms(ANN) == before) == is_unchanged


async def test_error_about_one_player_does_not_block_messages_of_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_match_with_ben(world.matches, "schamanen", placement="random")
    for person_id in (BEN, ANN):
        await world.store.player_messages.save_token(
            InteractionToken(match.id, person_id, 900, "token", NOON_MS - person_id)
        )
    select_matches_waiting_for = world.matches.select_matches_waiting_for

    async def fail_for_ann(person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch]:
        if person_id == ANN:
            raise KeyError("one of her matches cannot be folded")
        return await select_matches_waiting_for(person_id, headers)

    monkeypatch.setattr(world.matches, "select_matches_waiting_for", fail_for_ann)
    await world.refresh(match.id)
    assert {it.person_id for it in await world.store.player_messages.list_of_match(match.id) if not it.channel_id} == {
        BEN
    }
    header = await world.load_header(match.id)
    assert header.events_shown == header.event_count
    assert world.count_pings(BEN) == [1]


@pytest.mark.parametrize(
    ("end", "is_dm", "text"),
    [
        ("declined", False, "declined"),
        ("withdrawn", False, "withdrew the offer"),
        ("expired", False, ""),
        ("declined", True, "declined"),
        ("expired", True, ""),
    ],
)
async def test_offer_panel_shows_the_outcome_of_the_offer(world: World, end: str, is_dm: bool, text: str) -> None:
    match_id = (await offer_match_to_ben(world.matches, "schnick")).id
    panel = (await world.person(ANN).with_context(message_id=70).click(Action.SHOW_MORE, match_id)).scene
    assert panel
    if is_dm:
        location = (await world.discord.post_message(DM_CHANNEL_OFFSET + ANN, panel, "panel")).location
        await world.store.player_messages.save_message(
            PlayerMessage(match_id, ANN, location.message_id, location.channel_id, 0, NOON_MS, kind=OFFER_PANEL)
        )
    else:
        world.discord.ephemeral_scenes[71] = panel
        await world.save_ephemeral_message(match_id, ANN, message_id=71, kind=OFFER_PANEL)
    await world.refresh(match_id)

    def list_panels() -> list[Scene]:
        return world.discord.list_dms(ANN) if is_dm else [world.discord.ephemeral_scenes[71]]

    assert list_panels() == [panel], "the offer is still open"
    world.time_ms[0] += 2 * HOUR_MS if end == "expired" else MINUTE_MS
    matches = world.matches
    end_offer = matches.withdraw_offer if end == "withdrawn" else matches.decline_offer
    await end_offer(match_id, ANN if end == "withdrawn" else BEN, **make_click(world.time_ms[0]))
    await restart_world(world).refresh(match_id)
    if text:
        (scene,) = list_panels()
        assert text in str(scene.above)
        assert not index_by_action(scene).keys() & {
            Action.SHOW_OPTIONS,
            Action.WITHDRAW_OFFER,
            Action.START_MATCH,
            Action.OPEN_MATCH,
        }
    else:
        assert list_panels() == ([] if is_dm else [panel])
    assert await world.store.player_messages.list_of_match(match_id, OFFER_PANEL) == []


@pytest.mark.parametrize("has_player_message", [False, True])
async def test_offer_panel_becomes_the_player_message_of_a_player_without_one(
    world: World, has_player_message: bool
) -> None:
    match_id = (await offer_match_to_ben(world.matches, "schnick")).id
    await world.save_ephemeral_message(match_id, ANN, message_id=71, kind=OFFER_PANEL)
    if has_player_message:
        await world.save_ephemeral_message(match_id, ANN, message_id=72)
    await world.refresh(match_id)
    await world.matches.join_offer(match_id, BEN, **make_click(world.time_ms[0]))
    await restart_world(world).refresh(match_id)
    scene = world.discord.ephemeral_scenes[71]
    assert ("has begun" in str(scene.above)) is has_player_message
    assert (Action.SHOW_MORE in index_by_action(scene)) is not has_player_message
    messages = await world.load_player_messages(match_id, ANN)
    assert [it.message_id for it in messages if not it.channel_id] == [72 if has_player_message else 71]
    assert await world.store.player_messages.list_of_match(match_id, OFFER_PANEL) == []


async def test_message_that_asked_for_a_rematch_becomes_its_player_message(world: World) -> None:
    match = await world.begin_match()
    await play_move(world.matches, match.id, ANN, "!resign")
    ann = world.person(ANN, channel_id=CHANNEL_ID + 1, message_id=71, is_private=True, token="token 71")  # noqa: S106
    response = await ann.click(Action.OFFER_REMATCH, match.id)
    assert response.scene
    assert response.panel_of_offer
    assert "Rematch offered" in str(response.scene.below)
    world.discord.ephemeral_scenes[71] = response.scene
    await world.services.response_recorder.save_response(ann.create_request(), response, 71, None)
    rematch_id = response.panel_of_offer.id
    await world.matches.offer_rematch(match.id, BEN, **make_click(world.time_ms[0]))
    await world.refresh(rematch_id)
    assert "Rematch offered" not in str(world.discord.ephemeral_scenes[71])
    messages = await world.load_player_messages(rematch_id, ANN)
    assert [it.message_id for it in messages if not it.channel_id] == [71]
