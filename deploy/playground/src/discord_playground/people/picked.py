"""What was picked in a select or written into a form, as a bot gets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord_playground.people.ask import Resolved
from discord_playground.people.given import Denied
from discord_playground.world import component as kinds
from discord_playground.world.component import walk_components


def picked(component: Mapping[str, Any], values: Any, resolved: Resolved) -> list[str]:
    if not isinstance(values, list):
        raise Denied("values is a list")
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    if not least <= len(values) <= most:
        raise Denied(f"pick {least} to {most}, not {len(values)}")
    if len({str(value) for value in values}) < len(values):
        raise Denied("each can be picked once")
    kind = component["type"]
    if kind == kinds.STRING_SELECT:
        return [_option(component, value) for value in values]
    resolve: dict[int, Callable[[object], str]] = {
        kinds.USER_SELECT: resolved.someone,
        kinds.ROLE_SELECT: resolved.role,
        kinds.MENTIONABLE_SELECT: resolved.mentionable,
        kinds.CHANNEL_SELECT: resolved.place,
    }
    ids = [resolve[kind](value) for value in values]
    if kind == kinds.CHANNEL_SELECT and (allowed := component.get("channel_types")):
        for place in ids:
            if resolved.parts["channels"][place]["type"] not in allowed:
                raise Denied("a channel of that kind cannot be picked here")
    return ids


def _option(component: Mapping[str, Any], value: object) -> str:
    for option in component["options"]:
        if value in [option["value"], option["label"]]:
            return str(option["value"])
    raise Denied(f"no option {value!r}; there are: {', '.join(it['label'] for it in component['options'])}")


def submitted(
    components: Sequence[Mapping[str, Any]], given: Mapping[str, Any], resolved: Resolved
) -> list[dict[str, Any]]:
    """Every field in the shape of the form, with what was filled in; wrong input is told by the field's label."""
    if not isinstance(given, Mapping):
        raise Denied("values is an object, by custom_id")
    known = {it["custom_id"] for it in walk_components(components) if "custom_id" in it}
    for name in given:
        if name not in known:
            raise Denied(f"the form has no field {name!r}; it has: {', '.join(sorted(known))}")
    return [_submitted(component, given, resolved) for component in components]


def _submitted(component: Mapping[str, Any], given: Mapping[str, Any], resolved: Resolved) -> dict[str, Any]:
    told: dict[str, Any] = {"type": component["type"], "id": component["id"]}
    if "components" in component:
        return told | {"components": [_submitted(it, given, resolved) for it in component["components"]]}
    if "component" in component:
        try:
            return told | {"component": _submitted(component["component"], given, resolved)}
        except Denied as denied:
            raise Denied(f"{component['label']}: {denied}") from None
    if "custom_id" in component:
        told["custom_id"] = component["custom_id"]
        told |= _filled(component, given.get(component["custom_id"]), resolved)
    return told


def _filled(component: Mapping[str, Any], value: Any, resolved: Resolved) -> dict[str, Any]:
    kind, needed = component["type"], component.get("required", True)
    match kind:
        case kinds.TEXT_INPUT:
            return {"value": _text(component, component.get("value") or "" if value is None else str(value), needed)}
        case kinds.CHECKBOX:
            return {"value": bool(component.get("default", False) if value is None else value)}
        case kinds.RADIO_GROUP:
            preset = next((it["value"] for it in component["options"] if it.get("default")), None)
            choice = preset if value is None else _option(component, value)
            if choice is None and needed:
                raise Denied("one of them has to be chosen")
            return {"value": choice}
        case kinds.CHECKBOX_GROUP:
            return {"values": _several(component, value, needed, lambda it: _option(component, it))}
        case kinds.FILE_UPLOAD:
            return {"values": _several(component, value, needed, resolved.file)}
        case _:
            values = _preset(component) if value is None else value
            if values == [] and not needed:
                return {"values": []}
            return {"values": picked(component, values, resolved)}


def _text(component: Mapping[str, Any], text: str, needed: bool) -> str:
    if not text:
        if needed:
            raise Denied(f"{component.get('label') or 'this field'} must not be empty")
        return text
    least, most = component.get("min_length", 0), component.get("max_length", 4000)
    if not least <= len(text) <= most:
        raise Denied(f"{component.get('label') or 'it'} must be {least} to {most} characters long, not {len(text)}")
    return text


def _several(component: Mapping[str, Any], value: Any, needed: bool, one: Callable[[Any], str]) -> list[str]:
    given = _preset(component) if value is None else value
    if not isinstance(given, list):
        raise Denied("values is a list")
    if not given and not needed:
        return []
    least = component.get("min_values", 1 if needed else 0)
    most = component.get("max_values", len(component.get("options", ())) or 1)
    if not least <= len(given) <= most:
        raise Denied(f"choose {least} to {most}, not {len(given)}")
    return [one(it) for it in given]


def _preset(component: Mapping[str, Any]) -> list[Any]:
    if "default_values" in component:
        return [it["id"] for it in component["default_values"]]
    return [it["value"] for it in component.get("options", ()) if it.get("default")]
