"""Matches of every game there is, under every setting it knows, for the laws to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, Final, Literal, get_args, get_origin

from games import GAMES
from games.chain import RecordLine
from games.core import Game, Move, Seat
from games.dice import Chance, Dice
from games.match import Match, begin_match
from games.options import Options, validate_options
from games.refused import Refused
from tests.effort import EFFORT, LITTLE, MOST

MAX_SETTINGS: Final = 40
"""Settings of one game in `make nightly`."""
MAX_SETTINGS_IN_TEST: Final = 4
"""With the default, enough for every variant of every game."""
MAX_SETTINGS_AT_GATE: Final = 8
LONGEST: Final = 5000


@dataclass(frozen=True)
class Table:
    """A game, its settings, and how many sit down to it."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int

    def __str__(self) -> str:
        options = self.options.model_dump(exclude_defaults=True)
        return "-".join([self.game.KEY, str(self.seats), *(f"{key}={value}" for key, value in options.items())])


def choices(annotation: Any) -> set[Any]:
    """The values an option names; a number that may be anything stays at its default."""
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    return {choice for part in get_args(annotation) for choice in choices(part)}


def _settings(game: Game[Any, Any, Any]) -> Iterator[Options]:
    fields = game.options_class.model_fields
    known = {
        name: sorted({field.default, *choices(field.annotation)}, key=str)
        for name, field in fields.items()
        if name not in game.options_class.PRESET_OPTIONS
    }
    for values in product(*known.values()):
        try:
            yield validate_options(game.options_class, dict(zip(known, values, strict=True)))
        except Refused:
            continue


def _order_by_coverage(settings: list[Options]) -> list[Options]:
    """Sort settings so that each prefix shows as many pairs of option values as possible, beginning with the first."""
    rest = {each: {*combinations(each.model_dump().items(), 2)} for each in settings}
    ordered: list[Options] = []
    while any(rest.values()):
        ordered.append(max(rest, key=lambda each: len(rest[each])) if ordered else settings[0])
        shown = rest.pop(ordered[-1])
        rest = {each: pairs - shown for each, pairs in rest.items()}
    return ordered + list(rest)


def _select_settings(game: Game[Any, Any, Any]) -> list[Options]:
    """Return the settings that the laws try for a game at this effort."""
    default = game.options_class()
    settings = [default, *(each for each in _settings(game) if each != default)]
    if len(settings) > MAX_SETTINGS:
        settings = [default, *random.Random(1).sample(settings[1:], MAX_SETTINGS - 1)]
    ordered = _order_by_coverage(settings)
    if MOST:
        return ordered
    if LITTLE:
        return ordered[:MAX_SETTINGS_IN_TEST]
    # `make test` has tried the first ones. A game without others is tried at other positions.
    return ordered[MAX_SETTINGS_IN_TEST:][:MAX_SETTINGS_AT_GATE] or ordered


def _tables() -> Iterator[Table]:
    for game in GAMES.values():
        settings = _select_settings(game)
        for number in range(max(len(settings), len(game.SEATS))):
            yield Table(game, settings[number % len(settings)], game.SEATS[number % len(game.SEATS)])


TABLES: Final = list(_tables())


def defining(member: str) -> list[Table]:
    """The tables whose game defines this optional member of `Game`."""
    return [table for table in TABLES if table.game.overrides(member)]


@dataclass(frozen=True)
class Played:
    """A random match, and how it stood before the first word and after each."""

    matches: tuple[Match, ...]
    lines: tuple[RecordLine, ...]


@cache
def played(table: Table, seed: int = 0) -> Played:
    engine = begun(table, seed)
    matches: list[Match] = [engine]
    lines: list[RecordLine] = []
    while not engine.result and engine.step < LONGEST:
        seat = min(engine.to_move)
        word = Dice(f"{seed}/{len(lines)}".encode()).choose(engine.legal_moves(seat))
        engine = engine.play_move(seat, word)
        matches.append(engine)
        lines.append(RecordLine(seat, word))
    return Played(tuple(matches), tuple(lines))


def begun(table: Table, seed: int = 0) -> Match:
    return begin_match(table.game, table.options, table.seats, Chance.derive(seed.to_bytes(32, "big"), ()))


def sampled(table: Table, most: int = 12) -> list[Match]:
    """Some positions of a match: its first, its last, and some between; a third as many unless with most effort.

    Between, tables of one game are looked at in different places, and with more effort in others than with little.
    """
    matches = played(table).matches
    most = most if MOST else max(3, most // 3)
    if len(matches) <= most:
        return list(matches)
    between = random.Random(str(table) if LITTLE else f"{table} {EFFORT}").sample(range(1, len(matches) - 1), most - 2)
    return [matches[at] for at in (0, *sorted(between), len(matches) - 1)]


def looks(table: Table, most: int = 12) -> Iterator[tuple[Match, Seat | None]]:
    """The sampled positions, from each seat and from outside."""
    for engine in sampled(table, most):
        for seat in (None, *range(engine.seats)):
            yield engine, seat


def glances(table: Table, most: int) -> Iterator[tuple[Match, Seat | None]]:
    """The same, unless with most effort from one side each: for what takes long and is no other from elsewhere."""
    for number, engine in enumerate(sampled(table, most)):
        seats = (*range(engine.seats), None)
        for seat in seats if MOST else (seats[number % len(seats)],):
            yield engine, seat


def some(words: Sequence[Move], most: int) -> list[Move]:
    """All of a few, a fair sample of many."""
    return list(words) if len(words) <= most else random.Random(len(words)).sample(list(words), most)
