"""Test the settings of people and servers: their panels, storage and effects."""

from __future__ import annotations

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, button_labels, find_component, full_text, iter_components
from tests.kit.wire_person import has_button_for
from tests.wire.playground_server import PlaygroundServer, find_select_id, get_match_id, press_button, select_values


def read_setting(panel: JSON, name: str) -> list[str]:
    """Return the values that are selected in a menu of the panel."""
    select = find_component(panel, find_select_id(panel, f".{name}"))
    selected = [option["value"] for option in select.get("options", ()) if option["default"]]
    return selected or [place["id"] for place in select.get("default_values", ())]


def list_channels(view: JSON) -> list[JSON]:
    return [channel for server in view["servers"] for channel in server["channels"]]


async def test_settings_panel_shows_and_stores_personal_settings(server: PlaygroundServer) -> None:
    panel = await server.open_settings(server.otter, "me")
    changes = {"prompts": ("dm", "both"), "reminders": ("yes", "no"), "locale": ("none", "de")}
    for name, (before, after) in changes.items():
        assert read_setting(panel, name) == [before]
        panel = await select_values(server.otter, panel, f".{name}", after)
    assert "Deine Einstellungen" in full_text(panel)
    reopened = await server.open_settings(server.otter, "me", server.otter.dm_channel)
    assert {name: read_setting(reopened, name) for name in changes} == {name: [it] for name, (_, it) in changes.items()}
    assert read_setting(await server.open_settings(server.lynx, "me"), "prompts") == ["dm"]
    options = {"variant": "stap", "opponent": server.heron.user_id}
    suggestions = await server.otter.autocomplete(server.channel, "duel challenge", "variant", **options)
    assert [it["name"] for it in suggestions] == ["Profi mit Stapeln"]


async def test_time_zone_from_the_form_is_shown_in_the_panel(server: PlaygroundServer) -> None:
    """The form for the zone is tested over the wire: only Discord checks if a select menu may open a form."""
    panel = await server.open_settings(server.otter, "me")
    zone = find_select_id(panel, ".zone")
    await server.otter.select_values(panel, zone, ["other"])
    refused = await server.otter.submit_modal({"line": "*Atlantis*"})
    assert r"“\*Atlantis\*”" in full_text(refused.message)
    await server.otter.select_values(panel, zone, ["other"])
    assert read_setting((await server.otter.submit_modal({"line": "kathmandu"})).message, "zone") == ["Asia/Kathmandu"]


async def test_server_settings_require_manage_permission_at_each_click(server: PlaygroundServer) -> None:
    refused = await server.run_command(server.heron, "settings server")
    assert full_text(refused.message) == "Das darf nur die Serververwaltung."
    everyone = {"server": server.server_id, "target": "@everyone"}
    await server.playground.control("set_permissions", allow=["manage_guild"], **everyone)
    panel = await server.open_settings(server.lynx, "server")
    await server.playground.control("set_permissions", deny=["manage_guild"], **everyone)
    refused = await server.lynx.select_values(panel, find_select_id(panel, ".threads"), ["no"])
    assert full_text(refused.message) == "Il faut gérer ce serveur pour ça."
    assert read_setting(await server.open_settings(server.otter, "server"), "threads") == ["yes"]


async def test_matches_are_offered_only_in_configured_channels(server: PlaygroundServer) -> None:
    channels = list_channels(await server.otter.load_view())
    lounge = next(it["id"] for it in channels if it["name"].startswith("lounge"))
    panel = await server.open_settings(server.otter, "server")
    panel = await select_values(server.otter, panel, ".channels", lounge)
    assert read_setting(panel, "channels") == [lounge]
    refused = await server.run_command(server.heron, "duel challenge", opponent=server.otter.user_id)
    assert f"<#{lounge}>" in full_text(refused.message)
    await server.challenge_guests(server.heron, server.otter, channel=lounge)
    assert read_setting(await select_values(server.otter, panel, ".channels"), "channels") == []
    await server.challenge_guests(server.heron, server.otter)


