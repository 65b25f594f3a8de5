"""Pytest plugin with the fixture `playground`, which starts a server for each test.

    async def test_hello(playground):
        async with playground.run_script("my_bot.py"):
            await playground.user.wait_for_command("hello")
            result = await playground.user.run_command("duels", "hello")
        assert "Hello" in full_text(result.message)

The fixture needs pytest-asyncio.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from discord_playground.client import Playground

try:
    from pytest_asyncio import fixture
except ImportError:

    @pytest.fixture(name="playground")
    def report_missing_plugin() -> None:
        pytest.fail("the fixture playground needs pytest-asyncio: pip install 'discord-playground[pytest]'")

else:

    @fixture
    async def playground() -> AsyncIterator[Playground]:
        """A playground with the bot application “Sample”, for one test."""
        # Pytest loads this plugin at each start, and importing the client takes half a second.
        from discord_playground.client import Playground  # noqa: PLC0415

        async with Playground.start(skip_identify_limit=True) as started:
            yield started
