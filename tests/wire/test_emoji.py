"""Test the bot's own emoji: the upload at the start, their use on buttons, and matches without them."""

from __future__ import annotations

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
from tests.wire.match_play import PLAY_IN_PRIVATE, AutoPlayer, make_choice, play_match
from tests.wire.playground_server import PlaygroundServer, create_server, get_last_wire_entry, wait_for_wire_entry

pytestmark = pytest.mark.gate

EMOJI_ROUTE: Final = "/applications/{application_id}/emojis"
FAILURE_COUNT: Final = 1_000_000


@pytest.fixture
async def new_bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot that has never connected to Discord and has no emoji."""
    bot = BotProcess(f"Bot of {tmp_path.name}", tmp_path)
    await bot.register_application(playground, with_emoji=False)
    yield bot
    await playground.control("clear_faults")
    assert bot.stop() == 0
    assert not bot.read_errors()


@pytest.fixture
async def server(playground: Playground, new_bot: BotProcess) -> AsyncIterator[PlaygroundServer]:
    """The server of a bot that has already uploaded its emoji and loaded their list."""
    before = await get_last_wire_entry(playground)
    await playground.control("set_emojis", bot=new_bot.name, names=[*drawings_by_emoji_name()])
    await new_bot.start(playground)
    await wait_for_emoji_list_request(playground, new_bot, before)
    async with create_server(playground, new_bot) as server:
        yield server


async def wait_for_emoji_list_request(playground: Playground, bot: BotProcess, after: int) -> None:
    """Wait until the bot has requested the list of its emoji."""
    await wait_for_wire_entry(playground, after, bot, "route", f"GET {EMOJI_ROUTE}")


async def list_uploads(playground: Playground, bot: BotProcess, after: int) -> list[str]:
    entries = (await playground.load_traffic_log(after))["entries"]
    posts = (entry for entry in entries if (entry["bot"], entry["route"]) == (bot.name, f"POST {EMOJI_ROUTE}"))
    return [entry["sent"]["name"] for entry in posts]


async def count_rejected_messages(server: PlaygroundServer, after: int) -> int:
    return sum("emoji" in (entry["refused"] or "") for entry in await server.read_wire_log(after))


def list_emoji(message: JSON) -> list[tuple[str, str]]:
    """Return label and emoji name of each button and option that has an emoji."""
    parts = [part for it in iter_components(message) for part in (it, *it.get("options", ()))]
    return [(part.get("label", ""), part["emoji"]["name"]) for part in parts if "emoji" in part]


async def test_missing_emoji_are_uploaded_at_start_and_others_kept(playground: Playground, new_bot: BotProcess) -> None:
    image = f"data:image/png;base64,{b64encode(draw_avatar_png(7)).decode()}"
    for name in ("party", "duel_wolf_7_0badc0"):
        await new_bot.request_emoji(playground, "POST", body={"name": name, "image": image})
    before = await get_last_wire_entry(playground)
    await new_bot.start(playground)
    await new_bot.wait_for_emoji(playground)
    assert Counter(await new_bot.list_emoji(playground)) == Counter([*drawings_by_emoji_name(), "party"])
    assert sorted(await list_uploads(playground, new_bot, before)) == sorted(drawings_by_emoji_name())
    deleted = next(it for it in (await new_bot.request_emoji(playground, "GET"))["items"] if it["name"] != "party")
    assert new_bot.stop() == 0
    await new_bot.request_emoji(playground, "DELETE", f"/{deleted['id']}")
    before = await get_last_wire_entry(playground)
    await new_bot.start(playground)
    await new_bot.wait_for_emoji(playground)
    assert await list_uploads(playground, new_bot, before) == [deleted["name"]]


async def test_buttons_have_labels_beside_their_emoji_during_a_match(server: PlaygroundServer) -> None:
    before = await server.get_last_wire_entry()
    match_id = await server.begin_match(server.otter, server.heron, game="schnick")
    await play_match(server, match_id)
    emoji = [
        it
        for guest in (server.otter, server.heron)
        for message in guest.received_messages
        for it in list_emoji(message)
    ]
    assert emoji
    assert all(label and name.startswith("duel_") for label, name in emoji)
    # Nobody else sees these emoji.
    assert not any(list_emoji(message) for message in server.lynx.received_messages)
    assert await count_rejected_messages(server, before) == 0


async def test_message_rejected_for_its_emoji_is_resent_without_them(server: PlaygroundServer) -> None:
    """The bot then reads the list of its emoji again."""
    match_id = await server.begin_match(server.otter, server.heron, game="woodwalkers")
    page = await make_choice(server.otter, match_id)
    before = await server.get_last_wire_entry()
    await server.playground.control("set_emojis", bot=server.bot.name, refused=FAILURE_COUNT)
    page = (await server.otter.click(page, custom_id=list_move_buttons(page)[1])).message
    assert list_move_buttons(page)
    assert list_emoji(page) == []
    assert await count_rejected_messages(server, before) > 0
    await wait_for_emoji_list_request(server.playground, server.bot, before)
    await server.stop_failing_requests()
    page = (await server.otter.click(page, custom_id=list_move_buttons(page)[1])).message
    assert list_emoji(page)


@pytest.mark.parametrize("in_dms", [False, True], ids=["in the channel", "in direct messages"])
async def test_match_is_played_to_its_end_when_all_emoji_are_rejected(server: PlaygroundServer, in_dms: bool) -> None:
    before = await server.get_last_wire_entry()
    await server.playground.control("set_emojis", bot=server.bot.name, refused=FAILURE_COUNT)
    match_id = await server.begin_match(server.otter, server.heron, game="schnick")
    if in_dms:
        await server.pass_time(16 * 60)
        for guest in (server.otter, server.heron):
            await guest.wait_for_message(guest.dm_channel, has_button_for(Action.SHOW_MORE, match_id))
    await play_match(server, match_id, play=AutoPlayer.play_by_direct_message if in_dms else PLAY_IN_PRIVATE)
    assert not any(list_emoji(message) for guest in (server.otter, server.heron) for message in guest.received_messages)
    assert await count_rejected_messages(server, before) > 1


async def test_match_is_played_without_emoji_when_uploads_are_forbidden(
    playground: Playground, new_bot: BotProcess
) -> None:
    before = await get_last_wire_entry(playground)
    for method in ("GET", "POST"):
        await playground.control("add_fault", route=f"{method} {EMOJI_ROUTE}", status=403, times=1_000)
    await new_bot.start(playground)
    await wait_for_emoji_list_request(playground, new_bot, before)
    async with create_server(playground, new_bot) as server:
        match_id = await server.begin_match(server.otter, server.heron, game="schnick")
        await play_match(server, match_id)
        assert not any(
            list_emoji(message) for guest in (server.otter, server.heron) for message in guest.received_messages
        )
    assert "the emoji could not be updated" in new_bot.log_path.read_text()
