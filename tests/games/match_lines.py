"""Helpers for the tests of all games: play a match from record lines, and compare what seats can see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core import Game, Move, Seat
from games.dice import Dice
from games.match import Match
from games.refused import Refused
from games.words import LOCALES, seat_names


def play_lines(match: Match, *lines: str) -> Match:
    """Play record lines, check that each is legal, and return the resulting match."""
    for line in lines:
        seat, move = parse_line(line)
        match.check_move(seat, move)
        match = match.play_move(seat, move)
    return match


def parse_line(line: str) -> tuple[Seat | None, Move]:
    seat, *move = line.split()
    return None if seat == "-" else int(seat), tuple(move)


def find_refusal_key(match: Match, line: str) -> str:
    """Return the key of the error that refuses a record line, or an empty string for a legal line."""
    try:
        match.check_move(*parse_line(line))
    except Refused as refusal:
        return refusal.key
    return ""


def list_move_texts(match: Match, seat: Seat) -> list[str]:
    return [" ".join(move) for move in match.legal_moves(seat)]


def describe_last_step(game: Game[Any, Any, Any], view: Any, locale: str = "en") -> list[str]:
    """Describe the last step. Players are called by the names of their seats."""
    return list(game.describe_step(view, locale, seat_names(game.say, game.SEATS[-1], locale)))


def collect_visible_output(match: Match, seat: Seat | None) -> object:
    """Return everything that a seat, or a spectator for None, can see of a match."""
    game, view = match.game, match.view_of(seat)
    texts = [
        (
            game.describe_board(view, each),
            game.describe_briefly(view, each),
            tuple(describe_last_step(game, view, each)),
        )
        for each in LOCALES
    ]
    legal = game.legal_moves(view)
    labels = [game.move_label(view, move[:length], "en") for move in legal[:200] for length in range(1, len(move) + 1)]
    revealed = game.draw_reveal(view)
    return view, texts, labels, game.draw_board(view), revealed, tuple(legal), repr(view)


def continue_randomly(match: Match, seed: int) -> Iterator[Match]:
    """Continue with random moves until the end. Yield the match at the start and after each step."""
    yield match
    while not match.result:
        for seat in sorted(match.to_move):
            match = match.play_move(seat, Dice(f"{seed}/{match.step}/{seat}".encode()).choose(match.legal_moves(seat)))
        yield match
