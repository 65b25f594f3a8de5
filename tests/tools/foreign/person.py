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

from discord_playground.client import JSON, InteractionResult, PersonClient, Playground, PlaygroundError
from tests.waiting import TEST_TIMEOUT_S

POLL_INTERVAL_S: Final = 0.1
SELECT_TYPES: Final = {3, 5, 6, 7, 8}


class StepFailed(Exception):
    """Nothing came of it, or something else."""


@dataclass
class ForeignBotUser:
    playground: Playground
    bot_name: str
    channel: str
    placeholders: dict[str, str]
    """What stands in braces in a line."""
    player: PersonClient = field(init=False)
    last_message_id: str = ""
    """The last message of their own."""
    waited: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.player = self.playground.person("otter")

    async def do_step(self, line: str) -> None:
        deed, _, wanted = line.partition(" -> ")
        verb, _, rest = deed.strip().partition(" ")
        before = await self.read_visible_texts()
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                answer = await getattr(self, verb)(rest.format(**self.placeholders) if "{" in rest else rest)
        except (PlaygroundError, TimeoutError, OSError, ValueError, LookupError) as error:
            raise StepFailed(f"{line}: {error!r}") from None
        if wanted:
            await self.wait_for_text(line, re.compile(wanted.strip(), re.DOTALL), before, answer)

    async def wait_for_text(self, line: str, pattern: re.Pattern[str], before: dict[str, str], answer: object) -> None:
        if answer is not None and pattern.search(format_json(answer)):
            return
        new: dict[str, str] = {}
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while True:
                    see = await self.player.load_view()
                    new = {key: text for key, text in list_visible_texts(see) if before.get(key) != text}
                    if any(pattern.search(text) for text in new.values()):
                        return
                    await asyncio.sleep(POLL_INTERVAL_S)
        except TimeoutError:
            raise StepFailed(f"{line}: came {[*new.values()]!r:.600}, answered {answer!r:.300}") from None

    async def read_visible_texts(self) -> dict[str, str]:
        return dict(list_visible_texts(await self.player.load_view()))

    # the verbs

    async def say(self, words: str) -> None:
        self.last_message_id = (await self.player.send_message(self.channel, words))["id"]

    async def dm(self, words: str) -> None:
        await self.player.send_message(f"@{self.bot_name}", words)

    async def use(self, words: str) -> object:
        command, options = split_command(words)
        await self.player.wait_for_command(command.split()[0], self.bot_name)
        answer = await self.player.run_command(self.channel, command, bot=self.bot_name, **options)
        return get_opened_form(answer)

    async def ask(self, words: str) -> object:
        command, options = split_command(words)
        await self.player.wait_for_command(command.split()[0], self.bot_name)
        return get_opened_form(
            await self.player.run_command(f"@{self.bot_name}", command, bot=self.bot_name, **options)
        )

    async def install(self, _: str) -> None:
        await self.player.set_bot_installed(self.bot_name)

    async def among(self, words: str) -> object:
        command, options = split_command(words)
        there = (await self.player.perform_action("dm", **{"with": "heron"}))["channel"]["id"]
        await self.player.wait_for_command(command.split()[0], self.bot_name)
        return get_opened_form(await self.player.run_command(there, command, bot=self.bot_name, **options))

    async def menu(self, words: str) -> object:
        command, _, whom = words.partition(" @")
        await self.player.wait_for_command(command, self.bot_name)
        answer = await self.player.run_command(
            self.channel, command, target=whom or self.last_message_id, bot=self.bot_name
        )
        return get_opened_form(answer)

    async def type(self, words: str) -> object:
        command, options = split_command(words)
        await self.player.wait_for_command(command.split()[0], self.bot_name)
        [*_, focused] = options
        return await self.player.autocomplete(self.channel, command, focused, **options)

    async def press(self, label: str) -> object:
        message, component = await self.find_newest_component(lambda one: one["type"] == 2 and label in get_labels(one))
        answer = await self.player.click(message, custom_id=component["custom_id"])
        return get_opened_form(answer)

    async def pick(self, value: str) -> object:
        message, component = await self.find_newest_component(lambda one: one["type"] in SELECT_TYPES)
        answer = await self.player.select_values(
            message, component["custom_id"], [part.strip() for part in value.split("|")]
        )
        return get_opened_form(answer)

    async def fill(self, words: str) -> object:
        form = (await self.player.load_view())["modal"]
        if form is None:
            raise LookupError("no form is open")
        fields = [one for one in walk_components(form["components"]) if "custom_id" in one]
        values: dict[str, object] = {
            one["custom_id"]: [text.strip()] if one["type"] in SELECT_TYPES else text.strip()
            for one, text in zip(fields, words.split("|"), strict=False)
            if text.strip()
        }
        return get_opened_form(await self.player.submit_modal(values))

    async def react(self, emoji: str) -> None:
        newest = (await self.player.load_messages(self.channel))[-1]
        await self.player.react(newest, emoji)

    async def edit(self, words: str) -> None:
        await self.player.edit_message(self.last_message_id, words)

    async def delete(self, _: str) -> None:
        await self.player.delete_message(self.last_message_id)

    async def join(self, _: str) -> None:
        made = await self.playground.control("create_user", name=f"friend of {self.bot_name}")
        await self.playground.control("add_member", server=self.placeholders["server"], target=made["user"]["id"])

    async def look(self, _: str) -> None:
        """What comes, comes by itself."""

    async def find_newest_component(self, matches: Any) -> tuple[JSON, JSON]:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while True:
                see = await self.player.load_view()
                there = sorted(
                    (one for each in see["messages"].values() for one in each), key=lambda one: int(one["id"])
                )
                for message in reversed(there):
                    for component in walk_components(message["components"]):
                        if matches(component) and not component.get("disabled"):
                            return message, component
                await asyncio.sleep(POLL_INTERVAL_S)


