"""Prints the record of a random match: `python -m tests.records GAME [SEED] [OPTIONS]`.

A description of how the match ended goes to standard error.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from games import GAMES, chain
from games.chain import RecordLine
from games.chained_record import hash_player_seed
from games.core import Game, Move, Seat
from games.dice import Chance, Dice
from games.fairness import seal_move
from games.match import RESIGN, begin_match
from games.options import Options, validate_options
from games.record import Record
from tests.records.endings import describe_end, replay_record


def make_lobby_record(
    game: Game[Any, Any, Any],
    options: Options,
    seats: int,
    *,
    joined_count: int,
    seed: bytes,
    player_seeds: Sequence[str] = (),
) -> Record:
    """Return a record without moves, in which `joined_count` people have joined. Other seats belong to the AI."""
    ids = [str(1001 + number) for number in range(joined_count)]
    nonces = tuple(map(hash_player_seed, player_seeds)) or tuple(ids)
    ai_seats = sorted(set(range(seats)) - set(Chance.derive(seed, nonces).draw_seats(seats, joined_count)))
    lobby_lines = (
        chain.options_line(options),
        f"seats {seats}",
        *(f"sit {number} {nonce}" for number, nonce in enumerate(ids, 1)),
        *(f"shook {number} {hash_player_seed(text)}" for number, text in enumerate(player_seeds, 1)),
        *([f"house {' '.join(map(str, ai_seats))}"] if ai_seats else []),
        "begin",
    )
    return Record(game, options, seats, id="4711", seed=seed, nonces=nonces, lobby_lines=lobby_lines)


def add_moves(record: Record, moves: Sequence[tuple[Seat | None, Move]]) -> Record:
    """Return the record with these moves as its lines. If a seat has several moves in a step, the last one counts."""
    match = begin_match(record.game, record.options, record.seats, record.chance)
    lines: list[RecordLine] = []
    counts: Counter[Seat] = Counter()
    latest: dict[Seat, int] = {}
    for seat, move in moves:
        if seat is not None and match.is_hidden(move):
            if seat in latest:
                lines[latest[seat]] = replace(lines[latest[seat]], move=(), salt=b"")
            counts[seat] += 1
            latest[seat] = len(lines)
            lines.append(seal_move(match, record.id, seat, move, counts[seat]))
        else:
            lines.append(RecordLine(seat, move))
        before, match = match, match.play_move(seat, move)
        if match.step > before.step:
            counts.clear()
            latest.clear()
    return replace(record, lines=tuple(lines), has_end_line=match.result is not None)


def play_random_record(game: Game[Any, Any, Any], seed: str, options: dict[str, Any], max_steps: int = 400) -> Record:
    """Return the record of a match with random moves. After `max_steps`, all players resign."""
    seats = game.SEATS[len(seed) % len(game.SEATS)]
    record = replace(
        make_lobby_record(
            game,
            validate_options(game.options_class, options),
            seats,
            joined_count=seats,
            seed=sha256(seed.encode()).digest(),
        ),
        id=str(1 + int.from_bytes(seed.encode(), "big") % 10**6),
    )
    match = begin_match(game, record.options, seats, record.chance)
    moves: list[tuple[Seat | None, Move]] = []
    while not match.result:
        is_too_long = match.step + 1 >= max_steps
        seat = min(match.staying_seats if is_too_long else match.to_move)
        move = RESIGN if is_too_long else Dice(f"{seed}/{len(moves)}".encode()).choose(match.legal_moves(seat))
        moves.append((seat, move))
        match = match.play_move(seat, move)
    return add_moves(record, moves)


def main(key: str, seed: str = "1", options: str = "{}") -> None:
    record = play_random_record(GAMES[key], seed, json.loads(options))
    sys.stdout.write(str(record))
    sys.stderr.write(f"{describe_end(replay_record(record))}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
