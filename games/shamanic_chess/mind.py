"""Those who play this game for the house, and those they are measured by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import inf
from typing import Final

from games.core import Left, Level, Thought, Word
from games.dice import Dice
from games.shamanic_chess.journey import tempting
from games.shamanic_chess.legal import legal
from games.shamanic_chess.mailbox import Mailbox, Turn, spelt, turned
from games.shamanic_chess.reason import reason
from games.shamanic_chess.search import DEEPEST, Search, Verdict
from games.shamanic_chess.state import View

_DEPTHS: Final = {Level.PLAYFUL: 1, Level.STEADY: 2, Level.STRONG: DEEPEST}
_ONE_IN: Final = 4
"""So often, who is playful lets the dice choose."""
_MOST: Final = 60_000
"""Boards looked at for one turn, however much time there is: so a thought can be had again."""
_WHIM: Final = 6
"""Turns within so many hundredths of a pawn are as good as each other: no two matches need be the same."""
_SHOWY: Final = 20
"""What a telling journey is worth to who plays for the fun of it."""


def think(view: View, level: Level, dice: Dice, left: Left) -> Thought:
    """A legal word, from what the view shows and nothing else."""
    words = legal(view)
    if level is Level.PLAYFUL and not dice.below(_ONE_IN):
        return Thought(dice.choice(words), "why-random")
    root, turns = _seen(view, words)
    verdict = _best(
        view, root, turns, dice, left, _DEPTHS[level], () if level is Level.STRONG else tempting(root, turns)
    )
    why, facts = reason(root, verdict, ways=len(words))
    return Thought(spelt(verdict.turn), why, facts)


def _seen(view: View, words: Sequence[Word]) -> tuple[Mailbox, list[Turn]]:
    return Mailbox.of(view.state.position, view.state.quiet), [turned(word) for word in words]


def _best(
    view: View, root: Mailbox, turns: Sequence[Turn], dice: Dice, left: Left, depth: int, showy: Iterable[Turn] = ()
) -> Verdict:
    liking = {turn: dice.below(_WHIM) for turn in turns}
    for turn in showy:
        liking[turn] += _SHOWY
    stood = (Mailbox.of(position).key for position in view.state.stood)
    return Search(root, stood, left, _MOST, free=view.state.free).best(turns, liking, depth)


def _at_random(view: View, dice: Dice) -> Word:
    return dice.choice(legal(view))


def _greedy(view: View, dice: Dice) -> Word:
    """Captures what is worth most; where nothing can be captured, goes anywhere."""
    words = legal(view)
    root, turns = _seen(view, words)
    gains = [root.gain(turn) for turn in turns]
    return dice.choice([word for word, gain in zip(words, gains, strict=True) if gain == max(gains)])


def _looking(depth: int, view: View, dice: Dice) -> Word:
    """As the house looks ahead, but so deep and no deeper."""
    root, turns = _seen(view, legal(view))
    return spelt(_best(view, root, turns, dice, lambda: inf, depth).turn)


rivals: Final[Mapping[str, Callable[[View, Dice], Word]]] = {
    "random": _at_random,
    "greedy": _greedy,
    "depth1": partial(_looking, 1),
    "depth2": partial(_looking, 2),
    "depth3": partial(_looking, 3),
}
