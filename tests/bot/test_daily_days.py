"""The calendar of the daily duel, its scores and its streaks."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily import calendar, results, streaks
from bot.daily.calendar import MAX_DAY_MS, MIN_DAY_MS, ClosingTime, DaySpan
from bot.daily.results import FIELD_MIN
from bot.wall_clock import DAY_MS, HOUR_MS
from games.daily import DailyChoice
from games.dice import Dice
from storage import StoredChoice

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Pago_Pago")
PAYOFFS = ((8, -8, 1), (-6, 6, -1), (-1, -3, 4))
CLOSING_TIMES = st.builds(ClosingTime, st.integers(0, 23), st.sampled_from(ZONES))
CHOICES = st.builds(DailyChoice, st.integers(0, 2), st.integers(0, 2))
BERLIN = ClosingTime(20, "Europe/Berlin")


def to_ms(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type, misc]


# Days


@given(st.lists(CLOSING_TIMES, min_size=2, max_size=6), st.integers(to_ms(2026, 11, 1), to_ms(2030, 1, 1)))
def test_days_follow_without_gaps_whatever_the_server_changes(closings: list[ClosingTime], now_ms: int) -> None:
    last = calendar.find_current_day(closings[0], None, now_ms)
    assert last.opens_ms <= now_ms < last.closes_ms
    for closing in closings:
        following = calendar.find_current_day(closing, last, last.closes_ms)
        assert following.opens_ms == last.closes_ms
        assert MIN_DAY_MS <= following.closes_ms - following.opens_ms <= MAX_DAY_MS
        assert following.number > last.number
        last = following


@given(CLOSING_TIMES, st.integers(to_ms(2026, 11, 1), to_ms(2030, 1, 1)))
def test_unchanged_server_has_one_day_per_date_named_by_its_close(closing: ClosingTime, now_ms: int) -> None:
    last = calendar.find_current_day(closing, None, now_ms)
    for _ in range(3):
        following = calendar.find_current_day(closing, last, last.closes_ms)
        assert following.number == last.number + 1
        assert following.closes_ms == closing.find_close_ms(following.number)
        last = following


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2027, 3, 27), 24), (date(2027, 3, 28), 23), (date(2027, 10, 31), 25)], ids=str
)
def test_days_end_at_the_same_local_hour_when_clocks_change(day: date, hours: int) -> None:
    number = calendar.find_number(day)
    assert BERLIN.find_close_ms(number) - BERLIN.find_close_ms(number - 1) == hours * HOUR_MS


def test_current_day_is_found_after_a_long_break() -> None:
    last = calendar.find_current_day(BERLIN, None, to_ms(2026, 12, 1, 12))
    current = calendar.find_current_day(BERLIN, last, to_ms(2027, 6, 1, 12))
    assert calendar.find_date(current.number) == date(2027, 6, 1)
    assert calendar.find_current_day(BERLIN, last, last.opens_ms) == last


def test_sundays_are_match_points_and_no_board_comes_twice_within_a_year() -> None:
    boards = [calendar.find_board(number) for number in range(1, 366)]
    assert all(
        board.is_match_point == (calendar.find_date(number).weekday() == 6) for number, board in enumerate(boards, 1)
    )
    assert len({board.encode() for board in boards}) == len(boards)


def test_month_of_a_day_is_found_with_its_first_and_last_day() -> None:
    first, last = calendar.find_month(calendar.find_number(date(2028, 2, 29)))
    assert (calendar.find_date(first), calendar.find_date(last)) == (date(2028, 2, 1), date(2028, 2, 29))


# Scores


def store_choices(choices: list[DailyChoice]) -> list[StoredChoice]:
    return [StoredChoice(1, person_id, *choice) for person_id, choice in enumerate(choices, 1)]


def score_choices(
    choices: list[DailyChoice], earlier: dict[int, int] | None = None, server_days: int = 9
) -> results.DayResult:
    house = results.seal_house_choices(PAYOFFS, Dice(b"house"))
    stored = store_choices(choices)
    days = {choice.person_id: 9 for choice in stored} | (earlier or {})
    return results.score_day(PAYOFFS, stored, house, days, server_days, DAY_MS * 10_000)


@given(st.lists(CHOICES, min_size=FIELD_MIN, max_size=12))
def test_scores_of_all_add_up_to_zero_and_places_follow_them(choices: list[DailyChoice]) -> None:
    scored = score_choices(choices).choices
    assert sum(Fraction(choice.score or 0).limit_denominator(1000) for choice in scored) == 0
    for one in scored:
        better = sum((other.score or 0) > (one.score or 0) + 1e-9 for other in scored)
        assert one.place == better + 1
        assert one.met_count == len(choices) - 1


@given(st.lists(CHOICES, min_size=FIELD_MIN, max_size=8), CHOICES)
def test_beginner_changes_nobodys_score(choices: list[DailyChoice], beginner: DailyChoice) -> None:
    with_beginner = score_choices([*choices, beginner], {len(choices) + 1: 2}).choices
    assert with_beginner[:-1] == score_choices(choices).choices
    assert with_beginner[-1].place is None
    assert with_beginner[-1].met_count == len(choices)


@pytest.mark.parametrize("server_days", range(4))
def test_on_a_new_server_fewer_days_are_enough_for_a_rank(server_days: int) -> None:
    days = dict.fromkeys(range(1, 5), server_days)
    assert all(choice.is_ranked for choice in score_choices([DailyChoice(0, 0)] * 4, days, server_days).choices)


@given(st.lists(CHOICES, min_size=1, max_size=FIELD_MIN - 1))
def test_house_joins_days_with_few_players_with_sealed_choices(choices: list[DailyChoice]) -> None:
    result = score_choices(choices)
    assert result.house == results.seal_house_choices(PAYOFFS, Dice(b"house"))
    assert {choice.met_count for choice in result.choices} == {len(choices) - 1 + len(result.house)}
    assert results.decode_house(results.encode_house(result.house)) == result.house
    assert results.decode_house(results.encode_house(())) == ()


def test_story_says_whether_the_crowd_was_right() -> None:
    crowd = [DailyChoice(0, 1)] * 3 + [DailyChoice(2, 2)]
    assert results.tell_story(crowd, DailyChoice(1, 1)) == (results.Story.ASIDE, (0, 0))
    assert results.tell_story(crowd, DailyChoice(0, 1)) == (results.Story.WITH, (0, 0))
    split = [DailyChoice(0, 0), DailyChoice(1, 1), DailyChoice(2, 2)]
    assert results.tell_story(split, DailyChoice(0, 0)) == (results.Story.SPLIT, None)


# Streaks


@pytest.mark.parametrize(
    ("days", "void", "streak"),
    [
        ("", "", 0),
        ("x", "", 1),
        ("xxx", "", 3),
        ("xx.x", "", 3),
        ("xxx.", "", 3),
        ("xxx..", "", 0),
        ("x..xx", "", 2),
        ("xx.xx.xx", "", 4),
        ("xx.xxxxxx.xx", "", 10),
        ("xx.xxxxxxx.xx", "", 11),
        ("xx..x", "..v..", 3),
        ("xxvvvvx", "..vvvv.", 3),
    ],
)
def test_streak_forgives_one_miss_in_seven_days_and_skips_void_days(days: str, void: str, streak: int) -> None:
    played = [number for number, mark in enumerate(days) if mark == "x"]
    skipped = [number for number, mark in enumerate(void) if mark == "v"]
    assert streaks.count_streak(played, skipped, len(days) - 1) == streak


def test_habit_is_reported_after_ten_days() -> None:
    bold = (((8, -8, -3), (2, 2, 1), (-1, -3, 4)), DailyChoice(0, 1))
    assert streaks.find_habit([bold] * 9) is None
    habit = streaks.find_habit([bold] * 10)
    assert habit == streaks.DailyHabit(streaks.HabitKind.BOLD, 20)


def test_running_day_keeps_its_end_after_the_closing_time_changes() -> None:
    span = DaySpan(40, to_ms(2026, 12, 10), to_ms(2026, 12, 11))
    assert calendar.find_current_day(BERLIN, span, span.closes_ms - 1) == span
