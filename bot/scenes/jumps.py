"""Where somebody who looks back may jump to: the turning points, the highlights, every duel or turn, from one list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.scenes.address import Address
from bot.scenes.moments import Count, news, seen
from bot.scenes.names import listed, names, seated, sentence
from bot.scenes.scene import Button, Listed, Select
from bot.scenes.verb import Verb
from bot.table.table import Begun
from bot.texts import say
from games.core import Seat
from games.match import Match

MOST: Final = 25
"""In a list."""
FAR: Final = 10
"""So many steps at once, where there is nothing better to jump to."""


def jumps(
    table: Begun,
    passed: Sequence[Match],
    turns: Sequence[int],
    stops: Mapping[str, Sequence[int]],
    count: Count,
    locale: str,
    at: int,
    seat: Seat | None,
) -> Listed:
    """`turns` is where it turned, `stops` where else one may jump to, by kind; where there is too much, what matters
    most, and then what is near.
    """
    labels: dict[int, str] = {}
    for turn in turns:
        moment, what = count.moment(turn), _caption(table, passed, turn, locale)
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
    kept = list(dict.fromkeys([*first, *near]))[:MOST]
    for step in kept:
        if step not in turns and (what := _caption(table, passed, step, locale)):
            labels[step] += f" · {what}"
    buttons = [Button(labels[step], _to(table, 0, step, seat)) for step in sorted(kept)]
    return Listed(say("jump", locale), str(Address(Verb.TAKE, table.id, 0)), tuple(buttons), listed(table, locale))


def eyes(table: Begun, at: int, seat: Seat | None, locale: str, *, hides: bool) -> Select:
    """Through whose one looks, once nothing is hidden any more; where nothing ever was, from which side."""
    through: list[Seat | None] = [*([None] if hides else []), *range(table.match.seats)]
    seat = seat if hides else seat or 0
    choices = [(_to(table, 1, at, eye), _whose(table, eye, locale)) for eye in through]
    to, now = str(Address(Verb.TAKE, table.id, 1)), _to(table, 1, at, seat)
    return Select(say("jump-eyes" if hides else "jump-turned", locale), to, tuple(choices), now, listed(table, locale))


def _whose(table: Begun, eye: Seat | None, locale: str) -> str:
    return say("button-everybody", locale) if eye is None else sentence(seated(table, eye, locale))


def _to(table: Begun, number: int, at: int, seat: Seat | None) -> str:
    return str(Address(Verb.REPLAY, table.id, number, looked(at, seat)))


def _caption(table: Begun, passed: Sequence[Match], step: int, locale: str) -> str:
    """What happened there: where somebody met somebody that, else what was told first."""
    called = names(table, locale)
    lines = news(passed[step - 1], passed[step], called, locale, over=table.over) if step else ()
    met = [line for line in lines if sum(name.casefold() in line.casefold() for name in called) > 1]
    told = (*met, *lines) or passed[step].game.told(seen(passed[step], over=table.over), locale, called)
    return next(iter(told), "")


def looked(at: int, seat: Seat | None) -> str:
    return str(at) if seat is None else f"{at}.{seat}"
