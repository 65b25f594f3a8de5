"""Rules from the documentation page components/reference: components of messages and modals, and their interactions."""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule, send_modals
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.sandbox import V2_FLAG
from discord_playground.client import JSON, File

PAGE = DocumentationPage("components/reference")
rule = PAGE.rule
IMAGE_URL = "https://example.org/owl.png"
FIRST_IN_ROW_PATH = "components.0.components.0"
MODAL_INPUT_PATH = "data.components.0.component"


def v2_message(*components: JSON) -> JSON:
    return {"flags": V2_FLAG, "components": list(components)}


def text_display(content: str = "Hoo", **fields: Any) -> JSON:
    return {"type": 10, "content": content, **fields}


def legacy_message(*components: JSON) -> JSON:
    return {"content": "Hoo", "components": [action_row(*components)]}


def make_select(component_type: int = 3, **fields: Any) -> JSON:
    select = {
        "type": component_type,
        "custom_id": "beast",
        **({"options": make_options(3)} if component_type == 3 else {}),
        **fields,
    }
    return {name: value for name, value in select.items() if value is not None}


def make_options(count: int, **fields: Any) -> list[JSON]:
    return [{"label": f"Beast {number}", "value": f"{number}", **fields} for number in range(count)]


def modal_with(component: JSON, **fields: Any) -> JSON:
    label = {"type": 18, "label": "Beast", "component": component, **fields}
    return {"custom_id": "who", "title": "Who?", "components": [label]}


def text_input(**fields: Any) -> JSON:
    return {"type": 4, "style": 1, "custom_id": "name", **fields}


def media_gallery(count: int, **fields: Any) -> JSON:
    return {"type": 12, "items": [{"media": {"url": IMAGE_URL}, **fields}] * count}


async def choose_values(bot: ConformanceBot, select: JSON, *values: str) -> JSON:
    """Send a message with a select, let the user otter choose these values, and return the data of the interaction."""
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message(components=[action_row(select)])
        result = await bot.otter.select_values(message, "beast", [*values], wait=False)
        data: JSON = (await bot.wait_for_interaction(gateway, result))["data"]
        return data


async def submit_modal(bot: ConformanceBot, modal: JSON, **values: object) -> JSON:
    """Open a modal with one label, let the user otter submit these values, and return the data of the interaction."""
    async with bot.identify_at_gateway() as gateway:
        await bot.respond(await bot.forge_command(gateway), 9, modal)
        result = await bot.otter.submit_modal(values, wait=False)
        data: JSON = (await bot.wait_for_interaction(gateway, result))["data"]
        return data


async def send_v2_message(bot: ConformanceBot, *components: JSON) -> ApiReply:
    return await bot.try_send_message(v2_message(*components))


@rule("Anatomy of a Component", "Component IDs are numbered in order if they are missing or 0.")
async def component_ids(bot: ConformanceBot) -> None:
    components = (await send_v2_message(bot, text_display(), text_display(id=0), text_display(id=7))).body["components"]
    ids = [component["id"] for component in components]
    assert ids[2] == 7
    assert len({*ids}) == 3
    assert all(component_id > 0 for component_id in ids)


@rule("Anatomy of a Component", "A component ID occurs once per message.")
async def unique_ids(bot: ConformanceBot) -> None:
    assert (await send_v2_message(bot, text_display(id=7), text_display(id=7))).error_paths == {"components.1.id"}


add_boundary_rule(
    PAGE, "Custom ID", "length", "A custom_id has 1 to 100 characters.",
    lambda n: legacy_message(button("x" * n)), f"{FIRST_IN_ROW_PATH}.custom_id", minimum=1, maximum=100,
)  # fmt: skip


@rule("Custom ID", "A custom_id occurs once per message.")
async def unique_custom_ids(bot: ConformanceBot) -> None:
    reply = await bot.try_send_message(legacy_message(button(), button()))
    assert reply.error_paths == {"components.0.components.1.custom_id"}


@rule("Custom ID", "An interaction has the custom_id of its component.")
async def custom_id_returned(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        _, click = await bot.send_and_click_button(gateway)
    assert click["data"]["custom_id"] == "go"


add_boundary_rule(
    PAGE, "Action Row", "buttons", "An action row has at most five buttons.",
    lambda n: legacy_message(*(button(f"{number}") for number in range(n))), "components.0.components", maximum=5,
)  # fmt: skip


@rule("Action Row", "A select is alone in its action row.")
async def select_alone(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(make_select()))).status == 200
    for components in ((make_select(), button()), (make_select(), make_select(5, custom_id="whom"))):
        assert (await bot.try_send_message(legacy_message(*components))).status == 400


