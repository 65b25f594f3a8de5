"""Stores and serves attachments, emoji and avatars."""

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
from discord_playground.world.clock import WorldClock
from discord_playground.world.message import Message

AVATAR_SIZE_PX: Final = 64
IMMUTABLE_FILE_HEADERS: Final = {"Cache-Control": "public, max-age=31536000", "X-Content-Type-Options": "nosniff"}
"""Headers for files that never change. They let browsers cache the files."""
FILE_DELETION_DELAY_S: Final = 600.0
"""Delay before unused files are deleted, since a browser on a busy machine may fetch a file late."""


class Cdn:
    """Stores files in `folder`, or in memory if that is None."""

    def __init__(self, base_url: str, folder: Path | None) -> None:
        self.base_url = base_url
        self.folder = folder / "cdn" if folder else None
        self._files: dict[str, bytes] = {}

    def store_attachment(
        self, channel_id: str, attachment_id: str, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        """Store a file and return its attachment object in Discord's format."""
        content_type = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        self.store_file(attachment_id, data)
        url = "/".join([self.base_url, "attachments", channel_id, attachment_id, quote(filename, safe="")])
        attachment: dict[str, Any] = {
            "id": attachment_id,
            "filename": filename,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "content_type": content_type,
        }
        if size := read_image_size(data):
            attachment["width"], attachment["height"] = size
        if description is not None:
            attachment["description"] = description
        return attachment

    def store_file(self, file_id: str, data: bytes) -> None:
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / file_id).write_bytes(data)
        else:
            self._files[file_id] = data

    def delete_attachments_later(self, clock: WorldClock, *messages: Message) -> None:
        self.delete_files_later(clock, *(attachment for message in messages for attachment in message.attachments))

    def delete_files_later(self, clock: WorldClock, *file_ids: str) -> None:
        """Delete files after a delay, which gives pages time to finish loading them."""
        for file_id in file_ids:
            clock.call_later(FILE_DELETION_DELAY_S, partial(self._delete_file, file_id))

    def _delete_file(self, file_id: str) -> None:
        self._files.pop(file_id, None)
        if self.folder:
            (self.folder / file_id).unlink(missing_ok=True)

    def read_file(self, file_id: str) -> bytes | None:
        if self.folder:
            # IDs contain only digits. Anything else could be a path outside the folder.
            path = self.folder / file_id
            return path.read_bytes() if file_id.isdigit() and path.is_file() else None
        return self._files.get(file_id)

    async def serve_attachment(self, request: web.Request) -> web.Response:
        data = self.read_file(request.match_info["attachment"])
        if data is None:
            raise web.HTTPNotFound
        content_type = mimetypes.guess_type(request.match_info["name"])[0] or "application/octet-stream"
        headers = {**IMMUTABLE_FILE_HEADERS}
        is_media = content_type.startswith(("image/", "audio/", "video/", "text/plain"))
        if not is_media or content_type == "image/svg+xml":
            # A file that a bot uploaded must not run as a page with this origin.
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=content_type, headers=headers)

    async def serve_emoji(self, request: web.Request) -> web.Response:
        """Serve an emoji in its original format, regardless of the extension in the URL.

        Discord converts the image to the requested format, but the playground does not.
        """
        data = self.read_file(request.match_info["name"].partition(".")[0])
        content_type = emoji.detect_media_type(data or b"")
        if content_type is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=content_type, headers=IMMUTABLE_FILE_HEADERS)

    async def serve_avatar(self, request: web.Request) -> web.Response:
        """Serve an avatar in one color, which depends on the name in the URL. Users cannot upload avatars."""
        number = zlib.crc32(request.match_info["name"].encode(errors="replace")) % 997
        return web.Response(
            body=draw_avatar_png(number), content_type="image/png", headers={"Cache-Control": "max-age=3600"}
        )


def draw_avatar_png(hue_number: int) -> bytes:
    # Multiples of the golden ratio keep the hues of consecutive numbers far apart.
    red, green, blue = colorsys.hls_to_rgb(hue_number * 0.381966 % 1, 0.5, 0.45)
    row = b"\0" + bytes([round(red * 255), round(green * 255), round(blue * 255)]) * AVATAR_SIZE_PX
    return b"".join([
        b"\x89PNG\r\n\x1a\n",
        _encode_png_chunk(b"IHDR", struct.pack(">IIBBBBB", AVATAR_SIZE_PX, AVATAR_SIZE_PX, 8, 2, 0, 0, 0)),
        _encode_png_chunk(b"IDAT", zlib.compress(row * AVATAR_SIZE_PX)),
        _encode_png_chunk(b"IEND", b""),
    ])  # fmt: skip


def _encode_png_chunk(chunk_type: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + chunk_type + data + struct.pack(">I", zlib.crc32(chunk_type + data))


def read_image_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF, WebP or JPEG image, or None for other files."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
    elif data[:6] in {b"GIF87a", b"GIF89a"} and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
    elif data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X" and len(data) >= 30:
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
    elif data[:2] == b"\xff\xd8":
        return _read_jpeg_size(data)
    else:
        return None
    return width, height


def _read_jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height from a JPEG file's first frame header (SOF), or None if there is none."""
    offset = 2
    while offset + 9 < len(data) and data[offset] == 0xFF:
        marker, length = data[offset + 1], int.from_bytes(data[offset + 2 : offset + 4])
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[offset + 5 : offset + 9])
            return width, height
        offset += 2 + length
    return None
