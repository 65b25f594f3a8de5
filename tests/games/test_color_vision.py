"""Checks that pictures remain clear with red-green color blindness."""

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
from tests.laws.legibility import LinearRgb, compute_contrast_ratio, compute_luminance, linearize

COLOR_MATRIX_BY_VISION: Final = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    # From Machado, Oliveira and Fernandes (2009), for linear RGB.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
}
MIN_CIELAB_DISTANCE: Final = 18.0
"""The smallest allowed distance of two colors in CIELAB. A distance of two or three is barely visible."""
MIN_OUTLINE_CONTRAST: Final = 3.0
"""The smallest allowed contrast ratio between a sign and its background."""
MIN_SHAPE_DIFFERENCE: Final = 0.05
"""The smallest allowed share of pixels in which two drawings differ."""


def simulate_vision(color: Color, vision: str) -> LinearRgb:
    """Return a color as seen by a person with this type of color vision, in linear RGB from 0 to 1."""
    red, green, blue = (
        min(1.0, max(0.0, sum(share * channel for share, channel in zip(row, linearize(color), strict=True))))
        for row in COLOR_MATRIX_BY_VISION[vision]
    )
    return red, green, blue


def convert_to_lab(rgb: LinearRgb) -> LinearRgb:
    red, green, blue = rgb
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, compute_luminance(rgb), z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def compute_color_distance(first_color: Color, second_color: Color, vision: str) -> float:
    first_lab, second_lab = (
        convert_to_lab(simulate_vision(first_color, vision)),
        convert_to_lab(simulate_vision(second_color, vision)),
    )
    return float(sum((first - second) ** 2 for first, second in zip(first_lab, second_lab, strict=True)) ** 0.5)


def compute_contrast(first_color: Color, second_color: Color, vision: str) -> float:
    return compute_contrast_ratio(
        *(compute_luminance(simulate_vision(it, vision)) for it in (first_color, second_color))
    )


@pytest.mark.parametrize("vision", COLOR_MATRIX_BY_VISION)
@pytest.mark.parametrize(
    ("color", "other_color"),
    [
        # The marks of the last move and their backgrounds.
        (GOLD, PAPER), (GOLD, LIGHT_SQUARE), (LAST_MOVE_DARK_SQUARE, DARK_SQUARE),
        (CHECK_RED, DARK_SQUARE), (CHECK_RED, LIGHT_SQUARE), (CHECK_RED, LAST_MOVE_DARK_SQUARE), (CHECK_RED, GOLD),
        *((GOLD, ground) for ground in (*BOARD_COLORS.values(), *PALE_SEAT_COLORS)),
        # Players to move, and others.
        (GOLD, SLATE), (GOLD, PANEL), (LAST_MOVE_RIM, LIGHT_SQUARE), (LAST_MOVE_RIM, GOLD),
        # Won, drawn and lost.
        *combinations((GOLD, DRAWN_COLOR, LOST_COLOR), 2),
    ],
)  # fmt: skip
def test_meaningful_colors_differ_for_every_vision(color: Color, other_color: Color, vision: str) -> None:
    assert compute_color_distance(color, other_color, vision) >= MIN_CIELAB_DISTANCE


def measure_similarity(palette: Palette, sprite_name: str, other_name: str) -> float:
    """Return the share of pixels that are equal in two drawings after conversion to grayscale."""
    images = [_draw_gray(palette, name) for name in (sprite_name, other_name)]
    difference = ImageChops.difference(*images).point([0] * 24 + [255] * 232)
    return 1 - ImageStat.Stat(difference).mean[0] / 255


def _draw_gray(palette: Palette, name: str) -> Image.Image:
    marks = ((Rectangle(200, 200, PANEL), 0, 0), (Sprite(name, 200, PANEL), 0, 0))
    picture = Picture(palette, BOARD_WIDTH, 400, PANEL, marks)
    with Image.open(BytesIO(canvas.paint_png(picture))) as board:
        return board.convert("L").crop((0, 0, 200, 200))


@pytest.mark.parametrize(
    ("palette", "names"),
    [
        pytest.param(FOREST, [f"seat_{seat}" for seat in range(6)], id="seats"),
        pytest.param(FOREST, ["disc", "diamond", "triangle", "square"], id="owners of animals"),
        pytest.param(FOREST, ["strength", "speed", "endurance", "intelligence"], id="modes"),
        pytest.param(FOREST, ["medicine", "die", "point", "tile"], id="forest tiles"),
        pytest.param(DUEL, ["bison", "wolf"], id="owners of stones"),
        pytest.param(CARDS, [f"sign_{name}" for name in ("scissors", "stone", "paper", "fire", "well")], id="signs"),
        pytest.param(CARDS, [f"card_{name}" for name in ("scissors", "stone", "paper", "fire", "well", "joker")],
            id="cards"),
        pytest.param(CHESS, ["white_pawn", "black_pawn"], id="owners of pieces"),
        pytest.param(CHESS, ["white_queen", "white_queen_trance"], id="trance"),
        pytest.param(LADDER, ["risen", "fallen", "stayed", "came"], id="changes of rank"),
        pytest.param(LADDER, ["won", "lost", "between"], id="match results"),
    ],
)  # fmt: skip
def test_alternative_drawings_differ_in_shape(palette: Palette, names: list[str]) -> None:
    for first, second in combinations(names, 2):
        assert measure_similarity(palette, first, second) <= 1 - MIN_SHAPE_DIFFERENCE, (first, second)


def list_signs_with_grounds() -> Iterator[tuple[str, str, tuple[Color, ...]]]:
    """Yield the package and name of each important sign, and the background colors that it is drawn on."""
    grounds = (*BOARD_COLORS.values(), *PALE_SEAT_COLORS, GOLD)
    yield from (("games.woodwalkers", name, grounds) for name in ("drop", "dot", "dot_upon"))
    yield from (("games.schamanen", name, (PAPER, GOLD)) for name in ("bison", "wolf"))
    yield "games.shamanic_chess", "alarm", (CHECK_RED,)
    yield from (
        ("games.shamanic_chess", f"{side}_king", (LIGHT_SQUARE, DARK_SQUARE, GOLD, LAST_MOVE_DARK_SQUARE))
        for side in ("white", "black")
    )
    yield from (("bot", name, (PANEL,)) for name in ("won", "lost", "risen", "fallen"))


@pytest.mark.parametrize("vision", COLOR_MATRIX_BY_VISION)
def test_signs_contrast_with_their_grounds(vision: str) -> None:
    for package, name, grounds in list_signs_with_grounds():
        own, common = files(package).joinpath("art", f"{name}.svg"), files("games").joinpath("common", f"{name}.svg")
        inks = _list_colors((own if own.is_file() else common).read_text("utf-8"))
        for ground in grounds:
            assert max(compute_contrast(ink, ground, vision) for ink in inks) >= MIN_OUTLINE_CONTRAST, (name, ground)


def _list_colors(drawing: str) -> set[Color]:
    return {
        drawing[start : start + 7]
        for start in range(len(drawing))
        if drawing[start] == "#" and drawing[start + 7] == '"'
    }


@pytest.mark.parametrize("background", ["#ffffff", "#313338"])
@pytest.mark.parametrize("vision", COLOR_MATRIX_BY_VISION)
def test_emoji_rims_contrast_with_light_and_dark_themes(background: Color, vision: str) -> None:
    """Each emoji has a dark and a light rim, so one of them must stand out against the background."""
    assert max(compute_contrast(rim, background, vision) for rim in (INK, LIGHT)) >= MIN_OUTLINE_CONTRAST
