"""Parsing of multipart and form bodies, and handling of the `Expect: 100-continue` header."""

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
from discord_playground.json_codec import check_json, parse_json
from discord_playground.limits.files import MAX_FILE_BYTES

MAX_BODY_BYTES: Final = 11 * MAX_FILE_BYTES
NUMERIC_FIELDS: Final = {"auto_archive_duration", "flags", "position", "rate_limit_per_user", "type"}
"""Form fields that are parsed as numbers."""
BOOLEAN_LITERALS: Final = {"true": True, "false": False}
PAYLOAD_FIELD: Final = "payload_json"
FILE_FIELD: Final = re.compile(r"^files\[(\d+)\]$|^(file)$")


async def handle_expect_header(request: web.Request) -> None:
    """Send "100 Continue" to a client that waits for it before sending the body."""
    if request.headers["Expect"].lower() != "100-continue":
        raise web.HTTPExpectationFailed
    # If the client has disconnected, the error is reported when the body is read.
    with suppress(ConnectionError):
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    # Keep aiohttp from counting these bytes as part of the response.
    request.writer.output_size = 0


async def read_multipart(source: web.Request | ClientResponse) -> tuple[Any, list[MultipartFile]]:
    """Read a multipart body. Return a pair: the form fields as JSON, and the uploaded files."""
    fields: list[tuple[str, str]] = []
    uploads: list[MultipartFile] = []
    try:
        body = await source.multipart() if isinstance(source, web.Request) else MultipartReader.from_response(source)
        async for part in body:
            if not isinstance(part, BodyPartReader):
                raise ApiError(BAD_REQUEST)
            name, data = part.name or "", bytes(await part.read(decode=True))
            if match := FILE_FIELD.match(name):
                filename = (part.filename or "").encode(errors="replace").decode()
                uploads.append(MultipartFile(match[1] or "0", filename or "file", data))
            else:
                fields.append((name, data.decode(errors="replace")))
            if sum(len(it.data) for it in uploads) > MAX_BODY_BYTES:
                raise ApiError(REQUEST_TOO_LARGE)
    except web.HTTPRequestEntityTooLarge:
        raise ApiError(REQUEST_TOO_LARGE) from None
    # aiohttp raises RuntimeError for unknown encodings and the other exceptions for malformed bodies.
    except (ValueError, RuntimeError, zlib.error, BadHttpMessage, web.RequestPayloadError):
        raise ApiError(BAD_REQUEST) from None
    return parse_form_fields(fields) if fields else None, uploads


def parse_form_fields(fields: Iterable[tuple[str, str]]) -> Any:
    """Return the parsed field `payload_json` or, if there is none, an object with all fields.

    py-cord sends `payload_json` in a URL-encoded form if it has no files to send.
    """
    texts = dict(fields)
    if PAYLOAD_FIELD in texts:
        return parse_json(texts[PAYLOAD_FIELD])
    body = {name: _parse_field_value(name, text) for name, text in texts.items()}
    check_json(body)
    return body


def _parse_field_value(name: str, text: str) -> str | int | bool:
    if name in NUMERIC_FIELDS and text.isdecimal() and text.isascii():
        return int(text)
    return BOOLEAN_LITERALS.get(text, text) if name != "content" else text
