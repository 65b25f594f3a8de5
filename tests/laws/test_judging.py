"""What was luck and what was skill: it adds up, and nobody is judged by what they could not see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import pytest

from games import GAMES
from games.core import JointMove, Move, Seat
from games.dice import Dice
from games.insight import Contribution
from games.match import Match
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT
from tests.laws.law_tables import TABLES, LawTable, get_random_match

TABLES_WITH_JUDGE = [table for table in TABLES if table.game.can_judge]
MAX_STEPS = 12 if IS_LITTLE_EFFORT else 40
"""Steps of a match that are looked at; a third of them its last."""


REDUCED_SEARCH_LIMITS: Final = {
    "shamanic_chess": {"analysis.FIRST_SEARCH_NODES": 400, "analysis.SECOND_SEARCH_NODES": 1_000},
    "woodwalkers": {"analysis.SCREENING_SAMPLES": 2, "analysis.SAMPLES_PER_BATCH": 3, "analysis.MAX_BATCHES": 1},
}
"""What a coach looks at less than it would: laws hold however little that is."""


@pytest.fixture(autouse=True)
def _reduced_search_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, figures in REDUCED_SEARCH_LIMITS.items():
        for name, figure in figures.items() if game in GAMES else ():
            monkeypatch.setattr(f"games.{game}.{name}", figure)


def list_steps(table: LawTable) -> Iterator[tuple[Match, JointMove, Match]]:
    """Of a random match: how it stood, what was said, how it stood then."""
    found, joint = [], dict[Seat, Move]()
    begun = get_random_match(table).matches[0]
    for after, line in zip(get_random_match(table).matches[1:], get_random_match(table).lines, strict=True):
        assert line.seat is not None
        joint[line.seat] = line.move
        if after.step > begun.step:
            found.append((begun, joint, after))
            joint, begun = {}, after
    most = MAX_STEPS // 4 if table.game.KEY in REDUCED_SEARCH_LIMITS else MAX_STEPS
    few = -(-len(found) // most)
    return iter([*found[: -most // 3 : few], *found[-most // 3 :]] if len(found) > most else found)


def list_choices_of(contributions: Iterator[Contribution], seat: Seat) -> list[Contribution]:
    return [part for part in contributions if part.seat == seat]


def test_some_game_is_judged() -> None:
    assert {table.game.KEY for table in TABLES_WITH_JUDGE} >= {
        "schamanen",
        "schnick",
        "shamanic_chess",
        "woodwalkers",
    } & {*GAMES}


@pytest.mark.parametrize("at", TABLES_WITH_JUDGE, ids=str)
def test_what_a_step_came_of_adds_up(at: LawTable) -> None:
    for before, joint, after in list_steps(at):
        old, new = at.game.win_shares(before.state), at.game.win_shares(after.state)
        assert sum(new) == pytest.approx(1)
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in new)
        parts = at.game.split_change(before.state, joint, after.state)
        for part in parts:
            assert sum(part.gains) == pytest.approx(0, abs=1e-9)
        changes = [sum(part.gains[seat] for part in parts) for seat in range(at.seats)]
        assert changes == pytest.approx([late - soon for soon, late in zip(old, new, strict=True)], abs=1e-6)


@pytest.mark.parametrize("at", TABLES_WITH_JUDGE, ids=str)
def test_what_is_over_is_worth_its_place(at: LawTable) -> None:
    end = get_random_match(at).matches[-1]
    assert end.result
    first = end.result.ranks.count(1)
    assert at.game.win_shares(end.state) == pytest.approx([(rank == 1) / first for rank in end.result.ranks])


@pytest.mark.parametrize("at", TABLES_WITH_JUDGE, ids=str)
def test_a_choice_gains_nothing_and_what_was_better_can_be_said_and_told(at: LawTable) -> None:
    for before, joint, after in list_steps(at):
        parts = at.game.split_change(before.state, joint, after.state)
        assert {part.seat for part in parts if part.cause == "choice"} <= joint.keys()
        assert all((part.seat is None) == (part.cause != "choice") for part in parts)
        for part in parts:
            if part.seat is None:
                assert part.better is None
                continue
            assert part.gains[part.seat] <= 0
            if part.better:
                assert part.gains[part.seat] < 0
                assert part.better.move != joint[part.seat]
                assert part.better.move in before.legal_moves(part.seat)
                assert all(
                    "ANN" in at.game.say(part.better.why, locale, name="ANN", **part.better.facts) for locale in LOCALES
                )


@pytest.mark.parametrize("at", TABLES_WITH_JUDGE, ids=str)
def test_nobody_is_judged_by_what_they_could_not_see(at: LawTable) -> None:
    """In another world that looked the same, with other choices of the others, the same choice has lost the same."""
    game = at.game
    for number, (before, joint, after) in enumerate(islice(list_steps(at), MAX_STEPS // 2)):
        parts = game.split_change(before.state, joint, after.state)
        for seat, word in joint.items():
            dice = Dice(f"{number} {seat}".encode())
            world = game.resample(before.view_of(seat), dice)
            said = {
                each: word if each == seat else dice.choose(game.legal_moves(game.view(world, each)))
                for each in game.seats_to_move(world)
            }
            other = game.split_change(world, said, game.apply(world, said, dice))
            assert list_choices_of(iter(parts), seat) == list_choices_of(iter(other), seat)
