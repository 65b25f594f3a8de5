"""What a match plays and what it came to, in words, without its people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core import Game, Seat
from games.match import UNRATED_REASONS, Match
from games.options import Options, list_choices


def format_outcome(engine: Match, locale: str) -> Iterator[str]:
    """Why it ended, then everybody by rank, unless nobody won; nothing while it runs."""
    if not engine.result:
        return
    say = engine.game.say
    places = {seat: say(f"seat-{seat}", locale) for seat in range(engine.seats)}
    yield format_end_reason(engine, places, locale)
    if engine.result.reason in UNRATED_REASONS:
        return
    for rank, seat, score in list_ranking(engine):
        yield say("rank", locale, rank=rank, who=places[seat], score=score)


def format_end_reason(engine: Match, seat_names: Mapping[Seat, str], locale: str) -> str:
    """Why it ended; who gave up or was late, for they alone are not first, or who wanted it cancelled."""
    assert engine.result
    who = [seat_names[seat] for seat, rank in enumerate(engine.result.ranks) if rank > 1]
    if engine.result.reason == "cancelled" and engine.first_canceller is not None:
        who = [seat_names[engine.first_canceller]]
    return engine.game.say(f"reason-{engine.result.reason}", locale, who=engine.game.say.format_list(who, locale))


def list_ranking(engine: Match) -> list[tuple[int, Seat, int]]:
    """Everybody with rank and score, the best first."""
    assert engine.result
    return sorted(
        zip(engine.result.ranks, range(engine.seats), engine.result.scores, strict=True), key=lambda place: place[:2]
    )


def format_game_and_options(
    game: Game[Any, Any, Any], options: Options, locale: str, *, before_match: bool = False
) -> Iterator[str]:
    """The game, then every option that is not as usual; before a match also how it opens, whatever is usual."""
    yield game.say("name", locale)
    for name, value in (options.list_opening_changes() if before_match else options.list_public_changes()).items():
        named = str(value) in list_choices(type(options).model_fields[name].annotation)
        yield game.say(f"agreed-{name}-{value}", locale) if named else game.say(f"agreed-{name}", locale, value=value)
