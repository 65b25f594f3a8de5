"""The sample bot's views, layout and modals. Their custom IDs are fixed, so they still work after a restart."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import discord
from discord import ButtonStyle, CheckboxGroupOption, RadioGroupOption, SelectOption, ui

BERRY_NAMES = (
    "bilberry",
    "blackberry",
    "cloudberry",
    "cranberry",
    "elderberry",
    "raspberry",
    "rowanberry",
    "strawberry",
)


def draw_leaf_file(size_px: int = 96) -> discord.File:
    """Return a PNG file that shows a leaf, drawn as the intersection of two circles."""
    pixels = b""
    for y in range(size_px):
        inside = [
            max(x * x + y * y, (size_px - x) ** 2 + (size_px - y) ** 2) < size_px * size_px for x in range(size_px)
        ]
        pixels += b"\0" + b"".join(b"\x3c\x7a\x45" if leafy else b"\xf4\xef\xe4" for leafy in inside)
    header = struct.pack(">IIBBBBB", size_px, size_px, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels)), (b"IEND", b""))
    png = [struct.pack(">I", len(d)) + name + d + struct.pack(">I", zlib.crc32(name + d)) for name, d in chunks]
    return discord.File(io.BytesIO(b"\x89PNG\r\n\x1a\n" + b"".join(png)), "leaf.png", description="A green leaf")


def format_values(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(format_values(item) for item in value if item is not None) or "nothing"
    return value.filename if isinstance(value, discord.Attachment) else str(getattr(value, "mention", value))


class ToysView(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Button(label="Read on", url="https://discord.com/developers/docs"))

    @ui.button(label="Leap", style=ButtonStyle.primary, custom_id="toys:leap")
    async def edit_message(self, interaction: discord.Interaction, _: ui.Button[ToysView]) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.mention} leaps.")

    @ui.button(label="Hide", style=ButtonStyle.secondary, custom_id="toys:hide")
    async def reply_ephemerally(self, interaction: discord.Interaction, _: ui.Button[ToysView]) -> None:
        await interaction.response.send_message("Nobody sees you now.", ephemeral=True)

    @ui.button(label="Feast", emoji="🫐", style=ButtonStyle.success, custom_id="toys:feast")
    async def replace_with_attachment(self, interaction: discord.Interaction, _: ui.Button[ToysView]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="All eaten but a leaf.", attachments=[draw_leaf_file()])

    @ui.button(label="Scatter", style=ButtonStyle.danger, custom_id="toys:scatter")
    async def delete_message(self, interaction: discord.Interaction, _: ui.Button[ToysView]) -> None:
        await interaction.response.defer()
        await interaction.delete_original_response()

    @ui.select(
        placeholder="Berries",
        custom_id="toys:berries",
        max_values=3,
        options=[SelectOption(label=berry) for berry in BERRY_NAMES],
    )
    async def reply_with_berries(self, interaction: discord.Interaction, select: ui.Select[ToysView]) -> None:
        await interaction.response.send_message(f"Taken: {format_values(select.values)}", ephemeral=True)

    @ui.select(cls=ui.UserSelect, placeholder="Animals", custom_id="toys:animals", max_values=4)
    async def reply_with_users(self, interaction: discord.Interaction, select: ui.UserSelect[ToysView]) -> None:
        await interaction.response.send_message(f"Called: {format_values(select.values)}", ephemeral=True)

    @ui.select(cls=ui.RoleSelect, placeholder="Roles", custom_id="toys:roles")
    async def reply_with_roles(self, interaction: discord.Interaction, select: ui.RoleSelect[ToysView]) -> None:
        await interaction.response.send_message(f"Taken on: {format_values(select.values)}", ephemeral=True)

    @ui.select(cls=ui.ChannelSelect, placeholder="Places", custom_id="toys:places")
    async def reply_with_channels(self, interaction: discord.Interaction, select: ui.ChannelSelect[ToysView]) -> None:
        await interaction.response.send_message(f"Visited: {format_values(select.values)}", ephemeral=True)


class KnockButton(ui.Button["ClearingLayout"]):
    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Somebody is at home.", ephemeral=True)


class InviteRow(ui.ActionRow["ClearingLayout"]):
    @ui.select(cls=ui.MentionableSelect, placeholder="Invite", custom_id="clearing:guests", max_values=5)
    async def reply_with_guests(
        self, interaction: discord.Interaction, select: ui.MentionableSelect[ClearingLayout]
    ) -> None:
        await interaction.response.send_message(f"Invited: {format_values(select.values)}", silent=True)


class ClearingLayout(ui.LayoutView):
    """A layout with many kinds of components. Its message must include the files `leaf.png` and `map.txt`."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        now, picture = discord.utils.format_dt(discord.utils.utcnow(), "R"), "attachment://leaf.png"
        thumbnail: ui.Thumbnail[ClearingLayout] = ui.Thumbnail(picture, description="A green leaf")
        oak: ui.Container[ClearingLayout] = ui.Container(accent_colour=0x3C7A45)
        oak.add_item(ui.Section("## Under the oak", "- a leaf\n- a map", accessory=thumbnail))
        oak.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        oak.add_item(
            ui.Section("**A den**: knock, and see.", accessory=KnockButton(label="Knock", custom_id="clearing:den"))
        )
        hidden = discord.MediaGalleryItem(picture, description="The same, hidden", spoiler=True)
        oak.add_item(ui.MediaGallery(discord.MediaGalleryItem(picture, description="A leaf"), hidden))
        oak.add_item(ui.File("attachment://map.txt"))
        oak.add_item(ui.Separator(visible=False))
        oak.add_item(InviteRow())
        self.add_item(ui.TextDisplay(f"# The clearing\nQuiet since {now}. *Listen*, `look`, ~~shout~~, ||hide||."))
        self.add_item(oak)
        self.add_item(ui.Container(ui.TextDisplay("> Here sleeps a badger."), spoiler=True))


