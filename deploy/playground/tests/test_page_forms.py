"""Test modals on the page in a real browser: how they are filled in, validated, submitted and closed."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect

from deploy.playground.tests.playground_page import NO_RESPONSE_TEXT, PlaygroundPage
from deploy.playground.tests.timeout import TIMEOUT_S

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_modal_is_validated_filled_in_and_submitted(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.open_modal("letter")
    dialog = left.dialog
    await expect(dialog.get_by_role("heading", name="A letter")).to_be_visible()
    await expect(dialog.get_by_role("combobox", name="To")).to_be_focused()
    await dialog.get_by_role("button", name="Submit").click()
    words = dialog.get_by_role("textbox", name="Words")
    await expect(words).to_be_focused()
    await expect(words).to_have_attribute("aria-invalid", "true")
    await expect(dialog.get_by_text("This is required.")).to_be_visible()
    await left.type_text("Come to the brook")
    await dialog.get_by_role("combobox", name="To").click()
    await left.type_text("lynx")
    await left.press_keys("Enter")
    await dialog.get_by_role("checkbox", name="Sealed").uncheck()
    async with playground_page.page.expect_file_chooser() as chooser:
        await dialog.get_by_role("button", name="Enclosed: choose files").click()
    await (await chooser.value).set_files({"name": "leaf.txt", "mimeType": "text/plain", "buffer": b"green"})
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_have_count(0)
    for part in ("@Lynx", "Come to the brook", "leaf.txt", "False"):
        await expect(left.messages.last).to_contain_text(part)
    await expect(left.message_input).to_be_focused()


async def test_every_modal_field_reaches_the_bot(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.open_modal("picnic")
    dialog = left.dialog
    await dialog.get_by_role("combobox", name="Cake").click()
    await left.locator.get_by_role("option", name="cranberry").click()
    await dialog.get_by_role("radio", name="rain").check()
    await dialog.get_by_role("checkbox", name="honey").check()
    await dialog.get_by_role("checkbox", name="tea").check()
    await dialog.get_by_role("combobox", name="Where").click()
    await left.type_text(playground_page.channel_name)
    await left.press_keys("Enter")
    await dialog.get_by_role("combobox", name="Guests").click()
    for guest in ("Otter", "@Sample"):
        await left.locator.get_by_role("option", name=guest).click()
    await left.press_keys("Enter")
    await dialog.get_by_role("button", name="Submit").click()
    for part in ("cranberry", "rain", "honey, tea", f"#{playground_page.channel_name}", "@Otter, @Sample"):
        await expect(left.messages.last).to_contain_text(part)


async def test_long_modal_scrolls_between_its_title_and_buttons(playground_page: PlaygroundPage) -> None:
    left, page = playground_page.left, playground_page.page
    viewport = page.viewport_size
    assert viewport
    await page.set_viewport_size({"width": viewport["width"], "height": 460})
    await left.open_modal("picnic")
    await expect(left.dialog.get_by_role("heading", name="A picnic")).to_be_in_viewport(ratio=1)
    await expect(left.dialog.get_by_role("button", name="Submit")).to_be_in_viewport(ratio=1)
    guests = left.dialog.get_by_role("combobox", name="Guests")
    await expect(guests).not_to_be_in_viewport()
    await guests.scroll_into_view_if_needed()
    await expect(guests).to_be_in_viewport(ratio=1)
    await page.set_viewport_size(viewport)


async def test_failed_modal_submission_keeps_input(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.open_modal("burrow")
    name = left.dialog.get_by_role("textbox", name="Its name")
    await name.fill("Oakroot")
    callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
    await playground_page.playground.control("add_fault", route=callback, status=400, times=1)
    async with left.person.api_client.open_websocket(left.person_name, wire="1") as socket, asyncio.timeout(TIMEOUT_S):
        await left.press_keys("Enter")
        await expect(left.button("Submit")).to_have_attribute("aria-busy", "true")
        # Advance the time only after the bot's response has been refused.
        while (await socket.receive_json()).get("entry", {}).get("status") != 400:
            pass
    await playground_page.playground.control("advance_time", seconds=TIMEOUT_S)
    await expect(left.dialog.get_by_role("alert").filter(has_text=NO_RESPONSE_TEXT)).to_be_visible()
    await expect(name).to_have_value("Oakroot")
    await name.press("Enter")
    await expect(left.messages.last).to_contain_text("Oakroot")


async def test_escape_closes_modal_and_tab_stays_inside(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.open_modal("burrow")
    await expect(left.dialog.get_by_role("textbox", name="Its name")).to_be_focused()
    for _ in range(12):
        await left.press_keys("Tab")
        assert await left.dialog.evaluate("dialog => dialog.contains(document.activeElement)")
    await left.press_keys("Escape")
    await expect(left.dialog).to_have_count(0)
    # The page hides the modal immediately and then informs the server.
    await left.person.wait_until(lambda live: live.view["modal"] is None, TIMEOUT_S)
    await playground_page.right.message_input.fill("The other side was never covered.")
    await playground_page.right.press_keys("Enter")
    await expect(left.message("never covered")).to_be_visible()
