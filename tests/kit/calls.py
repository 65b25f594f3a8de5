"""Record the calls of a service, or make them fail as if the store were unreachable or busy."""

from __future__ import annotations

from typing import Any

import pytest


def fail_next_calls(
    monkeypatch: pytest.MonkeyPatch, service: object, method: str, *errors: Exception
) -> list[Exception]:
    """Make the next calls of a method raise these errors, one per call. Return the list of errors that are left."""
    call_original, pending_errors = getattr(service, method), list(errors)

    async def raise_or_call(*args: Any, **kwargs: Any) -> Any:
        if pending_errors:
            raise pending_errors.pop(0)
        return await call_original(*args, **kwargs)

    monkeypatch.setattr(service, method, raise_or_call)
    return pending_errors


def record_calls(monkeypatch: pytest.MonkeyPatch, service: object, method: str) -> list[Any]:
    """Return a list that collects the first argument of each call of a method."""
    call_original, calls = getattr(service, method), list[Any]()

    async def record_and_call(*args: Any, **kwargs: Any) -> Any:
        calls.append(args[0] if args else None)
        return await call_original(*args, **kwargs)

    monkeypatch.setattr(service, method, record_and_call)
    return calls
