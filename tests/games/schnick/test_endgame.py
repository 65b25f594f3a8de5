"""The endgame solver: its win probabilities match the rules, and its policy cannot be exploited."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import comb, perm, prod

import pytest

from games.core import JointMove, Level, Move, Seat
from games.dice import UNSEEDED, Dice
from games.match import Match
from games.schnick import GAME, endgame
from games.schnick.endgame import EndgamePolicy, EndgameSolver, PublicState, replay_public_states, solve_endgame
from games.schnick.rules import apply, legal_moves, result
from games.schnick.state import JOKER, SYMBOL_BY_NAME, SYMBOLS, Cards, CardTakenInTie, State, View
from games.schnick.views import view
from tests.games.schnick.match_setup import list_random_match, play_lines, start_match

WeightedStates = list[tuple[float, State]]
"""Pairs of a probability and a state."""
MAX_TIES = 3
"""The number of ties after which a duel is valued without further search."""
CARD_COUNTS = (7, 6, 6, 4, 3)
"""The number of unplayed cards of each symbol."""


def compute_draw_probability(cards: Cards, drawn: Cards) -> float:
    """Return the probability that the top cards of a shuffled pile are `drawn`, in this order."""
    order_count = prod(perm(cards.count(symbol), drawn.count(symbol)) for symbol in set(drawn))
    return order_count / perm(len(cards), len(drawn))


def remove_cards(cards: Cards, removed: Cards) -> Cards:
    return "".join((Counter(cards) - Counter(removed)).elements())


def list_deals(deal: str, cards: Cards) -> WeightedStates:
    """Return the duels in which each `?` in the hands is replaced by one of the cards, with their probabilities.

    The remaining cards are the pile.
    """
    states = []
    for drawn in product(sorted(set(cards)), repeat=deal.count("?")):
        if probability := compute_draw_probability(cards, "".join(drawn)):
            hands = deal.replace("?", "{}").format(*drawn)
            match = start_match(f"{hands} | {remove_cards(cards, ''.join(drawn))}", tiebreak="shared")
            states.append((probability, play_lines(match, "0 challenge 1").state))
    return states


def list_next_states(state: State, joint: JointMove) -> Iterator[tuple[float, State]]:
    """Yield the possible states after a step, one for each draw from the pile, with their probabilities."""
    after = apply(state, joint, UNSEEDED.step_dice(1))
    count = len(state.pile) - len(after.pile)
    for drawn in product(sorted(set(state.pile)), repeat=count):
        top = "".join(drawn)
        if probability := compute_draw_probability(state.pile, top):
            reordered = replace(state, pile=remove_cards(state.pile, top) + top)
            yield probability, apply(reordered, joint, UNSEEDED.step_dice(1)) if count else after


def compute_best_response_value(states: WeightedStates, seat: Seat) -> float:
    """Return the win probability of a seat that knows the AI's policy and plays the best response.

    The seat must make the same move in all states with the same view.
    """
    groups = defaultdict(list)
    for probability, state in states:
        groups[view(state, seat)].append((probability, state))
    return sum(compute_best_response_value_in_view(group, seat) for group in groups.values())


def compute_best_response_value_in_view(states: WeightedStates, seat: Seat) -> float:
    state = states[0][1]
    if ended := result(state):
        return sum(probability / ended.ranks.count(1) for probability, _ in states if ended.ranks[seat] == 1)
    if (share := compute_even_duel_value(state, seat)) is not None:
        return sum(probability for probability, _ in states) * share
    moves: Iterable[Move | None] = legal_moves(view(state, seat)) or [None]
    return max(compute_move_value(states, seat, move) for move in moves)


def compute_even_duel_value(state: State, seat: Seat) -> float | None:
    """Return a seat's win probability if both seats have one card each, which they have just drawn in a tie.

    Both are equally likely to win such a duel, so it needs no search. Return None for other duels. Also return None if
    the duel cannot change the lead and there were few ties, because the solver searches such duels further.
    """
    if state.phase != "duel" or state.recent_events[-2:] not in [
        (CardTakenInTie(0), CardTakenInTie(1)),
        (CardTakenInTie(1), CardTakenInTie(0)),
    ]:
        return None
    pot, lead = len("".join(state.cards_in_middle)) + 2, len(state.won_cards[seat]) - len(state.won_cards[1 - seat])
    ties = state.recent_events.count(CardTakenInTie(seat))
    if ties <= MAX_TIES and abs(lead) >= pot:
        return None
    return sum((final > 0) + (final >= 0) for final in (lead + pot, lead - pot)) / 4


def compute_move_value(states: WeightedStates, seat: Seat, move: Move | None) -> float:
    """Return a seat's win probability after a move, against the policy of the AI."""
    own_move = {seat: move} if move else {}
    return compute_best_response_value(
        [
            (probability * policy_probability * draw, later)
            for probability, state in states
            for policy_probability, others in list_policy_moves(state, 1 - seat)
            for draw, later in list_next_states(state, {**own_move, **others})
        ],
        seat,
    )


