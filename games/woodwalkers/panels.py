"""What stands beside the board: the mode that counts, what just happened, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.art import HEIGHT, Mark
from games.core import Seat
from games.woodwalkers import battle, news
from games.woodwalkers.belief import Could
from games.woodwalkers.frame import GAP
from games.woodwalkers.players import players
from games.woodwalkers.podium import podium
from games.woodwalkers.state import View
from games.woodwalkers.unturned import unturned


def panels(view: View, unseen: Mapping[Seat, Could]) -> Iterator[Mark]:
    """When it is over, the players alone."""
    if view.phase == "over":
        yield from podium(view, GAP, HEIGHT - GAP)
        return
    if view.mode or not unseen:
        yield from battle.battle(view, GAP)
    if unseen:
        yield from unturned(view, unseen)
    elif view.mode:
        yield from news.news(view, GAP + battle.CARD + GAP)
    yield from players(view, GAP + battle.WHOLE + GAP, HEIGHT - GAP)
