"""Records of random matches with all features: revised choices, player seeds, and computer opponents."""

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
    """Return the record of a random match in which players move in any order and revise sealed moves."""
    dice = Dice(sha256(seed.encode()).digest())
    player_seeds = [f"{seed} {number}" for number in range(player_seed_count)]
    options = game.options_class()
    record = make_lobby_record(
        game, options, seats, joined_count=joined_count, seed=sha256(seed.encode()).digest(), player_seeds=player_seeds
    )
    ai_seats = {int(seat) for line in record.lobby_lines if line.startswith("house") for seat in line.split()[1:]}
    match = replay_record(record)
    moves: list[tuple[Seat | None, Move]] = []
    while not match.result:
        if match.step >= max_steps:
            moves.append((min(match.staying_seats - ai_seats or match.staying_seats), RESIGN))
        else:
            is_simultaneous = len(match.seats_asked) > 1
            seats_to_revise = (
                [seat for seat in match.sealed if seat not in ai_seats]
                if is_simultaneous and not dice.draw_below(3)
                else []
            )
            ai_to_move = sorted(match.to_move & ai_seats)
            seat = dice.choose(seats_to_revise or ai_to_move or sorted(match.to_move))
            moves.append((seat, dice.choose(match.legal_moves(seat))))
        match = match.play_move(*moves[-1])
    return add_moves(replace(record, id=str(1 + dice.draw_below(10**6))), moves)
