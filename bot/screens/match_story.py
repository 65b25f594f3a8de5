"""The story of a finished match in one line: a comeback, an upset, a shutout, a close finish or the biggest swing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.i18n import say
from bot.screens.turning_points import (
    ScoreSwing,
    build_position_counter,
    find_winner_swing,
    format_score_change,
)
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match

COMEBACK_MIN_DEFICIT: Final = 3
"""The minimum number of points by which the winner of a comeback was behind."""
COMEBACK_MIN_SHARE: Final = 0.4
"""The minimum deficit in a comeback as a share of the winner's final score."""
UPSET_MIN_RATING_GAP: Final = 150
"""The minimum number of rating points by which the winner of an upset was below the best opponent."""
PHOTO_FINISH_MIN_RATIO: Final = 9
"""In a photo finish, the sum of the two best scores is at least this many times their difference."""


class StoryKind(StrEnum):
    COMEBACK = "comeback"
    UPSET = "upset"
    SHUTOUT = "shutout"
    LAST_STEP = "last-step"
    """The last step changed who was in the lead."""
    PHOTO_FINISH = "photo-finish"
    SWING = "swing"


@dataclass(frozen=True, slots=True)
class MatchStory:
    kind: StoryKind
    deficit_step: int | None = None
    """In a comeback: the step after which the winner was furthest behind."""
    rating_gap: int = 0
    """In an upset: how many rating points the winner was below the best opponent."""
    swing: ScoreSwing | None = None


def find_story(positions: Sequence[Match], ratings_before: Mapping[Seat, float]) -> MatchStory | None:
    """Return the most remarkable story of a match with a single winner, or None if there is none.

    `positions` is the match at its start and after each step. `ratings_before` is empty if the match is not rated.
    A story is always about the winner.
    """
    winner = _find_winner(positions[-1]) if positions else None
    if winner is None:
        return None
    engine = positions[-1]
    # If players left, the scores include what the AI won for them, so they do not show how close the match was.
    compares_scores = engine.game.HAS_RUNNING_SCORE and not engine.left_seats
    if compares_scores and (deficit_step := _find_comeback_step(positions, winner)) is not None:
        return MatchStory(StoryKind.COMEBACK, deficit_step=deficit_step)
    if (gap := _compute_rating_gap(ratings_before, winner)) >= UPSET_MIN_RATING_GAP:
        return MatchStory(StoryKind.UPSET, rating_gap=gap)
    swing = find_winner_swing(positions)
    assert engine.result
    if compares_scores and engine.result.reason not in OUTSIDE_REASONS - {"time"}:
        if _is_shutout(positions, winner):
            return MatchStory(StoryKind.SHUTOUT)
        if swing and swing.decided_match:
            return MatchStory(StoryKind.LAST_STEP, swing=swing)
        if _is_photo_finish(engine.scores(), winner):
            return MatchStory(StoryKind.PHOTO_FINISH)
    return MatchStory(StoryKind.SWING, swing=swing) if swing else None


def _find_winner(engine: Match) -> Seat | None:
    """Return the seat that won alone, or None."""
    if engine.result is None or engine.result.reason in UNRATED_REASONS or engine.result.ranks.count(1) > 1:
        return None
    return engine.result.ranks.index(1)


def _find_comeback_step(positions: Sequence[Match], winner: Seat) -> int | None:
    """Return the step after which the winner was furthest behind, if that was far enough for a comeback.

    The winner must have caught up: a player who is behind can also win because the other one resigns.
    """
    final_scores = positions[-1].scores()
    if final_scores[winner] < max(final_scores):
        return None
    deficits = [max(engine.scores()) - engine.scores()[winner] for engine in positions]
    deepest = max(deficits)
    is_comeback = deepest >= max(COMEBACK_MIN_DEFICIT, final_scores[winner] * COMEBACK_MIN_SHARE)
    return deficits.index(deepest) if is_comeback else None


def _compute_rating_gap(ratings_before: Mapping[Seat, float], winner: Seat) -> int:
    others = [rating for seat, rating in ratings_before.items() if seat != winner]
    return round(max(others) - ratings_before[winner]) if others and winner in ratings_before else 0


def _is_shutout(positions: Sequence[Match], winner: Seat) -> bool:
    """Return whether everybody started without points, and nobody except the winner ever had any."""
    return any(positions[-1].scores()) and not any(
        score
        for step_number, engine in enumerate(positions)
        for seat, score in enumerate(engine.scores())
        if seat != winner or step_number == 0
    )


def _is_photo_finish(scores: Sequence[int], winner: Seat) -> bool:
    best_other = max(score for seat, score in enumerate(scores) if seat != winner)
    margin = scores[winner] - best_other
    return margin <= 1 or margin * PHOTO_FINISH_MIN_RATIO <= scores[winner] + best_other


def format_story(story: MatchStory, positions: Sequence[Match], player_names: Sequence[str], locale: str) -> str:
    """Return the story as one sentence."""
    engine = positions[-1]
    winner = _find_winner(engine)
    assert winner is not None
    match story.kind:
        case StoryKind.COMEBACK:
            assert story.deficit_step is not None
            return say("story-comeback", locale, behind=_format_deficit(positions[story.deficit_step], winner, locale))
        case StoryKind.UPSET:
            return say("story-upset", locale, gap=story.rating_gap)
        case StoryKind.PHOTO_FINISH:
            best_two = sorted(engine.scores(), reverse=True)[:2]
            return say("story-photo-finish", locale, scores="–".join(map(str, best_two)))
        case StoryKind.SWING | StoryKind.LAST_STEP:
            assert story.swing
            moment = build_position_counter(positions, is_over=True).find_moment(story.swing.step_number)
            what = engine.game.summarize_step(positions[story.swing.step_number].view_of(None), locale)
            return say(
                f"story-{story.kind}",
                locale,
                moment=moment.format_short(locale),
                what=what and f", {what}",
                gain=story.swing.compute_gain(positions),
                who=player_names[winner],
                change=f" ({format_score_change(positions, story.swing)})" if engine.seats == 2 else "",
            )
    return say(f"story-{story.kind}", locale)


def _format_deficit(engine: Match, winner: Seat, locale: str) -> str:
    """Return the score of two players, the winner's first, or the winner's deficit in a match of more players."""
    scores = engine.scores()
    if engine.seats == 2:
        return f"{scores[winner]}–{scores[1 - winner]}"
    return say("story-points-behind", locale, points=max(scores) - scores[winner])
