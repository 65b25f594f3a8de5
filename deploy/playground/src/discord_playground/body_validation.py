"""The one door for bodies: what Discord's document says of them and what it does not, asked together."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from discord_playground.api_errors import EMPTY_MESSAGE, INVALID_FORM, INVALID_JSON, ApiError, FieldError
from discord_playground.limits import callback, command, emoji, field_errors, files, message, route_rules
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.files import Upload
from discord_playground.schemas import Schemas, strip_parameter_names

JsonValue: TypeAlias = Any  # what `json.loads` gives

CALLBACK_ROUTE = "POST", "/interactions/{interaction_id}/{interaction_token}/callback"


class BodyValidator:
    """Every method returns when the body is well formed and raises `Refused` when it is not: `INVALID_FORM` with every
    fault at its place, or the code of its own that Discord has for the case (`EMPTY_MESSAGE`, `TOO_LARGE`, …).

    `method` and `template` name the route as Discord's document does, without version:
    `"POST", "/channels/{channel_id}/messages"`. Bodies are parsed JSON; of multipart, `payload_json`. An absent body is
    `None`. Without `schemas` nobody looks at single fields, only at how they go together.
    """

    def __init__(self, schemas: Schemas | None = None) -> None:
        self.schemas = schemas

    def validate_message(
        self,
        method: str,
        template: str,
        body: JsonValue,
        uploads: Sequence[Upload] = (),
        *,
        previous: Mapping[str, Any] | None = None,
        allowed_emoji_ids: Container[str] | None = None,
    ) -> None:
        """A message that is sent, or an edit of the message `before`; `emojis` are the ids that its sender may show,
        if that is to be looked at.

        For POST and PATCH of channel messages, follow-ups, and `@original`. `before` is the stored message with all of
        its attachments, those that its components use included; for a deferred answer that is still thinking, that one.
        """
        check_json(body)
        body = {} if body is None else body
        old = previous or {} if method == "PATCH" else previous
        self.check_upload_limits(body, uploads, old)
        settable = message.FLAGS_FOR_NEW_MESSAGE if "/webhooks/" not in template else message.FLAGS_FOR_RESPONSE
        if method == "PATCH":
            settable = message.FLAGS_FOR_EDIT
        found = message.check_message(body, uploads, previous=old, settable_flags=settable)
        found += find_emoji_errors(body, (), allowed_emoji_ids)
        self.raise_field_errors(found, method, template, body)
        if message.is_empty_message(body, uploads, old):
            raise ApiError(EMPTY_MESSAGE)

    def validate_callback(
        self,
        body: JsonValue,
        uploads: Sequence[Upload] = (),
        *,
        interaction_type: int,
        on_message: bool,
        previous: Mapping[str, Any] | None = None,
        allowed_emoji_ids: Container[str] | None = None,
        focused_option_type: int | None = None,
    ) -> None:
        """An answer to an interaction of Discord's type `interaction`: 2 command, 3 component, 4 autocomplete, 5 modal.

        `on_message`: it came from a component of a message, or from a modal that was opened from one; `before` is that
        message (needed for 7, update). `typed` is the kind of the option that is to be completed.
        """
        check_json(body)
        data = body.get("data") if isinstance(body, dict) else None
        update = isinstance(body, dict) and body.get("type") == callback.UPDATE_MESSAGE
        self.check_upload_limits(data, uploads, previous if update else None)
        found = callback.check_callback(
            body,
            uploads,
            interaction_type=interaction_type,
            on_message=on_message,
            previous=previous,
            focused_option_type=focused_option_type,
        )
        if any(fault.path == ("type",) for fault in found):
            raise ApiError(INVALID_FORM, found)  # no point in looking at the data of an answer that cannot be given
        found += find_emoji_errors(data, ("data",), allowed_emoji_ids)
        self.raise_field_errors(found, *CALLBACK_ROUTE, body)
        if callback.is_empty_callback(body, uploads, previous):
            raise ApiError(EMPTY_MESSAGE)

    def validate_commands(
        self, method: str, template: str, body: JsonValue, *, other_commands: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        """All of a scope's commands (PUT, a list), or one (POST, PATCH).

        `beside`: the commands that the scope has beside this one. A PATCH is given as the command that it makes, so
        that what it leaves alone is looked at too.
        """
        check_json(body)
        if method == "PUT":
            found, after = [*command.check_command_list(body)], body
        else:
            found, after = [*command.check_command(body)], [*other_commands, body]
            if isinstance(body, dict):
                found += command.check_name_is_free(body, other_commands)
        if method == "PATCH" and isinstance(body, dict):
            body = {name: value for name, value in body.items() if name != "type"}  # which cannot be changed
        self.raise_field_errors(found, method, template, body)
        if code := command.check_command_count(after):
            raise ApiError(code)

    def validate_other(self, method: str, template: str, body: JsonValue) -> None:
        """Any other route: channels, threads, DMs, members … A route that has no body takes none or an empty one."""
        check_json(body)
        given = {} if body is None else body
        if not isinstance(given, dict):
            raise ApiError(INVALID_FORM, [field_errors.not_an_object(())])
        rule = route_rules.RULES_BY_ROUTE.get(strip_parameter_names(f"{method} {template}"))
        self.raise_field_errors([*rule(given)] if rule else [], method, template, body)

    def check_upload_limits(
        self, body: JsonValue, uploads: Sequence[Upload], previous: Mapping[str, Any] | None
    ) -> None:
        if code := files.check_upload_limits(uploads, body, previous):
            raise ApiError(code)

    def raise_field_errors(self, errors: list[FieldError], method: str, template: str, body: JsonValue) -> None:
        """Where both complain of one place, the limits know better; within what is of no known type, all is wrong."""
        if self.schemas:
            places = {fault.path for fault in errors}
            described = self.schemas.find_request_errors(method, template, body)
            closed = {fault.path for fault in (*errors, *described) if fault.code == field_errors.UNION_CHOICES_CODE}
            for fault in described:
                within = any(fault.path[:length] in closed for length in range(len(fault.path))) if closed else False
                if fault.path not in places and not within:
                    errors.append(fault)
        if errors:
            raise ApiError(INVALID_FORM, errors)


def find_emoji_errors(
    message: JsonValue, path: FieldPath, allowed_emoji_ids: Container[str] | None
) -> list[FieldError]:
    """What is wrong with the emoji of a message or a modal."""
    if allowed_emoji_ids is None or not isinstance(message, dict):
        return []
    return [*emoji.check_emojis_exist(message.get("components"), (*path, "components"), allowed_emoji_ids)]


def parse_json(data: str | bytes) -> JsonValue:
    """Before anything is logged or kept: what cannot be told again would spoil all that is told with it."""
    try:
        body = json.loads(data, parse_float=parse_number)
    except (ValueError, RecursionError):
        raise ApiError(INVALID_JSON) from None
    check_json(body)
    return body


def parse_number(literal: str) -> float:
    """JSON has one kind of numbers: 4.0 is 4."""
    value = float(literal)
    return int(value) if value.is_integer() else value


def check_json(body: JsonValue) -> None:
    """Python reads more as JSON than there is: half characters, infinities, depths that nobody needs."""
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as unsound:
        raise ApiError(INVALID_JSON) from unsound
