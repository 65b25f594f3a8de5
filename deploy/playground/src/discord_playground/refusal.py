"""Discord's own way of saying no: a status, a code, a sentence, and where in the body it hurts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


class Code(NamedTuple):
    status: int
    code: int
    message: str


BAD_REQUEST = Code(400, 0, "400: Bad Request")
UNAUTHORIZED = Code(401, 0, "401: Unauthorized")
NOT_FOUND = Code(404, 0, "404: Not Found")
BAD_METHOD = Code(405, 0, "405: Method Not Allowed")
UNKNOWN_APPLICATION = Code(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Code(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Code(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Code(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Code(404, 10008, "Unknown Message")
UNKNOWN_OVERWRITE = Code(404, 10009, "Unknown Permission Overwrite")
UNKNOWN_ROLE = Code(404, 10011, "Unknown Role")
UNKNOWN_USER = Code(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Code(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Code(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Code(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Code(404, 10063, "Unknown application command")
NOT_FOR_BOTS = Code(403, 20001, "Bots cannot use this endpoint")
TOO_MANY_EMOJIS = Code(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_COMMANDS = Code(400, 30032, "Maximum number of application commands reached (100).")
INVALID_STICKER = Code(400, 50081, "Invalid sticker sent")
TOO_MANY_NEW_COMMANDS = Code(400, 30034, "Max number of daily application command creates has been reached (200)")
TOO_MANY_REACTIONS = Code(400, 30010, "Maximum number of reactions reached (20)")
OLD_EDITS = Code(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
DMS_TOO_FAST = Code(403, 40003, "You are opening direct messages too fast.")
TOO_LARGE = Code(413, 40005, "Request entity too large")
TOO_MANY_FOLLOW_UPS = Code(400, 40094, "This interaction has hit the maximum number of follow up messages")
ALREADY_ACKNOWLEDGED = Code(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Code(403, 50001, "Missing Access")
DM_CHANNEL = Code(403, 50003, "Cannot execute action on a DM channel")
WRONG_CHANNEL_TYPE = Code(403, 50024, "Cannot execute action on this channel type")
NOT_THE_AUTHOR = Code(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Code(400, 50006, "Cannot send an empty message")
CLOSED_DM = Code(403, 50007, "Cannot send messages to this user")
INVALID_VERSION = Code(400, 50041, "Invalid API version provided.")
MISSING_PERMISSIONS = Code(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN = Code(401, 50027, "Invalid Webhook Token")
TOO_OLD = Code(400, 50034, "You can only bulk delete messages that are under 14 days old.")
INVALID_FORM = Code(400, 50035, "Invalid Form Body")
SYSTEM_MESSAGE = Code(403, 50021, "Cannot execute action on a system message")
ARCHIVED_THREAD = Code(400, 50083, "Thread is archived")
NO_HISTORY = Code(403, 160002, "You cannot reply without permission to read message history")
HAS_A_THREAD = Code(400, 160004, "A thread has already been created for this message")
LOCKED_THREAD = Code(403, 160005, "This thread is locked")
INVALID_JSON = Code(400, 50109, "The request body contains invalid JSON.")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at one place of a body; `path` leads there through names and indices."""

    path: tuple[str | int, ...]
    code: str
    message: str


class Refused(Exception):
    def __init__(self, code: Code, faults: Iterable[Fault] = ()) -> None:
        self.code = code
        self.faults = tuple(faults)
        super().__init__(code.message)

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.code.message, "code": self.code.code}
        if self.faults:
            body["errors"] = tree(self.faults)
        return body

    def __str__(self) -> str:
        where = "; ".join(f"{'.'.join(map(str, fault.path)) or 'body'}: {fault.message}" for fault in self.faults)
        return f"{self.code.code} {self.code.message}" + (f" ({where})" if where else "")


def tree(faults: Iterable[Fault]) -> dict[str, Any]:
    """The nested form in which Discord tells faults: names and indices down to a list of `_errors`."""
    root: dict[str, Any] = {}
    for fault in faults:
        node = root
        for step in fault.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": fault.code, "message": fault.message})
    return root
