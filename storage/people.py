"""People and servers: settings, names and memberships, and exporting or forgetting all data about a person."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from storage.daily import FORGET_OPEN_CHOICES
from storage.database import NoRowMatched
from storage.follows import FORGET_FOLLOWED_PERSON
from storage.history import FORGET_HISTORY
from storage.statement import Statement, build_insert, build_select
from storage.tombstones import UPSERT_TOMBSTONE, TombstoneDates, TombstoneRepository


@dataclass(frozen=True, slots=True)
class ServerMembership:
    """Whether a person has left a server."""

    checked_ms: int
    """When Discord last reported whether the person had left."""
    has_left: bool


_UPSERT_MEMBERSHIP: Final = build_insert(
    "server_membership",
    "server_id, person_id, checked_ms, has_left",
    "ON CONFLICT (server_id, person_id) DO UPDATE SET checked_ms = excluded.checked_ms, has_left = excluded.has_left",
)
_SELECT_MEMBERSHIP: Final = Statement(
    "SELECT checked_ms, has_left FROM server_membership WHERE server_id = :server_id AND person_id = :person_id"
)
# A person who has been active since the check has not left.
SELECT_DEPARTED: Final = Statement(
    """
    SELECT seat.person_id FROM seat
    JOIN match ON match.id = seat.match_id
    JOIN server_membership AS membership
        ON membership.server_id = match.server_id AND membership.person_id = seat.person_id
    LEFT JOIN presence ON presence.person_id = seat.person_id
    WHERE seat.match_id = :match_id AND has_left = 1 AND COALESCE(presence.last_active_ms, 0) <= membership.checked_ms
    """
)


_UPSERT_NAME: Final = build_insert(
    "person_name", "person_id, name", "ON CONFLICT (person_id) DO UPDATE SET name = excluded.name"
)
_SELECT_NAME: Final = Statement("SELECT person_id, name FROM person_name WHERE person_id = :person_id")


_INSERT_EMPTY_SETTINGS: Final = Statement(
    """
    INSERT INTO settings (scope, owner_id, content) VALUES (:scope, :owner_id, '{}')
    ON CONFLICT (scope, owner_id) DO NOTHING
    """
)
# Changed within the database, because reading, changing and writing back the whole JSON could undo concurrent changes.
_SET_SETTING: Final = Statement(
    """
    UPDATE settings SET content = json_set(content, '$.' || :name, json(:value))
    WHERE scope = :scope AND owner_id = :owner_id
    """
)
_SELECT_SERVERS_WITH_SETTING: Final = Statement(
    "SELECT owner_id, content FROM settings WHERE scope = 'server' AND content LIKE :pattern ORDER BY owner_id"
)
_SELECT_SETTINGS: Final = Statement("SELECT content FROM settings WHERE scope = :scope AND owner_id = :owner_id")

# Moves in a running match are left out, because an export must not help players to remember temporary reveals. `seq` is
# left out, too, because it would reveal how many events other players caused in between.
_SELECT_OWN_EVENTS: Final = Statement(
    """
    SELECT event.match_id, CASE WHEN match.is_live = 1 THEN NULL ELSE event.seq END, kind, seat,
        CASE WHEN match.is_live = 1 THEN NULL ELSE payload END, created_ms, interaction_id
    FROM event JOIN match ON match.id = event.match_id WHERE person_id = :person_id ORDER BY event.match_id, event.seq
    """
)
# Moves are stored by seat, not by person. As above, moves in running matches are left out.
_SELECT_MOVES_OF_SEAT: Final = Statement(
    """
    SELECT event.match_id, event.seq, kind, event.seat, payload, created_ms, interaction_id FROM seat
    JOIN match ON match.id = seat.match_id AND match.is_live = 0
    JOIN event ON event.match_id = seat.match_id AND event.seat = seat.seat
    WHERE seat.person_id = :person_id AND event.person_id IS NULL ORDER BY event.match_id, event.seq
    """
)
_EVENT_COLUMNS: Final = ("match_id", "seq", "kind", "seat", "payload", "created_ms", "interaction_id")


class PersonalTable(NamedTuple):
    """A table with personal data: which columns are exported, and how a person's rows are anonymized or deleted."""

    table: str
    exported_columns: str
    """All columns except the person's own ID, tokens, and other people's IDs."""
    is_anonymized: bool = False
    """Whether rows are kept, with a negative number replacing the person's ID. Otherwise, they are deleted."""
    person_column: str = "person_id"
    extra_condition: str = ""
    extra_change: str = ""
    """SQL for other changes to rows that are kept."""

    @property
    def from_clause(self) -> str:
        return f"FROM {self.table} {self.where_clause}"

    @property
    def where_clause(self) -> str:
        return f"WHERE {self.person_column} = :person_id{self.extra_condition}"

    @property
    def forget_statement(self) -> Statement:
        if self.is_anonymized:
            change = f"{self.person_column} = :anonymous_id{self.extra_change}"
            return Statement(f"UPDATE {self.table} SET {change} {self.where_clause}")  # noqa: S608 - names of ours
        return Statement(f"DELETE {self.from_clause}")


