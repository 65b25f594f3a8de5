"""Trance: who may enter it, what it takes away, and what it leaves."""

from __future__ import annotations

import pytest

from tests.games.lines import heard
from tests.games.shamanic_chess.drawn import KIWI, VARIANTS, drawing, glued, said, table, words


@pytest.mark.parametrize("variant", VARIANTS)
def test_kings_and_pawns_never_enter_it(variant: str) -> None:
    travellers = {word[:2] for word in glued(KIWI, variant) if "~" in word}
    assert travellers == {"a1", "h1", "c3", "e5", "d2", "e2", "f3"}


def test_one_turn_enters_the_trance_and_travels() -> None:
    match = said(table(), "Nb~d5")
    assert drawing(match) == "rnbqkbnr/pppppppp/8/3N~4/8/8/PPPPPPPP/R1BQKBNR b KQkq - 1 1"
    assert match.awaited == {1}


def test_waking_is_a_turn_on_the_spot() -> None:
    match = said(table(), "Nb~d5 Nb~d4 d5^")
    assert drawing(match) == "r1bqkbnr/pppppppp/8/3N4/3n~4/8/PPPPPPPP/R1BQKBNR b KQkq - 3 2"
    assert match.awaited == {1}


@pytest.mark.parametrize(("variant", "goes_on"), [("classic", False), ("free", True)])
def test_only_free_shamans_travel_on(variant: str, goes_on: bool) -> None:
    legal = words(said(table(variant=variant), "Nb~d5 e6"))
    assert {word for word in legal if word.startswith("d5")} == {"d5^"} | (
        {f"d5~{file}{rank}" for file in "abcdefgh" for rank in "3456"} - {"d5~d5", "d5~e6"} | {"d5~b1", "d5~e7"}
        if goes_on
        else set()
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_journey_ends_on_another_empty_square(variant: str) -> None:
    drawn = "4k3/8/2n5/8/3Q4/8/5B~2/4K3 w - - 0 1"
    goals = {word[3:] for word in glued(drawn, variant) if word.startswith("d4~")}
    assert len(goals) == 64 - 5
    assert not goals & {"d4", "c6", "f2", "e1", "e8"}


def test_a_bishop_changes_the_colour_of_its_squares() -> None:
    assert {"c1~a4", "c1~a3"} < words(table())


@pytest.mark.parametrize("piece", "QRBN")
def test_a_shaman_attacks_protects_and_checks_nothing(piece: str) -> None:
    """The black king walks past it as if it were not there."""
    beside = f"8/8/3k4/3{piece}~4/8/8/8/4K3 b - - 0 1"
    assert glued(beside) == {"d6" + goal for goal in ("c5", "c6", "c7", "d5", "d7", "e5", "e6", "e7")}


def test_a_shaman_restricts_no_castling() -> None:
    for square, drawn in {
        "e": "4k3/8/8/8/8/4r~3/8/4K2R w K - 0 1",
        "f": "4k3/8/8/8/8/5r~2/8/4K2R w K - 0 1",
        "g": "4k3/8/8/8/8/6r~1/8/4K2R w K - 0 1",
    }.items():
        assert "e1g1" in glued(drawn), square
        assert "e1g1" not in glued(drawn.replace("r~", "r")), square


@pytest.mark.parametrize("body", ["n~", "N~"])
def test_a_body_on_the_way_stops_castling(body: str) -> None:
    assert "e1g1" not in glued(f"4k3/8/8/8/8/8/8/4K{body}1R w K - 0 1")
    assert "e1c1" not in glued(f"4k3/8/8/8/8/8/8/R{body}2K3 w Q - 0 1")


@pytest.mark.parametrize("body", ["n~", "N~"])
def test_a_body_shields_either_king(body: str) -> None:
    assert "e1e2" in glued(f"4k3/4r3/8/8/8/4{body}3/8/4K3 w - - 0 1")
    assert "e1e2" not in glued("4k3/4r3/8/8/8/8/8/4K3 w - - 0 1")


def test_a_body_stops_sliders_and_pawns() -> None:
    legal = glued("4k3/8/8/8/R2N~4/3P4/8/4K3 w - - 0 1")
    assert "d3d4" not in legal
    assert {word for word in legal if word.startswith("a4") and word.endswith("4") and "~" not in word} == {
        "a4b4",
        "a4c4",
    }


@pytest.mark.parametrize(
    ("taker", "word"),
    [
        ("3k4/8/8/3n~4/4P3/8/8/4K3", "e4d5"),
        ("3k4/8/8/3n~4/4K3/8/8/8", "e4d5"),
        ("3k4/8/8/3n~4/8/8/8/Q3K3", "a1d4"),
        ("3k4/8/8/3n~4/8/4N3/8/4K3", "e3d5"),
        ("3k4/8/8/3n~4/8/1B6/8/4K3", "b3d5"),
        ("3k4/8/8/R2n~4/8/8/8/4K3", "a5d5"),
    ],
)
def test_anything_awake_takes_a_shaman(taker: str, word: str) -> None:
    assert word in glued(f"{taker} w - - 0 1")


def test_a_king_takes_a_shaman_only_where_nothing_awake_guards_it() -> None:
    assert "e4d5" not in glued("3k4/8/4b3/3n~4/4K3/8/8/8 w - - 0 1")
    assert "e4d5" in glued("3k4/8/4b~3/3n~4/4K3/8/8/8 w - - 0 1")


def test_a_shaman_captures_nothing() -> None:
    for piece in "QRBN":
        legal = glued(f"4k3/8/8/8/3{piece}~4/2p1p3/1ppp4/4K3 w - - 0 1", "free")
        assert not {word for word in legal if word.startswith("d4") and "~" not in word and "^" not in word}


# Checks


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_wakes_in_check(variant: str) -> None:
    assert not {word for word in glued("4k3/8/8/8/8/8/3N~4/r3K2R w - - 0 1", variant) if "^" in word}


def test_a_free_shaman_steps_between_a_slider_and_its_king_only() -> None:
    slider = "4k3/8/8/8/r2K4/8/8/7N~ w - - 0 1"
    assert {word for word in glued(slider, "free") if "~" in word} == {"h1~b4", "h1~c4"}
    for drawn in (
        "4k3/8/8/8/3K4/1n6/8/7N~ w - - 0 1",  # a knight
        "4k3/8/8/4p3/3K4/8/8/7N~ w - - 0 1",  # a pawn
        "4k3/8/8/8/2rK4/8/8/7N~ w - - 0 1",  # a rook beside the king
        "3rk3/8/8/8/r2K4/8/8/7N~ w - - 0 1",  # two at once
    ):
        assert not {word for word in glued(drawn, "free") if "~" in word or "^" in word}


def test_a_free_shaman_that_shields_its_king_cannot_step_elsewhere() -> None:
    assert not {word for word in glued("3rk3/8/8/3N~4/r2K4/8/8/8 w - - 0 1", "free") if "~" in word}


def test_a_pinned_shaman_may_wake() -> None:
    assert "e2^" in glued("4k3/4r3/8/8/8/8/4N~3/4K3 w - - 0 1")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_diagonal_pin_is_a_line_too(variant: str) -> None:
    journeys = {word for word in glued("4k3/8/8/b7/8/2R5/8/4K3 w - - 0 1", variant) if "~" in word}
    assert journeys == {"c3~b4", "c3~d2"}


@pytest.mark.parametrize(
    ("drawn", "line"),
    [
        ("4k3/4q3/8/8/8/8/4N3/4K3", {"e2~e3", "e2~e4", "e2~e5", "e2~e6"}),
        ("4k3/8/8/8/8/8/8/K1N2q2", {"c1~b1", "c1~d1", "c1~e1"}),
        ("4k3/8/8/q7/8/2N5/8/4K3", {"c3~b4", "c3~d2"}),
    ],
)
def test_a_queen_pins_both_ways(drawn: str, line: set[str]) -> None:
    assert {word for word in glued(f"{drawn} w - - 0 1") if "~" in word} == line


def test_two_on_a_line_are_not_pinned() -> None:
    for body in ("N", "N~", "n~", "p"):
        journeys = {word for word in glued(f"4k3/4r3/8/8/4{body}3/8/4R3/4K3 w - - 0 1") if word.startswith("e2~")}
        assert len(journeys) == 64 - 5


def test_waking_may_give_check_and_arriving_never_does() -> None:
    quiet = said(table("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"), "Q~e7")
    assert "+" not in heard(quiet.game, quiet.view(None), "en")[0]
    assert "e8e7" in words(quiet)
    loud = said(table("4k3/8/8/8/8/8/4Q~3/4K3 w - - 0 1"), "e2^")
    assert "Qe2^+" in heard(loud.game, loud.view(None), "en")[0]


def test_a_journey_uncovers_a_check_and_the_traveller_gives_none() -> None:
    match = said(table("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1"), "N~d6")
    assert words(match) == {"e8d7", "e8d8", "e8f7", "e8f8"}


# Castling, capturing in passing, promotion


@pytest.mark.parametrize("way", ["Ra~a3 e6 a3^ e5 Ra1 e4", "Ra~a3 e6 a3^ e5 Ra~a1 e4 a1^ h6"])
def test_a_rook_that_comes_home_has_travelled(way: str) -> None:
    match = said(table("4k3/4p2p/8/8/8/8/8/R3K2R w KQ - 0 1"), way)
    assert "e1g1" in words(match)
    assert "e1c1" not in words(match)


def test_a_free_rook_that_comes_home_has_travelled() -> None:
    match = said(table("4k3/4p2p/8/8/8/8/8/R3K2R w KQ - 0 1", "free"), "Ra~a3 e6 a3~a1 e5 a1^ e4")
    assert drawing(match).split()[2] == "K"
    assert "e1c1" not in words(match)


def test_a_home_rook_that_is_taken_castles_no_more() -> None:
    match = said(table("4k2r/8/8/8/8/6n1/8/R3K2R b KQk - 0 1"), "Nxh1")
    assert drawing(match).split()[2] == "Qk"


def test_another_piece_that_journeys_leaves_the_castling_rights() -> None:
    match = said(table(), "Nb~d5 Nb~d4 Bc~e5 Bc~e4 Qd1~b5 Qd8~b4")
    assert "e1c1" in words(match)


def test_passing_lapses_with_any_other_turn() -> None:
    before = table("4k3/8/8/8/1p1p4/8/2P5/N3K2N~ w - - 0 1")
    assert {"b4c3", "d4c3"} < words(said(before, "c4"))
    for answers in ("Kd8 Kd1", "Kd8 N~a8", "Kd8 h1^"):
        assert not {"b4c3", "d4c3"} & words(said(before, f"c4 {answers}"))


@pytest.mark.parametrize("answer", ["N~a8", "h8^"])
def test_a_right_to_pass_is_nobody_else_s(answer: str) -> None:
    """After Black's journey or waking no pawn of White's may step behind its own."""
    passed = said(table("4k2n~/8/8/n7/1p6/8/1PPP4/4K3 w - - 0 1"), "c4")
    assert drawing(passed).split()[3] == "c3"
    after = said(passed, answer)
    assert drawing(after).split()[3] == "-"
    assert "d2c3" not in words(after)


def test_a_pawn_that_gives_check_can_be_taken_in_passing() -> None:
    checked = said(table("8/8/8/3k4/1p6/8/2P5/4K3 w - - 0 1"), "c4")
    assert "b4c3" in words(checked)


def test_a_journey_gives_no_right_to_pass() -> None:
    """Only a pawn that has just stepped twice is captured so."""
    assert drawing(said(table("4k3/8/8/8/1p6/8/2R5/4K3 w - - 0 1"), "R~c4")).split()[3] == "-"


def test_passing_uncovers_no_check_along_the_rank() -> None:
    rank = "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1".replace("4k3/8/8/8/8", "8/8/8/8/R~2p3k")
    drawn = said(table(rank), "c4")
    assert "d4c3" in words(drawn)
    assert "d4c3" not in words(said(table(rank.replace("R~", "R")), "c4"))


def test_promotion_is_to_something_awake() -> None:
    match = said(table("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1"), "e8=Q")
    assert drawing(match) == "4Q3/8/8/8/8/2k5/8/4K3 b - - 0 1"


def test_a_promoted_piece_can_journey() -> None:
    match = said(table("8/4P3/8/7p/8/2k5/8/4K3 w - - 0 1"), "e8=N Kd3 N~a1")
    assert drawing(match) == "8/8/8/7p/8/3k4/8/N~3K3 b - - 2 2"


@pytest.mark.parametrize("rank", "12345678")
def test_shamans_may_stand_on_any_rank(rank: str) -> None:
    legal = glued("7k/8/8/8/8/8/8/KN6 w - - 0 1")
    assert f"b1~d{rank}" in legal
