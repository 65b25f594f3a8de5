"""The picture of the board, and the midnight picture with all animals that a player could remember."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final

from games.art import (
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    Color,
    Letters,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
    scale_marks,
)
from games.core import Move, Seat
from games.woodwalkers.events import AnimalMoved, LoserReturned
from games.woodwalkers.figures import Side
from games.woodwalkers.legal_moves import legal_moves
from games.woodwalkers.picture_kit import (
    BOARD_COLORS,
    PALE_SEAT_COLORS,
    PALETTE,
    SEAT_SHAPE_NAMES,
    animal_sprite_name,
    tile_sprite_name,
)
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN, Animal, flag_value
from games.woodwalkers.probabilities import PossibleAnimals, list_possible_animals
from games.woodwalkers.side_panel import PANELS_BELOW_HEIGHT_PX, draw_panels_below, draw_panels_beside
from games.woodwalkers.spaces import INNER_SPACES, SPACE_BY_NAME, SPACE_NAMES, START_SPACES, Space, guess_path
from games.woodwalkers.state import TeamView, View, say

NOTHING_UNREVEALED: Final[Mapping[Seat, PossibleAnimals]] = {}
SPACE_PITCH_PX: Final = 95
"""The distance between spaces on a board with panels beside it.

On a phone, which shows the picture 350 pixels wide, it is 30 pixels. A board with panels below it is scaled up to the
width of the picture.
"""
SPACE_WIDTH_PX: Final = 91
NARROW_BOARD_COLUMNS: Final = 7
"""The number of columns in play with two players. Beside such a board, there is room for the panels.

With more players, the picture is in portrait format, with the panels below the board.
"""
COORDINATES_WIDTH_PX: Final = 34
"""The width of the row numbers to the left of the board."""
BOARD_TOP_PX: Final = 10
BOARD_SIDE_PX: Final = 9 * SPACE_PITCH_PX
BOARD_BOTTOM_PX: Final = BOARD_TOP_PX + BOARD_SIDE_PX + 40
"""The bottom of the column letters below the board."""
HELD_FLAG_WIDTH_PX: Final = 61
HELD_FLAG_HEIGHT_PX: Final = 37
"""The height of a flag that is under an animal. Such a flag is drawn in a corner of the space."""
ANIMAL_ON_FLAG_WIDTH_PX: Final = 71
"""The width of an animal on a flag. It is so small that the flag does not cover the animal's face."""
WOUND_WIDTH_PX: Final = 33
WOUND_ON_FLAG_WIDTH_PX: Final = 28
TARGET_DOT_WIDTH_PX: Final = 32
NUMBER_WIDTH_PX: Final = 48
RIM_WIDTH_PX: Final = 9
PATH_DOT_WIDTH_PX: Final = 20
ARROW_WIDTH_PX: Final = 40
RETURN_SIGN_WIDTH_PX: Final = 37
"""The width of the sign on the start space to which the loser of a duel returned."""


def draw_board(
    view: View,
    unrevealed: Mapping[Seat, PossibleAnimals] = NOTHING_UNREVEALED,
    picked: Space | None = None,
    numbered: Sequence[Move] = (),
) -> Picture:
    """Draw the board with the panels.

    The panels list the animals in `unrevealed`, which are each seat's animals that the viewer has never seen. `picked`
    is the space of the animal to be moved. Its possible destinations have dots, or their numbers in `numbered`.
    """
    marks = (
        *_draw_coordinates(view),
        *_draw_spaces(view, picked, {SPACE_BY_NAME[move[-1]]: str(i) for i, move in enumerate(numbered, 1)}),
        *(_draw_path(view) if picked is None else ()),
    )
    columns = len(_list_columns_in_play(view))
    board = (COORDINATES_WIDTH_PX, BOARD_TOP_PX, columns * SPACE_PITCH_PX, BOARD_SIDE_PX)
    if columns == NARROW_BOARD_COLUMNS:
        marks = (*marks, *draw_panels_beside(view, unrevealed, BOARD_BOTTOM_PX))
        return Picture(PALETTE, BOARD_WIDTH, BOARD_BOTTOM_PX, SLATE, marks, board=board)
    scale_factor = BOARD_WIDTH / (COORDINATES_WIDTH_PX + columns * SPACE_PITCH_PX)
    left, top, width, height = (round(length * scale_factor) for length in board)
    bottom = round(BOARD_BOTTOM_PX * scale_factor)
    marks = (*scale_marks(marks, scale_factor), *draw_panels_below(view, unrevealed, bottom))
    return Picture(
        PALETTE, BOARD_WIDTH, bottom + PANELS_BELOW_HEIGHT_PX, SLATE, marks, board=(left, top, width, height)
    )


