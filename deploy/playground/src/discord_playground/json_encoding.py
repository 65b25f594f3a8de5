"""JSON as everything here is written that leaves the playground."""

from __future__ import annotations

import json
from typing import Any

import orjson


def encode_json(body: Any) -> bytes:
    try:
        return orjson.dumps(body)
    except TypeError:
        # Half a letter and numbers without end: a bot may send them, and they are told as they came.
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
