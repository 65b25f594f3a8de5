"""Sending of interactions over HTTP, as signed requests to a bot's interactions endpoint URL."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from nacl.signing import SigningKey

from discord_playground.api.message_builder import MultipartFile
from discord_playground.api_errors import INVALID_FORM, ApiError, FieldError
from discord_playground.gateway.interaction_event import build_interaction_create
from discord_playground.json_codec import encode_json, parse_json
from discord_playground.playground import PlaygroundServer
from discord_playground.request_body import read_multipart
from discord_playground.world.change import InteractionCreated, WorldChange
from discord_playground.world.interaction import Interaction
from discord_playground.world.person import BotApplication

ALLOWED_HOSTS: Final = {"127.0.0.1", "localhost", "::1"}
"""The only hosts to which the playground sends requests."""
PING_TYPE: Final = 1
"""Type of a ping and of the response to it."""
URL_FIELD: Final = "interactions_endpoint_url"


class InteractionsEndpoints:
    """Sends interactions to bots that have an endpoint URL, and passes the responses to `respond`."""

    def __init__(
        self, playground: PlaygroundServer, respond: Callable[[Interaction, Any, list[MultipartFile]], object]
    ) -> None:
        self.playground = playground
        self._respond = respond
        self._session: aiohttp.ClientSession | None = None
        self._pending_requests: set[asyncio.Task[None]] = set()
        playground.world.listeners.append(self._on_change)

    def _on_change(self, change: WorldChange) -> None:
        if not isinstance(change, InteractionCreated):
            return
        bot = self.playground.world.bots[change.interaction.bot_id]
        if bot.endpoint_url:
            change.interaction.reached_bot = True
            task = asyncio.create_task(self._send_interaction(bot, change.interaction))
            self._pending_requests.add(task)
            task.add_done_callback(self._pending_requests.discard)

    async def close(self) -> None:
        for task in self._pending_requests:
            task.cancel()
        if self._session:
            await self._session.close()

    async def verify_url(self, bot: BotApplication, url: str) -> None:
        """Raise `INVALID_FORM` unless the endpoint responds to a ping and rejects a forged signature with 401."""
        try:
            is_valid = urlsplit(url).hostname in ALLOWED_HOSTS and await self._is_signature_checked(bot, url)
        except (OSError, ValueError, TimeoutError, aiohttp.ClientError, ApiError):
            is_valid = False
        if not is_valid:
            message = "The specified interactions endpoint url could not be verified."
            raise ApiError(
                INVALID_FORM, [FieldError((URL_FIELD,), "APPLICATION_INTERACTIONS_ENDPOINT_INVALID", message)]
            )

    async def _is_signature_checked(self, bot: BotApplication, url: str) -> bool:
        body = {"version": 1, "id": self.playground.clock.new_snowflake(), "application_id": bot.id, "type": PING_TYPE}
        ping = encode_json(body | {"token": secrets.token_urlsafe(96), "entitlements": []})
        status, answer, _ = await self._post_signed(bot, url, ping)
        if status != 200 or not isinstance(answer, dict) or answer.get("type") != PING_TYPE:
            return False
        forged_status, _, _ = await self._post_signed(bot, url, ping, forge_signature=True)
        return forged_status == 401

    async def _send_interaction(self, bot: BotApplication, interaction: Interaction) -> None:
        body = build_interaction_create(self.playground.world, interaction)
        assert bot.endpoint_url
        status, answer, refused = 0, None, None
        try:
            status, answer, uploads = await self._post_signed(bot, bot.endpoint_url, encode_json(body))
            if status == 200:
                self._respond(interaction, answer, uploads)
            elif status != 202:
                refused = f"the endpoint responded with status {status}"
        except ApiError as error:
            refused = str(error)
        except (OSError, ValueError, TimeoutError, aiohttp.ClientError) as error:
            refused = f"{bot.endpoint_url}: {error!r}"
        self.playground.traffic_log.add_entry(
            "rest", "interaction", bot.name, status=status, refused=refused, sent=answer, answered=body
        )

    async def _post_signed(
        self, bot: BotApplication, url: str, body: bytes, *, forge_signature: bool = False
    ) -> tuple[int, Any, list[MultipartFile]]:
        """Send a request with Discord's signature headers. Return the response's status, JSON and files."""
        self._session = self._session or aiohttp.ClientSession()
        timestamp = str(int(self.playground.clock.now()))
        signing_key = SigningKey(bytes.fromhex(bot.signing_key_hex))
        # A forged signature covers only the timestamp.
        signature = signing_key.sign(timestamp.encode() + (b"" if forge_signature else body)).signature
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Ed25519": signature.hex(),
            "X-Signature-Timestamp": timestamp,
        }
        timeout = aiohttp.ClientTimeout(self.playground.response_timeout_s)
        async with self._session.post(
            url, data=body, headers=headers, timeout=timeout, allow_redirects=False
        ) as response:
            if response.content_type.startswith("multipart/"):
                return response.status, *await read_multipart(response)
            data = await response.read()
            return response.status, parse_json(data) if data and response.status == 200 else None, []
