"""The buttons of a scene, and where they lead."""

from __future__ import annotations

from bot.scenes.address import Address
from bot.scenes.scene import Button, Scene


def buttons(scene: Scene | None) -> list[Button]:
    """Discord takes no message in which two have the same custom_id."""
    assert scene
    found = [it for row in scene.rows if isinstance(row, tuple) for it in row]
    assert len({it.to for it in found}) == len(found), found
    return found


def addresses(scene: Scene | None) -> list[Address]:
    return [it for it in (Address.parse(button.to) for button in buttons(scene)) if it]


def verbs(scene: Scene | None) -> dict[str, Address]:
    """What they do, and the last button that does it."""
    return {address.verb: address for address in addresses(scene)}
