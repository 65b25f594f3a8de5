"""Matches as one writes them down, line by line: what the tests of several games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core import Game, Seat
from games.dice import Dice
from games.match import Match
from games.refused import Refused
from games.words import LOCALES, seat_names


def play_lines(match: Match, *lines: str) -> Match:
    """The match after lines of a record, each checked."""
    for line in lines:
        seat, *word = line.split()
        match.check_move(int(seat), tuple(word))
        match = match.play_move(int(seat), tuple(word))
    return match


def find_refusal_key(match: Match, line: str) -> str:
    """The key of the no to a line of a record; empty where there is none."""
    seat, *word = line.split()
    try:
        match.check_move(int(seat), tuple(word))
    except Refused as no:
        return no.key
    return ""


def list_move_texts(match: Match, seat: Seat) -> list[str]:
    return [" ".join(word) for word in match.legal_moves(seat)]


def describe_last_step(game: Game[Any, Any, Any], view: Any, locale: str = "en") -> list[str]:
    """What is told where the seats have no other names than their own."""
    return list(game.describe_step(view, locale, seat_names(game.say, game.SEATS[-1], locale)))


def collect_visible_output(match: Match, seat: Seat | None) -> object:
    """Everything that can reach these eyes."""
    game, view = match.game, match.view_of(seat)
    telling = [
        (
            game.describe_board(view, each),
            game.describe_briefly(view, each),
            tuple(describe_last_step(game, view, each)),
        )
        for each in LOCALES
    ]
    legal = game.legal_moves(view)
    labels = [game.move_label(view, word[:length], "en") for word in legal[:200] for length in range(1, len(word) + 1)]
    revealed = game.draw_reveal(view)
    return view, telling, labels, game.draw_board(view), revealed, tuple(legal), repr(view)


def continue_randomly(match: Match, seed: int) -> Iterator[Match]:
    """The match as it stands now, and after every further step."""
    yield match
    while not match.result:
        for seat in sorted(match.to_move):
            match = match.play_move(seat, Dice(f"{seed}/{match.step}/{seat}".encode()).choose(match.legal_moves(seat)))
        yield match
