"""Games of other packages: finding them among the installed packages, and refusing those that lack something.

A package with a game names it in its `pyproject.toml`, as in `docs/adding_a_game.md`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final

from games.words import LOCALES, Words

if TYPE_CHECKING:
    from games.core import Game

ENTRY_POINT_GROUP: Final = "wolf_and_bison.games"
MAX_GAMES: Final = 25
"""The maximum number of games. Discord allows at most this many choices for an option of a command."""
MAX_NAME_LENGTH: Final = 80
"""The maximum length of a game's name, which is Discord's limit for the label of a button."""
MAX_SEATS: Final = 6
"""The maximum number of players of a game. The bot has colors, shapes and heads for this many."""
KEY_PATTERN: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
_REQUIRED_TEXTS: Final = ("name", "about", "how-1")


class PluginRefused(Exception):
    """A package's game cannot be played. The message is the reason, for the host."""


def find_plugins() -> Iterable[EntryPoint]:
    """Return the games of all installed packages, without importing them."""
    return sorted(entry_points(group=ENTRY_POINT_GROUP))


def load_plugins(
    plugins: Iterable[EntryPoint], taken_keys: Collection[str]
) -> tuple[Mapping[str, Game[Any, Any, Any]], Mapping[str, str]]:
    """Import games. Return the games by key, and the reasons why others are refused, by the names of their packages."""
    games: dict[str, Game[Any, Any, Any]] = {}
    reasons: dict[str, str] = {}
    for plugin in plugins:
        try:
            if plugin.name in taken_keys or plugin.name in games:
                raise PluginRefused("there is another game of this name")
            if len(taken_keys) + len(games) == MAX_GAMES:
                raise PluginRefused(f"there are {MAX_GAMES} games already, the most that Discord can offer")
            game = _load_plugin(plugin)
            _check_name(
                game, [*(Words(f"games.{key}") for key in taken_keys), *(other.say for other in games.values())]
            )
            games[plugin.name] = game
        except PluginRefused as error:
            reasons[plugin.name] = str(error)
        except (Exception, SystemExit) as error:
            reasons[plugin.name] = f"{type(error).__name__}: {error}{_find_place(plugin, error)}"
    return games, reasons


def _find_place(plugin: EntryPoint, error: BaseException) -> str:
    """Return the file and line of the game at which it failed, without the host's folders, or an empty string."""
    place = ""
    for frame in extract_tb(error.__traceback__):
        _, package, file = frame.filename.replace("\\", "/").rpartition(f"/{plugin.module}/")
        if package:
            place = f" ({plugin.module}/{file}:{frame.lineno})"
    return place


def _load_plugin(plugin: EntryPoint) -> Game[Any, Any, Any]:
    """Import a game. Raises `PluginRefused`, or whatever the game's own code raises."""
    # Importing the interface takes as long as a small command, and most hosts have no plug-ins.
    from games.core import Game, Level  # noqa: PLC0415

    game = plugin.load()
    if not isinstance(game, Game):
        raise PluginRefused(f"{plugin.value} is not an instance of a subclass of Game")
    if not KEY_PATTERN.fullmatch(plugin.name):
        raise PluginRefused("the name must have at most 32 characters: lower-case letters, digits and _")
    if plugin.name != game.KEY:
        raise PluginRefused(f"the package is called {game.KEY}, but the name of its entry point is {plugin.name}")
    if not game.SEATS or game.SEATS[0] < 1 or game.SEATS[-1] > MAX_SEATS:
        raise PluginRefused(f"SEATS is {game.SEATS}, but must be within 1 and {MAX_SEATS} players")
    if Level.MEDIUM not in game.LEVELS:
        raise PluginRefused("LEVELS must include Level.MEDIUM, the default level")
    _check_texts(game)
    _check_opening(game)
    return game


def _check_name(game: Game[Any, Any, Any], others: Collection[Words]) -> None:
    """Refuse a game whose name is too long or belongs to another game.

    Discord rejects a command with two equal choices for an option.
    """
    for locale in LOCALES:
        name = game.say("name", locale)
        if not 1 <= len(name) <= MAX_NAME_LENGTH:
            raise PluginRefused(f"the text name must have at most {MAX_NAME_LENGTH} characters ({locale})")
        for other in others:
            if other("name", locale).casefold() == name.casefold():
                raise PluginRefused(f"{other.package} is called {name}, too ({locale})")


def _check_texts(game: Game[Any, Any, Any]) -> None:
    # Imported late for the same reason as in `_load_plugin`.
    from games.options import list_choices  # noqa: PLC0415

    keys = [*_REQUIRED_TEXTS, *(f"seat-{seat}" for seat in range(game.SEATS[-1]))]
    for name, field in game.options_class.model_fields.items():
        keys += [f"option-{name}", *(f"option-{name}-{choice}" for choice in list_choices(field.annotation))]
    missing = [key for key in keys if not game.say.has_text(key)]
    if missing:
        raise PluginRefused(f"words/en.ftl has no text {', '.join(missing)}")


def _check_opening(game: Game[Any, Any, Any]) -> None:
    """Refuse a game that fails to begin a match with the default options and to draw and describe its board.

    Errors in the game's own code are not caught here.
    """
    from games.dice import UNSEEDED  # noqa: PLC0415 - see `_load_plugin`
    from games.match import begin_match  # noqa: PLC0415

    match = begin_match(game, game.options_class(), game.SEATS[0], UNSEEDED)
    for seat in range(match.seats):
        view = match.view_of(seat)
        if bool(game.legal_moves(view)) != (seat in match.seats_asked):
            raise PluginRefused(f"legal_moves and seats_to_move disagree about seat {seat} at the start")
        game.draw_board(view)
        game.describe_board(view, "en")
