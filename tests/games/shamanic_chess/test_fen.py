"""FEN: parsing, formatting, and errors for positions that cannot be played."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.options import validate_options
from games.shamanic_chess import GAME
from games.shamanic_chess.fen import INITIAL_FEN, format_fen, parse_fen
from games.words import LOCALES
from tests.games.match_lines import catch_options_refusal
from tests.games.shamanic_chess.positions import (
    ALL_IN_TRANCE_FEN,
    EN_PASSANT_FEN,
    KIWIPETE_FEN,
    QUEEN_IN_TRANCE_FEN,
    begin_chess,
    draw_playable_fens,
    play_typed,
    write_fen,
)


@pytest.mark.parametrize(
    "fen",
    [
        INITIAL_FEN,
        KIWIPETE_FEN,
        EN_PASSANT_FEN,
        QUEEN_IN_TRANCE_FEN,
        ALL_IN_TRANCE_FEN,
        "4k3/8/8/8/8/8/8/R~3K2R w K - 37 61",
    ],
)
def test_parsed_fen_is_written_unchanged(fen: str) -> None:
    assert format_fen(parse_fen(fen)) == fen


@given(draw_playable_fens())
def test_written_fen_is_parsed_to_the_same_setup(fen: str) -> None:
    once = parse_fen(fen)
    assert parse_fen(format_fen(once)) == once


@pytest.mark.parametrize(
    ("fen", "full"),
    [
        ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K2R   w qK - 3 ", "4k3/8/8/8/8/8/8/4K2R w K - 3 1"),
        # Castling rights without king or rook at home.
        ("4k3/8/8/8/8/8/8/R~3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/R~3K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"),
        # No pawn can capture en passant.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 0", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ],
)
def test_missing_fields_and_impossible_rights_are_corrected(fen: str, full: str) -> None:
    assert format_fen(parse_fen(fen)) == full


def test_en_passant_square_is_written_only_if_a_pawn_can_capture() -> None:
    assert write_fen(play_typed(begin_chess(), "e4")).split()[3] == "-"
    assert write_fen(play_typed(begin_chess(), "e4 a6 e5 d5")).split()[3] == "d6"
    assert write_fen(play_typed(begin_chess("6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d5")).split()[3] == "d6"
    # The pawn that could capture is pinned.
    assert write_fen(play_typed(begin_chess("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d5")).split()[3] == "-"


def test_match_continues_the_counters_of_its_fen() -> None:
    match = play_typed(begin_chess("4k3/8/8/8/8/8/8/R3K3 b Q - 12 34"), "Kd8 R~c4")
    assert write_fen(match) == "3k4/8/8/8/2R~5/8/8/4K3 b - - 14 35"


@pytest.mark.parametrize(
    ("fen", "key"),
    [
        ("", "fen-fields"),
        (INITIAL_FEN + " 7", "fen-fields"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "fen-board"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "fen-board"),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "fen-board"),
        ("4k3/8/8/8/8/~7/8/4K3 w - - 0 1", "fen-board"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "fen-kings"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "fen-kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "fen-pawns"),
        ("4k3/8/8/8/8/8/P~7/4K3 w - - 0 1", "fen-trance"),
        ("4k3/8/8/8/8/8/8/4K~3 w - - 0 1", "fen-trance"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "fen-turn"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "fen-castling"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/4n3/8/4K3 b - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", "fen-passing"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "fen-clocks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ² 1", "fen-clocks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "fen-clocks"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "fen-check"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "fen-check"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "fen-check"),
    ],
)
def test_position_that_cannot_be_played_is_refused_with_the_reason(fen: str, key: str) -> None:
    refusal = catch_options_refusal(GAME, fen=fen)
    assert refusal.key == key
    assert len({GAME.say.format_refusal(refusal, locale) for locale in LOCALES}) == len(LOCALES)


def test_shaman_gives_no_check() -> None:
    assert not begin_chess("4k3/4R~3/8/8/8/8/8/R3K3 w - - 0 1").result


@pytest.mark.parametrize(
    ("fen", "locale", "text"),
    [
        ("P3k3/8/8/8/8/8/8/4K3", "en", "No pawn can stand on a8"),
        ("4k3/8/8/8/8/8/8/8", "de", "Weiß hat keinen König; jede Seite braucht genau einen."),
        ("4k3/8/8/8/8/8/4r3/4K3 b", "en", "White is in check, but not to move."),
        ("2k1k3/8/8/8/8/8/8/4K3", "fr", "2 rois"),
    ],
)
def test_refusals_name_the_piece(fen: str, locale: str, text: str) -> None:
    assert text in GAME.say.format_refusal(catch_options_refusal(GAME, fen=fen), locale)


def test_invalid_options_are_refused() -> None:
    for options in ({"variant": "std"}, {"variant": None}, {"fen": 5}):
        assert catch_options_refusal(GAME, **options).key == "option-value"
    assert validate_options(GAME.options_class, {}).model_dump() == {"variant": "classic", "fen": None}
    assert not GAME.MAY_LIMIT_MATCH_TIME
