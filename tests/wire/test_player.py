"""Test the kit's scenarios over the wire."""

from __future__ import annotations

from tests.kit.scenarios import play_and_give_up
from tests.wire.match_play import WireScenarioPlayer
from tests.wire.playground_server import PlaygroundServer


async def test_match_is_played_and_resigned(server: PlaygroundServer) -> None:
    await play_and_give_up(WireScenarioPlayer(server, server.otter), WireScenarioPlayer(server, server.heron))
