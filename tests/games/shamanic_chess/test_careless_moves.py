"""Practice warns of moves that leave a piece to the opponent for nothing."""

from __future__ import annotations

import pytest

from games.shamanic_chess import GAME
from games.words import LOCALES
from tests.games.shamanic_chess.positions import LIKELY_MOVES, begin_chess, split_move


def find_reply(fen: str | None, move: str) -> str:
    """Return the reply that punishes a move, the lost piece and its captor, such as `c6d4 queen knight`, or ""."""
    match = begin_chess(fen)
    (seat,) = match.seats_asked
    found = GAME.find_punishing_reply(match.view_of(seat), split_move(move))
    return f"{''.join(found.move)} {found.facts['taken']} {found.facts['piece']}" if found else ""


@pytest.mark.parametrize(
    ("fen", "move", "reply"),
    [
        # A queen moves or journeys into the reach of a knight or a pawn.
        ("4k3/8/2n5/8/8/8/8/3QK3 w - - 0 1", "d1d4", "c6d4 queen knight"),
        ("4k3/8/2n5/8/8/8/8/3QK3 w - - 0 1", "d1~e5", "c6e5 queen knight"),
        (None, "d1~a6", "b7a6 queen pawn"),
        # It stays where a bishop attacks it.
        ("4k3/8/8/6b1/8/8/3Q4/6K1 w - - 0 1", "g1h1", "g5d2 queen bishop"),
        # A piece in trance protects nothing, so the rook loses its only protection.
        ("3rk3/8/8/8/3R4/8/1B6/6K1 w - - 0 1", "b2~h4", "d8d4 rook rook"),
        # Safe squares, exchanges and pawns are no reason to warn.
        ("4k3/8/2n5/8/8/8/8/3QK3 w - - 0 1", "d1d2", ""),
        ("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", ""),
        ("4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1", "e3e4", ""),
        (None, "e2e4", ""),
        # A move that mates needs no warning.
        ("R~5k1/5ppp/8/8/8/2n5/8/Q5K1 w - - 0 1", "a8^", ""),
    ],
)
def test_reply_wins_a_piece_for_nothing(fen: str | None, move: str, reply: str) -> None:
    assert find_reply(fen, move) == reply


def test_no_warning_of_a_capture_that_the_opponent_passed_up() -> None:
    match = begin_chess("4k3/8/8/6b1/8/8/3Q4/6K1 b - - 0 1").play_move(1, ("e8", "e7"))
    assert GAME.find_punishing_reply(match.view_of(0), ("g1", "h1")) is None
    assert GAME.find_punishing_reply(match.view_of(0), ("d2", "e3")) is not None


def test_best_moves_are_not_called_careless() -> None:
    assert not [(fen, moves[0]) for fen, moves in LIKELY_MOVES if find_reply(fen, "".join(moves[0]))]


def test_warning_names_both_pieces_in_every_language() -> None:
    match = begin_chess("4k3/8/2n5/8/8/8/8/3QK3 w - - 0 1")
    found = GAME.find_punishing_reply(match.view_of(0), ("d1", "d4"))
    assert found
    assert [GAME.say(found.why, locale, **found.facts) for locale in LOCALES] == [
        "Then the knight captures the queen on d4.",
        "Dann schlägt der Springer die Dame auf d4.",
        "Puis le cavalier prend la dame en d4.",
    ]
