"""Computes the standings of a tournament: points, places, and tiebreaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from typing import Final, TypeAlias

from bot.tournaments.arena import STREAK_LENGTH, count_arena_points, list_counted_pairings
from bot.tournaments.knockout import count_knockout_rounds, find_knockout_winner
from bot.tournaments.model import Entrant, Fixture, Format, Tournament, list_active_numbers, order_by_rating
from bot.tournaments.pairing import Pairing, group_pairings


class Tiebreak(StrEnum):
    """A rule that orders players with equal points. `docs/tournaments.md` explains each one."""

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIRECT_ENCOUNTER = "direct_encounter"
    LOT = "lot"


TIEBREAKS: Final[Mapping[Format, tuple[Tiebreak, ...]]] = {
    Format.SWISS: (Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER, Tiebreak.DIRECT_ENCOUNTER, Tiebreak.LOT),
    # Everybody meets everybody, so Buchholz would be equal for all.
    Format.ROUND_ROBIN: (Tiebreak.SONNEBORN_BERGER, Tiebreak.DIRECT_ENCOUNTER, Tiebreak.LOT),
    # Players play different numbers of matches, so sums over opponents would reward playing more.
    Format.ARENA: (Tiebreak.DIRECT_ENCOUNTER, Tiebreak.LOT),
    Format.KNOCKOUT: (),
}
"""The rules of each format, in the order in which they apply. In a knockout, places are shared."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings."""

    place: int
    number: int
    """The entrant."""
    points: float
    """In a knockout: the number of rounds survived."""
    wins: int
    draws: int
    losses: int
    tiebreak_values: Mapping[Tiebreak, float]
    """The values of this player by each rule that was needed."""
    decided_by: Tiebreak | None
    """The rule that put this player behind the one above. None if points did, or if both share a place."""
    streak: int
    """The wins in a row, up to the latest pairing."""
    longest_streak: int

    @property
    def has_double_points(self) -> bool:
        """Whether the next pairing of an arena counts double for this player."""
        return self.streak >= STREAK_LENGTH


_Results: TypeAlias = Mapping[int, Sequence[Pairing]]
"""The decided pairings of each entrant that count, by round."""


