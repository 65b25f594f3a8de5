"""Shamanic Chess in words, beside what is approved of its scenes in `texts.txt`."""

from __future__ import annotations

import random

import pytest

from bot.scenes.choices import labels
from bot.scenes.picker import page
from games.shamanic_chess import GAME, fen
from games.shamanic_chess.state import View
from games.words import LOCALES
from tests.games.shamanic_chess.positions import begin_chess, play_typed
from tests.games.shamanic_chess.scenes import MIXED


@pytest.mark.parametrize(("variant", "last"), [("classic", "e8e7"), ("free", "h8~c6")])
def test_two_tildes_in_a_row_are_never_printed(variant: str, last: str) -> None:
    """Discord would strike out what comes between two such pairs."""
    view = play_typed(begin_chess(MIXED, variant), f"a1~a5 b4^ h1~b1 {last}").view_of(None)
    for locale in LOCALES:
        for text in (
            GAME.describe_board(view, locale),
            GAME.describe_briefly(view, locale),
            *GAME.say.format_pages("how", locale),
        ):
            assert "~~" not in text


def list_labels(position: str, rest: str = "", locale: str = "en") -> list[str]:
    view = begin_chess(position).view_of(0)
    shown = page(GAME.legal_moves(view), rest)
    assert shown
    return labels(GAME, view, shown, locale)


@pytest.mark.parametrize(
    ("locale", "rook", "knight"),
    [
        ("en", "Rook a1 ⇢ only journeys", "Knight b1"),
        ("de", "Turm a1 ⇢ nur Reisen", "Springer b1"),
        ("fr", "Tour a1 ⇢ voyages seulement", "Cavalier b1"),
    ],
)
def test_piece_without_moves_is_said_to_journey_only(locale: str, rook: str, knight: str) -> None:
    told = list_labels(fen.INITIAL_FEN, locale=locale)
    assert rook in told
    assert knight in told


def test_journey_and_move_have_different_labels_where_both_are_possible() -> None:
    assert list_labels(fen.INITIAL_FEN, "b1.")[1:4] == ["→ c3", "⇢ journey, a-file", "⇢ journey, b-file"]
    # Where the question says it, the buttons need not.
    assert list_labels(fen.INITIAL_FEN, "a1.~.")[0] == "⇢ a-file"


def test_only_pieces_without_moves_are_said_to_journey_only() -> None:
    dice = random.Random(7)
    for _ in range(2):
        match = begin_chess(fen.INITIAL_FEN)
        for _ in range(40):
            if match.result:
                break
            [seat] = match.to_move
            legal, listed = match.legal_moves(seat), list_first_page(match.view_of(seat))
            for at in {word[0] for word in legal}:
                own = [word for word in legal if word[0] == at]
                told = [label for label in listed if f" {at} " in f"{label.replace(',', '')} "]
                if all(word[1] == "~" for word in own):
                    assert all("⇢" in label for label in told), told
                else:
                    assert not any("only journeys" in label for label in told), told
            match = match.play_move(seat, dice.choice(list(legal)))


def list_first_page(view: View) -> list[str]:
    shown = page(GAME.legal_moves(view))
    assert shown
    return labels(GAME, view, shown, "en")
