import pytest

from bot.table.tables import Tables
from games import GAMES
from storage import Store
from tests.bot.sitting import tabled
from tests.games import morra
from tests.storage.stores import bare, postgres, slate, store, url

__all__ = ["bare", "postgres", "slate", "store", "url"]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.gate)])
def database(request: pytest.FixtureRequest) -> str:
    """Both run the same SQL: most of what is built on the store is looked at on one of them at first."""
    return str(request.param)


@pytest.fixture
def tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """The service on an empty store, with a small game for two to four on its shelf."""
    monkeypatch.setitem(GAMES, morra.KEY, morra.GAME)
    return tabled(store)
