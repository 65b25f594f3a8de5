from __future__ import annotations

from bot.scenes.choices import phrase


def test_what_is_done_comes_first_and_signs_join_by_themselves() -> None:
    labels = ["Exchange two stones", "A1 · 9", "⇄ A3 · 8"]
    assert phrase(labels, "en", begins=True) == "Exchange two stones: A1 · 9 ⇄ A3 · 8"
    assert phrase(labels[1:], "en", begins=False) == "A1 · 9 ⇄ A3 · 8"
    assert phrase(["Pawn b2", "→ b4"], "en", begins=True) == "Pawn b2 → b4"


def test_things_are_listed() -> None:
    assert phrase(["B1 · bison", "C1 · bear", "D1 · wolf"], "en", begins=False) == "B1 · bison, C1 · bear, D1 · wolf"


def test_what_only_leads_on_goes_once_something_follows() -> None:
    assert phrase(["Knight b1", "Journey in trance to …", "~ d5"], "en", begins=True) == "Knight b1 ~ d5"
    assert phrase(["Knight b1", "Journey in trance to …"], "en", begins=True) == "Knight b1: Journey in trance to …"


def test_the_french_colon_keeps_its_distance() -> None:
    assert phrase(["Choisir un masque", "Rangée 1"], "fr", begins=True) == "Choisir un masque\u202f: Rangée 1"


def test_a_single_label_and_none_are_what_they_are() -> None:
    assert phrase(["Roll the die"], "en", begins=True) == "Roll the die"
    assert phrase([], "en", begins=True) == ""
