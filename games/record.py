"""A match as a text file, and back: what PGN is to chess."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from games import GAMES, chain, ledger
from games.besides import Notated
from games.core import Game, Seat, Word
from games.dice import Chance, Since
from games.header import FORMAT, Header, parted
from games.line import Broken, Line, breaking
from games.match import CALLS, Match, begin
from games.options import Options
from games.refused import Refused

LARGEST: Final = 4 << 20
"""Bytes; the longest match there can be is a tenth of it."""

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
    since: tuple[Since, ...] = ()
    """From which matches it goes on; told in its chain."""
    before: tuple[str, ...] = ()
    """The lines of its chain before anything was said; of a plain record there are none, and it proves nothing."""
    places: Mapping[str, int] = field(default_factory=dict, compare=False)
    """In which line of the file each key stood."""

    def place(self, key: str) -> int:
        """In which line a key stood; the first, for a record that was read from nowhere."""
        return self.places.get(key, 1)

    @property
    def chance(self) -> Chance:
        return Chance.of(self.seed or bytes(32), self.nonces, self.since)

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
    head, body = parted(rows)
    return _plain(head, tuple(_line(number, row) for number, row in body))


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
        since=muster.since,
        before=told.before,
        places={"seats": len(ledger.HEAD) + len(told.before)},
    )
    for number, (wanted, given) in enumerate(zip_longest(str(record).split("\n"), text.split("\n")), 1):
        if wanted != given:
            raise Broken(number, Refused("spelling", wanted=wanted or ""))
    return record


def _plain(head: Header, lines: tuple[Line, ...]) -> Record:
    """One without a chain."""
    game = head.game()
    seats = head.seats(game)
    seed = head.hashed("seed")
    # Of the first protocol; it proves nothing.
    head.hashed("commit")
    head.sat(seats)
    return Record(
        game=game,
        options=head.options(game),
        seats=seats,
        lines=lines,
        id=head.values.get("id", ""),
        seed=bytes.fromhex(seed) if seed else None,
        nonces=head.nonces(seats),
        places=head.places,
    )


def matches(record: Record) -> Iterator[tuple[Line | None, Match]]:
    """The match at the start and after every line, spelled as the game does; a line that is not legal breaks it.

    A choice that another took the place of changes nothing: who has chosen is of no account to the rules.
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
            with breaking(0):
                told = game.from_pgn(text)
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


def _line(number: int, row: str) -> Line:
    # Receipts of the first protocol prove nothing.
    said, *receipt = row.split(" # ", 1)
    seat, *word = said.split()
    if not word or (seat != "-" and not (seat.isascii() and seat.isdigit() and len(seat) < 4)):
        raise Broken(number, Refused("line", given=row))
    if receipt and not _RECEIPT.fullmatch(receipt[0]):
        raise Broken(number, Refused("seal"))
    if word[0].startswith("!"):
        word = [token.lower() for token in word]
    return Line(None if seat == "-" else int(seat), tuple(word), number=number)
