"""What a match that is looked back upon has taught: each player's luck and choices, and where it turned, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.scenes.moments import Count
from bot.texts import say
from games.coach import CHANCE, TURN, Review, Step, Turn
from games.match import Match


def balance(review: Review, names: Sequence[str], locale: str) -> Iterator[str]:
    """A line a player, in points of a hundred."""
    for seat, name in enumerate(names):
        yield say(
            "debrief-player",
            locale,
            name=name,
            luck=points(review.luck(seat)),
            choices=points(-review.lost(seat)),
            mistakes=review.mistakes(seat),
        )


def turns(
    review: Review, passed: Sequence[Match], count: Count, names: Sequence[str], locale: str
) -> Iterator[tuple[str, str]]:
    """Of each turn when it was and what; `passed` is the match at its start and after each step."""
    for turn in review.turns:
        what = _why(turn, passed, names, locale)
        told = say("debrief-turn", locale, points=points(turn.swing), name=names[turn.seat], what=what)
        yield count.moment(turn.step.at).said(locale), told


def _why(turn: Turn, passed: Sequence[Match], names: Sequence[str], locale: str) -> str:
    """What happened; and of a choice what was better. Of what only happened, that it was luck."""
    match = passed[turn.step.at]
    lines = match.game.told(match.view(None), locale, names)
    # What is newest is told last, but for the outcome.
    *_, told = ["", *(lines[:-1] if match.result else lines)]
    if better := turn.part.better:
        return f"{told} {match.game.say(better.why, locale, **better.facts)}".strip()
    return say(f"debrief-{turn.part.cause}", locale, what=told.rstrip("."))


def remarks(step: Step, match: Match, names: Sequence[str], locale: str) -> Iterator[str]:
    """Of one step, to be read beside its board: whose luck it was, if it was much, and what would have been better."""
    for part in step.parts:
        if part.cause in CHANCE and max(part.gains) >= TURN:
            seat = part.gains.index(max(part.gains))
            yield say("debrief-luck", locale, points=points(part.gains[seat]), name=names[seat])
    for part in step.mistakes:
        assert part.better
        assert part.seat is not None
        why = match.game.say(part.better.why, locale, **part.better.facts)
        yield say("debrief-mistake", locale, name=names[part.seat], points=points(part.gains[part.seat]), why=why)


def points(share: float) -> str:
    """Of a hundred, with its sign."""
    number = round(100 * share)
    return f"{'−' if number < 0 else '+' if number else '±'}{abs(number)}"
