"""The board as a picture: what lies where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import art, canvas
from games.art import GOLD, Box, Letters, Mark, Picture, Sprite
from games.drawing import rendered, svg
from games.woodwalkers import GAME
from games.woodwalkers.board import CELL, LEFT, PITCH, STEP, TOP, corner, sketch
from games.woodwalkers.frame import ASIDE, GROUNDS, PALE, SHAPES
from games.woodwalkers.ground import NUMBER, SPACES
from games.woodwalkers.things import ANIMALS, EVERY
from tests.games.lines import said
from tests.games.woodwalkers.drawn import WOLF_AND_OTTER, drawn, moving, table
from tests.games.woodwalkers.marks import picture, sprites
from tests.games.woodwalkers.scenes import scene

# The board


def within(board: Picture, space: str) -> list[Mark]:
    """What lies on a space, the lowest first."""
    left, top = LEFT + "abcdefghi".index(space[0]) * PITCH, TOP + (9 - int(space[1])) * PITCH
    # Whoever stands upon a flag stands on tiptoe.
    return [mark for mark in board.marks if left <= mark[1] < left + CELL and top - 8 <= mark[2] < top + CELL - 8]


def names(board: Picture, space: str) -> list[str]:
    sprites = (what for what, _, _ in within(board, space) if isinstance(what, Sprite))
    return [" ".join(filter(None, (sprite.name, sprite.text))) for sprite in sprites]


def ground(board: Picture, space: str) -> str:
    """Its rim, if it has one."""
    (found,) = (what for what, _, _ in within(board, space) if isinstance(what, Box) and what.width == CELL)
    return found.rim or found.ink


@pytest.mark.parametrize(
    ("where", "seat", "space", "lies"),
    [
        ("move", None, "d2", ["disc wolf", "drop"]),
        ("move", None, "d4", ["diamond", "otter", "ensign_short 7"]),
        ("move", None, "f4", ["flag 5"]),
        ("move", None, "e3", ["tile"]),
        ("move", None, "b1", ["disc bison"]),
        ("move", None, "d1", []),
        # What can be reached, for whoever moves.
        ("move", 0, "d3", ["dot"]),
        ("move", 0, "e3", ["tile", "dot_upon"]),
        ("move", 0, "f4", ["flag 5", "dot_upon"]),
        ("move", 0, "d4", ["diamond", "otter", "ensign_short 7", "dot_upon"]),
        ("move", 1, "d4", ["diamond", "otter", "ensign_short 7"]),
        ("home", 1, "f9", ["dot"]),
        ("four", None, "f4", ["triangle bear", "drop"]),
        ("four", None, "f2", ["square puma", "drop", "drop"]),
        ("midnight move", None, "d2", ["disc paw"]),
        ("midnight help", 0, "d2", ["disc wolf", "drop"]),
        ("midnight help", 1, "d2", ["disc paw"]),
        ("home", None, "d4", ["disc wolf"]),
        ("home", None, "d2", []),
        # While all arrange, nobody has seen how.
        ("arrange", None, "b1", ["disc paw"]),
        ("arrange", 0, "b1", ["disc paw"]),
        ("arrange", None, "h9", ["diamond paw"]),
        ("arrange", None, "a4", []),
        ("arrange west", None, "a4", ["diamond paw"]),
        ("arranged", None, "b1", ["disc wolf"]),
        ("midnight mode", 0, "b1", ["disc paw"]),
    ],
)
def test_what_lies_on_a_space(where: str, seat: int | None, space: str, lies: list[str]) -> None:
    assert names(picture(where, seat), space) == lies


@pytest.mark.parametrize(
    ("where", "space", "colour"),
    [
        ("move", "d3", GROUNDS["day"]),
        ("midnight move", "d3", GROUNDS["midnight"]),
        ("move", "d1", PALE[0]),
        ("move", "f9", PALE[1]),
        ("four", "i5", PALE[3]),
        # The way of the newest turn.
        ("home", "d2", GOLD),
        ("home", "d4", GOLD),
        ("home", "d3", GROUNDS["day"]),
    ],
)
def test_what_a_space_is(where: str, space: str, colour: str) -> None:
    assert ground(picture(where), space) == colour


@pytest.mark.parametrize(
    ("where", "columns"), [("move", "BCDEFGH"), ("midnight move", "BCDEFGH"), ("four", "ABCDEFGHI")]
)
def test_where_nobody_sits_there_is_nothing(where: str, columns: str) -> None:
    board = picture(where)
    named = [
        what.text for what, left, _ in board.marks if isinstance(what, Letters) and left < ASIDE and what.width == CELL
    ]
    assert "".join(named) == columns
    spaces = [left for what, left, _ in board.marks if isinstance(what, Box) and what.width == CELL]
    assert len(spaces) == 49 + 7 * (4 if where == "four" else 2)
    # The numbers of rows stand beside what there is.
    numbers = [left for what, left, _ in board.marks if isinstance(what, Letters) and what.width == 30 and left < ASIDE]
    assert len(numbers) == 9
    assert all(0 < min(spaces) - left <= 40 for left in numbers)


def test_gold_is_seen_around_what_stands_on_it() -> None:
    board = picture("home")
    (moved,), (stayed,) = (
        [what for what, _, _ in within(board, at) if isinstance(what, Sprite)] for at in ("d4", "b1")
    )
    assert moved.width < stayed.width < CELL


def dots(board: Picture) -> list[tuple[int, int]]:
    """Their middles."""
    sized = ((what, left, top) for what, left, top in board.marks if isinstance(what, Box) and what.width == STEP)
    return [(left + STEP // 2, top + STEP // 2) for _, left, top in sized]


def heads(board: Picture) -> list[int]:
    """Whither they point, clockwise from the right."""
    return [what.turned for what, _, _ in board.marks if isinstance(what, Sprite) and what.name == "heading"]


@pytest.mark.parametrize(
    ("goal", "turned", "passed"),
    [("d4", 270, ("d3",)), ("e3", 0, ("d3",)), ("c3", 180, ("d3",)), ("d3", 270, ())],
)
def test_the_way_of_whoever_moved_is_dotted(goal: str, turned: int, passed: tuple[str, ...]) -> None:
    """Round what stands and what lies in between, and clear of whoever is at its ends."""
    board = GAME.picture(said(moving("2 - . 0be 0wo 0ot", 2), f"0 move d2 {goal}").view(None))
    assert [space for space in ("d2", goal) if ground(board, space) == GOLD] == ["d2", goal]
    (went,) = (what for what, _, _ in within(board, goal) if isinstance(what, Box) and what.width == CELL)
    assert (went.ink, went.rim) == (GOLD, "")
    assert heads(board) == [turned]
    crossed = {space for space in SPACES for x, y in dots(board) if over(space, x, y)}
    assert crossed == {*passed, *(("d2",) if passed else ())}


def over(space: str, x: int, y: int) -> bool:
    left, top = corner(NUMBER[space])
    return left <= x < left + CELL and top <= y < top + CELL


def test_what_has_not_moved_leaves_no_way() -> None:
    for where in ("arrange", "mode", "roll", "move"):
        assert not dots(picture(where)) + heads(picture(where))


def test_who_came_home_has_a_house_and_no_gold() -> None:
    board = GAME.picture(said(moving(WOLF_AND_OTTER, 2, 6, 1), "0 move d2 d4", "1 home f9").view(None))
    assert names(board, "f9") == ["diamond otter", "drop", "home"]
    assert ground(board, "f9") == PALE[1]


def test_forest_tiles_that_were_never_found_are_shown_at_the_end() -> None:
    tiles = ["flag15 b4", "medicine b6", "die c3", "point c5"]
    match = said(drawn(stack=["speed"] * 3, forest=tiles), "0 mode speed", "1 skip", "0 skip")
    board = GAME.picture(match.view(None))
    assert [names(board, at) for at in ("b4", "b6", "c3", "c5")] == [
        ["tile", "pennant 15"],
        ["tile", "medicine"],
        ["tile", "die"],
        ["tile", "point"],
    ]


@pytest.mark.parametrize("flag", [5, 15])
@pytest.mark.parametrize("wounds", [0, 1, 2])
@pytest.mark.parametrize("animal", EVERY)
def test_nothing_covers_the_face_of_whoever_stands_on_a_flag(animal: int, wounds: int, flag: int) -> None:
    """Neither the flag nor their wounds nor the dot that says they may be challenged."""
    view = scene("move").view(0)
    space = next(space for space, _ in view.flags if view.standing(space))
    seat, _ = view.standing(space) or (0, 0)
    hurt = tuple(wounds if each == animal else 0 for each in EVERY)
    camp = replace(view.camps[seat], tiles=((space, animal),), wounds=hurt)
    camps = tuple(camp if at == seat else other for at, other in enumerate(view.camps))
    board = GAME.picture(replace(view, camps=camps, flags=((space, flag),)))
    (face, left, top), *upon = [
        mark for mark in within(board, "d4") if isinstance(mark[0], Sprite) and mark[0].name not in SHAPES
    ]
    assert isinstance(face, Sprite)
    assert face.name == ANIMALS[animal]
    assert len(upon) >= 1 + wounds
    x, y, right, bottom = rendered(svg(board.palette, face), face.width).getchannel("A").getbbox() or (0, 0, 0, 0)
    for what, across, down in upon:
        covered = (
            min(left + right, across + what.width) - max(left + x, across),
            min(top + bottom, down + canvas.height(board.palette, what)) - max(top + y, down),
        )
        assert min(covered) <= 2, what


def test_the_sky_tells_day_from_midnight() -> None:
    assert {"sun", "moon"} & set(sprites(picture("move"))) == {"sun"}
    assert {"sun", "moon"} & set(sprites(picture("midnight move"))) == {"moon"}


def test_the_board_can_be_shown_alone() -> None:
    board = picture("move")
    assert board.board
    alone = [what.name for what, _, _ in art.inset(board, 330) if isinstance(what, Sprite)]
    assert {"disc wolf", "otter", "flag"} <= set(alone)
    assert not {"die_3", "seat_0"} & set(alone)


def test_a_picture_shows_what_a_view_shows_and_nothing_else() -> None:
    view = scene("midnight move").view(0)
    recalled = replace(view, camps=tuple(replace(camp, known=camp.tiles, seen=frozenset()) for camp in view.camps))
    assert GAME.picture(view) == GAME.picture(recalled)


@pytest.mark.parametrize("variant", ["day", "midnight"])
def test_an_arrangement_is_seen_as_it_grows(variant: str) -> None:
    """By whoever makes it: the others are backs as before, theirs and one's own that have no place yet."""
    view = table(variant=variant).view(0)
    grown = sketch(view, ("set", "bison", "wolf"))
    assert [names(grown, space)[-1] for space in ("b1", "c1")] == ["disc bison", "disc wolf"]
    plain = GAME.picture(view)
    for space in ("d1", "h1", "b9", "h9"):
        assert names(grown, space) == names(plain, space)
