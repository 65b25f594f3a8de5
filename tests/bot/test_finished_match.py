"""The card, the player messages and the pictures of a finished match: each shows every fact once."""

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
    """Return a finished match, and how it stood at its start and after each step."""
    match, _, passed = await get_played_match(matches, game, seed)
    assert isinstance(match, FinishedMatch)
    return match, passed


def render_card(match: MatchState, locale: str, positions: Sequence[Match] = ()) -> Scene:
    assert isinstance(match, FinishedMatch)
    return result_card.render_result_card(match, locale, positions, None, pinged_ids=frozenset())


def apply_move(match: MatchState, seat: Seat, *move: str) -> MatchState:
    return apply_event(match, Event(EventType.MOVED, " ".join(move), NOON_MS, seat=seat), Absences())


@pytest.mark.parametrize("game", mark_other_games_as_gate("schamanen", "schnick", "woodwalkers"))
async def test_winner_and_reason_are_told_first_and_once(matches: MatchService, game: str) -> None:
    match, passed = await load_finished(matches, game)
    for locale in LOCALES:
        scene = render_card(match, locale, passed)
        headline, *lines = [*scene.above, *scene.below]
        first = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
        assert headline.startswith("### 🏆" if len(first) == 1 else "### 🤝")
        if len(first) == 1:
            assert WINS_BY_LOCALE[locale] in headline
            assert f"<@{match.player_ids[first[0]]}>" in headline
        assert str([headline, *lines]).count(match.game.say(f"reason-{match.result.reason}", locale).rstrip(".")) <= 1
        assert not any(WINS_BY_LOCALE[locale] in line for line in scene.below), scene.below
        assert [str(scene.below).count(f"<@{person_id}>") for person_id in (ANN, BEN)] == [1, 1]
        # The same picture on the card and in player messages.
        assert isinstance(scene.board, SceneImage)
        assert scene.board.picture == result_picture.draw_result(match.engine, passed, locale)
        assert scene.board.names == (ANN, BEN)
        assert len(scene.board.alt) <= 1024
        assert match.game.say("seat-0", locale) in scene.board.alt
        assert (
            finished_screen.render_finished_match(match, 0, locale, PlayerScreenContext(positions=tuple(passed))).board
            == scene.board
        )
        # A winner reads it in bold, a loser as part of what happened.
        for seat, rank in enumerate(match.result.ranks):
            told = match.game.describe_step(match.engine.view_of(seat), locale, format_player_names(match, locale))[-1]
            own = player_screen.render_player_screen(match, seat, locale, Absences())
            assert (own.below[0] == f"**{told}**{' 🎉' * (len(first) == 1)}") is (rank == 1)
            assert (told in own.above) is (rank > 1)


def is_decided_by_last_step(positions: Sequence[Match]) -> bool:
    """Is somebody else first after the last step than before it, by what it scored and not by points for the end?"""
    before, after = positions[-2:]
    assert after.result
    scores = before.scores()
    ahead = {seat for seat, score in enumerate(scores) if score == max(scores)}
    first = {seat for seat, rank in enumerate(after.result.ranks) if rank == 1}
    return ahead != first and after.game.HAS_RUNNING_SCORE


def test_turning_points_are_the_greatest_changes_of_the_score_the_earlier_first() -> None:
    scores = [(0, 0), (3, 0), (3, 2), (3, 5), (3, 5), (6, 5), (7, 5)]
    passed: Any = [SimpleNamespace(scores=lambda it=it: it, result=None) for it in scores]
    assert [
        (turn.step_number, turn.size, turn.gaining_seat) for turn in turning_points.find_main_score_swings(passed)
    ] == [
        (1, 3, 0),
        (3, 3, 1),
        (5, 3, 0),
    ]
    assert turning_points.find_main_score_swing(passed) is None, "none of them stands out"
    assert turning_points.find_main_score_swing(passed[1:4]) == turning_points.ScoreSwing(2, 3, 1)


@pytest.mark.parametrize(("game", "seed"), [("schnick", 1), ("woodwalkers", 0)])
async def test_deciding_last_step_is_the_first_turning_point(matches: MatchService, game: str, seed: int) -> None:
    """Though others changed the score as much; it is told by what happened, and not by how it ended."""
    for later in range(seed, seed + 40):
        match, passed = await load_finished(matches, game, later)
        if is_decided_by_last_step(passed) and passed[-1].scores() != passed[-2].scores():
            break
    _, journal, _ = await get_played_match(matches, game, later)
    first, *_ = turning_points.find_main_score_swings(passed)
    assert first.step_number == len(passed) - 1
    assert turning_points.find_main_score_swing(passed) == first
    for locale in LOCALES:
        sentence = turning_points.format_score_swing(match, passed, first, locale)
        assert WINS_BY_LOCALE[locale] not in sentence, sentence
        assert say("turning", locale, what=sentence, decided=1, pictured=1) in render_card(match, locale, passed).above
        screen = review.render_review(match, journal, None, locale)
        assert any(line.endswith(f"** · {sentence}") for line in screen.above)


