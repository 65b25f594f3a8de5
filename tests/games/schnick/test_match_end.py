"""When the game ends, who has won, and how signs decide between those who are level."""

from __future__ import annotations

import pytest

from games.match import RESIGN, Match
from games.schnick.state import DuelsEnded, TiebreakRevealed, TiedForFirst
from tests.games.lines import refusal, words
from tests.games.schnick.match_setup import PLENTY, play_lines, start_match, start_shuffled_match
from tests.games.schnick.scenes import start_tiebreak


def ended(match: Match) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    assert match.result
    return match.result.ranks, match.result.scores, match.result.reason


@pytest.mark.parametrize(
    ("deal", "lines", "outcome", "last"),
    [
        ("stj p ffj | stpfw", ("scissors paper",), ((1, 2, 2), (2, 0, 0), "hand"), DuelsEnded((1,))),
        ("ss pp | f", ("scissors paper",), ((1, 2), (2, 0), "pile"), DuelsEnded(())),
        # The last card does not stop a running duel.
        ("s st pp | f", ("scissors scissors", "fire stone"), ((2, 1, 2), (0, 4, 0), "hand"), DuelsEnded((0, 1))),
        # When hand and pile run out together it is the hand; with nothing left to draw the winner's is empty, too.
        ("ss p | f", ("scissors paper",), ((1, 2), (2, 0), "hand"), DuelsEnded((1,))),
        ("t tp ff | s", ("stone stone", "scissors paper"), ((1, 2, 2), (4, 0, 0), "hand"), DuelsEnded((0, 1))),
        # Cards in hand count nothing: seven against one.
        ("ssssstj p | fff", ("stone paper",), ((2, 1), (0, 2), ""), None),
        # A joker is a card in hand, and whoever wins with the last card draws and plays on.
        ("stj pj | stpfw", ("scissors paper",), ((1, 2), (2, 0), ""), None),
        ("s pt | stpfw", ("scissors paper",), ((1, 2), (2, 0), ""), None),
    ],
)
def test_the_game_ends_with_an_empty_hand_or_pile(
    deal: str, lines: tuple[str, ...], outcome: tuple[tuple[int, ...], tuple[int, ...], str], last: DuelsEnded | None
) -> None:
    match = play_lines(start_match(deal), "0 challenge 1", *lines)
    if last:
        assert ended(match) == outcome
        assert match.state.recent_events[-1] == last
    else:
        assert not match.result
        assert match.scores() == outcome[1]


# Several with most cards


def shown(match: Match, signs: str) -> Match:
    """Everybody who is still in shows a sign: the first letters, by seat."""
    names = {"s": "scissors", "t": "stone", "p": "paper", "f": "fire", "w": "well"}
    return play_lines(
        match, *(f"{seat} sign {names[sign]}" for seat, sign in zip(sorted(match.seats_asked), signs, strict=True))
    )


@pytest.mark.parametrize(("seats", "others"), [(2, 0), (3, 0), (3, 1), (6, 0), (2, 3)])
def test_those_who_are_level_show_signs_at_once(seats: int, others: int) -> None:
    match = start_tiebreak(seats, others)
    assert not match.result
    assert match.seats_asked == set(range(seats))
    for seat in range(seats):
        assert words(match, seat) == ["sign scissors", "sign stone", "sign paper", "sign fire", "sign well"]
    if others:
        assert refusal(match, f"{seats} sign well") == "not-awaited"
    assert match.state.recent_events[-2:] == (DuelsEnded(()), TiedForFirst(tuple(range(seats)), 2))


def test_two_repeat_until_one_wins() -> None:
    match = shown(start_tiebreak(2), "ff")
    assert match.seats_asked == {0, 1}
    assert match.state.recent_events == (TiebreakRevealed(((0, "f"), (1, "f")), (0, 1)),)
    match = shown(shown(match, "ww"), "pf")
    assert ended(match) == ((2, 1), (2, 2), "sign")
    assert match.state.recent_events == (TiebreakRevealed(((0, "p"), (1, "f")), (1,)),)


@pytest.mark.parametrize(
    ("signs", "left"),
    [
        ("ppt", {0, 1}),  # two beat one, and not each other
        ("ptt", {0}),
        ("spt", {0, 1, 2}),  # round in a circle
        ("www", {0, 1, 2}),
        ("pfw", {0, 1, 2}),
        ("fst", {2}),  # fire has a point for scissors, stone two for both
        ("wst", {0}),
    ],
)
def test_with_three_each_scores_for_every_rival_beaten(signs: str, left: set[int]) -> None:
    match = shown(start_tiebreak(3), signs)
    assert match.seats_asked == (left if len(left) > 1 else set())
    (signed,) = match.state.recent_events
    assert set(signed.remaining_seats) == left


def test_only_those_with_most_points_go_on() -> None:
    match = shown(start_tiebreak(4), "ppts")
    # Paper beats stone, scissors beat both papers, stone beats scissors.
    assert ended(match) == ((2, 2, 2, 1), (2, 2, 2, 2), "sign")
    match = shown(start_tiebreak(4), "pptt")
    assert match.seats_asked == {0, 1}
    assert refusal(match, "2 sign well") == "not-awaited"
    match = shown(match, "sp")
    # Who dropped out sooner shares the second place with who lost last.
    assert ended(match) == ((1, 2, 2, 2), (2, 2, 2, 2), "sign")


def test_the_others_follow_by_their_cards() -> None:
    match = shown(start_tiebreak(2, 2), "sp")
    assert ended(match) == ((1, 2, 3, 3), (2, 2, 0, 0), "sign")


@pytest.mark.parametrize(("seats", "others", "ranks"), [(2, 0, (1, 1)), (2, 1, (1, 1, 3)), (3, 2, (1, 1, 1, 4, 4))])
def test_or_they_share_the_first_place(seats: int, others: int, ranks: tuple[int, ...]) -> None:
    match = start_tiebreak(seats, others, tiebreak="shared")
    assert ended(match) == (ranks, (2,) * seats + (0,) * others, "pile")


def test_hands_stay_hidden_while_signs_decide() -> None:
    match = start_tiebreak(3)
    assert match.view_of(0).hands == ("pf", "??", "??")
    assert shown(match, "wst").view_of(0).hands == ("pf", "pf", "pf")


# A match that ends otherwise


def test_who_resigns_in_a_duel_of_two_has_lost_whatever_the_cards() -> None:
    match = play_lines(start_match(f"stj ppj | {PLENTY}"), "0 challenge 1", "scissors paper").play_move(0, RESIGN)
    assert ended(match) == ((2, 1), (2, 0), "resign")


def test_there_is_no_limit_for_the_whole_match() -> None:
    assert not start_shuffled_match(2).game.MAY_LIMIT_MATCH_TIME
    assert list(start_shuffled_match(2).game.SEATS) == [2, 3, 4, 5, 6]
