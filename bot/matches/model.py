"""What a table can be: an offer, one that came to nothing, a match that is played, one that is over.

One file, because each kind of table is the one before and a little more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.matches.terms import OFFER_LIFETIME_MS, MatchTerms
from bot.matches.time_budget import Absences, TimeBudget
from bot.wall_clock import find_new_accounts
from games.chain import RecordLine
from games.core import Game, Result, Seat
from games.fairness import seal_move
from games.match import Match
from games.options import Options


class Installation(StrEnum):
    """Whether a place has the bot, or somebody has brought it along; stored by name."""

    SERVER = "server"
    """A server that has us, or our direct messages with somebody: we read, post and call there."""
    USER = "user"
    """A conversation of others: a direct message of two, a group, a server without us. There we say something only by
    what somebody has pressed, for as long as that lasts.
    """


class EventType(StrEnum):
    """What can happen at a table; stored by name."""

    OFFERED = "offered"
    INVITED = "named"
    JOINED = "sat"
    LEFT = "rose"
    SEED_ADDED = "shook"
    """The dice, with a line of which the hash is stored and nothing else."""
    TERMS_CHANGED = "set"
    """Other terms: whoever had accepted is asked again."""
    STARTED = "started"
    """By its host, before the table was full, or before all who sit there had shaken the dice."""
    AI_JOINED = "filled"
    """The house sat down, and its host is there alone: they begin by a click, their part of the dice."""
    MOVED = "said"
    REMINDED = "reminded"
    REVEAL_OPENED = "looked"
    PRACTICE_CLOSED = "shelved"
    """What was practised is put away for another one: it has come to nothing."""
    INVITEE_DECLINED = "passed"
    """One of several would rather not; the others may go on."""
    OFFER_DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    """The rules have changed: what began by those before ends here, for nothing."""


@dataclass(frozen=True, slots=True)
class JoinedPlayer:
    """Somebody who sat down, and the interaction by which they did: their part of the dice."""

    person_id: int
    nonce: str
    join_number: int
    """The how manieth it is who sat down here; whoever got up and came again is another."""
    player_seed_hash: str = ""
    """What the line left with which they shook the dice last."""

    @property
    def lobby_seat(self) -> Seat:
        """For which they are called. Before a match begins nobody has a seat, and their numbers go on below them."""
        return -1 - self.join_number


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(ABC):
    """What every table has, after `seq` events."""

    id: int
    server_id: int | None
    channel_id: int
    game: Game[Any, Any, Any]
    options: Options
    terms: MatchTerms
    seed: bytes
    offered_ms: int
    forget_count: int
    """How many of its people have been forgotten; a memory from before still has their names."""
    event_count: int
    host_id: int
    invited_ids: tuple[int, ...] = ()
    """Whom the host challenged; at an open table nobody in particular."""
    joined_players: tuple[JoinedPlayer, ...] = ()
    seal: bytes = b""
    """Of all that is stored of it; only an offer that is not stored yet has none, for it has no id."""
    installation: Installation = Installation.SERVER
    public_seal: bytes = b""
    """The newest that everybody may see: one for a change of mind would tell of it."""

    @property
    def is_practice(self) -> bool:
        """Between somebody and the house alone: it has no card, and nobody else sees it."""
        return self.terms.kind == "practice"

    @property
    def is_user_installed(self) -> bool:
        """Is it where only a press lets us speak?"""
        return self.installation is Installation.USER

    @property
    def is_over(self) -> bool:
        """Is there nothing left to be done here?"""
        return isinstance(self, ClosedMatch | FinishedMatch)

    @property
    @abstractmethod
    def status(self) -> str:
        """For lists, and stored: `offered`, `playing`, or how it ended."""

    @property
    def involved_person_ids(self) -> frozenset[int]:
        """Everybody who has to do with it: who offered, was named or sat down."""
        return frozenset((self.host_id, *self.invited_ids, *(sitter.person_id for sitter in self.joined_players)))

    @property
    def active_person_ids(self) -> frozenset[int]:
        """Of them those who have still something to do here."""
        return self.involved_person_ids

    def is_waiting_for(self, person_id: int) -> bool:  # noqa: ARG002 - what came to nothing waits for nobody
        """Is it up to somebody that it goes on?"""
        return False

    def compute_person_deadline(self, person_id: int, absences: Absences) -> int | None:  # noqa: ARG002 - the same
        """Until when it waits for them."""
        return None

    def find_person_in_seat(self, seat: Seat) -> int | None:  # noqa: ARG002
        """Who is called for this place, as long as anybody is called here."""
        return None

    def find_view_seat(self, person_id: int) -> Seat | None:  # noqa: ARG002 - before a match begins nobody has a seat
        """The seat with whose eyes somebody sees the table; None for who sees what everybody does."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(MatchState):
    """It stands, and waits for those who were named or for whoever comes."""

    declined_ids: tuple[int, ...] = ()
    """Of several who were named, those who would rather not."""
    join_count: int = 0
    """How often somebody has sat down."""
    has_ai_joined: bool = False
    """The house sits here already, and waits for the first who comes."""
    were_seeds_discarded: bool = False
    """The dice have been shaken for other terms, and not since."""

    @property
    def status(self) -> str:
        return "offered"

    @property
    def active_person_ids(self) -> frozenset[int]:
        return self.involved_person_ids - frozenset(self.declined_ids)

    @property
    def unanswered_ids(self) -> frozenset[int]:
        """Who has been named, and has not answered."""
        return (
            frozenset(self.invited_ids)
            - frozenset(self.declined_ids)
            - {sitter.person_id for sitter in self.joined_players}
        )

    @property
    def is_full(self) -> bool:
        """Is everybody there who is to play? Then it waits for nothing but the dice."""
        return len(self.joined_players) == self.terms.people_count

    @property
    def players_without_seed(self) -> tuple[JoinedPlayer, ...]:
        """Who has still to shake the dice, where everybody does first."""
        return tuple(sitter for sitter in self.joined_players if self.terms.shakes and not sitter.player_seed_hash)

    @property
    def players_delaying_start(self) -> tuple[JoinedPlayer, ...]:
        """Whose shake alone it waits for."""
        return self.players_without_seed if self.is_full else ()

    @property
    def can_host_start(self) -> bool:
        """Can the host begin with those who came? At an open table, or where somebody would rather not; and of several
        without those who have not shaken the dice.
        """
        if self.is_full:
            return len(self.joined_players) > 2
        return self.terms.kind == "open" or bool(self.declined_ids)

    @property
    def is_waiting_for_host(self) -> bool:
        """Has everybody answered, and not all would play? Then nothing goes on before the host says how."""
        return bool(self.declined_ids) and not self.unanswered_ids and not self.is_full

    def find_joined_player(self, person_id: int) -> JoinedPlayer | None:
        return next((sitter for sitter in self.joined_players if sitter.person_id == person_id), None)

    def find_person_in_seat(self, seat: Seat) -> int | None:
        return next((sitter.person_id for sitter in self.joined_players if sitter.lobby_seat == seat), None)

    def is_waiting_for(self, person_id: int) -> bool:
        if self.is_waiting_for_host:
            return person_id == self.host_id
        return person_id in self.unanswered_ids or any(
            sitter.person_id == person_id for sitter in self.players_delaying_start
        )

    def compute_person_deadline(self, person_id: int, absences: Absences) -> int | None:  # noqa: ARG002 - for everybody alike
        return self.compute_expiry(absences)

    def compute_expiry(self, absences: Absences) -> int:
        """Until when."""
        return absences.compute_deadline(self.offered_ms, OFFER_LIFETIME_MS)

    def compute_ai_fill_time(self, absences: Absences) -> int | None:
        """When the house sits down, unless it has."""
        after = self.terms.fills
        return (
            None
            if after is None or self.has_ai_joined or self.is_full
            else absences.compute_deadline(self.offered_ms, after)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedMatch(MatchState):
    """It came to nothing: an offer to no match, or a match to no end by its rules. There is no result."""

    close_reason: str
    """`declined`, `withdrawn` or `expired`; of practice `shelved`, put away; `outdated` where the rules have
    changed meanwhile, also of a match. Of what is foreign also `bygone`, where it had ended before that, and `newer`,
    where they are still to come here.
    """
    declined_by_id: int | None = None
    """Who declined it."""

    @property
    def status(self) -> str:
        return self.close_reason


@dataclass(frozen=True, slots=True)
class PastStep:
    """What came of a step, and which people decided in it; nobody where the house did, or it went without asking."""

    state: Any
    deciding_seats: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableMatch(ClosedMatch):
    """By rules of another edition than those that are here: nobody can say where it stands, but who sat there."""

    player_ids: tuple[int | None, ...] = ()
    """By seat, if it had begun; None is the house."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedMatch(MatchState):
    """A match, played or over: everybody has a seat."""

    engine: Match
    player_ids: tuple[int | None, ...]
    """By seat; None is the house."""
    began_ms: int
    step_began_ms: int
    """When the step began that is being chosen now."""
    choice_counts: Mapping[Seat, int] = field(default_factory=dict)
    """How often each seat has chosen in this step."""
    time_budgets: Mapping[Seat, TimeBudget] = field(default_factory=dict)
    first_choice_seals: Mapping[Seat, bytes] = field(default_factory=dict)
    """By who has chosen in this step the seal with which their first choice went in."""
    last_proposal_ms: int = 0
    """When somebody last offered a draw, or asked to cancel."""
    seats_that_opened_reveal: frozenset[Seat] = frozenset()
    """Who has looked, in this step, at what lay open when they were not there."""
    recent_steps: tuple[PastStep, ...] = ()
    """The newest steps, as far back as somebody has decided nothing since."""

    @property
    def unrated_reason(self) -> str:
        """Why it counts for no ladder, whatever comes of it; empty where it may."""
        if None in self.player_ids or (self.server_id is None and not self.is_user_installed):
            return "practice"
        if self.is_user_installed:
            return "abroad"
        if self.options.is_preset:
            return "drawn"
        if not self.terms.rated:
            return "agreed"
        return "young" if find_new_accounts(self.player_ids, self.offered_ms) else ""

    def find_seat(self, person_id: int) -> Seat | None:
        return self.player_ids.index(person_id) if person_id in self.player_ids else None

    def find_person_in_seat(self, seat: Seat) -> int | None:
        return self.player_ids[seat] if seat >= 0 else None

    def find_view_seat(self, person_id: int) -> Seat | None:
        """What the house does in a seat that was left is its own."""
        seat = self.find_seat(person_id)
        return None if seat in self.ai_controlled_seats else seat

    @property
    def active_person_ids(self) -> frozenset[int]:
        housed = self.ai_controlled_seats
        return frozenset(who for seat, who in enumerate(self.player_ids) if who is not None and seat not in housed)

    @property
    def has_any_person_moved(self) -> bool:
        """Has anybody of the people decided anything here?"""
        return any(it.deciding_seats for it in self.recent_steps) or bool(
            self.engine.sealed.keys() - self.ai_controlled_seats
        )

    def list_recent_views(self, seat: Seat | None, *, since_move_of: Seat | None) -> list[Any]:
        """What `seat` saw after each step from the one in which `since` last decided, or anybody did, up to now: what
        the house does without asking anybody hides nothing from who has just chosen.
        """
        decided = [
            at
            for at, it in enumerate(self.recent_steps)
            if (it.deciding_seats if since_move_of is None else since_move_of in it.deciding_seats)
        ]
        begins = decided[-1] if decided else 0
        return [*(self.game.view(it.state, seat) for it in self.recent_steps[begins:-1]), self.engine.view_of(seat)]

    @property
    def ai_controlled_seats(self) -> frozenset[Seat]:
        """The seats that the house plays: its own, and those that were left."""
        return self.engine.left_seats | {seat for seat, person_id in enumerate(self.player_ids) if person_id is None}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningMatch(StartedMatch):
    """A match that is being played."""

    @property
    def status(self) -> str:
        return "playing"

    def is_waiting_for(self, person_id: int) -> bool:
        return self.find_view_seat(person_id) in self.engine.to_move

    def compute_person_deadline(self, person_id: int, absences: Absences) -> int | None:
        seat = self.find_view_seat(person_id)
        return None if seat is None else self.compute_seat_deadline(seat, absences)

    @property
    def seats_owing_agreement(self) -> frozenset[Seat]:
        """Who has nothing to choose now, and is waited for all the same: to agree to what others wish."""
        idle = self.engine.staying_seats - self.engine.seats_asked - self.ai_controlled_seats
        unsaid = {
            seat
            for heard in (self.engine.draw_agreed_by, self.engine.cancel_agreed_by)
            if heard
            for seat in idle - heard
        }
        return frozenset(unsaid)

    def find_sealed_move(self, seat: Seat) -> RecordLine | None:
        """What a seat has chosen and may still change; its player is shown the receipt."""
        if seat not in self.engine.sealed:
            return None
        return seal_move(self.engine, str(self.id), seat, self.engine.sealed[seat], self.choice_counts[seat])

    def compute_match_deadline(self, absences: Absences) -> int | None:
        """When the time for the whole match is up."""
        return None if self.terms.limit is None else absences.compute_deadline(self.began_ms, self.terms.limit)

    def compute_seat_deadline(self, seat: Seat, absences: Absences) -> int | None:
        """When the time of a seat is up."""
        return self._compute_time_when_used(seat, self.terms.clock, absences)

    def compute_reminder_time(self, seat: Seat, absences: Absences) -> int | None:
        """When most of it is gone; None where that was told, or had passed before the seat's turn came."""
        most, allowance = self.terms.reminder_after_ms, self.time_budgets.get(seat)
        if most is None or allowance is None or allowance.was_reminded or allowance.spent_ms >= most:
            return None
        return self._compute_time_when_used(seat, most, absences)

    def _compute_time_when_used(self, seat: Seat, budget_ms: int | None, absences: Absences) -> int | None:
        allowance = self.time_budgets.get(seat)
        if budget_ms is None or allowance is None or allowance.running_since_ms is None:
            return None
        return absences.for_person(self.player_ids[seat]).compute_deadline(
            allowance.running_since_ms, budget_ms - allowance.spent_ms
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch(StartedMatch):
    """A match that is over: nothing is hidden any more."""

    @property
    def result(self) -> Result:
        # The journal makes a match one that is over exactly when there is one.
        assert self.engine.result
        return self.engine.result

    @property
    def status(self) -> str:
        return self.result.reason
