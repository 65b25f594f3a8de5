"""Every game is a PettingZoo environment that shows agents only what their seats may know."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test

from games.dice import Dice
from games.match import Match
from tests.laws.law_tables import LawTable, sample_moves, sample_positions
from wolf_and_bison.research import GameEnv, compute_rewards

pytestmark = [
    pytest.mark.gate,
    # PettingZoo knows only its own environments with action masks.
    pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy array:UserWarning"),
]


def make_env(table: LawTable) -> GameEnv:
    return GameEnv(table.game.KEY, table.options.model_dump(mode="json", exclude_defaults=True), table.seats)


def begin_from(table: LawTable, match: Match) -> GameEnv:
    env = make_env(table)
    env.begin_from(match)
    return env


def test_environment_passes_the_tests_of_pettingzoo(table: LawTable) -> None:
    api_test(make_env(table), num_cycles=300)
    seed_test(lambda: make_env(table), num_cycles=50)


def test_observation_depends_only_on_the_view(table: LawTable) -> None:
    for match in sample_positions(table):
        for seat in range(table.seats):
            sample = table.game.resample(match.view_of(seat), Dice(b"another world"))
            env, other = begin_from(table, match), begin_from(table, replace(match, state=sample))
            agent = env.possible_agents[seat]
            assert data_equivalence(env.observe(agent), other.observe(agent))
            assert env.infos[agent] == other.infos[agent]


def test_agents_do_not_see_each_others_sealed_moves(table: LawTable) -> None:
    for match in sample_positions(table):
        first, *others = sorted(match.to_move) or [0]
        for seat in others:
            moves = match.legal_moves(first)
            envs = [begin_from(table, match) for _ in range(3)]
            envs[1].play_move(moves[0])
            envs[2].play_move(moves[-1])
            agent = envs[0].possible_agents[seat]
            assert data_equivalence(envs[1].observe(agent), envs[2].observe(agent))
            assert envs[1].infos == envs[2].infos
            assert envs[0].infos[agent]["view"] == envs[1].infos[agent]["view"]


def test_every_legal_move_can_be_played_token_by_token(table: LawTable) -> None:
    for match in sample_positions(table, 6):
        for seat in sorted(match.to_move)[:1]:
            for move in sample_moves(match.legal_moves(seat), 10):
                env = begin_from(table, match)
                env.play_move(move)
                assert env.match == match.play_move(seat, move)


def test_masked_action_is_refused() -> None:
    env = GameEnv("schnick")
    env.reset(seed=1)
    for action in (-1, len(env.infos["player_0"]["tokens"]), None):
        with pytest.raises(ValueError, match="can choose actions 0 to"):
            env.step(action)


def test_reward_is_the_share_of_opponents_beaten() -> None:
    assert compute_rewards((1, 2), ["a", "b"]) == {"a": 1.0, "b": -1.0}
    assert compute_rewards((1, 1), ["a", "b"]) == {"a": 0.0, "b": 0.0}
    assert compute_rewards((1, 2, 2, 4), [*"abcd"]) == {"a": 1.0, "b": 0.0, "c": 0.0, "d": -1.0}
