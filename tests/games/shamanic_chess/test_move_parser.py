"""Parsing of typed moves in many spellings, and errors that suggest what was probably meant."""

from __future__ import annotations

import pytest

from games import record
from games.core import Seat
from games.match import Match
from games.refused import Refused
from games.shamanic_chess import GAME
from games.shamanic_chess.fen import INITIAL_FEN
from games.words import LOCALES
from tests.games.match_lines import catch_broken_record, catch_refusal, format_parsed_move
from tests.games.shamanic_chess.positions import KIWIPETE_FEN, begin_chess, begin_initial_match, list_match_moves
from tests.records.endings import replay_record

BISHOP_OR_PAWN_FEN = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1"
SHAMANS_FEN = "4k3/8/8/8/8/5R2/p7/N~1B~1K2N w - - 0 1"
BISHOP_AND_PAWN_FEN = "4k3/8/3B4/8/8/8/1P6/4K3 w - - 0 1"
PAWN_FEN = "6k1/P7/8/8/8/8/8/4K3 w - - 0 1"
QUIET_FEN = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
TWO_ROOKS_FEN = "8/4k3/8/8/8/8/4K3/R6R w - - 0 1"


def find_seat_to_move(match: Match) -> Seat:
    (seat,) = match.seats_asked
    return seat


def parse_typed(fen: str, typed: str, variant: str = "classic") -> str:
    match = begin_chess(fen, variant)
    return format_parsed_move(match, find_seat_to_move(match), typed)


def refuse_typed(match: Match, typed: str) -> Refused:
    return catch_refusal(match, find_seat_to_move(match), typed)


@pytest.mark.parametrize(
    ("fen", "move", "spellings"),
    [
        (INITIAL_FEN, "g1 f3", ["Nf3", "nf3", "NF3", "g1f3", "G1F3", "g1 f3", "g1-f3", "Ng1f3", "Ngf3", "♘f3"]),
        (INITIAL_FEN, "g1 f3", ["Nf3!", "Nf3?!", "Nf3+", "N1f3", "g1→f3", "n f3", "N-f3"]),
        # German and French piece letters
        (INITIAL_FEN, "g1 f3", ["Sf3", "sf3", "Sgf3", "Cf3"]),
        (INITIAL_FEN, "d1 ~ h5", ["D~h5", "Dd1~h5"]),
        (PAWN_FEN, "a7 a8 n", ["a8=S", "a8=C"]),
        (SHAMANS_FEN, "a1 ^", ["Sa1^", "Ca1^"]),
        (SHAMANS_FEN, "f3 f7", ["Tf7"]),
        (INITIAL_FEN, "e2 e4", ["e4", "E4", "e2e4", "e2-e4", "e2 e4", "e4!", "E2 - E4"]),
        (INITIAL_FEN, "b1 ~ d5", ["b1~d5", "b1 ~ d5", "B1~D5", "Nb~d5", "nb~d5", "Nb1~d5", "N b ~ d5", "b1 ⇢ d5"]),
        (INITIAL_FEN, "d1 ~ h5", ["Q~h5", "q~h5", "Qd1~h5", "Qd~h5", "d1~h5", "d1∼h5"]),
        (KIWIPETE_FEN, "e1 g1", ["O-O", "0-0", "o-o", "OO", "00", "e1g1", "O-O+", "0-0!"]),
        (KIWIPETE_FEN, "e1 c1", ["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1-c1"]),
        (KIWIPETE_FEN, "d5 e6", ["dxe6", "de6", "d5e6", "d5xe6", "DXE6", "d5:e6", "d:e6"]),
        (KIWIPETE_FEN, "e5 d7", ["Nxd7", "Nd7", "nxd7", "e5xd7", "N5d7", "Nexd7"]),
        ("n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 a8 q", ["bxa8=Q", "ba8q", "bxa8Q", "b7a8q", "bxa8(Q)", "B7 A8 Q"]),
        (PAWN_FEN, "a7 a8 n", ["a8=N", "a8N", "a8n", "a7a8n", "a7-a8=N", "a8/N", "a8=n"]),
        ("4k3/8/8/8/1pPp4/8/8/RN2K3 b - c3 0 1", "b4 c3", ["bxc3", "bxc3 e.p.", "bxc3ep", "b4c3", "b4xc3e.p."]),
        (SHAMANS_FEN, "a1 ^", ["a1^", "a1 ^", "A1^", "Na1^", "na1^", "N a1 ^", "a1^!", "a1ˆ"]),
        (SHAMANS_FEN, "f3 f7", ["Rf7", "Rf7+", "f3f7", "♖f7", "♜f7"]),
        # The sign makes it a journey.
        (QUIET_FEN, "a1 a5", ["Ra5", "a1a5"]),
        (QUIET_FEN, "a1 ~ a5", ["R~a5", "a1~a5"]),
        (SHAMANS_FEN, "f3 ~ e7", ["R~e7", "f3~e7", "Rf~e7", "R3~e7", "Rf3~e7"]),
        # Upper and lower case matter only if two legal moves differ by it.
        (BISHOP_OR_PAWN_FEN, "b2 c3", ["bxc3", "bc3", "b2c3", "b2xc3"]),
        (BISHOP_OR_PAWN_FEN, "d2 c3", ["Bxc3", "Bc3", "d2c3", "Bdxc3", "B2c3"]),
        (BISHOP_OR_PAWN_FEN, "d2 g5", ["Bg5", "bg5", "BG5"]),
        (BISHOP_AND_PAWN_FEN, "b2 b4", ["b4", "B4", "b2b4", "B2 B4", "B2B4", "♙b4"]),
        (BISHOP_AND_PAWN_FEN, "d6 b4", ["Bb4", "bb4", "BB4", "B6b4", "♗b4"]),
    ],
)  # fmt: skip
def test_move_is_parsed_in_any_spelling(fen: str, move: str, spellings: list[str]) -> None:
    assert {spelling: parse_typed(fen, spelling) for spelling in spellings} == dict.fromkeys(spellings, move)


