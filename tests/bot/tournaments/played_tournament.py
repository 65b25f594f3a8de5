"""Plays tournaments from random outcomes, absences, late entries and departures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from bot.tournaments.model import Entrant, Fixture, Format, Outcome, Tournament
from bot.tournaments.pairing import Pairing, group_pairings
from bot.tournaments.progress import can_join, is_finished, list_next_fixtures
from bot.tournaments.standings import Standing, list_standings

MATCH_OUTCOMES = (Outcome.FIRST_WON, Outcome.SECOND_WON, Outcome.DRAWN)
ABSENCES = (Outcome.FIRST_ABSENT, Outcome.SECOND_ABSENT, Outcome.BOTH_ABSENT)


def make_entrants(count: int, ratings: Sequence[float] = ()) -> list[Entrant]:
    """Return entrants. Unless ratings are given, the first one is the strongest."""
    return [Entrant(each, ratings[each - 1] if ratings else 2000 - 10 * each) for each in range(1, count + 1)]


class PlayedTournament:
    """A tournament in memory, with its entrants and fixtures, that tests play without a store."""

    def __init__(self, tournament: Tournament, entrants: Sequence[Entrant], dice: Random | None = None) -> None:
        self.tournament = tournament
        self.entrants = [*entrants]
        self.fixtures: list[Fixture] = []
        self.now_ms = 0
        self.dice = dice or Random(1)

    @property
    def pairings(self) -> list[Pairing]:
        return group_pairings(self.tournament, self.fixtures)

    @property
    def standings(self) -> list[Standing]:
        return list_standings(self.tournament, self.entrants, self.fixtures)

    @property
    def is_finished(self) -> bool:
        return is_finished(self.tournament, self.entrants, self.fixtures, self.now_ms)

    @property
    def running_fixtures(self) -> list[Fixture]:
        return [fixture for fixture in self.fixtures if fixture.outcome is None]

    def add_fixtures(self) -> list[Fixture]:
        """Add the fixtures that are to be played now, and return them."""
        added: list[Fixture] = []
        while new := list_next_fixtures(self.tournament, self.entrants, self.fixtures, self.now_ms):
            keys = [(fixture.round, fixture.table, fixture.number) for fixture in self.fixtures + new]
            assert len(set(keys)) == len(keys)
            if self.dice.random() < 0.1:
                # The order in which rows are read must not matter.
                shuffled = self.dice.sample(self.fixtures, len(self.fixtures))
                entrants = self.dice.sample(self.entrants, len(self.entrants))
                assert list_next_fixtures(self.tournament, entrants, shuffled, self.now_ms) == new
            new = [replace(fixture, created_ms=self.now_ms) for fixture in new]
            self.fixtures += new
            added += new
        return added

    def end_fixture(self, fixture: Fixture, outcome: Outcome, points: tuple[int, int] = (0, 0)) -> None:
        position = self.fixtures.index(fixture)
        self.fixtures[position] = replace(
            fixture, outcome=outcome, first_points=points[0], second_points=points[1], ended_ms=self.now_ms
        )

    def end_round(self, choose_outcome: Callable[[Fixture], Outcome]) -> None:
        """End all running fixtures with the chosen outcomes. Do not add the next round."""
        for fixture in self.running_fixtures:
            self.end_fixture(fixture, choose_outcome(fixture))

    def withdraw(self, number: int) -> None:
        """Withdraw an entrant. This forfeits a running match."""
        position = next(index for index, entrant in enumerate(self.entrants) if entrant.number == number)
        self.entrants[position] = replace(self.entrants[position], is_withdrawn=True)
        for fixture in self.running_fixtures:
            if fixture.first == number:
                self.end_fixture(fixture, Outcome.FIRST_ABSENT)
            elif fixture.second == number:
                self.end_fixture(fixture, Outcome.SECOND_ABSENT)

    def play(self, *, absence_rate: float = 0.0, departure_rate: float = 0.0, late_entrants: int = 0) -> None:
        """Play a tournament with rounds to its end, in random order and with random outcomes."""
        for _ in range(100_000):
            if can_join(self.tournament, self.fixtures, self.now_ms) and late_entrants and self.dice.random() < 0.3:
                late_entrants -= 1
                self.entrants.append(Entrant(len(self.entrants) + 1, self.dice.uniform(1000, 2000)))
            self.add_fixtures()
            if not self.running_fixtures:
                break
            fixture = self.dice.choice(self.running_fixtures)
            outcomes = ABSENCES if self.dice.random() < absence_rate else MATCH_OUTCOMES
            self.end_fixture(fixture, self.dice.choice(outcomes), (self.dice.randrange(3), self.dice.randrange(3)))
            if self.dice.random() < departure_rate:
                self.withdraw(self.dice.choice(self.entrants).number)
        assert self.is_finished


def let_stronger_win(fixture: Fixture) -> Outcome:
    return Outcome.FIRST_WON if fixture.first < (fixture.second or 0) else Outcome.SECOND_WON


def list_matchups(pairings: Sequence[Pairing]) -> list[frozenset[int]]:
    """Return the pairs of players who were paired with each other."""
    return [frozenset(pairing.players) for pairing in pairings if pairing.second is not None]


def make_tournament(
    format_: Format, *, round_count: int = 0, is_mirror: bool = False, ends_ms: int = 0, seed: str = "5eed"
) -> Tournament:
    return Tournament(format_, seed, is_mirror, round_count, ends_ms)
