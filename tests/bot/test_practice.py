"""Practice: private matches against the AI, one at a time for each person."""

from __future__ import annotations

import asyncio

import pytest

from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.model import ClosedMatch, RunningMatch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import render_refusal
from bot.screens.move_buttons import BUTTON_LABEL_MAX_LENGTH
from bot.screens.phrases import SHORT_HASH_LENGTH
from bot.screens.scene import SelectMenu
from games import GAMES
from games.chain import encode_hash
from games.core import Level
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import PlayerMessage
from tests.kit.matches import ANN, BEN, CAT, NOON_MS, SERVER_ID, accept_offer, next_interaction_id, play_move
from tests.kit.person import Person
from tests.kit.scene_reading import index_by_action, list_buttons, list_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben

pytestmark = pytest.mark.usefixtures("without_morra")


async def load_shown_practice(world: World, response: Response) -> RunningMatch:
    """Load the practice match that an answer shows."""
    assert response.player_message
    match = await world.load_running_match(response.player_message.match_id)
    assert match.is_practice
    return match


async def begin_practice(person: Person, game: str = "schnick", **match_fields: object) -> RunningMatch:
    return await load_shown_practice(person.world, await person.practice(game, **match_fields))  # type: ignore[arg-type]


async def begin_practice_and_move(person: Person, game: str = "schnick") -> RunningMatch:
    """Begin practice, and choose until one choice has been played."""
    matches, match = person.world.matches, await begin_practice(person, game)
    while not match.has_any_person_moved:
        engine, seat = match.engine, min(match.engine.to_move)
        word = engine.legal_moves(seat)[0]
        if seat in match.ai_controlled_seats:
            done = await matches.play_ai_move(match.id, seat, word, step=engine.step, now_ms=NOON_MS)
        else:
            done = await matches.play_move(
                match.id, person.id, word, step=None, interaction_id=next_interaction_id(), now_ms=NOON_MS
            )
        assert isinstance(done.match, RunningMatch)
        match = done.match
    return match


async def list_running_practice(world: World) -> list[int]:
    return [header.id for header in await world.store.matches.list_live_of_person(ANN)]


async def list_traces(ann: Person, discarded_match: RunningMatch) -> list[str]:
    """Return what Ann could find of a match that was put away: there is no result, and nobody resigned."""
    store = ann.world.store
    assert isinstance(await ann.world.matches.find_match(discarded_match.id), ClosedMatch)
    found = [str(it) for it in await store.results.list_of_match(discarded_match.id)]
    found += [str(it) for it in await store.results.list_of_person(ANN, count=9) if it.match_id == discarded_match.id]
    for scene in ((await ann.list_matches()).scene, (await ann.open_inbox()).scene):
        found += [str(it) for it in list_custom_ids(scene) if it.match_id == discarded_match.id]
        found += [line for line in read_text(scene).splitlines() if f"`{discarded_match.id}`" in line]
    journal = await ann.world.matches.load_journal(discarded_match.id)
    return found + [event.payload for event in journal.events if event.payload.startswith("!")]


@pytest.mark.parametrize("limit", ["--5", "-", "9" * 5000, "٣", "5-"])
async def test_option_that_is_not_a_number_is_refused(world: World, limit: str) -> None:
    with pytest.raises(Refused):
        await world.person().practice(options_text=f"duel_limit={limit}")


async def test_practice_is_shown_to_nobody_else_in_its_channel(world: World) -> None:
    ann, ben, cat = (world.person(it) for it in (ANN, BEN, CAT))
    match = await begin_practice(ann)
    assert [f"`{match.id}`" in read_text((await person.list_matches()).scene) for person in (ann, ben)] == [True, False]
    for command in (cat.show_board(text=True), cat.open_review()):
        with pytest.raises(Refused, match="no-match-here"):
            await command
    public = await begin_match_with_ben(world.matches, "schnick")
    await begin_practice(ann)
    assert (await cat.show_board(text=True)).scene == (await cat.show_board(public.id, text=True)).scene


