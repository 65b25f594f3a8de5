"""Following over the wire: one direct message at the start and one at the end, also after the bot was killed."""

from __future__ import annotations

from bot.screens.custom_ids import Action
from discord_playground.client import full_text
from tests.kit.wire_person import WirePerson
from tests.wire.playground_server import PlaygroundServer, press_button


async def wait_for_dms(guest: WirePerson, count: int) -> list[str]:
    """Wait until a person has this many direct messages, and return their texts, newest first."""
    messages = await guest.wait_until(lambda _: dms if len(dms := guest.list_dms()) >= count else None)
    return [full_text(message) for message in sorted(messages, key=lambda it: int(it["id"]), reverse=True)]


async def test_follower_gets_messages_once_despite_a_kill_and_can_stop_them(killable_server: PlaygroundServer) -> None:
    server = killable_server
    otter, heron, lynx = server.otter, server.heron, server.lynx
    profile = (await server.run_command(lynx, "ladder player", user=otter.user_id)).message
    await press_button(lynx, profile, Action.FOLLOW)
    match_id = await server.begin_match(otter, heron)
    [started] = await wait_for_dms(lynx, 1)
    assert otter.mention in started
    await server.bot.kill_and_restart(server.playground)
    await server.resign_match(heron, match_id)
    await server.wait_for_end(match_id)
    ended, _ = await wait_for_dms(lynx, 2)
    assert otter.mention in ended
    [newest, _] = sorted(lynx.list_dms(), key=lambda it: int(it["id"]), reverse=True)
    await press_button(lynx, newest, Action.UNFOLLOW)
    again = await server.begin_match(otter, heron)
    await server.resign_match(heron, again)
    await server.wait_for_end(again)
    await server.pass_time(60)
    assert len(lynx.list_dms()) == 2
