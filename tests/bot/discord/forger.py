"""Whoever sends what Discord never would: any kind of interaction, cut, lengthened, swapped, and with odd values."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.scenes.verb import Verb
from deploy.playground.client import JSON

COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
LOCALES: Final = ("en-US", "de", "fr", "tlh", "", "xx-XX", "zh-CN", "e" * 200)
ODD: Final[Sequence[Any]] = (
    "", " ", "0", "-1", "1", "2", "9" * 18, "9" * 19, "9" * 99, "٣", "²", "1e9", "nan", "None", "null",
    "'; DROP TABLE match; --", "../..", "a" * 100, "ä" * 6000, "\u202e\u0000x", "🐺", "{}", "[]", "%s", "@everyone",
    "<@1>", ":", "::::", 0, 1, -1, 2**63, 10**30, 1.5, True, False, None, [], {}, ["1"], {"a": 1},
)  # fmt: skip
RESTS: Final = (
    "", "0", "1", "film", "9" * 18, "-1", "x", "server", "me", "me.zone", "server.clock", "me.holiday", "a.", ".", "..",
    "schnick", "schamanen.-.strong", "schnick.-.x", "all", "all.own", "all.a.1.1.7ff8000000000000.1",
    "all.a.1.1.4008000000000000.99999999999999999999", "variant", "clock.", "rated.", "resign", "cancel", "agree",
    "offer", "lapse", "house", "0.1", "0.9", "own", "x" * 60, "²", "٣", "%",
)  # fmt: skip
RESOLVED: Final[Sequence[Any]] = (
    {}, None, [], "x", {"users": {}}, {"users": []}, {"users": None}, {"users": {"x": {}}}, {"users": {"1": {}}},
    {"users": {"1": None}}, {"users": {"1": {"username": "x"}}}, {"members": {"1": {}}, "users": {"1": {"id": "1"}}},
    {"channels": {"1": {}}}, {"roles": 7},
)  # fmt: skip
STARTING: Final = frozenset({"duel challenge", "duel open", "duel practice"})
NONSENSE: Final = {"type": STRING, "name": "options", "value": "wings=7"}
"""With which nothing can begin."""


@dataclass(frozen=True, slots=True)
class Forgery:
    """One interaction, as a program of somebody's own would have it sent."""

    kind: int
    data: JSON
    told: Mapping[str, Any]
    message: str | None = None


