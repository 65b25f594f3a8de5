"""Makes pairs of matches with the same deal and swapped seats.

`python -m tests.records.mirror_matches` stores one pair, which a test compares with what this module makes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from games import GAMES, chain
from games.chained_record import hash_player_seed
from games.core import Move, Seat
from games.dice import Dice, RepeatedDeal
from games.match import RESIGN
from games.options import validate_options
from games.record import Record
from tests.records import RECORDS_FOLDER
from tests.records.__main__ import add_moves
from tests.records.endings import describe_end, replay_record

MIRROR_OPTIONS: Final = {"duel_limit": 11, "placement": "random"}
STORED_SEED: Final = "mirror 4"
STORED_PAIR: Final = "schamanen/mirror_first", "schamanen/mirror_second"


def make_mirror_pair(seed: str, max_steps: int = 400) -> tuple[Record, Record]:
    """Return the records of a random match of the Duel and of a second one, which repeats its deal."""
    first = _play(f"{seed} first", "4711", (0, 1), None, max_steps)
    deal = RepeatedDeal(first.id, first.chance.key)
    return first, _play(f"{seed} second", "4712", (1, 0), deal, max_steps)


def _play(
    seed: str,
    match_id: str,
    seats: tuple[Seat, Seat],
    deal: RepeatedDeal | None,
    max_steps: int,
) -> Record:
    game = GAMES["schamanen"]
    validated = validate_options(game.options_class, MIRROR_OPTIONS)
    lobby_lines = [
        chain.options_line(validated),
        "seats 2",
        *([chain.deal_line(deal)] if deal else []),
        *(f"sit {number} {1000 + number} {seat}" for number, seat in enumerate(seats, 1)),
        f"shook 2 {hash_player_seed(seed)}",
        "begin",
    ]
    record = Record(
        game,
        validated,
        2,
        id=match_id,
        seed=sha256(seed.encode()).digest(),
        nonces=(hash_player_seed(seed),),
        earlier_dice=(deal.setup_dice,) if deal else (),
        lobby_lines=tuple(lobby_lines),
    )
    match, dice = replay_record(record), Dice(sha256(seed.encode()).digest())
    moves: list[tuple[Seat | None, Move]] = []
    while not match.result:
        seat = min(match.to_move)
        moves.append((seat, RESIGN if match.step >= max_steps else dice.choose(match.legal_moves(seat))))
        match = match.play_move(*moves[-1])
    return add_moves(record, moves)


def main() -> None:
    for name, record in zip(STORED_PAIR, make_mirror_pair(STORED_SEED), strict=True):
        (RECORDS_FOLDER / f"{name}.match").write_text(str(record), "utf-8")
        (RECORDS_FOLDER / f"{name}.end").write_text(f"{describe_end(replay_record(record))}\n", "utf-8")


if __name__ == "__main__":
    main()
