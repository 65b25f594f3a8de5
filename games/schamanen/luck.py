"""What in a duel is drawn and not thought: how whoever is measured mixes masks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from games.core import Left, Level, Word
from games.schamanen.foresight import mixes
from games.schamanen.ground import seen
from games.schamanen.outlook import Outlook, at_leisure, mixture
from games.schamanen.state import LINES, View

BY_SHELLS: Final = frozenset({"nash1", "nash2"})
AHEAD: Final = "nash3"


def mix(view: View, name: str, left: Left) -> Mapping[Word, Fraction]:
    """The others choose the same whenever they see the same, or by dice alone."""
    if view.phase != "mask" or view.seat is None:
        return {}
    if name in BY_SHELLS:
        shares = mixture(view.seat, seen(view).meetings, Outlook.of(view).takings)
    elif name == AHEAD:
        shares = mixes(view, view.seat, at_leisure, 1)
    elif name == Level.STRONG:
        shares = mixes(view, view.seat, left)
    else:
        return {}
    return {("mask", line): share for line, share in zip(LINES[view.seat], shares, strict=True)}
