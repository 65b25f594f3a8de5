"""The players beside the board: who they are, whose turn it is, what they hold, what they have lost."""

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
    animal_sprite_name,
    digits_width,
    make_panel,
)
from games.woodwalkers.pieces import ALL_ANIMALS, Animal
from games.woodwalkers.state import View

POINTS_GAP_PX: Final = 8
"""Between points and what flags will add: two numbers, not one."""
QUESTION_SIGN_WIDTH_PX: Final = 42
GOLD_RIM_CLEARANCE_PX: Final = 8
"""Of the gold at the rim."""
FOOTER_HEIGHT_PX: Final = 34
QUESTION_WORD_WIDTH_PX: Final = 104
"""Room for what somebody is asked in a word, beside its sign."""


@dataclass(frozen=True, slots=True)
class PanelSizes:
    """Fewer players have more room: two have their names in a line above their points."""

    badge_width: int
    name_height: int
    points_height: int
    gain_height: int
    flags_width: int
    kept_height: int
    """How high what is kept and lost is."""
    min_kept_height: int
    """The same where it needs the room below the points, too."""

    @property
    def points_line_height(self) -> int:
        """How high the line with the points is."""
        return self.points_height * 3 // 4 - 2


SIZES_BY_SEATS: Final = {
    2: PanelSizes(100, 54, 88, 56, 98, 40, 40),
    3: PanelSizes(70, 46, 65, 44, 74, 44, 44),
    4: PanelSizes(66, 40, 65, 40, 74, 34, 26),
}


def count_gained_points(view: View, seat: Seat) -> int:
    """The points that the newest turn has brought it."""
    won = sum(isinstance(fact, Duel) and fact.winner == seat for fact in view.turn_events)
    points = sum(isinstance(fact, TileFound) and (fact.seat, fact.tile) == (seat, "point") for fact in view.turn_events)
    return FIGURES.duel_points * won + points


