"""Tests of all pictures of the game, in addition to the approved pictures of the scenes in `pictures.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from bot.screens.scene import ALT_TEXT_MAX_LENGTH
from games import canvas
from games.art import GOLD, Picture, PlacedMark, PlayerName, Rectangle, Sprite, TranslatedWord
from games.drawing import build_svg, render_svg
from games.record import parse_record, replay_positions
from games.woodwalkers import GAME
from games.woodwalkers.board_picture import PATH_DOT_WIDTH_PX, SPACE_WIDTH_PX, draw_partial_move, top_left_corner
from games.woodwalkers.picture_kit import SEAT_SHAPE_NAMES, tile_sprite_name
from games.woodwalkers.pieces import ALL_ANIMALS, ANIMALS, FACE_DOWN
from games.woodwalkers.spaces import SPACE_BY_NAME, SPACE_NAMES
from games.woodwalkers.state import View
from games.words import LOCALES
from tests.games.match_lines import play_lines
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
from tests.games.woodwalkers.scenes import SCENES, get_scene
from tests.laws.legibility import check_nothing_covers_text, check_nothing_is_clipped, check_text_is_legible
from tests.laws.painted_boards import LONG_NAMES, MAX_BOARD_BYTES
from tests.records import RECORDS_FOLDER

FOR_TWO: Final = start_match().view_of(None)
"""Any view of a match with two players, whose boards have the same size."""


def list_marks_on_space(board: Picture, space: str) -> list[PlacedMark]:
    """Return the marks on a space in drawing order."""
    left, top = top_left_corner(FOR_TWO, SPACE_BY_NAME[space])
    # The drawing of an animal on a flag extends above its space.
    return [
        placed
        for placed in board.marks
        if left <= placed[1] < left + SPACE_WIDTH_PX and top - 9 <= placed[2] < top + SPACE_WIDTH_PX - 9
    ]


def find_top_sprite(board: Picture, space: str) -> str:
    return list_sprites_on_space(board, space)[-1].name


def list_sprites_on_space(board: Picture, space: str) -> list[Sprite]:
    return [mark for mark, _, _ in list_marks_on_space(board, space) if isinstance(mark, Sprite)]


@pytest.mark.parametrize(
    ("goal", "degrees", "dotted"),
    [("d4", 270, {"d2", "d3"}), ("e3", 0, {"d2", "d3"}), ("c3", 180, {"d2", "d3"}), ("d3", 270, set())],
)
def test_path_of_the_last_move_is_dotted(goal: str, degrees: int, dotted: set[str]) -> None:
    """Spaces at the ends of the path have no dots, because dots must not cover animals or tiles."""
    board = GAME.draw_board(play_lines(start_after_roll("2 - . 0be 0wo 0ot", 2), f"0 move d2 {goal}").view_of(None))
    (ground,) = (
        mark
        for mark, _, _ in list_marks_on_space(board, goal)
        if isinstance(mark, Rectangle) and mark.width == SPACE_WIDTH_PX
    )
    assert (ground.ink, ground.rim) == (GOLD, "")
    arrows = [mark for mark, _, _ in board.marks if isinstance(mark, Sprite) and mark.name == "heading"]
    assert [arrow.rotation_degrees for arrow in arrows] == [degrees]
    dots = [
        (left + PATH_DOT_WIDTH_PX // 2, top + PATH_DOT_WIDTH_PX // 2)
        for mark, left, top in board.marks
        if isinstance(mark, Rectangle) and mark.width == PATH_DOT_WIDTH_PX
    ]
    corners = {space: top_left_corner(FOR_TWO, SPACE_BY_NAME[space]) for space in SPACE_NAMES if space[0] not in "ai"}
    assert {
        space
        for space, (x, y) in corners.items()
        for a, b in dots
        if x <= a < x + SPACE_WIDTH_PX and y <= b < y + SPACE_WIDTH_PX
    } == dotted


def test_nothing_covers_the_face_of_an_animal_on_a_flag() -> None:
    """The flag, wounds and target dot must leave the face visible."""
    view = get_scene("move").view_of(0)
    space = SPACE_BY_NAME["d4"]
    for animal in ALL_ANIMALS:
        for wounds in range(3):
            for flag in (5, 15):
                wounds_by_animal = tuple(wounds if other == animal else 0 for other in ALL_ANIMALS)
                rival = replace(view.teams[1], shown_tiles=((space, animal),), wounds=wounds_by_animal)
                board = GAME.draw_board(replace(view, teams=(view.teams[0], rival), flags=((space, flag),)))
                (face, left, top), *others = [
                    placed
                    for placed in list_marks_on_space(board, "d4")
                    if isinstance(placed[0], Sprite) and placed[0].name not in SEAT_SHAPE_NAMES
                ]
                assert isinstance(face, Sprite)
                assert face.name == ANIMALS[animal]
                assert len(others) >= 1 + wounds
                box = render_svg(build_svg(board.palette, face), face.width).getchannel("A").getbbox() or (0, 0, 0, 0)
                for mark, x, y in others:
                    overlap = (
                        min(left + box[2], x + mark.width) - max(left + box[0], x),
                        min(top + box[3], y + canvas.drawable_height(board.palette, mark)) - max(top + box[1], y),
                    )
                    assert min(overlap) <= 2, mark


@pytest.mark.parametrize(
    ("seats", "columns", "phone_px", "computer_px"), [(2, 7, 30, 36), (3, 8, 41, 28), (4, 9, 37, 27)]
)
def test_spaces_are_large_enough(seats: int, columns: int, phone_px: int, computer_px: int) -> None:
    """A phone shows the picture 350 pixels wide. On a computer, it is at most 550 pixels wide and 350 pixels high."""
    board = GAME.draw_board(start_match(seats=seats).view_of(0))
    assert board.board
    left, top, width, height = board.board
    assert top + height < board.height
    assert left + width <= board.width
    assert seats == 2 or left + width == board.width
    assert width / columns * 350 / board.width >= phone_px
    assert width / columns * min(550 / board.width, 350 / board.height) >= computer_px


def test_only_the_picked_animal_shows_where_it_can_go() -> None:
    """The animal's likeliest destinations have numbers: flags, tiles and duels. The others have dots."""
    view = get_scene("move").view_of(0)

    def list_dotted(board: Picture) -> set[str]:
        return {
            space
            for space in SPACE_NAMES
            if space[0] not in "ai" and any(mark.name.startswith("dot") for mark in list_sprites_on_space(board, space))
        }

    assert not list_dotted(GAME.draw_board(view))
    picked = ("move", "d2")
    reachable = {move[2] for move in GAME.legal_moves(view) if move[:2] == picked}
    numbered = GAME.number_moves(view, picked)
    assert [move[2] for move in numbered] == ["d4", "e3"]
    assert list_dotted(draw_partial_move(view, picked)) == reachable
    board = GAME.draw_numbered_moves(view, picked, numbered)
    assert board
    assert list_dotted(board) == reachable - {"d4", "e3"}
    assert all(
        ("number", number) in [(mark.name, mark.text) for mark in list_sprites_on_space(board, space)]
        for number, space in (("1", "d4"), ("2", "e3"))
    )
    check_nothing_is_clipped(board, board.marks)
    check_text_is_legible(board, board.marks)


