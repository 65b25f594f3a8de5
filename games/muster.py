"""Who came to a table before its match began, and what was agreed there: the first lines of its chain, folded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from games import chain
from games.core import Game, Seat
from games.dice import Chance, Since
from games.match import check_seats
from games.options import Options, settled
from games.refused import Refused

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,19}")
_KEY: Final = re.compile(r"[0-9a-f]{64}")


def shaken(text: str) -> str:
    """What a line that somebody shook the dice with leaves: of the text itself nothing is kept."""
    return chain.brief(sha256(text.encode()).digest())


def nonces(brought: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The part of the dice that people bring, of each the id by which they came and what they shook, in order of
    coming. Where anybody shook, ids are left out: nobody has chosen them, and somebody could have.
    """
    ids, shakes = zip(*pairs, strict=True) if (pairs := tuple(brought)) else ((), ())
    return tuple(filter(None, shakes)) or tuple(ids)


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody at the table."""

    number: int
    nonce: str
    seat: Seat | None
    """In a rematch; otherwise the dice draw it."""
    shook: str = ""


@dataclass(frozen=True, slots=True)
class Muster:
    """As far as its lines have been heard; `begun` is the last of them."""

    game: Game[Any, Any, Any]
    seed: bytes
    options: Options
    agreed: bool = False
    """Have the options been told?"""
    seats: int = 0
    since: tuple[Since, ...] = ()
    """From which matches it goes on."""
    came: int = 0
    """How often somebody has sat down."""
    there: tuple[Came, ...] = ()
    placed: bool = False
    """Have those who came agreed on who sits where?"""
    fewer: bool = False
    """Were there other seats when they came?"""
    house: tuple[Seat, ...] = ()
    begun: bool = False

    @property
    def drawn(self) -> bool:
        """Do the dice say who sits where?"""
        return self.fewer or not self.placed

    @property
    def nonces(self) -> tuple[str, ...]:
        return nonces((each.nonce, each.shook) for each in self.there)

    @property
    def shakes(self) -> tuple[str, ...]:
        """What counts of that, in order of coming."""
        return tuple(each.shook for each in self.there if each.shook)

    @property
    def sat(self) -> tuple[Seat, ...]:
        """The seats of those who are there, in order of coming."""
        if self.drawn:
            return Chance.of(self.seed, self.nonces).seats(self.seats, len(self.there))
        return tuple(each.seat for each in self.there if each.seat is not None)

    def heard(self, line: str) -> Muster:
        """One line more; refused where it does not belong."""
        if line.startswith("options ") and (self.came or not self.agreed) and not self.house:
            return self._agreed(line)
        match line.split(" "):
            case ["seats", count] if self.agreed and (self.came or not self.seats) and not self.house:
                seats = _number(count)
                check_seats(self.game, seats)
                return replace(self, seats=seats, fewer=self.came > 0)
            case ["since", steps, key] if self.seats and not self.came and _KEY.fullmatch(key):
                return self._went_on(Since(_number(steps), bytes.fromhex(key)))
            case ["sit", number, nonce, *place] if self.seats and not self.house:
                return self._sat(_number(number), nonce, place)
            case ["rise", number] if not self.house:
                there = self._without(_number(number))
                return replace(self, there=there)
            case ["shook", number, shake] if chain.HASH.fullmatch(shake) and not self.house:
                return self._shook(_number(number), shake)
            case ["house", *seats] if not self.house:
                self._check_house(seats)
                return replace(self, house=tuple(map(int, seats)))
            case ["begin"] if self.there:
                if len(self.there) + len(self.house) != self.seats:
                    raise Refused("house-wrong", seats=_listed(self._free()))
                return replace(self, begun=True)
        raise Refused("muster", given=line)

    def _agreed(self, line: str) -> Muster:
        """Other options: whoever had accepted is asked again, and shakes again."""
        try:
            given = json.loads(line.partition(" ")[2])
        except (ValueError, RecursionError) as wrong:
            raise Refused("options-json") from wrong
        if not isinstance(given, dict):
            raise Refused("options-json")
        options = settled(self.game.Options, given)
        if chain.options(options) != line:
            raise Refused("spelling", wanted=chain.options(options))
        there = tuple(replace(each, shook="") for each in self.there[:1])
        return replace(self, options=options, agreed=True, there=there)

    def _went_on(self, before: Since) -> Muster:
        if before.steps <= max((each.steps for each in self.since), default=0):
            raise Refused("muster", given=chain.since(before))
        return replace(self, since=(*self.since, before))

    def _sat(self, number: int, nonce: str, place: Sequence[str]) -> Muster:
        seat = _number(place[0]) if place else None
        taken = {each.seat for each in self.there} - {None}
        placed = seat is not None
        # All of them come with a seat, or nobody does.
        mixed = self.came > 0 and placed is not self.placed
        _number(nonce)
        if number != self.came + 1 or len(self.there) >= self.seats or len(place) > 1 or mixed or seat in taken:
            raise Refused("muster", given=" ".join(["sit", str(number), nonce, *place]))
        if seat is not None and seat >= self.seats:
            raise Refused("seat", seat=seat, seats=self.seats)
        return replace(self, came=number, there=(*self.there, Came(number, nonce, seat)), placed=placed)

    def _shook(self, number: int, shake: str) -> Muster:
        self._without(number)
        there = tuple(replace(each, shook=shake) if each.number == number else each for each in self.there)
        return replace(self, there=there)

    def _without(self, number: int) -> tuple[Came, ...]:
        there = tuple(each for each in self.there if each.number != number)
        if len(there) == len(self.there):
            raise Refused("nobody-sits", number=number)
        return there

    def _free(self) -> list[Seat]:
        return sorted(set(range(self.seats)) - set(self.sat))

    def _check_house(self, seats: Sequence[str]) -> None:
        free = self._free()
        if not free or [str(seat) for seat in free] != list(seats):
            raise Refused("house-wrong", seats=_listed(free))


def _listed(seats: Sequence[Seat]) -> str:
    return " ".join(map(str, seats)) or "–"


def _number(written: str) -> int:
    if not _NUMBER.fullmatch(written):
        raise Refused("muster-number", value=written)
    return int(written)
