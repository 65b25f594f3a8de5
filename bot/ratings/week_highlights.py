"""Finds the upset and the match of a week among a server's rated matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ratings.rating_updates import MatchResults, get_rating_before
from games.match import OUTSIDE_REASONS
from storage import SeatResult

STRONGEST_MATCHES: Final = 5
"""The match of the week is the closest one among the matches with the highest average rating of the players."""


@dataclass(frozen=True, slots=True)
class Upset:
    """A win against a player with a higher rating."""

    winner: SeatResult
    loser: SeatResult

    @property
    def gained_points(self) -> int:
        return round(self.winner.rating_after or 0) - round(self.winner.rating_before or 0)


def find_upset(matches: Sequence[MatchResults]) -> Upset | None:
    """Return the win against a stronger player that gained the most points (the first of equal ones), or None."""
    return max(_list_upsets(matches), key=lambda upset: upset.gained_points, default=None)


def _list_upsets(matches: Sequence[MatchResults]) -> Iterator[Upset]:
    for results in matches:
        winners = [result for result in results if result.rank == 1]
        if len(winners) == 1:
            strongest = max((it for it in results if it.rank > 1), key=get_rating_before)
            upset = Upset(winners[0], strongest)
            if get_rating_before(strongest) > get_rating_before(winners[0]) and upset.gained_points > 0:
                yield upset


def find_match_of_the_week(matches: Sequence[MatchResults]) -> int | None:
    """Return the ID of the closest of the `STRONGEST_MATCHES` matches with the highest average rating, or None."""
    strongest = sorted(matches, key=_compute_average_rating, reverse=True)[:STRONGEST_MATCHES]
    return min(strongest, key=_compute_margin)[0].match_id if strongest else None


def _compute_average_rating(results: MatchResults) -> float:
    return sum(map(get_rating_before, results)) / len(results)


def _compute_margin(results: MatchResults) -> float:
    """Return the difference between the best two scores as a share of all points. 0 is the closest match.

    Return 1 if the match was not decided by the rules, for example by resignation, since its score says little.
    """
    if results[0].reason in OUTSIDE_REASONS:
        return 1.0
    best, second, *_ = sorted((result.score for result in results), reverse=True)
    total = sum(abs(result.score) for result in results)
    return (best - second) / total if total else 0.0
