"""Parsing and validation of requests to `act` and `control`."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from discord_playground.api_errors import ApiError
from discord_playground.json_codec import parse_json

TEXT_FIELD: Final = (str, "a text")
MAX_NAME_LENGTH: Final = 100
NAME_OR_ID_FIELD: Final = ((str, int), "a name or an id")
LIST_FIELD: Final = (list, "a list")
FIELD_TYPES: Final[dict[str, tuple[type | tuple[type, ...], str]]] = {
    **dict.fromkeys(
        ("do", "content", "name", "command", "focused", "custom_id", "label", "locale", "route", "endpoint_url"),
        TEXT_FIELD,
    ),
    **dict.fromkeys(("as", "channel", "message", "reply_to", "target", "bot", "with", "server"), NAME_OR_ID_FIELD),
    **dict.fromkeys(("files", "channels", "members", "bots", "allow", "deny", "names", "contexts"), LIST_FIELD),
    "interaction": NAME_OR_ID_FIELD,
    "options": (dict, "an object, by the options' names"),
    "values": ((dict, list), "a list, or an object by custom_id"),
    "shard": (int, "a number"),
    "kind": ((int, str), "a number, or the name of a channel type"),
    "data": (dict, "an object, as in Discord's interactions"),
}
"""Fields whose type is checked, with a description of the type for error messages."""
OTHER_FIELDS: Final = frozenset({
    "act", "archived", "code", "concurrency", "count", "delay", "emoji", "id", "installed", "intents", "limit", "off",
    "open", "processed", "public", "refused", "remaining", "resumable", "seconds", "send", "status", "times", "wait",
})  # fmt: skip
"""The other valid fields of actions and controls. Unknown fields are refused, since they are usually misspelled."""


class ActionDenied(Exception):
    """Raised for an action that Discord's app would not allow. The message explains why in one line."""


class ActionRequest(dict[str, Any]):
    """The fields of a request. Access to a missing field raises `ActionDenied` with the field's name."""

    def __missing__(self, name: str) -> NoReturn:
        raise ActionDenied(f"{self.get('do')} needs {name!r}")


def parse_request(data: str | bytes) -> ActionRequest:
    try:
        return validate_request(parse_json(data or "{}"))
    except ApiError:
        raise ActionDenied("the request is not valid JSON") from None


def validate_request(body: object) -> ActionRequest:
    if not isinstance(body, dict):
        raise ActionDenied("the request must be an object: {…}")
    if unknown_names := body.keys() - FIELD_TYPES.keys() - OTHER_FIELDS:
        raise ActionDenied(f"unknown field: {', '.join(sorted(map(str, unknown_names)))}")
    for name, (field_type, description) in FIELD_TYPES.items():
        value = body.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, field_type)):
            raise ActionDenied(f"{name} must be {description}, not {value!r}")
    if body.get("name") is not None and not 1 <= len(body["name"]) <= MAX_NAME_LENGTH:
        raise ActionDenied(f"a name has 1 to {MAX_NAME_LENGTH} characters")
    # A null means that the field is missing, except for `limit`, where it removes the rate limit.
    return ActionRequest({name: value for name, value in body.items() if value is not None or name == "limit"})
