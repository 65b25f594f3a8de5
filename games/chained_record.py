"""Reading records with a hash chain. Each such record has exactly one valid spelling.

`docs/fairness.md` specifies the format: five header lines, the lobby's lines up to `begin`, then the match's lines.
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
from games.dice import Chance, EarlierDice, RepeatedDeal
from games.match import check_edition, check_seats
from games.options import Options, validate_options
from games.refused import Refused

HEX_KEY_PATTERN: Final = re.compile(r"[0-9a-f]{64}")
"""Matches a seed or the key of dice, which have 32 bytes."""
HEADER_PATTERNS: Final = {
    "match": re.compile(re.escape(chain.FORMAT_VERSION)),
    "id": re.compile(r"[1-9][0-9]{0,19}"),
    "game": re.compile(r"[a-z_]+"),
    "edition": re.compile(r"[1-9][0-9]{0,8}"),
    "seed": HEX_KEY_PATTERN,
}
"""The pattern of each header value by key, in the order of the header lines."""

LOBBY_MAX_LINES: Final = 1_000
"""The maximum number of lines up to `begin`."""
SINCE_MAX_STEPS: Final = 20_000
"""The maximum number of steps that a match can repeat from an earlier one. No match has this many."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,19}")
_LINE: Final = re.compile(
    r"(?P<seat>-|0|[1-9][0-9]?) "
    rf"(?:~ # (?P<superseded>{chain.HASH_PATTERN.pattern})"
    rf"|(?P<move>[^#]+?)(?: # (?P<salt>[0-9a-f]{{32}}) (?P<commitment>{chain.HASH_PATTERN.pattern}))?)"
)


def hash_player_seed(text: str) -> str:
    """Return the hash of a player seed, a text that a player adds to the dice. The text itself is not stored."""
    return chain.encode_hash(sha256(text.encode()).digest())


