"""Validation against Discord's published API schemas, which describe each route's request and response bodies."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import jsonschema_rs

from discord_playground import schema_errors
from discord_playground.api_errors import FieldError
from discord_playground.schema_rewriter import Schema, SchemaRewriter

SCHEMAS_PATH: Final = Path(__file__).with_name("schemas.json")
"""File that `make schemas` writes. Wheels that are built afterwards contain it."""

IGNORED_FIELDS = {"PATCH /applications/@me": ("description",)}
"""Fields, by route, that are not checked. The schema of `description` requires an object, but Discord a string."""


class SchemaValidators:
    """Validators for rewritten schemas. Each is built when it is first used."""

    def __init__(self, rewriter: SchemaRewriter) -> None:
        self.rewriter = rewriter
        self.root_schemas: dict[str, Schema] = {}
        self.validators: dict[str, jsonschema_rs.Validator] = {}
        self.registry = jsonschema_rs.Registry(list(rewriter.documents.items()))

    def find_errors(self, key: str, schema: Schema, value: Any) -> list[FieldError]:
        """Return the errors in a value. `key` identifies the schema's validator in the cache."""
        validator = self.validators.get(key) or self._build_validator(key, schema)
        if validator.is_valid(value):
            return []
        return [
            *schema_errors.translate_errors(validator.iter_errors(value), self.root_schemas | self.rewriter.documents)
        ]

    def _build_validator(self, key: str, schema: Schema) -> jsonschema_rs.Validator:
        root = f"urn:playground:{len(self.root_schemas)}"
        self.root_schemas[root] = {"$id": root, **self.rewriter.rewrite_schema(schema)}
        self.validators[key] = jsonschema_rs.Draft202012Validator(
            self.root_schemas[root], registry=self.registry, validate_formats=True, formats=schema_errors.FORMAT_CHECKS
        )
        return self.validators[key]


class RouteSchemas(NamedTuple):
    request: Schema | None
    responses: Mapping[str, Schema | None]


class Schemas:
    """Checks bodies against Discord's schemas. With `strict`, unknown fields in requests are errors too.

    Routes are given as `"POST", "/channels/{channel_id}/messages"`, with any names in the braces. Unknown routes raise
    `LookupError`.
    """

    def __init__(self, document: Mapping[str, Any], *, strict: bool = False) -> None:
        self.schemas: Mapping[str, Schema] = document["schemas"]
        self.strict = strict
        self.routes = {
            strip_parameter_names(key): RouteSchemas(route["request"], route["responses"])
            for key, route in document["routes"].items()
        }

    @classmethod
    def load_file(cls, path: Path = SCHEMAS_PATH, strict: bool = False) -> Self:
        return cls(json.loads(path.read_bytes()), strict=strict)

    @cached_property
    def request_validators(self) -> SchemaValidators:
        return SchemaValidators(SchemaRewriter(self.schemas, for_requests=True, strict=self.strict))

    @cached_property
    def response_validators(self) -> SchemaValidators:
        return SchemaValidators(SchemaRewriter(self.schemas, for_requests=False))

    def find_request_errors(self, method: str, template: str, body: Any) -> list[FieldError]:
        """Return the errors in a request body. A missing body, `None`, counts as an empty object."""
        key, route = self.find_route(method, template)
        if route.request is None:
            return []
        errors = self.request_validators.find_errors(key, route.request, {} if body is None else body)
        return [error for error in errors if error.path != IGNORED_FIELDS.get(key)]

    def find_response_errors(self, method: str, template: str, status: int, body: Any) -> list[FieldError]:
        """Return the errors in a response of the playground. `body` is None if the response has no body."""
        key, route = self.find_route(method, template)
        for name in (str(status), f"{status // 100}XX"):
            if name in route.responses:
                schema = route.responses[name]
                if schema is None:
                    return [] if body is None else [FieldError((), "BODY", f"A response with {status} has no body.")]
                return self.response_validators.find_errors(f"{key} {name}", schema, body)
        return [FieldError((), "STATUS", f"{method} {template} never responds with status {status}.")]

    def find_object_errors(self, schema_name: str, value: Any) -> list[FieldError]:
        """Return the errors in an object from a response or event. `schema_name` is, for example, `MessageResponse`."""
        if schema_name not in self.schemas:
            raise LookupError(f"Discord has no schema {schema_name}")
        return self.response_validators.find_errors(schema_name, {"$ref": f"urn:discord:{schema_name}"}, value)

    def find_route(self, method: str, template: str) -> tuple[str, RouteSchemas]:
        key = strip_parameter_names(f"{method} {template}")
        if key not in self.routes:
            raise LookupError(f"Discord's schemas have no route {method} {template}")
        return key, self.routes[key]


def strip_parameter_names(route: str) -> str:
    """Replace each `{name}` in a route with `{}`. Routes then match regardless of their parameter names."""
    return re.sub(r"\{[^{}]*\}", "{}", route)
