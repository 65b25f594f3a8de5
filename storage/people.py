"""People and servers: settings, names, who has left, and exporting or forgetting everything about a person."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from storage.database import NoRowMatched
from storage.history import FORGET_HISTORY
from storage.statement import Statement, build_insert, build_select
from storage.tombstones import UPSERT_TOMBSTONE, TombstoneDates, TombstoneRepository


@dataclass(frozen=True, slots=True)
class Attendance:
    """Whether somebody has left a server, and when Discord said so."""

    at: int
    gone: bool


_UPSERT_ATTENDANCE: Final = build_insert(
    "attendance",
    "server, person, at, gone",
    "ON CONFLICT (server, person) DO UPDATE SET at = excluded.at, gone = excluded.gone",
)
_SELECT_ATTENDANCE: Final = Statement("SELECT at, gone FROM attendance WHERE server = :server AND person = :person")
# A person who has done something since then has not gone.
SELECT_GONE: Final = Statement(
    """
    SELECT seat.person FROM seat
    JOIN match ON match.id = seat.match
    JOIN attendance ON attendance.server = match.server AND attendance.person = seat.person
    LEFT JOIN presence ON presence.person = seat.person
    WHERE seat.match = :match AND gone = 1 AND COALESCE(presence.at, 0) <= attendance.at
    """
)


_UPSERT_NAME: Final = build_insert("known", "person, name", "ON CONFLICT (person) DO UPDATE SET name = excluded.name")
_SELECT_NAME: Final = Statement("SELECT person, name FROM known WHERE person = :person")


_INSERT_EMPTY_SETTINGS: Final = Statement(
    "INSERT INTO settings (whose, id, text) VALUES (:whose, :id, '{}') ON CONFLICT (whose, id) DO NOTHING"
)
# Changed in the database: reading, changing and writing the whole text could take back what others have changed.
_SET_SETTING: Final = Statement(
    "UPDATE settings SET text = json_set(text, '$.' || :name, json(:value)) WHERE whose = :whose AND id = :id"
)
_SELECT_SETTINGS: Final = Statement("SELECT text FROM settings WHERE whose = :whose AND id = :id")

# The moves of a running match are left out: an export must not help to remember what was revealed for a moment. So is
# seq: it would tell how many events others caused in between.
_SELECT_OWN_EVENTS: Final = Statement(
    """
    SELECT event.match, CASE WHEN match.live = 1 THEN NULL ELSE event.seq END, kind, seat,
        CASE WHEN match.live = 1 THEN NULL ELSE word END, at, interaction
    FROM event JOIN match ON match.id = event.match WHERE person = :person ORDER BY event.match, event.seq
    """
)
# Moves are stored by seat, not by person. Those of running matches are left out here as well.
_SELECT_MOVES_OF_SEAT: Final = Statement(
    """
    SELECT event.match, event.seq, kind, event.seat, word, at, interaction FROM seat
    JOIN match ON match.id = seat.match AND match.live = 0
    JOIN event ON event.match = seat.match AND event.seat = seat.seat
    WHERE seat.person = :person AND event.person IS NULL ORDER BY event.match, event.seq
    """
)
_EVENT_COLUMNS: Final = ("match", "seq", "kind", "seat", "word", "at", "interaction")


class PersonalTable(NamedTuple):
    """A table with data about people: what is exported of it, and how a person is forgotten in it."""

    table: str
    exported_columns: str
    """All columns but the person, tokens, and other people."""
    is_anonymized: bool = False
    """Whether rows stay with a negative number instead of the person. Otherwise they are deleted."""
    person_column: str = "person"
    extra_condition: str = ""
    extra_change: str = ""
    """What else changes in rows that stay."""

    @property
    def from_clause(self) -> str:
        return f"FROM {self.table} {self.where_clause}"

    @property
    def where_clause(self) -> str:
        return f"WHERE {self.person_column} = :person{self.extra_condition}"

    @property
    def forget_statement(self) -> Statement:
        if self.is_anonymized:
            return Statement(
                " ".join(
                    (
                        "UPDATE",
                        self.table,
                        "SET",
                        f"{self.person_column} = :nobody{self.extra_change}",
                        self.where_clause,
                    )
                )
            )
        return Statement(f"DELETE {self.from_clause}")


_EVENT_TABLE: Final = PersonalTable("event", ", ".join(_EVENT_COLUMNS), is_anonymized=True)
PERSONAL_TABLES: Final = (
    PersonalTable("seat", "match, seat, standing, live", is_anonymized=True),
    _EVENT_TABLE,
    PersonalTable(
        "result",
        "match, seat, server, game, season, rank, score, reason, rated, unrated, quit, rating_before, rating_after, at",
        is_anonymized=True,
    ),
    PersonalTable("played", "at, match, server, game, options, reason, rank, theirs", is_anonymized=True),
    # A forgotten player is hidden from the ladder, but a running match may still be rated.
    PersonalTable(
        "rating",
        "server, game, season, rating, mu, sigma, matches, at, hidden, drift, monday, opponents",
        is_anonymized=True,
        person_column="player",
        extra_change=", hidden = 1",
    ),
    # An award is deleted; the next player does not inherit it.
    PersonalTable("award", "server, season, kind, game, number, beside"),
    # It can be computed again, and for forgotten people it is not.
    PersonalTable("verdict", "match, seat, coach, luck, play"),
    PersonalTable("hand", "match, channel, message, step, at, shows, kind, written"),
    PersonalTable("posting", "match, channel, at"),
    PersonalTable("door", "match, message, at"),
    PersonalTable("presence", "at, called"),
    PersonalTable("attendance", "server, at, gone"),
    PersonalTable("holiday", "began, ended, changed"),
    PersonalTable("known", "name"),
    PersonalTable("settings", "text", person_column="id", extra_condition=" AND whose = 'player'"),
)
_SELECT_EXPORTS: Final = tuple(
    build_select(it.exported_columns, f"{it.from_clause} ORDER BY {it.exported_columns}")
    for it in PERSONAL_TABLES
    if it is not _EVENT_TABLE
)
_SELECT_PEOPLE: Final = tuple(
    build_select(f"DISTINCT {it.person_column}", f"FROM {it.table} WHERE {it.person_column} > 0{it.extra_condition}")
    for it in PERSONAL_TABLES
)

_FORGET_PERSON: Final = (
    Statement(
        "INSERT INTO forgotten (at) SELECT CAST(:at AS INTEGER) WHERE "
        + " OR ".join(f"EXISTS (SELECT 1 {it.from_clause})" for it in PERSONAL_TABLES)
        + " RETURNING -id AS nobody",
        must_match=True,
    ),
    *(it.forget_statement for it in PERSONAL_TABLES),
    FORGET_HISTORY,
    # Last, by the new number: exactly the matches that other processes must reload.
    Statement(
        """
        UPDATE match SET forgotten = forgotten + 1 WHERE id IN
            (SELECT match FROM seat WHERE person = :nobody UNION SELECT match FROM event WHERE person = :nobody)
        """
    ),
)


class PeopleRepository(TombstoneRepository):
    async def load_server_settings(self, server: int) -> str | None:
        return await self._load_settings("server", server)

    async def load_player_settings(self, player: int) -> str | None:
        return await self._load_settings("player", player)

    async def change_server_settings(self, server: int, changed: Mapping[str, Any]) -> None:
        """Change some settings; the others stay as they are."""
        await self._change_settings("server", server, changed)

    async def change_player_settings(self, player: int, changed: Mapping[str, Any]) -> None:
        await self._change_settings("player", player, changed)

    async def _change_settings(self, whose: str, number: int, changed: Mapping[str, Any]) -> None:
        patches = (
            _SET_SETTING(whose=whose, id=number, name=name, value=json.dumps(it)) for name, it in changed.items()
        )
        await self.database.write(_INSERT_EMPTY_SETTINGS(whose=whose, id=number), *patches)

    async def _load_settings(self, whose: str, number: int) -> str | None:
        rows = await self.fetch_rows(_SELECT_SETTINGS(whose=whose, id=number))
        return str(rows[0][0]) if rows else None

    async def export_person(self, person: int) -> dict[str, Any]:
        """Return everything about one person by table, and nothing about others, ready for JSON."""
        did, chose, *rest = await self.database.read(
            *(it(person=person) for it in (_SELECT_OWN_EVENTS, _SELECT_MOVES_OF_SEAT, *_SELECT_EXPORTS))
        )
        rows = {_EVENT_TABLE.table: sorted([*map(tuple, did), *map(tuple, chose)], key=lambda row: row[:2])}
        rows |= {
            it.table: found
            for it, found in zip((it for it in PERSONAL_TABLES if it is not _EVENT_TABLE), rest, strict=True)
        }
        told = {it.table: it.exported_columns.split(", ") for it in PERSONAL_TABLES}
        return {
            "person": person,
            **{table: [dict(zip(told[table], row, strict=True)) for row in rows[table]] for table in told},
        }

    async def list_people(self) -> set[int]:
        """Return all people about whom anything is stored."""
        found = await self.database.read(*(statement() for statement in _SELECT_PEOPLE))
        return {int(person) for rows in found for (person,) in rows}

    async def list_to_forget_again(self, tombs: TombstoneDates) -> list[int]:
        """Return the people in this store whom these tombstones say to be forgotten, e.g. after a restore."""
        ours = await self.load_tombstones()
        due = {mark for mark, at in tombs.items() if at > ours.get(mark, -1)}
        return (
            sorted([person for person in await self.list_people() if await self.compute_tombstone(person) in due])
            if due
            else []
        )

    async def forget_person(self, person: int, now: int) -> int:
        """Replace a person by a negative number, the same in every match, and delete everything else about them.

        Return that number, or 0 if nothing was stored. Their matches stay readable for the other players. End running
        matches first: a forgotten person cannot move any more. `MatchHeader.forgotten` tells other processes which
        matches to reload.
        """
        first, *rest = _FORGET_PERSON
        buried = UPSERT_TOMBSTONE(mark=await self.compute_tombstone(person), at=now)
        written = first(at=now, person=person), buried, *(statement(person=person) for statement in rest)
        try:
            ((nobody,),), *_ = await self.database.write(*written)
        except NoRowMatched:
            return 0
        return int(nobody)

    async def save_names(self, names: Mapping[int, str]) -> None:
        # Always in the same order, so that two processes do not deadlock.
        await self.database.write(*(_UPSERT_NAME(person=person, name=names[person]) for person in sorted(names)))

    async def load_names(self, people: Iterable[int]) -> dict[int, str]:
        """Return the names of the people whom the bot has seen."""
        found = await self.database.read(*(_SELECT_NAME(person=person) for person in people))
        return {person: name for rows in found for person, name in rows}

    async def save_attendance(self, server: int, person: int, at: int, *, gone: bool) -> None:
        """Record what Discord said about somebody on a server."""
        await self.database.write(_UPSERT_ATTENDANCE(server=server, person=person, at=at, gone=int(gone)))

    async def load_attendance(self, server: int, person: int) -> Attendance | None:
        rows = await self.fetch_rows(_SELECT_ATTENDANCE(server=server, person=person))
        return Attendance(rows[0][0], bool(rows[0][1])) if rows else None

    async def list_gone(self, match: int) -> frozenset[int]:
        """Return the players of a match who have left its server and have done nothing since."""
        return frozenset(row[0] for row in await self.fetch_rows(SELECT_GONE(match=match)))
