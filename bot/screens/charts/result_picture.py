"""How a match has ended, as a picture: who won, everybody's score, and the board on which it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.i18n import say
from bot.screens import turning_points
from bot.screens.charts.chart_kit import EDGE, draw_panel, fit_width, write_line
from bot.screens.outcome import ranked
from bot.screens.turning_points import counted
from games import art
from games.core import Seat
from games.match import Match

DEEP: Final = 560
"""How high it is: with what is said of it, it is to be seen at once."""
STAGE: Final = 640
FLOOR: Final = 270
"""Where the stage ends; whoever did not win peeps over its edge."""
BESIDE: Final = STAGE + 12
"""What stands there is as wide as it says."""
ACROSS: Final = art.BOARD_WIDTH - BESIDE - EDGE
CAPTION: Final = 112
WHEN: Final = 50
CAPTIONED: Final = DEEP - CAPTION - EDGE
HEAD: Final = 256
CROWD: Final = 130
ROW: Final = 68
"""The least height of a row; a score fits in it."""
RIBBON: Final = 62
"""So wide that the place on it is type."""
SHAPE: Final = 42
"""A seat's, without its number: that would be taken for a place."""


class PlayerResult(NamedTuple):
    """Whom a row is about."""

    rank: int
    seat: Seat
    score: str
    shared: bool
    """Has somebody else the same place?"""


def picture(engine: Match, passed: Sequence[Match], locale: str) -> art.Picture:
    """`passed` is the match at its start and after each step; without it nothing is known to have turned it."""
    turn = turning_points.point(passed)
    board = engine.game.draw_board((passed[turn.at] if turn else engine).view_of(None))
    scored = _scored(engine)
    first, last = ([each.seat for each in scored if (each.rank == 1) == won] for won in (True, False))
    marks = (
        *_stage(first, last),
        (art.Rectangle(STAGE, DEEP - FLOOR, art.SLATE), 0, FLOOR),
        *_rows(scored),
        *_board(board),
        *_caption(passed, turn, locale),
    )
    return art.Picture(palette(board.palette), art.BOARD_WIDTH, DEEP, board.ground, marks)


def palette(game: art.Palette) -> art.Palette:
    """That of the game, the heads besides; its colours are kept, too, by `make rules`."""
    return replace(
        game,
        grounds=tuple(dict.fromkeys((*game.grounds, art.SLATE, art.PANEL, art.INK))),
        inks=tuple(dict.fromkeys((*game.inks, art.LIGHT, art.GOLD, art.FAINT))),
        most=art.PALETTE_SIZE_MAX,
        common=(*game.common, "heads"),
    )