def draw_players(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """And below them what the flags are about, which they hold."""
    bottom -= FOOTER_HEIGHT_PX
    yield Sprite("flags", 74, SLATE, "+"), PANEL_LEFT_PX + PANEL_INSET_PX, bottom + 2
    yield (
        TranslatedWord("shown-flags", PANEL_WIDTH_PX - 116, SMALL_TYPE_HEIGHT, FAINT, SLATE),
        PANEL_LEFT_PX + 104,
        bottom - 1,
    )
    seats = view.terms.seats
    pitch = (bottom - top + PLAYER_GAP_PX) // seats
    for seat in range(seats):
        awaited = view.phase == "arrange" or view.seat_to_move == seat
        yield make_panel(PANEL_WIDTH_PX, pitch - PLAYER_GAP_PX, gold=awaited), PANEL_LEFT_PX, top + seat * pitch
        if awaited:
            yield Rectangle(10, pitch - PLAYER_GAP_PX - 32, GOLD), PANEL_LEFT_PX, top + seat * pitch + 16
        yield from _draw_player(
            view, seat, top + seat * pitch, pitch - PLAYER_GAP_PX, SIZES_BY_SEATS[seats], awaited=awaited
        )


def _draw_player(
    view: View, seat: Seat, top: int, height: int, size: PanelSizes, *, awaited: bool
) -> Iterator[PlacedMark]:
    """Shape and name, their points and what flags will add to them; below what they are asked, won and keep."""
    left, right = PANEL_LEFT_PX + PANEL_INSET_PX, PANEL_LEFT_PX + PANEL_WIDTH_PX - 10
    beside = left + size.badge_width + 5
    edge = right
    if not list_held_flags(view, seat) and any(list_held_flags(view, other) for other in range(view.terms.seats)):
        # Points stand below each other.
        edge -= size.flags_width + POINTS_GAP_PX
    worth = list(_list_point_marks(view, seat, size, edge - beside))
    edge -= sum(what.width + _gap_before(what) for what in worth)
    if view.terms.seats == 2:
        yield from _draw_player_of_two(view, seat, top, height, size, worth, awaited=awaited)
        return
    below = _list_lower_marks(view, seat, size, right - beside, awaited=awaited)
    if awaited:
        said = _list_lower_marks(view, seat, size, right - beside, awaited=awaited, word=True)
        below = said if max(x + what.width for what, x, _ in said) <= edge - beside else below
    line, high = (height - size.points_line_height) // 2, size.name_height
    down, end = (height - high - size.kept_height) // 2, edge
    if not below:
        down, high = line, size.points_line_height
    elif max(x + what.width for what, x, _ in below) > edge - beside:
        # Then what is new is told above, and clear of the rim; what was gained is told by the duel.
        below = list(_draw_kept(view, seat, size.min_kept_height, right - beside))
        down = line = max(7, (height - size.points_line_height - size.min_kept_height) // 2)
        high = size.points_line_height
        if awaited:
            end -= size.kept_height + 2
            yield from _draw_question_sign(view, end, top + line + (high - size.kept_height) // 2, size.kept_height)
    yield seat_badge(seat, size.badge_width, PANEL, met=awaited), left, top + (height - size.badge_width) // 2
    for what, x, y in below:
        yield what, beside + x, top + down + high + y
    yield from _draw_points(worth, edge, top + line, size)
    yield (
        PlayerName(seat, end - beside, size.name_height, LIGHT, PANEL),
        beside,
        top + down + (high - size.name_height) // 2,
    )


def _draw_player_of_two(
    view: View, seat: Seat, top: int, height: int, size: PanelSizes, worth: Sequence[Letters | Sprite], *, awaited: bool
) -> Iterator[PlacedMark]:
    """Of two who play, each has a line for the name alone."""
    left, right = PANEL_LEFT_PX + PANEL_INSET_PX, PANEL_LEFT_PX + PANEL_WIDTH_PX - 10
    beside, above = left + size.badge_width + 5, size.name_height + 2
    below = list(_draw_kept(view, seat, size.kept_height, right - left))
    asked = GOLD_RIM_CLEARANCE_PX + size.kept_height + 6 + QUESTION_WORD_WIDTH_PX + 8
    said = awaited and max((x + what.width for what, x, _ in below), default=0) + asked <= right - left
    if said:
        question = ((what, x + GOLD_RIM_CLEARANCE_PX, y) for what, x, y in _draw_question(view, size))
        below = [*question, *((what, x + asked, y) for what, x, y in below)]
    top += (height - above - size.points_line_height - (size.kept_height + 2 if below else 0)) // 2
    yield (
        seat_badge(seat, size.badge_width, PANEL, met=awaited),
        left,
        top + (above + size.points_line_height - size.badge_width) // 2,
    )
    for what, x, y in below:
        yield what, left + x, top + above + size.points_line_height + 2 + y
    flags = any(list_held_flags(view, other) for other in range(2)) and not list_held_flags(view, seat)
    edge = (
        right
        - (size.flags_width + POINTS_GAP_PX if flags else 0)
        - sum(what.width + _gap_before(what) for what in worth)
    )
    yield from _draw_points(worth, edge, top + above, size)
    if said:
        right -= GOLD_RIM_CLEARANCE_PX
    elif awaited:
        right -= QUESTION_SIGN_WIDTH_PX + 4
        yield from _draw_question_sign(view, right, top + (above - QUESTION_SIGN_WIDTH_PX) // 2, QUESTION_SIGN_WIDTH_PX)
    yield (
        PlayerName(seat, right - beside, size.name_height, LIGHT, PANEL),
        beside,
        top + (above - size.name_height) // 2,
    )


def _draw_points(worth: Sequence[Letters | Sprite], left: int, top: int, size: PanelSizes) -> Iterator[PlacedMark]:
    for what in reversed(worth):
        left += _gap_before(what)
        yield what, left, top + (size.points_line_height - mark_height(what) + 1) // 2
        left += what.width


def _gap_before(what: Letters | Sprite) -> int:
    """Figures have a little air of their own."""
    return POINTS_GAP_PX if isinstance(what, Sprite) else 2


def mark_height(what: Letters | Sprite) -> int:
    """Of a line of type, and of the pennant of all flags."""
    return what.height if isinstance(what, Letters) else what.width * 34 // 74


def _list_point_marks(view: View, seat: Seat, size: PanelSizes, room: int) -> Iterator[Letters | Sprite]:
    """From the right: what will come of flags, in a column of its own, the points, and which of them are new."""
    if flags := sum(list_held_flags(view, seat)):
        yield Sprite("flags", size.flags_width, PANEL, f"+{flags}")
        room -= size.flags_width + POINTS_GAP_PX
    points = str(view.teams[seat].points)
    # Of four, whose names have the least room, a total stands closer to its own.
    wide = digits_width(points, size.points_height) - (6 if view.terms.seats == 4 else 0)
    total = Letters(points, wide, size.points_height, LIGHT, PANEL, lie="right")
    yield total
    room -= total.width + _gap_before(total)
    if view.terms.seats == 2 and (gain := _make_gain(view, seat, size)) and gain.width <= room:
        yield gain


def _make_gain(view: View, seat: Seat, size: PanelSizes) -> Letters | None:
    new = f"+{count_gained_points(view, seat)}"
    return (
        Letters(new, digits_width(new, size.gain_height), size.gain_height, GOLD, PANEL, bold=False)
        if count_gained_points(view, seat)
        else None
    )


QUESTION_SIGNS: Final = {
    "arrange": "arrange",
    "mode": "choose",
    "roll": "roll",
    "reroll": "die",
    "duel": "die",
    "home": "home",
    "rest": "medicine",
}
"""What somebody is asked, as a sign; how far one may move the die itself tells."""


def _draw_question_sign(view: View, left: int, top: int, wide: int) -> Iterator[PlacedMark]:
    match view.phase:
        case "guess":
            high = 56 if wide == QUESTION_SIGN_WIDTH_PX else max(SMALL_TYPE_HEIGHT, wide)
            yield Letters("?", wide, high, GOLD, PANEL, bold=False), left, top + (wide - high) // 2
        case "move":
            yield Sprite(f"die_{view.die}", wide, PANEL), left, top
        case phase:
            yield Sprite(QUESTION_SIGNS[phase], wide, PANEL), left, top


def _list_lower_marks(
    view: View, seat: Seat, size: PanelSizes, room: int, *, awaited: bool, word: bool = False
) -> list[PlacedMark]:
    """What is new, then what is kept and lost."""
    new = list(_draw_news(view, seat, size, awaited=awaited, word=word))
    after = max((x + what.width + 8 for what, x, _ in new), default=0)
    return [*new, *((what, after + x, y) for what, x, y in _draw_kept(view, seat, size.kept_height, room - after))]


def _draw_question(view: View, size: PanelSizes) -> Iterator[PlacedMark]:
    """Its sign, and what that means."""
    yield from _draw_question_sign(view, 0, 0, size.kept_height)
    word = TranslatedWord(f"shown-asked-{view.phase}", QUESTION_WORD_WIDTH_PX, SMALL_TYPE_HEIGHT, GOLD, PANEL)
    yield word, size.kept_height + 6, (size.kept_height - SMALL_TYPE_HEIGHT) // 2


def _draw_news(view: View, seat: Seat, size: PanelSizes, *, awaited: bool, word: bool) -> Iterator[PlacedMark]:
    """What they are asked, with a word for it where there is room, and what they have gained just now."""
    if word:
        yield from _draw_question(view, size)
    elif awaited:
        yield from _draw_question_sign(view, 0, 0, size.kept_height)
    if gain := _make_gain(view, seat, size):
        left = size.kept_height + 10 + (QUESTION_WORD_WIDTH_PX + 4 if word else 0) if awaited else 0
        yield gain, left, (size.kept_height - gain.height) // 2


def _draw_kept(view: View, seat: Seat, height: int, room: int) -> Iterator[PlacedMark]:
    """Whose eyes it is seen with; tiles kept; who has left the game; at midnight also who is wounded, since the board
    does not tell.
    """
    camp, left = view.teams[seat], 0
    if seat == view.seat and view.terms.is_midnight and view.terms.may_see_own:
        yield Sprite("eye", height, PANEL), left, 0
        left += height + 6
    for tile, count in (("medicine", camp.medicine_tiles), ("die", camp.die_tiles)):
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
    cards = [
        animal for animal in ALL_ANIMALS if animal in camp.removed or (view.terms.is_midnight and camp.wounds[animal])
    ]
    slot = min(height * 3 // 2, (room - left) // max(len(cards), 1))
    for at, animal in enumerate(cards):
        yield from _draw_animal_card(view, seat, animal, slot * 2 // 3, left + at * slot, height)


def _draw_animal_card(
    view: View, seat: Seat, animal: Animal, wide: int, left: int, height: int
) -> Iterator[PlacedMark]:
    top = (height - wide) // 2
    # What is drawn is smaller than its box.
    yield Sprite(animal_sprite_name(animal), wide * 5 // 4, PANEL), left - wide // 8, top - wide // 8
    beside, mark = left + wide * 15 // 16, wide // 2
    if animal in view.teams[seat].removed:
        yield Sprite("lost", mark, PANEL), beside, top + wide // 4
        return
    for wound in range(view.teams[seat].wounds[animal]):
        yield Sprite("drop", mark, PANEL), beside, top + wide // 2 - wound * wide // 2
