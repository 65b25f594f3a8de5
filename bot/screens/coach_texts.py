"""The coach's texts about a match: the verdict, each player's luck and play, the turning points and the mistakes.

The texts are written from one seat's side: the reader's or, for other readers, the winner's. Readers are called "you".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n import say
from bot.screens.phrases import capitalize_sentence
from bot.screens.turning_points import PositionCounter, list_new_lines
from games.core import Seat
from games.insight import Contribution
from games.match import Match
from games.review import TURNING_POINT_MIN_SWING, LuckAndPlayBalance, Review, ReviewedStep, TurningPoint

LUCK_KEY: Final = "ahead-luck"
SHARE_KEYS: Final = (LUCK_KEY, "ahead-play", "ahead-late", "ahead-whole")
POINTS_ROUNDING: Final = 10
"""Percentage points are rounded to multiples of ten, because the coach's estimates are not more precise."""


@dataclass(frozen=True, slots=True)
class ReviewReader:
    """The reader of a review, and the seat from whose side it is written."""

    player_names: Sequence[str]
    """The players' names by seat, as the descriptions of the steps use them."""
    seat: Seat
    """The seat whose mistakes and chances come first."""
    own_seat: Seat | None
    """The reader's own seat, or None if the reader did not play."""
    locale: str

    def name(self, seat: Seat) -> str:
        """Return a player's name for use as a subject, or "you" for the reader."""
        return say("review-reader", self.locale) if seat == self.own_seat else self.player_names[seat]

    def list_seats_own_first(self) -> Sequence[Seat]:
        """Return all seats, beginning with the seat from whose side the review is written."""
        return sorted(range(len(self.player_names)), key=lambda seat: seat != self.seat)


def find_reader_seat(engine: Match, own_seat: Seat | None = None) -> Seat:
    """Return the seat from whose side a review is written: the reader's own or, for other readers, the winner's."""
    if own_seat is not None:
        return own_seat
    return engine.result.ranks.index(1) if engine.result else 0


def format_verdict(review: Review, counter: PositionCounter, reader: ReviewReader) -> str:
    """Return a sentence about whether luck or play decided the match.

    If a player threw the match away while ahead, another sentence about that comes first.
    """
    verdict, locale = review.verdict, reader.locale
    facts: dict[str, str | int] = {}
    if verdict.winner is not None:
        facts = {"winner": reader.player_names[verdict.winner], "own": int(verdict.winner == reader.own_seat)}
        if len(reader.player_names) == 2:
            loser = 1 - verdict.winner
            facts |= {"loser": reader.player_names[loser], "lost": int(loser == reader.own_seat)}
    sentence = capitalize_sentence(say(f"verdict-{verdict.kind}", locale, **facts))
    if verdict.throwaway_step is None:
        return sentence
    loser = next(part.seat for part in verdict.throwaway_step.mistakes if part.seat not in (None, verdict.winner))
    thrown = say(
        "verdict-thrown",
        locale,
        when=counter.find_moment(verdict.throwaway_step.step_number).format_short(locale),
        loser=reader.player_names[loser or 0],
        lost=int(loser == reader.own_seat),
    )
    return f"{capitalize_sentence(thrown)} {sentence}"


def format_balance(review: Review, reader: ReviewReader) -> Iterator[str]:
    """Yield lines about how much luck and play contributed to each player's result.

    With two players, one line says it for both. If the coach can judge single moves, also yield a line with the number
    and cost of each player's mistakes.
    """
    for seat in reader.list_seats_own_first()[: 1 if len(reader.player_names) == 2 else None]:
        yield _format_seat_balance(review, seat, reader)
    if review.judges_single_moves:
        counts = [
            say(
                "review-mistake-count",
                reader.locale,
                name=reader.name(seat),
                mistakes=review.count_mistakes(seat),
                cost=format_share_as_points(-review.sum_mistake_costs(seat)),
            )
            for seat in reader.list_seats_own_first()
        ]
        yield say("review-mistakes", reader.locale, counts=" · ".join(counts))


