"""Measures how many interactions per second the playground handles, compared with an empty HTTP server.

Run it with `python -m tests.tools.bench playground`.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
from aiohttp import web

from discord_playground.client import Playground, run_playground
from tests.tools.bench.timing import print_row

INTERACTION_COUNT: Final = 4_000
CONCURRENT_INTERACTIONS: Final = 50


async def run_minimal_bot(api: str, gateway: str, token: str, application: str) -> None:
    """Run a minimal bot that responds to every interaction with the same message."""
    answer = {"type": 4, "data": {"content": "hello", "flags": 64}}
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.ws_connect(gateway) as socket:
        command = {"name": "hello", "description": "says hello"}
        await session.put(f"{api}/applications/{application}/commands", json=[command])
        properties = {"os": "", "browser": "", "device": ""}
        await socket.send_json({"op": 2, "d": {"token": token, "intents": 1, "properties": properties}})

        async def respond(interaction: dict[str, str]) -> None:
            url = f"{api}/interactions/{interaction['id']}/{interaction['token']}/callback"
            async with session.post(url, json=answer) as response:
                await response.read()

        answers: set[asyncio.Task[None]] = set()
        async for frame in socket:
            event = json.loads(frame.data)
            if event.get("t") == "INTERACTION_CREATE":
                task = asyncio.create_task(respond(event["d"]))
                answers.add(task)
                task.add_done_callback(answers.discard)


def run_bot_process(*arguments: str) -> None:
    asyncio.run(run_minimal_bot(*arguments))


async def time_interactions(playground: Playground) -> float:
    """Send all interactions and return the total time in seconds. The number of pending interactions is constant."""
    otter = {"as": "otter", "do": "command", "channel": "duels", "command": "hello"}
    while not (await playground.load_setup())["bots"][0]["connected"]:
        await asyncio.sleep(0.05)
    async with playground.api_client.open_websocket("otter") as socket:
        await socket.receive()
        start_s = time.perf_counter()
        sent = done = 0
        while done < INTERACTION_COUNT:
            while sent < INTERACTION_COUNT and sent - done < CONCURRENT_INTERACTIONS:
                sent += 1
                await socket.send_json({"id": sent, "act": otter})
            message = json.loads((await socket.receive()).data)
            if message["type"] == "act_result":
                assert message["answer"]["state"] == "answered", message
                done += 1
        return time.perf_counter() - start_s


def run_empty_server(ports: multiprocessing.Queue[int]) -> None:
    """Run an HTTP server that sends empty responses, and put its port into the queue."""

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
        ports.put(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(serve())


async def time_empty_requests(port: int) -> float:
    """Send the same number of requests to the empty server, and return the total time in seconds."""
    async with aiohttp.ClientSession() as session:

        async def send(count: int) -> None:
            for _ in range(count):
                async with session.post(f"http://127.0.0.1:{port}/", json={}) as response:
                    await response.read()

        start_s = time.perf_counter()
        await asyncio.gather(
            *(send(INTERACTION_COUNT // CONCURRENT_INTERACTIONS) for _ in range(CONCURRENT_INTERACTIONS))
        )
        return time.perf_counter() - start_s


async def time_playground(url: str) -> float:
    async with Playground.connect(url) as playground:
        setup = await playground.load_setup()
        bot = setup["bots"][0]
        arguments = (setup["api"], setup["gateway"], bot["token"], bot["application_id"])
        process = multiprocessing.get_context("spawn").Process(target=run_bot_process, args=arguments)
        process.start()
        try:
            return await time_interactions(playground)
        finally:
            process.kill()
            process.join()


def _measure_with_empty_server(measure: Callable[[int], Awaitable[float]]) -> float:
    """Run the empty server in another process, call `measure` with its port, and return the result."""
    spawn = multiprocessing.get_context("spawn")
    ports = spawn.Queue()
    process = spawn.Process(target=run_empty_server, args=(ports,))
    process.start()
    try:

        async def run() -> float:
            return await measure(ports.get())

        return asyncio.run(run())
    finally:
        process.kill()
        process.join()


def main() -> bool:
    empty_rate = INTERACTION_COUNT / _measure_with_empty_server(time_empty_requests)
    with run_playground(skip_identify_limit=True) as url:
        rate = INTERACTION_COUNT / asyncio.run(time_playground(url))
    share = rate / empty_rate
    print_row("interactions per second in the playground, one driver", f"{rate:,.0f}")
    return print_row("  compared with requests to an empty server", f"{share:.2f}×", "≥ 0.12×", holds=share >= 0.12)


if __name__ == "__main__":
    raise SystemExit(not main())
