"""Whoever follows a habit is read, whoever does not is not, and nothing is believed before it was seen."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.insight import OpponentChoice
from games.mind_reader import MindReader, ReadingVerdict, judge_reading

SYMBOL_NAMES = ("1", "2", "3")
EVEN_CHANCES = dict.fromkeys(SYMBOL_NAMES, 1 / 3)
EMPTY_HISTORIES: tuple[list[list[OpponentChoice]], ...] = ([], [[]], [[], []])


def make_choice(symbol: str, answer: str = "1", won: int = 0) -> OpponentChoice:
    return OpponentChoice(symbol, answer, beats=(), won=won, usual=EVEN_CHANCES, plain="1")


def simulate_matches(
    choose_symbol: Callable[[OpponentChoice | None, random.Random], str],
    habit_probability: float,
    *,
    match_count: int = 8,
    match_length: int = 12,
) -> list[list[OpponentChoice]]:
    dice = random.Random(1)
    runs: list[list[OpponentChoice]] = []
    for _ in range(match_count):
        run: list[OpponentChoice] = []
        for _ in range(match_length):
            last = run[-1] if run else None
            symbol = choose_symbol(last, dice) if dice.random() < habit_probability else dice.choice(SYMBOL_NAMES)
            run.append(make_choice(symbol, dice.choice(SYMBOL_NAMES), dice.choice((-1, 1))))
        runs.append(run)
    return runs


def repeat_last(last: OpponentChoice | None, dice: random.Random) -> str:
    return last.symbol if last else dice.choice(SYMBOL_NAMES)


def copy_rival(last: OpponentChoice | None, dice: random.Random) -> str:
    return last.answer if last else dice.choice(SYMBOL_NAMES)


def choose_next_symbol(last: OpponentChoice | None, dice: random.Random) -> str:
    return SYMBOL_NAMES[int(last.symbol) % 3] if last else dice.choice(SYMBOL_NAMES)


def avoid_last(last: OpponentChoice | None, dice: random.Random) -> str:
    return dice.choice([symbol for symbol in SYMBOL_NAMES if not last or symbol != last.symbol])


def win_stay_lose_shift(last: OpponentChoice | None, dice: random.Random) -> str:
    return repeat_last(last, dice) if last and last.won > 0 else avoid_last(last, dice)


def choose_second_symbol(_: OpponentChoice | None, __: random.Random) -> str:
    return "2"


PLAYERS_BY_HABIT = {
    "repeat": repeat_last, "mirror": copy_rival, "next": choose_next_symbol, "avoid": avoid_last,
    "stay": win_stay_lose_shift, "favourite-2": choose_second_symbol
}  # fmt: skip


@pytest.mark.parametrize("habit", PLAYERS_BY_HABIT)
def test_a_habit_is_read_by_its_name(habit: str) -> None:
    runs = simulate_matches(PLAYERS_BY_HABIT[habit], 0.8)
    last = runs[-1][-1]
    seen = MindReader.read_matches(runs).predict_choice(EVEN_CHANCES, "1")
    assert seen.habit == habit
    assert seen.trust > 0.8
    assert sum(seen.chances.values()) == pytest.approx(1)
    # What it leads to is what is expected beyond its share.
    assert all(seen.chances[symbol] > 0.4 for symbol in seen.follows), (last, seen)


def test_dice_are_not_trusted_and_nothing_is_quite_sure() -> None:
    for seed in range(6):
        dice = random.Random(seed)
        runs = [
            [make_choice(dice.choice(SYMBOL_NAMES), dice.choice(SYMBOL_NAMES)) for _ in range(12)] for _ in range(10)
        ]
        assert MindReader.read_matches(runs).predict_choice(EVEN_CHANCES, "1").trust < 0.35
    assert all(MindReader.read_matches(runs).predict_choice(EVEN_CHANCES, "1").trust == 0 for runs in EMPTY_HISTORIES)
    assert (
        MindReader.read_matches(simulate_matches(repeat_last, 1.0, match_count=20))
        .predict_choice(EVEN_CHANCES, "1")
        .trust
        < 0.96
    )


def test_whoever_changes_is_read_anew() -> None:
    runs = [
        *simulate_matches(repeat_last, 0.9, match_count=6),
        *simulate_matches(choose_next_symbol, 0.9, match_count=6),
    ]
    assert MindReader.read_matches(runs).predict_choice(EVEN_CHANCES, "1").habit == "next"


def test_what_a_player_without_habits_chooses_tells_nothing() -> None:
    """Who always takes what everybody would take has no favourite."""
    usual = {"1": 0.9, "2": 0.1, "3": 0.0}
    run = [OpponentChoice("1", "2", (), 0, usual, plain="2")] * 9 + [OpponentChoice("2", "2", (), 0, usual, plain="1")]
    assert MindReader.read_matches([run] * 3).predict_choice(usual, "1").trust < 0.3


def test_the_verdict_says_whether_it_was_right() -> None:
    before, later = simulate_matches(repeat_last, 0.8), simulate_matches(repeat_last, 0.8)[0]
    right = judge_reading(before, later)
    assert right
    assert right.habit == "repeat"
    assert right.hit_count > right.expected_hits
    assert right.was_right
    # Whoever did otherwise this time was not read.
    wrong = judge_reading(before, [make_choice(SYMBOL_NAMES[at % 3]) for at in range(6)])
    assert wrong
    assert (wrong.habit, wrong.hit_count, wrong.was_right) == ("repeat", 0, False)


def test_without_a_reading_there_is_no_verdict() -> None:
    assert judge_reading([], simulate_matches(repeat_last, 0.0)[0][:4]) is None
    assert judge_reading(simulate_matches(repeat_last, 0.8), []) is None
    # Of so few nobody can say whether it was right.
    assert judge_reading(simulate_matches(repeat_last, 0.8), [make_choice("1")] * 2) is None


def test_of_little_nobody_says_that_it_was_wrong() -> None:
    assert ReadingVerdict("repeat", prediction_count=3, hit_count=1, expected_hits=1.0).was_right is None
    assert ReadingVerdict("repeat", prediction_count=4, hit_count=1, expected_hits=1.2).was_right is False
    assert ReadingVerdict("repeat", prediction_count=2, hit_count=2, expected_hits=0.7).was_right is True
    assert ReadingVerdict("repeat", prediction_count=9, hit_count=4, expected_hits=3.2).was_right is None


def test_another_match_leads_to_nothing() -> None:
    """What was chosen last in the one before has no answer in this one."""
    runs = [*simulate_matches(copy_rival, 0.9), []]
    seen = MindReader.read_matches(runs).predict_choice(EVEN_CHANCES, "1")
    assert seen.habit == "mirror"
    assert not seen.follows
