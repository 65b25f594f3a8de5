"""What results come to: drawn by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ladder.profile import (
    MANY,
    MEETINGS,
    Outcome,
    Profile,
    Rivalry,
    Stood,
    Streak,
    Tally,
    encounter,
    profile,
)
from bot.ladder.rating import NEW
from storage import Meetings, Played, Rated, Rating, Standing

BEN, CAT, DAN = 22, 33, 44
GAME, OTHER = "schamanen", "schnick"


def match(rank: int, others: Mapping[int | None, int], at: int, **told: object) -> list[Played]:
    """One's own rank, and those of the others."""
    row = Played(at, GAME, "{}", "shells", rank, 0, 0)
    return [row._replace(other=other, theirs=theirs, **told) for other, theirs in others.items()]  # type: ignore[arg-type]


WON, DRAWN, LOST = (1, 2), (1, 1), (2, 1)


def against(*ends: tuple[int, tuple[int, int]]) -> Profile:
    """Each match: who it was against, and how it ended."""
    return profile(
        row for at, (rival, (mine, theirs)) in enumerate(ends, 1) for row in match(mine, {rival: theirs}, at)
    )


def test_nobody_has_nothing() -> None:
    assert profile([]) == Profile()


def test_the_record_is_by_game_and_variant() -> None:
    told = profile(
        [
            *match(1, {BEN: 2}, 1),
            *match(2, {BEN: 1}, 2, options='{"variant": "memory"}'),
            *match(1, {BEN: 2}, 3, options='{"duel_limit": 9, "variant": "memory"}'),
            *match(1, {BEN: 1}, 4, game=OTHER),
        ]
    )
    first, second = told.records
    assert (first.game, first.all) == (GAME, Tally(2, 0, 1))
    assert list(first.variants.items()) == [("memory", Tally(1, 0, 1)), ("classic", Tally(1, 0, 0))]
    assert (second.game, second.all, second.variants) == (OTHER, Tally(0, 1, 0), {})


def test_first_alone_is_won_and_first_with_others_is_drawn() -> None:
    won, drawn, lost = match(1, {BEN: 2, CAT: 2}, 1), match(1, {BEN: 1, CAT: 3}, 2), match(2, {BEN: 1, CAT: 3}, 3)
    assert profile([*won, *drawn, *lost]).records[0].all == Tally(1, 1, 1)


@pytest.mark.parametrize("told", [{"reason": "cancelled"}, {"reason": "abandoned"}, {"other": None}])
def test_what_says_nothing_is_not_counted(told: Mapping[str, object]) -> None:
    rows = [row._replace(**told) for row in match(1, {BEN: 2}, 1)]  # type: ignore[arg-type]
    assert profile(rows) == Profile(practised=frozenset({GAME}))


def test_a_table_where_the_house_sits_is_practice() -> None:
    assert profile(match(1, {BEN: 2, None: 3}, 1)).records == ()


def test_games_that_are_no_more_are_left_out() -> None:
    assert profile(match(1, {BEN: 2}, 1, game="pebbles")) == Profile()


def test_options_of_another_edition_are_counted_without_a_variant() -> None:
    (record,) = profile(match(1, {BEN: 2}, 1, options='{"variant": "upside down"}')).records
    assert (record.all, record.variants) == (Tally(1, 0, 0), {})


def test_streaks() -> None:
    ends = [(BEN, end) for end in (WON, WON, WON, LOST, WON, WON, DRAWN, DRAWN)]
    assert (against(*ends).streak, against(*ends).longest) == (Streak(Outcome.DRAWN, 2), 3)
    assert against(*ends[:6]).streak == Streak(Outcome.WON, 2)
    assert against((BEN, LOST)).longest == 0


def test_the_nemesis_is_who_finished_ahead_most_often() -> None:
    told = against(*[(BEN, LOST)] * 2, *[(CAT, LOST)] * 3, *[(DAN, WON)] * 9)
    assert told.nemesis == Rivalry(CAT, met=3, ahead=0, behind=3)
    assert told.favourite == Rivalry(DAN, met=9, ahead=9, behind=0)


def test_few_meetings_make_nobody_a_rival() -> None:
    told = against(*[(BEN, LOST)] * (MEETINGS - 1))
    assert (told.nemesis, told.favourite) == (None, None)


def test_who_never_finished_ahead_is_no_nemesis() -> None:
    assert against(*[(BEN, WON)] * 5, *[(CAT, DRAWN)] * 5).nemesis is None


