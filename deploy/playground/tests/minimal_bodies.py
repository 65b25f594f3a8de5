"""Functions that build minimal valid request bodies. Tests pass fields to add, replace or remove."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

import pytest

from deploy.playground.tests.bodies import CREATE_COMMAND, EDIT_MESSAGE, JSON, RequestBody
from deploy.playground.tests.sandbox import V2_FLAG
from discord_playground.api_errors import ApiError, FieldError
from discord_playground.body_validation import BodyValidator
from discord_playground.limits.files import Upload
from discord_playground.schemas import SCHEMAS_PATH, Schemas

# A test ID, a request, and the path and code of each expected error.
InvalidRequestCases: TypeAlias = list[tuple[str, RequestBody, set[tuple[str, str]]]]

LEGACY_MESSAGE = {"content": "A duel", "embeds": [{"description": "A duel"}], "flags": 0}
V2_MESSAGE: JSON = {
    "flags": V2_FLAG,
    "components": [{"type": 10, "content": "A duel"}],
    "attachments": [{"id": "77", "filename": "old.png"}],
}

VALIDATION_MODES = ("limits alone", "with schemas", "strict")


@cache
def load_schemas(is_strict: bool) -> Schemas:
    return Schemas.load_file(SCHEMAS_PATH, is_strict)


def require_schemas(is_strict: bool = False) -> Schemas:
    """Return Discord's schemas. If the file is missing, skip the test, or fail it in CI."""
    try:
        return load_schemas(is_strict)
    except FileNotFoundError:
        reason = "Discord's schemas are missing: run `make schemas`, which needs Node"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def make_validator(mode: str) -> BodyValidator:
    return BodyValidator(require_schemas(mode == "strict") if mode != VALIDATION_MODES[0] else None)


def find_errors(request: RequestBody, mode: str) -> set[tuple[str, str]]:
    """Validate a request and return the path and code of each error. The set is empty if the request is valid."""
    try:
        request.validate(make_validator(mode))
    except ApiError as error:
        return path_and_code_pairs(error.field_errors) or {("", error.code.message)}
    return set()


def path_and_code_pairs(
    errors: Iterator[FieldError] | tuple[FieldError, ...] | list[FieldError],
) -> set[tuple[str, str]]:
    return {(".".join(map(str, error.path)), error.code) for error in errors}


def drop_omitted_fields(fields: dict[str, Any]) -> JSON:
    """Return the fields except those whose value is `...`."""
    return {name: value for name, value in fields.items() if value is not ...}


def new_message(*components: JSON, **fields: Any) -> RequestBody:
    """Return a request to send a message without Components V2.

    If no components are given, the message has text content.
    """
    body = {"components": list(components)} if components else {"content": "A duel"}
    return RequestBody(drop_omitted_fields(body | fields))


def new_v2_message(*components: JSON, **fields: Any) -> RequestBody:
    return RequestBody(drop_omitted_fields({"flags": V2_FLAG, "components": list(components), **fields}))


def message_edit(body: JSON, old_message: JSON, *uploads: Upload) -> RequestBody:
    return RequestBody(body, EDIT_MESSAGE, uploads, old_message)


def interaction_response(
    response_type: Any, interaction_type: int, on_message: bool = False, **data: Any
) -> RequestBody:
    body = drop_omitted_fields({"type": response_type, "data": data or ...})
    return RequestBody(body, interaction_type=interaction_type, on_message=on_message)


def action_row(*inner: JSON, **fields: Any) -> JSON:
    return {"type": 1, "components": list(inner), **fields}


def button(custom_id: Any = "go", **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **fields})


def link_button(**fields: Any) -> JSON:
    return button(**{"custom_id": ..., "style": 5, "url": "https://example.org", **fields})


def select_option(value: Any = "a", **fields: Any) -> JSON:
    return drop_omitted_fields({"label": "A choice", "value": value, **fields})


def select_options(count: int, **fields: Any) -> list[JSON]:
    return [select_option(f"{number}", **fields) for number in range(count)]


def select(custom_id: Any = "square", **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 3, "custom_id": custom_id, "options": select_options(3), **fields})


def user_select(**fields: Any) -> JSON:
    return drop_omitted_fields({"type": 5, "custom_id": "whom", **fields})


def default_users(count: int) -> list[JSON]:
    return [{"id": str(number), "type": "user"} for number in range(count)]


def text_display(content: Any = "A duel", **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 10, "content": content, **fields})


def section(*texts: JSON, **fields: Any) -> JSON:
    return drop_omitted_fields(
        {"type": 9, "components": list(texts or (text_display(),)), "accessory": button(), **fields}
    )


def container(*inner: JSON, **fields: Any) -> JSON:
    return {"type": 17, "components": list(inner), **fields}


def gallery(*items: JSON) -> JSON:
    return {"type": 12, "items": list(items)}


def media_item(url: Any = "https://example.org/board.png", **fields: Any) -> JSON:
    return drop_omitted_fields({"media": {"url": url}, **fields})


def file_component(url: str = "attachment://board.png") -> JSON:
    return {"type": 13, "file": {"url": url}}


def embed(**fields: Any) -> JSON:
    return {"description": "A duel", **fields}


def modal_response(*components: JSON, **fields: Any) -> RequestBody:
    data = drop_omitted_fields({"custom_id": "settings", "title": "Settings", "components": list(components), **fields})
    return RequestBody({"type": 9, "data": data}, interaction_type=2)


def modal_label(component: JSON, **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 18, "label": "Name", "component": component, **fields})


def text_input(custom_id: Any = "name", **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 4, "style": 1, "custom_id": custom_id, **fields})


def checkbox_group(count: int = 2, **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 22, "custom_id": "rules", "options": select_options(count), **fields})


def radio_group(count: int = 2, **fields: Any) -> JSON:
    return drop_omitted_fields({"type": 21, "custom_id": "side", "options": select_options(count), **fields})


def file_upload(**fields: Any) -> JSON:
    return drop_omitted_fields({"type": 19, "custom_id": "files", **fields})


def new_command(**fields: Any) -> RequestBody:
    return RequestBody(drop_omitted_fields({"name": "duel", "description": "Duels", **fields}), CREATE_COMMAND)


def command_option(kind: int = 3, name: Any = "word", **fields: Any) -> JSON:
    return drop_omitted_fields({"type": kind, "name": name, "description": "A word", **fields})


def command_options(count: int, kind: int = 3, **fields: Any) -> list[JSON]:
    return [command_option(kind, f"word-{number}", **fields) for number in range(count)]
