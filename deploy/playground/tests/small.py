"""The smallest bodies there are, with what a test wants to be different about them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

import pytest

from deploy.playground.tests.bodies import ADD, EDIT, JSON, V2, Sent
from discord_playground.api_errors import ApiError, FieldError
from discord_playground.body_validation import BodyValidator
from discord_playground.limits.files import Upload
from discord_playground.schemas import SCHEMAS_PATH, Schemas

# What is wrong, with what, and every fault that is told: its place and its code.
Cases: TypeAlias = list[tuple[str, Sent, set[tuple[str, str]]]]

OLD = {"content": "A duel", "embeds": [{"description": "A duel"}], "flags": 0}
NEW: JSON = {
    "flags": V2,
    "components": [{"type": 10, "content": "A duel"}],
    "attachments": [{"id": "77", "filename": "old.png"}],
}

WAYS = ("limits alone", "with schemas", "strict")


@cache
def loaded(strict: bool) -> Schemas:
    return Schemas.load_file(SCHEMAS_PATH, strict)


def schemas(strict: bool = False) -> Schemas:
    """Discord's own; a test that needs them fails in CI where there are none, and is left out elsewhere."""
    try:
        return loaded(strict)
    except FileNotFoundError:
        missing = "no schemas of Discord's: run `make schemas`, for which Node is needed"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)


def form(way: str) -> BodyValidator:
    return BodyValidator(schemas(way == "strict") if way != WAYS[0] else None)


def told(sent: Sent, way: str) -> set[tuple[str, str]]:
    """What is wrong with it, and where; nothing when it is well formed."""
    try:
        sent.to(form(way))
    except ApiError as refused:
        return plain(refused.field_errors) or {("", refused.code.message)}
    return set()


def plain(faults: Iterator[FieldError] | tuple[FieldError, ...] | list[FieldError]) -> set[tuple[str, str]]:
    return {(".".join(map(str, fault.path)), fault.code) for fault in faults}


def without(fields: dict[str, Any]) -> JSON:
    """A field that is `...` is left out."""
    return {name: value for name, value in fields.items() if value is not ...}


def message(*components: JSON, **fields: Any) -> Sent:
    """Of the old kind, with a text where there are no components."""
    body = {"components": list(components)} if components else {"content": "A duel"}
    return Sent(without(body | fields))


def v2(*components: JSON, **fields: Any) -> Sent:
    return Sent(without({"flags": V2, "components": list(components), **fields}))


def edit(body: JSON, before: JSON, *uploads: Upload) -> Sent:
    return Sent(body, EDIT, uploads, before)


def answered(kind: Any, interaction: int, on_message: bool = False, **data: Any) -> Sent:
    body = without({"type": kind, "data": data or ...})
    return Sent(body, answers=interaction, on_message=on_message)


def row(*inner: JSON, **fields: Any) -> JSON:
    return {"type": 1, "components": list(inner), **fields}


def button(custom_id: Any = "go", **fields: Any) -> JSON:
    return without({"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **fields})


def link(**fields: Any) -> JSON:
    return button(**{"custom_id": ..., "style": 5, "url": "https://example.org", **fields})


def choice(value: Any = "a", **fields: Any) -> JSON:
    return without({"label": "A choice", "value": value, **fields})


def choices(count: int, **fields: Any) -> list[JSON]:
    return [choice(f"{number}", **fields) for number in range(count)]


def select(custom_id: Any = "square", **fields: Any) -> JSON:
    return without({"type": 3, "custom_id": custom_id, "options": choices(3), **fields})


def people(**fields: Any) -> JSON:
    return without({"type": 5, "custom_id": "whom", **fields})


def chosen(count: int) -> list[JSON]:
    return [{"id": str(number), "type": "user"} for number in range(count)]


def text(content: Any = "A duel", **fields: Any) -> JSON:
    return without({"type": 10, "content": content, **fields})


def section(*texts: JSON, **fields: Any) -> JSON:
    return without({"type": 9, "components": list(texts or (text(),)), "accessory": button(), **fields})


def container(*inner: JSON, **fields: Any) -> JSON:
    return {"type": 17, "components": list(inner), **fields}


def gallery(*items: JSON) -> JSON:
    return {"type": 12, "items": list(items)}


def medium(url: Any = "https://example.org/board.png", **fields: Any) -> JSON:
    return without({"media": {"url": url}, **fields})


def file(url: str = "attachment://board.png") -> JSON:
    return {"type": 13, "file": {"url": url}}


def embed(**fields: Any) -> JSON:
    return {"description": "A duel", **fields}


def modal(*components: JSON, **fields: Any) -> Sent:
    data = without({"custom_id": "settings", "title": "Settings", "components": list(components), **fields})
    return Sent({"type": 9, "data": data}, answers=2)


def label(component: JSON, **fields: Any) -> JSON:
    return without({"type": 18, "label": "Name", "component": component, **fields})


def text_input(custom_id: Any = "name", **fields: Any) -> JSON:
    return without({"type": 4, "style": 1, "custom_id": custom_id, **fields})


def boxes(count: int = 2, **fields: Any) -> JSON:
    return without({"type": 22, "custom_id": "rules", "options": choices(count), **fields})


def radios(count: int = 2, **fields: Any) -> JSON:
    return without({"type": 21, "custom_id": "side", "options": choices(count), **fields})


def upload(**fields: Any) -> JSON:
    return without({"type": 19, "custom_id": "files", **fields})


def command(**fields: Any) -> Sent:
    return Sent(without({"name": "duel", "description": "Duels", **fields}), ADD)


def option(kind: int = 3, name: Any = "word", **fields: Any) -> JSON:
    return without({"type": kind, "name": name, "description": "A word", **fields})


def options(count: int, kind: int = 3, **fields: Any) -> list[JSON]:
    return [option(kind, f"word-{number}", **fields) for number in range(count)]
