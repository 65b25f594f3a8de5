"""Rooms in which seasons begin and end, and the board on which they are told."""

from __future__ import annotations

import pytest

from bot.herald.finale import Finale
from bot.ladder.season import Seasons
from bot.rooms import Rooms
from storage import Store
from tests.bot.billboard import Billboard
from tests.bot.sitting import NOON
from tests.bot.town import furnished


@pytest.fixture
def rooms(store: Store, board: Billboard) -> Rooms:
    return furnished(store, board, lambda: NOON)


@pytest.fixture
def seasons(rooms: Rooms) -> Seasons:
    return rooms.seasons


@pytest.fixture
def finale(rooms: Rooms) -> Finale:
    return rooms.finale
