"""What beats what, what ties, and who takes what lies in the middle."""

from __future__ import annotations

import pytest

from games.schnick.state import BEATEN, NAMES, Laid, Shown, Taken, Won
from tests.games.lines import refusal, words
from tests.games.schnick.drawn import PLENTY, drawing, said, table, won

MATRIX = """
    s  t  p  f  w
 s  0 -1 +1 -1 -1
 t +1  0 -1 +1 -1
 p -1 +1  0 -1 +1
 f +1 -1 +1  0 -1
 w +1 +1 -1 +1  0
"""
COLUMNS, *ROWS = (line.split() for line in MATRIX.strip().splitlines())
ENTRIES = [(row[0], column, int(entry)) for row in ROWS for column, entry in zip(COLUMNS, row[1:], strict=True)]


@pytest.mark.parametrize(("one", "other", "outcome"), ENTRIES)
def test_every_entry_of_the_matrix_as_a_duel(one: str, other: str, outcome: int) -> None:
    match = said(table(f"{one}tf {other}pj | {PLENTY}"), "0 challenge 1", f"{NAMES[one]} {NAMES[other]}")
    assert match.scores() == {1: (2, 0), 0: (0, 0), -1: (0, 2)}[outcome]
    assert match.awaited == ({0, 1} if outcome == 0 else {1})


def test_the_well_beats_three_the_stone_scissors_only_and_fire() -> None:
    assert {symbol: len(beaten) for symbol, beaten in BEATEN.items()} == {"s": 1, "t": 2, "p": 2, "f": 2, "w": 3}
    assert len(ENTRIES) == 25


def test_the_winner_takes_both_cards_and_draws_one() -> None:
    match = said(table("tff spp | wst"), "0 challenge 1", "stone scissors")
    assert drawing(match) == "tff pp | ws"
    assert won(match) == ["st", ""]


def test_a_tie_leaves_all_in_the_middle_for_the_next_winner() -> None:
    match = said(table("pft psp | wst"), "0 challenge 1", "paper paper")
    assert match.scores() == (0, 0)
    assert match.state.middle == ("p", "p")
    assert drawing(match) == "tf sp | wst"
    match = said(match, "fire paper")
    assert won(match) == ["fppp", ""]
    assert drawing(match) == "tt s | ws"
    assert match.state.middle == ("", "")


def test_a_chain_of_ties_is_one_duel() -> None:
    match = said(table("stpfw stpfw | stpfw"), "0 challenge 1", "well well", "fire fire", "paper paper", "stone stone")
    assert match.state.middle == ("wfpt", "wfpt")
    assert drawing(match) == "s s | stpfw"
    # Both hands end with this tie: the challenger draws first, then the other.
    match = said(match, "scissors scissors")
    assert drawing(match) == "w f | stp"
    match = said(match, "well fire")
    assert match.scores() == (12, 0)


# The joker


def test_the_joker_is_never_chosen() -> None:
    match = said(table(f"stj ppj | {PLENTY}"), "0 challenge 1")
    assert words(match, 0) == ["card scissors", "card stone"]
    assert words(match, 1) == ["card paper"]
    for word in ("card joker", "card j", "joker", "sign fire"):
        assert refusal(match, f"0 {word}") == "illegal"


def test_a_joker_alone_lies_down_when_its_owner_is_challenged() -> None:
    match = said(table(f"ffp j | {PLENTY}"), "0 challenge 1")
    assert match.state.middle == ("", "j")
    assert drawing(match) == f"pff - | {PLENTY}"
    assert words(match, 1) == ["sign scissors", "sign stone", "sign paper", "sign fire", "sign well"]
    # The sign is chosen in secret, as is the card.
    assert match.awaited == {0, 1}


def test_a_winning_joker_takes_both_cards_and_draws_three() -> None:
    match = said(table("ffp j | stpfw"), "0 challenge 1", "fire well")
    assert won(match) == ["", "fj"]
    assert drawing(match) == "pf pfw | st"
    assert not match.result


def test_a_joker_that_loses_ends_the_game() -> None:
    match = said(table("ttp j | stpfw"), "0 challenge 1", "stone fire")
    assert won(match) == ["jt", ""]
    # The winner still draws one, which changes nothing.
    assert drawing(match) == "tpw - | stpf"
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((1, 2), (2, 0), "hand")


def test_a_joker_that_ties_draws_a_card_and_still_wins_three() -> None:
    match = said(table("psf j | stpfwt"), "0 challenge 1", "paper paper")
    assert match.state.middle == ("p", "j")
    assert drawing(match) == "sf t | stpfw"
    assert words(match, 1) == ["card stone"]
    match = said(match, "scissors stone")
    assert won(match) == ["", "jpst"]
    assert drawing(match) == "f pfw | st"


def test_a_joker_can_tie_more_than_once() -> None:
    match = said(table("ppf j | stfwpp"), "0 challenge 1", "paper paper", "paper paper")
    assert match.state.middle == ("pp", "jp")
    assert drawing(match) == "f p | stfw"
    match = said(match, "fire paper")
    # The joker's owner has lost the duel: no card, no game.
    assert won(match) == ["fjpppp", ""]
    assert match.result
    assert match.result.reason == "hand"


def test_a_challenger_lays_the_joker_too() -> None:
    match = said(table("j ffp | stpfw"), "0 challenge 1", "well fire")
    assert won(match) == ["fj", ""]
    assert drawing(match) == "pfw pf | st"


