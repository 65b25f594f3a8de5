"""The mind reader: hand-made sequences whose figures are known, and what holds for all."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ladder.habits import LEAST, Reading, Report, critical, expected, fitted, reports, tail
from games.core import Habit

BEATS: Mapping[str, frozenset[str]] = {
    "stone": frozenset({"scissors"}),
    "paper": frozenset({"stone"}),
    "scissors": frozenset({"paper"}),
}
ALL = tuple(BEATS)


def chose(symbol: str, among: Sequence[str] = ALL, beaten: Mapping[str, frozenset[str]] = BEATS) -> Habit:
    return Habit(0, "sign", symbol, tuple(among), ALL, beaten)


def read(*symbols: str) -> Report:
    (report,) = reports([[chose(symbol) for symbol in symbols]])
    return report


def test_few_choices_tell_nothing() -> None:
    report = read(*["stone"] * (LEAST - 1))
    assert not report.enough
    assert report == Report("sign", LEAST - 1)


def test_who_always_does_the_same_is_fully_predictable() -> None:
    report = read(*["stone"] * 30)
    assert (report.predictable, report.favourite, report.times, report.of) == (1.0, "stone", 30, 30)
    assert report.follow is None, "what always comes follows nothing"
    assert report.reading
    # Before the first choice nobody knows; from then on paper wins.
    assert report.reading.of == 30
    assert report.reading.stranger == pytest.approx(10)
    assert report.reading.reader == pytest.approx(29 + 1 / 3)
    assert report.reading.tells


def test_predictability_is_the_entropy_that_is_missing() -> None:
    """60 to 20 to 20 has an entropy of 1.371 bits of 1.585, and with two thirds of a choice more it is not biased."""
    shuffled = ["stone"] * 60 + ["paper"] * 20 + ["scissors"] * 20
    random.Random(3).shuffle(shuffled)
    entropy = -(0.6 * log(0.6) + 0.4 * log(0.2)) + 2 / 200
    assert read(*shuffled).predictable == pytest.approx(1 - entropy / log(3))
    assert read(*ALL * 40).predictable == 0.0


@pytest.mark.gate
def test_dice_are_seldom_called_predictable() -> None:
    dice = random.Random(1)
    called = [read(*(dice.choice(ALL) for _ in range(60))) for _ in range(400)]
    assert sum(report.predictable > 0 for report in called) <= 20
    assert sum(report.follow is not None for report in called) <= 20
    assert sum(bool(report.reading and report.reading.tells) for report in called) <= 20


@pytest.mark.gate
def test_dice_over_hands_that_differ_are_seldom_called_predictable() -> None:
    """Who has no stone cannot choose it: that alone is no habit."""
    dice = random.Random(2)

    def match() -> list[Habit]:
        hands = [dice.sample(ALL, dice.choice((2, 2, 3))) for _ in range(50)]
        return [chose(dice.choice(hand), hand) for hand in hands]

    called = [reports([match()])[0] for _ in range(300)]
    assert sum(report.predictable > 0 for report in called) <= 15


def test_a_liking_is_found_through_hands_that_differ() -> None:
    """Stone whenever there is one, and dice otherwise; it is there in half of the hands."""
    dice, match = random.Random(5), []
    for at in range(80):
        hand = ALL if at % 2 else ("paper", "scissors")
        match.append(chose("stone" if at % 2 else dice.choice(hand), hand))
    (report,) = reports([match])
    assert (report.favourite, report.times, report.of) == ("stone", 40, 40)
    assert 0.3 < report.predictable < 0.9
    weights = fitted(match)
    assert weights["stone"] > 0.9
    assert sum(weights.values()) == pytest.approx(1)


@pytest.mark.parametrize("liked", ALL)
def test_the_favourite_is_counted_whatever_it_is_called(liked: str) -> None:
    others = [symbol for symbol in ALL if symbol != liked]
    report = read(*[liked] * 60, *others * 20)
    assert (report.favourite, report.times, report.of) == (liked, 60, 100)


def test_the_favourite_is_what_is_chosen_beyond_its_share() -> None:
    """A stone is there in a quarter of the hands, and chosen from each; paper is chosen more often, as dice would."""
    hands = [[chose("stone")], *([chose(symbol, ("paper", "scissors"))] for symbol in ("paper", "paper", "scissors"))]
    (report,) = reports([[habit for hand in hands * 20 for habit in hand]])
    assert report.predictable > 0
    assert (report.favourite, report.times, report.of) == ("stone", 20, 20)


@given(st.lists(st.sampled_from(ALL)), st.lists(st.sampled_from(ALL)))
def test_something_is_always_expected(seen: list[str], after: list[str]) -> None:
    weights = expected(ALL, Counter(seen), Counter(after))
    assert sum(weights.values()) == pytest.approx(1)
    assert all(weight > 0 for weight in weights.values())


def test_what_follows_what_is_found() -> None:
    """After stone comes paper, always; otherwise the dice decide."""
    dice, symbols = random.Random(7), ["stone"]
    while len(symbols) < 90:
        symbols.append("paper" if symbols[-1] == "stone" else dice.choice(ALL))
    follow = read(*symbols).follow
    assert follow
    pairs = [pair for pair in itertools.pairwise(symbols) if pair[0] == "stone"]
    assert (follow.first, follow.then, follow.times, follow.of) == ("stone", "paper", len(pairs), len(pairs))
    assert follow.expected == pytest.approx(symbols.count("paper") / 90)


def test_nothing_follows_from_one_match_to_the_next() -> None:
    """Two choices a match: only the first of the two is before the second."""
    report = reports([[chose("stone"), chose("paper")]] * 15)[0]
    assert report.follow is not None
    assert (report.follow.first, report.follow.of) == ("stone", 15)


def test_a_circle_is_even_and_yet_read() -> None:
    """Each as often as the others, but one knows what comes: the reader finds it, entropy does not."""
    report = read(*ALL * 20)
    assert report.predictable == 0.0
    assert report.follow
    assert report.reading
    assert report.reading.reader > 50
    assert report.reading.tells


def test_the_reader_knows_only_what_came_before() -> None:
    """Whatever comes at the end changes nothing of what was read before."""
    first = [chose(symbol) for symbol in (*ALL, "stone") * 8]
    one, other = ([*first, chose(last)] for last in ("stone", "paper"))
    readings = [reports([run])[0].reading for run in (first, one, other)]
    assert all(readings)
    before, stone, paper = (each.reader for each in readings if each)
    assert before <= min(stone, paper)
    assert max(stone, paper) <= before + 1
    assert stone + paper <= 2 * before + 1, "one answer beats one of them"


def test_where_nobody_answers_nothing_is_read() -> None:
    (report,) = reports([[chose("stone", beaten={})] * 40])
    assert report.reading is None
    assert report.predictable == 1.0


def test_few_answers_are_not_counted() -> None:
    unanswered, answered = [chose("stone", beaten={})] * 40, [chose("stone")] * (LEAST - 1)
    assert reports([unanswered + answered])[0].reading is None


def test_kinds_are_kept_apart_and_the_most_frequent_comes_first() -> None:
    cards = [replace(chose("stone"), kind="card")] * 30
    told = reports([[*cards[:5], chose("paper"), *cards[5:]], [chose("paper")] * 20])
    assert [(report.kind, report.choices, report.favourite) for report in told] == [
        ("card", 30, "stone"),
        ("sign", 21, "paper"),
    ]


RUNS = st.lists(st.lists(st.sampled_from(ALL), max_size=30), max_size=6)


def _read(runs: Sequence[Sequence[str]], names: Mapping[str, str], sizes: int = 3) -> list[Report]:
    """With other names for everything, and hands of which some lack a symbol."""
    beats = {names[answer]: frozenset(map(names.__getitem__, beaten)) for answer, beaten in BEATS.items()}
    matches = []
    for run in runs:
        match = []
        for at, symbol in enumerate(run):
            among = ALL if at % sizes else tuple(dict.fromkeys((symbol, ALL[at % 3], ALL[(at + 1) % 3])))
            among = tuple(names[each] for each in among)
            feared = tuple(names[each] for each in ALL)
            match.append(Habit(0, "sign", names[symbol], among, feared, beats))
        matches.append(match)
    return reports(matches)


@given(RUNS, st.integers(1, 3))
def test_figures_stay_within_their_bounds(runs: list[list[str]], sizes: int) -> None:
    for report in _read(runs, dict(zip(ALL, ALL, strict=True)), sizes):
        assert report.choices == sum(map(len, runs))
        assert 0.0 <= report.predictable <= 1.0
        assert report.times <= report.of <= report.choices
        if report.follow:
            assert 0 < report.follow.times <= report.follow.of
            assert 0.0 < report.follow.expected < 1.0
            assert report.follow.times / report.follow.of > report.follow.expected
        if report.reading:
            assert 0.0 <= report.reading.reader <= report.reading.of
            assert 0.0 < report.reading.stranger < report.reading.of


@given(RUNS)
def test_against_dice_that_lack_nothing_who_remembers_is_no_better_off(runs: list[list[str]]) -> None:
    for report in reports([chose(symbol) for symbol in run] for run in runs):
        assert report.reading is None or report.reading.ahead < 1e-9


@given(RUNS, st.permutations(ALL))
def test_what_symbols_are_called_changes_nothing(runs: list[list[str]], names: Sequence[str]) -> None:
    same = _read(runs, dict(zip(ALL, ALL, strict=True)))
    other = _read(runs, dict(zip(ALL, names, strict=True)))
    for one, two in zip(same, other, strict=True):
        assert one.predictable == pytest.approx(two.predictable)
        assert (one.follow is None) == (two.follow is None)
        assert (one.reading is None) == (two.reading is None)
        if one.reading and two.reading:
            assert one.reading.reader == pytest.approx(two.reading.reader)
            assert one.reading.stranger == pytest.approx(two.reading.stranger)


@pytest.mark.parametrize(("freedom", "value"), [(1, 6.635), (2, 9.210), (4, 13.277), (6, 16.812)])
def test_the_critical_values_are_those_of_the_tables(freedom: int, value: float) -> None:
    assert critical(freedom) == pytest.approx(value, rel=0.01)


def test_the_tail_is_exact() -> None:
    assert tail(3, 2, 0.5) == pytest.approx(0.5)
    assert tail(9, 9, 1 / 3) == pytest.approx(3.0**-9)
    assert tail(5, 0, 0.2) == pytest.approx(1.0)


def test_a_reader_who_wins_as_often_as_a_stranger_tells_nothing() -> None:
    assert not Reading(60, 22.0, 20.0, -1.0, 3.0).tells
    assert Reading(60, 32.0, 20.0, -1.0, 3.0).tells
    assert not Reading(60, 20.0, 20.0, 0.0, 0.0).tells, "whose answer is always the stranger's reads nothing"
