"""Matches in which all happens that a record can tell: people think again, shake the dice, and the house plays."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from games.core import Game, Move, Seat
from games.dice import Dice
from games.match import RESIGN
from games.record import Record
from tests.records.__main__ import add_moves, make_lobby_record
from tests.records.endings import replay_record


def make_eventful_record(
    game: Game[Any, Any, Any],
    seed: str,
    *,
    seats: int,
    joined_count: int,
    player_seed_count: int = 0,
    max_steps: int = 40,
) -> Record:
    """All by dice: who is asked last, whoever is not it and changes their mind; the house first, as it must."""
    dice = Dice(sha256(seed.encode()).digest())
    lines = [f"{seed} {number}" for number in range(player_seed_count)]
    options = game.options_class()
    record = make_lobby_record(
        game, options, seats, joined_count=joined_count, seed=sha256(seed.encode()).digest(), player_seeds=lines
    )
    house = {int(seat) for line in record.lobby_lines if line.startswith("house") for seat in line.split()[1:]}
    engine = replay_record(record)
    told: list[tuple[Seat | None, Move]] = []
    while not engine.result:
        if engine.step >= max_steps:
            told.append((min(engine.staying_seats - house or engine.staying_seats), RESIGN))
        else:
            several = len(engine.seats_asked) > 1
            again = [seat for seat in engine.sealed if seat not in house] if several and not dice.draw_below(3) else []
            late = sorted(engine.to_move & house)
            seat = dice.choose(again or late or sorted(engine.to_move))
            told.append((seat, dice.choose(engine.legal_moves(seat))))
        engine = engine.play_move(*told[-1])
    return add_moves(replace(record, id=str(1 + dice.draw_below(10**6))), told)
