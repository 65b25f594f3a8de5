"""A match in twenty seconds: its highlights, each with a caption; of a longer one what was plain is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from textwrap import wrap
from typing import Any, Final

from bot.paint import LAST, PAUSE
from bot.scenes.scene import Film
from bot.scenes.turning import ranked
from bot.table.table import Begun
from games.art import LIGHT, Letters, Mark, Picture
from games.match import Match

LONGEST: Final = 20_000
"""Milliseconds."""
MOST: Final = 1 + (LONGEST - LAST) // PAUSE
LINE: Final = 38
"""Letters, on a board of 900."""
HEIGHT: Final = 54
"""Read on a phone, where a board is a quarter as wide."""


def seen(table: Begun, match: Match) -> Any:
    """With the eyes of everybody; while it is played what must be forgotten stays covered."""
    view = match.view(None)
    return view if table.over else match.game.covered(view)


def film(table: Begun, passed: Sequence[Match], locale: str) -> Film:
    """`passed` is the match at its start and after each step."""
    shown = tuple(_captioned(table, passed[at], locale) for at in highlights(passed))
    return Film(shown, table.game.alt(seen(table, passed[-1]), locale))


def highlights(passed: Sequence[Match]) -> list[int]:
    """How it began and ended, then where the score changed most, and between them steps as far apart as can be."""
    last = len(passed) - 1
    found = {0, last}
    for turn in ranked(passed):
        if len(found) < MOST:
            found.add(turn.at)
    while len(found) < min(MOST, len(passed)):
        shown = sorted(found)
        before, after = max(pairwise(shown), key=lambda gap: gap[1] - gap[0])
        found.add((before + after) // 2)
    return sorted(found)


def _captioned(table: Begun, match: Match, locale: str) -> Picture:
    """Below the board; people are called by their seats, whose colours and shapes the board has."""
    game, view = match.game, seen(table, match)
    board = game.picture(view)
    seats = [game.say(f"seat-{seat}", locale) for seat in range(match.seats)]
    *_, told = ["", *game.told(view, locale, seats)]
    marks: list[Mark] = [
        (Letters(line, board.width, HEIGHT, LIGHT, board.ground), 0, board.height + HEIGHT * row)
        for row, line in enumerate(wrap(told, LINE * board.width // 900, max_lines=2, placeholder=" …"))
    ]
    return replace(board, height=board.height + HEIGHT * 2 + HEIGHT // 2, marks=(*board.marks, *marks))
