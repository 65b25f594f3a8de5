"""Attachments and emoji, and where they are fetched."""

from __future__ import annotations

import colorsys
import mimetypes
import struct
import zlib
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from aiohttp import web

from discord_playground.limits import emoji
from discord_playground.world.clock import Clock
from discord_playground.world.message import Message

SIDE: Final = 64
FOR_GOOD: Final = {"Cache-Control": "public, max-age=31536000", "X-Content-Type-Options": "nosniff"}
"""What lies at an address never changes."""
LINGER: Final = 600.0
"""Seconds, by the world's clock; who looks on may be at a machine that is busy with other things."""


class Cdn:
    """Keeps files in memory, or in the folder that it was given and nowhere else."""

    def __init__(self, base: str, folder: Path | None) -> None:
        self.base = base
        self.folder = folder / "cdn" if folder else None
        self._files: dict[str, bytes] = {}

    def keep(self, channel: str, attachment: str, name: str, data: bytes, description: str | None) -> dict[str, Any]:
        """What Discord tells of a file that was just sent."""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.hold(attachment, data)
        url = "/".join([self.base, "attachments", channel, attachment, quote(name, safe="")])
        told: dict[str, Any] = {
            "id": attachment,
            "filename": name,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "content_type": kind,
        }
        if size := measured(data):
            told["width"], told["height"] = size
        if description is not None:
            told["description"] = description
        return told

    def hold(self, key: str, data: bytes) -> None:
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / key).write_bytes(data)
        else:
            self._files[key] = data

    def forget_of(self, clock: Clock, *messages: Message) -> None:
        self.forget(clock, *(attachment for message in messages for attachment in message.attachments))

    def forget(self, clock: Clock, *attachments: str) -> None:
        """A little later: a page may be about to fetch what it was just shown."""
        for attachment in attachments:
            clock.later(LINGER, partial(self._drop, attachment))

    def _drop(self, attachment: str) -> None:
        self._files.pop(attachment, None)
        if self.folder:
            (self.folder / attachment).unlink(missing_ok=True)

    def data(self, attachment: str) -> bytes | None:
        if self.folder:
            # An id is digits; anything else could be a way out of the folder.
            path = self.folder / attachment
            return path.read_bytes() if attachment.isdigit() and path.is_file() else None
        return self._files.get(attachment)

    async def attachment(self, request: web.Request) -> web.Response:
        data = self.data(request.match_info["attachment"])
        if data is None:
            raise web.HTTPNotFound
        name = request.match_info["name"]
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {**FOR_GOOD}
        if not kind.startswith(("image/", "audio/", "video/", "text/plain")) or kind == "image/svg+xml":
            # What a bot uploads must not run as a page of ours.
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=kind, headers=headers)

    async def emoji(self, request: web.Request) -> web.Response:
        """As it was uploaded, whatever ending is asked for; Discord has each in other formats, too."""
        data = self.data(request.match_info["name"].partition(".")[0])
        kind = emoji.kind(data or b"")
        if kind is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=kind, headers=FOR_GOOD)

    async def avatar(self, request: web.Request) -> web.Response:
        """Draw a plain tile: nobody has a picture of their own."""
        number = zlib.crc32(request.match_info["name"].encode(errors="replace")) % 997
        return web.Response(body=tile(number), content_type="image/png", headers={"Cache-Control": "max-age=3600"})


def tile(number: int) -> bytes:
    red, green, blue = colorsys.hls_to_rgb(number * 0.381966 % 1, 0.5, 0.45)
    row = b"\0" + bytes([round(red * 255), round(green * 255), round(blue * 255)]) * SIDE
    return b"".join([
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(row * SIDE)),
        _chunk(b"IEND", b""),
    ])  # fmt: skip


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def measured(data: bytes) -> tuple[int, int] | None:
    """Width and height of what is a picture to Discord."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
    elif data[:6] in {b"GIF87a", b"GIF89a"} and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
    elif data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X" and len(data) >= 30:
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
    elif data[:2] == b"\xff\xd8":
        return _jpeg(data)
    else:
        return None
    return width, height


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """Its size stands in the first frame header, behind segments that say how long they are."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
