"""Reading the house's opponent by the cards and signs they chose, the best answer to that, and their habits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.core import JointMove, Level, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.insight import Habit, OpponentChoice, Outcome
from games.mind_reader import MindReader
from games.schnick.leaning import BEGUN, EAGER, FINE, eager, even, worth
from games.schnick.mind import goes_on, think
from games.schnick.rules import legal
from games.schnick.state import BEATEN, JOKER, LETTERS, NAMES, PAYS, SYMBOLS, Card, State, View

_ALL: Final = tuple(NAMES[symbol] for symbol in SYMBOLS)
_BEATEN: Final = {NAMES[symbol]: frozenset(NAMES[worse] for worse in beaten) for symbol, beaten in BEATEN.items()}


def habits(state: State, joint: JointMove) -> Iterator[Habit]:
    if state.phase not in ("duel", "sign"):
        return
    for seat, (kind, symbol) in joint.items():
        rivals = [name for other, (_, name) in joint.items() if other != seat]
        if len(rivals) == 1:
            yield Habit(seat, kind, symbol, _open(state, seat), f"{kind}-{rivals[0]}", _outcome(symbol, rivals[0]))
        else:
            # Among three and more no sign is held against one of them.
            yield Habit(seat, kind, symbol, _open(state, seat))


def _outcome(one: str, other: str) -> Outcome:
    return "won" if other in _BEATEN[one] else "lost" if one in _BEATEN[other] else "tied"


def _open(state: State, seat: Seat) -> tuple[str, ...]:
    """What a seat can show now: the cards of its hand, or any sign."""
    held = tuple(NAMES[symbol] for symbol in SYMBOLS if symbol in state.hands[seat])
    return held if held and state.phase == "duel" else _ALL


KEEPS: Final = 1.2
"""What a good card is worth later, beside what it wins now."""


def met(view: View, after: View, joint: JointMove) -> OpponentChoice | None:
    seat = view.seat
    if seat is None or len(joint) != 2 or seat not in joint or view.phase not in ("duel", "sign"):
        return None
    (rival,) = joint.keys() - {seat}
    theirs, mine = (LETTERS[joint[each][1]] for each in (rival, seat))
    usual = _usual(view, rival)
    return OpponentChoice(
        symbol=NAMES[theirs],
        answer=NAMES[mine],
        beats=tuple(NAMES[symbol] for symbol in SYMBOLS if mine in BEATEN[symbol]),
        won=PAYS[theirs][mine],
        usual=usual,
        plain=_plain(usual),
    )


def exploit(view: View, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, left: TimeLeft) -> Suggestion:
    thought = think(view, Level.STRONG, dice, left)
    rival = _rival(view)
    choices = legal(view)
    if rival is None or len(choices) == 1 or not any(runs):
        return thought
    usual = _usual(view, rival)
    seen = MindReader.read_matches(runs).predict_choice(usual, _plain(usual))
    if dice.draw_below(FINE) >= seen.trust * FINE:
        return thought
    expected = {LETTERS[name]: chance for name, chance in seen.chances.items()}
    return Suggestion(max(choices, key=lambda word: _gain(view, word, expected)), "why-read")


def _gain(view: View, word: Move, expected: Mapping[Card, float]) -> float:
    kind, name = word
    symbol = LETTERS[name]
    keeps = KEEPS * worth(symbol, even()) if kind == "card" else 0.0
    return worth(symbol, expected) * (1 + len("".join(view.middle)) / 2) - keeps


def _rival(view: View) -> Seat | None:
    """Against whom this seat chooses now, where that is one."""
    if view.seat is None or view.seat not in view.awaited or view.phase not in ("duel", "sign"):
        return None
    others = [seat for seat in view.awaited if seat != view.seat]
    return others[0] if len(others) == 1 else None


def _usual(view: View, rival: Seat) -> Mapping[str, float]:
    """As somebody chooses who plays as well as the house."""
    cards = view.phase == "duel" and view.hands[rival].rstrip(JOKER)
    likely = eager(view, rival, EAGER if goes_on(view) else BEGUN) if cards else even()
    return {NAMES[symbol]: likely[symbol] for symbol in SYMBOLS}


def _plain(usual: Mapping[str, float]) -> str:
    """The strongest that they may well have."""
    return max(usual, key=lambda name: (usual[name] > 0, len(BEATEN[LETTERS[name]]), usual[name]))
