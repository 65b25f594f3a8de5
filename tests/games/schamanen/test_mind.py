"""How the house plays: words that may be said, for reasons that may be told, the right ones where one knows them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.core import Level, Seat, Thought, Word
from games.dice import Dice
from games.match import Match
from games.matrix import solved
from games.schamanen import GAME
from games.schamanen.state import View
from games.words import LOCALES
from tests.games.schamanen.drawn import VECTOR, said, table, to_exchange, wandering
from tests.games.schamanen.scenes import SCENES, scene
from tests.tools.bench.baselines import nash1, nash2, nash3

AWAITED = [name for name in SCENES if name != "over"]
OPEN = {"why-mask-mix", "why-place-beats", "why-place-yields", "why-swap-threat", "why-swap-chances", "why-swap-least"}
OPEN |= {"why-swap-ahead", "why-swap-open", "why-swap-behind"}
"""What only open stones allow to say."""


def plenty() -> float:
    return 1.0


def nothing() -> float:
    return 0.0


def thought(match: Match, seat: Seat, level: Level = Level.STRONG, roll: int = 0) -> Thought:
    return GAME.think(match.view(seat), level, Dice(f"{roll}".encode()), plenty)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", AWAITED)
def test_a_thought_is_a_legal_word_and_a_reason_in_every_language(name: str, level: Level) -> None:
    match = scene(name)
    for seat in match.awaited:
        for left in (plenty, nothing):
            found = GAME.think(match.view(seat), level, Dice(b"0"), left)
            assert found.word in match.legal(seat)
            for locale in LOCALES:
                assert GAME.say(found.why, locale, **found.facts)


@pytest.mark.parametrize("rival", [*GAME.rivals.values(), nash1, nash2, nash3])
@pytest.mark.parametrize("name", AWAITED)
def test_a_rival_says_a_legal_word(name: str, rival: Callable[[View, Dice], Word]) -> None:
    match = scene(name)
    for seat in match.awaited:
        assert rival(match.view(seat), Dice(b"0")) in match.legal(seat)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", ["place", "swap", "memory swap", "stacks move"])
def test_the_same_dice_think_the_same_in_another_process_too(name: str, level: Level) -> None:
    view = scene(name).view(min(scene(name).awaited))
    sent: View = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own, a line ago
    assert GAME.think(sent, level, Dice(b"7"), plenty) == GAME.think(view, level, Dice(b"7"), plenty)


def memories() -> Iterator[Match]:
    for seed in range(3):
        yield from (match for match in wandering(seed, variant="memory", duel_limit=9) if not match.result)


@pytest.mark.parametrize("level", [Level.STEADY, Level.STRONG])
def test_in_memory_a_reason_tells_no_value_that_lies_face_down(level: Level) -> None:
    for match in memories():
        for seat in match.awaited:
            found = GAME.think(match.view(seat), level, Dice(b"0"), nothing)
            assert found.why not in OPEN
            # The value of a stone about to be placed is in one's hand.
            assert found.facts.keys() <= {"seat", "line", "space", "boards"}


def test_in_memory_the_playful_forget_what_is_turned_down_again() -> None:
    """Whatever was turned up before, it is the same to them."""
    match = said(table(board=VECTOR, variant="memory", prize="one"), "c3")
    match = said(match, "0 " + " ".join(match.legal(0)[0]))
    view = match.view(0)
    assert view.known != view.stones
    blank = replace(view, known=view.stones)
    for roll in range(20):
        dice = f"{roll}".encode()
        assert GAME.think(view, Level.PLAYFUL, Dice(dice), plenty) == GAME.think(
            blank, Level.PLAYFUL, Dice(dice), plenty
        )


@pytest.mark.parametrize(("name", "ideas"), [("swap", 4), ("pro swap", 6)])
def test_where_more_may_be_done_more_comes_to_mind_of_the_playful(name: str, ideas: int) -> None:
    match, drawn = scene(name), list[object]()

    class Watched(Dice):
        def choice(self, options: Sequence[Any]) -> Any:
            drawn.append(super().choice(options))
            return drawn[-1]

    GAME.think(match.view(min(match.awaited)), Level.PLAYFUL, Watched(b"ideas"), lambda: 1.0)
    assert len(drawn) == ideas


def test_a_mask_that_is_best_in_any_case_is_chosen_and_named() -> None:
    """Bison's 9 8 7 in row 1 beat whatever Wolf has there by more than the others ever do."""
    match = table(board="9/1 8/2 7/3 | 1/9 2/8 3/7 | 4/6 5/4 6/5")
    for roll in range(10):
        assert thought(match, 0, roll=roll) == Thought(("mask", "1"), "why-mask-sure", {"seat": 0, "line": "1"})


def test_masks_are_drawn_as_the_rules_say() -> None:
    """The last duel on the board of the rules, where only winning it counts: +-+ / -+- / --+."""
    match = table(board=VECTOR, duel_limit=1)
    masks = [thought(match, 0, roll=roll).word[1] for roll in range(400)]
    # Row 1 against column 2 and row 2 against columns 1 and 3: half and half; row 3 is worse than either.
    assert masks.count("3") == 0
    assert abs(masks.count("1") - 200) < 45


