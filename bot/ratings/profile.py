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

from bot.ratings.rating_updates import NEW, PLACED
from games import GAMES
from games.match import UNRATED_REASONS
from games.options import validate_options
from games.refused import Refused
from storage import HeadToHead, LadderPlace, PastResult, RatingPoint

MANY: Final = 10
"""With a rank, so that it means something to be among the best."""
MEETINGS: Final = 3
"""So often two must have met before one of them is a nemesis or a favourite."""


class Outcome(StrEnum):
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
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Of one game."""

    game: str
    all: WinLossTally
    variants: Mapping[str, WinLossTally]
    """The variants of a game that has some, the most played first."""


@dataclass(frozen=True, slots=True)
class Streak:
    outcome: Outcome
    matches: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    person_id: int
    met: int
    ahead: int
    """How often one finished before them."""
    behind: int
    """How often they did."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The rating of one game, by time."""

    game: str
    points: tuple[tuple[int, float], ...]
    peak: float | None
    """Once they had played for a rank in its season: before, anything may be."""


class CurrentRating(NamedTuple):
    """Where somebody is on a ladder, and among how many who have a rank."""

    standing: LadderPlace
    among: int

    @property
    def top(self) -> int | None:
        """In the best so many of a hundred; of few that says nothing."""
        if self.among < MANY or self.standing.rank > self.among:
            return None
        return ceil(100 * self.standing.rank / self.among)


@dataclass(frozen=True, slots=True)
class Encounter:
    """How two people have met, as one of them sees it: ahead, level, behind."""

    games: tuple[tuple[str, WinLossTally], ...] = ()
    """The most played first."""
    latest: int = 0

    @property
    def all(self) -> WinLossTally:
        tallies = [tally for _, tally in self.games]
        return WinLossTally(*(sum(getattr(it, name) for it in tallies) for name in ("won", "drawn", "lost")))


@dataclass(frozen=True, slots=True)
class Profile:
    records: tuple[GameRecord, ...] = ()
    """The most played game first."""
    streak: Streak | None = None
    """What the newest matches have in common."""
    longest: int = 0
    """Wins in a row."""
    nemesis: Rivalry | None = None
    """Who finished before them most often; of several whom they met less often for it, then whom they met last."""
    favourite: Rivalry | None = None
    """Whom they met most often; of several whom they met last."""
    curves: tuple[Curve, ...] = ()
    """In the order of the records."""
    practised: frozenset[str] = field(default_factory=frozenset)
    """All games they have played to an end, with whomever."""


