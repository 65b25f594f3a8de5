"""The bot on 2,000 servers: what it keeps of them in memory is bounded, also after outages."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any, Final

import pytest

from bot.discord.client import Client
from bot.discord.spending import Spending
from bot.host.environment import Environment
from bot.host.gauges import Gauges

SERVERS: Final = 2000
MOST_BYTES_PER_SERVER: Final = 20_000
"""Measured: 11,000."""


def server(number: int) -> dict[str, Any]:
    """A server as the gateway tells of it: 20 channels and 10 roles."""
    guild = number << 22 | 1 << 21
    roles = [{"id": f"{guild + it}", "name": f"role {it}", "permissions": "0", "position": it} for it in range(10)]
    channels = [
        {"id": f"{guild + 100 + it}", "type": 0, "name": f"channel {it}", "position": it, "permission_overwrites": []}
        for it in range(20)
    ]
    return {
        "id": f"{guild}", "name": f"Server {number}", "owner_id": "1", "preferred_locale": "de", "roles": roles,
        "channels": channels, "emojis": [], "features": [], "members": [], "member_count": 100, "threads": [],
        "presences": [], "voice_states": [], "unavailable": False,
    }  # fmt: skip


@pytest.mark.gate
async def test_cache_of_2000_servers_is_bounded_and_survives_a_mass_outage() -> None:
    client = Client(Environment(), Spending(Gauges().requests))
    async with client:
        # Events as the gateway brings them; the library has no public way in.
        hear = client._connection.parsers
        tracemalloc.start()
        try:
            sizes = []
            for _ in range(3):
                for number in range(1, SERVERS + 1):
                    hear["GUILD_CREATE"](server(number))
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
                assert {str(guild.preferred_locale) for guild in client.guilds} == {"de"}
                for guild in client.guilds:
                    hear["GUILD_DELETE"]({"id": f"{guild.id}", "unavailable": True})
                assert [guild.unavailable for guild in client.guilds] == [True] * SERVERS
        finally:
            tracemalloc.stop()
    assert sizes[0] <= MOST_BYTES_PER_SERVER * SERVERS
    # Servers that come back take the place of those that went.
    assert sizes[-1] <= 1.2 * sizes[0]
