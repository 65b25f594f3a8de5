"""The deal, and the redeal of hands with four cards of the same symbol."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from games.match import TIME_OUT
from games.schnick.state import (
    COPIES_BY_SYMBOL,
    FULL_DECK,
    CardsDealt,
    ChallengeMade,
    HandKept,
    HandRedealt,
    has_four_alike,
)
from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schnick.match_setup import format_cards, play_lines, start_match, start_shuffled_match


@pytest.mark.parametrize(("seats", "pile"), [(2, 37), (3, 31), (4, 25), (5, 19), (6, 13)])
def test_each_player_gets_six_cards_and_a_joker(seats: int, pile: int) -> None:
    state = start_shuffled_match(seats).state
    assert len(state.pile) == pile
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert all(hand.count("j") == 1 and hand.endswith("j") for hand in state.hands)
    # Unused jokers leave the game.
    assert Counter("".join(state.hands) + state.pile) == Counter(FULL_DECK) + Counter("j" * seats)
    assert Counter(FULL_DECK) == COPIES_BY_SYMBOL


def test_hands_and_first_challenger_are_random() -> None:
    first = {start_shuffled_match(6, seed).state.challenger for seed in range(60)}
    assert first == set(range(6))
    assert len({start_shuffled_match(2, seed).state.hands for seed in range(20)}) == 20
    (dealt,) = start_shuffled_match(3, 1).state.recent_events
    assert dealt == CardsDealt(start_shuffled_match(3, 1).state.challenger)


def test_host_may_choose_first_challenger() -> None:
    for seat in range(4):
        assert start_shuffled_match(4, 5, first=seat).state.challenger == seat
        assert start_shuffled_match(4, 5, first=seat).state.hands == start_shuffled_match(4, 5).state.hands


# Four alike


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ("ttttpf", True),
        ("ssssss", True),
        ("tttppp", False),
        ("ssstpf", False),
        ("wwwwsf", True),
        ("ffffff", True),
        ("ttppff", False),
    ],
)
def test_redeal_is_offered_for_four_cards_alike(hand: str, offered: bool) -> None:
    match = start_match(f"{hand}j stpfwsj | sstppt")
    assert match.seats_asked == {0}
    assert list_move_texts(match, 0) == (["redeal", "keep"] if offered else ["challenge 1"])
    assert find_refusal_key(match, "1 redeal") == "not-awaited"


@pytest.mark.parametrize("hand", ["ttttpf", "tttppp"])
def test_waiting_loses_if_a_player_has_seen_the_cards_and_is_asked_alone(hand: str) -> None:
    """If waiting called the match off, players could do so with each bad hand."""
    result = start_match(f"{hand}j stpfwsj | sstppt").play_move(0, TIME_OUT).result
    assert result is not None
    assert (result.reason, result.ranks) == ("lapse", (2, 1))


def test_probability_of_four_cards_alike() -> None:
    """Of all possible hands, 8.2 percent have four cards alike. In random deals, the share must be the same."""
    count_by_hand = {
        hand: prod(comb(COPIES_BY_SYMBOL[symbol], hand.count(symbol)) for symbol in set(hand))
        for hand in map("".join, combinations_with_replacement(COPIES_BY_SYMBOL, 6))
    }
    assert sum(count_by_hand.values()) == comb(49, 6)
    alike = Fraction(sum(count for hand, count in count_by_hand.items() if has_four_alike(hand)), comb(49, 6))
    assert round(float(alike), 3) == 0.082
    offers = [len(start_shuffled_match(2, seed).state.seats_offered_redeal) for seed in range(600)]
    # Within four standard errors.
    assert abs(sum(offers) / 1200 - float(alike)) < 4 * (0.082 * 0.918 / 1200) ** 0.5


def test_new_cards_are_drawn_before_old_ones_are_shuffled_into_pile() -> None:
    match = play_lines(start_match("ttttpfj stpfwsj | wwssspp"), "0 redeal")
    hands, pile = format_cards(match).split(" | ")
    assert hands == "sssppwj sstpfwj"
    assert sorted(pile) == sorted("wttttpf")
    assert match.state.recent_events == (CardsDealt(0), HandRedealt(0))
    assert list_move_texts(match, 0) == ["challenge 1"]
    piles = {
        play_lines(start_match("ttttpfj stpfwsj | wwssspp", seed=seed), "0 redeal").state.pile for seed in range(20)
    }
    assert len(piles) > 10
    # A hand without a joker may be exchanged, too.
    assert format_cards(play_lines(start_match("ttttpf stpfws | wwsssp"), "0 redeal")).startswith("ssspww sstpfw | ")


def test_kept_hand_is_played() -> None:
    match = play_lines(start_match("ttttpfj stpfwsj | wwssspp"), "0 keep")
    assert format_cards(match) == "ttttpfj sstpfwj | wwssspp"
    assert match.state.recent_events == (CardsDealt(0), HandKept(0))
    assert list_move_texts(match, 0) == ["challenge 1"]
    # A player who keeps a hand is not asked again while another player exchanges one.
    assert play_lines(start_match("ttttpp sssspp ff | wwttttpp"), "0 keep", "1 redeal").seats_asked == {1}


def test_redeals_are_still_shown_when_duel_begins() -> None:
    """With two players the challenge is automatic, so players never see the state between redeal and duel."""
    match = play_lines(start_match("ttttpp sssspp | wwffws"), "0 redeal", "1 keep", "0 challenge 1")
    assert match.state.recent_events == (HandRedealt(0), HandKept(1), ChallengeMade(0, 1))
    # The redeals are not shown after that duel.
    first, second = (match.legal_moves(seat)[0] for seat in (0, 1))
    match = match.play_move(0, first).play_move(1, second)
    assert not any(isinstance(event, HandRedealt | HandKept) for event in match.state.recent_events)


def test_redeal_is_offered_again_if_new_hand_has_four_alike() -> None:
    match = play_lines(start_match("ttttpfj stpfwsj | wsssspp"), "0 redeal")
    assert format_cards(match).startswith("ssssppj ")
    assert match.seats_asked == {0}
    assert list_move_texts(match, 0) == ["redeal", "keep"]
    exchanged = play_lines(match, "0 redeal")
    assert exchanged.state.dealt_hands[0][:2] == ("ttttpf", "sssspp")
    assert len(exchanged.state.pile) == 7
    kept = play_lines(match, "0 keep")
    assert kept.state.phase == "challenge"
    assert kept.state.hands == match.state.hands


def test_redeals_are_offered_together_and_resolved_in_seat_order() -> None:
    match = start_match("ttttpfj sssstpj fffwwp | ppppsswwsstt", first=2)
    assert match.seats_asked == {0, 1}
    match = play_lines(match, "1 redeal", "0 redeal")
    # The lower seat gets the six top cards, even if the other seat moved first.
    assert match.state.hands[0] == "ssttwwj"
    assert match.state.recent_events == (CardsDealt(2), HandRedealt(0), HandRedealt(1))


def test_second_redeal_may_draw_cards_returned_by_first() -> None:
    """The first player draws all six cards of the pile. The second draws the six that the first returned."""
    match = play_lines(start_match("ttttpp sssspp | wwffws"), "0 redeal", "1 redeal")
    assert match.state.hands == ("sffwww", "ttttpp")
    assert sorted(match.state.pile) == sorted("sssspp")
    # The new hand has four cards alike again.
    assert match.seats_asked == {1}
    match = play_lines(match, "1 keep")
    assert match.seats_asked == {0}


@pytest.mark.parametrize(
    "deal",
    [
        "ttttpfj stpfwsj | wsssp",  # no six in the pile
        "ttttpfsj stpfwsj | wsssppp",  # seven cards
        "ttttfj stpfwsj | wsssppp",  # five
        "ttttj stpfwsj | wsssppp",
    ],
)
def test_no_redeal_without_six_cards_in_hand_and_pile(deal: str) -> None:
    assert list_move_texts(start_match(deal), 0) == ["challenge 1"]
