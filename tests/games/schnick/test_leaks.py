"""Nothing tells what must not be known: neither view nor words, text, label or picture."""

from __future__ import annotations

from dataclasses import fields

from games.schnick.state import HIDDEN_CARD, View
from tests.games.lines import showing
from tests.games.schnick.match_setup import list_random_match, play_lines, start_match, start_shuffled_match


def test_deals_that_differ_in_hidden_cards_look_alike() -> None:
    """Two deals with the same own hand and the same cards shown: nobody at that seat can tell them apart."""
    one, other = start_match("sttfj tspj ppfj | wwspf"), start_match("sttfj tswj ppfj | wpspf")
    for line in ("0 challenge 1", "stone scissors", "1 challenge 2"):
        for seat in (0, 2, None):
            assert showing(one, seat) == showing(other, seat)
        assert showing(one, 1) != showing(other, 1)
        one, other = play_lines(one, line), play_lines(other, line)


def test_offers_and_redeals_show_no_card() -> None:
    one, other = start_match("ttttpfj stpfwsj | wwwspp"), start_match("ttttpsj stpfwsj | wwwfpp")
    for line in ("0 redeal", "0 challenge 1"):
        for seat in (1, None):
            assert showing(one, seat) == showing(other, seat)
        assert showing(one, 0) != showing(other, 0)
        one, other = play_lines(one, line), play_lines(other, line)


def test_a_card_taken_in_a_tie_is_seen_by_its_owner_alone() -> None:
    one, other = (
        play_lines(start_match(deal), "0 challenge 1", "paper paper") for deal in ("p psf | fsw", "p psf | fws")
    )
    for seat in (1, None):
        assert showing(one, seat) == showing(other, seat)
    assert showing(one, 0) != showing(other, 0)
    # And played by the one word there is.
    assert one.legal_moves(0) == (("card", "well"),)


def test_a_sealed_choice_is_in_no_view() -> None:
    match = play_lines(start_match("stp tpf | wwf"), "0 challenge 1")
    chosen = match.play_move(0, ("card", "stone"))
    for seat in (0, 1, None):
        assert showing(match, seat) == showing(chosen, seat)


def test_a_view_holds_no_card_of_others() -> None:
    for match in list_random_match(3, 2)[:-1]:
        for seat in (None, *range(3)):
            view: View = match.view_of(seat)
            hidden = [other for other in range(3) if other != seat]
            assert all(set(view.hands[other]) <= {HIDDEN_CARD, "j"} for other in hidden)
            assert all(set("".join(view.dealt_hands[other])) <= {HIDDEN_CARD} for other in hidden)
            assert set(view.pile) <= {HIDDEN_CARD}


def test_a_view_has_these_fields_and_no_others() -> None:
    """Whoever adds one: who may see it?"""
    assert {field.name for field in fields(View)} == {
        "seat", "tiebreak", "phase", "seats_to_move", "symbol_cards", "hands", "pile", "won_cards", "dealt_hands",
        "has_four_alike", "play_history", "challenger", "rival", "cards_in_middle", "tied_seats", "end_reason",
        "recent_events",
    }  # fmt: skip


def test_a_resigned_match_lays_the_hands_open() -> None:
    match = start_shuffled_match(2, 3).play_move(0, ("!resign",))
    assert match.view_of(None).hands == match.state.hands
    assert match.view_of(1).pile == match.state.pile
