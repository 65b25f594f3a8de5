"""The computer opponent, which searches at every level, but overlooks moves at the easy and the medium level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import chess

from games.core import Level, Move, Suggestion, TimeLeft
from games.dice import Dice
from games.shamanic_chess.move_reasons import explain_move, threatens_waking_check, uncovers_check
from games.shamanic_chess.position import (
    CENTER_SQUARES,
    SQUARE_NAMES,
    Position,
    Square,
    build_awake_board,
    find_attacked_squares,
    find_checkers,
    find_end_square,
)
from games.shamanic_chess.rules import legal_moves
from games.shamanic_chess.search import (
    JOURNEY,
    MAX_DEPTH,
    EncodedMove,
    Mailbox,
    Search,
    decode_move,
    encode_move,
    unpack_move,
)
from games.shamanic_chess.state import State, View

_MAX_DEPTHS: Final = {Level.EASY: 1, Level.MEDIUM: 2, Level.HARD: MAX_DEPTH}
"""The maximum search depth of each level, in plies."""
_EASY_IDEAS: Final = 3
"""The number of random moves among which the easy level searches. It overlooks all others.

With three, a player who captures whenever possible gets a quarter of the points against it.
"""
_EASY_JOURNEY_PERCENT: Final = 60
"""How often the easy level makes an attractive journey if there is one, to show what a trance is for."""
_MEDIUM_HASTY_MOVE_ODDS: Final = 10
"""At the medium level, one move in this many is hasty. A hasty move is chosen without a search."""
_NODE_LIMITS: Final = {Level.EASY: 50_000, Level.MEDIUM: 150_000, Level.HARD: 1_000_000}
"""The maximum number of nodes that are searched for one move, even if more time is left.

The limit makes the AI's move depend only on the position and the dice. It also bounds the time on boards with many
queens, where captures never end.
"""
_RANDOM_BONUS_CENTIPAWNS: Final = 6
"""The upper limit of the random bonus that each move gets, so that matches differ."""
_ATTRACTIVE_JOURNEY_BONUS_CENTIPAWNS: Final = 20
"""The bonus that the lower levels give to attractive journeys. Such moves show players how useful a trance can be."""
_HASTY_MOVE_MAX_DISTANCE: Final = 2
"""The maximum distance between the end squares of the opponent's last move and of a hasty move, in king steps.

Everything farther away is overlooked, including captures.
"""
_HASTY_MOVE_CANDIDATES: Final = 3
"""How many random moves are considered for a hasty move.

The one that wins the most material is played, without considering the reply.
"""


def think(view: View, level: Level, dice: Dice, time_left: TimeLeft) -> Suggestion:
    moves = legal_moves(view)
    if len(moves) == 1:
        return Suggestion(moves[0], "why-only")
    position = view.state.position
    root, candidates = _encode_view(view, moves)
    attractive = () if level is Level.HARD else tuple(find_attractive_journeys(position, candidates))
    if level is not Level.HARD:
        candidates = drop_pointless_journeys(position, candidates, attractive)
    if level is Level.EASY:
        candidates = _draw_ideas(candidates, attractive, dice)
    elif level is Level.MEDIUM and not dice.draw_below(_MEDIUM_HASTY_MOVE_ODDS):
        hasty_move, around = choose_hasty_move(view.state, root, candidates, dice)
        return Suggestion(decode_move(hasty_move), "why-hasty", {"around": SQUARE_NAMES[around]})
    search = _open_search(view, root, time_left, _NODE_LIMITS[level])
    result = search.find_best_move(candidates, _draw_bonuses(candidates, dice, attractive), _MAX_DEPTHS[level])
    reason, facts = explain_move(position, result)
    return Suggestion(decode_move(result.move), reason, facts)


def _draw_ideas(
    moves: Sequence[EncodedMove], attractive_journeys: Sequence[EncodedMove], dice: Dice
) -> list[EncodedMove]:
    """Return the moves that the easy level considers: often the attractive journeys, otherwise a few random moves."""
    if attractive_journeys and dice.draw_below(100) < _EASY_JOURNEY_PERCENT:
        return list(attractive_journeys)
    # There can be dozens of such journeys, which would displace all other moves.
    others = [move for move in moves if move not in attractive_journeys]
    return dice.shuffle(others or moves)[:_EASY_IDEAS]


def _encode_view(view: View, moves: Sequence[Move]) -> tuple[Mailbox, list[EncodedMove]]:
    root = Mailbox.from_position(view.state.position, view.state.halfmove_clock)
    return root, [encode_move(move) for move in moves]


def _draw_bonuses(
    moves: Iterable[EncodedMove], dice: Dice, attractive_journeys: Iterable[EncodedMove]
) -> dict[EncodedMove, int]:
    bonuses = {move: dice.draw_below(_RANDOM_BONUS_CENTIPAWNS) for move in moves}
    for move in bonuses.keys() & set(attractive_journeys):
        bonuses[move] += _ATTRACTIVE_JOURNEY_BONUS_CENTIPAWNS
    return bonuses


def _open_search(view: View, root: Mailbox, time_left: TimeLeft, node_limit: int) -> Search:
    repeatable = map(Mailbox.from_position, view.state.repeatable_positions)
    return Search(root, repeatable, time_left, node_limit, free_shamans=view.state.free_shamans)


def find_attractive_journeys(position: Position, moves: Iterable[EncodedMove]) -> Iterator[EncodedMove]:
    """Yield the attractive journeys.

    An attractive journey ends on a square that is not attacked. In addition, the piece escapes an attack, or it would
    give check by waking.
    """
    board = build_awake_board(position)
    attacked = find_attacked_squares(board, not board.turn)
    for move in moves:
        start, end, move_type = unpack_move(move)
        if (
            move_type == JOURNEY
            and not attacked >> end & 1
            and (attacked >> start & 1 or threatens_waking_check(position, move))
        ):
            yield move


def drop_pointless_journeys(
    position: Position, moves: Sequence[EncodedMove], attractive_journeys: Sequence[EncodedMove]
) -> list[EncodedMove]:
    """Return all moves except pointless journeys. A journey is useful if it is attractive or uncovers a check.

    If no move would be left, all moves are returned. In check, all legal journeys are kept, because each of them blocks
    the check.
    """
    board = build_awake_board(position)
    if find_checkers(board):
        return list(moves)
    attractive = set(attractive_journeys)
    useful = []
    for move in moves:
        start, _, move_type = unpack_move(move)
        if move_type != JOURNEY or move in attractive or uncovers_check(board, start):
            useful.append(move)
    return useful or list(moves)


def choose_hasty_move(
    state: State, root: Mailbox, moves: Sequence[EncodedMove], dice: Dice
) -> tuple[EncodedMove, Square]:
    """Choose a move that ends near the end square of the opponent's last move. Return the move and that end square."""
    around = find_end_square(state.last_move.move) if state.last_move else dice.choose(CENTER_SQUARES)
    near = [move for move in moves if chess.square_distance(unpack_move(move)[1], around) <= _HASTY_MOVE_MAX_DISTANCE]
    candidates = [dice.choose(near or moves) for _ in range(_HASTY_MOVE_CANDIDATES)]
    return max(candidates, key=root.count_material_gain), around


def greedy_move(view: View, dice: Dice) -> Move:
    """Return a random move among those that win the most material at once."""
    moves = legal_moves(view)
    root, encoded = _encode_view(view, moves)
    most = max(root.count_material_gain(move) for move in encoded)
    return dice.choose(
        [
            move
            for move, encoded_move in zip(moves, encoded, strict=True)
            if root.count_material_gain(encoded_move) == most
        ]
    )
