"""The end of two: what is counted is what the rules come to, and nobody gains by knowing how the house mixes there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import comb, perm, prod

import pytest

from games.core import JointMove, Level, Move, Seat
from games.dice import UNSEEDED, Dice
from games.schnick import GAME, endgame
from games.schnick.endgame import EndgamePolicy, EndgameSolver, PublicState, replay_public_states, solve_endgame
from games.schnick.rules import apply, legal_moves, result
from games.schnick.state import JOKER, SYMBOL_BY_NAME, SYMBOLS, Cards, CardTakenInTie, State, View
from games.schnick.views import view
from tests.games.schnick.match_setup import list_random_match, play_lines, start_match

Worlds = list[tuple[float, State]]
"""All that look alike to a seat, and how likely each is."""
TIES = 3
DECK = (7, 6, 6, 4, 3)


def ways(cards: Cards, taken: Cards) -> float:
    """How likely these are taken from those, one after the other."""
    return prod(perm(cards.count(each), taken.count(each)) for each in set(taken)) / perm(len(cards), len(taken))


def without(cards: Cards, gone: Cards) -> Cards:
    return "".join((Counter(cards) - Counter(gone)).elements())


def worlds(deal: str, cards: Cards) -> Worlds:
    """Each `?` in the hands of a deal is any of those cards."""
    found = []
    for taken in product(sorted(set(cards)), repeat=deal.count("?")):
        if chance := ways(cards, "".join(taken)):
            hands = deal.replace("?", "{}").format(*taken)
            match = start_match(f"{hands} | {without(cards, ''.join(taken))}", tiebreak="shared")
            found.append((chance, play_lines(match, "0 challenge 1").state))
    return found


def came(state: State, joint: JointMove) -> Iterator[tuple[float, State]]:
    """Over all that may be taken from the pile then."""
    made = apply(state, joint, UNSEEDED.step_dice(1))
    taken = len(state.pile) - len(made.pile)
    for each in product(sorted(set(state.pile)), repeat=taken):
        top = "".join(each)
        if chance := ways(state.pile, top):
            drawn = replace(state, pile=without(state.pile, top) + top)
            yield chance, apply(drawn, joint, UNSEEDED.step_dice(1)) if taken else made


def wins(worlds: Worlds, seat: Seat) -> float:
    """Who knows how the house mixes, and sees nothing else: in all that look alike they choose the same."""
    groups = defaultdict(list)
    for chance, state in worlds:
        groups[view(state, seat)].append((chance, state))
    return sum(best(group, seat) for group in groups.values())


def best(those: Worlds, seat: Seat) -> float:
    state = those[0][1]
    if ended := result(state):
        return sum(chance / ended.ranks.count(1) for chance, _ in those if ended.ranks[seat] == 1)
    if (share := drawn(state, seat)) is not None:
        return sum(chance for chance, _ in those) * share
    words: Iterable[Move | None] = legal_moves(view(state, seat)) or [None]
    return max(after(those, seat, word) for word in words)


def drawn(state: State, seat: Seat) -> float | None:
    """Both have just taken what either may have: so each is as likely to win it, which is said where that is all that
    matters, or after so many ties.
    """
    if state.phase != "duel" or state.recent_events[-2:] not in [
        (CardTakenInTie(0), CardTakenInTie(1)),
        (CardTakenInTie(1), CardTakenInTie(0)),
    ]:
        return None
    pot, lead = len("".join(state.cards_in_middle)) + 2, len(state.won_cards[seat]) - len(state.won_cards[1 - seat])
    ties = state.recent_events.count(CardTakenInTie(seat))
    if ties <= TIES and abs(lead) >= pot:
        return None
    return sum((it > 0) + (it >= 0) for it in (lead + pot, lead - pot)) / 4


def after(those: Worlds, seat: Seat, word: Move | None) -> float:
    mine = {seat: word} if word else {}
    return wins(
        [
            (chance * often * likely, later)
            for chance, state in those
            for often, theirs in house(state, 1 - seat)
            for likely, later in came(state, {**mine, **theirs})
        ],
        seat,
    )


def house(state: State, seat: Seat) -> Iterator[tuple[float, JointMove]]:
    looked = view(state, seat)
    words = legal_moves(looked)
    if len(words) < 2:
        yield 1.0, {seat: words[0]} if words else {}
        return
    found = counted(looked)
    yield from (
        (found.probabilities[SYMBOL_BY_NAME[word[1]]], {seat: word})
        for word in words
        if found.probabilities[SYMBOL_BY_NAME[word[1]]]
    )


def counted(looked: View) -> EndgamePolicy:
    found = solve_endgame(looked)
    assert found
    return found


@pytest.mark.parametrize(
    ("deal", "cards"),
    [
        ("sw ?", "p" * 7 + "t" * 7),
        ("pfj ?", "s" * 8 + "t" * 6),
        ("j ?", "s" * 8 + "t" * 6),
        ("spt ?", "f" * 7 + "t" * 7),
    ],
)
def test_against_a_last_card_it_is_what_the_rules_come_to(deal: str, cards: Cards) -> None:
    those = worlds(deal, cards)
    looked = view(those[0][1], 0)
    hopes = counted(looked).win_probabilities
    assert {word: hopes[SYMBOL_BY_NAME[word[1]]] for word in legal_moves(looked)} == pytest.approx(
        {word: after(those, 0, word) for word in legal_moves(looked)}, abs=1e-9
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
def test_nobody_gains_by_knowing_how_the_house_mixes(deal: str, cards: Cards) -> None:
    """What both win together who know it, beyond the one match that there is."""
    gained = sum(wins(worlds(deal, cards), seat) for seat in (0, 1)) - 1
    assert -1e-6 < gained < 0.001


@pytest.mark.parametrize(
    "stand",
    [
        PublicState((2, 2), (0, 0), (0, 0), DECK),
        PublicState((2, 2), (0, 0), (0, 0), DECK, lead=-3),
        PublicState((0, 2), (0, 0), (1, 0), DECK, pot=1),
        PublicState((1, 2), (1, 0), (0, 0), DECK, lead=2),
        pytest.param(PublicState((0, 3), (0, 0), (1, 0), DECK, pot=1, lead=2), marks=pytest.mark.gate),
    ],
)
def test_nor_by_its_own_count_with_all_five_symbols(stand: PublicState) -> None:
    assert -1e-6 < EndgameSolver(stand).compute_exploitability() < 0.001


def test_a_new_last_card_begins_the_end_anew() -> None:
    """The other's was there before: it could tell something only to who has a choice."""
    match = play_lines(start_match("sp t | " + "stpfw" * 4), "0 challenge 1", "scissors stone", "1 challenge 0")
    assert counted(match.view_of(0)).probabilities == {"p": 1}


