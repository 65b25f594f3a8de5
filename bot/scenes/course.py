"""How a match went, as a picture: everybody's score by duels, turns or steps, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.scenes.moments import Count
from bot.scenes.plot import COLOURS, GRID, LINE, PALE, Scale, stepped, steps
from bot.scenes.turning import Turn
from bot.texts import say
from games import typeface
from games.art import (
    GOLD,
    INK,
    LARGE,
    LIGHT,
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
from games.match import Match

EDGE: Final = 8
ROW: Final = 80
BADGE: Final = 71
DOWN: Final = 400
INSIDE: Final = 24
KEY: Final = 66
"""How high it is above the lines, for who gained what."""
SEAT: Final = 54
GAIN: Final = 92
SIDE: Final = 96
"""Left of the lines, for what they stand at."""
BETWEEN: Final = 10
FOOT: Final = 50
"""Below them, for when it was."""

PALETTE: Final = Palette("bot", grounds=(SLATE, PAPER, GOLD), inks=(LIGHT, GOLD, INK, GRID, PALE, *COLOURS))


def picture(passed: Sequence[Match], turns: Sequence[Turn], count: Count, locale: str) -> Picture | None:
    """`passed` is the match at its start and after each step; None where nothing was ever scored before its end."""
    if not turns:
        return None
    seats = passed[-1].seats
    rows = -(-seats // _columns(seats))
    top = EDGE + ROW * rows
    marks = (*_people(passed[-1]), *_course(passed, turns, count, top, locale))
    return Picture(PALETTE, WIDTH, top + DOWN + EDGE, SLATE, marks)


def _columns(seats: int) -> int:
    return 2 if seats in {2, 4} else 3


def _people(match: Match) -> Iterator[Mark]:
    """Whose line is whose, and what it has come to."""
    columns = _columns(match.seats)
    width = (WIDTH - 2 * EDGE) // columns
    for seat, points in enumerate(match.scores()):
        left, top = EDGE + seat % columns * width, EDGE + seat // columns * ROW
        score = Letters(str(points), width, LARGE, LIGHT, SLATE, lie="right")
        room = round(typeface.length(score)) + 6
        name = width - BADGE - room - 56
        yield Sprite(f"seat_{seat}", BADGE, SLATE, str(seat + 1)), left, top + (ROW - BADGE) // 2
        yield Name(seat, name, 50, LIGHT, SLATE), left + BADGE + 10, top + (ROW - 50) // 2
        yield (
            Letters(score.text, room, LARGE, LIGHT, SLATE, lie="right"),
            left + width - room - 36,
            top + (ROW - LARGE) // 2,
        )


def _course(passed: Sequence[Match], turns: Sequence[Turn], count: Count, top: int, locale: str) -> Iterator[Mark]:
    """The score by what the match is counted in; above, who gained how much where it turned."""
    scores = [match.scores() for match in passed]
    points = [each for step in scores for each in step]
    marks = steps(min(points), max(points))
    across = Scale(0, len(scores) - 1, EDGE + SIDE + INSIDE, WIDTH - EDGE - INSIDE)
    up = Scale(marks[0], marks[-1], top + DOWN - FOOT - INSIDE, top + KEY + INSIDE)
    yield Box(WIDTH - 2 * EDGE, DOWN, PAPER, SLATE, corner=18), EDGE, top
    for mark in marks:
        yield Box(WIDTH - 2 * EDGE - SIDE - 12, 2, GRID), EDGE + SIDE, up(mark) - 1
        yield (
            Letters(str(mark), SIDE - 18, SMALL, PALE, PAPER, bold=False, lie="right"),
            EDGE + 8,
            up(mark) - SMALL // 2,
        )
    for turn in turns:
        yield Box(6, DOWN - KEY - FOOT, GOLD), across(turn.at) - 3, top + KEY
    for seat in range(len(scores[0])):
        beside = _beside(seat, len(scores[0]))
        yield from stepped([(across(at), up(step[seat]) + beside) for at, step in enumerate(scores)], COLOURS[seat])
    yield from _gains(scores, turns, across, top)
    for seat in range(len(scores[0])):
        place = up(scores[-1][seat]) + _beside(seat, len(scores[0]))
        yield Sprite(f"shape_{seat}", 40, PAPER), across(len(scores) - 1) - 20, place - 20
    yield from _counted(turns, count, across, top + DOWN - FOOT, locale)


def _gains(scores: Sequence[Sequence[int]], turns: Sequence[Turn], across: Scale, top: int) -> Iterator[Mark]:
    """In time, beside each other where they are near each other."""
    wide = SEAT + GAIN
    after = EDGE + SIDE
    for number, turn in enumerate(sorted(turns, key=lambda turn: turn.at)):
        last = WIDTH - EDGE - 12 - wide * (len(turns) - number)
        left = min(max(across(turn.at) - wide // 2, after), last)
        gain = scores[turn.at][turn.seat] - scores[turn.at - 1][turn.seat]
        yield Sprite(f"seat_{turn.seat}", SEAT, PAPER), left, top + (KEY - SEAT) // 2
        yield Letters(f"+{gain}", GAIN, 48, INK, PAPER, bold=False, lie="left"), left + SEAT + 6, top + (KEY - 48) // 2
        after = left + wide


def _counted(turns: Sequence[Turn], count: Count, across: Scale, top: int, locale: str) -> Iterator[Mark]:
    """Below, which duel or turn it was: as in the text and on the buttons beside the picture."""
    told = Letters(say(f"course-{count.kind}", locale), SIDE + 40, SMALL, PALE, PAPER, bold=False, lie="left")
    told = replace(told, width=round(typeface.length(told)) + 4)
    yield told, EDGE + 16, top
    free, edge = EDGE + 24 + told.width, WIDTH - EDGE - 16
    numbers = {count.moment(turn.at).number: turn.at for turn in sorted(turns, key=lambda turn: -turn.at)}
    lines = [(_written(number), across(at)) for number, at in sorted(numbers.items())]
    # Beside each other, where they are near each other; the last of all, if it is another and there is room.
    for number, (line, middle) in enumerate(lines):
        after = sum(other.width + BETWEEN for other, _ in lines[number:]) - BETWEEN
        left = min(max(middle - line.width // 2, free), edge - after)
        yield line, left, top
        free = left + line.width + BETWEEN
    end = _written(count.moment(round(across.most)).number)
    if end.text not in {line.text for line, _ in lines} and edge - end.width >= free:
        yield end, edge - end.width, top


def _written(number: int) -> Letters:
    line = Letters(str(number), 0, SMALL, INK, PAPER, bold=False)
    return replace(line, width=round(typeface.length(line)) + 4)


def _beside(seat: int, seats: int) -> int:
    """Who have as much lie beside each other, or one would hide the others."""
    return round((seat - (seats - 1) / 2) * LINE)
