"""Genuine records of every game and their last seals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games import GAMES, record
from games.core import Game
from games.fairness import verify_record
from games.record import Record
from tests.records.eventful_matches import make_eventful_record

RECORD_MAKERS: dict[str, Callable[[Game[Any, Any, Any]], Record]] = {
    "two": lambda game: make_eventful_record(game, "two", seats=game.SEATS[0], joined_count=game.SEATS[0]),
    "house": lambda game: make_eventful_record(
        game, "house", seats=game.SEATS[-1], joined_count=max(1, game.SEATS[-1] - 1)
    ),
    "shaken": lambda game: make_eventful_record(
        game, "shaken", seats=game.SEATS[0], joined_count=game.SEATS[0], player_seed_count=game.SEATS[0]
    ),
}
GENUINE_RECORDS: dict[str, str] = {
    f"{game.KEY} {kind}": str(make(game)) for game in GAMES.values() for kind, make in RECORD_MAKERS.items()
}
LAST_SEALS: dict[str, str] = {
    name: verify_record(record.parse_record(text)).seal for name, text in GENUINE_RECORDS.items()
}
