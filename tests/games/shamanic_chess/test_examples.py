"""The worked examples of the rules: what may be said, and nothing else."""

from __future__ import annotations

import pytest

from tests.games.lines import heard
from tests.games.shamanic_chess.drawn import PINNED, QUEEN, VARIANTS, drawing, glued, initial, said, table, words

FILES = "abcdefgh"
EMPTY = [file + rank for rank in "3456" for file in FILES]


def test_the_opening_has_twenty_moves_and_thirty_two_journeys_a_piece() -> None:
    legal = words(initial())
    journeys = {f"{start}1~{goal}" for start in "abcdfgh" for goal in EMPTY}
    assert len(legal) == 244
    assert journeys < legal
    assert len(legal - journeys) == 20
    assert not any("^" in word for word in legal)


def test_a_king_steps_up_to_the_queen_and_takes_her() -> None:
    assert glued(QUEEN) == {"e8d8", "e8f8", "e8e7", "e8f7", "e8d7"}
    assert words(table(QUEEN)) == glued(QUEEN)


def test_what_is_awake_protects_and_what_is_in_trance_does_not() -> None:
    awake = "4k3/3Q~4/8/8/B7/8/8/4K3 b - - 0 1"
    assert glued(awake) == {"e8d8", "e8f8", "e8e7", "e8f7"}
    assert glued(awake.replace("B", "B~")) == {"e8d8", "e8f8", "e8e7", "e8f7", "e8d7"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_journey_parries_a_check(variant: str) -> None:
    assert glued("4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1", variant) == {"d2b1", "e1e2", "e1f2"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_pinned_piece_journeys_along_the_pin(variant: str) -> None:
    legal = {"e2~e3", "e2~e4", "e2~e5", "e2~e6", "e1d1", "e1d2", "e1f1", "e1f2"}
    assert glued(PINNED, variant) == legal


def test_a_shaman_shields_its_king() -> None:
    drawn = "4k3/4r3/8/8/4N~3/8/8/4K3 w - - 0 1"
    classic = {"e4^", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}
    assert glued(drawn) == classic
    assert glued(drawn, "free") == classic | {"e4~e2", "e4~e3", "e4~e5", "e4~e6"}


def test_a_shaman_does_not_hinder_castling() -> None:
    drawn = "r3k2r/8/8/8/8/5q~2/8/R3K2R w KQkq - 0 1"
    assert {"e1g1", "e1c1"} < glued(drawn)
    assert not {"e1g1", "e1c1"} & glued(drawn.replace("q~", "q"))


def test_waking_mates() -> None:
    match = table("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1")
    end = said(match, "Ra8^#")
    assert end.result
    assert (end.result.reason, end.result.ranks, end.result.scores) == ("mate", (1, 2), (2, 0))


def test_only_a_free_shaman_steps_between() -> None:
    drawn = "R5k1/5ppp/8/8/8/8/8/1n~4K1 b - - 1 1"
    assert glued(drawn) == set()
    assert glued(drawn, "free") == {f"b1~{file}8" for file in "bcdef"}
    classic = table(drawn).result
    assert classic
    assert classic.reason == "mate"
    assert table(drawn, "free").result is None


def test_who_can_wake_is_not_stalemated() -> None:
    drawn = "7k/5Q2/6K1/8/8/8/8/b~7 b - - 0 1"
    assert words(table(drawn)) == {"a1^"}
    alone = table(drawn.replace("b~7", "8")).result
    assert alone
    assert (alone.reason, alone.ranks, alone.scores) == ("stalemate", (1, 1), (1, 1))


def test_a_shaman_takes_nothing_and_can_be_taken() -> None:
    drawn = "4k3/8/8/3p4/4Q~3/8/8/4K3 w - - 0 1"
    assert glued(drawn) == {"e4^", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}
    assert drawing(said(table(drawn), "Kd1 dxe4")) == "4k3/8/8/8/4p3/8/8/3K4 w - - 0 2"


def test_a_body_stops_a_double_step() -> None:
    legal = glued("4k3/8/8/8/4n~3/8/4P3/4K3 w - - 0 1")
    assert "e2e3" in legal
    assert "e2e4" not in legal
    assert not {"e2e3", "e2e4"} & glued("4k3/8/8/8/8/4n~3/4P3/4K3 w - - 0 1")


def test_a_rook_that_travelled_never_castles() -> None:
    drawn = "4k3/8/8/8/8/8/8/R~3K2R w K - 0 1"
    assert "e1g1" in glued(drawn)
    assert "e1c1" not in glued(drawn)
    assert "e1c1" not in words(said(table(drawn), "a1^ Kd8"))


def test_a_pawn_takes_a_shaman_on_the_last_rank_and_promotes() -> None:
    legal = glued("n~3k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    assert {"b7a8q", "b7a8r", "b7a8b", "b7a8n"} < legal
    assert len(legal) == 13


def test_a_journey_uncovers_a_check() -> None:
    match = table("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1")
    journeys = {word for word in words(match) if word.startswith("e5~")}
    assert len(journeys) == 60
    for word in journeys:
        (told, *_) = heard(match.game, said(match, word).view(None), "en")
        assert f"N~{word[-2:]}{'' if word[-2] == 'e' else '+'}:" in told
