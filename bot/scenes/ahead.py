"""Who was ahead in a match of two, as a picture: a curve, where it turned, and what each owes to luck and to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.scenes.debrief import points
from bot.scenes.moments import Count
from bot.scenes.plot import COLOURS, GRID, PALE, Scale
from bot.texts import say
from games.art import (
    FAINT,
    GOLD,
    HEIGHT,
    INK,
    LARGE,
    LIGHT,
    PANEL,
    PAPER,
    SLATE,
    SMALL,
    WIDTH,
    Box,
    Letters,
    Mark,
    Name,
    Palette,
    Picture,
    Sprite,
)  # fmt: skip
from games.coach import Review, Turn
from games.core import Seat

EDGE: Final = 8
HEAD: Final = 80
"""Above the paper, for who played and what it came to."""
SEAT: Final = 60
DOWN: Final = 330
"""How high the paper is."""
INSIDE: Final = 40
SIDE: Final = 100
"""Left of the curve, for whose chances go where."""
FINE: Final = 2
"""A slope is drawn in columns so wide."""
LINE: Final = 8
BADGE: Final = 58
CARD: Final = 88
"""How high what is told of a turn is."""
CORNER: Final = 16
FOOT: Final = HEIGHT - EDGE - HEAD - DOWN - EDGE - CARD - EDGE - EDGE
TRACK: Final = 24
"""How high a bar is."""

PALETTE: Final = Palette("bot", grounds=(SLATE, PANEL, PAPER), inks=(LIGHT, FAINT, GOLD, INK, GRID, PALE, *COLOURS[:2]))


def picture(review: Review, scores: Sequence[int], count: Count, locale: str) -> Picture | None:
    """None where more than two played: who of them was ahead is no line between two."""
    if len(review.seats) != 2:
        return None
    marks = (
        *_people(scores),
        *_curve(review),
        *_turns(review.turns, count, locale),
        *(mark for seat in review.seats for mark in _bars(review, seat, locale)),
    )
    return Picture(PALETTE, WIDTH, HEIGHT, SLATE, marks)


def _people(scores: Sequence[int]) -> Iterator[Mark]:
    middle, room = WIDTH // 2, 340
    top = (HEAD - SEAT) // 2 + 4
    yield Sprite("seat_0", SEAT, SLATE), EDGE + 8, top
    yield Name(0, room, 52, LIGHT, SLATE), EDGE + SEAT + 20, top + 4
    told = Letters(f"{scores[0]} : {scores[1]}", 220, LARGE, GOLD, SLATE)
    yield told, middle - told.width // 2, top - 2
    yield Name(1, room, 52, LIGHT, SLATE, lie="right"), WIDTH - EDGE - SEAT - 20 - room, top + 4
    yield Sprite("seat_1", SEAT, SLATE), WIDTH - EDGE - 8 - SEAT, top


def _curve(review: Review) -> Iterator[Mark]:
    """The first seat's chances go up, the second's down; filled, so that one sees who led for how long."""
    yield Box(WIDTH - 2 * EDGE, DOWN, PAPER, SLATE, corner=CORNER), EDGE, HEAD
    told = _told(review)
    across = Scale(told[0][0], max(told[-1][0], told[0][0] + 1), EDGE + SIDE, WIDTH - EDGE - INSIDE)
    up = Scale(0, 1, HEAD + DOWN - INSIDE, HEAD + INSIDE)
    middle = up(0.5)
    for (start, before), (end, after) in pairwise(told):
        slope = Scale(across(start), across(end), up(before), up(after))
        for column in range(across(start), across(end), FINE):
            height = slope(column)
            top, bottom = sorted((height, middle))
            if top < bottom:
                yield Box(FINE, bottom - top, COLOURS[int(height > middle)]), column, top
    yield Box(WIDTH - 2 * EDGE - SIDE - INSIDE + 24, 3, PALE), EDGE + SIDE - 12, middle - 1
    for (start, before), (end, after) in pairwise(told):
        slope = Scale(across(start), across(end), up(before), up(after))
        for column in range(across(start), across(end), FINE):
            here, there = sorted((slope(column), slope(min(column + FINE, across(end)))))
            yield Box(FINE, there - here + LINE, INK), column, here - LINE // 2
    for seat, top in ((0, HEAD + 14), (1, HEAD + DOWN - 14 - SEAT)):
        yield Sprite(f"seat_{seat}", SEAT, PAPER), EDGE + 14, top
    chances = dict(told)
    for turn in review.turns:
        left, top = across(turn.step.at), up(chances[turn.step.at])
        yield Sprite(f"seat_{turn.seat}", BADGE, PAPER), left - BADGE // 2, top - BADGE // 2


def _told(review: Review) -> list[tuple[int, float]]:
    """After how many steps what the first seat's chances were, from where on the coach knows anything."""
    judged = [step.at for step in review.steps if any(part.seat is not None for part in step.parts)]
    begun = judged[0] - 1 if judged else 0
    return [(at, worth[0]) for at, worth in enumerate(review.curve) if at >= begun]


def _turns(turns: Sequence[Turn], count: Count, locale: str) -> Iterator[Mark]:
    """Beside each other, in the order in which they were: when, and who gained how much."""
    top, wide = HEAD + DOWN + EDGE, (WIDTH - 4 * EDGE) // 3
    most = max((turn.swing for turn in turns), default=0.0)
    for at, turn in enumerate(turns):
        left = EDGE + at * (wide + EDGE)
        yield Box(wide, CARD, PANEL, SLATE, corner=CORNER), left, top
        yield Sprite(f"seat_{turn.seat}", BADGE, PANEL), left + 14, top + (CARD - BADGE) // 2
        when = f"{say(f'course-{count.kind}', locale)} {count.moment(turn.step.at).number}"
        yield Letters(when, 130, 44, FAINT, PANEL, bold=False, lie="left"), left + 84, top + 22
        ink = GOLD if turn.swing == most else LIGHT
        yield Letters(points(turn.swing), 130, LARGE, ink, PANEL, lie="right"), left + wide - 144, top + 11


def _bars(review: Review, seat: Seat, locale: str) -> Iterator[Mark]:
    """To the right what it gained, to the left what it lost; a whole match is half a bar."""
    wide, top = (WIDTH - 3 * EDGE) // 2, HEIGHT - EDGE - FOOT
    left = EDGE + seat * (wide + EDGE)
    yield Box(wide, FOOT, PANEL, SLATE, corner=CORNER), left, top
    yield Sprite(f"seat_{seat}", 48, PANEL), left + 14, top + 8
    yield Name(seat, wide - 100, 46, LIGHT, PANEL), left + 74, top + 9
    rows = (("luck", review.luck(seat), GOLD), ("play", -review.lost(seat), COLOURS[seat]))
    for row, (key, share, ink) in enumerate(rows):
        height = top + 66 + row * ((FOOT - 66) // 2)
        word = Letters(say(f"ahead-{key}", locale), 130, SMALL, LIGHT, PANEL, bold=False, lie="left")
        yield word, left + 14, height
        start, length = left + 150, wide - 150 - 124
        yield Box(length, TRACK, SLATE), start, height + 8
        middle = start + length // 2
        part = round(min(1.0, abs(share)) * length / 2)
        if part:
            yield Box(part, TRACK, ink), middle if share > 0 else middle - part, height + 8
        yield Box(4, TRACK + 12, LIGHT), middle - 2, height + 2
        yield Letters(points(share), 110, 48, LIGHT, PANEL, bold=False, lie="right"), left + wide - 124, height - 4
