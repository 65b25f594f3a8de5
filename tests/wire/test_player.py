"""The scenarios of the kit, over the wire."""

from __future__ import annotations

from tests.kit.scenario import play_and_give_up
from tests.wire.play import WirePlayer
from tests.wire.server import Server


async def test_match_is_played_and_given_up(server: Server) -> None:
    await play_and_give_up(WirePlayer(server, server.otter), WirePlayer(server, server.heron))
