"""Text descriptions of a match: the board as text, a short summary, and the events of the latest turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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
from games.woodwalkers.figures import FIGURES, Mode
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


def describe_board(view: View, locale: str) -> str:
    lines = [*_board_rows(view, locale), "", _describe_modes(view, locale)]
    lines += [
        f"{SEAT_SHAPES[seat]} {' · '.join(_describe_team(view, seat, locale))}" for seat in range(view.terms.seats)
    ]
    lines += [_describe_forest(view, locale), _describe_status(view, locale)]
    return "\n".join(lines)


def _board_rows(view: View, locale: str) -> Iterator[str]:
    """Yield the rows of the board, with three characters per space.

    Spaces that changed in the latest turn are in brackets. The brackets replace the blanks between the spaces.
    """
    marked = _list_marked_spaces(view)
    yield "    " + "   ".join("ABCDEFGHI")
    for row in range(9, 0, -1):
        names = [f"{column}{row}" for column in "abcdefghi"]
        line = f"{row} "
        for column, name in enumerate(names):
            closes = column > 0 and SPACE_BY_NAME.get(names[column - 1]) in marked
            opens = SPACE_BY_NAME.get(name) in marked
            separator = "|" if opens and closes else "[" if opens else "]" if closes else " "
            line += separator + _format_space(view, name, locale)
        yield (line + "]" if SPACE_BY_NAME.get(names[-1]) in marked else line).rstrip()


def _format_space(view: View, name: str, locale: str) -> str:
    """Return the contents of a space as three characters."""
    space = SPACE_BY_NAME.get(name)
    if space is None:
        return "   "
    if occupant := view.animal_on(space):
        seat, animal = occupant
        return SEAT_SHAPES[seat] + ("??" if animal == FACE_DOWN else say(f"short-{ANIMALS[animal]}", locale))
    flag = dict(view.flags).get(space)
    if flag:
        return f"+{flag:<2}"
    return " ? " if space in dict(view.forest) else " · "


def _list_marked_spaces(view: View) -> frozenset[Space]:
    """Return the spaces that animals left or reached in the latest turn."""
    marked: set[Space] = set()
    for event in view.turn_events:
        match event:
            case AnimalMoved(origin=origin, space=space):
                marked |= {origin, space}
            case LoserReturned(space=space):
                marked.add(space)
    return frozenset(marked)


def _describe_modes(view: View, locale: str) -> str:
    """Describe the current battle mode and the open modes, and each animal's value in the modes that now matter."""
    lines = [say("battle", locale, mode=mode_name(view, locale), open=_list_open_modes(view, locale))]
    if view.mode is not None:
        lines.append(_list_values(view.mode, locale))
    elif view.phase == "mode":
        different_modes = dict.fromkeys(view.open_modes)
        lines += [f"{say(f'mode-{mode}', locale)}: {_list_values(mode, locale)}" for mode in different_modes]
    return "\n".join(lines)


def _list_open_modes(view: View, locale: str) -> str:
    return ", ".join(say(f"mode-{mode}", locale) for mode in view.open_modes) or "–"


def _list_values(mode: Mode, locale: str) -> str:
    return ", ".join(f"{animal_name(animal, locale)} {duel_value(animal, mode, 0)}" for animal in ALL_ANIMALS)


def _describe_team(view: View, seat: Seat, locale: str) -> list[str]:
    """List a team's points, held flags, kept tiles, wounds and removed animals. All of these are public."""
    team = view.teams[seat]
    side = say(f"side-{view.terms.sides[seat]}", locale)
    parts = [say("team", locale, who=seat_name(seat, locale), side=side, points=team.points)]
    if view.phase != "over" and (flags := list_held_flags(view, seat)):
        parts.append(say("held", locale, points=sum(flags)))
    space, lap = find_track_space(team.points)
    if lap > 1:
        parts.append(say("lap", locale, space=space, lap=lap))
    if team.medicine_tiles:
        parts.append(say("medicine", locale, count=team.medicine_tiles))
    if team.die_tiles:
        parts.append(say("die", locale, count=team.die_tiles))
    wounds = ", ".join(f"{animal_name(animal, locale)} {team.wounds[animal]}" for animal in team.wounded)
    if wounds:
        parts.append(say("wounds", locale, animals=wounds))
    removed = ", ".join(animal_name(animal, locale) for animal in team.removed)
    if removed:
        parts.append(say("gone", locale, animals=removed))
    return parts


