"""The request bodies that discord.py builds, and their routes."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui
from discord.http import MultipartParameters, handle_message_parameters
from discord.webhook.async_ import interaction_message_response_params

from deploy.playground.tests.sandbox import V2_FLAG
from discord_playground.body_validation import BodyValidator
from discord_playground.limits.files import Upload

JSON: TypeAlias = Any

SEND_MESSAGE = "POST", "/channels/{channel_id}/messages"
EDIT_MESSAGE = "PATCH", "/channels/{channel_id}/messages/{message_id}"
SEND_FOLLOW_UP = "POST", "/webhooks/{webhook_id}/{webhook_token}"
EDIT_ORIGINAL = "PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
REPLACE_COMMANDS = "PUT", "/applications/{application_id}/commands"
CREATE_COMMAND = "POST", "/applications/{application_id}/commands"
EDIT_COMMAND = "PATCH", "/applications/{application_id}/commands/{command_id}"

BOARD_UPLOAD = Upload("0", "board.png", 1000)


@dataclass(frozen=True)
class RequestBody:
    """The body and route of a request, and the state of the playground that affects its validation."""

    body: JSON
    route: tuple[str, str] = SEND_MESSAGE
    uploads: Sequence[Upload] = ()
    old_message: Mapping[str, Any] | None = None
    other_commands: Sequence[Mapping[str, Any]] = ()
    interaction_type: int | None = None
    """The type of the interaction to which the body responds, or None if it is no interaction response."""
    on_message: bool = False

    def validate(self, validator: BodyValidator) -> None:
        if self.interaction_type:
            validator.validate_callback(
                self.body,
                self.uploads,
                interaction_type=self.interaction_type,
                on_message=self.on_message,
                previous=self.old_message,
            )
        elif self.route in {SEND_MESSAGE, EDIT_MESSAGE, SEND_FOLLOW_UP, EDIT_ORIGINAL}:
            validator.validate_message(*self.route, self.body, self.uploads, previous=self.old_message)
        elif "/commands" in self.route[1]:
            validator.validate_commands(*self.route, self.body, other_commands=self.other_commands)
        else:
            validator.validate_other(*self.route, self.body)

    def with_body(self, body: JSON) -> RequestBody:
        return replace(self, body=body)


def decode_payload(parameters: MultipartParameters) -> JSON:
    payload = json.loads(parameters.multipart[0]["value"]) if parameters.multipart else parameters.payload
    return json.loads(json.dumps(payload))


def make_board_file() -> discord.File:
    return discord.File(io.BytesIO(b"picture"), BOARD_UPLOAD.filename, description="a board")


class Moves(ui.ActionRow["Board"]):
    @ui.button(label="Swap", custom_id="swap", style=discord.ButtonStyle.primary)
    async def swap(self, interaction: discord.Interaction, button: ui.Button[Board]) -> None: ...

    @ui.button(emoji=discord.PartialEmoji(name="wolf", id=1234), custom_id="wolf", style=discord.ButtonStyle.danger)
    async def wolf(self, interaction: discord.Interaction, button: ui.Button[Board]) -> None: ...


class Board(ui.LayoutView):
    """A view with all types of message components."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        options = [discord.SelectOption(label="a3", emoji="🐺", default=True), discord.SelectOption(label="b3")]
        board: ui.Container[Board] = ui.Container(
            ui.TextDisplay("# Duel\n<t:1700000000:R>"),
            ui.Section("Otter", "Heron", accessory=ui.Thumbnail("attachment://board.png", description="a board")),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="a board", spoiler=True)),
            ui.Section("The rules", accessory=ui.Button(label="Read", url="https://example.org/rules")),
            ui.File("attachment://board.png"),
            Moves(),
            ui.ActionRow(ui.Select(custom_id="square", options=options, placeholder="Where to?", min_values=0)),
            accent_colour=discord.Colour.red(),
        )
        self.add_item(board)
        chosen = [discord.SelectDefaultValue(id=5, type=discord.SelectDefaultValueType.user)]
        self.add_item(ui.ActionRow(ui.UserSelect(custom_id="whom", default_values=chosen, max_values=2)))
        self.add_item(ui.ActionRow(ui.RoleSelect(custom_id="role")))
        self.add_item(ui.ActionRow(ui.MentionableSelect(custom_id="anybody")))
        self.add_item(ui.ActionRow(ui.ChannelSelect(custom_id="where", channel_types=[discord.ChannelType.text])))


