"""Rematches: the same people play the same game again, each in the seat after their previous one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.model import ClosedMatch, FinishedMatch, MatchState, UnreadableMatch
from bot.matches.terms import MatchTerms
from games.core import Seat
from games.match import UNRATED_REASONS
from games.refused import Refused


def require_rematchable(match: MatchState, person_id: int) -> FinishedMatch | UnreadableMatch:
    """Return the match if this person may offer a rematch of it, or else raise `Refused`."""
    if isinstance(match, ClosedMatch) and not (
        isinstance(match, UnreadableMatch) and match.player_ids and match.close_reason != "newer"
    ):
        raise Refused(f"closed-{match.close_reason}")
    if not isinstance(match, FinishedMatch | UnreadableMatch):
        raise Refused("running")
    if person_id not in match.player_ids:
        raise Refused("not-seated")
    if match.terms.tournament:
        raise Refused("in-tournament")
    if any(other is not None and other < 0 for other in match.player_ids):
        raise Refused("gone")
    return match


def build_rematch_terms(before: FinishedMatch | UnreadableMatch, person_ids: Sequence[int]) -> MatchTerms:
    """Return the terms of a rematch of `before`: the same, but with rotated seats and an updated score.

    The first of `person_ids` challenges the others. A person alone gets practice.
    """
    terms, is_alone = before.terms, len(person_ids) == 1
    changes = {
        "order": rotate_seats(before, person_ids),
        "since": (),
        "deal": None,
        "won": count_wins(before, person_ids),
        "kind": "practice" if is_alone else "challenge",
        "fills": None,
        "rated": terms.rated and not is_alone,
        "shakes": terms.shakes and not is_alone,
    }
    return terms.model_copy(update=changes)


def rotate_seats(before: FinishedMatch | UnreadableMatch, person_ids: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats that these people get in a rematch. Each person takes the seat after their previous one."""
    return tuple((before.player_ids.index(person_id) + 1) % len(before.player_ids) for person_id in person_ids)


def count_wins(before: FinishedMatch | UnreadableMatch, person_ids: Sequence[int]) -> tuple[int, ...]:
    """Return how many matches each of these people has won in the series of rematches up to `before`.

    Canceled matches and matches without a result do not count.
    """
    earlier_wins = dict(zip((before.host_id, *before.invited_ids), before.terms.won or (), strict=False))
    ranks = (
        before.result.ranks if isinstance(before, FinishedMatch) and before.result.reason not in UNRATED_REASONS else ()
    )
    winner_id = before.player_ids[ranks.index(1)] if ranks.count(1) == 1 else None
    return tuple(earlier_wins.get(person_id, 0) + (person_id == winner_id) for person_id in person_ids)
