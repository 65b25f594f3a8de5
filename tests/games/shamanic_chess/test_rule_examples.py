"""Checks the legal moves in the worked examples of the rules."""

from __future__ import annotations

import pytest

from tests.games.match_lines import describe_last_step
from tests.games.shamanic_chess.positions import (
    PINNED_KNIGHT_FEN,
    QUEEN_IN_TRANCE_FEN,
    begin_chess,
    begin_initial_match,
    list_match_moves,
    list_position_moves,
    play_typed,
    write_fen,
)

FILE_LETTERS = "abcdefgh"
EMPTY_SQUARES = [file + rank for rank in "3456" for file in FILE_LETTERS]
SHIELDED_KING_FEN = "4k3/4r3/8/8/4N~3/8/8/4K3 w - - 0 1"
CHECKED_FEN = "4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1"
MATED_FEN = "R5k1/5ppp/8/8/8/8/8/1n~4K1 b - - 1 1"


def test_opening_has_twenty_moves_and_thirty_two_journeys_a_piece() -> None:
    legal = list_match_moves(begin_initial_match())
    journeys = {f"{start}1~{end}" for start in "abcdfgh" for end in EMPTY_SQUARES}
    assert len(legal) == 244
    assert journeys < legal
    assert len(legal - journeys) == 20
    assert not any("^" in move for move in legal)


@pytest.mark.parametrize(
    ("fen", "variant", "legal"),
    [
        pytest.param(QUEEN_IN_TRANCE_FEN, "classic", "e8d8 e8f8 e8e7 e8f7 e8d7", id="king captures a queen in trance"),
        pytest.param("4k3/3Q~4/8/8/B7/8/8/4K3 b - - 0 1", "classic", "e8d8 e8f8 e8e7 e8f7", id="awake piece protects"),
        pytest.param(
            "4k3/3Q~4/8/8/B~7/8/8/4K3 b - - 0 1", "classic", "e8d8 e8f8 e8e7 e8f7 e8d7", id="shaman does not protect"
        ),
        pytest.param(CHECKED_FEN, "classic", "d2b1 e1e2 e1f2", id="no journey blocks a check"),
        pytest.param(CHECKED_FEN, "free", "d2b1 e1e2 e1f2", id="no journey blocks a check, free"),
        pytest.param(PINNED_KNIGHT_FEN, "classic", "e2~e3 e2~e4 e2~e5 e2~e6 e1d1 e1d2 e1f1 e1f2", id="along the pin"),
        pytest.param(
            PINNED_KNIGHT_FEN, "free", "e2~e3 e2~e4 e2~e5 e2~e6 e1d1 e1d2 e1f1 e1f2", id="along the pin, free"
        ),
        pytest.param(SHIELDED_KING_FEN, "classic", "e4^ e1d1 e1d2 e1e2 e1f1 e1f2", id="shaman shields its king"),
        pytest.param(
            SHIELDED_KING_FEN,
            "free",
            "e4^ e1d1 e1d2 e1e2 e1f1 e1f2 e4~e2 e4~e3 e4~e5 e4~e6",
            id="free shaman shields its king",
        ),
        pytest.param(MATED_FEN, "classic", "", id="no shaman blocks"),
        pytest.param(MATED_FEN, "free", "b1~b8 b1~c8 b1~d8 b1~e8 b1~f8", id="free shaman blocks"),
        pytest.param("7k/5Q2/6K1/8/8/8/8/b~7 b - - 0 1", "classic", "a1^", id="waking is the only move"),
        pytest.param(
            "4k3/8/8/3p4/4Q~3/8/8/4K3 w - - 0 1",
            "classic",
            "e4^ e1d1 e1d2 e1e2 e1f1 e1f2",
            id="shaman captures nothing",
        ),
    ],
)
def test_legal_moves_match_the_rule_examples(fen: str, variant: str, legal: str) -> None:
    assert list_position_moves(fen, variant) == {*legal.split()}
    assert list_match_moves(begin_chess(fen, variant)) == {*legal.split()}


def test_shaman_can_be_captured() -> None:
    fen = "4k3/8/8/3p4/4Q~3/8/8/4K3 w - - 0 1"
    assert write_fen(play_typed(begin_chess(fen), "Kd1 dxe4")) == "4k3/8/8/8/4p3/8/8/3K4 w - - 0 2"


@pytest.mark.parametrize(
    ("fen", "typed", "variant", "end"),
    [
        ("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1", "Ra8^#", "classic", ("mate", (1, 2), (2, 0))),
        (MATED_FEN, "", "classic", ("mate", (1, 2), (2, 0))),
        (MATED_FEN, "", "free", None),
        ("7k/5Q2/6K1/8/8/8/8/b~7 b - - 0 1", "", "classic", None),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "classic", ("stalemate", (1, 1), (1, 1))),
    ],
)
def test_mate_and_stalemate_end_the_match(fen: str, typed: str, variant: str, end: tuple[object, ...] | None) -> None:
    result = play_typed(begin_chess(fen, variant), typed).result
    assert (result and (result.reason, result.ranks, result.scores)) == end


def test_shaman_stops_a_double_step_of_a_pawn() -> None:
    assert {"e2e3", "e2e4"} & list_position_moves("4k3/8/8/8/4n~3/8/4P3/4K3 w - - 0 1") == {"e2e3"}
    assert not {"e2e3", "e2e4"} & list_position_moves("4k3/8/8/8/8/4n~3/4P3/4K3 w - - 0 1")


def test_rook_that_journeyed_never_castles() -> None:
    fen = "4k3/8/8/8/8/8/8/R~3K2R w K - 0 1"
    assert {"e1g1", "e1c1"} & list_position_moves(fen) == {"e1g1"}
    assert "e1c1" not in list_match_moves(play_typed(begin_chess(fen), "a1^ Kd8"))


def test_pawn_captures_a_shaman_on_the_last_rank_and_promotes() -> None:
    legal = list_position_moves("n~3k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    assert {"b7a8q", "b7a8r", "b7a8b", "b7a8n"} < legal
    assert len(legal) == 13


def test_journey_uncovers_a_check() -> None:
    match = begin_chess("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1")
    journeys = {move for move in list_match_moves(match) if move.startswith("e5~")}
    assert len(journeys) == 60
    for move in journeys:
        (line, *_) = describe_last_step(match.game, play_typed(match, move).view_of(None), "en")
        assert f"N~{move[-2:]}{'' if move[-2] == 'e' else '+'}:" in line
