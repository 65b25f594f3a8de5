"""How somebody uses bots: commands and their completion, buttons, lists and forms; and what they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from discord_playground.limits.command import MESSAGE_COMMAND, SLASH_COMMAND, USER_COMMAND
from discord_playground.people import naming
from discord_playground.people.ask import Chosen, Resolved, asked, chosen, values
from discord_playground.people.given import Denied, Given
from discord_playground.people.picked import picked, submitted
from discord_playground.people.see import Eyes
from discord_playground.playground import PlaygroundServer
from discord_playground.world.change import InteractionCreated, InteractionFinished
from discord_playground.world.channel import Channel
from discord_playground.world.component import BUTTON, LINK_STYLE, SELECT_TYPES, walk_components
from discord_playground.world.installation import find_installation_owners
from discord_playground.world.interaction import (
    APPLICATION_COMMAND,
    APPLICATION_COMMAND_AUTOCOMPLETE,
    FAILED_STATE,
    MESSAGE_COMPONENT,
    MODAL_SUBMIT,
    NO_RESPONSE_ERROR,
    NOT_CONNECTED_ERROR,
    WAITING_STATE,
    Interaction,
)
from discord_playground.world.message import LOADING, Message
from discord_playground.world.person import Person

Told: TypeAlias = dict[str, Any]
FORGED: Final = {
    str(kind): kind for kind in (APPLICATION_COMMAND, MESSAGE_COMPONENT, APPLICATION_COMMAND_AUTOCOMPLETE, MODAL_SUBMIT)
}
"""What a program may send in a bot's place."""


