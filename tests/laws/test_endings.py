"""Every screen about the end of a match is short, and calls exactly those players winners who are placed first."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import pytest

from bot.matches.model import FinishedMatch
from bot.ratings.ladder import MatchRatingChanges, RatingChange
from bot.screens import finished_screen, result_card
from bot.screens.charts import result_picture
from bot.screens.charts.result_picture import STAGE_WIDTH
from bot.screens.film import draw_frames
from bot.screens.match_story import StoryKind, find_story
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Scene, SceneImage
from games import GAMES
from games.art import Caption, PlayerName, Sprite
from games.core import Move, Seat
from games.dice import Dice
from games.match import AGREE_DRAW, CANCEL, MATCH_TIME_OVER, OFFER_DRAW, RESIGN, TIME_OUT, UNRATED_REASONS, Match
from games.options import validate_options
from games.words import LOCALES, Locale
from tests.kit.matches import make_finished_match
from tests.laws.law_tables import MAX_MATCH_STEPS, LawTable, begin_table_match, list_step_ends

MAX_END_LENGTH: Final = 600
WIN_PHRASES: Final[dict[str, str]] = {
    "en": r"\bwins?\b|\bshare (?:first place|the victory)\b",
    "de": r"\bgewinn(?:t|st|en)\b|\bteilt? (?:sich|euch)\b|\bteilen (?:sich|euch)\b",
    "fr": r"\bgagne(?:s|nt)?\b|\bpartage(?:nt|z)\b",
}
YOU: Final[dict[str, str]] = {"en": "You", "de": "Du", "fr": "Tu"}


def play_to_the_end(match: Match, seed: int, leaving: Sequence[tuple[int, Seat, Move]] = ()) -> list[Match]:
    """Play random moves, and let players leave before certain steps. Return the match after each step."""
    steps = [match]
    waiting = list(leaving)
    while not match.result and match.step < MAX_MATCH_STEPS:
        if waiting and match.step >= waiting[0][0]:
            _, seat, move = waiting.pop(0)
            if move == TIME_OUT and seat not in match.to_move:
                move = RESIGN
        else:
            seat = min(match.to_move)
            move = Dice(f"{seed}/{match.step}/{seat}".encode()).choose(match.legal_moves(seat))
        match = match.play_move(seat, move)
        if match.result or match.step > steps[-1].step:
            steps.append(match)
    return steps


def play_special_moves(steps: Sequence[Match], lines: Sequence[tuple[Seat | None, Move]]) -> list[Match]:
    *before, match = steps
    for seat, move in lines:
        if not match.result:
            match = match.play_move(seat, move)
    return [*before, match]


@cache
def list_endings(table: LawTable) -> tuple[tuple[Match, ...], ...]:
    """Return matches that ended in every possible way, each as the list of its positions."""
    seats, dice = range(table.seats), random.Random(str(table))
    played = list_step_ends(table)
    middle = played[: len(played) // 2 + 1]
    endings = [played]
    endings += [play_special_moves(middle, [(seat, RESIGN)]) for seat in seats if table.seats == 2]
    for start in (played[:1], middle):
        late = sorted(start[-1].to_move)
        endings.append(play_special_moves(start, [(seat, TIME_OUT) for seat in late] if table.seats == 2 else []))
        endings.append(play_special_moves(start, [(seat, CANCEL) for seat in seats]))
    endings.append(play_special_moves(middle, [(0, OFFER_DRAW), *((seat, AGREE_DRAW) for seat in seats[1:])]))
    if table.game.MAY_LIMIT_MATCH_TIME:
        endings.append(play_special_moves(middle, [(None, MATCH_TIME_OVER)]))
    if table.seats > 2:
        endings.append(play_special_moves(middle, [(seat, RESIGN) for seat in seats]))
        endings.append(play_special_moves(middle, [*((seat, RESIGN) for seat in seats[1:]), (0, OFFER_DRAW)]))
        for leaver in seats[:3]:
            leavers = [
                leaver,
                *dice.sample([seat for seat in seats if seat != leaver], dice.randrange(table.seats - 1)),
            ]
            lasts = sorted(dice.randrange(len(played)) for _ in leavers)
            leaving = [(step, seat, dice.choice([RESIGN, TIME_OUT])) for step, seat in zip(lasts, leavers, strict=True)]
            endings.append(play_to_the_end(begin_table_match(table), leaver, leaving))
    return tuple(tuple(steps) for steps in endings if steps[-1].result)


def make_rating_changes(engine: Match) -> MatchRatingChanges:
    changes = [RatingChange(1888.0, 1812.0, 88, matches_to_rank=4, opponents_to_rank=1) for _ in range(engine.seats)]
    return MatchRatingChanges(None, None, tuple(enumerate(changes)))


@cache
def list_scenes(table: LawTable) -> list[tuple[FinishedMatch, Locale, list[tuple[Seat | None, Scene]]]]:
    """Return the screens about the end of each match in each language, with the seats of their readers."""
    return [
        (match, locale, [*render_screens(match, positions, make_rating_changes(match.engine), locale)])
        for positions in list_endings(table)
        for match in [make_finished_match(positions[-1])]
        for locale in LOCALES
    ]


def render_screens(
    match: FinishedMatch, positions: tuple[Match, ...], ratings: MatchRatingChanges, locale: Locale
) -> Iterator[tuple[Seat | None, Scene]]:
    yield None, result_card.render_result_card(match, locale, positions, ratings, pinged_ids=frozenset())
    yield None, result_card.render_thread_result(match, (3, 4), locale, pinged_ids=frozenset())
    context = PlayerScreenContext(positions=positions, rating_changes=ratings)
    for seat in range(match.engine.seats):
        yield seat, finished_screen.render_finished_match(match, seat, locale, context)


def list_lines(scene: Scene) -> list[str]:
    return [*scene.above, *scene.below, scene.footer]


def test_nobody_below_the_first_place_is_called_a_winner(table: LawTable) -> None:
    for match, locale, scenes in list_scenes(table):
        for reader, scene in scenes:
            last_step = list_last_step_lines(match, reader, locale)
            for line in list_lines(scene):
                if line not in last_step:
                    check_winners_in_text(match, reader, line, locale)
            if isinstance(scene.board, SceneImage):
                check_winners_in_text(match, reader, scene.board.alt, locale)
        check_winners_in_text(match, None, match.game.describe_board(match.engine.view_of(None), locale), locale)
        check_winner_is_named(match, result_card.format_headline(match, locale), locale)


def test_films_end_with_the_winner(table: LawTable) -> None:
    for number, positions in enumerate(list_endings(table)):
        match, film_locale = make_finished_match(positions[-1]), LOCALES[number % len(LOCALES)]
        names = [f"<@{person_id}>" for person_id in match.player_ids]
        views = [position.view_of(None) for position in positions]
        *_, last_frame = draw_frames(positions, views, film_locale, names)
        [caption] = [mark for mark, _, _ in last_frame.marks if isinstance(mark, Caption)]
        check_winners_in_text(match, None, caption.text, film_locale)


def list_last_step_lines(match: FinishedMatch, reader: Seat | None, locale: Locale) -> Sequence[str]:
    """Return the lines about events of the last step, in which “wins” can mean a card or a shell, not the match."""
    if not result_card.is_decided_by_rules(match):
        return ()
    names = [f"<@{person_id}>" for person_id in match.player_ids]
    view = match.engine.view_of(reader)
    return [*match.game.describe_step(view, locale, names)[:-1], *match.game.describe_last_step(view, locale, names)]


def list_seats_named_before(match: FinishedMatch, text: str, locale: Locale) -> list[Seat]:
    names = {f"<@{person_id}>": seat for seat, person_id in enumerate(match.player_ids)}
    names |= {match.game.say(f"seat-{seat}", locale): seat for seat in range(match.engine.seats)}
    return [seat for name, seat in names.items() if re.search(rf"(?<!\w){name}(?!\w)", text, re.IGNORECASE)]


def check_winners_in_text(match: FinishedMatch, reader: Seat | None, text: str, locale: Locale) -> None:
    """Check the players who are named before “wins”, “share first place” and so on in a sentence, or after a trophy."""
    ranks = match.result.ranks
    for sentence in re.split(r"(?<=[.!?:])\s|\n", text):
        for phrase in re.finditer(WIN_PHRASES[locale], sentence):
            subject = sentence[: phrase.start()]
            seats = list_seats_named_before(match, subject, locale)
            if reader is not None and re.search(rf"\b{YOU[locale]}\b", subject, re.IGNORECASE):
                seats.append(reader)
            assert all(ranks[seat] == 1 for seat in seats), (sentence, ranks)
            assert match.result.reason not in UNRATED_REASONS, sentence
        if sentence.startswith("🏆"):
            assert ranks.count(1) == 1, sentence
            seats = list_seats_named_before(match, sentence.split("·")[0].split(":")[0], locale)
            assert all(ranks[seat] == 1 for seat in seats), (sentence, ranks)
            assert match.result.reason not in UNRATED_REASONS


def check_winner_is_named(match: FinishedMatch, headline: str, locale: Locale) -> None:
    winners = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
    if match.result.reason in UNRATED_REASONS:
        assert headline.startswith("🕊️")
    elif len(winners) == 1:
        assert headline.startswith("🏆")
        assert winners[0] in list_seats_named_before(match, headline, locale)
    else:
        assert headline.startswith("🤝")


def test_result_picture_names_all_players_and_crowns_those_in_the_first_place(table: LawTable) -> None:
    for positions in list_endings(table):
        engine = positions[-1]
        assert engine.result
        if engine.result.reason in UNRATED_REASONS:
            continue
        marks = result_picture.draw_result(engine, positions, "en").marks
        named = [mark.seat for mark, left, _ in marks if isinstance(mark, PlayerName) and left < STAGE_WIDTH]
        assert set(named) == set(range(engine.seats))
        sprites = [mark.name for mark, _, _ in marks if isinstance(mark, Sprite)]
        crowned = {int(name[5]) for name in sprites if name.startswith("head_") and "crown" in name}
        assert crowned == {seat for seat, rank in enumerate(engine.result.ranks) if rank == 1}


def test_screens_about_the_end_are_short(table: LawTable) -> None:
    """A card has one headline, at most one line of story, one line per player and a footer."""
    for match, _, scenes in list_scenes(table):
        for _, scene in scenes:
            assert sum(map(len, list_lines(scene))) <= MAX_END_LENGTH, list_lines(scene)
        _, card = scenes[0]
        has_result = match.result.reason not in UNRATED_REASONS
        assert len(card.above) == 1
        assert len(card.below) <= 1 + has_result * match.engine.seats
        if not has_result and match.engine.step == 0:
            assert card.board is None
            assert not card.below
            assert not card.footer


def test_story_of_a_match_is_about_its_winner(table: LawTable) -> None:
    for positions in list_endings(table):
        result = positions[-1].result
        assert result
        story = find_story(positions, {})
        if story is None:
            continue
        assert result.ranks.count(1) == 1
        assert story.kind is not StoryKind.UPSET
        if story.swing:
            seat, step = story.swing.gaining_seat, story.swing.step_number
            assert result.ranks[seat] == 1
            before, after = positions[step - 1].scores(), positions[step].scores()
            # With two players, the loser may have lost points instead.
            is_lead_larger = after[seat] - after[seat - 1] > before[seat] - before[seat - 1]
            assert story.swing.compute_gain(positions) > 0 or (table.seats == 2 and is_lead_larger)


@pytest.mark.skipif("schnick" not in GAMES, reason="needs a game for more than two players")
def test_some_match_that_somebody_left_would_have_been_won_by_the_house() -> None:
    """The laws above are tested with matches in which the house wins the most points for a player who left."""
    game = GAMES["schnick"]
    table = LawTable(game, validate_options(game.options_class, {"tiebreak": "shared"}), 3)
    endings = [positions[-1] for positions in list_endings(table) if positions[-1].left_seats]
    assert any(
        engine.result and engine.scores()[seat] == max(engine.scores()) and engine.result.ranks[seat] > 1
        for engine in endings
        for seat in engine.left_seats
    )
