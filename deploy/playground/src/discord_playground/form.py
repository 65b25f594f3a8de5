"""The one door for bodies: what Discord's document says of them and what it does not, asked together."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from discord_playground.limits import callback, command, emoji, files, message, phrases, route
from discord_playground.limits.files import Upload
from discord_playground.limits.phrases import Place
from discord_playground.refusal import EMPTY_MESSAGE, INVALID_FORM, INVALID_JSON, Fault, Refused
from discord_playground.schemas import Schemas, plain

JSON: TypeAlias = Any  # what `json.loads` gives

CALLBACK = "POST", "/interactions/{interaction_id}/{interaction_token}/callback"


class Form:
    """Every method returns when the body is well formed and raises `Refused` when it is not: `INVALID_FORM` with every
    fault at its place, or the code of its own that Discord has for the case (`EMPTY_MESSAGE`, `TOO_LARGE`, …).

    `method` and `template` name the route as Discord's document does, without version:
    `"POST", "/channels/{channel_id}/messages"`. Bodies are parsed JSON; of multipart, `payload_json`. An absent body is
    `None`. Without `schemas` nobody looks at single fields, only at how they go together.
    """

    def __init__(self, schemas: Schemas | None = None) -> None:
        self.schemas = schemas

    def message(
        self,
        method: str,
        template: str,
        body: JSON,
        uploads: Sequence[Upload] = (),
        *,
        before: Mapping[str, Any] | None = None,
        emojis: Container[str] | None = None,
    ) -> None:
        """A message that is sent, or an edit of the message `before`; `emojis` are the ids that its sender may show,
        if that is to be looked at.

        For POST and PATCH of channel messages, follow-ups, and `@original`. `before` is the stored message with all of
        its attachments, those that its components use included; for a deferred answer that is still thinking, that one.
        """
        sound(body)
        body = {} if body is None else body
        old = before or {} if method == "PATCH" else before
        self.weigh(body, uploads, old)
        settable = message.SENT if "/webhooks/" not in template else message.ANSWERED
        if method == "PATCH":
            settable = message.EDITED
        found = message.faults(body, uploads, before=old, settable=settable)
        found += shown(body, (), emojis)
        self.judge(found, method, template, body)
        if message.empty(body, uploads, old):
            raise Refused(EMPTY_MESSAGE)

    def callback(
        self,
        body: JSON,
        uploads: Sequence[Upload] = (),
        *,
        interaction: int,
        on_message: bool,
        before: Mapping[str, Any] | None = None,
        emojis: Container[str] | None = None,
        typed: int | None = None,
    ) -> None:
        """An answer to an interaction of Discord's type `interaction`: 2 command, 3 component, 4 autocomplete, 5 modal.

        `on_message`: it came from a component of a message, or from a modal that was opened from one; `before` is that
        message (needed for 7, update). `typed` is the kind of the option that is to be completed.
        """
        sound(body)
        data = body.get("data") if isinstance(body, dict) else None
        update = isinstance(body, dict) and body.get("type") == callback.UPDATE
        self.weigh(data, uploads, before if update else None)
        found = callback.faults(
            body, uploads, interaction=interaction, on_message=on_message, before=before, typed=typed
        )
        if any(fault.path == ("type",) for fault in found):
            raise Refused(INVALID_FORM, found)  # no point in looking at the data of an answer that cannot be given
        found += shown(data, ("data",), emojis)
        self.judge(found, *CALLBACK, body)
        if callback.empty(body, uploads, before):
            raise Refused(EMPTY_MESSAGE)

    def commands(self, method: str, template: str, body: JSON, *, beside: Iterable[Mapping[str, Any]] = ()) -> None:
        """All of a scope's commands (PUT, a list), or one (POST, PATCH).

        `beside`: the commands that the scope has beside this one. A PATCH is given as the command that it makes, so
        that what it leaves alone is looked at too.
        """
        sound(body)
        if method == "PUT":
            found, after = [*command.of_all(body)], body
        else:
            found, after = [*command.faults(body)], [*beside, body]
            if isinstance(body, dict):
                found += command.taken(body, beside)
        if method == "PATCH" and isinstance(body, dict):
            body = {name: value for name, value in body.items() if name != "type"}  # which cannot be changed
        self.judge(found, method, template, body)
        if code := command.refusal(after):
            raise Refused(code)

    def other(self, method: str, template: str, body: JSON) -> None:
        """Any other route: channels, threads, DMs, members … A route that has no body takes none or an empty one."""
        sound(body)
        given = {} if body is None else body
        if not isinstance(given, dict):
            raise Refused(INVALID_FORM, [phrases.no_model(())])
        rule = route.RULES.get(plain(f"{method} {template}"))
        self.judge([*rule(given)] if rule else [], method, template, body)

    def weigh(self, body: JSON, uploads: Sequence[Upload], before: Mapping[str, Any] | None) -> None:
        if code := files.refusal(uploads, body, before):
            raise Refused(code)

    def judge(self, found: list[Fault], method: str, template: str, body: JSON) -> None:
        """Where both complain of one place, the limits know better; within what is of no known type, all is wrong."""
        if self.schemas:
            places = {fault.path for fault in found}
            described = self.schemas.request(method, template, body)
            closed = {fault.path for fault in (*found, *described) if fault.code == phrases.UNION}
            for fault in described:
                within = any(fault.path[:length] in closed for length in range(len(fault.path))) if closed else False
                if fault.path not in places and not within:
                    found.append(fault)
        if found:
            raise Refused(INVALID_FORM, found)


def shown(message: JSON, place: Place, emojis: Container[str] | None) -> list[Fault]:
    """What is wrong with the emoji of a message or a modal."""
    if emojis is None or not isinstance(message, dict):
        return []
    return [*emoji.strange(message.get("components"), (*place, "components"), emojis)]


def parsed(data: str | bytes) -> JSON:
    """Before anything is logged or kept: what cannot be told again would spoil all that is told with it."""
    try:
        body = json.loads(data, parse_float=number)
    except (ValueError, RecursionError):
        raise Refused(INVALID_JSON) from None
    sound(body)
    return body


def number(told: str) -> float:
    """JSON has one kind of numbers: 4.0 is 4."""
    value = float(told)
    return int(value) if value.is_integer() else value


def sound(body: JSON) -> None:
    """Python reads more as JSON than there is: half characters, infinities, depths that nobody needs."""
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as unsound:
        raise Refused(INVALID_JSON) from unsound
