"""A game's banner: its drawing, and on it its name and a line, in the language of whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from bot.scenes.scene import Board
from bot.texts import say
from games import art, find_game, typeface
from games.art import GOLD, LIGHT, SMALL, Letters, Mark
from games.core import Game

LARGEST: Final = 118
"""The height of a line of its name."""
LINE: Final = 52
"""That of the line below."""


@lru_cache(maxsize=64)
def banner(key: str, locale: str) -> Board | None:
    """None of a game that has none."""
    game = find_game(key)
    if game.BANNER is None:
        return None
    picture = game.BANNER.picture
    marks = (*picture.marks, *_written(game, locale, game.BANNER))
    return Board(replace(picture, marks=marks), f"{game.say('name', locale)} · {told(game, locale)}")


def told(game: Game[Any, Any, Any], locale: str) -> str:
    return f"{game.say('hook', locale)} · {players(game, locale)}"


def players(game: Game[Any, Any, Any], locale: str) -> str:
    first, last = game.SEATS[0], game.SEATS[-1]
    return say("banner-players", locale, players=f"{first}–{last}" if last > first else str(first))


def _written(game: Game[Any, Any, Any], locale: str, banner: art.Banner) -> Iterator[Mark]:
    """In the middle of its room, as large as that lets it be."""
    left, top, width, height = banner.room
    lines = game.say("title", locale).split("\n")
    below = _below(game, locale, Letters("", width, LINE, GOLD, banner.picture.ground, bold=False, lie="left"))
    under = sum(line.height for line in below)
    high = min(LARGEST, (height - under) // len(lines))
    title = [Letters(line, width, high, LIGHT, banner.picture.ground, lie="left") for line in lines]
    high = min(high, int(high * width / max(map(typeface.length, title))))
    y = top + (height - high * len(lines) - under) // 2
    for line in title:
        yield replace(line, height=high), left, y
        y += high
    for line in below:
        yield line, left, y
        y += line.height


def _below(game: Game[Any, Any, Any], locale: str, like: Letters) -> list[Letters]:
    """What it is about and for how many: smaller first, then one below the other."""
    parts = [game.say("hook", locale), players(game, locale)]
    ways = (
        [replace(like, text=text, height=height) for text in texts]
        for texts in ([" · ".join(parts)], parts)
        for height in range(LINE, SMALL - 1, -1)
    )
    return next(lines for lines in ways if all(typeface.length(line) <= line.width for line in lines))
