"""Positions and moves are described in every language, and typed moves can be parsed."""

import re
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.scene import ALT_TEXT_MAX_LENGTH
from games import GAMES
from games.refused import Refused
from games.words import LOCALES, load_catalog
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import catch_refusal, describe_last_step
from tests.laws.law_tables import (
    TABLES,
    LawTable,
    begin_table_match,
    get_random_match,
    sample_moves,
    sample_positions,
    sample_views,
)

MAX_BUTTON_LABEL_LENGTH = 80
MAX_CONTENT_LENGTH = 2000


def test_board_and_last_step_are_described_in_every_language(table: LawTable) -> None:
    for match, seat in sample_views(table):
        view = match.view_of(seat)
        for locale in LOCALES:
            text = table.game.describe_board(view, locale)
            assert text
            assert len(text) < MAX_CONTENT_LENGTH
            assert 0 < len(table.game.describe_briefly(view, locale)) <= ALT_TEXT_MAX_LENGTH
            lines = describe_last_step(table.game, view, locale)
            assert all(lines)
            assert lines or match.step == 0


def test_every_move_prefix_has_a_button_label(table: LawTable) -> None:
    for match in sample_positions(table, 6):
        for seat in match.seats_asked:
            prefixes = {
                move[:length]
                for move in sample_moves(match.legal_moves(seat), 60)
                for length in range(1, len(move) + 1)
            }
            for prefix in prefixes:
                for locale in LOCALES:
                    label = table.game.move_label(match.view_of(seat), prefix, locale)
                    assert 0 < len(label) <= MAX_BUTTON_LABEL_LENGTH


def test_spelled_move_parses_to_itself(table: LawTable) -> None:
    for match in sample_positions(table):
        for seat in match.seats_asked:
            for move in sample_moves(match.legal_moves(seat), 40):
                assert table.game.parse_move(match.view_of(seat), " ".join(move)) == move
                assert table.game.parse_move(match.view_of(seat), f"  {' '.join(move).upper()} ") == move


@make_settings_for_slow_test(2)
@given(st.sampled_from(TABLES), st.integers(0, 11), st.text(max_size=40))
def test_arbitrary_text_is_refused_or_a_legal_move(table: LawTable, number: int, typed: str) -> None:
    match = sample_positions(table)[number % len(sample_positions(table))]
    for seat in (None, *range(match.seats)):
        view = match.view_of(seat)
        try:
            move = table.game.parse_move(view, typed)
        except Refused as refused:
            move, message = None, table.game.say.format_refusal(refused, "en")
        assert move in table.game.legal_moves(view) if move else message


def test_typed_move_of_a_seat_that_is_not_to_move_is_refused(table: LawTable) -> None:
    typed = " ".join(begin_table_match(table).legal_moves(min(begin_table_match(table).to_move))[0])
    for match, seat in sample_views(table):
        if seat not in match.seats_asked:
            assert catch_refusal(match, seat, typed).key == "not-asked"


def test_suggested_move_is_legal(table: LawTable) -> None:
    for match, seat in sample_views(table):
        suggestion = table.game.suggest_move(match.view_of(seat))
        assert suggestion is None or suggestion in table.game.legal_moves(match.view_of(seat))


def list_welcome_texts(table: LawTable) -> dict[int, list[str]]:
    """Return the introductions that beginners read at each choice, by seat. Forced and automatic moves have none."""
    texts_by_seat: dict[int, list[str]] = {}
    steps = groupby(get_random_match(table).matches, lambda match: match.step)
    for match in (next(matches) for _, matches in steps):
        for seat in match.seats_asked:
            view = match.view_of(seat)
            has_choice = len(match.seats_asked) > 1 or len(match.legal_moves(seat)) > 1
            if has_choice and table.game.find_automatic_move(view) is None:
                texts_by_seat.setdefault(seat, []).append(table.game.introduce(table.game.forget(view), "en"))
    return texts_by_seat


def test_introduction_begins_at_first_choice_without_repetition(table: LawTable) -> None:
    if not table.game.overrides("introduce"):
        return
    for first, *more in list_welcome_texts(table).values():
        assert first
        sentences = [sentence for text in (first, *more) if text for sentence in re.split(r"(?<=[.!?]) ", text)]
        assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.overrides("introduce")])
def test_every_introductory_text_is_used(key: str) -> None:
    tables = [table for table in TABLES if key == table.game.KEY]
    all_texts = " ".join(text for table in tables for texts in list_welcome_texts(table).values() for text in texts)
    for name, first_words in re.findall(r"(?m)^(first-[a-z]+) = ([^{\n]+)", load_catalog(GAMES[key].say.package, "en")):
        assert first_words.strip() in all_texts, name
