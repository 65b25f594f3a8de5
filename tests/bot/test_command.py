"""The `duel` command, as a person at a terminal meets it."""

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
from games.art import WIDTH
from games.chained_record import shaken
from games.fair import verified
from tests.bot.terminal import called, refused, replayed, started
from tests.records import RECORDS

PUZZLE = """match 1
game schamanen
edition 1
options {"variant": "classic", "board": "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3", "shells": [9, 9]}
seats 2
---
0 mask 2
1 mask a
0 swap b1 a3
1 mask b
"""


def test_replay_tells_where_a_record_ends() -> None:
    done = called("replay", "-", typed=PUZZLE)
    assert done.returncode == 0
    assert "Duel 2 of 21" in done.stdout


def test_a_record_is_written_in_one_spelling() -> None:
    told = called("replay", "-", "--record", typed=PUZZLE.replace("0 swap b1 a3", "0 SWAP B1 A3")).stdout
    assert told.splitlines()[-4:] == ["0 mask 2", "1 mask a", "0 swap a3 b1", "1 mask b"]


def test_replay_tells_programs_everything() -> None:
    told = replayed(PUZZLE, "--legal")
    assert told.pop("text").endswith("Duel 2 of 21: both choose a mask.")
    assert told == {
        "game": "schamanen",
        "options": {
            "variant": "classic",
            "duel_limit": 21,
            "placement": "draft",
            "memory_help": "off",
            "prize": "difference",
            "board": "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3",
            "shells": [9, 9],
        },
        "seats": 2,
        "step": 2,
        "awaited": [0],
        "scores": [3, 15],
        "result": None,
        "legal": {"0": ["mask 1", "mask 2", "mask 3"], "1": ["mask a", "mask b", "mask c"]},
    }


def test_replay_tells_the_result() -> None:
    told = replayed(PUZZLE + "1 !resign\n", "--legal")
    assert told["result"] == {"ranks": [1, 2], "scores": [3, 15], "reason": "resign"}
    assert told["awaited"] == []
    assert told["legal"] == {}


def test_replay_shows_a_seat_what_only_that_seat_sees() -> None:
    hidden = 'match 1\ngame schamanen\nedition 1\noptions {"variant": "memory"}\nseats 2\n---\n0 place 5 b2\n'
    own, other, public = (replayed(hidden, *seat)["text"] for seat in (("--seat", "0"), ("--seat", "1"), ()))
    assert "5/–" in own
    assert "?/–" in other
    assert "?/–" in public


def recorded() -> Iterator[pytest.ParameterSet]:
    """A match of each game at every change, all by night: at the gate every one is proven on the page."""
    for _, paths in groupby(sorted(RECORDS.glob("*/*.match")), key=lambda path: path.parent):
        for at, path in enumerate(paths):
            yield pytest.param(path, id=path.stem, marks=[pytest.mark.nightly] if at else [])


@pytest.mark.parametrize("path", [*recorded()])
def test_verify_proves_recorded_matches(path: Path) -> None:
    proof = verified(record.read(path.read_text("utf-8")))
    assert called("verify", str(path)).returncode == 1
    assert called("verify", str(path), "--seal", proof.seal).returncode == 0
    early = called("verify", str(path), "--seal", next(iter(proof.seals)))
    assert (early.returncode, " after line 5:" in early.stdout) == (1, True)
    never = called("verify", str(path), "--seal", shaken("never"))
    assert (never.returncode, never.stdout) == (2, "")
    assert never.stderr.startswith(f"{path}: Wrong: ")


def test_replay_paints(tmp_path: Path) -> None:
    board, film = tmp_path / "board.png", tmp_path / "film.gif"
    record = RECORDS / "schamanen" / "stacks.match"
    assert called("replay", str(record), "--picture", str(board), "--gif", str(film)).returncode == 0
    with Image.open(board) as picture:
        assert picture.size[0] == WIDTH
    with Image.open(film) as animation:
        assert getattr(animation, "n_frames", 1) > 20


@pytest.mark.parametrize("key", GAMES)
def test_show_tells_the_opening_of_every_game(key: str, tmp_path: Path) -> None:
    for lang in ("en", "de", "fr"):
        done = called("show", key, "--lang", lang, "--picture", str(tmp_path / "board.png"))
        assert done.returncode == 0
        assert done.stdout
    assert (tmp_path / "board.png").stat().st_size > 1000


def test_show_takes_options() -> None:
    shown = called("show", "schamanen", "--option", "variant=memory", "--option", "placement=random").stdout
    assert "?/?" in shown
    assert (
        "Duel 1 of 31"
        in called("show", "schamanen", "--option", "duel_limit=31", "--option", "placement=random").stdout
    )


@pytest.mark.parametrize("key", GAMES)
def test_play_goes_against_random_choices(key: str, tmp_path: Path) -> None:
    played = tmp_path / "played.match"
    done = called("play", key, "--against", "random", "--record", str(played), typed="how\n?\nnonsense\n!resign\n")
    assert done.returncode == 0
    assert "resign" in done.stdout
    first, last = re.findall(r"Fair-play seal of this match: (\S+)", done.stdout)
    assert called("verify", str(played), "--seal", first, "--seal", last).returncode == 0


