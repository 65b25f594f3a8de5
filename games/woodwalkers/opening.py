"""Drawn starts: what of a match is laid out before it begins, and what the rules say to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from games.core import Seat
from games.woodwalkers.ground import INNER, LIGHT, NUMBER, SPACES, STARTS, Space, sides
from games.woodwalkers.house import HOUSE, MODES, Variant
from games.woodwalkers.state import Team, say
from games.woodwalkers.things import ANIMALS, DISPLAY, EVERY, OUT, Animal, Flags, Forest, Tile, worth

T = TypeVar("T", bound=Hashable)

_SEATS: Final = tuple(map(str, range(max(map(int, HOUSE.seats)))))
_WOUNDS: Final = tuple(map(str, range(HOUSE.wounds)))


@dataclass(frozen=True, slots=True)
class Standing:
    """An animal as it is drawn: `0 wolf d2 1`, or `0 wolf out`."""

    seat: Seat
    animal: Animal
    space: Space
    wounds: int


@dataclass(frozen=True, slots=True)
class Lying:
    """A forest tile as it is drawn: `die c3`, `flag7 d4 up`."""

    tile: Tile
    space: Space
    up: bool


def standing(given: str) -> Standing:
    match given.split():
        case seat, animal, "out" if seat in _SEATS:
            return Standing(int(seat), _animal(animal), OUT, 0)
        case seat, animal, space if seat in _SEATS:
            return Standing(int(seat), _animal(animal), _space(space), 0)
        case seat, animal, space, wounds if seat in _SEATS and wounds in _WOUNDS and space != "out":
            return Standing(int(seat), _animal(animal), _space(space), int(wounds))
    raise say.make_refusal("animal-form", given=given)


def _animal(given: str) -> Animal:
    if given not in ANIMALS:
        raise say.make_refusal("animal-unknown", given=given, known=", ".join(ANIMALS))
    return ANIMALS.index(given)


def _space(given: str) -> Space:
    if given not in NUMBER:
        raise say.make_refusal("space-unknown", given=given)
    return NUMBER[given]


def lying(given: str, variant: Variant) -> Lying:
    match given.split():
        case (tile, space) | (tile, space, "up"):
            known = dict.fromkeys(HOUSE.face(variant).tiles)
            if tile not in known:
                raise say.make_refusal("tile-unknown", given=tile, known=", ".join(known))
            up = given.split()[2:] == ["up"]
            if up and not tile.startswith("flag"):
                raise say.make_refusal("tile-up", tile=tile)
            return Lying(tile, _space(space), up)
    raise say.make_refusal("tile-form", given=given)


def check_animals(given: Sequence[str]) -> None:
    """As far as it can be said before it is known how many play."""
    drawn = [standing(each) for each in given]
    for seat, animal in _twice((each.seat, each.animal) for each in drawn):
        raise say.make_refusal("animal-twice", seat=seat, animal=ANIMALS[animal])
    for space in _twice(each.space for each in drawn if each.space != OUT):
        raise say.make_refusal("space-taken", space=SPACES[space].upper())


def check_forest(given: Sequence[str], animals: Sequence[str], variant: Variant) -> None:
    drawn = [lying(each, variant) for each in given]
    for each in drawn:
        if each.space not in LIGHT[variant]:
            raise say.make_refusal("tile-space", space=SPACES[each.space].upper())
    for space in _twice(each.space for each in drawn):
        raise say.make_refusal("tile-twice", space=SPACES[space].upper())
    mix = Counter(HOUSE.face(variant).tiles)
    for tile, times in Counter(each.tile for each in drawn).items():
        if times > mix[tile]:
            raise say.make_refusal("tile-mix", tile=tile, most=mix[tile])
    hidden = {each.space for each in drawn if not each.up}
    for space in (each.space for each in map(standing, animals) if each.space in hidden):
        raise say.make_refusal("tile-under", space=SPACES[space].upper())


def check_stack(given: Sequence[str]) -> None:
    for mode in given:
        if mode not in MODES:
            raise say.make_refusal("mode-unknown", given=mode, known=", ".join(MODES))
    for mode, times in Counter(given).items():
        if times > HOUSE.modes[mode]:
            raise say.make_refusal("stack-most", mode=mode, most=HOUSE.modes[mode])
    if len(given) < DISPLAY:
        raise say.make_refusal("stack-few", least=DISPLAY)


def check_seats(animals: Sequence[str] | None, scores: Sequence[int] | None, seats: int) -> None:
    """What depends on how many play."""
    if scores is not None and len(scores) != seats:
        raise say.make_refusal("scores-seats", seats=seats)
    for each in map(standing, animals or ()):
        if each.seat >= seats:
            raise say.make_refusal("animal-seat", seat=each.seat, seats=seats)
        if each.space not in (OUT, *INNER, *STARTS[sides(seats)[each.seat]]):
            raise say.make_refusal("space-foreign", seat=each.seat, space=SPACES[each.space].upper())


def placed(animals: Sequence[str], seat: Seat, seats: int, points: int) -> Team:
    """The animals of a seat as drawn, the others at home in the order of the house."""
    drawn = {each.animal: each for each in map(standing, animals) if each.seat == seat}
    home = STARTS[sides(seats)[seat]]
    at = tuple(drawn[animal].space if animal in drawn else home[animal] for animal in EVERY)
    for space in _twice(space for space in at if space != OUT):
        raise say.make_refusal("space-taken", space=SPACES[space].upper())
    return Team(at, tuple(drawn[animal].wounds if animal in drawn else 0 for animal in EVERY), points)


def laid(given: Sequence[str], variant: Variant) -> tuple[Forest, Flags]:
    """The forest as drawn: what lies face down, and the flags that are up."""
    drawn = sorted((lying(each, variant) for each in given), key=lambda each: each.space)
    down = tuple((each.space, each.tile) for each in drawn if not each.up)
    return down, tuple((each.space, worth(each.tile)) for each in drawn if each.up)


def _twice(items: Iterable[T]) -> list[T]:
    return [item for item, times in Counter(items).items() if times > 1]
