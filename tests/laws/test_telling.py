"""Every position can be told to everybody."""

import re
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.refused import Refused
from games.words import LOCALES, load_catalog
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import describe_last_step
from tests.laws.law_tables import TABLES, LawTable, get_random_match, sample_moves, sample_positions, sample_views

MAX_ALT_TEXT_LENGTH = 1024
MAX_BUTTON_LABEL_LENGTH = 80
MAX_CONTENT_LENGTH = 2000


def test_board_and_last_step_are_told_in_every_language(table: LawTable) -> None:
    for engine, seat in sample_views(table):
        seen = engine.view_of(seat)
        for locale in LOCALES:
            text = table.game.describe_board(seen, locale)
            assert text
            assert len(text) < MAX_CONTENT_LENGTH
            assert 0 < len(table.game.describe_briefly(seen, locale)) <= MAX_ALT_TEXT_LENGTH
            told = describe_last_step(table.game, seen, locale)
            assert all(told)
            assert told or engine.step == 0


def test_every_button_has_a_label(table: LawTable) -> None:
    for engine in sample_positions(table, 6):
        for seat in engine.seats_asked:
            prefixes = {
                word[:length]
                for word in sample_moves(engine.legal_moves(seat), 60)
                for length in range(1, len(word) + 1)
            }
            for prefix in prefixes:
                for locale in LOCALES:
                    assert (
                        0 < len(table.game.move_label(engine.view_of(seat), prefix, locale)) <= MAX_BUTTON_LABEL_LENGTH
                    )


def test_every_word_reads_as_itself(table: LawTable) -> None:
    for engine in sample_positions(table):
        for seat in engine.seats_asked:
            for word in sample_moves(engine.legal_moves(seat), 40):
                assert table.game.parse_move(engine.view_of(seat), " ".join(word)) == word
                assert table.game.parse_move(engine.view_of(seat), f"  {' '.join(word).upper()} ") == word


@make_settings_for_slow_test(2)
@given(st.sampled_from(TABLES), st.integers(0, 11), st.text(max_size=40))
def test_nonsense_is_refused(table: LawTable, at: int, typed: str) -> None:
    engine = sample_positions(table)[at % len(sample_positions(table))]
    for seat in (None, *range(engine.seats)):
        view = engine.view_of(seat)
        try:
            word = table.game.parse_move(view, typed)
        except Refused as refused:
            word, no = None, table.game.say.format_refusal(refused, "en")
        assert word in table.game.legal_moves(view) if word else no


def test_a_suggestion_may_be_said(table: LawTable) -> None:
    for engine, seat in sample_views(table):
        ready = table.game.suggest_move(engine.view_of(seat))
        assert ready is None or ready in table.game.legal_moves(engine.view_of(seat))


def list_welcome_texts(table: LawTable) -> dict[int, list[str]]:
    """By seat, what a beginner is told there with all that they decide; what goes without asking nobody reads."""
    told: dict[int, list[str]] = {}
    steps = groupby(get_random_match(table).matches, lambda engine: engine.step)
    for engine in (next(stood) for _, stood in steps):
        for seat in engine.seats_asked:
            if len(engine.seats_asked) > 1 or len(engine.legal_moves(seat)) > 1:
                told.setdefault(seat, []).append(table.game.introduce(table.game.forget(engine.view_of(seat)), "en"))
    return told


def test_a_beginner_is_told_with_the_first_decision_and_nothing_twice(table: LawTable) -> None:
    if not table.game.overrides("introduce"):
        return
    for first, *more in list_welcome_texts(table).values():
        assert first
        sentences = [one for text in (first, *more) if text for one in re.split(r"(?<=[.!?]) ", text)]
        assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.overrides("introduce")])
def test_all_that_can_be_explained_is_where_somebody_meets_it(key: str) -> None:
    """What a catalog has for beginners is heard by some of them."""
    tables = [table for table in TABLES if key == table.game.KEY]
    told = " ".join(text for table in tables for texts in list_welcome_texts(table).values() for text in texts)
    for name, begins in re.findall(r"(?m)^(first-[a-z]+) = ([^{\n]+)", load_catalog(f"games.{key}", "en")):
        assert begins.strip() in told, name
