"""Tests for the awards at the end of a season, computed without a store."""

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
    """Make the results of a match. `before` and `after` are points of the first player, `opponents` of the others."""
    before, after, opponents = (points.get(name, 1000.0) for name in ("before", "after", "opponents"))
    return [
        SeatResult(
            seat, person_id, SERVER_ID, game, 1, ranks[seat], 0, "points", True, match_id,
            before if seat == 0 else opponents, after if seat == 0 else opponents, match_id,
        )
        for seat, person_id in enumerate(person_ids)
    ]  # fmt: skip


def make_ranking_results(*person_ids: int) -> list[SeatResult]:
    """Make enough draws between these players for each of them to get a rank."""
    return [
        row for i in range(RANK_MIN_MATCHES) for row in make_results(i + 1, *person_ids, ranks=(1,) * len(person_ids))
    ]


def list_candidates(*results_by_match: Sequence[SeatResult]) -> AwardCandidateLists:
    """Return the award candidates for most improved player, for rivals, and for upsets."""
    counter = AwardCounter()
    for rows in results_by_match:
        counter.add_results(rows)
    return counter.list_candidates()


def test_most_improved_player_gained_the_most_since_their_first_rank() -> None:
    results = [make_results(i, ANN, CAT, after=1000.0 + 20 * i) for i in range(1, IMPROVED_MIN_MATCHES + 1)]
    gain = 20 * (IMPROVED_MIN_MATCHES - RANK_MIN_MATCHES)
    assert list_candidates(*results)[0] == [
        (SeasonAward(ANN, AwardKind.IMPROVED, GAME_KEY, gain, 1000 + 20 * IMPROVED_MIN_MATCHES),)
    ]
    assert list_candidates(*results[:-1])[0] == [], "too few matches"
    other_results = [
        make_results(50 + i, BEN, DAN, game=OTHER_GAME, after=1000.0 + 30 * i)
        for i in range(1, IMPROVED_MIN_MATCHES + 1)
    ]
    assert [it.person_id for [it] in list_candidates(*results, *other_results)[0]] == [BEN, ANN]


def test_rivals_have_the_most_and_then_the_closest_matches() -> None:
    one_sided = [make_results(i, ANN, BEN) for i in range(RIVALS_MIN_MATCHES + 1)]
    even = [make_results(90 + i, *((CAT, DAN) if i % 2 else (DAN, CAT))) for i in range(RIVALS_MIN_MATCHES + 1)]
    met = RIVALS_MIN_MATCHES + 1
    assert list_candidates(*one_sided, *even)[1] == [
        (SeasonAward(CAT, AwardKind.RIVAL, "", 2, met), SeasonAward(DAN, AwardKind.RIVAL, "", 2, met)),
        (SeasonAward(ANN, AwardKind.RIVAL, "", met, met), SeasonAward(BEN, AwardKind.RIVAL, "", 0, met)),
    ]
    assert [it.person_id for it in list_candidates(*one_sided, *even[1:])[1][0]] == [ANN, BEN]
    for count, pairs in ((RIVALS_MIN_MATCHES - 1, 0), (RIVALS_MIN_MATCHES, 1)):
        assert len(list_candidates(*one_sided[:count])[1]) == pairs


def test_upset_is_a_ranked_win_against_much_better_players() -> None:
    upset = make_results(99, ANN, BEN, CAT, before=900.0, opponents=1210.4)
    assert list_candidates(make_ranking_results(ANN, BEN, CAT), upset)[2] == [
        (
            SeasonAward(ANN, AwardKind.UPSET_WINNER, GAME_KEY, 310, 15),
            SeasonAward(BEN, AwardKind.UPSET_LOSER, GAME_KEY, 310, 15),
        )
    ]
    shared = make_results(99, ANN, BEN, CAT, before=900.0, opponents=1210.4, ranks=(1, 1, 2))
    for results in (
        [upset],
        [make_ranking_results(ANN, BEN, CAT), shared],
        [make_ranking_results(ANN, BEN), make_results(99, ANN, BEN, opponents=900.0)],
    ):
        assert list_candidates(*results)[2] == []


def test_greatest_upsets_are_kept_and_ties_go_to_the_earliest() -> None:
    upsets = [make_results(i, ANN, BEN, before=1000.0 - (i * 7919) % 613, opponents=1000.0) for i in range(1, 2000)]
    gaps = [it.value for it, _ in list_candidates(make_ranking_results(ANN, BEN), *upsets)[2]]
    assert gaps[0] == 612
    assert gaps == sorted(gaps, reverse=True)
    equals = [
        make_results(90 + i, *person_ids, before=900.0, opponents=1200.0)
        for i, person_ids in enumerate([(ANN, BEN), (BEN, ANN)])
    ]
    for order in (equals, equals[::-1]):
        candidates = list_candidates(make_ranking_results(ANN, BEN), *order)[2]
        assert [it.person_id for it, _ in candidates] == [rows[0].person_id for rows in order]


def test_deleted_players_get_no_awards() -> None:
    results = [make_results(i, -7, BEN, before=500.0, after=1000.0 + i) for i in range(10, 30)]
    assert list_candidates() == list_candidates(make_ranking_results(-7, BEN), *results) == ([], [], [])


PERSON_ID_LISTS = st.lists(st.sampled_from([ANN, BEN, CAT, DAN]), min_size=2, max_size=4, unique=True)


@given(st.lists(st.tuples(PERSON_ID_LISTS, st.integers(600, 1400)), max_size=60), st.integers(1, 7))
def test_awards_do_not_depend_on_the_page_size(played: list[tuple[list[int], int]], page_size: int) -> None:
    matches = [
        make_results(i, *people, before=points, after=points + 9) for i, (people, points) in enumerate(played, 1)
    ]
    pages = [
        [row for match in matches[start : start + page_size] for row in match]
        for start in range(0, len(matches), page_size)
    ]
    assert list_candidates(*pages) == list_candidates(*matches)
    for first, second in list_candidates(*matches)[1]:
        assert RIVALS_MIN_MATCHES <= first.second_value == second.second_value >= first.value + second.value
        assert first.second_value == sum({first.person_id, second.person_id} <= {*people} for people, _ in played)
