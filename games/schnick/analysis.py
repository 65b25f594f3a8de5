"""What was luck in a match of cards: what met, and what was drawn; and what each lost by what they could count.

Only many choices together tell anything: how this is played as well as can be, nobody knows.
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
from games.schnick.endgame import solve_endgame
from games.schnick.policy_net import NASH_SIGNS
from games.schnick.rules import SIGN_MOVES, apply, legal_moves
from games.schnick.state import JOKER, NAME_BY_SYMBOL, PAYOFF, SYMBOL_BY_NAME, SYMBOLS, Card, Cards, State, View
from games.schnick.views import build_state_with_hidden_cards, view
from games.tables import load_table

_SEAT_COUNT_NAMES: Final = ("two", "three", "four", "five", "six")


def estimate_win_shares(state: State, cards: Cards) -> tuple[float, ...]:
    """By seat, of the one point that those in front share; of cards that lie face down it is known only how many there
    are, and together with the others they are `cards`.
    """
    if state.phase in ("over", "sign"):
        return _share_among_leaders(state)
    weights = _WEIGHTS_BY_SEATS[len(state.hands)]
    merits = [sum(map(mul, weights, row)) for row in list_win_features(state, cards)]
    most = max(merits)
    shares = [exp(merit - most) for merit in merits]
    return tuple(share / sum(shares) for share in shares)


def list_win_features(state: State, cards: Cards) -> Iterator[Sequence[float]]:
    """What the chances of each seat follow from."""
    near = 1 / (1 + min(map(len, state.hands)))
    gone = "".join((*state.won_cards, *state.cards_in_middle))
    there = {symbol: cards.count(symbol) - gone.count(symbol) for symbol in SYMBOLS}
    beats = {symbol: _count_net_beaten(symbol, there) for symbol in SYMBOLS}
    left, pot = sum(there.values()), len("".join(state.cards_in_middle))
    for seat, hand in enumerate(state.hands):
        won = len(state.won_cards[seat]) + (pot / 2 if seat in state.duelists else 0)
        joker = JOKER in hand
        strength = sum(beats.get(card, 0) for card in hand) / max(1, left - len(hand) + joker)
        yield won, won * near, len(hand), len(hand) * near, joker, joker * near, strength, strength * near


def _count_net_beaten(symbol: Card, there: Mapping[Card, int]) -> int:
    """How many of the cards it beats, less those by which it is beaten."""
    return sum(many * PAYOFF[symbol][other] for other, many in there.items())


def _share_among_leaders(state: State) -> tuple[float, ...]:
    """Among those whom signs still decide for, each is as likely."""
    won = list(map(len, state.won_cards))
    best = state.tied_seats or [seat for seat, cards in enumerate(won) if cards == max(won)]
    return tuple((seat in best) / len(best) for seat in range(len(won)))


def _load_weights() -> Mapping[int, Sequence[float]]:
    told = load_table(__package__, "chances")
    if [*told] != [*_SEAT_COUNT_NAMES] or {len(weights) for weights in told.values()} != {8}:
        raise ValueError(f"chances.toml: {told}")
    return dict(enumerate(told.values(), 2))


_WEIGHTS_BY_SEATS: Final = _load_weights()


ROUNDING_ERROR: Final = 1e-9
"""What comes of rounding is nothing."""
Shares: TypeAlias = tuple[float, ...]
MoveProbabilities: TypeAlias = Mapping[Move, float]
EvaluateMoves: TypeAlias = Callable[[Move, Move], Shares]
_NASH_SIGN_MOVES: Final[MoveProbabilities] = {
    ("sign", NAME_BY_SYMBOL[symbol]): 1 / len(NASH_SIGNS) for symbol in NASH_SIGNS
}


def win_shares(state: State, *, quickly: bool = False) -> Shares:
    """With all hands open, and the next duel in mind; quickly without it."""
    if quickly:
        return estimate_win_shares(state, state.symbol_cards)
    if state.phase == "challenge" and len(state.hands) == 2:
        # There is nobody else.
        rival = 1 - state.challenger
        state = apply(state, {state.challenger: ("challenge", str(rival))}, UNSEEDED.step_dice(1))
    return _evaluate_duel(state).win_shares if state.phase == "duel" else estimate_win_shares(state, state.symbol_cards)


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    """Of a new hand, and of whom one challenges, nothing is said but what came of it; nor of signs of more than two."""
    change = _add_weighted([(1, win_shares(later)), (-1, win_shares(state))])
    match state.phase:
        case "duel":
            return _split_duel_step(state, joint, change)
        case "sign" if len(state.tied_seats) == 2:
            parts = _split_tiebreak(state, joint)
        case _:
            parts = []
    rest = _subtract_contributions(change, parts)
    return [*parts, Contribution("sight", rest)] if max(map(abs, rest)) > ROUNDING_ERROR else parts


def _subtract_contributions(change: Shares, parts: Iterable[Contribution]) -> Shares:
    return _add_weighted([(1, change), *((-1, part.gains) for part in parts)])


@dataclass(frozen=True, slots=True)
class _DuelEvaluation:
    """Before two show: what they choose from as the house would, and what it leads to."""

    evaluate_moves: EvaluateMoves
    policies: tuple[MoveProbabilities, MoveProbabilities]
    win_shares: Shares


@lru_cache(maxsize=8)
def _evaluate_duel(state: State) -> _DuelEvaluation:
    one, other = state.duelists
    cards = state.symbol_cards

    @cache
    def met(first: Move, second: Move) -> Shares:
        return _average_over_draws(state, {one: first, other: second}, cards)

    mixes = _get_policy(view(state, one)), _get_policy(view(state, other))
    ways = [(a * b, met(mine, theirs)) for mine, a in mixes[0].items() for theirs, b in mixes[1].items()]
    return _DuelEvaluation(met, mixes, _add_weighted(ways))


def _split_duel_step(state: State, joint: JointMove, change: Shares) -> Sequence[Contribution]:
    one, other = state.duelists
    before = _evaluate_duel(state)
    parts = [Contribution("meeting", _measure_meeting_luck(before, (joint[one], joint[other])))]
    seen = []
    for seat, mix in zip((one, other), before.policies, strict=True):
        looked = view(state, seat)
        lost = _measure_losses(looked)
        parts.append(Contribution("choice", lost[joint[seat]], seat))
        seen += [(-share, lost[word]) for word, share in mix.items()]
    # Whoever mixes well loses a little now and then, so that nobody knows what comes: that is nobody's luck.
    parts.append(Contribution("sight", _add_weighted(seen)))
    # And how their hands lay to each other, and what was drawn.
    return [*parts, Contribution("dice", _subtract_contributions(change, parts))]


def _split_tiebreak(state: State, joint: JointMove) -> list[Contribution]:
    """The last word of two who are level."""
    one, other = state.tied_seats
    seats = len(state.won_cards)

    def met(first: Move, second: Move) -> Shares:
        return _split_between_two(
            seats, one, other, (1 + PAYOFF[SYMBOL_BY_NAME[first[1]]][SYMBOL_BY_NAME[second[1]]]) / 2
        )

    hoped = {
        word: _add_weighted((share, met(word, each)) for each, share in _NASH_SIGN_MOVES.items())[one]
        for word in SIGN_MOVES
    }
    lost = ((seat, hoped[joint[seat]] - max(hoped.values())) for seat in (one, other))
    choices = [
        Contribution("choice", _split_between_two(seats, seat, one + other - seat, less, 0), seat)
        for seat, less in lost
    ]
    evenly = _DuelEvaluation(met, (_NASH_SIGN_MOVES, _NASH_SIGN_MOVES), _split_between_two(seats, one, other, 0.5))
    return [Contribution("meeting", _measure_meeting_luck(evenly, (joint[one], joint[other]))), *choices]


def _measure_meeting_luck(before: _DuelEvaluation, said: tuple[Move, Move]) -> Shares:
    """What neither could help: where one of them mixes as the house does it is nothing on average, whatever the other
    chooses.
    """
    met, (mine, theirs) = before.evaluate_moves, before.policies
    ways: list[tuple[float, Shares]] = [(1, met(*said)), (1, before.win_shares)]
    ways += [(-share, met(said[0], word)) for word, share in theirs.items()]
    ways += [(-share, met(word, said[1])) for word, share in mine.items()]
    return _add_weighted(ways)


def _average_over_draws(state: State, joint: JointMove, cards: Cards) -> Shares:
    """What a step in a duel leads to, over all that may be drawn then: each card of the pile may lie on top."""
    made, pile = apply(state, joint, UNSEEDED.step_dice(1)), state.pile
    drawn = len(pile) - len(made.pile)
    if not drawn or made.phase in ("over", "sign"):
        return estimate_win_shares(made, cards)
    round_ = pile + pile[: drawn - 1]
    tops = Counter(round_[at : at + drawn] for at in range(len(pile)))
    found = []
    for top, many in tops.items():
        rest = "".join((Counter(pile) - Counter(top)).elements())
        found.append(
            (
                many / len(pile),
                estimate_win_shares(apply(replace(state, pile=rest + top), joint, UNSEEDED.step_dice(1)), cards),
            )
        )
    return _add_weighted(found)


def _get_policy(looked: View) -> MoveProbabilities:
    """As the house at its strongest chooses."""
    kind, ways = _get_move_kind(looked), list_policy_weights(looked)
    whole = sum(many for _, many in ways)
    return {(kind, NAME_BY_SYMBOL[symbol]): many / whole for symbol, many in ways}


def _get_move_kind(looked: View) -> str:
    """A hand without symbols signs."""
    return legal_moves(looked)[0][0]


def _measure_losses(looked: View) -> Mapping[Move, Shares]:
    """Held against the best there was by what this seat could count, whatever the other showed."""
    assert looked.seat is not None
    seat, words, seats = looked.seat, legal_moves(looked), len(looked.hands)
    rival = next(each for each in looked.duelists if each != seat)
    if len(words) == 1:
        return {words[0]: (0.0,) * seats}
    if found := solve_endgame(looked):
        most = max(found.win_probabilities.values())
        return {
            word: _split_between_two(seats, seat, rival, found.win_probabilities[SYMBOL_BY_NAME[word[1]]] - most, 0)
            for word in words
        }
    hoped = {word: _estimate_move(looked, rival, word) for word in words}
    best = max(hoped.values(), key=lambda each: each[seat])
    return {word: _add_weighted([(1, hope), (-1, best)]) for word, hope in hoped.items()}


def _estimate_move(looked: View, rival: Seat, word: Move) -> Shares:
    """Over all that the rival may show; what else they hold, and what will be drawn, is neither good nor bad."""
    assert looked.seat is not None
    there, hand = build_state_with_hidden_cards(looked), looked.hands[rival]
    found = []
    for symbol, share in predict_rival_choice(looked, rival).items():
        hands = (*there.hands[:rival], symbol + hand[1:], *there.hands[rival + 1 :]) if hand else there.hands
        joint = {looked.seat: word, rival: ("card" if hand else "sign", NAME_BY_SYMBOL[symbol])}
        found.append(
            (
                share,
                estimate_win_shares(
                    apply(replace(there, hands=hands), joint, UNSEEDED.step_dice(1)), looked.symbol_cards
                ),
            )
        )
    return _add_weighted(found)


def _split_between_two(seats: int, one: Seat, other: Seat, share: float, whole: float = 1.0) -> Shares:
    """So much for the one, and the rest for the other."""
    return tuple(share if seat == one else whole - share if seat == other else 0.0 for seat in range(seats))


def _add_weighted(ways: Iterable[tuple[float, Shares]]) -> Shares:
    """Each so many times."""
    return tuple(map(sum, zip(*([times * share for share in shares] for times, shares in ways), strict=True)))
