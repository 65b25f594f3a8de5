"""Player messages, the interaction tokens that can edit them, and when each person was last active.

A player message is the private message in which a person plays. Two processes, or a click and an edit, can change it at
the same time. Each row therefore stores a key that identifies the content that its message shows. The key is NULL if
the content is uncertain; then the message is edited again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from storage.database import Repository
from storage.deadlines import KEEP_DEADLINE, Deadline, DeadlineOutcome, bind_mark_done
from storage.message_cleanup import CARD, DELETE_SEND, INSERT_OBSOLETE, INSERT_SEND
from storage.statement import BoundStatement, Row, Statement, build_insert, build_select, to_values

PLAY: Final = "play"
OFFER_PANEL: Final = "offer_panel"
"""The kind of an offer's private panel, which shows the options, the player seed and a button to leave the offer."""


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    """A person's private message for playing a match (`kind` is `PLAY`), or about an offer (`OFFER_PANEL`)."""

    match_id: int
    person_id: int
    message_id: int
    channel_id: int | None
    """The channel's ID; None for an ephemeral message, which can only be edited with its token."""
    step: int
    last_used_ms: int
    """When the person last clicked the message, or when it was sent if it has not been clicked."""
    token: str | None = None
    """An interaction token, which lets the bot edit the message for 15 minutes without using up rate limits."""
    content_key: str | None = None
    """Identifies the changeable content of the message; None if the content is unknown."""
    kind: str = PLAY


@dataclass(frozen=True, slots=True)
class InteractionToken:
    """The token of a person's latest click on a card, or of the command that posts the card.

    For 15 minutes, the bot can use the token to edit the card and to open a player message.
    """

    match_id: int
    person_id: int
    message_id: int | None
    """The ID of the card; None until the reply to the command has become the card."""
    token: str
    issued_ms: int


@dataclass(frozen=True, slots=True)
class Presence:
    """When a person was last active and when they were last notified; 0 means never."""

    last_active_ms: int = 0
    last_notified_ms: int = 0
    last_active_in_match_ms: int = 0
    """When the person was last active in the match for which this presence was loaded."""


_COLUMNS: Final = "match_id, person_id, message_id, channel_id, step, last_used_ms, token, content_key, kind"
_SAME_MESSAGE: Final = "person_id = :person_id AND message_id = :message_id"
# Answers to the same person are stored within this time of each other. A larger gap means that a clock was set back.
_MAX_ANSWER_GAP_MS: Final = 60_000
# True if the message was clicked again since the click that is being stored.
_PRESSED_LATER: Final = f"last_used_ms > :last_used_ms AND last_used_ms - {_MAX_ANSWER_GAP_MS} <= :last_used_ms"
# The update waits for any transaction that records an edit of the same message. If the message was clicked again since,
# it is unknown which of the two answers is visible.
_WAIT_FOR_EDITS: Final = Statement(
    f"""
    UPDATE player_message SET content_key = CASE WHEN {_PRESSED_LATER} THEN NULL ELSE content_key END
    WHERE {_SAME_MESSAGE}
    RETURNING match_id AS other_match_id, {_PRESSED_LATER} AS is_pressed_later
    """  # noqa: S608 - names of ours
)
_SELECT_LAST_EDIT: Final = f"SELECT MAX(last_edited_ms) FROM player_message WHERE {_SAME_MESSAGE}"  # noqa: S608
# An edit after the click, even for another match, may have replaced the answer. In that case, `content_key` is NULL. An
# answer that is stored late must not overwrite a later one.
_UPSERT_MESSAGE: Final = Statement(
    f"""
    INSERT INTO player_message ({_COLUMNS}, last_edited_ms)
    SELECT :match_id, :person_id, :message_id, :channel_id, :step, :last_used_ms, :token,
        CASE WHEN ({_SELECT_LAST_EDIT}) >= :last_used_ms THEN NULL ELSE :content_key END, :kind, ({_SELECT_LAST_EDIT})
    WHERE NOT EXISTS (SELECT 1 FROM player_message WHERE {_SAME_MESSAGE} AND {_PRESSED_LATER})
    ON CONFLICT (match_id, person_id, message_id)
    DO UPDATE SET channel_id = excluded.channel_id, step = excluded.step, last_used_ms = excluded.last_used_ms,
        token = excluded.token, content_key = excluded.content_key, kind = excluded.kind,
        last_edited_ms = excluded.last_edited_ms
    RETURNING (SELECT event_count FROM match WHERE id = :match_id) AS event_count,
        COALESCE(last_edited_ms, 0) < :last_used_ms AS is_newer_than_edits
    """  # noqa: S608 - names of ours
)
# If the person has clicked the message in the meantime, they are still playing there, and the row is kept.
_DELETE_MESSAGE: Final = Statement(
    f"DELETE FROM player_message WHERE match_id = :match_id AND {_SAME_MESSAGE} AND last_used_ms = :last_used_ms"  # noqa: S608
)
# A message belongs to one match at a time, but that match can change.
_DELETE_FROM_OTHER_MATCHES: Final = Statement(
    f"DELETE FROM player_message WHERE {_SAME_MESSAGE} AND match_id <> :match_id AND NOT ({_PRESSED_LATER})",  # noqa: S608
    is_deferrable=True,
)
# If the message was clicked during the edit, it is unknown whether the answer or the edit came last. In that case,
# `content_key` becomes NULL.
_NOT_PRESSED_SINCE: Final = """match_id = :match_id AND last_used_ms = :last_used_ms
        AND COALESCE(content_key, '') IN (COALESCE(:old_content_key, ''), COALESCE(:content_key, ''))"""
