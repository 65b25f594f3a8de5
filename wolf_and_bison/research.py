"""Every game as a PettingZoo environment, for research on learning agents. `docs/research.md` has examples."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

import wolf_and_bison.sdk  # noqa: F401 - makes `games` importable
from games import find_game
from games.core import Move
from games.dice import Chance
from games.match import Match, begin_match, check_seats
from games.options import validate_options
from games.words import seat_names

OBSERVATION_BYTES: Final = 2048
"""The length of an observation. A longer text is cut; the longest one of a built-in game has about 1,000 bytes."""
ACTION_COUNT: Final = 128
"""The number of actions. The built-in games offer at most about 50 tokens at once."""


class GameEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc] # mypy does not read the types of the extra
    """A match as a turn-based environment, in which `player_0` has seat 0.

    An action is one token of a move, as a person presses one button after another: action n is the n-th token that can
    come next, in alphabetical order. When the tokens make up a move, the next agent is selected. Agents that move
    simultaneously act one after another and do not see each other's choices.

    An observation is what the seat may know as English text: the board, the last step, and the tokens chosen so far.
    `infos` holds the same as objects: the seat's `view`, and the `tokens` that the selected agent can choose.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "wolf_and_bison_v0", "render_modes": ["ansi"]}

    def __init__(
        self, key: str, options: Mapping[str, Any] | None = None, seats: int | None = None, render_mode: str = "ansi"
    ) -> None:
        """Create an environment for the game with this key. Raises `Refused` if the game does not allow the options.

        Without `seats`, the number of players is the smallest that the game allows.
        """
        self.game = find_game(key)
        self.options = validate_options(self.game.options_class, options or {})
        self.seats = self.game.SEATS[0] if seats is None else seats
        check_seats(self.game, self.seats)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.seat_by_agent = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = {
            "observation": Box(0, 255, (OBSERVATION_BYTES,), np.uint8),
            "action_mask": Box(0, 1, (ACTION_COUNT,), np.int8),
        }
        self.observation_spaces = {agent: Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTION_COUNT) for agent in self.possible_agents}
        self._seeds = random.Random()  # noqa: S311 - experiments have to be reproducible, not secure

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002 - PettingZoo passes options
        """Begin a match. The same seed gives the same deals in this match and in all later ones."""
        if seed is not None:
            self._seeds.seed(seed)
        chance = Chance.derive(self._seeds.randbytes(32), ())
        self.begin_from(begin_match(self.game, self.options, self.seats, chance))

    def begin_from(self, match: Match) -> None:
        """Begin in the middle of a match, which must have the environment's game, options and number of players."""
        self.match = match
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, match.result is not None)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._ask_next_token(())

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        tokens = self.infos[agent]["tokens"]
        if action is None or not 0 <= action < len(tokens):
            raise ValueError(f"{agent} can choose actions 0 to {len(tokens) - 1}, but not {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat, chosen = self.seat_by_agent[agent], (*self.chosen_tokens, tokens[action])
        if chosen in self.match.legal_moves(seat):
            self.match, chosen = self.match.play_move(seat, chosen), ()
        if self.match.result:
            self.rewards = compute_rewards(self.match.result.ranks, self.agents)
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask_next_token(chosen)
        self._accumulate_rewards()

    def play_move(self, move: Move) -> None:
        """Play a whole move of the selected agent, token by token, for example the move of another program."""
        for token in move:
            self.step(self.infos[self.agent_selection]["tokens"].index(token))

    def _ask_next_token(self, chosen: Move) -> None:
        """Select the agent that chooses the token after `chosen`, and update what all agents know."""
        self.chosen_tokens = chosen
        self.infos = {agent: {"view": self.match.view_of(s), "tokens": []} for agent, s in self.seat_by_agent.items()}
        if not self.match.result:
            seat = min(self.match.to_move)
            self.agent_selection = self.possible_agents[seat]
            moves = [move for move in self.match.legal_moves(seat) if move[: len(chosen)] == chosen]
            self.infos[self.agent_selection]["tokens"] = tokens = sorted({move[len(chosen)] for move in moves})
            if len(tokens) > ACTION_COUNT:
                raise ValueError(f"{self.game.KEY} offers {len(tokens)} tokens, but there are {ACTION_COUNT} actions")

    def observe(self, agent: str) -> dict[str, Any]:
        view, tokens = self.infos[agent]["view"], self.infos[agent]["tokens"]
        names = seat_names(self.game.say, self.seats, "en")
        lines = [self.game.describe_board(view, "en"), *self.game.describe_step(view, "en", names)]
        chosen = " ".join(self.chosen_tokens) if tokens else ""
        text = "\n".join([*lines, chosen]).encode()[:OBSERVATION_BYTES]
        return {
            "observation": np.frombuffer(text.ljust(OBSERVATION_BYTES, b"\0"), np.uint8),
            "action_mask": (np.arange(ACTION_COUNT) < len(tokens)).astype(np.int8),
        }

    def render(self) -> str:
        """Return the public board as text."""
        return self.game.describe_board(self.match.view_of(None), "en")

    def close(self) -> None:
        """Do nothing. PettingZoo requires this method beside `render`."""


def compute_rewards(ranks: tuple[int, ...], agents: list[str]) -> dict[str, float]:
    """Return each agent's reward: the share of opponents that it beat minus the share that beat it, from -1 to 1."""
    return {
        agent: sum((other > rank) - (other < rank) for other in ranks) / (len(ranks) - 1)
        for agent, rank in zip(agents, ranks, strict=True)
    }
