"""The story of a finished match is its most remarkable event, told in one line."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.matches.model import RunningMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens import match_card, player_screen
from bot.screens.match_story import MatchStory, StoryKind, find_story, format_story
from bot.wall_clock import HOUR_MS
from games.core import Result
from games.words import LOCALES
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    begin_match,
    fire_deadlines,
    play_for_seat,
    play_token,
)
from tests.kit.scene_reading import read_text
from tests.kit.world import play_first_legal_move

NAMES = ("Ann", "Ben", "Cat")


def make_positions(
    *scores: tuple[int, ...], ranks: tuple[int, ...] = (1, 2), reason: str = "points", left: Sequence[int] = ()
) -> Any:
    """Return positions with these scores. The last one has a result."""
    game = SimpleNamespace(
        HAS_RUNNING_SCORE=True,
        draw_reveal=lambda _: None,
        forget=lambda view: view,
        summarize_step=lambda _, locale: f"8 {locale} 2",
    )
    return [
        SimpleNamespace(
            game=game,
            seats=len(ranks),
            seats_asked=frozenset({0, 1}),
            left_seats=frozenset(left),
            view_of=lambda _: None,
            scores=lambda it=it: it,
            result=Result(ranks, scores[-1], reason) if step == len(scores) - 1 else None,
        )
        for step, it in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("positions", "ratings", "kind"),
    [
        (make_positions((9, 9), (2, 16), (18, 0)), {}, StoryKind.COMEBACK),
        (make_positions((9, 9), (12, 6), (5, 13), (18, 0)), {}, StoryKind.COMEBACK),
        (make_positions((9, 9), (2, 16), (18, 0)), {0: 900, 1: 1300}, StoryKind.COMEBACK),
        (make_positions((9, 9), (8, 10), (13, 5), (12, 6)), {0: 900, 1: 1050}, StoryKind.UPSET),
        (make_positions((9, 9), (8, 10), (13, 5), (12, 6)), {0: 900, 1: 1049}, StoryKind.SWING),
        (make_positions((0, 0), (4, 0), (14, 0), (14, 0)), {}, StoryKind.SHUTOUT),
        # Where players start with shells and win them from each other, there are no points to concede.
        (make_positions((9, 9), (12, 6), (18, 0), (18, 0)), {}, StoryKind.SWING),
        (make_positions((5, 5), (7, 4), (5, 5), (10, 8), (10, 8)), {}, StoryKind.PHOTO_FINISH),
        (make_positions((0, 0), (4, 5), (9, 5)), {}, StoryKind.LAST_STEP),
        # A player who resigns while ahead was not caught up, and the score says nothing about how close it was.
        (make_positions((9, 9), (2, 16), (2, 16), reason="resign"), {}, None),
        (make_positions((0, 0), (4, 0), (4, 0), reason="resign"), {}, StoryKind.SWING),
        # The largest swing was the loser's. The winner's own largest swing is the story.
        (make_positions((9, 9), (12, 6), (7, 11), (11, 7), (11, 7)), {}, StoryKind.SWING),
        (make_positions((0, 0), (2, 0), (2, 2), (4, 2), (4, 3), (6, 3), (6, 3)), {}, None),
        # If players left, the house's points for them say nothing about the winner.
        (make_positions((0, 0, 0), (0, 9, 0), (3, 9, 0), (3, 9, 0), ranks=(1, 3, 2), left=[1]), {}, StoryKind.SWING),
        (make_positions((0, 0), (4, 4), (4, 4), ranks=(1, 1)), {0: 900, 1: 1300}, None),
        (make_positions((0, 0), (4, 4), (4, 4), ranks=(1, 1), reason="cancelled"), {}, None),
    ],
)
def test_story_is_the_most_remarkable_event(positions: Any, ratings: dict[int, float], kind: StoryKind | None) -> None:
    story = find_story(positions, ratings)
    assert (story and story.kind) == kind
    for locale in LOCALES:
        if story:
            sentence = format_story(story, positions, NAMES, locale)
            assert sentence.endswith(".")
            assert not any(name in sentence for name in NAMES[1:])


def test_text_of_a_story_says_how_large_the_event_was() -> None:
    def tell(positions: Any, ratings: dict[int, float] | None = None) -> str:
        story = find_story(positions, ratings or {})
        assert isinstance(story, MatchStory)
        return format_story(story, positions, NAMES, "en")

    assert tell(make_positions((9, 9), (2, 16), (18, 0))) == "🔄 Comeback from 2–16."
    assert tell(make_positions((0, 0, 0), (1, 7, 0), (9, 7, 0), ranks=(1, 2, 3))) == "🔄 Comeback from 6 points behind."
    assert tell(make_positions((9, 9), (12, 6), (12, 6)), {0: 900, 1: 1110.4}) == "🎯 Upset: rated 210 points lower."
    assert tell(make_positions((0, 0), (0, 1), (9, 5), (9, 8), (9, 8))) == "📸 Photo finish: 9–8."
    assert (
        tell(make_positions((9, 9), (8, 10), (14, 4), (13, 5)))
        == "⚡ Biggest swing: Step 3, 8 en 2, +6 for Ann (8–10 → 14–4)."
    )


async def test_player_who_runs_out_of_time_is_not_said_to_have_left(matches: MatchService) -> None:
    match = await begin_match(matches, BEN, CAT, game="woodwalkers", clock=HOUR_MS)
    for person_id in (ANN, CAT):
        await play_first_legal_move(matches, match.id, person_id)
    await fire_deadlines(matches, NOON_MS + HOUR_MS)
    later = await matches.find_match(match.id)
    assert isinstance(later, RunningMatch)
    card = match_card.render_match_card(later, "en", Absences(), uncovered=False)
    assert f"⌛ <@{BEN}> ran out of time – the house plays on." in card.above


async def test_player_who_leaves_is_announced_and_then_called_the_house(matches: MatchService) -> None:
    begun = await begin_match(matches, BEN, CAT, kind="open")
    match = await play_token(matches, begun, begun.player_ids.index(BEN), "!resign")
    assert isinstance(match, RunningMatch)
    announcement, name = f"🚪 <@{BEN}> left – the house plays on.", f"the house (for <@{BEN}>)"
    ann_seat = match.player_ids.index(ANN)

    def read_screens(match: RunningMatch) -> list[str]:
        card = match_card.render_match_card(match, "en", Absences(), uncovered=False)
        own = player_screen.render_player_screen(match, ann_seat, "en", Absences())
        assert card.board
        assert card.board.names[match.player_ids.index(BEN)] == "House"
        return [read_text(scene) for scene in (card, own)]

    for text in read_screens(match):
        assert announcement in text
        assert name in text
    while match.engine.step < 3 or ANN not in {
        match.player_ids[seat] for step in match.recent_steps[-1:] for seat in step.deciding_seats
    }:
        seat = min(match.engine.to_move)
        later = await play_for_seat(matches, match, seat, match.engine.legal_moves(seat)[0])
        assert isinstance(later, RunningMatch)
        match = later
    assert all(announcement not in text for text in read_screens(match))
