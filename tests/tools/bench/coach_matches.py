"""Matches that are played for `make coach`, what the coach says about them, and how that is scored."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from bot.ladder.mean import Mean
from games import GAMES
from games.chain import Line
from games.coach import reviewed
from games.core import Seat, Word
from games.dice import Chance, Dice
from games.match import Match, begin
from games.mind import Player
from games.options import settled
from games.record import Record
from games.review import Review
from games.schamanen.ground import after, exchanged
from games.schamanen.ground import seen as lying
from games.schamanen.outlook import Outlook, at_leisure, glance, likings, worth
from games.schamanen.state import BISON
from tests.tools.bench.baselines import find_player
from tests.tools.bench.timing import row

JUDGED_EXCHANGES: Final = 4
"""Exchanges that the judge thinks through besides the planted one."""


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """A match that was played for the coach, and what the coach says about it."""

    share: float
    """Share of the win of the first seat."""
    luck: float
    points: Sequence[float]
    """Chance of the first seat before each step that the coach judges."""
    mistakes: int
    """Flagged choices other than the planted one."""
    seconds: float
    planted: float = 0.0
    """What the planted mistake cost, by the judge who thinks further."""
    found: bool = False


def play_and_review(key: str, options: Mapping[str, object], names: Sequence[str], number: int) -> ReviewedMatch:
    """Play a match of the named players by seat, with dice made from its number."""
    game = GAMES[key]
    seed = hashlib.sha256(f"coach {key} {number}".encode()).digest()
    match = begin(game, settled(game.options_class, dict(options)), len(names), Chance.of(seed, ()))
    return review(seed, *play(match, [find_player(game, name) for name in names]))


def first_seat_share(match: Match) -> float:
    """Return the share of the win of the first seat."""
    assert match.result
    return (match.result.ranks[0] == 1) / match.result.ranks.count(1)


def play(match: Match, players: Sequence[Player], plant: int = 0) -> tuple[Match, list[Line], int, float]:
    """Play on to the end. Plant a random choice after `plant` exchanges; return its step and what it cost."""
    lines: list[Line] = []
    step, cost, exchanges = 0, 0.0, 0
    while match.result is None:
        before = match
        if plant and len(before.awaited) == 1 and before.state.phase == "exchange":
            exchanges += 1
        for seat in sorted(before.awaited):
            word = players[seat](before.view(seat), before.house(seat), at_leisure)
            if plant and exchanges == plant and not step:
                word = Dice(f"{plant}".encode()).choice(before.legal(seat))
                step, cost = before.step + 1, costs(before, seat, word)
            lines.append(Line(seat, word))
            match = match.said(seat, word)
    return match, lines, step, cost


def review(seed: bytes, match: Match, lines: Sequence[Line], step: int, cost: float) -> ReviewedMatch:
    record = Record(match.game, match.options, match.seats, tuple(lines), seed=seed)
    # A reviewer has not just thought through the same duels.
    glance.cache_clear()
    began = time.process_time()
    told = reviewed(record)
    seconds = time.process_time() - began
    flagged = [each.at for each in told.steps for _ in each.mistakes]
    return ReviewedMatch(
        share=first_seat_share(match),
        luck=told.luck(0),
        points=[*_points(told)],
        mistakes=sum(at != step for at in flagged),
        seconds=seconds,
        planted=cost,
        found=step in flagged,
    )


def _points(review: Review) -> Iterator[float]:
    """Yield the chances from the first judged step on."""
    for before, each in zip(review.curve, review.steps, strict=False):
        if any(part.seat is not None for part in each.parts):
            yield before[0]


def costs(match: Match, seat: Seat, word: Word) -> float:
    """Return what an exchange loses, thinking two duels ahead."""
    looked = match.view(None)
    outlook, sign = Outlook.of(looked), 1 if seat == BISON else -1
    ground = lying(looked)
    liking = likings(seat, outlook.tariff)
    made = after(ground, word, seat)
    best = sorted(
        (sign * worth(other.meetings, outlook.ahead(other)), at, other)
        for at, (_, other) in enumerate(exchanged(ground, looked.terms, seat, liking))
    )[-JUDGED_EXCHANGES:]
    deep = [sign * worth(other.meetings, outlook.ahead(other, 2)) for _, _, other in best]
    return max(0.0, max(deep) - sign * worth(made.meetings, outlook.ahead(made, 2)))


def brier(found: Sequence[ReviewedMatch]) -> float:
    return fmean((point - each.share) ** 2 for each in found for point in each.points)


def calibration_bins(found: Sequence[ReviewedMatch]) -> list[tuple[float, float]]:
    """Return ten bins of predictions: the mean chance and the mean result of each."""
    told = sorted((point, each.share) for each in found for point in each.points)
    size = len(told) / 10
    parts = [told[round(at * size) : round((at + 1) * size)] for at in range(10)]
    return [(fmean(point for point, _ in part), fmean(share for _, share in part)) for part in parts]


def check_no_luck(name: str, found: Sequence[ReviewedMatch]) -> bool:
    luck, unsure = Mean.of([each.luck for each in found])
    return row(name, f"{luck:+.3f} ±{unsure:.3f}", "0", holds=abs(luck) <= unsure)
