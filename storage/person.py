"""What is kept about people and servers: what they set, everything about one of them, and how that goes away."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from storage.database import Missed
from storage.played import FORGET_PLAYED
from storage.statement import Statement, insert, select
from storage.tombstone import BURY, Tombs, Tombstones


@dataclass(frozen=True, slots=True)
class Attended:
    """What Discord said of somebody on a server, and when."""

    at: int
    gone: bool


_ATTENDED: Final = insert(
    "attendance",
    "server, person, at, gone",
    "ON CONFLICT (server, person) DO UPDATE SET at = excluded.at, gone = excluded.gone",
)
_ATTENDANCE: Final = Statement("SELECT at, gone FROM attendance WHERE server = :server AND person = :person")
# Whoever has done something since, of whatever kind, is somewhere.
GONE: Final = Statement(
    """
    SELECT seat.person FROM seat
    JOIN match ON match.id = seat.match
    JOIN attendance ON attendance.server = match.server AND attendance.person = seat.person
    LEFT JOIN presence ON presence.person = seat.person
    WHERE seat.match = :match AND gone = 1 AND COALESCE(presence.at, 0) <= attendance.at
    """
)


_KNOW: Final = insert("known", "person, name", "ON CONFLICT (person) DO UPDATE SET name = excluded.name")
KNOWN: Final = Statement("SELECT person, name FROM known WHERE person = :person")


_NOTHING_SET: Final = Statement(
    "INSERT INTO settings (whose, id, text) VALUES (:whose, :id, '{}') ON CONFLICT (whose, id) DO NOTHING"
)
# In the database: whoever reads, changes and writes the whole takes back what others have changed meanwhile.
_SET: Final = Statement(
    "UPDATE settings SET text = json_set(text, '$.' || :name, json(:value)) WHERE whose = :whose AND id = :id"
)
_SETTINGS: Final = Statement("SELECT text FROM settings WHERE whose = :whose AND id = :id")

# What somebody said in a match is told when it is over: what lay open for a moment is to be kept in mind. So is which
# of all events it was: between two of theirs somebody else may have thought again.
_DID: Final = Statement(
    """
    SELECT event.match, CASE WHEN match.live = 1 THEN NULL ELSE event.seq END, kind, seat,
        CASE WHEN match.live = 1 THEN NULL ELSE word END, at, interaction
    FROM event JOIN match ON match.id = event.match WHERE person = :person ORDER BY event.match, event.seq
    """
)
# What they chose is told by seat, not by person; while it is played what the house chooses there is the house's.
_CHOSE: Final = Statement(
    """
    SELECT event.match, event.seq, kind, event.seat, word, at, interaction FROM seat
    JOIN match ON match.id = seat.match AND match.live = 0
    JOIN event ON event.match = seat.match AND event.seat = seat.seat
    WHERE seat.person = :person AND event.person IS NULL ORDER BY event.match, event.seq
    """
)
_EVENT: Final = ("match", "seq", "kind", "seat", "word", "at", "interaction")


class Kept(NamedTuple):
    """What one table has about somebody: all of this is given out, and forgotten."""

    table: str
    told: str
    """The columns that are given out: all but whose it is, tokens, and who else was there."""
    stays: bool = False
    """As nobody's; else it goes."""
    whose: str = "person"
    only: str = ""
    too: str = ""
    """What else is changed where it stays."""

    @property
    def rows(self) -> str:
        return f"FROM {self.table} {self.where}"

    @property
    def where(self) -> str:
        return f"WHERE {self.whose} = :person{self.only}"

    @property
    def forgotten(self) -> Statement:
        if self.stays:
            return Statement(" ".join(("UPDATE", self.table, "SET", f"{self.whose} = :nobody{self.too}", self.where)))
        return Statement(f"DELETE {self.rows}")


EVENT: Final = Kept("event", ", ".join(_EVENT), stays=True)
KEPT: Final = (
    Kept("seat", "match, seat, standing, live", stays=True),
    EVENT,
    Kept(
        "result",
        "match, seat, server, game, season, rank, score, reason, rated, unrated, quit, rating_before, rating_after, at",
        stays=True,
    ),
    Kept("played", "at, match, server, game, options, reason, rank, theirs", stays=True),
    # Nobody stands on a ladder; but a match that nobody is still rated in goes on from there.
    Kept(
        "rating",
        "server, game, season, rating, mu, sigma, matches, at, hidden, drift, monday, opponents",
        stays=True,
        whose="player",
        too=", hidden = 1",
    ),
    # Nobody has won it: whoever came after them has not, either.
    Kept("award", "server, season, kind, game, number, beside"),
    # It can be reckoned anew, and of nobody is.
    Kept("verdict", "match, seat, coach, luck, play"),
    Kept("hand", "match, channel, message, step, at, shows, kind, written"),
    Kept("posting", "match, channel, at"),
    Kept("door", "match, message, at"),
    Kept("presence", "at, called"),
    Kept("attendance", "server, at, gone"),
    Kept("holiday", "began, ended, changed"),
    Kept("known", "name"),
    Kept("settings", "text", whose="id", only=" AND whose = 'player'"),
)
_TOLD: Final = tuple(select(it.told, f"{it.rows} ORDER BY {it.told}") for it in KEPT if it is not EVENT)
_PEOPLE: Final = tuple(select(f"DISTINCT {it.whose}", f"FROM {it.table} WHERE {it.whose} > 0{it.only}") for it in KEPT)

