"""Test the validation of request bodies, which reports the path and code of each error."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.playground.tests import bodies, invalid_commands, invalid_components, invalid_messages, invalid_responses
from deploy.playground.tests.bodies import (
    BOARD_UPLOAD,
    CREATE_COMMAND,
    EDIT_ORIGINAL,
    JSON,
    REPLACE_COMMANDS,
    SEND_FOLLOW_UP,
    SEND_MESSAGE,
    RequestBody,
)
from deploy.playground.tests.minimal_bodies import (
    LEGACY_MESSAGE,
    V2_MESSAGE,
    VALIDATION_MODES,
    action_row,
    button,
    command_option,
    container,
    embed,
    file_component,
    find_errors,
    interaction_response,
    make_validator,
    message_edit,
    new_command,
    new_message,
    new_v2_message,
    section,
    text_display,
)
from deploy.playground.tests.sandbox import V2_FLAG
from discord_playground.api_errors import (
    EMPTY_MESSAGE,
    INVALID_FORM,
    INVALID_JSON,
    REQUEST_TOO_LARGE,
    TOO_MANY_COMMANDS,
    ApiError,
    ApiErrorCode,
)
from discord_playground.limits.files import Upload

VALID_BODIES = asyncio.run(bodies.make_discordpy_bodies())

INVALID_CASES = [*invalid_messages.CASES, *invalid_components.CASES, *invalid_responses.CASES, *invalid_commands.CASES]
ROW_PATH = "components.0.components"

# Test cases: invalid requests and the error code of the response.
CASES_WITH_ERROR_CODES: list[tuple[str, RequestBody, ApiErrorCode]] = [
    ("no body", RequestBody(None), EMPTY_MESSAGE),
    ("blank content", new_message(content=" \n"), EMPTY_MESSAGE),
    ("empty lists", new_message(content=..., components=[], embeds=[]), EMPTY_MESSAGE),
    ("an empty response", interaction_response(4, 2, flags=64), EMPTY_MESSAGE),
    (
        "an update that empties the message",
        interaction_response(7, 3, True, content="", embeds=[], components=[]),
        EMPTY_MESSAGE,
    ),
    ("an edit that empties the message", message_edit({"content": None, "embeds": []}, LEGACY_MESSAGE), EMPTY_MESSAGE),
    (
        "an edit that removes all components",
        message_edit({"components": []}, {**V2_MESSAGE, "attachments": []}),
        EMPTY_MESSAGE,
    ),
    ("a file too large", RequestBody({}, SEND_MESSAGE, [Upload("0", "x", 10 * 1024 * 1024 + 1)]), REQUEST_TOO_LARGE),
    (
        "a file too large for a response",
        replace(interaction_response(4, 2, content="x"), uploads=[Upload("0", "x", 2**30)]),
        REQUEST_TOO_LARGE,
    ),
    (
        "too many files",
        RequestBody({}, SEND_MESSAGE, [Upload(str(i), f"{i}.png", 1) for i in range(11)]),
        ApiErrorCode(400, 30015, ""),
    ),
    (
        "too many files including existing ones",
        message_edit(
            {"attachments": [{"id": "77"}, *({"id": i} for i in range(10))]},
            V2_MESSAGE,
            *(Upload(str(i), f"{i}.png", 1) for i in range(10)),
        ),
        ApiErrorCode(400, 30015, ""),
    ),
    (
        "too many commands",
        RequestBody([new_command(name=f"duel{i}").body for i in range(101)], REPLACE_COMMANDS),
        TOO_MANY_COMMANDS,
    ),
    (
        "too many context menus",
        RequestBody([{"type": 2, "name": f"Duel {i}"} for i in range(16)], REPLACE_COMMANDS),
        TOO_MANY_COMMANDS,
    ),
    (
        "two entry point commands",
        RequestBody([{"type": 4, "name": "duel"}, {"type": 4, "name": "duels"}], REPLACE_COMMANDS),
        TOO_MANY_COMMANDS,
    ),
    (
        "one command too many",
        RequestBody(new_command().body, CREATE_COMMAND, other_commands=[{"name": f"duel{i}"} for i in range(100)]),
        TOO_MANY_COMMANDS,
    ),
    ("a lone surrogate", new_message(content="\ud800"), INVALID_JSON),
    ("NaN", new_message(flags=float("nan")), INVALID_JSON),
]

# Test cases: unusual but valid requests.
VALID_CASES: list[tuple[str, RequestBody]] = [
    ("only an embed", new_message(content=..., embeds=[embed()])),
    ("only a file", RequestBody({}, SEND_MESSAGE, [BOARD_UPLOAD])),
    ("only a file, and no body", RequestBody(None, SEND_MESSAGE, [BOARD_UPLOAD])),
    ("only a sticker", new_message(content="", sticker_ids=["5"])),
    ("only buttons", new_message(action_row(button()))),
    ("a message without sound or previews", new_message(flags=1 << 12 | 1 << 2)),
    ("a voice message", RequestBody({"flags": 1 << 13}, SEND_MESSAGE, [BOARD_UPLOAD])),
    ("nulls", new_message(content="x", embeds=None, components=None, allowed_mentions=None, flags=None, nonce=None)),
    ("an empty list of mentions", new_message(allowed_mentions={"parse": ["users"], "users": []})),
    ("the largest allowed file", RequestBody({}, SEND_MESSAGE, [Upload("0", "x", 10 * 1024 * 1024)])),
    ("ten files", RequestBody({}, SEND_MESSAGE, [Upload(str(i), f"{i}.png", 1) for i in range(10)])),
    ("component ids of 0", new_v2_message(text_display(id=0), text_display(id=0))),
    ("a keycap emoji", new_message(action_row(button(emoji={"name": "1️⃣"})))),
    ("an emoji by its id", new_message(action_row(button(emoji={"id": "5", "name": None})))),
    (
        "an old file kept by id and name",
        message_edit(
            {
                "components": [file_component("attachment://old.png")],
                "attachments": [{"id": "77", "filename": "old.png"}],
            },
            V2_MESSAGE,
        ),
    ),
    (
        "an upload under another filename",
        RequestBody(
            {
                "flags": V2_FLAG,
                "components": [file_component("attachment://new.png")],
                "attachments": [{"id": "0", "filename": "new.png"}],
            },
            SEND_MESSAGE,
            [BOARD_UPLOAD],
        ),
    ),
    ("an edit of components", message_edit({"components": [container(text_display())]}, V2_MESSAGE)),
    (
        "an edit that repeats the V2 flag",
        message_edit({"flags": V2_FLAG | 4, "components": [text_display()]}, V2_MESSAGE),
    ),
    (
        "an edit that repeats the ephemeral flag",
        message_edit({"content": "x", "flags": 64 | 4}, {"content": "y", "flags": 64}),
    ),
    ("an ephemeral follow-up", RequestBody({"content": "x", "flags": 64}, SEND_FOLLOW_UP)),
    ("an edit of the original response", RequestBody({"content": "x"}, EDIT_ORIGINAL, old_message={"flags": 128 | 64})),
    ("a response type that is a float", RequestBody({"type": 4.0, "data": {"content": "x"}}, interaction_type=2)),
    (
        "autocomplete choices with numbers and null",
        interaction_response(8, 4, choices=[{"name": "x", "value": 1.5}, None]),
    ),
    ("a name in Devanagari", new_command(name="द्वंद्व")),
    ("a name in Thai", new_command(name="ดวลกัน")),
    ("a name of digits", new_command(name="7-a_b'c")),
    ("permissions as digits", new_command(default_member_permissions="8")),
    (
        "the same name for another command type",
        RequestBody([new_command().body, {"type": 2, "name": "duel"}], REPLACE_COMMANDS),
    ),
    ("a hundred commands", RequestBody([new_command(name=f"duel{i}").body for i in range(100)], REPLACE_COMMANDS)),
    (
        "the hundredth command",
        RequestBody(new_command().body, CREATE_COMMAND, other_commands=[{"name": f"duel{i}"} for i in range(99)]),
    ),
    ("an empty list of commands", RequestBody([], REPLACE_COMMANDS)),
    (
        "all options required",
        new_command(
            options=[
                command_option(name="a", required=True),
                command_option(name="b", required=True),
                command_option(name="c"),
            ]
        ),
    ),
]


@pytest.mark.parametrize("mode", VALIDATION_MODES)
@pytest.mark.parametrize("body", VALID_BODIES.values(), ids=VALID_BODIES)
def test_bodies_from_discord_py_are_valid(body: RequestBody, mode: str) -> None:
    body.validate(make_validator(mode))


@pytest.mark.parametrize("body", [body for _, body in VALID_CASES], ids=[name for name, _ in VALID_CASES])
def test_unusual_valid_bodies_are_accepted(body: RequestBody) -> None:
    for mode in VALIDATION_MODES:
        body.validate(make_validator(mode))


@pytest.mark.parametrize(
    ("body", "errors"), [case[1:] for case in INVALID_CASES], ids=[case[0] for case in INVALID_CASES]
)
def test_invalid_bodies_report_path_and_code(body: RequestBody, errors: set[tuple[str, str]]) -> None:
    assert find_errors(body, "with schemas") == errors


@pytest.mark.parametrize(
    ("body", "code"), [case[1:] for case in CASES_WITH_ERROR_CODES], ids=[case[0] for case in CASES_WITH_ERROR_CODES]
)
def test_invalid_bodies_report_specific_error_code(body: RequestBody, code: ApiErrorCode) -> None:
    for mode in VALIDATION_MODES:
        with pytest.raises(ApiError) as error:
            body.validate(make_validator(mode))
        assert error.value.code[:2] == code[:2], mode


def test_command_limit_is_in_error_message() -> None:
    with pytest.raises(ApiError, match="reached \\(15\\)"):
        RequestBody([{"type": 3, "name": f"Duel {i}"} for i in range(16)], REPLACE_COMMANDS).validate(
            make_validator("limits alone")
        )


def test_error_tree_has_discords_shape() -> None:
    with pytest.raises(ApiError) as error:
        new_v2_message(text_display(), container(section(button("x")))).validate(make_validator("with schemas"))
    assert error.value.body == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {
            "components": {
                "1": {
                    "components": {
                        "0": {
                            "components": {
                                "0": {
                                    "_errors": [
                                        {
                                            "code": "UNION_TYPE_CHOICES",
                                            "message": 'Value of field "type" must be one of (10,).',
                                        }
                                    ]
                                }
                            }
                        }
                    }
                }
            }
        },
    }


def test_unknown_fields_are_only_refused_in_strict_mode() -> None:
    request = new_message(action_row(button(lable="Go")), contnet="x")
    assert find_errors(request, "with schemas") == set()
    assert find_errors(request, "strict") == {("contnet", "UNKNOWN_FIELD"), (f"{ROW_PATH}.0.lable", "UNKNOWN_FIELD")}


JUNK_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(
        ["x" * 101, "x" * 5000, "attachment://none.png", "https://", "7", 2**31, 2**54, 1, 2, 3, 4, 5, 9, 10]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "id", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def find_paths(body: JSON, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for step, inner in body.items() if isinstance(body, dict) else enumerate(body if isinstance(body, list) else ()):
        yield from find_paths(inner, (*path, step))


@given(st.sampled_from(sorted(VALID_BODIES)), st.data())
def test_junk_values_never_crash_validation(name: str, data: st.DataObject) -> None:
    """Validation raises only `ApiError`, and requests that are valid with schemas are also valid without them."""
    request = VALID_BODIES[name]
    path = data.draw(st.sampled_from(list(find_paths(request.body))))
    body = replace_at_path(request.body, path, data.draw(JUNK_VALUES))
    without_schemas = get_error_code(request.with_body(body), "limits alone")
    with_schemas = get_error_code(request.with_body(body), "with schemas")
    assert without_schemas in {with_schemas, None} or with_schemas == INVALID_FORM.code


def replace_at_path(body: JSON, path: tuple[Any, ...], junk: JSON) -> JSON:
    if not path:
        return junk
    step, *rest = path
    copied = copy.copy(body)
    copied[step] = replace_at_path(body[step], tuple(rest), junk)
    return copied


def get_error_code(request: RequestBody, mode: str) -> int | None:
    try:
        request.validate(make_validator(mode))
    except ApiError as error:
        return error.code.code
    return None


def test_deeply_nested_bodies_are_refused() -> None:
    deep: JSON = []
    for _ in range(100_000):
        deep = [deep]
    assert get_error_code(new_message(components=deep), "limits alone") == INVALID_JSON.code
    shallow: JSON = text_display()
    for _ in range(50):
        shallow = container(shallow)
    assert get_error_code(new_v2_message(shallow), "with schemas") == INVALID_FORM.code
