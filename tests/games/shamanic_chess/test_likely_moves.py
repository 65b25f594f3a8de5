"""The moves that players most likely want take at most two presses."""

from __future__ import annotations

from functools import partial

import pytest

from bot.screens.move_buttons import MAX_BUTTONS_PER_ROW, fits_as_buttons, format_button_labels
from games.core import Move
from games.match import Match
from games.shamanic_chess import GAME
from games.shamanic_chess.likely_moves import number_moves, rank_moves
from games.words import LOCALES
from tests.games.shamanic_chess.positions import LIKELY_MOVES, begin_chess
from tests.kit.scene_reading import find_menu_path


def count_presses(match: Match, move: Move, locale: str = "en") -> int:
    """Return how many presses it takes to choose a move: one per button, and two per menu, which must be opened."""
    (seat,) = match.seats_asked
    view = match.view_of(seat)
    presses = 0
    for prefix, page in find_menu_path(match.legal_moves(seat), move, partial(number_moves, view)):
        labels = format_button_labels(GAME, view, page, locale)
        if page.numbered:
            is_button = move in page.numbered or len(page.choices) - len(page.numbered) <= MAX_BUTTONS_PER_ROW
        else:
            is_button = fits_as_buttons(labels)
        presses += 1 if is_button else 2
        assert prefix or is_button, labels
    return presses


def test_likely_moves_take_at_most_two_presses() -> None:
    """A few unlikely journeys are left out, because they would cover the board with numbers."""
    presses_by_rank: dict[int, list[int]] = {}
    for fen, moves in LIKELY_MOVES:
        match = begin_chess(fen)
        for rank, move in enumerate(moves):
            presses_by_rank.setdefault(rank, []).append(count_presses(match, move))
    presses = [count for counts in presses_by_rank.values() for count in counts]
    assert len(LIKELY_MOVES) == 200
    assert sum(count <= 2 for count in presses) >= 0.965 * len(presses)
    assert sum(count <= 2 for count in presses_by_rank[0]) >= 0.99 * len(presses_by_rank[0])
    assert max(presses) <= 5


def test_every_piece_is_a_button_in_every_language() -> None:
    for fen, moves in LIKELY_MOVES[::10]:
        for locale in LOCALES:
            assert count_presses(begin_chess(fen), moves[0], locale) <= 4


def test_moves_are_ranked_as_they_look_at_a_glance() -> None:
    fen = "4k3/8/8/3r4/8/4P3/8/3QK2B w - - 0 1"
    view = begin_chess(fen).view_of(0)
    queen_moves = [move for move in GAME.legal_moves(view) if move[0] == "d1" and "~" not in move]
    first, *_, last = rank_moves(view.state.position, queen_moves)
    assert first == ("d1", "d5")
    assert last == ("d1", "d3")


@pytest.mark.parametrize(
    ("prefix", "ends"),
    [(("e2",), "e4 e3"), (("e2", "e"), "e4 e3"), (("b1", "~", "c"), "c3 c4 c5 c6"), ((), "")],
)
def test_numbers_are_in_the_order_of_likelihood_or_of_squares(prefix: Move, ends: str) -> None:
    assert [move[-1] for move in number_moves(begin_chess().view_of(0), prefix)] == ends.split()


def test_promotion_asks_for_the_piece_without_numbers_and_with_the_queen_first() -> None:
    view = begin_chess("6k1/P7/8/8/8/8/8/4K3 w - - 0 1").view_of(0)
    assert number_moves(view, ("a7", "a8")) == ()
    promotions = [move for move in GAME.legal_moves(view) if move[0] == "a7"]
    assert [[move[-1] for move in row] for row in GAME.arrange_buttons(view, promotions)] == [["q", "r", "b", "n"]]


def test_journey_has_no_number_where_an_ordinary_move_leads() -> None:
    for fen, _ in LIKELY_MOVES[:40]:
        match = begin_chess(fen)
        (seat,) = match.seats_asked
        for start in {move[0] for move in match.legal_moves(seat)}:
            ends = [move[-1] for move in number_moves(match.view_of(seat), (start,))]
            assert len(set(ends)) == len(ends)