class Buttons(ui.View):
    @ui.button(label="Accept", custom_id="accept", style=discord.ButtonStyle.success)
    async def accept(self, interaction: discord.Interaction, button: ui.Button[Buttons]) -> None: ...

    @ui.select(custom_id="game", options=[discord.SelectOption(label="Schnick", description="three signs")])
    async def game(self, interaction: discord.Interaction, select: ui.Select[Buttons]) -> None: ...


class Settings(ui.Modal, title="Settings"):
    """A modal with most types of modal components."""

    intro: ui.TextDisplay[Any] = ui.TextDisplay("How shall it be?")
    name: ui.Label[Settings] = ui.Label(
        text="Name",
        description="as others see it",
        component=ui.TextInput(style=discord.TextStyle.long, min_length=1, max_length=10, default="Otter"),
    )
    radio: ui.Label[Settings] = ui.Label(
        text="Side",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label="Wolf", default=True), discord.RadioGroupOption(label="Bison")]
        ),
    )
    boxes: ui.Label[Settings] = ui.Label(
        text="Rules",
        component=ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label="short"), discord.CheckboxGroupOption(label="open")],
            required=False,
            min_values=0,
        ),
    )
    box: ui.Label[Settings] = ui.Label(text="Rated?", component=ui.Checkbox(default=True))


class Enclosures(ui.Modal, title="Enclosures"):
    whom: ui.Label[Enclosures] = ui.Label(text="Whom", component=ui.UserSelect(required=False, min_values=0))
    what: ui.Label[Enclosures] = ui.Label(
        text="What", component=ui.Select(options=[discord.SelectOption(label="a board")])
    )
    files: ui.Label[Enclosures] = ui.Label(
        text="Files", component=ui.FileUpload(required=False, min_values=0, max_values=3)
    )


class OldModal(ui.Modal, title="Old"):
    name: ui.TextInput[OldModal] = ui.TextInput(label="Name", placeholder="Otter", required=False)


