"""The player panels, with each player's name, points, held flags, kept tiles, lost animals and pending decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.art import (
    FAINT,
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
    seat_badge,
)
from games.core import Seat
from games.woodwalkers.descriptions import list_held_flags
from games.woodwalkers.events import Duel, TileFound
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.picture_kit import (
    PANEL_INSET_PX,
    PANEL_LEFT_PX,
    PANEL_WIDTH_PX,
    PLAYER_GAP_PX,
    WIDE_PANEL_WIDTH_PX,
    animal_sprite_name,
    digits_width,
    make_panel,
)
from games.woodwalkers.pieces import ALL_ANIMALS, Animal
from games.woodwalkers.state import View

POINTS_GAP_PX: Final = 8
"""The gap between a player's points and the sum of the held flags. It keeps the two from looking like one number."""
PROMPT_SIGN_WIDTH_PX: Final = 42
GOLD_RIM_CLEARANCE_PX: Final = 8
"""The gap between the marks on a panel's lowest line and the gold bar. The bar marks a player to move."""
FLAG_LEGEND_HEIGHT_PX: Final = 34
PROMPT_WORD_WIDTH_PX: Final = 104
"""The width available for the word that names a player's pending decision. The word is beside the decision's sign."""


@dataclass(frozen=True, slots=True)
class PanelSizes:
    """The sizes of the parts of a player panel, which depend on the number of players.

    With two players, the name is on a line above the points.
    """

    badge_width: int
    name_height: int
    points_height: int
    gain_height: int
    """The height of the points gained in the latest turn."""
    flags_width: int
    holdings_height: int
    """The height of a player's holdings: kept tiles, removed animals and wounded animals."""

    @property
    def points_line_height(self) -> int:
        """The height of the line with the points. Digits fill three quarters of the font height."""
        return self.points_height * 3 // 4 - 2


SIZES_BY_SEATS: Final = {
    2: PanelSizes(100, 54, 88, 56, 98, 40),
    3: PanelSizes(84, 48, 72, 40, 90, 40),
    4: PanelSizes(66, 40, 72, 40, 90, 34),
}


def draw_flag_legend(top: int) -> Iterator[PlacedMark]:
    """Draw a line that explains the number on the flags."""
    yield Sprite("flags", 74, SLATE, "+"), PANEL_LEFT_PX + PANEL_INSET_PX, top + 2
    words = TranslatedWord("shown-flags", PANEL_WIDTH_PX - 116, SMALL_TYPE_HEIGHT, FAINT, SLATE)
    yield words, PANEL_LEFT_PX + 104, top - 1


