"""Turning points: the steps at which the score of a match changed most. Games without a score have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.scenes.names import names
from bot.table.table import Begun
from bot.texts import say
from games.core import Seat
from games.match import Match

MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Turn:
    at: int
    """After how many steps."""
    swing: int
    """By how much somebody drew away from somebody else."""
    seat: Seat
    """Who gained most."""


def scored(passed: Sequence[Match]) -> Iterator[Turn]:
    """Every step at which the score changed, `passed` being the match at its start and after each step. The last is
    none: how it ended is told anyhow, and what is counted at the end turns nothing.
    """
    for at, (before, after) in enumerate(pairwise(passed[:-1]), 1):
        gains = [new - old for old, new in zip(before.scores(), after.scores(), strict=True)]
        if swing := max(gains) - min(gains):
            yield Turn(at, swing, gains.index(max(gains)))


def ranked(passed: Sequence[Match]) -> list[Turn]:
    """The greatest first, of equals the earlier."""
    return sorted(scored(passed), key=lambda turn: (-turn.swing, turn.at))


def turns(passed: Sequence[Match]) -> list[Turn]:
    return ranked(passed)[:MOST]


def point(passed: Sequence[Match]) -> Turn | None:
    """The turning point, where one of them stands out."""
    first, second = [*turns(passed), None, None][:2]
    return first if first and (second is None or first.swing > second.swing) else None


def turned(table: Begun, passed: Sequence[Match], locale: str) -> Iterator[str]:
    """In one sentence, if there is one."""
    if turn := point(passed):
        yield say("turning", locale, what=sentence(table, passed, turn, locale))


def sentence(table: Begun, passed: Sequence[Match], turn: Turn, locale: str) -> str:
    """What was told of it last that names who gained, if it can be with whom they met; and the score."""
    match = passed[turn.at]
    called = names(table, locale)
    view = match.view(None)
    told = match.game.told(view if table.over else match.game.covered(view), locale, called)
    named = [line for line in told if called[turn.seat].casefold() in line.casefold()]
    met = [line for line in named if sum(name.casefold() in line.casefold() for name in called) > 1]
    *_, what = [called[turn.seat], *(met or named)]
    return f"{what.rstrip('.')} ({score(passed, turn)})"


def score(passed: Sequence[Match], turn: Turn) -> str:
    """What it did to the score: of two both, of more what was gained."""
    before, after = passed[turn.at - 1], passed[turn.at]
    if after.seats > 2:
        return f"+{after.scores()[turn.seat] - before.scores()[turn.seat]}"
    old, new = (":".join(map(str, match.scores())) for match in (before, after))
    return f"{old} → {new}"
