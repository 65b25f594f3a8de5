"""Who was ahead, as a picture: read at a phone's width, and the same as what is told beside it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.scenes import ahead
from bot.scenes.charts import COLOURS, EDGE, LINE_WIDTH
from bot.scenes.debrief import points, shares, signed
from bot.scenes.moments import counted
from games import GAMES, canvas
from games.art import GOLD, INK, SLATE, Box, Letters, Name, Sprite
from games.coach import reviewed
from games.core import Thought
from games.insight import Part
from games.match import Match
from games.record import matches, read
from games.review import Review, Step
from games.words import LOCALES, Locale
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG
from tests.records import RECORDS

if "schamanen" not in GAMES:
    pytest.skip("these are matches of the Duel", allow_module_level=True)


def looked(name: str) -> tuple[Review, list[Match]]:
    record = read((RECORDS / "schamanen" / f"{name}.match").read_text("utf-8"))
    return reviewed(record), [*{match.step: match for _, match in matches(record)}.values()]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["classic", "professional"])
def test_it_is_read_at_a_glance_and_says_what_is_told(name: str, locale: Locale) -> None:
    review, passed = looked(name)
    picture = ahead.picture(review, " : ".join(map(str, passed[-1].scores())), counted(passed, over=True), locale)
    assert picture
    readable(picture, picture.marks)
    apart(picture, [mark for mark in picture.marks if not isinstance(mark[0], Box | Sprite)])
    assert len(canvas.png(picture, LONG)) <= 60 * 1024
    told = [what.text for what, _, _ in picture.marks if isinstance(what, Letters)]
    assert {signed(abs(share)) for share in shares(review.balance(0))} <= set(told)
    for number, turn in enumerate(review.turns, 1):
        assert told.count(f"{number}") == 2, "on the curve, and on what is told of it"
        assert points(turn.gain) in told
    assert {what.seat for what, _, _ in picture.marks if isinstance(what, Name)} == {0, 1}


def step(at: int, luck: float, worth: float) -> Step:
    choice = Part("choice", (0.0, 0.0), 0, Thought(("mask", "1"), "judged-mask"))
    return Step(at, {}, (Part("meeting", (luck, -luck)), choice), (worth, 1 - worth))


def test_as_much_is_of_a_colour_as_that_seat_has_chances() -> None:
    review = Review((0.5, 0.5), (step(1, 0.4, 0.9), step(2, -0.8, 0.1)))
    _, passed = looked("classic")
    picture = ahead.picture(review, "9 : 9", counted(passed, over=True), "en")
    assert picture
    high, low = ahead.HEAD + ahead.STRIP, ahead.HEAD + ahead.DOWN - ahead.UNIT
    filled = [(what, left, top) for what, left, top in picture.marks if isinstance(what, Box) and what.width == 2]
    for left in {left for _, left, _ in filled}:
        spans = {what.ink: (top, top + what.height) for what, at, top in filled if at == left and what.ink != INK}
        (top, met), (begins, bottom) = spans[COLOURS[1]], spans[COLOURS[0]]
        assert (top, met, bottom) == (high, begins, low), "the second's above, the first's below, and nothing else"
    heights = {left: what.height for what, left, _ in filled if what.ink == COLOURS[0]}
    first, *_, last = [share / (low - high) for _, share in sorted(heights.items())]
    assert (first, max(heights.values()) / (low - high), last) == pytest.approx((0.5, 0.9, 0.1), abs=0.02)


def test_bars_have_one_measure_and_lead_to_whom_they_favour() -> None:
    slip = Part("choice", (-0.8, 0.8), 0, Thought(("mask", "1"), "judged-mask"))
    review = Review((0.5, 0.5), (step(1, 1.2, 0.9), Step(2, {}, (slip,), (1.0, 0.0))))
    _, passed = looked("classic")
    picture = ahead.picture(review, "9 : 9", counted(passed, over=True), "en")
    assert picture
    bars = [(what, left) for what, left, _ in picture.marks if isinstance(what, Box) and what.height == ahead.TRACK]
    tracks = [(left, left + what.width) for what, left in bars if what.ink == SLATE]
    ((start, end),) = set(tracks)
    middle = (start + end) // 2
    found = {what.ink: (left, left + what.width) for what, left in bars}
    assert found[GOLD] == (start, middle), "the longest is a whole half, and leads to the first seat"
    left, right = found[ahead.PLAY]
    assert left == middle
    assert (right - left) / (middle - start) == pytest.approx(80 / 120, abs=0.01)


def test_numbers_of_turns_stand_beside_each_other_and_hide_no_curve() -> None:
    steps = tuple(step(at, 0.3 * (-1) ** at, 0.5 + 0.3 * (at % 2)) for at in range(1, 40))
    review = Review((0.5, 0.5), (*steps[:36], *(step(at, 0.5, 1.0) for at in (37, 38, 39))))
    _, passed = looked("classic")
    picture = ahead.picture(review, "9 : 9", counted(passed, over=True), "en")
    assert picture
    badges = [
        (left, top)
        for what, left, top in picture.marks
        if isinstance(what, Box) and what.width == what.height == ahead.BADGE
    ]
    assert len(badges) == 3
    for (one, _), (other, _) in pairwise(badges):
        assert other - one >= ahead.BADGE
    assert max(left for left, _ in badges) + ahead.BADGE <= picture.width - EDGE
    assert {top + ahead.BADGE <= ahead.HEAD + ahead.STRIP - LINE_WIDTH // 2 for _, top in badges} == {True}


def test_of_more_than_two_nobody_is_ahead_by_a_line() -> None:
    _, passed = looked("classic")
    assert ahead.picture(Review((0.25,) * 4, ()), "", counted(passed, over=True), "en") is None
