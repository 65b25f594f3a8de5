"""The registry of games. Each subpackage is a game, and it is imported when the game is first used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from games.refused import Refused

if TYPE_CHECKING:
    from games.core import Game


class Registry(MutableMapping[str, "Game[Any, Any, Any]"]):
    """A mapping of games by key, where a game's key is the name of its folder.

    Reading the keys imports no game, and getting a game imports only that game. The mapping is mutable so that tests
    can add their own games.
    """

    def __init__(self, folders: Iterable[str]) -> None:
        self._games: dict[str, Game[Any, Any, Any] | None] = dict.fromkeys(folders)

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


GAMES: Mapping[str, Game[Any, Any, Any]] = Registry(
    sorted(module.name for module in iter_modules(__path__) if module.ispkg)
)


def find_game(key: str) -> Game[Any, Any, Any]:
    """Return the game with this key. Raises `Refused` if there is none."""
    if key not in GAMES:
        raise Refused("game-unknown", given=key, known=", ".join(GAMES))
    return GAMES[key]
