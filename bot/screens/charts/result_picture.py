"""The picture of a match's result: the winners, all scores, and the board at the turning point."""

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

PICTURE_MIN_HEIGHT: Final = 560
"""The height of the picture, unless more than four players need more.

It is low enough to show the text around the picture without scrolling.
"""
STAGE_WIDTH: Final = 640
STAGE_HEIGHT: Final = 270
"""The height of the stage with the winners' heads. The losers' heads peek over the lower edge of the stage."""
BOARD_LEFT: Final = STAGE_WIDTH + 12
BOARD_MAX_WIDTH: Final = art.BOARD_WIDTH - BOARD_LEFT - PANEL_GAP
CAPTION_HEIGHT: Final = 112
CAPTION_TITLE_HEIGHT: Final = 50
WINNER_HEAD_SIZE: Final = 256
LOSER_HEAD_SIZE: Final = 130
ROW_MIN_HEIGHT: Final = 68
"""The minimum height of a row with room for a score."""
RIBBON_MIN_WIDTH: Final = 62
"""The minimum width of a ribbon. On a narrower ribbon, the rank would not be readable."""
SEAT_SHAPE_MIN_SIZE: Final = 42
"""The minimum size of a seat's shape. The shape has no number, because a number could be mistaken for a rank."""


class PlayerResult(NamedTuple):
    """One player's row in the result picture."""

    rank: int
    seat: Seat
    score: str
    is_tied: bool
    """Whether another player has the same rank."""


def draw_result(engine: Match, positions: Sequence[Match], locale: str) -> art.Picture:
    """Draw the result of a finished match.

    `positions` is the match at its start and after each step. The board in the picture is the one after the
    step with the winner's largest gain in score (see `find_winner_swing`) or, without one, the last board.
    """
    swing = turning_points.find_winner_swing(positions)
    board = engine.game.draw_board((positions[swing.step_number] if swing else engine).view_of(None))
    results = _list_player_results(engine)
    winners, losers = ([result.seat for result in results if (result.rank == 1) == won] for won in (True, False))
    height = max(PICTURE_MIN_HEIGHT, STAGE_HEIGHT + 2 * PANEL_GAP + ROW_MIN_HEIGHT * engine.seats)
    caption_top = height - CAPTION_HEIGHT - PANEL_GAP
    marks = (
        *_draw_stage(winners, losers),
        (art.Rectangle(STAGE_WIDTH, height - STAGE_HEIGHT, art.SLATE), 0, STAGE_HEIGHT),
        *_draw_result_rows(results, height),
        *_draw_board(board, caption_top),
        *_draw_caption(positions, swing, caption_top, locale),
    )
    return art.Picture(extend_game_palette(board.palette), art.BOARD_WIDTH, height, board.ground, marks)


def extend_game_palette(game: art.Palette) -> art.Palette:
    """Return the game's palette with the colors of the heads and panels added."""
    return replace(
        game,
        grounds=tuple(dict.fromkeys((*game.grounds, art.SLATE, art.PANEL, art.INK))),
        inks=tuple(dict.fromkeys((*game.inks, art.LIGHT, art.GOLD, art.FAINT))),
        max_colors=art.PALETTE_SIZE_MAX,
        shared_folders=(*game.shared_folders, ("games", "heads")),
    )


