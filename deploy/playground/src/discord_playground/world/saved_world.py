"""The world from one run to the next, in one file of the folder that was given."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from discord_playground.world.channel import Channel
from discord_playground.world.clock import WorldClock
from discord_playground.world.guild import Guild
from discord_playground.world.interaction import Interaction
from discord_playground.world.message import LOADING, Message
from discord_playground.world.person import BotApplication, Person
from discord_playground.world.saved_world_error import SavedWorldError
from discord_playground.world.world import World

SAVE_FILE_NAME: Final = "world.json"
SAVE_FORMAT_VERSION: Final = 1


@dataclass
class SavedWorld:
    format_version: int
    people: dict[str, Person]
    bots: dict[str, BotApplication]
    guilds: dict[str, Guild]
    channels: dict[str, Channel]
    messages: dict[str, dict[str, Message]]
    last_read: dict[str, dict[str, str]]
    last_snowflake: str
    clock_offset_ms: int = 0
    """Milliseconds that its time had been moved on."""
    interactions: list[Interaction] = field(default_factory=list)
    """Those that were answered: for as long as their tokens last, they change what shows the answers."""


_SAVED_WORLD_ADAPTER: Final = TypeAdapter(SavedWorld)


@dataclass(frozen=True)
class WorldStore:
    folder: Path

    def save_world(self, world: World) -> None:
        """Whole or not at all: a run that is killed leaves the world of before."""
        kept = SavedWorld(
            SAVE_FORMAT_VERSION, world.people, world.bots, world.guilds, world.channels, world.messages,
            world.last_read, world.clock.new_snowflake(), world.clock.offset_ms,
            [interaction for interaction in world.interactions.values() if interaction.has_usable_token],
        )  # fmt: skip
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.folder / (SAVE_FILE_NAME + ".new")
        with fresh.open("wb") as file:
            file.write(_SAVED_WORLD_ADAPTER.dump_json(kept))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.folder / SAVE_FILE_NAME)

    def load_world(self, clock: WorldClock) -> World | None:
        path = self.folder / SAVE_FILE_NAME
        if not path.exists():
            return None
        try:
            kept = _SAVED_WORLD_ADAPTER.validate_json(path.read_bytes())
        except ValidationError as error:
            told = f"{path} is no world that this playground can read: {error.error_count()} faults"
            raise SavedWorldError(told) from None
        if kept.format_version != SAVE_FORMAT_VERSION:
            raise SavedWorldError(
                f"{path} is of edition {kept.format_version}, this playground reads {SAVE_FORMAT_VERSION}"
            )
        clock.advance_by(kept.clock_offset_ms / 1000)
        clock.ensure_snowflakes_after(kept.last_snowflake)
        world = World(clock)
        world.people, world.bots, world.guilds = kept.people, kept.bots, kept.guilds
        world.channels, world.messages, world.last_read = kept.channels, kept.messages, kept.last_read
        world.interactions = {interaction.token: interaction for interaction in kept.interactions}
        promised = {interaction.original_message_id for interaction in kept.interactions if interaction.is_deferred}
        for messages in world.messages.values():
            for message in messages.values():
                if message.id not in promised:
                    # Nobody knows any more what was to come.
                    message.flags &= ~LOADING
        return world
