"""The picture of a season's end: the podium with the best players, and panels for the other awards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.i18n import say
from bot.ratings.awards import AwardKind
from bot.screens.charts.chart_kit import LOST_COLOR, PANEL_GAP, cut_text, draw_panel, fit_width, write_line
from bot.screens.phrases import is_forgotten
from games import art, typeface
from storage import Award

AWARDS_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.INK, art.GOLD),
    inks=(art.LIGHT, art.GOLD, art.FAINT, art.INK, LOST_COLOR),
    shared_folders=(("games", "heads"),),
)
STAGE_HEIGHT: Final = 500
"""The height of the stage with the podium. The stage is as wide as the picture."""
PODIUM_STEP_WIDTH: Final = (art.BOARD_WIDTH - 4 * PANEL_GAP) // 3
PODIUM_STEP_TOPS: Final = {1: 262, 2: 306, 3: 330}
"""The top edge of the podium step for each place."""
HEAD_SIZES: Final = {1: 236, 2: 176, 3: 160}
PODIUM_COLUMNS: Final = (1, 0, 2)
"""The podium columns of first, second and third place. Column 0 is on the left, so first place is in the middle."""
MEDAL_SIZE: Final = 76
NAME_HEIGHT: Final = 58
AWARD_PANEL_HEIGHT: Final = 184
AWARD_PANEL_MAX_WIDTH: Final = 544
AWARD_ROW_HEIGHT: Final = 66
AWARD_TITLE_HEIGHT: Final = 46
AWARD_SPRITE_SIZE: Final = 68
AWARD_COUNT_WIDTH: Final = 122
"""The width of the count beside a rival's name. Four digits fit into it."""
AWARD_SPRITES: Final = {AwardKind.IMPROVED: "risen", AwardKind.RIVAL: "swords", AwardKind.UPSET_WINNER: "bang"}
"""The sprites of the award panels. The panels are below the stage, in this order."""


def draw_season_awards(awards: Sequence[Award], locale: str) -> art.Picture:
    """Draw the picture of a season's end: the podium, and a panel for each kind of other award.

    At least one of the `awards` must be a place on the podium.
    """
    name_indexes = {person_id: index for index, person_id in enumerate(list_pictured_people(awards))}
    panels = [(kind, selected) for kind in AWARD_SPRITES if (selected := _select_awards(awards, kind))]
    height = STAGE_HEIGHT + PANEL_GAP + (AWARD_PANEL_HEIGHT + PANEL_GAP if panels else 0)
    marks = (
        (art.Sprite("glory", art.BOARD_WIDTH, art.SLATE), 0, 0),
        *_draw_podium(_select_awards(awards, AwardKind.SEASON_PLACE), name_indexes),
        *_draw_award_panels(panels, name_indexes, locale),
    )
    return art.Picture(AWARDS_PALETTE, art.BOARD_WIDTH, height, art.SLATE, marks)


def list_pictured_people(awards: Sequence[Award]) -> tuple[int, ...]:
    """Return the IDs of the people in the picture, in the order of the name indexes that the picture uses."""
    pictured = [award for kind in (AwardKind.SEASON_PLACE, *AWARD_SPRITES) for award in _select_awards(awards, kind)]
    return tuple(dict.fromkeys(award.person_id for award in pictured if not is_forgotten(award.person_id)))


def _select_awards(awards: Sequence[Award], kind: AwardKind) -> list[Award]:
    """Return the awards of a kind. `UPSET_WINNER` also selects the loser of the upset.

    The leading rival comes first, and so does the winner of an upset. If the data of one person of a pair was deleted,
    the pair is left out.
    """
    kinds = (AwardKind.UPSET_WINNER, AwardKind.UPSET_LOSER) if kind == AwardKind.UPSET_WINNER else (kind,)
    selected = [award for each_kind in kinds for award in awards if award.kind == each_kind]
    if kind == AwardKind.RIVAL:
        selected.sort(key=lambda award: -award.value)
    return selected if kind in {AwardKind.SEASON_PLACE, AwardKind.IMPROVED} or len(selected) == 2 else []


