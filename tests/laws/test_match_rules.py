"""Laws for matches: legal moves, refused moves, and the end of a match."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from games import GAMES
from games.core import Move
from games.options import describe_allowed, validate_options
from games.refused import Refused
from tests.laws.law_tables import LawTable, begin_table_match, get_random_match, sample_moves, sample_positions


@pytest.mark.parametrize("game", GAMES)
def test_option_below_the_announced_minimum_is_refused(game: str) -> None:
    options_class = GAMES[game].options_class
    for name in options_class.model_fields:
        if announced := re.search(r"(\d+), \d+, \d+ …", describe_allowed(options_class, name)):
            with pytest.raises(Refused):
                validate_options(options_class, {name: int(announced[1]) - 1})


def test_random_play_ends(table: LawTable) -> None:
    end = get_random_match(table).matches[-1]
    assert end.result
    assert end.result == table.game.result(end.state)
    assert end.result.scores == table.game.scores(end.state)
    assert not end.seats_asked
    # Ranks after a tie are skipped.
    ranks = end.result.ranks
    assert len(ranks) == table.seats
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def test_same_moves_and_dice_give_the_same_match(table: LawTable) -> None:
    match = begin_table_match(table)
    for line, before in zip(get_random_match(table).lines, get_random_match(table).matches, strict=False):
        assert match.state == before.state
        match = match.play_move(line.seat, line.move)
    assert match.state == get_random_match(table).matches[-1].state


def test_only_seats_to_move_have_legal_moves(table: LawTable) -> None:
    for match in sample_positions(table):
        assert not table.game.legal_moves(match.view_of(None))
        seats_with_moves = {seat for seat in range(match.seats) if table.game.legal_moves(match.view_of(seat))}
        assert seats_with_moves == table.game.seats_to_move(match.state)


def test_legal_moves_are_those_of_the_current_state(table: LawTable) -> None:
    """`Match.legal_moves` caches the moves of a seat. The cache must not be used for another state."""
    for before, after in pairwise(sample_positions(table)):
        for seat in range(table.seats):
            before.legal_moves(seat)
            changed = replace(before, state=after.state, result=after.result)
            assert list(changed.legal_moves(seat)) == list(table.game.legal_moves(after.view_of(seat)))
            assert list(before.legal_moves(seat)) == list(table.game.legal_moves(before.view_of(seat)))


def test_every_legal_move_is_accepted(table: LawTable) -> None:
    for match in sample_positions(table):
        before = repr(match.state)
        for seat in match.to_move:
            for move in sample_moves(match.legal_moves(seat), 100):
                match.check_move(seat, move)
                after = match.play_move(seat, move)
                assert after.step > match.step or after.sealed[seat] == move
        assert repr(match.state) == before


def test_illegal_moves_are_refused(table: LawTable) -> None:
    tokens = sorted(
        {
            token
            for match in sample_positions(table)
            for seat in match.seats_asked
            for move in sample_moves(match.legal_moves(seat), 50)
            for token in move
        }
    )
    for match in sample_positions(table):
        for seat in range(match.seats):
            legal = set(match.legal_moves(seat))
            for move in _spoil_moves(sample_moves(sorted(legal), 10) or [("mask", "1")], tokens) - legal:
                with pytest.raises(Refused):
                    match.check_move(seat, move)


def _spoil_moves(moves: list[Move], tokens: list[str]) -> set[Move]:
    """Return variants of moves: shortened, extended, reversed, or with one token replaced."""
    spoilt: set[Move] = {(), ("",), ("!",), ("!no",), ("!time",), ("mask", "1", "2"), ("\0",)}
    for number, move in enumerate(moves):
        token = tokens[number * 7 % len(tokens)]
        spoilt |= {move[:-1], (*move, token), move[::-1], (*move[:-1], token), (token, *move[1:]), (" ".join(move),)}
    return spoilt


def test_no_move_is_a_prefix_of_another_or_breaks_the_formats(table: LawTable) -> None:
    for match in sample_positions(table):
        for seat in match.seats_asked:
            legal = match.legal_moves(seat)
            assert len(set(legal)) == len(legal)
            beginnings = {move[:length] for move in legal for length in range(1, len(move))}
            assert not beginnings & set(legal)
            # A space ends a token in a record. In a custom ID, a dot is a blank and a colon separates fields.
            assert all(
                token and not set(token) & set(" .:#!|") and token.isprintable() for move in legal for token in move
            )


def test_seat_not_to_move_or_unknown_is_refused(table: LawTable) -> None:
    for match in sample_positions(table):
        for seat in set(range(match.seats)) - match.seats_asked:
            with pytest.raises(Refused) as refusal:
                match.check_move(seat, ("mask", "1"))
            assert refusal.value.key == ("ended" if match.result else "not-awaited")
    match = begin_table_match(table)
    for seat in (-1, table.seats, 10**9):
        with pytest.raises(Refused):
            match.check_move(seat, ("mask", "1"))
