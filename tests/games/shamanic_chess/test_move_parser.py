"""What players type is read as the word they mean, and what cannot be is answered with what was probably meant."""

from __future__ import annotations

import pytest

from games import record
from games.chain import BrokenRecord
from games.refused import Refused
from games.shamanic_chess import GAME, fen
from games.words import LOCALES
from tests.games.shamanic_chess.positions import (
    KIWI,
    begin_chess,
    begin_initial_match,
    get_refusal,
    list_match_moves,
    play_typed,
)
from tests.records.ending import replay_to_end

BISHOP_OR_PAWN = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1"
SHAMANS = "4k3/8/8/8/8/5R2/p7/N~1B~1K2N w - - 0 1"
BISHOP_AND_PAWN = "4k3/8/3B4/8/8/8/1P6/4K3 w - - 0 1"
PAWN = "6k1/P7/8/8/8/8/8/4K3 w - - 0 1"
QUIET = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
ROOKS = "8/4k3/8/8/8/8/4K3/R6R w - - 0 1"


def read(drawn: str, typed: str, variant: str = "classic") -> str:
    match = begin_chess(drawn, variant)
    (seat,) = match.seats_asked
    return " ".join(GAME.parse_move(match.view_of(seat), typed))


@pytest.mark.parametrize(
    ("drawn", "word", "spellings"),
    [
        (fen.INITIAL_FEN, "g1 f3", ["Nf3", "nf3", "NF3", "g1f3", "G1F3", "g1 f3", "g1-f3", "Ng1f3", "Ngf3", "♘f3"]),
        (fen.INITIAL_FEN, "g1 f3", ["Nf3!", "Nf3?!", "Nf3+", "N1f3", "g1→f3", "n f3", "N-f3"]),
        (fen.INITIAL_FEN, "e2 e4", ["e4", "E4", "e2e4", "e2-e4", "e2 e4", "e4!", "E2 - E4"]),
        (fen.INITIAL_FEN, "b1 ~ d5", ["b1~d5", "b1 ~ d5", "B1~D5", "Nb~d5", "nb~d5", "Nb1~d5", "N b ~ d5", "b1 ⇢ d5"]),
        (fen.INITIAL_FEN, "d1 ~ h5", ["Q~h5", "q~h5", "Qd1~h5", "Qd~h5", "d1~h5", "d1∼h5"]),
        (KIWI, "e1 g1", ["O-O", "0-0", "o-o", "OO", "00", "e1g1", "O-O+", "0-0!"]),
        (KIWI, "e1 c1", ["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1-c1"]),
        (KIWI, "d5 e6", ["dxe6", "de6", "d5e6", "d5xe6", "DXE6", "d5:e6", "d:e6"]),
        (KIWI, "e5 d7", ["Nxd7", "Nd7", "nxd7", "e5xd7", "N5d7", "Nexd7"]),
        ("n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 a8 q", ["bxa8=Q", "ba8q", "bxa8Q", "b7a8q", "bxa8(Q)", "B7 A8 Q"]),
        (PAWN, "a7 a8 n", ["a8=N", "a8N", "a8n", "a7a8n", "a7-a8=N", "a8/N", "a8=n"]),
        ("4k3/8/8/8/1pPp4/8/8/RN2K3 b - c3 0 1", "b4 c3", ["bxc3", "bxc3 e.p.", "bxc3ep", "b4c3", "b4xc3e.p."]),
        (SHAMANS, "a1 ^", ["a1^", "a1 ^", "A1^", "Na1^", "na1^", "N a1 ^", "a1^!", "a1ˆ"]),
        (SHAMANS, "f3 f7", ["Rf7", "Rf7+", "f3f7", "♖f7", "♜f7"]),
        # Without the sign it is a move, and with it a journey.
        (QUIET, "a1 a5", ["Ra5", "a1a5"]),
        (QUIET, "a1 ~ a5", ["R~a5", "a1~a5"]),
        (SHAMANS, "f3 ~ e7", ["R~e7", "f3~e7", "Rf~e7", "R3~e7", "Rf3~e7"]),
        # Capitals decide where they can, and are forgiven where they need not.
        (BISHOP_OR_PAWN, "b2 c3", ["bxc3", "bc3", "b2c3", "b2xc3"]),
        (BISHOP_OR_PAWN, "d2 c3", ["Bxc3", "Bc3", "d2c3", "Bdxc3", "B2c3"]),
        (BISHOP_OR_PAWN, "d2 g5", ["Bg5", "bg5", "BG5"]),
        (BISHOP_AND_PAWN, "b2 b4", ["b4", "B4", "b2b4", "B2 B4", "B2B4", "♙b4"]),
        (BISHOP_AND_PAWN, "d6 b4", ["Bb4", "bb4", "BB4", "B6b4", "♗b4"]),
    ],
)  # fmt: skip
def test_any_spelling_is_read(drawn: str, word: str, spellings: list[str]) -> None:
    assert {spelling: read(drawn, spelling) for spelling in spellings} == dict.fromkeys(spellings, word)


def test_free_shaman_journeys_by_its_sign_too() -> None:
    assert read("4k3/8/8/8/8/8/8/N~3K2N w - - 0 1", "Na~c4", "free") == "a1 ~ c4"
    assert read("4k3/8/8/8/8/8/8/N~3K2N w - - 0 1", "N~c4") == "h1 ~ c4"


