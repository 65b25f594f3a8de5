"""What the arena says of two players is borne by the matches, and no more than that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from statistics import fmean, stdev

import pytest

from bot.terminal.arena import Bout, Tally, drawn_well, fought
from games import GAMES
from games.core import Level
from games.dice import Chance
from games.match import begin
from games.options import settled
from tests.bot.terminal import called, refused

SMOKE = {Level.PLAYFUL: 10, Level.STEADY: 8, Level.STRONG: 2}


def tallied(*scores: float, seats: int = 2) -> Tally:
    return Tally([*scores], seats)


def test_a_difference_is_told_only_where_the_interval_bears_it() -> None:
    assert tallied(*[1.0] * 11, *[0.0] * 9).verdict == 0
    assert tallied(*[1.0] * 18, *[0.0] * 2).verdict == 1
    assert tallied(*[0.0] * 18, *[1.0] * 2).verdict == -1
    # One of four who wins half the time is better than the others.
    assert tallied(*[1.0] * 20, *[0.0] * 20, seats=4).verdict == 1


def test_the_interval_is_wilson_s() -> None:
    low, high = tallied(*[1.0] * 9, 0.0).interval
    assert low == pytest.approx(0.5958, abs=5e-4)
    assert high == pytest.approx(0.9821, abs=5e-4)
    # Never beaten is not the same as unbeatable.
    low, high = tallied(*[1.0] * 20).interval
    assert (low, high) == pytest.approx((0.8389, 1.0), abs=5e-4)


def test_whose_matches_came_to_the_same_is_not_sure_of_more_than_wilson_is() -> None:
    for luck in ([0.0] * 60, [0.1] * 60):
        came = Tally([1.0] * 60, 2, luck=luck)
        assert came.cleared is None
    scattered = Tally([1.0, 0.0, 1.0, 1.0] * 15, 2, luck=[0.4, -0.3, 0.2, 0.2] * 15)
    assert scattered.cleared
    assert scattered.cleared[0] == pytest.approx(0.625)


def test_wins_draws_and_losses_are_all_there_is() -> None:
    tally = tallied(1.0, 0.5, 0.5, 0.0)
    assert tally.by_seat == [0.75, 0.25]
    assert (tally.wins, tally.draws, tally.losses, tally.score) == (1, 2, 1, 0.5)


@pytest.mark.parametrize("key", GAMES)
def test_seats_change_and_luck_is_shared_out(key: str) -> None:
    seats = GAMES[key].SEATS[-1]
    bout = Bout(key, "{}", seats, "random", "random", seed=1)
    assert [bout.seat(number) for number in range(seats)] == list(range(seats))
    assert len({bout.chance(number).key for number in range(seats)}) == 1
    assert bout.chance(0) != bout.chance(seats)


@pytest.mark.parametrize("key", GAMES)
def test_the_same_match_comes_out_the_same(key: str) -> None:
    bout = Bout(key, "{}", GAMES[key].SEATS[0], "random", "greedy", seed=7)
    once, again = fought(bout, 3), fought(bout, 3)
    assert (once.score, once.reason) == (again.score, again.reason)
    assert once.seconds[0]


def test_a_match_without_end_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.terminal.arena.LONGEST", 1)
    key = next(iter(GAMES))
    assert fought(Bout(key, "{}", 2, "random", "random", seed=1), 0).reason == "unfinished"


def bouts() -> Iterator[pytest.ParameterSet]:
    """Every game at every level; at every change each at one, and its neighbour at another."""
    for at, key in enumerate(GAMES):
        known = GAMES[key].LEVELS
        for level, each in enumerate(known):
            yield pytest.param(key, each, marks=[] if level == at % len(known) else [pytest.mark.gate])


@pytest.mark.parametrize(("key", "level"), [*bouts()])
def test_smoke(key: str, level: Level) -> None:
    """Whoever says an illegal word in a whole match is found here."""
    bout = Bout(key, "{}", GAMES[key].SEATS[0], level, "random", seed=3, seconds=0.01)
    came = [fought(bout, number) for number in range(SMOKE[level])]
    assert all(one.reason != "unfinished" for one in came)


def test_the_command_tells_what_came_of_it() -> None:
    key = next(key for key in GAMES if len(GAMES[key].SEATS) > 1)
    game = ("arena", key, "--left", "random", "--right", "random", "--matches", "4", "--seed", "5")
    done = called(*game, "--seats", "2")
    assert done.returncode == 0
    told = done.stdout.splitlines()
    assert told[0].startswith("random: ")
    assert "95 % within" in told[1]
    assert told[2] == "no difference shown"
    again = called(*game, "--processes", "1")
    assert again.stdout.splitlines()[:3] == told[:3]


def test_the_command_refuses_who_does_not_exist() -> None:
    key = next(iter(GAMES))
    assert "the-owl" in refused("arena", key, "--left", "the-owl")
    assert refused("arena", key, "--seats", "9")
    assert refused("arena", "tag")


def test_the_house_can_be_played_at_a_terminal() -> None:
    key = next(iter(GAMES))
    done = called("play", key, "--against", "playful", typed="!resign\n")
    assert done.returncode == 0
    assert refused("play", key, "--against", "the-owl")


def test_no_time_is_no_time() -> None:
    """Zero seconds are not taken for none said."""
    bout = Bout("shamanic_chess", "{}", 2, "strong", "random", seed=1, seconds=0)
    assert max(fought(bout, 0).seconds[0]) < 0.3


def test_whoever_gives_up_at_a_table_of_three_is_not_asked_again() -> None:
    """Alone against the house that is the end; among friends the house plays on for who has left."""
    key = next(key for key in GAMES if len(GAMES[key].SEATS) > 1)
    done = called("play", key, "--seats", "3", "--against", "random", typed="!resign\n")
    assert done.returncode == 0
    assert "You left the table" not in done.stdout


def test_it_tells_its_options() -> None:
    assert called("arena", "--help").stdout


def test_what_was_drawn_is_nothing_on_average() -> None:
    """Over all that both may draw in the first duel of a few deals, each as often as they draw it."""
    mixing = GAMES["schamanen"]
    uneven = 0
    for seed in range(4):
        options = settled(mixing.options_class, {"placement": "random"})
        match = begin(mixing, options, 2, Chance.of(bytes([seed] * 32), ()))
        ways = {seat: mixing.mix(match.view(seat), Level.STRONG, float) for seat in (0, 1)}
        assert [sum(mix.values()) for mix in ways.values()] == [1, 1]
        luck = {
            (one, other): float(ways[0][one] * ways[1][other])
            * drawn_well(match.said(0, one).said(1, other), match, ways, 0)
            for one, other in product(*ways.values())
        }
        assert sum(luck.values()) == pytest.approx(0, abs=1e-12)
        uneven += any(luck.values())
    assert uneven


@pytest.mark.gate
def test_without_luck_fewer_matches_tell_the_same() -> None:
    bout = Bout("schamanen", '{"placement": "random"}', 2, "strong", "greedy", seed=5, seconds=0)
    found = [fought(bout, number) for number in range(150)]
    came = Tally([each.score for each in found], 2, luck=[each.luck or 0.0 for each in found])
    assert 0 < abs(fmean(came.luck)) < 3 * stdev(came.luck) / len(found) ** 0.5
    assert came.cleared
    score, within = came.cleared
    low, high = came.interval
    assert low < score < high
    # Even against somebody who does not mix, and where most is won anyway.
    assert within < 0.95 * (high - low) / 2
