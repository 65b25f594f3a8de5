"""Simple opponents that the house is measured against in benchmarks and tests; players cannot pick them.

Each has one idea. `random` and `greedy`, which `duel arena` offers too, belong to the games themselves.
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
from games.schamanen.ai import choose_exchange, choose_mask
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
"""`nash2` considers only this many exchanges where stones are stacked."""
SEARCH_NODE_LIMIT: Final = 1_000_000
RANDOM_BONUS_CENTIPAWNS: Final = 6
"""Each chess move gets a random bonus below this, so that matches differ."""


def find_player(game: Game[Any, Any, Any], name: str) -> MoveChooser:
    """Return the player of that name: a baseline, or else a level or rival of the game."""
    baseline = BASELINES.get(game.KEY, {}).get(name)
    return ai_players.find_player(game, name) if baseline is None else lambda view, dice, _: baseline(view, dice)


def nash1(view: DuelView, dice: Dice) -> Move:
    """Mix masks for the most shells and exchange for the best next duel; place stones at random."""
    assert view.seat is not None
    if view.phase == "place":
        return dice.choose(DUEL.legal_moves(view))
    takings = Evaluator.from_view(view).shell_values
    if view.phase == "mask":
        return draw_mask_from_mix(
            view.seat, optimal_mix(view.seat, board_known_to_viewer(view).pairings, takings), dice
        )[0]
    return best_exchange_at_a_glance(
        board_known_to_viewer(view), view.terms, view.seat, make_board_scorer(view.seat, takings)
    )


def nash2(view: DuelView, dice: Dice) -> Move:
    """Play as `nash1`, but count the opponent's next exchange too."""
    if view.phase != "exchange":
        return nash1(view, dice)
    assert view.seat is not None
    seat, other = view.seat, 1 - view.seat
    takings = Evaluator.from_view(view).shell_values
    mine, theirs = make_board_scorer(seat, takings), make_board_scorer(other, takings)

    def merit(exchange: tuple[Move, KnownBoard]) -> float:
        ground = exchange[1]
        replies = (reply.pairings for _, reply in list_exchanges(ground, view.terms, other, theirs))
        return mine(ground.pairings) - max(map(theirs, replies))

    exchanges = list(list_exchanges(board_known_to_viewer(view), view.terms, seat, mine))
    if view.terms.allows_stacks:
        exchanges = sorted(exchanges, key=lambda exchange: mine(exchange[1].pairings))[-MAX_EXCHANGES_WITH_STACKS:]
    return max(exchanges, key=merit)[0]


def nash3(view: DuelView, dice: Dice) -> Move:
    """Play for the chance to win the match, looking one exchange and one duel ahead; place stones with a plan."""
    assert view.seat is not None
    if view.phase == "mask":
        return choose_mask(view, view.seat, dice, unlimited_time, 1)[0]
    if view.phase == "place":
        return search_placement(view, view.seat, dice, unlimited_time)[0]
    return choose_exchange(view, view.seat, unlimited_time, 1)[1]


def search_chess(depth: int, view: ChessView, dice: Dice) -> Move:
    """Search to a fixed depth, without the hasty moves and the bonus for journeys that the AI has at some levels."""
    state = view.state
    root = Mailbox.from_position(state.position, state.halfmove_clock)
    repeatable = map(Mailbox.from_position, state.repeatable_positions)
    search = Search(root, repeatable, lambda: inf, SEARCH_NODE_LIMIT, free_shamans=state.free_shamans)
    moves = [encode_move(move) for move in legal_moves(view)]
    bonuses = {move: dice.draw_below(RANDOM_BONUS_CENTIPAWNS) for move in moves}
    return decode_move(search.find_best_move(moves, bonuses, depth).move)


def never_duel(view: WoodwalkersView, dice: Dice) -> Move:
    """Play as the steady house does, but never challenge anybody to a duel."""
    if view.phase not in ("reroll", "move"):
        return WOODWALKERS.think(view, Level.STEADY, dice, lambda: 1).move
    assert view.mode
    look = assess_position(view)
    peaceful = [move for move in value_moves(look, view.mode, count_threats=True) if move.win_probability is None]
    if view.phase == "move":
        top = find_best_move(move for move in peaceful if move.steps <= view.die)
        return top.move if top else STAY
    gains = list_gains_by_die(peaceful)
    gained_by_reroll = sum(gains) / len(DIE_FACES) - gains[view.die - 1]
    return REROLL if gained_by_reroll > (KEPT_TILE_POINTS if look.has_another_turn else 0) else KEEP


BASELINES: Final[Mapping[str, Mapping[str, Callable[[Any, Dice], Move]]]] = {
    "schamanen": {"nash1": nash1, "nash2": nash2, "nash3": nash3},
    "shamanic_chess": {f"depth{depth}": partial(search_chess, depth) for depth in (1, 2, 3)},
    "woodwalkers": {"never-duels": never_duel},
}
"""By game and name."""