_EVENT_TABLE: Final = PersonalTable("event", ", ".join(_EVENT_COLUMNS), is_anonymized=True)
PERSONAL_TABLES: Final = (
    PersonalTable("seat", "match_id, seat, status, is_live", is_anonymized=True),
    _EVENT_TABLE,
    PersonalTable(
        "result",
        "match_id, seat, server_id, game, season_number, rank, score, reason, is_rated, unrated_reason, has_quit, "
        "rating_before, rating_after, ended_ms",
        is_anonymized=True,
    ),
    PersonalTable(
        "past_result",
        "ended_ms, match_id, server_id, game, options, reason, rank, opponent_rank",
        is_anonymized=True,
    ),
    # A forgotten player is hidden from the ladder, but the row is kept because a running match can still be rated.
    PersonalTable(
        "rating",
        "server_id, game, season_number, rating, mu, sigma, match_count, updated_ms, is_hidden, drift, "
        "week_start_rating, opponent_count",
        is_anonymized=True,
        extra_change=", is_hidden = 1",
    ),
    # An award is deleted; it does not pass to the next player.
    PersonalTable("award", "server_id, season_number, kind, game, value, second_value"),
    PersonalTable(
        "tournament",
        "server_id, channel_id, name, game, options, rules, status, opened_ms, starts_ms, started_ms, ended_ms",
        is_anonymized=True,
        person_column="host_id",
    ),
    # A tournament keeps its entrants, so that the others keep their results.
    PersonalTable(
        "entrant",
        "tournament_id, number, rating, status, active_ms, call_state",
        is_anonymized=True,
        extra_change=", status = 'withdrawn', call_state = NULL, waiting_message_id = NULL, waiting_channel_id = NULL, "
        "waiting_token = NULL, waiting_ms = NULL",
    ),
    # A closed day keeps everybody's choices, so that the others keep their results.
    PersonalTable(
        "daily_choice",
        "daily_id, chosen_row, chosen_column, chosen_ms, is_seen, result_dm, is_ranked, score, beaten_count, "
        "met_count, place",
        is_anonymized=True,
        extra_change=", result_dm = NULL",
    ),
    # The matches do not depend on predictions of them.
    PersonalTable(
        "prediction",
        "match_id, step, seat, server_id, choice, choice_count, is_counted, predicted_ms, score",
    ),
    # A seat review can be computed again, but it is never computed for forgotten people.
    PersonalTable("seat_review", "match_id, seat, coach_version, luck, play"),
    PersonalTable(
        "player_message", "match_id, channel_id, message_id, step, last_used_ms, content_key, kind, last_edited_ms"
    ),
    PersonalTable("pending_send", "match_id, channel_id, started_ms", person_column="recipient_id"),
    PersonalTable("interaction_token", "match_id, message_id, issued_ms"),
    PersonalTable("presence", "last_active_ms, last_notified_ms"),
    PersonalTable("match_presence", "match_id, last_active_ms"),
    PersonalTable("server_membership", "server_id, checked_ms, has_left"),
    PersonalTable("holiday", "start_ms, end_ms, changed_ms"),
    PersonalTable("quick_match", "server_id, game, interaction_id, message_id, since_ms, state"),
    PersonalTable("followed_match", "match_id, since_ms"),
    PersonalTable("followed_person", "since_ms"),
    PersonalTable("follow_notice", "match_id, phase, due_ms, sending_ms"),
    PersonalTable("person_name", "name"),
    PersonalTable("settings", "content", person_column="owner_id", extra_condition=" AND scope = 'player'"),
)
_SELECT_EXPORTS: Final = tuple(
    build_select(table.exported_columns, f"{table.from_clause} ORDER BY {table.exported_columns}")
    for table in PERSONAL_TABLES
    if table is not _EVENT_TABLE
)
_SELECT_PEOPLE: Final = tuple(
    build_select(
        f"DISTINCT {table.person_column}", f"FROM {table.table} WHERE {table.person_column} > 0{table.extra_condition}"
    )
    for table in PERSONAL_TABLES
)

