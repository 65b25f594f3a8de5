"""What may be said: the words of a view."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Word
from games.shamanic_chess.state import View
from games.shamanic_chess.turns import turns


def legal(view: View) -> Sequence[Word]:
    """By squares; on each its waking, its moves, its journeys."""
    state = view.state
    if state.end or view.seat != state.mover:
        return ()
    return sorted(turns(state.position, free=state.free))
