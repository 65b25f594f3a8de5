"""Tests for proposals to draw or cancel a match: how they are shown, pings, and canceling without agreement."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.delivery.notifications import NOTIFICATION_COOLDOWN_MS
from bot.errors import DestinationUnreachable
from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens import dialogs
from bot.screens.custom_ids import Action
from bot.screens.dialogs import render_refusal
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS
from games import GAMES
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN
from games.refused import Refused
from storage import SeatResult
from tests.kit.fake_discord import DM_CHANNEL_OFFSET
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, NOON_MS, SERVER_ID, begin_match, play_move
from tests.kit.scene_reading import index_by_action, list_custom_ids
from tests.kit.world import INACTIVE_SINCE_MS, World, begin_match_with_ben, play_first_legal_move

PROPOSAL_TEXTS: dict[tuple[str, ...], tuple[str, str]] = {
    OFFER_DRAW: ("offers a draw", "agree"),
    CANCEL: ("wants to cancel", "cancel"),
}


async def propose_to_end(world: World, match_id: int, person_id: int, move: tuple[str, ...] = OFFER_DRAW) -> None:
    await play_move(world.matches, match_id, person_id, *move, now_ms=world.time_ms[0])
    await world.refresh(match_id)


async def begin_simultaneous_match(world: World) -> StartedMatch:
    """Begin a match and play until both players are to move after the first step."""
    match: StartedMatch = await begin_match_with_ben(world.matches, "schamanen", placement="random")
    while match.engine.step == 0 or len(match.engine.to_move) < 2:
        match = await play_first_legal_move(world.matches, match.id, match.player_ids[min(match.engine.to_move)] or 0)
    await world.refresh(match.id)
    return match


async def begin_alternating_match(world: World) -> tuple[StartedMatch, int, int]:
    """Begin a match with alternating turns and play a move. Return the match, the player to move, and the other one."""
    match: StartedMatch = await begin_match_with_ben(world.matches, "shamanic_chess")
    (first,) = match.engine.seats_asked
    match = await play_first_legal_move(world.matches, match.id, match.player_ids[first] or 0)
    await world.refresh(match.id)
    return match, match.player_ids[1 - first] or 0, match.player_ids[first] or 0


def find_confirmable_actions(scene: Scene) -> set[str]:
    """Return the actions of the buttons that ask for confirmation when they are clicked."""
    return {it.argument for it in list_custom_ids(scene) if it.action == Action.ASK_TO_END_MATCH}


def read_last_dm(world: World, person_id: int) -> Scene:
    (scene,) = world.discord.list_dms(person_id)
    return scene


# Showing a proposal


@pytest.mark.parametrize("move", PROPOSAL_TEXTS)
@pytest.mark.parametrize("is_sealed", [False, True])
async def test_proposal_is_shown_to_the_opponent_without_a_ping(
    world: World, move: tuple[str, ...], is_sealed: bool
) -> None:
    match = await begin_simultaneous_match(world)
    if is_sealed:
        await play_first_legal_move(world.matches, match.id, BEN)
        # An ephemeral player message of a sealed move shows it as well.
        await world.save_ephemeral_message(match.id, BEN, message_id=700, step=match.engine.step)
        await world.refresh(match.id)
    pings_before = world.count_pings()
    await propose_to_end(world, match.id, ANN, move)
    opponent_dm, own_dm = read_last_dm(world, BEN), read_last_dm(world, ANN)
    line, answer = PROPOSAL_TEXTS[move]
    assert [it for it in opponent_dm.below if line in it and f"<@{ANN}>" in it]
    assert (find_confirmable_actions(opponent_dm), find_confirmable_actions(own_dm)) == ({answer}, set())
    assert not is_sealed or find_confirmable_actions(world.discord.ephemeral_scenes[700]) == {answer}
    # The player who made the proposal is addressed as "you".
    assert not [it for it in own_dm.below if line in it]
    assert [it for it in own_dm.below if say("done-offer" if move == OFFER_DRAW else "done-cancel", "en") in it]
    assert world.count_pings() == pings_before
    # The proposal ends with the step.
    for person_id in (ANN,) if is_sealed else (ANN, BEN):
        await play_first_legal_move(world.matches, match.id, person_id)
    await world.refresh(match.id)
    assert not [
        scene for scene in world.discord.list_dms(BEN) if line in str(scene.below) or find_confirmable_actions(scene)
    ]


@pytest.mark.parametrize("move", PROPOSAL_TEXTS)
async def test_waiting_player_gets_one_message_for_all_proposals(world: World, move: tuple[str, ...]) -> None:
    match, mover_id, other_id = await begin_alternating_match(world)
    assert not world.discord.list_dms(other_id)
    pings_before = world.count_pings(mover_id, other_id)
    await propose_to_end(world, match.id, mover_id, move)
    line, answer = PROPOSAL_TEXTS[move]
    assert line in str(read_last_dm(world, other_id).below)
    assert find_confirmable_actions(read_last_dm(world, other_id)) == {answer}
    await propose_to_end(world, match.id, mover_id, CANCEL if move == OFFER_DRAW else OFFER_DRAW)
    assert find_confirmable_actions(read_last_dm(world, other_id)) == {"agree", "cancel"}
    assert world.count_pings(mover_id, other_id) == [pings_before[0], pings_before[1] + 1]
    # The proposal ends with the step. The message then asks for a move, and needs no other ping.
    await play_first_legal_move(world.matches, match.id, mover_id)
    await world.refresh(match.id)
    assert not find_confirmable_actions(read_last_dm(world, other_id))
    assert not find_confirmable_actions(read_last_dm(world, mover_id))
    assert world.count_pings(other_id) == [pings_before[1] + 1]


async def test_proposal_in_a_later_step_pings_again_after_the_cooldown(world: World) -> None:
    match, mover_id, other_id = await begin_alternating_match(world)
    await propose_to_end(world, match.id, mover_id)
    pings_before = world.discord.count_pings(other_id)
    for delay_ms, pings in ((0, pings_before), (NOTIFICATION_COOLDOWN_MS, pings_before + 1)):
        for person_id in (mover_id, other_id):
            await play_first_legal_move(world.matches, match.id, person_id)
        world.time_ms[0] += delay_ms
        await propose_to_end(world, match.id, mover_id)
        assert find_confirmable_actions(read_last_dm(world, other_id)) == {"agree"}
        assert world.discord.count_pings(other_id) == pings


@pytest.mark.parametrize("prompts", ["here", "dm"])
async def test_card_pings_for_a_proposal_if_direct_messages_are_off(
    world: World, prompts: Literal["here", "dm"]
) -> None:
    match, mover_id, other_id = await begin_alternating_match(world)
    await world.preferences.update_player(other_id, PlayerPreferences(prompts=prompts))
    pings_before = world.discord.count_pings(other_id)
    world.discord.fail_next(f"send_dm {other_id}", DestinationUnreachable("unreachable-dm"))
    await propose_to_end(world, match.id, mover_id)
    assert not world.discord.list_dms(other_id)
    assert world.discord.count_pings(other_id) == pings_before + 1
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert "offers a draw" in str(card.below)
    assert "choose here" not in str(card.below)


async def test_player_sees_no_buttons_after_agreeing(world: World) -> None:
    match: StartedMatch = await begin_match(world.matches, BEN, CAT, now_ms=INACTIVE_SINCE_MS)
    # Players may exchange their first hand.
    for seat in match.engine.seats_asked if len(match.engine.seats_asked) > 1 else ():
        match = await play_move(world.matches, match.id, match.player_ids[seat] or 0, "keep", now_ms=INACTIVE_SINCE_MS)
    await world.refresh(match.id)
    (proposer_id,) = (match.player_ids[seat] for seat in match.engine.seats_asked)
    first_id, second_id = (person_id for person_id in (ANN, BEN, CAT) if person_id != proposer_id)
    await propose_to_end(world, match.id, proposer_id or 0)
    assert [find_confirmable_actions(read_last_dm(world, it)) for it in (first_id, second_id)] == [{"agree"}] * 2
    await propose_to_end(world, match.id, first_id, AGREE_DRAW)
    assert [find_confirmable_actions(read_last_dm(world, it)) for it in (first_id, second_id)] == [set(), {"agree"}]


async def test_confirmation_takes_the_place_of_the_player_message(world: World) -> None:
    match, mover_id, other_id = await begin_alternating_match(world)
    await propose_to_end(world, match.id, mover_id)
    location = next(
        location for location in world.discord.messages if location.channel_id == DM_CHANNEL_OFFSET + other_id
    )
    person = world.person(other_id, server_id=None, channel_id=location.channel_id)
    response = await person.click(Action.ASK_TO_END_MATCH, match.id, 0, "agree", message_id=location.message_id)
    current = await world.load_running_match(match.id)
    assert response.scene == dialogs.render_end_confirmation(current, "agree", "en")
    assert response.replaces_clicked_message
    assert Action.OPEN_MATCH in index_by_action(response.scene)


# Canceling a match with hidden hands


async def begin_match_of(world: World, game: str, *opponent_ids: int, **terms_fields: object) -> RunningMatch:
    return await begin_match(world.matches, *opponent_ids, game=game, now_ms=INACTIVE_SINCE_MS, **terms_fields)


async def load_results(world: World, match: StartedMatch) -> dict[int | None, SeatResult]:
    return {it.person_id: it for it in await world.store.results.list_of_match(match.id)}


async def test_canceling_alone_is_refused_after_seeing_a_hand(world: World) -> None:
    """A player who could still cancel alone would do so after each bad hand."""
    match = await begin_match_of(world, "schnick", BEN)
    for person_id in (ANN, BEN):
        person = world.person(person_id)
        with pytest.raises(Refused) as refusal:
            await play_move(world.matches, match.id, person_id, *CANCEL)
        # The confirmation is refused as well.
        for response in (person.click(Action.ASK_TO_END_MATCH, match.id, 0, "cancel"), person.cancel(match.id)):
            with pytest.raises(Refused, match="dealt"):
                await response
        custom_ids = list_custom_ids(render_refusal(refusal.value, "en"))
        assert [(it.action, it.match_id, it.argument) for it in custom_ids] == [
            (Action.ASK_TO_END_MATCH, match.id, "offer"), (Action.ASK_TO_END_MATCH, match.id, "resign")
        ]  # fmt: skip
    await play_move(world.matches, match.id, ANN, *OFFER_DRAW)
    assert (await play_move(world.matches, match.id, BEN, *AGREE_DRAW)).is_over
    assert {it.unrated_reason for it in (await load_results(world, match)).values()} == {"short"}


async def test_resigning_or_timing_out_after_seeing_a_hand_is_rated(world: World) -> None:
    match: StartedMatch = await begin_match_of(world, "schnick", BEN)
    assert "you lose" in dialogs.render_end_confirmation(match, "resign", "en").above[-1]
    await play_move(world.matches, match.id, ANN, *RESIGN)
    results = await load_results(world, match)
    assert [(results[it].rank, results[it].is_rated) for it in (ANN, BEN)] == [(2, True), (1, True)]
    await world.preferences.update_server(SERVER_ID, ServerPreferences(steps=9))
    match = await begin_match_of(world, "schnick", BEN, clock=DAY_MS)
    while len(match.engine.seats_asked) < 2:
        # Until both players are to play their first card.
        (seat,) = match.engine.seats_asked
        await play_first_legal_move(world.matches, match.id, match.player_ids[seat] or 0)
        match = await world.load_running_match(match.id)
    await play_first_legal_move(world.matches, match.id, BEN)
    await world.advance_time(NOON_MS + 2 * DAY_MS)
    results = await load_results(world, match)
    assert [(results[it].rank, results[it].reason, results[it].is_rated) for it in (ANN, BEN)] == [
        (2, "lapse", True), (1, "lapse", True)
    ]  # fmt: skip


@pytest.mark.parametrize("has_opponent_left", [True, False], ids=["opponent left", "unrated"])
async def test_one_player_may_cancel_an_unrated_or_abandoned_match(world: World, has_opponent_left: bool) -> None:
    if has_opponent_left:
        await world.store.people.save_membership(SERVER_ID, BEN, NOON_MS, has_left=True)
    for game in GAMES:
        match = await begin_match_of(world, game, BEN, rated=has_opponent_left)
        assert (await play_move(world.matches, match.id, ANN, *CANCEL)).is_over


async def test_game_without_hidden_information_may_be_canceled_alone(world: World) -> None:
    match = await begin_match_of(world, "shamanic_chess", BEN)
    assert "loss" not in str(dialogs.render_end_confirmation(match, "resign", "en").above)
    await play_move(world.matches, match.id, BEN, *RESIGN)
    assert {it.unrated_reason for it in (await load_results(world, match)).values()} == {"short"}
    match = await begin_match_of(world, "shamanic_chess", BEN)
    assert (await play_move(world.matches, match.id, ANN, *CANCEL)).is_over


@pytest.mark.parametrize("rated", [True, False])
async def test_confirmation_warns_of_leaving_a_match_of_three(world: World, rated: bool) -> None:
    match = await begin_match_of(world, "woodwalkers", BEN, CAT, rated=rated)
    text = dialogs.render_end_confirmation(match, "resign", "en").above[-1]
    assert "You come last" in text
    assert ("points" in text) == rated
