"""Reading records with a hash chain. Each record has exactly one spelling.

`docs/fairness.md` specifies it: five header lines, the lines of the lobby up to `begin`, then the lines of the match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from games import chain, find_game
from games.chain import BrokenRecord, RecordLine, break_at_line
from games.core import Game, Seat
from games.dice import Chance, EarlierDice
from games.match import check_edition, check_seats
from games.options import Options, validate_options
from games.refused import Refused

HEADER_PATTERNS: Final = {
    "match": re.compile(re.escape(chain.FORMAT_VERSION)),
    "id": re.compile(r"[1-9][0-9]{0,19}"),
    "game": re.compile(r"[a-z_]+"),
    "edition": re.compile(r"[1-9][0-9]{0,8}"),
    "seed": re.compile(r"[0-9a-f]{64}"),
}
"""The keys of the header lines in their order, and how the value of each is spelled."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,19}")
_KEY: Final = re.compile(r"[0-9a-f]{64}")
_LINE: Final = re.compile(
    r"(?P<seat>-|0|[1-9][0-9]?) "
    rf"(?:~ # (?P<superseded>{chain.HASH_PATTERN.pattern})"
    rf"|(?P<word>[^#]+?)(?: # (?P<salt>[0-9a-f]{{32}}) (?P<receipt>{chain.HASH_PATTERN.pattern}))?)"
)


def hash_player_seed(text: str) -> str:
    """Return the hash of a text that somebody shook the dice with; the text itself is not kept."""
    return chain.encode_hash(sha256(text.encode()).digest())


