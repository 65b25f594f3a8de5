"""Checks that tests wait with the common timeout of `tests/waiting.py` and never sleep for long."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.lint.source_files import PROJECT_ROOT, list_nodes, list_sources

TESTS_FOLDER = PROJECT_ROOT / "tests"
SHORT_SLEEP_S = 0.1
"""The longest allowed pause between two checks of a condition."""
ALLOWED_WAITS = {
    # Simulates an AI player that needs much time.
    "bot/broken_ai_tasks.py": {"sleep 0.3"},
}


def get_called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def get_number(node: ast.AST | None) -> float | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def list_numeric_waits(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield calls that wait or sleep for a time that is written as a number, such as `sleep 0.5`."""
    for call in nodes:
        if not isinstance(call, ast.Call):
            continue
        name, last_argument = get_called_name(call), get_number(call.args[-1]) if call.args else None
        if name in {"timeout", "wait_for", "wait"} and last_argument is not None:
            yield f"{name} {last_argument}"
        if name == "sleep" and last_argument is not None and last_argument > SHORT_SLEEP_S:
            yield f"sleep {last_argument}"
        for keyword in call.keywords:
            if keyword.arg in {"timeout", "timeout_s"} and (limit := get_number(keyword.value)):
                yield f"{name} {limit}"


def test_waits_in_tests_use_the_common_timeout() -> None:
    """Tools may wait longer, except for the tests in `tools/foreign`."""
    sources = {path.relative_to(TESTS_FOLDER).as_posix(): path for path in list_sources("tests")}
    waits_by_file = {
        name: waits
        for name, path in sources.items()
        if not name.startswith("tools/") or name.startswith("tools/foreign/")
        if (waits := set(list_numeric_waits(list_nodes(path))))
    }
    assert waits_by_file == ALLOWED_WAITS


def test_numeric_wait_is_detected() -> None:
    sources = "asyncio.timeout(5)", "wait_for(it, 2)", "run(timeout=60)", "sleep(0.5)", "it.wait_until(f, timeout_s=9)"
    assert [source for source in sources if not list(list_numeric_waits(ast.walk(ast.parse(source))))] == []
