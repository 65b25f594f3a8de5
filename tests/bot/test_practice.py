"""Tests for practice: private matches against the AI, at most one per person."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.even_deal import EVEN_SHARE_TOLERANCE
from bot.matches.model import ClosedMatch, RunningMatch
from bot.matches.terms import MIND_READER_LEVEL
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import render_refusal
from bot.screens.move_buttons import BUTTON_LABEL_MAX_LENGTH
from games import GAMES
from games.chain import encode_hash
from games.core import Level
from games.fairness import verify_record
from games.record import parse_record
from games.refused import Refused
from games.schnick.state import State
from games.words import LOCALES, Locale
from tests.bot.database_marks import both_databases
from tests.kit.matches import ANN, BEN, CAT, NOON_MS, SERVER_ID, accept_offer, play_for_seat, play_move
from tests.kit.person import Person
from tests.kit.scene_reading import index_by_action, list_buttons, list_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben

pytestmark = pytest.mark.usefixtures("without_morra")


async def load_shown_practice(world: World, response: Response) -> RunningMatch:
    """Load the practice match that a response shows."""
    match = await world.load_shown_match(response)
    assert match.is_practice
    return match


async def begin_practice(person: Person, game: str = "schnick", **match_fields: object) -> RunningMatch:
    return await load_shown_practice(person.world, await person.practice(game, **match_fields))  # type: ignore[arg-type]


async def begin_practice_and_move(person: Person, game: str = "schnick") -> RunningMatch:
    """Begin practice and play until the person has made a move."""
    world = person.world
    begun = await begin_practice(person, game)
    # Otherwise the house would play on at the same time.
    await world.wait_until_idle()
    match = await world.load_running_match(begun.id)
    while not match.has_any_person_moved:
        seat = min(match.engine.to_move)
        await play_for_seat(world.matches, match, seat, match.engine.legal_moves(seat)[0])
        match = await world.load_running_match(begun.id)
    return match


async def list_running_practice(world: World) -> list[int]:
    return [header.id for header in await world.store.matches.list_live_of_person(ANN)]


async def list_traces(ann: Person, discarded_match: RunningMatch) -> list[str]:
    """Return every trace of a discarded match that Ann could find, such as results, list entries and resignations."""
    store = ann.world.store
    assert isinstance(await ann.world.matches.find_match(discarded_match.id), ClosedMatch)
    traces = [str(it) for it in await store.results.list_of_match(discarded_match.id)]
    traces += [str(it) for it in await store.results.list_of_person(ANN, count=9) if it.match_id == discarded_match.id]
    for scene in ((await ann.list_matches()).scene, (await ann.open_inbox()).scene):
        traces += [str(it) for it in list_custom_ids(scene) if it.match_id == discarded_match.id]
        traces += [line for line in read_text(scene).splitlines() if f"`{discarded_match.id}`" in line]
    journal = await ann.world.matches.load_journal(discarded_match.id)
    return traces + [event.payload for event in journal.events if event.payload.startswith("!")]


@pytest.mark.parametrize("limit", ["--5", "-", "9" * 5000, "٣", "5-"])
async def test_numeric_option_with_another_value_is_refused(world: World, limit: str) -> None:
    with pytest.raises(Refused):
        await world.person().practice(options_text=f"duel_limit={limit}")


async def test_practice_is_hidden_from_other_people_in_its_channel(world: World) -> None:
    ann, ben, cat = (world.person(person_id) for person_id in (ANN, BEN, CAT))
    match = await begin_practice(ann)
    assert [f"`{match.id}`" in read_text((await person.list_matches()).scene) for person in (ann, ben)] == [True, False]
    for command in (cat.show_board(text=True), cat.open_review()):
        with pytest.raises(Refused, match="no-match-here"):
            await command
    public = await begin_match_with_ben(world.matches, "schnick")
    await begin_practice(ann)
    assert (await cat.show_board(text=True)).scene == (await cat.show_board(public.id, text=True)).scene


@pytest.mark.parametrize("game", GAMES)
async def test_practice_begins_in_servers_and_dms_without_public_messages(world: World, game: str) -> None:
    for person_id, server_id in ((ANN, SERVER_ID), (BEN, None)):
        person = world.person(person_id, server_id=server_id, missing_permissions=("send_messages",))
        response = await person.practice(game)
        match = await load_shown_practice(world, response)
        assert (match.terms.clock, match.terms.rated, match.player_ids.count(person_id)) == (None, False, 1)
        menu = await person.click_action(response, Action.SHOW_MORE)
        seal = encode_hash(match.public_seal)
        assert seal not in read_text(response.scene) + read_text(menu.scene)
        assert seal in read_text((await person.click_action(menu, Action.SHOW_PROOF)).scene)
        await world.refresh(match.id)
        # If the AI moves first, it starts to think after the refresh.
        await world.wait_until_idle()
        assert not world.discord.messages
        assert await world.store.matches.list_unshown() == []


async def test_level_of_the_last_practice_that_the_game_has_lost_is_not_used_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = world.person()
    game = next(it for it in GAMES.values() if len(it.LEVELS) > 1)
    last = await begin_practice(person, game.KEY, level=game.LEVELS[-1])
    await person.give_up(last.id)
    monkeypatch.setattr(type(game), "LEVELS", game.LEVELS[:-1])
    match = await load_shown_practice(world, await person.practice(game.KEY, level=None))
    assert match.terms.level == game.LEVELS[0]


@pytest.mark.parametrize("game", GAMES)
async def test_level_missing_from_the_game_is_refused(world: World, game: str) -> None:
    for person_id, level in enumerate(Level, ANN):
        person = world.person(person_id)
        if level in GAMES[game].LEVELS:
            assert (await begin_practice(person, game, level=level)).terms.level == level
            continue
        for attempt in (person.practice(game, level), person.click(Action.START_PRACTICE, 0, 0, f"{game}.-.{level}")):
            with pytest.raises(Refused, match="such-level") as refused:
                await attempt
            assert refused.value.facts["levels"] == "easy and medium"
        running = await begin_practice(person, game)
        with pytest.raises(Refused, match="such-level"):
            await person.click(Action.START_PRACTICE, running.id, 0, f"{game}.-.{level}")


@pytest.mark.parametrize("game", GAMES)
async def test_first_practice_is_easy_and_has_an_even_deal(world: World, game: str) -> None:
    for person_id in (ANN, BEN, CAT):
        person = world.person(person_id)
        response = await person.click(Action.START_PRACTICE, 0, 0, f"{game}.-.-")
        match = await load_shown_practice(world, response)
        assert match.terms.level == Level.EASY
        share = match.game.win_shares(match.engine.state)[match.player_ids.index(person_id)]
        assert abs(share - 0.5) <= EVEN_SHARE_TOLERANCE
        assert "First time: easy, with even chances." in read_text(response.scene)
        finished = await play_move(world.matches, match.id, person_id, "!resign")
        record = parse_record(str(await world.matches.load_record(match.id)))
        assert verify_record(record).seal == encode_hash(finished.public_seal)


async def test_first_practice_of_chess_gives_white(world: World) -> None:
    """Newcomers see the board upright and make the first decision."""
    for person_id in range(ANN, ANN + 8):
        match = await begin_practice(world.person(person_id), "shamanic_chess")
        assert match.player_ids == (person_id, None)


async def test_first_practice_keeps_a_chosen_level(world: World) -> None:
    response = await world.person().practice("schnick", Level.HARD)
    match = await load_shown_practice(world, response)
    assert (match.terms.level, match.terms.even_deal) == (Level.HARD, True)
    assert "First time: even chances." in read_text(response.scene)
    assert not (await begin_practice(world.person(BEN), "schamanen", options_text="prize=one")).terms.even_deal


async def test_note_about_the_first_match_disappears_after_the_first_move(world: World) -> None:
    match = await begin_practice_and_move(world.person())
    response = await world.person().click(Action.OPEN_MATCH, match.id)
    assert match.terms.even_deal
    assert "First time" not in read_text(response.scene)


async def test_later_practice_is_at_the_last_level_of_the_same_game(world: World) -> None:
    ann = world.person()
    expected_levels: list[tuple[str | None, str]] = [
        (None, Level.EASY), (None, Level.EASY), (Level.HARD, Level.HARD), (None, Level.HARD),
        (MIND_READER_LEVEL, MIND_READER_LEVEL), (None, MIND_READER_LEVEL),
    ]  # fmt: skip
    for number, (chosen, expected) in enumerate(expected_levels):
        match = await begin_practice(ann, "schnick", level=chosen)
        assert (match.terms.ai_level, match.terms.even_deal) == (expected, number == 0)
        await play_move(world.matches, match.id, ANN, "!resign")
    assert (await begin_practice(ann, "schamanen", level=None)).terms.level == Level.EASY


async def test_practice_is_at_the_medium_level_after_matches_with_people_only(world: World) -> None:
    match = await begin_match_with_ben(world.matches, "schnick")
    await play_move(world.matches, match.id, ANN, "!resign")
    practice = await begin_practice(world.person(), "schnick", level=None)
    assert (practice.terms.level, practice.terms.even_deal) == (Level.MEDIUM, False)


async def test_without_an_even_deal_the_most_even_one_is_used(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    schnick = GAMES["schnick"]
    shares: list[float] = []

    def estimate_shares(state: State, *, quickly: bool = False) -> tuple[float, float]:
        """Return the same unfair share for both seats. It grows with the number of wells on the hands."""
        shares.append(0.6 + 0.01 * "".join(state.hands).count("w"))
        return shares[-1], shares[-1]

    monkeypatch.setattr(schnick, "win_shares", estimate_shares)
    match = await begin_practice(world.person(), level=None)
    assert len(set(shares)) > 3
    assert schnick.win_shares(match.engine.state)[0] == min(shares)


async def test_refusal_of_an_unreadable_move_gives_an_example(world: World) -> None:
    match = await begin_practice(world.person(), "schamanen")
    seat = match.player_ids.index(ANN)
    names: dict[Locale, tuple[str, str]] = {
        "en": ("Row", "Column"), "de": ("Zeile", "Spalte"), "fr": ("Rangée", "Colonne")
    }  # fmt: skip
    typed = ("mask 1", "mask a")[seat]
    for locale, name in names.items():
        with pytest.raises(Refused) as raised:
            await world.person(locale=locale).type_move("nonsense", match.id)
        assert say.format_refusal(raised.value, locale).endswith(f"`{typed}` – {name[seat]} {typed[-1].upper()}")
    assert (await world.person().type_move(typed, match.id)).scene


@both_databases
async def test_stones_are_dealt_to_beginners_and_otherwise_placed_as_in_the_last_offer(world: World) -> None:
    """The same default applies to practice, challenges and open tables."""
    ann, ben, dealt = world.person(), world.person(BEN), {"placement": "random"}

    async def offer_everything() -> list[dict[str, object]]:
        practice = await begin_practice(ann, "schamanen")
        cards = [(await ann.challenge(ben)).card_of_match, (await ann.open_offer()).card_of_match]
        return [each.options.list_public_changes() for each in (practice, *cards) if each]

    async def play_match(**match_fields: Any) -> None:
        card = (await ann.challenge(ben, **match_fields)).card_of_match
        assert card
        await accept_offer(world.matches, card, BEN)
        await play_move(world.matches, card.id, ANN, "!resign")

    assert (await begin_practice(ben, "schamanen", variant="pro")).options.list_public_changes() == {"variant": "pro"}
    assert await offer_everything() == [dealt] * 3
    await play_match(options_text="placement=draft")
    assert await offer_everything() == [{}] * 3
    await play_match(options_text="placement=random")
    assert await offer_everything() == [dealt] * 3
    # Stones cannot be dealt in this variant.
    await play_match(variant="pro")
    assert await offer_everything() == [{}] * 3
    # The opponent is a newcomer.
    card = (await ann.challenge(CAT)).card_of_match
    assert card
    assert card.options.list_public_changes() == dealt


@pytest.mark.parametrize(
    ("typed", "variant"), [("", "classic"), ("pro", "pro"), ("professional with stacks", "pro_stacks")]
)
async def test_second_practice_needs_confirmation_after_the_first_move(world: World, typed: str, variant: str) -> None:
    ann = world.person()
    running = await begin_practice_and_move(ann)
    question = await ann.practice("schamanen", Level.HARD, variant=typed)
    assert not question.player_message
    resumed = await ann.click_action(question, Action.OPEN_MATCH, message_id=77)
    assert (resumed.replaces_clicked_message, (await load_shown_practice(world, resumed)).id) == (True, running.id)
    started = await ann.click_action(question, Action.START_PRACTICE, message_id=77)
    match = await load_shown_practice(world, started)
    assert started.replaces_clicked_message
    assert say("practice-shelved", "en") in read_text(started.scene)
    assert not await list_traces(ann, running)
    assert (match.game.KEY, match.options.model_dump()["variant"]) == ("schamanen", variant)
    assert match.terms.level == Level.HARD


@pytest.mark.parametrize("locale", LOCALES)
async def test_confirmation_names_both_matches_and_highlights_the_likely_choice(world: World, locale: Locale) -> None:
    ann = world.person(locale=locale)
    await begin_practice_and_move(ann)
    for game, was_named, highlighted in (
        ("woodwalkers", True, Action.START_PRACTICE),
        ("schnick", True, Action.OPEN_MATCH),
        ("schamanen", False, Action.OPEN_MATCH),
    ):
        scene = (await ann.practice(game, game_was_named=was_named)).scene
        assert all(len(it.label) <= BUTTON_LABEL_MAX_LENGTH for it in list_buttons(scene))
        assert [it.tone == "main" for it in list_buttons(scene)] == [True, *[False] * (len(list_buttons(scene)) - 1)]
        assert list_custom_ids(scene)[0].action == highlighted
        names = {key: GAMES[key].say("name", locale) for key in ("schnick", game)}
        assert all(name in read_text(scene) for name in names.values())
        if game != "schnick":
            # The running match is named above the buttons: two long names in a row do not fit on a phone.
            assert [sum(name in it.label for it in list_buttons(scene)) for name in names.values()] == [0, 1]


async def test_simultaneous_clicks_begin_one_match(world: World) -> None:
    """The test covers two commands at once, and two clicks of the same button."""
    ann = world.person()
    responses = await asyncio.gather(*(ann.practice("schnick") for _ in range(2)))
    first, second = [it.player_message.match_id for it in responses if it.player_message]
    assert await list_running_practice(world) == [second]
    assert responses[1].ended_match_id == first
    assert say("practice-shelved", "en") in read_text(responses[1].scene)
    running = await begin_practice_and_move(ann)
    question = await ann.practice("schnick")
    clicks = (ann.click_action(question, Action.START_PRACTICE, message_id=77) for _ in range(2))
    clicked = await asyncio.gather(*clicks)
    (new_id,) = await list_running_practice(world)
    assert new_id != running.id
    assert [(await load_shown_practice(world, it)).id for it in clicked] == [new_id, new_id]


async def test_practice_rematch_needs_confirmation_while_another_runs(world: World) -> None:
    ann = world.person()
    old = await begin_practice(ann)
    await play_move(world.matches, old.id, ANN, "!resign")
    running = await begin_practice_and_move(ann, "woodwalkers")
    for _ in range(2):
        question = await ann.click(Action.OFFER_REMATCH, old.id, message_id=77)
        assert not question.player_message
        assert await list_running_practice(world) == [running.id]
    resumed = await ann.click_action(question, Action.OPEN_MATCH, message_id=77)
    assert (await load_shown_practice(world, resumed)).id == running.id
    rematch = await load_shown_practice(world, await ann.click_action(question, Action.OFFER_REMATCH, message_id=77))
    assert (rematch.game.KEY, rematch.player_ids, await list_running_practice(world)) == (
        "schnick",
        old.player_ids[::-1],
        [rematch.id],
    )


@pytest.mark.parametrize("detail", ["", "schnick", "schnick.-.godlike", "nothing.-.medium"])
async def test_forged_practice_button_begins_nothing(world: World, detail: str) -> None:
    with pytest.raises(Refused):
        await world.person().click(Action.START_PRACTICE, 99, 0, detail, message_id=77)
    assert await world.matches.find_practice_match(ANN) is None


async def test_closed_practice_has_no_buttons_in_other_messages(world: World) -> None:
    running = await begin_practice(world.person())
    await world.save_ephemeral_message(running.id, ANN, message_id=78)
    await world.matches.close_practice(running.id, ANN, now_ms=NOON_MS)
    await world.refresh(running.id)
    assert await world.store.player_messages.list_of_match(running.id) == []
    assert say("no-closed-shelved", "en") in read_text(world.discord.ephemeral_scenes[78])
    match = await begin_match_with_ben(world.matches)
    with pytest.raises(Refused, match="running"):
        await world.matches.close_practice(match.id, ANN, now_ms=NOON_MS)


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
"""The actions of buttons in a player message that has not been edited yet."""


async def test_late_click_in_a_closed_practice_shows_the_running_one(world: World) -> None:
    """If no practice is running, the click offers to begin the closed one again with the same terms."""
    ann = world.person()
    old = await begin_practice(ann, "schamanen", level=Level.HARD, variant="memory")
    started = await ann.click(Action.START_PRACTICE, old.id, 0, "schnick.-.medium", message_id=79)
    assert started.ended_match_id == old.id, "its player message is edited at once"
    running = await load_shown_practice(world, started)

    async def click(action: Action) -> Response:
        response = await ann.click(
            action,
            old.id,
            0,
            "resign" if action in {Action.ASK_TO_END_MATCH, Action.CONFIRM_END_OF_MATCH} else "",
            message_id=78,
        )
        assert response.replaces_clicked_message
        assert response.scene
        return response

    for action in ACTIONS_ON_OLD_MESSAGES:
        response = await click(action)
        assert (await load_shown_practice(world, response)).id == running.id
        assert read_text(response.scene).splitlines()[1] == say("practice-other", "en")
    await world.matches.quit_match(running.id, ANN, now_ms=NOON_MS)
    for action in ACTIONS_ON_OLD_MESSAGES:
        response = await click(action)
        assert Action.START_PRACTICE in index_by_action(response.scene)
    restarted = await load_shown_practice(world, await ann.click_action(response, Action.START_PRACTICE, message_id=78))
    assert (restarted.game, restarted.options, restarted.terms.level) == (old.game, old.options, old.terms.level)


async def test_refused_command_for_a_closed_practice_offers_a_button(world: World) -> None:
    ann = world.person()
    old = await begin_practice(ann)
    await world.matches.close_practice(old.id, ANN, now_ms=NOON_MS)
    with pytest.raises(Refused, match="closed-shelved") as raised:
        await ann.show_board(old.id, text=True)
    custom_id = index_by_action(render_refusal(raised.value, "en"))[Action.OPEN_MATCH]
    assert custom_id == CustomId(Action.OPEN_MATCH, old.id, 0)


@pytest.mark.parametrize("has_moved", [False, True])
async def test_changed_option_begins_another_practice(world: World, *, has_moved: bool) -> None:
    ann = world.person()
    running = await (begin_practice_and_move if has_moved else begin_practice)(ann)
    menu = await ann.click(Action.SHOW_MORE, running.id, message_id=77)
    opened = await ann.click_action(menu, Action.SHOW_OPTIONS, message_id=77)
    assert opened.form
    assert "without a result" in opened.form.note
    unchanged = await ann.submit_form(opened, message_id=77)
    assert unchanged.replaces_clicked_message
    assert say("options-unchanged", "en") in read_text(unchanged.scene)
    assert await list_running_practice(world) == [running.id], "an unchanged form does not close it"
    response = await ann.submit_form(opened, checks=("tiebreak",), message_id=77)
    match = await load_shown_practice(world, response)
    assert match.options.list_public_changes() == {"tiebreak": "shared"}
    assert not await list_traces(ann, running)
    assert match.id != running.id
    with pytest.raises(Refused, match="no-table"):
        await world.person(BEN).click(Action.SHOW_OPTIONS, match.id, message_id=77)


async def test_typed_options_are_refused_while_practice_runs(world: World) -> None:
    """The button that would confirm to replace the running practice has no room for typed options."""
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
