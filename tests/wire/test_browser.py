"""In a real browser: everything by clicking and typing in the page; pictures of it are left in the test's folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.scenes.address import Verb
from deploy.playground.tests.page_stage import PHONE, Stage
from tests.wire.browsed import (
    LINE,
    OVER,
    accepted,
    begun,
    boards,
    challenges,
    hand,
    holding,
    keeps_its_shape,
    met,
    press,
)

pytestmark = [pytest.mark.gate, pytest.mark.asyncio(loop_scope="session")]

BOUND = re.compile(r"Fair-play (?:seal|receipt) ([\w-]{12})…")


async def test_a_match_from_the_challenge_to_the_result(browser: Browser, tmp_path: Path) -> None:
    async with met(browser, tmp_path) as stage:
        await _agree(stage)
        await stage.page.screenshot(path=tmp_path / "1_card.png")
        await press(stage.right, "Accept")
        await _seal(stage)
        await stage.page.screenshot(path=tmp_path / "2_sealed.png")
        await _resolve(stage)
        await stage.page.screenshot(path=tmp_path / "3_duel.png")
        await _resign(stage)
        await _look_back(stage)
        await stage.page.screenshot(path=tmp_path / "4_over.png")


async def _agree(stage: Stage) -> None:
    """The challenger sets the options, on their page."""
    left, right = stage.left, stage.right
    await challenges(left, ("game", "shamans"), ("variant", "classic"), ("clock", "1 hour"))
    for side in (left, right):
        card = side.message("challenges")
        await expect(card).to_contain_text("@Otter challenges @Heron: Duel of the Shamans")
        await expect(card).to_contain_text("1 hour a turn")
    await press(left, "…", left.message("challenges"))
    await press(left, "Options", hand(left))
    await hand(left).get_by_role("combobox").nth(4).click()
    await left.pane.get_by_role("option", name="one shell").click()
    await expect(right.message("challenges")).to_contain_text("a duel wins one shell")
    await press(left, "…")
    await press(left, "🎲 Shake the dice", hand(left))
    form = left.pane.get_by_role("dialog", name="Shake the dice")
    await form.get_by_role("textbox").fill("by the otter’s paw")
    await form.get_by_role("button", name="Submit").click()
    await expect(right.message("by the otter’s paw")).to_contain_text("@Otter shook the dice")
    await expect(hand(left)).to_contain_text("your last line counts")


async def _seal(stage: Stage) -> None:
    """Both have a hand before them; one answers, and thinks again while what was sealed still counts."""
    left, right = stage.left, stage.right
    for side in (left, right):
        await keeps_its_shape(boards(holding(side, "Choose")))
        await keeps_its_shape(boards(hand(side)))
    mine = hand(left)
    await mine.get_by_role("button", name=LINE).first.click()
    await expect(mine).to_contain_text("Sealed: ")
    receipt = BOUND.findall(await mine.inner_text())
    await expect(right.message("has chosen")).to_contain_text("@Otter has chosen")
    await press(left, "Change", mine)
    await expect(mine).to_contain_text("Still counts: ")
    second = mine.get_by_role("button", name=LINE).nth(1)
    line = await second.inner_text()
    await second.click()
    await expect(mine).to_contain_text(re.compile(rf"Sealed: (Row|Column) {line}"))
    await keeps_its_shape(boards(mine))
    assert len(receipt) == 1
    assert BOUND.findall(await mine.inner_text()) != receipt


async def _resolve(stage: Stage) -> None:
    """The other answers; then both read in their hands what came of it, and everybody sees the same board."""
    left, right = stage.left, stage.right
    theirs = hand(right)
    await expect(theirs).to_contain_text("@Otter wartet auf dich!")
    await theirs.get_by_role("button", name=LINE).first.click()
    await expect(theirs).to_contain_text("Duell 1")
    await expect(hand(left)).to_contain_text("Duel 1 on")
    await expect(hand(left)).not_to_contain_text("Sealed: ")
    for side in (left, right):
        table = holding(side, "Choose")
        await expect(table).to_contain_text("Duel 1 on")
        await keeps_its_shape(boards(table))


async def _resign(stage: Stage) -> None:
    """Who has had enough is asked once more."""
    left, right = stage.left, stage.right
    await press(left, "More")
    await press(left, "Resign")
    await expect(left.messages.last).to_contain_text("Really resign?")
    await expect(right.messages.filter(has_text="🏆")).to_have_count(0)
    await press(left, "Resign")
    for side in (left, right):
        over = (
            side.messages.filter(has=side.pane.page.locator(f"[data-custom-id^='{Verb.REMATCH}:']"))
            .filter(has_text="🏆 @Heron wins")
            .last
        )
        await expect(over).to_contain_text("🏆 @Heron wins: @Otter resigned.")
        await expect(over).to_contain_text(re.compile(r"🏆 @Heron · \d+"))
        await expect(side.messages.locator(f"[data-custom-id^='{Verb.CHOOSE}:']")).to_have_count(0)


async def _look_back(stage: Stage) -> None:
    left, right = stage.left, stage.right
    await press(right, "Review")
    shown = right.messages.last
    await press(right, "Schritt für Schritt", shown)
    await expect(shown).to_contain_text("1 von 3")
    await press(right, "Ende", shown)
    await expect(shown).to_contain_text("3 von 3")
    await keeps_its_shape(boards(shown))
    # What replies to the card quotes it, and may have one of these buttons, too.
    both = (left.pane.page.locator(f"[data-custom-id^='{verb}:']") for verb in (Verb.REPLAY, Verb.MORE))
    over = left.messages.filter(has=next(both)).filter(has=next(both)).filter(has_text="🔑").last
    await press(left, "…", over)
    await press(left, "Fair play")
    await expect(left.messages.last).to_contain_text("Its last seal, as on the card: ")
    await press(left, "Rematch")
    await expect(holding(right, "Accept")).to_contain_text("@Otter wants a rematch with @Heron")


async def test_the_rules_turn_their_pages_beside_the_question(browser: Browser, tmp_path: Path) -> None:
    async with met(browser, tmp_path) as stage:
        right = stage.right
        await begun(stage)
        asked, rules = right.message(" wählen"), right.message("von 6")
        await press(right, "Mehr", asked)
        await press(right, "Regeln")
        await expect(rules).to_contain_text("1 von 6")
        await keeps_its_shape(boards(rules))
        first = await boards(rules).get_attribute("alt")
        await press(right, "Weiter", rules)
        await expect(rules).to_contain_text("2 von 6")
        await expect(boards(rules)).not_to_have_attribute("alt", first or "")
        await expect(rules.locator(".button", has_text="Weiter")).to_be_enabled()
        await press(right, "Zurück", rules)
        await expect(rules).to_contain_text("1 von 6")
        await stage.page.screenshot(path=tmp_path / "rules.png")
        # The question is still there.
        await asked.get_by_role("button", name=LINE).first.click()
        await expect(right.message("Verdeckt gewählt")).to_be_visible()


async def test_the_inbox_leads_from_match_to_match(browser: Browser, tmp_path: Path) -> None:
    async with met(browser, tmp_path) as stage:
        left = stage.left
        for _ in range(2):
            await begun(stage)
        await left.use("duel inbox")
        await press(left, "1 · Duel of the Shamans, Heron", left.message("2 matches are waiting for you."))
        opened = left.messages.last
        await keeps_its_shape(boards(opened))
        for sealed in (1, 2):
            await opened.get_by_role("button", name=LINE).first.click()
            await expect(opened).to_contain_text("Sealed: ")
            if sealed == 1:
                await press(left, "Other match (1)", opened)
                await expect(opened).not_to_contain_text("Sealed: ")
        await left.use("duel inbox")
        await expect(left.messages.last).to_contain_text("Nothing’s waiting for you.")
        await stage.page.screenshot(path=tmp_path / "inbox.png")


async def test_a_language_is_spoken_as_soon_as_it_is_chosen(browser: Browser, tmp_path: Path) -> None:
    async with met(browser, tmp_path) as stage:
        left = stage.left
        await left.use("settings me")
        panel = left.messages.last
        await expect(panel).to_contain_text("Your settings")
        await panel.get_by_role("combobox").first.click()
        await left.pane.get_by_role("option", name="français").click()
        await expect(panel).to_contain_text("Tes réglages")
        await begun(stage)
        await expect(hand(left)).to_contain_text("À toi de jouer")
        # What everybody reads stays in the server's.
        await expect(holding(left, "Choose")).to_contain_text("to move · ⏳ deadline")
        await stage.page.screenshot(path=tmp_path / "language.png")


async def test_on_a_phone_nothing_scrolls_sideways_and_boards_can_be_read(browser: Browser, tmp_path: Path) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "sides": ["left"]}
    async with met(browser, tmp_path, **phone) as stage:
        left = stage.left

        async def fits(name: str) -> None:
            assert await stage.page.evaluate(OVER) == 0
            await stage.page.screenshot(path=tmp_path / f"{name}.png")

        await challenges(left, ("game", "shamans"))
        await expect(holding(left, "Accept")).to_be_visible()
        await fits("card")
        await accepted(stage)
        await keeps_its_shape(boards(holding(left, "Choose")))
        await fits("table")
        asked = hand(left)
        await expect(asked).to_contain_text("Your turn")
        await keeps_its_shape(boards(asked))
        await fits("question")
        masks = [await mask.bounding_box() for mask in await asked.get_by_role("button", name=LINE).all()]
        assert len(masks) == 3
        assert len({mask["y"] for mask in masks if mask}) == 1, "they stand side by side"
        await asked.get_by_role("button", name=LINE).first.tap()
        await expect(asked).to_contain_text("Sealed: ")
        await fits("sealed")


async def test_somebody_alone_plays_against_the_house(browser: Browser, tmp_path: Path) -> None:
    """The first choice is there at once; one click asks what the house would do, and another does it."""
    async with met(browser, tmp_path) as stage:
        left = stage.left
        await left.player.command(stage.channel, "duel practice")
        mine = hand(left)
        await expect(mine).to_contain_text("the house")
        # Two duels may end it, one cannot.
        for _ in range(2):
            await press(left, "Hint", mine)
            await expect(mine).to_contain_text("💡 I’d go for ")
            await stage.page.screenshot(path=tmp_path / "hint.png")
            await mine.locator(".button.success").first.click()
            await expect(mine).not_to_contain_text("💡")
