"""When channels are told what the store holds: at once, again after trouble, and by whoever looks for the untold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.delivery import scheduler as heralds
from bot.delivery import sweep_schedule as ears
from bot.delivery.sweep_schedule import TAKEOVER_DELAY_MS, SweepSchedule
from bot.errors import DiscordUnavailable
from bot.matches.deadline_loop import MatchPartition
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch
from bot.messenger import MessageLocation
from bot.preferences import PlayerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action
from bot.wall_clock import HOUR_MS, MINUTE_MS
from storage import Deadline, PlayerMessage, StoreUnavailable
from tests.bot.databases import both_databases
from tests.kit.calls import fail_next, record_calls
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CHANNEL, NOON, said, tabled
from tests.kit.scenes import verbs
from tests.kit.world import World, begin_match_where_both_choose, begun, challenge, chosen
from tests.patience import PATIENCE, wait_until
from tests.storage.stores import record_presence

pytestmark = pytest.mark.usefixtures("soon_again")

AWAY = DiscordUnavailable("away")
SELDOM = float(1 << 30)


# After trouble


@pytest.mark.parametrize("wakes", ["connection", "another match"])
async def test_waiting_ends_once_discord_is_back(world: World, wakes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heralds, "RETRY_DELAYS_S", (3600.0,))
    world.discord.fails(f"post {CHANNEL}", *[AWAY] * 2)
    one, other = [await begun(world.tables) for _ in range(2)]
    for match in (one, other):
        world.herald.schedule_refresh(match.id)
    await wait_until(lambda: not world.discord.troubles[f"post {CHANNEL}"])
    if wakes == "connection":
        world.herald.retry_waiting_now()
    else:
        await chosen(world.tables, one.id, ANN)
        world.herald.schedule_refresh(one.id)
    async with asyncio.timeout(PATIENCE):
        await world.herald.wait_until_delivered()
    assert len(world.discord.at(CHANNEL)) == 2


@both_databases
async def test_waiting_ends_once_the_store_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heralds, "RETRY_DELAYS_S", (3600.0,))
    monkeypatch.setattr(ears, "SWEEP_INTERVAL_S", 0.001)
    match = await begun(world.tables)
    outages = fail_next(monkeypatch, world.store.delivery_states, "load_state", StoreUnavailable("away"))
    fail_next(monkeypatch, world.store.matches, "list_unshown", StoreUnavailable("away"), StoreUnavailable("away"))
    world.herald.schedule_refresh(match.id)
    await wait_until(lambda: not outages)
    watching = asyncio.create_task(world.herald.run_sweeps())
    async with asyncio.timeout(PATIENCE):
        await world.herald.wait_until_delivered()
    watching.cancel()
    assert len(world.discord.at(CHANNEL)) == 1


async def test_event_during_a_failure_is_told(world: World) -> None:
    match = await begun(world.tables)

    async def fail(_: int) -> None:
        world.discord.meanwhile.clear()
        world.herald.schedule_refresh(match.id)
        raise ZeroDivisionError

    world.discord.meanwhile["post"] = fail
    await world.refresh(match.id)
    assert len(world.discord.at(CHANNEL)) == 1
    assert await world.store.matches.list_unshown() == []


async def test_error_is_retried_at_one_pace_however_often_it_comes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[float] = []

    async def fail(_: int) -> None:
        tries.append(asyncio.get_running_loop().time())
        raise ValueError

    monkeypatch.setattr(heralds, "ERROR_RETRY_DELAY_S", 0.05)
    world.discord.meanwhile["post"] = fail
    match = await challenge(world.tables)
    for _ in range(30):
        await world.refresh(match.id)
    tries.clear()
    await wait_until(lambda: len(tries) >= 4)
    await world.herald.cancel_deliveries()
    # Between two of them the whole pause: a loop rings late, and a hair early at most.
    assert tries[3] - tries[0] > 2.9 * heralds.ERROR_RETRY_DELAY_S


async def test_clock_does_not_wait_for_a_discord_out_of_reach(world: World) -> None:
    match_id = (await world.begin_match("schamanen", variant="memory", placement="random")).id
    deadline = Deadline(DeadlineKind.COVER_REVEAL, NOON, 0, match_id=match_id)
    await world.store.deadlines.set_deadlines(match_id, deadline)
    world.discord.fails(f"edit {CHANNEL}", AWAY)
    await world.herald.handle_deadline(deadline)
    assert deadline not in await world.store.deadlines.list_due(NOON)
    await world.herald.wait_until_delivered()
    assert await world.store.deadlines.list_due(NOON + HOUR_MS * 24) == []


# What others have stored


@both_databases
async def test_forgotten_person_is_named_in_no_message_from_then_on(world: World) -> None:
    """Another process forgets them, as `duel forget` does, and the next look tells it."""
    match_id = (await world.begin_match()).id
    await world.post_chatter()
    await tabled(world.store).forget_person(BEN, NOON)
    await world.clock(NOON + TAKEOVER_DELAY_MS)
    await world.herald.sweep_all_matches()
    await world.herald.wait_until_delivered()
    assert await world.store.matches.list_unshown() == []
    (card,) = [scene for scene in world.discord.at(CHANNEL) if scene.rows]
    assert verbs(card)[Action.OFFER_REMATCH].match_id == match_id
    assert len(world.discord.at(CHANNEL)) == 2
    (end,) = world.discord.direct(ANN)
    assert str(BEN) not in str([scene.above for scene in (*world.discord.at(CHANNEL), end)])


@pytest.mark.parametrize(("count", "more"), [(1, 0), (2, 0), (3, 1)])
async def test_more_untold_matches_than_a_handful_follow_soon(
    world: World, monkeypatch: pytest.MonkeyPatch, count: int, more: int
) -> None:
    monkeypatch.setattr(heralds, "SWEEP_BATCH_SIZE", 2)
    soon: list[None] = []
    monkeypatch.setattr(world.herald.sweep_schedule, "schedule_extra_sweep", lambda: soon.append(None))
    for _ in range(count):
        await begun(world.tables)
    # No clock: what it fires is told, too.
    world.hour[0] += TAKEOVER_DELAY_MS
    await world.herald.sweep_all_matches()
    await world.herald.wait_until_delivered()
    assert len(soon) == more
    assert len(world.discord.at(CHANNEL)) == min(count, 2)


@both_databases
async def test_start_tells_what_was_left_open_once_the_store_is_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world.tables)
    await said(world.tables, match, 0, "!resign", now=NOON)
    await world.refresh(match.id)
    await world.store.player_messages.save_message(PlayerMessage(match.id, ANN, 700, None, 0, NOON, "token"))
    fail_next(monkeypatch, world.store.matches, "list_unshown", StoreUnavailable("away"), StoreUnavailable("away"))
    fail_next(monkeypatch, world.store.player_messages, "list_of_ended_matches", StoreUnavailable("away"))
    tries = record_calls(monkeypatch, world.store.matches, "list_unshown")
    monkeypatch.setattr(heralds, "SWEEP_INTERVAL_S", 0)
    async with asyncio.timeout(PATIENCE):
        await world.herald.catch_up()
        await world.herald.wait_until_delivered()
    assert len(tries) == 4
    assert world.discord.private[700].board
    assert await world.store.player_messages.list_of_ended_matches() == []


# When to look


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> SweepSchedule:
    """It waits for nothing that it is told to wait for, and looks by itself so seldom that no test sees it."""
    for name in ("TAKEOVER_DELAY_MS", "OTHER_SHARE_EXTRA_DELAY_MS", "MIN_CHECK_INTERVAL_S"):
        monkeypatch.setattr(ears, name, 0)
    for name in ("SWEEP_INTERVAL_S", "LISTENING_SWEEP_INTERVAL_S"):
        monkeypatch.setattr(ears, name, SELDOM)
    return SweepSchedule(MatchPartition())


async def look(ear: SweepSchedule) -> frozenset[int] | None:
    async with asyncio.timeout(PATIENCE):
        return await ear.wait_for_next_check()


async def check_rest(ear: SweepSchedule) -> None:
    """Nothing is to be looked at, however often its turn comes."""
    looking = asyncio.create_task(ear.wait_for_next_check())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not looking.done()
    looking.cancel()
    await asyncio.wait((looking,))


async def test_matches_that_were_rung_for_are_looked_at_together(
    ear: SweepSchedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    await check_rest(ear)
    for match_id in (3, 5, 3):
        ear.schedule_check(match_id)
    assert await look(ear) == frozenset({3, 5})
    await check_rest(ear)
    monkeypatch.setattr(ears, "OTHER_SHARE_EXTRA_DELAY_MS", SELDOM)
    share = MatchPartition()
    share.update_share("one", ["one", "two"])
    other = SweepSchedule(share)
    for match_id in (6, 7):
        other.schedule_check(match_id)
    assert await look(other) == frozenset({6})
    await check_rest(other)


async def test_process_that_hears_again_looks_at_all_twice(ear: SweepSchedule, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored last before that was not forsaken yet."""
    at = 0.0
    monkeypatch.setattr(ears, "get_loop_time", lambda: at)
    monkeypatch.setattr(ears, "TAKEOVER_DELAY_MS", 1_000)
    ear.set_listening(True)
    assert await look(ear) is None
    await check_rest(ear)
    at = 1.0
    assert await look(ear) is None
    ear.set_listening(True)
    await check_rest(ear)