def list_held_flags(view: View, seat: Seat) -> tuple[int, ...]:
    """Return the values of the flags under the seat's animals.

    At the end of the match, the seat gets these values as points.
    """
    return tuple(value for space, value in view.flags if space in view.teams[seat].spaces)


def _describe_forest(view: View, locale: str) -> str:
    flags = []
    for space, value in sorted(view.flags, key=lambda flag: (-flag[1], flag[0])):
        occupant = view.animal_on(space)
        flags.append(f"{value} {_space_name(space)}{' ' + SEAT_SHAPES[occupant[0]] if occupant else ''}")
    return say("forest", locale, flags=", ".join(flags) or "–", hidden=len(view.forest))


def _space_name(space: Space) -> str:
    return SPACE_NAMES[space].upper()


def _describe_status(view: View, locale: str) -> str:
    """Describe the winner or, during the match, the phase and the player to move."""
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


def _ranking_keys(view: View) -> dict[Seat, tuple[int, int, int]]:
    """Return the ranking key of each seat that can win."""
    return {
        seat: ranking_key(team.points, view.flags, team.spaces, team.wounds)
        for seat, team in enumerate(view.teams)
        if seat not in view.ruled_out_seats
    }


def list_winners(view: View) -> list[Seat]:
    """Return the seats with the best rank. Players with equal points, animals on flags and wounds share a rank."""
    keys = _ranking_keys(view)
    return [seat for seat, key in keys.items() if key == max(keys.values())]


def _describe_outcome(view: View, narrator: StepNarrator) -> str:
    """Name the winner. If several players had the most points, also name the tiebreaker that decided.

    The first tiebreaker is the larger number of animals on flags, and the second is the smaller number of wounds.
    """
    keys, winners = _ranking_keys(view), list_winners(view)
    best = keys[winners[0]]
    if len(winners) > 1:
        return narrator("won-shared", winners, points=best[0])
    tied = [key for seat, key in keys.items() if seat not in winners and key[0] == best[0]]
    text = "won" if not tied else "won-wounds" if max(tied)[1] == best[1] else "won-flags"
    return narrator(text, winners, points=best[0])


def describe_places(view: View, locale: str) -> Iterator[tuple[str, str]]:
    flags, tiles = dict(view.flags), dict(view.forest)
    for space, name in enumerate(SPACE_NAMES):
        parts = []
        if occupant := view.animal_on(space):
            seat, animal = occupant
            parts += [seat_name(seat, locale), _animal_name_if_seen(animal, locale)]
        if space in flags:
            parts.append(say("place-flag", locale, value=flags[space]))
        elif space in tiles:
            parts.append(say("place-tile", locale))
        yield name.upper(), " · ".join(parts)
    yield from (("", " · ".join(_describe_team(view, seat, locale))) for seat in range(view.terms.seats))
    yield from (("", line) for line in _describe_modes(view, locale).splitlines())
    yield "", _describe_status(view, locale)


def describe_briefly(view: View, locale: str) -> str:
    teams = []
    for seat in range(view.terms.seats):
        animals = (
            f"{_animal_name_if_seen(animal, locale)} {_space_name(space)}"
            for space, animal in view.teams[seat].shown_tiles
            if space != IN_HAND
        )
        points, *holdings = _describe_team(view, seat, locale)
        teams.append(" · ".join([f"{points} – {', '.join(animals) or '…'}", *holdings]) + ".")
    modes = [say("open-modes", locale, open=_list_open_modes(view, locale))] if view.open_modes else []
    return " ".join([_describe_status(view, locale), *modes, *teams, _describe_forest(view, locale)])


def _animal_name_if_seen(animal: Animal, locale: str) -> str:
    return "?" if animal == FACE_DOWN else animal_name(animal, locale)


def _animal_as_object(animal: Animal, locale: str) -> str:
    """Return the animal's name as the object of a sentence, for example in the German accusative.

    Return an empty string for a face-down animal.
    """
    return "" if animal == FACE_DOWN else say("the-animal", locale, animal=ANIMALS[animal])


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    narrator = StepNarrator(say, locale, names, view.seat)
    lines = [line for event in view.turn_events for line in _describe_event(view, event, narrator, locale)]
    return [*lines, _describe_outcome(view, narrator)] if view.has_ended_by_rules else lines


