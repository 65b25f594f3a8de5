"""The front door: the list of games, a page for each game, and the choice of an opponent.

All of them replace each other in one private message.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.i18n import say
from bot.screens.charts.game_list_picture import draw_game_list, format_game_facts
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_practice_button
from bot.screens.rules import render_banner, render_rules_page
from bot.screens.scene import Button, ButtonMenu, PersonSelect, Row, Scene, SceneImage
from bot.screens.settings import SERVER_PANEL
from games import GAMES
from games.core import Game

GAMES_PER_ROW: Final = 2
"""With more buttons in a row, phones would cut off the names of the games."""

GREETING_CUSTOM_ID: Final = str(CustomId(Action.SHOW_SETTINGS, argument=SERVER_PANEL))
"""The custom ID of the settings button, which identifies the greeting: no other public message has such a button."""


def render_greeting(locale: str) -> Scene:
    """Render the message that the bot posts after joining a server."""
    buttons = (
        Button(say("button-play", locale), str(CustomId(Action.SHOW_GAME)), "main"),
        Button(say("button-challenge", locale), str(CustomId(Action.CHOOSE_OPPONENT))),
        Button(say("button-settings", locale), GREETING_CUSTOM_ID),
    )
    return Scene(above=(say("greeting", locale),), rows=(buttons,))


def render_game_list(locale: str, *, has_daily: bool) -> Scene:
    """Render all games as one picture, with a button for each game, and one for the daily duel if there is one."""
    buttons = [
        Button(game.say("name", locale), str(CustomId(Action.SHOW_GAME, argument=key)), "main")
        for key, game in GAMES.items()
    ]
    daily = (Button(say("button-daily", locale), str(CustomId(Action.SHOW_DAILY))),)
    game_rows = (tuple(buttons[start : start + GAMES_PER_ROW]) for start in range(0, len(buttons), GAMES_PER_ROW))
    return Scene(
        above=(f"### {say('door-title', locale)}",),
        board=render_game_list_image(locale),
        rows=(*game_rows, daily) if has_daily else tuple(game_rows),
        footer=say("door-more", locale),
    )


def render_game_list_image(locale: str) -> SceneImage:
    lines = (f"{game.say('name', locale)}: {game.say('about', locale)}" for game in GAMES.values())
    return SceneImage(draw_game_list(locale), "\n".join(lines))


def render_game(game: Game[Any, Any, Any], locale: str) -> Scene:
    """Render the page of one game, from which it can be played and learned."""
    rules = Button(say("button-rules", locale), str(CustomId(Action.SHOW_RULES, argument=f"{game.KEY}.0")))
    play, challenge, games = _build_game_buttons(game, locale)
    return Scene(
        above=(f"### {game.say('name', locale)}", game.say("about", locale)),
        board=render_banner(game.KEY, locale),
        below=(f"-# {format_game_facts(game, locale)}",),
        rows=((play, challenge, rules, games),),
        accent_color=game.ACCENT_COLOR,
    )


def render_game_rules(game: Game[Any, Any, Any], argument: str, locale: str) -> Scene:
    """Render a page of the rules for somebody who is not in a match, with buttons that start one."""
    page = render_rules_page(game, 0, argument, locale)
    others = tuple(
        Button(other.say("name", locale), str(CustomId(Action.SHOW_RULES, argument=f"{key}.0")))
        for key, other in GAMES.items()
        if key != game.KEY
    )
    menu = ButtonMenu(say("door-other-rules", locale), str(CustomId(Action.SELECT_FROM_MENU)), others)
    return replace(page, rows=(*page.rows, _build_game_buttons(game, locale), menu))


def _build_game_buttons(game: Game[Any, Any, Any], locale: str) -> tuple[Button, Button, Button]:
    """Build the buttons that play the bot, choose an opponent, and go back to the list of games."""
    challenge_id = CustomId(Action.CHOOSE_OPPONENT, argument=game.KEY)
    return (
        build_practice_button(game.KEY, say("button-play-bot", locale), "main"),
        Button(say("button-challenge", locale), str(challenge_id)),
        Button(say("button-games", locale), str(CustomId(Action.SHOW_GAME))),
    )


def render_opponent_choice(game: Game[Any, Any, Any], locale: str) -> Scene:
    """Render the menu that selects a person to challenge, with a button that makes an open offer to the channel."""
    everybody = Button(say("button-everybody-here", locale), str(CustomId(Action.OPEN_TABLE, argument=game.KEY)))
    return _render_challenge(
        game,
        locale,
        say("door-challenge", locale),
        PersonSelect(say("door-person", locale), str(CustomId(Action.CHALLENGE_PERSON, argument=game.KEY))),
        (everybody, _build_back_button(game, locale)),
    )


def render_challenge_refusal(game: Game[Any, Any, Any], reason: str, channel_ids: list[int], locale: str) -> Scene:
    """Render the reason why nobody can be challenged in this channel, with the channels in which it is possible."""
    lines = [reason]
    if channel_ids:
        lines.append(say("door-elsewhere", locale, channels=" ".join(f"<#{channel_id}>" for channel_id in channel_ids)))
    buttons = build_practice_button(game.KEY, say("button-play-bot", locale), "main"), _build_back_button(game, locale)
    return _render_challenge(game, locale, "\n".join(lines), buttons)


def _render_challenge(game: Game[Any, Any, Any], locale: str, text: str, *rows: Row) -> Scene:
    return Scene(above=(f"### {game.say('name', locale)}", text), rows=rows, accent_color=game.ACCENT_COLOR)


def _build_back_button(game: Game[Any, Any, Any], locale: str) -> Button:
    return Button(say("button-back", locale), str(CustomId(Action.SHOW_GAME, argument=game.KEY)))
