"""Tests for slash commands: the match they apply to, their responses, and who may use them."""

from __future__ import annotations

import pytest

from bot.discord.commands.definitions import filter_choices
from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.model import MatchState, StartedMatch
from bot.screens import dialogs, match_labels
from bot.screens.custom_ids import Action
from bot.screens.match_card import format_match_title
from bot.screens.scene import Scene, SceneImage
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES, lessons
from games.match import OFFER_DRAW, RESIGN
from games.options import validate_options
from games.refused import Refused
from games.words import LOCALES
from storage import PlayerMessage
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
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
from tests.kit.world import World, begin_match_with_ben, offer_match_to_ben, restart_world

OTHER_CHANNEL_ID = 77
"""The ID of another channel of the server."""
THREAD_ID = 78
"""The ID of a match's thread."""


def find_shown_match(response: Response) -> int:
    """Return the match that a response shows or asks about."""
    if response.player_message:
        return response.player_message.match_id
    (match_id,) = {it.match_id for it in list_custom_ids(response.scene)}
    return match_id


# Choice of the match


@pytest.mark.parametrize("match", ["0", "99", "9" * 19, "9" * 30, "9" * 5000, "x", "-1"])
async def test_unknown_match_is_refused(world: World, match: str) -> None:
    assert await catch_refusal_key(world.person().show_board(match)) == "no-table"


@pytest.mark.parametrize("season", ["9", "9" * 30, "9" * 5000, "x", "-1"])
async def test_unknown_season_is_refused(world: World, season: str) -> None:
    assert await catch_refusal_key(world.person().show_ladder("", season)) == "no-such-season"


async def begin_mask_match(world: World, clock: int) -> MatchState:
    """Begin a match in which both players choose a mask, with Ann in the first seat."""
    return await begin_match(
        world.matches, BEN, game="schamanen", options={"placement": "random"}, clock=clock, order=(0, 1)
    )


async def test_move_command_in_a_thread_applies_to_its_match(world: World) -> None:
    """`/duel move` applies to the match of the thread even if the player has a more urgent one in another channel."""
    urgent, match = await begin_mask_match(world, HOUR_MS), await begin_mask_match(world, DAY_MS)
    await world.store.cards.save_card(match.id, match.event_count, OTHER_CHANNEL_ID, None)
    assert find_shown_match(await world.person(channel_id=OTHER_CHANNEL_ID).type_move("mask 1")) == match.id
    assert find_shown_match(await world.person().type_move("mask 1")) == urgent.id


async def test_move_command_applies_to_latest_opened_player_message(world: World) -> None:
    """If no message was opened, the command applies to the most urgent match in which the player is to move."""
    urgent, most_urgent, opened_last, opened_before = [
        await begin_mask_match(world, clock) for clock in (HOUR_MS, HOUR_MS - 1, DAY_MS, DAY_MS)
    ]
    ann = world.person()
    assert find_shown_match(await ann.type_move("mask 1")) == most_urgent.id
    for number, match in enumerate((opened_before, opened_last, urgent, opened_last), 1):
        await world.store.player_messages.save_message(
            PlayerMessage(match.id, ANN, match.id, None, 0, NOON_MS + number), was_pressed=True
        )
    for match in (opened_last, urgent, opened_before):
        assert find_shown_match(await ann.type_move("mask 1")) == match.id


async def test_match_completion_lists_running_and_optionally_finished_matches(world: World) -> None:
    finished, running = await begin_match_with_ben(world.matches), await begin_match_with_ben(world.matches)
    await play_move(world.matches, finished.id, ANN, *RESIGN)
    ann = restart_world(world).person()
    assert [value for _, value in await ann.complete_match_id()] == [str(running.id)]
    values = [value for _, value in await ann.complete_match_id(include_finished=True)]
    assert values == [str(finished.id), str(running.id)]
    assert [it.value for it in filter_choices([("vs Heron", "34"), ("vs Lynx", "3")], "34")] == ["34"]
    assert [it.value for it in filter_choices([("vs Heron", "34"), ("vs Lynx", "3")], "LYN")] == ["3"]


