"""Tests for `/play` and `/help`: one private message that leads a newcomer into a match."""

from __future__ import annotations

from typing import Any

import pytest

from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.model import Installation, Offer
from bot.preferences import ServerPreferences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import PersonSelect
from games import GAMES
from games.match import RESIGN
from games.words import LOCALES, Locale
from tests.kit.matches import ANN, BEN, CHANNEL_ID, SERVER_ID, catch_refusal_key, play_move
from tests.kit.person import Person
from tests.kit.scene_reading import index_by_action, list_buttons, list_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben, offer_match_to_ben

pytestmark = pytest.mark.usefixtures("without_morra")

MESSAGE_ID = 77


async def press(person: Person, action: Action, argument: str = "", **click_fields: object) -> Response:
    return await person.click(action, 0, 0, argument, message_id=MESSAGE_ID, **click_fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("server_id", [SERVER_ID, None])
async def test_newcomer_plays_after_three_presses(world: World, locale: Locale, server_id: int | None) -> None:
    """The command is the first press."""
    ann = world.person(locale=locale, server_id=server_id)
    for key, game in GAMES.items():
        games = (await ann.open_front_door()).scene
        daily = [say("button-daily", locale)] if server_id else []
        assert [it.label for it in list_buttons(games)] == [*(it.say("name", locale) for it in GAMES.values()), *daily]
        page = await press(ann, Action.SHOW_GAME, key)
        assert page.replaces_clicked_message
        assert {it.label for it in list_buttons(page.scene)} == {
            say(f"button-{name}", locale) for name in ("play-bot", "challenge", "rules", "games")
        }
        started = await ann.click_action(page, Action.START_PRACTICE, message_id=MESSAGE_ID)
        assert started.replaces_clicked_message
        assert (await world.load_shown_match(started)).game is game


async def test_start_page_has_no_daily_duel_where_a_server_wants_none(world: World) -> None:
    await world.preferences.update_server(SERVER_ID, ServerPreferences(daily=False))
    games = (await world.person().open_front_door()).scene
    assert say("button-daily", "en") not in {it.label for it in list_buttons(games)}


async def test_every_page_leads_back_to_the_list_of_games(world: World) -> None:
    ann = world.person()
    for key in GAMES:
        page = await press(ann, Action.SHOW_GAME, key)
        rules = await ann.click_action(page, Action.SHOW_RULES, message_id=MESSAGE_ID)
        challenge = await ann.click_action(page, Action.CHOOSE_OPPONENT, message_id=MESSAGE_ID)
        for response in (page, rules, await ann.click_action(challenge, Action.SHOW_GAME, message_id=MESSAGE_ID)):
            assert response.replaces_clicked_message
            games = await ann.click_action(response, Action.SHOW_GAME, message_id=MESSAGE_ID)
            assert games.scene == (await ann.open_front_door()).scene


async def test_rules_lead_to_all_other_games_and_to_practice(world: World) -> None:
    ann = world.person()
    for key in GAMES:
        ids = list_custom_ids((await press(ann, Action.SHOW_RULES, f"{key}.1")).scene)
        assert {it.argument.split(".")[0] for it in ids if it.action == Action.SHOW_RULES} == set(GAMES)
        assert [it.argument.split(".")[0] for it in ids if it.action == Action.START_PRACTICE] == [key]
    match = await begin_match_with_ben(world.matches)
    # A match has rules without these buttons, because its players want to go back to it.
    assert Action.START_PRACTICE not in index_by_action((await ann.click(Action.SHOW_RULES, match.id)).scene)


async def test_practice_from_the_front_door_does_not_replace_a_running_one_unasked(world: World) -> None:
    ann = world.person()
    running = (await ann.practice("schamanen")).player_message
    assert running
    assert await ann.submit_move(running.match_id)
    page = await press(ann, Action.SHOW_GAME, "schnick")
    question = await ann.click_action(page, Action.START_PRACTICE, message_id=MESSAGE_ID)
    assert not question.player_message
    assert {Action.OPEN_MATCH, Action.START_PRACTICE} <= index_by_action(question.scene).keys()
    started = await ann.click_action(question, Action.START_PRACTICE, message_id=MESSAGE_ID)
    assert (await world.load_shown_match(started)).game.KEY == "schnick"


@pytest.mark.parametrize(
    "place", [{}, {"server_id": None, "installation": Installation.USER}], ids=["server", "user install"]
)
async def test_chosen_person_is_challenged_in_the_channel(world: World, place: dict[str, Any]) -> None:
    ann = world.person(**place)
    choice = await press(ann, Action.CHOOSE_OPPONENT, "schnick")
    assert choice.scene
    [select] = [row for row in choice.scene.rows if isinstance(row, PersonSelect)]
    custom_id = CustomId.parse(select.custom_id)
    assert custom_id
    response = await press(ann, Action.CHALLENGE_PERSON, custom_id.argument, selected_values=(str(BEN),))
    card = response.card_of_match
    assert isinstance(card, Offer)
    assert (card.game.KEY, card.channel_id, card.invited_ids) == ("schnick", CHANNEL_ID, (BEN,))
    opened = (await ann.click_action(choice, Action.OPEN_TABLE, message_id=MESSAGE_ID)).card_of_match
    assert isinstance(opened, Offer)
    assert (opened.terms.kind, opened.game.KEY) == ("open", "schnick")


@pytest.mark.parametrize(("values", "has_bot", "key"), [
    ((str(ANN),), False, "yourself"), ((str(BEN),), True, "bots"), ((), False, "button"), (("x",), False, "button"),
])  # fmt: skip
async def test_unsuitable_opponents_are_refused(world: World, values: tuple[str, ...], has_bot: bool, key: str) -> None:
    ann = world.person(has_selected_bot=has_bot)
    assert await catch_refusal_key(press(ann, Action.CHALLENGE_PERSON, "schnick", selected_values=values)) == key
    for action in (Action.SHOW_GAME, Action.CHOOSE_OPPONENT, Action.CHALLENGE_PERSON, Action.OPEN_TABLE):
        click = press(ann.with_context(has_selected_bot=False), action, "ludo", selected_values=(str(BEN),))
        assert await catch_refusal_key(click) == "game-unknown"


async def test_choosing_this_bot_starts_practice(world: World) -> None:
    ann = world.person(has_selected_bot=True, has_selected_this_bot=True)
    started = await press(ann, Action.CHALLENGE_PERSON, "schnick", selected_values=("9",))
    assert started.replaces_clicked_message
    match = await world.load_shown_match(started)
    assert (match.is_practice, match.game.KEY) == (True, "schnick")


@pytest.mark.parametrize("locale", LOCALES)
async def test_challenge_says_where_it_can_be_made(world: World, locale: Locale) -> None:
    """The answer replaces the page, and leads back to it."""
    world.discord.open_channels[SERVER_ID] = [81, 82, 83, 84]
    silent = world.person(locale=locale, missing_permissions=("send_messages",))
    for person, expected, unexpected in (
        (silent, ("<#81> <#82> <#83>",), "<#84>"),
        (world.person(locale=locale, server_id=None), (say("no-company-only", locale),), "<#"),
    ):
        answer = await press(person, Action.CHOOSE_OPPONENT, "schnick")
        text = read_text(answer.scene)
        assert all(part in text for part in expected)
        assert unexpected not in text
        assert answer.replaces_clicked_message
        assert index_by_action(answer.scene).keys() == {Action.START_PRACTICE, Action.SHOW_GAME}
    await world.preferences.update_server(SERVER_ID, ServerPreferences(channels=(91,)))
    assert "<#91>" in read_text((await press(world.person(), Action.CHOOSE_OPPONENT, "schnick")).scene)


async def test_game_played_last_is_the_default(world: World) -> None:
    """Matches count as soon as they begin, but offers do not."""
    ann, ben = world.person(), world.person(BEN)

    async def find_default() -> list[str]:
        rules = list_custom_ids((await ann.show_rules()).scene)
        practice = next(it.argument.split(".")[0] for it in rules if it.action == Action.START_PRACTICE)
        return [practice, await world.services.match_lookup.choose_game(ann.create_request(), "")]

    assert await find_default() == [next(iter(GAMES))] * 2
    finished = await begin_match_with_ben(world.matches, "woodwalkers")
    assert await find_default() == ["woodwalkers"] * 2
    await play_move(world.matches, finished.id, ANN, *RESIGN)
    await offer_match_to_ben(world.matches)
    assert await find_default() == ["woodwalkers"] * 2
    world.time_ms[0] += 1000
    await ann.practice("schnick")
    assert await find_default() == ["schnick"] * 2
    assert await world.services.match_lookup.choose_game(ben.create_request(), "") == "woodwalkers"
