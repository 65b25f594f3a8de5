"""What lies in the channels and direct messages when all is quiet: every message that a bot of ours has left there."""

from __future__ import annotations

from dataclasses import dataclass

from deploy.playground.client import JSON, components
from tests.kit.wire_person import EPHEMERAL
from tests.tools.storm.person import Person, addresses

MEDIA = frozenset({12, 13, 11})


@dataclass(frozen=True, slots=True)
class Lying:
    """One message. `step` is the one it asks for, -1 if it asks nothing."""

    message: int
    person: int
    """Whose direct messages; 0 in a channel."""
    matches: frozenset[int]
    step: int
    verbs: frozenset[str]
    heavy: bool
    """It has a button or a picture."""


async def looked(witness: Person, channel: str) -> list[Lying]:
    """All of a channel, however far up."""
    found: list[JSON] = []
    before = str((1 << 63) - 1)
    while True:
        page = await witness.history(channel, before)
        found = [*page["messages"], *found]
        if not page["more"] or not page["messages"]:
            break
        before = page["messages"][0]["id"]
    return [lying(it, 0) for it in found if it["author"]["bot"] and not it["flags"] & EPHEMERAL]


async def at_home(person: Person) -> list[Lying]:
    channel = person.watch.channel(person.dm)
    if channel is None:
        return []
    return [lying(it, person.id) for it in await messages(person, channel["id"]) if it["author"]["bot"]]


async def messages(person: Person, channel: str) -> list[JSON]:
    page = await person.history(channel, str((1 << 63) - 1))
    return list(page["messages"])


def lying(message: JSON, person: int) -> Lying:
    told = list(addresses(message))
    asks = [step for verb, _, step in told if verb in {"pi", "ch"}]
    return Lying(
        int(message["id"]),
        person,
        frozenset(match for _, match, _ in told),
        max(asks, default=-1),
        frozenset(verb for verb, _, _ in told),
        bool(told) or any(one["type"] in MEDIA for one in components(message)),
    )
