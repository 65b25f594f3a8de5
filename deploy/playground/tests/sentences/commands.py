"""interactions/application-commands: what a command may be called, what it may hold, and where it is there.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.sentences.edge import by_command, edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness
from discord_playground.client import JSON

PAGE = Page("interactions/application-commands")
says = PAGE.says


def command(**fields: Any) -> JSON:
    """What is None is left out."""
    body = {"name": "edge", "description": "E", **fields}
    return {name: value for name, value in body.items() if value is not None}


def option(kind: int = 3, name: str = "word", **fields: Any) -> JSON:
    return {"type": kind, "name": name, "description": "W", **fields}


def options(count: int, kind: int = 3) -> list[JSON]:
    return [option(kind, f"word-{number}") for number in range(count)]


async def put(bot: Witness, *bodies: JSON, guild: str = "") -> Reply:
    return await bot.asks("PUT", f"/applications/{bot.app}{guild and f'/guilds/{guild}'}/commands", list(bodies))


async def post(bot: Witness, body: JSON, guild: str = "") -> Reply:
    return await bot.asks("POST", f"/applications/{bot.app}{guild and f'/guilds/{guild}'}/commands", body)


async def wrong(bot: Witness, **fields: Any) -> set[str]:
    """The places that are complained of."""
    return (await post(bot, command(**fields))).wrong


@says("Application Command Naming", "letters, digits, - _ and ' of any script, in small letters where there are such")
async def naming(bot: Witness) -> None:
    for name in ("duel", "wolf-and_bison", "l'eau", "決闘", "भेड़िया", "หมาป่า", "größe", "7"):
        assert (await post(bot, command(name=name))).status < 300, name
    for name in ("Duel", "two words", "wolf!", "a/b", "🐺", "Größe"):
        assert (await post(bot, command(name=name))).wrong == {"name"}, name
    await put(bot)


@says("Application Command Naming", "on people and messages there may be capitals and blanks")
async def naming_of_menus(bot: Witness) -> None:
    for kind in (2, 3):
        made = await post(bot, command(name="High Five", type=kind, description=None))
        assert made.body["name"] == "High Five"
    await put(bot)


edge(
    PAGE, "Application Command Structure", "name", "1 to 32 characters",
    lambda n: command(name="x" * n), "name", least=1, most=32, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Structure", "description", "1 to 100 characters",
    lambda n: command(description="x" * n), "description", least=1, most=100, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Structure", "options", "at most 25 options",
    lambda n: command(options=options(n)), "options", most=25, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Structure", "name", "1 to 32 characters of an option's name",
    lambda n: command(options=[option(name="x" * n)]), "options.0.name", least=1, most=32, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Structure", "description", "1 to 100 characters of an option's description",
    lambda n: command(options=[option() | {"description": "x" * n}]),
    "options.0.description", least=1, most=100, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Structure", "choices", "at most 25 choices",
    lambda n: command(options=[option(choices=[{"name": f"{i}", "value": f"{i}"} for i in range(n)])]),
    "options.0.choices", most=25, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Structure", "options", "at most 25 options of a subcommand",
    lambda n: command(options=[option(1, options=options(n))]), "options.0.options", most=25, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Structure", "min length", "0 to 6,000",
    lambda n: command(options=[option(min_length=n)]), "options.0.min_length", least=0, most=6000, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Structure", "max length", "1 to 6,000",
    lambda n: command(options=[option(max_length=n)]), "options.0.max_length", least=1, most=6000, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Choice Structure", "name", "1 to 100 characters of a choice's name",
    lambda n: command(options=[option(choices=[{"name": "x" * n, "value": "x"}])]),
    "options.0.choices.0.name", least=1, most=100, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Choice Structure", "value", "at most 100 characters of a choice's value",
    lambda n: command(options=[option(choices=[{"name": "x", "value": "x" * n}])]),
    "options.0.choices.0.value", most=100, sent=by_command,
)  # fmt: skip
edge(
    PAGE, "Application Command Option Type", "integer", "whole numbers between -2^53 and 2^53, both left out",
    lambda n: command(options=[option(4, choices=[{"name": "x", "value": n}])]),
    "options.0.choices.0.value", least=-(2**53) + 1, most=2**53 - 1, sent=by_command,
)  # fmt: skip


@says("Slash Commands", "8,000 characters in all names, descriptions and values of a command")
async def longest(bot: Witness) -> None:
    def of(count: int) -> JSON:
        choices = [{"name": f"{i:0100}", "value": "x" * 100} for i in range(25)]
        # 5 of the command, twice an option of 2 and choices of 5,000 and of 2,800, and a last choice.
        rest = {"name": "x" * 91, "value": "x" * (count - 7900)}
        many, some = option(name="a", choices=choices), option(name="b", choices=[*choices[:14], rest])
        return command(options=[many, some])

    assert (await post(bot, of(8000))).status < 300
    assert (await post(bot, of(8001))).refusal == (400, 50035)
    await put(bot)


@says("Application Command Structure", "a name may be told in each of Discord's languages, by the same rules")
async def name_localizations(bot: Witness) -> None:
    assert (await post(bot, command(name_localizations={"de": "kante", "fr": "bord"}))).status < 300
    assert await wrong(bot, name_localizations={"de": "Kante"}) == {"name_localizations.de"}
    assert await wrong(bot, name_localizations={"xx": "kante"}) == {"name_localizations.xx"}


@says("Application Command Structure", "who may use it at first is told as a string of bits")
async def default_member_permissions(bot: Witness) -> None:
    made = await post(bot, command(default_member_permissions=str(1 << 5)))
    assert made.body["default_member_permissions"] == "32"


@says("Application Command Structure", "it has a version, which is another one when it was changed")
async def version(bot: Witness) -> None:
    first, second = [(await post(bot, command(description=text))).body["version"] for text in ("One", "Two")]
    assert int(second) > int(first)


@says("Application Command Option Structure", "what is required comes first")
async def required_first(bot: Witness) -> None:
    late = [option(), option(name="other", required=True)]
    assert await wrong(bot, options=late) == {"options.1"}
    assert (await post(bot, command(options=late[::-1]))).status < 300


@says("Application Command Option Structure", "two options are not called the same")
async def unique(bot: Witness) -> None:
    assert await wrong(bot, options=[option(), option()]) == {"options.1"}


@says("Application Command Option Structure", "where there are choices nothing is completed")
async def choices_or_autocomplete(bot: Witness) -> None:
    both = option(choices=[{"name": "x", "value": "x"}], autocomplete=True)
    assert await wrong(bot, options=[both]) == {"options.0.autocomplete"}


@says("Application Command Option Structure", "choices and completion are for texts and numbers alone")
async def kinds_of_choices(bot: Witness) -> None:
    for kind in (3, 4, 10):
        assert (await post(bot, command(options=[option(kind, autocomplete=True)]))).status < 300
    for kind in (5, 6, 7, 8, 9, 11):
        assert await wrong(bot, options=[option(kind, autocomplete=True)]) == {"options.0.autocomplete"}


@says("Application Command Option Choice Structure", "a choice's value is of its option's kind")
async def kinds_of_values(bot: Witness) -> None:
    for kind, value in ((3, 7), (4, "7"), (4, 7.5), (10, "7")):
        fault = await wrong(bot, options=[option(kind, choices=[{"name": "x", "value": value}])])
        assert fault == {"options.0.choices.0.value"}


@says("Registering a Command", "names are unique by kind and scope: anywhere else the same name is another command")
async def scopes(bot: Witness) -> None:
    assert (await put(bot, command(), command())).status == 400
    assert (await put(bot, command(), command(type=2, description=None))).status == 200
    assert (await put(bot, command(), guild=bot.guild)).status == 200
    keys = {one["id"] for one in await bot.get(f"/applications/{bot.app}/commands")}
    keys |= {one["id"] for one in await bot.get(f"/applications/{bot.app}/guilds/{bot.guild}/commands")}
    assert len(keys) == 3
    await put(bot, guild=bot.guild)
    await put(bot)


@says("Registering a Command", "a hundred slash commands, fifteen on people and fifteen on messages")
async def how_many(bot: Witness) -> None:
    async with bot.apart() as other:
        for kind, most in ((1, 100), (2, 15), (3, 15)):
            names = [f"c{number}" for number in range(most + 1)]
            every = [command(name=name, type=kind, description="C" if kind == 1 else None) for name in names]
            assert (await put(other, *every)).refusal == (400, 30032)
            assert (await put(other, *every[:-1])).status == 200


@says("Registering a Command", "two hundred are made in a day, by a server and everywhere")
async def how_often(bot: Witness) -> None:
    async with bot.apart() as other:
        for first in (0, 100):
            made = [command(name=f"c{number}") for number in range(first, first + 100)]
            assert (await put(other, *made)).status == 200
        assert (await put(other, command(name="c200"))).refusal == (400, 30034)
        assert (await post(other, command(name="c150"))).status == 200
        assert (await put(other, command(name="c200"), guild=other.guild)).status == 200
        await bot.stage("advance_time", seconds=86_400)
        assert (await put(other, command(name="c200"))).status == 200


@says("Making a Guild Command", "it is there in its server alone, and at once")
async def guild_command(bot: Witness) -> None:
    async with bot.apart() as other:
        made = (await post(other, command(name="here"), other.guild)).body
        assert made["guild_id"] == other.guild
        seen = await bot.otter.see()
    told = {channel["id"]: channel["commands"] for server in seen["servers"] for channel in server["channels"]}
    assert made["id"] in told[other.ground.duels]
    assert made["id"] not in told[bot.ground.duels]


@says("Updating and Deleting a Command", "a new one of the same name is the old one, changed")
async def upsert(bot: Witness) -> None:
    first, second = [(await post(bot, command(description=text))).body for text in ("One", "Two")]
    assert (first["id"], second["description"]) == (second["id"], "Two")


@says("Interaction Contexts", "where a command may not be used it is not there")
async def contexts(bot: Witness) -> None:
    async with bot.apart() as other:
        for asked, there in (([0], (True, False)), ([1], (False, True)), ([0, 1], (True, True))):
            made = (await put(other, command(contexts=asked))).body[0]
            await other.otter.act("dm", **{"with": other.ground.name})
            seen = await other.otter.see()
            places = [*seen["dms"], *(one for server in seen["servers"] for one in server["channels"])]
            told = {one["id"]: made["id"] in one["commands"] for one in places}
            private = next(one["id"] for one in seen["dms"] if one.get("recipient") == other.app)
            assert (told[other.ground.duels], told[private]) == there


@says("Interaction Contexts", "among others it is there for whom it was installed, if it may be installed by people")
async def private_channels(bot: Witness) -> None:
    async with bot.apart() as other:
        await other.otter.install(other.ground.name)
        reeds = (await other.otter.group("heron", "lynx", name=f"Reeds of {other.app}"))["id"]
        for kinds, there in (([0], False), ([0, 1], True)):
            made = (await put(other, command(contexts=[0, 1, 2], integration_types=kinds))).body[0]
            [group] = [one for one in (await other.otter.see())["dms"] if one["id"] == reeds]
            assert (made["id"] in group["commands"]) is there
        [group] = [one for one in (await other.heron.see())["dms"] if one["id"] == reeds]
        assert made["id"] not in group["commands"]
        await other.otter.install(other.ground.name, installed=False)


@says("Subcommands and Subcommand Groups", "a command holds groups, a group subcommands, and no deeper")
async def nesting(bot: Witness) -> None:
    inner = option(1, "wolf")
    assert (await post(bot, command(options=[option(2, "pack", options=[inner])]))).status < 300
    assert await wrong(bot, options=[option(1, "pack", options=[inner])]) == {"options.0.options.0"}
    deeper = option(2, "packs", options=[option(2, "pack", options=[inner])])
    assert await wrong(bot, options=[deeper]) == {"options.0.options.0"}


@says("Subcommands and Subcommand Groups", "a command that has some is not used without")
async def base(bot: Witness) -> None:
    assert await wrong(bot, options=[option(1, "wolf"), option()]) == {"options"}


@says("User Commands", "no description may be sent, and an empty one is told")
async def user_description(bot: Witness) -> None:
    assert (await post(bot, command(type=2))).wrong == {"description"}
    assert (await post(bot, command(type=2, description=None))).body["description"] == ""
    await put(bot)


@says("User Commands", "they take no options, and tell on whom they were used")
async def user_command(bot: Witness) -> None:
    assert (await post(bot, command(type=2, description=None, options=[option()]))).wrong == {"options"}
    await put(bot, command(name="Greet", type=2, description=None))
    heron = await bot.ground.id("heron")
    async with bot.hearing() as ear:
        begun = await bot.otter.command(bot.ground.duels, "Greet", target=heron, wait=False)
        data = (await bot.asked(ear, begun))["data"]
    assert (data["type"], data["target_id"], [*data["resolved"]["users"]]) == (2, heron, [heron])


@says("Message Commands", "they tell on which message they were used")
async def message_command(bot: Witness) -> None:
    assert (await post(bot, command(type=3))).wrong == {"description"}
    await put(bot, command(name="Weigh", type=3, description=None))
    said = await bot.heron.say(bot.ground.duels, "Hoo")
    async with bot.hearing() as ear:
        begun = await bot.otter.command(bot.ground.duels, "Weigh", target=said, wait=False)
        data = (await bot.asked(ear, begun))["data"]
    assert (data["type"], data["target_id"], [*data["resolved"]["messages"]]) == (3, said["id"], [said["id"]])


@says(
    "Autocomplete", "what is being typed is focused, what was filled in before comes without, what is missing does not"
)
async def autocomplete(bot: Witness) -> None:
    asked = [option(name="beast", required=True, autocomplete=True), option(4, "number"), option(name="where")]
    await put(bot, command(name="hunt", options=asked))
    async with bot.hearing() as ear:
        completing = bot.otter.complete(bot.ground.duels, "hunt", "beast", beast="wo", number=3)
        told = await bot.typed(ear, completing, {"choices": [{"name": "Wolf", "value": "wolf"}]})
    assert told["type"] == 4
    assert [(one["name"], one["value"], one.get("focused")) for one in told["data"]["options"]] == [
        ("beast", "wo", True), ("number", 3, None),
    ]  # fmt: skip


@says("Localization", "what is told of a command that was used has its own names, whatever language it was read in")
async def localization(bot: Witness) -> None:
    await put(bot, command(name="hunt", name_localizations={"de": "jagd"}))
    async with bot.hearing() as ear:
        told = await bot.asked(ear, await bot.heron.command(bot.ground.duels, "jagd", wait=False))
    assert (told["data"]["name"], told["locale"]) == ("hunt", "de")


@says("Retrieving localized commands", "the list tells all translations only to whom asks for them")
async def with_localizations(bot: Witness) -> None:
    await put(bot, command(name_localizations={"de": "kante"}))
    path = f"/applications/{bot.app}/commands"
    [told] = await bot.get(f"{path}?with_localizations=true")
    assert told["name_localizations"] == {"de": "kante"}
    [told] = await bot.get(path)
    assert "name_localizations" not in told


@says("Create Global Application Command", "201 where there was none of that name, else 200")
async def created(bot: Witness) -> None:
    await put(bot)
    assert [(await post(bot, command())).status for _ in range(2)] == [201, 200]


@says("Edit Global Application Command", "only what is named is changed, and that wholly")
async def edited(bot: Witness) -> None:
    made = (await post(bot, command(options=[option()]))).body
    path = f"/applications/{bot.app}/commands/{made['id']}"
    changed = await bot.asks("PATCH", path, {"description": "Other"})
    assert (changed.status, changed.body["description"], len(changed.body["options"])) == (200, "Other", 1)
    changed = await bot.asks("PATCH", path, {"options": options(2)})
    assert [one["name"] for one in changed.body["options"]] == ["word-0", "word-1"]


@says("Delete Global Application Command", "204, and it is gone")
async def deleted(bot: Witness) -> None:
    made = (await post(bot, command())).body
    path = f"/applications/{bot.app}/commands/{made['id']}"
    assert (await bot.asks("DELETE", path)).status == 204
    assert (await bot.asks("GET", path)).refusal == (404, 10063)


@says("Bulk Overwrite Global Application Commands", "all kinds that are not named are gone")
async def overwritten(bot: Witness) -> None:
    await put(bot, command(), command(name="Greet", type=2, description=None))
    assert [one["name"] for one in (await put(bot, command(name="other"))).body] == ["other"]
    assert [one["name"] for one in await bot.get(f"/applications/{bot.app}/commands")] == ["other"]


@says("Permissions", "a bot's token changes nobody's permissions to use a command")
async def permissions(bot: Witness) -> None:
    made = (await post(bot, command(), bot.guild)).body
    path = f"/applications/{bot.app}/guilds/{bot.guild}/commands/{made['id']}/permissions"
    assert (await bot.asks("PUT", path, {"permissions": []})).status == 403
    await put(bot, guild=bot.guild)


@says("Using Default Permissions", "whoever lacks what a command asks for does not have it")
async def default_permissions(bot: Witness) -> None:
    async with bot.apart() as other:
        made = (await put(other, command(default_member_permissions="0"))).body[0]
        there = []
        for player in (other.otter, other.heron):
            servers = (await player.see())["servers"]
            places = {one["id"]: one["commands"] for server in servers for one in server["channels"]}
            there.append(made["id"] in places[other.ground.duels])
    assert there == [True, False]
