"""How a season has gone, for everybody: its end with a picture, its last week, and that a new one has begun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.i18n import say
from bot.ratings.awards import AwardKind
from bot.ratings.leaderboard import LeaderboardPage, LeaderboardRow
from bot.ratings.rating_updates import EVERYTHING, PLACED, figure, missing
from bot.screens.charts.chart_kit import EDGE, LOST, cut_text, draw_panel, fit_width, write_line
from bot.screens.custom_ids import Action, CustomId
from bot.screens.leaderboard import game, named, shown
from bot.screens.names import called, day
from bot.screens.scene import Button, Row, Scene, SceneImage
from games import GAMES, art, typeface
from storage import Award, Season

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
LAURELS: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.INK, art.GOLD),
    inks=(art.LIGHT, art.GOLD, art.FAINT, art.INK, LOST),
    common=("heads",),
)
STAGE: Final = 500
"""How high it is; the drawing is so wide as the picture."""
STEP: Final = (art.BOARD_WIDTH - 4 * EDGE) // 3
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
SIGNS: Final = {AwardKind.IMPROVED: "risen", AwardKind.RIVAL: "swords", AwardKind.UPSET: "bang"}
"""The panels below, in this order."""


class SeasonPost(StrEnum):
    """What is told of a season."""

    BEGUN = "started"
    LAST = "last_week"
    OVER = "over"
    WEEK = "weekly"
    """Of a server, whichever season runs."""


class ChampionRole(NamedTuple):
    """The role that the champion has from now on, or that could not be given."""

    role: int
    given: bool


def over(
    season: Season,
    awards: Sequence[Award],
    players: int,
    locale: str,
    pinged: frozenset[int],
    crowned: ChampionRole | None = None,
) -> Scene:
    """`players` have had a match that counted; `pinged` are those of the named who may be called now."""
    assert season.ended_ms is not None
    told = {kind: [it for it in awards if it.kind == kind] for kind in AwardKind}
    places = sorted(told[AwardKind.PLACE], key=lambda it: it.value)
    above = [
        f"### {say('season-over', locale, season=named(season, locale))}",
        say("season-was", locale, began=day(season.started_ms), ended=day(season.ended_ms), players=players),
    ]
    if not places:
        above.append(say("season-unranked", locale, players=players, matches=PLACED))
    below = [*_list_podium(places, locale), *_list_firsts(told[AwardKind.FIRST], locale)]
    named_besides = [*_list_others(told, locale)]
    small = [say("season-rules", locale, matches=PLACED)] if named_besides else []
    if crowned and crowned.given:
        below.append(say("season-crown", locale, role=f"<@&{crowned.role}>"))
    elif crowned:
        # For those who can mend it; all others celebrate.
        small.append(say("season-no-crown", locale, role=f"<@&{crowned.role}>"))
    board = None
    if places:
        lines = [say("ladder-alt-line", locale, rank=it.value, points=it.second_value) for it in places]
        alt = say("season-alt", locale, lines=" · ".join(lines))
        board = SceneImage(draw_laurels(awards, locale), alt, list_shown(awards))
    return Scene(
        above=tuple(above),
        board=board,
        below=(*below, *named_besides),
        rows=_whole(season.number, locale, SeasonPost.OVER),
        small=" ".join(small),
        called=pinged,
    )


def people(awards: Sequence[Award]) -> frozenset[int]:
    """All whom its end names."""
    return frozenset(it.person_id for it in awards if it.person_id > 0)


def champions(awards: Sequence[Award]) -> list[int]:
    """Mostly one."""
    return [it.person_id for it in awards if it.kind == AwardKind.PLACE and it.value == 1 and it.person_id > 0]


def begun(season: Season, locale: str) -> Scene:
    lines = [say("season-begun", locale, season=named(season, locale))]
    if season.scheduled_end_ms:
        lines.append(say("season-closes", locale, due=day(season.scheduled_end_ms)))
    return Scene(above=tuple(lines), rows=_whole(season.number, locale, SeasonPost.BEGUN))


def ended(season: Season, locale: str) -> Scene:
    """To whoever has ended it."""
    line = say("season-ended", locale, season=named(season, locale))
    return Scene(above=(line,), rows=_whole(season.number, locale, SeasonPost.OVER))


def last_week(season: Season, best: Sequence[LeaderboardRow], locale: str) -> Scene:
    """`best` are those who have come furthest so far."""
    assert season.scheduled_end_ms is not None
    line = say("season-last", locale, season=named(season, locale), due=day(season.scheduled_end_ms))
    told = [f"{MEDALS[it.rank]} {called(it.rating.person_id, locale)} · **{figure(it.rating)}**" for it in best
            if it.rank in MEDALS and not missing(it.rating)][:3]  # fmt: skip
    return Scene(above=(line,), below=tuple(told), rows=_whole(season.number, locale, SeasonPost.LAST))


def weekly(page: LeaderboardPage, locale: str) -> Scene:
    """The ladder as the week has left it."""
    told = shown(page, locale)
    return replace(
        told,
        above=(f"### {say('week-title', locale)}", *told.above[1:]),
        rows=_whole(page.number, locale, SeasonPost.WEEK),
        small=say("week-small", locale, players=page.players),
    )


def to(season: int, what: SeasonPost) -> str:
    """The button under it: by it a message is known again."""
    return str(CustomId(Action.LADDER, season, [*SeasonPost].index(what) + 1, f"{EVERYTHING}."))


def _whole(season: int, locale: str, what: SeasonPost) -> tuple[Row, ...]:
    """All games of it together, from the top."""
    return ((Button(say("button-ladder", locale), to(season, what)),),)


def _list_podium(places: Sequence[Award], locale: str) -> Iterator[str]:
    if first := [called(it.person_id, locale) for it in places if it.value == 1]:
        yield say("season-champion", locale, count=len(first), who=say.format_list(first, locale))
    for it in places:
        yield f"{MEDALS[it.value]} {called(it.person_id, locale)} · **{it.second_value}**"


def _list_firsts(firsts: Sequence[Award], locale: str) -> Iterator[str]:
    by_game = {key: [called(it.person_id, locale) for it in firsts if it.game == key] for key in GAMES}
    if told := [f"**{game(key, locale)}** {' '.join(who)}" for key, who in by_game.items() if who]:
        yield say("season-firsts", locale, firsts=" · ".join(told))


def _list_others(told: Mapping[AwardKind, Sequence[Award]], locale: str) -> Iterator[str]:
    """Yield a line for who improved most, for the rivals, and for the least likely win."""
    for it in told[AwardKind.IMPROVED]:
        facts: dict[str, str | int] = {"points": it.value, "game": game(it.game, locale)}
        yield say("season-improved", locale, who=called(it.person_id, locale), **facts)
    # A rivalry one of whose two was forgotten is not told.
    if len(told[AwardKind.RIVAL]) == 2:
        one, other = sorted(told[AwardKind.RIVAL], key=lambda it: -it.value)
        facts = {"met": one.second_value, "ahead": one.value, "behind": other.value}
        people = {"one": called(one.person_id, locale), "other": called(other.person_id, locale)}
        yield say("season-rivals", locale, **people, **facts)
    for one, other in zip(told[AwardKind.UPSET], told[AwardKind.FELLED], strict=False):
        facts = {"points": one.value, "chance": one.second_value, "game": game(one.game, locale)}
        yield say(
            "season-upset", locale, who=called(one.person_id, locale), whom=called(other.person_id, locale), **facts
        )


def draw_laurels(awards: Sequence[Award], locale: str) -> art.Picture:
    """At least one of these has a place."""
    who = {person_id: at for at, person_id in enumerate(list_shown(awards))}
    panels = [(kind, theirs) for kind in SIGNS if (theirs := _of(awards, kind))]
    height = STAGE + EDGE + (LOWER + EDGE if panels else 0)
    marks = (
        (art.Sprite("glory", art.BOARD_WIDTH, art.SLATE), 0, 0),
        *_podium([it for it in awards if it.kind == AwardKind.PLACE], who),
        *_panels(panels, who, locale),
    )
    return art.Picture(LAURELS, art.BOARD_WIDTH, height, art.SLATE, marks)


def list_shown(awards: Sequence[Award]) -> tuple[int, ...]:
    """Whom it shows, each once."""
    shown = [it for kind in (AwardKind.PLACE, *SIGNS) for it in _of(awards, kind)]
    return tuple(dict.fromkeys(it.person_id for it in shown if it.person_id > 0))


def _of(awards: Sequence[Award], kind: AwardKind) -> list[Award]:
    """An upset is of two, and so is a rivalry: of which nobody has been forgotten meanwhile."""
    kinds = (AwardKind.UPSET, AwardKind.FELLED) if kind == AwardKind.UPSET else (kind,)
    theirs = [it for each in kinds for it in awards if it.kind == each]
    if kind == AwardKind.RIVAL:
        theirs.sort(key=lambda it: -it.value)
    return theirs if kind in {AwardKind.PLACE, AwardKind.IMPROVED} or len(theirs) == 2 else []


def _podium(places: Sequence[Award], who: Mapping[int, int]) -> Iterator[art.PlacedMark]:
    for at, it in enumerate(sorted(places, key=lambda it: it.value)[: len(COLUMNS)]):
        left, top, head = EDGE + COLUMNS[at] * (STEP + EDGE), TOPS[it.value], HEADS[it.value]
        # Their outlines are of ink, and so is what lies round them.
        crown = " head_crown" if it.value == 1 else ""
        yield (
            art.Sprite(f"head_{at} face_glad{crown}", head, art.INK),
            left + (STEP - head) // 2,
            top - head * 222 // 260,
        )
        first = it.value == 1
        yield art.Rectangle(STEP, STAGE - top, art.PANEL), left, top
        if first:
            yield art.Rectangle(STEP, 6, art.GOLD), left, top
        large, ink = (art.LARGE_TYPE_HEIGHT + 14, art.GOLD) if first else (art.LARGE_TYPE_HEIGHT, art.LIGHT)
        points = fit_width(art.Letters(typeface.format_number(it.second_value), 0, large, ink, art.PANEL, lie="left"))
        inside = (STAGE - top - MEDAL - NAMED) // 3
        x = left + max(EDGE, (STEP - MEDAL - 12 - points.width) // 2)
        yield art.Sprite(f"medal_{it.value}", MEDAL, art.PANEL), x, top + inside
        yield points, x + MEDAL + 12, top + inside + (MEDAL - points.height) // 2
        name = art.PlayerName(who[it.person_id], STEP - 40, NAMED, art.LIGHT, art.PANEL, lie="middle", instead="…")
        yield name, left + 20, top + 2 * inside + MEDAL


def _panels(
    panels: Sequence[tuple[AwardKind, Sequence[Award]]], who: Mapping[int, int], locale: str
) -> Iterator[art.PlacedMark]:
    """Wide enough for names, and no wider."""
    width = min(WIDEST, (art.BOARD_WIDTH - EDGE * (len(panels) + 1)) // max(1, len(panels)))
    first_left = (art.BOARD_WIDTH - len(panels) * (width + EDGE) + EDGE) // 2
    for at, (kind, theirs) in enumerate(panels):
        left, top = first_left + at * (width + EDGE), STAGE + EDGE
        yield draw_panel(width, LOWER, left, top)
        yield cut_text(write_line(say(f"laurels-{kind}", locale), width - 32)), left + 16, top + 5
        yield art.Sprite(SIGNS[kind], SIGN, art.PANEL), left + 14, top + TITLED + (2 * ROW - SIGN) // 2
        left, width_inside, top = left + SIGN + 28, width - SIGN - 44, top + TITLED
        if kind == AwardKind.IMPROVED:
            (it,) = theirs
            yield _write_name(who[it.person_id], width_inside, first=True), left, top + (ROW - NAMED) // 2
            yield (
                _count(f"+{it.value}", width_inside, first=True),
                left,
                top + ROW + (ROW - art.LARGE_TYPE_HEIGHT) // 2,
            )
            continue
        most = max(it.value for it in theirs)
        for row, it in enumerate(theirs):
            y, first = top + ROW * row, row == 0 if kind == AwardKind.UPSET else it.value == most
            room = 0 if kind == AwardKind.UPSET else COUNTED
            yield _write_name(who[it.person_id], width_inside - room, first=first), left, y + (ROW - NAMED) // 2
            if room:
                count = _count(str(it.value), room, first=first)
                yield count, left + width_inside - room, y + (ROW - art.LARGE_TYPE_HEIGHT) // 2


def _write_name(at: int, width: int, *, first: bool) -> art.PlayerName:
    return art.PlayerName(at, width, NAMED - 8, art.LIGHT if first else art.FAINT, art.PANEL, instead="…")


def _count(number: str, width: int, *, first: bool) -> art.Letters:
    lie: art.Alignment = "left" if number.startswith("+") else "right"
    return art.Letters(number, width, art.LARGE_TYPE_HEIGHT, art.GOLD if first else art.LIGHT, art.PANEL, lie=lie)