@pytest.mark.parametrize("variant", ["day", "midnight"])
def test_unfinished_arrangement_shows_the_animals_placed_so_far(variant: str) -> None:
    view = start_match(variant=variant).view_of(0)
    partial, empty = draw_partial_move(view, ("set", "bison", "wolf")), GAME.draw_board(view)
    assert [find_top_sprite(partial, space) for space in ("b1", "c1")] == ["disc bison", "disc wolf"]
    assert all(find_top_sprite(partial, space) == find_top_sprite(empty, space) for space in ("d1", "h1", "b9", "h9"))


# Crowded boards


def list_crowded_views() -> Iterator[View]:
    """Yield views in which players have very many flags, kept tiles, wounds and removed animals."""
    duel = get_scene("midnight home").view_of(None).duel
    assert duel
    for variant in ("day", "midnight"):
        for seats in (2, 3, 4):
            for points, removed in ((9, ()), (99, (0, 2, 4, 6)), (999, tuple(ALL_ANIMALS))):
                view = start_preset_match(seats=seats, variant=variant).view_of(None)
                wounds = tuple(0 if animal in removed else 2 for animal in ALL_ANIMALS)
                teams = tuple(
                    replace(
                        team, points=points, medicine_tiles=4, die_tiles=4, removed=removed, wounds=wounds,
                        shown_tiles=tuple(tile for index, tile in enumerate(team.shown_tiles) if index not in removed),
                    )
                    for team in view.teams
                )  # fmt: skip
                flags = tuple(zip((space for team in teams for space, _ in team.shown_tiles), [15] * 9, strict=False))
                ended = replace(view, teams=teams, flags=flags, seat_to_move=None, phase="over")
                yield ended
                phase = "home" if removed == tuple(ALL_ANIMALS) else "roll"
                running = replace(ended, mode="speed", chosen_modes=("speed",), seat_to_move=1, phase=phase)
                yield replace(running, duel=duel, turn_events=(replace(duel, winner=1),))


