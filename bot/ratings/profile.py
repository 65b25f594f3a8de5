"""What somebody's matches come to: a record, streaks, and the people they met. Pure: results in, figures out.

Matches against the house are practice, and those that were cancelled or abandoned say nothing: neither is counted.
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
from storage import HeadToHead, LadderPlace, PastResult, RatingPoint

TOP_PERCENT_MIN_PLAYERS: Final = 10
"""With a rank, so that it means something to be among the best."""
RIVAL_MIN_MATCHES: Final = 3
"""So often two must have met before one of them is a nemesis or a favourite."""


class MatchOutcome(StrEnum):
    """To be first alone is a win, to be first with others a draw."""

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
    """Of one game."""

    game: str
    total: WinLossTally
    tallies_by_variant: Mapping[str, WinLossTally]
    """The variants of a game that has some, the most played first."""


@dataclass(frozen=True, slots=True)
class Streak:
    outcome: MatchOutcome
    match_count: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    person_id: int
    match_count: int
    ahead_count: int
    """How often one finished before them."""
    behind_count: int
    """How often they did."""


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The rating of one game, by time."""

    game: str
    points: tuple[tuple[int, float], ...]
    peak_rating: float | None
    """Once they had played for a rank in its season: before, anything may be."""


class CurrentRating(NamedTuple):
    """Where somebody is on a ladder, and among how many who have a rank."""

    standing: LadderPlace
    ranked_player_count: int

    @property
    def top_percent(self) -> int | None:
        """In the best so many of a hundred; of few that says nothing."""
        if self.ranked_player_count < TOP_PERCENT_MIN_PLAYERS or self.standing.rank > self.ranked_player_count:
            return None
        return ceil(100 * self.standing.rank / self.ranked_player_count)


@dataclass(frozen=True, slots=True)
class HeadToHeadTally:
    """How two people have met, as one of them sees it: ahead, level, behind."""

    tallies_by_game: tuple[tuple[str, WinLossTally], ...] = ()
    """The most played first."""
    latest_ms: int = 0

    @property
    def total(self) -> WinLossTally:
        tallies = [tally for _, tally in self.tallies_by_game]
        return WinLossTally(*(sum(getattr(it, name) for it in tallies) for name in ("won", "drawn", "lost")))


@dataclass(frozen=True, slots=True)
class Profile:
    game_records: tuple[GameRecord, ...] = ()
    """The most played game first."""
    current_streak: Streak | None = None
    """What the newest matches have in common."""
    longest_win_streak: int = 0
    """Wins in a row."""
    nemesis: Rivalry | None = None
    """Who finished before them most often; of several whom they met less often for it, then whom they met last."""
    favorite_opponent: Rivalry | None = None
    """Whom they met most often; of several whom they met last."""
    rating_curves: tuple[RatingCurve, ...] = ()
    """In the order of the records."""
    finished_games: frozenset[str] = field(default_factory=frozenset)
    """All games they have played to an end, with whomever."""


