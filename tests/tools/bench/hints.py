"""`python -m tests.tools.bench.hints`: hints of the house, each reason held against what a judge counts for itself.

A hint's words are its claims: who tells somebody that a card is a good answer has to be right. The judges share no
counting with the minds; what is only a manner of speaking is not judged.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import get_context
from typing import Any, Final

from games import GAMES
from games.core import Level, Thought
from games.dice import Chance
from games.match import begin
from games.options import settled
from games.schnick.endgame import FEW
from games.schnick.state import BACK, JOKER, View
from tests.tools.bench import elder
from tests.tools.bench.baselines import find_player
from tests.tools.bench.clock import row

HINTS: Final = 200
EIGHTH: Final = 8
LIKELY: Final = 0.9
"""So many have to be true of those that tell who is ahead, long before the end."""
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
        "why-counted-out": lambda: (
            [view.hands[seat] for seat in others] == [BACK]
            and JOKER not in view.middle[view.duellists.index(others[0])]
        ),
        "why-end": lambda: sum(len(hand) + hand.count(JOKER) for hand in view.hands) <= FEW,
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


def hints(key: str, options: Mapping[str, Any], seats: int, quick: str = "") -> Iterator[tuple[Any, Thought]]:
    """Wherever somebody chooses, in matches of the house against itself; nobody is asked where there is no choice.

    Where there is somebody `quick` they play, and at every eighth choice the house is asked.
    """
    game, asked = GAMES[key], 0
    for number in count():
        match = begin(game, settled(game.options_class, dict(options)), seats, Chance.of(f"hint {number}".encode(), ()))
        while not match.result:
            before = match
            for seat in sorted(before.awaited):
                view, dice = before.view(seat), before.house(seat)
                asked += 1
                hint = None
                if not quick or asked % EIGHTH == 0:
                    hint = game.think(view, Level.STRONG, dice, lambda: SECONDS)
                    if len(before.legal(seat)) > 1:
                        yield view, hint
                word = hint.word if hint and not quick else find_player(game, quick)(view, dice, lambda: SECONDS)
                match = match.said(seat, word)


@dataclass(frozen=True)
class Judged:
    judge: Callable[[Any, Thought], str]
    options: Mapping[str, Any]
    tables: tuple[int, ...]
    """How many sit there."""
    least: float = 1.0
    """So many of those with the same reason have to be true."""
    quick: str = ""
    """Who plays, where the house would take too long."""

    def __call__(self, asked: tuple[Any, Thought]) -> str:
        return self.judge(*asked)


JUDGED: Final[Mapping[str, Judged]] = {
    "schnick": Judged(schnick, {}, (2, 4)),
    "schamanen": Judged(elder.judged, {}, (2,), LIKELY, "nash2"),
}


def judged(key: str, seats: int) -> bool:
    each = JUDGED[key]
    asked = list(islice(hints(key, each.options, seats, each.quick), HINTS))
    with ProcessPoolExecutor(None, get_context("spawn")) as crew:
        wrong = list(crew.map(each, asked))
    false = [(hint, why) for (_, hint), why in zip(asked, wrong, strict=True) if why]
    said, failed = (
        Counter(hint.why for hint in found) for found in ([hint for _, hint in asked], [h for h, _ in false])
    )
    held = row(f"  {key} ({seats} seats): hints with a false reason", f"{len(false)} of {len(asked)}", "", holds=True)
    for why, many in sorted(said.items()):
        right = 1 - failed[why] / many
        held &= row(f"    {why}", f"{many - failed[why]} of {many} true", f"≥ {each.least}", holds=right >= each.least)
    for hint, found in false:
        print(f"    {hint.why} {' '.join(hint.word)} {dict(hint.facts)}: {found}")  # noqa: T201 - its product
    return held


def main(wanted: str = "") -> bool:
    found = [judged(key, seats) for key, each in JUDGED.items() if wanted in key for seats in each.tables]
    return all(found)


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