add_boundary_rule(
    PAGE, "Button Structure", "label", "A label has at most 80 characters.",
    lambda n: legacy_message(button(label="x" * n)), f"{FIRST_IN_ROW_PATH}.label", maximum=80,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Button Structure", "url", "A URL has at most 512 characters.",
    lambda n: legacy_message(button(None, style=5, url="https://example.org/" + "x" * (n - 20))),
        f"{FIRST_IN_ROW_PATH}.url", maximum=512,
)  # fmt: skip


@rule("Button Structure", "An ordinary button has a custom_id and no URL.")
async def custom_id_button(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(button(None)))).error_paths == {f"{FIRST_IN_ROW_PATH}.custom_id"}
    assert (await bot.try_send_message(legacy_message(button(url=IMAGE_URL)))).status == 400


@rule("Button Structure", "A link button has a URL and no custom_id.")
async def link_button(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(button(None, style=5, url=IMAGE_URL)))).status == 200
    reply = await bot.try_send_message(legacy_message(button(None, style=5)))
    assert reply.error_paths == {f"{FIRST_IN_ROW_PATH}.url"}
    assert (await bot.try_send_message(legacy_message(button(style=5, url=IMAGE_URL)))).status == 400


@rule("Button Structure", "A premium button has an SKU and no custom_id, label, URL or emoji.")
async def premium_button(bot: ConformanceBot) -> None:
    premium = {"type": 2, "style": 6, "sku_id": "5"}
    assert (await bot.try_send_message(legacy_message(premium))).status == 200
    for name, value in (("custom_id", "go"), ("label", "Go"), ("url", IMAGE_URL), ("emoji", {"name": "🔥"})):
        assert (await bot.try_send_message(legacy_message(premium | {name: value}))).status == 400


@rule("Button Structure", "A button is allowed only in an action row or as the accessory of a section.")
async def button_placement(bot: ConformanceBot) -> None:
    assert (await send_v2_message(bot, button())).error_paths == {"components.0"}
    assert (await send_v2_message(bot, action_row(button()))).status == 200


@rule("Button Styles", "Styles are 1 to 6.")
async def button_styles(bot: ConformanceBot) -> None:
    for style, status in ((1, 200), (2, 200), (3, 200), (4, 200), (0, 400), (7, 400)):
        assert (await bot.try_send_message(legacy_message(button(style=style)))).status == status


add_boundary_rule(
    PAGE, "String Select Structure", "options", "A select has 1 to 25 options.",
    lambda n: legacy_message(make_select(options=make_options(n))), f"{FIRST_IN_ROW_PATH}.options", minimum=1,
        maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "String Select Structure", "placeholder", "A placeholder has at most 150 characters.",
    lambda n: legacy_message(make_select(placeholder="x" * n)), f"{FIRST_IN_ROW_PATH}.placeholder", maximum=150,
)  # fmt: skip
add_boundary_rule(
    PAGE, "String Select Structure", "max values", "max_values is at most 25.",
    lambda n: legacy_message(make_select(options=make_options(25), max_values=n)), f"{FIRST_IN_ROW_PATH}.max_values",
        maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Select Option Structure", "label", "An option label has at most 100 characters.",
    lambda n: legacy_message(make_select(options=[{"label": "x" * n, "value": "x"}])),
        f"{FIRST_IN_ROW_PATH}.options.0.label", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Select Option Structure", "value", "An option value has at most 100 characters.",
    lambda n: legacy_message(make_select(options=[{"label": "x", "value": "x" * n}])),
        f"{FIRST_IN_ROW_PATH}.options.0.value", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Select Option Structure", "description", "An option description has at most 100 characters.",
    lambda n: legacy_message(make_select(options=make_options(1, description="x" * n))),
        f"{FIRST_IN_ROW_PATH}.options.0.description", maximum=100,
)  # fmt: skip


