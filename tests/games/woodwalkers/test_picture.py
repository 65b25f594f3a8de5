"""What holds of all pictures of the board; what lies there in each scene is approved in `pictures.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from games import canvas
from games.art import GOLD, Picture, PlacedMark, PlayerName, Rectangle, Sprite, TranslatedWord
from games.drawing import build_svg, render_svg
from games.record import parse_record, replay_positions
from games.woodwalkers import GAME
from games.woodwalkers.board_picture import (
    BOARD_LEFT_PX,
    PATH_DOT_WIDTH_PX,
    SPACE_PITCH_PX,
    SPACE_WIDTH_PX,
    draw_partial_move,
    top_left_corner,
)
from games.woodwalkers.picture_kit import PANEL_LEFT_PX, SEAT_SHAPE_NAMES, tile_sprite_name
from games.woodwalkers.pieces import ALL_ANIMALS, ANIMALS, FACE_DOWN
from games.woodwalkers.spaces import SPACE_BY_NAME, SPACE_NAMES
from games.woodwalkers.state import View
from games.words import LOCALES
from tests.games.lines import said
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    play_randomly,
    play_turn,
    start_after_roll,
    start_crowded_match,
    start_match,
    start_midnight_duel,
    start_preset_match,
)
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.laws.legibility import apart, legible, within
from tests.laws.painted import HEAVIEST, LONG
from tests.records import RECORDS

BOARD_EDGE: Final = BOARD_LEFT_PX + 9 * SPACE_PITCH_PX


def list_on_space(board: Picture, space: str) -> list[PlacedMark]:
    """What lies on a space, the lowest first."""
    left, top = top_left_corner(SPACE_BY_NAME[space])
    # An animal upon a flag stands on tiptoe.
    return [
        mark
        for mark in board.marks
        if left <= mark[1] < left + SPACE_WIDTH_PX and top - 8 <= mark[2] < top + SPACE_WIDTH_PX - 8
    ]


def top_sprite(board: Picture, space: str) -> str:
    return [what.name for what, _, _ in list_on_space(board, space) if isinstance(what, Sprite)][-1]


@pytest.mark.parametrize(
    ("goal", "turned", "passed"),
    [("d4", 270, {"d2", "d3"}), ("e3", 0, {"d2", "d3"}), ("c3", 180, {"d2", "d3"}), ("d3", 270, set())],
)
def test_way_of_the_animal_that_moved_is_dotted(goal: str, turned: int, passed: set[str]) -> None:
    """Round what stands and what lies in between, and clear of the animals at its ends."""
    board = GAME.draw_board(said(start_after_roll("2 - . 0be 0wo 0ot", 2), f"0 move d2 {goal}").view_of(None))
    (went,) = (
        what
        for what, _, _ in list_on_space(board, goal)
        if isinstance(what, Rectangle) and what.width == SPACE_WIDTH_PX
    )
    assert (went.ink, went.rim) == (GOLD, "")
    heads = [what for what, _, _ in board.marks if isinstance(what, Sprite) and what.name == "heading"]
    assert [head.turned for head in heads] == [turned]
    dots = [
        (left + PATH_DOT_WIDTH_PX // 2, top + PATH_DOT_WIDTH_PX // 2)
        for what, left, top in board.marks
        if isinstance(what, Rectangle) and what.width == PATH_DOT_WIDTH_PX
    ]
    corners = {space: top_left_corner(SPACE_BY_NAME[space]) for space in SPACE_NAMES}
    assert {
        space
        for space, (x, y) in corners.items()
        for a, b in dots
        if x <= a < x + SPACE_WIDTH_PX and y <= b < y + SPACE_WIDTH_PX
    } == passed


def test_nothing_covers_the_face_of_an_animal_on_a_flag() -> None:
    """Neither the flag nor its wounds nor the dot that says it may be challenged."""
    view = scene("move").view_of(0)
    space = SPACE_BY_NAME["d4"]
    for animal in ALL_ANIMALS:
        for wounds in range(3):
            for flag in (5, 15):
                hurt = tuple(wounds if each == animal else 0 for each in ALL_ANIMALS)
                camps = view.teams[0], replace(view.teams[1], shown_tiles=((space, animal),), wounds=hurt)
                board = GAME.draw_board(replace(view, teams=camps, flags=((space, flag),)))
                (face, left, top), *upon = [
                    mark
                    for mark in list_on_space(board, "d4")
                    if isinstance(mark[0], Sprite) and mark[0].name not in SEAT_SHAPE_NAMES
                ]
                assert isinstance(face, Sprite)
                assert face.name == ANIMALS[animal]
                assert len(upon) >= 1 + wounds
                box = render_svg(build_svg(board.palette, face), face.width).getchannel("A").getbbox() or (0, 0, 0, 0)
                for what, across, down in upon:
                    covered = (
                        min(left + box[2], across + what.width) - max(left + box[0], across),
                        min(top + box[3], down + canvas.drawable_height(board.palette, what)) - max(top + box[1], down),
                    )
                    assert min(covered) <= 2, what


@pytest.mark.parametrize("variant", ["day", "midnight"])
def test_arrangement_is_seen_as_it_grows(variant: str) -> None:
    view = start_match(variant=variant).view_of(0)
    grown, plain = draw_partial_move(view, ("set", "bison", "wolf")), GAME.draw_board(view)
    assert [top_sprite(grown, space) for space in ("b1", "c1")] == ["disc bison", "disc wolf"]
    assert all(top_sprite(grown, space) == top_sprite(plain, space) for space in ("d1", "h1", "b9", "h9"))


# Room


def list_crowded() -> Iterator[View]:
    """All that a seat can have, by how many play: every flag, two digits of tiles, every card wounded or gone."""
    duel = scene("midnight home").view_of(None).duel
    assert duel
    for variant in ("day", "midnight"):
        for seats in (2, 3, 4):
            for points, out in ((9, ()), (99, (0, 2, 4, 6)), (999, tuple(ALL_ANIMALS))):
                view = start_preset_match(seats=seats, variant=variant).view_of(None)
                wounds = tuple(0 if animal in out else 2 for animal in ALL_ANIMALS)
                camps = tuple(
                    replace(
                        camp, points=points, medicine_tiles=4, die_tiles=4, removed=out, wounds=wounds,
                        shown_tiles=tuple(each for at, each in enumerate(camp.shown_tiles) if at not in out),
                    )
                    for camp in view.teams
                )  # fmt: skip
                flags = tuple(zip((space for camp in camps for space, _ in camp.shown_tiles), [15] * 9, strict=False))
                full = replace(view, teams=camps, flags=flags, seat_to_move=None, phase="over")
                yield full
                phase = "home" if out == tuple(ALL_ANIMALS) else "roll"
                now = replace(full, mode="speed", chosen_modes=("speed",), seat_to_move=1, phase=phase)
                yield replace(now, duel=duel, turn_events=(replace(duel, winner=1),))


def test_cards_of_a_crowded_board_do_not_lie_upon_each_other() -> None:
    """Neither kept tiles nor animals; where no room is left what is asked is shown by its sign alone."""
    for view in list_crowded():
        board = GAME.draw_board(view)
        small = [
            (left, left + what.width, top)
            for what, left, top in board.marks
            if left >= PANEL_LEFT_PX
            and isinstance(what, Sprite)
            and what.name in {"medicine", "die", "bear", "wolf", "deer"}
        ]
        for one, end, top in small:
            assert not [start for start, _, down in small if one < start < end and abs(top - down) < 20]
        if view.phase == "home":
            assert not [what for what, _, _ in board.marks if isinstance(what, TranslatedWord) and "asked" in what.key]
            assert "home" in [what.name for what, _, _ in board.marks if isinstance(what, Sprite)]


def test_names_have_room_for_ten_letters() -> None:
    for where in SCENES:
        marks = GAME.draw_board(scene(where).view_of(None)).marks
        assert all(what.width >= 120 for what, _, _ in marks if isinstance(what, PlayerName)), where


@pytest.mark.gate
def test_crowded_boards_are_small_and_can_be_read() -> None:
    mode = start_crowded_match().view_of(None).open_modes[0]
    views = [
        start_crowded_match().view_of(None),
        said(start_crowded_match(), f"0 mode {mode}", "1 roll").view_of(1),
        *list_crowded(),
    ]
    boards = [*map(GAME.draw_board, views)]
    rich = start_after_roll("4 - . . 1ot1+15\n2 - . . 0wo", 2, 6, 1, scores=[999, 999])
    duels = [said(rich, "0 move d2 d4"), *play_randomly(1, 3, lively=True, variant="midnight")]
    for board in (*boards, *filter(None, (GAME.draw_reveal(match.view_of(None)) for match in duels))):
        assert len(canvas.paint_png(board, LONG)) <= HEAVIEST
        within(board, board.marks)
        apart(board, board.marks)
        legible(board, board.marks)


@pytest.mark.parametrize("locale", LOCALES)
def test_longest_texts_fit_and_tell_the_animals_apart(locale: str) -> None:
    view = start_crowded_match().view_of(None)
    assert len(GAME.describe_briefly(view, locale)) <= 1024
    assert len(GAME.describe_board(view, locale)) < 2000
    row = GAME.describe_board(scene("mode").view_of(None), locale).splitlines()[9].split()[1:]
    assert len(set(row)) == 7
    assert {len(cell) for cell in row} == {3}


# What is revealed


@pytest.mark.parametrize(
    ("seats", "sides"),
    [(2, ["south", "north"]), (3, ["north", "south", "west"]), (4, ["south", "west", "north", "east"])],
)
def test_revealed_arrangements_stand_at_their_sides(seats: int, sides: list[str]) -> None:
    """One below the other they would look like a ranking."""
    match = said(start_match(0, seats), *(f"{seat} {ARRANGEMENTS[0][2:]}" for seat in range(seats)))
    board = GAME.draw_reveal(match.view_of(None))
    assert board
    for shape, side in zip(SEAT_SHAPE_NAMES, sides, strict=False):
        found = [
            place for what, *place in board.marks if isinstance(what, Sprite) and what.name.startswith(f"{shape} ")
        ]
        assert len(found) == 7
        lefts, tops = zip(*found, strict=True)
        edge = {"west": max(lefts) < 50, "east": min(lefts) > 900, "north": max(tops) < 50, "south": min(tops) > 500}
        assert [name for name, there in edge.items() if there] == [side]
    assert GAME.draw_reveal(said(match, f"0 mode {match.view_of(None).open_modes[0]}").view_of(None)) is None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_reveal_ends_with_the_next_word_and_shows_nothing_that_must_be_forgotten(seat: int | None) -> None:
    assert (
        GAME.draw_reveal(said(start_match(variant="midnight", memory_help="own"), *ARRANGEMENTS).view_of(seat)) is None
    )
    third = start_midnight_duel(6, 1, board="4 - . . 1ot2\n2 - . . 0wo")
    for match in (scene("midnight home"), said(third, "1 pass")):
        assert GAME.draw_reveal(match.view_of(seat))
        assert GAME.draw_reveal(GAME.forget(match.view_of(seat))) is None
    for where, word in (("home", "1 home f9"), ("third wound", "1 mode strength"), ("arranged", "0 !resign")):
        assert GAME.draw_reveal(scene(where).view_of(seat))
        assert GAME.draw_reveal(said(scene(where), word).view_of(seat)) is None
    # The last round has nobody who could say another word.
    last = start_after_roll("4 - . . 1ot2\n2 - . . 0wo", 2, 6, 1, stack=["strength"] * 3)
    assert GAME.draw_reveal(said(last, "0 move d2 d4").view_of(seat))


@pytest.mark.parametrize("word", ["done", "heal wolf"])
def test_duel_is_not_revealed_again_after_healing_or_declining_to(word: str) -> None:
    board = "5 - . 1ot2\n3 - . ?m\n2 - . . 0wo1"
    match = said(start_after_roll(board, 2, 2, 6, 1, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = play_turn(match, "0 roll", "0 move c3 c5")
    assert GAME.draw_reveal(match.view_of(None))
    assert GAME.draw_reveal(said(match, f"0 {word}").view_of(None)) is None


@pytest.mark.parametrize(("of", "step"), [("duels_midnight", 80), ("midnight_help", 57)])
def test_backs_that_an_animal_may_be_stand_below_it_when_looking_back(of: str, step: int) -> None:
    record = parse_record((RECORDS / "woodwalkers" / f"{of}.match").read_text("utf-8"))
    match = next(match for _, match in replay_positions(record) if match.step == step)
    recalled = GAME.recall_board(match.view_of(0))
    assert recalled
    picture, seen = recalled
    left = {seat: animals for seat, animals, _ in GAME.list_possibilities(match.view_of(0), "en")}
    assert GAME.describe_briefly(seen, "en").count("? ") == sum(map(len, left.values()))
    middles = [(what.name, at + what.width // 2) for what, at, _ in picture.marks if isinstance(what, Sprite)]
    faces = {name: at for name, at in reversed(middles) if name in ANIMALS and at > BOARD_EDGE}
    for seat in range(1, match.seats):
        backs = [at for name, at in middles if name == tile_sprite_name(seat, FACE_DOWN)]
        assert sum(at < BOARD_EDGE for at in backs) == len(left.get(seat, ()))
        if seat in left:
            beside = [at for at in backs if at > BOARD_EDGE]
            assert all(abs(at - faces[animal]) <= 1 for at, animal in zip(beside, left[seat], strict=True))