def test_start_square_must_be_named_only_if_two_pieces_can_journey() -> None:
    assert parse_typed("4k3/8/8/8/8/8/8/N~3K2N w - - 0 1", "Na~c4", "free") == "a1 ~ c4"
    assert parse_typed("4k3/8/8/8/8/8/8/N~3K2N w - - 0 1", "N~c4") == "h1 ~ c4"


@pytest.mark.parametrize(
    ("fen", "typed", "suggestions"),
    [
        # Ambiguous.
        (INITIAL_FEN, "N~d5", ["Nb~d5", "Ng~d5"]),
        (INITIAL_FEN, "~d5", ["Q~d5"]),
        (TWO_ROOKS_FEN, "Rd1", ["Rad1", "Rhd1"]),
        (BISHOP_OR_PAWN_FEN, "BXC3", ["bxc3", "Bxc3"]),
        # Similar to a legal move.
        (INITIAL_FEN, "Nf4", ["Nb~f4", "Ng~f4"]),
        (INITIAL_FEN, "Nc6", ["Nc3"]),
        (INITIAL_FEN, "g1f4", ["g1f3", "g1~f4"]),
        (INITIAL_FEN, "Q~d8", ["Q~d3", "Q~d4"]),
        (INITIAL_FEN, "Wf3", ["Nf3"]),
        (INITIAL_FEN, "O-O", []),
        # Only a journey can reach that square.
        ("4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", "Rc5", ["R~c5"]),
        # The promotion is missing or impossible.
        (PAWN_FEN, "a8", ["a8=Q"]),
        (PAWN_FEN, "a8=K", ["a8=Q"]),
    ],
)
def test_refusal_suggests_similar_moves(fen: str, typed: str, suggestions: list[str]) -> None:
    match = begin_chess(fen)
    refusal = refuse_typed(match, typed)
    assert refusal.key == ("unread" if refusal.facts.get("near") else "illegal")
    named = [*filter(None, str(refusal.facts.get("near", "")).split(", "))]
    assert set(suggestions) <= set(named)
    seat = find_seat_to_move(match)
    for suggestion in named:
        assert GAME.parse_move(match.view_of(seat), suggestion) in match.legal_moves(seat)
    for locale in LOCALES:
        assert typed in GAME.say.format_refusal(refusal, locale)


