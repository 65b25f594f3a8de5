"""The pages that explain how to play a game, and the game's banner with its name and tagline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from bot.i18n import say
from bot.screens.custom_ids import Action, CustomId
from bot.screens.exercises import build_exercise_button
from bot.screens.scene import Button, Scene, SceneImage
from games import art, find_game, lessons, typeface
from games.art import GOLD, LIGHT, SMALL_TYPE_HEIGHT, Letters, PlacedMark, translate_picture
from games.core import Game
from games.options import Options

TITLE_MAX_HEIGHT: Final = 118
TAGLINE_MAX_HEIGHT: Final = 52


def render_rules_page(
    game: Game[Any, Any, Any], match_id: int, argument: str, locale: str, options: Options | None = None
) -> Scene:
    """Render a page of the rules.

    `argument` ends with a period and a page number, counted from 0. Without a number, the first page is rendered.
    `options` are the options of the match whose rules are shown, if there is a match.
    """
    pages = lessons.format_lesson(game, locale, options)
    page_text = argument.rpartition(".")[2]
    page = min(int(page_text), len(pages) - 1) if page_text.isdecimal() else 0
    view = lessons.lesson_view(game, page + 1)
    # The first page introduces the game, so it shows the banner instead of a board.
    banner = render_banner(game.KEY, locale) if page == 0 else None

    def build_page_button(target: int, label_key: str) -> Button:
        custom_id = CustomId(Action.SHOW_RULES, match_id, page, f"{game.KEY}.{target}")
        return Button(say(label_key, locale), str(custom_id), disabled=not 0 <= target < len(pages))

    exercises = [build_exercise_button(game, match_id, locale)] if game.EXERCISES else []
    # The label is not just "Back", which would mean the previous page.
    back = [Button(say("button-back-to-match", locale), str(CustomId(Action.OPEN_MATCH, match_id)))] if match_id else []
    return Scene(
        above=(f"### {game.say('name', locale)}", pages[page]),
        board=banner
        or SceneImage(translate_picture(game.draw_board(view), game.say, locale), game.describe_briefly(view, locale)),
        rows=(
            (
                build_page_button(page - 1, "button-before"),
                build_page_button(page + 1, "button-next"),
                *exercises,
                *back,
            ),
        ),
        footer=say("page", locale, page=page + 1, pages=len(pages)),
        accent_color=game.ACCENT_COLOR,
    )


@lru_cache(maxsize=64)
def render_banner(game_key: str, locale: str) -> SceneImage | None:
    """Render the game's banner with the game's name and tagline, or return None if the game has no banner."""
    game = find_game(game_key)
    if game.BANNER is None:
        return None
    picture = game.BANNER.picture
    marks = (*picture.marks, *_draw_banner_text(game, locale, game.BANNER))
    return SceneImage(replace(picture, marks=marks), f"{game.say('name', locale)} · {_format_tagline(game, locale)}")


def _format_tagline(game: Game[Any, Any, Any], locale: str) -> str:
    """Return a short description of the game and its number of players."""
    return f"{game.say('hook', locale)} · {format_player_count(game, locale)}"


def format_player_count(game: Game[Any, Any, Any], locale: str) -> str:
    first, last = game.SEATS[0], game.SEATS[-1]
    return say("banner-players", locale, players=f"{first}–{last}" if last > first else str(first))


def _draw_banner_text(game: Game[Any, Any, Any], locale: str, banner: art.Banner) -> Iterator[PlacedMark]:
    """Yield the game's name and tagline as marks, as large as the banner's text area allows and centered vertically."""
    left, top, width, height = banner.title_area
    title_texts = game.say("title", locale).split("\n")
    tagline = _fit_tagline(
        game, locale, Letters("", width, TAGLINE_MAX_HEIGHT, GOLD, banner.picture.ground, bold=False, align="left")
    )
    tagline_height = sum(line.height for line in tagline)
    line_height = min(TITLE_MAX_HEIGHT, (height - tagline_height) // len(title_texts))
    title = [Letters(text, width, line_height, LIGHT, banner.picture.ground, align="left") for text in title_texts]
    line_height = min(line_height, int(line_height * width / max(map(typeface.text_width, title))))
    y = top + (height - line_height * len(title) - tagline_height) // 2
    for line in title:
        yield replace(line, height=line_height), left, y
        y += line_height
    for line in tagline:
        yield line, left, y
        y += line.height


def _fit_tagline(game: Game[Any, Any, Any], locale: str, style: Letters) -> list[Letters]:
    """Return the tagline in the largest type that fits, on one line if possible, or else on two lines."""
    parts = [game.say("hook", locale), format_player_count(game, locale)]
    layouts = (
        [replace(style, text=text, height=height) for text in texts]
        for texts in ([" · ".join(parts)], parts)
        for height in range(TAGLINE_MAX_HEIGHT, SMALL_TYPE_HEIGHT - 1, -1)
    )
    return next(lines for lines in layouts if all(typeface.text_width(line) <= line.width for line in lines))
