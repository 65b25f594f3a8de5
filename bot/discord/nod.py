"""Presses are answered so that Discord only nods: what a message looks like now nobody has to be told who has just said
it. To ask for that, and to read it, takes a tenth of an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


class Nod(AsyncWebhookAdapter):
    """The library's own way to Discord, but for the question what came of an answer."""

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
        body: dict[str, Any] = {"payload": params.payload}
        if params.files:
            body = {"files": params.files, "multipart": params.multipart}
        where = Route("POST", CALLBACK, webhook_id=interaction_id, webhook_token=token)
        await self.request(where, session=session, proxy=proxy, proxy_auth=proxy_auth, **body)
        return {"interaction": {"id": interaction_id, "type": discord.InteractionType.component.value}}


NOD: Final = Nod()  # type: ignore[no-untyped-call]  # theirs says nothing of what it takes


@contextmanager
def nodding() -> Iterator[None]:
    """Whatever is answered within changes a message that is there, or none: nobody asks which."""
    before = async_context.set(NOD)
    try:
        yield
    finally:
        async_context.reset(before)
