"""How the house plays: what it answers where only one word is right, and how well it plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.core import Level, Move, Suggestion, TimeLeft
from games.dice import Chance, Dice
from games.match import Match, begin_match
from games.options import validate_options
from games.woodwalkers import GAME
from games.woodwalkers.assessment import assess_position
from games.woodwalkers.move_value import value_moves
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN
from games.woodwalkers.spaces import SPACE_BY_NAME
from games.words import LOCALES
from tests.effort import LITTLE
from tests.games.lines import said
from tests.games.woodwalkers.match_setup import (
    ONE_ROUND_STACK,
    play_randomly,
    play_turn,
    start_after_roll,
    start_midnight_duel,
)
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.tools.bench.baselines import never_duel


def wait_until_looked_at(times: int) -> TimeLeft:
    """Time that is up when it has been looked at so often."""
    looks = iter([1.0] * times)
    return lambda: next(looks, 0.0)


def think(match: Match, level: Level = Level.STEADY, seat: int = 0) -> Suggestion:
    return GAME.think(match.view_of(seat), level, Dice(bytes(4)), lambda: 1.0)


def answer(match: Match, seat: int = 0) -> str:
    return " ".join(think(match, seat=seat).move)


def sample_questions() -> Iterator[tuple[Match, int]]:
    """Every kind of question, and lively matches of all sorts now and then, with little effort more seldom."""
    kinds: list[dict[str, Any]] = [{}, {"variant": "midnight"}, {"variant": "midnight", "memory_help": "own"}]
    matches = [scene(name) for name in SCENES]
    for seats in (2, 3, 4):
        for options in kinds[seats - 2 :: 3] if LITTLE else kinds:
            matches += list(play_randomly(5, seats, lively=True, **options))[:: 33 if LITTLE else 11]
    return ((match, seat) for match in matches for seat in sorted(match.to_move))


@pytest.mark.again
def test_every_thought_is_legal_and_has_a_reason_whatever_time_is_left() -> None:
    reasons, weighed, forgot = set[str](), 0, 0
    for match, seat in sample_questions():
        view, legal = match.view_of(seat), match.legal_moves(seat)
        steady, playful = think(match, seat=seat), think(match, Level.PLAYFUL, seat)
        assert {steady.move, playful.move, never_duel(view, Dice(b"rival"))} <= {*legal}
        assert all(GAME.say(each.why, locale, **each.facts) for locale in LOCALES for each in (steady, playful))
        reasons |= {steady.why, playful.why}
        for patience in (0, 1) if LITTLE else (0, 1, 30):
            hasty = GAME.think(view, Level.STEADY, Dice(b""), wait_until_looked_at(patience))
            assert hasty.move in legal
            assert (hasty.why == "why-random") == (patience == 0)
        if view.phase == "move":
            found = [
                each
                for each in value_moves(assess_position(view), view.mode, count_threats=True)
                if each.steps <= view.die
            ]
            assert sorted([*(each.move for each in found), ("stay",)]) == sorted(legal)
            weighed += 1
        elif view.phase not in ("duel", "home"):
            # Playful remembers nothing that does not lie open.
            cover = GAME.forget(view)
            forgot += cover != view
            assert GAME.think(cover, Level.PLAYFUL, Dice(bytes(4)), lambda: 1.0) == playful
    assert len(reasons) >= 15
    assert weighed > 10
    assert forgot > 5


# Where only one word is right


@pytest.mark.parametrize(
    ("board", "die", "seat", "word"),
    [
        # At the end a flag is taken, and the dearer one; none is left for a smaller one.
        ("3 - . +5 . +15\n2 - . . 0wo", 2, 0, "move d2 e3"),
        ("3 - . +5\n2 - . . 0wo+8", 2, 0, "stay"),
        # A duel that cannot be lost is fought.
        ("4 - . . 1sq+15\n2 - . . 0bi", 2, 0, "move d2 d4"),
        # Of two flags of one worth the one is taken that the bison, who has yet to move, does not reach.
        ("4 - 0bi . +5 . +5\n3 - . . . 1sq", 2, 1, "move e3 f4"),
        ("4 - . . +5 . +5 . 0bi\n3 - . . . 1sq", 2, 1, "move e3 d4"),
    ],
)
def test_the_best_move_of_the_last_round_is_found(board: str, die: int, seat: int, word: str) -> None:
    assert answer(start_after_roll(board, die, stack=ONE_ROUND_STACK, seat=seat, alone=True), seat) == word


def test_reasons_name_what_was_decisive() -> None:
    flag = start_after_roll("3 - . +5 . +15\n2 - . . 0wo", 2, stack=ONE_ROUND_STACK)
    assert think(flag) == Suggestion(("move", "d2", "e3"), "why-flag", {"space": "E3", "value": 15})
    assert think(flag, Level.STRONG) == think(flag, GAME.LEVELS[-1])
    sure = start_after_roll("4 - . . 1sq+15\n2 - . . 0bi", 2, stack=ONE_ROUND_STACK)
    assert think(sure) == Suggestion(("move", "d2", "d4"), "why-duel-flag", {"space": "D4", "value": 15, "chance": 100})
    assert never_duel(sure.view_of(0), Dice(b"")) != ("move", "d2", "d4")
    hopeless = start_after_roll("4 - . . 1bi+15\n2 - . . 0sq", 2, stack=ONE_ROUND_STACK)
    assert answer(hopeless) != "move d2 d4"
    healing = said(start_after_roll("3 - . ?m\n2 - . . 0wo2", 2), "0 move d2 c3")
    assert think(healing) == Suggestion(("heal", "wolf"), "why-heal", {"animal": "wolf", "wounds": 2})


def test_a_lost_duel_is_rolled_again_where_that_helps() -> None:
    view = scene("duel").view_of(scene("duel").view_of(None).seat_to_move)
    assert view.duel
    hopeless = replace(view, duel=replace(view.duel, values=(0, 9), dice=(1, 6)))
    assert GAME.think(hopeless, Level.STEADY, Dice(b""), lambda: 1.0).move == ("keep",)
    # Equal is enough for the defender, and not for the challenger.
    for values, dice, chance in (((6, 6), (1, 2), 67), ((6, 6), (3, 1), 67)):
        even = replace(view, duel=replace(view.duel, values=values, dice=dice))
        again = Suggestion(("reroll",), "why-duel-again", {"chance": chance})
        assert GAME.think(even, Level.STEADY, Dice(b""), lambda: 1.0) == again


def test_only_a_challenger_that_is_known_is_guessed() -> None:
    match = start_midnight_duel(3, 6)
    assert think(match, seat=1) == Suggestion(("pass",), "why-pass", {"count": 7})
    view = match.view_of(1)
    wolf = ANIMALS.index("wolf")
    known = tuple(
        (space, wolf if space == SPACE_BY_NAME["d2"] else animal) for space, animal in view.teams[0].known_tiles
    )
    sure = replace(view, teams=(replace(view.teams[0], known_tiles=known), view.teams[1]))
    assert GAME.think(sure, Level.STEADY, Dice(b""), lambda: 1.0).move == ("guess", "wolf")
    # To a player who does not remember it is still one of seven.
    assert GAME.think(sure, Level.PLAYFUL, Dice(b""), lambda: 1.0).move == ("pass",)


def test_among_three_nobody_is_guessed() -> None:
    """Bison, bear or deer against a squirrel: only against the deer would one more matter, and it is one of three."""
    view = start_midnight_duel(3, 6, board="4 - . . 1sq\n2 - . . 0de").view_of(1)
    open_ones = dict(zip(("b1", "c1", "e1", "h1"), ("wolf", "puma", "otter", "squirrel"), strict=True))
    names = {SPACE_BY_NAME[space]: ANIMALS.index(name) for space, name in open_ones.items()}
    known = tuple((space, names.get(space, FACE_DOWN)) for space, _ in view.teams[0].known_tiles)
    squirrel = ((SPACE_BY_NAME["d4"], ANIMALS.index("squirrel")),)
    third = replace(
        view, teams=(replace(view.teams[0], known_tiles=known), replace(view.teams[1], known_tiles=squirrel))
    )
    assert GAME.think(third, Level.STEADY, Dice(b""), lambda: 1.0) == Suggestion(("pass",), "why-pass", {"count": 3})


@pytest.mark.parametrize(("die", "word"), [(1, "reroll"), (6, "keep")])
def test_a_die_in_hand_is_rolled_where_it_brings_more_than_it_is_worth(die: int, word: str) -> None:
    """After a 1 the flag is out of reach that most other dice reach; after a 6 nothing better can come."""
    match = start_after_roll("4 - . . ?d . . . +15\n2 - . . 0wo", 2, die, stack=["strength"] * 4)
    match = play_turn(said(match, "0 move d2 d4"), "0 roll")
    assert answer(match) == word
    assert think(match).facts == {"die": die}


def play(left: str, right: str, matches: int, **options: Any) -> float:
    """The share of wins on the left, which sits in either seat by turns."""
    won = 0
    for number in range(matches):
        names = (left, right) if number % 2 else (right, left)
        match = begin_match(
            GAME, validate_options(GAME.options_class, options), 2, Chance.derive(number.to_bytes(32, "big"), ())
        )
        while not match.result:
            for seat in sorted(match.to_move):
                match = match.play_move(seat, choose(names[seat], match, seat))
        won += match.result.ranks[names.index(left)] == 1
    return won / matches


def choose(name: str, match: Match, seat: int) -> Move:
    dice = match.chance.house_dice(seat, match.step)
    if name in list(Level):
        return GAME.think(match.view_of(seat), Level(name), dice, lambda: 1.0).move
    return GAME.baselines[name](match.view_of(seat), dice)


@pytest.mark.gate
@pytest.mark.parametrize("variant", ["day", "midnight"])
@pytest.mark.parametrize(("left", "right"), [("steady", "playful"), ("greedy", "random"), ("playful", "random")])
def test_the_better_one_mostly_wins(left: str, right: str, variant: str) -> None:
    assert play(left, right, 6, variant=variant) >= 4 / 6
