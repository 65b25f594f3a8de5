"""Rewrites Discord's schemas to make each validation error name the exact field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

NULL_SCHEMA: Schema = {"type": "null"}
# Marks an `enum` of the types in a union, for which Discord reports a different error than for other enums.
UNION_MARKER = "x-union"
PERMISSION_FIELDS = {"default_member_permissions", "allow", "deny", "permissions"}

# Discord accepts the following fields from libraries, although its schemas forbid or lack them.
NSFW_FIELD: Schema = {"properties": {"nsfw": {"type": ["boolean", "null"]}}}
# discord.js sends both with every message, and discord.py sends `tts` with every edit.
TTS_AND_NONCE_FIELDS: Schema = {
    "properties": {name: {"type": ["boolean", "null"]} for name in ("tts", "enforce_nonce")}
}
EXTRA_ATTACHMENT_FIELDS = (
    *("content_type", "ephemeral", "flags", "height", "placeholder", "placeholder_version", "proxy_url", "size"),
    *("spoiler", "url", "width"),
)
LENIENT_SCHEMAS: dict[str, Schema] = {
    "SnowflakeType": {"type": ["string", "integer"], "minimum": 0},
    # Custom emoji need no name, because their ID identifies them.
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
    # According to Discord's documentation, all fields are optional.
    "BotAccountPatchRequest": {"required": []},
    "MessageEditRequestPartial": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookInteractionRequest": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookRequestPartial": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookUpdateRequestPartial": TTS_AND_NONCE_FIELDS,
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": TTS_AND_NONCE_FIELDS,
    # Edits contain the complete objects of the attachments that they keep.
    "MessageAttachmentRequest": {"properties": {name: {} for name in EXTRA_ATTACHMENT_FIELDS}},
}


class SchemaRewriter:
    """Rewrites all schemas, either for requests or for responses.

    Request schemas accept the extra fields in `LENIENT_SCHEMAS`. With `strict`, they reject all other unknown fields.
    """

    def __init__(self, schemas: Mapping[str, Schema], *, for_requests: bool, strict: bool = False) -> None:
        self.original_documents = {f"urn:discord:{name}": schema for name, schema in schemas.items()}
        self.for_requests = for_requests
        self.strict = strict
        self.documents = {
            urn: self.rewrite_schema(self.relax_schema(schema, LENIENT_SCHEMAS.get(name, {})))
            for (name, schema), urn in zip(schemas.items(), self.original_documents, strict=True)
        }

    def relax_schema(self, schema: Schema, additions: Schema) -> Schema:
        """Return a request schema with `additions`, and a response schema unchanged."""
        if not (self.for_requests and additions):
            return schema
        fields = schema.get("properties", {}) | additions.get("properties", {})
        return schema | additions | ({"properties": fields} if fields else {})

    def rewrite_schema(self, schema: Schema) -> Schema:
        """Return the schema with unions that check only the branch for the value's `type`, which gives exact errors."""
        rewritten = {name: value for name, value in schema.items() if name not in {"anyOf", "properties"}}
        for name in ("items", "additionalProperties", "propertyNames"):
            if isinstance(inner := schema.get(name), dict):
                rewritten[name] = self.rewrite_schema(inner)
        for name in ("allOf", "prefixItems"):
            if name in schema:
                rewritten[name] = [self.rewrite_schema(inner) for inner in schema[name]]
        if "properties" in schema:
            rewritten["properties"] = {
                name: self._rewrite_field(name, inner) for name, inner in schema["properties"].items()
            }
            if self.strict and "additionalProperties" not in schema:
                rewritten["additionalProperties"] = False
        if schema.get("format") == "date-time":
            del rewritten["pattern"]  # the pattern accepts only the time zone Z
        if "anyOf" in schema:
            rewritten |= self._rewrite_union(schema["anyOf"])
        return rewritten

    def _rewrite_field(self, name: str, schema: Schema) -> Schema:
        if not self.for_requests or name not in PERMISSION_FIELDS:
            return self.rewrite_schema(schema)
        # Some libraries send permissions as strings, because they have more bits than a JavaScript number.
        return {"if": {"type": "string", "pattern": "^[0-9]{1,20}$"}, "else": self.rewrite_schema(schema)}

    def _rewrite_union(self, branches: list[Schema]) -> Schema:
        # Zod represents `undefined` as an empty schema, which would accept everything.
        value_branches = [branch for branch in branches if branch not in (NULL_SCHEMA, {})]
        if not value_branches:
            return {"anyOf": branches}
        if len(value_branches) == 1:
            rewritten = self.rewrite_schema(value_branches[0])
        else:
            rewritten = self._split_union_by_type(value_branches)
        return {"if": NULL_SCHEMA, "else": rewritten} if NULL_SCHEMA in branches else rewritten

    def _split_union_by_type(self, branches: list[Schema]) -> Schema:
        """Return a union that checks only the branches for the value's `type`.

        If a branch does not list its types, return a plain `anyOf`.
        """
        by_type: dict[Any, list[Schema]] = {}
        for branch in branches:
            for value in self._list_type_values(branch):
                by_type.setdefault(value, []).append(branch)
        if not all(self._list_type_values(branch) for branch in branches):
            return {"anyOf": [self.rewrite_schema(branch) for branch in branches]}
        return {
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": {"enum": sorted(by_type, key=lambda value: (str(type(value)), value)), UNION_MARKER: True}
            },
            "allOf": [
                {
                    "if": {"type": "object", "properties": {"type": {"const": value}}, "required": ["type"]},
                    "then": self.rewrite_schema(matching[0])
                    if len(matching) == 1
                    else {"anyOf": [self.rewrite_schema(branch) for branch in matching]},
                }
                for value, matching in by_type.items()
            ],
        }

    def _list_type_values(self, branch: Schema) -> list[Any]:
        """Return the allowed values of a branch's `type` field. If it is optional or unrestricted, return []."""
        schema = self.original_documents.get(branch.get("$ref", ""), branch)
        field = schema.get("properties", {}).get("type", {})
        field = self.original_documents.get(field.get("$ref", ""), field)
        if "type" not in schema.get("required", ()):
            return []
        return [field["const"]] if "const" in field else list(field.get("enum", ()))
