"""Whom the end of a season names: drawn by hand, and the same however it is read."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bot.ladder.honours import IMPROVES, MEETINGS, Awarding, Candidates, Honour, Kind
from bot.ladder.rating import PLACED
from storage import Result
from tests.kit.match import ANN, BEN, CAT, DAN, SERVER

GAME, OTHER = "schnick", "schamanen"


def match(
    number: int, *people: int, game: str = GAME, ranks: Sequence[int] = (1, 2, 3, 4), **points: float
) -> list[Result]:
    """The first has won; `before` and `after` are the points of the first, `theirs` those of the others."""
    before, after, theirs = (points.get(name, 1000.0) for name in ("before", "after", "theirs"))
    return [
        Result(
            seat, who, SERVER, game, 1, ranks[seat], 0, "points", True, number,
            before if seat == 0 else theirs, after if seat == 0 else theirs, number,
        )
        for seat, who in enumerate(people)
    ]  # fmt: skip


def placed(*people: int, game: str = GAME) -> list[Result]:
    """All of them have as many matches as a rank takes, with each other and as equals."""
    return [row for at in range(PLACED) for row in match(at + 1, *people, game=game, ranks=(1,) * len(people))]


def tallied(*results: Sequence[Result]) -> Awarding:
    awarding = Awarding()
    for rows in results:
        awarding.add(rows)
    return awarding


def improved(*results: Sequence[Result]) -> Candidates:
    return tallied(*results).named()[0]


def rivals(*results: Sequence[Result]) -> Candidates:
    return tallied(*results).named()[1]


def upsets(*results: Sequence[Result]) -> Candidates:
    return tallied(*results).named()[2]


def test_nothing_names_nobody() -> None:
    assert Awarding().named() == ([], [], [])


def test_who_improved_is_who_gained_most_after_being_placed() -> None:
    way = [match(at, ANN, CAT, after=1000.0 + 20 * at) for at in range(1, IMPROVES + 1)]
    gained = 20 * (IMPROVES - PLACED)
    assert improved(*way) == [(Honour(ANN, Kind.IMPROVED, GAME, gained, 1000 + 20 * IMPROVES),)]
    assert improved(*way[:-1]) == [], "too few matches say nothing"
    elsewhere = [match(50 + at, BEN, DAN, game=OTHER, after=1000.0 + 30 * at) for at in range(1, IMPROVES + 1)]
    assert [it.person for [it] in improved(*way, *elsewhere)] == [BEN, ANN]


def test_rivals_are_who_met_most_then_the_closest() -> None:
    often = [match(at, ANN, BEN) for at in range(MEETINGS + 1)]
    close = [match(90 + at, *((CAT, DAN) if at % 2 else (DAN, CAT))) for at in range(MEETINGS + 1)]
    met = MEETINGS + 1
    assert rivals(*often, *close) == [
        (Honour(CAT, Kind.RIVAL, "", 2, met), Honour(DAN, Kind.RIVAL, "", 2, met)),
        (Honour(ANN, Kind.RIVAL, "", met, met), Honour(BEN, Kind.RIVAL, "", 0, met)),
    ]
    assert [it.person for it in rivals(*often, *close[1:])[0]] == [ANN, BEN]
    assert rivals(*often[: MEETINGS - 1]) == []


def test_an_upset_is_a_win_of_somebody_known_against_somebody_far_above() -> None:
    upset = match(99, ANN, BEN, CAT, before=900.0, theirs=1210.4)
    assert upsets(placed(ANN, BEN, CAT), upset) == [
        (Honour(ANN, Kind.UPSET, GAME, 310, 15), Honour(BEN, Kind.FELLED, GAME, 310, 15))
    ]
    assert upsets(upset) == [], "of whom nothing is known nobody knows who is better"
    shared = match(99, ANN, BEN, CAT, before=900.0, theirs=1210.4, ranks=(1, 1, 2))
    assert upsets(placed(ANN, BEN, CAT), shared) == [], "to share the first place is no win"
    assert upsets(placed(ANN, BEN), match(99, ANN, BEN, theirs=900.0)) == []


def test_the_greatest_upset_is_kept_among_thousands() -> None:
    many = [match(at, ANN, BEN, before=1000.0 - (at * 7919) % 613, theirs=1000.0) for at in range(1, 2000)]
    gaps = [it.number for it, _ in upsets(placed(ANN, BEN), *many)]
    assert gaps[0] == 612
    assert gaps == sorted(gaps, reverse=True)


def test_of_equal_upsets_the_first_is_first() -> None:
    both = [match(90 + at, *who, before=900.0, theirs=1200.0) for at, who in enumerate([(ANN, BEN), (BEN, ANN)])]
    for order in (both, both[::-1]):
        named = upsets(placed(ANN, BEN), *order)
        assert [it.person for it, _ in named] == [rows[0].person for rows in order]


def test_who_was_forgotten_is_named_for_nothing() -> None:
    named = tallied(
        placed(-7, BEN), *(match(at, -7, BEN, before=500.0, after=1000.0 + at) for at in range(10, 30))
    ).named()
    assert named == ([], [], [])


PEOPLE = st.lists(st.sampled_from([ANN, BEN, CAT, DAN]), min_size=2, max_size=4, unique=True)


@given(st.lists(st.tuples(PEOPLE, st.integers(600, 1400)), max_size=60), st.integers(1, 7))
def test_it_is_the_same_however_it_is_cut(played: list[tuple[list[int], int]], size: int) -> None:
    """Matches come in pages."""
    matches = [match(at, *people, before=points, after=points + 9) for at, (people, points) in enumerate(played, 1)]
    pages = [[row for one in matches[at : at + size] for row in one] for at in range(0, len(matches), size)]
    assert tallied(*pages).named() == tallied(*matches).named()
    for one, other in rivals(*matches):
        assert MEETINGS <= one.beside == other.beside >= one.number + other.number
        assert one.beside == sum({one.person, other.person} <= {*people} for people, _ in played)
