"""The registry of games: the subpackages, which are imported when they are first used, and the plug-ins of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Final

from games import plugins
from games.refused import Refused

if TYPE_CHECKING:
    from games.core import Game


class Registry(MutableMapping[str, "Game[Any, Any, Any]"]):
    """A mapping of games by key, where a game's key is the name of its folder.

    Games in this folder are imported one by one, when they are first looked up. Plug-ins are all imported when any key
    is read, because a plug-in that is refused has no key. The mapping is mutable so that tests can add games.
    """

    def __init__(
        self, folders: Iterable[str], find_plugins: Callable[[], Iterable[EntryPoint]] = plugins.find_plugins
    ) -> None:
        self._own_games: dict[str, Game[Any, Any, Any] | None] = dict.fromkeys(folders)
        self._find_plugins = find_plugins

    @cached_property
    def _plugins(self) -> tuple[Mapping[str, Game[Any, Any, Any]], Mapping[str, str]]:
        return plugins.load_plugins(self._find_plugins(), self._own_games)

    @cached_property
    def _games(self) -> dict[str, Game[Any, Any, Any] | None]:
        return {**self._own_games, **self._plugins[0]}

    @property
    def plugin_keys(self) -> Set[str]:
        """The keys of the games that come from other packages."""
        return self._plugins[0].keys()

    @property
    def refused_plugins(self) -> Mapping[str, str]:
        """The reasons why plug-ins were refused, by the names of their packages."""
        return self._plugins[1]

    def use_plugins(self, entry_points: Sequence[EntryPoint], *, keeps_own_games: bool) -> None:
        """Use these plug-ins instead of the installed ones, for tests and for checking a single game.

        Without `keeps_own_games`, also drop the games in this folder.
        """
        self._find_plugins = lambda: entry_points
        if not keeps_own_games:
            self._own_games.clear()
        for name in ("_plugins", "_games"):
            vars(self).pop(name, None)

    def __getitem__(self, key: str) -> Game[Any, Any, Any]:
        game = self._games[key]
        if game is None:
            module = import_module(f"{__name__}.{key}")
            if not hasattr(module, "GAME"):
                raise TypeError(f"{__name__}/{key} does not set GAME (see docs/adding_a_game.md)")
            self._games[key] = game = module.GAME
        return game

    def __setitem__(self, key: str, game: Game[Any, Any, Any]) -> None:
        self._games[key] = game

    def __delitem__(self, key: str) -> None:
        del self._games[key]

    def __contains__(self, key: object) -> bool:
        return key in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


GAMES: Final = Registry(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def find_game(key: str) -> Game[Any, Any, Any]:
    """Return the game with this key. Raises `Refused` if there is none."""
    if key not in GAMES:
        if key in GAMES.refused_plugins:
            raise Refused("game-refused", given=key, reason=GAMES.refused_plugins[key])
        raise Refused("game-unknown", given=key, known=", ".join(GAMES))
    return GAMES[key]
