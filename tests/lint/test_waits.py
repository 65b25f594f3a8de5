"""Nothing waits for the watch: whoever waits for what must come has the one patience there is."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import pytest

from tests.lint.sources import ROOT, nodes, sources

TESTS = ROOT / "tests"
BLINK = 0.1
"""Seconds that one may look away between two looks."""
WAITED = {
    # A mind that takes its time over a thought.
    "bot/broken_minds.py": {"sleep 0.3"},
}


def named(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def number(node: ast.AST | None) -> float | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def waits(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return the time limits and sleeps that are written as numbers."""
    for call in nodes:
        if not isinstance(call, ast.Call):
            continue
        name, last = named(call), number(call.args[-1]) if call.args else None
        if name in {"timeout", "wait_for", "wait"} and last is not None:
            yield f"{name} {last}"
        if name == "sleep" and last is not None and last > BLINK:
            yield f"sleep {last}"
        for keyword in call.keywords:
            asked = keyword.arg == "timeout" or (keyword.arg == "seconds" and name in {"until", "waits_for"})
            if asked and (limit := number(keyword.value)):
                yield f"{name} {limit}"


@pytest.mark.parametrize("folder", ["bot", "deploy", "docs", "foreign", "games", "laws", "records", "storage"])
def test_every_wait_has_the_one_patience(folder: str) -> None:
    found = {
        path.relative_to(TESTS).as_posix(): told
        for path in sources(f"tests/{folder}")
        if (told := set(waits(nodes(path))))
    }
    assert found == {name: told for name, told in WAITED.items() if name.startswith(f"{folder}/")}


def test_wait_with_a_number_is_found() -> None:
    sources = "asyncio.timeout(5)", "wait_for(it, 2)", "run(timeout=60)", "sleep(0.5)", "it.until(law, seconds=60)"
    assert [source for source in sources if not list(waits(ast.walk(ast.parse(source))))] == []
