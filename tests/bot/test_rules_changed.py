"""Tests for changed rules: running matches and offers are called off, and finished matches keep their results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import create_model

from bot.matches.model import ClosedMatch, Offer, RunningMatch, UnreadableMatch
from bot.preferences import ServerPreferences
from bot.screens.custom_ids import Action
from bot.wall_clock import DAY_MS, HOUR_MS
from games import GAMES
from games.core import Seat
from games.dice import Dice
from games.options import Options
from games.refused import Refused
from games.words import LOCALES
from storage import DatabaseUnusable, Deadline, Journal
from storage.statement import Statement
from tests.bot.cli_runner import run_doctor
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    NOON_MS,
    SERVER_ID,
    begin_practice,
    catch_refusal_key,
    make_click,
    play_token,
)
from tests.kit.scene_reading import index_by_action, list_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben, offer_match_to_ben, play_first_legal_move, restart_world

GAME_KEY = "woodwalkers"
CALLED_OFF_TEXT = "Called off: Woodwalkers has new rules"
SetEdition = Callable[[int], None]


@pytest.fixture
def set_edition(monkeypatch: pytest.MonkeyPatch) -> SetEdition:
    """A function that sets the edition of the rules. With the same dice, each edition has another start."""
    game = GAMES[GAME_KEY]
    first_initial_state = game.initial_state

    def change_edition(edition: int) -> None:
        def draw_start(options: Options, seats: Seat, dice: Dice) -> object:
            for _ in range(edition - 1):
                dice.draw_below(2)
            return first_initial_state(options, seats, dice)

        monkeypatch.setattr(game, "EDITION", edition)
        monkeypatch.setattr(game, "initial_state", draw_start)

    return change_edition


async def begin_match_with_one_move(world: World) -> int:
    """Begin a match in which both players are to move, and play Ann's move."""
    match_id = (await world.begin_match(GAME_KEY, HOUR_MS)).id
    await play_first_legal_move(world.matches, match_id, ANN)
    await world.refresh(match_id)
    return match_id


async def resign_as_ann(world: World, match_id: int) -> None:
    await play_token(world.matches, await world.matches.find_match(match_id), 0, "!resign", now_ms=NOON_MS)


async def restart_with_changed_rules(world: World) -> World:
    world = restart_world(world)
    await world.delivery.catch_up()
    await world.delivery.wait_until_delivered()
    return world


@pytest.mark.parametrize("locale", LOCALES)
async def test_match_with_older_rules_is_called_off_everywhere(
    world: World, set_edition: SetEdition, locale: str
) -> None:
    match_id = await begin_match_with_one_move(world)
    await world.preferences.update_server(SERVER_ID, ServerPreferences.model_validate({"locale": locale}))
    set_edition(2)
    world = await restart_with_changed_rules(world)
    ended = await world.matches.find_match(match_id)
    assert isinstance(ended, UnreadableMatch)
    assert (ended.close_reason, ended.is_over, set(ended.player_ids)) == ("outdated", True, {ANN, BEN})
    header = await world.load_header(match_id)
    assert (header.is_live, header.status, header.events_shown) == (False, "outdated", ended.event_count)
    journal = await world.matches.load_journal(match_id)
    assert (journal.events[-1].kind, journal.deadlines) == ("outdated", ())
    assert await world.store.results.list_of_match(match_id) == []
    assert await world.store.player_messages.list_of_match(match_id) == []
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert GAMES[GAME_KEY].say("name", locale) in card.above[1]
    assert (CALLED_OFF_TEXT in card.above[1]) == (locale == "en")
    assert index_by_action(card)[Action.OFFER_REMATCH].match_id == match_id
    for person_id in (ANN, BEN):
        (message,) = world.discord.list_dms(person_id)
        assert CALLED_OFF_TEXT in str(message.above)
        assert Action.PICK_MOVE not in index_by_action(message)
    post_count = len(world.discord.posted_messages)
    world = await restart_with_changed_rules(world)
    await world.delivery.sweep_all_matches()
    await world.advance_time(NOON_MS + DAY_MS)
    assert len(world.discord.posted_messages) == post_count
    assert world.discord.list_scenes(CHANNEL_ID) == [card]
    # The match stays closed even if the older rules come back.
    set_edition(1)
    match = await (await restart_with_changed_rules(world)).matches.find_match(match_id)
    assert isinstance(match, ClosedMatch)
    assert match.close_reason == "outdated"


