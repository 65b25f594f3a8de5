"""Who is read at Schnick meets what beats theirs."""

from __future__ import annotations

from collections import Counter

from games.dice import Chance, Dice
from games.insight import Met
from games.match import Match, begin
from games.options import settled
from games.schnick import GAME
from games.schnick.state import NAMES

EVEN = dict.fromkeys(NAMES.values(), 0.2)


def duel() -> Match:
    match = begin(GAME, settled(GAME.options_class, {}), 2, Chance.of(b"a match", ()))
    while match.state.phase != "duel":
        seat = min(match.waiting)
        match = match.said(seat, match.legal(seat)[-1])
    return match


def cards(favourite: str, choices: int) -> Counter[str]:
    match = duel()
    runs = [[Met(favourite, "stone", (), 1, EVEN, "well")] * choices]
    rolls = (Dice(str(roll).encode()) for roll in range(60))
    return Counter(GAME.exploit(match.view(0), runs, dice, lambda: 0.0).word[1] for dice in rolls)


def test_a_favourite_is_answered_by_what_beats_it() -> None:
    held = {name for _, name in duel().legal(0)}
    told = {favourite: cards(favourite, 40).most_common(1)[0][0] for favourite in NAMES.values()}
    beats = {"scissors": {"stone", "fire", "well"}, "stone": {"paper", "well"}, "paper": {"scissors", "fire"}}
    for favourite, answers in beats.items():
        if answers & held:
            assert told[favourite] in answers, (favourite, held)


def test_what_met_is_told_from_the_seat_that_saw_it() -> None:
    before = duel()
    joint = {seat: before.legal(seat)[0] for seat in (0, 1)}
    after = before.said(0, joint[0]).said(1, joint[1])
    told = GAME.met(before.view(0), after.view(0), joint)
    assert told
    assert (told.symbol, told.answer) == (joint[1][1], joint[0][1])
