"""What somebody's matches have come to, as a picture."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from bot.ladder.profile import Curve, Outcome, Profile, Record, Rivalry, Streak, Tally
from bot.scenes import portrait
from bot.scenes.charts import COLOURS, SHARED, choose_ticks
from bot.scenes.portrait import SHAPES, SPOT, Shelf, drawn
from bot.time import DAY, HOUR
from games import canvas
from games.art import GOLD, HEIGHT, WIDTH, Box, Letters, Name, Picture, Sprite
from games.words import LOCALES
from tests.kit.match import BEN, CAT
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG

START = 1_760_000_000_000
RATINGS = st.floats(-5_000, 5_000)


def walk(game: str, matches: int, apart: int = DAY // 2, seed: int = 1) -> Curve:
    dice, rating, points = random.Random(f"{seed} {game}"), 1000.0, []
    for at in range(matches):
        rating += dice.gauss(2, 20)
        points.append((START + at * apart, rating))
    return Curve(game, tuple(points), None)


FEW = Profile(records=(Record("a", Tally(2, 0, 1), {}),), streak=Streak(Outcome.WON, 2), longest=2)
MANY = Profile(
    records=(Record("a", Tally(1_229, 5, 14), {}), Record("b", Tally(3, 99_999, 1), {})),
    streak=Streak(Outcome.LOST, 1_234),
    nemesis=Rivalry(BEN, 8, 2, 6),
    favourite=Rivalry(CAT, 3_000, 1_500, 1_400),
)


SHELF = (("cup", 2), ("medal_2", 1), ("medal_3", 12), ("medal_1", 107))


def plot(curves: Sequence[Curve], told: Profile = MANY, locale: str = "en", shelf: Shelf = ()) -> Picture:
    games = [f"Schnick Schnack Schnuck {curve.game}" for curve in curves]
    return portrait.picture(told, curves, games, locale, shelf)


def painted(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(canvas.png(picture))).convert("RGB")


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@given(RATINGS, RATINGS)
@example(5.0, -5e-324)
def test_the_scale_is_of_few_round_numbers_around_all_there_is(one: float, other: float) -> None:
    least, most = sorted((one, other))
    marks = choose_ticks(least, most)
    assert marks[0] <= least <= most <= marks[-1]
    assert 2 <= len(marks) <= 7
    (width,) = {after - before for before, after in itertools.pairwise(marks)}
    assert str(width).rstrip("0") in {"1", "2", "5"}


@given(st.lists(st.tuples(st.integers(0, 400 * DAY), RATINGS), min_size=1, max_size=50))
def test_nothing_is_drawn_over_the_edge(points: list[tuple[int, float]]) -> None:
    picture = plot([Curve("a", tuple((START + at, rating) for at, rating in sorted(points)), None)])
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    for what, left, top in picture.marks:
        assert 0 <= left <= WIDTH - what.width
        assert 0 <= top <= HEIGHT - (what.width if isinstance(what, Sprite) else what.height)
        assert not isinstance(what, Box) or min(what.width, what.height) > 0


def test_it_can_be_read() -> None:
    for told in (FEW, MANY):
        for curves in ([walk("a", 1)], [walk("a", 3)], [walk(f"{number}", 30) for number in range(6)]):
            for locale, shelf in itertools.product(LOCALES, (SHELF, SHELF[:1], ())):
                picture = plot(curves, told, locale, shelf)
                readable(picture, picture.marks)
                apart(picture, picture.marks)
            assert len(canvas.png(picture, LONG)) <= 60 * 1024


def test_rivals_are_named_once_each() -> None:
    assert [rival.person for rival in portrait.rivals(MANY)] == [CAT, BEN]
    assert len(portrait.rivals(replace(MANY, nemesis=MANY.favourite))) == 1
    assert portrait.rivals(FEW) == ()
    for told in (FEW, MANY):
        named = [what.seat for what, _, _ in plot([walk("a", 3)], told).marks if isinstance(what, Name)]
        assert named == list(range(len(portrait.rivals(told))))


def test_a_game_is_a_colour_and_a_shape() -> None:
    curves = [walk(f"{number}", 9) for number in range(len(SHAPES))]
    board = painted(plot(curves))
    colours = {colour for _, colour in board.getcolors(1 << 20) or []}
    assert {_rgb(colour) for colour in COLOURS} <= colours
    shapes = [what.name for what, _, _ in plot(curves).marks if isinstance(what, Sprite)]
    assert {f"{kind}_{number}" for number in range(len(SHAPES)) for kind in ("shape", "mark")} <= set(shapes)


def test_three_matches_are_three_however_far_apart() -> None:
    """Each has a spot, and as much of the width as the others."""
    ratings = (1012.0, 987.0, 1049.0)
    for times in ((0, 1, 2), (0, HOUR, 400 * DAY)):
        picture = plot([Curve("a", tuple((START + at, it) for at, it in zip(times, ratings, strict=True)), None)], FEW)
        spots = [
            left + what.width // 2
            for what, left, _ in picture.marks
            if isinstance(what, Sprite) and (what.name, what.width) == ("shape_0", SPOT)
        ]
        assert len(spots) == 3
        assert spots[1] - spots[0] == spots[2] - spots[1] > 200
        texts = {what.text for what, _, _ in picture.marks if isinstance(what, Letters)}
        assert {"1012 ›", "1049"} <= texts, "where it has come to, and from where"


def test_days_or_hours_are_told() -> None:
    labels = {what.text for what, _, _ in plot([walk("a", 30)]).marks if isinstance(what, Letters)}
    assert {"2025-10-09", "2025-10-23"} <= labels
    hours = [what.text for what, _, _ in plot([walk("a", 4, HOUR)]).marks if isinstance(what, Letters)]
    assert "08:53" in hours


def test_thousands_of_matches_are_a_small_picture() -> None:
    picture = plot([walk(f"{number}", 5_000, DAY // 10) for number in range(4)])
    assert len(canvas.png(picture)) <= 60 * 1024
    assert len(picture.marks) < 8_000
    assert hash(picture)


def test_what_was_highest_is_seen_among_thousands() -> None:
    """A peak of one match among many in the same column of pixels."""
    flat = [(START + at * HOUR, 1000.0) for at in range(3_000)]
    peaked = [*flat[:1_500], (flat[1_500][0], 1400.0), *flat[1_501:]]
    shown, other = (
        painted(plot([Curve("a", tuple(points), None)])) for points in (peaked, [*flat[:-1], (flat[-1][0], 1400.0)])
    )
    ink = _rgb(COLOURS[0])
    middle = [shown.getpixel((x, y)) == ink for x in range(380, 480) for y in range(30, 250)]
    assert any(middle)
    assert not any(other.getpixel((x, y)) == ink for x in range(380, 480) for y in range(30, 250))


def test_each_trophy_stands_there_with_how_many() -> None:
    for told in (FEW, MANY):
        picture = plot([walk("a", 3)], told, shelf=SHELF)
        stands = {what.name: left + what.width // 2 for what, left, _ in picture.marks if isinstance(what, Sprite)}
        counts = {what.text: left + what.width // 2 for what, left, _ in picture.marks if isinstance(what, Letters)}
        assert all(abs(stands[drawing] - counts[str(count)]) <= 1 for drawing, count in SHELF[2:])


def test_who_has_no_match_has_no_line() -> None:
    assert drawn([Curve("a", (), None), walk("b", 1)]) == (walk("b", 1),)
    assert len(drawn([walk(f"{number}", 3) for number in range(9)])) == len(SHAPES)


def test_a_record_is_as_wide_as_it_is_often() -> None:
    picture = plot([walk("a", 3)], replace(MANY, records=(Record("a", Tally(30, 10, 0), {}),)))
    bars = {
        what.ink: what.width for what, _, _ in picture.marks if isinstance(what, Box) and what.height == portrait.BAR
    }
    assert set(bars) == {GOLD, SHARED}
    assert bars[GOLD] > 2 * bars[SHARED]
