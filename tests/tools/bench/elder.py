"""The elder, who judges the hints of the Duel: by the rules alone, by the end, or by thinking further.

Who is ahead is asked of matches played on from there to their end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from statistics import fmean
from typing import Any, Final

from bot.terminal.arena import drawn_well
from games import matrix
from games.core import Level, Seat, Thought, Word
from games.dice import Chance, Dice
from games.match import Match, begin
from games.matrix import drawn
from games.schamanen import GAME
from games.schamanen.ground import Flat, after, flat
from games.schamanen.mind import FURTHER
from games.schamanen.outlook import Outlook
from games.schamanen.state import BISON, SPACES, View
from tests.games.schamanen.answers import by_all_answers
from tests.tools.bench.baselines import mix_for_shells, nash2

COUNTED: Final = 2
"""With so many duels to go all is tried to the end."""
WITHIN: Final = 0.03
"""So near to the truth odds have to be, and so much of a match a mask may lose to who sees it coming."""
PLAYED: Final = 16
"""Matches from one position."""


def judged(view: View, hint: Thought) -> str:
    """What is false in it, told shortly; nothing where all is true."""
    if view.phase == "place":
        return _placed(view, hint)
    if view.phase == "mask":
        return _masked(view, hint)
    return _exchanged(view, hint)


def _placed(view: View, hint: Thought) -> str:
    """Of the stone that lies there already; how well the space was chosen is nobody's to say."""
    if hint.why in ("why-place-beats", "why-place-yields"):
        assert view.seat is not None
        (other,) = view.stones[1 - view.seat][SPACES.index(hint.word[2])]
        value = int(hint.word[1][-1])
        right = hint.facts == {"space": hint.word[2].upper(), "value": value, "other": other}
        return "" if right and (value > other) == (hint.why == "why-place-beats") else f"{value} on {other}"
    return "" if (hint.why == "why-relocate") == (hint.word[0] == "relocate") else "what is done"


def _masked(view: View, hint: Thought) -> str:
    """How much the other side gains by knowing it, and how often it is said to come."""
    assert view.seat is not None
    mix = GAME.mix(view, Level.STRONG, lambda: 1.0)
    shares = [float(share) for share in mix.values()]
    duel = _duel(flat(view), view)
    own = duel if view.seat == BISON else [[1 - worth for worth in line] for line in zip(*duel, strict=True)]
    sure = min(sum(share * line[at] for share, line in zip(shares, own, strict=True)) for at in range(3))
    lost = matrix.worth(*(worth for line in own for worth in line)) - sure
    told = mix[hint.word]
    wrong = [] if lost <= WITHIN else [f"loses {lost:.3f}"]
    if hint.why == "why-mask-sure" and (told != 1 or hint.facts["line"] != hint.word[1].upper()):
        wrong.append(f"{told}")
    if hint.why == "why-mask-mix" and abs(int(hint.facts["times"]) - 100 * told) > 1:
        wrong.append(f"{told}")
    return " ".join(wrong)


def _duel(ground: Flat, view: View) -> list[list[float]]:
    """What each of the nine meetings is worth to Bison."""
    shells, duels = view.shells[BISON], view.duels
    if view.terms.limit - duels <= COUNTED:
        worths = by_all_answers(ground.values, view.terms, shells, duels)
    else:
        tariff = Outlook.of(view).ahead(ground, FURTHER + 1)
        worths = [tariff[meeting] for meeting in ground.meetings]
    return [worths[at : at + 3] for at in (0, 3, 6)]


def _exchanged(view: View, hint: Thought) -> str:
    seat = view.seat
    assert seat is not None
    ground = after(flat(view), hint.word, seat)
    assert isinstance(ground, Flat)
    if hint.why == "why-swap-threat":
        at = SPACES.index(str(hint.facts["space"]).lower())
        return "" if ground.values[seat][at] - ground.values[1 - seat][at] >= view.shells[1 - seat] else "no threat"
    if "chances" in hint.facts:
        found = matrix.worth(*(worth for line in _duel(ground, view) for worth in line))
        found = found if seat == BISON else 1 - found
        return "" if abs(100 * found - int(hint.facts["chances"])) < 100 * WITHIN + 0.1 else f"{found:.3f}"
    if hint.why == "why-swap-open":
        # It says that it cannot tell.
        return ""
    won = _played(view, hint.word)
    return "" if {"why-swap-ahead": won >= 0.5, "why-swap-behind": won <= 0.5}[hint.why] else f"{won:.2f}"


def _played(view: View, word: Word) -> float:
    """What whoever exchanges so scores in matches played on, without the luck of what was drawn."""
    assert view.seat is not None
    scores = []
    for number in range(PLAYED):
        chance = Chance.of(f"elder {number}".encode(), ())
        match = begin(GAME, GAME.options_class.model_validate(_options(view)), 2, chance)
        match = replace(match, state=GAME.resample(view, Dice(b"open"))).said(view.seat, word)
        scores.append(_ended(match, view.seat))
    return fmean(scores)


def _options(view: View) -> Mapping[str, Any]:
    return {"variant": view.terms.variant, "placement": "random", "duel_limit": view.terms.limit}


def _ended(match: Match, seat: Seat) -> float:
    luck = 0.0
    while not match.result:
        before, ways = match, dict[Seat, Mapping[Word, Fraction]]()
        for each in sorted(before.awaited):
            seen, dice = before.view(each), before.house(each)
            mix = mix_for_shells(seen)
            word = list(mix)[drawn(list(mix.values()), dice)] if mix else nash2(seen, dice)
            ways[each] = mix or {word: Fraction(1)}
            match = match.said(each, word)
        if any(len(mix) > 1 for mix in ways.values()):
            luck += drawn_well(match, before, ways, seat)
    ranks = match.result.ranks
    return (ranks[seat] == 1) / ranks.count(1) - luck
