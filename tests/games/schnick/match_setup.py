"""Deals as one draws them and matches as one writes them down: what the tests of Schnick Schnack Schnuck share.

A deal is the hands, a bar and the pile, of which the last letter is the top: `stj ppf | wst`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from games.dice import Chance, Dice
from games.match import Match, begin_match
from games.options import validate_options
from games.schnick import GAME
from games.schnick.state import NAME_BY_SYMBOL, State, View
from tests.games.lines import at_random
from tests.games.lines import said as lines_said

PLENTY: Final = "stpfwstpfw"
"""A pile that outlasts a few duels."""


def start_match(deal: str, *, first: int | None = 0, seed: int = 0, **options: object) -> Match:
    hands, _, pile = deal.partition("|")
    given = {"hands": hands.split(), "pile": pile.strip(), "first": first, **options}
    return begin_match(GAME, validate_options(GAME.options_class, given), len(hands.split()), _chance(seed))


def start_shuffled_match(seats: int, seed: int = 0, **options: object) -> Match:
    """A match from a shuffled deck."""
    return begin_match(GAME, validate_options(GAME.options_class, options), seats, _chance(seed))


def _chance(seed: int) -> Chance:
    return Chance.derive(seed.to_bytes(32, "big"), ())


def play_lines(match: Match, *lines: str) -> Match:
    """The match after lines of a record, each checked. Two symbols are a step of the duel, challenger first."""
    for line in lines:
        match = lines_said(match, *_spelt(match, line))
    return match


def _spelt(match: Match, line: str) -> list[str]:
    symbols = line.split()
    if not set(symbols) <= set(NAME_BY_SYMBOL.values()):
        return [line]
    duelists = match.state.duelists
    kinds = [match.legal_moves(seat)[0][0] for seat in duelists]
    return [f"{seat} {kind} {symbol}" for seat, kind, symbol in zip(duelists, kinds, symbols, strict=True)]


def format_cards(match: Match) -> str:
    """How the cards lie in truth, drawn; `-` is an empty hand."""
    state: State = match.state
    return f"{' '.join(hand or '-' for hand in state.hands)} | {state.pile}".strip()


def list_won_cards(match: Match) -> list[str]:
    """Each seat's points as cards, sorted."""
    return ["".join(sorted(cards)) for cards in match.state.won_cards]


def play_random_match(seats: int, seed: int = 0, **options: object) -> Iterator[Match]:
    """A random match, as it stands at the start and after every step."""
    return at_random(start_shuffled_match(seats, seed, **options), seed)


@cache
def list_random_match(seats: int, seed: int = 0) -> tuple[Match, ...]:
    return tuple(play_random_match(seats, seed))


def sample_states(view: View, rolls: int = 400) -> set[State]:
    """All the worlds that guessing finds behind a view."""
    return {GAME.resample(view, Dice(roll.to_bytes(4, "big"))) for roll in range(rolls)}
