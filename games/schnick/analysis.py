"""Win shares, and how luck and the players' choices change them in each step.

Luck lies in the cards drawn and in the way the players' choices meet. Each choice is compared with the best choice that
the player could make without knowing hidden cards. Optimal play of a whole match is unknown, so a player's skill shows
only over many choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import exp
from operator import mul
from typing import Final, TypeAlias

from games.core import JointMove, Move, Seat
from games.dice import UNSEEDED
from games.insight import Contribution
from games.schnick.ai import list_policy_weights, predict_rival_choice
from games.schnick.endgame import ROUNDING_ERROR, solve_endgame
from games.schnick.policy_net import NASH_SIGNS
from games.schnick.rules import SIGN_MOVES, apply, legal_moves
from games.schnick.state import (
    JOKER,
    NAME_BY_SYMBOL,
    PAYOFF,
    SEAT_COUNTS,
    SYMBOL_BY_NAME,
    SYMBOLS,
    Cards,
    State,
    View,
    count_net_beaten,
)
from games.schnick.views import build_state_with_hidden_cards, view
from games.tables import load_table

_SEAT_COUNT_NAMES: Final = ("two", "three", "four", "five", "six")
"""The keys of `chances.toml`, one for each number in SEAT_COUNTS."""
_FEATURES: Final = 8
"""The number of features that `list_win_features` yields per seat."""


def estimate_win_shares(state: State, cards: Cards) -> tuple[float, ...]:
    """Estimate each seat's win share: its expected share of the one point for a match, which the winners split.

    `cards` contains all symbol cards of the match. The hands in `state` can contain hidden cards.
    """
    if state.phase in ("over", "sign"):
        return _share_among_leaders(state)
    weights = _WEIGHTS_BY_SEATS[len(state.hands)]
    logits = [sum(map(mul, weights, features)) for features in list_win_features(state, cards)]
    # Subtracting the highest logit keeps exp() from overflowing.
    highest = max(logits)
    shares = [exp(logit - highest) for logit in logits]
    return tuple(share / sum(shares) for share in shares)


def list_win_features(state: State, cards: Cards) -> Iterator[Sequence[float]]:
    """Yield each seat's features: won cards, cards in hand, a joker in hand, and hand strength.

    Each feature is followed by the same feature times a factor that grows toward the end of the match. Each duelist
    counts half of the pot as won. Hand strength compares the hand with all other unplayed cards.
    """
    nearness = 1 / (1 + min(map(len, state.hands)))
    played = "".join((*state.won_cards, *state.cards_in_middle))
    unplayed = {symbol: cards.count(symbol) - played.count(symbol) for symbol in SYMBOLS}
    net_beaten = {symbol: count_net_beaten(symbol, unplayed) for symbol in SYMBOLS}
    unplayed_total, pot = sum(unplayed.values()), len("".join(state.cards_in_middle))
    for seat, hand in enumerate(state.hands):
        won = len(state.won_cards[seat]) + (pot / 2 if seat in state.duelists else 0)
        joker = JOKER in hand
        strength = sum(net_beaten.get(card, 0) for card in hand) / max(1, unplayed_total - len(hand) + joker)
        features = (won, len(hand), joker, strength)
        yield [value for feature in features for value in (feature, feature * nearness)]


def _share_among_leaders(state: State) -> tuple[float, ...]:
    """Return equal win shares for all leaders or, in a tiebreak, for the players who are still in it."""
    won = list(map(len, state.won_cards))
    leaders = state.tied_seats or [seat for seat, cards in enumerate(won) if cards == max(won)]
    return tuple((seat in leaders) / len(leaders) for seat in range(len(won)))


def _load_weights() -> Mapping[int, Sequence[float]]:
    table = load_table(__package__, "chances")
    if [*table] != [*_SEAT_COUNT_NAMES] or {len(weights) for weights in table.values()} != {_FEATURES}:
        raise ValueError(f"chances.toml has missing or invalid weights: {table}")
    return dict(zip(SEAT_COUNTS, table.values(), strict=True))


_WEIGHTS_BY_SEATS: Final = _load_weights()


Shares: TypeAlias = tuple[float, ...]
MoveProbabilities: TypeAlias = Mapping[Move, float]
EvaluateMoves: TypeAlias = Callable[[Move, Move], Shares]
_NASH_SIGN_MOVES: Final[MoveProbabilities] = {
    ("sign", NAME_BY_SYMBOL[symbol]): 1 / len(NASH_SIGNS) for symbol in NASH_SIGNS
}


def win_shares(state: State, *, quickly: bool = False) -> Shares:
    """Return each seat's win share, based on all hands and the pile.

    In a duel, average the win shares over the possible choices and draws of its next step, unless `quickly` is set.
    """
    if quickly:
        return estimate_win_shares(state, state.symbol_cards)
    if state.phase == "challenge" and len(state.hands) == 2:
        # With two players there is only one possible challenge, so evaluate the duel that follows.
        rival = 1 - state.challenger
        state = apply(state, {state.challenger: ("challenge", str(rival))}, UNSEEDED.step_dice(1))
    return _evaluate_duel(state).win_shares if state.phase == "duel" else estimate_win_shares(state, state.symbol_cards)


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    """Split the change in win shares during a step into the effects of luck and of each player's choice.

    Only duels and two-player tiebreaks are split. Redeals, challenges and larger tiebreaks are not judged.
    """
    change = _add_weighted([(1, win_shares(later)), (-1, win_shares(state))])
    match state.phase:
        case "duel":
            return _split_duel_step(state, joint, change)
        case "sign" if len(state.tied_seats) == 2:
            contributions = _split_tiebreak(state, joint)
        case _:
            contributions = []
    rest = _subtract_contributions(change, contributions)
    has_rest = max(map(abs, rest)) > ROUNDING_ERROR
    return [*contributions, Contribution("sight", rest)] if has_rest else contributions


def _subtract_contributions(change: Shares, contributions: Iterable[Contribution]) -> Shares:
    return _add_weighted([(1, change), *((-1, contribution.gains) for contribution in contributions)])


@dataclass(frozen=True, slots=True)
class _DuelEvaluation:
    """The evaluation of a duel before its next step: both seats' policies and the resulting win shares.

    `evaluate_moves` takes a pair of moves and returns the win shares after them.
    """

    evaluate_moves: EvaluateMoves
    policies: tuple[MoveProbabilities, MoveProbabilities]
    win_shares: Shares


# A review evaluates each duel twice in a row, after one step and before the next, so a small cache is enough.
@lru_cache(maxsize=8)
def _evaluate_duel(state: State) -> _DuelEvaluation:
    one, other = state.duelists
    cards = state.symbol_cards

    @cache
    def evaluate_moves(first: Move, second: Move) -> Shares:
        return _average_over_draws(state, {one: first, other: second}, cards)

    policies = _get_policy(view(state, one)), _get_policy(view(state, other))
    outcomes = [
        (first_probability * second_probability, evaluate_moves(first, second))
        for first, first_probability in policies[0].items()
        for second, second_probability in policies[1].items()
    ]
    return _DuelEvaluation(evaluate_moves, policies, _add_weighted(outcomes))


def _split_duel_step(state: State, joint: JointMove, change: Shares) -> Sequence[Contribution]:
    one, other = state.duelists
    before = _evaluate_duel(state)
    contributions = [Contribution("meeting", _measure_meeting_luck(before, (joint[one], joint[other])))]
    expected_losses = []
    for seat, policy in zip((one, other), before.policies, strict=True):
        losses = _measure_losses(view(state, seat))
        contributions.append(Contribution("choice", losses[joint[seat]], seat))
        expected_losses += [(-probability, losses[move]) for move, probability in policy.items()]
    # A good policy sometimes plays a worse move to stay unpredictable. Its average loss is neither luck nor a mistake.
    contributions.append(Contribution("sight", _add_weighted(expected_losses)))
    # The rest is the luck of the deal and of the drawn cards.
    return [*contributions, Contribution("dice", _subtract_contributions(change, contributions))]


def _split_tiebreak(state: State, joint: JointMove) -> list[Contribution]:
    """Split the change in a two-player tiebreak into luck and the loss caused by each player's sign."""
    one, other = state.tied_seats
    seats = len(state.won_cards)

    def evaluate_moves(first: Move, second: Move) -> Shares:
        payoff = PAYOFF[SYMBOL_BY_NAME[first[1]]][SYMBOL_BY_NAME[second[1]]]
        return _split_between_two(seats, one, other, (1 + payoff) / 2)

    expected = {
        move: _add_weighted((share, evaluate_moves(move, answer)) for answer, share in _NASH_SIGN_MOVES.items())[one]
        for move in SIGN_MOVES
    }
    losses = ((seat, expected[joint[seat]] - max(expected.values())) for seat in (one, other))
    choices = [
        Contribution("choice", _split_between_two(seats, seat, one + other - seat, loss, 0), seat)
        for seat, loss in losses
    ]
    policies = (_NASH_SIGN_MOVES, _NASH_SIGN_MOVES)
    before = _DuelEvaluation(evaluate_moves, policies, _split_between_two(seats, one, other, 0.5))
    return [Contribution("meeting", _measure_meeting_luck(before, (joint[one], joint[other]))), *choices]


