"""How a match has ended, as a picture: who won, everybody's score, and the board on which it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.i18n import say
from bot.screens import turning_points
from bot.screens.charts.chart_kit import PANEL_GAP, draw_panel, fit_width, write_line
from bot.screens.phrases import list_ranking
from bot.screens.turning_points import build_position_counter
from games import art
from games.core import Seat
from games.match import Match

PICTURE_HEIGHT: Final = 560
"""How high it is: with what is said of it, it is to be seen at once."""
STAGE_WIDTH: Final = 640
STAGE_HEIGHT: Final = 270
"""Where the stage ends; whoever did not win peeps over its edge."""
BOARD_LEFT: Final = STAGE_WIDTH + 12
"""What stands there is as wide as it says."""
BOARD_MAX_WIDTH: Final = art.BOARD_WIDTH - BOARD_LEFT - PANEL_GAP
CAPTION_HEIGHT: Final = 112
CAPTION_TITLE_HEIGHT: Final = 50
CAPTION_TOP: Final = PICTURE_HEIGHT - CAPTION_HEIGHT - PANEL_GAP
WINNER_HEAD_SIZE: Final = 256
LOSER_HEAD_SIZE: Final = 130
ROW_MIN_HEIGHT: Final = 68
"""The least height of a row; a score fits in it."""
RIBBON_MIN_WIDTH: Final = 62
"""So wide that the place on it is type."""
SEAT_SHAPE_MIN_SIZE: Final = 42
"""A seat's, without its number: that would be taken for a place."""


class PlayerResult(NamedTuple):
    """Whom a row is about."""

    rank: int
    seat: Seat
    score: str
    is_tied: bool
    """Has somebody else the same place?"""


def draw_result(engine: Match, positions: Sequence[Match], locale: str) -> art.Picture:
    """`passed` is the match at its start and after each step; without it nothing is known to have turned it."""
    turn = turning_points.find_turning_point(positions)
    board = engine.game.draw_board((positions[turn.step_number] if turn else engine).view_of(None))
    scored = _list_player_results(engine)
    first, last = ([each.seat for each in scored if (each.rank == 1) == won] for won in (True, False))
    marks = (
        *_draw_stage(first, last),
        (art.Rectangle(STAGE_WIDTH, PICTURE_HEIGHT - STAGE_HEIGHT, art.SLATE), 0, STAGE_HEIGHT),
        *_draw_result_rows(scored),
        *_draw_board(board),
        *_draw_caption(positions, turn, locale),
    )
    return art.Picture(extend_game_palette(board.palette), art.BOARD_WIDTH, PICTURE_HEIGHT, board.ground, marks)


def extend_game_palette(game: art.Palette) -> art.Palette:
    """That of the game, the heads besides; its colours are kept, too, by `make rules`."""
    return replace(
        game,
        grounds=tuple(dict.fromkeys((*game.grounds, art.SLATE, art.PANEL, art.INK))),
        inks=tuple(dict.fromkeys((*game.inks, art.LIGHT, art.GOLD, art.FAINT))),
        most=art.PALETTE_SIZE_MAX,
        common=(*game.common, "heads"),
    )


