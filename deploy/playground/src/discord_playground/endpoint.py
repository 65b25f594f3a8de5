"""A bot with an address of its own: what it is asked is signed and sent there, and it answers in its answer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from nacl.signing import SigningKey

from discord_playground.api.compose import Part
from discord_playground.form import parsed
from discord_playground.gateway.asked import interaction_create
from discord_playground.parts import torn
from discord_playground.playground import Playground
from discord_playground.refusal import INVALID_FORM, Fault, Refused
from discord_playground.world.change import Asked, Change
from discord_playground.world.interaction import Interaction
from discord_playground.world.person import Bot
from discord_playground.writing import written

HERE: Final = {"127.0.0.1", "localhost", "::1"}
"""Nobody else is written to from a playground."""
PING: Final = 1
FIELD: Final = "interactions_endpoint_url"


class Endpoints:
    """Sends interactions to the bots that have an endpoint, and passes their responses to `respond`."""

    def __init__(self, playground: Playground, respond: Callable[[Interaction, Any, list[Part]], object]) -> None:
        self.playground = playground
        self._respond = respond
        self._session: aiohttp.ClientSession | None = None
        self._asking: set[asyncio.Task[None]] = set()
        playground.world.listeners.append(self.hear)

    def hear(self, change: Change) -> None:
        if isinstance(change, Asked) and (bot := self.playground.world.bots[change.interaction.bot]).endpoint:
            change.interaction.heard = True
            task = asyncio.create_task(self._ask(bot, change.interaction))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        if self._session:
            await self._session.close()

    async def verify(self, bot: Bot, url: str) -> None:
        """It answers a ping, and takes nothing whose signature is wrong."""
        body = {"version": 1, "id": self.playground.clock.snowflake(), "application_id": bot.id, "type": PING}
        ping = written(body | {"token": secrets.token_urlsafe(96), "entitlements": []})
        try:
            heard = urlsplit(url).hostname in HERE
            status, answer, _ = await self._post(bot, url, ping) if heard else (0, None, [])
            sound = heard and status == 200 and isinstance(answer, dict) and answer.get("type") == PING
            forged = (await self._post(bot, url, ping, forged=True))[0] if sound else 0
        except (OSError, ValueError, TimeoutError, aiohttp.ClientError, Refused):
            sound, forged = False, 0
        if not sound or forged != 401:
            sentence = "The specified interactions endpoint url could not be verified."
            raise Refused(INVALID_FORM, [Fault((FIELD,), "APPLICATION_INTERACTIONS_ENDPOINT_INVALID", sentence)])

    async def _ask(self, bot: Bot, interaction: Interaction) -> None:
        world, wire = self.playground.world, self.playground.wire
        body = interaction_create(world, interaction)
        assert bot.endpoint
        status, answer, refused = 0, None, None
        try:
            status, answer, parts = await self._post(bot, bot.endpoint, written(body))
            if status == 200:
                self._respond(interaction, answer, parts)
            elif status != 202:
                refused = f"it answered with {status}"
        except Refused as no:
            refused = str(no)
        except (OSError, ValueError, TimeoutError, aiohttp.ClientError) as error:
            refused = f"{bot.endpoint}: {error!r}"
        wire.log("rest", "interaction", bot.name, status=status, refused=refused, sent=answer, answered=body)

    async def _post(self, bot: Bot, url: str, body: bytes, *, forged: bool = False) -> tuple[int, Any, list[Part]]:
        self._session = self._session or aiohttp.ClientSession()
        stamp = str(int(self.playground.clock.now()))
        key, message = SigningKey(bytes.fromhex(bot.secret)), stamp.encode() + (b"" if forged else body)
        signed = key.sign(message).signature
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Ed25519": signed.hex(),
            "X-Signature-Timestamp": stamp,
        }
        limit = aiohttp.ClientTimeout(self.playground.patience)
        async with self._session.post(
            url, data=body, headers=headers, timeout=limit, allow_redirects=False
        ) as response:
            if response.content_type.startswith("multipart/"):
                return response.status, *await torn(response)
            data = await response.read()
            return response.status, parsed(data) if data and response.status == 200 else None, []