class Forger:
    """The same seed is the same forgeries. None of them is one that its sender may do, but for looking."""

    def __init__(
        self,
        seed: int,
        seen: Sequence[str],
        matches: Sequence[int],
        messages: Sequence[str],
        people: Sequence[str],
        commands: Sequence[JSON],
    ) -> None:
        """`seen` are custom ids that were on buttons somewhere, `messages` and `people` ids of such."""
        self.dice = random.Random(seed)
        self.seen = list(seen)
        self.matches = list(matches)
        self.messages = list(messages)
        self.people = list(people)
        self.commands = {one["name"]: one for one in commands}

    def forged(self) -> Forgery:
        pressed, asked = self._component, self._command
        make = self.dice.choice((pressed, pressed, pressed, asked, asked, self._completion, self._modal))
        return make()

    def _told(self) -> dict[str, Any]:
        told: dict[str, Any] = {}
        if self.dice.random() < 0.2:
            told["locale"] = self.dice.choice(LOCALES)
        if self.dice.random() < 0.05:
            told["member"] = None
        if self.dice.random() < 0.05:
            told["app_permissions"] = self.dice.choice(("0", "8", str(2**60)))
        if self.dice.random() < 0.05:
            told["context"] = self.dice.choice((0, 1, 2))
        return told

    # pressed

    def _component(self) -> Forgery:
        data: JSON = {
            "custom_id": self._custom_id(),
            "component_type": self.dice.choice((2, 2, 2, 3, 5, 6, 7, 8, 99)),
            "id": 1,
        }
        if self.dice.random() < 0.5:
            data["values"] = self.dice.choice((
                [], [self._custom_id()], [str(self.dice.choice(ODD))], [self.dice.choice(self.people)], ["yes"],
                ["none"], ["a", "b", "c"], "text", None, 7, [None], [[]],
            ))  # fmt: skip
        if self.dice.random() < 0.2:
            data["resolved"] = self.dice.choice(RESOLVED)
        return Forgery(COMPONENT, data, self._told(), self.dice.choice(self.messages))

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
                return self._text()[:100] or "?"
            case _:
                verb = self.dice.choice([*map(str, Verb), "xx", "SI", ""])
                step = self.dice.choice((0, 0, 1, 2, 7, 999_999_999))
                return f"{verb}:{self._match()}:{step}:{self.dice.choice(RESTS)}"[:100]

    def _match(self) -> int:
        return self.dice.choice((*self.matches, *self.matches, 0, 10**17, 999_999_999_999_999_999))

    def _text(self) -> str:
        return self.dice.choice([one for one in ODD if isinstance(one, str)])

    # asked for by command

    def _command(self) -> Forgery:
        if self.dice.random() < 0.15:
            return Forgery(COMMAND, self._unknown(), self._told())
        if self.dice.random() < 0.1:
            return Forgery(COMMAND, self._on_somebody(), self._told())
        name, command, inner = self._any()
        options = self._options(inner, [*self.dice.sample(inner, self.dice.randint(0, len(inner)))])
        if self.dice.random() < 0.4:
            options = self._broken(options)
        elif name in STARTING:
            options = [*(one for one in options if one["name"] != "options"), NONSENSE]
        return Forgery(COMMAND, self._nested(name, command, options), self._told())

    def _any(self) -> tuple[str, JSON, list[JSON]]:
        """A command with its words, and what its innermost takes."""
        ways = []
        for command in self.commands.values():
            if command.get("type", 1) != 1:
                continue
            for one in command["options"]:
                if one["type"] == 2:
                    ways += [
                        (f"{command['name']} {one['name']} {each['name']}", command, each) for each in one["options"]
                    ]
                else:
                    ways.append((f"{command['name']} {one['name']}", command, one))
        name, command, leaf = self.dice.choice(ways)
        return name, command, leaf.get("options") or []

    def _options(self, known: Sequence[JSON], chosen: Sequence[JSON]) -> list[JSON]:
        return [{"type": one["type"], "name": one["name"], "value": self._value(one)} for one in chosen or known[:1]]

    def _value(self, option: JSON) -> Any:
        if option["type"] == USER:
            return self.dice.choice((*self.people, "0", "1", "x", None))
        if "match" in option["name"] or self.dice.random() < 0.2:
            return str(self._match())
        if choices := option.get("choices"):
            return self.dice.choice(choices)["value"]
        return self.dice.choice((1, 2, 7)) if option["type"] == INTEGER else self._text()

    def _broken(self, options: list[JSON]) -> list[JSON]:
        """So that nobody could have sent it: what it would do must not be done."""
        match self.dice.randrange(6):
            case 5:
                return [*options, {"type": 1, "name": "list", "options": []}]
            case 0:
                return [*options, {"type": STRING, "name": "unheard", "value": "x"}]
            case 1:
                return [*options, {"type": 99, "name": "word", "value": self.dice.choice(ODD)}]
            case 2:
                return [*options, {"type": STRING, "name": "game", "value": [7]}]
            case 3:
                return [*options, {"type": STRING, "name": "match"}]
            case _:
                return [{**one, "type": one["type"] + 1, "value": self.dice.choice(ODD)} for one in options] + [
                    {"type": "x"}
                ]

    def _nested(self, name: str, command: JSON, options: list[JSON]) -> JSON:
        nested: Any = options
        for word in reversed(name.split()[1:]):
            kind = 2 if nested is not options else 1
            nested = [{"type": kind, "name": word, "options": nested}]
        data: JSON = {"id": command["id"], "name": command["name"], "type": 1, "options": nested}
        if self.dice.random() < 0.2:
            data["resolved"] = self.dice.choice(RESOLVED)
        return data

    def _unknown(self) -> JSON:
        known = self.dice.choice([*self.commands])
        return self.dice.choice((
            {"id": "1", "name": "unheard", "type": 1, "options": []},
            {"id": "1", "name": known, "type": 1},
            {"id": "1", "name": known, "type": 1, "options": []},
            {"id": "1", "name": known, "type": 1, "options": None},
            {"id": "1", "name": known, "type": 1, "options": "list"},
            {"id": "1", "name": known, "type": 1, "options": [{"type": 1, "name": "unheard", "options": []}]},
            {"id": "1", "name": known, "type": 1, "options": [{"type": 2, "name": "list", "options": [7]}]},
            {"id": "1", "name": known, "type": 1, "options": [{"type": 1}]},
            {"id": "1", "name": known, "type": 1, "options": [None]},
            {"id": "1", "name": known, "type": 7},
            {"id": "1", "name": known, "type": 3, "target_id": "1"},
        ))  # fmt: skip

    def _on_somebody(self) -> JSON:
        name = self.dice.choice([*(one["name"] for one in self.commands.values() if one.get("type", 1) != 1), "?"])
        kind, whom = self.dice.choice((2, 2, 3)), self.dice.choice((*self.people, "x", ""))
        resolved: Any = self.dice.choice(RESOLVED)
        return {"id": "1", "name": name, "type": kind, "target_id": whom, "resolved": resolved}

    # typed, and written into a form

    def _completion(self) -> Forgery:
        if self.dice.random() < 0.15:
            return Forgery(COMPLETION, self._unknown(), self._told())
        name, command, inner = self._any()
        options = self._options(inner, [*self.dice.sample(inner, self.dice.randint(0, len(inner)))])
        for one in options:
            if self.dice.random() < 0.5:
                one["focused"] = True
            if self.dice.random() < 0.3:
                one["value"] = self.dice.choice(ODD)
        return Forgery(COMPLETION, self._nested(name, command, options), self._told())

    def _modal(self) -> Forgery:
        data: JSON = {
            "custom_id": self._custom_id(),
            "components": self.dice.choice(([], [{"type": 1, "id": 1, "components": []}], [self._field()])),
        }
        return Forgery(MODAL, data, self._told(), self.dice.choice((*self.messages, None)))

    def _field(self) -> JSON:
        """Of a form, with whatever was written in it."""
        field = {"type": 4, "id": 2, "custom_id": "line", "value": self.dice.choice((*ODD, "a line"))}
        return {"type": 18, "id": 1, "component": self.dice.choice((field, None))}
