"""What is asked of the people's side and of the stage: well formed before anybody looks at it."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from discord_playground.api_errors import ApiError
from discord_playground.body_validation import parse_json

TEXT: Final = (str, "a text")
LONGEST: Final = 100
NAMED: Final = ((str, int), "a name or an id")
LIST: Final = (list, "a list")
KINDS: Final[dict[str, tuple[type | tuple[type, ...], str]]] = {
    **dict.fromkeys(("do", "content", "name", "command", "focused", "custom_id", "label", "locale", "route"), TEXT),
    **dict.fromkeys(("as", "channel", "message", "reply_to", "target", "bot", "with", "server"), NAMED),
    **dict.fromkeys(("files", "channels", "members", "bots", "allow", "deny", "names"), LIST),
    "interaction": NAMED,
    "options": (dict, "an object, by the options' names"),
    "values": ((dict, list), "a list, or an object by custom_id"),
    "shard": (int, "a number"),
    "kind": ((int, str), "a number, or the name of a kind of channel"),
    "data": (dict, "an object, as in Discord's interactions"),
    "told": (dict, "an object, as in Discord's interactions"),
}


class Denied(Exception):
    """What Discord's own app would not let a person do; one line says why."""


class Given(dict[str, Any]):
    """A deed as it was sent; what it needs and has not is told by name."""

    def __missing__(self, name: str) -> NoReturn:
        raise Denied(f"{self.get('do')} needs {name!r}")


def given(data: str | bytes) -> Given:
    try:
        return checked(parse_json(data or "{}"))
    except ApiError:
        raise Denied("that is no JSON") from None


def checked(body: object) -> Given:
    if not isinstance(body, dict):
        raise Denied("say it as an object: {…}")
    for name, (kind, told) in KINDS.items():
        value = body.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
            raise Denied(f"{name} is {told}, not {value!r}")
    if body.get("name") is not None and not 1 <= len(body["name"]) <= LONGEST:
        raise Denied(f"a name has 1 to {LONGEST} characters")
    # Null is as good as nothing, but for a limit that is lifted.
    return Given({name: value for name, value in body.items() if value is not None or name == "limit"})
