"""Whoever looks back means what is over: it is shown step by step and proved, and while it is folded nobody waits."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.rooms import Rooms
from bot.scenes import past
from bot.scenes.address import Address, Verb
from bot.scenes.match import title
from bot.table.table import Begun
from bot.texts import say
from games.chain import brief
from games.match import RESIGN
from games.refused import Refused
from games.words import HOUSE
from tests.kit import world
from tests.kit.match import ANN, BEN, NOON, asked, cause, challenge


async def test_what_is_verified_is_what_ended_last_whatever_else_waits(rooms: Rooms) -> None:
    tables = rooms.tables
    with pytest.raises(Refused, match="no-match-here"):
        await rooms.lookback.verify(asked(), "")
    over = await world.begun(tables)
    with pytest.raises(Refused, match="running"):
        await rooms.lookback.verify(asked(), "")
    await tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    await world.begun(tables)
    assert (await rooms.lookback.verify(asked(), "")).scene == (
        await rooms.lookback.verify(asked(), str(over.id))
    ).scene


@pytest.mark.parametrize("way", ["review", "frame"])
async def test_nobody_waits_while_a_long_match_is_looked_back_upon(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Hundreds of steps are folded and laid out anew for it: elsewhere, and not where clicks are answered."""
    threads: list[int] = []
    seen = getattr(past, way)

    def looked(*given: Any) -> Any:
        threads.append(threading.get_ident())
        return seen(*given)

    monkeypatch.setattr(past, way, looked)
    table = await world.begun(rooms.tables)
    if way == "review":
        await rooms.lookback.replay(asked(), str(table.id))
    else:
        await rooms.lookback.frame(asked(), Address(Verb.REPLAY, table.id, 0, "0"))
    assert len(threads) == 1
    assert threading.get_ident() not in threads


async def test_who_looks_back_without_a_match_is_not_sent_to_an_offer(rooms: Rooms) -> None:
    await challenge(rooms.tables, BEN)
    for back in (rooms.lookback.replay, rooms.lookback.verify):
        with pytest.raises(Refused, match="no-match-here"):
            await back(asked(), "")


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", "The dice seated {} and {}."),
        ("de", "Die Würfel setzten {} und {}."),
        ("fr", "Les dés ont placé {} et {}."),
    ],
)
async def test_a_proof_begins_with_its_verdict_and_names_who_sits_where(rooms: Rooms, locale: str, told: str) -> None:
    table = await world.begun(rooms.tables)
    table = (await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    record = await rooms.tables.record(table.id)
    scene = past.proof(table, record, locale)
    verdict, heading, seal, seats, *_ = scene.above
    assert brief(table.shown) in seal
    assert scene.attached
    assert scene.attached.data == str(record).encode()
    # Nobody has shaken the dice: what is said of them below does not take back what is said first.
    assert verdict == f"### {say('proof-unchanged', locale, match=table.id)}"
    assert heading == title(table, locale)
    # In the order in which they sat down.
    places = [(person, table.game.say(f"seat-{table.people.index(person)}", locale)) for person in (ANN, BEN)]
    as_seat = {"en": "as", "de": "als", "fr": "en"}[locale]
    assert seats == told.format(*(f"<@{person}> {as_seat} {seat}" for person, seat in places))


async def test_looking_back_means_what_is_over_and_not_what_is_on(rooms: Rooms) -> None:
    """The last that ended, though others wait; of one that is still on there is no proof to be had, and no button."""
    over = await world.begun(rooms.tables)
    await rooms.tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    on = await world.begun(rooms.tables)
    for match, proves in (("", over.id), (str(on.id), 0)):
        scene = (await rooms.lookback.replay(asked(), match)).scene
        assert scene
        found = [it for row in scene.rows if isinstance(row, tuple) for it in row]
        assert not any(it.off for it in found)
        assert [it.to for it in found if it.to.startswith(Verb.VERIFY)] == [
            str(Address(Verb.VERIFY, proves, 0))
        ] * bool(proves)


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
async def test_what_does_not_stand_the_check_says_so_first(rooms: Rooms, locale: str) -> None:
    table = await world.begun(rooms.tables)
    done = await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    record = await rooms.tables.record(table.id)
    assert isinstance(done.table, Begun)
    forged = replace(record, lines=(*record.lines, *record.lines))
    verdict, _, why = past.proof(done.table, forged, locale).above
    assert verdict == f"### {say('proof-unfair', locale, match=table.id)}"
    assert HOUSE.no(Refused("ended"), locale) in why
    # What was played before there were seals, and what is not there.
    for lacks, key in ((replace(record, before=()), "unproven"), (replace(record, lines=()), "unfinished")):
        verdict, _, why = past.proof(done.table, lacks, locale).above
        assert verdict == f"### {say('proof-unproven', locale, match=table.id)}"
        assert HOUSE.no(Refused(key), locale) in why
