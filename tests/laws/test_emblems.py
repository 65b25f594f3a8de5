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
from tests.laws.positions import Table, defining, played, some

HEAVIEST = 256 * 1024
MOST = 2000
EMBLAZONED = defining("move_emblem")


@cache
def painted(drawing: EmojiDrawing) -> bytes:
    return drawing.render_png()


DRAWN = {key: EmojiDrawing(package, each) for key, package, each in move_buttons.list_emblems()}


@pytest.mark.parametrize("key", DRAWN)
def test_each_drawing_is_an_emoji(key: str) -> None:
    data = painted(DRAWN[key])
    assert len(data) <= HEAVIEST
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
    assert bool(drawings_by_emoji_name()) == bool(EMBLAZONED)
    assert len(drawings_by_emoji_name()) <= MOST
    assert emoji_names_by_key().keys() == DRAWN.keys()
    for key, name in emoji_names_by_key().items():
        assert 2 <= len(name) <= 32
        assert name.isascii()
        assert EMOJI_NAME_PATTERN.fullmatch(name)
        # What has one name looks the same, in two games too; what looks the same is there once.
        assert painted(drawings_by_emoji_name()[name]) == painted(DRAWN[key])
    looks = [painted(drawing) for drawing in drawings_by_emoji_name().values()]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("emblazoned", EMBLAZONED, ids=str)
def test_a_drawing_shows_nothing_that_the_words_do_not_say(emblazoned: Table) -> None:
    """To whom all that was pressed so far has said the same it shows the same, in whichever position and match."""
    game = emblazoned.game
    shown: dict[tuple[object, ...], Emblem | None] = {}
    for engine in [engine for seed in (0, 1) for engine in played(emblazoned, seed).matches[::5]]:
        for seat in engine.seats_asked:
            view = game.forget(engine.view_of(seat))
            for word in some(engine.legal_moves(seat), 12):
                said: list[object] = [seat]
                for end in range(1, len(word) + 1):
                    said.append(game.move_label(view, word[:end], "en"))
                    drawn = game.move_emblem(view, word[:end])
                    assert drawn is None or drawn in game.EMBLEMS
                    assert shown.setdefault(tuple(said), drawn) == drawn, said
    assert any(shown.values())
