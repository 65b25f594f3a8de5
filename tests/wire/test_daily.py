"""Test the daily duel over the wire: four people, three languages, a kill before the reveal, and a direct message."""

from __future__ import annotations

from bot.screens.custom_ids import Action, CustomId
from bot.screens.settings import DAILY_PANEL
from bot.wall_clock import DAY_MS
from discord_playground.client import JSON, full_text
from tests.kit.wire_person import EPHEMERAL_FLAG, WirePerson, contains_text, has_button_for
from tests.wire.playground_server import PlaygroundServer, press_button, select_values


def is_reveal(message: JSON) -> bool:
    return has_button_for(Action.SHOW_DAILY_RESULT)(message) and not message["flags"] & EPHEMERAL_FLAG


async def choose_row_and_column(server: PlaygroundServer, person: WirePerson) -> JSON:
    """Use `/daily`, and press the buttons of a row and a column."""
    question = (await person.run_command(server.channel, "daily")).message
    assert question["flags"] & EPHEMERAL_FLAG
    column_question = await press_button(person, question, Action.PICK_DAILY_ROW)
    return await press_button(person, column_question, Action.PICK_DAILY_COLUMN)


async def test_day_is_revealed_once_although_the_bot_was_killed(killable_server: PlaygroundServer) -> None:
    server = killable_server
    panel = await server.open_settings(server.otter, "server")
    page_id = str(CustomId(Action.SHOW_SETTINGS, argument=DAILY_PANEL))
    panel = (await server.otter.click(panel, custom_id=page_id)).message
    await select_values(server.otter, panel, "daily.daily_channel", server.channel)
    people = (server.otter, server.heron, server.lynx, server.badger)
    locked = [await choose_row_and_column(server, person) for person in people]
    for message, text in zip(locked, ("Nobody else", "Bisher 1 andere", "2 autres", "3 others"), strict=True):
        assert text in full_text(message)
    await press_button(server.otter, locked[0], Action.NOTIFY_DAILY)
    server.bot.kill()
    await server.playground.control("advance_time", seconds=DAY_MS // 1000)
    await server.bot.start(server.playground)
    reveal = await server.lynx.wait_for_message(server.channel, is_reveal)
    await server.otter.wait_until(lambda _: [it for it in server.otter.list_dms() if contains_text("of 3")(it)] or None)
    await server.bot.kill_and_restart(server.playground)
    result = await press_button(server.heron, reveal, Action.SHOW_DAILY_RESULT)
    assert "von 3 geschlagen" in full_text(result)
    assert "Zeile 1, Spalte A" in full_text(result)
    shared = await press_button(server.heron, result, Action.SHARE_DAILY)
    assert "geschlagen" in full_text(shared)
    assert len([it for it in server.lynx.list_messages() if is_reveal(it)]) == 1
    question = await press_button(server.lynx, reveal, Action.SHOW_DAILY)
    assert has_button_for(Action.PICK_DAILY_ROW)(question)
