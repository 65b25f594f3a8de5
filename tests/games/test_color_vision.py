"""Who sees red and green alike sees the same game: what one decides by differs in lightness, in blue, or in shape."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.screens.charts.chart_kit import CHART_PALETTE as LADDER
from bot.screens.charts.chart_kit import DRAWN_COLOR, LOST_COLOR
from games import canvas
from games.art import BOARD_WIDTH, GOLD, INK, LIGHT, PANEL, PAPER, SLATE, Color, Palette, Picture, Rectangle, Sprite
from games.schamanen.side_panel import PALETTE as DUEL
from games.schnick.card_sprites import PALETTE as CARDS
from games.shamanic_chess.board_picture import (
    CHECK_RED,
    DARK_SQUARE,
    LAST_MOVE_DARK_SQUARE,
    LAST_MOVE_RIM,
    LIGHT_SQUARE,
)
from games.shamanic_chess.board_picture import PALETTE as CHESS
from games.woodwalkers.picture_kit import BOARD_COLORS, PALE_SEAT_COLORS
from games.woodwalkers.picture_kit import PALETTE as FOREST

COLOR_MATRIX_BY_VISION: Final = {
    "as most see": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    # After Machado, Oliveira and Fernandes (2009), in light and not in the values of a file.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
}
MIN_CIELAB_DISTANCE: Final = 18.0
"""In the units of CIELAB, of which two or three can just be seen."""
MIN_OUTLINE_CONTRAST: Final = 3.0
"""The least contrast of a sign with what it lies upon."""
MIN_SHAPE_DIFFERENCE: Final = 0.05
"""The least share of two outlines that is not the same."""

LinearRgb = tuple[float, float, float]


def simulate_vision(color: Color, vision: str) -> LinearRgb:
    """Red, green and blue as that sight has them, from 0 to 1."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in COLOR_MATRIX_BY_VISION[vision]
    )
    return red, green, blue


def compute_luminance(rgb: LinearRgb) -> float:
    red, green, blue = rgb
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def convert_to_lab(rgb: LinearRgb) -> LinearRgb:
    red, green, blue = rgb
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, compute_luminance(rgb), z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def compute_color_distance(first_color: Color, second_color: Color, vision: str) -> float:
    mine, theirs = (
        convert_to_lab(simulate_vision(first_color, vision)),
        convert_to_lab(simulate_vision(second_color, vision)),
    )
    return float(sum((left - right) ** 2 for left, right in zip(mine, theirs, strict=True)) ** 0.5)


def compute_contrast(first_color: Color, second_color: Color, vision: str) -> float:
    less, more = sorted(compute_luminance(simulate_vision(color, vision)) for color in (first_color, second_color))
    return (more + 0.05) / (less + 0.05)


@pytest.mark.parametrize("sight", COLOR_MATRIX_BY_VISION)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        # What just happened, and what it happened on.
        (GOLD, PAPER), (GOLD, LIGHT_SQUARE), (LAST_MOVE_DARK_SQUARE, DARK_SQUARE),
        (CHECK_RED, DARK_SQUARE), (CHECK_RED, LIGHT_SQUARE), (CHECK_RED, LAST_MOVE_DARK_SQUARE), (CHECK_RED, GOLD),
        *((GOLD, ground) for ground in (*BOARD_COLORS.values(), *PALE_SEAT_COLORS)),
        # Whose turn it is, and whose it is not.
        (GOLD, SLATE), (GOLD, PANEL), (LAST_MOVE_RIM, LIGHT_SQUARE), (LAST_MOVE_RIM, GOLD),
        # Won, shared and lost.
        *combinations((GOLD, DRAWN_COLOR, LOST_COLOR), 2),
    ],
)  # fmt: skip
def test_what_a_color_says_everybody_sees(one: Color, other: Color, sight: str) -> None:
    assert compute_color_distance(one, other, sight) >= MIN_CIELAB_DISTANCE


def measure_similarity(palette: Palette, sprite_name: str, other_name: str) -> float:
    """Which share of two drawings is the same, as gray as they can be."""
    shown = [_draw_gray(palette, name) for name in (sprite_name, other_name)]
    differs = ImageChops.difference(*shown).point([0] * 24 + [255] * 232)
    return 1 - ImageStat.Stat(differs).mean[0] / 255


