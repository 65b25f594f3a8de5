"""Test the validation against JSON schemas, with a small example document and with Discord's own document."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.playground.tests.bodies import EDIT_MESSAGE, EDIT_ORIGINAL, REPLACE_COMMANDS, SEND_FOLLOW_UP, SEND_MESSAGE
from deploy.playground.tests.minimal_bodies import path_and_code_pairs, require_schemas
from discord_playground.limits.locale import DISCORD_LOCALES
from discord_playground.schemas import Schemas

NULL_SCHEMA = {"type": "null"}


def schema_reference(name: str) -> dict[str, Any]:
    return {"$ref": f"urn:discord:{name}"}


def object_schema(required: str = "", **fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": required.split()}


TIMESTAMP_SCHEMA = {"type": "string", "format": "date-time", "pattern": "Z$"}
SCHEMA_DOCUMENT = {
    "schemas": {
        "SnowflakeType": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
        "Kind": {"type": "number", "enum": [3, 4]},
        "Button": object_schema("type", type={"type": "number", "const": 2}, label={"type": "string", "maxLength": 3}),
        "Select": object_schema(
            "type options",
            type=schema_reference("Kind"),
            options={"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string"}},
        ),
        "Row": object_schema(
            inner={
                "type": "array",
                "items": {"anyOf": [schema_reference("Button"), schema_reference("Select"), NULL_SCHEMA]},
            }
        ),
        "Post": object_schema(
            "id",
            id=schema_reference("SnowflakeType"),
            at=TIMESTAMP_SCHEMA,
            link={"type": "string", "format": "uri"},
            nonce={"anyOf": [{"type": "number", "maximum": 9}, {"type": "string", "maxLength": 2}, NULL_SCHEMA]},
            row={"anyOf": [schema_reference("Row"), NULL_SCHEMA]},
            texts={"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
            allow={"anyOf": [{"type": "number"}, NULL_SCHEMA]},
            size={"type": "integer", "minimum": 1, "maximum": 5},
            loud={"type": ["boolean", "null"]},
        ),
        "Words": object_schema("words", words={"type": "array", "items": {"type": "string"}}),
        "Numbers": object_schema("words", words={"type": "array", "items": {"type": "number"}}),
        "Error": object_schema("code", code={"type": "number"}),
        "ErrorResponse": {"allOf": [schema_reference("Error"), object_schema(errors={})]},
    },
    "routes": {
        "POST /posts/{channel_id}": {
            "request": {"anyOf": [schema_reference("Post"), NULL_SCHEMA]},
            "responses": {"200": schema_reference("Post"), "204": None, "4XX": schema_reference("ErrorResponse")},
        },
        "POST /either": {
            "request": {"anyOf": [schema_reference("Words"), schema_reference("Numbers"), {}]},
            "responses": {},
        },
        "DELETE /posts/{channel_id}": {"request": None, "responses": {"204": None}},
    },
}
EXAMPLE_SCHEMAS = Schemas(SCHEMA_DOCUMENT)
EXAMPLE_ROUTE = "POST", "/posts/{id}"


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"id": "5", "nonce": None, "row": None, "loud": None}, set()),
        ({}, {("id", "BASE_TYPE_REQUIRED")}),
        ([], {("", "MODEL_TYPE_CONVERT")}),
        ({"id": None}, {("id", "BASE_TYPE_REQUIRED")}),
        ({"id": "otter"}, {("id", "NUMBER_TYPE_COERCE")}),
        ({"id": []}, {("id", "NUMBER_TYPE_COERCE")}),
        ({"id": "5", "nonce": 10}, {("nonce", "NUMBER_TYPE_MAX")}),
        ({"id": "5", "nonce": "abc"}, {("nonce", "BASE_TYPE_MAX_LENGTH")}),
        ({"id": "5", "size": 0}, {("size", "NUMBER_TYPE_MIN")}),
        ({"id": "5", "size": "x"}, {("size", "NUMBER_TYPE_COERCE")}),
        ({"id": "5", "loud": 1}, {("loud", "BOOLEAN_TYPE_CONVERT")}),
        ({"id": "5", "at": "noon"}, {("at", "DATE_TIME_TYPE_PARSE")}),
        ({"id": "5", "link": "nowhere"}, {("link", "URL_TYPE_INVALID_URL")}),
        ({"id": "5", "texts": {"a": ""}}, {("texts.a", "BASE_TYPE_MIN_LENGTH")}),
        ({"id": "5", "texts": []}, {("texts", "DICT_TYPE_CONVERT")}),
        ({"id": "5", "row": []}, {("row", "MODEL_TYPE_CONVERT")}),
        ({"id": "5", "row": {"inner": {}}}, {("row.inner", "LIST_TYPE_CONVERT")}),
        ({"id": "5", "row": {"inner": [None, {"type": 2}]}}, set()),
        (
            {"id": "5", "row": {"inner": [{"type": 2, "label": "abcd"}]}},
            {("row.inner.0.label", "BASE_TYPE_MAX_LENGTH")},
        ),
        ({"id": "5", "row": {"inner": [{"type": 2}, {"type": 9}]}}, {("row.inner.1", "UNION_TYPE_CHOICES")}),
        ({"id": "5", "row": {"inner": [{}]}}, {("row.inner.0.type", "BASE_TYPE_REQUIRED")}),
        ({"id": "5", "row": {"inner": ["x"]}}, {("row.inner.0", "MODEL_TYPE_CONVERT")}),
        ({"id": "5", "row": {"inner": [{"type": 4}]}}, {("row.inner.0.options", "BASE_TYPE_REQUIRED")}),
        (
            {"id": "5", "row": {"inner": [{"type": 3, "options": []}]}},
            {("row.inner.0.options", "BASE_TYPE_BAD_LENGTH")},
        ),
        (
            {"id": "5", "row": {"inner": [{"type": 3, "options": [1]}]}},
            {("row.inner.0.options.0", "STRING_TYPE_CONVERT")},
        ),
    ],
)
def test_request_errors_have_exact_path_and_code(body: Any, errors: set[tuple[str, str]]) -> None:
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, body)) == errors


def test_unknown_union_type_lists_allowed_types() -> None:
    (error,) = EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, {"id": "5", "row": {"inner": [{"type": 9}]}})
    assert error.path == ("row", "inner", 0)
    assert error.message == 'Value of field "type" must be one of (2, 3, 4).'


def test_length_error_contains_both_bounds() -> None:
    (error,) = EXAMPLE_SCHEMAS.find_request_errors(
        *EXAMPLE_ROUTE, {"id": "5", "row": {"inner": [{"type": 3, "options": ["a", "b", "c"]}]}}
    )
    assert error.message == "Must be between 1 and 2 in length."


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"words": [1, 2, "x"]}, {("words.2", "NUMBER_TYPE_COERCE")}),
        ({"words": ["a", "b", 1]}, {("words.2", "STRING_TYPE_CONVERT")}),
        ({}, {("words", "BASE_TYPE_REQUIRED")}),
    ],
)
def test_union_without_discriminator_reports_closest_branch(body: Any, errors: set[tuple[str, str]]) -> None:
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_request_errors("POST", "/either", body)) == errors


def test_requests_allow_numbers_as_strings_but_responses_do_not() -> None:
    body = {"id": 5, "allow": "1024"}
    assert EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, body) == []
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 200, body)) == {
        ("id", "STRING_TYPE_CONVERT"),
        ("allow", "NUMBER_TYPE_COERCE"),
    }
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, {"id": -5})) == {
        ("id", "NUMBER_TYPE_MIN")
    }
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, {"id": "5", "allow": "all"})) == {
        ("allow", "NUMBER_TYPE_COERCE")
    }


def test_timestamp_without_time_zone_is_invalid() -> None:
    for timestamp in ("2026-01-01T12:00:00Z", "2026-01-01T12:00:00.123456+00:00", "2026-01-01T14:00:00+02:00"):
        assert EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 200, {"id": "5", "at": timestamp}) == []
    assert path_and_code_pairs(
        EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 200, {"id": "5", "at": "2026-01-01T12:00:00"})
    ) == {("at", "DATE_TIME_TYPE_PARSE")}


def test_unknown_fields_are_only_errors_in_strict_mode() -> None:
    body = {"id": "5", "idd": 1, "row": {"inner": [{"type": 2, "lable": "x"}]}, "texts": {"anything": "x"}}
    strict = Schemas(SCHEMA_DOCUMENT, strict=True)
    assert EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, body) == []
    assert path_and_code_pairs(strict.find_request_errors(*EXAMPLE_ROUTE, body)) == {
        ("idd", "UNKNOWN_FIELD"),
        ("row.inner.0.lable", "UNKNOWN_FIELD"),
    }
    assert strict.find_response_errors(*EXAMPLE_ROUTE, 200, body) == []


def test_responses_are_checked_by_status() -> None:
    assert EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 204, None) == []
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 204, {})) == {("", "BODY")}
    assert EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 404, {"code": 10003, "errors": {}}) == []
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 404, {})) == {
        ("code", "BASE_TYPE_REQUIRED")
    }
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_response_errors(*EXAMPLE_ROUTE, 500, {})) == {("", "STATUS")}


def test_unknown_route_or_schema_raises_lookup_error() -> None:
    with pytest.raises(LookupError, match="no route POST /pots"):
        EXAMPLE_SCHEMAS.find_request_errors("POST", "/pots/{id}", {})
    with pytest.raises(LookupError, match="no schema Pots"):
        EXAMPLE_SCHEMAS.find_object_errors("Pots", {})


def test_route_without_body_ignores_body() -> None:
    assert EXAMPLE_SCHEMAS.find_request_errors("DELETE", "/posts/{id}", {"anything": 1}) == []
    assert path_and_code_pairs(EXAMPLE_SCHEMAS.find_request_errors(*EXAMPLE_ROUTE, None)) == {
        ("id", "BASE_TYPE_REQUIRED")
    }


# The following tests use Discord's own schemas.

ROUTES = [
    SEND_MESSAGE,
    EDIT_MESSAGE,
    SEND_FOLLOW_UP,
    EDIT_ORIGINAL,
    REPLACE_COMMANDS,
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands"),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("GET", "/gateway/bot"),
    ("GET", "/oauth2/applications/@me"),
    ("GET", "/users/@me"),
    ("POST", "/users/@me/channels"),
    ("POST", "/channels/{channel_id}/threads"),
    ("PATCH", "/channels/{channel_id}"),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"),
    ("GET", "/channels/{channel_id}/messages"),
]


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_document_contains_routes_of_libraries(route: tuple[str, str]) -> None:
    assert require_schemas().find_route(*route)


def test_every_schema_and_route_can_be_checked() -> None:
    document = require_schemas(is_strict=True)
    for name in document.schemas:
        document.find_object_errors(name, {})
    for key, route in document.routes.items():
        method, template = key.split(" ")
        document.find_request_errors(method, template, {})
        for status in route.responses:
            document.find_response_errors(method, template, int(status.replace("XX", "00")), {})


def test_user_response_is_checked() -> None:
    user = {
        "id": "5", "username": "otter", "avatar": None, "discriminator": "0", "public_flags": 0, "flags": 0,
        "global_name": "Otter", "primary_guild": None,
    }  # fmt: skip
    assert require_schemas().find_object_errors("UserResponse", user) == []
    assert path_and_code_pairs(require_schemas().find_object_errors("UserResponse", user | {"id": 5})) == {
        ("id", "STRING_TYPE_CONVERT")
    }
    assert path_and_code_pairs(
        require_schemas().find_response_errors("GET", "/users/{user_id}", 200, user | {"username": None})
    ) == {("username", "BASE_TYPE_REQUIRED")}


def test_locales_equal_discords_locales() -> None:
    assert frozenset(DISCORD_LOCALES) == frozenset(require_schemas().schemas["AvailableLocalesEnum"]["enum"])
