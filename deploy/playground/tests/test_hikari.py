"""hikari, unmodified: the strictest reader of what the playground tells."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from deploy.playground.tests.document import faults
from deploy.playground.tests.ground import NEWEST, Ground, grounds, missing
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import File, Playground, components, text, texts
from discord_playground.schemas import Schemas

if importlib.util.find_spec("hikari") is None and (why := missing("hikari")):
    pytest.skip(why, allow_module_level=True)

import hikari

from deploy.playground.tests.bots.nest import OPTIONS, Complaints, Nest

pytestmark = pytest.mark.asyncio(loop_scope="module")

T = TypeVar("T", bound=hikari.PartialInteraction)
E = TypeVar("E", bound=hikari.Event)
EPHEMERAL, THINKING, V2 = 1 << 6, 1 << 7, 1 << 15


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ground(url: str, schemas: Schemas | None) -> AsyncIterator[Ground]:
    async with Playground.at(url) as playground:
        await playground.stage("set_response_timeout", seconds=TIMEOUT_S)
        before = (await playground.wire(NEWEST))["last"]
        ground = await grounds(playground)
        yield ground
        if schemas:
            assert faults(schemas, (await playground.wire(before))["entries"]) == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nest(ground: Ground) -> AsyncIterator[Nest]:
    """It may not complain of anything that it is told."""
    complaints, log = Complaints(), logging.getLogger("hikari")
    log.addHandler(complaints)
    log.setLevel(1)
    nest = Nest(ground)
    async with nest.living():
        yield nest
    log.removeHandler(complaints)
    log.setLevel(logging.NOTSET)
    assert complaints.lines == []


async def last(nest: Nest, kind: type[T]) -> T:
    """What was asked of the bot last; there is nothing else."""
    asked = await asyncio.wait_for(nest.got.get(), TIMEOUT_S)
    assert isinstance(asked, kind)
    assert nest.got.empty()
    return asked


async def met(nest: Nest, kind: type[E]) -> E:
    async with asyncio.timeout(TIMEOUT_S):
        while not (found := [event for event in nest.events if isinstance(event, kind)]):
            await asyncio.sleep(0.01)
    return found[-1]


async def test_options_of_all_types_resolve(nest: Nest, ground: Ground) -> None:
    options: dict[str, Any] = dict(
        zip(
            (name for name, _ in OPTIONS),
            ("oak", 3, 2.5, True, "heron", "lounge", ground.name, "lynx", File("b.txt", b"woven")),
            strict=True,
        )
    )
    answer = await ground.otter.command(ground.duels, "wood gather", **options)
    assert (text(answer.message), answer.message["flags"] & EPHEMERAL) == ("Hello.", EPHEMERAL)
    asked = await last(nest, hikari.CommandInteraction)
    assert asked.options
    gather = asked.options[0]
    assert (gather.name, gather.type) == ("gather", hikari.OptionType.SUB_COMMAND)
    assert gather.options
    assert [one.type for one in gather.options] == [kind for _, kind in OPTIONS]
    assert [one.value for one in gather.options][:4] == ["oak", 3, 2.5, True]
    assert asked.resolved
    assert {user.username for user in asked.resolved.users.values()} == {"heron", "lynx"}
    assert {member.username for member in asked.resolved.members.values()} == {"heron", "lynx"}
    assert [role.name for role in asked.resolved.roles.values()] == [ground.name]
    assert [channel.name for channel in asked.resolved.channels.values()] == ["lounge"]
    [basket] = asked.resolved.attachments.values()
    assert await basket.read() == b"woven"
    assert (asked.locale, asked.guild_locale) == (hikari.Locale.EN_US, hikari.Locale.EN_US)


async def test_the_commands_of_a_german_heron(nest: Nest, ground: Ground) -> None:
    await ground.heron.command(ground.duels, "wald gather")
    assert (await last(nest, hikari.CommandInteraction)).locale is hikari.Locale.DE


async def test_completion(nest: Nest, ground: Ground) -> None:
    choices = await ground.otter.complete(ground.duels, "wood tree pick", "fruit", fruit="aco")
    assert choices == [{"name": "acorn", "value": "acorn"}]
    await last(nest, hikari.AutocompleteInteraction)
    await ground.otter.command(ground.duels, "wood tree pick", fruit="acorn")
    await last(nest, hikari.CommandInteraction)


async def test_menus_of_people_and_messages(nest: Nest, ground: Ground) -> None:
    said = await ground.heron.say(ground.duels, "Quack")
    await ground.otter.command(ground.duels, "Wave", target="heron")
    waved = await last(nest, hikari.CommandInteraction)
    assert waved.resolved
    assert waved.target_id in waved.resolved.members
    await ground.otter.command(ground.duels, "Sniff", target=said)
    sniffed = await last(nest, hikari.CommandInteraction)
    assert sniffed.resolved
    assert [one.content for one in sniffed.resolved.messages.values()] == ["Quack"]


async def test_deferred_answers_and_follow_ups(nest: Nest, ground: Ground) -> None:
    answer = await ground.otter.command(ground.lounge, "defer")
    assert answer.type == 5
    first = await ground.otter.waits_for(ground.lounge, lambda one: text(one) == "First, edited")
    assert first["id"] == answer.message["id"]
    assert [text(one) for one in await ground.otter.messages(ground.lounge)] == ["First, edited", "Second, edited"]
    assert [text(one) for one in await ground.heron.messages(ground.lounge)] == ["First, edited"]
    await last(nest, hikari.CommandInteraction)


async def test_direct_messages(nest: Nest, ground: Ground) -> None:
    await ground.heron.command(ground.duels, "whisper")
    assert text(await ground.heron.waits_for(ground.dm)) == "Psst"
    await last(nest, hikari.CommandInteraction)
    await ground.heron.say(ground.dm, "Quack?")
    heard = await met(nest, hikari.DMMessageCreateEvent)
    assert heard.content == "Quack?" or heard.is_bot


async def test_buttons_selects_and_forms(nest: Nest, ground: Ground) -> None:
    toys = (await ground.otter.command(ground.duels, "toys")).message
    await last(nest, hikari.CommandInteraction)
    for custom_id, values in {
        "text": ["elder", "rasp"],
        "user_select_menu": [await ground.id("lynx")],
        "role_select_menu": [ground.role],
        "channel": [ground.lounge],
    }.items():
        answer = await ground.otter.select(toys, custom_id, values)
        assert text(answer.message) == ", ".join(values)
        asked = await last(nest, hikari.ComponentInteraction)
        assert (asked.custom_id, list(asked.values)) == (custom_id, values)
    assert text((await ground.heron.click(toys, "Primary")).message).startswith("Chosen")
    clicked = await last(nest, hikari.ComponentInteraction)
    assert (str(clicked.message.id), clicked.user.username) == (toys["id"], "heron")
    assert (await ground.heron.click(toys, "Secondary")).modal["title"] == "A letter"
    await last(nest, hikari.ComponentInteraction)
    assert text((await ground.heron.submit({"words": "Come"})).message) == "Written: Come"
    written = await last(nest, hikari.ModalInteraction)
    assert written.message
    assert written.message.id == clicked.message.id
    await ground.heron.click(toys, "Danger")
    assert await ground.otter.until(lambda seen: toys["id"] not in {one["id"] for one in seen.messages(ground.duels)})
    await last(nest, hikari.ComponentInteraction)


async def test_a_layout(nest: Nest, ground: Ground) -> None:
    shown = (await ground.otter.command(ground.duels, "layout")).message
    assert shown["flags"] & V2
    assert texts(shown) == ["# Head", "Within", "Beside"]
    assert [one["type"] for one in components(shown)] == [10, 17, 10, 9, 10, 11, 14, 12, 13]
    asked = await last(nest, hikari.CommandInteraction)
    read = await asked.fetch_initial_response()
    assert [one.type for one in read.components] == [10, 17]


async def test_files_and_threads(nest: Nest, ground: Ground) -> None:
    await ground.otter.command(ground.duels, "upload")
    await ground.otter.waits_for(ground.duels, lambda one: text(one) == "Dropped" and not one["attachments"])
    await last(nest, hikari.CommandInteraction)
    await ground.otter.command(ground.duels, "trail")
    thread = await ground.heron.until(
        lambda seen: [
            channel
            for server in seen.see["servers"]
            for channel in server["channels"]
            if channel["parent_id"] == ground.duels
        ]
    )
    assert text(await ground.heron.waits_for(thread[0]["id"])) == "This way"
    await last(nest, hikari.CommandInteraction)


async def test_refusals_are_understood(nest: Nest, ground: Ground) -> None:
    with pytest.raises(hikari.NotFoundError) as unknown:
        await nest.bot.rest.fetch_message(int(ground.duels), 1)
    assert unknown.value.code == 10008
    with pytest.raises(hikari.BadRequestError) as malformed:
        await nest.bot.rest.create_message(int(ground.duels), "x" * 2001)
    assert malformed.value.code == 50035
    assert malformed.value.errors
    assert "content" in malformed.value.errors
    await ground.playground.stage("set_permissions", channel=ground.lounge, target=ground.name, deny=["view_channel"])
    with pytest.raises(hikari.ForbiddenError) as forbidden:
        await nest.bot.rest.create_message(int(ground.lounge), "Hoo")
    assert forbidden.value.code == 50001
    await ground.playground.stage("set_permissions", channel=ground.lounge, target=ground.name, allow=["view_channel"])


async def test_the_whole_world_is_read(nest: Nest, ground: Ground) -> None:
    guild = nest.bot.cache.get_guild(int(ground.server["id"]))
    assert guild
    fetched = await nest.bot.rest.fetch_guild(guild.id)
    assert (fetched.name, guild.name) == (ground.server["name"], ground.server["name"])
    assert {channel.name for channel in await nest.bot.rest.fetch_guild_channels(guild.id)} >= {"duels", "lounge"}
    assert (await nest.bot.rest.fetch_member(guild.id, int(await ground.id("lynx")))).username == "lynx"
    assert len(await nest.bot.rest.fetch_roles(guild.id)) == 2
    me = await nest.bot.rest.fetch_my_user()
    assert me.username == ground.name
    await nest.bot.update_presence(
        status=hikari.Status.DO_NOT_DISTURB,
        activity=hikari.Activity(name="brooding", type=hikari.ActivityType.PLAYING),
    )
    assert await ground.otter.until(
        lambda seen: [
            one
            for one in seen.see["people"]
            if one["username"] == ground.name and one["presence"] == {"status": "dnd", "activity": "brooding"}
        ]
    )


async def test_its_own_emoji_are_made_shown_and_gone(nest: Nest, ground: Ground) -> None:
    rest = nest.bot.rest
    application = await rest.fetch_application()
    made = await rest.create_application_emoji(application, "wolf", hikari.Bytes(draw_avatar_png(7), "wolf.png"))
    assert (made.name, made.is_animated) == ("wolf", False)
    assert [one.id for one in await rest.fetch_application_emojis(application)] == [made.id]
    assert (await rest.edit_application_emoji(application, made, "wolf_7")).name == "wolf_7"
    row = rest.build_message_action_row()
    row.add_interactive_button(hikari.ButtonStyle.SECONDARY, "howl", label="Howl", emoji=made)
    posted = await rest.create_message(int(ground.duels), "A den", component=row)
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
        await rest.create_message(int(ground.duels), "A den", component=row)


@pytest.mark.parametrize("send", ["reconnect", "drop"])
async def test_a_broken_session_is_resumed(nest: Nest, ground: Ground, send: str) -> None:
    nest.events.clear()
    await ground.playground.stage("disrupt_gateway", bot=ground.name, send=send)
    said = [(await ground.heron.say(ground.duels, f"{n}"))["id"] for n in range(5)]
    await met(nest, hikari.ShardResumedEvent)
    heard = [str(event.message_id) for event in nest.events if isinstance(event, hikari.GuildMessageCreateEvent)]
    assert heard == said
    assert not [event for event in nest.events if isinstance(event, hikari.ShardReadyEvent)]
