"""What a match is worth to each seat, by what lies open to whoever looks back: counted in matches of the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import exp
from typing import Final, TypeAlias

from pydantic import TypeAdapter

from games.core import Seat
from games.tables import load_table
from games.woodwalkers.belief import PIPS
from games.woodwalkers.outlook import Outlook, outlook, sight
from games.woodwalkers.prospect import by_die, prospects
from games.woodwalkers.sight import view
from games.woodwalkers.state import State
from games.woodwalkers.things import EVERY

Shares: TypeAlias = tuple[float, ...]

GLIMPSED: Final = ("points", "held", "near", "wounds", "out", "medicine", "dice", "turn")
"""What is counted of each seat, in the order in which the file weighs it."""
_WEIGHTS: Final = TypeAdapter(dict[str, tuple[tuple[float, float], ...]]).validate_python(
    load_table(__package__, "chances")
)
"""By how many play: each weight, and what is added to it the nearer the end is."""


@lru_cache(maxsize=1 << 10)
def chances(state: State) -> Shares:
    """Of the one point that those in front share."""
    late = lateness(state)
    weights = _WEIGHTS[f"seats{state.terms.seats}"]
    sums = [
        sum((weight + more * late) * each for (weight, more), each in zip(weights, seat, strict=True))
        for seat in glimpsed(state)
    ]
    most = max(sums)
    odds = [exp(each - most) for each in sums]
    return tuple(each / sum(odds) for each in odds)


def lateness(state: State) -> float:
    """From a fifth at the beginning to one and a half in the last round."""
    left = view(state, None).rounds - state.round
    return float((left + 0.5) ** -0.5)


def glimpsed(state: State) -> Sequence[Sequence[float]]:
    """By seat; what lies face down in the forest is nobody's."""
    return [_glimpsed(state, seat) for seat in range(state.terms.seats)]


def _glimpsed(state: State, seat: Seat) -> Sequence[float]:
    team, flags = state.teams[seat], dict(state.flags)
    held = [value for space, value in flags.items() if space in team.at]
    stood = {space for each in state.teams for space in each.at}
    goals = [(space, float(value)) for space, value in flags.items() if space not in stood]
    goals += [(space, 3.0) for space, _ in state.forest]
    near = sum(max((gain * sight(space, goal) for goal, gain in goals), default=0.0) for space in team.at if space >= 0)
    moves = seat == state.mover and state.phase in ("roll", "reroll", "move")
    return (
        team.points,
        sum(held),
        near,
        sum(team.wounds),
        len(EVERY) - len(team.in_play),
        team.medicine,
        team.dice,
        _turn(state) if moves else 0.0,
    )


def _turn(state: State) -> float:
    """What the turn that has begun promises, in points: on average over the die, or with the one that lies there."""
    gains = by_die([*prospects(_open(state), state.mode or "", wary=False)])
    return gains[state.die - 1] if state.die else sum(gains) / len(PIPS)


def _open(state: State) -> Outlook:
    """As it looks to whoever moves, were all animals face up."""
    seen = view(state, state.mover)
    camps = (
        replace(camp, known=tuple(sorted((team.at[animal], animal) for animal in team.in_play)))
        for camp, team in zip(seen.camps, state.teams, strict=True)
    )
    return outlook(replace(seen, camps=tuple(camps)))
