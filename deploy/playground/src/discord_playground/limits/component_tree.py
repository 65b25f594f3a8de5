"""Rules for the components of a message or modal: their number, row width, text length and unique IDs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, files, interactive_components
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list, is_number
from discord_playground.world import component as component_types

MAX_COMPONENTS, MAX_DISPLAY_TEXT_LENGTH, MAX_ROW_WIDTH = 40, 4000, 5
MAX_ROWS, MAX_MODAL_COMPONENTS = 5, 5


def check_message_components(
    components: Any, path: FieldPath, *, is_v2: bool, attachment_names: frozenset[str]
) -> Iterator[FieldError]:
    """Yield the errors in a message's components.

    `attachment_names` are the filenames that `attachment://` URLs may refer to.
    """
    if not is_v2:
        yield from check_rows_only(components, path)
    tree = list(walk_with_paths(components, path))
    for component_path, component in tree:
        yield from interactive_components.check_component(component, component_path, in_modal=False)
        yield from check_row_width(component, component_path)
        yield from check_media(component, component_path, attachment_names)
    yield from check_unique_ids(tree)
    if len(tree) > MAX_COMPONENTS >= len(components):
        message = f"A message has at most {MAX_COMPONENTS} components in all. Here are {len(tree)}."
        yield FieldError(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    texts = (component.get("content") for _, component in tree if component.get("type") == component_types.TEXT_DISPLAY)
    if sum(len(text) for text in texts if isinstance(text, str)) > MAX_DISPLAY_TEXT_LENGTH:
        message = f"Components displayable text size exceeds maximum size of {MAX_DISPLAY_TEXT_LENGTH}"
        yield FieldError(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def check_rows_only(components: Any, path: FieldPath) -> Iterator[FieldError]:
    """Yield an error unless the components are at most five action rows, as required without Components V2."""
    rows = components if isinstance(components, list) else []
    if len(rows) > MAX_ROWS:
        yield field_errors.bad_length(path, 0, MAX_ROWS)
    for index, component in enumerate(rows):
        if isinstance(component, dict) and component.get("type") not in (None, component_types.ACTION_ROW):
            yield field_errors.unexpected_type((*path, index), (component_types.ACTION_ROW,))


def check_modal_components(components: Any, path: FieldPath) -> Iterator[FieldError]:
    if isinstance(components, list) and not 1 <= len(components) <= MAX_MODAL_COMPONENTS:
        yield field_errors.bad_length(path, 1, MAX_MODAL_COMPONENTS)
    tree = list(walk_with_paths(components, path))
    for component_path, component in tree:
        yield from interactive_components.check_component(component, component_path, in_modal=True)
        yield from check_row_width(component, component_path)
        if component.get("type") == component_types.ACTION_ROW:
            yield from check_input_labels(component, component_path)
    yield from check_unique_ids(tree)


def walk_with_paths(components: Any, path: FieldPath) -> Iterator[tuple[FieldPath, Mapping[str, Any]]]:
    """Yield each component and its path, followed by the components nested in it.

    Valid trees have at most three levels. Levels below the fifth are ignored.
    """
    if not isinstance(components, list):
        return
    for index, component in enumerate(components):
        if isinstance(component, dict):
            yield from _walk_component(component, (*path, index), 4)


def _walk_component(
    component: Mapping[str, Any], path: FieldPath, depth: int
) -> Iterator[tuple[FieldPath, Mapping[str, Any]]]:
    yield path, component
    if not depth:
        return
    for index, inner in enumerate(get_list(component, "components")):
        if isinstance(inner, dict):
            yield from _walk_component(inner, (*path, "components", index), depth - 1)
    for name in ("accessory", "component"):
        if isinstance(inner := component.get(name), dict):
            yield from _walk_component(inner, (*path, name), depth - 1)


def check_row_width(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Yield an error if an action row is too wide. It has room for five buttons or one other component."""
    if component.get("type") != component_types.ACTION_ROW:
        return
    width = 0
    for index, inner in enumerate(get_list(component, "components")):
        width += 1 if isinstance(inner, dict) and inner.get("type") == component_types.BUTTON else MAX_ROW_WIDTH
        if width > MAX_ROW_WIDTH and index < MAX_ROW_WIDTH:
            message = "The specified component exceeds the maximum width"
            yield FieldError((*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def check_input_labels(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Yield an error for each text input in an action row that has no label."""
    for index, inner in enumerate(get_list(component, "components")):
        if isinstance(inner, dict) and inner.get("type") == component_types.TEXT_INPUT and inner.get("label") is None:
            yield field_errors.missing_field((*path, "components", index, "label"))


def check_media(
    component: Mapping[str, Any], path: FieldPath, attachment_names: frozenset[str]
) -> Iterator[FieldError]:
    match component.get("type"):
        case component_types.THUMBNAIL:
            media = [(component.get("media"), (*path, "media", "url"))]
        case component_types.FILE:
            media = [(component.get("file"), (*path, "file", "url"))]
        case component_types.MEDIA_GALLERY:
            items = enumerate(get_list(component, "items"))
            media = [
                (item.get("media"), (*path, "items", index, "media", "url"))
                for index, item in items
                if isinstance(item, dict)
            ]
        case _:
            return
    for item, url_path in media:
        if isinstance(item, dict):
            # Pictures may have any web address, but files must be attached to the message.
            is_file = component.get("type") == component_types.FILE
            schemes = (files.ATTACHMENT_SCHEME,) if is_file else files.MEDIA_SCHEMES
            yield from files.check_media_url(item.get("url"), url_path, attachment_names, schemes)


def check_unique_ids(components: list[tuple[FieldPath, Mapping[str, Any]]]) -> Iterator[FieldError]:
    custom_ids: set[str] = set()
    ids: set[float] = set()
    for component_path, component in components:
        if isinstance(custom_id := component.get("custom_id"), str) and custom_id:
            if custom_id in custom_ids:
                message = "Component custom id cannot be duplicated"
                yield FieldError((*component_path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
            custom_ids.add(custom_id)
        # An ID of 0 counts as missing, and Discord then generates one.
        if is_number(component_id := component.get("id")) and component_id:
            if component_id in ids:
                message = "Component id cannot be duplicated"
                yield FieldError((*component_path, "id"), "COMPONENT_ID_DUPLICATED", message)
            ids.add(component_id)
