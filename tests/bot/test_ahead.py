"""Who was ahead, as a picture: read at a phone's width, and the same as what is told beside it."""

from __future__ import annotations

import pytest

from bot.scenes import ahead
from bot.scenes.debrief import points
from bot.scenes.moments import counted
from bot.scenes.plot import COLOURS
from games import GAMES, canvas
from games.art import GOLD, SLATE, Box, Letters, Name, Sprite
from games.coach import Review, Step, reviewed
from games.core import Part, Thought
from games.match import Match
from games.record import matches, read
from games.words import LOCALES, Locale
from tests.bot.test_command import RECORDS
from tests.laws.test_pictures import LONG, apart
from tests.laws.test_shown import readable

if "schamanen" not in GAMES:
    pytest.skip("these are matches of the Duel", allow_module_level=True)


def looked(name: str) -> tuple[Review, list[Match]]:
    record = read((RECORDS / "schamanen" / f"{name}.match").read_text("utf-8"))
    return reviewed(record), [*{match.step: match for _, match in matches(record)}.values()]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["classic", "professional"])
def test_it_is_read_at_a_glance_and_says_what_is_told(name: str, locale: Locale) -> None:
    review, passed = looked(name)
    picture = ahead.picture(review, passed[-1].scores(), counted(passed, over=True), locale)
    assert picture
    readable(picture, picture.marks)
    apart(picture, [mark for mark in picture.marks if not isinstance(mark[0], Box | Sprite)])
    assert len(canvas.png(picture, LONG)) <= 60 * 1024
    told = [what.text for what, _, _ in picture.marks if isinstance(what, Letters)]
    for seat in (0, 1):
        assert {points(review.luck(seat)), points(-review.lost(seat))} <= set(told)
    assert [text for text in told if text in {points(turn.swing) for turn in review.turns}][: len(review.turns)]
    assert {what.seat for what, _, _ in picture.marks if isinstance(what, Name)} == {0, 1}


def step(at: int, luck: float, worth: float) -> Step:
    choice = Part("choice", (0.0, 0.0), 0, Thought(("mask", "1"), "judged-mask"))
    return Step(at, {}, (Part("meeting", (luck, -luck)), choice), (worth, 1 - worth))


def test_the_curve_goes_up_for_the_first_seat_and_down_for_the_second() -> None:
    review = Review((0.5, 0.5), (step(1, 0.4, 0.9), step(2, -0.8, 0.1)))
    _, passed = looked("classic")
    picture = ahead.picture(review, (9, 9), counted(passed, over=True), "en")
    assert picture
    middle = ahead.HEAD + ahead.DOWN // 2
    filled = [(what, left, top) for what, left, top in picture.marks if isinstance(what, Box) and what.width == 2]
    above = {left for what, left, top in filled if what.ink == COLOURS[0] and top < middle}
    below = {left for what, left, top in filled if what.ink == COLOURS[1] and top + what.height > middle}
    assert above
    assert below
    assert max(above) <= min(below), "first the one, then the other"


def test_a_bar_leads_to_the_side_of_its_sign_and_never_out_of_its_panel() -> None:
    review = Review((0.5, 0.5), (step(1, 2.5, 0.9),))
    _, passed = looked("classic")
    picture = ahead.picture(review, (9, 9), counted(passed, over=True), "en")
    assert picture
    bars = [(what, left) for what, left, _ in picture.marks if isinstance(what, Box) and what.height == ahead.TRACK]
    tracks = [(left, left + what.width) for what, left in bars if what.ink == SLATE]
    (won, lost) = [(left, left + what.width) for what, left in bars if what.ink == GOLD]
    assert won == ((tracks[0][0] + tracks[0][1]) // 2, tracks[0][1])
    assert lost == (tracks[2][0], (tracks[2][0] + tracks[2][1]) // 2)


def test_of_more_than_two_nobody_is_ahead_by_a_line() -> None:
    _, passed = looked("classic")
    assert ahead.picture(Review((0.25,) * 4, ()), (0,) * 4, counted(passed, over=True), "en") is None