def _draw_gray(palette: Palette, name: str) -> Image.Image:
    marks = ((Rectangle(200, 200, PANEL), 0, 0), (Sprite(name, 200, PANEL), 0, 0))
    picture = Picture(palette, BOARD_WIDTH, 400, PANEL, marks)
    with Image.open(BytesIO(canvas.paint_png(picture))) as board:
        return board.convert("L").crop((0, 0, 200, 200))


@pytest.mark.parametrize(
    ("palette", "names"),
    [
        pytest.param(FOREST, [f"seat_{seat}" for seat in range(6)], id="seats"),
        pytest.param(FOREST, ["disc", "diamond", "triangle", "square"], id="whose animal it is"),
        pytest.param(FOREST, ["strength", "speed", "endurance", "intelligence"], id="modes"),
        pytest.param(FOREST, ["medicine", "die", "point", "tile"], id="what lies in the forest"),
        pytest.param(DUEL, ["bison", "wolf"], id="whose stone it is"),
        pytest.param(CARDS, [f"sign_{name}" for name in ("scissors", "stone", "paper", "fire", "well")], id="signs"),
        pytest.param(CARDS, [f"card_{name}" for name in ("scissors", "stone", "paper", "fire", "well", "joker")],
            id="cards"),
        pytest.param(CHESS, ["white_pawn", "black_pawn"], id="whose piece it is"),
        pytest.param(CHESS, ["white_queen", "white_queen_trance"], id="who is in trance"),
        pytest.param(LADDER, ["risen", "fallen", "stayed", "came"], id="up and down"),
        pytest.param(LADDER, ["won", "lost", "between"], id="how a match went"),
    ],
)  # fmt: skip
def test_drawings_that_stand_for_each_other_differ_without_color(palette: Palette, names: list[str]) -> None:
    for one, other in combinations(names, 2):
        assert measure_similarity(palette, one, other) <= 1 - MIN_SHAPE_DIFFERENCE, (one, other)


def list_signs_with_grounds() -> Iterator[tuple[str, str, tuple[Color, ...]]]:
    """The signs by which one decides, and what they lie upon."""
    grounds = (*BOARD_COLORS.values(), *PALE_SEAT_COLORS, GOLD)
    yield from (("games.woodwalkers", name, grounds) for name in ("drop", "dot", "dot_upon"))
    yield from (("games.schamanen", name, (PAPER, GOLD)) for name in ("bison", "wolf"))
    yield "games.shamanic_chess", "alarm", (CHECK_RED,)
    yield from (
        ("games.shamanic_chess", f"{side}_king", (LIGHT_SQUARE, DARK_SQUARE, GOLD, LAST_MOVE_DARK_SQUARE))
        for side in ("white", "black")
    )
    yield from (("bot", name, (PANEL,)) for name in ("won", "lost", "risen", "fallen"))


@pytest.mark.parametrize("sight", COLOR_MATRIX_BY_VISION)
def test_signs_stand_out_from_what_they_lie_upon(sight: str) -> None:
    for package, name, grounds in list_signs_with_grounds():
        own, common = files(package).joinpath("art", f"{name}.svg"), files("games").joinpath("common", f"{name}.svg")
        inks = _list_colors((own if own.is_file() else common).read_text("utf-8"))
        for ground in grounds:
            assert max(compute_contrast(ink, ground, sight) for ink in inks) >= MIN_OUTLINE_CONTRAST, (name, ground)


def _list_colors(drawing: str) -> set[Color]:
    return {drawing[at : at + 7] for at in range(len(drawing)) if drawing[at] == "#" and drawing[at + 7] == '"'}


@pytest.mark.parametrize("discord", ["#ffffff", "#313338"])
@pytest.mark.parametrize("sight", COLOR_MATRIX_BY_VISION)
def test_emoji_are_seen_on_light_and_on_dark(discord: Color, sight: str) -> None:
    """Their rim is of ink or of light; boards bring a ground of their own."""
    assert max(compute_contrast(rim, discord, sight) for rim in (INK, LIGHT)) >= MIN_OUTLINE_CONTRAST
