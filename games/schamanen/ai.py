"""The computer opponent at each level, and the reasons it gives for its moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Final

from games.core import Level, MixedSuggestion, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.schamanen.evaluation import (
    EXACT_DUELS_LEFT,
    Evaluator,
    PairingValues,
    average_by_mask,
    best_exchange_at_a_glance,
    draw_mask_from_mix,
    duel_value,
    make_board_scorer,
    optimal_mix,
)
from games.schamanen.hidden_stones import PublicBelief
from games.schamanen.known_board import (
    KnownBoard,
    apply_exchange,
    board_known_to_viewer,
    list_exchanges,
    single_stone_board,
)
from games.schamanen.legal_moves import legal_moves
from games.schamanen.placement_search import apply_placement, estimate_margins, parse_placement, search_placement
from games.schamanen.state import BISON, FACE_DOWN, LINES, SHELL_COUNT, SPACES, DuelTerms, Stones, View

SEARCH_DEPTH: Final = 2
"""The number of exchanges that the search looks ahead. Each exchange includes the duel that follows it."""


def max_exchanges_by_depth(terms: DuelTerms) -> tuple[int, ...]:
    """Return the maximum number of exchanges to search at each depth.

    The first number is for a search that looks one duel further. The second number, if any, is for a search that looks
    two duels further.
    """
    if terms.allows_stacks:
        # There are nearly ten thousand exchanges, each with hundreds of replies. More than five take too long.
        return (5,)
    return (36,) if terms.stones_are_hidden else (60, 5)


def compute_mask_mix(view: View, seat: Seat, time_left: TimeLeft, depth: int = SEARCH_DEPTH) -> Sequence[Fraction]:
    """Return how likely the seat's optimal mixed strategy is to choose each of its three masks (rows or columns)."""
    own_stones = single_stone_board(view).values[seat] if view.terms.stones_are_hidden else ()
    if depth > 1 and view.terms.stones_are_hidden and FACE_DOWN not in own_stones:
        return PublicBelief.from_view(view).compute_mix(seat, own_stones)
    return optimal_mix(seat, board_known_to_viewer(view).pairings, compute_pairing_values(view, time_left, depth))


def compute_pairing_values(view: View, time_left: TimeLeft, depth: int = SEARCH_DEPTH) -> PairingValues:
    """Return Bison's win probability after each pairing in the next duel, searched as deeply as time allows."""
    board, evaluator = board_known_to_viewer(view), Evaluator.from_view(view)
    values = evaluator.search_values(board)
    if min(depth, len(max_exchanges_by_depth(view.terms))) > 1:
        with suppress(TimeoutError):
            values = evaluator.search_values(board, depth, time_left)
    return values


def choose_exchange(
    view: View, seat: Seat, time_left: TimeLeft, depth: int = SEARCH_DEPTH
) -> tuple[float, Move, KnownBoard]:
    """Return the seat's win probability after its best exchange, the exchange itself, and the board after it.

    All exchanges are first scored by the next duel alone. The best ones are then searched deeper while time remains.
    """
    evaluator, sign = Evaluator.from_view(view), 1 if seat == BISON else -1
    score_board = make_board_scorer(seat, evaluator.win_values)
    ranked = [
        (score_board(board.pairings), move, board)
        for move, board in list_exchanges(board_known_to_viewer(view), view.terms, seat, score_board)
    ]
    for extra_duels, count in enumerate(max_exchanges_by_depth(view.terms)[:depth], 1):
        ranked.sort(key=lambda exchange: exchange[:2], reverse=True)
        searched = []
        with suppress(TimeoutError):
            for _, move, board in ranked[:count]:
                if time_left() <= 0:
                    break
                value = duel_value(board.pairings, evaluator.search_values(board, extra_duels, time_left))
                searched.append((sign * value, move, board))
        ranked = searched or ranked
    best, move, board = max(ranked, key=lambda exchange: exchange[:2])
    return best if seat == BISON else 1 + best, move, board


