"""Slash commands: which match they mean, what they find, and who may use them."""

from __future__ import annotations

import re

import pytest

from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.model import MatchState, StartedMatch
from bot.screens import dialogs
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS, HOUR_MS
from games import GAMES, lessons
from games.match import OFFER_DRAW, RESIGN
from games.options import validate_options
from games.refused import Refused
from games.words import LOCALES
from storage import PlayerMessage
from tests.kit import world as kit
from tests.kit.matches import (
    ANN,
    BEN,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    SERVER_ID,
    begin_match,
    begin_match_of_three,
    begin_practice,
    catch_refusal_key,
    offer_morra,
    play_move,
)
from tests.kit.scene_reading import list_buttons, list_custom_ids
from tests.kit.world import World, restart_world

OTHER_CHANNEL_ID = 77
"""Another channel of the server."""


def find_shown_match(response: Response) -> int:
    """Return the match that an answer shows or asks about."""
    if response.player_message:
        return response.player_message.match_id
    (match_id,) = {it.match_id for it in list_custom_ids(response.scene)}
    return match_id


# Which match is meant


@pytest.mark.parametrize("match", ["0", "99", "9" * 19, "9" * 30, "9" * 5000, "x", "-1"])
async def test_unknown_match_is_refused(world: World, match: str) -> None:
    assert await catch_refusal_key(world.person().show_board(match)) == "no-table"


@pytest.mark.parametrize("season", ["9", "9" * 30, "9" * 5000, "x", "-1"])
async def test_unknown_season_is_refused(world: World, season: str) -> None:
    assert await catch_refusal_key(world.person().show_leaderboard("", season)) == "no-such-season"


async def begin_duel(world: World, clock: int) -> MatchState:
    """Begin a match in which both choose a mask, and Ann a row."""
    return await begin_match(
        world.matches, BEN, game="schamanen", options={"placement": "random"}, clock=clock, order=(0, 1)
    )


async def test_move_in_a_thread_means_the_match_of_that_thread(world: World) -> None:
    """Though another match is more urgent."""
    urgent, match = await begin_duel(world, HOUR_MS), await begin_duel(world, DAY_MS)
    await world.store.cards.save_card(match.id, match.event_count, OTHER_CHANNEL_ID, None)
    assert find_shown_match(await world.person(channel_id=OTHER_CHANNEL_ID).type_move("mask 1")) == match.id
    assert find_shown_match(await world.person().type_move("mask 1")) == urgent.id


async def test_move_means_the_match_whose_player_message_was_opened_last(world: World) -> None:
    """Else the most urgent one, and only one that waits."""
    urgent, first, looked, later = [await begin_duel(world, clock) for clock in (HOUR_MS, HOUR_MS - 1, DAY_MS, DAY_MS)]
    ann = world.person()
    assert find_shown_match(await ann.type_move("mask 1")) == first.id
    for at, match in enumerate((later, looked, urgent, looked), 1):
        await world.store.player_messages.save_message(
            PlayerMessage(match.id, ANN, match.id, None, 0, NOON_MS + at), was_pressed=True
        )
    for match in (looked, urgent, later):
        assert find_shown_match(await ann.type_move("mask 1")) == match.id


async def test_completion_of_matches_needs_only_their_headers(world: World) -> None:
    """A completion comes with every letter; of a game that is played no more no record can be read."""
    over, runs = await kit.begin_match_with_ben(world.matches), await kit.begin_match_with_ben(world.matches)
    await play_move(world.matches, over.id, ANN, *RESIGN)
    ann = restart_world(world).person()
    assert await ann.complete_match_id() == ((f"{runs.id} · {runs.game.say('name', 'en')}", str(runs.id)),)
    assert [value for _, value in await ann.complete_match_id(include_finished=True)] == [str(over.id), str(runs.id)]


@pytest.mark.parametrize("what", ["resign", "offer_draw", "cancel"])
async def test_command_that_ends_a_match_means_the_one_of_its_channel(world: World, what: str) -> None:
    here = await kit.begin_match_with_ben(world.matches)
    ann, there, third = (
        world.person().with_context(channel_id=channel_id) for channel_id in (CHANNEL_ID, OTHER_CHANNEL_ID, 78)
    )
    assert find_shown_match(await getattr(there, what)()) == here.id, "the only one there is"
    urgent = await kit.begin_match_with_ben(world.matches, clock=HOUR_MS)
    await world.store.cards.save_card(urgent.id, urgent.event_count, OTHER_CHANNEL_ID, None)
    assert find_shown_match(await getattr(ann, what)()) == here.id
    assert find_shown_match(await getattr(there, what)()) == urgent.id
    with pytest.raises(Refused) as no:
        await getattr(third, what)()
    assert (no.value.key, no.value.facts["here"]) == ("which-match", 0)
    assert all(f"{match.id} · " in str(no.value.facts["known"]) for match in (here, urgent))
    assert find_shown_match(await getattr(third, what)(here.id)) == here.id


