"""The scenarios of the kit, over the wire."""

from __future__ import annotations

from tests.kit.scenarios import play_and_give_up
from tests.wire.match_play import WirePlayer
from tests.wire.playground_server import PlaygroundServer


async def test_match_is_played_and_given_up(server: PlaygroundServer) -> None:
    await play_and_give_up(WirePlayer(server, server.otter), WirePlayer(server, server.heron))
