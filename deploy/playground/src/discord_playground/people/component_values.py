"""What was picked in a select or written into a form, as a bot gets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord_playground.people.action_request import ActionDenied
from discord_playground.people.interaction_data import ResolvedData
from discord_playground.world import component as kinds
from discord_playground.world.component import walk_components


def resolve_select_values(component: Mapping[str, Any], values: Any, resolved: ResolvedData) -> list[str]:
    if not isinstance(values, list):
        raise ActionDenied("values is a list")
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    if not least <= len(values) <= most:
        raise ActionDenied(f"pick {least} to {most}, not {len(values)}")
    if len({str(value) for value in values}) < len(values):
        raise ActionDenied("each can be picked once")
    kind = component["type"]
    if kind == kinds.STRING_SELECT:
        return [_option_value(component, value) for value in values]
    resolve: dict[int, Callable[[object], str]] = {
        kinds.USER_SELECT: resolved.add_user,
        kinds.ROLE_SELECT: resolved.add_role,
        kinds.MENTIONABLE_SELECT: resolved.add_mentionable,
        kinds.CHANNEL_SELECT: resolved.add_channel,
    }
    ids = [resolve[kind](value) for value in values]
    if kind == kinds.CHANNEL_SELECT and (allowed := component.get("channel_types")):
        for place in ids:
            if resolved.objects["channels"][place]["type"] not in allowed:
                raise ActionDenied("a channel of that kind cannot be picked here")
    return ids


def _option_value(component: Mapping[str, Any], value: object) -> str:
    for option in component["options"]:
        if value in [option["value"], option["label"]]:
            return str(option["value"])
    raise ActionDenied(f"no option {value!r}; there are: {', '.join(it['label'] for it in component['options'])}")


def fill_modal(
    components: Sequence[Mapping[str, Any]], values: Mapping[str, Any], resolved: ResolvedData
) -> list[dict[str, Any]]:
    """Every field in the shape of the form, with what was filled in; wrong input is told by the field's label."""
    if not isinstance(values, Mapping):
        raise ActionDenied("values is an object, by custom_id")
    known = {it["custom_id"] for it in walk_components(components) if "custom_id" in it}
    for name in values:
        if name not in known:
            raise ActionDenied(f"the form has no field {name!r}; it has: {', '.join(sorted(known))}")
    return [_fill_component(component, values, resolved) for component in components]


def _fill_component(component: Mapping[str, Any], values: Mapping[str, Any], resolved: ResolvedData) -> dict[str, Any]:
    told: dict[str, Any] = {"type": component["type"], "id": component["id"]}
    if "components" in component:
        return told | {"components": [_fill_component(it, values, resolved) for it in component["components"]]}
    if "component" in component:
        try:
            return told | {"component": _fill_component(component["component"], values, resolved)}
        except ActionDenied as denied:
            raise ActionDenied(f"{component['label']}: {denied}") from None
    if "custom_id" in component:
        told["custom_id"] = component["custom_id"]
        told |= _input_value(component, values.get(component["custom_id"]), resolved)
    return told


def _input_value(component: Mapping[str, Any], value: Any, resolved: ResolvedData) -> dict[str, Any]:
    kind, needed = component["type"], component.get("required", True)
    match kind:
        case kinds.TEXT_INPUT:
            return {
                "value": _check_text(component, component.get("value") or "" if value is None else str(value), needed)
            }
        case kinds.CHECKBOX:
            return {"value": bool(component.get("default", False) if value is None else value)}
        case kinds.RADIO_GROUP:
            preset = next((it["value"] for it in component["options"] if it.get("default")), None)
            choice = preset if value is None else _option_value(component, value)
            if choice is None and needed:
                raise ActionDenied("one of them has to be chosen")
            return {"value": choice}
        case kinds.CHECKBOX_GROUP:
            return {"values": _check_values(component, value, needed, lambda it: _option_value(component, it))}
        case kinds.FILE_UPLOAD:
            return {"values": _check_values(component, value, needed, resolved.add_attachment)}
        case _:
            values = _default_values(component) if value is None else value
            if values == [] and not needed:
                return {"values": []}
            return {"values": resolve_select_values(component, values, resolved)}


def _check_text(component: Mapping[str, Any], text: str, required: bool) -> str:
    if not text:
        if required:
            raise ActionDenied(f"{component.get('label') or 'this field'} must not be empty")
        return text
    least, most = component.get("min_length", 0), component.get("max_length", 4000)
    if not least <= len(text) <= most:
        raise ActionDenied(
            f"{component.get('label') or 'it'} must be {least} to {most} characters long, not {len(text)}"
        )
    return text


def _check_values(component: Mapping[str, Any], value: Any, required: bool, convert: Callable[[Any], str]) -> list[str]:
    given = _default_values(component) if value is None else value
    if not isinstance(given, list):
        raise ActionDenied("values is a list")
    if not given and not required:
        return []
    least = component.get("min_values", 1 if required else 0)
    most = component.get("max_values", len(component.get("options", ())) or 1)
    if not least <= len(given) <= most:
        raise ActionDenied(f"choose {least} to {most}, not {len(given)}")
    return [convert(it) for it in given]


def _default_values(component: Mapping[str, Any]) -> list[Any]:
    if "default_values" in component:
        return [it["id"] for it in component["default_values"]]
    return [it["value"] for it in component.get("options", ()) if it.get("default")]
