"""A message as a bot sends or edits it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord_playground.limits import embed, files, layout, phrases
from discord_playground.limits.files import Upload
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import is_number
from discord_playground.refusal import Fault
from discord_playground.world.message import EPHEMERAL, SILENT, SUPPRESS_EMBEDS, V2

VOICE = 1 << 13
SENT = SUPPRESS_EMBEDS | SILENT | VOICE | V2
ANSWERED = SENT | EPHEMERAL
EDITED = SUPPRESS_EMBEDS | V2
ANY = (1 << 63) - 1
LONGEST = 2000
# What Components V2 excludes, and what a message calls it.
LEGACY = {"content": "content", "embeds": "embeds", "poll": "poll", "sticker_ids": "sticker_items"}


def faults(
    body: Any,
    uploads: Sequence[Upload] = (),
    *,
    before: Mapping[str, Any] | None = None,
    settable: int = SENT,
    place: Place = (),
) -> list[Fault]:
    """Of a message that is sent, or of an edit of `before`; `settable` are the flags that the sender may set."""
    if not isinstance(body, dict):
        return [phrases.no_model(place)]
    return [*told(body, uploads, before, settable, place)]


def told(
    body: dict[str, Any], uploads: Sequence[Upload], before: Mapping[str, Any] | None, settable: int, place: Place
) -> Iterator[Fault]:
    if isinstance(content := body.get("content"), str) and len(content) > LONGEST:
        yield phrases.length((*place, "content"), 0, LONGEST)
    if isinstance(reference := body.get("message_reference"), dict) and reference.get("type"):
        # Nothing is forwarded here.
        yield phrases.not_among((*place, "message_reference", "type"), (0,))
    yield from files.faults(body, uploads, before, place)
    yield from exclusive(body.get("allowed_mentions"), (*place, "allowed_mentions"))
    old = flags(before or {})
    new = flags(body) if body.get("flags") is not None else old
    # What an edit says of other flags is passed over.
    if settable != EDITED and (strange := new & ~(settable | old)):
        bits = ", ".join(str(1 << bit) for bit in range(strange.bit_length()) if strange >> bit & 1)
        yield Fault((*place, "flags"), "MESSAGE_FLAGS_INVALID", f"Flags that cannot be set here: {bits}.")
    if old & V2 and not new & V2:
        code, sentence = "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "IS_COMPONENTS_V2 cannot be taken from a message."
        yield Fault((*place, "flags"), code, sentence)
    v2 = bool((old | new) & V2)
    if v2:
        yield from legacy(body, {} if old & V2 else before or {}, place)
    names = files.names(body, uploads, before)
    if body.get("embeds") is not None:
        yield from embed.faults(body["embeds"], (*place, "embeds"), names)
    if body.get("components") is not None:
        yield from layout.of_message(body["components"], (*place, "components"), v2=v2, names=names)


def legacy(body: dict[str, Any], before: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    """What an edit turns into Components V2 must be emptied of everything else by that edit."""
    for name, stored in LEGACY.items():
        if body.get(name) or (name not in body and before.get(stored)):
            sentence = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Fault((*place, name), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence)


def exclusive(mentions: Any, place: Place) -> Iterator[Fault]:
    if not isinstance(mentions, dict) or not isinstance(mentions.get("parse"), list):
        return
    for whom in ("users", "roles"):
        if whom in mentions["parse"] and mentions.get(whom):
            sentence = f'parse:["{whom}"] and {whom}: [ids...] are mutually exclusive.'
            yield Fault(place, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence)


def empty(body: Any, uploads: Sequence[Upload] = (), before: Mapping[str, Any] | None = None) -> bool:
    """Whether nothing would be there to see."""
    if not isinstance(body, dict):
        return False
    merged = {**{name: (before or {}).get(stored) for name, stored in LEGACY.items()}, **body}
    if "components" not in body and before:
        merged["components"] = before.get("components")
    return not (
        uploads
        or embed.blank(merged.get("content")) is False
        or any(merged.get(name) for name in ("embeds", "poll", "sticker_ids", "components"))
        or files.kept(body, uploads, before)
    )


def flags(message: Mapping[str, Any]) -> int:
    value = message.get("flags")
    return int(value) if is_number(value) and not value % 1 and 0 <= value < 2**63 else 0
