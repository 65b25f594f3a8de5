"""Hands: the private messages in which people play; doors, by which they are opened; and who was last there when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from storage.deadline import KEPT, Deadline, answered
from storage.leftover import CARD, LEAVE, SENDING, SENT
from storage.part import Part
from storage.statement import Bound, Row, Statement, fields, insert, select

HAND: Final = "hand"
LOOK: Final = "look"
"""At what lies open for a moment; it is known by the press that it answers."""
ASIDE: Final = "aside"
"""What opened beside an offer, for whoever may change it, shake its dice or go."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A private message: mostly one in which somebody plays."""

    match: int
    person: int
    message: int
    channel: int
    """0 for one that only its token reaches."""
    step: int
    at: int
    """When its token was fresh."""
    token: str = ""
    """With which it can be changed for a quarter of an hour, at no cost."""
    shows: str = ""
    """What stands there, as far as it changes."""
    kind: str = HAND


@dataclass(frozen=True, slots=True)
class Door:
    """What somebody has pressed on the card of a match, or called it with: by its token the card can be changed, and a
    hand be opened for them. One without a message is ajar: the answer to it was to become the card.
    """

    match: int
    person: int
    message: int
    token: str
    at: int


@dataclass(frozen=True, slots=True)
class Presence:
    """When somebody last did something, and when they were last called."""

    at: int = 0
    called: int = 0


_COLUMNS: Final = "match, person, message, channel, step, at, token, shows, kind"
# Milliseconds: no two answers of one person are further apart when they are noted. What is, is a watch set back.
_APART: Final = 60_000
# It was pressed once more since.
_LATER: Final = f"at > :at AND at - {_APART} <= :at"
# Whoever notes just now that it was written there is waited for. Of an answer that is noted after that to a later press
# nobody knows whether it lies upon the other.
_AWAIT: Final = Statement(
    f"""
    UPDATE hand SET shows = CASE WHEN {_LATER} THEN '' ELSE shows END WHERE person = :person AND message = :message
    RETURNING match AS unsure, {_LATER} AS later
    """  # noqa: S608 - names of ours
)
_WRITTEN: Final = "SELECT max(written) FROM hand WHERE person = :person AND message = :message"
# What was written there after the press, at whichever match, may lie upon the answer. An answer that is noted late
# never takes back a later one.
_HOLD: Final = Statement(
    f"""
    INSERT INTO hand ({_COLUMNS}, written)
    SELECT :match, :person, :message, :channel, :step, :at, :token,
        CASE WHEN ({_WRITTEN}) >= :at THEN '' ELSE :shows END, :kind, coalesce(({_WRITTEN}), 0)
    WHERE NOT EXISTS (SELECT 1 FROM hand WHERE person = :person AND message = :message AND {_LATER})
    ON CONFLICT (match, person, message)
    DO UPDATE SET channel = excluded.channel, step = excluded.step, at = excluded.at, token = excluded.token,
        shows = excluded.shows, kind = excluded.kind, written = excluded.written
    RETURNING (SELECT seq FROM match WHERE id = :match) AS seq, written < :at AS sure
    """  # noqa: S608 - names of ours
)
# Whoever has pressed it meanwhile plays on there.
_DROP: Final = Statement(
    "DELETE FROM hand WHERE match = :match AND person = :person AND message = :message AND at = :at"
)
# One message is one hand: it may have been another match's before.
_TURN: Final = Statement(
    f"DELETE FROM hand WHERE person = :person AND message = :message AND match <> :match AND NOT ({_LATER})",  # noqa: S608
    unhurried=True,
)
# Where the message was pressed during the edit, the answer may have come before or after it: then `shows` is ''.
_UNTOUCHED: Final = "match = :match AND at = :at AND shows IN (:was, :shows)"
_EDITED: Final = Statement(
    f"""
    UPDATE hand SET step = CASE WHEN {_UNTOUCHED} THEN :step ELSE step END,
        shows = CASE WHEN {_UNTOUCHED} THEN :shows ELSE '' END, written = :written
    WHERE person = :person AND message = :message
    RETURNING match, at, shows
    """,  # noqa: S608 - names of ours
    unhurried=True,
)
HANDS: Final = select(_COLUMNS, "FROM hand WHERE match = :match ORDER BY person, at, message")
_OF: Final = select(_COLUMNS, "FROM hand WHERE person = :person AND kind = 'hand' ORDER BY match, at, message")
# Hands are few, and so are live matches; all that ever ended are not.
_LEFT_OPEN: Final = select(
    _COLUMNS,
    """FROM hand WHERE NOT EXISTS (SELECT 1 FROM match WHERE match.id = hand.match AND live = 1)
    ORDER BY match, person""",
)
# A slow one never takes back what came later.
PRESENT: Final = Statement(
    """
    INSERT INTO presence (person, at, called) VALUES (:person, :at, 0)
    ON CONFLICT (person) DO UPDATE SET at = CASE WHEN presence.at > excluded.at THEN presence.at ELSE excluded.at END
    """
)
CALLED: Final = Statement(
    """
    INSERT INTO presence (person, at, called) VALUES (:person, 0, :at)
    ON CONFLICT (person) DO UPDATE SET called = excluded.called
    """
)
_DOOR: Final = "match, person, message, token, at"
OPEN: Final = insert(
    "door",
    _DOOR,
    """ON CONFLICT (match, person) DO UPDATE SET message = excluded.message, token = excluded.token, at = excluded.at
    WHERE door.at <= excluded.at""",
)
# What is there already leads to the card that there is.
_AJAR: Final = insert("door", _DOOR, "ON CONFLICT DO NOTHING")
DOORS: Final = select(_DOOR, "FROM door WHERE match = :match ORDER BY at DESC, person")
_SHUT: Final = Statement("DELETE FROM door WHERE match = :match AND at <= :at")
PRESENCE: Final = Statement("SELECT at, called FROM presence WHERE person = :person")


