"""Who sees what: one's own cards, and what everybody sees."""

from __future__ import annotations

from games.core import Seat
from games.schnick.rules import awaited
from games.schnick.state import BACK, SIX, State, View, backs, four_alike, sorted_hand


def view(state: State, seat: Seat | None) -> View:
    seats = range(len(state.hands))
    open_to = set(seats) if state.phase == "over" else {seat}
    return View(
        seat=seat,
        tiebreak=state.tiebreak,
        phase=state.phase,
        awaited=awaited(state),
        deck=sorted_hand(state.deck),
        hands=tuple(hand if owner in open_to else backs(hand) for owner, hand in enumerate(state.hands)),
        pile=state.pile if state.phase == "over" else BACK * len(state.pile),
        won=state.won,
        dealt=tuple(dealt if owner in open_to else tuple(map(backs, dealt)) for owner, dealt in enumerate(state.dealt)),
        alike=_alike(state),
        past=state.past,
        challenger=state.challenger,
        rival=state.rival,
        middle=state.middle,
        contenders=state.contenders,
        reason=state.reason,
        last=state.last,
    )


def _alike(state: State) -> tuple[bool | None, ...]:
    pile = len(state.deck) - sum(len(dealt[-1]) for dealt in state.dealt)
    return tuple(four_alike(dealt[-1]) if len(dealt[-1]) == SIX <= pile else None for dealt in state.dealt)
