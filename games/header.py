"""What stands before the choices of a record: a line a key, each read where it is first needed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

from games import named
from games.core import Game
from games.line import Broken, breaking
from games.match import check_edition, check_seats
from games.options import Options, settled
from games.refused import Refused

FORMAT: Final = "1"

_KEYS: Final = ("match", "game", "edition", "options", "seats", "id", "commit", "seed", "nonces", "sat")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Header:
    """Its values as text; each refusal says in which line."""

    values: Mapping[str, str]
    places: Mapping[str, int]

    def broken(self, key: str, why: Refused) -> Broken:
        return Broken(self._place(key), why)

    def _place(self, key: str) -> int:
        return self.places.get(key, max(self.places.values(), default=1))

    def asking(self, key: str) -> AbstractContextManager[None]:
        """A refusal in here is of this key's line."""
        return breaking(self._place(key))

    def value(self, key: str) -> str:
        if not self.values.get(key):
            raise self.broken(key, Refused("key-missing", given=key))
        return self.values[key]

    def number(self, key: str) -> int:
        value = self.value(key)
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise self.broken(key, Refused("number", given=key, value=value))
        return int(value)

    def hashed(self, key: str) -> str:
        if key not in self.values:
            return ""
        if not _HASH.fullmatch(self.values[key]):
            raise self.broken(key, Refused("hash", given=key))
        return self.values[key]

    def game(self) -> Game[Any, Any, Any]:
        with self.asking("game"):
            game = named(self.value("game"))
        with self.asking("edition"):
            check_edition(game, self.number("edition"))
        return game

    def options(self, game: Game[Any, Any, Any]) -> Options:
        try:
            given = json.loads(self.values.get("options") or "{}", object_pairs_hook=_once)
            if not isinstance(given, dict):
                raise ValueError(given)
            options: Options = settled(game.Options, given)
        except (ValueError, RecursionError) as wrong:
            raise self.broken("options", Refused("options-json")) from wrong
        except Refused as why:
            raise Broken(self.places["options"], why) from why
        return options

    def seats(self, game: Game[Any, Any, Any]) -> int:
        seats = self.number("seats")
        with self.asking("seats"):
            check_seats(game, seats)
        return seats

    def nonces(self, seats: int) -> tuple[str, ...]:
        nonces = tuple(self.values.get("nonces", "").split())
        if len(nonces) > seats or any("|" in nonce for nonce in nonces):
            raise self.broken("nonces", Refused("nonces"))
        return nonces

    def sat(self, seats: int) -> None:
        sat = tuple(self.values.get("sat", "").split())
        if not {str(seat) for seat in range(seats)} >= set(sat) or len(set(sat)) != len(sat):
            raise self.broken("sat", Refused("sat"))


def parted(rows: list[tuple[int, str]]) -> tuple[Header, list[tuple[int, str]]]:
    """Header and choices, at the line that parts them."""
    if not rows or rows[0][1].split() != ["match", FORMAT]:
        raise Broken(rows[0][0] if rows else 1, Refused("no-record", format=FORMAT))
    head: dict[str, tuple[int, str]] = {}
    for at, (number, row) in enumerate(rows):
        if row == "---":
            values = {key: value for key, (_, value) in head.items()}
            places = {key: number for key, (number, _) in head.items()}
            return Header(values, places), rows[at + 1 :]
        key, _, value = row.partition(" ")
        if key not in _KEYS:
            raise Broken(number, Refused("key-unknown", given=key, known=", ".join(_KEYS)))
        if key in head:
            raise Broken(number, Refused("key-twice", given=key))
        head[key] = (number, value.strip())
    raise Broken(rows[-1][0], Refused("cut"))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError(pairs)
    return dict(pairs)
