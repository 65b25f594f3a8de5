"""Each seat's chance of winning a match, from a logistic model that was fitted to matches of the AI against itself."""

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
"""Each seat's expected share of the one point for a match, which the winners split."""

FEATURES: Final = ("points", "held", "near", "wounds", "out", "medicine", "dice", "turn")
"""The features of a seat, in the order of their weights in `chances.toml`."""
_FACE_DOWN_TARGET_POINTS: Final = 3.0
"""The value of a face-down tile in the feature `near`. A face-up flag counts with its own value."""
_WEIGHTS_BY_SEATS: Final = TypeAdapter(dict[str, tuple[tuple[float, float], ...]]).validate_python(
    load_table(__package__, "chances")
)
"""For each number of seats, the weight of each feature and the growth of this weight per unit of `measure_lateness`."""


@lru_cache(maxsize=1 << 10)
def estimate_shares(state: State) -> Shares:
    """Return each seat's expected win share, which is the softmax of its weighted features."""
    lateness = measure_lateness(state)
    weights = _WEIGHTS_BY_SEATS[f"seats{state.terms.seats}"]
    sums = [
        sum((weight + growth * lateness) * value for (weight, growth), value in zip(weights, features, strict=True))
        for features in list_features(state)
    ]
    highest = max(sums)
    odds = [exp(each - highest) for each in sums]
    return tuple(each / sum(odds) for each in odds)


def measure_lateness(state: State) -> float:
    """Return how far the match has progressed: about 0.2 at the start, and 1.4 in the last round."""
    rounds_left = view(state, None).rounds_total - state.round
    return float((rounds_left + 0.5) ** -0.5)


def list_features(state: State) -> Sequence[Sequence[float]]:
    """Return each seat's features, in the order of `FEATURES`."""
    return [_list_features_of(state, seat) for seat in range(state.terms.seats)]


def _list_features_of(state: State, seat: Seat) -> Sequence[float]:
    team, flags = state.teams[seat], dict(state.flags)
    held = [value for space, value in flags.items() if space in team.spaces]
    occupied = {space for each in state.teams for space in each.spaces}
    targets = [(space, float(value)) for space, value in flags.items() if space not in occupied]
    targets += [(space, _FACE_DOWN_TARGET_POINTS) for space, _ in state.forest]
    near = sum(
        max((value * target_weight(space, target) for target, value in targets), default=0.0)
        for space in team.spaces
        # Animals in hand or out of the game have a negative space.
        if space >= 0
    )
    is_turn_open = seat == state.mover and state.phase in ("roll", "reroll", "move")
    return (
        team.points,
        sum(held),
        near,
        sum(team.wounds),
        len(ALL_ANIMALS) - len(team.in_play),
        team.medicine_tiles,
        team.die_tiles,
        _expected_turn_gain(state) if is_turn_open else 0.0,
    )


def _expected_turn_gain(state: State) -> float:
    """Return the mover's expected gain in the current turn. Before the roll, this is the average over all rolls."""
    gains = list_gains_by_die([*value_moves(_assess_face_up(state), state.mode or "", count_threats=False)])
    return gains[state.die - 1] if state.die else sum(gains) / len(DIE_FACES)


def _assess_face_up(state: State) -> Assessment:
    """Assess the position for the mover as if all animals were face up."""
    mover_view = view(state, state.mover)
    teams = (
        replace(team_view, known_tiles=tuple(sorted((team.spaces[animal], animal) for animal in team.in_play)))
        for team_view, team in zip(mover_view.teams, state.teams, strict=True)
    )
    return assess_position(replace(mover_view, teams=tuple(teams)))
