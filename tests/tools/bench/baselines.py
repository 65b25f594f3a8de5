"""Simple computer players against which benchmarks and tests measure the computer opponent.

People cannot play against them. The baselines `random` and `greedy` are defined by the games themselves, because
`duel arena` also offers them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from typing import Any, Final

from games import ai_players
from games.ai_players import MoveChooser
from games.core import Game, Level, Move
from games.dice import Dice
from games.schamanen import GAME as DUEL
from games.schamanen.ai import choose_exchange, compute_mask_mix
from games.schamanen.evaluation import (
    Evaluator,
    best_exchange_at_a_glance,
    draw_mask_from_mix,
    make_board_scorer,
    optimal_mix,
    unlimited_time,
)
from games.schamanen.known_board import KnownBoard, board_known_to_viewer, list_exchanges
from games.schamanen.placement_search import search_placement
from games.schamanen.state import View as DuelView
from games.shamanic_chess.rules import legal_moves
from games.shamanic_chess.search import Mailbox, Search, decode_move, encode_move
from games.shamanic_chess.state import View as ChessView
from games.woodwalkers import GAME as WOODWALKERS
from games.woodwalkers.assessment import KEPT_TILE_POINTS, assess_position
from games.woodwalkers.figures import DIE_FACES
from games.woodwalkers.legal_moves import KEEP, REROLL, STAY
from games.woodwalkers.move_value import find_best_move, list_gains_by_die, value_moves
from games.woodwalkers.state import View as WoodwalkersView

MAX_EXCHANGES_WITH_STACKS: Final = 24
"""The number of exchanges that `nash2` considers on a board with stacked stones."""
SEARCH_NODE_LIMIT: Final = 1_000_000
RANDOM_BONUS_CENTIPAWNS: Final = 6
"""The upper bound of the random bonus of a chess move. The bonus makes matches differ."""


def find_player(game: Game[Any, Any, Any], name: str) -> MoveChooser:
    """Return the player with this name: one of `BASELINES`, or a level or baseline of the game."""
    baseline = BASELINES_BY_GAME.get(game.KEY, {}).get(name)
    return ai_players.find_player(game, name) if baseline is None else lambda view, dice, _: baseline(view, dice)


def choose_nash1_move(view: DuelView, dice: Dice) -> Move:
    """Choose the move that wins the most shells in the next duel, with an optimal mix of masks.

    Stones are placed at random.
    """
    assert view.seat is not None
    if view.phase == "place":
        return dice.choose(DUEL.legal_moves(view))
    shell_values = Evaluator.from_view(view).shell_values
    if view.phase == "mask":
        return draw_mask_from_mix(
            view.seat, optimal_mix(view.seat, board_known_to_viewer(view).pairings, shell_values), dice
        )[0]
    return best_exchange_at_a_glance(
        board_known_to_viewer(view), view.terms, view.seat, make_board_scorer(view.seat, shell_values)
    )


def choose_nash2_move(view: DuelView, dice: Dice) -> Move:
    """Choose a move like `nash1`, but also consider the opponent's next exchange."""
    if view.phase != "exchange":
        return choose_nash1_move(view, dice)
    assert view.seat is not None
    seat, other = view.seat, 1 - view.seat
    shell_values = Evaluator.from_view(view).shell_values
    score_own, score_other = make_board_scorer(seat, shell_values), make_board_scorer(other, shell_values)

    def value_exchange(exchange: tuple[Move, KnownBoard]) -> float:
        board = exchange[1]
        replies = (reply.pairings for _, reply in list_exchanges(board, view.terms, other, score_other))
        return score_own(board.pairings) - max(map(score_other, replies))

    exchanges = list(list_exchanges(board_known_to_viewer(view), view.terms, seat, score_own))
    if view.terms.allows_stacks:
        exchanges = sorted(exchanges, key=lambda exchange: score_own(exchange[1].pairings))[-MAX_EXCHANGES_WITH_STACKS:]
    return max(exchanges, key=value_exchange)[0]


def choose_nash3_move(view: DuelView, dice: Dice) -> Move:
    """Maximize the win probability like the hard level, but look ahead one exchange and one duel less."""
    assert view.seat is not None
    if view.phase == "mask":
        return draw_mask_from_mix(view.seat, compute_mask_mix(view, view.seat, unlimited_time, 1), dice)[0]
    if view.phase == "place":
        return search_placement(view, view.seat, dice, unlimited_time)[0]
    return choose_exchange(view, view.seat, unlimited_time, 1)[1]


def search_chess_to_depth(depth: int, view: ChessView, dice: Dice) -> Move:
    """Choose a chess move with a search of fixed depth.

    Unlike some AI levels, it makes no hasty moves and gives journeys no bonus.
    """
    state = view.state
    root = Mailbox.from_position(state.position, state.halfmove_clock)
    repeatable = map(Mailbox.from_position, state.repeatable_positions)
    search = Search(root, repeatable, lambda: inf, SEARCH_NODE_LIMIT, free_shamans=state.free_shamans)
    moves = [encode_move(move) for move in legal_moves(view)]
    bonuses = {move: dice.draw_below(RANDOM_BONUS_CENTIPAWNS) for move in moves}
    return decode_move(search.find_best_move(moves, bonuses, depth).move)


def choose_without_duels(view: WoodwalkersView, dice: Dice) -> Move:
    """Choose a move like the medium level, but never start a duel."""
    if view.phase not in ("reroll", "move"):
        return WOODWALKERS.think(view, Level.MEDIUM, dice, lambda: 1).move
    assert view.mode
    assessment = assess_position(view)
    peaceful = [move for move in value_moves(assessment, view.mode, count_threats=True) if move.win_probability is None]
    if view.phase == "move":
        best = find_best_move(move for move in peaceful if move.steps <= view.die)
        return best.move if best else STAY
    gains = list_gains_by_die(peaceful)
    gain_by_reroll = sum(gains) / len(DIE_FACES) - gains[view.die - 1]
    return REROLL if gain_by_reroll > (KEPT_TILE_POINTS if assessment.has_another_turn else 0) else KEEP


BASELINES_BY_GAME: Final[Mapping[str, Mapping[str, Callable[[Any, Dice], Move]]]] = {
    "schamanen": {"nash1": choose_nash1_move, "nash2": choose_nash2_move, "nash3": choose_nash3_move},
    "shamanic_chess": {f"depth{depth}": partial(search_chess_to_depth, depth) for depth in (1, 2, 3)},
    "woodwalkers": {"never-duels": choose_without_duels},
}
"""The functions that choose moves, by game and by name of the baseline."""
