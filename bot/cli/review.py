"""`duel review`: what was luck and what was skill in a match, or in many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bot.i18n import say
from bot.ratings.mean_interval import Mean
from bot.screens import coach_texts
from bot.screens.outcome import outcome
from bot.screens.turning_points import PositionCounter, counted
from games import GAMES
from games.coach import ReviewedMatch, review_match
from games.core import Seat
from games.insight import Contribution
from games.match import Match
from games.record import Record
from games.review import Review, ReviewedStep


def _count(seen: ReviewedMatch) -> PositionCounter:
    return counted(seen.positions, over=seen.final_position.result is not None)


def _names(engine: Match, locale: str) -> list[str]:
    return [engine.game.say(f"seat-{seat}", locale) for seat in range(engine.seats)]


def _turns(seen: ReviewedMatch, locale: str) -> Iterator[str]:
    told = coach_texts.turns(seen.review, seen.positions, _count(seen), _names(seen.final_position, locale), locale)
    yield from (f"{number} · {line}" for number, line in enumerate(told, 1))


def lines(seen: ReviewedMatch, locale: str) -> Iterator[str]:
    names = _names(seen.final_position, locale)
    yield from outcome(seen.final_position, locale)
    yield coach_texts.verdict(seen.review, _count(seen), names, locale)
    yield from coach_texts.balance(seen.review, names, locale)
    yield say("debrief-unit", locale)
    if turns := [*_turns(seen, locale)]:
        yield say("review-turns", locale)
        yield from turns


def one(seen: ReviewedMatch, locale: str) -> dict[str, Any]:
    review, engine = seen.review, seen.final_position
    told = zip(review.turning_points, _turns(seen, locale), strict=True)
    return {
        "game": engine.game.KEY,
        "scores": engine.scores(),
        "players": [_player(review, seat) for seat in range(engine.seats)],
        "curve": review.curve,
        "turns": [
            {
                "step": turn.step.step_number,
                "seat": turn.seat,
                "swing": turn.swing,
                "cause": turn.part.cause,
                "text": text,
            }
            for turn, text in told
        ],
        "steps": [_step(engine, step, locale) for step in review.steps],
    }


def _player(review: Review, seat: Seat) -> dict[str, Any]:
    return {
        "luck": review.sum_luck(seat),
        "lost": review.sum_losses(seat),
        "given": review.sum_gifts(seat),
        **({"mistakes": review.count_mistakes(seat)} if review.judges_single_moves else {}),
    }


def _step(engine: Match, step: ReviewedStep, locale: str) -> dict[str, Any]:
    words = {str(seat): " ".join(word) for seat, word in sorted(step.joint.items())}
    return {"step": step.step_number, "words": words, "parts": [_part(engine, part, locale) for part in step.parts]}


def _part(engine: Match, part: Contribution, locale: str) -> dict[str, Any]:
    told: dict[str, Any] = {"cause": part.cause, "gains": part.gains}
    if part.seat is not None:
        told["seat"] = part.seat
    if better := part.better:
        told["better"] = {
            "word": " ".join(better.move),
            "why": coach_texts.reason(engine, part, _names(engine, locale), locale),
        }
    return told


class ReviewSummary:
    """Matches of a folder, summed up by game and seat: a record does not tell who sat there."""

    def __init__(self) -> None:
        self._reviews: dict[tuple[str, int], list[Review]] = defaultdict(list)
        self._others = 0
        """Matches of games that cannot tell."""

    def add(self, record: Record) -> None:
        if record.game.can_judge:
            self._reviews[record.game.KEY, record.seats].append(review_match(record))
        else:
            self._others += 1

    def _seats(self) -> Iterator[tuple[str, int, Sequence[_Summed]]]:
        """By game: of how many matches, and what they came to for each seat."""
        for (key, seats), reviews in self._reviews.items():
            yield key, len(reviews), [_Summed.of(reviews, seat) for seat in range(seats)]

    def summary(self) -> dict[str, Any]:
        return {
            "games": [
                {
                    "game": key,
                    "matches": matches,
                    "seats": [
                        {"luck": seat.luck._asdict(), "lost": seat.lost._asdict()}
                        | ({} if seat.mistakes is None else {"mistakes": seat.mistakes})
                        for seat in seats
                    ],
                }
                for key, matches, seats in self._seats()
            ],
            "others": self._others,
        }

    def lines(self, locale: str) -> Iterator[str]:
        yield say("debrief-points", locale)
        for key, matches, seats in self._seats():
            game = GAMES[key]
            yield say("debrief-many", locale, game=game.say("name", locale), matches=matches)
            for number, seat in enumerate(seats):
                told = say(
                    "debrief-seat",
                    locale,
                    name=game.say(f"seat-{number}", locale),
                    luck=coach_texts.points(seat.luck.mean),
                    unsure=round(100 * seat.luck.within),
                    choices=coach_texts.points(-seat.lost.mean),
                    loose=round(100 * seat.lost.within),
                )
                yield ", ".join(filter(None, (told, _slips(seat.mistakes, locale))))
        if self._others:
            yield say("debrief-others", locale, matches=self._others)


def _slips(mistakes: float | None, locale: str) -> str:
    if mistakes is None:
        return ""
    whole, tenths = divmod(round(10 * mistakes), 10)
    return say("debrief-slips", locale, whole=whole, tenths=tenths)


@dataclass(frozen=True, slots=True)
class _Summed:
    """What many matches came to for one seat."""

    luck: Mean
    lost: Mean
    mistakes: float | None
    """Of a game of which they are told."""

    @classmethod
    def of(cls, reviews: Sequence[Review], seat: Seat) -> _Summed:
        luck, lost = (_spread([of(each, seat) for each in reviews]) for of in (Review.sum_luck, Review.sum_losses))
        advised = all(each.judges_single_moves for each in reviews)
        return cls(luck, lost, fmean(each.count_mistakes(seat) for each in reviews) if advised else None)


def _spread(found: Sequence[float]) -> Mean:
    """Of one match nobody can tell how far it lies from what is meant."""
    return Mean.of(found) if len(found) > 1 else Mean(found[0], 1.0)
