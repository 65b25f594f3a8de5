"""components/reference: what messages and forms are built of, and how it is told when somebody uses it.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule, send_modals
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON, File

PAGE = DocumentationPage("components/reference")
rule = PAGE.rule
V2_FLAG = 1 << 15
IMAGE_URL = "https://example.org/owl.png"
FIRST_IN_ROW_PATH = "components.0.components.0"
MODAL_INPUT_PATH = "data.components.0.component"


def v2_message(*shown: JSON) -> JSON:
    return {"flags": V2_FLAG, "components": list(shown)}


def text_display(content: str = "Hoo", **fields: Any) -> JSON:
    return {"type": 10, "content": content, **fields}


def legacy_message(*inner: JSON) -> JSON:
    return {"content": "Hoo", "components": [action_row(*inner)]}


def make_select(kind: int = 3, **fields: Any) -> JSON:
    made = {"type": kind, "custom_id": "beast", **({"options": make_options(3)} if kind == 3 else {}), **fields}
    return {name: value for name, value in made.items() if value is not None}


def make_options(count: int, **fields: Any) -> list[JSON]:
    return [{"label": f"Beast {number}", "value": f"{number}", **fields} for number in range(count)]


def modal_with(component: JSON, **fields: Any) -> JSON:
    asked = {"type": 18, "label": "Beast", "component": component, **fields}
    return {"custom_id": "who", "title": "Who?", "components": [asked]}


def text_input(**fields: Any) -> JSON:
    return {"type": 4, "style": 1, "custom_id": "name", **fields}


def media_gallery(count: int, **fields: Any) -> JSON:
    return {"type": 12, "items": [{"media": {"url": IMAGE_URL}, **fields}] * count}


async def send_v2_message(bot: ConformanceBot, *shown: JSON) -> ApiReply:
    return await bot.try_send_message(v2_message(*shown))


@rule("Anatomy of a Component", "ids are numbered in their order where they are left out, and 0 is as good as left out")
async def ids(bot: ConformanceBot) -> None:
    told = (await send_v2_message(bot, text_display(), text_display(id=0), text_display(id=7))).body["components"]
    numbers = [one["id"] for one in told]
    assert numbers[2] == 7
    assert len({*numbers}) == 3
    assert all(number > 0 for number in numbers)


@rule("Anatomy of a Component", "an id stands on a message once")
async def ids_once(bot: ConformanceBot) -> None:
    assert (await send_v2_message(bot, text_display(id=7), text_display(id=7))).fault_paths == {"components.1.id"}


add_boundary_rule(
    PAGE, "Custom ID", "length", "1 to 100 characters",
    lambda n: legacy_message(button("x" * n)), f"{FIRST_IN_ROW_PATH}.custom_id", minimum=1, maximum=100,
)  # fmt: skip


@rule("Custom ID", "none stands on a message twice")
async def custom_ids_once(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(button(), button()))).fault_paths == {
        "components.0.components.1.custom_id"
    }


@rule("Custom ID", "what was used tells it")
async def custom_id_told(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        _, press = await bot.send_and_click_button(ear)
    assert press["data"]["custom_id"] == "go"


add_boundary_rule(
    PAGE, "Action Row", "buttons", "at most five buttons",
    lambda n: legacy_message(*(button(f"{number}") for number in range(n))), "components.0.components", maximum=5,
)  # fmt: skip


@rule("Action Row", "a select stands alone in its row")
async def select_alone(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(make_select()))).status == 200
    for inner in ((make_select(), button()), (make_select(), make_select(5, custom_id="whom"))):
        assert (await bot.try_send_message(legacy_message(*inner))).status == 400


add_boundary_rule(
    PAGE, "Button Structure", "label", "at most 80 characters",
    lambda n: legacy_message(button(label="x" * n)), f"{FIRST_IN_ROW_PATH}.label", maximum=80,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Button Structure", "url", "at most 512 characters",
    lambda n: legacy_message(button(None, style=5, url="https://example.org/" + "x" * (n - 20))),
        f"{FIRST_IN_ROW_PATH}.url", maximum=512,
)  # fmt: skip


@rule("Button Structure", "an ordinary one has a custom_id and no url")
async def ordinary(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(button(None)))).fault_paths == {f"{FIRST_IN_ROW_PATH}.custom_id"}
    assert (await bot.try_send_message(legacy_message(button(url=IMAGE_URL)))).status == 400


@rule("Button Structure", "a link has a url and no custom_id")
async def link(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(button(None, style=5, url=IMAGE_URL)))).status == 200
    assert (await bot.try_send_message(legacy_message(button(None, style=5)))).fault_paths == {
        f"{FIRST_IN_ROW_PATH}.url"
    }
    assert (await bot.try_send_message(legacy_message(button(style=5, url=IMAGE_URL)))).status == 400


@rule("Button Structure", "one for sale has an SKU, and neither custom_id nor label nor url nor emoji")
async def premium(bot: ConformanceBot) -> None:
    sold = {"type": 2, "style": 6, "sku_id": "5"}
    assert (await bot.try_send_message(legacy_message(sold))).status == 200
    for name, value in (("custom_id", "go"), ("label", "Go"), ("url", IMAGE_URL), ("emoji", {"name": "🔥"})):
        assert (await bot.try_send_message(legacy_message(sold | {name: value}))).status == 400


@rule("Button Structure", "a button lies in a row or beside a section, nowhere else")
async def where_buttons_are(bot: ConformanceBot) -> None:
    assert (await send_v2_message(bot, button())).fault_paths == {"components.0"}
    assert (await send_v2_message(bot, action_row(button()))).status == 200


@rule("Button Styles", "1 to 6")
async def styles(bot: ConformanceBot) -> None:
    assert [(await bot.try_send_message(legacy_message(button(style=style)))).status for style in (1, 2, 3, 4)] == [
        200
    ] * 4
    assert [(await bot.try_send_message(legacy_message(button(style=style)))).status for style in (0, 7)] == [400] * 2


add_boundary_rule(
    PAGE, "String Select Structure", "options", "1 to 25 options",
    lambda n: legacy_message(make_select(options=make_options(n))), f"{FIRST_IN_ROW_PATH}.options", minimum=1,
        maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "String Select Structure", "placeholder", "at most 150 characters",
    lambda n: legacy_message(make_select(placeholder="x" * n)), f"{FIRST_IN_ROW_PATH}.placeholder", maximum=150,
)  # fmt: skip
add_boundary_rule(
    PAGE, "String Select Structure", "max values", "at most 25 may be chosen",
    lambda n: legacy_message(make_select(options=make_options(25), max_values=n)), f"{FIRST_IN_ROW_PATH}.max_values",
        maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Select Option Structure", "label", "at most 100 characters of an option's label",
    lambda n: legacy_message(make_select(options=[{"label": "x" * n, "value": "x"}])),
        f"{FIRST_IN_ROW_PATH}.options.0.label", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Select Option Structure", "value", "at most 100 characters of an option's value",
    lambda n: legacy_message(make_select(options=[{"label": "x", "value": "x" * n}])),
        f"{FIRST_IN_ROW_PATH}.options.0.value", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Select Option Structure", "description", "at most 100 characters of an option's description",
    lambda n: legacy_message(make_select(options=make_options(1, description="x" * n))),
        f"{FIRST_IN_ROW_PATH}.options.0.description", maximum=100,
)  # fmt: skip


@rule("String Select Structure", "in a form nothing is disabled")
async def disabled(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(make_select(disabled=True)))).status == 200
    [reply] = await send_modals(bot, [modal_with(make_select(disabled=True))])
    assert reply.fault_paths == {f"{MODAL_INPUT_PATH}.disabled"}


@rule("String Select Structure", "none at all may be chosen in a form only where nothing is required")
async def none_chosen(bot: ConformanceBot) -> None:
    refused, taken = await send_modals(
        bot, [modal_with(make_select(min_values=0)), modal_with(make_select(min_values=0, required=False))]
    )
    assert (refused.fault_paths, taken.status) == ({f"{MODAL_INPUT_PATH}.min_values"}, 204)


@rule("String Select Interaction Response Structure", "in a message it is called component_type, in a form type")
async def called_otherwise(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card = await bot.send_message(components=[action_row(make_select())])
        told = (await bot.wait_for_interaction(ear, await bot.otter.select_values(card, "beast", ["1"], wait=False)))[
            "data"
        ]
        assert (told["component_type"], "type" in told, told["values"]) == (3, False, ["1"])
        await bot.respond(await bot.forge_command(ear), 9, modal_with(make_select()))
        sent = await bot.wait_for_interaction(ear, await bot.otter.submit_modal({"beast": ["1"]}, wait=False))
        told = sent["data"]["components"][0]["component"]
    assert (told["type"], "component_type" in told, told["values"]) == (3, False, ["1"])


add_boundary_rule(
    PAGE, "Text Input Structure", "value", "at most 4,000 characters are filled in before",
    lambda n: modal_with(text_input(value="x" * n)), f"{MODAL_INPUT_PATH}.value", maximum=4000, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Text Input Structure", "placeholder", "at most 100 characters",
    lambda n: modal_with(text_input(placeholder="x" * n)), f"{MODAL_INPUT_PATH}.placeholder", maximum=100,
        send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Text Input Structure", "min length", "0 to 4,000",
    lambda n: modal_with(text_input(min_length=n)), f"{MODAL_INPUT_PATH}.min_length", minimum=0, maximum=4000,
        send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Text Input Structure", "max length", "1 to 4,000",
    lambda n: modal_with(text_input(max_length=n)), f"{MODAL_INPUT_PATH}.max_length", minimum=1, maximum=4000,
        send_bodies=send_modals,
)  # fmt: skip


@rule("Text Input", "they are in forms alone")
async def in_forms_alone(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(text_input(label="Name")))).status == 400


@rule("User Select Interaction Response Structure", "whoever was chosen is told by id, and resolved as user and member")
async def user_select(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card = await bot.send_message(components=[action_row(make_select(5))])
        data = (
            await bot.wait_for_interaction(ear, await bot.otter.select_values(card, "beast", ["heron"], wait=False))
        )["data"]
    heron = await bot.sandbox.find_person_id("heron")
    assert (data["component_type"], data["values"]) == (5, [heron])
    assert data["resolved"].keys() == {"users", "members"}


@rule("Role Select Interaction Response Structure", "roles are told by id and resolved")
async def role_select(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card = await bot.send_message(components=[action_row(make_select(6))])
        data = (
            await bot.wait_for_interaction(
                ear, await bot.otter.select_values(card, "beast", [bot.sandbox.bot_role_id], wait=False)
            )
        )["data"]
    assert (data["component_type"], [*data["resolved"]["roles"]]) == (6, [bot.sandbox.bot_role_id])


@rule("Mentionable Select Interaction Response Structure", "people and roles are told together")
async def mentionable_select(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    async with bot.identify_at_gateway() as ear:
        card = await bot.send_message(components=[action_row(make_select(7, max_values=2))])
        begun = await bot.otter.select_values(card, "beast", [heron, bot.sandbox.bot_role_id], wait=False)
        data = (await bot.wait_for_interaction(ear, begun))["data"]
    assert sorted(data["values"]) == sorted([heron, bot.sandbox.bot_role_id])
    assert ([*data["resolved"]["users"]], [*data["resolved"]["roles"]]) == ([heron], [bot.sandbox.bot_role_id])


@rule("Channel Select Interaction Response Structure", "channels are told by id and resolved in part")
async def channel_select(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card = await bot.send_message(components=[action_row(make_select(8, channel_types=[0]))])
        data = (
            await bot.wait_for_interaction(
                ear, await bot.otter.select_values(card, "beast", [bot.sandbox.lounge_id], wait=False)
            )
        )["data"]
    told = data["resolved"]["channels"][bot.sandbox.lounge_id]
    assert {"id", "name", "type", "permissions"} <= told.keys()
    assert "permission_overwrites" not in told


@rule("Select Default Value Structure", "what is chosen already is a user, a role or a channel, as the select is")
async def default_values(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    assert (
        await bot.try_send_message(legacy_message(make_select(5, default_values=[{"id": heron, "type": "user"}])))
    ).status == 200
    assert (
        await bot.try_send_message(legacy_message(make_select(5, default_values=[{"id": heron, "type": "role"}])))
    ).status == 400


add_boundary_rule(
    PAGE, "Section Structure", "components", "one to three texts",
    lambda n: v2_message({"type": 9, "components": [text_display()] * n, "accessory": button()}),
    "components.0.components", minimum=1, maximum=3,
)  # fmt: skip


@rule("Section Accessory Components", "beside it is a button or a small picture, and something there is")
async def accessory(bot: ConformanceBot) -> None:
    section = {"type": 9, "components": [text_display()]}
    for beside in (button(), {"type": 11, "media": {"url": IMAGE_URL}}):
        assert (await send_v2_message(bot, section | {"accessory": beside})).status == 200
    assert (await send_v2_message(bot, section)).fault_paths == {"components.0.accessory"}
    assert (await send_v2_message(bot, section | {"accessory": text_display()})).status == 400


@rule("Text Display", "whom its text names is called as by content")
async def called(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    told = (await send_v2_message(bot, text_display(f"<@{heron}> come"))).body
    assert [one["id"] for one in told["mentions"]] == [heron]
    told = (
        await bot.try_send_message(v2_message(text_display(f"<@{heron}> come")) | {"allowed_mentions": {"parse": []}})
    ).body
    assert told["mentions"] == []


add_boundary_rule(
    PAGE, "Thumbnail Structure", "description", "at most 1,024 characters for whom cannot see it",
    lambda n: v2_message(
        {
            "type": 9,
            "components": [text_display()],
            "accessory": {"type": 11, "media": {"url": IMAGE_URL}, "description": "x" * n},
        }
    ),
    "components.0.accessory.description", maximum=1024,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Media Gallery Structure", "items", "1 to 10 pictures",
    lambda n: v2_message(media_gallery(n)), "components.0.items", minimum=1, maximum=10,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Media Gallery Item Structure", "description", "at most 1,024 characters for whom cannot see the picture",
    lambda n: v2_message(media_gallery(1, description="x" * n)), "components.0.items.0.description", maximum=1024,
)  # fmt: skip


@rule("File", "it shows what was brought with the message, and nothing from elsewhere")
async def file(bot: ConformanceBot) -> None:
    def shown(url: str) -> JSON:
        return v2_message({"type": 13, "file": {"url": url}})

    sent = await bot.try_send_message(shown("attachment://a.txt"), files=[("a.txt", b"acorns")])
    [told] = sent.body["components"]
    assert (told["name"], told["size"]) == ("a.txt", 6)
    assert (await bot.try_send_message(shown("https://example.org/a.txt"))).status == 400
    assert (await bot.try_send_message(shown("attachment://b.txt"), files=[("a.txt", b"acorns")])).status == 400


@rule("Separator Structure", "its space is 1 or 2, and it shows a line unless it shall not")
async def separator(bot: ConformanceBot) -> None:
    assert [(await send_v2_message(bot, text_display(), {"type": 14, "spacing": n})).status for n in (1, 2, 3)] == [
        200,
        200,
        400,
    ]
    told = (await send_v2_message(bot, text_display(), {"type": 14})).body["components"][1]
    assert (told.get("divider", True), told.get("spacing", 1)) == (True, 1)


add_boundary_rule(
    PAGE, "Container Structure", "accent color", "a colour of three bytes",
    lambda n: v2_message({"type": 17, "components": [text_display()], "accent_color": n}),
    "components.0.accent_color", minimum=0, maximum=0xFFFFFF,
)  # fmt: skip


@rule("Container Child Components", "no container lies within a container")
async def no_container_within(bot: ConformanceBot) -> None:
    inner = {"type": 17, "components": [text_display()]}
    assert (await send_v2_message(bot, inner)).status == 200
    assert (await send_v2_message(bot, {"type": 17, "components": [inner]})).status == 400


add_boundary_rule(
    PAGE, "Label Structure", "label", "at most 45 characters",
    lambda n: modal_with(text_input(), label="x" * n), "data.components.0.label", maximum=45, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Label Structure", "description", "at most 100 characters of a label's description",
    lambda n: modal_with(text_input(), description="x" * n), "data.components.0.description", maximum=100,
        send_bodies=send_modals,
)  # fmt: skip


@rule("Label Child Components", "inputs, selects, uploads, radios and boxes, but no button")
async def in_labels(bot: ConformanceBot) -> None:
    held = [
        text_input(), *(make_select(kind) for kind in (3, 5, 6, 7, 8)), {"type": 19, "custom_id": "files"},
        {"type": 21, "custom_id": "one", "options": make_options(2)},
        {"type": 22, "custom_id": "some", "options": make_options(1)}, {"type": 23, "custom_id": "yes"},
    ]  # fmt: skip
    assert [reply.status for reply in await send_modals(bot, [modal_with(one) for one in held])] == [204] * 10
    assert [reply.status for reply in await send_modals(bot, [modal_with(button()), modal_with(text_display())])] == [
        400
    ] * 2
    await bot.otter.close_modal()


add_boundary_rule(
    PAGE, "File Upload Structure", "max values", "at most ten files",
    lambda n: modal_with({"type": 19, "custom_id": "files", "max_values": n}), f"{MODAL_INPUT_PATH}.max_values",
    maximum=10, send_bodies=send_modals,
)  # fmt: skip


@rule("File Upload Interaction Response Structure", "files are told by id, and resolved")
async def upload(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        await bot.respond(await bot.forge_command(ear), 9, modal_with({"type": 19, "custom_id": "files"}))
        begun = await bot.otter.submit_modal({"files": [File("a.txt", b"acorns")]}, wait=False)
        data = (await bot.wait_for_interaction(ear, begun))["data"]
    [key] = data["components"][0]["component"]["values"]
    assert data["resolved"]["attachments"][key]["filename"] == "a.txt"


add_boundary_rule(
    PAGE, "Radio Group Structure", "options", "2 to 10 to choose one of",
    lambda n: modal_with({"type": 21, "custom_id": "one", "options": make_options(n)}), f"{MODAL_INPUT_PATH}.options",
    minimum=2, maximum=10, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Checkbox Group Structure", "options", "1 to 10 to choose some of",
    lambda n: modal_with({"type": 22, "custom_id": "some", "options": make_options(n)}), f"{MODAL_INPUT_PATH}.options",
    minimum=1, maximum=10, send_bodies=send_modals,
)  # fmt: skip


@rule("Radio Group Interaction Response Structure", "one value, or null where nothing was chosen")
async def radio(bot: ConformanceBot) -> None:
    radios = {"type": 21, "custom_id": "one", "options": make_options(2), "required": False}
    async with bot.identify_at_gateway() as ear:
        told = []
        filled: list[dict[str, object]] = [{"one": "1"}, {}]
        for values in filled:
            await bot.respond(await bot.forge_command(ear), 9, modal_with(radios))
            sent = await bot.wait_for_interaction(ear, await bot.otter.submit_modal(values, wait=False))
            told.append(sent["data"]["components"][0]["component"]["value"])
    assert told == ["1", None]


@rule("Checkbox Interaction Response Structure", "true or false")
async def checkbox(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        told = []
        filled: list[dict[str, object]] = [{"yes": True}, {"yes": False}]
        for values in filled:
            await bot.respond(await bot.forge_command(ear), 9, modal_with({"type": 23, "custom_id": "yes"}))
            sent = await bot.wait_for_interaction(ear, await bot.otter.submit_modal(values, wait=False))
            told.append(sent["data"]["components"][0]["component"]["value"])
    assert told == [True, False]


@rule("Unfurled Media Item Structure", "of a file that was brought its id, address and kind are told")
async def unfurled(bot: ConformanceBot) -> None:
    shown = v2_message({"type": 13, "file": {"url": "attachment://a.txt"}})
    [told] = (await bot.try_send_message(shown, files=[("a.txt", b"acorns")])).body["components"]
    assert told["file"]["attachment_id"]
    assert told["file"]["url"].startswith("http")
    assert told["file"]["content_type"].startswith("text/plain")


add_boundary_rule(
    PAGE, "Component Reference", "components", "at most 40 components in all",
    lambda n: v2_message(*[text_display("x")] * n), "components", maximum=40,
)  # fmt: skip


@rule("Component Reference", "files show only where a component shows them")
async def exposed(bot: ConformanceBot) -> None:
    shown = v2_message({"type": 13, "file": {"url": "attachment://a.txt"}})
    told = (await bot.try_send_message(shown, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    assert "a.txt" not in [one["filename"] for one in told["attachments"]]


add_boundary_rule(
    PAGE, "Legacy Message Component Behavior", "rows", "at most five rows",
    lambda n: {"content": "Hoo", "components": [action_row(button(f"{number}")) for number in range(n)]},
    "components", maximum=5,
)  # fmt: skip


@rule("Legacy Message Component Behavior", "without the flag nothing but rows stands on a message")
async def rows_alone(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message({"content": "Hoo", "components": [text_display()]})).fault_paths == {
        "components.0"
    }
