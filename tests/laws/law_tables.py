"""Random matches for the laws, which are tests that every game must pass with all of its settings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, Final, Literal, get_args, get_origin

import pytest

from games import GAMES
from games.chain import RecordLine
from games.core import Game, JointMove, Move, Seat
from games.dice import Chance, Dice
from games.match import Match, begin_match
from games.options import Options, validate_options
from games.refused import Refused
from tests.effort_level import EFFORT, IS_LITTLE_EFFORT, IS_MOST_EFFORT

MAX_SETTINGS: Final = 40
"""The largest number of settings of one game in `make nightly`."""
MAX_SETTINGS_IN_TEST: Final = 4
"""The largest number in `make test`, including the default settings. It is enough for every variant of every game."""
MAX_SETTINGS_AT_GATE: Final = 8
MAX_MATCH_STEPS: Final = 5000


@dataclass(frozen=True)
class LawTable:
    """One case of a law: a game, a choice of its options, and a number of players."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int

    def __str__(self) -> str:
        options = self.options.model_dump(exclude_defaults=True)
        return "-".join([self.game.KEY, str(self.seats), *(f"{key}={value}" for key, value in options.items())])


def list_option_values(annotation: Any) -> set[Any]:
    """Return the values that an option's type enumerates. The result is empty for a free number."""
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    return {choice for part in get_args(annotation) for choice in list_option_values(part)}


def _list_settings(game: Game[Any, Any, Any]) -> Iterator[Options]:
    fields = game.options_class.model_fields
    values_by_option = {
        name: sorted({field.default, *list_option_values(field.annotation)}, key=str)
        for name, field in fields.items()
        if name not in game.options_class.PRESET_OPTIONS
    }
    for values in product(*values_by_option.values()):
        try:
            yield validate_options(game.options_class, dict(zip(values_by_option, values, strict=True)))
        except Refused:
            continue


def _order_by_coverage(settings: list[Options]) -> list[Options]:
    """Sort settings so that any number from the start covers as many pairs of option values as possible.

    The first settings, which are the defaults, stay first.
    """
    rest = {each: {*combinations(each.model_dump().items(), 2)} for each in settings}
    ordered: list[Options] = []
    while any(rest.values()):
        ordered.append(max(rest, key=lambda each: len(rest[each])) if ordered else settings[0])
        covered = rest.pop(ordered[-1])
        rest = {each: pairs - covered for each, pairs in rest.items()}
    return ordered + list(rest)


def _select_settings(game: Game[Any, Any, Any]) -> list[Options]:
    """Return the settings of a game that are tested at the current effort level."""
    default = game.options_class()
    settings = [default, *(each for each in _list_settings(game) if each != default)]
    if len(settings) > MAX_SETTINGS:
        settings = [default, *random.Random(1).sample(settings[1:], MAX_SETTINGS - 1)]
    ordered = _order_by_coverage(settings)
    if IS_MOST_EFFORT:
        return ordered
    if IS_LITTLE_EFFORT:
        return ordered[:MAX_SETTINGS_IN_TEST]
    # `make test` covers the first settings. A game with no others is tested at other positions.
    return ordered[MAX_SETTINGS_IN_TEST:][:MAX_SETTINGS_AT_GATE] or ordered


def _list_tables() -> Iterator[LawTable]:
    for game in GAMES.values():
        settings = _select_settings(game)
        for number in range(max(len(settings), len(game.SEATS))):
            yield LawTable(game, settings[number % len(settings)], game.SEATS[number % len(game.SEATS)])


TABLES: Final = list(_list_tables())


def list_tables_that_define(member: str) -> list[LawTable]:
    """Return the law tables whose games override an optional member of `Game`, such as `number_moves`."""
    return [table for table in TABLES if table.game.overrides(member)]


def for_each_law_table(tables: list[LawTable]) -> pytest.MarkDecorator:
    """Run a test that has a parameter `law_table` once for each of these tables."""
    return pytest.mark.parametrize("law_table", tables, ids=str)


@dataclass(frozen=True)
class RandomMatch:
    """A random match: the match at the start and after each move, and the moves."""

    matches: tuple[Match, ...]
    lines: tuple[RecordLine, ...]


@cache
def get_random_match(table: LawTable, seed: int = 0) -> RandomMatch:
    match = begin_table_match(table, seed)
    matches: list[Match] = [match]
    lines: list[RecordLine] = []
    while not match.result and match.step < MAX_MATCH_STEPS:
        seat = min(match.to_move)
        move = Dice(f"{seed}/{len(lines)}".encode()).choose(match.legal_moves(seat))
        match = match.play_move(seat, move)
        matches.append(match)
        lines.append(RecordLine(seat, move))
    return RandomMatch(tuple(matches), tuple(lines))


def list_steps(table: LawTable) -> list[tuple[Match, JointMove, Match]]:
    """Return the steps of a random match, each as the match before, the moves, and the match after."""
    matches, lines = get_random_match(table).matches, get_random_match(table).lines
    steps, joint, before = list[tuple[Match, JointMove, Match]](), dict[Seat, Move](), matches[0]
    for after, line in zip(matches[1:], lines, strict=True):
        assert line.seat is not None
        joint[line.seat] = line.move
        if after.step > before.step:
            steps.append((before, joint, after))
            joint, before = {}, after
    return steps


def list_step_ends(table: LawTable) -> list[Match]:
    """Return the last position of each step of a random match."""
    return list({match.step: match for match in get_random_match(table).matches}.values())


def begin_table_match(table: LawTable, seed: int = 0) -> Match:
    return begin_match(table.game, table.options, table.seats, Chance.derive(seed.to_bytes(32, "big"), ()))


def sample_positions(table: LawTable, max_count: int = 12) -> list[Match]:
    """Return the first and last positions of a random match, and some positions in between.

    The number is at most `max_count`, or about a third of that unless the effort is most. The positions in between
    depend on the table and on the effort.
    """
    matches = get_random_match(table).matches
    max_count = max_count if IS_MOST_EFFORT else max(3, max_count // 3)
    if len(matches) <= max_count:
        return list(matches)
    sampled_indexes = random.Random(str(table) if IS_LITTLE_EFFORT else f"{table} {EFFORT}").sample(
        range(1, len(matches) - 1), max_count - 2
    )
    return [matches[index] for index in (0, *sorted(sampled_indexes), len(matches) - 1)]


def sample_views(table: LawTable, max_positions: int = 12) -> Iterator[tuple[Match, Seat | None]]:
    """Yield each sampled position once for each seat, and once with None for spectators."""
    for match in sample_positions(table, max_positions):
        for seat in (None, *range(match.seats)):
            yield match, seat


def sample_one_view_each(table: LawTable, max_positions: int) -> Iterator[tuple[Match, Seat | None]]:
    """Yield each sampled position with only one seat or None, in turn, for slow tests. With most effort, yield all."""
    for number, match in enumerate(sample_positions(table, max_positions)):
        seats = (*range(match.seats), None)
        for seat in seats if IS_MOST_EFFORT else (seats[number % len(seats)],):
            yield match, seat


def sample_moves(moves: Sequence[Move], max_count: int) -> list[Move]:
    """Return all moves, or a random sample of `max_count` moves if there are more."""
    return list(moves) if len(moves) <= max_count else random.Random(len(moves)).sample(list(moves), max_count)
