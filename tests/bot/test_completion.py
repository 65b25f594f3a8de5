"""The completion of a move while somebody types it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.autocomplete import MAX_CHOICE_LENGTH, Completion, complete_typed_move, format_example_move
from games import GAMES
from games.core import Move
from games.dice import UNSEEDED
from games.match import Match, begin_match
from games.words import LOCALES
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines
from tests.laws.law_tables import TABLES, LawTable, sample_views


def begin_exchange(**options: object) -> Match:
    """Return a match in which Bison is to exchange two stones."""
    return play_lines(begin_duel(board=RULES_BOARD, prize="one", **options), "c3")


def list_completions(engine: Match, typed: str, locale: str = "en") -> list[str]:
    return [each.value for each in complete_typed_move(engine.game, engine.view_of(0), typed, locale)]


@pytest.mark.parametrize(
    ("typed", "locale"),
    [
        ("swap a1 c1", "en"), ("a1 c1", "en"), ("A1 · 9 ⇄ C1", "en"), ("a1c1", "en"), ("c1 a1", "en"),
        ("exchange two stones a1 c1", "en"), ("Zwei Steine tauschen A1 C1", "de"), ("pions a1, c1", "fr"),
        ("  a1   C1 ", "en"), ("9 c1", "en"),
    ],
)  # fmt: skip
def test_notation_and_labels_complete_alike(typed: str, locale: str) -> None:
    assert list_completions(begin_exchange(), typed, locale) == ["swap a1 c1"]


def test_completions_list_what_goes_on_as_typed_first() -> None:
    engine = begin_exchange()
    assert list_completions(engine, "") == [" ".join(word) for word in engine.legal_moves(0)][:25]
    assert list_completions(begin_duel(board=RULES_BOARD), "") == ["mask 1", "mask 2", "mask 3"]
    values = list_completions(engine, "b2")
    begun = [value for value in values if value.startswith("swap b2")]
    assert values[: len(begun)] == begun
    assert "swap a1 b2" in values
    assert complete_typed_move(engine.game, engine.view_of(0), "a1 c1", "en") == [
        Completion("swap a1 c1 – A1 · 9 ⇄ C1 · 5", "swap a1 c1")
    ]
    # Those who are not asked get none.
    assert complete_typed_move(engine.game, engine.view_of(1), "", "en") == []
    assert complete_typed_move(engine.game, engine.view_of(None), "a1", "en") == []


@pytest.mark.parametrize("stood", TABLES, ids=str)
def test_example_can_be_typed_as_it_stands(stood: LawTable) -> None:
    """It is what a player who typed nonsense is shown."""
    for engine, seat in sample_views(stood, 6):
        if seat not in engine.seats_asked:
            continue
        for locale in LOCALES:
            typed, told = format_example_move(stood.game, engine.view_of(seat), locale).removeprefix("`").split("`")
            assert tuple(typed.split()) in engine.legal_moves(seat)
            assert stood.game.parse_move(engine.view_of(seat), typed) in engine.legal_moves(seat)
            assert told.startswith(" – ")


@given(st.text(max_size=300), st.sampled_from(LOCALES), st.integers(1, 25))
def test_nonsense_completes_to_words_or_nothing(typed: str, locale: str, limit: int) -> None:
    engine = begin_exchange()
    found = complete_typed_move(engine.game, engine.view_of(0), typed, locale, limit)
    assert len(found) <= limit
    assert {tuple(each.value.split()) for each in found} <= set(engine.legal_moves(0))
    assert len({each.name for each in found}) == len({each.value for each in found}) == len(found)


def test_long_names_are_cut_to_what_discord_takes() -> None:
    def label(view: None, prefix: Move, locale: str) -> str:
        return prefix[-1] * 80

    legal = [("mask", "1"), ("mask", "two")]
    game: Any = SimpleNamespace(
        legal_moves=lambda _: legal, move_label=label, forget=lambda view: view, complete_move=lambda *_: ()
    )
    short, long = complete_typed_move(game, None, "", "en")
    assert (short.name, short.value) == ("mask 1 – " + "1" * 80, "mask 1")
    assert (len(long.name), long.value) == (MAX_CHOICE_LENGTH, "mask two")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("N~", "b1 ~ a3"), ("N~d", "b1 ~ d3"), ("n~d5", "b1 ~ d5"), ("Ng~d", "g1 ~ d3"), ("Q~h5", "d1 ~ h5"),
        ("Nf", "g1 f3"), ("e4", "e2 e4"), ("b1~", "b1 ~ a3"), ("Knight g1", "g1 f3"),
    ],
)  # fmt: skip
def test_chess_notation_completes(typed: str, first: str) -> None:
    game = GAMES["shamanic_chess"]
    engine = begin_match(game, game.options_class(), 2, UNSEEDED)
    found = list_completions(engine, typed)
    assert found[0] == first, found
    assert all(tuple(each.split()) in engine.legal_moves(0) for each in found)
    for locale, name in (("en", "b1 ~ d5 – Knight b1 ⇢ d5"), ("de", "b1 ~ d5 – Springer b1 ⇢ d5")):
        assert complete_typed_move(game, engine.view_of(0), "b1 ~ d5", locale) == [Completion(name, "b1 ~ d5")]