@pytest.mark.parametrize("asked", [0, 1, 2, 5])
@pytest.mark.parametrize("name", ["mask", "swap"])
def test_whoever_runs_out_of_time_says_what_a_shorter_thought_found(name: str, asked: int) -> None:
    """A mask that is not thought through in time is the one of who looks a duel less ahead; nobody is let wait."""
    match = scene(name)
    seat, times = min(match.awaited), iter([1.0] * asked)
    found = GAME.think(match.view(seat), Level.STRONG, Dice(b"3"), lambda: next(times, 0.0))
    assert found.word in match.legal(seat)
    if name == "mask":
        assert found.word == nash3(match.view(seat), Dice(b"3"))


def test_nash1_finds_the_exchanges_of_the_rules() -> None:
    for seat, best in ((0, {"a3 b1"}), (1, {"a1 c2", "a3 b2", "b1 b2"})):
        view = to_exchange(seat, VECTOR).view(seat)
        view = replace(view, shells=(9, 9), terms=replace(view.terms, one=False))
        assert " ".join(nash1(view, Dice(b"0"))[1:]) in best


def chances(match: Match) -> Fraction:
    """Bison's, before the last duel, found by fighting all nine."""
    ends = [[said(match, f"{column}{row}").scores()[0] for column in "abc"] for row in "123"]
    return solved([[(1 + (shells > 9) - (shells < 9)) / 2 for shells in row] for row in ends]).value


@pytest.mark.parametrize("variant", ["classic", "pro"])
@pytest.mark.parametrize("shells", [[9, 9], [11, 7], [6, 12]])
def test_before_the_last_duel_the_exchange_is_the_best_there_is(variant: str, shells: list[int]) -> None:
    match = said(table(board=VECTOR, shells=shells, variant=variant, duel_limit=3), "c3")
    match = said(match, f"0 swap {'bison ' if variant == 'pro' else ''}a1 b2", "c2")
    found = {word: chances(said(match, "1 " + " ".join(word))) for word in match.legal(1)}
    assert found[thought(match, 1).word] == min(found.values())


def sure(match: Match) -> Fraction:
    """Bison's chances, by the rules alone, with all that may still come tried to the end."""
    if match.result:
        return Fraction(1 + (match.scores()[0] > 9) - (match.scores()[0] < 9), 2)
    if match.state.phase == "exchange":
        (seat,) = match.waiting
        return (max, min)[seat](sure(match.said(seat, word)) for word in match.legal(seat))
    fought = [[said(match, f"{column}{row}") for column in "abc"] for row in "123"]
    ends = {after.scores(): after for row in fought for after in row}
    worths = {shells: sure(after) for shells, after in ends.items()}
    return solved([[worths[after.scores()] for after in row] for row in fought]).value


@pytest.mark.parametrize(("to_go", "seeds"), [(1, 16), pytest.param(2, 8, marks=pytest.mark.gate)])
def test_odds_are_told_to_within_three_points(to_go: int, seeds: int) -> None:
    """Only what can be known is told as a number, however little time there is."""
    held = 0
    wanderings = [
        each
        for seed in range(seeds)
        for each in wandering(seed, placement="random", duel_limit=5, prize=("difference", "one")[seed % 2])
    ]
    for match in wanderings:
        if match.state.phase != "exchange" or match.state.duels != 5 - to_go:
            continue
        (seat,) = match.waiting
        for left in (plenty, nothing):
            found = GAME.think(match.view(seat), Level.STRONG, Dice(b"0"), left)
            if "chances" in found.facts:
                bison = sure(match.said(seat, found.word))
                assert abs(int(found.facts["chances"]) - 100 * (1 - bison if seat else bison)) <= 3
                held += 1
    assert held > 4


@pytest.mark.parametrize(("shells", "why"), [([9, 9], "open"), ([14, 4], "ahead"), ([4, 14], "behind")])
def test_long_before_the_end_no_number_is_told(shells: list[int], why: str) -> None:
    """How the stones lie is worth more then than anybody thinks through."""
    board = "1/9 2/1 3/2 | 4/3 5/4 6/5 | 7/6 8/7 9/8"
    match = said(table(board=board, shells=shells), "c3")
    found = GAME.think(match.view(0), Level.STRONG, Dice(b"0"), nothing)
    assert found.facts.keys() <= {"space"}
    assert found.why in {f"why-swap-{why}", "why-swap-threat"}


def test_a_stone_that_fits_nowhere_is_traded_with_a_reason() -> None:
    assert thought(scene("relocate"), 1).why == "why-relocate"


def test_strong_beats_random_by_far_at_a_glance() -> None:
    won = 0.0
    for number in range(10):
        match, seat, said_so = table(number, placement="random"), number % 2, 0
        while not match.result:
            mover = min(match.waiting)
            dice = Dice(f"{number}/{said_so}".encode())
            if mover == seat:
                word = GAME.think(match.view(mover), Level.STRONG, dice, nothing).word
            else:
                word = GAME.rivals["random"](match.view(mover), dice)
            match, said_so = match.said(mover, word), said_so + 1
        won += match.result.ranks[seat] < match.result.ranks[1 - seat]
    assert won >= 7
