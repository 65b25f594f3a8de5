"""The end of a match, its result, and the tiebreak with signs."""

from __future__ import annotations

import pytest

from games.match import RESIGN, Match
from games.schnick.state import NAME_BY_SYMBOL, DuelsEnded, TiebreakRevealed, TiedForFirst
from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schnick.match_setup import LARGE_PILE, play_lines, start_match, start_shuffled_match
from tests.games.schnick.scenes import start_tiebreak


def get_result(match: Match) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    assert match.result
    return match.result.ranks, match.result.scores, match.result.reason


@pytest.mark.parametrize(
    ("deal", "lines", "outcome", "last"),
    [
        ("stj p ffj | stpfw", ("scissors paper",), ((1, 2, 2), (2, 0, 0), "hand"), DuelsEnded((1,))),
        ("ss pp | f", ("scissors paper",), ((1, 2), (2, 0), "pile"), DuelsEnded(())),
        # The last card does not stop a running duel.
        ("s st pp | f", ("scissors scissors", "fire stone"), ((2, 1, 2), (0, 4, 0), "hand"), DuelsEnded((0, 1))),
        # If a hand and the pile run out together, the reason is the hand. The winner cannot draw either.
        ("ss p | f", ("scissors paper",), ((1, 2), (2, 0), "hand"), DuelsEnded((1,))),
        ("t tp ff | s", ("stone stone", "scissors paper"), ((1, 2, 2), (4, 0, 0), "hand"), DuelsEnded((0, 1))),
        # Cards in hand do not count: the loser has seven, the winner one.
        ("ssssstj p | fff", ("stone paper",), ((2, 1), (0, 2), ""), None),
        # A joker counts as a card in hand. A player who wins with the last card draws a card and plays on.
        ("stj pj | stpfw", ("scissors paper",), ((1, 2), (2, 0), ""), None),
        ("s pt | stpfw", ("scissors paper",), ((1, 2), (2, 0), ""), None),
    ],
)
def test_match_ends_when_hand_or_pile_is_empty(
    deal: str, lines: tuple[str, ...], outcome: tuple[tuple[int, ...], tuple[int, ...], str], last: DuelsEnded | None
) -> None:
    match = play_lines(start_match(deal), "0 challenge 1", *lines)
    if last:
        assert get_result(match) == outcome
        assert match.state.recent_events[-1] == last
    else:
        assert not match.result
        assert match.scores() == outcome[1]


# Several players with the most cards


def show_signs(match: Match, signs: str) -> Match:
    """Play one round of the tiebreak. Each letter is the sign of a player who is still in it, in seat order."""
    return play_lines(
        match,
        *(f"{seat} sign {NAME_BY_SYMBOL[sign]}" for seat, sign in zip(sorted(match.seats_asked), signs, strict=True)),
    )


@pytest.mark.parametrize(("seats", "others"), [(2, 0), (3, 0), (3, 1), (6, 0), (2, 3)])
def test_tied_players_show_signs_at_once(seats: int, others: int) -> None:
    match = start_tiebreak(seats, others)
    assert not match.result
    assert match.seats_asked == set(range(seats))
    for seat in range(seats):
        assert list_move_texts(match, seat) == ["sign scissors", "sign stone", "sign paper", "sign fire", "sign well"]
    if others:
        assert find_refusal_key(match, f"{seats} sign well") == "not-awaited"
    assert match.state.recent_events[-2:] == (DuelsEnded(()), TiedForFirst(tuple(range(seats)), 2))


def test_tie_of_two_signs_is_repeated() -> None:
    match = show_signs(start_tiebreak(2), "ff")
    assert match.seats_asked == {0, 1}
    assert match.state.recent_events == (TiebreakRevealed(((0, "f"), (1, "f")), (0, 1)),)
    match = show_signs(show_signs(match, "ww"), "pf")
    assert get_result(match) == ((2, 1), (2, 2), "sign")
    assert match.state.recent_events == (TiebreakRevealed(((0, "p"), (1, "f")), (1,)),)


@pytest.mark.parametrize(
    ("signs", "remaining"),
    [
        ("ppt", {0, 1}),  # two beat the third and tie with each other
        ("ptt", {0}),
        ("spt", {0, 1, 2}),  # each beats one other
        ("www", {0, 1, 2}),
        ("pfw", {0, 1, 2}),
        ("fst", {2}),  # fire scores one point, stone two
        ("wst", {0}),
    ],
)
def test_three_tied_players_score_for_each_rival_they_beat(signs: str, remaining: set[int]) -> None:
    match = show_signs(start_tiebreak(3), signs)
    assert match.seats_asked == (remaining if len(remaining) > 1 else set())
    (revealed,) = match.state.recent_events
    assert set(revealed.remaining_seats) == remaining


def test_players_with_most_points_stay_in_tiebreak() -> None:
    match = show_signs(start_tiebreak(4), "ppts")
    # Paper beats stone, scissors beat both papers, stone beats scissors.
    assert get_result(match) == ((2, 2, 2, 1), (2, 2, 2, 2), "sign")
    match = show_signs(start_tiebreak(4), "pptt")
    assert match.seats_asked == {0, 1}
    assert find_refusal_key(match, "2 sign well") == "not-awaited"
    match = show_signs(match, "sp")
    # All losers of the tiebreak share the second place, no matter when they dropped out.
    assert get_result(match) == ((1, 2, 2, 2), (2, 2, 2, 2), "sign")


def test_other_players_rank_by_won_cards() -> None:
    match = show_signs(start_tiebreak(2, 2), "sp")
    assert get_result(match) == ((1, 2, 3, 3), (2, 2, 0, 0), "sign")


@pytest.mark.parametrize(("seats", "others", "ranks"), [(2, 0, (1, 1)), (2, 1, (1, 1, 3)), (3, 2, (1, 1, 1, 4, 4))])
def test_tied_players_share_first_place_if_host_chose_so(seats: int, others: int, ranks: tuple[int, ...]) -> None:
    match = start_tiebreak(seats, others, tiebreak="shared")
    assert get_result(match) == (ranks, (2,) * seats + (0,) * others, "pile")


def test_hands_stay_hidden_during_tiebreak() -> None:
    match = start_tiebreak(3)
    assert match.view_of(0).hands == ("pf", "??", "??")
    assert show_signs(match, "wst").view_of(0).hands == ("pf", "pf", "pf")


# Other endings


def test_player_who_resigns_loses_even_with_more_cards() -> None:
    match = play_lines(start_match(f"stj ppj | {LARGE_PILE}"), "0 challenge 1", "scissors paper").play_move(0, RESIGN)
    assert get_result(match) == ((2, 1), (2, 0), "resign")


def test_seat_counts_and_no_match_time_limit() -> None:
    assert not start_shuffled_match(2).game.MAY_LIMIT_MATCH_TIME
    assert list(start_shuffled_match(2).game.SEATS) == [2, 3, 4, 5, 6]
