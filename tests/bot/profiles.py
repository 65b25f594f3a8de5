"""What a profile shows, and who has one that tells."""

from __future__ import annotations

from bot.scenes.scene import Button, Scene
from games import GAMES

SHORT = {"placement": "random", "prize": "one"}


TELLTALE = [key for key, game in GAMES.items() if game.has_habits]


def text(scene: Scene | None) -> str:
    assert scene
    return "\n".join((*scene.above, *scene.below, scene.small))


def buttons(scene: Scene | None) -> dict[str, str]:
    """Where each leads, by its label."""
    assert scene
    return {
        button.label: button.to
        for row in scene.rows
        if isinstance(row, tuple)
        for button in row
        if isinstance(button, Button)
    }
