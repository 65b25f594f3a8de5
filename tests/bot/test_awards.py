"""The awards at the end of a season, computed without a store."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bot.ratings.awards import (
    IMPROVED_MIN_MATCHES,
    RIVALS_MIN_MATCHES,
    AwardCandidates,
    AwardCounter,
    AwardKind,
    SeasonAward,
)
from bot.ratings.rating_updates import RANK_MIN_MATCHES
from storage import SeatResult
from tests.kit.matches import ANN, BEN, CAT, DAN, SERVER_ID

GAME_KEY, OTHER_GAME = "schnick", "schamanen"
AwardCandidateLists = tuple[AwardCandidates, AwardCandidates, AwardCandidates]


def make_results(
    match_id: int, *person_ids: int, game: str = GAME_KEY, ranks: Sequence[int] = (1, 2, 3, 4), **points: float
) -> list[SeatResult]:
    """The first has won; `before` and `after` are the points of the first, `theirs` those of the others."""
    before, after, theirs = (points.get(name, 1000.0) for name in ("before", "after", "theirs"))
    return [
        SeatResult(
            seat, who, SERVER_ID, game, 1, ranks[seat], 0, "points", True, match_id,
            before if seat == 0 else theirs, after if seat == 0 else theirs, match_id,
        )
        for seat, who in enumerate(person_ids)
    ]  # fmt: skip


def make_ranking_results(*person_ids: int) -> list[SeatResult]:
    """As many matches of theirs as a rank takes, all shared."""
    return [
        row for at in range(RANK_MIN_MATCHES) for row in make_results(at + 1, *person_ids, ranks=(1,) * len(person_ids))
    ]


def list_candidates(*results_by_match: Sequence[SeatResult]) -> AwardCandidateLists:
    """Return who improved, who are rivals, and the upsets."""
    awarding = AwardCounter()
    for rows in results_by_match:
        awarding.add_results(rows)
    return awarding.list_candidates()


def test_most_improved_is_who_gained_most_since_they_had_a_rank() -> None:
    way = [make_results(at, ANN, CAT, after=1000.0 + 20 * at) for at in range(1, IMPROVED_MIN_MATCHES + 1)]
    gained = 20 * (IMPROVED_MIN_MATCHES - RANK_MIN_MATCHES)
    assert list_candidates(*way)[0] == [
        (SeasonAward(ANN, AwardKind.IMPROVED, GAME_KEY, gained, 1000 + 20 * IMPROVED_MIN_MATCHES),)
    ]
    assert list_candidates(*way[:-1])[0] == [], "too few matches say nothing"
    elsewhere = [
        make_results(50 + at, BEN, DAN, game=OTHER_GAME, after=1000.0 + 30 * at)
        for at in range(1, IMPROVED_MIN_MATCHES + 1)
    ]
    assert [it.person_id for [it] in list_candidates(*way, *elsewhere)[0]] == [BEN, ANN]


def test_rivals_are_who_met_most_and_then_the_closest() -> None:
    often = [make_results(at, ANN, BEN) for at in range(RIVALS_MIN_MATCHES + 1)]
    close = [make_results(90 + at, *((CAT, DAN) if at % 2 else (DAN, CAT))) for at in range(RIVALS_MIN_MATCHES + 1)]
    met = RIVALS_MIN_MATCHES + 1
    assert list_candidates(*often, *close)[1] == [
        (SeasonAward(CAT, AwardKind.RIVAL, "", 2, met), SeasonAward(DAN, AwardKind.RIVAL, "", 2, met)),
        (SeasonAward(ANN, AwardKind.RIVAL, "", met, met), SeasonAward(BEN, AwardKind.RIVAL, "", 0, met)),
    ]
    assert [it.person_id for it in list_candidates(*often, *close[1:])[1][0]] == [ANN, BEN]
    assert [len(list_candidates(*often[:times])[1]) for times in (RIVALS_MIN_MATCHES - 1, RIVALS_MIN_MATCHES)] == [0, 1]


def test_upset_is_a_win_of_a_known_player_against_a_much_better_one() -> None:
    upset = make_results(99, ANN, BEN, CAT, before=900.0, theirs=1210.4)
    assert list_candidates(make_ranking_results(ANN, BEN, CAT), upset)[2] == [
        (
            SeasonAward(ANN, AwardKind.UPSET_WINNER, GAME_KEY, 310, 15),
            SeasonAward(BEN, AwardKind.UPSET_LOSER, GAME_KEY, 310, 15),
        )
    ]
    shared = make_results(99, ANN, BEN, CAT, before=900.0, theirs=1210.4, ranks=(1, 1, 2))
    for nothing in (
        [upset],
        [make_ranking_results(ANN, BEN, CAT), shared],
        [make_ranking_results(ANN, BEN), make_results(99, ANN, BEN, theirs=900.0)],
    ):
        assert list_candidates(*nothing)[2] == []


def test_greatest_upsets_are_kept_and_of_equals_the_first() -> None:
    many = [make_results(at, ANN, BEN, before=1000.0 - (at * 7919) % 613, theirs=1000.0) for at in range(1, 2000)]
    gaps = [it.value for it, _ in list_candidates(make_ranking_results(ANN, BEN), *many)[2]]
    assert gaps[0] == 612
    assert gaps == sorted(gaps, reverse=True)
    both = [make_results(90 + at, *who, before=900.0, theirs=1200.0) for at, who in enumerate([(ANN, BEN), (BEN, ANN)])]
    for order in (both, both[::-1]):
        named = list_candidates(make_ranking_results(ANN, BEN), *order)[2]
        assert [it.person_id for it, _ in named] == [rows[0].person_id for rows in order]


def test_forgotten_players_are_named_for_nothing() -> None:
    lost = [make_results(at, -7, BEN, before=500.0, after=1000.0 + at) for at in range(10, 30)]
    assert list_candidates() == list_candidates(make_ranking_results(-7, BEN), *lost) == ([], [], [])


PERSON_ID_LISTS = st.lists(st.sampled_from([ANN, BEN, CAT, DAN]), min_size=2, max_size=4, unique=True)


@given(st.lists(st.tuples(PERSON_ID_LISTS, st.integers(600, 1400)), max_size=60), st.integers(1, 7))
def test_awards_are_the_same_however_matches_are_paged(played: list[tuple[list[int], int]], size: int) -> None:
    matches = [
        make_results(at, *people, before=points, after=points + 9) for at, (people, points) in enumerate(played, 1)
    ]
    pages = [[row for one in matches[at : at + size] for row in one] for at in range(0, len(matches), size)]
    assert list_candidates(*pages) == list_candidates(*matches)
    for one, other in list_candidates(*matches)[1]:
        assert RIVALS_MIN_MATCHES <= one.second_value == other.second_value >= one.value + other.value
        assert one.second_value == sum({one.person_id, other.person_id} <= {*people} for people, _ in played)