def draw_players(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """Draw a panel for each player."""
    seats = view.terms.seats
    width = PANEL_WIDTH_PX if seats == 2 else WIDE_PANEL_WIDTH_PX
    pitch = (bottom - top + PLAYER_GAP_PX) // seats
    height = pitch - PLAYER_GAP_PX
    draw_player = _draw_player_of_two if seats == 2 else _draw_player_of_many
    for seat in range(seats):
        is_to_move = view.phase == "arrange" or view.seat_to_move == seat
        yield make_panel(width, height, gold=is_to_move), PANEL_LEFT_PX, top
        if is_to_move:
            yield Rectangle(10, height - 32, GOLD), PANEL_LEFT_PX, top + 16
        yield from draw_player(view, seat, top, height, SIZES_BY_SEATS[seats], is_to_move=is_to_move)
        top += pitch


def _draw_player_of_many(
    view: View, seat: Seat, top: int, height: int, sizes: PanelSizes, *, is_to_move: bool
) -> Iterator[PlacedMark]:
    """Draw a player's panel in a match of three or four players.

    The pending decision, the gain and the holdings are below the name. The points and flags are to the right.
    """
    left, right = PANEL_LEFT_PX + PANEL_INSET_PX, PANEL_LEFT_PX + WIDE_PANEL_WIDTH_PX - 10
    name_left = left + sizes.badge_width + 5
    point_marks, points_left = _arrange_points(view, seat, sizes, name_left, right)
    lower_marks = _list_lower_marks(view, seat, sizes, points_left - name_left, is_to_move=is_to_move)
    lower_height = sizes.holdings_height if lower_marks else 0
    name_top = top + (height - sizes.name_height - lower_height) // 2
    yield seat_badge(seat, sizes.badge_width, PANEL, gold=is_to_move), left, top + (height - sizes.badge_width) // 2
    for mark, x, y in lower_marks:
        yield mark, name_left + x, name_top + sizes.name_height + y
    yield from _draw_points(point_marks, points_left, top + (height - sizes.points_line_height) // 2, sizes)
    yield PlayerName(seat, points_left - name_left, sizes.name_height, LIGHT, PANEL), name_left, name_top


def _draw_player_of_two(
    view: View,
    seat: Seat,
    top: int,
    height: int,
    sizes: PanelSizes,
    *,
    is_to_move: bool,
) -> Iterator[PlacedMark]:
    """Draw a player's panel in a two-player match, with a line each for the name, the points and the lower marks.

    The lower marks are the pending decision and the holdings.
    """
    left, right = PANEL_LEFT_PX + PANEL_INSET_PX, PANEL_LEFT_PX + PANEL_WIDTH_PX - 10
    name_left, name_line_height = left + sizes.badge_width + 5, sizes.name_height + 2
    lower_marks = list(_draw_holdings(view, seat, sizes.holdings_height, right - left))
    prompt_width = GOLD_RIM_CLEARANCE_PX + sizes.holdings_height + 6 + PROMPT_WORD_WIDTH_PX + 8
    has_word = is_to_move and _right_edge(lower_marks) + prompt_width <= right - left
    if has_word:
        prompt = ((mark, x + GOLD_RIM_CLEARANCE_PX, y) for mark, x, y in _draw_prompt(view, sizes))
        lower_marks = [*prompt, *((mark, x + prompt_width, y) for mark, x, y in lower_marks)]
    lower_height = sizes.holdings_height + 2 if lower_marks else 0
    top += (height - name_line_height - sizes.points_line_height - lower_height) // 2
    yield (
        seat_badge(seat, sizes.badge_width, PANEL, gold=is_to_move),
        left,
        top + (name_line_height + sizes.points_line_height - sizes.badge_width) // 2,
    )
    for mark, x, y in lower_marks:
        yield mark, left + x, top + name_line_height + sizes.points_line_height + 2 + y
    point_marks, points_left = _arrange_points(view, seat, sizes, name_left, right)
    yield from _draw_points(point_marks, points_left, top + name_line_height, sizes)
    if has_word:
        right -= GOLD_RIM_CLEARANCE_PX
    elif is_to_move:
        right -= PROMPT_SIGN_WIDTH_PX + 4
        sign_top = top + (name_line_height - PROMPT_SIGN_WIDTH_PX) // 2
        yield from _draw_prompt_sign(view, right, sign_top, PROMPT_SIGN_WIDTH_PX)
    yield (
        PlayerName(seat, right - name_left, sizes.name_height, LIGHT, PANEL),
        name_left,
        top + (name_line_height - sizes.name_height) // 2,
    )


def _right_edge(marks: Sequence[PlacedMark]) -> int:
    return max((x + mark.width for mark, x, _ in marks), default=0)


def _arrange_points(
    view: View, seat: Seat, sizes: PanelSizes, left: int, right: int
) -> tuple[Sequence[Letters | Sprite], int]:
    """Return the marks from `_list_point_marks`, and the left edge of their line, which ends at `right`.

    The column of flags stays empty if only other players hold flags, so that all players' points are aligned.
    """
    if not list_held_flags(view, seat) and any(list_held_flags(view, other) for other in range(view.terms.seats)):
        right -= sizes.flags_width + POINTS_GAP_PX
    marks = list(_list_point_marks(view, seat, sizes, right - left))
    return marks, right - sum(mark.width + _gap_before(mark) for mark in marks)


def _draw_points(
    point_marks: Sequence[Letters | Sprite], left: int, top: int, sizes: PanelSizes
) -> Iterator[PlacedMark]:
    """Draw the marks from `_list_point_marks` in reverse order, because that function lists them from right to left."""
    for mark in reversed(point_marks):
        left += _gap_before(mark)
        yield mark, left, top + (sizes.points_line_height - _mark_height(mark) + 1) // 2
        left += mark.width


def _gap_before(mark: Letters | Sprite) -> int:
    """Return the gap to the left of a mark. Digits have a margin of their own, so their gap is small."""
    return POINTS_GAP_PX if isinstance(mark, Sprite) else 2


def _mark_height(mark: Letters | Sprite) -> int:
    """Return the height of a mark. A flag sprite has a width-to-height ratio of 74 to 34."""
    return mark.height if isinstance(mark, Letters) else mark.width * 34 // 74


def _list_point_marks(view: View, seat: Seat, sizes: PanelSizes, room: int) -> Iterator[Letters | Sprite]:
    """Yield the sum of the held flags, the points, and the points just gained, in this order from right to left.

    The points just gained are shown only in two-player matches, and only if they fit in `room`.
    """
    if flags := sum(list_held_flags(view, seat)):
        yield Sprite("flags", sizes.flags_width, PANEL, f"+{flags}")
        room -= sizes.flags_width + POINTS_GAP_PX
    points = str(view.teams[seat].points)
    width = digits_width(points, sizes.points_height)
    total = Letters(points, width, sizes.points_height, LIGHT, PANEL, align="right")
    yield total
    room -= total.width + _gap_before(total)
    if view.terms.seats == 2 and (gain := _make_gain(view, seat, sizes)) and gain.width <= room:
        yield gain


def _make_gain(view: View, seat: Seat, sizes: PanelSizes) -> Letters | None:
    points = _count_gained_points(view, seat)
    if not points:
        return None
    text = f"+{points}"
    return Letters(text, digits_width(text, sizes.gain_height), sizes.gain_height, GOLD, PANEL, bold=False)


def _count_gained_points(view: View, seat: Seat) -> int:
    """Return the points that a seat gained in the latest turn.

    The winner of a duel gains two points, and the finder of a Point tile gains one point.
    """
    duels = sum(isinstance(event, Duel) and event.winner == seat for event in view.turn_events)
    tiles = sum(
        isinstance(event, TileFound) and (event.seat, event.tile) == (seat, "point") for event in view.turn_events
    )
    return FIGURES.duel_points * duels + tiles


PROMPT_SIGNS: Final = {
    "arrange": "arrange",
    "mode": "choose",
    "roll": "roll",
    "reroll": "die",
    "duel": "die",
    "home": "home",
    "rest": "medicine",
}
"""The sign for a player's pending decision in each phase.

The phases `move` and `guess` have no entry: their signs are the rolled die and a question mark.
"""


def _draw_prompt_sign(view: View, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    """Draw a sign for the pending decision of the player to move."""
    match view.phase:
        case "guess":
            height = 56 if width == PROMPT_SIGN_WIDTH_PX else max(SMALL_TYPE_HEIGHT, width)
            yield Letters("?", width, height, GOLD, PANEL, bold=False), left, top + (width - height) // 2
        case "move":
            yield Sprite(f"die_{view.die}", width, PANEL), left, top
        case phase:
            yield Sprite(PROMPT_SIGNS[phase], width, PANEL), left, top


def _list_lower_marks(view: View, seat: Seat, sizes: PanelSizes, room: int, *, is_to_move: bool) -> list[PlacedMark]:
    """Return the marks below a player's name: the pending decision, the points just gained and the holdings.

    If there is not enough room, the decision has no word, and the holdings are closer together.
    """
    with_word = _arrange_lower_marks(view, seat, sizes, 2 * room, is_to_move=is_to_move, has_word=True)
    if _right_edge(with_word) <= room:
        return with_word
    return _arrange_lower_marks(view, seat, sizes, room, is_to_move=is_to_move, has_word=False)


def _arrange_lower_marks(
    view: View, seat: Seat, sizes: PanelSizes, room: int, *, is_to_move: bool, has_word: bool
) -> list[PlacedMark]:
    marks = list(_draw_prompt_and_gain(view, seat, sizes, is_to_move=is_to_move, has_word=has_word))
    left = max((x + mark.width + 8 for mark, x, _ in marks), default=0)
    holdings = _draw_holdings(view, seat, sizes.holdings_height, room - left)
    return [*marks, *((mark, left + x, y) for mark, x, y in holdings)]


def _draw_prompt(view: View, sizes: PanelSizes) -> Iterator[PlacedMark]:
    """Draw the sign of a pending decision with a word for it, for example "rolls"."""
    yield from _draw_prompt_sign(view, 0, 0, sizes.holdings_height)
    word = TranslatedWord(f"shown-asked-{view.phase}", PROMPT_WORD_WIDTH_PX, SMALL_TYPE_HEIGHT, GOLD, PANEL)
    yield word, sizes.holdings_height + 6, (sizes.holdings_height - SMALL_TYPE_HEIGHT) // 2


def _draw_prompt_and_gain(
    view: View, seat: Seat, sizes: PanelSizes, *, is_to_move: bool, has_word: bool
) -> Iterator[PlacedMark]:
    """Draw the pending decision of a player to move, and the points just gained.

    If `has_word` is set, the decision's sign has a word beside it.
    """
    if is_to_move and has_word:
        yield from _draw_prompt(view, sizes)
    elif is_to_move:
        yield from _draw_prompt_sign(view, 0, 0, sizes.holdings_height)
    if gain := _make_gain(view, seat, sizes):
        left = sizes.holdings_height + 10 + (PROMPT_WORD_WIDTH_PX + 4 if has_word else 0) if is_to_move else 0
        yield gain, left, (sizes.holdings_height - gain.height) // 2


def _draw_holdings(view: View, seat: Seat, height: int, room: int) -> Iterator[PlacedMark]:
    """Draw kept tiles and removed animals. At midnight, also draw wounded animals, which the board does not show.

    An eye marks the viewer's own panel if players may look at their own animals.
    """
    team, left = view.teams[seat], 0
    if seat == view.seat and view.terms.is_midnight and view.terms.may_see_own:
        yield Sprite("eye", height, PANEL), left, 0
        left += height + 6
    for tile, count in (("medicine", team.medicine_tiles), ("die", team.die_tiles)):
        if count:
            yield Sprite(tile, height, PANEL), left, 0
            left += height + 3
        if count > 1:
            yield (
                Letters(str(count), 22, SMALL_TYPE_HEIGHT, LIGHT, PANEL, bold=False),
                left,
                (height - SMALL_TYPE_HEIGHT) // 2,
            )
            left += 22
        left += 6 if count else 0
    animals = [
        animal for animal in ALL_ANIMALS if animal in team.removed or (view.terms.is_midnight and team.wounds[animal])
    ]
    pitch = min(height * 3 // 2, (room - left) // max(len(animals), 1))
    for index, animal in enumerate(animals):
        yield from _draw_animal_card(view, seat, animal, pitch * 2 // 3, left + index * pitch, height)


def _draw_animal_card(
    view: View, seat: Seat, animal: Animal, width: int, left: int, height: int
) -> Iterator[PlacedMark]:
    """Draw an animal with a cross if it is removed. Otherwise, draw a drop of blood for each of its wounds."""
    top = (height - width) // 2
    # The drawing has a margin, which may overlap adjacent drawings.
    yield Sprite(animal_sprite_name(animal), width * 5 // 4, PANEL), left - width // 8, top - width // 8
    mark_left, mark_width = left + width * 15 // 16, width // 2
    if animal in view.teams[seat].removed:
        yield Sprite("lost", mark_width, PANEL), mark_left, top + width // 4
        return
    for wound in range(view.teams[seat].wounds[animal]):
        yield Sprite("drop", mark_width, PANEL), mark_left, top + width // 2 - wound * width // 2
