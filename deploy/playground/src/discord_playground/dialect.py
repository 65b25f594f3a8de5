"""Discord's schemas as the playground reads them: the same laws, told so that a fault has one exact place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

NULL: Schema = {"type": "null"}
# Marks the list of types of a union, for whoever tells the faults.
UNION = "x-union"
PERMISSIONS = {"default_member_permissions", "allow", "deny", "permissions"}

# Libraries send, and Discord takes, what its document calls wrong or does not know.
NSFW: Schema = {"properties": {"nsfw": {"type": ["boolean", "null"]}}}
# discord.js sends both with every message, discord.py the first with every edit.
SPOKEN: Schema = {"properties": {name: {"type": ["boolean", "null"]} for name in ("tts", "enforce_nonce")}}
OF_ATTACHMENTS = (
    *("content_type", "ephemeral", "flags", "height", "placeholder", "placeholder_version", "proxy_url", "size"),
    *("spoiler", "url", "width"),
)
TAKEN: dict[str, Schema] = {
    "SnowflakeType": {"type": ["string", "integer"], "minimum": 0},
    # An emoji of a server's is known by its id.
    "ComponentEmojiForRequest": {
        "required": [],
        "properties": {
            "animated": {"type": ["boolean", "null"]},
            "name": {"type": ["string", "null"], "maxLength": 32},
        },
    },
    "RichEmbed": {"properties": {"flags": {"type": ["integer", "null"]}}},
    "ApplicationCommandCreateRequest": NSFW,
    "ApplicationCommandUpdateRequest": NSFW,
    "ApplicationCommandPatchRequestPartial": NSFW,
    # All of it may be left out, its documents say.
    "BotAccountPatchRequest": {"required": []},
    "MessageEditRequestPartial": SPOKEN,
    "IncomingWebhookInteractionRequest": SPOKEN,
    "IncomingWebhookRequestPartial": SPOKEN,
    "IncomingWebhookUpdateRequestPartial": SPOKEN,
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": SPOKEN,
    # What is kept comes back whole.
    "MessageAttachmentRequest": {"properties": {name: {} for name in OF_ATTACHMENTS}},
}


class Dialect:
    """One way of reading: of `requests`, where Discord is lenient and a `strict` reader is not, or of its answers."""

    def __init__(self, schemas: Mapping[str, Schema], *, requests: bool, strict: bool = False) -> None:
        self.raw = {f"urn:discord:{name}": schema for name, schema in schemas.items()}
        self.requests = requests
        self.strict = strict
        self.documents = {
            urn: self.told(self.lenient(schema, TAKEN.get(name, {})))
            for (name, schema), urn in zip(schemas.items(), self.raw, strict=True)
        }

    def lenient(self, schema: Schema, taken: Schema) -> Schema:
        if not (self.requests and taken):
            return schema
        fields = schema.get("properties", {}) | taken.get("properties", {})
        return schema | taken | ({"properties": fields} if fields else {})

    def told(self, schema: Schema) -> Schema:
        """`schema` with every union told apart by what the value is, so that only one branch can complain."""
        told = {name: value for name, value in schema.items() if name not in {"anyOf", "properties"}}
        for name in ("items", "additionalProperties", "propertyNames"):
            if isinstance(inner := schema.get(name), dict):
                told[name] = self.told(inner)
        for name in ("allOf", "prefixItems"):
            if name in schema:
                told[name] = [self.told(inner) for inner in schema[name]]
        if "properties" in schema:
            told["properties"] = {name: self.field(name, inner) for name, inner in schema["properties"].items()}
            if self.strict and "additionalProperties" not in schema:
                told["additionalProperties"] = False
        if schema.get("format") == "date-time":
            del told["pattern"]  # the package's own, which knows no time zone but Z
        if "anyOf" in schema:
            told |= self.union(schema["anyOf"])
        return told

    def field(self, name: str, schema: Schema) -> Schema:
        if not self.requests or name not in PERMISSIONS:
            return self.told(schema)
        # More bits than JavaScript's numbers hold: some libraries send digits.
        return {"if": {"type": "string", "pattern": "^[0-9]{1,20}$"}, "else": self.told(schema)}

    def union(self, branches: list[Schema]) -> Schema:
        # Zod's `undefined` comes as a schema that lets everything through.
        kinds = [branch for branch in branches if branch not in (NULL, {})]
        if not kinds:
            return {"anyOf": branches}
        core = self.told(kinds[0]) if len(kinds) == 1 else self.apart(kinds)
        return {"if": NULL, "else": core} if NULL in branches else core

    def apart(self, kinds: list[Schema]) -> Schema:
        """By `type`, where every branch is an object that says which it takes."""
        by_type: dict[Any, list[Schema]] = {}
        for kind in kinds:
            for value in self.types(kind):
                by_type.setdefault(value, []).append(kind)
        if not all(self.types(kind) for kind in kinds):
            return {"anyOf": [self.told(kind) for kind in kinds]}
        return {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": sorted(by_type, key=lambda value: (str(type(value)), value)), UNION: True}},
            "allOf": [
                {
                    "if": {"type": "object", "properties": {"type": {"const": value}}, "required": ["type"]},
                    "then": self.told(same[0]) if len(same) == 1 else {"anyOf": [self.told(kind) for kind in same]},
                }
                for value, same in by_type.items()
            ],
        }

    def types(self, kind: Schema) -> list[Any]:
        schema = self.raw.get(kind.get("$ref", ""), kind)
        named = schema.get("properties", {}).get("type", {})
        named = self.raw.get(named.get("$ref", ""), named)
        if "type" not in schema.get("required", ()):
            return []
        return [named["const"]] if "const" in named else list(named.get("enum", ()))
