"""Test scheduled events: valid and invalid bodies, and how they continue in a saved world."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from deploy.playground.tests.bodies import JSON, RequestBody
from deploy.playground.tests.error_codes import BAD_LENGTH, INVALID_CHOICE, NOT_A_MODEL, NOT_A_STRING, REQUIRED
from deploy.playground.tests.minimal_bodies import VALIDATION_MODES, find_errors
from discord_playground.api.call import ApiCall
from discord_playground.api.scheduled_events import EVENT_PATH, EVENTS_PATH, create_event
from discord_playground.interactions_endpoint import InteractionsEndpoints
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.world.scheduled_event import EventStatus

CREATE_EVENT, EDIT_EVENT = ("POST", EVENTS_PATH), ("PATCH", EVENT_PATH)


def make_body(**fields: Any) -> JSON:
    """Return the body of a valid event. Fields that are `...` are left out."""
    body = {
        "name": "Howling",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "the den"},
        "scheduled_start_time": "2040-01-06T21:00:00Z",
        "scheduled_end_time": "2040-01-06T23:00:00Z",
    }
    return {name: value for name, value in (body | fields).items() if value is not ...}


VALID_FIELDS: list[JSON] = [
    {},
    {"name": "x" * 100, "description": "x" * 1000, "entity_metadata": {"location": "x" * 100}},
    {"scheduled_start_time": "2040-01-06T22:00:00+01:00"},
    {"channel_id": None, "description": None, "recurrence_rule": None},
]
INVALID_FIELDS: list[tuple[JSON, set[tuple[str, str]]]] = [
    ({"name": None}, {("name", REQUIRED)}),
    ({"name": ""}, {("name", BAD_LENGTH)}),
    ({"name": "x" * 101}, {("name", BAD_LENGTH)}),
    ({"name": 7}, {("name", NOT_A_STRING)}),
    ({"description": ""}, {("description", BAD_LENGTH)}),
    ({"description": "x" * 1001}, {("description", BAD_LENGTH)}),
    ({"entity_metadata": None}, {("entity_metadata", NOT_A_MODEL)}),
    ({"entity_metadata": {}}, {("entity_metadata.location", REQUIRED)}),
    ({"entity_metadata": {"location": ""}}, {("entity_metadata.location", BAD_LENGTH)}),
    ({"entity_metadata": {"location": "x" * 101}}, {("entity_metadata.location", BAD_LENGTH)}),
    ({"entity_metadata": {"location": 7}}, {("entity_metadata.location", NOT_A_STRING)}),
    ({"scheduled_start_time": None}, {("scheduled_start_time", REQUIRED)}),
    ({"scheduled_start_time": "at nine"}, {("scheduled_start_time", "DATE_TIME_TYPE_PARSE")}),
    ({"scheduled_start_time": "2040-01-06T21:00:00"}, {("scheduled_start_time", "DATE_TIME_TYPE_PARSE")}),
    ({"scheduled_end_time": None}, {("scheduled_end_time", REQUIRED)}),
    ({"scheduled_end_time": 7}, {("scheduled_end_time", "DATE_TIME_TYPE_PARSE")}),
    ({"privacy_level": 1}, {("privacy_level", INVALID_CHOICE)}),
    ({"channel_id": "77"}, {("channel_id", "GUILD_SCHEDULED_EVENT_CHANNEL_NOT_ALLOWED")}),
    ({"image": "data:image/png;base64,AAAA"}, {("image", "FIELD_UNAVAILABLE")}),
]


@pytest.mark.parametrize("mode", VALIDATION_MODES)
@pytest.mark.parametrize("fields", VALID_FIELDS, ids=str)
def test_valid_event_is_accepted(fields: JSON, mode: str) -> None:
    assert find_errors(RequestBody(make_body(**fields), CREATE_EVENT), mode) == set()
    assert find_errors(RequestBody(fields, EDIT_EVENT), mode) == set()


@pytest.mark.parametrize("mode", VALIDATION_MODES)
@pytest.mark.parametrize(("fields", "errors"), INVALID_FIELDS, ids=[str(fields)[:60] for fields, _ in INVALID_FIELDS])
def test_invalid_event_reports_path_and_code(fields: JSON, errors: set[tuple[str, str]], mode: str) -> None:
    assert find_errors(RequestBody(make_body(**fields), CREATE_EVENT), mode) == errors
    assert find_errors(RequestBody(fields, EDIT_EVENT), mode) == errors


@pytest.mark.parametrize("mode", VALIDATION_MODES)
@pytest.mark.parametrize("field", make_body())
def test_new_event_needs_every_field(field: str, mode: str) -> None:
    assert find_errors(RequestBody(make_body(**{field: ...}), CREATE_EVENT), mode) == {(field, REQUIRED)}


@pytest.mark.parametrize("mode", VALIDATION_MODES)
def test_event_in_a_voice_channel_is_refused(mode: str) -> None:
    body = make_body(entity_type=2, channel_id="77")
    assert ("entity_type", "ENTITY_TYPE_UNAVAILABLE") in find_errors(RequestBody(body, CREATE_EVENT), mode)


@pytest.mark.parametrize("mode", VALIDATION_MODES)
def test_edit_validates_the_status(mode: str) -> None:
    assert find_errors(RequestBody({"status": 2}, EDIT_EVENT), mode) == set()
    assert find_errors(RequestBody({"status": 5}, EDIT_EVENT), mode) == {("status", INVALID_CHOICE)}


@pytest.mark.parametrize(
    ("hours_later", "status"), [(0, EventStatus.SCHEDULED), (1, EventStatus.ACTIVE), (3, EventStatus.COMPLETED)]
)
async def test_event_continues_in_a_saved_world(tmp_path: Path, hours_later: int, status: EventStatus) -> None:
    settings = PlaygroundSettings(folder=tmp_path)
    before = PlaygroundServer(settings, "http://127.0.0.1:1")
    (bot,) = before.world.bots.values()
    (guild,) = before.world.guilds.values()
    guild.owner_id = bot.id
    start = datetime.fromtimestamp(before.clock.now(), UTC) + timedelta(minutes=30)
    body = make_body(
        scheduled_start_time=start.isoformat(), scheduled_end_time=(start + timedelta(hours=2)).isoformat()
    )
    endpoints = InteractionsEndpoints(before, lambda *_: None)
    create_event(ApiCall(before, endpoints, *CREATE_EVENT, {"guild_id": guild.id}, {}, body, [], bot))
    before.save_world()
    after = PlaygroundServer(settings, "http://127.0.0.1:1")
    after.resume_timers()
    after.clock.advance_by(hours_later * 3600)
    (event,) = after.world.guilds[guild.id].scheduled_events.values()
    assert event.status is status
    assert after.world.guilds[guild.id].open_events == ([event] if status <= EventStatus.ACTIVE else [])