@pytest.mark.parametrize("game", GAMES)
async def test_practice_begins_where_it_is_asked_for_and_posts_nothing(world: World, game: str) -> None:
    for number, server_id in ((ANN, SERVER_ID), (BEN, None)):
        person = world.person(number, server_id=server_id, missing_permissions=("send_messages",))
        response = await person.practice(game)
        match = await load_shown_practice(world, response)
        assert (match.terms.clock, match.terms.rated, match.player_ids.count(number)) == (None, False, 1)
        # The seal proves nothing to anybody else, so it stands behind "More".
        seal = encode_hash(match.public_seal)
        assert seal[:SHORT_HASH_LENGTH] not in read_text(response.scene)
        assert seal in read_text((await person.click_action(response, Action.SHOW_MORE)).scene)
        await world.refresh(match.id)
        # Where the house moves first, it thinks once the match is told.
        await world.wait_until_idle()
        assert not world.discord.messages
        assert await world.store.matches.list_unshown() == []


@pytest.mark.parametrize("game", GAMES)
async def test_level_that_the_game_does_not_have_is_refused(world: World, game: str) -> None:
    for number, level in enumerate(Level, ANN):
        person = world.person(number)
        if level in GAMES[game].LEVELS:
            assert (await begin_practice(person, game, level=level)).terms.level == level
            continue
        for way in (person.practice(game, level), person.click(Action.START_PRACTICE, 0, 0, f"{game}.-.{level}")):
            with pytest.raises(Refused, match="too-strong"):
                await way


async def test_nonsense_as_a_move_is_answered_with_an_example(world: World) -> None:
    match = await begin_practice(world.person(), "schamanen")
    seat = match.player_ids.index(ANN)
    ways: dict[Locale, tuple[str, str]] = {
        "en": ("Row", "Column"), "de": ("Zeile", "Spalte"), "fr": ("Rangée", "Colonne")
    }  # fmt: skip
    typed = ("mask 1", "mask a")[seat]
    for locale, way in ways.items():
        with pytest.raises(Refused) as no:
            await world.person(locale=locale).type_move("nonsense", match.id)
        assert say.format_refusal(no.value, locale).endswith(f"`{typed}` – {way[seat]} {typed[-1].upper()}")
    assert (await world.person().type_move(typed, match.id)).scene


async def test_stones_are_dealt_in_practice_and_to_beginners(world: World) -> None:
    ann, ben = world.person(), world.person(BEN)
    assert (await begin_practice(ann, "schamanen")).options.list_public_changes() == {"placement": "random"}
    assert (await begin_practice(ben, "schamanen", variant="pro")).options.list_public_changes() == {"variant": "pro"}
    # Until both have played it once.
    for agreed in ({"placement": "random"}, {}):
        card = (await ann.challenge(ben)).card_of_match
        assert card
        assert card.options.list_public_changes() == agreed
        await accept_offer(world.matches, card, BEN)
        await play_move(world.matches, card.id, ANN, "!resign")


@pytest.mark.parametrize(
    ("typed", "variant"), [("", "classic"), ("pro", "pro"), ("professional with stacks", "pro_stacks")]
)
async def test_second_practice_is_asked_about_once_a_choice_was_made(world: World, typed: str, variant: str) -> None:
    ann = world.person()
    running = await begin_practice_and_move(ann)
    asks = await ann.practice("schamanen", Level.STRONG, variant=typed)
    assert not asks.player_message
    on = await ann.click_action(asks, Action.OPEN_MATCH, message_id=77)
    assert (on.replaces_clicked_message, (await load_shown_practice(world, on)).id) == (True, running.id)
    anew = await ann.click_action(asks, Action.START_PRACTICE, message_id=77)
    match = await load_shown_practice(world, anew)
    assert anew.replaces_clicked_message
    assert say("practice-shelved", "en") in read_text(anew.scene)
    assert not await list_traces(ann, running)
    assert (match.game.KEY, match.options.model_dump()["variant"]) == ("schamanen", variant)
    assert match.terms.level == Level.STRONG


