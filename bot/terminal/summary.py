"""Where a match stands, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bot.scenes.outcome import outcome
from bot.texts import say
from games.art import Picture, spoken
from games.core import Seat
from games.match import Match
from games.record import Record, matches


def summary(match: Match, seat: Seat | None, locale: str, *, legal: bool) -> dict[str, Any]:
    """As everybody sees it, or as one seat does."""
    told = {
        "game": match.game.KEY,
        "options": match.options.model_dump(mode="json"),
        "seats": match.seats,
        "step": match.step,
        "awaited": sorted(match.waiting),
        "scores": match.scores(),
        "result": asdict(match.result) if match.result else None,
        "text": match.game.text(match.view(seat), locale),
    }
    if legal:
        told["legal"] = {str(each): [" ".join(word) for word in match.legal(each)] for each in sorted(match.awaited)}
    return told


def lines(match: Match, seat: Seat | None, locale: str, *, legal: bool) -> Iterator[str]:
    yield match.game.text(match.view(seat), locale)
    yield from outcome(match, locale)
    if legal:
        for each in sorted(match.awaited):
            words = ", ".join(" ".join(word) for word in match.legal(each))
            yield say("show-words", locale, seat=match.game.say(f"seat-{each}", locale), words=words)


def watched(record: Record, seat: Seat | None, locale: str, *, painted: bool) -> tuple[Match, list[Picture]]:
    """The end of a match and, where wanted, its boards: at the start, after each step, at the end."""
    boards: dict[int, Picture] = {}
    for _, match in matches(record):
        end = match
        if painted:
            boards[match.step] = spoken(match.game.picture(match.view(seat)), match.game.say, locale)
    return end, list(boards.values())