def _describe_event(view: View, event: Event, narrator: StepNarrator, locale: str) -> Iterator[str]:
    match event:
        case AnimalsArranged():
            yield narrator("told-arranged", ())
        case ModeChosen(seat, mode):
            yield narrator("told-chosen", seat, mode=say(f"mode-{mode}", locale))
        case TurnSkipped(seat):
            yield narrator("told-skipped", seat)
        case AnimalHealed(seat, animal):
            yield narrator("told-healed", seat, animal=_animal_as_object(animal, locale))
        case DieRolled(seat, die, again):
            yield narrator("told-rerolled" if again else "told-rolled", seat, die=die)
        case AnimalMoved():
            yield _describe_move(view, event, narrator, locale)
        case NobodyMoved(seat):
            yield narrator("told-stayed", seat)
        case TileFound(seat, space, tile):
            key = f"told-found-{'flag' if flag_value(tile) else tile}"
            yield narrator(key, seat, space=_space_name(space), value=flag_value(tile))
        case Duel():
            yield from _describe_duel(event, narrator, locale)
        case LoserReturned(seat, animal, space):
            key = "told-returned" if animal == FACE_DOWN else "told-returned-animal"
            yield narrator(key, seat, space=_space_name(space), animal=_animal_as_object(animal, locale))
        case FlagsCounted(flags):
            values = ", ".join(
                narrator.describe_part("told-added", seat, added=added) for seat, added in enumerate(flags)
            )
            yield narrator("told-counted", (), flags=values)


def _describe_move(view: View, event: AnimalMoved, narrator: StepNarrator, locale: str) -> str:
    """Describe a move, with the animal's name if the animal is visible."""
    animal = _find_moved_animal(view, event)
    key = "told-moved" if animal == FACE_DOWN else "told-moved-animal"
    spaces = {"origin": _space_name(event.origin), "space": _space_name(event.space)}
    return narrator(key, event.seat, animal=_animal_as_object(animal, locale), **spaces)


def _find_moved_animal(view: View, moved: AnimalMoved) -> Animal:
    """Return the animal that made a move, or `FACE_DOWN` if it is not visible.

    An attacking animal stays on its origin during a duel. If it loses, it is on neither space of the move, but it is
    still part of the duel.
    """
    for event in view.turn_events:
        if isinstance(event, Duel) and event.is_face_up:
            return event.animals[0]
    occupants = (view.animal_on(space) for space in (moved.space, moved.origin))
    return next((occupant[1] for occupant in occupants if occupant and occupant[0] == moved.seat), FACE_DOWN)


def _describe_duel(duel: Duel, narrator: StepNarrator, locale: str) -> Iterator[str]:
    """Describe a duel: its players, its space, each reroll and, once it is settled, its result.

    If the animals are face up, also describe the totals and the guess. A total is the animal's value minus its wounds,
    plus its die, plus 1 for the side that a guess favors. The higher total wins, and the challenger loses a tie.

    Lines do not change while the duel goes on, so that a message which shows several steps does not repeat them.
    """
    stages = [replace(duel, dice=reroll.earlier_dice) for reroll in duel.rerolls] + [duel]
    yield _describe_first_roll(stages[0], narrator, locale)
    for reroll, stage in zip(duel.rerolls, stages[1:], strict=True):
        if duel.is_face_up:
            attacking, defending = stage.totals
            yield narrator("told-spent-die", reroll.seat, attacking=attacking, defending=defending)
        else:
            yield narrator("told-spent-die-night", reroll.seat)
    if duel.winner is None:
        return
    parts = [narrator("told-even", ())] if duel.is_face_up and len({*duel.totals}) == 1 else []
    parts.append(narrator("told-won", duel.winner, points=FIGURES.duel_points))
    if duel.is_loser_removed:
        parts.append(narrator("told-removed", ()))
    yield " ".join(parts)


def _describe_first_roll(duel: Duel, narrator: StepNarrator, locale: str) -> str:
    challenger, defender = duel.seats
    space = _space_name(duel.space)
    if not duel.is_face_up:
        return narrator("told-duel", challenger, defender, space=space)
    attacking, defending = (
        f"{animal_name(animal, locale)} {value}+{die}{'+1' if bonus else ''} = {total}"
        for animal, value, die, bonus, total in zip(
            duel.animals, duel.values, duel.dice, duel.guess_bonus, duel.totals, strict=True
        )
    )
    text = narrator("told-duel-open", challenger, defender, space=space, attacking=attacking, defending=defending)
    if duel.guessed_animal is None:
        return text
    key = "told-guess-right" if duel.is_guess_right else "told-guess-wrong"
    return f"{text} {narrator(key, defender, animal=animal_name(duel.guessed_animal, locale))}"
