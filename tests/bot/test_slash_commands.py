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
from tests.kit.match import (
    ANN,
    BEN,
    CHANNEL,
    DAN,
    NOON,
    SERVER,
    begin_match,
    begin_practice,
    challenge,
    of_three,
    refusal,
    say_word,
)
from tests.kit.scenes import addresses, buttons
from tests.kit.world import World, restart_world

ELSEWHERE = 77
"""Another channel of the server."""


def find_match(response: Response) -> int:
    """Return the match that an answer shows or asks about."""
    if response.player_message:
        return response.player_message.match_id
    (match_id,) = {it.match_id for it in addresses(response.scene)}
    return match_id


# Which match is meant


@pytest.mark.parametrize("match", ["0", "99", "9" * 19, "9" * 30, "9" * 5000, "x", "-1"])
async def test_unknown_match_is_refused(world: World, match: str) -> None:
    assert await refusal(world.person().board(match)) == "no-table"


@pytest.mark.parametrize("season", ["9", "9" * 30, "9" * 5000, "x", "-1"])
async def test_unknown_season_is_refused(world: World, season: str) -> None:
    assert await refusal(world.person().ladder("", season)) == "no-such-season"


async def begin_duel(world: World, clock: int) -> MatchState:
    """Begin a match in which both choose a mask, and Ann a row."""
    return await begin_match(
        world.tables, BEN, game="schamanen", options={"placement": "random"}, clock=clock, order=(0, 1)
    )


async def test_move_in_a_thread_means_the_match_of_that_thread(world: World) -> None:
    """Though another match is more urgent."""
    urgent, match = await begin_duel(world, HOUR_MS), await begin_duel(world, DAY_MS)
    await world.store.cards.save_card(match.id, match.event_count, ELSEWHERE, None)
    assert find_match(await world.person(channel_id=ELSEWHERE).move("mask 1")) == match.id
    assert find_match(await world.person().move("mask 1")) == urgent.id


async def test_move_means_the_match_whose_player_message_was_opened_last(world: World) -> None:
    """Else the most urgent one, and only one that waits."""
    urgent, first, looked, later = [await begin_duel(world, clock) for clock in (HOUR_MS, HOUR_MS - 1, DAY_MS, DAY_MS)]
    ann = world.person()
    assert find_match(await ann.move("mask 1")) == first.id
    for at, match in enumerate((later, looked, urgent, looked), 1):
        await world.store.player_messages.save_message(
            PlayerMessage(match.id, ANN, match.id, None, 0, NOON + at), was_pressed=True
        )
    for match in (looked, urgent, later):
        assert find_match(await ann.move("mask 1")) == match.id


async def test_completion_of_matches_needs_only_their_headers(world: World) -> None:
    """A completion comes with every letter; of a game that is played no more no record can be read."""
    over, runs = await kit.begun(world.tables), await kit.begun(world.tables)
    await say_word(world.tables, over.id, ANN, *RESIGN)
    ann = restart_world(world).person()
    assert await ann.complete_match() == ((f"{runs.id} · {runs.game.say('name', 'en')}", str(runs.id)),)
    assert [value for _, value in await ann.complete_match(over=True)] == [str(over.id), str(runs.id)]


@pytest.mark.parametrize("what", ["resign", "draw", "cancel"])
async def test_command_that_ends_a_match_means_the_one_of_its_channel(world: World, what: str) -> None:
    here = await kit.begun(world.tables)
    ann, there, third = (world.person().where(channel_id=channel_id) for channel_id in (CHANNEL, ELSEWHERE, 78))
    assert find_match(await getattr(there, what)()) == here.id, "the only one there is"
    urgent = await kit.begun(world.tables, clock=HOUR_MS)
    await world.store.cards.save_card(urgent.id, urgent.event_count, ELSEWHERE, None)
    assert find_match(await getattr(ann, what)()) == here.id
    assert find_match(await getattr(there, what)()) == urgent.id
    with pytest.raises(Refused) as no:
        await getattr(third, what)()
    assert (no.value.key, no.value.facts["here"]) == ("which-match", 0)
    assert all(f"{match.id} · " in str(no.value.facts["known"]) for match in (here, urgent))
    assert find_match(await getattr(third, what)(here.id)) == here.id


async def test_question_which_match_is_one_line_of_running_ones(world: World) -> None:
    over, left = await kit.begun(world.tables), await of_three(world.tables)
    for match in (over, left):
        await say_word(world.tables, match.id, ANN, *RESIGN)
    mine = [await kit.begun(world.tables) for _ in range(5)]
    with pytest.raises(Refused) as no:
        await world.person().resign()
    assert no.value.facts["here"] == len(mine)
    assert str(no.value.facts["known"]).endswith(", …")
    for locale in LOCALES:
        found = re.findall(r"(\d+) · ", say.format_refusal(no.value, locale))
        assert [match.id for match in mine[:3]] == [int(number) for number in found]


async def test_offer_is_withdrawn_only_from_its_channel(world: World) -> None:
    """Nothing asks whether one is sure of that."""
    offer = await kit.challenge(world.tables)
    ann = world.person()
    assert await refusal(ann.where(channel_id=ELSEWHERE).cancel()) == "which-match"
    assert await refusal(ann.resign()) == "no-match-here"
    assert await refusal(world.person(BEN).cancel()) == "no-match-here"
    assert (await world.tables.find_match(offer.id)).status == "offered"
    await ann.cancel()
    assert (await world.tables.find_match(offer.id)).status == "withdrawn"