@pytest.mark.parametrize("locale", LOCALES)
async def test_question_names_both_matches_and_stresses_the_likely_one(world: World, locale: Locale) -> None:
    ann = world.person(locale=locale)
    await begin_practice_and_move(ann)
    for game, picked, stressed in (
        ("woodwalkers", True, Action.START_PRACTICE),
        ("schnick", True, Action.OPEN_MATCH),
        ("schamanen", False, Action.OPEN_MATCH),
    ):
        scene = (await ann.practice(game, game_was_named=picked)).scene
        assert all(len(it.label) <= BUTTON_LABEL_MAX_LENGTH for it in list_buttons(scene))
        assert [it.tone == "main" for it in list_buttons(scene)] == [True, *[False] * (len(list_buttons(scene)) - 1)]
        assert list_custom_ids(scene)[0].action == stressed
        names = {key: GAMES[key].say("name", locale) for key in ("schnick", game)}
        assert all(name in read_text(scene) for name in names.values())
        if game != "schnick":
            # The running match is named above the buttons: two long names in a row do not fit on a phone.
            assert [sum(name in it.label for it in list_buttons(scene)) for name in names.values()] == [0, 1]


async def test_fast_presses_begin_one_match(world: World) -> None:
    """Two commands, the second of which finds an untouched match; then two presses of one button."""
    ann = world.person()
    answers = await asyncio.gather(*(ann.practice("schnick") for _ in range(2)))
    first, second = [it.player_message.match_id for it in answers if it.player_message]
    assert await list_running_practice(world) == [second]
    assert answers[1].ended_match_id == first
    assert say("practice-shelved", "en") not in read_text(answers[1].scene)
    running = await begin_practice_and_move(ann)
    asks = await ann.practice("schnick")
    pressed = await asyncio.gather(*(ann.click_action(asks, Action.START_PRACTICE, message_id=77) for _ in range(2)))
    (anew,) = await list_running_practice(world)
    assert anew != running.id
    assert [(await load_shown_practice(world, it)).id for it in pressed] == [anew, anew]


async def test_rematch_of_an_old_practice_asks_before_it_ends_the_running_one(world: World) -> None:
    ann = world.person()
    old = await begin_practice(ann)
    await play_move(world.matches, old.id, ANN, "!resign")
    running = await begin_practice_and_move(ann, "woodwalkers")
    for _ in range(2):
        asks = await ann.click(Action.OFFER_REMATCH, old.id, message_id=77)
        assert not asks.player_message
        assert await list_running_practice(world) == [running.id]
    assert await load_shown_practice(world, await ann.click_action(asks, Action.OPEN_MATCH, message_id=77)) == running
    again = await load_shown_practice(world, await ann.click_action(asks, Action.OFFER_REMATCH, message_id=77))
    assert (again.game.KEY, again.player_ids, await list_running_practice(world)) == (
        "schnick",
        old.player_ids[::-1],
        [again.id],
    )


@pytest.mark.parametrize("detail", ["", "schnick", "schnick.-.godlike", "nothing.-.steady"])
async def test_forged_practice_button_begins_nothing(world: World, detail: str) -> None:
    with pytest.raises(Refused):
        await world.person().click(Action.START_PRACTICE, 99, 0, detail, message_id=77)
    assert await world.matches.find_practice_match(ANN) is None


async def test_shelved_practice_leaves_no_buttons_on_other_devices(world: World) -> None:
    running = await begin_practice(world.person())
    await world.store.player_messages.save_message(PlayerMessage(running.id, ANN, 78, None, 0, NOON_MS, "token", ""))
    await world.matches.close_practice(running.id, ANN, now_ms=NOON_MS)
    await world.refresh(running.id)
    assert await world.store.player_messages.list_of_match(running.id) == []
    assert say("no-closed-shelved", "en") in read_text(world.discord.ephemeral_scenes[78])
    against = await begin_match_with_ben(world.matches)
    with pytest.raises(Refused, match="running"):
        await world.matches.close_practice(against.id, ANN, now_ms=NOON_MS)


ACTIONS_ON_OLD_MESSAGES = (
    Action.OPEN_MATCH,
    Action.PICK_MOVE,
    Action.CHANGE_MOVE,
    Action.KEEP_MOVE,
    Action.REQUEST_HINT,
    Action.SHOW_MORE,
    Action.SHOW_BOARD_TEXT,
    Action.ASK_TO_END_MATCH,
    Action.CONFIRM_END_OF_MATCH,
)
"""Buttons of a player message that was not edited yet."""