def list_nonces(contributions: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the nonces for the dice, given the contributions of the people in the lobby.

    A contribution is the ID of the interaction by which a person joined, and the hash of their player seed (empty if
    they added none). If there is any player seed, only player seeds are used, because the host could have chosen among
    several interaction IDs.
    """
    pairs = tuple(contributions)
    ids, player_seeds = zip(*pairs, strict=True) if pairs else ((), ())
    return tuple(filter(None, player_seeds)) or tuple(ids)


@dataclass(frozen=True, slots=True)
class LobbyPerson:
    """A person who has joined the lobby."""

    number: int
    """The person's number in the order of joining, starting at 1. Rejoining gives a person a new number."""
    nonce: str
    """The ID of the interaction by which the person joined."""
    seat: Seat | None
    """The agreed seat, or None if the dice assign the seat."""
    player_seed: str = ""
    """The hash of the person's player seed; empty if they added none."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The state of a match before it begins, computed from the lines of the chain up to `begin`."""

    game: Game[Any, Any, Any]
    seed: bytes
    options: Options
    has_options: bool = False
    """Whether a line has set the options."""
    seats: int = 0
    since: tuple[EarlierDice, ...] = ()
    """The dice of the earlier matches that this match continues."""
    deal: RepeatedDeal | None = None
    """The deal that this match repeats."""
    nonces_used: tuple[str, ...] = ()
    """The nonces of all `sit` lines so far, including those of people who have left."""
    people: tuple[LobbyPerson, ...] = ()
    seats_agreed: bool = False
    """Whether the `sit` lines name the seats."""
    seats_reduced: bool = False
    """Whether the number of seats was changed after the first `sit` line."""
    house: tuple[Seat, ...] = ()
    """The seats of the computer opponent."""
    has_begun: bool = False

    @property
    def sit_count(self) -> int:
        """The number of `sit` lines so far."""
        return len(self.nonces_used)

    @property
    def earlier_dice(self) -> tuple[EarlierDice, ...]:
        """The dice of earlier matches that are used again, because this match continues or repeats them."""
        return (self.deal.setup_dice,) if self.deal else self.since

    @property
    def seats_are_drawn(self) -> bool:
        """Whether the dice assign the seats."""
        return self.seats_reduced or not self.seats_agreed

    @property
    def nonces(self) -> tuple[str, ...]:
        return list_nonces((person.nonce, person.player_seed) for person in self.people)

    @property
    def player_seeds(self) -> tuple[str, ...]:
        """The hashes of the player seeds, in the order in which the players joined."""
        return tuple(person.player_seed for person in self.people if person.player_seed)

    @property
    def taken_seats(self) -> tuple[Seat, ...]:
        """The seats taken by people, in the order in which they joined."""
        if self.seats_are_drawn:
            return Chance.derive(self.seed, self.nonces).draw_seats(self.seats, len(self.people))
        return tuple(person.seat for person in self.people if person.seat is not None)

    def add_line(self, line: str) -> Lobby:
        """Return the lobby after one more line. Raises `Refused` if the line is not allowed at this point."""
        self._check_use_of_earlier_dice(line.partition(" ")[0])
        if line.startswith("options ") and (self.sit_count or not self.has_options) and not self.house:
            return self._set_options(line)
        match line.split(" "):
            case ["seats", count] if self.has_options and (self.sit_count or not self.seats) and not self.house:
                seats = _parse_number(count)
                check_seats(self.game, seats)
                if self.sit_count and seats >= self.seats:
                    raise Refused("seats-fewer", seats=self.seats)
                return replace(self, seats=seats, seats_reduced=self.sit_count > 0)
            case ["since", last_step, key] if self.seats and not self.sit_count and HEX_KEY_PATTERN.fullmatch(key):
                return self._continue_match(EarlierDice(_parse_number(last_step), bytes.fromhex(key)))
            case ["deal", match_id, key] if self.seats and not self.sit_count and not self.since:
                return self._repeat_deal(match_id, key)
            case ["sit", number, nonce, *seat] if self.seats and not self.house:
                return self._add_person(_parse_number(number), nonce, seat)
            case ["rise", number] if not self.house:
                return replace(self, people=self._remove_person(_parse_number(number)))
            case ["shook", number, player_seed] if chain.HASH_PATTERN.fullmatch(player_seed) and not self.house:
                return self._set_player_seed(_parse_number(number), player_seed)
            case ["house", *seats] if not self.house:
                self._check_house(seats)
                return replace(self, house=tuple(map(int, seats)))
            case ["begin"] if self.people:
                if len(self.people) + len(self.house) != self.seats:
                    raise Refused("house-wrong", seats=_format_seats(self._free_seats()))
                return replace(self, has_begun=True)
        raise Refused("muster", given=line)

    def _set_options(self, line: str) -> Lobby:
        """Return the lobby with new options, without player seeds. Everybody but the first person has to join again."""
        try:
            values = json.loads(line.partition(" ")[2])
        except (ValueError, RecursionError) as error:
            raise Refused("options-json") from error
        if not isinstance(values, dict):
            raise Refused("options-json")
        options = validate_options(self.game.options_class, values)
        if chain.options_line(options) != line:
            raise Refused("spelling", wanted=chain.options_line(options))
        people = tuple(replace(person, player_seed="") for person in self.people[:1])
        return replace(self, options=options, has_options=True, people=people)

    def _check_use_of_earlier_dice(self, kind: str) -> None:
        """Raise `Refused` if the lobby uses the dice of an earlier match, which forbids lines of this kind."""
        if self.since and self.sit_count and kind not in ("house", "begin"):
            raise Refused("since-alone")
        if self.deal and kind not in ("sit", "rise", "shook", "begin"):
            raise Refused("deal-people")

    def _continue_match(self, earlier: EarlierDice) -> Lobby:
        """Return the lobby with one more earlier match that this match continues.

        Raises `Refused` unless the dice of that match are used until a later step than all dice added before.
        """
        if earlier.last_step > SINCE_MAX_STEPS:
            raise Refused("since-far", most=SINCE_MAX_STEPS)
        if earlier.last_step <= max((known.last_step for known in self.since), default=-1):
            raise Refused("muster", given=chain.earlier_dice_line(earlier))
        return replace(self, since=(*self.since, earlier))

    def _repeat_deal(self, match_id: str, key: str) -> Lobby:
        if not HEADER_PATTERNS["id"].fullmatch(match_id) or not HEX_KEY_PATTERN.fullmatch(key):
            raise Refused("muster", given=f"deal {match_id} {key}")
        if self.seats != 2:
            raise Refused("deal-people")
        return replace(self, deal=RepeatedDeal(match_id, bytes.fromhex(key)))

    def _add_person(self, number: int, nonce: str, agreed: Sequence[str]) -> Lobby:
        seat = _parse_number(agreed[0]) if agreed else None
        taken = {person.seat for person in self.people} - {None}
        has_seat = seat is not None
        # Either all sit lines of a record name a seat, or none does.
        is_mixed = self.sit_count > 0 and has_seat is not self.seats_agreed
        is_full = len(self.people) >= self.seats
        if not _parse_number(nonce) or nonce in self.nonces_used:
            raise Refused("nonce-invented", nonce=nonce)
        if number != self.sit_count + 1 or is_full or len(agreed) > 1 or is_mixed or seat in taken:
            raise Refused("muster", given=" ".join(["sit", str(number), nonce, *agreed]))
        if self.deal and seat is None:
            raise Refused("deal-people")
        if seat is not None and seat >= self.seats:
            raise Refused("seat", seat=seat, seats=self.seats)
        people = (*self.people, LobbyPerson(number, nonce, seat))
        return replace(self, nonces_used=(*self.nonces_used, nonce), people=people, seats_agreed=has_seat)

    def _set_player_seed(self, number: int, player_seed: str) -> Lobby:
        # This call raises `Refused` for an unknown number.
        self._remove_person(number)
        people = (
            replace(person, player_seed=player_seed) if person.number == number else person for person in self.people
        )
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
    """A record with its chain, as read from a file. Its moves have not been checked."""

    id: str
    lobby: Lobby
    lobby_lines: tuple[str, ...]
    """The lines of the chain up to `begin`."""
    lines: tuple[RecordLine, ...]
    has_end_line: bool


def read_chained(text: str) -> ChainedRecord:
    """Read a record with its chain. Raises `BrokenRecord` for the first invalid line."""
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
            if begun == len(HEADER_PATTERNS) + LOBBY_MAX_LINES:
                raise Refused("lobby-long", most=LOBBY_MAX_LINES)
            lobby = lobby.add_line(rows[begun])
            if lobby.deal and lobby.deal.match_id == match_id:
                raise Refused("deal-itself")
        begun += 1
    has_end_line = chain.END_LINE in rows[begun:]
    end = rows.index(chain.END_LINE, begun) if has_end_line else len(rows)
    lines = tuple(_parse_move_line(number, row) for number, row in enumerate(rows[begun:end], begun + 1))
    if rows[end + 1 :]:
        raise BrokenRecord(end + 2, Refused("ended"))
    return ChainedRecord(match_id, lobby, tuple(rows[len(HEADER_PATTERNS) : begun]), lines, has_end_line)


def _parse_header_line(number: int, key: str, row: str) -> str:
    """Return the value of a header line. Raises `BrokenRecord` if the key or the value is wrong."""
    name, _, value = row.partition(" ")
    if name == key and HEADER_PATTERNS[key].fullmatch(value):
        return value
    if key == "match":
        raise BrokenRecord(number, Refused("spelling", wanted=f"match {chain.FORMAT_VERSION}"))
    raise BrokenRecord(number, Refused("head", key=key))


def _parse_move_line(number: int, row: str) -> RecordLine:
    parts = _LINE.fullmatch(row)
    if not parts:
        raise BrokenRecord(number, Refused("line", given=row))
    seat = None if parts["seat"] == "-" else int(parts["seat"])
    if parts["superseded"]:
        if seat is None:
            raise BrokenRecord(number, Refused("line", given=row))
        return RecordLine(seat, (), commitment=parts["superseded"], number=number)
    line = RecordLine(seat, tuple(parts["move"].split(" ")), number=number)
    if not parts["salt"]:
        return line
    return replace(line, salt=bytes.fromhex(parts["salt"]), commitment=parts["commitment"])


def _format_seats(seats: Sequence[Seat]) -> str:
    return " ".join(map(str, seats)) or "–"


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Refused("muster-number", value=text)
    return int(text)
