"""When the coach thinks: once, elsewhere, bit by bit, and what it has said is kept."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from bot.house import coach, minds
from bot.house.minds import Minds
from bot.rooms import Rooms
from bot.scenes import past
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.table import chronicle
from bot.table.chronicle import record
from bot.table.table import Over
from bot.texts import say
from games.coach import EDITION, reviewed
from games.record import Record, read
from games.review import Review
from games.words import LOCALES
from storage import Journal
from tests.bot.heads import Heads, by_the_coach, over
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, NOON, asked
from tests.kit.world import create_rooms
from tests.patience import PATIENCE
from tests.records import RECORDS


async def test_it_is_thought_of_once_however_many_look(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = Heads(monkeypatch)
    match = await over(rooms)
    looks = (rooms.lookback.replay(asked(person), str(match)) for person in (ANN, BEN) for _ in range(3))
    scenes = [answer.scene for answer in await asyncio.gather(*looks)]
    assert all(map(by_the_coach, scenes))
    assert heads.asked == 1


async def test_what_nobody_could_tell_is_told_by_the_score_and_asked_again(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = Heads(monkeypatch, able=False)
    match = await over(rooms)
    assert not by_the_coach((await rooms.lookback.replay(asked(), str(match))).scene)
    heads.able = True
    assert by_the_coach((await rooms.lookback.replay(asked(), str(match))).scene)
    assert heads.asked == 2


async def test_what_the_coach_has_said_is_kept_however_often_the_bot_starts(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long match it took half a minute; what is damaged is thought of anew, and an elder coach's word is none."""
    heads, match = Heads(monkeypatch), await over(rooms)
    asks = [heads.asked]

    async def told() -> tuple[str, ...]:
        anew = create_rooms(rooms.store, Discord(lambda: NOON), lambda: NOON)
        scene = (await anew.lookback.replay(asked(), str(match))).scene
        asks.append(heads.asked)
        assert scene
        return scene.above

    first = await told()
    assert await told() == first
    await rooms.store.weigh(match, EDITION, b"damaged", [])
    assert await told() == first
    monkeypatch.setattr(coach, "EDITION", EDITION + 1)
    assert await told() == first
    assert asks == [0, 1, 1, 2, 3]


@pytest.mark.parametrize("of", ["schamanen/professional", "schnick/onward"])
def test_what_is_kept_is_all_that_was_said(of: str) -> None:
    review = reviewed(read((RECORDS / f"{of}.match").read_text("utf-8")))
    assert coach.unpack_review(coach.pack_review(review)) == review