def test_tiles_and_animals_in_a_crowded_panel_do_not_overlap() -> None:
    """If a panel has no room for text, only a sign may show what the player has to decide."""
    for view in list_crowded_views():
        board = GAME.draw_board(view)
        assert board.board
        board_left, board_top, width, height = board.board
        extents = [
            (left, left + mark.width, top)
            for mark, left, top in board.marks
            if (left >= board_left + width or top >= board_top + height)
            and isinstance(mark, Sprite)
            and mark.name in {"medicine", "die", "bear", "wolf", "deer"}
        ]
        for left, right, top in extents:
            assert not [other for other, _, y in extents if left < other < right and abs(top - y) < 20]
        if view.phase == "home":
            assert not [mark for mark, _, _ in board.marks if isinstance(mark, TranslatedWord) and "asked" in mark.key]
            assert "home" in [mark.name for mark, _, _ in board.marks if isinstance(mark, Sprite)]


def test_names_have_room_for_ten_letters() -> None:
    for name in SCENES:
        marks = GAME.draw_board(get_scene(name).view_of(None)).marks
        assert all(mark.width >= 120 for mark, _, _ in marks if isinstance(mark, PlayerName)), name


@pytest.mark.gate
def test_crowded_boards_are_small_files_and_legible() -> None:
    mode = start_crowded_match().view_of(None).open_modes[0]
    views = [
        start_crowded_match().view_of(None),
        play_lines(start_crowded_match(), f"0 mode {mode}", "1 roll").view_of(1),
        *list_crowded_views(),
    ]
    boards = [*map(GAME.draw_board, views)]
    before_duel = start_after_roll("4 - . . 1ot1+15\n2 - . . 0wo", 2, 6, 1, scores=[999, 999])
    duels = [play_lines(before_duel, "0 move d2 d4"), *play_randomly(1, 3, lively=True, variant="midnight")]
    for board in (*boards, *filter(None, (GAME.draw_reveal(match.view_of(None)) for match in duels))):
        assert len(canvas.paint_png(board, LONG_NAMES)) <= MAX_BOARD_BYTES
        check_nothing_is_clipped(board, board.marks)
        check_nothing_covers_text(board, board.marks)
        check_text_is_legible(board, board.marks)


@pytest.mark.parametrize("locale", LOCALES)
def test_longest_texts_fit_and_abbreviations_of_animals_differ(locale: str) -> None:
    view = start_crowded_match().view_of(None)
    assert len(GAME.describe_briefly(view, locale)) <= ALT_TEXT_MAX_LENGTH
    assert len(GAME.describe_board(view, locale)) < 2000
    row = GAME.describe_board(get_scene("mode").view_of(None), locale).splitlines()[9].split()[1:]
    assert len(set(row)) == 7
    assert {len(cell) for cell in row} == {3}


# Pictures of what was revealed