def list_policy_moves(state: State, seat: Seat) -> Iterator[tuple[float, JointMove]]:
    """Yield the moves of a seat with the probabilities that the solver assigns to them."""
    seat_view = view(state, seat)
    moves = legal_moves(seat_view)
    if len(moves) < 2:
        yield 1.0, {seat: moves[0]} if moves else {}
        return
    probabilities = require_solution(seat_view).probabilities
    for move in moves:
        if probability := probabilities[SYMBOL_BY_NAME[move[1]]]:
            yield probability, {seat: move}


def require_solution(seat_view: View) -> EndgamePolicy:
    solution = solve_endgame(seat_view)
    assert solution
    return solution


@pytest.mark.parametrize(
    ("deal", "cards"),
    [
        ("sw ?", "p" * 7 + "t" * 7),
        ("pfj ?", "s" * 8 + "t" * 6),
        ("j ?", "s" * 8 + "t" * 6),
        ("spt ?", "f" * 7 + "t" * 7),
    ],
)
def test_win_probabilities_against_last_card_follow_from_rules(deal: str, cards: Cards) -> None:
    states = list_deals(deal, cards)
    seat_view = view(states[0][1], 0)
    win_probabilities = require_solution(seat_view).win_probabilities
    assert {move: win_probabilities[SYMBOL_BY_NAME[move[1]]] for move in legal_moves(seat_view)} == pytest.approx(
        {move: compute_move_value(states, 0, move) for move in legal_moves(seat_view)}, abs=1e-9
    )


@pytest.mark.parametrize(
    ("deal", "cards"),
    [
        ("?? ??", "s" * 11 + "t" * 11),
        pytest.param("?? ??", "s" * 11 + "t" * 11 + "p" * 2, marks=pytest.mark.gate),
        pytest.param("?? j", "s" * 11 + "t" * 9 + "w" * 4, marks=pytest.mark.gate),
        pytest.param("?j ??", "s" * 12 + "p" * 12, marks=pytest.mark.gate),
        pytest.param("j ???", "s" * 12 + "t" * 12, marks=pytest.mark.gate),
    ],
)
def test_best_responses_gain_almost_nothing(deal: str, cards: Cards) -> None:
    """If each seat plays its best response, the two win probabilities must add up to barely more than 1."""
    gain = sum(compute_best_response_value(list_deals(deal, cards), seat) for seat in (0, 1)) - 1
    assert -1e-6 < gain < 0.001


@pytest.mark.parametrize(
    "public_state",
    [
        PublicState((2, 2), (0, 0), (0, 0), CARD_COUNTS),
        PublicState((2, 2), (0, 0), (0, 0), CARD_COUNTS, lead=-3),
        PublicState((0, 2), (0, 0), (1, 0), CARD_COUNTS, pot=1),
        PublicState((1, 2), (1, 0), (0, 0), CARD_COUNTS, lead=2),
        pytest.param(PublicState((0, 3), (0, 0), (1, 0), CARD_COUNTS, pot=1, lead=2), marks=pytest.mark.gate),
    ],
)
def test_exploitability_with_all_five_symbols(public_state: PublicState) -> None:
    assert -1e-6 < EndgameSolver(public_state).compute_exploitability() < 0.001


