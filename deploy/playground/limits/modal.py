"""A modal as a bot opens it."""

from __future__ import annotations

from typing import Any

from deploy.playground.limits import layout
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Text, model
from deploy.playground.refusal import Fault

MODAL = model(
    "custom_id title components",
    custom_id=Text(1, 100),
    title=Text(1, 45),
)


def faults(body: Any, place: Place = ()) -> list[Fault]:
    found = [*MODAL.faults(body, place)]
    if isinstance(body, dict) and body.get("components") is not None:
        found += layout.of_modal(body["components"], (*place, "components"))
    return found
