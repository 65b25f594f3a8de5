"""interactions/receiving-and-responding: what an interaction tells, and how, how long and how often it is answered.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.sentences.edge import by_modal, edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness, button, row
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON

PAGE = Page("interactions/receiving-and-responding")
says = PAGE.says
EPHEMERAL = 64
LOADING = 128
V2 = 1 << 15
QUARTER = 15 * 60


def modal(**fields: Any) -> JSON:
    asked = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
    return {"custom_id": "who", "title": "Who?", "components": [asked], **fields}


def several(count: int) -> list[JSON]:
    return [
        {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": f"n{number}", "style": 1}}
        for number in range(count)
    ]


def message_of(reply: Reply) -> JSON:
    assert reply.status == 200, reply.body
    told: JSON = reply.body["resource"]["message"]
    return told


@says("Interaction Structure", "it names itself, its application, its kind, its place and its token; version is 1")
async def structure(bot: Witness) -> None:
    async with bot.hearing() as ear:
        told = await bot.called(ear)
    assert (told["application_id"], told["type"], told["version"]) == (bot.app, 2, 1)
    assert (told["guild_id"], told["guild"]["id"]) == (bot.guild, bot.guild)
    assert (told["channel_id"], told["channel"]["id"]) == (bot.ground.duels, bot.ground.duels)
    assert {"id", "token", "data", "app_permissions", "locale", "guild_locale", "entitlements"} <= told.keys()


@says("Interaction Structure", "in a server it tells the member with their permissions, in a DM the user")
async def member_or_user(bot: Witness) -> None:
    async with bot.hearing() as ear:
        there, alone = await bot.called(ear), await bot.called(ear, place=bot.ground.dm)
    assert (there["member"]["user"]["username"], "user" in there) == ("otter", False)
    assert int(there["member"]["permissions"]) & 1 << 3
    assert (alone["user"]["username"], "member" in alone, "guild_id" in alone) == ("otter", False, False)


@says("Interaction Structure", "app_permissions are the app's own in the place where it was asked")
async def app_permissions(bot: Witness) -> None:
    place = await bot.channel()
    async with bot.hearing() as ear:
        for allowed in (True, False):
            await bot.may(place, *(["attach_files"] if allowed else []), deny=[] if allowed else ["attach_files"])
            told = await bot.called(ear, place=place)
            assert bool(int(told["app_permissions"]) & 1 << 15) is allowed


@says("Interaction Structure", "in DMs the app may attach files, embed links and call everyone")
async def app_permissions_in_dms(bot: Witness) -> None:
    async with bot.hearing() as ear:
        told = await bot.called(ear, place=bot.ground.dm)
    wanted = 1 << 14 | 1 << 15 | 1 << 17 | 1 << 18
    assert int(told["app_permissions"]) & wanted == wanted


@says("Interaction Structure", "locale is the language of whoever asks, guild_locale the server's")
async def locale(bot: Witness) -> None:
    async with bot.hearing() as ear:
        told = await bot.called(ear, bot.heron)
    assert (told["locale"], told["guild_locale"]) == ("de", "en-US")


@says("Interaction Structure", "attachment_size_limit is in bytes")
async def attachment_size_limit(bot: Witness) -> None:
    async with bot.hearing() as ear:
        assert (await bot.called(ear))["attachment_size_limit"] == 10 * 1024 * 1024


@says("Interaction Structure", "what was pressed is told with its message")
async def message(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card, press = await bot.pressed(ear)
    assert (press["type"], press["message"]["id"]) == (3, card["id"])


@says("Interaction Context Types", "0 in a server, 1 in a DM with the app, 2 among others")
async def contexts(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        await other.otter.install(other.ground.name)
        reeds = str((await other.otter.group("heron", "lynx", name=f"Reeds of {other.app}"))["id"])
        places = (other.ground.duels, other.ground.dm, reeds)
        assert [(await other.called(ear, place=place))["context"] for place in places] == [0, 1, 2]
        await other.otter.install(other.ground.name, installed=False)


@says("Authorizing Integration Owners Object", "0 names the server, and is 0 in a DM with the app; 1 names the person")
async def owners(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        otter = await bot.ground.id("otter")
        told = [(await other.called(ear, place=place)) for place in (other.ground.duels, other.ground.dm)]
        await other.otter.install(other.ground.name)
        told.append(await other.called(ear, place=other.ground.duels))
        told.append(await other.called(ear, place=bot.ground.duels))
        await other.otter.install(other.ground.name, installed=False)
    server = {"0": other.guild}
    assert [one["authorizing_integration_owners"] for one in told] == [
        server, {"0": "0"}, server | {"1": otter}, {"1": otter},
    ]  # fmt: skip


@says("Application Command Data Structure", "id, name and type of the command, and its options by name, type and value")
async def options(bot: Witness) -> None:
    kinds = [{"name": "beast", "type": 3, "description": "B"}, {"name": "number", "type": 4, "description": "N"}]
    body = {"name": "hunt", "description": "Hunts", "options": kinds}
    made = (await bot.asks("POST", f"/applications/{bot.app}/commands", body)).body
    async with bot.hearing() as ear:
        begun = await bot.otter.command(bot.ground.duels, "hunt", beast="wolf", number=7, wait=False)
        data = (await bot.asked(ear, begun))["data"]
    assert (data["id"], data["name"], data["type"]) == (made["id"], "hunt", 1)
    assert data["options"] == [
        {"name": "beast", "type": 3, "value": "wolf"}, {"name": "number", "type": 4, "value": 7},
    ]  # fmt: skip


@says("Application Command Interaction Data Option Structure", "a subcommand has options in the place of a value")
async def subcommand(bot: Witness) -> None:
    inner = {"name": "wolf", "type": 1, "description": "W", "options": [{"name": "n", "type": 4, "description": "N"}]}
    body = {"name": "track", "description": "Tracks", "options": [inner]}
    assert (await bot.asks("POST", f"/applications/{bot.app}/commands", body)).status < 300
    async with bot.hearing() as ear:
        begun = await bot.otter.command(bot.ground.duels, "track wolf", n=3, wait=False)
        [told] = (await bot.asked(ear, begun))["data"]["options"]
    assert (told["name"], told["type"], "value" in told) == ("wolf", 1, False)
    assert told["options"] == [{"name": "n", "type": 4, "value": 3}]


@says(
    "Resolved Data Structure", "whoever is named is told as user, and in a server as member without user, deaf and mute"
)
async def resolved(bot: Witness) -> None:
    body = {"name": "meet", "description": "Meets", "options": [{"name": "whom", "type": 6, "description": "W"}]}
    assert (await bot.asks("POST", f"/applications/{bot.app}/commands", body)).status < 300
    async with bot.hearing() as ear:
        begun = await bot.otter.command(bot.ground.duels, "meet", whom="heron", wait=False)
        data = (await bot.asked(ear, begun))["data"]
    heron = data["options"][0]["value"]
    assert data["resolved"]["users"][heron]["username"] == "heron"
    assert "permissions" in data["resolved"]["members"][heron]
    assert {"user", "deaf", "mute"}.isdisjoint(data["resolved"]["members"][heron])


@says("Message Component Data Structure", "custom_id and component_type, and of a select always the values")
async def component_data(bot: Witness) -> None:
    chosen = [{"label": name, "value": name} for name in ("wolf", "bison")]
    picker = {"type": 3, "custom_id": "beast", "options": chosen, "min_values": 0}
    async with bot.hearing() as ear:
        _, press = await bot.pressed(ear)
        card = await bot.says(components=[row(picker)])
        told = [
            (await bot.asked(ear, await bot.otter.select(card, "beast", values, wait=False)))["data"]
            for values in (["bison"], [])
        ]
    assert (press["data"]["custom_id"], press["data"]["component_type"]) == ("go", 2)
    assert [(one["custom_id"], one["component_type"], one["values"]) for one in told] == [
        ("beast", 3, ["bison"]), ("beast", 3, []),
    ]  # fmt: skip


@says("Modal Submit Data Structure", "the form's custom_id, and what was filled in, as nested as it was asked")
async def modal_data(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        assert (await bot.answers(call, 9, modal())).status == 204
        told = await bot.asked(ear, await bot.otter.submit({"name": "Tarka"}, wait=False))
    assert (told["type"], told["data"]["custom_id"]) == (5, "who")
    [label] = told["data"]["components"]
    assert (label["type"], label["component"]["type"]) == (18, 4)
    assert (label["component"]["custom_id"], label["component"]["value"]) == ("name", "Tarka")


@says("Interaction Callback Type", "4 answers with a message")
async def channel_message_with_source(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        said = message_of(await bot.answers(call, 4, {"content": "Hoo"}, "?with_response=true"))
    assert (said["content"], said["author"]["id"], said["type"]) == ("Hoo", bot.app, 20)


@says("Interaction Callback Type", "5 shows that something is thought about, until it is edited")
async def deferred_channel_message_with_source(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        assert (await bot.answers(call, 5)).status == 204
        assert (await bot.by_token(call, "GET", "/messages/@original")).body["flags"] & LOADING
        edited = await bot.by_token(call, "PATCH", "/messages/@original", {"content": "Hoo"})
    assert (edited.status, edited.body["content"], edited.body["flags"] & LOADING) == (200, "Hoo", 0)


@says("Interaction Callback Type", "6 is for components: nothing is shown, and the pressed message is edited later")
async def deferred_update_message(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card, press = await bot.pressed(ear)
        assert (await bot.answers(press, 6)).status == 204
        edited = await bot.by_token(press, "PATCH", "/messages/@original", {"content": "Hee"})
        assert (edited.body["id"], edited.body["content"]) == (card["id"], "Hee")
        assert (await bot.answers(await bot.called(ear), 6)).status == 400


@says("Interaction Callback Type", "7 is for components: it edits the pressed message at once")
async def update_message(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card, press = await bot.pressed(ear)
        edited = message_of(await bot.answers(press, 7, {"content": "Hee"}, "?with_response=true"))
        assert (edited["id"], edited["content"]) == (card["id"], "Hee")
        assert (await bot.answers(await bot.called(ear), 7, {"content": "Hee"})).status == 400


@says("Interaction Callback Type", "8 is for what is being typed, and nothing else answers that")
async def autocomplete_result(bot: Witness) -> None:
    async with bot.hearing() as ear:
        assert (await bot.answers(await bot.called(ear), 8, {"choices": []})).status == 400
        data = {"name": "hunt", "type": 1, "options": [{"type": 3, "name": "b", "value": "w", "focused": True}]}
        typed = await bot.forged(ear, 4, data)
        assert (await bot.answers(typed, 4, {"content": "Hoo"})).status == 400
        assert (await bot.answers(typed, 8, {"choices": [{"name": "Wolf", "value": "wolf"}]})).status == 204


@says("Interaction Callback Type", "9 opens a form, but not in answer to a form")
async def modal_callback(bot: Witness) -> None:
    async with bot.hearing() as ear:
        assert (await bot.answers(await bot.called(ear), 9, modal())).status == 204
        told = await bot.asked(ear, await bot.otter.submit({"name": "Tarka"}, wait=False))
        assert (await bot.answers(told, 9, modal())).status == 400
        assert (await bot.answers(told, 4, {"content": "Hoo"})).status == 204


@says("Messages", "of a deferred answer's flags ephemeral alone counts")
async def deferred_flags(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        assert (await bot.answers(call, 5, {"flags": EPHEMERAL | 1 << 12 | V2})).status == 204
        told = (await bot.by_token(call, "GET", "/messages/@original")).body
        assert told["flags"] & (EPHEMERAL | 1 << 12 | V2) == EPHEMERAL
        shown = {"flags": V2, "components": [{"type": 10, "content": "Hoo"}]}
        assert (await bot.by_token(call, "PATCH", "/messages/@original", shown)).status == 200


@says("Messages", "an answer has at most ten embeds, and may be for one person alone")
async def ephemeral(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        assert (await bot.answers(call, 4, {"embeds": [{"description": "x"}] * 11})).wrong == {"data.embeds"}
        assert (await bot.answers(call, 4, {"content": "For you", "flags": EPHEMERAL})).status == 204
        key = (await bot.by_token(call, "GET", "/messages/@original")).body["id"]
    assert [one for one in await bot.heron.messages(bot.ground.duels) if one["id"] == key] == []
    assert [one["content"] for one in await bot.otter.messages(bot.ground.duels) if one["id"] == key] == ["For you"]
    assert (await bot.asks("GET", f"/channels/{bot.ground.duels}/messages/{key}")).refusal == (404, 10008)


@says("Autocomplete", "at most 25 choices")
async def choices(bot: Witness) -> None:
    async with bot.hearing() as ear:
        data = {"name": "hunt", "type": 1, "options": [{"type": 3, "name": "b", "value": "w", "focused": True}]}
        typed = await bot.forged(ear, 4, data)
        for count, status in ((26, 400), (25, 204)):
            given = {"choices": [{"name": f"{number}", "value": f"{number}"} for number in range(count)]}
            assert (await bot.answers(typed, 8, given)).status == status


edge(
    PAGE, "Modal", "custom id", "1 to 100 characters",
    lambda n: modal(custom_id="x" * n), "data.custom_id", least=1, most=100, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Modal", "title", "at most 45 characters",
    lambda n: modal(title="x" * n), "data.title", most=45, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Modal", "components", "1 to 5 components",
    lambda n: modal(components=several(n)), "data.components", least=1, most=5, sent=by_modal,
)  # fmt: skip


@says("Interaction Callback", "it needs no token but its own")
async def its_own_token(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        path = f"/interactions/{call['id']}/{call['token']}/callback"
        none = {"Authorization": None}
        assert (await bot.asks("POST", path, {"type": 4, "data": {"content": "Hoo"}}, headers=none)).status == 204


@says("Interaction Callback", "it is answered once")
async def once(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        replies = [await bot.answers(call, 4, {"content": "Hoo"}) for _ in range(2)]
    assert (replies[0].status, replies[1].refusal) == (204, (400, 40060))


@says("Interaction Callback", "after three seconds without an answer its token is worth nothing")
async def three_seconds(bot: Witness) -> None:
    async with bot.hearing() as ear:
        await bot.stage("set_response_timeout", seconds=3)
        try:
            call = await bot.called(ear)
        finally:
            await bot.stage("set_response_timeout", seconds=TIMEOUT_S)
        await bot.stage("advance_time", seconds=3)
        assert (await bot.answers(call, 4, {"content": "Hoo"})).refusal == (404, 10062)
        assert (await bot.by_token(call, "POST", "", {"content": "Hoo"})).status in {401, 404}


@says("Interaction Callback", "a token is good for a quarter of an hour")
async def a_quarter_of_an_hour(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        await bot.answers(call, 4, {"content": "Hoo"})
        # A busy machine takes a while from here to there.
        await bot.stage("advance_time", seconds=QUARTER - 2 * TIMEOUT_S)
        assert (await bot.by_token(call, "POST", "", {"content": "Hee"})).status == 200
        await bot.stage("advance_time", seconds=2 * TIMEOUT_S + 1)
        assert (await bot.by_token(call, "POST", "", {"content": "Hee"})).refusal == (401, 50027)
        assert (await bot.by_token(call, "PATCH", "/messages/@original", {"content": "Hee"})).refusal == (401, 50027)


@says(
    "Interaction Callback Object",
    "with_response tells the interaction and its message, and whether it loads or is private",
)
async def callback_object(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        told = (await bot.answers(call, 5, {"flags": EPHEMERAL}, "?with_response=1")).body["interaction"]
        original = (await bot.by_token(call, "GET", "/messages/@original")).body
    assert (told["id"], told["type"], told["response_message_id"]) == (call["id"], 2, original["id"])
    assert told["response_message_loading"] is told["response_message_ephemeral"] is True


@says("Interaction Callback Resource Object", "it has the message of an answer of type 4 or 7 alone")
async def resource(bot: Witness) -> None:
    async with bot.hearing() as ear:
        told = [
            (await bot.answers(await bot.called(ear), kind, data, "?with_response=true")).body["resource"]
            for kind, data in ((4, {"content": "Hoo"}), (5, None), (9, modal()))
        ]
    await bot.otter.close()
    assert [(one["type"], "message" in one) for one in told] == [(4, True), (5, False), (9, False)]


@says("Create Interaction Response", "204 without a body, unless with_response asks for one")
async def no_content(bot: Witness) -> None:
    async with bot.hearing() as ear:
        for query, status in (("", 204), ("?with_response=false", 204), ("?with_response=True", 200)):
            assert (await bot.answers(await bot.called(ear), 4, {"content": "Hoo"}, query)).status == status


@says("Create Interaction Response", "it takes files")
async def files(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        path = f"/interactions/{call['id']}/{call['token']}/callback?with_response=true"
        sent = await bot.asks("POST", path, {"type": 4, "data": {"content": "Hoo"}}, files=[("a.txt", b"a")])
    assert [one["filename"] for one in (message_of(sent))["attachments"]] == ["a.txt"]


@says("Endpoints", "what goes by a token is not bound to the limit for everything")
async def no_global_limit(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        await bot.stage("set_rate_limit", route="*", limit=1, seconds=600)
        try:
            assert (await bot.answers(call, 4, {"content": "Hoo"})).status == 204
            for content in ("One", "Two"):
                assert (await bot.by_token(call, "POST", "", {"content": content})).status == 200
        finally:
            await bot.stage("set_rate_limit", route="*", limit=None)


@says("Delete Original Interaction Response", "204, and it is gone")
async def delete(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        await bot.answers(call, 4, {"content": "Hoo"})
        assert (await bot.by_token(call, "DELETE", "/messages/@original")).status == 204
        assert (await bot.by_token(call, "GET", "/messages/@original")).refusal == (404, 10008)


@says("Create Followup Message", "it is always told, whether or not one waits for it")
async def always_told(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        await bot.answers(call, 4, {"content": "Hoo"})
        followed = await bot.by_token(call, "POST", "?wait=false", {"content": "Hee"})
        assert (followed.status, followed.body["content"]) == (200, "Hee")
        edited = await bot.by_token(call, "PATCH", f"/messages/{followed.body['id']}", {"content": "Ha"})
        assert edited.body["content"] == "Ha"
        assert (await bot.by_token(call, "DELETE", f"/messages/{followed.body['id']}")).status == 204


@says("Create Followup Message", "the first after a deferred answer fills that, and is as private as it was begun")
async def fills(bot: Witness) -> None:
    async with bot.hearing() as ear:
        for flags in (0, EPHEMERAL):
            call = await bot.called(ear)
            await bot.answers(call, 5, {"flags": flags})
            waiting = (await bot.by_token(call, "GET", "/messages/@original")).body["id"]
            told = (await bot.by_token(call, "POST", "", {"content": "Hoo", "flags": EPHEMERAL - flags})).body
            assert (told["id"], told["flags"] & EPHEMERAL) == (waiting, flags)
            again = (await bot.by_token(call, "POST", "", {"content": "Hee"})).body
            assert again["id"] != waiting


@says("Create Followup Message", "five an interaction where a person alone has brought the app")
async def five(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        await other.otter.install(other.ground.name)
        call = await other.called(ear, place=bot.ground.duels)
        await other.answers(call, 4, {"content": "Hoo"})
        replies = [await other.by_token(call, "POST", "", {"content": "Hee"}) for _ in range(6)]
        await other.otter.install(other.ground.name, installed=False)
    assert [reply.status for reply in replies] == [200] * 5 + [400]
    assert replies[5].refusal == (400, 40094)


@says("Create Followup Message", "as many as one likes where a server has it")
async def more_than_five(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        await bot.answers(call, 4, {"content": "Hoo"})
        assert [(await bot.by_token(call, "POST", "", {"content": "Hee"})).status for _ in range(6)] == [200] * 6


@says("Receiving an Interaction", "what is asked while nobody listens fails")
async def nobody_listens(bot: Witness) -> None:
    card = await bot.says(components=[row(button())])
    begun = await bot.otter.click(card, custom_id="go", wait=False)
    await bot.stage("advance_time", seconds=TIMEOUT_S)
    [told] = [one for one in (await bot.otter.see())["interactions"] if one["id"] == begun.interaction]
    assert (told["state"], told["message_id"]) == ("failed", card["id"])
    await bot.ground.restored()
