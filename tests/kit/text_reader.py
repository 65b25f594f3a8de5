"""A person who does not see pictures, colors or emoji, and reads only what a screen reader reads of a message."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from bot.discord.layout import render_layout
from bot.i18n import say
from bot.screens.custom_ids import CustomId
from bot.screens.scene import Scene
from tests.kit.matches import ANN, BEN, CAT, DAN
from tests.kit.person import Person
from tests.kit.scene_reading import BUTTON_TYPE, GALLERY_TYPE, READABLE_LABEL, SELECT_TYPE, TEXT_TYPE, walk_components

NAMES: Final = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan"}
KEYS_OF_OTHER_BUTTONS: Final = (
    "button-back", "button-change", "button-look", "button-more", "button-replay", "button-rematch", "button-settings",
)  # fmt: skip
"""The texts of buttons below a board that choose no move."""


@dataclass
class TextReader:
    """A person who reads the text of a message, and presses buttons by their labels.

    Reading fails if a picture has no description, or if a label makes no sense alone or occurs twice.
    """

    person: Person
    locale: str
    rng: random.Random
    lines: list[str] = field(default_factory=list)
    """The texts, descriptions of pictures and labels of the message that was read last, in order."""
    custom_ids: dict[str, str] = field(default_factory=dict)
    """The custom IDs of the buttons and menu entries in this message, by label."""

    def read(self, scene: Scene | None) -> None:
        assert scene
        self.lines, self.custom_ids = [], {}
        for component in walk_components(render_layout(scene, names=NAMES)):
            if component["type"] == TEXT_TYPE:
                self.lines.append(component["content"])
            elif component["type"] == GALLERY_TYPE:
                self.lines += [item["description"] for item in component["items"]]
            elif component["type"] == BUTTON_TYPE:
                self._read_label(component["label"], "" if component["disabled"] else component["custom_id"])
            elif component["type"] == SELECT_TYPE:
                self.lines.append(component.get("placeholder", ""))
                for option in component["options"]:
                    self._read_label(option["label"], option["value"])

    def _read_label(self, label: str, custom_id: str) -> None:
        assert READABLE_LABEL.search(label), f"{label!r} in {self.lines}"
        assert label not in self.custom_ids, f"two buttons are called {label!r} in {self.lines}"
        self.lines.append(label)
        if custom_id:
            self.custom_ids[label] = custom_id

    async def press(self, label: str) -> None:
        assert label in self.custom_ids, f"no {label!r} in {self.lines}"
        response = await self.person.press(CustomId.parse(self.custom_ids[label]))
        if response.scene:
            self.read(response.scene)

    async def press_text(self, key: str) -> None:
        """Press the button that is labeled with the bot's text for this key, in the reader's language."""
        await self.press(say(key, self.locale))

    def list_choices(self) -> list[str]:
        """Return the labels that choose a move or a part of one."""
        others = {say(key, self.locale) for key in KEYS_OF_OTHER_BUTTONS}
        return [label for label in self.custom_ids if label not in others]

    async def choose_moves(self, max_presses: int) -> None:
        """Press up to `max_presses` random choices. Stop when there are none, because it is not this player's turn."""
        for _ in range(max_presses):
            choices = self.list_choices()
            if not choices:
                return
            await self.press(self.rng.choice(choices))
