"""Every limit at its edge: what is exactly there passes, one more is refused, at its place and by its name.

It is one table, a row a limit, and the one test that goes through it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deploy.playground.tests.bodies import Sent
from deploy.playground.tests.small import (
    WAYS,
    boxes,
    button,
    choice,
    choices,
    chosen,
    command,
    container,
    embed,
    gallery,
    label,
    link,
    medium,
    message,
    modal,
    option,
    options,
    people,
    radios,
    row,
    section,
    select,
    text,
    text_input,
    told,
    upload,
    v2,
)

THREADS = "POST", "/channels/{channel_id}/threads"
DELETE = "POST", "/channels/{channel_id}/messages/bulk-delete"
BAD, MAX = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_MAX_LENGTH"
BIG, SMALL = "NUMBER_TYPE_MAX", "NUMBER_TYPE_MIN"
ROW = "components.0.components"

Made = Callable[[int], Sent]

# What it is, how to make it with so much of it, least (if one less is refused), most (if one more is), place and code.
EDGES: list[tuple[str, Made, int | None, int | None, str, str]] = [
    ("content", lambda n: message(content="x" * n), None, 2000, "content", MAX),
    ("content in letters beyond sixteen bits", lambda n: message(content="🐺" * n), None, 2000, "content", MAX),
    ("nonce", lambda n: message(nonce="x" * n), None, 25, "nonce", MAX),
    ("stickers", lambda n: message(sticker_ids=[str(i) for i in range(n)]), None, 3, "sticker_ids", MAX),
    (
        "users to mention",
        lambda n: message(allowed_mentions={"users": [str(i) for i in range(n)]}),
        None, 100, "allowed_mentions.users", MAX,
    ),
    (
        "roles to mention",
        lambda n: message(allowed_mentions={"roles": [str(i) for i in range(n)]}),
        None, 100, "allowed_mentions.roles", MAX,
    ),
    ("embeds", lambda n: message(embeds=[embed() for _ in range(n)]), None, 10, "embeds", MAX),
    ("embed title", lambda n: message(embeds=[embed(title="x" * n)]), None, 256, "embeds.0.title", MAX),
    ("embed text", lambda n: message(embeds=[{"description": "x" * n}]), None, 4096, "embeds.0.description", MAX),
    (
        "embed fields",
        lambda n: message(embeds=[embed(fields=[{"name": "x", "value": "y"}] * n)]),
        None, 25, "embeds.0.fields", MAX,
    ),
    (
        "embed field's name",
        lambda n: message(embeds=[{"fields": [{"name": "x" * n, "value": "y"}]}]),
        None, 256, "embeds.0.fields.0.name", MAX,
    ),
    (
        "embed field's value",
        lambda n: message(embeds=[{"fields": [{"name": "x", "value": "y" * n}]}]),
        None, 1024, "embeds.0.fields.0.value", MAX,
    ),
    (
        "embed footer",
        lambda n: message(embeds=[{"footer": {"text": "x" * n}}]),
        None, 2048, "embeds.0.footer.text", MAX,
    ),
    ("embed author", lambda n: message(embeds=[{"author": {"name": "x" * n}}]), None, 256, "embeds.0.author.name", MAX),
    ("embed colour", lambda n: message(embeds=[embed(color=n)]), 0, 0xFFFFFF, "embeds.0.color", ""),
    (
        "text of all embeds",
        lambda n: message(
            embeds=[
                {"title": "x" * 100, "description": "x" * 2400, "author": {"name": "x" * 100}},
                {"footer": {"text": "x" * 2000}, "fields": [{"name": "x" * 100, "value": "x" * 800}]},
                {"description": "x" * (n - 5500)},
            ]
        ),
        None, 6000, "embeds", "MAX_EMBED_SIZE_EXCEEDED",
    ),
    ("rows of old", lambda n: message(*(row(button(f"{i}")) for i in range(n))), None, 5, "components", MAX),
    ("buttons in a row", lambda n: message(row(*(button(f"{i}") for i in range(n)))), 1, 5, ROW, BAD),
    ("custom id", lambda n: message(row(button("x" * n))), 1, 100, f"{ROW}.0.custom_id", BAD),
    ("label", lambda n: message(row(button(label="x" * n))), None, 80, f"{ROW}.0.label", MAX),
    (
        "link",
        lambda n: message(row(link(url="https://example.org/" + "x" * (n - 20)))),
        None, 512, f"{ROW}.0.url", MAX,
    ),
    ("number of a component", lambda n: message(row(button(), id=n)), 0, 2**31 - 1, "components.0.id", ""),
    ("options of a select", lambda n: message(row(select(options=choices(n)))), 1, 25, f"{ROW}.0.options", BAD),
    ("placeholder", lambda n: message(row(select(placeholder="x" * n))), None, 150, f"{ROW}.0.placeholder", MAX),
    (
        "option's label",
        lambda n: message(row(select(options=[choice(label="x" * n)]))),
        1, 100, f"{ROW}.0.options.0.label", BAD,
    ),
    (
        "option's value",
        lambda n: message(row(select(options=[choice("x" * n)]))),
        1, 100, f"{ROW}.0.options.0.value", BAD,
    ),
    (
        "option's description",
        lambda n: message(row(select(options=[choice(description="x" * n)]))),
        None, 100, f"{ROW}.0.options.0.description", MAX,
    ),
    ("least values", lambda n: message(row(people(min_values=n, max_values=25))), 0, 25, f"{ROW}.0.min_values", ""),
    ("most values", lambda n: message(row(people(max_values=n, min_values=0))), 1, 25, f"{ROW}.0.max_values", ""),
    (
        "values more than options",
        lambda n: message(row(select(max_values=n))),
        None, 3, f"{ROW}.0.options", BAD,
    ),
    (
        "least values more than most",
        lambda n: message(row(people(min_values=n, max_values=5))),
        None, 5, f"{ROW}.0.min_values", "COMPONENT_MIN_VALUES_EXCEEDED",
    ),
    (
        "options chosen already",
        lambda n: message(row(select(max_values=2, options=[*choices(n, default=True), *(choice(v) for v in "xyz")]))),
        None, 2, f"{ROW}.0.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "people chosen already",
        lambda n: message(row(people(max_values=2, default_values=chosen(n)))),
        None, 2, f"{ROW}.0.default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "too few chosen already",
        lambda n: message(row(people(min_values=3, max_values=5, default_values=chosen(n)))),
        3, None, f"{ROW}.0.default_values", "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES",
    ),
    ("components in all", lambda n: v2(*(text("x") for _ in range(n))), None, 40, "components", MAX),
    (
        "components in all, nested",
        lambda n: v2(container(section(), *(row(button(f"{i}")) for i in range(17))), *[text("x")] * (n - 38)),
        None, 40, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    ("one text", lambda n: v2(text("x" * n)), 1, None, "components.0.content", BAD),
    (
        "text in all",
        lambda n: v2(text("x" * 2000), container(section(text("x" * 1000)), text("x" * (n - 3000)))),
        None, 4000, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    ("texts of a section", lambda n: v2({**section(), "components": [text()] * n}), 1, 3, ROW, BAD),
    ("pictures of a gallery", lambda n: v2(gallery(*[medium()] * n)), 1, 10, "components.0.items", BAD),
    (
        "alternative text",
        lambda n: v2(gallery(medium(description="x" * n))),
        1, 1024, "components.0.items.0.description", BAD,
    ),
    ("separator", lambda n: v2(text(), {"type": 14, "spacing": n}), 1, 2, "components.1.spacing", "BASE_TYPE_CHOICES"),
    ("in a container", lambda n: v2(container(*[text("x")] * n)), 1, None, ROW, BAD),
    (
        "in a container and in all",
        lambda n: v2(container(*[text("x")] * n)),
        None, 39, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    ("accent", lambda n: v2(container(text(), accent_color=n)), 0, 0xFFFFFF, "components.0.accent_color", ""),
    ("modal title", lambda n: modal(label(text_input()), title="x" * n), 1, 45, "data.title", BAD),
    ("modal custom id", lambda n: modal(label(text_input()), custom_id="x" * n), 1, 100, "data.custom_id", BAD),
    ("in a modal", lambda n: modal(*(label(text_input(f"{i}")) for i in range(n))), 1, 5, "data.components", BAD),
    ("modal label", lambda n: modal(label(text_input(), label="x" * n)), 1, 45, "data.components.0.label", BAD),
    (
        "modal label's description",
        lambda n: modal(label(text_input(), description="x" * n)),
        1, 100, "data.components.0.description", BAD,
    ),
    ("value", lambda n: modal(label(text_input(value="x" * n))), None, 4000, "data.components.0.component.value", MAX),
    (
        "value within its own bounds",
        lambda n: modal(label(text_input(value="x" * n, min_length=3, max_length=5))),
        3, 5, "data.components.0.component.value", BAD,
    ),
    (
        "placeholder of an input",
        lambda n: modal(label(text_input(placeholder="x" * n))),
        None, 100, "data.components.0.component.placeholder", MAX,
    ),
    (
        "least length",
        lambda n: modal(label(text_input(min_length=n))),
        0, 4000, "data.components.0.component.min_length", "",
    ),
    (
        "most length",
        lambda n: modal(label(text_input(max_length=n))),
        1, 4000, "data.components.0.component.max_length", "",
    ),
    (
        "least length more than most",
        lambda n: modal(label(text_input(min_length=n, max_length=5))),
        None, 5, "data.components.0.component.min_length", "TEXT_INPUT_MIN_LENGTH_EXCEEDED",
    ),
    ("radios", lambda n: modal(label(radios(n))), 2, 10, "data.components.0.component.options", BAD),
    ("boxes", lambda n: modal(label(boxes(n))), 1, 10, "data.components.0.component.options", BAD),
    (
        "radios chosen already",
        lambda n: modal(label(radios(options=[*choices(n, default=True), choice("x"), choice("y")]))),
        None, 1, "data.components.0.component.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "boxes chosen already",
        lambda n: modal(label(boxes(max_values=2, options=[*choices(n, default=True), choice("x"), choice("y")]))),
        None, 2, "data.components.0.component.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "boxes at least",
        lambda n: modal(label(boxes(min_values=n))),
        None, 2, "data.components.0.component.options", BAD,
    ),
    (
        "files",
        lambda n: modal(label(upload(max_values=n, min_values=0, required=False))),
        1, 10, "data.components.0.component.max_values", "",
    ),
    (
        "suggestions",
        lambda n: Sent({"type": 8, "data": {"choices": [{"name": "x", "value": n}] * n}}, answers=4),
        None, 25, "data.choices", MAX,
    ),
    (
        "suggestion's name",
        lambda n: Sent({"type": 8, "data": {"choices": [{"name": "x" * n, "value": "x"}]}}, answers=4),
        1, 100, "data.choices.0.name", BAD,
    ),
    (
        "suggestion's value",
        lambda n: Sent({"type": 8, "data": {"choices": [{"name": "x", "value": "x" * n}]}}, answers=4),
        None, 100, "data.choices.0.value", MAX,
    ),
    ("command's name", lambda n: command(name="x" * n), 1, 32, "name", BAD),
    ("command's description", lambda n: command(description="x" * n), None, 100, "description", MAX),
    (
        "translated description",
        lambda n: command(description_localizations={"de": "x" * n}),
        1, 100, "description_localizations.de", BAD,
    ),
    ("options of a command", lambda n: command(options=options(n)), None, 25, "options", MAX),
    ("groups", lambda n: command(options=options(n, 2)), None, 25, "options", MAX),
    (
        "subcommands of a group",
        lambda n: command(options=[option(2, "more", options=options(n, 1))]),
        None, 25, "options.0.options", MAX,
    ),
    (
        "options of a subcommand",
        lambda n: command(options=[option(1, "more", options=options(n))]),
        None, 25, "options.0.options", MAX,
    ),
    (
        "choices",
        lambda n: command(options=[option(choices=[{"name": f"{i}", "value": "x"} for i in range(n)])]),
        None, 25, "options.0.choices", MAX,
    ),
    (
        "choice's name",
        lambda n: command(options=[option(choices=[{"name": "x" * n, "value": "x"}])]),
        1, 100, "options.0.choices.0.name", BAD,
    ),
    (
        "choice's value",
        lambda n: command(options=[option(choices=[{"name": "x", "value": "x" * n}])]),
        None, 100, "options.0.choices.0.value", MAX,
    ),
    ("option's least length", lambda n: command(options=[option(min_length=n)]), 0, 6000, "options.0.min_length", ""),
    ("option's most length", lambda n: command(options=[option(max_length=n)]), 1, 6000, "options.0.max_length", ""),
    (
        "range of lengths",
        lambda n: command(options=[option(min_length=n, max_length=5)]),
        None, 5, "options.0.min_length", "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID",
    ),
    (
        "range of numbers",
        lambda n: command(options=[option(4, min_value=n, max_value=5)]),
        None, 5, "options.0.min_value", "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID",
    ),
    (
        "choices as numbers",
        lambda n: command(options=[option(4, choices=[{"name": "x", "value": n}])]),
        -(2**53) + 1, 2**53 - 1, "options.0.choices.0.value", "",
    ),
    (
        "text of a command",
        lambda n: command(  # 5 of the command, options of 101 and 2, choices of 5,000 and of 2,800, and a last one
            description="x",
            options=[
                option(
                    name="a",
                    description="x",
                    description_localizations={"de": "x" * 100, "fr": "x" * 50},
                    choices=[{"name": f"{i:0100}", "value": "x" * 100} for i in range(25)],
                ),
                option(
                    name="b",
                    description="x",
                    choices=[
                        *({"name": f"{i:0100}", "value": "x" * 100} for i in range(14)),
                        {"name": "x", "value": "x" * (n - 7909)},
                    ],
                ),
            ],
        ),
        None, 8000, "", "APPLICATION_COMMAND_TOO_LARGE",
    ),
    ("name of a thread", lambda n: Sent({"name": "x" * n, "type": 11}, THREADS), 1, 100, "name", BAD),
    (
        "messages deleted at once",
        lambda n: Sent({"messages": [str(i) for i in range(n)]}, DELETE),
        2, 100, "messages", BAD,
    ),
    (
        "slowness of a thread",
        lambda n: Sent({"name": "x", "type": 11, "rate_limit_per_user": n}, THREADS),
        0, 21600, "rate_limit_per_user", "",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("made", "least", "most", "place", "code"), [edge[1:] for edge in EDGES], ids=[e[0] for e in EDGES]
)
def test_up_to_the_edge_and_no_further(made: Made, least: int | None, most: int | None, place: str, code: str) -> None:
    for way in WAYS[1:]:
        if least is not None:
            assert told(made(least), way) == set(), way
            assert told(made(least - 1), way) == {(place, code or SMALL)}, way
        if most is not None:
            assert told(made(most), way) == set(), way
            assert told(made(most + 1), way) == {(place, code or BIG)}, way
