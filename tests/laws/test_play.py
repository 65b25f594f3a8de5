"""What holds for the play of every game."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from games import GAMES
from games.core import Word
from games.match import Match
from games.options import settled, wanted
from games.refused import Refused
from tests.laws.positions import Table, begun, played, sampled, some


@pytest.mark.parametrize("game", GAMES)
def test_a_number_below_those_announced_is_refused(game: str) -> None:
    kind = GAMES[game].options_class
    for name in kind.model_fields:
        if announced := re.search(r"(\d+), \d+, \d+ …", wanted(kind, name)):
            with pytest.raises(Refused):
                settled(kind, {name: int(announced[1]) - 1})


def test_random_play_ends(table: Table) -> None:
    end = played(table).matches[-1]
    assert end.result
    assert end.result == table.game.result(end.state)
    assert end.result.scores == table.game.scores(end.state)
    assert not end.awaited
    # Places behind a tie are skipped.
    ranks = end.result.ranks
    assert len(ranks) == table.seats
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def test_same_words_and_dice_give_the_same_match(table: Table) -> None:
    match = begun(table)
    for line, before in zip(played(table).lines, played(table).matches, strict=False):
        assert match.state == before.state
        match = match.said(line.seat, line.word)
    assert match.state == played(table).matches[-1].state


def test_only_awaited_seats_have_legal_words(table: Table) -> None:
    for match in sampled(table):
        assert not table.game.legal(match.view(None))
        speak = {seat for seat in range(match.seats) if table.game.legal(match.view(seat))}
        assert speak == table.game.awaited(match.state)


def test_legal_words_are_those_of_the_current_state(table: Table) -> None:
    """`Match.legal` remembers words by seat, and must not return those of another state."""
    for before, after in pairwise(sampled(table)):
        for seat in range(table.seats):
            before.legal(seat)
            laid = replace(before, state=after.state, result=after.result)
            assert list(laid.legal(seat)) == list(table.game.legal(after.view(seat)))
            assert list(before.legal(seat)) == list(table.game.legal(before.view(seat)))


def test_every_legal_word_is_accepted(table: Table) -> None:
    for match in sampled(table):
        before = repr(match.state)
        for seat in match.waiting:
            for word in some(match.legal(seat), 100):
                match.check(seat, word)
                after = match.said(seat, word)
                assert after.step > match.step or after.sealed[seat] == word
        assert repr(match.state) == before


def test_every_other_word_is_refused(table: Table) -> None:
    tokens = sorted({token for match in sampled(table) for seat in match.awaited for token in _tokens(match, seat)})
    for match in sampled(table):
        for seat in range(match.seats):
            legal = set(match.legal(seat))
            for word in _spoilt(some(sorted(legal), 10) or [("mask", "1")], tokens) - legal:
                with pytest.raises(Refused):
                    match.check(seat, word)


def _tokens(match: Match, seat: int) -> set[str]:
    return {token for word in some(match.legal(seat), 50) for token in word}


def _spoilt(words: list[Word], tokens: list[str]) -> set[Word]:
    """Words cut short, drawn out, turned round, and with one token of another word."""
    spoilt: set[Word] = {(), ("",), ("!",), ("!no",), ("!time",), ("mask", "1", "2"), ("\0",)}
    for number, word in enumerate(words):
        token = tokens[number * 7 % len(tokens)]
        spoilt |= {word[:-1], (*word, token), word[::-1], (*word[:-1], token), (token, *word[1:]), (" ".join(word),)}
    return spoilt


def test_words_are_prefix_free(table: Table) -> None:
    for match in sampled(table):
        for seat in match.awaited:
            legal = match.legal(seat)
            assert len(set(legal)) == len(legal)
            beginnings = {word[:length] for word in legal for length in range(1, len(word))}
            assert not beginnings & set(legal)
            # A space would end a token in a record; a dot is a blank in a button's id, a colon parts its fields.
            assert all(
                token and not set(token) & set(" .:#!|") and token.isprintable() for word in legal for token in word
            )


def test_seat_that_is_not_awaited_or_does_not_exist_is_refused(table: Table) -> None:
    for match in sampled(table):
        for seat in set(range(match.seats)) - match.awaited:
            with pytest.raises(Refused) as no:
                match.check(seat, ("mask", "1"))
            assert no.value.key == ("ended" if match.result else "not-awaited")
    match = begun(table)
    for seat in (-1, table.seats, 10**9):
        with pytest.raises(Refused):
            match.check(seat, ("mask", "1"))