async def test_question_which_match_is_one_line_of_running_ones(world: World) -> None:
    over, left = await kit.begin_match_with_ben(world.matches), await begin_match_of_three(world.matches)
    for match in (over, left):
        await play_move(world.matches, match.id, ANN, *RESIGN)
    mine = [await kit.begin_match_with_ben(world.matches) for _ in range(5)]
    with pytest.raises(Refused) as no:
        await world.person().resign()
    assert no.value.facts["here"] == len(mine)
    assert str(no.value.facts["known"]).endswith(", …")
    for locale in LOCALES:
        found = re.findall(r"(\d+) · ", say.format_refusal(no.value, locale))
        assert [match.id for match in mine[:3]] == [int(number) for number in found]


async def test_offer_is_withdrawn_only_from_its_channel(world: World) -> None:
    """Nothing asks whether one is sure of that."""
    offer = await kit.offer_match_to_ben(world.matches)
    ann = world.person()
    assert await catch_refusal_key(ann.with_context(channel_id=OTHER_CHANNEL_ID).cancel()) == "which-match"
    assert await catch_refusal_key(ann.resign()) == "no-match-here"
    assert await catch_refusal_key(world.person(BEN).cancel()) == "no-match-here"
    assert (await world.matches.find_match(offer.id)).status == "offered"
    await ann.cancel()
    assert (await world.matches.find_match(offer.id)).status == "withdrawn"


# Whose affair it is


@pytest.mark.parametrize("command", ["show_board", "text", "open_review", "verify_match", "resign"])
async def test_practice_in_direct_messages_is_hidden_from_others(world: World, command: str) -> None:
    match_id = (await begin_practice(world.matches, server_id=None)).id

    async def use(server_id: int | None, person_id: int, channel_id: int = CHANNEL_ID) -> Response:
        there = world.person(person_id, server_id=server_id, channel_id=channel_id)
        return await (there.show_board(match_id, text=True) if command == "text" else getattr(there, command)(match_id))

    assert await catch_refusal_key(use(None, BEN, 9)) == "no-table"
    assert await catch_refusal_key(use(SERVER_ID, BEN)) == "no-table"
    if command != "verify_match":
        assert await use(None, ANN)


async def test_match_of_another_server_cannot_be_named(world: World) -> None:
    match_id = (await begin_match(world.matches, BEN)).id
    assert (
        await catch_refusal_key(world.person(DAN, server_id=SERVER_ID + 1).show_board(match_id, text=True))
        == "no-table"
    )
    assert (await world.person(DAN).show_board(match_id, text=True)).scene


async def test_player_who_left_sees_no_more_than_everybody(world: World) -> None:
    """The house draws and chooses in that seat now, and they might tell the others."""
    match_id = (await begin_match_of_three(world.matches)).id

    async def read_board(number: int) -> list[Scene | None]:
        person = world.person(number)
        return [
            (await person.show_board(match_id, text=True)).scene,
            (await person.click(Action.SHOW_BOARD_TEXT, match_id)).scene,
        ]

    assert await read_board(ANN) != await read_board(DAN)
    assert not (await play_move(world.matches, match_id, ANN, *RESIGN)).is_over
    assert await read_board(ANN) == await read_board(DAN)
    assert await read_board(BEN) != await read_board(DAN)


async def test_board_as_text_says_whose_it_is_and_needs_a_match(world: World) -> None:
    offer = await offer_morra(world.matches, BEN)
    assert await catch_refusal_key(world.person().show_board(offer.id, text=True)) == "not-begun"
    match = await begin_practice(world.matches, server_id=None)
    heading, board = dialogs.render_board_text(match, match.find_seat(ANN), "en").above
    assert f"<@{ANN}>" in heading
    assert board.startswith("```")


# Rematches, draws, variants


