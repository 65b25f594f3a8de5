"""Discord's own API schemas: the request and response bodies of each route."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import jsonschema_rs

from discord_playground import verdict
from discord_playground.dialect import Dialect, Schema
from discord_playground.refusal import Fault

SCHEMAS_PATH: Final = Path(__file__).with_name("schemas.json")
"""Written by `make schemas`, and part of every wheel that was built after it."""

WRONG = {"PATCH /applications/@me": ("description",)}
"""Where the document is: it has texts by language there, the documentation and Discord one text."""


class Reading:
    """Validators in one dialect, each built when it is first asked."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.roots: dict[str, Schema] = {}
        self.validators: dict[str, jsonschema_rs.Validator] = {}
        self.registry = jsonschema_rs.Registry(list(dialect.documents.items()))

    def faults(self, key: str, schema: Schema, value: Any) -> list[Fault]:
        """`key` stands for `schema`: the same key, the same schema."""
        validator = self.validators.get(key) or self.build(key, schema)
        if validator.is_valid(value):
            return []
        return [*verdict.faults(validator.iter_errors(value), self.roots | self.dialect.documents)]

    def build(self, key: str, schema: Schema) -> jsonschema_rs.Validator:
        root = f"urn:playground:{len(self.roots)}"
        self.roots[root] = {"$id": root, **self.dialect.told(schema)}
        self.validators[key] = jsonschema_rs.Draft202012Validator(
            self.roots[root], registry=self.registry, validate_formats=True, formats=verdict.FORMATS
        )
        return self.validators[key]


class Route(NamedTuple):
    request: Schema | None
    responses: Mapping[str, Schema | None]


class Schemas:
    """What Discord's document says of bodies; `strict` also refuses what a request has beside it.

    Routes are named as in the document, `"POST", "/channels/{channel_id}/messages"`; what stands in braces is free.
    A route that the document does not know is a `LookupError`: nothing passes because it was misspelt.
    """

    def __init__(self, made: Mapping[str, Any], *, strict: bool = False) -> None:
        self.schemas: Mapping[str, Schema] = made["schemas"]
        self.strict = strict
        self.routes = {plain(key): Route(route["request"], route["responses"]) for key, route in made["routes"].items()}

    @classmethod
    def load(cls, path: Path = SCHEMAS_PATH, strict: bool = False) -> Self:
        return cls(json.loads(path.read_bytes()), strict=strict)

    @cached_property
    def requests(self) -> Reading:
        return Reading(Dialect(self.schemas, requests=True, strict=self.strict))

    @cached_property
    def answers(self) -> Reading:
        return Reading(Dialect(self.schemas, requests=False))

    def request(self, method: str, template: str, body: Any) -> list[Fault]:
        """Of a body that a bot sends; none at all is `None`, and enough where every field may be left out."""
        key, route = self.route(method, template)
        if route.request is None:
            return []
        found = self.requests.faults(key, route.request, {} if body is None else body)
        return [fault for fault in found if fault.path != WRONG.get(key)]

    def response(self, method: str, template: str, status: int, body: Any) -> list[Fault]:
        """Of what the server answers; `None` is no body at all."""
        key, route = self.route(method, template)
        for name in (str(status), f"{status // 100}XX"):
            if name in route.responses:
                schema = route.responses[name]
                if schema is None:
                    return [] if body is None else [Fault((), "BODY", f"A {status} has no body.")]
                return self.answers.faults(f"{key} {name}", schema, body)
        return [Fault((), "STATUS", f"{method} {template} never answers {status}.")]

    def named(self, name: str, value: Any) -> list[Fault]:
        """Of a part of an answer or event, by the document's name for it: `"MessageResponse"`."""
        if name not in self.schemas:
            raise LookupError(f"Discord's document has no schema {name}")
        return self.answers.faults(name, {"$ref": f"urn:discord:{name}"}, value)

    def route(self, method: str, template: str) -> tuple[str, Route]:
        key = plain(f"{method} {template}")
        if key not in self.routes:
            raise LookupError(f"Discord's document has no route {method} {template}")
        return key, self.routes[key]


def plain(route: str) -> str:
    """A route by its form, whatever its parameters are called."""
    return re.sub(r"\{[^{}]*\}", "{}", route)
