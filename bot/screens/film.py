"""A match in twenty seconds: its highlights, each with a caption; of a longer one what was plain is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.painting import LAST, PAUSE
from bot.screens import turning_points
from bot.screens.names import names, plates, sentence
from bot.screens.outcome import reason
from bot.screens.scene import Film
from bot.screens.turning_points import seen
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

LONGEST: Final = 20_000
"""Milliseconds."""
MOST: Final = 1 + (LONGEST - LAST) // PAUSE
LINES: Final = 2
EDGE: Final = 12
DOT: Final = 16
"""For each of its boards one, below; those that were shown are full, and the one that is shown is long."""
LONG: Final = 48
PITCH: Final = 36
BELOW: Final = LINES * LARGE_TYPE_HEIGHT + 2 * EDGE + DOT + EDGE


def film(match: StartedMatch, passed: Sequence[Match], locale: str) -> Film:
    """`passed` is the match at its start and after each step."""
    views = [seen(engine, over=match.is_over) for engine in passed]
    alt = match.game.describe_briefly(views[-1], locale)
    return Film(tuple(frames(passed, views, locale, _called(match, locale))), alt, plates(match, locale))


def _called(match: StartedMatch, locale: str) -> list[str]:
    """People by what stands for their name until it is painted; the house and whoever is gone as in a sentence."""
    return [
        person_placeholder(seat) if who is not None and who >= 0 else name
        for seat, (who, name) in enumerate(zip(match.people, names(match, locale), strict=True))
    ]


def frames(passed: Sequence[Match], views: Sequence[Any], locale: str, called: Sequence[str]) -> Iterator[Picture]:
    """What several chose at once is shown as it was revealed, but for the last, which is what it came to."""
    shown = highlights(passed, views)
    for number, at in enumerate(shown, 1):
        game, engine, view = passed[at].game, passed[at], views[at]
        picture = game.draw_reveal(view) if 0 < at < shown[-1] else None
        told = _told(engine, view, locale, called)
        board = translate_picture(picture or game.draw_board(view), game.say, locale)
        yield _captioned(board, engine.seats, told, (number, len(shown)), locale, game)


def highlights(passed: Sequence[Match], views: Sequence[Any]) -> list[int]:
    """How it began and ended, then what weighed most, and between them steps as far apart as can be."""
    last = len(passed) - 1
    found = {0, last}
    for at in heaviest(passed, views):
        if len(found) < MOST:
            found.add(at)
    while len(found) < min(MOST, len(passed)):
        shown = sorted(found)
        before, after = max(pairwise(shown), key=lambda gap: gap[1] - gap[0])
        found.add((before + after) // 2)
    return sorted(found)


def heaviest(passed: Sequence[Match], views: Sequence[Any]) -> list[int]:
    """As the game weighs its steps, else by the score; of equals the earlier first."""
    weights = [passed[0].game.weigh_step(before, view) for before, view in pairwise(views)]
    steps = {at: weight for at, weight in enumerate(weights, 1) if weight is not None}
    if None in weights:
        steps = {turn.at: turn.swing for turn in turning_points.scored(passed)}
    return sorted((at for at, weight in steps.items() if weight), key=lambda at: (-steps[at], at))


def _told(engine: Match, view: Any, locale: str, called: Sequence[str]) -> str:
    """What happened last, or who plays: a caption, without the full stop of a line."""
    if engine.result and engine.result.reason in OUTSIDE_REASONS:
        why = reason(engine, dict(enumerate(called)), locale)
        ranks = engine.result.ranks
        told = why if ranks.count(1) > 1 else say("film-won", locale, who=called[ranks.index(1)], why=why)
    else:
        *_, told = [" – ".join(called), *engine.game.describe_step(view, locale, called)]
    return sentence(told).removesuffix(".")


def _captioned(board: Picture, seats: int, told: str, where: tuple[int, int], locale: str, game: Any) -> Picture:
    """Below the board; and below that, where one is."""
    words = tuple(game.say(f"seat-{seat}", locale) for seat in range(seats))
    width, top = board.width, board.height
    caption = Caption(told, words, width - 2 * EDGE, LINES * LARGE_TYPE_HEIGHT, LINES, LIGHT, board.ground)
    marks = (
        *board.marks,
        (caption, EDGE, top + EDGE),
        *_dots(*where, board, top + 2 * EDGE + LINES * LARGE_TYPE_HEIGHT),
    )
    return replace(board, height=top + BELOW, marks=marks)


def _dots(number: int, of: int, board: Picture, top: int) -> Iterator[PlacedMark]:
    left = (board.width - PITCH * (of - 1) - LONG) // 2
    for at in range(1, of + 1):
        wide = LONG if at == number else DOT
        ink = LIGHT if at <= number else PANEL
        yield Rectangle(wide, DOT, ink, board.ground, DOT // 2, LIGHT, 3), left, top
        left += wide + PITCH - DOT
