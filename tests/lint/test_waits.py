"""Nothing waits for the watch: whoever waits for what must come has the one patience there is."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import pytest

from tests.lint.source_files import PROJECT_ROOT, list_nodes, list_sources

TESTS_FOLDER = PROJECT_ROOT / "tests"
SHORT_SLEEP_S = 0.1
"""Seconds that one may look away between two looks."""
ALLOWED_WAITS = {
    # A mind that takes its time over a thought.
    "bot/broken_ai_tasks.py": {"sleep 0.3"},
}


def get_called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def get_number(node: ast.AST | None) -> float | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def list_numeric_waits(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return the time limits and sleeps that are written as numbers."""
    for call in nodes:
        if not isinstance(call, ast.Call):
            continue
        name, last = get_called_name(call), get_number(call.args[-1]) if call.args else None
        if name in {"timeout", "wait_for", "wait"} and last is not None:
            yield f"{name} {last}"
        if name == "sleep" and last is not None and last > SHORT_SLEEP_S:
            yield f"sleep {last}"
        for keyword in call.keywords:
            asked = keyword.arg == "timeout" or (keyword.arg == "seconds" and name in {"until", "waits_for"})
            if asked and (limit := get_number(keyword.value)):
                yield f"{name} {limit}"


@pytest.mark.parametrize("folder", ["bot", "deploy", "docs", "foreign", "games", "laws", "records", "storage"])
def test_every_wait_has_the_one_patience(folder: str) -> None:
    found = {
        path.relative_to(TESTS_FOLDER).as_posix(): told
        for path in list_sources(f"tests/{folder}")
        if (told := set(list_numeric_waits(list_nodes(path))))
    }
    assert found == {name: told for name, told in ALLOWED_WAITS.items() if name.startswith(f"{folder}/")}


def test_wait_with_a_number_is_found() -> None:
    sources = "asyncio.timeout(5)", "wait_for(it, 2)", "run(timeout=60)", "sleep(0.5)", "it.until(law, seconds=60)"
    assert [source for source in sources if not list(list_numeric_waits(ast.walk(ast.parse(source))))] == []