_UPDATE_AFTER_EDIT: Final = Statement(
    f"""
    UPDATE player_message SET step = CASE WHEN {_NOT_PRESSED_SINCE} THEN :step ELSE step END,
        content_key = CASE WHEN {_NOT_PRESSED_SINCE} THEN :content_key ELSE NULL END, last_edited_ms = :last_edited_ms
    WHERE {_SAME_MESSAGE}
    RETURNING match_id, last_used_ms, content_key
    """,  # noqa: S608 - names of ours
    is_deferrable=True,
)
SELECT_MESSAGES_OF_MATCH: Final = build_select(
    _COLUMNS, "FROM player_message WHERE match_id = :match_id ORDER BY person_id, last_used_ms, message_id"
)
_SELECT_MESSAGES_OF_PERSON: Final = build_select(
    _COLUMNS,
    "FROM player_message WHERE person_id = :person_id AND kind = 'play' ORDER BY match_id, last_used_ms, message_id",
)
# Scans the player messages, because there are few of them and few live matches, but many ended matches.
_SELECT_OF_ENDED_MATCHES: Final = build_select(
    _COLUMNS,
    """FROM player_message
    WHERE NOT EXISTS (SELECT 1 FROM match WHERE match.id = player_message.match_id AND is_live = 1)
    ORDER BY match_id, person_id""",
)
# A slow transaction must not overwrite a later time.
UPSERT_PRESENCE: Final = Statement(
    """
    INSERT INTO presence (person_id, last_active_ms, last_notified_ms) VALUES (:person_id, :last_active_ms, 0)
    ON CONFLICT (person_id) DO UPDATE SET last_active_ms =
        CASE WHEN presence.last_active_ms > excluded.last_active_ms THEN presence.last_active_ms
        ELSE excluded.last_active_ms END
    """
)
UPSERT_MATCH_PRESENCE: Final = Statement(
    """
    INSERT INTO match_presence (match_id, person_id, last_active_ms) VALUES (:match_id, :person_id, :last_active_ms)
    ON CONFLICT (match_id, person_id) DO UPDATE SET last_active_ms =
        CASE WHEN match_presence.last_active_ms > excluded.last_active_ms THEN match_presence.last_active_ms
        ELSE excluded.last_active_ms END
    """
)
_DELETE_MATCH_PRESENCE: Final = Statement(
    "DELETE FROM match_presence WHERE match_id = :match_id AND last_active_ms <= :active_until_ms"
)
UPSERT_LAST_NOTIFIED: Final = Statement(
    """
    INSERT INTO presence (person_id, last_active_ms, last_notified_ms) VALUES (:person_id, 0, :last_notified_ms)
    ON CONFLICT (person_id) DO UPDATE SET last_notified_ms = excluded.last_notified_ms
    """
)
_TOKEN_COLUMNS: Final = "match_id, person_id, message_id, token, issued_ms"  # noqa: S105 - names of columns
UPSERT_TOKEN: Final = build_insert(
    "interaction_token",
    _TOKEN_COLUMNS,
    """ON CONFLICT (match_id, person_id) DO UPDATE
    SET message_id = excluded.message_id, token = excluded.token, issued_ms = excluded.issued_ms
    WHERE interaction_token.issued_ms <= excluded.issued_ms""",
)
# A token that is already stored belongs to the current card, so it is kept.
_INSERT_PENDING_TOKEN: Final = build_insert("interaction_token", _TOKEN_COLUMNS, "ON CONFLICT DO NOTHING")
SELECT_TOKENS: Final = build_select(
    _TOKEN_COLUMNS, "FROM interaction_token WHERE match_id = :match_id ORDER BY issued_ms DESC, person_id"
)
_DELETE_TOKENS: Final = Statement(
    "DELETE FROM interaction_token WHERE match_id = :match_id AND issued_ms <= :issued_until_ms"
)
_SELECT_PRESENCE: Final = Statement(
    """
    SELECT presence.last_active_ms, last_notified_ms, COALESCE(match_presence.last_active_ms, 0) FROM presence
    LEFT JOIN match_presence ON match_presence.person_id = presence.person_id AND match_id = :match_id
    WHERE presence.person_id = :person_id
    """
)


