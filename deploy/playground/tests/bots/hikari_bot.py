"""A bot that uses hikari, a library that parses responses and events very strictly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import hikari

from deploy.playground.tests.sandbox import Sandbox

Kind: TypeAlias = hikari.OptionType
Flag: TypeAlias = hikari.MessageFlag
Answer: TypeAlias = hikari.ResponseType

GATHER_OPTIONS: Final = (
    ("words", Kind.STRING), ("count", Kind.INTEGER), ("weight", Kind.FLOAT), ("ripe", Kind.BOOLEAN),
    ("animal", Kind.USER), ("place", Kind.CHANNEL), ("role", Kind.ROLE), ("whom", Kind.MENTIONABLE),
    ("basket", Kind.ATTACHMENT),
)  # fmt: skip


def make_option(kind: hikari.OptionType, name: str, *options: hikari.CommandOption) -> hikari.CommandOption:
    return hikari.CommandOption(
        type=kind, name=name, description="…", options=list(options) or None, autocomplete=name == "fruit"
    )


class HikariBot:
    """A bot that chooses its response by command name or custom ID, and records interactions and events."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.bot = hikari.GatewayBot(
            sandbox.bot_token, rest_url=sandbox.setup["api"], banner=None, logs=None, suppress_optimization_warning=True
        )
        self.interactions: asyncio.Queue[hikari.PartialInteraction] = asyncio.Queue()
        self.events: list[hikari.Event] = []
        self.bot.subscribe(hikari.InteractionCreateEvent, self._answer_interaction)
        self.bot.subscribe(hikari.Event, self._record_event)

    @asynccontextmanager
    async def run(self) -> AsyncIterator[HikariBot]:
        await self.bot.start(check_for_updates=False)
        try:
            await self.sync_commands()
            yield self
        finally:
            await self.bot.close()

    async def sync_commands(self) -> None:
        me = self.bot.get_me()
        assert me
        slash = self.bot.rest.slash_command_builder
        wood = slash("wood", "Things to do in the wood").set_name_localizations({hikari.Locale.DE: "wald"})
        wood.add_option(
            make_option(Kind.SUB_COMMAND, "gather", *(make_option(kind, name) for name, kind in GATHER_OPTIONS))
        )
        pick = make_option(Kind.SUB_COMMAND, "pick", make_option(Kind.STRING, "fruit"))
        wood.add_option(make_option(Kind.SUB_COMMAND_GROUP, "tree", pick))
        await self.bot.rest.set_application_commands(
            me.id,
            [
                wood,
                *(slash(name, "…") for name in ("defer", "whisper", "toys", "layout", "trail", "upload")),
                self.bot.rest.context_menu_command_builder(hikari.CommandType.USER, "Wave"),
                self.bot.rest.context_menu_command_builder(hikari.CommandType.MESSAGE, "Sniff"),
            ],
        )

    async def _record_event(self, event: hikari.Event) -> None:
        self.events.append(event)

    async def _answer_interaction(self, event: hikari.InteractionCreateEvent) -> None:
        interaction = event.interaction
        await self.interactions.put(interaction)
        match interaction:
            case hikari.AutocompleteInteraction():
                [typed] = [option.value for option in _find_focused_options(interaction.options)]
                choice = hikari.impl.AutocompleteChoiceBuilder(f"{typed}rn", "acorn")
                await interaction.create_response([choice])
            case hikari.CommandInteraction():
                await COMMAND_HANDLERS.get(interaction.command_name, send_hello)(interaction)
            case hikari.ComponentInteraction():
                await answer_click(interaction)
            case hikari.ModalInteraction():
                [[words]] = interaction.components
                assert isinstance(words, hikari.TextInputComponent)
                await interaction.create_initial_response(Answer.MESSAGE_CREATE, f"Written: {words.value}")


def _find_focused_options(options: object) -> list[hikari.AutocompleteInteractionOption]:
    focused: list[hikari.AutocompleteInteractionOption] = []
    for option in options if isinstance(options, (list, tuple)) else ():
        focused += [option] if option.is_focused else _find_focused_options(option.options)
    return focused


async def send_hello(interaction: hikari.CommandInteraction) -> None:
    await interaction.create_initial_response(Answer.MESSAGE_CREATE, "Hello.", flags=Flag.EPHEMERAL)


async def defer_and_follow_up(interaction: hikari.CommandInteraction) -> None:
    await interaction.create_initial_response(Answer.DEFERRED_MESSAGE_CREATE)
    await interaction.execute("First")
    second = await interaction.execute("Second", flags=Flag.EPHEMERAL)
    third = await interaction.execute("Third")
    await interaction.edit_message(second, "Second, edited")
    await interaction.delete_message(third)
    await interaction.edit_initial_response("First, edited")


