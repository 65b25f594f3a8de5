"""Tests for taking back moves in practice."""

from __future__ import annotations

import asyncio

import pytest

from bot.ai.opponent_history import OpponentHistory
from bot.ai.seats import find_forced_move
from bot.handlers.requests import Response
from bot.i18n import say
from bot.matches.model import ClosedMatch, RunningMatch
from bot.matches.terms import MIND_READER_LEVEL
from bot.screens.custom_ids import Action
from games import GAMES
from games.core import Level
from games.fairness import verify_record
from games.record import parse_record
from tests.games.independent_verifier import parse_record as parse_independently
from tests.kit.matches import (
    ANN,
    BEN,
    NOON_MS,
    make_random_chooser,
    mark_other_games_as_gate,
    play_for_seat,
    play_to_end,
)
from tests.kit.scene_reading import index_by_action, read_text
from tests.kit.world import World, play_first_legal_move, restart_world

pytestmark = pytest.mark.usefixtures("without_morra")


async def begin_practice(world: World, game: str, level: str = Level.MEDIUM, variant: str = "") -> RunningMatch:
    # If each duel of the Shamans wins a single shell, three decisions cannot end the match.
    options_text = "prize=one" if game == "schamanen" else ""
    practice = await world.person().practice(game, level, variant=variant, options_text=options_text)
    return await world.load_shown_match(practice)


async def wait_for_house(world: World, match: RunningMatch) -> RunningMatch:
    """Wait until the house has sealed its move, so that nothing changes before Ann moves. Return the match."""
    await world.wait_until_idle()
    return await world.load_running_match(match.id)


async def play_decisions(world: World, match: RunningMatch, count: int) -> list[RunningMatch]:
    """Play until Ann has made `count` decisions and is to move. Return the match before each decision, and then."""
    match = await wait_for_house(world, match)
    seat = match.player_ids.index(ANN)
    before_decisions: list[RunningMatch] = []
    while True:
        engine = match.engine
        house_seats = engine.to_move & match.ai_controlled_seats
        forced = None if house_seats else find_forced_move(match)
        if forced:
            await world.matches.play_forced_move(match.id, *forced, step=engine.step, now_ms=NOON_MS)
        else:
            if not house_seats:
                before_decisions.append(match)
                if len(before_decisions) > count:
                    return before_decisions
            mover = min(house_seats, default=seat)
            await play_for_seat(world.matches, match, mover, engine.legal_moves(mover)[0])
        match = await world.load_running_match(match.id)


async def take_back(world: World, match: RunningMatch) -> Response:
    return await world.person().click_action(
        await world.person().click(Action.OPEN_MATCH, match.id), Action.TAKE_BACK_MOVE, message_id=77
    )


@pytest.mark.parametrize("game", mark_other_games_as_gate())
async def test_taking_back_continues_before_the_last_decision(world: World, game: str) -> None:
    """Each move can be taken back, up to the first one. The deal, the options, and the level stay the same."""
    level = GAMES[game].LEVELS[-1]
    first = await begin_practice(world, game, level)
    *before_decisions, match = await play_decisions(world, first, 3)
    for before in reversed(before_decisions):
        response = await take_back(world, match)
        assert response.ended_match_id == match.id
        assert say("taken-back", "en") in read_text(response.scene)
        assert isinstance(await world.matches.find_match(match.id), ClosedMatch)
        match = await world.load_shown_match(response)
        assert (match.engine.state, match.engine.step) == (before.engine.state, before.engine.step)
        assert (match.options, match.terms.level, match.player_ids) == (first.options, level, first.player_ids)
        practice = await world.matches.find_practice_match(ANN)
        assert practice
        assert practice.id == match.id
    assert Action.TAKE_BACK_MOVE not in index_by_action(response.scene)
    finished = await play_to_end(world.matches, await wait_for_house(world, match), make_random_chooser(7))
    record_text = str(await world.matches.load_record(finished.id))
    parse_independently(record_text)
    assert verify_record(parse_record(record_text)).earlier_steps == before_decisions[0].engine.step


