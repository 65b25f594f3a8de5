"""What could have been: matches played over with other shuffles, as a second opinion on the worlds a view allows."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.core import Seat
from games.dice import Chance
from games.match import Match, begin
from games.options import settled
from games.record import Line
from games.schnick import GAME
from games.schnick.state import State


def lived(deal: str, lines: list[str], seat: Seat | None, tries: int, first: int = 0) -> Counter[State]:
    """How often chance led, over the same words, to each world that looks to this seat as the true one does."""
    hands, _, pile = deal.partition("|")
    sizes = [len(hand.rstrip("j")) for hand in hands.split()]
    jokers = ["j" * hand.count("j") for hand in hands.split()]
    deck = [card for card in hands + pile if card in "stpfw"]
    truth = _played(hands.split(), pile.strip(), lines, Chance.of(bytes(32), ()), first)
    assert truth
    seen, found, chance = truth.view(seat), Counter[State](), Random(1)
    for _ in range(tries):
        chance.shuffle(deck)
        rest = "".join(deck)
        dealt = []
        for size, joker in zip(sizes, jokers, strict=True):
            dealt.append(rest[:size] + joker)
            rest = rest[size:]
        match = _played(dealt, rest, lines, Chance.of(chance.randbytes(32), ()), first)
        if match and match.view(seat) == seen:
            found[match.state] += 1
    return found


def _played(hands: list[str], pile: str, lines: list[str], chance: Chance, first: int) -> Match | None:
    """The match over these lines; None where one of them could not be said."""
    match = begin(GAME, settled(GAME.Options, {"hands": hands, "pile": pile, "first": first}), len(hands), chance)
    for line in (Line(int(seat), tuple(word)) for seat, *word in map(str.split, lines)):
        assert line.seat is not None
        if line.word not in match.legal(line.seat):
            return None
        match = match.said(line.seat, line.word)
    return match
