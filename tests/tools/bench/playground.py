"""How many interactions a second the playground holds from one driver, beside a server that does nothing at all."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from collections.abc import Awaitable, Callable

import aiohttp
from aiohttp import web

from discord_playground.client import Playground, running
from tests.tools.bench.timing import row

INTERACTIONS = 4_000
AT_ONCE = 50


async def answer_all(api: str, gateway: str, token: str, application: str) -> None:
    """The least that is a bot: it says hello to whatever it is asked."""
    answer = {"type": 4, "data": {"content": "hello", "flags": 64}}
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.ws_connect(gateway) as socket:
        command = {"name": "hello", "description": "says hello"}
        await session.put(f"{api}/applications/{application}/commands", json=[command])
        properties = {"os": "", "browser": "", "device": ""}
        await socket.send_json({"op": 2, "d": {"token": token, "intents": 1, "properties": properties}})

        async def reply(asked: dict[str, str]) -> None:
            url = f"{api}/interactions/{asked['id']}/{asked['token']}/callback"
            async with session.post(url, json=answer) as response:
                await response.read()

        answers: set[asyncio.Task[None]] = set()
        async for frame in socket:
            event = json.loads(frame.data)
            if event.get("t") == "INTERACTION_CREATE":
                task = asyncio.create_task(reply(event["d"]))
                answers.add(task)
                task.add_done_callback(answers.discard)


def bot(*where: str) -> None:
    asyncio.run(answer_all(*where))


async def drive(playground: Playground) -> float:
    """Seconds for all of them, always as many under way."""
    otter = {"as": "otter", "do": "command", "channel": "duels", "command": "hello"}
    while not (await playground.setup())["bots"][0]["connected"]:
        await asyncio.sleep(0.05)
    async with playground.line.connected("otter") as socket:
        await socket.receive()
        began = time.perf_counter()
        sent = done = 0
        while done < INTERACTIONS:
            while sent < INTERACTIONS and sent - done < AT_ONCE:
                sent += 1
                await socket.send_json({"id": sent, "act": otter})
            told = json.loads((await socket.receive()).data)
            if told["type"] == "act_result":
                assert told["answer"]["state"] == "answered", told
                done += 1
        return time.perf_counter() - began


def nothing(port: multiprocessing.Queue[int]) -> None:
    async def serve() -> None:
        async def empty(request: web.Request) -> web.Response:
            await request.read()
            return web.Response(text="{}")

        app = web.Application()
        app.router.add_post("/", empty)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port.put(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(serve())


async def floor(port: int) -> float:
    """Seconds for as many requests that are only taken and given back."""
    async with aiohttp.ClientSession() as session:

        async def ask(count: int) -> None:
            for _ in range(count):
                async with session.post(f"http://127.0.0.1:{port}/", json={}) as response:
                    await response.read()

        began = time.perf_counter()
        await asyncio.gather(*(ask(INTERACTIONS // AT_ONCE) for _ in range(AT_ONCE)))
        return time.perf_counter() - began


async def measured(url: str) -> float:
    async with Playground.at(url) as playground:
        setup = await playground.setup()
        one = setup["bots"][0]
        where = (setup["api"], setup["gateway"], one["token"], one["application_id"])
        process = multiprocessing.get_context("spawn").Process(target=bot, args=where)
        process.start()
        try:
            return await drive(playground)
        finally:
            process.kill()
            process.join()


def _beside(measure: Callable[[int], Awaitable[float]]) -> float:
    spawn = multiprocessing.get_context("spawn")
    port = spawn.Queue()
    process = spawn.Process(target=nothing, args=(port,))
    process.start()
    try:

        async def measuring() -> float:
            return await measure(port.get())

        return asyncio.run(measuring())
    finally:
        process.kill()
        process.join()


def main() -> bool:
    bare = INTERACTIONS / _beside(floor)
    with running(hasty=True) as url:
        held = INTERACTIONS / asyncio.run(measured(url))
    share = held / bare
    row("interactions a second in the playground, one driver", f"{held:,.0f}")
    return row("  of empty requests to an empty server", f"{share:.2f}×", "≥ 0.12×", holds=share >= 0.12)


if __name__ == "__main__":
    main()
