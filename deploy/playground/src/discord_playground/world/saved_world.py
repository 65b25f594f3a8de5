"""Saves the world to a file and loads it in the next run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from discord_playground.world.channel import Channel
from discord_playground.world.clock import WorldClock
from discord_playground.world.guild import Guild
from discord_playground.world.interaction import Interaction
from discord_playground.world.message import LOADING, Message
from discord_playground.world.person import BotApplication, Person
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
    interactions: list[Interaction] = field(default_factory=list)
    """Answered interactions. Until their tokens expire, bots can use them to edit messages."""


class SavedWorldError(Exception):
    """Raised if the saved world cannot be read."""


@cache
def _create_adapter() -> TypeAdapter[SavedWorld]:
    # Created only when needed, because this is slow and most playgrounds have no folder.
    return TypeAdapter(SavedWorld)


@dataclass(frozen=True)
class WorldStore:
    folder: Path

    def save_world(self, world: World) -> None:
        """Replace the saved world. If the process is killed meanwhile, the previous file remains intact."""
        saved = SavedWorld(
            SAVE_FORMAT_VERSION, world.people, world.bots, world.guilds, world.channels, world.messages,
            world.last_read, world.clock.new_snowflake(), world.clock.offset_ms,
            [interaction for interaction in world.interactions.values() if interaction.has_usable_token],
        )  # fmt: skip
        self.folder.mkdir(parents=True, exist_ok=True)
        new_file = self.folder / (SAVE_FILE_NAME + ".new")
        with new_file.open("wb") as file:
            file.write(_create_adapter().dump_json(saved))
            file.flush()
            os.fsync(file.fileno())
        new_file.replace(self.folder / SAVE_FILE_NAME)

    def load_world(self, clock: WorldClock) -> World | None:
        path = self.folder / SAVE_FILE_NAME
        if not path.exists():
            return None
        try:
            saved = _create_adapter().validate_json(path.read_bytes())
        except ValidationError as error:
            error_text = f"{path} is not a world that this playground can read: {error.error_count()} errors"
            raise SavedWorldError(error_text) from None
        if saved.format_version != SAVE_FORMAT_VERSION:
            raise SavedWorldError(
                f"{path} has format version {saved.format_version}; this playground reads {SAVE_FORMAT_VERSION}"
            )
        clock.advance_by(saved.clock_offset_ms / 1000)
        clock.ensure_snowflakes_after(saved.last_snowflake)
        world = World(clock)
        world.people, world.bots, world.guilds = saved.people, saved.bots, saved.guilds
        world.channels, world.messages, world.last_read = saved.channels, saved.messages, saved.last_read
        world.interactions = {interaction.token: interaction for interaction in saved.interactions}
        deferred_ids = {
            interaction.original_message_id for interaction in saved.interactions if interaction.is_deferred
        }
        for messages in world.messages.values():
            for message in messages.values():
                if message.id not in deferred_ids:
                    # The interaction was not saved, so no response can replace this "thinking" message.
                    message.flags &= ~LOADING
        return world
