"""Discord's API errors, with HTTP status, error code, message and the invalid fields of the body."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


class ApiErrorCode(NamedTuple):
    status: int
    code: int
    message: str


BAD_REQUEST = ApiErrorCode(400, 0, "400: Bad Request")
UNAUTHORIZED = ApiErrorCode(401, 0, "401: Unauthorized")
NOT_FOUND = ApiErrorCode(404, 0, "404: Not Found")
METHOD_NOT_ALLOWED = ApiErrorCode(405, 0, "405: Method Not Allowed")
UNKNOWN_APPLICATION = ApiErrorCode(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = ApiErrorCode(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = ApiErrorCode(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = ApiErrorCode(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = ApiErrorCode(404, 10008, "Unknown Message")
UNKNOWN_OVERWRITE = ApiErrorCode(404, 10009, "Unknown Permission Overwrite")
UNKNOWN_ROLE = ApiErrorCode(404, 10011, "Unknown Role")
UNKNOWN_USER = ApiErrorCode(404, 10013, "Unknown User")
UNKNOWN_EMOJI = ApiErrorCode(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = ApiErrorCode(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = ApiErrorCode(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = ApiErrorCode(404, 10063, "Unknown application command")
UNKNOWN_SCHEDULED_EVENT = ApiErrorCode(404, 10070, "Unknown Guild Scheduled Event")
NOT_FOR_BOTS = ApiErrorCode(403, 20001, "Bots cannot use this endpoint")
TOO_MANY_EMOJIS = ApiErrorCode(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_REACTIONS = ApiErrorCode(400, 30010, "Maximum number of reactions reached (20)")
TOO_MANY_COMMANDS = ApiErrorCode(400, 30032, "Maximum number of application commands reached (100).")
TOO_MANY_NEW_COMMANDS = ApiErrorCode(
    400, 30034, "Max number of daily application command creates has been reached (200)"
)
TOO_MANY_SCHEDULED_EVENTS = ApiErrorCode(
    400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)"
)
TOO_MANY_OLD_EDITS = ApiErrorCode(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
OPENING_DMS_TOO_FAST = ApiErrorCode(403, 40003, "You are opening direct messages too fast.")
REQUEST_TOO_LARGE = ApiErrorCode(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = ApiErrorCode(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS = ApiErrorCode(400, 40094, "This interaction has hit the maximum number of follow up messages")
MISSING_ACCESS = ApiErrorCode(403, 50001, "Missing Access")
NOT_ALLOWED_IN_DM = ApiErrorCode(403, 50003, "Cannot execute action on a DM channel")
NOT_THE_AUTHOR = ApiErrorCode(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = ApiErrorCode(400, 50006, "Cannot send an empty message")
DMS_CLOSED = ApiErrorCode(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = ApiErrorCode(403, 50013, "Missing Permissions")
SYSTEM_MESSAGE = ApiErrorCode(403, 50021, "Cannot execute action on a system message")
WRONG_CHANNEL_TYPE = ApiErrorCode(403, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = ApiErrorCode(401, 50027, "Invalid Webhook Token")
TOO_OLD_TO_BULK_DELETE = ApiErrorCode(400, 50034, "You can only bulk delete messages that are under 14 days old.")
INVALID_FORM = ApiErrorCode(400, 50035, "Invalid Form Body")
INVALID_VERSION = ApiErrorCode(400, 50041, "Invalid API version provided.")
INVALID_STICKER = ApiErrorCode(400, 50081, "Invalid sticker sent")
ARCHIVED_THREAD = ApiErrorCode(400, 50083, "Thread is archived")
INVALID_JSON = ApiErrorCode(400, 50109, "The request body contains invalid JSON.")
CANNOT_READ_HISTORY = ApiErrorCode(403, 160002, "You cannot reply without permission to read message history")
ALREADY_HAS_THREAD = ApiErrorCode(400, 160004, "A thread has already been created for this message")
LOCKED_THREAD = ApiErrorCode(403, 160005, "This thread is locked")
EVENT_HAS_FINISHED = ApiErrorCode(400, 180000, "Cannot update a finished event")


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error in one field of a body. `path` contains the field names and list indices that lead to the field."""

    path: tuple[str | int, ...]
    code: str
    message: str


class ApiError(Exception):
    def __init__(self, code: ApiErrorCode, field_errors: Iterable[FieldError] = ()) -> None:
        self.code = code
        self.field_errors = tuple(field_errors)
        super().__init__(code.message)

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.code.message, "code": self.code.code}
        if self.field_errors:
            body["errors"] = nest_field_errors(self.field_errors)
        return body

    def __str__(self) -> str:
        details = "; ".join(f"{'.'.join(map(str, it.path)) or 'body'}: {it.message}" for it in self.field_errors)
        return f"{self.code.code} {self.code.message}" + (f" ({details})" if details else "")


def nest_field_errors(field_errors: Iterable[FieldError]) -> dict[str, Any]:
    """Return the errors in Discord's format: `{"embeds": {"0": {"title": {"_errors": [{"code", "message"}]}}}}`."""
    root: dict[str, Any] = {}
    for error in field_errors:
        node = root
        for key in error.path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": error.code, "message": error.message})
    return root
