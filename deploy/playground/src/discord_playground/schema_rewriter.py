"""Discord's schemas as the playground reads them: the same laws, told so that a fault has one exact place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

NULL_SCHEMA: Schema = {"type": "null"}
# Marks the list of types of a union, for whoever tells the faults.
UNION_MARKER = "x-union"
PERMISSION_FIELDS = {"default_member_permissions", "allow", "deny", "permissions"}

# Libraries send, and Discord takes, what its document calls wrong or does not know.
NSFW_FIELD: Schema = {"properties": {"nsfw": {"type": ["boolean", "null"]}}}
# discord.js sends both with every message, discord.py the first with every edit.
TTS_AND_NONCE_FIELDS: Schema = {
    "properties": {name: {"type": ["boolean", "null"]} for name in ("tts", "enforce_nonce")}
}
EXTRA_ATTACHMENT_FIELDS = (
    *("content_type", "ephemeral", "flags", "height", "placeholder", "placeholder_version", "proxy_url", "size"),
    *("spoiler", "url", "width"),
)
LENIENT_SCHEMAS: dict[str, Schema] = {
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
    "ApplicationCommandCreateRequest": NSFW_FIELD,
    "ApplicationCommandUpdateRequest": NSFW_FIELD,
    "ApplicationCommandPatchRequestPartial": NSFW_FIELD,
    # All of it may be left out, its documents say.
    "BotAccountPatchRequest": {"required": []},
    "MessageEditRequestPartial": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookInteractionRequest": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookRequestPartial": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookUpdateRequestPartial": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": TTS_AND_NONCE_FIELDS,
    # What is kept comes back whole.
    "MessageAttachmentRequest": {"properties": {name: {} for name in EXTRA_ATTACHMENT_FIELDS}},
}


class SchemaRewriter:
    """One way of reading: of `requests`, where Discord is lenient and a `strict` reader is not, or of its answers."""

    def __init__(self, schemas: Mapping[str, Schema], *, for_requests: bool, strict: bool = False) -> None:
        self.original_documents = {f"urn:discord:{name}": schema for name, schema in schemas.items()}
        self.for_requests = for_requests
        self.strict = strict
        self.documents = {
            urn: self.rewrite_schema(self.relax_schema(schema, LENIENT_SCHEMAS.get(name, {})))
            for (name, schema), urn in zip(schemas.items(), self.original_documents, strict=True)
        }

    def relax_schema(self, schema: Schema, additions: Schema) -> Schema:
        if not (self.for_requests and additions):
            return schema
        fields = schema.get("properties", {}) | additions.get("properties", {})
        return schema | additions | ({"properties": fields} if fields else {})

    def rewrite_schema(self, schema: Schema) -> Schema:
        """`schema` with every union told apart by what the value is, so that only one branch can complain."""
        told = {name: value for name, value in schema.items() if name not in {"anyOf", "properties"}}
        for name in ("items", "additionalProperties", "propertyNames"):
            if isinstance(inner := schema.get(name), dict):
                told[name] = self.rewrite_schema(inner)
        for name in ("allOf", "prefixItems"):
            if name in schema:
                told[name] = [self.rewrite_schema(inner) for inner in schema[name]]
        if "properties" in schema:
            told["properties"] = {
                name: self._rewrite_field(name, inner) for name, inner in schema["properties"].items()
            }
            if self.strict and "additionalProperties" not in schema:
                told["additionalProperties"] = False
        if schema.get("format") == "date-time":
            del told["pattern"]  # the package's own, which knows no time zone but Z
        if "anyOf" in schema:
            told |= self._rewrite_union(schema["anyOf"])
        return told

    def _rewrite_field(self, name: str, schema: Schema) -> Schema:
        if not self.for_requests or name not in PERMISSION_FIELDS:
            return self.rewrite_schema(schema)
        # More bits than JavaScript's numbers hold: some libraries send digits.
        return {"if": {"type": "string", "pattern": "^[0-9]{1,20}$"}, "else": self.rewrite_schema(schema)}

    def _rewrite_union(self, branches: list[Schema]) -> Schema:
        # Zod's `undefined` comes as a schema that lets everything through.
        kinds = [branch for branch in branches if branch not in (NULL_SCHEMA, {})]
        if not kinds:
            return {"anyOf": branches}
        core = self.rewrite_schema(kinds[0]) if len(kinds) == 1 else self._split_union_by_type(kinds)
        return {"if": NULL_SCHEMA, "else": core} if NULL_SCHEMA in branches else core

    def _split_union_by_type(self, branches: list[Schema]) -> Schema:
        """By `type`, where every branch is an object that says which it takes."""
        by_type: dict[Any, list[Schema]] = {}
        for kind in branches:
            for value in self._list_type_values(kind):
                by_type.setdefault(value, []).append(kind)
        if not all(self._list_type_values(kind) for kind in branches):
            return {"anyOf": [self.rewrite_schema(kind) for kind in branches]}
        return {
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": {"enum": sorted(by_type, key=lambda value: (str(type(value)), value)), UNION_MARKER: True}
            },
            "allOf": [
                {
                    "if": {"type": "object", "properties": {"type": {"const": value}}, "required": ["type"]},
                    "then": self.rewrite_schema(same[0])
                    if len(same) == 1
                    else {"anyOf": [self.rewrite_schema(kind) for kind in same]},
                }
                for value, same in by_type.items()
            ],
        }

    def _list_type_values(self, branch: Schema) -> list[Any]:
        schema = self.original_documents.get(branch.get("$ref", ""), branch)
        named = schema.get("properties", {}).get("type", {})
        named = self.original_documents.get(named.get("$ref", ""), named)
        if "type" not in schema.get("required", ()):
            return []
        return [named["const"]] if "const" in named else list(named.get("enum", ()))
