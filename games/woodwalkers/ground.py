"""The ground: spaces, whose they are, and how far an animal gets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from games.woodwalkers.house import COMPASS, HOUSE, VARIANTS, Compass, Variant

Space: TypeAlias = int
"""Its place among `SPACES`."""

SPACES: Final = tuple(sorted(HOUSE.day.spaces))
"""By name, which is the order in which words list them: a2 a3 … i8."""
NUMBER: Final[Mapping[str, Space]] = {name: space for space, name in enumerate(SPACES)}
STARTS: Final[Mapping[Compass, tuple[Space, ...]]] = {
    side: tuple(NUMBER[name] for name in HOUSE.day.starts(side)) for side in COMPASS
}
"""In the order in which an arrangement names them."""
INNER: Final = frozenset(range(len(SPACES))).difference(*STARTS.values())
LIGHT: Final[Mapping[Variant, tuple[Space, ...]]] = {
    variant: tuple(NUMBER[name] for name in HOUSE.face(variant).light) for variant in VARIANTS
}

FARTHEST: Final = 6
"""So many spaces the die lets an animal walk at most."""


def sides(seats: int) -> tuple[Compass, ...]:
    """Where each seat of a table sits."""
    return HOUSE.seats[str(seats)]


def _beside(name: str) -> list[Space]:
    column, row = ord(name[0]), int(name[1])
    around = (f"{chr(column + right)}{row + up}" for right, up in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return [NUMBER[each] for each in around if each in NUMBER]


WAYS: Final = tuple(
    # Nobody walks from the inner field onto a start space: neither home again nor into a foreign one.
    tuple(to for to in _beside(name) if to in INNER or space not in INNER)
    for space, name in enumerate(SPACES)
)
"""One step from each space, as the ground allows it."""


def ways(origin: Space, steps: int, own: Collection[Space], foreign: Collection[Space]) -> dict[Space, int]:
    """Where an animal may end within so many steps, and how many it takes: nobody is passed, and only foreign animals
    are walked up to.
    """
    met = {origin, *own}
    ends: dict[Space, int] = {}
    frontier = [origin]
    for step in range(1, steps + 1):
        further = []
        for here in frontier:
            for there in WAYS[here]:
                if there not in met:
                    met.add(there)
                    ends[there] = step
                    if there not in foreign:
                        further.append(there)
        frontier = further
    return ends


def path(origin: Space, goal: Space, taken: Collection[Space], lying: Collection[Space]) -> Sequence[Space]:
    """Which way an animal may have come, since nobody keeps it: past nobody, then where nothing lies, then straight on.
    Nothing where there is none.
    """
    met = {origin, *taken} - {goal}
    found: list[tuple[Space, ...]] = [(origin,)]
    for _ in range(FARTHEST):
        found = [(*way, there) for way in found for there in WAYS[way[-1]] if there not in met]
        if there := [way for way in found if way[-1] == goal]:
            return min(there, key=lambda way: (len({*way[1:-1]} & {*lying}), _turns(way)))
        met |= {way[-1] for way in found}
    return ()


def _turns(way: Sequence[Space]) -> int:
    names = [SPACES[space] for space in way]
    return sum(one[0] != other[0] and one[1] != other[1] for one, other in zip(names, names[2:], strict=False))
