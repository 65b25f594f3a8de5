"""The lines of a match record, and the hash chain over them. The latest hash is called the seal and is public.

`docs/fairness.md` specifies the exact bytes.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

from games.core import Game, Move, Seat
from games.dice import EarlierDice, RepeatedDeal
from games.options import Options
from games.refused import Refused
from games.words import SHARED_WORDS

FORMAT_VERSION: Final = "1"
"""The version of the record format and of the fairness protocol."""
SHORT_SEAL_LENGTH: Final = 8
"""How many characters of a seal a card shows. They encode 48 bits, so a host can search for a record that fits them."""
END_LINE: Final = "end"
"""The last line of every chain. Without it, a record that was cut after a step would look like a whole match."""
HASH_PATTERN: Final = re.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
"""Matches 32 bytes in base64url. The two unused bits of the last character are zero, so each hash has one spelling."""


class BrokenRecord(Exception):
    """A record cannot be read or verified. The error contains the number of the faulty line."""

    def __init__(self, line: int, why: Refused) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why

    def format_error(self, locale: str) -> str:
        return SHARED_WORDS.format_refusal(self.why, locale)


@contextmanager
def break_at_line(line: int) -> Iterator[None]:
    """Convert any `Refused` raised in the `with` block to `BrokenRecord` with this line number."""
    try:
        yield
    except Refused as why:
        raise BrokenRecord(line, why) from why


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A move in a record, with its seat and, if it was a hidden move, its salt and commitment."""

    seat: Seat | None
    move: Move
    """The move, or () if the player later changed it in the same step. Only the commitment of that move is stored."""
    salt: bytes = b""
    commitment: str = ""
    number: int = 0
    """The line number in the file."""

    @property
    def is_superseded(self) -> bool:
        return not self.move

    def __str__(self) -> str:
        """Return the line as it is written in a record."""
        if self.is_superseded:
            return f"{self.seat} ~ # {self.commitment}"
        seat = "-" if self.seat is None else self.seat
        hidden = f" # {self.salt.hex()} {self.commitment}" if self.commitment else ""
        return f"{seat} {' '.join(self.move)}{hidden}"

    @property
    def chained_text(self) -> str:
        """The text that is hashed into the chain for this line. A hidden move is replaced by its commitment."""
        return f"{self.seat} # {self.commitment}" if self.commitment else str(self)


def encode_hash(value: bytes) -> str:
    """Encode a hash in base64url, as it is written in records and shown to players."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def header_lines(name: str, game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Return the first lines of a record, which are also hashed into its first seal."""
    return f"match {FORMAT_VERSION}", f"id {name}", f"game {game.KEY}", f"edition {game.EDITION}"


def initial_seal(name: str, game: Game[Any, Any, Any], seed: bytes) -> bytes:
    """Return a match's first seal. It commits to the seed, so nobody can choose another seed later."""
    text = "".join(f"{line}\n" for line in (f"duel {FORMAT_VERSION}", *header_lines(name, game)))
    return sha256(text.encode() + seed).digest()


def extend_seal(seal: bytes, line: str, seed: bytes) -> bytes:
    """Return the seal after one more line. An options line is hashed with the seed, so nobody can guess the options."""
    secret = seed if line.startswith("options ") else b""
    return sha256(seal + line.encode() + b"\n" + secret).digest()


def list_seals(seal: bytes, lines: Iterable[str], seed: bytes) -> Iterable[bytes]:
    """Yield the given seal, followed by the seal after each line."""
    return accumulate(lines, lambda previous, line: extend_seal(previous, line, seed), initial=seal)


def earlier_dice_line(earlier: EarlierDice) -> str:
    """Return the record line about an earlier match that this match continues.

    The line contains the number of the last step that uses the earlier match's dice, and the key of these dice.
    """
    return f"since {earlier.last_step} {earlier.key.hex()}"


def deal_line(deal: RepeatedDeal) -> str:
    """Return the record line about the earlier match whose deal this match repeats."""
    return f"deal {deal.match_id} {deal.key.hex()}"


def options_line(options: Options) -> str:
    """Return the record line with the options that differ from their defaults, as canonical JSON."""
    changed = options.model_dump(mode="json", exclude_defaults=True)
    return f"options {json.dumps(changed, sort_keys=True, separators=(',', ':'))}"
