"""What a match that is looked back upon has taught: each player's luck and choices, and where it turned, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import say
from bot.screens.names import sentence
from bot.screens.turning_points import PositionCounter, news
from games.insight import Contribution
from games.match import Match
from games.review import TURNING_POINT_MIN_SWING, LuckAndPlayBalance, Review, ReviewedStep, TurningPoint

LUCK: Final = "ahead-luck"
SHARES: Final = (LUCK, "ahead-play", "ahead-late", "ahead-whole")
ROUND: Final = 10
"""The coach is not sure of single points where hundreds moved."""


def verdict(review: Review, count: PositionCounter, names: Sequence[str], locale: str) -> str:
    """Luck or play, in a sentence; and before it who threw it away, if anybody did."""
    found = review.verdict
    facts: dict[str, str | int] = {}
    if found.winner is not None:
        loser = next(seat for seat in review.seats if seat != found.winner)
        facts = {"winner": names[found.winner], "loser": names[loser], "seats": len(names)}
    told = sentence(say(f"verdict-{found.kind}", locale, **facts))
    if found.throwaway_step is None:
        return told
    when = count.moment(found.throwaway_step.step_number).named(locale)
    return f"{sentence(say('verdict-thrown', locale, when=when, **facts))} {told}"


def balance(review: Review, names: Sequence[str], locale: str) -> Iterator[str]:
    """What the match came of, and that it adds up; and what mistakes each made, where that can be told."""
    yield from (_two if len(names) == 2 else _each)(review, names, locale)
    if review.judges_single_moves:
        yield sentence(
            " · ".join(
                say(
                    "debrief-mistakes",
                    locale,
                    name=name,
                    mistakes=review.count_mistakes(seat),
                    cost=points(-review.sum_mistake_costs(seat)),
                )
                for seat, name in enumerate(names)
            )
        )


def _two(review: Review, names: Sequence[str], locale: str) -> Iterator[str]:
    """What one gains the other loses, so it is told for whoever does."""
    shared = [shares(review.compute_balance(seat)) for seat in review.seats]
    told = []
    for row, share in enumerate(SHARES):
        if share == LUCK and not review.has_luck:
            continue
        gains = [rows[row] for rows in shared]
        most = max(gains)
        seat = gains.index(most)
        key = "debrief-share" if most else "debrief-even"
        told.append(say(key, locale, share=say(share, locale), points=signed(most), name=names[seat]))
    # Of the sum, which is told last, from where to where it led.
    yield _way(" · ".join(told), review, seat, most, locale)


def _each(review: Review, names: Sequence[str], locale: str) -> Iterator[str]:
    for seat, name in enumerate(names):
        found = shares(review.compute_balance(seat))
        told = " · ".join(f"{say(share, locale)} {signed(gain)}" for share, gain in zip(SHARES, found, strict=True))
        yield sentence(say("debrief-one", locale, name=name, shares=_way(told, review, seat, found[-1], locale)))


def _way(told: str, review: Review, seat: int, whole: int, locale: str) -> str:
    """As rounded as what it came of: whoever reckons after it finds that it adds up."""
    last = ROUND * round(100 * review.curve[-1][seat] / ROUND)
    return say("debrief-way", locale, share=told, before=last - whole, after=last)


def shares(found: LuckAndPlayBalance) -> tuple[int, ...]:
    """In points, rounded to tens so that they still add up: luck, play, what was seen late, and all of it."""
    exact = [100 * share for share in (found.luck, found.play, found.unexplained)]
    near = [ROUND * round(share / ROUND) for share in exact]
    whole = ROUND * round(100 * found.total / ROUND)
    while rest := whole - sum(near):
        step = ROUND if rest > 0 else -ROUND
        at = max(range(len(near)), key=lambda at: (exact[at] - near[at]) * step)
        near[at] += step
    return *near, whole


def turns(
    review: Review, passed: Sequence[Match], count: PositionCounter, names: Sequence[str], locale: str
) -> Iterator[str]:
    """Of each turn when it was and what; `passed` is the match at its start and after each step."""
    for turn in review.turning_points:
        moment, what = count.moment(turn.step.step_number), _why(turn, passed, names, locale)
        told = say("debrief-turn", locale, points=points(turn.seat_gain), name=names[turn.responsible_seat], what=what)
        # Of a duel the game tells itself which it was.
        yield sentence(told if moment.named(locale) in told else f"{moment.named(locale)} · {told}")


def _why(turn: TurningPoint, passed: Sequence[Match], names: Sequence[str], locale: str) -> str:
    """What happened; and of a choice what was better. Of what only happened, that it was luck."""
    before, engine = passed[turn.step.step_number - 1 : turn.step.step_number + 1]
    lines = news(before, engine, names, locale, over=True)
    # But for the outcome.
    told = " ".join(lines[:-1] if engine.result else lines)
    if turn.part.better:
        return f"{told} {reason(engine, turn.part, names, locale)}".strip()
    lines = [say(f"debrief-{turn.part.cause}", locale, what=told.rstrip("."))]
    # What one has found alone speaks for itself.
    alone = [name for name in names if name.casefold() in told.casefold()] == [names[turn.responsible_seat]]
    return " ".join([*lines, *(() if alone else _despite(turn, passed, names, locale))])


def _despite(turn: TurningPoint, passed: Sequence[Match], names: Sequence[str], locale: str) -> Iterator[str]:
    """Why it served somebody who scored nothing by it."""
    before, engine = passed[turn.step.step_number - 1 : turn.step.step_number + 1]
    scores = engine.scores()
    if scores[turn.responsible_seat] > before.scores()[turn.responsible_seat]:
        return
    if engine.result and engine.result.ranks[turn.responsible_seat] == 1:
        key = "over"
    else:
        leads = max(scores) == scores[turn.responsible_seat] and scores.count(max(scores)) == 1
        key = "ahead" if leads and scores == before.scores() else "suits"
    yield say(f"debrief-{key}", locale, name=names[turn.responsible_seat])


def reason(engine: Match, part: Contribution, names: Sequence[str], locale: str) -> str:
    """Why another choice was better, and for whom."""
    assert part.better
    assert part.seat is not None
    return engine.game.say(part.better.why, locale, name=names[part.seat], **part.better.facts)


def remarks(step: ReviewedStep, engine: Match, names: Sequence[str], locale: str) -> Iterator[str]:
    """Of one step, to be read beside its board: whose luck it was, if it was much, and what would have been better."""
    luck = [step.sum_luck(seat) for seat in range(len(step.win_shares))]
    if max(luck) >= TURNING_POINT_MIN_SWING:
        yield say("debrief-luck", locale, points=points(max(luck)), name=names[luck.index(max(luck))])
    for part in step.mistakes:
        assert part.seat is not None
        why = reason(engine, part, names, locale)
        yield say("debrief-mistake", locale, name=names[part.seat], points=points(part.gains[part.seat]), why=why)


def points(share: float) -> str:
    """Of a hundred, with its sign."""
    return signed(round(100 * share))


def signed(number: int) -> str:
    return f"{'−' if number < 0 else '+' if number else '±'}{abs(number)}"
