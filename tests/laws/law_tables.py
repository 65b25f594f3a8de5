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
from tests.effort_level import EFFORT, IS_LITTLE_EFFORT, IS_MOST_EFFORT

MAX_SETTINGS: Final = 40
"""Settings of one game in `make nightly`."""
MAX_SETTINGS_IN_TEST: Final = 4
"""With the default, enough for every variant of every game."""
MAX_SETTINGS_AT_GATE: Final = 8
MAX_MATCH_STEPS: Final = 5000


@dataclass(frozen=True)
class LawTable:
    """A game, its settings, and how many sit down to it."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int

    def __str__(self) -> str:
        options = self.options.model_dump(exclude_defaults=True)
        return "-".join([self.game.KEY, str(self.seats), *(f"{key}={value}" for key, value in options.items())])


def list_option_values(annotation: Any) -> set[Any]:
    """The values an option names; a number that may be anything stays at its default."""
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    return {choice for part in get_args(annotation) for choice in list_option_values(part)}


def _list_settings(game: Game[Any, Any, Any]) -> Iterator[Options]:
    fields = game.options_class.model_fields
    known = {
        name: sorted({field.default, *list_option_values(field.annotation)}, key=str)
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
    settings = [default, *(each for each in _list_settings(game) if each != default)]
    if len(settings) > MAX_SETTINGS:
        settings = [default, *random.Random(1).sample(settings[1:], MAX_SETTINGS - 1)]
    ordered = _order_by_coverage(settings)
    if IS_MOST_EFFORT:
        return ordered
    if IS_LITTLE_EFFORT:
        return ordered[:MAX_SETTINGS_IN_TEST]
    # `make test` has tried the first ones. A game without others is tried at other positions.
    return ordered[MAX_SETTINGS_IN_TEST:][:MAX_SETTINGS_AT_GATE] or ordered


def _list_tables() -> Iterator[LawTable]:
    for game in GAMES.values():
        settings = _select_settings(game)
        for number in range(max(len(settings), len(game.SEATS))):
            yield LawTable(game, settings[number % len(settings)], game.SEATS[number % len(game.SEATS)])


TABLES: Final = list(_list_tables())


def list_tables_that_define(member: str) -> list[LawTable]:
    """The tables whose game defines this optional member of `Game`."""
    return [table for table in TABLES if table.game.overrides(member)]


@dataclass(frozen=True)
class RandomMatch:
    """A random match, and how it stood before the first word and after each."""

    matches: tuple[Match, ...]
    lines: tuple[RecordLine, ...]


@cache
def get_random_match(table: LawTable, seed: int = 0) -> RandomMatch:
    engine = begin_table_match(table, seed)
    matches: list[Match] = [engine]
    lines: list[RecordLine] = []
    while not engine.result and engine.step < MAX_MATCH_STEPS:
        seat = min(engine.to_move)
        word = Dice(f"{seed}/{len(lines)}".encode()).choose(engine.legal_moves(seat))
        engine = engine.play_move(seat, word)
        matches.append(engine)
        lines.append(RecordLine(seat, word))
    return RandomMatch(tuple(matches), tuple(lines))


def begin_table_match(table: LawTable, seed: int = 0) -> Match:
    return begin_match(table.game, table.options, table.seats, Chance.derive(seed.to_bytes(32, "big"), ()))


def sample_positions(table: LawTable, max_count: int = 12) -> list[Match]:
    """Some positions of a match: its first, its last, and some between; a third as many unless with most effort.

    Between, tables of one game are looked at in different places, and with more effort in others than with little.
    """
    matches = get_random_match(table).matches
    max_count = max_count if IS_MOST_EFFORT else max(3, max_count // 3)
    if len(matches) <= max_count:
        return list(matches)
    between = random.Random(str(table) if IS_LITTLE_EFFORT else f"{table} {EFFORT}").sample(
        range(1, len(matches) - 1), max_count - 2
    )
    return [matches[at] for at in (0, *sorted(between), len(matches) - 1)]


def sample_views(table: LawTable, max_positions: int = 12) -> Iterator[tuple[Match, Seat | None]]:
    """The sampled positions, from each seat and from outside."""
    for engine in sample_positions(table, max_positions):
        for seat in (None, *range(engine.seats)):
            yield engine, seat


def sample_one_view_each(table: LawTable, max_positions: int) -> Iterator[tuple[Match, Seat | None]]:
    """The same, unless with most effort from one side each: for what takes long and is no other from elsewhere."""
    for number, engine in enumerate(sample_positions(table, max_positions)):
        seats = (*range(engine.seats), None)
        for seat in seats if IS_MOST_EFFORT else (seats[number % len(seats)],):
            yield engine, seat


def sample_moves(moves: Sequence[Move], max_count: int) -> list[Move]:
    """All of a few, a fair sample of many."""
    return list(moves) if len(moves) <= max_count else random.Random(len(moves)).sample(list(moves), max_count)
