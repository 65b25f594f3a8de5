"""Bodies as discord.py makes them, and small ones to break."""

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

V2_FLAG = 1 << 15
BOARD_UPLOAD = Upload("0", "board.png", 1000)


@dataclass(frozen=True)
class RequestBody:
    """A body and where it goes."""

    body: JSON
    route: tuple[str, str] = SEND_MESSAGE
    uploads: Sequence[Upload] = ()
    old_message: Mapping[str, Any] | None = None
    other_commands: Sequence[Mapping[str, Any]] = ()
    interaction_type: int | None = None
    """The type of the interaction that it answers."""
    on_message: bool = False

    def validate(self, form: BodyValidator) -> None:
        if self.interaction_type:
            form.validate_callback(
                self.body,
                self.uploads,
                interaction_type=self.interaction_type,
                on_message=self.on_message,
                previous=self.old_message,
            )
        elif self.route in {SEND_MESSAGE, EDIT_MESSAGE, SEND_FOLLOW_UP, EDIT_ORIGINAL}:
            form.validate_message(*self.route, self.body, self.uploads, previous=self.old_message)
        elif "/commands" in self.route[1]:
            form.validate_commands(*self.route, self.body, other_commands=self.other_commands)
        else:
            form.validate_other(*self.route, self.body)

    def with_body(self, body: JSON) -> RequestBody:
        return replace(self, body=body)


def decode_payload(parameters: MultipartParameters) -> JSON:
    made = json.loads(parameters.multipart[0]["value"]) if parameters.multipart else parameters.payload
    return json.loads(json.dumps(made))


def make_board_file() -> discord.File:
    return discord.File(io.BytesIO(b"picture"), BOARD_UPLOAD.filename, description="a board")


class Moves(ui.ActionRow["Board"]):
    @ui.button(label="Swap", custom_id="swap", style=discord.ButtonStyle.primary)
    async def swap(self, interaction: discord.Interaction, button: ui.Button[Board]) -> None: ...

    @ui.button(emoji=discord.PartialEmoji(name="wolf", id=1234), custom_id="wolf", style=discord.ButtonStyle.danger)
    async def wolf(self, interaction: discord.Interaction, button: ui.Button[Board]) -> None: ...


class Board(ui.LayoutView):
    """Everything that Components V2 has."""

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
    """Everything that a modal has."""

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
    """Commands with every type of option, as `sync` sends them."""
    commands = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
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
    async def challenged(interaction: discord.Interaction, user: discord.User) -> None: ...

    async def reported(interaction: discord.Interaction, message: discord.Message) -> None: ...

    commands.add_command(duel)
    commands.add_command(app_commands.ContextMenu(name="Challenge to a duel", callback=challenged))
    commands.add_command(app_commands.ContextMenu(name="Report", callback=reported))
    every = [*commands.get_commands()]
    return json.loads(json.dumps([command.to_dict(commands) for command in every]))  # type: ignore[no-any-return]


def make_embed() -> discord.Embed:
    made = discord.Embed(
        title="Duel", description="Otter and Heron", colour=0x112233, timestamp=discord.utils.utcnow(),
        url="https://example.org",
    )  # fmt: skip
    made.set_author(name="Otter", icon_url="attachment://board.png", url="https://example.org/otter")
    made.set_image(url="attachment://board.png").set_thumbnail(url="https://example.org/board.png")
    return made.set_footer(text="a footer").add_field(name="Round", value="3", inline=True)


