"""Matches that are played for `make coach`, what the coach told of them, and how often it came true."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from tests.tools.bench.clock import row

PROMISING: Final = 4
"""As many exchanges the judge thinks through besides the one that was planted."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the coach told of a match that was played for it."""

    share: float
    """Of the one point, to the first seat."""
    luck: float
    points: Sequence[float]
    """What the match was worth to the first seat before each step that it judges."""
    mistakes: int
    """Other than what was planted."""
    seconds: float
    planted: float = 0.0
    """What it cost, as the judge says."""
    found: bool = False


def fought(key: str, options: Mapping[str, object], names: Sequence[str], number: int) -> Seen:
    """By seat, and by chance that only its number tells."""
    game = GAMES[key]
    seed = hashlib.sha256(f"coach {key} {number}".encode()).digest()
    match = begin(game, settled(game.options_class, dict(options)), len(names), Chance.of(seed, ()))
    return seen(seed, *played(match, [find_player(game, name) for name in names]))


def twice(key: str, name: str, phases: Collection[str], of: int, number: int) -> Sequence[tuple[float, float]]:
    """From one in so many steps of these phases, by its number: what comes of it to the first seat if it is played on
    from there with other dice, and with others, while all hands, piles and stones lie as they lay.
    """
    game, found = GAMES[key], list[tuple[float, float]]()
    seed = hashlib.sha256(f"coach {key} {number}".encode()).digest()
    match, house = begin(game, settled(game.options_class, {}), 2, Chance.of(seed, ())), find_player(game, name)
    while match.result is None:
        if match.step % of == number % of and match.state.phase in phases:
            others = [hashlib.sha256(f"{number} {match.step} {each}".encode()).digest() for each in range(2)]
            one, other = (played(replace(match, chance=Chance.of(each, ())), [house] * 2)[0] for each in others)
            found.append((won(one), won(other)))
        for seat in sorted(match.awaited):
            match = match.said(seat, house(match.view(seat), match.house(seat), at_leisure))
    return found


def won(match: Match) -> float:
    """Of the one point, to the first seat."""
    assert match.result
    return (match.result.ranks[0] == 1) / match.result.ranks.count(1)


def played(match: Match, players: Sequence[Player], plant: int = 0) -> tuple[Match, list[Line], int, float]:
    """With a choice by chance where that many exchanges were made; after which step it is, and at what cost."""
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


def seen(seed: bytes, match: Match, lines: Sequence[Line], step: int, cost: float) -> Seen:
    record = Record(match.game, match.options, match.seats, tuple(lines), seed=seed)
    # Whoever looks back has not just thought through the same duels.
    glance.cache_clear()
    began = time.process_time()
    review = reviewed(record)
    seconds = time.process_time() - began
    flagged = [each.at for each in review.steps for _ in each.mistakes]
    return Seen(
        share=won(match),
        luck=review.luck(0),
        points=[*_points(review)],
        mistakes=sum(at != step for at in flagged),
        seconds=seconds,
        planted=cost,
        found=step in flagged,
    )


def _points(review: Review) -> Iterator[float]:
    """From where on it knows anything."""
    for before, each in zip(review.curve, review.steps, strict=False):
        if any(part.seat is not None for part in each.parts):
            yield before[0]


def costs(match: Match, seat: Seat, word: Word) -> float:
    """What an exchange loses, thought two duels ahead."""
    looked = match.view(None)
    outlook, sign = Outlook.of(looked), 1 if seat == BISON else -1
    ground = lying(looked)
    liking = likings(seat, outlook.tariff)
    made = after(ground, word, seat)
    best = sorted(
        (sign * worth(other.meetings, outlook.ahead(other)), at, other)
        for at, (_, other) in enumerate(exchanged(ground, looked.terms, seat, liking))
    )[-PROMISING:]
    deep = [sign * worth(other.meetings, outlook.ahead(other, 2)) for _, _, other in best]
    return max(0.0, max(deep) - sign * worth(made.meetings, outlook.ahead(made, 2)))


def brier(found: Sequence[Seen]) -> float:
    return fmean((point - each.share) ** 2 for each in found for point in each.points)


def bins(found: Sequence[Seen]) -> list[tuple[float, float]]:
    """What was foretold and what came of it, in tenths of all that was foretold."""
    told = sorted((point, each.share) for each in found for point in each.points)
    size = len(told) / 10
    parts = [told[round(at * size) : round((at + 1) * size)] for at in range(10)]
    return [(fmean(point for point, _ in part), fmean(share for _, share in part)) for part in parts]


def nobodys(name: str, found: Sequence[Seen]) -> bool:
    luck, unsure = Mean.of([each.luck for each in found])
    return row(name, f"{luck:+.3f} ±{unsure:.3f}", "nothing", holds=abs(luck) <= unsure)
