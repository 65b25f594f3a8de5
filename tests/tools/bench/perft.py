"""Measures perft, legal moves, match size and search of Shamanic Chess, compared with python-chess or plain Python.

Run it with `python -m tests.tools.bench perft`.
"""

from __future__ import annotations

import time
import tracemalloc
from math import inf

import chess

from games.dice import UNSEEDED, Dice
from games.match import Match, begin_match
from games.options import validate_options
from games.shamanic_chess import GAME
from games.shamanic_chess.fen import INITIAL_FEN, parse_fen
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.rules import perft
from games.shamanic_chess.search import Mailbox, Search, encode_move
from tests.tools.bench.timing import measure_best_cpu_s, print_row, time_reference_code

MANY_MOVES_FEN = "4k3/8/8/8/8/8/QRBNQ~RBN/RNBQKBNR w KQ - 0 1"
"""A position with more than 600 legal moves if the shamans are free."""
KIWI_FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIDDLEGAME_FEN = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
ENDGAME_FEN = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def begin_chess(**options: object) -> Match:
    return begin_match(GAME, validate_options(GAME.options_class, options), 2, UNSEEDED)


def count_orthodox_perft(board: chess.Board, depth: int) -> int:
    """Return the perft number of ordinary chess, counted as in python-chess's own benchmark.

    At the last depth, moves are counted without being played.
    """
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += count_orthodox_perft(board, depth - 1)
        board.pop()
    return nodes


def measure_perft() -> bool:
    board, state = chess.Board(), begin_chess().state
    orthodox_rate = count_orthodox_perft(board, 3) / measure_best_cpu_s(lambda: count_orthodox_perft(board, 3), 5)
    rate = sum(perft(state, 2).values()) / measure_best_cpu_s(lambda: perft(state, 2), 5)
    # Counting journeys is cheap, so also compare the number of positions whose moves were generated.
    positions_rate = 244 / measure_best_cpu_s(lambda: perft(state, 2), 5)
    orthodox_positions_rate = (1 + 20 + 400) / measure_best_cpu_s(lambda: count_orthodox_perft(board, 3), 5)
    nodes_share = rate / orthodox_rate
    print_row("perft of ordinary chess in python-chess, nodes per second", f"{orthodox_rate:,.0f}")
    print_row("perft of Shamanic Chess, nodes per second", f"{rate:,.0f}")
    print_row("  positions visited, compared with python-chess", f"{positions_rate / orthodox_positions_rate:.2f}×")
    return print_row("  nodes, compared with python-chess", f"{nodes_share:.1f}×", "≥ 0.5×", holds=nodes_share >= 0.5)


def measure_legal_moves() -> bool:
    view = begin_chess(fen=MANY_MOVES_FEN, variant="free").view_of(0)
    moves = GAME.legal_moves(view)
    share = measure_best_cpu_s(lambda: GAME.legal_moves(view)) / time_reference_code()
    name = f"listing {len(moves)} legal moves, compared with reference code"
    return print_row(name, f"{share:.2f}×", "≤ 2×", holds=len(moves) >= 600 and share <= 2)


def measure_match_size() -> bool:
    """Measure the memory of a match of 99 plies without captures and pawn moves, and return whether the target is met.

    Such matches store the most positions.
    """
    tracemalloc.start()
    matches = [_play_without_captures(number) for number in range(30)]
    size_kb = tracemalloc.get_traced_memory()[0] / len(matches) / 1024
    tracemalloc.stop()
    return print_row("memory of the largest live match, KB", f"{size_kb:.0f}", "≤ 200", holds=size_kb <= 200)


def _play_without_captures(number: int) -> Match:
    engine = begin_chess(variant="free")
    while engine.step < 99:
        (seat,) = engine.seats_asked
        moves = [move for move in engine.legal_moves(seat) if len(move) == 3 or move[1] == "^"]
        engine = engine.play_move(
            seat, Dice(f"{number}/{engine.step}".encode()).choose(moves or engine.legal_moves(seat))
        )
    engine.legal_moves(1)
    return engine


def measure_search() -> bool:
    rate = min(_count_nodes_per_second(fen) for fen in (INITIAL_FEN, KIWI_FEN, MIDDLEGAME_FEN, ENDGAME_FEN))
    print_row("search, nodes per CPU second", f"{rate:,.0f}")
    nodes = rate * time_reference_code()
    return print_row("  nodes in the time of the reference code", f"{nodes:,.0f}", "≥ 400", holds=nodes >= 400)


def _count_nodes_per_second(fen: str) -> float:
    position = parse_fen(fen).position
    search = Search(Mailbox.from_position(position), (), lambda: inf, 1_000_000, free_shamans=False)
    moves = [encode_move(move) for move in generate_legal_moves(position, free_shamans=False)]
    start_s = time.process_time()
    search.find_best_move(moves, {})
    return search.nodes / (time.process_time() - start_s)


def main() -> bool:
    return all([measure_perft(), measure_legal_moves(), measure_match_size(), measure_search()])