@pytest.mark.parametrize("trigger", ["clock", "sweep", "ai"])
async def test_deadline_sweep_or_ai_calls_off_outdated_match(
    world: World, set_edition: SetEdition, caplog: pytest.LogCaptureFixture, trigger: str
) -> None:
    match_id = await begin_match_with_one_move(world)
    if trigger == "ai":
        await world.store.deadlines.set_deadlines(match_id, Deadline("house", NOON_MS, 0))
    set_edition(2)
    world = restart_world(world)
    with caplog.at_level(logging.WARNING):
        if trigger == "sweep":
            await world.sweep_matches()
        else:
            await world.advance_time(NOON_MS + (DAY_MS if trigger == "clock" else 0))
    assert [it.getMessage() for it in caplog.records] == []
    assert not (await world.load_header(match_id)).is_live
    assert await world.store.deadlines.find_next_due() is None
    assert CALLED_OFF_TEXT in str(world.discord.list_scenes(CHANNEL_ID)[-1].above)


async def test_offer_with_older_rules_is_called_off(world: World, set_edition: SetEdition) -> None:
    offer_id = (await offer_match_to_ben(world.matches, GAME_KEY)).id
    await world.refresh(offer_id)
    set_edition(2)
    with pytest.raises(Refused, match="closed-outdated"):
        await restart_world(world).person(BEN).click(Action.JOIN_OFFER, offer_id)
    world = await restart_with_changed_rules(world)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert CALLED_OFF_TEXT in str(card.above)
    assert card.rows == ()
    with pytest.raises(Refused, match="closed-outdated"):
        await world.person(ANN).click(Action.OFFER_REMATCH, offer_id)


async def test_thread_and_channel_message_say_match_was_called_off(world: World, set_edition: SetEdition) -> None:
    world.discord.can_create_threads = True
    match_id = (await offer_match_to_ben(world.matches, GAME_KEY)).id
    await world.refresh(match_id)
    await world.person(BEN).accept(match_id)
    (thread_id,) = world.discord.thread_names
    set_edition(2)
    world = await restart_with_changed_rules(world)
    (channel_scene,), (thread_scene,) = world.discord.list_scenes(CHANNEL_ID), world.discord.list_scenes(thread_id)
    assert CALLED_OFF_TEXT in str(channel_scene.above)
    assert CALLED_OFF_TEXT in str(thread_scene.above)
    assert (bool(channel_scene.rows), bool(thread_scene.rows)) == (True, False)


async def test_practice_with_older_rules_is_refused_but_offers_rematch(world: World, set_edition: SetEdition) -> None:
    practice = await begin_practice(world.matches, GAME_KEY)
    set_edition(2)
    world = await restart_with_changed_rules(world)
    assert world.discord.list_scenes(CHANNEL_ID) == []
    with pytest.raises(Refused, match="closed-outdated"):
        await world.person(ANN).click(Action.OPEN_MATCH, practice.id)
    assert (await world.person(ANN).click(Action.OFFER_REMATCH, practice.id)).scene


@pytest.mark.parametrize("is_over", [False, True])
async def test_buttons_of_outdated_match_explain_why_it_is_closed(
    world: World, set_edition: SetEdition, is_over: bool
) -> None:
    match_id = await begin_match_with_one_move(world)
    if is_over:
        await resign_as_ann(world, match_id)
    set_edition(2)
    ann = restart_world(world).person(ANN)
    for action in (
        Action.OPEN_MATCH,
        Action.SHOW_MORE,
        Action.SHOW_REVIEW,
        Action.SHOW_PROOF,
        Action.SHOW_BOARD_TEXT,
        Action.ASK_TO_END_MATCH,
    ):
        with pytest.raises(Refused) as refusal:
            await ann.click(action, match_id)
        assert refusal.value.key == ("closed-bygone" if is_over else "closed-outdated")


@pytest.mark.parametrize("is_over", [False, True])
async def test_rematch_uses_current_rules_and_same_terms(world: World, set_edition: SetEdition, is_over: bool) -> None:
    match_id = await begin_match_with_one_move(world)
    if is_over:
        await resign_as_ann(world, match_id)
    set_edition(2)
    world = await restart_with_changed_rules(world)
    offer = (await world.person(ANN).click(Action.OFFER_REMATCH, match_id)).card_of_match
    assert isinstance(offer, Offer)
    assert (offer.host_id, offer.invited_ids, offer.terms.clock) == (ANN, (BEN,), HOUR_MS)
    old_match = await world.matches.find_match(match_id)
    assert isinstance(old_match, UnreadableMatch)
    assert offer.terms.order == tuple((old_match.player_ids.index(person_id) + 1) % 2 for person_id in (ANN, BEN))
    assert (await world.load_header(offer.id)).edition == 2
    ann_elsewhere = world.person(ANN).with_context(server_id=None, channel_id=9)
    repeated = await ann_elsewhere.click(Action.OFFER_REMATCH, match_id)
    assert repeated.scene
    assert "Rematch offered" in str(repeated.scene.below)
    # A rematch request by the opponent accepts the offer.
    accepted = await world.matches.offer_rematch(match_id, BEN, **make_click())
    assert isinstance(accepted.match, RunningMatch)
    opened = await ann_elsewhere.click(Action.OFFER_REMATCH, match_id)
    assert opened.player_message
    assert opened.player_message.match_id == accepted.match.id


