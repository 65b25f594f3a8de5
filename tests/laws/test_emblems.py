"""Emblems beside choices can be painted as emoji, and reveal nothing that the labels of the choices hide."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from bot.discord.emoji_upload import EMOJI_NAME_PATTERN, EmojiDrawing, drawings_by_emoji_name, emoji_names_by_key
from bot.screens import move_buttons
from games import drawing
from games.art import Emblem
from tests.laws.law_tables import LawTable, for_each_law_table, get_random_match, list_tables_that_define, sample_moves

MAX_EMOJI_BYTES = 256 * 1024
MAX_EMOJI_COUNT = 2000
TABLES_WITH_EMBLEMS = list_tables_that_define("move_emblem")


@cache
def paint_emoji(drawing: EmojiDrawing) -> bytes:
    return drawing.render_png()


EMOJI_DRAWINGS = {key: EmojiDrawing(package, each) for key, package, each in move_buttons.list_emblems()}


@pytest.mark.parametrize("key", EMOJI_DRAWINGS)
def test_emblem_fits_into_an_emoji(key: str) -> None:
    data = paint_emoji(EMOJI_DRAWINGS[key])
    assert len(data) <= MAX_EMOJI_BYTES
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.size, image.mode) == ("PNG", (drawing.EMOJI_SIZE, drawing.EMOJI_SIZE), "RGBA")
        # On a transparent ground, as large as there is room, and not cut off.
        alpha = image.getchannel("A")
        assert alpha.getextrema() == (0, 255)
        left, top, right, bottom = alpha.getbbox() or (0, 0, 0, 0)
        assert max(right - left, bottom - top) >= 0.9 * drawing.EMOJI_SIZE
        solid = alpha.point([0] * 128 + [255] * 128).getbbox()
        assert solid
        assert min(solid[:2]) > 0
        assert max(solid[2:]) < drawing.EMOJI_SIZE


def test_emoji_names_are_valid_and_one_per_drawing() -> None:
    assert bool(drawings_by_emoji_name()) == bool(TABLES_WITH_EMBLEMS)
    assert len(drawings_by_emoji_name()) <= MAX_EMOJI_COUNT
    assert emoji_names_by_key().keys() == EMOJI_DRAWINGS.keys()
    for key, name in emoji_names_by_key().items():
        assert 2 <= len(name) <= 32
        assert name.isascii()
        assert EMOJI_NAME_PATTERN.fullmatch(name)
        # Equal drawings share an emoji, also across games.
        assert paint_emoji(drawings_by_emoji_name()[name]) == paint_emoji(EMOJI_DRAWINGS[key])
    images = [paint_emoji(drawing) for drawing in drawings_by_emoji_name().values()]
    assert len(set(images)) == len(images)


@for_each_law_table(TABLES_WITH_EMBLEMS)
def test_same_labels_show_the_same_emblem(law_table: LawTable) -> None:
    """The emblem must depend only on the labels of a choice, not on the position or match."""
    game = law_table.game
    emblem_by_labels: dict[tuple[object, ...], Emblem | None] = {}
    for match in [match for seed in (0, 1) for match in get_random_match(law_table, seed).matches[::5]]:
        for seat in match.seats_asked:
            view = game.forget(match.view_of(seat))
            for move in sample_moves(match.legal_moves(seat), 12):
                labels: list[object] = [seat]
                for end in range(1, len(move) + 1):
                    labels.append(game.move_label(view, move[:end], "en"))
                    emblem = game.move_emblem(view, move[:end])
                    assert emblem is None or emblem in game.EMBLEMS
                    assert emblem_by_labels.setdefault(tuple(labels), emblem) == emblem, labels


@pytest.mark.parametrize("key", sorted({table.game.KEY for table in TABLES_WITH_EMBLEMS}))
def test_some_choices_have_an_emblem(key: str) -> None:
    assert any(
        table.game.move_emblem(match.view_of(seat), move[:end])
        for table in TABLES_WITH_EMBLEMS
        if key == table.game.KEY
        for match in get_random_match(table).matches
        for seat in match.seats_asked
        for move in match.legal_moves(seat)[:1]
        for end in range(1, len(move) + 1)
    )
