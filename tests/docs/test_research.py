"""Runs the examples of `docs/research.md`, and compares what they print with the page."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", PAGE, flags=re.DOTALL | re.MULTILINE)

pytestmark = pytest.mark.gate


@pytest.mark.parametrize(("code", "output"), EXAMPLES, ids=["random", "house", "exploitability"])
def test_example_prints_what_the_page_says(code: str, output: str) -> None:
    with redirect_stdout(StringIO()) as printed:
        exec(compile(code, "docs/research.md", "exec"), {})  # noqa: S102 - the code is on our own page
    if output:
        assert printed.getvalue() == output
    else:
        # Random numbers can differ between the versions of NumPy.
        assert re.fullmatch(r"(player_\d -?[\d.]+\n){3}", printed.getvalue())
