"""The registry: every game there is, found by its folder."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from games.refused import Refused

if TYPE_CHECKING:
    from games.core import Game


def _found() -> dict[str, Game[Any, Any, Any]]:
    folders = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return {game.KEY: game for game in (import_module(f"{__name__}.{folder}").GAME for folder in folders)}


GAMES: Mapping[str, Game[Any, Any, Any]] = _found()


def named(key: str) -> Game[Any, Any, Any]:
    """A game by what somebody called it."""
    if key not in GAMES:
        raise Refused("game-unknown", given=key, known=", ".join(GAMES))
    return GAMES[key]
