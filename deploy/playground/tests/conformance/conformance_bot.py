"""The bot that checks rules of Discord's documentation. It uses no Discord library and has its own server."""

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
"""All unprivileged intents for which the playground has events."""
CHANNEL_NUMBERS: Final = count(1)


@dataclass(frozen=True)
class ApiReply:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def status_and_code(self) -> tuple[int, int]:
        return self.status, self.body["code"] if isinstance(self.body, dict) and "code" in self.body else -1

    @property
    def error_paths(self) -> set[str]:
        """The paths of all reported errors. The set is empty if the body was accepted."""
        return set(find_error_paths(self.body.get("errors", {}))) if self.status == 400 else set()


def find_error_paths(errors: JSON, path: str = "") -> Iterator[str]:
    if "_errors" in errors:
        yield path
    for key, value in errors.items():
        if key != "_errors":
            yield from find_error_paths(value, f"{path}.{key}".lstrip("."))


@dataclass(frozen=True)
class ConformanceBot:
    sandbox: Sandbox
    session: aiohttp.ClientSession
    application_id: str
    created_channel_ids: list[str] = field(default_factory=list)
    """The IDs of channels that will be deleted after the check."""

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
        """Send a request and return the reply.

        A body of bytes is sent unchanged, and any other body as JSON. Headers whose value is None are not sent.
        """
        content_type = None if files else "application/json"
        authorization = f"Bot {self.sandbox.bot_token}"
        all_headers = {"Authorization": authorization, "Content-Type": content_type, **(headers or {})}
        data = (
            make_multipart_form(body, files)
            if files
            else body
            if isinstance(body, bytes) or body is None
            else json.dumps(body)
        )
        url = path if path.startswith("http") else f"{self.sandbox.setup['api']}{path}"
        sent = {name: value for name, value in all_headers.items() if value is not None}
        left_out = [name for name in all_headers if name not in sent and not files]
        async with self.session.request(
            method, url, data=data, headers=sent, skip_auto_headers=left_out, allow_redirects=False
        ) as response:
            is_json = response.content_type == "application/json"
            return ApiReply(response.status, await response.json() if is_json else None, response.headers)

    async def get_json(self, path: str) -> Any:
        """Send a GET request, which must succeed, and return the body of the reply."""
        reply = await self.request("GET", path)
        assert reply.status == 200, reply.body
        return reply.body

    async def send_message(self, channel_id: str = "", content: str | None = "Hoo", **fields: Any) -> JSON:
        """Send a message, by default to the duels channel, and return it. Fields that are None are not sent."""
        body = {name: value for name, value in {"content": content, **fields}.items() if value is not None}
        reply = await self.request("POST", f"/channels/{channel_id or self.sandbox.duels_id}/messages", body)
        assert reply.status == 200, reply.body
        message: JSON = reply.body
        return message

    async def try_send_message(self, body: Any, **more: Any) -> ApiReply:
        """Send a message to the duels channel and return the reply. The message may be refused."""
        return await self.request("POST", f"/channels/{self.sandbox.duels_id}/messages", body, **more)

    async def control(self, do: str, **fields: object) -> JSON:
        return await self.sandbox.playground.control(do, **fields)

    async def create_channel(self, kind: str = "text") -> str:
        """Create a channel that will be deleted after the check, and return its ID."""
        name = f"hollow-{next(CHANNEL_NUMBERS)}"
        created = await self.control("create_channel", server=self.guild_id, name=name, kind=kind)
        self.created_channel_ids.append(str(created["channel"]["id"]))
        return self.created_channel_ids[-1]

    async def delete_created_channels(self) -> None:
        """Delete the created channels, because GUILD_CREATE would list them in later sessions."""
        while self.created_channel_ids:
            with suppress(PlaygroundError):
                await self.control("delete_channel", channel=self.created_channel_ids.pop())

    async def set_permissions(self, channel_id: str, *allow: str, deny: Sequence[str] = (), target: str = "") -> None:
        """Set a permission overwrite in a channel, by default for the bot's own role."""
        target = target or self.sandbox.bot_role_id
        await self.control("set_permissions", channel=channel_id, target=target, allow=list(allow), deny=list(deny))

    @asynccontextmanager
    async def create_separate_bot(self) -> AsyncIterator[ConformanceBot]:
        """Create a second bot in its own server, for checks that cannot be undone."""
        sandbox = await create_sandbox(self.sandbox.playground)
        try:
            yield await create_conformance_bot(sandbox, self.session)
        finally:
            await sandbox.remove_people()

    @asynccontextmanager
    async def open_gateway(self, query: str = "") -> AsyncIterator[GatewayClient]:
        """Connect to the gateway without identifying."""
        async with self.session.ws_connect(self.sandbox.setup["gateway"] + query) as socket:
            yield GatewayClient(socket)

    def identify_payload(self, **fields: Any) -> JSON:
        """Return an identify payload with these fields, except those that are None."""
        body = {"token": self.sandbox.bot_token, "intents": DEFAULT_INTENTS, "properties": {}, **fields}
        return {"op": 2, "d": {name: value for name, value in body.items() if value is not None}}

    @asynccontextmanager
    async def identify_at_gateway(self, **fields: Any) -> AsyncIterator[GatewayClient]:
        """Connect to the gateway, identify, and wait for READY and for the GUILD_CREATE event of the bot's server."""
        async with self.open_gateway() as gateway:
            await gateway.send(self.identify_payload(**fields))
            await gateway.wait_for_event("READY")
            if fields.get("intents", DEFAULT_INTENTS) & 1:
                await gateway.wait_for_event("GUILD_CREATE")
            yield gateway

    # Interactions

    async def wait_for_interaction(self, gateway: GatewayClient, result: InteractionResult) -> JSON:
        """Wait for the interaction that an action with wait=False caused, and return it."""
        return await gateway.wait_for_event("INTERACTION_CREATE", lambda event: event["id"] == result.interaction_id)

    async def forge_command(
        self, gateway: GatewayClient, person: PersonClient | None = None, channel_id: str = "", **data: Any
    ) -> JSON:
        """Make the playground send a command interaction, and return it. The command need not be registered."""
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
        result = await (person or self.otter).perform_action(
            "forge",
            bot=self.sandbox.bot_name,
            channel=channel_id or self.sandbox.duels_id,
            kind=interaction_type,
            data=data,
            wait=False,
        )
        return await self.wait_for_interaction(gateway, InteractionResult(result))

    async def answer_autocomplete(
        self, gateway: GatewayClient, completion: Coroutine[Any, Any, object], data: JSON
    ) -> JSON:
        """Run the autocomplete request `completion`, respond with `data`, and return the interaction."""
        task = asyncio.ensure_future(completion)
        interaction = await gateway.wait_for_event("INTERACTION_CREATE", lambda event: event["type"] == 4)
        assert (await self.respond(interaction, 8, data)).status == 204
        await task
        return interaction

    async def send_and_click_button(
        self, gateway: GatewayClient, person: PersonClient | None = None, **fields: Any
    ) -> tuple[JSON, JSON]:
        """Send a message with a button, let a person click it, and return the message and the interaction."""
        message = await self.send_message(components=[action_row(button())], **fields)
        result = await (person or self.otter).click(message, custom_id="go", wait=False)
        return message, await self.wait_for_interaction(gateway, result)

    async def respond(
        self, interaction: JSON, response_type: int, data: Any = None, query: str = "", **more: Any
    ) -> ApiReply:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        body = {"type": response_type} | ({} if data is None else {"data": data})
        return await self.request("POST", path, body, **more)

    async def respond_with_message(self, interaction: JSON, response_type: int, data: Any) -> JSON:
        """Respond to an interaction, and return the message of the response."""
        reply = await self.respond(interaction, response_type, data, "?with_response=true")
        assert reply.status == 200, reply.body
        message: JSON = reply.body["resource"]["message"]
        return message

    async def request_by_token(
        self, interaction: JSON, method: str, path_suffix: str = "", body: Any = None
    ) -> ApiReply:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{path_suffix}"
        return await self.request(method, path, body, headers={"Authorization": None})


async def create_conformance_bot(sandbox: Sandbox, session: aiohttp.ClientSession) -> ConformanceBot:
    setup = await sandbox.playground.load_setup()
    application_id = next(str(bot["application_id"]) for bot in setup["bots"] if bot["name"] == sandbox.bot_name)
    return ConformanceBot(sandbox, session, application_id)


def make_multipart_form(body: Any, files: Sequence[tuple[str, bytes]]) -> aiohttp.FormData:
    """Return a multipart form whose parts are the JSON body and the files."""
    form = aiohttp.FormData({"payload_json": json.dumps(body or {})})
    for number, (name, content) in enumerate(files):
        form.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
    return form


def action_row(*components: JSON) -> JSON:
    return {"type": 1, "components": list(components)}


def button(custom_id: str | None = "go", **fields: Any) -> JSON:
    component = {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **fields}
    return {name: value for name, value in component.items() if value is not None}
