"""Validates the values of select menus and modals, and converts them to the format that bots receive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord_playground.limits.interactive_components import MAX_TEXT_INPUT_LENGTH
from discord_playground.people.action_request import ActionDenied
from discord_playground.people.interaction_data import ResolvedData
from discord_playground.world import component as component_types
from discord_playground.world.component import walk_components


def resolve_select_values(component: Mapping[str, Any], values: Any, resolved: ResolvedData) -> list[str]:
    """Return the selected values or IDs of a select menu. `values` may contain values, labels, names or IDs."""
    if not isinstance(values, list):
        raise ActionDenied("values must be a list")
    min_count, max_count = component.get("min_values", 1), component.get("max_values", 1)
    if not min_count <= len(values) <= max_count:
        raise ActionDenied(f"select {min_count} to {max_count} values, not {len(values)}")
    if len({str(value) for value in values}) < len(values):
        raise ActionDenied("each value can be selected only once")
    component_type = component["type"]
    if component_type == component_types.STRING_SELECT:
        return [_find_option_value(component, value) for value in values]
    resolvers: dict[int, Callable[[object], str]] = {
        component_types.USER_SELECT: resolved.add_user,
        component_types.ROLE_SELECT: resolved.add_role,
        component_types.MENTIONABLE_SELECT: resolved.add_mentionable,
        component_types.CHANNEL_SELECT: resolved.add_channel,
    }
    ids = [resolvers[component_type](value) for value in values]
    if component_type == component_types.CHANNEL_SELECT and (allowed := component.get("channel_types")):
        for channel_id in ids:
            if resolved.objects["channels"][channel_id]["type"] not in allowed:
                raise ActionDenied("a channel of that type cannot be selected here")
    return ids


def _find_option_value(component: Mapping[str, Any], value: object) -> str:
    for option in component["options"]:
        if value in [option["value"], option["label"]]:
            return str(option["value"])
    raise ActionDenied(f"no option {value!r}; there are: {', '.join(it['label'] for it in component['options'])}")


def fill_modal(
    components: Sequence[Mapping[str, Any]], values: Mapping[str, Any], resolved: ResolvedData
) -> list[dict[str, Any]]:
    """Return the components of a modal with the submitted values. Error messages contain the field's label."""
    if not isinstance(values, Mapping):
        raise ActionDenied("values must be an object, by custom_id")
    known_ids = {it["custom_id"] for it in walk_components(components) if "custom_id" in it}
    for custom_id in values:
        if custom_id not in known_ids:
            raise ActionDenied(f"the form has no field {custom_id!r}; it has: {', '.join(sorted(known_ids))}")
    return [_fill_component(component, values, resolved) for component in components]


def _fill_component(component: Mapping[str, Any], values: Mapping[str, Any], resolved: ResolvedData) -> dict[str, Any]:
    filled: dict[str, Any] = {"type": component["type"], "id": component["id"]}
    if "components" in component:
        return filled | {"components": [_fill_component(it, values, resolved) for it in component["components"]]}
    if "component" in component:
        try:
            return filled | {"component": _fill_component(component["component"], values, resolved)}
        except ActionDenied as error:
            raise ActionDenied(f"{component['label']}: {error}") from None
    if "custom_id" in component:
        filled["custom_id"] = component["custom_id"]
        filled |= _build_input_value(component, values.get(component["custom_id"]), resolved)
    return filled


def _build_input_value(component: Mapping[str, Any], value: Any, resolved: ResolvedData) -> dict[str, Any]:
    """Return the `value` or `values` field of a submitted component. None selects the component's default."""
    required = component.get("required", True)
    match component["type"]:
        case component_types.TEXT_INPUT:
            text = component.get("value") or "" if value is None else str(value)
            return {"value": _check_text(component, text, required)}
        case component_types.CHECKBOX:
            return {"value": bool(component.get("default", False) if value is None else value)}
        case component_types.RADIO_GROUP:
            default = next((it["value"] for it in component["options"] if it.get("default")), None)
            choice = default if value is None else _find_option_value(component, value)
            if choice is None and required:
                raise ActionDenied("choose an option")
            return {"value": choice}
        case component_types.CHECKBOX_GROUP:
            return {"values": _check_values(component, value, required, lambda it: _find_option_value(component, it))}
        case component_types.FILE_UPLOAD:
            return {"values": _check_values(component, value, required, resolved.add_attachment)}
        case _:
            values = _list_default_values(component) if value is None else value
            if values == [] and not required:
                return {"values": []}
            return {"values": resolve_select_values(component, values, resolved)}


def _check_text(component: Mapping[str, Any], text: str, required: bool) -> str:
    name = component.get("label") or "this field"
    if not text and required:
        raise ActionDenied(f"{name} must not be empty")
    shortest, longest = component.get("min_length", 0), component.get("max_length", MAX_TEXT_INPUT_LENGTH)
    if text and not shortest <= len(text) <= longest:
        raise ActionDenied(f"{name} must be {shortest} to {longest} characters long, not {len(text)}")
    return text


def _check_values(component: Mapping[str, Any], value: Any, required: bool, convert: Callable[[Any], str]) -> list[str]:
    values = _list_default_values(component) if value is None else value
    if not isinstance(values, list):
        raise ActionDenied("values must be a list")
    if not values and not required:
        return []
    min_count = component.get("min_values", 1 if required else 0)
    max_count = component.get("max_values", len(component.get("options", ())) or 1)
    if not min_count <= len(values) <= max_count:
        raise ActionDenied(f"choose {min_count} to {max_count} values, not {len(values)}")
    return [convert(it) for it in values]


def _list_default_values(component: Mapping[str, Any]) -> list[Any]:
    if "default_values" in component:
        return [it["id"] for it in component["default_values"]]
    return [it["value"] for it in component.get("options", ()) if it.get("default")]
