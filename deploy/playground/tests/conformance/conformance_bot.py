"""Who asks the playground: a bot without a library, in a server of its own, with people whom it knows."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import aiohttp

from deploy.playground.tests.conformance.gateway_client import GatewayClient
from deploy.playground.tests.sandbox import Sandbox, create_sandbox
from discord_playground.client import JSON, InteractionResult, PersonClient, PlaygroundError

DEFAULT_INTENTS: Final = sum(1 << bit for bit in (0, 9, 10, 11, 12, 13, 14))
"""All that need no leave and tell something here."""
CHANNEL_NUMBERS: Final = count(1)


@dataclass(frozen=True)
class ApiReply:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def status_and_code(self) -> tuple[int, int]:
        """Status and code."""
        return self.status, self.body["code"] if isinstance(self.body, dict) and "code" in self.body else -1

    @property
    def fault_paths(self) -> set[str]:
        """Every place of the body that is complained of; nothing where it was taken."""
        return set(find_error_paths(self.body.get("errors", {}))) if self.status == 400 else set()


def find_error_paths(errors: JSON, path: str = "") -> Iterator[str]:
    if "_errors" in errors:
        yield path
    for step, below in errors.items():
        if step != "_errors":
            yield from find_error_paths(below, f"{path}.{step}".lstrip("."))


@dataclass(frozen=True)
class ConformanceBot:
    sandbox: Sandbox
    session: aiohttp.ClientSession
    application_id: str
    created_channel_ids: list[str] = field(default_factory=list)
    """Channels that were opened and are not needed any more."""

    @property
    def otter(self) -> PersonClient:
        return self.sandbox.otter

    @property
    def heron(self) -> PersonClient:
        return self.sandbox.heron

    @property
    def guild_id(self) -> str:
        return str(self.sandbox.server["id"])

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: Sequence[tuple[str, bytes]] = (),
        headers: Mapping[str, str | None] | None = None,
    ) -> ApiReply:
        """Bytes go as they are, anything else as JSON; a header that is None is left out."""
        kind = None if files else "application/json"
        told = {"Authorization": f"Bot {self.sandbox.bot_token}", "Content-Type": kind, **(headers or {})}
        data = (
            make_multipart_form(body, files)
            if files
            else body
            if isinstance(body, bytes) or body is None
            else json.dumps(body)
        )
        url = path if path.startswith("http") else f"{self.sandbox.setup['api']}{path}"
        sent = {name: value for name, value in told.items() if value is not None}
        leave = [name for name in told if name not in sent and not files]
        async with self.session.request(
            method, url, data=data, headers=sent, skip_auto_headers=leave, allow_redirects=False
        ) as response:
            is_json = response.content_type == "application/json"
            return ApiReply(response.status, await response.json() if is_json else None, response.headers)

    async def get_json(self, path: str) -> Any:
        """What there is; it is there."""
        reply = await self.request("GET", path)
        assert reply.status == 200, reply.body
        return reply.body

    async def send_message(self, channel_id: str = "", content: str | None = "Hoo", **fields: Any) -> JSON:
        """A message, in the duels unless another place is named; what is None is left out."""
        body = {name: value for name, value in {"content": content, **fields}.items() if value is not None}
        reply = await self.request("POST", f"/channels/{channel_id or self.sandbox.duels_id}/messages", body)
        assert reply.status == 200, reply.body
        said: JSON = reply.body
        return said

    async def try_send_message(self, body: Any, **more: Any) -> ApiReply:
        """A message to the duels, whatever comes of it."""
        return await self.request("POST", f"/channels/{self.sandbox.duels_id}/messages", body, **more)

    async def control(self, do: str, **fields: object) -> JSON:
        return await self.sandbox.playground.control(do, **fields)

    async def create_channel(self, kind: str = "text") -> str:
        """A new one, for whatever must not stay."""
        made = await self.control(
            "create_channel", server=self.guild_id, name=f"hollow-{next(CHANNEL_NUMBERS)}", kind=kind
        )
        self.created_channel_ids.append(str(made["channel"]["id"]))
        return self.created_channel_ids[-1]

    async def delete_created_channels(self) -> None:
        """Whoever identifies is told of each channel that there is."""
        while self.created_channel_ids:
            with suppress(PlaygroundError):
                await self.control("delete_channel", channel=self.created_channel_ids.pop())

    async def set_permissions(self, channel_id: str, *allow: str, deny: Sequence[str] = (), whom: str = "") -> None:
        """In one channel, the bot itself unless somebody else is named."""
        whose = whom or self.sandbox.bot_role_id
        await self.control("set_permissions", channel=channel_id, target=whose, allow=list(allow), deny=list(deny))

    @asynccontextmanager
    async def create_separate_bot(self) -> AsyncIterator[ConformanceBot]:
        """Another bot, in another server: for what cannot be taken back."""
        ground = await create_sandbox(self.sandbox.playground)
        try:
            yield await create_conformance_bot(ground, self.session)
        finally:
            await ground.remove_people()

    @asynccontextmanager
    async def open_gateway(self, query: str = "") -> AsyncIterator[GatewayClient]:
        """At the gateway, where nothing has been said yet."""
        async with self.session.ws_connect(self.sandbox.setup["gateway"] + query) as socket:
            yield GatewayClient(socket)

    def identify_payload(self, **fields: Any) -> JSON:
        """What is None is left out."""
        body = {"token": self.sandbox.bot_token, "intents": DEFAULT_INTENTS, "properties": {}, **fields}
        return {"op": 2, "d": {name: value for name, value in body.items() if value is not None}}

    @asynccontextmanager
    async def identify_at_gateway(self, **fields: Any) -> AsyncIterator[GatewayClient]:
        """Identified, and told of its server."""
        async with self.open_gateway() as ear:
            await ear.send(self.identify_payload(**fields))
            await ear.wait_for_event("READY")
            if fields.get("intents", DEFAULT_INTENTS) & 1:
                await ear.wait_for_event("GUILD_CREATE")
            yield ear

    # interactions

    async def wait_for_interaction(self, gateway: GatewayClient, result: InteractionResult) -> JSON:
        """The interaction that somebody has begun without waiting for its answer."""
        return await gateway.wait_for_event("INTERACTION_CREATE", lambda told: told["id"] == result.interaction_id)

    async def forge_command(
        self, gateway: GatewayClient, person: PersonClient | None = None, channel_id: str = "", **data: Any
    ) -> JSON:
        """A command that need not be registered."""
        return await self.forge_interaction(
            gateway, 2, {"id": "1", "name": "howl", "type": 1, **data}, person, channel_id
        )

    async def forge_interaction(
        self,
        gateway: GatewayClient,
        interaction_type: int,
        data: JSON,
        person: PersonClient | None = None,
        channel_id: str = "",
    ) -> JSON:
        answer = await (person or self.otter).perform_action(
            "forge",
            bot=self.sandbox.bot_name,
            channel=channel_id or self.sandbox.duels_id,
            kind=interaction_type,
            data=data,
            wait=False,
        )
        return await self.wait_for_interaction(gateway, InteractionResult(answer))

    async def answer_autocomplete(
        self, gateway: GatewayClient, completing: Coroutine[Any, Any, object], data: JSON
    ) -> JSON:
        """The interaction of whoever is typing, who is answered with `data`."""
        task = asyncio.ensure_future(completing)
        told = await gateway.wait_for_event("INTERACTION_CREATE", lambda told: told["type"] == 4)
        assert (await self.respond(told, 8, data)).status == 204
        await task
        return told

    async def send_and_click_button(
        self, gateway: GatewayClient, person: PersonClient | None = None, **fields: Any
    ) -> tuple[JSON, JSON]:
        """A message with a button, and the interaction of whoever has pressed it."""
        card = await self.send_message(components=[action_row(button())], **fields)
        return card, await self.wait_for_interaction(
            gateway, await (person or self.otter).click(card, custom_id="go", wait=False)
        )

    async def respond(
        self, interaction: JSON, response_type: int, data: Any = None, query: str = "", **more: Any
    ) -> ApiReply:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        body = {"type": response_type} | ({} if data is None else {"data": data})
        return await self.request("POST", path, body, **more)

    async def request_by_token(
        self, interaction: JSON, method: str, path_suffix: str = "", body: Any = None
    ) -> ApiReply:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{path_suffix}"
        return await self.request(method, path, body, headers={"Authorization": None})


async def create_conformance_bot(sandbox: Sandbox, session: aiohttp.ClientSession) -> ConformanceBot:
    setup = await sandbox.playground.load_setup()
    app = next(str(bot["application_id"]) for bot in setup["bots"] if bot["name"] == sandbox.bot_name)
    return ConformanceBot(sandbox, session, app)


def make_multipart_form(body: Any, files: Sequence[tuple[str, bytes]]) -> aiohttp.FormData:
    """The body as one part, each file as another."""
    made = aiohttp.FormData({"payload_json": json.dumps(body or {})})
    for number, (name, content) in enumerate(files):
        made.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
    return made


def action_row(*inner: JSON) -> JSON:
    return {"type": 1, "components": list(inner)}


def button(custom_id: str | None = "go", **fields: Any) -> JSON:
    shown = {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **fields}
    return {name: value for name, value in shown.items() if value is not None}
