"""Computes the results of a day: who is ranked, how many points everybody scored, and what the house chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.wall_clock import find_new_accounts
from games.core import Level
from games.daily import DailyChoice, Payoffs, choose_for_house, score_choice, score_meeting
from games.dice import Dice
from storage import StoredChoice

FIELD_MIN: Final = 4
"""How many ranked people a day needs. If there are fewer, the house joins, and the day does not count for the month."""
REVEAL_MIN: Final = 3
"""How many people must have chosen for the result to be posted in a channel."""
APPRENTICE_DAYS: Final = 3
"""How many days somebody must have played before they are ranked, so that a second account cannot help the first."""


@dataclass(frozen=True, slots=True)
class DayResult:
    choices: tuple[StoredChoice, ...]
    """Everybody's choice and score, in the order in which they were passed."""
    house: tuple[DailyChoice, ...]
    """The house's choices; empty if the house did not join."""


class Story(StrEnum):
    """A summary of a day: whether most people chose the same line (row or column), and whether it was the best one."""

    ASIDE = "aside"
    """Most people chose the same line, and the best choice avoided it."""
    WITH = "with"
    """Most people chose the same line, and it was part of the best choice."""
    SPLIT = "split"
    """No line was chosen by most people."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """The best and the worst result that one person had against a single opponent on one day."""

    best: int
    worst: int
    best_ids: tuple[int, ...]
    """The people from whom they won most; empty if that was the house."""
    worst_ids: tuple[int, ...]


def seal_house_choices(payoffs: Payoffs, dice: Dice) -> tuple[DailyChoice, ...]:
    """Return the house's choice at each of its levels.

    `dice` must be fixed before the day opens, so that the house cannot react to anybody.
    """
    return tuple(choose_for_house(payoffs, level, dice) for level in Level)


def score_day(
    payoffs: Payoffs,
    choices: Sequence[StoredChoice],
    house: Sequence[DailyChoice],
    earlier_days: Mapping[int, int],
    server_days: int,
    closes_ms: int,
) -> DayResult:
    """Score all choices of a day: everybody against all ranked people. If few are ranked, the house joins them.

    To be ranked, a person needs an account that is not new, and `APPRENTICE_DAYS` earlier days. `earlier_days` contains
    this number for each person. Fewer suffice while the server has had fewer days, `server_days`, itself.
    """
    required = min(APPRENTICE_DAYS, server_days)
    new_ids = {*find_new_accounts([choice.person_id for choice in choices], closes_ms)}
    ranked = {
        choice.person_id: DailyChoice(*choice.lines)
        for choice in choices
        if choice.person_id not in new_ids and earlier_days.get(choice.person_id, 0) >= required
    }
    joining = tuple(house) if len(ranked) < FIELD_MIN else ()
    scored: list[StoredChoice] = []
    totals: dict[int, Fraction] = {}
    for choice in choices:
        field = [other for person_id, other in ranked.items() if person_id != choice.person_id]
        score = score_choice(payoffs, DailyChoice(*choice.lines), [*field, *joining])
        if choice.person_id in ranked:
            totals[choice.person_id] = score.average
        scored.append(
            replace(
                choice,
                is_ranked=choice.person_id in ranked,
                score=float(score.average),
                beaten_count=score.beaten_count,
                met_count=len(score.meetings),
            )
        )
    return DayResult(tuple(_add_place(choice, totals) for choice in scored), joining)


def _add_place(choice: StoredChoice, totals: Mapping[int, Fraction]) -> StoredChoice:
    """Return the choice with its place among all ranked people, or unchanged if its person is not ranked.

    `totals` contains each ranked person's score. Equal scores share a place.
    """
    own = totals.get(choice.person_id)
    if own is None:
        return choice
    return replace(choice, place=1 + sum(total > own for total in totals.values()))


def encode_house(house: Sequence[DailyChoice]) -> str | None:
    return " ".join(f"{row}{column}" for row, column in house) or None


def decode_house(text: str | None) -> tuple[DailyChoice, ...]:
    return tuple(DailyChoice(int(lines[0]), int(lines[1])) for lines in (text or "").split())


def list_field(choices: Sequence[StoredChoice], house: Sequence[DailyChoice]) -> list[DailyChoice]:
    """Return the choices against which everybody is scored: those of ranked people, and the house's if it joined."""
    return [*(DailyChoice(*choice.lines) for choice in choices if choice.is_ranked), *house]


def tell_story(field: Sequence[DailyChoice], best: DailyChoice) -> tuple[Story, tuple[int, int] | None]:
    """Compare what most people chose with the best choice.

    Return the story, and the side (0 for rows, 1 for columns) and index of the line that most people chose. The line is
    None if there is no majority.
    """
    favorites = [(side, *Counter(choice[side] for choice in field).most_common(1)[0]) for side in range(2)]
    majorities = [(side, line) for side, line, count in favorites if 2 * count > len(field)]
    avoided = [(side, line) for side, line in majorities if line != best[side]]
    if avoided:
        return Story.ASIDE, avoided[0]
    if majorities:
        return Story.WITH, majorities[0]
    return Story.SPLIT, None


def list_met(
    own: StoredChoice, choices: Sequence[StoredChoice], house: Sequence[DailyChoice]
) -> list[tuple[DailyChoice, int | None]]:
    """Return the choices against which `own` is scored, each with the ID of its person, or None for the house."""
    people = [other for other in choices if other.is_ranked and other.person_id != own.person_id]
    return [
        *((DailyChoice(*other.lines), other.person_id) for other in people),
        *((choice, None) for choice in house),
    ]


def find_meetings(
    payoffs: Payoffs, own: StoredChoice, choices: Sequence[StoredChoice], house: Sequence[DailyChoice]
) -> Meetings | None:
    """Return a person's best and worst result against a single opponent, or None if there were no opponents."""
    met = [
        (score_meeting(payoffs, DailyChoice(*own.lines), choice), person_id)
        for choice, person_id in list_met(own, choices, house)
    ]
    if not met:
        return None
    best, worst = (choose(won for won, _ in met) for choose in (max, min))
    best_ids, worst_ids = (
        tuple(person_id for won, person_id in met if won == result and person_id is not None)
        for result in (best, worst)
    )
    return Meetings(best, worst, best_ids, worst_ids)
