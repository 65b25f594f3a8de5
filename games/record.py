"""A match as a text file, and back: what PGN is to chess.

There are two kinds of record, and both begin with the line `match 1`. A record with a chain has exactly one spelling
and can be verified; `docs/fairness.md` specifies it. A plain record is easy to write by hand and proves nothing: it has
its header lines in any order, then a line `---`, then a line for each move; blank lines and lines that begin with `#`
mean nothing. A record is plain if it has the line `---`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from games import GAMES, chain, find_game
from games.chain import Broken, Line, breaking
from games.chained_record import HEADER, read_chained
from games.core import Game, Seat, Word
from games.dice import Chance, Since
from games.match import CALLS, Match, begin, check_edition, check_seats
from games.options import Options, settled
from games.refused import Refused

MAX_BYTES: Final = 4 << 20
"""Of a record; the longest match there can be needs a tenth of it."""

SEPARATOR: Final = "---"
PLAIN_KEYS: Final = ("match", "game", "edition", "options", "seats", "id", "seed", "nonces")

_SEED: Final = re.compile(r"[0-9a-f]{64}")

_Rows = list[tuple[int, str]]
"""Lines that mean something, each with its number in the file."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is written down: what was agreed, its dice, and every choice."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int
    lines: tuple[Line, ...] = ()
    id: str = ""
    seed: bytes | None = None
    nonces: tuple[str, ...] = ()
    since: tuple[Since, ...] = ()
    """The matches that this one goes on from; only a record with a chain says so."""
    before: tuple[str, ...] = ()
    """The lines of its chain up to `begin`; empty for a plain record, which proves nothing."""
    places: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The number of the line in the file where each key stood."""

    def place(self, key: str) -> int:
        """Return the number of the line where a key stood; 1 if the record was not read from a file."""
        return self.places.get(key, 1)

    @property
    def chance(self) -> Chance:
        return Chance.of(self.seed or bytes(32), self.nonces, self.since)

    @property
    def head(self) -> tuple[str, ...]:
        """The header lines of a record with a chain."""
        return (*chain.head(self.id, self.game), f"seed {(self.seed or bytes(32)).hex()}")

    def __str__(self) -> str:
        if self.before:
            return "".join(f"{line}\n" for line in (*self.head, *self.before, *self.lines))
        told = {
            "match": chain.FORMAT,
            "game": self.game.KEY,
            "edition": self.game.EDITION,
            "options": json.dumps(self.options.model_dump(mode="json", exclude_defaults=True)),
            "seats": self.seats,
            "id": self.id,
            "seed": "" if self.seed is None else self.seed.hex(),
            "nonces": " ".join(self.nonces),
        }
        head = [f"{key} {value}" for key, value in told.items() if value != ""]
        return "\n".join([*head, SEPARATOR, *(str(replace(line, receipt="")) for line in self.lines)]) + "\n"


def read(text: str) -> Record:
    """Read a record of either kind, or a PGN. Whether its moves are legal is checked by `matches`."""
    # Other programs put a byte order mark before a text.
    unmarked = text.removeprefix("\ufeff")
    if unmarked.lstrip().startswith("["):
        return _read_pgn(unmarked)
    rows = [
        (number, row.strip())
        for number, row in enumerate(unmarked.split("\n"), 1)
        if row.strip() and not row.lstrip().startswith("#")
    ]
    if not rows or rows[0][1].split() != ["match", chain.FORMAT]:
        raise Broken(rows[0][0] if rows else 1, Refused("no-record", format=chain.FORMAT))
    if any(row == SEPARATOR for _, row in rows):
        return _read_plain(rows)
    return _read_chained(text)


def _read_chained(text: str) -> Record:
    """Read a record with its chain. Written again it must be the same to the byte."""
    read = read_chained(text)
    lobby = read.lobby
    record = Record(
        game=lobby.game,
        options=lobby.options,
        seats=lobby.seats,
        lines=read.lines,
        id=read.id,
        seed=lobby.seed,
        nonces=lobby.nonces,
        since=lobby.since,
        before=read.before,
        places={"seats": len(HEADER) + len(read.before)},
    )
    for number, (wanted, given) in enumerate(zip_longest(str(record).split("\n"), text.split("\n")), 1):
        if wanted != given:
            raise Broken(number, Refused("spelling", wanted=wanted or ""))
    return record


@dataclass(frozen=True, slots=True)
class _PlainHeader:
    """The header of a plain record. What is refused is refused at the line of its key."""

    values: Mapping[str, str]
    places: Mapping[str, int]

    def broken(self, key: str, why: Refused) -> Broken:
        return Broken(self.place(key), why)

    def place(self, key: str) -> int:
        return self.places.get(key, max(self.places.values(), default=1))

    def value(self, key: str) -> str:
        if not self.values.get(key):
            raise self.broken(key, Refused("key-missing", given=key))
        return self.values[key]

    def number(self, key: str) -> int:
        value = self.value(key)
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise self.broken(key, Refused("number", given=key, value=value))
        return int(value)

    def game(self) -> Game[Any, Any, Any]:
        with breaking(self.place("game")):
            game = find_game(self.value("game"))
        with breaking(self.place("edition")):
            check_edition(game, self.number("edition"))
        return game

    def options(self, game: Game[Any, Any, Any]) -> Options:
        try:
            given = json.loads(self.values.get("options") or "{}", object_pairs_hook=_unique)
            if not isinstance(given, dict):
                raise ValueError(given)
            options: Options = settled(game.options_class, given)
        except (ValueError, RecursionError) as wrong:
            raise self.broken("options", Refused("options-json")) from wrong
        except Refused as why:
            raise self.broken("options", why) from why
        return options

    def seats(self, game: Game[Any, Any, Any]) -> int:
        seats = self.number("seats")
        with breaking(self.place("seats")):
            check_seats(game, seats)
        return seats

    def seed(self) -> bytes | None:
        seed = self.values.get("seed")
        if seed is None:
            return None
        if not _SEED.fullmatch(seed):
            raise self.broken("seed", Refused("hash", given="seed"))
        return bytes.fromhex(seed)

    def nonces(self, seats: int) -> tuple[str, ...]:
        nonces = tuple(self.values.get("nonces", "").split())
        if len(nonces) > seats or any("|" in nonce for nonce in nonces):
            raise self.broken("nonces", Refused("nonces"))
        return nonces


def _read_plain(rows: _Rows) -> Record:
    """Read a plain record, which proves nothing."""
    header, body = _split_plain(rows)
    game = header.game()
    seats = header.seats(game)
    return Record(
        game=game,
        options=header.options(game),
        seats=seats,
        lines=tuple(_plain_line(number, row) for number, row in body),
        id=header.values.get("id", ""),
        seed=header.seed(),
        nonces=header.nonces(seats),
        places=header.places,
    )


def _split_plain(rows: _Rows) -> tuple[_PlainHeader, _Rows]:
    """Split a plain record at the line between its header and its moves."""
    end = next(at for at, (_, row) in enumerate(rows) if row == SEPARATOR)
    values: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, row in rows[:end]:
        key, _, value = row.partition(" ")
        if key not in PLAIN_KEYS:
            raise Broken(number, Refused("key-unknown", given=key, known=", ".join(PLAIN_KEYS)))
        if key in values:
            raise Broken(number, Refused("key-twice", given=key))
        values[key], places[key] = value.strip(), number
    return _PlainHeader(values, places), rows[end + 1 :]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of a JSON text, unless a key is there twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError(pairs)
    return dict(pairs)


def _plain_line(number: int, row: str) -> Line:
    seat, *word = row.split()
    if not word or (seat != "-" and not (seat.isascii() and seat.isdigit() and len(seat) < 4)):
        raise Broken(number, Refused("line", given=row))
    if word[0].startswith("!"):
        word = [token.lower() for token in word]
    return Line(None if seat == "-" else int(seat), tuple(word), number=number)


def _read_pgn(text: str) -> Record:
    for game in GAMES.values():
        with breaking(0):
            found = game.from_pgn(text)
        if found:
            options, said = found
            return Record(game, options, game.SEATS[0], tuple(Line(seat, word) for seat, word in said))
    raise Broken(1, Refused("pgn-unknown"))


def matches(record: Record) -> Iterator[tuple[Line | None, Match]]:
    """Yield the match at its start and after each line, with the word as the game spells it.

    Raises `Broken` at a line that is not legal. A choice that was changed later leaves the match as it is.
    """
    with breaking(record.place("seats")):
        match = begin(record.game, record.options, record.seats, record.chance)
    yield None, match
    for line in record.lines:
        if line.superseded:
            yield line, match
            continue
        with breaking(line.number):
            word = line.word if record.before else _canonical(match, line)
            match.check(line.seat, word)
            if line.seat in match.sealed and word not in CALLS:
                raise Refused("sealed", seat=str(line.seat))
        match = match.said(line.seat, word)
        yield replace(line, word=word), match


def replayed(record: Record) -> Match:
    """Return the match after the last line."""
    for _, match in matches(record):
        end = match
    return end


def spelt(record: Record) -> Record:
    """Return the record with its words as the games spell them; a plain record may use capitals and other orders."""
    return replace(record, lines=tuple(line for line, _ in matches(record) if line))


def pgn(record: Record) -> str:
    """Return the match as PGN, without dice and receipts. Raises `Refused` if the game has no PGN."""
    lines: list[tuple[Seat | None, Word]] = []
    for line, match in matches(record):
        end = match
        if line:
            lines.append((line.seat, line.word))
    text = record.game.pgn(record.options, lines, end.result)
    if text is None:
        raise Refused("no-pgn", given=record.game.KEY)
    return text


def _canonical(match: Match, line: Line) -> Word:
    """Return the word as the game spells it; a plain record may use capitals, and list things in any order."""
    if line.seat is None or line.word in CALLS or line.word in match.legal(line.seat):
        return line.word
    try:
        meant = match.game.read(match.view(line.seat), " ".join(line.word))
    except Refused:
        return line.word
    same = sorted(meant) == sorted(token.lower() for token in line.word)
    return meant if same else line.word
