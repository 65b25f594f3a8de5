"""JSON encoding of the playground's responses and events."""

from __future__ import annotations

import json
from typing import Any

import orjson


def encode_json(body: Any) -> bytes:
    try:
        return orjson.dumps(body)
    except TypeError:
        # orjson rejects lone surrogates and very large integers, which bots may send.
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
