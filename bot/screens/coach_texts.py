"""The coach's texts about a match: the verdict, each player's luck and play, the turning points and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import say
from bot.screens.phrases import capitalize_sentence
from bot.screens.turning_points import PositionCounter, list_new_lines
from games.insight import Contribution
from games.match import Match
from games.review import TURNING_POINT_MIN_SWING, LuckAndPlayBalance, Review, ReviewedStep, TurningPoint

LUCK_KEY: Final = "ahead-luck"
SHARE_KEYS: Final = (LUCK_KEY, "ahead-play", "ahead-late", "ahead-whole")
POINTS_ROUNDING: Final = 10
"""Percentage points are rounded to multiples of ten, because the coach's estimates are not more precise."""


def format_verdict(review: Review, counter: PositionCounter, player_names: Sequence[str], locale: str) -> str:
    """Return a sentence about whether luck or play decided the match.

    If a player threw the match away while ahead, another sentence about that comes first.
    """
    verdict = review.verdict
    facts: dict[str, str | int] = {}
    if verdict.winner is not None:
        loser = next(seat for seat in review.seats if seat != verdict.winner)
        facts = {"winner": player_names[verdict.winner], "loser": player_names[loser], "seats": len(player_names)}
    sentence = capitalize_sentence(say(f"verdict-{verdict.kind}", locale, **facts))
    if verdict.throwaway_step is None:
        return sentence
    when = counter.find_moment(verdict.throwaway_step.step_number).format_short(locale)
    return f"{capitalize_sentence(say('verdict-thrown', locale, when=when, **facts))} {sentence}"


def format_balance(review: Review, player_names: Sequence[str], locale: str) -> Iterator[str]:
    """Yield lines about how luck and play add up to the result.

    If the coach can judge single moves, also yield a line with the number and cost of each player's mistakes.
    """
    if len(player_names) == 2:
        yield _format_two_player_balance(review, player_names, locale)
    else:
        yield from _format_balance_per_player(review, player_names, locale)
    if review.judges_single_moves:
        yield capitalize_sentence(
            " · ".join(
                say(
                    "debrief-mistakes",
                    locale,
                    name=name,
                    mistakes=review.count_mistakes(seat),
                    cost=format_share_as_points(-review.sum_mistake_costs(seat)),
                )
                for seat, name in enumerate(player_names)
            )
        )


def _format_two_player_balance(review: Review, player_names: Sequence[str], locale: str) -> str:
    """List the effects of luck and play. Each effect names only the player who gained.

    The other player lost the same number of points.
    """
    points_by_seat = [round_balance_to_points(review.compute_balance(seat)) for seat in review.seats]
    parts = []
    # The last share is the total. Its points and seat are needed after the loop.
    for share_key, points in zip(SHARE_KEYS, zip(*points_by_seat, strict=True), strict=True):
        if share_key == LUCK_KEY and not review.has_luck:
            continue
        gain = max(points)
        seat = points.index(gain)
        facts = {"share": say(share_key, locale), "points": format_signed_number(gain), "name": player_names[seat]}
        parts.append(say("debrief-share" if gain else "debrief-even", locale, **facts))
    return _format_shares_with_total(" · ".join(parts), review, seat, gain, locale)


def _format_balance_per_player(review: Review, player_names: Sequence[str], locale: str) -> Iterator[str]:
    for seat, name in enumerate(player_names):
        points = round_balance_to_points(review.compute_balance(seat))
        parts = " · ".join(
            f"{say(key, locale)} {format_signed_number(gain)}" for key, gain in zip(SHARE_KEYS, points, strict=True)
        )
        shares = _format_shares_with_total(parts, review, seat, points[-1], locale)
        yield capitalize_sentence(say("debrief-one", locale, name=name, shares=shares))


