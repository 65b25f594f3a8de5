"""Invariants that hold in every match."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from games.schnick.state import COPIES_BY_SYMBOL, DREW_CARD, State, sort_hand
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import continue_randomly
from tests.games.schnick.match_setup import play_random_match, start_match


def count_cards(state: State) -> Counter[str]:
    return Counter("".join((*state.hands, state.pile, *state.won_cards, *state.cards_in_middle)))


def check_invariants(state: State, total: Counter[str]) -> None:
    """Check that no card is lost, and that the size of each hand agrees with the history of its seat."""
    assert count_cards(state) == total
    for seat, hand in enumerate(state.hands):
        history = state.play_history[seat]
        assert hand == sort_hand(hand)
        assert hand.count("j") <= 1
        assert len(hand.rstrip("j")) == len(state.dealt_hands[seat][-1]) + 2 * history.count(DREW_CARD) - len(history)
    assert sum(history.count(DREW_CARD) for history in state.play_history) + len(state.pile) == _get_initial_pile_size(
        state
    )


def _get_initial_pile_size(state: State) -> int:
    symbols = [card for card in count_cards(state).elements() if card in COPIES_BY_SYMBOL]
    return len(symbols) - sum(len(dealt[-1]) for dealt in state.dealt_hands)


@make_settings_for_slow_test(2)
@given(st.integers(2, 6), st.integers(0, 2**30), st.sampled_from(["gesture", "shared"]))
def test_random_matches_keep_the_invariants(seats: int, seed: int, tiebreak: str) -> None:
    duels = 0
    for match in play_random_match(seats, seed, tiebreak=tiebreak):
        duels += match.state.phase == "challenge"
        check_invariants(match.state, Counter(COPIES_BY_SYMBOL) + Counter(j=seats))
        assert sum(count_cards(match.state).values()) + (6 - seats) == 55
        assert (match.state.rival is None) == (match.state.phase != "duel")
    assert match.result
    # Each decided duel takes at least one card from the pile.
    assert duels <= 49 - 6 * seats - len(match.state.pile)
    # All cards of the last duel have been won.
    assert match.state.cards_in_middle == ("", "")


@st.composite
def draw_deals(draw: st.DrawFn) -> str:
    """Generate deals with varying numbers of cards in hands and pile, with or without jokers."""
    deck = draw(st.permutations([symbol for symbol, copies in COPIES_BY_SYMBOL.items() for _ in range(copies)]))
    hands = []
    for _ in range(draw(st.integers(2, 6))):
        size = draw(st.integers(0, 7))
        joker = "j" if not size or draw(st.booleans()) else ""
        hands.append("".join(deck[:size]) + joker)
        deck = deck[size:]
    pile = "".join(deck[: draw(st.integers(1, 7))])
    return f"{' '.join(hands)} | {pile}"


@make_settings_for_slow_test(2)
@given(draw_deals(), st.integers(0, 2**30))
def test_random_setups_keep_the_invariants(deal: str, seed: int) -> None:
    start = start_match(deal, seed=seed)
    total = count_cards(start.state)
    for match in islice(continue_randomly(start, seed), 2000):
        check_invariants(match.state, total)
    assert match.result
    best = [seat for seat, cards in enumerate(match.result.scores) if cards == max(match.result.scores)]
    assert {seat for seat, rank in enumerate(match.result.ranks) if rank == 1} <= set(best)