def draw_partial_move(view: View, prefix: Move) -> Picture:
    """Draw the board with what has been picked so far: an arrangement, or an animal with its possible destinations."""
    match prefix:
        case ("move", origin, *_):
            return draw_board(view, picked=SPACE_BY_NAME[origin])
        case ("set", *order) if order and view.seat is not None:
            team = view.teams[view.seat]
            spaces = START_SPACES[view.terms.sides[view.seat]]
            placed = tuple((space, ANIMALS.index(name)) for space, name in zip(spaces, order, strict=False))
            teams = (*view.teams[: view.seat], replace(team, shown_tiles=placed), *view.teams[view.seat + 1 :])
            return draw_board(replace(view, teams=teams))
    return draw_board(view)


def draw_numbered_moves(view: View, prefix: Move, moves: Sequence[Move]) -> Picture:
    """Draw the board with the picked animal, and with the numbers of its likeliest destinations."""
    return draw_board(view, picked=SPACE_BY_NAME[prefix[1]], numbered=moves)


def top_left_corner(view: View, space: Space) -> tuple[int, int]:
    """Return the corner of a space before the board is scaled."""
    name = SPACE_NAMES[space]
    column, row = _list_columns_in_play(view).index(name[0]), 9 - int(name[1])
    return COORDINATES_WIDTH_PX + column * SPACE_PITCH_PX, BOARD_TOP_PX + row * SPACE_PITCH_PX


@cache
def _list_columns_of_sides(sides: Sequence[Side]) -> str:
    return f"{'a' if 'west' in sides else ''}bcdefgh{'i' if 'east' in sides else ''}"


def _list_columns_in_play(view: View) -> str:
    """Return the letters of the columns with spaces in play. The outer columns are start spaces."""
    return _list_columns_of_sides(view.terms.sides)


def _draw_coordinates(view: View) -> Iterator[PlacedMark]:
    """Draw the letters and numbers beside the spaces in play, and a sun or moon in a corner to show the variant."""
    for column, letter in enumerate(_list_columns_in_play(view)):
        yield (
            Letters(letter.upper(), SPACE_WIDTH_PX, 40, FAINT, SLATE, bold=False),
            COORDINATES_WIDTH_PX + column * SPACE_PITCH_PX,
            BOARD_TOP_PX + BOARD_SIDE_PX - 1,
        )
    for row in range(9):
        top = BOARD_TOP_PX + row * SPACE_PITCH_PX + (SPACE_WIDTH_PX - 40) // 2
        yield Letters(str(9 - row), 30, 40, FAINT, SLATE, bold=False), 2, top
    yield Sprite("moon" if view.terms.is_midnight else "sun", 30, SLATE), 2, BOARD_BOTTOM_PX - 34


def _list_spaces_in_play(view: View) -> frozenset[Space]:
    """Return the inner spaces and the start spaces of all sides that have a player."""
    return INNER_SPACES.union(*(START_SPACES[side] for side in view.terms.sides))


def _draw_spaces(view: View, picked: Space | None, numbers: Mapping[Space, str]) -> Iterator[PlacedMark]:
    """Draw all spaces with their contents and marks.

    The destination of the last move is gold, and its origin has a gold rim. While an animal is picked, only its space
    has a gold rim. Numbers or dots mark its possible destinations.
    """
    last_move = _find_last_move(view) if picked is None else None
    returned = _list_return_spaces(view)
    targets = {
        SPACE_BY_NAME[move[-1]]
        for move in legal_moves(view)
        if move[0] == "home" or (move[0] == "move" and SPACE_BY_NAME[move[1]] == picked)
    }
    for space in sorted(_list_spaces_in_play(view)):
        left, top = top_left_corner(view, space)
        ground = GOLD if last_move and space == last_move.space else _space_color(view, space)
        rim = GOLD if space == (last_move.origin if last_move else picked) else ""
        yield (
            Rectangle(SPACE_WIDTH_PX, SPACE_WIDTH_PX, ground, SLATE, corner=9, rim=rim, rim_width=RIM_WIDTH_PX),
            left,
            top,
        )
        yield from _draw_space_contents(view, space, left, top, ground, golden=bool(rim) or ground == GOLD)
        if space in returned:
            yield Rectangle(RETURN_SIGN_WIDTH_PX, RETURN_SIGN_WIDTH_PX, PANEL, ground, corner=9), left, top
            yield Sprite("home", RETURN_SIGN_WIDTH_PX - 4, PANEL), left + 2, top + 2
        if space in numbers:
            yield from _draw_number(view, space, numbers[space], left, top, ground)
        elif space in targets:
            yield from _draw_target_dot(view, space, left, top, ground)


