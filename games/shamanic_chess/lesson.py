"""What somebody is told who plays Shamanic Chess for the first time: each thing once, where they first meet it."""

from __future__ import annotations

from games.shamanic_chess.state import State, View
from games.shamanic_chess.texts import say


def met(state: State) -> frozenset[str]:
    """What there is to be told of: the game, and shamans once there has to be thought of one."""
    return frozenset(("goal", "trance") if state.position.trance else ("goal",))


def first(view: View, locale: str) -> str:
    if view.seat is None:
        return ""
    new = met(view.state) - view.state.met[view.seat]
    return " ".join(say(f"first-{it}", locale, free=int(view.state.free)) for it in ("goal", "trance") if it in new)
