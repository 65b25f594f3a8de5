"""Nothing tells what must not be known: neither view nor words, text, label or picture."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from games.art import Letters, Sprite
from games.dice import Dice
from games.match import Match
from games.schnick import GAME
from games.schnick.state import BACK, View
from games.schnick.things import ACROSS, LEFT
from tests.games.lines import showing
from tests.games.schnick.drawn import said, table, usual, wandered


def test_deals_that_differ_in_hidden_cards_look_alike() -> None:
    """Two deals with the same own hand and the same cards shown: nobody at that seat can tell them apart."""
    one, other = table("sttfj tspj ppfj | wwspf"), table("sttfj tswj ppfj | wpspf")
    for line in ("0 challenge 1", "stone scissors", "1 challenge 2"):
        for seat in (0, 2, None):
            assert showing(one, seat) == showing(other, seat)
        assert showing(one, 1) != showing(other, 1)
        one, other = said(one, line), said(other, line)


def test_offers_and_redeals_show_no_card() -> None:
    one, other = table("ttttpfj stpfwsj | wwwspp"), table("ttttpsj stpfwsj | wwwfpp")
    for line in ("0 redeal", "0 challenge 1"):
        for seat in (1, None):
            assert showing(one, seat) == showing(other, seat)
        assert showing(one, 0) != showing(other, 0)
        one, other = said(one, line), said(other, line)


def test_a_card_taken_in_a_tie_is_seen_by_its_owner_alone() -> None:
    one, other = (said(table(deal), "0 challenge 1", "paper paper") for deal in ("p psf | fsw", "p psf | fws"))
    for seat in (1, None):
        assert showing(one, seat) == showing(other, seat)
    assert showing(one, 0) != showing(other, 0)
    # And played by the one word there is.
    assert one.legal(0) == (("card", "well"),)


def test_a_sealed_choice_is_in_no_view() -> None:
    match = said(table("stp tpf | wwf"), "0 challenge 1")
    chosen = match.said(0, ("card", "stone"))
    for seat in (0, 1, None):
        assert showing(match, seat) == showing(chosen, seat)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_view_holds_no_card_of_others(seats: int) -> None:
    """Whatever lies hidden is exchanged for something else; the view stays as it is."""
    for match in wandered(seats, 2)[:-1]:
        for seat in (None, *range(seats)):
            view: View = match.view(seat)
            hidden = [other for other in range(seats) if other != seat]
            assert all(set(view.hands[other]) <= {BACK, "j"} for other in hidden)
            assert all(set("".join(view.dealt[other])) <= {BACK} for other in hidden)
            assert set(view.pile) <= {BACK}
            world = GAME.resample(view, Dice(b"another"))
            assert replace(GAME.view(world, seat), seat=seat) == view


def test_pictures_show_the_hand_to_its_owner_alone() -> None:
    match = table("stpfwsj ttpffwj | fff")
    assert _cards(match, 0) == ["scissors", "scissors", "stone", "paper", "fire", "well", "joker"]
    assert _cards(match, 1) == ["stone", "stone", "paper", "fire", "fire", "well", "joker"]
    assert _cards(match, None) == []


def _cards(match: Match, seat: int | None) -> list[str]:
    """The cards face up that lie on the table; before the first duel that is one's own hand."""
    marks = GAME.picture(match.view(seat)).marks
    inside = [what for what, left, top in marks if LEFT <= left < LEFT + ACROSS and top < 580]
    cards = [what.name for what in inside if isinstance(what, Sprite)]
    names = [name.removeprefix("card_") for name in cards if name.startswith("card_")]
    return [name for name in names if name not in ("back", "none")]


def test_no_name_stands_in_a_picture() -> None:
    for match in wandered(6, 2):
        letters = [what.text for what, _, _ in GAME.picture(match.view(0)).marks if isinstance(what, Letters)]
        assert all(text == "JOKER" or text.lstrip("+/").isdigit() for text in letters)


def test_no_view_holds_the_drawing() -> None:
    match = said(table("stp tpf | wwfsp"), "0 challenge 1", "stone fire")
    assert "wwfs" not in repr(match.view(0))
    assert "wwfs" not in repr(match.view(None))


def test_nothing_has_to_be_forgotten() -> None:
    for seats, seed in ((2, 1), (4, 2)):
        for match in wandered(seats, seed):
            for seat in (None, *range(seats)):
                assert GAME.forget(match.view(seat)) == match.view(seat)


def test_a_view_has_these_fields_and_no_others() -> None:
    """Whoever adds one: who may see it?"""
    assert {field.name for field in fields(View)} == {
        "seat", "tiebreak", "phase", "awaited", "deck", "hands", "pile", "won", "dealt", "alike", "past", "challenger",
        "rival", "middle", "contenders", "reason", "last",
    }  # fmt: skip


def test_a_resigned_match_lays_the_hands_open() -> None:
    match = usual(2, 3).said(0, ("!resign",))
    assert match.view(None).hands == match.state.hands
    assert match.view(1).pile == match.state.pile
