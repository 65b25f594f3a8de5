"""The analysis splits each step into luck and skill, and judges players only by their own views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from games import GAMES
from games.core import JointMove, Seat
from games.dice import Dice
from games.insight import Contribution
from games.match import Match
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT
from tests.laws.law_tables import TABLES, LawTable, for_each_law_table, get_random_match, list_steps

TABLES_WITH_ANALYSIS = [table for table in TABLES if table.game.can_judge]
MAX_STEPS = 12 if IS_LITTLE_EFFORT else 40
"""The number of steps of a match that are analyzed. A third of these are the last steps."""

REDUCED_SEARCH_LIMITS: Final = {
    "shamanic_chess": {"analysis.FIRST_SEARCH_NODES": 400, "analysis.SECOND_SEARCH_NODES": 1_000},
    "woodwalkers": {"analysis.SCREENING_SAMPLES": 2, "analysis.SAMPLES_PER_BATCH": 3, "analysis.MAX_BATCHES": 1},
}
"""Lower limits that make the analysis faster. The laws must hold for any limits."""


@pytest.fixture(autouse=True)
def _reduced_search_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, limits in REDUCED_SEARCH_LIMITS.items():
        for name, limit in limits.items() if game in GAMES else ():
            monkeypatch.setattr(f"games.{game}.{name}", limit)


def sample_steps(table: LawTable) -> list[tuple[Match, JointMove, Match]]:
    steps = list_steps(table)
    max_count = MAX_STEPS // 4 if table.game.KEY in REDUCED_SEARCH_LIMITS else MAX_STEPS
    stride = -(-len(steps) // max_count)
    return [*steps[: -max_count // 3 : stride], *steps[-max_count // 3 :]] if len(steps) > max_count else steps


def list_choices_of(contributions: Sequence[Contribution], seat: Seat) -> list[Contribution]:
    return [contribution for contribution in contributions if contribution.seat == seat]


def test_all_games_of_the_bot_have_an_analysis() -> None:
    assert {table.game.KEY for table in TABLES_WITH_ANALYSIS} >= {
        "schamanen",
        "schnick",
        "shamanic_chess",
        "woodwalkers",
    } & {*GAMES}


@for_each_law_table(TABLES_WITH_ANALYSIS)
def test_contributions_add_up_to_the_change_of_shares(law_table: LawTable) -> None:
    game = law_table.game
    for before, joint, after in sample_steps(law_table):
        old_shares, new_shares = game.win_shares(before.state), game.win_shares(after.state)
        assert sum(new_shares) == pytest.approx(1)
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in new_shares)
        contributions = game.split_change(before.state, joint, after.state)
        for contribution in contributions:
            assert sum(contribution.gains) == pytest.approx(0, abs=1e-9)
        changes = [sum(contribution.gains[seat] for contribution in contributions) for seat in range(law_table.seats)]
        assert changes == pytest.approx([new - old for old, new in zip(old_shares, new_shares, strict=True)], abs=1e-6)


@for_each_law_table(TABLES_WITH_ANALYSIS)
def test_winners_of_a_finished_match_share_the_whole_win_share(law_table: LawTable) -> None:
    end = get_random_match(law_table).matches[-1]
    assert end.result
    first = end.result.ranks.count(1)
    assert law_table.game.win_shares(end.state) == pytest.approx([(rank == 1) / first for rank in end.result.ranks])


@for_each_law_table(TABLES_WITH_ANALYSIS)
def test_choice_gains_nothing_and_better_moves_are_legal(law_table: LawTable) -> None:
    game = law_table.game
    for before, joint, after in sample_steps(law_table):
        contributions = game.split_change(before.state, joint, after.state)
        assert {contribution.seat for contribution in contributions if contribution.cause == "choice"} <= joint.keys()
        assert all((contribution.seat is None) == (contribution.cause != "choice") for contribution in contributions)
        for contribution in contributions:
            if contribution.seat is None:
                assert contribution.better is None
                continue
            assert contribution.gains[contribution.seat] <= 0
            if better := contribution.better:
                assert contribution.gains[contribution.seat] < 0
                assert better.move != joint[contribution.seat]
                assert better.move in before.legal_moves(contribution.seat)
                assert all(game.say(better.why, locale, **better.facts) for locale in LOCALES)


@for_each_law_table(TABLES_WITH_ANALYSIS)
def test_loss_of_a_choice_depends_only_on_the_view(law_table: LawTable) -> None:
    """A choice must lose the same in another state with the same view, for any choices of the other seats."""
    game = law_table.game
    for number, (before, joint, after) in enumerate(sample_steps(law_table)[: MAX_STEPS // 2]):
        contributions = game.split_change(before.state, joint, after.state)
        for seat, move in joint.items():
            dice = Dice(f"{number} {seat}".encode())
            sample = game.resample(before.view_of(seat), dice)
            other_joint = {
                other_seat: move if other_seat == seat else dice.choose(game.legal_moves(game.view(sample, other_seat)))
                for other_seat in game.seats_to_move(sample)
            }
            other = game.split_change(sample, other_joint, game.apply(sample, other_joint, dice))
            assert list_choices_of(contributions, seat) == list_choices_of(other, seat)