async def test_process_that_hears_nothing_looks_often(ear: SweepSchedule, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ears, "SWEEP_INTERVAL_S", 0)
    assert [await look(ear), await look(ear)] == [None, None]
    ear.set_listening(True)
    assert await look(ear) is None
    await check_rest(ear)
    ear.schedule_extra_sweep()
    assert await look(ear) is None, "there was more than a handful"
    await check_rest(ear)
    ear.set_listening(False)
    assert await look(ear) is None


# While Discord puts one thing off, such as the edit of a message


@pytest.fixture
async def pair_of_matches(world: World) -> AsyncIterator[list[RunningMatch]]:
    """Two in which both choose, and neither is there."""
    yield [await begin_match_where_both_choose(world) for _ in range(2)]
    async with asyncio.timeout(PATIENCE):
        await world.herald.wait_until_delivered()


async def make_stale(world: World, match_id: int, person_id: int) -> None:
    """Their direct message is to be edited."""
    (message,) = [it for it in await world.load_hands(match_id, person_id) if it.channel_id]
    await world.store.player_messages.save_message(replace(message, content_key="as it was"))


async def find_uncalled(world: World, *matches: int) -> list[int]:
    """Seats that are due and that nobody has asked."""
    standing = [it for match_id in matches for it in await world.store.deadlines.list_of_match(match_id)]
    return [
        it.seat
        for it in standing
        if it.kind == DeadlineKind.NOTIFICATION and not it.outcome and it.due_ms <= world.hour[0]
    ]


