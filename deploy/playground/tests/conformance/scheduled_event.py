"""Rules from the documentation page resources/guild-scheduled-event."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule
from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON

PAGE = DocumentationPage("resources/guild-scheduled-event")
rule = PAGE.rule

EVENTS_INTENT = 1 << 16
SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4


@asynccontextmanager
async def create_organizer(bot: ConformanceBot) -> AsyncIterator[ConformanceBot]:
    """Create a bot in its own server, where it may create events."""
    async with bot.create_separate_bot() as organizer:
        await set_server_permissions(organizer, allow=["create_events"])
        yield organizer


async def set_server_permissions(bot: ConformanceBot, **permissions: Sequence[str]) -> None:
    await bot.control("set_permissions", server=bot.guild_id, target=bot.sandbox.bot_role_id, **permissions)


async def make_event(bot: ConformanceBot, **fields: Any) -> JSON:
    """Return the body for an event in an hour that takes an hour. Fields that are `...` are left out."""
    now = datetime.fromisoformat((await bot.sandbox.playground.load_clock())["now"])
    body = {
        "name": "Howling",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "the den"},
        "scheduled_start_time": format_time(now + timedelta(hours=1)),
        "scheduled_end_time": format_time(now + timedelta(hours=2)),
    }
    return JSON({name: value for name, value in (body | fields).items() if value is not ...})


def format_time(time: datetime) -> str:
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z")


async def try_create_event(bot: ConformanceBot, **fields: Any) -> ApiReply:
    return await bot.request("POST", get_events_path(bot), await make_event(bot, **fields))


async def create_event(bot: ConformanceBot, **fields: Any) -> JSON:
    reply = await try_create_event(bot, **fields)
    assert reply.status == 200, reply.body
    return JSON(reply.body)


async def edit_event(bot: ConformanceBot, event: JSON, **fields: Any) -> ApiReply:
    return await bot.request("PATCH", get_event_path(bot, event), fields)


def get_events_path(bot: ConformanceBot) -> str:
    return f"/guilds/{bot.guild_id}/scheduled-events"


def get_event_path(bot: ConformanceBot, event: JSON) -> str:
    return f"{get_events_path(bot)}/{event['id']}"


async def create_events_with(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    async with create_organizer(bot) as organizer:
        return [await try_create_event(organizer, **body) for body in bodies]


for _name, _make_body, _path in (
    ("name", lambda n: {"name": "x" * n}, "name"),
    ("location", lambda n: {"entity_metadata": {"location": "x" * n}}, "entity_metadata.location"),
):
    add_boundary_rule(
        PAGE, "Guild Scheduled Event Structure", _name, f"A {_name} has 1 to 100 characters.", _make_body, _path,
        minimum=1, maximum=100, send_bodies=create_events_with,
    )  # fmt: skip
add_boundary_rule(
    PAGE, "Guild Scheduled Event Structure", "description", "A description has 1 to 1000 characters.",
    lambda n: {"description": "x" * n}, "description", minimum=1, maximum=1000, send_bodies=create_events_with,
)  # fmt: skip


@rule("Create Guild Scheduled Event", "An event outside Discord needs a location and an end, and has no channel.")
async def required_fields(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer, description="All of us")
        assert (event["status"], event["entity_type"], event["channel_id"]) == (SCHEDULED, 3, None)
        assert (event["name"], event["description"]) == ("Howling", "All of us")
        assert event["creator_id"] == event["creator"]["id"] == organizer.application_id
        for field in ("name", "scheduled_start_time", "scheduled_end_time", "privacy_level", "entity_metadata"):
            assert (await try_create_event(organizer, **{field: ...})).error_paths == {field}
        reply = await try_create_event(organizer, scheduled_end_time=None)
        assert reply.error_paths == {"scheduled_end_time"}
        reply = await try_create_event(organizer, channel_id=organizer.sandbox.duels_id)
        assert reply.error_paths == {"channel_id"}
        assert (await try_create_event(organizer, privacy_level=1)).error_paths == {"privacy_level"}


@rule("Create Guild Scheduled Event", "At most 100 events are scheduled or active.")
async def event_limit(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        events = [await create_event(organizer, name=f"Howling {number}") for number in range(100)]
        assert (await try_create_event(organizer)).status_and_code == (400, 30038)
        await edit_event(organizer, events[0], status=ACTIVE)
        assert (await try_create_event(organizer)).status_and_code == (400, 30038)
        await edit_event(organizer, events[0], status=COMPLETED)
        await create_event(organizer)


@rule("Permissions for events with entity_type: EXTERNAL", "Creating events needs CREATE_EVENTS in the server.")
async def permission_to_create(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        await set_server_permissions(organizer, allow=["manage_events"], deny=["create_events"])
        assert (await try_create_event(organizer)).status_and_code == (403, 50013)


@rule(
    "Permissions for events with entity_type: EXTERNAL",
    "Changing one's own events needs CREATE_EVENTS or MANAGE_EVENTS; those of others need MANAGE_EVENTS.",
)
async def permission_to_change(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer)
        assert (await edit_event(organizer, event, name="Barking")).body["name"] == "Barking"
        await set_server_permissions(organizer, deny=["create_events"])
        assert (await edit_event(organizer, event, name="No")).status_and_code == (403, 50013)
        await set_server_permissions(organizer, allow=["manage_events"])
        assert (await edit_event(organizer, event, name="Yapping")).status == 200
        await bot.control("add_member", server=organizer.guild_id, target=bot.sandbox.bot_name)
        path = get_event_path(organizer, event)
        assert (await bot.request("GET", path)).body["name"] == "Yapping"
        for method, body in (("PATCH", {"name": "No"}), ("DELETE", None)):
            await bot.control(
                "set_permissions", server=organizer.guild_id, target=bot.sandbox.bot_name, allow=["create_events"]
            )
            assert (await bot.request(method, path, body)).status_and_code == (403, 50013)
        await bot.control("remove_member", server=organizer.guild_id, target=bot.sandbox.bot_name)
        assert (await bot.request("GET", path)).status_and_code == (403, 50001)


@rule("Modify Guild Scheduled Event", "The status can be changed; finished events cannot be updated.")
async def status_transitions(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer)
        assert (await edit_event(organizer, event, status=COMPLETED)).error_paths == {"status"}
        assert (await edit_event(organizer, event, status=ACTIVE)).body["status"] == ACTIVE
        for status in (SCHEDULED, CANCELED):
            assert (await edit_event(organizer, event, status=status)).error_paths == {"status"}
        assert (await edit_event(organizer, event, status=COMPLETED)).body["status"] == COMPLETED
        assert (await edit_event(organizer, event, name="Late")).status_and_code == (400, 180000)
        canceled = await create_event(organizer)
        assert (await edit_event(organizer, canceled, status=CANCELED)).body["status"] == CANCELED
        assert (await edit_event(organizer, canceled, status=ACTIVE)).status_and_code == (400, 180000)
        assert await organizer.get_json(get_events_path(organizer)) == []


@rule("Modify Guild Scheduled Event", "All parameters are optional, and the others keep their values.")
async def partial_edit(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer, description="All of us")
        assert (await edit_event(organizer, event)).body == event
        edited = (await edit_event(organizer, event, entity_metadata={"location": "the hill"}, description=None)).body
        assert edited == event | {"entity_metadata": {"location": "the hill"}, "description": None}
        later = (await make_event(organizer))["scheduled_end_time"]
        end = datetime.fromisoformat((await edit_event(organizer, event, scheduled_end_time=later)).body[
            "scheduled_end_time"
        ])  # fmt: skip
        assert end == datetime.fromisoformat(later)
        for field in ("name", "scheduled_end_time", "entity_metadata"):
            assert (await edit_event(organizer, event, **{field: None})).error_paths == {field}
        reply = await edit_event(organizer, event, scheduled_end_time=event["scheduled_start_time"])
        assert reply.error_paths == {"scheduled_end_time"}


@rule("Guild Scheduled Event Status Update Automation", "An event outside Discord starts and ends by itself.")
async def automatic_status(bot: ConformanceBot) -> None:
    async with (
        create_organizer(bot) as organizer,
        organizer.identify_at_gateway(intents=DEFAULT_INTENTS | EVENTS_INTENT) as gateway,
        organizer.identify_at_gateway() as without_intent,
    ):
        event = await create_event(organizer)
        assert (await gateway.wait_for_event("GUILD_SCHEDULED_EVENT_CREATE"))["id"] == event["id"]
        for status in (ACTIVE, COMPLETED):
            await bot.control("advance_time", seconds=3600)
            update = await gateway.wait_for_event("GUILD_SCHEDULED_EVENT_UPDATE")
            assert (update["id"], update["status"]) == (event["id"], status)
        await organizer.send_message()
        await without_intent.wait_for_event("MESSAGE_CREATE")
        assert without_intent.list_received_events("GUILD_SCHEDULED_EVENT_CREATE") == []


@rule("Guild Scheduled Event Status Update Automation", "A moved event starts and ends at its new times.")
async def moved_event(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer)
        await bot.control("advance_time", seconds=1800)
        moved = await make_event(organizer)
        times = {name: moved[name] for name in ("scheduled_start_time", "scheduled_end_time")}
        await edit_event(organizer, event, **times)
        for seconds, status in ((1860, SCHEDULED), (1860, ACTIVE), (3600, COMPLETED)):
            await bot.control("advance_time", seconds=seconds)
            assert (await organizer.get_json(get_event_path(organizer, event)))["status"] == status


@rule("List Scheduled Events for Guild", "Events are listed, on request with the number of people who signed up.")
async def list_events(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer)
        assert await organizer.get_json(get_events_path(organizer)) == [event]
        counted = await organizer.get_json(f"{get_event_path(organizer, event)}?with_user_count=true")
        assert counted == event | {"user_count": 0}


@rule("Delete Guild Scheduled Event", "Deleting an event returns 204 and sends GUILD_SCHEDULED_EVENT_DELETE.")
async def delete_event(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer)
        async with organizer.identify_at_gateway(intents=DEFAULT_INTENTS | EVENTS_INTENT) as gateway:
            [guild] = gateway.list_received_events("GUILD_CREATE")
            assert guild["guild_scheduled_events"] == [event]
            assert (await organizer.request("DELETE", get_event_path(organizer, event))).status == 204
            assert (await gateway.wait_for_event("GUILD_SCHEDULED_EVENT_DELETE"))["id"] == event["id"]
        assert (await organizer.request("GET", get_event_path(organizer, event))).status_and_code == (404, 10070)


@rule("Guild Scheduled Event Entity Types", "An event can take place in a stage or voice channel.")
async def voice_event(bot: ConformanceBot) -> None:
    voice_id = await bot.create_channel("voice")
    async with create_organizer(bot) as organizer:
        body = {"entity_type": 2, "channel_id": voice_id, "entity_metadata": None}
        reply = await try_create_event(organizer, **body)
        assert "entity_type" not in reply.error_paths


@rule("Guild Scheduled Event Recurrence Rule Object", "An event can be repeated.")
async def repeated_event(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        start = (await make_event(organizer))["scheduled_start_time"]
        weekly = {"start": start, "frequency": 2, "interval": 1, "by_weekday": [4]}
        reply = await try_create_event(organizer, recurrence_rule=weekly)
        assert "recurrence_rule" not in reply.error_paths


@rule("Get Guild Scheduled Event Users", "The people who signed up for an event are listed.")
async def event_users(bot: ConformanceBot) -> None:
    async with create_organizer(bot) as organizer:
        event = await create_event(organizer)
        assert (await organizer.request("GET", f"{get_event_path(organizer, event)}/users")).status == 200
