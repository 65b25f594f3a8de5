"""Rules from the documentation page interactions/application-commands: names, limits and availability of commands."""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule, create_commands
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON, PersonClient

PAGE = DocumentationPage("interactions/application-commands")
rule = PAGE.rule


def make_command(**fields: Any) -> JSON:
    """Return a command body with these fields, except those that are None."""
    body = {"name": "edge", "description": "E", **fields}
    return {name: value for name, value in body.items() if value is not None}


def make_option(kind: int = 3, name: str = "word", **fields: Any) -> JSON:
    return {"type": kind, "name": name, "description": "W", **fields}


def make_options(count: int, kind: int = 3) -> list[JSON]:
    return [make_option(kind, f"word-{number}") for number in range(count)]


async def replace_commands(bot: ConformanceBot, *bodies: JSON, guild: str = "") -> ApiReply:
    return await bot.request(
        "PUT", f"/applications/{bot.application_id}{guild and f'/guilds/{guild}'}/commands", list(bodies)
    )


async def create_command(bot: ConformanceBot, body: JSON, guild: str = "") -> ApiReply:
    return await bot.request("POST", f"/applications/{bot.application_id}{guild and f'/guilds/{guild}'}/commands", body)


async def load_commands_by_channel(person: PersonClient) -> dict[str, list[str]]:
    """Return the IDs of the commands that a person can use in each channel, by channel ID."""
    view = await person.load_view()
    channels = [*view["dms"], *(channel for server in view["servers"] for channel in server["channels"])]
    return {channel["id"]: channel["commands"] for channel in channels}


async def find_command_error_paths(bot: ConformanceBot, **fields: Any) -> set[str]:
    """Send a request to create a command with these fields, and return the paths of the reported errors."""
    return (await create_command(bot, make_command(**fields))).error_paths


@rule("Application Command Naming", "Names contain letters, digits, - _ and ' of any script, in lower case.")
async def slash_command_names(bot: ConformanceBot) -> None:
    for name in ("duel", "wolf-and_bison", "l'eau", "決闘", "भेड़िया", "หมาป่า", "größe", "7"):
        assert (await create_command(bot, make_command(name=name))).status < 300, name
    for name in ("Duel", "two words", "wolf!", "a/b", "🐺", "Größe"):
        assert (await create_command(bot, make_command(name=name))).error_paths == {"name"}, name
    await replace_commands(bot)


@rule("Application Command Naming", "User and message commands may contain capitals and spaces.")
async def menu_command_names(bot: ConformanceBot) -> None:
    for kind in (2, 3):
        reply = await create_command(bot, make_command(name="High Five", type=kind, description=None))
        assert reply.body["name"] == "High Five"
    await replace_commands(bot)


add_boundary_rule(
    PAGE, "Application Command Structure", "name", "A name has 1 to 32 characters.",
    lambda n: make_command(name="x" * n), "name", minimum=1, maximum=32, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Structure", "description", "A description has 1 to 100 characters.",
    lambda n: make_command(description="x" * n), "description", minimum=1, maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Structure", "options", "A command has at most 25 options.",
    lambda n: make_command(options=make_options(n)), "options", maximum=25, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "name", "An option name has 1 to 32 characters.",
    lambda n: make_command(options=[make_option(name="x" * n)]), "options.0.name", minimum=1, maximum=32,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "description", "An option description has 1 to 100 characters.",
    lambda n: make_command(options=[make_option() | {"description": "x" * n}]),
    "options.0.description", minimum=1, maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "choices", "An option has at most 25 choices.",
    lambda n: make_command(options=[make_option(choices=[{"name": f"{i}", "value": f"{i}"} for i in range(n)])]),
    "options.0.choices", maximum=25, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "options", "A subcommand has at most 25 options.",
    lambda n: make_command(options=[make_option(1, options=make_options(n))]), "options.0.options", maximum=25,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "min length", "min_length is 0 to 6,000.",
    lambda n: make_command(options=[make_option(min_length=n)]), "options.0.min_length", minimum=0, maximum=6000,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "max length", "max_length is 1 to 6,000.",
    lambda n: make_command(options=[make_option(max_length=n)]), "options.0.max_length", minimum=1, maximum=6000,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Choice Structure", "name", "A choice name has 1 to 100 characters.",
    lambda n: make_command(options=[make_option(choices=[{"name": "x" * n, "value": "x"}])]),
    "options.0.choices.0.name", minimum=1, maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Choice Structure", "value", "A choice value has at most 100 characters.",
    lambda n: make_command(options=[make_option(choices=[{"name": "x", "value": "x" * n}])]),
    "options.0.choices.0.value", maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Type", "integer", "Integers are between -2^53 and 2^53, both excluded.",
    lambda n: make_command(options=[make_option(4, choices=[{"name": "x", "value": n}])]),
    "options.0.choices.0.value", minimum=-(2**53) + 1, maximum=2**53 - 1, send_bodies=create_commands,
)  # fmt: skip


