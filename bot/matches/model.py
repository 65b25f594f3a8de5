"""What a table can be: an offer, one that came to nothing, a match that is played, one that is over.

One file, because each kind of table is the one before and a little more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.matches.terms import OFFER_STANDS, MatchTerms
from bot.matches.time_budget import Absences, TimeBudget
from bot.wall_clock import young
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
    NAMED = "named"
    SAT = "sat"
    ROSE = "rose"
    SHOOK = "shook"
    """The dice, with a line of which the hash is stored and nothing else."""
    SET = "set"
    """Other terms: whoever had accepted is asked again."""
    STARTED = "started"
    """By its host, before the table was full, or before all who sit there had shaken the dice."""
    FILLED = "filled"
    """The house sat down, and its host is there alone: they begin by a click, their part of the dice."""
    SAID = "said"
    REMINDED = "reminded"
    LOOKED = "looked"
    SHELVED = "shelved"
    """What was practised is put away for another one: it has come to nothing."""
    PASSED = "passed"
    """One of several would rather not; the others may go on."""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    """The rules have changed: what began by those before ends here, for nothing."""


@dataclass(frozen=True, slots=True)
class JoinedPlayer:
    """Somebody who sat down, and the interaction by which they did: their part of the dice."""

    person_id: int
    nonce: str
    number: int
    """The how manieth it is who sat down here; whoever got up and came again is another."""
    shook: str = ""
    """What the line left with which they shook the dice last."""

    @property
    def place(self) -> Seat:
        """For which they are called. Before a match begins nobody has a seat, and their numbers go on below them."""
        return -1 - self.number


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
    offered_at: int
    forgotten: int
    """How many of its people have been forgotten; a memory from before still has their names."""
    seq: int
    host_id: int
    named: tuple[int, ...] = ()
    """Whom the host challenged; at an open table nobody in particular."""
    sat: tuple[JoinedPlayer, ...] = ()
    seal: bytes = b""
    """Of all that is stored of it; only an offer that is not stored yet has none, for it has no id."""
    installation: Installation = Installation.SERVER
    shown: bytes = b""
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
    def company(self) -> frozenset[int]:
        """Everybody who has to do with it: who offered, was named or sat down."""
        return frozenset((self.host_id, *self.named, *(sitter.person_id for sitter in self.sat)))

    @property
    def present(self) -> frozenset[int]:
        """Of them those who have still something to do here."""
        return self.company

    def waits_for(self, person_id: int) -> bool:  # noqa: ARG002 - what came to nothing waits for nobody
        """Is it up to somebody that it goes on?"""
        return False

    def due_of(self, person_id: int, absences: Absences) -> int | None:  # noqa: ARG002 - the same
        """Until when it waits for them."""
        return None

    def at(self, place: Seat) -> int | None:  # noqa: ARG002
        """Who is called for this place, as long as anybody is called here."""
        return None

    def eyes_of(self, person_id: int) -> Seat | None:  # noqa: ARG002 - before a match begins nobody has a seat
        """The seat with whose eyes somebody sees the table; None for who sees what everybody does."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(MatchState):
    """It stands, and waits for those who were named or for whoever comes."""

    passed: tuple[int, ...] = ()
    """Of several who were named, those who would rather not."""
    came: int = 0
    """How often somebody has sat down."""
    filled: bool = False
    """The house sits here already, and waits for the first who comes."""
    spilt: bool = False
    """The dice have been shaken for other terms, and not since."""

    @property
    def status(self) -> str:
        return "offered"

    @property
    def present(self) -> frozenset[int]:
        return self.company - frozenset(self.passed)

    @property
    def pending(self) -> frozenset[int]:
        """Who has been named, and has not answered."""
        return frozenset(self.named) - frozenset(self.passed) - {sitter.person_id for sitter in self.sat}

    @property
    def full(self) -> bool:
        """Is everybody there who is to play? Then it waits for nothing but the dice."""
        return len(self.sat) == self.terms.people

    @property
    def unshaken(self) -> tuple[JoinedPlayer, ...]:
        """Who has still to shake the dice, where everybody does first."""
        return tuple(sitter for sitter in self.sat if self.terms.shakes and not sitter.shook)

    @property
    def awaited(self) -> tuple[JoinedPlayer, ...]:
        """Whose shake alone it waits for."""
        return self.unshaken if self.full else ()

    @property
    def may_start(self) -> bool:
        """Can the host begin with those who came? At an open table, or where somebody would rather not; and of several
        without those who have not shaken the dice.
        """
        if self.full:
            return len(self.sat) > 2
        return self.terms.kind == "open" or bool(self.passed)

    @property
    def at_host(self) -> bool:
        """Has everybody answered, and not all would play? Then nothing goes on before the host says how."""
        return bool(self.passed) and not self.pending and not self.full

    def sitter(self, person_id: int) -> JoinedPlayer | None:
        return next((sitter for sitter in self.sat if sitter.person_id == person_id), None)

    def at(self, place: Seat) -> int | None:
        return next((sitter.person_id for sitter in self.sat if sitter.place == place), None)

    def waits_for(self, person_id: int) -> bool:
        if self.at_host:
            return person_id == self.host_id
        return person_id in self.pending or any(sitter.person_id == person_id for sitter in self.awaited)

    def due_of(self, person_id: int, absences: Absences) -> int | None:  # noqa: ARG002 - for everybody alike
        return self.stands(absences)

    def stands(self, absences: Absences) -> int:
        """Until when."""
        return absences.due(self.offered_at, OFFER_STANDS)

    def fills(self, absences: Absences) -> int | None:
        """When the house sits down, unless it has."""
        after = self.terms.fills
        return None if after is None or self.filled or self.full else absences.due(self.offered_at, after)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedMatch(MatchState):
    """It came to nothing: an offer to no match, or a match to no end by its rules. There is no result."""

    how: str
    """`declined`, `withdrawn` or `expired`; of practice `shelved`, put away; `outdated` where the rules have
    changed meanwhile, also of a match. Of what is foreign also `bygone`, where it had ended before that, and `newer`,
    where they are still to come here.
    """
    by: int | None = None
    """Who declined it."""

    @property
    def status(self) -> str:
        return self.how


