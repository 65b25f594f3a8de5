"""Somebody with `docs/verify.html` open in a browser, who drops records on it and types what they have kept."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from playwright.async_api import Page

PAGE: Final = Path(__file__).parents[2] / "docs" / "verify.html"
CHECKING: Final = """async (held) => {
    const part = (name) => document.getElementById(name), told = [];
    document.body.hidden = true;
    for (const { record, seal, receipt, shook } of held) {
        Object.assign(part("seal"), { value: seal });
        Object.assign(part("receipt"), { value: receipt });
        Object.assign(part("shook"), { value: shook });
        const bytes = Uint8Array.from(atob(record), (letter) => letter.charCodeAt(0));
        const name = `${(window.dropped = (window.dropped ?? 0) + 1)}.match`, dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], name));
        part("drop").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
        const seen = () => part("chosen").querySelector("code")?.textContent === name;
        while (!seen()) await new Promise((soon) => setTimeout(soon));
        const { verdict, line, why } = part("verdict").dataset;
        told.push([verdict, line, why]);
    }
    document.body.hidden = false;
    return told;
}"""
"""Each is dropped as a file and waited for, and what stands in the page then is its answer. None of them is painted."""


@dataclass(frozen=True)
class Held:
    """A record, against what somebody has kept."""

    record: str | bytes
    seal: str = ""
    receipt: str = ""
    shook: str = ""

    @property
    def dropped(self) -> dict[str, str]:
        record = self.record.encode() if isinstance(self.record, str) else self.record
        return {**asdict(self), "record": b64encode(record).decode()}


@dataclass(frozen=True)
class Answer:
    verdict: str
    line: str
    why: str

    @property
    def code(self) -> int:
        """As `duel verify` would end: proven, not held against its last seal, refused."""
        return 2 if self.why else {"proven": 0, "unproven": 1, "broken": 2}[self.verdict]


async def asked(page: Page, held: Sequence[Held]) -> list[Answer]:
    return [Answer(*told) for told in await page.evaluate(CHECKING, [each.dropped for each in held])]
