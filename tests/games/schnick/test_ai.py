"""How the house plays: what it counts, what it answers where one answer is right, and what it reads in others."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from games.core import Level
from games.dice import Chance, Dice
from games.insight import OpponentChoice
from games.match import Match, begin_match
from games.schnick import GAME
from games.schnick.options import Options
from games.schnick.policy_net import estimate_hand, evaluate_policy, expected_payoff, uniform_probabilities
from games.schnick.state import NAME_BY_SYMBOL, SYMBOLS, SYMBOLS_BEATEN_BY, View
from games.words import LOCALES
from tests.games.schnick.hint_judge import find_false_claims, play_for_hints
from tests.games.schnick.match_setup import PLENTY, play_lines, start_match
from tests.games.schnick.scenes import SCENES, scene
from tests.tools.bench.train_schnick import train

WHOLE = f"{'s' * 9}{'t' * 9}{'p' * 9}{'f' * 7}w"


def count_thoughts(match: Match, seat: int, level: Level = Level.STRONG, rolls: int = 30) -> Counter[str]:
    dice = (Dice(roll.to_bytes(4, "big")) for roll in range(rolls))
    return Counter(" ".join(GAME.think(match.view_of(seat), level, each, lambda: 1.0).move) for each in dice)


# Counting


def test_what_a_symbol_is_worth_is_what_the_table_says() -> None:
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
def test_a_rivals_hand_is_what_it_is_in_all_worlds(deal: str, lines: tuple[str, ...]) -> None:
    """Beside the mean of the worlds that are guessed; not of seats that kept or exchanged four alike."""
    match = play_lines(start_match(deal), *lines)
    for seat in range(match.seats):
        view = match.view_of(seat)
        for rival in range(match.seats):
            may_redeal = view.has_four_alike[rival] or len(view.dealt_hands[rival]) > 1
            if rival == seat or not view.hands[rival].rstrip("j") or may_redeal:
                continue
            found: Counter[str] = Counter()
            for roll in range(400):
                found.update(GAME.resample(view, Dice(roll.to_bytes(4, "big"))).hands[rival].rstrip("j"))
            for symbol, chance in estimate_hand(view, rival).items():
                assert found[symbol] / found.total() == pytest.approx(chance, abs=0.06), (seat, rival, symbol)


def test_what_one_returned_is_not_expected_from_the_other() -> None:
    match = play_lines(start_match(f"wwwwst ssttpp | {WHOLE}pf"), "0 redeal")
    # The fifth well is in the new hand or among 37 others; the four that went back are in the pile.
    left = match.view_of(0).hands[0].count("w")
    assert estimate_hand(match.view_of(0), 1)["w"] == pytest.approx((1 - left) / 37, abs=0.01)
    assert estimate_hand(match.view_of(1), 0)["w"] > 0.1


def test_a_rival_without_cards_is_expected_to_count_too() -> None:
    """Nothing is left but scissors and stone, which the well beats; or paper, which it loses to."""
    mixes = [
        evaluate_policy(play_lines(start_match(deal), "0 challenge 1").view_of(0), 1)
        for deal in ("st j | sssssstttttt", "pp j | pppp")
    ]
    assert mixes[0]["w"] > 0.9
    assert mixes[1]["w"] < 0.1


# Where one answer is right


@pytest.mark.parametrize("level", [Level.STEADY, Level.STRONG])
def test_a_sign_against_a_sign_is_paper_fire_or_well_one_third_each(level: Level) -> None:
    for name in ("jokers", "level"):
        shown = count_thoughts(scene(name), 0, level, 600)
        assert shown.keys() == {"sign paper", "sign fire", "sign well"}
        # Within five standard errors.
        assert all(abs(count - 200) < 5 * (600 * 2 / 9) ** 0.5 for count in shown.values())


@pytest.mark.parametrize(
    ("deal", "lines", "seat", "level", "words"),
    [
        # A sign against a hidden card beats what is left.
        ("t j | ttttt", ("0 challenge 1",), 1, Level.STRONG, {"sign paper", "sign well"}),
        (f"sstwj ttpp | {WHOLE}", ("0 challenge 1",), 0, Level.STEADY, {"card well"}),
        # The seat with the fewest cards won is challenged, and among equals the shorter hand.
        ("stp stp sttp | wffffff", ("0 challenge 1", "stone scissors"), 1, Level.STRONG, {"challenge 2"}),
        ("stp stpf sp spt | wffffff", (), 0, Level.STRONG, {"challenge 2"}),
        # Four wells are kept and four scissors are not.
        (f"wwwwtf ssttpp | {WHOLE[:-1]}p", (), 0, Level.STRONG, {"keep"}),
        (f"sssstp ttppwf | {WHOLE[1:]}", (), 0, Level.STEADY, {"redeal"}),
    ],
)
def test_the_right_answer_is_found(deal: str, lines: tuple[str, ...], seat: int, level: Level, words: set[str]) -> None:
    assert count_thoughts(play_lines(start_match(deal), *lines), seat, level).keys() <= words


def test_a_duel_begins_cheap_and_a_tie_goes_on_strong() -> None:
    begun = play_lines(start_match(f"stpfwsj ttppffj | {PLENTY}"), "0 challenge 1")
    first, then = (evaluate_policy(match.view_of(0), 0) for match in (begun, play_lines(begun, "stone stone")))
    assert first["s"] > 3 * first["w"] > 0
    assert then["w"] > 3 * then["s"] > 0


def test_random_takes_any_card_and_not_any_symbol() -> None:
    match = play_lines(start_match(f"sssw ttpp | {WHOLE}"), "0 challenge 1")
    assert abs(count_thoughts(match, 0, Level.PLAYFUL, 400)["card scissors"] - 300) < 45


@pytest.mark.parametrize("level", Level)
def test_every_thought_is_legal_and_the_same_whatever_time_is_left(level: Level) -> None:
    for name in SCENES:
        match = scene(name)
        for seat in match.seats_asked:
            view = match.view_of(seat)
            thought = GAME.think(view, level, Dice(b"1"), lambda: 1.0)
            assert thought == GAME.think(view, level, Dice(b"1"), lambda: 0.0)
            assert thought.move in match.legal_moves(seat)
            assert len({GAME.say(thought.why, locale, **thought.facts) for locale in LOCALES}) == len(LOCALES)


@pytest.mark.gate
@pytest.mark.parametrize("seats", [2, 4])
def test_no_hint_gives_a_reason_that_is_false(seats: int) -> None:
    """Such as "a good answer" of what loses to more cards than it beats."""
    found = [(find_false_claims(view, hint), hint) for view, hint in islice(play_for_hints(seats), 200)]
    assert [(hint, wrong) for wrong, hint in found if wrong] == []


@pytest.mark.gate
def test_the_strong_hold_their_own() -> None:
    """A match is mostly luck, and 20 tell little; still nobody who plays to win wins so few."""

    def strong(view: View, dice: Dice) -> tuple[str, ...]:
        return GAME.think(view, Level.STRONG, dice, lambda: 1.0).move

    wins = 0
    for number in range(20):
        chance = Chance.derive(bytes([number]) * 32, ())
        match = begin_match(GAME, Options(), 2, chance)
        while not match.result:
            for seat in sorted(match.to_move):
                mind = strong if seat == number % 2 else GAME.baselines["random"]
                match = match.play_move(seat, mind(match.view_of(seat), chance.house_dice(seat, match.step)))
        wins += match.result.ranks[number % 2] == 1
    assert wins >= 7


# Reading others


def test_a_favourite_is_answered_by_what_beats_it() -> None:
    match = play_lines(start_match(f"stpfw stpfw | {PLENTY}"), "0 challenge 1")
    usual = dict.fromkeys(NAME_BY_SYMBOL.values(), 0.2)
    for favourite, answers in {"scissors": "tfw", "stone": "pw", "paper": "sf"}.items():
        runs = [[OpponentChoice(favourite, "stone", (), 1, usual, "well")] * 40]
        rolls = (Dice(str(roll).encode()) for roll in range(12))
        told = Counter(GAME.exploit(match.view_of(0), runs, dice, lambda: 0.0).move[1] for dice in rolls)
        assert told.most_common(1)[0][0] in {NAME_BY_SYMBOL[symbol] for symbol in answers}


def test_what_met_is_told_from_the_seat_that_saw_it() -> None:
    before = play_lines(start_match(f"stpfw stpfw | {PLENTY}"), "0 challenge 1")
    joint = {0: ("card", "fire"), 1: ("card", "stone")}
    told = GAME.observe_opponent(before.view_of(0), play_lines(before, "fire stone").view_of(0), joint)
    assert told
    assert (told.symbol, told.answer) == ("stone", "fire")


def test_training_is_repeatable() -> None:
    trained = dict(train(3))
    assert trained == dict(train(3)) != dict(train(2))