def make_commands() -> list[JSON]:
    """Return the payloads of commands with all types of options, as `CommandTree.sync` sends them."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    duel = app_commands.Group(
        name="duel", description="Duels", guild_only=True, default_permissions=discord.Permissions(manage_guild=True)
    )
    more = app_commands.Group(name="more", description="More", parent=duel)

    @duel.command(name="challenge", description="Challenge somebody")
    @app_commands.choices(game=[app_commands.Choice(name="Schnick", value="schnick")])
    async def challenge(
        interaction: discord.Interaction,
        whom: discord.Member,
        game: str,
        rounds: app_commands.Range[int, 1, 5] = 1,
        name: app_commands.Range[str, 1, 20] = "duel",
        pace: app_commands.Range[float, 0.5, 2.0] = 1.0,
        where: discord.TextChannel | None = None,
        rated: bool = True,
        role: discord.Role | None = None,
        enclosed: discord.Attachment | None = None,
    ) -> None: ...

    @duel.command(name="rules", description="How it is played")
    async def rules(interaction: discord.Interaction, game: str) -> None: ...

    @rules.autocomplete("game")
    async def games(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return []

    @more.command(name="statistics", description="Numbers")
    async def statistics(interaction: discord.Interaction) -> None: ...

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def challenge_user(interaction: discord.Interaction, user: discord.User) -> None: ...

    async def report_message(interaction: discord.Interaction, message: discord.Message) -> None: ...

    tree.add_command(duel)
    tree.add_command(app_commands.ContextMenu(name="Challenge to a duel", callback=challenge_user))
    tree.add_command(app_commands.ContextMenu(name="Report", callback=report_message))
    return json.loads(json.dumps([command.to_dict(tree) for command in tree.get_commands()]))  # type: ignore[no-any-return]


def make_embed() -> discord.Embed:
    embed = discord.Embed(
        title="Duel", description="Otter and Heron", colour=0x112233, timestamp=discord.utils.utcnow(),
        url="https://example.org",
    )  # fmt: skip
    embed.set_author(name="Otter", icon_url="attachment://board.png", url="https://example.org/otter")
    embed.set_image(url="attachment://board.png").set_thumbnail(url="https://example.org/board.png")
    return embed.set_footer(text="a footer").add_field(name="Round", value="3", inline=True)


async def make_discordpy_bodies() -> dict[str, RequestBody]:
    """Return request bodies that discord.py sends, by a short description of each."""
    mentions = discord.AllowedMentions(everyone=False, users=[discord.Object(5)], roles=False)
    reply = discord.MessageReference(message_id=7, channel_id=8, fail_if_not_exists=False).to_message_reference_dict()
    attachment_data = {"id": "77", "filename": "board.png", "size": 1000, "url": "https://example.org/board.png"}
    v2: dict[str, Any] = {
        "flags": V2_FLAG,
        "attachments": [attachment_data],
        "components": [{"type": 10, "content": "A board"}],
    }
    with handle_message_parameters(
        view=Board(), file=make_board_file(), allowed_mentions=mentions, nonce=12345, message_reference=reply
    ) as parameters:
        board = decode_payload(parameters)
    with handle_message_parameters("A duel", embed=make_embed(), file=make_board_file(), view=Buttons()) as parameters:
        classic = decode_payload(parameters)
    with handle_message_parameters(view=Board(), attachments=[make_board_file()]) as parameters:
        edit = decode_payload(parameters)
    attachment_fields = {**attachment_data, "proxy_url": attachment_data["url"], "spoiler": False}
    attachment: Any = SimpleNamespace(to_dict=lambda: attachment_fields)
    with handle_message_parameters(view=Board(), attachments=[attachment]) as parameters:
        kept = decode_payload(parameters)
    with handle_message_parameters("", embeds=[], view=None, attachments=[]) as parameters:
        cleared = decode_payload(parameters)
    upgrade = {**cleared, "content": None, "flags": V2_FLAG, "components": [{"type": 10, "content": "A board"}]}
    ephemeral = discord.MessageFlags(ephemeral=True)
    with interaction_message_response_params(
        type=4, view=Board(), file=make_board_file(), flags=ephemeral
    ) as parameters:
        response = decode_payload(parameters)
    with interaction_message_response_params(type=7, view=Board(), attachments=[make_board_file()]) as parameters:
        update = decode_payload(parameters)
    choices = [choice.to_dict() for choice in (app_commands.Choice(name="Schnick", value="schnick"),)]
    return {
        "a message": RequestBody(board, SEND_MESSAGE, [BOARD_UPLOAD]),
        "a legacy message": RequestBody(classic, SEND_MESSAGE, [BOARD_UPLOAD]),
        "a follow-up": RequestBody(classic, SEND_FOLLOW_UP, [BOARD_UPLOAD]),
        "an edit": RequestBody(edit, EDIT_MESSAGE, [BOARD_UPLOAD], v2),
        "an edit that keeps attachments": RequestBody(kept, EDIT_MESSAGE, old_message=v2),
        "an edit to Components V2": RequestBody(
            upgrade, EDIT_MESSAGE, old_message={"content": "A duel", "embeds": [{"title": "Duel"}]}
        ),
        "an edit of a deferred response": RequestBody(edit, EDIT_ORIGINAL, [BOARD_UPLOAD], {"flags": 128 | 64}),
        "a response": RequestBody(response, uploads=[BOARD_UPLOAD], interaction_type=2),
        "an update": RequestBody(update, uploads=[BOARD_UPLOAD], interaction_type=3, on_message=True, old_message=v2),
        "an update from a modal": RequestBody({"type": 6}, interaction_type=5, on_message=True, old_message=v2),
        "a deferred response": RequestBody({"type": 5, "data": {"flags": 64 | V2_FLAG}}, interaction_type=2),
        "autocomplete choices": RequestBody({"type": 8, "data": {"choices": choices}}, interaction_type=4),
        "a modal": RequestBody({"type": 9, "data": Settings().to_dict()}, interaction_type=2),
        "a modal with files": RequestBody(
            {"type": 9, "data": Enclosures().to_dict()}, interaction_type=3, on_message=True
        ),
        "a legacy modal": RequestBody({"type": 9, "data": OldModal().to_dict()}, interaction_type=2),
        "commands": RequestBody(make_commands(), REPLACE_COMMANDS),
        "a command": RequestBody(make_commands()[0], CREATE_COMMAND, other_commands=make_commands()[1:]),
        "a changed command": RequestBody(make_commands()[1], EDIT_COMMAND, other_commands=make_commands()[2:]),
        "a DM": RequestBody({"recipient_id": 5}, ("POST", "/users/@me/channels")),
        "a thread": RequestBody(
            {"name": "Duel", "auto_archive_duration": 1440, "type": 11, "invitable": True, "rate_limit_per_user": None},
            ("POST", "/channels/{channel_id}/threads"),
        ),
        "a thread on a message": RequestBody(
            {"name": "Duel", "auto_archive_duration": 60, "rate_limit_per_user": None},
            ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
        ),
        "an archived thread": RequestBody({"archived": True, "locked": False}, ("PATCH", "/channels/{channel_id}")),
        "typing": RequestBody(None, ("POST", "/channels/{channel_id}/typing")),
    }
