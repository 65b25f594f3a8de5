"""Who has left a server, as far as the store knows."""

from __future__ import annotations

import pytest

from storage import Attended, Store
from tests.storage.matches import ANNA, BEN, SERVER, opened
from tests.storage.stores import present

pytestmark = pytest.mark.asyncio


async def test_what_was_said_last_is_what_is_known(store: Store) -> None:
    assert await store.attendance(SERVER, ANNA) is None
    await store.attended(SERVER, ANNA, 100, gone=True)
    await store.attended(SERVER, ANNA, 200, gone=False)
    await store.attended(SERVER + 1, ANNA, 300, gone=True)
    assert await store.attendance(SERVER, ANNA) == Attended(200, gone=False)


async def test_who_is_gone_from_the_server_of_a_match(store: Store) -> None:
    match = (await opened(store, 1, (ANNA, BEN))).match
    assert await store.gone(match) == frozenset()
    await store.attended(SERVER, BEN, 500, gone=True)
    await store.attended(SERVER + 1, ANNA, 500, gone=True)
    assert await store.gone(match) == {BEN}
    await present(store, [BEN], 501)
    assert await store.gone(match) == frozenset()
    await store.attended(SERVER, BEN, 600, gone=True)
    assert await store.gone(match) == {BEN}
