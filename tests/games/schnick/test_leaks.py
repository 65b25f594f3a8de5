"""Checks that views, legal moves, texts, labels and pictures do not reveal hidden cards."""

from __future__ import annotations

from dataclasses import fields

from games.schnick.state import HIDDEN_CARD, View
from tests.games.match_lines import collect_visible_output
from tests.games.schnick.match_setup import list_random_match, play_lines, start_match


def test_deals_that_differ_in_hidden_cards_look_alike() -> None:
    """If only seat 1's hand and the pile differ between two deals, only seat 1 may see a difference."""
    first, second = start_match("sttfj tspj ppfj | wwspf"), start_match("sttfj tswj ppfj | wpspf")
    for line in ("0 challenge 1", "stone scissors", "1 challenge 2"):
        for seat in (0, 2, None):
            assert collect_visible_output(first, seat) == collect_visible_output(second, seat)
        assert collect_visible_output(first, 1) != collect_visible_output(second, 1)
        first, second = play_lines(first, line), play_lines(second, line)


def test_redeals_reveal_no_cards() -> None:
    first, second = start_match("ttttpfj stpfwsj | wwwspp"), start_match("ttttpsj stpfwsj | wwwfpp")
    for line in ("0 redeal", "0 challenge 1"):
        for seat in (1, None):
            assert collect_visible_output(first, seat) == collect_visible_output(second, seat)
        assert collect_visible_output(first, 0) != collect_visible_output(second, 0)
        first, second = play_lines(first, line), play_lines(second, line)


def test_card_drawn_in_tie_is_visible_only_to_its_owner() -> None:
    first, second = (
        play_lines(start_match(deal), "0 challenge 1", "paper paper") for deal in ("p psf | fsw", "p psf | fws")
    )
    for seat in (1, None):
        assert collect_visible_output(first, seat) == collect_visible_output(second, seat)
    assert collect_visible_output(first, 0) != collect_visible_output(second, 0)
    # It is the only legal move.
    assert first.legal_moves(0) == (("card", "well"),)


def test_view_contains_no_cards_of_other_hands() -> None:
    for match in list_random_match(3, 2)[:-1]:
        for seat in (None, *range(3)):
            view: View = match.view_of(seat)
            hidden = [other for other in range(3) if other != seat]
            assert all(set(view.hands[other]) <= {HIDDEN_CARD, "j"} for other in hidden)
            assert all(set("".join(view.dealt_hands[other])) <= {HIDDEN_CARD} for other in hidden)
            assert set(view.pile) <= {HIDDEN_CARD}


def test_view_has_only_the_reviewed_fields() -> None:
    """Fails if a field is added, so that its author decides who may see it."""
    assert {field.name for field in fields(View)} == {
        "seat", "tiebreak", "phase", "seats_to_move", "symbol_cards", "hands", "pile", "won_cards", "dealt_hands",
        "four_alike_by_seat", "play_history", "challenger", "rival", "cards_in_middle", "tied_seats", "end_reason",
        "ruled_out_seats",
        "recent_events",
    }  # fmt: skip
