"""Ratings over time, as a picture."""

from __future__ import annotations

import itertools
import random
from io import BytesIO

from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from bot.ladder.profile import Curve
from bot.scenes.plot import COLOURS, HEIGHT, SHAPES, WIDTH, drawn, plot, steps
from bot.time import DAY, HOUR
from games import art, canvas
from games.art import Box, Letters, Picture, Sprite

START = 1_760_000_000_000
RATINGS = st.floats(-5_000, 5_000)


def walk(game: str, matches: int, apart: int = DAY // 2, seed: int = 1) -> Curve:
    dice, rating, points = random.Random(f"{seed} {game}"), 1000.0, []
    for at in range(matches):
        rating += dice.gauss(2, 20)
        points.append((START + at * apart, rating))
    return Curve(game, tuple(points))


def painted(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(canvas.png(picture))).convert("RGB")


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@given(RATINGS, RATINGS)
@example(5.0, -5e-324)
def test_the_scale_is_of_few_round_numbers_around_all_there_is(one: float, other: float) -> None:
    least, most = sorted((one, other))
    marks = steps(least, most)
    assert marks[0] <= least <= most <= marks[-1]
    assert 2 <= len(marks) <= 7
    (width,) = {after - before for before, after in itertools.pairwise(marks)}
    assert str(width).rstrip("0") in {"1", "2", "5"}


@given(st.lists(st.tuples(st.integers(0, 400 * DAY), RATINGS), min_size=2, max_size=50))
def test_nothing_is_drawn_over_the_edge(points: list[tuple[int, float]]) -> None:
    picture = plot([Curve("a", tuple((START + at, rating) for at, rating in sorted(points)))])
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    for what, left, top in picture.marks:
        assert 0 <= left <= WIDTH - what.width
        assert 0 <= top <= HEIGHT - (what.height if isinstance(what, Box | Letters) else what.width)
        assert not isinstance(what, Box) or min(what.width, what.height) > 0


def test_a_game_is_a_colour_and_a_shape() -> None:
    curves = [walk(f"{number}", 9) for number in range(len(SHAPES))]
    board = painted(plot(curves))
    colours = {colour for _, colour in board.getcolors(1 << 20) or []}
    assert {_rgb(colour) for colour in COLOURS} <= colours
    shapes = [what.name for what, _, _ in plot(curves).marks if isinstance(what, Sprite)]
    assert shapes == [f"shape_{number}" for number in range(len(SHAPES)) for _ in range(2)]


def test_what_is_labelled_can_be_read() -> None:
    labels = [what for what, _, _ in plot([walk("a", 30)]).marks if isinstance(what, Letters)]
    # Type is 0.78 of the height of its box.
    assert all(what.height * 0.78 >= 26 for what in labels)
    assert "2025-10-09" in {what.text for what in labels}
    hours = [what.text for what, _, _ in plot([walk("a", 4, HOUR)]).marks if isinstance(what, Letters)]
    assert "08:53" in hours
    assert len(hours) == len(set(hours))


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
        painted(plot([Curve("a", tuple(points))])) for points in (peaked, [*flat[:-1], (flat[-1][0], 1400.0)])
    )
    ink = _rgb(COLOURS[0])
    middle = [shown.getpixel((x, y)) == ink for x in range(460, 540) for y in range(30, 300)]
    assert any(middle)
    assert not any(other.getpixel((x, y)) == ink for x in range(460, 540) for y in range(30, 300))


def test_a_single_match_is_no_line() -> None:
    assert drawn([walk("a", 1), walk("b", 2)]) == (walk("b", 2),)
    assert len(drawn([walk(f"{number}", 3) for number in range(9)])) == len(SHAPES)


def test_bars_are_drawn_where_they_are_said_to_be_in_films_too() -> None:
    picture = plot([Curve("a", ((START, 1000.0), (START + DAY, 1000.0)))])
    small = art.smaller(picture)
    assert painted(small).size == (600, round(HEIGHT * 2 / 3))
    for board in (picture, small):
        bars = [(what, left, top) for what, left, top in board.marks if isinstance(what, Box)]
        line, left, top = next(each for each in bars if each[0].ink == COLOURS[0] and each[0].width > 100)
        there = painted(board).getpixel((left + line.width // 2, top + line.height // 2))
        assert there == _rgb(COLOURS[0])
