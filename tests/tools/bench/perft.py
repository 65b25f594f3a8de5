"""How fast turns of Shamanic Chess are counted, listed and looked ahead, beside what its library does with chess."""

from __future__ import annotations

import time
import tracemalloc
from math import inf

import chess

from games.dice import UNSEEDED, Dice
from games.match import Match, begin_match
from games.options import validate_options
from games.shamanic_chess import GAME, fen
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.rules import perft
from games.shamanic_chess.search import Mailbox, Search, encode_move
from tests.tools.bench.timing import best, pace, row

CROWDED = "4k3/8/8/8/8/8/QRBNQ~RBN/RNBQKBNR w KQ - 0 1"


def table(**options: object) -> Match:
    return begin_match(GAME, validate_options(GAME.options_class, options), 2, UNSEEDED)


def ordinary(board: chess.Board, depth: int) -> int:
    """As the library itself measures it: the last moves are counted, not played."""
    if depth == 1:
        return board.legal_moves.count()
    ways = 0
    for move in board.legal_moves:
        board.push(move)
        ways += ordinary(board, depth - 1)
        board.pop()
    return ways


def count() -> bool:
    board, state = chess.Board(), table().state
    plain = ordinary(board, 3) / best(lambda: ordinary(board, 3), 5)
    ways = sum(perft(state, 2).values()) / best(lambda: perft(state, 2), 5)
    # A journey costs nothing to count: positions visited compare like with like.
    visited = 244 / best(lambda: perft(state, 2), 5)
    visits = (1 + 20 + 400) / best(lambda: ordinary(board, 3), 5)
    row("perft of ordinary chess by the library, nodes a second", f"{plain:,.0f}")
    row("perft of Shamanic Chess, nodes a second", f"{ways:,.0f}")
    row("  positions visited, times the library’s", f"{visited / visits:.2f}×")
    return row("  nodes, times the library’s", f"{ways / plain:.1f}×", "≥ 0.5×", holds=ways >= 0.5 * plain)


def listed() -> bool:
    match = table(fen=CROWDED, variant="free")
    view = match.view_of(0)
    words = GAME.legal_moves(view)
    taken = best(lambda: GAME.legal_moves(view)) / pace()
    what = f"a list of {len(words)} words, of a piece of Python"
    return row(what, f"{taken:.2f}×", "≤ 2×", holds=len(words) >= 600 and taken <= 2)


def kept() -> bool:
    """Matches of a hundred turns without capture or pawn move: no others have as much to remember."""
    tracemalloc.start()
    matches = [_wandered(number) for number in range(30)]
    size = tracemalloc.get_traced_memory()[0] / len(matches) / 1024
    tracemalloc.stop()
    return row("a live match at its largest, KB", f"{size:.0f}", "≤ 200", holds=size <= 200)


def _wandered(number: int) -> Match:
    match = table(variant="free")
    while match.step < 99:
        (seat,) = match.seats_asked
        words = [word for word in match.legal_moves(seat) if len(word) == 3 or word[1] == "^"]
        match = match.play_move(seat, Dice(f"{number}/{match.step}".encode()).choose(words or match.legal_moves(seat)))
    match.legal_moves(1)
    return match


KIWI = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
OPENED = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def ahead() -> bool:
    """Of CPU, since others use the machine, too."""
    boards = min(_looked(drawn) for drawn in (fen.INITIAL_FEN, KIWI, OPENED, ENDGAME))
    row("boards looked at ahead, a second of CPU", f"{boards:,.0f}")
    paced = boards * pace()
    return row("  in the time of a piece of Python", f"{paced:,.0f}", "≥ 400", holds=paced >= 400)


def _looked(drawn: str) -> float:
    position = fen.parse_fen(drawn).position
    search = Search(Mailbox.from_position(position), (), lambda: inf, 1_000_000, free_shamans=False)
    found = [encode_move(word) for word in generate_legal_moves(position, free_shamans=False)]
    began = time.process_time()
    search.find_best_move(found, {})
    return search.nodes / (time.process_time() - began)


def main() -> bool:
    return all([count(), listed(), kept(), ahead()])