def _draw_stage(winners: Sequence[Seat], losers: Sequence[Seat]) -> Iterator[art.PlacedMark]:
    """Whoever won wears the crown; several share the light."""
    yield art.Sprite(f"rays_{winners[0] if len(winners) == 1 else 'shared'}", STAGE_WIDTH, art.INK), 0, 0
    for seat, left in zip(losers, _place_loser_heads(len(losers)), strict=True):
        # Their outlines are of ink, and so is what lies round them.
        yield (
            art.Sprite(f"head_{seat} face_sad", _get_loser_head_width(len(losers)), art.INK),
            left,
            STAGE_HEIGHT - _get_loser_head_width(len(losers)) * 3 // 4,
        )
    width = min(WINNER_HEAD_SIZE, STAGE_WIDTH // len(winners))
    height = width * 244 // 260
    top = (STAGE_HEIGHT - height) // 2 - (30 if losers else 0)
    for at, seat in enumerate(winners):
        left = (STAGE_WIDTH - width * len(winners)) // 2 + width * at
        yield art.Sprite(f"head_{seat} face_glad head_crown", width, art.INK), left, max(PANEL_GAP, top)


def _get_loser_head_width(loser_count: int) -> int:
    return LOSER_HEAD_SIZE if loser_count < 3 else LOSER_HEAD_SIZE - 10 * loser_count // 2


def _place_loser_heads(loser_count: int) -> list[int]:
    """On both sides of whoever won, by turns, and close together where they are many."""
    width = _get_loser_head_width(loser_count)
    aside = (STAGE_WIDTH - WINNER_HEAD_SIZE) // 2 - width
    right, left = -(-loser_count // 2), loser_count // 2
    places = [STAGE_WIDTH - PANEL_GAP - width - aside * at // max(1, right - 1) for at in range(right)]
    return places + [PANEL_GAP + aside * at // max(1, left - 1) for at in range(left)]


def _list_player_results(engine: Match) -> list[PlayerResult]:
    """The best first; points that are given at the end are written as the game writes them."""
    assert engine.result
    scores = [str(score) for score in engine.result.scores]
    if not engine.game.HAS_RUNNING_SCORE:
        scores = engine.game.format_scores(engine.result.scores).split("–")
    ranks = engine.result.ranks
    return [PlayerResult(rank, seat, scores[seat], ranks.count(rank) > 1) for rank, seat, _ in list_ranking(engine)]


def _draw_result_rows(results: Sequence[PlayerResult]) -> Iterator[art.PlacedMark]:
    """One who won alone has a row of their own, and a large one; more than three of the others stand in two columns."""
    top, room = STAGE_HEIGHT + PANEL_GAP, PICTURE_HEIGHT - STAGE_HEIGHT - 2 * PANEL_GAP
    rest = list(results)
    if sum(each.rank == 1 for each in results) == 1:
        below = -(-(len(rest) - 1) // _count_columns(len(rest) - 1))
        height = min(150, room - ROW_MIN_HEIGHT * below)
        yield from _draw_result_row(rest.pop(0), PANEL_GAP, top, STAGE_WIDTH - PANEL_GAP, height)
        top, room = top + height, room - height
    columns = _count_columns(len(rest))
    height = min(110, room // -(-len(rest) // columns))
    width = (STAGE_WIDTH - PANEL_GAP) // columns
    for at, each in enumerate(rest):
        yield from _draw_result_row(each, PANEL_GAP + at % columns * width, top + at // columns * height, width, height)


def _count_columns(row_count: int) -> int:
    return 1 if row_count <= 3 else 2


def _draw_result_row(result: PlayerResult, left: int, top: int, width: int, height: int) -> Iterator[art.PlacedMark]:
    first = result.rank == 1
    high = height - 4 if first else min(height - 2, art.LARGE_TYPE_HEIGHT + 4)
    score = fit_width(art.Letters(result.score, 0, high, art.GOLD if first else art.LIGHT, art.SLATE, lie="right"))
    name = max(art.SMALL_TYPE_HEIGHT, high * 4 // 5)
    ribbon, shape = max(RIBBON_MIN_WIDTH, min(96, high * 3 // 4)), max(SEAT_SHAPE_MIN_SIZE, min(84, high * 2 // 3))
    place = f"={result.rank}" if result.is_tied else str(result.rank)
    tall = ribbon * 108 // 100
    yield art.Sprite("ribbon_first" if first else "ribbon", ribbon, art.SLATE, place), left, top + (height - tall) // 2
    yield art.Sprite(f"seat_{result.seat}", shape, art.SLATE), left + ribbon + 4, top + (height - shape) // 2
    start = ribbon + shape + 12
    room = width - start - score.width - 12
    yield art.PlayerName(result.seat, room, name, art.LIGHT, art.SLATE), left + start, top + (height - name) // 2
    yield score, left + width - score.width - PANEL_GAP, top + (height - high) // 2


def _draw_board(board: art.Picture) -> Iterator[art.PlacedMark]:
    """As large as there is room for it, in the middle."""
    _, _, across, down = board.board or (0, 0, board.width, board.height)
    room = CAPTION_TOP - 2 * PANEL_GAP
    width = min(BOARD_MAX_WIDTH, room * across // down)
    left, top = BOARD_LEFT + (BOARD_MAX_WIDTH - width) // 2, PANEL_GAP + (room - width * down // across) // 2
    for what, x, y in art.crop_to_board(board, width):
        yield what, left + x, top + y


def _draw_caption(
    positions: Sequence[Match], swing: turning_points.ScoreSwing | None, locale: str
) -> Iterator[art.PlacedMark]:
    """Which board it is, and why: who gained how much by it."""
    top = CAPTION_TOP
    yield draw_panel(BOARD_MAX_WIDTH, CAPTION_HEIGHT, BOARD_LEFT, top)
    when = say("end-turned", locale, decided=int(swing.decided_match)) if swing else say("end-board", locale)
    down = top + (4 if swing else (CAPTION_HEIGHT - CAPTION_TITLE_HEIGHT) // 2)
    yield (
        write_line(when, BOARD_MAX_WIDTH - 24, art.LIGHT, lie="middle", height=CAPTION_TITLE_HEIGHT),
        BOARD_LEFT + 12,
        down,
    )
    if swing is None:
        return
    gain = (
        positions[swing.step_number].scores()[swing.gaining_seat]
        - positions[swing.step_number - 1].scores()[swing.gaining_seat]
    )
    told = build_position_counter(positions, is_over=True).find_moment(swing.step_number).format_short(locale)
    why = fit_width(write_line(told, 0))
    much = fit_width(art.Letters(f"+{gain}", 0, art.LARGE_TYPE_HEIGHT, art.GOLD, art.PANEL, lie="left"))
    left, down = BOARD_LEFT + (BOARD_MAX_WIDTH - why.width - much.width - SEAT_SHAPE_MIN_SIZE - 24) // 2, top + 46
    yield why, left, down + (art.LARGE_TYPE_HEIGHT - art.SMALL_TYPE_HEIGHT) // 2
    yield (
        art.Sprite(f"seat_{swing.gaining_seat}", SEAT_SHAPE_MIN_SIZE, art.PANEL),
        left + why.width + 14,
        down + (art.LARGE_TYPE_HEIGHT - SEAT_SHAPE_MIN_SIZE) // 2,
    )
    yield much, left + why.width + SEAT_SHAPE_MIN_SIZE + 24, down