async def test_match_in_its_own_thread_ends_on_the_channel_card(server: PlaygroundServer) -> None:
    await server.allow_threads()
    card = await server.challenge_guests(server.heron, server.otter)
    before = {it["id"] for it in list_channels(await server.otter.load_view())}
    await press_button(server.otter, card, Action.JOIN_OFFER)
    [thread] = await server.otter.wait_until(
        lambda watch: [it for it in list_channels(watch.view) if it["id"] not in before] or None
    )
    names = {guest.name.capitalize() for guest in (server.otter, server.heron)}
    assert set(thread["name"].partition(" · ")[0].split(" – ")) == names
    await server.otter.wait_for_message(thread["id"], has_button_for(Action.OPEN_MATCH))
    link_message = await server.otter.wait_for_message(
        server.channel, lambda it: it["id"] == card["id"] and not button_labels(it)
    )
    assert f"<#{thread['id']}>" in full_text(link_message)
    await server.wait_until_shown()
    await server.otter.perform_action("archive", channel=thread["id"], archived=True)
    await server.resign_match(server.otter, get_match_id(card))
    end_card = await server.otter.wait_for_message(
        server.channel, has_button_for(Action.SHOW_RESULT, get_match_id(card))
    )
    assert end_card["id"] == card["id"]
    await server.otter.wait_for_message(
        thread["id"], lambda it: not button_labels(it) and f"/{card['id']}" in full_text(it)
    )


async def test_match_stays_in_the_channel_when_thread_creation_fails(server: PlaygroundServer) -> None:
    """Discord creates no thread if there are too many, or if the server blocks a word of its name."""
    await server.allow_threads()
    card = await server.challenge_guests(server.heron, server.otter)
    await server.fail_requests("POST /channels/{channel_id}/messages/{message_id}/threads", 400, code=160006)
    await press_button(server.otter, card, Action.JOIN_OFFER)
    assert (await server.wait_for_card(get_match_id(card)))["id"] == card["id"]


async def test_thread_in_an_announcement_channel_is_an_announcement_thread(server: PlaygroundServer) -> None:
    await server.allow_threads()
    created = await server.playground.control(
        "create_channel", server=server.server_id, name="heralds", kind="announcement"
    )
    news = created["channel"]["id"]
    card = await server.challenge_guests(server.heron, server.otter, channel=news)
    await press_button(server.otter, card, Action.JOIN_OFFER)
    thread = await server.otter.wait_until(
        lambda watch: next((it for it in list_channels(watch.view) if it["parent_id"] == news), None)
    )
    assert thread["type"] == 10
    await server.otter.wait_for_message(thread["id"], has_button_for(Action.OPEN_MATCH))


async def test_personal_data_is_exported_as_a_file_and_deleted(server: PlaygroundServer) -> None:
    guest = server.guests["stoat"]
    panel = await server.open_settings(guest, "me")
    export = await press_button(guest, panel, Action.EXPORT_DATA)
    assert [it["name"] for it in iter_components(export) if "file" in it] == ["wolf-and-bison.json"]
    confirmation = await press_button(guest, panel, Action.FORGET_PERSON)
    await server.bot.wait_for_row("SELECT 1 FROM person_name WHERE person_id = ?", int(guest.user_id))
    panel = (await guest.click(confirmation, label="Better not")).message
    deletion = (
        await guest.click(await press_button(guest, panel, Action.FORGET_PERSON), label="Yes, forget me")
    ).message
    assert full_text(deletion).startswith("Forgotten.")
    for query in (
        "SELECT 1 FROM person_name WHERE person_id = ?",
        "SELECT 1 FROM settings WHERE scope = 'player' AND owner_id = ?",
    ):
        assert not server.bot.query_store(query, int(guest.user_id))
