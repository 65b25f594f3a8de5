"""What people and servers set for themselves, where they set it, and what comes of it."""

from __future__ import annotations

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, component, components, labels, selects, text
from tests.kit.wire_person import does, verbs
from tests.wire.glade import Glade
from tests.wire.panel import opened, sets


def chosen(panel: JSON, name: str) -> list[str]:
    """What a select says is chosen."""
    select = component(panel, next(it["custom_id"] for it in selects(panel) if it["custom_id"].endswith(f".{name}")))
    options = [option["value"] for option in select.get("options", ()) if option["default"]]
    return options or [place["id"] for place in select.get("default_values", ())]


async def test_a_panel_shows_what_is_set_and_keeps_what_is_chosen(glade: Glade) -> None:
    panel = await opened(glade, glade.otter, "me")
    before = {"locale": ["none"], "prompts": ["dm"], "reminders": ["yes"]}
    assert {name: chosen(panel, name) for name in before} == before
    for name, value in (("prompts", "both"), ("reminders", "no"), ("locale", "en")):
        panel = await sets(glade.otter, panel, name, value)
        assert chosen(panel, name) == [value]
    anew = await opened(glade, glade.otter, "me")
    after = {"locale": ["en"], "prompts": ["both"], "reminders": ["no"]}
    assert {name: chosen(anew, name) for name in before} == after
    assert chosen(await opened(glade, glade.lynx, "me"), "prompts") == ["dm"], "others set their own"


async def test_a_panel_speaks_its_reader_s_language_at_once(glade: Glade) -> None:
    panel = await opened(glade, glade.heron, "me")
    assert "Deine Einstellungen" in text(panel)
    assert "Tes réglages" in text(await sets(glade.heron, panel, "locale", "fr"))
    assert "Tes réglages" in text(await opened(glade, glade.heron, "me"))
    assert "Deine Einstellungen" in text(await sets(glade.heron, panel, "locale", "none"))


async def test_completion_speaks_it_too(glade: Glade) -> None:
    """What somebody set counts before what their Discord speaks."""
    await sets(glade.otter, await opened(glade, glade.otter, "me"), "locale", "de")
    found = await glade.otter.complete(
        glade.channel, "duel challenge", "variant", variant="stap", opponent=glade.heron.id
    )
    assert [it["name"] for it in found] == ["Profi mit Stapeln"]


async def test_time_zone_typed_in_the_form_is_shown_in_the_panel(glade: Glade) -> None:
    """Over the wire, because only Discord knows whether a select may open a form."""
    panel = await opened(glade, glade.otter, "me")
    [zone] = [it["custom_id"] for it in selects(panel) if it["custom_id"].endswith(".zone")]
    await glade.otter.select(panel, zone, ["other"])
    refused = await glade.otter.submit({"line": "*Atlantis*"})
    assert r"“\*Atlantis\*”" in text(refused.message)
    await glade.otter.select(panel, zone, ["other"])
    assert chosen((await glade.otter.submit({"line": "kathmandu"})).message, "zone") == ["Asia/Kathmandu"]


async def test_one_s_own_panel_opens_in_direct_messages(glade: Glade) -> None:
    assert chosen(await opened(glade, glade.badger, "me", glade.badger.dm), "prompts") == ["dm"]


@pytest.mark.gate
async def test_panels_outlive_the_bot(ashes: Glade) -> None:
    mine, ours = await opened(ashes, ashes.otter, "me"), await opened(ashes, ashes.otter, "server")
    await ashes.bot.again(ashes.playground)
    assert chosen(await sets(ashes.otter, mine, "prompts", "here"), "prompts") == ["here"]
    assert chosen(await sets(ashes.otter, ours, "clock", "1h"), "clock") == ["1h"]


async def test_only_who_manages_a_server_sets_it(glade: Glade) -> None:
    refused = await glade.says(glade.heron, "settings server")
    assert text(refused.message) == "Das kann nur, wer diesen Server verwaltet."
    in_private = await glade.says(glade.otter, "settings server", glade.otter.dm)
    assert text(in_private.message) == "That only works on a server that has me."


async def test_a_right_that_is_gone_sets_nothing(glade: Glade) -> None:
    server, everyone = glade.server, "@everyone"
    await glade.playground.stage("permissions", server=server, whom=everyone, allow=["manage_guild"])
    panel = await opened(glade, glade.lynx, "server")
    await glade.playground.stage("permissions", server=server, whom=everyone, deny=["manage_guild"])
    [threads] = [it["custom_id"] for it in selects(panel) if it["custom_id"].endswith(".threads")]
    refused = await glade.lynx.select(panel, threads, ["yes"])
    assert text(refused.message) == "Seuls ceux qui gèrent ce serveur peuvent régler ça."
    assert chosen(await opened(glade, glade.otter, "server"), "threads") == ["no"]


async def test_matches_are_offered_where_the_server_says(glade: Glade) -> None:
    [lounge] = [
        channel["id"]
        for server in (await glade.otter.see())["servers"]
        for channel in server["channels"]
        if channel["name"].startswith("lounge")
    ]
    panel = await sets(glade.otter, await opened(glade, glade.otter, "server"), "channels", lounge)
    assert chosen(panel, "channels") == [lounge]
    refused = await glade.says(glade.heron, "duel challenge", opponent=glade.otter.id)
    assert f"<#{lounge}>" in text(refused.message)
    await glade.challenges(glade.heron, glade.otter, channel=lounge)
    assert chosen(await sets(glade.otter, panel, "channels"), "channels") == []
    await glade.challenges(glade.heron, glade.otter)


