"""Tests of labels and descriptions, in addition to the approved texts of the scenes in `texts.txt`."""

from __future__ import annotations

import random
from functools import partial

import pytest

from bot.screens.move_buttons import format_button_labels, format_choice_labels
from bot.screens.move_menu import MenuPage, build_menu_page
from games.shamanic_chess import GAME
from games.shamanic_chess.fen import INITIAL_FEN
from games.shamanic_chess.state import View
from games.words import LOCALES
from tests.games.shamanic_chess.positions import begin_chess, begin_initial_match, play_typed
from tests.games.shamanic_chess.scenes import MIXED_FEN


@pytest.mark.parametrize(("variant", "last"), [("classic", "e8e7"), ("free", "h8~c6")])
def test_texts_contain_no_two_tildes_in_a_row(variant: str, last: str) -> None:
    """Discord displays text between two pairs of tildes as struck through."""
    view = play_typed(begin_chess(MIXED_FEN, variant), f"a1~a5 b4^ h1~b1 {last}").view_of(None)
    for locale in LOCALES:
        for text in (
            GAME.describe_board(view, locale),
            GAME.describe_briefly(view, locale),
            *GAME.say.format_pages("how", locale),
        ):
            assert "~~" not in text


OPENING_VIEW = begin_initial_match().view_of(0)


def build_page(view: View, prefix: str = "") -> MenuPage:
    page = build_menu_page(GAME.legal_moves(view), prefix, partial(GAME.number_moves, view))
    assert page
    return page


def list_labels(view: View, prefix: str = "", locale: str = "en") -> list[str]:
    return format_choice_labels(GAME, view, build_page(view, prefix), locale)


@pytest.mark.parametrize(
    ("locale", "rook", "knight"),
    [
        ("en", "Rook a1 (journey only)", "Knight b1"),
        ("de", "Turm a1 (nur Reise)", "Springer b1"),
        ("fr", "Tour a1 (voyage seulement)", "Cavalier b1"),
    ],
)
def test_piece_that_can_only_journey_has_its_own_label(locale: str, rook: str, knight: str) -> None:
    shown_labels = list_labels(OPENING_VIEW, locale=locale)
    assert rook in shown_labels
    assert knight in shown_labels


def test_journey_and_move_have_different_labels_where_both_are_possible() -> None:
    labels = list_labels(OPENING_VIEW, "b1.")
    assert labels[:3] == ["→ c3", "→ a3", "⇢ d4"]
    assert labels[8:10] == ["⇢ journey, a-file", "⇢ journey, b-file"]
    # If there are journeys only, the question says so and the buttons need not.
    labels = list_labels(OPENING_VIEW, "a1.~.")
    assert labels[0] == "⇢ a3"
    assert labels[8] == "⇢ c-file"


@pytest.mark.parametrize(
    ("fen", "legend"),
    [
        (INITIAL_FEN, ["-# ⇢ can only journey in trance"]),
        ("4k3/8/8/8/8/8/8/R~3K3 w - - 0 1", ["-# ^ wake"]),
        ("4k3/8/8/8/8/8/P7/RK1N~4 w - - 0 1", ["-# ⇢ can only journey in trance · ^ wake"]),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", []),
    ],
)
def test_signs_of_pieces_are_explained_where_they_appear(fen: str, legend: list[str]) -> None:
    view = begin_chess(fen).view_of(0)
    assert GAME.ask_next_token(view, (), "en").split("\n") == ["Which piece moves?", *legend]
    labels = "".join(format_button_labels(GAME, view, build_page(view), "en"))
    assert [sign in labels for sign in "⇢^"] == [sign in "".join(legend) for sign in "⇢^"]


def test_only_pieces_without_ordinary_moves_have_the_journey_label() -> None:
    dice = random.Random(7)
    for _ in range(2):
        match = begin_initial_match()
        for _ in range(40):
            if match.result:
                break
            [seat] = match.to_move
            legal, listed = match.legal_moves(seat), list_labels(match.view_of(seat))
            for square in {move[0] for move in legal}:
                own_moves = [move for move in legal if move[0] == square]
                own_labels = [label for label in listed if f" {square} " in f"{label.replace(',', '')} "]
                if all(move[1] == "~" for move in own_moves):
                    assert all("journey only" in label for label in own_labels), own_labels
                else:
                    assert not any("journey only" in label for label in own_labels), own_labels
            match = match.play_move(seat, dice.choice(list(legal)))
