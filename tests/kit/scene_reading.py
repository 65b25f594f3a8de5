"""Helpers that read the buttons and text of a message, and walk through its move menu."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import discord

from bot.discord.layout import JsonObject, SceneLayout
from bot.screens.custom_ids import CustomId
from bot.screens.move_menu import (
    CHOICES_PER_PAGE,
    MenuPage,
    NumberMoves,
    build_menu_page,
    find_previous_page,
    spell_move,
)
from bot.screens.scene import Button, ButtonMenu, CheckboxField, ChoiceField, Form, Scene, TextField
from games import GAMES
from games.core import Move

SHORT_DUEL_OPTIONS: Final = {"placement": "random", "prize": "one"}
GAMES_WITH_HABITS: Final = [key for key, game in GAMES.items() if game.has_habits]
READABLE_LABEL: Final = re.compile(r"[^\W\d_]{2}|[^\W\d_]\d")
"""A word, or the name of a space such as “C6”. A screen reader reads each label alone, so a digit says nothing."""
MAX_COMPONENTS_PER_MESSAGE: Final = 40
"""Discord's limit, which includes nested components."""
ACTION_ROW_TYPE = discord.ComponentType.action_row.value
CONTAINER_TYPE = discord.ComponentType.container.value
SECTION_TYPE = discord.ComponentType.section.value
GALLERY_TYPE = discord.ComponentType.media_gallery.value
BUTTON_TYPE = discord.ComponentType.button.value
SELECT_TYPE = discord.ComponentType.select.value
TEXT_TYPE = discord.ComponentType.text_display.value


def list_buttons(scene: Scene | None) -> list[Button]:
    """Return all buttons, after checking that their custom IDs are unique, as Discord requires."""
    assert scene
    buttons = [section.button for section in scene.sections]
    buttons += [it for row in scene.rows if isinstance(row, tuple) for it in row]
    assert len({it.custom_id for it in buttons}) == len(buttons), buttons
    return buttons


def list_custom_ids(scene: Scene | None) -> list[CustomId]:
    """Return the custom IDs of all buttons, including those that are shown as menu entries."""
    assert scene
    menu_buttons = [each for row in scene.rows if isinstance(row, ButtonMenu) for each in row.buttons]
    return [it for it in (CustomId.parse(button.custom_id) for button in (*list_buttons(scene), *menu_buttons)) if it]


def index_by_action(scene: Scene | None) -> dict[str, CustomId]:
    """Map each action to the last custom ID that has it."""
    return {custom_id.action: custom_id for custom_id in list_custom_ids(scene)}


def read_text(scene: Scene | None) -> str:
    assert scene
    return "\n".join((*scene.above, *scene.between, *scene.below, *(it.text for it in scene.sections), scene.footer))


def map_labels_to_custom_ids(scene: Scene | None) -> dict[str, str]:
    """Map the label of each button to its custom ID."""
    assert scene
    return {button.label: button.custom_id for button in list_buttons(scene)}


def fill_form(form: Form | None, **changes: str | tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the values that Discord submits if a person changes only these fields of a form.

    The field `clock.` is changed without its dot: `fill_form(form, clock="300000")`.
    """
    assert form
    values: dict[str, tuple[str, ...]] = {}
    for field in form.fields:
        match field:
            case TextField():
                values[field.name] = (field.value,)
            case ChoiceField():
                values[field.name] = (field.chosen,)
            case CheckboxField():
                values[field.name] = tuple(it.value for it in field.checkboxes if it.is_checked)
        change = changes.pop(field.name.rstrip("."), None)
        if change is not None:
            values[field.name] = (change,) if isinstance(change, str) else change
    assert not changes, "the form has no such fields"
    return values


def walk_components(view: SceneLayout, *component_types: int) -> Iterator[JsonObject]:
    """Yield all components of these types in reading order. By default, all types are included."""
    for component in _walk_tree(view.components):
        if not component_types or component["type"] in component_types:
            yield component


def _walk_tree(components: Iterable[JsonObject]) -> Iterator[JsonObject]:
    for component in components:
        yield component
        accessory = component.get("accessory")
        yield from _walk_tree([*component.get("components", ()), *([accessory] if accessory else [])])


def walk_menu_pages(
    moves: Iterable[Move], number_moves: NumberMoves | None = None
) -> Iterator[tuple[str, MenuPage, int]]:
    """Yield each page of the move menu, the move prefix that leads to it, and the clicks to choose a move on it."""
    yield from _walk_pages_below({spell_move(move): move for move in moves}, "", 1, number_moves)


def _walk_pages_below(
    moves: Mapping[str, Move], prefix: str, clicks: int, number_moves: NumberMoves | None
) -> Iterator[tuple[str, MenuPage, int]]:
    """Yield the page with this prefix and all pages below it. `moves` are those that begin with the prefix."""
    page = build_menu_page(moves.values(), prefix, number_moves)
    assert page
    yield prefix, page, clicks
    for choice in page.choices:
        if choice.move is None:
            moves_below = {spelt: move for spelt, move in moves.items() if spelt.startswith(choice.move_prefix)}
            yield from _walk_pages_below(moves_below, choice.move_prefix, clicks + 1, number_moves)


def count_clicks_by_move(moves: Iterable[Move], number_moves: NumberMoves | None = None) -> dict[Move, int]:
    """Return the smallest number of clicks that each move takes.

    Check that only one path of pages leads to a move, apart from shortcuts: numbered moves on earlier pages.
    """
    clicks_by_move: dict[Move, int] = {}
    numbered: set[Move] = set()
    for prefix, page, clicks in walk_menu_pages(moves, number_moves):
        assert 0 < len(page.choices) - len(page.numbered) <= CHOICES_PER_PAGE or page.numbered
        assert len({choice.move_prefix for choice in page.choices}) == len(page.choices)
        for choice in page.choices:
            assert choice.move_prefix.startswith(prefix)
            assert choice.move or choice.move_prefix != prefix
            if choice.move is not None:
                assert choice.move not in clicks_by_move or choice.move in numbered
                assert choice.move_prefix == spell_move(choice.move)
                clicks_by_move.setdefault(choice.move, clicks)
        numbered |= {*page.numbered}
    return clicks_by_move


def find_menu_path(
    moves: Iterable[Move], move: Move, number_moves: NumberMoves | None = None
) -> list[tuple[str, MenuPage]]:
    """Return the prefix and page of each click on the path to a move."""
    known, prefix = list(moves), ""
    path: list[tuple[str, MenuPage]] = []
    while True:
        page = build_menu_page(known, prefix, number_moves)
        assert page
        path.append((prefix, page))
        choice = next(each for each in page.choices if spell_move(move).startswith(each.move_prefix))
        if choice.move is not None:
            assert choice.move == move
            return path
        assert find_previous_page(known, choice.move_prefix, number_moves) == prefix
        prefix = choice.move_prefix
