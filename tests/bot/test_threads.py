"""A match in a thread of its own: one line above it, play in it, and at the end the line is the card again."""

from __future__ import annotations

import pytest

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.threads import home
from bot.preferences import Server
from bot.time import HOUR, MINUTE
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause, said
from tests.kit.world import EARLIER, World, challenge, round_of
from tests.storage.stores import present

pytestmark = pytest.mark.usefixtures("soon_again")


async def begin_in_thread(world: World) -> int:
    await world.preferences.set_server(SERVER, Server(threads=True))
    match = (await challenge(world.tables)).id
    await world.refresh(match)
    await world.tables.sit(match, BEN, cause=cause(), now=EARLIER)
    await world.refresh(match)
    return match


async def resign(world: World, match: int) -> None:
    await said(world.tables, await world.tables.table(match), 0, "!resign", now=NOON)
    await world.refresh(match)


async def test_card_becomes_one_line_and_play_is_in_the_thread(world: World) -> None:
    await begin_in_thread(world)
    (line,) = world.discord.at(CHANNEL)
    ((thread, name),) = world.discord.threads.items()
    assert line.above[0].endswith(f"· Woodwalkers · <#{thread}>")
    assert (len(line.above), line.below, line.rows, line.board) == (1, (), (), None)
    assert name in {"Ann – Ben · Woodwalkers", "Ben – Ann · Woodwalkers"}
    assert [bool(scene.board and scene.rows) for scene in world.discord.at(thread)] == [True]


async def test_name_of_a_thread_is_cut_to_what_discord_takes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.discord.NAMES", {ANN: "Anna " * 20, BEN: "Ben"})
    await begin_in_thread(world)
    (name,) = world.discord.threads.values()
    assert len(name) <= 100
    assert name.endswith("… · Woodwalkers")


@pytest.mark.parametrize("no", [Unreachable("no-thread"), Lost()])
async def test_match_is_played_in_the_channel_where_no_thread_can_be_made(world: World, no: Lost | Unreachable) -> None:
    world.discord.fails("thread", no)
    await begin_in_thread(world)
    ((place, scene),) = world.discord.alive()
    assert place.channel == CHANNEL
    assert scene.board


async def test_one_thread_is_made_however_often_it_takes(world: World) -> None:
    for deed in ("post", "edit"):
        world.discord.fails(deed, Unavailable("away"), Unavailable("away"))
    header = await world.load_header(await begin_in_thread(world))
    assert list(world.discord.threads) == [header.channel]
    assert header.home == CHANNEL
    assert len(world.discord.at(header.channel)) == len(world.discord.at(CHANNEL)) == 1


@pytest.mark.parametrize("deleted", [False, True])
async def test_line_is_the_card_again_at_the_end(world: World, deleted: bool) -> None:
    """Where somebody has deleted it, another one takes its place."""
    match = await begin_in_thread(world)
    (line,) = [place for place in world.discord.messages if place.channel == CHANNEL]
    (thread,) = world.discord.threads
    if deleted:
        await world.discord.remove(line)
    await world.post_chatter()
    # Both are at it: nobody is called.
    await present(world.store, (ANN, BEN), NOON)
    await resign(world, match)
    ((place, end),) = world.discord.alive()
    assert (place.channel, place == line) == (CHANNEL, not deleted)
    assert "🏆" in end.above[0]
    (closing,) = world.discord.at(thread)
    assert closing.below[-1] == f"🏁 The result: https://discord.com/channels/{SERVER}/{CHANNEL}/{line.message}"
    header = await world.load_header(match)
    assert (header.channel, header.message) == place


async def test_end_calls_players_in_the_thread(world: World) -> None:
    match = await begin_in_thread(world)
    (thread,) = world.discord.threads
    world.hour[0] += HOUR
    before = world.count_pings()
    await resign(world, match)
    assert world.count_pings() == [pings + 1 for pings in before]
    (closing,) = world.discord.at(thread)
    assert closing.called == {ANN, BEN}
    assert [place.channel for place, _ in world.discord.alive()] == [CHANNEL]


async def test_thread_and_line_are_to_go_when_the_thread_is_out_of_reach(world: World) -> None:
    header = await world.load_header(await begin_in_thread(world))
    await world.herald.notice.threads.forsaken(header)
    left = {(it.channel, it.message) for it in await world.store.left_behind(header.id)}
    assert left == {home(header), (header.channel, header.message)}


async def test_match_goes_on_in_the_channel_when_its_thread_is_deleted(world: World) -> None:
    match = await begin_in_thread(world)
    (thread,) = world.discord.threads
    world.discord.deleted(thread)
    world.hour[0] += MINUTE
    await round_of(world.tables, match)
    await world.refresh(match)
    (card,) = world.discord.at(CHANNEL)
    assert card.board
    await resign(world, match)
    (end,) = world.discord.at(CHANNEL)
    assert "🏆" in end.above[0]