@both_databases
async def test_completed_matches_name_opponent_score_game_and_age(world: World) -> None:
    await world.store.people.save_names({ANN: "Ann", BEN: "Heron", CAT: "Lynx"})
    ended = await begin_match_with_ben(world.matches, "schamanen", placement="random")
    await play_move(world.matches, ended.id, BEN, *RESIGN)
    score_by_person = {it.person_id: it.score for it in await world.store.results.list_of_match(ended.id)}
    mine, theirs = score_by_person[ANN], score_by_person[BEN]
    world.time_ms[0] += 2 * HOUR_MS
    running = await begin_match(world.matches, BEN, game="schamanen", options={"placement": "random"}, order=(0, 1))
    practice = await begin_practice(world.matches)
    await play_move(world.matches, running.id, ANN, "mask", "1")
    offer = await world.person().challenge(CAT, game="schnick")
    labels = {
        "en": {
            f"vs Heron · {mine}–{theirs} · Duel of the Shamans · 2 h ago",
            "vs Heron · 9–9 · Duel of the Shamans · 2 h ago",
            "vs Lynx · Schnick Schnack Schnuck · not begun yet",
        },
        "de": {
            f"Gegner: Heron · {mine}–{theirs} · Duell der Schamanen · vor 2 Std.",
            "Gegner: Lynx · Schnick Schnack Schnuck · noch nicht begonnen",
        },
        "fr": {f"contre Heron · {mine}–{theirs} · Duel des chamans · il y a 2 h"},
    }
    assert offer.card_of_match
    for locale in LOCALES:
        choices = dict(await world.person(locale=locale).complete_match_id(include_finished=True))
        assert labels[locale] <= choices.keys()
        [label] = [label for label, value in choices.items() if value == str(practice.id)]
        assert label.startswith(say("label-versus", locale, who=say("the-house", locale)))
    [heron_label] = [label for label, value in await world.person(BEN).complete_match_id() if value == str(running.id)]
    assert heron_label == "vs Ann · 9–9 · Duel of the Shamans · your turn"


@pytest.mark.parametrize(("age_ms", "text"), [
    (-5, "just now"), (MINUTE_MS - 1, "just now"), (MINUTE_MS, "1 min ago"), (HOUR_MS - 1, "59 min ago"),
    (DAY_MS - 1, "23 h ago"), (DAY_MS, "1 day ago"), (800 * DAY_MS, "800 days ago"),
])  # fmt: skip
def test_ages_are_in_the_largest_suitable_unit(age_ms: int, text: str) -> None:
    assert match_labels.format_age(age_ms, "en") == text


@pytest.mark.parametrize("command", ["resign", "offer_draw", "cancel"])
async def test_commands_that_end_a_match_prefer_match_of_their_channel(world: World, command: str) -> None:
    first = await begin_match_with_ben(world.matches)
    ann, ann_in_other_channel, ann_in_third_channel = (
        world.person().with_context(channel_id=channel_id) for channel_id in (CHANNEL_ID, OTHER_CHANNEL_ID, 78)
    )
    assert find_shown_match(await getattr(ann_in_other_channel, command)()) == first.id, "the only match"
    second = await begin_match_with_ben(world.matches, clock=HOUR_MS)
    await world.store.cards.save_card(second.id, second.event_count, OTHER_CHANNEL_ID, None)
    assert find_shown_match(await getattr(ann, command)()) == first.id
    assert find_shown_match(await getattr(ann_in_other_channel, command)()) == second.id
    with pytest.raises(Refused) as refusal:
        await getattr(ann_in_third_channel, command)()
    assert (refusal.value.key, refusal.value.facts["here"]) == ("which-match", 0)
    lines = dialogs.render_refusal(refusal.value, "en").above[0].splitlines()
    assert lines[1:] == [f"{match.id} · Woodwalkers · vs <@{BEN}>" for match in (first, second)]
    assert find_shown_match(await getattr(ann_in_third_channel, command)(first.id)) == first.id


