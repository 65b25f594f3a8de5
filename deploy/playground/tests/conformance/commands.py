"""interactions/application-commands: what a command may be called, what it may hold, and where it is there.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule, create_commands
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON

PAGE = DocumentationPage("interactions/application-commands")
rule = PAGE.rule


def make_command(**fields: Any) -> JSON:
    """What is None is left out."""
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


async def find_fault_paths(bot: ConformanceBot, **fields: Any) -> set[str]:
    """The places that are complained of."""
    return (await create_command(bot, make_command(**fields))).fault_paths


@rule("Application Command Naming", "letters, digits, - _ and ' of any script, in small letters where there are such")
async def naming(bot: ConformanceBot) -> None:
    for name in ("duel", "wolf-and_bison", "l'eau", "決闘", "भेड़िया", "หมาป่า", "größe", "7"):
        assert (await create_command(bot, make_command(name=name))).status < 300, name
    for name in ("Duel", "two words", "wolf!", "a/b", "🐺", "Größe"):
        assert (await create_command(bot, make_command(name=name))).fault_paths == {"name"}, name
    await replace_commands(bot)


@rule("Application Command Naming", "on people and messages there may be capitals and blanks")
async def naming_of_menus(bot: ConformanceBot) -> None:
    for kind in (2, 3):
        made = await create_command(bot, make_command(name="High Five", type=kind, description=None))
        assert made.body["name"] == "High Five"
    await replace_commands(bot)


add_boundary_rule(
    PAGE, "Application Command Structure", "name", "1 to 32 characters",
    lambda n: make_command(name="x" * n), "name", minimum=1, maximum=32, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Structure", "description", "1 to 100 characters",
    lambda n: make_command(description="x" * n), "description", minimum=1, maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Structure", "options", "at most 25 options",
    lambda n: make_command(options=make_options(n)), "options", maximum=25, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "name", "1 to 32 characters of an option's name",
    lambda n: make_command(options=[make_option(name="x" * n)]), "options.0.name", minimum=1, maximum=32,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "description", "1 to 100 characters of an option's description",
    lambda n: make_command(options=[make_option() | {"description": "x" * n}]),
    "options.0.description", minimum=1, maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "choices", "at most 25 choices",
    lambda n: make_command(options=[make_option(choices=[{"name": f"{i}", "value": f"{i}"} for i in range(n)])]),
    "options.0.choices", maximum=25, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "options", "at most 25 options of a subcommand",
    lambda n: make_command(options=[make_option(1, options=make_options(n))]), "options.0.options", maximum=25,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "min length", "0 to 6,000",
    lambda n: make_command(options=[make_option(min_length=n)]), "options.0.min_length", minimum=0, maximum=6000,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Structure", "max length", "1 to 6,000",
    lambda n: make_command(options=[make_option(max_length=n)]), "options.0.max_length", minimum=1, maximum=6000,
        send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Choice Structure", "name", "1 to 100 characters of a choice's name",
    lambda n: make_command(options=[make_option(choices=[{"name": "x" * n, "value": "x"}])]),
    "options.0.choices.0.name", minimum=1, maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Choice Structure", "value", "at most 100 characters of a choice's value",
    lambda n: make_command(options=[make_option(choices=[{"name": "x", "value": "x" * n}])]),
    "options.0.choices.0.value", maximum=100, send_bodies=create_commands,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Application Command Option Type", "integer", "whole numbers between -2^53 and 2^53, both left out",
    lambda n: make_command(options=[make_option(4, choices=[{"name": "x", "value": n}])]),
    "options.0.choices.0.value", minimum=-(2**53) + 1, maximum=2**53 - 1, send_bodies=create_commands,
)  # fmt: skip


@rule("Slash Commands", "8,000 characters in all names, descriptions and values of a command")
async def longest(bot: ConformanceBot) -> None:
    def of(count: int) -> JSON:
        choices = [{"name": f"{i:0100}", "value": "x" * 100} for i in range(25)]
        # 5 of the command, twice an option of 2 and choices of 5,000 and of 2,800, and a last choice.
        rest = {"name": "x" * 91, "value": "x" * (count - 7900)}
        many, some = make_option(name="a", choices=choices), make_option(name="b", choices=[*choices[:14], rest])
        return make_command(options=[many, some])

    assert (await create_command(bot, of(8000))).status < 300
    assert (await create_command(bot, of(8001))).status_and_code == (400, 50035)
    await replace_commands(bot)


@rule("Application Command Structure", "a name may be told in each of Discord's languages, by the same rules")
async def name_localizations(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(name_localizations={"de": "kante", "fr": "bord"}))).status < 300
    assert await find_fault_paths(bot, name_localizations={"de": "Kante"}) == {"name_localizations.de"}
    assert await find_fault_paths(bot, name_localizations={"xx": "kante"}) == {"name_localizations.xx"}


@rule("Application Command Structure", "who may use it at first is told as a string of bits")
async def default_member_permissions(bot: ConformanceBot) -> None:
    made = await create_command(bot, make_command(default_member_permissions=str(1 << 5)))
    assert made.body["default_member_permissions"] == "32"


@rule("Application Command Structure", "it has a version, which is another one when it was changed")
async def version(bot: ConformanceBot) -> None:
    first, second = [
        (await create_command(bot, make_command(description=text))).body["version"] for text in ("One", "Two")
    ]
    assert int(second) > int(first)


@rule("Application Command Option Structure", "what is required comes first")
async def required_first(bot: ConformanceBot) -> None:
    late = [make_option(), make_option(name="other", required=True)]
    assert await find_fault_paths(bot, options=late) == {"options.1"}
    assert (await create_command(bot, make_command(options=late[::-1]))).status < 300


@rule("Application Command Option Structure", "two options are not called the same")
async def unique(bot: ConformanceBot) -> None:
    assert await find_fault_paths(bot, options=[make_option(), make_option()]) == {"options.1"}


@rule("Application Command Option Structure", "where there are choices nothing is completed")
async def choices_or_autocomplete(bot: ConformanceBot) -> None:
    both = make_option(choices=[{"name": "x", "value": "x"}], autocomplete=True)
    assert await find_fault_paths(bot, options=[both]) == {"options.0.autocomplete"}


@rule("Application Command Option Structure", "choices and completion are for texts and numbers alone")
async def kinds_of_choices(bot: ConformanceBot) -> None:
    for kind in (3, 4, 10):
        assert (await create_command(bot, make_command(options=[make_option(kind, autocomplete=True)]))).status < 300
    for kind in (5, 6, 7, 8, 9, 11):
        assert await find_fault_paths(bot, options=[make_option(kind, autocomplete=True)]) == {"options.0.autocomplete"}


@rule("Application Command Option Choice Structure", "a choice's value is of its option's kind")
async def kinds_of_values(bot: ConformanceBot) -> None:
    for kind, value in ((3, 7), (4, "7"), (4, 7.5), (10, "7")):
        fault = await find_fault_paths(bot, options=[make_option(kind, choices=[{"name": "x", "value": value}])])
        assert fault == {"options.0.choices.0.value"}


@rule("Registering a Command", "names are unique by kind and scope: anywhere else the same name is another command")
async def scopes(bot: ConformanceBot) -> None:
    assert (await replace_commands(bot, make_command(), make_command())).status == 400
    assert (await replace_commands(bot, make_command(), make_command(type=2, description=None))).status == 200
    assert (await replace_commands(bot, make_command(), guild=bot.guild_id)).status == 200
    keys = {one["id"] for one in await bot.get_json(f"/applications/{bot.application_id}/commands")}
    keys |= {
        one["id"] for one in await bot.get_json(f"/applications/{bot.application_id}/guilds/{bot.guild_id}/commands")
    }
    assert len(keys) == 3
    await replace_commands(bot, guild=bot.guild_id)
    await replace_commands(bot)


@rule("Registering a Command", "a hundred slash commands, fifteen on people and fifteen on messages")
async def how_many(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for kind, most in ((1, 100), (2, 15), (3, 15)):
            names = [f"c{number}" for number in range(most + 1)]
            every = [make_command(name=name, type=kind, description="C" if kind == 1 else None) for name in names]
            assert (await replace_commands(other, *every)).status_and_code == (400, 30032)
            assert (await replace_commands(other, *every[:-1])).status == 200


@rule("Registering a Command", "two hundred are made in a day, by a server and everywhere")
async def how_often(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for first in (0, 100):
            made = [make_command(name=f"c{number}") for number in range(first, first + 100)]
            assert (await replace_commands(other, *made)).status == 200
        assert (await replace_commands(other, make_command(name="c200"))).status_and_code == (400, 30034)
        assert (await create_command(other, make_command(name="c150"))).status == 200
        assert (await replace_commands(other, make_command(name="c200"), guild=other.guild_id)).status == 200
        await bot.control("advance_time", seconds=86_400)
        assert (await replace_commands(other, make_command(name="c200"))).status == 200


@rule("Making a Guild Command", "it is there in its server alone, and at once")
async def guild_command(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        made = (await create_command(other, make_command(name="here"), other.guild_id)).body
        assert made["guild_id"] == other.guild_id
        seen = await bot.otter.load_view()
    told = {channel["id"]: channel["commands"] for server in seen["servers"] for channel in server["channels"]}
    assert made["id"] in told[other.sandbox.duels_id]
    assert made["id"] not in told[bot.sandbox.duels_id]


@rule("Updating and Deleting a Command", "a new one of the same name is the old one, changed")
async def upsert(bot: ConformanceBot) -> None:
    first, second = [(await create_command(bot, make_command(description=text))).body for text in ("One", "Two")]
    assert (first["id"], second["description"]) == (second["id"], "Two")


@rule("Interaction Contexts", "where a command may not be used it is not there")
async def contexts(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for asked, there in (([0], (True, False)), ([1], (False, True)), ([0, 1], (True, True))):
            made = (await replace_commands(other, make_command(contexts=asked))).body[0]
            await other.otter.perform_action("dm", **{"with": other.sandbox.bot_name})
            seen = await other.otter.load_view()
            places = [*seen["dms"], *(one for server in seen["servers"] for one in server["channels"])]
            told = {one["id"]: made["id"] in one["commands"] for one in places}
            private = next(one["id"] for one in seen["dms"] if one.get("recipient") == other.application_id)
            assert (told[other.sandbox.duels_id], told[private]) == there


@rule("Interaction Contexts", "among others it is there for whom it was installed, if it may be installed by people")
async def private_channels(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        reeds = (await other.otter.create_group("heron", "lynx", name=f"Reeds of {other.application_id}"))["id"]
        for kinds, there in (([0], False), ([0, 1], True)):
            made = (await replace_commands(other, make_command(contexts=[0, 1, 2], integration_types=kinds))).body[0]
            [group] = [one for one in (await other.otter.load_view())["dms"] if one["id"] == reeds]
            assert (made["id"] in group["commands"]) is there
        [group] = [one for one in (await other.heron.load_view())["dms"] if one["id"] == reeds]
        assert made["id"] not in group["commands"]
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)


@rule("Subcommands and Subcommand Groups", "a command holds groups, a group subcommands, and no deeper")
async def nesting(bot: ConformanceBot) -> None:
    inner = make_option(1, "wolf")
    assert (await create_command(bot, make_command(options=[make_option(2, "pack", options=[inner])]))).status < 300
    assert await find_fault_paths(bot, options=[make_option(1, "pack", options=[inner])]) == {"options.0.options.0"}
    deeper = make_option(2, "packs", options=[make_option(2, "pack", options=[inner])])
    assert await find_fault_paths(bot, options=[deeper]) == {"options.0.options.0"}


@rule("Subcommands and Subcommand Groups", "a command that has some is not used without")
async def base(bot: ConformanceBot) -> None:
    assert await find_fault_paths(bot, options=[make_option(1, "wolf"), make_option()]) == {"options"}


@rule("User Commands", "no description may be sent, and an empty one is told")
async def user_description(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(type=2))).fault_paths == {"description"}
    assert (await create_command(bot, make_command(type=2, description=None))).body["description"] == ""
    await replace_commands(bot)


@rule("User Commands", "they take no options, and tell on whom they were used")
async def user_command(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(type=2, description=None, options=[make_option()]))).fault_paths == {
        "options"
    }
    await replace_commands(bot, make_command(name="Greet", type=2, description=None))
    heron = await bot.sandbox.find_person_id("heron")
    async with bot.identify_at_gateway() as ear:
        begun = await bot.otter.run_command(bot.sandbox.duels_id, "Greet", target=heron, wait=False)
        data = (await bot.wait_for_interaction(ear, begun))["data"]
    assert (data["type"], data["target_id"], [*data["resolved"]["users"]]) == (2, heron, [heron])


@rule("Message Commands", "they tell on which message they were used")
async def message_command(bot: ConformanceBot) -> None:
    assert (await create_command(bot, make_command(type=3))).fault_paths == {"description"}
    await replace_commands(bot, make_command(name="Weigh", type=3, description=None))
    said = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo")
    async with bot.identify_at_gateway() as ear:
        begun = await bot.otter.run_command(bot.sandbox.duels_id, "Weigh", target=said, wait=False)
        data = (await bot.wait_for_interaction(ear, begun))["data"]
    assert (data["type"], data["target_id"], [*data["resolved"]["messages"]]) == (3, said["id"], [said["id"]])


@rule(
    "Autocomplete", "what is being typed is focused, what was filled in before comes without, what is missing does not"
)
async def autocomplete(bot: ConformanceBot) -> None:
    asked = [
        make_option(name="beast", required=True, autocomplete=True),
        make_option(4, "number"),
        make_option(name="where"),
    ]
    await replace_commands(bot, make_command(name="hunt", options=asked))
    async with bot.identify_at_gateway() as ear:
        completing = bot.otter.autocomplete(bot.sandbox.duels_id, "hunt", "beast", beast="wo", number=3)
        told = await bot.answer_autocomplete(ear, completing, {"choices": [{"name": "Wolf", "value": "wolf"}]})
    assert told["type"] == 4
    assert [(one["name"], one["value"], one.get("focused")) for one in told["data"]["options"]] == [
        ("beast", "wo", True), ("number", 3, None),
    ]  # fmt: skip


@rule("Localization", "what is told of a command that was used has its own names, whatever language it was read in")
async def localization(bot: ConformanceBot) -> None:
    await replace_commands(bot, make_command(name="hunt", name_localizations={"de": "jagd"}))
    async with bot.identify_at_gateway() as ear:
        told = await bot.wait_for_interaction(
            ear, await bot.heron.run_command(bot.sandbox.duels_id, "jagd", wait=False)
        )
    assert (told["data"]["name"], told["locale"]) == ("hunt", "de")


@rule("Retrieving localized commands", "the list tells all translations only to whom asks for them")
async def with_localizations(bot: ConformanceBot) -> None:
    await replace_commands(bot, make_command(name_localizations={"de": "kante"}))
    path = f"/applications/{bot.application_id}/commands"
    [told] = await bot.get_json(f"{path}?with_localizations=true")
    assert told["name_localizations"] == {"de": "kante"}
    [told] = await bot.get_json(path)
    assert "name_localizations" not in told


@rule("Create Global Application Command", "201 where there was none of that name, else 200")
async def created(bot: ConformanceBot) -> None:
    await replace_commands(bot)
    assert [(await create_command(bot, make_command())).status for _ in range(2)] == [201, 200]


@rule("Edit Global Application Command", "only what is named is changed, and that wholly")
async def edited(bot: ConformanceBot) -> None:
    made = (await create_command(bot, make_command(options=[make_option()]))).body
    path = f"/applications/{bot.application_id}/commands/{made['id']}"
    changed = await bot.request("PATCH", path, {"description": "Other"})
    assert (changed.status, changed.body["description"], len(changed.body["options"])) == (200, "Other", 1)
    changed = await bot.request("PATCH", path, {"options": make_options(2)})
    assert [one["name"] for one in changed.body["options"]] == ["word-0", "word-1"]


@rule("Delete Global Application Command", "204, and it is gone")
async def deleted(bot: ConformanceBot) -> None:
    made = (await create_command(bot, make_command())).body
    path = f"/applications/{bot.application_id}/commands/{made['id']}"
    assert (await bot.request("DELETE", path)).status == 204
    assert (await bot.request("GET", path)).status_and_code == (404, 10063)


@rule("Bulk Overwrite Global Application Commands", "all kinds that are not named are gone")
async def overwritten(bot: ConformanceBot) -> None:
    await replace_commands(bot, make_command(), make_command(name="Greet", type=2, description=None))
    assert [one["name"] for one in (await replace_commands(bot, make_command(name="other"))).body] == ["other"]
    assert [one["name"] for one in await bot.get_json(f"/applications/{bot.application_id}/commands")] == ["other"]


@rule("Permissions", "a bot's token changes nobody's permissions to use a command")
async def permissions(bot: ConformanceBot) -> None:
    made = (await create_command(bot, make_command(), bot.guild_id)).body
    path = f"/applications/{bot.application_id}/guilds/{bot.guild_id}/commands/{made['id']}/permissions"
    assert (await bot.request("PUT", path, {"permissions": []})).status == 403
    await replace_commands(bot, guild=bot.guild_id)


@rule("Using Default Permissions", "whoever lacks what a command asks for does not have it")
async def default_permissions(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        made = (await replace_commands(other, make_command(default_member_permissions="0"))).body[0]
        there = []
        for player in (other.otter, other.heron):
            servers = (await player.load_view())["servers"]
            places = {one["id"]: one["commands"] for server in servers for one in server["channels"]}
            there.append(made["id"] in places[other.sandbox.duels_id])
    assert there == [True, False]
