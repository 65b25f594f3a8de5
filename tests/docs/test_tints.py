"""The colors that are kept are those that would be found."""

from __future__ import annotations

import pytest

from bot.screens.charts import result_picture
from games import GAMES
from games.dice import Chance
from games.drawing import compute_colors, palette_colors
from games.match import RESIGN, begin_match
from tests.docs.tints import palettes, place, there

STALE = "make rules writes it anew"
ROUNDED = 8
"""Another processor may shade an edge otherwise."""


def test_every_palette_is_kept_and_none_besides() -> None:
    assert there() == {place(palette) for palette in palettes()}, STALE


def test_colors_are_laid_out_before_threads_share_them() -> None:
    for palette in palettes():
        table = palette_colors(palette).palette
        assert table
        assert not table.dirty


@pytest.mark.parametrize("key", GAMES)
def test_whoever_paints_an_end_finds_them_kept(key: str) -> None:
    """The colors of its heads are added to those of the game: that is a palette of its own."""
    game = GAMES[key]
    engine = begin_match(game, game.options_class(), min(game.SEATS), Chance.derive(bytes(32), ())).play_move(0, RESIGN)
    assert place(result_picture.draw_result(engine, [], "en").palette) in there(), STALE


@pytest.mark.nightly
def test_what_is_kept_would_be_found() -> None:
    """What is kept is called by all it was found from: whoever changes a drawing has to find its colors at once. That
    another painter or processor finds the same is nothing that a change of ours brings about.
    """
    for palette in palettes():
        parts = palette_colors(palette).getpalette() or []
        told = set(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))
        found = set(compute_colors(palette))
        for here, others in ((told, found), (found, told)):
            for color in here:
                nearest = min(max(abs(one - two) for one, two in zip(color, other, strict=True)) for other in others)
                assert nearest <= ROUNDED, f"{palette.package}, {palette.own}, {color}: {STALE}"
