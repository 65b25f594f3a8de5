"""The `duel` command at a terminal: replay, verify, show, play, perft, and its messages about wrong input."""

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


def test_replay_tells_where_a_record_ends_in_one_spelling() -> None:
    told = run_in_process("replay", "-", "--record", stdin="\ufeff" + PUZZLE_RECORD).stdout
    assert told.splitlines()[-4:] == ["0 mask 2", "1 mask a", "0 swap a3 b1", "1 mask b"]
    text = replay_as_json(PUZZLE_RECORD, "--legal")
    assert text.pop("text").endswith("Duel 2 of 21: both choose a mask.")
    assert text.pop("options")["shells"] == [9, 9]
    assert text == {
        "game": "schamanen",
        "seats": 2,
        "step": 2,
        "awaited": [0],
        "scores": [3, 15],
        "result": None,
        "legal": {"0": ["mask 1", "mask 2", "mask 3"], "1": ["mask a", "mask b", "mask c"]},
    }
    over = replay_as_json(PUZZLE_RECORD + "1 !resign\n", "--legal")
    assert over["result"] == {"ranks": [1, 2], "scores": [3, 15], "reason": "resign"}
    assert (over["awaited"], over["legal"]) == ([], {})


def test_replay_for_a_seat_shows_what_only_that_seat_sees() -> None:
    hidden = 'match 1\ngame schamanen\nedition 1\noptions {"variant": "memory"}\nseats 2\n---\n0 place 5 b2\n'
    own, other, public = (replay_as_json(hidden, *seat)["text"] for seat in (("--seat", "0"), ("--seat", "1"), ()))
    assert "5/–" in own
    assert "?/–" in other
    assert "?/–" in public


def list_records() -> Iterator[pytest.ParameterSet]:
    """One of each game at every change, all by night: in the gate every one is proven on the page."""
    for _, paths in groupby(sorted(RECORDS_FOLDER.glob("*/*.match")), key=lambda path: path.parent):
        for at, path in enumerate(paths):
            yield pytest.param(path, id=path.stem, marks=[pytest.mark.nightly] if at else [])


@pytest.mark.parametrize("path", [*list_records()])
def test_verify_proves_a_record_by_its_last_seal(path: Path) -> None:
    proof = verify_record(record.parse_record(path.read_text("utf-8")))
    assert run_in_process("verify", str(path)).returncode == 1
    assert run_in_process("verify", str(path), "--seal", proof.seal).returncode == 0
    early = run_in_process("verify", str(path), "--seal", next(iter(proof.seals)))
    assert (early.returncode, " after line 5:" in early.stdout) == (1, True)
    never = run_in_process("verify", str(path), "--seal", hash_player_seed("never"))
    assert (never.returncode, never.stdout) == (2, "")
    assert never.stderr.startswith(f"{path}: Wrong: ")


@pytest.mark.gate
def test_replay_paints_a_board_and_a_film(tmp_path: Path) -> None:
    board, film = tmp_path / "board.png", tmp_path / "film.gif"
    path = RECORDS_FOLDER / "schamanen" / "stacks.match"
    assert run_in_process("replay", str(path), "--picture", str(board), "--gif", str(film)).returncode == 0
    with Image.open(board) as picture:
        assert picture.size[0] == BOARD_WIDTH
    with Image.open(film) as animation:
        assert getattr(animation, "n_frames", 1) > 20


def test_chess_record_becomes_a_pgn_and_a_record_again(tmp_path: Path) -> None:
    source = RECORDS_FOLDER / CHESS_KEY / "trance.match"
    written = run_in_process("replay", str(source), "--pgn").stdout
    assert '[Variant "Shamanic"]' in written
    pgn = tmp_path / "trance.pgn"
    pgn.write_text(written, "utf-8")
    said = source.read_text("utf-8").partition("\nbegin\n")[2]
    assert run_in_process("replay", str(pgn), "--record").stdout.partition("---\n")[2] == said
    assert replay_as_json(written) == replay_as_json(source.read_text("utf-8"))
    line = run_refused_command("replay", "-", stdin='[Variant "Shamanic"]\n\n1. e4 e5 2. Nb~e5 *\n')
    assert line == "-: “Nb~e5” cannot be played as White’s move 2.\n"
    other = next(iter(sorted((RECORDS_FOLDER / "schamanen").glob("*.match"))))
    assert "can’t be written as PGN" in run_refused_command("replay", str(other), "--pgn")


# Play


@pytest.mark.parametrize("key", GAMES)
def test_opening_is_shown_in_every_language_and_played_against_the_house(key: str, tmp_path: Path) -> None:
    board, played = tmp_path / "board.png", tmp_path / "played.match"
    for lang in ("en", "de", "fr"):
        done = run_in_process("show", key, "--lang", lang, *(["--picture", str(board)] if lang == "fr" else []))
        assert (done.returncode, bool(done.stdout)) == (0, True)
    assert board.stat().st_size > 1000
    done = run_in_process(
        "play", key, "--against", "random", "--record", str(played), stdin="how\n?\nnonsense\n!resign\n"
    )
    assert done.returncode == 0
    assert "resign" in done.stdout
    first, last = re.findall(r"Fair-play seal of this match: (\S+)", done.stdout)
    assert run_in_process("verify", str(played), "--seal", first, "--seal", last).returncode == 0
    if len(GAMES[key].SEATS) > 1:
        # Alone against the house that is the end; among friends the house plays on for who has left.
        done = run_in_process("play", key, "--seats", "3", "--against", "random", stdin="!resign\n")
        assert (done.returncode, "You left the table" in done.stdout) == (0, False)


