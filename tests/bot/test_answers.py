"""What became of a hand while somebody was answered in it, and what is noted of their press."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.desk.asked import Answer, Asked
from bot.discord import router, waiting
from bot.discord.waiting import coming
from bot.herald.attendance import AT_IT
from bot.herald.hands import PAUSE, PAUSED
from bot.house.minds import Minds
from bot.scenes.address import Address, Verb
from bot.scenes.picker import spell
from bot.scenes.scene import Scene
from bot.scenes.settings import YES
from bot.table.agreement import Agreement
from bot.table.table import Play
from bot.time import MINUTE
from games import GAMES
from games.match import RESIGN
from games.record import Record
from storage import Company, Hand, Store
from storage.statement import Bound, Row
from tests.bot.ear import Tower
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause
from tests.patience import PATIENCE


@pytest.fixture
def tower(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tower:
    tower = Tower(store, Discord(lambda: NOON), NOON)
    monkeypatch.setattr(router, "now", tower.now)
    # What is told here is told before an answer arrives.
    monkeypatch.setattr(waiting, "LULL", 0.0)
    monkeypatch.setattr(waiting, "LOST", 0.0)
    return tower


def slowed(tower: Tower, monkeypatch: pytest.MonkeyPatch, there: object, name: str) -> list[str]:
    """Lets turns of the loop pass before this is done, where any time is long; and returns what was told by then."""
    deed = getattr(there, name)
    heard: list[str] = []

    async def slow(*given: object) -> Any:
        for _ in range(20):
            await asyncio.sleep(0)
        heard.extend(it.how for it in tower.log)
        return await deed(*given)

    monkeypatch.setattr(router, "PATIENCE", 0.0)
    monkeypatch.setattr(there, name, slow)
    return heard


def answers(tower: Tower) -> list[str]:
    return [it.how for it in tower.log if it.how.startswith("answer")]


async def test_what_was_told_before_an_answer_arrived_is_told_once_more(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies under an answer that was made before it."""
    match = (await world.begun(tower.rooms.tables, "schamanen", placement="random")).id
    await world.chosen(tower.rooms.tables, match, ANN)
    await tower.store.hold(Hand(match, ANN, 700, 0, 0, NOON, f"{ANN} 1"))
    tower.rooms.herald.stir(match)
    await tower.settles()
    answer = tower.rooms.desk.answer

    async def slow(asked: Asked, address: Address) -> Answer:
        made = await answer(asked, address)
        await world.chosen(tower.rooms.tables, match, BEN)
        tower.rooms.herald.stir(match)
        await tower.rooms.herald.settle()
        return made

    monkeypatch.setattr(tower.rooms.desk, "answer", slow)
    tower.log.clear()
    await tower.presses(ANN, str(Address(Verb.CHOOSE, match, 0)))
    hers = [it.how for it in tower.log if it.to == ANN and not it.how.startswith("post")]
    assert hers == ["edit private 700", "answer: edit", "edit private 700"]


@pytest.mark.parametrize(
    ("card", "told"), [(False, ["answer: defer", "answer: later"]), (True, ["answer: defer", "answer: follow"])]
)
async def test_whose_choice_takes_long_hears_in_time_that_its_answer_comes(
    tower: Tower, monkeypatch: pytest.MonkeyPatch, card: bool, told: list[str]
) -> None:
    """In its place; what is pressed on the card, which is everybody's, is answered beside it."""
    match = (await world.begun(tower.rooms.tables, "schamanen", placement="random")).id
    heard = slowed(tower, monkeypatch, tower.rooms.desk, "answer")
    if not card:
        tower.ear.private[700] = Scene(above=("A hand",))
    table = await tower.rooms.tables.table(match)
    assert isinstance(table, Play)
    word = table.match.legal(table.people.index(ANN))[0]
    pick = Address(Verb.PICK, match, 0, spell(word))
    await tower.presses(ANN, str(Address(Verb.CHOOSE, match, 0) if card else pick))
    assert answers(tower) == told
    assert heard == ([] if card else told[:1])


