"""Test commands, components and messages on the page in a real browser, with two people and a bot."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from deploy.playground.tests.playground_page import NO_RESPONSE_TEXT, Pane, PlaygroundPage
from deploy.playground.tests.timeout import TIMEOUT_S

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOUND_TEXT = "1 × raspberry"


async def test_command_response_is_shown_to_both_people(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.message_input.click()
    await left.type_text("/gather")
    await expect(left.options).to_have_text(["/forest gatherGather berries, with an option of every typeSample"])
    await left.press_keys("Enter")
    await left.type_text("rasp")
    await expect(left.options).to_have_text(["Raspberry"])
    await left.press_keys("Enter", "Enter")
    for side in (left, right):
        await expect(side.message(FOUND_TEXT)).to_contain_text("Otter used /forest gather")
        await expect(side.message(FOUND_TEXT)).to_contain_text("SampleBOT")
    await expect(left.message_input).to_have_value("")


async def test_every_option_type_can_be_filled_in(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.type_command("forest gather")
    await left.type_text("elder")
    await expect(left.options).to_have_text(["Elderberry"])
    await left.press_keys("Tab")
    values = {"season": "autumn", "count": "7", "weight": "2.5", "ripe": "True", "animal": "Lynx", "whom": "Sample"}
    for name, value in {**values, "place": playground_page.channel_name}.items():
        await left.type_text(name)
        await expect(left.options.first).to_contain_text(name)
        await left.press_keys("Enter")
        await left.type_text(value)
        if name not in ("count", "weight"):
            await expect(left.options.first).to_contain_text(value)
            await left.press_keys("Enter")
        else:
            await left.press_keys("Tab")
    await left.type_text("basket")
    await left.press_keys("Enter")
    async with playground_page.page.expect_file_chooser() as chooser:
        await left.press_keys("Enter")
    await (await chooser.value).set_files({"name": "basket.txt", "mimeType": "text/plain", "buffer": b"moss"})
    await expect(left.locator.get_by_text("basket.txt")).to_be_visible()
    await left.press_keys("Enter")
    message = left.message("7 × elderberry")
    for part in ("autumn", "2.5", "True", "@Lynx", f"#{playground_page.channel_name}", "basket.txt", "@Sample"):
        await expect(message).to_contain_text(part)


async def test_option_errors_are_shown_until_corrected(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    errors = left.locator.get_by_role("alert").filter(has_text=re.compile("required|no other|must be"))
    await left.type_command("forest gather")
    await left.press_keys("Escape", "Enter")
    await expect(left.locator.get_by_role("alert").filter(has_text="berry: this option is required")).to_be_visible()
    await left.type_text("moss")
    await expect(errors).to_have_count(0)
    await expect(left.options).to_have_count(0)
    await left.press_keys("Escape", "Tab")
    await left.type_text("nuts")
    await left.press_keys("Enter")
    await expect(left.locator.get_by_role("alert").filter(has_text="no other option “nuts”")).to_be_visible()
    await left.press_keys("Control+a")
    await left.type_text("count")
    await expect(errors).to_have_count(0)
    await left.press_keys("Enter")
    await left.type_text("100")
    await left.press_keys("Enter")
    await expect(left.locator.get_by_role("alert").filter(has_text="count: must be at most 99")).to_be_visible()
    await left.press_keys("Backspace")
    await expect(errors).to_have_count(0)
    await left.press_keys("Enter")
    await expect(left.message("10 × moss")).to_be_visible()


async def test_button_click_updates_message_for_both_people(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.run_command("toys")
    await right.message("Choose.").get_by_role("button", name="Leap").click()
    for side in (left, right):
        await expect(side.message("@Heron leaps.")).to_be_visible()
    await left.message("leaps").get_by_role("button", name="Scatter").click()
    await expect(right.messages).to_have_count(0)


async def test_ephemeral_message_is_shown_to_one_person_and_dismissed(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.run_command("toys")
    await left.message("Choose.").get_by_role("button", name="Hide").click()
    hidden = left.message("Nobody sees you now.")
    await expect(hidden).to_contain_text("Only you can see this · Dismiss message")
    await left.message_input.fill("Where am I?")
    await left.press_keys("Enter")
    await expect(right.message("Where am I?")).to_be_visible()
    await expect(right.message("Nobody sees you now.")).to_have_count(0)
    await hidden.get_by_role("button", name="Dismiss message").click()
    await expect(left.message("Nobody sees you now.")).to_have_count(0)


async def test_selects_work_with_mouse_and_keyboard(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.run_command("toys")
    message = left.messages.first
    await message.get_by_role("combobox", name="Berries").focus()
    await left.press_keys("Enter", "Space", "ArrowDown", "ArrowDown", "Space", "Enter")
    await expect(left.message("Taken: bilberry, cloudberry")).to_be_visible()
    await message.get_by_role("combobox", name="Animals").click()
    await left.type_text("bad")
    await expect(left.options).to_have_count(1)
    await left.options.click()
    await playground_page.page.mouse.click(700, 60)
    await expect(left.message("Called: @Badger")).to_be_visible()
    for name, value in {"Roles": "@Sample", "Places": playground_page.channel_name}.items():
        await message.get_by_role("combobox", name=name).click()
        await left.options.filter(has_text=value).click()
        await expect(left.messages.last).to_contain_text(value)


async def test_unanswered_command_shows_error_to_its_user_only(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.run_command("forest den sleep")
    await expect(left.locator.get_by_text("Sending…")).to_be_visible()
    await playground_page.playground.control("advance_time", seconds=TIMEOUT_S)
    await expect(left.locator.get_by_text(NO_RESPONSE_TEXT)).to_be_visible()
    await expect(right.locator.get_by_text(NO_RESPONSE_TEXT)).to_have_count(0)
    await left.button("Dismiss message").click()
    await expect(left.locator.get_by_text(NO_RESPONSE_TEXT)).to_have_count(0)


async def test_clicked_button_is_busy_until_interaction_fails(playground_page: PlaygroundPage) -> None:
    buttons = [{"type": 2, "style": 1, "label": name, "custom_id": name} for name in ("Knock", "Ring")]
    await playground_page.post_as_bot({"components": [{"type": 1, "components": buttons}]})
    left = playground_page.left
    await left.button("Knock").click()
    await expect(left.button("Knock")).to_have_attribute("aria-busy", "true")
    await expect(left.button("Ring")).to_be_disabled()
    for name in ("Knock", "Ring"):
        await expect(playground_page.right.button(name)).not_to_have_attribute("aria-busy", "true")
        await expect(playground_page.right.button(name)).to_be_enabled()
    await playground_page.playground.control("advance_time", seconds=TIMEOUT_S)
    await expect(left.locator.get_by_text("This interaction failed")).to_be_visible()
    await expect(left.button("Knock")).not_to_have_attribute("aria-busy", "true")
    await expect(left.button("Ring")).to_be_enabled()


async def whisper_to_heron(pane: Pane, text: str) -> None:
    """Let the sample bot send this text to the user heron as a direct message."""
    await pane.type_command("forest den whisper")
    await pane.type_text("heron")
    await expect(pane.options).to_have_count(1)
    await pane.press_keys("Enter")
    await pane.type_text(text)
    await pane.press_keys("Enter")


async def test_unread_dm_has_badge_until_read(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await whisper_to_heron(left, f"psst {playground_page.channel_name}")
    badge = right.locator.get_by_role("button", name="Sample, 1 unread")
    await badge.click()
    await expect(right.message(f"whispers: psst {playground_page.channel_name}")).to_be_visible()
    await expect(badge).to_have_count(0)
    assert not any(dm["unread"] for dm in (await right.person.load_view())["dms"])


async def test_dms_can_be_closed_in_settings(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await right.button("Settings for this side").click()
    await right.locator.get_by_role("switch", name="Direct messages").click()
    await expect(right.locator.get_by_text("DMs closed")).to_be_visible()
    await right.press_keys("Escape")
    await expect(right.button("Settings for this side")).to_be_focused()
    await whisper_to_heron(left, "psst")
    await expect(left.message("@Heron does not listen.")).to_be_visible()


async def test_language_setting_changes_commands_and_times_of_one_pane(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await playground_page.post_as_bot({"content": "Since <t:86400:D>"})
    await expect(left.message("Since")).to_contain_text("January 2, 1970")
    await left.button("Settings for this side").click()
    await left.locator.get_by_role("combobox", name="Language").select_option("fr")
    await expect(left.message("Since")).to_contain_text("2 janvier 1970")
    await expect(right.message("Since")).to_contain_text("2. Januar 1970")
    await left.press_keys("Escape")
    await left.message_input.click()
    await left.type_text("/forêt cue")
    await expect(left.options.first).to_contain_text("/forêt cueillir")
    await right.message_input.click()
    await right.type_text("/wald")
    await expect(right.options.first).to_contain_text("/wald")


async def test_reply_edit_and_delete_update_both_panes(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.message_input.fill("# Well\nIs @lynx *here*? ||no||")
    await left.press_keys("Enter")
    await right.message("Is @Lynx").hover()
    await right.button("Reply").click()
    await right.type_text("I am")
    await right.press_keys("Enter")
    await expect(right.message("I am")).to_be_visible()
    reply = left.message("I am")
    await expect(reply.get_by_role("button", name="In reply to Otter: Well Is @Lynx here? ▮▮▮")).to_be_visible()
    await expect(reply).to_have_class("message pings")
    await right.press_keys("ArrowUp")
    await expect(right.locator.get_by_role("textbox", name="Edit the message")).to_be_focused()
    await right.type_text(" not")
    await right.press_keys("Enter")
    await expect(reply).to_contain_text("I am not (edited)")
    await left.message_input.press("ArrowUp")
    await left.press_keys("Control+a")
    await left.type_text("Well?")
    await left.press_keys("Enter")
    await expect(right.message("I am").get_by_role("button", name="In reply to Otter: Well?")).to_be_visible()
    # Wait for the edit first, because rendering the message again would close its menu.
    await expect(left.messages.first).to_contain_text("Well?")
    await left.choose_from_menu(left.messages.first, "Delete message")
    await expect(right.messages).to_have_count(1)
    await expect(right.message("I am not")).to_contain_text("Original message was deleted")


async def test_context_menus_offer_bot_commands(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.message_input.fill("Good moss")
    await left.press_keys("Enter")
    await right.choose_from_menu(right.message("Good moss"), "Apps", "Sniff")
    await expect(right.message("It smells of @Otter.")).to_contain_text("Only you can see this")
    await left.message("Good moss").get_by_role("button", name="Otter", exact=True).click(button="right")
    await left.locator.get_by_role("menuitem", name="Apps").click()
    await left.locator.get_by_role("menuitem", name="Wave").click()
    await expect(right.message("@Otter waves at @Otter.")).to_contain_text("Otter used Wave")


async def test_command_mention_starts_the_command(playground_page: PlaygroundPage) -> None:
    right = playground_page.right
    await playground_page.post_as_bot({"content": "Try </forest gather:1> or </moon dance:1>"})
    await right.button("/forest gather").click()
    await expect(right.locator.locator(".command-name")).to_contain_text("/wald")
    await right.press_keys("Escape")
    await right.button("/moon dance").click()
    await expect(right.message_input).to_have_value("/moon dance")


async def test_bots_and_people_create_threads(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.type_command("trail")
    await left.type_text("To the brook")
    await left.press_keys("Enter")
    await right.message("A trail begins").get_by_role("button", name="To the brook").click()
    await expect(right.message("@Otter went this way.")).to_be_visible()
    await right.message_input.fill("Wait for me")
    await right.press_keys("Enter")
    await expect(left.locator.get_by_role("button", name="To the brook, thread, 1 mentions")).to_be_visible()
    await left.message_input.fill("Who comes along?")
    await left.press_keys("Enter")
    await left.choose_from_menu(left.message("Who comes along?"), "Create thread")
    name = left.dialog.get_by_role("textbox", name="Thread name")
    await expect(name).to_have_value("Who comes along?")
    await name.fill("Company")
    await left.press_keys("Enter")
    await expect(left.locator.get_by_role("heading", name="Company", exact=True)).to_be_visible()
    await expect(right.locator.get_by_role("button", name="Company, thread")).to_be_visible()


async def test_command_and_button_work_with_keyboard_only(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.message_input.evaluate("element => element.blur()")
    for _ in range(60):
        await left.press_keys("Tab")
        if await left.message_input.evaluate("element => element === document.activeElement"):
            break
    await left.type_text("/toys")
    await expect(left.options).to_have_count(1)
    await left.press_keys("Tab", "Enter")
    message = left.messages.first
    await expect(message).to_contain_text("Choose.")
    for _ in range(20):
        await left.press_keys("Shift+Tab")
        if await message.get_by_role("button", name="Hide").evaluate("element => element === document.activeElement"):
            break
    await left.press_keys("Enter")
    await expect(left.message("Nobody sees you now.")).to_be_visible()
    await expect(message.get_by_role("button", name="Hide")).to_be_focused()
