"""Test ladders, seasons and profiles: on the card of a match, by command, and as posted messages."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.ratings.rating_updates import RANK_MIN_MATCHES
from bot.screens.custom_ids import Action
from discord_playground.client import JSON, find_buttons, full_text, iter_components
from tests.kit.wire_person import EPHEMERAL_FLAG, contains_text, index_by_action
from tests.wire.match_play import RANDOM_PLACEMENT, open_ladder, play_rated_match
from tests.wire.playground_server import POST_ROUTE, PlaygroundServer, press_button, select_values


def list_pictures(message: JSON) -> list[JSON]:
    return [item for it in iter_components(message) if it["type"] == 12 for item in it["items"]]


async def test_ladder_lists_rated_players_except_departed_members(server: PlaygroundServer) -> None:
    card = full_text(await play_rated_match(server, server.otter, server.heron))
    lines = [line for line in card.splitlines() if "📊" in line]
    rating_changes = ("**1106** (+106)", "**894** (−106)")
    for guest, line, change in zip((server.otter, server.heron), lines, rating_changes, strict=True):
        assert f"{guest.mention} · " in line
        assert f" · 📊 {change} · unranked, 1 of 5 played" in line
    await server.playground.control("remove_member", server=server.server_id, target=server.heron.name)
    expected = (
        (server.otter, "Ladder: all games"),
        (server.guests["swift"], "Rangliste: alle Spiele"),
        (server.lynx, "Classement\u202f: tous les jeux"),
    )
    for guest, title in expected:
        page = await open_ladder(server, guest)
        assert title in full_text(page)
        own_row = f"**(1)** {server.otter.mention} · **1106** ± 437"
        assert (own_row in full_text(page)) == (guest is server.otter)
        [picture] = list_pictures(page)
        assert picture["description"].endswith(f": (1) {server.otter.name.capitalize()}, 1106")
    assert "No rated matches yet" in full_text(await open_ladder(server, server.badger, game="schnick"))


async def test_season_is_replaced_after_its_form_was_submitted(server: PlaygroundServer) -> None:
    """The form that confirms the replacement is tested over the wire: only Discord checks if a command may open it."""
    otter = server.otter
    await server.run_command(otter, "ladder season begin", name="Spring")
    await server.run_command(otter, "ladder season begin", name="Summer")
    answer = (await otter.submit_modal({"line": "Summer"})).message
    assert "Summer (season 2) is on" in full_text(answer)


@pytest.mark.parametrize(
    "may_manage_roles", [pytest.param(False, marks=pytest.mark.nightly), pytest.param(True, marks=pytest.mark.gate)]
)
async def test_season_end_posts_the_standings_and_awards_the_role(
    server: PlaygroundServer, may_manage_roles: bool
) -> None:
    otter, control = server.otter, server.playground.control
    refused = await server.run_command(server.heron, "ladder season begin")
    assert full_text(refused.message) == "Das darf nur die Serververwaltung."
    assert "No season is on" in full_text((await server.run_command(otter, "ladder season end")).message)
    role = (await control("create_role", server=server.server_id, name="Champion"))["role"]["id"]
    if may_manage_roles:
        await control("set_permissions", server=server.server_id, target=server.bot.name, allow=["manage_roles"])
    panel = await press_button(otter, await server.open_settings(otter, "server"), Action.SHOW_SETTINGS)
    for setting, value in ((".season", "3"), (".standing", server.channel), (".crown", role)):
        panel = await select_values(otter, panel, setting, value)
    answer = (await server.run_command(otter, "ladder season begin", name="Spring")).message
    assert "Spring (season 1) is on" in full_text(answer)
    line = await server.lynx.wait_for_message(server.channel, contains_text("Spring (season 1) is on"))
    assert not line.get("mentions")
    for loser in (*[server.heron] * (RANK_MIN_MATCHES - 2), server.lynx, server.badger):
        await play_rated_match(server, otter, loser)
    await _check_profile_picture(server)
    question = (await server.run_command(otter, "ladder season end")).message
    await press_button(otter, question, Action.END_SEASON)
    standing = await server.lynx.wait_for_message(server.channel, contains_text("Spring (season 1) is over"))
    assert f"🏆 {otter.mention} is the champion of all games!" in full_text(standing)
    assert f"Rivalry: {otter.mention} and {server.heron.mention}, 3 matches, 3 to 0" in full_text(standing)
    assert list_pictures(standing)
    assert {user["id"] for user in standing["mentions"]} == {otter.user_id, server.heron.user_id}
    assert (f"👑 <@&{role}> goes with it" if may_manage_roles else "👑 To give out") in full_text(standing)
    assert not standing["mention_roles"]
    role_requests = [it for it in (await server.playground.load_traffic_log())["entries"] if f"roles/{role}" in str(it)]
    assert any(otter.user_id in str(it) and not it["refused"] for it in role_requests) == may_manage_roles
    ladder = (await server.lynx.click(standing, "The whole ladder")).message
    assert ladder["flags"] & EPHEMERAL_FLAG
    assert "Spring (saison 1) · 🏁 <t:" in full_text(ladder)
    # The old season is kept, and the ladder of the next is empty.
    assert "No rated matches yet" in full_text(await open_ladder(server, otter))
    [suggestion] = await otter.autocomplete(server.channel, "ladder server", "season", season="spr")
    assert server.heron.mention in full_text(await open_ladder(server, server.heron, season=suggestion["value"]))
    seasons = await otter.autocomplete(server.channel, "ladder server", "season", season="")
    assert [it["value"] for it in seasons] == ["1", "0"]
    assert "No such season" in full_text(await open_ladder(server, server.badger, season="7"))


async def _check_profile_picture(server: PlaygroundServer) -> None:
    """Check the rating chart of a profile: shown to another person, and to everybody once it is shared."""
    profile = (await server.run_command(server.heron, "ladder player", user=server.otter.user_id)).message
    [picture] = list_pictures(profile)
    assert "von 1000 bis" in picture["description"]
    own = (await server.run_command(server.otter, "ladder player")).message
    await press_button(server.otter, own, Action.SHARE_PROFILE_OR_REPORT)
    shared = await server.heron.wait_for_message(server.channel, contains_text("Profile of", server.otter.mention))
    [picture] = list_pictures(shared)
    async with aiohttp.ClientSession() as session, session.get(picture["media"]["url"]) as image:
        assert (await image.read()).startswith(b"\x89PNG")


async def test_profile_shared_by_two_clicks_is_posted_once(server: PlaygroundServer) -> None:
    guest = server.heron
    match_id = await server.begin_match(server.otter, guest, form=RANDOM_PLACEMENT)
    await server.resign_match(guest, match_id)
    await server.wait_for_end(match_id)
    profile = (await server.run_command(guest, "ladder player")).message
    share = index_by_action(profile)[Action.SHARE_PROFILE_OR_REPORT]
    await server.playground.control("set_permissions", channel=server.channel, deny=["send_messages"])
    refused = await guest.click(profile, custom_id=share)
    assert "Hier darf ich nicht schreiben" in full_text(refused.message)
    await server.playground.control("set_permissions", channel=server.channel, allow=["send_messages"])
    # The number of attempts that discord.py makes.
    await server.fail_requests(POST_ROUTE, 503, times=5)
    await guest.click(profile, custom_id=share)
    await guest.wait_for_message(server.channel, contains_text("gleich noch mal"), 40)
    assert "the store or Discord is unavailable" in server.bot.read_errors()
    await server.stop_failing_requests()
    profile = (await server.run_command(guest, "ladder player")).message
    share = index_by_action(profile)[Action.SHARE_PROFILE_OR_REPORT]
    await asyncio.gather(*(guest.click(profile, custom_id=share) for _ in range(2)), return_exceptions=True)
    shared = await server.otter.wait_for_message(server.channel, contains_text("Profile of", guest.mention))
    assert len(find_buttons(shared)) == 2
    assert not shared.get("mentions")
    await server.run_command(server.otter, "ladder player")
    assert len([*filter(contains_text("Profile of", guest.mention), server.list_public_messages(server.otter))]) == 1