def _find_last_move(view: View) -> AnimalMoved | None:
    """Return the move made in the latest turn, if there has been one yet."""
    return next((event for event in reversed(view.turn_events) if isinstance(event, AnimalMoved)), None)


def _list_return_spaces(view: View) -> frozenset[Space]:
    return frozenset(event.space for event in view.turn_events if isinstance(event, LoserReturned))


def _draw_path(view: View) -> Iterator[PlacedMark]:
    """Draw the path of the last move as dots that do not cover tiles, with an arrow at the destination."""
    last_move = _find_last_move(view)
    if not last_move:
        return
    occupied = {space for team in view.teams for space in team.spaces}
    tiles = {*dict(view.forest), *dict(view.flags)}
    path = guess_path(last_move.origin, last_move.space, occupied - _list_return_spaces(view), tiles)
    for here, there in pairwise(path):
        (left, top), (next_left, next_top) = top_left_corner(view, here), top_left_corner(view, there)
        step_x, step_y = next_left - left, next_top - top
        # The first dot is in the middle of the space, and the others are on either side of the border to the next
        # space.
        for third, space in enumerate((here, here, there)):
            is_at_start = here == last_move.origin and (third == 0 or here in occupied)
            if is_at_start or (third == 0 and here in occupied | tiles) or (third and there == last_move.space):
                continue
            x, y = left + step_x * third // 3 + SPACE_WIDTH_PX // 2, top + step_y * third // 3 + SPACE_WIDTH_PX // 2
            dot = Rectangle(
                PATH_DOT_WIDTH_PX, PATH_DOT_WIDTH_PX, INK, _space_color(view, space), PATH_DOT_WIDTH_PX // 2, LIGHT, 3
            )
            yield dot, x - PATH_DOT_WIDTH_PX // 2, y - PATH_DOT_WIDTH_PX // 2
        if there == last_move.space:
            x, y = left + step_x * 2 // 5 + SPACE_WIDTH_PX // 2, top + step_y * 2 // 5 + SPACE_WIDTH_PX // 2
            degrees = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[
                step_x // SPACE_PITCH_PX, step_y // SPACE_PITCH_PX
            ]
            arrow = Sprite("heading", ARROW_WIDTH_PX, _space_color(view, here), rotation_degrees=degrees)
            yield arrow, x - ARROW_WIDTH_PX // 2, y - ARROW_WIDTH_PX // 2


def _space_color(view: View, space: Space) -> Color:
    """Return the color of the seat that starts on the space, or the color of the inner field."""
    seats = (seat for seat, side in enumerate(view.terms.sides) if space in START_SPACES[side])
    return next((PALE_SEAT_COLORS[seat] for seat in seats), BOARD_COLORS[view.terms.variant])


def _draw_space_contents(
    view: View, space: Space, left: int, top: int, ground: Color, *, golden: bool
) -> Iterator[PlacedMark]:
    """Draw a space's forest tile, flag and animal."""
    occupant = view.animal_on(space)
    flag = dict(view.flags).get(space)
    if space in dict(view.forest):
        yield from _draw_forest_tile(dict(view.forest)[space], left, top, ground)
    if occupant:
        yield from _draw_animal(view, occupant, bool(flag), left, top, ground, golden=golden)
    elif view.phase == "arrange":
        yield from _draw_face_down_start(view, space, left, top, ground)
    if flag and occupant:
        # Single-digit values have a narrower drawing.
        width = HELD_FLAG_WIDTH_PX if flag > 9 else HELD_FLAG_WIDTH_PX * 29 // 46
        held_flag = Sprite(f"ensign{'' if flag > 9 else '_short'}", width, ground, str(flag))
        yield held_flag, left + SPACE_WIDTH_PX - width, top + SPACE_WIDTH_PX - HELD_FLAG_HEIGHT_PX
    elif flag:
        yield Sprite("flag", SPACE_WIDTH_PX, ground, str(flag)), left, top


def _draw_animal(
    view: View, occupant: tuple[Seat, Animal], has_flag: bool, left: int, top: int, ground: Color, *, golden: bool
) -> Iterator[PlacedMark]:
    """Draw an animal, with a drop of blood in a corner for each wound.

    An animal on a flag is smaller and off center.
    """
    seat, animal = occupant
    wounds = 0 if animal == FACE_DOWN else view.teams[seat].wounds[animal]
    # The gold of the latest move must stay visible around the animal.
    inset = 8 if golden else 3
    width = SPACE_WIDTH_PX - 2 * inset
    if has_flag:
        yield Sprite(SEAT_SHAPE_NAMES[seat], width, ground), left + inset, top + inset
        yield Sprite(animal_sprite_name(animal), ANIMAL_ON_FLAG_WIDTH_PX, ground), left, top - 9
        drop_width = WOUND_ON_FLAG_WIDTH_PX
        edge = SPACE_WIDTH_PX - drop_width
        offsets = ((0, edge), (edge, drop_width))
    else:
        yield Sprite(tile_sprite_name(seat, animal), width, ground), left + inset, top + inset
        drop_width = WOUND_WIDTH_PX
        edge = SPACE_WIDTH_PX - drop_width
        offsets = ((edge, edge), (0, edge))
    for x, y in offsets[:wounds]:
        yield Sprite("drop", drop_width, ground), left + x, top + y


