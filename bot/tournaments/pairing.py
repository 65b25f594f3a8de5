"""Groups fixtures into pairings. A pairing is all fixtures of two players in a round, with one common outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from bot.tournaments.model import Fixture, FixtureKind, Format, Outcome, Tournament, make_fixture


@dataclass(frozen=True, slots=True)
class Pairing:
    """All fixtures at one table in one round."""

    round: int
    table: int
    first: int
    """The entrant who has the first seat in the first fixture."""
    second: int | None
    outcome: Outcome | None
    """The result for `first` and `second`, or None while the pairing is undecided."""
    fixtures: tuple[Fixture, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def was_played(self) -> bool:
        return self.second is not None and self.outcome is not None and not self.outcome.is_forfeit

    def find_opponent(self, number: int) -> int | None:
        return self.second if number == self.first else self.first

    def get_score(self, number: int) -> float:
        """Return 1 for a win, 0.5 for a draw, and 0 for a loss or an undecided pairing."""
        if self.outcome is None:
            return 0.0
        return self.outcome.first_score if number == self.first else self.outcome.second_score


def group_pairings(tournament: Tournament, fixtures: Iterable[Fixture]) -> list[Pairing]:
    """Return all pairings, ordered by round and table."""
    ordered = sorted(fixtures, key=lambda fixture: (fixture.round, fixture.table, fixture.number))
    return [
        _make_pairing(tournament, tuple(group))
        for _, group in groupby(ordered, lambda fixture: (fixture.round, fixture.table))
    ]


def _make_pairing(tournament: Tournament, fixtures: tuple[Fixture, ...]) -> Pairing:
    start = fixtures[0]
    outcome = _judge_fixtures(tournament, fixtures)
    if outcome is not None and fixtures[-1].first != start.first:
        outcome = outcome.swap()
    return Pairing(start.round, start.table, start.first, start.second, outcome, fixtures)


def _judge_fixtures(tournament: Tournament, fixtures: Sequence[Fixture]) -> Outcome | None:
    """Return the outcome of a pairing, or None if it is undecided. A forfeit decides the whole pairing.

    "First" and "second" in the outcome mean the seats of the last fixture, because seats are swapped in between.
    """
    last = fixtures[-1]
    if last.outcome is None or last.outcome.is_forfeit or last.kind is FixtureKind.BYE:
        return last.outcome
    outcome = last.outcome
    if tournament.is_mirror and last.kind is FixtureKind.MATCH:
        return None
    if last.kind is FixtureKind.MIRROR:
        outcome = judge_mirror(fixtures[-2], last)
    return None if outcome is Outcome.DRAWN and tournament.format is Format.KNOCKOUT else outcome


def judge_mirror(deal: Fixture, mirror: Fixture) -> Outcome:
    """Return the common outcome of a match and its mirror, in which the same deal is played with the seats swapped.

    The player with the better score (such as 2–0) wins. If the score is level, the points of both matches are added up.
    "First" and "second" in the outcome mean the seats of the mirror.
    """
    assert deal.outcome is not None
    assert mirror.outcome is not None
    lead = deal.outcome.second_score + mirror.outcome.first_score - 1
    if lead == 0:
        lead = deal.second_points + mirror.first_points - deal.first_points - mirror.second_points
    return Outcome.DRAWN if lead == 0 else Outcome.FIRST_WON if lead > 0 else Outcome.SECOND_WON


def find_next_fixture(tournament: Tournament, pairing: Pairing, active: Set[int]) -> Fixture | None:
    """Return the next fixture of an undecided pairing, or None if it is decided or a fixture is being played.

    In a mirror tournament, a match is followed by its mirror. In a knockout, a draw is followed by one more match, and
    then by rounds of rock paper scissors (`SIGNS`) until somebody wins. The players swap seats each time.
    """
    last = pairing.fixtures[-1]
    if pairing.outcome is not None or last.outcome is None or last.second is None:
        return None
    if tournament.is_mirror and last.kind is FixtureKind.MATCH:
        kind = FixtureKind.MIRROR
    elif sum(fixture.kind is FixtureKind.MATCH for fixture in pairing.fixtures) == 1:
        kind = FixtureKind.MATCH
    else:
        kind = FixtureKind.SIGNS
    return make_fixture(active, last.round, last.table, (last.second, last.first), last.number + 1, kind)
