"""What cards and signs tell of whoever showed them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core import Habit, Joint, Seat
from games.schnick.state import BEATEN, NAMES, SYMBOLS, State

_ALL: Final = tuple(NAMES[symbol] for symbol in SYMBOLS)


def habits(state: State, joint: Joint) -> Iterator[Habit]:
    if state.phase not in ("duel", "sign"):
        return
    for seat, (kind, symbol) in joint.items():
        among = _open(state, seat)
        if len(among) > 1:
            # Among three and more no sign is the answer to one of them.
            rivals = [other for other in joint if other != seat] if len(joint) == 2 else []
            beaten = {
                NAMES[answer]: frozenset(NAMES[worse] for worse in BEATEN[answer])
                for rival in rivals
                for answer in SYMBOLS
                if NAMES[answer] in _open(state, rival)
            }
            yield Habit(seat, kind, symbol, among, _ALL, beaten)


def _open(state: State, seat: Seat) -> tuple[str, ...]:
    """What a seat can show now: the cards of its hand, or any sign."""
    held = tuple(NAMES[symbol] for symbol in SYMBOLS if symbol in state.hands[seat])
    return held if held and state.phase == "duel" else _ALL
