"""The opponent: what it must say where only one word is right, and how well it plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.core import Left, Level, Thought, Word
from games.dice import Chance, Dice
from games.match import Match, begin
from games.options import settled
from games.woodwalkers import GAME
from games.woodwalkers.ground import NUMBER
from games.woodwalkers.outlook import outlook
from games.woodwalkers.prospect import prospects
from games.woodwalkers.things import ANIMALS, BACK
from games.words import LOCALES
from tests.effort import LITTLE
from tests.games.lines import said
from tests.games.woodwalkers.drawn import LAST, moving, night, turn, wandering
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.tools.bench.baselines import never_duel


def ample() -> float:
    return 1.0


def lasting(times: int) -> Left:
    """Time that is up when it has been looked at so often."""
    looks = iter([1.0] * times)
    return lambda: next(looks, 0.0)


def thought(match: Match, level: Level = Level.STEADY, seat: int = 0, roll: int = 0) -> Thought:
    return GAME.think(match.view(seat), level, Dice(roll.to_bytes(4, "big")), ample)


def word(match: Match, level: Level = Level.STEADY, seat: int = 0) -> str:
    return " ".join(thought(match, level, seat).word)


def sampled() -> Iterator[tuple[Match, int]]:
    """Every kind of question, and lively matches of all sorts now and then, with little effort more seldom."""
    kinds: list[dict[str, Any]] = [{}, {"variant": "midnight"}, {"variant": "midnight", "memory_help": "own"}]
    matches = [scene(name) for name in SCENES]
    for seats in (2, 3, 4):
        for options in kinds:
            matches += list(wandering(5, seats, lively=True, **options))[:: 33 if LITTLE else 11]
    return ((match, seat) for match in matches for seat in sorted(match.waiting))


# What holds everywhere


@pytest.mark.again
def test_it_says_legal_words_for_a_reason_that_can_be_read_in_every_language() -> None:
    reasons = set()
    for match, seat in sampled():
        for level in Level:
            said_so = thought(match, level, seat)
            assert said_so.word in match.legal(seat)
            assert said_so == thought(match, level, seat)
            reasons.add(said_so.why)
            for locale in LOCALES:
                assert GAME.say(said_so.why, locale, **said_so.facts)
        for rival in (*GAME.rivals.values(), never_duel):
            assert rival(match.view(seat), Dice(b"rival")) in match.legal(seat)
    assert len(reasons) >= 15


@pytest.mark.again
def test_when_nothing_is_left_it_answers_all_the_same() -> None:
    for match, seat in sampled():
        for patience in (0, 1, 30):
            hasty = GAME.think(match.view(seat), Level.STEADY, Dice(b""), lasting(patience))
            assert hasty.word in match.legal(seat)
            assert (hasty.why == "why-random") == (patience == 0)


@pytest.mark.again
def test_it_weighs_exactly_the_moves_that_are_legal() -> None:
    weighed = 0
    for match, seat in sampled():
        view = match.view(seat)
        if view.phase == "move":
            for wary in (False, True):
                found = [each for each in prospects(outlook(view), view.mode, wary=wary) if each.steps <= view.die]
                assert sorted([*(each.word for each in found), ("stay",)]) == sorted(match.legal(seat))
            weighed += 1
    assert weighed > 10


@pytest.mark.again
def test_playful_remembers_nothing_that_does_not_lie_open() -> None:
    forgot = 0
    for match, seat in sampled():
        view = match.view(seat)
        if view.phase not in ("duel", "home"):
            cover = GAME.forget(view)
            forgot += cover != view
            dice = Dice(b"same"), Dice(b"same")
            one, other = (
                GAME.think(eyes, Level.PLAYFUL, roll, ample) for eyes, roll in zip((view, cover), dice, strict=True)
            )
            assert one == other
    assert forgot > 10


# Where only one word is right


def test_at_the_end_a_flag_is_taken_and_the_dearer_one() -> None:
    match = moving("3 - . +5 . +15\n2 - . . 0wo", 2, stack=LAST)
    assert word(match) == "move d2 e3"
    assert thought(match).why == "why-flag"
    assert thought(match).facts == {"space": "E3", "value": 15}


def test_a_flag_is_not_left_for_a_smaller_one() -> None:
    match = moving("3 - . +5\n2 - . . 0wo+8", 2, stack=LAST, alone=True)
    assert word(match) == "stay"
    assert thought(match).why == "why-stay"


def test_a_duel_that_cannot_be_lost_is_fought_and_one_that_cannot_be_won_is_not() -> None:
    sure = moving("4 - . . 1sq+15\n2 - . . 0bi", 2, stack=LAST)
    assert word(sure) == "move d2 d4"
    assert thought(sure) == Thought(("move", "d2", "d4"), "why-duel-flag", {"space": "D4", "value": 15, "chance": 100})
    assert never_duel(sure.view(0), Dice(b"")) != ("move", "d2", "d4")
    hopeless = moving("4 - . . 1bi+15\n2 - . . 0sq", 2, stack=LAST)
    assert word(hopeless) != "move d2 d4"


@pytest.mark.parametrize(("rows", "safe"), [("4 - 0bi . +5 . +5", "f4"), ("4 - . . +5 . +5 . 0bi", "d4")])
def test_the_wary_stand_where_nobody_comes(rows: str, safe: str) -> None:
    """Two flags of one worth, and seat 0 has yet to move: its bison would win the one."""
    match = moving(f"{rows}\n3 - . . . 1sq", 2, stack=LAST, seat=1, alone=True)
    assert word(match, seat=1) == f"move e3 {safe}"


def test_a_wounded_one_is_healed_before_its_third_wound() -> None:
    match = said(moving("3 - . ?m\n2 - . . 0wo2", 2), "0 move d2 c3")
    assert word(match) == "heal wolf"
    assert thought(match).facts == {"animal": "wolf", "wounds": 2}


def test_a_lost_duel_is_rolled_again_where_that_helps() -> None:
    assert word(scene("duel")) in ("reroll", "keep")
    view = scene("duel").view(scene("duel").view(None).asked)
    assert view.duel
    hopeless = replace(view, duel=replace(view.duel, values=(0, 9), dice=(1, 6)))
    assert GAME.think(hopeless, Level.STEADY, Dice(b""), ample).word == ("keep",)
    even = replace(view, duel=replace(view.duel, values=(6, 6), dice=(1, 2)))
    assert GAME.think(even, Level.STEADY, Dice(b""), ample) == Thought(("reroll",), "why-duel-again", {"chance": 67})


def test_nobody_is_guessed_among_seven_and_the_last_one_is() -> None:
    match = night(3, 6)
    assert thought(match, seat=1) == Thought(("pass",), "why-pass", {"count": 7})
    view = match.view(1)
    wolf = ANIMALS.index("wolf")
    known = tuple((space, wolf if space == NUMBER["d2"] else animal) for space, animal in view.camps[0].known)
    sure = replace(view, camps=(replace(view.camps[0], known=known), view.camps[1]))
    assert GAME.think(sure, Level.STEADY, Dice(b""), ample).word == ("guess", "wolf")
    # To whom does not remember it is still one of seven.
    assert GAME.think(sure, Level.PLAYFUL, Dice(b""), ample).word == ("pass",)


def test_among_three_nobody_is_guessed() -> None:
    """Bison, bear or deer against a squirrel: only against the deer would one more matter, and it is one of three."""
    match = night(3, 6, board="4 - . . 1sq\n2 - . . 0de")
    view = match.view(1)
    open_ones = dict(zip(("b1", "c1", "e1", "h1"), ("wolf", "puma", "otter", "squirrel"), strict=True))
    names = {NUMBER[space]: ANIMALS.index(name) for space, name in open_ones.items()}
    known = tuple((space, names.get(space, BACK)) for space, _ in view.camps[0].known)
    squirrel = ((NUMBER["d4"], ANIMALS.index("squirrel")),)
    third = replace(view, camps=(replace(view.camps[0], known=known), replace(view.camps[1], known=squirrel)))
    assert GAME.think(third, Level.STEADY, Dice(b""), ample) == Thought(("pass",), "why-pass", {"count": 3})


def test_a_die_in_hand_is_rolled_where_it_brings_more_than_it_is_worth() -> None:
    """After a 1 the flag is out of reach that most other dice reach; after a 6 nothing better can come."""
    for die in (1, 6):
        match = moving("4 - . . ?d . . . +15\n2 - . . 0wo", 2, die, stack=["strength"] * 4)
        match = turn(said(match, "0 move d2 d4"), "0 roll")
        assert match.view(0).phase == "reroll"
        said_so = thought(match)
        assert said_so.word == (("reroll",) if die == 1 else ("keep",))
        assert said_so.facts == {"die": die}


def test_what_was_begun_with_a_better_house_is_played_on_by_the_best_there_is() -> None:
    for name in SCENES:
        match = scene(name)
        for seat in match.waiting:
            assert thought(match, Level.STRONG, seat) == thought(match, GAME.LEVELS[-1], seat)


# What it comes to


def played(left: str, right: str, matches: int, **options: Any) -> float:
    """The share of wins on the left, which sits in either seat by turns."""
    won = 0
    for number in range(matches):
        names = (left, right) if number % 2 else (right, left)
        chance = Chance.of(number.to_bytes(32, "big"), ())
        match = begin(GAME, settled(GAME.options_class, options), 2, chance)
        while not match.result:
            for seat in sorted(match.waiting):
                match = match.said(seat, answer(names[seat], match, seat))
        won += match.result.ranks[names.index(left)] == 1
    return won / matches


def answer(name: str, match: Match, seat: int) -> Word:
    dice = match.chance.house(seat, match.step)
    if name in list(Level):
        return GAME.think(match.view(seat), Level(name), dice, ample).word
    return GAME.rivals[name](match.view(seat), dice)


@pytest.mark.parametrize("variant", ["day", pytest.param("midnight", marks=pytest.mark.gate)])
@pytest.mark.parametrize(
    ("left", "right"),
    [pytest.param("steady", "playful", marks=pytest.mark.gate), ("greedy", "random"), ("playful", "random")],
)
def test_the_better_one_mostly_wins(left: str, right: str, variant: str) -> None:
    assert played(left, right, 6, variant=variant) >= 4 / 6
