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
from games.woodwalkers.assessment import Assessment, assess_position, target_weight
from games.woodwalkers.figures import DIE_FACES
from games.woodwalkers.move_value import list_gains_by_die, value_moves
from games.woodwalkers.pieces import ALL_ANIMALS
from games.woodwalkers.state import State
from games.woodwalkers.views import view

Shares: TypeAlias = tuple[float, ...]

FEATURES: Final = ("points", "held", "near", "wounds", "out", "medicine", "dice", "turn")
"""What is counted of each seat, in the order in which the file weighs it."""
_WEIGHTS_BY_SEATS: Final = TypeAdapter(dict[str, tuple[tuple[float, float], ...]]).validate_python(
    load_table(__package__, "chances")
)
"""By how many play: each weight, and what is added to it the nearer the end is."""


@lru_cache(maxsize=1 << 10)
def estimate_shares(state: State) -> Shares:
    """Of the one point that those in front share."""
    late = measure_lateness(state)
    weights = _WEIGHTS_BY_SEATS[f"seats{state.terms.seats}"]
    sums = [
        sum((weight + more * late) * each for (weight, more), each in zip(weights, seat, strict=True))
        for seat in list_features(state)
    ]
    most = max(sums)
    odds = [exp(each - most) for each in sums]
    return tuple(each / sum(odds) for each in odds)


def measure_lateness(state: State) -> float:
    """From a fifth at the beginning to one and a half in the last round."""
    left = view(state, None).rounds_total - state.round
    return float((left + 0.5) ** -0.5)


def list_features(state: State) -> Sequence[Sequence[float]]:
    """By seat; what lies face down in the forest is nobody's."""
    return [_list_features_of(state, seat) for seat in range(state.terms.seats)]


def _list_features_of(state: State, seat: Seat) -> Sequence[float]:
    team, flags = state.teams[seat], dict(state.flags)
    held = [value for space, value in flags.items() if space in team.spaces]
    stood = {space for each in state.teams for space in each.spaces}
    goals = [(space, float(value)) for space, value in flags.items() if space not in stood]
    goals += [(space, 3.0) for space, _ in state.forest]
    near = sum(
        max((gain * target_weight(space, goal) for goal, gain in goals), default=0.0)
        for space in team.spaces
        if space >= 0
    )
    moves = seat == state.mover and state.phase in ("roll", "reroll", "move")
    return (
        team.points,
        sum(held),
        near,
        sum(team.wounds),
        len(ALL_ANIMALS) - len(team.in_play),
        team.medicine_tiles,
        team.die_tiles,
        _expected_turn_gain(state) if moves else 0.0,
    )


def _expected_turn_gain(state: State) -> float:
    """What the turn that has begun promises, in points: on average over the die, or with the one that lies there."""
    gains = list_gains_by_die([*value_moves(_assess_face_up(state), state.mode or "", count_threats=False)])
    return gains[state.die - 1] if state.die else sum(gains) / len(DIE_FACES)


def _assess_face_up(state: State) -> Assessment:
    """As it looks to whoever moves, were all animals face up."""
    seen = view(state, state.mover)
    camps = (
        replace(camp, known_tiles=tuple(sorted((team.spaces[animal], animal) for animal in team.in_play)))
        for camp, team in zip(seen.teams, state.teams, strict=True)
    )
    return assess_position(replace(seen, teams=tuple(camps)))