def _measure_meeting_luck(before: _DuelEvaluation, moves: tuple[Move, Move]) -> Shares:
    """Measure the luck in the combination of two moves, beyond the effect of each move on its own.

    This luck is zero on average if at least one of the two players follows the policy.
    """
    evaluate_moves, (first_policy, second_policy) = before.evaluate_moves, before.policies
    terms: list[tuple[float, Shares]] = [(1, evaluate_moves(*moves)), (1, before.win_shares)]
    terms += [(-share, evaluate_moves(moves[0], move)) for move, share in second_policy.items()]
    terms += [(-share, evaluate_moves(move, moves[1])) for move, share in first_policy.items()]
    return _add_weighted(terms)


def _average_over_draws(state: State, joint: JointMove, cards: Cards) -> Shares:
    """Return the win shares after a duel step, averaged over the cards that can be drawn in the step.

    The pile is treated as a ring, and each run of neighboring cards in the ring is a possible draw. In this average,
    each card counts equally.
    """
    after, pile = apply(state, joint, UNSEEDED.step_dice(1)), state.pile
    drawn = len(pile) - len(after.pile)
    if not drawn or after.phase in ("over", "sign"):
        return estimate_win_shares(after, cards)
    ring = pile + pile[: drawn - 1]
    tops = Counter(ring[start : start + drawn] for start in range(len(pile)))
    outcomes = []
    for top, count in tops.items():
        rest = "".join((Counter(pile) - Counter(top)).elements())
        after = apply(replace(state, pile=rest + top), joint, UNSEEDED.step_dice(1))
        outcomes.append((count / len(pile), estimate_win_shares(after, cards)))
    return _add_weighted(outcomes)