class EchoModal(ui.Modal):
    """A modal whose response lists the submitted values."""

    def __init__(self, title: str, *items: ui.Item[Any], **labelled: ui.Item[Any]) -> None:
        super().__init__(title=title)
        for item in (*items, *(ui.Label(text=text, component=item) for text, item in labelled.items())):
            self.add_item(item)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        filled = [item for item in self.walk_children() if hasattr(item, "custom_id")]
        values = [item.value if hasattr(item, "value") else getattr(item, "values", None) for item in filled]
        await interaction.response.send_message("\n".join(map(format_values, values)), ephemeral=True)


def create_modal(form_name: str) -> EchoModal:
    if form_name == "letter":
        return EchoModal(
            "A letter",
            ui.TextDisplay("The wind carries it."),
            To=ui.UserSelect(custom_id="to"),
            Words=ui.TextInput(custom_id="words", style=discord.TextStyle.paragraph, max_length=500),
            Enclosed=ui.FileUpload(custom_id="enclosed", required=False, max_values=2),
            Sealed=ui.Checkbox(custom_id="sealed", default=True),
        )
    if form_name == "picnic":
        skies, goods = ("sun", "rain"), ("bread", "honey", "tea")
        return EchoModal(
            "A picnic",
            Cake=ui.Select(custom_id="cake", options=[SelectOption(label=berry) for berry in BERRY_NAMES]),
            Sky=ui.RadioGroup(custom_id="sky", options=[RadioGroupOption(label=sky) for sky in skies]),
            Basket=ui.CheckboxGroup(custom_id="basket", options=[CheckboxGroupOption(label=good) for good in goods]),
            Where=ui.ChannelSelect(custom_id="where"),
            Guests=ui.MentionableSelect(custom_id="guests", max_values=9),
        )
    name: ui.TextInput[Any] = ui.TextInput(label="Its name", custom_id="name", placeholder="Under the oak")
    return EchoModal("A burrow", name, Whose=ui.RoleSelect(custom_id="whose", required=False))
