"""Writes a random match with all its proofs: `python -m tests.records GAME [SEED] [OPTIONS]`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from hashlib import sha256
from typing import Any

from games import GAMES
from games.core import Game
from games.dice import Dice
from games.fair import commitment, sealed
from games.match import RESIGN, begin
from games.options import settled
from games.record import Line, Record, replayed
from tests.records.test_records import ends


def finished(game: Game[Any, Any, Any], seed: str, options: dict[str, Any], longest: int = 400) -> Record:
    """Everybody chooses by their own dice; a match that takes too long is resigned, seat by seat."""
    seats = game.SEATS[len(seed) % len(game.SEATS)]
    record = Record(
        game=game,
        options=settled(game.Options, options),
        seats=seats,
        id=str(int.from_bytes(seed.encode(), "big") % 10**6),
        seed=sha256(seed.encode()).digest(),
        nonces=tuple(str(1001 + seat) for seat in range(seats)),
    )
    record = replace(record, commit=commitment(record.seed or b""), sat=record.chance.seats(seats, seats))
    match = begin(game, record.options, seats, record.chance)
    lines: list[Line] = []
    while not match.result:
        late = match.step + 1 >= longest
        seat = min(match.stayed if late else match.waiting)
        word = RESIGN if late else Dice(f"{seed}/{len(lines)}".encode()).choice(match.legal(seat))
        lines.append(sealed(match, record.id, seat, word, count=1))
        match = match.said(seat, word)
    return replace(record, lines=tuple(lines))


def main(key: str, seed: str = "1", options: str = "{}") -> None:
    record = finished(GAMES[key], seed, json.loads(options))
    sys.stdout.write(f"# ends {ends(replayed(record))}\n{record}")


if __name__ == "__main__":
    main(*sys.argv[1:])
