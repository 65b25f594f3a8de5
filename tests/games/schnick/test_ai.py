"""The AI: estimates of hidden cards, best moves, hints, and models of opponents."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from games.core import Level
from games.dice import Dice
from games.insight import OpponentChoice
from games.match import Match
from games.schnick import GAME
from games.schnick.policy_net import estimate_hand, evaluate_policy, expected_payoff, uniform_probabilities
from games.schnick.state import NAME_BY_SYMBOL, SYMBOLS, SYMBOLS_BEATEN_BY
from games.words import LOCALES
from tests.games.schnick.hint_judge import find_false_claims, play_for_hints
from tests.games.schnick.match_setup import LARGE_PILE, play_lines, start_match
from tests.games.schnick.scenes import SCENES, get_scene
from tests.tools.bench.train_schnick import train_policy

FULL_PILE = f"{'s' * 9}{'t' * 9}{'p' * 9}{'f' * 7}w"


def count_moves(match: Match, seat: int, level: Level = Level.HARD, samples: int = 30) -> Counter[str]:
    seeds = (Dice(seed.to_bytes(4, "big")) for seed in range(samples))
    return Counter(" ".join(GAME.think(match.view_of(seat), level, dice, lambda: 1.0).move) for dice in seeds)


# Estimates


def test_expected_payoff_of_each_symbol() -> None:
    for symbol in SYMBOLS:
        assert expected_payoff(symbol, uniform_probabilities()) == pytest.approx(
            (len(SYMBOLS_BEATEN_BY[symbol]) * 2 - 4) / 5
        )
        assert expected_payoff(symbol, {symbol: 1.0}) == 0


@pytest.mark.parametrize(
    ("deal", "lines"),
    [
        ("stpj ppfj stf | wstff", ()),
        ("spf tpf | fttsw", ("0 challenge 1", "scissors paper", "1 challenge 0", "stone paper")),
        ("s sp | tsf", ("0 challenge 1", "scissors scissors")),
        ("ttttpp sp | sspptwf", ("0 redeal",)),
    ],
)
def test_estimated_hand_matches_resampled_states(deal: str, lines: tuple[str, ...]) -> None:
    """Compare the estimate with the mean of resampled states.

    Seats that were offered a redeal are skipped, because the estimate ignores the information in such offers.
    """
    match = play_lines(start_match(deal), *lines)
    for seat in range(match.seats):
        view = match.view_of(seat)
        for rival in range(match.seats):
            may_redeal = view.four_alike_by_seat[rival] or len(view.dealt_hands[rival]) > 1
            if rival == seat or not view.hands[rival].rstrip("j") or may_redeal:
                continue
            counts: Counter[str] = Counter()
            for seed in range(400):
                counts.update(GAME.resample(view, Dice(seed.to_bytes(4, "big"))).hands[rival].rstrip("j"))
            for symbol, chance in estimate_hand(view, rival).items():
                assert counts[symbol] / counts.total() == pytest.approx(chance, abs=0.06), (seat, rival, symbol)


def test_returned_cards_are_not_expected_in_dealt_hands() -> None:
    match = play_lines(start_match(f"wwwwst ssttpp | {FULL_PILE}pf"), "0 redeal")
    # The fifth well is in the new hand or among 37 unseen cards. The four returned wells are in the pile.
    own_wells = match.view_of(0).hands[0].count("w")
    assert estimate_hand(match.view_of(0), 1)["w"] == pytest.approx((1 - own_wells) / 37, abs=0.01)
    assert estimate_hand(match.view_of(1), 0)["w"] > 0.1


def test_rival_without_cards_is_expected_to_count_cards() -> None:
    """The well beats all unseen cards of the first deal (scissors, stone) and none of the second (paper)."""
    policies = [
        evaluate_policy(play_lines(start_match(deal), "0 challenge 1").view_of(0), 1)
        for deal in ("st j | sssssstttttt", "pp j | pppp")
    ]
    assert policies[0]["w"] > 0.9
    assert policies[1]["w"] < 0.1


# Best moves


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_sign_against_sign_follows_nash_equilibrium(level: Level) -> None:
    for name in ("jokers", "level"):
        counts = count_moves(get_scene(name), 0, level, 600)
        assert counts.keys() == {"sign paper", "sign fire", "sign well"}
        # Within five standard errors.
        assert all(abs(count - 200) < 5 * (600 * 2 / 9) ** 0.5 for count in counts.values())


@pytest.mark.parametrize(
    ("deal", "lines", "seat", "level", "moves"),
    [
        # A sign against a hidden card beats the unseen cards.
        ("t j | ttttt", ("0 challenge 1",), 1, Level.HARD, {"sign paper", "sign well"}),
        (f"sstwj ttpp | {FULL_PILE}", ("0 challenge 1",), 0, Level.MEDIUM, {"card well"}),
        # The rival with the fewest won cards is challenged and, among those, the one with the fewest cards in hand.
        ("stp stp sttp | wffffff", ("0 challenge 1", "stone scissors"), 1, Level.HARD, {"challenge 2"}),
        ("stp stpf sp spt | wffffff", (), 0, Level.HARD, {"challenge 2"}),
        # Four wells are kept and four scissors are not.
        (f"wwwwtf ssttpp | {FULL_PILE[:-1]}p", (), 0, Level.HARD, {"keep"}),
        (f"sssstp ttppwf | {FULL_PILE[1:]}", (), 0, Level.MEDIUM, {"redeal"}),
    ],
)
def test_best_move_is_found(deal: str, lines: tuple[str, ...], seat: int, level: Level, moves: set[str]) -> None:
    assert count_moves(play_lines(start_match(deal), *lines), seat, level).keys() <= moves


def test_duel_begins_with_weak_card_and_continues_with_strong_one() -> None:
    duel = play_lines(start_match(f"stpfwsj ttppffj | {LARGE_PILE}"), "0 challenge 1")
    first, after_tie = (evaluate_policy(match.view_of(0), 0) for match in (duel, play_lines(duel, "stone stone")))
    assert first["s"] > 3 * first["w"] > 0
    assert after_tie["w"] > 3 * after_tie["s"] > 0


def test_easy_level_chooses_among_cards_not_symbols() -> None:
    match = play_lines(start_match(f"sssw ttpp | {FULL_PILE}"), "0 challenge 1")
    assert abs(count_moves(match, 0, Level.EASY, 400)["card scissors"] - 300) < 45


@pytest.mark.parametrize("level", Level)
def test_every_move_is_legal_and_independent_of_time_left(level: Level) -> None:
    for name in SCENES:
        match = get_scene(name)
        for seat in match.seats_asked:
            view = match.view_of(seat)
            thought = GAME.think(view, level, Dice(b"1"), lambda: 1.0)
            assert thought == GAME.think(view, level, Dice(b"1"), lambda: 0.0)
            assert thought.move in match.legal_moves(seat)
            assert len({GAME.say(thought.why, locale, **thought.facts) for locale in LOCALES}) == len(LOCALES)


@pytest.mark.gate
@pytest.mark.parametrize("seats", [2, 4])
def test_reasons_of_hints_are_true(seats: int) -> None:
    """A hint may call a card "a good answer" only if the card beats more cards than it loses to, for example."""
    checked = [(find_false_claims(view, hint), hint) for view, hint in islice(play_for_hints(seats), 200)]
    assert [(hint, false_claims) for false_claims, hint in checked if false_claims] == []


# Models of opponents


def test_favorite_symbol_of_opponent_is_answered() -> None:
    match = play_lines(start_match(f"stpfw stpfw | {LARGE_PILE}"), "0 challenge 1")
    usual = dict.fromkeys(NAME_BY_SYMBOL.values(), 0.2)
    for favorite, answers in {"scissors": "tfw", "stone": "pw", "paper": "sf"}.items():
        histories = [[OpponentChoice(favorite, "stone", (), 1, usual, "well")] * 40]
        seeds = (Dice(str(seed).encode()) for seed in range(12))
        replies = Counter(GAME.exploit(match.view_of(0), histories, dice, lambda: 0.0).move[1] for dice in seeds)
        assert replies.most_common(1)[0][0] in {NAME_BY_SYMBOL[symbol] for symbol in answers}


def test_observed_choice_is_from_the_view_of_the_seat() -> None:
    before = play_lines(start_match(f"stpfw stpfw | {LARGE_PILE}"), "0 challenge 1")
    joint = {0: ("card", "fire"), 1: ("card", "stone")}
    choice = GAME.observe_opponent(before.view_of(0), play_lines(before, "fire stone").view_of(0), joint)
    assert choice
    assert (choice.symbol, choice.answer) == ("stone", "fire")


def test_training_is_repeatable() -> None:
    trained = dict(train_policy(3))
    assert trained == dict(train_policy(3)) != dict(train_policy(2))
