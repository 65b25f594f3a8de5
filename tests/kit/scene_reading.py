"""Read a message: its buttons, its text, and every page that leads to a choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import discord

from bot.discord.layout import JsonObject, SceneLayout
from bot.screens.custom_ids import CustomId
from bot.screens.move_menu import CHOICES_PER_PAGE, MenuPage, build_menu_page, find_previous_page, spell_move
from bot.screens.scene import Button, ButtonMenu, Scene
from games import GAMES
from games.core import Move


def list_buttons(scene: Scene | None) -> list[Button]:
    """Discord takes no message in which two have the same custom_id."""
    assert scene
    found = [it for row in scene.rows if isinstance(row, tuple) for it in row]
    assert len({it.custom_id for it in found}) == len(found), found
    return found


def list_custom_ids(scene: Scene | None) -> list[CustomId]:
    """Where its buttons lead, and the entries of lists that stand in the place of buttons."""
    assert scene
    listed = [each for row in scene.rows if isinstance(row, ButtonMenu) for each in row.buttons]
    return [it for it in (CustomId.parse(button.custom_id) for button in (*list_buttons(scene), *listed)) if it]


def index_by_action(scene: Scene | None) -> dict[str, CustomId]:
    """What they do, and the last button that does it."""
    return {custom_id.action: custom_id for custom_id in list_custom_ids(scene)}


SHORT_DUEL_OPTIONS = {"placement": "random", "prize": "one"}


GAMES_WITH_HABITS = [key for key, game in GAMES.items() if game.has_habits]


def read_text(scene: Scene | None) -> str:
    assert scene
    return "\n".join((*scene.above, *scene.below, scene.footer))


def map_labels_to_custom_ids(scene: Scene | None) -> dict[str, str]:
    """Where each leads, by its label."""
    assert scene
    return {
        button.label: button.custom_id
        for row in scene.rows
        if isinstance(row, tuple)
        for button in row
        if isinstance(button, Button)
    }


TEXT_TYPE = discord.ComponentType.text_display.value
GALLERY_TYPE = discord.ComponentType.media_gallery.value
BUTTON_TYPE = discord.ComponentType.button.value
SELECT_TYPE = discord.ComponentType.select.value


def walk_components(view: SceneLayout, *component_types: int) -> Iterator[JsonObject]:
    """Everything, or all of these kinds, in the order in which it is read."""
    for row in view.components:
        for one in (row, *row.get("components", ())):
            if not component_types or one["type"] in component_types:
                yield one


def walk_menu_pages(moves: Iterable[Move]) -> Iterator[tuple[str, MenuPage, int]]:
    """What leads to each page, the page, and how many clicks it takes to choose there."""
    yield from _walk_pages_below({spell_move(word): word for word in moves}, "", 1)


def _walk_pages_below(moves: Mapping[str, Move], prefix: str, clicks: int) -> Iterator[tuple[str, MenuPage, int]]:
    """Narrowed as one goes: a page depends only on the words that begin with its prefix, see `test_move_menu`."""
    shown = build_menu_page(moves.values(), prefix)
    assert shown
    yield prefix, shown, clicks
    for choice in shown.choices:
        if choice.move is None:
            left = {spelt: word for spelt, word in moves.items() if spelt.startswith(choice.move_prefix)}
            yield from _walk_pages_below(left, choice.move_prefix, clicks + 1)


def count_clicks_by_move(moves: Iterable[Move]) -> dict[Move, int]:
    """How many clicks each word takes; nothing can be clicked in two ways, and every click leads on."""
    taken: dict[Move, int] = {}
    for prefix, shown, clicks in walk_menu_pages(moves):
        assert 0 < len(shown.choices) <= CHOICES_PER_PAGE
        for choice in shown.choices:
            assert choice.move_prefix.startswith(prefix)
            assert choice.move or choice.move_prefix != prefix
            if choice.move is not None:
                assert choice.move not in taken
                assert choice.move_prefix == spell_move(choice.move)
                taken[choice.move] = clicks
    return taken


def find_menu_path(moves: Iterable[Move], move: Move) -> list[tuple[str, MenuPage]]:
    """What leads to each page on the way to a word, and the page, with all the words at hand each time, as after a
    restart.
    """
    known, prefix = list(moves), ""
    way: list[tuple[str, MenuPage]] = []
    while True:
        shown = build_menu_page(known, prefix)
        assert shown
        way.append((prefix, shown))
        (choice,) = [each for each in shown.choices if spell_move(move).startswith(each.move_prefix)]
        assert find_previous_page(known, choice.move_prefix) == prefix
        if choice.move is not None:
            assert choice.move == move
            return way
        prefix = choice.move_prefix
