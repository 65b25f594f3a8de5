"""Everything that delivery needs to know of a match beside its journal, all from one snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from storage.deadlines import SELECT_DEADLINES_OF_MATCH, Deadline, read_deadlines
from storage.matches import SELECT_HEADER, SELECT_LIVE_OF_PERSON, MatchHeader, read_headers
from storage.message_cleanup import SELECT_OBSOLETE, SELECT_SENDS, ObsoleteMessage, PendingSend
from storage.people import SELECT_GONE
from storage.player_messages import (
    OFFER_PANEL,
    PLAY,
    SELECT_MESSAGES_OF_MATCH,
    SELECT_TOKENS,
    InteractionToken,
    PlayerMessage,
    read_player_messages,
    read_tokens,
)
from storage.repository import Repository


@dataclass(frozen=True, slots=True)
class PlayerContext:
    """What a player message shows beside its own match."""

    live: tuple[MatchHeader, ...]
    """All matches that this person is playing, oldest first."""
    gone: frozenset[int]
    """Who has left the match's server and has done nothing since."""


@dataclass(frozen=True, slots=True)
class MatchDeliveryState:
    """A match without its journal: its deadlines and its messages."""

    header: MatchHeader
    standing: tuple[Deadline, ...]
    """Earliest first."""
    hands: tuple[PlayerMessage, ...]
    """Player messages."""
    asides: tuple[PlayerMessage, ...]
    doors: tuple[InteractionToken, ...]
    """Newest first."""
    leftovers: tuple[ObsoleteMessage, ...]
    postings: tuple[PendingSend, ...]
    gone: frozenset[int]
    """Who has left the match's server and has done nothing since."""


class DeliveryStateRepository(Repository):
    async def load_state(self, match: int) -> MatchDeliveryState | None:
        headers, standing, hands, doors, left, postings, gone = await self.database.read(
            SELECT_HEADER(match=match),
            SELECT_DEADLINES_OF_MATCH(match=match),
            SELECT_MESSAGES_OF_MATCH(match=match),
            SELECT_TOKENS(match=match),
            SELECT_OBSOLETE(match=match),
            SELECT_SENDS(match=match),
            SELECT_GONE(match=match),
        )
        if not headers:
            return None
        there = read_player_messages(hands)
        return MatchDeliveryState(
            header=read_headers(headers)[0],
            standing=tuple(read_deadlines(standing)),
            hands=tuple(it for it in there if it.kind == PLAY),
            asides=tuple(it for it in there if it.kind == OFFER_PANEL),
            doors=tuple(read_tokens(doors)),
            leftovers=tuple(ObsoleteMessage(*row) for row in left),
            postings=tuple(PendingSend(*row) for row in postings),
            gone=frozenset(row[0] for row in gone),
        )

    async def load_player_context(self, match: int, person: int) -> PlayerContext:
        """Return what a player message needs. Not part of `load_state`: somebody may be in a thousand matches."""
        live, gone = await self.database.read(SELECT_LIVE_OF_PERSON(person=person), SELECT_GONE(match=match))
        return PlayerContext(tuple(read_headers(live)), frozenset(row[0] for row in gone))
