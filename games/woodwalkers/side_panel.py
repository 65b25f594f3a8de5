"""The panels beside the board: the battle mode, the latest event, the players, and the final points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.art import (
    BOARD_WIDTH,
    FAINT,
    GOLD,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
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
from games.woodwalkers import battle_mode_panel, last_event_panel
from games.woodwalkers.descriptions import list_held_flags, list_winners
from games.woodwalkers.picture_kit import (
    PANEL_GAP_PX,
    PANEL_INSET_PX,
    PANEL_LEFT_PX,
    PANEL_WIDTH_PX,
    PLAYER_GAP_PX,
    WIDE_PANEL_WIDTH_PX,
    digits_width,
    make_panel,
    tile_sprite_name,
)
from games.woodwalkers.pieces import ALL_ANIMALS, FACE_DOWN
from games.woodwalkers.player_panels import FLAG_LEGEND_HEIGHT_PX, draw_flag_legend, draw_players
from games.woodwalkers.probabilities import PossibleAnimals
from games.woodwalkers.state import View

MAX_SINGLE_FLAGS: Final = 3
"""The maximum number of flags that are shown one by one in a final score. More flags are shown as one sum."""
SUM_LINE_HEIGHT_PX: Final = 54
"""The height of the line that shows how a player's final points add up. The line is below the points."""
PODIUM_NAME_HEIGHT_PX: Final = 64
PODIUM_POINTS_HEIGHT_PX: Final = 120
ROW_NAME_HEIGHT_PX: Final = 48
ROW_POINTS_HEIGHT_PX: Final = 90
"""The height of the final points in a row of results, and of points with four digits beside the board."""
ROW_BADGE_WIDTH_PX: Final = 68
CAPTION_HEIGHT_PX: Final = 44
MAX_ROW_HEIGHT_PX: Final = 50
SECOND_PANEL_TOP_PX: Final = PANEL_GAP_PX + battle_mode_panel.ONE_MODE_HEIGHT_PX + PANEL_GAP_PX
"""The top of the second panel, which is below the panel of the current battle mode."""
PODIUM_MAX_PITCH_PX: Final = 344
PANELS_BELOW_HEIGHT_PX: Final = 360
"""The height of the panels below the board with three or four players."""
LEFT_COLUMN_PX: Final = PANEL_GAP_PX
RIGHT_COLUMN_PX: Final = BOARD_WIDTH - WIDE_PANEL_WIDTH_PX - PANEL_GAP_PX
"""The left edge of each column of panels below the board."""
PLAYERS_TOP_PX: Final = PANEL_GAP_PX + battle_mode_panel.ALL_MODES_HEIGHT_PX + PANEL_GAP_PX


def draw_panels_beside(view: View, unrevealed: Mapping[Seat, PossibleAnimals], bottom: int) -> Iterator[PlacedMark]:
    """Draw all panels in a column beside the board. After the match, draw only the final points."""
    bottom -= PANEL_GAP_PX
    if view.phase == "over":
        yield from _draw_podium(view, PANEL_GAP_PX, bottom)
        return
    yield from _draw_modes_and_event(view, unrevealed)
    bottom -= FLAG_LEGEND_HEIGHT_PX
    yield from draw_flag_legend(bottom)
    yield from draw_players(view, PLAYERS_TOP_PX, bottom)


def draw_panels_below(view: View, unrevealed: Mapping[Seat, PossibleAnimals], top: int) -> Iterator[PlacedMark]:
    """Draw all panels in two columns below the board. After the match, draw only the final points."""
    height = PANELS_BELOW_HEIGHT_PX - PANEL_GAP_PX
    if view.phase == "over":
        yield from _draw_result_rows(view, top + PANEL_GAP_PX, top + height)
        return
    left_column = (*_draw_modes_and_event(view, unrevealed), *draw_flag_legend(PLAYERS_TOP_PX))
    right_column = draw_players(view, PANEL_GAP_PX, height)
    for marks, left in ((left_column, LEFT_COLUMN_PX), (right_column, RIGHT_COLUMN_PX)):
        for mark, x, y in marks:
            yield mark, x + left - PANEL_LEFT_PX, y + top