def test_play_between_two_hides_the_screen_between_them() -> None:
    options = ("--option", "variant=memory", "--option", "placement=random")
    done = started("play", "schamanen", *options, typed="\n1\n\nb\n")
    assert done.returncode == 0
    assert done.stdout.count("Sealed.") == 2
    assert "Duel 1 on B1" in done.stdout


def test_what_is_no_text_at_all_is_asked_for_again() -> None:
    done = called("play", "schnick", "--against", "random", typed=b"\xff\xfe\n!resign\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_leaving_the_keyboard_is_no_error() -> None:
    assert called("play", "schamanen", typed="").returncode == 0


def test_what_is_wrong_is_said_in_one_line() -> None:
    assert refused("show", "chequers").startswith("duel: There is no game “chequers”")
    assert "variant" in refused("show", "schamanen", "--option", "variant=checkers")
    assert "colour" in refused("show", "schamanen", "--option", "colour=red")
    assert "option" in refused("show", "schamanen", "--option", "variant")
    assert "3" in refused("show", "schamanen", "--seats", "3")
    assert "0" in refused("show", "schamanen", "--seats", "0")
    assert "pro" not in refused("show", "schamanen", "--option", "duel_limit=20")
    assert "99" in refused("perft", "shamanic_chess", "600"), "whatever it counts to, it goes as deep"
    assert "7" in refused("replay", "-", "--seat", "7", typed=PUZZLE)
    assert "7" in refused("play", "schamanen", "--against", "random", "--seat", "7")
    assert refused("replay", "nowhere.match") == "nowhere.match: No such file or directory\n"
    assert refused("replay", "-", typed=PUZZLE + "1 mask z\n").startswith("-:11: ")
    assert refused("verify", "-", typed=PUZZLE).startswith("-: Not proven, see line 1: ")
    assert refused("replay", "-", typed=b"match 1\n\xff\xfe\n").startswith("-:2: ")
    assert "MiB" in refused("replay", "-", typed=b"x" * (5 << 20))
    assert refused("replay", ".")
    assert refused("show", "schamanen", "--picture", "/nowhere/board.png")


def test_a_call_that_is_wrong_is_one_line_too() -> None:
    assert refused("fly") == "duel: No such command 'fly'.\n"
    assert refused("replay").startswith("duel: Missing argument")
    assert "xx" in refused("show", "schamanen", "--lang", "xx")
    assert refused("show", "schamanen", "--seats", "99999999999")
    assert refused("play", "schamanen", "--against", "random", "--seats", "99999999999")
    assert refused("show", "schamanen", "--option", "variant=pro", "--option", "variant=memory")
    assert refused("show", "schamanen", "--option", "board=" + "[" * 100_000)
    assert refused("replay", "no\nsuch\x1b[31mfile")
    assert refused("play", "schamanen", "--record", "/nowhere/played.match")


def test_without_a_word_it_tells_what_there_is() -> None:
    done = called()
    assert done.returncode == 0
    assert "replay" in done.stdout


@pytest.mark.parametrize("args", [[], ["show", "chequers"], ["replay", "-"]])
def test_a_process_of_its_own_says_the_same(args: list[str]) -> None:
    here, there = called(*args, typed=PUZZLE), started(*args, typed=PUZZLE)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


def test_a_record_with_a_byte_order_mark_is_read() -> None:
    assert called("replay", "-", typed="\ufeff" + PUZZLE).returncode == 0


@pytest.mark.parametrize("command", ["replay -", "play schamanen"])
def test_a_closed_keyboard_is_one_line(command: str) -> None:
    done = subprocess.run(f"{sys.executable} -m bot {command} <&-", shell=True, capture_output=True, check=False)  # noqa: S602
    assert (done.returncode, done.stderr) == (2, b"duel: Bad file descriptor\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="nowhere to write to that is full")
@pytest.mark.parametrize("command", ["show schamanen", "replay --json nowhere.match"])
def test_a_full_disk_is_one_line(command: str) -> None:
    line = f"{sys.executable} -m bot {command} >/dev/full"
    done = subprocess.run(line, shell=True, capture_output=True, check=False)  # noqa: S602
    assert (done.returncode, done.stderr) == (2, b"duel: No space left on device\n")


def test_junk_of_megabytes_is_refused_at_once() -> None:
    head = PUZZLE.partition("---")[0]
    for junk in ("a" * (3 << 20), "a " * (1 << 20), "b1" * (1 << 20)):
        assert refused("replay", "-", typed=f"{head}---\n0 mask {junk}\n").startswith("-:7: ")


def test_programs_are_told_what_is_wrong() -> None:
    done = called("replay", "-", "--json", typed=PUZZLE + "1 mask z\n")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert (error["line"], error["key"]) == (11, "illegal")
    assert "mask z" in error["text"]
