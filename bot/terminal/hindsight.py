"""`duel review`: what was luck and what was skill in a match, or in many."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from bot.scenes import debrief
from bot.scenes.moments import Count, counted
from bot.scenes.outcome import outcome
from bot.texts import say
from games import GAMES
from games.coach import Review, Step, reviewed
from games.core import Judged, Part, Seat
from games.match import Match
from games.record import Record, matches

Z: Final = 1.96
"""Standard errors to either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A match that is looked back upon."""

    passed: Sequence[Match]
    """At its start and after each step."""
    review: Review

    @property
    def end(self) -> Match:
        return self.passed[-1]

    @property
    def count(self) -> Count:
        return counted(self.passed, over=self.end.result is not None)

    def names(self, locale: str) -> list[str]:
        return [self.end.game.say(f"seat-{seat}", locale) for seat in range(self.end.seats)]

    def turns(self, locale: str) -> Iterator[str]:
        told = debrief.turns(self.review, self.passed, self.count, self.names(locale), locale)
        yield from (f"{number} · {line}" for number, line in enumerate(told, 1))

    def lines(self, locale: str) -> Iterator[str]:
        yield from outcome(self.end, locale)
        yield debrief.verdict(self.review, self.count, self.names(locale), locale)
        yield from debrief.balance(self.review, self.names(locale), locale)
        yield say("debrief-unit", locale)
        if turns := [*self.turns(locale)]:
            yield say("review-turns", locale)
            yield from turns


def looked(record: Record) -> Looked:
    passed: list[Match] = []
    for _, match in matches(record):
        if not passed or match.step > passed[-1].step or match.result:
            passed.append(match)
    return Looked(passed, reviewed(record))


def one(seen: Looked, locale: str) -> dict[str, Any]:
    review, match = seen.review, seen.end
    told = zip(review.turns, seen.turns(locale), strict=True)
    return {
        "game": match.game.KEY,
        "scores": match.scores(),
        "players": [_player(review, seat) for seat in range(match.seats)],
        "curve": review.curve,
        "turns": [
            {"step": turn.step.at, "seat": turn.seat, "swing": turn.swing, "cause": turn.part.cause, "text": text}
            for turn, text in told
        ],
        "steps": [_step(match, step, locale) for step in review.steps],
    }


def _player(review: Review, seat: Seat) -> dict[str, Any]:
    return {
        "luck": review.luck(seat),
        "lost": review.lost(seat),
        "given": review.given(seat),
        "mistakes": review.mistakes(seat),
    }


def _step(match: Match, step: Step, locale: str) -> dict[str, Any]:
    words = {str(seat): " ".join(word) for seat, word in sorted(step.joint.items())}
    return {"step": step.at, "words": words, "parts": [_part(match, part, locale) for part in step.parts]}


def _part(match: Match, part: Part, locale: str) -> dict[str, Any]:
    told: dict[str, Any] = {"cause": part.cause, "gains": part.gains}
    if part.seat is not None:
        told["seat"] = part.seat
    if better := part.better:
        told["better"] = {"word": " ".join(better.word), "why": match.game.say(better.why, locale, **better.facts)}
    return told


class Many:
    """Matches of a folder, summed up by game and seat: a record does not tell who sat there."""

    def __init__(self) -> None:
        self._reviews: dict[tuple[str, int], list[Review]] = defaultdict(list)
        self._others = 0
        """Matches of games that cannot tell."""

    def add(self, record: Record) -> None:
        if isinstance(record.game, Judged):
            self._reviews[record.game.KEY, record.seats].append(reviewed(record))
        else:
            self._others += 1

    def summary(self) -> dict[str, Any]:
        return {
            "games": [
                {
                    "game": key,
                    "matches": len(reviews),
                    "seats": [
                        {
                            "luck": _spread([each.luck(seat) for each in reviews]),
                            "lost": _spread([each.lost(seat) for each in reviews]),
                            "mistakes": fmean(each.mistakes(seat) for each in reviews),
                        }
                        for seat in range(seats)
                    ],
                }
                for (key, seats), reviews in self._reviews.items()
            ],
            "others": self._others,
        }

    def lines(self, locale: str) -> Iterator[str]:
        yield say("debrief-points", locale)
        for (key, seats), reviews in self._reviews.items():
            game = GAMES[key]
            yield say("debrief-many", locale, game=game.say("name", locale), matches=len(reviews))
            for seat in range(seats):
                luck, lost = (_spread([of(each, seat) for each in reviews]) for of in (Review.luck, Review.lost))
                yield say(
                    "debrief-seat",
                    locale,
                    name=game.say(f"seat-{seat}", locale),
                    luck=debrief.points(luck["mean"]),
                    unsure=round(100 * luck["within"]),
                    choices=debrief.points(-lost["mean"]),
                    loose=round(100 * lost["within"]),
                    mistakes=f"{fmean(each.mistakes(seat) for each in reviews):.1f}",
                )
        if self._others:
            yield say("debrief-others", locale, matches=self._others)


def _spread(found: Sequence[float]) -> dict[str, float]:
    """The mean, and how far to either side of it what is meant may lie; of one match nobody can tell."""
    within = Z * stdev(found) / math.sqrt(len(found)) if len(found) > 1 else 1.0
    return {"mean": fmean(found), "within": within}
