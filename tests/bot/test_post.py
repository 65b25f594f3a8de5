"""What Discord's refusals mean to whoever wanted to tell something."""

from __future__ import annotations

import discord
import pytest

from bot.discord.emblems import Emblems
from bot.discord.layout import LONGEST, layout
from bot.discord.messages import Messages
from bot.errors import Unavailable
from bot.paint import Brush
from bot.scenes.scene import Scene


@pytest.fixture
def post() -> Messages:
    return Messages(discord.Client(intents=discord.Intents.none()), Brush(), Emblems(str))


async def test_a_limit_that_is_too_long_to_wait_for_is_waited_for_elsewhere(
    post: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could not be told because of it is told later; as any other trouble it would have been theirs."""

    async def limited(_: object) -> discord.DMChannel:
        raise discord.RateLimited(60.0)

    monkeypatch.setattr(post.client, "create_dm", limited)
    with pytest.raises(Unavailable):
        await post.tell(1, Scene(above=("Hello",)), "once")


def test_what_does_not_fit_is_cut_off_and_nothing_is_empty() -> None:
    """Discord takes no message with a longer text, nor with one that says nothing."""
    scene = Scene(above=("a" * (LONGEST - 10),), below=("b" * 100,), small="c" * 200)
    texts = [item.content for item in layout(scene).walk_children() if isinstance(item, discord.ui.TextDisplay)]
    assert sum(map(len, texts)) == LONGEST
    assert all(texts)
