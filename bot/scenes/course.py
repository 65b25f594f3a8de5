"""How a match went, as a picture: everybody's score step by step, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.scenes.plot import COLOURS, GRID, LINE, PALE, Scale, stepped
from bot.scenes.turning import Turn
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
DOWN: Final = 330
INSIDE: Final = 40
KEY: Final = 52

PALETTE: Final = Palette("bot", grounds=(SLATE, PAPER, GOLD), inks=(LIGHT, GOLD, INK, GRID, PALE, *COLOURS))


def picture(passed: Sequence[Match], turns: Sequence[Turn]) -> Picture | None:
    """`passed` is the match at its start and after each step; None where nothing was ever scored before its end."""
    scores = [match.scores() for match in passed]
    if not turns:
        return None
    seats = passed[-1].seats
    rows = -(-seats // _columns(seats))
    top = EDGE + ROW * rows
    marks = (*_people(passed[-1]), *_course(scores, turns, top))
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
        name = width - BADGE - room - 40
        yield Sprite(f"seat_{seat}", BADGE, SLATE, str(seat + 1)), left, top + (ROW - BADGE) // 2
        yield Name(seat, name, 50, LIGHT, SLATE), left + BADGE + 10, top + (ROW - 50) // 2
        yield (
            Letters(score.text, room, LARGE, LIGHT, SLATE, lie="right"),
            left + width - room - 16,
            top + (ROW - LARGE) // 2,
        )


def _course(scores: Sequence[Sequence[int]], turns: Sequence[Turn], top: int) -> Iterator[Mark]:
    """The turning points are numbered as in the text and on the buttons beside it."""
    points = [each for step in scores for each in step]
    across = Scale(0, len(scores) - 1, EDGE + INSIDE, WIDTH - EDGE - INSIDE)
    up = Scale(min(points), max(points), top + DOWN - INSIDE, top + KEY + INSIDE)
    yield Box(WIDTH - 2 * EDGE, DOWN, PAPER, SLATE, corner=18), EDGE, top
    for turn in turns:
        yield Box(6, DOWN - KEY, GOLD), across(turn.at) - 3, top + KEY
    for seat in range(len(scores[0])):
        beside = _beside(seat, len(scores[0]))
        yield from stepped([(across(at), up(step[seat]) + beside) for at, step in enumerate(scores)], COLOURS[seat])
    lefts: list[int] = []
    for left, number in sorted((across(turn.at) - KEY // 2, number) for number, turn in enumerate(turns, 1)):
        # Beside each other, where they are near each other.
        lefts.append(max([left, *(before + KEY + 4 for before in lefts[-1:])]))
        yield Box(KEY, KEY, GOLD, PAPER, corner=KEY // 2), lefts[-1], top + 4
        yield Letters(str(number), KEY - 12, SMALL, INK, GOLD, bold=False), lefts[-1] + 6, top + 4 + (KEY - SMALL) // 2
    for seat in range(len(scores[0])):
        place = up(scores[-1][seat]) + _beside(seat, len(scores[0]))
        yield Sprite(f"shape_{seat}", 40, PAPER), across(len(scores) - 1) - 20, place - 20


def _beside(seat: int, seats: int) -> int:
    """Who have as much lie beside each other, or one would hide the others."""
    return round((seat - (seats - 1) / 2) * LINE)
