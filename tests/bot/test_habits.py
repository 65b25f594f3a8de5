"""The mind reader: players whose habit is known, and what holds for all."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ladder.guess import WAYS, Choice, Guesses, Liking, guesses
from bot.ladder.habits import FALSE, LEAST, Report, Story, Tally, most, reports, tail
from games.insight import OUTCOMES, Habit, Outcome
from tests.bot.habit_players import PLAYERS, RIVALS, alarms, dice, played, seen, told

ALL = ("stone", "paper", "scissors")


def chose(
    symbol: str, among: Sequence[str] = ALL, met: str = "", outcome: Outcome = "", *, kind: str = "sign"
) -> Habit:
    return Habit(0, kind, symbol, tuple(among), met, outcome)


def read(*symbols: str) -> Report:
    (report,) = reports([[chose(symbol) for symbol in symbols]])
    return report


def story(*matches: Sequence[Habit]) -> Story:
    found = told(matches)
    assert found
    return found


@pytest.mark.parametrize("symbols", [3, 5])
@pytest.mark.parametrize("name", PLAYERS)
def test_each_habit_is_told_rightly(name: str, symbols: int) -> None:
    right, wrong = seen(name, symbols, 200, 10)
    assert right >= 0.8
    assert wrong <= 0.1


@pytest.mark.parametrize("name", ["always the same", "each in turn", "two in turn"])
def test_who_always_does_the_same_is_known_from_the_first(name: str) -> None:
    assert seen(name, 3, LEAST, 10) == (1.0, 0.0)


@pytest.mark.parametrize("rival", RIVALS)
def test_of_dice_nothing_is_told_whatever_they_meet(rival: str) -> None:
    assert alarms(RIVALS[rival], 3, 40, 100) <= 2 * FALSE


NEAREST = {("stays after a win, changes after a loss", 3), ("dice", 5)}
"""Where most are spoken of, of few symbols and of many: whoever speaks sooner does so there. The others by night."""
THOUSANDS = [
    pytest.param(*each, marks=pytest.mark.gate if each in NEAREST else pytest.mark.nightly)
    for each in product(RIVALS, (3, 5))
]


@pytest.mark.parametrize(("rival", "symbols"), THOUSANDS)
def test_of_a_thousand_who_throw_dice_ten_are_spoken_of_at_most(rival: str, symbols: int) -> None:
    assert alarms(RIVALS[rival], symbols, 60, 1000) <= FALSE


@pytest.mark.gate
def test_nor_of_dice_in_several_kinds_or_over_hands_that_differ() -> None:
    """Who has no stone cannot choose it: that alone is no habit."""
    chance = random.Random(2)

    def match(kind: str) -> list[Habit]:
        hands = [chance.sample(ALL, chance.choice((1, 2, 2, 3))) for _ in range(12)]
        return [
            chose(chance.choice(hand), hand, f"{kind}-{chance.choice(ALL)}", chance.choice(OUTCOMES), kind=kind)
            for hand in hands
        ]

    found = [told([match(kind) for kind in ("row", "column", "line") for _ in range(6)]) for _ in range(500)]
    assert sum(story is not None for story in found) <= 500 * FALSE


@pytest.mark.parametrize("name", PLAYERS)
def test_few_choices_tell_nothing(name: str) -> None:
    matches = played("few", PLAYERS[name][0], dice, 3, LEAST - 1)
    assert reports(matches) == []
    assert most(matches) == LEAST - 1


def test_who_has_no_choice_has_shown_what_comes_before_the_next() -> None:
    """Whoever holds one card only chooses nothing, and still has won with it."""
    forced, free = chose("stone", ["stone"], "sign-scissors", "won"), chose("stone", ALL, "sign-paper", "lost")
    (report,) = reports([[forced, free] * LEAST])
    assert report.choices == LEAST
    assert report.again.keys() == {"", "won"}, "each choice came after a win"
    assert most([[forced] * 30]) == 0


def test_no_two_statements_say_otherwise() -> None:
    """A perfect circle was once no more predictable than dice, and then guessed each time."""
    for name, (choose, _) in PLAYERS.items():
        for report in reports(played(name, choose, dice, 3, 100)):
            assert report.story, name
            assert report.story.tally.of <= report.choices
            for tally in dict(report.story.outcomes).values():
                assert tally in report.again.values()


def test_a_liking_is_found_through_hands_that_differ() -> None:
    """Stone whenever there is one, and dice otherwise; it is there in half of the hands."""
    chance, match = random.Random(5), []
    for at in range(80):
        hand = ALL if at % 2 else ALL[1:]
        match.append(chose("stone" if at % 2 else chance.choice(hand), hand))
    found = story(match)
    assert (found.sort, found.symbols) == ("favourite", ("stone",))
    assert (found.tally.times, found.tally.of) == (40, 40)
    assert found.tally.dice == pytest.approx(40 / 3)


def test_what_is_avoided_is_told() -> None:
    chance = random.Random(6)
    found = story([chose(chance.choice(ALL[1:])) for _ in range(120)])
    assert (found.sort, found.symbols, found.tally.times) == ("favourite", ("stone",), 0)
    assert not found.tally.more


def test_what_follows_what_is_found() -> None:
    """After stone comes paper, always; otherwise the dice decide."""
    chance, symbols = random.Random(7), ["stone"]
    while len(symbols) < 120:
        symbols.append("paper" if symbols[-1] == "stone" else chance.choice(ALL))
    found = story([chose(symbol) for symbol in symbols])
    assert (found.sort, found.symbols) == ("pair", ("paper", "stone"))
    assert found.tally.times == found.tally.of == symbols[:-1].count("stone")


def test_an_answer_to_what_the_rival_chose_need_not_be_called_the_same() -> None:
    """Row 1 after column A: no copy, since rivals choose among other things."""
    chance = random.Random(8)
    match, met = [], ""
    for _ in range(90):
        symbol = "1" if met == "column-a" else chance.choice("123")
        met = f"column-{chance.choice('abc')}"
        match.append(chose(symbol, "123", met, kind="row"))
    found = story(match)
    assert (found.sort, found.symbols) == ("answer", ("1", "column-a"))
    assert found.tally.times == found.tally.of


def test_nothing_follows_from_one_match_to_the_next() -> None:
    """Two choices a match: only the first of the two is before the second."""
    (report,) = reports([[chose("stone"), chose("paper")]] * 15)
    assert report.again[""].of == 15
    assert report.guessed["sequence"].of == 14


def test_who_guesses_knows_only_what_came_before() -> None:
    """Whatever comes at the end changes no guess before it."""
    first = [chose(symbol) for symbol in (*ALL, "stone") * 8]
    for way in WAYS.values():
        before, one, other = (
            guesses([Choice(habit, last) for last, habit in zip((None, *run), run, strict=False)], way)
            for run in (first, [*first, chose("stone")], [*first, chose("paper")])
        )
        assert before.right <= one.right <= before.right + 1
        assert before.right <= other.right <= before.right + 1
        assert one.of == other.of
        assert one.right + other.right <= 2 * before.right + 1


RUNS = st.lists(
    st.lists(st.tuples(st.sampled_from(ALL), st.sampled_from(ALL), st.sampled_from(OUTCOMES)), max_size=40),
    max_size=6,
)


def _read(
    runs: Sequence[Sequence[tuple[str, str, Outcome]]], names: Mapping[str, str], sizes: int
) -> list[list[Habit]]:
    """With other names for everything, and hands of which some lack a symbol."""
    return [
        [
            chose(
                names[symbol],
                [names[each] for each in ALL if at % sizes == 0 or each == symbol or each == ALL[at % 3]],
                f"sign-{names[met]}",
                outcome,
            )
            for at, (symbol, met, outcome) in enumerate(run)
        ]
        for run in runs
    ]


@given(RUNS, st.integers(1, 3))
def test_figures_stay_within_their_bounds(runs: list[list[tuple[str, str, Outcome]]], sizes: int) -> None:
    matches = _read(runs, dict(zip(ALL, ALL, strict=True)), sizes)
    for report in reports(matches):
        assert report.choices == sum(len(habit.among) > 1 for match in matches for habit in match)
        tallies = [*report.guessed.values(), *report.again.values(), *([report.story.tally] if report.story else ())]
        for tally in tallies:
            assert 0 <= tally.times <= tally.of <= report.choices
            assert 0 < tally.dice < tally.of


@given(RUNS, st.permutations(ALL))
def test_what_symbols_are_called_changes_nothing(
    runs: list[list[tuple[str, str, Outcome]]], names: Sequence[str]
) -> None:
    same = reports(_read(runs, dict(zip(ALL, ALL, strict=True)), 1))
    other = reports(_read(runs, dict(zip(ALL, names, strict=True)), 1))
    assert [report.again for report in same] == [report.again for report in other]
    assert [report.guessed for report in same] == [report.guessed for report in other]


@given(st.lists(st.sampled_from(ALL)), st.sets(st.sampled_from(ALL), min_size=2))
def test_something_is_always_thought_of_everything(symbols: list[str], among: set[str]) -> None:
    liking = Liking()
    for symbol in symbols:
        liking.see(Choice(chose(symbol), None))
    chances = liking.chances(Choice(chose(min(among), sorted(among)), None))
    assert chances.keys() == among
    assert sum(chances.values()) == pytest.approx(1)
    assert min(chances.values()) > 0


def test_what_did_not_come_is_all_but_what_did() -> None:
    assert Tally(3, 10, 4.0).otherwise == Tally(7, 10, 6.0)
    assert guesses([], WAYS["outcome"]) == Guesses(of=0, right=0, dice=0.0, gained=0.0)


def test_the_tail_is_exact() -> None:
    assert tail(3, 2, 0.5) == pytest.approx(0.5)
    assert tail(9, 9, 1 / 3) == pytest.approx(3.0**-9)
    assert tail(5, 0, 0.2) == pytest.approx(1.0)
    assert tail(40, 31, 0.6) == pytest.approx(sum(comb(40, at) * 0.6**at * 0.4 ** (40 - at) for at in range(31, 41)))
    assert 0.4 < tail(4000, 2000, 0.5) < 0.6, "and of very many"
