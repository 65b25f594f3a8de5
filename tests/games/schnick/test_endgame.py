"""A rival's last card: what is counted to the end is what the rules come to, over all that may lie there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import perm, prod
from typing import TypeAlias

import pytest

from games.core import Level, Word
from games.dice import Dice
from games.match import Match
from games.schnick import GAME
from games.schnick.endgame import DEPTH, hopes
from games.schnick.state import NAMES, Shown, Taken
from tests.games.schnick.drawn import said, table

Worlds: TypeAlias = Sequence[tuple[float, Match]]
"""All that look alike to seat 0, and how likely each is."""

TOPS = 5
"""So many cards from the top of the pile matter: what is tied more often is called even."""


def worlds(own: str, pile: str) -> Iterator[tuple[float, Match]]:
    """Over the rival's card and the top of the pile, from all that seat 0 does not see."""
    for cards in product(sorted(set(pile)), repeat=TOPS + 1):
        chances = [perm(pile.count(kind), cards.count(kind)) for kind in set(pile)]
        rest = "".join(kind * max(0, pile.count(kind) - cards.count(kind)) for kind in sorted(set(pile)))
        if prod(chances):
            match = table(f"{own} {cards[0]} | {rest}{''.join(cards[:0:-1])}", tiebreak="shared")
            yield prod(chances) / perm(len(pile), TOPS + 1), said(match, "0 challenge 1")


def best(those: Worlds) -> float:
    """Whoever sees only what seat 0 sees chooses the same in all of them, and then sees more."""
    (_, match) = those[0]
    if match.result:
        return sum(chance / it.result.ranks.count(1) for chance, it in those if it.result and it.result.ranks[0] == 1)
    ties = sum(isinstance(fact, Shown) and fact.winner is None for fact in match.state.last)
    if ties > DEPTH and Taken(0) in match.state.last:
        pot, lead = len("".join(match.state.middle)), len(match.state.won[0]) - len(match.state.won[1])
        even = sum((it > 0) + (it >= 0) for it in (lead + pot, lead - pot)) / 4
        return even * sum(chance for chance, _ in those)
    return max(after(those, word) for word in match.legal(0)) if match.legal(0) else after(those, None)


def after(those: Worlds, word: Word | None) -> float:
    groups: dict[object, list[tuple[float, Match]]] = defaultdict(list)
    for chance, before in those:
        match = before
        for seat in sorted(before.awaited):
            # The rival has nothing to choose.
            match = match.said(seat, word if seat == 0 and word else before.legal(seat)[0])
        groups[match.view(0)].append((chance, match))
    return sum(best(group) for group in groups.values())


@pytest.mark.parametrize(
    ("own", "pile"),
    [("sw", "pppppptttttttt"), ("pfj", "sssssssstttttt"), ("j", "sssssssstttttt"), ("spt", "ffffffftttttt")],
)
def test_it_is_what_the_rules_come_to(own: str, pile: str) -> None:
    those = list(worlds(own, pile))
    found = hopes(those[0][1].view(0), 1)
    assert found
    for word in those[0][1].legal(0):
        assert found[{name: symbol for symbol, name in NAMES.items()}[word[1]]] == pytest.approx(
            after(those, word), abs=1e-9
        )


def test_the_strong_play_it() -> None:
    """Nothing is left but stone and a well; in the recipe's order scissors would be first."""
    match = said(table("sptj f | tttttttttttfww"), "0 challenge 1")
    thoughts = [GAME.think(match.view(0), Level.STRONG, Dice(bytes([roll])), lambda: 1.0) for roll in range(30)]
    assert {(thought.word, thought.why) for thought in thoughts} == {(("card", "paper"), "why-counted-out")}


@pytest.mark.parametrize("deal", ["sptj fj | tttttttttttfww", "sptj ff | tttttttttttfww", "spt f sp | tttttttttttfww"])
def test_nothing_is_counted_out_while_somebody_else_may_choose(deal: str) -> None:
    match = said(table(deal), "0 challenge 1")
    assert hopes(match.view(0), 1) is None
