"""A fake Discord in memory: its messages, who was pinged by which, and the failures a test orders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final, TypeAlias

from bot.delivery.messenger import Place, Sent
from bot.errors import Gone, Lost, Unavailable, Unreachable
from bot.screens.custom_ids import Address
from bot.screens.scene import Scene
from bot.wall_clock import EPOCH

NAMES: Final = {11: "Ann", 22: "Ben", 33: "Cat", 44: "Dan"}
DIRECT: Final = 1_000_000
"""So much above the person is the channel of their direct messages."""

Trouble: TypeAlias = Unavailable | Unreachable | Lost


@dataclass
class Hold:
    """Something that Discord puts off."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Discord:
    now: Callable[[], int]
    messages: dict[Place, Scene] = field(default_factory=dict)
    posted: list[tuple[int, Scene]] = field(default_factory=list)
    """Every new message as it was when it came."""
    nonces: dict[str, Place] = field(default_factory=dict)
    pinged: dict[Place, frozenset[int]] = field(default_factory=dict)
    """Whom each message called when it came."""
    answers: dict[str, Place] = field(default_factory=dict)
    """The messages that answered commands, by token."""
    private: dict[int, Scene] = field(default_factory=dict)
    threads: dict[int, str] = field(default_factory=dict)
    """What each is called, by its number, which is that of the message it hangs on."""
    gone: set[int] = field(default_factory=set)
    """Channels that somebody has deleted."""
    troubles: dict[str, list[Trouble]] = field(default_factory=dict)
    """By deed, or by deed and channel: what goes wrong with it the next times."""
    meanwhile: dict[str, Callable[[int], Awaitable[None]]] = field(default_factory=dict)
    """By deed, or by deed and channel or person: what happens before it is done."""
    left: set[int] = field(default_factory=set)
    """Who is on no server any more."""
    worn: dict[int, set[int]] = field(default_factory=dict)
    """Who has each role."""
    asked: list[int] = field(default_factory=list)
    """Whom it was asked about."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def fails(self, deed: str, *troubles: Trouble) -> None:
        self.troubles.setdefault(deed, []).extend(troubles)

    def hold(self, deed: str) -> Hold:
        """Put this deed off from now on, until the test releases it."""
        hold = Hold()

        async def wait(_: int) -> None:
            hold.reached.set()
            await hold.released.wait()

        self.meanwhile[deed] = wait
        return hold

    async def _do(self, deed: str, whom: int) -> None:
        for name in (deed, f"{deed} {whom}"):
            if happens := self.meanwhile.get(name):
                await happens(whom)
        for waiting in (self.troubles.get(deed), self.troubles.get(f"{deed} {whom}")):
            if waiting:
                raise waiting.pop(0)
        if whom in self.gone:
            raise Gone("unreachable-channel")

    def at(self, channel: int) -> list[Scene]:
        """The oldest first."""
        return [scene for place, scene in sorted(self.messages.items()) if place.channel == channel]

    def alive(self) -> list[tuple[Place, Scene]]:
        """What stands anywhere in public with a picture or a button."""
        public = [place for place in self.messages if not DIRECT <= place.channel < 2 * DIRECT]
        return [(place, scene) for place in public if (scene := self.messages[place]).board or scene.rows]

    def deleted(self, channel: int) -> None:
        """A channel, by somebody who may."""
        self.gone.add(channel)
        for place in [place for place in self.messages if place.channel == channel]:
            del self.messages[place]

    def direct(self, person: int) -> list[Scene]:
        return self.at(DIRECT + person)

    def pings(self, person: int) -> int:
        """By new messages; an edit pings nobody."""
        return sum(person in scene.called or channel == DIRECT + person for channel, scene in self.posted)

    def numbered(self, channel: int, once: str) -> int:
        """The number of a new message, which tells when it came."""
        del channel, once
        return ((self.now() - EPOCH) << 22) + next(self.numbers)

    async def post(self, channel: int, scene: Scene, once: str) -> Sent:
        await self._do("post", channel)
        if (known := self.nonces.get(once)) in self.messages:
            assert known
            stands = self.messages[known]
            as_asked = (stands.above, stands.below, stands.rows) == (scene.above, scene.below, scene.rows)
            return Sent(known, as_asked, self.pinged[known])
        place = Place(channel, self.numbered(channel, once))
        self.nonces[once] = place
        self.messages[place] = scene
        self.pinged[place] = scene.called
        self.posted.append((channel, scene))
        # It has come, but the bot does not hear of it.
        await self._do("posted", channel)
        return Sent(place, as_asked=True, called=scene.called)

    async def edit(self, place: Place, scene: Scene) -> None:
        await self._do("edit", place.channel)
        if place not in self.messages:
            raise Lost
        self.messages[place] = scene

    async def there(self, place: Place) -> bool:
        await self._do("there", place.channel)
        return place in self.messages

    async def remove(self, place: Place) -> None:
        await self._do("remove", place.channel)
        self.messages.pop(place, None)

    async def tell(self, person: int, scene: Scene, once: str) -> Sent:
        await self._do("tell", person)
        return await self.post(DIRECT + person, scene, once)

    async def ours(self, channel: int, match: int, since: int) -> list[Place]:
        await self._do("ours", channel)
        return [
            place
            for place, scene in sorted(self.messages.items())
            if place.channel == channel and (place.message >> 22) + EPOCH >= since and match in _about(scene)
        ]

    async def stands(self, channel: int, button: str, since: int) -> bool:
        await self._do("stands", channel)
        return any(
            place.channel == channel and (place.message >> 22) + EPOCH >= since and button in _buttons(scene)
            for place, scene in self.messages.items()
        )

    async def told(self, person: int, match: int, since: int) -> list[Place]:
        return await self.ours(DIRECT + person, match, since)

    async def edit_private(self, token: str, message: int, scene: Scene) -> None:
        assert token
        await self._do("edit_private", message)
        self.private[message] = scene

    async def open(self, token: str, scene: Scene) -> int:
        assert token
        await self._do("open", 0)
        message = self.numbered(0, token)
        self.private[message] = scene
        return message

    async def answered(self, token: str) -> int:
        assert token
        await self._do("answered", 0)
        if token not in self.answers:
            raise Lost
        return self.answers[token].message

    async def take_back(self, token: str, message: int) -> None:
        assert token
        await self._do("take_back", message)
        for place in [place for place in self.messages if place.message == message]:
            del self.messages[place]

    async def newest(self, channel: int) -> int | None:
        await self._do("newest", channel)
        return max((place.message for place in self.messages if place.channel == channel), default=None)

    async def check(self, channel: int) -> None:
        await self._do("check", channel)

    async def thread(self, place: Place, name: str) -> int:
        await self._do("thread", place.channel)
        if place not in self.messages:
            raise Lost
        self.threads.setdefault(place.message, name)
        return place.message

    async def give(self, server: int, person: int, role: int) -> None:
        assert server
        await self._do("give", person)
        self.worn.setdefault(role, set()).add(person)

    async def take(self, server: int, person: int, role: int) -> None:
        assert server
        await self._do("take", person)
        self.worn.setdefault(role, set()).discard(person)

    async def member(self, server: int, person: int) -> str | None:
        assert server
        await self._do("member", person)
        self.asked.append(person)
        return None if person in self.left else NAMES.get(person, f"{person}")

    async def locale(self, server: int | None) -> str | None:
        assert server
        return None


def _about(scene: Scene) -> set[int]:
    """The matches of its buttons."""
    return {address.match for button in _buttons(scene) if (address := Address.parse(button))}


def _buttons(scene: Scene) -> set[str]:
    return {button.to for row in scene.rows if isinstance(row, tuple) for button in row}
