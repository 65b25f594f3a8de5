"""Rules for the bodies of requests that create or edit a scheduled event outside Discord (type EXTERNAL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import is_timestamp
from discord_playground.world.scheduled_event import EXTERNAL_EVENT, GUILD_ONLY, EventStatus

REQUIRED_FIELDS: Final = ("name", "scheduled_start_time", "scheduled_end_time", "privacy_level")
"""Fields that every event has, and that an edit cannot remove."""
NAME_MAX_LENGTH: Final = 100
DESCRIPTION_MAX_LENGTH: Final = 1000
LOCATION_MAX_LENGTH: Final = 100


def check_new_event(body: dict[str, Any]) -> Iterator[FieldError]:
    for field in (*REQUIRED_FIELDS, "entity_type", "entity_metadata"):
        if field not in body:
            yield field_errors.missing_field((field,))
    yield from check_event_edit(body)


def check_event_edit(body: dict[str, Any]) -> Iterator[FieldError]:
    for field in REQUIRED_FIELDS:
        if field in body and body[field] is None:
            yield field_errors.missing_field((field,))
    yield from _check_text(("name",), body.get("name"), NAME_MAX_LENGTH)
    yield from _check_text(("description",), body.get("description"), DESCRIPTION_MAX_LENGTH)
    for field in ("scheduled_start_time", "scheduled_end_time"):
        if body.get(field) is not None and not is_timestamp(body[field]):
            yield field_errors.not_a_timestamp((field,), body[field])
    for field, values in (("privacy_level", (GUILD_ONLY,)), ("status", tuple(map(int, EventStatus)))):
        if body.get(field) is not None and body[field] not in values:
            yield field_errors.not_one_of((field,), values)
    if "entity_metadata" in body:
        yield from _check_location(body["entity_metadata"])
    yield from _check_unavailable_fields(body)


def _check_location(metadata: object) -> Iterator[FieldError]:
    if not isinstance(metadata, dict):
        yield field_errors.not_an_object(("entity_metadata",))
    elif metadata.get("location") is None:
        yield field_errors.missing_field(("entity_metadata", "location"))
    else:
        yield from _check_text(("entity_metadata", "location"), metadata["location"], LOCATION_MAX_LENGTH)


def _check_text(path: FieldPath, text: object, max_length: int) -> Iterator[FieldError]:
    if text is None:
        return
    if not isinstance(text, str):
        yield field_errors.not_a_string(path, text)
    elif not 1 <= len(text) <= max_length:
        yield field_errors.bad_length(path, 1, max_length)


def _check_unavailable_fields(body: dict[str, Any]) -> Iterator[FieldError]:
    """Yield errors for events in voice channels, for repeated events and for pictures, which the playground lacks."""
    if body.get("entity_type") not in (None, EXTERNAL_EVENT):
        message = "The playground has only events outside Discord."
        yield FieldError(("entity_type",), "ENTITY_TYPE_UNAVAILABLE", message)
    elif body.get("channel_id") is not None:
        message = "An event outside Discord has no channel."
        yield FieldError(("channel_id",), "GUILD_SCHEDULED_EVENT_CHANNEL_NOT_ALLOWED", message)
    for field in ("image", "recurrence_rule"):
        if body.get(field) is not None:
            yield FieldError((field,), "FIELD_UNAVAILABLE", f"Events in the playground have no {field}.")
