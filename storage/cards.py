"""Cards: the one public message of each match, and how much of the match it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from storage.deadlines import Deadline, bind_mark_done
from storage.message_cleanup import CARD, DELETE_SEND, INSERT_OBSOLETE
from storage.player_messages import UPSERT_LAST_CALL, UPSERT_TOKEN, InteractionToken
from storage.repository import Repository
from storage.statement import Statement, to_values

# A slow edit must not take back what a later one has shown, and a card that was replaced must not come back: within a
# channel the newer message wins.
_UPDATE_CARD: Final = Statement(
    """
    UPDATE match SET posted = :seq, channel = :channel, message = :message
    WHERE id = :match AND posted <= :seq
        AND (message IS NULL OR channel <> :channel OR message <= COALESCE(CAST(:message AS INTEGER), message))
    """
)
_MARK_SHOWN: Final = Statement(
    """
    UPDATE match SET shown = :seq WHERE id = :match AND posted = :seq
        AND (channel = :channel AND COALESCE(message, 0) = COALESCE(CAST(:message AS INTEGER), 0))
    """
)
# The card does not show these events until somebody presses it.
_SKIP_EVENTS: Final = Statement("UPDATE match SET shown = :seq WHERE id = :match AND shown < :seq")
# Of two messages in one channel the older one is no longer the card and is to be deleted, whichever process posted it.
_INSERT_REPLACED_CARD: Final = Statement(
    """
    INSERT INTO leftover (match, channel, message)
    SELECT id, channel,
        CASE WHEN posted <= :seq AND message < CAST(:message AS INTEGER) THEN message ELSE CAST(:message AS INTEGER) END
    FROM match WHERE id = :match AND channel = :channel AND message <> :message ON CONFLICT DO NOTHING
    """,
    is_deferrable=True,
)
_SET_HOME_CHANNEL: Final = Statement("UPDATE match SET home = :home WHERE id = :match")
_CLAIM_DECIDER: Final = Statement("UPDATE match SET shared = 1 WHERE id = :match AND shared = 0", must_match=True)
_SELECT_DECIDER_CLAIM: Final = Statement("SELECT shared FROM match WHERE id = :match")


class CardRepository(Repository):
    async def save_card(
        self,
        match: int,
        seq: int,
        channel: int,
        message: int | None,
        leaves: tuple[int, int] | None = None,
        calls: Mapping[int, Deadline] = MappingProxyType({}),
        at: int | None = None,
    ) -> None:
        """Record that this message is the card and shows the first `seq` events. Some players may not be notified yet.

        `leaves` is the message that it replaces, as (channel, message); it is to be deleted. `calls` are the players
        whom the message pinged: they count as notified in the same transaction, so that a crash does not ping them
        again. `at` is when sending it began; the pending send is removed.
        """
        card = {"match": match, "seq": seq, "channel": channel, "message": message}
        writes = [_INSERT_REPLACED_CARD(**card), _UPDATE_CARD(**card)]
        if at is not None:
            writes.append(DELETE_SEND(match=match, person=CARD, at=at))
        for person, call in calls.items():
            writes.append(UPSERT_LAST_CALL(person=person, at=at))
            writes.append(bind_mark_done(call, "called"))
        if leaves:
            writes.append(INSERT_OBSOLETE(match=match, channel=leaves[0], message=leaves[1]))
        await self.database.write(*writes)

    async def move_to_thread(self, match: int, seq: int, thread: int, home: int) -> None:
        """Record that the card will be in this thread of the channel `home`."""
        await self.database.write(
            _UPDATE_CARD(match=match, seq=seq, channel=thread, message=None), _SET_HOME_CHANNEL(match=match, home=home)
        )

    async def leave_thread(self, match: int, seq: int, home: int, leaves: Iterable[tuple[int, int]]) -> None:
        """Record that the thread cannot be reached: the match belongs to the channel `home` again and has no card."""
        obsolete = (INSERT_OBSOLETE(match=match, channel=channel, message=message) for channel, message in leaves)
        await self.database.write(
            _UPDATE_CARD(match=match, seq=seq, channel=home, message=None),
            _SET_HOME_CHANNEL(match=match, home=None),
            *obsolete,
        )

    async def mark_shown(
        self, match: int, seq: int, channel: int, message: int | None, door: InteractionToken | None = None
    ) -> None:
        """Record that this card shows the first `seq` events and that everybody has been notified.

        `door` is the token of the person who called the card into the channel. It is saved in the same transaction:
        after a crash it is the only way to their player message.
        """
        card = {"match": match, "seq": seq, "channel": channel, "message": message}
        sent = [DELETE_SEND(match=match, person=CARD, at=door.at)] if door else []
        opens = [UPSERT_TOKEN(**to_values(door), match=door.match), *sent] if door else []
        await self.database.write(_INSERT_REPLACED_CARD(**card), _UPDATE_CARD(**card), _MARK_SHOWN(**card), *opens)

    async def skip_events(self, match: int, seq: int) -> None:
        """Record that nobody can be shown the first `seq` events until somebody presses the card."""
        await self.database.write(_SKIP_EVENTS(match=match, seq=seq))

    async def claim_decider(self, match: int) -> bool:
        """Claim the right to post what decided the match. One caller gets True."""
        return await self.try_write(_CLAIM_DECIDER(match=match))

    async def is_decider_claimed(self, match: int) -> bool:
        rows = await self.fetch_rows(_SELECT_DECIDER_CLAIM(match=match))
        return bool(rows and rows[0][0])