_FORGET_PERSON: Final = (
    Statement(
        "INSERT INTO forgotten_person (forgotten_ms) SELECT CAST(:forgotten_ms AS INTEGER) WHERE "
        + " OR ".join(f"EXISTS (SELECT 1 {table.from_clause})" for table in PERSONAL_TABLES)
        + " RETURNING -id AS anonymous_id",
        must_match=True,
    ),
    FORGET_OPEN_CHOICES,
    *(table.forget_statement for table in PERSONAL_TABLES),
    FORGET_HISTORY,
    FORGET_FOLLOWED_PERSON,
    # Runs last, and finds by the new number exactly those matches that other processes must reload.
    Statement(
        """
        UPDATE match SET forget_count = forget_count + 1 WHERE id IN
            (SELECT match_id FROM seat WHERE person_id = :anonymous_id
            UNION SELECT match_id FROM event WHERE person_id = :anonymous_id)
        """
    ),
)


class PeopleRepository(TombstoneRepository):
    async def load_server_settings(self, server_id: int) -> str | None:
        return await self._load_settings("server", server_id)

    async def list_servers_with_setting(self, name: str) -> dict[int, str]:
        """Return the settings, as JSON, of all servers that have ever set the setting with this name."""
        rows = await self.fetch_rows(_SELECT_SERVERS_WITH_SETTING(pattern=f'%"{name}"%'))
        return {int(server_id): str(content) for server_id, content in rows}

    async def load_player_settings(self, person_id: int) -> str | None:
        return await self._load_settings("player", person_id)

    async def change_server_settings(self, server_id: int, changes: Mapping[str, Any]) -> None:
        """Change some settings and leave the others as they are."""
        await self._change_settings("server", server_id, changes)

    async def change_player_settings(self, person_id: int, changes: Mapping[str, Any]) -> None:
        await self._change_settings("player", person_id, changes)

    async def _change_settings(self, scope: str, owner_id: int, changes: Mapping[str, Any]) -> None:
        patches = (
            _SET_SETTING(scope=scope, owner_id=owner_id, name=name, value=json.dumps(value))
            for name, value in changes.items()
        )
        await self.database.write(_INSERT_EMPTY_SETTINGS(scope=scope, owner_id=owner_id), *patches)

    async def _load_settings(self, scope: str, owner_id: int) -> str | None:
        row = await self.fetch_row(_SELECT_SETTINGS(scope=scope, owner_id=owner_id))
        return str(row[0]) if row else None

    async def export_person(self, person_id: int) -> dict[str, Any]:
        """Return all data about one person, and about nobody else, as JSON-compatible lists of rows by table name."""
        own_events, moves, *rest = await self.database.read(
            *(query(person_id=person_id) for query in (_SELECT_OWN_EVENTS, _SELECT_MOVES_OF_SEAT, *_SELECT_EXPORTS))
        )
        rows = {_EVENT_TABLE.table: sorted([*map(tuple, own_events), *map(tuple, moves)], key=lambda row: row[:2])}
        other_tables = (table for table in PERSONAL_TABLES if table is not _EVENT_TABLE)
        rows |= {table.table: exported for table, exported in zip(other_tables, rest, strict=True)}
        columns = {table.table: table.exported_columns.split(", ") for table in PERSONAL_TABLES}
        return {
            "person_id": person_id,
            **{table: [dict(zip(columns[table], row, strict=True)) for row in rows[table]] for table in columns},
        }

    async def list_people(self) -> set[int]:
        """Return the IDs of all people who have data in the store."""
        results = await self.database.read(*(statement() for statement in _SELECT_PEOPLE))
        return {int(person) for rows in results for (person,) in rows}

    async def find_people_to_forget_again(self, tombstones: TombstoneDates) -> list[int]:
        """Return the people in this store who are listed in `tombstones`, which are hashes of forgotten people's IDs.

        Such people can reappear if a backup is restored. A tombstone counts only if it is newer than this store's own
        tombstone for the same person.
        """
        own_tombstones = await self.load_tombstones()
        due = {
            person_hash
            for person_hash, forgotten_ms in tombstones.items()
            if forgotten_ms > own_tombstones.get(person_hash, -1)
        }
        if not due:
            return []
        return sorted([person for person in await self.list_people() if await self.compute_tombstone(person) in due])

    async def forget_person(self, person_id: int, now_ms: int) -> int:
        """Replace a person's ID with the same negative number in every match, and delete all other data about them.

        Return that number, or 0 if the store had no data about the person. Their matches stay readable for the other
        players. The caller must end running matches first, because a forgotten person cannot move.
        `MatchHeader.forget_count` shows other processes which matches to reload.
        """
        first, *rest = _FORGET_PERSON
        tombstone = UPSERT_TOMBSTONE(person_hash=await self.compute_tombstone(person_id), forgotten_ms=now_ms)
        written = (
            first(forgotten_ms=now_ms, person_id=person_id),
            tombstone,
            *(statement(person_id=person_id) for statement in rest),
        )
        try:
            ((anonymous_id,),), *_ = await self.database.write(*written)
        except NoRowMatched:
            return 0
        return int(anonymous_id)

    async def save_names(self, names: Mapping[int, str]) -> None:
        # Always write in the same order, so that two processes do not deadlock.
        await self.database.write(
            *(_UPSERT_NAME(person_id=person_id, name=names[person_id]) for person_id in sorted(names))
        )

    async def load_names(self, people: Iterable[int]) -> dict[int, str]:
        """Return people's last known names by ID. People whose names were never stored are missing from the result."""
        results = await self.database.read(*(_SELECT_NAME(person_id=person) for person in people))
        return {person: name for rows in results for person, name in rows}

    async def save_membership(self, server_id: int, person_id: int, checked_ms: int, *, has_left: bool) -> None:
        """Record whether a person has left a server, according to Discord."""
        await self.database.write(
            _UPSERT_MEMBERSHIP(server_id=server_id, person_id=person_id, checked_ms=checked_ms, has_left=int(has_left))
        )

    async def load_membership(self, server_id: int, person_id: int) -> ServerMembership | None:
        row = await self.fetch_row(_SELECT_MEMBERSHIP(server_id=server_id, person_id=person_id))
        return ServerMembership(row[0], bool(row[1])) if row else None

    async def list_departed(self, match_id: int) -> frozenset[int]:
        """Return the players of a match who have left its server and have not been active since."""
        return frozenset(row[0] for row in await self.fetch_rows(SELECT_DEPARTED(match_id=match_id)))
