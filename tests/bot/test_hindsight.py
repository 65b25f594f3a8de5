"""`duel review`: what was luck and what was skill, for people and for programs, of one match and of many."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bot.terminal.hindsight import Many, lines
from bot.texts import say
from games import GAMES
from games.coach import looked
from games.record import read
from games.words import LOCALES
from tests.bot.terminal import called
from tests.records import RECORDS

if "schamanen" not in GAMES:
    pytest.skip("these are matches of the Duel", allow_module_level=True)

CLASSIC = RECORDS / "schamanen" / "classic.match"
"""Three duels: Wolf throws the first away, and then Bison makes a mistake and gets away with it."""


def test_a_match_is_told_in_points_and_turns() -> None:
    told = called("review", str(CLASSIC)).stdout.splitlines()
    at = told.index("Duel 1: Wolf was ahead and threw it away. Bison played better and had more luck, too.")
    sums, own = told[at + 1 : at + 3]
    parts = ["Luck: +20 for Bison", "Play: +30 for Bison", "The rest: +20 for Bison"]
    assert sums.split(" · ") == [*parts, "In all: +70 for Bison (chances: 30 → 100)"]
    assert own == "Bison: one mistake, −18 · Wolf: 3 mistakes, −51 in all"
    turns = told[told.index("Where it turned:") + 1 :]
    assert len(turns) == 3
    assert turns[0].startswith("1 · Duel 1 on B3 – Bison’s 7 beats Wolf’s 2")
    assert turns[0].endswith("The answer to column B was row 3. (−41 for Wolf)")
    assert turns[2].endswith("Chosen in secret, opened together: luck. (+9 for Bison)")
    assert "18 of 18" not in turns[2]


def test_where_a_choice_turned_it_what_was_better_is_told() -> None:
    told = called("review", str(RECORDS / "schamanen" / "professional.match")).stdout.splitlines()
    threw, last = "After duel 19: Bison was ahead and threw it away. Wolf won by luck", told[-1]
    assert sum(line.startswith(threw) for line in told) == 1
    assert last.startswith("3 · After duel 19 · Bison exchanges the stones on A2 and A3.")
    assert last.endswith(
        "B1⇄C2 would have left Bison 100 chances in a hundred to win; this left 0, counted to the very end. "
        "(−100 for Bison)"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_it_is_told_in_every_language(locale: str) -> None:
    told = called("review", str(CLASSIC), "--lang", locale)
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) == 11


def test_programs_are_told_each_step_and_it_adds_up() -> None:
    told = json.loads(called("review", str(CLASSIC), "--json").stdout)
    assert [len(told[key]) for key in ("players", "curve", "turns", "steps")] == [2, 24, 3, 23]
    start, *_, end = told["curve"]
    assert end == [1, 0]
    parts = [part for step in told["steps"] for part in step["parts"]]
    assert sum(part["gains"][0] for part in parts) == pytest.approx(end[0] - start[0])
    (mistake,) = [part for part in parts if part.get("seat") == 0 and part["gains"][0] < -0.02]
    assert mistake["better"]["word"] == "swap a1 c3"


def test_many_matches_are_summed_up(tmp_path: Path) -> None:
    for number in range(2):
        shutil.copy(CLASSIC, tmp_path / f"{number}.match")
    other = next((key for key, game in GAMES.items() if not game.can_judge), None)
    if other:
        shutil.copy(next((RECORDS / other).glob("*.match")), tmp_path)
    told = called("review", str(tmp_path)).stdout
    assert "2 matches, a match on average:" in told
    assert "Bison: luck +21 (±0), own play −18 (±0), mistakes 1.0" in told
    assert bool(re.search("one match of another game", told)) == (other is not None)
    (game,) = json.loads(called("review", str(tmp_path), "--json").stdout)["games"]
    assert (game["game"], game["matches"]) == ("schamanen", 2)


@pytest.mark.skipif("schnick" not in GAMES, reason="these are matches of cards")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["three", "signs"])
def test_of_more_than_two_each_has_a_line_that_adds_up_and_of_cards_no_mistake_is_told(name: str, locale: str) -> None:
    seen = looked(read((RECORDS / "schnick" / f"{name}.match").read_text("utf-8")))
    told = [line for line in lines(seen, locale) if say("ahead-whole", locale) + " " in line]
    assert len(told) == seen.end.seats
    for line in told:
        *parts, whole = (int(number.replace("−", "-").replace("±", "")) for number in re.findall(r" ([−+±]\d+)", line))
        assert len(parts) == 3
        assert sum(parts) == whole
    assert not any(say("ahead-mistake", locale) in line for line in lines(seen, locale))


@pytest.mark.skipif("schnick" not in GAMES, reason="these are matches of cards")
def test_it_is_told_why_a_tie_was_worth_something() -> None:
    seen = looked(read((RECORDS / "schnick" / "two.match").read_text("utf-8")))
    (tie,) = (line for line in lines(seen, "en") if line.startswith("3 · "))
    assert "a tie" in tie
    assert "Red was ahead, and one chance to catch up was gone. (+" in tie
    assert not any("catch up" in line for line in lines(seen, "en") if line != tie), "who wins cards has won them"


@pytest.mark.skipif("schnick" not in GAMES, reason="these are matches of cards")
def test_of_a_folder_of_cards_no_mistakes_are_counted() -> None:
    many = Many()
    many.add(read((RECORDS / "schnick" / "two.match").read_text("utf-8")))
    assert not any("mistake" in line for line in many.lines("en"))
    assert [*many.summary()["games"][0]["seats"][0]] == ["luck", "lost"]


def test_what_cannot_be_told_is_one_line() -> None:
    other = next((key for key, game in GAMES.items() if not game.can_judge), None)
    if other is None:
        pytest.skip("all games tell")
    refused = called("review", str(next((RECORDS / other).glob("*.match"))))
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
