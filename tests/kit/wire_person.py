"""Somebody at the playground who never looks away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, Answer, Denied, Watch, buttons, selects, text
from discord_playground.client.line import Line
from tests.kit.listener import Listener
from tests.patience import PATIENCE

T = TypeVar("T")
COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
"""Kinds of interactions, for `forges`."""
EPHEMERAL: Final = 1 << 6
DEFERRED: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7
IN_PLACE: Final = (DEFERRED_UPDATE, UPDATE)
"""A machine that is busy promises it first."""


class WirePerson(Listener):
    """`heard` is every message as it ever was before this person's eyes."""

    def __init__(self, line: Line, name: str, number: str, bot: str) -> None:
        super().__init__(line, name)
        self.id = number
        self.bot = bot
        self.dm = f"@{bot}"
        self.heard: list[JSON] = []

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def hears(self, message: JSON) -> None:
        self.heard.append(message)

    async def until(self, law: Callable[[Watch], T | None], seconds: float = PATIENCE) -> T:
        async with asyncio.timeout(seconds):
            while True:
                self.news.clear()
                if found := law(self.watch):
                    return found
                await self.news.wait()

    async def has_heard(self, law: Callable[[JSON], object]) -> JSON:
        """The first message of which it was true, though it may be true no more."""
        return await self.until(lambda _: next((it for it in self.heard if law(it)), None))

    async def misses(self, message: JSON) -> None:
        """Until that message is there no more."""
        await self.until(lambda seen: not any(it["id"] == message["id"] for it in self.all(seen)))

    def all(self, seen: Watch | None = None) -> list[JSON]:
        return [message for shown in (seen or self.watch).see["messages"].values() for message in shown]

    def now(self, message: JSON) -> JSON:
        """That message as it is by now."""
        return next(it for it in self.all() if it["id"] == message["id"])

    async def click(
        self, message: JSON | str, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> Answer:
        """By what is written on the button, or by where it leads; what stands in a list is taken from it."""
        listed = "" if isinstance(message, str) else _listed(message).get(custom_id or "", "")
        answer = await (
            self.select(message, listed, [custom_id or ""], wait=wait)
            if listed
            else super().click(message, label, custom_id=custom_id, wait=wait)
        )
        if isinstance(message, str) or not (message["flags"] & EPHEMERAL or message in self.direct()):
            return await self._come(answer)
        return await self._come(answer, message)

    async def command(self, channel: str, command: str, /, **more: Any) -> Answer:
        return await self._come(await super().command(channel, command, **more))

    async def forges(self, kind: int, data: JSON, channel: str, message: str | None = None) -> Answer:
        """Sends what no button, form or command has to offer."""
        return Answer(await self.act("forge", kind=kind, data=data, bot=self.bot, channel=channel, message=message))

    async def _come(self, answer: Answer, clicked: JSON | None = None) -> Answer:
        """What was put off for the sake of its picture, once it is there."""
        before: JSON | None = None
        if answer.type == DEFERRED:
            before = answer.message
        elif answer.type == DEFERRED_UPDATE and clicked:
            before = clicked
        if before is None:
            return answer
        put_off = before
        there = await self.until(lambda _: self._after(put_off))
        return Answer(JSON(answer.body | {"message": there}))

    def _after(self, before: JSON) -> JSON | None:
        """What was taken away as it was pressed is answered in a new one."""
        found = next((it for it in self.all() if it["id"] == before["id"]), None)
        if found:
            return found if found["components"] != before["components"] else None
        newer = [it for it in self.direct() if int(it["id"]) > int(before["id"]) and it["components"]]
        return max(newer, key=lambda it: int(it["id"]), default=None)

    def hand(self, law: Callable[[JSON], object]) -> JSON | None:
        """The newest private message of which it is true, wherever it is."""
        private = [it for it in self.all() if it["flags"] & EPHEMERAL or it in self.direct()]
        return max((it for it in private if law(it)), key=lambda it: int(it["id"]), default=None)

    async def handed(self, law: Callable[[JSON], object]) -> JSON:
        """Once there is one."""
        return await self.until(lambda _: self.hand(law))

    async def opens(self, card: JSON, verb: str = Action.OPEN_MATCH) -> JSON:
        """What a press on a card brings beside it, for this person alone."""
        before = {it["id"] for it in self.all()}
        answer = await self.click(card, custom_id=verbs(card)[verb])
        assert answer.state == "answered", answer.error
        return await self.handed(lambda it: it["id"] not in before and it["components"])

    def direct(self) -> list[JSON]:
        return self.watch.messages(self.dm)

    async def messages(self, channel: str) -> list[JSON]:
        see = await self.see(channel)
        return list(see["messages"].get(channel) or next(iter(see["messages"].values())))

    async def tidies(self) -> None:
        """Dismisses whatever only this person sees."""
        for message in self.all():
            if message["flags"] & EPHEMERAL:
                with suppress(Denied):
                    await self.dismiss(message=message)


def _listed(message: JSON) -> dict[str, str]:
    """What stands in a list in the place of buttons, and in which."""
    found = {option["value"]: one["custom_id"] for one in selects(message) for option in one.get("options", ())}
    return {to: by for to, by in found.items() if by.startswith(f"{Action.SELECT_FROM_MENU}:")}


def leads(message: JSON) -> list[str]:
    """Where each of its buttons leads, and each that stands in a list."""
    return [it["custom_id"] for it in buttons(message) if not it.get("disabled")] + list(_listed(message))


def verbs(message: JSON) -> dict[str, str]:
    """What its buttons do: the first two letters of their ids, and the first button of each."""
    found: dict[str, str] = {}
    for to in leads(message):
        found.setdefault(to[:2], to)
    return found


def does(verb: str, match_id: int | None = None, least: int = 0) -> Callable[[JSON], bool]:
    """Is there a button that does this, for that match, from that step on?"""

    def law(message: JSON) -> bool:
        return any(
            to[0] == verb and match_id in (None, int(to[1])) and int(to[2]) >= least
            for to in (each.split(":") for each in leads(message))
        )

    return law


def says(*parts: str) -> Callable[[JSON], bool]:
    return lambda message: all(part in text(message) for part in parts)


def picks(message: JSON) -> list[str]:
    """Every choice there is in a prompt, the ways back left out."""
    found = [to for to in leads(message) if to.startswith(f"{Action.PICK_MOVE}:")]
    backs = {button["custom_id"] for button in buttons(message) if button["label"] in {"Back", "Zurück", "Retour"}}
    return [one for one in found if one not in backs]


def step(message: JSON, verb: str) -> int:
    return int(verbs(message)[verb].split(":")[2])
