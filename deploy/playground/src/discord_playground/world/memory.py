"""The world from one run to the next, in one file of the folder that was given."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from discord_playground.world.channel import Channel
from discord_playground.world.clock import Clock
from discord_playground.world.guild import Guild
from discord_playground.world.interaction import Interaction
from discord_playground.world.message import LOADING, Message
from discord_playground.world.person import Bot, Person
from discord_playground.world.unreadable import Unreadable
from discord_playground.world.world import World

FILE: Final = "world.json"
EDITION: Final = 1


@dataclass
class Kept:
    edition: int
    people: dict[str, Person]
    bots: dict[str, Bot]
    guilds: dict[str, Guild]
    channels: dict[str, Channel]
    messages: dict[str, dict[str, Message]]
    read: dict[str, dict[str, str]]
    latest: str
    ahead: int = 0
    """Milliseconds that its time had been moved on."""
    interactions: list[Interaction] = field(default_factory=list)
    """Those that were answered: for as long as their tokens last, they change what shows the answers."""


_KEPT: Final = TypeAdapter(Kept)


@dataclass(frozen=True)
class Memory:
    folder: Path

    def keep(self, world: World) -> None:
        """Whole or not at all: a run that is killed leaves the world of before."""
        kept = Kept(
            EDITION, world.people, world.bots, world.guilds, world.channels, world.messages, world.read,
            world.clock.snowflake(), world.clock.ahead,
            [interaction for interaction in world.interactions.values() if interaction.lasting],
        )  # fmt: skip
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.folder / (FILE + ".new")
        with fresh.open("wb") as file:
            file.write(_KEPT.dump_json(kept))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.folder / FILE)

    def recalled(self, clock: Clock) -> World | None:
        path = self.folder / FILE
        if not path.exists():
            return None
        try:
            kept = _KEPT.validate_json(path.read_bytes())
        except ValidationError as error:
            told = f"{path} is no world that this playground can read: {error.error_count()} faults"
            raise Unreadable(told) from None
        if kept.edition != EDITION:
            raise Unreadable(f"{path} is of edition {kept.edition}, this playground reads {EDITION}")
        clock.move(kept.ahead / 1000)
        clock.starts_after(kept.latest)
        world = World(clock)
        world.people, world.bots, world.guilds = kept.people, kept.bots, kept.guilds
        world.channels, world.messages, world.read = kept.channels, kept.messages, kept.read
        world.interactions = {interaction.token: interaction for interaction in kept.interactions}
        promised = {interaction.response for interaction in kept.interactions if interaction.deferred}
        for messages in world.messages.values():
            for message in messages.values():
                if message.id not in promised:
                    # Nobody knows any more what was to come.
                    message.flags &= ~LOADING
        return world
