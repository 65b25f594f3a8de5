"""Preset starts: parsing and validation of the options for animals, forest tiles and battle modes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from games.core import Seat
from games.woodwalkers.figures import FIGURES, MAX_SEATS, MODES, Variant
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
    list_sides_of_seats,
)
from games.woodwalkers.state import Team, say

T = TypeVar("T", bound=Hashable)

_SEAT_DIGITS: Final = tuple(map(str, range(MAX_SEATS)))
_WOUND_DIGITS: Final = tuple(map(str, range(1, FIGURES.wounds_to_remove)))


@dataclass(frozen=True, slots=True)
class PresetAnimal:
    """An entry of the option `animals`: seat, animal, space and wounds, for example `0 wolf d2 1` or `0 wolf out`."""

    seat: Seat
    animal: Animal
    space: Space
    wounds: int


@dataclass(frozen=True, slots=True)
class PresetTile:
    """An entry of the option `forest`, for example `die c3` or `flag7 d4 up`."""

    tile: Tile
    space: Space
    is_face_up: bool


def parse_animal(entry: str) -> PresetAnimal:
    match entry.split(" "):
        case seat, animal, "out" if seat in _SEAT_DIGITS:
            return PresetAnimal(int(seat), _parse_animal_name(animal), REMOVED, 0)
        case seat, animal, space if seat in _SEAT_DIGITS:
            return PresetAnimal(int(seat), _parse_animal_name(animal), _parse_space(space), 0)
        case seat, animal, space, wounds if seat in _SEAT_DIGITS and wounds in _WOUND_DIGITS and space != "out":
            return PresetAnimal(int(seat), _parse_animal_name(animal), _parse_space(space), int(wounds))
    raise say.make_refusal("animal-form", given=entry)


def _parse_animal_name(name: str) -> Animal:
    if name not in ANIMALS:
        raise say.make_refusal("animal-unknown", given=name, known=", ".join(ANIMALS))
    return ANIMALS.index(name)


def _parse_space(name: str) -> Space:
    if name not in SPACE_BY_NAME:
        raise say.make_refusal("space-unknown", given=name)
    return SPACE_BY_NAME[name]


def parse_tile(entry: str, variant: Variant) -> PresetTile:
    match entry.split(" "):
        case (tile, space) | (tile, space, "up"):
            known_tiles = dict.fromkeys(FIGURES.board_side(variant).forest_tiles)
            if tile not in known_tiles:
                raise say.make_refusal("tile-unknown", given=tile, known=", ".join(known_tiles))
            is_face_up = entry.split(" ")[2:] == ["up"]
            # Rule: only flags stay on the board after they are turned up.
            if is_face_up and not tile.startswith("flag"):
                raise say.make_refusal("tile-up", tile=tile)
            return PresetTile(tile, _parse_space(space), is_face_up)
    raise say.make_refusal("tile-form", given=entry)


def check_animals(entries: Sequence[str]) -> None:
    """Refuse entries that repeat an animal or a space. `check_seats` compares the entries with the number of seats."""
    presets = [parse_animal(entry) for entry in entries]
    for seat, animal in _list_duplicates((preset.seat, preset.animal) for preset in presets):
        raise say.make_refusal("animal-twice", seat=seat, animal=ANIMALS[animal])
    for space in _list_duplicates(preset.space for preset in presets if preset.space != REMOVED):
        raise say.make_refusal("space-taken", space=SPACE_NAMES[space].upper())


def check_forest(entries: Sequence[str], animals: Sequence[str], variant: Variant) -> None:
    """Refuse preset forest tiles that are impossible in a match.

    Each tile must be on its own light space, and a face-down tile cannot be under an animal. No kind of tile can be
    used more often than it occurs in the box.
    """
    presets = [parse_tile(entry, variant) for entry in entries]
    for preset in presets:
        if preset.space not in LIGHT_SPACES[variant]:
            raise say.make_refusal("tile-space", space=SPACE_NAMES[preset.space].upper())
    for space in _list_duplicates(preset.space for preset in presets):
        raise say.make_refusal("tile-twice", space=SPACE_NAMES[space].upper())
    available = Counter(FIGURES.board_side(variant).forest_tiles)
    for tile, count in Counter(preset.tile for preset in presets).items():
        if count > available[tile]:
            raise say.make_refusal("tile-mix", tile=tile, most=available[tile])
    face_down_spaces = {preset.space for preset in presets if not preset.is_face_up}
    for space in (preset.space for preset in map(parse_animal, animals) if preset.space in face_down_spaces):
        raise say.make_refusal("tile-under", space=SPACE_NAMES[space].upper())


def check_stack(modes: Sequence[str]) -> None:
    """Refuse unknown modes, too many tiles of one mode, and a stack with too few tiles for the open modes."""
    for mode in modes:
        if mode not in MODES:
            raise say.make_refusal("mode-unknown", given=mode, known=", ".join(MODES))
    for mode, count in Counter(modes).items():
        if count > FIGURES.mode_counts[mode]:
            raise say.make_refusal("stack-most", mode=mode, most=FIGURES.mode_counts[mode])
    if len(modes) < OPEN_MODES_COUNT:
        raise say.make_refusal("stack-few", least=OPEN_MODES_COUNT)


def check_seats(animals: Sequence[str] | None, scores: Sequence[int] | None, seats: int) -> None:
    """Refuse scores and animals that do not fit the number of seats.

    An animal must be out of the game, on the inner field, or on a start space of its own seat.
    """
    if scores is not None and len(scores) != seats:
        raise say.make_refusal("scores-seats", seats=seats)
    for preset in map(parse_animal, animals or ()):
        if preset.seat >= seats:
            raise say.make_refusal("animal-seat", seat=preset.seat, seats=seats)
        if preset.space not in (REMOVED, *INNER_SPACES, *START_SPACES[list_sides_of_seats(seats)[preset.seat]]):
            raise say.make_refusal("space-foreign", seat=preset.seat, space=SPACE_NAMES[preset.space].upper())


def make_team(animals: Sequence[str], seat: Seat, seats: int, points: int) -> Team:
    """Return a seat's team.

    Animals that `animals` does not place are on the seat's start spaces, in the order of `ANIMALS`.
    """
    presets = {preset.animal: preset for preset in map(parse_animal, animals) if preset.seat == seat}
    starts = START_SPACES[list_sides_of_seats(seats)[seat]]
    spaces = tuple(presets[animal].space if animal in presets else starts[animal] for animal in ALL_ANIMALS)
    for space in _list_duplicates(space for space in spaces if space != REMOVED):
        raise say.make_refusal("space-taken", space=SPACE_NAMES[space].upper())
    return Team(spaces, tuple(presets[animal].wounds if animal in presets else 0 for animal in ALL_ANIMALS), points)


def make_forest(entries: Sequence[str], variant: Variant) -> tuple[Forest, Flags]:
    """Return the face-down tiles and the face-up flags. Light spaces without an entry are empty."""
    presets = sorted((parse_tile(entry, variant) for entry in entries), key=lambda preset: preset.space)
    forest = tuple((preset.space, preset.tile) for preset in presets if not preset.is_face_up)
    return forest, tuple((preset.space, flag_value(preset.tile)) for preset in presets if preset.is_face_up)


def _list_duplicates(items: Iterable[T]) -> list[T]:
    return [item for item, count in Counter(items).items() if count > 1]