def _draw_modes_and_event(view: View, unrevealed: Mapping[Seat, PossibleAnimals]) -> Iterator[PlacedMark]:
    if view.mode or not unrevealed:
        yield from battle_mode_panel.draw_modes(view, PANEL_GAP_PX)
    if unrevealed:
        yield from _draw_unrevealed(view, unrevealed)
    elif view.mode:
        yield from last_event_panel.draw_last_event(view, SECOND_PANEL_TOP_PX)


def _draw_podium(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """Draw a panel for each of two players, with the final points and the held flags. Winners have a crown."""
    name_height, line_height = PODIUM_NAME_HEIGHT_PX, PODIUM_POINTS_HEIGHT_PX
    badge_width = name_height + line_height * 3 // 4 - 10
    pitch = min((bottom - top + PLAYER_GAP_PX) // 2, PODIUM_MAX_PITCH_PX)
    winners = list_winners(view) if view.has_ended_by_rules else []
    left, right = PANEL_LEFT_PX + PANEL_INSET_PX, PANEL_LEFT_PX + PANEL_WIDTH_PX - PANEL_INSET_PX
    name_left = left + badge_width + 8
    for seat in range(2):
        is_winner = seat in winners
        yield make_panel(PANEL_WIDTH_PX, pitch - PLAYER_GAP_PX), PANEL_LEFT_PX, top
        flags = list_held_flags(view, seat) if view.has_ended_by_rules else ()
        name_top = top + (pitch - PLAYER_GAP_PX - badge_width - (SUM_LINE_HEIGHT_PX + 4 if flags else 10)) // 2
        yield seat_badge(seat, badge_width, PANEL, gold=is_winner), left, name_top + 5
        yield from _draw_result_name(seat, name_left, right, name_top, name_height, is_winner=is_winner)
        # Four digits must fit beside the badge.
        points = view.teams[seat].points
        number = _make_final_points(points, line_height if points < 1000 else ROW_POINTS_HEIGHT_PX, is_winner=is_winner)
        points_top = name_top + name_height + 2 + line_height * 3 // 8 - number.height // 2
        yield number, right - number.width, points_top
        if flags:
            yield from _draw_point_sum(
                points - sum(flags), flags, right, name_top + badge_width + SUM_LINE_HEIGHT_PX - 34
            )
        top += pitch


def _draw_result_rows(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """Draw a row for each of three or four players, across the picture, with the same content as the podium."""
    pitch = (bottom - top + PLAYER_GAP_PX) // view.terms.seats
    height = pitch - PLAYER_GAP_PX
    winners = list_winners(view) if view.has_ended_by_rules else []
    left, right = PANEL_GAP_PX + PANEL_INSET_PX, BOARD_WIDTH - PANEL_GAP_PX - PANEL_INSET_PX
    points_width = max(digits_width(str(team.points), ROW_POINTS_HEIGHT_PX) for team in view.teams)
    for seat, team in enumerate(view.teams):
        yield make_panel(BOARD_WIDTH - 2 * PANEL_GAP_PX, height), PANEL_GAP_PX, top
        is_winner = seat in winners
        badge_top = top + (height - ROW_BADGE_WIDTH_PX) // 2
        yield seat_badge(seat, ROW_BADGE_WIDTH_PX, PANEL, gold=is_winner), left, badge_top
        number = _make_final_points(team.points, ROW_POINTS_HEIGHT_PX, is_winner=is_winner)
        yield number, right - number.width, top + (height - number.height) // 2
        name_right = right - points_width - 16
        if flags := list_held_flags(view, seat) if view.has_ended_by_rules else ():
            sum_marks = [*_draw_point_sum(team.points - sum(flags), flags, name_right, top + (height - 34) // 2)]
            yield from sum_marks
            name_right = min(x for _, x, _ in sum_marks) - 8
        name_top = top + (height - ROW_NAME_HEIGHT_PX) // 2
        name_left = left + ROW_BADGE_WIDTH_PX + 10
        yield from _draw_result_name(seat, name_left, name_right, name_top, ROW_NAME_HEIGHT_PX, is_winner=is_winner)
        top += pitch


def _draw_result_name(
    seat: Seat, left: int, right: int, top: int, height: int, *, is_winner: bool
) -> Iterator[PlacedMark]:
    """Draw a player's name and, to the right of a winner's name, a crown."""
    if is_winner:
        right -= height + 4
        yield Sprite("crown", height, PANEL), right, top + height // 10
    yield PlayerName(seat, right - left - 4, height, LIGHT, PANEL), left, top


def _make_final_points(points: int, height: int, *, is_winner: bool) -> Letters:
    ink = GOLD if is_winner else LIGHT
    return Letters(str(points), digits_width(str(points), height), height, ink, PANEL, align="right")


def _draw_point_sum(points: int, flags: Sequence[int], right: int, top: int) -> Iterator[PlacedMark]:
    """Draw a player's points without the flags, a plus sign, and the held flags."""
    flag_height, flag_width = 34, 58
    single_flags = [Sprite("pennant", flag_width, PANEL, str(value)) for value in flags]
    text = f"{points} +"
    parts: list[Letters | Sprite] = [
        Letters(text, digits_width(text, LARGE_TYPE_HEIGHT), LARGE_TYPE_HEIGHT, LIGHT, PANEL, align="right")
    ]
    parts += single_flags if len(flags) <= MAX_SINGLE_FLAGS else [Sprite("flags", 74, PANEL, f"+{sum(flags)}")]
    left = right - sum(part.width + 4 for part in parts)
    for part in parts:
        height = part.height if isinstance(part, Letters) else flag_height
        yield part, left, top + (flag_height - height) // 2
        left += part.width + 4


def _draw_unrevealed(view: View, unrevealed: Mapping[Seat, PossibleAnimals]) -> Iterator[PlacedMark]:
    """Draw a row for each seat in `unrevealed`, with the animals that the seat's face-down tiles can be.

    The rows replace the panel of the latest event or, while a battle mode is being chosen, the panel of all modes.
    """
    top, height = (
        (SECOND_PANEL_TOP_PX, last_event_panel.PANEL_HEIGHT_PX)
        if view.mode
        else (PANEL_GAP_PX, battle_mode_panel.ALL_MODES_HEIGHT_PX)
    )
    yield make_panel(PANEL_WIDTH_PX, height), PANEL_LEFT_PX, top
    animals_height = 0
    if not view.mode:
        yield from battle_mode_panel.draw_header(view, top)
        top, height, animals_height = (
            top + battle_mode_panel.HEADER_HEIGHT_PX,
            height - battle_mode_panel.HEADER_HEIGHT_PX,
            battle_mode_panel.ANIMAL_WIDTH_PX,
        )
    pitch = min(MAX_ROW_HEIGHT_PX, (height - CAPTION_HEIGHT_PX - animals_height - 8) // len(unrevealed))
    top += (height - CAPTION_HEIGHT_PX - animals_height - pitch * len(unrevealed)) // 2
    yield TranslatedWord("shown-covered", PANEL_WIDTH_PX - 36, SMALL_TYPE_HEIGHT, LIGHT, PANEL), PANEL_LEFT_PX + 18, top
    if animals_height:
        yield from battle_mode_panel.draw_animals(top + CAPTION_HEIGHT_PX)
    for row, (seat, possible) in enumerate(unrevealed.items()):
        yield from _draw_unrevealed_row(seat, possible, top + CAPTION_HEIGHT_PX + animals_height + row * pitch, pitch)


def _draw_unrevealed_row(seat: Seat, possible: PossibleAnimals, top: int, height: int) -> Iterator[PlacedMark]:
    """Draw the row of one seat, with one column per animal.

    A column shows a face-down tile if the seat can have that animal face down. Otherwise, it shows a dot.
    """
    width = min(height, battle_mode_panel.ANIMAL_WIDTH_PX) - 2
    for animal in ALL_ANIMALS:
        middle = battle_mode_panel.animal_left(animal) + battle_mode_panel.ANIMAL_WIDTH_PX // 2
        if animal in possible:
            yield Sprite(tile_sprite_name(seat, FACE_DOWN), width, PANEL), middle - width // 2, top
        else:
            yield Rectangle(8, 8, FAINT, PANEL, corner=4), middle - 4, top + height // 2 - 5
