"""Helpers for the tests of all games: play a match from record lines, parse typed moves, and compare what seats see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from games import record
from games.chain import BrokenRecord
from games.core import Game, JointMove, Move, Seat
from games.dice import UNSEEDED, Chance, Dice
from games.insight import Contribution
from games.match import Match, begin_match
from games.options import validate_options
from games.refused import Refused
from games.words import LOCALES, seat_names
from tests.records.endings import replay_record


def begin_seeded_match(game: Game[Any, Any, Any], seats: int, seed: int, options: Mapping[str, object]) -> Match:
    chance = Chance.derive(seed.to_bytes(32, "big"), ())
    return begin_match(game, validate_options(game.options_class, options), seats, chance)


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
    """Return the key of the error that a record line causes, or an empty string if it is legal."""
    try:
        match.check_move(*parse_line(line))
    except Refused as refusal:
        return refusal.key
    return ""


def list_move_texts(match: Match, seat: Seat) -> list[str]:
    return [" ".join(move) for move in match.legal_moves(seat)]


def format_parsed_move(match: Match, seat: Seat | None, typed: str) -> str:
    return " ".join(match.game.parse_move(match.view_of(seat), typed))


def catch_refusal(match: Match, seat: Seat | None, typed: str) -> Refused:
    """Return the error for a typed move that must be refused."""
    with pytest.raises(Refused) as refused:
        match.game.parse_move(match.view_of(seat), typed)
    return refused.value


def parse_or_none(match: Match, seat: Seat | None, typed: str) -> Move | None:
    """Return the parsed move, or None for a refused move. Check that the error has a text."""
    try:
        return match.game.parse_move(match.view_of(seat), typed)
    except Refused as refusal:
        match.game.say.format_refusal(refusal, "en")
        return None


def check_suggestions(match: Match, seat: Seat, typed: str, suggestions: str) -> None:
    """Check that a typed move is refused with these suggestions, all of them legal, in every language."""
    refusal = catch_refusal(match, seat, typed)
    assert refusal.key == "unread"
    named = str(refusal.facts["near"])
    assert suggestions in named
    assert {*named.split(", ")} <= {*list_move_texts(match, seat)}
    assert all(typed in match.game.say.format_refusal(refusal, locale) for locale in LOCALES)


def write_plain_record(key: str, *lines: str, options: str = "{}", seats: int = 2) -> str:
    return "\n".join(("match 1", f"game {key}", "edition 1", f"options {options}", f"seats {seats}", "---", *lines))


def catch_broken_record(text: str) -> BrokenRecord:
    """Return the error for a record that must be refused."""
    with pytest.raises(BrokenRecord) as broken:
        replay_record(record.parse_record(text))
    return broken.value


def catch_options_refusal(game: Game[Any, Any, Any], seats: int = 2, /, **options: object) -> Refused:
    """Return the error for options that must be refused."""
    with pytest.raises(Refused) as refused:
        begin_match(game, validate_options(game.options_class, options), seats, UNSEEDED)
    return refused.value


def make_timer(checks: int) -> Callable[[], float]:
    """Return a function that returns less time left with each call, and 0 after this many calls."""
    checks_left = iter(range(checks, 0, -1))
    return lambda: float(next(checks_left, 0))


def judge_step(match: Match, joint: JointMove) -> dict[object, Contribution]:
    """Return how a step changed the win shares. Keys are the seats that chose, and other causes, such as luck.

    For example, `judge_step(match, joint)[0]` is the contribution of seat 0's choice.
    """
    after = match.game.apply(match.state, joint, UNSEEDED.step_dice(match.step + 1))
    parts = match.game.split_change(match.state, joint, after)
    return {part.cause if part.seat is None else part.seat: part for part in parts}


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


def continue_randomly(
    match: Match, seed: object, list_moves: Callable[[Match, Seat], Sequence[Move]] = Match.legal_moves
) -> Iterator[Match]:
    """Continue with random moves until the end. Yield the match at the start and after each step.

    `list_moves` returns the moves to choose from, by default all legal ones.
    """
    yield match
    while not match.result:
        for seat in sorted(match.to_move):
            match = match.play_move(seat, Dice(f"{seed}/{match.step}/{seat}".encode()).choose(list_moves(match, seat)))
        yield match
