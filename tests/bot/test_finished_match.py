"""Tests for the card, player messages and pictures of a finished match. They must show each fact only once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from bot.i18n import say
from bot.matches.fold import apply_event
from bot.matches.model import EventType, FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.ratings.ladder import MatchRatingChanges
from bot.screens import finished_screen, match_card, player_screen, result_card, review, turning_points
from bot.screens.charts import result_picture
from bot.screens.custom_ids import Action
from bot.screens.phrases import format_end_reason, format_outcome, format_player_names
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Scene, SceneImage
from games import GAMES
from games.core import Move, Seat
from games.match import RESIGN, TIME_OUT, Match
from games.words import LOCALES
from storage import Event
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    FIRST_PERSON_ID,
    NOON_MS,
    accept_offer,
    get_played_match,
    make_finished_match,
    mark_other_games_as_gate,
    offer_match,
)
from tests.kit.world import begin_match_with_ben, play_first_legal_move
from tests.laws.law_tables import LawTable, get_random_match

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
        assert [str(scene.below[-2:]).count(f"<@{person_id}>") for person_id in (ANN, BEN)] == [1, 1]
        # Card and player messages have the same picture.
        assert isinstance(scene.board, SceneImage)
        assert scene.board.picture == result_picture.draw_result(match.engine, positions, locale)
        assert scene.board.names == (ANN, BEN)
        assert len(scene.board.alt) <= 1024
        assert match.game.say("seat-0", locale) in scene.board.alt
        context = PlayerScreenContext(positions=tuple(positions))
        assert finished_screen.render_finished_match(match, 0, locale, context).board == scene.board
        # Each player's screen has a headline of its own, which addresses the winner.
        for seat, rank in enumerate(match.result.ranks):
            *_, outcome = match.game.describe_step(
                match.engine.view_of(seat), locale, format_player_names(match, locale)
            )
            own = player_screen.render_player_screen(match, seat, locale, Absences())
            assert outcome.rstrip(".") in own.above[0]
            assert own.above[0].endswith("🎉") is (rank == 1 and len(winners) == 1)


async def test_players_see_why_their_match_is_unrated(matches: MatchService) -> None:
    match, _ = await load_finished(matches, "schamanen")
    changes = MatchRatingChanges("short", 2)
    for locale in LOCALES:
        scene = finished_screen.render_finished_match(match, 0, locale, PlayerScreenContext(rating_changes=changes))
        assert scene.footer.endswith(result_card.format_unrated_reason(changes, locale))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_see_which_cards_ended_a_match_of_schnick(seats: int) -> None:
    game = GAMES["schnick"]
    table = LawTable(game, game.options_class(), seats)
    ends = [get_random_match(table, seed).matches[-1] for seed in range(12)]
    for match in (make_finished_match(end) for end in ends if end.result and end.result.reason != "sign"):
        against_house = replace(match, player_ids=(FIRST_PERSON_ID, *[None] * (seats - 1)))
        for locale, shown in product(LOCALES, (match, against_house)):
            cards = game.summarize_step(shown.engine.view_of(0), locale)
            lines = finished_screen.render_finished_match(shown, 0, locale).above
            assert sum(cards.lower() in line.lower() for line in lines) == 1, lines


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


@pytest.mark.parametrize(("game", "seed"), [("schnick", 1), ("woodwalkers", 0)])
async def test_decisive_last_step_is_the_first_turning_point(matches: MatchService, game: str, seed: int) -> None:
    """A last step that decided the match comes before others that changed the score as much.

    The text of the turning point describes the events of the step, not the result of the match.
    """
    for match_seed in range(seed, seed + 40):
        match, positions = await load_finished(matches, game, match_seed)
        if is_decided_by_last_step(positions) and positions[-1].scores() != positions[-2].scores():
            break
    _, journal, _ = await get_played_match(matches, game, match_seed)
    first, *_ = turning_points.find_main_score_swings(positions)
    assert first.step_number == len(positions) - 1
    for locale in LOCALES:
        sentence = turning_points.format_score_swing(match, positions, first, locale)
        assert WINS_BY_LOCALE[locale] not in sentence, sentence
        screen = review.render_review(match, journal, None, locale)
        assert any(line.endswith(f"** · {sentence}") for line in screen.above)


async def test_chess_results_are_written_in_chess_notation(matches: MatchService) -> None:
    match = await begin_match_with_ben(matches, "shamanic_chess")
    assert "Shamanic Chess · 0–1 · " in render_card(apply_move(match, 0, "!resign"), "en").footer
    drawn = render_card(apply_move(apply_move(match, 0, "!offer"), 1, "!agree"), "en")
    assert "½–½" in drawn.footer
    assert not any("·" in line for line in drawn.below), "the lines of the players show no half points"


@pytest.mark.parametrize(
    ("game", "move"),
    # In Schnick, the first player has seen cards and is asked alone, so waiting loses.
    [(game, move) for game in GAMES for move in ("!cancel", "!lapse") if (game, move) != ("schnick", "!lapse")],
)
async def test_match_that_nobody_began_ends_as_one_line(matches: MatchService, game: str, move: str) -> None:
    """The card and player messages have no picture, no places and nothing to review."""
    running = await begin_match_with_ben(matches, game)
    seat = min(running.engine.to_move)
    finished = apply_move(running, seat, move)
    assert isinstance(finished, FinishedMatch)
    assert finished.result.ranks == (1, 1)
    for locale in LOCALES:
        names = dict(enumerate(format_player_names(finished, locale)))
        reason = format_end_reason(finished.engine, names, locale).rstrip(".")
        assert names[seat] in reason
        own_reason = say("done-cancelled" if move == "!cancel" else "hand-no-show", locale)
        own, other = (
            player_screen.render_player_screen(finished, reader, locale, Absences()) for reader in (seat, 1 - seat)
        )
        after_rematch = PlayerScreenContext(finished_action=Action.OFFER_REMATCH)
        assert finished_screen.render_finished_match(finished, seat, locale, after_rematch).rows == ()
        if len(running.engine.to_move) > 1 and move == "!lapse":
            other = own
        for scene, expected in ((render_card(finished, locale), reason), (own, own_reason), (other, reason)):
            assert scene.above[0].removeprefix("### ").removeprefix("🕊️ ") in {expected, own_reason}
            assert (scene.board, scene.below, scene.footer) == (None, (), "")
            # Without a board, only the title says which match a private message is about.
            is_private = scene in (own, other)
            assert list(scene.above[1:]) == ([match_card.format_match_title(finished, locale)] if is_private else [])
            labels = [button.label for row in scene.rows if isinstance(row, tuple) for button in row]
            assert labels == [say("button-rematch", locale)]


async def test_match_that_was_canceled_later_shows_the_board_without_a_winner(matches: MatchService) -> None:
    begun = await begin_match_with_ben(matches, "shamanic_chess")
    running = await play_first_legal_move(matches, begun.id, begun.player_ids[0] or 0)
    finished = apply_move(apply_move(running, 0, "!cancel"), 1, "!cancel")
    assert isinstance(finished, FinishedMatch)
    journal = await matches.load_journal(finished.id)
    for locale in LOCALES:
        names = dict(enumerate(format_player_names(finished, locale)))
        reason = format_end_reason(finished.engine, names, locale).rstrip(".")
        card = render_card(finished, locale)
        assert card.above == (f"### 🕊️ {reason}",)
        assert not card.below
        assert isinstance(card.board, SceneImage)
        plain_reason, *_ = format_outcome(finished.engine, locale)
        assert card.board.alt.startswith(plain_reason)
        board = match_card.render_board(finished, finished.engine.view_of(None), locale)
        assert card.board.picture == board.picture
        assert any(reason in line for line in review.render_review(finished, journal, None, locale).above)


@pytest.mark.parametrize("move", ["!resign", "!lapse"])
async def test_loser_is_named_to_others_and_addressed_directly(matches: MatchService, move: str) -> None:
    match = await play_first_legal_move(matches, (await begin_match_with_ben(matches)).id, ANN)
    loser_seat, winner_seat = match.player_ids.index(BEN), match.player_ids.index(ANN)
    finished = apply_move(match, loser_seat, move)
    assert isinstance(finished, FinishedMatch)
    for locale in LOCALES:
        own, other = (
            player_screen.render_player_screen(finished, seat, locale, Absences()) for seat in (loser_seat, winner_seat)
        )
        assert own.above == (f"### {say(f'hand-{move[1:]}', locale)}",)
        assert other.above[0].startswith(f"### {say('over-won-you', locale, why=f'<@{BEN}>')}")
        assert own.below == other.below
        assert [line[:2] for line in other.below] == ["🏆 ", "**"]
        card = render_card(finished, locale)
        assert f"<@{ANN}> {WINS_BY_LOCALE[locale]}" in card.above[0]
        assert f"<@{BEN}>" in card.above[0]
        assert [line[:6] for line in card.below] == [f"🏆 <@{ANN}>"[:6], "**2.**"]


async def test_agreed_draw_shows_no_cup(matches: MatchService) -> None:
    done = apply_move(apply_move(await begin_match_with_ben(matches), 0, "!offer"), 1, "!agree")
    for locale in LOCALES:
        scene = render_card(done, locale)
        assert scene.above[0] == f"### 🤝 {done.game.say('reason-agreed', locale).rstrip('.')}"
        # Without bold, Discord would number the lines itself.
        assert [line[:6] for line in scene.below] == ["**1.**", "**1.**"]


@pytest.mark.parametrize(("move", "way"), [(RESIGN, "left"), (TIME_OUT, "timed-out")])
async def test_player_who_left_comes_last_although_the_ai_played_on(
    matches: MatchService, move: Move, way: str
) -> None:
    offer = await offer_match(matches, kind="open", seats=3)
    match = await accept_offer(matches, offer, BEN, CAT)
    assert isinstance(match, StartedMatch)
    dice = random.Random(1)
    left_seat = match.player_ids.index(ANN)
    while left_seat not in match.engine.to_move:
        seat = min(match.engine.to_move)
        match = apply_move(match, seat, *dice.choice(match.engine.legal_moves(seat)))
        assert isinstance(match, RunningMatch)
    match = apply_move(match, left_seat, *move)
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
        assert [key for key in ("left", "timed-out") if last.endswith(f" · {say(f'over-{key}', locale)}")] == [way]
        own_title = finished_screen.render_finished_match(match, left_seat, locale).above[0]
        assert own_title == f"### {say(f'hand-{way}', locale)}"
