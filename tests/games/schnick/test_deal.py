"""Six cards and a joker each, and four alike may be exchanged."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from games.schnick.state import (
    COPIES_BY_SYMBOL,
    FULL_DECK,
    CardsDealt,
    ChallengeMade,
    HandKept,
    HandRedealt,
    has_four_alike,
)
from tests.games.lines import refusal, words
from tests.games.schnick.match_setup import format_cards, play_lines, start_match, start_shuffled_match


@pytest.mark.parametrize(("seats", "pile"), [(2, 37), (3, 31), (4, 25), (5, 19), (6, 13)])
def test_six_cards_and_a_joker_each_and_the_rest_is_the_pile(seats: int, pile: int) -> None:
    state = start_shuffled_match(seats).state
    assert len(state.pile) == pile
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert all(hand.count("j") == 1 and hand.endswith("j") for hand in state.hands)
    # Jokers that nobody needs leave the game.
    assert Counter("".join(state.hands) + state.pile) == Counter(FULL_DECK) + Counter("j" * seats)
    assert Counter(FULL_DECK) == COPIES_BY_SYMBOL


def test_the_dice_deal_and_draw_who_begins() -> None:
    first = {start_shuffled_match(6, seed).state.challenger for seed in range(60)}
    assert first == set(range(6))
    assert len({start_shuffled_match(2, seed).state.hands for seed in range(20)}) == 20
    (dealt,) = start_shuffled_match(3, 1).state.recent_events
    assert dealt == CardsDealt(start_shuffled_match(3, 1).state.challenger)


def test_a_host_may_choose_who_begins() -> None:
    for seat in range(4):
        assert start_shuffled_match(4, 5, first=seat).state.challenger == seat
        assert start_shuffled_match(4, 5, first=seat).state.hands == start_shuffled_match(4, 5).state.hands


# Four alike


@pytest.mark.parametrize(
    ("six", "offered"),
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
def test_four_or_more_alike_are_offered(six: str, offered: bool) -> None:
    match = start_match(f"{six}j stpfwsj | sstppt")
    assert match.seats_asked == {0}
    assert words(match, 0) == (["redeal", "keep"] if offered else ["challenge 1"])
    assert refusal(match, "1 redeal") == "not-awaited"


def test_one_hand_in_twelve_qualifies() -> None:
    """Counted over all hands there are: 8.2 in a hundred."""
    ways = {
        mix: prod(comb(COPIES_BY_SYMBOL[symbol], mix.count(symbol)) for symbol in set(mix))
        for mix in map("".join, combinations_with_replacement(COPIES_BY_SYMBOL, 6))
    }
    assert sum(ways.values()) == comb(49, 6)
    alike = Fraction(sum(count for mix, count in ways.items() if has_four_alike(mix)), comb(49, 6))
    assert round(float(alike), 3) == 0.082
    offers = [len(start_shuffled_match(2, seed).state.seats_offered_redeal) for seed in range(600)]
    # Within four standard errors.
    assert abs(sum(offers) / 1200 - float(alike)) < 4 * (0.082 * 0.918 / 1200) ** 0.5


def test_the_new_six_come_from_the_top_before_the_old_are_shuffled_in() -> None:
    match = play_lines(start_match("ttttpfj stpfwsj | wwssspp"), "0 redeal")
    hands, pile = format_cards(match).split(" | ")
    assert hands == "sssppwj sstpfwj"
    assert sorted(pile) == sorted("wttttpf")
    assert match.state.recent_events == (CardsDealt(0), HandRedealt(0))
    assert words(match, 0) == ["challenge 1"]
    piles = {
        play_lines(start_match("ttttpfj stpfwsj | wwssspp", seed=seed), "0 redeal").state.pile for seed in range(20)
    }
    assert len(piles) > 10
    # A hand without a joker may be exchanged, too.
    assert format_cards(play_lines(start_match("ttttpf stpfws | wwsssp"), "0 redeal")).startswith("ssspww sstpfw | ")


def test_a_hand_that_is_kept_is_played() -> None:
    match = play_lines(start_match("ttttpfj stpfwsj | wwssspp"), "0 keep")
    assert format_cards(match) == "ttttpfj sstpfwj | wwssspp"
    assert match.state.recent_events == (CardsDealt(0), HandKept(0))
    assert words(match, 0) == ["challenge 1"]
    # And its owner is not asked again while another exchanges.
    assert play_lines(start_match("ttttpp sssspp ff | wwttttpp"), "0 keep", "1 redeal").seats_asked == {1}


def test_who_took_a_new_hand_is_still_told_when_a_duel_begins() -> None:
    """Of two, the one is challenged without being asked for: nobody sees the moment between."""
    match = play_lines(start_match("ttttpp sssspp | wwffws"), "0 redeal", "1 keep", "0 challenge 1")
    assert match.state.recent_events == (HandRedealt(0), HandKept(1), ChallengeMade(0, 1))
    # And no longer than for that duel.
    first, second = (match.legal_moves(seat)[0] for seat in (0, 1))
    match = match.play_move(0, first).play_move(1, second)
    assert not any(isinstance(fact, HandRedealt | HandKept) for fact in match.state.recent_events)


def test_redeals_go_on_while_four_are_alike() -> None:
    match = play_lines(start_match("ttttpfj stpfwsj | wsssspp"), "0 redeal")
    assert format_cards(match).startswith("ssssppj ")
    assert match.seats_asked == {0}
    assert words(match, 0) == ["redeal", "keep"]
    again = play_lines(match, "0 redeal")
    assert again.state.dealt_hands[0][:2] == ("ttttpf", "sssspp")
    assert len(again.state.pile) == 7
    kept = play_lines(match, "0 keep")
    assert kept.state.phase == "challenge"
    assert kept.state.hands == match.state.hands


def test_offers_are_made_at_once_and_resolved_by_seat() -> None:
    match = start_match("ttttpfj sssstpj fffwwp | ppppsswwsstt", first=2)
    assert match.seats_asked == {0, 1}
    match = play_lines(match, "1 redeal", "0 redeal")
    # The six on top go to the lower seat, whoever spoke first.
    assert match.state.hands[0] == "ssttwwj"
    assert match.state.recent_events == (CardsDealt(2), HandRedealt(0), HandRedealt(1))


def test_the_second_may_draw_what_the_first_returned() -> None:
    """The pile has six: the first takes them all, and the second what the first had."""
    match = play_lines(start_match("ttttpp sssspp | wwffws"), "0 redeal", "1 redeal")
    assert match.state.hands == ("sffwww", "ttttpp")
    assert sorted(match.state.pile) == sorted("sssspp")
    # Four alike again.
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
def test_other_drawn_hands_are_played_as_they_are(deal: str) -> None:
    assert words(start_match(deal), 0) == ["challenge 1"]
