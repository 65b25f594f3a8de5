"""The buttons of a scene, and where they lead."""

from __future__ import annotations

from bot.scenes.address import Address
from bot.scenes.scene import Button, Scene


def buttons(scene: Scene | None) -> list[Button]:
    assert scene
    return [it for row in scene.rows if isinstance(row, tuple) for it in row]


def addresses(scene: Scene | None) -> list[Address]:
    return [it for it in (Address.parse(button.to) for button in buttons(scene)) if it]
