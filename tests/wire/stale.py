"""Presses on buttons, selects and forms that nobody sees now: of other matches, other steps and other versions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.scenes.address import Verb
from deploy.playground.client import JSON

COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
TEXTS: Final = (
    " ", "0", "-1", "1", "2", "9" * 18, "9" * 19, "9" * 99, "٣", "²", "1e9", "nan", "None", "null",
    "'; DROP TABLE match; --", "../..", "a" * 100, "ä" * 100, "\u202e\u0000x", "🐺", "{}", "[]", "%s", "@everyone",
    "<@1>", ":", "::::",
)  # fmt: skip
RESTS: Final = (
    "", "0", "1", "film", "9" * 18, "-1", "x", "server", "me", "me.zone", "server.clock", "me.holiday", "a.", ".", "..",
    "schnick", "schamanen.-.strong", "schnick.-.x", "all", "all.own", "all.a.1.1.7ff8000000000000.1",
    "all.a.1.1.4008000000000000.99999999999999999999", "variant", "clock.", "rated.", "resign", "cancel", "agree",
    "offer", "lapse", "house", "0.1", "0.9", "own", "x" * 60, "²", "٣", "%",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Press:
    """One interaction that no message offers."""

    kind: int
    data: JSON
    message: str | None = None


class StalePresses:
    """Makes such presses; the same seed makes the same ones."""

    def __init__(
        self, seed: int, seen: Sequence[str], matches: Sequence[int], messages: Sequence[str], people: Sequence[str]
    ) -> None:
        """`seen` are custom ids that were on buttons somewhere, `messages` and `people` ids of such."""
        self.dice = random.Random(seed)
        self.seen = list(seen)
        self.matches = list(matches)
        self.messages = list(messages)
        self.people = list(people)

    def make(self) -> Press:
        return self._modal() if self.dice.random() < 0.15 else self._component()

    def _component(self) -> Press:
        data: JSON = {"custom_id": self._custom_id(), "component_type": self.dice.choice((2, 2, 2, 3, 5)), "id": 1}
        if data["component_type"] != 2:
            data["values"] = self.dice.choice((
                [self._custom_id()], [self._text()], [self.dice.choice(self.people)], ["yes"], ["none"], ["a", "b"],
            ))  # fmt: skip
        return Press(COMPONENT, data, self.dice.choice(self.messages))

    def _custom_id(self) -> str:
        match self.dice.randrange(6):
            case 0:
                # As it was, but for another match.
                parts = self.dice.choice(self.seen).split(":")
                return ":".join((parts[0], str(self._match()), *parts[2:]))[:100]
            case 1:
                whole = self.dice.choice(self.seen)
                return whole[: self.dice.randrange(len(whole))] or ":"
            case 2:
                return (self.dice.choice(self.seen) + self._text())[:100]
            case 3:
                letters = list(self.dice.choice(self.seen))
                one, other = self.dice.randrange(len(letters)), self.dice.randrange(len(letters))
                letters[one], letters[other] = letters[other], letters[one]
                return "".join(letters)
            case 4:
                return self._text()
            case _:
                verb = self.dice.choice([*map(str, Verb), "xx", "SI", ""])
                step = self.dice.choice((0, 0, 1, 2, 7, 999_999_999))
                return f"{verb}:{self._match()}:{step}:{self.dice.choice(RESTS)}"[:100]

    def _match(self) -> int:
        return self.dice.choice((*self.matches, *self.matches, 0, 10**17, 999_999_999_999_999_999))

    def _text(self) -> str:
        return self.dice.choice(TEXTS)

    def _modal(self) -> Press:
        field = {"type": 4, "id": 2, "custom_id": "line", "value": self.dice.choice(("", "a line", *TEXTS))}
        components = [{"type": 18, "id": 1, "component": field}]
        return Press(MODAL, {"custom_id": self._custom_id(), "components": components}, self.dice.choice(self.messages))