def _format_shares_with_total(shares_text: str, review: Review, seat: int, total: int, locale: str) -> str:
    """Append the winning chances of a seat before and after the match to `shares_text`.

    The chances are rounded so that their difference is `total`.
    """
    final_points = POINTS_ROUNDING * round(100 * review.curve[-1][seat] / POINTS_ROUNDING)
    return say("debrief-way", locale, share=shares_text, before=final_points - total, after=final_points)


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
    review: Review, positions: Sequence[Match], counter: PositionCounter, player_names: Sequence[str], locale: str
) -> Iterator[str]:
    """Yield a line per turning point. `positions` is the match at its start and after each step."""
    for turn in review.turning_points:
        moment = counter.find_moment(turn.step.step_number).format_short(locale)
        line = say(
            "debrief-turn",
            locale,
            points=format_share_as_points(turn.seat_gain),
            name=player_names[turn.responsible_seat],
            what=_format_turning_point(turn, positions, player_names, locale),
        )
        # The descriptions of some games already begin with the number of the duel.
        yield capitalize_sentence(line if moment in line else f"{moment} · {line}")


def _format_turning_point(
    turn: TurningPoint, positions: Sequence[Match], player_names: Sequence[str], locale: str
) -> str:
    """Describe the step of a turning point. Add the better move for a mistake, or the cause and benefit of luck."""
    before, after = positions[turn.step.step_number - 1 : turn.step.step_number + 1]
    lines = list_new_lines(before, after, player_names, locale, is_over=True)
    # The last line about a step that ends the match describes the outcome.
    description = " ".join(lines[:-1] if after.result else lines)
    if turn.part.better:
        return f"{description} {format_better_move(after, turn.part, player_names, locale)}".strip()
    sentences = [say(f"debrief-{turn.part.cause}", locale, what=description.rstrip("."))]
    # If the description names only the lucky player, the benefit is obvious.
    mentioned = [name for name in player_names if name.casefold() in description.casefold()]
    if mentioned != [player_names[turn.responsible_seat]]:
        sentences += _format_benefit_without_score(turn, positions, player_names, locale)
    return " ".join(sentences)


def _format_benefit_without_score(
    turn: TurningPoint, positions: Sequence[Match], player_names: Sequence[str], locale: str
) -> Iterator[str]:
    """Yield a sentence about how the lucky player benefited from a turning point.

    Yields nothing if the player scored in that step.
    """
    before, after = positions[turn.step.step_number - 1 : turn.step.step_number + 1]
    seat, scores = turn.responsible_seat, after.scores()
    if scores[seat] > before.scores()[seat]:
        return
    if after.result and after.result.ranks[seat] == 1:
        key = "over"
    else:
        leads = max(scores) == scores[seat] and scores.count(max(scores)) == 1
        key = "ahead" if leads and scores == before.scores() else "suits"
    yield say(f"debrief-{key}", locale, name=player_names[seat])


def format_better_move(engine: Match, mistake: Contribution, player_names: Sequence[str], locale: str) -> str:
    """Explain which move would have been better than a mistake, and why."""
    assert mistake.better
    assert mistake.seat is not None
    return engine.game.say(mistake.better.why, locale, name=player_names[mistake.seat], **mistake.better.facts)


def format_step_remarks(step: ReviewedStep, engine: Match, player_names: Sequence[str], locale: str) -> Iterator[str]:
    """Yield the coach's remarks on a step: one about the luckiest player if the luck mattered, and one per mistake."""
    luck = [step.sum_luck(seat) for seat in range(len(step.win_shares))]
    max_luck = max(luck)
    if max_luck >= TURNING_POINT_MIN_SWING:
        luckiest = player_names[luck.index(max_luck)]
        yield say("debrief-luck", locale, points=format_share_as_points(max_luck), name=luckiest)
    for mistake in step.mistakes:
        assert mistake.seat is not None
        yield say(
            "debrief-mistake",
            locale,
            name=player_names[mistake.seat],
            points=format_share_as_points(mistake.gains[mistake.seat]),
            why=format_better_move(engine, mistake, player_names, locale),
        )


def format_share_as_points(share: float) -> str:
    """Format a share of a win as signed percentage points, such as "+12" for 0.12."""
    return format_signed_number(round(100 * share))


def format_signed_number(number: int) -> str:
    """Format an integer with a plus sign, a typographic minus sign, or "±" for zero."""
    return f"{'−' if number < 0 else '+' if number else '±'}{abs(number)}"
