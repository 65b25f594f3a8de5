"""Of whoever has played for years only the last days are read again, and the profile is the same."""

from __future__ import annotations

import random
from typing import Final

import pytest

from bot.ladder import careers
from bot.ladder.careers import FRESH, Careers
from bot.ladder.profile import profile
from bot.time import DAY, HOUR
from storage import Change, Result, Store
from tests.bot.sitting import ANN, BEN, CAT, DAN, NOON, SERVER
from tests.storage.matches import chose, opening

GAMES: Final = ("schnick", "schamanen")


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Since when the store was asked."""
    since: list[int] = []
    played = store.played

    async def watched(person: int, server: int | None, at: int = -1) -> object:
        since.append(at)
        return await played(person, server, at)

    monkeypatch.setattr(careers, "MANY", 5)
    monkeypatch.setattr(store, "played", watched)
    return since


async def met(store: Store, at: int, *people: int, game: str = GAMES[0], points: float = 1000.0) -> None:
    """The first has won."""
    results = tuple(
        Result(seat, who, SERVER, game, 0, seat + 1, 0, "points", True, at, points, points + 1)
        for seat, who in enumerate(people)
    )
    await store.create(opening(), [chose("x")], Change(live=False, results=results))


async def test_whoever_is_looked_at_again_is_read_from_yesterday_and_is_the_same(
    store: Store, asked: list[int]
) -> None:
    dice, known, at = random.Random(3), Careers(store), NOON
    for number in range(60):
        at += dice.choice((0, HOUR, 30 * HOUR))
        table = dice.sample((ANN, BEN, CAT, DAN), dice.choice((2, 3)))
        await met(store, at, *table, game=dice.choice(GAMES), points=1000.0 + number)
        for who in (ANN, BEN):
            asked.clear()
            told = await known.of(who, SERVER)
            if number > 40:
                assert len(asked) == 1
                assert at - 10 * 30 * HOUR < asked[0] <= at - DAY, "not from the beginning"
            assert told == profile(*await store.played(who, SERVER))


async def test_whom_it_would_name_is_not_named_once_they_are_forgotten(store: Store, asked: list[int]) -> None:
    known = Careers(store)
    for number in range(8):
        await met(store, NOON + number * DAY, BEN, ANN)
    for number in range(4):
        await met(store, NOON + (8 + number) * DAY, CAT, ANN)
    told = await known.of(ANN, SERVER)
    assert told.nemesis
    assert told.nemesis.person == BEN
    await store.forget(BEN, NOON + 20 * DAY)
    told = await known.of(ANN, SERVER)
    assert told.nemesis
    assert (told.nemesis.person, told.records[0].all.lost) == (CAT, 12)
    # Nor is anything left of whoever is forgotten themselves.
    await store.forget(ANN, NOON + 20 * DAY)
    assert (await known.of(ANN, SERVER)).records == ()


async def test_what_a_rebuild_puts_right_is_seen_within_the_hour(
    store: Store, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = [0.0]
    monkeypatch.setattr("bot.ladder.careers.time.monotonic", lambda: hour[0])
    known = Careers(store)
    for number in range(8):
        await met(store, NOON + number * DAY, BEN, ANN)
    await known.of(ANN, SERVER)
    for passed, since in ((1.0, NOON + 6 * DAY), (FRESH, -1)):
        hour[0] += passed
        asked.clear()
        await known.of(ANN, SERVER)
        assert asked == [since]


async def test_of_few_matches_and_between_servers_nothing_is_kept_that_is_not_told(
    store: Store, asked: list[int]
) -> None:
    known = Careers(store)
    for number in range(4):
        await met(store, NOON + number * DAY, ANN, BEN)
        assert (await known.of(ANN, SERVER)).curves[0].points
        assert (await known.of(ANN, None)).curves[0].points == ()
    assert {*asked} == {-1}
