"""When the game ends, who has won, and how signs decide between those who are level."""

from __future__ import annotations

import pytest

from games.match import RESIGN, Match
from games.schnick.state import Ended, Level, Signed
from tests.games.lines import refusal, words
from tests.games.schnick.drawn import PLENTY, drawing, said, table, usual
from tests.games.schnick.scenes import level


def ended(match: Match) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    assert match.result
    return match.result.ranks, match.result.scores, match.result.reason


def test_an_empty_hand_ends_the_game_after_the_duel() -> None:
    match = said(table(f"stj p ffj | {PLENTY}"), "0 challenge 1", "scissors paper")
    assert ended(match) == ((1, 2, 2), (2, 0, 0), "hand")
    assert match.state.last[-1] == Ended((1,))


def test_a_joker_is_a_card_in_hand() -> None:
    match = said(table(f"stj pj | {PLENTY}"), "0 challenge 1", "scissors paper")
    assert not match.result
    assert drawing(match).startswith("twj j |")


def test_who_wins_with_the_last_card_draws_and_plays_on() -> None:
    match = said(table(f"s pt | {PLENTY}"), "0 challenge 1", "scissors paper")
    assert not match.result
    assert drawing(match).startswith("w t |")


def test_an_empty_pile_ends_the_game_after_the_duel() -> None:
    match = said(table("ss pp | f"), "0 challenge 1", "scissors paper")
    assert ended(match) == ((1, 2), (2, 0), "pile")
    assert match.state.last[-1] == Ended(())


def test_the_last_card_does_not_stop_a_running_duel() -> None:
    match = said(table("s st pp | f"), "0 challenge 1", "scissors scissors")
    assert drawing(match) == "f t pp |"
    assert match.awaited == {0, 1}
    match = said(match, "fire stone")
    assert ended(match) == ((2, 1, 2), (0, 4, 0), "hand")


def test_when_hand_and_pile_run_out_together_it_is_the_hand() -> None:
    match = said(table("ss p | f"), "0 challenge 1", "scissors paper")
    assert ended(match) == ((1, 2), (2, 0), "hand")
    # With nothing left to draw, the winner's hand is empty too.
    match = said(table("t tp ff | s"), "0 challenge 1", "stone stone", "scissors paper")
    assert drawing(match) == "- - ff |"
    assert ended(match) == ((1, 2, 2), (4, 0, 0), "hand")
    assert match.state.last[-1] == Ended((0, 1))


def test_cards_in_hand_count_nothing() -> None:
    match = said(table("stpfwsj p | fff"), "0 challenge 1", "well paper")
    assert match.scores() == (0, 2)
    match = said(table("ssssstj p | fff"), "0 challenge 1", "stone paper")
    # Seven cards against one: nothing.
    assert match.scores() == (0, 2)


# Several with most cards


def shown(match: Match, signs: str) -> Match:
    """Everybody who is still in shows a sign: the first letters, by seat."""
    names = {"s": "scissors", "t": "stone", "p": "paper", "f": "fire", "w": "well"}
    return said(match, *(f"{seat} sign {names[sign]}" for seat, sign in zip(sorted(match.awaited), signs, strict=True)))


@pytest.mark.parametrize(("seats", "others"), [(2, 0), (3, 0), (3, 1), (6, 0), (2, 3)])
def test_those_who_are_level_show_signs_at_once(seats: int, others: int) -> None:
    match = level(seats, others)
    assert not match.result
    assert match.awaited == set(range(seats))
    for seat in range(seats):
        assert words(match, seat) == ["sign scissors", "sign stone", "sign paper", "sign fire", "sign well"]
    if others:
        assert refusal(match, f"{seats} sign well") == "not-awaited"
    assert match.state.last[-2:] == (Ended(()), Level(tuple(range(seats)), 2))


def test_two_repeat_until_one_wins() -> None:
    match = shown(level(2), "ff")
    assert match.awaited == {0, 1}
    assert match.state.last == (Signed(((0, "f"), (1, "f")), (0, 1)),)
    match = shown(shown(match, "ww"), "pf")
    assert ended(match) == ((2, 1), (2, 2), "sign")
    assert match.state.last == (Signed(((0, "p"), (1, "f")), (1,)),)


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
    match = shown(level(3), signs)
    assert match.awaited == (left if len(left) > 1 else set())
    (signed,) = match.state.last
    assert set(signed.left) == left


def test_only_those_with_most_points_go_on() -> None:
    match = shown(level(4), "ppts")
    # Paper beats stone, scissors beat both papers, stone beats scissors.
    assert ended(match) == ((2, 2, 2, 1), (2, 2, 2, 2), "sign")
    match = shown(level(4), "pptt")
    assert match.awaited == {0, 1}
    assert refusal(match, "2 sign well") == "not-awaited"
    match = shown(match, "sp")
    # Who dropped out sooner shares the second place with who lost last.
    assert ended(match) == ((1, 2, 2, 2), (2, 2, 2, 2), "sign")


def test_the_others_follow_by_their_cards() -> None:
    match = shown(level(2, 2), "sp")
    assert ended(match) == ((1, 2, 3, 3), (2, 2, 0, 0), "sign")


@pytest.mark.parametrize(("seats", "others", "ranks"), [(2, 0, (1, 1)), (2, 1, (1, 1, 3)), (3, 2, (1, 1, 1, 4, 4))])
def test_or_they_share_the_first_place(seats: int, others: int, ranks: tuple[int, ...]) -> None:
    match = level(seats, others, tiebreak="shared")
    assert ended(match) == (ranks, (2,) * seats + (0,) * others, "pile")


def test_one_alone_with_most_cards_needs_no_signs() -> None:
    match = said(table("stp stp ww | f"), "0 challenge 1", "stone scissors")
    assert ended(match) == ((1, 2, 2), (2, 0, 0), "pile")


def test_hands_stay_hidden_while_signs_decide() -> None:
    match = level(3)
    assert match.view(0).hands == ("pf", "??", "??")
    assert shown(match, "wst").view(0).hands == ("pf", "pf", "pf")


# A match that ends otherwise


def test_who_resigns_in_a_duel_of_two_has_lost_whatever_the_cards() -> None:
    match = said(table(f"stj ppj | {PLENTY}"), "0 challenge 1", "scissors paper").said(0, RESIGN)
    assert ended(match) == ((2, 1), (2, 0), "resign")


def test_at_a_table_of_six_the_match_goes_on_without_who_left() -> None:
    match = usual(6, 3).said(4, RESIGN)
    assert not match.result
    assert match.awaited == usual(6, 3).awaited


def test_there_is_no_limit_for_the_whole_match() -> None:
    assert not usual(2).game.MAY_LIMIT_MATCH_TIME
    assert list(usual(2).game.SEATS) == [2, 3, 4, 5, 6]
