"""How a match has ended, as a picture: who won, everybody's score, and the board on which it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.scenes import turning
from bot.scenes.outcome import ranked
from bot.texts import say
from games import art, canvas
from games.art import (
    COLOURS,
    FAINT,
    GOLD,
    HEIGHT,
    INK,
    LARGE,
    LIGHT,
    PANEL,
    SLATE,
    SMALL,
    WIDTH,
    Box,
    Letters,
    Mark,
    Name,
    Palette,
    Picture,
    Sprite,
)  # fmt: skip
from games.core import Awarding, Seat
from games.match import Match

STAGE: Final = 640
FLOOR: Final = 400
"""Where the stage ends; whoever did not win peeps over its edge."""
EDGE: Final = 8
BESIDE: Final = STAGE + 12
"""What stands there is as wide as it says."""
ACROSS: Final = WIDTH - BESIDE - EDGE
CAPTION: Final = 126
CAPTIONED: Final = HEIGHT - CAPTION - EDGE
DOWN: Final = CAPTIONED - 2 * EDGE
HEAD: Final = 300
CROWD: Final = 150
ROW: Final = 68
"""The least height of a row; a score fits in it."""
BADGE: Final = 71
"""So wide that its number is type."""


class Scored(NamedTuple):
    """Whom a row is about."""

    rank: int
    seat: Seat
    score: str


def picture(match: Match, passed: Sequence[Match], locale: str) -> Picture:
    """`passed` is the match at its start and after each step; without it nothing is known to have turned it."""
    turn = turning.point(passed)
    board = match.game.picture((passed[turn.at] if turn else match).view(None))
    scored = _scored(match)
    first, last = ([each.seat for each in scored if (each.rank == 1) == won] for won in (True, False))
    marks = (
        *_stage(first, last),
        (Box(STAGE, HEIGHT - FLOOR, SLATE), 0, FLOOR),
        *_rows(scored),
        *_board(board),
        *_caption(passed, turn, locale),
    )
    return Picture(_palette(board.palette), WIDTH, HEIGHT, board.ground, marks)


def _palette(game: Palette) -> Palette:
    """That of the game, the heads besides."""
    return replace(
        game,
        grounds=tuple(dict.fromkeys((*game.grounds, SLATE, PANEL, INK))),
        inks=tuple(dict.fromkeys((*game.inks, LIGHT, GOLD, FAINT))),
        most=COLOURS,
        common=(*game.common, "heads"),
    )


def _stage(first: Sequence[Seat], last: Sequence[Seat]) -> Iterator[Mark]:
    """Whoever won wears the crown; several share the light."""
    yield Sprite(f"rays_{first[0] if len(first) == 1 else 'shared'}", STAGE, INK), 0, 0
    for seat, left in zip(last, _places(len(last)), strict=True):
        # Their outlines are of ink, and so is what lies round them.
        yield Sprite(f"head_{seat} face_sad", _width(len(last)), INK), left, FLOOR - _width(len(last)) * 3 // 4
    width = min(HEAD, STAGE // len(first))
    height = width * 244 // 260
    top = (FLOOR - height) // 2 - (30 if last else 0)
    for at, seat in enumerate(first):
        left = (STAGE - width * len(first)) // 2 + width * at
        yield Sprite(f"head_{seat} face_glad head_crown", width, INK), left, max(EDGE, top)


def _width(crowd: int) -> int:
    return CROWD if crowd < 3 else CROWD - 10 * crowd // 2


def _places(crowd: int) -> list[int]:
    """From the left to the right; one or two stand beside whoever won."""
    width = _width(crowd)
    ends = STAGE - width - 2 * EDGE
    if crowd < 3:
        return [EDGE + ends, EDGE][:crowd]
    return [EDGE + ends * at // (crowd - 1) for at in range(crowd)]


def _scored(match: Match) -> list[Scored]:
    """The best first; points that are given at the end are written as the game writes them."""
    assert match.result
    scores = [str(score) for score in match.result.scores]
    if isinstance(match.game, Awarding):
        scores = match.game.tally(match.result.scores).split("–")
    return [Scored(rank, seat, scores[seat]) for rank, seat, _ in ranked(match)]


def _rows(scored: Sequence[Scored]) -> Iterator[Mark]:
    """One who won alone has a row of their own, and a large one; more than three of the others stand in two columns."""
    top, room = FLOOR + EDGE, HEIGHT - FLOOR - 2 * EDGE
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


def _row(each: Scored, left: int, top: int, width: int, height: int) -> Iterator[Mark]:
    first = each.rank == 1
    high = height - 4 if first else min(height - 2, LARGE + 4)
    score = Letters(each.score, width, high, GOLD if first else LIGHT, SLATE, lie="right")
    room = round(canvas.length(score)) + 6
    name = max(SMALL, high * 4 // 5)
    badge = max(BADGE, high * 3 // 4)
    inside = width - badge - room - 24
    yield Sprite(f"seat_{each.seat}", badge, SLATE, str(each.seat + 1)), left, top + (height - badge) // 2
    yield Name(each.seat, inside, name, LIGHT, SLATE), left + badge + 10, top + (height - name) // 2
    yield replace(score, width=room), left + width - room - EDGE, top + (height - high) // 2


def _board(board: Picture) -> Iterator[Mark]:
    """As large as there is room for it, in the middle."""
    _, _, across, down = board.board or (0, 0, board.width, board.height)
    width = min(ACROSS, DOWN * across // down)
    left, top = BESIDE + (ACROSS - width) // 2, EDGE + (DOWN - width * down // across) // 2
    for what, x, y in art.inset(board, width):
        yield what, left + x, top + y


def _caption(passed: Sequence[Match], turn: turning.Turn | None, locale: str) -> Iterator[Mark]:
    """What board it is, and what it did to the score."""
    top = CAPTIONED
    yield Box(ACROSS, CAPTION, PANEL, SLATE, corner=18), BESIDE, top
    told = say("end-turned" if turn else "end-last", locale)
    height = 46
    label = Letters(told, ACROSS - 24, height, FAINT, PANEL, bold=False)
    if turn is None:
        yield label, BESIDE + 12, top + (CAPTION - height) // 2
        return
    yield label, BESIDE + 12, top + 8
    yield (
        Letters(turning.score(passed, turn).replace("→", "›"), ACROSS - 24, LARGE, GOLD, PANEL),
        BESIDE + 12,
        top + 8 + height,
    )
