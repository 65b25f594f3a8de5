"""Whom the house is measured by: plain players, each with one idea."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.core import Seat, Word
from games.dice import Dice
from games.schamanen.draft import laid, margins, planned
from games.schamanen.foresight import exchange, mixed
from games.schamanen.ground import Ground, after, exchanged, seen
from games.schamanen.legal import legal
from games.schamanen.outlook import Outlook, at_leisure, favourite, likings, lines, masked, mixture
from games.schamanen.state import LINES, View

GLANCES: Final = 24
"""With stacks, nash2 thinks of as many exchanges."""


def at_random(view: View, dice: Dice) -> Word:
    return dice.choice(legal(view))


def greed(view: View, seat: Seat) -> Callable[[Word], float]:
    """How much a word's best line pays on average, in shells."""
    takings = Outlook.of(view).takings
    if view.phase == "mask":
        averages = dict(zip(LINES[seat], lines(seat, seen(view).meetings, takings), strict=True))
        return lambda word: averages[word[1]]
    if view.phase == "place":
        return lambda word: max(lines(seat, range(9), margins(laid(view, seat, word))))
    ground = seen(view)
    return lambda word: max(lines(seat, after(ground, word, seat).meetings, takings))


def greedy(view: View, dice: Dice) -> Word:
    """The line that pays best on average, and whatever makes such a line."""
    assert view.seat is not None
    seat = view.seat
    if view.phase != "exchange":
        return max(legal(view), key=greed(view, seat))
    takings = Outlook.of(view).takings
    return favourite(seen(view), view.terms, seat, lambda meetings: max(lines(seat, meetings, takings)))


def nash1(view: View, dice: Dice) -> Word:
    """Mixes its masks for the most shells, and exchanges for such a duel; it has no plan for placing."""
    assert view.seat is not None
    if view.phase == "place":
        return at_random(view, dice)
    takings = Outlook.of(view).takings
    if view.phase == "mask":
        return masked(view.seat, mixture(view.seat, seen(view).meetings, takings), dice)[0]
    return favourite(seen(view), view.terms, view.seat, likings(view.seat, takings))


def nash2(view: View, dice: Dice) -> Word:
    """As nash1, but the other's exchange after that duel counts too."""
    if view.phase != "exchange":
        return nash1(view, dice)
    assert view.seat is not None
    seat, other = view.seat, 1 - view.seat
    takings = Outlook.of(view).takings
    mine, theirs = likings(seat, takings), likings(other, takings)

    def merit(exchange: tuple[Word, Ground]) -> float:
        ground = exchange[1]
        replies = (reply.meetings for _, reply in exchanged(ground, view.terms, other, theirs))
        return mine(ground.meetings) - max(map(theirs, replies))

    exchanges = list(exchanged(seen(view), view.terms, seat, mine))
    if view.terms.stacks:
        exchanges = sorted(exchanges, key=lambda exchange: mine(exchange[1].meetings))[-GLANCES:]
    return max(exchanges, key=merit)[0]


def nash3(view: View, dice: Dice) -> Word:
    """Thinks in chances to win the match, with one exchange and duel after the next in mind; it places with a plan."""
    assert view.seat is not None
    if view.phase == "mask":
        return mixed(view, view.seat, dice, at_leisure, 1)[0]
    if view.phase == "place":
        return planned(view, view.seat, dice, at_leisure)[0]
    return exchange(view, view.seat, at_leisure, 1)[1]


RIVALS: Final[Mapping[str, Callable[[View, Dice], Word]]] = {
    "random": at_random,
    "greedy": greedy,
    "nash1": nash1,
    "nash2": nash2,
    "nash3": nash3,
}
