"""Tests for the pictures of profiles, the mind reader, season awards and game banners."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from bot.matches.model import Offer
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.ratings.awards import AwardKind
from bot.ratings.mind_reader import MindReaderReport, build_reports
from bot.ratings.profile import GameRecord, MatchOutcome, Profile, RatingCurve, Rivalry, Streak, WinLossTally
from bot.screens import mind_reader, rules, season_posts
from bot.screens.charts import awards_picture, profile_chart
from bot.screens.charts.chart_kit import LINE_COLORS, choose_ticks
from bot.screens.charts.profile_chart import CURVE_SYMBOLS, TrophyCounts, select_drawable_curves
from bot.screens.mind_reader import BAR_HEIGHT
from bot.screens.offer_card import render_offer_card
from bot.screens.rules import render_banner
from bot.screens.scene import SceneImage
from bot.wall_clock import DAY_MS, HOUR_MS
from games import GAMES, canvas, lessons
from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    Letters,
    Picture,
    PlayerName,
    Rectangle,
    Sprite,
    translate_picture,
)
from games.insight import Habit
from games.words import LOCALES
from storage import Award, Season
from tests.bot.habit_players import PLAYERS_BY_HABIT, choose_randomly, simulate_matches
from tests.kit.matches import ANN, BEN, CAT, DAN, NOON_MS, SERVER_ID
from tests.kit.scene_reading import read_text
from tests.kit.world import offer_match_to_ben
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable
from tests.laws.painted_boards import LONG_NAMES


def check_picture(picture: Picture, max_kib: int) -> None:
    """Check that a picture is legible, and that its file stays below the limit with the longest names."""
    check_text_is_readable(picture, picture.marks)
    check_nothing_covers_text(picture, picture.marks)
    assert picture.width == BOARD_WIDTH
    assert picture.height <= BOARD_HEIGHT
    assert len(canvas.paint_png(picture, LONG_NAMES)) <= max_kib << 10


def list_texts(picture: Picture) -> list[str]:
    return [mark.text for mark, _, _ in picture.marks if isinstance(mark, Letters)]


# Mind reader


def simulate_report(habit_name: str) -> MindReaderReport:
    return build_reports(simulate_matches(habit_name, PLAYERS_BY_HABIT[habit_name][0], choose_randomly, 5, 200))[0]


def draw_bet_card(report: MindReaderReport, locale: str = "en", game: str = "schnick") -> SceneImage:
    board = mind_reader.render_report(ANN, GAMES[game], [report], locale, choice_count=report.choice_count).board
    assert isinstance(board, SceneImage)
    return board


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("habit", PLAYERS_BY_HABIT)
def test_mind_reader_bet_is_legible(habit: str, locale: str) -> None:
    board = draw_bet_card(simulate_report(habit), locale)
    check_picture(board.picture, 40)
    assert not any(text.endswith("…") for text in list_texts(board.picture))
    assert board.names == (ANN,)
    assert [mark.seat for mark, _, _ in board.picture.marks if isinstance(mark, PlayerName)] == [0]


@pytest.mark.parametrize("locale", LOCALES)
def test_longest_habit_names_fit_on_the_bet(locale: str) -> None:
    strengths = ("strong", "middle", "weak")
    match = [Habit(0, "line", strengths[i % 3], strengths, f"line-{strengths[(i + 1) % 3]}") for i in range(60)]
    (report,) = build_reports([match])
    picture = draw_bet_card(report, locale, "schamanen").picture
    check_text_is_readable(picture, picture.marks)
    assert not any(text.endswith("…") for text in list_texts(picture))


def test_bar_length_shows_the_frequency_of_the_habit() -> None:
    report = simulate_report("one in 50 of 100")
    assert report.pattern
    picture = draw_bet_card(report).picture
    bars = [mark for mark, _, _ in picture.marks if isinstance(mark, Rectangle) and mark.height == BAR_HEIGHT]
    (gold,) = (bar for bar in bars if bar.ink == GOLD)
    tally = report.pattern.tally
    assert gold.width == max(bar.width for bar in bars) * tally.hit_count // tally.trial_count
    assert {
        f"{tally.hit_count} / {tally.trial_count}",
        "rock",
        "paper",
        "scissors",
        "fire",
        "well",
        "dice",
        "Signs",
    } <= {*list_texts(picture)}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("habit", ["never the same again", "stays after a win, changes after a loss"])
def test_bet_on_a_change_counts_changes_in_text_and_picture(habit: str, locale: str) -> None:
    report = simulate_report(habit)
    assert report.pattern
    tally = report.pattern.tally if report.pattern.kind == "again" else dict(report.pattern.tallies_by_outcome)["lost"]
    assert not tally.exceeds_chance
    board = draw_bet_card(report, locale)
    gold = [mark.text for mark, _, _ in board.picture.marks if isinstance(mark, Letters) and mark.ink == GOLD]
    assert f"{tally.trial_count - tally.hit_count} / {tally.trial_count}" in gold
    assert f"{tally.hit_count} / {tally.trial_count}" not in gold
    assert re.search(rf"\b{tally.trial_count - tally.hit_count}\b.*\b{tally.trial_count}\b", board.alt)


def test_text_describes_the_bet_and_random_players_get_none() -> None:
    schnick = GAMES["schnick"]
    scene = mind_reader.render_report(
        ANN, schnick, [simulate_report("what the rival chose last")], "en", choice_count=200
    )
    assert scene.board
    assert scene.above[1].endswith(scene.board.alt)
    scene = mind_reader.render_report(ANN, schnick, [MindReaderReport("sign", 60, {}, {}, None)], "en", choice_count=60)
    assert scene.board is None
    assert "nothing I’d bet on" in scene.above[1]


# Profile

START_MS = 1_760_000_000_000
RATING_VALUES = st.floats(-5_000, 5_000)
SMALL_PROFILE = Profile(
    game_records=(GameRecord("a", WinLossTally(2, 0, 1), {}),),
    current_streak=Streak(MatchOutcome.WON, 2),
    longest_win_streak=2,
)
LARGE_PROFILE = Profile(
    game_records=(GameRecord("a", WinLossTally(1_229, 5, 14), {}), GameRecord("b", WinLossTally(3, 99_999, 1), {})),
    current_streak=Streak(MatchOutcome.LOST, 1_234),
    nemesis=Rivalry(BEN, 8, 2, 6),
    favorite_opponent=Rivalry(CAT, 3_000, 1_500, 1_400),
)
TROPHY_COUNTS = (("cup", 2), ("medal_2", 1), ("medal_3", 12), ("medal_1", 107))


def make_rating_curve(game: str, match_count: int, pause_ms: int = DAY_MS // 2) -> RatingCurve:
    random_source, rating, points = random.Random(f"1 {game}"), 1000.0, []
    for i in range(match_count):
        rating += random_source.gauss(2, 20)
        points.append((START_MS + i * pause_ms, rating))
    return RatingCurve(game, tuple(points), None)


def draw_profile_chart(
    curves: Sequence[RatingCurve], profile: Profile = LARGE_PROFILE, locale: str = "en", trophies: TrophyCounts = ()
) -> Picture:
    names = [f"Schnick Schnack Schnuck {curve.game}" for curve in curves]
    return profile_chart.draw_profile(profile, curves, names, locale, trophies)


def paint_image(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(canvas.paint_png(picture))).convert("RGB")


def parse_color(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


@given(RATING_VALUES, RATING_VALUES)
@example(5.0, -5e-324)
def test_scale_has_few_round_ticks_that_include_all_values(first: float, second: float) -> None:
    low, high = sorted((first, second))
    ticks = choose_ticks(low, high)
    assert ticks[0] <= low <= high <= ticks[-1]
    assert 2 <= len(ticks) <= 7
    (step,) = {after - before for before, after in itertools.pairwise(ticks)}
    assert str(step).rstrip("0") in {"1", "2", "5"}


@given(st.lists(st.tuples(st.integers(0, 400 * DAY_MS), RATING_VALUES), min_size=1, max_size=50))
def test_profile_chart_stays_within_the_picture(points: list[tuple[int, float]]) -> None:
    picture = draw_profile_chart(
        [RatingCurve("a", tuple((START_MS + ms, rating) for ms, rating in sorted(points)), None)]
    )
    assert (picture.width, picture.height) == (BOARD_WIDTH, BOARD_HEIGHT)
    for mark, left, top in picture.marks:
        assert 0 <= left <= BOARD_WIDTH - mark.width
        assert 0 <= top <= BOARD_HEIGHT - (mark.width if isinstance(mark, Sprite) else mark.height)
        assert not isinstance(mark, Rectangle) or min(mark.width, mark.height) > 0


@pytest.mark.parametrize("profile", [SMALL_PROFILE, LARGE_PROFILE], ids=["few", "many"])
def test_profile_chart_is_legible_and_names_each_rival_once(profile: Profile) -> None:
    for curves in (
        [make_rating_curve("a", 1)],
        [make_rating_curve("a", 3)],
        [make_rating_curve(f"{number}", 30) for number in range(6)],
    ):
        for locale, trophies in zip(LOCALES, (TROPHY_COUNTS, TROPHY_COUNTS[:1], ()), strict=True):
            picture = draw_profile_chart(curves, profile, locale, trophies)
            check_picture(picture, 60)
            named_seats = [mark.seat for mark, _, _ in picture.marks if isinstance(mark, PlayerName)]
            assert named_seats == list(range(len(profile_chart.list_rivals(profile))))
    assert [rival.person_id for rival in profile_chart.list_rivals(LARGE_PROFILE)] == [CAT, BEN]
    assert len(profile_chart.list_rivals(replace(LARGE_PROFILE, nemesis=LARGE_PROFILE.favorite_opponent))) == 1


def test_each_game_has_a_color_and_a_shape() -> None:
    curves = [make_rating_curve(f"{number}", 9) for number in range(len(CURVE_SYMBOLS))]
    colors = {color for _, color in paint_image(draw_profile_chart(curves)).getcolors(1 << 20) or []}
    assert {parse_color(color) for color in LINE_COLORS} <= colors
    shapes = [mark.name for mark, _, _ in draw_profile_chart(curves).marks if isinstance(mark, Sprite)]
    assert {f"{kind}_{number}" for number in range(len(CURVE_SYMBOLS)) for kind in ("shape", "mark")} <= set(shapes)
    assert select_drawable_curves([RatingCurve("a", (), None), make_rating_curve("b", 1)]) == (
        make_rating_curve("b", 1),
    )
    assert len(select_drawable_curves([make_rating_curve(f"{number}", 3) for number in range(9)])) == len(CURVE_SYMBOLS)


def test_chart_of_thousands_of_matches_is_small_and_keeps_peaks() -> None:
    picture = draw_profile_chart([make_rating_curve(f"{number}", 5_000, DAY_MS // 10) for number in range(4)])
    assert len(canvas.paint_png(picture)) <= 60 * 1024
    assert len(picture.marks) < 8_000
    flat = [(START_MS + i * HOUR_MS, 1000.0) for i in range(3_000)]
    peaked = [*flat[:1_500], (flat[1_500][0], 1400.0), *flat[1_501:]]
    peaked_at_end = [*flat[:-1], (flat[-1][0], 1400.0)]
    # One match among many in the same column of pixels.
    has_peak_in_middle = [
        any(image.getpixel((x, y)) == parse_color(LINE_COLORS[0]) for x in range(380, 480) for y in range(30, 250))
        for points in (peaked, peaked_at_end)
        for image in [paint_image(draw_profile_chart([RatingCurve("a", tuple(points), None)]))]
    ]
    assert has_peak_in_middle == [True, False]


# Season awards

FINISHED_SEASON = Season(SERVER_ID, 2, "Spring", NOON_MS, NOON_MS + 1)


def make_award(person_id: int, kind: AwardKind, number: int, second_value: int = 0, game: str = "") -> Award:
    return Award(person_id, SERVER_ID, 2, kind, game, number, second_value)


PLACE_AWARDS = [
    make_award(person_id, AwardKind.SEASON_PLACE, place, 1600 - 150 * place)
    for place, person_id in enumerate((ANN, BEN, CAT), 1)
]
TIED_PLACE_AWARDS = [
    make_award(ANN, AwardKind.SEASON_PLACE, 1, 99_999),
    make_award(BEN, AwardKind.SEASON_PLACE, 1, 99_999),
    make_award(CAT, AwardKind.SEASON_PLACE, 3, -99_999),
]
IMPROVED_AWARDS = [make_award(DAN, AwardKind.IMPROVED, 1234, 2000, "schnick")]
RIVAL_AWARDS = [make_award(ANN, AwardKind.RIVAL, 12, 2031), make_award(DAN, AwardKind.RIVAL, 2014, 2031)]
UPSET_AWARDS = [
    make_award(CAT, AwardKind.UPSET_WINNER, 312, 15, "schnick"),
    make_award(ANN, AwardKind.UPSET_LOSER, 312, 15, "schnick"),
]
FIRST_IN_GAME_AWARDS = [
    make_award(BEN, AwardKind.FIRST_IN_GAME, 1, 1300, "schnick"),
    make_award(ANN, AwardKind.FIRST_IN_GAME, 1, 1300, "schamanen"),
]
ALL_AWARDS = [*PLACE_AWARDS, *FIRST_IN_GAME_AWARDS, *IMPROVED_AWARDS, *RIVAL_AWARDS, *UPSET_AWARDS]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "awards",
    [
        ALL_AWARDS,
        [*TIED_PLACE_AWARDS, *RIVAL_AWARDS],
        PLACE_AWARDS[:1],
        [*PLACE_AWARDS[:2], *UPSET_AWARDS, *IMPROVED_AWARDS],
        TIED_PLACE_AWARDS[:2],
    ],
)
def test_picture_of_season_awards_is_legible(awards: list[Award], locale: str) -> None:
    check_picture(awards_picture.draw_season_awards(awards, locale), 60)


def test_season_awards_show_places_in_order_and_crown_all_winners() -> None:
    picture = awards_picture.draw_season_awards(ALL_AWARDS, "en")
    tops = {
        mark.seat: top
        for mark, _, top in picture.marks
        if isinstance(mark, PlayerName) and mark.height == awards_picture.NAME_HEIGHT
    }
    assert len(tops) == 3
    assert tops[0] < tops[1] < tops[2]
    assert {mark.seat for mark, _, _ in picture.marks if isinstance(mark, PlayerName)} == {*range(4)}
    assert awards_picture.list_pictured_people(ALL_AWARDS) == (ANN, BEN, CAT, DAN)
    for awards, crown_count in ((ALL_AWARDS, 1), (TIED_PLACE_AWARDS, 2)):
        marks = awards_picture.draw_season_awards(awards, "en").marks
        assert sum("crown" in mark.name for mark, _, _ in marks if isinstance(mark, Sprite)) == crown_count


@pytest.mark.parametrize("locale", LOCALES)
def test_season_post_lists_all_awards_and_pings_their_players(locale: str) -> None:
    scene = season_posts.render_season_end(
        FINISHED_SEASON, ALL_AWARDS, 23, locale, season_posts.collect_awarded_people(ALL_AWARDS)
    )
    text = read_text(scene)
    assert season_posts.collect_awarded_people(ALL_AWARDS) == scene.pinged_ids == {ANN, BEN, CAT, DAN}
    assert all(f"<@{person_id}>" in text for person_id in scene.pinged_ids)
    for number in ("1450", "1300", "1150", "1234", "2031", "2014", "312", "23"):
        assert number in text
    assert scene.board
    assert scene.board.names == (ANN, BEN, CAT, DAN)
    # The probability of the upset.
    assert any(re.search(r"312.*\b15\s?%", line) for line in scene.below)
    # An award for two is omitted if the data of one of them was deleted.
    scene = season_posts.render_season_end(
        FINISHED_SEASON, [*PLACE_AWARDS, *RIVAL_AWARDS[:1], *UPSET_AWARDS[1:]], 23, locale, frozenset()
    )
    assert not {"2031", "312"} & {*re.findall(r"\d+", "\n".join((*scene.above, *scene.below)))}
    assert not scene.footer


@pytest.mark.parametrize("locale", LOCALES)
def test_season_post_without_ranks_gives_the_reason(locale: str) -> None:
    """A rank needs three opponents, so with fewer than four players nobody can have one."""
    for players in (2, 3, 23):
        scene = season_posts.render_season_end(FINISHED_SEASON, [], players, locale, frozenset())
        assert (scene.board, scene.below) == (None, ())
        assert scene.above[-1].startswith("🌱")
        assert "5" in scene.above[-1]


# Banners


@pytest.mark.parametrize("game", GAMES)
async def test_challenge_and_first_rules_page_show_the_banner(matches: MatchService, game: str) -> None:
    match = await offer_match_to_ben(matches, game)
    assert isinstance(match, Offer)
    for locale, other in zip(LOCALES, (*LOCALES[1:], LOCALES[0]), strict=True):
        scene = render_offer_card(match, locale, Absences(), pinged_ids=frozenset())
        assert scene.board == render_banner(game, locale) != render_banner(game, other)
    first, second = (rules.render_rules_page(GAMES[game], 0, f"{game}.{page}", "fr") for page in range(2))
    assert first.board == render_banner(game, "fr")
    assert isinstance(second.board, SceneImage)
    assert second.board.picture == translate_picture(
        GAMES[game].draw_board(lessons.lesson_view(GAMES[game], 2)), GAMES[game].say, "fr"
    )
