"""`duel review` and the picture of who was ahead: luck and skill of one match and of many."""

from __future__ import annotations

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from bot.scenes import ahead
from bot.scenes.charts import COLOURS, EDGE, LINE_WIDTH
from bot.scenes.debrief import points, shares, signed
from bot.scenes.moments import counted
from bot.terminal.hindsight import Many, lines
from bot.texts import say
from games import GAMES, canvas
from games.art import GOLD, INK, SLATE, Box, Letters, Name, Picture, Sprite
from games.coach import looked, reviewed
from games.core import Thought
from games.insight import Part
from games.match import Match
from games.record import Record, matches, read
from games.review import Review, Step
from games.words import LOCALES
from tests.bot.terminal import called
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG
from tests.records import RECORDS

if not {"schamanen", "schnick"} <= GAMES.keys():
    pytest.skip("these are matches of the Duel and of cards", allow_module_level=True)

CLASSIC = RECORDS / "schamanen" / "classic.match"
"""Three duels: Wolf throws the first away, and then Bison makes a mistake and gets away with it."""


def read_record(name: str) -> Record:
    return read((RECORDS / f"{name}.match").read_text("utf-8"))


# In the terminal


def test_match_is_told_in_points_and_turns() -> None:
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


@pytest.mark.parametrize("locale", LOCALES[1:])
def test_match_is_told_in_every_language(locale: str) -> None:
    told = called("review", str(CLASSIC), "--lang", locale)
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) == 11


def test_turn_by_a_choice_tells_what_was_better() -> None:
    told = list(lines(looked(read_record("schamanen/professional")), "en"))
    threw = "After duel 19: Bison was ahead and threw it away. Wolf won by luck"
    assert sum(line.startswith(threw) for line in told) == 1
    assert told[-1].startswith("3 · After duel 19 · Bison exchanges the stones on A2 and A3.")
    assert told[-1].endswith(
        "B1⇄C2 would have left Bison 100 chances in a hundred to win; this left 0, counted to the very end. "
        "(−100 for Bison)"
    )


def test_json_tells_each_step_and_adds_up() -> None:
    told = json.loads(called("review", str(CLASSIC), "--json").stdout)
    assert [len(told[key]) for key in ("players", "curve", "turns", "steps")] == [2, 24, 3, 23]
    start, *_, end = told["curve"]
    assert end == [1, 0]
    parts = [part for step in told["steps"] for part in step["parts"]]
    assert sum(part["gains"][0] for part in parts) == pytest.approx(end[0] - start[0])
    (mistake,) = [part for part in parts if part.get("seat") == 0 and part["gains"][0] < -0.02]
    assert mistake["better"]["word"] == "swap a1 c3"


def test_folder_of_matches_is_summed_up(tmp_path: Path) -> None:
    for number in range(2):
        shutil.copy(CLASSIC, tmp_path / f"{number}.match")
    other = next((key for key, game in GAMES.items() if not game.can_judge), None)
    if other:
        shutil.copy(next((RECORDS / other).glob("*.match")), tmp_path)
        refused = called("review", str(next((RECORDS / other).glob("*.match"))))
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    told = called("review", str(tmp_path)).stdout
    assert "2 matches, a match on average:" in told
    assert "Bison: luck +21 (±0), own play −18 (±0), mistakes 1.0" in told
    assert bool(re.search("one match of another game", told)) == (other is not None)
    (game,) = json.loads(called("review", str(tmp_path), "--json").stdout)["games"]
    assert (game["game"], game["matches"]) == ("schamanen", 2)


@pytest.mark.parametrize("name", ["three", "signs"])
def test_match_of_cards_has_a_line_each_that_adds_up_and_no_mistakes(name: str) -> None:
    seen = looked(read_record(f"schnick/{name}"))
    for locale in LOCALES:
        told = [line for line in lines(seen, locale) if say("ahead-whole", locale) + " " in line]
        assert len(told) == seen.end.seats
        for line in told:
            found = re.findall(r" ([−+±]\d+)", line)
            *parts, whole = (int(number.replace("−", "-").replace("±", "")) for number in found)
            assert len(parts) == 3
            assert sum(parts) == whole
        assert not any(say("ahead-mistake", locale) in line for line in lines(seen, locale))


def test_tie_of_cards_is_explained_and_no_mistakes_are_counted() -> None:
    match, many = read_record("schnick/two"), Many()
    seen = looked(match)
    (tie,) = (line for line in lines(seen, "en") if line.startswith("3 · "))
    assert "a tie" in tie
    assert "Red was ahead, and one chance to catch up was gone. (+" in tie
    assert not any("catch up" in line for line in lines(seen, "en") if line != tie), "who wins cards has won them"
    many.add(match)
    assert not any("mistake" in line for line in many.lines("en"))
    assert [*many.summary()["games"][0]["seats"][0]] == ["luck", "lost"]


