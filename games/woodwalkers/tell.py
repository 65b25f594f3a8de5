"""Woodwalkers in words: the board in letters and in a sentence, and what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import Seat
from games.woodwalkers.ground import NUMBER, SPACES, Space
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import View, say
from games.woodwalkers.story import (
    Arranged,
    Chosen,
    Counted,
    Duel,
    Fact,
    Found,
    Healed,
    Moved,
    Returned,
    Rolled,
    Skipped,
    Stayed,
)
from games.woodwalkers.things import ANIMALS, BACK, EVERY, HAND, Animal, lap, merit, value, worth
from games.words import SEAT_SHAPES, StepNarrator, seat_names


def who(seat: Seat, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def animal_name(animal: Animal, locale: str) -> str:
    return say(f"animal-{ANIMALS[animal]}", locale)


def mode_name(view: View, locale: str) -> str:
    return say(f"mode-{view.mode}", locale) if view.mode else "–"


# The board in letters


def text(view: View, locale: str) -> str:
    lines = [*_rows(view, locale), "", _battle(view, locale)]
    lines += [f"{SEAT_SHAPES[seat]} {' · '.join(_team(view, seat, locale))}" for seat in range(view.terms.seats)]
    lines += [_forest(view, locale), status(view, locale)]
    return "\n".join(lines)


def _rows(view: View, locale: str) -> Iterator[str]:
    """Three letters a space; what just happened stands in brackets, which take the place of the blanks between."""
    lit = happened(view)
    yield "    " + "   ".join("ABCDEFGHI")
    for row in range(9, 0, -1):
        names = [f"{column}{row}" for column in "abcdefghi"]
        line = f"{row} "
        for at, name in enumerate(names):
            closes = at > 0 and NUMBER.get(names[at - 1]) in lit
            opens = NUMBER.get(name) in lit
            line += ("|" if opens and closes else "[" if opens else "]" if closes else " ") + _cell(view, name, locale)
        yield (line + "]" if NUMBER.get(names[-1]) in lit else line).rstrip()


def _cell(view: View, name: str, locale: str) -> str:
    space = NUMBER.get(name)
    if space is None:
        return "   "
    if standing := view.standing(space):
        seat, animal = standing
        return SEAT_SHAPES[seat] + ("??" if animal == BACK else say(f"short-{ANIMALS[animal]}", locale))
    flag = dict(view.flags).get(space)
    if flag:
        return f"+{flag:<2}"
    return " ? " if space in dict(view.forest) else " · "


def happened(view: View) -> frozenset[Space]:
    """The spaces of the newest turn, as far as it has come."""
    lit: set[Space] = set()
    for fact in view.last:
        match fact:
            case Moved(origin=origin, space=space):
                lit |= {origin, space}
            case Returned(space=space):
                lit.add(space)
    return frozenset(lit)


def _battle(view: View, locale: str) -> str:
    """The mode of the round with what each animal is worth in it, and what lies open for the next."""
    modes = ", ".join(say(f"mode-{mode}", locale) for mode in view.open) or "–"
    line = say("battle", locale, mode=mode_name(view, locale), open=modes)
    if view.mode is None:
        return line
    values = (f"{animal_name(animal, locale)} {value(animal, view.mode, 0)}" for animal in EVERY)
    return f"{line}\n{', '.join(values)}"


def _team(view: View, seat: Seat, locale: str) -> list[str]:
    """Points, tiles kept, wounds and losses: all that lies open in front of a seat."""
    camp = view.camps[seat]
    side = say(f"side-{view.terms.sides[seat]}", locale)
    parts = [say("team", locale, who=who(seat, locale), side=side, points=camp.points)]
    if view.phase != "over" and (flags := held(view, seat)):
        parts.append(say("held", locale, points=sum(flags)))
    space, laps = lap(camp.points)
    if laps > 1:
        parts.append(say("lap", locale, space=space, lap=laps))
    if camp.medicine:
        parts.append(say("medicine", locale, count=camp.medicine))
    if camp.dice:
        parts.append(say("die", locale, count=camp.dice))
    wounds = ", ".join(f"{animal_name(animal, locale)} {camp.wounds[animal]}" for animal in camp.wounded)
    if wounds:
        parts.append(say("wounds", locale, animals=wounds))
    gone = ", ".join(animal_name(animal, locale) for animal in camp.out)
    if gone:
        parts.append(say("gone", locale, animals=gone))
    return parts


def held(view: View, seat: Seat) -> tuple[int, ...]:
    """The flags that its animals lie on: when the match ends, they become points."""
    return tuple(value for space, value in view.flags if space in view.camps[seat].spaces)


def _forest(view: View, locale: str) -> str:
    flags = []
    for space, flag in sorted(view.flags, key=lambda each: (-each[1], each[0])):
        standing = view.standing(space)
        flags.append(f"{flag} {_space(space)}{' ' + SEAT_SHAPES[standing[0]] if standing else ''}")
    return say("forest", locale, flags=", ".join(flags) or "–", hidden=len(view.forest))


def _space(space: Space) -> str:
    return SPACES[space].upper()


def status(view: View, locale: str) -> str:
    if view.decided:
        return _outcome(view, StepNarrator(say, locale, seat_names(say, view.terms.seats, locale)))
    return say(
        f"status-{view.phase}",
        locale,
        round=view.round,
        rounds=view.rounds,
        mode=mode_name(view, locale),
        who=who(view.asked or 0, locale),
        die=view.die,
    )


def _merits(view: View) -> list[tuple[int, int, int]]:
    return [merit(camp.points, view.flags, camp.spaces, camp.wounds) for camp in view.camps]


def winners(view: View) -> list[Seat]:
    merits = _merits(view)
    return [seat for seat, each in enumerate(merits) if each == max(merits)]


def _outcome(view: View, telling: StepNarrator) -> str:
    """Who won, and by what if points did not decide."""
    merits, first = _merits(view), winners(view)
    best = merits[first[0]]
    if len(first) > 1:
        return telling("won-shared", first, points=best[0])
    equal = [each for seat, each in enumerate(merits) if seat not in first and each[0] == best[0]]
    key = "won" if not equal else "won-wounds" if max(equal)[1] == best[1] else "won-flags"
    return telling(key, first, points=best[0])


# The board in a sentence


def alt(view: View, locale: str) -> str:
    teams = []
    for seat in range(view.terms.seats):
        tiles = (each for each in view.camps[seat].tiles if each[0] != HAND)
        names = (f"{_shown(animal, locale)} {_space(space)}" for space, animal in tiles)
        points, *more = _team(view, seat, locale)
        teams.append(" · ".join([f"{points} – {', '.join(names) or '…'}", *more]) + ".")
    return " ".join([status(view, locale), *teams, _forest(view, locale)])


def _shown(animal: Animal, locale: str) -> str:
    return "?" if animal == BACK else animal_name(animal, locale)


def _the(animal: Animal, locale: str) -> str:
    """As the one to whom something is done."""
    return "" if animal == BACK else say("the-animal", locale, animal=ANIMALS[animal])


# What happened


def told(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    telling = StepNarrator(say, locale, names, view.seat)
    lines = [_told(view, fact, telling, locale) for fact in view.last]
    return [*lines, _outcome(view, telling)] if view.decided else lines


def _told(view: View, fact: Fact, telling: StepNarrator, locale: str) -> str:
    match fact:
        case Arranged():
            return telling("told-arranged", ())
        case Chosen(seat, mode):
            return telling("told-chosen", seat, mode=say(f"mode-{mode}", locale))
        case Skipped(seat):
            return telling("told-skipped", seat)
        case Healed(seat, animal):
            return telling("told-healed", seat, animal=_the(animal, locale))
        case Rolled(seat, die, again):
            return telling("told-rerolled" if again else "told-rolled", seat, die=die)
        case Moved():
            return _move(view, fact, telling, locale)
        case Stayed(seat):
            return telling("told-stayed", seat)
        case Found(seat, space, tile):
            key = f"told-found-{'flag' if worth(tile) else tile}"
            return telling(key, seat, space=_space(space), value=worth(tile))
        case Duel():
            return _duel(fact, telling, locale)
        case Returned(seat, animal, space):
            key = "told-returned" if animal == BACK else "told-returned-animal"
            return telling(key, seat, space=_space(space), animal=_the(animal, locale))
        case Counted(flags):
            values = ", ".join(
                telling.describe_part("told-added", seat, added=added) for seat, added in enumerate(flags)
            )
            return telling("told-counted", (), flags=values)


def _move(view: View, fact: Moved, telling: StepNarrator, locale: str) -> str:
    """The animal is the one that is seen at the end of its way, or at its beginning while a duel is on."""
    seen = (view.standing(space) for space in (fact.space, fact.origin))
    animal = next((animal for each in seen if each and each[0] == fact.seat for animal in each[1:]), BACK)
    key = "told-moved" if animal == BACK else "told-moved-animal"
    spaces = {"origin": _space(fact.origin), "space": _space(fact.space)}
    return telling(key, fact.seat, animal=_the(animal, locale), **spaces)


def _duel(duel: Duel, telling: StepNarrator, locale: str) -> str:
    """Where, what against what (unless it lies face down), what the guess was worth, and who wins."""
    challenger, defender = duel.seats
    space = _space(duel.space)
    if not duel.open:
        parts = [telling("told-duel", challenger, defender, space=space)]
    else:
        one, other = (
            f"{animal_name(animal, locale)} {brings}+{die}{'+1' if bonus else ''} = {total}"
            for animal, brings, die, bonus, total in zip(
                duel.animals, duel.values, duel.dice, duel.bonus, duel.sums, strict=True
            )
        )
        parts = [telling("told-duel-open", challenger, defender, space=space, attacking=one, defending=other)]
        if duel.guessed is not None:
            key = "told-guess-right" if duel.right else "told-guess-wrong"
            parts.append(telling(key, defender, animal=animal_name(duel.guessed, locale)))
    if duel.winner is not None:
        parts += [telling("told-even", ())] if duel.open and len({*duel.sums}) == 1 else []
        parts.append(telling("told-won", duel.winner, points=HOUSE.duel_points))
    if duel.removed:
        parts.append(telling("told-removed", ()))
    return " ".join(parts)
