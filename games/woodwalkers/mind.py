"""How the house plays Woodwalkers, at each level."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from games.core import Level, Move, Suggestion, TimeLeft
from games.dice import Dice
from games.woodwalkers.belief import PIPS
from games.woodwalkers.counsel import arrangement, guess, healing, home, mode, once_more, rest, worth_a_die
from games.woodwalkers.ground import FARTHEST, SPACES
from games.woodwalkers.legal import KEEP, REROLL, ROLL, STAY, legal
from games.woodwalkers.outlook import TILE, Outlook, outlook
from games.woodwalkers.prospect import Prospect, best, by_die, prospects
from games.woodwalkers.sight import forget
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS, worth

IDEAS: Final = 6
"""So many moves come to the mind of who plays for fun: with three the next level won 59 matches of 60 for two."""


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """A legal word, from what the view shows and nothing else."""
    if left() <= 0:
        return Suggestion(random_move(view, dice), "why-random")
    if level is Level.PLAYFUL:
        return _playful(view if view.phase in ("duel", "home") else forget(view), dice, left)
    return _considered(view, dice, left, wary=True)


def _considered(view: View, dice: Dice, left: TimeLeft, *, wary: bool) -> Suggestion:
    match view.phase:
        case "arrange":
            return arrangement(view, dice)
        case "mode":
            return mode(view, wary=wary)
        case "roll":
            return healing(view) or Suggestion(ROLL, "why-roll")
        case "reroll":
            return _another_die(view, left, wary=wary)
        case "move":
            look = outlook(view)
            return _reason(look, best(_moves(look, left, wary=wary)))
        case "guess":
            return guess(view)
        case "duel":
            return once_more(view)
        case "home":
            return home(view)
        case _:
            return rest(view)


def _playful(view: View, dice: Dice, left: TimeLeft) -> Suggestion:
    """Remembers nothing that does not lie open, chooses any mode, and makes the best of a few moves."""
    match view.phase:
        case "mode":
            return Suggestion(dice.choose(legal(view)), "why-random")
        case "move":
            look = outlook(view)
            good = [each for each in _moves(look, left, wary=False) if each.gain > 0]
            return _reason(look, best([dice.choose(good) for _ in range(IDEAS)]) if good else None)
        case _:
            return _considered(view, dice, left, wary=False)


def _moves(look: Outlook, left: TimeLeft, *, wary: bool) -> list[Prospect]:
    """What the die allows, as far as the time goes."""
    return _seen(look, left, look.view.die, wary=wary)


def _seen(look: Outlook, left: TimeLeft, most: int = FARTHEST, *, wary: bool) -> list[Prospect]:
    assert look.view.mode
    return list(takewhile(lambda _: left() > 0, prospects(look, look.view.mode, most, wary=wary)))


def _another_die(view: View, left: TimeLeft, *, wary: bool) -> Suggestion:
    """If the others would bring so much more that the tile is worth it; a tile in hand at the end is worth nothing."""
    look = outlook(view)
    gains = by_die(_seen(look, left, wary=wary))
    more = sum(gains) / len(PIPS) - gains[view.die - 1]
    if more > (TILE if look.again else 0):
        return Suggestion(REROLL, "why-die-again", {"die": view.die})
    return Suggestion(KEEP, "why-die-keep", {"die": view.die})


def _reason(look: Outlook, prospect: Prospect | None) -> Suggestion:
    """What speaks most for a move. At midnight no odds: they would tell who lies where."""
    if prospect is None:
        return Suggestion(STAY, "why-stay")
    space, word = prospect.space, prospect.word
    facts: dict[str, str | int] = {"space": SPACES[space].upper()}
    flag = look.flags.get(space, 0)
    if prospect.odds is not None:
        if look.view.terms.hidden:
            return Suggestion(word, "why-duel-night", facts)
        facts["chance"] = round(100 * prospect.odds)
        return Suggestion(word, "why-duel-flag" if flag else "why-duel", facts | ({"value": flag} if flag else {}))
    if flag:
        return Suggestion(word, "why-flag", facts | {"value": flag})
    if space in look.forest:
        chance = sum(share for tile, share in look.tiles.items() if worth(tile))
        return Suggestion(word, "why-tile", facts | {"chance": round(100 * chance)})
    return Suggestion(word, "why-safer" if prospect.relief > prospect.gain / 2 else "why-nearer", facts)


def random_move(view: View, dice: Dice) -> Move:
    """Never skips, is uniform over animal and target, heals the most wounded at once, re-rolls no movement."""
    words = legal(view)
    heals = [word for word in words if word[0] == "heal"]
    if heals:
        wounds = view.camps[view.mover].wounds
        return max(heals, key=lambda word: wounds[ANIMALS.index(word[1])])
    match view.phase:
        case "roll":
            return ROLL
        case "reroll":
            return KEEP
        case "duel":
            return REROLL if worth_a_die(view) and dice.draw_below(2) else KEEP
        case "move":
            return dice.choose([word for word in words if word != STAY] or words)
        case _:
            return dice.choose(words)


def _always() -> float:
    return 1


def greedy_move(view: View, dice: Dice) -> Move:
    """The best of one turn, whoever may come after it."""
    return _considered(view, dice, _always, wary=False).move
