"""Every legal move can be chosen with buttons and with autocomplete."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
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
    format_button_labels,
    format_choice_labels,
)
from bot.screens.move_menu import (
    CHOICES_PER_PAGE,
    MAX_CHOICES_AS_BUTTONS,
    MenuPage,
    NumberMoves,
    build_menu_page,
    find_clicked_move,
    find_previous_page,
    map_clicks_to_moves,
    parse_complete_tokens,
    spell_move,
)
from games.art import Sprite
from games.core import Move, Seat
from games.match import Match
from games.words import LOCALES
from tests.effort_level import EFFORT, make_settings_for_slow_test
from tests.games.match_lines import parse_or_none
from tests.kit.scene_reading import count_clicks_by_move, find_menu_path
from tests.laws.law_tables import TABLES, LawTable, sample_moves, sample_positions
from tests.laws.legibility import check_text_is_readable

LONGEST_CUSTOM_ID = CustomId("zz", 10**18 - 1, 9999)
"""A custom ID with larger numbers than any match or step will have."""


def list_choices(table: LawTable, max_positions: int = 4) -> Iterator[tuple[Match, Seat, Move]]:
    """Yield a legal move of each seat to move in some positions, or three moves of each with most effort."""
    for match in sample_positions(table, max_positions):
        for seat in match.seats_asked:
            for move in sample_moves(match.legal_moves(seat), 3 if EFFORT == "most" else 1):
                yield match, seat, move


@dataclass(frozen=True)
class MenuPath:
    """The pages of a menu on the way to a move."""

    match: Match
    seat: Seat
    move: Move
    view: Any
    pages: Sequence[tuple[str, MenuPage]]
    """Each page with the tokens that lead to it."""


@cache
def list_menu_paths(table: LawTable) -> Sequence[MenuPath]:
    """Return menu paths to legal moves. They are cached because finding the pages is slow."""
    return [
        MenuPath(
            match,
            seat,
            move,
            view,
            find_menu_path(
                map_clicks_to_moves(table.game, view, match.legal_moves(seat)),
                move,
                make_numbering(table, view),
            ),
        )
        for match, seat, move in list_choices(table)
        for view in [match.view_of(seat)]
    ]


def make_numbering(table: LawTable, view: Any) -> NumberMoves | None:
    """Return the function that numbers the game's moves, if the game has one."""
    return partial(table.game.number_moves, table.game.forget(view)) if table.game.overrides("number_moves") else None


def test_every_move_takes_few_clicks_in_any_order(table: LawTable) -> None:
    """Tokens that have no fixed order can be clicked in either order."""
    for match in sample_positions(table, 6):
        for seat in match.seats_asked:
            legal = match.legal_moves(seat)
            moves_by_clicks = map_clicks_to_moves(table.game, match.view_of(seat), legal)
            numbering = make_numbering(table, match.view_of(seat))
            click_counts = count_clicks_by_move(moves_by_clicks, numbering)
            max_single_clicks = MAX_CHOICES_AS_BUTTONS if numbering else CHOICES_PER_PAGE
            assert click_counts.keys() == moves_by_clicks.keys()
            assert max(click_counts.values()) <= (
                1 if len(legal) <= max_single_clicks else 3 if len(legal) <= 1000 else 4
            )
            assert set(moves_by_clicks.values()) == set(legal)
            assert all(moves_by_clicks[move] == move for move in legal)
            others = sample_moves([clicks for clicks in moves_by_clicks if moves_by_clicks[clicks] != clicks], 12)
            for clicks in others:
                assert find_clicked_move(moves_by_clicks, spell_move(clicks)) == moves_by_clicks[clicks]
                assert sorted(clicks) == sorted(moves_by_clicks[clicks])
            # If a token is ambiguous, some orders of clicks mean another legal move.
            complete_count = sum(
                parse_or_none(match, seat, " ".join(clicks)) == moves_by_clicks[clicks] for clicks in others
            )
            assert 2 * complete_count >= len(others)


def test_labels_of_a_page_differ(table: LawTable) -> None:
    for menu_path in list_menu_paths(table):
        for _, page in menu_path.pages:
            for locale in LOCALES:
                labels = format_choice_labels(table.game, menu_path.view, page, locale)
                assert len(set(labels)) == len(labels) == len(page.choices)
                max_length = (
                    BUTTON_LABEL_MAX_LENGTH if len(page.choices) <= MAX_CHOICES_AS_BUTTONS else MENU_LABEL_MAX_LENGTH
                )
                assert all(0 < len(label) <= max_length and label.strip() == label for label in labels)


def test_button_labels_are_shorter_and_differ(table: LawTable) -> None:
    """A page's buttons have short labels only if these differ. Only a number can make a label longer."""
    for menu_path in list_menu_paths(table):
        for _, page in menu_path.pages:
            for locale in LOCALES:
                labels = format_choice_labels(table.game, menu_path.view, page, locale)
                button_labels = format_button_labels(table.game, menu_path.view, page, locale)
                assert len(set(button_labels)) == len(button_labels)
                for number, (button_label, label) in enumerate(zip(button_labels, labels, strict=True), 1):
                    is_numbered = number <= len(page.numbered)
                    assert len(button_label.removeprefix(f"{number} ") if is_numbered else button_label) <= len(label)
                    assert button_label.startswith(f"{number} ") or not is_numbered


