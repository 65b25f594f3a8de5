"""Test that an unmodified discord.py bot receives clicks, selected values and submitted modals.

Each test defines a complete bot, as in an application that uses discord.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import discord
import pytest
from discord import ui

from deploy.playground.tests.discordpy.interaction_queue_bot import InteractionQueueBot, get_custom_id, make_view
from deploy.playground.tests.sandbox import V2_FLAG, DiscordPyBot, Sandbox
from discord_playground.client import (
    File,
    PlaygroundError,
    button_labels,
    full_text,
    iter_components,
    text_blocks,
)

UPDATE, DEFERRED_UPDATE, MESSAGE, MODAL = 7, 6, 4, 9


async def test_every_response_type_answers_a_click(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        await bot.messageable(sandbox.duels_id).send(
            "A door", view=make_view(ui.Button(label="Knock", custom_id="knock"))
        )
        message = await sandbox.heron.wait_for_message(sandbox.duels_id)

        async def start_click() -> tuple[asyncio.Task[Any], discord.Interaction]:
            return asyncio.create_task(sandbox.heron.click(message, "Knock")), await bot.next_interaction()

        result, click = await start_click()
        assert get_custom_id(click) == "knock"
        assert click.message
        assert (str(click.message.id), click.message.content) == (message["id"], "A door")
        assert click.user.name == "heron"
        await click.response.edit_message(content="An open door")
        assert (await result).callback_type == UPDATE
        assert full_text((await result).message).startswith("An open door")

        result, click = await start_click()
        await click.response.defer()
        assert (await result).callback_type == DEFERRED_UPDATE
        await click.edit_original_response(content="A closed door")
        await sandbox.otter.wait_for_message(sandbox.duels_id, lambda item: "A closed door" in full_text(item))

        result, click = await start_click()
        await click.response.send_message("Who is there?", ephemeral=True)
        assert (await result).callback_type == MESSAGE
        assert full_text((await result).message) == "Who is there?"
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == 1

        result, click = await start_click()
        await click.response.send_modal(ui.Modal(title="Your name").add_item(ui.TextDisplay("Please.")))
        assert (await result).callback_type == MODAL
        assert (await result).modal["title"] == "Your name"
        await sandbox.heron.close_modal()
        assert (await sandbox.heron.load_view())["modal"] is None


async def test_disabled_and_link_buttons_cannot_be_clicked(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        link = ui.Button[Any](label="Away", url="https://example.com")
        await bot.messageable(sandbox.duels_id).send(
            view=make_view(ui.Button(label="Shut", custom_id="shut", disabled=True), link)
        )
        message = await sandbox.otter.wait_for_message(sandbox.duels_id)
        assert button_labels(message) == ["Shut", "Away"]
        for label in ("Shut", "Away", "Nowhere"):
            with pytest.raises(PlaygroundError):
                await sandbox.otter.click(message, label)
        assert bot.interactions.empty()


async def test_every_select_type_sends_chosen_values(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    selects: Sequence[ui.Item[Any]] = [
        ui.Select(custom_id="3", options=[discord.SelectOption(label=name) for name in "abc"], max_values=2),
        ui.UserSelect(custom_id="5", max_values=2),
        ui.RoleSelect(custom_id="6"),
        ui.MentionableSelect(custom_id="7", max_values=2),
        ui.ChannelSelect(custom_id="8", channel_types=[discord.ChannelType.text]),
    ]
    role = sandbox.bot_role_id
    chosen = {"3": ["c", "a"], "5": ["heron", "otter"], "6": [role], "7": ["lynx", role], "8": [sandbox.lounge_id]}
    async with bot.run_in(sandbox):
        await bot.messageable(sandbox.duels_id).send("Choose", view=make_view(*selects))
        message = await sandbox.otter.wait_for_message(sandbox.duels_id)
        for custom_id, values in chosen.items():
            action = asyncio.create_task(sandbox.otter.select_values(message, custom_id, values))
            choice = await bot.next_interaction()
            await choice.response.defer()
            await action
            assert choice.data
            data: Any = choice.data
            assert (data["custom_id"], data["component_type"]) == (custom_id, int(custom_id))
            resolved = data.get("resolved", {})
            if custom_id == "3":
                assert sorted(data["values"]) == ["a", "c"]
            if custom_id in {"5", "7"}:
                names = {"heron", "otter"} if custom_id == "5" else {"lynx"}
                assert {user["username"] for user in resolved["users"].values()} == names
                assert resolved["members"].keys() == resolved["users"].keys()
            if custom_id in {"6", "7"}:
                assert list(resolved["roles"]) == [role]
            if custom_id == "8":
                assert resolved["channels"][sandbox.lounge_id]["name"] == "lounge"
        with pytest.raises(PlaygroundError):
            await sandbox.otter.select_values(message, "3", ["a", "b", "c"])
        with pytest.raises(PlaygroundError):
            await sandbox.otter.select_values(message, "3", ["d"])


async def test_discordpy_select_resolves_chosen_values(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    chosen: list[Any] = []

    class MentionView(ui.View):
        @ui.select(cls=ui.MentionableSelect, custom_id="whom", max_values=3)
        async def whom(self, interaction: discord.Interaction, select: ui.MentionableSelect[MentionView]) -> None:
            chosen.extend(select.values)
            await interaction.response.edit_message(content="Called", view=None)

    async with bot.run_in(sandbox):
        await bot.messageable(sandbox.duels_id).send("Whom?", view=MentionView())
        message = await sandbox.otter.wait_for_message(sandbox.duels_id)
        result = await sandbox.otter.select_values(message, "whom", ["heron", sandbox.bot_role_id])
        assert list(iter_components(result.message)) == []
    assert {type(value) for value in chosen} == {discord.Member, discord.Role}
    assert {str(value) for value in chosen} == {"heron", sandbox.bot_name}


async def test_modal_submits_every_component_type(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    first = ui.Modal(title="First", custom_id="first")
    for name, item in {
        "words": ui.TextInput[Any](custom_id="words", style=discord.TextStyle.paragraph, min_length=2),
        "berry": ui.Select[Any](custom_id="berry", options=[discord.SelectOption(label=n) for n in ("elder", "rasp")]),
        "sky": ui.RadioGroup[Any](
            custom_id="sky", options=[discord.RadioGroupOption(label=n) for n in ("sun", "rain")]
        ),
        "goods": ui.CheckboxGroup[Any](
            custom_id="goods", options=[discord.CheckboxGroupOption(label=n) for n in ("tea", "bread", "honey")]
        ),
        "sealed": ui.Checkbox[Any](custom_id="sealed"),
    }.items():
        first.add_item(ui.Label(text=name, component=item))
    second = ui.Modal(title="Second", custom_id="second")
    for name, select in {
        "animals": ui.UserSelect[Any](custom_id="animals", max_values=2),
        "role": ui.RoleSelect[Any](custom_id="role"),
        "whom": ui.MentionableSelect[Any](custom_id="whom"),
        "place": ui.ChannelSelect[Any](custom_id="place"),
        "files": ui.FileUpload[Any](custom_id="files", max_values=2),
    }.items():
        second.add_item(ui.Label(text=name, description="Please", component=select))

    async with bot.run_in(sandbox):
        await bot.messageable(sandbox.duels_id).send(view=make_view(ui.Button(label="Write", custom_id="write")))
        message = await sandbox.otter.wait_for_message(sandbox.duels_id)

        async def submit(modal: ui.Modal, values: dict[str, Any]) -> Any:
            click = asyncio.create_task(sandbox.otter.click(message, "Write"))
            await (await bot.next_interaction()).response.send_modal(modal)
            opened = (await click).modal
            assert {part["custom_id"] for part in iter_components(opened) if "custom_id" in part} == set(values)
            submission = asyncio.create_task(sandbox.otter.submit_modal(values))
            interaction = await bot.next_interaction()
            assert get_custom_id(interaction) == modal.custom_id
            await interaction.response.send_message("Thank you.")
            assert full_text((await submission).message) == "Thank you."
            assert (await sandbox.otter.load_view())["modal"] is None

        values = {"words": "Hear!\nHear!", "berry": ["rasp"], "sky": "rain", "goods": ["honey", "tea"], "sealed": True}
        await submit(first, values)
        words, berry, sky, goods, sealed = (child.component for child in first.children if isinstance(child, ui.Label))
        assert isinstance(words, ui.TextInput)
        assert words.value == "Hear!\nHear!"
        assert isinstance(berry, ui.Select)
        assert berry.values == ["rasp"]
        assert isinstance(sky, ui.RadioGroup)
        assert sky.value == "rain"
        assert isinstance(goods, ui.CheckboxGroup)
        assert sorted(goods.values) == ["honey", "tea"]
        assert isinstance(sealed, ui.Checkbox)
        assert sealed.value is True

        files = [File("one.txt", b"1"), File("two.txt", b"22")]
        await submit(
            second,
            {
                "animals": ["heron", "lynx"],
                "role": [sandbox.bot_role_id],
                "whom": ["otter"],
                "place": ["lounge"],
                "files": files,
            },
        )
        animals, role, whom, place, sent = (child.component for child in second.children if isinstance(child, ui.Label))
        assert isinstance(animals, ui.UserSelect)
        assert {animal.name for animal in animals.values} == {"heron", "lynx"}
        assert isinstance(role, ui.RoleSelect)
        assert [value.name for value in role.values] == [sandbox.bot_name]
        assert isinstance(whom, ui.MentionableSelect)
        assert [str(value) for value in whom.values] == ["otter"]
        assert isinstance(place, ui.ChannelSelect)
        assert [value.name for value in place.values] == ["lounge"]
        assert isinstance(sent, ui.FileUpload)
        assert [await file.read() for file in sent.values] == [b"1", b"22"]


async def test_invalid_modal_values_are_not_submitted(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    modal = ui.Modal(title="A letter", custom_id="letter")
    modal.add_item(ui.TextInput(label="Old form", custom_id="words", min_length=3, max_length=5))
    async with bot.run_in(sandbox):
        await bot.messageable(sandbox.duels_id).send(view=make_view(ui.Button(label="Write", custom_id="write")))
        message = await sandbox.otter.wait_for_message(sandbox.duels_id)
        click = asyncio.create_task(sandbox.otter.click(message, "Write"))
        await (await bot.next_interaction()).response.send_modal(modal)
        await click
        for values in ({}, {"words": ""}, {"words": "ab"}, {"words": "abcdef"}, {"words": "abc", "other": "x"}):
            with pytest.raises(PlaygroundError):
                await sandbox.otter.submit_modal(values)
        submission = asyncio.create_task(sandbox.otter.submit_modal({"words": "abc"}))
        interaction = await bot.next_interaction()
        # The response edits the message from which the modal was opened.
        await interaction.response.edit_message(content="Written", view=None)
        assert (await submission).callback_type == UPDATE
        assert (await submission).message["id"] == message["id"]
        with pytest.raises(PlaygroundError):
            await sandbox.otter.submit_modal({"words": "abc"})


async def test_layout_arrives_complete_and_stays_a_layout(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        layout = ui.LayoutView(timeout=None)
        container = ui.Container[Any](accent_colour=0x123456)
        container.add_item(ui.Section("Left", "and right", accessory=ui.Button(label="Right", custom_id="right")))
        container.add_item(ui.Separator())
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="A leaf")))
        container.add_item(ui.File("attachment://b.txt"))
        layout.add_item(ui.TextDisplay("# Head"))
        layout.add_item(container)
        files = [discord.File(BytesIO(b"png"), "a.png"), discord.File(BytesIO(b"text"), "b.txt")]
        sent = await bot.messageable(sandbox.duels_id).send(view=layout, files=files)
        assert sent.attachments == []
        message = await sandbox.heron.wait_for_message(sandbox.duels_id)
        assert message["flags"] & V2_FLAG
        assert [item["type"] for item in iter_components(message)] == [10, 17, 9, 10, 10, 2, 14, 12, 13]
        assert text_blocks(message) == ["# Head", "Left", "and right"]
        gallery = next(item for item in iter_components(message) if item["type"] == 12)
        file = next(item for item in iter_components(message) if item["type"] == 13)["file"]
        assert gallery["items"][0]["media"]["url"].startswith(sandbox.setup["cdn"])
        assert await bot.http.get_from_cdn(gallery["items"][0]["media"]["url"]) == b"png"
        assert await bot.http.get_from_cdn(file["url"]) == b"text"
        click = asyncio.create_task(sandbox.heron.click(message, "Right"))
        await (await bot.next_interaction()).response.defer()
        await click
        with pytest.raises(discord.HTTPException) as refusal:
            await sent.edit(content="Plain again", view=None)
        assert refusal.value.code == 50035


async def test_malformed_messages_are_refused_with_details(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duplicate_ids = make_view(ui.Button(label="A", custom_id="same"), ui.Button(label="B", custom_id="same"))
        with pytest.raises(discord.HTTPException) as duplicate_refusal:
            await bot.messageable(sandbox.duels_id).send(view=duplicate_ids)
        assert (duplicate_refusal.value.status, duplicate_refusal.value.code) == (400, 50035)
        assert "components" in duplicate_refusal.value.text
        with pytest.raises(discord.HTTPException) as length_refusal:
            await bot.messageable(sandbox.duels_id).send("x" * 2001)
        assert "2000" in length_refusal.value.text
        assert "content" in length_refusal.value.text
        with pytest.raises(discord.HTTPException) as attachment_refusal:
            await bot.messageable(sandbox.duels_id).send(
                embed=discord.Embed().set_image(url="attachment://nowhere.png")
            )
        assert attachment_refusal.value.code == 50035
        assert await sandbox.otter.load_messages(sandbox.duels_id) == []
    refusals = [entry["refused"] for entry in await sandbox.load_traffic_log() if entry["refused"]]
    assert len(refusals) == 3
    assert all(refusal.startswith("50035") for refusal in refusals)
