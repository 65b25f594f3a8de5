"""Exercises: small positions in which a beginner tries out a rule, and sees the result in the same message."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.i18n import say
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_play_on_button
from bot.screens.scene import Button, Scene, SceneImage
from games import find_game
from games.art import translate_picture
from games.core import Game
from games.dice import UNSEEDED
from games.match import Match, begin_match
from games.options import validate_options
from games.refused import Refused


def build_exercise_button(game: Game[Any, Any, Any], match_id: int, locale: str) -> Button:
    """Build the button that opens the game's first exercise. `match_id` is the match to return to, or 0 for none."""
    custom_id = _make_custom_id(game, match_id, 1)
    return Button(game.say("button-try", locale), str(custom_id))


def render_exercise(match_id: int, argument: str, locale: str) -> Scene:
    """Render an exercise and its choices or, after a try, its result.

    `argument` has the form GAME.EXERCISE or GAME.EXERCISE.TRY, with numbers that start at 1.
    """
    game, number, tried = _parse_argument(argument)
    exercise = game.EXERCISES[number - 1]
    start = _play_exercise(game.KEY, number, None)
    (seat,) = start.seats_asked
    title = f"### {game.say('button-try', locale)} · {number}/{len(game.EXERCISES)}"
    view = _play_exercise(game.KEY, number, tried).view_of(seat)
    if tried is None:
        below = [f"**{game.say(f'try-{number}', locale)}**"]
        buttons = [
            Button(
                game.say(f"do-{number}-{choice}", locale),
                str(_make_custom_id(game, match_id, number, choice)),
                "main",
            )
            for choice in range(1, len(exercise.tries) + 1)
        ]
    else:
        is_solved = tried - 1 == exercise.solution
        below = [f"{'✅' if is_solved else '❌'} {game.say(f'try-{number}-{tried}', locale)}"]
        following = number + is_solved
        label = say("button-next" if is_solved else "button-try-again", locale)
        next_button = Button(label, str(_make_custom_id(game, match_id, following)), "main")
        buttons = [next_button] if following <= len(game.EXERCISES) else []
    return Scene(
        above=(title,),
        board=SceneImage(
            translate_picture(game.draw_board(view), game.say, locale), game.describe_briefly(view, locale)
        ),
        below=tuple(below),
        rows=tuple(filter(None, (tuple(buttons), (_build_exit_button(game, match_id, locale),)))),
        accent_color=game.ACCENT_COLOR,
    )


def _build_exit_button(game: Game[Any, Any, Any], match_id: int, locale: str) -> Button:
    """Build the button that leads back to the match or, without a match, to the rules."""
    if match_id:
        return build_play_on_button(match_id, locale)
    return Button(say("button-rules", locale), str(CustomId(Action.SHOW_RULES, argument=f"{game.KEY}.0")))


def _make_custom_id(game: Game[Any, Any, Any], match_id: int, number: int, tried: int | None = None) -> CustomId:
    parts = [game.KEY, str(number), *([str(tried)] if tried else [])]
    return CustomId(Action.SHOW_EXERCISE, match_id, argument=".".join(parts))


def _parse_argument(argument: str) -> tuple[Game[Any, Any, Any], int, int | None]:
    """Parse an argument such as "GAME.2.1" into the game, the exercise number and the number of the try, if any.

    Raises `Refused` if any of them does not exist.
    """
    key, *numbers = argument.split(".")
    game = find_game(key)
    if not all(it.isdecimal() and it.isascii() and len(it) < 3 for it in numbers) or len(numbers) not in (1, 2):
        raise Refused("button")
    number, tried = int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else None
    if not 1 <= number <= len(game.EXERCISES):
        raise Refused("button")
    if tried is not None and not 1 <= tried <= len(game.EXERCISES[number - 1].tries):
        raise Refused("button")
    return game, number, tried


@cache
def _play_exercise(game_key: str, number: int, tried: int | None) -> Match:
    """Return the position of an exercise before any try (`tried` is None) or after this one."""
    game = find_game(game_key)
    exercise = game.EXERCISES[number - 1]
    match = begin_match(game, validate_options(game.options_class, dict(exercise.options)), game.SEATS[0], UNSEEDED)
    for move in exercise.tries[tried - 1] if tried else ():
        (seat,) = match.seats_asked
        match.check_move(seat, move)
        match = match.play_move(seat, move)
    return match
