"""Trouble to order: answers of 5xx, lost connections, answers that come late."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from discord_playground.rate_limits import EVERY_ROUTE

DROP_CONNECTION: Final = "drop"
ERROR_MESSAGES: Final[Mapping[int, str]] = {
    160006: "Maximum number of active threads reached.",
    200000: "Message was blocked by automatic moderation",
}
"""What Discord says with codes that only an order brings about here."""


@dataclass(slots=True)
class InjectedFault:
    route: str
    status: int | str | None
    """A status, `drop`, or None when an answer is only late."""
    remaining_count: int = 1
    after_handling: bool = False
    """The work is done, and only then the answer lost."""
    delay_s: float = 0.0
    code: int = 0
    """Discord's own, of a refusal."""
    channel_id: str | None = None
    """Only there."""

    @property
    def body(self) -> dict[str, object]:
        return {"message": ERROR_MESSAGES.get(self.code, f"{self.status}: as ordered"), "code": self.code}

    def applies_to(self, route: str, channel_id: str | None) -> bool:
        return self.route in {route, EVERY_ROUTE} and self.channel_id in {None, channel_id}


class FaultInjector:
    def __init__(self) -> None:
        self.pending_faults: list[InjectedFault] = []
        self.max_latency_s = 0.0
        """Seconds at the most that a request is under way, and that its answer is."""
        self.emoji_rejections_left: dict[str, int] = {}
        """By bot, how many more messages are refused for emoji that are there: Discord does that now and then."""

    def add_fault(self, fault: InjectedFault) -> None:
        self.pending_faults.append(fault)

    def cancel_faults(self, route: str) -> int:
        """What has not come yet does not come; how often it would have."""
        left = sum(it.remaining_count for it in self.pending_faults if route in {it.route, EVERY_ROUTE})
        self.pending_faults = [it for it in self.pending_faults if route not in {it.route, EVERY_ROUTE}]
        if route == EVERY_ROUTE:
            self.emoji_rejections_left.clear()
        return left

    def take_emoji_rejection(self, bot_id: str) -> bool:
        """Are the emoji of this message to be refused, though they are there?"""
        left = self.emoji_rejections_left.pop(bot_id, 0)
        if left > 1:
            self.emoji_rejections_left[bot_id] = left - 1
        return left > 0

    async def add_latency(self) -> None:
        """Mostly a little, and now and then much; so requests that are made at once come in any order."""
        if self.max_latency_s:
            await asyncio.sleep(self.max_latency_s * random.random() ** 2)  # noqa: S311 - nothing secret

    async def take_fault(self, route: str, channel_id: str | None) -> InjectedFault | None:
        """What is to happen to a request on this route; each trouble strikes as often as it was ordered."""
        for trouble in self.pending_faults:
            if trouble.applies_to(route, channel_id):
                trouble.remaining_count -= 1
                if trouble.remaining_count <= 0:
                    self.pending_faults.remove(trouble)
                if trouble.delay_s:
                    await asyncio.sleep(trouble.delay_s)
                return trouble
        return None