# Whose affair it is


@pytest.mark.parametrize("command", ["board", "text", "replay", "verify", "resign"])
async def test_practice_in_direct_messages_is_hidden_from_others(world: World, command: str) -> None:
    match_id = (await begin_practice(world.tables, server_id=None)).id

    async def use(server_id: int | None, person_id: int, channel_id: int = CHANNEL) -> Response:
        there = world.person(person_id, server_id=server_id, channel_id=channel_id)
        return await (there.board(match_id, text=True) if command == "text" else getattr(there, command)(match_id))

    assert await refusal(use(None, BEN, 9)) == "no-table"
    assert await refusal(use(SERVER, BEN)) == "no-table"
    if command != "verify":
        assert await use(None, ANN)


async def test_match_of_another_server_cannot_be_named(world: World) -> None:
    match_id = (await begin_match(world.tables, BEN)).id
    assert await refusal(world.person(DAN, server_id=SERVER + 1).board(match_id, text=True)) == "no-table"
    assert (await world.person(DAN).board(match_id, text=True)).scene


async def test_player_who_left_sees_no_more_than_everybody(world: World) -> None:
    """The house draws and chooses in that seat now, and they might tell the others."""
    match_id = (await of_three(world.tables)).id

    async def read_board(number: int) -> list[Scene | None]:
        person = world.person(number)
        return [
            (await person.board(match_id, text=True)).scene,
            (await person.click(Action.SHOW_BOARD_TEXT, match_id)).scene,
        ]

    assert await read_board(ANN) != await read_board(DAN)
    assert not (await say_word(world.tables, match_id, ANN, *RESIGN)).is_over
    assert await read_board(ANN) == await read_board(DAN)
    assert await read_board(BEN) != await read_board(DAN)


async def test_board_as_text_says_whose_it_is_and_needs_a_match(world: World) -> None:
    offer = await challenge(world.tables, BEN)
    assert await refusal(world.person().board(offer.id, text=True)) == "not-begun"
    match = await begin_practice(world.tables, server_id=None)
    heading, board = dialogs.render_board_text(match, match.find_seat(ANN), "en").above
    assert f"<@{ANN}>" in heading
    assert board.startswith("```")


# Rematches, draws, variants


async def test_rematch_needs_permission_to_post_except_in_practice(world: World) -> None:
    match, alone = await kit.begun(world.tables), await begin_practice(world.tables)
    for match_id in (match.id, alone.id):
        await say_word(world.tables, match_id, ANN, *RESIGN)
    ann = world.person(missing_permissions=("send_messages",))
    assert await refusal(ann.click(Action.OFFER_REMATCH, match.id)) == "lacking"
    assert await world.store.matches.list_live_of_person(ANN) == []
    response = await ann.click(Action.OFFER_REMATCH, alone.id)
    assert [header.id for header in await world.store.matches.list_live_of_person(ANN)] == [response.refresh_match_id]


@pytest.mark.parametrize(("server_id", "channel_id"), [(SERVER, CHANNEL), (SERVER, 9), (None, 9)])
async def test_rematch_is_offered_in_the_channel_of_the_match(
    world: World, server_id: int | None, channel_id: int
) -> None:
    """Pressed there its card is the answer; pressed elsewhere it is posted there."""
    match = await kit.begun(world.tables)
    await say_word(world.tables, match.id, ANN, *RESIGN)
    response = await world.person(server_id=server_id, channel_id=channel_id).click(Action.OFFER_REMATCH, match.id)
    assert response.refresh_match_id is not None
    offer = await world.tables.find_match(response.refresh_match_id)
    assert (offer.server_id, offer.channel_id, offer.invited_ids) == (SERVER, CHANNEL, (BEN,))
    assert response.card_of_match == (offer if channel_id == CHANNEL else None)


async def test_draw_is_not_offered_to_the_house(world: World) -> None:
    match = await begin_practice(world.tables)
    for locale in LOCALES:
        labels = {it.label for it in buttons(dialogs.render_more_menu(match, match.find_seat(ANN), locale))}
        assert labels >= {say("button-cancel", locale), say("button-resign", locale)}
        assert not labels & {say("button-offer", locale), say("button-agree", locale)}
    assert await refusal(world.person().draw(match.id)) == "house-plays-on"


async def test_offered_draw_is_offered_once_and_may_be_agreed_to(world: World) -> None:
    match: StartedMatch = await begin_match(world.tables, BEN)
    match = await say_word(world.tables, match.id, ANN, *OFFER_DRAW)
    offer, agree = say("button-offer", "en"), say("button-agree", "en")
    for person_id, found in ((ANN, set()), (BEN, {agree})):
        labels = {it.label for it in buttons(dialogs.render_more_menu(match, match.find_seat(person_id), "en"))}
        assert labels & {offer, agree} == found
    sure = addresses((await world.person(BEN).draw(match.id)).scene)
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
        (await kit.begun(world.tables, game.KEY, placement=placement)).id for placement in ("draft", "random")
    ]
    other = (await kit.begun(world.tables, "schnick")).id
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
    turned = (await world.person().click_in(first, Action.SHOW_RULES)).scene
    assert turned
    assert lessons.format_lesson(game, "en", random)[1] in turned.above
