"""A match in twenty seconds: its highlights, each with a caption; of a longer one what was plain is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.painting import FRAME_DURATION_MS, LAST_FRAME_DURATION_MS
from bot.screens import turning_points
from bot.screens.phrases import capitalize_sentence, format_end_reason, format_player_names, list_picture_names
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
"""Milliseconds."""
FILM_MAX_FRAMES: Final = 1 + (FILM_MAX_DURATION_MS - LAST_FRAME_DURATION_MS) // FRAME_DURATION_MS
CAPTION_MAX_LINES: Final = 2
CAPTION_PADDING: Final = 12
DOT_SIZE: Final = 16
"""For each of its boards one, below; those that were shown are full, and the one that is shown is long."""
CURRENT_DOT_WIDTH: Final = 48
DOT_DISTANCE: Final = 36
CAPTION_AREA_HEIGHT: Final = CAPTION_MAX_LINES * LARGE_TYPE_HEIGHT + 2 * CAPTION_PADDING + DOT_SIZE + CAPTION_PADDING


def render_film(match: StartedMatch, positions: Sequence[Match], locale: str) -> Film:
    """`passed` is the match at its start and after each step."""
    views = [get_public_view(engine, is_over=match.is_over) for engine in positions]
    alt = match.game.describe_briefly(views[-1], locale)
    return Film(
        tuple(draw_frames(positions, views, locale, _list_caption_names(match, locale))),
        alt,
        list_picture_names(match, locale),
    )


def _list_caption_names(match: StartedMatch, locale: str) -> list[str]:
    """People by what stands for their name until it is painted; the house and whoever is gone as in a sentence."""
    return [
        person_placeholder(seat) if who is not None and who >= 0 else name
        for seat, (who, name) in enumerate(zip(match.player_ids, format_player_names(match, locale), strict=True))
    ]


def draw_frames(
    positions: Sequence[Match], views: Sequence[Any], locale: str, player_names: Sequence[str]
) -> Iterator[Picture]:
    """What several chose at once is shown as it was revealed, but for the last, which is what it came to."""
    shown = select_film_steps(positions, views)
    for number, at in enumerate(shown, 1):
        game, engine, view = positions[at].game, positions[at], views[at]
        picture = game.draw_reveal(view) if 0 < at < shown[-1] else None
        told = _format_caption(engine, view, locale, player_names)
        board = translate_picture(picture or game.draw_board(view), game.say, locale)
        yield _draw_caption_below(board, engine.seats, told, (number, len(shown)), locale, game)


def select_film_steps(positions: Sequence[Match], views: Sequence[Any]) -> list[int]:
    """How it began and ended, then what weighed most, and between them steps as far apart as can be."""
    last = len(positions) - 1
    found = {0, last}
    for at in rank_steps_by_weight(positions, views):
        if len(found) < FILM_MAX_FRAMES:
            found.add(at)
    while len(found) < min(FILM_MAX_FRAMES, len(positions)):
        shown = sorted(found)
        before, after = max(pairwise(shown), key=lambda gap: gap[1] - gap[0])
        found.add((before + after) // 2)
    return sorted(found)


def rank_steps_by_weight(positions: Sequence[Match], views: Sequence[Any]) -> list[int]:
    """As the game weighs its steps, else by the score; of equals the earlier first."""
    weights = [positions[0].game.weigh_step(before, view) for before, view in pairwise(views)]
    steps = {at: weight for at, weight in enumerate(weights, 1) if weight is not None}
    if None in weights:
        steps = {turn.step_number: turn.size for turn in turning_points.find_score_swings(positions)}
    return sorted((at for at, weight in steps.items() if weight), key=lambda at: (-steps[at], at))


def _format_caption(engine: Match, view: Any, locale: str, player_names: Sequence[str]) -> str:
    """What happened last, or who plays: a caption, without the full stop of a line."""
    if engine.result and engine.result.reason in OUTSIDE_REASONS:
        why = format_end_reason(engine, dict(enumerate(player_names)), locale)
        ranks = engine.result.ranks
        told = why if ranks.count(1) > 1 else say("film-won", locale, who=player_names[ranks.index(1)], why=why)
    else:
        *_, told = [" – ".join(player_names), *engine.game.describe_step(view, locale, player_names)]
    return capitalize_sentence(told).removesuffix(".")


def _draw_caption_below(
    board: Picture, seats: int, text: str, progress: tuple[int, int], locale: str, game: Any
) -> Picture:
    """Below the board; and below that, where one is."""
    words = tuple(game.say(f"seat-{seat}", locale) for seat in range(seats))
    width, top = board.width, board.height
    caption = Caption(
        text,
        words,
        width - 2 * CAPTION_PADDING,
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
    for at in range(1, total + 1):
        wide = CURRENT_DOT_WIDTH if at == number else DOT_SIZE
        ink = LIGHT if at <= number else PANEL
        yield Rectangle(wide, DOT_SIZE, ink, board.ground, DOT_SIZE // 2, LIGHT, 3), left, top
        left += wide + DOT_DISTANCE - DOT_SIZE
