"""Player profiles: win-loss records, streaks, rivalries and rating curves, computed from results by pure functions.

Matches against the AI are practice and do not count. Canceled and abandoned matches do not count either.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from bot.ratings.rating_updates import RANK_MIN_MATCHES, START_POINTS
from games import GAMES
from games.match import UNRATED_REASONS
from games.options import validate_options
from games.refused import Refused
from storage import HeadToHead, LadderPlace, PastResult, RatingPoint, Season

TOP_PERCENT_MIN_PLAYERS: Final = 10
"""How many ranked players are needed for a percentage to be meaningful."""
RIVAL_MIN_MATCHES: Final = 3
"""How many matches an opponent needs with a player to count as their nemesis or favorite opponent."""


class MatchOutcome(StrEnum):
    """The outcome of a match for a player. A player alone in first place won. Players who share first place drew."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class WinLossTally:
    won: int
    drawn: int
    lost: int

    @property
    def match_count(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class GameRecord:
    game: str
    total: WinLossTally
    tallies_by_variant: Mapping[str, WinLossTally]
    """The tallies by variant, the most played first. Empty for games without variants."""


@dataclass(frozen=True, slots=True)
class Streak:
    outcome: MatchOutcome
    match_count: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The number and outcomes of matches with an opponent."""

    person_id: int
    match_count: int = 0
    ahead_count: int = 0
    behind_count: int = 0
    latest_match_number: int = field(default=0, compare=False)
    """The position of the latest meeting in the sequence of the person's matches, counted from 1."""


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A player's rating in a game over time."""

    game: str
    points: tuple[tuple[int, float], ...]
    """Pairs of the time of a match in milliseconds and the rating after that match."""
    peak_rating: float | None
    """The highest rating after at least `RANK_MIN_MATCHES` matches in a season. Earlier ratings are too uncertain."""


class CurrentRating(NamedTuple):
    """A player's place on a ladder, and the number of players with a rank on that ladder."""

    ladder_place: LadderPlace
    ranked_player_count: int

    @property
    def top_percent(self) -> int | None:
        """The smallest percentage of top players that includes this player, or None if too few players are ranked.

        For example, 5 means that the player is in the top 5 %.
        """
        if self.ranked_player_count < TOP_PERCENT_MIN_PLAYERS or self.ladder_place.rank > self.ranked_player_count:
            return None
        return ceil(100 * self.ladder_place.rank / self.ranked_player_count)


class SeasonState(NamedTuple):
    """A person's state in a server's seasons, across all games."""

    running: Season | None
    """The running season; None if there is none."""
    latest_ended: Season | None
    place_at_end: LadderPlace | None
    """The person's place in the latest season that has ended; None if they did not play in it."""


@dataclass(frozen=True, slots=True)
class HeadToHeadTally:
    """The results of all matches between two people, from the perspective of one of them."""

    tallies_by_game: tuple[tuple[str, WinLossTally], ...] = ()
    """The tallies by game, the most played game first."""
    latest_ms: int = 0

    @property
    def total(self) -> WinLossTally:
        tallies = [tally for _, tally in self.tallies_by_game]
        return WinLossTally(*(sum(getattr(tally, name) for tally in tallies) for name in ("won", "drawn", "lost")))


@dataclass(frozen=True, slots=True)
class Profile:
    game_records: tuple[GameRecord, ...] = ()
    """The record in each game, the most played game first."""
    current_streak: Streak | None = None
    """The latest matches with the same outcome."""
    longest_win_streak: int = 0
    nemesis: Rivalry | None = None
    """The opponent who finished ahead most often. Ties go to the one with fewer matches, then the most recent one."""
    favorite_opponent: Rivalry | None = None
    """The most frequent opponent. Ties go to the most recent one."""
    rating_curves: tuple[RatingCurve, ...] = ()
    """The rating curves, in the same order as `game_records`."""
    finished_games: frozenset[str] = field(default_factory=frozenset)
    """The games in which the person has finished a match, including practice matches."""


class _ProfileBuilder:
    """Builds a profile from matches and ratings, which must be added in chronological order."""

    def __init__(self) -> None:
        self._match_count = 0
        self._outcome_counts: Counter[tuple[str, str, MatchOutcome]] = Counter()
        """By game, stored options and outcome. Equal options are counted together, so they are parsed only once."""
        self._finished_games: set[str] = set()
        self._current_streak: Streak | None = None
        self._longest_win_streak = 0
        self._rivalries: dict[int, Rivalry] = {}
        """By the opponent's ID."""
        self._rating_points: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._rated_match_counts: Counter[tuple[str, int]] = Counter()
        """By game and season number."""
        self._peak_ratings: dict[str, float] = {}

    def add_matches(self, results: Iterable[PastResult]) -> None:
        for _, group in groupby(results, key=lambda row: row.match_id):
            rows = list(group)
            if rows[0].game in GAMES:
                self._finished_games.add(rows[0].game)
                if rows[0].reason not in UNRATED_REASONS and all(row.opponent_id is not None for row in rows):
                    self._count_match(rows)

    def add_ratings(self, rating_points: Iterable[RatingPoint]) -> None:
        for point in rating_points:
            self._rating_points[point.game].append((point.ended_ms, point.rating))
            self._rated_match_counts[point.game, point.season_number] += 1
            if self._rated_match_counts[point.game, point.season_number] >= RANK_MIN_MATCHES:
                self._peak_ratings[point.game] = max(self._peak_ratings.get(point.game, point.rating), point.rating)

    def build_profile(self) -> Profile:
        records = self._build_game_records()
        nemesis, favorite_opponent = self._find_nemesis_and_favorite()
        return Profile(
            game_records=records,
            current_streak=self._current_streak,
            longest_win_streak=self._longest_win_streak,
            nemesis=nemesis,
            favorite_opponent=favorite_opponent,
            rating_curves=tuple(
                RatingCurve(record.game, self._list_curve_points(record.game), self._peak_ratings.get(record.game))
                for record in records
            ),
            finished_games=frozenset(self._finished_games),
        )

    def _count_match(self, rows: Sequence[PastResult]) -> None:
        self._match_count += 1
        outcome = _classify_outcome(rows)
        self._outcome_counts[rows[0].game, rows[0].options, outcome] += 1
        previous = self._current_streak
        is_continued = previous is not None and previous.outcome == outcome
        self._current_streak = Streak(outcome, previous.match_count + 1 if previous and is_continued else 1)
        if outcome == MatchOutcome.WON:
            self._longest_win_streak = max(self._longest_win_streak, self._current_streak.match_count)
        for row in rows:
            # People whose data was deleted have negative IDs.
            if row.opponent_id is not None and row.opponent_id > 0:
                rivalry = self._rivalries.get(row.opponent_id, Rivalry(row.opponent_id))
                self._rivalries[row.opponent_id] = Rivalry(
                    row.opponent_id,
                    rivalry.match_count + 1,
                    rivalry.ahead_count + (row.rank < row.opponent_rank),
                    rivalry.behind_count + (row.opponent_rank < row.rank),
                    self._match_count,
                )

    def _build_game_records(self) -> tuple[GameRecord, ...]:
        counts_by_game: dict[str, Counter[MatchOutcome]] = defaultdict(Counter)
        counts_by_variant: dict[str, dict[str, Counter[MatchOutcome]]] = defaultdict(partial(defaultdict, Counter))
        for (game, options, outcome), count in self._outcome_counts.items():
            counts_by_game[game][outcome] += count
            if variant := _parse_variant(game, options):
                counts_by_variant[game][variant][outcome] += count
        records = [
            GameRecord(game, _build_tally(counts), _build_variant_tallies(counts_by_variant[game]))
            for game, counts in counts_by_game.items()
        ]
        return tuple(sorted(records, key=lambda record: -record.total.match_count))

    def _find_nemesis_and_favorite(self) -> tuple[Rivalry | None, Rivalry | None]:
        rivals = [rival for rival in self._rivalries.values() if rival.match_count >= RIVAL_MIN_MATCHES]
        nemesis = max(
            (rival for rival in rivals if rival.behind_count),
            key=lambda rival: (rival.behind_count, -rival.match_count, rival.latest_match_number),
            default=None,
        )
        favorite = max(rivals, key=lambda rival: (rival.match_count, rival.latest_match_number), default=None)
        return nemesis, favorite

    def _list_curve_points(self, game: str) -> tuple[tuple[int, float], ...]:
        points = self._rating_points[game]
        # The curve starts with a newcomer's points, so that even a single match makes a line instead of a dot.
        return ((points[0][0] - 1, START_POINTS), *points) if points else ()


def build_profile(results: Iterable[PastResult], rating_points: Iterable[RatingPoint] = ()) -> Profile:
    """Return a person's profile. `results` and `rating_points` must be in chronological order."""
    builder = _ProfileBuilder()
    builder.add_matches(results)
    builder.add_ratings(rating_points)
    return builder.build_profile()


def build_head_to_head_tally(meetings: Iterable[HeadToHead]) -> HeadToHeadTally:
    """Add up the results of all matches between two people, except canceled and abandoned ones."""
    counts: dict[str, Counter[MatchOutcome]] = defaultdict(Counter)
    latest_ms = 0
    for row in meetings:
        if row.game in GAMES and row.reason not in UNRATED_REASONS:
            counts[row.game].update({MatchOutcome.WON: row.wins, MatchOutcome.LOST: row.losses})
            counts[row.game][MatchOutcome.DRAWN] += row.match_count - row.wins - row.losses
            latest_ms = max(latest_ms, row.last_ended_ms)
    tallies = [(game, _build_tally(count)) for game, count in counts.items()]
    return HeadToHeadTally(tuple(sorted(tallies, key=lambda entry: -entry[1].match_count)), latest_ms)


def _classify_outcome(rows: Sequence[PastResult]) -> MatchOutcome:
    if rows[0].rank > 1:
        return MatchOutcome.LOST
    return MatchOutcome.DRAWN if any(row.opponent_rank == 1 for row in rows) else MatchOutcome.WON


def _build_tally(counts: Counter[MatchOutcome]) -> WinLossTally:
    return WinLossTally(*(counts[outcome] for outcome in MatchOutcome))


def _build_variant_tallies(counts_by_variant: Mapping[str, Counter[MatchOutcome]]) -> dict[str, WinLossTally]:
    tallies = {variant: _build_tally(counts) for variant, counts in counts_by_variant.items()}
    return dict(sorted(tallies.items(), key=lambda entry: -entry[1].match_count))


def _parse_variant(game: str, options: str) -> str | None:
    """Return the variant in stored options, or None if the game has no variants or the options are outdated."""
    options_class = GAMES[game].options_class
    if "variant" not in options_class.model_fields:
        return None
    try:
        return str(getattr(validate_options(options_class, json.loads(options)), "variant"))  # noqa: B009 - only some options have it
    except Refused:
        return None