async def test_ambiguous_command_lists_one_running_match_per_line(world: World) -> None:
    resigned, left_match = await begin_match_with_ben(world.matches), await begin_match_of_three(world.matches)
    for match in (resigned, left_match):
        await play_move(world.matches, match.id, ANN, *RESIGN)
    own_matches = [await begin_match_with_ben(world.matches) for _ in range(5)]
    with pytest.raises(Refused) as refusal:
        await world.person().resign()
    assert refusal.value.facts["here"] == len(own_matches)
    for locale in LOCALES:
        _, *lines, last = dialogs.render_refusal(refusal.value, locale).above[0].splitlines()
        assert last == "…"
        assert [match.id for match in own_matches[:3]] == [int(line.split(" · ")[0]) for line in lines]


async def test_cancel_command_withdraws_offers_only_in_their_channel(world: World) -> None:
    """The command does not ask for confirmation."""
    offer = await offer_match_to_ben(world.matches)
    ann = world.person()
    assert await catch_refusal_key(ann.with_context(channel_id=OTHER_CHANNEL_ID).cancel()) == "which-match"
    assert await catch_refusal_key(ann.resign()) == "no-match-here"
    assert await catch_refusal_key(world.person(BEN).cancel()) == "no-match-here"
    assert (await world.matches.find_match(offer.id)).status == "offered"
    await ann.cancel()
    assert (await world.matches.find_match(offer.id)).status == "withdrawn"


async def move_match_to_thread(world: World, match: MatchState) -> None:
    await world.store.cards.move_to_thread(match.id, match.event_count, THREAD_ID, CHANNEL_ID)


async def test_nobody_shakes_the_dice_of_a_match_that_has_begun(world: World) -> None:
    match = await begin_match_with_ben(world.matches)
    assert await catch_refusal_key(world.person().add_player_seed("a line")) == "begun"
    await move_match_to_thread(world, match)
    assert await catch_refusal_key(world.person().add_player_seed("a line")) == "begun"
    assert await catch_refusal_key(world.person(CAT).add_player_seed("a line")) == "no-match-here"


@pytest.mark.parametrize("command", ["resign", "offer_draw", "cancel", "type_move"])
async def test_onlooker_in_a_thread_is_told_that_they_do_not_play_there(world: World, command: str) -> None:
    match = await begin_match_with_ben(world.matches)
    await move_match_to_thread(world, match)

    async def run_command(channel_id: int) -> Response:
        onlooker = world.person(CAT).with_context(channel_id=channel_id)
        return await (onlooker.type_move("nonsense") if command == "type_move" else getattr(onlooker, command)())

    assert await catch_refusal_key(run_command(THREAD_ID)) == "not-seated"
    practice = await begin_practice(world.matches, host_id=CAT, channel_id=CHANNEL_ID)
    with pytest.raises(Refused) as refusal:
        await run_command(THREAD_ID)
    assert refusal.value.key == "plays-elsewhere"
    for locale in LOCALES:
        scene = dialogs.render_refusal(refusal.value, locale)
        assert Action.SHOW_INBOX in {it.action for it in list_custom_ids(scene)}
        assert say("name-match", locale) in scene.above[0]
    # In any other channel, the answer names the match that it is about.
    response = await run_command(OTHER_CHANNEL_ID)
    assert response.scene
    assert format_match_title(practice, "en") in response.scene.above


@pytest.mark.parametrize("channel_id", [THREAD_ID, CHANNEL_ID])
async def test_onlooker_in_or_above_a_thread_sees_its_board(world: World, channel_id: int) -> None:
    match = await begin_match_with_ben(world.matches)
    await move_match_to_thread(world, match)
    if channel_id == THREAD_ID:
        await begin_practice(world.matches, host_id=CAT, channel_id=CHANNEL_ID)
    onlooker = world.person(CAT).with_context(channel_id=channel_id)
    for response in (await onlooker.show_board(), await onlooker.show_board(text=True)):
        assert response.scene
        assert all(f"<@{person_id}>" in response.scene.above[0] for person_id in (ANN, BEN))


