"""Checks that `GAME.resample` finds all states that fit a view, and no others.

The expected states are counted by hand or found by rejection sampling.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.dice import Dice
from games.match import Match
from games.schnick import GAME
from games.schnick.state import has_four_alike
from tests.games.schnick.match_setup import format_cards, play_lines, sample_states, start_match, start_shuffled_match
from tests.games.schnick.rejection_sampling import CardPlacement, count_replayed_states, get_card_placement

FULL_PILE = f"w{'s' * 9}{'t' * 9}{'p' * 10}{'f' * 8}"
"""The rest of a full deck after the hands wwwwst and ssttpp have been dealt."""


def count_states(match: Match, samples: int = 400) -> list[int]:
    """Return the number of states found for each seat and for a spectator. Check that all of them fit the view."""
    states_by_seat = {seat: sample_states(match.view_of(seat), samples) for seat in (*range(match.seats), None)}
    for seat, states in states_by_seat.items():
        assert {GAME.view(state, seat) for state in states} == {match.view_of(seat)}
        assert match.state in states
    return [len(states) for states in states_by_seat.values()]


@pytest.mark.parametrize(
    ("deal", "counts"),
    [
        # Each seat: two of three cards in the other hand. Spectator: two of five cards, and two of the other three.
        ("st pf | w", [3, 3, 30]),
        # Seat 0: p, w, f and f in any order, the first card in the other hand: 4! / 2!. Seat 1: s, t, w, f and f, and
        # the first two cards are a hand without order: (60 + 6) / 2. Spectator: (360 + 24) / 2.
        pytest.param("st p | wff", [12, 33, 192], marks=pytest.mark.gate),
        # Jokers are public.
        ("stj pfj | w", [3, 3, 30]),
        ("stj j | wf", [2, 12, 12]),
        # All cards are alike, so there is only one state.
        ("ss ss | sss", [1, 1, 1]),
    ],
)
def test_number_of_states_after_deal(deal: str, counts: list[int]) -> None:
    # With this many samples, no state is missed.
    assert count_states(start_match(deal), 16 * max(counts)) == counts


def test_number_of_states_after_duel() -> None:
    match = play_lines(start_match("sst ppf | fff"), "0 challenge 1", "stone fire")
    # Everybody has seen t and f. Seat 0 drew an f, so two of p, p, f and f are in the other hand: pp with the pile ff,
    # pf with pf or fp, or ff with pp.
    assert count_states(match, 200)[0] == 4
    assert match.view_of(1).play_history == ("t+", "f")


def test_number_of_states_after_card_drawn_in_tie() -> None:
    match = play_lines(start_match("p pt | fsw"), "0 challenge 1", "paper paper")
    assert format_cards(match) == "w t | fs"
    # Seat 0 has w: t, f or s is in the other hand, and two cards are in the pile in either order. Seat 1 has t, so
    # it is the same with w, f or s. Spectator: one of four, one of three, and two orders.
    assert count_states(match) == [6, 6, 24]
    assert match.view_of(1).hands == ("?", "t")


# Redeal offers


def test_without_redeal_offer_no_hand_has_four_alike() -> None:
    for seats in (2, 6):
        match = next(
            match for seed in range(9) if not (match := start_shuffled_match(seats, seed)).state.seats_offered_redeal
        )
        for state in sample_states(match.view_of(0), 100):
            assert not any(has_four_alike(hand) for hand in state.hands)


def test_hands_with_redeal_offer_have_four_alike() -> None:
    match = start_match("ttttpfj stpfwsj ppppsfj | wwssstttf")
    for seat in (0, 1, 2, None):
        for state in sample_states(match.view_of(seat), 25):
            assert [has_four_alike(hand) for hand in state.hands] == [True, False, True]
            assert state.seats_offered_redeal == {0, 2}


def test_kept_hand_had_four_alike_before_cards_were_played() -> None:
    match = play_lines(
        start_match("ttttpf ssttpp | ffffppppssssww"), "0 keep", "0 challenge 1", "paper stone", "1 challenge 0"
    )
    match = play_lines(match, "paper fire")
    assert match.view_of(1).play_history == ("p+f+", "tp")
    for state in sample_states(match.view_of(1), 100):
        assert has_four_alike(state.dealt_hands[0][-1])
        # Two cards have been played, so at least two of the four are left.
        assert max(Counter(state.hands[0]).values()) >= 2


def test_returned_cards_are_in_no_dealt_hand() -> None:
    """Seat 0 returned four of the five wells, so it expects at most one in the other hand."""
    match = play_lines(start_match(f"wwwwst ssttpp | {FULL_PILE}"), "0 redeal")
    states = sample_states(match.view_of(0), 60)
    assert {state.hands[1].count("w") for state in states} == {0, 1}
    assert all(state.pile.count("w") >= 4 for state in states)
    # The other seat has not seen the returned cards.
    assert max(state.hands[0].count("w") for state in sample_states(match.view_of(1), 100)) >= 2
    assert {state.dealt_hands[0][0] for state in states} == {"stwwww"}
    assert len({state.dealt_hands[0][0] for state in sample_states(match.view_of(1), 50)}) > 10


def test_returned_cards_make_other_hands_likelier() -> None:
    """Seat 0 knows all cards except s, s and p, two of which are in the other hand."""
    match = play_lines(start_match("ttttpp sp | sspptwf"), "0 redeal")
    assert match.state.hands[0] == "stppfw"
    view = match.view_of(0)
    hands = Counter(GAME.resample(view, Dice(bytes([roll, 7]))).hands[1] for roll in range(250))
    assert hands.keys() == {"sp", "ss"}
    # One third, within four standard errors.
    assert abs(hands["ss"] / 250 - 1 / 3) < 0.12


def test_missing_offer_tells_nothing_if_pile_is_too_small() -> None:
    match = start_match("ttttpp pppttt | pt")
    assert match.view_of(0).four_alike_by_seat == (None, None)
    redeal_patterns = {tuple(map(has_four_alike, state.hands)) for state in sample_states(match.view_of(None), 200)}
    assert len(redeal_patterns) >= 3
    assert match.seats_asked == {0}


def test_card_that_must_have_been_drawn_from_pile() -> None:
    """All scissors were in the pile, so seat 1 must have drawn the one it played. Its other drawn card is unknown."""
    match = play_lines(start_match("sssstt wf | ttppff"), "0 redeal", "0 challenge 1", "fire well", "1 challenge 0")
    match = play_lines(match, "scissors paper")
    view = match.view_of(0)
    states = sample_states(view, 100)
    assert {(state.hands[1], "".join(sorted(state.pile))) for state in states} == {("tf", "ssst"), ("sf", "sstt")}
    assert {GAME.view(state, 0) for state in states} == {view}


# Comparison with rejection sampling

REPLAYED_MATCHES = {
    "a duel": ("stp pf | wst", "0 challenge 1, 0 card stone, 1 card fire"),
    "a tie": ("s sp | tsf", "0 challenge 1, 0 card scissors, 1 card scissors"),
    "a card drawn and played": (
        "sp tp | ftt",
        "0 challenge 1, 0 card scissors, 1 card paper, 1 challenge 0, 0 card paper, 1 card stone",
    ),
    "a redeal": ("ttttpp s | ttttpp", "0 redeal"),
    "a redeal and a duel": ("ttttpp sp | tttspp", "0 redeal, 0 challenge 1, 0 card paper, 1 card scissors"),
    "two redeals at once": ("tttttp pppppt | tttppp", "0 redeal, 1 redeal"),
    "a redeal after another": ("ttttpp p | ttpppp", "0 redeal, 0 redeal"),
    "four alike and no six to exchange them": ("ttttp ppptt | pttt", "0 challenge 1, 0 card stone, 1 card paper"),
    "six alike and no six in the pile": ("tttttt pppttt | pp", "0 challenge 1, 0 card stone, 1 card paper"),
    "kept and played": ("tttttp pt | tttptt", "0 keep, 0 challenge 1, 0 card stone, 1 card paper"),
}


QUICK_REPLAYS = {"a redeal and a duel", "kept and played"}


def sample_both_ways(
    name: str, seat: int | None, tries: int, samples: int
) -> tuple[Counter[CardPlacement], Counter[CardPlacement]]:
    """Return the counts of states found by rejection sampling, and of those found by `GAME.resample`."""
    deal, moves = REPLAYED_MATCHES[name]
    match = play_lines(start_match(deal), *moves.split(", "))
    lines = [(int(line[0]), tuple(line[2:].split())) for line in moves.split(", ")]
    view = match.view_of(seat)
    seeds = (Dice(seed.to_bytes(4, "big")) for seed in range(samples))
    resampled = Counter(get_card_placement(GAME.resample(view, dice)) for dice in seeds)
    return count_replayed_states(match.state, deal, lines, seat, tries), resampled


for_each_seat = pytest.mark.parametrize(
    "seat", [0, *(pytest.param(seat, marks=pytest.mark.gate) for seat in (1, None))]
)


@for_each_seat
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK_REPLAYS else [pytest.mark.gate]) for name in REPLAYED_MATCHES],
)
def test_resample_finds_the_states_of_rejection_sampling(name: str, seat: int | None) -> None:
    replayed, resampled = sample_both_ways(name, seat, 2500, 300)
    frequent = {state for state, count in replayed.items() if count > replayed.total() // 40}
    assert frequent <= set(resampled) <= set(replayed)


@pytest.mark.gate
@pytest.mark.parametrize("seat", [0, 1, None])
def test_resample_finds_states_with_right_frequency(seat: int | None) -> None:
    """Each state must be equally frequent in both samples, within five standard errors."""
    replayed, resampled = sample_both_ways("a duel", seat, 6000, 1500)
    for state, count in replayed.items():
        share = (resampled[state] + count) / (resampled.total() + replayed.total())
        error = (share * (1 - share) * (1 / resampled.total() + 1 / replayed.total())) ** 0.5
        assert abs(resampled[state] / resampled.total() - count / replayed.total()) < 5 * error
