"""Simulates tournaments of players with known strength, to see how often the best one wins.

Run `python -m tests.tools.bench.tournaments` for all of them, or add a part of a name, such as `arena`.
With `deals`, it measures instead how much of a result comes from the deal, which is an assumption of the simulation.
`docs/tournaments.md` explains the model and lists the results.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from statistics import NormalDist, correlation, fmean, pvariance
from typing import Final

from bot.tournaments.arena import PAIRING_INTERVAL_MS
from bot.tournaments.model import Entrant, Fixture, FixtureKind, Format, Outcome, Tournament
from bot.tournaments.progress import is_finished, list_next_fixtures
from bot.tournaments.standings import Standing, list_standings
from bot.tournaments.swiss import MAX_ROUNDS, suggest_round_count
from bot.wall_clock import MINUTE_MS
from games.ai_players import find_player
from games.dice import Chance, Dice
from games.match import begin_match
from games.options import validate_options
from games.schamanen import GAME

TOURNAMENT_COUNT: Final = 1000
ENTRANT_COUNT: Final = 16
DEAL_COUNT: Final = 1000
REPLAYS_PER_DEAL: Final = 6
STRENGTH_DEVIATION: Final = 200.0
"""The standard deviation of the players' strengths, in Elo points."""
RATING_ERROR: Final = 100.0
"""The standard deviation of the difference between a player's rating and strength."""
LUCK_DEVIATION: Final = 400 / math.log(10) * math.pi / math.sqrt(3)
"""The standard deviation of luck, in Elo points. A normal distribution with it is close to the logistic one of Elo."""
DEAL_SHARE: Final = 0.35
"""The share of the variance of luck that comes from the deal. `deals` measures it."""
SHUTOUT_SHARE: Final = 0.73
"""The share of matches between equal players in which the winner has all shells. `deals` measures it."""
SHELLS: Final = 18
MATCH_MINUTES: Final = 5.0
"""The mean duration of a match in an arena."""
ARENA_MINUTES: Final = 60

_SHUTOUT_LEAD: Final = -LUCK_DEVIATION * NormalDist().inv_cdf(SHUTOUT_SHARE / 2)
"""The lead in Elo points, including luck, with which a player wins all shells."""


@dataclass(frozen=True)
class Series:
    """A thousand tournaments of the same kind."""

    format: Format
    is_mirror: bool = False
    round_count: int = 0

    def run_tournament(self, seed: int) -> TournamentSample:
        return SimulatedTournament(self, seed).play()

    def __str__(self) -> str:
        rounds = f", {self.round_count} rounds" if self.round_count else ""
        mirror = "mirror" if self.is_mirror else "plain"
        return f"{self.format.replace('_', ' ')}{rounds}, {mirror}"


@dataclass(frozen=True)
class TournamentSample:
    """The measurements of one simulated tournament."""

    place_of_best: float
    rank_correlation: float
    matches_per_player: float


