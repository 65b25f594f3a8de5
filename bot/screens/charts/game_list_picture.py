"""The picture of the list of games: for each game a strip with its name, a few facts and a part of its banner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from bot.i18n import say
from bot.screens.charts.chart_kit import cut_text, is_within_width
from bot.screens.rules import format_player_count
from games import GAMES, art
from games.core import Game

STRIP_HEIGHT: Final = 175
STRIP_GAP: Final = 5
TEXT_LEFT: Final = 36
PANEL_WIDTH: Final = 700
"""The width of the part of a strip that is kept free for text."""
TITLE_MAX_HEIGHT: Final = 76
LINE_MAX_HEIGHT: Final = 46


@lru_cache(maxsize=8)
def draw_game_list(locale: str) -> art.Picture:
    marks = [mark for number, game in enumerate(GAMES.values()) for mark in _draw_strip(game, number, locale)]
    height = STRIP_HEIGHT * len(GAMES)
    return art.Picture(build_game_list_palette(), art.BOARD_WIDTH, height, art.SLATE, tuple(marks))


@lru_cache(maxsize=1)
def build_game_list_palette() -> art.Palette:
    """Return a palette with the colors of all banners."""
    grounds = [_get_ground_color(game) for game in GAMES.values()]
    folders = [(game.say.package, "shown") for game in GAMES.values() if game.BANNER]
    return art.Palette(
        "bot",
        grounds=tuple(dict.fromkeys([art.SLATE, *grounds])),
        inks=(art.LIGHT, art.GOLD),
        shared_folders=tuple(folders),
    )


def format_game_facts(game: Game[Any, Any, Any], locale: str) -> str:
    """Return how long a match takes, and how many can play."""
    return say("game-facts", locale, minutes=game.TYPICAL_MINUTES, players=format_player_count(game, locale))


def _get_ground_color(game: Game[Any, Any, Any]) -> art.Color:
    return game.BANNER.picture.ground if game.BANNER else art.SLATE


def _draw_strip(game: Game[Any, Any, Any], number: int, locale: str) -> Iterator[art.PlacedMark]:
    ground, top, height = _get_ground_color(game), number * STRIP_HEIGHT, STRIP_HEIGHT - STRIP_GAP
    if game.BANNER:
        width = art.BOARD_WIDTH * STRIP_HEIGHT // art.BANNER_HEIGHT
        yield art.Sprite(f"{game.KEY}_banner", width, ground), art.BOARD_WIDTH - width, top
    yield art.Rectangle(PANEL_WIDTH, STRIP_HEIGHT, ground), 0, top
    if number:
        yield art.Rectangle(art.BOARD_WIDTH, STRIP_GAP, art.SLATE), 0, top - STRIP_GAP
    width = PANEL_WIDTH - TEXT_LEFT
    lines = [_fit_line(game.say("name", locale), TITLE_MAX_HEIGHT, art.LIGHT, ground, width, bold=True)]
    if game.BANNER:
        lines.append(_fit_line(game.say("hook", locale), LINE_MAX_HEIGHT, art.GOLD, ground, width))
    lines.append(_fit_line(format_game_facts(game, locale), LINE_MAX_HEIGHT, art.LIGHT, ground, width))
    y = top + (height - sum(line.height for line in lines)) // 2
    for line in lines:
        yield line, TEXT_LEFT, y
        y += line.height


def _fit_line(
    text: str, max_height: int, ink: art.Color, ground: art.Color, width: int, *, bold: bool = False
) -> art.Letters:
    """Return a line in the largest type that fits, and cut it if even the smallest does not."""
    for height in range(max_height, art.SMALL_TYPE_HEIGHT, -1):
        line = art.Letters(text, width, height, ink, ground, bold=bold, align="left")
        if is_within_width(line):
            return line
    return cut_text(art.Letters(text, width, art.SMALL_TYPE_HEIGHT, ink, ground, bold=bold, align="left"))