async def make_discordpy_bodies() -> dict[str, RequestBody]:
    """What discord.py sends, by what it is."""
    mentions = discord.AllowedMentions(everyone=False, users=[discord.Object(5)], roles=False)
    reply = discord.MessageReference(message_id=7, channel_id=8, fail_if_not_exists=False).to_message_reference_dict()
    kept = {"id": "77", "filename": "board.png", "size": 1000, "url": "https://example.org/board.png"}
    v2: dict[str, Any] = {"flags": V2_FLAG, "attachments": [kept], "components": [{"type": 10, "content": "A board"}]}
    with handle_message_parameters(
        view=Board(), file=make_board_file(), allowed_mentions=mentions, nonce=12345, message_reference=reply
    ) as parameters:
        board = decode_payload(parameters)
    with handle_message_parameters("A duel", embed=make_embed(), file=make_board_file(), view=Buttons()) as parameters:
        classic = decode_payload(parameters)
    with handle_message_parameters(view=Board(), attachments=[make_board_file()]) as parameters:
        edit = decode_payload(parameters)
    attachment: Any = SimpleNamespace(to_dict=lambda: {**kept, "proxy_url": kept["url"], "spoiler": False})
    with handle_message_parameters(view=Board(), attachments=[attachment]) as parameters:
        keep = decode_payload(parameters)
    with handle_message_parameters("", embeds=[], view=None, attachments=[]) as parameters:
        emptied = decode_payload(parameters)
    upgrade = {**emptied, "content": None, "flags": V2_FLAG, "components": [{"type": 10, "content": "A board"}]}
    ephemeral = discord.MessageFlags(ephemeral=True)
    with interaction_message_response_params(
        type=4, view=Board(), file=make_board_file(), flags=ephemeral
    ) as parameters:
        answer = decode_payload(parameters)
    with interaction_message_response_params(type=7, view=Board(), attachments=[make_board_file()]) as parameters:
        update = decode_payload(parameters)
    suggested = [choice.to_dict() for choice in (app_commands.Choice(name="Schnick", value="schnick"),)]
    return {
        "a message": RequestBody(board, SEND_MESSAGE, [BOARD_UPLOAD]),
        "a message of old": RequestBody(classic, SEND_MESSAGE, [BOARD_UPLOAD]),
        "a follow-up": RequestBody(classic, SEND_FOLLOW_UP, [BOARD_UPLOAD]),
        "an edit": RequestBody(edit, EDIT_MESSAGE, [BOARD_UPLOAD], v2),
        "an edit that keeps": RequestBody(keep, EDIT_MESSAGE, old_message=v2),
        "an edit that upgrades": RequestBody(
            upgrade, EDIT_MESSAGE, old_message={"content": "A duel", "embeds": [{"title": "Duel"}]}
        ),
        "a deferred answer, filled": RequestBody(edit, EDIT_ORIGINAL, [BOARD_UPLOAD], {"flags": 128 | 64}),
        "an answer": RequestBody(answer, uploads=[BOARD_UPLOAD], interaction_type=2),
        "an update": RequestBody(update, uploads=[BOARD_UPLOAD], interaction_type=3, on_message=True, old_message=v2),
        "an update by a modal": RequestBody({"type": 6}, interaction_type=5, on_message=True, old_message=v2),
        "thinking": RequestBody({"type": 5, "data": {"flags": 64 | V2_FLAG}}, interaction_type=2),
        "suggestions": RequestBody({"type": 8, "data": {"choices": suggested}}, interaction_type=4),
        "a modal": RequestBody({"type": 9, "data": Settings().to_dict()}, interaction_type=2),
        "a modal with files": RequestBody(
            {"type": 9, "data": Enclosures().to_dict()}, interaction_type=3, on_message=True
        ),
        "a modal of old": RequestBody({"type": 9, "data": OldModal().to_dict()}, interaction_type=2),
        "a pong": RequestBody({"type": 1}, interaction_type=1),
        "commands": RequestBody(make_commands(), REPLACE_COMMANDS),
        "a command": RequestBody(make_commands()[0], CREATE_COMMAND, other_commands=make_commands()[1:]),
        "a changed command": RequestBody(make_commands()[1], EDIT_COMMAND, other_commands=make_commands()[2:]),
        "a DM": RequestBody({"recipient_id": 5}, ("POST", "/users/@me/channels")),
        "a thread": RequestBody(
            {"name": "Duel", "auto_archive_duration": 1440, "type": 11, "invitable": True, "rate_limit_per_user": None},
            ("POST", "/channels/{channel_id}/threads"),
        ),
        "a thread of a message": RequestBody(
            {"name": "Duel", "auto_archive_duration": 60, "rate_limit_per_user": None},
            ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
        ),
        "an archived thread": RequestBody({"archived": True, "locked": False}, ("PATCH", "/channels/{channel_id}")),
        "typing": RequestBody(None, ("POST", "/channels/{channel_id}/typing")),
    }