async def test_chess_scores_are_written_as_in_chess(matches: MatchService) -> None:
    match = await begin_match_with_ben(matches, "shamanic_chess")
    assert "**0–1**" in render_card(apply_move(match, 0, "!resign"), "en").above[1]
    drawn = render_card(apply_move(apply_move(match, 0, "!offer"), 1, "!agree"), "en")
    assert "**½–½**" in drawn.above[1]
    assert not any("·" in line for line in drawn.below), "half points are on nobody's line"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("word", ["!cancel", "!lapse"])
async def test_match_without_a_winner_names_none(matches: MatchService, game: str, word: str) -> None:
    """On the card, in player messages, in the picture's text, in the replay and in a terminal; and the reason once."""
    play = await begin_match_with_ben(matches, game)
    assert isinstance(play, RunningMatch)
    cancelled = word == "!cancel"
    if not cancelled and len(play.engine.seats_asked) < 2:
        pytest.skip("only who chooses at once can be late at once")
    done = apply_move(play, 0, word)
    assert isinstance(done, FinishedMatch)
    journal = await matches.load_journal(done.id)
    for locale in LOCALES:
        seat, key = done.game.say("seat-0", locale), f"reason-{done.result.reason}"
        told, heard = (done.game.say(key, locale, who=who) for who in (f"<@{done.player_ids[0]}>", seat))
        card = render_card(done, locale)
        hands = [player_screen.render_player_screen(done, seat, locale, Absences()) for seat in range(2)]
        # Who cancelled knows it; the others are told who.
        own = say("done-cancelled", locale) if cancelled else told
        for scene, why in ((card, told), (hands[0], own), (hands[1], told)):
            lines = [*scene.above, *scene.below]
            assert sum(why in line for line in lines) == 1, lines
            assert not any(re.search(r"\*\*\d\.\*\*|🏆|🤝", line) for line in lines), lines
            keys = ("won", "lost", "shared", "drawn")
            assert not any(say(f"hand-{key}", locale) in line for key in keys for line in lines), lines
            assert isinstance(scene.board, SceneImage)
            assert scene.board.alt.startswith(heard)
            assert not cancelled or scene.board.picture == done.game.draw_board(done.engine.view_of(None)), (
                "without a crown"
            )
        assert list(format_outcome(done.engine, locale)) == [heard]
        if cancelled:
            for scene in (
                review.render_review_board(done, journal, "9", locale),
                review.render_review(done, journal, None, locale),
            ):
                assert any(told in line for line in scene.above)


@pytest.mark.parametrize("word", ["!resign", "!lapse"])
async def test_player_who_gave_up_is_named_to_others_and_addressed_themselves(matches: MatchService, word: str) -> None:
    match = await play_first_legal_move(matches, (await begin_match_with_ben(matches)).id, ANN)
    assert isinstance(match, StartedMatch)
    mine, theirs = match.player_ids.index(BEN), match.player_ids.index(ANN)
    done = apply_move(match, mine, word)
    assert isinstance(done, FinishedMatch)
    for locale in LOCALES:
        own, other = (
            player_screen.render_player_screen(done, seat, locale, Absences()).below for seat in (mine, theirs)
        )
        assert own == (say(f"hand-{word[1:]}", locale), *other[1:])
        assert other[0].startswith(f"{say('hand-won', locale)} <@{BEN}> ")
        assert [line[:2] for line in other[1:]] == ["🏆 ", "**"]
        card = render_card(done, locale)
        assert f"<@{ANN}> {WINS_BY_LOCALE[locale]}" in card.above[0]
        assert f"<@{BEN}>" in card.above[0]
        assert [line[:6] for line in card.below] == [f"🏆 <@{ANN}>"[:6], "**2.**"]


async def test_draw_by_agreement_gives_nobody_the_cup(matches: MatchService) -> None:
    done = apply_move(apply_move(await begin_match_with_ben(matches), 0, "!offer"), 1, "!agree")
    for locale in LOCALES:
        scene = render_card(done, locale)
        assert scene.above[0] == f"### 🤝 {done.game.say('reason-agreed', locale)}"
        assert [line[:6] for line in scene.below] == ["**1.**", "**1.**"], "in bold, or Discord counts them anew"


async def test_exchange_after_a_forgotten_duel_is_told_with_the_duel_once(matches: MatchService) -> None:
    match: MatchState = await begin_match_with_ben(matches, "schamanen", variant="memory", placement="random")
    assert isinstance(match, RunningMatch)
    while match.engine.step < 2 or match.engine.state.phase != "mask":
        match = await play_first_legal_move(matches, match.id, match.player_ids[min(match.engine.to_move)] or 0)
        assert isinstance(match, RunningMatch)
    done = apply_move(match, 0, "!resign")
    assert isinstance(done, FinishedMatch)
    passed = (*review_positions.list_positions(await matches.load_journal(done.id))[:-1], done.engine)
    for locale in LOCALES:
        for seat in range(2):
            above = player_screen.render_player_screen(
                done, seat, locale, Absences(), PlayerScreenContext(positions=passed)
            ).above
            assert sum(f"{say('course-duel', locale)} 1" in line for line in above) == 1, above


async def test_player_who_left_comes_last_whatever_the_house_did_in_their_seat(matches: MatchService) -> None:
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