async def test_where_too_many_wait_the_score_tells_meanwhile(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = Heads(monkeypatch, slow=True)
    monkeypatch.setattr(coach, "CROWD", 1)
    first, second = await over(rooms), await over(rooms)
    waits = asyncio.create_task(rooms.lookback.replay(asked(), str(first)))
    await heads.begun.wait()
    crowded = await rooms.lookback.replay(asked(), str(second))
    assert not by_the_coach(crowded.scene)
    assert heads.asked == 1
    heads.may.set()
    assert by_the_coach((await waits).scene)
    assert by_the_coach((await rooms.lookback.replay(asked(), str(second))).scene)


async def test_whoever_would_wait_long_is_told_to_look_again(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = Heads(monkeypatch, slow=True)
    monkeypatch.setattr(coach, "SOON", 0.0)
    match = await over(rooms)
    for locale in LOCALES:
        scene = (await rooms.lookback.replay(asked(locale=locale), str(match))).scene
        assert scene
        assert not by_the_coach(scene)
        assert scene.below[-1] == say("coach-thinks", locale)
        row = scene.rows[-1]
        assert isinstance(row, tuple)
        assert [button.label for button in row] == [say("button-look-again", locale)]
        again = Address.parse(row[0].to)
    # Nor does a board wait for it.
    assert (await rooms.lookback.frame(asked(), Address(Verb.REPLAY, match, 0, "1"))).scene
    monkeypatch.setattr(coach, "SOON", None)
    heads.may.set()
    assert again
    there = (await rooms.lookback.frame(asked(), again)).scene
    assert by_the_coach(there)
    assert there
    assert not there.below
    assert heads.asked == 1


async def test_what_the_coach_says_while_the_page_is_made_can_be_asked_for_on_it(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads, loop = Heads(monkeypatch, slow=True), asyncio.get_running_loop()
    monkeypatch.setattr(coach, "SOON", 0.0)
    match, made = await over(rooms), past.review

    async def thought() -> None:
        heads.may.set()
        async with asyncio.timeout(PATIENCE):
            while rooms.coach.thinks(match):
                await asyncio.sleep(0)

    def making(*args: Any, **more: Any) -> Scene:
        asyncio.run_coroutine_threadsafe(thought(), loop).result()
        return made(*args, **more)

    monkeypatch.setattr(past, "review", making)
    scene = (await rooms.lookback.replay(asked(), str(match))).scene
    assert scene
    assert scene.below[-1] == say("coach-thinks", "en")


async def test_what_is_opened_from_a_note_takes_its_place(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an answer to it, it would quote “You resigned.” for good, above whatever is played on from there."""
    Heads(monkeypatch)
    table = await world.begun(rooms.tables)
    note = await rooms.desk.answer(asked(), Address(Verb.CALL, table.id, 0, "resign"))
    assert note.scene
    assert note.scene.above == (say("done-resign", "en"),)
    [row] = note.scene.rows
    assert isinstance(row, tuple)
    door = Address.parse(row[0].to)
    assert door
    assert door.verb == Verb.REPLAY
    opened = await rooms.desk.answer(asked(), door)
    assert opened.scene
    assert not opened.apart


async def test_a_record_is_folded_beside_the_loop(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long match that takes a twentieth of a second, in which nobody else would be heard."""
    Heads(monkeypatch)
    match, folds = await over(rooms), list[bool]()

    def folded(stored: Journal) -> Record:
        folds.append(threading.current_thread() is threading.main_thread())
        return record(stored)

    monkeypatch.setattr(chronicle, "record", folded)
    for verb in (Verb.REPLAY, Verb.VERIFY, Verb.MORE):
        assert (await rooms.desk.answer(asked(), Address(verb, match, 0))).scene
    # The coach and the door, the proof, and what is behind “More”.
    assert folds == [False] * 4


@pytest.mark.parametrize("first", ["door", "catch-up"])
async def test_what_is_opened_while_it_is_caught_up_with_is_thought_of_once(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    heads, match = Heads(monkeypatch, slow=True), await over(rooms)
    table, stored = await rooms.tables.table(match), await rooms.tables.journal(match)
    assert isinstance(table, Over)
    if first == "catch-up":
        rooms.coach.catch_up([match])
        await heads.begun.wait()
    door = asyncio.create_task(rooms.coach.review(table, stored))
    await heads.begun.wait()
    if first == "door":
        rooms.coach.catch_up([match])
    while not rooms.coach.thinks(match):
        await asyncio.sleep(0)
    heads.may.set()
    assert await door
    await rooms.coach.caught_up()
    assert heads.asked == 1
    assert not rooms.coach.thinks(match)


async def test_it_is_thought_of_in_another_process(rooms: Rooms) -> None:
    stored = await rooms.tables.journal(await over(rooms))
    heads = Minds(patience=PATIENCE)
    try:
        assert await heads.debriefed(record(stored)) == reviewed(record(stored))
        broken: Any = "match 1\ngame nothing\n"
        assert await heads.debriefed(broken) is None
    finally:
        heads.dismiss()


async def test_it_is_thought_of_bit_by_bit_so_that_others_come_between(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, asked = await rooms.tables.journal(await over(rooms)), list[int]()

    async def answered(_: minds.Mind, work: Any, match: str, done: int) -> Review:
        asked.append(done)
        found: Review = work(match, done)
        assert len(found.steps) == 1, "what is known already is not told again"
        return found

    monkeypatch.setattr(minds.Mind, "answer", answered)
    monkeypatch.setattr(minds, "BIT", -1.0)
    whole = reviewed(record(stored))
    heads = Minds()
    try:
        assert await heads.debriefed(record(stored)) == whole
    finally:
        heads.dismiss()
    assert asked == [*range(len(whole.steps))]
