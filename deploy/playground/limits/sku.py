"""What an application sells: a button for sale shows one of these and nothing else."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from deploy.playground.limits.layout import walk
from deploy.playground.limits.phrases import Place
from deploy.playground.refusal import Fault


def strange(components: Any, place: Place, known: Container[str]) -> Iterator[Fault]:
    """Those that are not there, at their places; `place` is that of the list."""
    for where, component in walk(components, place):
        if component.get("sku_id") is not None and str(component["sku_id"]) not in known:
            yield Fault((*where, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU", "Invalid SKU")
