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

from deploy.playground.tests.ground import Ground, grounds
from deploy.playground.tests.sentences.ear import Ear
from discord_playground.client import JSON, Answer, Denied, Player

INTENTS: Final = sum(1 << bit for bit in (0, 9, 10, 11, 12, 13, 14))
"""All that need no leave and tell something here."""
NUMBERS: Final = count(1)


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def refusal(self) -> tuple[int, int]:
        """Status and code."""
        return self.status, self.body["code"] if isinstance(self.body, dict) and "code" in self.body else -1

    @property
    def wrong(self) -> set[str]:
        """Every place of the body that is complained of; nothing where it was taken."""
        return set(places(self.body.get("errors", {}))) if self.status == 400 else set()


def places(tree: JSON, place: str = "") -> Iterator[str]:
    if "_errors" in tree:
        yield place
    for step, below in tree.items():
        if step != "_errors":
            yield from places(below, f"{place}.{step}".lstrip("."))


@dataclass(frozen=True)
class Witness:
    ground: Ground
    session: aiohttp.ClientSession
    app: str
    places: list[str] = field(default_factory=list)
    """Channels that were opened and are not needed any more."""

    @property
    def otter(self) -> Player:
        return self.ground.otter

    @property
    def heron(self) -> Player:
        return self.ground.heron

    @property
    def guild(self) -> str:
        return str(self.ground.server["id"])

    async def asks(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: Sequence[tuple[str, bytes]] = (),
        headers: Mapping[str, str | None] | None = None,
    ) -> Reply:
        """Bytes go as they are, anything else as JSON; a header that is None is left out."""
        kind = None if files else "application/json"
        told = {"Authorization": f"Bot {self.ground.token}", "Content-Type": kind, **(headers or {})}
        data = form(body, files) if files else body if isinstance(body, bytes) or body is None else json.dumps(body)
        url = path if path.startswith("http") else f"{self.ground.setup['api']}{path}"
        sent = {name: value for name, value in told.items() if value is not None}
        leave = [name for name in told if name not in sent and not files]
        async with self.session.request(
            method, url, data=data, headers=sent, skip_auto_headers=leave, allow_redirects=False
        ) as response:
            is_json = response.content_type == "application/json"
            return Reply(response.status, await response.json() if is_json else None, response.headers)

    async def get(self, path: str) -> Any:
        """What there is; it is there."""
        reply = await self.asks("GET", path)
        assert reply.status == 200, reply.body
        return reply.body

    async def says(self, place: str = "", content: str | None = "Hoo", **fields: Any) -> JSON:
        """A message, in the duels unless another place is named; what is None is left out."""
        body = {name: value for name, value in {"content": content, **fields}.items() if value is not None}
        reply = await self.asks("POST", f"/channels/{place or self.ground.duels}/messages", body)
        assert reply.status == 200, reply.body
        said: JSON = reply.body
        return said

    async def sends(self, body: Any, **more: Any) -> Reply:
        """A message to the duels, whatever comes of it."""
        return await self.asks("POST", f"/channels/{self.ground.duels}/messages", body, **more)

    async def stage(self, do: str, **fields: object) -> JSON:
        return await self.ground.playground.stage(do, **fields)

    async def channel(self, kind: str = "text") -> str:
        """A new one, for whatever must not stay."""
        made = await self.stage("create_channel", server=self.guild, name=f"hollow-{next(NUMBERS)}", kind=kind)
        self.places.append(str(made["channel"]["id"]))
        return self.places[-1]

    async def swept(self) -> None:
        """Whoever identifies is told of each channel that there is."""
        while self.places:
            with suppress(Denied):
                await self.stage("delete_channel", channel=self.places.pop())

    async def may(self, place: str, *allow: str, deny: Sequence[str] = (), whom: str = "") -> None:
        """In one channel, the bot itself unless somebody else is named."""
        whose = whom or self.ground.role
        await self.stage("set_permissions", channel=place, target=whose, allow=list(allow), deny=list(deny))

    @asynccontextmanager
    async def apart(self) -> AsyncIterator[Witness]:
        """Another bot, in another server: for what cannot be taken back."""
        ground = await grounds(self.ground.playground)
        try:
            yield await witness(ground, self.session)
        finally:
            await ground.left()

    @asynccontextmanager
    async def connected(self, query: str = "") -> AsyncIterator[Ear]:
        """At the gateway, where nothing has been said yet."""
        async with self.session.ws_connect(self.ground.setup["gateway"] + query) as socket:
            yield Ear(socket)

    def identify(self, **fields: Any) -> JSON:
        """What is None is left out."""
        body = {"token": self.ground.token, "intents": INTENTS, "properties": {}, **fields}
        return {"op": 2, "d": {name: value for name, value in body.items() if value is not None}}

    @asynccontextmanager
    async def hearing(self, **fields: Any) -> AsyncIterator[Ear]:
        """Identified, and told of its server."""
        async with self.connected() as ear:
            await ear.says(self.identify(**fields))
            await ear.until("READY")
            if fields.get("intents", INTENTS) & 1:
                await ear.until("GUILD_CREATE")
            yield ear

    # interactions

    async def asked(self, ear: Ear, answer: Answer) -> JSON:
        """The interaction that somebody has begun without waiting for its answer."""
        return await ear.until("INTERACTION_CREATE", lambda told: told["id"] == answer.interaction)

    async def called(self, ear: Ear, who: Player | None = None, place: str = "", **data: Any) -> JSON:
        """A command that need not be registered."""
        return await self.forged(ear, 2, {"id": "1", "name": "howl", "type": 1, **data}, who, place)

    async def forged(self, ear: Ear, kind: int, data: JSON, who: Player | None = None, place: str = "") -> JSON:
        answer = await (who or self.otter).act(
            "forge", bot=self.ground.name, channel=place or self.ground.duels, kind=kind, data=data, wait=False
        )
        return await self.asked(ear, Answer(answer))

    async def typed(self, ear: Ear, completing: Coroutine[Any, Any, object], data: JSON) -> JSON:
        """The interaction of whoever is typing, who is answered with `data`."""
        task = asyncio.ensure_future(completing)
        told = await ear.until("INTERACTION_CREATE", lambda told: told["type"] == 4)
        assert (await self.answers(told, 8, data)).status == 204
        await task
        return told

    async def pressed(self, ear: Ear, who: Player | None = None, **fields: Any) -> tuple[JSON, JSON]:
        """A message with a button, and the interaction of whoever has pressed it."""
        card = await self.says(components=[row(button())], **fields)
        return card, await self.asked(ear, await (who or self.otter).click(card, custom_id="go", wait=False))

    async def answers(self, interaction: JSON, kind: int, data: Any = None, query: str = "", **more: Any) -> Reply:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        body = {"type": kind} | ({} if data is None else {"data": data})
        return await self.asks("POST", path, body, **more)

    async def by_token(self, interaction: JSON, method: str, where: str = "", body: Any = None) -> Reply:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{where}"
        return await self.asks(method, path, body, headers={"Authorization": None})


async def witness(ground: Ground, session: aiohttp.ClientSession) -> Witness:
    setup = await ground.playground.setup()
    app = next(str(bot["application_id"]) for bot in setup["bots"] if bot["name"] == ground.name)
    return Witness(ground, session, app)


def form(body: Any, files: Sequence[tuple[str, bytes]]) -> aiohttp.FormData:
    """The body as one part, each file as another."""
    made = aiohttp.FormData({"payload_json": json.dumps(body or {})})
    for number, (name, content) in enumerate(files):
        made.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
    return made


def row(*inner: JSON) -> JSON:
    return {"type": 1, "components": list(inner)}


def button(custom_id: str | None = "go", **fields: Any) -> JSON:
    shown = {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **fields}
    return {name: value for name, value in shown.items() if value is not None}
