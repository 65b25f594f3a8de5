"""Every drawing that stands beside a choice is there, fits into an emoji, and says nothing that the words do not."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from bot.discord.emoji_upload import EMOJI_NAME_PATTERN, EmojiDrawing, drawings_by_emoji_name, emoji_names_by_key
from bot.screens import move_buttons
from games import drawing
from games.art import Emblem
from tests.laws.law_tables import LawTable, get_random_match, list_tables_that_define, sample_moves

MAX_EMOJI_BYTES = 256 * 1024
MAX_EMOJI_COUNT = 2000
TABLES_WITH_EMBLEMS = list_tables_that_define("move_emblem")


@cache
def paint_emoji(drawing: EmojiDrawing) -> bytes:
    return drawing.render_png()


EMOJI_DRAWINGS = {key: EmojiDrawing(package, each) for key, package, each in move_buttons.list_emblems()}


@pytest.mark.parametrize("key", EMOJI_DRAWINGS)
def test_each_drawing_is_an_emoji(key: str) -> None:
    data = paint_emoji(EMOJI_DRAWINGS[key])
    assert len(data) <= MAX_EMOJI_BYTES
    with Image.open(BytesIO(data)) as drawn:
        assert (drawn.format, drawn.size, drawn.mode) == ("PNG", (drawing.EMOJI_SIZE, drawing.EMOJI_SIZE), "RGBA")
        # On nothing, as large as there is room, and not cut off.
        alpha = drawn.getchannel("A")
        assert alpha.getextrema() == (0, 255)
        left, top, right, bottom = alpha.getbbox() or (0, 0, 0, 0)
        assert max(right - left, bottom - top) >= 0.9 * drawing.EMOJI_SIZE
        solid = alpha.point([0] * 128 + [255] * 128).getbbox()
        assert solid
        assert min(solid[:2]) > 0
        assert max(solid[2:]) < drawing.EMOJI_SIZE


def test_each_has_a_name_that_discord_takes() -> None:
    assert bool(drawings_by_emoji_name()) == bool(TABLES_WITH_EMBLEMS)
    assert len(drawings_by_emoji_name()) <= MAX_EMOJI_COUNT
    assert emoji_names_by_key().keys() == EMOJI_DRAWINGS.keys()
    for key, name in emoji_names_by_key().items():
        assert 2 <= len(name) <= 32
        assert name.isascii()
        assert EMOJI_NAME_PATTERN.fullmatch(name)
        # What has one name looks the same, in two games too; what looks the same is there once.
        assert paint_emoji(drawings_by_emoji_name()[name]) == paint_emoji(EMOJI_DRAWINGS[key])
    looks = [paint_emoji(drawing) for drawing in drawings_by_emoji_name().values()]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("emblazoned", TABLES_WITH_EMBLEMS, ids=str)
def test_a_drawing_shows_nothing_that_the_words_do_not_say(emblazoned: LawTable) -> None:
    """To whom all that was pressed so far has said the same it shows the same, in whichever position and match."""
    game = emblazoned.game
    shown: dict[tuple[object, ...], Emblem | None] = {}
    for engine in [engine for seed in (0, 1) for engine in get_random_match(emblazoned, seed).matches[::5]]:
        for seat in engine.seats_asked:
            view = game.forget(engine.view_of(seat))
            for word in sample_moves(engine.legal_moves(seat), 12):
                said: list[object] = [seat]
                for end in range(1, len(word) + 1):
                    said.append(game.move_label(view, word[:end], "en"))
                    drawn = game.move_emblem(view, word[:end])
                    assert drawn is None or drawn in game.EMBLEMS
                    assert shown.setdefault(tuple(said), drawn) == drawn, said
    assert any(shown.values())
