"""What Discord's refusals mean to whoever wanted to tell something."""

from __future__ import annotations

import discord
import pytest

from bot.channel import Unavailable
from bot.paint import Brush
from bot.post import Post
from bot.scene import Scene


@pytest.fixture
def post() -> Post:
    return Post(discord.Client(intents=discord.Intents.none()), Brush())


async def test_a_limit_that_is_too_long_to_wait_for_is_waited_for_elsewhere(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could not be told because of it is told later; as any other trouble it would have been theirs."""

    async def limited(_: object) -> discord.DMChannel:
        raise discord.RateLimited(60.0)

    monkeypatch.setattr(post.client, "create_dm", limited)
    with pytest.raises(Unavailable):
        await post.tell(1, Scene(above=("Hello",)), "once")
