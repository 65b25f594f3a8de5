"""Validation of request bodies against Discord's schemas and the rules in `limits`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from discord_playground.api_errors import EMPTY_MESSAGE, INVALID_FORM, ApiError, FieldError
from discord_playground.json_codec import JsonValue, check_json
from discord_playground.limits import callback, command, emoji, field_errors, files, message, route_rules
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.files import Upload
from discord_playground.schemas import Schemas, strip_parameter_names

CALLBACK_ROUTE = "POST", "/interactions/{interaction_id}/{interaction_token}/callback"


class BodyValidator:
    """A validator of request bodies, which raises `ApiError` for invalid ones.

    The error is `INVALID_FORM` with all field errors, or has a code such as `EMPTY_MESSAGE`.
    `method` and `template` name a route as Discord's schemas do: `"POST", "/channels/{channel_id}/messages"`.
    Bodies are parsed JSON, or the parsed `payload_json` of multipart requests. A missing body is `None`. Without
    `schemas`, only the rules in `limits` are checked.
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
        """Validate the body of a request that sends or edits a message or a follow-up.

        For an edit, `previous` is the stored message with all its attachments, or the placeholder of a deferred
        response. If `allowed_emoji_ids` is given, custom emoji are checked too.
        """
        check_json(body)
        body = {} if body is None else body
        old = previous or {} if method == "PATCH" else previous
        self.check_upload_limits(body, uploads, old)
        settable = message.FLAGS_FOR_NEW_MESSAGE if "/webhooks/" not in template else message.FLAGS_FOR_RESPONSE
        if method == "PATCH":
            settable = message.FLAGS_FOR_EDIT
        errors = message.check_message(body, uploads, previous=old, settable_flags=settable)
        errors += find_emoji_errors(body, (), allowed_emoji_ids)
        self.raise_field_errors(errors, method, template, body)
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
        """Validate a response to an interaction of type 2 (command), 3 (component), 4 (autocomplete) or 5 (modal).

        `on_message` is true if the interaction started from a message's component. `previous` is that message.
        `focused_option_type` is the type of the option that autocomplete choices are for.
        """
        check_json(body)
        data = body.get("data") if isinstance(body, dict) else None
        is_update = isinstance(body, dict) and body.get("type") == callback.UPDATE_MESSAGE
        self.check_upload_limits(data, uploads, previous if is_update else None)
        errors = callback.check_callback(
            body,
            uploads,
            interaction_type=interaction_type,
            on_message=on_message,
            previous=previous,
            focused_option_type=focused_option_type,
        )
        if any(error.path == ("type",) for error in errors):
            raise ApiError(INVALID_FORM, errors)  # `data` cannot be checked without a valid type
        errors += find_emoji_errors(data, ("data",), allowed_emoji_ids)
        self.raise_field_errors(errors, *CALLBACK_ROUTE, body)
        if callback.is_empty_callback(body, uploads, previous):
            raise ApiError(EMPTY_MESSAGE)

    def validate_commands(
        self, method: str, template: str, body: JsonValue, *, other_commands: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        """Validate one command (POST, PATCH) or a list of all global commands or all commands of a server (PUT).

        `other_commands` are the other commands in this scope. For a PATCH, `body` is the complete edited command.
        """
        check_json(body)
        if method == "PUT":
            errors, all_commands = [*command.check_command_list(body)], body
        else:
            errors, all_commands = [*command.check_command(body)], [*other_commands, body]
            if isinstance(body, dict):
                errors += command.check_name_is_free(body, other_commands)
        if method == "PATCH" and isinstance(body, dict):
            # Discord's requests that edit a command have no type.
            body = {name: value for name, value in body.items() if name != "type"}
        self.raise_field_errors(errors, method, template, body)
        if code := command.check_command_count(all_commands):
            raise ApiError(code)

    def validate_other(self, method: str, template: str, body: JsonValue) -> None:
        """Validate the body of a request to any other route. A missing body counts as an empty object."""
        check_json(body)
        fields = {} if body is None else body
        if not isinstance(fields, dict):
            raise ApiError(INVALID_FORM, [field_errors.not_an_object(())])
        rule = route_rules.RULES_BY_ROUTE.get(strip_parameter_names(f"{method} {template}"))
        self.raise_field_errors([*rule(fields)] if rule else [], method, template, body)

    def check_upload_limits(
        self, body: JsonValue, uploads: Sequence[Upload], previous: Mapping[str, Any] | None
    ) -> None:
        if code := files.check_upload_limits(uploads, body, previous):
            raise ApiError(code)

    def raise_field_errors(self, errors: list[FieldError], method: str, template: str, body: JsonValue) -> None:
        """Raise `INVALID_FORM` if `errors` is not empty or the body violates its schema.

        A schema error is ignored if `errors` has one at the same path, or if an enclosing object has an unknown type.
        """
        if self.schemas:
            error_paths = {error.path for error in errors}
            schema_errors = self.schemas.find_request_errors(method, template, body)
            unknown_type_paths = {
                error.path for error in (*errors, *schema_errors) if error.code == field_errors.UNION_CHOICES_CODE
            }
            for error in schema_errors:
                parent_paths = (error.path[:length] for length in range(len(error.path)))
                if error.path not in error_paths and unknown_type_paths.isdisjoint(parent_paths):
                    errors.append(error)
        if errors:
            raise ApiError(INVALID_FORM, errors)


def find_emoji_errors(
    message: JsonValue, path: FieldPath, allowed_emoji_ids: Container[str] | None
) -> list[FieldError]:
    """Return an error for each custom emoji in a message's or modal's components that is not allowed."""
    if allowed_emoji_ids is None or not isinstance(message, dict):
        return []
    return [*emoji.check_emojis_exist(message.get("components"), (*path, "components"), allowed_emoji_ids)]
