"""Offers of a draw and wishes to cancel: who reads them where, who is pinged, and who may cancel alone."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.delivery.notifications import NOTIFICATION_COOLDOWN_MS
from bot.errors import DestinationUnreachable
from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens import dialogs
from bot.screens.custom_ids import Action
from bot.screens.dialogs import render_refusal
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS
from games import GAMES
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN
from games.refused import Refused
from storage import PlayerMessage, Result
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, begin_match, say_word
from tests.kit.scenes import addresses
from tests.kit.world import EARLIER, World, begun, chosen

WISHES: dict[tuple[str, ...], tuple[str, str]] = {
    OFFER_DRAW: ("offers a draw", "agree"),
    CANCEL: ("would like to cancel", "cancel"),
}


async def wish(world: World, match_id: int, person_id: int, word: tuple[str, ...] = OFFER_DRAW) -> None:
    await say_word(world.tables, match_id, person_id, *word, now_ms=world.hour[0])
    await world.refresh(match_id)


async def choose_together(world: World) -> StartedMatch:
    """Begin a match and play its first step, so that both are asked at once."""
    match: MatchState = await begun(world.tables, "schamanen", placement="random")
    assert isinstance(match, StartedMatch)
    while match.engine.step == 0 or len(match.engine.to_move) < 2:
        match = await chosen(world.tables, match.id, match.player_ids[min(match.engine.to_move)] or 0)
        assert isinstance(match, StartedMatch)
    await world.refresh(match.id)
    return match


async def choose_in_turn(world: World) -> tuple[MatchState, int, int]:
    """Begin a game of turns and play its first move. Return the match, who is to move, and who is not."""
    match: MatchState = await begun(world.tables, "shamanic_chess")
    assert isinstance(match, StartedMatch)
    (first,) = match.engine.seats_asked
    match = await chosen(world.tables, match.id, match.player_ids[first] or 0)
    await world.refresh(match.id)
    assert isinstance(match, StartedMatch)
    return match, match.player_ids[1 - first] or 0, match.player_ids[first] or 0


def find_questions(scene: Scene) -> set[str]:
    """Return what the buttons of a message ask to confirm."""
    return {it.argument for it in addresses(scene) if it.action == Action.ASK_TO_END_MATCH}


def read_direct(world: World, person_id: int) -> Scene:
    (scene,) = world.discord.direct(person_id)
    return scene


# Telling a wish


@pytest.mark.parametrize("word", WISHES)
@pytest.mark.parametrize("sealed", [False, True])
async def test_wish_stands_where_the_other_is_asked_and_pings_nobody(
    world: World, word: tuple[str, ...], sealed: bool
) -> None:
    match = await choose_together(world)
    if sealed:
        await chosen(world.tables, match.id, BEN)
        # An ephemeral player message of a sealed choice says so too.
        await world.store.player_messages.save_message(
            PlayerMessage(match.id, BEN, 700, None, match.engine.step, NOON, "token")
        )
        await world.refresh(match.id)
    before = world.count_pings()
    await wish(world, match.id, ANN, word)
    asked, own = read_direct(world, BEN), read_direct(world, ANN)
    line, way = WISHES[word]
    assert [it for it in asked.below if line in it and f"<@{ANN}>" in it]
    assert (find_questions(asked), find_questions(own)) == ({way}, set())
    assert not sealed or find_questions(world.discord.private[700]) == {way}
    # Who wished it is addressed as "you".
    assert not [it for it in own.below if line in it]
    assert [it for it in own.below if say("done-offer" if word == OFFER_DRAW else "done-cancel", "en") in it]
    assert world.count_pings() == before
    # With the next step the wish lapses.
    for person_id in (ANN,) if sealed else (ANN, BEN):
        await chosen(world.tables, match.id, person_id)
    await world.refresh(match.id)
    assert not [scene for scene in world.discord.direct(BEN) if line in str(scene.below) or find_questions(scene)]


@pytest.mark.parametrize("word", WISHES)
async def test_player_who_is_not_to_move_gets_one_message_for_all_wishes(world: World, word: tuple[str, ...]) -> None:
    match, awaited, idle = await choose_in_turn(world)
    assert not world.discord.direct(idle)
    before = world.count_pings(awaited, idle)
    await wish(world, match.id, awaited, word)
    line, way = WISHES[word]
    assert line in str(read_direct(world, idle).below)
    assert find_questions(read_direct(world, idle)) == {way}
    await wish(world, match.id, awaited, CANCEL if word == OFFER_DRAW else OFFER_DRAW)
    assert find_questions(read_direct(world, idle)) == {"agree", "cancel"}
    assert world.count_pings(awaited, idle) == [before[0], before[1] + 1]
    # With the next step the wish lapses: the message asks to choose now, and the one ping is enough.
    await chosen(world.tables, match.id, awaited)
    await world.refresh(match.id)
    assert not find_questions(read_direct(world, idle))
    assert not find_questions(read_direct(world, awaited))
    assert world.count_pings(idle) == [before[1] + 1]


async def test_wish_in_a_later_step_pings_again_after_a_while(world: World) -> None:
    match, awaited, idle = await choose_in_turn(world)
    await wish(world, match.id, awaited)
    before = world.discord.pings(idle)
    for passes, pings in ((0, before), (NOTIFICATION_COOLDOWN_MS, before + 1)):
        for person_id in (awaited, idle):
            await chosen(world.tables, match.id, person_id)
        world.hour[0] += passes
        await wish(world, match.id, awaited)
        assert find_questions(read_direct(world, idle)) == {"agree"}
        assert world.discord.pings(idle) == pings


@pytest.mark.parametrize("prompts", ["here", "dm"])
async def test_wish_is_pinged_on_the_card_where_direct_messages_are_off(
    world: World, prompts: Literal["here", "dm"]
) -> None:
    match, awaited, idle = await choose_in_turn(world)
    await world.preferences.update_player(idle, PlayerPreferences(prompts=prompts))
    before = world.discord.pings(idle)
    world.discord.fails(f"tell {idle}", DestinationUnreachable("unreachable-dm"))
    await wish(world, match.id, awaited)
    assert not world.discord.direct(idle)
    assert world.discord.pings(idle) == before + 1
    (card,) = world.discord.at(CHANNEL)
    assert "offers a draw" in str(card.below)
    assert "choose here" not in str(card.below)


async def test_wish_is_not_asked_of_a_player_who_agreed(world: World) -> None:
    match: StartedMatch = await begin_match(world.tables, BEN, CAT, now_ms=EARLIER)
    # Some hands are dealt anew first.
    for seat in match.engine.seats_asked if len(match.engine.seats_asked) > 1 else ():
        match = await say_word(world.tables, match.id, match.player_ids[seat] or 0, "keep", now_ms=EARLIER)
    await world.refresh(match.id)
    (by,) = (match.player_ids[seat] for seat in match.engine.seats_asked)
    one, other = (person_id for person_id in (ANN, BEN, CAT) if person_id != by)
    await wish(world, match.id, by or 0)
    assert [find_questions(read_direct(world, person_id)) for person_id in (one, other)] == [{"agree"}] * 2
    await wish(world, match.id, one, AGREE_DRAW)
    assert [find_questions(read_direct(world, person_id)) for person_id in (one, other)] == [set(), {"agree"}]


@pytest.mark.parametrize("held", [True, False])
async def test_confirmation_lies_beside_a_player_message_but_replaces_a_menu(world: World, held: bool) -> None:
    match, awaited, idle = await choose_in_turn(world)
    await wish(world, match.id, awaited)
    location = next(location for location in world.discord.messages if location.channel_id == DIRECT + idle)
    person = world.person(idle, server_id=None, channel_id=location.channel_id)
    response = await person.click(
        Action.ASK_TO_END_MATCH, match.id, 0, "agree", message_id=location.message_id if held else 700
    )
    stands = await world.load_play(match.id)
    assert response.scene == dialogs.render_end_confirmation(stands, "agree", "en")
    assert response.replaces_clicked_message is not held


# Cancelling a match with hidden hands


async def begin(world: World, game: str, *others: int, **agreed: object) -> RunningMatch:
    return await begin_match(world.tables, *others, game=game, now_ms=EARLIER, **agreed)


async def load_results(world: World, match: StartedMatch) -> dict[int | None, Result]:
    return {it.person_id: it for it in await world.store.results.list_of_match(match.id)}


async def test_nobody_cancels_alone_after_seeing_a_hand(world: World) -> None:
    """Who keeps only the good hands would win more than their share."""
    match = await begin(world, "schnick", BEN)
    for number in (ANN, BEN):
        person = world.person(number)
        with pytest.raises(Refused) as no:
            await say_word(world.tables, match.id, number, *CANCEL)
        # Nor are they asked first whether they are sure.
        for answer in (person.click(Action.ASK_TO_END_MATCH, match.id, 0, "cancel"), person.cancel(match.id)):
            with pytest.raises(Refused, match="dealt"):
                await answer
        ways = addresses(render_refusal(no.value, "en"))
        assert [(way.action, way.match_id, way.argument) for way in ways] == [
            (Action.ASK_TO_END_MATCH, match.id, "offer"), (Action.ASK_TO_END_MATCH, match.id, "resign")
        ]  # fmt: skip
    await say_word(world.tables, match.id, ANN, *OFFER_DRAW)
    assert (await say_word(world.tables, match.id, BEN, *AGREE_DRAW)).is_over
    assert {it.unrated_reason for it in (await load_results(world, match)).values()} == {"short"}


async def test_resigning_or_timing_out_on_a_hand_is_a_rated_loss(world: World) -> None:
    match: StartedMatch = await begin(world, "schnick", BEN)
    assert "counts as a loss" in dialogs.render_end_confirmation(match, "resign", "en").above[-1]
    await say_word(world.tables, match.id, ANN, *RESIGN)
    found = await load_results(world, match)
    assert [(found[it].rank, found[it].is_rated) for it in (ANN, BEN)] == [(2, True), (1, True)]
    await world.preferences.update_server(SERVER, ServerPreferences(steps=9))
    match = await begin(world, "schnick", BEN, clock=DAY_MS)
    while len(match.engine.seats_asked) < 2:
        # Until both are asked for their first card.
        (seat,) = match.engine.seats_asked
        await chosen(world.tables, match.id, match.player_ids[seat] or 0)
        match = await world.load_play(match.id)
    await chosen(world.tables, match.id, BEN)
    await world.clock(NOON + 2 * DAY_MS)
    found = await load_results(world, match)
    assert [(found[it].rank, found[it].reason, found[it].is_rated) for it in (ANN, BEN)] == [
        (2, "lapse", True), (1, "lapse", True)
    ]  # fmt: skip


@pytest.mark.parametrize("alone", [True, False], ids=["the other has left", "unrated"])
async def test_one_player_may_cancel_where_nothing_is_won_by_it(world: World, alone: bool) -> None:
    if alone:
        await world.store.people.save_membership(SERVER, BEN, NOON, has_left=True)
    for game in GAMES:
        match = await begin(world, game, BEN, rated=alone)
        assert (await say_word(world.tables, match.id, ANN, *CANCEL)).is_over


async def test_open_game_may_be_cancelled_alone_and_left_unrated(world: World) -> None:
    match = await begin(world, "shamanic_chess", BEN)
    assert "loss" not in str(dialogs.render_end_confirmation(match, "resign", "en").above)
    await say_word(world.tables, match.id, BEN, *RESIGN)
    assert {it.unrated_reason for it in (await load_results(world, match)).values()} == {"short"}
    match = await begin(world, "shamanic_chess", BEN)
    assert (await say_word(world.tables, match.id, ANN, *CANCEL)).is_over


@pytest.mark.parametrize("rated", [True, False])
async def test_leaving_a_table_of_three_is_warned_of(world: World, rated: bool) -> None:
    match = await begin(world, "woodwalkers", BEN, CAT, rated=rated)
    told = dialogs.render_end_confirmation(match, "resign", "en").above[-1]
    assert "You come last" in told
    assert ("ladder" in told) == rated
