"""The film of a match: an animation of at most 20 seconds that shows the most important boards with captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.painting import FRAME_DURATION_MS, LAST_FRAME_DURATION_MS
from bot.screens import turning_points
from bot.screens.phrases import (
    capitalize_sentence,
    format_end_reason,
    format_player_names,
    format_win_reason,
    is_forgotten,
    list_picture_names,
)
from bot.screens.scene import Film
from bot.screens.turning_points import get_public_view
from games.art import (
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    Caption,
    Picture,
    PlacedMark,
    Rectangle,
    person_placeholder,
    translate_picture,
)
from games.match import OUTSIDE_REASONS, Match

FILM_MAX_DURATION_MS: Final = 20_000
FILM_MAX_FRAMES: Final = 1 + (FILM_MAX_DURATION_MS - LAST_FRAME_DURATION_MS) // FRAME_DURATION_MS
CAPTION_MAX_LINES: Final = 2
CAPTION_PADDING: Final = 12
DOT_SIZE: Final = 16
"""The size of a progress dot. Every frame shows a dot for each frame of the film, with a wider dot for itself."""
CURRENT_DOT_WIDTH: Final = 48
DOT_DISTANCE: Final = 36
CAPTION_AREA_HEIGHT: Final = CAPTION_MAX_LINES * LARGE_TYPE_HEIGHT + 2 * CAPTION_PADDING + DOT_SIZE + CAPTION_PADDING


def render_film(match: StartedMatch, positions: Sequence[Match], locale: str) -> Film:
    """Render the film of a match. `positions` is the match at its start and after each step."""
    views = [get_public_view(engine, is_over=match.is_over) for engine in positions]
    frames = draw_frames(positions, views, locale, _list_caption_names(match, locale))
    return Film(tuple(frames), match.game.describe_briefly(views[-1], locale), list_picture_names(match, locale))


def _list_caption_names(match: StartedMatch, locale: str) -> list[str]:
    """Return the players' names for the captions, by seat.

    The name of a person is a placeholder, which is replaced when the film is painted. AI players and people whose data
    was deleted have no placeholder, so their displayed names are returned.
    """
    return [
        person_placeholder(seat) if person_id is not None and not is_forgotten(person_id) else name
        for seat, (person_id, name) in enumerate(zip(match.player_ids, format_player_names(match, locale), strict=True))
    ]


def draw_frames(
    positions: Sequence[Match], views: Sequence[Any], locale: str, player_names: Sequence[str]
) -> Iterator[Picture]:
    """Draw the frames of the film.

    If a step revealed choices, its frame shows the reveal instead of the board. The last frame always shows the board.
    """
    steps = select_film_steps(positions, views)
    for number, step in enumerate(steps, 1):
        engine, view = positions[step], views[step]
        game = engine.game
        reveal = game.draw_reveal(view) if 0 < step < steps[-1] else None
        caption = _format_caption(engine, view, locale, player_names)
        board = translate_picture(reveal or game.draw_board(view), game.say, locale)
        yield _draw_caption_below(board, engine, caption, (number, len(steps)), locale)


def select_film_steps(positions: Sequence[Match], views: Sequence[Any]) -> list[int]:
    """Return the steps that get a frame, in order: the first, the last, and the most important ones.

    If there is room for more frames, steps in the middle of the largest gaps are added.
    """
    selected = {0, len(positions) - 1}
    for step in rank_steps_by_weight(positions, views):
        if len(selected) < FILM_MAX_FRAMES:
            selected.add(step)
    while len(selected) < min(FILM_MAX_FRAMES, len(positions)):
        before, after = max(pairwise(sorted(selected)), key=lambda gap: gap[1] - gap[0])
        selected.add((before + after) // 2)
    return sorted(selected)


def rank_steps_by_weight(positions: Sequence[Match], views: Sequence[Any]) -> list[int]:
    """Return the important steps, most important first. Equally important steps are in chronological order.

    If the game does not assign weights to its steps, the weight of a step is the size of its score swing.
    """
    weights = [positions[0].game.weigh_step(before, view) for before, view in pairwise(views)]
    weight_by_step = {step: weight for step, weight in enumerate(weights, 1) if weight is not None}
    if None in weights:
        weight_by_step = {swing.step_number: swing.size for swing in turning_points.find_score_swings(positions)}
    return sorted(
        (step for step, weight in weight_by_step.items() if weight), key=lambda step: (-weight_by_step[step], step)
    )


def _format_caption(engine: Match, view: Any, locale: str, player_names: Sequence[str]) -> str:
    """Describe the latest step without the final period. If nothing has happened yet, list the players."""
    if engine.result and engine.result.reason in OUTSIDE_REASONS:
        names, ranks = dict(enumerate(player_names)), engine.result.ranks
        if ranks.count(1) > 1:
            caption = format_end_reason(engine, names, locale)
        else:
            why = format_win_reason(engine, names, locale)
            caption = say("film-won", locale, who=player_names[ranks.index(1)], why=why)
    else:
        *_, caption = [" – ".join(player_names), *engine.game.describe_step(view, locale, player_names)]
    return capitalize_sentence(caption).removesuffix(".")


def _draw_caption_below(board: Picture, engine: Match, text: str, progress: tuple[int, int], locale: str) -> Picture:
    """Return the board with a caption and a row of progress dots below it.

    `progress` is the number of the frame and the total number of frames.
    """
    seat_names = tuple(engine.game.say(f"seat-{seat}", locale) for seat in range(engine.seats))
    top = board.height
    caption = Caption(
        text,
        seat_names,
        board.width - 2 * CAPTION_PADDING,
        CAPTION_MAX_LINES * LARGE_TYPE_HEIGHT,
        CAPTION_MAX_LINES,
        LIGHT,
        board.ground,
    )
    marks = (
        *board.marks,
        (caption, CAPTION_PADDING, top + CAPTION_PADDING),
        *_draw_progress_dots(*progress, board, top + 2 * CAPTION_PADDING + CAPTION_MAX_LINES * LARGE_TYPE_HEIGHT),
    )
    return replace(board, height=top + CAPTION_AREA_HEIGHT, marks=marks)


def _draw_progress_dots(number: int, total: int, board: Picture, top: int) -> Iterator[PlacedMark]:
    left = (board.width - DOT_DISTANCE * (total - 1) - CURRENT_DOT_WIDTH) // 2
    for dot in range(1, total + 1):
        width = CURRENT_DOT_WIDTH if dot == number else DOT_SIZE
        ink = LIGHT if dot <= number else PANEL
        yield Rectangle(width, DOT_SIZE, ink, board.ground, DOT_SIZE // 2, LIGHT, 3), left, top
        left += width + DOT_DISTANCE - DOT_SIZE