EASY_UNCONSIDERED_PERCENT: Final = 40
"""How often the easy level plays a random move. Otherwise, it plays the better of two random moves.

A player who always plays at random wins three dealt matches in ten against it.
"""
MEDIUM_EXCHANGES_TRIED: Final = 10
"""The number of random exchanges from which the medium level picks the best.

This number was tuned in the arena: a level that tries all exchanges is far above the easy level and close to the
hard one.
"""
MEDIUM_FORGETS_TENTHS: Final = 6
"""The share of face-down stones that the medium level forgets in the memory variant, in tenths.

This share was tuned in the arena: when the level forgot three tenths, it won 92 of 100 matches against the easy
level.
"""
EVEN_CHANCE_MARGIN: Final = 0.15
"""The largest difference from one half at which a win probability is described as even."""


def think(view: View, level: Level, dice: Dice, time_left: TimeLeft) -> Suggestion:
    assert view.seat is not None
    match level:
        case Level.EASY:
            return _choose_easy_move(view, view.seat, dice)
        case Level.MEDIUM:
            return _choose_medium_move(_forget_stones(view, dice), view.seat, dice)
        case Level.HARD if view.phase == "mask":
            return _suggest_mask(view, view.seat, dice, time_left)
        case Level.HARD if view.phase == "place":
            return _suggest_placement(view, view.seat, dice, time_left)
        case Level.HARD:
            probability, move, board = choose_exchange(view, view.seat, time_left)
            return _explain_exchange(view, view.seat, move, board, probability)


def _choose_easy_move(view: View, seat: Seat, dice: Dice) -> Suggestion:
    """Choose a random move, or the better of two, without remembering the values of face-down stones."""
    view = replace(view, known_stones=view.stones)
    moves = legal_moves(view)
    idea = dice.choose(moves)
    if dice.draw_below(100) >= EASY_UNCONSIDERED_PERCENT:
        idea = max(idea, dice.choose(moves), key=_score_by_best_average(view, seat))
    return Suggestion(idea, "why-hunch")


def _choose_medium_move(view: View, seat: Seat, dice: Dice) -> Suggestion:
    move = _best_of_random_exchanges(view, seat, dice) if view.phase == "exchange" else greedy_move(view, dice)
    if view.phase == "mask":
        return Suggestion(move, "why-mask-average")
    if view.phase == "place":
        return Suggestion(move, "why-place-average")
    board = apply_exchange(board_known_to_viewer(view), move, seat)
    averages = average_by_mask(seat, board.pairings, Evaluator.from_view(view).shell_values)
    line = LINES[seat][averages.index(max(averages))]
    return Suggestion(move, "why-swap-average", {"seat": seat, "line": line.upper()})


def _best_of_random_exchanges(view: View, seat: Seat, dice: Dice) -> Move:
    """Draw some random exchanges, and return the one after which the next duel is worth the most shells."""
    score_board = make_board_scorer(seat, Evaluator.from_view(view).shell_values)
    exchanges = dice.shuffle(list(list_exchanges(board_known_to_viewer(view), view.terms, seat, score_board)))
    return max(exchanges[:MEDIUM_EXCHANGES_TRIED], key=lambda exchange: score_board(exchange[1].pairings))[0]


def _forget_stones(view: View, dice: Dice) -> View:
    """Return the view without the values of some face-down stones, which are chosen at random."""

    def forget_some(known: Stones, shown: Stones) -> Stones:
        return tuple(
            known_pile if known_pile == shown_pile or dice.draw_below(10) >= MEDIUM_FORGETS_TENTHS else shown_pile
            for known_pile, shown_pile in zip(known, shown, strict=True)
        )

    bison, wolf = (forget_some(known, shown) for known, shown in zip(view.known_stones, view.stones, strict=True))
    return replace(view, known_stones=(bison, wolf))


def _suggest_mask(view: View, seat: Seat, dice: Dice, time_left: TimeLeft) -> Suggestion:
    probabilities = compute_mask_mix(view, seat, time_left)
    move, probability = draw_mask_from_mix(seat, probabilities, dice)
    hidden = view.terms.stones_are_hidden
    if probability == 1:
        return Suggestion(move, "why-mask-likely" if hidden else "why-mask-sure")
    why = "why-mask-memory" if hidden else "why-mask-mix"
    return MixedSuggestion.from_weights(
        move,
        [
            (Suggestion(("mask", line), why), float(share))
            for line, share in zip(LINES[seat], probabilities, strict=True)
        ],
    )