def _draw_face_down_start(view: View, space: Space, left: int, top: int, ground: Color) -> Iterator[PlacedMark]:
    """Draw a face-down animal on a start space during the arrangement."""
    for seat, side in enumerate(view.terms.sides):
        if space in START_SPACES[side]:
            yield Sprite(tile_sprite_name(seat, FACE_DOWN), 85, ground), left + 3, top + 3


def _draw_forest_tile(tile: str, left: int, top: int, ground: Color) -> Iterator[PlacedMark]:
    """Draw a face-down tile, with its content if `tile` is not empty. Contents are known only after the match."""
    yield Sprite("tile", 75, ground), left + 8, top + 8
    if flag_value(tile):
        yield Sprite("pennant", 71, ground, str(flag_value(tile))), left + 10, top + 21
    elif tile == "point":
        yield Sprite(tile, 63, ground), left + 14, top + 20
    elif tile:
        yield Sprite(tile, 53, ground), left + 19, top + 19


def _draw_target_dot(view: View, space: Space, left: int, top: int, ground: Color) -> Iterator[PlacedMark]:
    """Mark a possible destination with a dot. If the space is not empty, the dot is in a free corner."""
    occupant = view.animal_on(space)
    if occupant and space in dict(view.flags):
        yield Sprite("dot_upon", WOUND_ON_FLAG_WIDTH_PX, ground), left + SPACE_WIDTH_PX - WOUND_ON_FLAG_WIDTH_PX, top
    elif occupant or space in dict(view.forest):
        yield Sprite("dot_upon", TARGET_DOT_WIDTH_PX, ground), left + 1, top + 1
    elif space in dict(view.flags):
        edge = SPACE_WIDTH_PX - TARGET_DOT_WIDTH_PX
        yield Sprite("dot_upon", TARGET_DOT_WIDTH_PX, ground), left + edge, top + edge
    else:
        middle = (SPACE_WIDTH_PX - TARGET_DOT_WIDTH_PX) // 2
        yield Sprite("dot", TARGET_DOT_WIDTH_PX, ground), left + middle, top + middle


def _draw_number(view: View, space: Space, number: str, left: int, top: int, ground: Color) -> Iterator[PlacedMark]:
    """Draw the number of a possible destination in a disc, where `_draw_target_dot` draws the dot."""
    edge = SPACE_WIDTH_PX - NUMBER_WIDTH_PX
    if space in dict(view.flags):
        left, top = left + edge, top if view.animal_on(space) else top + edge
    yield Sprite("number", NUMBER_WIDTH_PX, ground, number), left, top


def recall_board(view: View) -> tuple[Picture, View] | None:
    """Draw the midnight board with all animals that the viewer has seen so far.

    All other animals are drawn beside the board. Also return the view that the picture shows. Return None by day,
    during the arrangement, and after the match.
    """
    if not view.terms.is_midnight or view.phase in ("arrange", "over"):
        return None
    recalled = replace(view, teams=tuple(map(_show_known_tiles, view.teams)))
    return draw_board(recalled, dict(_list_unrevealed(view))), recalled


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Yield each seat with the names of its unrevealed animals and the spaces of its unknown tiles.

    An animal is unrevealed if the viewer has never seen it.
    """
    for seat, unrevealed in _list_unrevealed(view):
        names = [say(f"animal-{ANIMALS[animal]}", locale) for animal in unrevealed]
        spaces = [SPACE_NAMES[space].upper() for space, animal in view.teams[seat].known_tiles if animal == FACE_DOWN]
        yield seat, names, spaces


def _list_unrevealed(view: View) -> Iterator[tuple[Seat, PossibleAnimals]]:
    """Yield each seat with its animals that the viewer has never seen.

    A seat with only one such animal is left out, because the animal must be on the seat's only unknown tile.
    """
    for seat, team in enumerate(view.teams):
        yield from ((seat, possible) for possible in {*list_possible_animals(team).values()} if len(possible) > 1)


def _show_known_tiles(team: TeamView) -> TeamView:
    tiles = (
        (space, possible[0] if len(possible) == 1 else FACE_DOWN)
        for space, possible in list_possible_animals(team).items()
    )
    return replace(team, shown_tiles=tuple(sorted(tiles)))
