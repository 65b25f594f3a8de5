"""Tournaments, their entrants (the players) and their fixtures (matches and byes)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from storage.database import Repository
from storage.deadlines import Deadline, DeadlineOutcome, bind_mark_done
from storage.player_messages import UPSERT_LAST_NOTIFIED
from storage.statement import BoundStatement, Statement, Value, build_insert, build_select, to_values

TournamentStatus: TypeAlias = Literal["open", "running", "finished", "canceled"]
EntrantStatus: TypeAlias = Literal["playing", "paused", "withdrawn"]


@dataclass(frozen=True, slots=True)
class NewTournament:
    server_id: int
    channel_id: int
    host_id: int
    interaction_id: int
    name: str
    game: str
    options: str
    rules: str
    """Format, clocks and number of rounds, as JSON."""
    seed: str
    """The secret from which all matches and lots are drawn, as hexadecimal digits."""
    opened_ms: int
    starts_ms: int | None
    """When the tournament is to start; None if the host starts it."""


@dataclass(frozen=True, slots=True)
class TournamentHeader(NewTournament):
    id: int
    status: TournamentStatus
    started_ms: int | None
    ended_ms: int | None
    announced_round: int
    """The last round whose pairings have been posted."""
    thread_id: int | None
    """The thread in which results are posted."""
    posted_ms: int
    """When results were last posted; 0 if never."""
    event_id: int | None
    """Discord's scheduled event, if there is one now."""
    event_ends_ms: int | None
    """When the event is estimated to end; None if no event was ever planned."""


@dataclass(frozen=True, slots=True)
class StoredEntrant:
    """A player of a tournament. A negative `person_id` stands for somebody who asked to be forgotten."""

    person_id: int
    number: int
    rating: float
    """The player's rating on entry."""
    status: EntrantStatus
    active_ms: int
    """When the player last entered, or said that they are here."""
    last_active_ms: int
    """When the player was last active, in the tournament or in any match."""
    call_state: str | None = None
    """'due' if the thread must ping the player, because no direct message reached them; 'sending' while it does."""
    waiting_message_id: int | None = None
    """The private message that says that the player waits for a match, and becomes the match when it begins."""
    waiting_channel_id: int | None = None
    """The channel of that message; None for an ephemeral message, which can only be edited with the token."""
    waiting_token: str | None = None
    waiting_ms: int | None = None
    """When that message was last clicked."""