def list_nonces(brought: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the part of the dice that people bring, from pairs of interaction id and shake in order of coming.

    Where anybody shook the dice, the ids are left out: nobody chose them, and somebody could have.
    """
    ids, shakes = zip(*pairs, strict=True) if (pairs := tuple(brought)) else ((), ())
    return tuple(filter(None, shakes)) or tuple(ids)


@dataclass(frozen=True, slots=True)
class LobbyPerson:
    """Somebody who sits in the lobby."""

    number: int
    nonce: str
    seat: Seat | None
    """The seat that was agreed on; None where the dice draw it."""
    player_seed: str = ""


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the lines of the chain before the match say, folded; `has_begun` after the last of them."""

    game: Game[Any, Any, Any]
    seed: bytes
    options: Options
    has_options: bool = False
    """Has a line said what the options are?"""
    seats: int = 0
    since: tuple[EarlierDice, ...] = ()
    """The matches that this one goes on from."""
    sit_count: int = 0
    """How often somebody has sat down."""
    people: tuple[LobbyPerson, ...] = ()
    seats_agreed: bool = False
    """Have those who sat down agreed on who sits where?"""
    seats_reduced: bool = False
    """Was the number of seats changed after somebody had sat down?"""
    house: tuple[Seat, ...] = ()
    has_begun: bool = False

    @property
    def seats_are_drawn(self) -> bool:
        """Do the dice say who sits where?"""
        return self.seats_reduced or not self.seats_agreed

    @property
    def nonces(self) -> tuple[str, ...]:
        return list_nonces((person.nonce, person.player_seed) for person in self.people)

    @property
    def player_seeds(self) -> tuple[str, ...]:
        """The shakes that count, in order of coming."""
        return tuple(person.player_seed for person in self.people if person.player_seed)

    @property
    def taken_seats(self) -> tuple[Seat, ...]:
        """The seats of the people, in order of coming."""
        if self.seats_are_drawn:
            return Chance.derive(self.seed, self.nonces).draw_seats(self.seats, len(self.people))
        return tuple(person.seat for person in self.people if person.seat is not None)

    def add_line(self, line: str) -> Lobby:
        """Return the lobby after one more line. Raises `Refused` if the line does not belong here."""
        if line.startswith("options ") and (self.sit_count or not self.has_options) and not self.house:
            return self._set_options(line)
        match line.split(" "):
            case ["seats", count] if self.has_options and (self.sit_count or not self.seats) and not self.house:
                seats = _parse_number(count)
                check_seats(self.game, seats)
                return replace(self, seats=seats, seats_reduced=self.sit_count > 0)
            case ["since", steps, key] if self.seats and not self.sit_count and _KEY.fullmatch(key):
                return self._go_on_from(EarlierDice(_parse_number(steps), bytes.fromhex(key)))
            case ["sit", number, nonce, *seat] if self.seats and not self.house:
                return self._add_person(_parse_number(number), nonce, seat)
            case ["rise", number] if not self.house:
                return replace(self, people=self._remove_person(_parse_number(number)))
            case ["shook", number, shake] if chain.HASH_PATTERN.fullmatch(shake) and not self.house:
                return self._set_player_seed(_parse_number(number), shake)
            case ["house", *seats] if not self.house:
                self._check_house(seats)
                return replace(self, house=tuple(map(int, seats)))
            case ["begin"] if self.people:
                if len(self.people) + len(self.house) != self.seats:
                    raise Refused("house-wrong", seats=_format_seats(self._free_seats()))
                return replace(self, has_begun=True)
        raise Refused("muster", given=line)

    def _set_options(self, line: str) -> Lobby:
        """With new options everybody but the first person has to accept again, and all shakes are void."""
        try:
            given = json.loads(line.partition(" ")[2])
        except (ValueError, RecursionError) as wrong:
            raise Refused("options-json") from wrong
        if not isinstance(given, dict):
            raise Refused("options-json")
        options = validate_options(self.game.options_class, given)
        if chain.options_line(options) != line:
            raise Refused("spelling", wanted=chain.options_line(options))
        people = tuple(replace(person, player_seed="") for person in self.people[:1])
        return replace(self, options=options, has_options=True, people=people)

    def _go_on_from(self, before: EarlierDice) -> Lobby:
        if before.steps <= max((each.steps for each in self.since), default=0):
            raise Refused("muster", given=chain.earlier_dice_line(before))
        return replace(self, since=(*self.since, before))

    def _add_person(self, number: int, nonce: str, agreed: Sequence[str]) -> Lobby:
        seat = _parse_number(agreed[0]) if agreed else None
        taken = {person.seat for person in self.people} - {None}
        has_seat = seat is not None
        # Either all sit lines of a record name a seat, or none does.
        mixed = self.sit_count > 0 and has_seat is not self.seats_agreed
        full = len(self.people) >= self.seats
        _parse_number(nonce)
        if number != self.sit_count + 1 or full or len(agreed) > 1 or mixed or seat in taken:
            raise Refused("muster", given=" ".join(["sit", str(number), nonce, *agreed]))
        if seat is not None and seat >= self.seats:
            raise Refused("seat", seat=seat, seats=self.seats)
        people = (*self.people, LobbyPerson(number, nonce, seat))
        return replace(self, sit_count=number, people=people, seats_agreed=has_seat)

    def _set_player_seed(self, number: int, shake: str) -> Lobby:
        self._remove_person(number)
        people = (replace(person, player_seed=shake) if person.number == number else person for person in self.people)
        return replace(self, people=tuple(people))

    def _remove_person(self, number: int) -> tuple[LobbyPerson, ...]:
        people = tuple(person for person in self.people if person.number != number)
        if len(people) == len(self.people):
            raise Refused("nobody-sits", number=number)
        return people

    def _free_seats(self) -> list[Seat]:
        return sorted(set(range(self.seats)) - set(self.taken_seats))

    def _check_house(self, seats: Sequence[str]) -> None:
        free = self._free_seats()
        if not free or [str(seat) for seat in free] != list(seats):
            raise Refused("house-wrong", seats=_format_seats(free))


@dataclass(frozen=True, slots=True)
class ChainedRecord:
    """A record with its chain, read line by line; whether its moves are legal is not checked yet."""

    id: str
    lobby: Lobby
    lobby_lines: tuple[str, ...]
    """The lines of the chain up to `begin`."""
    lines: tuple[RecordLine, ...]


def read_chained(text: str) -> ChainedRecord:
    """Read a record with its chain. Raises `BrokenRecord` at the first line that is not as it should be."""
    *rows, last = text.split("\n")
    if last:
        raise BrokenRecord(len(rows) + 1, Refused("line-end"))
    values = [
        _parse_header_line(number, key, row)
        for number, (key, row) in enumerate(zip(HEADER_PATTERNS, rows, strict=False), 1)
    ]
    if len(values) < len(HEADER_PATTERNS):
        raise BrokenRecord(len(rows) or 1, Refused("cut-head"))
    _, match_id, key, edition, seed = values
    with break_at_line(3):
        game = find_game(key)
    with break_at_line(4):
        check_edition(game, int(edition))
    lobby = Lobby(game, bytes.fromhex(seed), game.options_class())
    begun = len(HEADER_PATTERNS)
    while not lobby.has_begun:
        if begun == len(rows):
            raise BrokenRecord(begun, Refused("not-yet"))
        with break_at_line(begun + 1):
            lobby = lobby.add_line(rows[begun])
        begun += 1
    lines = tuple(_parse_move_line(number, row) for number, row in enumerate(rows[begun:], begun + 1))
    return ChainedRecord(match_id, lobby, tuple(rows[len(HEADER_PATTERNS) : begun]), lines)


def _parse_header_line(number: int, key: str, row: str) -> str:
    """Return the value of a header line."""
    name, _, value = row.partition(" ")
    if name == key and HEADER_PATTERNS[key].fullmatch(value):
        return value
    if key == "match":
        raise BrokenRecord(number, Refused("spelling", wanted=f"match {chain.FORMAT_VERSION}"))
    raise BrokenRecord(number, Refused("head", key=key))


def _parse_move_line(number: int, row: str) -> RecordLine:
    read = _LINE.fullmatch(row)
    if not read:
        raise BrokenRecord(number, Refused("line", given=row))
    seat = None if read["seat"] == "-" else int(read["seat"])
    if read["superseded"]:
        if seat is None:
            raise BrokenRecord(number, Refused("line", given=row))
        return RecordLine(seat, (), commitment=read["superseded"], number=number)
    line = RecordLine(seat, tuple(read["word"].split(" ")), number=number)
    return replace(line, salt=bytes.fromhex(read["salt"]), commitment=read["receipt"]) if read["salt"] else line


def _format_seats(seats: Sequence[Seat]) -> str:
    return " ".join(map(str, seats)) or "–"


def _parse_number(written: str) -> int:
    if not _NUMBER.fullmatch(written):
        raise Refused("muster-number", value=written)
    return int(written)
