"""A match's delivery state: its deadlines, messages, tokens and departed players, all read from one snapshot."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from storage.database import Repository
from storage.deadlines import SELECT_DEADLINES_OF_MATCH, Deadline, read_deadlines
from storage.matches import SELECT_HEADER, SELECT_LIVE_OF_PERSON, MatchHeader, read_headers
from storage.message_cleanup import SELECT_OBSOLETE, SELECT_SENDS, ObsoleteMessage, PendingSend
from storage.people import SELECT_DEPARTED
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


@dataclass(frozen=True, slots=True)
class PlayerContext:
    """What a player message shows besides its match: the recipient's live matches, and which players have departed."""

    live_matches: Sequence[MatchHeader]
    """All live matches of the message's recipient, oldest first."""
    departed: frozenset[int]
    """The players who have left the match's server and have not been active since."""


@dataclass(frozen=True, slots=True)
class MatchDeliveryState:
    """The stored data, except the journal, that is needed to deliver a match's messages."""

    header: MatchHeader
    deadlines: tuple[Deadline, ...]
    """The match's deadlines, earliest first."""
    player_messages: tuple[PlayerMessage, ...]
    """The private messages in which people play this match."""
    offer_panels: tuple[PlayerMessage, ...]
    tokens: tuple[InteractionToken, ...]
    """The match's interaction tokens, newest first."""
    obsolete_messages: tuple[ObsoleteMessage, ...]
    pending_sends: tuple[PendingSend, ...]
    departed: frozenset[int]
    """The players who have left the match's server and have not been active since."""


class DeliveryStateRepository(Repository):
    async def load_state(self, match_id: int) -> MatchDeliveryState | None:
        headers, deadlines, messages, tokens, obsolete, sends, departed = await self.database.read(
            SELECT_HEADER(match_id=match_id),
            SELECT_DEADLINES_OF_MATCH(match_id=match_id),
            SELECT_MESSAGES_OF_MATCH(match_id=match_id),
            SELECT_TOKENS(match_id=match_id),
            SELECT_OBSOLETE(match_id=match_id),
            SELECT_SENDS(match_id=match_id),
            SELECT_DEPARTED(match_id=match_id),
        )
        if not headers:
            return None
        player_messages = read_player_messages(messages)
        return MatchDeliveryState(
            header=read_headers(headers)[0],
            deadlines=tuple(read_deadlines(deadlines)),
            player_messages=tuple(message for message in player_messages if message.kind == PLAY),
            offer_panels=tuple(message for message in player_messages if message.kind == OFFER_PANEL),
            tokens=tuple(read_tokens(tokens)),
            obsolete_messages=tuple(ObsoleteMessage(*row) for row in obsolete),
            pending_sends=tuple(PendingSend(*row) for row in sends),
            departed=frozenset(row[0] for row in departed),
        )

    async def load_player_context(self, match_id: int, person_id: int) -> PlayerContext:
        """Return the person's live matches and the match's departed players, both shown in the person's player message.

        They are not part of `load_state`, because one person can be in a thousand matches.
        """
        live_matches, departed = await self.database.read(
            SELECT_LIVE_OF_PERSON(person_id=person_id), SELECT_DEPARTED(match_id=match_id)
        )
        return PlayerContext(tuple(read_headers(live_matches)), frozenset(row[0] for row in departed))

    async def load_live_matches(self, person_ids: Collection[int]) -> Mapping[int, Sequence[MatchHeader]]:
        """Return the live matches of each of these people, oldest first."""
        if not person_ids:
            return {}
        queries = [SELECT_LIVE_OF_PERSON(person_id=person_id) for person_id in person_ids]
        return dict(zip(person_ids, map(read_headers, await self.database.read(*queries)), strict=True))
