"""The data of a tournament: its terms, its entrants, and the fixtures that they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MIN_ENTRANTS: Final = 4
MAX_ENTRANTS: Final = 64
FORFEITS_UNTIL_WITHDRAWN: Final = 2


class Format(StrEnum):
    ARENA = "arena"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"


class FixtureKind(StrEnum):
    MATCH = "match"
    MIRROR = "mirror"
    """A match with the deal of the fixture before it, and with the seats swapped."""
    SIGNS = "signs"
    """Both players choose a sign, as in rock paper scissors."""
    BYE = "bye"


class Outcome(StrEnum):
    FIRST_WON = "first_won"
    SECOND_WON = "second_won"
    DRAWN = "drawn"
    FIRST_ABSENT = "first_absent"
    SECOND_ABSENT = "second_absent"
    BOTH_ABSENT = "both_absent"

    @property
    def is_forfeit(self) -> bool:
        """Whether a player was absent. Forfeits are never rated."""
        return self in {Outcome.FIRST_ABSENT, Outcome.SECOND_ABSENT, Outcome.BOTH_ABSENT}

    @property
    def first_score(self) -> float:
        return {Outcome.FIRST_WON: 1.0, Outcome.SECOND_ABSENT: 1.0, Outcome.DRAWN: 0.5}.get(self, 0.0)

    @property
    def second_score(self) -> float:
        return self.swap().first_score

    def swap(self) -> Outcome:
        """Return the same outcome with the two players exchanged."""
        swapped = {
            Outcome.FIRST_WON: Outcome.SECOND_WON,
            Outcome.SECOND_WON: Outcome.FIRST_WON,
            Outcome.FIRST_ABSENT: Outcome.SECOND_ABSENT,
            Outcome.SECOND_ABSENT: Outcome.FIRST_ABSENT,
        }
        return swapped.get(self, self)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The terms of a tournament that has started."""

    format: Format
    seed: str
    """Draws the lots. Players see its hash when the tournament opens, and the seed itself when it ends."""
    is_mirror: bool = False
    round_count: int = 0
    """The number of rounds of a Swiss tournament."""
    ends_ms: int = 0
    """The end of an arena."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who takes part in a tournament."""

    number: int
    """The order of entry, starting at 1."""
    rating: float
    """The rating when this person entered."""
    ready_ms: int = 0
    """In an arena: when it started, or when this person last entered or came back from a pause."""
    last_click_ms: int = 0
    is_paused: bool = False
    """Whether this person takes a break. Only an arena has breaks."""
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of two players, or a bye. A round, a table and a number identify it within its tournament.

    Fixtures with the same round and table belong to one pairing of two players.
    """

    round: int
    table: int
    number: int
    """The position in its pairing, starting at 1."""
    kind: FixtureKind
    first: int
    """The entrant in the first seat."""
    second: int | None
    """The entrant in the second seat, or None for a bye."""
    outcome: Outcome | None = None
    """None until it has ended."""
    first_points: int = 0
    """The points of the first seat within the match, which decide a mirror that is tied."""
    second_points: int = 0
    created_ms: int = 0
    ended_ms: int = 0


def order_by_rating(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Sort entrants from the highest rating to the lowest, and equal ratings by order of entry."""
    return sorted(entrants, key=lambda entrant: (-entrant.rating, entrant.number))


def list_active_numbers(entrants: Iterable[Entrant], fixtures: Iterable[Fixture]) -> set[int]:
    """Return the numbers of the entrants who are still in: neither withdrawn nor absent from two matches."""
    forfeits: Counter[int | None] = Counter()
    for fixture in fixtures:
        forfeits[fixture.first] += fixture.outcome in {Outcome.FIRST_ABSENT, Outcome.BOTH_ABSENT}
        forfeits[fixture.second] += fixture.outcome in {Outcome.SECOND_ABSENT, Outcome.BOTH_ABSENT}
    return {
        entrant.number
        for entrant in entrants
        if not entrant.is_withdrawn and forfeits[entrant.number] < FORFEITS_UNTIL_WITHDRAWN
    }


def make_bye(round_number: int, table: int, number: int) -> Fixture:
    return Fixture(round_number, table, 1, FixtureKind.BYE, number, None, Outcome.FIRST_WON)


def make_fixture(
    active: Set[int],
    round_number: int,
    table: int,
    seats: tuple[int, int],
    number: int = 1,
    kind: FixtureKind = FixtureKind.MATCH,
) -> Fixture:
    """Return a new fixture. If a player is not among `active`, the fixture ends at once with a forfeit."""
    outcome = judge_absence(is_first_present=seats[0] in active, is_second_present=seats[1] in active)
    return Fixture(round_number, table, number, kind, *seats, outcome)


def judge_absence(*, is_first_present: bool, is_second_present: bool) -> Outcome | None:
    """Return the outcome if a player has not shown up in time, or None if both have."""
    if is_first_present and is_second_present:
        return None
    if is_first_present:
        return Outcome.SECOND_ABSENT
    return Outcome.FIRST_ABSENT if is_second_present else Outcome.BOTH_ABSENT
