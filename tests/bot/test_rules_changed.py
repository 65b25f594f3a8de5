"""Changed rules: matches and offers with older rules are called off, and finished matches keep their result."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import create_model

from bot.cli.doctor import find_problems
from bot.matches.model import ClosedMatch, Offer, RunningMatch, UnreadableMatch
from bot.matches.terms import MatchTerms
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
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause, said
from tests.kit.scenes import verbs
from tests.kit.world import World, begun, challenge, chosen, restart_world

KEY = "woodwalkers"
OFF = "so this was called off"
Changed = Callable[[int], None]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Changed:
    """Sets the edition that is here; by each other one the dice lay out another start."""
    game = GAMES[KEY]
    first = game.initial_state

    def change(edition: int) -> None:
        def start(options: Options, seats: Seat, dice: Dice) -> object:
            for _ in range(edition - 1):
                dice.draw_below(2)
            return first(options, seats, dice)

        monkeypatch.setattr(game, "EDITION", edition)
        monkeypatch.setattr(game, "initial_state", start)

    return change


async def begin(world: World) -> int:
    """Both have their question before them, and one has chosen."""
    match_id = (await world.begin_match(KEY, HOUR_MS)).id
    await chosen(world.tables, match_id, ANN)
    await world.refresh(match_id)
    return match_id


async def resign(world: World, match_id: int) -> None:
    await said(world.tables, await world.tables.find_match(match_id), 0, "!resign", now_ms=NOON)


async def restart(world: World) -> World:
    world = restart_world(world)
    await world.herald.catch_up()
    await world.herald.wait_until_delivered()
    return world


async def complain(world: World, folder: Path) -> list[str]:
    return [line async for line in find_problems(world.store, folder, NOON)]


@pytest.mark.parametrize("locale", LOCALES)
async def test_match_by_older_rules_is_called_off_and_says_so(world: World, rules: Changed, locale: str) -> None:
    match_id = await begin(world)
    await world.preferences.update_server(SERVER, ServerPreferences.model_validate({"locale": locale}))
    rules(2)
    world = await restart(world)
    ended = await world.tables.find_match(match_id)
    assert isinstance(ended, UnreadableMatch)
    assert (ended.close_reason, ended.is_over, set(ended.player_ids)) == ("outdated", True, {ANN, BEN})
    header = await world.load_header(match_id)
    assert (header.is_live, header.status, header.events_shown) == (False, "outdated", ended.event_count)
    journal = await world.tables.load_journal(match_id)
    assert (journal.events[-1].kind, journal.deadlines) == ("outdated", ())
    assert await world.store.results.list_of_match(match_id) == []
    assert await world.store.player_messages.list_of_match(match_id) == []
    (card,) = world.discord.at(CHANNEL)
    assert GAMES[KEY].say("name", locale) in card.above[1]
    assert (OFF in card.above[1]) == (locale == "en")
    assert verbs(card)[Action.OFFER_REMATCH].match_id == match_id
    for person_id in (ANN, BEN):
        (hand,) = world.discord.direct(person_id)
        assert OFF in str(hand.above)
        assert Action.PICK_MOVE not in verbs(hand)
    before = len(world.discord.posted)
    world = await restart(world)
    await world.herald.sweep_all_matches()
    await world.clock(NOON + DAY_MS)
    assert len(world.discord.posted) == before
    assert world.discord.at(CHANNEL) == [card]
    # Though the older rules come back.
    rules(1)
    back = await (await restart(world)).tables.find_match(match_id)
    assert isinstance(back, ClosedMatch)
    assert back.close_reason == "outdated"


@pytest.mark.parametrize("way", ["clock", "sweep", "house"])
async def test_process_that_meets_it_first_calls_it_off(
    world: World, rules: Changed, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    match_id = await begin(world)
    if way == "house":
        await world.store.deadlines.set_deadlines(match_id, Deadline("house", NOON, 0))
    rules(2)
    world = restart_world(world)
    with caplog.at_level(logging.WARNING):
        if way == "sweep":
            await world.herald.sweep_all_matches()
            await world.herald.wait_until_delivered()
        else:
            await world.clock(NOON + (DAY_MS if way == "clock" else 0))
    assert [it.getMessage() for it in caplog.records] == []
    assert not (await world.load_header(match_id)).is_live
    assert await world.store.deadlines.find_next_due() is None
    assert OFF in str(world.discord.at(CHANNEL)[-1].above)


async def test_offer_by_older_rules_is_called_off_too(world: World, rules: Changed) -> None:
    offer = (await challenge(world.tables, KEY)).id
    await world.refresh(offer)
    rules(2)
    with pytest.raises(Refused, match="closed-outdated"):
        await restart_world(world).person(BEN).click(Action.JOIN_OFFER, offer)
    world = await restart(world)
    (card,) = world.discord.at(CHANNEL)
    assert OFF in str(card.above)
    assert card.rows == ()
    with pytest.raises(Refused, match="closed-outdated"):
        await world.person(ANN).click(Action.OFFER_REMATCH, offer)


async def test_thread_and_line_say_that_it_was_called_off(world: World, rules: Changed) -> None:
    await world.preferences.update_server(SERVER, ServerPreferences(threads=True))
    match_id = (await challenge(world.tables, KEY)).id
    await world.refresh(match_id)
    await world.person(BEN).accept(match_id)
    (thread,) = world.discord.threads
    rules(2)
    world = await restart(world)
    (line,), (last,) = world.discord.at(CHANNEL), world.discord.at(thread)
    assert OFF in str(line.above)
    assert OFF in str(last.above)
    assert (bool(line.rows), bool(last.rows)) == (True, False)


async def test_practice_by_older_rules_says_so_when_it_is_pressed(world: World, rules: Changed) -> None:
    terms = MatchTerms(kind="practice", seats=2, house=1, rated=False, clock=None)
    done = await world.tables.create_offer(
        ANN, (), GAMES[KEY], {}, terms, server_id=SERVER, channel_id=CHANNEL, interaction_id=cause(), now_ms=NOON
    )
    rules(2)
    world = await restart(world)
    assert world.discord.at(CHANNEL) == []
    with pytest.raises(Refused, match="closed-outdated"):
        await world.person(ANN).click(Action.OPEN_MATCH, done.match.id)
    assert (await world.person(ANN).click(Action.OFFER_REMATCH, done.match.id)).scene


@pytest.mark.parametrize("over", [False, True])
async def test_button_of_such_a_match_is_answered_in_words(world: World, rules: Changed, over: bool) -> None:
    match_id = await begin(world)
    if over:
        await resign(world, match_id)
    rules(2)
    ann = restart_world(world).person(ANN)
    for verb in (
        Action.OPEN_MATCH,
        Action.SHOW_MORE,
        Action.SHOW_REVIEW,
        Action.SHOW_PROOF,
        Action.SHOW_BOARD_TEXT,
        Action.ASK_TO_END_MATCH,
    ):
        with pytest.raises(Refused) as no:
            await ann.click(verb, match_id)
        assert no.value.key == ("closed-bygone" if over else "closed-outdated")


@pytest.mark.parametrize("over", [False, True])
async def test_rematch_is_by_the_rules_of_today(world: World, rules: Changed, over: bool) -> None:
    match_id = await begin(world)
    if over:
        await resign(world, match_id)
    rules(2)
    world = await restart(world)
    offer = (await world.person(ANN).click(Action.OFFER_REMATCH, match_id)).card_of_match
    assert isinstance(offer, Offer)
    assert (offer.host_id, offer.invited_ids, offer.terms.clock) == (ANN, (BEN,), HOUR_MS)
    before = await world.tables.find_match(match_id)
    assert isinstance(before, UnreadableMatch)
    assert offer.terms.order == tuple((before.player_ids.index(who) + 1) % 2 for who in (ANN, BEN))
    assert (await world.load_header(offer.id)).edition == 2
    # Whoever asks for the same accepts.
    accepted = await world.tables.offer_rematch(match_id, BEN, interaction_id=cause(), now_ms=NOON)
    assert isinstance(accepted.match, RunningMatch)
    elsewhere = await world.person(ANN).where(server_id=None, channel_id=9).click(Action.OFFER_REMATCH, match_id)
    assert elsewhere.scene
    assert "rematch" in str(elsewhere.scene.below)


async def test_rematch_leaves_out_options_that_are_gone(
    world: World, rules: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world.tables, KEY, variant="midnight")
    now: Any = Literal["day"]
    fewer: Any = create_model("Options", __base__=GAMES[KEY].options_class, variant=(now, "day"))
    monkeypatch.setattr(GAMES[KEY], "options_class", fewer)
    rules(2)
    done = await restart_world(world).tables.offer_rematch(match.id, ANN, interaction_id=cause(), now_ms=NOON)
    assert done.match.options.model_dump() == fewer().model_dump()


@pytest.mark.parametrize("told", [True, False])
async def test_match_that_ended_by_older_rules_keeps_its_result(
    world: World, rules: Changed, tmp_path: Path, told: bool
) -> None:
    match_id = await begin(world)
    await resign(world, match_id)
    if told:
        await world.refresh(match_id)
    cards, results = world.discord.at(CHANNEL), await world.store.results.list_of_match(match_id)
    rules(2)
    world = await restart(world)
    assert (world.discord.at(CHANNEL) == cards) == told
    for shown in [] if told else [*world.discord.at(CHANNEL), *world.discord.direct(ANN), *world.discord.direct(BEN)]:
        assert "Its result stands" in str(shown.above)
    assert await world.store.matches.list_unshown() == []
    assert await world.store.results.list_of_match(match_id) == results
    ann = world.person(ANN)
    assert GAMES[KEY].say("name", "en") in str((await ann.profile()).scene)
    assert [value for _, value in await ann.complete_match(over=True)] == [str(match_id)]
    for look in (ann.replay, ann.verify):
        with pytest.raises(Refused, match="closed-bygone"):
            await look()
    assert await complain(world, tmp_path) == []


async def test_doctor_names_the_editions_and_reads_on(world: World, rules: Changed, tmp_path: Path) -> None:
    match_id = await begin(world)
    for edition, what in ((2, "a running bot will cancel it"), (0, "a newer bot can continue it")):
        rules(edition)
        line = f"match {match_id}: uses edition 1 of its rules, but this bot has edition {edition}; {what}"
        assert await complain(world, tmp_path) == [line]
    rules(2)
    assert await complain(await restart(world), tmp_path) == []


async def test_match_by_newer_rules_is_left_to_a_newer_process(
    world: World, rules: Changed, caplog: pytest.LogCaptureFixture
) -> None:
    rules(2)
    match_id = await begin(world)
    cards = world.discord.at(CHANNEL)
    rules(1)
    older = await restart(world)
    with caplog.at_level(logging.WARNING):
        await older.herald.sweep_all_matches()
        await older.clock(NOON + DAY_MS)
    assert [it.getMessage() for it in caplog.records] == []
    with pytest.raises(Refused, match="closed-newer"):
        await older.person(ANN).click(Action.OPEN_MATCH, match_id)
    assert (await older.load_header(match_id)).is_live
    assert world.discord.at(CHANNEL) == cards
    assert (await older.store.deadlines.find_next_due() or 0) > NOON + DAY_MS, "it is not asked again and again"
    rules(2)
    newer = await restart(world)
    await newer.clock(NOON + 2 * DAY_MS)
    assert (await newer.tables.find_match(match_id)).status in {"lapse", "abandoned"}


@pytest.mark.usefixtures("without_morra")
@pytest.mark.parametrize("why", ["outdated", "gone", "damaged"])
async def test_match_that_cannot_be_read_is_in_nobody_s_way(
    world: World, rules: Changed, tmp_path: Path, caplog: pytest.LogCaptureFixture, why: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Its rules have changed, its game was taken back with a newer version, or it is damaged: people play on."""
    lost = await begun(world.tables, KEY)
    stays = await world.begin_match("schamanen", placement="random")
    offered, store = await challenge(world.tables, "schnick"), world.store
    load = store.journal.load_match

    async def load_undamaged(match_id: int) -> Journal | None:
        if match_id == lost.id:
            raise DatabaseUnusable("the database is damaged")
        return await load(match_id)

    if why == "outdated":
        rules(2)
    elif why == "gone":
        monkeypatch.delitem(GAMES, KEY)
    else:
        monkeypatch.setattr(store.journal, "load_match", load_undamaged)
    if why != "gone":
        assert any(line.startswith(f"match {lost.id}: ") for line in await complain(world, tmp_path))
    world = await restart(world)
    said_so = len(caplog.records)
    for _ in range(2):
        await world.herald.sweep_all_matches()
        await world.herald.wait_until_delivered()
    assert not [it for it in caplog.records[said_so:] if it.exc_info], "it is not said with every look"
    for person in map(world.person, (ANN, BEN)):
        assert {match.id for match in await world.tables.list_live_by_urgency(person.id)} == {stays.id, offered.id}
        listed = (await person.list()).scene
        assert listed
        assert len(listed.above) == 3
        assert (await person.inbox()).scene
        with pytest.raises((Refused, DatabaseUnusable)):
            await person.click(Action.OPEN_MATCH, lost.id)
    await chosen(world.tables, stays.id, ANN)
    await resign(world, stays.id)
    assert isinstance((await world.person(BEN).click(Action.OFFER_REMATCH, stays.id)).card_of_match, Offer)