@rule("Slash Commands", "All names, descriptions and values of a command have at most 8,000 characters together.")
async def total_length(bot: ConformanceBot) -> None:
    def make_long_command(length: int) -> JSON:
        choices = [{"name": f"{i:0100}", "value": "x" * 100} for i in range(25)]
        # The command and its options have 9 characters, the choices 5,000 and 2,800, and the last choice the rest.
        last_choice = {"name": "x" * 91, "value": "x" * (length - 7900)}
        second = make_option(name="b", choices=[*choices[:14], last_choice])
        return make_command(options=[make_option(name="a", choices=choices), second])

    assert (await create_command(bot, make_long_command(8000))).status < 300
    assert (await create_command(bot, make_long_command(8001))).status_and_code == (400, 50035)
    await replace_commands(bot)


@rule("Application Command Structure", "A name can be localized in every Discord locale, with the same rules.")
async def name_localizations(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(name_localizations={"de": "kante", "fr": "bord"}))).status < 300
    assert await find_command_error_paths(bot, name_localizations={"de": "Kante"}) == {"name_localizations.de"}
    assert await find_command_error_paths(bot, name_localizations={"xx": "kante"}) == {"name_localizations.xx"}


@rule("Application Command Structure", "The default member permissions are a string of bits.")
async def default_member_permissions(bot: ConformanceBot) -> None:
    reply = await create_command(bot, make_command(default_member_permissions=str(1 << 5)))
    assert reply.body["default_member_permissions"] == "32"


@rule("Application Command Structure", "Every change gives a command a higher version.")
async def version(bot: ConformanceBot) -> None:
    first, second = [
        (await create_command(bot, make_command(description=text))).body["version"] for text in ("One", "Two")
    ]
    assert int(second) > int(first)


@rule("Application Command Option Structure", "Required options come before optional ones.")
async def required_options_first(bot: ConformanceBot) -> None:
    options = [make_option(), make_option(name="other", required=True)]
    assert await find_command_error_paths(bot, options=options) == {"options.1"}
    assert (await create_command(bot, make_command(options=options[::-1]))).status < 300


@rule("Application Command Option Structure", "Option names are unique.")
async def unique_option_names(bot: ConformanceBot) -> None:
    assert await find_command_error_paths(bot, options=[make_option(), make_option()]) == {"options.1"}


@rule("Application Command Option Structure", "An option with choices cannot use autocomplete.")
async def choices_or_autocomplete(bot: ConformanceBot) -> None:
    option = make_option(choices=[{"name": "x", "value": "x"}], autocomplete=True)
    assert await find_command_error_paths(bot, options=[option]) == {"options.0.autocomplete"}


@rule("Application Command Option Structure", "Choices and autocomplete are for string and number options only.")
async def autocomplete_option_types(bot: ConformanceBot) -> None:
    for option_type in (3, 4, 10):
        reply = await create_command(bot, make_command(options=[make_option(option_type, autocomplete=True)]))
        assert reply.status < 300
    for option_type in (5, 6, 7, 8, 9, 11):
        error_paths = await find_command_error_paths(bot, options=[make_option(option_type, autocomplete=True)])
        assert error_paths == {"options.0.autocomplete"}


