"""Tests for the card, player messages and pictures of a finished match. They must show each fact only once."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.i18n import say
from bot.matches.fold import apply_event
from bot.matches.model import EventType, FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens import finished_screen, player_screen, result_card, review, review_positions, turning_points
from bot.screens.charts import result_picture
from bot.screens.phrases import format_outcome, format_player_names
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Scene, SceneImage
from games import GAMES
from games.core import Seat
from games.match import Match
from games.words import LOCALES
from storage import Event
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    accept_offer,
    get_played_match,
    mark_other_games_as_gate,
    offer_match,
)
from tests.kit.world import begin_match_with_ben, play_first_legal_move

WINS_BY_LOCALE = {"en": "wins", "de": "gewinnt", "fr": "gagne"}


async def load_finished(matches: MatchService, game: str, seed: int = 3) -> tuple[FinishedMatch, Sequence[Match]]:
    """Return a finished match, and the positions at the start and after each step."""
    match, _, positions = await get_played_match(matches, game, seed)
    assert isinstance(match, FinishedMatch)
    return match, positions


def render_card(match: MatchState, locale: str, positions: Sequence[Match] = ()) -> Scene:
    assert isinstance(match, FinishedMatch)
    return result_card.render_result_card(match, locale, positions, None, pinged_ids=frozenset())


def apply_move(match: MatchState, seat: Seat, *move: str) -> MatchState:
    return apply_event(match, Event(EventType.MOVED, " ".join(move), NOON_MS, seat=seat), Absences())


@pytest.mark.parametrize("game", mark_other_games_as_gate("schamanen", "schnick", "woodwalkers"))
async def test_winner_and_reason_are_shown_first_and_once(matches: MatchService, game: str) -> None:
    match, positions = await load_finished(matches, game)
    for locale in LOCALES:
        scene = render_card(match, locale, positions)
        headline, *lines = [*scene.above, *scene.below]
        winners = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
        assert headline.startswith("### 🏆" if len(winners) == 1 else "### 🤝")
        if len(winners) == 1:
            assert WINS_BY_LOCALE[locale] in headline
            assert f"<@{match.player_ids[winners[0]]}>" in headline
        assert str([headline, *lines]).count(match.game.say(f"reason-{match.result.reason}", locale).rstrip(".")) <= 1
        assert not any(WINS_BY_LOCALE[locale] in line for line in scene.below), scene.below
        assert [str(scene.below).count(f"<@{person_id}>") for person_id in (ANN, BEN)] == [1, 1]
        # Card and player messages have the same picture.
        assert isinstance(scene.board, SceneImage)
        assert scene.board.picture == result_picture.draw_result(match.engine, positions, locale)
        assert scene.board.names == (ANN, BEN)
        assert len(scene.board.alt) <= 1024
        assert match.game.say("seat-0", locale) in scene.board.alt
        context = PlayerScreenContext(positions=tuple(positions))
        assert finished_screen.render_finished_match(match, 0, locale, context).board == scene.board
        # Winners see the reason in bold, losers as part of the last step.
        for seat, rank in enumerate(match.result.ranks):
            names = format_player_names(match, locale)
            *_, reason = match.game.describe_step(match.engine.view_of(seat), locale, names)
            own = player_screen.render_player_screen(match, seat, locale, Absences())
            assert (own.below[0] == f"**{reason}**{' 🎉' * (len(winners) == 1)}") is (rank == 1)
            assert (reason in own.above) is (rank > 1)


def is_decided_by_last_step(positions: Sequence[Match]) -> bool:
    """Return whether the winners were not yet leading before the last step, in a game with a running score."""
    before, after = positions[-2:]
    assert after.result
    scores = before.scores()
    leaders = {seat for seat, score in enumerate(scores) if score == max(scores)}
    winners = {seat for seat, rank in enumerate(after.result.ranks) if rank == 1}
    return leaders != winners and after.game.HAS_RUNNING_SCORE


def test_turning_points_are_the_greatest_and_earliest_score_swings() -> None:
    scores = [(0, 0), (3, 0), (3, 2), (3, 5), (3, 5), (6, 5), (7, 5)]
    positions: Any = [SimpleNamespace(scores=lambda it=it: it, result=None) for it in scores]
    swings = turning_points.find_main_score_swings(positions)
    assert [(it.step_number, it.size, it.gaining_seat) for it in swings] == [(1, 3, 0), (3, 3, 1), (5, 3, 0)]
    assert turning_points.find_main_score_swing(positions) is None, "none of them stands out"
    assert turning_points.find_main_score_swing(positions[1:4]) == turning_points.ScoreSwing(2, 3, 1)


@pytest.mark.parametrize(("game", "seed"), [("schnick", 1), ("woodwalkers", 0)])
async def test_decisive_last_step_is_the_first_turning_point(matches: MatchService, game: str, seed: int) -> None:
    """It comes first even if other steps changed the score as much. Its text describes events, not the result."""
    for match_seed in range(seed, seed + 40):
        match, positions = await load_finished(matches, game, match_seed)
        if is_decided_by_last_step(positions) and positions[-1].scores() != positions[-2].scores():
            break
    _, journal, _ = await get_played_match(matches, game, match_seed)
    first, *_ = turning_points.find_main_score_swings(positions)
    assert first.step_number == len(positions) - 1
    assert turning_points.find_main_score_swing(positions) == first
    for locale in LOCALES:
        sentence = turning_points.format_score_swing(match, positions, first, locale)
        assert WINS_BY_LOCALE[locale] not in sentence, sentence
        line = say("turning", locale, what=sentence, decided=1, pictured=1)
        assert line in render_card(match, locale, positions).above
        screen = review.render_review(match, journal, None, locale)
        assert any(line.endswith(f"** · {sentence}") for line in screen.above)


async def test_chess_results_are_written_in_chess_notation(matches: MatchService) -> None:
    match = await begin_match_with_ben(matches, "shamanic_chess")
    assert "**0–1**" in render_card(apply_move(match, 0, "!resign"), "en").above[1]
    drawn = render_card(apply_move(apply_move(match, 0, "!offer"), 1, "!agree"), "en")
    assert "**½–½**" in drawn.above[1]
    assert not any("·" in line for line in drawn.below), "the lines of the players show no half points"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("move", ["!cancel", "!lapse"])
async def test_match_without_a_winner_names_no_winner(matches: MatchService, game: str, move: str) -> None:
    """The card, player messages, alt text, review and terminal show the reason once instead."""
    running = await begin_match_with_ben(matches, game)
    assert isinstance(running, RunningMatch)
    is_canceled = move == "!cancel"
    if not is_canceled and len(running.engine.seats_asked) < 2:
        pytest.skip("only players who move in the same step can be late together")
    finished = apply_move(running, 0, move)
    assert isinstance(finished, FinishedMatch)
    journal = await matches.load_journal(finished.id)
    for locale in LOCALES:
        seat, key = finished.game.say("seat-0", locale), f"reason-{finished.result.reason}"
        names = (f"<@{finished.player_ids[0]}>", seat)
        reason, plain_reason = (finished.game.say(key, locale, who=name) for name in names)
        card = render_card(finished, locale)
        player_scenes = [player_screen.render_player_screen(finished, seat, locale, Absences()) for seat in range(2)]
        # Only the messages of other players name the player who canceled.
        own_reason = say("done-cancelled", locale) if is_canceled else reason
        for scene, expected in ((card, reason), (player_scenes[0], own_reason), (player_scenes[1], reason)):
            lines = [*scene.above, *scene.below]
            assert sum(expected in line for line in lines) == 1, lines
            assert not any(re.search(r"\*\*\d\.\*\*|🏆|🤝", line) for line in lines), lines
            keys = ("won", "lost", "shared", "drawn")
            assert not any(say(f"hand-{key}", locale) in line for key in keys for line in lines), lines
            assert isinstance(scene.board, SceneImage)
            assert scene.board.alt.startswith(plain_reason)
            if is_canceled:
                # The board has no crown.
                assert scene.board.picture == finished.game.draw_board(finished.engine.view_of(None))
        assert list(format_outcome(finished.engine, locale)) == [plain_reason]
        if is_canceled:
            for scene in (
                review.render_review_board(finished, journal, "9", locale),
                review.render_review(finished, journal, None, locale),
            ):
                assert any(reason in line for line in scene.above)


@pytest.mark.parametrize("move", ["!resign", "!lapse"])
async def test_loser_is_named_to_others_and_addressed_directly(matches: MatchService, move: str) -> None:
    match = await play_first_legal_move(matches, (await begin_match_with_ben(matches)).id, ANN)
    assert isinstance(match, StartedMatch)
    loser_seat, winner_seat = match.player_ids.index(BEN), match.player_ids.index(ANN)
    finished = apply_move(match, loser_seat, move)
    assert isinstance(finished, FinishedMatch)
    for locale in LOCALES:
        own, other = (
            player_screen.render_player_screen(finished, seat, locale, Absences()).below
            for seat in (loser_seat, winner_seat)
        )
        assert own == (say(f"hand-{move[1:]}", locale), *other[1:])
        assert other[0].startswith(f"{say('hand-won', locale)} <@{BEN}> ")
        assert [line[:2] for line in other[1:]] == ["🏆 ", "**"]
        card = render_card(finished, locale)
        assert f"<@{ANN}> {WINS_BY_LOCALE[locale]}" in card.above[0]
        assert f"<@{BEN}>" in card.above[0]
        assert [line[:6] for line in card.below] == [f"🏆 <@{ANN}>"[:6], "**2.**"]


async def test_agreed_draw_shows_no_cup(matches: MatchService) -> None:
    done = apply_move(apply_move(await begin_match_with_ben(matches), 0, "!offer"), 1, "!agree")
    for locale in LOCALES:
        scene = render_card(done, locale)
        assert scene.above[0] == f"### 🤝 {done.game.say('reason-agreed', locale)}"
        # Without bold, Discord would number the lines itself.
        assert [line[:6] for line in scene.below] == ["**1.**", "**1.**"]


async def test_exchange_after_a_hidden_duel_is_described_once(matches: MatchService) -> None:
    match: MatchState = await begin_match_with_ben(matches, "schamanen", variant="memory", placement="random")
    assert isinstance(match, RunningMatch)
    while match.engine.step < 2 or match.engine.state.phase != "mask":
        match = await play_first_legal_move(matches, match.id, match.player_ids[min(match.engine.to_move)] or 0)
        assert isinstance(match, RunningMatch)
    done = apply_move(match, 0, "!resign")
    assert isinstance(done, FinishedMatch)
    positions = (*review_positions.list_positions(await matches.load_journal(done.id))[:-1], done.engine)
    for locale in LOCALES:
        for seat in range(2):
            above = player_screen.render_player_screen(
                done, seat, locale, Absences(), PlayerScreenContext(positions=positions)
            ).above
            assert sum(f"{say('course-duel', locale)} 1" in line for line in above) == 1, above


async def test_resigned_player_comes_last_although_the_ai_played_on(matches: MatchService) -> None:
    offer = await offer_match(matches, kind="open", seats=3)
    match = await accept_offer(matches, offer, BEN, CAT)
    assert isinstance(match, StartedMatch)
    dice = random.Random(1)
    match = apply_move(match, match.player_ids.index(ANN), "!resign")
    while isinstance(match, RunningMatch):
        seat = min(match.engine.to_move)
        match = apply_move(match, seat, *dice.choice(match.engine.legal_moves(seat)))
    assert isinstance(match, FinishedMatch)
    for locale in LOCALES:
        scene = render_card(match, locale)
        assert f"<@{ANN}>" not in scene.above[0]
        assert scene.above[0].startswith("### 🏆") == (match.result.ranks.count(1) == 1)
        *_, last = scene.below
        assert last.startswith("**3.**")
        assert f"<@{ANN}>" in last
        assert say("over-left", locale) in last