@pytest.mark.parametrize(
    ("drawn", "typed", "near"),
    [
        # Two could do it.
        (fen.INITIAL_FEN, "N~d5", ["Nb~d5", "Ng~d5"]),
        (fen.INITIAL_FEN, "~d5", ["Q~d5"]),
        (ROOKS, "Rd1", ["Rad1", "Rhd1"]),
        (BISHOP_OR_PAWN, "BXC3", ["bxc3", "Bxc3"]),
        # Nearly right.
        (fen.INITIAL_FEN, "Nf4", ["Nb~f4", "Ng~f4"]),
        (fen.INITIAL_FEN, "Nc6", ["Nc3"]),
        (fen.INITIAL_FEN, "g1f4", ["g1f3", "g1~f4"]),
        (fen.INITIAL_FEN, "Q~d8", ["Q~d3", "Q~d4"]),
        (fen.INITIAL_FEN, "Sf3", ["Nf3"]),
        (fen.INITIAL_FEN, "O-O", []),
        # A move that only a journey can be.
        ("4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", "Rc5", ["R~c5"]),
        # A pawn must become something.
        (PAWN, "a8", ["a8=Q"]),
        (PAWN, "a8=K", ["a8=Q"]),
    ],
)
def test_refusal_suggests_what_was_probably_meant(drawn: str, typed: str, near: list[str]) -> None:
    match = begin_chess(drawn)
    no = get_refusal(match, typed)
    assert no.key == ("unread" if no.facts.get("near") else "illegal")
    told = str(no.facts.get("near", "")).split(", ")
    assert set(near) <= set(told)
    (seat,) = match.seats_asked
    for each in filter(None, told):
        assert GAME.parse_move(match.view_of(seat), each) in match.legal_moves(seat)
    for locale in LOCALES:
        assert typed in GAME.say.format_refusal(no, locale)


@pytest.mark.parametrize(
    ("drawn", "typed", "first"),
    [
        (fen.INITIAL_FEN, "N~d5", "Nb~d5, Ng~d5"),
        ("4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "Qb2", "Qa1b2, Q3b2, Qcb2"),
        # A pawn nearly always becomes a queen.
        (PAWN, "a8", "a8=Q, "),
        (PAWN, "a7a8", "a7a8q, "),
    ],
)
def test_likeliest_meanings_come_first(drawn: str, typed: str, first: str) -> None:
    assert str(get_refusal(begin_chess(drawn), typed).facts["near"]).startswith(first)


@pytest.mark.parametrize(
    ("typed", "near"), [("N~c1", "Nb1"), ("N~b1", "Nb1"), ("d2~d1", "d2b1"), ("R~d1", "Nb1, Ke2, Kf2"), ("d2^", "d2b1")]
)
def test_refusal_in_check_tells_the_rule(typed: str, near: str) -> None:
    no = get_refusal(begin_chess("4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1"), typed)
    assert no.key == "unread-check"
    assert near in str(no.facts["near"])
    assert all(near in GAME.say.format_refusal(no, locale) for locale in LOCALES)


def test_refusal_tells_that_a_shaman_must_wake_first() -> None:
    no = get_refusal(begin_chess("4k3/8/8/8/3N~4/8/8/4K3 w - - 0 1".replace("4K3", "4K2R")), "d4f5")
    assert (no.key, no.facts["square"]) == ("unread-trance", "d4")
    assert "d4^" in str(no.facts["near"])


def test_seat_that_is_not_awaited_is_told_so() -> None:
    end = play_typed(begin_chess(), "f3 e5 g4 Qh4")
    for view in (begin_initial_match().view_of(None), begin_initial_match().view_of(1), end.view_of(0)):
        with pytest.raises(Refused) as no:
            GAME.parse_move(view, "e4")
        assert no.value.key == "not-asked"


LATER = " " * 99 + "e5"
JUNK = ["-", "~", "^", "~~", "x", "0", "O", "e", "K" * 5000, "e4 e5", "Сf3", "♞"]
JUNK += [f"e2 e4{LATER}", f"e4{LATER}", f"Nf3{'-' * 5000}d5"]


@pytest.mark.parametrize("typed", JUNK)
def test_junk_is_refused_in_one_line(typed: str) -> None:
    no = get_refusal(begin_initial_match(), typed)
    assert all(len(GAME.say.format_refusal(no, locale)) < 300 for locale in LOCALES)


def test_words_are_sorted_by_square() -> None:
    """A picker asks for the square of the piece, then shows where it wakes, moves, journeys."""
    legal = begin_chess(SHAMANS, "free").legal_moves(0)
    assert [word[0] for word in legal] == sorted(word[0] for word in legal)
    rook = [word[1] for word in legal if word[0] == "f3"]
    assert rook == sorted(rook)
    assert legal[0] == ("a1", "^")


def test_records_are_read_in_capitals_and_written_as_words() -> None:
    head = "match 1\ngame shamanic_chess\nedition 1\nseats 2\n---\n"
    match = replay_to_end(record.parse_record(head + "0 E2 E4\n1 B8 ~ D5\n0 g1 f3\n1 d5 ^\n1 !offer\n"))
    assert "d5" not in list_match_moves(match)
    assert match.draw_agreed_by == {1}
    for line in ("0 e2e4", "0 e4", "0 e2 e5", "1 e7 e5"):
        with pytest.raises(BrokenRecord):
            replay_to_end(record.parse_record(head + line))
