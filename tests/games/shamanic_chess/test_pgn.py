"""Conversion of records to PGN and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import record
from games.chain import RecordLine
from games.dice import Dice
from games.match import begin_match
from games.options import validate_options
from games.record import Record
from games.refused import Refused
from games.shamanic_chess import GAME
from games.words import LOCALES
from tests.games import morra
from tests.games.match_lines import catch_broken_record

RECORD_HEAD = "match 1\ngame shamanic_chess\nedition 1\noptions {}\nseats 2\n---\n"
SHORT_RECORD = RECORD_HEAD + "0 e2 e4\n1 b8 ~ d5\n1 !offer\n0 e4 d5\n1 e7 e5\n0 d5 e6\n0 !resign\n"
SHORT_PGN = """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "0-1"]
[Variant "Shamanic"]
[Termination "normal"]

1. e4 Nb~d5 {Black: !offer} 2. exd5 e5 3. dxe6 {White: !resign} 0-1
"""


def write_pgn(text: str) -> str:
    return record.to_pgn(record.parse_record(text))


def parse_pgn(text: str) -> str:
    return str(record.parse_record(text))


def build_pgn(body: str, *tags: str) -> str:
    return "\n".join(['[Variant "Shamanic"]', *tags, "", body, ""])


def catch_pgn_refusal(text: str) -> Refused:
    broken = catch_broken_record(text)
    assert len({broken.format_error(locale) for locale in LOCALES}) == len(LOCALES)
    return broken.why


def test_record_survives_conversion_to_pgn() -> None:
    assert write_pgn(SHORT_RECORD) == SHORT_PGN
    assert parse_pgn(SHORT_PGN) == SHORT_RECORD
    # Case and blanks do not matter.
    assert parse_pgn(SHORT_PGN.replace('"Shamanic"', '" SHAMANIC "')) == SHORT_RECORD


def test_move_of_black_is_numbered_after_a_comment() -> None:
    written = write_pgn(RECORD_HEAD + "0 e2 e4\n0 !offer\n1 e7 e5\n0 g1 f3\n1 b8 c6\n")
    assert written.endswith("\n1. e4 {White: !offer} 1... e5 2. Nf3 Nc6 *\n")


def test_random_match_from_a_fen_survives_the_round_trip() -> None:
    fen = "r3k2r/8/8/3N~4/8/8/4P3/R3K2R b KQkq - 3 20"
    options = validate_options(GAME.options_class, {"variant": "free", "fen": fen})
    written = Record(GAME, options, 2)
    match, lines = begin_match(GAME, options, 2, written.chance), []
    while not match.result and match.step < 80:
        (seat,) = match.seats_asked
        lines.append(RecordLine(seat, Dice(bytes([match.step])).choose(match.legal_moves(seat))))
        match = match.play_move(seat, lines[-1].move)
    written = replace(written, lines=tuple(lines))
    assert parse_pgn(record.to_pgn(written)) == str(written)
    assert all(len(line) < 80 for line in record.to_pgn(written).splitlines()[8:])


@pytest.mark.parametrize(
    ("ending", "result", "termination"),
    [
        ("1 !resign", "1-0", "normal"),
        ("1 !lapse", "1-0", "time forfeit"),
        ("0 !offer\n1 !agree", "1/2-1/2", "normal"),
        ("1 !cancel\n0 !cancel", "1/2-1/2", "abandoned"),
        ("", "*", "unterminated"),
    ],
)
def test_every_ending_is_written_and_read(ending: str, result: str, termination: str) -> None:
    text = f"{RECORD_HEAD}0 e2 e4\n" + (f"{ending}\n" if ending else "")
    written = write_pgn(text)
    assert f'[Result "{result}"]' in written
    assert f'[Termination "{termination}"]' in written
    assert written.endswith(f" {result}\n")
    assert parse_pgn(written) == text


def test_fen_is_written_and_black_may_start() -> None:
    fen = "4k3/8/8/8/4Q~3/8/8/4K3 b - - 0 12"
    text = RECORD_HEAD.replace("{}", f'{{"variant": "free", "fen": "{fen}"}}') + "1 e8 d7\n0 e4 ~ a1\n"
    written = write_pgn(text)
    assert '[Variant "Shamanic free"]' in written
    assert f'[SetUp "1"]\n[FEN "{fen}"]' in written
    assert "\n12... Kd7 13. Q~a1 *\n" in written
    assert parse_pgn(written) == text


@pytest.mark.parametrize(
    ("body", "tags", "last"),
    [
        ("1. f3 e5 2. g4 Qh4# 0-1", (), "1 d8 h4"),
        ("1. e4 1-0", (), "1 !resign"),
        ("1. e4 0-1", (), "0 !resign"),
        ("1. e4 1/2-1/2", (), "1 !agree"),
        ("1. e4 1-0", ('[Termination "time forfeit"]',), "1 !lapse"),
        # White was not to move, so it cannot have lost on time: it must have resigned.
        ("1. e4 0-1", ('[Termination "time forfeit"]',), "0 !resign"),
        ("1. e4", ('[Result "1-0"]',), "1 !resign"),
    ],
)
def test_result_of_a_foreign_pgn_becomes_a_special_move(body: str, tags: tuple[str, ...], last: str) -> None:
    assert parse_pgn(build_pgn(body, *tags)).splitlines()[-1] == last


@pytest.mark.parametrize(
    "body",
    [
        "1. e4 Nb~d5 2. exd5 *",
        "1 e4 Nb~d5 2 exd5 *",
        "1. e4 {best by test} Nb~d5 $6 2. exd5 ; takes\n*",
        "1. e4 (1. d4 d5 (1... Nf6 {so} 2. c4)) 1... Nb~d5 2. exd5! *",
        "% a remark\n1. e4\n1... b8~d5\n\n2. e4d5 *",
    ],
)
def test_movetext_is_parsed_in_common_spellings(body: str) -> None:
    assert parse_pgn(build_pgn(body)).endswith("---\n0 e2 e4\n1 b8 ~ d5\n0 e4 d5\n")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[Variant "Atomic"]\n\n1. e4 *', "pgn-unknown"),
        ("[Variant Shamanic]\n\n1. e4 *", "pgn-tag"),
        (build_pgn("1. e5 *"), "pgn-turn"),
        (build_pgn("1. f3 e5 2. g4 Qh4# 3. e4"), "pgn-turn"),
        (build_pgn("1. e4 (1. d4 *"), "pgn-open"),
        (build_pgn("1. e4 {so *"), "pgn-open"),
        (build_pgn("1. e4 *", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]'), "fen-kings"),
        (build_pgn("1. e4 {White: !agree} *"), "not-offered"),
    ],
)
def test_invalid_pgn_is_refused(text: str, key: str) -> None:
    assert catch_pgn_refusal(text).key == key


def test_refusal_names_the_illegal_move() -> None:
    assert catch_pgn_refusal(build_pgn("1. e4 e5 2. Nb~d4 exd5")).facts == {
        "typed": "exd5",
        "number": 2,
        "side": "black",
    }


def test_game_without_pgn_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        record.to_pgn(Record(morra.GAME, morra.GAME.options_class(), 2))
    assert refusal.value.key == "no-pgn"
