"""Two people and a bot, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from deploy.playground.tests.playground_page import NO_RESPONSE_TEXT, PlaygroundPage
from deploy.playground.tests.timeout import TIMEOUT_S

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOUND_TEXT = "1 × raspberry"


async def test_a_command_is_chosen_completed_and_seen_by_both(playground_page: PlaygroundPage) -> None:
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


async def test_every_kind_of_option_has_its_field(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.type_command("forest gather")
    await left.type_text("elder")
    await expect(left.options).to_have_text(["Elderberry"])
    await left.press_keys("Tab")
    given = {"season": "autumn", "count": "7", "weight": "2.5", "ripe": "True", "animal": "Lynx", "whom": "Sample"}
    for name, value in {**given, "place": playground_page.channel_name}.items():
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
    async with playground_page.page.expect_file_chooser() as choosing:
        await left.press_keys("Enter")
    await (await choosing.value).set_files({"name": "basket.txt", "mimeType": "text/plain", "buffer": b"moss"})
    await expect(left.locator.get_by_text("basket.txt")).to_be_visible()
    await left.press_keys("Enter")
    told = left.message("7 × elderberry")
    for part in ("autumn", "2.5", "True", "@Lynx", f"#{playground_page.channel_name}", "basket.txt", "@Sample"):
        await expect(told).to_contain_text(part)


async def test_what_is_wrong_is_told_as_long_as_it_is_and_nothing_is_lost(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    said = left.locator.get_by_role("alert").filter(has_text=re.compile("required|no other|must be"))
    await left.type_command("forest gather")
    await left.press_keys("Escape", "Enter")
    await expect(left.locator.get_by_role("alert").filter(has_text="berry: this option is required")).to_be_visible()
    await left.type_text("moss")
    await expect(said).to_have_count(0)
    await expect(left.options).to_have_count(0)
    await left.press_keys("Escape", "Tab")
    await left.type_text("nuts")
    await left.press_keys("Enter")
    await expect(left.locator.get_by_role("alert").filter(has_text="no other option “nuts”")).to_be_visible()
    await left.press_keys("Control+a")
    await left.type_text("count")
    await expect(said).to_have_count(0)
    await left.press_keys("Enter")
    await left.type_text("100")
    await left.press_keys("Enter")
    await expect(left.locator.get_by_role("alert").filter(has_text="count: must be at most 99")).to_be_visible()
    await left.press_keys("Backspace")
    await expect(said).to_have_count(0)
    await left.press_keys("Enter")
    await expect(left.message("10 × moss")).to_be_visible()


async def test_a_click_changes_the_message_for_both(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.run_command("toys")
    await right.message("Choose.").get_by_role("button", name="Leap").click()
    for side in (left, right):
        await expect(side.message("@Heron leaps.")).to_be_visible()
    await left.message("leaps").get_by_role("button", name="Scatter").click()
    await expect(right.messages).to_have_count(0)


async def test_an_ephemeral_message_is_seen_by_one_and_dismissed(playground_page: PlaygroundPage) -> None:
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


async def test_selects_are_chosen_with_the_mouse_and_with_keys(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.run_command("toys")
    toys = left.messages.first
    await toys.get_by_role("combobox", name="Berries").focus()
    await left.press_keys("Enter", "Space", "ArrowDown", "ArrowDown", "Space", "Enter")
    await expect(left.message("Taken: bilberry, cloudberry")).to_be_visible()
    await toys.get_by_role("combobox", name="Animals").click()
    await left.type_text("bad")
    await expect(left.options).to_have_count(1)
    await left.options.click()
    await playground_page.page.mouse.click(700, 60)
    await expect(left.message("Called: @Badger")).to_be_visible()
    for name, value in {"Roles": "@Sample", "Places": playground_page.channel_name}.items():
        await toys.get_by_role("combobox", name=name).click()
        await left.options.filter(has_text=value).click()
        await expect(left.messages.last).to_contain_text(value)


async def test_a_command_that_is_not_answered_says_so_to_its_user_alone(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.run_command("forest den sleep")
    await expect(left.locator.get_by_text("Sending…")).to_be_visible()
    await playground_page.playground.control("advance_time", seconds=TIMEOUT_S)
    await expect(left.locator.get_by_text(NO_RESPONSE_TEXT)).to_be_visible()
    await expect(right.locator.get_by_text(NO_RESPONSE_TEXT)).to_have_count(0)
    await left.button("Dismiss message").click()
    await expect(left.locator.get_by_text(NO_RESPONSE_TEXT)).to_have_count(0)


async def test_a_button_shows_that_it_waits_and_that_it_failed(playground_page: PlaygroundPage) -> None:
    doors = [{"type": 2, "style": 1, "label": name, "custom_id": name} for name in ("Knock", "Ring")]
    await playground_page.post_as_bot({"components": [{"type": 1, "components": doors}]})
    left = playground_page.left
    await left.button("Knock").click()
    await expect(left.button("Knock")).to_have_attribute("aria-busy", "true")
    await expect(left.button("Ring")).to_be_disabled()
    for door in ("Knock", "Ring"):
        await expect(playground_page.right.button(door)).not_to_have_attribute("aria-busy", "true")
        await expect(playground_page.right.button(door)).to_be_enabled()
    await playground_page.playground.control("advance_time", seconds=TIMEOUT_S)
    await expect(left.locator.get_by_text("This interaction failed")).to_be_visible()
    await expect(left.button("Knock")).not_to_have_attribute("aria-busy", "true")
    await expect(left.button("Ring")).to_be_enabled()


async def test_a_dm_comes_with_a_badge_that_reading_takes_away(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.type_command("forest den whisper")
    await left.type_text("heron")
    await expect(left.options).to_have_count(1)
    await left.press_keys("Enter")
    await left.type_text(f"psst {playground_page.channel_name}")
    await left.press_keys("Enter")
    badge = right.locator.get_by_role("button", name="Sample, 1 unread")
    await badge.click()
    await expect(right.message(f"whispers: psst {playground_page.channel_name}")).to_be_visible()
    await expect(badge).to_have_count(0)
    assert not any(dm["unread"] for dm in (await right.person.load_view())["dms"])


async def test_closed_dms_are_closed_from_the_page(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await right.button("Settings for this side").click()
    await right.locator.get_by_role("switch", name="Direct messages").click()
    await expect(right.locator.get_by_text("DMs closed")).to_be_visible()
    await right.press_keys("Escape")
    await expect(right.button("Settings for this side")).to_be_focused()
    await left.type_command("forest den whisper")
    await left.type_text("heron")
    await expect(left.options).to_have_count(1)
    await left.press_keys("Enter")
    await left.type_text("psst")
    await left.press_keys("Enter")
    await expect(left.message("@Heron does not listen.")).to_be_visible()


async def test_a_language_changes_commands_and_times_of_one_side(playground_page: PlaygroundPage) -> None:
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


async def test_replies_edits_and_deletions(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.message_input.fill("# Well\nIs @lynx *here*? ||no||")
    await left.press_keys("Enter")
    await right.message("Is @Lynx").hover()
    await right.button("Reply").click()
    await right.type_text("I am")
    await right.press_keys("Enter")
    await expect(right.message("I am")).to_be_visible()
    answer = left.message("I am")
    await expect(answer.get_by_role("button", name="In reply to Otter: Well Is @Lynx here? ▮▮▮")).to_be_visible()
    await expect(answer).to_have_class("message pings")
    await right.press_keys("ArrowUp")
    await expect(right.locator.get_by_role("textbox", name="Edit the message")).to_be_focused()
    await right.type_text(" not")
    await right.press_keys("Enter")
    await expect(answer).to_contain_text("I am not (edited)")
    await left.message_input.press("ArrowUp")
    await left.press_keys("Control+a")
    await left.type_text("Well?")
    await left.press_keys("Enter")
    await expect(right.message("I am").get_by_role("button", name="In reply to Otter: Well?")).to_be_visible()
    # Drawn anew it would close what has been opened on it.
    await expect(left.messages.first).to_contain_text("Well?")
    await left.choose_from_menu(left.messages.first, "Delete message")
    await expect(right.messages).to_have_count(1)
    await expect(right.message("I am not")).to_contain_text("Original message was deleted")


async def test_menus_of_people_and_messages_have_the_bots_commands(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await left.message_input.fill("Good moss")
    await left.press_keys("Enter")
    await right.choose_from_menu(right.message("Good moss"), "Apps", "Sniff")
    await expect(right.message("It smells of @Otter.")).to_contain_text("Only you can see this")
    await left.message("Good moss").get_by_role("button", name="Otter", exact=True).click(button="right")
    await left.locator.get_by_role("menuitem", name="Apps").click()
    await left.locator.get_by_role("menuitem", name="Wave").click()
    await expect(right.message("@Otter waves at @Otter.")).to_contain_text("Otter used Wave")


async def test_threads_are_begun_by_bots_and_by_people(playground_page: PlaygroundPage) -> None:
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


async def test_a_command_needs_no_mouse(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.message_input.evaluate("element => element.blur()")
    for _ in range(60):
        await left.press_keys("Tab")
        if await left.message_input.evaluate("element => element === document.activeElement"):
            break
    await left.type_text("/toys")
    await expect(left.options).to_have_count(1)
    await left.press_keys("Tab", "Enter")
    toys = left.messages.first
    await expect(toys).to_contain_text("Choose.")
    for _ in range(20):
        await left.press_keys("Shift+Tab")
        if await toys.get_by_role("button", name="Hide").evaluate("element => element === document.activeElement"):
            break
    await left.press_keys("Enter")
    await expect(left.message("Nobody sees you now.")).to_be_visible()
    await expect(toys.get_by_role("button", name="Hide")).to_be_focused()