@dataclass(frozen=True, slots=True)
class PastStep:
    """What came of a step, and which people decided in it; nobody where the house did, or it went without asking."""

    state: Any
    by: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableMatch(ClosedMatch):
    """By rules of another edition than those that are here: nobody can say where it stands, but who sat there."""

    people: tuple[int | None, ...] = ()
    """By seat, if it had begun; None is the house."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedMatch(MatchState):
    """A match, played or over: everybody has a seat."""

    engine: Match
    people: tuple[int | None, ...]
    """By seat; None is the house."""
    began: int
    moved: int
    """When the step began that is being chosen now."""
    counts: Mapping[Seat, int] = field(default_factory=dict)
    """How often each seat has chosen in this step."""
    time_budgets: Mapping[Seat, TimeBudget] = field(default_factory=dict)
    entered: Mapping[Seat, bytes] = field(default_factory=dict)
    """By who has chosen in this step the seal with which their first choice went in."""
    wished: int = 0
    """When somebody last offered a draw, or asked to cancel."""
    looked: frozenset[Seat] = frozenset()
    """Who has looked, in this step, at what lay open when they were not there."""
    recent: tuple[PastStep, ...] = ()
    """The newest steps, as far back as somebody has decided nothing since."""

    @property
    def unrated(self) -> str:
        """Why it counts for no ladder, whatever comes of it; empty where it may."""
        if None in self.people or (self.server_id is None and not self.is_user_installed):
            return "practice"
        if self.is_user_installed:
            return "abroad"
        if self.options.is_preset:
            return "drawn"
        if not self.terms.rated:
            return "agreed"
        return "young" if young(self.people, self.offered_at) else ""

    def seat_of(self, person_id: int) -> Seat | None:
        return self.people.index(person_id) if person_id in self.people else None

    def at(self, place: Seat) -> int | None:
        return self.people[place] if place >= 0 else None

    def eyes_of(self, person_id: int) -> Seat | None:
        """What the house does in a seat that was left is its own."""
        seat = self.seat_of(person_id)
        return None if seat in self.housed else seat

    @property
    def present(self) -> frozenset[int]:
        housed = self.housed
        return frozenset(who for seat, who in enumerate(self.people) if who is not None and seat not in housed)

    @property
    def played(self) -> bool:
        """Has anybody of the people decided anything here?"""
        return any(it.by for it in self.recent) or bool(self.engine.sealed.keys() - self.housed)

    def lately(self, seat: Seat | None, *, since: Seat | None) -> list[Any]:
        """What `seat` saw after each step from the one in which `since` last decided, or anybody did, up to now: what
        the house does without asking anybody hides nothing from who has just chosen.
        """
        decided = [at for at, it in enumerate(self.recent) if (it.by if since is None else since in it.by)]
        begins = decided[-1] if decided else 0
        return [*(self.game.view(it.state, seat) for it in self.recent[begins:-1]), self.engine.view_of(seat)]

    @property
    def housed(self) -> frozenset[Seat]:
        """The seats that the house plays: its own, and those that were left."""
        return self.engine.left_seats | {seat for seat, person_id in enumerate(self.people) if person_id is None}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningMatch(StartedMatch):
    """A match that is being played."""

    @property
    def status(self) -> str:
        return "playing"

    def waits_for(self, person_id: int) -> bool:
        return self.eyes_of(person_id) in self.engine.to_move

    def due_of(self, person_id: int, absences: Absences) -> int | None:
        seat = self.eyes_of(person_id)
        return None if seat is None else self.due(seat, absences)

    @property
    def consulted(self) -> frozenset[Seat]:
        """Who has nothing to choose now, and is waited for all the same: to agree to what others wish."""
        idle = self.engine.staying_seats - self.engine.seats_asked - self.housed
        unsaid = {
            seat
            for heard in (self.engine.draw_agreed_by, self.engine.cancel_agreed_by)
            if heard
            for seat in idle - heard
        }
        return frozenset(unsaid)

    def sealed(self, seat: Seat) -> RecordLine | None:
        """What a seat has chosen and may still change; its player is shown the receipt."""
        if seat not in self.engine.sealed:
            return None
        return seal_move(self.engine, str(self.id), seat, self.engine.sealed[seat], self.counts[seat])

    def limit(self, absences: Absences) -> int | None:
        """When the time for the whole match is up."""
        return None if self.terms.limit is None else absences.due(self.began, self.terms.limit)

    def due(self, seat: Seat, absences: Absences) -> int | None:
        """When the time of a seat is up."""
        return self._used(seat, self.terms.clock, absences)

    def reminder(self, seat: Seat, absences: Absences) -> int | None:
        """When most of it is gone; None where that was told, or had passed before the seat's turn came."""
        most, allowance = self.terms.reminds, self.time_budgets.get(seat)
        if most is None or allowance is None or allowance.reminded or allowance.spent >= most:
            return None
        return self._used(seat, most, absences)

    def _used(self, seat: Seat, time: int | None, absences: Absences) -> int | None:
        allowance = self.time_budgets.get(seat)
        if time is None or allowance is None or allowance.since is None:
            return None
        return absences.of(self.people[seat]).due(allowance.since, time - allowance.spent)


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