class PlayerMessageRepository(Repository):
    async def save_message(
        self,
        message: PlayerMessage,
        event_count: int = 0,
        *,
        was_pressed: bool = False,
        pause_deadline: Deadline | None = None,
        token: InteractionToken | None = None,
    ) -> list[int]:
        """Store a player message and remove it from any other match, unless a later click on it has been stored.

        Return the IDs of the matches that must edit their messages again, because the messages may not show the latest
        state.

        `event_count` is the number of the match's events that the message shows. `was_pressed` means that the person
        has just clicked the message. At `pause_deadline`, before its token expires, the message is marked as paused.
        `token` was used to open the message; storing it keeps the bot from opening a second message.
        """
        writes = _bind_save(message, message.last_used_ms if was_pressed else 0)
        if token:
            writes.append(UPSERT_TOKEN(match_id=token.match_id, **to_values(token)))
        if pause_deadline:
            writes.append(KEEP_DEADLINE(match_id=message.match_id, **to_values(pause_deadline)))
        _, waited, saved, *_ = await self.database.write(*writes)
        overtaken = [match_id for match_id, is_pressed_later in waited if is_pressed_later]
        return overtaken or [
            message.match_id
            for stored_count, is_newer_than_edits in saved
            if not is_newer_than_edits or stored_count > event_count
        ]

    async def release_message(self, person_id: int, message_id: int, used_ms: int) -> None:
        """Detach a private message from its match, so that refreshes of the match do not overwrite its new content.

        Also record that the person who clicked the message was active at `used_ms`.
        """
        message = {"person_id": person_id, "message_id": message_id, "last_used_ms": used_ms}
        await self.database.write(
            UPSERT_PRESENCE(person_id=person_id, last_active_ms=used_ms),
            # No match has the ID 0, so the message is removed from all matches.
            _DELETE_FROM_OTHER_MATCHES(match_id=0, **message),
        )

    async def save_direct_message(
        self, message: PlayerMessage, notification: Deadline | None = None, notified_ms: int = 0
    ) -> None:
        """Store a direct message that has just been sent.

        If the message is a notification, `notification` is its deadline. The deadline is marked as done in the same
        transaction, so that the notification is not sent again after a crash.
        """
        sent = {"recipient_id": message.person_id, "started_ms": message.last_used_ms}
        writes = [*_bind_save(message, 0), DELETE_SEND(match_id=message.match_id, **sent)]
        if notification:
            writes.append(UPSERT_LAST_NOTIFIED(person_id=message.person_id, last_notified_ms=notified_ms))
            writes.append(bind_mark_done(notification, DeadlineOutcome.NOTIFIED))
        await self.database.write(*writes)

    async def queue_deletion(self, message: PlayerMessage) -> None:
        """Queue a player message for deletion and delete its row, unless it was clicked since the row was read."""
        values = {"match_id": message.match_id, **to_values(message)}
        await self.database.write(INSERT_OBSOLETE(**values), _DELETE_MESSAGE(**values))

    async def record_edit(
        self, message: PlayerMessage, step: int, content_key: str | None, edited_ms: int
    ) -> list[int]:
        """Record the content and time of an edit, and return the IDs of matches that must edit the message again.

        If the person clicked the message during the edit, it is unknown whether the edit or the answer to the click
        came last. The matches that the message belongs to must then edit it again. A lock would not help: clicks would
        have to wait for it, and the answer may come from another process.
        """
        edited = replace(message, step=step, content_key=content_key)
        (rows,) = await self.database.write(
            _UPDATE_AFTER_EDIT(
                match_id=edited.match_id,
                **to_values(edited),
                old_content_key=message.content_key,
                last_edited_ms=edited_ms,
            )
        )
        expected = (edited.match_id, edited.last_used_ms, edited.content_key)
        return [row[0] for row in rows if tuple(row) != expected]

    async def record_last_edit(self, message: PlayerMessage, edited_ms: int) -> list[int]:
        """Delete a message's row after the final edit, unless the message was clicked in the meantime.

        Like `record_edit`, return the IDs of matches that must edit the message again.
        """
        values = {"match_id": message.match_id, **to_values(message)}
        _, rows = await self.database.write(
            _DELETE_MESSAGE(**values),
            _UPDATE_AFTER_EDIT(**values, old_content_key=message.content_key, last_edited_ms=edited_ms),
        )
        return [match_id for match_id, *_ in rows]

    async def delete_message(self, message: PlayerMessage) -> None:
        """Delete a message's row, unless the message was clicked since the caller read the row."""
        await self.database.write(_DELETE_MESSAGE(match_id=message.match_id, **to_values(message)))

    async def list_of_match(self, match_id: int, kind: str = PLAY) -> list[PlayerMessage]:
        """Return a match's player messages of the given kind."""
        rows = await self.fetch_rows(SELECT_MESSAGES_OF_MATCH(match_id=match_id))
        return [message for message in read_player_messages(rows) if message.kind == kind]

    async def list_of_ended_matches(self) -> list[PlayerMessage]:
        """Return the player messages of matches that have ended."""
        return read_player_messages(await self.fetch_rows(_SELECT_OF_ENDED_MATCHES()))

    async def load_presence(self, person_id: int, match_id: int | None = None) -> Presence:
        """Return when a person was last active, anywhere and in the match, and when they were last notified."""
        return _read_presence(await self.fetch_rows(_SELECT_PRESENCE(person_id=person_id, match_id=match_id)))

    async def load_presence_and_messages(
        self, person_id: int, match_id: int | None = None
    ) -> tuple[Presence, list[PlayerMessage]]:
        """Return a person's presence and all messages in which they play, in any match."""
        presence, messages = await self.database.read(
            _SELECT_PRESENCE(person_id=person_id, match_id=match_id), _SELECT_MESSAGES_OF_PERSON(person_id=person_id)
        )
        return _read_presence(presence), read_player_messages(messages)

    async def save_pending_token(self, token: InteractionToken, channel_id: int) -> None:
        """Save the token of a command whose reply will be the card, and record the card as a pending send."""
        await self.database.write(
            _INSERT_PENDING_TOKEN(match_id=token.match_id, **to_values(replace(token, message_id=None))),
            INSERT_SEND(match_id=token.match_id, recipient_id=CARD, channel_id=channel_id, started_ms=token.issued_ms),
        )

    async def save_token(self, token: InteractionToken) -> None:
        """Save a token, unless a newer token for the same match and person is stored."""
        await self.database.write(UPSERT_TOKEN(match_id=token.match_id, **to_values(token)))

    async def delete_tokens(self, match_id: int, issued_until_ms: int) -> None:
        """Delete a match's tokens issued by `issued_until_ms`, and records of people's activity in it until then."""
        await self.database.write(
            _DELETE_TOKENS(match_id=match_id, issued_until_ms=issued_until_ms),
            _DELETE_MATCH_PRESENCE(match_id=match_id, active_until_ms=issued_until_ms),
        )


def _bind_save(message: PlayerMessage, active_ms: int) -> list[BoundStatement]:
    """Return the statements that save a message.

    The first statement locks the person's presence row. Otherwise, two processes that save at the same time would not
    see each other's rows.
    """
    values = {"match_id": message.match_id, **to_values(message)}
    saves = [statement(**values) for statement in (_WAIT_FOR_EDITS, _UPSERT_MESSAGE, _DELETE_FROM_OTHER_MATCHES)]
    writes = [UPSERT_PRESENCE(person_id=message.person_id, last_active_ms=active_ms), *saves]
    if active_ms:
        writes.append(UPSERT_MATCH_PRESENCE(last_active_ms=active_ms, **values))
    return writes


def _read_presence(rows: Sequence[Row]) -> Presence:
    return Presence(*rows[0]) if rows else Presence()


def read_player_messages(rows: Iterable[Row]) -> list[PlayerMessage]:
    return [PlayerMessage(*row) for row in rows]


def read_tokens(rows: Iterable[Row]) -> list[InteractionToken]:
    return [InteractionToken(*row) for row in rows]
