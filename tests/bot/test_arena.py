"""The arena, where two AI players meet in many matches: its conclusions follow from those matches."""

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


def test_difference_is_told_only_where_the_interval_bears_it() -> None:
    assert count_scores(*[1.0] * 11, *[0.0] * 9).verdict == 0
    assert count_scores(*[1.0] * 18, *[0.0] * 2).verdict == 1
    assert count_scores(*[0.0] * 18, *[1.0] * 2).verdict == -1
    # One of four who wins half the time is better than the others.
    assert count_scores(*[1.0] * 20, *[0.0] * 20, seats=4).verdict == 1


def test_tally_counts_wins_and_gives_the_wilson_interval() -> None:
    few = count_scores(1.0, 0.5, 0.5, 0.0)
    assert few.mean_score_by_seat == [0.75, 0.25]
    assert (few.wins, few.draws, few.losses, few.mean_score) == (1, 2, 1, 0.5)
    assert count_scores(*[1.0] * 9, 0.0).score_interval == pytest.approx((0.5958, 0.9821), abs=5e-4)
    # Never beaten is not the same as unbeatable.
    assert count_scores(*[1.0] * 20).score_interval == pytest.approx((0.8389, 1.0), abs=5e-4)


def test_luck_is_cleared_only_where_matches_differ() -> None:
    for luck in ([0.0] * 60, [0.1] * 60):
        assert ArenaTally([1.0] * 60, 2, luck_by_match=luck).luck_adjusted_score is None
    scattered = ArenaTally([1.0, 0.0, 1.0, 1.0] * 15, 2, luck_by_match=[0.4, -0.3, 0.2, 0.2] * 15)
    assert scattered.luck_adjusted_score
    assert scattered.luck_adjusted_score[0] == pytest.approx(0.625)


@pytest.mark.parametrize("key", GAMES)
def test_seats_change_by_turns_with_the_same_dice_and_matches_can_be_repeated(key: str) -> None:
    seats = GAMES[key].SEATS[-1]
    bout = ArenaPairing(key, "{}", seats, "random", "random", seed=1)
    assert [bout.seat_of_left(number) for number in range(seats)] == list(range(seats))
    assert len({bout.derive_chance(number).key for number in range(seats)}) == 1
    assert bout.derive_chance(0) != bout.derive_chance(seats)
    bout = ArenaPairing(key, "{}", GAMES[key].SEATS[0], "random", "greedy", seed=7)
    once, again = play_arena_match(bout, 3), play_arena_match(bout, 3)
    assert (once.score, once.reason) == (again.score, again.reason)
    assert once.cpu_times_s[0]


def test_match_without_end_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    # The longest match, made short.
    monkeypatch.setattr("bot.cli.arena.MAX_STEPS", 1)
    assert (
        play_arena_match(ArenaPairing(next(iter(GAMES)), "{}", 2, "random", "random", seed=1), 0).reason == "unfinished"
    )


@pytest.mark.gate
def test_command_tells_the_same_with_one_process_and_with_several() -> None:
    key = next(key for key in GAMES if len(GAMES[key].SEATS) > 1)
    game = ("arena", key, "--left", "random", "--right", "random", "--matches", "4", "--seed", "5")
    done, again = run_in_process(*game, "--seats", "2"), run_in_process(*game, "--processes", "1")
    assert done.returncode == 0
    told = done.stdout.splitlines()
    assert told[0].startswith("random: ")
    assert "95 % interval" in told[1]
    assert told[2] == "no significant difference"
    assert again.stdout.splitlines()[:3] == told[:3]


def test_command_refuses_unknown_games_players_and_seats() -> None:
    key = next(iter(GAMES))
    assert "the-owl" in run_refused_command("arena", key, "--left", "the-owl")
    assert run_refused_command("arena", key, "--seats", "9")
    assert run_refused_command("arena", "tag")
    assert run_refused_command("play", key, "--against", "the-owl")
    assert run_in_process("arena", "--help").stdout


def test_zero_seconds_are_no_time() -> None:
    bout = ArenaPairing("shamanic_chess", "{}", 2, "strong", "random", seed=1, thinking_time_s=0)
    assert max(play_arena_match(bout, 0).cpu_times_s[0]) < 0.3


def test_drawn_luck_is_zero_on_average() -> None:
    """Over all that both may draw in the first duel of a few deals, each as often as they draw it."""
    mixing = GAMES["schamanen"]
    uneven = 0
    for seed in range(4):
        options = validate_options(mixing.options_class, {"placement": "random"})
        engine = begin_match(mixing, options, 2, Chance.derive(bytes([seed] * 32), ()))
        ways = {seat: mixing.policy(engine.view_of(seat), Level.STRONG, float) for seat in (0, 1)}
        assert [sum(mix.values()) for mix in ways.values()] == [1, 1]
        luck = {
            (one, other): float(ways[0][one] * ways[1][other])
            * compute_draw_luck(engine.play_move(0, one).play_move(1, other), engine, ways, 0)
            for one, other in product(*ways.values())
        }
        assert sum(luck.values()) == pytest.approx(0, abs=1e-12)
        uneven += any(luck.values())
    assert uneven


@pytest.mark.gate
def test_fewer_matches_tell_the_same_without_luck() -> None:
    bout = ArenaPairing("schamanen", '{"placement": "random"}', 2, "strong", "greedy", seed=5, thinking_time_s=0)
    found = [play_arena_match(bout, number) for number in range(150)]
    came = ArenaTally([each.score for each in found], 2, luck_by_match=[each.luck or 0.0 for each in found])
    assert 0 < abs(fmean(came.luck_by_match)) < 3 * stdev(came.luck_by_match) / len(found) ** 0.5
    assert came.luck_adjusted_score
    score, within = came.luck_adjusted_score
    low, high = came.score_interval
    assert low < score < high
    # Even against somebody who does not mix, and where most is won anyway.
    assert within < 0.95 * (high - low) / 2
