import pytest

from bot.table.tables import Tables
from games import GAMES
from storage import Store
from tests.bot.sitting import tabled
from tests.games import morra
from tests.storage.stores import database, postgres, store, url

__all__ = ["database", "postgres", "store", "url"]


@pytest.fixture
def tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """The service on an empty store, with a small game for two to four on its shelf."""
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)
    return tabled(store)
