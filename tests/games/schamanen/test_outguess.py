"""Who is read at the Duel meets the mask that beats theirs; who is not meets the best mix."""

from __future__ import annotations

from collections import Counter

from games.dice import Chance, Dice
from games.insight import Met
from games.match import Match, begin
from games.options import settled
from games.schamanen import GAME
from games.schamanen.outguess import PLACES

BOARD = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
EVEN = dict.fromkeys(PLACES, 1 / 3)


def match() -> Match:
    return begin(GAME, settled(GAME.options_class, {"board": BOARD}), 2, Chance.of(b"a match", ()))


def masks(seat: int, favourite: str, choices: int) -> Counter[str]:
    view, run = match().view(seat), [Met(favourite, "1", (), 1, EVEN, "1")] * choices
    rolls = (Dice(str(roll).encode()) for roll in range(60))
    return Counter(GAME.exploit(view, [run], dice, lambda: 0.0).word[1] for dice in rolls)


def test_the_mask_is_the_one_that_beats_a_favourite() -> None:
    # In row 3 the Bison wins 2 at C: the Wolf's best answer is B. In column A the Bison wins 8 at 1.
    assert masks(1, "3", 40).most_common(1)[0][0] == "b"
    assert masks(0, "1", 40).most_common(1)[0][0] == "1"
    assert masks(0, "2", 40).most_common(1)[0][0] == "2"


def test_the_surer_it_is_the_further_it_goes() -> None:
    told = [masks(0, "1", choices)["1"] for choices in (1, 40)]
    assert told[0] < told[1]


def test_in_memory_they_follow_a_habit_as_often_as_they_trust_it_and_else_play_as_the_strong_house() -> None:
    memory = settled(GAME.options_class, {"variant": "memory", "placement": "random"})
    view = begin(GAME, memory, 2, Chance.of(b"a match", ())).view(0)
    often = []
    for choices in (0, 1, 40):
        run = [Met("1", "1", (), 1, EVEN, "1")] * choices
        told = [GAME.exploit(view, [run], Dice(str(roll).encode()), lambda: 0.0) for roll in range(60)]
        often.append(sum(each.why == "why-read" for each in told))
        masks = {each.word for each in told if each.why != "why-read"}
        assert masks <= {word for word, share in GAME.mix(view, "strong", lambda: 0.0).items() if share}
    assert often[0] == 0
    assert often[1] < often[2] > 40


def test_what_met_is_told_from_the_seat_that_saw_it() -> None:
    before = match()
    joint = {0: ("mask", "1"), 1: ("mask", "b")}
    after = before.said(0, joint[0]).said(1, joint[1])
    # The Bison's 1 meets the Wolf's 9 on B1.
    wolf = GAME.met(before.view(1), after.view(1), joint)
    assert wolf
    assert (wolf.symbol, wolf.answer, wolf.won) == ("1", "2", -1)
    # In column B the Bison would have won in row 2 alone.
    assert wolf.beats == ("2",)
    bison = GAME.met(before.view(0), after.view(0), joint)
    assert bison
    assert (bison.symbol, bison.answer, bison.won) == ("2", "1", 1)
    assert bison.beats == ("2",)
