"""Matches of every game as they were played, whose last seals are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games import GAMES, record
from games.core import Game
from games.fairness import verify_record
from games.record import Record
from tests.records.rich import rich

KINDS: dict[str, Callable[[Game[Any, Any, Any]], Record]] = {
    "two": lambda game: rich(game, "two", seats=game.SEATS[0], came=game.SEATS[0]),
    "house": lambda game: rich(game, "house", seats=game.SEATS[-1], came=max(1, game.SEATS[-1] - 1)),
    "shaken": lambda game: rich(game, "shaken", seats=game.SEATS[0], came=game.SEATS[0], shakes=game.SEATS[0]),
}
GENUINE: dict[str, str] = {
    f"{game.KEY} {kind}": str(make(game)) for game in GAMES.values() for kind, make in KINDS.items()
}
SEALS: dict[str, str] = {name: verify_record(record.parse_record(text)).seal for name, text in GENUINE.items()}
