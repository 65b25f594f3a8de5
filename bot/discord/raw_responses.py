"""Presses are answered, and messages changed by their tokens, so that Discord only nods: what a message looks like now
nobody has to be told who has just said it. To ask for that, and to read it, takes a tenth of an answer; to send its
pictures bit by bit takes another.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

import aiohttp
import discord
import orjson
from discord.http import MultipartParameters, Route, handle_message_parameters, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

CALLBACK_PATH: Final = "/interactions/{webhook_id}/{webhook_token}/callback"
MAX_UNSTREAMED_BYTES: Final = 1 << 20
"""Bytes that are sent at one go; from there on others would wait for it."""
ERROR_BY_STATUS: Final[Mapping[int, type[discord.HTTPException]]] = {
    HTTPStatus.FORBIDDEN: discord.Forbidden,
    HTTPStatus.NOT_FOUND: discord.NotFound,
}


class RawWebhookAdapter(AsyncWebhookAdapter):
    """The library's own way to Discord, but for the question what came of an answer, and in one piece."""

    async def create_interaction_response(  # type: ignore[override]  # theirs is typed for checkers of another kind
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        params: MultipartParameters,
    ) -> dict[str, Any]:
        where = Route("POST", CALLBACK_PATH, webhook_id=interaction_id, webhook_token=token)
        kind, body = encode_body(params)
        async with session.post(
            where.url, data=_stream_if_large(body), headers={"Content-Type": kind}, proxy=proxy, proxy_auth=proxy_auth
        ) as response:
            status = response.status
            if status >= HTTPStatus.MULTIPLE_CHOICES and not _should_retry(status):
                raise ERROR_BY_STATUS.get(status, discord.HTTPException)(response, await json_or_text(response))
        if _should_retry(status):
            # How often, and when, the library knows.
            again: dict[str, Any] = {"payload": params.payload}
            if params.files:
                again = {"files": params.files, "multipart": params.multipart}
            await self.request(where, session=session, proxy=proxy, proxy_auth=proxy_auth, **again)
        return {"interaction": {"id": interaction_id, "type": discord.InteractionType.component.value}}


RAW_ADAPTER: Final = RawWebhookAdapter()  # type: ignore[no-untyped-call]  # theirs says nothing of what it takes


class MultipartSession:
    """Where the library asks for one body after the other, this one is sent each time."""

    def __init__(self, session: aiohttp.ClientSession, params: MultipartParameters) -> None:
        self._session = session
        self._content_type, self._body = encode_body(params)

    def request(self, method: str, url: str, *, data: object, headers: dict[str, str], **more: Any) -> Any:  # noqa: ARG002 - ours instead
        return self._session.request(
            method, url, data=_stream_if_large(self._body), headers={"Content-Type": self._content_type}, **more
        )


async def edit_webhook_message(
    webhook: discord.Webhook, message_id: int, view: discord.ui.LayoutView, files: Sequence[discord.File]
) -> None:
    """By the token of a press; nobody is called by it."""
    with handle_message_parameters(
        view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
    ) as params:
        await RAW_ADAPTER.edit_webhook_message(
            webhook.id,
            webhook.token or "",
            message_id,
            # How often it is tried, and when, the library knows.
            session=MultipartSession(webhook.session, params),  # type: ignore[arg-type]  # as far as it is asked
            proxy=webhook.proxy,
            proxy_auth=webhook.proxy_auth,
            with_components=True,
        )


@contextmanager
def skip_response_body() -> Iterator[None]:
    """Whatever is answered within changes a message that is there, or none: nobody asks which."""
    before = async_context.set(RAW_ADAPTER)
    try:
        yield
    finally:
        async_context.reset(before)


def encode_body(params: MultipartParameters) -> tuple[str, bytes]:
    """What kind of body it is, and all of it."""
    if not params.files:
        return "application/json", orjson.dumps(params.payload)
    edge = secrets.token_hex(16)
    parts = [_encode_part(edge, **part) for part in params.multipart or ()]
    for file in params.files:
        # As it came: it may have to be sent once more.
        file.reset()
    return f"multipart/form-data; boundary={edge}", b"".join([*parts, f"--{edge}--\r\n".encode()])


def _stream_if_large(body: bytes) -> bytes | BytesIO:
    return body if len(body) < MAX_UNSTREAMED_BYTES else BytesIO(body)


def _encode_part(boundary: str, name: str, value: str | BytesIO, filename: str = "", content_type: str = "") -> bytes:
    about = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
    if filename:
        about += f'; filename="{filename}"\r\nContent-Type: {content_type}'
    return b"".join((about.encode(), b"\r\n\r\n", value.encode() if isinstance(value, str) else value.read(), b"\r\n"))


def _should_retry(status: int) -> bool:
    return status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
