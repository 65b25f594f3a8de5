"""A match at its start and after each step, folded once for all who look back upon it, and where they may jump to: the
turning points, the highlights, every duel or turn, from one list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.i18n import say
from bot.matches import fold
from bot.matches.model import MatchState, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens import turning_points
from bot.screens.custom_ids import Action, CustomId
from bot.screens.film import MOST, heaviest
from bot.screens.names import listed, names, seated, sentence
from bot.screens.scene import Button, SelectMenu, TextList
from bot.screens.turning_points import PositionCounter, TurningPoint, counted, news, seen
from games.core import Seat
from games.match import Match
from storage import Journal

LEAPS: Final = frozenset({"duel", "turn"})
"""What of its count one may leap to: of moves there are too many."""
KEPT: Final = 16
"""Matches that are looked back upon just now."""
MOST_JUMPS: Final = 25
"""In a list."""
FAR: Final = 10
"""So many steps at once, where there is nothing better to jump to."""


def passed(stored: Journal) -> tuple[Match, ...]:
    """The match at its start and after each step. Of a long one it takes a quarter of a second, and whoever looks back
    looks at one board after the other.
    """
    # Wherever it is shown by now, it is the same match: when it ends the card asks, and then each hand.
    header = replace(
        stored.header, channel_id=0, card_message_id=None, events_shown=0, events_on_card=0, parent_channel_id=None
    )
    return _passed(replace(stored, header=header, deadlines=()))


@lru_cache(maxsize=KEPT)
def _passed(stored: Journal) -> tuple[Match, ...]:
    match: MatchState = fold.laid(stored)
    found: list[Match] = []
    for event in stored.events[1:]:
        match = fold.after(match, event, Absences())
        if isinstance(match, StartedMatch) and (not found or match.engine.step > found[-1].step or match.is_over):
            found.append(match.engine)
    return tuple(found)


@lru_cache(maxsize=KEPT)
def count(stored: Journal, *, over: bool) -> PositionCounter:
    return counted(passed(stored), over=over)


@lru_cache(maxsize=KEPT)
def turns(stored: Journal) -> tuple[TurningPoint, ...]:
    return tuple(turning_points.turns(passed(stored)))


@lru_cache(maxsize=KEPT)
def hides(stored: Journal) -> bool:
    """Did anybody ever see what others did not, or less? Else to look from a seat only turns the board."""
    return any(
        replace(engine.view_of(seat), seat=None) != engine.view_of(None)
        for engine in passed(stored)
        for seat in range(engine.seats)
    )


@lru_cache(maxsize=KEPT)
def stops(stored: Journal, *, over: bool) -> Mapping[str, Sequence[int]]:
    """Where one may leap to, by kind."""
    matches, counts = passed(stored), count(stored, over=over)
    views = [seen(engine, over=over) for engine in matches]
    found = {
        "highlight": heaviest(matches, views)[: MOST - 2],
        **({counts.kind: list(counts.stops)} if counts.kind in LEAPS else {}),
    }
    return {kind: sorted(stops) for kind, stops in found.items() if stops}


def jumps(
    match: StartedMatch,
    passed: Sequence[Match],
    turns: Sequence[int],
    stops: Mapping[str, Sequence[int]],
    count: PositionCounter,
    locale: str,
    at: int,
    seat: Seat | None,
) -> TextList:
    """`turns` is where it turned, `stops` where else one may jump to, by kind; where there is too much, what matters
    most, and then what is near.
    """
    labels: dict[int, str] = {}
    for turn in turns:
        moment, what = count.moment(turn), _caption(match, passed, turn, locale)
        # Of a duel the game tells itself which it was.
        when = what if moment.named(locale) in what else f"{moment.said(locale)} · {what}"
        labels[turn] = say("jump-turning", locale, when=when)
    kinds = stops or {"step": range(0, len(passed), FAR)}
    for kind, steps in kinds.items():
        for number, step in enumerate(steps, 1):
            named = count.moment(step).named(locale) if kind == "step" else say(f"jump-{kind}", locale, number=number)
            labels.setdefault(step, named)
    near = sorted(labels, key=lambda step: (step in kinds.get("step", ()), abs(step - at)))
    first = [*turns] + [step for kind in ("mistake", "highlight") for step in kinds.get(kind, ()) if step in labels]
    kept = list(dict.fromkeys([*first, *near]))[:MOST_JUMPS]
    for step in kept:
        if step not in turns and (what := _caption(match, passed, step, locale)):
            labels[step] += f" · {what}"
    buttons = [Button(labels[step], _to(match, 0, step, seat)) for step in sorted(kept)]
    return TextList(say("jump", locale), str(CustomId(Action.TAKE, match.id, 0)), tuple(buttons), listed(match, locale))


def eyes(match: StartedMatch, at: int, seat: Seat | None, locale: str, *, hides: bool) -> SelectMenu:
    """Through whose one looks, once nothing is hidden any more; where nothing ever was, from which side."""
    through: list[Seat | None] = [*([None] if hides else []), *range(match.engine.seats)]
    seat = seat if hides else seat or 0
    names = [
        say("button-everybody", locale) if eye is None else sentence(seated(match, eye, locale)) for eye in through
    ]
    choices = [(_to(match, 1, at, eye), name) for eye, name in zip(through, names, strict=True)]
    to, now = str(CustomId(Action.TAKE, match.id, 1)), _to(match, 1, at, seat)
    return SelectMenu(
        say("jump-eyes" if hides else "jump-turned", locale), to, tuple(choices), now, listed(match, locale)
    )


def _to(match: StartedMatch, number: int, at: int, seat: Seat | None) -> str:
    return str(CustomId(Action.REPLAY, match.id, number, looked(at, seat)))


def _caption(match: StartedMatch, passed: Sequence[Match], step: int, locale: str) -> str:
    """What happened there: where somebody met somebody that, else what was told first."""
    called = names(match, locale)
    lines = news(passed[step - 1], passed[step], called, locale, over=match.is_over) if step else ()
    met = [line for line in lines if sum(name.casefold() in line.casefold() for name in called) > 1]
    told = (*met, *lines) or passed[step].game.describe_step(seen(passed[step], over=match.is_over), locale, called)
    return next(iter(told), "")


def looked(at: int, seat: Seat | None) -> str:
    return str(at) if seat is None else f"{at}.{seat}"
