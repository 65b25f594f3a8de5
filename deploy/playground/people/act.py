"""What people do: talk, use commands and components, fill in forms."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from deploy.playground.api.compose import Part, amend, composed
from deploy.playground.cdn import FILE_SIZE
from deploy.playground.limits.character import is_emoji
from deploy.playground.limits.command import MESSAGE, SLASH, USER
from deploy.playground.limits.files import MOST as MOST_FILES
from deploy.playground.limits.locale import LOCALES
from deploy.playground.people import naming
from deploy.playground.people.ask import Chosen, Resolved, asked, chosen, decoded, values
from deploy.playground.people.denied import Denied
from deploy.playground.people.given import Given
from deploy.playground.people.picked import picked, submitted
from deploy.playground.people.see import Eyes
from deploy.playground.world.change import Asked, FrameChanged, Settled, Typing
from deploy.playground.world.channel import Channel
from deploy.playground.world.component import BUTTON, LINK, SELECTS, everything
from deploy.playground.world.installation import owners
from deploy.playground.world.interaction import (
    ABSENCE,
    COMMAND,
    COMPLETION,
    COMPONENT,
    FAILED,
    SILENCE,
    SUBMIT,
    WAITING,
    Interaction,
)
from deploy.playground.world.message import LOADING, Message
from deploy.playground.world.permissions import BITS
from deploy.playground.world.person import Person
from deploy.playground.world.reaction import MOST as MOST_REACTIONS
from deploy.playground.world.reaction import Reaction

if TYPE_CHECKING:
    from deploy.playground.playground import Playground

Told: TypeAlias = dict[str, Any]
LONGEST: Final = 2000
MOST_TOGETHER: Final = 10
"""People of a group."""


class Hands:
    """Acts as one person does."""

    def __init__(self, playground: Playground, person: Person) -> None:
        self.playground = playground
        self.world = playground.world
        self.me = person
        self.eyes = Eyes(playground.world, person, playground.cdn.base)

    async def act(self, given: Given) -> Told:
        do = given.get("do") or ""
        deed = DEEDS.get(do)
        if deed is None:
            raise Denied(f"nobody can {do!r}; what can be done: {', '.join(DEEDS)}")
        return {"ok": True} | (await deed(self, given) or {})

    # talking

    async def say(self, given: Given) -> Told:
        channel = self._channel(given["channel"])
        self._may_write(channel)
        parts = [Part(str(at), *decoded(file)) for at, file in enumerate(given.get("files") or [])]
        content = _worded(given.get("content", ""), nothing=bool(parts))
        if len(parts) > MOST_FILES or any(len(part.data) > FILE_SIZE for part in parts):
            raise Denied(f"a message has at most {MOST_FILES} files of {FILE_SIZE} bytes each")
        if parts and not self.world.may(self.me.id, channel) & BITS["attach_files"]:
            raise Denied("you may not send files here")
        quoted = self._here(channel, given["reply_to"]) if given.get("reply_to") else None
        if channel.archived:
            self.world.archive(channel, False)
        message = composed(self.world, self.playground.cdn, channel, self.me.id, {"content": content}, parts, quoted)
        self.world.post(message)
        self.world.mark_read(channel, self.me.id)
        if channel.thread:
            self.world.join_thread(channel, self.me.id)
        return {"message": self.eyes.message(message)}

    async def edit(self, given: Given) -> Told:
        message = self._own(given["message"])
        content = _worded(given["content"], nothing=bool(message.attachments))
        amend(self.world, self.playground.cdn, message, {"content": content})
        message.edited = self.world.clock.now()
        self.world.edit(message)
        return {"message": self.eyes.message(message)}

    async def delete(self, given: Given) -> None:
        message = naming.message(self.world, given["message"], self.me.id)
        channel = self.world.channels[message.channel]
        if message.author != self.me.id and not self.world.may(self.me.id, channel) & BITS["manage_messages"]:
            raise Denied("that message is somebody else's")
        self.world.delete(channel, message)

    async def react(self, given: Given) -> None:
        message = naming.message(self.world, given["message"], self.me.id)
        name = str(given["emoji"])
        there = next((one for one in message.reactions if name in {one.key, one.name, one.id}), None)
        if given.get("off"):
            if there is None:
                raise Denied(f"nobody has put {name!r} there")
            self.world.unreact(message, there, self.me.id)
            return
        if there is None:
            if not is_emoji(name):
                raise Denied(f"{name!r} is no emoji")
            if (
                message.reader
                or not self.world.may(self.me.id, self.world.channels[message.channel]) & BITS["add_reactions"]
            ):
                raise Denied("you may not react to that")
            if len(message.reactions) >= MOST_REACTIONS:
                raise Denied(f"a message has at most {MOST_REACTIONS} kinds of reactions")
        self.world.react(message, there or Reaction(name), self.me.id)

    async def type(self, given: Given) -> None:
        self.world.publish(Typing(self._channel(given["channel"]), self.me.id))

    async def read(self, given: Given) -> None:
        self.world.mark_read(self._channel(given["channel"]), self.me.id)

    # asking bots

    async def command(self, given: Given) -> Told:
        channel = self._channel(given["channel"])
        command = self._chosen(channel, given)
        resolved = Resolved(self.playground, channel, self.me.id)
        what = command.name
        if command.command["type"] == 1:
            what = "/" + what
            data = command.data(values(command, given.get("options") or {}, resolved, self.me.locale), resolved)
        else:
            target = given["target"]
            meant = resolved.someone(target) if command.command["type"] == 2 else resolved.message(target)
            data = command.data([], resolved) | {"target_id": meant}
            del data["options"]
        return await self._send_and_wait(self._invoked(COMMAND, command, channel, data, what), given)

    async def complete(self, given: Given) -> Told:
        channel = self._channel(given["channel"])
        command = self._chosen(channel, given)
        resolved = Resolved(self.playground, channel, self.me.id)
        options = given.get("options") or {}
        told = values(command, options, resolved, self.me.locale, focused=str(given["focused"]))
        interaction = self._invoked(COMPLETION, command, channel, command.data(told, resolved), "")
        self._send(interaction)
        await interaction.done.wait()
        if interaction.state == FAILED:
            raise Denied(interaction.error or SILENCE)
        return {"choices": interaction.choices}

    async def click(self, given: Given) -> Told:
        message, component = self._component(given)
        if component["type"] != BUTTON or component.get("style") == LINK:
            raise Denied("that is no button of a bot")
        data = {"component_type": BUTTON, "custom_id": component["custom_id"], "id": component["id"]}
        return await self._use(message, data, "button", given)

    async def select(self, given: Given) -> Told:
        message, component = self._component(given)
        if component["type"] not in SELECTS:
            raise Denied("that is no select")
        resolved = Resolved(self.playground, self.world.channels[message.channel], self.me.id)
        chosen = picked(component, given["values"], resolved)
        data = {"component_type": component["type"], "custom_id": component["custom_id"], "id": component["id"]}
        data |= {"values": chosen} | ({"resolved": resolved.parts} if resolved.parts else {})
        return await self._use(message, data, "select", given)

    async def submit(self, given: Given) -> Told:
        modal = self.world.modals.get(self.me.id)
        if modal is None:
            raise Denied("no form is open")
        opener = modal.interaction
        channel = self.world.channels[opener.channel]
        resolved = Resolved(self.playground, channel, self.me.id)
        components = submitted(modal.components, given.get("values") or {}, resolved)
        data: dict[str, Any] = {"custom_id": modal.custom_id, "components": components}
        if resolved.parts:
            data["resolved"] = resolved.parts
        interaction = asked(self.playground, SUBMIT, opener.bot, self.me.id, channel, data, "modal", opener.owners)
        interaction.message = opener.message
        interaction.asked_by = opener.asked_by
        interaction.origin = opener.metadata
        answer = await self._send_and_wait(interaction, given)
        if interaction.state != FAILED and self.world.modals.get(self.me.id) is modal:
            self.world.show_modal(self.me.id, None)
        return answer

    async def forge(self, given: Given) -> Told:
        """What no app sends, though a program of somebody's own might: any kind, any data, on any message, in any place
        that they see; `told` stands in the interaction for what is so.
        """
        channel, kind = self._channel(given["channel"]), int(given["kind"])
        if kind not in (COMMAND, COMPONENT, COMPLETION, SUBMIT):
            raise Denied("kind is 2, 3, 4 or 5")
        bot = naming.bot(self.world, given["bot"]).id
        interaction = asked(self.playground, kind, bot, self.me.id, channel, dict(given["data"]), "")
        interaction.forged = dict(given.get("told") or {})
        if given.get("message") is not None:
            interaction.message = str(given["message"])
        interaction.asked_by = kind
        return await self._send_and_wait(interaction, given) | {"choices": interaction.choices}

    async def close(self, _: Given) -> None:
        self.world.show_modal(self.me.id, None)

    async def dismiss(self, given: Given) -> None:
        if named := given.get("interaction"):
            for interaction in self.world.interactions.values():
                if interaction.id == named and interaction.user == self.me.id:
                    interaction.what = ""  # nothing is told of it any more
                    self.world.publish(Settled(interaction, dismissed=True))
            return
        message = naming.message(self.world, given["message"], self.me.id)
        if message.reader != self.me.id:
            raise Denied("only what you alone can see can be dismissed")
        self.world.delete(self.world.channels[message.channel], message)

    # places and settings

    async def dm(self, given: Given) -> Told:
        channel = naming.dm(self.world, self.me.id, given["with"])
        if self.me.id not in channel.opened:
            channel.opened.append(self.me.id)
            self.world.publish(FrameChanged())
        return {"channel": self.eyes.channel(channel)}

    async def group(self, given: Given) -> Told:
        """With people alone: no bot can be in one."""
        others = dict.fromkeys(naming.player(self.world, one).id for one in given["members"])
        others.pop(self.me.id, None)
        if not 1 <= len(others) < MOST_TOGETHER:
            raise Denied(f"a group has 2 to {MOST_TOGETHER} people")
        channel = self.world.gather(given.get("name") or "", self.me.id, *others)
        return {"channel": self.eyes.channel(channel)}

    async def install(self, given: Given) -> None:
        """For oneself, or no more."""
        bot = naming.bot(self.world, given["bot"]).id
        self.world.install(bot, self.me.id, installed=bool(given.get("installed", True)))

    async def thread(self, given: Given) -> Told:
        channel = self._channel(given["channel"])
        may = self.world.may(self.me.id, channel) & BITS["create_public_threads"]
        if not channel.threads or not may:
            raise Denied("no thread can be started here")
        message = self._here(channel, given["message"]) if given.get("message") else None
        if message and (message.thread or message.reader):
            raise Denied("that message has a thread already, or is for you alone")
        now = self.world.clock.now()
        key = message.id if message else self.world.clock.snowflake()
        thread = Channel(
            key, channel.threads[0], given["name"], channel.guild, channel.id, owner=self.me.id, made=now, changed=now
        )
        self.world.start_thread(thread, message)
        self.world.join_thread(thread, self.me.id)
        return {"channel": self.eyes.channel(thread)}

    async def archive(self, given: Given) -> None:
        thread = self._channel(given["channel"])
        if not thread.thread:
            raise Denied("only threads are archived")
        self.world.archive(thread, bool(given["archived"]))

    async def join(self, given: Given) -> None:
        self.world.join(naming.guild(self.world, given["server"]), self.me.id)

    async def leave(self, given: Given) -> None:
        self.world.depart(naming.guild(self.world, given["server"]), self.me.id)

    async def dms(self, given: Given) -> None:
        self.me.dms = bool(given["open"])
        self.world.publish(FrameChanged())

    async def locale(self, given: Given) -> None:
        if given["locale"] not in LOCALES:
            raise Denied(f"Discord has no language {given['locale']!r}; it has {', '.join(LOCALES)}")
        self.me.locale = given["locale"]
        self.world.publish(FrameChanged())

    # how

    def _channel(self, named: object) -> Channel:
        return naming.channel(self.world, named, self.me.id)

    def _may_write(self, channel: Channel) -> None:
        speak = "send_messages_in_threads" if channel.thread else "send_messages"
        if not self.world.may(self.me.id, channel) & BITS[speak]:
            raise Denied("you may not write here")
        if channel.locked:
            raise Denied("this thread is locked")
        mine = [it.at for it in self.world.messages[channel.id].values() if it.author == self.me.id]
        unhurried = BITS["manage_messages"] | BITS["manage_channels"]
        wait = channel.slowmode - (self.world.clock.now() - mine[-1]) if mine else 0
        if wait > 0 and not self.world.may(self.me.id, channel) & unhurried:
            raise Denied(f"slow mode: you may write again in {wait:.0f} s")

    def _here(self, channel: Channel, named: object) -> Message:
        message = naming.message(self.world, named, self.me.id)
        if message.channel != channel.id:
            raise Denied("that message is in another channel")
        return message

    def _own(self, named: object) -> Message:
        message = naming.message(self.world, named, self.me.id)
        if message.author != self.me.id:
            raise Denied("that message is somebody else's")
        return message

    def _chosen(self, channel: Channel, given: Given) -> Chosen:
        usable = self.eyes.usable(channel)
        if named := given.get("bot"):
            bot = naming.bot(self.world, named)
            usable = [command for command in usable if command["application_id"] == bot.id]
        if given.get("target") is not None:
            # Both menus may have one of the same name.
            meant = MESSAGE if str(given["target"]) in self.world.messages.get(channel.id, {}) else USER
            usable = sorted((it for it in usable if it["type"] != SLASH), key=lambda it: it["type"] != meant)
        return chosen(usable, str(given["command"]), self.me.locale)

    def _component(self, given: Given) -> tuple[Message, Mapping[str, Any]]:
        message = naming.message(self.world, given["message"], self.me.id)
        if message.flags & LOADING:
            raise Denied("the bot is still thinking")
        usable = [it for it in everything(message.components) if "custom_id" in it]
        wanted, label = given.get("custom_id"), given.get("label")
        if wanted is None and label is None:
            raise Denied("name a custom_id, or the label of a button")
        for component in usable:
            if component["custom_id"] == wanted or (label is not None and component.get("label") == label):
                if component.get("disabled"):
                    raise Denied(f"{component.get('label') or component['custom_id']!r} is disabled")
                return message, component
        there = ", ".join(str(it.get("label") or it["custom_id"]) for it in usable) or "none"
        raise Denied(f"no component {wanted or label!r} in this message; there are: {there}")

    async def _use(self, message: Message, data: dict[str, Any], what: str, given: Given) -> Told:
        channel = self.world.channels[message.channel]
        # Whoever presses, the app is there by whom it answered with this message.
        told = (message.metadata or {}).get("authorizing_integration_owners")
        interaction = asked(self.playground, COMPONENT, message.author, self.me.id, channel, data, what, told)
        interaction.message = message.id
        interaction.asked_by = COMPONENT
        return await self._send_and_wait(interaction, given)

    def _invoked(self, kind: int, chosen: Chosen, channel: Channel, data: dict[str, Any], what: str) -> Interaction:
        bot = str(chosen.command["application_id"])
        by = owners(self.world, bot, self.me.id, channel, chosen.command["integration_types"])
        return asked(self.playground, kind, bot, self.me.id, channel, data, what, by)

    async def _send_and_wait(self, interaction: Interaction, given: Given) -> Told:
        self._send(interaction)
        if given.get("wait", True):
            await interaction.done.wait()
        return self._answer(interaction)

    def _send(self, interaction: Interaction) -> None:
        world = self.world
        world.interactions[interaction.token] = interaction
        world.clock.later(self.playground.patience, lambda: self._give_up(interaction))
        world.forget_spent(interaction)
        world.publish(Asked(interaction))

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.state == WAITING:
            interaction.state, interaction.error = FAILED, SILENCE if interaction.heard else ABSENCE
            interaction.done.set()
            self.playground.wire.log(
                "people", f"{interaction.what or 'completion'} was not answered in {self.playground.patience:g} s",
                self.world.people[interaction.bot].name, refused=f"10062 {interaction.error}",
            )  # fmt: skip
            self.world.publish(Settled(interaction))

    def _answer(self, interaction: Interaction) -> Told:
        message = self.world.messages.get(interaction.channel, {}).get(interaction.response or "")
        modal = self.world.modals.get(self.me.id)
        return {
            "interaction": interaction.id,
            "state": interaction.state,
            "type": interaction.answer,
            "message": self.eyes.message(message) if message else None,
            "modal": modal.told if modal and modal.interaction is interaction else None,
            "ms": round(interaction.took * 1000, 2) if interaction.took is not None else None,
            "error": interaction.error,
        }


def _worded(content: str, *, nothing: bool) -> str:
    """What a message says; `nothing` is enough where there is something else to see."""
    if not content.strip() and not nothing:
        raise Denied("there is nothing to say")
    if len(content) > LONGEST:
        raise Denied(f"a message has at most {LONGEST} characters")
    return content


Deed: TypeAlias = Callable[[Hands, Given], Coroutine[Any, Any, Told | None]]
DEEDS: Final[Mapping[str, Deed]] = {
    name: getattr(Hands, name)
    for name in (
        "say", "edit", "delete", "react", "type", "read", "command", "complete", "click", "select", "submit", "forge",
        "close", "dismiss", "dm", "group", "install", "thread", "archive", "join", "leave", "dms", "locale",
    )
}  # fmt: skip