def get_opened_form(answer: InteractionResult) -> JSON | None:
    """The form that it opened; who was not answered has failed."""
    if answer.error:
        raise ValueError(answer.error)
    return answer.body.get("modal")


def list_visible_texts(see: JSON) -> Iterator[tuple[str, str]]:
    """All that is to be seen, each with what it is told apart by."""
    for messages in see["messages"].values():
        for message in messages:
            own = message["author"]["username"] == see["me"]["username"]
            yield (
                message["id"],
                format_json({"reactions": message.get("reactions")} if own else select_shown_fields(message)),
            )
    for server in see["servers"]:
        yield from ((channel["id"], f"channel {channel['name']}") for channel in server["channels"])
        yield from ((role["id"], f"role {role['name']}") for role in server["roles"])
    if see["modal"]:
        yield see["modal"]["id"], format_json(see["modal"])


def select_shown_fields(message: JSON) -> JSON:
    parts = ("content", "embeds", "components", "attachments", "reactions", "flags")
    return {part: message[part] for part in parts if message.get(part)} | {"author": message["author"]["username"]}


def walk_components(components: list[JSON]) -> Iterator[JSON]:
    for one in components:
        yield one
        yield from walk_components(one.get("components") or [])
        for part in ("accessory", "component"):
            if one.get(part):
                yield from walk_components([one[part]])


def get_labels(button: JSON) -> tuple[str, ...]:
    emoji = button.get("emoji") or {}
    return button.get("label") or "", emoji.get("name") or ""


def format_json(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False)


def split_command(words: str) -> tuple[str, dict[str, Any]]:
    """A command, and its options; a value may be in quotes."""
    options = {name: parse_value(text) for name, text in re.findall(r"(\w+)=(\"[^\"]*\"|\S*)", words)}
    return re.sub(r"\s*\w+=(\"[^\"]*\"|\S*)", "", words).strip(), options


def parse_value(text: str) -> str | int | float | bool:
    try:
        found: object = json.loads(text)
    except ValueError:
        return text
    return found if isinstance(found, (str, int, float, bool)) else text