@rule("String Select Structure", "A select in a modal cannot be disabled.")
async def disabled_in_modal(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(make_select(disabled=True)))).status == 200
    [reply] = await send_modals(bot, [modal_with(make_select(disabled=True))])
    assert reply.error_paths == {f"{MODAL_INPUT_PATH}.disabled"}


@rule("String Select Structure", "A select in a modal may accept no choice only if it is not required.")
async def min_values_in_modal(bot: ConformanceBot) -> None:
    refused, accepted = await send_modals(
        bot, [modal_with(make_select(min_values=0)), modal_with(make_select(min_values=0, required=False))]
    )
    assert (refused.error_paths, accepted.status) == ({f"{MODAL_INPUT_PATH}.min_values"}, 204)


@rule(
    "String Select Interaction Response Structure", "The type is called component_type in messages and type in modals."
)
async def select_type_field(bot: ConformanceBot) -> None:
    data = await choose_values(bot, make_select(), "1")
    assert (data["component_type"], "type" in data, data["values"]) == (3, False, ["1"])
    data = (await submit_modal(bot, modal_with(make_select()), beast=["1"]))["components"][0]["component"]
    assert (data["type"], "component_type" in data, data["values"]) == (3, False, ["1"])


add_boundary_rule(
    PAGE, "Text Input Structure", "value", "A prefilled value has at most 4,000 characters.",
    lambda n: modal_with(text_input(value="x" * n)), f"{MODAL_INPUT_PATH}.value", maximum=4000, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Text Input Structure", "placeholder", "A placeholder has at most 100 characters.",
    lambda n: modal_with(text_input(placeholder="x" * n)), f"{MODAL_INPUT_PATH}.placeholder", maximum=100,
        send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Text Input Structure", "min length", "min_length is 0 to 4,000.",
    lambda n: modal_with(text_input(min_length=n)), f"{MODAL_INPUT_PATH}.min_length", minimum=0, maximum=4000,
        send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Text Input Structure", "max length", "max_length is 1 to 4,000.",
    lambda n: modal_with(text_input(max_length=n)), f"{MODAL_INPUT_PATH}.max_length", minimum=1, maximum=4000,
        send_bodies=send_modals,
)  # fmt: skip


@rule("Text Input", "Text inputs are allowed only in modals.")
async def text_input_in_message(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(legacy_message(text_input(label="Name")))).status == 400


@rule(
    "User Select Interaction Response Structure", "Selected users are listed by ID and resolved as users and members."
)
async def user_select(bot: ConformanceBot) -> None:
    data = await choose_values(bot, make_select(5), "heron")
    heron_id = await bot.sandbox.find_person_id("heron")
    assert (data["component_type"], data["values"]) == (5, [heron_id])
    assert data["resolved"].keys() == {"users", "members"}


@rule("Role Select Interaction Response Structure", "Selected roles are listed by ID and resolved.")
async def role_select(bot: ConformanceBot) -> None:
    data = await choose_values(bot, make_select(6), bot.sandbox.bot_role_id)
    assert (data["component_type"], [*data["resolved"]["roles"]]) == (6, [bot.sandbox.bot_role_id])


