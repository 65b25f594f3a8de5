"""Rejection sampling of the states that fit a view, as an independent check of `GAME.resample`.

Matches are replayed with other shuffles. Only replays that end in the same view are counted.
"""

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

CardPlacement: TypeAlias = tuple[tuple[Cards, ...], Cards, tuple[tuple[Cards, ...], ...]]
Line: TypeAlias = tuple[Seat, Move]


def get_card_placement(state: State) -> CardPlacement:
    """Return what distinguishes sampled states: the current hands, the sorted pile, and the dealt hands."""
    return state.hands, "".join(sorted(state.pile)), state.dealt_hands


def count_replayed_states(
    true_state: State, deal: str, lines: Sequence[Line], seat: Seat | None, tries: int
) -> Counter[CardPlacement]:
    """Replay the moves from shuffled deals, and count the resulting states that look the same to this seat."""
    random = Random(1)
    hands, _, pile = deal.partition("|")
    cards = [card for card in hands + pile if card in "stpfw"]
    true_view = GAME.view(true_state, seat)
    counts: Counter[CardPlacement] = Counter()
    for _ in range(tries):
        random.shuffle(cards)
        remaining, dealt = "".join(cards), []
        for hand in hands.split():
            size = len(hand.rstrip("j"))
            dealt.append(remaining[:size] + "j" * hand.count("j"))
            remaining = remaining[size:]
        state = _replay_moves(dealt, remaining, lines, random)
        if state and GAME.view(state, seat) == true_view:
            counts[get_card_placement(state)] += 1
    return counts


def _replay_moves(hands: list[str], pile: str, lines: Sequence[Line], random: Random) -> State | None:
    """Return the state after these moves, or None if one of them is not legal."""
    options = Options.model_construct(hands=tuple(hands), pile=pile, first=0)
    state = GAME.initial_state(options, len(hands), Dice(b""))
    joint: dict[Seat, Move] = {}
    for seat, move in lines:
        if move not in GAME.legal_moves(GAME.view(state, seat)):
            return None
        joint[seat] = move
        if joint.keys() >= GAME.seats_to_move(state):
            state = GAME.apply(state, joint, Dice(random.randbytes(8)))
            joint = {}
    return state