class Using:
    """What each deed is given is what the page or a program says of it; what it tells goes back there."""

    def __init__(self, playground: PlaygroundServer, person: Person) -> None:
        self.playground = playground
        self.world = playground.world
        self.me = person
        self.eyes = Eyes(playground.world, person)

    async def run_command(self, given: Given) -> Told:
        channel = self.place(given["channel"])
        command = self._chosen(channel, given)
        resolved = Resolved(self.playground, channel, self.me.id)
        what = command.name
        if command.command["type"] == SLASH_COMMAND:
            what = "/" + what
            data = command.data(values(command, given.get("options") or {}, resolved, self.me.locale), resolved)
        else:
            target = given["target"]
            meant = resolved.someone(target) if command.command["type"] == USER_COMMAND else resolved.message(target)
            data = command.data([], resolved) | {"target_id": meant}
            del data["options"]
        return await self._send_and_wait(self._invoked(APPLICATION_COMMAND, command, channel, data, what), given)

    async def autocomplete_option(self, given: Given) -> Told:
        channel = self.place(given["channel"])
        command = self._chosen(channel, given)
        resolved = Resolved(self.playground, channel, self.me.id)
        options = given.get("options") or {}
        told = values(command, options, resolved, self.me.locale, focused=str(given["focused"]))
        interaction = self._invoked(
            APPLICATION_COMMAND_AUTOCOMPLETE, command, channel, command.data(told, resolved), ""
        )
        self._send(interaction)
        await interaction.finished_event.wait()
        if interaction.state == FAILED_STATE:
            raise Denied(interaction.error_text or NO_RESPONSE_ERROR)
        return {"choices": interaction.autocomplete_choices}

    async def click_button(self, given: Given) -> Told:
        message, component = self._component(given)
        if component["type"] != BUTTON or component.get("style") == LINK_STYLE:
            raise Denied("that is no button of a bot")
        data = {"component_type": BUTTON, "custom_id": component["custom_id"], "id": component["id"]}
        return await self._use(message, data, "button", given)

    async def select_values(self, given: Given) -> Told:
        message, component = self._component(given)
        if component["type"] not in SELECT_TYPES:
            raise Denied("that is no select")
        resolved = Resolved(self.playground, self.world.channels[message.channel_id], self.me.id)
        chosen = picked(component, given["values"], resolved)
        data = {"component_type": component["type"], "custom_id": component["custom_id"], "id": component["id"]}
        data |= {"values": chosen} | ({"resolved": resolved.parts} if resolved.parts else {})
        return await self._use(message, data, "select", given)

    async def submit_modal(self, given: Given) -> Told:
        modal = self.world.open_modals.get(self.me.id)
        if modal is None:
            raise Denied("no form is open")
        opener = modal.interaction
        channel = self.world.channels.get(opener.channel_id)
        if channel is None:
            self.world.set_open_modal(self.me.id, None)
            raise Denied("the channel of that form is gone")
        resolved = Resolved(self.playground, channel, self.me.id)
        components = submitted(modal.components, given.get("values") or {}, resolved)
        data: dict[str, Any] = {"custom_id": modal.custom_id, "components": components}
        if resolved.parts:
            data["resolved"] = resolved.parts
        interaction = asked(
            self.playground, MODAL_SUBMIT, opener.bot_id, self.me.id, channel, data, "modal", opener.installation_owners
        )
        interaction.message_id = opener.message_id
        interaction.root_type = opener.root_type
        interaction.triggering_metadata = opener.metadata
        answer = await self._send_and_wait(interaction, given)
        if interaction.state != FAILED_STATE and self.world.open_modals.get(self.me.id) is modal:
            self.world.set_open_modal(self.me.id, None)
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
            interaction.message_id = str(given["message"])
        interaction.root_type = kind
        return await self._send_and_wait(interaction, given) | {"choices": interaction.autocomplete_choices}

    async def close_modal(self, _: Given) -> None:
        self.world.set_open_modal(self.me.id, None)

    async def dismiss_message(self, given: Given) -> None:
        if named := given.get("interaction"):
            for interaction in self.world.interactions.values():
                if interaction.id == named and interaction.user_id == self.me.id:
                    interaction.title = ""  # nothing is told of it any more
                    self.world.publish_change(InteractionFinished(interaction, is_dismissed=True))
            return
        message = naming.message(self.world, given["message"], self.me.id)
        if message.ephemeral_user_id != self.me.id:
            raise Denied("only what you alone can see can be dismissed")
        self.world.delete_messages(self.world.channels[message.channel_id], message)

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
            meant = MESSAGE_COMMAND if str(given["target"]) in self.world.messages.get(channel.id, {}) else USER_COMMAND
            usable = sorted((it for it in usable if it["type"] != SLASH_COMMAND), key=lambda it: it["type"] != meant)
        return chosen(usable, str(given["command"]), self.me.locale)

    def _component(self, given: Given) -> tuple[Message, Mapping[str, Any]]:
        message = naming.message(self.world, given["message"], self.me.id)
        if message.flags & LOADING:
            raise Denied("the bot is still thinking")
        usable = [it for it in walk_components(message.components) if "custom_id" in it]
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
        channel = self.world.channels[message.channel_id]
        # Whoever presses, the app is there by whom it answered with this message.
        told = (message.interaction_metadata or {}).get("authorizing_integration_owners")
        interaction = asked(
            self.playground, MESSAGE_COMPONENT, message.author_id, self.me.id, channel, data, what, told
        )
        interaction.message_id = message.id
        interaction.root_type = MESSAGE_COMPONENT
        return await self._send_and_wait(interaction, given)

    def _invoked(self, kind: int, chosen: Chosen, channel: Channel, data: dict[str, Any], what: str) -> Interaction:
        bot = str(chosen.command["application_id"])
        by = find_installation_owners(self.world, bot, self.me.id, channel, chosen.command["integration_types"])
        return asked(self.playground, kind, bot, self.me.id, channel, data, what, by)

    async def _send_and_wait(self, interaction: Interaction, given: Given) -> Told:
        self._send(interaction)
        if given.get("wait", True):
            await interaction.finished_event.wait()
        return self._answer(interaction)

    def _send(self, interaction: Interaction) -> None:
        world = self.world
        world.interactions[interaction.token] = interaction
        world.clock.call_later(self.playground.response_timeout_s, lambda: self._give_up(interaction))
        world.schedule_token_expiry(interaction)
        world.publish_change(InteractionCreated(interaction))

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.state == WAITING_STATE:
            interaction.state, interaction.error_text = (
                FAILED_STATE,
                NO_RESPONSE_ERROR if interaction.reached_bot else NOT_CONNECTED_ERROR,
            )
            interaction.finished_event.set()
            self.playground.traffic_log.add_entry(
                "users",
                f"{interaction.title or 'completion'} was not answered in {self.playground.response_timeout_s:g} s",
                self.world.people[interaction.bot_id].name, refused=f"10062 {interaction.error_text}",
            )  # fmt: skip
            self.world.publish_change(InteractionFinished(interaction))

    def _answer(self, interaction: Interaction) -> Told:
        message = self.world.messages.get(interaction.channel_id, {}).get(interaction.original_message_id or "")
        modal = self.world.open_modals.get(self.me.id)
        return {
            "interaction": interaction.id,
            "state": interaction.state,
            "type": interaction.callback_type,
            "message": self.eyes.message(message) if message else None,
            "modal": modal.page_json if modal and modal.interaction is interaction else None,
            "ms": round(interaction.response_time_s * 1000, 2) if interaction.response_time_s is not None else None,
            "error": interaction.error_text,
        }
