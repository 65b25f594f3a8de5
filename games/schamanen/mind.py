"""How the house plays the Duel, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Final

from games.core import Level, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.schamanen.backs import Backs
from games.schamanen.draft import laid, margins, placed, planned
from games.schamanen.ground import Ground, after, exchanged, flat, seen
from games.schamanen.legal import legal
from games.schamanen.outlook import Outlook, Tariff, favourite, likings, lines, masked, mixture, worth
from games.schamanen.state import BACK, BISON, LINES, SPACES, Stones, Terms, View

FURTHER: Final = 2
"""So many exchanges and duels after the next one are thought of."""


def weighed(terms: Terms) -> tuple[int, ...]:
    """How many exchanges are thought through with one duel more in mind, how many of those with two."""
    if terms.stacks:
        # Of ten thousand, with hundreds of answers to each.
        return (5,)
    return (36,) if terms.hidden else (60, 5)


def mixed(view: View, seat: Seat, dice: Dice, left: TimeLeft, further: int = FURTHER) -> tuple[Move, Fraction]:
    """A mask, and its share of the mix that it was drawn from."""
    return masked(seat, mixes(view, seat, left, further), dice)


def mixes(view: View, seat: Seat, left: TimeLeft, further: int = FURTHER) -> Sequence[Fraction]:
    """How often each of a seat's masks comes."""
    own = flat(view).values[seat] if view.terms.hidden else ()
    if further > 1 and view.terms.hidden and BACK not in own:
        return Backs.of(view).mix(seat, own)
    return mixture(seat, seen(view).meetings, prospects(view, left, further))


def prospects(view: View, left: TimeLeft, further: int = FURTHER) -> Tariff:
    """What the next duel brings, wherever the masks meet."""
    ground, outlook = seen(view), Outlook.of(view)
    tariff = outlook.ahead(ground)
    if min(further, len(weighed(view.terms))) > 1:
        with suppress(TimeoutError):
            tariff = outlook.ahead(ground, further, left)
    return tariff


def exchange(view: View, seat: Seat, left: TimeLeft, further: int = FURTHER) -> tuple[float, Move, Ground]:
    """The best, with the chances it leaves: all at a glance, those that promise most further while there is time."""
    outlook, sign = Outlook.of(view), 1 if seat == BISON else -1
    liking = likings(seat, outlook.tariff)
    found = [(liking(made.meetings), word, made) for word, made in exchanged(seen(view), view.terms, seat, liking)]
    for duels, many in enumerate(weighed(view.terms)[:further], 1):
        found.sort(key=lambda glance: glance[:2], reverse=True)
        thought = []
        with suppress(TimeoutError):
            for _, word, made in found[:many]:
                if left() <= 0:
                    break
                thought.append((sign * worth(made.meetings, outlook.ahead(made, duels, left)), word, made))
        found = thought or found
    best, word, made = max(found, key=lambda glance: glance[:2])
    return best if seat == BISON else 1 + best, word, made


IDEAS: Final = (4, 18)
"""So many words come to mind at least and at most, and between them one in nine of all that may be said: with fewer the
next level is no step but a wall. Of two, it won 97 of a hundred; and where both colours may be moved, of four.
"""
TRIED: Final = 10
"""So many exchanges the next level tries: with all of them it would be as far above the one as it is near the other."""
FORGOTTEN: Final = 6
"""So many stones in ten the next level forgets in memory: with three it won 92 of a hundred against the one before."""
COUNTED: Final = 2
"""With so many duels to go all is thought of that may come: only then are chances told as a number, for before that
how the stones lie, beyond what is thought of, is worth ten in a hundred either way.
"""
OPEN: Final = 0.15
"""So near to even nobody is said to be ahead."""


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """A legal word, from what the view shows and nothing else."""
    assert view.seat is not None
    match level:
        case Level.PLAYFUL:
            return _playful(view, view.seat, dice)
        case Level.STEADY:
            return _steady(_hazy(view, dice), view.seat, dice)
        case Level.STRONG if view.phase == "mask":
            return _masked(view, view.seat, dice, left)
        case Level.STRONG if view.phase == "place":
            return _placed(view, view.seat, dice, left)
        case Level.STRONG:
            chances, word, made = exchange(view, view.seat, left)
            return _because(view, view.seat, word, made, chances)


