"""What the herald needs of Discord: messages posted, edited and removed. `discord/messages` does it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, NamedTuple, Protocol

from bot.errors import Lost, Unreachable
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE, made

TOO_OLD: Final = 55 * MINUTE
"""Discord takes few edits of a message that is older than an hour, and has whoever tries wait in vain."""
ANSWER: Final = 0
"""In the place of a message: that by which somebody’s press was answered."""


class Place(NamedTuple):
    """Where a message is."""

    channel: int
    message: int


class Sent(NamedTuple):
    """What Discord returned for a new message."""

    place: Place
    as_asked: bool = True
    """False if it is the message of an earlier attempt, and shows something else."""
    called: frozenset[int] = frozenset()
    """The people that it pinged."""


class Channels(Protocol):
    async def post(self, channel: int, scene: Scene, once: str) -> Sent:
        """Twice within some minutes with the same `once` is one message: an answer may be lost, or a process die. Then
        the first one is returned, as it is.
        """
        ...

    async def edit(self, place: Place, scene: Scene) -> None: ...
    async def there(self, place: Place) -> bool:
        """Has nobody deleted it? Where we may not read back it is taken for there."""
        ...

    async def remove(self, place: Place) -> None:
        """Gone already is as good as removed."""
        ...

    async def tell(self, person: int, scene: Scene, once: str) -> Sent:
        """By direct message; `once` as above."""
        ...

    async def ours(self, channel: int, match: int, since: int) -> list[Place]:
        """The messages there since then that can be the card of this match, the oldest first; as far as we may read
        back.
        """
        ...

    async def stands(self, channel: int, button: str, since: int) -> bool:
        """Have we posted something there since then with this button, by its custom_id? As far as we may read back."""
        ...

    async def told(self, person: int, match: int, since: int) -> list[Place]:
        """What we have sent about a match by direct message since then, the oldest first; no answers to presses."""
        ...

    async def edit_private(self, token: str, message: int, scene: Scene) -> None:
        """An ephemeral message, or the `ANSWER`, as long as its interaction lasts."""
        ...

    async def open(self, token: str, scene: Scene) -> int:
        """A private message beside what somebody has pressed, as long as its interaction lasts."""
        ...

    async def answered(self, token: str) -> int:
        """The message that answered somebody's command; `Lost` where nothing has."""
        ...

    async def take_back(self, token: str, message: int) -> None:
        """What somebody has pressed lately; by their press that counts for nothing."""
        ...

    async def newest(self, channel: int) -> int | None:
        """The last message of a channel, whoever wrote it."""
        ...

    async def check(self, channel: int) -> None:
        """Raises what it would to post a table there."""
        ...

    async def thread(self, place: Place, name: str) -> int:
        """One that hangs on a message, and has its number; there is one at the most, however often it is asked for."""
        ...

    async def give(self, server: int, person: int, role: int) -> None:
        """Whoever has left has it no more, and takes none: that is no trouble."""
        ...

    async def take(self, server: int, person: int, role: int) -> None: ...
    async def member(self, server: int, person: int) -> str | None:
        """What this person is called there; None for who is not there."""
        ...

    async def locale(self, server: int | None) -> str | None:
        """The language that a server has chosen at Discord."""
        ...


def too_old(place: Place, now: int) -> bool:
    """A message's id tells when it was posted: one that is older takes no edits but by a press on it."""
    return now - made(place.message) > TOO_OLD


async def edited(channels: Channels, place: Place, token: str, scene: Scene, now: int, *, late: bool = False) -> None:
    """By somebody's press on it, which counts for nothing; what that does not reach, in its channel, as long as it is
    young. `late` is the one edit of what can be neither moved nor taken away: some are taken.
    """
    if token:
        with _missed(place):
            await channels.edit_private(token, place.message, scene)
            return
    if not place.channel:
        raise Lost("nobody has pressed it lately")
    if too_old(place, now) and not late:
        raise Lost("it takes no edits any more")
    await channels.edit(place, scene)


async def removed(channels: Channels, place: Place, token: str) -> None:
    """The same, of what is to go."""
    if token:
        with _missed(place):
            await channels.take_back(token, place.message)
            return
    await channels.remove(place)


def _missed(place: Place) -> AbstractContextManager[None]:
    """There is another way, but for what only a press reaches."""
    return suppress(Lost, Unreachable) if place.channel else nullcontext()
