"""Tests for the `arena` command, which compares two AI players in many matches."""

from __future__ import annotations

from itertools import product
from statistics import fmean, stdev

import pytest

from bot.cli.arena import ArenaPairing, ArenaTally, compute_draw_luck, play_arena_match
from games import GAMES
from games.core import Level
from games.dice import Chance
from games.match import begin_match
from games.options import validate_options
from tests.bot.cli_runner import run_in_process, run_refused_command


def count_scores(*scores: float, seats: int = 2) -> ArenaTally:
    return ArenaTally([*scores], seats)


def test_verdict_needs_an_interval_that_excludes_equal_strength() -> None:
    assert count_scores(*[1.0] * 11, *[0.0] * 9).verdict == 0
    assert count_scores(*[1.0] * 18, *[0.0] * 2).verdict == 1
    assert count_scores(*[0.0] * 18, *[1.0] * 2).verdict == -1
    # With four players, winning half of the matches is better than average.
    assert count_scores(*[1.0] * 20, *[0.0] * 20, seats=4).verdict == 1


def test_tally_counts_wins_and_computes_the_wilson_interval() -> None:
    few = count_scores(1.0, 0.5, 0.5, 0.0)
    assert few.mean_score_by_seat == [0.75, 0.25]
    assert (few.wins, few.draws, few.losses, few.mean_score) == (1, 2, 1, 0.5)
    assert count_scores(*[1.0] * 9, 0.0).score_interval == pytest.approx((0.5958, 0.9821), abs=5e-4)
    # Even twenty wins in a row do not prove that a player always wins.
    assert count_scores(*[1.0] * 20).score_interval == pytest.approx((0.8389, 1.0), abs=5e-4)


def test_luck_adjustment_needs_varying_luck_and_scores() -> None:
    for luck in ([0.0] * 60, [0.1] * 60):
        assert ArenaTally([1.0] * 60, 2, luck_by_match=luck).luck_adjusted_score is None
    tally = ArenaTally([1.0, 0.0, 1.0, 1.0] * 15, 2, luck_by_match=[0.4, -0.3, 0.2, 0.2] * 15)
    assert tally.luck_adjusted_score
    assert tally.luck_adjusted_score[0] == pytest.approx(0.625)


@pytest.mark.parametrize("key", GAMES)
def test_seats_alternate_and_matches_are_reproducible(key: str) -> None:
    seats = GAMES[key].SEATS[-1]
    pairing = ArenaPairing(key, "{}", seats, "random", "random", seed=1)
    assert [pairing.seat_of_left(number) for number in range(seats)] == list(range(seats))
    assert len({pairing.derive_chance(number).key for number in range(seats)}) == 1
    assert pairing.derive_chance(0) != pairing.derive_chance(seats)
    pairing = ArenaPairing(key, "{}", GAMES[key].SEATS[0], "random", "greedy", seed=7)
    first, second = play_arena_match(pairing, 3), play_arena_match(pairing, 3)
    assert (first.score, first.reason) == (second.score, second.reason)
    assert first.cpu_times_s[0]


def test_match_at_the_step_limit_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.arena.MAX_STEPS", 1)
    pairing = ArenaPairing(next(iter(GAMES)), "{}", 2, "random", "random", seed=1)
    assert play_arena_match(pairing, 0).reason == "unfinished"


@pytest.mark.gate
def test_output_is_the_same_with_one_and_several_processes() -> None:
    key = next(key for key in GAMES if len(GAMES[key].SEATS) > 1)
    args = ("arena", key, "--left", "random", "--right", "random", "--matches", "4", "--seed", "5")
    done, single_process = run_in_process(*args, "--seats", "2"), run_in_process(*args, "--processes", "1")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("random: ")
    assert "95 % interval" in lines[1]
    assert lines[2] == "no significant difference"
    assert single_process.stdout.splitlines()[:3] == lines[:3]


def test_unknown_games_players_and_seats_are_refused() -> None:
    key = next(iter(GAMES))
    assert "the-owl" in run_refused_command("arena", key, "--left", "the-owl")
    assert run_refused_command("arena", key, "--seats", "9")
    assert run_refused_command("arena", "tag")
    assert run_refused_command("play", key, "--against", "the-owl")
    assert run_in_process("arena", "--help").stdout


def test_zero_thinking_time_makes_moves_at_once() -> None:
    pairing = ArenaPairing("shamanic_chess", "{}", 2, "hard", "random", seed=1, thinking_time_s=0)
    assert max(play_arena_match(pairing, 0).cpu_times_s[0]) < 0.3


def test_luck_of_moves_drawn_from_a_policy_is_zero_on_average() -> None:
    """The average covers all pairs of moves in the first duel, weighted by the probabilities in both policies."""
    game = GAMES["schamanen"]
    unequal_deals = 0
    for seed in range(4):
        options = validate_options(game.options_class, {"placement": "random"})
        engine = begin_match(game, options, 2, Chance.derive(bytes([seed] * 32), ()))
        policies = {seat: game.policy(engine.view_of(seat), Level.HARD, float) for seat in (0, 1)}
        assert [sum(policy.values()) for policy in policies.values()] == [1, 1]
        luck = {
            (move, other_move): float(policies[0][move] * policies[1][other_move])
            * compute_draw_luck(engine.play_move(0, move).play_move(1, other_move), engine, policies, 0)
            for move, other_move in product(*policies.values())
        }
        assert sum(luck.values()) == pytest.approx(0, abs=1e-12)
        unequal_deals += any(luck.values())
    assert unequal_deals


@pytest.mark.gate
def test_luck_adjustment_narrows_the_interval() -> None:
    pairing = ArenaPairing("schamanen", '{"placement": "random"}', 2, "hard", "greedy", seed=5, thinking_time_s=0)
    results = [play_arena_match(pairing, number) for number in range(150)]
    tally = ArenaTally([it.score for it in results], 2, luck_by_match=[it.luck or 0.0 for it in results])
    assert 0 < abs(fmean(tally.luck_by_match)) < 3 * stdev(tally.luck_by_match) / len(results) ** 0.5
    assert tally.luck_adjusted_score
    score, margin = tally.luck_adjusted_score
    low, high = tally.score_interval
    assert low < score < high
    # The adjustment also helps against an opponent without mixed strategies, who loses most matches.
    assert margin < 0.95 * (high - low) / 2
