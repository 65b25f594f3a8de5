"""Rooms in which seasons begin and end, and the board on which they are told."""

from __future__ import annotations

import pytest

from bot.herald.finale import Finale
from bot.ladder.season import Seasons
from bot.rooms import Rooms
from storage import Store
from tests.kit.discord import Discord
from tests.kit.match import NOON
from tests.kit.world import create_rooms


@pytest.fixture
def rooms(store: Store, board: Discord) -> Rooms:
    return create_rooms(store, board, lambda: NOON)


@pytest.fixture
def seasons(rooms: Rooms) -> Seasons:
    return rooms.seasons


@pytest.fixture
def finale(rooms: Rooms) -> Finale:
    return rooms.finale
