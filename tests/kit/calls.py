"""Count the calls of a service, or let them fail, as when the store is unreachable or busy."""

from __future__ import annotations

from typing import Any

import pytest


def fail_next_calls(
    monkeypatch: pytest.MonkeyPatch, service: object, method: str, *errors: Exception
) -> list[Exception]:
    """Let the next calls of a method raise these errors, one each. Return the list of errors not raised yet."""
    call_original, pending_errors = getattr(service, method), list(errors)

    async def raise_or_call(*args: Any, **kwargs: Any) -> Any:
        if pending_errors:
            raise pending_errors.pop(0)
        return await call_original(*args, **kwargs)

    monkeypatch.setattr(service, method, raise_or_call)
    return pending_errors


def record_calls(monkeypatch: pytest.MonkeyPatch, service: object, method: str) -> list[Any]:
    """Return a list to which each call of a method adds its first argument."""
    call_original, calls = getattr(service, method), list[Any]()

    async def record_and_call(*args: Any, **kwargs: Any) -> Any:
        calls.append(args[0] if args else None)
        return await call_original(*args, **kwargs)

    monkeypatch.setattr(service, method, record_and_call)
    return calls
