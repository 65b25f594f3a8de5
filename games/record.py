"""Reading and writing records, which are text files that describe a match, like PGN for chess.

There are two kinds of record, and both begin with the line `match 1`. A record with a hash chain has exactly one valid
spelling and can be verified; `docs/fairness.md` specifies its format. A plain record is easy to write by hand but
proves nothing. A plain record consists of header lines in any order, a line `---`, and one line for each move. Blank
lines and lines that begin with `#` are ignored. The line `---` distinguishes a plain record from the other kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from games import GAMES, chain, find_game
from games.chain import BrokenRecord, RecordLine, break_at_line
from games.chained_record import HEADER_PATTERNS, HEX_KEY_PATTERN, read_chained
from games.core import Game, Move, Seat
from games.dice import Chance, EarlierDice
from games.match import SPECIAL_MOVES, Match, begin_match, check_edition, check_seats
from games.options import Options, validate_options
from games.refused import Refused

RECORD_MAX_BYTES: Final = 4 << 20
"""The maximum size of a record file. The longest possible match takes up a tenth of this."""

PLAIN_SEPARATOR: Final = "---"
PLAIN_KEYS: Final = ("match", "game", "edition", "options", "seats", "id", "seed", "nonces")

_Rows = list[tuple[int, str]]
"""The lines that are not ignored, as (line number in the file, text)."""


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a record: the game and its options, the data for the dice, and all moves."""

    game: Game[Any, Any, Any]
    options: Options
    seats: int
    lines: tuple[RecordLine, ...] = ()
    id: str = ""
    seed: bytes | None = None
    nonces: tuple[str, ...] = ()
    earlier_dice: tuple[EarlierDice, ...] = ()
    """The dice of the earlier matches that this match continues or repeats; always empty in a plain record."""
    lobby_lines: tuple[str, ...] = ()
    """The lines of the chain up to `begin`; empty in a plain record."""
    has_end_line: bool = False
    """Whether the chain is complete, so that its last line says that the match is over."""
    line_numbers: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The line number of each header key in the file."""

    def line_number(self, key: str) -> int:
        """Return the line number of a header key, or 1 if it is not known."""
        return self.line_numbers.get(key, 1)

    @property
    def chance(self) -> Chance:
        return Chance.derive(self.seed or bytes(32), self.nonces, self.earlier_dice)

    @property
    def header_lines(self) -> tuple[str, ...]:
        """The header lines, for a record with a chain."""
        return (*chain.header_lines(self.id, self.game), f"seed {(self.seed or bytes(32)).hex()}")

    def __str__(self) -> str:
        if self.lobby_lines:
            end_lines = (chain.END_LINE,) if self.has_end_line else ()
            return "".join(f"{line}\n" for line in (*self.header_lines, *self.lobby_lines, *self.lines, *end_lines))
        header = {
            "match": chain.FORMAT_VERSION,
            "game": self.game.KEY,
            "edition": self.game.EDITION,
            "options": json.dumps(self.options.model_dump(mode="json", exclude_defaults=True)),
            "seats": self.seats,
            "id": self.id,
            "seed": "" if self.seed is None else self.seed.hex(),
            "nonces": " ".join(self.nonces),
        }
        head = [f"{key} {value}" for key, value in header.items() if value != ""]
        return "\n".join([*head, PLAIN_SEPARATOR, *(str(replace(line, commitment="")) for line in self.lines)]) + "\n"


def parse_record(text: str) -> Record:
    """Parse a record of either kind, or a PGN. This does not check the moves; `replay_positions` does."""
    # Other programs may start a text file with a byte order mark.
    unmarked = text.removeprefix("\ufeff")
    if unmarked.lstrip().startswith("["):
        return _read_pgn(unmarked)
    rows = [
        (number, row.strip())
        for number, row in enumerate(unmarked.split("\n"), 1)
        if row.strip() and not row.lstrip().startswith("#")
    ]
    if not rows or rows[0][1].split() != ["match", chain.FORMAT_VERSION]:
        raise BrokenRecord(rows[0][0] if rows else 1, Refused("no-record", format=chain.FORMAT_VERSION))
    if any(row == PLAIN_SEPARATOR for _, row in rows):
        return _read_plain(rows)
    return _read_chained(text)


def _read_chained(text: str) -> Record:
    """Read a record with its chain. Raises `BrokenRecord` unless writing the record again results in the same text."""
    chained = read_chained(text)
    lobby = chained.lobby
    record = Record(
        game=lobby.game,
        options=lobby.options,
        seats=lobby.seats,
        lines=chained.lines,
        id=chained.id,
        seed=lobby.seed,
        nonces=lobby.nonces,
        earlier_dice=lobby.earlier_dice,
        lobby_lines=chained.lobby_lines,
        has_end_line=chained.has_end_line,
        line_numbers={"seats": len(HEADER_PATTERNS) + len(chained.lobby_lines)},
    )
    for number, (wanted, given) in enumerate(zip_longest(str(record).split("\n"), text.split("\n")), 1):
        if wanted != given:
            raise BrokenRecord(number, Refused("spelling", wanted=wanted or ""))
    return record


@dataclass(frozen=True, slots=True)
class _PlainHeader:
    """The header of a plain record. If a key's value is wrong, `BrokenRecord` is raised with that key's line number."""

    values: Mapping[str, str]
    line_numbers: Mapping[str, int]

    def broken_at(self, key: str, why: Refused) -> BrokenRecord:
        return BrokenRecord(self.line_number(key), why)

    def line_number(self, key: str) -> int:
        return self.line_numbers.get(key, max(self.line_numbers.values(), default=1))

    def get_value(self, key: str) -> str:
        if not self.values.get(key):
            raise self.broken_at(key, Refused("key-missing", given=key))
        return self.values[key]

    def parse_number(self, key: str) -> int:
        value = self.get_value(key)
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise self.broken_at(key, Refused("number", given=key, value=value))
        return int(value)

    def find_game(self) -> Game[Any, Any, Any]:
        with break_at_line(self.line_number("game")):
            game = find_game(self.get_value("game"))
        with break_at_line(self.line_number("edition")):
            check_edition(game, self.parse_number("edition"))
        return game

    def parse_options(self, game: Game[Any, Any, Any]) -> Options:
        try:
            values = json.loads(self.values.get("options") or "{}", object_pairs_hook=_refuse_repeated_keys)
            if not isinstance(values, dict):
                raise ValueError(values)
            options: Options = validate_options(game.options_class, values)
        except (ValueError, RecursionError) as error:
            raise self.broken_at("options", Refused("options-json")) from error
        except Refused as refused:
            raise self.broken_at("options", refused) from refused
        return options

    def parse_seats(self, game: Game[Any, Any, Any]) -> int:
        seats = self.parse_number("seats")
        with break_at_line(self.line_number("seats")):
            check_seats(game, seats)
        return seats

    def parse_seed(self) -> bytes | None:
        seed = self.values.get("seed")
        if seed is None:
            return None
        if not HEX_KEY_PATTERN.fullmatch(seed):
            raise self.broken_at("seed", Refused("hash", given="seed"))
        return bytes.fromhex(seed)

    def parse_nonces(self, seats: int) -> tuple[str, ...]:
        nonces = tuple(self.values.get("nonces", "").split())
        if len(nonces) > seats or any("|" in nonce for nonce in nonces):
            raise self.broken_at("nonces", Refused("nonces"))
        return nonces


def _read_plain(rows: _Rows) -> Record:
    header, body = _split_plain(rows)
    game = header.find_game()
    seats = header.parse_seats(game)
    return Record(
        game=game,
        options=header.parse_options(game),
        seats=seats,
        lines=tuple(_parse_plain_line(number, row) for number, row in body),
        id=header.values.get("id", ""),
        seed=header.parse_seed(),
        nonces=header.parse_nonces(seats),
        line_numbers=header.line_numbers,
    )


def _split_plain(rows: _Rows) -> tuple[_PlainHeader, _Rows]:
    """Split a plain record into its header and the lines of its moves."""
    end = next(index for index, (_, row) in enumerate(rows) if row == PLAIN_SEPARATOR)
    values: dict[str, str] = {}
    line_numbers: dict[str, int] = {}
    for number, row in rows[:end]:
        key, _, value = row.partition(" ")
        if key not in PLAIN_KEYS:
            raise BrokenRecord(number, Refused("key-unknown", given=key, known=", ".join(PLAIN_KEYS)))
        if key in values:
            raise BrokenRecord(number, Refused("key-twice", given=key))
        values[key], line_numbers[key] = value.strip(), number
    return _PlainHeader(values, line_numbers), rows[end + 1 :]


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Convert the pairs of a JSON object to a dict. Raises `ValueError` if a key is repeated."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError(pairs)
    return dict(pairs)


def _parse_plain_line(number: int, row: str) -> RecordLine:
    seat, *move = row.split()
    if not move or (seat != "-" and not (seat.isascii() and seat.isdigit() and len(seat) < 4)):
        raise BrokenRecord(number, Refused("line", given=row))
    if move[0].startswith("!"):
        move = [token.lower() for token in move]
    return RecordLine(None if seat == "-" else int(seat), tuple(move), number=number)


def _read_pgn(text: str) -> Record:
    for game in GAMES.values():
        with break_at_line(0):
            content = game.parse_pgn(text)
        if content:
            options, moves = content
            return Record(game, options, game.SEATS[0], tuple(RecordLine(seat, move) for seat, move in moves))
    raise BrokenRecord(1, Refused("pgn-unknown"))


def replay_positions(record: Record) -> Iterator[tuple[RecordLine | None, Match]]:
    """Yield the match at its start and after each line, paired with the line (None for the start).

    The moves in the yielded lines are in the game's own spelling. A line whose choice was changed later does not change
    the match. Raises `BrokenRecord` at an illegal move.
    """
    with break_at_line(record.line_number("seats")):
        match = begin_match(record.game, record.options, record.seats, record.chance)
    yield None, match
    for line in record.lines:
        if line.is_superseded:
            yield line, match
            continue
        with break_at_line(line.number):
            move = line.move if record.lobby_lines else _normalize_move(match, line)
            match.check_move(line.seat, move)
            if line.seat in match.sealed and move not in SPECIAL_MOVES:
                raise Refused("sealed", seat=str(line.seat))
        match = match.play_move(line.seat, move)
        yield replace(line, move=move), match


def normalize_moves(record: Record) -> Record:
    """Return the record with its moves in the game's own spelling, since a plain record can use others."""
    return replace(record, lines=tuple(line for line, _ in replay_positions(record) if line))


def to_pgn(record: Record) -> str:
    """Return the match as PGN, without dice and commitments. Raises `Refused` if the game does not support PGN."""
    lines: list[tuple[Seat | None, Move]] = []
    for line, match in replay_positions(record):
        end = match
        if line:
            lines.append((line.seat, line.move))
    text = record.game.format_pgn(record.options, lines, end.result)
    if text is None:
        raise Refused("no-pgn", given=record.game.KEY)
    return text


def _normalize_move(match: Match, line: RecordLine) -> Move:
    """Return a line's move in the game's own spelling.

    A plain record can use capitals, and can list a move's tokens in any order.
    """
    if line.seat is None or line.move in SPECIAL_MOVES or line.move in match.legal_moves(line.seat):
        return line.move
    try:
        meant = match.game.parse_move(match.view_of(line.seat), " ".join(line.move))
    except Refused:
        return line.move
    has_same_tokens = sorted(meant) == sorted(token.lower() for token in line.move)
    return meant if has_same_tokens else line.move
