"""At an address of our own nobody is believed but Discord, and that not for long."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import aiohttp
import pytest
from aiohttp import web
from nacl.signing import SigningKey

from bot.discord import porter as porters
from bot.discord.porter import OLD, Porter
from bot.errors import Barred
from bot.host.environment import Environment
from deploy.playground.tests.http_server import serve
from tests.kit.match import NOON

KEY = SigningKey(bytes(range(32)))
PRESS = json.dumps({"type": 3, "id": "7", "token": "t"}).encode()


@dataclass
class House:
    porter: Porter
    url: str
    heard: list[str]
    now: list[int] = field(default_factory=lambda: [NOON])

    async def asks(
        self,
        body: bytes = PRESS,
        at: int = NOON,
        key: SigningKey = KEY,
        session: aiohttp.ClientSession | None = None,
        **changed: str | None,
    ) -> tuple[int, bytes]:
        """As Discord does, but for what is changed."""
        stamp = str(at // 1000)
        headers = {
            "X-Signature-Timestamp": stamp,
            "X-Signature-Ed25519": key.sign(stamp.encode() + body).signature.hex(),
        } | {f"X-Signature-{name}": value for name, value in changed.items() if value is not None}
        for name in [name for name, value in changed.items() if value is None]:
            del headers[f"X-Signature-{name}"]
        async with AsyncExitStack() as stack:
            line = await stack.enter_async_context(aiohttp.ClientSession()) if session is None else session
            answer = await stack.enter_async_context(line.post(self.url, data=body, headers=headers))
            return answer.status, await answer.read()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    heard: list[str] = []
    now = [NOON]
    porter = Porter(heard.append, lambda: now[0])
    porter.knows(KEY.verify_key.encode().hex())
    async with serve([web.post("/", porter.asked)]) as url:
        yield House(porter, f"{url}/", heard, now)


async def test_what_is_signed_is_heard_as_it_came_and_answered_elsewhere(house: House) -> None:
    assert await house.asks() == (202, b"")
    assert house.heard == [PRESS.decode()]


async def test_a_ping_is_answered_where_it_came(house: House) -> None:
    status, body = await house.asks(b'{"type": 1, "version": 1}')
    assert (status, json.loads(body)) == (200, {"type": 1})
    assert house.heard == []


async def test_nobody_else_is_believed(house: House) -> None:
    signed = KEY.sign(f"{NOON // 1000}".encode() + PRESS).signature.hex()
    wrong = [
        await house.asks(key=SigningKey(bytes(32))),
        await house.asks(PRESS + b" ", Ed25519=signed),
        # What is signed is the time, too.
        await house.asks(at=NOON + 1000, Ed25519=signed),
        *[await house.asks(Ed25519=bad) for bad in (None, "", "wolf", "00", "00" * 64, signed[:-2], f"{signed}00")],
        *[await house.asks(Timestamp=bad) for bad in (None, "", "wolf", "²", "-1")],
        await house.asks(b'{"type": 1}', key=SigningKey(bytes(32))),
    ]
    assert {status for status, _ in wrong} == {401}
    assert house.heard == []


async def test_what_was_signed_long_ago_is_worth_nothing(house: House) -> None:
    house.now[0] = NOON + OLD
    assert (await house.asks())[0] == 202
    house.now[0] = NOON + OLD + 1
    assert (await house.asks())[0] == 401
    # A watch that is behind Discord's makes nobody wait: the time that it says is signed.
    house.now[0] = NOON - OLD
    assert (await house.asks())[0] == 202


async def test_what_is_signed_and_no_interaction_is_said_to_be_none(house: House) -> None:
    for body in (b"", b"wolf", b"[]", b"{}", b'{"type": "1"}', b"\xff", b'{"type": 3}, {}'):
        assert (await house.asks(body))[0] == 400, body
    assert house.heard == []


async def test_whoever_is_not_there_yet_or_no_more_leaves_it_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by a new line nor by one that stood open."""
    monkeypatch.setattr(porters, "NOTICE", 0)
    heard: list[str] = []
    porter = Porter(heard.append, lambda: NOON)
    async with porter.open(Environment(duel_port=0)), aiohttp.ClientSession() as session:
        there = House(porter, f"http://127.0.0.1:{porter.port}/", heard)
        assert (await there.asks())[0] == 503
        porter.knows(KEY.verify_key.encode().hex())
        assert porter.is_there
        assert (await there.asks())[0] == 202
        async with session.post(there.url) as answer:
            assert answer.status == 401
        await porter.leave()
        assert not porter.is_there
        with pytest.raises(aiohttp.ClientConnectionError):
            await there.asks()
        with pytest.raises(aiohttp.ClientConnectionError):
            await there.asks(session=session)
    assert heard == [PRESS.decode()]


async def test_a_port_that_somebody_has_is_one_clear_line(house: House) -> None:
    taken = int(house.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(Barred, match=f"nothing can listen at 127.0.0.1:{taken}: "):
        async with Porter(house.heard.append).open(Environment(duel_port=taken)):
            pass