def _draw_stage(winners: Sequence[Seat], losers: Sequence[Seat]) -> Iterator[art.PlacedMark]:
    """Draw the heads of the players in front of rays of light. The winners wear crowns."""
    yield art.Sprite(f"rays_{winners[0] if len(winners) == 1 else 'shared'}", STAGE_WIDTH, art.INK), 0, 0
    loser_width = LOSER_HEAD_SIZE if len(losers) < 3 else LOSER_HEAD_SIZE - 5 * len(losers)
    for seat, left in zip(losers, _place_loser_heads(len(losers), loser_width), strict=True):
        # The sprite's background has the color of the head's outline, which hides the edge between them.
        yield art.Sprite(f"head_{seat} face_sad", loser_width, art.INK), left, STAGE_HEIGHT - loser_width * 3 // 4
    width = min(WINNER_HEAD_SIZE, STAGE_WIDTH // len(winners))
    height = width * 244 // 260
    top = (STAGE_HEIGHT - height) // 2 - (30 if losers else 0)
    for column, seat in enumerate(winners):
        left = (STAGE_WIDTH - width * len(winners)) // 2 + width * column
        yield art.Sprite(f"head_{seat} face_glad head_crown", width, art.INK), left, max(PANEL_GAP, top)


def _place_loser_heads(loser_count: int, width: int) -> list[int]:
    """Return the left edges of the losers' heads: first those to the right of the winners, then those to the left.

    The more heads there are, the more they overlap.
    """
    spread = (STAGE_WIDTH - WINNER_HEAD_SIZE) // 2 - width
    right_count, left_count = -(-loser_count // 2), loser_count // 2
    right = [STAGE_WIDTH - PANEL_GAP - width - spread * i // max(1, right_count - 1) for i in range(right_count)]
    return right + [PANEL_GAP + spread * i // max(1, left_count - 1) for i in range(left_count)]


def _list_player_results(engine: Match) -> list[PlayerResult]:
    """Return the players' results, best first.

    If the game has no running score, the final scores are in the game's own format.
    """
    assert engine.result
    ranks = engine.result.ranks
    return [
        PlayerResult(
            rank,
            seat,
            str(score) if engine.game.HAS_RUNNING_SCORE else engine.game.format_scores([score]),
            ranks.count(rank) > 1,
        )
        for rank, seat, score in list_ranking(engine)
    ]


def _draw_result_rows(results: Sequence[PlayerResult], picture_height: int) -> Iterator[art.PlacedMark]:
    """Draw a row per player. A sole winner gets a large row if there is room."""
    top, free_height = STAGE_HEIGHT + PANEL_GAP, picture_height - STAGE_HEIGHT - 2 * PANEL_GAP
    others = list(results)
    if sum(result.rank == 1 for result in results) == 1:
        height = min(150, free_height - ROW_MIN_HEIGHT * (len(others) - 1))
        yield from _draw_result_row(others.pop(0), top, height)
        top, free_height = top + height, free_height - height
    height = min(110, free_height // len(others))
    for row, result in enumerate(others):
        yield from _draw_result_row(result, top + row * height, height)


def _draw_result_row(result: PlayerResult, top: int, height: int) -> Iterator[art.PlacedMark]:
    left, width = PANEL_GAP, STAGE_WIDTH - PANEL_GAP
    is_first = result.rank == 1
    score_height = height - 2 if is_first else min(height - 2, art.LARGE_TYPE_HEIGHT + 4)
    score_ink = art.GOLD if is_first else art.LIGHT
    score = fit_width(art.Letters(result.score, 0, score_height, score_ink, art.SLATE, align="right"))
    name_height = max(art.SMALL_TYPE_HEIGHT, score_height * 4 // 5)
    ribbon_width = max(RIBBON_MIN_WIDTH, min(96, score_height * 3 // 4))
    ribbon_height = ribbon_width * 108 // 100
    ribbon_name = "ribbon_first" if is_first else "ribbon"
    rank_text = f"={result.rank}" if result.is_tied else str(result.rank)
    shape_size = max(SEAT_SHAPE_MIN_SIZE, min(84, score_height * 2 // 3))
    yield (
        art.Sprite(ribbon_name, ribbon_width, art.SLATE, rank_text),
        left,
        top + (height - ribbon_height) // 2,
    )
    yield (
        art.Sprite(f"seat_{result.seat}", shape_size, art.SLATE),
        left + ribbon_width + 4,
        top + (height - shape_size) // 2,
    )
    name_left = ribbon_width + shape_size + 12
    name_width = width - name_left - score.width - 28
    yield (
        art.PlayerName(result.seat, name_width, name_height, art.LIGHT, art.SLATE),
        left + name_left,
        top + (height - name_height) // 2,
    )
    yield score, left + width - score.width - PANEL_GAP, top + (height - score_height) // 2


def _draw_board(board: art.Picture, caption_top: int) -> Iterator[art.PlacedMark]:
    """Draw the board centered above the caption, as large as possible."""
    _, _, board_width, board_height = board.board or (0, 0, board.width, board.height)
    max_height = caption_top - 2 * PANEL_GAP
    width = min(BOARD_MAX_WIDTH, max_height * board_width // board_height)
    left = BOARD_LEFT + (BOARD_MAX_WIDTH - width) // 2
    top = PANEL_GAP + (max_height - width * board_height // board_width) // 2
    for mark, x, y in art.crop_to_board(board, width):
        yield mark, left + x, top + y


def _draw_caption(
    positions: Sequence[Match], swing: turning_points.ScoreSwing | None, caption_top: int, locale: str
) -> Iterator[art.PlacedMark]:
    """Write a title for the board. For a turning point, add its moment, the gaining seat and the points gained."""
    yield draw_panel(BOARD_MAX_WIDTH, CAPTION_HEIGHT, BOARD_LEFT, caption_top)
    title = say("end-turned", locale, decided=int(swing.decided_match)) if swing else say("end-board", locale)
    yield (
        write_line(title, BOARD_MAX_WIDTH - 24, art.LIGHT, align="middle", height=CAPTION_TITLE_HEIGHT),
        BOARD_LEFT + 12,
        caption_top + (4 if swing else (CAPTION_HEIGHT - CAPTION_TITLE_HEIGHT) // 2),
    )
    if swing is None:
        return
    moment = build_position_counter(positions, is_over=True).find_moment(swing.step_number)
    moment_line = fit_width(write_line(moment.format_short(locale), 0))
    gain_text = f"+{swing.compute_gain(positions)}"
    gain = fit_width(art.Letters(gain_text, 0, art.LARGE_TYPE_HEIGHT, art.GOLD, art.PANEL, align="left"))
    left = BOARD_LEFT + (BOARD_MAX_WIDTH - moment_line.width - gain.width - SEAT_SHAPE_MIN_SIZE - 24) // 2
    top = caption_top + 46
    yield moment_line, left, top + (art.LARGE_TYPE_HEIGHT - art.SMALL_TYPE_HEIGHT) // 2
    yield (
        art.Sprite(f"seat_{swing.gaining_seat}", SEAT_SHAPE_MIN_SIZE, art.PANEL),
        left + moment_line.width + 14,
        top + (art.LARGE_TYPE_HEIGHT - SEAT_SHAPE_MIN_SIZE) // 2,
    )
    yield gain, left + moment_line.width + SEAT_SHAPE_MIN_SIZE + 24, top
