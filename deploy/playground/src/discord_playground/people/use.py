"""How somebody uses bots: commands and their completion, buttons, lists and forms; and what they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from discord_playground.limits.command import MESSAGE, SLASH, USER
from discord_playground.people import naming
from discord_playground.people.ask import Chosen, Resolved, asked, chosen, values
from discord_playground.people.given import Denied, Given
from discord_playground.people.picked import picked, submitted
from discord_playground.people.see import Eyes
from discord_playground.playground import Playground
from discord_playground.world.change import Asked, Settled
from discord_playground.world.channel import Channel
from discord_playground.world.component import BUTTON, LINK, SELECTS, everything
from discord_playground.world.installation import owners
from discord_playground.world.interaction import (
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
from discord_playground.world.message import LOADING, Message
from discord_playground.world.person import Person

Told: TypeAlias = dict[str, Any]
FORGED: Final = {str(kind): kind for kind in (COMMAND, COMPONENT, COMPLETION, SUBMIT)}
"""What a program may send in a bot's place."""


class Using:
    """What each deed is given is what the page or a program says of it; what it tells goes back there."""

    def __init__(self, playground: Playground, person: Person) -> None:
        self.playground = playground
        self.world = playground.world
        self.me = person
        self.eyes = Eyes(playground.world, person)

    async def run_command(self, given: Given) -> Told:
        channel = self.place(given["channel"])
        command = self._chosen(channel, given)
        resolved = Resolved(self.playground, channel, self.me.id)
        what = command.name
        if command.command["type"] == SLASH:
            what = "/" + what
            data = command.data(values(command, given.get("options") or {}, resolved, self.me.locale), resolved)
        else:
            target = given["target"]
            meant = resolved.someone(target) if command.command["type"] == USER else resolved.message(target)
            data = command.data([], resolved) | {"target_id": meant}
            del data["options"]
        return await self._send_and_wait(self._invoked(COMMAND, command, channel, data, what), given)

    async def autocomplete_option(self, given: Given) -> Told:
        channel = self.place(given["channel"])
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

    async def click_button(self, given: Given) -> Told:
        message, component = self._component(given)
        if component["type"] != BUTTON or component.get("style") == LINK:
            raise Denied("that is no button of a bot")
        data = {"component_type": BUTTON, "custom_id": component["custom_id"], "id": component["id"]}
        return await self._use(message, data, "button", given)

    async def select_values(self, given: Given) -> Told:
        message, component = self._component(given)
        if component["type"] not in SELECTS:
            raise Denied("that is no select")
        resolved = Resolved(self.playground, self.world.channels[message.channel], self.me.id)
        chosen = picked(component, given["values"], resolved)
        data = {"component_type": component["type"], "custom_id": component["custom_id"], "id": component["id"]}
        data |= {"values": chosen} | ({"resolved": resolved.parts} if resolved.parts else {})
        return await self._use(message, data, "select", given)

    async def submit_modal(self, given: Given) -> Told:
        modal = self.world.modals.get(self.me.id)
        if modal is None:
            raise Denied("no form is open")
        opener = modal.interaction
        channel = self.world.channels.get(opener.channel)
        if channel is None:
            self.world.show_modal(self.me.id, None)
            raise Denied("the channel of that form is gone")
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

    async def forge_interaction(self, given: Given) -> Told:
        """Send what no app sends, though a program of somebody's own might: any kind, any data, on any message, in any
        place that they see.
        """
        channel, kind = self.place(given["channel"]), FORGED.get(str(given["kind"]))
        if kind is None:
            raise Denied(f"kind is one of {', '.join(FORGED)}")
        bot = naming.bot(self.world, given["bot"]).id
        interaction = asked(self.playground, kind, bot, self.me.id, channel, dict(given["data"]), "")
        if given.get("message") is not None:
            interaction.message = str(given["message"])
        interaction.asked_by = kind
        return await self._send_and_wait(interaction, given) | {"choices": interaction.choices}

    async def close_modal(self, _: Given) -> None:
        self.world.show_modal(self.me.id, None)

    async def dismiss_message(self, given: Given) -> None:
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

    # how

    def place(self, named: object) -> Channel:
        return naming.channel(self.world, named, self.me.id)

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
                "users", f"{interaction.what or 'completion'} was not answered in {self.playground.patience:g} s",
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