@pytest.mark.parametrize(
    ("fen", "typed", "first"),
    [
        (INITIAL_FEN, "N~d5", "Nb~d5, Ng~d5"),
        ("4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "Qb2", "Qa1b2, Q3b2, Qcb2"),
        # The promotion to a queen comes first.
        (PAWN_FEN, "a8", "a8=Q, "),
        (PAWN_FEN, "a7a8", "a7a8q, "),
    ],
)
def test_likeliest_meanings_come_first(fen: str, typed: str, first: str) -> None:
    assert str(refuse_typed(begin_chess(fen), typed).facts["near"]).startswith(first)


@pytest.mark.parametrize(
    ("typed", "suggestions"),
    [("N~c1", "Nb1"), ("N~b1", "Nb1"), ("d2~d1", "d2b1"), ("R~d1", "Nb1, Ke2, Kf2"), ("d2^", "d2b1")],
)
def test_refusal_in_check_names_the_rule(typed: str, suggestions: str) -> None:
    refusal = refuse_typed(begin_chess("4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1"), typed)
    assert refusal.key == "unread-check"
    assert suggestions in str(refusal.facts["near"])
    assert all(suggestions in GAME.say.format_refusal(refusal, locale) for locale in LOCALES)


def test_refusal_explains_that_a_shaman_must_wake_first() -> None:
    refusal = refuse_typed(begin_chess("4k3/8/8/8/3N~4/8/8/4K2R w - - 0 1"), "d4f5")
    assert (refusal.key, refusal.facts["square"]) == ("unread-trance", "d4")
    assert "d4^" in str(refusal.facts["near"])


MOVE_AFTER_BLANKS = " " * 99 + "e5"
JUNK_INPUTS = ["-", "~", "^", "~~", "x", "0", "O", "e", "K" * 5000, "e4 e5", "Сf3", "♞"]
JUNK_INPUTS += [f"e2 e4{MOVE_AFTER_BLANKS}", f"e4{MOVE_AFTER_BLANKS}", f"Nf3{'-' * 5000}d5"]


@pytest.mark.parametrize("typed", JUNK_INPUTS)
def test_junk_is_refused_briefly(typed: str) -> None:
    refusal = refuse_typed(begin_initial_match(), typed)
    assert all(len(GAME.say.format_refusal(refusal, locale)) < 300 for locale in LOCALES)


def test_legal_moves_are_sorted_by_square() -> None:
    """Sorting by square lets the move menu group the moves of each piece."""
    legal = begin_chess(SHAMANS_FEN, "free").legal_moves(0)
    assert [move[0] for move in legal] == sorted(move[0] for move in legal)
    rook = [move[1] for move in legal if move[0] == "f3"]
    assert rook == sorted(rook)
    assert legal[0] == ("a1", "^")


def test_records_accept_upper_case_but_no_other_spelling() -> None:
    head = "match 1\ngame shamanic_chess\nedition 1\nseats 2\n---\n"
    match = replay_record(record.parse_record(head + "0 E2 E4\n1 B8 ~ D5\n0 g1 f3\n1 d5 ^\n1 !offer\n"))
    assert "d5" not in list_match_moves(match)
    assert match.draw_agreed_by == {1}
    for line in ("0 e2e4", "0 e4", "0 e2 e5", "1 e7 e5"):
        catch_broken_record(head + line)
