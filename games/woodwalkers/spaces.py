"""Board spaces: names, start spaces, neighbors and reachable spaces."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from games.woodwalkers.figures import DIE_SIDES, FIGURES, SIDES, VARIANTS, Side, Variant

Space: TypeAlias = int
"""An index into `SPACE_NAMES`."""

SPACE_NAMES: Final = tuple(sorted(FIGURES.day.space_signs))
"""All space names in alphabetical order, from a2 and a3 to i8. Legal moves are listed in the same order."""
SPACE_BY_NAME: Final[Mapping[str, Space]] = {name: space for space, name in enumerate(SPACE_NAMES)}
START_SPACES: Final[Mapping[Side, tuple[Space, ...]]] = {
    side: tuple(SPACE_BY_NAME[name] for name in FIGURES.day.start_spaces(side)) for side in SIDES
}
"""Each side's start spaces. A `set` move lists a seat's animals in this order of spaces."""
INNER_SPACES: Final = frozenset(range(len(SPACE_NAMES))).difference(*START_SPACES.values())
LIGHT_SPACES: Final[Mapping[Variant, tuple[Space, ...]]] = {
    variant: tuple(SPACE_BY_NAME[name] for name in FIGURES.board_side(variant).light_spaces) for variant in VARIANTS
}

MAX_STEPS: Final = DIE_SIDES
"""The maximum number of steps in a move. An animal can move up to as many steps as the die shows."""


def list_sides_of_seats(seat_count: int) -> tuple[Side, ...]:
    return FIGURES.sides_by_seats[str(seat_count)]


def _list_adjacent(name: str) -> list[Space]:
    column, row = ord(name[0]), int(name[1])
    names = (f"{chr(column + right)}{row + up}" for right, up in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return [SPACE_BY_NAME[name] for name in names if name in SPACE_BY_NAME]


NEIGHBORS: Final = tuple(
    # Rule: no animal may enter a start space from the inner field, not even one of its own.
    tuple(adjacent for adjacent in _list_adjacent(name) if adjacent in INNER_SPACES or space not in INNER_SPACES)
    for space, name in enumerate(SPACE_NAMES)
)
"""For each space, the orthogonal neighbors that an animal on it can enter in one step.

An animal that is still on its start spaces can also move along them.
"""


def find_reachable(origin: Space, steps: int, own: Collection[Space], foreign: Collection[Space]) -> dict[Space, int]:
    """Return the spaces where an animal can end its move, each with the number of steps to it.

    The animal cannot pass other animals. Its move can end on the space of another player's animal, but not on one of
    its own team's.
    """
    seen = {origin, *own}
    ends: dict[Space, int] = {}
    frontier = [origin]
    for step in range(1, steps + 1):
        next_frontier = []
        for space in frontier:
            for neighbor in NEIGHBORS[space]:
                if neighbor not in seen:
                    seen.add(neighbor)
                    ends[neighbor] = step
                    if neighbor not in foreign:
                        next_frontier.append(neighbor)
        frontier = next_frontier
    return ends


def guess_path(origin: Space, goal: Space, occupied: Collection[Space], tiles: Collection[Space]) -> Sequence[Space]:
    """Return the path that an animal probably took, for drawing. Return an empty sequence if no path exists.

    The path is guessed because a move does not store it. Among the shortest paths around all other animals, prefer
    paths over fewer tiles, then straighter paths.
    """
    seen = {origin, *occupied} - {goal}
    paths: list[tuple[Space, ...]] = [(origin,)]
    for _ in range(MAX_STEPS):
        paths = [(*path, neighbor) for path in paths for neighbor in NEIGHBORS[path[-1]] if neighbor not in seen]
        if complete := [path for path in paths if path[-1] == goal]:
            return min(complete, key=lambda path: (len({*path[1:-1]} & {*tiles}), _count_bends(path)))
        seen |= {path[-1] for path in paths}
    return ()


def _count_bends(path: Sequence[Space]) -> int:
    names = [SPACE_NAMES[space] for space in path]
    return sum(start[0] != end[0] and start[1] != end[1] for start, end in zip(names, names[2:], strict=False))
