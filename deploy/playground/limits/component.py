"""The components of messages and modals: what fields each has, and which may stand in which."""

from __future__ import annotations

from deploy.playground.limits.files import SCHEME
from deploy.playground.limits.shape import (
    Among,
    Each,
    Link,
    Model,
    Shape,
    Snowflake,
    Text,
    Union,
    Whole,
    Yes,
    model,
)
from deploy.playground.world.component import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    MENTIONABLE_SELECT,
    RADIOS,
    ROLE_SELECT,
    ROW,
    SECTION,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    UPLOAD,
    USER_SELECT,
)

CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15)
WEB = ("http", "https")
ATTACHED = SCHEME.partition(":")[0]
MEDIA = (*WEB, ATTACHED)


def component(needs: str = "", /, **fields: Shape) -> Model:
    return model(f"type {needs}", id=Whole(0, 2**31 - 1), **fields)


def asked(needs: str = "", /, **fields: Shape) -> Model:
    """A component that people answer."""
    return component(f"custom_id {needs}", custom_id=Text(1, 100), required=Yes(), **fields)


EMOJI = model(id=Snowflake(), name=Text(0, 32), animated=Yes())

MEDIUM = model("url", url=Link(MEDIA))
# Pictures from anywhere, but a file only from among the message's own.
FILE_MEDIUM = model("url", url=Link((ATTACHED,)))

BUTTON_SHAPE = component(
    "style",
    style=Among((1, 2, 3, 4, 5, 6)),
    custom_id=Text(1, 100),
    label=Text(0, 80),
    emoji=EMOJI,
    url=Link((*WEB, "discord"), 512),
    sku_id=Snowflake(),
    disabled=Yes(),
)


def option(**fields: Shape) -> Model:
    return model(
        "label value", label=Text(1, 100), value=Text(1, 100), description=Text(0, 100), default=Yes(), **fields
    )


def select(needs: str = "", /, **fields: Shape) -> Model:
    values = {"min_values": Whole(0, 25), "max_values": Whole(1, 25)}
    return asked(needs, placeholder=Text(0, 150), disabled=Yes(), **values, **fields)


def chosen(*kinds: str) -> Each:
    who = {kind: model("id type", id=Snowflake(), type=Among((kind,))) for kind in kinds}
    return Each(Union(who) if len(who) > 1 else who[kinds[0]], most=25)


SELECT_SHAPES: dict[int, Shape] = {
    STRING_SELECT: select("options", options=Each(option(emoji=EMOJI), 1, 25)),
    USER_SELECT: select(default_values=chosen("user")),
    ROLE_SELECT: select(default_values=chosen("role")),
    MENTIONABLE_SELECT: select(default_values=chosen("role", "user")),
    CHANNEL_SELECT: select(default_values=chosen("channel"), channel_types=Each(Among(CHANNEL_TYPES))),
}

ROW_SHAPE = component("components", components=Each(Union({BUTTON: BUTTON_SHAPE, **SELECT_SHAPES}), 1, 5))
TEXT_SHAPE = component("content", content=Text(1, 4000))
THUMBNAIL_SHAPE = component("media", media=MEDIUM, description=Text(1, 1024), spoiler=Yes())
SECTION_SHAPE = component(
    "components accessory",
    components=Each(Union({TEXT: TEXT_SHAPE}), 1, 3),
    accessory=Union({BUTTON: BUTTON_SHAPE, THUMBNAIL: THUMBNAIL_SHAPE}),
)
PICTURE = model("media", media=MEDIUM, description=Text(1, 1024), spoiler=Yes())

WITHIN_CONTAINER: dict[int, Shape] = {
    ROW: ROW_SHAPE,
    SECTION: SECTION_SHAPE,
    TEXT: TEXT_SHAPE,
    GALLERY: component("items", items=Each(PICTURE, 1, 10)),
    FILE: component("file", file=FILE_MEDIUM, spoiler=Yes()),
    SEPARATOR: component(divider=Yes(), spacing=Among((1, 2))),
}
CONTAINER_SHAPE = component(
    "components",
    components=Each(Union(WITHIN_CONTAINER), 1, 40),
    accent_color=Whole(0, 0xFFFFFF),
    spoiler=Yes(),
)

OF_MESSAGE = Each(Union({ROW: ROW_SHAPE}), most=5)
OF_V2_MESSAGE = Each(Union({**WITHIN_CONTAINER, CONTAINER: CONTAINER_SHAPE}), most=40)

INPUT_SHAPE = asked(
    "style",
    style=Among((1, 2)),
    label=Text(1, 45),
    value=Text(0, 4000),
    placeholder=Text(0, 100),
    min_length=Whole(0, 4000),
    max_length=Whole(1, 4000),
)
UP_TO_TEN: dict[str, Shape] = {"min_values": Whole(0, 10), "max_values": Whole(1, 10)}
IN_LABEL: dict[int, Shape] = {
    TEXT_INPUT: INPUT_SHAPE,
    **SELECT_SHAPES,
    UPLOAD: asked(file_types=Each(Text(1, 16), most=10), **UP_TO_TEN),
    RADIOS: asked("options", options=Each(option(), 2, 10)),
    CHECKBOXES: asked("options", options=Each(option(), 1, 10), **UP_TO_TEN),
    CHECKBOX: component("custom_id", custom_id=Text(1, 100), default=Yes()),
}
LABEL_SHAPE = component("label component", label=Text(1, 45), description=Text(1, 100), component=Union(IN_LABEL))
# A row holds one text input: the old form of modals, which Discord still takes.
INPUT_ROW_SHAPE = component("components", components=Each(Union({TEXT_INPUT: INPUT_SHAPE}), 1, 5))
OF_MODAL = Each(Union({ROW: INPUT_ROW_SHAPE, LABEL: LABEL_SHAPE, TEXT: TEXT_SHAPE}), 1, 5)
