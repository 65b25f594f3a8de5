"""What could have been: matches played over with other shuffles, as a second opinion on the worlds a view allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from games.core import Move, Seat
from games.dice import Dice
from games.schnick import GAME
from games.schnick.options import Options
from games.schnick.state import Cards, State

Lie: TypeAlias = tuple[tuple[Cards, ...], Cards, tuple[tuple[Cards, ...], ...]]
Line: TypeAlias = tuple[Seat, Move]


def lie(state: State) -> Lie:
    """Where the cards lie and lay; the pile in no order."""
    return state.hands, "".join(sorted(state.pile)), state.dealt_hands


def lived(truth: State, deal: str, lines: Sequence[Line], seat: Seat | None, tries: int) -> Counter[Lie]:
    """How often chance led, from deals like the drawn one and over the same words, to each world that looks alike."""
    chance = Random(1)
    hands, _, pile = deal.partition("|")
    cards = [card for card in hands + pile if card in "stpfw"]
    seen = GAME.view(truth, seat)
    found: Counter[Lie] = Counter()
    for _ in range(tries):
        chance.shuffle(cards)
        rest, dealt = "".join(cards), []
        for hand in hands.split():
            size = len(hand.rstrip("j"))
            dealt.append(rest[:size] + "j" * hand.count("j"))
            rest = rest[size:]
        state = _played(dealt, rest, lines, chance)
        if state and GAME.view(state, seat) == seen:
            found[lie(state)] += 1
    return found


def _played(hands: list[str], pile: str, lines: Sequence[Line], chance: Random) -> State | None:
    """The world after these lines; None where one of them could not be said."""
    options = Options.model_construct(hands=tuple(hands), pile=pile, first=0)
    state = GAME.initial_state(options, len(hands), Dice(b""))
    joint: dict[Seat, Move] = {}
    for seat, word in lines:
        if word not in GAME.legal_moves(GAME.view(state, seat)):
            return None
        joint[seat] = word
        if joint.keys() >= GAME.seats_to_move(state):
            state = GAME.apply(state, joint, Dice(chance.randbytes(8)))
            joint = {}
    return state
