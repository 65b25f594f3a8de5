"""What the buttons of Schnick Schnack Schnuck say."""

from __future__ import annotations

import pytest

from games.schnick import GAME
from games.schnick.tell import question
from tests.games.schnick.drawn import PLENTY, said, table
from tests.games.schnick.scenes import SCENES, scene
from tests.games.typed import labelled


@pytest.mark.parametrize(
    ("where", "seat", "prefix", "labels"),
    [
        ("redeal", 0, "redeal", ("Six new cards", "Sechs neue Karten", "Six nouvelles cartes")),
        ("redeal", 0, "keep", ("Keep this hand", "Hand behalten", "Garder cette main")),
        ("challenge", 0, "challenge", ("Challenge somebody", "Jemanden herausfordern", "Défier quelqu’un")),
        ("challenge", 0, "challenge 1", ("◆ Blue", "◆ Blau", "◆ Bleu")),
        ("challenge", 0, "challenge 5", ("⬢ Sky", "⬢ Hellblau", "⬢ Ciel")),
        ("challenged", 0, "card", ("Play a card", "Karte spielen", "Jouer une carte")),
        ("challenged", 0, "card scissors", ("scissors", "Schere", "ciseaux")),
        # Two of them in hand.
        ("challenged", 0, "card stone", ("stone ×2", "Stein ×2", "pierre ×2")),
        ("joker", 1, "sign", ("Show a sign", "Handzeichen zeigen", "Montrer un signe")),
        ("joker", 1, "sign well", ("joker as well", "Joker als Brunnen", "joker en puits")),
        ("level", 0, "sign fire", ("fire", "Feuer", "feu")),
    ],
)
def test_buttons_say_where_they_lead(where: str, seat: int, prefix: str, labels: tuple[str, str, str]) -> None:
    assert labelled(scene(where), seat, prefix) == labels


def test_nothing_here_is_a_formality() -> None:
    for where in SCENES:
        assert GAME.suggest_move(scene(where).view(0)) is None


def test_what_the_buttons_leave_open_is_said_below_the_question() -> None:
    """How many there are of a card; and why there is no button for the joker."""
    match = said(table(f"sstpj tpf | {PLENTY}"), "0 challenge 1")
    held, joker = "×2: you hold 2 of these.", "Your joker can’t be picked: as your last card it plays itself."
    asked, beats, notes = question(match.view(0), ("card",), "en").split("\n")
    assert (asked, notes) == ("Which card do you play?", f"-# {held} · {joker}")
    assert beats.startswith("-# ")
    # Whoever holds neither reads neither.
    assert len(question(match.view(1), ("card",), "en").split("\n")) == 2