class Hands(Part):
    async def hold(
        self,
        hand: Hand,
        seq: int = 0,
        *,
        present: bool = False,
        pause: Deadline | None = None,
        door: Door | None = None,
    ) -> list[int]:
        """This message is a hand of this match from now on, and of no other, unless it was pressed once more since;
        whoever has just pressed it is there, and it is paused at the latest when it is told to be. By a door that comes
        with it nobody opens a second one. Returns the matches of which it is not sure to show the newest, if what it
        shows came of the first `seq` events of this one.
        """
        writes = _held(hand, hand.at if present else 0)
        if door:
            writes.append(OPEN(**fields(door), match=door.match))
        if pause:
            writes.append(KEPT(match=hand.match, **fields(pause)))
        _, there, held, *_ = await self.database.write(*writes)
        outrun = [match for match, later in there if later]
        return outrun or [hand.match for events, sure in held if not sure or events > seq]

    async def put_away(self, person: int, message: int, at: int) -> None:
        """What was played in this message until then is played there no more; whoever pressed it is there."""
        await self.database.write(PRESENT(person=person, at=at), _TURN(person=person, message=message, match=0, at=at))

    async def came(self, hand: Hand, call: Deadline | None = None, at: int = 0) -> None:
        """The same of a direct message that was being sent. The call that it is was made then: else whoever goes on
        after a crash would make it once more.
        """
        writes = [*_held(hand, 0), SENT(match=hand.match, person=hand.person, at=hand.at)]
        if call:
            writes += [CALLED(person=hand.person, at=at), answered(call, "called")]
        await self.database.write(*writes)

    async def laid_aside(self, hand: Hand) -> None:
        """It is no hand any more, and is to go as soon as Discord lets it."""
        await self.database.write(
            LEAVE(match=hand.match, channel=hand.channel, message=hand.message),
            _DROP(match=hand.match, person=hand.person, message=hand.message, at=hand.at),
        )

    async def note_edit(self, hand: Hand, step: int, shows: str, at: int) -> list[int]:
        """Note what an edit made the message show, and when.

        If somebody pressed the message during the edit, nobody knows whether the edit or the answer came last. Returns
        the matches whose hand it is now, which must show it once more. A lock around edits would not do: a press would
        have to wait for it, and answers may come from another process.
        """
        now = replace(hand, step=step, shows=shows)
        (rows,) = await self.database.write(_EDITED(**fields(now), match=now.match, was=hand.shows, written=at))
        return [match for match, *rest in rows if (match, *rest) != (now.match, now.at, now.shows)]

    async def note_last_edit(self, hand: Hand, at: int) -> list[int]:
        """Drop the hand after its last edit; if it was pressed during that, it stays one. Returns the same as above."""
        known = {**fields(hand), "match": hand.match}
        _, rows = await self.database.write(_DROP(**known), _EDITED(**known, was=hand.shows, written=at))
        return [match for match, *_ in rows]

    async def drop(self, hand: Hand) -> None:
        """As it is known to whoever drops it."""
        await self.database.write(_DROP(match=hand.match, person=hand.person, message=hand.message, at=hand.at))

    async def hands(self, match: int, kind: str = HAND) -> list[Hand]:
        return [it for it in read_hands(await self.rows(HANDS(match=match))) if it.kind == kind]

    async def hands_left_open(self) -> list[Hand]:
        """Those of matches that have ended."""
        return read_hands(await self.rows(_LEFT_OPEN()))

    async def presence(self, person: int) -> Presence:
        return _presence(await self.rows(PRESENCE(person=person)))

    async def whereabouts(self, person: int) -> tuple[Presence, list[Hand]]:
        """When they were there last, and all that they have before them."""
        there, hands = await self.database.read(PRESENCE(person=person), _OF(person=person))
        return _presence(there), read_hands(hands)

    async def ajar(self, door: Door, channel: int) -> None:
        """Their command is about to be answered by the card, in this channel: whoever comes after a crash asks what
        became of it.
        """
        await self.database.write(
            _AJAR(**fields(replace(door, message=0)), match=door.match),
            SENDING(match=door.match, person=CARD, channel=channel, at=door.at),
        )

    async def open_door(self, door: Door) -> None:
        await self.database.write(OPEN(**fields(door), match=door.match))

    async def doors(self, match: int) -> list[Door]:
        """The newest first."""
        return read_doors(await self.rows(DOORS(match=match)))

    async def shut_doors(self, match: int, at: int) -> None:
        """Those that were opened then or before lead nowhere any more."""
        await self.database.write(_SHUT(match=match, at=at))


def _held(hand: Hand, present: int) -> list[Bound]:
    """Of one person in turn: what two processes hold at once would not see each other."""
    held = [it(**fields(hand), match=hand.match) for it in (_AWAIT, _HOLD, _TURN)]
    return [PRESENT(person=hand.person, at=present), *held]


def _presence(rows: Sequence[Row]) -> Presence:
    return Presence(*rows[0]) if rows else Presence()


def read_hands(rows: Iterable[Row]) -> list[Hand]:
    return [Hand(*row) for row in rows]


def read_doors(rows: Iterable[Row]) -> list[Door]:
    return [Door(*row) for row in rows]