class _Career:
    """The counts that a profile is made of, filled match by match in the order of time."""

    def __init__(self) -> None:
        self._matches = 0
        """Those that are not left out."""
        self._ends: Counter[tuple[str, str, Outcome]] = Counter()
        """By game, options and outcome: many matches were agreed in the same words, which are read once."""
        self._practised: set[str] = set()
        self._streak: Streak | None = None
        self._longest = 0
        self._rivals: dict[int, _Meetings] = {}
        self._curves: dict[str, list[tuple[int, float]]] = defaultdict(list)
        """By game, the time of each match and the rating after it."""
        self._rated: Counter[tuple[str, int]] = Counter()
        """By game and season."""
        self._peaks: dict[str, float] = {}

    def add_matches(self, played: Iterable[PastResult]) -> None:
        for _, group in groupby(played, key=lambda row: row.match_id):
            rows = list(group)
            if rows[0].game in GAMES:
                self._practised.add(rows[0].game)
                if rows[0].reason not in UNRATED_REASONS and all(row.opponent_id is not None for row in rows):
                    self._count(rows)

    def add_ratings(self, rated: Iterable[RatingPoint]) -> None:
        for it in rated:
            self._curves[it.game].append((it.ended_ms, it.rating))
            self._rated[it.game, it.season_number] += 1
            if self._rated[it.game, it.season_number] >= PLACED:
                self._peaks[it.game] = max(self._peaks.get(it.game, it.rating), it.rating)

    def build_profile(self) -> Profile:
        records = self._records()
        nemesis, favourite = self._named()
        return Profile(
            records=records,
            streak=self._streak,
            longest=self._longest,
            nemesis=nemesis,
            favourite=favourite,
            curves=tuple(Curve(it.game, self._points(it.game), self._peaks.get(it.game)) for it in records),
            practised=frozenset(self._practised),
        )

    def _count(self, rows: Sequence[PastResult]) -> None:
        """Of one match."""
        self._matches += 1
        outcome = _outcome(rows)
        self._ends[rows[0].game, rows[0].options, outcome] += 1
        went_on = self._streak is not None and self._streak.outcome == outcome
        self._streak = Streak(outcome, self._streak.matches + 1 if self._streak and went_on else 1)
        if outcome == Outcome.WON:
            self._longest = max(self._longest, self._streak.matches)
        for row in rows:
            # Whoever was forgotten is nobody.
            if row.opponent_id is not None and row.opponent_id > 0:
                met, ahead, behind, _ = self._rivals.get(row.opponent_id, _Meetings(0, 0, 0, 0))
                self._rivals[row.opponent_id] = _Meetings(
                    met + 1,
                    ahead + (row.rank < row.opponent_rank),
                    behind + (row.opponent_rank < row.rank),
                    self._matches,
                )

    def _records(self) -> tuple[GameRecord, ...]:
        games: dict[str, Counter[Outcome]] = defaultdict(Counter)
        variants: dict[str, dict[str, Counter[Outcome]]] = defaultdict(partial(defaultdict, Counter))
        for (game, options, outcome), times in self._ends.items():
            games[game][outcome] += times
            if variant := _variant(game, options):
                variants[game][variant][outcome] += times
        told = [GameRecord(game, _tally(counts), _variants(variants[game])) for game, counts in games.items()]
        return tuple(sorted(told, key=lambda record: -record.all.matches))

    def _named(self) -> tuple[Rivalry | None, Rivalry | None]:
        """Nemesis and favourite."""
        often = {who: it for who, it in self._rivals.items() if it.met >= MEETINGS}
        nemesis = max(
            (who for who, it in often.items() if it.behind),
            key=lambda who: (often[who].behind, -often[who].met, often[who].latest),
            default=None,
        )
        favourite = max(often, key=lambda who: (often[who].met, often[who].latest), default=None)
        first, second = (Rivalry(who, *often[who][:3]) if who is not None else None for who in (nemesis, favourite))
        return first, second

    def _points(self, game: str) -> tuple[tuple[int, float], ...]:
        points = self._curves[game]
        # From what everybody begins with: a first match is a way that was gone, and not a dot.
        return ((points[0][0] - 1, NEW), *points) if points else ()


class _Meetings(NamedTuple):
    met: int
    ahead: int
    behind: int
    latest: int
    """The how-manieth match of theirs it was."""


def profile(played: Iterable[PastResult], rated: Iterable[RatingPoint] = ()) -> Profile:
    """Return the profile of a person from all their matches and the ratings after them, oldest first."""
    career = _Career()
    career.add_matches(played)
    career.add_ratings(rated)
    return career.build_profile()


def encounter(meetings: Iterable[HeadToHead]) -> Encounter:
    """Of what the store has of two people; matches that say nothing are left out."""
    counts: dict[str, Counter[Outcome]] = defaultdict(Counter)
    latest = 0
    for it in meetings:
        if it.game in GAMES and it.reason not in UNRATED_REASONS:
            counts[it.game].update({Outcome.WON: it.wins, Outcome.LOST: it.losses})
            counts[it.game][Outcome.DRAWN] += it.match_count - it.wins - it.losses
            latest = max(latest, it.last_ended_ms)
    games = [(game, _tally(count)) for game, count in counts.items()]
    return Encounter(tuple(sorted(games, key=lambda it: -it[1].matches)), latest)


def _outcome(rows: Sequence[PastResult]) -> Outcome:
    if rows[0].rank > 1:
        return Outcome.LOST
    return Outcome.DRAWN if any(row.opponent_rank == 1 for row in rows) else Outcome.WON


def _tally(counts: Counter[Outcome]) -> WinLossTally:
    return WinLossTally(*(counts[outcome] for outcome in Outcome))


def _variants(counted: Mapping[str, Counter[Outcome]]) -> dict[str, WinLossTally]:
    told = {variant: _tally(counts) for variant, counts in counted.items()}
    return dict(sorted(told.items(), key=lambda it: -it[1].matches))


def _variant(game: str, options: str) -> str:
    """What the option of that name was; nothing for a game without one, or in words of another edition."""
    kind = GAMES[game].options_class
    if "variant" not in kind.model_fields:
        return ""
    try:
        return str(getattr(validate_options(kind, json.loads(options)), "variant"))  # noqa: B009 - not every game's has it
    except Refused:
        return ""
