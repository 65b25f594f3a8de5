"""Tests for the layout of buttons in player messages, and for the menus that replace too many buttons."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from bot.discord.layout import render_layout
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.move_buttons import (
    MAX_BUTTONS_PER_ROW,
    arrange_buttons_as_layout,
    build_move_page,
    find_chosen_move,
    split_into_even_rows,
)
from bot.screens.move_menu import (
    CHOICES_PER_PAGE,
    MenuPage,
    build_menu_page,
    map_clicks_to_moves,
    spell_move,
)
from bot.screens.player_screen import render_hint, render_move_choice
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Button, ButtonMenu
from games import GAMES
from games.core import Move, Seat, Suggestion
from games.dice import Chance
from games.grid import PickedLabel
from games.match import Match, begin_match
from games.options import validate_options
from tests.kit.matches import play_for_seat
from tests.kit.scene_reading import MAX_COMPONENTS_PER_MESSAGE, walk_components
from tests.kit.world import INACTIVE_SINCE_MS, begin_match_with_ben, play_first_legal_move

MAX_STEPS: Final = 8
DISABLED_CUSTOM_ID: Final = CustomId(Action.DISABLED_PLACE, 7, 3)


@pytest.mark.parametrize(
    ("count", "rows"),
    [(0, []), (1, [1]), (5, [5]), (6, [3, 3]), (8, [4, 4]), (9, [3, 3, 3]), (12, [4, 4, 4]), (18, [5, 4, 5, 4])],
)
def test_buttons_are_split_into_few_even_rows(count: int, rows: list[int]) -> None:
    assert [len(row) for row in split_into_even_rows([Button(f"{n}", f"{n}") for n in range(count)])] == rows


async def test_menu_below_numbered_buttons_says_how_many_more_there_are(matches: MatchService) -> None:
    options = {"animals": ["0 wolf d4"], "forest": ["flag7 d6 up"], "rolls": [4]}
    match: StartedMatch = await begin_match_with_ben(matches, "woodwalkers", None, **options)
    for _ in range(6):
        assert isinstance(match, RunningMatch)
        (seat,) = match.engine.seats_asked
        if ("move", "d4", "d6") in match.engine.legal_moves(seat):
            break
        match = await play_first_legal_move(matches, match.id, match.player_ids[seat] or 0)
    assert isinstance(match, RunningMatch)
    context = PlayerScreenContext(move_prefix="move.d4.")
    numbered, menu = render_move_choice(match, seat, "en", Absences(), context).rows[:2]
    assert isinstance(numbered, tuple)
    assert isinstance(menu, ButtonMenu)
    assert menu.placeholder == f"More ({len(menu.buttons)})"


def test_all_choices_of_a_page_fit_into_four_rows() -> None:
    for count in range(CHOICES_PER_PAGE + 1):
        buttons = [Button(f"{n}", f"{n}") for n in range(count)]
        rows = split_into_even_rows(buttons)
        assert [button for row in rows for button in row] == buttons
        # The fifth row is for the “back” button.
        assert len(rows) <= 4
        assert all(0 < len(row) <= MAX_BUTTONS_PER_ROW for row in rows)


def format_layout(page: MenuPage, layout: Sequence[Sequence[Move | str]]) -> list[list[str]]:
    """Return the labels of the arranged buttons, row by row. Labels of disabled buttons are in parentheses."""
    buttons = [Button(".".join(choice.leading_tokens), choice.move_prefix) for choice in page.choices]
    rows = arrange_buttons_as_layout(page, buttons, layout, DISABLED_CUSTOM_ID)
    return [[f"({it.label})" if it.disabled else it.label for it in row] for row in rows]


def test_buttons_are_arranged_in_the_layout_of_the_game() -> None:
    page = build_menu_page([("a1", "b1"), ("a1", "a2"), ("a1", "b2")])
    assert page
    one, two, three = (choice.leading_tokens for choice in page.choices)
    assert format_layout(page, [[two, three], ["A1", one]]) == [["a1.a2", "a1.b2"], ["(A1)", "a1.b1"]]
    buttons = [Button("x", "x")] * 3
    (_, (gap, _)) = arrange_buttons_as_layout(page, buttons, [[two, three], ["A1", one]], DISABLED_CUSTOM_ID)
    assert gap == Button("A1", str(replace(DISABLED_CUSTOM_ID, argument="A1")), disabled=True)
    ((gap, *_),) = arrange_buttons_as_layout(
        page, buttons, [[PickedLabel("✓ A1"), one, two, three]], DISABLED_CUSTOM_ID
    )
    assert gap == Button("✓ A1", str(replace(DISABLED_CUSTOM_ID, argument="✓A1")), "good", disabled=True)


@pytest.mark.parametrize(
    "layout",
    [
        pytest.param("", id="empty"),
        pytest.param("b1 a2", id="missing choice"),
        pytest.param("b1 a2 b2 b2", id="repeated choice"),
        pytest.param("b1 a2 b2 c2", id="unknown choice"),
        pytest.param("b1 / a2 / b2 / B1 / C1", id="too many rows"),
        pytest.param("b1 a2 b2 A1 B1 C1", id="too long row"),
        pytest.param("b1 a2 b2 X X", id="repeated gap"),
        pytest.param("b1 / / a2 b2", id="empty row"),
    ],
)
def test_invalid_layout_falls_back_to_even_rows(layout: str) -> None:
    page = build_menu_page([("a1", "b1"), ("a1", "a2"), ("a1", "b2")])
    assert page
    rows: list[list[Move | str]] = [
        [it if it.isupper() else ("a1", it) for it in row.split()] for row in layout.split("/") if layout
    ]
    assert format_layout(page, rows) == [["a1.b1", "a1.a2", "a1.b2"]]


def begin_after_steps(game: str, steps: int, **options: object) -> Match:
    """Begin a match, and play first legal moves until the match has reached this step."""
    module = GAMES[game]
    engine = begin_match(module, validate_options(module.options_class, options), 2, Chance.derive(bytes(32), ()))
    while engine.step < steps:
        seat = min(engine.to_move)
        engine = engine.play_move(seat, engine.legal_moves(seat)[0])
    return engine


def format_arranged_moves(engine: Match, seat: Seat, moves: Sequence[Move]) -> list[str]:
    """Return the last token of each move, row by row. Gaps are in parentheses."""
    rows = engine.game.arrange_buttons(engine.view_of(seat), moves)
    return [" ".join(f"({it})" if isinstance(it, str) else it[-1] for it in row) for row in rows]


RANDOM_PLACEMENT: Final = {"placement": "random"}


@pytest.mark.parametrize(
    ("game", "steps", "seat", "prefix", "options", "layout"),
    [
        ("schamanen", 0, 0, "place", {}, "1 2 3 4 5 / 6 7 8 9"),
        ("schamanen", 0, 0, "place.1", {}, "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"),
        ("schamanen", 6, 1, "place.9", {}, "(A1) (B1) c1 / (A2) b2 c2 / a3 b3 c3"),
        ("schamanen", 1, 0, "", RANDOM_PLACEMENT, "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"),
        ("schamanen", 1, 0, "swap.a1", RANDOM_PLACEMENT, "(✓ A1 · 7) b1 (C1 · 2) / a2 b2 (C2 · 6) / a3 b3 c3"),
    ],
)
def test_squares_are_arranged_as_on_the_board(
    game: str, steps: int, seat: Seat, prefix: str, options: dict[str, object], layout: str
) -> None:
    """Unavailable squares leave gaps, the picked square is marked, and each player has their own side at the bottom."""
    engine = begin_after_steps(game, steps, **options)
    page = build_menu_page(
        map_clicks_to_moves(engine.game, engine.view_of(seat), engine.legal_moves(seat)), f"{prefix}." if prefix else ""
    )
    assert page
    assert " / ".join(format_arranged_moves(engine, seat, [choice.leading_tokens for choice in page.choices])) == layout


@pytest.mark.parametrize(
    ("game", "seat", "moves_text", "layout"),
    [
        # Chess pieces are above the pawns, and those that can only journey are after the others.
        ("shamanic_chess", 0, "a1-~ a2 b1 b2 c1-~ e1-e2", "b1 e2 ~ / ~ / a2 b2"),
        ("shamanic_chess", 1, "a7 b8 b7 c8-~ c7 d7 e7 f7", "b8 ~ / f7 e7 d7 c7 / b7 a7"),
        ("shamanic_chess", 0, "e4-e5 e4-d5", ""),
        ("woodwalkers", 0, "move-b1-b3 move-b1-c2 move-b1-c3 move-b1-d2", "b3 c3 (D3) / (B2) c2 d2"),
        ("woodwalkers", 0, "move-b1 move-c2 stay", "(B2) c2 / b1 (C1) / stay"),
        ("woodwalkers", 0, "set-wolf set-bear", ""),
    ],
)
def test_destinations_are_arranged_around_their_origin(game: str, seat: Seat, moves_text: str, layout: str) -> None:
    moves = [tuple(move.split("-")) for move in moves_text.split()]
    assert " / ".join(format_arranged_moves(begin_after_steps(game, 0), seat, moves)) == layout


def test_board_keeps_rows_without_legal_choices() -> None:
    moves = [("swap", "a1", square) for square in ("b3", "c3")]
    (first, _, last) = format_arranged_moves(begin_after_steps("schamanen", 1, placement="random"), 0, moves)
    assert first.startswith("(✓ A1")
    assert last.endswith("b3 c3")


@pytest.mark.parametrize("game", GAMES)
async def test_each_choice_has_exactly_one_button(matches: MatchService, game: str) -> None:
    match: StartedMatch = await begin_match_with_ben(matches, game)
    dice = random.Random(game)
    for _ in range(MAX_STEPS):
        if not isinstance(match, RunningMatch):
            break
        seat = min(match.engine.to_move)
        prefix = ""
        while not (move := find_chosen_move(match, seat, prefix)):
            scene = render_move_choice(match, seat, "en", Absences(), PlayerScreenContext(move_prefix=prefix))
            page = build_move_page(match, seat, prefix)
            assert page
            expected = [
                str(CustomId(Action.PICK_MOVE, match.id, match.engine.step, it.move_prefix)) for it in page.choices
            ]
            menus = [row for row in scene.rows if isinstance(row, ButtonMenu)]
            assert len(menus) <= 1
            assert all(len(it.buttons) <= CHOICES_PER_PAGE for it in menus)
            shown = [it.custom_id for row in menus for it in row.buttons]
            shown += [it.custom_id for row in scene.rows if isinstance(row, tuple) for it in row]
            assert sorted(it for it in shown if it in expected) == sorted(expected)
            assert len(set(shown)) == len(shown)
            assert len(list(walk_components(render_layout(scene)))) <= MAX_COMPONENTS_PER_MESSAGE
            prefix = dice.choice(page.choices).move_prefix
        match = await play_for_seat(matches, match, seat, move, INACTIVE_SINCE_MS)


async def test_hint_for_a_menu_choice_is_a_button(matches: MatchService) -> None:
    match = await begin_match_with_ben(matches, "shamanic_chess")
    seat = min(match.engine.to_move)
    move = match.engine.legal_moves(seat)[0]
    first, *others = render_hint(match, seat, Suggestion(move, "why-only"), "en", Absences()).rows
    assert first == (Button("I’ll do that", str(CustomId(Action.PICK_MOVE, match.id, 0, spell_move(move))), "good"),)
    assert tuple(others) == render_move_choice(match, seat, "en", Absences()).rows
