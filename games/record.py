"""A match as a text file, and back: what PGN is to chess."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from games import GAMES, chain, ledger, named
from games.core import Game, Notated, Seat, Word
from games.dice import Chance
from games.line import Broken, Line
from games.match import CALLS, Match, begin, check_edition, check_seats
from games.options import Options, settled
from games.refused import Refused

FORMAT: Final = "1"
LARGEST: Final = 4 << 20
"""Bytes; the longest match there can be is a tenth of it."""

_KEYS: Final = ("match", "game", "edition", "options", "seats", "id", "commit", "seed", "nonces", "sat")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_RECEIPT: Final = re.compile(r"[0-9a-f]{32} [0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Record:
    game: Game[Any, Any, Any]
    options: Options
    seats: int
    lines: tuple[Line, ...] = ()
    id: str = ""
    seed: bytes | None = None
    nonces: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """The lines of its chain before anything was said; of a plain record there are none, and it proves nothing."""
    places: Mapping[str, int] = field(default_factory=dict, compare=False)
    """In which line of the file each key stood."""

    def place(self, key: str) -> int:
        """In which line a key stood; the first, for a record that was read from nowhere."""
        return self.places.get(key, 1)

    @property
    def chance(self) -> Chance:
        return Chance.of(self.seed or bytes(32), self.nonces)

    @property
    def head(self) -> tuple[str, ...]:
        """The lines before those of the chain."""
        return (*chain.head(self.id, self.game), f"seed {(self.seed or bytes(32)).hex()}")

    def __str__(self) -> str:
        if self.before:
            return "".join(f"{line}\n" for line in (*self.head, *self.before, *self.lines))
        told = {
            "match": FORMAT,
            "game": self.game.KEY,
            "edition": self.game.EDITION,
            "options": json.dumps(self.options.model_dump(mode="json", exclude_defaults=True)),
            "seats": self.seats,
            "id": self.id,
            "seed": "" if self.seed is None else self.seed.hex(),
            "nonces": " ".join(self.nonces),
        }
        head = [f"{key} {value}" for key, value in told.items() if value != ""]
        return "\n".join([*head, "---", *(str(replace(line, receipt="")) for line in self.lines)]) + "\n"


def read(text: str) -> Record:
    """The record as written, also as a PGN; whether its words are legal is asked by `matches`."""
    if text.startswith(f"match {chain.FORMAT}\n"):
        return _bound(text)
    # What other programs put before a text.
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("["):
        return _from_pgn(text)
    rows = [
        (number, row.strip())
        for number, row in enumerate(text.split("\n"), 1)
        if row.strip() and not row.lstrip().startswith("#")
    ]
    head, body = _parted(rows)
    places = {key: number for key, (number, _) in head.items()}
    header = _Header({key: value for key, (_, value) in head.items()}, places)
    return header.record(tuple(_line(number, row) for number, row in body))


def _bound(text: str) -> Record:
    """One with its chain, of which there is one spelling: written again it is the same to the byte."""
    told = ledger.read(text)
    muster = told.muster
    record = Record(
        game=muster.game,
        options=muster.options,
        seats=muster.seats,
        lines=told.lines,
        id=told.id,
        seed=muster.seed,
        nonces=muster.nonces,
        before=told.before,
        places={"seats": len(ledger.HEAD) + len(told.before)},
    )
    for number, (wanted, given) in enumerate(zip_longest(str(record).split("\n"), text.split("\n")), 1):
        if wanted != given:
            raise Broken(number, Refused("spelling", wanted=wanted or ""))
    return record


def matches(record: Record) -> Iterator[tuple[Line | None, Match]]:
    """The match at the start and after every line, spelled as the game does; a line that is not legal breaks it.

    A choice that another took the place of changes nothing: who has chosen is of no account to the rules.
    """
    try:
        match = begin(record.game, record.options, record.seats, record.chance)
    except Refused as why:
        raise Broken(record.place("seats"), why) from why
    yield None, match
    for line in record.lines:
        if line.superseded:
            yield line, match
            continue
        try:
            word = line.word if record.before else _canonical(match, line)
            match.check(line.seat, word)
            if line.seat in match.sealed and word not in CALLS:
                raise Refused("sealed", seat=str(line.seat))
        except Refused as why:
            raise Broken(line.number, why) from why
        match = match.said(line.seat, word)
        yield replace(line, word=word), match


def replayed(record: Record) -> Match:
    """Where the match stands after the last line."""
    for _, match in matches(record):
        end = match
    return end


def spelt(record: Record) -> Record:
    """The same in the one spelling that is written: whoever reads is lenient with capitals and with order."""
    return replace(record, lines=tuple(line for line, _ in matches(record) if line))


def pgn(record: Record) -> str:
    """For the world outside; dice and receipts have no place in it."""
    if not isinstance(record.game, Notated):
        raise Refused("no-pgn", given=record.game.KEY)
    lines: list[tuple[Seat | None, Word]] = []
    for line, match in matches(record):
        end = match
        if line:
            lines.append((line.seat, line.word))
    return record.game.pgn(record.options, lines, end.result)


def _from_pgn(text: str) -> Record:
    for game in GAMES.values():
        if isinstance(game, Notated):
            try:
                told = game.from_pgn(text)
            except Refused as why:
                raise Broken(0, why) from why
            if told:
                options, said = told
                return Record(game, options, game.SEATS[0], tuple(Line(seat, word) for seat, word in said))
    raise Broken(1, Refused("pgn-unknown"))


def _canonical(match: Match, line: Line) -> Word:
    """The word as the game spells it: a record may be in capitals, and list unordered things in any order."""
    if line.seat is None or line.word in CALLS or line.word in match.legal(line.seat):
        return line.word
    try:
        meant = match.game.read(match.view(line.seat), " ".join(line.word))
    except Refused:
        return line.word
    same = sorted(meant) == sorted(token.lower() for token in line.word)
    return meant if same else line.word


def _parted(rows: list[tuple[int, str]]) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str]]]:
    """Header and choices, at the line that parts them."""
    if not rows or rows[0][1].split() != ["match", FORMAT]:
        raise Broken(rows[0][0] if rows else 1, Refused("no-record", format=FORMAT))
    head: dict[str, tuple[int, str]] = {}
    for at, (number, row) in enumerate(rows):
        if row == "---":
            return head, rows[at + 1 :]
        key, _, value = row.partition(" ")
        if key not in _KEYS:
            raise Broken(number, Refused("key-unknown", given=key, known=", ".join(_KEYS)))
        if key in head:
            raise Broken(number, Refused("key-twice", given=key))
        head[key] = (number, value.strip())
    raise Broken(rows[-1][0], Refused("cut"))


def _line(number: int, row: str) -> Line:
    # Receipts of the first protocol prove nothing.
    said, *receipt = row.split(" # ", 1)
    seat, *word = said.split()
    try:
        if not word or (seat != "-" and not (seat.isascii() and seat.isdigit() and len(seat) < 4)):
            raise Refused("line", given=row)
        if receipt and not _RECEIPT.fullmatch(receipt[0]):
            raise Refused("seal")
    except Refused as why:
        raise Broken(number, why) from why
    if word[0].startswith("!"):
        word = [token.lower() for token in word]
    return Line(None if seat == "-" else int(seat), tuple(word), number=number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError(pairs)
    return dict(pairs)


@dataclass(frozen=True, slots=True)
class _Header:
    """The header's values as text, each read where it is first needed, each refusal with its line."""

    values: Mapping[str, str]
    places: Mapping[str, int]

    def broken(self, key: str, why: Refused) -> Broken:
        return Broken(self.places.get(key, max(self.places.values(), default=1)), why)

    @contextmanager
    def asking(self, key: str) -> Iterator[None]:
        """A refusal in here is of this key's line."""
        try:
            yield
        except Refused as why:
            raise self.broken(key, why) from why

    def value(self, key: str) -> str:
        if not self.values.get(key):
            raise self.broken(key, Refused("key-missing", given=key))
        return self.values[key]

    def number(self, key: str) -> int:
        value = self.value(key)
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise self.broken(key, Refused("number", given=key, value=value))
        return int(value)

    def hashed(self, key: str) -> str:
        if key not in self.values:
            return ""
        if not _HASH.fullmatch(self.values[key]):
            raise self.broken(key, Refused("hash", given=key))
        return self.values[key]

    def game(self) -> Game[Any, Any, Any]:
        with self.asking("game"):
            game = named(self.value("game"))
        with self.asking("edition"):
            check_edition(game, self.number("edition"))
        return game

    def options(self, game: Game[Any, Any, Any]) -> Options:
        try:
            given = json.loads(self.values.get("options") or "{}", object_pairs_hook=_once)
            if not isinstance(given, dict):
                raise ValueError(given)
            options: Options = settled(game.Options, given)
        except (ValueError, RecursionError) as wrong:
            raise self.broken("options", Refused("options-json")) from wrong
        except Refused as why:
            raise Broken(self.places["options"], why) from why
        return options

    def seats(self, game: Game[Any, Any, Any]) -> int:
        seats = self.number("seats")
        with self.asking("seats"):
            check_seats(game, seats)
        return seats

    def nonces(self, seats: int) -> tuple[str, ...]:
        nonces = tuple(self.values.get("nonces", "").split())
        if len(nonces) > seats or any("|" in nonce for nonce in nonces):
            raise self.broken("nonces", Refused("nonces"))
        return nonces

    def sat(self, seats: int) -> None:
        sat = tuple(self.values.get("sat", "").split())
        if not {str(seat) for seat in range(seats)} >= set(sat) or len(set(sat)) != len(sat):
            raise self.broken("sat", Refused("sat"))

    def record(self, lines: tuple[Line, ...]) -> Record:
        game = self.game()
        seats = self.seats(game)
        seed = self.hashed("seed")
        # Of the first protocol; it proves nothing.
        self.hashed("commit")
        self.sat(seats)
        return Record(
            game=game,
            options=self.options(game),
            seats=seats,
            lines=lines,
            id=self.values.get("id", ""),
            seed=bytes.fromhex(seed) if seed else None,
            nonces=self.nonces(seats),
            places=self.places,
        )
