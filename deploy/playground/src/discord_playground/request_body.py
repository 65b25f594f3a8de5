"""A body as it comes: how its sender is asked for it, and its JSON and files where it comes in parts or fields."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from aiohttp import BodyPartReader, ClientResponse, MultipartReader, web
from aiohttp.http_exceptions import BadHttpMessage

from discord_playground.api.message_builder import MultipartFile
from discord_playground.api_errors import BAD_REQUEST, REQUEST_TOO_LARGE, ApiError
from discord_playground.body_validation import check_json, parse_json
from discord_playground.limits.files import MAX_FILE_BYTES

MAX_BODY_BYTES: Final = 11 * MAX_FILE_BYTES
"""Bytes, of all that comes at once."""
NUMERIC_FIELDS: Final = {"auto_archive_duration", "flags", "position", "rate_limit_per_user", "type"}
"""What is a number where it stands; elsewhere digits are a text like any other."""
BOOLEAN_LITERALS: Final = {"true": True, "false": False}
PAYLOAD_FIELD: Final = "payload_json"
FILE_FIELD: Final = re.compile(r"^files\[(\d+)\]$|^(file)$")


async def handle_expect_header(request: web.Request) -> None:
    """Tells whoever wants to know first that somebody listens; who has gone is missed where the body is read."""
    if request.headers["Expect"].lower() != "100-continue":
        raise web.HTTPExpectationFailed
    with suppress(ConnectionError):
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    # Nothing of the answer is there yet.
    request.writer.output_size = 0


async def read_multipart(source: web.Request | ClientResponse) -> tuple[Any, list[MultipartFile]]:
    """Its parts, whoever sent it."""
    alone: list[tuple[str, str]] = []
    parts: list[MultipartFile] = []
    try:
        body = await source.multipart() if isinstance(source, web.Request) else MultipartReader.from_response(source)
        async for part in body:
            if not isinstance(part, BodyPartReader):
                raise ApiError(BAD_REQUEST)
            name, data = part.name or "", bytes(await part.read(decode=True))
            if found := FILE_FIELD.match(name):
                filename = (part.filename or "").encode(errors="replace").decode()
                parts.append(MultipartFile(found[1] or "0", filename or "file", data))
            else:
                alone.append((name, data.decode(errors="replace")))
            if sum(len(it.data) for it in parts) > MAX_BODY_BYTES:
                raise ApiError(REQUEST_TOO_LARGE)
    except web.HTTPRequestEntityTooLarge:
        raise ApiError(REQUEST_TOO_LARGE) from None
    # The reader complains of malformed bodies in many words, and of a strange encoding with a RuntimeError.
    except (ValueError, RuntimeError, zlib.error, BadHttpMessage, web.RequestPayloadError):
        raise ApiError(BAD_REQUEST) from None
    return parse_form_fields(alone) if alone else None, parts


def parse_form_fields(fields: Iterable[tuple[str, str]]) -> Any:
    """What is there as a whole goes before the parts: py-cord sends it so, urlencoded, where it has no file to send."""
    told = dict(fields)
    if PAYLOAD_FIELD in told:
        return parse_json(told[PAYLOAD_FIELD])
    body = {name: _parse_field_value(name, text) for name, text in told.items()}
    check_json(body)
    return body


def _parse_field_value(name: str, text: str) -> str | int | bool:
    if name in NUMERIC_FIELDS and text.isdecimal() and text.isascii():
        return int(text)
    return BOOLEAN_LITERALS.get(text, text) if name != "content" else text