def _suggest_placement(view: View, seat: Seat, dice: Dice, time_left: TimeLeft) -> Suggestion:
    move, sampled_boards = search_placement(view, seat, dice, time_left)
    side, value, space = parse_placement(move, seat)
    if move[0] == "relocate":
        return Suggestion(move, "why-relocate")
    (opposing,) = view.stones[1 - side][space] or (FACE_DOWN,)
    if side == seat and opposing != FACE_DOWN:
        why = "why-place-beats" if value > opposing else "why-place-yields"
        return Suggestion(move, why, {"other": opposing})
    if sampled_boards:
        return Suggestion(move, "why-place-dreams", {"boards": sampled_boards})
    return Suggestion(move, "why-place-average")


def _explain_exchange(view: View, seat: Seat, move: Move, board: KnownBoard, probability: float) -> Suggestion:
    """Explain an exchange by its threat to win all shells on a space or, without a threat, by the win probability.

    The probability is given as a number only when it is exact. With more duels left, the search ignores part of the
    layout, which makes a difference of about ten percentage points.
    """
    if view.terms.stones_are_hidden:
        return Suggestion(move, "why-swap-memory")
    shell_values, seat_wins = Evaluator.from_view(view).shell_values, SHELL_COUNT if seat == BISON else 0
    winning_spaces = [space for space, pairing in enumerate(board.pairings) if shell_values[pairing] == seat_wins]
    if winning_spaces:
        return Suggestion(move, "why-swap-threat", {"space": SPACES[winning_spaces[0]].upper()})
    if view.terms.duel_limit - view.duels_fought <= EXACT_DUELS_LEFT and not view.terms.allows_stacks:
        bison = duel_value(board.pairings, Evaluator.from_view(view).search_values(board))
        probability = bison if seat == BISON else 1 - bison
        facts = {"chances": round(100 * probability)}
        return Suggestion(move, "why-swap-chances" if probability >= 0.5 else "why-swap-least", facts)
    if abs(probability - 0.5) < EVEN_CHANCE_MARGIN:
        return Suggestion(move, "why-swap-open")
    return Suggestion(move, "why-swap-ahead" if probability > 0.5 else "why-swap-behind")


def policy(view: View, name: str, time_left: TimeLeft) -> Mapping[Move, Fraction]:
    """Return the probability of each mask at the hard level. Only this level mixes masks."""
    if view.phase != "mask" or view.seat is None or name != Level.HARD:
        return {}
    mix = compute_mask_mix(view, view.seat, time_left)
    return {("mask", line): share for line, share in zip(LINES[view.seat], mix, strict=True)}


def _score_by_best_average(view: View, seat: Seat) -> Callable[[Move], float]:
    """Return a function that scores a move by the average number of shells that the seat's best line wins afterward."""
    shell_values = Evaluator.from_view(view).shell_values
    if view.phase == "place":
        return lambda move: max(average_by_mask(seat, range(9), estimate_margins(apply_placement(view, seat, move))))
    board = board_known_to_viewer(view)
    if view.phase == "mask":
        averages = dict(zip(LINES[seat], average_by_mask(seat, board.pairings, shell_values), strict=True))
        return lambda move: averages[move[1]]
    return lambda move: max(average_by_mask(seat, apply_exchange(board, move, seat).pairings, shell_values))


def greedy_move(view: View, dice: Dice) -> Move:
    """Choose the mask that wins the most shells on average.

    During placements and exchanges, choose the move after which the best mask wins the most shells on average.
    """
    assert view.seat is not None
    seat = view.seat
    if view.phase != "exchange":
        return max(legal_moves(view), key=_score_by_best_average(view, seat))
    shell_values = Evaluator.from_view(view).shell_values
    return best_exchange_at_a_glance(
        board_known_to_viewer(view),
        view.terms,
        seat,
        lambda pairings: max(average_by_mask(seat, pairings, shell_values)),
    )
