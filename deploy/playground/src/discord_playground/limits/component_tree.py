"""Rules of a whole tree of components: how many, how wide, how much text, nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, files, interactive_components
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list, is_number
from discord_playground.world import component as kind

MAX_COMPONENTS, MAX_DISPLAY_TEXT_LENGTH, MAX_ROW_WIDTH = 40, 4000, 5
MAX_ROWS, MAX_MODAL_COMPONENTS = 5, 5


def check_message_components(
    components: Any, path: FieldPath, *, is_v2: bool, attachment_names: frozenset[str]
) -> Iterator[FieldError]:
    """`place` is that of the list; `names` are the files that `attachment://` may name."""
    if not is_v2:
        yield from check_rows_only(components, path)
    tree = list(walk_with_paths(components, path))
    for where, component in tree:
        yield from interactive_components.check_component(component, where, in_modal=False)
        yield from check_row_width(component, where)
        yield from check_media(component, where, attachment_names)
    yield from check_unique_ids(tree)
    if len(tree) > MAX_COMPONENTS >= len(components):
        code, sentence = (
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"A message has at most {MAX_COMPONENTS} components in all.",
        )
        yield FieldError(path, code, f"{sentence} Here are {len(tree)}.")
    texts = (component.get("content") for _, component in tree if component.get("type") == kind.TEXT_DISPLAY)
    if sum(len(text) for text in texts if isinstance(text, str)) > MAX_DISPLAY_TEXT_LENGTH:
        sentence = f"Components displayable text size exceeds maximum size of {MAX_DISPLAY_TEXT_LENGTH}"
        yield FieldError(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence)


def check_rows_only(components: Any, path: FieldPath) -> Iterator[FieldError]:
    """Without Components V2 a message has five rows at most, and nothing else."""
    given = components if isinstance(components, list) else []
    if len(given) > MAX_ROWS:
        yield field_errors.bad_length(path, 0, MAX_ROWS)
    for index, component in enumerate(given):
        if isinstance(component, dict) and component.get("type") not in (None, kind.ACTION_ROW):
            yield field_errors.unexpected_type((*path, index), (kind.ACTION_ROW,))


def check_modal_components(components: Any, path: FieldPath) -> Iterator[FieldError]:
    if isinstance(components, list) and not 1 <= len(components) <= MAX_MODAL_COMPONENTS:
        yield field_errors.bad_length(path, 1, MAX_MODAL_COMPONENTS)
    tree = list(walk_with_paths(components, path))
    for where, component in tree:
        yield from interactive_components.check_component(component, where, in_modal=True)
        yield from check_row_width(component, where)
        if component.get("type") == kind.ACTION_ROW:
            yield from check_input_labels(component, where)
    yield from check_unique_ids(tree)


def walk_with_paths(components: Any, path: FieldPath) -> Iterator[tuple[FieldPath, Mapping[str, Any]]]:
    """Every component with its place, outer before inner; legal trees are three deep, and deeper is not looked."""
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
    """A button is one wide, everything else fills the row."""
    if component.get("type") != kind.ACTION_ROW:
        return
    width = 0
    for index, inner in enumerate(get_list(component, "components")):
        width += 1 if isinstance(inner, dict) and inner.get("type") == kind.BUTTON else MAX_ROW_WIDTH
        if width > MAX_ROW_WIDTH and index < MAX_ROW_WIDTH:
            sentence = "The specified component exceeds the maximum width"
            yield FieldError((*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)


def check_input_labels(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """In the old form of a modal nothing else says what an input is for."""
    for index, inner in enumerate(get_list(component, "components")):
        if isinstance(inner, dict) and inner.get("type") == kind.TEXT_INPUT and inner.get("label") is None:
            yield field_errors.missing_field((*path, "components", index, "label"))


def check_media(
    component: Mapping[str, Any], path: FieldPath, attachment_names: frozenset[str]
) -> Iterator[FieldError]:
    match component.get("type"):
        case kind.THUMBNAIL:
            found = [(component.get("media"), (*path, "media", "url"))]
        case kind.FILE:
            found = [(component.get("file"), (*path, "file", "url"))]
        case kind.MEDIA_GALLERY:
            items = enumerate(get_list(component, "items"))
            found = [
                (item.get("media"), (*path, "items", index, "media", "url"))
                for index, item in items
                if isinstance(item, dict)
            ]
        case _:
            return
    for medium, where in found:
        if isinstance(medium, dict):
            # Pictures come from anywhere, but a file only from among the message's own.
            schemes = (files.ATTACHMENT_SCHEME,) if component.get("type") == kind.FILE else files.MEDIA_SCHEMES
            yield from files.check_media_url(medium.get("url"), where, attachment_names, schemes)


def check_unique_ids(components: list[tuple[FieldPath, Mapping[str, Any]]]) -> Iterator[FieldError]:
    custom_ids: set[str] = set()
    ids: set[float] = set()
    for place, component in components:
        if isinstance(custom_id := component.get("custom_id"), str) and custom_id:
            if custom_id in custom_ids:
                sentence = "Component custom id cannot be duplicated"
                yield FieldError((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence)
            custom_ids.add(custom_id)
        # 0 asks Discord for an id, as leaving it out does.
        if is_number(number := component.get("id")) and number:
            if number in ids:
                yield FieldError((*place, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            ids.add(number)
