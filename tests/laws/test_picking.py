"""What may be said can be clicked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.autocomplete import MAX_CHOICE_LENGTH, complete_typed_move
from bot.screens.custom_ids import CUSTOM_ID_MAX_LENGTH, Action, CustomId
from bot.screens.move_buttons import (
    BUTTON_LABEL_MAX_LENGTH,
    MAX_BUTTONS_PER_ROW,
    MAX_CHOICE_ROWS,
    MENU_LABEL_MAX_LENGTH,
    format_choice_labels,
)
from bot.screens.move_menu import (
    CHOICES_PER_PAGE,
    MAX_CHOICES_AS_BUTTONS,
    MenuPage,
    build_menu_page,
    find_clicked_move,
    find_previous_page,
    map_clicks_to_moves,
    parse_complete_tokens,
    spell_move,
)
from games.core import Move, Seat
from games.match import Match
from games.refused import Refused
from games.words import LOCALES
from tests.effort_level import EFFORT, make_settings_for_slow_test
from tests.kit.scene_reading import count_clicks_by_move, find_menu_path
from tests.laws.law_tables import TABLES, LawTable, sample_moves, sample_positions

LONGEST_CUSTOM_ID = CustomId("zz", 10**18 - 1, 9999)
"""A match and a step that nobody will live to see."""


def list_choices(table: LawTable, max_positions: int = 4) -> Iterator[tuple[Match, Seat, Move]]:
    """Everybody who has to choose, in some positions, and a word each could choose; a few, with most effort."""
    for engine in sample_positions(table, max_positions):
        for seat in engine.seats_asked:
            for word in sample_moves(engine.legal_moves(seat), 3 if EFFORT == "most" else 1):
                yield engine, seat, word


@dataclass(frozen=True)
class MenuPath:
    """Through the pages to a word, either way round."""

    match: Match
    seat: Seat
    move: Move
    view: Any
    pages: Sequence[tuple[str, MenuPage]]
    """What leads to each, and the page."""


@cache
def list_menu_paths(table: LawTable) -> Sequence[MenuPath]:
    """Once for all laws: to find the pages of some thousand words takes longer than to look at them."""
    return [
        MenuPath(
            engine,
            seat,
            word,
            view,
            find_menu_path(map_clicks_to_moves(table.game, view, engine.legal_moves(seat)), word),
        )
        for engine, seat, word in list_choices(table)
        for view in [engine.view_of(seat)]
    ]


def test_every_word_is_reached_in_a_few_clicks_in_whichever_order(table: LawTable) -> None:
    """Of two things without an order either may come first."""
    for engine in sample_positions(table, 6):
        for seat in engine.seats_asked:
            legal = engine.legal_moves(seat)
            ways = map_clicks_to_moves(table.game, engine.view_of(seat), legal)
            taken = count_clicks_by_move(ways)
            assert taken.keys() == ways.keys()
            assert max(taken.values()) <= (1 if len(legal) <= CHOICES_PER_PAGE else 3 if len(legal) <= 1000 else 4)
            assert set(ways.values()) == set(legal)
            assert all(ways[word] == word for word in legal)
            others = sample_moves([way for way in ways if ways[way] != way], 12)
            for way in others:
                assert find_clicked_move(ways, spell_move(way)) == ways[way]
                assert sorted(way) == sorted(ways[way])
            # Where one token names two things, a few ways are read as another legal word.
            same = sum(_complete_move(table, engine, seat, way) == ways[way] for way in others)
            assert 2 * same >= len(others)


def test_labels_of_a_page_differ(table: LawTable) -> None:
    for walk in list_menu_paths(table):
        for _, shown in walk.pages:
            for locale in LOCALES:
                told = format_choice_labels(table.game, walk.view, shown, locale)
                assert len(set(told)) == len(told) == len(shown.choices)
                room = (
                    BUTTON_LABEL_MAX_LENGTH if len(shown.choices) <= MAX_CHOICES_AS_BUTTONS else MENU_LABEL_MAX_LENGTH
                )
                assert all(0 < len(label) <= room and label.strip() == label for label in told)


def test_short_label_is_shorter_and_differs_from_the_others(table: LawTable) -> None:
    if not table.game.overrides("short_label"):
        return
    for walk in list_menu_paths(table):
        for _, shown in walk.pages:
            for locale in LOCALES:
                told = format_choice_labels(table.game, walk.view, shown, locale)
                brief = [
                    (choice.move and table.game.short_label(walk.view, choice.move, locale)) or label
                    for choice, label in zip(shown.choices, told, strict=True)
                ]
                assert len(set(brief)) == len(brief)
                assert all(len(one) <= len(label) for one, label in zip(brief, told, strict=True))


def test_long_page_asks_in_the_words_of_its_game(table: LawTable) -> None:
    """No choice on it is the beginning of a word."""
    for walk in list_menu_paths(table):
        for _, shown in walk.pages:
            many = len(shown.choices) > MAX_CHOICES_AS_BUTTONS
            for locale in LOCALES:
                told = format_choice_labels(table.game, walk.view, shown, locale)
                assert not [label for label in told if "~" in label or re.search(r"\b\w…$", label)]
                if many:
                    assert table.game.ask_next_token(walk.view, shown.shared_tokens, locale) != (
                        "" if locale == "en" else table.game.ask_next_token(walk.view, shown.shared_tokens, "en")
                    )


def test_buttons_are_arranged_as_on_the_board(table: LawTable) -> None:
    if not table.game.overrides("arrange_buttons"):
        return
    for walk in list_menu_paths(table):
        view = table.game.forget(walk.view)
        for _, shown in walk.pages:
            begins = [choice.leading_tokens for choice in shown.choices]
            assert len(set(begins)) == len(begins)
            rows = table.game.arrange_buttons(view, begins)
            if not rows or len(begins) > MAX_CHOICES_AS_BUTTONS:
                continue
            laid = [what for row in rows for what in row]
            gaps = [what for what in laid if isinstance(what, str)]
            assert sorted(what for what in laid if not isinstance(what, str)) == sorted(begins)
            assert len(rows) <= MAX_CHOICE_ROWS
            assert all(0 < len(row) <= MAX_BUTTONS_PER_ROW for row in rows)
            assert len(set(gaps)) == len(gaps)
            assert all(0 < len(gap) <= BUTTON_LABEL_MAX_LENGTH for gap in gaps)
            # Blanks are in no address.
            rests = ["".join(gap.split()) for gap in gaps]
            assert len(set(rests)) == len(rests)
            assert all(
                CustomId.parse(
                    str(CustomId(Action.DISABLED_PLACE, LONGEST_CUSTOM_ID.match_id, LONGEST_CUSTOM_ID.number, it))
                )
                for it in rests
            )


def test_custom_ids_fit_and_differ(table: LawTable) -> None:
    for walk in list_menu_paths(table):
        # What leads back from a page is what led to the one before; `path` has seen to it.
        for before, (_, shown) in zip([[], *([prefix] for prefix, _ in walk.pages)], walk.pages, strict=False):
            rests = [*(choice.move_prefix for choice in shown.choices), *before]
            ids = [
                str(CustomId(LONGEST_CUSTOM_ID.action, LONGEST_CUSTOM_ID.match_id, LONGEST_CUSTOM_ID.number, rest))
                for rest in rests
            ]
            assert len(set(ids)) == len(ids)
            assert max(map(len, ids)) <= CUSTOM_ID_MAX_LENGTH
            assert [CustomId.parse(each) for each in ids]


def _complete_move(table: LawTable, engine: Match, seat: Seat, prefix: Move) -> Move | None:
    try:
        return table.game.parse_move(engine.view_of(seat), " ".join(prefix))
    except Refused:
        return None


@make_settings_for_slow_test(2)
@given(st.sampled_from(TABLES), st.integers(0, 11), st.text("abcw123.~:# ", max_size=12))
def test_unknown_custom_id_leads_to_no_page(table: LawTable, at: int, rest: str) -> None:
    engine = sample_positions(table)[at % len(sample_positions(table))]
    for seat in range(engine.seats):
        legal = engine.legal_moves(seat)
        begins = any(spell_move(word).startswith(rest) for word in legal)
        assert (build_menu_page(legal, rest) is None) != begins
        assert begins or find_previous_page(legal, rest) is None
        assert find_clicked_move({word: word for word in legal}, rest) in (None, parse_complete_tokens(rest))


def test_legal_word_completes_itself(table: LawTable) -> None:
    for engine, seat, word in list_choices(table):
        view, typed = engine.view_of(seat), " ".join(word)
        for locale in LOCALES:
            found = complete_typed_move(table.game, view, typed, locale)
            assert typed in [each.value for each in found]
            for each in found:
                assert table.game.parse_move(view, each.value) == tuple(each.value.split())
                assert 0 < len(each.name) <= MAX_CHOICE_LENGTH
                assert len(each.value) <= MAX_CHOICE_LENGTH
        assert not complete_typed_move(table.game, engine.view_of(None), typed, "en")
