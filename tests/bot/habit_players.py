"""Simulated players with known habits, for tests of the mind reader."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.ratings.mind_reader import HabitPattern, build_reports
from games.insight import Habit, Outcome

CHOICES_PER_MATCH: Final = 12
SYMBOLS: Final = ("stone", "paper", "scissors", "fire", "well")

SymbolChooser: TypeAlias = Callable[[random.Random, Sequence[str], Sequence[Habit]], str]
"""A function that chooses one of the symbols, given the player's earlier choices in this match."""


def choose_randomly(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    return random_source.choice(symbols)


def choose_first_symbol(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    return symbols[0]


def choose_in_cycle(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    return symbols[len(past) % len(symbols)]


def alternate_two(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    return symbols[len(past) % 2]


def make_biased_chooser(probability: float) -> SymbolChooser:
    """Return a chooser that picks the first symbol with this probability, and the others equally often."""

    def choose(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
        return symbols[0] if random_source.random() < probability else random_source.choice(symbols[1:])

    return choose


def win_stay_lose_shift(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    if past and past[-1].outcome == "won":
        return past[-1].symbol
    return lose_shift(random_source, symbols, past)


def lose_shift(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    if past and past[-1].outcome == "lost":
        return random_source.choice([each for each in symbols if each != past[-1].symbol])
    return random_source.choice(symbols)


def never_repeat(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    return random_source.choice([each for each in symbols if not past or each != past[-1].symbol])


def copy_rival(random_source: random.Random, symbols: Sequence[str], past: Sequence[Habit]) -> str:
    """Choose the symbol that the rival chose last."""
    return past[-1].opposing_choice.removeprefix("sign-") if past else random_source.choice(symbols)


def _finds_constant_choice(pattern: HabitPattern) -> bool:
    return pattern.kind == "favourite" and pattern.tally.hit_count == pattern.tally.trial_count


def _finds_favourite(pattern: HabitPattern) -> bool:
    return pattern.kind == "favourite" and pattern.symbols == ("stone",) and pattern.tally.exceeds_chance


def _finds_win_stay(pattern: HabitPattern) -> bool:
    repeats_by_outcome = {outcome: tally.exceeds_chance for outcome, tally in pattern.tallies_by_outcome}
    return bool(repeats_by_outcome) and repeats_by_outcome.items() <= {"won": True, "lost": False}.items()


def _finds_lose_shift(pattern: HabitPattern) -> bool:
    return [(outcome, tally.exceeds_chance) for outcome, tally in pattern.tallies_by_outcome] == [("lost", False)]


PLAYERS_BY_HABIT: Final[Mapping[str, tuple[SymbolChooser, Callable[[HabitPattern], bool]]]] = {
    "always the same": (choose_first_symbol, _finds_constant_choice),
    "each in turn": (choose_in_cycle, lambda pattern: pattern.kind == "ring" and len(pattern.symbols) > 2),
    "two in turn": (alternate_two, lambda pattern: pattern.kind == "ring" and len(pattern.symbols) == 2),
    "one in 50 of 100": (make_biased_chooser(0.5), _finds_favourite),
    "one in 70 of 100": (make_biased_chooser(0.7), _finds_favourite),
    "never the same again": (
        never_repeat,
        lambda pattern: pattern.kind == "again" and not pattern.tally.exceeds_chance,
    ),
    "stays after a win, changes after a loss": (
        win_stay_lose_shift,
        _finds_win_stay,
    ),
    "changes after a loss, else dice": (lose_shift, _finds_lose_shift),
    "what the rival chose last": (copy_rival, lambda pattern: pattern.kind == "copy"),
}


OPPOSITE_OUTCOME: Final[Mapping[Outcome, Outcome]] = {"won": "lost", "lost": "won", "tied": "tied"}


def simulate_matches(
    seed: str, choose_symbol: SymbolChooser, choose_rival_symbol: SymbolChooser, symbol_count: int, choice_count: int
) -> list[list[Habit]]:
    """Simulate matches, and return the player's choices in each. Every symbol beats half of the others."""
    random_source, symbols = random.Random(seed), SYMBOLS[:symbol_count]
    matches: list[list[Habit]] = []
    rival_habits: list[Habit] = []
    for choice_index in range(choice_count):
        if choice_index % CHOICES_PER_MATCH == 0:
            matches.append([])
            rival_habits = []
        symbol, rival_symbol = (
            choose_symbol(random_source, symbols, matches[-1]),
            choose_rival_symbol(random_source, symbols, rival_habits),
        )
        distance = (symbols.index(rival_symbol) - symbols.index(symbol)) % symbol_count
        outcome: Outcome = "tied" if not distance else "won" if 2 * distance < symbol_count else "lost"
        matches[-1].append(Habit(0, "sign", symbol, symbols, f"sign-{rival_symbol}", outcome))
        rival_habits.append(Habit(1, "sign", rival_symbol, symbols, f"sign-{symbol}", OPPOSITE_OUTCOME[outcome]))
    return matches


def find_first_pattern(matches: Sequence[Sequence[Habit]]) -> HabitPattern | None:
    """Return the first habit pattern that the mind reader reports for these matches, if any."""
    return next((report.pattern for report in build_reports(matches)), None)


def measure_detection_rates(
    habit_name: str, symbol_count: int, choice_count: int, player_count: int
) -> tuple[float, float]:
    """Return two shares of players: those whose habit is detected, and those with a wrong pattern in their report."""
    choose_symbol, is_expected_pattern = PLAYERS_BY_HABIT[habit_name]
    patterns = [
        find_first_pattern(
            simulate_matches(f"{habit_name}{player_index}", choose_symbol, choose_randomly, symbol_count, choice_count)
        )
        for player_index in range(player_count)
    ]
    detected = [pattern is not None and is_expected_pattern(pattern) for pattern in patterns]
    wrong_count = sum(pattern is not None for pattern in patterns) - sum(detected)
    return sum(detected) / player_count, wrong_count / player_count


RIVALS_BY_HABIT: Final[Mapping[str, SymbolChooser]] = {
    "dice": choose_randomly,
    "what was chosen last": copy_rival,
    "stays after a win, changes after a loss": win_stay_lose_shift,
    "always the same": choose_first_symbol,
}


def measure_false_alarm_rate(rival: SymbolChooser, symbol_count: int, choice_count: int, player_count: int) -> float:
    """Simulate players who choose randomly. Return the share of them with a pattern in their report."""
    patterns = [
        find_first_pattern(simulate_matches(f"dice{player_index}", choose_randomly, rival, symbol_count, choice_count))
        for player_index in range(player_count)
    ]
    return sum(pattern is not None for pattern in patterns) / player_count
