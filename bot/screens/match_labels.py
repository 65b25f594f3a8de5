"""Labels that identify a match in a list of suggestions, such as “vs Heron · 12–6 · Duel of the Shamans · 2 h ago”.

They are plain text, because Discord shows neither mentions nor timestamps in suggestions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch
from bot.screens.phrases import SCORE_SEPARATOR, format_mention, is_forgotten, shorten_text
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from games.core import Game
from storage import SeatResult

LABEL_MAX_LENGTH: Final = 100
"""Discord's limit for the name of a suggestion, in characters."""


def format_live_match(
    match: MatchState, person_id: int, names: Mapping[int, str], changed_ms: int, now_ms: int, locale: str
) -> str:
    """Return the label of an offer or a running match, as this person reads it."""
    if isinstance(match, RunningMatch):
        status = say("label-your-turn", locale) if match.is_waiting_for(person_id) else ""
        scores: Sequence[int] = match.engine.scores() if match.game.HAS_RUNNING_SCORE else ()
    else:
        status, scores = say("label-offered", locale), ()
    age = status or format_age(now_ms - changed_ms, locale)
    return _format_label(match.game, person_id, list_people(match), scores, names, age, locale)


def format_finished_match(
    results: Sequence[SeatResult], person_id: int, names: Mapping[int, str], now_ms: int, locale: str
) -> str:
    """Return the label of a finished match, as this person reads it, from the results of all seats."""
    game, age = GAMES[results[0].game], format_age(now_ms - results[0].ended_ms, locale)
    player_ids = [result.person_id for result in results]
    return _format_label(game, person_id, player_ids, [result.score for result in results], names, age, locale)


def list_people(match: MatchState) -> list[int | None]:
    """Return the players of a running match by seat, or the people of an offer. None stands for an AI player."""
    if isinstance(match, RunningMatch):
        return [*match.player_ids]
    joined = [player.person_id for player in match.joined_players]
    return [*dict.fromkeys([match.host_id, *joined, *match.invited_ids]), *[None] * match.terms.house]


def format_opponents(player_ids: Iterable[int | None], person_id: int, names: Mapping[int, str], locale: str) -> str:
    """Return a text such as "vs Heron, Otter" with the other players' names, or "" if none of their names is known."""
    others = dict.fromkeys(player_id for player_id in player_ids if player_id != person_id)
    known = [_name_player(player_id, names, locale) for player_id in others]
    return say("label-versus", locale, who=", ".join(filter(None, known))) if any(known) else ""


def format_age(age_ms: int, locale: str) -> str:
    """Return how long ago something happened, such as "2 h ago", in the largest suitable unit."""
    for unit_ms, name in ((DAY_MS, "days"), (HOUR_MS, "hours"), (MINUTE_MS, "minutes")):
        if age_ms >= unit_ms:
            return say(f"age-{name}", locale, count=age_ms // unit_ms)
    return say("age-now", locale)


def _format_label(
    game: Game[Any, Any, Any],
    person_id: int,
    player_ids: Sequence[int | None],
    scores: Sequence[int],
    names: Mapping[int, str],
    age: str,
    locale: str,
) -> str:
    """Join the parts of a label. The person's own score comes first, then the others' in the order of their names."""
    order = sorted(range(len(player_ids)), key=lambda seat: player_ids[seat] != person_id)
    score = SCORE_SEPARATOR.join(game.format_scores([scores[seat]]) for seat in order) if scores else ""
    parts = [format_opponents(player_ids, person_id, names, locale), score, game.say("name", locale), age]
    label = " · ".join(filter(None, parts))
    return shorten_text(label, LABEL_MAX_LENGTH)


def _name_player(player_id: int | None, names: Mapping[int, str], locale: str) -> str:
    if player_id is None or is_forgotten(player_id):
        return format_mention(player_id, locale)
    return names.get(player_id, "")
