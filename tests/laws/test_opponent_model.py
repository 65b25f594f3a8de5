"""The AI's model of its opponent uses only the views of its own seat."""

from __future__ import annotations

import pickle

import pytest

from games import GAMES
from games.core import Level, Seat
from games.dice import Dice
from games.insight import OpponentChoice
from games.words import LOCALES
from tests.laws.law_tables import TABLES, LawTable, for_each_law_table, list_steps, sample_positions

EMPTY_HISTORIES: tuple[list[list[OpponentChoice]], ...] = ([], [[]])
TABLES_WITH_EXPLOIT = [table for table in TABLES if table.game.can_exploit and table.seats == 2]


def list_observed_choices(table: LawTable, seat: Seat) -> list[OpponentChoice]:
    choices = (
        table.game.observe_opponent(before.view_of(seat), after.view_of(seat), joint)
        for before, joint, after in list_steps(table)
    )
    return [choice for choice in choices if choice]


def test_exactly_the_duel_and_schnick_exploit_habits() -> None:
    assert {table.game.KEY for table in TABLES_WITH_EXPLOIT} == {"schamanen", "schnick"} & {*GAMES}


@for_each_law_table(TABLES_WITH_EXPLOIT)
def test_both_seats_observe_the_same_symbols(law_table: LawTable) -> None:
    choices, other_choices = (list_observed_choices(law_table, seat) for seat in (0, 1))
    assert len(choices) == len(other_choices)
    for choice, other in zip(choices, other_choices, strict=True):
        assert (choice.symbol, choice.answer) == (other.answer, other.symbol)
        assert choice.won == -other.won
        assert choice.usual.keys() == other.usual.keys()
        assert {choice.symbol, choice.answer, choice.plain, *choice.beats} <= set(choice.usual)
        assert sum(choice.usual.values()) == pytest.approx(1)


@for_each_law_table(TABLES_WITH_EXPLOIT)
def test_observed_choice_depends_only_on_the_view(law_table: LawTable) -> None:
    game = law_table.game
    for before, joint, after in list_steps(law_table)[:12]:
        view = before.view_of(0)
        other = game.view(game.resample(view, Dice(b"another world")), 0)
        choice, other_choice = (game.observe_opponent(it, after.view_of(0), joint) for it in (view, other))
        assert choice == other_choice


@for_each_law_table(TABLES_WITH_EXPLOIT)
def test_exploiting_move_is_legal_and_has_a_reason(law_table: LawTable) -> None:
    for match in sample_positions(law_table, 6):
        for seat in sorted(match.seats_asked):
            histories = [list_observed_choices(law_table, seat)] * 6
            first_thought, second_thought = (
                law_table.game.exploit(view, known_histories, Dice(b"a thought"), lambda: 0.0)
                for view, known_histories in (
                    (match.view_of(seat), histories),
                    pickle.loads(pickle.dumps((match.view_of(seat), histories))),  # noqa: S301 - dumped here
                )
            )
            assert first_thought == second_thought
            assert first_thought.move in match.legal_moves(seat)
            for locale in LOCALES:
                assert law_table.game.say(first_thought.why, locale, **first_thought.facts)


@for_each_law_table(TABLES_WITH_EXPLOIT)
def test_without_history_exploit_equals_hard_level(law_table: LawTable) -> None:
    game = law_table.game
    for match in sample_positions(law_table, 9):
        for seat in sorted(match.seats_asked):
            view = match.view_of(seat)
            hard = game.think(view, Level.HARD, Dice(b"a thought"), lambda: 0.0)
            for histories in EMPTY_HISTORIES:
                assert game.exploit(view, histories, Dice(b"a thought"), lambda: 0.0) == hard
