"""How to play, page by page, and the banner of a game: its drawing with its name and a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from bot.i18n import say
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Button, Scene, SceneImage
from games import art, find_game, lessons, typeface
from games.art import GOLD, LIGHT, SMALL_TYPE_HEIGHT, Letters, PlacedMark, translate_picture
from games.core import Game
from games.options import Options

TITLE_MAX_HEIGHT: Final = 118
"""The height of a line of its name."""
TAGLINE_MAX_HEIGHT: Final = 52
"""That of the line below."""


def render_rules_page(
    game: Game[Any, Any, Any], match_id: int, argument: str, locale: str, options: Options | None = None
) -> Scene:
    """`rest` is the game and the page; without it the first page of the game. `options` are those of the match from
    which somebody came.
    """
    pages = lessons.format_lesson(game, locale, options)
    number = argument.rpartition(".")[2]
    at = min(int(number), len(pages) - 1) if number.isdecimal() else 0
    view = lessons.lesson_view(game, at + 1)
    # The first page says what the game is, and the banner shows it.
    shown = render_banner(game.KEY, locale) if at == 0 else None

    def turn(to: int, label: str) -> Button:
        off = not 0 <= to < len(pages)
        return Button(
            say(label, locale), str(CustomId(Action.SHOW_RULES, match_id, at, f"{game.KEY}.{to}")), disabled=off
        )

    return Scene(
        above=(f"### {game.say('name', locale)}", pages[at]),
        board=shown
        or SceneImage(translate_picture(game.draw_board(view), game.say, locale), game.describe_briefly(view, locale)),
        rows=((turn(at - 1, "button-before"), turn(at + 1, "button-next")),),
        footer=say("page", locale, page=at + 1, pages=len(pages)),
    )


@lru_cache(maxsize=64)
def render_banner(game_key: str, locale: str) -> SceneImage | None:
    """None of a game that has none."""
    game = find_game(game_key)
    if game.BANNER is None:
        return None
    picture = game.BANNER.picture
    marks = (*picture.marks, *_draw_banner_text(game, locale, game.BANNER))
    return SceneImage(replace(picture, marks=marks), f"{game.say('name', locale)} · {format_tagline(game, locale)}")


def format_tagline(game: Game[Any, Any, Any], locale: str) -> str:
    return f"{game.say('hook', locale)} · {format_player_count(game, locale)}"


def format_player_count(game: Game[Any, Any, Any], locale: str) -> str:
    first, last = game.SEATS[0], game.SEATS[-1]
    return say("banner-players", locale, players=f"{first}–{last}" if last > first else str(first))


def _draw_banner_text(game: Game[Any, Any, Any], locale: str, banner: art.Banner) -> Iterator[PlacedMark]:
    """In the middle of its room, as large as that lets it be."""
    left, top, width, height = banner.room
    lines = game.say("title", locale).split("\n")
    below = _fit_tagline(
        game, locale, Letters("", width, TAGLINE_MAX_HEIGHT, GOLD, banner.picture.ground, bold=False, lie="left")
    )
    under = sum(line.height for line in below)
    high = min(TITLE_MAX_HEIGHT, (height - under) // len(lines))
    title = [Letters(line, width, high, LIGHT, banner.picture.ground, lie="left") for line in lines]
    high = min(high, int(high * width / max(map(typeface.text_width, title))))
    y = top + (height - high * len(lines) - under) // 2
    for line in title:
        yield replace(line, height=high), left, y
        y += high
    for line in below:
        yield line, left, y
        y += line.height


def _fit_tagline(game: Game[Any, Any, Any], locale: str, style: Letters) -> list[Letters]:
    """What it is about and for how many: smaller first, then one below the other."""
    parts = [game.say("hook", locale), format_player_count(game, locale)]
    ways = (
        [replace(style, text=text, height=height) for text in texts]
        for texts in ([" · ".join(parts)], parts)
        for height in range(TAGLINE_MAX_HEIGHT, SMALL_TYPE_HEIGHT - 1, -1)
    )
    return next(lines for lines in ways if all(typeface.text_width(line) <= line.width for line in lines))
