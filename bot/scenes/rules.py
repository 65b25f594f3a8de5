"""How to play, page by page."""

from __future__ import annotations

from typing import Any

from bot.scenes.address import Address
from bot.scenes.banner import banner
from bot.scenes.scene import Board, Button, Scene
from bot.scenes.verb import Verb
from bot.texts import say
from games import lessons
from games.art import spoken
from games.core import Game
from games.options import Options


def page(game: Game[Any, Any, Any], match: int, rest: str, locale: str, options: Options | None = None) -> Scene:
    """`rest` is the game and the page; without it the first page of the game. `options` are those of the match from
    which somebody came.
    """
    pages = lessons.pages(game, locale, options)
    number = rest.rpartition(".")[2]
    at = min(int(number), len(pages) - 1) if number.isdecimal() else 0
    view = lessons.seen(game, at + 1)
    # The first page says what the game is, and the banner shows it.
    shown = banner(game.KEY, locale) if at == 0 else None

    def turn(to: int, label: str) -> Button:
        off = not 0 <= to < len(pages)
        return Button(say(label, locale), str(Address(Verb.RULES, match, at, f"{game.KEY}.{to}")), off=off)

    return Scene(
        above=(f"### {game.say('name', locale)}", pages[at]),
        board=shown or Board(spoken(game.picture(view), game.say, locale), game.alt(view, locale)),
        rows=((turn(at - 1, "button-before"), turn(at + 1, "button-next")),),
        small=say("page", locale, page=at + 1, pages=len(pages)),
    )
