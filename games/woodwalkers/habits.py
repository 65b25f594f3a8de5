"""What the battle modes that somebody chose tell of them."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Joint
from games.insight import Habit
from games.woodwalkers.house import MODES
from games.woodwalkers.state import State


def habits(state: State, joint: Joint) -> Iterator[Habit]:
    """Chosen alone and openly: it meets nothing, and decides nothing by itself."""
    if state.phase != "mode":
        return
    among = tuple(mode for mode in MODES if mode in state.open)
    for seat, (_, mode) in joint.items():
        yield Habit(seat, "mode", mode, among)
