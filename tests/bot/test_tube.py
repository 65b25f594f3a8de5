"""What came to our own address goes on to the library as if its gateway had sent it."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.discord.tube import Tube

MONTH = 30 * 24 * 60 * 60 * 1000


@pytest.fixture
def client() -> Any:
    """As far as it is asked: who it is, and the door by which it would call a gateway."""
    user = SimpleNamespace(id=7, name="raven", discriminator="0", global_name=None, avatar=None)
    return SimpleNamespace(user=user, http=SimpleNamespace(ws_connect=None))


async def told(tube: Tube) -> Any:
    said = await tube.receive()
    assert said.type is aiohttp.WSMsgType.TEXT
    return json.loads(said.data)


async def test_the_library_is_greeted_and_hears_what_came_in_its_order(client: Any) -> None:
    tube = Tube()
    tube.leads_to(cast("discord.Client", client))
    assert await client.http.ws_connect("wss://gateway.discord.gg", compress=0) is tube
    assert (await told(tube))["op"] == 10
    tube.heard('{"type": 3, "id": "1"}')
    await tube.send_str('{"op": 2, "d": {"token": "secret"}}')
    await tube.send_str('{"op": 1, "d": null}')
    tube.heard('{"type": 2, "id": "2"}')
    first, ready, echo, second = [await told(tube) for _ in range(4)]
    assert (first["t"], first["d"]) == ("INTERACTION_CREATE", {"type": 3, "id": "1"})
    assert (ready["t"], ready["d"]["user"]["id"], ready["d"]["guilds"]) == ("READY", "7", [])
    assert echo == {"op": 11}
    assert second["d"]["id"] == "2"
    assert [it["s"] for it in (first, ready, second)] == [1, 2, 3]


async def test_no_heartbeat_is_asked_for_whose_echo_the_library_would_take_for_a_late_one(client: Any) -> None:
    tube = Tube()
    tube.leads_to(cast("discord.Client", client))
    await client.http.ws_connect("wss://gateway.discord.gg")
    assert (await told(tube))["d"]["heartbeat_interval"] > MONTH


async def test_whoever_closes_it_is_told_so_and_may_come_back(client: Any) -> None:
    tube = Tube()
    tube.leads_to(cast("discord.Client", client))
    await client.http.ws_connect("wss://gateway.discord.gg")
    await told(tube)
    await tube.close(4000)
    assert (tube.closed, tube.close_code) == (True, 4000)
    assert (await tube.receive()).type is aiohttp.WSMsgType.CLOSED
    await client.http.ws_connect("wss://gateway.discord.gg")
    assert not tube.closed
    assert (await told(tube))["op"] == 10
