"""Tests for autocompletion of typed moves."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.autocomplete import (
    MAX_CHOICE_LENGTH,
    Completion,
    complete_typed_move,
    format_example_move,
    spell_similar_moves,
)
from bot.screens.phrases import escape_markdown
from games import GAMES
from games.core import Move
from games.dice import UNSEEDED
from games.match import Match, begin_match
from games.options import validate_options
from games.refused import Refused
from games.words import LOCALES
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines
from tests.laws.law_tables import TABLES, LawTable, sample_views


def begin_exchange(**options: object) -> Match:
    """Return a match in which Bison must exchange two stones."""
    return play_lines(begin_duel(board=RULES_BOARD, prize="one", **options), "c3")


def list_completions(engine: Match, typed: str, locale: str = "en") -> list[str]:
    return [each.value for each in complete_typed_move(engine.game, engine.view_of(0), typed, locale)]


@pytest.mark.parametrize(
    ("typed", "locale"),
    [
        ("swap a1 c1", "en"), ("a1 c1", "en"), ("A1 · 9 ⇄ C1", "en"), ("a1c1", "en"), ("c1 a1", "en"),
        ("swap two stones a1 c1", "en"), ("Zwei Steine tauschen A1 C1", "de"), ("pions a1, c1", "fr"),
        ("  a1   C1 ", "en"), ("9 c1", "en"),
    ],
)  # fmt: skip
def test_notation_and_labels_give_the_same_completion(typed: str, locale: str) -> None:
    assert list_completions(begin_exchange(), typed, locale) == ["swap a1 c1"]


def test_completions_with_the_typed_prefix_come_first() -> None:
    engine = begin_exchange()
    assert list_completions(engine, "") == [" ".join(move) for move in engine.legal_moves(0)][:25]
    assert list_completions(begin_duel(board=RULES_BOARD), "") == ["mask 1", "mask 2", "mask 3"]
    values = list_completions(engine, "b2")
    with_prefix = [value for value in values if value.startswith("swap b2")]
    assert values[: len(with_prefix)] == with_prefix
    assert "swap a1 b2" in values
    assert complete_typed_move(engine.game, engine.view_of(0), "a1 c1", "en") == [
        Completion("swap a1 c1 – A1 · 9 ⇄ C1 · 5", "swap a1 c1")
    ]
    # Spectators and players who are not to move get no completions.
    assert complete_typed_move(engine.game, engine.view_of(1), "", "en") == []
    assert complete_typed_move(engine.game, engine.view_of(None), "a1", "en") == []


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_example_move_is_legal_and_can_be_parsed(table: LawTable) -> None:
    """Players see the example after typing an invalid move."""
    for engine, seat in sample_views(table, 6):
        if seat not in engine.seats_asked:
            continue
        for locale in LOCALES:
            typed, label = format_example_move(table.game, engine.view_of(seat), locale).removeprefix("`").split("`")
            assert tuple(typed.split()) in engine.legal_moves(seat)
            assert table.game.parse_move(engine.view_of(seat), typed) in engine.legal_moves(seat)
            assert label.startswith(" – ")


@pytest.mark.parametrize(("locale", "name"), [("en", "Green"), ("de", "Grün"), ("fr", "Vert")])
def test_opponents_in_schnick_are_named_as_on_the_buttons(locale: str, name: str) -> None:
    game = GAMES["schnick"]
    engine = begin_match(game, validate_options(game.options_class, {"first": 0}), 3, UNSEEDED)
    view = replace(engine.view_of(0), phase="challenge", seats_to_move=frozenset({0}))
    _, green = complete_typed_move(game, view, "", locale)
    assert green == Completion(f"▲ {name}", "challenge 2")
    with pytest.raises(Refused) as caught:
        game.parse_move(view, "abc")
    near = str(spell_similar_moves(game, view, caught.value, locale).facts["near"])
    assert near.endswith(f", {name}")
    assert game.parse_move(view, name) == ("challenge", "2")
    assert "\\" not in escape_markdown(near)


@given(st.text(max_size=300), st.sampled_from(LOCALES), st.integers(1, 25))
def test_random_text_gives_only_legal_completions(typed: str, locale: str, limit: int) -> None:
    engine = begin_exchange()
    completions = complete_typed_move(engine.game, engine.view_of(0), typed, locale, limit)
    assert len(completions) <= limit
    assert {tuple(each.value.split()) for each in completions} <= set(engine.legal_moves(0))
    assert len({each.name for each in completions}) == len({each.value for each in completions}) == len(completions)


def test_long_completion_names_are_cut_to_the_discord_limit() -> None:
    def label(view: None, prefix: Move, locale: str) -> str:
        return prefix[-1] * 80

    legal = [("mask", "1"), ("mask", "two")]
    game: Any = SimpleNamespace(
        legal_moves=lambda _: legal,
        move_label=label,
        forget=lambda view: view,
        complete_move=lambda *_: (),
        spell_move=lambda _, move, _locale: " ".join(move),
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
def test_chess_notation_is_completed(typed: str, first: str) -> None:
    game = GAMES["shamanic_chess"]
    engine = begin_match(game, game.options_class(), 2, UNSEEDED)
    completions = list_completions(engine, typed)
    assert completions[0] == first, completions
    assert all(tuple(each.split()) in engine.legal_moves(0) for each in completions)
    for locale, name in (("en", "b1 ~ d5 – Knight b1 ⇢ d5"), ("de", "b1 ~ d5 – Springer b1 ⇢ d5")):
        assert complete_typed_move(game, engine.view_of(0), "b1 ~ d5", locale) == [Completion(name, "b1 ~ d5")]
