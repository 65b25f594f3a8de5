"""What players see when they press buttons of their match: their move, the score, the board."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from bot.ai.seats import find_forced_move
from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import ButtonMenu, SceneImage
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.matches import ANN, BEN, CAT
from tests.kit.person import list_move_buttons
from tests.kit.scene_reading import index_by_action, list_custom_ids
from tests.kit.world import (
    World,
    begin_match_where_both_choose,
    begin_match_with_ben,
    offer_match_to_ben,
    play_first_legal_move,
)

pytestmark = pytest.mark.usefixtures("without_morra")

MESSAGE_ID = 77
"""A private message."""


async def test_message_opens_beside_the_card_and_is_edited_where_it_is_pressed(world: World) -> None:
    match_id = (await begin_match_where_both_choose(world)).id
    on_the_card = await world.person(ANN).click(Action.OPEN_MATCH, match_id)
    in_the_message = await world.person(ANN).click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)
    assert on_the_card.scene == in_the_message.scene
    assert (on_the_card.replaces_clicked_message, on_the_card.clicked_card_match_id) == (False, match_id)
    assert (in_the_message.replaces_clicked_message, in_the_message.clicked_card_match_id) == (True, None)


async def test_choice_is_answered_by_what_comes_next(world: World) -> None:
    match_id = (await begin_match_where_both_choose(world)).id
    for person_id, kind in ((ANN, "sealed"), (BEN, "asked")):
        shown = (await world.person(person_id).click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)).scene
        pick = list_move_buttons(shown, match_id)[0]
        response = await world.person(person_id).click(
            Action.PICK_MOVE, match_id, 0, pick.argument, message_id=MESSAGE_ID
        )
        assert (response.replaces_clicked_message, response.refresh_match_id) == (True, match_id)
        assert response.player_message
        assert response.player_message.content_key.split()[0] in {kind, "waits"}
        assert (response.player_message.step > 0) == (person_id == BEN)


@pytest.mark.parametrize("locale", LOCALES)
async def test_list_does_what_its_buttons_would_and_others_see_who_is_awaited(world: World, locale: Locale) -> None:
    match = await begin_match_with_ben(world.matches, "shamanic_chess")
    assert isinstance(match, RunningMatch)
    (first,) = match.engine.seats_asked
    awaited, idle = (
        world.person(match.player_ids[seat] or 0).with_context(locale=locale) for seat in (first, 1 - first)
    )
    other = (await idle.click(Action.OPEN_MATCH, match.id)).scene
    assert other
    assert other.board
    assert any(f"<@{awaited.id}>" in line for line in other.below)
    assert Action.PICK_MOVE not in index_by_action(other)
    scene = (await awaited.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).scene
    assert scene
    (listed,) = [row for row in scene.rows if isinstance(row, ButtonMenu)]
    by, pick = (CustomId.parse(it) for it in (listed.custom_id, listed.buttons[3].custom_id))
    assert by
    assert pick
    taken = await awaited.click(
        by.action, by.match_id, by.number, by.argument, selected_values=(str(pick),), message_id=MESSAGE_ID
    )
    pressed = await awaited.click(pick.action, pick.match_id, pick.number, pick.argument, message_id=MESSAGE_ID)
    assert taken.scene == pressed.scene
    assert Action.PICK_MOVE in index_by_action(taken.scene)
    for foreign in ((), ("e2",), (f"{Action.PICK_MOVE}:1:0",), (listed.custom_id,)):
        with pytest.raises(Refused, match="button"):
            await awaited.click(
                by.action, by.match_id, by.number, by.argument, selected_values=foreign, message_id=MESSAGE_ID
            )


async def test_person_who_does_not_play_sees_what_everybody_sees(world: World) -> None:
    match = await begin_match_where_both_choose(world)
    response = await world.person(CAT).click(Action.OPEN_MATCH, match.id)
    assert (response.clicked_card_match_id, response.player_message) == (match.id, None)
    assert response.scene
    assert isinstance(response.scene.board, SceneImage)
    assert response.scene.board.picture == match.game.draw_board(match.game.forget(match.engine.view_of(None)))
    assert index_by_action(response.scene).keys() == {Action.SHOW_RULES, Action.SHOW_INBOX}
    assert any(f"<@{ANN}>" in line and f"<@{BEN}>" in line for line in response.scene.below)


async def test_nothing_can_be_chosen_before_the_match_begins(world: World) -> None:
    opened = await world.person(ANN).click(Action.OPEN_MATCH, (await offer_match_to_ben(world.matches)).id)
    assert Action.WITHDRAW_OFFER in index_by_action(opened.scene)
    assert not {Action.PICK_MOVE, Action.SELECT_FROM_MENU} & index_by_action(opened.scene).keys()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("verb", [Action.PICK_MOVE, Action.CHANGE_MOVE])
async def test_press_for_a_turn_that_is_over_shows_what_counts_now(world: World, verb: Action, locale: Locale) -> None:
    match, ann = await begin_match_where_both_choose(world), world.person(ANN).with_context(locale=locale)
    while match.engine.step == 0 or not match.is_waiting_for(ANN):
        after = await play_first_legal_move(world.matches, match.id, match.player_ids[min(match.engine.to_move)] or 0)
        assert isinstance(after, RunningMatch)
        match = after
    rest = ".".join(match.engine.legal_moves(match.player_ids.index(ANN))[0]) if verb == Action.PICK_MOVE else ""
    response = await ann.click(verb, match.id, 0, rest, message_id=MESSAGE_ID)
    now = await ann.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)
    assert response.scene
    assert now.scene
    assert response.scene.above == (say("hand-moved-on", locale), *now.scene.above)
    assert (response.replaces_clicked_message, response.player_message, response.scene.rows) == (
        True,
        now.player_message,
        now.scene.rows,
    )
    unchanged = await world.matches.find_match(match.id)
    assert isinstance(unchanged, StartedMatch)
    assert unchanged.event_count == match.event_count


@pytest.mark.parametrize("locale", LOCALES)
async def test_player_who_thinks_again_sees_what_counts_and_may_keep_it(world: World, locale: Locale) -> None:
    match_id, ann = (await begin_match_where_both_choose(world)).id, world.person(ANN).with_context(locale=locale)
    sealed = await play_first_legal_move(world.matches, match_id, ANN)
    again = (await ann.click(Action.CHANGE_MOVE, match_id, message_id=MESSAGE_ID)).scene
    assert again
    counts = say("hand-counts", locale, word="").partition("**")[0]
    assert [line for line in again.below if line.startswith(counts)]
    assert index_by_action(again).keys() >= {Action.PICK_MOVE, Action.KEEP_MOVE}
    kept = await ann.click_action(again, Action.KEEP_MOVE, message_id=MESSAGE_ID)
    assert kept.replaces_clicked_message
    assert kept.player_message
    assert kept.player_message.content_key.split()[0] == "sealed"
    assert Action.KEEP_MOVE not in index_by_action(kept.scene)
    assert await world.matches.find_match(match_id) == sealed


@pytest.mark.parametrize("locale", LOCALES)
async def test_menu_says_that_there_are_no_hints_between_people(world: World, locale: Locale) -> None:
    match_id, ann = (await begin_match_with_ben(world.matches)).id, world.person(ANN).with_context(locale=locale)
    practice = (await ann.practice("schnick")).player_message
    assert practice
    for each, told in ((match_id, True), (practice.match_id, False)):
        more = (await ann.click(Action.SHOW_MORE, each)).scene
        assert more
        assert (say("no-no-hints", locale) in more.footer) == told


async def test_step_without_a_choice_is_skipped(world: World) -> None:
    """Of two, one can challenge but the other: whoever chose before it, the answer shows what comes after it."""
    match_id, spared = (await begin_match_with_ben(world.matches, "schnick")).id, 0
    for person_id in islice(cycle((ANN, BEN)), 60):
        stood = await world.matches.find_match(match_id)
        if not isinstance(stood, RunningMatch):
            break
        response = await world.person(person_id).click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)
        for _ in range(3):
            now = await world.matches.find_match(match_id)
            assert isinstance(now, StartedMatch)
            assert not isinstance(now, RunningMatch) or not find_forced_move(now)
            assert response.refresh_match_id == (match_id if now.event_count > stood.event_count else None)
            spared += max(0, now.engine.step - stood.engine.step - 1)
            picks = [it for it in list_custom_ids(response.scene) if it.action == Action.PICK_MOVE]
            if not picks or now.engine.step > stood.engine.step:
                break
            response = await world.person(person_id).click(
                Action.PICK_MOVE, match_id, picks[0].step, picks[0].argument, message_id=MESSAGE_ID
            )
    assert spared
