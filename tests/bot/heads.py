"""Those who think about a match that is over, and what they told."""

from __future__ import annotations

import asyncio

import pytest

from bot.house import coach
from bot.house.minds import Minds
from bot.rooms import Rooms
from bot.scenes.scene import Scene
from games.coach import reviewed
from games.record import Record
from games.review import Review
from tests.kit.match import ANN, BEN, by_dice, played


def by_the_coach(scene: Scene | None) -> bool:
    assert scene
    return any("Luck:" in line for line in scene.above)


class Heads:
    """Who thinks here, and how often; where they are slow, once they may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, able: bool = True, slow: bool = False) -> None:
        self.asked = 0
        self.able = able
        self.begun, self.may = asyncio.Event(), asyncio.Event()
        if not slow:
            self.may.set()
        heads = self

        async def debriefed(_: Minds, match: Record) -> Review | None:
            heads.asked += 1
            heads.begun.set()
            await asyncio.sleep(0)
            await heads.may.wait()
            return reviewed(match) if heads.able else None

        monkeypatch.setattr(Minds, "debriefed", debriefed)
        # However slow this machine is.
        monkeypatch.setattr(coach, "SOON", None)


async def over(rooms: Rooms, game: str = "schamanen") -> int:
    return await played(rooms.tables, (ANN, BEN), game, choose=by_dice(5))
