"""Somebody at the playground who never looks away."""

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
"""Kinds of interactions, for `forges`."""
EPHEMERAL_FLAG: Final = 1 << 6
DEFERRED_RESPONSE: Final = 5
DEFERRED_UPDATE_RESPONSE: Final = 6
UPDATE_RESPONSE: Final = 7
IN_PLACE_RESPONSES: Final = (DEFERRED_UPDATE_RESPONSE, UPDATE_RESPONSE)
"""A machine that is busy promises it first."""


class WirePerson(WatchingPlayer):
    """`heard` is every message as it ever was before this person's eyes."""

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
                if found := condition(self.watch):
                    return found
                await self.news_event.wait()

    async def wait_for_received(self, matches: Callable[[JSON], object]) -> JSON:
        """The first message of which it was true, though it may be true no more."""
        return await self.wait_until(lambda _: next((it for it in self.received_messages if matches(it)), None))

    async def wait_until_deleted(self, message: JSON) -> None:
        """Until that message is there no more."""
        await self.wait_until(lambda seen: not any(it["id"] == message["id"] for it in self.list_messages(seen)))

    def list_messages(self, watch: LiveView | None = None) -> list[JSON]:
        return [message for shown in (watch or self.watch).view["messages"].values() for message in shown]

    def get_current_version(self, message: JSON) -> JSON:
        """That message as it is by now."""
        return next(it for it in self.list_messages() if it["id"] == message["id"])

    async def click(
        self, message: JSON | str, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> InteractionResult:
        """By what is written on the button, or by where it leads; what stands in a list is taken from it."""
        listed = "" if isinstance(message, str) else _map_menu_entries_to_menus(message).get(custom_id or "", "")
        answer = await (
            self.select_values(message, listed, [custom_id or ""], wait=wait)
            if listed
            else super().click(message, label, custom_id=custom_id, wait=wait)
        )
        if isinstance(message, str) or not (message["flags"] & EPHEMERAL_FLAG or message in self.list_dms()):
            return await self._wait_for_deferred_answer(answer)
        return await self._wait_for_deferred_answer(answer, message)

    async def run_command(self, channel: str, command: str, /, **more: Any) -> InteractionResult:
        return await self._wait_for_deferred_answer(await super().run_command(channel, command, **more))

    async def forge_interaction(
        self, interaction_type: int, data: JSON, channel: str, message: str | None = None
    ) -> InteractionResult:
        """Sends what no button, form or command has to offer."""
        return InteractionResult(
            await self.perform_action(
                "forge", kind=interaction_type, data=data, bot=self.bot_name, channel=channel, message=message
            )
        )

    async def _wait_for_deferred_answer(
        self, answer: InteractionResult, clicked: JSON | None = None
    ) -> InteractionResult:
        """What was put off for the sake of its picture, once it is there."""
        before: JSON | None = None
        if answer.callback_type == DEFERRED_RESPONSE:
            before = answer.message
        elif answer.callback_type == DEFERRED_UPDATE_RESPONSE and clicked:
            before = clicked
        if before is None:
            return answer
        put_off = before
        there = await self.wait_until(lambda _: self._find_update_of(put_off))
        return InteractionResult(JSON(answer.body | {"message": there}))

    def _find_update_of(self, before: JSON) -> JSON | None:
        """What was taken away as it was pressed is answered in a new one."""
        found = next((it for it in self.list_messages() if it["id"] == before["id"]), None)
        if found:
            return found if found["components"] != before["components"] else None
        newer = [it for it in self.list_dms() if int(it["id"]) > int(before["id"]) and it["components"]]
        return max(newer, key=lambda it: int(it["id"]), default=None)

    def find_private_message(self, matches: Callable[[JSON], object]) -> JSON | None:
        """The newest private message of which it is true, wherever it is."""
        private = [it for it in self.list_messages() if it["flags"] & EPHEMERAL_FLAG or it in self.list_dms()]
        return max((it for it in private if matches(it)), key=lambda it: int(it["id"]), default=None)

    async def wait_for_private_message(self, matches: Callable[[JSON], object]) -> JSON:
        """Once there is one."""
        return await self.wait_until(lambda _: self.find_private_message(matches))

    async def open_from_card(self, card: JSON, action: str = Action.OPEN_MATCH) -> JSON:
        """What a press on a card brings beside it, for this person alone."""
        before = {it["id"] for it in self.list_messages()}
        answer = await self.click(card, custom_id=index_by_action(card)[action])
        assert answer.state == "answered", answer.error
        return await self.wait_for_private_message(lambda it: it["id"] not in before and it["components"])

    def list_dms(self) -> list[JSON]:
        return self.watch.list_messages(self.dm_channel)

    async def load_messages(self, channel: str) -> list[JSON]:
        see = await self.load_view(channel)
        return list(see["messages"].get(channel) or next(iter(see["messages"].values())))

    async def dismiss_ephemeral_messages(self) -> None:
        """Dismisses whatever only this person sees."""
        for message in self.list_messages():
            if message["flags"] & EPHEMERAL_FLAG:
                with suppress(PlaygroundError):
                    await self.dismiss(message=message)


def _map_menu_entries_to_menus(message: JSON) -> dict[str, str]:
    """What stands in a list in the place of buttons, and in which."""
    found = {option["value"]: one["custom_id"] for one in find_selects(message) for option in one.get("options", ())}
    return {to: by for to, by in found.items() if by.startswith(f"{Action.SELECT_FROM_MENU}:")}


def list_custom_ids(message: JSON) -> list[str]:
    """Where each of its buttons leads, and each that stands in a list."""
    return [it["custom_id"] for it in find_buttons(message) if not it.get("disabled")] + list(
        _map_menu_entries_to_menus(message)
    )


def index_by_action(message: JSON) -> dict[str, str]:
    """What its buttons do: the first two letters of their ids, and the first button of each."""
    found: dict[str, str] = {}
    for to in list_custom_ids(message):
        found.setdefault(to[:2], to)
    return found


def has_button_for(action: str, match_id: int | None = None, min_step: int = 0) -> Callable[[JSON], bool]:
    """Is there a button that does this, for that match, from that step on?"""

    def law(message: JSON) -> bool:
        return any(
            to[0] == action and match_id in (None, int(to[1])) and int(to[2]) >= min_step
            for to in (each.split(":") for each in list_custom_ids(message))
        )

    return law


def contains_text(*parts: str) -> Callable[[JSON], bool]:
    return lambda message: all(part in full_text(message) for part in parts)


def list_move_buttons(message: JSON) -> list[str]:
    """Every choice there is in a prompt, the ways back left out."""
    found = [to for to in list_custom_ids(message) if to.startswith(f"{Action.PICK_MOVE}:")]
    backs = {button["custom_id"] for button in find_buttons(message) if button["label"] in {"Back", "Zurück", "Retour"}}
    return [one for one in found if one not in backs]


def get_button_step(message: JSON, action: str) -> int:
    return int(index_by_action(message)[action].split(":")[2])
