"""A person at the playground whose client keeps all messages that it has received."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from bot.screens.custom_ids import Action
from discord_playground.client import (
    JSON,
    InteractionResult,
    LiveView,
    PlaygroundError,
    find_buttons,
    find_selects,
    full_text,
)
from discord_playground.client.api_client import ApiClient
from tests.kit.watching_player import WatchingPlayer
from tests.waiting import TEST_TIMEOUT_S

T = TypeVar("T")
COMMAND_INTERACTION, COMPONENT_INTERACTION, AUTOCOMPLETE_INTERACTION, MODAL_INTERACTION = 2, 3, 4, 5
"""Types of interactions, for `forge_interaction`."""
EPHEMERAL_FLAG: Final = 1 << 6
DEFERRED_RESPONSE: Final = 5
DEFERRED_UPDATE_RESPONSE: Final = 6
UPDATE_RESPONSE: Final = 7
IN_PLACE_RESPONSES: Final = (DEFERRED_UPDATE_RESPONSE, UPDATE_RESPONSE)
"""The bot defers an update that takes long, as on a busy machine."""


class WirePerson(WatchingPlayer):
    """A person who uses a bot over the wire. `received_messages` has every version of every message."""

    def __init__(self, api_client: ApiClient, name: str, user_id: str, bot_name: str) -> None:
        super().__init__(api_client, name)
        self.user_id = user_id
        self.bot_name = bot_name
        self.dm_channel = f"@{bot_name}"
        self.received_messages: list[JSON] = []

    @property
    def mention(self) -> str:
        return f"<@{self.user_id}>"

    def on_message(self, message: JSON) -> None:
        self.received_messages.append(message)

    async def wait_until(self, condition: Callable[[LiveView], T | None], timeout_s: float = TEST_TIMEOUT_S) -> T:
        async with asyncio.timeout(timeout_s):
            while True:
                self.news_event.clear()
                if result := condition(self.watch):
                    return result
                await self.news_event.wait()

    async def wait_for_received(self, matches: Callable[[JSON], object]) -> JSON:
        """Return the first message version that matches, even if the message has changed since."""
        return await self.wait_until(lambda _: next((it for it in self.received_messages if matches(it)), None))

    async def wait_until_deleted(self, message: JSON) -> None:
        await self.wait_until(lambda watch: not any(it["id"] == message["id"] for it in self.list_messages(watch)))

    def list_messages(self, watch: LiveView | None = None) -> list[JSON]:
        channels = (watch or self.watch).view["messages"].values()
        return [message for messages in channels for message in messages]

    def get_current_version(self, message: JSON) -> JSON:
        return next(it for it in self.list_messages() if it["id"] == message["id"])

    async def click(
        self, message: JSON | str, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> InteractionResult:
        """Click the button or select the menu entry with this label or custom ID, and wait for a deferred answer."""
        menu_id = "" if isinstance(message, str) else map_menu_entries_to_menus(message).get(custom_id or "", "")
        answer = await (
            self.select_values(message, menu_id, [custom_id or ""], wait=wait)
            if menu_id
            else super().click(message, label, custom_id=custom_id, wait=wait)
        )
        if isinstance(message, str) or not (message["flags"] & EPHEMERAL_FLAG or message in self.list_dms()):
            return await self._wait_for_deferred_answer(answer)
        return await self._wait_for_deferred_answer(answer, message)

    async def run_command(self, channel: str, command: str, /, **options: Any) -> InteractionResult:
        return await self._wait_for_deferred_answer(await super().run_command(channel, command, **options))

    async def forge_interaction(
        self, interaction_type: int, data: JSON, channel: str, message: str | None = None
    ) -> InteractionResult:
        """Send an interaction that no button, form or command offers."""
        return InteractionResult(
            await self.perform_action(
                "forge", kind=interaction_type, data=data, bot=self.bot_name, channel=channel, message=message
            )
        )

    async def _wait_for_deferred_answer(
        self, answer: InteractionResult, clicked: JSON | None = None
    ) -> InteractionResult:
        """Wait for the message of an answer that was deferred until its picture is rendered."""
        if answer.callback_type == DEFERRED_RESPONSE:
            before = answer.message
        elif answer.callback_type == DEFERRED_UPDATE_RESPONSE and clicked:
            before = clicked
        else:
            return answer
        updated = await self.wait_until(lambda _: self._find_update_of(before))
        return InteractionResult(JSON(answer.body | {"message": updated}))

    def _find_update_of(self, before: JSON) -> JSON | None:
        """Return the changed version of a message, or None if it has not changed yet.

        If a click has deleted the message, return the newest DM after it.
        """
        current = next((it for it in self.list_messages() if it["id"] == before["id"]), None)
        if current:
            return current if current["components"] != before["components"] else None
        newer = [it for it in self.list_dms() if int(it["id"]) > int(before["id"]) and it["components"]]
        return max(newer, key=lambda it: int(it["id"]), default=None)

    def find_private_message(self, matches: Callable[[JSON], object]) -> JSON | None:
        """Return the newest ephemeral or direct message that matches."""
        private = [it for it in self.list_messages() if it["flags"] & EPHEMERAL_FLAG or it in self.list_dms()]
        return max((it for it in private if matches(it)), key=lambda it: int(it["id"]), default=None)

    async def wait_for_private_message(self, matches: Callable[[JSON], object]) -> JSON:
        return await self.wait_until(lambda _: self.find_private_message(matches))

    async def open_from_card(self, card: JSON, action: str = Action.OPEN_MATCH) -> JSON:
        """Click a button of a card and return the private message that answers it."""
        before = {it["id"] for it in self.list_messages()}
        answer = await self.click(card, custom_id=index_by_action(card)[action])
        assert answer.state == "answered", answer.error
        return await self.wait_for_private_message(lambda it: it["id"] not in before and it["components"])

    def list_dms(self) -> list[JSON]:
        return self.watch.list_messages(self.dm_channel)

    async def load_messages(self, channel: str) -> list[JSON]:
        messages = (await self.load_view(channel))["messages"]
        return list(messages.get(channel) or next(iter(messages.values())))

    async def dismiss_ephemeral_messages(self) -> None:
        for message in self.list_messages():
            if message["flags"] & EPHEMERAL_FLAG:
                with suppress(PlaygroundError):
                    await self.dismiss(message=message)


def map_menu_entries_to_menus(message: JSON) -> dict[str, str]:
    """Map each entry of the menus that replace too many buttons to its menu. Both are custom IDs."""
    menus = [it for it in find_selects(message) if it["custom_id"].startswith(f"{Action.SELECT_FROM_MENU}:")]
    return {option["value"]: menu["custom_id"] for menu in menus for option in menu.get("options", ())}


def list_custom_ids(message: JSON) -> list[str]:
    """Return the custom IDs of all enabled buttons and menu entries."""
    return [it["custom_id"] for it in find_buttons(message) if not it.get("disabled")] + list(
        map_menu_entries_to_menus(message)
    )


def index_by_action(message: JSON) -> dict[str, str]:
    """Map each action, the first two letters of a custom ID, to the first custom ID that has it."""
    first_ids: dict[str, str] = {}
    for custom_id in list_custom_ids(message):
        first_ids.setdefault(custom_id[:2], custom_id)
    return first_ids


def has_button_for(action: str, match_id: int | None = None, min_step: int = 0) -> Callable[[JSON], bool]:
    """Return a predicate for messages that have a button with this action, for this match, at this step or later."""

    def has_button(message: JSON) -> bool:
        return any(
            parts[0] == action and match_id in (None, int(parts[1])) and int(parts[2]) >= min_step
            for parts in (custom_id.split(":") for custom_id in list_custom_ids(message))
        )

    return has_button


def contains_text(*parts: str) -> Callable[[JSON], bool]:
    return lambda message: all(part in full_text(message) for part in parts)


def list_move_buttons(message: JSON) -> list[str]:
    """Return the custom IDs of all buttons that pick or confirm a move, without those that go back a page."""
    backs = {button["custom_id"] for button in find_buttons(message) if button["label"] in {"Back", "Zurück", "Retour"}}
    picks = [
        it for it in list_custom_ids(message) if it.startswith((f"{Action.PICK_MOVE}:", f"{Action.CONFIRM_MOVE}:"))
    ]
    return [it for it in picks if it not in backs]


def get_button_step(message: JSON, action: str) -> int:
    return int(index_by_action(message)[action].split(":")[2])