@pytest.mark.parametrize(
    ("seats", "sides"),
    [(2, ["south", "north"]), (3, ["north", "south", "west"]), (4, ["south", "west", "north", "east"])],
)
def test_revealed_arrangements_are_at_the_sides_of_their_players(seats: int, sides: list[str]) -> None:
    """A list of arrangements could be mistaken for a ranking."""
    match = play_lines(start_match(0, seats), *(f"{seat} {ARRANGEMENTS[0][2:]}" for seat in range(seats)))
    board = GAME.draw_reveal(match.view_of(None))
    assert board
    for shape, side in zip(SEAT_SHAPE_NAMES, sides, strict=False):
        places = [
            place for mark, *place in board.marks if isinstance(mark, Sprite) and mark.name.startswith(f"{shape} ")
        ]
        assert len(places) == 7
        lefts, tops = zip(*places, strict=True)
        edges = {"west": max(lefts) < 50, "east": min(lefts) > 900, "north": max(tops) < 50, "south": min(tops) > 500}
        assert [name for name, is_there in edges.items() if is_there] == [side]
    assert GAME.draw_reveal(play_lines(match, f"0 mode {match.view_of(None).open_modes[0]}").view_of(None)) is None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_reveal_ends_with_the_next_move_and_does_not_show_forgotten_animals(seat: int | None) -> None:
    assert (
        GAME.draw_reveal(play_lines(start_match(variant="midnight", memory_help="own"), *ARRANGEMENTS).view_of(seat))
        is None
    )
    third_wound = start_midnight_duel(6, 1, board="4 - . . 1ot2\n2 - . . 0wo")
    for match in (get_scene("midnight home"), play_lines(third_wound, "1 pass")):
        assert GAME.draw_reveal(match.view_of(seat))
        assert GAME.draw_reveal(GAME.forget(match.view_of(seat))) is None
    for name, move in (("home", "1 home f9"), ("third wound", "1 mode strength"), ("arranged", "0 !resign")):
        assert GAME.draw_reveal(get_scene(name).view_of(seat))
        assert GAME.draw_reveal(play_lines(get_scene(name), move).view_of(seat)) is None
    # The duel that ends the last round is followed by no other move.
    last_round = start_after_roll("4 - . . 1ot2\n2 - . . 0wo", 2, 6, 1, stack=["strength"] * 3)
    assert GAME.draw_reveal(play_lines(last_round, "0 move d2 d4").view_of(seat))


@pytest.mark.parametrize("move", ["done", "heal wolf"])
def test_duel_is_not_revealed_again_after_healing_or_declining_to(move: str) -> None:
    board = "5 - . 1ot2\n3 - . ?m\n2 - . . 0wo1"
    match = play_lines(start_after_roll(board, 2, 2, 6, 1, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = play_turn(match, "0 roll", "0 move c3 c5")
    assert GAME.draw_reveal(match.view_of(None))
    assert GAME.draw_reveal(play_lines(match, f"0 {move}").view_of(None)) is None


@pytest.mark.parametrize(("name", "step"), [("duels_midnight", 80), ("midnight_help", 57)])
def test_recalled_board_lists_unseen_animals_below_their_faces(name: str, step: int) -> None:
    record = parse_record((RECORDS_FOLDER / "woodwalkers" / f"{name}.match").read_text("utf-8"))
    match = next(match for _, match in replay_positions(record) if match.step == step)
    recalled = GAME.recall_board(match.view_of(0))
    assert recalled
    picture, view = recalled
    unseen = {seat: animals for seat, animals, _ in GAME.list_possibilities(match.view_of(0), "en")}
    assert GAME.describe_briefly(view, "en").count("? ") == sum(map(len, unseen.values()))
    sprites = [
        (mark.name, left + mark.width // 2, top) for mark, left, top in picture.marks if isinstance(mark, Sprite)
    ]
    left, board_top, width, height = picture.board or (0, 0, 0, 0)
    on_board = {sprite for sprite in sprites if sprite[1] < left + width and sprite[2] < board_top + height}
    faces = {name: x for name, x, top in reversed(sprites) if name in ANIMALS and (name, x, top) not in on_board}
    for seat in range(1, match.seats):
        backs = [sprite for sprite in sprites if sprite[0] == tile_sprite_name(seat, FACE_DOWN)]
        assert sum(sprite in on_board for sprite in backs) == len(unseen.get(seat, ()))
        if seat in unseen:
            in_panel = [x for name, x, top in backs if (name, x, top) not in on_board]
            assert all(abs(x - faces[animal]) <= 1 for x, animal in zip(in_panel, unseen[seat], strict=True))
