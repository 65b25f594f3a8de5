"""What is kept about people and servers: what they set, everything about one of them, and how that goes away."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from storage.attendance import OF_ATTENDANCE
from storage.database import Missed
from storage.hand import PRESENCE
from storage.holiday import OF_HOLIDAYS, read_holiday
from storage.known import KNOWN
from storage.ladder import OF_PLAYER, read_rating
from storage.part import Part
from storage.played import FORGET_PLAYED
from storage.result import LAST, OF_PERSON, read_results
from storage.statement import Statement

_NOTHING_SET: Final = Statement(
    "INSERT INTO settings (whose, id, text) VALUES (:whose, :id, '{}') ON CONFLICT (whose, id) DO NOTHING"
)
# In the database: whoever reads, changes and writes the whole takes back what others have changed meanwhile.
_SET: Final = Statement(
    "UPDATE settings SET text = json_set(text, '$.' || :name, json(:value)) WHERE whose = :whose AND id = :id"
)
_SETTINGS: Final = Statement("SELECT text FROM settings WHERE whose = :whose AND id = :id")

_SAT: Final = Statement("SELECT match, seat, standing FROM seat WHERE person = :person ORDER BY match, seat")
_DID: Final = Statement(
    "SELECT match, seq, kind, word, at, interaction FROM event WHERE person = :person ORDER BY match, seq"
)
# What they chose is told by seat, not by person.
_CHOSE: Final = Statement(
    """
    SELECT event.match, seq, kind, word, at, interaction FROM seat
    JOIN event ON event.match = seat.match AND event.seat = seat.seat
    WHERE seat.person = :person AND event.person IS NULL ORDER BY event.match, seq
    """
)
_HELD: Final = Statement("SELECT match, channel, message, step, at FROM hand WHERE person = :person ORDER BY match, at")

_FORGET: Final = (
    Statement(
        """
        INSERT INTO forgotten (at) SELECT CAST(:at AS INTEGER) WHERE
            EXISTS (SELECT 1 FROM seat WHERE person = :person) OR EXISTS (SELECT 1 FROM event WHERE person = :person)
            OR EXISTS (SELECT 1 FROM result WHERE person = :person)
            OR EXISTS (SELECT 1 FROM rating WHERE player = :person)
            OR EXISTS (SELECT 1 FROM hand WHERE person = :person)
            OR EXISTS (SELECT 1 FROM posting WHERE person = :person)
            OR EXISTS (SELECT 1 FROM door WHERE person = :person)
            OR EXISTS (SELECT 1 FROM presence WHERE person = :person)
            OR EXISTS (SELECT 1 FROM attendance WHERE person = :person)
            OR EXISTS (SELECT 1 FROM holiday WHERE person = :person)
            OR EXISTS (SELECT 1 FROM known WHERE person = :person)
            OR EXISTS (SELECT 1 FROM settings WHERE whose = 'player' AND id = :person)
        RETURNING -id AS nobody
        """,
        must=True,
    ),
    Statement("UPDATE seat SET person = :nobody WHERE person = :person"),
    Statement("UPDATE event SET person = :nobody WHERE person = :person"),
    # Afterwards, by the new number: exactly the matches that are told otherwise now than before.
    Statement(
        """
        UPDATE match SET forgotten = forgotten + 1 WHERE id IN
            (SELECT match FROM seat WHERE person = :nobody UNION SELECT match FROM event WHERE person = :nobody)
        """
    ),
    Statement("UPDATE result SET person = :nobody WHERE person = :person"),
    *FORGET_PLAYED,
    # Nobody stands on a ladder; but a match that nobody is still rated in goes on from there.
    Statement("UPDATE rating SET player = :nobody, hidden = 1, was = NULL WHERE player = :person"),
    Statement("DELETE FROM hand WHERE person = :person"),
    Statement("DELETE FROM posting WHERE person = :person"),
    Statement("DELETE FROM door WHERE person = :person"),
    Statement("DELETE FROM presence WHERE person = :person"),
    Statement("DELETE FROM attendance WHERE person = :person"),
    Statement("DELETE FROM holiday WHERE person = :person"),
    Statement("DELETE FROM known WHERE person = :person"),
    Statement("DELETE FROM settings WHERE whose = 'player' AND id = :person"),
)


class People(Part):
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
        (rows,) = await self.database.read(_SETTINGS(whose=whose, id=number))
        return str(rows[0][0]) if rows else None

    async def export(self, person: int) -> dict[str, Any]:
        """Everything about one person and nothing about others, ready for JSON."""
        known, settings, sat, did, chose, held, there, attended, away, results, ratings = await self.database.read(
            KNOWN(person=person),
            _SETTINGS(whose="player", id=person),
            _SAT(person=person),
            _DID(person=person),
            _CHOSE(person=person),
            _HELD(person=person),
            PRESENCE(person=person),
            OF_ATTENDANCE(person=person),
            OF_HOLIDAYS(person=person),
            OF_PERSON(person=person, at=LAST, match=LAST, count=LAST),
            OF_PLAYER(player=person),
        )
        event = ("match", "seq", "kind", "word", "at", "interaction")
        return {
            "person": person,
            "name": known[0][1] if known else None,
            "settings": settings[0][0] if settings else None,
            "seats": [dict(zip(("match", "seat", "standing"), row, strict=True)) for row in sat],
            "events": [dict(zip(event, row, strict=True)) for row in sorted([*map(tuple, did), *map(tuple, chose)])],
            "hands": [dict(zip(("match", "channel", "message", "step", "at"), row, strict=True)) for row in held],
            "presence": dict(zip(("at", "called"), there[0], strict=True)) if there else None,
            "attendance": [dict(zip(("server", "at", "gone"), row, strict=True)) for row in attended],
            "holidays": [asdict(read_holiday(row)) for row in away],
            "results": [asdict(result) for result in read_results(results)],
            "ratings": [asdict(read_rating(row)) for row in ratings],
        }

    async def forget(self, person: int, now: int) -> int:
        """Whoever this was is nobody from here on, the same nobody in every match; the negative number is returned, or
        0 if nothing was stored about them. `Header.forgotten` tells other processes which matches not to remember.

        Their matches stay readable to those they played with. A running match should be ended first: whoever is
        forgotten cannot choose any more.
        """
        first, *rest = _FORGET
        written = first(at=now, person=person), *(statement(person=person) for statement in rest)
        try:
            ((nobody,),), *_ = await self.database.write(*written)
        except Missed:
            return 0
        return int(nobody)
