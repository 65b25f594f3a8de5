"""Checks whether the reasons that hints give for a move are true.

A reason makes a claim, such as "a good answer to what is left". This check counts cards itself and shares no code with
the AI. It skips reasons that claim nothing about the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Final

from games.core import Level, Suggestion
from games.dice import Chance
from games.match import begin_match
from games.schnick import GAME
from games.schnick.endgame import MAX_CARDS_TO_SOLVE
from games.schnick.state import HIDDEN_CARD, JOKER, View

THINK_TIME_S: Final = 1.0
BEATS: Final[Mapping[str, frozenset[str]]] = {
    "scissors": frozenset({"paper"}),
    "stone": frozenset({"scissors", "fire"}),
    "paper": frozenset({"stone", "well"}),
    "fire": frozenset({"scissors", "paper"}),
    "well": frozenset({"scissors", "stone", "fire"}),
}
NAME_BY_CARD: Final = {name[0] if name != "stone" else "t": name for name in BEATS}


def find_false_claims(view: View, hint: Suggestion) -> str:
    """Return the keys of a hint's false claims, separated by spaces, or an empty string if all claims are true."""
    assert view.seat is not None
    seen_counts = Counter("".join((*view.hands, *view.won_cards, *view.cards_in_middle)))
    unseen = {name: view.symbol_cards.count(card) - seen_counts[card] for card, name in NAME_BY_CARD.items()}
    own = {NAME_BY_CARD[card] for card in view.hands[view.seat] if card in NAME_BY_CARD}
    net_beaten = {name: count_beaten(name, unseen) - count_beating(name, unseen) for name in BEATS}
    chosen, facts = hint.move[-1], hint.facts
    others = [seat for seat in view.seats if seat != view.seat]
    claims: Mapping[str, Callable[[object], bool]] = {
        "unseen": lambda value: value == sum(unseen.values()),
        "loses": lambda value: value == count_beating(chosen, unseen),
        "pot": lambda value: value == len("".join(view.cards_in_middle)),
        "cards": lambda value: (
            value == len(view.won_cards[int(chosen)]) == min(len(view.won_cards[seat]) for seat in others)
        ),
    }
    false_claims = [name for name, holds in claims.items() if name in facts and not holds(facts[name])]
    if "beats" in facts and facts["beats"] != (
        count_beaten(chosen, unseen) if "unseen" in facts else len(BEATS[chosen])
    ):
        false_claims.append("beats")
    holds: Mapping[str, Callable[[], bool]] = {
        "why-only-card": lambda: own == {chosen},
        "why-counted-out": lambda: (
            [view.hands[seat] for seat in others] == [HIDDEN_CARD]
            and JOKER not in view.cards_in_middle[view.duelists.index(others[0])]
        ),
        "why-end": lambda: sum(len(hand) + hand.count(JOKER) for hand in view.hands) <= MAX_CARDS_TO_SOLVE,
        "why-tie": lambda: net_beaten[chosen] > 0,
        "why-tie-best": lambda: net_beaten[chosen] == max(net_beaten[card] for card in own),
        "why-tie-unforeseen": lambda: net_beaten[chosen] < max(net_beaten[card] for card in own),
        "why-cheap": lambda: (
            net_beaten[chosen] == min(net_beaten[card] for card in own) < max(net_beaten[card] for card in own)
        ),
        "why-unforeseen": lambda: net_beaten[chosen] > min(net_beaten[card] for card in own),
        "why-alike": lambda: len({net_beaten[card] for card in own}) == 1 < len(own),
        "why-against-sign": lambda: str(facts["likely"]) in BEATS[chosen],
        "why-challenge": lambda: len(view.won_cards[int(chosen)]) < max(len(view.won_cards[seat]) for seat in others),
        "why-challenge-level": lambda: (
            len({len(view.won_cards[seat]) for seat in others}) == 1
            and len(view.hands[int(chosen)]) == min(len(view.hands[seat]) for seat in others)
        ),
        "why-nobody-else": lambda: len(others) == 1,
        "why-even-sign": lambda: chosen in ("paper", "fire", "well"),
    }
    if hint.why in holds and not holds[hint.why]():
        false_claims.append(hint.why)
    return " ".join(false_claims)


def count_beaten(name: str, unseen: Mapping[str, int]) -> int:
    return sum(unseen[other] for other in BEATS[name])


def count_beating(name: str, unseen: Mapping[str, int]) -> int:
    return sum(cards for other, cards in unseen.items() if name in BEATS[other])


def play_for_hints(seats: int) -> Iterator[tuple[View, Suggestion]]:
    """Let the AI play matches against itself. For each choice between moves, yield the view and the AI's hint."""
    for number in count():
        match = begin_match(GAME, GAME.options_class(), seats, Chance.derive(f"hint {number}".encode(), ()))
        while not match.result:
            before = match
            for seat in sorted(before.seats_asked):
                view = before.view_of(seat)
                hint = GAME.think(view, Level.HARD, before.house_dice(seat), lambda: THINK_TIME_S)
                if len(before.legal_moves(seat)) > 1:
                    yield view, hint
                match = match.play_move(seat, hint.move)
