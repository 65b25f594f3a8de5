r"""What somebody does with a bot, a line each: `say !add 1 2 -> 3`.

| line | what is done |
| --- | --- |
| `say WORDS` | a message; {bot}, {heron} and {channel} stand for mentions |
| `dm WORDS` | the same to the bot alone |
| `use COMMAND name=value …` | a slash command |
| `ask COMMAND name=value …` | the same in direct messages |
| `install`, `among COMMAND name=value …` | to take the bot along; the same in direct messages with the heron |
| `menu COMMAND @heron`, `menu COMMAND` | a command of a person's or of the last message's menu |
| `type COMMAND option=text` | what is offered while an option is typed |
| `press LABEL` | the newest button of that label or emoji |
| `pick VALUE` | of the newest select |
| `fill ONE \| TWO` | the form that is open, field by field |
| `react EMOJI`, `edit WORDS`, `delete` | with one's last message |
| `join`, `look` | somebody comes; nothing is done but looked |

After ` -> ` stands what must come of it, a regular expression: in a message of others that is new or has changed, in
the form that opens, or in what is offered.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.client import JSON, Answer, Denied, Player, Playground
from tests.patience import PATIENCE

BLINK: Final = 0.1
SELECTS: Final = {3, 5, 6, 7, 8}


class Failed(Exception):
    """Nothing came of it, or something else."""


@dataclass
class Person:
    playground: Playground
    bot: str
    channel: str
    names: dict[str, str]
    """What stands in braces in a line."""
    me: Player = field(init=False)
    said: str = ""
    """The last message of their own."""
    waited: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.me = self.playground.as_("otter")

    async def does(self, line: str) -> None:
        deed, _, wanted = line.partition(" -> ")
        verb, _, rest = deed.strip().partition(" ")
        before = await self.seen()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await getattr(self, verb)(rest.format(**self.names) if "{" in rest else rest)
        except (Denied, TimeoutError, OSError, ValueError, LookupError) as error:
            raise Failed(f"{line}: {error!r}") from None
        if wanted:
            await self.comes(line, re.compile(wanted.strip(), re.DOTALL), before, answer)

    async def comes(self, line: str, wanted: re.Pattern[str], before: dict[str, str], answer: object) -> None:
        if answer is not None and wanted.search(written(answer)):
            return
        new: dict[str, str] = {}
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    see = await self.me.see()
                    new = {key: text for key, text in told(see) if before.get(key) != text}
                    if any(wanted.search(text) for text in new.values()):
                        return
                    await asyncio.sleep(BLINK)
        except TimeoutError:
            raise Failed(f"{line}: came {[*new.values()]!r:.600}, answered {answer!r:.300}") from None

    async def seen(self) -> dict[str, str]:
        return dict(told(await self.me.see()))

    # the verbs

    async def say(self, words: str) -> None:
        self.said = (await self.me.say(self.channel, words))["id"]

    async def dm(self, words: str) -> None:
        await self.me.say(f"@{self.bot}", words)

    async def use(self, words: str) -> object:
        command, options = split(words)
        await self.me.learns(command.split()[0], self.bot)
        answer = await self.me.command(self.channel, command, bot=self.bot, **options)
        return opened(answer)

    async def ask(self, words: str) -> object:
        command, options = split(words)
        await self.me.learns(command.split()[0], self.bot)
        return opened(await self.me.command(f"@{self.bot}", command, bot=self.bot, **options))

    async def install(self, _: str) -> None:
        await self.me.install(self.bot)

    async def among(self, words: str) -> object:
        command, options = split(words)
        there = (await self.me.act("dm", **{"with": "heron"}))["channel"]["id"]
        await self.me.learns(command.split()[0], self.bot)
        return opened(await self.me.command(there, command, bot=self.bot, **options))

    async def menu(self, words: str) -> object:
        command, _, whom = words.partition(" @")
        await self.me.learns(command, self.bot)
        answer = await self.me.command(self.channel, command, target=whom or self.said, bot=self.bot)
        return opened(answer)

    async def type(self, words: str) -> object:
        command, options = split(words)
        await self.me.learns(command.split()[0], self.bot)
        [*_, focused] = options
        return await self.me.complete(self.channel, command, focused, **options)

    async def press(self, label: str) -> object:
        message, component = await self.newest(lambda one: one["type"] == 2 and label in labels(one))
        answer = await self.me.click(message, custom_id=component["custom_id"])
        return opened(answer)

    async def pick(self, value: str) -> object:
        message, component = await self.newest(lambda one: one["type"] in SELECTS)
        answer = await self.me.select(message, component["custom_id"], [part.strip() for part in value.split("|")])
        return opened(answer)

    async def fill(self, words: str) -> object:
        form = (await self.me.see())["modal"]
        if form is None:
            raise LookupError("no form is open")
        fields = [one for one in every(form["components"]) if "custom_id" in one]
        values: dict[str, object] = {
            one["custom_id"]: [text.strip()] if one["type"] in SELECTS else text.strip()
            for one, text in zip(fields, words.split("|"), strict=False)
            if text.strip()
        }
        return opened(await self.me.submit(values))

    async def react(self, emoji: str) -> None:
        newest = (await self.me.messages(self.channel))[-1]
        await self.me.react(newest, emoji)

    async def edit(self, words: str) -> None:
        await self.me.edit(self.said, words)

    async def delete(self, _: str) -> None:
        await self.me.delete(self.said)

    async def join(self, _: str) -> None:
        made = await self.playground.stage("create_user", name=f"friend of {self.bot}")
        await self.playground.stage("add_member", server=self.names["server"], target=made["user"]["id"])

    async def look(self, _: str) -> None:
        """What comes, comes by itself."""

    async def newest(self, law: Any) -> tuple[JSON, JSON]:
        async with asyncio.timeout(PATIENCE):
            while True:
                see = await self.me.see()
                there = sorted(
                    (one for each in see["messages"].values() for one in each), key=lambda one: int(one["id"])
                )
                for message in reversed(there):
                    for component in every(message["components"]):
                        if law(component) and not component.get("disabled"):
                            return message, component
                await asyncio.sleep(BLINK)


def opened(answer: Answer) -> JSON | None:
    """The form that it opened; who was not answered has failed."""
    if answer.error:
        raise ValueError(answer.error)
    return answer.body.get("modal")


def told(see: JSON) -> Iterator[tuple[str, str]]:
    """All that is to be seen, each with what it is told apart by."""
    for messages in see["messages"].values():
        for message in messages:
            own = message["author"]["username"] == see["me"]["username"]
            yield message["id"], written({"reactions": message.get("reactions")} if own else shown(message))
    for server in see["servers"]:
        yield from ((channel["id"], f"channel {channel['name']}") for channel in server["channels"])
        yield from ((role["id"], f"role {role['name']}") for role in server["roles"])
    if see["modal"]:
        yield see["modal"]["id"], written(see["modal"])


def shown(message: JSON) -> JSON:
    parts = ("content", "embeds", "components", "attachments", "reactions", "flags")
    return {part: message[part] for part in parts if message.get(part)} | {"author": message["author"]["username"]}


def every(components: list[JSON]) -> Iterator[JSON]:
    for one in components:
        yield one
        yield from every(one.get("components") or [])
        for part in ("accessory", "component"):
            if one.get(part):
                yield from every([one[part]])


def labels(button: JSON) -> tuple[str, ...]:
    emoji = button.get("emoji") or {}
    return button.get("label") or "", emoji.get("name") or ""


def written(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False)


def split(words: str) -> tuple[str, dict[str, Any]]:
    """A command, and its options; a value may be in quotes."""
    options = {name: value(text) for name, text in re.findall(r"(\w+)=(\"[^\"]*\"|\S*)", words)}
    return re.sub(r"\s*\w+=(\"[^\"]*\"|\S*)", "", words).strip(), options


def value(text: str) -> str | int | float | bool:
    try:
        found: object = json.loads(text)
    except ValueError:
        return text
    return found if isinstance(found, (str, int, float, bool)) else text