async def send_whisper(interaction: hikari.CommandInteraction) -> None:
    await send_hello(interaction)
    await interaction.user.send("Psst")


async def send_components(interaction: hikari.CommandInteraction) -> None:
    build = hikari.impl.MessageActionRowBuilder
    buttons = build()
    for style in (hikari.ButtonStyle.PRIMARY, hikari.ButtonStyle.SECONDARY, hikari.ButtonStyle.DANGER):
        buttons.add_interactive_button(style, style.name.lower(), label=style.name.title(), emoji="🫐")
    buttons.add_link_button("https://example.com", label="Away")
    text = build()
    text.add_text_menu("text", max_values=2).add_option("Elder", "elder").add_option("Rasp", "rasp")
    kinds = (hikari.ComponentType.USER_SELECT_MENU, hikari.ComponentType.ROLE_SELECT_MENU)
    menus = [build().add_select_menu(kind, kind.name.lower()) for kind in kinds]
    rows = [buttons, text, *menus, build().add_channel_menu("channel")]
    await interaction.create_initial_response(Answer.MESSAGE_CREATE, "Choose", components=rows)


async def answer_click(interaction: hikari.ComponentInteraction) -> None:
    match interaction.custom_id:
        case "primary":
            await interaction.create_initial_response(Answer.MESSAGE_UPDATE, "Chosen")
        case "secondary":
            row = hikari.impl.ModalActionRowBuilder().add_text_input("words", "Words")
            await interaction.create_modal_response("A letter", "letter", component=row)
        case "danger":
            await interaction.create_initial_response(Answer.DEFERRED_MESSAGE_UPDATE)
            await interaction.delete_initial_response()
        case _:
            chosen = ", ".join(interaction.values)
            await interaction.create_initial_response(Answer.MESSAGE_CREATE, chosen, flags=Flag.EPHEMERAL)


async def send_layout(interaction: hikari.CommandInteraction) -> None:
    leaf, chart = hikari.Bytes(b"png", "a.png"), hikari.Bytes(b"text", "b.txt")
    thumbnail = hikari.impl.ThumbnailComponentBuilder(media=leaf)
    section = hikari.impl.SectionComponentBuilder(accessory=thumbnail).add_text_display("Beside")
    gallery = [hikari.impl.MediaGalleryItemBuilder(media=leaf, description="A leaf")]
    container = hikari.impl.ContainerComponentBuilder(accent_color=hikari.Color(0x123456)).add_text_display("Within")
    container.add_component(section).add_separator(divider=True).add_media_gallery(gallery).add_file(chart)
    await interaction.create_initial_response(
        Answer.MESSAGE_CREATE,
        flags=Flag.IS_COMPONENTS_V2,
        components=[hikari.impl.TextDisplayComponentBuilder(content="# Head"), container],
    )


async def start_thread(interaction: hikari.CommandInteraction) -> None:
    await send_hello(interaction)
    thread = await interaction.app.rest.create_thread(
        interaction.channel_id, hikari.ChannelType.GUILD_PUBLIC_THREAD, "brook"
    )
    await thread.send("This way")


async def send_file(interaction: hikari.CommandInteraction) -> None:
    await interaction.create_initial_response(Answer.MESSAGE_CREATE, attachment=hikari.Bytes(b"seeds", "seeds.txt"))
    message = await interaction.fetch_initial_response()
    assert await message.attachments[0].read() == b"seeds"
    with_file = await interaction.edit_initial_response("Kept")
    assert [attachment.filename for attachment in with_file.attachments] == ["seeds.txt"]
    without_file = await interaction.edit_initial_response("Dropped", attachment=None)
    assert not without_file.attachments


COMMAND_HANDLERS: Final[dict[str, Callable[[hikari.CommandInteraction], Awaitable[None]]]] = {
    "defer": defer_and_follow_up,
    "whisper": send_whisper,
    "toys": send_components,
    "layout": send_layout,
    "trail": start_thread,
    "upload": send_file,
}


class WarningRecorder(logging.Handler):
    """A log handler that records hikari's warnings, and its debug messages about payloads that it cannot parse."""

    PARSER_LOGGERS: Final = ("hikari.entity_factory", "hikari.event_manager")
    PARSER_WARNING_WORDS: Final = ("unrecogni", "unknown", "discarding")
    # hikari computes the slide period of rate limits from the times of its requests, so it is wrong on a slow machine.
    IGNORED_WARNINGS: Final = ("Socket has closed", "slide period")

    def __init__(self) -> None:
        super().__init__(level=1)
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        is_parser_complaint = record.name in self.PARSER_LOGGERS and any(
            word in line.lower() for word in self.PARSER_WARNING_WORDS
        )
        if is_parser_complaint or (
            record.levelno >= logging.WARNING and not any(ignored in line for ignored in self.IGNORED_WARNINGS)
        ):
            self.warnings.append(line)