class _ProfileBuilder:
    """The counts that a profile is made of, filled match by match in the order of time."""

    def __init__(self) -> None:
        self._match_count = 0
        """Those that are not left out."""
        self._outcome_counts: Counter[tuple[str, str, MatchOutcome]] = Counter()
        """By game, options and outcome: many matches were agreed in the same words, which are read once."""
        self._finished_games: set[str] = set()
        self._current_streak: Streak | None = None
        self._longest_win_streak = 0
        self._meetings_by_opponent: dict[int, _OpponentMeetings] = {}
        self._rating_points: dict[str, list[tuple[int, float]]] = defaultdict(list)
        """By game, the time of each match and the rating after it."""
        self._rated_match_counts: Counter[tuple[str, int]] = Counter()
        """By game and season."""
        self._peak_ratings: dict[str, float] = {}

    def add_matches(self, played: Iterable[PastResult]) -> None:
        for _, group in groupby(played, key=lambda row: row.match_id):
            rows = list(group)
            if rows[0].game in GAMES:
                self._finished_games.add(rows[0].game)
                if rows[0].reason not in UNRATED_REASONS and all(row.opponent_id is not None for row in rows):
                    self._count_match(rows)

    def add_ratings(self, rated: Iterable[RatingPoint]) -> None:
        for it in rated:
            self._rating_points[it.game].append((it.ended_ms, it.rating))
            self._rated_match_counts[it.game, it.season_number] += 1
            if self._rated_match_counts[it.game, it.season_number] >= RANK_MIN_MATCHES:
                self._peak_ratings[it.game] = max(self._peak_ratings.get(it.game, it.rating), it.rating)

    def build_profile(self) -> Profile:
        records = self._build_game_records()
        nemesis, favourite = self._find_nemesis_and_favorite()
        return Profile(
            game_records=records,
            current_streak=self._current_streak,
            longest_win_streak=self._longest_win_streak,
            nemesis=nemesis,
            favorite_opponent=favourite,
            rating_curves=tuple(
                RatingCurve(it.game, self._list_curve_points(it.game), self._peak_ratings.get(it.game))
                for it in records
            ),
            finished_games=frozenset(self._finished_games),
        )

    def _count_match(self, rows: Sequence[PastResult]) -> None:
        """Of one match."""
        self._match_count += 1
        outcome = _classify_outcome(rows)
        self._outcome_counts[rows[0].game, rows[0].options, outcome] += 1
        went_on = self._current_streak is not None and self._current_streak.outcome == outcome
        self._current_streak = Streak(
            outcome, self._current_streak.match_count + 1 if self._current_streak and went_on else 1
        )
        if outcome == MatchOutcome.WON:
            self._longest_win_streak = max(self._longest_win_streak, self._current_streak.match_count)
        for row in rows:
            # Whoever was forgotten is nobody.
            if row.opponent_id is not None and row.opponent_id > 0:
                met, ahead, behind, _ = self._meetings_by_opponent.get(row.opponent_id, _OpponentMeetings(0, 0, 0, 0))
                self._meetings_by_opponent[row.opponent_id] = _OpponentMeetings(
                    met + 1,
                    ahead + (row.rank < row.opponent_rank),
                    behind + (row.opponent_rank < row.rank),
                    self._match_count,
                )

    def _build_game_records(self) -> tuple[GameRecord, ...]:
        games: dict[str, Counter[MatchOutcome]] = defaultdict(Counter)
        variants: dict[str, dict[str, Counter[MatchOutcome]]] = defaultdict(partial(defaultdict, Counter))
        for (game, options, outcome), times in self._outcome_counts.items():
            games[game][outcome] += times
            if variant := _parse_variant(game, options):
                variants[game][variant][outcome] += times
        told = [
            GameRecord(game, _build_tally(counts), _build_variant_tallies(variants[game]))
            for game, counts in games.items()
        ]
        return tuple(sorted(told, key=lambda record: -record.total.match_count))

    def _find_nemesis_and_favorite(self) -> tuple[Rivalry | None, Rivalry | None]:
        """Nemesis and favourite."""
        often = {who: it for who, it in self._meetings_by_opponent.items() if it.match_count >= RIVAL_MIN_MATCHES}
        nemesis = max(
            (who for who, it in often.items() if it.behind_count),
            key=lambda who: (often[who].behind_count, -often[who].match_count, often[who].latest_match_number),
            default=None,
        )
        favourite = max(often, key=lambda who: (often[who].match_count, often[who].latest_match_number), default=None)
        first, second = (Rivalry(who, *often[who][:3]) if who is not None else None for who in (nemesis, favourite))
        return first, second

    def _list_curve_points(self, game: str) -> tuple[tuple[int, float], ...]:
        points = self._rating_points[game]
        # From what everybody begins with: a first match is a way that was gone, and not a dot.
        return ((points[0][0] - 1, START_POINTS), *points) if points else ()


class _OpponentMeetings(NamedTuple):
    match_count: int
    ahead_count: int
    behind_count: int
    latest_match_number: int
    """The how-manieth match of theirs it was."""


def build_profile(played: Iterable[PastResult], rated: Iterable[RatingPoint] = ()) -> Profile:
    """Return the profile of a person from all their matches and the ratings after them, oldest first."""
    career = _ProfileBuilder()
    career.add_matches(played)
    career.add_ratings(rated)
    return career.build_profile()


def build_head_to_head_tally(meetings: Iterable[HeadToHead]) -> HeadToHeadTally:
    """Of what the store has of two people; matches that say nothing are left out."""
    counts: dict[str, Counter[MatchOutcome]] = defaultdict(Counter)
    latest = 0
    for it in meetings:
        if it.game in GAMES and it.reason not in UNRATED_REASONS:
            counts[it.game].update({MatchOutcome.WON: it.wins, MatchOutcome.LOST: it.losses})
            counts[it.game][MatchOutcome.DRAWN] += it.match_count - it.wins - it.losses
            latest = max(latest, it.last_ended_ms)
    games = [(game, _build_tally(count)) for game, count in counts.items()]
    return HeadToHeadTally(tuple(sorted(games, key=lambda it: -it[1].match_count)), latest)


def _classify_outcome(rows: Sequence[PastResult]) -> MatchOutcome:
    if rows[0].rank > 1:
        return MatchOutcome.LOST
    return MatchOutcome.DRAWN if any(row.opponent_rank == 1 for row in rows) else MatchOutcome.WON


def _build_tally(counts: Counter[MatchOutcome]) -> WinLossTally:
    return WinLossTally(*(counts[outcome] for outcome in MatchOutcome))


def _build_variant_tallies(counted: Mapping[str, Counter[MatchOutcome]]) -> dict[str, WinLossTally]:
    told = {variant: _build_tally(counts) for variant, counts in counted.items()}
    return dict(sorted(told.items(), key=lambda it: -it[1].match_count))


def _parse_variant(game: str, options: str) -> str:
    """What the option of that name was; nothing for a game without one, or in words of another edition."""
    kind = GAMES[game].options_class
    if "variant" not in kind.model_fields:
        return ""
    try:
        return str(getattr(validate_options(kind, json.loads(options)), "variant"))  # noqa: B009 - not every game's has it
    except Refused:
        return ""
