"""Tests for the exercises in which a beginner tries out a rule."""

from __future__ import annotations

import pytest

from bot.handlers.requests import Response
from bot.screens.custom_ids import Action, CustomId
from bot.screens.exercises import render_exercise
from bot.screens.scene import Scene
from games import GAMES
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.matches import NOON_MS, play_move
from tests.kit.scene_reading import index_by_action, list_buttons, map_labels_to_custom_ids, read_text
from tests.kit.world import World

pytestmark = pytest.mark.usefixtures("without_morra")

GAMES_WITH_EXERCISES = [key for key, game in GAMES.items() if game.EXERCISES]
WAKING_LABELS = ("Wake the rook on a8", "Den Turm auf a8 wecken", "Éveiller la tour en a8")
MESSAGE_ID = 700


def list_labels(scene: Scene | None) -> list[str]:
    return [button.label for button in list_buttons(scene)]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game_key", GAMES_WITH_EXERCISES)
def test_every_try_is_legal_and_only_the_solution_leads_on(game_key: str, locale: Locale) -> None:
    game = GAMES[game_key]
    for number, exercise in enumerate(game.EXERCISES, 1):
        task = render_exercise(7, f"{game_key}.{number}", locale)
        assert game.say(f"try-{number}", locale) in read_text(task)
        assert len(list_buttons(task)) == len(exercise.tries) + 1
        for (move, *_), button in zip(exercise.tries, list_buttons(task), strict=False):
            squares = [token for token in move if token.isalnum()]
            assert squares[-1] in button.label
            assert ("^" in move) == (button.label in WAKING_LABELS)
        boards = [task.board]
        for tried in range(1, len(exercise.tries) + 1):
            answer = render_exercise(7, f"{game_key}.{number}.{tried}", locale)
            assert game.say(f"try-{number}-{tried}", locale) in read_text(answer)
            followed = [it.custom_id for it in list_buttons(answer) if it.custom_id.startswith(Action.SHOW_EXERCISE)]
            following = number + (tried - 1 == exercise.solution)
            assert followed == [f"ex:7:0:{game_key}.{following}"] * (following <= len(game.EXERCISES))
            assert answer.board not in boards
            boards.append(answer.board)


async def press(world: World, response: Response, label: str) -> Response:
    custom_id = CustomId.parse(map_labels_to_custom_ids(response.scene)[label])
    return await world.person().press(custom_id, message_id=MESSAGE_ID)


async def test_first_practice_offers_the_exercises_and_they_lead_back(world: World) -> None:
    ann = world.person()
    response = await ann.practice("shamanic_chess")
    match = await world.load_shown_match(response)
    match_id = match.id
    seat = match.player_ids.index(ann.id)
    if seat not in match.engine.to_move:
        move = match.engine.legal_moves(1 - seat)[-1]
        await world.matches.play_ai_move(match_id, 1 - seat, move, step=0, now_ms=NOON_MS)
        response = await ann.click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)
    task = await ann.click_action(response, Action.SHOW_EXERCISE, message_id=MESSAGE_ID)
    assert task.replaces_clicked_message
    assert list_labels(task.scene) == ["Knight a8 → c7", "Knight a8 ⇢ c6", "Knight a8 ⇢ e5", "Play on"]
    saved = await press(world, task, "Knight a8 ⇢ e5")
    assert list_labels(saved.scene) == ["Next", "Play on"]
    back = await press(world, saved, "Play on")
    assert back.replaces_clicked_message
    assert index_by_action(back.scene).keys() >= {Action.PICK_MOVE, Action.SHOW_EXERCISE}
    match = await world.load_running_match(match_id)
    played = await play_move(world.matches, match_id, ann.id, *match.engine.legal_moves(seat)[-1])
    assert played.event_count > match.event_count
    later = await ann.click(Action.OPEN_MATCH, match_id, message_id=MESSAGE_ID)
    assert Action.SHOW_EXERCISE not in index_by_action(later.scene)


async def test_rules_offer_the_exercises(world: World) -> None:
    rules = await world.person().show_rules("shamanic_chess")
    task = await world.person().click_action(rules, Action.SHOW_EXERCISE, message_id=MESSAGE_ID)
    assert list_labels(task.scene)[-1] == "Rules"


@pytest.mark.parametrize(
    "argument",
    ["shamanic_chess", "shamanic_chess.0", "shamanic_chess.4", "shamanic_chess.1.9", "shamanic_chess.²", "schnick.1"],
)
def test_forged_exercise_is_refused(argument: str) -> None:
    with pytest.raises(Refused, match="button"):
        render_exercise(0, argument, "en")
