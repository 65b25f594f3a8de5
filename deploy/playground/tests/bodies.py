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

SEND = "POST", "/channels/{channel_id}/messages"
EDIT = "PATCH", "/channels/{channel_id}/messages/{message_id}"
FOLLOW_UP = "POST", "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = "PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
SYNC = "PUT", "/applications/{application_id}/commands"
ADD = "POST", "/applications/{application_id}/commands"
CHANGE = "PATCH", "/applications/{application_id}/commands/{command_id}"

V2 = 1 << 15
PICTURE = Upload("0", "board.png", 1000)


@dataclass(frozen=True)
class Sent:
    """A body and where it goes."""

    body: JSON
    route: tuple[str, str] = SEND
    uploads: Sequence[Upload] = ()
    before: Mapping[str, Any] | None = None
    beside: Sequence[Mapping[str, Any]] = ()
    answers: int | None = None
    """The type of the interaction that it answers."""
    on_message: bool = False

    def to(self, form: BodyValidator) -> None:
        if self.answers:
            form.validate_callback(
                self.body, self.uploads, interaction_type=self.answers, on_message=self.on_message, previous=self.before
            )
        elif self.route in {SEND, EDIT, FOLLOW_UP, ORIGINAL}:
            form.validate_message(*self.route, self.body, self.uploads, previous=self.before)
        elif "/commands" in self.route[1]:
            form.validate_commands(*self.route, self.body, other_commands=self.beside)
        else:
            form.validate_other(*self.route, self.body)

    def with_body(self, body: JSON) -> Sent:
        return replace(self, body=body)


def payload(parameters: MultipartParameters) -> JSON:
    made = json.loads(parameters.multipart[0]["value"]) if parameters.multipart else parameters.payload
    return json.loads(json.dumps(made))


def picture() -> discord.File:
    return discord.File(io.BytesIO(b"picture"), PICTURE.filename, description="a board")


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


def tree() -> list[JSON]:
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


def embed() -> discord.Embed:
    made = discord.Embed(
        title="Duel", description="Otter and Heron", colour=0x112233, timestamp=discord.utils.utcnow(),
        url="https://example.org",
    )  # fmt: skip
    made.set_author(name="Otter", icon_url="attachment://board.png", url="https://example.org/otter")
    made.set_image(url="attachment://board.png").set_thumbnail(url="https://example.org/board.png")
    return made.set_footer(text="a footer").add_field(name="Round", value="3", inline=True)


async def made() -> dict[str, Sent]:
    """What discord.py sends, by what it is."""
    mentions = discord.AllowedMentions(everyone=False, users=[discord.Object(5)], roles=False)
    reply = discord.MessageReference(message_id=7, channel_id=8, fail_if_not_exists=False).to_message_reference_dict()
    kept = {"id": "77", "filename": "board.png", "size": 1000, "url": "https://example.org/board.png"}
    v2: dict[str, Any] = {"flags": V2, "attachments": [kept], "components": [{"type": 10, "content": "A board"}]}
    with handle_message_parameters(
        view=Board(), file=picture(), allowed_mentions=mentions, nonce=12345, message_reference=reply
    ) as parameters:
        board = payload(parameters)
    with handle_message_parameters("A duel", embed=embed(), file=picture(), view=Buttons()) as parameters:
        classic = payload(parameters)
    with handle_message_parameters(view=Board(), attachments=[picture()]) as parameters:
        edit = payload(parameters)
    attachment: Any = SimpleNamespace(to_dict=lambda: {**kept, "proxy_url": kept["url"], "spoiler": False})
    with handle_message_parameters(view=Board(), attachments=[attachment]) as parameters:
        keep = payload(parameters)
    with handle_message_parameters("", embeds=[], view=None, attachments=[]) as parameters:
        emptied = payload(parameters)
    upgrade = {**emptied, "content": None, "flags": V2, "components": [{"type": 10, "content": "A board"}]}
    ephemeral = discord.MessageFlags(ephemeral=True)
    with interaction_message_response_params(type=4, view=Board(), file=picture(), flags=ephemeral) as parameters:
        answer = payload(parameters)
    with interaction_message_response_params(type=7, view=Board(), attachments=[picture()]) as parameters:
        update = payload(parameters)
    suggested = [choice.to_dict() for choice in (app_commands.Choice(name="Schnick", value="schnick"),)]
    return {
        "a message": Sent(board, SEND, [PICTURE]),
        "a message of old": Sent(classic, SEND, [PICTURE]),
        "a follow-up": Sent(classic, FOLLOW_UP, [PICTURE]),
        "an edit": Sent(edit, EDIT, [PICTURE], v2),
        "an edit that keeps": Sent(keep, EDIT, before=v2),
        "an edit that upgrades": Sent(upgrade, EDIT, before={"content": "A duel", "embeds": [{"title": "Duel"}]}),
        "a deferred answer, filled": Sent(edit, ORIGINAL, [PICTURE], {"flags": 128 | 64}),
        "an answer": Sent(answer, uploads=[PICTURE], answers=2),
        "an update": Sent(update, uploads=[PICTURE], answers=3, on_message=True, before=v2),
        "an update by a modal": Sent({"type": 6}, answers=5, on_message=True, before=v2),
        "thinking": Sent({"type": 5, "data": {"flags": 64 | V2}}, answers=2),
        "suggestions": Sent({"type": 8, "data": {"choices": suggested}}, answers=4),
        "a modal": Sent({"type": 9, "data": Settings().to_dict()}, answers=2),
        "a modal with files": Sent({"type": 9, "data": Enclosures().to_dict()}, answers=3, on_message=True),
        "a modal of old": Sent({"type": 9, "data": OldModal().to_dict()}, answers=2),
        "a pong": Sent({"type": 1}, answers=1),
        "commands": Sent(tree(), SYNC),
        "a command": Sent(tree()[0], ADD, beside=tree()[1:]),
        "a changed command": Sent(tree()[1], CHANGE, beside=tree()[2:]),
        "a DM": Sent({"recipient_id": 5}, ("POST", "/users/@me/channels")),
        "a thread": Sent(
            {"name": "Duel", "auto_archive_duration": 1440, "type": 11, "invitable": True, "rate_limit_per_user": None},
            ("POST", "/channels/{channel_id}/threads"),
        ),
        "a thread of a message": Sent(
            {"name": "Duel", "auto_archive_duration": 60, "rate_limit_per_user": None},
            ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
        ),
        "an archived thread": Sent({"archived": True, "locked": False}, ("PATCH", "/channels/{channel_id}")),
        "typing": Sent(None, ("POST", "/channels/{channel_id}/typing")),
    }
