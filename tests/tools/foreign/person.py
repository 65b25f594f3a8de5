r"""A simulated user of a bot, who performs steps such as `say !add 1 2 -> 3`.

| step | action |
| --- | --- |
| `say TEXT` | send a message; {bot} and {heron} are replaced with mentions |
| `dm TEXT` | send a direct message to the bot |
| `use COMMAND name=value …` | run a slash command |
| `use_in_dm COMMAND name=value …` | run it in the direct messages with the bot |
| `install` | install the bot as a user app |
| `use_in_friend_dm COMMAND name=value …` | run it in the direct messages with heron |
| `menu COMMAND @heron`, `menu COMMAND` | run a user command on heron, or a message command on the user's last message |
| `type COMMAND option=text` | type the last option, and get autocomplete suggestions |
| `click LABEL` | click the newest button with this label or emoji |
| `pick VALUE` | pick values of the newest select menu |
| `fill VALUE \| VALUE` | fill in the open form, field by field |
| `react EMOJI` | react to the newest message |
| `edit TEXT`, `delete` | edit or delete the user's last message |
| `join`, `look` | let a new person join the server; do nothing |

The regular expression after ` -> ` must match the response, or something visible that the step has added or changed: a
message from somebody else, a channel, a role or a form.
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
    """Raised if a step fails or its expected result does not appear."""


@dataclass
class ForeignBotUser:
    playground: Playground
    bot_name: str
    channel: str
    placeholders: dict[str, str]
    """The texts that replace names in braces in a step, by name."""
    player: PersonClient = field(init=False)
    last_message_id: str = ""
    """The ID of the last message that the user sent."""

    def __post_init__(self) -> None:
        self.player = self.playground.person("otter")

    async def do_step(self, line: str) -> None:
        step, _, expected = line.partition(" -> ")
        verb, _, rest = step.strip().partition(" ")
        before = await self.read_visible_texts()
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                answer = await getattr(self, verb)(rest.format(**self.placeholders) if "{" in rest else rest)
        except (PlaygroundError, TimeoutError, OSError, ValueError, LookupError) as error:
            raise StepFailed(f"{line}: {error!r}") from None
        if expected:
            await self.wait_for_text(line, re.compile(expected.strip(), re.DOTALL), before, answer)

    async def wait_for_text(self, line: str, pattern: re.Pattern[str], before: dict[str, str], answer: object) -> None:
        if answer is not None and pattern.search(format_json(answer)):
            return
        new: dict[str, str] = {}
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while True:
                    view = await self.player.load_view()
                    new = {key: text for key, text in list_visible_texts(view) if before.get(key) != text}
                    if any(pattern.search(text) for text in new.values()):
                        return
                    await asyncio.sleep(POLL_INTERVAL_S)
        except TimeoutError:
            raise StepFailed(f"{line}: new or changed: {[*new.values()]!r:.600}, response: {answer!r:.300}") from None

    async def read_visible_texts(self) -> dict[str, str]:
        return dict(list_visible_texts(await self.player.load_view()))

    async def run_slash_command(self, channel: str, words: str) -> object:
        command, options = split_command(words)
        await self.player.wait_for_command(command.split()[0], self.bot_name)
        return get_opened_form(await self.player.run_command(channel, command, bot=self.bot_name, **options))

    # Each of the following methods performs the step with its name.

    async def say(self, words: str) -> None:
        self.last_message_id = (await self.player.send_message(self.channel, words))["id"]

    async def dm(self, words: str) -> None:
        await self.player.send_message(f"@{self.bot_name}", words)

    async def use(self, words: str) -> object:
        return await self.run_slash_command(self.channel, words)

    async def use_in_dm(self, words: str) -> object:
        return await self.run_slash_command(f"@{self.bot_name}", words)

    async def install(self, _: str) -> None:
        await self.player.set_bot_installed(self.bot_name)

    async def use_in_friend_dm(self, words: str) -> object:
        dm_channel = (await self.player.perform_action("dm", **{"with": "heron"}))["channel"]["id"]
        return await self.run_slash_command(dm_channel, words)

    async def menu(self, words: str) -> object:
        command, _, person = words.partition(" @")
        await self.player.wait_for_command(command, self.bot_name)
        answer = await self.player.run_command(
            self.channel, command, target=person or self.last_message_id, bot=self.bot_name
        )
        return get_opened_form(answer)

    async def type(self, words: str) -> object:
        command, options = split_command(words)
        await self.player.wait_for_command(command.split()[0], self.bot_name)
        [*_, focused] = options
        return await self.player.autocomplete(self.channel, command, focused, **options)

    async def click(self, label: str) -> object:
        message, component = await self.find_newest_component(lambda it: it["type"] == 2 and label in get_labels(it))
        answer = await self.player.click(message, custom_id=component["custom_id"])
        return get_opened_form(answer)

    async def pick(self, value: str) -> object:
        message, component = await self.find_newest_component(lambda it: it["type"] in SELECT_TYPES)
        answer = await self.player.select_values(
            message, component["custom_id"], [part.strip() for part in value.split("|")]
        )
        return get_opened_form(answer)

    async def fill(self, words: str) -> object:
        form = (await self.player.load_view())["modal"]
        if form is None:
            raise LookupError("no form is open")
        fields = [it for it in walk_components(form["components"]) if "custom_id" in it]
        values: dict[str, object] = {
            it["custom_id"]: [text.strip()] if it["type"] in SELECT_TYPES else text.strip()
            for it, text in zip(fields, words.split("|"), strict=False)
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
        friend = await self.playground.control("create_user", name=f"friend of {self.bot_name}")
        await self.playground.control("add_member", server=self.placeholders["server"], target=friend["user"]["id"])

    async def look(self, _: str) -> None:
        """Do nothing. This step waits for a result that appears without an action of the user."""

    async def find_newest_component(self, matches: Any) -> tuple[JSON, JSON]:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while True:
                view = await self.player.load_view()
                messages = [message for channel in view["messages"].values() for message in channel]
                for message in sorted(messages, key=lambda it: int(it["id"]), reverse=True):
                    for component in walk_components(message["components"]):
                        if matches(component) and not component.get("disabled"):
                            return message, component
                await asyncio.sleep(POLL_INTERVAL_S)


def get_opened_form(answer: InteractionResult) -> JSON | None:
    """Return the form that the response opened, or None if it opened no form.

    Raise `ValueError` if the action failed.
    """
    if answer.error:
        raise ValueError(answer.error)
    return answer.body.get("modal")


def list_visible_texts(view: JSON) -> Iterator[tuple[str, str]]:
    """Yield the ID and the visible text of each message, channel and role, and of the open form."""
    for messages in view["messages"].values():
        for message in messages:
            own = message["author"]["username"] == view["me"]["username"]
            yield (
                message["id"],
                format_json({"reactions": message.get("reactions")} if own else select_shown_fields(message)),
            )
    for server in view["servers"]:
        yield from ((channel["id"], f"channel {channel['name']}") for channel in server["channels"])
        yield from ((role["id"], f"role {role['name']}") for role in server["roles"])
    if view["modal"]:
        yield view["modal"]["id"], format_json(view["modal"])


def select_shown_fields(message: JSON) -> JSON:
    parts = ("content", "embeds", "components", "attachments", "reactions", "flags")
    return {part: message[part] for part in parts if message.get(part)} | {"author": message["author"]["username"]}


def walk_components(components: list[JSON]) -> Iterator[JSON]:
    for component in components:
        yield component
        yield from walk_components(component.get("components") or [])
        for part in ("accessory", "component"):
            if component.get(part):
                yield from walk_components([component[part]])


def get_labels(button: JSON) -> tuple[str, ...]:
    emoji = button.get("emoji") or {}
    return button.get("label") or "", emoji.get("name") or ""


def format_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def split_command(words: str) -> tuple[str, dict[str, Any]]:
    """Split `COMMAND name=value …` into the command and its options. Values may be in quotes."""
    options = {name: parse_value(text) for name, text in re.findall(r"(\w+)=(\"[^\"]*\"|\S*)", words)}
    return re.sub(r"\s*\w+=(\"[^\"]*\"|\S*)", "", words).strip(), options


def parse_value(text: str) -> str | int | float | bool:
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, (str, int, float, bool)) else text