def test_between_equals_the_nemesis_needed_fewer_matches() -> None:
    ends = [*[(CAT, LOST)] * 3, *[(BEN, LOST)] * 3, (BEN, WON)]
    assert (against(*ends).nemesis or Rivalry(0, 0, 0, 0)).person == CAT
    assert (against(*ends[:-1]).nemesis or Rivalry(0, 0, 0, 0)).person == BEN, "then whom one met last"


def test_between_equals_the_favourite_is_whom_one_met_last() -> None:
    ends = [*[(CAT, LOST)] * 3, *[(BEN, LOST)] * 3]
    assert (against(*ends).favourite or Rivalry(0, 0, 0, 0)).person == BEN
    assert (against(*ends[::-1]).favourite or Rivalry(0, 0, 0, 0)).person == CAT


def test_who_was_forgotten_is_counted_and_is_nobody_s_rival() -> None:
    told = against(*[(-7, LOST)] * 5)
    assert told.records[0].all == Tally(0, 0, 5)
    assert (told.nemesis, told.favourite) == (None, None)


def test_curves_are_the_ratings_after_what_counted_from_what_all_begin_with() -> None:
    """So one match is a line already."""
    rows = [*match(1, {BEN: 2, CAT: 3}, 1), *match(1, {BEN: 2}, 2), *match(2, {BEN: 1}, 3)]
    rows += match(1, {BEN: 2}, 4, game=OTHER)
    points = [(GAME, 10, 1010.5), (GAME, 30, 990.0), (OTHER, 40, 1020.0), ("pebbles", 50, 1.0)]
    rated = [Rated(*each, season=0) for each in points]
    assert [(curve.game, curve.points) for curve in profile(rows, rated).curves] == [
        (GAME, ((9, NEW), (10, 1010.5), (30, 990.0))),
        (OTHER, ((39, NEW), (40, 1020.0))),
    ]


def test_the_peak_is_what_was_highest_once_there_was_a_rank() -> None:
    """Of each season anew: it begins where everybody does, and little is known of anybody."""
    first = [Rated(GAME, at, rating, 0) for at, rating in enumerate([1300.0, 1250.0, 1220.0, 1200.0, 1190.0, 1210.0])]
    assert _peak(first[:4]) is None
    assert _peak(first[:5]) == 1190.0
    assert _peak(first) == 1210.0
    second = [Rated(GAME, 10 + at, rating, 1) for at, rating in enumerate([1400.0, 1350.0, 1300.0, 1250.0])]
    assert _peak([*first, *second]) == 1210.0
    assert _peak([*first, *second, Rated(GAME, 20, 1240.0, 1)]) == 1240.0


def _peak(rated: Sequence[Rated]) -> float | None:
    (curve,) = profile(match(1, {BEN: 2}, 1), rated).curves
    return curve.peak


def test_who_is_among_the_best_is_told_in_hundredths_where_there_are_many() -> None:
    def top(rank: int, among: int) -> int | None:
        return Stood(Standing(rank, rank, Rating(1, "", 1, BEN, 1.0, 1.0, 1.0, 9, 9)), among).top

    assert top(1, MANY - 1) is None
    assert [top(1, MANY), top(1, 100_000), top(3, 200), top(200, 200)] == [10, 1, 2, 100]
    assert top(MANY + 1, MANY) is None, "whoever has no rank is not among them"


def test_what_says_nothing_is_no_meeting() -> None:
    told = encounter(
        [
            Meetings(GAME, "cancelled", 3, 2, 1, 900),
            Meetings(GAME, "shells", 5, 1, 2, 500),
            Meetings(GAME, "resigned", 4, 4, 0, 600),
            Meetings(OTHER, "points", 20, 3, 7, 100),
            Meetings("pebbles", "points", 99, 3, 7, 999),
        ]
    )
    assert told.games == ((OTHER, Tally(3, 10, 7)), (GAME, Tally(5, 2, 2)))
    assert (told.all, told.latest) == (Tally(8, 12, 9), 600)
    assert encounter([]).games == ()


ENDS = st.lists(st.tuples(st.sampled_from([BEN, CAT, DAN]), st.sampled_from([WON, DRAWN, LOST])), max_size=30)


@given(ENDS)
def test_all_figures_are_of_the_same_matches(ends: Sequence[tuple[int, tuple[int, int]]]) -> None:
    told = against(*ends)
    assert sum(record.all.matches for record in told.records) == len(ends)
    assert all(sum(it.matches for it in record.variants.values()) == record.all.matches for record in told.records)
    assert (told.streak is None) == (not ends)
    assert told.longest <= sum(record.all.won for record in told.records)
    for rival in (told.nemesis, told.favourite):
        assert rival is None or MEETINGS <= rival.met >= rival.ahead + rival.behind
    if told.nemesis and told.favourite:
        assert told.nemesis.met <= told.favourite.met