@dataclass(frozen=True, slots=True)
class StoredFixture:
    """A match of two players in a tournament, or a bye."""

    round: int
    table_number: int
    number: int
    kind: str
    """'match', 'mirror' (the same deal with swapped seats), 'signs' (rock paper scissors as a tie-break) or 'bye'."""
    first: int
    """The number of the entrant in the first seat."""
    second: int | None
    """The number of the entrant in the second seat; None for a bye."""
    created_ms: int
    outcome: str | None = None
    """None until it has ended."""
    first_points: int = 0
    second_points: int = 0
    match_id: int | None = None
    """None for a bye, for a forfeit, and until the match has been created."""
    ended_ms: int | None = None
    result_post: str | None = None
    """'sending' while the outcome is being posted, and then 'sent'."""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.round, self.table_number, self.number


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament with its entrants by number, and its fixtures by round, table and number."""

    header: TournamentHeader
    entrants: tuple[StoredEntrant, ...]
    fixtures: tuple[StoredFixture, ...]


_NEW_COLUMNS: Final = (
    "server_id, channel_id, host_id, interaction_id, name, game, options, rules, seed, opened_ms, starts_ms"
)
_COLUMNS: Final = (
    f"{_NEW_COLUMNS}, id, status, started_ms, ended_ms, announced_round, thread_id, posted_ms, event_id, event_ends_ms"
)
_INSERT_TOURNAMENT: Final = build_insert("tournament", f"{_NEW_COLUMNS}, status", "ON CONFLICT DO NOTHING")
_SELECT_BY_INTERACTION: Final = Statement("SELECT id FROM tournament WHERE interaction_id = :interaction_id")
_SELECT_TOURNAMENT: Final = build_select(_COLUMNS, "FROM tournament WHERE id = :id")
_SELECT_ENTRANTS: Final = build_select(
    "entrant.person_id, number, rating, status, active_ms, "
    "CASE WHEN last_active_ms > active_ms THEN last_active_ms ELSE active_ms END, call_state, "
    "waiting_message_id, waiting_channel_id, waiting_token, waiting_ms",
    """FROM entrant LEFT JOIN presence ON presence.person_id = entrant.person_id
    WHERE tournament_id = :id ORDER BY number""",
)
_FIXTURE_COLUMNS: Final = (
    "round, table_number, number, kind, first, second, created_ms, outcome, first_points, second_points, match_id, "
    "ended_ms, result_post"
)
_SELECT_FIXTURES: Final = build_select(
    _FIXTURE_COLUMNS, "FROM fixture WHERE tournament_id = :id ORDER BY round, table_number, number"
)
_SELECT_UNFINISHED: Final = Statement("SELECT id FROM tournament WHERE is_shown = 0 ORDER BY id")
_SELECT_LIVE_ON_SERVER: Final = build_select(
    _COLUMNS, "FROM tournament WHERE server_id = :server_id AND ended_ms IS NULL ORDER BY id"
)
_SELECT_LATEST_ON_SERVER: Final = build_select(
    _COLUMNS, "FROM tournament WHERE server_id = :server_id ORDER BY id DESC LIMIT 1"
)
# The lock on the tournament decides between two players who enter at the same time.
_UPSERT_ENTRANT: Final = Statement(
    """
    INSERT INTO entrant (tournament_id, person_id, number, rating, status, active_ms)
    VALUES (:id, :person_id,
        (SELECT COALESCE(MAX(number), 0) + 1 FROM entrant WHERE tournament_id = :id), :rating, 'playing', :now_ms)
    ON CONFLICT (tournament_id, person_id) DO UPDATE SET status = 'playing', active_ms = excluded.active_ms
    """
)
_UPDATE_ENTRANT: Final = Statement(
    """
    UPDATE entrant SET status = :status, active_ms = :active_ms
    WHERE tournament_id = :id AND person_id = :person_id
    """
)
_DELETE_ENTRANT: Final = Statement("DELETE FROM entrant WHERE tournament_id = :id AND person_id = :person_id")
_UPDATE_STATUS: Final = Statement(
    """
    UPDATE tournament SET status = :status, started_ms = COALESCE(started_ms, :started_ms),
        ended_ms = COALESCE(ended_ms, :ended_ms)
    WHERE id = :id
    """
)
_UPDATE_RULES: Final = Statement("UPDATE tournament SET rules = :rules WHERE id = :id")
_SET_THREAD: Final = Statement("UPDATE tournament SET thread_id = :thread_id WHERE id = :id")
_MARK_SHOWN: Final = Statement("UPDATE tournament SET is_shown = 1 WHERE id = :id")
_MARK_ROUND_ANNOUNCED: Final = Statement("UPDATE tournament SET announced_round = :round WHERE id = :id")
_SET_EVENT: Final = Statement(
    "UPDATE tournament SET event_id = :event_id, event_ends_ms = :event_ends_ms WHERE id = :id"
)
_INSERT_FIXTURE: Final = build_insert("fixture", f"tournament_id, {_FIXTURE_COLUMNS}", must_match=True)
_WHERE_FIXTURE: Final = "tournament_id = :id AND round = :round AND table_number = :table_number AND number = :number"
_SET_MATCH: Final = Statement(f"UPDATE fixture SET match_id = :match_id WHERE {_WHERE_FIXTURE}")  # noqa: S608 - names of ours
_END_FIXTURE: Final = Statement(
    f"""
    UPDATE fixture SET outcome = :outcome, first_points = :first_points, second_points = :second_points,
        ended_ms = :ended_ms
    WHERE {_WHERE_FIXTURE} AND outcome IS NULL
    """,  # noqa: S608 - names of ours
    must_match=True,
)
_SET_POSTED: Final = Statement("UPDATE tournament SET posted_ms = :posted_ms WHERE id = :id")
_CALL_ENTRANT: Final = Statement(
    """
    UPDATE entrant SET call_state = 'due'
    WHERE tournament_id = :id AND person_id = :person_id AND call_state IS NULL
    """
)
_SET_CALL_STATE: Final = Statement(
    "UPDATE entrant SET call_state = :call_state WHERE tournament_id = :id AND person_id = :person_id"
)
_SET_WAITING_MESSAGE: Final = Statement(
    """
    UPDATE entrant SET waiting_message_id = :message_id, waiting_channel_id = :channel_id, waiting_token = :token,
        waiting_ms = :clicked_ms
    WHERE tournament_id = :id AND person_id = :person_id
    """
)
_SET_RESULT_POST: Final = Statement(f"UPDATE fixture SET result_post = :result_post WHERE {_WHERE_FIXTURE}")  # noqa: S608 - names of ours
# The mirror of a match is the next fixture of its pairing. There is none if a player was absent.
_SELECT_REVEALED_DEAL: Final = Statement(
    """
    SELECT 1 FROM fixture AS own JOIN tournament ON tournament.id = own.tournament_id
    LEFT JOIN fixture AS mirror
        ON mirror.tournament_id = own.tournament_id AND mirror.round = own.round
        AND mirror.table_number = own.table_number
        AND mirror.number = CASE WHEN own.kind = 'mirror' THEN own.number ELSE own.number + 1 END
    WHERE own.match_id = :match_id
        AND (tournament.ended_ms IS NOT NULL OR mirror.outcome IS NOT NULL OR own.outcome LIKE '%absent')
    """
)


class TournamentRepository(Repository):
    async def open_tournament(self, new: NewTournament) -> int:
        """Store a tournament and return its ID. If its interaction has already opened one, return that one's ID."""
        await self.database.write(_INSERT_TOURNAMENT(**to_values(new), status="open"))
        ((tournament_id,),) = await self.fetch_rows(_SELECT_BY_INTERACTION(interaction_id=new.interaction_id))
        return int(tournament_id)

    async def load(self, tournament_id: int) -> StoredTournament | None:
        tournaments, entrants, fixtures = await self.database.read(
            *(query(id=tournament_id) for query in (_SELECT_TOURNAMENT, _SELECT_ENTRANTS, _SELECT_FIXTURES))
        )
        if not tournaments:
            return None
        return StoredTournament(
            TournamentHeader(*tournaments[0]),
            tuple(StoredEntrant(*row) for row in entrants),
            tuple(StoredFixture(*row) for row in fixtures),
        )

    async def list_unfinished(self) -> list[int]:
        """Return the IDs of all tournaments that have not ended, or whose end has not been shown."""
        return [tournament_id for (tournament_id,) in await self.fetch_rows(_SELECT_UNFINISHED())]

    async def mark_shown(self, tournament_id: int) -> None:
        """Record that the end of a tournament has been shown."""
        await self.database.write(_MARK_SHOWN(id=tournament_id))

    async def mark_round_announced(
        self, tournament_id: int, round_number: int, pinged_ids: Sequence[int], now_ms: int
    ) -> None:
        """Record that the pairings of a round have been posted, and that the post notified the pinged players."""
        await self.database.write(
            _MARK_ROUND_ANNOUNCED(id=tournament_id, round=round_number),
            *_bind_call_state(tournament_id, pinged_ids, None),
            *(UPSERT_LAST_NOTIFIED(person_id=person_id, last_notified_ms=now_ms) for person_id in pinged_ids),
        )

    async def set_waiting_message(
        self,
        tournament_id: int,
        person_id: int,
        message_id: int | None,
        channel_id: int | None = None,
        token: str | None = None,
        clicked_ms: int | None = None,
    ) -> None:
        """Record the private message that says that a player waits for a match, or None if there is none anymore."""
        await self.database.write(
            _SET_WAITING_MESSAGE(
                id=tournament_id,
                person_id=person_id,
                message_id=message_id,
                channel_id=channel_id,
                token=token,
                clicked_ms=clicked_ms,
            )
        )

    async def request_call(self, tournament_id: int, person_id: int, notification: Deadline, now_ms: int) -> None:
        """Record that the tournament's thread must ping a player whom no direct message about their match reached.

        The deadline of that notification is marked as done.
        """
        await self.database.write(
            _CALL_ENTRANT(id=tournament_id, person_id=person_id),
            UPSERT_LAST_NOTIFIED(person_id=person_id, last_notified_ms=now_ms),
            bind_mark_done(notification, DeadlineOutcome.NOTIFIED),
        )

    async def list_live_on_server(self, server_id: int) -> list[TournamentHeader]:
        return [TournamentHeader(*row) for row in await self.fetch_rows(_SELECT_LIVE_ON_SERVER(server_id=server_id))]

    async def load_latest(self, server_id: int) -> TournamentHeader | None:
        row = await self.fetch_row(_SELECT_LATEST_ON_SERVER(server_id=server_id))
        return TournamentHeader(*row) if row else None

    async def is_deal_secret(self, match_id: int) -> bool:
        """Return whether the deal of a match in a mirrored tournament must stay secret.

        Each pairing plays the same deal twice, with swapped seats. The deal is secret until the second match is over.
        """
        return not await self.fetch_rows(_SELECT_REVEALED_DEAL(match_id=match_id))

    async def enter(self, tournament_id: int, person_id: int, rating: float, now_ms: int) -> None:
        """Add a player, or let a player who paused or withdrew play again."""
        await self.database.write(_UPSERT_ENTRANT(id=tournament_id, person_id=person_id, rating=rating, now_ms=now_ms))

    async def remove_entrant(self, tournament_id: int, person_id: int) -> None:
        await self.database.write(_DELETE_ENTRANT(id=tournament_id, person_id=person_id))

    async def set_thread(self, tournament_id: int, thread_id: int) -> None:
        await self.database.write(_SET_THREAD(id=tournament_id, thread_id=thread_id))

    async def set_event(self, tournament_id: int, event_id: int | None, event_ends_ms: int | None) -> None:
        await self.database.write(_SET_EVENT(id=tournament_id, event_id=event_id, event_ends_ms=event_ends_ms))

    async def set_match(self, tournament_id: int, fixture: StoredFixture, match_id: int) -> None:
        await self.database.write(_SET_MATCH(**_bind_key(tournament_id, fixture), match_id=match_id))

    async def begin_post(
        self, tournament_id: int, fixtures: Sequence[StoredFixture], person_ids: Iterable[int], now_ms: int
    ) -> None:
        """Record that a post with the results of these fixtures, which pings these players, is being sent."""
        await self.database.write(
            _SET_POSTED(id=tournament_id, posted_ms=now_ms),
            *(_SET_RESULT_POST(**_bind_key(tournament_id, each), result_post="sending") for each in fixtures),
            *_bind_call_state(tournament_id, person_ids, "sending"),
        )

    async def finish_post(
        self, tournament_id: int, fixtures: Sequence[StoredFixture], person_ids: Iterable[int]
    ) -> None:
        """Record that the post with the results of these fixtures, which pings these players, has been sent."""
        await self.database.write(
            *(_SET_RESULT_POST(**_bind_key(tournament_id, each), result_post="sent") for each in fixtures),
            *_bind_call_state(tournament_id, person_ids, None),
        )

    async def apply_changes(
        self,
        tournament_id: int,
        now_ms: int,
        *,
        status: TournamentStatus | None = None,
        rules: str | None = None,
        new_fixtures: Sequence[StoredFixture] = (),
        ended_fixtures: Sequence[StoredFixture] = (),
        entrants: Sequence[StoredEntrant] = (),
    ) -> bool:
        """Store changes in one transaction.

        Store nothing and return False if another process has already added or ended one of the fixtures.
        """
        writes: list[BoundStatement] = [
            _END_FIXTURE(
                **_bind_key(tournament_id, fixture),
                outcome=fixture.outcome,
                first_points=fixture.first_points,
                second_points=fixture.second_points,
                ended_ms=fixture.ended_ms,
            )
            for fixture in ended_fixtures
        ]
        writes += (_INSERT_FIXTURE(tournament_id=tournament_id, **_bind_values(each)) for each in new_fixtures)
        writes += (
            _UPDATE_ENTRANT(id=tournament_id, person_id=it.person_id, status=it.status, active_ms=it.active_ms)
            for it in entrants
        )
        if rules is not None:
            writes.append(_UPDATE_RULES(id=tournament_id, rules=rules))
        if status is not None:
            writes.append(
                _UPDATE_STATUS(
                    id=tournament_id,
                    status=status,
                    started_ms=now_ms if status == "running" else None,
                    ended_ms=now_ms if status in {"finished", "canceled"} else None,
                )
            )
        return await self.try_write(*writes)


def _bind_call_state(tournament_id: int, person_ids: Iterable[int], call_state: str | None) -> Iterator[BoundStatement]:
    return (_SET_CALL_STATE(id=tournament_id, person_id=person_id, call_state=call_state) for person_id in person_ids)


def _bind_key(tournament_id: int, fixture: StoredFixture) -> dict[str, int]:
    return {"id": tournament_id, "round": fixture.round, "table_number": fixture.table_number, "number": fixture.number}


def _bind_values(fixture: StoredFixture) -> dict[str, Value]:
    return {name: getattr(fixture, name) for name in _FIXTURE_COLUMNS.split(", ")}
