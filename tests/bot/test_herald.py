"""What the channel and the people are told, with a Discord that fails where it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

import pytest

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald import herald as heralds
from bot.herald.channels import ANSWER, Place
from bot.herald.hands import LOOK, PAUSE, TOKEN
from bot.herald.notice import SOON
from bot.herald.veil import REVEALED, Veil
from bot.preferences import Player
from bot.scenes.scene import Board, Scene
from bot.table.agreement import Agreement
from bot.table.deadlines import Due
from bot.table.table import Begun, Play, Table
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from games import GAMES
from games.art import Picture
from storage import NO_SEAT, Deadline, Door, Hand, Header, Presence, Unstored
from tests.bot.billboard import DIRECT, Billboard
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, SERVER, cause, said, tabled
from tests.bot.town import NOON, Town, begun, challenge, chosen, round_of, settled
from tests.patience import PATIENCE


@pytest.fixture
def town(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Town:
    monkeypatch.setattr(heralds, "AGAIN", (0.05,))
    hour = [NOON]
    return settled(tables.store, Billboard(lambda: hour[0]), hour)


async def test_everybody_is_asked_once_though_discord_has_trouble(town: Town) -> None:
    """The table is posted once, the first is not asked twice, and the second not at all until it works."""
    town.board.fails(f"tell {BEN}", Unavailable("too many"), Unavailable("too many"))
    table = await begun(town.tables)
    await town.told(table.id)
    assert len(town.board.at(CHANNEL)) == 1
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_nobody_sleeps_on_once_discord_is_back(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    town.board.fails("post", Unavailable("away"))
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while town.board.troubles["post"]:
            await asyncio.sleep(0.001)
        town.herald.woken()
        await town.herald.settle()
    assert len(town.board.at(CHANNEL)) == 1


async def test_nobody_sleeps_on_once_the_store_is_back(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next look finds that it is."""
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    monkeypatch.setattr(heralds, "SWEEP", 0.001)
    table = await begun(town.tables)
    asked: list[str] = []

    def away(name: str) -> None:
        reads = getattr(town.herald.store, name)

        async def answered(*args: object) -> object:
            asked.append(name)
            if asked.count("live") < 3:
                raise Unstored("away")
            return await reads(*args)

        monkeypatch.setattr(town.herald.store, name, answered)

    away("outlook")
    away("live")
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while "outlook" not in asked:
            await asyncio.sleep(0)
        watching = asyncio.create_task(town.herald.sweeping())
        await town.herald.settle()
    watching.cancel()
    assert len(town.board.at(CHANNEL)) == 1


async def test_what_another_process_did_is_told_by_the_next_look(town: Town) -> None:
    """As `duel forget` does it."""
    table = await begun(town.tables)
    await town.told(table.id)
    await tabled(town.tables.store).forget(BEN, NOON)
    await town.clock(NOON + heralds.FORSAKEN)
    await town.herald.sweep()
    await town.herald.settle()
    assert await town.tables.store.unshown() == []
    (scene,) = [scene for scene in town.board.at(CHANNEL) if scene.rows]
    assert "re:" in str(scene.rows)
    assert str(BEN) not in str(scene.above)
    (end,) = town.board.direct(ANN)
    assert str(BEN) not in str(end.above)


async def test_it_looks_now_and_then(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heralds, "SWEEP", 0.001)
    table = await begun(town.tables)
    await town.clock(NOON + heralds.FORSAKEN)
    watching = asyncio.create_task(town.herald.sweeping())
    async with asyncio.timeout(PATIENCE):
        while await town.tables.store.unshown():
            await asyncio.sleep(0.001)
    watching.cancel()
    assert len(town.board.at(CHANNEL)) == 1
    assert town.board.pings(ANN) == 1, table.id