def test_the_last_symbol_gone_in_a_tie_brings_the_joker() -> None:
    match = said(table("sj sp | stpfw"), "0 challenge 1", "scissors scissors")
    assert match.state.middle == ("sj", "s")
    assert drawing(match) == "- p | stpfw"
    assert match.state.last[-1] == Laid(0)
    match = said(match, "fire paper")
    assert won(match) == ["jpss", ""]
    assert drawing(match) == "pfw - | st"


def test_two_jokers_and_two_signs() -> None:
    match = said(table("j j | stpfw"), "0 challenge 1")
    assert match.state.middle == ("j", "j")
    assert words(match, 0) == words(match, 1)
    match = said(match, "well paper")
    assert won(match) == ["", "jj"]
    assert drawing(match) == "- pfw | st"
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((2, 1), "hand")


def test_two_jokers_that_tie_draw_in_turn() -> None:
    match = said(table("stp j j | stpfw", first=1), "1 challenge 2", "well well")
    assert match.state.middle == ("j", "j")
    assert drawing(match) == "stp w f | stp"
    match = said(match, "well fire")
    assert won(match) == ["", "fjjw", ""]
    # Three for the joker that was laid before the tie; the other has nothing left.
    assert drawing(match) == "stp stp - |"


def test_a_joker_spent_is_spent() -> None:
    match = said(table("fffff j | sstfff"), "0 challenge 1", "fire well")
    assert drawing(match) == "ffff fff | sst"
    # Out of cards once more, its owner takes one from the pile, and wins one like anybody.
    match = said(match, "1 challenge 0", "fire fire", "fire fire", "fire fire")
    assert drawing(match) == "f t | ss"
    match = said(match, "stone fire")
    assert drawing(match) == "- s | s"
    assert match.scores() == (0, 10)


# Nothing left to play


@pytest.mark.parametrize(("first", "hands"), [(0, "- y x"), (1, "- x y")])
def test_empty_hands_draw_challenger_first(first: int, hands: str) -> None:
    """The pile ends in s and t: t, on top, goes to the challenger."""
    match = said(table("p p | fwwst", first=first), f"{first} challenge {1 - first}", "paper paper")
    one, other = ("t", "s") if first == 0 else ("s", "t")
    assert drawing(match) == f"{one} {other} | fww"
    assert match.state.last[-2:] == (Taken(first), Taken(1 - first))


def test_one_empty_hand_draws_alone() -> None:
    match = said(table("p pf | fws"), "0 challenge 1", "paper paper")
    assert drawing(match) == "s f | fw"
    assert match.state.last[-1] == Taken(0)


def test_the_last_card_goes_to_the_challenger_and_the_other_signs() -> None:
    match = said(table("p p | s"), "0 challenge 1", "paper paper")
    assert drawing(match) == "s - |"
    assert words(match, 0) == ["card scissors"]
    assert words(match, 1)[0] == "sign scissors"
    # A running duel goes on, though the pile is used up.
    assert not match.result
    match = said(match, "scissors fire")
    assert won(match) == ["", "pps"]
    assert match.result
    assert match.result.reason == "hand"


def test_an_empty_pile_and_a_tie_are_decided_by_signs() -> None:
    match = said(table("pf p | s"), "0 challenge 1", "paper paper")
    # The other hand was empty, and took the last card.
    assert drawing(match) == "f s |"
    match = said(match, "fire scissors")
    assert won(match) == ["fpps", ""]
    match = said(table("f f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors")
    assert words(match, 0) == words(match, 1) == [f"sign {name}" for name in NAMES.values()]
    # Signs are no cards: nothing more comes to lie in the middle.
    match = said(match, "well well", "stone stone", "paper well")
    assert won(match) == ["ffs", "", ""]
    assert match.result
    assert match.result.reason == "hand"


def test_a_winner_draws_as_far_as_the_pile_reaches() -> None:
    match = said(table("ff j | s"), "0 challenge 1", "fire well")
    assert drawing(match) == "f s |"
    assert match.state.last[-2] == Won(1, 2, 1)
    assert match.result
    assert match.result.reason == "pile"


def test_what_was_shown_is_told_with_who_won() -> None:
    match = said(table("tff j | wst"), "0 challenge 1", "fire fire")
    assert match.state.last[-2:] == (Shown((0, 1), ("f", "f"), (False, True), None), Taken(1))


# Who challenges


def test_left_of_the_challenger_comes_next_whoever_won() -> None:
    match = table(f"stj ppj ttj ffj | {PLENTY}", first=2)
    assert match.awaited == {2}
    assert words(match, 2) == ["challenge 0", "challenge 1", "challenge 3"]
    match = said(match, "2 challenge 0", "stone scissors")
    assert match.awaited == {3}
    match = said(match, "3 challenge 1", "fire paper")
    assert match.awaited == {0}


@pytest.mark.parametrize("line", ["0 challenge 0", "0 challenge 2", "0 challenge -1", "0 challenge", "0 card stone"])
def test_one_cannot_challenge_oneself_or_nobody(line: str) -> None:
    assert refusal(table(f"stj ppj | {PLENTY}"), line) == "illegal"


def test_who_is_challenged_has_to_play() -> None:
    match = said(table(f"stj ppj ttj | {PLENTY}"), "0 challenge 2")
    assert match.awaited == {0, 2}
    assert words(match, 2) == ["card stone"]
    assert refusal(match, "1 card paper") == "not-awaited"
