"""The bot's own emoji: uploaded when it starts, shown beside the words of its buttons, and never in the way."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.discord.emoji_upload import drawings_by_emoji_name
from bot.screens.custom_ids import Action
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON, Playground, iter_components
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import has_button_for, list_move_buttons
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.match_play import (
    PLAY_IN_PRIVATE,
    RANDOM_PLACEMENT,
    AutoPlayer,
    make_choice,
    play_match,
    wait_for_choice,
)
from tests.wire.playground_server import NEWEST_ENTRY, PlaygroundServer, create_server

pytestmark = pytest.mark.gate

EMOJI_ROUTE: Final = "/applications/{application_id}/emojis"
FAILURE_COUNT: Final = 1_000_000


@pytest.fixture
async def new_bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot that has never been at Discord."""
    bot = BotProcess(f"Bot of {tmp_path.name}", tmp_path)
    await bot.register_application(playground, with_emoji=False)
    yield bot
    await playground.control("clear_faults")
    assert bot.stop() == 0
    assert not bot.read_errors()


@pytest.fixture
async def server(playground: Playground, new_bot: BotProcess) -> AsyncIterator[PlaygroundServer]:
    """The server of a bot that has uploaded its emoji before, and knows them."""
    before = (await playground.load_traffic_log(NEWEST_ENTRY))["last"]
    await playground.control("set_emojis", bot=new_bot.name, names=[*drawings_by_emoji_name()])
    await new_bot.start(playground)
    await wait_for_list(playground, new_bot, before)
    async with create_server(playground, new_bot) as server:
        yield server


async def wait_for_list(playground: Playground, bot: BotProcess, after: int) -> None:
    """Wait until the bot has asked Discord which emoji there are."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not any(
            (entry["bot"], entry["route"]) == (bot.name, f"GET {EMOJI_ROUTE}")
            for entry in (await playground.load_traffic_log(after))["entries"]
        ):
            await asyncio.sleep(0.02)


async def list_uploads(playground: Playground, bot: BotProcess, after: int) -> list[str]:
    entries = (await playground.load_traffic_log(after))["entries"]
    posts = (entry for entry in entries if (entry["bot"], entry["route"]) == (bot.name, f"POST {EMOJI_ROUTE}"))
    return [entry["sent"]["name"] for entry in posts]


async def count_refusals(server: PlaygroundServer, after: int) -> int:
    return sum("emoji" in (entry["refused"] or "") for entry in await server.read_wire_log(after))


def list_emoji(message: JSON) -> list[tuple[str, str]]:
    """Return the labels of buttons and options that have an emoji, and its name."""
    found = [each for one in iter_components(message) for each in (one, *one.get("options", ()))]
    return [(each.get("label", ""), each["emoji"]["name"]) for each in found if "emoji" in each]


async def test_missing_emoji_are_uploaded_at_each_start_and_foreign_ones_stay(
    playground: Playground, new_bot: BotProcess
) -> None:
    image = f"data:image/png;base64,{b64encode(draw_avatar_png(7)).decode()}"
    for name in ("party", "duel_wolf_7_0badc0"):
        await new_bot.request_emoji(playground, "POST", body={"name": name, "image": image})
    before = (await playground.load_traffic_log(NEWEST_ENTRY))["last"]
    await new_bot.start(playground)
    await new_bot.wait_for_emoji(playground)
    assert Counter(await new_bot.list_emoji(playground)) == Counter([*drawings_by_emoji_name(), "party"])
    assert sorted(await list_uploads(playground, new_bot, before)) == sorted(drawings_by_emoji_name())
    gone = next(each for each in (await new_bot.request_emoji(playground, "GET"))["items"] if each["name"] != "party")
    assert new_bot.stop() == 0
    await new_bot.request_emoji(playground, "DELETE", f"/{gone['id']}")
    before = (await playground.load_traffic_log(NEWEST_ENTRY))["last"]
    await new_bot.start(playground)
    await new_bot.wait_for_emoji(playground)
    assert await list_uploads(playground, new_bot, before) == [gone["name"]]


async def test_emoji_stand_beside_the_words_of_a_whole_match(server: PlaygroundServer) -> None:
    before = await server.get_last_wire_entry()
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    masks = []
    for guest in (server.otter, server.heron):
        shown = list_emoji(await wait_for_choice(guest, match_id))
        assert all(label for label, _ in shown)
        masks.append([re.sub(r"_\w{6}$", "", name) for _, name in shown])
    sides = (("row", "123"), ("column", "abc"))
    rows, columns = ([f"duel_{side}_mask_{line}" for line in lines] for side, lines in sides)
    assert sorted(masks) == [columns, rows]
    await play_match(server, match_id)
    # Nobody else sees any of it.
    assert not any(list_emoji(message) for message in server.lynx.received_messages)
    assert await count_refusals(server, before) == 0


async def test_message_refused_for_its_emoji_is_sent_without_and_the_list_is_read_again(
    server: PlaygroundServer,
) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    sealed = await make_choice(server.otter, match_id)
    before = await server.get_last_wire_entry()
    await server.playground.control("set_emojis", bot=server.bot.name, refused=FAILURE_COUNT)
    again = (await server.otter.click(sealed, "Change")).message
    assert (len(list_move_buttons(again)), list_emoji(again)) == (3, [])
    assert await count_refusals(server, before) > 0
    await wait_for_list(server.playground, server.bot, before)
    await server.stop_failing_requests()
    sealed = (await server.otter.click(again, custom_id=list_move_buttons(again)[1])).message
    again = (await server.otter.click(sealed, "Change")).message
    assert len(list_emoji(again)) == len(list_move_buttons(again)) == 3


@pytest.mark.parametrize("direct", [False, True])
async def test_match_is_played_to_its_end_though_all_emoji_are_refused(server: PlaygroundServer, direct: bool) -> None:
    before = await server.get_last_wire_entry()
    await server.playground.control("set_emojis", bot=server.bot.name, refused=FAILURE_COUNT)
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    if direct:
        await server.pass_time(16 * 60)
        for guest in (server.otter, server.heron):
            await guest.wait_for_message(guest.dm_channel, has_button_for(Action.SHOW_MORE, match_id))
    await play_match(server, match_id, play=AutoPlayer.play_by_direct_message if direct else PLAY_IN_PRIVATE)
    assert not any(list_emoji(message) for guest in (server.otter, server.heron) for message in guest.received_messages)
    assert await count_refusals(server, before) > 1


async def test_match_is_played_without_emoji_where_the_bot_may_have_none(
    playground: Playground, new_bot: BotProcess
) -> None:
    before = (await playground.load_traffic_log(NEWEST_ENTRY))["last"]
    for method in ("GET", "POST"):
        await playground.control("add_fault", route=f"{method} {EMOJI_ROUTE}", status=403, times=1_000)
    await new_bot.start(playground)
    await wait_for_list(playground, new_bot, before)
    async with create_server(playground, new_bot) as server:
        match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
        await play_match(server, match_id)
        assert not any(
            list_emoji(message) for guest in (server.otter, server.heron) for message in guest.received_messages
        )
    assert "the emoji could not be updated" in new_bot.log_path.read_text()
