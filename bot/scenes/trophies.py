"""What somebody has won in seasons that are over, as lines and for the picture of their profile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from bot.ladder.awards import Kind
from bot.texts import say
from games import GAMES
from storage import Award

CUP: Final = "cup"
Shelf: TypeAlias = tuple[tuple[str, int], ...]
"""Drawings, and how many of each."""

_PLACES: Final = {1: "🏆", 2: "🥈", 3: "🥉"}


def told(awards: Sequence[Award], locale: str) -> Iterator[str]:
    """The best first; each with its seasons."""
    places: dict[int, list[int]] = defaultdict(list)
    firsts: dict[str, list[int]] = defaultdict(list)
    for it in awards:
        if it.kind == Kind.PLACE:
            places[it.number].append(it.season)
        elif it.kind == Kind.FIRST and it.game in GAMES:
            firsts[it.game].append(it.season)
    for place, sign in _PLACES.items():
        if seasons := places[place]:
            key = "trophy-champion" if place == 1 else "trophy-place"
            yield f"{sign} {say(key, locale, seasons=_seasons(seasons, locale))}"
    for game, seasons in firsts.items():
        name = GAMES[game].say("name", locale)
        yield f"🎯 {say('trophy-first', locale, game=name, seasons=_seasons(seasons, locale))}"


def shelf(awards: Sequence[Award]) -> Shelf:
    places = [it.number for it in awards if it.kind == Kind.PLACE]
    firsts = sum(it.kind == Kind.FIRST and it.game in GAMES for it in awards)
    counts = ((CUP, places.count(1)), ("medal_2", places.count(2)), ("medal_3", places.count(3)), ("medal_1", firsts))
    return tuple((drawing, count) for drawing, count in counts if count)


def _seasons(seasons: Sequence[int], locale: str) -> str:
    numbers = say.listed([str(number) for number in sorted(seasons)], locale)
    return say("trophy-seasons", locale, count=len(seasons), seasons=numbers)