@pytest.mark.gate
@pytest.mark.parametrize("seed", range(4))
def test_whoever_chooses_near_the_end_is_answered(seed: int) -> None:
    near = 0
    for match in list_random_match(2, seed):
        for seat in match.seats_asked if match.state.phase == "duel" else ():
            *_, (stand, _) = replay_public_states(looked := match.view_of(seat))
            found = solve_endgame(looked)
            assert found or not stand.is_solvable
            near += stand.is_solvable
            if found:
                assert sum(found.probabilities.values()) == pytest.approx(1, abs=1e-6)
                assert all(-1e-6 < hope < 1 + 1e-6 for hope in found.win_probabilities.values())
    assert near


def test_where_counting_is_slow_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    view = play_lines(start_match("sp t | " + "stpfw" * 4), "0 challenge 1", "scissors stone", "1 challenge 0").view_of(
        0
    )
    monkeypatch.setattr(endgame, "is_compiled", lambda *_: False)
    assert solve_endgame(view) is None


@pytest.mark.parametrize("seed", range(4))
def test_what_was_played_tells_where_a_match_stands(seed: int) -> None:
    for match in list_random_match(2, seed):
        if match.state.phase == "duel":
            looked = match.view_of(0)
            *_, (stand, _) = replay_public_states(looked)
            assert list(stand.card_counts) == [len(hand.rstrip(JOKER)) for hand in looked.hands]
            assert list(stand.jokers_in_hand) == [hand.count(JOKER) for hand in looked.hands]
            assert sum(stand.jokers_laid) == "".join(looked.cards_in_middle).count(JOKER)
            assert stand.pot == len("".join(looked.cards_in_middle))
            assert stand.lead == len(looked.won_cards[0]) - len(looked.won_cards[1])
            assert sum(stand.unplayed_by_symbol) - sum(stand.card_counts) == len(looked.pile)


def test_the_strong_play_it() -> None:
    """Nothing is left but stone and a well; in the recipe's order scissors would be first."""
    match = play_lines(start_match("sptj f | tttttttttttfww"), "0 challenge 1")
    thoughts = [GAME.think(match.view_of(0), Level.STRONG, Dice(bytes([roll])), lambda: 1.0) for roll in range(30)]
    assert {(thought.move, thought.why) for thought in thoughts} == {(("card", "paper"), "why-counted-out")}


def test_a_last_card_wins_as_often_as_whoever_chooses_against_it_loses() -> None:
    end = EndgameSolver(PublicState((1, 2), (0, 0), (0, 0), DECK, lead=1))
    sums, all_hands = [], []
    for seat, cards in ((0, 1), (1, 2)):
        mixes, hopes = (
            end.read_by_hand(what, seat, cards) for what in ("compute_average_strategy", "compute_action_values")
        )
        often = {
            hand: prod(comb(many, hand.count(symbol)) for symbol, many in zip(SYMBOLS, DECK, strict=True))
            for hand in mixes
        }
        wins = {hand: sum(share * hopes[hand][symbol] for symbol, share in mix.items()) for hand, mix in mixes.items()}
        sums.append(sum(often[hand] * wins[hand] for hand in mixes))
        all_hands.append(sum(often.values()))
    # What is weighed still plays anything now and then, as it learnt.
    assert sums[0] / all_hands[0] + sums[1] / all_hands[1] == pytest.approx(1, abs=0.001)
