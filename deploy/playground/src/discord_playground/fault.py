"""Trouble to order: answers of 5xx, lost connections, answers that come late."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from discord_playground.ratelimit import EVERY_ROUTE

DROP: Final = "drop"
SAID: Final[Mapping[int, str]] = {
    160006: "Maximum number of active threads reached.",
    200000: "Message was blocked by automatic moderation",
}
"""What Discord says with codes that only an order brings about here."""


@dataclass(slots=True)
class Trouble:
    route: str
    status: int | str | None
    """A status, `drop`, or None when an answer is only late."""
    times: int = 1
    carried: bool = False
    """The work is done, and only then the answer lost."""
    delay: float = 0.0
    code: int = 0
    """Discord's own, of a refusal."""
    channel: str | None = None
    """Only there."""

    @property
    def body(self) -> dict[str, object]:
        return {"message": SAID.get(self.code, f"{self.status}: as ordered"), "code": self.code}

    def strikes(self, route: str, channel: str | None) -> bool:
        return self.route in {route, EVERY_ROUTE} and self.channel in {None, channel}


class Troubles:
    def __init__(self) -> None:
        self.ordered: list[Trouble] = []
        self.late = 0.0
        """Seconds at the most that a request is under way, and that its answer is."""
        self.forgotten: dict[str, int] = {}
        """By bot, how many more messages are refused for emoji that are there: Discord does that now and then."""

    def order(self, trouble: Trouble) -> None:
        self.ordered.append(trouble)

    def forget(self, route: str) -> int:
        """What has not come yet does not come; how often it would have."""
        left = sum(it.times for it in self.ordered if route in {it.route, EVERY_ROUTE})
        self.ordered = [it for it in self.ordered if route not in {it.route, EVERY_ROUTE}]
        if route == EVERY_ROUTE:
            self.forgotten.clear()
        return left

    def forgetful(self, bot: str) -> bool:
        """Are the emoji of this message to be refused, though they are there?"""
        left = self.forgotten.pop(bot, 0)
        if left > 1:
            self.forgotten[bot] = left - 1
        return left > 0

    async def lags(self) -> None:
        """Mostly a little, and now and then much; so requests that are made at once come in any order."""
        if self.late:
            await asyncio.sleep(self.late * random.random() ** 2)  # noqa: S311 - nothing secret

    async def met(self, route: str, channel: str | None) -> Trouble | None:
        """What is to happen to a request on this route; each trouble strikes as often as it was ordered."""
        for trouble in self.ordered:
            if trouble.strikes(route, channel):
                trouble.times -= 1
                if trouble.times <= 0:
                    self.ordered.remove(trouble)
                if trouble.delay:
                    await asyncio.sleep(trouble.delay)
                return trouble
        return None