@rule("Application Command Option Choice Structure", "The value of a choice has the type of its option.")
async def choice_value_types(bot: ConformanceBot) -> None:
    for option_type, value in ((3, 7), (4, "7"), (4, 7.5), (10, "7")):
        error_paths = await find_command_error_paths(
            bot, options=[make_option(option_type, choices=[{"name": "x", "value": value}])]
        )
        assert error_paths == {"options.0.choices.0.value"}


@rule("Registering a Command", "Command names are unique per type and scope.")
async def unique_command_names(bot: ConformanceBot) -> None:
    assert (await replace_commands(bot, make_command(), make_command())).status == 400
    assert (await replace_commands(bot, make_command(), make_command(type=2, description=None))).status == 200
    assert (await replace_commands(bot, make_command(), guild=bot.guild_id)).status == 200
    command_ids = {command["id"] for command in await bot.get_json(f"/applications/{bot.application_id}/commands")}
    command_ids |= {
        command["id"]
        for command in await bot.get_json(f"/applications/{bot.application_id}/guilds/{bot.guild_id}/commands")
    }
    assert len(command_ids) == 3
    await replace_commands(bot, guild=bot.guild_id)
    await replace_commands(bot)


@rule("Registering a Command", "An application has at most 100 slash, 15 user and 15 message commands.")
async def command_limits(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for command_type, limit in ((1, 100), (2, 15), (3, 15)):
            names = [f"c{number}" for number in range(limit + 1)]
            commands = [
                make_command(name=name, type=command_type, description="C" if command_type == 1 else None)
                for name in names
            ]
            assert (await replace_commands(other, *commands)).status_and_code == (400, 30032)
            assert (await replace_commands(other, *commands[:-1])).status == 200


@rule("Registering a Command", "200 commands can be created per day, for each server and globally.")
async def daily_creation_limit(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for first in (0, 100):
            commands = [make_command(name=f"c{number}") for number in range(first, first + 100)]
            assert (await replace_commands(other, *commands)).status == 200
        assert (await replace_commands(other, make_command(name="c200"))).status_and_code == (400, 30034)
        assert (await create_command(other, make_command(name="c150"))).status == 200
        assert (await replace_commands(other, make_command(name="c200"), guild=other.guild_id)).status == 200
        await bot.control("advance_time", seconds=86_400)
        assert (await replace_commands(other, make_command(name="c200"))).status == 200


@rule("Making a Guild Command", "A guild command is available at once, in its server only.")
async def guild_command(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        command = (await create_command(other, make_command(name="here"), other.guild_id)).body
        assert command["guild_id"] == other.guild_id
        commands_by_channel = await load_commands_by_channel(bot.otter)
    assert command["id"] in commands_by_channel[other.sandbox.duels_id]
    assert command["id"] not in commands_by_channel[bot.sandbox.duels_id]


@rule("Updating and Deleting a Command", "Creating a command with an existing name updates that command.")
async def upsert(bot: ConformanceBot) -> None:
    first, second = [(await create_command(bot, make_command(description=text))).body for text in ("One", "Two")]
    assert (first["id"], second["description"]) == (second["id"], "Two")


@rule("Interaction Contexts", "A command is available only in its contexts.")
async def command_contexts(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for contexts, expected in (([0], (True, False)), ([1], (False, True)), ([0, 1], (True, True))):
            command = (await replace_commands(other, make_command(contexts=contexts))).body[0]
            await other.otter.perform_action("dm", **{"with": other.sandbox.bot_name})
            dms = (await other.otter.load_view())["dms"]
            dm_id = next(channel["id"] for channel in dms if channel.get("recipient") == other.application_id)
            commands_by_channel = await load_commands_by_channel(other.otter)
            channel_ids = (other.sandbox.duels_id, dm_id)
            assert tuple(command["id"] in commands_by_channel[it] for it in channel_ids) == expected


@rule("Interaction Contexts", "In private channels a user-installed command is available to its installer only.")
async def private_channel_context(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        group_id = (await other.otter.create_group("heron", "lynx", name=f"Reeds of {other.application_id}"))["id"]
        for integration_types, expected in (([0], False), ([0, 1], True)):
            command = (
                await replace_commands(other, make_command(contexts=[0, 1, 2], integration_types=integration_types))
            ).body[0]
            assert (command["id"] in (await load_commands_by_channel(other.otter))[group_id]) is expected
        assert command["id"] not in (await load_commands_by_channel(other.heron))[group_id]
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)


@rule(
    "Subcommands and Subcommand Groups",
    "A command contains groups, and a group contains subcommands, but nothing deeper.",
)
async def subcommand_nesting(bot: ConformanceBot) -> None:
    subcommand = make_option(1, "wolf")
    reply = await create_command(bot, make_command(options=[make_option(2, "pack", options=[subcommand])]))
    assert reply.status < 300
    in_subcommand = make_option(1, "pack", options=[subcommand])
    in_nested_group = make_option(2, "packs", options=[make_option(2, "pack", options=[subcommand])])
    for option in (in_subcommand, in_nested_group):
        assert await find_command_error_paths(bot, options=[option]) == {"options.0.options.0"}


@rule("Subcommands and Subcommand Groups", "A command with subcommands has no options of its own.")
async def no_options_beside_subcommands(bot: ConformanceBot) -> None:
    assert await find_command_error_paths(bot, options=[make_option(1, "wolf"), make_option()]) == {"options"}


@rule("User Commands", "A user command takes no description and returns an empty one.")
async def user_command_description(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(type=2))).error_paths == {"description"}
    assert (await create_command(bot, make_command(type=2, description=None))).body["description"] == ""
    await replace_commands(bot)


@rule("User Commands", "A user command takes no options and names its target user.")
async def user_command_target(bot: ConformanceBot) -> None:
    reply = await create_command(bot, make_command(type=2, description=None, options=[make_option()]))
    assert reply.error_paths == {"options"}
    await replace_commands(bot, make_command(name="Greet", type=2, description=None))
    heron_id = await bot.sandbox.find_person_id("heron")
    async with bot.identify_at_gateway() as gateway:
        result = await bot.otter.run_command(bot.sandbox.duels_id, "Greet", target=heron_id, wait=False)
        data = (await bot.wait_for_interaction(gateway, result))["data"]
    assert (data["type"], data["target_id"], [*data["resolved"]["users"]]) == (2, heron_id, [heron_id])


@rule("Message Commands", "A message command names its target message.")
async def message_command_target(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(type=3))).error_paths == {"description"}
    await replace_commands(bot, make_command(name="Weigh", type=3, description=None))
    message = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo")
    async with bot.identify_at_gateway() as gateway:
        result = await bot.otter.run_command(bot.sandbox.duels_id, "Weigh", target=message, wait=False)
        data = (await bot.wait_for_interaction(gateway, result))["data"]
    assert (data["type"], data["target_id"], [*data["resolved"]["messages"]]) == (3, message["id"], [message["id"]])


@rule("Autocomplete", "Autocomplete sends earlier options and the focused one; missing options are left out.")
async def autocomplete_options(bot: ConformanceBot) -> None:
    options = [
        make_option(name="beast", required=True, autocomplete=True),
        make_option(4, "number"),
        make_option(name="where"),
    ]
    await replace_commands(bot, make_command(name="hunt", options=options))
    async with bot.identify_at_gateway() as gateway:
        completion = bot.otter.autocomplete(bot.sandbox.duels_id, "hunt", "beast", beast="wo", number=3)
        choices = [{"name": "Wolf", "value": "wolf"}]
        interaction = await bot.answer_autocomplete(gateway, completion, {"choices": choices})
    assert interaction["type"] == 4
    assert [(option["name"], option["value"], option.get("focused")) for option in interaction["data"]["options"]] == [
        ("beast", "wo", True), ("number", 3, None),
    ]  # fmt: skip


@rule("Localization", "An interaction has the original name of the command in every locale.")
async def localized_command_use(bot: ConformanceBot) -> None:
    await replace_commands(bot, make_command(name="hunt", name_localizations={"de": "jagd"}))
    async with bot.identify_at_gateway() as gateway:
        result = await bot.heron.run_command(bot.sandbox.duels_id, "jagd", wait=False)
        interaction = await bot.wait_for_interaction(gateway, result)
    assert (interaction["data"]["name"], interaction["locale"]) == ("hunt", "de")


@rule("Retrieving localized commands", "Command lists contain localizations only if with_localizations is set.")
async def with_localizations(bot: ConformanceBot) -> None:
    await replace_commands(bot, make_command(name_localizations={"de": "kante"}))
    path = f"/applications/{bot.application_id}/commands"
    [command] = await bot.get_json(f"{path}?with_localizations=true")
    assert command["name_localizations"] == {"de": "kante"}
    [command] = await bot.get_json(path)
    assert "name_localizations" not in command


@rule("Create Global Application Command", "Creating a command returns 201 if it is new and 200 otherwise.")
async def create_status(bot: ConformanceBot) -> None:
    await replace_commands(bot)
    assert [(await create_command(bot, make_command())).status for _ in range(2)] == [201, 200]


@rule("Edit Global Application Command", "An edit replaces only the fields that it contains.")
async def partial_edit(bot: ConformanceBot) -> None:
    command = (await create_command(bot, make_command(options=[make_option()], dm_permission=False))).body
    path = f"/applications/{bot.application_id}/commands/{command['id']}"
    reply = await bot.request("PATCH", path, {"description": "Other"})
    assert (reply.status, reply.body["description"], len(reply.body["options"])) == (200, "Other", 1)
    assert not reply.body["dm_permission"]
    reply = await bot.request("PATCH", path, {"options": make_options(2)})
    assert [option["name"] for option in reply.body["options"]] == ["word-0", "word-1"]


@rule("Delete Global Application Command", "Deleting a command returns 204.")
async def delete_command(bot: ConformanceBot) -> None:
    command = (await create_command(bot, make_command())).body
    path = f"/applications/{bot.application_id}/commands/{command['id']}"
    assert (await bot.request("DELETE", path)).status == 204
    assert (await bot.request("GET", path)).status_and_code == (404, 10063)


@rule(
    "Bulk Overwrite Global Application Commands",
    "A bulk overwrite removes all commands that it does not list, of every type.",
)
async def bulk_overwrite(bot: ConformanceBot) -> None:
    await replace_commands(bot, make_command(), make_command(name="Greet", type=2, description=None))
    assert [command["name"] for command in (await replace_commands(bot, make_command(name="other"))).body] == ["other"]
    [command] = await bot.get_json(f"/applications/{bot.application_id}/commands")
    assert command["name"] == "other"


@rule("Permissions", "A bot token cannot edit command permissions.")
async def edit_permissions_refused(bot: ConformanceBot) -> None:
    command = (await create_command(bot, make_command(), bot.guild_id)).body
    path = f"/applications/{bot.application_id}/guilds/{bot.guild_id}/commands/{command['id']}/permissions"
    assert (await bot.request("PUT", path, {"permissions": []})).status == 403
    await replace_commands(bot, guild=bot.guild_id)


@rule("Using Default Permissions", "A command is unavailable to members without its default permissions.")
async def default_permissions_enforced(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        command = (await replace_commands(other, make_command(default_member_permissions="0"))).body[0]
        is_available = []
        for player in (other.otter, other.heron):
            commands_by_channel = await load_commands_by_channel(player)
            is_available.append(command["id"] in commands_by_channel[other.sandbox.duels_id])
    assert is_available == [True, False]
