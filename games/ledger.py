"""A record with its chain, read line by line and strictly; what it means is asked by others."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from games import chain, named
from games.line import Broken, Line, breaking
from games.match import check_edition
from games.muster import Muster
from games.refused import Refused

HEAD: Final = {
    "match": re.compile(re.escape(chain.FORMAT)),
    "id": re.compile(r"[1-9][0-9]{0,19}"),
    "game": re.compile(r"[a-z_]+"),
    "edition": re.compile(r"[1-9][0-9]{0,8}"),
    "seed": re.compile(r"[0-9a-f]{64}"),
}
"""The lines with which it begins, in this order."""
_LINE: Final = re.compile(
    r"(?P<seat>-|0|[1-9][0-9]?) "
    rf"(?:~ # (?P<gone>{chain.HASH.pattern})"
    rf"|(?P<word>[^#]+?)(?: # (?P<salt>[0-9a-f]{{32}}) (?P<receipt>{chain.HASH.pattern}))?)"
)


@dataclass(frozen=True, slots=True)
class Ledger:
    id: str
    muster: Muster
    before: tuple[str, ...]
    """Its lines until the match began."""
    lines: tuple[Line, ...]


def read(text: str) -> Ledger:
    *rows, last = text.split("\n")
    if last:
        raise Broken(len(rows) + 1, Refused("line-end"))
    told = [_headed(number, key, row) for number, (key, row) in enumerate(zip(HEAD, rows, strict=False), 1)]
    if len(told) < len(HEAD):
        raise Broken(len(rows) or 1, Refused("cut-head"))
    _, name, key, edition, seed = told
    with breaking(3):
        game = named(key)
    with breaking(4):
        check_edition(game, int(edition))
    muster = Muster(game, bytes.fromhex(seed), game.Options())
    begun = len(HEAD)
    while not muster.begun:
        if begun == len(rows):
            raise Broken(begun, Refused("not-yet"))
        with breaking(begun + 1):
            muster = muster.heard(rows[begun])
        begun += 1
    lines = tuple(_line(number, row) for number, row in enumerate(rows[begun:], begun + 1))
    return Ledger(name, muster, tuple(rows[len(HEAD) : begun]), lines)


def _headed(number: int, key: str, row: str) -> str:
    name, _, value = row.partition(" ")
    if name != key or not HEAD[key].fullmatch(value):
        raise Broken(number, Refused("head", key=key))
    return value


def _line(number: int, row: str) -> Line:
    told = _LINE.fullmatch(row)
    if not told:
        raise Broken(number, Refused("line", given=row))
    seat = None if told["seat"] == "-" else int(told["seat"])
    if told["gone"]:
        if seat is None:
            raise Broken(number, Refused("line", given=row))
        return Line(seat, (), receipt=told["gone"], number=number)
    line = Line(seat, tuple(told["word"].split(" ")), number=number)
    return replace(line, salt=bytes.fromhex(told["salt"]), receipt=told["receipt"]) if told["salt"] else line
