"""Tests for the responses to button presses in a running match."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from bot.ai.seats import find_forced_move
from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.match_card import format_match_title
from bot.screens.scene import ButtonMenu, SceneImage
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.matches import ANN, BEN, CAT
from tests.kit.person import list_move_buttons
from tests.kit.scene_reading import index_by_action, list_buttons, list_custom_ids, map_labels_to_custom_ids, read_text
from tests.kit.world import (
    World,
    begin_match_where_both_choose,
    begin_match_with_ben,
    offer_match_to_ben,
    play_first_legal_move,
)

pytestmark = pytest.mark.usefixtures("without_morra")

MESSAGE_ID = 77
"""The ID of the private message whose button is clicked."""

ONLOOKER_ACTIONS = {Action.PREDICT, Action.WATCH_MATCH, Action.FOLLOW, Action.SHOW_RULES}


async def test_open_match_replaces_player_messages_but_not_the_card(world: World) -> None:
    match_id = (await begin_match_where_both_choose(world)).id
    on_the_card = await world.person(ANN).click(Action.OPEN_MATCH, match_id)
    in_the_message = await world.person(ANN).click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)
    assert on_the_card.scene == in_the_message.scene
    assert (on_the_card.replaces_clicked_message, on_the_card.clicked_card_match_id) == (False, match_id)
    assert (in_the_message.replaces_clicked_message, in_the_message.clicked_card_match_id) == (True, None)


@pytest.mark.parametrize("locale", LOCALES)
async def test_answer_to_a_draw_offer_names_the_match(world: World, locale: Locale) -> None:
    match = await begin_match_with_ben(world.matches, "shamanic_chess")
    response = await world.person(locale=locale).click(Action.CONFIRM_END_OF_MATCH, match.id, argument="offer")
    assert response.scene
    assert response.scene.above == (say("done-offer", locale), format_match_title(match, locale))


async def test_response_to_a_move_shows_the_next_state(world: World) -> None:
    match_id = (await begin_match_where_both_choose(world)).id
    for person_id, kind in ((ANN, "sealed"), (BEN, "asked")):
        scene = (await world.person(person_id).click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)).scene
        move_button = list_move_buttons(scene, match_id)[0]
        response = await world.person(person_id).click(
            Action.PICK_MOVE, match_id, 0, move_button.argument, message_id=MESSAGE_ID
        )
        assert (response.replaces_clicked_message, response.refresh_match_id) == (True, match_id)
        assert response.player_message
        assert response.player_message.content_key.split()[0] in {kind, "waits"}
        assert (response.player_message.step > 0) == (person_id == BEN)


@pytest.mark.parametrize("locale", LOCALES)
async def test_menu_acts_like_its_buttons_and_opponent_sees_who_moves(world: World, locale: Locale) -> None:
    match = await begin_match_with_ben(world.matches, "shamanic_chess")
    (first_seat,) = match.engine.seats_asked
    mover, opponent = (
        world.person(match.player_ids[seat] or 0).with_context(locale=locale) for seat in (first_seat, 1 - first_seat)
    )
    opponent_scene = (await opponent.click(Action.OPEN_MATCH, match.id)).scene
    assert opponent_scene
    assert opponent_scene.board
    assert any(f"<@{mover.id}>" in line for line in opponent_scene.below)
    assert Action.PICK_MOVE not in index_by_action(opponent_scene)
    scene = (await mover.click(Action.PICK_MOVE, match.id, 0, "b1.", message_id=MESSAGE_ID)).scene
    assert scene
    (menu,) = [row for row in scene.rows if isinstance(row, ButtonMenu)]
    target, move = (CustomId.parse(it) for it in (menu.custom_id, menu.buttons[3].custom_id))
    selected = await mover.press(target, selected_values=(str(move),), message_id=MESSAGE_ID)
    clicked = await mover.press(move, message_id=MESSAGE_ID)
    assert selected.scene == clicked.scene
    assert Action.PICK_MOVE in index_by_action(selected.scene)
    for forged_values in ((), ("e2",), (f"{Action.PICK_MOVE}:1:0",), (menu.custom_id,)):
        with pytest.raises(Refused, match="button"):
            await mover.press(target, selected_values=forged_values, message_id=MESSAGE_ID)


async def test_spectator_sees_only_public_information(world: World) -> None:
    match = await begin_match_where_both_choose(world)
    response = await world.person(CAT).click(Action.OPEN_MATCH, match.id)
    assert (response.clicked_card_match_id, response.player_message) == (match.id, None)
    assert response.scene
    assert isinstance(response.scene.board, SceneImage)
    assert response.scene.board.picture == match.game.draw_board(match.game.forget(match.engine.view_of(None)))
    private_copy_of_card = (await world.person(CAT).show_board(match.id)).scene
    assert private_copy_of_card
    assert private_copy_of_card.board
    for scene in (response.scene, private_copy_of_card):
        assert index_by_action(scene).keys() == ONLOOKER_ACTIONS
    assert any(f"<@{ANN}>" in line and f"<@{BEN}>" in line for line in response.scene.below)


async def test_offer_has_no_move_buttons(world: World) -> None:
    opened = await world.person(ANN).click(Action.OPEN_MATCH, (await offer_match_to_ben(world.matches)).id)
    assert Action.WITHDRAW_OFFER in index_by_action(opened.scene)
    assert not {Action.PICK_MOVE, Action.SELECT_FROM_MENU} & index_by_action(opened.scene).keys()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("action", [Action.PICK_MOVE, Action.CHANGE_MOVE])
async def test_click_for_a_past_step_shows_the_current_step(world: World, action: Action, locale: Locale) -> None:
    ann = world.person(ANN).with_context(locale=locale)
    match = await begin_match_with_ben(world.matches, "schnick")
    while not match.last_decision_steps.get(match.player_ids.index(ANN)) or not match.is_waiting_for(ANN):
        after = await play_first_legal_move(world.matches, match.id, match.player_ids[min(match.engine.to_move)] or 0)
        assert isinstance(after, RunningMatch)
        match = after
    argument = ".".join(match.engine.legal_moves(match.player_ids.index(ANN))[0]) if action == Action.PICK_MOVE else ""
    response = await ann.click(action, match.id, 0, argument, message_id=MESSAGE_ID)
    current = await ann.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)
    assert response.scene
    assert current.scene
    assert response.scene.above == (say("no-stale", locale), *current.scene.above)
    assert (response.replaces_clicked_message, response.player_message, response.scene.rows) == (
        True,
        current.player_message,
        current.scene.rows,
    )
    assert (await world.matches.find_match(match.id)).event_count == match.event_count


async def test_second_click_on_a_played_choice_shows_what_came_of_it(world: World) -> None:
    match, ann = await begin_match_where_both_choose(world), world.person(ANN)
    button = list_move_buttons((await ann.click(Action.OPEN_MATCH, match.id)).scene, match.id)[0]
    await play_first_legal_move(world.matches, match.id, BEN)
    for _ in range(2):
        response = await ann.click(Action.PICK_MOVE, match.id, 0, button.argument, message_id=MESSAGE_ID)
        assert response.scene == (await ann.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).scene
        assert response.replaces_clicked_message


async def test_click_while_the_other_player_chooses_replaces_the_clicked_message(world: World) -> None:
    match = await begin_match_with_ben(world.matches, "shamanic_chess")
    (first_seat,) = match.engine.seats_asked
    mover = world.person(match.player_ids[first_seat] or 0)
    page = (await mover.click(Action.PICK_MOVE, match.id, 0, "b1.", message_id=MESSAGE_ID)).scene
    played, other = (button.argument for button in list_move_buttons(page, match.id)[:2])
    await mover.click(Action.PICK_MOVE, match.id, 0, played, message_id=MESSAGE_ID)
    for argument in (played, other):
        response = await mover.click(Action.PICK_MOVE, match.id, 0, argument, message_id=MESSAGE_ID)
        assert response.scene == (await mover.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).scene
        assert response.replaces_clicked_message
    hint = await mover.click(Action.REQUEST_HINT, match.id, 0, message_id=MESSAGE_ID)
    assert hint.replaces_clicked_message


@pytest.mark.parametrize("locale", LOCALES)
async def test_player_who_changes_a_move_sees_it_and_may_keep_it(world: World, locale: Locale) -> None:
    match_id, ann = (await begin_match_where_both_choose(world)).id, world.person(ANN).with_context(locale=locale)
    sealed_match = await play_first_legal_move(world.matches, match_id, ANN)
    scene = (await ann.click(Action.CHANGE_MOVE, match_id, message_id=MESSAGE_ID)).scene
    assert scene
    prefix = say("hand-counts", locale, word="").partition("**")[0]
    assert [line for line in scene.below if line.startswith(prefix)]
    assert index_by_action(scene).keys() >= {Action.PICK_MOVE, Action.KEEP_MOVE}
    kept = await ann.click_action(scene, Action.KEEP_MOVE, message_id=MESSAGE_ID)
    assert kept.replaces_clicked_message
    assert kept.player_message
    assert kept.player_message.content_key.split()[0] == "sealed"
    assert Action.KEEP_MOVE not in index_by_action(kept.scene)
    assert await world.matches.find_match(match_id) == sealed_match


@pytest.mark.parametrize("locale", LOCALES)
async def test_menu_explains_missing_hints_in_matches_between_people(world: World, locale: Locale) -> None:
    match_id, ann = (await begin_match_with_ben(world.matches)).id, world.person(ANN).with_context(locale=locale)
    practice = await world.load_shown_match(await ann.practice("schnick"))
    for opened_id, is_explained in ((match_id, True), (practice.id, False)):
        menu = (await ann.click(Action.SHOW_MORE, opened_id)).scene
        assert menu
        assert (say("no-no-hints", locale) in menu.footer) == is_explained


async def test_step_with_one_legal_move_is_skipped(world: World) -> None:
    """With a single opponent there is nobody else to challenge, so the response shows the next step."""
    match_id, skipped_steps = (await begin_match_with_ben(world.matches, "schnick")).id, 0
    for person_id in islice(cycle((ANN, BEN)), 60):
        before = await world.matches.find_match(match_id)
        if not isinstance(before, RunningMatch):
            break
        response = await world.person(person_id).click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)
        for _ in range(3):
            after = await world.matches.find_match(match_id)
            assert isinstance(after, StartedMatch)
            assert not isinstance(after, RunningMatch) or not find_forced_move(after)
            assert response.refresh_match_id == (match_id if after.event_count > before.event_count else None)
            skipped_steps += max(0, after.engine.step - before.engine.step - 1)
            move_ids = [it for it in list_custom_ids(response.scene) if it.action == Action.PICK_MOVE]
            if not move_ids or after.engine.step > before.engine.step:
                break
            response = await world.person(person_id).click(
                Action.PICK_MOVE, match_id, move_ids[0].step, move_ids[0].argument, message_id=MESSAGE_ID
            )
    assert skipped_steps


async def test_more_menu_explains_resigning(world: World) -> None:
    match = await world.begin_match()
    assert "Resign: you lose." in read_text((await world.person(ANN).click(Action.SHOW_MORE, match.id)).scene)
    practice = await world.load_shown_match(await world.person(ANN).practice())
    menu = read_text((await world.person(ANN).click(Action.SHOW_MORE, practice.id)).scene)
    assert "Resign: you get the result and its review. Cancel: neither." in menu
    assert "you lose" not in menu


async def test_more_takes_the_place_of_the_player_message_and_leads_back(world: World) -> None:
    match = await world.begin_match()
    ann = world.person(ANN)
    actions = (Action.SHOW_RULES, Action.SHOW_BOARD_TEXT, Action.SHOW_PROOF, Action.ASK_TO_END_MATCH)
    shown = await ann.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)
    for action in (None, *actions):
        menu = await ann.click_action(shown, Action.SHOW_MORE, message_id=MESSAGE_ID)
        screen = await ann.click_action(menu, action, message_id=MESSAGE_ID) if action else menu
        assert screen.replaces_clicked_message
        back = next(it for it in list_buttons(screen.scene) if str(Action.OPEN_MATCH) in it.custom_id.split(":"))
        expected = "Play on" if action == Action.ASK_TO_END_MATCH else "Back"
        assert back.label.startswith(expected), action
        shown = await ann.click_action(screen, Action.OPEN_MATCH, message_id=MESSAGE_ID)
        assert shown.replaces_clicked_message
        assert Action.PICK_MOVE in index_by_action(shown.scene)
    # From the card, which everybody sees, the menu is another message.
    assert not (await ann.click(Action.SHOW_MORE, match.id)).replaces_clicked_message


@pytest.mark.parametrize(
    "action", [Action.SHOW_MORE, Action.SHOW_RULES, Action.SHOW_BOARD_TEXT, Action.ASK_TO_END_MATCH]
)
async def test_screens_opened_in_the_middle_of_a_move_lead_back_to_it(world: World, action: Action) -> None:
    match = await world.begin_match("shamanic_chess")
    (seat,) = match.engine.seats_asked
    player = world.person(match.player_ids[seat] or 0)
    square = match.engine.legal_moves(seat)[0][0]
    picked = await player.click(Action.PICK_MOVE, match.id, 0, f"{square}.", message_id=MESSAGE_ID)
    argument = "resign" if action == Action.ASK_TO_END_MATCH else ""
    screen = await player.click(action, match.id, argument=argument, message_id=MESSAGE_ID)
    assert (await player.click_action(screen, Action.OPEN_MATCH, message_id=MESSAGE_ID)).scene == picked.scene
    # The picked part belongs to this match, this step and this message.
    first_page = (await player.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID + 1)).scene
    assert first_page != picked.scene
    other = await world.begin_match("shamanic_chess")
    other_page = (await player.click(Action.OPEN_MATCH, other.id, message_id=MESSAGE_ID)).scene
    assert other_page == (await player.click(Action.OPEN_MATCH, other.id, message_id=MESSAGE_ID + 1)).scene


async def test_kept_move_is_no_longer_being_changed(world: World) -> None:
    match = await begin_match_where_both_choose(world)
    ann = world.person(ANN)
    choice = list_move_buttons((await ann.click(Action.OPEN_MATCH, match.id)).scene, match.id)[0]
    sealed = await ann.click(Action.PICK_MOVE, match.id, 0, choice.argument, message_id=MESSAGE_ID)
    changing = await ann.click_action(sealed, Action.CHANGE_MOVE, message_id=MESSAGE_ID)
    rules = await ann.click(Action.SHOW_RULES, match.id, message_id=MESSAGE_ID)
    labels_to_ids = map_labels_to_custom_ids(rules.scene)
    assert labels_to_ids["Back to the match"] == str(CustomId(Action.OPEN_MATCH, match.id))
    assert (await ann.click_action(rules, Action.OPEN_MATCH, message_id=MESSAGE_ID)).scene == changing.scene
    kept = await ann.click_action(changing, Action.KEEP_MOVE, message_id=MESSAGE_ID)
    assert kept.scene == sealed.scene
    assert (await ann.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).scene == sealed.scene