@rule("Mentionable Select Interaction Response Structure", "Selected users and roles are listed together.")
async def mentionable_select(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    data = await choose_values(bot, make_select(7, max_values=2), heron_id, bot.sandbox.bot_role_id)
    assert sorted(data["values"]) == sorted([heron_id, bot.sandbox.bot_role_id])
    assert ([*data["resolved"]["users"]], [*data["resolved"]["roles"]]) == ([heron_id], [bot.sandbox.bot_role_id])


@rule("Channel Select Interaction Response Structure", "Selected channels are listed by ID and resolved in part.")
async def channel_select(bot: ConformanceBot) -> None:
    data = await choose_values(bot, make_select(8, channel_types=[0]), bot.sandbox.lounge_id)
    channel = data["resolved"]["channels"][bot.sandbox.lounge_id]
    assert {"id", "name", "type", "permissions"} <= channel.keys()
    assert "permission_overwrites" not in channel


@rule("Select Default Value Structure", "The default values of a select have its type: user, role or channel.")
async def default_values(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    for value_type, status in (("user", 200), ("role", 400)):
        select = make_select(5, default_values=[{"id": heron_id, "type": value_type}])
        assert (await bot.try_send_message(legacy_message(select))).status == status


add_boundary_rule(
    PAGE, "Section Structure", "components", "A section has one to three texts.",
    lambda n: v2_message({"type": 9, "components": [text_display()] * n, "accessory": button()}),
    "components.0.components", minimum=1, maximum=3,
)  # fmt: skip


@rule("Section Accessory Components", "A section needs an accessory, either a button or a thumbnail.")
async def section_accessory(bot: ConformanceBot) -> None:
    section = {"type": 9, "components": [text_display()]}
    for accessory in (button(), {"type": 11, "media": {"url": IMAGE_URL}}):
        assert (await send_v2_message(bot, section | {"accessory": accessory})).status == 200
    assert (await send_v2_message(bot, section)).error_paths == {"components.0.accessory"}
    assert (await send_v2_message(bot, section | {"accessory": text_display()})).status == 400


@rule("Text Display", "The text of a text display mentions users like content does.")
async def text_display_mentions(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    message = (await send_v2_message(bot, text_display(f"<@{heron_id}> come"))).body
    assert [user["id"] for user in message["mentions"]] == [heron_id]
    body = v2_message(text_display(f"<@{heron_id}> come")) | {"allowed_mentions": {"parse": []}}
    assert (await bot.try_send_message(body)).body["mentions"] == []


add_boundary_rule(
    PAGE, "Thumbnail Structure", "description", "An alt text has at most 1,024 characters.",
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
    PAGE, "Media Gallery Structure", "items", "A media gallery has 1 to 10 items.",
    lambda n: v2_message(media_gallery(n)), "components.0.items", minimum=1, maximum=10,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Media Gallery Item Structure", "description", "An alt text has at most 1,024 characters.",
    lambda n: v2_message(media_gallery(1, description="x" * n)), "components.0.items.0.description", maximum=1024,
)  # fmt: skip


@rule("File", "A file component shows an uploaded file and no external URL.")
async def file_component(bot: ConformanceBot) -> None:
    def make_file_message(url: str) -> JSON:
        return v2_message({"type": 13, "file": {"url": url}})

    reply = await bot.try_send_message(make_file_message("attachment://a.txt"), files=[("a.txt", b"acorns")])
    [component] = reply.body["components"]
    assert (component["name"], component["size"]) == ("a.txt", 6)
    assert (await bot.try_send_message(make_file_message("https://example.org/a.txt"))).status == 400
    reply = await bot.try_send_message(make_file_message("attachment://b.txt"), files=[("a.txt", b"acorns")])
    assert reply.status == 400


@rule("Separator Structure", "The spacing is 1 or 2, and the divider is visible by default.")
async def separator_defaults(bot: ConformanceBot) -> None:
    for spacing, status in ((1, 200), (2, 200), (3, 400)):
        assert (await send_v2_message(bot, text_display(), {"type": 14, "spacing": spacing})).status == status
    component = (await send_v2_message(bot, text_display(), {"type": 14})).body["components"][1]
    assert (component.get("divider", True), component.get("spacing", 1)) == (True, 1)


add_boundary_rule(
    PAGE, "Container Structure", "accent color", "An accent color has three bytes.",
    lambda n: v2_message({"type": 17, "components": [text_display()], "accent_color": n}),
    "components.0.accent_color", minimum=0, maximum=0xFFFFFF,
)  # fmt: skip


@rule("Container Child Components", "A container cannot contain another container.")
async def nested_container(bot: ConformanceBot) -> None:
    container = {"type": 17, "components": [text_display()]}
    assert (await send_v2_message(bot, container)).status == 200
    assert (await send_v2_message(bot, {"type": 17, "components": [container]})).status == 400


add_boundary_rule(
    PAGE, "Label Structure", "label", "A label has at most 45 characters.",
    lambda n: modal_with(text_input(), label="x" * n), "data.components.0.label", maximum=45, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Label Structure", "description", "A label description has at most 100 characters.",
    lambda n: modal_with(text_input(), description="x" * n), "data.components.0.description", maximum=100,
        send_bodies=send_modals,
)  # fmt: skip


@rule(
    "Label Child Components",
    "A label contains an input, a select, an upload, a radio group or checkboxes, but no button.",
)
async def label_components(bot: ConformanceBot) -> None:
    components = [
        text_input(), *(make_select(number) for number in (3, 5, 6, 7, 8)), {"type": 19, "custom_id": "files"},
        {"type": 21, "custom_id": "one", "options": make_options(2)},
        {"type": 22, "custom_id": "some", "options": make_options(1)}, {"type": 23, "custom_id": "yes"},
    ]  # fmt: skip
    accepted = await send_modals(bot, [modal_with(component) for component in components])
    assert [reply.status for reply in accepted] == [204] * 10
    refused = await send_modals(bot, [modal_with(button()), modal_with(text_display())])
    assert [reply.status for reply in refused] == [400] * 2
    await bot.otter.close_modal()


add_boundary_rule(
    PAGE, "File Upload Structure", "max values", "max_values is at most 10.",
    lambda n: modal_with({"type": 19, "custom_id": "files", "max_values": n}), f"{MODAL_INPUT_PATH}.max_values",
    maximum=10, send_bodies=send_modals,
)  # fmt: skip


@rule("File Upload Interaction Response Structure", "Uploaded files are listed by ID and resolved.")
async def file_upload(bot: ConformanceBot) -> None:
    data = await submit_modal(bot, modal_with({"type": 19, "custom_id": "files"}), files=[File("a.txt", b"acorns")])
    [attachment_id] = data["components"][0]["component"]["values"]
    assert data["resolved"]["attachments"][attachment_id]["filename"] == "a.txt"


add_boundary_rule(
    PAGE, "Radio Group Structure", "options", "A radio group has 2 to 10 options.",
    lambda n: modal_with({"type": 21, "custom_id": "one", "options": make_options(n)}), f"{MODAL_INPUT_PATH}.options",
    minimum=2, maximum=10, send_bodies=send_modals,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Checkbox Group Structure", "options", "A checkbox group has 1 to 10 options.",
    lambda n: modal_with({"type": 22, "custom_id": "some", "options": make_options(n)}), f"{MODAL_INPUT_PATH}.options",
    minimum=1, maximum=10, send_bodies=send_modals,
)  # fmt: skip


@rule("Radio Group Interaction Response Structure", "The value is the chosen option, or null.")
async def radio_group(bot: ConformanceBot) -> None:
    radios = {"type": 21, "custom_id": "one", "options": make_options(2), "required": False}
    for values, chosen in (({"one": "1"}, "1"), ({}, None)):
        data = await submit_modal(bot, modal_with(radios), **values)
        assert data["components"][0]["component"]["value"] == chosen


@rule("Checkbox Interaction Response Structure", "The value is true or false.")
async def checkbox_value(bot: ConformanceBot) -> None:
    for is_checked in (True, False):
        data = await submit_modal(bot, modal_with({"type": 23, "custom_id": "yes"}), yes=is_checked)
        assert data["components"][0]["component"]["value"] is is_checked


@rule("Unfurled Media Item Structure", "An uploaded file has an attachment ID, a URL and a content type.")
async def unfurled_attachment(bot: ConformanceBot) -> None:
    body = v2_message({"type": 13, "file": {"url": "attachment://a.txt"}})
    [component] = (await bot.try_send_message(body, files=[("a.txt", b"acorns")])).body["components"]
    assert component["file"]["attachment_id"]
    assert component["file"]["url"].startswith("http")
    assert component["file"]["content_type"].startswith("text/plain")


add_boundary_rule(
    PAGE, "Component Reference", "total components", "A message has at most 40 components in total.",
    lambda n: v2_message(*[text_display("x")] * n), "components", maximum=40,
)  # fmt: skip


@rule("Component Reference", "Attachments are visible only through a component.")
async def hidden_attachments(bot: ConformanceBot) -> None:
    body = v2_message({"type": 13, "file": {"url": "attachment://a.txt"}})
    message = (await bot.try_send_message(body, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    assert "a.txt" not in [attachment["filename"] for attachment in message["attachments"]]


add_boundary_rule(
    PAGE, "Legacy Message Component Behavior", "rows", "A message has at most five action rows.",
    lambda n: {"content": "Hoo", "components": [action_row(button(f"{number}")) for number in range(n)]},
    "components", maximum=5,
)  # fmt: skip


@rule("Legacy Message Component Behavior", "Without the IS_COMPONENTS_V2 flag a message contains action rows only.")
async def rows_only(bot: ConformanceBot) -> None:
    reply = await bot.try_send_message({"content": "Hoo", "components": [text_display()]})
    assert reply.error_paths == {"components.0"}