async def test_rematch_leaves_out_removed_options(
    world: World, set_edition: SetEdition, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_match_with_ben(world.matches, GAME_KEY, variant="midnight")
    remaining_choices: Any = Literal["day"]
    reduced_options: Any = create_model(
        "Options", __base__=GAMES[GAME_KEY].options_class, variant=(remaining_choices, "day")
    )
    monkeypatch.setattr(GAMES[GAME_KEY], "options_class", reduced_options)
    set_edition(2)
    outcome = await restart_world(world).matches.offer_rematch(match.id, ANN, **make_click())
    assert outcome.match.options.model_dump() == reduced_options().model_dump()


@pytest.mark.parametrize("was_shown", [True, False])
async def test_finished_match_with_older_rules_keeps_its_result(
    world: World, set_edition: SetEdition, tmp_path: Path, was_shown: bool
) -> None:
    match_id = await begin_match_with_one_move(world)
    await resign_as_ann(world, match_id)
    if was_shown:
        await world.refresh(match_id)
    cards, results = world.discord.list_scenes(CHANNEL_ID), await world.store.results.list_of_match(match_id)
    set_edition(2)
    world = await restart_with_changed_rules(world)
    assert (world.discord.list_scenes(CHANNEL_ID) == cards) == was_shown
    if not was_shown:
        dms = [*world.discord.list_dms(ANN), *world.discord.list_dms(BEN)]
        for scene in (*world.discord.list_scenes(CHANNEL_ID), *dms):
            assert "The result stands" in str(scene.above)
    assert await world.store.matches.list_unshown() == []
    assert await world.store.results.list_of_match(match_id) == results
    ann = world.person(ANN)
    assert GAMES[GAME_KEY].say("name", "en") in str((await ann.show_profile()).scene)
    assert [value for _, value in await ann.complete_match_id(include_finished=True)] == [str(match_id)]
    for open_match in (ann.open_review, partial(ann.verify_match, match_id)):
        with pytest.raises(Refused, match="closed-bygone"):
            await open_match()
    assert await run_doctor(world.store, tmp_path) == []


async def test_doctor_reports_editions_of_unreadable_matches(
    world: World, set_edition: SetEdition, tmp_path: Path
) -> None:
    match_id = await begin_match_with_one_move(world)
    for edition, advice in ((2, "a running bot will cancel it"), (0, "a newer bot can continue it")):
        set_edition(edition)
        line = f"match {match_id}: uses edition 1 of its rules, but this bot has edition {edition}; {advice}"
        assert await run_doctor(world.store, tmp_path) == [line]
    set_edition(2)
    assert await run_doctor((await restart_with_changed_rules(world)).store, tmp_path) == []


async def test_match_with_newer_rules_is_left_to_newer_process(
    world: World, set_edition: SetEdition, caplog: pytest.LogCaptureFixture
) -> None:
    set_edition(2)
    match_id = await begin_match_with_one_move(world)
    cards = world.discord.list_scenes(CHANNEL_ID)
    set_edition(1)
    older_world = await restart_with_changed_rules(world)
    with caplog.at_level(logging.WARNING):
        await older_world.delivery.sweep_all_matches()
        await older_world.advance_time(NOON_MS + DAY_MS)
    assert [it.getMessage() for it in caplog.records] == []
    with pytest.raises(Refused, match="closed-newer"):
        await older_world.person(ANN).click(Action.OPEN_MATCH, match_id)
    assert (await older_world.load_header(match_id)).is_live
    assert world.discord.list_scenes(CHANNEL_ID) == cards
    assert (await older_world.store.deadlines.find_next_due() or 0) > NOON_MS + DAY_MS, "the deadline is postponed"
    set_edition(2)
    newer_world = await restart_with_changed_rules(world)
    await newer_world.advance_time(NOON_MS + 2 * DAY_MS)
    assert (await newer_world.matches.find_match(match_id)).status in {"lapse", "abandoned"}


async def test_result_under_newer_rules_is_left_to_newer_process(world: World, set_edition: SetEdition) -> None:
    set_edition(2)
    match_id = await begin_match_with_one_move(world)
    cards = world.discord.list_scenes(CHANNEL_ID)
    await resign_as_ann(world, match_id)
    set_edition(1)
    older_world = await restart_with_changed_rules(world)
    await older_world.delivery.sweep_all_matches()
    await older_world.advance_time(NOON_MS + DAY_MS)
    assert world.discord.list_scenes(CHANNEL_ID) == cards
    ben = older_world.person(BEN)
    for click in (ben.open_review, partial(ben.click, Action.OFFER_REMATCH, match_id)):
        with pytest.raises(Refused, match="closed-newer"):
            await click()
    assert "I’m being updated." in read_text((await ben.show_board(match_id)).scene)
    set_edition(2)
    await restart_with_changed_rules(world)
    assert await world.store.matches.list_unshown() == []


@pytest.mark.usefixtures("without_morra")
@pytest.mark.parametrize("reason", ["outdated", "gone", "damaged"])
async def test_unreadable_match_does_not_block_other_matches(
    world: World, set_edition: SetEdition, tmp_path: Path, caplog: pytest.LogCaptureFixture, reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The match is unreadable because its rules changed, its game was removed, or its data is damaged."""
    unreadable = await begin_match_with_ben(world.matches, GAME_KEY)
    running = await world.begin_match("schamanen", placement="random")
    offered, store = await offer_match_to_ben(world.matches, "schnick"), world.store
    load_match = store.journal.load_match

    async def load_unless_damaged(match_id: int) -> Journal | None:
        if match_id == unreadable.id:
            raise DatabaseUnusable("the database is damaged")
        return await load_match(match_id)

    if reason == "outdated":
        set_edition(2)
    elif reason == "gone":
        monkeypatch.delitem(GAMES, GAME_KEY)
    else:
        monkeypatch.setattr(store.journal, "load_match", load_unless_damaged)
    if reason != "gone":
        assert any(line.startswith(f"match {unreadable.id}: ") for line in await run_doctor(world.store, tmp_path))
    world = await restart_with_changed_rules(world)
    logged_before = len(caplog.records)
    for _ in range(2):
        await world.sweep_matches()
    assert not [it for it in caplog.records[logged_before:] if it.exc_info], "sweeps do not repeat the error"
    for person in map(world.person, (ANN, BEN)):
        assert {match.id for match in await world.matches.list_live_by_urgency(person.id)} == {running.id, offered.id}
        list_scene = (await person.list_matches()).scene
        assert list_scene
        assert len(list_scene.sections) == 2
        assert (await person.open_inbox()).scene
        with pytest.raises((Refused, DatabaseUnusable)):
            await person.click(Action.OPEN_MATCH, unreadable.id)
    await play_first_legal_move(world.matches, running.id, ANN)
    await resign_as_ann(world, running.id)
    assert isinstance((await world.person(BEN).click(Action.OFFER_REMATCH, running.id)).card_of_match, Offer)


# Games that are missing


async def test_match_of_a_missing_game_waits_until_the_game_is_back(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await begin_match_with_one_move(world)
    rename_game = Statement("UPDATE match SET game = :game WHERE id = :id")
    await world.store.database.write(rename_game(game="three_lives", id=match_id))
    missing = restart_world(world)
    await missing.refresh(match_id)
    assert await catch_refusal_key(missing.person().click(Action.OPEN_MATCH, match_id)) == "game-missing"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    await world.store.database.write(rename_game(game=GAME_KEY, id=match_id))
    assert isinstance(await restart_world(world).matches.find_match(match_id), RunningMatch)


async def test_page_of_followed_matches_leaves_out_a_match_of_a_missing_game(world: World) -> None:
    missing_id = await begin_match_with_one_move(world)
    known_id = (await begin_match_with_ben(world.matches)).id
    for match_id in (missing_id, known_id):
        await world.store.follows.follow_match(CAT, match_id, NOON_MS)
    rename_game = Statement("UPDATE match SET game = :game WHERE id = :id")
    await world.store.database.write(rename_game(game="three_lives", id=missing_id))
    followed = await restart_world(world).person(CAT).click(Action.LIST_FOLLOWED)
    stop_ids = [it for it in list_custom_ids(followed.scene) if it.action == Action.UNFOLLOW]
    assert {it.match_id for it in stop_ids if it.match_id} == {known_id}