# The picture


def find_matches(name: str) -> list[Match]:
    return [*{match.step: match for _, match in matches(read_record(f"schamanen/{name}"))}.values()]


def draw(review: Review, locale: str = "en", name: str = "classic") -> Picture:
    passed = find_matches(name)
    score = " : ".join(map(str, passed[-1].scores()))
    picture = ahead.picture(review, score, counted(passed, over=True), locale)
    assert picture
    return picture


def make_step(at: int, luck: float, worth: float) -> Step:
    choice = Part("choice", (0.0, 0.0), 0, Thought(("mask", "1"), "judged-mask"))
    return Step(at, {}, (Part("meeting", (luck, -luck)), choice), (worth, 1 - worth))


@pytest.mark.parametrize("name", ["classic", "professional"])
def test_picture_is_legible_and_says_what_is_told(name: str) -> None:
    review = reviewed(read_record(f"schamanen/{name}"))
    for locale in LOCALES:
        picture = draw(review, locale, name)
        readable(picture, picture.marks)
        apart(picture, [mark for mark in picture.marks if not isinstance(mark[0], Box | Sprite)])
        assert len(canvas.png(picture, LONG)) <= 60 * 1024
        told = [what.text for what, _, _ in picture.marks if isinstance(what, Letters)]
        assert {signed(abs(share)) for share in shares(review.balance(0))} <= set(told)
        for number, turn in enumerate(review.turns, 1):
            assert told.count(f"{number}") == 2, "on the curve, and on what is told of it"
            assert points(turn.gain) in told
        assert {what.seat for what, _, _ in picture.marks if isinstance(what, Name)} == {0, 1}


def test_area_of_a_color_is_the_chance_of_its_seat() -> None:
    picture = draw(Review((0.5, 0.5), (make_step(1, 0.4, 0.9), make_step(2, -0.8, 0.1))))
    high, low = ahead.HEAD + ahead.STRIP, ahead.HEAD + ahead.DOWN - ahead.UNIT
    filled = [(what, left, top) for what, left, top in picture.marks if isinstance(what, Box) and what.width == 2]
    for left in {left for _, left, _ in filled}:
        spans = {what.ink: (top, top + what.height) for what, at, top in filled if at == left and what.ink != INK}
        (top, met), (begins, bottom) = spans[COLOURS[1]], spans[COLOURS[0]]
        assert (top, met, bottom) == (high, begins, low), "the second's above, the first's below, and nothing else"
    heights = {left: what.height for what, left, _ in filled if what.ink == COLOURS[0]}
    first, *_, last = [share / (low - high) for _, share in sorted(heights.items())]
    assert (first, max(heights.values()) / (low - high), last) == pytest.approx((0.5, 0.9, 0.1), abs=0.02)


def test_bars_share_a_scale_and_point_to_whom_they_favor() -> None:
    slip = Part("choice", (-0.8, 0.8), 0, Thought(("mask", "1"), "judged-mask"))
    picture = draw(Review((0.5, 0.5), (make_step(1, 1.2, 0.9), Step(2, {}, (slip,), (1.0, 0.0)))))
    bars = [(what, left) for what, left, _ in picture.marks if isinstance(what, Box) and what.height == ahead.TRACK]
    ((start, end),) = {(left, left + what.width) for what, left in bars if what.ink == SLATE}
    middle = (start + end) // 2
    found = {what.ink: (left, left + what.width) for what, left in bars}
    assert found[GOLD] == (start, middle), "the longest is a whole half, and leads to the first seat"
    left, right = found[ahead.PLAY]
    assert left == middle
    assert (right - left) / (middle - start) == pytest.approx(80 / 120, abs=0.01)


def test_numbers_of_turns_do_not_overlap_or_hide_the_curve() -> None:
    steps = tuple(make_step(at, 0.3 * (-1) ** at, 0.5 + 0.3 * (at % 2)) for at in range(1, 37))
    picture = draw(Review((0.5, 0.5), (*steps, *(make_step(at, 0.5, 1.0) for at in (37, 38, 39)))))
    badges = [
        (left, top)
        for what, left, top in picture.marks
        if isinstance(what, Box) and what.width == what.height == ahead.BADGE
    ]
    assert len(badges) == 3
    assert all(other - one >= ahead.BADGE for (one, _), (other, _) in pairwise(badges))
    assert max(left for left, _ in badges) + ahead.BADGE <= picture.width - EDGE
    assert {top + ahead.BADGE <= ahead.HEAD + ahead.STRIP - LINE_WIDTH // 2 for _, top in badges} == {True}


def test_match_of_more_than_two_has_no_curve() -> None:
    assert ahead.picture(Review((0.25,) * 4, ()), "", counted(find_matches("classic"), over=True), "en") is None