async def test_rematch_needs_permission_to_post_except_in_practice(world: World) -> None:
    match, alone = await kit.begin_match_with_ben(world.matches), await begin_practice(world.matches)
    for match_id in (match.id, alone.id):
        await play_move(world.matches, match_id, ANN, *RESIGN)
    ann = world.person(missing_permissions=("send_messages",))
    assert await catch_refusal_key(ann.click(Action.OFFER_REMATCH, match.id)) == "lacking"
    assert await world.store.matches.list_live_of_person(ANN) == []
    response = await ann.click(Action.OFFER_REMATCH, alone.id)
    assert [header.id for header in await world.store.matches.list_live_of_person(ANN)] == [response.refresh_match_id]


@pytest.mark.parametrize(("server_id", "channel_id"), [(SERVER_ID, CHANNEL_ID), (SERVER_ID, 9), (None, 9)])
async def test_rematch_is_offered_in_the_channel_of_the_match(
    world: World, server_id: int | None, channel_id: int
) -> None:
    """Pressed there its card is the answer; pressed elsewhere it is posted there."""
    match = await kit.begin_match_with_ben(world.matches)
    await play_move(world.matches, match.id, ANN, *RESIGN)
    response = await world.person(server_id=server_id, channel_id=channel_id).click(Action.OFFER_REMATCH, match.id)
    assert response.refresh_match_id is not None
    offer = await world.matches.find_match(response.refresh_match_id)
    assert (offer.server_id, offer.channel_id, offer.invited_ids) == (SERVER_ID, CHANNEL_ID, (BEN,))
    assert response.card_of_match == (offer if channel_id == CHANNEL_ID else None)


async def test_draw_is_not_offered_to_the_house(world: World) -> None:
    match = await begin_practice(world.matches)
    for locale in LOCALES:
        labels = {it.label for it in list_buttons(dialogs.render_more_menu(match, match.find_seat(ANN), locale))}
        assert labels >= {say("button-cancel", locale), say("button-resign", locale)}
        assert not labels & {say("button-offer", locale), say("button-agree", locale)}
    assert await catch_refusal_key(world.person().offer_draw(match.id)) == "house-plays-on"


async def test_offered_draw_is_offered_once_and_may_be_agreed_to(world: World) -> None:
    match: StartedMatch = await begin_match(world.matches, BEN)
    match = await play_move(world.matches, match.id, ANN, *OFFER_DRAW)
    offer, agree = say("button-offer", "en"), say("button-agree", "en")
    for person_id, found in ((ANN, set()), (BEN, {agree})):
        labels = {it.label for it in list_buttons(dialogs.render_more_menu(match, match.find_seat(person_id), "en"))}
        assert labels & {offer, agree} == found
    sure = list_custom_ids((await world.person(BEN).offer_draw(match.id)).scene)
    assert (Action.CONFIRM_END_OF_MATCH, "agree") in {(it.action, it.argument) for it in sure}


@pytest.mark.parametrize(("game", "facts"), [("schamanen", {"count": 4}), ("schnick", {"count": 0})])
async def test_unknown_variant_is_refused_with_the_names_there_are(
    world: World, game: str, facts: dict[str, int]
) -> None:
    with pytest.raises(Refused, match="variant-unknown") as no:
        await world.person().practice(game, variant="upside down")
    assert no.value.facts.items() >= facts.items()
    assert "pro_stacks" not in str(no.value.facts["known"])


# Rules


async def test_rules_tell_what_holds_in_the_match_they_are_opened_from(world: World) -> None:
    """Also once the page is turned; opened from nowhere they tell both."""
    game = GAMES["schamanen"]
    random = validate_options(game.options_class, {"placement": "random"})
    drafts, deals = [
        (await kit.begin_match_with_ben(world.matches, game.KEY, placement=placement)).id
        for placement in ("draft", "random")
    ]
    other = (await kit.begin_match_with_ben(world.matches, "schnick")).id
    for locale in LOCALES:
        draft, dealt, either = (
            lessons.format_lesson(game, locale, options)[1] for options in (game.options_class(), random, None)
        )
        assert len({draft, dealt, either}) == 3
        for match_id, told in ((drafts, draft), (deals, dealt), (other, either), (0, either)):
            scene = (await world.person(locale=locale).click(Action.SHOW_RULES, match_id, 0, f"{game.KEY}.1")).scene
            assert scene
            assert told in scene.above
    first = await world.person().click(Action.SHOW_RULES, deals)
    turned = (await world.person().click_action(first, Action.SHOW_RULES)).scene
    assert turned
    assert lessons.format_lesson(game, "en", random)[1] in turned.above
