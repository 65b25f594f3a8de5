"""Positions, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.options import settled
from games.refused import Refused
from games.shamanic_chess import GAME, fen
from games.words import LOCALES
from tests.games.shamanic_chess.drawn import (
    CROWDED,
    ENDGAME,
    KIWI,
    PASSING,
    PINNED,
    QUEEN,
    diagrams,
    drawing,
    said,
    table,
)


def refused(drawn: str) -> Refused:
    with pytest.raises(Refused) as no:
        settled(GAME.options_class, {"fen": drawn})
    return no.value


@pytest.mark.parametrize(
    "drawn",
    [
        fen.INITIAL,
        KIWI,
        ENDGAME,
        PASSING,
        PINNED,
        QUEEN,
        CROWDED,
        "4k3/8/8/8/8/8/8/R~3K2R w K - 37 61",
        "r~3k~2r~/8/8/8/8/8/8/4K3 b - - 99 4000".replace("k~", "k"),
        "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 7",
    ],
)
def test_what_is_read_is_written(drawn: str) -> None:
    assert fen.written(fen.read(drawn)) == drawn


@given(diagrams())
def test_what_is_written_is_read(drawn: str) -> None:
    once = fen.read(drawn)
    assert fen.read(fen.written(once)) == once


def test_a_shaman_is_followed_by_its_sign() -> None:
    position = fen.read("4k3/3Q~4/8/8/8/2n5/8/4K3 b - - 0 1").position
    assert position.trance == 1 << 51
    assert position.kind(51) == "Q"
    assert position.kind(18) == "N"
    assert not position.white >> 18 & 1


@pytest.mark.parametrize(
    ("drawn", "full"),
    [
        ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K2R   w qK - 3 ", "4k3/8/8/8/8/8/8/4K2R w K - 3 1"),
        # Rights that nothing on the board backs up.
        ("4k3/8/8/8/8/8/8/R~3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/R~3K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"),
        # Nobody can capture there.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 0", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ],
)
def test_what_is_left_out_or_cannot_be_is_mended(drawn: str, full: str) -> None:
    assert fen.written(fen.read(drawn)) == full


def test_a_right_to_pass_is_written_only_where_somebody_has_it() -> None:
    assert drawing(said(table(), "e4")).split()[3] == "-"
    assert drawing(said(table(), "e4 a6 e5 d5")).split()[3] == "d6"
    assert drawing(said(table("6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d5")).split()[3] == "d6"
    # The pawn beside it is pinned.
    assert drawing(said(table("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d5")).split()[3] == "-"


def test_a_match_counts_on_from_what_is_drawn() -> None:
    match = said(table("4k3/8/8/8/8/8/8/R3K3 b Q - 12 34"), "Kd8 R~c4")
    assert drawing(match) == "3k4/8/8/8/2R~5/8/8/4K3 b - - 14 35"


@pytest.mark.parametrize(
    ("drawn", "key"),
    [
        ("", "fen-fields"),
        ("   ", "fen-fields"),
        (fen.INITIAL + " 7", "fen-fields"),
        ("8" * 5000, "fen-fields"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "fen-board"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "fen-board"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "fen-board"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "fen-board"),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "fen-board"),
        ("4k3/8/8/8/8/~7/8/4K3 w - - 0 1", "fen-board"),
        ("4k3/8/8/8/8/8/R~~7/4K3 w - - 0 1", "fen-board"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "fen-kings"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "fen-kings"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "fen-kings"),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "fen-kings"),
        ("2k1k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen-kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/P~7/4K3 w - - 0 1", "fen-trance"),
        ("4k3/8/8/8/8/8/8/4K~3 w - - 0 1", "fen-trance"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "fen-turn"),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", "fen-turn"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "fen-castling"),
        ("4k3/8/8/8/8/8/8/4K3 w HAha - 0 1", "fen-castling"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/4n3/8/4K3 b - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - z9 0 1", "fen-passing"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "fen-clocks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", "fen-clocks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ² 1", "fen-clocks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "fen-clocks"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "fen-check"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "fen-check"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "fen-check"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(drawn: str, key: str) -> None:
    no = refused(drawn)
    assert no.key == key
    assert len({GAME.say.no(no, locale) for locale in LOCALES}) == len(LOCALES)


def test_an_attack_by_a_shaman_is_none() -> None:
    assert not table("4k3/4R~3/8/8/8/8/8/R3K3 w - - 0 1").result


def test_refusals_name_the_culprit() -> None:
    assert GAME.say.no(refused("P3k3/8/8/8/8/8/8/4K3"), "en").startswith("A pawn cannot stand on a8")
    assert GAME.say.no(refused("4k3/8/8/8/8/8/8/8"), "de") == "Weiß hat keinen König; jede Seite braucht genau einen."
    assert GAME.say.no(refused("4k3/8/8/8/8/8/4r3/4K3 b"), "en") == "White is in check, but it is Black’s turn."
    assert "2 rois" in GAME.say.no(refused("2k1k3/8/8/8/8/8/8/4K3"), "fr")


def test_a_drawn_position_is_never_rated_and_not_told() -> None:
    options = settled(GAME.options_class, {"fen": KIWI, "variant": "free"})
    assert options.drawn
    assert options.agreed() == {"variant": "free"}


@pytest.mark.parametrize(
    ("option", "value"), [("variant", "std"), ("variant", "Free"), ("variant", None), ("fen", 5), ("fan", "")]
)
def test_no_other_setting_is_known(option: str, value: object) -> None:
    with pytest.raises(Refused):
        settled(GAME.options_class, {option: value})


def test_the_usual_settings() -> None:
    assert settled(GAME.options_class, {}).model_dump() == {"variant": "classic", "fen": None}
