"""The limits' tables say what Discord's document says, field by field, but for what Discord enforces beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from deploy.playground.limits import callback, channel, command, component, embed, files, message, modal, option
from deploy.playground.limits.component import SELECT_SHAPES
from deploy.playground.limits.locale import LOCALES, Localised
from deploy.playground.limits.shape import (
    Among,
    Each,
    Link,
    Model,
    Permissions,
    Real,
    Shape,
    Text,
    Union,
    Whole,
)
from deploy.playground.schemas import Schemas
from deploy.playground.tests.small import schemas

TABLES: dict[str, Shape] = {
    "MessageCreateRequest": message.BODY,
    "MessageEditRequestPartial": message.BODY,
    "IncomingWebhookRequestPartial": message.BODY,
    "IncomingWebhookInteractionRequest": message.BODY,
    "RichEmbed": embed.EMBED,
    "MessageAttachmentRequest": files.ATTACHMENTS.item,
    "ComponentEmojiForRequest": component.EMOJI,
    "ContainerComponentForMessageRequest": component.CONTAINER_SHAPE,
    "ActionRowComponentForModalRequest": component.INPUT_ROW_SHAPE,
    "LabelComponentForModalRequest": component.LABEL_SHAPE,
    "ModalInteractionCallbackRequestData": modal.MODAL,
    "ApplicationCommandUpdateRequest": command.COMMAND,
    "ApplicationCommandSubcommandOption": option.SUBCOMMANDS[1],
    "ApplicationCommandSubcommandGroupOption": option.GROUPS[2],
    "InteractionApplicationCommandAutocompleteCallbackStringData": callback.SUGGESTED[option.STRING],
    "CreateGuildChannelRequest": channel.NEW_CHANNEL,
    "UpdateThreadRequestPartial": channel.CHANNEL,
    "CreateTextThreadWithoutMessageRequest": channel.NEW_THREAD,
    "CreatePrivateChannelRequest": channel.NEW_DM,
    "ChannelSelectComponentForMessageRequest": SELECT_SHAPES[8],
}

# The document allows more, or says nothing, where Discord does not: what the tables say instead.
BEYOND = {
    "RichEmbed.type": ("text", 0, None),
    "ComponentEmojiForRequest": ("model", frozenset()),
    "CreatePrivateChannelRequest": ("model", frozenset({"recipient_id"})),
    "MessageCreateRequest.content": ("text", 0, 2000),
    "MessageEditRequestPartial.content": ("text", 0, 2000),
    "MessageEditRequestPartial.sticker_ids": ("each", 0, 3),
    "ModalInteractionCallbackRequestData.components": ("each", 1, 5),
    "CreateGuildChannelRequest.topic": ("text", 0, 1024),
    "UpdateThreadRequestPartial.name": ("text", 1, 100),
}
# Fields that have a shape of their own here, or differ by design.
APART = {"nonce", "flags", "parse", "value", "emoji"}


def sketch(shape: Shape) -> tuple[Any, ...]:
    match shape:
        case Text(least, most):
            return ("text", least, most)
        case Whole(least, most) | Real(least, most):
            return ("number", least, most)
        case Permissions(least, most):
            return ("number", least, most)
        case Among(values):
            return ("among", frozenset(values))
        case Each(_, least, most):
            return ("each", least, most)
        case Link(_, most):
            return ("link", most)
        case Localised(least, most):
            return ("texts", least, most)
        case Model(_, needs):
            return ("model", frozenset(needs) - {"type"})
        case Union(kinds):
            return ("union", frozenset(kinds))
    return (type(shape).__name__,)


def drawn(document: Schemas, schema: dict[str, Any]) -> tuple[Any, ...]:
    """The same of a schema."""
    schema = followed(document, schema)
    match schema:
        case {"anyOf": kinds}:
            return ("union", frozenset(followed(document, kind)["properties"]["type"]["const"] for kind in kinds))
        case {"enum": values}:
            return ("among", frozenset(values))
        case {"const": value}:
            return ("among", frozenset({value}))
        case {"additionalProperties": dict(texts)}:
            return ("texts", texts.get("minLength", 0), texts.get("maxLength"))
        case {"type": "object"}:
            return ("model", frozenset(schema.get("required", ())) - {"type"})
        case {"type": "array"}:
            return ("each", schema.get("minItems", 0), schema.get("maxItems"))
        case {"type": "string"}:
            return of_text(schema)
        case {"type": "boolean" | ["boolean", "null"]}:
            return ("Yes",)
    return ("number", schema.get("minimum"), schema.get("maximum"))


def of_text(schema: dict[str, Any]) -> tuple[Any, ...]:
    match schema:
        case {"pattern": "^(0|[1-9][0-9]*)$"}:
            return ("Snowflake",)
        case {"format": "uri"}:
            return ("link", schema["maxLength"])
        case {"format": "date-time"}:
            return ("Moment",)
    return ("text", schema.get("minLength", 0), schema.get("maxLength"))


def followed(document: Schemas, schema: dict[str, Any]) -> dict[str, Any]:
    """Through references and nulls to what there is to say."""
    while True:
        kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
        if "$ref" in schema:
            schema = document.schemas[schema["$ref"].removeprefix("urn:discord:")]
        elif len(kinds) == 1:
            (schema,) = kinds
        else:
            return {**schema, "anyOf": kinds} if kinds else schema


def differences(document: Schemas, shape: Shape, schema: dict[str, Any], place: str) -> Iterator[str]:
    if place.rpartition(".")[2] in APART:
        return
    schema = followed(document, schema)
    if isinstance(shape, Union) and "anyOf" not in schema:
        (shape,) = shape.kinds.values()  # the document needs no union of one
    here, there = sketch(shape), drawn(document, schema)
    wanted = BEYOND.get(place, there)
    if here != wanted:
        yield f"{place}: {here} here, {wanted} there"
    match shape:
        case Each(item):
            yield from differences(document, item, schema["items"], f"{place}.each")
        case Model(fields):
            for name, inner in fields.items():
                if name in schema.get("properties", {}):
                    yield from differences(document, inner, schema["properties"][name], f"{place}.{name}")
        case Union(kinds):
            for kind in schema["anyOf"]:
                of_kind = followed(document, kind)
                number = of_kind["properties"]["type"]["const"]
                yield from differences(document, kinds[number], of_kind, f"{place}.{number}")


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_say_what_the_document_says(name: str) -> None:
    document = schemas()
    assert list(differences(document, TABLES[name], document.schemas[name], name)) == []


def test_the_languages_are_discords() -> None:
    assert frozenset(LOCALES) == frozenset(schemas().schemas["AvailableLocalesEnum"]["enum"])