def _playful(view: View, seat: Seat, dice: Dice) -> Suggestion:
    """Of a few that come to mind, the one that feels best; what was turned down again is forgotten."""
    view = replace(view, known=view.stones)
    words = legal(view)
    least, most = IDEAS
    ideas = (dice.choose(words) for _ in range(min(most, max(least, len(words) // 9))))
    return Suggestion(max(ideas, key=_average_of(view, seat)), "why-hunch")


def _steady(view: View, seat: Seat, dice: Dice) -> Suggestion:
    word = _tried(view, seat, dice) if view.phase == "exchange" else greedy_move(view, dice)
    if view.phase == "mask":
        return Suggestion(word, "why-mask-average", {"seat": seat, "line": word[1].upper()})
    if view.phase == "place":
        return Suggestion(word, "why-place-average", {"space": word[2].upper()})
    averages = lines(seat, after(seen(view), word, seat).meetings, Outlook.of(view).takings)
    line = LINES[seat][averages.index(max(averages))]
    return Suggestion(word, "why-swap-average", {"seat": seat, "line": line.upper()})


def _tried(view: View, seat: Seat, dice: Dice) -> Move:
    """Of some exchanges the one after which the next duel brings most, however the other answers it."""
    liking = likings(seat, Outlook.of(view).takings)
    found = dice.shuffle(list(exchanged(seen(view), view.terms, seat, liking)))[:TRIED]
    return max(found, key=lambda exchange: liking(exchange[1].meetings))[0]


def _hazy(view: View, dice: Dice) -> View:
    """What one still remembers who forgets many of the stones that lie face down."""

    def side(known: Stones, shown: Stones) -> Stones:
        return tuple(
            pile if pile == open_ or dice.draw_below(10) >= FORGOTTEN else open_
            for pile, open_ in zip(known, shown, strict=True)
        )

    bison, wolf = (side(known, shown) for known, shown in zip(view.known, view.stones, strict=True))
    return replace(view, known=(bison, wolf))


def _masked(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> Suggestion:
    word, share = mixed(view, seat, dice, left)
    facts: dict[str, str | int] = {"seat": seat, "line": word[1].upper()}
    if view.terms.hidden:
        return Suggestion(word, "why-mask-likely" if share == 1 else "why-mask-memory", facts)
    if share == 1:
        return Suggestion(word, "why-mask-sure", facts)
    return Suggestion(word, "why-mask-mix", {**facts, "times": min(99, max(1, round(100 * share)))})


def _placed(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> Suggestion:
    word, dreams = planned(view, seat, dice, left)
    side, value, space = placed(word, seat)
    facts: dict[str, str | int] = {"space": SPACES[space].upper(), "value": value}
    if word[0] == "relocate":
        return Suggestion(word, "why-relocate", facts)
    (against,) = view.stones[1 - side][space] or (BACK,)
    if side == seat and against != BACK:
        facts |= {"other": against}
        return Suggestion(word, "why-place-beats" if value > against else "why-place-yields", facts)
    if dreams:
        return Suggestion(word, "why-place-dreams", {"space": facts["space"], "boards": dreams})
    return Suggestion(word, "why-place-average", {"space": facts["space"]})


def _because(view: View, seat: Seat, word: Move, ground: Ground, chance: float) -> Suggestion:
    if view.terms.hidden:
        return Suggestion(word, "why-swap-memory")
    takings, all_mine = Outlook.of(view).takings, 18 if seat == BISON else 0
    won = [space for space, meeting in enumerate(ground.meetings) if takings[meeting] == all_mine]
    if won:
        return Suggestion(word, "why-swap-threat", {"space": SPACES[won[0]].upper()})
    if view.terms.limit - view.duels <= COUNTED and not view.terms.stacks:
        bison = worth(ground.meetings, Outlook.of(view).ahead(ground))
        chance = bison if seat == BISON else 1 - bison
        facts = {"chances": round(100 * chance)}
        return Suggestion(word, "why-swap-chances" if chance >= 0.5 else "why-swap-least", facts)
    if abs(chance - 0.5) < OPEN:
        return Suggestion(word, "why-swap-open")
    return Suggestion(word, "why-swap-ahead" if chance > 0.5 else "why-swap-behind")


def mix(view: View, name: str, left: TimeLeft) -> Mapping[Move, Fraction]:
    """Return how often the player of that name chooses each mask; nothing for players who do not mix."""
    if view.phase != "mask" or view.seat is None or name != Level.STRONG:
        return {}
    shares = mixes(view, view.seat, left)
    return {("mask", line): share for line, share in zip(LINES[view.seat], shares, strict=True)}


def _average_of(view: View, seat: Seat) -> Callable[[Move], float]:
    """Return a function that says how many shells a word's best line pays on average."""
    takings = Outlook.of(view).takings
    if view.phase == "mask":
        averages = dict(zip(LINES[seat], lines(seat, seen(view).meetings, takings), strict=True))
        return lambda word: averages[word[1]]
    if view.phase == "place":
        return lambda word: max(lines(seat, range(9), margins(laid(view, seat, word))))
    ground = seen(view)
    return lambda word: max(lines(seat, after(ground, word, seat).meetings, takings))


def greedy_move(view: View, dice: Dice) -> Move:
    """Choose the line that pays best on average, and the stones that make such a line."""
    assert view.seat is not None
    seat = view.seat
    if view.phase != "exchange":
        return max(legal(view), key=_average_of(view, seat))
    takings = Outlook.of(view).takings
    return favourite(seen(view), view.terms, seat, lambda meetings: max(lines(seat, meetings, takings)))