async def test_late_press_in_a_shelved_practice_leads_to_the_running_one(world: World) -> None:
    """Or begins the shelved one anew, as it was."""
    ann = world.person()
    old = await begin_practice(ann, "schamanen", level=Level.STRONG, variant="memory")
    new = await ann.click(Action.START_PRACTICE, old.id, 0, "schnick.-.steady", message_id=79)
    assert new.ended_match_id == old.id, "its player message is edited at once"
    running = await load_shown_practice(world, new)

    async def press(verb: Action) -> Response:
        late = await ann.click(
            verb,
            old.id,
            0,
            "resign" if verb in {Action.ASK_TO_END_MATCH, Action.CONFIRM_END_OF_MATCH} else "",
            message_id=78,
        )
        assert late.replaces_clicked_message
        assert late.scene
        return late

    for verb in ACTIONS_ON_OLD_MESSAGES:
        late = await press(verb)
        assert (await load_shown_practice(world, late)).id == running.id
        assert read_text(late.scene).splitlines()[1] == say("practice-other", "en")
    await world.matches.quit_match(running.id, ANN, now_ms=NOON_MS)
    for verb in ACTIONS_ON_OLD_MESSAGES:
        late = await press(verb)
        assert Action.START_PRACTICE in index_by_action(late.scene)
    anew = await load_shown_practice(world, await ann.click_action(late, Action.START_PRACTICE, message_id=78))
    assert (anew.game, anew.options, anew.terms.level) == (old.game, old.options, old.terms.level)


async def test_command_for_a_shelved_practice_is_refused_with_a_way_on(world: World) -> None:
    ann = world.person()
    old = await begin_practice(ann)
    await world.matches.close_practice(old.id, ANN, now_ms=NOON_MS)
    with pytest.raises(Refused, match="closed-shelved") as no:
        await ann.show_board(old.id, text=True)
    assert index_by_action(render_refusal(no.value, "en"))[Action.OPEN_MATCH] == CustomId(Action.OPEN_MATCH, old.id, 0)


@pytest.mark.parametrize("played", [False, True])
async def test_changed_option_begins_another_practice(world: World, *, played: bool) -> None:
    ann = world.person()
    running = await (begin_practice_and_move if played else begin_practice)(ann)
    more = await ann.click(Action.SHOW_MORE, running.id, message_id=77)
    page = (await ann.click_action(more, Action.SHOW_OPTIONS, message_id=77)).scene
    assert page
    [to] = [CustomId.parse(row.custom_id) for row in page.rows if isinstance(row, SelectMenu)]
    assert to
    response = await ann.click(
        to.action, to.match_id, to.number, to.argument, selected_values=("shared",), message_id=77
    )
    if played:
        assert not response.player_message
        assert await list_running_practice(world) == [running.id], "nothing is put away before it is said"
        sure, on = list_custom_ids(response.scene)
        stays = await ann.click(on.action, on.match_id, on.number, on.argument, message_id=77)
        assert (await load_shown_practice(world, stays)).id == running.id
        response = await ann.click(sure.action, sure.match_id, sure.number, sure.argument, message_id=77)
    match = await load_shown_practice(world, response)
    assert match.options.list_public_changes() == {"tiebreak": "shared"}
    assert not await list_traces(ann, running)
    assert match.id != running.id
    with pytest.raises(Refused, match="no-table"):
        await world.person(BEN).click(Action.SHOW_OPTIONS, match.id, message_id=77)


async def test_typed_options_are_refused_while_practice_runs(world: World) -> None:
    """A button has no room for them."""
    ann = world.person()
    running = await begin_practice_and_move(ann)
    with pytest.raises(Refused, match="practising"):
        await ann.practice("schamanen", options_text="prize=one")
    await world.matches.quit_match(running.id, ANN, now_ms=NOON_MS)
    match = await begin_practice(ann, "schamanen", options_text="prize=one")
    assert match.options.list_public_changes() == {"placement": "random", "prize": "one"}


async def test_options_between_people_cannot_change_after_the_start(world: World) -> None:
    match = await begin_match_with_ben(world.matches)
    with pytest.raises(Refused, match="begun"):
        await world.person().click(Action.SHOW_OPTIONS, match.id)