def _stage(first: Sequence[Seat], last: Sequence[Seat]) -> Iterator[art.PlacedMark]:
    """Whoever won wears the crown; several share the light."""
    yield art.Sprite(f"rays_{first[0] if len(first) == 1 else 'shared'}", STAGE, art.INK), 0, 0
    for seat, left in zip(last, _places(len(last)), strict=True):
        # Their outlines are of ink, and so is what lies round them.
        yield art.Sprite(f"head_{seat} face_sad", _width(len(last)), art.INK), left, FLOOR - _width(len(last)) * 3 // 4
    width = min(HEAD, STAGE // len(first))
    height = width * 244 // 260
    top = (FLOOR - height) // 2 - (30 if last else 0)
    for at, seat in enumerate(first):
        left = (STAGE - width * len(first)) // 2 + width * at
        yield art.Sprite(f"head_{seat} face_glad head_crown", width, art.INK), left, max(EDGE, top)


def _width(crowd: int) -> int:
    return CROWD if crowd < 3 else CROWD - 10 * crowd // 2


def _places(crowd: int) -> list[int]:
    """On both sides of whoever won, by turns, and close together where they are many."""
    width = _width(crowd)
    aside = (STAGE - HEAD) // 2 - width
    right, left = -(-crowd // 2), crowd // 2
    places = [STAGE - EDGE - width - aside * at // max(1, right - 1) for at in range(right)]
    return places + [EDGE + aside * at // max(1, left - 1) for at in range(left)]


def _scored(engine: Match) -> list[PlayerResult]:
    """The best first; points that are given at the end are written as the game writes them."""
    assert engine.result
    scores = [str(score) for score in engine.result.scores]
    if not engine.game.HAS_RUNNING_SCORE:
        scores = engine.game.format_scores(engine.result.scores).split("–")
    ranks = engine.result.ranks
    return [PlayerResult(rank, seat, scores[seat], ranks.count(rank) > 1) for rank, seat, _ in ranked(engine)]


def _rows(scored: Sequence[PlayerResult]) -> Iterator[art.PlacedMark]:
    """One who won alone has a row of their own, and a large one; more than three of the others stand in two columns."""
    top, room = FLOOR + EDGE, DEEP - FLOOR - 2 * EDGE
    rest = list(scored)
    if sum(each.rank == 1 for each in scored) == 1:
        below = -(-(len(rest) - 1) // _columns(len(rest) - 1))
        height = min(150, room - ROW * below)
        yield from _row(rest.pop(0), EDGE, top, STAGE - EDGE, height)
        top, room = top + height, room - height
    columns = _columns(len(rest))
    height = min(110, room // -(-len(rest) // columns))
    width = (STAGE - EDGE) // columns
    for at, each in enumerate(rest):
        yield from _row(each, EDGE + at % columns * width, top + at // columns * height, width, height)


def _columns(rows: int) -> int:
    return 1 if rows <= 3 else 2


def _row(each: PlayerResult, left: int, top: int, width: int, height: int) -> Iterator[art.PlacedMark]:
    first = each.rank == 1
    high = height - 4 if first else min(height - 2, art.LARGE_TYPE_HEIGHT + 4)
    score = fit_width(art.Letters(each.score, 0, high, art.GOLD if first else art.LIGHT, art.SLATE, lie="right"))
    name = max(art.SMALL_TYPE_HEIGHT, high * 4 // 5)
    ribbon, shape = max(RIBBON, min(96, high * 3 // 4)), max(SHAPE, min(84, high * 2 // 3))
    place = f"={each.rank}" if each.shared else str(each.rank)
    tall = ribbon * 108 // 100
    yield art.Sprite("ribbon_first" if first else "ribbon", ribbon, art.SLATE, place), left, top + (height - tall) // 2
    yield art.Sprite(f"seat_{each.seat}", shape, art.SLATE), left + ribbon + 4, top + (height - shape) // 2
    start = ribbon + shape + 12
    room = width - start - score.width - 12
    yield art.PlayerName(each.seat, room, name, art.LIGHT, art.SLATE), left + start, top + (height - name) // 2
    yield score, left + width - score.width - EDGE, top + (height - high) // 2


def _board(board: art.Picture) -> Iterator[art.PlacedMark]:
    """As large as there is room for it, in the middle."""
    _, _, across, down = board.board or (0, 0, board.width, board.height)
    room = CAPTIONED - 2 * EDGE
    width = min(ACROSS, room * across // down)
    left, top = BESIDE + (ACROSS - width) // 2, EDGE + (room - width * down // across) // 2
    for what, x, y in art.crop_to_board(board, width):
        yield what, left + x, top + y


def _caption(
    passed: Sequence[Match], turn: turning_points.TurningPoint | None, locale: str
) -> Iterator[art.PlacedMark]:
    """Which board it is, and why: who gained how much by it."""
    top = CAPTIONED
    yield draw_panel(ACROSS, CAPTION, BESIDE, top)
    when = say("end-turned", locale, decided=int(turn.decided)) if turn else say("end-board", locale)
    down = top + (4 if turn else (CAPTION - WHEN) // 2)
    yield write_line(when, ACROSS - 24, art.LIGHT, lie="middle", height=WHEN), BESIDE + 12, down
    if turn is None:
        return
    gain = passed[turn.at].scores()[turn.seat] - passed[turn.at - 1].scores()[turn.seat]
    told = counted(passed, over=True).moment(turn.at).named(locale)
    why = fit_width(write_line(told, 0))
    much = fit_width(art.Letters(f"+{gain}", 0, art.LARGE_TYPE_HEIGHT, art.GOLD, art.PANEL, lie="left"))
    left, down = BESIDE + (ACROSS - why.width - much.width - SHAPE - 24) // 2, top + 46
    yield why, left, down + (art.LARGE_TYPE_HEIGHT - art.SMALL_TYPE_HEIGHT) // 2
    yield (
        art.Sprite(f"seat_{turn.seat}", SHAPE, art.PANEL),
        left + why.width + 14,
        down + (art.LARGE_TYPE_HEIGHT - SHAPE) // 2,
    )
    yield much, left + why.width + SHAPE + 24, down
