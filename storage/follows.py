"""The matches and people that each person follows, and the direct messages about them that are still to be sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select


@dataclass(frozen=True, slots=True)
class FollowNotice:
    """A direct message, still to be sent, that tells a follower that a match has started or ended."""

    match_id: int
    person_id: int
    phase: str
    """'started' or 'ended': what has happened to the match."""
    due_ms: int
    sending_ms: int | None = None
    """When a process first tried to send the message."""


@dataclass(frozen=True, slots=True)
class FollowReasons:
    """Why a person is told that a match has started or ended: they follow the match, or players of it."""

    follows_match: bool
    followed_player_ids: tuple[int, ...]
    """The players of the match whom the person follows."""


_COLUMNS: Final = "match_id, person_id, phase, due_ms, sending_ms"
_WHERE_NOTICE: Final = "WHERE match_id = :match_id AND person_id = :person_id AND phase = :phase"

# Runs in the transaction that starts or ends the match, after its seats have been stored. Players get no
# notices about their own matches.
INSERT_FOLLOW_NOTICES: Final = Statement(
    """
    INSERT INTO follow_notice (match_id, person_id, phase, due_ms)
    SELECT match.id, follower.person_id, CAST(:phase AS TEXT), match.changed_ms
    FROM match JOIN (
        SELECT person_id FROM followed_match WHERE match_id = :match_id
        UNION
        SELECT followed_person.person_id FROM seat JOIN followed_person ON followed_id = seat.person_id
        WHERE seat.match_id = :match_id
    ) AS follower ON 1 = 1
    WHERE match.id = :match_id AND NOT EXISTS (
        SELECT 1 FROM seat WHERE seat.match_id = :match_id AND seat.person_id = follower.person_id
    )
    ON CONFLICT DO NOTHING
    """
)
_FOLLOW_MATCH: Final = build_insert("followed_match", "person_id, match_id, since_ms", "ON CONFLICT DO NOTHING")
_FOLLOW_PERSON: Final = build_insert("followed_person", "person_id, followed_id, since_ms", "ON CONFLICT DO NOTHING")
_UNFOLLOW_MATCH: Final = Statement("DELETE FROM followed_match WHERE person_id = :person_id AND match_id = :match_id")
_UNFOLLOW_PERSON: Final = Statement(
    "DELETE FROM followed_person WHERE person_id = :person_id AND followed_id = :followed_id"
)
_UNFOLLOW_ALL: Final = tuple(
    Statement(f"DELETE FROM {table} WHERE person_id = :person_id")  # noqa: S608 - names of ours
    for table in ("followed_match", "followed_person", "follow_notice")
)
FORGET_FOLLOWED_PERSON: Final = Statement("DELETE FROM followed_person WHERE followed_id = :person_id")
_COUNT_FOLLOWED: Final = Statement(
    """
    SELECT (SELECT count(*) FROM followed_match WHERE person_id = :person_id)
        + (SELECT count(*) FROM followed_person WHERE person_id = :person_id)
    """
)
_SELECT_FOLLOWED_PEOPLE: Final = Statement(
    "SELECT followed_id FROM followed_person WHERE person_id = :person_id ORDER BY since_ms, followed_id"
)
_SELECT_FOLLOWED_MATCHES: Final = Statement(
    "SELECT match_id FROM followed_match WHERE person_id = :person_id ORDER BY since_ms, match_id"
)
_SELECT_FOLLOWED_MATCH: Final = Statement(
    "SELECT 1 FROM followed_match WHERE person_id = :person_id AND match_id = :match_id"
)
_SELECT_FOLLOWED_PLAYERS: Final = Statement(
    """
    SELECT followed_id FROM seat JOIN followed_person ON followed_id = seat.person_id
    WHERE seat.match_id = :match_id AND followed_person.person_id = :person_id ORDER BY seat.seat
    """
)
_SELECT_DUE_NOTICES: Final = build_select(
    _COLUMNS, "FROM follow_notice WHERE due_ms <= :now_ms ORDER BY due_ms, match_id, person_id, phase LIMIT :count"
)
_BEGIN_SENDING: Final = Statement(f"UPDATE follow_notice SET sending_ms = :sending_ms {_WHERE_NOTICE}")  # noqa: S608 - names of ours
_POSTPONE_NOTICE: Final = Statement(f"UPDATE follow_notice SET due_ms = :due_ms {_WHERE_NOTICE}")  # noqa: S608 - names of ours
_DELETE_NOTICE: Final = Statement(f"DELETE FROM follow_notice {_WHERE_NOTICE}")  # noqa: S608 - names of ours


class FollowRepository(Repository):
    async def follow_match(self, person_id: int, match_id: int, now_ms: int) -> None:
        await self.database.write(_FOLLOW_MATCH(person_id=person_id, match_id=match_id, since_ms=now_ms))

    async def follow_person(self, person_id: int, followed_id: int, now_ms: int) -> None:
        await self.database.write(_FOLLOW_PERSON(person_id=person_id, followed_id=followed_id, since_ms=now_ms))

    async def unfollow_match(self, person_id: int, match_id: int) -> None:
        await self.database.write(_UNFOLLOW_MATCH(person_id=person_id, match_id=match_id))

    async def unfollow_person(self, person_id: int, followed_id: int) -> None:
        await self.database.write(_UNFOLLOW_PERSON(person_id=person_id, followed_id=followed_id))

    async def unfollow_all(self, person_id: int) -> None:
        """Let a person follow nothing anymore, and delete the notices that were still to be sent to them."""
        await self.database.write(*(statement(person_id=person_id) for statement in _UNFOLLOW_ALL))

    async def count_followed(self, person_id: int) -> int:
        """Return how many matches and people a person follows."""
        ((count,),) = await self.fetch_rows(_COUNT_FOLLOWED(person_id=person_id))
        return int(count)

    async def list_followed_people(self, person_id: int) -> list[int]:
        """Return the people whom a person follows, in the order in which they were followed."""
        return [followed_id for (followed_id,) in await self.fetch_rows(_SELECT_FOLLOWED_PEOPLE(person_id=person_id))]

    async def list_followed_matches(self, person_id: int) -> list[int]:
        """Return the IDs of the matches that a person follows, in the order in which they were followed."""
        return [match_id for (match_id,) in await self.fetch_rows(_SELECT_FOLLOWED_MATCHES(person_id=person_id))]

    async def find_reasons(self, person_id: int, match_id: int) -> FollowReasons:
        """Return whether a person follows a match, and which of its players."""
        matches, players = await self.database.read(
            *(it(person_id=person_id, match_id=match_id) for it in (_SELECT_FOLLOWED_MATCH, _SELECT_FOLLOWED_PLAYERS))
        )
        return FollowReasons(bool(matches), tuple(followed_id for (followed_id,) in players))

    async def list_due_notices(self, now_ms: int, count: int) -> list[FollowNotice]:
        return [FollowNotice(*row) for row in await self.fetch_rows(_SELECT_DUE_NOTICES(now_ms=now_ms, count=count))]

    async def begin_sending(self, notice: FollowNotice, now_ms: int) -> None:
        """Record that a notice is about to be sent. After a crash, this shows that the message may have arrived."""
        await self.database.write(_BEGIN_SENDING(**_bind_key(notice), sending_ms=now_ms))

    async def postpone_notice(self, notice: FollowNotice, due_ms: int) -> None:
        await self.database.write(_POSTPONE_NOTICE(**_bind_key(notice), due_ms=due_ms))

    async def finish_notice(self, notice: FollowNotice) -> None:
        """Delete a notice that was sent or is not wanted. If the match has ended, also stop following it."""
        ended = [_UNFOLLOW_MATCH(person_id=notice.person_id, match_id=notice.match_id)]
        await self.database.write(_DELETE_NOTICE(**_bind_key(notice)), *(ended if notice.phase == "ended" else ()))


def _bind_key(notice: FollowNotice) -> dict[str, int | str]:
    return {"match_id": notice.match_id, "person_id": notice.person_id, "phase": notice.phase}
