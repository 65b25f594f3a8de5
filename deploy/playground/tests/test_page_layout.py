"""Test the page in a real browser: clock, traffic log, scrolling, settings and phone layout."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from deploy.playground.tests.playground_page import PHONE_VIEWPORT, PlaygroundPage, open_playground_page
from deploy.playground.tests.png import make_png
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_clock_controls_advance_time(playground_page: PlaygroundPage) -> None:
    controls = playground_page.page.get_by_role("group", name="Time")
    for name, seconds in {"a minute": 60, "an hour": 3600, "a day": 86_400}.items():
        offset_ms = (await playground_page.playground.load_clock())["offset_ms"]
        shown = await controls.locator("time").get_attribute("datetime")
        await controls.get_by_role("button", name=f"Move the time forward by {name}").click()
        assert (await playground_page.playground.load_clock(offset_ms))["offset_ms"] == offset_ms + seconds * 1000
        await playground_page.page.wait_for_function(
            "([shown, span]) => "
            "Date.parse(document.querySelector('.clock-controls time').dateTime) - Date.parse(shown) >= span",
            arg=[shown, seconds * 1000],
        )


async def test_scheduled_event_is_listed_above_the_channels_until_it_ends(playground_page: PlaygroundPage) -> None:
    server_id, event = await playground_page.create_event("Howling night", "the den")
    try:
        for pane in (playground_page.left, playground_page.right):
            line = pane.locator.locator(".channels .event")
            await expect(line).to_contain_text("Howling night")
            assert (await line.get_attribute("title") or "").split("\n") == ["Howling night", "the den"]
            await expect(line.locator("time")).to_have_attribute("datetime", event["scheduled_start_time"])
        await playground_page.playground.control("advance_time", seconds=3600)
        await expect(playground_page.left.locator.locator(".channels .event")).to_contain_text("now")
        await playground_page.playground.control("advance_time", seconds=3600)
        await expect(playground_page.left.locator.locator(".channels .event")).to_have_count(0)
    finally:
        await playground_page.playground.control("set_permissions", server=server_id, deny=["create_events"])


async def test_own_command_scrolls_to_its_answer(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    for number in range(40):
        await right.person.send_message(playground_page.channel_id, f"line {number}")
    await left.message("line 0").scroll_into_view_if_needed()
    await expect(left.message("line 39")).not_to_be_in_viewport()
    await left.run_command("toys")
    await expect(left.message("Choose.")).to_be_in_viewport()


async def test_new_messages_do_not_scroll_away_from_old_ones(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    for number in range(160):
        await right.person.send_message(playground_page.channel_id, f"line {number}")
    await expect(left.message("line 159")).to_be_in_viewport()
    assert await left.messages.count() == 160
    await playground_page.page.reload()
    await expect(left.message("line 159")).to_be_in_viewport()
    assert await left.messages.count() == 100
    await left.message("line 60").scroll_into_view_if_needed()
    await expect(left.messages).to_have_count(150)
    await expect(left.message("line 60")).to_be_in_viewport()
    await left.message("line 16").scroll_into_view_if_needed()
    await expect(left.messages).to_have_count(160)
    await expect(left.message("line 16")).to_be_in_viewport()
    await right.person.send_message(playground_page.channel_id, "something new")
    new_messages = left.locator.get_by_role("button", name="1 new message")
    await expect(new_messages).to_be_visible()
    await expect(left.message("line 16")).to_be_in_viewport()
    await expect(left.message("something new")).not_to_be_in_viewport()
    await new_messages.click()
    await expect(left.message("something new")).to_be_in_viewport()
    await expect(new_messages).to_be_hidden()
    # Old messages are removed from the page, so that it stays fast.
    for number in range(450):
        await right.person.send_message(playground_page.channel_id, f"more {number}")
    await expect(left.message("more 449")).to_be_in_viewport()
    assert await left.messages.count() <= 600


async def test_traffic_log_shows_errors_of_refused_requests(playground_page: PlaygroundPage) -> None:
    page = playground_page.page
    await page.get_by_role("button", name="Wire log").click()
    await page.get_by_role("searchbox", name="Filter the wire log").fill(
        f"/channels/{playground_page.channel_id}/messages"
    )
    entries = page.get_by_role("listitem")
    await expect(entries).to_have_count(0)
    await playground_page.post_as_bot({"content": "fine"})
    await expect(entries).to_have_count(1)
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "long"}
    await playground_page.post_as_bot(
        {"content": "no", "components": [{"type": 1, "components": [button]}]}, status=400
    )
    await page.get_by_role("checkbox", name="Refused only").check()
    refused = entries.filter(has_text="50035 Invalid Form Body")
    await expect(refused).to_have_count(1)
    await refused.get_by_role("button").click()
    errors = refused.get_by_role("list", name="Errors")
    await expect(errors).to_contain_text("components.0.components.0.label Must be 80 or fewer in length.")
    await expect(errors).to_contain_text("x" * 81)
    await expect(refused.get_by_label("Sent")).to_contain_text('custom_id: "long"')
    assert re.search(r"[1-9]\d* refused", await page.get_by_role("button", name="Wire log").inner_text())


async def test_phone_shows_one_pane_without_horizontal_scrolling(browser: Browser, page_playground: Playground) -> None:
    async with open_playground_page(
        browser, page_playground, viewport=PHONE_VIEWPORT, has_touch=True, is_mobile=True, sides=["left"]
    ) as opened_page:
        page, left, right = opened_page.page, opened_page.left, opened_page.right
        fields = [{"name": "f" * 60, "value": "v" * 90, "inline": True}] * 3
        wide_content = {
            "content": f"{'w' * 300}\n```\n{'c' * 300}\n```",
            "embeds": [{"title": "t" * 200, "fields": fields}],
        }
        buttons = [{"type": 2, "style": 1, "label": f"{n}" * 60, "custom_id": f"{n}"} for n in range(5)]
        body = {**wide_content, "components": [{"type": 1, "components": buttons}]}
        await opened_page.post_as_bot(body, [("wide.png", make_png(2000, 30))])
        await expect(left.message("www")).to_be_visible()
        await expect(right.locator).to_be_hidden()

        async def check_width() -> None:
            script = """() => [document.scrollingElement, ...document.querySelectorAll(".scroller")]
                .filter((element) => element.scrollWidth > element.clientWidth).length"""
            assert await page.evaluate(script) == 0

        await check_width()
        await left.locator.get_by_role("button", name="Show channels").tap()
        await expect(left.locator.get_by_role("navigation", name="Channels")).to_be_in_viewport()
        await left.locator.get_by_role("button", name="lounge").tap()
        await expect(left.locator.get_by_role("heading", name="lounge", exact=True)).to_be_visible()
        await expect(left.locator.locator(".chat")).to_have_css("width", f"{PHONE_VIEWPORT['width']}px")
        await page.get_by_role("button", name="Show Heron").tap()
        await expect(left.locator).to_be_hidden()
        await right.message_input.tap()
        await right.type_text("/write ")
        await right.type_text("letter")
        await right.press_keys("Enter")
        await check_width()
        await right.press_keys("Enter")
        await expect(right.dialog).to_be_visible()
        await check_width()
        await page.get_by_role("button", name="Wire log").tap()
        await check_width()
        assert opened_page.errors == []


async def test_first_visit_hint_is_shown_once(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    hint = left.locator.get_by_text("Type / to begin")
    await expect(hint).to_be_visible()
    await left.message_input.press("/")
    await expect(hint).to_be_hidden()
    await playground_page.page.reload()
    await expect(left.message_input).to_be_visible()
    await expect(hint).to_be_hidden()


async def test_person_of_pane_is_in_url_and_can_be_changed(browser: Browser, page_playground: Playground) -> None:
    async with open_playground_page(browser, page_playground) as opened_page:
        page, left, right = opened_page.page, opened_page.left, opened_page.right
        await page.goto(f"{page_playground.api_client.url}/?left=nobody&right=lynx")
        await expect(right.locator.get_by_role("button", name=re.compile("^This side is Lynx"))).to_be_visible()
        await expect(left.locator.get_by_text("nobody is called 'nobody'")).to_be_visible()
        await left.locator.get_by_role("button", name="nobody").click()
        await left.locator.get_by_role("menuitem", name="Badger").click()
        await expect(left.message_input).to_be_visible()
        assert page.url.endswith("?left=badger&right=lynx")
        await left.message_input.fill("I am the badger")
        await left.message_input.press("Enter")
        await expect(left.message("I am the badger")).to_contain_text("Badger")


async def test_message_input_is_disabled_without_permission(playground_page: PlaygroundPage) -> None:
    await expect(playground_page.right.message_input).to_be_enabled()
    await playground_page.playground.control(
        "set_permissions", channel=playground_page.channel_id, target="heron", deny=["send_messages"]
    )
    await expect(playground_page.right.message_input).to_be_disabled()
    await expect(playground_page.right.message_input).to_have_attribute("placeholder", "You cannot write here")
    await expect(playground_page.left.message_input).to_be_enabled()


async def test_theme_is_kept_per_pane(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await right.button("Settings for this side").click()
    await right.locator.get_by_role("radio", name="Light").check()
    for _ in range(2):
        await expect(right.locator.locator(".chat")).to_have_css("color", "rgb(45, 48, 54)")
        await expect(left.locator.locator(".chat")).to_have_css("color", "rgb(220, 223, 227)")
        await playground_page.page.reload()


async def test_every_control_has_accessible_name(playground_page: PlaygroundPage) -> None:
    left = playground_page.left
    await left.run_command("toys")
    await left.run_command("clearing")
    await expect(left.message("The clearing")).to_be_visible()
    await playground_page.page.get_by_role("button", name="Wire log").click()
    await left.button("Members").click()
    await left.open_modal("letter")
    await expect(left.dialog).to_be_visible()
    snapshot = await playground_page.page.locator("body").aria_snapshot()
    roles = "button|textbox|combobox|link|checkbox|dialog|listbox|switch"
    assert re.findall(rf"- (?:{roles})(?: \[[^\]]*\])*:?$", snapshot, re.MULTILINE) == []
    assert snapshot.count('- log "Messages in ') == 2
