"""What a match that is looked back upon has taught: each player's luck and choices, and where it turned, in words."""

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
"""The coach is not sure of single points where hundreds moved."""


def format_verdict(review: Review, counter: PositionCounter, player_names: Sequence[str], locale: str) -> str:
    """Luck or play, in a sentence; and before it who threw it away, if anybody did."""
    found = review.verdict
    facts: dict[str, str | int] = {}
    if found.winner is not None:
        loser = next(seat for seat in review.seats if seat != found.winner)
        facts = {"winner": player_names[found.winner], "loser": player_names[loser], "seats": len(player_names)}
    told = capitalize_sentence(say(f"verdict-{found.kind}", locale, **facts))
    if found.throwaway_step is None:
        return told
    when = counter.find_moment(found.throwaway_step.step_number).format_short(locale)
    return f"{capitalize_sentence(say('verdict-thrown', locale, when=when, **facts))} {told}"


def format_balance(review: Review, player_names: Sequence[str], locale: str) -> Iterator[str]:
    """What the match came of, and that it adds up; and what mistakes each made, where that can be told."""
    yield from (_format_two_player_balance if len(player_names) == 2 else _format_balance_per_player)(
        review, player_names, locale
    )
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


def _format_two_player_balance(review: Review, player_names: Sequence[str], locale: str) -> Iterator[str]:
    """What one gains the other loses, so it is told for whoever does."""
    shared = [round_balance_to_points(review.compute_balance(seat)) for seat in review.seats]
    told = []
    for row, share in enumerate(SHARE_KEYS):
        if share == LUCK_KEY and not review.has_luck:
            continue
        gains = [rows[row] for rows in shared]
        most = max(gains)
        seat = gains.index(most)
        key = "debrief-share" if most else "debrief-even"
        told.append(
            say(key, locale, share=say(share, locale), points=format_signed_number(most), name=player_names[seat])
        )
    # Of the sum, which is told last, from where to where it led.
    yield _format_shares_with_total(" · ".join(told), review, seat, most, locale)


def _format_balance_per_player(review: Review, player_names: Sequence[str], locale: str) -> Iterator[str]:
    for seat, name in enumerate(player_names):
        found = round_balance_to_points(review.compute_balance(seat))
        told = " · ".join(
            f"{say(share, locale)} {format_signed_number(gain)}" for share, gain in zip(SHARE_KEYS, found, strict=True)
        )
        yield capitalize_sentence(
            say(
                "debrief-one",
                locale,
                name=name,
                shares=_format_shares_with_total(told, review, seat, found[-1], locale),
            )
        )


def _format_shares_with_total(shares_text: str, review: Review, seat: int, total: int, locale: str) -> str:
    """As rounded as what it came of: whoever reckons after it finds that it adds up."""
    last = POINTS_ROUNDING * round(100 * review.curve[-1][seat] / POINTS_ROUNDING)
    return say("debrief-way", locale, share=shares_text, before=last - total, after=last)


def round_balance_to_points(balance: LuckAndPlayBalance) -> tuple[int, ...]:
    """In points, rounded to tens so that they still add up: luck, play, what was seen late, and all of it."""
    exact = [100 * share for share in (balance.luck, balance.play, balance.unexplained)]
    near = [POINTS_ROUNDING * round(share / POINTS_ROUNDING) for share in exact]
    whole = POINTS_ROUNDING * round(100 * balance.total / POINTS_ROUNDING)
    while rest := whole - sum(near):
        step = POINTS_ROUNDING if rest > 0 else -POINTS_ROUNDING
        at = max(range(len(near)), key=lambda at: (exact[at] - near[at]) * step)
        near[at] += step
    return *near, whole


def format_turning_points(
    review: Review, positions: Sequence[Match], counter: PositionCounter, player_names: Sequence[str], locale: str
) -> Iterator[str]:
    """Of each turn when it was and what; `passed` is the match at its start and after each step."""
    for turn in review.turning_points:
        moment, what = (
            counter.find_moment(turn.step.step_number),
            _format_turning_point(turn, positions, player_names, locale),
        )
        told = say(
            "debrief-turn",
            locale,
            points=format_share_as_points(turn.seat_gain),
            name=player_names[turn.responsible_seat],
            what=what,
        )
        # Of a duel the game tells itself which it was.
        yield capitalize_sentence(
            told if moment.format_short(locale) in told else f"{moment.format_short(locale)} · {told}"
        )


def _format_turning_point(
    turn: TurningPoint, positions: Sequence[Match], player_names: Sequence[str], locale: str
) -> str:
    """What happened; and of a choice what was better. Of what only happened, that it was luck."""
    before, engine = positions[turn.step.step_number - 1 : turn.step.step_number + 1]
    lines = list_new_lines(before, engine, player_names, locale, is_over=True)
    # But for the outcome.
    told = " ".join(lines[:-1] if engine.result else lines)
    if turn.part.better:
        return f"{told} {format_better_move(engine, turn.part, player_names, locale)}".strip()
    lines = [say(f"debrief-{turn.part.cause}", locale, what=told.rstrip("."))]
    # What one has found alone speaks for itself.
    alone = [name for name in player_names if name.casefold() in told.casefold()] == [
        player_names[turn.responsible_seat]
    ]
    return " ".join([*lines, *(() if alone else _format_benefit_without_score(turn, positions, player_names, locale))])


def _format_benefit_without_score(
    turn: TurningPoint, positions: Sequence[Match], player_names: Sequence[str], locale: str
) -> Iterator[str]:
    """Why it served somebody who scored nothing by it."""
    before, engine = positions[turn.step.step_number - 1 : turn.step.step_number + 1]
    scores = engine.scores()
    if scores[turn.responsible_seat] > before.scores()[turn.responsible_seat]:
        return
    if engine.result and engine.result.ranks[turn.responsible_seat] == 1:
        key = "over"
    else:
        leads = max(scores) == scores[turn.responsible_seat] and scores.count(max(scores)) == 1
        key = "ahead" if leads and scores == before.scores() else "suits"
    yield say(f"debrief-{key}", locale, name=player_names[turn.responsible_seat])


def format_better_move(engine: Match, mistake: Contribution, player_names: Sequence[str], locale: str) -> str:
    """Why another choice was better, and for whom."""
    assert mistake.better
    assert mistake.seat is not None
    return engine.game.say(mistake.better.why, locale, name=player_names[mistake.seat], **mistake.better.facts)


def format_step_remarks(step: ReviewedStep, engine: Match, player_names: Sequence[str], locale: str) -> Iterator[str]:
    """Of one step, to be read beside its board: whose luck it was, if it was much, and what would have been better."""
    luck = [step.sum_luck(seat) for seat in range(len(step.win_shares))]
    if max(luck) >= TURNING_POINT_MIN_SWING:
        yield say(
            "debrief-luck", locale, points=format_share_as_points(max(luck)), name=player_names[luck.index(max(luck))]
        )
    for part in step.mistakes:
        assert part.seat is not None
        why = format_better_move(engine, part, player_names, locale)
        yield say(
            "debrief-mistake",
            locale,
            name=player_names[part.seat],
            points=format_share_as_points(part.gains[part.seat]),
            why=why,
        )


def format_share_as_points(share: float) -> str:
    """Of a hundred, with its sign."""
    return format_signed_number(round(100 * share))


def format_signed_number(number: int) -> str:
    return f"{'−' if number < 0 else '+' if number else '±'}{abs(number)}"
