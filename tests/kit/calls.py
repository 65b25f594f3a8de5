"""Services whose calls a test counts, or lets fail: the store is out of reach, or too busy."""

from __future__ import annotations

from typing import Any

import pytest


def fail_next_calls(
    monkeypatch: pytest.MonkeyPatch, service: object, method: str, *errors: Exception
) -> list[Exception]:
    """Let the next calls of a method raise these, one each. Return those that are still to be raised."""
    does, coming = getattr(service, method), list(errors)

    async def call(*given: Any, **named: Any) -> Any:
        if coming:
            raise coming.pop(0)
        return await does(*given, **named)

    monkeypatch.setattr(service, method, call)
    return coming


def record_calls(monkeypatch: pytest.MonkeyPatch, service: object, method: str) -> list[Any]:
    """Return the first argument of each call of a method from now on."""
    does, calls = getattr(service, method), list[Any]()

    async def call(*given: Any, **named: Any) -> Any:
        calls.append(given[0] if given else None)
        return await does(*given, **named)

    monkeypatch.setattr(service, method, call)
    return calls
