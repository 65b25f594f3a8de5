"""An older bot and this one count a season beside each other while versions change: nothing is lost or counted twice.

The older one is that before opponents were counted: its own statements, and its arithmetic, which asks nobody whom they
have met.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

import storage.journal
from bot.ladder import belief
from bot.ladder import rating as ladder
from bot.ladder.belief import ACQUAINTED
from bot.ladder.cursor import FIRST
from bot.ladder.rating import EVERYTHING, Key, Pair, missing
from bot.ladder.recount import recounted
from bot.preferences import Server
from bot.rooms import Rooms
from storage import Rating, Result, Store
from storage.statement import Statement
from tests.bot.season.lively import counted
from tests.bot.sitting import ANN, BEN, CAT, DAN, NOON, SERVER

RATE: Final = Statement(
    """
    INSERT INTO rating (server, game, season, player, rating, mu, sigma, matches, at, hidden, edition, drift, monday)
    VALUES (:server, :game, :season, :player, :rating, :mu, :sigma, :matches, :at, :hidden, :edition, :drift, :monday)
    ON CONFLICT (server, game, season, player) DO UPDATE
    SET rating = excluded.rating, mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches,
        at = excluded.at, hidden = excluded.hidden, drift = excluded.drift, monday = excluded.monday
    WHERE rating.matches = excluded.matches - 1 AND rating.edition = excluded.edition
    """,
    must=True,
)
RESULT: Final = Statement(
    """
    INSERT INTO result (match, seat, person, server, game, season, rank, score, reason, rated, at,
        rating_before, rating_after, unrated)
    VALUES (:match, :seat, :person, :server, :game, :season, :rank, :score, :reason, :rated, :at,
        :rating_before, :rating_after, :unrated)
    """
)
RATED: Final = ladder.rated
EVE: Final = 55
PEOPLE: Final = (ANN, BEN, CAT, DAN, EVE)
MATCHES: Final = 40


def unacquainted(
    results: Sequence[Result], known: Mapping[Key, Rating], edition: int, decided: Collection[Pair], _: object
) -> tuple[tuple[Result, ...], tuple[Rating, ...]]:
    """As the second edition is counted, under whatever number the ladder has."""
    told, ratings = RATED(results, known, 2, decided)
    return told, tuple(replace(it, edition=edition) for it in ratings)


def older(patch: pytest.MonkeyPatch) -> None:
    """From here on it is that one which stores the end of a match."""
    patch.setattr(storage.journal, "RATE", RATE)
    patch.setattr(storage.journal, "RESULT", RESULT)
    patch.setattr(ladder, "NEWEST", 2)
    patch.setattr(ladder, "rated", unacquainted)
    patch.setattr(ladder, "strangers", lambda _: 0)
    patch.setattr(belief, "ACQUAINTED", 0)


async def season(store: Store, first: bool, patch: pytest.MonkeyPatch) -> Mapping[tuple[str, int], int]:
    """Each match is stored by either of them, the first by the older one if `first` says so; how many everybody had."""
    dice, played = random.Random(5), Counter[tuple[str, int]]()
    await store.begin_season(SERVER, "", NOON)
    for number in range(MATCHES):
        game = dice.choice(("schnick", "schamanen"))
        # At first so few that whoever has had matches enough has met too few.
        table = dice.sample(PEOPLE if number > MATCHES // 2 else PEOPLE[:3], 2)
        with patch.context() as patched:
            if first if number == 0 else dice.random() < 0.5:
                older(patched)
            await counted(store, NOON + number, *table, game=game)
        played.update((key, who) for who in table for key in (game, EVERYTHING))
    return played


def stand(it: Any) -> tuple[Any, ...]:
    return it.mu, it.sigma, it.drift, it.matches, it.rating, it.opponents


@pytest.mark.parametrize("first", [False, True])
async def test_each_match_is_counted_once_and_a_rebuild_puts_right_what_the_older_one_did_not_know(
    store: Store, rooms: Rooms, first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rooms.preferences.set_server(SERVER, Server(pair=None))
    played = await season(store, first, monkeypatch)
    ratings = {(it.game, it.player): it for it in await store.ratings_on(SERVER)}
    assert {place: it.matches for place, it in ratings.items()} == played
    assert {it.edition for it in ratings.values()} == {2 if first else 3}
    page = await rooms.standings.page(SERVER, EVERYTHING, 1, FIRST, ANN, NOON)
    assert {line.rating.player for line in page.lines} == {*PEOPLE}
    wrong = await recounted(store)
    # Where the older one began both have counted alike, to the last bit.
    assert (wrong == 0) is first
    assert await recounted(store) == 0
    right = {(it.game, it.player): it for it in await store.ratings_on(SERVER)}
    assert {place: it.matches for place, it in right.items()} == played
    assert all(it.opponents == ACQUAINTED for (game, _), it in right.items() if game == EVERYTHING)
    assert all((it.rating < -ladder.BELOW / 2) == (missing(it) > 0) for it in right.values())


async def test_its_season_is_ended_and_told_once_by_the_newer_one(
    store: Store, rooms: Rooms, board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rooms.preferences.set_server(SERVER, Server(pair=None))
    await season(store, True, monkeypatch)
    before = {(it.game, it.player): stand(it) for it in await store.ratings_on(SERVER)}
    await store.end_season(SERVER, NOON + 100)
    await rooms.finale.tick(NOON + 101)
    [scene] = [scene for _, scene in board.posted if scene.called]
    places = [it for who in PEOPLE for it in await store.awards_of(who, SERVER) if it.kind == "place"]
    best = sorted((it for it in await store.ratings_on(SERVER) if it.game == EVERYTHING), key=lambda it: -it.rating)
    assert [it.person for it in sorted(places, key=lambda it: it.number)] == [it.player for it in best[:3]]
    assert f"<@{best[0].player}>" in "\n".join(scene.below)
    # The next is counted as this one counts, whoever was known to the older.
    await store.begin_season(SERVER, "", NOON + 200)
    await counted(store, NOON + 201, ANN, BEN)
    [new] = [it for it in await store.ratings_of(ANN) if it.season == 2 and it.game == EVERYTHING]
    assert (new.edition, new.opponents) == (3, 1)
    assert {(it.game, it.player): stand(it) for it in await store.ratings_on(SERVER) if it.season == 1} == before