def _get_policy(seat_view: View) -> MoveProbabilities:
    """Return the probability of each move at the strongest AI level."""
    kind, weights = _get_move_kind(seat_view), list_policy_weights(seat_view)
    total = sum(weight for _, weight in weights)
    return {(kind, NAME_BY_SYMBOL[symbol]): weight / total for symbol, weight in weights}


def _get_move_kind(seat_view: View) -> str:
    """Return "card" for a hand with symbol cards, and "sign" for a hand without."""
    return legal_moves(seat_view)[0][0]


def _measure_losses(seat_view: View) -> Mapping[Move, Shares]:
    """Return how much worse the win shares are after each move than after the best move, as far as this seat knows."""
    assert seat_view.seat is not None
    seat, moves, seats = seat_view.seat, legal_moves(seat_view), len(seat_view.hands)
    rival = next(duelist for duelist in seat_view.duelists if duelist != seat)
    if len(moves) == 1:
        return {moves[0]: (0.0,) * seats}
    if endgame := solve_endgame(seat_view):
        losses = {
            name: value - max(endgame.win_probabilities.values()) for name, value in endgame.win_probabilities.items()
        }
        return {move: _split_between_two(seats, seat, rival, losses[SYMBOL_BY_NAME[move[1]]], 0) for move in moves}
    expected = {move: _estimate_move(seat_view, rival, move) for move in moves}
    best = max(expected.values(), key=lambda shares: shares[seat])
    return {move: _add_weighted([(1, shares), (-1, best)]) for move, shares in expected.items()}


def _estimate_move(seat_view: View, rival: Seat, move: Move) -> Shares:
    """Return the expected win shares after a move, averaged over the symbols that the rival can show.

    All other hidden cards, in hands and in the pile, count as average cards.
    """
    assert seat_view.seat is not None
    state, hand = build_state_with_hidden_cards(seat_view), seat_view.hands[rival]
    outcomes = []
    for symbol, share in predict_rival_choice(seat_view, rival).items():
        hands = (*state.hands[:rival], symbol + hand[1:], *state.hands[rival + 1 :]) if hand else state.hands
        joint = {seat_view.seat: move, rival: ("card" if hand else "sign", NAME_BY_SYMBOL[symbol])}
        after = apply(replace(state, hands=hands), joint, UNSEEDED.step_dice(1))
        outcomes.append((share, estimate_win_shares(after, seat_view.symbol_cards)))
    return _add_weighted(outcomes)


def _split_between_two(seats: int, one: Seat, other: Seat, share: float, total: float = 1.0) -> Shares:
    """Return win shares with `share` for seat `one`, the rest of `total` for seat `other`, and 0 for all others."""
    return tuple(share if seat == one else total - share if seat == other else 0.0 for seat in range(seats))


def _add_weighted(terms: Iterable[tuple[float, Shares]]) -> Shares:
    """Return the weighted sum of the given win shares for each seat."""
    return tuple(map(sum, zip(*([weight * share for share in shares] for weight, shares in terms), strict=True)))
