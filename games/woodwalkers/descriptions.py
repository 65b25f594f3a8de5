"""Woodwalkers in words: the board in letters and in a sentence, and what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import Seat
from games.woodwalkers.events import (
    AnimalHealed,
    AnimalMoved,
    AnimalsArranged,
    DieRolled,
    Duel,
    Event,
    FlagsCounted,
    LoserReturned,
    ModeChosen,
    NobodyMoved,
    TileFound,
    TurnSkipped,
)
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.pieces import (
    ALL_ANIMALS,
    ANIMALS,
    FACE_DOWN,
    IN_HAND,
    Animal,
    duel_value,
    find_track_space,
    flag_value,
    ranking_key,
)
from games.woodwalkers.spaces import SPACE_BY_NAME, SPACE_NAMES, Space
from games.woodwalkers.state import View, say
from games.words import SEAT_SHAPES, StepNarrator, seat_names


def seat_name(seat: Seat, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def animal_name(animal: Animal, locale: str) -> str:
    return say(f"animal-{ANIMALS[animal]}", locale)


def mode_name(view: View, locale: str) -> str:
    return say(f"mode-{view.mode}", locale) if view.mode else "–"


# The board in letters


def describe_board(view: View, locale: str) -> str:
    lines = [*_board_rows(view, locale), "", _describe_modes(view, locale)]
    lines += [
        f"{SEAT_SHAPES[seat]} {' · '.join(_describe_team(view, seat, locale))}" for seat in range(view.terms.seats)
    ]
    lines += [_describe_forest(view, locale), describe_status(view, locale)]
    return "\n".join(lines)


def _board_rows(view: View, locale: str) -> Iterator[str]:
    """Three letters a space; what just happened stands in brackets, which take the place of the blanks between."""
    lit = list_marked_spaces(view)
    yield "    " + "   ".join("ABCDEFGHI")
    for row in range(9, 0, -1):
        names = [f"{column}{row}" for column in "abcdefghi"]
        line = f"{row} "
        for at, name in enumerate(names):
            closes = at > 0 and SPACE_BY_NAME.get(names[at - 1]) in lit
            opens = SPACE_BY_NAME.get(name) in lit
            line += ("|" if opens and closes else "[" if opens else "]" if closes else " ") + _cell_text(
                view, name, locale
            )
        yield (line + "]" if SPACE_BY_NAME.get(names[-1]) in lit else line).rstrip()


def _cell_text(view: View, name: str, locale: str) -> str:
    space = SPACE_BY_NAME.get(name)
    if space is None:
        return "   "
    if standing := view.animal_on(space):
        seat, animal = standing
        return SEAT_SHAPES[seat] + ("??" if animal == FACE_DOWN else say(f"short-{ANIMALS[animal]}", locale))
    flag = dict(view.flags).get(space)
    if flag:
        return f"+{flag:<2}"
    return " ? " if space in dict(view.forest) else " · "


def list_marked_spaces(view: View) -> frozenset[Space]:
    """The spaces of the newest turn, as far as it has come."""
    lit: set[Space] = set()
    for fact in view.turn_events:
        match fact:
            case AnimalMoved(origin=origin, space=space):
                lit |= {origin, space}
            case LoserReturned(space=space):
                lit.add(space)
    return frozenset(lit)


def _describe_modes(view: View, locale: str) -> str:
    """The mode of the round with what each animal is worth in it, and what lies open for the next."""
    modes = ", ".join(say(f"mode-{mode}", locale) for mode in view.open_modes) or "–"
    line = say("battle", locale, mode=mode_name(view, locale), open=modes)
    if view.mode is None:
        return line
    values = (f"{animal_name(animal, locale)} {duel_value(animal, view.mode, 0)}" for animal in ALL_ANIMALS)
    return f"{line}\n{', '.join(values)}"


def _describe_team(view: View, seat: Seat, locale: str) -> list[str]:
    """Points, tiles kept, wounds and losses: all that lies open in front of a seat."""
    camp = view.teams[seat]
    side = say(f"side-{view.terms.sides[seat]}", locale)
    parts = [say("team", locale, who=seat_name(seat, locale), side=side, points=camp.points)]
    if view.phase != "over" and (flags := list_held_flags(view, seat)):
        parts.append(say("held", locale, points=sum(flags)))
    space, laps = find_track_space(camp.points)
    if laps > 1:
        parts.append(say("lap", locale, space=space, lap=laps))
    if camp.medicine_tiles:
        parts.append(say("medicine", locale, count=camp.medicine_tiles))
    if camp.die_tiles:
        parts.append(say("die", locale, count=camp.die_tiles))
    wounds = ", ".join(f"{animal_name(animal, locale)} {camp.wounds[animal]}" for animal in camp.wounded)
    if wounds:
        parts.append(say("wounds", locale, animals=wounds))
    gone = ", ".join(animal_name(animal, locale) for animal in camp.removed)
    if gone:
        parts.append(say("gone", locale, animals=gone))
    return parts


def list_held_flags(view: View, seat: Seat) -> tuple[int, ...]:
    """The flags that its animals lie on: when the match ends, they become points."""
    return tuple(value for space, value in view.flags if space in view.teams[seat].spaces)


def _describe_forest(view: View, locale: str) -> str:
    flags = []
    for space, flag in sorted(view.flags, key=lambda each: (-each[1], each[0])):
        standing = view.animal_on(space)
        flags.append(f"{flag} {_space_name(space)}{' ' + SEAT_SHAPES[standing[0]] if standing else ''}")
    return say("forest", locale, flags=", ".join(flags) or "–", hidden=len(view.forest))


def _space_name(space: Space) -> str:
    return SPACE_NAMES[space].upper()


def describe_status(view: View, locale: str) -> str:
    if view.has_ended_by_rules:
        return _describe_outcome(view, StepNarrator(say, locale, seat_names(say, view.terms.seats, locale)))
    return say(
        f"status-{view.phase}",
        locale,
        round=view.round,
        rounds=view.rounds_total,
        mode=mode_name(view, locale),
        who=seat_name(view.seat_to_move or 0, locale),
        die=view.die,
    )


def _ranking_keys(view: View) -> list[tuple[int, int, int]]:
    return [ranking_key(camp.points, view.flags, camp.spaces, camp.wounds) for camp in view.teams]


def list_winners(view: View) -> list[Seat]:
    merits = _ranking_keys(view)
    return [seat for seat, each in enumerate(merits) if each == max(merits)]


def _describe_outcome(view: View, telling: StepNarrator) -> str:
    """Who won, and by what if points did not decide."""
    merits, first = _ranking_keys(view), list_winners(view)
    best = merits[first[0]]
    if len(first) > 1:
        return telling("won-shared", first, points=best[0])
    equal = [each for seat, each in enumerate(merits) if seat not in first and each[0] == best[0]]
    key = "won" if not equal else "won-wounds" if max(equal)[1] == best[1] else "won-flags"
    return telling(key, first, points=best[0])


# The board in a sentence


def describe_briefly(view: View, locale: str) -> str:
    teams = []
    for seat in range(view.terms.seats):
        tiles = (each for each in view.teams[seat].shown_tiles if each[0] != IN_HAND)
        names = (f"{_name_or_question_mark(animal, locale)} {_space_name(space)}" for space, animal in tiles)
        points, *more = _describe_team(view, seat, locale)
        teams.append(" · ".join([f"{points} – {', '.join(names) or '…'}", *more]) + ".")
    return " ".join([describe_status(view, locale), *teams, _describe_forest(view, locale)])


def _name_or_question_mark(animal: Animal, locale: str) -> str:
    return "?" if animal == FACE_DOWN else animal_name(animal, locale)


def _animal_as_object(animal: Animal, locale: str) -> str:
    """As the one to whom something is done."""
    return "" if animal == FACE_DOWN else say("the-animal", locale, animal=ANIMALS[animal])


# What happened


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    telling = StepNarrator(say, locale, names, view.seat)
    lines = [_describe_event(view, fact, telling, locale) for fact in view.turn_events]
    return [*lines, _describe_outcome(view, telling)] if view.has_ended_by_rules else lines


def _describe_event(view: View, fact: Event, telling: StepNarrator, locale: str) -> str:
    match fact:
        case AnimalsArranged():
            return telling("told-arranged", ())
        case ModeChosen(seat, mode):
            return telling("told-chosen", seat, mode=say(f"mode-{mode}", locale))
        case TurnSkipped(seat):
            return telling("told-skipped", seat)
        case AnimalHealed(seat, animal):
            return telling("told-healed", seat, animal=_animal_as_object(animal, locale))
        case DieRolled(seat, die, again):
            return telling("told-rerolled" if again else "told-rolled", seat, die=die)
        case AnimalMoved():
            return _describe_move(view, fact, telling, locale)
        case NobodyMoved(seat):
            return telling("told-stayed", seat)
        case TileFound(seat, space, tile):
            key = f"told-found-{'flag' if flag_value(tile) else tile}"
            return telling(key, seat, space=_space_name(space), value=flag_value(tile))
        case Duel():
            return _describe_duel(fact, telling, locale)
        case LoserReturned(seat, animal, space):
            key = "told-returned" if animal == FACE_DOWN else "told-returned-animal"
            return telling(key, seat, space=_space_name(space), animal=_animal_as_object(animal, locale))
        case FlagsCounted(flags):
            values = ", ".join(
                telling.describe_part("told-added", seat, added=added) for seat, added in enumerate(flags)
            )
            return telling("told-counted", (), flags=values)


def _describe_move(view: View, fact: AnimalMoved, telling: StepNarrator, locale: str) -> str:
    """The animal is the one that is seen at the end of its way, or at its beginning while a duel is on."""
    seen = (view.animal_on(space) for space in (fact.space, fact.origin))
    animal = next((animal for each in seen if each and each[0] == fact.seat for animal in each[1:]), FACE_DOWN)
    key = "told-moved" if animal == FACE_DOWN else "told-moved-animal"
    spaces = {"origin": _space_name(fact.origin), "space": _space_name(fact.space)}
    return telling(key, fact.seat, animal=_animal_as_object(animal, locale), **spaces)


def _describe_duel(duel: Duel, telling: StepNarrator, locale: str) -> str:
    """Where, what against what (unless it lies face down), what the guess was worth, and who wins."""
    challenger, defender = duel.seats
    space = _space_name(duel.space)
    if not duel.is_face_up:
        parts = [telling("told-duel", challenger, defender, space=space)]
    else:
        one, other = (
            f"{animal_name(animal, locale)} {brings}+{die}{'+1' if bonus else ''} = {total}"
            for animal, brings, die, bonus, total in zip(
                duel.animals, duel.values, duel.dice, duel.guess_bonus, duel.totals, strict=True
            )
        )
        parts = [telling("told-duel-open", challenger, defender, space=space, attacking=one, defending=other)]
        if duel.guessed_animal is not None:
            key = "told-guess-right" if duel.is_guess_right else "told-guess-wrong"
            parts.append(telling(key, defender, animal=animal_name(duel.guessed_animal, locale)))
    if duel.winner is not None:
        parts += [telling("told-even", ())] if duel.is_face_up and len({*duel.totals}) == 1 else []
        parts.append(telling("told-won", duel.winner, points=FIGURES.duel_points))
    if duel.is_loser_removed:
        parts.append(telling("told-removed", ()))
    return " ".join(parts)
