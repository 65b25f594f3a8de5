"""What lies between a process and a server: it floods and falls, and it has snares."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.patience import PATIENCE
from tests.tools.storm.ford import Bank, Ford, Snare

COMMIT = re.compile(rb"COMMIT;\x00")


async def echoed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(100):
        writer.write(data)
    writer.close()


async def crossing(ford: Ford) -> Bank:
    return await asyncio.open_connection("127.0.0.1", ford.port)


async def test_what_came_while_it_was_flooded_goes_on_when_it_falls() -> None:
    server = await asyncio.start_server(echoed, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    ford = Ford(lambda: asyncio.open_connection("127.0.0.1", port))
    async with server, ford.open():
        reader, writer = await crossing(ford)
        writer.write(b"POST /there HTTP/1.1")
        assert await reader.read(100) == b"POST /there HTTP/1.1"
        assert ford.seen == 1
        ford.floods()
        writer.write(b"more")
        waiting = asyncio.ensure_future(reader.read(100))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not waiting.done()
        ford.falls()
        assert await waiting == b"more"
        await ford.swept()
        assert await reader.read(100) == b""
        writer.close()


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_snare_is_before_the_other_bank_or_behind_it(arrives: bool) -> None:
    heard: list[bytes] = []
    there = asyncio.Event()

    async def hears(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(100))
        there.set()
        writer.write(b"done")
        writer.close()

    server = await asyncio.start_server(hears, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    ford = Ford(lambda: asyncio.open_connection("127.0.0.1", port))
    async with server, ford.open():
        sprung = asyncio.Event()
        ford.snare = Snare(COMMIT, arrives, sprung.set)
        reader, writer = await crossing(ford)
        writer.write(b"Q\x00\x00\x00\x0cCOMMIT;\x00")
        await sprung.wait()
        await there.wait()
        assert await reader.read(100) == b""
        assert heard == ([b"Q\x00\x00\x00\x0cCOMMIT;\x00"] if arrives else [b""])
        writer.close()


@pytest.mark.parametrize("flooded", [True, False])
async def test_whoever_waits_to_cross_when_it_is_swept_is_gone_too(flooded: bool) -> None:
    """They would hang there for ever, and outlive the loop."""
    coming = asyncio.Event()

    async def far() -> Bank:
        coming.set()
        await asyncio.Event().wait()
        raise AssertionError

    ford = Ford(far)
    async with ford.open(), asyncio.timeout(PATIENCE):
        if flooded:
            ford.floods()
        reader, writer = await crossing(ford)
        writer.write(b"GET /gateway HTTP/1.1")
        while not (ford.crossing if flooded else coming.is_set()):
            await asyncio.sleep(0)
        await ford.swept()
        assert await reader.read(100) == b""
        writer.close()
