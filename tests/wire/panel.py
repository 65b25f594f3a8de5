"""What people and servers set for themselves, as they open it and set something."""

from __future__ import annotations

from deploy.playground.client import JSON, selects
from tests.kit.wire_person import EPHEMERAL, IN_PLACE, WirePerson
from tests.wire.glade import Glade


async def opened(glade: Glade, guest: WirePerson, panel: str, channel: str | None = None) -> JSON:
    answer = await glade.says(guest, f"settings {panel}", channel)
    assert answer.message["flags"] & EPHEMERAL
    return answer.message


async def sets(guest: WirePerson, panel: JSON, name: str, *values: str) -> JSON:
    to = next(it["custom_id"] for it in selects(panel) if it["custom_id"].endswith(f".{name}"))
    answer = await guest.select(panel, to, values)
    assert answer.type in IN_PLACE, "the panel itself shows what was set"
    return answer.message
