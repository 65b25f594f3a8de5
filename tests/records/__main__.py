"""Writes a random match with its proofs, to standard error its end: `python -m tests.records GAME [SEED] [OPTIONS]`."""

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
    """Where nobody has said anything: `came` people came, and the house has the rest of the seats."""
    ids = [str(1001 + number) for number in range(joined_count)]
    nonces = tuple(map(hash_player_seed, player_seeds)) or tuple(ids)
    house = sorted(set(range(seats)) - set(Chance.derive(seed, nonces).draw_seats(seats, joined_count)))
    before = (
        chain.options_line(options),
        f"seats {seats}",
        *(f"sit {number} {nonce}" for number, nonce in enumerate(ids, 1)),
        *(f"shook {number} {hash_player_seed(text)}" for number, text in enumerate(player_seeds, 1)),
        *([f"house {' '.join(map(str, house))}"] if house else []),
        "begin",
    )
    return Record(game, options, seats, id="4711", seed=seed, nonces=nonces, lobby_lines=before)


def add_moves(record: Record, moves: Sequence[tuple[Seat | None, Move]]) -> Record:
    """With these words as its lines: the last of a seat in a step counts."""
    engine = begin_match(record.game, record.options, record.seats, record.chance)
    lines: list[RecordLine] = []
    counts: Counter[Seat] = Counter()
    latest: dict[Seat, int] = {}
    for seat, word in moves:
        if seat is not None and engine.is_hidden(word):
            if seat in latest:
                lines[latest[seat]] = replace(lines[latest[seat]], move=(), salt=b"")
            counts[seat] += 1
            latest[seat] = len(lines)
            lines.append(seal_move(engine, record.id, seat, word, counts[seat]))
        else:
            lines.append(RecordLine(seat, word))
        before, engine = engine, engine.play_move(seat, word)
        if engine.step > before.step:
            counts.clear()
            latest.clear()
    return replace(record, lines=tuple(lines))


def play_random_record(game: Game[Any, Any, Any], seed: str, options: dict[str, Any], max_steps: int = 400) -> Record:
    """Everybody chooses by their own dice; a match that takes too long is resigned, seat by seat."""
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
    engine = begin_match(game, record.options, seats, record.chance)
    words: list[tuple[Seat | None, Move]] = []
    while not engine.result:
        late = engine.step + 1 >= max_steps
        seat = min(engine.staying_seats if late else engine.to_move)
        word = RESIGN if late else Dice(f"{seed}/{len(words)}".encode()).choose(engine.legal_moves(seat))
        words.append((seat, word))
        engine = engine.play_move(seat, word)
    return add_moves(record, words)


def main(key: str, seed: str = "1", options: str = "{}") -> None:
    record = play_random_record(GAMES[key], seed, json.loads(options))
    sys.stdout.write(str(record))
    sys.stderr.write(f"{describe_end(replay_record(record))}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
