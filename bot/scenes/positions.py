"""A match at its start and after each step, folded once for all who look back upon it: what it is counted in, where it
turned, where one may leap to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.scenes import turning
from bot.scenes.film import MOST, heaviest
from bot.scenes.moments import Count, counted, seen
from bot.scenes.turning import Turn
from bot.table import journal
from bot.table.allowance import Absences
from bot.table.table import Begun, Table
from games.match import Match
from storage import Journal

LEAPS: Final = frozenset({"duel", "turn"})
"""What of its count one may leap to: of moves there are too many."""
KEPT: Final = 16
"""Matches that are looked back upon just now."""


def passed(stored: Journal) -> tuple[Match, ...]:
    """The match at its start and after each step. Of a long one it takes a quarter of a second, and whoever looks back
    looks at one board after the other.
    """
    # Wherever it is shown by now, it is the same match: when it ends the card asks, and then each hand.
    header = replace(stored.header, channel=0, message=None, shown=0, posted=0, home=None)
    return _passed(replace(stored, header=header, deadlines=()))


@lru_cache(maxsize=KEPT)
def _passed(stored: Journal) -> tuple[Match, ...]:
    table: Table = journal.laid(stored)
    found: list[Match] = []
    for event in stored.events[1:]:
        table = journal.after(table, event, Absences())
        if isinstance(table, Begun) and (not found or table.match.step > found[-1].step or table.over):
            found.append(table.match)
    return tuple(found)


@lru_cache(maxsize=KEPT)
def count(stored: Journal, *, over: bool) -> Count:
    return counted(passed(stored), over=over)


@lru_cache(maxsize=KEPT)
def turns(stored: Journal) -> tuple[Turn, ...]:
    return tuple(turning.turns(passed(stored)))


@lru_cache(maxsize=KEPT)
def hides(stored: Journal) -> bool:
    """Did anybody ever see what others did not, or less? Else to look from a seat only turns the board."""
    return any(
        replace(match.view(seat), seat=None) != match.view(None)
        for match in passed(stored)
        for seat in range(match.seats)
    )


@lru_cache(maxsize=KEPT)
def stops(stored: Journal, *, over: bool) -> Mapping[str, Sequence[int]]:
    """Where one may leap to, by kind."""
    matches, counts = passed(stored), count(stored, over=over)
    views = [seen(match, over=over) for match in matches]
    found = {
        "highlight": [step.at for step in heaviest(matches, views)[: MOST - 2]],
        **({counts.kind: list(counts.stops)} if counts.kind in LEAPS else {}),
    }
    return {kind: sorted(stops) for kind, stops in found.items() if stops}
