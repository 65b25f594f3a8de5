"""Those who play this game for the house, and those they are measured by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from typing import Final

from games.core import Left, Level, Thought, Word
from games.dice import Dice
from games.shamanic_chess.legal import legal
from games.shamanic_chess.mailbox import JOURNEY, Mailbox, Turn, spelt, turned
from games.shamanic_chess.search import DEEPEST, Search, Verdict
from games.shamanic_chess.state import View

_DEPTHS: Final = {Level.PLAYFUL: 1, Level.STEADY: 2, Level.STRONG: DEEPEST}
_MOST: Final = 60_000
"""Boards looked at for a turn, however much time there is: then the same thought can be had again."""
_TASTE: Final = 6
_FUN: Final = 20


def think(view: View, level: Level, dice: Dice, left: Left) -> Thought:
    """A legal word, from what the view shows and nothing else."""
    words = legal(view)
    if level is Level.PLAYFUL and not dice.below(4):
        return Thought(dice.choice(words), "why-random")
    verdict = seen(view, dice, _DEPTHS[level], left)
    return Thought(spelt(verdict.turn), "why-random")


def seen(view: View, dice: Dice, deepest: int, left: Left) -> Verdict:
    state = view.state
    turns = [turned(word) for word in legal(view)]
    liking = {turn: dice.below(_TASTE) for turn in turns}
    root = Mailbox.of(state.position, state.quiet)
    stood = [Mailbox.of(position).key for position in state.stood]
    return Search(root, stood, left, _MOST, free=state.free).best(turns, liking, deepest)


def at_random(view: View, dice: Dice) -> Word:
    return dice.choice(legal(view))


def deep(depth: int, view: View, dice: Dice) -> Word:
    return spelt(seen(view, dice, depth, lambda: inf).turn)


def greedy(view: View, dice: Dice) -> Word:
    """Takes what is worth most; where there is nothing to take, goes anywhere."""
    root = Mailbox.of(view.state.position)
    gains = {word: root.gain(turned(word)) for word in legal(view)}
    most = max(gains.values())
    return dice.choice([word for word, gain in gains.items() if gain == most])


rivals: Final[Mapping[str, Callable[[View, Dice], Word]]] = {
    "random": at_random,
    "greedy": greedy,
    **{f"depth{depth}": partial(deep, depth) for depth in (1, 2, 3)},
}