async def test_the_server_s_language_and_clock_are_those_of_its_offers(glade: Glade) -> None:
    panel = await opened(glade, glade.otter, "server")
    await sets(glade.otter, await sets(glade.otter, panel, "locale", "fr"), "clock", "5m")
    card = await glade.challenges(glade.heron, glade.otter)
    assert "5 minutes" in text(card)
    assert "Accepter" in labels(card)


async def test_who_is_on_holiday_is_not_called_and_others_read_until_when(glade: Glade) -> None:
    away = await sets(glade.otter, await opened(glade, glade.otter, "me"), "holiday", "3")
    assert chosen(away, "holiday") == ["away"]
    match = await glade.begun(glade.heron, glade.otter)
    card = await glade.table(match, by=glade.heron)
    assert f"🏖️ <@{glade.otter.id}> is away until" in text(card)
    back = await sets(glade.otter, away, "holiday", "back")
    assert "7 days in three months, 6 left" in text(back)
    await glade.heron.waits_for(glade.channel, lambda it: it["id"] == card["id"] and "🏖️" not in text(it))


async def test_a_server_may_have_a_thread_for_each_match(glade: Glade) -> None:
    await sets(glade.otter, await opened(glade, glade.otter, "server"), "threads", "yes")
    card = await glade.challenges(glade.heron, glade.otter)
    before = {one["id"] for one in _channels(await glade.otter.see())}
    await glade.otter.click(card, "Accept")
    [thread] = await glade.otter.until(
        lambda seen: [one for one in _channels(seen.see) if one["id"] not in before] or None
    )
    # By the names that are read there.
    names = {guest.name.capitalize() for guest in (glade.otter, glade.heron)}
    assert set(thread["name"].partition(" · ")[0].split(" – ")) == names
    table = await glade.otter.waits_for(thread["id"], does(Verb.CHOOSE))
    match = int(verbs(table)[Verb.CHOOSE].split(":")[1])
    line = await glade.otter.waits_for(glade.channel, lambda it: it["id"] == card["id"] and not labels(it))
    assert f"<#{thread['id']}>" in text(line)
    await glade.noted()
    await glade.otter.act("archive", channel=thread["id"], archived=True)
    sure = (await glade.says(glade.otter, "duel resign", match=str(match))).message
    await glade.otter.click(sure, "Resign")
    end = await glade.over(match)
    assert end["id"] == card["id"]
    await glade.otter.waits_for(thread["id"], lambda it: not labels(it) and f"/{card['id']}" in text(it))


async def test_where_discord_makes_no_thread_the_match_is_played_in_the_channel(glade: Glade) -> None:
    """As many as there may be are there, or its name has a word that the server does not like."""
    await sets(glade.otter, await opened(glade, glade.otter, "server"), "threads", "yes")
    card = await glade.challenges(glade.heron, glade.otter)
    await glade.fault("POST /channels/{channel_id}/messages/{message_id}/threads", 400, code=160006)
    await glade.otter.click(card, "Accept")
    table = await glade.otter.waits_for(glade.channel, does(Verb.CHOOSE))
    assert table["id"] == card["id"]


async def test_in_an_announcement_channel_a_match_has_a_thread_of_that_kind(glade: Glade) -> None:
    await sets(glade.otter, await opened(glade, glade.otter, "server"), "threads", "yes")
    made = await glade.playground.stage("channel", server=glade.server, name="heralds", kind="announcement")
    news = made["channel"]["id"]
    card = await glade.challenges(glade.heron, glade.otter, channel=news)
    await glade.otter.click(card, "Accept")
    thread = await glade.otter.until(
        lambda seen: next((one for one in _channels(seen.see) if one["parent_id"] == news), None)
    )
    assert thread["type"] == 10
    await glade.otter.waits_for(thread["id"], does(Verb.CHOOSE))


def _channels(see: JSON) -> list[JSON]:
    return [channel for server in see["servers"] for channel in server["channels"]]


@pytest.mark.parametrize(
    ("locale", "name"), [("en", "/settings me"), ("de", "/einstellungen ich"), ("fr", "/réglages moi")]
)
async def test_its_commands_are_called_as_their_readers_say(glade: Glade, locale: str, name: str) -> None:
    command = await glade.otter.until(lambda seen: seen.command("settings", glade.bot.name))
    [me] = [option for option in command["options"] if option["name"] == "me"]
    words = [str((one.get("name_localizations") or {}).get(locale, one["name"])) for one in (command, me)]
    assert "/" + " ".join(words) == name


async def test_one_s_own_data_is_a_file_and_goes_away(glade: Glade) -> None:
    """While the bot runs on its file; and the panel says once more what comes of it."""
    person = int(glade.stoat.id)
    panel = await opened(glade, glade.stoat, "me")
    given = await glade.stoat.click(panel, custom_id=verbs(panel)[Verb.DATA])
    assert [it["name"] for it in components(given.message) if "file" in it] == ["wolf-and-bison.json"]
    asked = (await glade.stoat.click(panel, custom_id=verbs(panel)[Verb.FORGET])).message
    await glade.bot.stores("SELECT 1 FROM known WHERE person = ?", person)
    kept = (await glade.stoat.click(asked, label="Better not")).message
    again = (await glade.stoat.click(kept, custom_id=verbs(kept)[Verb.FORGET])).message
    done = (await glade.stoat.click(again, label="Yes, forget me")).message
    assert text(done).startswith("Forgotten.")
    for query in ("SELECT 1 FROM known WHERE person = ?", "SELECT 1 FROM settings WHERE whose = 'player' AND id = ?"):
        assert not glade.bot.asked(query, person)