class SimulatedTournament:
    """One tournament, whose matches are drawn at random from the strengths of the players."""

    def __init__(self, series: Series, seed: int) -> None:
        self.dice = Random(seed)
        self.tournament = Tournament(
            series.format, f"{seed}", series.is_mirror, series.round_count, ARENA_MINUTES * MINUTE_MS
        )
        numbers = range(1, ENTRANT_COUNT + 1)
        self.strengths = {number: self.dice.gauss(0, STRENGTH_DEVIATION) for number in numbers}
        self.entrants = [
            Entrant(number, self.strengths[number] + self.dice.gauss(0, RATING_ERROR)) for number in numbers
        ]
        self.fixtures: list[Fixture] = []
        self.deals: dict[tuple[int, int], float] = {}

    def play(self) -> TournamentSample:
        if self.tournament.format is Format.ARENA:
            self.play_arena()
        else:
            while not is_finished(self.tournament, self.entrants, self.fixtures, 0):
                self.fixtures += list_next_fixtures(self.tournament, self.entrants, self.fixtures, 0)
                self.fixtures = [
                    fixture if fixture.outcome else self.play_fixture(fixture) for fixture in self.fixtures
                ]
        return self.measure(list_standings(self.tournament, self.entrants, self.fixtures))

    def play_arena(self) -> None:
        """Play until the end of the arena. Each match has a random duration."""
        running: dict[tuple[int, int, int], tuple[int, Fixture]] = {}
        for now_ms in range(0, self.tournament.ends_ms + 5 * MINUTE_MS, PAIRING_INTERVAL_MS):
            ended = [key for key, (ends_ms, _) in running.items() if ends_ms <= now_ms]
            for key in ended:
                ends_ms, fixture = running.pop(key)
                self.fixtures[self.fixtures.index(fixture)] = replace(self.play_fixture(fixture), ended_ms=ends_ms)
            waiting_count = len(self.entrants) - 2 * len(running)
            if not ended and waiting_count < 2:
                continue
            self.entrants = [replace(entrant, last_click_ms=now_ms) for entrant in self.entrants]
            for fixture in list_next_fixtures(self.tournament, self.entrants, self.fixtures, now_ms):
                duration_ms = round(self.dice.gammavariate(4, MATCH_MINUTES / 4) * MINUTE_MS)
                running[fixture.round, fixture.table, fixture.number] = now_ms + duration_ms, fixture
                self.fixtures.append(fixture)

    def play_fixture(self, fixture: Fixture) -> Fixture:
        assert fixture.second is not None
        if fixture.kind is FixtureKind.SIGNS:
            return replace(fixture, outcome=self.dice.choice([Outcome.FIRST_WON, Outcome.SECOND_WON]))
        if fixture.kind is FixtureKind.MATCH:
            self.deals[fixture.round, fixture.table] = self.dice.gauss(0, LUCK_DEVIATION * math.sqrt(DEAL_SHARE))
        lead = self.strengths[fixture.first] - self.strengths[fixture.second] + self.deals[fixture.round, fixture.table]
        lead += self.dice.gauss(0, LUCK_DEVIATION * math.sqrt(1 - DEAL_SHARE))
        first_shells = round(SHELLS / 2 * (1 + max(-1.0, min(1.0, lead / _SHUTOUT_LEAD))))
        margin = 2 * first_shells - SHELLS
        outcome = Outcome.DRAWN if margin == 0 else Outcome.FIRST_WON if margin > 0 else Outcome.SECOND_WON
        return replace(fixture, outcome=outcome, first_points=first_shells, second_points=SHELLS - first_shells)

    def measure(self, standings: Sequence[Standing]) -> TournamentSample:
        places = [standing.place for standing in standings]
        strengths = [self.strengths[standing.number] for standing in standings]
        strength_ranks = [1 + sum(other > strength for other in strengths) for strength in strengths]
        mean_places = [place + (places.count(place) - 1) / 2 for place in places]
        matches = sum(fixture.kind in {FixtureKind.MATCH, FixtureKind.MIRROR} for fixture in self.fixtures)
        return TournamentSample(
            places[strength_ranks.index(1)], correlation(mean_places, strength_ranks), 2 * matches / len(standings)
        )


def list_series() -> list[Series]:
    rounds = suggest_round_count(ENTRANT_COUNT)
    return [
        Series(Format.ARENA),
        Series(Format.ARENA, is_mirror=True),
        Series(Format.SWISS, round_count=rounds),
        # Without a mirror, there is time for more rounds.
        Series(Format.SWISS, round_count=MAX_ROUNDS),
        Series(Format.SWISS, round_count=rounds, is_mirror=True),
        Series(Format.ROUND_ROBIN),
        Series(Format.ROUND_ROBIN, is_mirror=True),
        Series(Format.KNOCKOUT),
        Series(Format.KNOCKOUT, is_mirror=True),
    ]


def run_series(series: Series, executor: ProcessPoolExecutor) -> None:
    samples = list(executor.map(series.run_tournament, range(TOURNAMENT_COUNT), chunksize=20))
    best_wins = fmean(sample.place_of_best == 1 for sample in samples)
    podium = fmean(sample.place_of_best <= 3 for sample in samples)
    rank_correlation = fmean(sample.rank_correlation for sample in samples)
    matches = fmean(sample.matches_per_player for sample in samples)
    print_line(f"| {series} | {matches:.1f} | {best_wins:.0%} | {podium:.0%} | {rank_correlation:.2f} |")


def print_line(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the program's output


def measure_deals(level: str) -> None:
    """Let two equal computer players play each deal several times, and print what the results have in common."""
    options = validate_options(GAME.options_class, {"placement": "random", "duel_limit": 11})
    choose_move = find_player(GAME, level)
    leads: list[list[int]] = []
    for deal in range(DEAL_COUNT):
        leads.append([])
        for replay in range(REPLAYS_PER_DEAL):
            match, moves = begin_match(GAME, options, 2, Chance.derive(f"{deal}".encode(), ())), 0
            while match.result is None:
                seat = min(match.to_move)
                dice = Dice(f"{deal}/{replay}/{moves}".encode())
                match = match.play_move(seat, choose_move(match.view_of(seat), dice, lambda: 0.05))
                moves += 1
            leads[-1].append(match.result.scores[0] - match.result.scores[1])
    flat = [lead for row in leads for lead in row]
    within = fmean(pvariance(row) for row in leads) * REPLAYS_PER_DEAL / (REPLAYS_PER_DEAL - 1)
    draws = fmean(lead == 0 for lead in flat)
    shutouts = fmean(abs(lead) == SHELLS for lead in flat)
    print_line(f"| {level} | {len(flat)} | {1 - within / pvariance(flat):.2f} | {shutouts:.2f} | {draws:.3f} |")


def main(name: str = "") -> None:
    if name == "deals":
        for level in ("easy", "medium"):
            measure_deals(level)
        return
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for series in list_series():
            if name in str(series):
                run_series(series, executor)


if __name__ == "__main__":
    main(*sys.argv[1:2])
