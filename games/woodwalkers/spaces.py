"""The ground: spaces, whose they are, and how far an animal gets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from games.woodwalkers.figures import FIGURES, SIDES, VARIANTS, Side, Variant

Space: TypeAlias = int
"""Its place among `SPACES`."""

SPACE_NAMES: Final = tuple(sorted(FIGURES.day.space_signs))
"""By name, which is the order in which words list them: a2 a3 … i8."""
SPACE_BY_NAME: Final[Mapping[str, Space]] = {name: space for space, name in enumerate(SPACE_NAMES)}
START_SPACES: Final[Mapping[Side, tuple[Space, ...]]] = {
    side: tuple(SPACE_BY_NAME[name] for name in FIGURES.day.start_spaces(side)) for side in SIDES
}
"""In the order in which an arrangement names them."""
INNER_SPACES: Final = frozenset(range(len(SPACE_NAMES))).difference(*START_SPACES.values())
LIGHT_SPACES: Final[Mapping[Variant, tuple[Space, ...]]] = {
    variant: tuple(SPACE_BY_NAME[name] for name in FIGURES.board_side(variant).light_spaces) for variant in VARIANTS
}

MAX_STEPS: Final = 6
"""So many spaces the die lets an animal walk at most."""


def list_sides(seats: int) -> tuple[Side, ...]:
    """Where each seat of a table sits."""
    return FIGURES.sides_by_seats[str(seats)]


def _list_adjacent(name: str) -> list[Space]:
    column, row = ord(name[0]), int(name[1])
    around = (f"{chr(column + right)}{row + up}" for right, up in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return [SPACE_BY_NAME[each] for each in around if each in SPACE_BY_NAME]


NEIGHBORS: Final = tuple(
    # Nobody walks from the inner field onto a start space: neither home again nor into a foreign one.
    tuple(to for to in _list_adjacent(name) if to in INNER_SPACES or space not in INNER_SPACES)
    for space, name in enumerate(SPACE_NAMES)
)
"""One step from each space, as the ground allows it."""


def find_reachable(origin: Space, steps: int, own: Collection[Space], foreign: Collection[Space]) -> dict[Space, int]:
    """Where an animal may end within so many steps, and how many it takes: nobody is passed, and only foreign animals
    are walked up to.
    """
    met = {origin, *own}
    ends: dict[Space, int] = {}
    frontier = [origin]
    for step in range(1, steps + 1):
        further = []
        for here in frontier:
            for there in NEIGHBORS[here]:
                if there not in met:
                    met.add(there)
                    ends[there] = step
                    if there not in foreign:
                        further.append(there)
        frontier = further
    return ends


def guess_path(origin: Space, goal: Space, taken: Collection[Space], lying: Collection[Space]) -> Sequence[Space]:
    """Which way an animal may have come, since nobody keeps it: past nobody, then where nothing lies, then straight on.
    Nothing where there is none.
    """
    met = {origin, *taken} - {goal}
    found: list[tuple[Space, ...]] = [(origin,)]
    for _ in range(MAX_STEPS):
        found = [(*way, there) for way in found for there in NEIGHBORS[way[-1]] if there not in met]
        if there := [way for way in found if way[-1] == goal]:
            return min(there, key=lambda way: (len({*way[1:-1]} & {*lying}), _count_turns(way)))
        met |= {way[-1] for way in found}
    return ()


def _count_turns(way: Sequence[Space]) -> int:
    names = [SPACE_NAMES[space] for space in way]
    return sum(one[0] != other[0] and one[1] != other[1] for one, other in zip(names, names[2:], strict=False))
