"""Rules of a whole tree of components: how many, how wide, how much text, nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.limits import control, files, phrases
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import is_number, listed
from discord_playground.refusal import Fault
from discord_playground.world import component as kind

MOST, MOST_TEXT, MOST_WIDTH = 40, 4000, 5
MOST_ROWS, MOST_IN_MODAL = 5, 5


def of_message(components: Any, place: Place, *, v2: bool, names: frozenset[str]) -> Iterator[Fault]:
    """`place` is that of the list; `names` are the files that `attachment://` may name."""
    if not v2:
        yield from of_old(components, place)
    tree = list(walk(components, place))
    for where, component in tree:
        yield from control.faults(component, where, modal=False)
        yield from row(component, where)
        yield from media(component, where, names)
    yield from twice(tree)
    if len(tree) > MOST >= len(components):
        code, sentence = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"A message has at most {MOST} components in all."
        yield Fault(place, code, f"{sentence} Here are {len(tree)}.")
    texts = (component.get("content") for _, component in tree if component.get("type") == kind.TEXT)
    if sum(len(text) for text in texts if isinstance(text, str)) > MOST_TEXT:
        sentence = f"Components displayable text size exceeds maximum size of {MOST_TEXT}"
        yield Fault(place, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence)


def of_old(components: Any, place: Place) -> Iterator[Fault]:
    """Without Components V2 a message has five rows at most, and nothing else."""
    given = components if isinstance(components, list) else []
    if len(given) > MOST_ROWS:
        yield phrases.length(place, 0, MOST_ROWS)
    for index, component in enumerate(given):
        if isinstance(component, dict) and component.get("type") not in (None, kind.ROW):
            yield phrases.not_of_types((*place, index), (kind.ROW,))


def of_modal(components: Any, place: Place) -> Iterator[Fault]:
    if isinstance(components, list) and not 1 <= len(components) <= MOST_IN_MODAL:
        yield phrases.length(place, 1, MOST_IN_MODAL)
    tree = list(walk(components, place))
    for where, component in tree:
        yield from control.faults(component, where, modal=True)
        yield from row(component, where)
        if component.get("type") == kind.ROW:
            yield from labels(component, where)
    yield from twice(tree)


def walk(components: Any, place: Place) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """Every component with its place, outer before inner; legal trees are three deep, and deeper is not looked."""
    if not isinstance(components, list):
        return
    for index, component in enumerate(components):
        if isinstance(component, dict):
            yield from branch(component, (*place, index), 4)


def branch(component: Mapping[str, Any], place: Place, depth: int) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    yield place, component
    if not depth:
        return
    for index, inner in enumerate(listed(component, "components")):
        if isinstance(inner, dict):
            yield from branch(inner, (*place, "components", index), depth - 1)
    for name in ("accessory", "component"):
        if isinstance(inner := component.get(name), dict):
            yield from branch(inner, (*place, name), depth - 1)


def row(component: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    """A button is one wide, everything else fills the row."""
    if component.get("type") != kind.ROW:
        return
    width = 0
    for index, inner in enumerate(listed(component, "components")):
        width += 1 if isinstance(inner, dict) and inner.get("type") == kind.BUTTON else MOST_WIDTH
        if width > MOST_WIDTH and index < MOST_WIDTH:
            sentence = "The specified component exceeds the maximum width"
            yield Fault((*place, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)


def labels(component: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    """In the old form of a modal nothing else says what an input is for."""
    for index, inner in enumerate(listed(component, "components")):
        if isinstance(inner, dict) and inner.get("type") == kind.TEXT_INPUT and inner.get("label") is None:
            yield phrases.required((*place, "components", index, "label"))


def media(component: Mapping[str, Any], place: Place, names: frozenset[str]) -> Iterator[Fault]:
    match component.get("type"):
        case kind.THUMBNAIL:
            found = [(component.get("media"), (*place, "media", "url"))]
        case kind.FILE:
            found = [(component.get("file"), (*place, "file", "url"))]
        case kind.GALLERY:
            items = enumerate(listed(component, "items"))
            found = [
                (item.get("media"), (*place, "items", index, "media", "url"))
                for index, item in items
                if isinstance(item, dict)
            ]
        case _:
            return
    for medium, where in found:
        if isinstance(medium, dict):
            # Pictures come from anywhere, but a file only from among the message's own.
            schemes = (files.ATTACHED,) if component.get("type") == kind.FILE else files.MEDIA
            yield from files.medium(medium.get("url"), where, names, schemes)


def twice(tree: list[tuple[Place, Mapping[str, Any]]]) -> Iterator[Fault]:
    custom_ids: set[str] = set()
    ids: set[float] = set()
    for place, component in tree:
        if isinstance(custom_id := component.get("custom_id"), str) and custom_id:
            if custom_id in custom_ids:
                sentence = "Component custom id cannot be duplicated"
                yield Fault((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence)
            custom_ids.add(custom_id)
        # 0 asks Discord for an id, as leaving it out does.
        if is_number(number := component.get("id")) and number:
            if number in ids:
                yield Fault((*place, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            ids.add(number)
