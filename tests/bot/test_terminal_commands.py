"""Tests for `duel replay`, `verify`, `show`, `play` and `perft`, and for error messages about wrong input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image

from games import GAMES, record
from games.art import BOARD_WIDTH
from games.chained_record import hash_player_seed
from games.fairness import verify_record
from tests.bot.cli_runner import replay_as_json, run_in_process, run_refused_command, run_subprocess
from tests.records import RECORDS_FOLDER
from tests.records.mirror_matches import STORED_PAIR

PUZZLE_RECORD = """match 1
game schamanen
edition 1
options {"variant": "classic", "board": "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3", "shells": [9, 9]}
seats 2
---
0 mask 2
1 mask a
0 SWAP B1 A3
1 mask b
"""
CHESS_KEY = "shamanic_chess"
PINNED_KNIGHT_FEN = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"

# Records


def test_replay_normalizes_moves_and_prints_the_final_position() -> None:
    output = run_in_process("replay", "-", "--record", stdin="\ufeff" + PUZZLE_RECORD).stdout
    assert output.splitlines()[-4:] == ["0 mask 2", "1 mask a", "0 swap a3 b1", "1 mask b"]
    position = replay_as_json(PUZZLE_RECORD, "--legal")
    assert position.pop("text").endswith("Duel 2 of 21: both choose a mask.")
    assert position.pop("options")["shells"] == [9, 9]
    assert position == {
        "game": "schamanen",
        "seats": 2,
        "step": 2,
        "awaited": [0],
        "scores": [3, 15],
        "result": None,
        "legal": {"0": ["mask 1", "mask 2", "mask 3"], "1": ["mask a", "mask b", "mask c"]},
    }
    finished = replay_as_json(PUZZLE_RECORD + "1 !resign\n", "--legal")
    assert finished["result"] == {"ranks": [1, 2], "scores": [3, 15], "reason": "resign"}
    assert (finished["awaited"], finished["legal"]) == ([], {})


def test_replay_shows_hidden_pieces_only_to_their_seat() -> None:
    record_text = 'match 1\ngame schamanen\nedition 1\noptions {"variant": "memory"}\nseats 2\n---\n0 place 5 b2\n'
    own, opponent, public = (
        replay_as_json(record_text, *seat)["text"] for seat in (("--seat", "0"), ("--seat", "1"), ())
    )
    assert "5/–" in own
    assert "?/–" in opponent
    assert "?/–" in public


def list_records() -> Iterator[pytest.ParameterSet]:
    """Yield all records. The quick run tests one per game, and the others are marked as nightly."""
    for _, paths in groupby(sorted(RECORDS_FOLDER.glob("*/*.match")), key=lambda path: path.parent):
        for index, path in enumerate(paths):
            yield pytest.param(path, id=path.stem, marks=[pytest.mark.nightly] if index else [])


@pytest.mark.parametrize("path", [*list_records()])
def test_verify_needs_the_last_seal_of_a_record(path: Path) -> None:
    parsed = record.parse_record(path.read_text("utf-8"))
    proof = verify_record(parsed)
    assert run_in_process("verify", str(path)).returncode == 1
    with_last_seal = run_in_process("verify", str(path), "--seal", proof.seal)
    is_drawn = not parsed.options.is_preset and not parsed.earlier_dice
    assert (with_last_seal.returncode, "Proven" in with_last_seal.stdout) == ((0, True) if is_drawn else (1, False))
    with_short_seal = run_in_process("verify", str(path), "--seal", f"{proof.seal[:8]}…")
    assert (
        with_short_seal.returncode,
        f"Not proven: the seal of line {proof.seals[proof.seal]} " in with_short_seal.stdout,
    ) == (1, True)
    with_first_seal = run_in_process("verify", str(path), "--seal", next(iter(proof.seals)))
    assert (with_first_seal.returncode, " up to line 5," in with_first_seal.stdout) == (1, True)
    with_shortened_seal = run_in_process("verify", str(path), "--seal", proof.seal[:12])
    assert (with_shortened_seal.returncode, " 43 letters" in with_shortened_seal.stderr) == (2, True)
    with_wrong_seal = run_in_process("verify", str(path), "--seal", hash_player_seed("never"))
    assert (with_wrong_seal.returncode, with_wrong_seal.stdout) == (2, "")
    assert with_wrong_seal.stderr.startswith(f"{path}: Wrong: ")


def test_verify_compares_a_repeated_deal_with_its_first_match(tmp_path: Path) -> None:
    first, second = (str(RECORDS_FOLDER / f"{name}.match") for name in STORED_PAIR)
    seals = [verify_record(record.parse_record(Path(path).read_text("utf-8"))).seal for path in (first, second)]
    alone = run_in_process("verify", second, "--seal", seals[1])
    assert alone.returncode == 1
    assert "repeats the deal of match 4711; the two were not compared." in alone.stdout
    without_seal = run_in_process("verify", second, "--deal-of", first, "--seal", seals[1])
    assert (without_seal.returncode, "Proven" in without_seal.stdout) == (1, False)
    assert "only the last seal of match 4711 proves that one" in without_seal.stdout
    both = run_in_process("verify", second, "--deal-of", first, "--seal", seals[0], "--seal", seals[1])
    assert both.returncode == 0
    verdict, fact, *_ = both.stdout.splitlines()
    assert (verdict.startswith("✅ Proven"), fact) == (True, "🪞 Its deal is that of match 4711.")
    swapped = run_in_process("verify", first, "--deal-of", second)
    assert (swapped.returncode, swapped.stderr) == (2, f"{first}: Wrong at line 5: This match repeats no deal.\n")
    broken = tmp_path / "first.match"
    broken.write_text(Path(first).read_text("utf-8").replace("sit 1 1001 0", "sit 1 1001 1"), "utf-8")
    refused = run_in_process("verify", second, "--deal-of", str(broken))
    assert (refused.returncode, refused.stderr.startswith(f"{broken}: Wrong at line ")) == (2, True)


@pytest.mark.gate
def test_replay_writes_picture_and_film(tmp_path: Path) -> None:
    board_path, film_path = tmp_path / "board.png", tmp_path / "film.gif"
    path = RECORDS_FOLDER / "schamanen" / "stacks.match"
    assert run_in_process("replay", str(path), "--picture", str(board_path), "--gif", str(film_path)).returncode == 0
    with Image.open(board_path) as picture:
        assert picture.size[0] == BOARD_WIDTH
    with Image.open(film_path) as animation:
        assert getattr(animation, "n_frames", 1) > 20


def test_chess_record_survives_conversion_to_pgn(tmp_path: Path) -> None:
    source = RECORDS_FOLDER / CHESS_KEY / "trance.match"
    pgn_text = run_in_process("replay", str(source), "--pgn").stdout
    assert '[Variant "Shamanic"]' in pgn_text
    pgn_path = tmp_path / "trance.pgn"
    pgn_path.write_text(pgn_text, "utf-8")
    moves = source.read_text("utf-8").partition("\nbegin\n")[2].removesuffix("end\n")
    assert run_in_process("replay", str(pgn_path), "--record").stdout.partition("---\n")[2] == moves
    assert replay_as_json(pgn_text) == replay_as_json(source.read_text("utf-8"))
    error = run_refused_command("replay", "-", stdin='[Variant "Shamanic"]\n\n1. e4 e5 2. Nb~e5 *\n')
    assert error == "-: White can’t play “Nb~e5” on move 2.\n"
    other_record = next(iter(sorted((RECORDS_FOLDER / "schamanen").glob("*.match"))))
    assert "No PGN for " in run_refused_command("replay", str(other_record), "--pgn")


# Play


@pytest.mark.parametrize("key", GAMES)
def test_show_and_play_commands_work_for_every_game(key: str, tmp_path: Path) -> None:
    board_path, record_path = tmp_path / "board.png", tmp_path / "played.match"
    for lang in ("en", "de", "fr"):
        result = run_in_process("show", key, "--lang", lang, *(["--picture", str(board_path)] if lang == "fr" else []))
        assert (result.returncode, bool(result.stdout)) == (0, True)
    assert board_path.stat().st_size > 1000
    result = run_in_process(
        "play", key, "--against", "random", "--record", str(record_path), stdin="how\n?\nnonsense\n!resign\n"
    )
    assert result.returncode == 0
    assert "resign" in result.stdout
    first_seal, last_seal = re.findall(r"Fair-play seal of this match: (\S+)", result.stdout)
    assert run_in_process("verify", str(record_path), "--seal", first_seal, "--seal", last_seal).returncode == 0
    if len(GAMES[key].SEATS) > 1:
        # A single person who resigns against the AI ends the match.
        result = run_in_process("play", key, "--seats", "3", "--against", "random", stdin="!resign\n")
        assert (result.returncode, "You left the table" in result.stdout) == (0, False)


@pytest.mark.filterwarnings("ignore::getpass.GetPassWarning")
@pytest.mark.parametrize("variant", ["memory", "classic"])
def test_simultaneous_moves_at_one_keyboard_are_hidden(variant: str) -> None:
    """Moves are hidden even in variants without hidden pieces."""
    options = ("--option", f"variant={variant}", "--option", "placement=random")
    result = run_in_process("play", "schamanen", *options, stdin="\n1\n\nb\n")
    assert result.returncode == 0
    assert result.stdout.count("Sealed.") == 2
    assert "Duel 1 on B1" in result.stdout


def test_alternating_moves_at_one_keyboard_are_not_hidden() -> None:
    result = run_in_process("play", CHESS_KEY, stdin="e4\ne5\nNb~d4\n!resign\n")
    assert "Press Enter" not in result.stdout
    assert "Black, it’s your turn" in result.stdout
    # Black sees the board from the other side.
    assert "   h   g   f   e   d   c   b   a" in result.stdout
    assert "\n1. White: 2\n2. Black: 0\n" in result.stdout


def test_show_uses_options_and_end_of_input_is_no_error() -> None:
    output = run_in_process("show", "schamanen", "--option", "variant=memory", "--option", "placement=random").stdout
    assert "?/?" in output
    assert run_in_process("play", "schamanen", stdin="").returncode == 0
    assert run_in_process("play", "schnick", "--against", "random", stdin=b"\xff\xfe\n!resign\n").returncode == 0
    result = run_in_process()
    assert (result.returncode, "replay" in result.stdout) == (0, True)


@pytest.mark.parametrize(
    ("args", "count"),
    [
        (("1",), 244),
        (("3", "--fen", PINNED_KNIGHT_FEN), 22_910),
        (("3", "--option", f"fen={PINNED_KNIGHT_FEN}", "--option", "variant=free"), 39_068),
        # With two kings the game is drawn, but the five moves are counted all the same.
        (("1", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 5),
        pytest.param(("2",), 59_466, marks=pytest.mark.gate),
        pytest.param(("3", "--fen", PINNED_KNIGHT_FEN, "--variant", "free"), 39_068, marks=pytest.mark.gate),
    ],
)
def test_perft_counts_positions(args: tuple[str, ...], count: int) -> None:
    result = run_in_process("perft", CHESS_KEY, *args)
    assert (result.returncode, result.stdout) == (0, f"{count}\n")


def test_perft_divides_by_first_move() -> None:
    result = run_in_process("perft", CHESS_KEY, "2", "--divide", "--fen", PINNED_KNIGHT_FEN)
    *lines, blank_line, total = result.stdout.splitlines()
    counts = {move: int(count) for move, count in (line.split(": ") for line in lines)}
    assert set(counts) == {"e2~e3", "e2~e4", "e2~e5", "e2~e6", "e1d1", "e1d2", "e1f1", "e1f2"}
    assert (blank_line, total, sum(counts.values())) == ("", "598", 598)


# Wrong input


@pytest.mark.parametrize(
    ("line", "expected_text"),
    [
        ("show chequers", "duel: No game “chequers”"),
        ("show schamanen --option variant=checkers", "variant"),
        ("show schamanen --option color=red", "color"),
        ("show schamanen --option variant", "option"),
        ("show schamanen --option variant=pro --option variant=memory", "twice"),
        ("show schamanen --option board=" + "[" * 100_000, "board"),
        ("show schamanen --seats 3", "3"),
        ("show schamanen --seats 0", "0"),
        ("show schamanen --seats 99999999999", "99999999999"),
        ("show schamanen --lang xx", "xx"),
        ("show schamanen --picture /nowhere/board.png", "/nowhere/board.png"),
        ("play schamanen --against random --seat 7", "7"),
        ("play schamanen --record /nowhere/played.match", "/nowhere/played.match"),
        ("replay nowhere.match", "nowhere.match: No such file or directory\n"),
        ("replay .", "."),
        ("replay no\x1b[31mfile", "no"),
        ("replay", "duel: Missing argument"),
        ("fly", "duel: No such command 'fly'.\n"),
        (f"perft {CHESS_KEY} 600", "99"),
        (f"perft {CHESS_KEY} 0", "depth"),
        (f"perft {CHESS_KEY} two", "depth"),
        (f"perft {CHESS_KEY} 1 --fen 8/8/8/8/8/8/8/8_w_-_-_0_1", "no king"),
        (f"perft {CHESS_KEY} 1 --variant quick", "classic, free"),
        (f"perft {CHESS_KEY} 1 --variant free --option variant=free", "twice"),
        ("perft schamanen 1", "No perft for"),
        ("perft go 1", "No game"),
    ],
    ids=lambda it: it[:40],
)
def test_invalid_arguments_are_refused_in_one_line(line: str, expected_text: str) -> None:
    args = [word.replace("_", " ") if "/8_" in word else word for word in line.split(" ")]
    assert expected_text in run_refused_command(*args)


def write_record_with_move(argument: str) -> str:
    return f"{PUZZLE_RECORD.partition('---')[0]}---\n0 mask {argument}\n"


@pytest.mark.parametrize(
    ("record_text", "expected_start"),
    [
        (PUZZLE_RECORD + "1 mask z\n", "-:11: "),
        (b"match 1\n\xff\xfe\n", "-:2: "),
        (b"x" * (5 << 20), "-: "),
        (write_record_with_move("aaa" * (1 << 20)), "-:7: "),
        pytest.param(write_record_with_move("a " * (1 << 20)), "-:7: ", marks=pytest.mark.gate),
        pytest.param(write_record_with_move("b1" * (1 << 20)), "-:7: ", marks=pytest.mark.gate),
    ],
    ids=["illegal", "not UTF-8", "too large", "long word", "many words", "long option"],
)
def test_invalid_record_is_refused_with_its_line_number(record_text: str | bytes, expected_start: str) -> None:
    assert run_refused_command("replay", "-", stdin=record_text).startswith(expected_start)


def test_wrong_seat_unproven_record_and_json_errors_are_refused() -> None:
    assert "7" in run_refused_command("replay", "-", "--seat", "7", stdin=PUZZLE_RECORD)
    assert run_refused_command("verify", "-", stdin=PUZZLE_RECORD).startswith("-: Not proven, see line 1: ")
    result = run_in_process("replay", "-", "--json", stdin=PUZZLE_RECORD + "1 mask z\n")
    assert result.returncode == 2
    error = json.loads(result.stdout)["error"]
    assert (error["line"], error["key"]) == (11, "illegal")
    assert "mask z" in error["text"]


@pytest.mark.parametrize(
    "args", [["show", "chequers"], *(pytest.param(it, marks=pytest.mark.gate) for it in ([], ["replay", "-"]))]
)
def test_subprocess_output_equals_in_process_output(args: list[str]) -> None:
    results = run_in_process(*args, stdin=PUZZLE_RECORD), run_subprocess(*args, stdin=PUZZLE_RECORD)
    assert len({(result.returncode, result.stdout, result.stderr) for result in results}) == 1


@pytest.mark.gate
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("replay - <&-", b"duel: Bad file descriptor\n"),
        ("play schamanen <&-", b"duel: Bad file descriptor\n"),
        ("show schamanen >/dev/full", b"duel: No space left on device\n"),
        ("replay --json nowhere.match >/dev/full", b"duel: No space left on device\n"),
    ],
)
def test_closed_stdin_and_full_disk_give_one_line_errors(command: str, error: bytes) -> None:
    result = subprocess.run(f"{sys.executable} -m bot {command}", shell=True, capture_output=True, check=False)  # noqa: S602
    assert (result.returncode, result.stderr) == (2, error)


# The daily duel


def test_daily_shows_the_board_of_a_weekday_and_of_a_sunday() -> None:
    weekday = run_in_process("daily", "2026-11-30").stdout.splitlines()
    sunday = run_in_process("daily", "2026-11-29").stdout.splitlines()
    assert weekday[:2] == ["Daily duel 30 · 2026-11-30", "Weekday: you win or pay the difference."]
    assert sunday[:2] == ["Daily duel 29 · 2026-11-29", "Sunday: only winning the match counts (+3, 0, −3)."]
    for lines in (weekday, sunday):
        assert sorted(re.findall(r"([1-9])/[1-9]", "".join(lines))) == list("123456789")
    assert sunday[-1].startswith("Match point!")


def test_daily_shows_the_same_board_again_only_after_more_than_two_years() -> None:
    def read_board(date: str) -> list[str]:
        return run_in_process("daily", date).stdout.splitlines()[2:]

    # 686 weekdays take 114 weeks and 2 days.
    assert read_board("2029-01-10") == read_board("2026-11-02")
    assert read_board("2028-11-02") != read_board("2026-11-02")


def test_daily_shows_the_perfect_mix_on_request() -> None:
    last_line = run_in_process("daily", "2027-01-31", "--solution", "--lang", "de").stdout.splitlines()[-1]
    labels = re.findall(r"(\w+ \w) (\d+) %", last_line)
    assert [label for label, _ in labels] == ["Zeile 1", "Zeile 2", "Zeile 3", "Spalte A", "Spalte B", "Spalte C"]
    assert min(int(percent) for _, percent in labels) >= 10
    assert "Perfekte Mischung" not in run_in_process("daily", "2027-01-31", "--lang", "de").stdout


@pytest.mark.parametrize("date", ["tomorrow", "2027-02-30", "31.1.2027", ""])
def test_daily_refuses_text_that_is_no_date(date: str) -> None:
    assert "does not match the formats '%Y-%m-%d'" in run_refused_command("daily", date)


def test_daily_refuses_dates_before_the_first_day() -> None:
    assert "the first daily duel closes on 2026-11-01" in run_refused_command("daily", "2026-10-31")
    assert run_in_process("daily", "2026-11-01").stdout.startswith("Daily duel 1 ")
