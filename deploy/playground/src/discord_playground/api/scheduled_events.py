"""Routes for a server's scheduled events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api_errors import (
    EVENT_HAS_FINISHED,
    INVALID_FORM,
    TOO_MANY_SCHEDULED_EVENTS,
    UNKNOWN_SCHEDULED_EVENT,
    ApiError,
    FieldError,
)
from discord_playground.world.change import ScheduledEventCreated, ScheduledEventDeleted, ScheduledEventUpdated
from discord_playground.world.scheduled_event import EventStatus, ScheduledEvent

EVENTS_PATH: Final = "/guilds/{guild_id}/scheduled-events"
EVENT_PATH: Final = EVENTS_PATH + "/{guild_scheduled_event_id}"
MAX_OPEN_EVENTS: Final = 100
NEXT_STATUSES: Final[Mapping[EventStatus, tuple[EventStatus, ...]]] = {
    EventStatus.SCHEDULED: (EventStatus.ACTIVE, EventStatus.CANCELED),
    EventStatus.ACTIVE: (EventStatus.COMPLETED,),
}


@route("GET", EVENTS_PATH)
def list_events(call: ApiCall) -> ResponseBody:
    return [_render_event(call, event) for event in call.require_guild().open_events]


@route("POST", EVENTS_PATH)
def create_event(call: ApiCall) -> ResponseBody:
    guild = call.require_guild("create_events")
    body = call.validate_body()
    start_at, end_at = _parse_time(body["scheduled_start_time"]), _parse_time(body["scheduled_end_time"])
    _raise_errors(_check_times(start_at, end_at, call.world.clock.now()))
    if len(guild.open_events) >= MAX_OPEN_EVENTS:
        raise ApiError(TOO_MANY_SCHEDULED_EVENTS)
    location = body["entity_metadata"]["location"]
    event = ScheduledEvent(
        call.world.clock.new_snowflake(), guild.id, call.bot.id, body["name"], body.get("description"), location,
        start_at, end_at,
    )  # fmt: skip
    guild.scheduled_events[event.id] = event
    call.world.publish_change(ScheduledEventCreated(event))
    call.world.update_event_on_time(event)
    return _render_event(call, event)


@route("GET", EVENT_PATH)
def get_event(call: ApiCall) -> ResponseBody:
    return _render_event(call, _find_event(call))


@route("PATCH", EVENT_PATH)
def edit_event(call: ApiCall) -> ResponseBody:
    event = _find_event(call)
    _require_permission_to_change(call, event)
    body = call.validate_body()
    if not event.is_open:
        raise ApiError(EVENT_HAS_FINISHED)
    start_at = _parse_time(body["scheduled_start_time"]) if "scheduled_start_time" in body else event.start_at
    end_at = _parse_time(body["scheduled_end_time"]) if "scheduled_end_time" in body else event.end_at
    status = EventStatus(body.get("status") or event.status)
    if (start_at, end_at) != (event.start_at, event.end_at):
        # An unchanged start may be in the past, so that the end of an active event can be changed.
        earliest_start_at = call.world.clock.now() if start_at != event.start_at else start_at
        _raise_errors(_check_times(start_at, end_at, earliest_start_at))
    if status is not event.status and status not in NEXT_STATUSES[event.status]:
        message = f"An event with status {event.status} cannot get status {status}."
        raise ApiError(INVALID_FORM, [FieldError(("status",), "GUILD_SCHEDULED_EVENT_INVALID_STATUS", message)])
    event.start_at, event.end_at, event.status = start_at, end_at, status
    event.name = body.get("name", event.name)
    event.description = body.get("description", event.description)
    event.location = body.get("entity_metadata", {}).get("location", event.location)
    call.world.publish_change(ScheduledEventUpdated(event))
    call.world.update_event_on_time(event)
    return _render_event(call, event)


@route("DELETE", EVENT_PATH)
def delete_event(call: ApiCall) -> ResponseBody:
    event = _find_event(call)
    _require_permission_to_change(call, event)
    del call.require_guild().scheduled_events[event.id]
    call.world.publish_change(ScheduledEventDeleted(event))
    return None


def _find_event(call: ApiCall) -> ScheduledEvent:
    event = call.require_guild().scheduled_events.get(call.path_params["guild_scheduled_event_id"])
    if event is None:
        raise ApiError(UNKNOWN_SCHEDULED_EVENT)
    return event


def _require_permission_to_change(call: ApiCall, event: ScheduledEvent) -> None:
    """Raise an error if the bot may not change the event.

    `manage_events` permits changes to all events, and `create_events` to the bot's own ones.
    """
    if event.creator_id == call.bot.id and call.has_permission("create_events"):
        return
    call.require_guild("manage_events")


def _parse_time(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _check_times(start_at: float, end_at: float, earliest_start_at: float) -> Iterator[FieldError]:
    if start_at < earliest_start_at:
        message = "Cannot schedule event in the past."
        yield FieldError(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", message)
    if end_at <= start_at:
        message = "The event must end after it starts."
        yield FieldError(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", message)


def _raise_errors(errors: Iterator[FieldError]) -> None:
    if found := [*errors]:
        raise ApiError(INVALID_FORM, found)


def _render_event(call: ApiCall, event: ScheduledEvent) -> dict[str, Any]:
    data = event.to_api_json(call.world.people[event.creator_id].api_json)
    # People cannot sign up for events in the playground.
    return data | {"user_count": 0} if call.get_query_flag("with_user_count") else data
