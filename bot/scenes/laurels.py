"""The end of a season as a picture: who stands on the podium, and whom it names besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.ladder.awards import Kind
from bot.scenes.charts import EDGE, LOST, cut_text, draw_panel, fit_width, write_line
from bot.texts import say
from games import typeface
from games.art import (
    FAINT,
    GOLD,
    INK,
    LARGE,
    LIGHT,
    PANEL,
    SLATE,
    WIDTH,
    Box,
    Letters,
    Lie,
    Mark,
    Name,
    Palette,
    Picture,
    Sprite,
)
from storage import Award

PALETTE: Final = Palette(
    "bot", grounds=(SLATE, PANEL, INK, GOLD), inks=(LIGHT, GOLD, FAINT, INK, LOST), common=("heads",)
)
STAGE: Final = 500
"""How high it is; the drawing is so wide as the picture."""
STEP: Final = (WIDTH - 4 * EDGE) // 3
TOPS: Final = {1: 262, 2: 306, 3: 330}
"""Where the step of each place begins."""
HEADS: Final = {1: 236, 2: 176, 3: 160}
COLUMNS: Final = (1, 0, 2)
"""Whoever is best stands in the middle, the next to the left of them."""
MEDAL: Final = 76
NAMED: Final = 58
LOWER: Final = 184
WIDEST: Final = 544
ROW: Final = 66
TITLED: Final = 46
"""Above the rows of a panel, for what it is about."""
SIGN: Final = 68
COUNTED: Final = 122
"""For four digits."""
SIGNS: Final = {Kind.IMPROVED: "risen", Kind.RIVAL: "swords", Kind.UPSET: "bang"}
"""The panels below, in this order."""


def picture(awards: Sequence[Award], locale: str) -> Picture:
    """At least one of these has a place."""
    who = {person: at for at, person in enumerate(named(awards))}
    panels = [(kind, theirs) for kind in SIGNS if (theirs := _of(awards, kind))]
    height = STAGE + EDGE + (LOWER + EDGE if panels else 0)
    marks = (
        (Sprite("glory", WIDTH, SLATE), 0, 0),
        *_podium([it for it in awards if it.kind == Kind.PLACE], who),
        *_panels(panels, who, locale),
    )
    return Picture(PALETTE, WIDTH, height, SLATE, marks)


def named(awards: Sequence[Award]) -> tuple[int, ...]:
    """Whom it shows, each once."""
    shown = [it for kind in (Kind.PLACE, *SIGNS) for it in _of(awards, kind)]
    return tuple(dict.fromkeys(it.person for it in shown if it.person > 0))


def _of(awards: Sequence[Award], kind: Kind) -> list[Award]:
    """An upset is of two, and so is a rivalry: of which nobody has been forgotten meanwhile."""
    kinds = (Kind.UPSET, Kind.FELLED) if kind == Kind.UPSET else (kind,)
    theirs = [it for each in kinds for it in awards if it.kind == each]
    if kind == Kind.RIVAL:
        theirs.sort(key=lambda it: -it.number)
    return theirs if kind in {Kind.PLACE, Kind.IMPROVED} or len(theirs) == 2 else []


def _podium(places: Sequence[Award], who: Mapping[int, int]) -> Iterator[Mark]:
    for at, it in enumerate(sorted(places, key=lambda it: it.number)[: len(COLUMNS)]):
        left, top, head = EDGE + COLUMNS[at] * (STEP + EDGE), TOPS[it.number], HEADS[it.number]
        # Their outlines are of ink, and so is what lies round them.
        crown = " head_crown" if it.number == 1 else ""
        yield Sprite(f"head_{at} face_glad{crown}", head, INK), left + (STEP - head) // 2, top - head * 222 // 260
        first = it.number == 1
        yield Box(STEP, STAGE - top, PANEL), left, top
        if first:
            yield Box(STEP, 6, GOLD), left, top
        large, ink = (LARGE + 14, GOLD) if first else (LARGE, LIGHT)
        points = fit_width(Letters(typeface.digits(it.beside), 0, large, ink, PANEL, lie="left"))
        inside = (STAGE - top - MEDAL - NAMED) // 3
        x = left + max(EDGE, (STEP - MEDAL - 12 - points.width) // 2)
        yield Sprite(f"medal_{it.number}", MEDAL, PANEL), x, top + inside
        yield points, x + MEDAL + 12, top + inside + (MEDAL - points.height) // 2
        name = Name(who[it.person], STEP - 40, NAMED, LIGHT, PANEL, lie="middle", instead="…")
        yield name, left + 20, top + 2 * inside + MEDAL


def _panels(panels: Sequence[tuple[Kind, Sequence[Award]]], who: Mapping[int, int], locale: str) -> Iterator[Mark]:
    """Wide enough for names, and no wider."""
    width = min(WIDEST, (WIDTH - EDGE * (len(panels) + 1)) // max(1, len(panels)))
    first_left = (WIDTH - len(panels) * (width + EDGE) + EDGE) // 2
    for at, (kind, theirs) in enumerate(panels):
        left, top = first_left + at * (width + EDGE), STAGE + EDGE
        yield draw_panel(width, LOWER, left, top)
        yield cut_text(write_line(say(f"laurels-{kind}", locale), width - 32)), left + 16, top + 5
        yield Sprite(SIGNS[kind], SIGN, PANEL), left + 14, top + TITLED + (2 * ROW - SIGN) // 2
        left, width_inside, top = left + SIGN + 28, width - SIGN - 44, top + TITLED
        if kind == Kind.IMPROVED:
            (it,) = theirs
            yield _name(who[it.person], width_inside, first=True), left, top + (ROW - NAMED) // 2
            yield _count(f"+{it.number}", width_inside, first=True), left, top + ROW + (ROW - LARGE) // 2
            continue
        most = max(it.number for it in theirs)
        for row, it in enumerate(theirs):
            y, first = top + ROW * row, row == 0 if kind == Kind.UPSET else it.number == most
            room = 0 if kind == Kind.UPSET else COUNTED
            yield _name(who[it.person], width_inside - room, first=first), left, y + (ROW - NAMED) // 2
            if room:
                count = _count(str(it.number), room, first=first)
                yield count, left + width_inside - room, y + (ROW - LARGE) // 2


def _name(at: int, width: int, *, first: bool) -> Name:
    return Name(at, width, NAMED - 8, LIGHT if first else FAINT, PANEL, instead="…")


def _count(number: str, width: int, *, first: bool) -> Letters:
    lie: Lie = "left" if number.startswith("+") else "right"
    return Letters(number, width, LARGE, GOLD if first else LIGHT, PANEL, lie=lie)