async def test_only_the_fair_play_page_shows_that_a_move_was_taken_back(world: World) -> None:
    *_, match = await play_decisions(world, await begin_practice(world, "shamanic_chess"), 2)
    ann = world.person()
    menu, proof = [await ann.click(action, match.id) for action in (Action.SHOW_MORE, Action.SHOW_PROOF)]
    continued = await world.load_shown_match(await take_back(world, match))
    assert read_text((await ann.click(Action.SHOW_MORE, continued.id)).scene) == read_text(menu.scene)
    explanation = say("proof-continues", "en")
    assert explanation not in read_text(proof.scene)
    assert explanation in read_text((await ann.click(Action.SHOW_PROOF, continued.id)).scene)


async def test_move_can_be_taken_back_while_the_house_thinks(world: World) -> None:
    match = await begin_practice(world, "shamanic_chess")
    *_, before, match = await play_decisions(world, match, 2)
    seat = match.player_ids.index(ANN)
    await play_for_seat(world.matches, match, seat, match.engine.legal_moves(seat)[0])
    taken_back = await world.load_shown_match(await take_back(world, match))
    assert taken_back.engine.state == match.engine.state
    taken_back = await world.load_shown_match(await take_back(world, taken_back))
    assert taken_back.engine.state == before.engine.state


async def test_mind_reader_learns_nothing_from_a_move_that_was_taken_back(world: World) -> None:
    match = await begin_practice(world, "schnick", MIND_READER_LEVEL)
    *_, match = await play_decisions(world, match, 3)
    continued = await world.load_shown_match(await take_back(world, match))
    assert continued.terms.reads
    history = OpponentHistory(world.store, world.preferences)
    [learned] = await history.load_choices_by_match(continued)
    [learned_before] = await history.load_choices_by_match(match)
    assert learned == learned_before[:-1]


async def test_two_clicks_take_back_one_move(world: World) -> None:
    *_, before, match = await play_decisions(world, await begin_practice(world, "shamanic_chess"), 3)
    screen = await world.person().click(Action.OPEN_MATCH, match.id)
    ann = world.person()
    responses = await asyncio.gather(
        *(ann.click_action(screen, Action.TAKE_BACK_MOVE, message_id=77) for _ in range(2))
    )
    first, second = [await world.load_shown_match(response) for response in responses]
    assert (first.id, first.engine.state) == (second.id, before.engine.state)
    assert [header.id for header in await world.store.matches.list_live_of_person(ANN)] == [first.id]


async def test_crash_while_taking_back_loses_no_move(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, before, match = await play_decisions(world, await begin_practice(world, "shamanic_chess"), 3)

    async def crash(*_: object, **__: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(world.matches, "close_practice", crash)
    with pytest.raises(ConnectionError):
        await take_back(world, match)
    world = restart_world(world)
    continued = await world.load_shown_match(await take_back(world, match))
    assert continued.engine.state == before.engine.state
    assert [header.id for header in await world.store.matches.list_live_of_person(ANN)] == [continued.id]


async def test_moves_between_people_cannot_be_taken_back(world: World) -> None:
    match = await world.begin_match("shamanic_chess")
    for person_id in sorted({ANN, BEN}, key=match.player_ids.index):
        running = await play_first_legal_move(world.matches, match.id, person_id)
    screen = await world.person().click(Action.OPEN_MATCH, match.id)
    assert Action.TAKE_BACK_MOVE not in index_by_action(screen.scene)
    await world.person().click(Action.TAKE_BACK_MOVE, match.id, match.player_ids.index(ANN), message_id=77)
    assert await world.matches.find_match(match.id) == running
    assert await world.matches.find_practice_match(ANN) is None


async def test_outdated_button_takes_nothing_back(world: World) -> None:
    match = await begin_practice(world, "shamanic_chess")
    *_, later = await play_decisions(world, match, 2)
    response = await world.person().click(Action.TAKE_BACK_MOVE, match.id, 0, message_id=77)
    assert say("no-stale", "en") in read_text(response.scene)
    assert await world.load_running_match(later.id) == later
