"""A judge of the reasons that hints at Schnick give.

Each reason is a claim, such as "a good answer to what is left". The judge here counts for itself and shares no code
with the house. Phrases that claim nothing are not judged.
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
    """Return the keys of the false claims of a hint, or an empty text."""
    assert view.seat is not None
    seen = Counter("".join((*view.hands, *view.won_cards, *view.cards_in_middle)))
    unseen = {name: view.symbol_cards.count(card) - seen[card] for card, name in NAME_BY_CARD.items()}
    own = {NAME_BY_CARD[card] for card in view.hands[view.seat] if card in NAME_BY_CARD}
    leads = {name: count_beaten(name, unseen) - count_beating(name, unseen) for name in BEATS}
    said, facts = hint.move[-1], hint.facts
    others = [seat for seat in view.seats if seat != view.seat]
    claims: Mapping[str, Callable[[object], bool]] = {
        "unseen": lambda told: told == sum(unseen.values()),
        "loses": lambda told: told == count_beating(said, unseen),
        "pot": lambda told: told == len("".join(view.cards_in_middle)),
        "cards": lambda told: (
            told == len(view.won_cards[int(said)]) == min(len(view.won_cards[seat]) for seat in others)
        ),
    }
    wrong = [name for name, holds in claims.items() if name in facts and not holds(facts[name])]
    if "beats" in facts and facts["beats"] != (count_beaten(said, unseen) if "unseen" in facts else len(BEATS[said])):
        wrong.append("beats")
    holds: Mapping[str, Callable[[], bool]] = {
        "why-only-card": lambda: own == {said},
        "why-counted-out": lambda: (
            [view.hands[seat] for seat in others] == [HIDDEN_CARD]
            and JOKER not in view.cards_in_middle[view.duelists.index(others[0])]
        ),
        "why-end": lambda: sum(len(hand) + hand.count(JOKER) for hand in view.hands) <= MAX_CARDS_TO_SOLVE,
        "why-tie": lambda: leads[said] > 0,
        "why-tie-best": lambda: leads[said] == max(leads[card] for card in own),
        "why-tie-unforeseen": lambda: leads[said] < max(leads[card] for card in own),
        "why-cheap": lambda: leads[said] == min(leads[card] for card in own) < max(leads[card] for card in own),
        "why-unforeseen": lambda: leads[said] > min(leads[card] for card in own),
        "why-alike": lambda: len({leads[card] for card in own}) == 1 < len(own),
        "why-against-sign": lambda: str(facts["likely"]) in BEATS[said],
        "why-challenge": lambda: len(view.won_cards[int(said)]) < max(len(view.won_cards[seat]) for seat in others),
        "why-challenge-level": lambda: (
            len({len(view.won_cards[seat]) for seat in others}) == 1
            and len(view.hands[int(said)]) == min(len(view.hands[seat]) for seat in others)
        ),
        "why-nobody-else": lambda: len(others) == 1,
        "why-even-sign": lambda: said in ("paper", "fire", "well"),
    }
    if hint.why in holds and not holds[hint.why]():
        wrong.append(hint.why)
    return " ".join(wrong)


def count_beaten(name: str, unseen: Mapping[str, int]) -> int:
    return sum(unseen[other] for other in BEATS[name])


def count_beating(name: str, unseen: Mapping[str, int]) -> int:
    return sum(many for other, many in unseen.items() if name in BEATS[other])


def play_for_hints(seats: int) -> Iterator[tuple[View, Suggestion]]:
    """Yield each view with a choice, and the hint, from matches that the house plays against itself."""
    for number in count():
        match = begin_match(GAME, GAME.options_class(), seats, Chance.derive(f"hint {number}".encode(), ()))
        while not match.result:
            before = match
            for seat in sorted(before.seats_asked):
                view = before.view_of(seat)
                hint = GAME.think(view, Level.STRONG, before.house_dice(seat), lambda: THINK_TIME_S)
                if len(before.legal_moves(seat)) > 1:
                    yield view, hint
                match = match.play_move(seat, hint.move)
