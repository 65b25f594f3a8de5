"""`duel review`: separates luck from skill in one match, or on average over a folder of matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bot.i18n import say
from bot.ratings.stats import MeanInterval
from bot.screens import coach_texts
from bot.screens.coach_texts import ReviewReader, find_reader_seat
from bot.screens.phrases import format_outcome
from bot.screens.turning_points import PositionCounter, build_position_counter
from games import GAMES
from games.coach import ReviewedMatch, review_match
from games.core import Seat
from games.insight import Contribution
from games.match import Match
from games.record import Record
from games.review import Review, ReviewedStep


def _build_position_counter(reviewed: ReviewedMatch) -> PositionCounter:
    return build_position_counter(reviewed.positions, is_over=reviewed.final_position.result is not None)


def _build_reader(reviewed: ReviewedMatch, locale: str) -> ReviewReader:
    """Return the reader for whom a review is written: somebody who did not play, and so takes the winner's side."""
    engine = reviewed.final_position
    seat_names = [engine.game.say(f"seat-{seat}", locale) for seat in range(engine.seats)]
    return ReviewReader(seat_names, find_reader_seat(engine), None, locale)


def _format_turning_points(reviewed: ReviewedMatch, locale: str) -> Iterator[str]:
    lines = coach_texts.format_turning_points(
        reviewed.review, reviewed.positions, _build_position_counter(reviewed), _build_reader(reviewed, locale)
    )
    yield from (f"{number} · {line}" for number, line in enumerate(lines, 1))


def format_review(reviewed: ReviewedMatch, locale: str) -> Iterator[str]:
    reader = _build_reader(reviewed, locale)
    yield from format_outcome(reviewed.final_position, locale)
    yield coach_texts.format_verdict(reviewed.review, _build_position_counter(reviewed), reader)
    yield from coach_texts.format_balance(reviewed.review, reader)
    yield from _format_turning_points(reviewed, locale)
    yield say("review-legend", locale)


def review_to_dict(reviewed: ReviewedMatch, locale: str) -> dict[str, Any]:
    review, engine = reviewed.review, reviewed.final_position
    turns = review.list_turning_points(find_reader_seat(engine))
    turning_points = zip(turns, _format_turning_points(reviewed, locale), strict=True)
    return {
        "game": engine.game.KEY,
        "scores": engine.scores(),
        "players": [_player_to_dict(review, seat) for seat in range(engine.seats)],
        "curve": review.curve,
        "turns": [
            {
                "step": turn.step.step_number,
                "seat": turn.seat,
                "swing": turn.swing,
                "cause": turn.part.cause,
                "text": text,
            }
            for turn, text in turning_points
        ],
        "steps": [_step_to_dict(engine, step, locale) for step in review.steps],
    }


def _player_to_dict(review: Review, seat: Seat) -> dict[str, Any]:
    return {
        "luck": review.sum_luck(seat),
        "lost": review.sum_losses(seat),
        "given": review.sum_gifts(seat),
        **({"mistakes": review.count_mistakes(seat)} if review.judges_single_moves else {}),
    }


def _step_to_dict(engine: Match, step: ReviewedStep, locale: str) -> dict[str, Any]:
    moves = {str(seat): " ".join(move) for seat, move in sorted(step.joint.items())}
    return {
        "step": step.step_number,
        "words": moves,
        "parts": [_contribution_to_dict(engine, part, locale) for part in step.parts],
    }


def _contribution_to_dict(engine: Match, contribution: Contribution, locale: str) -> dict[str, Any]:
    data: dict[str, Any] = {"cause": contribution.cause, "gains": contribution.gains}
    if contribution.seat is not None:
        data["seat"] = contribution.seat
    if better := contribution.better:
        data["better"] = {
            "word": " ".join(better.move),
            "why": coach_texts.format_better_move(engine, contribution, locale),
        }
    return data


class ReviewSummary:
    """Average luck, losses and mistakes in many matches, by game and seat, because records do not name the players."""

    def __init__(self) -> None:
        self._reviews: dict[tuple[str, int], list[Review]] = defaultdict(list)
        self._unjudged_count = 0
        """The number of matches in games that cannot be reviewed."""

    def add_record(self, record: Record) -> None:
        if record.game.can_judge:
            self._reviews[record.game.KEY, record.seats].append(review_match(record))
        else:
            self._unjudged_count += 1

    def _summarize_by_game(self) -> Iterator[tuple[str, int, Sequence[_SeatSummary]]]:
        """Yield each game's key, number of matches, and seat summaries.

        A game played with different numbers of seats appears once for each number.
        """
        for (key, seats), reviews in self._reviews.items():
            yield key, len(reviews), [_SeatSummary.from_reviews(reviews, seat) for seat in range(seats)]

    def to_dict(self) -> dict[str, Any]:
        return {
            "games": [
                {
                    "game": key,
                    "matches": matches,
                    "seats": [
                        {"luck": seat.luck._asdict(), "lost": seat.losses._asdict()}
                        | ({} if seat.mistakes is None else {"mistakes": seat.mistakes})
                        for seat in seats
                    ],
                }
                for key, matches, seats in self._summarize_by_game()
            ],
            "others": self._unjudged_count,
        }

    def format_lines(self, locale: str) -> Iterator[str]:
        yield say("debrief-points", locale)
        for key, matches, seats in self._summarize_by_game():
            game = GAMES[key]
            yield say("debrief-many", locale, game=game.say("name", locale), matches=matches)
            for number, seat in enumerate(seats):
                summary = say(
                    "debrief-seat",
                    locale,
                    name=game.say(f"seat-{number}", locale),
                    luck=coach_texts.format_share_as_points(seat.luck.mean),
                    unsure=round(100 * seat.luck.within),
                    choices=coach_texts.format_share_as_points(-seat.losses.mean),
                    loose=round(100 * seat.losses.within),
                )
                yield ", ".join(filter(None, (summary, _format_mistakes(seat.mistakes, locale))))
        if self._unjudged_count:
            yield say("debrief-others", locale, matches=self._unjudged_count)


def _format_mistakes(mistakes: float | None, locale: str) -> str:
    if mistakes is None:
        return ""
    whole, tenths = divmod(round(10 * mistakes), 10)
    return say("debrief-slips", locale, whole=whole, tenths=tenths)


@dataclass(frozen=True, slots=True)
class _SeatSummary:
    """Average luck, losses and mistakes of one seat in many matches."""

    luck: MeanInterval
    losses: MeanInterval
    mistakes: float | None
    """The mean number of mistakes; None if individual moves of the game cannot be judged."""

    @classmethod
    def from_reviews(cls, reviews: Sequence[Review], seat: Seat) -> _SeatSummary:
        luck = _mean_with_spread([review.sum_luck(seat) for review in reviews])
        losses = _mean_with_spread([review.sum_losses(seat) for review in reviews])
        judges_moves = all(review.judges_single_moves for review in reviews)
        return cls(luck, losses, fmean(review.count_mistakes(seat) for review in reviews) if judges_moves else None)


def _mean_with_spread(values: Sequence[float]) -> MeanInterval:
    """Return the mean and its confidence interval.

    A single match has no variance, so its interval covers all possible values.
    """
    return MeanInterval.from_samples(values) if len(values) > 1 else MeanInterval(values[0], 1.0)