@pytest.mark.parametrize("command", ["resign", "offer_draw", "cancel"])
async def test_player_in_a_thread_acts_in_its_match_and_not_in_others(world: World, command: str) -> None:
    match = await begin_match_with_ben(world.matches)
    await move_match_to_thread(world, match)
    await begin_match_with_ben(world.matches)
    ann = world.person().with_context(channel_id=THREAD_ID)
    assert find_shown_match(await getattr(ann, command)()) == match.id


@pytest.mark.parametrize("command", ["resign", "offer_draw", "cancel", "show_board"])
async def test_channel_above_the_thread_of_a_match_counts_as_its_place(world: World, command: str) -> None:
    threaded, elsewhere = [await begin_match_with_ben(world.matches) for _ in range(2)]
    await move_match_to_thread(world, threaded)
    await world.store.cards.save_card(elsewhere.id, elsewhere.event_count, OTHER_CHANNEL_ID, None)
    ann = world.person(BEN if command == "show_board" else ANN)
    response = await (ann.show_board(text=True) if command == "show_board" else getattr(ann, command)())
    assert find_shown_match(response) == threaded.id


@pytest.mark.parametrize("command", ["resign", "offer_draw", "cancel", "type_move", "verify_match"])
async def test_command_in_the_thread_of_a_finished_match_refers_to_it(world: World, command: str) -> None:
    finished = await begin_match_with_ben(world.matches)
    await move_match_to_thread(world, finished)
    await play_move(world.matches, finished.id, ANN, *RESIGN)
    await begin_match_with_ben(world.matches)
    ann = world.person().with_context(channel_id=THREAD_ID)
    if command == "verify_match":
        response = await ann.verify_match()
        assert f"{finished.id}.match" in str(response.scene)
    else:
        key = await catch_refusal_key(ann.type_move("nonsense") if command == "type_move" else getattr(ann, command)())
        assert key == "ended"


async def test_board_command_says_which_board_comes_and_where(world: World) -> None:
    match = await begin_match_with_ben(world.matches)
    response = await world.person().with_context(channel_id=OTHER_CHANNEL_ID).show_board()
    assert response.scene
    assert response.scene.above == (
        say("board-comes", "en", where=f"<#{CHANNEL_ID}>"),
        format_match_title(match, "en"),
    )


# Visibility


@pytest.mark.parametrize("command", ["show_board", "text", "open_review", "verify_match", "resign"])
async def test_practice_in_direct_messages_is_hidden_from_others(world: World, command: str) -> None:
    match_id = (await begin_practice(world.matches, server_id=None)).id

    async def use_command(server_id: int | None, person_id: int, channel_id: int = CHANNEL_ID) -> Response:
        person = world.person(person_id, server_id=server_id, channel_id=channel_id)
        return await (
            person.show_board(match_id, text=True) if command == "text" else getattr(person, command)(match_id)
        )

    assert await catch_refusal_key(use_command(None, BEN, 9)) == "no-table"
    assert await catch_refusal_key(use_command(SERVER_ID, BEN)) == "no-table"
    if command != "verify_match":
        assert await use_command(None, ANN)


async def test_match_of_another_server_is_not_found(world: World) -> None:
    match_id = (await begin_match(world.matches, BEN)).id
    assert (
        await catch_refusal_key(world.person(DAN, server_id=SERVER_ID + 1).show_board(match_id, text=True))
        == "no-table"
    )
    assert (await world.person(DAN).show_board(match_id, text=True)).scene


async def test_quitter_sees_only_the_public_board(world: World) -> None:
    """The AI has taken over the seat, and the quitter could reveal its secrets to others."""
    match_id = (await begin_match_of_three(world.matches)).id

    async def read_board(person_id: int) -> list[Scene | None]:
        person = world.person(person_id)
        return [
            (await person.show_board(match_id, text=True)).scene,
            (await person.click(Action.SHOW_BOARD_TEXT, match_id)).scene,
        ]

    assert await read_board(ANN) != await read_board(DAN)
    assert not (await play_move(world.matches, match_id, ANN, *RESIGN)).is_over
    assert await read_board(ANN) == await read_board(DAN)
    assert await read_board(BEN) != await read_board(DAN)


