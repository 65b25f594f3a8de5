"""`python -m tests.bench.hints`: hints of the house, each reason held against what a judge counts for itself.

A hint's words are its claims: who tells somebody that a card is a good answer has to be right. The judges share no
counting with the minds; what is only a manner of speaking is not judged.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count, islice
from typing import Any, Final

from games import GAMES
from games.core import Level, Thought
from games.dice import Chance
from games.match import begin
from games.options import settled
from games.schnick.state import BACK, View
from tests.bench.clock import row

HINTS: Final = 200
SECONDS: Final = 1.0
BEATS: Final[Mapping[str, frozenset[str]]] = {
    "scissors": frozenset({"paper"}),
    "stone": frozenset({"scissors", "fire"}),
    "paper": frozenset({"stone", "well"}),
    "fire": frozenset({"scissors", "paper"}),
    "well": frozenset({"scissors", "stone", "fire"}),
}
_CARDS: Final = {name[0] if name != "stone" else "t": name for name in BEATS}


def schnick(view: View, hint: Thought) -> str:
    """What is false in it, told shortly; nothing where all is true."""
    assert view.seat is not None
    seen = Counter("".join((*view.hands, *view.won, *view.middle)))
    unseen = {name: view.deck.count(card) - seen[card] for card, name in _CARDS.items()}
    own = {_CARDS[card] for card in view.hands[view.seat] if card in _CARDS}
    leads = {name: _beats(name, unseen) - _loses(name, unseen) for name in BEATS}
    said, facts = hint.word[-1], hint.facts
    others = [seat for seat in view.seats if seat != view.seat]
    claims: Mapping[str, Callable[[object], bool]] = {
        "unseen": lambda told: told == sum(unseen.values()),
        "loses": lambda told: told == _loses(said, unseen),
        "pot": lambda told: told == len("".join(view.middle)),
        "cards": lambda told: told == len(view.won[int(said)]) == min(len(view.won[seat]) for seat in others),
    }
    wrong = [name for name, holds in claims.items() if name in facts and not holds(facts[name])]
    if "beats" in facts and facts["beats"] != (_beats(said, unseen) if "unseen" in facts else len(BEATS[said])):
        wrong.append("beats")
    holds: Mapping[str, Callable[[], bool]] = {
        "why-only-card": lambda: own == {said},
        "why-counted-out": lambda: [view.hands[seat] for seat in others] == [BACK],
        "why-tie": lambda: leads[said] > 0,
        "why-tie-best": lambda: leads[said] == max(leads[card] for card in own),
        "why-tie-unforeseen": lambda: leads[said] < max(leads[card] for card in own),
        "why-cheap": lambda: leads[said] == min(leads[card] for card in own) < max(leads[card] for card in own),
        "why-unforeseen": lambda: leads[said] > min(leads[card] for card in own),
        "why-alike": lambda: len({leads[card] for card in own}) == 1 < len(own),
        "why-against-sign": lambda: str(facts["likely"]) in BEATS[said],
        "why-challenge": lambda: len(view.won[int(said)]) < max(len(view.won[seat]) for seat in others),
        "why-challenge-level": lambda: (
            len({len(view.won[seat]) for seat in others}) == 1
            and len(view.hands[int(said)]) == min(len(view.hands[seat]) for seat in others)
        ),
        "why-nobody-else": lambda: len(others) == 1,
        "why-even-sign": lambda: said in ("paper", "fire", "well"),
    }
    if hint.why in holds and not holds[hint.why]():
        wrong.append(hint.why)
    return " ".join(wrong)


def _beats(name: str, unseen: Mapping[str, int]) -> int:
    return sum(unseen[other] for other in BEATS[name])


def _loses(name: str, unseen: Mapping[str, int]) -> int:
    return sum(many for other, many in unseen.items() if name in BEATS[other])


def hints(key: str, options: Mapping[str, Any], seats: int) -> Iterator[tuple[Any, Thought]]:
    """Wherever somebody chooses, in matches of the house against itself; nobody is asked where there is no choice."""
    game = GAMES[key]
    for number in count():
        match = begin(game, settled(game.Options, dict(options)), seats, Chance.of(f"hint {number}".encode(), ()))
        while not match.result:
            before = match
            for seat in sorted(before.awaited):
                view = before.view(seat)
                hint = game.think(view, Level.STRONG, before.house(seat), lambda: SECONDS)
                if len(before.legal(seat)) > 1:
                    yield view, hint
                match = match.said(seat, hint.word)


JUDGED: Final[Mapping[str, tuple[Callable[[Any, Thought], str], Mapping[str, Any], tuple[int, ...]]]] = {
    "schnick": (schnick, {}, (2, 4)),
}
"""By game: its judge, the options, and how many sit there."""


def main(wanted: str = "") -> bool:
    held = True
    for key, (judge, options, tables) in JUDGED.items():
        for seats in tables if wanted in key else ():
            found = [(judge(view, hint), hint) for view, hint in islice(hints(key, options, seats), HINTS)]
            false = [f"{hint.why} {' '.join(hint.word)}: {wrong}" for wrong, hint in found if wrong]
            what = f"  {key} ({seats} seats): hints with a false reason"
            held &= row(what, f"{len(false)} of {len(found)}", "0", holds=not false)
            for each in false:
                print(f"    {each}")  # noqa: T201 - its product
    return held


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