def _draw_podium(places: Sequence[Award], name_indexes: Mapping[int, int]) -> Iterator[art.PlacedMark]:
    for index, award in enumerate(sorted(places, key=lambda award: award.value)[: len(PODIUM_COLUMNS)]):
        left = PANEL_GAP + PODIUM_COLUMNS[index] * (PODIUM_STEP_WIDTH + PANEL_GAP)
        top, head_size = PODIUM_STEP_TOPS[award.value], HEAD_SIZES[award.value]
        is_champion = award.value == 1
        crown = " head_crown" if is_champion else ""
        # The sprite's background has the color of the head's outline, which hides the edge between them.
        yield (
            art.Sprite(f"head_{index} face_glad{crown}", head_size, art.INK),
            left + (PODIUM_STEP_WIDTH - head_size) // 2,
            top - head_size * 222 // 260,
        )
        yield art.Rectangle(PODIUM_STEP_WIDTH, STAGE_HEIGHT - top, art.PANEL), left, top
        if is_champion:
            yield art.Rectangle(PODIUM_STEP_WIDTH, 6, art.GOLD), left, top
        points_height = art.LARGE_TYPE_HEIGHT + 14 if is_champion else art.LARGE_TYPE_HEIGHT
        points_ink = art.GOLD if is_champion else art.LIGHT
        points_text = typeface.format_number(award.second_value)
        points = fit_width(art.Letters(points_text, 0, points_height, points_ink, art.PANEL, align="left"))
        gap = (STAGE_HEIGHT - top - MEDAL_SIZE - NAME_HEIGHT) // 3
        x = left + max(PANEL_GAP, (PODIUM_STEP_WIDTH - MEDAL_SIZE - 12 - points.width) // 2)
        yield art.Sprite(f"medal_{award.value}", MEDAL_SIZE, art.PANEL), x, top + gap
        yield points, x + MEDAL_SIZE + 12, top + gap + (MEDAL_SIZE - points.height) // 2
        name = art.PlayerName(
            name_indexes[award.person_id],
            PODIUM_STEP_WIDTH - 40,
            NAME_HEIGHT,
            art.LIGHT,
            art.PANEL,
            align="middle",
            fallback="…",
        )
        yield name, left + 20, top + 2 * gap + MEDAL_SIZE


def _draw_award_panels(
    panels: Sequence[tuple[AwardKind, Sequence[Award]]], name_indexes: Mapping[int, int], locale: str
) -> Iterator[art.PlacedMark]:
    """Draw the award panels side by side and centered."""
    width = min(AWARD_PANEL_MAX_WIDTH, (art.BOARD_WIDTH - PANEL_GAP * (len(panels) + 1)) // max(1, len(panels)))
    first_left = (art.BOARD_WIDTH - len(panels) * (width + PANEL_GAP) + PANEL_GAP) // 2
    for index, (kind, awards) in enumerate(panels):
        left, top = first_left + index * (width + PANEL_GAP), STAGE_HEIGHT + PANEL_GAP
        yield draw_panel(width, AWARD_PANEL_HEIGHT, left, top)
        yield cut_text(write_line(say(f"laurels-{kind}", locale), width - 32)), left + 16, top + 5
        yield (
            art.Sprite(AWARD_SPRITES[kind], AWARD_SPRITE_SIZE, art.PANEL),
            left + 14,
            top + AWARD_TITLE_HEIGHT + (2 * AWARD_ROW_HEIGHT - AWARD_SPRITE_SIZE) // 2,
        )
        row_left, row_width = left + AWARD_SPRITE_SIZE + 28, width - AWARD_SPRITE_SIZE - 44
        yield from _draw_award_rows(kind, awards, name_indexes, row_left, top + AWARD_TITLE_HEIGHT, row_width)


def _draw_award_rows(
    kind: AwardKind, awards: Sequence[Award], name_indexes: Mapping[int, int], left: int, top: int, width: int
) -> Iterator[art.PlacedMark]:
    """Draw the two rows of an award panel: the most improved player's name and gain, or the names of two players."""
    name_offset = (AWARD_ROW_HEIGHT - NAME_HEIGHT) // 2
    count_offset = (AWARD_ROW_HEIGHT - art.LARGE_TYPE_HEIGHT) // 2
    if kind == AwardKind.IMPROVED:
        (award,) = awards
        yield _write_name(name_indexes[award.person_id], width, highlighted=True), left, top + name_offset
        yield (
            _write_count(f"+{award.value}", width, highlighted=True),
            left,
            top + AWARD_ROW_HEIGHT + count_offset,
        )
        return
    # Only rivals have a count, which is how often each rival was ahead.
    count_width = 0 if kind == AwardKind.UPSET_WINNER else AWARD_COUNT_WIDTH
    max_value = max(award.value for award in awards)
    for row, award in enumerate(awards):
        y = top + AWARD_ROW_HEIGHT * row
        highlighted = row == 0 if kind == AwardKind.UPSET_WINNER else award.value == max_value
        name = _write_name(name_indexes[award.person_id], width - count_width, highlighted=highlighted)
        yield name, left, y + name_offset
        if count_width:
            count = _write_count(str(award.value), count_width, highlighted=highlighted)
            yield count, left + width - count_width, y + count_offset


def _write_name(name_index: int, width: int, *, highlighted: bool) -> art.PlayerName:
    return art.PlayerName(
        name_index, width, NAME_HEIGHT - 8, art.LIGHT if highlighted else art.FAINT, art.PANEL, fallback="…"
    )


def _write_count(number: str, width: int, *, highlighted: bool) -> art.Letters:
    align: art.Alignment = "left" if number.startswith("+") else "right"
    return art.Letters(
        number, width, art.LARGE_TYPE_HEIGHT, art.GOLD if highlighted else art.LIGHT, art.PANEL, align=align
    )
