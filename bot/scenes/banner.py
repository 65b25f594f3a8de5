"""A game's banner: its drawing, and on it its name and a line, in the language of whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from bot.scenes.scene import Board
from bot.texts import say
from games import art, canvas, named
from games.art import GOLD, LIGHT, SMALL, Letters, Mark
from games.core import Bannered, Game

LARGEST: Final = 118
"""The height of a line of its name."""
LINE: Final = 52
"""That of the line below."""


@lru_cache(maxsize=64)
def banner(key: str, locale: str) -> Board | None:
    """None of a game that has none."""
    game = named(key)
    if not isinstance(game, Bannered):
        return None
    picture = game.BANNER.picture
    marks = (*picture.marks, *_written(game, locale, game.BANNER))
    return Board(replace(picture, marks=marks), f"{game.say('name', locale)} · {told(game, locale)}")


def told(game: Game[Any, Any, Any], locale: str, *, briefly: bool = False) -> str:
    first, last = game.SEATS[0], game.SEATS[-1]
    players = say("banner-players", locale, players=f"{first}–{last}" if last > first else str(first))
    return players if briefly else f"{game.say('hook', locale)} · {players}"


def _written(game: Game[Any, Any, Any], locale: str, banner: art.Banner) -> Iterator[Mark]:
    """In the middle of its room, as large as that lets it be."""
    left, top, width, height = banner.room
    lines = game.say("title", locale).split("\n")
    high = min(LARGEST, (height - LINE) // len(lines))
    title = [Letters(line, width, high, LIGHT, banner.picture.ground, lie="left") for line in lines]
    high = min(high, int(high * width / max(map(canvas.length, title))))
    y = top + (height - high * len(lines) - LINE) // 2
    for line in title:
        yield replace(line, height=high), left, y
        y += high
    yield _below(game, locale, replace(title[0], ink=GOLD, bold=False)), left, y


def _below(game: Game[Any, Any, Any], locale: str, like: Letters) -> Letters:
    """Smaller first, then shorter."""
    lines = (
        replace(like, text=told(game, locale, briefly=briefly), height=height)
        for briefly in (False, True)
        for height in range(LINE, SMALL - 1, -1)
    )
    return next(line for line in lines if canvas.length(line) <= line.width)
