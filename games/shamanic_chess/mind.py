"""How the house plays Shamanic Chess, at each level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.core import Level, Move, Suggestion, TimeLeft
from games.dice import Dice
from games.shamanic_chess.journey import drop_pointless_journeys, hasty, tempting
from games.shamanic_chess.position import NAMES
from games.shamanic_chess.reason import reason
from games.shamanic_chess.rules import legal
from games.shamanic_chess.search import DEEPEST, Mailbox, Search, Turn, spelt, turned
from games.shamanic_chess.state import View

_DEPTHS: Final = {Level.PLAYFUL: 1, Level.STEADY: 2, Level.STRONG: DEEPEST}
_ONE_IN: Final = {Level.PLAYFUL: 8, Level.STEADY: 10}
"""One turn of so many is done in haste. That costs more than a turn of looking ahead: with one in four against none
nobody playful ever won against the next level, and so they are four of five apart.
"""
_BOARDS: Final = {Level.PLAYFUL: 50_000, Level.STEADY: 150_000, Level.STRONG: 1_000_000}
"""Looked at for one turn, however much time there is: a thought can be had again, a crowd of queens is no trap."""
_WHIM: Final = 6
"""Turns within so many hundredths of a pawn are as good as each other: no two matches need be the same."""
_SHOWY: Final = 20
"""What a telling journey is worth to who plays for the fun of it."""


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """A legal word, from what the view shows and nothing else."""
    words = legal(view)
    if len(words) == 1:
        return Suggestion(words[0], "why-only")
    root, turns = _seen(view, words)
    showy = () if level is Level.STRONG else tuple(tempting(view.state.position, turns))
    if level in _ONE_IN:
        turns = drop_pointless_journeys(view.state.position, turns, showy)
        if not dice.draw_below(_ONE_IN[level]):
            turn, around = hasty(view.state, root, turns, dice)
            return Suggestion(spelt(turn), "why-hasty", {"around": NAMES[around]})
    verdict = _search(view, root, left, _BOARDS[level]).best(turns, _liking(turns, dice, showy), _DEPTHS[level])
    why, facts = reason(view.state.position, verdict)
    return Suggestion(spelt(verdict.turn), why, facts)


def _seen(view: View, words: Sequence[Move]) -> tuple[Mailbox, list[Turn]]:
    return Mailbox.of(view.state.position, view.state.quiet), [turned(word) for word in words]


def _liking(turns: Iterable[Turn], dice: Dice, showy: Iterable[Turn] = ()) -> dict[Turn, int]:
    liking = {turn: dice.draw_below(_WHIM) for turn in turns}
    for turn in showy:
        liking[turn] += _SHOWY
    return liking


def _search(view: View, root: Mailbox, left: TimeLeft, boards: int) -> Search:
    return Search(root, map(Mailbox.of, view.state.stood), left, boards, free=view.state.free)


def greedy_move(view: View, dice: Dice) -> Move:
    """Captures what is worth most; where nothing can be captured, goes anywhere."""
    words = legal(view)
    root, turns = _seen(view, words)
    most = max(root.gain(turn) for turn in turns)
    return dice.choose([word for word, turn in zip(words, turns, strict=True) if root.gain(turn) == most])
