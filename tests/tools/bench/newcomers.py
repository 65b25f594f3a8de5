"""Measures whether newcomers can win their first practice: matches of simple players against the easy level.

Run all measurements with `python -m tests.tools.bench.newcomers`, or only those whose line contains a word with
`python -m tests.tools.bench.newcomers WORD`. As in a first practice, each deal gives both sides about equal chances.
Draws count half. The exit code is 1 if a score is outside its target. `docs/computer_opponent.md` lists the results.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from typing import Final

from bot.cli.arena import ArenaPairing, run_matches
from bot.matches.even_deal import EVEN_SHARE_TOLERANCE
from games import GAMES
from games.core import Level
from games.dice import Chance
from games.match import begin_match
from tests.tools.bench.timing import print_row

NEWCOMER_SCORE_RANGE: Final = (0.25, 0.5)
"""The lowest and highest score that a newcomer should reach."""


class EvenDealPairing(ArenaPairing):
    """A pairing whose deals give both seats about equal chances."""

    def derive_chance(self, match_number: int) -> Chance:
        game, attempt = GAMES[self.game_key], 0
        options = game.options_class.model_validate_json(self.options_json)
        while True:
            deal = f"{self.seed}/{match_number // self.seat_count}/{attempt}"
            chance = Chance.derive(hashlib.sha256(deal.encode()).digest(), ())
            shares = game.win_shares(begin_match(game, options, self.seat_count, chance).state)
            if max(shares) - 1 / self.seat_count <= EVEN_SHARE_TOLERANCE:
                return chance
            attempt += 1


@dataclass(frozen=True)
class NewcomerSeries:
    """A series of matches of a simple player against the easy level."""

    game: str
    newcomer: str
    matches: int

    @property
    def pairing(self) -> EvenDealPairing:
        options_class = GAMES[self.game].options_class
        options = options_class.model_validate(options_class.first_time_options({}))
        options_json = options.model_dump_json(exclude_defaults=True)
        return EvenDealPairing(self.game, options_json, 2, self.newcomer, Level.EASY, seed=1)

    def measure(self) -> bool:
        """Play the matches and print the newcomer's score. Return whether it is within its target."""
        *_, tally = run_matches(self.pairing, self.matches)
        low, high = tally.score_interval
        least, most = NEWCOMER_SCORE_RANGE
        return print_row(
            f"{self}, {self.matches} matches, {tally.draws} drawn",
            f"{tally.mean_score:.3f} ({low:.3f}–{high:.3f})",
            f"{least}–{most}",
            # An even score is in the target, but half of the time slightly more than half is measured.
            holds=least <= tally.mean_score and low <= most,
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.newcomer} v easy"


SERIES: Final = (
    NewcomerSeries("schamanen", "random", 400),
    NewcomerSeries("schnick", "random", 400),
    NewcomerSeries("woodwalkers", "random", 400),
    NewcomerSeries("shamanic_chess", "greedy", 200),
)


def main(word: str = "") -> bool:
    holds = [series.measure() for series in SERIES if word in str(series)]
    return all(holds)


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