def list_standings(tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> list[Standing]:
    """Return the current standings, from the first place to the last. Undecided pairings do not count."""
    results = _collect_results(tournament, entrants, fixtures)
    if tournament.format is Format.KNOCKOUT:
        return _list_knockout_standings(entrants, results, fixtures)
    points = {number: _count_points(tournament, pairings, number) for number, pairings in results.items()}
    values: dict[int, dict[Tiebreak, float]] = {number: {} for number in results}
    groups = _group_by_value(sorted(results), points)
    for rule in TIEBREAKS[tournament.format]:
        for group in (group for group in groups if len(group) > 1):
            for number, value in _compute_tiebreak_values(tournament, rule, group, results, points).items():
                values[number][rule] = value
        groups = [
            part
            for group in groups
            for part in _group_by_value(group, {each: values[each].get(rule, 0) for each in group})
        ]
    order = [number for group in groups for number in group]
    standings: list[Standing] = []
    for place, number in enumerate(order, 1):
        above = order[place - 2] if place > 1 else number
        decided_by = next((rule for rule in values[number] if values[number][rule] != values[above].get(rule)), None)
        if points[number] != points[above]:
            decided_by = None
        standings.append(_make_standing(place, number, points[number], results[number], values[number], decided_by))
    return standings


def _collect_results(tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> _Results:
    if tournament.format is Format.ARENA:
        pairings = list_counted_pairings(tournament, fixtures)
    else:
        pairings = [pairing for pairing in group_pairings(tournament, fixtures) if pairing.outcome is not None]
    if tournament.format is Format.ROUND_ROBIN:
        annulled = _find_annulled_players(entrants, fixtures, pairings)
        pairings = [each for each in pairings if each.second is not None and not annulled & {each.first, each.second}]
    results: dict[int, list[Pairing]] = {entrant.number: [] for entrant in entrants}
    for pairing in pairings:
        for player in pairing.players:
            results[player].append(pairing)
    return results


def _find_annulled_players(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], pairings: Sequence[Pairing]
) -> set[int]:
    """Return the players who left a round robin before they had played half of their matches.

    As in chess, none of their matches count. Otherwise, it would matter who played them before they left.
    """
    active = list_active_numbers(entrants, fixtures)
    played = [player for pairing in pairings if pairing.was_played for player in pairing.players]
    return {
        entrant.number
        for entrant in entrants
        if entrant.number not in active and 2 * played.count(entrant.number) < len(entrants) - 1
    }


def _count_points(tournament: Tournament, pairings: Sequence[Pairing], number: int) -> float:
    scores = [pairing.get_score(number) for pairing in pairings]
    return count_arena_points(scores) if tournament.format is Format.ARENA else sum(scores)


def _group_by_value(numbers: Sequence[int], values: Mapping[int, float]) -> list[list[int]]:
    """Group entrants with equal values, from the highest value to the lowest."""
    ordered = sorted(numbers, key=lambda number: -values[number])
    return [list(group) for _, group in groupby(ordered, values.__getitem__)]


def _compute_tiebreak_values(
    tournament: Tournament, rule: Tiebreak, group: Sequence[int], results: _Results, points: Mapping[int, float]
) -> dict[int, float]:
    """Return the value of a tiebreak rule for each entrant of a group with equal points. Higher values are better."""
    if rule is Tiebreak.LOT:
        return {number: _draw_lot(tournament.seed, number) for number in group}
    if rule is Tiebreak.DIRECT_ENCOUNTER:
        return _compute_direct_encounters(group, results)
    is_buchholz = rule is Tiebreak.BUCHHOLZ
    return {
        number: sum(
            _get_opponent_points(pairing, number, points) * (1 if is_buchholz else pairing.get_score(number))
            for pairing in results[number]
        )
        for number in group
    }


def _get_opponent_points(pairing: Pairing, number: int, points: Mapping[int, float]) -> float:
    """Return the points of a player's opponent in a pairing, for Buchholz and similar tiebreaks.

    If no match was played, use the player's own points after a win (such as a bye), and 0 after a loss.
    """
    opponent = pairing.find_opponent(number)
    if pairing.was_played and opponent is not None:
        return points[opponent]
    return points[number] * pairing.get_score(number)


def _compute_direct_encounters(group: Sequence[int], results: _Results) -> dict[int, float]:
    """Return each player's score against the others of the group, or 0 for all if some of them have not met."""
    scores = dict.fromkeys(group, 0.0)
    for number in group:
        meetings = [pairing for pairing in results[number] if pairing.find_opponent(number) in scores]
        if {pairing.find_opponent(number) for pairing in meetings} != {*group} - {number}:
            return dict.fromkeys(group, 0.0)
        scores[number] = sum(pairing.get_score(number) for pairing in meetings)
    return scores


def _draw_lot(seed: str, number: int) -> float:
    """Return an entrant's lot, a number from 0 to 1. Nobody can compute it before the tournament's seed is shown."""
    return int.from_bytes(sha256(f"{seed}/lot/{number}".encode()).digest()[:6]) / 2**48


def _list_knockout_standings(
    entrants: Sequence[Entrant], results: _Results, fixtures: Sequence[Fixture]
) -> list[Standing]:
    """Return the standings of a knockout, by the round in which players lost. In the same round, they share a place."""
    rounds = count_knockout_rounds(fixtures, len(entrants))
    standings: list[Standing] = []
    for entrant in order_by_rating(entrants):
        pairings = results[entrant.number]
        lost = next((each for each in pairings if find_knockout_winner(each, entrants) != entrant.number), None)
        place = 1 if lost is None else (1 << (rounds - lost.round)) + 1
        survived = len(pairings) - (lost is not None)
        standings.append(_make_standing(place, entrant.number, survived, pairings, {}, None))
    return sorted(standings, key=lambda standing: standing.place)


def _make_standing(
    place: int,
    number: int,
    points: float,
    pairings: Sequence[Pairing],
    tiebreak_values: Mapping[Tiebreak, float],
    decided_by: Tiebreak | None,
) -> Standing:
    scores = [pairing.get_score(number) for pairing in pairings if pairing.second is not None]
    streaks = [len(list(run)) if is_win else 0 for is_win, run in groupby(scores, lambda score: score == 1)]
    return Standing(
        place,
        number,
        points,
        scores.count(1),
        scores.count(0.5),
        scores.count(0),
        tiebreak_values,
        decided_by,
        streaks[-1] if streaks else 0,
        max(streaks, default=0),
    )
