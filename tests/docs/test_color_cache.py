"""Checks that the stored colors of drawings are up to date."""

from __future__ import annotations

import pytest

from bot.screens.charts import result_picture
from games import GAMES
from games.dice import Chance
from games.drawing import compute_colors, palette_colors
from games.match import RESIGN, begin_match
from tests.docs.color_cache import cache_path, list_cache_files, list_palettes

STALE = "make rules updates it"
COLOR_TOLERANCE = 8
"""The largest accepted difference of a color channel. Edges are shaded differently on some processors."""


def test_cache_contains_exactly_the_palettes_in_use() -> None:
    assert list_cache_files() == {cache_path(palette) for palette in list_palettes()}, STALE


def test_palette_is_complete_before_threads_share_it() -> None:
    for palette in list_palettes():
        table = palette_colors(palette).palette
        assert table
        assert not table.dirty


@pytest.mark.parametrize("key", GAMES)
def test_colors_of_the_result_picture_are_cached(key: str) -> None:
    """The result picture has its own palette: the game's colors and those of the animal heads."""
    game = GAMES[key]
    match = begin_match(game, game.options_class(), min(game.SEATS), Chance.derive(bytes(32), ())).play_move(0, RESIGN)
    assert cache_path(result_picture.draw_result(match, [], "en").palette) in list_cache_files(), STALE


@pytest.mark.nightly
def test_cached_colors_are_close_to_computed_ones() -> None:
    """Recompute all colors, which is slow.

    File names contain hashes of the drawings, so faster tests already detect changed drawings. This test can fail only
    on another processor or with another version of the image library.
    """
    for palette in list_palettes():
        parts = palette_colors(palette).getpalette() or []
        cached = set(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))
        computed = set(compute_colors(palette))
        for colors, others in ((cached, computed), (computed, cached)):
            for color in colors:
                distance = min(max(abs(one - two) for one, two in zip(color, other, strict=True)) for other in others)
                assert distance <= COLOR_TOLERANCE, f"{palette.package}, {palette.folder}, {color}: {STALE}"