async def test_board_text_names_its_player_and_needs_started_match(world: World) -> None:
    offer = await offer_morra(world.matches, BEN)
    assert await catch_refusal_key(world.person().show_board(offer.id, text=True)) == "not-begun"
    match = await begin_practice(world.matches, server_id=None)
    heading, board = dialogs.render_board_text(match, match.find_seat(ANN), "en").above
    assert f"<@{ANN}>" in heading
    assert board.startswith("```")


async def test_only_players_of_a_running_match_move_its_card(world: World) -> None:
    match = await world.begin_match()
    await world.post_chatter()
    scenes = world.discord.list_scenes(CHANNEL_ID)
    stranger = await world.person(DAN).show_board(match.id)
    assert stranger.scene
    assert isinstance(stranger.scene.board, SceneImage)
    await play_move(world.matches, match.id, ANN, *RESIGN)
    for person_id in (ANN, DAN):
        response = await world.person(person_id).show_board(match.id)
        assert response.scene
        assert "🏆" in str((*response.scene.above, *response.scene.below))
        assert response.card_of_match is None
    await world.delivery.wait_until_delivered()
    assert world.discord.list_scenes(CHANNEL_ID) == scenes


# Rematches, draws, variants


async def test_rematch_needs_permission_to_post_except_in_practice(world: World) -> None:
    match, practice = await begin_match_with_ben(world.matches), await begin_practice(world.matches)
    for match_id in (match.id, practice.id):
        await play_move(world.matches, match_id, ANN, *RESIGN)
    ann = world.person(missing_permissions=("send_messages",))
    assert await catch_refusal_key(ann.click(Action.OFFER_REMATCH, match.id)) == "lacking"
    assert await world.store.matches.list_live_of_person(ANN) == []
    response = await ann.click(Action.OFFER_REMATCH, practice.id)
    assert [header.id for header in await world.store.matches.list_live_of_person(ANN)] == [response.refresh_match_id]


@pytest.mark.parametrize(("server_id", "channel_id"), [(SERVER_ID, CHANNEL_ID), (SERVER_ID, 9), (None, 9)])
async def test_rematch_is_offered_in_the_channel_of_the_match(
    world: World, server_id: int | None, channel_id: int
) -> None:
    """If the click comes from that channel, the card is the response. Otherwise the card is posted separately."""
    match = await begin_match_with_ben(world.matches)
    await play_move(world.matches, match.id, ANN, *RESIGN)
    response = await world.person(server_id=server_id, channel_id=channel_id).click(Action.OFFER_REMATCH, match.id)
    assert response.refresh_match_id is not None
    offer = await world.matches.find_match(response.refresh_match_id)
    assert (offer.server_id, offer.channel_id, offer.invited_ids) == (SERVER_ID, CHANNEL_ID, (BEN,))
    assert response.card_of_match == (offer if channel_id == CHANNEL_ID else None)


async def test_draw_cannot_be_offered_to_the_ai(world: World) -> None:
    match = await begin_practice(world.matches)
    for locale in LOCALES:
        labels = {it.label for it in list_buttons(dialogs.render_more_menu(match, match.find_seat(ANN), locale))}
        assert labels >= {say("button-cancel", locale), say("button-resign", locale)}
        assert not labels & {say("button-offer", locale), say("button-agree", locale)}
    assert await catch_refusal_key(world.person().offer_draw(match.id)) == "house-plays-on"


async def test_offered_draw_replaces_offer_button_with_agree_button(world: World) -> None:
    match: StartedMatch = await begin_match(world.matches, BEN)
    match = await play_move(world.matches, match.id, ANN, *OFFER_DRAW)
    offer, agree = say("button-offer", "en"), say("button-agree", "en")
    for person_id, expected_labels in ((ANN, set()), (BEN, {agree})):
        labels = {it.label for it in list_buttons(dialogs.render_more_menu(match, match.find_seat(person_id), "en"))}
        assert labels & {offer, agree} == expected_labels
    confirmation_ids = list_custom_ids((await world.person(BEN).offer_draw(match.id)).scene)
    assert (Action.CONFIRM_END_OF_MATCH, "agree") in {(it.action, it.argument) for it in confirmation_ids}


