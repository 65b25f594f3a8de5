"""What a table can be: an offer, one that came to nothing, a match that is played, one that is over.

One file, because each kind of table is the one before and a little more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.matches.terms import OFFER_STANDS, Agreement
from bot.matches.time_budget import Absences, Allowance
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


class Kind(StrEnum):
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
class Sitter:
    """Somebody who sat down, and the interaction by which they did: their part of the dice."""

    person: int
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
class Table(ABC):
    """What every table has, after `seq` events."""

    id: int
    server: int | None
    channel: int
    game: Game[Any, Any, Any]
    options: Options
    agreement: Agreement
    seed: bytes
    offered_at: int
    forgotten: int
    """How many of its people have been forgotten; a memory from before still has their names."""
    seq: int
    host: int
    named: tuple[int, ...] = ()
    """Whom the host challenged; at an open table nobody in particular."""
    sat: tuple[Sitter, ...] = ()
    seal: bytes = b""
    """Of all that is stored of it; only an offer that is not stored yet has none, for it has no id."""
    installation: Installation = Installation.SERVER
    shown: bytes = b""
    """The newest that everybody may see: one for a change of mind would tell of it."""

    @property
    def private(self) -> bool:
        """Between somebody and the house alone: it has no card, and nobody else sees it."""
        return self.agreement.kind == "practice"

    @property
    def abroad(self) -> bool:
        """Is it where only a press lets us speak?"""
        return self.installation is Installation.USER

    @property
    def over(self) -> bool:
        """Is there nothing left to be done here?"""
        return isinstance(self, Closed | Over)

    @property
    @abstractmethod
    def status(self) -> str:
        """For lists, and stored: `offered`, `playing`, or how it ended."""

    @property
    def company(self) -> frozenset[int]:
        """Everybody who has to do with it: who offered, was named or sat down."""
        return frozenset((self.host, *self.named, *(sitter.person for sitter in self.sat)))

    @property
    def present(self) -> frozenset[int]:
        """Of them those who have still something to do here."""
        return self.company

    def waits_for(self, person: int) -> bool:  # noqa: ARG002 - what came to nothing waits for nobody
        """Is it up to somebody that it goes on?"""
        return False

    def due_of(self, person: int, absences: Absences) -> int | None:  # noqa: ARG002 - the same
        """Until when it waits for them."""
        return None

    def at(self, place: Seat) -> int | None:  # noqa: ARG002
        """Who is called for this place, as long as anybody is called here."""
        return None

    def eyes_of(self, person: int) -> Seat | None:  # noqa: ARG002 - before a match begins nobody has a seat
        """The seat with whose eyes somebody sees the table; None for who sees what everybody does."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Table):
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
        return frozenset(self.named) - frozenset(self.passed) - {sitter.person for sitter in self.sat}

    @property
    def full(self) -> bool:
        """Is everybody there who is to play? Then it waits for nothing but the dice."""
        return len(self.sat) == self.agreement.people

    @property
    def unshaken(self) -> tuple[Sitter, ...]:
        """Who has still to shake the dice, where everybody does first."""
        return tuple(sitter for sitter in self.sat if self.agreement.shakes and not sitter.shook)

    @property
    def awaited(self) -> tuple[Sitter, ...]:
        """Whose shake alone it waits for."""
        return self.unshaken if self.full else ()

    @property
    def may_start(self) -> bool:
        """Can the host begin with those who came? At an open table, or where somebody would rather not; and of several
        without those who have not shaken the dice.
        """
        if self.full:
            return len(self.sat) > 2
        return self.agreement.kind == "open" or bool(self.passed)

    @property
    def at_host(self) -> bool:
        """Has everybody answered, and not all would play? Then nothing goes on before the host says how."""
        return bool(self.passed) and not self.pending and not self.full

    def sitter(self, person: int) -> Sitter | None:
        return next((sitter for sitter in self.sat if sitter.person == person), None)

    def at(self, place: Seat) -> int | None:
        return next((sitter.person for sitter in self.sat if sitter.place == place), None)

    def waits_for(self, person: int) -> bool:
        if self.at_host:
            return person == self.host
        return person in self.pending or any(sitter.person == person for sitter in self.awaited)

    def due_of(self, person: int, absences: Absences) -> int | None:  # noqa: ARG002 - for everybody alike
        return self.stands(absences)

    def stands(self, absences: Absences) -> int:
        """Until when."""
        return absences.due(self.offered_at, OFFER_STANDS)

    def fills(self, absences: Absences) -> int | None:
        """When the house sits down, unless it has."""
        after = self.agreement.fills
        return None if after is None or self.filled or self.full else absences.due(self.offered_at, after)


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Table):
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
class Passed:
    """What came of a step, and which people decided in it; nobody where the house did, or it went without asking."""

    state: Any
    by: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign(Closed):
    """By rules of another edition than those that are here: nobody can say where it stands, but who sat there."""

    people: tuple[int | None, ...] = ()
    """By seat, if it had begun; None is the house."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Table):
    """A match, played or over: everybody has a seat."""

    match: Match
    people: tuple[int | None, ...]
    """By seat; None is the house."""
    began: int
    moved: int
    """When the step began that is being chosen now."""
    counts: Mapping[Seat, int] = field(default_factory=dict)
    """How often each seat has chosen in this step."""
    allowances: Mapping[Seat, Allowance] = field(default_factory=dict)
    entered: Mapping[Seat, bytes] = field(default_factory=dict)
    """By who has chosen in this step the seal with which their first choice went in."""
    wished: int = 0
    """When somebody last offered a draw, or asked to cancel."""
    looked: frozenset[Seat] = frozenset()
    """Who has looked, in this step, at what lay open when they were not there."""
    recent: tuple[Passed, ...] = ()
    """The newest steps, as far back as somebody has decided nothing since."""

    @property
    def unrated(self) -> str:
        """Why it counts for no ladder, whatever comes of it; empty where it may."""
        if None in self.people or (self.server is None and not self.abroad):
            return "practice"
        if self.abroad:
            return "abroad"
        if self.options.is_drawn:
            return "drawn"
        if not self.agreement.rated:
            return "agreed"
        return "young" if young(self.people, self.offered_at) else ""

    def seat_of(self, person: int) -> Seat | None:
        return self.people.index(person) if person in self.people else None

    def at(self, place: Seat) -> int | None:
        return self.people[place] if place >= 0 else None

    def eyes_of(self, person: int) -> Seat | None:
        """What the house does in a seat that was left is its own."""
        seat = self.seat_of(person)
        return None if seat in self.housed else seat

    @property
    def present(self) -> frozenset[int]:
        housed = self.housed
        return frozenset(who for seat, who in enumerate(self.people) if who is not None and seat not in housed)

    @property
    def played(self) -> bool:
        """Has anybody of the people decided anything here?"""
        return any(it.by for it in self.recent) or bool(self.match.sealed.keys() - self.housed)

    def lately(self, seat: Seat | None, *, since: Seat | None) -> list[Any]:
        """What `seat` saw after each step from the one in which `since` last decided, or anybody did, up to now: what
        the house does without asking anybody hides nothing from who has just chosen.
        """
        decided = [at for at, it in enumerate(self.recent) if (it.by if since is None else since in it.by)]
        begins = decided[-1] if decided else 0
        return [*(self.game.view(it.state, seat) for it in self.recent[begins:-1]), self.match.view_of(seat)]

    @property
    def housed(self) -> frozenset[Seat]:
        """The seats that the house plays: its own, and those that were left."""
        return self.match.left_seats | {seat for seat, person in enumerate(self.people) if person is None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Begun):
    """A match that is being played."""

    @property
    def status(self) -> str:
        return "playing"

    def waits_for(self, person: int) -> bool:
        return self.eyes_of(person) in self.match.to_move

    def due_of(self, person: int, absences: Absences) -> int | None:
        seat = self.eyes_of(person)
        return None if seat is None else self.due(seat, absences)

    @property
    def consulted(self) -> frozenset[Seat]:
        """Who has nothing to choose now, and is waited for all the same: to agree to what others wish."""
        idle = self.match.staying_seats - self.match.seats_asked - self.housed
        unsaid = {
            seat for heard in (self.match.draw_agreed_by, self.match.cancel_agreed_by) if heard for seat in idle - heard
        }
        return frozenset(unsaid)

    def sealed(self, seat: Seat) -> RecordLine | None:
        """What a seat has chosen and may still change; its player is shown the receipt."""
        if seat not in self.match.sealed:
            return None
        return seal_move(self.match, str(self.id), seat, self.match.sealed[seat], self.counts[seat])

    def limit(self, absences: Absences) -> int | None:
        """When the time for the whole match is up."""
        return None if self.agreement.limit is None else absences.due(self.began, self.agreement.limit)

    def due(self, seat: Seat, absences: Absences) -> int | None:
        """When the time of a seat is up."""
        return self._used(seat, self.agreement.clock, absences)

    def reminder(self, seat: Seat, absences: Absences) -> int | None:
        """When most of it is gone; None where that was told, or had passed before the seat's turn came."""
        most, allowance = self.agreement.reminds, self.allowances.get(seat)
        if most is None or allowance is None or allowance.reminded or allowance.spent >= most:
            return None
        return self._used(seat, most, absences)

    def _used(self, seat: Seat, time: int | None, absences: Absences) -> int | None:
        allowance = self.allowances.get(seat)
        if time is None or allowance is None or allowance.since is None:
            return None
        return absences.of(self.people[seat]).due(allowance.since, time - allowance.spent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Begun):
    """A match that is over: nothing is hidden any more."""

    @property
    def result(self) -> Result:
        # The journal makes a match one that is over exactly when there is one.
        assert self.match.result
        return self.match.result

    @property
    def status(self) -> str:
        return self.result.reason