async def test_one_persons_trouble_is_not_the_others(town: Town) -> None:
    town.board.fails(f"tell {ANN}", *[Unavailable("too many")] * 3)
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not town.board.direct(BEN):
            await asyncio.sleep(0.001)
    assert not town.board.direct(ANN)
    await town.herald.settle()
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_a_reminder_comes_once_and_not_by_the_clocks_own_hand(town: Town) -> None:
    """It is told of what is stored: a Discord out of reach only makes it late."""
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    await chosen(town.tables, table.id, BEN)
    await town.told(table.id)
    town.board.fails(f"tell {ANN}", Unavailable("away"))
    await town.clock(NOON + HOUR * 4 // 5)
    await town.clock(NOON + HOUR * 9 // 10)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [2, 1]
    assert len(town.board.direct(ANN)) == 1
    assert any("Not much time left" in line for line in town.board.direct(ANN)[0].above)


async def test_who_wants_no_reminder_gets_none(town: Town) -> None:
    for person, prompts in ((ANN, "dm"), (BEN, "here")):
        await town.preferences.set_player(person, Player(reminders=False, prompts=prompts))
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    await town.clock(NOON + HOUR * 4 // 5)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_who_is_asked_at_the_table_is_reminded_there(town: Town) -> None:
    await town.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    await chosen(town.tables, table.id, BEN)
    await town.told(table.id)
    assert town.board.pings(ANN) == 1
    await town.clock(NOON + HOUR * 4 // 5)
    assert town.board.pings(ANN) == 2
    assert not town.board.direct(ANN)


async def test_who_was_challenged_is_called_once(town: Town) -> None:
    """Whoever else answers meanwhile, and though nobody has clicked it here since a start."""
    done = await town.tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, Agreement(seats=3), server=SERVER, channel=CHANNEL, cause=cause(),
        now=NOON,
    )  # fmt: skip
    await town.told(done.table.id)
    await town.tables.sit(done.table.id, CAT, cause=cause(), now=NOON)
    await town.told(done.table.id)
    assert [town.board.pings(person) for person in (BEN, CAT)] == [1, 1]
    assert len(town.board.at(CHANNEL)) == 1


@pytest.mark.parametrize("no", [Lost(), Unreachable("unreachable-channel")], ids=["lost", "unreachable"])
async def test_where_no_edit_is_taken_the_board_is_posted_anew(town: Town, no: Lost | Unreachable) -> None:
    """As in a thread that was archived meanwhile."""
    table = await begun(town.tables)
    await town.told(table.id)
    town.board.fails(f"edit {CHANNEL}", no)
    await round_of(town.tables, table.id)
    await town.told(table.id)
    assert [bool(scene.rows) for scene in town.board.at(CHANNEL)] == [True]
    header = await town.tables.store.header(table.id)
    assert header
    assert header.message == await town.board.newest(CHANNEL)


async def test_where_nothing_can_be_posted_no_message_is_remembered(town: Town) -> None:
    """Nor is one made up when it is told once more, because somebody is still to be asked."""
    town.board.fails(f"post {CHANNEL}", Unreachable("unreachable-channel"))
    town.board.fails(f"tell {BEN}", Unavailable("away"))
    table = await begun(town.tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    header = await town.tables.store.header(table.id)
    assert header
    assert (header.shown, header.message) == (table.seq, None)


async def test_what_is_wanted_further_down_moves_there(town: Town) -> None:
    table = await challenge(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await town.herald.again(table.id)
    await town.herald.settle()
    hello, card = town.board.at(CHANNEL)
    assert hello.above == ("Hello",)
    assert card.rows


async def test_an_offer_that_is_closed_says_so_where_it_is(town: Town) -> None:
    table = await challenge(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await town.tables.decline(table.id, BEN, cause=cause(), now=NOON)
    await town.told(table.id)
    card, _ = town.board.at(CHANNEL)
    assert not card.rows
    assert card.below == ()


async def test_what_was_replaced_goes_though_discord_has_trouble(town: Town) -> None:
    """However often it takes: the match is told before, and nobody else would come back to it."""
    table = await begun(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    town.board.fails("remove", Unavailable("away"))
    await said(town.tables, table, 0, "!resign", now=NOON)
    town.herald.stir(table.id)
    await town.herald.settle()
    assert len(town.board.at(CHANNEL)) == 3
    town.hour[0] += SOON
    await town.herald.sweep()
    await town.herald.settle()
    hello, end = town.board.at(CHANNEL)
    assert hello.above == ("Hello",)
    assert "re:" in str(end.rows)
    assert await town.tables.store.left_behind(table.id) == []


async def test_what_was_replaced_goes_though_nothing_else_is_to_be_told(town: Town) -> None:
    """The board was wanted further down, and Discord has had trouble since it lies there."""
    table = await begun(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    town.board.fails("remove", Unavailable("away"))
    await town.herald.again(table.id)
    await town.herald.settle()
    town.hour[0] += SOON
    await town.herald.sweep()
    await town.herald.settle()
    assert len(town.board.alive()) == 1
    assert await town.tables.store.left_behind(table.id) == []


async def test_what_happens_while_something_goes_wrong_is_told(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong waits until it is tried again; what has happened since does not."""
    table = await begun(town.tables)
    post = town.board.post

    async def wrong(channel: int, scene: Scene, once: str) -> Place:
        monkeypatch.setattr(town.board, "post", post)
        town.herald.stir(table.id)
        raise ZeroDivisionError

    monkeypatch.setattr(town.board, "post", wrong)
    await town.told(table.id)
    assert len(town.board.at(CHANNEL)) == 1
    assert await town.tables.store.unshown() == []


async def test_a_card_that_is_old_is_not_edited_and_moves_at_the_end(town: Town) -> None:
    """Discord takes few edits of what was posted an hour ago."""
    table = await begun(town.tables, clock=None)
    await town.told(table.id)
    (card,) = town.board.at(CHANNEL)
    town.hour[0] += HOUR
    await chosen(town.tables, table.id, ANN, town.hour[0])
    await town.told(table.id)
    assert town.board.at(CHANNEL) == [card]
    await said(town.tables, table, 0, "!resign", now=town.hour[0])
    await town.told(table.id)
    (end,) = town.board.at(CHANNEL)
    assert "re:" in str(end.rows)


async def test_the_end_is_told_once_however_often_the_board_is_wanted(town: Town) -> None:
    table = await begun(town.tables)
    await said(town.tables, table, 0, "!resign", now=NOON)
    await town.told(table.id)
    before = town.board.pings(ANN)
    await town.herald.again(table.id)
    await town.herald.settle()
    assert town.board.pings(ANN) == before


async def test_every_open_hand_shows_the_newest(town: Town) -> None:
    """On two devices, and of whoever chose last; what shows it already is not edited again."""
    table = await begun(town.tables)
    await town.told(table.id)
    for number, person in enumerate((ANN, ANN, BEN)):
        await town.tables.store.hold(Hand(table.id, person, 700 + number, 0, 0, NOON, "token"))
    await town.told(table.id)
    await round_of(town.tables, table.id)
    await town.told(table.id)
    assert town.board.private[700] == town.board.private[701]
    shown = dict(town.board.private)
    town.board.fails("edit_private", *[Lost()] * 9)
    await town.told(table.id)
    assert town.board.private == shown
    assert len([it for it in await town.tables.store.hands(table.id) if it.token]) == 3


async def test_a_hand_is_paused_before_its_token_ends_and_goes_on_with_a_press(town: Town) -> None:
    table = await begun(town.tables, clock=None)
    await town.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await town.told(table.id)
    await town.clock(NOON + PAUSE - 1)
    assert len(town.board.private[700].rows) > 1
    await town.clock(NOON + PAUSE)
    assert town.board.private[700].above[-1].startswith("⏸️")
    await town.clock(NOON + TOKEN)
    assert town.board.private[700].above[-1].startswith("⏸️")
    assert await town.tables.store.due(NOON + HOUR) == []


async def test_the_end_is_in_every_hand_and_then_it_is_put_down(town: Town) -> None:
    table = await begun(town.tables)
    await town.told(table.id)
    await town.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await town.tables.store.open_door(Door(table.id, BEN, 900, "token", NOON))
    await said(town.tables, table, 0, "!resign", now=NOON)
    await town.told(table.id)
    assert town.board.private[700].board
    assert await town.tables.store.hands(table.id) == []
    assert await town.tables.store.doors(table.id) == []


async def test_who_has_pressed_the_card_gets_a_hand_beside_it(town: Town) -> None:
    """As the challenger, by the token of their command; who has one gets no second."""
    table = await begun(town.tables)
    await town.tables.store.open_door(Door(table.id, ANN, 900, "hers", NOON - MINUTE))
    await town.tables.store.open_door(Door(table.id, BEN, 900, "old", NOON - PAUSE))
    await town.told(table.id)
    await town.told(table.id)
    assert len(town.board.private) == 1
    (hand,) = [it for it in await town.tables.store.hands(table.id) if not it.channel]
    assert (hand.person, hand.token, hand.at) == (ANN, "hers", NOON - MINUTE)


async def test_what_must_be_forgotten_lies_open_nowhere_once_it_is_covered(town: Town) -> None:
    """The next choice comes while it is still open, and the table moves to the bottom: above it stays no open board."""
    table = await begun(town.tables, "schamanen", variant="memory", placement="random")
    match, opened = table.id, set()
    await town.told(match)
    for step in range(6):
        assert isinstance(table, Begun)
        while isinstance(table := await town.tables.table(match), Play) and table.match.step == step:
            for seat in sorted(table.match.waiting):
                assert isinstance(table, Begun)
                await chosen(town.tables, match, table.people[seat] or 0, town.hour[0])
        assert isinstance(table, Begun)
        view = table.match.view(None)
        if table.game.picture(view) != table.game.picture(table.game.covered(view)):
            opened.add(table.game.picture(view))
        # Somebody talks: the table is not the last any more.
        await town.board.post(CHANNEL, Scene(above=("Hello",)), f"hello {step}")
        town.hour[0] += 1_000
        await town.told(match)
    assert opened
    assert not opened & set(_boards(scene for _, scene in town.board.posted))
    await town.clock(town.hour[0] + REVEALED)
    assert not opened & set(_boards(town.board.at(CHANNEL)))


async def opened(town: Town) -> tuple[Veil, Begun]:
    """A table at which something must be forgotten, and nothing lies open yet."""
    table = await begun(town.tables, "schamanen", variant="memory", placement="random")
    assert isinstance(table, Begun)
    while table.game.covered(view := table.match.view(None)) == view:
        for seat in sorted(table.match.waiting):
            table = await chosen(town.tables, table.id, table.people[seat] or 0)
            assert isinstance(table, Begun)
    return Veil(town.tables.store, lambda: NOON), table


async def test_what_was_opened_since_stays_open_for_its_own_time(town: Town) -> None:
    veil, table = await opened(town)
    assert await veil.lifts(table, None)
    veil.fell(Deadline(Due.COVER, NOON, table.match.step - 1, match=table.id))
    assert veil.lifted(table)
    veil.fell(Deadline(Due.COVER, NOON, table.match.step, match=table.id))
    assert not veil.lifted(table)


@pytest.mark.parametrize(
    ("kind", "late", "seat", "lifted"),
    [
        (Due.COVER, 0, NO_SEAT, True),
        (Due.COVER, 1, NO_SEAT, False),
        (Due.COVER, 0, 0, False),
        (Due.LIMIT, 0, NO_SEAT, False),
    ],
    ids=["opened", "put off", "a look of one's own", "another clock"],
)
async def test_only_what_was_opened_for_all_lies_open_after_a_start(
    town: Town, kind: Due, late: int, seat: int, lifted: bool
) -> None:
    veil, table = await opened(town)
    veil.recalls(table.id, [Deadline(kind, NOON + REVEALED + late, table.match.step, seat)])
    assert veil.lifted(table) == lifted


def _boards(scenes: Iterable[Scene]) -> Iterator[Picture]:
    return (scene.board.picture for scene in scenes if isinstance(scene.board, Board))


async def test_the_clock_is_not_kept_by_a_discord_out_of_reach(town: Town) -> None:
    """What it has once told is due again only later, so that others come first."""
    table = await begun(town.tables, "schamanen", variant="memory", placement="random")
    await town.told(table.id)
    deadline = Deadline(Due.COVER, NOON, 0, match=table.id)
    await town.tables.store.schedule(table.id, deadline)
    town.board.fails(f"edit {CHANNEL}", Unavailable("away"))
    await town.herald.fired(deadline)
    assert deadline not in await town.tables.store.due(NOON)
    await town.herald.settle()
    assert await town.tables.store.due(NOON + HOUR * 24) == []


async def test_a_start_puts_down_what_was_left_open(town: Town) -> None:
    """Somebody’s last answer came after the end had been told."""
    table = await begun(town.tables)
    await said(town.tables, table, 0, "!resign", now=NOON)
    await town.told(table.id)
    await town.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await town.herald.catch_up()
    await town.herald.settle()
    assert town.board.private[700].board
    assert await town.tables.store.hands_left_open() == []


async def test_what_a_start_could_not_catch_up_with_it_does_when_the_store_is_back(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody says again that Discord is there: with the first try it would be lost until the next connection."""
    table = await begun(town.tables)
    await said(town.tables, table, 0, "!resign", now=NOON)
    await town.told(table.id)
    await town.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    tries: list[str] = []

    def away(name: str, times: int) -> None:
        asked = getattr(town.herald.store, name)

        async def answered(*args: object) -> object:
            tries.append(name)
            if tries.count(name) <= times:
                raise Unstored("away")
            return await asked(*args)

        monkeypatch.setattr(town.herald.store, name, answered)

    away("unshown", 2)
    away("hands_left_open", 1)
    monkeypatch.setattr(heralds, "SWEEP", 0)
    async with asyncio.timeout(PATIENCE):
        await town.herald.catch_up()
        await town.herald.settle()
    assert tries == ["unshown"] * 3 + ["hands_left_open", "unshown", "hands_left_open"]
    assert town.board.private[700].board


@pytest.mark.parametrize("hinted", [False, True])
async def test_what_the_house_would_do_stays_while_it_is_thought_about(town: Town, hinted: bool) -> None:
    """Otherwise the last to choose reads that the others have."""
    table = await begun(town.tables)
    await town.told(table.id)
    before = town.board.direct(ANN)
    if hinted:
        (place,) = [place for place in town.board.messages if place.channel == DIRECT + ANN]
        town.rooms.hands.hinted(place.message, 0)
    await chosen(town.tables, table.id, BEN)
    await town.told(table.id)
    assert (town.board.direct(ANN) == before) == hinted
    await chosen(town.tables, table.id, ANN)
    await town.told(table.id)
    assert town.board.direct(ANN) != before


async def test_who_was_not_asked_when_it_was_left_is_asked_after_the_next_start(town: Town) -> None:
    """However far its tellers were: nothing that is told of a closed door is anybody's own trouble."""
    asking, closed = asyncio.Event(), asyncio.Event()

    class Closing(Billboard):
        async def tell(self, person: int, scene: Scene, once: str) -> Place:
            if person == BEN:
                asking.set()
                await closed.wait()
                raise RuntimeError("Session is closed")
            return await super().tell(person, scene, once)

    board = Closing(lambda: town.hour[0])
    leaving = settled(town.tables.store, board, town.hour)
    table = await begun(town.tables)
    leaving.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        await asking.wait()
        await leaving.herald.leave()
        closed.set()
        leaving.herald.stir(table.id)
        await leaving.herald.settle()
    assert [header.id for header in await town.tables.store.unshown()] == [table.id]
    await town.herald.catch_up()
    await town.herald.settle()
    assert town.board.pings(BEN) == 1


async def test_what_goes_wrong_again_and_again_is_not_tried_ever_more_often(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens at the table meanwhile: one try that is put off, and not one for each that failed."""
    tries: list[float] = []
    enough = asyncio.Event()

    async def broken(*_: object) -> Place:
        tries.append(asyncio.get_running_loop().time())
        if len(tries) == 6:
            enough.set()
        raise ValueError

    monkeypatch.setattr(heralds, "LATER", 0.05)
    monkeypatch.setattr(town.board, "post", broken)
    table = await challenge(town.tables)
    for _ in range(30):
        await town.told(table.id)
    tries.clear()
    enough.clear()
    async with asyncio.timeout(PATIENCE):
        await enough.wait()
    await town.herald.leave()
    # Between two of them the whole pause: a loop rings late, and a hair early at most.
    assert tries[5] - tries[0] > 4.9 * heralds.LATER


async def test_whoever_is_forgotten_is_named_in_nothing_that_is_written_from_then_on(town: Town) -> None:
    table = await begun(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await tabled(town.tables.store).forget(BEN, NOON)
    await town.told(table.id)
    assert len(town.board.at(CHANNEL)) == 2
    assert str(BEN) not in str([scene.above for scene in town.board.at(CHANNEL)])


async def test_what_happens_meanwhile_is_told_though_somebody_is_out_of_reach(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for one person's trouble to pass does not sleep through what the others do."""
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    town.board.fails(f"tell {BEN}", Unavailable("too many"))
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while town.board.troubles[f"tell {BEN}"]:
            await asyncio.sleep(0.001)
        await chosen(town.tables, table.id, ANN)
        await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert any("sealed" in it.shows for it in await town.tables.store.hands(table.id) if it.person == ANN)


async def test_of_whom_nobody_knows_whether_they_were_called_the_others_do_not_wait_for(town: Town) -> None:
    """Their direct messages neither come nor can be read back: card and hands go on, and they are called once."""
    away = [Unavailable("too many")] * 1_000
    town.board.fails(f"tell {BEN}", *away)
    town.board.fails(f"ours {DIRECT + BEN}", *away)
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not town.board.direct(ANN) or len(town.board.troubles[f"ours {DIRECT + BEN}"]) == len(away):
            await asyncio.sleep(0.001)
        hand, card = town.board.direct(ANN), town.board.at(CHANNEL)
        town.hour[0] += MINUTE
        await chosen(town.tables, table.id, ANN)
        town.herald.stir(table.id)
        while town.board.direct(ANN) == hand or town.board.at(CHANNEL) == card:
            await asyncio.sleep(0.001)
        assert town.board.pings(BEN) == 0
        town.board.troubles.clear()
        await town.herald.settle()
    assert town.board.pings(BEN) == 1


async def test_a_look_of_ones_own_is_covered_though_the_begin_could_not_be_posted_yet(town: Town) -> None:
    """In the channel there is but the offer, in which nobody sits."""
    table = await challenge(town.tables, "schamanen", placement="random")
    await town.told(table.id)
    table = (await town.tables.sit(table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    store = town.tables.store
    await store.hold(Hand(table.id, ANN, 700, 0, LOOK, NOON, "token"))
    covers = Deadline(Due.COVER, NOON, 0, table.people.index(ANN), table.id)
    await store.schedule(table.id, covers)
    await town.herald.fired(covers)
    await town.herald.settle()
    assert ANSWER in town.board.private
    assert await store.unshown() == []
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_whom_nobody_can_say_anything_of_keeps_nobody_else_from_being_called(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    whereabouts = town.tables.store.whereabouts

    async def broken(person: int) -> tuple[Presence, list[Hand]]:
        if person == ANN:
            raise KeyError(person)
        return await whereabouts(person)

    monkeypatch.setattr(town.tables.store, "whereabouts", broken)
    table = await begun(town.tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [0, 1]
    assert await town.tables.store.unshown() == []
    monkeypatch.undo()
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_whom_nobody_can_call_keeps_nobody_else_from_being_called(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong there."""
    tell = town.board.tell
    asked: list[int] = []

    async def broken(person: int, scene: Scene, once: str) -> Place:
        asked.append(person)
        if person == asked[0]:
            raise KeyError(person)
        return await tell(person, scene, once)

    monkeypatch.setattr(town.board, "tell", broken)
    table = await begun(town.tables)
    for _ in range(2):
        await town.told(table.id)
    assert sorted(town.board.pings(person) for person in (ANN, BEN)) == [0, 1]


async def test_a_match_that_cannot_be_read_stops_no_look_at_the_others(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of them; and whoever is awaited at the second is asked."""
    broken, other = [(await begun(town.tables)).id for _ in range(2)]
    for match in (broken, other):
        await town.told(match)
    for it in await town.tables.store.standing(other):
        await town.tables.store.lift(it)
    current = town.tables.current

    async def read(header: Header) -> Table:
        if header.id == broken:
            raise KeyError(header.id)
        return await current(header)

    monkeypatch.setattr(town.tables, "current", read)
    await town.herald.sweep()
    await town.herald.settle()
    assert town.rooms.crier.unasked == 2


@pytest.mark.parametrize("seat", [NO_SEAT, 0])
async def test_what_lies_open_is_due_until_it_is_covered(
    town: Town, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is killed in between is followed; and then it is due no more."""
    table = await begun(town.tables, "schamanen", variant="memory", placement="random")
    assert isinstance(table, Begun)
    await town.told(table.id)
    person = table.people[0]
    assert person is not None
    await town.tables.store.hold(Hand(table.id, person, 700, 0, LOOK, NOON, "token"))
    covers = Deadline(Due.COVER, NOON, 0, seat, table.id)
    await town.tables.store.schedule(table.id, covers)
    deed = "edit" if seat == NO_SEAT else "edit_private"

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(town.board, deed, killed)
        await town.herald.fired(covers)
        await town.herald.settle()
    assert [it.seat for it in await town.tables.store.standing(table.id) if it.kind == Due.COVER] == [seat]
    after = settled(town.tables.store, town.board, town.hour)
    await after.clock(NOON + HOUR)
    assert [it for it in await town.tables.store.standing(table.id) if it.kind == Due.COVER] == []


async def test_what_was_opened_by_somebodys_press_is_covered_by_it(town: Town) -> None:
    """Where the channel has been closed to us meanwhile it would lie open for ever."""
    table = await begun(town.tables, "schamanen", variant="memory", placement="random")
    await town.told(table.id)
    (card,) = [place.message for place in town.board.messages if place.channel == CHANNEL]
    await town.tables.store.open_door(Door(table.id, ANN, card, "token", NOON))
    town.board.fails(f"edit {CHANNEL}", *[Unreachable("unreachable-permissions")] * 9)
    table = await round_of(town.tables, table.id)
    assert isinstance(table, Begun)
    await town.told(table.id)
    view = table.match.view(None)
    open_now, covered = table.game.picture(view), table.game.picture(table.game.covered(view))
    assert open_now != covered
    assert [*_boards([town.board.private[card]])] == [open_now]
    await town.clock(NOON + REVEALED)
    assert [*_boards([town.board.private[card]])] == [covered]
