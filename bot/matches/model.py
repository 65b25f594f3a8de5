"""The states of a match: offered, closed without a result, running, and finished.

The classes share one file because they extend each other.
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
    """How the bot became available in a channel. The values are stored, so they must not change."""

    SERVER = "server"
    """The bot is installed on the channel's server, or the channel is a direct message with the bot. The bot can read,
    post and notify people there.
    """
    USER = "user"
    """The bot is not installed in the conversation or server, but a person uses it there. It can only respond to
    interactions, and edit its messages while their tokens are valid.
    """


class EventType(StrEnum):
    """The kinds of events in an offer or a match. Their values are stored, so they must not change."""

    OFFERED = "offered"
    INVITED = "named"
    JOINED = "sat"
    LEFT = "rose"
    SEED_ADDED = "shook"
    """A player added a seed for the dice. Only its hash is stored."""
    TERMS_CHANGED = "set"
    """The host changed the terms, so players who had joined must accept again."""
    STARTED = "started"
    """The match started before every seat was taken, or before every player had added a seed."""
    AI_JOINED = "filled"
    """The AI is ready to take the empty seats. Only the host has joined, so the host must start the match."""
    MOVED = "said"
    REMINDED = "reminded"
    REVEAL_OPENED = "looked"
    PRACTICE_CLOSED = "shelved"
    """A practice match was closed to make room for another one."""
    INVITEE_DECLINED = "passed"
    """One of several invited people declined. The offer stays open for the others."""
    OFFER_DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    """The rules of the game changed, so the offer or match ends without a result."""
    BROKEN = "broken"
    """A game by others failed, so the offer or match ends without a result."""


@dataclass(frozen=True, slots=True)
class JoinedPlayer:
    """A player who joined an offer. The interaction ID of joining is their nonce: the dice also depend on it."""

    person_id: int
    nonce: str
    join_number: int
    """The position of this player in the order of joining, starting at 1. A player who rejoins gets a new number."""
    player_seed_hash: str = ""
    """Hash of the latest seed that this player added; empty if they have added none."""

    @property
    def lobby_seat(self) -> Seat:
        """A negative number that identifies the player in notifications until seats are assigned."""
        return -1 - self.join_number


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(ABC):
    """The state of a match after its first `event_count` events. Base class of all states."""

    id: int
    server_id: int | None
    channel_id: int
    game: Game[Any, Any, Any]
    options: Options
    terms: MatchTerms
    seed: bytes
    offered_ms: int
    forget_count: int
    """The number of players whose data was deleted. A cached match with a lower count still has their IDs."""
    event_count: int
    host_id: int
    invited_ids: tuple[int, ...] = ()
    """The people whom the host challenged; empty for an open offer."""
    joined_players: tuple[JoinedPlayer, ...] = ()
    seal: bytes = b""
    """The newest hash in the match's chain; empty for an offer that is not stored yet and therefore has no ID."""
    installation: Installation = Installation.SERVER
    public_seal: bytes = b""
    """The newest seal that everybody may see. If a sealed move is changed, the new seal is kept private, because it
    would reveal the change.
    """

    @property
    def is_practice(self) -> bool:
        """Whether one person plays against the AI. A practice match has no card, and nobody else sees it."""
        return self.terms.kind == "practice"

    @property
    def has_card(self) -> bool:
        """Whether the match has a public card. A tournament has a single card for all its matches."""
        return not self.is_practice and self.terms.tournament is None

    @property
    def is_user_installed(self) -> bool:
        """Whether the match is in a channel where the bot can only respond to interactions."""
        return self.installation is Installation.USER

    @property
    def is_over(self) -> bool:
        return isinstance(self, ClosedMatch | FinishedMatch)

    @property
    @abstractmethod
    def status(self) -> str:
        """The status that is stored for lists of matches: `offered`, `playing`, or how the match ended."""

    @property
    def involved_person_ids(self) -> frozenset[int]:
        """The host and everybody who was invited or joined."""
        return frozenset((self.host_id, *self.invited_ids, *(player.person_id for player in self.joined_players)))

    @property
    def active_person_ids(self) -> frozenset[int]:
        """The involved people who can still do something in this match."""
        return self.involved_person_ids

    def is_waiting_for(self, person_id: int) -> bool:  # noqa: ARG002 - overridden
        """Return whether the match cannot continue until this person acts."""
        return False

    def compute_person_deadline(self, person_id: int, absences: Absences) -> int | None:  # noqa: ARG002 - overridden
        """Return when this person's time runs out, or None if no clock runs for them."""
        return None

    def find_person_in_seat(self, seat: Seat) -> int | None:  # noqa: ARG002 - overridden
        """Return the ID of the person in this seat or lobby seat, or None if there is nobody."""
        return None

    def find_view_seat(self, person_id: int) -> Seat | None:  # noqa: ARG002 - nobody has a seat before the match starts
        """Return the seat whose view this person sees, or None if they see the public view."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(MatchState):
    """A challenge, an open offer or a practice match that has not started."""

    declined_ids: tuple[int, ...] = ()
    """Invited people who declined while the offer stayed open for others."""
    unseated_ids: tuple[int, ...] = ()
    """People who had joined before the terms changed, and have not answered since."""
    join_count: int = 0
    """How many times people have joined, including rejoins."""
    has_ai_joined: bool = False
    """Whether the AI is ready to take the empty seats once another person joins or the host starts the match."""
    were_seeds_discarded: bool = False
    """Whether the players' seeds were discarded because the terms changed, and no new seed has been added since."""

    @property
    def status(self) -> str:
        return "offered"

    @property
    def active_person_ids(self) -> frozenset[int]:
        return self.involved_person_ids - frozenset(self.declined_ids)

    @property
    def unanswered_ids(self) -> frozenset[int]:
        """The invited people who have not answered."""
        return (
            frozenset(self.invited_ids)
            - frozenset(self.declined_ids)
            - {player.person_id for player in self.joined_players}
        )

    @property
    def is_full(self) -> bool:
        """Whether all the people needed have joined. A full offer waits only for seeds."""
        return len(self.joined_players) == self.terms.people_count

    @property
    def players_without_seed(self) -> tuple[JoinedPlayer, ...]:
        """The players who must still add a seed, if the terms require seeds."""
        return tuple(player for player in self.joined_players if self.terms.shakes and not player.player_seed_hash)

    @property
    def players_delaying_start(self) -> tuple[JoinedPlayer, ...]:
        """The players without a seed if the offer is full; otherwise empty."""
        return self.players_without_seed if self.is_full else ()

    @property
    def can_host_start(self) -> bool:
        """Whether the host may start the match with the players who have joined.

        This is allowed in an open offer, and after somebody has declined. A full offer can be started without the
        missing seeds if it has more than two players.
        """
        if self.is_full:
            return len(self.joined_players) > 2
        return self.terms.kind == "open" or bool(self.declined_ids)

    @property
    def is_waiting_for_host(self) -> bool:
        """Whether all invited people have answered and some declined, so the host must decide how to continue."""
        return bool(self.declined_ids) and not self.unanswered_ids and not self.is_full

    def find_joined_player(self, person_id: int) -> JoinedPlayer | None:
        return next((player for player in self.joined_players if player.person_id == person_id), None)

    def find_person_in_seat(self, seat: Seat) -> int | None:
        return next((player.person_id for player in self.joined_players if player.lobby_seat == seat), None)

    def is_waiting_for(self, person_id: int) -> bool:
        if self.is_waiting_for_host:
            return person_id == self.host_id
        return person_id in self.unanswered_ids or any(
            player.person_id == person_id for player in self.players_delaying_start
        )

    def compute_person_deadline(self, person_id: int, absences: Absences) -> int | None:  # noqa: ARG002 - same for everybody
        return self.compute_expiry(absences)

    def compute_expiry(self, absences: Absences) -> int:
        return absences.compute_deadline(self.offered_ms, OFFER_LIFETIME_MS)

    def compute_ai_fill_time(self, absences: Absences) -> int | None:
        """Return when the AI takes the empty seats, or None if it will not take any."""
        delay_ms = self.terms.fills
        return (
            None
            if delay_ms is None or self.has_ai_joined or self.is_full
            else absences.compute_deadline(self.offered_ms, delay_ms)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedMatch(MatchState):
    """An offer that never started, or a match that ended without a result."""

    close_reason: str
    """One of `declined`, `withdrawn`, `expired`, `outdated` (the rules changed), `broken` (the game failed) or
    `shelved` (a closed practice match).

    For an `UnreadableMatch`, also `bygone` (it ended under older rules) or `newer` (this bot is too old for it).
    """
    declined_by_id: int | None = None

    @property
    def status(self) -> str:
        return self.close_reason


@dataclass(frozen=True, slots=True)
class PastStep:
    """The state after a step, and the seats of the people who made a decision in the step.

    `deciding_seats` is empty if only the AI decided or if the move was forced.
    """

    state: Any
    deciding_seats: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableMatch(ClosedMatch):
    """A match whose position cannot be computed: its rules have changed, or its game failed. Its players are known."""

    player_ids: tuple[int | None, ...] = ()
    """The person ID in each seat, with None for the AI. Empty if the match had not started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedMatch(MatchState):
    """A running or finished match: every player has a seat."""

    engine: Match
    player_ids: tuple[int | None, ...]
    """The person ID in each seat, with None for the AI."""
    began_ms: int
    step_began_ms: int
    """When the current step began."""
    choice_counts: Mapping[Seat, int] = field(default_factory=dict)
    """How many times each seat has chosen in this step. The count is part of the commitment."""
    time_budgets: Mapping[Seat, TimeBudget] = field(default_factory=dict)
    first_choice_seals: Mapping[Seat, bytes] = field(default_factory=dict)
    """For each seat with a sealed move, the seal after its first choice in this step."""
    last_proposal_ms: int = 0
    """When somebody last proposed to draw or to cancel the match."""
    seats_that_opened_reveal: frozenset[Seat] = frozenset()
    """The seats that have opened a missed temporary reveal during this step."""
    recent_steps: tuple[PastStep, ...] = ()
    """The latest steps, except those that are older than every person's last decision."""
    last_decision_steps: Mapping[Seat, int] = field(default_factory=dict)
    """For each person's seat that has made a decision, the step in which it made the latest one."""

    @property
    def unrated_reason(self) -> str | None:
        """The text key of the reason why the match cannot be rated, or None if it can be rated."""
        if None in self.player_ids or (self.server_id is None and not self.is_user_installed):
            return "practice"
        if self.is_user_installed:
            return "abroad"
        if self.options.is_preset:
            return "drawn"
        if not self.terms.rated:
            return "agreed"
        return "young" if find_new_accounts(self.player_ids, self.offered_ms) else None

    def select_absences(self, absences: Absences) -> Absences:
        """Return the absences that stop the clocks of this match. In a tournament, holidays do not."""
        return absences.without_holidays if self.terms.tournament else absences

    def find_seat(self, person_id: int) -> Seat | None:
        return self.player_ids.index(person_id) if person_id in self.player_ids else None

    def find_person_in_seat(self, seat: Seat) -> int | None:
        return self.player_ids[seat] if seat >= 0 else None

    def find_view_seat(self, person_id: int) -> Seat | None:
        """Return the person's seat, or None if they do not play or have left.

        People who have left must not see what the AI does in their seat.
        """
        seat = self.find_seat(person_id)
        return None if seat in self.ai_controlled_seats else seat

    @property
    def active_person_ids(self) -> frozenset[int]:
        ai_seats = self.ai_controlled_seats
        return frozenset(
            person_id
            for seat, person_id in enumerate(self.player_ids)
            if person_id is not None and seat not in ai_seats
        )

    @property
    def has_any_person_moved(self) -> bool:
        return any(past_step.deciding_seats for past_step in self.recent_steps) or bool(
            self.engine.sealed.keys() - self.ai_controlled_seats
        )

    def list_recent_views(self, seat: Seat | None, *, since_move_of: Seat | None) -> list[Any]:
        """Return what `seat` saw after each recent step, ending with its current view.

        The list starts with the last step in which `since_move_of` made a decision. If `since_move_of` is None, it
        starts with the last step in which any person made a decision.

        This way, players see the result of their own move even if the AI has moved again.
        """
        indexes = [
            index
            for index, past_step in enumerate(self.recent_steps)
            if (past_step.deciding_seats if since_move_of is None else since_move_of in past_step.deciding_seats)
        ]
        first = indexes[-1] if indexes else 0
        return [
            *(self.game.view(past_step.state, seat) for past_step in self.recent_steps[first:-1]),
            self.engine.view_of(seat),
        ]

    def list_recent_departures(self, seat: Seat | None) -> list[Seat]:
        """Return the seats whose players left since `seat` last made a decision, or since any person did if it is None.

        Decisions in the step during which a player left do not count, because they may have been made before.
        """

        def is_recent(steps_before_leaving: int) -> bool:
            steps_since = max(0, self.engine.step - steps_before_leaving - 1)
            if steps_since > len(self.recent_steps):
                return False
            return not any(
                past_step.deciding_seats if seat is None else seat in past_step.deciding_seats
                for past_step in self.recent_steps[len(self.recent_steps) - steps_since :]
            )

        return [left for left, steps in self.engine.steps_before_leaving.items() if is_recent(steps)]

    @property
    def ai_controlled_seats(self) -> frozenset[Seat]:
        """The seats that the AI plays: its own seats, and those of players who left."""
        return self.engine.left_seats | {seat for seat, person_id in enumerate(self.player_ids) if person_id is None}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningMatch(StartedMatch):
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
        """The seats that have no move to make, but must still answer a proposal to draw or to cancel the match."""
        idle = self.engine.staying_seats - self.engine.seats_asked - self.ai_controlled_seats
        owing = {
            seat
            for agreed in (self.engine.draw_agreed_by, self.engine.cancel_agreed_by)
            if agreed
            for seat in idle - agreed
        }
        return frozenset(owing)

    def find_sealed_move(self, seat: Seat) -> RecordLine | None:
        """Return a seat's sealed move with its commitment (hash), or None if the seat has sealed no move."""
        if seat not in self.engine.sealed:
            return None
        return seal_move(self.engine, str(self.id), seat, self.engine.sealed[seat], self.choice_counts[seat])

    def compute_match_deadline(self, absences: Absences) -> int | None:
        """Return when the time for the whole match runs out, or None if it is unlimited."""
        return None if self.terms.limit is None else absences.compute_deadline(self.began_ms, self.terms.limit)

    def compute_seat_deadline(self, seat: Seat, absences: Absences) -> int | None:
        """Return when a seat's time runs out, or None if its clock is not running."""
        return self._compute_time_when_used(seat, self.find_turn_time(seat), absences)

    def find_turn_time(self, seat: Seat) -> int | None:
        """Return the time limit for a seat's turn in milliseconds, or None if it is unlimited."""
        is_first = seat not in self.last_decision_steps
        return self.terms.first_clock if is_first and self.terms.first_clock else self.terms.clock

    def find_reminder_delay(self, seat: Seat) -> int | None:
        """Return how much of a turn's time can pass before the player is reminded, or None if there is no limit."""
        turn_time_ms = self.find_turn_time(seat)
        return None if turn_time_ms is None else turn_time_ms * 4 // 5

    def compute_reminder_time(self, seat: Seat, absences: Absences) -> int | None:
        """Return when to remind the player in a seat that their time is running out.

        Returns None without a time limit, while the player's clock is stopped, and after the player was reminded. Also
        returns None if the time for the reminder passed in an earlier step.
        """
        reminder_after_ms, budget = self.find_reminder_delay(seat), self.time_budgets.get(seat)
        if reminder_after_ms is None or budget is None or budget.was_reminded or budget.spent_ms >= reminder_after_ms:
            return None
        return self._compute_time_when_used(seat, reminder_after_ms, absences)

    def _compute_time_when_used(self, seat: Seat, budget_ms: int | None, absences: Absences) -> int | None:
        budget = self.time_budgets.get(seat)
        if budget_ms is None or budget is None or budget.running_since_ms is None:
            return None
        own_absences = self.select_absences(absences).for_person(self.player_ids[seat])
        return own_absences.compute_deadline(budget.running_since_ms, budget_ms - budget.spent_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch(StartedMatch):
    """A match with a result. Nothing about it is hidden anymore."""

    @property
    def result(self) -> Result:
        # `fold` creates a finished match only when the engine has a result.
        assert self.engine.result
        return self.engine.result

    @property
    def status(self) -> str:
        return self.result.reason

    @property
    def forfeiting_seats(self) -> frozenset[Seat]:
        """The seats whose players never made a decision, and ended the match by running out of time."""
        if self.result.reason != "lapse":
            return self.engine.no_show_seats
        losing = {seat for seat, rank in enumerate(self.result.ranks) if rank > 1}
        return frozenset(losing - self.last_decision_steps.keys())