@pytest.mark.filterwarnings("ignore::getpass.GetPassWarning")
@pytest.mark.parametrize("variant", ["memory", "classic"])
def test_two_at_one_keyboard_look_away_while_the_other_chooses(variant: str) -> None:
    """Also where nothing on the board is hidden: both choose at once."""
    options = ("--option", f"variant={variant}", "--option", "placement=random")
    done = run_in_process("play", "schamanen", *options, stdin="\n1\n\nb\n")
    assert done.returncode == 0
    assert done.stdout.count("Sealed.") == 2
    assert "Duel 1 on B1" in done.stdout


def test_two_at_one_keyboard_need_not_look_away_where_nothing_is_hidden() -> None:
    done = run_in_process("play", CHESS_KEY, stdin="e4\ne5\nNb~d4\n!resign\n")
    assert "Press Enter" not in done.stdout
    assert "Black, it’s your turn" in done.stdout
    # Black sees the board from the other side.
    assert "   h   g   f   e   d   c   b   a" in done.stdout
    assert "\n1. White: 2\n2. Black: 0\n" in done.stdout


def test_options_are_taken_and_leaving_is_no_error() -> None:
    shown = run_in_process("show", "schamanen", "--option", "variant=memory", "--option", "placement=random").stdout
    assert "?/?" in shown
    assert run_in_process("play", "schamanen", stdin="").returncode == 0
    assert run_in_process("play", "schnick", "--against", "random", stdin=b"\xff\xfe\n!resign\n").returncode == 0
    done = run_in_process()
    assert (done.returncode, "replay" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("args", "count"),
    [
        (("1",), 244),
        (("3", "--fen", PINNED_KNIGHT_FEN), 22_910),
        (("3", "--option", f"fen={PINNED_KNIGHT_FEN}", "--option", "variant=free"), 39_068),
        # Two kings: a draw at once, and five ways to go on.
        (("1", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 5),
        pytest.param(("2",), 59_466, marks=pytest.mark.gate),
        pytest.param(("3", "--fen", PINNED_KNIGHT_FEN, "--variant", "free"), 39_068, marks=pytest.mark.gate),
    ],
)
def test_perft_counts_positions(args: tuple[str, ...], count: int) -> None:
    done = run_in_process("perft", CHESS_KEY, *args)
    assert (done.returncode, done.stdout) == (0, f"{count}\n")


def test_perft_divides_by_the_first_move() -> None:
    done = run_in_process("perft", CHESS_KEY, "2", "--divide", "--fen", PINNED_KNIGHT_FEN)
    *rows, empty, total = done.stdout.splitlines()
    counts = {word: int(ways) for word, ways in (row.split(": ") for row in rows)}
    assert set(counts) == {"e2~e3", "e2~e4", "e2~e5", "e2~e6", "e1d1", "e1d2", "e1f1", "e1f2"}
    assert (empty, total, sum(counts.values())) == ("", "598", 598)


# Wrong input


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("show chequers", "duel: There is no game “chequers”"),
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
        ("perft schamanen 1", "can’t be counted"),
        ("perft go 1", "no game"),
    ],
    ids=lambda it: it[:40],
)
def test_wrong_call_is_refused_in_one_line(line: str, why: str) -> None:
    assert why in run_refused_command(*(each.replace("_", " ") if "/8_" in each else each for each in line.split(" ")))


def write_record_with_move(places: str) -> str:
    return f"{PUZZLE_RECORD.partition('---')[0]}---\n0 mask {places}\n"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (PUZZLE_RECORD + "1 mask z\n", "-:11: "),
        (b"match 1\n\xff\xfe\n", "-:2: "),
        (b"x" * (5 << 20), "-: "),
        (write_record_with_move("aaa" * (1 << 20)), "-:7: "),
        pytest.param(write_record_with_move("a " * (1 << 20)), "-:7: ", marks=pytest.mark.gate),
        pytest.param(write_record_with_move("b1" * (1 << 20)), "-:7: ", marks=pytest.mark.gate),
    ],
    ids=["illegal", "no text", "too large", "long word", "many words", "long option"],
)
def test_wrong_record_is_refused_by_its_line(typed: str | bytes, why: str) -> None:
    assert run_refused_command("replay", "-", stdin=typed).startswith(why)


def test_other_wrong_records_are_refused() -> None:
    assert "7" in run_refused_command("replay", "-", "--seat", "7", stdin=PUZZLE_RECORD)
    assert run_refused_command("verify", "-", stdin=PUZZLE_RECORD).startswith("-: Not proven, see line 1: ")
    done = run_in_process("replay", "-", "--json", stdin=PUZZLE_RECORD + "1 mask z\n")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert (error["line"], error["key"]) == (11, "illegal")
    assert "mask z" in error["text"]


@pytest.mark.parametrize(
    "args", [["show", "chequers"], *(pytest.param(it, marks=pytest.mark.gate) for it in ([], ["replay", "-"]))]
)
def test_process_of_its_own_says_the_same(args: list[str]) -> None:
    here, there = run_in_process(*args, stdin=PUZZLE_RECORD), run_subprocess(*args, stdin=PUZZLE_RECORD)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


@pytest.mark.gate
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="nowhere to write to that is full")
@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("replay - <&-", b"duel: Bad file descriptor\n"),
        ("play schamanen <&-", b"duel: Bad file descriptor\n"),
        ("show schamanen >/dev/full", b"duel: No space left on device\n"),
        ("replay --json nowhere.match >/dev/full", b"duel: No space left on device\n"),
    ],
)
def test_closed_keyboard_and_full_disk_are_one_line(command: str, error: bytes) -> None:
    done = subprocess.run(f"{sys.executable} -m bot {command}", shell=True, capture_output=True, check=False)  # noqa: S602
    assert (done.returncode, done.stderr) == (2, error)
