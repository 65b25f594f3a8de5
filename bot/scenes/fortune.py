"""Somebody's luck and play over their last matches of a game, for their own eyes: with how far it may be believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from bot.ladder.mean import Mean
from bot.scenes.debrief import points
from bot.texts import say
from games.core import Game
from storage import Weighed

MOST: Final = 50
"""Matches, the newest."""
LEAST: Final = 10
"""Of fewer nothing is told."""

Found: TypeAlias = tuple[Game[Any, Any, Any], Sequence[Weighed]]


def told(played: Sequence[Found], locale: str) -> list[str]:
    """A line a game, and one for all of which there is nothing to tell yet."""
    lines, few = [], []
    for game, matches in played:
        name = game.say("name", locale)
        known = [(it.luck, it.play) for it in matches if it.luck is not None and it.play is not None]
        if len(known) < LEAST:
            few.append(say("fortune-so-far", locale, game=name, matches=len(known), of=len(matches)))
        else:
            lines.append(_line(name, known, locale))
    return [*lines, say("fortune-few", locale, least=LEAST, games=" · ".join(few))] if few else lines


def _line(name: str, known: Sequence[tuple[float, float]], locale: str) -> str:
    """Where the interval leaves it open it says so."""
    luck, play = (Mean.of(shares) for shares in zip(*known, strict=True))
    facts: dict[str, str | int] = {"play": points(play.mean), "loose": round(100 * play.within)}
    # Of some games nothing is luck.
    lucky = any(share for share, _ in known)
    if lucky:
        facts |= {"luck": points(luck.mean), "unsure": round(100 * luck.within)}
    lines = [say("fortune" if lucky else "fortune-plain", locale, game=name, matches=len(known), **facts)]
    if lucky:
        lines.append(say(f"fortune-luck-{_side(luck)}", locale))
    return " ".join((*lines, say(f"fortune-play-{_side(play)}", locale)))


def _side(found: Mean) -> str:
    if abs(found.mean) <= found.within:
        return "open"
    return "more" if found.mean > 0 else "less"
