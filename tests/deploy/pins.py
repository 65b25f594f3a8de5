"""What is pinned in `pins/`."""

from __future__ import annotations

import re

from tests.deploy.folder import ROOT


def pinned(name: str) -> dict[str, str]:
    """Each with all that stands behind it."""
    blocks = re.split(r"\n(?=[a-z0-9])", (ROOT / "pins" / f"{name}.txt").read_text("utf-8").strip())
    return {block.split("==")[0]: block.split("==", 1)[1] for block in blocks}
