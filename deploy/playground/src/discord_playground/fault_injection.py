"""Injection of faults for tests: error responses, dropped connections and delays."""

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
"""Discord's messages for error codes that the playground returns only as injected faults."""


@dataclass(slots=True)
class InjectedFault:
    """An error, dropped connection or delay that a test ordered for the next requests to a route."""

    route: str
    status: int | str | None
    """The status of the response, "drop" to close the connection, or None to only delay the request."""
    remaining_count: int = 1
    after_handling: bool = False
    """Whether the request takes effect before the fault occurs."""
    delay_s: float = 0.0
    code: int = 0
    """Discord's error code in the body of the response."""
    channel_id: str | None = None
    """The only channel whose requests are affected, or None for all requests."""

    @property
    def body(self) -> dict[str, object]:
        return {"message": ERROR_MESSAGES.get(self.code, f"{self.status}: injected fault"), "code": self.code}

    def applies_to(self, route: str, channel_id: str | None) -> bool:
        return self.route in {route, EVERY_ROUTE} and self.channel_id in {None, channel_id}


class FaultInjector:
    def __init__(self) -> None:
        self.pending_faults: list[InjectedFault] = []
        self.max_latency_s = 0.0
        """Maximum delay of each request and each response."""
        self.emoji_rejections_left: dict[str, int] = {}
        """Number of messages with valid emoji that are still to be rejected, by bot. Discord occasionally does this."""

    def add_fault(self, fault: InjectedFault) -> None:
        self.pending_faults.append(fault)

    def cancel_faults(self, route: str) -> int:
        """Remove a route's pending faults. Return the number of requests that they would have affected."""
        remaining_count = sum(it.remaining_count for it in self.pending_faults if route in {it.route, EVERY_ROUTE})
        self.pending_faults = [it for it in self.pending_faults if route not in {it.route, EVERY_ROUTE}]
        if route == EVERY_ROUTE:
            self.emoji_rejections_left.clear()
        return remaining_count

    def take_emoji_rejection(self, bot_id: str) -> bool:
        """Return whether to reject a bot's message with emoji, and if so, use up one of the ordered rejections."""
        remaining_count = self.emoji_rejections_left.pop(bot_id, 0)
        if remaining_count > 1:
            self.emoji_rejections_left[bot_id] = remaining_count - 1
        return remaining_count > 0

    async def add_latency(self) -> None:
        """Wait for a random, usually short time. This changes the order of concurrent requests."""
        if self.max_latency_s:
            await asyncio.sleep(self.max_latency_s * random.random() ** 2)  # noqa: S311 - not used for secrets

    async def take_fault(self, route: str, channel_id: str | None) -> InjectedFault | None:
        """Return the fault to inject into a request, or None. Wait for its delay and reduce its `remaining_count`."""
        for fault in self.pending_faults:
            if fault.applies_to(route, channel_id):
                fault.remaining_count -= 1
                if fault.remaining_count <= 0:
                    self.pending_faults.remove(fault)
                if fault.delay_s:
                    await asyncio.sleep(fault.delay_s)
                return fault
        return None
