"""interactions/receiving-and-responding: what an interaction tells, and how, how long and how often it is answered.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule, send_modals
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON

PAGE = DocumentationPage("interactions/receiving-and-responding")
rule = PAGE.rule
EPHEMERAL_FLAG = 64
LOADING_FLAG = 128
V2_FLAG = 1 << 15
TOKEN_LIFETIME_S = 15 * 60


def make_modal(**fields: Any) -> JSON:
    asked = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
    return {"custom_id": "who", "title": "Who?", "components": [asked], **fields}


def make_text_inputs(count: int) -> list[JSON]:
    return [
        {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": f"n{number}", "style": 1}}
        for number in range(count)
    ]


def response_message(reply: ApiReply) -> JSON:
    assert reply.status == 200, reply.body
    told: JSON = reply.body["resource"]["message"]
    return told


@rule("Interaction Structure", "it names itself, its application, its kind, its place and its token; version is 1")
async def structure(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        told = await bot.forge_command(ear)
    assert (told["application_id"], told["type"], told["version"]) == (bot.application_id, 2, 1)
    assert (told["guild_id"], told["guild"]["id"]) == (bot.guild_id, bot.guild_id)
    assert (told["channel_id"], told["channel"]["id"]) == (bot.sandbox.duels_id, bot.sandbox.duels_id)
    assert {"id", "token", "data", "app_permissions", "locale", "guild_locale", "entitlements"} <= told.keys()


@rule("Interaction Structure", "in a server it tells the member with their permissions, in a DM the user")
async def member_or_user(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        there, alone = await bot.forge_command(ear), await bot.forge_command(ear, channel_id=bot.sandbox.dm_name)
    assert (there["member"]["user"]["username"], "user" in there) == ("otter", False)
    assert int(there["member"]["permissions"]) & 1 << 3
    assert (alone["user"]["username"], "member" in alone, "guild_id" in alone) == ("otter", False, False)


@rule("Interaction Structure", "app_permissions are the app's own in the place where it was asked")
async def app_permissions(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    async with bot.identify_at_gateway() as ear:
        for allowed in (True, False):
            await bot.set_permissions(
                place, *(["attach_files"] if allowed else []), deny=[] if allowed else ["attach_files"]
            )
            told = await bot.forge_command(ear, channel_id=place)
            assert bool(int(told["app_permissions"]) & 1 << 15) is allowed


@rule("Interaction Structure", "in DMs the app may attach files, embed links and call everyone")
async def app_permissions_in_dms(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        told = await bot.forge_command(ear, channel_id=bot.sandbox.dm_name)
    wanted = 1 << 14 | 1 << 15 | 1 << 17 | 1 << 18
    assert int(told["app_permissions"]) & wanted == wanted


@rule("Interaction Structure", "locale is the language of whoever asks, guild_locale the server's")
async def locale(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        told = await bot.forge_command(ear, bot.heron)
    assert (told["locale"], told["guild_locale"]) == ("de", "en-US")


@rule("Interaction Structure", "attachment_size_limit is in bytes")
async def attachment_size_limit(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        assert (await bot.forge_command(ear))["attachment_size_limit"] == 10 * 1024 * 1024


@rule("Interaction Structure", "what was pressed is told with its message")
async def message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card, press = await bot.send_and_click_button(ear)
    assert (press["type"], press["message"]["id"]) == (3, card["id"])


@rule("Interaction Context Types", "0 in a server, 1 in a DM with the app, 2 among others")
async def contexts(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        reeds = str((await other.otter.create_group("heron", "lynx", name=f"Reeds of {other.application_id}"))["id"])
        places = (other.sandbox.duels_id, other.sandbox.dm_name, reeds)
        assert [(await other.forge_command(ear, channel_id=place))["context"] for place in places] == [0, 1, 2]
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)


@rule("Authorizing Integration Owners Object", "0 names the server, and is 0 in a DM with the app; 1 names the person")
async def owners(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        otter = await bot.sandbox.find_person_id("otter")
        told = [
            (await other.forge_command(ear, channel_id=place))
            for place in (other.sandbox.duels_id, other.sandbox.dm_name)
        ]
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        told.append(await other.forge_command(ear, channel_id=other.sandbox.duels_id))
        told.append(await other.forge_command(ear, channel_id=bot.sandbox.duels_id))
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)
    server = {"0": other.guild_id}
    assert [one["authorizing_integration_owners"] for one in told] == [
        server, {"0": "0"}, server | {"1": otter}, {"1": otter},
    ]  # fmt: skip


@rule("Application Command Data Structure", "id, name and type of the command, and its options by name, type and value")
async def options(bot: ConformanceBot) -> None:
    kinds = [{"name": "beast", "type": 3, "description": "B"}, {"name": "number", "type": 4, "description": "N"}]
    body = {"name": "hunt", "description": "Hunts", "options": kinds}
    made = (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).body
    async with bot.identify_at_gateway() as ear:
        begun = await bot.otter.run_command(bot.sandbox.duels_id, "hunt", beast="wolf", number=7, wait=False)
        data = (await bot.wait_for_interaction(ear, begun))["data"]
    assert (data["id"], data["name"], data["type"]) == (made["id"], "hunt", 1)
    assert data["options"] == [
        {"name": "beast", "type": 3, "value": "wolf"}, {"name": "number", "type": 4, "value": 7},
    ]  # fmt: skip


@rule("Application Command Interaction Data Option Structure", "a subcommand has options in the place of a value")
async def subcommand(bot: ConformanceBot) -> None:
    inner = {"name": "wolf", "type": 1, "description": "W", "options": [{"name": "n", "type": 4, "description": "N"}]}
    body = {"name": "track", "description": "Tracks", "options": [inner]}
    assert (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).status < 300
    async with bot.identify_at_gateway() as ear:
        begun = await bot.otter.run_command(bot.sandbox.duels_id, "track wolf", n=3, wait=False)
        [told] = (await bot.wait_for_interaction(ear, begun))["data"]["options"]
    assert (told["name"], told["type"], "value" in told) == ("wolf", 1, False)
    assert told["options"] == [{"name": "n", "type": 4, "value": 3}]


@rule(
    "Resolved Data Structure", "whoever is named is told as user, and in a server as member without user, deaf and mute"
)
async def resolved(bot: ConformanceBot) -> None:
    body = {"name": "meet", "description": "Meets", "options": [{"name": "whom", "type": 6, "description": "W"}]}
    assert (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).status < 300
    async with bot.identify_at_gateway() as ear:
        begun = await bot.otter.run_command(bot.sandbox.duels_id, "meet", whom="heron", wait=False)
        data = (await bot.wait_for_interaction(ear, begun))["data"]
    heron = data["options"][0]["value"]
    assert data["resolved"]["users"][heron]["username"] == "heron"
    assert "permissions" in data["resolved"]["members"][heron]
    assert {"user", "deaf", "mute"}.isdisjoint(data["resolved"]["members"][heron])


@rule("Message Component Data Structure", "custom_id and component_type, and of a select always the values")
async def component_data(bot: ConformanceBot) -> None:
    chosen = [{"label": name, "value": name} for name in ("wolf", "bison")]
    picker = {"type": 3, "custom_id": "beast", "options": chosen, "min_values": 0}
    async with bot.identify_at_gateway() as ear:
        _, press = await bot.send_and_click_button(ear)
        card = await bot.send_message(components=[action_row(picker)])
        told = [
            (await bot.wait_for_interaction(ear, await bot.otter.select_values(card, "beast", values, wait=False)))[
                "data"
            ]
            for values in (["bison"], [])
        ]
    assert (press["data"]["custom_id"], press["data"]["component_type"]) == ("go", 2)
    assert [(one["custom_id"], one["component_type"], one["values"]) for one in told] == [
        ("beast", 3, ["bison"]), ("beast", 3, []),
    ]  # fmt: skip


@rule("Modal Submit Data Structure", "the form's custom_id, and what was filled in, as nested as it was asked")
async def modal_data(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        assert (await bot.respond(call, 9, make_modal())).status == 204
        told = await bot.wait_for_interaction(ear, await bot.otter.submit_modal({"name": "Tarka"}, wait=False))
    assert (told["type"], told["data"]["custom_id"]) == (5, "who")
    [label] = told["data"]["components"]
    assert (label["type"], label["component"]["type"]) == (18, 4)
    assert (label["component"]["custom_id"], label["component"]["value"]) == ("name", "Tarka")


@rule("Interaction Callback Type", "4 answers with a message")
async def channel_message_with_source(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        said = response_message(await bot.respond(call, 4, {"content": "Hoo"}, "?with_response=true"))
    assert (said["content"], said["author"]["id"], said["type"]) == ("Hoo", bot.application_id, 20)


@rule("Interaction Callback Type", "5 shows that something is thought about, until it is edited")
async def deferred_channel_message_with_source(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        assert (await bot.respond(call, 5)).status == 204
        assert (await bot.request_by_token(call, "GET", "/messages/@original")).body["flags"] & LOADING_FLAG
        edited = await bot.request_by_token(call, "PATCH", "/messages/@original", {"content": "Hoo"})
    assert (edited.status, edited.body["content"], edited.body["flags"] & LOADING_FLAG) == (200, "Hoo", 0)


@rule("Interaction Callback Type", "6 is for components: nothing is shown, and the pressed message is edited later")
async def deferred_update_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card, press = await bot.send_and_click_button(ear)
        assert (await bot.respond(press, 6)).status == 204
        edited = await bot.request_by_token(press, "PATCH", "/messages/@original", {"content": "Hee"})
        assert (edited.body["id"], edited.body["content"]) == (card["id"], "Hee")
        assert (await bot.respond(await bot.forge_command(ear), 6)).status == 400


@rule("Interaction Callback Type", "7 is for components: it edits the pressed message at once")
async def update_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card, press = await bot.send_and_click_button(ear)
        edited = response_message(await bot.respond(press, 7, {"content": "Hee"}, "?with_response=true"))
        assert (edited["id"], edited["content"]) == (card["id"], "Hee")
        assert (await bot.respond(await bot.forge_command(ear), 7, {"content": "Hee"})).status == 400


@rule("Interaction Callback Type", "8 is for what is being typed, and nothing else answers that")
async def autocomplete_result(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        assert (await bot.respond(await bot.forge_command(ear), 8, {"choices": []})).status == 400
        data = {"name": "hunt", "type": 1, "options": [{"type": 3, "name": "b", "value": "w", "focused": True}]}
        typed = await bot.forge_interaction(ear, 4, data)
        assert (await bot.respond(typed, 4, {"content": "Hoo"})).status == 400
        assert (await bot.respond(typed, 8, {"choices": [{"name": "Wolf", "value": "wolf"}]})).status == 204


@rule("Interaction Callback Type", "9 opens a form, but not in answer to a form")
async def modal_callback(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        assert (await bot.respond(await bot.forge_command(ear), 9, make_modal())).status == 204
        told = await bot.wait_for_interaction(ear, await bot.otter.submit_modal({"name": "Tarka"}, wait=False))
        assert (await bot.respond(told, 9, make_modal())).status == 400
        assert (await bot.respond(told, 4, {"content": "Hoo"})).status == 204


@rule("Messages", "of a deferred answer's flags ephemeral alone counts")
async def deferred_flags(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        assert (await bot.respond(call, 5, {"flags": EPHEMERAL_FLAG | 1 << 12 | V2_FLAG})).status == 204
        told = (await bot.request_by_token(call, "GET", "/messages/@original")).body
        assert told["flags"] & (EPHEMERAL_FLAG | 1 << 12 | V2_FLAG) == EPHEMERAL_FLAG
        shown = {"flags": V2_FLAG, "components": [{"type": 10, "content": "Hoo"}]}
        assert (await bot.request_by_token(call, "PATCH", "/messages/@original", shown)).status == 200


@rule("Messages", "an answer has at most ten embeds, and may be for one person alone")
async def ephemeral(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        assert (await bot.respond(call, 4, {"embeds": [{"description": "x"}] * 11})).fault_paths == {"data.embeds"}
        assert (await bot.respond(call, 4, {"content": "For you", "flags": EPHEMERAL_FLAG})).status == 204
        key = (await bot.request_by_token(call, "GET", "/messages/@original")).body["id"]
    assert [one for one in await bot.heron.load_messages(bot.sandbox.duels_id) if one["id"] == key] == []
    assert [one["content"] for one in await bot.otter.load_messages(bot.sandbox.duels_id) if one["id"] == key] == [
        "For you"
    ]
    assert (await bot.request("GET", f"/channels/{bot.sandbox.duels_id}/messages/{key}")).status_and_code == (
        404,
        10008,
    )


@rule("Autocomplete", "at most 25 choices")
async def choices(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        data = {"name": "hunt", "type": 1, "options": [{"type": 3, "name": "b", "value": "w", "focused": True}]}
        typed = await bot.forge_interaction(ear, 4, data)
        for count, status in ((26, 400), (25, 204)):
            given = {"choices": [{"name": f"{number}", "value": f"{number}"} for number in range(count)]}
            assert (await bot.respond(typed, 8, given)).status == status


add_boundary_rule(
    PAGE, "Modal", "custom id", "1 to 100 characters",
    lambda n: make_modal(custom_id="x" * n), "data.custom_id", minimum=1, maximum=100, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Modal", "title", "at most 45 characters",
    lambda n: make_modal(title="x" * n), "data.title", maximum=45, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Modal", "components", "1 to 5 components",
    lambda n: make_modal(components=make_text_inputs(n)), "data.components", minimum=1, maximum=5,
        send_bodies=send_modals,
)  # fmt: skip


@rule("Interaction Callback", "it needs no token but its own")
async def its_own_token(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        path = f"/interactions/{call['id']}/{call['token']}/callback"
        none = {"Authorization": None}
        assert (await bot.request("POST", path, {"type": 4, "data": {"content": "Hoo"}}, headers=none)).status == 204


@rule("Interaction Callback", "it is answered once")
async def once(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        replies = [await bot.respond(call, 4, {"content": "Hoo"}) for _ in range(2)]
    assert (replies[0].status, replies[1].status_and_code) == (204, (400, 40060))


@rule("Interaction Callback", "after three seconds without an answer its token is worth nothing")
async def three_seconds(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        await bot.control("set_response_timeout", seconds=3)
        try:
            call = await bot.forge_command(ear)
        finally:
            await bot.control("set_response_timeout", seconds=TIMEOUT_S)
        await bot.control("advance_time", seconds=3)
        assert (await bot.respond(call, 4, {"content": "Hoo"})).status_and_code == (404, 10062)
        assert (await bot.request_by_token(call, "POST", "", {"content": "Hoo"})).status in {401, 404}


@rule("Interaction Callback", "a token is good for a quarter of an hour")
async def a_quarter_of_an_hour(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        await bot.respond(call, 4, {"content": "Hoo"})
        # A busy machine takes a while from here to there.
        await bot.control("advance_time", seconds=TOKEN_LIFETIME_S - 2 * TIMEOUT_S)
        assert (await bot.request_by_token(call, "POST", "", {"content": "Hee"})).status == 200
        await bot.control("advance_time", seconds=2 * TIMEOUT_S + 1)
        assert (await bot.request_by_token(call, "POST", "", {"content": "Hee"})).status_and_code == (401, 50027)
        assert (
            await bot.request_by_token(call, "PATCH", "/messages/@original", {"content": "Hee"})
        ).status_and_code == (401, 50027)


@rule(
    "Interaction Callback Object",
    "with_response tells the interaction and its message, and whether it loads or is private",
)
async def callback_object(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        told = (await bot.respond(call, 5, {"flags": EPHEMERAL_FLAG}, "?with_response=1")).body["interaction"]
        original = (await bot.request_by_token(call, "GET", "/messages/@original")).body
    assert (told["id"], told["type"], told["response_message_id"]) == (call["id"], 2, original["id"])
    assert told["response_message_loading"] is told["response_message_ephemeral"] is True


@rule("Interaction Callback Resource Object", "it has the message of an answer of type 4 or 7 alone")
async def resource(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        told = [
            (await bot.respond(await bot.forge_command(ear), kind, data, "?with_response=true")).body["resource"]
            for kind, data in ((4, {"content": "Hoo"}), (5, None), (9, make_modal()))
        ]
    await bot.otter.close_modal()
    assert [(one["type"], "message" in one) for one in told] == [(4, True), (5, False), (9, False)]


@rule("Create Interaction Response", "204 without a body, unless with_response asks for one")
async def no_content(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        for query, status in (("", 204), ("?with_response=false", 204), ("?with_response=True", 200)):
            assert (await bot.respond(await bot.forge_command(ear), 4, {"content": "Hoo"}, query)).status == status


@rule("Create Interaction Response", "it takes files")
async def files(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        path = f"/interactions/{call['id']}/{call['token']}/callback?with_response=true"
        sent = await bot.request("POST", path, {"type": 4, "data": {"content": "Hoo"}}, files=[("a.txt", b"a")])
    assert [one["filename"] for one in (response_message(sent))["attachments"]] == ["a.txt"]


@rule("Endpoints", "what goes by a token is not bound to the limit for everything")
async def no_global_limit(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        await bot.control("set_rate_limit", route="*", limit=1, seconds=600)
        try:
            assert (await bot.respond(call, 4, {"content": "Hoo"})).status == 204
            for content in ("One", "Two"):
                assert (await bot.request_by_token(call, "POST", "", {"content": content})).status == 200
        finally:
            await bot.control("set_rate_limit", route="*", limit=None)


@rule("Delete Original Interaction Response", "204, and it is gone")
async def delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        await bot.respond(call, 4, {"content": "Hoo"})
        assert (await bot.request_by_token(call, "DELETE", "/messages/@original")).status == 204
        assert (await bot.request_by_token(call, "GET", "/messages/@original")).status_and_code == (404, 10008)


@rule("Create Followup Message", "it is always told, whether or not one waits for it")
async def always_told(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        await bot.respond(call, 4, {"content": "Hoo"})
        followed = await bot.request_by_token(call, "POST", "?wait=false", {"content": "Hee"})
        assert (followed.status, followed.body["content"]) == (200, "Hee")
        edited = await bot.request_by_token(call, "PATCH", f"/messages/{followed.body['id']}", {"content": "Ha"})
        assert edited.body["content"] == "Ha"
        assert (await bot.request_by_token(call, "DELETE", f"/messages/{followed.body['id']}")).status == 204


@rule("Create Followup Message", "the first after a deferred answer fills that, and is as private as it was begun")
async def fills(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        for flags in (0, EPHEMERAL_FLAG):
            call = await bot.forge_command(ear)
            await bot.respond(call, 5, {"flags": flags})
            waiting = (await bot.request_by_token(call, "GET", "/messages/@original")).body["id"]
            told = (
                await bot.request_by_token(call, "POST", "", {"content": "Hoo", "flags": EPHEMERAL_FLAG - flags})
            ).body
            assert (told["id"], told["flags"] & EPHEMERAL_FLAG) == (waiting, flags)
            again = (await bot.request_by_token(call, "POST", "", {"content": "Hee"})).body
            assert again["id"] != waiting


@rule("Create Followup Message", "five an interaction where a person alone has brought the app")
async def five(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        call = await other.forge_command(ear, channel_id=bot.sandbox.duels_id)
        await other.respond(call, 4, {"content": "Hoo"})
        replies = [await other.request_by_token(call, "POST", "", {"content": "Hee"}) for _ in range(6)]
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)
    assert [reply.status for reply in replies] == [200] * 5 + [400]
    assert replies[5].status_and_code == (400, 40094)


@rule("Create Followup Message", "as many as one likes where a server has it")
async def more_than_five(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        await bot.respond(call, 4, {"content": "Hoo"})
        assert [(await bot.request_by_token(call, "POST", "", {"content": "Hee"})).status for _ in range(6)] == [
            200
        ] * 6


@rule("Receiving an Interaction", "what is asked while nobody listens fails")
async def nobody_listens(bot: ConformanceBot) -> None:
    card = await bot.send_message(components=[action_row(button())])
    begun = await bot.otter.click(card, custom_id="go", wait=False)
    await bot.control("advance_time", seconds=TIMEOUT_S)
    [told] = [one for one in (await bot.otter.load_view())["interactions"] if one["id"] == begun.interaction_id]
    assert (told["state"], told["message_id"]) == ("failed", card["id"])
    await bot.sandbox.reset_people()
