"""components/reference: what messages and forms are built of, and how it is told when somebody uses it.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.sentences.edge import by_modal, edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness, button, row
from discord_playground.client import JSON, File

PAGE = Page("components/reference")
says = PAGE.says
V2 = 1 << 15
PICTURE = "https://example.org/owl.png"
ROW = "components.0.components.0"
INNER = "data.components.0.component"


def v2(*shown: JSON) -> JSON:
    return {"flags": V2, "components": list(shown)}


def text(content: str = "Hoo", **fields: Any) -> JSON:
    return {"type": 10, "content": content, **fields}


def legacy(*inner: JSON) -> JSON:
    return {"content": "Hoo", "components": [row(*inner)]}


def select(kind: int = 3, **fields: Any) -> JSON:
    made = {"type": kind, "custom_id": "beast", **({"options": choices(3)} if kind == 3 else {}), **fields}
    return {name: value for name, value in made.items() if value is not None}


def choices(count: int, **fields: Any) -> list[JSON]:
    return [{"label": f"Beast {number}", "value": f"{number}", **fields} for number in range(count)]


def form(component: JSON, **fields: Any) -> JSON:
    asked = {"type": 18, "label": "Beast", "component": component, **fields}
    return {"custom_id": "who", "title": "Who?", "components": [asked]}


def field(**fields: Any) -> JSON:
    return {"type": 4, "style": 1, "custom_id": "name", **fields}


def gallery(count: int, **fields: Any) -> JSON:
    return {"type": 12, "items": [{"media": {"url": PICTURE}, **fields}] * count}


async def sends(bot: Witness, *shown: JSON) -> Reply:
    return await bot.sends(v2(*shown))


@says("Anatomy of a Component", "ids are numbered in their order where they are left out, and 0 is as good as left out")
async def ids(bot: Witness) -> None:
    told = (await sends(bot, text(), text(id=0), text(id=7))).body["components"]
    numbers = [one["id"] for one in told]
    assert numbers[2] == 7
    assert len({*numbers}) == 3
    assert all(number > 0 for number in numbers)


@says("Anatomy of a Component", "an id stands on a message once")
async def ids_once(bot: Witness) -> None:
    assert (await sends(bot, text(id=7), text(id=7))).wrong == {"components.1.id"}


edge(
    PAGE, "Custom ID", "length", "1 to 100 characters",
    lambda n: legacy(button("x" * n)), f"{ROW}.custom_id", least=1, most=100,
)  # fmt: skip


@says("Custom ID", "none stands on a message twice")
async def custom_ids_once(bot: Witness) -> None:
    assert (await bot.sends(legacy(button(), button()))).wrong == {"components.0.components.1.custom_id"}


@says("Custom ID", "what was used tells it")
async def custom_id_told(bot: Witness) -> None:
    async with bot.hearing() as ear:
        _, press = await bot.pressed(ear)
    assert press["data"]["custom_id"] == "go"


edge(
    PAGE, "Action Row", "buttons", "at most five buttons",
    lambda n: legacy(*(button(f"{number}") for number in range(n))), "components.0.components", most=5,
)  # fmt: skip


@says("Action Row", "a select stands alone in its row")
async def select_alone(bot: Witness) -> None:
    assert (await bot.sends(legacy(select()))).status == 200
    for inner in ((select(), button()), (select(), select(5, custom_id="whom"))):
        assert (await bot.sends(legacy(*inner))).status == 400


edge(
    PAGE, "Button Structure", "label", "at most 80 characters",
    lambda n: legacy(button(label="x" * n)), f"{ROW}.label", most=80,
)  # fmt: skip
edge(
    PAGE, "Button Structure", "url", "at most 512 characters",
    lambda n: legacy(button(None, style=5, url="https://example.org/" + "x" * (n - 20))), f"{ROW}.url", most=512,
)  # fmt: skip


@says("Button Structure", "an ordinary one has a custom_id and no url")
async def ordinary(bot: Witness) -> None:
    assert (await bot.sends(legacy(button(None)))).wrong == {f"{ROW}.custom_id"}
    assert (await bot.sends(legacy(button(url=PICTURE)))).status == 400


@says("Button Structure", "a link has a url and no custom_id")
async def link(bot: Witness) -> None:
    assert (await bot.sends(legacy(button(None, style=5, url=PICTURE)))).status == 200
    assert (await bot.sends(legacy(button(None, style=5)))).wrong == {f"{ROW}.url"}
    assert (await bot.sends(legacy(button(style=5, url=PICTURE)))).status == 400


@says("Button Structure", "one for sale has an SKU, and neither custom_id nor label nor url nor emoji")
async def premium(bot: Witness) -> None:
    sold = {"type": 2, "style": 6, "sku_id": "5"}
    assert (await bot.sends(legacy(sold))).status == 200
    for name, value in (("custom_id", "go"), ("label", "Go"), ("url", PICTURE), ("emoji", {"name": "🔥"})):
        assert (await bot.sends(legacy(sold | {name: value}))).status == 400


@says("Button Structure", "a button lies in a row or beside a section, nowhere else")
async def where_buttons_are(bot: Witness) -> None:
    assert (await sends(bot, button())).wrong == {"components.0"}
    assert (await sends(bot, row(button()))).status == 200


@says("Button Styles", "1 to 6")
async def styles(bot: Witness) -> None:
    assert [(await bot.sends(legacy(button(style=style)))).status for style in (1, 2, 3, 4)] == [200] * 4
    assert [(await bot.sends(legacy(button(style=style)))).status for style in (0, 7)] == [400] * 2


edge(
    PAGE, "String Select Structure", "options", "1 to 25 options",
    lambda n: legacy(select(options=choices(n))), f"{ROW}.options", least=1, most=25,
)  # fmt: skip
edge(
    PAGE, "String Select Structure", "placeholder", "at most 150 characters",
    lambda n: legacy(select(placeholder="x" * n)), f"{ROW}.placeholder", most=150,
)  # fmt: skip
edge(
    PAGE, "String Select Structure", "max values", "at most 25 may be chosen",
    lambda n: legacy(select(options=choices(25), max_values=n)), f"{ROW}.max_values", most=25,
)  # fmt: skip
edge(
    PAGE, "Select Option Structure", "label", "at most 100 characters of an option's label",
    lambda n: legacy(select(options=[{"label": "x" * n, "value": "x"}])), f"{ROW}.options.0.label", most=100,
)  # fmt: skip
edge(
    PAGE, "Select Option Structure", "value", "at most 100 characters of an option's value",
    lambda n: legacy(select(options=[{"label": "x", "value": "x" * n}])), f"{ROW}.options.0.value", most=100,
)  # fmt: skip
edge(
    PAGE, "Select Option Structure", "description", "at most 100 characters of an option's description",
    lambda n: legacy(select(options=choices(1, description="x" * n))), f"{ROW}.options.0.description", most=100,
)  # fmt: skip


@says("String Select Structure", "in a form nothing is disabled")
async def disabled(bot: Witness) -> None:
    assert (await bot.sends(legacy(select(disabled=True)))).status == 200
    [reply] = await by_modal(bot, [form(select(disabled=True))])
    assert reply.wrong == {f"{INNER}.disabled"}


@says("String Select Structure", "none at all may be chosen in a form only where nothing is required")
async def none_chosen(bot: Witness) -> None:
    refused, taken = await by_modal(bot, [form(select(min_values=0)), form(select(min_values=0, required=False))])
    assert (refused.wrong, taken.status) == ({f"{INNER}.min_values"}, 204)


@says("String Select Interaction Response Structure", "in a message it is called component_type, in a form type")
async def called_otherwise(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card = await bot.says(components=[row(select())])
        told = (await bot.asked(ear, await bot.otter.select(card, "beast", ["1"], wait=False)))["data"]
        assert (told["component_type"], "type" in told, told["values"]) == (3, False, ["1"])
        await bot.answers(await bot.called(ear), 9, form(select()))
        sent = await bot.asked(ear, await bot.otter.submit({"beast": ["1"]}, wait=False))
        told = sent["data"]["components"][0]["component"]
    assert (told["type"], "component_type" in told, told["values"]) == (3, False, ["1"])


edge(
    PAGE, "Text Input Structure", "value", "at most 4,000 characters are filled in before",
    lambda n: form(field(value="x" * n)), f"{INNER}.value", most=4000, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Text Input Structure", "placeholder", "at most 100 characters",
    lambda n: form(field(placeholder="x" * n)), f"{INNER}.placeholder", most=100, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Text Input Structure", "min length", "0 to 4,000",
    lambda n: form(field(min_length=n)), f"{INNER}.min_length", least=0, most=4000, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Text Input Structure", "max length", "1 to 4,000",
    lambda n: form(field(max_length=n)), f"{INNER}.max_length", least=1, most=4000, sent=by_modal,
)  # fmt: skip


@says("Text Input", "they are in forms alone")
async def in_forms_alone(bot: Witness) -> None:
    assert (await bot.sends(legacy(field(label="Name")))).status == 400


@says("User Select Interaction Response Structure", "whoever was chosen is told by id, and resolved as user and member")
async def user_select(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card = await bot.says(components=[row(select(5))])
        data = (await bot.asked(ear, await bot.otter.select(card, "beast", ["heron"], wait=False)))["data"]
    heron = await bot.ground.id("heron")
    assert (data["component_type"], data["values"]) == (5, [heron])
    assert data["resolved"].keys() == {"users", "members"}


@says("Role Select Interaction Response Structure", "roles are told by id and resolved")
async def role_select(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card = await bot.says(components=[row(select(6))])
        data = (await bot.asked(ear, await bot.otter.select(card, "beast", [bot.ground.role], wait=False)))["data"]
    assert (data["component_type"], [*data["resolved"]["roles"]]) == (6, [bot.ground.role])


@says("Mentionable Select Interaction Response Structure", "people and roles are told together")
async def mentionable_select(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    async with bot.hearing() as ear:
        card = await bot.says(components=[row(select(7, max_values=2))])
        begun = await bot.otter.select(card, "beast", [heron, bot.ground.role], wait=False)
        data = (await bot.asked(ear, begun))["data"]
    assert sorted(data["values"]) == sorted([heron, bot.ground.role])
    assert ([*data["resolved"]["users"]], [*data["resolved"]["roles"]]) == ([heron], [bot.ground.role])


@says("Channel Select Interaction Response Structure", "channels are told by id and resolved in part")
async def channel_select(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card = await bot.says(components=[row(select(8, channel_types=[0]))])
        data = (await bot.asked(ear, await bot.otter.select(card, "beast", [bot.ground.lounge], wait=False)))["data"]
    told = data["resolved"]["channels"][bot.ground.lounge]
    assert {"id", "name", "type", "permissions"} <= told.keys()
    assert "permission_overwrites" not in told


@says("Select Default Value Structure", "what is chosen already is a user, a role or a channel, as the select is")
async def default_values(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    assert (await bot.sends(legacy(select(5, default_values=[{"id": heron, "type": "user"}])))).status == 200
    assert (await bot.sends(legacy(select(5, default_values=[{"id": heron, "type": "role"}])))).status == 400


edge(
    PAGE, "Section Structure", "components", "one to three texts",
    lambda n: v2({"type": 9, "components": [text()] * n, "accessory": button()}),
    "components.0.components", least=1, most=3,
)  # fmt: skip


@says("Section Accessory Components", "beside it is a button or a small picture, and something there is")
async def accessory(bot: Witness) -> None:
    section = {"type": 9, "components": [text()]}
    for beside in (button(), {"type": 11, "media": {"url": PICTURE}}):
        assert (await sends(bot, section | {"accessory": beside})).status == 200
    assert (await sends(bot, section)).wrong == {"components.0.accessory"}
    assert (await sends(bot, section | {"accessory": text()})).status == 400


@says("Text Display", "whom its text names is called as by content")
async def called(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    told = (await sends(bot, text(f"<@{heron}> come"))).body
    assert [one["id"] for one in told["mentions"]] == [heron]
    told = (await bot.sends(v2(text(f"<@{heron}> come")) | {"allowed_mentions": {"parse": []}})).body
    assert told["mentions"] == []


edge(
    PAGE, "Thumbnail Structure", "description", "at most 1,024 characters for whom cannot see it",
    lambda n: v2(
        {
            "type": 9,
            "components": [text()],
            "accessory": {"type": 11, "media": {"url": PICTURE}, "description": "x" * n},
        }
    ),
    "components.0.accessory.description", most=1024,
)  # fmt: skip
edge(
    PAGE, "Media Gallery Structure", "items", "1 to 10 pictures",
    lambda n: v2(gallery(n)), "components.0.items", least=1, most=10,
)  # fmt: skip
edge(
    PAGE, "Media Gallery Item Structure", "description", "at most 1,024 characters for whom cannot see the picture",
    lambda n: v2(gallery(1, description="x" * n)), "components.0.items.0.description", most=1024,
)  # fmt: skip


@says("File", "it shows what was brought with the message, and nothing from elsewhere")
async def file(bot: Witness) -> None:
    def shown(url: str) -> JSON:
        return v2({"type": 13, "file": {"url": url}})

    sent = await bot.sends(shown("attachment://a.txt"), files=[("a.txt", b"acorns")])
    [told] = sent.body["components"]
    assert (told["name"], told["size"]) == ("a.txt", 6)
    assert (await bot.sends(shown("https://example.org/a.txt"))).status == 400
    assert (await bot.sends(shown("attachment://b.txt"), files=[("a.txt", b"acorns")])).status == 400


@says("Separator Structure", "its space is 1 or 2, and it shows a line unless it shall not")
async def separator(bot: Witness) -> None:
    assert [(await sends(bot, text(), {"type": 14, "spacing": n})).status for n in (1, 2, 3)] == [200, 200, 400]
    told = (await sends(bot, text(), {"type": 14})).body["components"][1]
    assert (told.get("divider", True), told.get("spacing", 1)) == (True, 1)


edge(
    PAGE, "Container Structure", "accent color", "a colour of three bytes",
    lambda n: v2({"type": 17, "components": [text()], "accent_color": n}),
    "components.0.accent_color", least=0, most=0xFFFFFF,
)  # fmt: skip


@says("Container Child Components", "no container lies within a container")
async def no_container_within(bot: Witness) -> None:
    inner = {"type": 17, "components": [text()]}
    assert (await sends(bot, inner)).status == 200
    assert (await sends(bot, {"type": 17, "components": [inner]})).status == 400


edge(
    PAGE, "Label Structure", "label", "at most 45 characters",
    lambda n: form(field(), label="x" * n), "data.components.0.label", most=45, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Label Structure", "description", "at most 100 characters of a label's description",
    lambda n: form(field(), description="x" * n), "data.components.0.description", most=100, sent=by_modal,
)  # fmt: skip


@says("Label Child Components", "inputs, selects, uploads, radios and boxes, but no button")
async def in_labels(bot: Witness) -> None:
    held = [
        field(), *(select(kind) for kind in (3, 5, 6, 7, 8)), {"type": 19, "custom_id": "files"},
        {"type": 21, "custom_id": "one", "options": choices(2)},
        {"type": 22, "custom_id": "some", "options": choices(1)}, {"type": 23, "custom_id": "yes"},
    ]  # fmt: skip
    assert [reply.status for reply in await by_modal(bot, [form(one) for one in held])] == [204] * 10
    assert [reply.status for reply in await by_modal(bot, [form(button()), form(text())])] == [400] * 2
    await bot.otter.close()


edge(
    PAGE, "File Upload Structure", "max values", "at most ten files",
    lambda n: form({"type": 19, "custom_id": "files", "max_values": n}), f"{INNER}.max_values",
    most=10, sent=by_modal,
)  # fmt: skip


@says("File Upload Interaction Response Structure", "files are told by id, and resolved")
async def upload(bot: Witness) -> None:
    async with bot.hearing() as ear:
        await bot.answers(await bot.called(ear), 9, form({"type": 19, "custom_id": "files"}))
        begun = await bot.otter.submit({"files": [File("a.txt", b"acorns")]}, wait=False)
        data = (await bot.asked(ear, begun))["data"]
    [key] = data["components"][0]["component"]["values"]
    assert data["resolved"]["attachments"][key]["filename"] == "a.txt"


edge(
    PAGE, "Radio Group Structure", "options", "2 to 10 to choose one of",
    lambda n: form({"type": 21, "custom_id": "one", "options": choices(n)}), f"{INNER}.options",
    least=2, most=10, sent=by_modal,
)  # fmt: skip
edge(
    PAGE, "Checkbox Group Structure", "options", "1 to 10 to choose some of",
    lambda n: form({"type": 22, "custom_id": "some", "options": choices(n)}), f"{INNER}.options",
    least=1, most=10, sent=by_modal,
)  # fmt: skip


@says("Radio Group Interaction Response Structure", "one value, or null where nothing was chosen")
async def radio(bot: Witness) -> None:
    radios = {"type": 21, "custom_id": "one", "options": choices(2), "required": False}
    async with bot.hearing() as ear:
        told = []
        filled: list[dict[str, object]] = [{"one": "1"}, {}]
        for values in filled:
            await bot.answers(await bot.called(ear), 9, form(radios))
            sent = await bot.asked(ear, await bot.otter.submit(values, wait=False))
            told.append(sent["data"]["components"][0]["component"]["value"])
    assert told == ["1", None]


@says("Checkbox Interaction Response Structure", "true or false")
async def checkbox(bot: Witness) -> None:
    async with bot.hearing() as ear:
        told = []
        filled: list[dict[str, object]] = [{"yes": True}, {"yes": False}]
        for values in filled:
            await bot.answers(await bot.called(ear), 9, form({"type": 23, "custom_id": "yes"}))
            sent = await bot.asked(ear, await bot.otter.submit(values, wait=False))
            told.append(sent["data"]["components"][0]["component"]["value"])
    assert told == [True, False]


@says("Unfurled Media Item Structure", "of a file that was brought its id, address and kind are told")
async def unfurled(bot: Witness) -> None:
    shown = v2({"type": 13, "file": {"url": "attachment://a.txt"}})
    [told] = (await bot.sends(shown, files=[("a.txt", b"acorns")])).body["components"]
    assert told["file"]["attachment_id"]
    assert told["file"]["url"].startswith("http")
    assert told["file"]["content_type"].startswith("text/plain")


edge(
    PAGE, "Component Reference", "components", "at most 40 components in all",
    lambda n: v2(*[text("x")] * n), "components", most=40,
)  # fmt: skip


@says("Component Reference", "files show only where a component shows them")
async def exposed(bot: Witness) -> None:
    shown = v2({"type": 13, "file": {"url": "attachment://a.txt"}})
    told = (await bot.sends(shown, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    assert "a.txt" not in [one["filename"] for one in told["attachments"]]


edge(
    PAGE, "Legacy Message Component Behavior", "rows", "at most five rows",
    lambda n: {"content": "Hoo", "components": [row(button(f"{number}")) for number in range(n)]},
    "components", most=5,
)  # fmt: skip


@says("Legacy Message Component Behavior", "without the flag nothing but rows stands on a message")
async def rows_alone(bot: Witness) -> None:
    assert (await bot.sends({"content": "Hoo", "components": [text()]})).wrong == {"components.0"}
