"""Drawn starts: what of a match is laid out before it begins, and what the rules say to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from games.core import Seat
from games.woodwalkers.figures import FIGURES, MODES, Variant
from games.woodwalkers.pieces import (
    ALL_ANIMALS,
    ANIMALS,
    OPEN_MODES_COUNT,
    REMOVED,
    Animal,
    Flags,
    Forest,
    Tile,
    flag_value,
)
from games.woodwalkers.spaces import (
    INNER_SPACES,
    LIGHT_SPACES,
    SPACE_BY_NAME,
    SPACE_NAMES,
    START_SPACES,
    Space,
    list_sides,
)
from games.woodwalkers.state import Team, say

T = TypeVar("T", bound=Hashable)

_SEAT_DIGITS: Final = tuple(map(str, range(max(map(int, FIGURES.sides_by_seats)))))
_WOUND_DIGITS: Final = tuple(map(str, range(FIGURES.wounds_to_remove)))


@dataclass(frozen=True, slots=True)
class PresetAnimal:
    """An animal as it is drawn: `0 wolf d2 1`, or `0 wolf out`."""

    seat: Seat
    animal: Animal
    space: Space
    wounds: int


@dataclass(frozen=True, slots=True)
class PresetTile:
    """A forest tile as it is drawn: `die c3`, `flag7 d4 up`."""

    tile: Tile
    space: Space
    is_face_up: bool


def parse_animal(given: str) -> PresetAnimal:
    match given.split():
        case seat, animal, "out" if seat in _SEAT_DIGITS:
            return PresetAnimal(int(seat), _parse_animal_name(animal), REMOVED, 0)
        case seat, animal, space if seat in _SEAT_DIGITS:
            return PresetAnimal(int(seat), _parse_animal_name(animal), _parse_space(space), 0)
        case seat, animal, space, wounds if seat in _SEAT_DIGITS and wounds in _WOUND_DIGITS and space != "out":
            return PresetAnimal(int(seat), _parse_animal_name(animal), _parse_space(space), int(wounds))
    raise say.make_refusal("animal-form", given=given)


def _parse_animal_name(given: str) -> Animal:
    if given not in ANIMALS:
        raise say.make_refusal("animal-unknown", given=given, known=", ".join(ANIMALS))
    return ANIMALS.index(given)


def _parse_space(given: str) -> Space:
    if given not in SPACE_BY_NAME:
        raise say.make_refusal("space-unknown", given=given)
    return SPACE_BY_NAME[given]


def parse_tile(given: str, variant: Variant) -> PresetTile:
    match given.split():
        case (tile, space) | (tile, space, "up"):
            known = dict.fromkeys(FIGURES.board_side(variant).forest_tiles)
            if tile not in known:
                raise say.make_refusal("tile-unknown", given=tile, known=", ".join(known))
            up = given.split()[2:] == ["up"]
            if up and not tile.startswith("flag"):
                raise say.make_refusal("tile-up", tile=tile)
            return PresetTile(tile, _parse_space(space), up)
    raise say.make_refusal("tile-form", given=given)


def check_animals(given: Sequence[str]) -> None:
    """As far as it can be said before it is known how many play."""
    drawn = [parse_animal(each) for each in given]
    for seat, animal in _list_duplicates((each.seat, each.animal) for each in drawn):
        raise say.make_refusal("animal-twice", seat=seat, animal=ANIMALS[animal])
    for space in _list_duplicates(each.space for each in drawn if each.space != REMOVED):
        raise say.make_refusal("space-taken", space=SPACE_NAMES[space].upper())


def check_forest(given: Sequence[str], animals: Sequence[str], variant: Variant) -> None:
    drawn = [parse_tile(each, variant) for each in given]
    for each in drawn:
        if each.space not in LIGHT_SPACES[variant]:
            raise say.make_refusal("tile-space", space=SPACE_NAMES[each.space].upper())
    for space in _list_duplicates(each.space for each in drawn):
        raise say.make_refusal("tile-twice", space=SPACE_NAMES[space].upper())
    mix = Counter(FIGURES.board_side(variant).forest_tiles)
    for tile, times in Counter(each.tile for each in drawn).items():
        if times > mix[tile]:
            raise say.make_refusal("tile-mix", tile=tile, most=mix[tile])
    hidden = {each.space for each in drawn if not each.is_face_up}
    for space in (each.space for each in map(parse_animal, animals) if each.space in hidden):
        raise say.make_refusal("tile-under", space=SPACE_NAMES[space].upper())


def check_stack(given: Sequence[str]) -> None:
    for mode in given:
        if mode not in MODES:
            raise say.make_refusal("mode-unknown", given=mode, known=", ".join(MODES))
    for mode, times in Counter(given).items():
        if times > FIGURES.mode_counts[mode]:
            raise say.make_refusal("stack-most", mode=mode, most=FIGURES.mode_counts[mode])
    if len(given) < OPEN_MODES_COUNT:
        raise say.make_refusal("stack-few", least=OPEN_MODES_COUNT)


def check_seats(animals: Sequence[str] | None, scores: Sequence[int] | None, seats: int) -> None:
    """What depends on how many play."""
    if scores is not None and len(scores) != seats:
        raise say.make_refusal("scores-seats", seats=seats)
    for each in map(parse_animal, animals or ()):
        if each.seat >= seats:
            raise say.make_refusal("animal-seat", seat=each.seat, seats=seats)
        if each.space not in (REMOVED, *INNER_SPACES, *START_SPACES[list_sides(seats)[each.seat]]):
            raise say.make_refusal("space-foreign", seat=each.seat, space=SPACE_NAMES[each.space].upper())


def make_team(animals: Sequence[str], seat: Seat, seats: int, points: int) -> Team:
    """The animals of a seat as drawn, the others at home in the order of the house."""
    drawn = {each.animal: each for each in map(parse_animal, animals) if each.seat == seat}
    home = START_SPACES[list_sides(seats)[seat]]
    at = tuple(drawn[animal].space if animal in drawn else home[animal] for animal in ALL_ANIMALS)
    for space in _list_duplicates(space for space in at if space != REMOVED):
        raise say.make_refusal("space-taken", space=SPACE_NAMES[space].upper())
    return Team(at, tuple(drawn[animal].wounds if animal in drawn else 0 for animal in ALL_ANIMALS), points)


def make_forest(given: Sequence[str], variant: Variant) -> tuple[Forest, Flags]:
    """The forest as drawn: what lies face down, and the flags that are up."""
    drawn = sorted((parse_tile(each, variant) for each in given), key=lambda each: each.space)
    down = tuple((each.space, each.tile) for each in drawn if not each.is_face_up)
    return down, tuple((each.space, flag_value(each.tile)) for each in drawn if each.is_face_up)


def _list_duplicates(items: Iterable[T]) -> list[T]:
    return [item for item, times in Counter(items).items() if times > 1]
