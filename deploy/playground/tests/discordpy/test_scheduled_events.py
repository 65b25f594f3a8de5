"""Test that unmodified discord.py can create, change, follow and delete scheduled events."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S

INTENTS = discord.Intents(guilds=True, guild_scheduled_events=True)


async def test_event_is_created_moved_followed_and_deleted(sandbox: Sandbox) -> None:
    bot = DiscordPyBot(INTENTS)
    async with bot.run_in(sandbox):
        guild = bot.get_guild(sandbox.guild.id)
        assert guild
        start, location = discord.utils.utcnow() + timedelta(days=1), f"<#{sandbox.duels_id}>"
        fields = {"entity_type": discord.EntityType.external, "privacy_level": discord.PrivacyLevel.guild_only}

        async def create_event(name: str) -> discord.ScheduledEvent:
            return await guild.create_scheduled_event(  # type: ignore[no-any-return, call-overload]
                name=name, start_time=start, end_time=start + timedelta(hours=1), location=location, **fields
            )

        with pytest.raises(discord.Forbidden, match="50013"):
            await create_event("Howling")
        await sandbox.playground.control(
            "set_permissions", server=sandbox.server["id"], target=sandbox.bot_role_id, allow=["create_events"]
        )
        created = bot.wait_for("scheduled_event_create", timeout=TIMEOUT_S)
        event = await create_event("Howling")
        assert (await created).name == event.name == "Howling"
        assert event.location == location
        assert event.creator_id == bot.application_id
        # discord.py's clock is not the playground's.
        offset = timedelta(milliseconds=(await sandbox.playground.load_clock())["offset_ms"])
        start += offset
        event = await event.edit(start_time=start, end_time=start + timedelta(hours=2), description="All of us")
        assert event.start_time == start
        assert [it.description for it in await guild.fetch_scheduled_events()] == ["All of us"]
        started = bot.wait_for("scheduled_event_update", timeout=TIMEOUT_S, check=lambda _, it: it.status.value == 2)
        await sandbox.playground.control("advance_time", seconds=86_400)
        _, event = await started
        [line] = next(it for it in (await sandbox.heron.load_view())["servers"] if it["id"] == sandbox.server["id"])[
            "events"
        ]
        assert (line["name"], line["location"], line["active"]) == ("Howling", location, True)
        ended = bot.wait_for("scheduled_event_update", timeout=TIMEOUT_S)
        await event.end()
        assert (await ended)[1].status is discord.EventStatus.completed
        with pytest.raises(discord.HTTPException, match="180000"):
            await event.edit(name="Late")
        deleted = bot.wait_for("scheduled_event_delete", timeout=TIMEOUT_S)
        await event.delete()
        assert (await deleted).id == event.id
        assert bot.raised_errors == []
