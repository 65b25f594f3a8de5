"""What the buttons of the Duel say."""

from __future__ import annotations

import pytest

from games.schamanen import GAME
from tests.games.schamanen.scenes import SCENES, scene
from tests.games.typed import labelled


@pytest.mark.parametrize(
    ("where", "seat", "prefix", "labels"),
    [
        ("empty", 0, "place", ("Place a stone", "Stein legen", "Placer un pion")),
        ("empty", 0, "place 7", ("7", "7", "7")),
        ("empty", 0, "place 7 c2", ("C2", "C2", "C2")),
        ("relocate", 1, "relocate", ("Relocate a stone", "Stein umsetzen", "Déplacer un pion")),
        ("relocate", 1, "relocate 4", ("4", "4", "4")),
        ("pro empty", 0, "place b7", ("Bison 7", "Bison 7", "Bison 7")),
        ("pro empty", 0, "place w7", ("Wolf 7", "Wolf 7", "Loup 7")),
        ("pro empty", 0, "place w7 c2", ("C2", "C2", "C2")),
        ("mask", 0, "mask", ("Choose your row", "Zeile wählen", "Choisis ta rangée")),
        ("mask", 1, "mask", ("Choose your column", "Spalte wählen", "Choisis ta colonne")),
        ("mask", 0, "mask 2", ("Row 2", "Zeile 2", "Rangée 2")),
        ("mask", 1, "mask b", ("Column B", "Spalte B", "Colonne B")),
        ("swap", 0, "swap", ("Exchange two stones", "Zwei Steine tauschen", "Échanger deux pions")),
        ("swap", 0, "swap a1", ("A1 · 9", "A1 · 9", "A1 · 9")),
        ("wolf swap", 1, "swap a1 c3", ("⇄ C3 · 3", "⇄ C3 · 3", "⇄ C3 · 3")),
        ("pro swap", 0, "swap wolf", ("Wolf’s stones", "Wolfsteine", "Pions de Loup")),
        ("pro swap", 0, "swap bison", ("Bison’s stones", "Bisonsteine", "Pions de Bison")),
        ("pro swap", 0, "swap wolf a1", ("A1 · 1", "A1 · 1", "A1 · 1")),
        ("pro swap", 0, "swap wolf a1 c3", ("⇄ C3 · 3", "⇄ C3 · 3", "⇄ C3 · 3")),
        # Face down there is nothing to tell; what the duel turned up lies there for all to see.
        ("memory swap", 0, "swap a1", ("A1", "A1", "A1")),
        ("memory swap", 0, "swap a1 b1", ("⇄ B1", "⇄ B1", "⇄ B1")),
        ("memory swap", 0, "swap a1 c3", ("⇄ C3 · 7", "⇄ C3 · 7", "⇄ C3 · 7")),
        ("stacks move", 0, "move", ("Move two stones", "Zwei Steine versetzen", "Déplacer deux pions")),
        ("stacks move", 0, "move b7", ("Bison 7", "Bison 7", "Bison 7")),
        ("stacks move", 0, "move b7 a1", ("→ A1", "→ A1", "→ A1")),
        ("stacks move", 0, "move b7 a1 w3", ("Wolf 3", "Wolf 3", "Loup 3")),
        ("stacks move", 0, "move b7 a1 w3 c2", ("→ C2", "→ C2", "→ C2")),
    ],
)
def test_buttons_say_where_they_lead(where: str, seat: int, prefix: str, labels: tuple[str, str, str]) -> None:
    assert labelled(scene(where), seat, prefix) == labels


def test_nothing_here_is_a_formality() -> None:
    for where in SCENES:
        assert GAME.suggest_move(scene(where).view(0)) is None