_FORGET: Final = (
    Statement(
        "INSERT INTO forgotten (at) SELECT CAST(:at AS INTEGER) WHERE "
        + " OR ".join(f"EXISTS (SELECT 1 {it.rows})" for it in KEPT)
        + " RETURNING -id AS nobody",
        must=True,
    ),
    *(it.forgotten for it in KEPT),
    FORGET_PLAYED,
    # Afterwards, by the new number: exactly the matches that are told otherwise now than before.
    Statement(
        """
        UPDATE match SET forgotten = forgotten + 1 WHERE id IN
            (SELECT match FROM seat WHERE person = :nobody UNION SELECT match FROM event WHERE person = :nobody)
        """
    ),
)


class People(Tombstones):
    async def server_settings(self, server: int) -> str | None:
        return await self._settings("server", server)

    async def player_settings(self, player: int) -> str | None:
        return await self._settings("player", player)

    async def set_server(self, server: int, changed: Mapping[str, Any]) -> None:
        """What is not among the changed settings stays as it is."""
        await self._set("server", server, changed)

    async def set_player(self, player: int, changed: Mapping[str, Any]) -> None:
        await self._set("player", player, changed)

    async def _set(self, whose: str, number: int, changed: Mapping[str, Any]) -> None:
        patches = (_SET(whose=whose, id=number, name=name, value=json.dumps(it)) for name, it in changed.items())
        await self.database.write(_NOTHING_SET(whose=whose, id=number), *patches)

    async def _settings(self, whose: str, number: int) -> str | None:
        rows = await self.rows(_SETTINGS(whose=whose, id=number))
        return str(rows[0][0]) if rows else None

    async def export(self, person: int) -> dict[str, Any]:
        """Everything about one person, by table, and nothing about others, ready for JSON."""
        did, chose, *rest = await self.database.read(*(it(person=person) for it in (_DID, _CHOSE, *_TOLD)))
        rows = {EVENT.table: sorted([*map(tuple, did), *map(tuple, chose)], key=lambda row: row[:2])}
        rows |= {it.table: found for it, found in zip((it for it in KEPT if it is not EVENT), rest, strict=True)}
        told = {it.table: it.told.split(", ") for it in KEPT}
        return {
            "person": person,
            **{table: [dict(zip(told[table], row, strict=True)) for row in rows[table]] for table in told},
        }

    async def people(self) -> set[int]:
        """All of whom anything is stored."""
        found = await self.database.read(*(statement() for statement in _PEOPLE))
        return {int(person) for rows in found for (person,) in rows}

    async def risen(self, tombs: Tombs) -> list[int]:
        """Whom these say to be forgotten, and who is here as before: what this store has forgotten itself is done."""
        ours = await self.tombstones()
        due = {mark for mark, at in tombs.items() if at > ours.get(mark, -1)}
        return sorted([person for person in await self.people() if await self.tomb(person) in due]) if due else []

    async def forget(self, person: int, now: int) -> int:
        """Whoever this was is nobody from here on, the same nobody in every match; the negative number is returned, or
        0 if nothing was stored about them. `Header.forgotten` tells other processes which matches not to remember.

        Their matches stay readable to those they played with. A running match should be ended first: whoever is
        forgotten cannot choose any more.
        """
        first, *rest = _FORGET
        buried = BURY(mark=await self.tomb(person), at=now)
        written = first(at=now, person=person), buried, *(statement(person=person) for statement in rest)
        try:
            ((nobody,),), *_ = await self.database.write(*written)
        except Missed:
            return 0
        return int(nobody)

    async def know(self, names: Mapping[int, str]) -> None:
        # In one order: two processes that hear of the same people do not wait for each other.
        await self.database.write(*(_KNOW(person=person, name=names[person]) for person in sorted(names)))

    async def known(self, people: Iterable[int]) -> dict[int, str]:
        """The names of those who have been seen."""
        found = await self.database.read(*(KNOWN(person=person) for person in people))
        return {person: name for rows in found for person, name in rows}

    async def attended(self, server: int, person: int, at: int, *, gone: bool) -> None:
        """Discord has said so."""
        await self.database.write(_ATTENDED(server=server, person=person, at=at, gone=int(gone)))

    async def attendance(self, server: int, person: int) -> Attended | None:
        rows = await self.rows(_ATTENDANCE(server=server, person=person))
        return Attended(rows[0][0], bool(rows[0][1])) if rows else None

    async def gone(self, match: int) -> frozenset[int]:
        """Who of its people has left the server of this match, and done nothing since that was heard."""
        return frozenset(row[0] for row in await self.rows(GONE(match=match)))
