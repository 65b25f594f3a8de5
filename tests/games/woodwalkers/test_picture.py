"""The board as a picture: what lies where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import canvas
from games.art import GOLD, Letters, Picture, Sprite
from games.woodwalkers import GAME
from games.woodwalkers.board import CELL, LEFT, PITCH, TOP
from tests.games.lines import said
from tests.games.woodwalkers.drawn import table
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.games.woodwalkers.test_telling import crowd

# Roboto's capitals and digits are so much of their size, and Letters set them at this part of their box.
_SET = 0.78


def picture(where: str, seat: int | None = None) -> Picture:
    return GAME.picture(scene(where).view(seat))


def on(board: Picture, space: str) -> list[Sprite]:
    """The sprites within a space, the lowest first."""
    left, top = LEFT + "abcdefghi".index(space[0]) * PITCH, TOP + (9 - int(space[1])) * PITCH
    return [
        what
        for what, x, y in board.marks
        if isinstance(what, Sprite) and left <= x < left + CELL and top <= y < top + CELL
    ]


def names(board: Picture, space: str) -> list[str]:
    return [" ".join(filter(None, (sprite.name, sprite.text))) for sprite in on(board, space)]


@pytest.mark.parametrize(
    ("where", "seat", "space", "lies"),
    [
        ("move", None, "d2", ["space_day", "disc wolf", "wound 1"]),
        ("move", None, "d4", ["space_day", "diamond otter", "pennant 7"]),
        ("move", None, "f4", ["space_day", "flag 5"]),
        ("move", None, "e3", ["space_day", "tile"]),
        ("move", None, "b1", ["space_0", "disc bison"]),
        ("move", None, "d1", ["space_0"]),
        ("move", None, "f9", ["space_1"]),
        ("move", None, "a4", ["space_unused"]),
        # What can be reached, for whoever moves.
        ("move", 0, "d3", ["space_day", "dot"]),
        ("move", 0, "e3", ["space_day", "tile", "dot_upon"]),
        ("move", 0, "d4", ["space_day", "diamond otter", "pennant 7", "dot_upon"]),
        ("move", 1, "d4", ["space_day", "diamond otter", "pennant 7"]),
        ("home", 1, "f9", ["space_1", "dot"]),
        ("four", None, "f4", ["space_day", "triangle bear", "wound 1"]),
        ("four", None, "f2", ["space_day", "square puma", "wound 2"]),
        ("midnight move", None, "d2", ["space_night", "disc paw"]),
        ("midnight help", 0, "d2", ["space_night", "disc wolf", "wound 1"]),
        ("midnight help", 1, "d2", ["space_night", "disc paw"]),
        # The last step is gold, and a found tile is shown once.
        ("home", None, "d4", ["space_lit", "disc wolf"]),
        ("home", None, "d2", ["space_lit"]),
        ("rest", None, "c3", ["space_lit", "disc wolf", "wound 1", "medicine"]),
    ],
)
def test_what_lies_on_a_space(where: str, seat: int | None, space: str, lies: list[str]) -> None:
    assert names(picture(where, seat), space) == lies


def sprites(board: Picture) -> list[str]:
    return [what.name for what, _, _ in board.marks if isinstance(what, Sprite)]


def letters(board: Picture, ink: str | None = None) -> list[str]:
    return [what.text for what, _, _ in board.marks if isinstance(what, Letters) and ink in (None, what.ink)]


def test_the_last_duel_shows_both_sums() -> None:
    board = picture("home")
    assert {"12", "4", "6+6", "3+1"} <= set(letters(board))
    assert letters(board, GOLD) == ["12"]
    assert sprites(board).count("disc wolf") == sprites(board).count("diamond otter") + 1 == 2


def test_a_duel_that_must_be_forgotten_shows_backs_and_dice() -> None:
    board = picture("midnight over")
    assert {"die_6", "die_1"} <= set(sprites(board))
    assert "+2" in letters(board, GOLD)
    assert not {"13", "12", "6+6"} & set(letters(board))
    assert not {"disc wolf", "diamond otter"} & set(sprites(board))


def test_a_third_wound_is_crossed_out() -> None:
    match = table(animals=["0 wolf d2", "1 otter d4 2"], stack=["strength"] * 3, rolls=[2, 6, 1])
    match = said(match, "0 mode strength", "1 skip", "0 roll", "0 move d2 d4")
    assert sprites(GAME.picture(match.view(None))).count("gone") == 2


def test_the_mode_of_the_round_is_gold_and_the_open_ones_lie_beside() -> None:
    board = picture("mode")
    assert "row_now" not in sprites(board)
    # Strength, speed, strength.
    assert sprites(board).count("open_choice") == 3
    board = picture("roll")
    assert sprites(board).count("row_now") == sprites(board).count("strength_now") == 1
    assert sprites(board).count("open") == 3


def test_the_values_of_all_modes_are_shown() -> None:
    shown = letters(picture("mode"))
    assert [shown.count(str(value)) >= 1 for value in range(2, 9)] == [True] * 7


@pytest.mark.parametrize(("where", "awaited"), [("arrange", 2), ("mode", 1), ("guess", 1), ("over", 0)])
def test_who_is_awaited_has_a_gold_frame(where: str, awaited: int) -> None:
    assert sum(name.endswith("_awaited") for name in sprites(picture(where))) == awaited


def test_points_stand_in_panels_and_on_the_track() -> None:
    shown = letters(picture("four"))
    assert {"0", "12", "51", "101"} <= set(shown)
    # 51 and 101 share the first space.
    board = picture("four")
    small = [what.name for what, _, _ in board.marks if isinstance(what, Sprite) and what.width == 16]
    assert sorted(small) == ["square", "triangle"]


def test_a_marker_tells_its_lap() -> None:
    board = GAME.picture(table(animals=[], scores=[51, 3]).view(None))
    lap = [what for what, _, _ in board.marks if isinstance(what, Letters) and what.ground == "#d55e00"]
    assert [what.text for what in lap] == ["2"]


def test_the_die_just_rolled_and_tiles_kept_are_shown() -> None:
    assert "die_3" in sprites(picture("move"))
    assert "medicine" in sprites(picture("rest"))


def test_wounds_are_on_cards_at_midnight() -> None:
    """Face down, tiles do not tell; but cards lie open."""
    match = scene("midnight over")
    assert "drop" in sprites(GAME.picture(match.view(None)))
    assert "otter" in sprites(GAME.picture(match.view(None)))


@pytest.mark.parametrize("where", SCENES)
def test_digits_can_be_read_on_a_phone(where: str) -> None:
    """At least 26 px high as type; the lap upon a marker is as large as the marker lets it."""
    for what, _, _ in picture(where, 0).marks:
        if isinstance(what, Letters) and what.width > 16:
            assert what.height * _SET >= 26, what


@pytest.mark.parametrize("where", SCENES)
def test_nothing_is_drawn_over_the_edge(where: str) -> None:
    board = picture(where, 0)
    for what, left, top in board.marks:
        assert 0 <= left <= board.width - what.width
        assert 0 <= top < board.height


def test_a_crowded_board_is_small() -> None:
    match = crowd()
    mode = match.view(None).open[0]
    match = said(match, f"0 mode {mode}", "1 roll")
    for view in (crowd().view(None), match.view(1)):
        assert len(canvas.png(GAME.picture(view))) <= 60 * 1024


def test_all_boards_of_a_match_have_one_size() -> None:
    """So that they make an animation."""
    for group in (("mode", "move", "home", "over"), ("midnight mode", "guess", "midnight home", "midnight over")):
        assert len({picture(where).height for where in group}) == 1


def test_a_picture_shows_what_a_view_shows_and_nothing_else() -> None:
    view = scene("midnight move").view(0)
    recalled = replace(view, camps=tuple(replace(camp, known=camp.tiles, seen=frozenset()) for camp in view.camps))
    assert GAME.picture(view) == GAME.picture(recalled)
