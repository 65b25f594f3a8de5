"""Checks that views, moves, texts, labels and pictures never reveal hidden values."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given

from games.schamanen import GAME
from games.schamanen.state import DuelFought, StonePlaced, View
from games.words import LOCALES
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import collect_visible_output, describe_last_step
from tests.games.schamanen.boards import (
    RULES_BOARD,
    VIEWERS,
    begin_duel,
    draft_board,
    draw_board,
    draw_layouts,
    join_rows,
    play_lines,
)


@make_settings_for_slow_test(3)
@given(draw_layouts(twins=True), draw_layouts(twins=True))
def test_boards_that_differ_in_hidden_values_look_alike(first: str, second: str) -> None:
    """The two boards are equal on the spaces where duels are fought, so nobody may see a difference."""
    matches = [begin_duel(variant="memory", board=align_board(board), prize="one") for board in (first, second)]
    for line in ("a1", "0 swap b2 c1", "b2", "1 swap a1 a2", "c1", "0 swap b3 c3"):
        matches = [play_lines(match, line) for match in matches]
        for seat in VIEWERS:
            assert collect_visible_output(matches[0], seat) == collect_visible_output(matches[1], seat)


def align_board(board: str) -> str:
    """Swap stones of a board so that 9/2 are on A1, 5/8 on C1 and 3/6 on B2, where the duels of the tests are."""
    sides = [[cell.split("/")[side] for cell in board.replace("|", " ").split()] for side in (0, 1)]
    for side, values_by_space in zip(sides, ({0: "9", 2: "5", 4: "3"}, {0: "2", 2: "8", 4: "6"}), strict=True):
        for space, value in values_by_space.items():
            old_space = side.index(value)
            side[space], side[old_space] = value, side[space]
    return join_rows([f"{bison}/{wolf}" for bison, wolf in zip(*sides, strict=True)])


def test_drafts_that_differ_in_hidden_values_look_alike() -> None:
    first, second = begin_duel(variant="memory"), begin_duel(variant="memory")
    for old_space, new_space in [
        ("0 place 5 b2", "0 place 7 b2"),
        ("1 place 1 a1", "1 place 1 a1"),
        ("1 place 4 b2", "1 place 4 b2"),
        ("0 place 9 c3", "0 place 1 c3"),
        ("0 place 8 a1", "0 place 5 a1"),
    ]:
        first, second = play_lines(first, old_space), play_lines(second, new_space)
        for seat in (1, None):
            assert collect_visible_output(first, seat) == collect_visible_output(second, seat)
        assert collect_visible_output(first, 0) != collect_visible_output(second, 0)


def test_known_value_is_not_shown() -> None:
    """Other people may see a player's screen, so only face-up stones are shown."""
    match = play_lines(draft_board(RULES_BOARD, variant="memory", prize="one"), "b2", "0 swap b2 c3")
    for seat in VIEWERS:
        view, forgotten = match.view_of(seat), GAME.forget(match.view_of(seat))
        assert view.known_stones != forgotten.known_stones
        assert GAME.draw_board(view) == GAME.draw_board(forgotten)
        assert not GAME.draw_reveal(view)
        for locale in LOCALES:
            assert GAME.describe_board(view, locale) == GAME.describe_board(forgotten, locale)
            assert GAME.describe_briefly(view, locale) == GAME.describe_briefly(forgotten, locale)
            assert describe_last_step(GAME, view, locale) == describe_last_step(GAME, forgotten, locale)
    # Wolf knows that Bison's 8 moved to C3, and knows all own stones, but only A1 lies open.
    wolf = play_lines(match, "a1").view_of(1)
    assert [GAME.move_label(wolf, ("swap", space), "en") for space in ("a1", "b2", "c3")] == ["A1 · 1", "B2", "C3"]


@pytest.mark.parametrize(("variant", "eyes"), [("memory", (None,)), ("classic", VIEWERS)])
def test_preset_start_looks_like_a_placed_one_after_the_first_duel(variant: str, eyes: tuple[int | None, ...]) -> None:
    preset, placed = begin_duel(variant=variant, board=RULES_BOARD), draft_board(RULES_BOARD, variant=variant)
    preset, placed = (play_lines(match, "b2", "0 swap b2 c3") for match in (preset, placed))
    for seat in eyes:
        assert collect_visible_output(preset, seat) == collect_visible_output(placed, seat)
    for seat in VIEWERS:
        assert RULES_BOARD not in repr(preset.view_of(seat))


def test_view_has_only_the_reviewed_fields() -> None:
    """Fails if a field is added, so that its author decides who may see it in the memory variant."""
    assert {field.name for field in fields(View)} == {
        "seat", "terms", "phase", "active_seat", "stones", "known_stones", "supply", "shells", "duels_fought",
        "revealed_values", "recent_events", "history",
    }  # fmt: skip


@pytest.mark.parametrize("seat", VIEWERS)
def test_forgotten_view_has_neither_values_nor_history(seat: int | None) -> None:
    match = play_lines(draft_board(RULES_BOARD, variant="memory", prize="one"), "b2", "0 swap b2 c3", "a1")
    forgotten = GAME.forget(match.view_of(seat))
    assert draw_board(forgotten) == draw_board(forgotten, known=True) == "?/? ?/? ?/? | ?/? ?/? ?/? | ?/? ?/? ?/?"
    assert (forgotten.revealed_values, forgotten.history) == ((frozenset(), frozenset()), ())
    (fought,) = forgotten.recent_events
    assert isinstance(fought, DuelFought)
    # The space and the payment may be remembered.
    assert (fought.values, fought.space, fought.paid) == (((0,), (0,)), 0, 1)
    assert (forgotten.shells, forgotten.duels_fought, forgotten.phase) == ((11, 7), 2, "exchange")


def test_forgotten_view_hides_the_last_placed_stone_from_its_owner() -> None:
    forgotten = GAME.forget(play_lines(begin_duel(variant="memory"), "0 place 5 b2").view_of(0))
    assert draw_board(forgotten) == "-/- -/- -/- | -/- ?/- -/- | -/- -/- -/-"
    assert [fact.value for fact in forgotten.recent_events if isinstance(fact, StonePlaced)] == [0]


def test_forgotten_view_keeps_own_stones_with_memory_help() -> None:
    match = play_lines(begin_duel(variant="memory", memory_help="own", board=RULES_BOARD, prize="one"), "b2")
    forgotten = GAME.forget(match.view_of(1))
    assert draw_board(forgotten) == draw_board(forgotten, known=True) == "?/1 ?/9 ?/4 | ?/8 ?/2 ?/5 | ?/7 ?/6 ?/3"


def test_nothing_is_forgotten_at_the_end_or_if_stones_lie_open() -> None:
    views = [play_lines(begin_duel(variant="memory", board=RULES_BOARD, duel_limit=1), "a1").view_of(None)]
    views += [
        play_lines(begin_duel(variant=variant, board=RULES_BOARD), "c3").view_of(0)
        for variant in ("classic", "pro", "pro_stacks")
    ]
    for view in views:
        assert GAME.forget(view) == view
