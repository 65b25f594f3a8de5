"""Which matches there are: by their player, channel and server, and which have not been shown yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from storage.deadline import Deadline, answered
from storage.hand import CALLED, OPEN, Door
from storage.leftover import CARD, LEAVE, SENT
from storage.part import Part
from storage.result import LAST
from storage.statement import Bound, Row, Statement, fields, select


@dataclass(frozen=True, slots=True)
class Header:
    id: int
    server: int | None
    channel: int
    game: str
    edition: int
    options: str
    terms: str
    seed: str
    status: str
    live: bool
    seq: int
    """How many events there are, and so the key of the next."""
    shown: int
    """How many of them everybody has been told of."""
    message: int | None
    opened: int
    changed: int
    forgotten: int
    """How often somebody in it was forgotten: who remembers it with another number remembers a name too many."""
    posted: int
    """How many events its message shows."""
    home: int | None = None
    """The channel above, while or since it is played in a thread that hangs on its first message there."""
    venue: str = "home"


@dataclass(frozen=True, slots=True)
class Crowd:
    """How much is going on, of a person and on a server: offers that wait for somebody, and matches."""

    offers: int
    """That they have made."""
    matches: int
    offers_there: int
    matches_there: int


COLUMNS: Final = (
    "id, server, channel, game, edition, options, terms, seed, status, live, seq, shown, message, opened, changed,"
    " forgotten, posted, home, venue"
)
HEADER: Final = select(COLUMNS, "FROM match WHERE id = :match")
_LIVE: Final = select(COLUMNS, "FROM match WHERE live = 1 AND id > :after ORDER BY id LIMIT :count")
_ENDED: Final = select(COLUMNS, "FROM match WHERE live = 0 AND id > :after ORDER BY id LIMIT :count")
LIVE_OF: Final = select(
    COLUMNS, "FROM match WHERE id IN (SELECT match FROM seat WHERE person = :person AND seat.live = 1) ORDER BY id"
)
_LIVE_IN: Final = select(COLUMNS, "FROM match WHERE channel = :channel AND live = 1 ORDER BY id")
_LIVE_ON: Final = select(COLUMNS, "FROM match WHERE server = :server AND live = 1 ORDER BY id")
# At an offer whoever made it comes first; those who are only asked have not asked for it.
_CROWD: Final = Statement(
    """
    SELECT
        (SELECT count(*) FROM seat WHERE person = :person AND live = 1 AND seat = 0
            AND EXISTS (SELECT 1 FROM match WHERE id = seat.match AND status = :offered)),
        (SELECT count(*) FROM seat WHERE person = :person AND live = 1 AND standing = 'plays'
            AND EXISTS (SELECT 1 FROM match WHERE id = seat.match AND status <> :offered)),
        (SELECT count(*) FROM match WHERE server = :server AND live = 1 AND status = :offered),
        (SELECT count(*) FROM match WHERE server = :server AND live = 1 AND status <> :offered)
    """
)
_TALLY: Final = Statement("SELECT status, count(*) FROM match WHERE live = 1 GROUP BY status ORDER BY status")
_UNSHOWN: Final = select(COLUMNS, "FROM match WHERE shown < seq AND changed <= :before ORDER BY id")
# What was shown later was shown more of: a slow edit never takes it back. Nor does a card that lies further up in its
# channel, which others have replaced meanwhile.
_POST: Final = Statement(
    """
    UPDATE match SET posted = :seq, channel = :channel, message = :message
    WHERE id = :match AND posted <= :seq
        AND (message IS NULL OR channel <> :channel OR message <= COALESCE(CAST(:message AS INTEGER), message))
    """
)
_SHOWN: Final = Statement(
    """
    UPDATE match SET shown = :seq WHERE id = :match AND posted = :seq
        AND (channel = :channel AND COALESCE(message, 0) = COALESCE(CAST(:message AS INTEGER), 0))
    """
)
# What its message does not show it shows once somebody has pressed it.
_PASSED_OVER: Final = Statement("UPDATE match SET shown = :seq WHERE id = :match AND shown < :seq")
# The one that is the card no more is to go, whoever has posted it; and what came too late to be it.
_OUTRUN: Final = Statement(
    """
    INSERT INTO leftover (match, channel, message)
    SELECT id, channel,
        CASE WHEN posted <= :seq AND message < CAST(:message AS INTEGER) THEN message ELSE CAST(:message AS INTEGER) END
    FROM match WHERE id = :match AND channel = :channel AND message <> :message ON CONFLICT DO NOTHING
    """,
    unhurried=True,
)
_HOME: Final = Statement("UPDATE match SET home = :home WHERE id = :match")
_SHARE: Final = Statement("UPDATE match SET shared = 1 WHERE id = :match AND shared = 0", must=True)
_SHARED: Final = Statement("SELECT shared FROM match WHERE id = :match")


class Headers(Part):
    async def header(self, match: int) -> Header | None:
        return next(iter(await self._headers(HEADER(match=match))), None)

    async def live(self, after: int = 0, count: int = 1000) -> list[Header]:
        """A page of all matches that have not ended, the oldest first."""
        return await self._headers(_LIVE(after=after, count=count))

    async def ended(self, after: int = 0, count: int = 1000) -> list[Header]:
        """A page of all others."""
        return await self._headers(_ENDED(after=after, count=count))

    async def live_of(self, person: int) -> list[Header]:
        return await self._headers(LIVE_OF(person=person))

    async def live_in(self, channel: int) -> list[Header]:
        return await self._headers(_LIVE_IN(channel=channel))

    async def live_on(self, server: int) -> list[Header]:
        return await self._headers(_LIVE_ON(server=server))

    async def crowd(self, person: int, server: int | None, offered: str) -> Crowd:
        """How much is going on; `offered` is the status of what waits for somebody."""
        ((row,),) = await self.database.read(_CROWD(person=person, server=server or 0, offered=offered))
        return Crowd(*row)

    async def tally(self) -> dict[str, int]:
        """How many matches that are not over there are, by status."""
        return {str(status): int(count) for status, count in await self.rows(_TALLY())}

    async def unshown(self, before: int = LAST) -> list[Header]:
        """Where something is stored that has not been told, ended matches included; and nothing since `before`."""
        return await self._headers(_UNSHOWN(before=before))

    async def post(
        self,
        match: int,
        seq: int,
        channel: int,
        message: int | None,
        leaves: tuple[int, int] | None = None,
        calls: Mapping[int, Deadline] = MappingProxyType({}),
        at: int | None = None,
    ) -> None:
        """This message in this channel shows the match after its first `seq` events; others are still to be asked.

        The one that it replaces, by channel and number, is kept in mind until it is gone. With the time `at` which
        sending it began the note that it was being sent goes. Whom it calls has been called then: else whoever goes on
        after a crash would call them once more.
        """
        card = {"match": match, "seq": seq, "channel": channel, "message": message}
        writes = [_OUTRUN(**card), _POST(**card)]
        if at is not None:
            writes.append(SENT(match=match, person=CARD, at=at))
        for person, call in calls.items():
            writes.append(CALLED(person=person, at=at))
            writes.append(answered(call, "called"))
        if leaves:
            writes.append(LEAVE(match=match, channel=leaves[0], message=leaves[1]))
        await self.database.write(*writes)

    async def enter(self, match: int, seq: int, thread: int, home: int) -> None:
        """Its card is to be in this thread of that channel from here on; there it was shown so far."""
        await self.database.write(
            _POST(match=match, seq=seq, channel=thread, message=None), _HOME(match=match, home=home)
        )

    async def forsake(self, match: int, seq: int, home: int, leaves: Iterable[tuple[int, int]]) -> None:
        """Its thread is out of reach: it is a match of that channel again, with nothing of it there."""
        left = (LEAVE(match=match, channel=channel, message=message) for channel, message in leaves)
        await self.database.write(
            _POST(match=match, seq=seq, channel=home, message=None), _HOME(match=match, home=None), *left
        )

    async def show(self, match: int, seq: int, channel: int, message: int | None, door: Door | None = None) -> None:
        """This message in this channel shows the match after its first `seq` events, and everybody has been asked. With
        the door of whoever has called it there: else, after a crash, it would never lead to their hand. That it was
        being sent goes with it.
        """
        card = {"match": match, "seq": seq, "channel": channel, "message": message}
        sent = [SENT(match=match, person=CARD, at=door.at)] if door else []
        opens = [OPEN(**fields(door), match=door.match), *sent] if door else []
        await self.database.write(_OUTRUN(**card), _POST(**card), _SHOWN(**card), *opens)

    async def share(self, match: int) -> bool:
        """Of all who would tell everybody what decided it, one is told yes."""
        return await self.wrote(_SHARE(match=match))

    async def shared(self, match: int) -> bool:
        """Somebody has."""
        rows = await self.rows(_SHARED(match=match))
        return bool(rows and rows[0][0])

    async def pass_over(self, match: int, seq: int) -> None:
        """Nobody can be told of its first `seq` events before somebody asks; its message stays as it is until then."""
        await self.database.write(_PASSED_OVER(match=match, seq=seq))

    async def _headers(self, query: Bound) -> list[Header]:
        return read_headers(await self.rows(query))


def read_headers(rows: Iterable[Row]) -> list[Header]:
    return [Header(*(*row[:9], bool(row[9]), *row[10:])) for row in rows]
