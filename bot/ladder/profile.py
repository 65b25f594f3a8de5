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

from bot.ladder.rating import NEW, PLACED
from games import GAMES
from games.match import UNRATED
from games.options import settled
from games.refused import Refused
from storage import Meetings, Played, Rated, Standing

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
class Tally:
    won: int
    drawn: int
    lost: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Record:
    """Of one game."""

    game: str
    all: Tally
    variants: Mapping[str, Tally]
    """The variants of a game that has some, the most played first."""


@dataclass(frozen=True, slots=True)
class Streak:
    outcome: Outcome
    matches: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    person: int
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

    @property
    def peak(self) -> float | None:
        """Once they had a rank: before, anything may be."""
        return max((rating for _, rating in self.points[PLACED:]), default=None)


class Stood(NamedTuple):
    """Where somebody is on a ladder, and among how many who have a rank."""

    standing: Standing
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

    games: tuple[tuple[str, Tally], ...] = ()
    """The most played first."""
    latest: int = 0

    @property
    def all(self) -> Tally:
        tallies = [tally for _, tally in self.games]
        return Tally(*(sum(getattr(it, name) for it in tallies) for name in ("won", "drawn", "lost")))


@dataclass(frozen=True, slots=True)
class Profile:
    records: tuple[Record, ...] = ()
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


@dataclass(frozen=True, slots=True)
class _Match:
    game: str
    options: str
    outcome: Outcome


def profile(played: Iterable[Played], rated: Iterable[Rated] = ()) -> Profile:
    """Of all that somebody has played, and what their ratings were after it; the oldest first."""
    tables = [list(rows) for _, rows in groupby(played, key=lambda row: row.match)]
    known = [rows for rows in tables if rows[0].game in GAMES]
    counted = [rows for rows in known if rows[0].reason not in UNRATED and all(row.other is not None for row in rows)]
    matches = [_Match(rows[0].game, rows[0].options, _outcome(rows)) for rows in counted]
    records = _records(matches)
    nemesis, favourite = _rivals(counted)
    return Profile(
        records=records,
        streak=_streak(matches),
        longest=max((len(run) for won, run in _runs(matches) if won == Outcome.WON), default=0),
        nemesis=nemesis,
        favourite=favourite,
        curves=_curves([record.game for record in records], rated),
        practised=frozenset(rows[0].game for rows in known),
    )


def encounter(meetings: Iterable[Meetings]) -> Encounter:
    """Of what the store has of two people; matches that say nothing are left out."""
    counts: dict[str, Counter[Outcome]] = defaultdict(Counter)
    latest = 0
    for it in meetings:
        if it.game in GAMES and it.reason not in UNRATED:
            counts[it.game].update({Outcome.WON: it.ahead, Outcome.LOST: it.behind})
            counts[it.game][Outcome.DRAWN] += it.met - it.ahead - it.behind
            latest = max(latest, it.at)
    games = [(game, _tally(count)) for game, count in counts.items()]
    return Encounter(tuple(sorted(games, key=lambda it: -it[1].matches)), latest)


def _outcome(rows: Sequence[Played]) -> Outcome:
    if rows[0].rank > 1:
        return Outcome.LOST
    return Outcome.DRAWN if any(row.theirs == 1 for row in rows) else Outcome.WON


def _records(matches: Sequence[_Match]) -> tuple[Record, ...]:
    """Many matches were agreed in the same words, which are read once."""
    alike = Counter(matches)
    games: dict[str, Counter[Outcome]] = defaultdict(Counter)
    variants: dict[str, dict[str, Counter[Outcome]]] = defaultdict(partial(defaultdict, Counter))
    for match, times in alike.items():
        games[match.game][match.outcome] += times
        if variant := _variant(match.game, match.options):
            variants[match.game][variant][match.outcome] += times
    told = [
        Record(game, _tally(counts), dict(sorted(_tallies(variants[game]).items(), key=lambda it: -it[1].matches)))
        for game, counts in games.items()
    ]
    return tuple(sorted(told, key=lambda record: -record.all.matches))


def _tally(counts: Counter[Outcome]) -> Tally:
    return Tally(*(counts[outcome] for outcome in Outcome))


def _tallies(variants: Mapping[str, Counter[Outcome]]) -> dict[str, Tally]:
    return {variant: _tally(counts) for variant, counts in variants.items()}


def _variant(game: str, options: str) -> str:
    """What the option of that name was; nothing for a game without one, or in words of another edition."""
    kind = GAMES[game].Options
    if "variant" not in kind.model_fields:
        return ""
    try:
        return str(getattr(settled(kind, json.loads(options)), "variant"))  # noqa: B009 - not every game's has it
    except Refused:
        return ""


def _runs(matches: Iterable[_Match]) -> list[tuple[Outcome, list[_Match]]]:
    return [(outcome, list(run)) for outcome, run in groupby(matches, key=lambda match: match.outcome)]


def _streak(matches: Sequence[_Match]) -> Streak | None:
    runs = _runs(matches)
    return Streak(runs[-1][0], len(runs[-1][1])) if runs else None


def _rivals(counted: Sequence[Sequence[Played]]) -> tuple[Rivalry | None, Rivalry | None]:
    """Nemesis and favourite; whoever was forgotten is nobody."""
    met: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    behind: Counter[int] = Counter()
    latest: dict[int, int] = {}
    for at, rows in enumerate(counted):
        for row in rows:
            if row.other is not None and row.other > 0:
                met[row.other] += 1
                ahead[row.other] += row.rank < row.theirs
                behind[row.other] += row.theirs < row.rank
                latest[row.other] = at
    rivals = [Rivalry(one, met[one], ahead[one], behind[one]) for one in latest if met[one] >= MEETINGS]
    nemesis = max(
        (rival for rival in rivals if rival.behind),
        key=lambda rival: (rival.behind, -rival.met, latest[rival.person]),
        default=None,
    )
    return nemesis, max(rivals, key=lambda rival: (rival.met, latest[rival.person]), default=None)


def _curves(games: Sequence[str], rated: Iterable[Rated]) -> tuple[Curve, ...]:
    points: dict[str, list[tuple[int, float]]] = {game: [] for game in games}
    for game, at, rating in rated:
        points.setdefault(game, []).append((at, rating))
    # From what everybody begins with: a first match is a way that was gone, and not a dot.
    return tuple(Curve(game, ((points[game][0][0] - 1, NEW), *points[game]) if points[game] else ()) for game in games)
