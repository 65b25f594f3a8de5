"""Rules from the documentation page interactions/receiving-and-responding: interactions and their responses."""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule, send_modals
from deploy.playground.tests.conformance.conformance_bot import ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, LOADING_FLAG, V2_FLAG
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON

PAGE = DocumentationPage("interactions/receiving-and-responding")
rule = PAGE.rule
TOKEN_LIFETIME_S = 15 * 60


def make_modal(**fields: Any) -> JSON:
    label = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
    return {"custom_id": "who", "title": "Who?", "components": [label], **fields}


def make_text_inputs(count: int) -> list[JSON]:
    return [
        {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": f"n{number}", "style": 1}}
        for number in range(count)
    ]


@rule(
    "Interaction Structure",
    "An interaction has an ID, an application, a type, a channel and a token; its version is 1.",
)
async def interaction_fields(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
    assert (interaction["application_id"], interaction["type"], interaction["version"]) == (bot.application_id, 2, 1)
    assert (interaction["guild_id"], interaction["guild"]["id"]) == (bot.guild_id, bot.guild_id)
    assert (interaction["channel_id"], interaction["channel"]["id"]) == (bot.sandbox.duels_id, bot.sandbox.duels_id)
    assert {"id", "token", "data", "app_permissions", "locale", "guild_locale", "entitlements"} <= interaction.keys()


@rule("Interaction Structure", "In a server an interaction has a member with permissions, in a direct message a user.")
async def member_or_user(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        in_server, in_dm = (
            await bot.forge_command(gateway),
            await bot.forge_command(gateway, channel_id=bot.sandbox.dm_name),
        )
    assert (in_server["member"]["user"]["username"], "user" in in_server) == ("otter", False)
    assert int(in_server["member"]["permissions"]) & 1 << 3
    assert (in_dm["user"]["username"], "member" in in_dm, "guild_id" in in_dm) == ("otter", False, False)


@rule("Interaction Structure", "app_permissions are the permissions of the app in the channel.")
async def app_permissions(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    async with bot.identify_at_gateway() as gateway:
        for allowed in (True, False):
            await bot.set_permissions(
                channel_id, *(["attach_files"] if allowed else []), deny=[] if allowed else ["attach_files"]
            )
            interaction = await bot.forge_command(gateway, channel_id=channel_id)
            assert bool(int(interaction["app_permissions"]) & 1 << 15) is allowed


@rule("Interaction Structure", "In direct messages the app may attach files, embed links and mention everyone.")
async def app_permissions_in_dms(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway, channel_id=bot.sandbox.dm_name)
    expected = 1 << 14 | 1 << 15 | 1 << 17 | 1 << 18
    assert int(interaction["app_permissions"]) & expected == expected


@rule("Interaction Structure", "locale is the user's language, and guild_locale the server's.")
async def locales(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway, bot.heron)
    assert (interaction["locale"], interaction["guild_locale"]) == ("de", "en-US")


@rule("Interaction Structure", "attachment_size_limit is in bytes.")
async def attachment_size_limit(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        assert (await bot.forge_command(gateway))["attachment_size_limit"] == 10 * 1024 * 1024


@rule("Interaction Structure", "A component interaction contains its message.")
async def component_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message, click = await bot.send_and_click_button(gateway)
    assert (click["type"], click["message"]["id"]) == (3, message["id"])


@rule(
    "Interaction Context Types",
    "The context is 0 in a server, 1 in a direct message with the app, and 2 in private channels.",
)
async def context_values(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        group_id = str((await other.otter.create_group("heron", "lynx", name=f"Reeds of {other.application_id}"))["id"])
        channel_ids = (other.sandbox.duels_id, other.sandbox.dm_name, group_id)
        interactions = [await other.forge_command(gateway, channel_id=channel_id) for channel_id in channel_ids]
        assert [interaction["context"] for interaction in interactions] == [0, 1, 2]
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)


@rule(
    "Authorizing Integration Owners Object",
    "Key 0 holds the server's ID (0 in a direct message with the app), key 1 the user's ID.",
)
async def integration_owners(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        otter_id = await bot.sandbox.find_person_id("otter")
        interactions = [
            (await other.forge_command(gateway, channel_id=channel_id))
            for channel_id in (other.sandbox.duels_id, other.sandbox.dm_name)
        ]
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        interactions.append(await other.forge_command(gateway, channel_id=other.sandbox.duels_id))
        interactions.append(await other.forge_command(gateway, channel_id=bot.sandbox.duels_id))
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)
    server_owner = {"0": other.guild_id}
    assert [interaction["authorizing_integration_owners"] for interaction in interactions] == [
        server_owner, {"0": "0"}, server_owner | {"1": otter_id}, {"1": otter_id},
    ]  # fmt: skip


@rule("Application Command Data Structure", "Command data has the ID, name, type and options of the command.")
async def command_options(bot: ConformanceBot) -> None:
    options = [{"name": "beast", "type": 3, "description": "B"}, {"name": "number", "type": 4, "description": "N"}]
    body = {"name": "hunt", "description": "Hunts", "options": options}
    command = (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).body
    async with bot.identify_at_gateway() as gateway:
        result = await bot.otter.run_command(bot.sandbox.duels_id, "hunt", beast="wolf", number=7, wait=False)
        data = (await bot.wait_for_interaction(gateway, result))["data"]
    assert (data["id"], data["name"], data["type"]) == (command["id"], "hunt", 1)
    assert data["options"] == [
        {"name": "beast", "type": 3, "value": "wolf"}, {"name": "number", "type": 4, "value": 7},
    ]  # fmt: skip


@rule("Application Command Interaction Data Option Structure", "A subcommand has options instead of a value.")
async def subcommand_options(bot: ConformanceBot) -> None:
    subcommand = {
        "name": "wolf",
        "type": 1,
        "description": "W",
        "options": [{"name": "n", "type": 4, "description": "N"}],
    }
    body = {"name": "track", "description": "Tracks", "options": [subcommand]}
    assert (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).status < 300
    async with bot.identify_at_gateway() as gateway:
        result = await bot.otter.run_command(bot.sandbox.duels_id, "track wolf", n=3, wait=False)
        [option] = (await bot.wait_for_interaction(gateway, result))["data"]["options"]
    assert (option["name"], option["type"], "value" in option) == ("wolf", 1, False)
    assert option["options"] == [{"name": "n", "type": 4, "value": 3}]


@rule("Resolved Data Structure", "A user is resolved as user and, in a server, as member without user, deaf and mute.")
async def resolved_users(bot: ConformanceBot) -> None:
    body = {"name": "meet", "description": "Meets", "options": [{"name": "whom", "type": 6, "description": "W"}]}
    assert (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).status < 300
    async with bot.identify_at_gateway() as gateway:
        result = await bot.otter.run_command(bot.sandbox.duels_id, "meet", whom="heron", wait=False)
        data = (await bot.wait_for_interaction(gateway, result))["data"]
    heron_id = data["options"][0]["value"]
    assert data["resolved"]["users"][heron_id]["username"] == "heron"
    assert "permissions" in data["resolved"]["members"][heron_id]
    assert {"user", "deaf", "mute"}.isdisjoint(data["resolved"]["members"][heron_id])


@rule(
    "Message Component Data Structure",
    "Component data has a custom_id and a component_type, and for selects always values.",
)
async def component_data(bot: ConformanceBot) -> None:
    options = [{"label": name, "value": name} for name in ("wolf", "bison")]
    select = {"type": 3, "custom_id": "beast", "options": options, "min_values": 0}
    async with bot.identify_at_gateway() as gateway:
        _, click = await bot.send_and_click_button(gateway)
        message = await bot.send_message(components=[action_row(select)])
        results = [await bot.otter.select_values(message, "beast", it, wait=False) for it in (["bison"], [])]
        choices = [(await bot.wait_for_interaction(gateway, result))["data"] for result in results]
    assert (click["data"]["custom_id"], click["data"]["component_type"]) == ("go", 2)
    assert [(choice["custom_id"], choice["component_type"], choice["values"]) for choice in choices] == [
        ("beast", 3, ["bison"]), ("beast", 3, []),
    ]  # fmt: skip


@rule("Modal Submit Data Structure", "Modal data has the custom_id and the submitted values, nested like the modal.")
async def modal_data(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        command = await bot.forge_command(gateway)
        assert (await bot.respond(command, 9, make_modal())).status == 204
        result = await bot.otter.submit_modal({"name": "Tarka"}, wait=False)
        submission = await bot.wait_for_interaction(gateway, result)
    assert (submission["type"], submission["data"]["custom_id"]) == (5, "who")
    [label] = submission["data"]["components"]
    assert (label["type"], label["component"]["type"]) == (18, 4)
    assert (label["component"]["custom_id"], label["component"]["value"]) == ("name", "Tarka")


@rule("Interaction Callback Type", "Type 4 responds with a message.")
async def channel_message_with_source(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        message = await bot.respond_with_message(interaction, 4, {"content": "Hoo"})
    assert (message["content"], message["author"]["id"], message["type"]) == ("Hoo", bot.application_id, 20)


@rule("Interaction Callback Type", "Type 5 shows a loading state until the response is edited.")
async def deferred_channel_message_with_source(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        assert (await bot.respond(interaction, 5)).status == 204
        assert (await bot.request_by_token(interaction, "GET", "/messages/@original")).body["flags"] & LOADING_FLAG
        reply = await bot.request_by_token(interaction, "PATCH", "/messages/@original", {"content": "Hoo"})
    assert (reply.status, reply.body["content"], reply.body["flags"] & LOADING_FLAG) == (200, "Hoo", 0)


@rule("Interaction Callback Type", "Type 6 acknowledges a component; its message can be edited later.")
async def deferred_update_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message, click = await bot.send_and_click_button(gateway)
        assert (await bot.respond(click, 6)).status == 204
        edited = await bot.request_by_token(click, "PATCH", "/messages/@original", {"content": "Hee"})
        assert (edited.body["id"], edited.body["content"]) == (message["id"], "Hee")
        assert (await bot.respond(await bot.forge_command(gateway), 6)).status == 400


@rule("Interaction Callback Type", "Type 7 edits the message of a component.")
async def update_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message, click = await bot.send_and_click_button(gateway)
        edited = await bot.respond_with_message(click, 7, {"content": "Hee"})
        assert (edited["id"], edited["content"]) == (message["id"], "Hee")
        assert (await bot.respond(await bot.forge_command(gateway), 7, {"content": "Hee"})).status == 400


@rule("Interaction Callback Type", "Type 8 answers autocomplete interactions, which accept no other type.")
async def autocomplete_result(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        assert (await bot.respond(await bot.forge_command(gateway), 8, {"choices": []})).status == 400
        data = {"name": "hunt", "type": 1, "options": [{"type": 3, "name": "b", "value": "w", "focused": True}]}
        interaction = await bot.forge_interaction(gateway, 4, data)
        assert (await bot.respond(interaction, 4, {"content": "Hoo"})).status == 400
        assert (await bot.respond(interaction, 8, {"choices": [{"name": "Wolf", "value": "wolf"}]})).status == 204


@rule("Interaction Callback Type", "Type 9 opens a modal, but not in response to a modal.")
async def modal_callback(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        assert (await bot.respond(await bot.forge_command(gateway), 9, make_modal())).status == 204
        result = await bot.otter.submit_modal({"name": "Tarka"}, wait=False)
        submission = await bot.wait_for_interaction(gateway, result)
        assert (await bot.respond(submission, 9, make_modal())).status == 400
        assert (await bot.respond(submission, 4, {"content": "Hoo"})).status == 204


@rule("Messages", "A deferred response uses only the EPHEMERAL flag.")
async def deferred_flags(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        assert (await bot.respond(interaction, 5, {"flags": EPHEMERAL_FLAG | 1 << 12 | V2_FLAG})).status == 204
        message = (await bot.request_by_token(interaction, "GET", "/messages/@original")).body
        assert message["flags"] & (EPHEMERAL_FLAG | 1 << 12 | V2_FLAG) == EPHEMERAL_FLAG
        body = {"flags": V2_FLAG, "components": [{"type": 10, "content": "Hoo"}]}
        assert (await bot.request_by_token(interaction, "PATCH", "/messages/@original", body)).status == 200


@rule("Messages", "A response has at most 10 embeds and may be ephemeral.")
async def ephemeral_response(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        reply = await bot.respond(interaction, 4, {"embeds": [{"description": "x"}] * 11})
        assert reply.error_paths == {"data.embeds"}
        assert (await bot.respond(interaction, 4, {"content": "For you", "flags": EPHEMERAL_FLAG})).status == 204
        message_id = (await bot.request_by_token(interaction, "GET", "/messages/@original")).body["id"]
    for person, contents in ((bot.heron, []), (bot.otter, ["For you"])):
        messages = await person.load_messages(bot.sandbox.duels_id)
        assert [message["content"] for message in messages if message["id"] == message_id] == contents
    reply = await bot.request("GET", f"/channels/{bot.sandbox.duels_id}/messages/{message_id}")
    assert reply.status_and_code == (404, 10008)


@rule("Autocomplete", "An autocomplete response has at most 25 choices.")
async def choice_limit(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        data = {"name": "hunt", "type": 1, "options": [{"type": 3, "name": "b", "value": "w", "focused": True}]}
        interaction = await bot.forge_interaction(gateway, 4, data)
        for count, status in ((26, 400), (25, 204)):
            choices = {"choices": [{"name": f"{number}", "value": f"{number}"} for number in range(count)]}
            assert (await bot.respond(interaction, 8, choices)).status == status


add_boundary_rule(
    PAGE, "Modal", "custom id", "A custom_id has 1 to 100 characters.",
    lambda n: make_modal(custom_id="x" * n), "data.custom_id", minimum=1, maximum=100, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Modal", "title", "A title has at most 45 characters.",
    lambda n: make_modal(title="x" * n), "data.title", maximum=45, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Modal", "components", "A modal has 1 to 5 components.",
    lambda n: make_modal(components=make_text_inputs(n)), "data.components", minimum=1, maximum=5,
        send_bodies=send_modals,
)  # fmt: skip


@rule("Interaction Callback", "A response needs no bot token.")
async def no_bot_token(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        no_token = {"Authorization": None}
        reply = await bot.request("POST", path, {"type": 4, "data": {"content": "Hoo"}}, headers=no_token)
        assert reply.status == 204


@rule("Interaction Callback", "An interaction accepts one response.")
async def second_response(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        replies = [await bot.respond(interaction, 4, {"content": "Hoo"}) for _ in range(2)]
    assert (replies[0].status, replies[1].status_and_code) == (204, (400, 40060))


@rule("Interaction Callback", "The token becomes invalid after three seconds without a response.")
async def response_deadline(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        await bot.control("set_response_timeout", seconds=3)
        try:
            interaction = await bot.forge_command(gateway)
        finally:
            await bot.control("set_response_timeout", seconds=TIMEOUT_S)
        await bot.control("advance_time", seconds=3)
        assert (await bot.respond(interaction, 4, {"content": "Hoo"})).status_and_code == (404, 10062)
        assert (await bot.request_by_token(interaction, "POST", "", {"content": "Hoo"})).status in {401, 404}


@rule("Interaction Callback", "The token is valid for 15 minutes.")
async def token_lifetime(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        await bot.respond(interaction, 4, {"content": "Hoo"})
        # Leave enough time before the token expires, even for a slow machine.
        await bot.control("advance_time", seconds=TOKEN_LIFETIME_S - 2 * TIMEOUT_S)
        assert (await bot.request_by_token(interaction, "POST", "", {"content": "Hee"})).status == 200
        await bot.control("advance_time", seconds=2 * TIMEOUT_S + 1)
        assert (await bot.request_by_token(interaction, "POST", "", {"content": "Hee"})).status_and_code == (401, 50027)
        reply = await bot.request_by_token(interaction, "PATCH", "/messages/@original", {"content": "Hee"})
        assert reply.status_and_code == (401, 50027)


@rule(
    "Interaction Callback Object",
    "with_response returns the interaction, its message and whether it is loading or ephemeral.",
)
async def callback_object(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        callback = (await bot.respond(interaction, 5, {"flags": EPHEMERAL_FLAG}, "?with_response=1")).body[
            "interaction"
        ]
        original = (await bot.request_by_token(interaction, "GET", "/messages/@original")).body
    assert (callback["id"], callback["type"], callback["response_message_id"]) == (interaction["id"], 2, original["id"])
    assert callback["response_message_loading"] is callback["response_message_ephemeral"] is True


@rule("Interaction Callback Resource Object", "The resource includes the message only for responses of type 4 and 7.")
async def resource_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        resources = [
            (await bot.respond(await bot.forge_command(gateway), response_type, data, "?with_response=true")).body[
                "resource"
            ]
            for response_type, data in ((4, {"content": "Hoo"}), (5, None), (9, make_modal()))
        ]
    await bot.otter.close_modal()
    assert [(resource["type"], "message" in resource) for resource in resources] == [(4, True), (5, False), (9, False)]


@rule("Create Interaction Response", "A response returns 204 without a body unless with_response is set.")
async def response_status(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        for query, status in (("", 204), ("?with_response=false", 204), ("?with_response=True", 200)):
            assert (await bot.respond(await bot.forge_command(gateway), 4, {"content": "Hoo"}, query)).status == status


@rule("Create Interaction Response", "A response can contain files.")
async def response_files(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        reply = await bot.respond(interaction, 4, {"content": "Hoo"}, "?with_response=true", files=[("a.txt", b"a")])
    message = reply.body["resource"]["message"]
    assert [attachment["filename"] for attachment in message["attachments"]] == ["a.txt"]


@rule("Endpoints", "Routes that use an interaction token are exempt from the global rate limit.")
async def no_global_limit(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        await bot.control("set_rate_limit", route="*", limit=1, seconds=600)
        try:
            assert (await bot.respond(interaction, 4, {"content": "Hoo"})).status == 204
            for content in ("One", "Two"):
                for method, path in (("POST", ""), ("PATCH", "/messages/@original")):
                    assert (await bot.request_by_token(interaction, method, path, {"content": content})).status == 200
        finally:
            await bot.control("set_rate_limit", route="*", limit=None)


@rule("Delete Original Interaction Response", "Deleting the original response returns 204.")
async def delete_original(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        await bot.respond(interaction, 4, {"content": "Hoo"})
        assert (await bot.request_by_token(interaction, "DELETE", "/messages/@original")).status == 204
        assert (await bot.request_by_token(interaction, "GET", "/messages/@original")).status_and_code == (404, 10008)


@rule("Create Followup Message", "A follow-up message is returned regardless of the wait parameter.")
async def followup_returned(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        await bot.respond(interaction, 4, {"content": "Hoo"})
        followup = await bot.request_by_token(interaction, "POST", "?wait=false", {"content": "Hee"})
        assert (followup.status, followup.body["content"]) == (200, "Hee")
        edited = await bot.request_by_token(interaction, "PATCH", f"/messages/{followup.body['id']}", {"content": "Ha"})
        assert edited.body["content"] == "Ha"
        assert (await bot.request_by_token(interaction, "DELETE", f"/messages/{followup.body['id']}")).status == 204


@rule("Create Followup Message", "The first follow-up to a deferred response replaces it and keeps its visibility.")
async def first_followup(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        for flags in (0, EPHEMERAL_FLAG):
            interaction = await bot.forge_command(gateway)
            await bot.respond(interaction, 5, {"flags": flags})
            original_id = (await bot.request_by_token(interaction, "GET", "/messages/@original")).body["id"]
            first = (
                await bot.request_by_token(interaction, "POST", "", {"content": "Hoo", "flags": EPHEMERAL_FLAG - flags})
            ).body
            assert (first["id"], first["flags"] & EPHEMERAL_FLAG) == (original_id, flags)
            second = (await bot.request_by_token(interaction, "POST", "", {"content": "Hee"})).body
            assert second["id"] != original_id


@rule("Create Followup Message", "A user-installed app can send five follow-ups per interaction.")
async def user_install_followups(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        await other.otter.set_bot_installed(other.sandbox.bot_name)
        interaction = await other.forge_command(gateway, channel_id=bot.sandbox.duels_id)
        await other.respond(interaction, 4, {"content": "Hoo"})
        replies = [await other.request_by_token(interaction, "POST", "", {"content": "Hee"}) for _ in range(6)]
        # The number of edits is not limited.
        edited = await other.request_by_token(interaction, "PATCH", "/messages/@original", {"content": "Ha"})
        await other.otter.set_bot_installed(other.sandbox.bot_name, installed=False)
    assert [reply.status for reply in replies[:5]] == [200] * 5
    assert (replies[5].status_and_code, edited.status) == ((400, 40094), 200)


@rule("Create Followup Message", "An app that is installed in the server can send any number of follow-ups.")
async def server_install_followups(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        await bot.respond(interaction, 4, {"content": "Hoo"})
        assert [(await bot.request_by_token(interaction, "POST", "", {"content": "Hee"})).status for _ in range(6)] == [
            200
        ] * 6


@rule("Receiving an Interaction", "An interaction fails if the bot is not connected.")
async def no_connected_bot(bot: ConformanceBot) -> None:
    message = await bot.send_message(components=[action_row(button())])
    result = await bot.otter.click(message, custom_id="go", wait=False)
    await bot.control("advance_time", seconds=TIMEOUT_S)
    [failed] = [
        interaction
        for interaction in (await bot.otter.load_view())["interactions"]
        if interaction["id"] == result.interaction_id
    ]
    assert (failed["state"], failed["message_id"]) == ("failed", message["id"])
    await bot.sandbox.reset_people()
