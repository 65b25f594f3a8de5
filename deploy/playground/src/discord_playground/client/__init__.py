"""A client for tests and tools that act as people on a playground.

    async with Playground.start() as playground, playground.run_script("my_bot.py"):
        result = await playground.person("otter").run_command("duels", "greet", animal="heron")
        assert "Hello" in full_text(result.message)

The client never polls: methods that wait receive events through a websocket.
"""

from discord_playground.client.api_client import PlaygroundError
from discord_playground.client.interaction_result import InteractionResult
from discord_playground.client.live_view import LiveView
from discord_playground.client.message_content import (
    JSON,
    button_labels,
    find_buttons,
    find_component,
    find_selects,
    full_text,
    iter_components,
    text_blocks,
)
from discord_playground.client.person_client import File, PersonClient
from discord_playground.client.playground import Playground
from discord_playground.client.server_process import run_playground

__all__ = [
    "JSON",
    "File",
    "InteractionResult",
    "LiveView",
    "PersonClient",
    "Playground",
    "PlaygroundError",
    "button_labels",
    "find_buttons",
    "find_component",
    "find_selects",
    "full_text",
    "iter_components",
    "run_playground",
    "text_blocks",
]
