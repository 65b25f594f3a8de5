"""Runs the examples of `docs/research.md`, and compares what they print with the page."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO

import pytest

from tests.docs.pages import read_page

pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")

EXAMPLES = re.findall(
    r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", read_page("research.md"), flags=re.DOTALL | re.MULTILINE
)

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
