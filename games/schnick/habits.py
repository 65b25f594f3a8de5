"""What cards and signs tell of whoever showed them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core import Joint, Seat
from games.insight import Habit, Outcome
from games.schnick.state import BEATEN, NAMES, SYMBOLS, State

_ALL: Final = tuple(NAMES[symbol] for symbol in SYMBOLS)
_BEATEN: Final = {NAMES[symbol]: frozenset(NAMES[worse] for worse in beaten) for symbol, beaten in BEATEN.items()}


def habits(state: State, joint: Joint) -> Iterator[Habit]:
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