async def test_card_moves_while_another_one_of_its_channel_is_put_off(
    world: World, pair_of_matches: list[RunningMatch]
) -> None:
    one, other = [it.id for it in pair_of_matches]
    await world.preferences.update_player(BEN, PlayerPreferences(prompts="here"))
    await world.refresh(one)
    await chosen(world.tables, one, ANN, NOON)
    world.hour[0] += MINUTE_MS
    hold = world.discord.hold(f"edit {CHANNEL}")
    world.herald.schedule_refresh(one)
    await wait_until(hold.reached.is_set)
    before = len(world.discord.at(CHANNEL))
    world.herald.schedule_refresh(other)
    await wait_until(lambda: len(world.discord.at(CHANNEL)) > before)
    hold.released.set()


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_call_comes_while_the_message_of_somebody_else_is_put_off(
    world: World, pair_of_matches: list[RunningMatch], elsewhere: bool
) -> None:
    one, other = [it.id for it in pair_of_matches]
    await record_presence(world.store, [ANN], NOON)
    await world.refresh(one)
    assert world.count_pings(ANN) == [0]
    await make_stale(world, one, BEN)
    world.hour[0] += ACTIVE_WINDOW_MS
    hold = world.discord.hold(f"edit {DIRECT + BEN}")
    world.herald.schedule_refresh(one)
    await wait_until(hold.reached.is_set)
    if elsewhere:
        world.herald.schedule_refresh(other)

    async def is_called() -> bool:
        return not await find_uncalled(world, one, *([other] if elsewhere else []))

    await wait_until(is_called)
    assert world.count_pings(ANN) == [1]
    hold.released.set()


@pytest.mark.parametrize("deed", [f"edit {DIRECT + ANN}", f"remove {CHANNEL}"])
async def test_message_is_edited_while_another_one_or_a_removal_is_put_off(
    world: World, pair_of_matches: list[RunningMatch], deed: str
) -> None:
    match_id = pair_of_matches[0].id
    await world.refresh(match_id)
    await make_stale(world, match_id, ANN)
    await world.store.cleanup.add_messages(match_id, [MessageLocation(CHANNEL, 77)])
    await world.store.player_messages.save_message(PlayerMessage(match_id, BEN, 700, None, 0, NOON, "token 700"))
    hold = world.discord.hold(deed)
    world.herald.schedule_refresh(match_id)
    await wait_until(lambda: hold.reached.is_set() and 700 in world.discord.private)
    hold.released.set()


@pytest.mark.parametrize(("late", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_player_is_called_while_the_call_of_another_one_is_put_off(
    world: World, pair_of_matches: list[RunningMatch], late: int, other: int
) -> None:
    hold = world.discord.hold(f"tell {late}")
    world.herald.schedule_refresh(pair_of_matches[0].id)
    await wait_until(lambda: world.discord.pings(other) and world.discord.at(CHANNEL))
    assert world.count_pings(late) == [0]
    hold.released.set()


async def test_player_is_reminded_elsewhere_while_a_replaced_message_may_not_go_yet(world: World) -> None:
    for _ in range(2):
        await begun(world.tables, "schamanen", HOUR_MS, placement="random")
    one, other = [it.id for it in await world.store.matches.list_live_of_person(ANN)]
    await world.refresh(one)
    await world.refresh(other)
    before = world.discord.pings(ANN)
    hold = world.discord.hold(f"remove {DIRECT + ANN}")
    # A reminder comes in its place, and one of the other match.
    reminding = asyncio.create_task(world.clock(NOON + 4 * HOUR_MS // 5))
    await wait_until(lambda: hold.reached.is_set() and world.discord.pings(ANN) == before + 2)
    hold.released.set()
    await reminding
