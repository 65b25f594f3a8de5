"""From a board that somebody looks back upon one plays on against the house: in practice whose record begins there."""

from __future__ import annotations

import pytest

from bot.rooms import Rooms
from bot.scenes import positions
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Button, Scene
from bot.table.table import Over, Play
from bot.texts import say
from games import GAMES, record
from games.fair import verified
from games.refused import Refused
from tests.kit.match import ANN, BEN, CAT, NOON, asked, at_first, by_dice, cause, finished, played


def onward(scene: Scene | None) -> list[Button]:
    assert scene
    rows = [row for row in scene.rows if isinstance(row, tuple)]
    return [button for row in rows for button in row if button.to.startswith(f"{Verb.ONWARD}:")]


async def pressed(rooms: Rooms, to: str, person: int = ANN) -> Play:
    address = Address.parse(to)
    assert address
    scene = (await rooms.desk.answer(asked(person), address)).scene
    assert scene
    assert say("onward-begins", "en") in (*scene.above, *scene.below)
    running = await rooms.tables.practising(person)
    assert running
    return running


@pytest.mark.parametrize("game", at_first("schnick"))
async def test_it_goes_on_from_that_board_and_its_record_is_proven(rooms: Rooms, game: str) -> None:
    tables = rooms.tables
    match = await played(tables, (ANN, BEN), game, choose=by_dice(5))
    passed = positions.passed(await tables.journal(match))
    at = passed[-1].step * 2 // 3
    for seat in (1, 0):
        scene = (await rooms.desk.answer(asked(), Address(Verb.REPLAY, match, 0, f"{at}.{seat}"))).scene
        (on, *_) = onward(scene)
        assert on.label == say("button-onward", "en", seat=GAMES[game].say(f"seat-{seat}", "en"))
        begun = await pressed(rooms, on.to, CAT if seat else ANN)
        # Where there is but one word it is said at once.
        assert positions.passed(await tables.journal(begun.id))[: at + 1][-1].state == passed[at].state
        assert begun.people.index(CAT if seat else ANN) == seat
    table = await finished(tables, begun, by_dice(7))
    text = str(await tables.record(table.id))
    proof = verified(record.read(text))
    assert (proof.steps, proof.since) == (table.match.step, at)
    assert str(record.read(text)) == text
    # And from there once more: before the first goes on, and after it.
    for step in {at - 1, table.match.step - 1}:
        again = await pressed(rooms, str(Address(Verb.ONWARD, table.id, step, "0")))
        here, there = [positions.passed(await tables.journal(it)) for it in (again.id, table.id)]
        assert [match.state for match in here[: step + 1]] == [match.state for match in there[: step + 1]]
        over = await finished(tables, again, by_dice(9))
        assert verified(await tables.record(over.id)).since == step
    # Played once more it begins as any other.
    rematch = await tables.rematch(table.id, ANN, cause=cause(), now=NOON)
    assert isinstance(rematch.table, Play)
    assert (rematch.table.match.step, rematch.table.agreement.since) == (0, ())


async def test_other_dice_fall_from_there_on(rooms: Rooms) -> None:
    """Who has seen how they fell would else know it."""
    game = next(iter(GAMES))
    match = await played(rooms.tables, (ANN, BEN), game, choose=by_dice(5))
    begun = await pressed(rooms, str(Address(Verb.ONWARD, match, 3, "0")))
    table = await rooms.tables.table(match)
    assert isinstance(table, Over)
    old, new = (
        [chance.step(n).below(1 << 32) for n in range(6)] for chance in (table.match.chance, begun.match.chance)
    )
    assert old[:4] == new[:4]
    assert old[4:] != new[4:]
    assert old[4] != new[4]


async def test_where_nothing_is_left_nobody_plays_on(rooms: Rooms) -> None:
    game = next(iter(GAMES))
    match = await played(rooms.tables, (ANN, BEN), game, choose=by_dice(5))
    passed = positions.passed(await rooms.tables.journal(match))
    last = (await rooms.desk.answer(asked(), Address(Verb.REPLAY, match, 0, f"{len(passed) - 1}"))).scene
    assert not any(button.to.startswith(f"{Verb.ONWARD}:{match}:{passed[-1].step}:") for button in onward(last))
    for step, seat in ((passed[-1].step, "0"), (3, "2"), (3, ""), (3, "x")):
        with pytest.raises(Refused):
            await rooms.desk.answer(asked(), Address(Verb.ONWARD, match, step, seat))
    assert await rooms.tables.practising(ANN) is None


async def test_whoever_practises_something_else_is_asked_first(rooms: Rooms) -> None:
    game = next(iter(GAMES))
    match = await played(rooms.tables, (ANN, BEN), game, choose=by_dice(5))
    first = await pressed(rooms, str(Address(Verb.ONWARD, match, 3, "0")))
    again = await pressed(rooms, str(Address(Verb.ONWARD, match, 3, "0")))
    assert (await rooms.tables.table(first.id)).status == "shelved", "nothing was chosen there yet"
    word = again.match.legal(0)[0]
    await rooms.tables.say(again.id, ANN, word, step=None, cause=cause(), now=NOON)
    answer = await rooms.desk.answer(asked(), Address(Verb.ONWARD, match, 4, "0"))
    assert answer.scene
    (way,) = onward(answer.scene)
    assert (await pressed(rooms, way.to)).match.step == 4
    assert (await rooms.tables.table(again.id)).status == "shelved"
