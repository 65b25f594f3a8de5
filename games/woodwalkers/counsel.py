"""What to say where nobody moves: modes, wounds, guesses, dice once more, and the way home."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.core import Move, Suggestion
from games.dice import Dice
from games.woodwalkers.belief import PIPS, duel, lying
from games.woodwalkers.ground import INNER, NUMBER
from games.woodwalkers.house import HOUSE, MODES, Mode
from games.woodwalkers.legal import DONE, KEEP, PASS, REROLL, arrangements, legal
from games.woodwalkers.outlook import TILE, outlook
from games.woodwalkers.prospect import by_die, prospects, replies
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS, HAND, value

DRAWS: Final = 30
"""So many arrangements are looked at."""
STAKE: Final = HOUSE.duel_points + 0.5
"""What turning a duel is worth without a flag: its points, and not to be wounded."""
LATE: Final = 0.6
"""The share of the rounds after which a Medicine need not be saved for worse."""


def arrangement(view: View, dice: Dice) -> Suggestion:
    """By day no two neighbours who are good at the same; at midnight none that anybody could reason out."""
    if view.terms.hidden:
        return Suggestion(dice.choose(arrangements()), "why-set-night")
    drawn = [dice.choose(arrangements()) for _ in range(DRAWS)]
    return Suggestion(max(drawn, key=_variety), "why-set")


def _variety(word: Move) -> int:
    """How good the better of each two neighbours is, over all modes."""
    values = [HOUSE.animals[name] for name in word[1:]]
    return sum(max(one[mode], other[mode]) for one, other in pairwise(values) for mode in MODES)


def mode(view: View, *, wary: bool) -> Suggestion:
    """Where one's own have more to win than to lose, or are worth more than the others."""
    words = legal(view)
    word = max(words, key=lambda word: _outcome(view, word[1]) if wary else _weight(view, word[1]))
    return Suggestion(word, "why-mode", {"mode": word[1]})


def _outcome(view: View, mode: Mode) -> float:
    """One's own best move, over the die, less what the others do first."""
    look = outlook(replace(view, mode=mode))
    threat = sum(visit.cost() for visit in replies(look, map(look.friend, look.mine)))
    return sum(by_die(list(prospects(look, mode, wary=False)))) / len(PIPS) - threat


def _weight(view: View, mode: Mode) -> float:
    """The worth of one's own animals less that of the others; on a flag it matters more, at home less."""
    flags, total = dict(view.flags), 0.0
    for seat, camp in enumerate(view.camps):
        side = 1 if seat == view.seat else -1 / (view.terms.seats - 1)
        for space, could in lying(camp).items():
            weight = 1.0 if space in flags else 0.6 if space in INNER else 0.3
            total += side * weight * sum(value(animal, mode, camp.wounds[animal]) for animal in could) / len(could)
    return total


def healing(view: View) -> Suggestion | None:
    """A second wound at once, any other of whoever is out there, or when little is left to come."""
    camp = view.camps[view.mover]
    if not camp.medicine or not camp.wounded:
        return None
    out = {could[0] for space, could in lying(camp).items() if space in INNER and len(could) == 1}
    animal = max(camp.wounded, key=lambda animal: (camp.wounds[animal], animal in out))
    wounds = camp.wounds[animal]
    if wounds < HOUSE.wounds - 1 and animal not in out and view.round < LATE * view.rounds:
        return None
    return Suggestion(("heal", ANIMALS[animal]), "why-heal", {"animal": ANIMALS[animal], "wounds": wounds})


def rest(view: View) -> Suggestion:
    return healing(view) or Suggestion(DONE, "why-done")


def guess(view: View) -> Suggestion:
    """Only with an even chance at least, and only where it helps."""
    assert view.duel
    assert view.mode
    challenger, defender = view.duel.seats
    mine = defender, lying(view.camps[defender])[view.duel.space]
    could = lying(view.camps[challenger])[view.duel.origin]

    def beaten(guessed: int | None) -> float:
        """Over all they can be: one less for them if it is the one, one more if not."""
        bonus = [0 if guessed is None else -1 if animal == guessed else 1 for animal in could]
        each = zip(could, bonus, strict=True)
        return sum(duel(view, view.mode or "", (challenger, (one,)), mine, more) for one, more in each) / len(could)

    guesses = could if len(could) <= 2 else ()
    animal = min((None, *guesses), key=beaten)
    if animal is None:
        return Suggestion(PASS, "why-pass", {"count": len(could)})
    return Suggestion(("guess", ANIMALS[animal]), "why-guess", {"animal": ANIMALS[animal], "chance": 100 // len(could)})


def turning(view: View) -> float:
    """How likely another die of one's own turns the duel."""
    duel = view.duel
    assert duel
    mine, theirs = duel.sums if duel.behind == 0 else duel.sums[::-1]
    without = mine - duel.dice[duel.behind]
    # When equal the challenger loses.
    return sum(without + die > theirs - (duel.behind == 1) for die in PIPS) / len(PIPS)


def worth_a_die(view: View) -> bool:
    """Would it turn the duel often enough for what it is about?"""
    assert view.duel
    return turning(view) * (STAKE + dict(view.flags).get(view.duel.space, 0)) >= TILE


def once_more(view: View) -> Suggestion:
    """In a duel that is being lost."""
    facts = {"chance": round(100 * turning(view))}
    return (
        Suggestion(REROLL, "why-duel-again", facts) if worth_a_die(view) else Suggestion(KEEP, "why-duel-keep", facts)
    )


def home(view: View) -> Suggestion:
    """Where the next way is best."""
    assert view.duel
    look = outlook(view)
    friend = look.friend(HAND)
    word = max(legal(view), key=lambda word: friend.drawn(NUMBER[word[1]]))
    return Suggestion(word, "why-home", {"space": word[1].upper()})
