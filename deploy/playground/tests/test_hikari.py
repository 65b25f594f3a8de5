"""hikari, unmodified: the strictest reader of what the playground tells."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from deploy.playground.tests.sandbox import PAST_LAST_ENTRY, Sandbox, create_sandbox, reason_to_skip
from deploy.playground.tests.schema_check import find_schema_faults
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import File, Playground, full_text, iter_components, text_blocks
from discord_playground.schemas import Schemas

if importlib.util.find_spec("hikari") is None and (why := reason_to_skip("hikari")):
    pytest.skip(why, allow_module_level=True)

import hikari

from deploy.playground.tests.bots.hikari_bot import GATHER_OPTIONS, HikariBot, WarningRecorder

pytestmark = pytest.mark.asyncio(loop_scope="module")

T = TypeVar("T", bound=hikari.PartialInteraction)
E = TypeVar("E", bound=hikari.Event)
EPHEMERAL_FLAG, LOADING_FLAG, V2_FLAG = 1 << 6, 1 << 7, 1 << 15


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox(playground_url: str, schemas: Schemas | None) -> AsyncIterator[Sandbox]:
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        before = (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
        ground = await create_sandbox(playground)
        yield ground
        if schemas:
            assert find_schema_faults(schemas, (await playground.load_traffic_log(before))["entries"]) == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hikari_bot(sandbox: Sandbox) -> AsyncIterator[HikariBot]:
    """It may not complain of anything that it is told."""
    complaints, log = WarningRecorder(), logging.getLogger("hikari")
    log.addHandler(complaints)
    log.setLevel(1)
    nest = HikariBot(sandbox)
    async with nest.run():
        yield nest
    log.removeHandler(complaints)
    log.setLevel(logging.NOTSET)
    assert complaints.warnings == []


async def pop_only_interaction(nest: HikariBot, kind: type[T]) -> T:
    """What was asked of the bot last; there is nothing else."""
    asked = await asyncio.wait_for(nest.interactions.get(), TIMEOUT_S)
    assert isinstance(asked, kind)
    assert nest.interactions.empty()
    return asked


async def wait_for_event(nest: HikariBot, kind: type[E]) -> E:
    async with asyncio.timeout(TIMEOUT_S):
        while not (found := [event for event in nest.events if isinstance(event, kind)]):
            await asyncio.sleep(0.01)
    return found[-1]


async def test_options_of_all_types_resolve(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    options: dict[str, Any] = dict(
        zip(
            (name for name, _ in GATHER_OPTIONS),
            ("oak", 3, 2.5, True, "heron", "lounge", sandbox.bot_name, "lynx", File("b.txt", b"woven")),
            strict=True,
        )
    )
    answer = await sandbox.otter.run_command(sandbox.duels_id, "wood gather", **options)
    assert (full_text(answer.message), answer.message["flags"] & EPHEMERAL_FLAG) == ("Hello.", EPHEMERAL_FLAG)
    asked = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    assert asked.options
    gather = asked.options[0]
    assert (gather.name, gather.type) == ("gather", hikari.OptionType.SUB_COMMAND)
    assert gather.options
    assert [one.type for one in gather.options] == [kind for _, kind in GATHER_OPTIONS]
    assert [one.value for one in gather.options][:4] == ["oak", 3, 2.5, True]
    assert asked.resolved
    assert {user.username for user in asked.resolved.users.values()} == {"heron", "lynx"}
    assert {member.username for member in asked.resolved.members.values()} == {"heron", "lynx"}
    assert [role.name for role in asked.resolved.roles.values()] == [sandbox.bot_name]
    assert [channel.name for channel in asked.resolved.channels.values()] == ["lounge"]
    [basket] = asked.resolved.attachments.values()
    assert await basket.read() == b"woven"
    assert (asked.locale, asked.guild_locale) == (hikari.Locale.EN_US, hikari.Locale.EN_US)


async def test_the_commands_of_a_german_heron(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    await sandbox.heron.run_command(sandbox.duels_id, "wald gather")
    assert (await pop_only_interaction(hikari_bot, hikari.CommandInteraction)).locale is hikari.Locale.DE


async def test_completion(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    choices = await sandbox.otter.autocomplete(sandbox.duels_id, "wood tree pick", "fruit", fruit="aco")
    assert choices == [{"name": "acorn", "value": "acorn"}]
    await pop_only_interaction(hikari_bot, hikari.AutocompleteInteraction)
    await sandbox.otter.run_command(sandbox.duels_id, "wood tree pick", fruit="acorn")
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)


async def test_menus_of_people_and_messages(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    said = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.otter.run_command(sandbox.duels_id, "Wave", target="heron")
    waved = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    assert waved.resolved
    assert waved.target_id in waved.resolved.members
    await sandbox.otter.run_command(sandbox.duels_id, "Sniff", target=said)
    sniffed = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    assert sniffed.resolved
    assert [one.content for one in sniffed.resolved.messages.values()] == ["Quack"]


async def test_deferred_answers_and_follow_ups(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    answer = await sandbox.otter.run_command(sandbox.lounge_id, "defer")
    assert answer.callback_type == 5
    first = await sandbox.otter.wait_for_message(sandbox.lounge_id, lambda one: full_text(one) == "First, edited")
    assert first["id"] == answer.message["id"]
    assert [full_text(one) for one in await sandbox.otter.load_messages(sandbox.lounge_id)] == [
        "First, edited",
        "Second, edited",
    ]
    assert [full_text(one) for one in await sandbox.heron.load_messages(sandbox.lounge_id)] == ["First, edited"]
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)


async def test_direct_messages(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    await sandbox.heron.run_command(sandbox.duels_id, "whisper")
    assert full_text(await sandbox.heron.wait_for_message(sandbox.dm_name)) == "Psst"
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    await sandbox.heron.send_message(sandbox.dm_name, "Quack?")
    heard = await wait_for_event(hikari_bot, hikari.DMMessageCreateEvent)
    assert heard.content == "Quack?" or heard.is_bot


async def test_buttons_selects_and_forms(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    toys = (await sandbox.otter.run_command(sandbox.duels_id, "toys")).message
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    for custom_id, values in {
        "text": ["elder", "rasp"],
        "user_select_menu": [await sandbox.find_person_id("lynx")],
        "role_select_menu": [sandbox.bot_role_id],
        "channel": [sandbox.lounge_id],
    }.items():
        answer = await sandbox.otter.select_values(toys, custom_id, values)
        assert full_text(answer.message) == ", ".join(values)
        asked = await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)
        assert (asked.custom_id, list(asked.values)) == (custom_id, values)
    assert full_text((await sandbox.heron.click(toys, "Primary")).message).startswith("Chosen")
    clicked = await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)
    assert (str(clicked.message.id), clicked.user.username) == (toys["id"], "heron")
    assert (await sandbox.heron.click(toys, "Secondary")).modal["title"] == "A letter"
    await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)
    assert full_text((await sandbox.heron.submit_modal({"words": "Come"})).message) == "Written: Come"
    written = await pop_only_interaction(hikari_bot, hikari.ModalInteraction)
    assert written.message
    assert written.message.id == clicked.message.id
    await sandbox.heron.click(toys, "Danger")
    assert await sandbox.otter.wait_until(
        lambda seen: toys["id"] not in {one["id"] for one in seen.list_messages(sandbox.duels_id)}
    )
    await pop_only_interaction(hikari_bot, hikari.ComponentInteraction)


async def test_a_layout(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    shown = (await sandbox.otter.run_command(sandbox.duels_id, "layout")).message
    assert shown["flags"] & V2_FLAG
    assert text_blocks(shown) == ["# Head", "Within", "Beside"]
    assert [one["type"] for one in iter_components(shown)] == [10, 17, 10, 9, 10, 11, 14, 12, 13]
    asked = await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    read = await asked.fetch_initial_response()
    assert [one.type for one in read.components] == [10, 17]


async def test_files_and_threads(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    await sandbox.otter.run_command(sandbox.duels_id, "upload")
    await sandbox.otter.wait_for_message(
        sandbox.duels_id, lambda one: full_text(one) == "Dropped" and not one["attachments"]
    )
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)
    await sandbox.otter.run_command(sandbox.duels_id, "trail")
    thread = await sandbox.heron.wait_until(
        lambda seen: [
            channel
            for server in seen.view["servers"]
            for channel in server["channels"]
            if channel["parent_id"] == sandbox.duels_id
        ]
    )
    assert full_text(await sandbox.heron.wait_for_message(thread[0]["id"])) == "This way"
    await pop_only_interaction(hikari_bot, hikari.CommandInteraction)


async def test_refusals_are_understood(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
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


async def test_the_whole_world_is_read(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    guild = hikari_bot.bot.cache.get_guild(int(sandbox.server["id"]))
    assert guild
    fetched = await hikari_bot.bot.rest.fetch_guild(guild.id)
    assert (fetched.name, guild.name) == (sandbox.server["name"], sandbox.server["name"])
    assert {channel.name for channel in await hikari_bot.bot.rest.fetch_guild_channels(guild.id)} >= {"duels", "lounge"}
    assert (
        await hikari_bot.bot.rest.fetch_member(guild.id, int(await sandbox.find_person_id("lynx")))
    ).username == "lynx"
    assert len(await hikari_bot.bot.rest.fetch_roles(guild.id)) == 2
    me = await hikari_bot.bot.rest.fetch_my_user()
    assert me.username == sandbox.bot_name
    await hikari_bot.bot.update_presence(
        status=hikari.Status.DO_NOT_DISTURB,
        activity=hikari.Activity(name="brooding", type=hikari.ActivityType.PLAYING),
    )
    assert await sandbox.otter.wait_until(
        lambda seen: [
            one
            for one in seen.view["people"]
            if one["username"] == sandbox.bot_name and one["presence"] == {"status": "dnd", "activity": "brooding"}
        ]
    )


async def test_its_own_emoji_are_made_shown_and_gone(hikari_bot: HikariBot, sandbox: Sandbox) -> None:
    rest = hikari_bot.bot.rest
    application = await rest.fetch_application()
    made = await rest.create_application_emoji(application, "wolf", hikari.Bytes(draw_avatar_png(7), "wolf.png"))
    assert (made.name, made.is_animated) == ("wolf", False)
    assert [one.id for one in await rest.fetch_application_emojis(application)] == [made.id]
    assert (await rest.edit_application_emoji(application, made, "wolf_7")).name == "wolf_7"
    row = rest.build_message_action_row()
    row.add_interactive_button(hikari.ButtonStyle.SECONDARY, "howl", label="Howl", emoji=made)
    posted = await rest.create_message(int(sandbox.duels_id), "A den", component=row)
    [shown] = posted.components
    assert isinstance(shown, hikari.ActionRowComponent)
    [button] = shown.components
    assert isinstance(button, hikari.ButtonComponent)
    assert isinstance(button.emoji, hikari.CustomEmoji)
    assert button.emoji.id == made.id
    await rest.delete_application_emoji(application, made)
    with pytest.raises(hikari.NotFoundError):
        await rest.fetch_application_emoji(application, made)
    with pytest.raises(hikari.BadRequestError, match="Invalid emoji"):
        await rest.create_message(int(sandbox.duels_id), "A den", component=row)


@pytest.mark.parametrize("send", ["reconnect", "drop"])
async def test_a_broken_session_is_resumed(hikari_bot: HikariBot, sandbox: Sandbox, send: str) -> None:
    hikari_bot.events.clear()
    await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send=send)
    said = [(await sandbox.heron.send_message(sandbox.duels_id, f"{n}"))["id"] for n in range(5)]
    await wait_for_event(hikari_bot, hikari.ShardResumedEvent)
    heard = [str(event.message_id) for event in hikari_bot.events if isinstance(event, hikari.GuildMessageCreateEvent)]
    assert heard == said
    assert not [event for event in hikari_bot.events if isinstance(event, hikari.ShardReadyEvent)]
