"""For programs: the playground, as its people use it.

    async with Playground.started() as playground, playground.hosting(sys.executable, "my_bot.py"):
        answer = await playground.as_("otter").command("duels", "greet", animal="heron")
        assert "Hello" in text(answer.message)

Nothing is polled: whatever is waited for comes through the websocket.
"""

from discord_playground.client.answer import Answer
from discord_playground.client.line import Denied
from discord_playground.client.player import File, Player
from discord_playground.client.playground import Playground
from discord_playground.client.program import running
from discord_playground.client.reading import JSON, buttons, component, components, labels, selects, text, texts
from discord_playground.client.watch import Watch

__all__ = [
    "JSON",
    "Answer",
    "Denied",
    "File",
    "Player",
    "Playground",
    "Watch",
    "buttons",
    "component",
    "components",
    "labels",
    "running",
    "selects",
    "text",
    "texts",
]
