"""Test matches that are played by clicking and typing in a real browser. Screenshots stay in the test's folder."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.discord.emoji_upload import drawings_by_emoji_name
from bot.screens.custom_ids import Action
from deploy.playground.tests.playground_page import PHONE_VIEWPORT, Pane, PlaygroundPage, open_playground_page
from discord_playground.client import JSON, Playground, button_labels
from tests.waiting import TEST_TIMEOUT_S

pytestmark = [pytest.mark.gate, pytest.mark.asyncio(loop_scope="session")]

BOT_NAME: Final = "Wolf & Bison"
MASK_LABEL_PATTERN: Final = re.compile(r"^((Row|Zeile) [123]|Wolf [ABC])$")
"""Labels of the buttons that choose a mask."""
COUNT_OVERFLOWS_SCRIPT: Final = """() => [document.scrollingElement, ...document.querySelectorAll(".scroller")]
    .filter((element) => element.scrollWidth > element.clientWidth).length"""


@asynccontextmanager
async def open_page(browser: Browser, folder: Path, **options: Any) -> AsyncIterator[PlaygroundPage]:
    """Open a new playground with a bot and a page, and check afterwards that none of them had errors."""
    async with Playground.start(bots=[BOT_NAME], strict=True, skip_identify_limit=True) as playground:
        await playground.control("set_response_timeout", seconds=TEST_TIMEOUT_S)
        # Uploading the emoji would take longer than the rest of the start.
        await playground.control("set_emojis", bot=BOT_NAME, names=[*drawings_by_emoji_name()])
        program = (sys.executable, "-m", "tests.wire.bot_program", "run")
        async with playground.run_bot(
            *program, bot=BOT_NAME, DATABASE_URL=f"sqlite:///{folder}/duel.db", DUEL_PRESSES="0"
        ):
            await playground.person("otter").wait_for_command("duel")
            async with open_playground_page(browser, playground, **options) as stage:
                # The matches stay in the channel that the page shows.
                await playground.control(
                    "set_permissions", channel=stage.channel_id, target=BOT_NAME, deny=["create_public_threads"]
                )
                yield stage
                assert stage.errors == []
            entries = (await playground.load_traffic_log())["entries"]
            assert [entry for entry in entries if (entry["refused"] or "").startswith("50035")] == []


def find_private_message(side: Pane) -> Locator:
    """Return the newest message that only this person sees."""
    return side.messages.filter(has_text="Only you can see this").last


def find_message_with_button(side: Pane, label: str) -> Locator:
    """Return the newest message that has a button with this label."""
    button = side.locator.page.locator(".button", has_text=re.compile(f"^{re.escape(label)}$"))
    return side.messages.filter(has=button).last


def find_boards(container: Locator) -> Locator:
    return container.locator('.gallery img[src*="board.png"]')


async def press_button(side: Pane, label: str, within: Locator | None = None) -> None:
    message = within or find_message_with_button(side, label)
    await message.locator(".button", has_text=re.compile(f"^{re.escape(label)}$")).last.click()


async def type_challenge(side: Pane, *options: tuple[str, str]) -> None:
    """Type `/duel challenge Heron …` and autocomplete each option."""
    await side.type_command("duel challenge")
    await side.type_text("heron")
    await expect(side.options).to_have_count(1)
    await side.press_keys("Enter")
    for name, value in options:
        await side.type_text(name)
        await expect(side.options.first).to_contain_text(name)
        await side.press_keys("Enter")
        await side.type_text(value)
        await expect(side.options).to_have_count(1)
        await side.press_keys("Enter")
    await side.press_keys("Enter")


async def accept_challenge(stage: PlaygroundPage) -> None:
    otter, heron = stage.left.person, stage.right.person
    card = await otter.wait_for_message(stage.channel_id, lambda it: "Accept" in button_labels(it))
    await heron.click(card, "Accept")
    await otter.wait_for_message(stage.channel_id, lambda it: it["id"] == card["id"] and "Choose" in button_labels(it))


async def check_board_shape(board: Locator) -> None:
    """Check that a board is not distorted and is large enough to read."""
    await expect(board).to_be_visible()
    sizes: JSON | None = None
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not sizes:
            # Returns nothing if the message was rendered again meanwhile.
            sizes = await board.evaluate(
                "async (img) => { await img.decode(); const b = img.getBoundingClientRect(); return img.isConnected &&"
                " { painted: img.naturalWidth / img.naturalHeight, shown: b.width / b.height, width: b.width }; }"
            )
    assert abs(sizes["painted"] - sizes["shown"]) < 0.02, sizes
    assert sizes["width"] >= 220, sizes


async def test_match_is_played_from_challenge_to_rematch_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    async with open_page(browser, tmp_path) as stage:
        for number, play_scene in enumerate(
            (_accept_challenge, _choose_and_change, _read_rules, _resolve_step, _resign_match, _open_review), 1
        ):
            await play_scene(stage)
            await stage.page.screenshot(path=tmp_path / f"{number}{play_scene.__name__}.png")


async def _accept_challenge(stage: PlaygroundPage) -> None:
    left, right = stage.left, stage.right
    await type_challenge(left, ("game", "shamans"), ("variant", "classic"), ("clock", "1 hour"))
    for side in (left, right):
        card = side.message("challenges")
        await expect(card).to_contain_text("@Otter challenges @Heron: Duel of the Shamans")
        await expect(card).to_contain_text("1 hour a turn")
    await press_button(left, "More", left.message("challenges"))
    await press_button(left, "Options", find_private_message(left))
    options = left.locator.get_by_role("dialog", name="Options: Duel of the Shamans")
    await options.get_by_role("checkbox", name="One shell per duel").check()
    await options.get_by_role("button", name="Submit").click()
    await expect(right.message("challenges")).to_contain_text("one shell per duel")
    await expect(find_private_message(left)).to_contain_text("one shell per duel")
    await press_button(left, "🎲 Shake the dice", find_private_message(left))
    form = left.locator.get_by_role("dialog", name="Shake the dice")
    await form.get_by_role("textbox").fill("by the otter’s paw")
    await form.get_by_role("button", name="Submit").click()
    await expect(right.message("challenges")).to_contain_text("@Otter shook the dice")
    await expect(find_private_message(left)).to_contain_text("“by the otter’s paw”")
    await press_button(right, "Accept")


async def _choose_and_change(stage: PlaygroundPage) -> None:
    left, right = stage.left, stage.right
    for side in (left, right):
        await check_board_shape(find_boards(find_message_with_button(side, "Choose")))
        await check_board_shape(find_boards(find_private_message(side)))
    player_message = find_private_message(left)
    await player_message.get_by_role("button", name=MASK_LABEL_PATTERN).first.click()
    await expect(player_message).to_contain_text("Sealed: ")
    await expect(right.message("has chosen")).to_contain_text("@Otter has chosen")
    await press_button(left, "Change", player_message)
    await expect(player_message).to_contain_text("Still counts: ")
    second = player_message.get_by_role("button", name=MASK_LABEL_PATTERN).nth(1)
    line = (await second.inner_text())[-1]
    await second.click()
    await expect(player_message).to_contain_text(re.compile(rf"Sealed: (Row|Column) {line}"))
    await check_board_shape(find_boards(player_message))


async def _read_rules(stage: PlaygroundPage) -> None:
    """Read the rules in place of the player message, and go back to it."""
    right = stage.right
    rules = find_private_message(right)
    await press_button(right, "Mehr", rules)
    await press_button(right, "Regeln", rules)
    await expect(rules).to_contain_text("1 von 6")
    await check_board_shape(find_boards(rules))
    first = await find_boards(rules).get_attribute("alt")
    await press_button(right, "Weiter", rules)
    await expect(rules).to_contain_text("2 von 6")
    await expect(find_boards(rules)).not_to_have_attribute("alt", first or "")
    await press_button(right, "Zurück", rules)
    await expect(rules).to_contain_text("1 von 6")
    await press_button(right, "Zurück zur Partie", rules)
    await expect(right.message(" wartet auf dich!")).to_be_visible()


async def _resolve_step(stage: PlaygroundPage) -> None:
    left, right = stage.left, stage.right
    player_message = right.message(" wartet auf dich!")
    await player_message.get_by_role("button", name=MASK_LABEL_PATTERN).first.click()
    await expect(right.message("Duell 1")).to_be_visible()
    await expect(find_private_message(left)).to_contain_text("Duel 1 on")
    await expect(find_private_message(left)).not_to_contain_text("Sealed: ")
    for side in (left, right):
        card = find_message_with_button(side, "Choose")
        await expect(card).to_contain_text("Duel 1 on")
        await check_board_shape(find_boards(card))


async def _resign_match(stage: PlaygroundPage) -> None:
    left, right = stage.left, stage.right
    await press_button(left, "More")
    await press_button(left, "Resign")
    await expect(find_private_message(left)).to_contain_text("Resign?")
    await expect(right.messages.filter(has_text="🏆")).to_have_count(0)
    await press_button(left, "Resign")
    for side in (left, right):
        rematch = side.locator.page.locator(f"[data-custom-id^='{Action.OFFER_REMATCH}:']")
        end = side.messages.filter(has=rematch).filter(has_text="🏆 @Heron wins").last
        await expect(end).to_contain_text("🏆 @Heron wins: @Otter resigned")
        await expect(end).to_contain_text(re.compile(r"🏆 @Heron · \d+"))
        await expect(side.messages.locator(f"[data-custom-id^='{Action.OPEN_MATCH}:']")).to_have_count(0)


async def _open_review(stage: PlaygroundPage) -> None:
    left, right = stage.left, stage.right
    await press_button(right, "Review")
    review = right.messages.last
    await press_button(right, "Schritt für Schritt", review)
    await expect(review).to_contain_text("1 von 3")
    await press_button(right, "Ende", review)
    await expect(review).to_contain_text("3 von 3")
    await check_board_shape(find_boards(review))
    # Only the card has both buttons; replies that quote it may have one of them.
    buttons = (
        left.locator.page.locator(f"[data-custom-id^='{action}:']") for action in (Action.SHOW_REVIEW, Action.SHOW_MORE)
    )
    end = left.messages.filter(has=next(buttons)).filter(has=next(buttons)).filter(has_text="🏆 @Heron wins").last
    await press_button(left, "More", end)
    await press_button(left, "Fair play")
    await expect(left.messages.last).to_contain_text("Last seal, which begins as on the card: ")
    await press_button(left, "Rematch")
    await expect(find_message_with_button(right, "Accept")).to_contain_text("@Otter wants a rematch with @Heron")


async def test_phone_page_has_readable_boards_and_no_horizontal_scrolling(browser: Browser, tmp_path: Path) -> None:
    phone = {"viewport": PHONE_VIEWPORT, "has_touch": True, "is_mobile": True, "sides": ["left"]}
    async with open_page(browser, tmp_path, **phone) as stage:
        left = stage.left

        async def check_width(name: str) -> None:
            assert await stage.page.evaluate(COUNT_OVERFLOWS_SCRIPT) == 0
            await stage.page.screenshot(path=tmp_path / f"{name}.png")

        await type_challenge(left, ("game", "shamans"))
        await expect(find_message_with_button(left, "Accept")).to_be_visible()
        await check_width("card")
        await accept_challenge(stage)
        await check_board_shape(find_boards(find_message_with_button(left, "Choose")))
        await check_width("board")
        player_message = find_private_message(left)
        await expect(player_message).to_contain_text("Your turn")
        await check_board_shape(find_boards(player_message))
        await check_width("question")
        masks = [
            await mask.bounding_box()
            for mask in await player_message.get_by_role("button", name=MASK_LABEL_PATTERN).all()
        ]
        assert len(masks) == 3
        assert len({mask["y"] for mask in masks if mask}) == 1
        await player_message.get_by_role("button", name=MASK_LABEL_PATTERN).first.tap()
        await expect(player_message).to_contain_text("Sealed: ")
        await check_width("sealed")
