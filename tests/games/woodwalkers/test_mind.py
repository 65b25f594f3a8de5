"""The opponent: what it must say where only one word is right, and what it can know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from games.core import Left, Level, Thought, Word
from games.dice import Chance, Dice
from games.match import Match, begin
from games.mind import levels
from games.options import settled
from games.woodwalkers import GAME
from games.woodwalkers.belief import chance, duel, lying, told_apart, unfound
from games.woodwalkers.ground import NUMBER
from games.woodwalkers.outlook import outlook
from games.woodwalkers.prospect import Temper, prospects
from games.woodwalkers.reply import replies
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS, BACK, EVERY, worth
from games.words import LOCALES
from tests.effort import LITTLE
from tests.games.lines import said
from tests.games.woodwalkers.drawn import moving, table, turn, wandering
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.games.woodwalkers.test_midnight import SET, night

LAST = ["strength"] * 3
"""A stack of one round."""


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
        for rival in GAME.rivals.values():
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
            for temper in (Temper(), Temper(wary=True)):
                found = [each for each in prospects(outlook(view), view.mode, temper) if each.steps <= view.die]
                assert sorted([*(each.word for each in found), ("stay",)]) == sorted(match.legal(seat))
            weighed += 1
    assert weighed > 10


@pytest.mark.again
def test_playful_remembers_nothing_that_does_not_lie_open() -> None:
    forgot = 0
    for match, seat in sampled():
        view = match.view(seat)
        if view.phase not in ("duel", "home"):
            cover = GAME.covered(view)
            forgot += cover != view
            dice = Dice(b"same"), Dice(b"same")
            one, other = (
                GAME.think(eyes, Level.PLAYFUL, roll, ample) for eyes, roll in zip((view, cover), dice, strict=True)
            )
            assert one == other
    assert forgot > 10


# What it believes


def test_a_challenge_is_won_as_often_as_the_rules_page_says() -> None:
    table_of_36 = [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    assert [round(36 * chance(lead), 9) for lead in range(-5, 7)] == table_of_36
    assert (chance(-9), chance(12)) == (0, 1)


def arrangements(view: View, seat: int) -> list[dict[int, int]]:
    """Each order in which the animals of a seat can lie, by enumeration."""
    camp = view.camps[seat]
    in_play = [animal for animal in EVERY if animal not in camp.out]
    orders = []
    for order in permutations(in_play):
        pairs = list(zip(camp.known, order, strict=True))
        if all(known in (BACK, animal) for (_, known), animal in pairs):
            orders.append({space: animal for (space, _), animal in pairs})
    return orders


def test_beliefs_are_those_of_counting_every_arrangement() -> None:
    match = said(night(6, 1, 1), "1 pass", "1 home f9", "1 mode speed")
    view = match.view(1)
    for seat in (0, 1):
        orders = arrangements(view, seat)
        for space, could in lying(view.camps[seat]).items():
            seen = [order[space] for order in orders]
            assert {animal: seen.count(animal) / len(seen) for animal in set(seen)} == pytest.approx(
                dict.fromkeys(could, 1 / len(could))
            )
    assert lying(view.camps[0])[NUMBER["d4"]] == (ANIMALS.index("wolf"),)
    # The odds of a duel in the dark are the mean over all of them.
    mine, theirs = ((seat, lying(view.camps[seat])[NUMBER[space]]) for seat, space in ((0, "d4"), (1, "b9")))
    values = [GAME.guess(view, Dice(b"")).teams[0].at.index(NUMBER["d4"])]
    assert values == [ANIMALS.index("wolf")]
    each = [duel(view, "speed", mine, (1, (order[NUMBER["b9"]],))) for order in arrangements(view, 1)]
    assert duel(view, "speed", mine, theirs) == pytest.approx(sum(each) / len(each))


def test_whom_a_duel_turned_up_everybody_can_tell() -> None:
    view = said(night(6, 1), "1 pass", "1 home f9", "1 mode strength").view(1)
    wolf, bear = (ANIMALS.index(name) for name in ("wolf", "bear"))
    assert told_apart(view.camps[0], (wolf,))
    assert not told_apart(view.camps[0], (bear,))
    # The last one that is left can be told without a duel.
    assert told_apart(replace(view.camps[0], seen=frozenset(EVERY) - {bear}), (bear,))


def test_what_lies_face_down_is_what_has_not_been_found() -> None:
    view = said(table(), *SET).view(0)
    assert sum(share for tile, share in unfound(view).items() if worth(tile)) == pytest.approx(8 / 20)
    found = replace(view, found=("medicine",) * 4, flags=((30, 15),))
    assert "medicine" not in unfound(found)
    assert "flag15" not in unfound(found)
    assert sum(unfound(found).values()) == pytest.approx(1)


def test_what_others_can_do_is_the_mean_over_their_die() -> None:
    """Against the plain sum: for each pip the dearest move within reach."""
    match = moving("5 - . . . 0be\n4 - . . 0ot+7 . ?5\n3 - . . . . 1wo\n2 - . . . . 1pu+8", 3, seat=1)
    look = outlook(match.view(1))
    friends = [look.friend(space) for space in look.mine]
    (reply,) = replies(look, friends)
    dearest = [max([0.0, *(move.cost for move in reply.moves if move.steps <= die)]) for die in range(1, 7)]
    assert reply.cost() == pytest.approx(sum(dearest) / 6)
    assert reply.cost() > 0
    for friend in friends:
        # Who stays where it is changes nothing, and who is at home cannot be attacked.
        assert reply.cost_of(friend, friend.space, beaten=False) == pytest.approx(reply.cost())
        assert reply.cost_without(friend) <= reply.cost()


def test_who_stands_on_a_tile_leaves_it_to_nobody() -> None:
    """The squirrel can turn up one tile and do nothing else; against a bison on it, it would not try."""
    match = moving("4 - . . ?7 . ?8\n3 - . 1bi\n2 - . . 0sq", 2, seat=1, alone=True)
    look = outlook(match.view(1))
    bison = look.friend(NUMBER["c3"])
    (reply,) = replies(look, [bison])
    assert reply.cost() > 0
    assert reply.cost_of(bison, NUMBER["b3"], beaten=False) == pytest.approx(reply.cost())
    assert 0 < reply.cost_of(bison, NUMBER["d4"], beaten=False) < reply.cost()
    assert reply.cost_of(bison, NUMBER["d2"], beaten=True) == 0


def test_a_duel_is_worth_what_both_its_ends_are() -> None:
    """Bison 8 against wolf 6 on a flag, in the last turn of the match: all of it can be counted by hand."""
    match = moving("4 - . . 1wo+15\n2 - . . 0bi", 2, stack=LAST)
    found = prospects(outlook(match.view(0)), "strength", Temper(wary=True))
    (fight,) = (each for each in found if each.word == ("move", "d2", "d4"))
    won, lost = 2 + 0.5 + 15 + 0.7 * 15, 0.7 * 2 + 0.5
    assert fight.odds == pytest.approx(26 / 36)
    assert fight.gain == pytest.approx(26 / 36 * won - 10 / 36 * lost)


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
    assert GAME.rivals["never-duels"](sure.view(0), Dice(b"")) != ("move", "d2", "d4")
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
            assert thought(match, Level.STRONG, seat) == thought(match, levels(GAME)[-1], seat)


# What it comes to


def played(left: str, right: str, matches: int, **options: Any) -> float:
    """The share of wins on the left, which sits in either seat by turns."""
    won = 0
    for number in range(matches):
        names = (left, right) if number % 2 else (right, left)
        chance = Chance.of(number.to_bytes(32, "big"), ())
        match = begin(GAME, settled(GAME.Options, options), 2, chance)
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
