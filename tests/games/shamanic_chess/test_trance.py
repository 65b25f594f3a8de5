"""Rules about trance: entering it, and the abilities of pieces in trance."""

from __future__ import annotations

import pytest

from tests.games.match_lines import describe_last_step
from tests.games.shamanic_chess.positions import (
    KIWIPETE_FEN,
    VARIANTS,
    begin_chess,
    list_match_moves,
    list_position_moves,
    play_typed,
    write_fen,
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_kings_and_pawns_never_enter_a_trance(variant: str) -> None:
    assert {move[:2] for move in list_position_moves(KIWIPETE_FEN, variant) if "~" in move} == {
        "a1",
        "h1",
        "c3",
        "e5",
        "d2",
        "e2",
        "f3",
    }


@pytest.mark.parametrize(("variant", "goes_on"), [("classic", False), ("free", True)])
def test_only_free_shamans_journey_on(variant: str, goes_on: bool) -> None:
    legal = list_match_moves(play_typed(begin_chess(variant=variant), "Nb~d5 e6"))
    journeys = {f"d5~{file}{rank}" for file in "abcdefgh" for rank in "3456"} - {"d5~d5", "d5~e6"}
    assert {move for move in legal if move.startswith("d5")} == {"d5^"} | (
        journeys | {"d5~b1", "d5~e7"} if goes_on else set()
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_journey_ends_on_any_other_empty_square(variant: str) -> None:
    """The end square can be of either color and on any rank."""
    fen = "4k3/8/2n5/8/3B4/8/5B~2/4K3 w - - 0 1"
    ends = {move[3:] for move in list_position_moves(fen, variant) if move.startswith("d4~")}
    assert ends == {f"{file}{rank}" for file in "abcdefgh" for rank in "12345678"} - {"d4", "c6", "f2", "e1", "e8"}


@pytest.mark.parametrize("piece", "QRBN")
def test_shaman_attacks_protects_checks_and_captures_nothing(piece: str) -> None:
    """A piece in trance is called a shaman. The king may stand next to a shaman or capture it."""
    beside = f"8/8/3k4/3{piece}~4/8/8/8/4K3 b - - 0 1"
    assert list_position_moves(beside) == {"d6" + end for end in ("c5", "c6", "c7", "d5", "d7", "e5", "e6", "e7")}
    legal = list_position_moves(f"4k3/8/8/3p4/3{piece}~4/2p1p3/1pp5/6K1 w - - 0 1", "free")
    assert {move[2] for move in legal if move.startswith("d4")} == {"~", "^"}


@pytest.mark.parametrize(
    ("move", "legal", "illegal"),
    [
        pytest.param("e1g1", "4k3/8/8/8/8/4r~3/8/4K2R w K -", "4k3/8/8/8/8/4r3/8/4K2R w K -", id="castling on e"),
        pytest.param("e1g1", "4k3/8/8/8/8/5r~2/8/4K2R w K -", "4k3/8/8/8/8/5r2/8/4K2R w K -", id="castling by f"),
        pytest.param("e1g1", "4k3/8/8/8/8/6r~1/8/4K2R w K -", "4k3/8/8/8/8/6r1/8/4K2R w K -", id="castling to g"),
        pytest.param("e1g1", "", "4k3/8/8/8/8/8/8/4Kn~1R w K -", id="castling across a shaman"),
        pytest.param("e1g1", "", "4k3/8/8/8/8/8/8/4KN~1R w K -", id="castling across its own shaman"),
        pytest.param("e1c1", "4k3/8/8/8/8/3r~4/8/R3K3 w Q -", "4k3/8/8/8/8/3r4/8/R3K3 w Q -", id="castling long by d"),
        pytest.param("e1c1", "4k3/8/8/8/8/2r~5/8/R3K3 w Q -", "4k3/8/8/8/8/2r5/8/R3K3 w Q -", id="castling long to c"),
        pytest.param("e1c1", "", "4k3/8/8/8/8/8/8/Rn~2K3 w Q -", id="castling long across a shaman"),
        pytest.param("e1c1", "", "4k3/8/8/8/8/8/8/R2N~K3 w Q -", id="castling long across its own shaman"),
        pytest.param("e1e2", "4k3/4r3/8/8/8/4n~3/8/4K3 w - -", "4k3/4r3/8/8/8/8/8/4K3 w - -", id="a shaman shields"),
        pytest.param("e1e2", "4k3/4r3/8/8/8/4N~3/8/4K3 w - -", "", id="its own shaman shields"),
        pytest.param("d3d4", "", "4k3/8/8/8/R2N~4/3P4/8/4K3 w - -", id="a shaman stops a pawn"),
        pytest.param("a4e4", "", "4k3/8/8/8/R2N~4/3P4/8/4K3 w - -", id="a shaman stops a rook"),
        pytest.param("e4d5", "3k4/8/8/3n~4/4P3/8/8/4K3 w - -", "", id="a pawn captures a shaman"),
        pytest.param(
            "e4d5", "3k4/8/4b~3/3n~4/4K3/8/8/8 w - -", "3k4/8/4b3/3n~4/4K3/8/8/8 w - -", id="a king captures a shaman"
        ),
        pytest.param("a1d4", "3k4/8/8/3n~4/8/8/8/Q3K3 w - -", "", id="a queen captures nothing behind it"),
        pytest.param("e3d5", "3k4/8/8/3n~4/8/4N3/8/4K3 w - -", "", id="a knight captures it"),
        pytest.param("b3d5", "3k4/8/8/3n~4/8/1B6/8/4K3 w - -", "", id="a bishop captures it"),
    ],
)
def test_shamans_block_but_neither_attack_nor_guard(move: str, legal: str, illegal: str) -> None:
    assert not legal or move in list_position_moves(f"{legal} 0 1")
    assert not illegal or move not in list_position_moves(f"{illegal} 0 1")


@pytest.mark.parametrize(
    ("fen", "between"),
    [
        pytest.param("4k3/8/8/8/r2K4/8/8/7N~", {"h1~b4", "h1~c4"}, id="a slider"),
        pytest.param("4k3/8/8/8/3K4/1n6/8/7N~", set(), id="a knight"),
        pytest.param("4k3/8/8/4p3/3K4/8/8/7N~", set(), id="a pawn"),
        pytest.param("4k3/8/8/8/2rK4/8/8/7N~", set(), id="a rook beside the king"),
        pytest.param("3rk3/8/8/8/r2K4/8/8/7N~", set(), id="two at once"),
        pytest.param("3rk3/8/8/3N~4/r2K4/8/8/8", set(), id="the shaman shields its king already"),
    ],
)
def test_free_shaman_may_block_only_the_check_of_a_single_slider(fen: str, between: set[str]) -> None:
    assert {move for move in list_position_moves(f"{fen} w - - 0 1", "free") if "~" in move or "^" in move} == between
    assert not {move for move in list_position_moves(f"{fen} w - - 0 1") if "~" in move or "^" in move}


@pytest.mark.parametrize(
    ("fen", "line"),
    [
        ("4k3/4q3/8/8/8/8/4N3/4K3", {"e2~e3", "e2~e4", "e2~e5", "e2~e6"}),
        ("4k3/8/8/8/8/8/8/K1N2q2", {"c1~b1", "c1~d1", "c1~e1"}),
        ("4k3/8/8/q7/8/2N5/8/4K3", {"c3~b4", "c3~d2"}),
        ("4k3/8/8/b7/8/2R5/8/4K3", {"c3~b4", "c3~d2"}),
    ],
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_pinned_piece_journeys_only_along_the_pin_line(fen: str, line: set[str], variant: str) -> None:
    assert {move for move in list_position_moves(f"{fen} w - - 0 1", variant) if "~" in move} == line


@pytest.mark.parametrize("body", ["N", "N~", "n~", "p"])
def test_two_pieces_on_a_line_are_not_pinned(body: str) -> None:
    legal = list_position_moves(f"4k3/4r3/8/8/4{body}3/8/4R3/4K3 w - - 0 1")
    assert len({move for move in legal if move.startswith("e2~")}) == 64 - 5


def test_waking_may_give_check_and_arriving_never_does() -> None:
    after_journey = play_typed(begin_chess("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"), "Q~e7")
    assert "+" not in describe_last_step(after_journey.game, after_journey.view_of(None), "en")[0]
    assert "e8e7" in list_match_moves(after_journey)
    after_waking = play_typed(begin_chess("4k3/8/8/8/8/8/4Q~3/4K3 w - - 0 1"), "e2^")
    assert "Qe2^+" in describe_last_step(after_waking.game, after_waking.view_of(None), "en")[0]
    uncovered = play_typed(begin_chess("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1"), "N~d6")
    assert list_match_moves(uncovered) == {"e8d7", "e8d8", "e8f7", "e8f8"}


CASTLING_FEN = "4k3/4p2p/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("fen", "variant", "typed", "after"),
    [
        (None, "classic", "Nb~d5", "rnbqkbnr/pppppppp/8/3N~4/8/8/PPPPPPPP/R1BQKBNR b KQkq - 1 1"),
        (None, "classic", "Nb~d5 Nb~d4 d5^", "r1bqkbnr/pppppppp/8/3N4/3n~4/8/PPPPPPPP/R1BQKBNR b KQkq - 3 2"),
        # Journeys of other pieces leave the castling rights; a rook that journeys home has lost its right.
        (
            None,
            "classic",
            "Nb~d5 Nb~d4 Bc~e5 Bc~e4",
            "r2qkbnr/pppppppp/8/3N~B~3/3n~b~3/8/PPPPPPPP/R2QKBNR w KQkq - 4 3",
        ),
        (CASTLING_FEN, "classic", "Ra~a3 e6 a3^ e5 Ra1 e4", "4k3/7p/8/8/4p3/8/8/R3K2R w K - 0 4"),
        (CASTLING_FEN, "classic", "Ra~a3 e6 a3^ e5 Ra~a1 e4 a1^", "4k3/7p/8/8/4p3/8/8/R3K2R b K - 1 4"),
        (CASTLING_FEN, "free", "Ra~a3 e6 a3~a1 e5 a1^ e4", "4k3/7p/8/8/4p3/8/8/R3K2R w K - 0 4"),
        ("4k2r/8/8/8/8/6n1/8/R3K2R b KQk - 0 1", "classic", "Nxh1", "4k2r/8/8/8/8/8/8/R3K2n w Qk - 0 2"),
        # A journey gives no en passant right.
        ("4k3/8/8/8/1p6/8/2R5/4K3 w - - 0 1", "classic", "R~c4", "4k3/8/8/8/1pR~5/8/8/4K3 b - - 1 1"),
        # A promoted piece is awake, so it can journey.
        ("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "classic", "e8=Q", "4Q3/8/8/8/8/2k5/8/4K3 b - - 0 1"),
        ("8/4P3/8/7p/8/2k5/8/4K3 w - - 0 1", "classic", "e8=N Kd3 N~a1", "8/8/8/7p/8/3k4/8/N~3K3 b - - 2 2"),
    ],
)
def test_moves_lead_to_the_expected_position(fen: str | None, variant: str, typed: str, after: str) -> None:
    assert write_fen(play_typed(begin_chess(fen, variant), typed)) == after


def test_en_passant_right_lapses_with_any_other_move() -> None:
    before = begin_chess("4k3/8/8/8/1p1p4/8/2P5/N3K2N~ w - - 0 1")
    assert {"b4c3", "d4c3"} < list_match_moves(play_typed(before, "c4"))
    for answers in ("Kd8 Kd1", "Kd8 N~a8", "Kd8 h1^"):
        assert not {"b4c3", "d4c3"} & list_match_moves(play_typed(before, f"c4 {answers}"))


@pytest.mark.parametrize("answer", ["N~a8", "h8^"])
def test_en_passant_right_does_not_pass_to_the_other_side(answer: str) -> None:
    """White must not be able to capture on the square behind its own pawn after Black's reply."""
    after_double_step = play_typed(begin_chess("4k2n~/8/8/n7/1p6/8/1PPP4/4K3 w - - 0 1"), "c4")
    assert write_fen(after_double_step).split()[3] == "c3"
    after = play_typed(after_double_step, answer)
    assert write_fen(after).split()[3] == "-"
    assert "d2c3" not in list_match_moves(after)


def test_pawn_that_gives_check_can_be_captured_en_passant() -> None:
    assert "b4c3" in list_match_moves(play_typed(begin_chess("8/8/8/3k4/1p6/8/2P5/4K3 w - - 0 1"), "c4"))


def test_en_passant_capture_may_not_uncover_a_check_along_the_rank() -> None:
    assert "d4c3" in list_match_moves(play_typed(begin_chess("8/8/8/8/R~2p3k/8/2P5/4K3 w - - 0 1"), "c4"))
    assert "d4c3" not in list_match_moves(play_typed(begin_chess("8/8/8/8/R2p3k/8/2P5/4K3 w - - 0 1"), "c4"))