@pytest.mark.parametrize(
    ("seats", "verb", "where", "told"),
    [
        (2, Verb.SIT, "the card", ["answer: defer", "answer: follow"]),
        (2, Verb.SIT, "beside it", ["answer: defer", "answer: later"]),
        (3, Verb.SIT, "the card", ["answer: defer"]),
        (3, Verb.SIT, "beside it", ["answer: defer", "answer: later"]),
        (3, Verb.START, "beside it", ["answer: defer", "answer: later"]),
    ],
)
async def test_whose_yes_takes_long_hears_in_time_that_its_answer_comes(
    tower: Tower, monkeypatch: pytest.MonkeyPatch, seats: int, verb: Verb, where: str, told: list[str]
) -> None:
    """The card stays what was pressed, whether or not a match has begun by it."""
    agreement = Agreement(kind="open", seats=seats)
    done = await tower.rooms.tables.offer(
        ANN, (), GAMES["woodwalkers"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    match = done.table.id
    if verb == Verb.START:
        await tower.rooms.tables.sit(match, BEN, cause=cause(), now=NOON)
    heard = slowed(tower, monkeypatch, tower.rooms.desk, "answer")
    if where == "beside it":
        tower.ear.private[700] = Scene(above=("The offer",))
    to = str(Address(verb, match, 0))
    tower.log.clear()
    await tower.presses(ANN if verb == Verb.START else BEN, to)
    assert answers(tower) == told
    assert heard == told[:1]
    assert isinstance(await tower.rooms.tables.table(match), Play) == (seats == 2 or verb == Verb.START)
    # So it is with a refusal; it lies beside, too.
    tower.log.clear()
    await tower.presses(BEN, to)
    assert answers(tower) == ["answer: defer", "answer: follow"]


async def test_what_was_not_promised_is_not_put_where_all_can_see_it(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No card has such a button; but whoever forges it, on whatever card, has their hand for themselves."""
    done = await tower.rooms.tables.offer(
        ANN, (), GAMES["schnick"], {}, Agreement(kind="practice", seats=2, house=1, rated=False, clock=None),
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    await tower.rooms.tables.shelve(done.table.id, ANN, now=NOON)
    slowed(tower, monkeypatch, tower.rooms.desk, "answer")
    await tower.presses(ANN, str(Address(Verb.SIT, done.table.id, 0)))
    assert answers(tower) == ["answer: defer", "answer: follow"]


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("the card", ["answer: promise", "answer: later"]),
        ("a hand", ["answer: promise", "answer: later"]),
        ("a board of it", ["answer: defer", "answer: later"]),
        ("its list of boards", ["answer: defer", "answer: later"]),
        ("its proof", ["answer: promise", "answer: later"]),
        ("a command", ["answer: promise", "answer: later"]),
    ],
)
async def test_whose_look_back_takes_long_hears_in_time_that_it_comes(
    tower: Tower, monkeypatch: pytest.MonkeyPatch, where: str, told: list[str]
) -> None:
    """The coach may think of others first, and of a long match for long."""
    match = (await world.begun(tower.rooms.tables, "schamanen", placement="random")).id
    await tower.rooms.tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    heard = slowed(tower, monkeypatch, tower.rooms.tables, "journal")

    async def untold(_: Minds, __: Record) -> None:
        pass

    monkeypatch.setattr(Minds, "debriefed", untold)
    tower.log.clear()
    if where not in {"the card", "a command"}:
        tower.ear.private[700] = Scene(above=("A hand",))
    if where == "a command":
        await tower.says(ANN, lambda it: tower.rooms.lookback.replay(it, str(match)), "replay", looks_back=True)
    elif where == "its list of boards":
        taken = str(Address(Verb.REPLAY, match, 0, "0"))
        await tower.presses(ANN, str(Address(Verb.TAKE, match, 0)), values=[taken])
    elif where == "its proof":
        await tower.presses(ANN, str(Address(Verb.VERIFY, match, 0)))
    else:
        await tower.presses(ANN, str(Address(Verb.REPLAY, match, 0, "0" if where == "a board of it" else "")))
    assert answers(tower) == told
    assert heard == told[:1]


@pytest.mark.parametrize(("deed", "told"), [(Verb.DATA, "promise"), (Verb.FORGET, "defer")])
async def test_whose_years_of_matches_take_long_hears_in_time_that_it_comes(
    tower: Tower, monkeypatch: pytest.MonkeyPatch, deed: Verb, told: str
) -> None:
    slowed(tower, monkeypatch, tower.store, "export" if deed == Verb.DATA else "live_of")
    tower.ear.private[700] = Scene(above=("A panel",))
    tower.log.clear()
    await tower.presses(ANN, str(Address(deed, 0, 0, YES if deed == Verb.FORGET else "")))
    assert answers(tower) == [f"answer: {told}", "answer: later"]


async def test_nobody_hears_twice_that_their_answer_comes() -> None:
    """A hint is promised at once, and its board may take a moment, too."""
    said: list[str] = []

    async def defer(**_: object) -> None:
        said.append("deferred")

    interaction: Any = SimpleNamespace(response=SimpleNamespace(is_done=lambda: bool(said), defer=defer))
    for _ in range(2):
        async with coming(interaction, 0.0):
            for _ in range(20):
                await asyncio.sleep(0)
    assert said == ["deferred"]


async def test_what_is_done_is_done_though_it_was_too_late_to_say_that_it_comes() -> None:
    """What was stored is told all the same."""

    async def defer(**_: object) -> None:
        raise OSError("gone")

    interaction: Any = SimpleNamespace(response=SimpleNamespace(is_done=lambda: False, defer=defer))
    async with coming(interaction, 0.0):
        for _ in range(20):
            await asyncio.sleep(0)


async def test_what_stands_beside_a_choice_is_looked_up_while_it_is_stored(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for an answer does not wait for one after the other."""
    match = (await world.begun(tower.rooms.tables, "schamanen", placement="random")).id
    tower.ear.private[700] = Scene(above=("A hand",))
    await tower.presses(ANN, str(Address(Verb.CHOOSE, match, 0)), message=700)
    table = await tower.rooms.tables.table(match)
    assert isinstance(table, Play)
    word = table.match.legal(table.people.index(ANN))[0]
    write, company, looked = tower.store.database.write, tower.store.company, asyncio.Event()

    async def patiently(*writes: Bound) -> list[list[Row]]:
        async with asyncio.timeout(PATIENCE):
            await looked.wait()
        return await write(*writes)

    async def look(match: int, person: int) -> Company:
        looked.set()
        return await company(match, person)

    monkeypatch.setattr(tower.store.database, "write", patiently)
    monkeypatch.setattr(tower.store, "company", look)
    await tower.presses(ANN, str(Address(Verb.PICK, match, 0, spell(word))), message=700)
    assert "Sealed" in [it for it in tower.log if it.how == "answer: edit"][-1].what


async def test_a_hand_that_was_opened_while_nothing_happens_is_paused_in_time(tower: Tower) -> None:
    """And so is one that is pressed again as the first is paused."""
    match = (await world.begun(tower.rooms.tables, "shamanic_chess")).id
    tower.rooms.herald.stir(match)
    await tower.settles()
    header = await tower.store.header(match)
    assert header
    for _ in range(2):
        tower.log.clear()
        await tower.presses(ANN, str(Address(Verb.CHOOSE, match, 0)), message=header.message or 0)
        assert [it.how for it in tower.log] == ["answer: defer", "answer: follow"]
        [hand] = [
            it for it in await tower.store.hands(match) if it.person == ANN and not it.channel and it.shows != PAUSED
        ]
        for _ in range(PAUSE // MINUTE):
            assert hand.message not in tower.ear.private
            await tower.waits(tower.hour + MINUTE)
        assert tower.ear.private[hand.message].above[-1].startswith("⏸️")


async def test_however_soon_it_is_told_a_press_on_the_card_opens_one_hand(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After whatever is written: somebody else may move just then, or we are killed there."""
    match = (await world.begun(tower.rooms.tables, "shamanic_chess")).id
    tower.rooms.herald.stir(match)
    await tower.settles()
    header = await tower.store.header(match)
    assert header
    write = tower.store.database.write
    tells: list[Bound] = []

    async def and_tells(*writes: Bound) -> list[list[Row]]:
        written = await write(*writes)
        if not tells:
            tells.extend(writes)
            tower.rooms.herald.stir(match)
            await tower.rooms.herald.settle()
            tells.clear()
        return written

    monkeypatch.setattr(tower.store.database, "write", and_tells)
    tower.log.clear()
    await tower.presses(ANN, str(Address(Verb.CHOOSE, match, 0)), message=header.message or 0)
    assert [it.how for it in tower.log if it.to == ANN] == ["answer: defer", "answer: follow"]
    assert [it.token for it in await tower.store.doors(match) if it.person == ANN] == [
        it.token for it in await tower.store.hands(match) if it.person == ANN and not it.channel
    ]


@pytest.mark.parametrize("message", [700, 701])
async def test_of_what_is_pressed_after_the_end_nothing_is_kept(tower: Tower, message: int) -> None:
    """On the card, and in a hand that was another match's before: that one has it no more."""
    match, other = [(await world.begun(tower.rooms.tables, "shamanic_chess")).id for _ in range(2)]
    await tower.rooms.tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    for each in (match, other):
        tower.rooms.herald.stir(each)
        await tower.settles()
    tower.ear.private[700] = Scene(above=("A hand",))
    await tower.store.hold(Hand(other, ANN, 700, 0, 0, NOON, f"{ANN} 1"))
    tower.hour += AT_IT
    await tower.presses(ANN, str(Address(Verb.CHOOSE, match, 0)), message=message)
    assert tower.log[-1].how == ("answer: edit" if message == 700 else "answer: send")
    assert (await tower.store.presence(ANN)).at == tower.hour
    assert await tower.store.hands(match) == []
    assert await tower.store.doors(match) == []
    assert [it.message for it in await tower.store.hands(other) if not it.channel] == [700] * (message != 700)
