"""What people are called is heard, and never asked for; stored when it is news, and read where nobody has heard it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from bot.discord import payload
from bot.known import KEPT, Known
from storage import Store, Unstored
from tests.bot.databases import both_databases
from tests.kit.match import ANN, BEN, CAT


@pytest.fixture
def counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the store is asked for, and told."""
    deeds: list[str] = []
    read, write = store.known, store.know

    async def reads(people: Iterable[int]) -> dict[int, str]:
        deeds.append("read")
        return await read(people)

    async def writes(names: Mapping[int, str]) -> None:
        deeds.append("write")
        await write(names)

    monkeypatch.setattr(store, "known", reads)
    monkeypatch.setattr(store, "know", writes)
    return deeds


@both_databases
async def test_who_does_something_is_known_at_once_and_stored_afterwards(store: Store, counted: list[str]) -> None:
    known = Known(store)
    known.hear({ANN: "Ann", BEN: "Ben"})
    assert await known.names([ANN, BEN]) == {ANN: "Ann", BEN: "Ben"}
    assert counted == []
    await known.keep()
    assert await store.known([ANN, BEN]) == {ANN: "Ann", BEN: "Ben"}


async def test_what_is_no_news_is_not_written(store: Store, counted: list[str]) -> None:
    known = Known(store)
    for name in ("Ann", "Ann", "Anna", "Anna"):
        known.hear({ANN: name})
        await known.keep()
    assert counted == ["read", "write", "read", "write"]
    counted.clear()
    # A process that has just started has not heard of anybody.
    after = Known(store)
    after.hear({ANN: "Anna"})
    await after.keep()
    assert counted == ["read"]
    assert await store.known([ANN]) == {ANN: "Anna"}


@both_databases
async def test_whom_others_have_heard_of_is_looked_up_once(store: Store, counted: list[str]) -> None:
    await store.know({ANN: "Ann", BEN: "Ben"})
    known = Known(store)
    known.hear({BEN: "Benjamin"})
    counted.clear()
    for _ in range(2):
        # Of Cat nobody knows anything, which is known from then on too.
        assert await known.names([ANN, BEN, CAT]) == {ANN: "Ann", BEN: "Benjamin"}
    assert counted == ["read"]


async def test_after_a_while_it_is_looked_up_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hour = 0.0
    monkeypatch.setattr("bot.lru.time.monotonic", lambda: hour)
    known = Known(store)
    assert await known.names([ANN]) == {}
    await store.know({ANN: "Ann"})
    assert await known.names([ANN]) == {}
    hour += KEPT
    assert await known.names([ANN]) == {ANN: "Ann"}
    await store.forget(ANN, 1)
    hour += KEPT
    assert await known.names([ANN]) == {}


async def test_nobody_waits_for_a_picture_because_of_a_name(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(_: object) -> dict[int, str]:
        raise Unstored("away")

    known = Known(store)
    known.hear({ANN: "Ann"})
    with monkeypatch.context() as patched:
        patched.setattr(store, "known", away)
        assert await known.names([ANN, BEN]) == {ANN: "Ann"}
        await known.keep()
    assert await store.known([ANN]) == {}
    # The next time they do something they are heard again.
    known.hear({ANN: "Ann"})
    await known.keep()
    assert await store.known([ANN]) == {ANN: "Ann"}


def test_whom_a_command_names_is_called_as_everywhere() -> None:
    """A nick is a server’s own, and would go with them into others; bots play no matches."""
    users = {
        "11": {"id": "11", "username": "ann", "global_name": "Ann"},
        "22": {"id": "22", "username": "ben", "global_name": None},
        "33": {"id": "33", "username": "beep", "global_name": None, "bot": True},
    }
    members = {"11": {"nick": "Queen of the forest"}}
    assert payload.resolved_names({"resolved": {"users": users, "members": members}}) == {ANN: "Ann", BEN: "ben"}
    assert payload.resolved_names({}) == {}
