"""Test a bot that uses the unmodified hikari library, which parses payloads very strictly."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, V2_FLAG, Sandbox, create_sandbox, get_skip_reason
from deploy.playground.tests.schema_check import check_traffic
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import File, Playground, full_text, iter_components, text_blocks
from discord_playground.schemas import Schemas

if importlib.util.find_spec("hikari") is None and (reason := get_skip_reason("hikari")):
    pytest.skip(reason, allow_module_level=True)

import hikari

from deploy.playground.tests.bots.hikari_bot import GATHER_OPTIONS, HikariBot, WarningRecorder

pytestmark = pytest.mark.asyncio(loop_scope="module")

T = TypeVar("T", bound=hikari.PartialInteraction)
E = TypeVar("E", bound=hikari.Event)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox(playground_url: str, schemas: Schemas | None) -> AsyncIterator[Sandbox]:
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        async with check_traffic(playground, schemas):
            yield await create_sandbox(playground)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hikari_bot(sandbox: Sandbox) -> AsyncIterator[HikariBot]:
    """A running hikari bot. The test fails if hikari logs a warning about a payload."""
    recorder, logger = WarningRecorder(), logging.getLogger("hikari")
    logger.addHandler(recorder)
    logger.setLevel(1)
    bot = HikariBot(sandbox)
    async with bot.run():
        yield bot
    logger.removeHandler(recorder)
    logger.setLevel(logging.NOTSET)
    assert recorder.warnings == []


async def pop_only_interaction(bot: HikariBot, kind: type[T]) -> T:
    """Wait for an interaction, which must have this type and be the only one in the queue, and return it."""
    interaction = await asyncio.wait_for(bot.interactions.get(), TIMEOUT_S)
    assert isinstance(interaction, kind)
    assert bot.interactions.empty()
    return interaction


async def wait_for_event(bot: HikariBot, kind: type[E]) -> E:
    async with asyncio.timeout(TIMEOUT_S):
        while not (matching := [event for event in bot.events if isinstance(event, kind)]):
            await asyncio.sleep(0.01)
    return matching[-1]


async def test_options_of_all_types_are_resolved(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    options: dict[str, Any] = dict(
        zip(
            (name for name, _ in GATHER_OPTIONS),
            ("oak", 3, 2.5, True, "heron", "lounge", sandbox.bot_name, "lynx", File("b.txt", b"woven")),
            strict=True,
        )
    )
    result = await sandbox.otter.run_command(sandbox.duels_id, "wood gather", **options)
    assert (full_text(result.message), result.message["flags"] & EPHEMERAL_FLAG) == ("Hello.", EPHEMERAL_FLAG)
    interaction = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    assert interaction.options
    gather = interaction.options[0]
    assert (gather.name, gather.type) == ("gather", hikari.OptionType.SUB_COMMAND)
    assert gather.options
    assert [option.type for option in gather.options] == [kind for _, kind in GATHER_OPTIONS]
    assert [option.value for option in gather.options][:4] == ["oak", 3, 2.5, True]
    assert interaction.resolved
    assert {user.username for user in interaction.resolved.users.values()} == {"heron", "lynx"}
    assert {member.username for member in interaction.resolved.members.values()} == {"heron", "lynx"}
    assert [role.name for role in interaction.resolved.roles.values()] == [sandbox.bot_name]
    assert [channel.name for channel in interaction.resolved.channels.values()] == ["lounge"]
    [basket] = interaction.resolved.attachments.values()
    assert await basket.read() == b"woven"
    assert (interaction.locale, interaction.guild_locale) == (hikari.Locale.EN_US, hikari.Locale.EN_US)


async def test_localized_command_name_reaches_the_bot(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    await sandbox.heron.run_command(sandbox.duels_id, "wald gather")
    assert (await pop_only_interaction(hikari_bot, hikari.CommandInteraction)).locale is hikari.Locale.DE


async def test_autocomplete_returns_choices(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    choices = await sandbox.otter.autocomplete(sandbox.duels_id, "wood tree pick", "fruit", fruit="aco")
    assert choices == [{"name": "acorn", "value": "acorn"}]
    await pop_only_interaction(hikari_bot, hikari.AutocompleteInteraction)
    await sandbox.otter.run_command(sandbox.duels_id, "wood tree pick", fruit="acorn")
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)


async def test_user_and_message_commands_receive_their_target(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    message = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.otter.run_command(sandbox.duels_id, "Wave", target="heron")
    waved = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    assert waved.resolved
    assert waved.target_id in waved.resolved.members
    await sandbox.otter.run_command(sandbox.duels_id, "Sniff", target=message)
    sniffed = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    assert sniffed.resolved
    assert [target.content for target in sniffed.resolved.messages.values()] == ["Quack"]


async def test_deferred_response_and_follow_ups_are_edited_and_deleted(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    result = await sandbox.otter.run_command(sandbox.lounge_id, "defer")
    assert result.callback_type == 5
    first = await sandbox.otter.wait_for_message(
        sandbox.lounge_id, lambda message: full_text(message) == "First, edited"
    )
    assert first["id"] == result.message["id"]
    assert [full_text(message) for message in await sandbox.otter.load_messages(sandbox.lounge_id)] == [
        "First, edited",
        "Second, edited",
    ]
    assert [full_text(message) for message in await sandbox.heron.load_messages(sandbox.lounge_id)] == ["First, edited"]
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)


async def test_bot_sends_direct_message(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    await sandbox.heron.run_command(sandbox.duels_id, "whisper")
    assert full_text(await sandbox.heron.wait_for_message(sandbox.dm_name)) == "Psst"
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    await sandbox.heron.send_message(sandbox.dm_name, "Quack?")
    event = await wait_for_event(hikari_bot, hikari.DMMessageCreateEvent)
    assert event.content == "Quack?" or event.is_bot


async def test_buttons_selects_and_modals_reach_the_bot(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    message = (await sandbox.otter.run_command(sandbox.duels_id, "toys")).message
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    for custom_id, values in {
        "text": ["elder", "rasp"],
        "user_select_menu": [await sandbox.find_person_id("lynx")],
        "role_select_menu": [sandbox.bot_role_id],
        "channel": [sandbox.lounge_id],
    }.items():
        result = await sandbox.otter.select_values(message, custom_id, values)
        assert full_text(result.message) == ", ".join(values)
        interaction = await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)
        assert (interaction.custom_id, list(interaction.values)) == (custom_id, values)
    assert full_text((await sandbox.heron.click(message, "Primary")).message).startswith("Chosen")
    clicked = await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)
    assert (str(clicked.message.id), clicked.user.username) == (message["id"], "heron")
    assert (await sandbox.heron.click(message, "Secondary")).modal["title"] == "A letter"
    await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)
    assert full_text((await sandbox.heron.submit_modal({"words": "Come"})).message) == "Written: Come"
    submitted = await pop_only_interaction(hikari_bot, hikari.ModalInteraction)
    assert submitted.message
    assert submitted.message.id == clicked.message.id
    await sandbox.heron.click(message, "Danger")
    assert await sandbox.otter.wait_until(
        lambda view: message["id"] not in {shown["id"] for shown in view.list_messages(sandbox.duels_id)}
    )
    await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)


async def test_components_v2_message_is_shown(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    message = (await sandbox.otter.run_command(sandbox.duels_id, "layout")).message
    assert message["flags"] & V2_FLAG
    assert text_blocks(message) == ["# Head", "Within", "Beside"]
    assert [component["type"] for component in iter_components(message)] == [10, 17, 10, 9, 10, 11, 14, 12, 13]
    interaction = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    response = await interaction.fetch_initial_response()
    assert [component.type for component in response.components] == [10, 17]


async def test_uploads_and_threads_are_created(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    await sandbox.otter.run_command(sandbox.duels_id, "upload")
    await sandbox.otter.wait_for_message(
        sandbox.duels_id, lambda message: full_text(message) == "Dropped" and not message["attachments"]
    )
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    await sandbox.otter.run_command(sandbox.duels_id, "trail")
    threads = await sandbox.heron.wait_until(
        lambda view: [
            channel
            for server in view.view["servers"]
            for channel in server["channels"]
            if channel["parent_id"] == sandbox.duels_id
        ]
    )
    assert full_text(await sandbox.heron.wait_for_message(threads[0]["id"])) == "This way"
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)


async def test_api_errors_have_discord_codes(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    with pytest.raises(hikari.NotFoundError) as unknown:
        await hikari_bot.bot.rest.fetch_message(int(sandbox.duels_id), 1)
    assert unknown.value.code == 10008
    with pytest.raises(hikari.BadRequestError) as malformed:
        await hikari_bot.bot.rest.create_message(int(sandbox.duels_id), "x" * 2001)
    assert malformed.value.code == 50035
    assert malformed.value.errors
    assert "content" in malformed.value.errors
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.lounge_id, target=sandbox.bot_name, deny=["view_channel"]
    )
    with pytest.raises(hikari.ForbiddenError) as forbidden:
        await hikari_bot.bot.rest.create_message(int(sandbox.lounge_id), "Hoo")
    assert forbidden.value.code == 50001
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.lounge_id, target=sandbox.bot_name, allow=["view_channel"]
    )


async def test_guild_members_and_presence_are_read(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    guild = hikari_bot.bot.cache.get_guild(int(sandbox.server["id"]))
    assert guild
    fetched = await hikari_bot.bot.rest.fetch_guild(guild.id)
    assert (fetched.name, guild.name) == (sandbox.server["name"], sandbox.server["name"])
    assert {channel.name for channel in await hikari_bot.bot.rest.fetch_guild_channels(guild.id)} >= {"duels", "lounge"}
    lynx = await hikari_bot.bot.rest.fetch_member(guild.id, int(await sandbox.find_person_id("lynx")))
    assert lynx.username == "lynx"
    assert len(await hikari_bot.bot.rest.fetch_roles(guild.id)) == 2
    user = await hikari_bot.bot.rest.fetch_my_user()
    assert user.username == sandbox.bot_name
    await hikari_bot.bot.update_presence(
        status=hikari.Status.DO_NOT_DISTURB,
        activity=hikari.Activity(name="brooding", type=hikari.ActivityType.PLAYING),
    )
    assert await sandbox.otter.wait_until(
        lambda live: [
            person
            for person in live.view["people"]
            if person["username"] == sandbox.bot_name
            and person["presence"] == {"status": "dnd", "activity": "brooding"}
        ]
    )


async def test_application_emoji_is_created_shown_and_deleted(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    rest = hikari_bot.bot.rest
    application = await rest.fetch_application()
    emoji = await rest.create_application_emoji(application, "wolf", hikari.Bytes(draw_avatar_png(7), "wolf.png"))
    assert (emoji.name, emoji.is_animated) == ("wolf", False)
    assert [existing.id for existing in await rest.fetch_application_emojis(application)] == [emoji.id]
    assert (await rest.edit_application_emoji(application, emoji, "wolf_7")).name == "wolf_7"
    row = rest.build_message_action_row()
    row.add_interactive_button(hikari.ButtonStyle.SECONDARY, "howl", label="Howl", emoji=emoji)
    message = await rest.create_message(int(sandbox.duels_id), "A den", component=row)
    [shown_row] = message.components
    assert isinstance(shown_row, hikari.ActionRowComponent)
    [button] = shown_row.components
    assert isinstance(button, hikari.ButtonComponent)
    assert isinstance(button.emoji, hikari.CustomEmoji)
    assert button.emoji.id == emoji.id
    await rest.delete_application_emoji(application, emoji)
    with pytest.raises(hikari.NotFoundError):
        await rest.fetch_application_emoji(application, emoji)
    with pytest.raises(hikari.BadRequestError, match="Invalid emoji"):
        await rest.create_message(int(sandbox.duels_id), "A den", component=row)


@pytest.mark.parametrize("send", ["reconnect", "drop"])
async def test_interrupted_session_is_resumed_without_losing_messages(
    hikari_bot: HikariBot, sandbox: Sandbox, send: str
) -> None:
    hikari_bot.events.clear()
    await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send=send)
    message_ids = [(await sandbox.heron.send_message(sandbox.duels_id, f"{number}"))["id"] for number in range(5)]
    await wait_for_event(hikari_bot, hikari.ShardResumedEvent)
    received_ids = [
        str(event.message_id) for event in hikari_bot.events if isinstance(event, hikari.GuildMessageCreateEvent)
    ]
    assert received_ids == message_ids
    assert not [event for event in hikari_bot.events if isinstance(event, hikari.ShardReadyEvent)]