def _format_seat_balance(review: Review, seat: Seat, reader: ReviewReader) -> str:
    """Return a sentence about a seat's winning chances at both ends of the match, and how luck and play changed them.

    The chances are rounded so that their difference is the sum of the changes in the sentence.
    """
    locale = reader.locale
    *parts, total = round_balance_to_points(review.compute_balance(seat))
    after = POINTS_ROUNDING * round(100 * review.curve[-1][seat] / POINTS_ROUNDING)
    causes = [
        say(f"review-by-{key}", locale, points=format_signed_number(points), gain=int(points > 0))
        for key, points in zip(("luck", "play", "unexplained"), parts, strict=True)
        if points
    ]
    facts: dict[str, str | int] = {
        "name": reader.name(seat),
        "before": after - total,
        "after": after,
        "own": int(seat == reader.own_seat),
    }
    facts["causes"] = ", ".join(causes) or say("review-by-nothing", locale)
    return capitalize_sentence(say("review-went" if total else "review-stayed", locale, **facts))


def round_balance_to_points(balance: LuckAndPlayBalance) -> tuple[int, ...]:
    """Return luck, play, the unexplained rest and the total in percentage points, rounded so that they still add up."""
    exact = [100 * share for share in (balance.luck, balance.play, balance.unexplained)]
    rounded = [POINTS_ROUNDING * round(share / POINTS_ROUNDING) for share in exact]
    total = POINTS_ROUNDING * round(100 * balance.total / POINTS_ROUNDING)
    while missing := total - sum(rounded):
        step = POINTS_ROUNDING if missing > 0 else -POINTS_ROUNDING
        # Adjust the part with the largest rounding error in this direction.
        part = max(range(len(rounded)), key=lambda part: (exact[part] - rounded[part]) * step)
        rounded[part] += step
    return *rounded, total


def format_turning_points(
    review: Review, positions: Sequence[Match], counter: PositionCounter, reader: ReviewReader
) -> Iterator[str]:
    """Yield a line per turning point. `positions` is the match at its start and after each step."""
    for turn in review.list_turning_points(reader.seat):
        line = say(
            f"review-turn-{turn.kind}",
            reader.locale,
            name=capitalize_sentence(reader.name(turn.responsible_seat)),
            points=format_share_as_points(turn.seat_gain),
            what=_format_turning_point(turn, positions, reader),
        )
        moment = counter.find_moment(turn.step.step_number).format_short(reader.locale)
        # The descriptions of some games already contain the number of the duel.
        yield line if moment in line else f"{moment} · {line}"


def _format_turning_point(turn: TurningPoint, positions: Sequence[Match], reader: ReviewReader) -> str:
    """Describe the step of a turning point. For a mistake, add the better move."""
    before, after = positions[turn.step.step_number - 1 : turn.step.step_number + 1]
    lines = list_new_lines(before, after, reader.player_names, reader.locale, is_over=True, reader_seat=reader.own_seat)
    # The last line about a step that ends the match describes the outcome.
    description = " ".join(lines[:-1] if after.result else lines)
    better = format_better_move(after, turn.part, reader.locale) if turn.part.better else ""
    return f"{description} {better}".strip()


def format_better_move(engine: Match, mistake: Contribution, locale: str) -> str:
    """Explain which move would have been better than a mistake, and why."""
    assert mistake.better
    return engine.game.say(mistake.better.why, locale, **mistake.better.facts)


def format_step_remarks(step: ReviewedStep, engine: Match, reader: ReviewReader) -> Iterator[str]:
    """Yield the coach's remarks on a step: one about the luckiest player if the luck mattered, and one per mistake."""
    luck = [step.sum_luck(seat) for seat in range(len(step.win_shares))]
    max_luck = max(luck)
    if max_luck >= TURNING_POINT_MIN_SWING:
        luckiest = capitalize_sentence(reader.name(luck.index(max_luck)))
        yield say("review-luck", reader.locale, points=format_share_as_points(max_luck), name=luckiest)
    for mistake in step.mistakes:
        assert mistake.seat is not None
        yield say(
            "review-turn-mistake",
            reader.locale,
            name=capitalize_sentence(reader.name(mistake.seat)),
            points=format_share_as_points(mistake.gains[mistake.seat]),
            what=format_better_move(engine, mistake, reader.locale),
        )


def format_share_as_points(share: float) -> str:
    """Format a share of a win as signed percentage points, such as "+12" for 0.12."""
    return format_signed_number(round(100 * share))


def format_signed_number(number: int) -> str:
    """Format an integer with a plus sign, a typographic minus sign, or "±" for zero."""
    return f"{'−' if number < 0 else '+' if number else '±'}{abs(number)}"