def play_until_last_card() -> Match:
    return play_lines(start_match("sp t | " + "stpfw" * 4), "0 challenge 1", "scissors stone", "1 challenge 0")


def test_endgame_starts_anew_with_new_last_card() -> None:
    """Seat 0 played scissors and kept paper. That is no reason to reject the endgame, since seat 1 has no choice."""
    assert require_solution(play_until_last_card().view_of(0)).probabilities == {"p": 1}


@pytest.mark.gate
@pytest.mark.parametrize("seed", range(4))
def test_all_solvable_endgames_are_solved(seed: int) -> None:
    solvable = 0
    for match in list_random_match(2, seed):
        for seat in match.seats_asked if match.state.phase == "duel" else ():
            *_, (public_state, _) = replay_public_states(seat_view := match.view_of(seat))
            solution = solve_endgame(seat_view)
            assert solution or not public_state.is_solvable
            solvable += public_state.is_solvable
            if solution:
                assert sum(solution.probabilities.values()) == pytest.approx(1, abs=1e-6)
                assert all(-1e-6 < value < 1 + 1e-6 for value in solution.win_probabilities.values())
    assert solvable


def test_no_solution_without_compiled_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "is_compiled", lambda *_: False)
    assert solve_endgame(play_until_last_card().view_of(0)) is None


@pytest.mark.parametrize("seed", range(4))
def test_public_state_matches_view(seed: int) -> None:
    for match in list_random_match(2, seed):
        if match.state.phase == "duel":
            seat_view = match.view_of(0)
            *_, (public_state, _) = replay_public_states(seat_view)
            assert list(public_state.card_counts) == [len(hand.rstrip(JOKER)) for hand in seat_view.hands]
            assert list(public_state.jokers_in_hand) == [hand.count(JOKER) for hand in seat_view.hands]
            assert sum(public_state.jokers_laid) == "".join(seat_view.cards_in_middle).count(JOKER)
            assert public_state.pot == len("".join(seat_view.cards_in_middle))
            assert public_state.lead == len(seat_view.won_cards[0]) - len(seat_view.won_cards[1])
            assert sum(public_state.unplayed_by_symbol) - sum(public_state.card_counts) == len(seat_view.pile)


def test_hard_level_plays_solution() -> None:
    """Paper beats all unseen cards, which are stone and well. A heuristic would play scissors, the weakest card."""
    match = play_lines(start_match("sptj f | tttttttttttfww"), "0 challenge 1")
    suggestions = [GAME.think(match.view_of(0), Level.HARD, Dice(bytes([seed])), lambda: 1.0) for seed in range(30)]
    assert {(suggestion.move, suggestion.why) for suggestion in suggestions} == {(("card", "paper"), "why-counted-out")}


def test_win_probabilities_of_both_seats_add_up_to_one() -> None:
    solver = EndgameSolver(PublicState((1, 2), (0, 0), (0, 0), CARD_COUNTS, lead=1))
    sums, all_hands = [], []
    for seat, cards in ((0, 1), (1, 2)):
        strategies, values = (
            solver.read_by_hand(export, seat, cards) for export in ("compute_average_strategy", "compute_action_values")
        )
        weights = {
            hand: prod(comb(count, hand.count(symbol)) for symbol, count in zip(SYMBOLS, CARD_COUNTS, strict=True))
            for hand in strategies
        }
        wins = {
            hand: sum(share * values[hand][symbol] for symbol, share in strategy.items())
            for hand, strategy in strategies.items()
        }
        sums.append(sum(weights[hand] * wins[hand] for hand in strategies))
        all_hands.append(sum(weights.values()))
    # The solver explores while it learns, so its values include a few random moves.
    assert sums[0] / all_hands[0] + sums[1] / all_hands[1] == pytest.approx(1, abs=0.001)
