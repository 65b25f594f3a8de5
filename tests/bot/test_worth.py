"""What the end of a match says it was worth: points and ranks, or why it does not count."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.ladder import rating as ladder
from bot.ladder.rating import EVERYTHING
from bot.ladder.standings import Standings
from bot.preferences import Player, Server
from bot.scenes import ladder as scenes
from bot.scenes.end import ratings, unrated
from bot.scenes.ladder import ranked
from bot.scenes.scene import Board
from bot.table.table import Begun
from bot.table.tables import Tables
from bot.texts import say
from games.words import LOCALES, Locale
from storage import Standing
from tests.games.morra import KEY
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, SERVER, duel


async def test_whoever_has_no_rank_yet_is_told_what_it_takes(tables: Tables, standings: Standings) -> None:
    card = await standings.card(await duel(tables, CAT, BEN, NOON))
    assert card
    assert {changed.missing for _, changed in card.seats} == {4}
    assert [
        "4 more matches to a rank, 2 of them against new opponents" in told for told in ratings(card, "en").values()
    ] == [True, True]
    scene = scenes.shown(await standings.page(SERVER, EVERYTHING, 0, BEN, NOON), "en")
    assert scene.below[1].startswith(f"**–** <@{BEN}> · **")
    assert isinstance(scene.board, Board)
    assert "no rank yet" in scene.board.alt


async def test_the_end_says_what_it_changed(
    tables: Tables, standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "PLACED", 1)
    monkeypatch.setattr(ladder, "ACQUAINTED", 0)
    await duel(tables, CAT, BEN, NOON)
    match = await duel(tables, ANN, CAT, NOON)
    table = await tables.table(match)
    card = await standings.card(table.id)
    assert card
    top = {it.rating.player: it for it in await standings.store.top(SERVER, KEY, 0)}
    for seat, changed in card.seats:
        assert isinstance(table, Begun)
        person = table.people[seat]
        assert person is not None
        assert (changed.rank, changed.after) == (top[person].rank, top[person].rating.rating)
        better = [it.rating.rating for it in top.values() if it.rank < top[person].rank]
        assert changed.behind == (round(min(better)) - round(changed.after) if better else None)
        # Who was the first had to make room; who is new has risen from nowhere.
        assert changed.rose == (0 if person == ANN else -1)
    for locale in LOCALES:
        told = "\n".join(ratings(card, locale).values())
        assert re.search(r"1000 → \*\*(\d+)\*\* \([+−]\d+\)", told)
        assert "▼ 1" in told


async def test_nobody_rises_past_who_had_no_rank_yet(
    tables: Tables, standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cat has more points, and gets her rank by this match."""
    monkeypatch.setattr(ladder, "PLACED", 2)
    monkeypatch.setattr(ladder, "ACQUAINTED", 0)
    for winner, loser in ((CAT, DAN), (ANN, BEN), (BEN, DAN)):
        await duel(tables, winner, loser, NOON)
    table = await tables.table(await duel(tables, BEN, CAT, NOON))
    card = await standings.card(table.id)
    assert card
    assert isinstance(table, Begun)
    assert {table.people[seat]: (changed.missing, changed.rose) for seat, changed in card.seats} == {
        BEN: (0, 0),
        CAT: (0, 0),
    }


@pytest.mark.parametrize("rounds", [1, 2])
async def test_the_end_says_why_it_does_not_count(tables: Tables, standings: Standings, rounds: int) -> None:
    await standings.preferences.set_server(SERVER, Server(pair=1))
    await duel(tables, ANN, BEN, NOON)
    table = await tables.table(await duel(tables, ANN, BEN, NOON, rounds))
    card = await standings.card(table.id)
    assert card
    assert (card.unrated, card.limit, card.seats) == (("short", 2, ()) if rounds == 1 else ("pair", 1, ()))
    assert all(unrated(card, locale) for locale in LOCALES)


async def test_who_is_hidden_has_no_rank_at_the_end(tables: Tables, standings: Standings) -> None:
    await standings.preferences.set_player(BEN, Player(listed=False))
    table = await tables.table(await duel(tables, ANN, BEN, NOON))
    card = await standings.card(table.id)
    assert card
    assert isinstance(table, Begun)
    assert {table.people[seat]: changed.rank for seat, changed in card.seats} == {ANN: 1}
    for locale in LOCALES:
        assert ratings(card, locale).keys() == {table.people.index(ANN)}, "nor their points, which would tell it"


@pytest.mark.parametrize("rounds", [1, 2])
async def test_it_is_told_also_when_the_server_counts_otherwise_by_now(
    tables: Tables, standings: Standings, rounds: int
) -> None:
    await standings.preferences.set_server(SERVER, Server(pair=1))
    await duel(tables, ANN, BEN, NOON)
    table = await tables.table(await duel(tables, ANN, BEN, NOON, rounds))
    await standings.preferences.set_server(SERVER, Server(pair=None, steps=0))
    card = await standings.card(table.id)
    assert card
    told = [unrated(card, locale) for locale in LOCALES]
    assert all(told)
    assert not any("0" in line for line in told)


def test_every_reason_has_a_text() -> None:
    for reason in ("practice", "drawn", "agreed", "cancelled", "abandoned", "short", "pair"):
        assert say(f"unrated-{reason}", "de", limit=3)


@pytest.mark.parametrize("locale", LOCALES)
def test_where_only_new_opponents_are_missing_nobody_is_told_of_matches(locale: Locale) -> None:
    known = Standing(1, 1, replace(ladder.newcomer(SERVER, EVERYTHING, 1, ANN), matches=9, opponents=1))
    assert ranked(known, locale) == say("rank-strangers", locale, strangers=2)
    fresh = replace(known, rating=replace(known.rating, matches=1))
    assert ranked(fresh, locale) == say("rank-missing", locale, matches=4, strangers=2)
