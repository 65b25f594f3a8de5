"""Whoever follows a habit is read, whoever does not is not, and nothing is believed before it was seen."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.insight import OpponentChoice
from games.mind_reader import MindReader, ReadingVerdict, judge_reading

SYMBOLS = ("1", "2", "3")
EVEN = dict.fromkeys(SYMBOLS, 1 / 3)
NOTHING: tuple[list[list[OpponentChoice]], ...] = ([], [[]], [[], []])


def met(symbol: str, answer: str = "1", won: int = 0) -> OpponentChoice:
    return OpponentChoice(symbol, answer, beats=(), won=won, usual=EVEN, plain="1")


def matches(
    chooses: Callable[[OpponentChoice | None, random.Random], str], often: float, *, many: int = 8, long: int = 12
) -> list[list[OpponentChoice]]:
    dice = random.Random(1)
    runs: list[list[OpponentChoice]] = []
    for _ in range(many):
        run: list[OpponentChoice] = []
        for _ in range(long):
            last = run[-1] if run else None
            symbol = chooses(last, dice) if dice.random() < often else dice.choice(SYMBOLS)
            run.append(met(symbol, dice.choice(SYMBOLS), dice.choice((-1, 1))))
        runs.append(run)
    return runs


def again(last: OpponentChoice | None, dice: random.Random) -> str:
    return last.symbol if last else dice.choice(SYMBOLS)


def mirrors(last: OpponentChoice | None, dice: random.Random) -> str:
    return last.answer if last else dice.choice(SYMBOLS)


def goes_on(last: OpponentChoice | None, dice: random.Random) -> str:
    return SYMBOLS[int(last.symbol) % 3] if last else dice.choice(SYMBOLS)


def other(last: OpponentChoice | None, dice: random.Random) -> str:
    return dice.choice([symbol for symbol in SYMBOLS if not last or symbol != last.symbol])


def stays(last: OpponentChoice | None, dice: random.Random) -> str:
    return again(last, dice) if last and last.won > 0 else other(last, dice)


def second(_: OpponentChoice | None, __: random.Random) -> str:
    return "2"


HABITS = {
    "repeat": again, "mirror": mirrors, "next": goes_on, "avoid": other, "stay": stays, "favourite-2": second
}  # fmt: skip


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_is_read_by_its_name(habit: str) -> None:
    runs = matches(HABITS[habit], 0.8)
    last = runs[-1][-1]
    seen = MindReader.read_matches(runs).predict_choice(EVEN, "1")
    assert seen.habit == habit
    assert seen.trust > 0.8
    assert sum(seen.chances.values()) == pytest.approx(1)
    # What it leads to is what is expected beyond its share.
    assert all(seen.chances[symbol] > 0.4 for symbol in seen.follows), (last, seen)


def test_dice_are_not_trusted_and_nothing_is_quite_sure() -> None:
    for seed in range(6):
        dice = random.Random(seed)
        runs = [[met(dice.choice(SYMBOLS), dice.choice(SYMBOLS)) for _ in range(12)] for _ in range(10)]
        assert MindReader.read_matches(runs).predict_choice(EVEN, "1").trust < 0.35
    assert all(MindReader.read_matches(runs).predict_choice(EVEN, "1").trust == 0 for runs in NOTHING)
    assert MindReader.read_matches(matches(again, 1.0, many=20)).predict_choice(EVEN, "1").trust < 0.96


def test_whoever_changes_is_read_anew() -> None:
    runs = [*matches(again, 0.9, many=6), *matches(goes_on, 0.9, many=6)]
    assert MindReader.read_matches(runs).predict_choice(EVEN, "1").habit == "next"


def test_what_a_player_without_habits_chooses_tells_nothing() -> None:
    """Who always takes what everybody would take has no favourite."""
    usual = {"1": 0.9, "2": 0.1, "3": 0.0}
    run = [OpponentChoice("1", "2", (), 0, usual, plain="2")] * 9 + [OpponentChoice("2", "2", (), 0, usual, plain="1")]
    assert MindReader.read_matches([run] * 3).predict_choice(usual, "1").trust < 0.3


def test_the_verdict_says_whether_it_was_right() -> None:
    before, later = matches(again, 0.8), matches(again, 0.8)[0]
    right = judge_reading(before, later)
    assert right
    assert right.habit == "repeat"
    assert right.hit_count > right.expected_hits
    assert right.was_right
    # Whoever did otherwise this time was not read.
    wrong = judge_reading(before, [met(SYMBOLS[at % 3]) for at in range(6)])
    assert wrong
    assert (wrong.habit, wrong.hit_count, wrong.was_right) == ("repeat", 0, False)


def test_without_a_reading_there_is_no_verdict() -> None:
    assert judge_reading([], matches(again, 0.0)[0][:4]) is None
    assert judge_reading(matches(again, 0.8), []) is None
    # Of so few nobody can say whether it was right.
    assert judge_reading(matches(again, 0.8), [met("1")] * 2) is None


def test_of_little_nobody_says_that_it_was_wrong() -> None:
    assert ReadingVerdict("repeat", prediction_count=3, hit_count=1, expected_hits=1.0).was_right is None
    assert ReadingVerdict("repeat", prediction_count=4, hit_count=1, expected_hits=1.2).was_right is False
    assert ReadingVerdict("repeat", prediction_count=2, hit_count=2, expected_hits=0.7).was_right is True
    assert ReadingVerdict("repeat", prediction_count=9, hit_count=4, expected_hits=3.2).was_right is None


def test_another_match_leads_to_nothing() -> None:
    """What was chosen last in the one before has no answer in this one."""
    runs = [*matches(mirrors, 0.9), []]
    seen = MindReader.read_matches(runs).predict_choice(EVEN, "1")
    assert seen.habit == "mirror"
    assert not seen.follows
