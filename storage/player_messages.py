"""Player messages, the interaction tokens that can change them, and when each person was last active.

A player message is the private message in which somebody plays. Two processes, or a click and an edit, may write to it
at the same time. Each row therefore says what its message shows, or '' if nobody can know; '' means "edit it again".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from storage.deadlines import KEEP_DEADLINE, Deadline, bind_mark_done
from storage.message_cleanup import CARD, DELETE_SEND, INSERT_OBSOLETE, INSERT_SEND
from storage.repository import Repository
from storage.statement import BoundStatement, Row, Statement, build_insert, build_select, to_values

PLAY: Final = "hand"
REVEAL: Final = "look"
"""A temporary reveal. Its id is that of the click that it answers."""
OFFER_PANEL: Final = "aside"
"""The private panel of an offer: its options, its player seed, and leaving it."""


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    """A private message of a match. `kind` says whether somebody plays in it."""

    match: int
    person: int
    message: int
    channel: int
    """0 for an ephemeral message, which only its token reaches."""
    step: int
    at: int
    """When the token was issued, in milliseconds."""
    token: str = ""
    """Lets the bot edit the message for 15 minutes, outside of the rate limits."""
    shows: str = ""
    """What the message shows, as far as that changes; '' if unknown."""
    kind: str = PLAY


@dataclass(frozen=True, slots=True)
class InteractionToken:
    """The newest click of a person on a card, or the command that posts the card.

    For 15 minutes its token can edit the card and open a player message. `message` is 0 while the answer to the command
    is still to become the card.
    """

    match: int
    person: int
    message: int
    token: str
    at: int


@dataclass(frozen=True, slots=True)
class Presence:
    """When somebody last did something, and when they were last notified."""

    at: int = 0
    called: int = 0


_COLUMNS: Final = "match, person, message, channel, step, at, token, shows, kind"
# Two answers to one person are never further apart when they are stored. If they seem to be, a clock was set back.
_MAX_ANSWER_GAP_MS: Final = 60_000
# The message was pressed again since.
_PRESSED_LATER: Final = f"at > :at AND at - {_MAX_ANSWER_GAP_MS} <= :at"
# The update waits for a transaction that records an edit of the same message. If the message was pressed again since,
# nobody knows which of the two answers is visible.
_WAIT_FOR_EDITS: Final = Statement(
    f"""
    UPDATE hand SET shows = CASE WHEN {_PRESSED_LATER} THEN '' ELSE shows END
    WHERE person = :person AND message = :message
    RETURNING match AS unsure, {_PRESSED_LATER} AS later
    """  # noqa: S608 - names of ours
)
_SELECT_LAST_EDIT: Final = "SELECT max(written) FROM hand WHERE person = :person AND message = :message"
# An edit after the press, for whichever match, may have replaced the answer: then `shows` is ''. An answer that is
# stored late must not take back a later one.
_UPSERT_MESSAGE: Final = Statement(
    f"""
    INSERT INTO hand ({_COLUMNS}, written)
    SELECT :match, :person, :message, :channel, :step, :at, :token,
        CASE WHEN ({_SELECT_LAST_EDIT}) >= :at THEN '' ELSE :shows END, :kind, coalesce(({_SELECT_LAST_EDIT}), 0)
    WHERE NOT EXISTS (SELECT 1 FROM hand WHERE person = :person AND message = :message AND {_PRESSED_LATER})
    ON CONFLICT (match, person, message)
    DO UPDATE SET channel = excluded.channel, step = excluded.step, at = excluded.at, token = excluded.token,
        shows = excluded.shows, kind = excluded.kind, written = excluded.written
    RETURNING (SELECT seq FROM match WHERE id = :match) AS seq, written < :at AS sure
    """  # noqa: S608 - names of ours
)
# If the person has pressed the message meanwhile, they go on playing there, and the row stays.
_DELETE_MESSAGE: Final = Statement(
    "DELETE FROM hand WHERE match = :match AND person = :person AND message = :message AND at = :at"
)
# A message belongs to one match at a time; it may have belonged to another one before.
_DELETE_FROM_OTHER_MATCHES: Final = Statement(
    f"DELETE FROM hand WHERE person = :person AND message = :message AND match <> :match AND NOT ({_PRESSED_LATER})",  # noqa: S608
    is_deferrable=True,
)
# If the message was pressed during the edit, the answer may have come before or after it: then `shows` is ''.
_NOT_PRESSED_SINCE: Final = "match = :match AND at = :at AND shows IN (:was, :shows)"
_UPDATE_AFTER_EDIT: Final = Statement(
    f"""
    UPDATE hand SET step = CASE WHEN {_NOT_PRESSED_SINCE} THEN :step ELSE step END,
        shows = CASE WHEN {_NOT_PRESSED_SINCE} THEN :shows ELSE '' END, written = :written
    WHERE person = :person AND message = :message
    RETURNING match, at, shows
    """,  # noqa: S608 - names of ours
    is_deferrable=True,
)
SELECT_MESSAGES_OF_MATCH: Final = build_select(_COLUMNS, "FROM hand WHERE match = :match ORDER BY person, at, message")
_SELECT_MESSAGES_OF_PERSON: Final = build_select(
    _COLUMNS, "FROM hand WHERE person = :person AND kind = 'hand' ORDER BY match, at, message"
)
# There are few player messages and few live matches, but many ended ones: so look through the messages.
_SELECT_OF_ENDED_MATCHES: Final = build_select(
    _COLUMNS,
    """FROM hand WHERE NOT EXISTS (SELECT 1 FROM match WHERE match.id = hand.match AND live = 1)
    ORDER BY match, person""",
)
# A slow transaction must not take back a later time.
UPSERT_PRESENCE: Final = Statement(
    """
    INSERT INTO presence (person, at, called) VALUES (:person, :at, 0)
    ON CONFLICT (person) DO UPDATE SET at = CASE WHEN presence.at > excluded.at THEN presence.at ELSE excluded.at END
    """
)
UPSERT_LAST_CALL: Final = Statement(
    """
    INSERT INTO presence (person, at, called) VALUES (:person, 0, :at)
    ON CONFLICT (person) DO UPDATE SET called = excluded.called
    """
)
_TOKEN_COLUMNS: Final = "match, person, message, token, at"  # noqa: S105 - names of columns
UPSERT_TOKEN: Final = build_insert(
    "door",
    _TOKEN_COLUMNS,
    """ON CONFLICT (match, person) DO UPDATE SET message = excluded.message, token = excluded.token, at = excluded.at
    WHERE door.at <= excluded.at""",
)
# A token that is there belongs to the card that is there.
_INSERT_PENDING_TOKEN: Final = build_insert("door", _TOKEN_COLUMNS, "ON CONFLICT DO NOTHING")
SELECT_TOKENS: Final = build_select(_TOKEN_COLUMNS, "FROM door WHERE match = :match ORDER BY at DESC, person")
_DELETE_TOKENS: Final = Statement("DELETE FROM door WHERE match = :match AND at <= :at")
_SELECT_PRESENCE: Final = Statement("SELECT at, called FROM presence WHERE person = :person")


class PlayerMessageRepository(Repository):
    async def save_message(
        self,
        hand: PlayerMessage,
        seq: int = 0,
        *,
        present: bool = False,
        pause: Deadline | None = None,
        door: InteractionToken | None = None,
    ) -> list[int]:
        """Record that this message belongs to this match and to no other, unless it was pressed again since.

        `seq` is how many events of the match it shows. `present` says that the person has just pressed it, `pause` is
        the deadline at which it is paused, and `door` is the token that opened it, so that nothing else opens a second
        one. Returns the matches whose messages may not show the newest state and must be edited again.
        """
        writes = _bind_save(hand, hand.at if present else 0)
        if door:
            writes.append(UPSERT_TOKEN(**to_values(door), match=door.match))
        if pause:
            writes.append(KEEP_DEADLINE(match=hand.match, **to_values(pause)))
        _, there, held, *_ = await self.database.write(*writes)
        outrun = [match for match, later in there if later]
        return outrun or [hand.match for events, sure in held if not sure or events > seq]

    async def release_message(self, person: int, message: int, at: int) -> None:
        """Record that no match is played in this message any more; the person who pressed it is active."""
        await self.database.write(
            UPSERT_PRESENCE(person=person, at=at),
            _DELETE_FROM_OTHER_MATCHES(person=person, message=message, match=0, at=at),
        )

    async def save_direct_message(self, hand: PlayerMessage, call: Deadline | None = None, at: int = 0) -> None:
        """Store a direct message that has just been sent.

        If the message is a notification, `call` is its deadline. It is marked done in the same transaction, so that a
        crash cannot send it twice.
        """
        writes = [*_bind_save(hand, 0), DELETE_SEND(match=hand.match, person=hand.person, at=hand.at)]
        if call:
            writes += [UPSERT_LAST_CALL(person=hand.person, at=at), bind_mark_done(call, "called")]
        await self.database.write(*writes)

    async def queue_deletion(self, hand: PlayerMessage) -> None:
        """Record that this message is not played in any more and is to be deleted."""
        await self.database.write(
            INSERT_OBSOLETE(match=hand.match, channel=hand.channel, message=hand.message),
            _DELETE_MESSAGE(match=hand.match, person=hand.person, message=hand.message, at=hand.at),
        )

    async def record_edit(self, hand: PlayerMessage, step: int, shows: str, at: int) -> list[int]:
        """Record what an edit made the message show, and when.

        If somebody pressed the message during the edit, nobody knows whether the edit or the answer came last. Returns
        the matches that the message now belongs to; they must edit it again. A lock would not help: a press would have
        to wait for it, and the answer may come from another process.
        """
        now = replace(hand, step=step, shows=shows)
        (rows,) = await self.database.write(
            _UPDATE_AFTER_EDIT(**to_values(now), match=now.match, was=hand.shows, written=at)
        )
        return [match for match, *rest in rows if (match, *rest) != (now.match, now.at, now.shows)]

    async def record_last_edit(self, hand: PlayerMessage, at: int) -> list[int]:
        """Delete the row after the last edit of its message, unless the message was pressed meanwhile.

        Returns the same as `record_edit`.
        """
        known = {**to_values(hand), "match": hand.match}
        _, rows = await self.database.write(
            _DELETE_MESSAGE(**known), _UPDATE_AFTER_EDIT(**known, was=hand.shows, written=at)
        )
        return [match for match, *_ in rows]

    async def delete_message(self, hand: PlayerMessage) -> None:
        """Delete the row, unless the message was pressed since the caller read it."""
        await self.database.write(
            _DELETE_MESSAGE(match=hand.match, person=hand.person, message=hand.message, at=hand.at)
        )

    async def list_of_match(self, match: int, kind: str = PLAY) -> list[PlayerMessage]:
        return [
            it
            for it in read_player_messages(await self.fetch_rows(SELECT_MESSAGES_OF_MATCH(match=match)))
            if it.kind == kind
        ]

    async def list_of_ended_matches(self) -> list[PlayerMessage]:
        """Return the player messages of matches that have ended."""
        return read_player_messages(await self.fetch_rows(_SELECT_OF_ENDED_MATCHES()))

    async def load_presence(self, person: int) -> Presence:
        return _read_presence(await self.fetch_rows(_SELECT_PRESENCE(person=person)))

    async def load_presence_and_messages(self, person: int) -> tuple[Presence, list[PlayerMessage]]:
        """Return when a person was last active, and every message in which they play."""
        there, hands = await self.database.read(
            _SELECT_PRESENCE(person=person), _SELECT_MESSAGES_OF_PERSON(person=person)
        )
        return _read_presence(there), read_player_messages(hands)

    async def save_pending_token(self, door: InteractionToken, channel: int) -> None:
        """Save the token of a command whose reply will be the card, and record that the card is being sent."""
        await self.database.write(
            _INSERT_PENDING_TOKEN(**to_values(replace(door, message=0)), match=door.match),
            INSERT_SEND(match=door.match, person=CARD, channel=channel, at=door.at),
        )

    async def save_token(self, door: InteractionToken) -> None:
        await self.database.write(UPSERT_TOKEN(**to_values(door), match=door.match))

    async def list_tokens(self, match: int) -> list[InteractionToken]:
        """Return the tokens of a match, newest first."""
        return read_tokens(await self.fetch_rows(SELECT_TOKENS(match=match)))

    async def delete_tokens(self, match: int, at: int) -> None:
        """Delete the tokens of a match that were issued at `at` or before."""
        await self.database.write(_DELETE_TOKENS(match=match, at=at))


def _bind_save(hand: PlayerMessage, present: int) -> list[BoundStatement]:
    """Return the statements that save a message.

    The first one locks the row of the person: two processes that save at once would not see each other's rows.
    """
    held = [
        it(**to_values(hand), match=hand.match) for it in (_WAIT_FOR_EDITS, _UPSERT_MESSAGE, _DELETE_FROM_OTHER_MATCHES)
    ]
    return [UPSERT_PRESENCE(person=hand.person, at=present), *held]


def _read_presence(rows: Sequence[Row]) -> Presence:
    return Presence(*rows[0]) if rows else Presence()


def read_player_messages(rows: Iterable[Row]) -> list[PlayerMessage]:
    return [PlayerMessage(*row) for row in rows]


def read_tokens(rows: Iterable[Row]) -> list[InteractionToken]:
    return [InteractionToken(*row) for row in rows]
