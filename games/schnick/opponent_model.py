"""Predictions of a human opponent's choices, the best responses to them, and the habits of players.

The predictions are based on the cards and signs that the opponent chose earlier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.core import JointMove, Level, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.insight import Habit, OpponentChoice, Outcome
from games.mind_reader import MindReader
from games.schnick.ai import is_after_tie, think
from games.schnick.policy_net import (
    FIRST_STEP_TEMPERATURE,
    PROBABILITY_STEPS,
    TIE_TEMPERATURE,
    estimate_choice,
    expected_payoff,
    uniform_probabilities,
)
from games.schnick.rules import legal_moves
from games.schnick.state import (
    JOKER,
    NAME_BY_SYMBOL,
    PAYOFF,
    SYMBOL_BY_NAME,
    SYMBOLS,
    SYMBOLS_BEATEN_BY,
    Card,
    State,
    View,
)

_ALL_NAMES: Final = tuple(NAME_BY_SYMBOL[symbol] for symbol in SYMBOLS)
_NAMES_BEATEN_BY: Final = {
    NAME_BY_SYMBOL[symbol]: frozenset(NAME_BY_SYMBOL[worse] for worse in beaten)
    for symbol, beaten in SYMBOLS_BEATEN_BY.items()
}


def list_habits(state: State, joint: JointMove) -> Iterator[Habit]:
    if state.phase not in ("duel", "sign"):
        return
    for seat, (kind, symbol) in joint.items():
        rivals = [name for other, (_, name) in joint.items() if other != seat]
        if len(rivals) == 1:
            yield Habit(
                seat,
                kind,
                symbol,
                _list_possible_symbols(state, seat),
                f"{kind}-{rivals[0]}",
                _compare_symbols(symbol, rivals[0]),
            )
        else:
            # A tiebreak of three or more players has no single rival to compare with.
            yield Habit(seat, kind, symbol, _list_possible_symbols(state, seat))


def _compare_symbols(one: str, other: str) -> Outcome:
    return "won" if other in _NAMES_BEATEN_BY[one] else "lost" if one in _NAMES_BEATEN_BY[other] else "tied"


def _list_possible_symbols(state: State, seat: Seat) -> tuple[str, ...]:
    """List the names of the symbols that a seat can show: those of its cards or, for a sign, all symbols."""
    held = tuple(NAME_BY_SYMBOL[symbol] for symbol in SYMBOLS if symbol in state.hands[seat])
    return held if held and state.phase == "duel" else _ALL_NAMES


KEEP_VALUE_WEIGHT: Final = 1.2
"""The weight of a card's value for later, relative to the card's payoff in the first step of a duel.

A weight above 1 means that a strong card is worth more later than in the current duel.
"""


def observe_opponent(view: View, after: View, joint: JointMove) -> OpponentChoice | None:
    seat = view.seat
    if seat is None or len(joint) != 2 or seat not in joint or view.phase not in ("duel", "sign"):
        return None
    (rival,) = joint.keys() - {seat}
    theirs, mine = (SYMBOL_BY_NAME[joint[player][1]] for player in (rival, seat))
    usual = _predict_usual_choice(view, rival)
    return OpponentChoice(
        symbol=NAME_BY_SYMBOL[theirs],
        answer=NAME_BY_SYMBOL[mine],
        beats=tuple(NAME_BY_SYMBOL[symbol] for symbol in SYMBOLS if mine in SYMBOLS_BEATEN_BY[symbol]),
        won=PAYOFF[theirs][mine],
        usual=usual,
        plain=_get_obvious_choice(usual),
    )


def exploit(view: View, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, time_left: TimeLeft) -> Suggestion:
    suggestion = think(view, Level.HARD, dice, time_left)
    rival = _find_rival(view)
    choices = legal_moves(view)
    if rival is None or len(choices) == 1 or not any(runs):
        return suggestion
    usual = _predict_usual_choice(view, rival)
    prediction = MindReader.read_matches(runs).predict_choice(usual, _get_obvious_choice(usual))
    if dice.draw_below(PROBABILITY_STEPS) >= prediction.trust * PROBABILITY_STEPS:
        return suggestion
    expected = {SYMBOL_BY_NAME[name]: chance for name, chance in prediction.chances.items()}
    return Suggestion(max(choices, key=lambda move: _estimate_gain(view, move, expected)), "why-read")


def _estimate_gain(view: View, move: Move, expected: Mapping[Card, float]) -> float:
    """Estimate a move's gain against the expected choice, in units of the payoff in the first step of a duel.

    The value of keeping the card for later is subtracted, because playing the card gives up that value.
    """
    kind, name = move
    symbol = SYMBOL_BY_NAME[name]
    keep_value = KEEP_VALUE_WEIGHT * expected_payoff(symbol, uniform_probabilities()) if kind == "card" else 0.0
    return expected_payoff(symbol, expected) * (1 + len("".join(view.cards_in_middle)) / 2) - keep_value


def _find_rival(view: View) -> Seat | None:
    """Return the other seat that chooses at the same time, or None if there are several such seats or none."""
    if view.seat is None or view.seat not in view.seats_to_move or view.phase not in ("duel", "sign"):
        return None
    others = [seat for seat in view.seats_to_move if seat != view.seat]
    return others[0] if len(others) == 1 else None


def _predict_usual_choice(view: View, rival: Seat) -> Mapping[str, float]:
    """Predict the choice of a rival who has no habits and plays as well as the strongest level."""
    cards = view.phase == "duel" and view.hands[rival].rstrip(JOKER)
    likely = (
        estimate_choice(view, rival, TIE_TEMPERATURE if is_after_tie(view) else FIRST_STEP_TEMPERATURE)
        if cards
        else uniform_probabilities()
    )
    return {NAME_BY_SYMBOL[symbol]: likely[symbol] for symbol in SYMBOLS}


def _get_obvious_choice(usual: Mapping[str, float]) -> str:
    """Return the choice that looks best at first glance: the possible symbol that beats the most other symbols."""
    return max(usual, key=lambda name: (usual[name] > 0, len(SYMBOLS_BEATEN_BY[SYMBOL_BY_NAME[name]]), usual[name]))
