"""What only some games can do at the command line: be counted, and be written as PGN."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.terminal import called, refused, replayed
from tests.records import RECORDS

PINNED = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
GAME = "shamanic_chess"


@pytest.mark.parametrize(
    ("args", "ways"),
    [
        (("1",), 244),
        (("2",), 59_466),
        (("3", "--fen", PINNED), 22_910),
        (("3", "--fen", PINNED, "--variant", "free"), 39_068),
        (("3", "--option", f"fen={PINNED}", "--option", "variant=free"), 39_068),
    ],
)
def test_ways_are_counted(args: tuple[str, ...], ways: int) -> None:
    done = called("perft", GAME, *args)
    assert (done.returncode, done.stdout) == (0, f"{ways}\n")


def test_ways_are_counted_by_the_first_word() -> None:
    done = called("perft", GAME, "2", "--divide", "--fen", PINNED)
    *rows, empty, total = done.stdout.splitlines()
    counts = {word: int(ways) for word, ways in (row.split(": ") for row in rows)}
    assert set(counts) == {"e2~e3", "e2~e4", "e2~e5", "e2~e6", "e1d1", "e1d2", "e1f1", "e1f2"}
    assert (empty, int(total)) == ("", sum(counts.values()))
    assert total == "598"


def test_a_position_in_which_a_match_would_end_is_counted_too() -> None:
    """Two kings: a draw at once, and five ways to go on."""
    assert called("perft", GAME, "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").stdout == "5\n"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ((GAME, "0"), "depth"),
        ((GAME, "two"), "depth"),
        ((GAME, "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"), "no king"),
        ((GAME, "1", "--variant", "quick"), "classic, free"),
        ((GAME, "1", "--variant", "free", "--option", "variant=free"), "twice"),
        (("schamanen", "1"), "can’t be counted"),
        (("go", "1"), "no game"),
    ],
)
def test_what_cannot_be_counted_is_one_line(args: tuple[str, ...], why: str) -> None:
    assert why in refused("perft", *args)


def test_a_record_becomes_a_pgn_and_a_record_again(tmp_path: Path) -> None:
    source = RECORDS / GAME / "trance.match"
    written = called("replay", str(source), "--pgn")
    assert '[Variant "Shamanic"]' in written.stdout
    pgn = tmp_path / "trance.pgn"
    pgn.write_text(written.stdout, "utf-8")
    said = source.read_text("utf-8").partition("\nbegin\n")[2]
    assert called("replay", str(pgn), "--record").stdout.partition("---\n")[2] == said
    assert replayed(written.stdout) == replayed(source.read_text("utf-8"))


def test_a_pgn_that_cannot_be_played_is_one_line() -> None:
    line = refused("replay", "-", typed='[Variant "Shamanic"]\n\n1. e4 e5 2. Nb~e5 *\n')
    assert line == "-: “Nb~e5” cannot be played as White’s move 2.\n"


def test_no_other_game_is_written_so() -> None:
    source = next(iter(sorted((RECORDS / "schamanen").glob("*.match"))))
    assert "can’t be written as PGN" in refused("replay", str(source), "--pgn")


def test_two_at_one_keyboard_need_not_look_away() -> None:
    """Black sees the board from the other side, but nothing that White must not see."""
    done = called("play", GAME, typed="e4\ne5\nNb~d4\n!resign\n")
    assert "Press Enter" not in done.stdout
    assert "Black, it’s your turn" in done.stdout
    assert "   h   g   f   e   d   c   b   a" in done.stdout
    assert "\n1. White: 2\n2. Black: 0\n" in done.stdout
