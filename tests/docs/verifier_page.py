"""Controls `docs/verify.html` in a browser: drops records on the page, fills in fields, and reads verdicts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Final

from playwright.async_api import Browser, Page

from tests.docs.pages import DOCS_FOLDER

PAGE_PATH: Final = DOCS_FOLDER / "verify.html"
VERIFY_SCRIPT: Final = """async (submissions) => {
    const getElement = (id) => document.getElementById(id), verdicts = [];
    document.body.hidden = true;
    for (const { record, seal, receipt, shook, follows } of submissions) {
        if (!follows) checkedRecords.clear();
        Object.assign(getElement("seal"), { value: seal });
        Object.assign(getElement("receipt"), { value: receipt });
        Object.assign(getElement("shook"), { value: shook });
        const bytes = Uint8Array.from(atob(record), (letter) => letter.charCodeAt(0));
        const name = `${(window.dropped = (window.dropped ?? 0) + 1)}.match`, dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], name));
        getElement("drop").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
        const isRead = () => getElement("chosen").querySelector("code")?.textContent === name;
        while (!isRead()) await new Promise((resolve) => setTimeout(resolve));
        const { verdict, line, why } = getElement("verdict").dataset;
        verdicts.push([verdict, line, why, getElement("verdict").textContent, getElement("checked").textContent]);
    }
    document.body.hidden = false;
    return verdicts;
}"""
"""Drops each record as a file, waits until it has been read, and returns the verdicts. The page is hidden meanwhile."""


@dataclass(frozen=True)
class Submission:
    """A record to verify, with the seal, receipt and player seed that a player kept."""

    record: str | bytes
    seal: str = ""
    receipt: str = ""
    shook: str = ""
    follows: bool = False
    """Whether the page still remembers the submissions before this one."""

    def to_json(self) -> dict[str, object]:
        record = self.record.encode() if isinstance(self.record, str) else self.record
        return {**asdict(self), "record": b64encode(record).decode()}


@dataclass(frozen=True)
class PageVerdict:
    verdict: str
    line: str
    why: str
    banner: str = ""
    """The text of the colored box with the verdict."""
    checks: str = ""
    """The text of the list below it."""

    @property
    def exit_code(self) -> int:
        """The exit code of `duel verify` for the verdict: 0 for proven, 1 without the last seal, 2 for invalid data."""
        return 2 if self.why else {"proven": 0, "unproven": 1, "broken": 2}[self.verdict]


@asynccontextmanager
async def open_verifier_page(browser: Browser) -> AsyncIterator[Page]:
    """Open the page as a local file. Fail at the end if it has sent requests or reported errors."""
    context = await browser.new_context(locale="en-GB")
    page = await context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.on("request", lambda request: problems.append(request.url))
    await page.goto(PAGE_PATH.as_uri())
    assert problems.pop(0) == PAGE_PATH.as_uri()
    yield page
    assert problems == []
    await context.close()


async def verify_on_page(page: Page, submissions: Sequence[Submission]) -> list[PageVerdict]:
    """Return the page's verdicts, one for each submission."""
    verdicts = await page.evaluate(VERIFY_SCRIPT, [submission.to_json() for submission in submissions])
    return [PageVerdict(*verdict) for verdict in verdicts]