async def test_own_draw_offer_is_not_confirmed_twice(world: World) -> None:
    match: StartedMatch = await begin_match(world.matches, BEN)
    await play_move(world.matches, match.id, ANN, *OFFER_DRAW)
    assert await catch_refusal_key(world.person(ANN).offer_draw(match.id)) == "draw-already-offered"


@pytest.mark.parametrize("ending", ["resign", "offer_draw", "cancel"])
async def test_only_a_player_of_a_running_match_is_asked_to_confirm_its_end(world: World, ending: str) -> None:
    finished: StartedMatch = await begin_match(world.matches, BEN)
    await play_move(world.matches, finished.id, BEN, *RESIGN)
    left: StartedMatch = await begin_match(world.matches, BEN, CAT)
    await play_move(world.matches, left.id, ANN, *RESIGN)
    for match, refusal_key in ((finished, "ended"), (left, "has-left")):
        assert await catch_refusal_key(getattr(world.person(ANN), ending)(match.id)) == refusal_key


@pytest.mark.parametrize(("game", "facts"), [("schamanen", {"count": 4}), ("schnick", {"count": 0})])
async def test_unknown_variant_is_refused_with_known_variants(world: World, game: str, facts: dict[str, int]) -> None:
    with pytest.raises(Refused, match="variant-unknown") as refusal:
        await world.person().practice(game, variant="upside down")
    assert refusal.value.facts.items() >= facts.items()
    assert "pro_stacks" not in str(refusal.value.facts["known"])


# Rules


@pytest.mark.usefixtures("without_morra")
async def test_rules_describe_the_placement_of_their_match(world: World) -> None:
    """All pages of rules describe the placement of their match, or both placements if they are opened without one."""
    game = GAMES["schamanen"]
    random_options = validate_options(game.options_class, {"placement": "random"})
    draft_match_id, random_match_id = [
        (await begin_match_with_ben(world.matches, game.KEY, placement=placement)).id
        for placement in ("draft", "random")
    ]
    other_match_id = (await begin_match_with_ben(world.matches, "schnick")).id
    for locale in LOCALES:
        draft_text, random_text, general_text = (
            lessons.format_lesson(game, locale, options)[1] for options in (game.options_class(), random_options, None)
        )
        assert len({draft_text, random_text, general_text}) == 3
        for match_id, expected_text in (
            (draft_match_id, draft_text),
            (random_match_id, random_text),
            (other_match_id, general_text),
            (0, general_text),
        ):
            scene = (await world.person(locale=locale).click(Action.SHOW_RULES, match_id, 0, f"{game.KEY}.1")).scene
            assert scene
            assert expected_text in scene.above
    first_page = await world.person().click(Action.SHOW_RULES, random_match_id)
    second_page = (await world.person().click_action(first_page, Action.SHOW_RULES)).scene
    assert second_page
    assert lessons.format_lesson(game, "en", random_options)[1] in second_page.above


async def test_board_command_says_what_is_on_a_space(world: World) -> None:
    match = await world.begin_match("shamanic_chess")
    ann = world.person()
    assert await ann.complete_place("c6") == ["c6: empty"]
    assert await ann.complete_place("what is on D8?", match.id) == ["d8: Black · queen"]
    assert await ann.complete_place("knight") == [
        f"{square} · knight" for square in ("b1: White", "g1: White", "b8: Black", "g8: Black")
    ]
    assert "a1: White · rook" in await ann.complete_place("")
    assert await ann.complete_place("dragon") == []
    scene = (await ann.with_context(locale="fr").show_board(find="d8")).scene
    assert scene
    assert scene.above[1:] == ("d8\u202f: Noir · dame",)
    unknown = (await ann.show_board(find="dragon")).scene
    assert unknown
    assert unknown.above[1:] == ("Nothing like that on the board.",)


async def test_board_command_reveals_nothing_hidden(world: World) -> None:
    match = await world.begin_match("schamanen", variant="memory", placement="random")
    for person_id in (ANN, BEN, DAN):
        places = await world.person(person_id).complete_place("", match.id)
        assert {place.partition(": ")[2] for place in places[:9]} == {"Bison ? · Wolf ?"}
