"""Test how the page renders messages in a real browser: Markdown, timestamps, components, embeds and files."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, FilePayload, expect

from deploy.playground.tests.page_markdown import (
    EXAMPLE_TIMESTAMP_S,
    HTML_BY_MARKDOWN,
    TEXT_BY_SECONDS_FROM_NOW,
    TEXT_BY_STYLE_AND_LOCALE,
)
from deploy.playground.tests.playground_page import PlaygroundPage, open_playground_page
from deploy.playground.tests.png import make_png
from deploy.playground.tests.sandbox import V2_FLAG
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIMPLIFY_HTML_SCRIPT = """
const simple = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return new Option(node.data).innerHTML;
    const name = node.localName;
    const kept = ["class", "href", "start", "alt"].filter((key) => node.hasAttribute(key));
    const attributes = kept.map((key) => ` ${key}="${node.getAttribute(key)}"`).join("");
    return `<${name}${attributes}>${[...node.childNodes].map(simple).join("")}</${name}>`;
};
"""
RENDER_MARKDOWN_SCRIPT = (
    """async (lines) => {
    const { renderMarkdown } = await import("/page/markdown-view.js");
    const people = { 1: "Otter", 2: "Heron" };
    const context = {
        locale: "en-US",
        getPerson: (id) => people[id] && { name: people[id] },
        getRole: (id) => (id === "3" ? { name: "Elders" } : undefined),
        getChannel: (id) => (id === "4" ? { name: "brook" } : undefined),
        openPersonMenu: () => {}, openChannel: () => {}, startCommand: () => {},
    };
    """
    + SIMPLIFY_HTML_SCRIPT
    + """
    return lines.map((line) => {
        const box = document.createElement("div");
        box.append(...renderMarkdown(line, context));
        return [...box.childNodes].map(simple).join("");
    });
}"""
)


async def test_markdown_is_rendered_like_discord(playground_page: PlaygroundPage) -> None:
    rendered = await playground_page.page.evaluate(RENDER_MARKDOWN_SCRIPT, list(HTML_BY_MARKDOWN))
    assert dict(zip(HTML_BY_MARKDOWN, rendered, strict=True)) == HTML_BY_MARKDOWN


async def test_repeated_markdown_marks_are_parsed_quickly(playground_page: PlaygroundPage) -> None:
    marks = ["*", "**a", "_a", "||", "`", "> ", "- ", "[", "](", "<", "~~", "1. ", "\\", "# "]
    duration_ms = await playground_page.page.evaluate(
        """async (texts) => {
            const { parseMarkdown } = await import("/page/markdown.js");
            const began = performance.now();
            for (const text of texts) parseMarkdown(text);
            return performance.now() - began;
        }""",
        [mark * (4000 // len(mark)) for mark in marks],
    )
    # If the parsing time grew faster than quadratically, this would take minutes.
    assert duration_ms < 20_000


async def test_timestamps_are_shown_in_readers_language(browser: Browser, page_playground: Playground) -> None:
    async with open_playground_page(browser, page_playground, timezone_id="UTC") as opened_page:
        texts = await opened_page.page.evaluate(
            """async ([times, ago, seconds]) => {
                const { formatTime, formatRelative } = await import("/page/timestamp.js");
                return [
                    times.map(([style, locale]) => formatTime(seconds, style, locale)),
                    ago.map((one) => formatRelative(seconds + one, seconds * 1000, "en-US")),
                ];
            }""",
            [list(TEXT_BY_STYLE_AND_LOCALE), list(TEXT_BY_SECONDS_FROM_NOW), EXAMPLE_TIMESTAMP_S],
        )
        # Some systems put a narrow space before AM or PM.
        times = [re.sub(r"\s", " ", text) for text in texts[0]]
        assert dict(zip(TEXT_BY_STYLE_AND_LOCALE, times, strict=True)) == TEXT_BY_STYLE_AND_LOCALE
        assert dict(zip(TEXT_BY_SECONDS_FROM_NOW, texts[1], strict=True)) == TEXT_BY_SECONDS_FROM_NOW


async def test_relative_timestamps_update_over_time(playground_page: PlaygroundPage) -> None:
    now = await playground_page.page.evaluate("import('/page/clock.js').then(({ now }) => Math.round(now() / 1000))")
    # A relative time in hours does not change during the test, even on a slow machine.
    await playground_page.post_as_bot({"content": f"Until <t:{now + 5 * 3600}:R>"})
    shown = playground_page.left.message("Until").locator("time[data-relative]")
    await expect(shown).to_have_text("in 5 hours")
    await expect(playground_page.right.message("Until").locator("time[data-relative]")).to_have_text("in 5 Stunden")
    await playground_page.post_as_bot({"content": f"Soon <t:{now + 2}:R>"})
    await expect(playground_page.left.message("Soon").locator("time[data-relative]")).to_contain_text("ago")
    await playground_page.playground.control("advance_time", seconds=2 * 3600)
    await expect(shown).to_have_text("in 3 hours")


async def test_every_v2_component_is_rendered(playground_page: PlaygroundPage) -> None:
    def button(style: int, label: str, **more: object) -> dict[str, object]:
        return {"type": 2, "style": style, "label": label} | ({"custom_id": label} if style < 5 else {}) | more

    rows = [
        {"type": 10, "content": "## Under the oak"},
        {
            "type": 9,
            "components": [{"type": 10, "content": "A section"}],
            "accessory": {"type": 11, "media": {"url": "attachment://leaf.png"}, "description": "A leaf"},
        },
        {"type": 9, "components": [{"type": 10, "content": "Another"}], "accessory": button(3, "Enter")},
        {"type": 14, "divider": True, "spacing": 2},
        {
            "type": 12,
            "items": [
                {"media": {"url": "attachment://leaf.png"}, "description": "Leaf one"},
                {"media": {"url": "attachment://moss.png"}, "description": "Moss two"},
                {"media": {"url": "https://oak.example/far.png"}, "description": "Far away"},
                {"media": {"url": "attachment://leaf.png"}, "description": "Hidden", "spoiler": True},
            ],
        },
        {"type": 13, "file": {"url": "attachment://map.txt"}},
        {
            "type": 1,
            "components": [
                button(1, "One"),
                button(4, "Off", disabled=True),
                button(5, "Out", url="https://oak.example/"),
                {"type": 2, "style": 2, "emoji": {"name": "🦬"}, "custom_id": "bison"},
            ],
        },
    ]
    body = {
        "flags": V2_FLAG,
        "components": [
            {"type": 17, "accent_color": 0x3C7A45, "components": rows},
            {"type": 17, "spoiler": True, "components": [{"type": 10, "content": "Asleep"}]},
        ],
    }
    files = [("leaf.png", make_png(60, 40)), ("moss.png", make_png(50, 50)), ("map.txt", b"oak, den, brook")]
    await playground_page.post_as_bot(body, files)
    shown = playground_page.left.message("Under the oak")
    await expect(shown.get_by_role("heading", name="Under the oak")).to_be_visible()
    await expect(shown.locator(".container").first).to_have_css("border-inline-start-color", "rgb(60, 122, 69)")
    await expect(shown.locator(".thumbnail").get_by_role("img", name="A leaf")).to_be_visible()
    await expect(shown.get_by_role("separator")).to_have_count(1)
    await expect(shown.get_by_role("link", name="map.txt")).to_have_attribute("download", "map.txt")
    await expect(shown.get_by_role("button", name="Off")).to_be_disabled()
    await expect(shown.get_by_role("button", name="🦬")).to_be_enabled()
    link = shown.get_by_role("link", name="Out")
    await expect(link).to_have_attribute("href", "https://oak.example/")
    await expect(link).to_have_attribute("rel", "noreferrer noopener")
    await expect(shown.get_by_role("link", name="Far away")).to_contain_text("oak.example")
    await expect(shown.get_by_role("img", name="Hidden")).to_have_count(0)
    await shown.get_by_role("button", name="Spoiler picture: Hidden, press to show").press("Enter")
    await expect(shown.get_by_role("img", name="Hidden")).to_be_visible()
    await expect(shown.get_by_text("Asleep")).to_have_css("opacity", "1")
    asleep = shown.get_by_role("button", name="Spoiler, press to show")
    await asleep.click()
    await expect(asleep).to_have_count(0)

    await shown.get_by_role("button", name="Enlarge: Leaf one").click()
    lightbox = playground_page.page.get_by_role("dialog", name="Picture")
    await expect(lightbox.get_by_role("img", name="Leaf one")).to_be_visible()
    await playground_page.page.keyboard.press("ArrowRight")
    await expect(lightbox.get_by_role("img", name="Moss two")).to_be_visible()
    await playground_page.page.keyboard.press("Escape")
    await expect(lightbox).to_have_count(0)


async def test_application_emoji_are_rendered_as_images(playground_page: PlaygroundPage) -> None:
    emoji = await playground_page.create_emoji("oak_leaf", make_png(128, 128))
    emoji_fields = {"id": emoji["id"], "name": emoji["name"]}
    rows = [
        [{"type": 2, "style": 2, "label": "Fall", "emoji": emoji_fields, "custom_id": "fall"}],
        [{"type": 2, "style": 2, "emoji": emoji_fields, "custom_id": "leaf"}],
        [{"type": 3, "custom_id": "one", "options": [{"label": "Maple", "value": "maple", "emoji": emoji_fields}]}],
    ]
    await playground_page.post_as_bot({
        "content": f"Autumn <:oak_leaf:{emoji['id']}>", "components": [{"type": 1, "components": row} for row in rows],
    })  # fmt: skip
    shown = playground_page.left.message("Autumn")
    is_loaded = "picture => picture.complete && picture.naturalWidth === 128"
    in_text = shown.get_by_role("img", name=":oak_leaf:")
    # An emoji is the accessible name of a button without a label.
    for image in (in_text, shown.get_by_role("button", name="Fall").locator("img"),
                  shown.get_by_role("button", name="oak_leaf").locator("img")):  # fmt: skip
        await image.scroll_into_view_if_needed()
        await playground_page.page.wait_for_function(is_loaded, arg=await image.element_handle())
    await shown.get_by_role("combobox").click()
    option = playground_page.left.locator.get_by_role("option", name="Maple").locator("img")
    await playground_page.page.wait_for_function(is_loaded, arg=await option.element_handle())
    await playground_page.page.keyboard.press("Escape")


async def test_every_part_of_embed_is_rendered(playground_page: PlaygroundPage) -> None:
    embed = {
        "title": "The **ladder**",
        "url": "https://oak.example/",
        "description": "Who is *up*",
        "color": 0xD8363C,
        "author": {"name": "The owl", "icon_url": "attachment://leaf.png"},
        "fields": [{"name": f"Field {n}", "value": f"value {n}", "inline": n < 4} for n in range(1, 6)],
        "image": {"url": "https://oak.example/big.png"},
        "thumbnail": {"url": "attachment://leaf.png"},
        "footer": {"text": "Season 3"},
        "timestamp": "2024-02-03T12:00:00+00:00",
    }
    await playground_page.post_as_bot({"content": "Look:", "embeds": [embed]}, [("leaf.png", make_png(40, 40))])
    shown = playground_page.left.message("Look:").locator(".embed")
    await expect(shown.get_by_role("link", name="The ladder")).to_have_attribute("href", "https://oak.example/")
    await expect(shown).to_have_css("border-inline-start-color", "rgb(216, 54, 60)")
    for part in ("The owl", "Who is up", "Field 5value 5", "Season 3 • 2/3/24"):
        await expect(shown).to_contain_text(part)
    tops = await shown.locator(".field").evaluate_all("fields => fields.map((field) => field.offsetTop)")
    assert tops[0] == tops[1] == tops[2] < tops[3] < tops[4]
    await expect(shown.locator(".image")).to_contain_text("oak.example")


async def test_uploaded_files_are_shown_with_names(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    async with playground_page.page.expect_file_chooser() as chooser:
        await left.button("Attach files").click()
    leaf: FilePayload = {"name": "leaf.png", "mimeType": "image/png", "buffer": make_png(30, 30)}
    notes: FilePayload = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"hm"}
    await (await chooser.value).set_files([leaf, notes])
    await expect(left.locator.get_by_role("button", name="Remove notes.txt")).to_be_visible()
    await left.message_input.press("Enter")
    await expect(right.messages.locator("img[src*='leaf.png']")).to_be_visible()
    await expect(right.messages.get_by_role("link", name="notes.txt")).to_be_visible()
    await expect(right.messages).to_contain_text("2 bytes")


async def test_spoiler_flag_of_attachment_hides_image(
    playground_page: PlaygroundPage,
) -> None:
    files = [{"id": "0", "is_spoiler": True}, {"id": "1"}]
    await playground_page.post_as_bot(
        {"content": "Hush", "attachments": files}, [("leaf.png", make_png(30, 30)), ("oak.png", make_png(30, 30))]
    )
    shown = playground_page.left.message("Hush")
    await expect(shown.locator("img[src*='oak.png']")).to_be_visible()
    await expect(shown.locator(".spoiler img[src*='leaf.png']")).to_have_count(1)
    await expect(shown.locator(".spoiler")).to_have_count(1)


async def test_tall_picture_keeps_aspect_ratio(playground_page: PlaygroundPage) -> None:
    item = {"media": {"url": "attachment://tree.png"}, "description": "A tree"}
    body = {"flags": V2_FLAG, "components": [{"type": 12, "items": [item]}]}
    body["attachments"] = [{"id": "0", "filename": "tree.png"}]
    await playground_page.post_as_bot(body, [("tree.png", make_png(400, 800))])
    for side in (playground_page.left, playground_page.right):
        box = await side.messages.last.get_by_role("img", name="A tree").bounding_box()
        assert box
        assert (box["width"], box["height"]) == (175, 350)