def test_numbered_moves_are_legal_and_drawn_on_the_board(table: LawTable) -> None:
    if not table.game.overrides("number_moves"):
        return
    for menu_path in list_menu_paths(table):
        legal, view = menu_path.match.legal_moves(menu_path.seat), table.game.forget(menu_path.view)
        assert not table.game.number_moves(view, ())
        for prefix, page in menu_path.pages:
            tokens = tuple(filter(None, prefix.split(".")))
            assert table.game.numbers_any_move(view, tokens) == bool(table.game.number_moves(view, tokens))
            assert {*page.numbered} <= {move for move in legal if spell_move(move).startswith(prefix)}
            assert len(page.numbered) <= MAX_BUTTONS_PER_ROW * (MAX_CHOICE_ROWS - 1)
            if page.numbered:
                picture = table.game.draw_numbered_moves(view, page.shared_tokens, page.numbered)
                assert picture
                texts = {drawable.text for drawable, _, _ in picture.marks if isinstance(drawable, Sprite)}
                assert texts >= {*map(str, range(1, len(page.numbered) + 1))}
                check_text_is_readable(picture, picture.marks)


def test_long_page_asks_a_translated_question(table: LawTable) -> None:
    """A long page must have a question that is translated. On any page, no label may be cut off within a word."""
    for menu_path in list_menu_paths(table):
        for _, page in menu_path.pages:
            is_long = len(page.choices) > MAX_CHOICES_AS_BUTTONS
            for locale in LOCALES:
                labels = format_choice_labels(table.game, menu_path.view, page, locale)
                assert not [label for label in labels if "~" in label or re.search(r"\b\w…$", label)]
                if is_long:
                    assert table.game.ask_next_token(menu_path.view, page.shared_tokens, locale) != (
                        "" if locale == "en" else table.game.ask_next_token(menu_path.view, page.shared_tokens, "en")
                    )


def test_buttons_are_arranged_as_on_the_board(table: LawTable) -> None:
    if not table.game.overrides("arrange_buttons"):
        return
    for menu_path in list_menu_paths(table):
        view = table.game.forget(menu_path.view)
        for _, page in menu_path.pages:
            leading_tokens = [choice.leading_tokens for choice in page.choices]
            assert len(set(leading_tokens)) == len(leading_tokens)
            rows = table.game.arrange_buttons(view, leading_tokens)
            if not rows or len(leading_tokens) > MAX_CHOICES_AS_BUTTONS:
                continue
            cells = [cell for row in rows for cell in row]
            gaps = [cell for cell in cells if isinstance(cell, str)]
            assert sorted(cell for cell in cells if not isinstance(cell, str)) == sorted(leading_tokens)
            assert len(rows) <= MAX_CHOICE_ROWS
            assert all(0 < len(row) <= MAX_BUTTONS_PER_ROW for row in rows)
            assert len(set(gaps)) == len(gaps)
            assert all(0 < len(gap) <= BUTTON_LABEL_MAX_LENGTH for gap in gaps)
            # Custom IDs have no blanks.
            rests = ["".join(gap.split()) for gap in gaps]
            assert len(set(rests)) == len(rests)
            assert all(
                CustomId.parse(
                    str(CustomId(Action.DISABLED_PLACE, LONGEST_CUSTOM_ID.match_id, LONGEST_CUSTOM_ID.number, it))
                )
                for it in rests
            )


def test_custom_ids_fit_and_differ(table: LawTable) -> None:
    for menu_path in list_menu_paths(table):
        # The Back button reuses the ID of the button that led to the previous page, see `find_menu_path`.
        for before, (_, page) in zip([[], *([prefix] for prefix, _ in menu_path.pages)], menu_path.pages, strict=False):
            rests = [*(choice.move_prefix for choice in page.choices), *before]
            ids = [
                str(CustomId(LONGEST_CUSTOM_ID.action, LONGEST_CUSTOM_ID.match_id, LONGEST_CUSTOM_ID.number, rest))
                for rest in rests
            ]
            assert len(set(ids)) == len(ids)
            assert max(map(len, ids)) <= CUSTOM_ID_MAX_LENGTH
            assert [CustomId.parse(each) for each in ids]


@make_settings_for_slow_test(2)
@given(st.sampled_from(TABLES), st.integers(0, 11), st.text("abcw123.~:# ", max_size=12))
def test_unknown_custom_id_leads_to_no_page(table: LawTable, number: int, rest: str) -> None:
    match = sample_positions(table)[number % len(sample_positions(table))]
    for seat in range(match.seats):
        legal = match.legal_moves(seat)
        is_prefix = any(spell_move(move).startswith(rest) for move in legal)
        assert (build_menu_page(legal, rest) is None) != is_prefix
        assert is_prefix or find_previous_page(legal, rest) is None
        assert find_clicked_move({move: move for move in legal}, rest) in (None, parse_complete_tokens(rest))


def test_autocomplete_offers_the_typed_legal_move(table: LawTable) -> None:
    for match, seat, move in list_choices(table):
        view, typed = match.view_of(seat), " ".join(move)
        for locale in LOCALES:
            choices = complete_typed_move(table.game, view, typed, locale)
            assert typed in [choice.value for choice in choices]
            for choice in choices:
                assert table.game.parse_move(view, choice.value) == tuple(choice.value.split())
                assert 0 < len(choice.name) <= MAX_CHOICE_LENGTH
                assert len(choice.value) <= MAX_CHOICE_LENGTH
        assert not complete_typed_move(table.game, match.view_of(None), typed, "en")
