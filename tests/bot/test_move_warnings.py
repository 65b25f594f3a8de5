"""Practice asks before a move leaves a piece to the house for nothing."""

from __future__ import annotations

import pytest

from bot.matches.model import RunningMatch
from bot.screens.custom_ids import Action
from games.core import Level
from tests.kit.matches import ANN, BEN, NOON_MS
from tests.kit.scene_reading import index_by_action, map_labels_to_custom_ids, read_text
from tests.kit.world import World, begin_match_with_ben

OPTIONS = "fen=4k3/8/2n5/8/8/8/8/3QK3 w - - 0 1"
"""White's queen must avoid the black knight."""
WARNING = "⚠️ **Then the knight captures the queen on "


async def begin_practice(world: World, level: str) -> RunningMatch:
    """Begin practice with White against the house."""
    while True:
        match = await world.load_shown_match(
            await world.person().practice("shamanic_chess", level, options_text=OPTIONS)
        )
        if match.player_ids[0] == ANN:
            return match
        await world.matches.quit_match(match.id, ANN, now_ms=NOON_MS)


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM])
@pytest.mark.parametrize("answer", ["Play it", "Back"])
async def test_careless_move_is_played_only_after_a_question(world: World, level: Level, answer: str) -> None:
    match, ann = await begin_practice(world, level), world.person()
    asked = await ann.click(Action.PICK_MOVE, match.id, 0, "d1.d4.", message_id=700)
    assert asked.replaces_clicked_message
    assert WARNING in read_text(asked.scene)
    assert list(map_labels_to_custom_ids(asked.scene)) == ["Play it", "Back"]
    assert (await world.load_running_match(match.id)).engine.step == 0
    action = Action.CONFIRM_MOVE if answer == "Play it" else Action.PICK_MOVE
    answered = await ann.click_action(asked, action, message_id=700)
    engine = (await world.load_running_match(match.id)).engine
    if answer == "Back":
        assert engine.step == 0
        assert Action.REQUEST_HINT in index_by_action(answered.scene)
    else:
        assert engine.step > 0
        assert WARNING not in read_text(answered.scene)


async def test_typed_careless_move_is_questioned_too(world: World) -> None:
    match, ann = await begin_practice(world, Level.EASY), world.person()
    asked = await ann.type_move("Q~e5", match.id)
    assert WARNING in read_text(asked.scene)
    assert index_by_action(asked.scene)[Action.CONFIRM_MOVE].argument == "d1.~.e5."
    assert (await world.load_running_match(match.id)).engine.step == 0


@pytest.mark.parametrize("move_prefix", ["d1.d2.", "e1.e2."])
async def test_harmless_move_is_played_at_once(world: World, move_prefix: str) -> None:
    match = await begin_practice(world, Level.EASY)
    await world.person().click(Action.PICK_MOVE, match.id, 0, move_prefix, message_id=700)
    assert (await world.load_running_match(match.id)).engine.step > 0


async def test_hard_level_does_not_warn(world: World) -> None:
    match = await begin_practice(world, Level.HARD)
    await world.person().click(Action.PICK_MOVE, match.id, 0, "d1.d4.", message_id=700)
    assert (await world.load_running_match(match.id)).engine.step > 0


async def test_matches_between_people_do_not_warn(world: World) -> None:
    match = await begin_match_with_ben(world.matches, "shamanic_chess", fen="4k3/8/2n5/8/8/8/8/3QK3 w - - 0 1")
    white = ANN if match.find_view_seat(ANN) == 0 else BEN
    await world.person(white).click(Action.PICK_MOVE, match.id, 0, "d1.d4.", message_id=700)
    assert (await world.load_running_match(match.id)).engine.step == 1


async def test_forged_confirmation_of_an_incomplete_move_is_refused(world: World) -> None:
    match = await begin_practice(world, Level.EASY)
    with pytest.raises(Exception, match="button"):
        await world.person().click(Action.CONFIRM_MOVE, match.id, 0, "d1.", message_id=700)
