"""Actions that send interactions to bots: commands, autocomplete, component clicks and submitted modals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied, ActionRequest
from discord_playground.people.component_values import fill_modal, resolve_select_values
from discord_playground.people.interaction_data import (
    ResolvedData,
    SelectedCommand,
    build_options,
    create_interaction,
    select_command,
)
from discord_playground.people.view_builder import ViewBuilder
from discord_playground.playground import PlaygroundServer
from discord_playground.world.change import InteractionCreated, InteractionFinished
from discord_playground.world.channel import Channel
from discord_playground.world.component import BUTTON, LINK_STYLE, SELECT_TYPES, walk_components
from discord_playground.world.installation import find_installation_owners
from discord_playground.world.interaction import (
    APPLICATION_COMMAND,
    APPLICATION_COMMAND_AUTOCOMPLETE,
    FAILED_STATE,
    MESSAGE_COMMAND,
    MESSAGE_COMPONENT,
    MODAL_SUBMIT,
    NO_RESPONSE_ERROR,
    NOT_CONNECTED_ERROR,
    SLASH_COMMAND,
    USER_COMMAND,
    WAITING_STATE,
    Interaction,
)
from discord_playground.world.message import LOADING, Message
from discord_playground.world.person import Person

ActionResponse: TypeAlias = dict[str, Any]
FORGEABLE_TYPES: Final = {
    str(kind): kind for kind in (APPLICATION_COMMAND, MESSAGE_COMPONENT, APPLICATION_COMMAND_AUTOCOMPLETE, MODAL_SUBMIT)
}
"""The interaction types that the action `forge` can send."""


class InteractionActions:
    """The actions of one person that send interactions to bots.

    Each action takes the fields of a request and returns the fields of the response.
    """

    def __init__(self, playground: PlaygroundServer, person: Person) -> None:
        self.playground = playground
        self.world = playground.world
        self.person = person
        self.view_builder = ViewBuilder(playground.world, person)

    async def run_command(self, request: ActionRequest) -> ActionResponse:
        channel = self.find_channel(request["channel"])
        command = self._select_command(channel, request)
        resolved = ResolvedData(self.playground, channel, self.person.id)
        title = command.name
        if command.command["type"] == SLASH_COMMAND:
            title = "/" + title
            options = build_options(command, request.get("options") or {}, resolved, self.person.locale)
            data = command.build_data(options, resolved)
        else:
            add_target = resolved.add_user if command.command["type"] == USER_COMMAND else resolved.add_message
            target_id = add_target(request["target"])
            data = command.build_data([], resolved) | {"target_id": target_id}
            del data["options"]
        interaction = self._create_command_interaction(APPLICATION_COMMAND, command, channel, data, title)
        return await self._send_and_wait(interaction, request)

    async def autocomplete_option(self, request: ActionRequest) -> ActionResponse:
        channel = self.find_channel(request["channel"])
        command = self._select_command(channel, request)
        resolved = ResolvedData(self.playground, channel, self.person.id)
        inputs = request.get("options") or {}
        options = build_options(command, inputs, resolved, self.person.locale, focused=str(request["focused"]))
        interaction = self._create_command_interaction(
            APPLICATION_COMMAND_AUTOCOMPLETE, command, channel, command.build_data(options, resolved), ""
        )
        self._send_interaction(interaction)
        await interaction.finished_event.wait()
        if interaction.state == FAILED_STATE:
            raise ActionDenied(interaction.error_text or NO_RESPONSE_ERROR)
        return {"choices": interaction.autocomplete_choices}

    async def click_button(self, request: ActionRequest) -> ActionResponse:
        message, component = self._find_component(request)
        if component["type"] != BUTTON or component.get("style") == LINK_STYLE:
            raise ActionDenied("that component is not a button, or is a link")
        data = {"component_type": BUTTON, "custom_id": component["custom_id"], "id": component["id"]}
        return await self._send_component_interaction(message, data, "button", request)

    async def select_values(self, request: ActionRequest) -> ActionResponse:
        message, component = self._find_component(request)
        if component["type"] not in SELECT_TYPES:
            raise ActionDenied("that component is not a select menu")
        resolved = ResolvedData(self.playground, self.world.channels[message.channel_id], self.person.id)
        values = resolve_select_values(component, request["values"], resolved)
        data = {"component_type": component["type"], "custom_id": component["custom_id"], "id": component["id"]}
        data |= {"values": values} | ({"resolved": resolved.objects} if resolved.objects else {})
        return await self._send_component_interaction(message, data, "select", request)

    async def submit_modal(self, request: ActionRequest) -> ActionResponse:
        modal = self.world.open_modals.get(self.person.id)
        if modal is None:
            raise ActionDenied("no form is open")
        opener = modal.interaction
        channel = self.world.channels.get(opener.channel_id)
        if channel is None:
            self.world.set_open_modal(self.person.id, None)
            raise ActionDenied("the channel of that form was deleted")
        resolved = ResolvedData(self.playground, channel, self.person.id)
        components = fill_modal(modal.components, request.get("values") or {}, resolved)
        data: dict[str, Any] = {"custom_id": modal.custom_id, "components": components}
        if resolved.objects:
            data["resolved"] = resolved.objects
        interaction = create_interaction(
            self.playground,
            MODAL_SUBMIT,
            opener.bot_id,
            self.person.id,
            channel,
            data,
            "modal",
            opener.installation_owners,
        )
        interaction.message_id = opener.message_id
        interaction.root_type = opener.root_type
        interaction.triggering_metadata = opener.metadata
        response = await self._send_and_wait(interaction, request)
        if interaction.state != FAILED_STATE and self.world.open_modals.get(self.person.id) is modal:
            self.world.set_open_modal(self.person.id, None)
        return response

    async def forge_interaction(self, request: ActionRequest) -> ActionResponse:
        """Send an interaction that Discord's app would not send, with any data and for any message.

        A modified client could send such an interaction, so bots must be able to handle it.
        """
        channel, interaction_type = self.find_channel(request["channel"]), FORGEABLE_TYPES.get(str(request["kind"]))
        if interaction_type is None:
            raise ActionDenied(f"kind must be one of {', '.join(FORGEABLE_TYPES)}")
        bot_id, data = lookup.find_bot(self.world, request["bot"]).id, dict(request["data"])
        interaction = create_interaction(self.playground, interaction_type, bot_id, self.person.id, channel, data, "")
        if request.get("message") is not None:
            interaction.message_id = str(request["message"])
        interaction.root_type = interaction_type
        return await self._send_and_wait(interaction, request) | {"choices": interaction.autocomplete_choices}

    async def close_modal(self, _: ActionRequest) -> None:
        self.world.set_open_modal(self.person.id, None)

    async def dismiss_message(self, request: ActionRequest) -> None:
        """Dismiss an ephemeral message or the error message of a failed interaction."""
        if interaction_id := request.get("interaction"):
            for interaction in self.world.interactions.values():
                if interaction.id == interaction_id and interaction.user_id == self.person.id:
                    interaction.title = ""  # views omit interactions without a title
                    self.world.publish_change(InteractionFinished(interaction, is_dismissed=True))
            return
        message = lookup.find_visible_message(self.world, request["message"], self.person.id)
        if message.ephemeral_user_id != self.person.id:
            raise ActionDenied("only ephemeral messages can be dismissed")
        self.world.delete_messages(self.world.channels[message.channel_id], message)

    # helpers

    def find_channel(self, name_or_id: object) -> Channel:
        return lookup.find_visible_channel(self.world, name_or_id, self.person.id)

    def _select_command(self, channel: Channel, request: ActionRequest) -> SelectedCommand:
        usable = self.view_builder.list_usable_commands(channel)
        if bot_name := request.get("bot"):
            bot = lookup.find_bot(self.world, bot_name)
            usable = [command for command in usable if command["application_id"] == bot.id]
        if request.get("target") is not None:
            # Prefer the type that fits the target: a user command and a message command may have the same name.
            is_message = str(request["target"]) in self.world.messages.get(channel.id, {})
            wanted_type = MESSAGE_COMMAND if is_message else USER_COMMAND
            menu_commands = (it for it in usable if it["type"] != SLASH_COMMAND)
            usable = sorted(menu_commands, key=lambda it: it["type"] != wanted_type)
        return select_command(usable, str(request["command"]), self.person.locale)

    def _find_component(self, request: ActionRequest) -> tuple[Message, Mapping[str, Any]]:
        message = lookup.find_visible_message(self.world, request["message"], self.person.id)
        if message.flags & LOADING:
            raise ActionDenied("the bot is still thinking")
        usable = [it for it in walk_components(message.components) if "custom_id" in it]
        custom_id, label = request.get("custom_id"), request.get("label")
        if custom_id is None and label is None:
            raise ActionDenied("give a custom_id, or the label of a button")
        for component in usable:
            if component["custom_id"] == custom_id or (label is not None and component.get("label") == label):
                if component.get("disabled"):
                    raise ActionDenied(f"{component.get('label') or component['custom_id']!r} is disabled")
                return message, component
        names = ", ".join(str(it.get("label") or it["custom_id"]) for it in usable) or "none"
        raise ActionDenied(f"no component {custom_id or label!r} in this message; there are: {names}")

    async def _send_component_interaction(
        self, message: Message, data: dict[str, Any], title: str, request: ActionRequest
    ) -> ActionResponse:
        channel = self.world.channels[message.channel_id]
        # The installation that allowed the message also allows all users to use its components.
        owner_ids = (message.interaction_metadata or {}).get("authorizing_integration_owners")
        interaction = create_interaction(
            self.playground, MESSAGE_COMPONENT, message.author_id, self.person.id, channel, data, title, owner_ids
        )
        interaction.message_id = message.id
        interaction.root_type = MESSAGE_COMPONENT
        return await self._send_and_wait(interaction, request)

    def _create_command_interaction(
        self, interaction_type: int, selected: SelectedCommand, channel: Channel, data: dict[str, Any], title: str
    ) -> Interaction:
        bot_id, user_id = str(selected.command["application_id"]), self.person.id
        installation_types = selected.command["integration_types"]
        owner_ids = find_installation_owners(self.world, bot_id, user_id, channel, installation_types)
        return create_interaction(self.playground, interaction_type, bot_id, user_id, channel, data, title, owner_ids)

    async def _send_and_wait(self, interaction: Interaction, request: ActionRequest) -> ActionResponse:
        self._send_interaction(interaction)
        if request.get("wait", True):
            await interaction.finished_event.wait()
        return self._render_result(interaction)

    def _send_interaction(self, interaction: Interaction) -> None:
        world = self.world
        world.interactions[interaction.token] = interaction
        world.clock.call_later(self.playground.response_timeout_s, lambda: self._fail_if_unanswered(interaction))
        world.schedule_token_expiry(interaction)
        world.publish_change(InteractionCreated(interaction))

    def _fail_if_unanswered(self, interaction: Interaction) -> None:
        if interaction.state == WAITING_STATE:
            interaction.state = FAILED_STATE
            interaction.error_text = NO_RESPONSE_ERROR if interaction.reached_bot else NOT_CONNECTED_ERROR
            interaction.finished_event.set()
            self.playground.traffic_log.add_entry(
                "users",
                f"no response to {interaction.title or 'autocomplete'} in {self.playground.response_timeout_s:g} s",
                self.world.people[interaction.bot_id].name, refused=f"10062 {interaction.error_text}",
            )  # fmt: skip
            self.world.publish_change(InteractionFinished(interaction))

    def _render_result(self, interaction: Interaction) -> ActionResponse:
        message = self.world.messages.get(interaction.channel_id, {}).get(interaction.original_message_id or "")
        modal = self.world.open_modals.get(self.person.id)
        return {
            "interaction": interaction.id,
            "state": interaction.state,
            "type": interaction.callback_type,
            "message": self.view_builder.render_message(message) if message else None,
            "modal": modal.page_json if modal and modal.interaction is interaction else None,
            "ms": round(interaction.response_time_s * 1000, 2) if interaction.response_time_s is not None else None,
            "error": interaction.error_text,
        }
