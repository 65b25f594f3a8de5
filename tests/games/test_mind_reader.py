"""The mind reader: recognizing habits of a player, and trusting predictions that have proved right."""

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
    histories: list[list[OpponentChoice]] = []
    for _ in range(match_count):
        history: list[OpponentChoice] = []
        for _ in range(match_length):
            last = history[-1] if history else None
            symbol = choose_symbol(last, dice) if dice.random() < habit_probability else dice.choice(SYMBOL_NAMES)
            history.append(make_choice(symbol, dice.choice(SYMBOL_NAMES), dice.choice((-1, 1))))
        histories.append(history)
    return histories


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
def test_habit_is_recognized_and_predicted(habit: str) -> None:
    histories = simulate_matches(PLAYERS_BY_HABIT[habit], 0.8)
    last = histories[-1][-1]
    prediction = MindReader.read_matches(histories).predict_choice(EVEN_CHANCES, "1")
    assert prediction.habit == habit
    assert prediction.trust > 0.8
    assert sum(prediction.chances.values()) == pytest.approx(1)
    # The symbols that the habit leads to are more likely than usual.
    assert all(prediction.chances[symbol] > 0.4 for symbol in prediction.follows), (last, prediction)


def test_random_play_is_not_trusted_and_trust_has_a_limit() -> None:
    for seed in range(6):
        dice = random.Random(seed)
        histories = [
            [make_choice(dice.choice(SYMBOL_NAMES), dice.choice(SYMBOL_NAMES)) for _ in range(12)] for _ in range(10)
        ]
        assert MindReader.read_matches(histories).predict_choice(EVEN_CHANCES, "1").trust < 0.35
    assert all(
        MindReader.read_matches(histories).predict_choice(EVEN_CHANCES, "1").trust == 0 for histories in EMPTY_HISTORIES
    )
    reader = MindReader.read_matches(simulate_matches(repeat_last, 1.0, match_count=20))
    assert reader.predict_choice(EVEN_CHANCES, "1").trust < 0.96


def test_new_habit_replaces_the_old_one() -> None:
    histories = [
        *simulate_matches(repeat_last, 0.9, match_count=6),
        *simulate_matches(choose_next_symbol, 0.9, match_count=6),
    ]
    assert MindReader.read_matches(histories).predict_choice(EVEN_CHANCES, "1").habit == "next"


def test_usual_choice_is_no_favorite() -> None:
    usual = {"1": 0.9, "2": 0.1, "3": 0.0}
    history = [OpponentChoice("1", "2", (), 0, usual, plain="2")] * 9 + [
        OpponentChoice("2", "2", (), 0, usual, plain="1")
    ]
    assert MindReader.read_matches([history] * 3).predict_choice(usual, "1").trust < 0.3


def test_verdict_tells_right_from_wrong_readings() -> None:
    before, later = simulate_matches(repeat_last, 0.8), simulate_matches(repeat_last, 0.8)[0]
    right_verdict = judge_reading(before, later)
    assert right_verdict
    assert right_verdict.habit == "repeat"
    assert right_verdict.hit_count > right_verdict.expected_hits
    assert right_verdict.was_right
    # This time the player made a different choice.
    wrong_verdict = judge_reading(before, [make_choice(SYMBOL_NAMES[number % 3]) for number in range(6)])
    assert wrong_verdict
    assert (wrong_verdict.habit, wrong_verdict.hit_count, wrong_verdict.was_right) == ("repeat", 0, False)


def test_no_verdict_without_a_reading() -> None:
    assert judge_reading([], simulate_matches(repeat_last, 0.0)[0][:4]) is None
    assert judge_reading(simulate_matches(repeat_last, 0.8), []) is None
    # Two choices are too few for a verdict.
    assert judge_reading(simulate_matches(repeat_last, 0.8), [make_choice("1")] * 2) is None


def test_verdict_is_open_for_few_predictions() -> None:
    assert ReadingVerdict("repeat", prediction_count=3, hit_count=1, expected_hits=1.0).was_right is None
    assert ReadingVerdict("repeat", prediction_count=4, hit_count=1, expected_hits=1.2).was_right is False
    assert ReadingVerdict("repeat", prediction_count=2, hit_count=2, expected_hits=0.7).was_right is True
    assert ReadingVerdict("repeat", prediction_count=9, hit_count=4, expected_hits=3.2).was_right is None


def test_last_choice_of_an_earlier_match_predicts_nothing() -> None:
    histories = [*simulate_matches(copy_rival, 0.9), []]
    prediction = MindReader.read_matches(histories).predict_choice(EVEN_CHANCES, "1")
    assert prediction.habit == "mirror"
    assert not prediction.follows
