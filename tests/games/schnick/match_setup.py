"""Helpers that set up Schnick matches with chosen cards and play moves in them.

A deal is written as the hands, a bar and the pile, such as `stj ppf | wst`. The last letter of the pile is its top
card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from games.dice import Dice
from games.match import Match
from games.schnick import GAME
from games.schnick.state import NAME_BY_SYMBOL, State, View
from tests.games import match_lines

LARGE_PILE: Final = "stpfwstpfw"
"""A pile with enough cards for a few duels."""


def start_match(deal: str, *, first: int | None = 0, seed: int = 0, **options: object) -> Match:
    hands, _, pile = deal.partition("|")
    values = {"hands": hands.split(), "pile": pile.strip(), "first": first, **options}
    return match_lines.begin_seeded_match(GAME, len(hands.split()), seed, values)


def start_shuffled_match(seats: int, seed: int = 0, **options: object) -> Match:
    """Start a match with a shuffled deck."""
    return match_lines.begin_seeded_match(GAME, seats, seed, options)


def play_lines(match: Match, *lines: str) -> Match:
    """Play record lines and return the match. A line of two symbols is one step of a duel, challenger first."""
    for line in lines:
        match = match_lines.play_lines(match, *_expand_line(match, line))
    return match


def _expand_line(match: Match, line: str) -> list[str]:
    symbols = line.split()
    if not set(symbols) <= set(NAME_BY_SYMBOL.values()):
        return [line]
    duelists = match.state.duelists
    kinds = [match.legal_moves(seat)[0][0] for seat in duelists]
    return [f"{seat} {kind} {symbol}" for seat, kind, symbol in zip(duelists, kinds, symbols, strict=True)]


def format_cards(match: Match) -> str:
    """Format all hands and the pile as a deal, with `-` for an empty hand."""
    state: State = match.state
    return f"{' '.join(hand or '-' for hand in state.hands)} | {state.pile}".strip()


def list_won_cards(match: Match) -> list[str]:
    """Return the cards that each seat has won, in alphabetical order."""
    return ["".join(sorted(cards)) for cards in match.state.won_cards]


def play_random_match(seats: int, seed: int = 0, **options: object) -> Iterator[Match]:
    """Yield a random match at its start and after each step."""
    return match_lines.continue_randomly(start_shuffled_match(seats, seed, **options), seed)


@cache
def list_random_match(seats: int, seed: int = 0) -> tuple[Match, ...]:
    """Return the matches that `play_random_match` yields, cached for all tests."""
    return tuple(play_random_match(seats, seed))


def sample_states(view: View, samples: int = 400) -> set[State]:
    """Return the different states that `GAME.resample` finds for a view in this many samples."""
    return {GAME.resample(view, Dice(seed.to_bytes(4, "big"))) for seed in range(samples)}
