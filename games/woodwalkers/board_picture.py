"""The board as a picture: a view in, where each sprite lies out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    Colour,
    Letters,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.core import Move, Seat
from games.woodwalkers.events import AnimalMoved, LoserReturned
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
from games.woodwalkers.side_panel import draw_side_panel
from games.woodwalkers.spaces import INNER_SPACES, SPACE_BY_NAME, SPACE_NAMES, START_SPACES, Space, guess_path
from games.woodwalkers.state import TeamView, View, say

NOTHING_UNREVEALED: Final[Mapping[Seat, PossibleAnimals]] = {}
SPACE_PITCH_PX: Final = 72
SPACE_WIDTH_PX: Final = 69
BOARD_LEFT_PX: Final = 42
BOARD_TOP_PX: Final = 7
HELD_FLAG_WIDTH_PX: Final = 46
HELD_FLAG_HEIGHT_PX: Final = 28
"""How wide and how high a flag is in the corner of whoever stands upon it."""
ANIMAL_ON_FLAG_WIDTH_PX: Final = 54
"""So wide is an animal that its face ends above a flag."""
WOUND_WIDTH_PX: Final = 25
WOUND_ON_FLAG_WIDTH_PX: Final = 21
TARGET_DOT_WIDTH_PX: Final = 26
RIM_WIDTH_PX: Final = 7
PATH_DOT_WIDTH_PX: Final = 15
"""How wide a dot of the way somebody came is."""
ARROW_WIDTH_PX: Final = 30
RETURN_CHIP_WIDTH_PX: Final = 28
"""What says that somebody came home."""


def draw_board(view: View, unseen: Mapping[Seat, PossibleAnimals] = NOTHING_UNREVEALED) -> Picture:
    """`unseen` is for whoever looks back: of each seat whom nobody has turned up."""
    marks = (*_draw_coordinates(view), *_draw_spaces(view), *_draw_path(view), *draw_side_panel(view, unseen))
    side = 9 * SPACE_PITCH_PX
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=(BOARD_LEFT_PX, BOARD_TOP_PX, side, side))


def draw_partial_move(view: View, said: Move) -> Picture:
    """An arrangement as far as it goes; of everything else the board shows what is chosen among."""
    match said:
        case ("set", *order) if order and view.seat is not None:
            camp = view.teams[view.seat]
            places = START_SPACES[view.terms.sides[view.seat]]
            there = tuple((space, ANIMALS.index(name)) for space, name in zip(places, order, strict=False))
            camps = (*view.teams[: view.seat], replace(camp, shown_tiles=there), *view.teams[view.seat + 1 :])
            return draw_board(replace(view, teams=camps))
    return draw_board(view)


def top_left_corner(space: Space) -> tuple[int, int]:
    """The left upper one."""
    name = SPACE_NAMES[space]
    return BOARD_LEFT_PX + "abcdefghi".index(name[0]) * SPACE_PITCH_PX, BOARD_TOP_PX + (
        9 - int(name[1])
    ) * SPACE_PITCH_PX


def _draw_coordinates(view: View) -> Iterator[PlacedMark]:
    """Letters and numbers of what is played on, close to it."""
    west, played = "west" in view.terms.sides, _list_spaces_in_play(view)
    for at, column in enumerate("ABCDEFGHI"):
        if any(SPACE_NAMES[space][0] == column.lower() for space in played):
            yield (
                Letters(column, SPACE_WIDTH_PX, 40, FAINT, SLATE, bold=False),
                BOARD_LEFT_PX + at * SPACE_PITCH_PX,
                BOARD_TOP_PX + 9 * SPACE_PITCH_PX - 1,
            )
    for at in range(9):
        left = 5 if west else 5 + SPACE_PITCH_PX
        yield Letters(str(9 - at), 30, 40, FAINT, SLATE, bold=False), left, BOARD_TOP_PX + at * SPACE_PITCH_PX + 14
    yield (
        Sprite("moon" if view.terms.is_midnight else "sun", 48, SLATE),
        BOARD_LEFT_PX + 10 if west else 14,
        BOARD_TOP_PX + 10,
    )


def _list_spaces_in_play(view: View) -> frozenset[Space]:
    """All but the start spaces where nobody sits."""
    return INNER_SPACES.union(*(START_SPACES[side] for side in view.terms.sides))


def _draw_spaces(view: View) -> Iterator[PlacedMark]:
    """Gold is where somebody went; a rim alone whence they came."""
    moved = _find_last_move(view)
    returned = _list_return_spaces(view)
    offered = {SPACE_BY_NAME[word[2]] for word in legal_moves(view) if word[0] == "move"}
    homes = {SPACE_BY_NAME[word[1]] for word in legal_moves(view) if word[0] == "home"}
    for space in sorted(_list_spaces_in_play(view)):
        left, top = top_left_corner(space)
        ground = GOLD if moved and space == moved.space else _space_color(view, space)
        rim = GOLD if moved and space == moved.origin else ""
        yield Rectangle(SPACE_WIDTH_PX, SPACE_WIDTH_PX, ground, SLATE, corner=7, rim=rim, thick=RIM_WIDTH_PX), left, top
        yield from _draw_space_contents(view, space, left, top, ground, golden=bool(rim) or ground == GOLD)
        if space in returned:
            yield Rectangle(RETURN_CHIP_WIDTH_PX, RETURN_CHIP_WIDTH_PX, PANEL, ground, corner=7), left, top
            yield Sprite("home", RETURN_CHIP_WIDTH_PX - 4, PANEL), left + 2, top + 2
        if space in offered | homes:
            yield from _draw_target_dot(view, space, left, top, ground)


def _find_last_move(view: View) -> AnimalMoved | None:
    """Of the newest turn, as far as it has come."""
    return next((fact for fact in reversed(view.turn_events) if isinstance(fact, AnimalMoved)), None)


def _list_return_spaces(view: View) -> frozenset[Space]:
    return frozenset(fact.space for fact in view.turn_events if isinstance(fact, LoserReturned))


def _draw_path(view: View) -> Iterator[PlacedMark]:
    """Dotted, from space to space, clear of all that lies there; its head points into where it ends."""
    moved = _find_last_move(view)
    if not moved:
        return
    standing = {space for camp in view.teams for space in camp.spaces}
    lying = {*dict(view.forest), *dict(view.flags)}
    way = guess_path(moved.origin, moved.space, standing - _list_return_spaces(view), lying)
    for here, there in pairwise(way):
        (left, top), (right, down) = top_left_corner(here), top_left_corner(there)
        across, below = right - left, down - top
        # The middle of a space, and either side of where two of them meet.
        for third, on in enumerate((here, here, there)):
            started = here == moved.origin and (third == 0 or here in standing)
            if started or (third == 0 and here in standing | lying) or (third and there == moved.space):
                continue
            x, y = left + across * third // 3 + SPACE_WIDTH_PX // 2, top + below * third // 3 + SPACE_WIDTH_PX // 2
            dot = Rectangle(
                PATH_DOT_WIDTH_PX, PATH_DOT_WIDTH_PX, INK, _space_color(view, on), PATH_DOT_WIDTH_PX // 2, LIGHT, 3
            )
            yield dot, x - PATH_DOT_WIDTH_PX // 2, y - PATH_DOT_WIDTH_PX // 2
        if there == moved.space:
            x, y = left + across * 2 // 5 + SPACE_WIDTH_PX // 2, top + below * 2 // 5 + SPACE_WIDTH_PX // 2
            turned = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[
                across // SPACE_PITCH_PX, below // SPACE_PITCH_PX
            ]
            head = Sprite("heading", ARROW_WIDTH_PX, _space_color(view, here), turned=turned)
            yield head, x - ARROW_WIDTH_PX // 2, y - ARROW_WIDTH_PX // 2


def _space_color(view: View, space: Space) -> Colour:
    """Of the inner field, or of whoever starts there."""
    seats = (seat for seat, side in enumerate(view.terms.sides) if space in START_SPACES[side])
    return next((PALE_SEAT_COLORS[seat] for seat in seats), BOARD_COLORS[view.terms.variant])


def _draw_space_contents(
    view: View, space: Space, left: int, top: int, ground: Colour, *, golden: bool
) -> Iterator[PlacedMark]:
    """A tile or a flag, and whoever stands there with what it carries."""
    standing = view.animal_on(space)
    flag = dict(view.flags).get(space)
    if space in dict(view.forest):
        yield from _draw_forest_tile(dict(view.forest)[space], left, top, ground)
    if standing:
        yield from _draw_animal(view, standing, bool(flag), left, top, ground, golden=golden)
    elif view.phase == "arrange":
        yield from _draw_face_down_start(view, space, left, top, ground)
    if flag and standing:
        wide = HELD_FLAG_WIDTH_PX if flag > 9 else HELD_FLAG_WIDTH_PX * 29 // 46
        hoisted = Sprite(f"ensign{'' if flag > 9 else '_short'}", wide, ground, str(flag))
        yield hoisted, left + SPACE_WIDTH_PX - wide, top + SPACE_WIDTH_PX - HELD_FLAG_HEIGHT_PX
    elif flag:
        yield Sprite("flag", 69, ground, str(flag)), left, top


def _draw_animal(
    view: View, standing: tuple[Seat, Animal], flagged: bool, left: int, top: int, ground: Colour, *, golden: bool
) -> Iterator[PlacedMark]:
    """With its wounds, to be counted, in the corners; where it stands on a flag it steps aside."""
    seat, animal = standing
    wounds = 0 if animal == FACE_DOWN else view.teams[seat].wounds[animal]
    # Of what just happened the gold must be seen.
    inset = 6 if golden else 2
    wide = SPACE_WIDTH_PX - 2 * inset
    if flagged:
        yield Sprite(SEAT_SHAPE_NAMES[seat], wide, ground), left + inset, top + inset
        yield Sprite(animal_sprite_name(animal), ANIMAL_ON_FLAG_WIDTH_PX, ground), left, top - 7
        drop, places = (
            WOUND_ON_FLAG_WIDTH_PX,
            (
                (0, SPACE_WIDTH_PX - WOUND_ON_FLAG_WIDTH_PX),
                (SPACE_WIDTH_PX - WOUND_ON_FLAG_WIDTH_PX, WOUND_ON_FLAG_WIDTH_PX),
            ),
        )
    else:
        yield Sprite(tile_sprite_name(seat, animal), wide, ground), left + inset, top + inset
        drop, places = (
            WOUND_WIDTH_PX,
            ((SPACE_WIDTH_PX - WOUND_WIDTH_PX, SPACE_WIDTH_PX - WOUND_WIDTH_PX), (0, SPACE_WIDTH_PX - WOUND_WIDTH_PX)),
        )
    for right, down in places[:wounds]:
        yield Sprite("drop", drop, ground), left + right, top + down


def _draw_face_down_start(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """Nobody has laid theirs open yet."""
    for seat, side in enumerate(view.terms.sides):
        if space in START_SPACES[side]:
            yield Sprite(tile_sprite_name(seat, FACE_DOWN), 65, ground), left + 2, top + 2


def _draw_forest_tile(tile: str, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """Face down; when the match is over, what it would have been."""
    yield Sprite("tile", 57, ground), left + 6, top + 6
    if flag_value(tile):
        yield Sprite("pennant", 54, ground, str(flag_value(tile))), left + 8, top + 16
    elif tile == "point":
        yield Sprite(tile, 48, ground), left + 11, top + 15
    elif tile:
        yield Sprite(tile, 40, ground), left + 15, top + 15


def _draw_target_dot(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """A dot; in the corner that nothing else needs where something lies already."""
    standing = view.animal_on(space)
    if standing and space in dict(view.flags):
        yield Sprite("dot_upon", WOUND_ON_FLAG_WIDTH_PX, ground), left + SPACE_WIDTH_PX - WOUND_ON_FLAG_WIDTH_PX, top
    elif standing or space in dict(view.forest):
        yield Sprite("dot_upon", TARGET_DOT_WIDTH_PX, ground), left + 1, top + 1
    elif space in dict(view.flags):
        yield Sprite("dot_upon", 24, ground), left + SPACE_WIDTH_PX - 26, top + SPACE_WIDTH_PX - 24
    else:
        yield Sprite("dot", 24, ground), left + 22, top + 22


def recall_board(view: View) -> tuple[Picture, View] | None:
    """The forest with all that was ever turned up, and beside it who never was."""
    if not view.terms.is_midnight or view.phase in ("arrange", "over"):
        return None
    open_ = replace(view, teams=tuple(map(_show_known_tiles, view.teams)))
    return draw_board(open_, dict(_list_unrevealed(view))), open_


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each team who was never turned up, and where they stand, in whatever order."""
    for seat, unseen in _list_unrevealed(view):
        names = [say(f"animal-{ANIMALS[animal]}", locale) for animal in unseen]
        yield (
            seat,
            names,
            [SPACE_NAMES[space].upper() for space, animal in view.teams[seat].known_tiles if animal == FACE_DOWN],
        )


def _list_unrevealed(view: View) -> Iterator[tuple[Seat, PossibleAnimals]]:
    """Of one animal alone everybody can tell where it stands."""
    for seat, camp in enumerate(view.teams):
        yield from ((seat, could) for could in {*list_possible_animals(camp).values()} if len(could) > 1)


def _show_known_tiles(camp: TeamView) -> TeamView:
    tiles = (
        (space, could[0] if len(could) == 1 else FACE_DOWN) for space, could in list_possible_animals(camp).items()
    )
    return replace(camp, shown_tiles=tuple(sorted(tiles)))
