"""What the bot has sent, as the wire recorded it: sound by Discord's own document, and complete in its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from deploy.playground.client import JSON

SHOWN: Final = re.compile(r'"attachment://([^"]+)"')
UPDATE: Final = 7
FORM: Final = "50035"


def faults(entries: Iterable[JSON]) -> Iterator[str]:
    """Each with what was sent; the playground itself is strict, and holds every body against Discord's schemas."""
    for entry in entries:
        if entry["way"] != "rest" or entry["bot"] is None:
            continue
        refused = entry["refused"] or ""
        if refused.startswith(FORM) and "as ordered" not in refused:
            yield f"{entry['what']}: {entry['refused']}"
        if isinstance(entry["sent"], dict):
            yield from (f"{entry['what']}: {wrong}" for wrong in of_files(entry["route"] or "", entry["sent"]))


def of_files(route: str, sent: JSON) -> Iterator[str]:
    """An edit lists every file that its message keeps, by name, or sends it again; what is not listed goes."""
    callback = route.endswith("/callback")
    message = (sent.get("data") or {}) if callback else sent
    edits = sent.get("type") == UPDATE if callback else route.startswith("PATCH") and "/messages/" in route
    listed = message.get("attachments")
    if edits and "components" in message and listed is None:
        yield "an edit that does not say which files there are"
    named = {file.get("filename") for file in listed or ()}
    for name in sorted(set(SHOWN.findall(json.dumps(message))) - named):
        yield f"{name} is shown and not listed"
